import { z } from 'zod'

/** Rows of one page of a stored result unless another limit is given, and at most. */
export const PAGE_ROWS = 100
export const MOST_PAGE_ROWS = 1000
/** The forms in which rows are given; `?format=` names them. */
const FORMATS = ['json', 'csv', 'xlsx', 'parquet'] as const
export type Format = (typeof FORMATS)[number]

export { WORKSPACE_SOURCE } from './result.ts'

export const sqlBody = z.object({
  sql: z.string().trim().min(1, 'Write a statement.'),
  /** A connected database by its name: the statement is in its language. `workspace`, or nothing: over all tables. */
  source: z.string().optional(),
  title: z.string().trim().max(200).optional(),
  limit: z.coerce.number().int().min(1).optional(),
  /** Whether it stands in the person's history of statements, however it ends: the editor asks for it. */
  remember: z.boolean().optional(),
})

export const resultQuery = z.object({
  format: z.enum(FORMATS).optional(),
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(MOST_PAGE_ROWS).default(PAGE_ROWS),
  /** A column, with `-` in front for descending. */
  sort: z.string().min(1).optional(),
  filter: z.string().max(500).optional(),
})

export const chartQuery = z.object({
  theme: z.enum(['light', 'dark']).default('light'),
  width: z.coerce.number().int().min(240).max(2400).default(960),
})
