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

/** The signs as numbers, each of about the same size. */
function features(signs: Signs): Record<string, number> {
  const { form, sql, mentions, line, rest } = signs
  const joins = count(sql, / JOIN /g)
  const columns = mentions.filter((mention) => mention.kind === 'column')
  const shared = columns.filter((m) =>
    m.columns.some((hit) => hit.score > m.columns[0]!.score - 0.05 && hit.column.table !== m.columns[0]!.column.table),
  )
  const measures = form.outputs.filter(isMeasure).length
  const subselects = count(sql, /\(SELECT/g)
  return {
    one: 1,
    weak: 1 - Math.min(1, signs.weakest),
    weaker: signs.weakest < 0.75 ? 1 : 0,
    unknown: Math.min(3, signs.unknown),
    anyUnknown: signs.unknown ? 1 : 0,
    doubts: Math.min(2, signs.doubts),
    unused: Math.min(3, signs.unused),
    joins: Math.min(3, joins),
    manyJoins: joins > 1 ? 1 : 0,
    subselects: Math.min(2, subselects),
    having: form.having.length ? 1 : 0,
    group: form.group.length ? 1 : 0,
    groups: form.group.length > 1 ? 1 : 0,
    limit: form.limit ? 1 : 0,
    keys: Math.min(4, keysOf(form).length),
    manyKeys: keysOf(form).length > 2 ? 1 : 0,
    measures: Math.min(3, measures),
    counts: form.outputs.length === 1 && measures === 1 && !form.group.length && !joins ? 1 : 0,
    everything: form.everything ? 1 : 0,
    where: Math.min(3, form.where.length),
    lonely: form.where.length || form.group.length || form.order.length ? 0 : 1,
    words: Math.min(4, signs.words / 8),
    long: signs.words > 16 ? 1 : 0,
    grammar: Math.min(
      3,
      count(
        rest,
        /\b(?:GT|LT|GE|LE|NOT|NEVER|NONE|WITHOUT|EACH|MOST|LEAST|AVG|SUM|N\d+|V\d+|S\d+|A\d+|COMMON|DISTINCT)\b/g,
      ),
    ),
    ors: Math.min(2, count(line, /\bor\b/g)),
    ands: Math.min(3, count(line, /\band\b/g)),
    not: /\b(?:NOT|NEVER|WITHOUT)\b/.test(line) ? 1 : 0,
    relatives: Math.min(3, count(line, /\b(?:that|who|which|whose|where|with|have|has|had)\b/g)),
    same: /\b(?:same|both|also|other|another|only|every|between|ever|before|after)\b/.test(line) ? 1 : 0,
    shared: Math.min(3, shared.length),
    missed: Math.min(3, Math.max(0, columns.length - columnsUsed(form).size)),
    extra: Math.min(3, Math.max(0, columnsUsed(form).size - columns.length)),
    tables: Math.min(4, count(line, /\bT\d+/g)),
    values: Math.min(3, mentions.filter((mention) => mention.kind === 'value').length),
    distinct: form.distinct ? 1 : 0,
    sorted: form.order.length && !form.limit ? 1 : 0,
  }
}

const WEIGHTS: Record<string, number> = {
  one: 2.36,
  weak: -0.76,
  weaker: -0.39,
  unknown: -0.59,
  anyUnknown: -0.17,
  doubts: -0.54,
  unused: -0.76,
  joins: -0.29,
  manyJoins: 0.3,
  subselects: -0.16,
  having: 0.69,
  group: -0.46,
  groups: -0.03,
  limit: -0.7,
  keys: -0.34,
  manyKeys: 0.51,
  measures: -0.08,
  counts: 0.37,
  everything: -1.32,
  where: -0.3,
  lonely: -0.88,
  words: 0.03,
  long: -0.08,
  grammar: -0.41,
  ors: -0.41,
  ands: 0.1,
  not: -0.17,
  relatives: -0.28,
  same: -0.2,
  shared: -0.09,
  missed: -0.39,
  extra: -0.57,
  tables: 0.01,
  values: 0.11,
  distinct: 0.61,
  sorted: -0.25,
}

/** How likely it is that a reading is right, 0 to 1: logistic weights that were fitted on the tuning databases of the evaluation. */
export function certainty(signs: Signs): number {
  let sum = 0
  for (const [name, value] of Object.entries(features(signs))) sum += value * (WEIGHTS[name] ?? 0)
  return 1 / (1 + Math.exp(-sum))
}
