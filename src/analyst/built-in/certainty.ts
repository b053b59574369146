import { columnsOf, type Form, isMeasure, keysOf } from './form.ts'
import type { Mention } from './link.ts'
import type { Column } from './schema.ts'

/** What is known of a reading when it is done, from which its certainty follows. */
export type Signs = {
  form: Form
  sql: string
  /** Weakest link of a name, 0 to 1. */
  weakest: number
  unknown: number
  doubts: number
  /** Tags of names that no pass used. */
  unused: number
  mentions: Mention[]
  /** The tagged line of the question, and what the passes left of it. */
  line: string
  rest: string
  words: number
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
const columnsUsed = (form: Form): Set<Column> =>
  new Set([
    ...form.outputs.flatMap((o) => ('key' in o ? [o.key.column] : (o.measure.of?.columns ?? []))),
    ...form.where.flatMap(columnsOf),
    ...form.group.map((key) => key.column),
    ...form.order.flatMap((o) => ('key' in o.by ? [o.by.key.column] : (o.by.measure.of?.columns ?? []))),
  ])

/**
 * The signs as numbers, each of about the same size, and their logistic weights, which were fitted on the tuning databases of the
 * evaluation.
 */
function features(signs: Signs): [weight: number, value: number][] {
  const { form, sql, mentions, line, rest } = signs
  const joins = count(sql, / JOIN /g)
  const columns = mentions.filter((mention) => mention.kind === 'column')
  const shared = columns.filter((m) =>
    m.columns.some((hit) => hit.score > m.columns[0]!.score - 0.05 && hit.column.table !== m.columns[0]!.column.table),
  )
  const measures = form.outputs.filter(isMeasure).length
  const subselects = count(sql, /\(SELECT/g)
  return [
    [2.36, 1],
    [-0.76, 1 - Math.min(1, signs.weakest)],
    [-0.39, signs.weakest < 0.75 ? 1 : 0],
    [-0.59, Math.min(3, signs.unknown)],
    [-0.17, signs.unknown ? 1 : 0],
    [-0.54, Math.min(2, signs.doubts)],
    [-0.76, Math.min(3, signs.unused)],
    [-0.29, Math.min(3, joins)],
    [0.3, joins > 1 ? 1 : 0],
    [-0.16, Math.min(2, subselects)],
    [0.69, form.having.length ? 1 : 0],
    [-0.46, form.group.length ? 1 : 0],
    [-0.03, form.group.length > 1 ? 1 : 0],
    [-0.7, form.limit ? 1 : 0],
    [-0.34, Math.min(4, keysOf(form).length)],
    [0.51, keysOf(form).length > 2 ? 1 : 0],
    [-0.08, Math.min(3, measures)],
    [0.37, form.outputs.length === 1 && measures === 1 && !form.group.length && !joins ? 1 : 0],
    [-1.32, form.everything ? 1 : 0],
    [-0.3, Math.min(3, form.where.length)],
    [-0.88, form.where.length || form.group.length || form.order.length ? 0 : 1],
    [0.03, Math.min(4, signs.words / 8)],
    [-0.08, signs.words > 16 ? 1 : 0],
    [
      -0.41,
      Math.min(
        3,
        count(
          rest,
          /\b(?:GT|LT|GE|LE|NOT|NEVER|NONE|WITHOUT|EACH|MOST|LEAST|AVG|SUM|N\d+|V\d+|S\d+|A\d+|COMMON|DISTINCT)\b/g,
        ),
      ),
    ],
    [-0.41, Math.min(2, count(line, /\bor\b/g))],
    [0.1, Math.min(3, count(line, /\band\b/g))],
    [-0.17, /\b(?:NOT|NEVER|WITHOUT)\b/.test(line) ? 1 : 0],
    [-0.28, Math.min(3, count(line, /\b(?:that|who|which|whose|where|with|have|has|had)\b/g))],
    [-0.2, /\b(?:same|both|also|other|another|only|every|between|ever|before|after)\b/.test(line) ? 1 : 0],
    [-0.09, Math.min(3, shared.length)],
    [-0.39, Math.min(3, Math.max(0, columns.length - columnsUsed(form).size))],
    [-0.57, Math.min(3, Math.max(0, columnsUsed(form).size - columns.length))],
    [0.01, Math.min(4, count(line, /\bT\d+/g))],
    [0.11, Math.min(3, mentions.filter((mention) => mention.kind === 'value').length)],
    [0.61, form.distinct ? 1 : 0],
    [-0.25, form.order.length && !form.limit ? 1 : 0],
  ]
}

/** How likely it is that a reading is right, 0 to 1. */
export function certainty(signs: Signs): number {
  const sum = features(signs).reduce((total, [weight, value]) => total + weight * value, 0)
  return 1 / (1 + Math.exp(-sum))
}
