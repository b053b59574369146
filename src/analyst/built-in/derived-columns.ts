import { singular } from '#base/word-forms.ts'
import { type Column, type DerivedColumn, type Schema, tableOf } from './schema.ts'
import { isLeft, SIGNS, sayBare, sayColumn, sayTable, signOf } from './wording/nouns.ts'

const known = new WeakMap<Schema, Map<string, Column>>()

const baseOf = (made: DerivedColumn): Column => (made.kind === 'tally' ? made.to : 'of' in made ? made.of : made.time)

const LABELS = ['hour', 'decade']
const NUMBERS = new Set([
  ...LABELS,
  'age',
  'since',
  'watched',
  'tally',
  'tenure',
  'span',
  'flow',
  'both',
  'scaled',
  'reduced',
])

/** What people call it, in the names of results. */
function nameOf(made: DerivedColumn): string {
  switch (made.kind) {
    case 'weekend':
      return 'part_of_week'
    case 'calendar':
      return made.part.split(' ')[0]!
    case 'hour':
      return 'hour'
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
    case 'decade':
      return 'decade'
    case 'state':
      return 'status'
    case 'late':
      return 'punctuality'
    case 'flow':
      return made.isOut ? 'spending' : 'income'
    case 'span':
      return made.time.temporal ? 'days' : 'years'
    case 'both':
      return isLeft(made)
        ? flat(`${sayColumn(made.of)}_left`)
        : flat(`${sayColumn(made.of)}_${SIGNS[made.by]}_${sayColumn(made.and)}`)
    case 'reduced':
      return flat(`${sayColumn(made.of)} less ${sayColumn(made.by)}`)
    case 'scaled':
      return made.of.made?.kind === 'span' ? made.unit : flat(`${sayBare(made.of)} in ${made.unit}`)
    case 'age':
    case 'tenure':
      return made.kind
    case 'standing':
      return made.length
    case 'tally':
      return made.of ? `total_${flat(sayColumn(made.of, false))}` : `number_of_${flat(sayTable(made.by.table))}`
    case 'against':
      return `against_${flat(sayColumn(made.limit))}`
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
  const currency = made.kind === 'both' || made.kind === 'reduced' ? signOf(made.of) : null
  let name = nameOf(made)
  while (taken.has(name)) name += '_'
  const isTime = made.kind === 'start' || made.kind === 'standing'
  const column: Column = {
    table: base.table,
    name,
    type:
      made.kind === 'flow' || made.kind === 'both' || made.kind === 'reduced'
        ? made.of.type
        : NUMBERS.has(made.kind)
          ? 'BIGINT'
          : isTime
            ? 'TIMESTAMP'
            : 'VARCHAR',
    role: LABELS.includes(made.kind) ? 'dimension' : NUMBERS.has(made.kind) ? 'measure' : isTime ? 'time' : 'dimension',
    distinct: made.kind === 'both' || made.kind === 'scaled' ? made.of.distinct : 2,
    nulls: 0,
    min: null,
    max: null,
    ...(currency ? { currency } : {}),
    ...(made.kind === 'flow' ? { aggregation: 'sum' as const } : {}),
    ...(made.kind === 'scaled'
      ? { unit: made.unit, ...(made.of.aggregation ? { aggregation: made.of.aggregation } : {}) }
      : {}),
    ...(made.kind === 'age' || made.kind === 'tenure' ? { aggregation: 'average' as const } : {}),
    ...(made.kind === 'tally' || (made.kind === 'both' && (made.by === '*' || isLeft(made)))
      ? { aggregation: 'sum' as const }
      : {}),
    ...(made.kind === 'both' && made.by !== '*' && !isLeft(made) && made.of.aggregation
      ? { aggregation: made.of.aggregation }
      : {}),
    values:
      made.kind === 'state'
        ? [made.before, made.after]
        : made.kind === 'late'
          ? ['late', 'on time']
          : made.kind === 'against'
            ? ['over', 'within']
            : [],
    words: name.split('_'),
    short: name.split('_'),
    english: null,
    numeric: NUMBERS.has(made.kind),
    temporal: isTime,
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
