import type { Column } from './schema.ts'

/** Of the year: those of all years together. */
export type Grain =
  | 'day'
  | 'week'
  | 'month'
  | 'quarter'
  | 'year'
  | 'weekday'
  | 'hour'
  | 'month of the year'
  | 'quarter of the year'
/** A column, or the product of columns (quantity times unit price). */
export type Expression = {
  columns: Column[]
  /** The product of these columns is taken off: cost off revenue, quantity times cost off quantity times price. */
  less?: Column[]
  /** Their sum is divided by that of these columns: price per carat. */
  over?: Column[]
  /** So many times that: murders per 100,000 people. */
  times?: number
  /** What the question called it: "revenue". */
  spoken?: string
  /** Not their product but the whole days from the second column to the first. */
  days?: boolean
}
export type Fn = 'count' | 'sum' | 'avg' | 'min' | 'max' | 'median' | 'stddev_samp' | 'corr'

/** `corr` is of the first two columns. `of` null counts rows of `table`, else adds it up; with `per` for each different value of that column, on average: `each`
 * names what it stands for, and `grain` makes it a period; of a rate with a `whole`, `each` names the rate. `where` counts or adds up only these rows. `at`: the time
 * that its groups are of, where figures beside it are of another; `said`: what it is called then. */
export type Measure = {
  fn: Fn
  table: string
  of: Expression | null
  distinct?: boolean
  where?: Condition[]
  /** The same figure of these rows is taken off. */
  minus?: Condition[]
  /** Rows that a rate is of, where these are not all of the group. */
  whole?: Condition[]
  /** A median that is to be another part of the values than half. */
  part?: number
  per?: Column
  each?: string
  grain?: Grain
  at?: Column
  said?: string
}
export type Key = { column: Column; grain?: Grain }
/** How a measure is shown: itself, its percentage of the whole, its running total, its change to the period
 * before, or profit as a percentage of revenue. */
export type Shown = 'value' | 'share' | 'running' | 'change' | 'rate' | 'margin'
export type Output = { key: Key } | { measure: Measure; shown: Shown }

export type Operator = '=' | '<>' | '<' | '<=' | '>' | '>='
type Tally = { operator: Operator; value: number }
/** The same figure of all rows, or the average of those of all groups. */
export type Overall = 'all' | 'groups'
type Having = { measure: Measure; operator: Operator; value: number | Overall }
export type Condition =
  | { kind: 'compare'; column: Column; operator: Operator; value: string | number | boolean }
  | { kind: 'in'; column: Column; values: (string | number)[]; not: boolean }
  | { kind: 'between'; column: Column; low: number; high: number; not: boolean }
  | { kind: 'period'; column: Column; from: string | null; to: string | null; label: string; not?: boolean }
  | { kind: 'contains'; column: Column; text: string; where: 'start' | 'end' | 'any'; not: boolean }
  | { kind: 'null'; column: Column; not: boolean }
  /** One column of a row against another of the same row: more wine than beer. */
  | { kind: 'columns'; column: Column; operator: Operator; other: Column }
  /** More or less than the average, or than the largest or smallest value, of all rows that meet `where`, or of those with the same value of `within`; with `by` of the row whose `within` is that. */
  | {
      kind: 'average'
      column: Column
      operator: Operator
      fn?: 'max' | 'min'
      where?: Condition[]
      within?: Column
      by?: Column
    }
  /** The column has its largest, smallest, commonest or rarest value, of all rows that meet `where`. */
  | { kind: 'extreme'; column: Column; fn: 'max' | 'min' | 'common' | 'rare'; where: Condition[] }
  /** Rows of `table` that belong to the row: some, none, or a number of them; `where` narrows them. */
  | { kind: 'related'; table: string; not: boolean; where: Condition[]; count?: Tally }
  /** The column's value is (not) among its values in rows that meet `where`: both … and …, never; `having`: of which together a figure is so large; `key`: it is among the values of this column of its table instead. */
  | { kind: 'among'; column: Column; key?: Column; where: Condition[]; not: boolean; having?: Having }
  /** The column's value is one of the first that another query ranks. */
  | { kind: 'first'; column: Column; of: Form }
  | { kind: 'any'; parts: Condition[] }

type Order = { by: Output; descending: boolean }

/** A question as a query, before any dialect. `base` is the table whose rows the question is about. */
export type Form = {
  base: string
  outputs: Output[]
  /** Every column of `base`. */
  everything: boolean
  distinct: boolean
  where: Condition[]
  group: Key[]
  having: Having[]
  order: Order[]
  limit: number | null
  /** So many rows are left out before these: one for the second largest. */
  skip?: number
  /** The whole is asked for beside its parts: "how much did we refund, and for which reasons". */
  total?: boolean
  /** Keep this many rows of each group of the first key. */
  limitPerGroup: number | null
  /** Tables that are joined though nothing is shown of them: rows without a partner there are left out. */
  joined?: string[]
  /** The key by which two tables are joined that several keys connect. */
  by?: Column
}

export const emptyForm = (base: string): Form => ({
  base,
  outputs: [],
  everything: false,
  distinct: false,
  where: [],
  group: [],
  having: [],
  order: [],
  limit: null,
  limitPerGroup: null,
})

export const factorsOf = (of: Expression): Column[] => [...of.columns, ...(of.less ?? []), ...(of.over ?? [])]

export const isMeasure = (output: Output): output is { measure: Measure; shown: Shown } => 'measure' in output
export const keysOf = (form: Form) => form.outputs.flatMap((output) => ('key' in output ? [output.key] : []))

/** A query with what it shows and is ordered by put otherwise. */
export const withOutputs = (form: Form, put: (one: Output) => Output): Form => ({
  ...form,
  outputs: form.outputs.map(put),
  order: form.order.map((one) => ({ ...one, by: put(one.by) })),
})

/** A query with each of its measures put otherwise, and what groups are bounded by. */
export const withMeasures = (form: Form, put: (measure: Measure) => Measure): Form => ({
  ...withOutputs(form, (one) => (isMeasure(one) ? { ...one, measure: put(one.measure) } : one)),
  having: form.having.map((one) => ({ ...one, measure: put(one.measure) })),
})

/** A query with each of its keys put otherwise, wherever it stands. */
export const withKeys = (form: Form, put: (key: Key) => Key): Form => ({
  ...withOutputs(form, (one) => ('key' in one ? { key: put(one.key) } : one)),
  group: form.group.map(put),
})

export const sameKey = (a: Key, b: Key) => a.column === b.column && a.grain === b.grain

/** Whether groups are meant that have no such row: products of a list of sales. */
export const lacksGroups = (condition: Condition): condition is Extract<Condition, { kind: 'among' }> & { not: true } =>
  condition.kind === 'among' && condition.not && !condition.column.unique

/** Columns that a condition reads in the row itself; rows of related tables are looked at by their own query. */
export function columnsOf(condition: Condition): Column[] {
  switch (condition.kind) {
    case 'related':
      return []
    case 'any':
      return condition.parts.flatMap(columnsOf)
    case 'columns':
      return [condition.column, condition.other]
    case 'average':
      return [
        condition.column,
        ...(condition.within ? [condition.within] : []),
        ...(condition.by ? [condition.by] : []),
      ]
    default:
      return [condition.column]
  }
}
