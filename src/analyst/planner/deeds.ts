import { nameWords, root } from '#base/stems.ts'
import { plural } from '#base/word-forms.ts'
import { makeColumn } from '../built-in/derived-columns.ts'
import { type Condition, columnsOf, isMeasure } from '../built-in/form.ts'
import type { Token } from '../built-in/lex.ts'
import { type Mention, replacing } from '../built-in/link.ts'
import { type Column, columnsIn, type Schema } from '../built-in/schema.ts'
import type { Draft } from './draft.ts'
import { conditionsOf } from './skeleton.ts'
import { asksTime } from './states.ts'

/** Participles that have no -ed. */
const IRREGULAR =
  /^(?:won|lost|left|sold|paid|sent|met|built|begun|born|taken|given|made|held|read|written|spent|bought|caught|found|chosen|grown|known|seen|shown|told|lent|hired|sung|flown|driven|ridden|eaten|kept|fed|led|drawn|thrown|worn|stolen|broken|swum|taught|fought|struck|torn|shot|frozen)$/
const COMPARED = /^(?:more|less|fewer|over|under|above|below|at|exactly)$/
/** What asks for a time itself, before or after its name. */
const OF_DAYS = /^(?:date|day|days|time|when)$/
const THEN = /^(?:in|during|since|before|after|between|last|this|per|by|each|every)$/
const NEGATED = /^(?:never|not|no|\w+n['’]?t)$/

const isParticiple = (word: string): boolean => word.endsWith('ed') || IRREGULAR.test(word)

/** "Members paid less" is said of members, and no column of that name. */
function apart(one: Mention, tokens: Token[], { tables }: Schema): Mention[] {
  const verb = one.end - 1
  const subject = tokens.slice(one.start, verb).map(({ stem }) => stem)
  const table = tables.find(
    ({ name, words }) => name === one.columns[0]?.column.table && words.join() === subject.join(),
  )
  if (
    one.kind !== 'column' ||
    !table ||
    !isParticiple(tokens[verb]!.lower) ||
    !COMPARED.test(tokens[one.end]?.lower ?? '')
  )
    return [one]
  const { score } = one
  return [
    { start: one.start, end: verb, score, kind: 'table', tables: [{ table, score }], columns: [], values: [] },
    { ...one, start: verb },
  ]
}

const names = new WeakMap<Schema, Map<string, Column[]>>()
/** The columns that have a word in their names. */
const namedBy = (schema: Schema): Map<string, Column[]> =>
  names.getOrInsertComputed(schema, () => {
    const found = new Map<string, Column[]>()
    for (const column of columnsIn(schema))
      for (const word of new Set(nameWords(column.name).map((one) => one.toLowerCase())))
        found.getOrInsertComputed(word, () => []).push(column)
    return found
  })

/** What names of times have beside the word for what happens, and times and money that are named for themselves. */
const NO_EVENT = /^(?:date|time|on|at|timestamp|datetime|utc|year|quarter|month|week|day|hour|sale)$/
const events = new WeakMap<Schema, Map<string, Column[]>>()
/** Guests who check in arrive. */
const OTHERWISE: Record<string, string> = { 'check-ins': 'arrivals', 'check-outs': 'departures' }
/** The times that tell when something happens, by the plural of what it is called: "check-ins", "departures". */
export const eventsOf = (schema: Schema): Map<string, Column[]> =>
  events.getOrInsertComputed(schema, () => {
    const times = schema.tables.flatMap(({ columns }) => columns.filter(({ temporal, made }) => temporal && !made))
    const all = Map.groupBy(times, ({ name }) => {
      const words = nameWords(name.toLowerCase()).filter((word) => !NO_EVENT.test(word))
      return plural(words.join('-'))
    })
    for (const [name, columns] of [...all]) all.getOrInsert(OTHERWISE[name] ?? name, columns)
    return all
  })

/** Whether a word of doing, with what stands behind it, is in the name of a time: "checking in", "joining". */
function isDoing(lower: string, next: string, { name, temporal, made }: Column): boolean {
  if (!temporal || made || !lower.endsWith('ing') || lower.length < 6) return false
  const words = nameWords(name.toLowerCase())
  const side = words.find((word) => /^(?:in|out)$/.test(word))
  return root(words[0]!) === root(lower) && (!side || side === next)
}

/** Whether a verb stands behind who does it and "did": "how many did we ship". */
const isAsked = (tokens: Token[], at: number): boolean =>
  /^(?:we|they|you|i|people|customers?|clients?|users?|members?)$/.test(tokens[at - 1]?.lower ?? '') &&
  /^(?:did|do|does)$/.test(tokens[at - 2]?.lower ?? '')

/**
 * Links a deed to the time in whose name it is: "won" to won_on, "picked" to picked_on. Rows to which it did not happen have no such time: they are
 * left out, by a state where no time is asked for, else with whatever is made of the time (`happened`).
 */
export function linkDeeds(tokens: Token[], mentions: Mention[], schema: Schema): Mention[] {
  const [named, columns] = [namedBy(schema), columnsIn(schema)]
  const added = tokens.flatMap(({ kind, lower }, start): Mention[] => {
    if (kind !== 'word') return []
    const there = mentions.find((one) => one.start <= start && start < one.end)
    const all =
      (isParticiple(lower) ? named : eventsOf(schema)).get(lower) ??
      (isAsked(tokens, start)
        ? [...named].find(([word]) => isParticiple(word) && root(word) === root(lower))?.[1]
        : null) ??
      columns.filter((one) => isDoing(lower, tokens[start + 1]?.lower ?? '', one))
    // "Who opened" asks for opened_by.
    if (!all.every(({ temporal, made }) => temporal && !made)) return []
    const hits = all.map((column) => ({ column, score: 0.9 }))
    // What was delivered in May, or per month, was so by delivered_on, whatever says that it is delivered.
    const isThen =
      there?.kind === 'value' && asksTime(tokens) && THEN.test(tokens[start + 1]?.lower ?? '') && all.length === 1
    const isOther =
      there &&
      !isThen &&
      (there.kind !== 'column' || there.end - there.start > 1 || there.columns.some(({ column }) => !column.temporal))
    const isBeside = (said: RegExp) => [tokens[start - 1], tokens[start + 1]].some((one) => said.test(one?.lower ?? ''))
    const isAlways = hits.some(({ column }) => column.nulls === 0)
    const isNegated = isAlways && NEGATED.test(tokens[start - 1]?.lower ?? '')
    // "Customers who ordered" have rows in a table of orders.
    const isTable = schema.tables.some(({ words }) => words.some((word) => root(word) === root(lower)))
    if (hits.length === 0 || isOther || isTable || isBeside(OF_DAYS) || isNegated) return []
    const at = { start, end: start + 1, score: 0.9, tables: [] }
    if (isAlways || tokens.some(({ lower: word }) => /^(?:first|last)$/.test(word)) || asksTime(tokens))
      return [{ ...at, kind: 'column', columns: hits, values: [], deed: true }]
    const values = hits.map(({ column, score }) => ({
      column: makeColumn(schema, { kind: 'state', of: column, before: `not ${lower}`, after: lower }),
      value: lower,
      score,
    }))
    return [{ ...at, kind: 'value', columns: [], values }]
  })
  return replacing(
    mentions.flatMap((one) => apart(one, tokens, schema)),
    added,
  )
}

/** Words of doing and the word for it, where one is no form of the other. */
const DONE = new Map(
  Object.entries({
    sale: 'sold sell sells',
    purchase: 'bought buy buys purchased',
    withdrawal: 'withdrew withdrawn withdraw',
  }).flatMap(([of, said]) => said.split(' ').map((verb) => [verb, of] as const)),
)
/** So many kinds of rows a column has at most that tells what was done. */
const MOST_KINDS = 12

/** Links what was done to the column that tells it of each row, where one has several kinds: "units sold" to those of the kind sale. */
export function linkKinds(tokens: Token[], mentions: Mention[], schema: Schema): Mention[] {
  if (!tokens.some(({ lower }) => DONE.has(lower))) return mentions
  const kinds = columnsIn(schema).filter(
    ({ numeric, temporal, separator, distinct, values }) =>
      !numeric && !temporal && !separator && distinct > 1 && distinct <= MOST_KINDS && values.length > 1,
  )
  const added = tokens.flatMap(({ kind, lower }, start): Mention[] => {
    const of = DONE.get(lower)
    const there = mentions.find((one) => one.start <= start && start < one.end)
    if (kind !== 'word' || !of || (there && (there.kind !== 'column' || there.end - there.start > 1))) return []
    const values = kinds.flatMap((column) =>
      column.values
        .filter((value) => root(value.toLowerCase()) === root(of))
        .map((value) => ({ column, value, score: 0.95 })),
    )
    if (values.length === 0) return []
    return [{ start, end: start + 1, score: 0.95, kind: 'value', tables: [], columns: there?.columns ?? [], values }]
  })
  return replacing(mentions, added)
}

/** Leaves out the rows to which a deed did not happen that the question speaks of. */
export function happened({ form, items, columns, base }: Draft) {
  for (const item of items) {
    const of =
      item.mention?.deed &&
      (columns.get(item) ?? item.mention.columns.find(({ column }) => column.table === base)?.column)
    if (!of || of.nulls === 0) continue
    const isSaid = (one: Condition) => columnsOf(one).some((column) => column === of || column.made?.kind === 'state')
    const isFirst = form.order.some(({ by }) => 'key' in by && by.key.column === of && form.limit !== null)
    if (!isFirst && !conditionsOf(form).some(isSaid)) form.where.push({ kind: 'null', column: of, not: true })
  }
}

/** Whether rows are counted by the different times at which something happened to them, though nobody asks for days. */
export const countsTimes = ({ outputs, order }: Draft['form'], question: string): boolean =>
  !/\b(?:days?|dates?|times?|weeks?|months?|years?|different|distinct|unique)\b/i.test(
    question.replace(/\b(?:per|by|each|every|in|this|last) (?:day|date|week|month|year)s?\b/gi, ''),
  ) &&
  [...outputs, ...order.map(({ by }) => by)].some(
    (one) =>
      isMeasure(one) &&
      one.measure.fn === 'count' &&
      one.measure.of?.columns.some(({ temporal, made }: Column) => temporal && !made),
  )

const ASKS_WHEN =
  /\b(?:when|dates?|days?|times?|first|last|latest|earliest|newest|oldest|recent(?:ly)?|long(?:est)?)\b/i
/** Whether a query shows the time at which something happened, where the question only says that it did: "arrivals per month", "checking in on weekends". */
export function showsDeed({ outputs, group }: Draft['form'], question: string, schema: Schema): boolean {
  const keys = [...group, ...outputs.flatMap((one) => (isMeasure(one) ? [] : one.key))]
  const figures = outputs.flatMap((one) =>
    isMeasure(one) && !one.measure.of?.days ? (one.measure.of?.columns ?? []) : [],
  )
  const shown = [...keys.flatMap(({ column, grain }) => (grain ? [] : column)), ...figures]
  const times = shown.filter(({ temporal, made }) => temporal && !made)
  if (times.length === 0 || ASKS_WHEN.test(question)) return false
  const said = question.toLowerCase().match(/[\p{L}-]+/gu) ?? []
  return times.some((column) =>
    said.some(
      (word, at) =>
        eventsOf(schema).get(word)?.includes(column) ||
        isDoing(word, said[at + 1] ?? '', column) ||
        (isParticiple(word) && outputs.some(isMeasure) && column.words.some((one) => root(one) === root(word))),
    ),
  )
}
