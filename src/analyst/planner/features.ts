import { type Condition, columnsOf, type Form, isMeasure, keysOf } from '../built-in/form.ts'
import type { Token } from '../built-in/lex.ts'
import type { Mention } from '../built-in/link.ts'
import type { Column } from '../built-in/schema.ts'
import { isId } from '../built-in/schema.ts'
import { type Entry, isGuessed, isOpen } from './ledger.ts'
import { reaches } from './links.ts'
import { conditionsOf, type Skeleton, SLOT_NAMES, skeletonsOf } from './skeleton.ts'
import type { Structure } from './structure.ts'

/** A reading of a question and what is known of how it came about. */
export type Reading = {
  form: Form
  sql: string
  tokens: Token[]
  mentions: Mention[]
  ledger: Entry[]
  /** Weakest link of a name, 0 to 1. */
  weakest: number
  /** Content words that name nothing, and their share of all content words. */
  unknown: number
  strange: number
  /** Links that fit several columns equally well. */
  doubts: number
  /** Tags of names that no pass used. */
  unused: number
  /** Numbers and periods that no pass used. */
  lost: number
  /** It names a table, a column or a figure, not only values. */
  named: boolean
  /** The tagged line of the question, and what the passes left of it. */
  line: string
  rest: string
  /** How well it was read, from the links, the unknown words and the lost numbers: 0 to 1. */
  firmness: number
  /** It edits the query before it. */
  following: boolean
  /** The question was put in other words before it was read. */
  reworded: boolean
  /** How it stands among what the composer made; null where that has no such query. */
  composed: { score: number; links: number; place: number; lead: number; skipped: number } | null
  /** The reader came to this query. */
  read: boolean
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
/** Whether a condition asks for figures that its column does not reach. */
const isVain = (one: Condition): boolean =>
  one.kind === 'compare' && typeof one.value === 'number' && !reaches(one.column, one.operator, one.value)

/** Columns that a query reads, but for those of its `having`. */
export const columnsUsed = (form: Form): Set<Column> =>
  new Set([
    ...form.outputs.flatMap((o) => ('key' in o ? [o.key.column] : (o.measure.of?.columns ?? []))),
    ...form.where.flatMap(columnsOf),
    ...form.group.map((key) => key.column),
    ...form.order.flatMap((o) => ('key' in o.by ? [o.by.key.column] : (o.by.measure.of?.columns ?? []))),
  ])

/** The structure models' view of the form's own skeleton: slot by slot what they give it, and what they give the likeliest instead. */
export function structureFeatures(structure: Structure, skeletons: Skeleton[]): Record<string, number> {
  const features: Record<string, number> = {}
  let [sum, gaps, worst] = [0, 0, 0]
  for (const slot of SLOT_NAMES) {
    const own = Math.max(...skeletons.map((skeleton) => structure[slot][skeleton[slot]]!))
    const gap = Math.max(...structure[slot]) - own
    sum += own
    gaps += gap > 0.01 ? 1 : 0
    worst = Math.max(worst, gap)
    features[`${slot} fit`] = own
    features[`${slot} gap`] = gap
  }
  const best = SLOT_NAMES.reduce((total, slot) => total + Math.max(...structure[slot]), 0)
  return { ...features, fit: sum, gaps, 'worst gap': worst, 'best fit': best, 'fit gap': best - sum }
}

function ledgerFeatures(ledger: Entry[]): Record<string, number> {
  const open = ledger.filter(isOpen)
  const of = (kind: Entry['kind']) => open.filter((entry) => entry.kind === kind).length
  const content = ledger.filter(({ state, kind }) => state !== 'filler' && kind !== 'mark').length
  // What the question is about, as a rule: of "how many passengers used …" the passengers.
  const head = ledger.find(({ state, kind }) => state !== 'filler' && kind !== 'mark' && kind !== 'operation')
  return {
    open: open.length,
    'open share': open.length / Math.max(1, content),
    'open tables': of('table'),
    'open columns': of('column'),
    'open values': of('value'),
    'open numbers': of('number') + of('period'),
    'open operations': of('operation'),
    'open words': of('word'),
    guessed: ledger.filter(isGuessed).length,
    'open head': Number(head !== undefined && (isOpen(head) || isGuessed(head))),
    content,
  }
}

/** A reading as numbers, by name; the names are those of the trained weights. */
export function featuresOf(reading: Reading, structure: Structure): Record<string, number> {
  const { form, sql, mentions, line, rest } = reading
  const columns = mentions.filter((mention) => mention.kind === 'column')
  const shared = columns.filter((m) =>
    m.columns.some((hit) => hit.score > m.columns[0]!.score - 0.05 && hit.column.table !== m.columns[0]!.column.table),
  )
  const used = columnsUsed(form)
  const scores = mentions.map(({ score }) => score)
  const measured = form.outputs.filter(isMeasure)
  return {
    ...structureFeatures(structure, skeletonsOf(form, sql)),
    ...ledgerFeatures(reading.ledger),
    weakest: reading.weakest,
    'weakest link': Math.min(1, ...scores),
    'mean link': scores.length ? scores.reduce((sum, score) => sum + score, 0) / scores.length : 0,
    firmness: reading.firmness,
    unknown: reading.unknown,
    strange: reading.strange,
    doubts: reading.doubts,
    unused: reading.unused,
    lost: reading.lost,
    named: Number(reading.named),
    reworded: Number(reading.reworded),
    read: Number(reading.read),
    composed: Number(reading.composed !== null),
    'composed score': reading.composed?.score ?? -30,
    'composed links': reading.composed?.links ?? -5,
    'composed place': reading.composed?.place ?? 50,
    'composed lead': reading.composed?.lead ?? -10,
    'composed skips': reading.composed?.skipped ?? -1,
    joins: count(sql, / JOIN /g),
    subselects: count(sql, /\(SELECT/g),
    having: form.having.length,
    group: form.group.length,
    limit: form.limit ? 1 + Number(form.limit > 1) : 0,
    keys: keysOf(form).length,
    measures: measured.length,
    'measured keys': measured.filter(({ measure }) => measure.of?.columns.some(isId) && measure.fn !== 'count').length,
    derived: [...used].filter(({ made }) => made).length,
    everything: Number(form.everything),
    conditions: form.where.length,
    vain: conditionsOf(form).filter(isVain).length,
    bare: Number(!form.where.length && !form.group.length && !form.order.length),
    distinct: Number(form.distinct),
    'unlimited order': Number(form.order.length > 0 && !form.limit),
    words: reading.tokens.length,
    'operations left': count(
      rest,
      /\b(?:GT|LT|GE|LE|NOT|NEVER|NONE|WITHOUT|EACH|MOST|LEAST|AVG|SUM|N\d+|V\d+|S\d+|A\d+|COMMON|DISTINCT)\b/g,
    ),
    or: count(line, /\bor\b/g),
    and: count(line, /\band\b/g),
    negation: Number(/\b(?:NOT|NEVER|WITHOUT)\b/.test(line)),
    clauses: count(line, /\b(?:that|who|which|whose|where|with|have|has|had)\b/g),
    relations: Number(/\b(?:same|both|also|other|another|only|every|between|ever|before|after)\b/.test(line)),
    'shared names': shared.length,
    'columns too many': columns.length - used.size,
    tables: count(line, /\bT\d+/g),
    values: mentions.filter((mention) => mention.kind === 'value').length,
  }
}
