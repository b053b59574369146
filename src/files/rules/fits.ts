/** Of so many values one need not fit, and of some more two, even where that is more than the share of a long column. */
const [ONE_MISFIT, TWO_MISFITS] = [4, 16]
/** Values that need not fit the type of their column: they are kept as text beside it, instead of the whole column becoming text. */
export const mostMisfits = (values: number): number =>
  Math.max(values * 0.05, values < ONE_MISFIT ? 0 : values < TWO_MISFITS ? 1 : 2)

/**
 * The share of a column of figures that words may be: they are kept beside it, and what people want of it is its sum. More where one or two
 * stand again and again, as for pupils who were absent, and most where it is always the same: "exempt" in the place of a rate.
 */
const [SHARE_OF_WORDS, SHARE_OF_TWO, SHARE_OF_ONE] = [0.2, 0.25, 0.4]
export const areFewWords = (words: number, misfits: number, values: number): boolean => {
  const most = words === 1 && misfits > 1 ? SHARE_OF_ONE : words <= 2 ? SHARE_OF_TWO : SHARE_OF_WORDS
  return misfits <= values * most
}

/** Whether (nearly) all values fit; those that do not must look like mistakes, not like codes. */
export function fits(
  values: string[],
  test: (value: string) => boolean,
  mistake: (value: string) => boolean = () => true,
): boolean {
  // Most of the many tests that a column is put to fail at its first values.
  const most = mostMisfits(values.length)
  let wrong = 0
  return values.every((value) => test(value) || (++wrong <= most && mistake(value)))
}
