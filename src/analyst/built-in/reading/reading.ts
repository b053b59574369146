import type { Condition, Fn, Form, Key, Operator, Output, Shown } from '../form.ts'

export const OPERATORS = new Map<string, Operator>([
  ['GT', '>'],
  ['LT', '<'],
  ['GE', '>='],
  ['LE', '<='],
  ['EQ', '='],
  ['=', '='],
])
export const FNS = new Map<string, Fn>([
  ['AVG', 'avg'],
  ['SUM', 'sum'],
  ['MEDIAN', 'median'],
  ['MOST', 'max'],
  ['LEAST', 'min'],
  ['COUNT', 'count'],
])

/** What a question asks: the form and everything that a person should be told about how it was read. */
export type Reading = {
  form: Form
  /** Assumptions in whole sentences. */
  assumptions: string[]
  /** Tags that were understood; words outside them are judged by the scorer. */
  used: Set<string>
  /** Weakest link of a name that the query depends on, 0 to 1. */
  weakest: number
}

/** What a follow-up says. */
export type Pieces = {
  where: Condition[]
  group: Key[]
  outputs: Output[]
  /** Tables it names without a column. */
  tables: string[]
  shown: Shown
  /** An aggregate without a column: "what about the average?" */
  fn: Fn | null
  ranked: { by: Output; descending: boolean; limit: number; key?: Key } | null
  order: Form['order']
  limit: number | null
  descending: boolean | null
  /** Whether anything was understood. */
  used: boolean
}
