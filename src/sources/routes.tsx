import { Hono } from 'hono'
import { signedIn } from '#auth/guard.ts'
import { AppError } from '#base/errors.ts'
import { pageRequest } from '#base/paging.ts'
import { confirmationOf } from '#organizations/rules/confirmation.ts'
import { emptyForm, type FormState, submit } from '#web/form.ts'
import type { Env, Handler, HttpContext } from '#web/handler.ts'
import { readBody } from '#web/input.ts'
import { pageAnswer } from '#web/page.tsx'
import { inWorkspace, mayInWorkspace } from '#workspaces/guard.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { href, urls } from '../urls.ts'
import * as api from './api.ts'
import * as catalog from './catalog.ts'
import { connectionRoutes } from './connecting/routes.tsx'
import * as files from './files.ts'
import { seen, seesHidden } from './hidden.ts'
import { FilePage } from './pages/file.tsx'
import { FilesPage } from './pages/files.tsx'
import { receive } from './receive.ts'

async function drawFiles(ctx: WorkspaceCtx, c: HttpContext, problem: string | null, status = 200) {
  const { items: listed, next } = await files.list(ctx, pageRequest({ cursor: c.req.query('cursor') }))
  const items = await seen(ctx, listed)
  const body = (
    <FilesPage place={ctx} files={items} next={next} maxMb={ctx.settings().limits.upload_mb} problem={problem} />
  )
  return pageAnswer(c, ctx, { layout: 'app', title: `Data of ${ctx.workspace.name}`, status }, body)
}

const showFiles: Handler<WorkspaceCtx> = (ctx, c) => drawFiles(ctx, c, null)

/** The upload of a browser without script. */
const submitFile: Handler<WorkspaceCtx> = async (ctx, c) => {
  try {
    const { id } = await files.add(ctx, await receive(ctx, c.req.raw))
    return c.redirect(href(urls.workspaceFile, { id: ctx.workspace.id, fileId: id }), 303)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return drawFiles(ctx, c, error.message, error.status)
  }
}

const submitSample: Handler<WorkspaceCtx> = async (ctx, c) => {
  await files.addSample(ctx)
  return c.redirect(href(urls.workspaceFiles, { id: ctx.workspace.id }), 303)
}

async function drawFile(ctx: WorkspaceCtx, c: HttpContext, deletion: FormState, status = 200) {
  const [whole, tables] = await Promise.all([
    files.get(ctx, c.req.param('fileId')!),
    catalog.tables(ctx, { hidden: seesHidden(ctx) }),
  ])
  const file = (await seen(ctx, [whole]))[0]!
  const own = tables.filter(({ source }) => source.id === file.id)
  const body = <FilePage place={ctx} file={file} tables={own} deletion={deletion} />
  return pageAnswer(c, ctx, { layout: 'app', title: file.name, status }, body)
}

const showFile: Handler<WorkspaceCtx> = (ctx, c) => drawFile(ctx, c, emptyForm())

const submitDeletion: Handler<WorkspaceCtx> = (ctx, c) =>
  submit(
    c,
    async () => {
      const { id, name } = await files.get(ctx, c.req.param('fileId')!)
      await readBody(c, confirmationOf(name))
      await files.remove(ctx, id)
      return c.redirect(href(urls.workspaceFiles, { id: ctx.workspace.id }), 303)
    },
    (deletion, status) => drawFile(ctx, c, deletion, status),
  )

export const sourceRoutes = new Hono<Env>()
  .get(urls.workspaceFiles, mayInWorkspace('VIEW_FILES', showFiles))
  .post(urls.workspaceFiles, mayInWorkspace('UPLOAD_FILES', submitFile))
  .post(urls.workspaceSample, mayInWorkspace('UPLOAD_FILES', submitSample))
  .get(urls.workspaceFile, mayInWorkspace('VIEW_FILES', showFile))
  .post(urls.workspaceFileDelete, mayInWorkspace('DELETE_FILES', submitDeletion))
  .post(urls.apiFileUpload, mayInWorkspace('UPLOAD_FILES', api.uploadFile))
  .post(urls.apiUploads, mayInWorkspace('UPLOAD_FILES', api.beginUpload))
  .get(urls.apiUploadParts, mayInWorkspace('UPLOAD_FILES', api.sendUpload))
  .patch(urls.apiUploadParts, mayInWorkspace('UPLOAD_FILES', api.takePart))
  .put(urls.apiUploadParts, mayInWorkspace('UPLOAD_FILES', api.takePart))
  .delete(urls.apiUploadParts, mayInWorkspace('UPLOAD_FILES', api.giveUploadUp))
  .post(urls.apiFileRead, mayInWorkspace('UPDATE_FILES', api.readAgain))
  .get(urls.apiFileRejected, mayInWorkspace('VIEW_FILES', api.downloadRejected))
  .get(urls.apiFileVersions, mayInWorkspace('VIEW_FILES', api.listVersions))
  .post(urls.apiFileCurrent, mayInWorkspace('UPDATE_FILES', api.makeCurrent))
  .post(urls.apiFileSample, mayInWorkspace('UPLOAD_FILES', api.attachSample))
  .get(urls.apiFiles, mayInWorkspace('VIEW_FILES', api.listFiles))
  .get(urls.apiFile, mayInWorkspace('VIEW_FILES', api.sendFile))
  .get(urls.apiFileDownload, mayInWorkspace('VIEW_FILES', api.downloadFile))
  .delete(urls.apiFile, mayInWorkspace('DELETE_FILES', api.deleteFile))
  .get(urls.apiCatalog, inWorkspace(api.sendCatalog))
  .get(urls.apiDataSourceConfig, signedIn(api.sendDataSources))
  .route('/', connectionRoutes)
