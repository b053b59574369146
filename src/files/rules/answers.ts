import { z } from 'zod'
import { count, moment } from '#base/answer.ts'
import type { FileDialect, FileFormat } from './ingest.ts'

/** What the calls of files answer. */

const column = z.object({ name: z.string(), type: z.string() })
const rejected = z.object({
  rows: count,
  downloadable: z.boolean(),
  sample: z.array(z.object({ line: count, reason: z.string(), text: z.string().optional() })),
})
const dialect: z.ZodType<FileDialect> = z.looseObject({}) as never
export const file = z.object({
  id: z.string(),
  name: z.string(),
  format: z.string() as z.ZodType<FileFormat | ''>,
  size_bytes: count,
  status: z.enum(['processing', 'ready', 'failed']),
  version: count,
  current: z.boolean().describe('Whether its tables are those that can be asked.'),
  tables: z.array(z.object({ name: z.string(), rows: count, columns: z.array(column) })),
  rejected,
  dialect: dialect.describe('How it was read: encoding, delimiter, quote, header …'),
  schema_changes: z.array(z.string()).describe('Against the version before, as sentences.'),
  progress: z.object({ rows: count }).nullable().describe('While it is read.'),
  reading_again: z.boolean().describe('Ready, and being read once more.'),
  error: z.string().nullable().describe('Why it, or the last attempt to read it again, failed.'),
  created_at: moment,
})
export type FileEntity = z.infer<typeof file>

export const stackOffer = z.object({
  files: z
    .array(z.string())
    .describe('Names of files that can be one table, this one among them; none where there are no others.'),
  into: z
    .object({ id: z.string(), name: z.string() })
    .nullable()
    .describe('The table of files that this one can join.'),
  part_of: z.object({ id: z.string(), name: z.string() }).nullable().describe('The table of files that holds it.'),
})
export type StackOffer = z.infer<typeof stackOffer>

export const upload = z.object({
  id: z.string(),
  name: z.string(),
  size: count,
  offset: count.describe('Bytes that have arrived: where the next part begins.'),
  part_bytes: count.describe('Bytes of every part but the last.'),
  file_id: z.string().nullable().describe('What it became.'),
  expires_at: moment,
})
export type UploadEntity = z.infer<typeof upload>
