import type { ColumnRole } from '#catalog/rules/answers.ts'

/** What a value is to people. `date`, `timestamp` and `time` are ISO texts; `month` is YYYY-MM. */
export type Kind = 'integer' | 'decimal' | 'text' | 'date' | 'month' | 'timestamp' | 'time' | 'flag'
export type Value = string | number | boolean | null

/**
 * A column as it was meant. `names`: what it may be called, the first as it is usually written; `written`: the values as the file has
 * them; `types`: kinds of types that are right for it; `factor`: of a per cent, whose value may be told as a part of 1.
 */
export type Column = {
  names: string[]
  kind: Kind
  roles: ColumnRole[]
  values: Value[]
  written: string[]
  types?: TypeKind[]
  factor?: number
}

/** A table as it was meant. `spare`: columns beside these that a reader may give it. */
export type Truth = { columns: Column[]; spare?: RegExp }

/** The kinds of types that engines have, whatever they call them. */
export type TypeKind = 'integer' | 'decimal' | 'text' | 'date' | 'timestamp' | 'time' | 'boolean' | 'other'

/** Types that are right for a kind of value. A month is a date as well, yes and no are true and false as well. */
export const TYPES: Record<Kind, TypeKind[]> = {
  integer: ['integer'],
  decimal: ['decimal'],
  text: ['text'],
  date: ['date'],
  month: ['date', 'text'],
  timestamp: ['timestamp'],
  time: ['time'],
  flag: ['boolean', 'text'],
}

const ROLES: Record<Kind, ColumnRole[]> = {
  integer: ['measure'],
  decimal: ['measure'],
  text: ['dimension', 'text'],
  date: ['time'],
  month: ['time'],
  timestamp: ['time'],
  time: ['time'],
  flag: ['flag'],
}

/** The values of a column: a list, or so many rows and what each has. */
export type Values = Value[] | [count: number, of: (row: number) => Value]
const isMade = (values: Values): values is [number, (row: number) => Value] => typeof values[1] === 'function'

/** A column of these values. @param more what differs from the usual of its kind */
export function column(
  name: string | string[],
  kind: Kind,
  given: Values,
  more: { roles?: ColumnRole[]; write?: (value: Value, row: number) => string } & Pick<Column, 'types' | 'factor'> = {},
): Column {
  const { write = plain, roles = ROLES[kind], ...rest } = more
  const values = isMade(given) ? rows(...given) : given
  return { names: [name].flat(), kind, roles, values, written: values.map(write), ...rest }
}

/** A value as most programs write it. */
export const plain = (value: Value): string => (value === null ? '' : String(value))

/** The same column with its values written in another way. */
export const writtenAs = (
  of: Column,
  write: (value: Value, row: number) => string,
  more: Partial<Column> = {},
): Column => ({
  ...of,
  written: of.values.map(write),
  ...more,
})

/** A whole number from `least` to `most` that depends on the two others only. */
export function whole(row: number, purpose: number, least: number, most: number): number {
  const mixed = Bun.hash.wyhash(`${row}/${purpose}`, 5n) % BigInt(most - least + 1)
  return least + Number(mixed)
}
/** A number with exactly so many digits behind its point: its last digit is never 0. */
export const part = (row: number, purpose: number, least: number, most: number, digits: number): number =>
  (whole(row, purpose, least * 10 ** (digits - 1), most * 10 ** (digits - 1)) * 10 + 1 + (row % 9)) / 10 ** digits
const oneOf = <T>(list: T[], row: number, purpose: number): T => list[whole(row, purpose, 0, list.length - 1)]!
export const rows = <T>(count: number, value: (row: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => value(at))
const two = (number: number) => String(number).padStart(2, '0')
/** The day so many days after the first of 2023. */
export const day = (days: number): string => new Date(Date.UTC(2023, 0, 1 + days)).toISOString().slice(0, 10)

/** Base tables: what ugly files are made of. Each is small, and has the same rows in every run. */

export const orders = (count = 24): Column[] => [
  column('order_id', 'integer', [count, (row) => 1001 + row], { roles: ['id'] }),
  column('customer', 'text', [
    count,
    (row) => oneOf(['Asha Rao', 'Ben Ito', 'Carla Díaz', 'Dev Nair', 'Emil Groß'], row, 1),
  ]),
  column('ordered_on', 'date', [count, (row) => day(row * 11 + whole(row, 2, 0, 9))]),
  column('quantity', 'integer', [count, (row) => whole(row, 3, 1, 40)]),
  column('amount', 'decimal', [count, (row) => part(row, 4, 1000, 987_654, 2)]),
  column('region', 'text', [count, (row) => oneOf(['North', 'South', 'East', 'West'], row, 5)], {
    roles: ['dimension'],
  }),
]

export const staff = (count = 18): Column[] => [
  column('employee no', 'text', [count, (row) => `E-${String(whole(row, 6, 1, 99) + row * 100).padStart(5, '0')}`], {
    roles: ['id'],
  }),
  column('name', 'text', [count, (row) => `${oneOf(['Zoë', 'Łukasz', 'Ann', 'José', 'Müller'], row, 7)} ${row + 1}`]),
  column('department', 'text', [count, (row) => oneOf(['Sales', 'Support', 'Research'], row, 8)], {
    roles: ['dimension'],
  }),
  column('hired', 'date', [count, (row) => day(row * 37 - 2000)]),
  column('salary', 'integer', [count, (row) => whole(row, 9, 30_000, 99_000)]),
  column('score', 'decimal', [count, (row) => part(row, 10, 1, 4, 3)]),
]

export const readings = (count = 30): Column[] => [
  column('station', 'text', [count, (row) => oneOf(['Ny-Ålesund', 'Pune', 'Quito'], row, 11)], {
    roles: ['dimension'],
  }),
  column('measured_at', 'timestamp', [
    count,
    (row) => `${day(row)} ${two(whole(row, 12, 0, 23))}:${two(whole(row, 13, 0, 59))}:${two(whole(row, 14, 0, 59))}`,
  ]),
  column('temperature', 'decimal', [count, (row) => part(row, 15, -30, 39, 2)]),
  column('humidity', 'integer', [count, (row) => whole(row, 16, 10, 99)]),
  column('pressure', 'decimal', [count, (row) => part(row, 17, 950, 1040, 1)]),
]

export const places = (count = 16): Column[] => [
  column('city', 'text', [count, (row) => `${oneOf(['Boston', 'Newark', 'Hoboken', 'Salem'], row, 18)} ${row}`]),
  column('postcode', 'text', [count, (row) => String(whole(row, 19, 1001, 9899)).padStart(5, '0')], {
    roles: ['dimension', 'id', 'text'],
  }),
  column('latitude', 'decimal', [count, (row) => part(row, 20, 40, 42, 4)], { roles: ['dimension'] }),
  column('longitude', 'decimal', [count, (row) => -part(row, 21, 70, 73, 4)], { roles: ['dimension'] }),
  column('population', 'integer', [count, (row) => whole(row, 22, 900, 900_000)]),
]

export const products = (count = 20): Column[] => [
  column('sku', 'text', [count, (row) => `${oneOf(['AX', 'BT', 'CZ'], row, 23)}${100 + row}`], {
    roles: ['id', 'dimension'],
  }),
  column('title', 'text', [count, (row) => `${oneOf(['Lamp', 'Chair', 'Desk', 'Shelf'], row, 24)} no. ${row + 1}`]),
  column('price', 'decimal', [count, (row) => part(row, 25, 4, 9_999, 2)]),
  column('stock', 'integer', [count, (row) => whole(row, 26, 0, 900)]),
]

export const survey = (count = 14): Column[] => [
  column('respondent_id', 'integer', [count, (row) => row + 1], { roles: ['id'] }),
  column('age', 'integer', [count, (row) => whole(row, 27, 18, 88)]),
  column('comment', 'text', [
    count,
    (row) => `${oneOf(['Fine', 'Too slow', 'Great value', 'Would buy again'], row, 28)} (${row + 1})`,
  ]),
  column('rating', 'integer', [count, (row) => whole(row, 29, 1, 9)]),
]

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A wide table: one column a period. @param names of the periods */
export const wide = (names: string[] = MONTHS, count = 10): Column[] => [
  column('product', 'text', [count, (row) => `Tea no. ${row + 1}`]),
  ...names.map((name, at) => column(name, 'integer', [count, (row) => whole(row, 40 + at, 12, 9_800)])),
]

/** Columns with one of them, or several, in another way. */
export const changed = (columns: Column[], changes: Record<string, (column: Column) => Column>): Column[] =>
  columns.map((one) => changes[one.names[0]!]?.(one) ?? one)

/** Columns with other names. */
export const called = (columns: Column[], names: (string | string[])[]): Column[] =>
  columns.map((one, at) => ({ ...one, names: [names[at] ?? one.names].flat() }))

/** Every row of one table below those of another with the same columns. */
export const stacked = (tables: Column[][]): Column[] =>
  tables[0]!.map((first, at) => ({
    ...first,
    values: tables.flatMap((table) => table[at]!.values),
    written: tables.flatMap((table) => table[at]!.written),
  }))
