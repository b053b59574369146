import { z } from 'zod'
import { AppError } from '#base/errors.ts'
import { demandWhole, visibleFiles } from '#catalog/hidden.ts'
import { api, del, get, patch, post, put } from '#web/api.ts'
import type { Handler } from '#web/handler.ts'
import type { HttpContext } from '#web/http-context.ts'
import { readQuery } from '#web/input.ts'
import { demandStill, mayInWorkspace } from '#workspaces/guard.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { urls } from '../urls.ts'
import * as files from './files.ts'
import * as mending from './mending.ts'
import { receive } from './receive.ts'
import * as rereading from './rereading.ts'
import { type FileEntity, file, stackOffer, upload } from './rules/answers.ts'
import { dialectChoices } from './rules/dialect.ts'
import { oddities } from './rules/oddity.ts'
import { rawPage, rawQuery, step, type TableRecipe, tableRecipe } from './rules/recipe.ts'
import { OFFSET_HEADER } from './rules/upload.ts'
import { uploadInput, versionQuery } from './rules/upload-input.ts'
import * as stacks from './stacks.ts'
import * as uploads from './uploads.ts'
import * as versions from './versions.ts'

const processing = '202 with status `processing` where reading it takes longer: ask for the file until that changes.'
/** A file that was added; 202 where it is still being read. */
function added(c: HttpContext, file: FileEntity): FileEntity {
  c.status(file.status === 'processing' ? 202 : 201)
  return file
}

const mendingLonger = '202 with `working` where it takes longer.'
function mended(c: HttpContext, recipe: TableRecipe): TableRecipe {
  if (recipe.working) c.status(202)
  return recipe
}

const sendPart = {
  summary: 'Send a part of an upload',
  description: `One part as the plain body, with ${OFFSET_HEADER} and Content-Length. 409 \`wrong_offset\` with details.offset where another part is due; a part that is there already may be sent again. The last part answers the file as POST …/upload does.`,
  body: z.string().meta({ format: 'binary' }),
  bodyType: 'application/octet-stream',
  answer: z.union([upload, file]),
  errors: ['conflict', 'too_large', 'unprocessable'],
  handle: async (ctx: WorkspaceCtx, { uploadId }: { uploadId: string }, c: HttpContext) => {
    const { id } = await uploads.get(ctx, uploadId)
    const offset = wholeNumber(c.req.header(OFFSET_HEADER))
    const length = wholeNumber(c.req.header('content-length'))
    if (offset === null) throw new AppError('invalid', `Say in ${OFFSET_HEADER} at which byte the part begins.`)
    if (length === null) throw new AppError('invalid', 'Say in Content-Length how many bytes the part has.')
    const part = { offset, length, body: c.req.raw.body }
    const { upload, file } = await uploads.takePart(ctx, id, part, () => demandStill(c, 'UPLOAD_FILES'))
    c.header(OFFSET_HEADER, String(upload.offset))
    return file ? added(c, file) : upload
  },
} as const

export const fileApi = api('Data', [
  post(urls.apiFileUpload, mayInWorkspace('UPLOAD_FILES'), {
    summary: 'Upload a file',
    description: `The name of an earlier file makes a new version of it. ${processing}`,
    body: z.object({ file: z.string().meta({ format: 'binary' }) }),
    bodyType: 'multipart/form-data',
    answer: file,
    status: 201,
    errors: ['too_large', 'unsupported', 'unprocessable'],
    handle: async (ctx, _input, c) =>
      added(c, await files.add(ctx, await receive(ctx, c.req.raw, () => demandStill(c, 'UPLOAD_FILES')))),
  }),
  post(urls.apiUploads, mayInWorkspace('UPLOAD_FILES'), {
    summary: 'Begin an upload in parts',
    description: 'For large files and bad networks: it can be taken up again for a day after the last part.',
    body: uploadInput,
    answer: upload,
    status: 201,
    errors: ['too_large'],
    handle: async (ctx, { body }, c) => {
      const upload = await uploads.begin(ctx, body)
      c.header(OFFSET_HEADER, '0')
      return upload
    },
  }),
  get(urls.apiUploadParts, mayInWorkspace('UPLOAD_FILES'), {
    summary: 'How far an upload in parts is',
    answer: upload,
    handle: async (ctx, { uploadId }, c) => {
      const found = await uploads.get(ctx, uploadId)
      c.header(OFFSET_HEADER, String(found.offset))
      c.header('Cache-Control', 'no-store')
      return found
    },
  }),
  patch(urls.apiUploadParts, mayInWorkspace('UPLOAD_FILES'), sendPart),
  put(urls.apiUploadParts, mayInWorkspace('UPLOAD_FILES'), sendPart),
  del(urls.apiUploadParts, mayInWorkspace('UPLOAD_FILES'), {
    summary: 'Give an upload in parts up',
    handle: (ctx, { uploadId }) => uploads.cancel(ctx, uploadId),
  }),
  post(urls.apiFileRead, mayInWorkspace('UPDATE_FILES'), {
    summary: 'Read a file again',
    description:
      'Reads the kept original of delimited text in another way; the version stays, and the next one is read so too as long as that fits it. When it fails the tables stay as they were. 202 with `reading_again` where it takes longer.',
    body: z.object({ dialect: dialectChoices.default({}) }),
    answer: file,
    errors: ['conflict', 'unprocessable'],
    handle: async (ctx, { fileId, body }, c) => {
      const reread = await rereading.reread(ctx, fileId, body.dialect)
      if (reread.reading_again) c.status(202)
      return reread
    },
  }),
  get(urls.apiFileStack, mayInWorkspace('UPDATE_FILES'), {
    summary: 'Files with the same columns',
    description: 'Which files could be one table with this one, or which table of files it could join or is part of.',
    answer: stackOffer,
    handle: async (ctx, { fileId }) => stacks.offerOf(ctx, await files.get(ctx, fileId)),
  }),
  post(urls.apiFileStack, mayInWorkspace('UPDATE_FILES'), {
    summary: 'Put files of the same columns into one table',
    description:
      'Makes the table that is offered, with a column for the file and, where names are periods, one for the period; or takes the file into the one that is there. It is a file of the format `stack`: deleting it takes them apart. New versions of the files follow. 422 `nothing_alike`.',
    answer: file,
    errors: ['unprocessable'],
    handle: async (ctx, { fileId }) => files.get(ctx, await stacks.accept(ctx, await files.get(ctx, fileId))),
  }),
  get(urls.apiTableOddities, mayInWorkspace('UPDATE_FILES'), {
    summary: 'What is odd in a table',
    description:
      'Spellings of one thing, spaces, placeholders, rows and keys that come again, days and numbers far from the others: each with its count, examples, and the step that would mend it. Looks at the first 2,000,000 rows for 15 seconds.',
    answer: oddities,
    errors: ['unprocessable', 'timeout'],
    handle: (ctx, { tableId }) => mending.odditiesOf(ctx, tableId),
  }),
  get(urls.apiTableRaw, mayInWorkspace('UPDATE_FILES'), {
    summary: 'The raw rows of a table',
    description: 'As they were read, before its recipe; `raw` is the number of the page.',
    query: rawQuery,
    answer: rawPage,
    errors: ['unprocessable', 'timeout'],
    handle: (ctx, { tableId, query }) => mending.rawRows(ctx, tableId, query.raw ?? 1),
  }),
  get(urls.apiTableRecipe, mayInWorkspace('UPDATE_FILES'), {
    summary: 'The recipe of a table',
    description: 'What mends the table of a file, step by step. The raw rows stay as they are.',
    answer: tableRecipe,
    errors: ['unprocessable'],
    handle: (ctx, { tableId }) => mending.recipeOf(ctx, tableId),
  }),
  post(urls.apiTableRecipe, mayInWorkspace('UPDATE_FILES'), {
    summary: 'Mend a table',
    description: `Adds a step to its recipe, which is replayed on the next version of its file. 422 \`step_does_not_fit\` or \`changes_nothing\`. ${mendingLonger}`,
    body: z.object({ step }),
    answer: tableRecipe,
    errors: ['conflict', 'unprocessable'],
    handle: async (ctx, { tableId, body }, c) => mended(c, await mending.add(ctx, tableId, body.step)),
  }),
  del(urls.apiTableRecipe, mayInWorkspace('UPDATE_FILES'), {
    summary: 'Undo the whole recipe of a table',
    description: `Its rows are the raw ones again. ${mendingLonger}`,
    answer: tableRecipe,
    errors: ['conflict', 'unprocessable'],
    handle: async (ctx, { tableId }, c) => mended(c, await mending.undo(ctx, tableId, null)),
  }),
  del(urls.apiTableStep, mayInWorkspace('UPDATE_FILES'), {
    summary: 'Undo one step of a recipe',
    description: `The others are applied again without it. ${mendingLonger}`,
    answer: tableRecipe,
    errors: ['conflict', 'unprocessable'],
    handle: async (ctx, { tableId, stepId }, c) => mended(c, await mending.undo(ctx, tableId, stepId)),
  }),
  get(urls.apiFileRejected, mayInWorkspace('VIEW_FILES'), {
    summary: 'The rejected rows of a file',
    description:
      'CSV with line, reason and original text, the first 100,000 rows. Text that a spreadsheet would run begins with an apostrophe.',
    answer: z.string(),
    answerType: 'text/csv',
    handle: async (ctx, { fileId }) => {
      await demandWhole(ctx, fileId)
      const { name, body } = await files.rejectedRows(ctx, fileId)
      return download(name, body, { 'Content-Type': 'text/csv; charset=utf-8' })
    },
  }),
  get(urls.apiFileVersions, mayInWorkspace('VIEW_FILES'), {
    summary: 'The versions of a file',
    answer: z.array(file),
    handle: (ctx, { fileId }) => versions.list(ctx, fileId),
  }),
  post(urls.apiFileCurrent, mayInWorkspace('UPDATE_FILES'), {
    summary: 'Go back to a version',
    description: 'Its tables take the place of those of the current version.',
    answer: file,
    errors: ['conflict'],
    handle: (ctx, { fileId }) => versions.makeCurrent(ctx, fileId),
  }),
  post(urls.apiFileSample, mayInWorkspace('UPLOAD_FILES'), {
    summary: 'Add the sample data',
    description: processing,
    answer: file,
    status: 201,
    handle: async (ctx, _input, c) => added(c, await files.addSample(ctx)),
  }),
  get(urls.apiFiles, mayInWorkspace('VIEW_FILES'), {
    summary: 'The files of a workspace',
    paged: true,
    answer: z.array(file),
    handle: async (ctx, { page }) => {
      const { items, next } = await files.list(ctx, page)
      return { items: await visibleFiles(ctx, items), next }
    },
  }),
  get(urls.apiFile, mayInWorkspace('VIEW_FILES'), {
    summary: 'A file',
    answer: file,
    handle: async (ctx, { fileId }) => (await visibleFiles(ctx, [await files.get(ctx, fileId)]))[0]!,
  }),
  get(urls.apiFileDownload, mayInWorkspace('VIEW_FILES'), {
    summary: 'The original bytes of a file',
    answer: z.string().meta({ format: 'binary' }),
    answerType: 'application/octet-stream',
    handle: (ctx, { fileId }) => sendOriginal(ctx, fileId),
  }),
  del(urls.apiFile, mayInWorkspace('DELETE_FILES'), {
    summary: 'Delete a file and its tables',
    handle: (ctx, { fileId }) => files.remove(ctx, fileId),
  }),
])

/** The original bytes of a file by its name: of the version that is current, or the one that is asked for. */
export const downloadNamed: Handler<WorkspaceCtx> = async (ctx, c) => {
  const { version } = readQuery(c, versionQuery)
  return sendOriginal(ctx, await files.idOfNamed(ctx, c.req.param('file')!, version))
}

/** For saving only: no browser may show or run it as part of this site. */
async function sendOriginal(ctx: WorkspaceCtx, id: string): Promise<Response> {
  const { name, size, body } = await files.original(ctx, id)
  await demandWhole(ctx, id)
  return download(name, body, { 'Content-Type': 'application/octet-stream', 'Content-Length': String(size) })
}

function download(name: string, body: ReadableStream<Uint8Array>, headers: Record<string, string>): Response {
  const plain = name.replace(/[^\w .()-]/g, '_')
  return new Response(body, {
    headers: {
      ...headers,
      'Content-Disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)}`,
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
  })
}

const wholeNumber = (text: string | undefined) => (text && /^\d{1,15}$/.test(text) ? Number(text) : null)
