import { z } from 'zod'
import { type Described, describe, moment } from '#web/openapi.ts'
import { urls } from '../urls.ts'
import { resultQuery, sqlBody } from './rules/request.ts'
import { verifiedInput } from './rules/verified.ts'

const tag = 'Data'
const FORMS = [
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.apache.parquet',
]
const failures = ['unprocessable', 'conflict', 'timeout', 'unavailable', 'unsupported'] as const

const cell = z
  .union([z.string(), z.number(), z.boolean(), z.null()])
  .describe('Exact: what JSON would round is the text of the engine.')
const columns = z.array(z.object({ name: z.string(), type: z.string().describe('BIGINT, DECIMAL(12,2), DATE …') }))
/** A page of a stored result. */
export const resultPage = z.object({
  id: z.string(),
  columns,
  rows: z.array(z.array(cell)),
  total_rows: z.number().int(),
  truncated: z.boolean(),
  elapsed_ms: z.number(),
})

const statement = z.object({
  id: z.string(),
  source: z.string().describe('A connected database by its name, or `workspace`.'),
  sql: z.string(),
  status: z.enum(['ok', 'failed', 'cancelled']),
  error: z.string().nullable(),
  result_id: z.string().nullable(),
  rows: z.number().int().nullable(),
  elapsed_ms: z.number(),
  created_at: moment,
})
const verifiedQuery = z.object({
  id: z.string(),
  question: z.string(),
  description: z.string(),
  source: z.string().describe('A connected database by its name, or `workspace`.'),
  sql: z.string(),
  verified_by: z.object({ id: z.string(), name: z.string() }),
  created_at: moment,
  updated_at: moment,
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
  describe('get', urls.apiStatements, {
    tag,
    summary: 'Statements that you ran in the SQL editor',
    description: 'Newest first: those that were sent with `remember`, however they ended.',
    answer: z.array(statement),
    paged: true,
  }),
  describe('get', urls.apiVerifiedQueries, {
    tag,
    summary: 'The verified queries of a workspace',
    answer: z.array(verifiedQuery),
  }),
  describe('post', urls.apiVerifiedQueries, {
    tag,
    summary: 'Save a query with the question that it answers',
    description: 'It is run first. The analyst prefers it for questions like its own.',
    body: verifiedInput,
    answer: verifiedQuery,
    status: 201,
    errors: [...failures],
  }),
  describe('delete', urls.apiVerifiedQuery, { tag, summary: 'Remove a verified query' }),
]
