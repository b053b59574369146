import type { Form } from '../built-in/form.ts'
import type { Mention } from '../built-in/link.ts'
import { affinityOf, pairsOf, startOf } from './affinity.ts'
import { featuresOf, type Reading } from './features.ts'
import { isOpen } from './ledger.ts'
import { logistic, type Ranker, sumOf, valuesOf } from './rank.ts'
import { answerOf } from './same-answer.ts'
import { gramsOf, structureOf } from './structure.ts'
import { AFFINITY, AFFINITY_SCALE, RANKER, STRUCTURE, STRUCTURE_SCALE } from './weights.ts'

/** How likely each reading is among all of a question and none of them, which counts as a reading with a logit of 0. */
export function sharesOf(logits: number[]): number[] {
  const most = Math.max(0, ...logits)
  const whole = logits.reduce((sum, logit) => sum + Math.exp(logit - most), Math.exp(-most))
  return logits.map((logit) => Math.exp(logit - most) / whole)
}

/** How likely each reading is together with those of the same answer. */
export const addedUp = (shares: number[], answers: string[]): number[] =>
  answers.map((own) => shares.reduce((sum, share, nth) => sum + (answers[nth] === own ? share : 0), 0))

export const logitOf = (share: number): number => Math.log(share / Math.max(1e-9, 1 - share))

/** What speaks, as a logit, for what the passes read: idioms of business are in passes only, and few of the questions that are learned from have any. */
const PASSES = 0.4
/** More so where it has a column that the composer cannot make: parts of the week, ranges, first orders. */
const MADE = 1.2

/** How much speaks for a reading, as a logit, whatever the others say. */
export const weighed = (ranker: Omit<Ranker, 'calibration'>, features: Record<string, number>): number =>
  sumOf(ranker, valuesOf(ranker, features)) + features.read! * (PASSES + (features.derived ? MADE : 0))

/** The readings of a question with their probabilities, likeliest first. @param plans each with its reading, that of the passes first */
export function ranked<P extends { form: Form; sql: string; score: number; reading?: Reading }>(all: P[]): P[] {
  const plans = all.filter((one) => !all.some((other) => leavesValueOf(one.reading!, other.reading!)))
  const [first] = plans
  if (!first) return []
  const { tokens, mentions } = first.reading!
  const structure = structureOf(gramsOf(tokens, mentions), STRUCTURE, STRUCTURE_SCALE)
  const features = besides(
    plans.map(({ reading }) => ({
      ...featuresOf(reading!, structure),
      affinity: affinityOf(pairsOf(reading!), startOf(reading!), AFFINITY, AFFINITY_SCALE),
    })),
  )
  const shares = sharesOf(features.map((one) => weighed(RANKER, one)))
  const [factor, offset] = RANKER.calibration
  const together = addedUp(
    shares,
    plans.map(({ form }) => answerOf(form)),
  )
  return plans
    .map((plan, nth) => ({ ...plan, score: logistic(factor * logitOf(together[nth]!) + offset), share: shares[nth]! }))
    .toSorted((a, b) => b.score - a.score || b.share - a.share)
}

/** Whether a reading leaves a value out of which another one, that leaves nothing else out, makes something: it is of other rows. */
const leavesValueOf = ({ ledger, mentions }: Reading, other: Reading): boolean => {
  const isLeft = ({ start, kind, columns }: Mention) =>
    kind === 'value' && columns.length === 0 && isOpen(ledger[start]!) && !isOpen(other.ledger[start]!)
  return mentions.some(isLeft) && other.ledger.every((entry, at) => !isOpen(entry) || isOpen(ledger[at]!))
}

/** Features with how each reading stands among the others. */
export function besides(all: Record<string, number>[]): Record<string, number>[] {
  const fit = Math.max(...all.map((one) => one.fit!))
  const open = Math.min(...all.map((one) => one.open!))
  const affinity = Math.max(...all.map((one) => one.affinity!))
  return all.map((one) => ({
    ...one,
    'fit behind': fit - one.fit!,
    'open behind': one.open! - open,
    'affinity behind': affinity - one.affinity!,
    count: all.length,
  }))
}
