import { z } from 'zod'
import { type Described, describe, moment } from '#web/openapi.ts'
import { urls } from '../urls.ts'
import { connectionApi } from './connecting/openapi.ts'
import { catalogQuery } from './rules/catalog-input.ts'

const tag = 'Data'
const column = z.object({ name: z.string(), type: z.string() })
const rejected = z.object({
  rows: z.number().int(),
  sample: z.array(z.object({ line: z.number().int(), reason: z.string(), text: z.string().optional() })),
})
const file = z.object({
  id: z.string(),
  name: z.string(),
  format: z.string(),
  size_bytes: z.number().int(),
  status: z.enum(['processing', 'ready', 'failed']),
  version: z.number().int(),
  tables: z.array(z.object({ name: z.string(), rows: z.number().int(), columns: z.array(column) })),
  rejected,
  dialect: z.looseObject({}).describe('How it was read: encoding, delimiter, quote, header …'),
  schema_changes: z.array(z.string()),
  progress: z.object({ rows: z.number().int() }).nullable().describe('While it is read.'),
  error: z.string().nullable(),
  created_at: moment,
})
export const cleanedKeys = z
  .object({ how: z.string(), column: z.string(), to_column: z.string(), match_rate: z.number() })
  .describe('Where few values are found: the SQL of both sides that finds more.')
export const table = z.object({
  id: z.string(),
  name: z.string(),
  source: z.object({ kind: z.enum(['file', 'database', 'external']), id: z.string(), name: z.string() }),
  rows: z.number().int(),
  description: z.string(),
  hidden: z.boolean(),
  refreshed_at: moment,
  columns: z.array(
    column.extend({
      role: z.enum(['measure', 'dimension', 'time', 'id', 'text', 'flag']),
      nulls: z.number().int(),
      distinct: z.number().int(),
      min: z.string().nullable(),
      max: z.string().nullable(),
      top: z.array(z.object({ value: z.string(), count: z.number().int() })),
      sample: z.array(z.string()),
      description: z.string(),
      hidden: z.boolean(),
    }),
  ),
  relations: z.array(
    z.object({
      column: z.string(),
      to_table: z.string(),
      to_column: z.string(),
      match_rate: z.number(),
      cleaned: cleanedKeys.optional(),
      kind: z.enum(['inferred', 'declared']),
    }),
  ),
})
const field = z.object({
  name: z.string().describe('With a dot for a field of an object: `ssl.mode`.'),
  type: z.enum(['text', 'number', 'password', 'textarea', 'select', 'file']),
  label: z.string(),
  required: z.boolean(),
  default: z.string().optional(),
  hint: z.string().optional(),
  placeholder: z.string().optional(),
  secret: z.literal(true).optional().describe('Kept sealed and never answered.'),
  group: z.string().optional(),
  options: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
})
const processing = '202 with status `processing` where reading it takes longer: ask for the file until that changes.'

export const sourceApi: Described[] = [
  ...connectionApi,
  describe('post', urls.apiFileUpload, {
    tag,
    summary: 'Upload a file',
    description: `The name of an earlier file makes a new version of it. ${processing}`,
    body: z.object({ file: z.string().meta({ format: 'binary' }) }),
    bodyType: 'multipart/form-data',
    answer: file,
    status: 201,
    errors: ['too_large', 'unsupported', 'unprocessable'],
  }),
  describe('post', urls.apiFileSample, {
    tag,
    summary: 'Add the sample data',
    description: processing,
    answer: file,
    status: 201,
  }),
  describe('get', urls.apiFiles, { tag, summary: 'The files of a workspace', answer: z.array(file), paged: true }),
  describe('get', urls.apiFile, { tag, summary: 'A file', answer: file }),
  describe('get', urls.apiFileDownload, {
    tag,
    summary: 'The original bytes of a file',
    answer: z.string().meta({ format: 'binary' }),
    answerType: 'application/octet-stream',
  }),
  describe('delete', urls.apiFile, { tag, summary: 'Delete a file and its tables' }),
  describe('get', urls.apiCatalog, {
    tag,
    summary: 'Every table that can be asked',
    query: catalogQuery,
    answer: z.array(table),
  }),
  describe('get', urls.apiDataSourceConfig, {
    tag,
    summary: 'What can be connected',
    answer: z.object({
      dataSources: z.array(
        z.object({
          kind: z.string(),
          engine: z.string(),
          label: z.string(),
          extensions: z.array(z.string()).optional().describe('Files only.'),
          fields: z.array(field),
          available: z.boolean(),
        }),
      ),
    }),
  }),
]
