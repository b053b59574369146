import type { Form } from '../built-in/form.ts'
import { isId } from '../built-in/schema.ts'
import { affinityOf, pairsOf, startOf } from './affinity.ts'
import { featuresOf, type Reading } from './features.ts'
import { logistic, type Ranker, sumOf, valuesOf } from './rank.ts'
import { gramsOf, structureOf } from './structure.ts'
import { AFFINITY, AFFINITY_SCALE, RANKER, STRUCTURE, STRUCTURE_SCALE } from './weights.ts'

/** How likely each reading is among all of a question and none of them, which counts as a reading with a logit of 0. */
export function sharesOf(logits: number[]): number[] {
  const most = Math.max(0, ...logits)
  const whole = logits.reduce((sum, logit) => sum + Math.exp(logit - most), Math.exp(-most))
  return logits.map((logit) => Math.exp(logit - most) / whole)
}

export const logitOf = (share: number): number => Math.log(share / Math.max(1e-9, 1 - share))

/** What speaks, as a logit, for what the passes read: idioms of business are in passes only, and few of the questions that are learned from have any. */
const PASSES = 0.4
/** More so where it has a column that the composer cannot make: parts of the week, ranges, first orders. */
const MADE = 1.2

/** How much speaks for a reading, as a logit, whatever the others say. */
export const weighed = (ranker: Omit<Ranker, 'calibration'>, features: Record<string, number>): number =>
  sumOf(ranker, valuesOf(ranker, features)) + features.read! * (PASSES + (features.derived ? MADE : 0))

/**
 * What tells a reading from others, as a text: rows that are shown by their key are the same as those with all of their columns, and the same
 * columns in another order or, where all rows are shown, the same rows in another order are the same answer.
 */
function rowsOf({ form, sql }: { form: Form; sql: string }): string {
  const isKey = form.outputs.every((output) => 'key' in output && isId(output.key.column)) && !form.distinct
  if (form.everything || (isKey && form.outputs.length === 1 && !form.group.length))
    return sql.replace(/^SELECT .*? FROM /, '')
  const [, outputs, rest] = /^SELECT (.*?)( FROM .*)$/s.exec(sql) ?? []
  if (!outputs || !rest) return sql
  const inOrder = outputs
    .split(/, (?![^(]*\))/)
    .sort()
    .join(', ')
  return inOrder + (form.limit ? rest : rest.replace(/ ORDER BY [^)]*$/, ''))
}

/** The readings of a question with their probabilities, likeliest first. @param plans each with its reading, that of the passes first */
export function ranked<P extends { form: Form; sql: string; score: number; reading?: Reading }>(plans: P[]): P[] {
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
  const rows = plans.map(rowsOf)
  const shareOf = (own: string) => shares.reduce((sum, share, nth) => sum + (rows[nth] === own ? share : 0), 0)
  return plans
    .map((plan, nth) => ({ ...plan, score: logistic(factor * logitOf(shareOf(rows[nth]!)) + offset) }))
    .toSorted((a, b) => b.score - a.score)
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
