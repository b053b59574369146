import { z } from 'zod'
import { type Described, describe, moment } from '#web/openapi.ts'
import { urls } from '../urls.ts'
import { dialectChoices } from './rules/dialect.ts'
import { OFFSET_HEADER } from './rules/upload.ts'
import { uploadInput } from './rules/upload-input.ts'

const tag = 'Data'
const column = z.object({ name: z.string(), type: z.string() })
const rejected = z.object({
  rows: z.number().int(),
  downloadable: z.boolean(),
  sample: z.array(z.object({ line: z.number().int(), reason: z.string(), text: z.string().optional() })),
})
const file = z.object({
  id: z.string(),
  name: z.string(),
  format: z.string(),
  size_bytes: z.number().int(),
  status: z.enum(['processing', 'ready', 'failed']),
  version: z.number().int(),
  current: z.boolean(),
  tables: z.array(z.object({ name: z.string(), rows: z.number().int(), columns: z.array(column) })),
  rejected,
  dialect: z.looseObject({}).describe('How it was read: encoding, delimiter, quote, header …'),
  schema_changes: z.array(z.string()),
  progress: z.object({ rows: z.number().int() }).nullable().describe('While it is read.'),
  reading_again: z.boolean().describe('Ready, and being read once more.'),
  error: z.string().nullable(),
  created_at: moment,
})
const upload = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number().int(),
  offset: z.number().int().describe('Bytes that have arrived: where the next part begins.'),
  part_bytes: z.number().int().describe('Bytes of every part but the last.'),
  file_id: z.string().nullable().describe('What it became.'),
  expires_at: moment,
})
const partOf = `One part as the plain body, with ${OFFSET_HEADER} and Content-Length. 409 \`wrong_offset\` with details.offset where another part is due; a part that is there already may be sent again. The last part answers the file as POST …/upload does.`
const processing = '202 with status `processing` where reading it takes longer: ask for the file until that changes.'

export const fileApi: Described[] = [
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
  describe('post', urls.apiUploads, {
    tag,
    summary: 'Begin an upload in parts',
    description: 'For large files and bad networks: it can be taken up again for a day after the last part.',
    body: uploadInput,
    answer: upload,
    status: 201,
    errors: ['too_large'],
  }),
  describe('get', urls.apiUploadParts, { tag, summary: 'How far an upload in parts is', answer: upload }),
  ...(['patch', 'put'] as const).map((method) =>
    describe(method, urls.apiUploadParts, {
      tag,
      summary: 'Send a part of an upload',
      description: partOf,
      body: z.string().meta({ format: 'binary' }),
      bodyType: 'application/octet-stream',
      answer: z.union([upload, file]),
      errors: ['conflict', 'too_large', 'unprocessable'],
    }),
  ),
  describe('delete', urls.apiUploadParts, { tag, summary: 'Give an upload in parts up' }),
  describe('post', urls.apiFileRead, {
    tag,
    summary: 'Read a file again',
    description:
      'Reads the kept original of delimited text in another way; the version stays, and the next one is read so too as long as that fits it. When it fails the tables stay as they were. 202 with `reading_again` where it takes longer.',
    body: z.object({ dialect: dialectChoices.default({}) }),
    answer: file,
    errors: ['conflict', 'unprocessable'],
  }),
  describe('get', urls.apiFileRejected, {
    tag,
    summary: 'The rejected rows of a file',
    description:
      'CSV with line, reason and original text, the first 100,000 rows. Text that a spreadsheet would run begins with an apostrophe.',
    answer: z.string(),
    answerType: 'text/csv',
  }),
  describe('get', urls.apiFileVersions, { tag, summary: 'The versions of a file', answer: z.array(file) }),
  describe('post', urls.apiFileCurrent, {
    tag,
    summary: 'Go back to a version',
    description: 'Its tables take the place of those of the current version.',
    answer: file,
    errors: ['conflict'],
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
]
