import { z } from 'zod'
import { AppError } from '#base/errors.ts'
import { pageRequest } from '#base/paging.ts'
import { demandWhole, visibleFiles } from '#catalog/hidden.ts'
import type { Handler } from '#web/handler.ts'
import type { HttpContext } from '#web/http-context.ts'
import { readBody, readQuery } from '#web/input.ts'
import { listAnswer } from '#web/response.ts'
import { demandStill } from '#workspaces/guard.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import * as files from './files.ts'
import { receive } from './receive.ts'
import * as rereading from './rereading.ts'
import { dialectChoices } from './rules/dialect.ts'
import type { FileEntity } from './rules/file.ts'
import { OFFSET_HEADER } from './rules/upload.ts'
import { uploadInput, versionQuery } from './rules/upload-input.ts'
import * as uploads from './uploads.ts'
import * as versions from './versions.ts'

/** A file that was added, or is still being read. */
const added = (c: HttpContext, file: FileEntity) => c.json(file, file.status === 'processing' ? 202 : 201)

export const uploadFile: Handler<WorkspaceCtx> = async (ctx, c) =>
  added(c, await files.add(ctx, await receive(ctx, c.req.raw, () => demandStill(c, 'UPLOAD_FILES'))))

export const attachSample: Handler<WorkspaceCtx> = async (ctx, c) => added(c, await files.addSample(ctx))

export const listFiles: Handler<WorkspaceCtx> = async (ctx, c) => {
  const page = await files.list(ctx, pageRequest(c.req.query()))
  return listAnswer(c, { ...page, items: await visibleFiles(ctx, page.items) })
}

export const sendFile: Handler<WorkspaceCtx> = async (ctx, c) => {
  const [file] = await visibleFiles(ctx, [await files.get(ctx, c.req.param('fileId')!)])
  return c.json(file)
}

/** The original bytes, for saving only: no browser may show or run them as part of this site. */
export const downloadFile: Handler<WorkspaceCtx> = (ctx, c) => sendOriginal(ctx, c.req.param('fileId')!)

/** The same by its name: the version that is current, or the one that is asked for. */
export const downloadNamed: Handler<WorkspaceCtx> = async (ctx, c) => {
  const { version } = readQuery(c, versionQuery)
  return sendOriginal(ctx, await files.idOfNamed(ctx, c.req.param('file')!, version))
}

async function sendOriginal(ctx: WorkspaceCtx, id: string): Promise<Response> {
  const { name, size, body } = await files.original(ctx, id)
  await demandWhole(ctx, id)
  return download(name, body, { 'Content-Type': 'application/octet-stream', 'Content-Length': String(size) })
}

/** Every row that reading left out, with its line and why. */
export const downloadRejected: Handler<WorkspaceCtx> = async (ctx, c) => {
  const id = c.req.param('fileId')!
  await demandWhole(ctx, id)
  const { name, body } = await files.rejectedRows(ctx, id)
  return download(name, body, { 'Content-Type': 'text/csv; charset=utf-8' })
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

export const readAgain: Handler<WorkspaceCtx> = async (ctx, c) => {
  const { dialect } = await readBody(c, rereadInput)
  const file = await rereading.reread(ctx, c.req.param('fileId')!, dialect)
  return c.json(file, file.reading_again ? 202 : 200)
}
const rereadInput = z.object({ dialect: dialectChoices.default({}) })

export const listVersions: Handler<WorkspaceCtx> = async (ctx, c) =>
  c.json(await versions.list(ctx, c.req.param('fileId')!))

export const makeCurrent: Handler<WorkspaceCtx> = async (ctx, c) =>
  c.json(await versions.makeCurrent(ctx, c.req.param('fileId')!))

export const beginUpload: Handler<WorkspaceCtx> = async (ctx, c) => {
  const upload = await uploads.begin(ctx, await readBody(c, uploadInput))
  c.header(OFFSET_HEADER, '0')
  return c.json(upload, 201)
}

/** Answers GET and HEAD. */
export const sendUpload: Handler<WorkspaceCtx> = async (ctx, c) => {
  const upload = await uploads.get(ctx, c.req.param('uploadId')!)
  c.header(OFFSET_HEADER, String(upload.offset))
  c.header('Cache-Control', 'no-store')
  return c.json(upload)
}

/** The upload so far, or the file as an upload in one request answers it. */
export const takePart: Handler<WorkspaceCtx> = async (ctx, c) => {
  const { id } = await uploads.get(ctx, c.req.param('uploadId')!)
  const offset = wholeNumber(c.req.header(OFFSET_HEADER))
  const length = wholeNumber(c.req.header('content-length'))
  if (offset === null) throw new AppError('invalid', `Say in ${OFFSET_HEADER} at which byte the part begins.`)
  if (length === null) throw new AppError('invalid', 'Say in Content-Length how many bytes the part has.')
  const part = { offset, length, body: c.req.raw.body }
  const { upload, file } = await uploads.takePart(ctx, id, part, () => demandStill(c, 'UPLOAD_FILES'))
  c.header(OFFSET_HEADER, String(upload.offset))
  return file ? added(c, file) : c.json(upload)
}

const wholeNumber = (text: string | undefined) => (text && /^\d{1,15}$/.test(text) ? Number(text) : null)

export const giveUploadUp: Handler<WorkspaceCtx> = async (ctx, c) => {
  await uploads.cancel(ctx, c.req.param('uploadId')!)
  return c.body(null, 204)
}

export const deleteFile: Handler<WorkspaceCtx> = async (ctx, c) => {
  await files.remove(ctx, c.req.param('fileId')!)
  return c.body(null, 204)
}
