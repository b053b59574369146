export { isNumeric, isTemporal } from '#base/engine-type.ts'

/** A column of a result; `type` is the engine's name: BIGINT, DECIMAL(12,2), VARCHAR, DATE, TIMESTAMP … */
export type ResultColumn = { name: string; type: string }

/**
 * One exact value. Integers within ±(2^53 - 1), doubles, booleans and null are JSON values; everything that JSON would round or
 * blur (larger integers, DECIMAL, dates, times, intervals, blobs, lists, structs, NaN) is the engine's text.
 */
export type Cell = string | number | boolean | null

/** A page of a stored result in the answer shape of the API. */
export type ResultPage = {
  id: string
  columns: ResultColumn[]
  rows: Cell[][]
  total_rows: number
  /** True when the query had more rows than are kept. */
  truncated: boolean
  elapsed_ms: number
}

/** A stored result as an answer refers to it: the first rows plus what was run. */
export type QueryResult = ResultPage & {
  title: string
  source: string
  sql: string
  rows_read: number
  /** ISO 8601: moment of the oldest data it was computed from. */
  fresh_at: string
}

/** The first rows whose JSON takes at most `room` characters. */
export function rowsWithin<R>(rows: R[], room: number): R[] {
  let left = room
  const end = rows.findIndex((row) => {
    left -= JSON.stringify(row).length + 1
    return left < 0
  })
  return end < 0 ? rows : rows.slice(0, end)
}
