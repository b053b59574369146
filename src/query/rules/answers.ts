import { z } from 'zod'
import { count, moment } from '#base/answer.ts'
import { leftOut } from '#catalog/rules/left-out.ts'
import { CHART_MAPS } from './chart-kinds.ts'

/** A column of a result; `type` is the engine's name: BIGINT, DECIMAL(12,2), VARCHAR, DATE, TIMESTAMP … */
const resultColumn = z.object({ name: z.string(), type: z.string().describe('BIGINT, DECIMAL(12,2), DATE …') })
export type ResultColumn = z.infer<typeof resultColumn>

/**
 * One exact value. Integers within ±(2^53 - 1), doubles, booleans and null are JSON values; everything that JSON would round or
 * blur (larger integers, DECIMAL, dates, times, intervals, blobs, lists, structs, NaN) is the engine's text.
 */
export const cell = z
  .union([z.string(), z.number(), z.boolean(), z.null()])
  .describe('Exact: what JSON would round is the text of the engine.')
export type Cell = z.infer<typeof cell>

const leftOutOfIt = z
  .array(leftOut)
  .optional()
  .describe('Lines and values of files that do not count in it; absent where there are none.')

/** A page of a stored result. `truncated`: the query had more rows than are kept. */
export const resultPage = z.object({
  id: z.string(),
  columns: z.array(resultColumn),
  rows: z.array(z.array(cell)),
  total_rows: count,
  truncated: z.boolean(),
  elapsed_ms: z.number(),
  left_out: leftOutOfIt,
})
export type ResultPage = z.infer<typeof resultPage>

/** A stored result as an answer refers to it: the first rows plus what was run. `fresh_at`: of the oldest data it was computed from. */
export const queryResult = resultPage.extend({
  title: z.string(),
  source: z.string(),
  sql: z.string(),
  rows_read: count,
  fresh_at: moment,
})
export type QueryResult = z.infer<typeof queryResult>

/**
 * What a chart draws of a stored result: rows of it, or what was computed from all of them (bins, boxes, a pivot table). Cells that begin
 * with U+0001 stand for everything that was folded into one (other) and for totals.
 */
export const chartTable = z.object({
  columns: z.array(resultColumn),
  rows: z.array(z.array(cell)),
  total_rows: count,
  folded: z
    .object({ x: count, series: count })
    .describe('How many places of the axis and how many series are told as one.'),
  notes: z.array(z.string()).describe('What is not shown, or how it was computed.'),
  marks: z
    .array(z.object({ label: z.string(), value: z.number() }))
    .describe('Reference lines, computed from all rows.'),
  trend: z.object({ slope: z.number(), intercept: z.number(), r2: z.number(), points: count }).nullable(),
  placed: z
    .object({ map: z.enum(CHART_MAPS), shapes: z.array(z.string().nullable()) })
    .nullable()
    .describe('On which map the rows are, and which shape of it each is.'),
  left_out: leftOutOfIt,
})
export type ChartTable = z.infer<typeof chartTable>

const source = z.string().describe('A connected database by its name, or `workspace`.')
/** A statement that somebody ran in the SQL editor, with how it ended. */
export const statement = z.object({
  id: z.string(),
  source,
  sql: z.string(),
  status: z.enum(['ok', 'failed', 'cancelled']),
  error: z.string().nullable(),
  result_id: z.string().nullable(),
  rows: count.nullable(),
  elapsed_ms: z.number(),
  created_at: moment,
})
export type Statement = z.infer<typeof statement>

/** A query that somebody checked: the analyst prefers it for questions like its own. */
export const verifiedQuery = z.object({
  id: z.string(),
  question: z.string(),
  description: z.string(),
  source,
  sql: z.string(),
  verified_by: z.object({ id: z.string(), name: z.string() }),
  created_at: moment,
  updated_at: moment,
})
export type VerifiedQuery = z.infer<typeof verifiedQuery>
