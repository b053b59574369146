import { z } from 'zod'
import { choice, sortBy } from '#base/choice.ts'
import type { SortColumn } from '#db/sorted.ts'
import { type ListQuery, listAddress } from '#ui/rules/list-address.ts'

export { choice, type ListQuery as Shown, listAddress as shownAddress }

/** A column of a list: its place on the page, in the CSV file, among the orders and on the command line. */
type Column<T> = {
  /** Its value; left out: what the item has under the column's name. */
  of?: (item: T) => unknown
  /** Head on the page. */
  title?: string
  /** Name of the order by this column; `created` is the usual one of every list. */
  sort?: string
  /** Numbers stand on the right and are ordered from the greatest; `money` is in minor units of the item's currency. @default text */
  type?: 'count' | 'moment' | 'money'
  labels?: Readonly<Record<string, string>>
  /** The command line does not cut it; its first column never is. */
  whole?: true
  /** False: the file does not have it. `major`: amounts of the file are not in minor units, and its head names the currency. */
  csv?: false | 'major'
}
/** A filter of a list: a parameter of the API, a field of the page's form and an option of the command line. */
export type Filter<Type extends z.ZodType = z.ZodType> = {
  type: Type
  /** Left out: the page keeps it when it is in the address, but does not ask for it. */
  label?: string
  placeholder?: string
  /** A field that takes a day. */
  day?: true
  /** A field of a few choices, value to what people read. `all` stands for none of them. */
  options?: Readonly<Record<string, string>>
  all?: string
  /** Name of the value and what the filter is, in the help of the command line. */
  option: readonly [value: string, about: string]
  /** The only values that the command line takes. */
  choices?: readonly string[]
}

export type ColumnsOf<T> = Readonly<Record<string, Column<T>>>
type Filters = Readonly<Record<string, Filter>>
type FilterTypes<F extends Filters> = { [Name in keyof F]: F[Name]['type'] }
type SortOf<C> = Exclude<{ [Name in keyof C]: C[Name] extends { sort: infer S } ? S : never }[keyof C], 'created'>

export type List<Item extends z.ZodType = z.ZodType, F extends Filters = Filters, C = ColumnsOf<z.infer<Item>>> = {
  /** Name of its CSV file. */
  name: string
  item: Item
  filters: F
  /** In the order of the CSV file. */
  columns: C
  /** The columns of the command line by their heads; a moment is a day there unless the head names UTC. */
  cli: Readonly<Record<string, keyof C & string>>
  query: z.ZodObject<FilterTypes<F> & { sort: ReturnType<typeof sortBy<SortOf<C> & string>> }>
}
export type AnyList = {
  name: string
  item: z.ZodType
  filters: Filters
  columns: ColumnsOf<never>
  cli: Readonly<Record<string, string>>
  query: z.ZodObject
}
export type ItemOf<L extends AnyList> = z.infer<L['item']>
export type FilterOf<L extends AnyList> = z.infer<L['query']>
/** What each order of a list goes by; the usual one goes by the ids unless it is among them. */
export type Sorts<L extends AnyList> = Record<SortOf<L['columns']> & string, SortColumn> & { created?: SortColumn }

export function listOf<Item extends z.ZodType, F extends Filters, const C extends ColumnsOf<z.infer<Item>>>(
  item: Item,
  about: Omit<List<Item, F, C>, 'item' | 'query'>,
): List<Item, F, C> {
  const orders = Object.values(about.columns).flatMap(({ sort }) => (sort && sort !== 'created' ? [sort] : []))
  const types = Object.entries(about.filters).map(([name, { type }]) => [name, type])
  const query = z.object({ ...Object.fromEntries(types), sort: sortBy(...orders) })
  return { ...about, item, query: query as unknown as List<Item, F, C>['query'] }
}

/** Columns that are just what the item has under their names. */
export const plain = <const Names extends string[]>(...names: Names) =>
  Object.fromEntries(names.map((name) => [name, {}])) as Record<Names[number], object>

/** Text of a search field; blanks around it do not count, and none is no search. */
export const searchText = z
  .string()
  .trim()
  .max(200)
  .optional()
  .transform((text) => text || undefined)

/** The search field of a list. @param about what the command line says of it */
export const search = (label: string, placeholder: string, about: string) =>
  ({ type: searchText, label, placeholder, option: ['<text>', about] }) satisfies Filter

type Asked = Omit<Filter, 'type'>
export const typed = <A extends Asked>(about: A) => ({ type: searchText, ...about })
/** A filter of a few values with what people read of each. */
export const oneOf = <const O extends Record<string, string>>(options: O, about: Omit<Asked, 'options'>) => {
  const values = Object.keys(options) as [keyof O & string, ...(keyof O & string)[]]
  return { type: choice(values), options, choices: values, ...about }
}
export const YES_NO = { yes: 'Yes', no: 'No' } as const

/** A day or a moment (UTC), as `2026-11-21` or ISO 8601. Empty is none, as forms send it. Databases know no year 0, and dates no 10000. */
export const bound = z
  .union(
    [z.literal(''), z.iso.date(), z.iso.datetime()],
    'Write a day as 2026-11-21, or a moment as 2026-11-21T20:00:00Z.',
  )
  .refine((text) => !/^(0|9999)/.test(text), 'Write a day as 2026-11-21.')
  .optional()
  .transform((text) => text || undefined)

export const SPAN = {
  from: {
    type: bound,
    label: 'From (UTC)',
    day: true,
    option: ['<time>', 'a day, or a moment as 2026-11-21T20:00:00Z'],
  },
  to: { type: bound, label: 'To (UTC)', day: true, option: ['<time>', 'the same, including that day'] },
} as const satisfies Filters

const DAY = 86_400_000

/** From `from` (a day: its beginning) up to `to` (a day: its end). Null where a side is open. */
export const spanOf = (shown: { from?: string | undefined; to?: string | undefined }) => ({
  from: shown.from ? new Date(shown.from) : null,
  to: shown.to ? new Date(Date.parse(shown.to) + (shown.to.length === 10 ? DAY : 0)) : null,
})

/**
 * A schema of filters for a page: whatever is wrong with a filter counts as none, since an old link should lead somewhere. The API takes
 * the schema itself.
 */
export const leniently = <T extends z.ZodRawShape>(schema: z.ZodObject<T>): z.ZodObject<T> =>
  z.object(
    Object.fromEntries(
      Object.entries(schema.shape).map(([name, type]) => [name, (type as z.ZodType).catch(undefined)]),
    ) as unknown as T,
  )

export const csvAddress = (api: string, shown: ListQuery): string => listAddress(api, { ...shown, format: 'csv' })

/** The texts of a parsed query, to be shown by. */
export const shownOf = (query: Record<string, unknown>): ListQuery =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
  )

export const columnsOf = <L extends AnyList>(list: L) => list.columns as ColumnsOf<ItemOf<L>>

export const columnValue = <T>(columns: ColumnsOf<T>, name: string, item: T): unknown =>
  columns[name]?.of ? columns[name].of(item) : (item as Record<string, unknown>)[name]

type CsvValue = string | number | null
const csvValue = (value: unknown): CsvValue => {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.join(' ')
  return typeof value === 'object' ? JSON.stringify(value) : (value as string | number)
}

/** The names of the columns of a list's file, and an item as a line of it. @param currency the only one that is in the file, if so */
export function csvOfList<T>(columns: ColumnsOf<T>, currency?: string) {
  const unit = currency ?? 'currency of the line'
  const inFile = Object.entries(columns).flatMap(([name, { csv }]) =>
    csv === false ? [] : [{ name, head: csv === 'major' ? `${name} (${unit})` : name, isMajor: csv === 'major' }],
  )
  return {
    columns: inFile.map(({ head }) => head),
    line: (item: T): Record<string, CsvValue> =>
      Object.fromEntries(
        inFile.map(({ name, head, isMajor }) => {
          const value = csvValue(columnValue(columns, name, item))
          return [head, isMajor && typeof value === 'number' ? value / 100 : value]
        }),
      ),
  }
}
