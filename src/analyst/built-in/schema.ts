import type { ColumnFacts } from '../rules/tools.ts'

export type Column = {
  table: string
  name: string
  type: string
  role: ColumnFacts['role']
  aggregation?: ColumnFacts['aggregation']
  /** What its values are in the world: country, state. */
  kind?: string
  /** What its numbers count, as the catalog knows it: s, km, EUR. */
  unit?: string
  /** A person said what its role is, whatever its name is like. */
  isSaid?: boolean
  distinct: number
  nulls: number
  min: string | null
  max: string | null
  /** Values that the catalog shows: the most frequent and a few samples. */
  values: string[]
  /** What stands between the items where each value is a list of them: genres, tags, ingredients. */
  separator?: string
  /** Stemmed words of the name, and the same without the words of its table. */
  words: string[]
  short: string[]
  /** The same in English, where the name is of another language. */
  english: string[] | null
  numeric: boolean
  temporal: boolean
  /** Unique and complete: a key of its table. */
  unique: boolean
  /** Money that went out, which the table has below zero: it is read without the minus. */
  isOutflow?: true
  /** Sign of the currency of the workspace, where the column is money and says no currency itself. */
  currency?: string
  /** How the column is worked out where no table has it. */
  made?: DerivedColumn
}

export type Table = {
  name: string
  rows: number
  words: string[]
  english: string[] | null
  columns: Column[]
  key: Column | null
}

/**
 * A join: many rows of `from` point to one row of `to`, or to several where it `multiplies`. `by`: the SQL of both sides where the keys are
 * written differently. `isLoose`: found by what the columns hold, not by a key.
 */
export type Edge = {
  from: Column
  to: Column
  rate: number
  by?: { from: string; to: string }
  isLoose?: boolean
  multiplies?: boolean
}

export type Schema = { tables: Table[]; edges: Edge[] }

export type Length = 'week' | 'month' | 'quarter' | 'year'
export const isLength = (grain: string | undefined): grain is Length =>
  /^(?:week|month|quarter|year)$/.test(grain ?? '')
/** How a number is cut into ranges: at these edges, or into steps of one width, which the engine chooses where it is null. */
export type Cut = { edges: number[] } | { width: number | null }

/** A time, and the column that tells when rows began: a row stands then that began before `to` and did not end before `from`. `said`: in the words of the question. */
export type Moment = { since: Column; from: string; to: string; said: string }

/** How a column is worked out of others of its table, for each row. */
export type DerivedColumn =
  /** "Weekend" or "Weekday". */
  | { kind: 'weekend'; time: Column }
  /** Which weekday it was, or which month or quarter of whatever year: "Monday", "December", "Q4". */
  | { kind: 'calendar'; time: Column; part: 'weekday' | 'month of the year' | 'quarter of the year' }
  /** The hour of its day, 0 to 23. */
  | { kind: 'hour'; time: Column }
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
  /** Whether the time of an end has come: `before` where there is none, else `after`. */
  | { kind: 'state'; of: Column; before: string; after: string; at?: Moment }
  /** Whether a row was done by the day by which it was to be: "late", "on time", of which some are "early"; null where it is not done. */
  | { kind: 'late'; time: Column; due: Column }
  /** What goes out, or comes in, of amounts of both signs, without its sign. */
  | { kind: 'flow'; of: Column; isOut: boolean }
  /** The year with which the ten years of a time begin. */
  | { kind: 'decade'; of: Column }
  /** Years from the year, or day, that the row has until a day. */
  | { kind: 'age'; of: Column; at: string }
  /** Years from when somebody came until they left, or until a day where they have not. */
  | { kind: 'tenure'; of: Column; until: Column; at: string }
  /** From one time of the row to a later one: in days, or in years where times are numbers of years. */
  | { kind: 'span'; time: Column; since: Column }
  /** Two figures of the row added up, the second taken off the first, or one times the other. */
  | { kind: 'both'; of: Column; and: Column; by: '+' | '-' | '*' }
  /** A figure in another unit than it is kept in: `by` times as many. `unit`: the word for it, "hours". */
  | { kind: 'scaled'; of: Column; by: number; unit: string }
  /** A price less a discount of so many of `whole`: 100 where it is in percent. */
  | { kind: 'reduced'; of: Column; by: Column; whole: 1 | 100 }
  /** For each row the beginnings of all lengths at whose end it was there, up to the last time that is known. */
  | { kind: 'standing'; since: Column; time: Column; length: Length }
  /** How many rows of another table belong to the row, or what `of` comes to in them: `by` points to it, with its column `to`. */
  | { kind: 'tally'; by: Column; to: Column; of?: Column }
  /** Whether a figure passes another: "over" or "within", which may be "under" or "reached". */
  | { kind: 'against'; of: Column; limit: Column }

export type Flow = Extract<DerivedColumn, { kind: 'flow' }>

/** As "€12"; "#12" is a name. */
const WRITTEN_NUMBER = /^[-+]?[^\w#]?\d[\d.,\s]*%?$/

/** Whether the values of a column can be compared by size: numbers and times, and texts that are all written as numbers. */
export const hasSize = (column: Column): boolean =>
  column.numeric ||
  column.temporal ||
  (column.values.length > 0 && column.values.every((value) => WRITTEN_NUMBER.test(value)))

export const tableOf = (schema: Schema, name: string) => schema.tables.find((table) => table.name === name)!

/** Whether a column is a reference or a key: counted, never added up. */
export const isId = (column: Column) =>
  column.role === 'id' ||
  column.role === 'code' ||
  (column.isSaid ? column.numeric && column.role !== 'measure' : /^(id|code|key|uuid)$/.test(column.words.at(-1) ?? ''))

/** Words for places, by the kind of the columns that have them. */
export const PLACES = { country: /^(?:countr|nation$)/, state: /^(?:state$|provinc)/ }
/** What places a column has, where its values say so and its name does not: states of `jurisdiction`. */
export const placesOf = ({ kind, words }: Column): keyof typeof PLACES | null =>
  (kind === 'country' || kind === 'state') && !words.some((word) => PLACES[kind].test(word)) ? kind : null

/** The column that names a row to people: "name", "title", first and last name together. */
export function nameColumns(table: Table): Column[] {
  const by = (test: (column: Column) => boolean) => table.columns.filter((column) => !column.numeric && test(column))
  const exact = by((column) => /^(name|title|fullname)$/.test(column.short.join('')))
  if (exact[0]) return [exact[0]]
  const parts = by((column) => /^(first|last)name$|^[fl]name$|^(sur|fore)name$/.test(column.short.join('')))
  if (parts.length > 1) return parts.slice(0, 2)
  const loose = by((column) => column.words.includes('name') || column.words.includes('title'))
  if (loose[0]) return [loose[0]]
  const label = by(
    (column) => /^(?:label|description|caption|designation|term)$/.test(column.short.join('')) && column.unique,
  )
  if (label[0]) return label.slice(0, 1)
  return by((column) => column.words.join() === table.words.join()).slice(0, 1)
}

/** What rows without a name are known by: nobody knows a branch by its number who may know it by its town. */
export const tellingColumn = ({ columns, key }: Table): Column | null =>
  key && isId(key)
    ? (columns.find((one) => one !== key && one.unique && !one.numeric && !one.temporal && !isId(one)) ?? null)
    : null

/** What rows of a table are called by: names, what tells them apart, or their key; none where nothing does. */
export function callingColumns(table: Table): Column[] {
  const names = nameColumns(table)
  const one = tellingColumn(table) ?? table.key
  return names.length > 0 || !one ? names : [one]
}

/** The columns of all tables. */
export const columnsIn = ({ tables }: Pick<Schema, 'tables'>): Column[] => tables.flatMap(({ columns }) => columns)

/** Whether a time is that of a birth: what a row is about is older than the row. */
export const isBirth = ({ words }: Pick<Column, 'words'>): boolean =>
  words.some((word) => /^(?:birth|born$|dob$)/.test(word))

/** Dates by which something is to be, by their names. */
const DEADLINE =
  /^(?:due|deadline|planned|plan|promised|expected|scheduled|target|estimated|agreed|required|req|requested|eta)$/
export const isDeadline = ({ temporal, words, made }: Column): boolean =>
  temporal && !made && words.some((word) => DEADLINE.test(word))

/** Whether a time comes after what happened, or has little to do with it. */
export const isLate = (column: Column): boolean =>
  isBirth(column) ||
  isDeadline(column) ||
  column.words.some((word) => /^(?:updat|modif|end$|ended$|ending$|ship|deliver)/.test(word))

/** Since when people and things are there, which is no event of the day. */
export const isSince = ({ words }: Column): boolean =>
  words.some((word) =>
    /^(?:birth|born$|dob$|join|since$|sign|regist|hire|found|establish|built$|customer$|member$)/.test(word),
  )

/** What says of a time that rows are written down at it. */
const BEGUN = /^(?:creat|order|place[d]?$|book|issue|submit|open|report|start)/

/** The column that dates a row: the one that the question's "when" means. */
export function timeColumn(table: Pick<Table, 'columns' | 'words'>): Column | null {
  // A time of day dates nothing.
  const times = table.columns.filter((column) => column.temporal && column.type !== 'TIME')
  const score = (column: Column) =>
    (column.words.some((word) => table.words.includes(word)) ? -2 : 0) +
    (/date|time|created|at$/.test(column.name.toLowerCase()) ? -1 : 0) +
    (column.words.some((word) => BEGUN.test(word)) ? -0.5 : 0) +
    (isLate(column) ? 2 : 0)
  return times.toSorted((a, b) => score(a) - score(b))[0] ?? null
}

/** The number beside a month's name in the same row, by which months come in the order of the year. */
export function monthNumber(schema: Schema, { table, numeric, temporal, words }: Column): Column | null {
  if (numeric || temporal || words.at(-1) !== 'month') return null
  const isNumber = (one: Column) =>
    one.numeric && one.words[0] === 'month' && /^(?:number|num|no|nr|index)$/.test(one.words.at(-1)!)
  return tableOf(schema, table).columns.find(isNumber) ?? null
}

/** Whether rows are things that others refer to and that refer to nothing themselves: products, and not their orders. */
export const isOfThings = (name: string, { edges }: Pick<Schema, 'edges'>): boolean =>
  edges.some(({ to }) => to.table === name) && !edges.some(({ from }) => from.table === name)

/** What happens most here: the events that others belong to, which have a date. */
export function eventTable({ tables, edges }: Schema): Table | null {
  const dated = tables.filter((table) => timeColumn(table) && edges.some((edge) => edge.from.table === table.name))
  const weight = (table: Table) => edges.filter((edge) => edge.to.table === table.name).length
  const isOfThings = (table: Table) => Number(isSince(timeColumn(table)!))
  return dated.toSorted((a, b) => isOfThings(a) - isOfThings(b) || weight(b) - weight(a) || b.rows - a.rows)[0] ?? null
}

/** The key that keeps rows apart which share a name that they are grouped by; null where they share none, or the key is a group as well. */
export function keyBeside(schema: Schema, group: { column: Column }[], name: Column): Column | null {
  const { key } = tableOf(schema, name.table)
  return key && !name.unique && !group.some(({ column }) => column === key) ? key : null
}
