import type { Condition, Fn, Form, Key, Operator, Output, Shown } from '../form.ts'

const WORDS: [Operator, string][] = [
  ['>', 'GT after above over'],
  ['<', 'LT before below under'],
  ['>=', 'GE since'],
  ['<=', 'LE'],
  ['=', 'EQ ='],
]
/** Word of the line -> how it compares. */
export const OPERATORS = new Map(
  WORDS.flatMap(([operator, words]) => words.split(' ').map((word) => [word, operator] as const)),
)
export const FNS = new Map<string, Fn>([
  ['AVG', 'avg'],
  ['SUM', 'sum'],
  ['MEDIAN', 'median'],
  ['MOST', 'max'],
  ['LEAST', 'min'],
  ['COUNT', 'count'],
])

export type Pieces = {
  where: Condition[]
  group: Key[]
  outputs: Output[]
  tables: string[]
  shown: Shown
  /** An aggregate without a column: "what about the average?" */
  fn: Fn | null
  ranked: { by: Output; descending: boolean; limit: number; key?: Key } | null
  order: Form['order']
  limit: number | null
  descending: boolean | null
  used: boolean
}
