import { z } from 'zod'
import { type Described, describe, moment } from '#web/openapi.ts'
import { urls } from '../urls.ts'
import { resultQuery, sqlBody } from './rules/request.ts'

const tag = 'Data'
const FORMS = [
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.apache.parquet',
]
const failures = ['unprocessable', 'conflict', 'timeout', 'unavailable', 'unsupported'] as const

export const cell = z
  .union([z.string(), z.number(), z.boolean(), z.null()])
  .describe('Exact: what JSON would round is the text of the engine.')
export const columns = z.array(
  z.object({ name: z.string(), type: z.string().describe('BIGINT, DECIMAL(12,2), DATE …') }),
)
/** A page of a stored result. */
export const resultPage = z.object({
  id: z.string(),
  columns,
  rows: z.array(z.array(cell)),
  total_rows: z.number().int(),
  truncated: z.boolean(),
  elapsed_ms: z.number(),
})

export const queryApi: Described[] = [
  describe('post', urls.apiSql, {
    tag,
    summary: 'Run one read-only statement',
    query: resultQuery.pick({ format: true }),
    body: sqlBody,
    answer: resultPage,
    forms: FORMS,
    errors: [...failures],
  }),
  describe('get', urls.apiResult, {
    tag,
    summary: 'A page of a stored result, or all of it as a file',
    query: resultQuery,
    answer: resultPage.extend({
      title: z.string(),
      source: z.string(),
      sql: z.string(),
      rows_read: z.number().int(),
      fresh_at: moment,
    }),
    forms: FORMS,
    errors: [...failures],
  }),
]
