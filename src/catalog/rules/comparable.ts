import { wordsOf } from '#base/text.ts'
import { DAY } from '#base/time.ts'
import type { CatalogColumn } from './answers.ts'
import { folded } from './folded.ts'
import { LEAST_MATCH, type RelationCandidate, subjectAlike } from './relation.ts'

export type KeyTable = { id: string; name: string; rows: number; columns: KeyColumn[] }
type KeyColumn = Pick<CatalogColumn, 'name' | 'type' | 'role' | 'nulls' | 'distinct' | 'min' | 'max'> & {
  kind?: string | null
}

/** Tables with more rows are not searched for shared values, and columns that are at most. */
export const MOST_ROWS = 5_000_000
export const MOST_COLUMNS = 200
const LONGEST = 80

const isUnique = ({ rows }: KeyTable, { nulls, distinct }: KeyColumn) => nulls === 0 && rows > 2 && distinct === rows

/** Whether the values of a column may be found in others: texts that are repeated or name something. */
export const isComparable = ({ type, role, distinct, min, max }: KeyColumn): boolean =>
  type === 'VARCHAR' &&
  role !== 'flag' &&
  distinct > 1 &&
  (min ?? '').length <= LONGEST &&
  (max ?? '').length <= LONGEST

/** Columns whose values are compared, those of fresh tables first; none where there is nothing to compare. */
export function textKeys(tables: KeyTable[], fresh: ReadonlySet<string>) {
  const all = tables
    .filter(({ rows }) => rows <= MOST_ROWS)
    .flatMap((table) =>
      table.columns.filter(isComparable).map((column) => ({
        ...{ id: table.id, table: table.name, column: column.name, distinct: column.distinct },
        isKey: isUnique(table, column),
      })),
    )
    .toSorted((a, b) => Number(fresh.has(b.id)) - Number(fresh.has(a.id)))
    .slice(0, MOST_COLUMNS)
  const ids = new Set(all.map(({ id }) => id))
  return ids.size > 1 && all.some(({ isKey }) => isKey) ? all : []
}

/** Kinds of places, which are written as names and as codes: one of both at least says which. */
const PLACES = /^(country|state|code)$/
const MOST_MORE = 1.2

/**
 * Columns of texts that are worth reading, since what is known of them says that they may meet: keys, and columns that are called as one or
 * are about the same kind of places, or that repeat values between its first and its last, and are not many more.
 * @param whole whether all values of a table's columns are read: only then one may be led to
 */
export function plausibleTexts(tables: KeyTable[], fresh: ReadonlySet<string>, whole: (id: string) => boolean) {
  const all = tables.flatMap((table) => table.columns.filter(isComparable).map((column) => ({ table, column })))
  type One = (typeof all)[number]
  const named = ({ table, column }: One) => ({ table: table.name, column: column.name })
  const mayMeet = (one: One, key: One) =>
    one.table !== key.table &&
    (fresh.has(one.table.id) || fresh.has(key.table.id)) &&
    (subjectAlike(named(one), named(key)) ||
      arePlaces(one.column.kind, key.column.kind) ||
      (one.column.role !== 'text' &&
        one.column.distinct <= key.column.distinct * MOST_MORE &&
        folded(one.column.min ?? '') <= folded(key.column.max ?? '') &&
        folded(key.column.min ?? '') <= folded(one.column.max ?? '')))
  const keys = all.filter(({ table, column }) => isUnique(table, column) && whole(table.id))
  const wanted = new Set<One>()
  for (const key of keys)
    for (const one of all.filter((one) => mayMeet(one, key))) {
      wanted.add(one)
      wanted.add(key)
    }
  return [...Map.groupBy(wanted, ({ table }) => table)].map(([table, of]) => ({
    ...table,
    columns: of.map(({ column }) => column),
  }))
}
const arePlaces = (...kinds: (string | null | undefined)[]) =>
  kinds.every((kind) => PLACES.test(kind ?? '')) && kinds.some((kind) => kind !== 'code')

const CALENDAR = /^(calendars?|dates?|days?|holidays?)$/
const PARTS = /^(year|month|quarter|week|weekday|day|holiday|weekend|fiscal|dow|workday)/
/** Share of the days from the first to the last that a calendar has, and parts of a date that one without such a name has. */
const LEAST_DAYS = 0.9
const FEWEST_PARTS = 2

/** A table with a row for each day; `isCalendar`: it says what kind of day it is, and not what there was on it, as the weather. */
type Daily = { table: KeyTable; day: KeyColumn; isCalendar: boolean }

function dailyOf(table: KeyTable): Daily | null {
  const day = table.columns.find((column) => isDay(column) && isUnique(table, column))
  if (!day?.min || !day.max) return null
  const span = (Date.parse(day.max.slice(0, 10)) - Date.parse(day.min.slice(0, 10))) / DAY + 1
  const parts = table.columns.filter(
    (column) => column !== day && wordsOf(column.name).some((word) => PARTS.test(word)),
  )
  const isNamed = wordsOf(table.name).some((word) => CALENDAR.test(word))
  const isCalendar = isNamed || parts.length >= FEWEST_PARTS
  const isOfDays = isCalendar || (day === table.columns[0] && onlyDay(table) === day && saysDay(day))
  return table.rows >= span * LEAST_DAYS && isOfDays ? { table, day, isCalendar } : null
}
const isDay = ({ type }: KeyColumn): boolean => /^(DATE|TIMESTAMP)/.test(type)
const saysDay = ({ name }: KeyColumn): boolean => /^(dates?|days?)$/.test(wordsOf(name).at(-1) ?? '')
const onlyDay = ({ columns }: KeyTable): KeyColumn | null => {
  const [day, other] = columns.filter(isDay)
  return other ? null : (day ?? null)
}

/** From the dates of tables to the days of calendars, and from the only date to a table of what there was each day, where one of both is fresh and they overlap. */
export function calendarPairs(tables: KeyTable[], fresh: ReadonlySet<string>): RelationCandidate[] {
  const calendars = tables.flatMap((table) => dailyOf(table) ?? [])
  const isDaily = new Set(calendars.map(({ table }) => table.id))
  return calendars
    .flatMap(({ table: to, day, isCalendar }) =>
      tables
        .filter(({ id }) => !isDaily.has(id) && (fresh.has(id) || fresh.has(to.id)))
        .flatMap((from) =>
          from.columns
            .filter(
              (column) =>
                isDay(column) &&
                (isCalendar || (onlyDay(from) === column && saysDay(column))) &&
                (column.min ?? '') <= day.max! &&
                (column.max ?? '') >= day.min!,
            )
            .map(({ name }) => ({ from, fromColumn: name, to, toColumn: day.name, least: LEAST_MATCH })),
        ),
    )
    .slice(0, MOST_COLUMNS)
}
