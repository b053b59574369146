import { z } from 'zod'
import { cell } from './answers.ts'

/** A row told by the values of its words and dates, so that it is found again wherever it stands; null: the first. */
export const rowKey = z.record(z.string().max(500), cell).nullable()
export type RowKey = z.infer<typeof rowKey>
export const cellPlace = z.object({ column: z.string().min(1).max(500), row: rowKey })
export type CellPlace = z.infer<typeof cellPlace>
