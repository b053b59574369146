import { z } from 'zod'
import type { Cell, ResultColumn } from '#query/rules/answers.ts'

/** A page of the rows of a table; `problem` says why there are none to show. */
export type Sample = {
  columns: ResultColumn[]
  rows: Cell[][]
  page: number
  more: boolean
  problem: string | null
  /** Only rows without a value in this column, since it could not be read. */
  unread?: string
}

export const sampleQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).catch(1).default(1),
  unread: z.string().max(500).optional().catch(undefined),
})
