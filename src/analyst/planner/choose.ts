import { featuresOf, type Reading } from './features.ts'
import { isOpen } from './ledger.ts'
import { probabilityOf } from './rank.ts'
import { gramsOf, structureOf } from './structure.ts'
import { PASSES_RANKER, RANKER, STRUCTURE, STRUCTURE_SCALE, THRESHOLDS, type Thresholds } from './weights.ts'

/** What the passes read is kept where a composed query is not so much more probable. */
const MARGIN = 0.1

/** A reading as one of several: how probable it is beside the others, and whether it leaves a word over. */
export type Choice = { probability: number; open: boolean }

/**
 * Which of the readings is answered with.
 * @param readings that of the passes first
 * @param own how probable that is by itself; null where the passes read nothing
 */
export function chosen(readings: Choice[], own: number | null, { sure, likely }: Thresholds): number {
  const best = readings.reduce((best, one, at) => (one.probability > readings[best]!.probability ? at : best), 0)
  if (own === null) return best
  const [first, other] = [readings[0]!, readings[best]!]
  const kept =
    (own >= sure && !first.open) ||
    (other.open && !first.open) ||
    (own >= likely && other.probability < likely) ||
    other.probability < first.probability + MARGIN
  return kept ? 0 : best
}

/** The readings of a question with their probabilities, the one to answer with first. @param plans each with its reading, that of the passes first */
export function ranked<P extends { score: number; reading?: Reading }>(plans: P[]): P[] {
  const [first] = plans
  if (!first) return []
  const { tokens, mentions, read } = first.reading!
  const structure = structureOf(gramsOf(tokens, mentions), STRUCTURE, STRUCTURE_SCALE)
  const features = besides(plans.map((plan) => featuresOf(plan.reading!, structure)))
  const readings = plans.map(({ reading }, nth) => ({
    probability: probabilityOf(RANKER, features[nth]!),
    open: reading!.ledger.some(isOpen),
  }))
  const own = read ? probabilityOf(PASSES_RANKER, features[0]!) : null
  const at = chosen(readings, own, THRESHOLDS)
  const scored = plans.map((plan, nth) => ({ ...plan, score: readings[nth]!.probability }))
  if (at === 0 && own !== null) scored[0]!.score = own
  return [scored[at]!, ...scored.toSpliced(at, 1).toSorted((a, b) => b.score - a.score)]
}

/** Features with how each reading stands among the others. */
export function besides(all: Record<string, number>[]): Record<string, number>[] {
  const fit = Math.max(...all.map((one) => one.fit!))
  const open = Math.min(...all.map((one) => one.open!))
  return all.map((one) => ({
    ...one,
    'fit behind': fit - one.fit!,
    'open behind': one.open! - open,
    count: all.length,
  }))
}
