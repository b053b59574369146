/** Ratings that speak neither way: so few are no judgement yet. */
const UNDECIDED = 2
/** A rating down may be of the figures, the words or the chart: it says less of a table than one up. */
const DOWN = 0.5

/** How much ratings of answers speak for a table that they were read from, −0.5 to 1. */
export function ratingWeight(ups: number, downs: number): number {
  const share = (ups - downs) / (ups + downs + UNDECIDED)
  return share < 0 ? share * DOWN : share
}
