import { stem } from '#base/stems.ts'
import { makeColumn } from '../built-in/derived-columns.ts'
import { columnsOf, type Form, isMeasure } from '../built-in/form.ts'
import type { Token } from '../built-in/lex.ts'
import { type Mention, replacing } from '../built-in/link.ts'
import { type Column, isDeadline, type Schema, type Table, timeColumn } from '../built-in/schema.ts'
import { startOf } from './spans.ts'

/** What is said of rows, or counted in days, by when they were done. */
type Said = { start: number; end: number } & ({ value: 'late' | 'on time' | 'early' } | { value: null })

/** Words that say when something was done, or by how much too late: "late", "on time", "the delay", "days late". */
function saidIn(tokens: Token[]): Said[] {
  return tokens.flatMap(({ lower, kind }, at): Said[] => {
    const [before, next] = [tokens[at - 1]?.lower ?? '', tokens[at + 1]]
    const whole = { start: at, end: at + 1 }
    if (kind !== 'word') return []
    if (/^(?:delays?|lateness)$/.test(lower)) return [{ ...whole, value: null }]
    if (/^(?:late|delayed)$/.test(lower)) {
      if (/^(?:days?|how)$/.test(before)) return [{ start: at - 1, end: at + 1, value: null }]
      // "Late in 2024" and "late March" are times.
      if (next?.kind === 'period' || next?.kind === 'number' || next?.lower === 'in') return []
      return [{ ...whole, start: before === 'too' ? at - 1 : at, value: 'late' }]
    }
    if (lower === 'early' && next?.kind !== 'period' && next?.kind !== 'number' && next?.lower !== 'in')
      return [{ ...whole, start: before === 'too' ? at - 1 : at, value: 'early' }]
    if (/^(?:on-time|in-time|punctual|punctually)$/.test(lower)) return [{ ...whole, value: 'on time' }]
    if (lower === 'time' && /^(?:on|in)$/.test(before)) return [{ start: at - 1, end: at + 1, value: 'on time' }]
    return []
  })
}

/** The date by which the rows of a table are to be done, and that on which they were. */
function datesOf(table: Table, tokens: Token[]): { due: Column; time: Column } | null {
  const { columns } = table
  const [due, other] = columns.filter(isDeadline)
  if (!due || other) return null
  const isSaid = ({ short }: Column) =>
    short.some((word) => word.length > 3 && tokens.some(({ lower }) => lower.startsWith(word.slice(0, 4))))
  const start = startOf(table) ?? timeColumn(table)
  const all = columns.filter((column) => column.temporal && !column.made && column !== due)
  // What has begun is not done.
  const [time] = all
    .filter((column) => column !== start || all.length === 1)
    .toSorted(
      (a, b) => Number(isSaid(b)) - Number(isSaid(a)) || b.nulls - a.nulls || columns.indexOf(b) - columns.indexOf(a),
    )
  // A day is over later than a moment of it.
  return time && time.type === due.type ? { due, time } : null
}

/** Tables whose rows are to be done by a date, and have another on which they were. */
export const datedTables = ({ tables }: Schema): Table[] => tables.filter((table) => datesOf(table, []))

/** What leads to a state and says nothing more. */
const BESIDE = /^(?:that|which|who|is|are|was|were|been)$/

/**
 * Links "late" and "on time" to whether rows were done after the date by which they were to be, and "delay" to the days in between; with
 * the verb beside it, which says what was done ("arrived late").
 */
export function linkLateness(tokens: Token[], mentions: Mention[], schema: Schema): Mention[] {
  const found = saidIn(tokens).flatMap((said): Mention[] => {
    const there = mentions.find(({ start, end }) => start < said.end && said.start < end)
    const dates = schema.tables.flatMap((table) => datesOf(table, tokens) ?? [])
    // "Arrived on time" says nothing of the column `arrived_on` itself.
    const isOwn = there?.columns.some(({ column }) => dates.some(({ time }) => time === column)) ?? false
    if (dates.length === 0 || (there && !isOwn && (there.end - there.start > 1 || there.score > 0.9))) return []
    const verb = tokens[said.start - 1]
    const isVerb = verb && dates.some(({ time }) => time.words.some((word) => stem(word) === verb.stem))
    let start = isOwn ? there!.start : isVerb ? said.start - 1 : said.start
    while (BESIDE.test(tokens[start - 1]?.lower ?? '')) start--
    const span = { start, end: said.end, score: 0.95, tables: [] }
    const { value } = said
    const hits = dates.map(({ due, time }) => ({
      column: makeColumn(schema, value === null ? { kind: 'span', time, since: due } : { kind: 'late', time, due }),
      score: 0.95,
    }))
    return [
      value === null
        ? { ...span, kind: 'column', columns: hits, values: [] }
        : { ...span, kind: 'value', columns: [], values: hits.map((hit) => ({ ...hit, value })) },
    ]
  })
  return found.length > 0 ? replacing(mentions, found) : mentions
}

/** "The share of loans returned late" is of those that were returned. */
export function ofDone(form: Form): Form {
  const late = form.outputs
    .filter(isMeasure)
    .filter(({ shown }) => shown === 'rate' || shown === 'share')
    .flatMap(({ measure }) => measure.where ?? [])
    .flatMap(columnsOf)
    .find(({ made }) => made?.kind === 'late')
  if (late?.made?.kind !== 'late' || late.made.time.nulls === 0) return form
  return { ...form, where: [...form.where, { kind: 'null', column: late.made.time, not: true }] }
}
