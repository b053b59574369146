import { singular } from '#base/word-forms.ts'
import { type Column, type Schema, tableOf } from './schema.ts'
import { sayColumn, sayTable } from './wording/nouns.ts'

export type Length = 'week' | 'month' | 'quarter' | 'year'
/** How a number is cut into ranges: at these edges, or into steps of one width, which the engine chooses where it is null. */
export type Cut = { edges: number[] } | { width: number | null }

/** How a column is worked out of others of its table, for each row. */
export type DerivedColumn =
  /** "Weekend" or "Weekday". */
  | { kind: 'weekend'; time: Column }
  | { kind: 'weekday'; time: Column }
  | { kind: 'range'; of: Column; cut: Cut }
  /** The earliest `time` of the rows with the same `whose`: when a customer ordered first. `people`: "customers". */
  | { kind: 'start'; time: Column; whose: Column; people: string }
  /**
   * "New" for rows with the earliest time of their `whose`, "Returning" for later ones; with a length, "New" for all of the length
   * that holds the earliest; with `from`, for all whose earliest is not before that day.
   */
  | { kind: 'first'; time: Column; whose: Column; people: string; length: Length | null; from: string | null }
  /** Whole lengths from the earliest row of the same `whose` to the row. */
  | { kind: 'since'; time: Column; whose: Column; people: string; length: Length }
  /** Whole lengths for which the data go on after the one that holds the earliest row. */
  | { kind: 'watched'; time: Column; whose: Column; people: string; length: Length }
  /** How many rows of another table belong to the row: `by` points to it, with its column `to`. */
  | { kind: 'tally'; by: Column; to: Column }

const known = new WeakMap<Schema, Map<string, Column>>()

const baseOf = (made: DerivedColumn): Column =>
  made.kind === 'range' ? made.of : made.kind === 'tally' ? made.to : made.time

const NUMBERS = new Set(['since', 'watched', 'tally'])

/** What people call it, in the names of results. */
function nameOf(made: DerivedColumn): string {
  switch (made.kind) {
    case 'weekend':
      return 'part_of_week'
    case 'weekday':
      return 'weekday'
    case 'range':
      return `${flat(sayColumn(made.of, false))}_range`
    case 'start':
      return `first_${flat(singular(sayTable(made.time.table)))}`
    case 'first':
      return 'new_or_returning'
    case 'since':
      return `${made.length}s_since_first`
    case 'watched':
      return `${made.length}s_watched`
    case 'tally':
      return `number_of_${flat(sayTable(made.by.table))}`
  }
}

const flat = (words: string) => words.replace(/[^\p{L}\p{N}]+/gu, '_')

/** The column that `made` describes; the same object whenever it is asked for, so that readings of one catalog can be compared. */
export function makeColumn(schema: Schema, made: DerivedColumn): Column {
  const all = known.get(schema) ?? new Map<string, Column>()
  known.set(schema, all)
  const id = JSON.stringify(made, (key, value) => (key === 'values' ? undefined : value))
  const there = all.get(id)
  if (there) return there
  const base = baseOf(made)
  const taken = new Set(tableOf(schema, base.table).columns.map((column) => column.name.toLowerCase()))
  let name = nameOf(made)
  while (taken.has(name)) name += '_'
  const column: Column = {
    table: base.table,
    name,
    type: NUMBERS.has(made.kind) ? 'BIGINT' : made.kind === 'start' ? 'TIMESTAMP' : 'VARCHAR',
    role: NUMBERS.has(made.kind) ? 'measure' : made.kind === 'start' ? 'time' : 'dimension',
    distinct: 2,
    nulls: 0,
    min: null,
    max: null,
    values: [],
    words: name.split('_'),
    short: name.split('_'),
    numeric: NUMBERS.has(made.kind),
    temporal: made.kind === 'start',
    unique: false,
    made,
  }
  all.set(id, column)
  return column
}

/** Every made column that a form or a condition speaks of, each once. */
export function derivedColumnsIn(value: unknown, found: Set<Column> = new Set()): Set<Column> {
  if (typeof value !== 'object' || value === null) return found
  if ('made' in value && value.made) found.add(value as Column)
  else for (const part of Object.values(value)) derivedColumnsIn(part, found)
  return found
}

/** Whether a column holds whole numbers only, so that its ranges can end before the next begins: 0 to 4, 5 to 9. */
export const isInteger = (column: Column): boolean => /INT/.test(column.type)
