import { Hono } from 'hono'
import { AppError } from '#base/errors.ts'
import { pageRequest } from '#base/paging.ts'
import * as catalog from '#catalog/catalog.ts'
import { seesHidden, visibleFiles } from '#catalog/hidden.ts'
import { confirmationOf } from '#organizations/rules/confirmation.ts'
import { emptyForm, type FormState, submit } from '#web/form.ts'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody } from '#web/input.ts'
import { pageAnswer } from '#web/page.tsx'
import { demandStill, mayInWorkspace } from '#workspaces/guard.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { href, urls } from '../urls.ts'
import * as api from './api.ts'
import * as files from './files.ts'
import { FilePage } from './pages/file.tsx'
import { FilesPage } from './pages/files.tsx'
import { formOf, type Rereading } from './pages/reading.tsx'
import { receive } from './receive.ts'
import * as rereading from './rereading.ts'
import { dialectForm } from './rules/dialect.ts'
import * as stacks from './stacks.ts'
import { storageOf } from './storage.ts'
import * as versions from './versions.ts'

async function drawFiles(ctx: WorkspaceCtx, c: HttpContext, problem: string | null, status = 200) {
  const { items: listed, next } = await files.list(ctx, pageRequest({ cursor: c.req.query('cursor') }))
  const items = await visibleFiles(ctx, listed)
  const body = (
    <FilesPage
      place={ctx}
      files={items}
      next={next}
      maxMb={ctx.settings().limits.upload_mb}
      problem={problem}
      storage={await storageOf(ctx)}
    />
  )
  return pageAnswer(c, ctx, { layout: 'app', title: `Data of ${ctx.workspace.name}`, status }, body)
}

const showFiles: Handler<WorkspaceCtx> = (ctx, c) => drawFiles(ctx, c, null)

/** The upload of a browser without script. */
const submitFile: Handler<WorkspaceCtx> = async (ctx, c) => {
  try {
    const { id } = await files.add(ctx, await receive(ctx, c.req.raw, () => demandStill(c, 'UPLOAD_FILES')))
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

type Drawn = { deletion?: FormState; offers?: FormState; rereading?: Partial<Rereading>; status?: number }

async function drawFile(
  ctx: WorkspaceCtx,
  c: HttpContext,
  { deletion, offers, rereading: said, status = 200 }: Drawn = {},
) {
  const [whole, tables, others] = await Promise.all([
    files.get(ctx, c.req.param('fileId')!),
    catalog.tables(ctx, { hidden: seesHidden(ctx), source: c.req.param('fileId')! }),
    versions.list(ctx, c.req.param('fileId')!),
  ])
  const file = (await visibleFiles(ctx, [whole]))[0]!
  const form = emptyForm(formOf(file.dialect.chosen ?? {}))
  const body = (
    <FilePage
      place={ctx}
      file={file}
      tables={tables}
      versions={others}
      deletion={deletion ?? emptyForm()}
      offers={offers ?? emptyForm()}
      stack={seesHidden(ctx) && whole.status === 'ready' && whole.current ? await stacks.offerOf(ctx, whole) : null}
      rereading={{ form, preview: null, previewProblem: null, ...said }}
    />
  )
  return pageAnswer(c, ctx, { layout: 'app', title: file.name, status }, body)
}

const showFile: Handler<WorkspaceCtx> = (ctx, c) => drawFile(ctx, c)

const submitDeletion: Handler<WorkspaceCtx> = (ctx, c) =>
  submit(
    c,
    async () => {
      const { id, name } = await files.get(ctx, c.req.param('fileId')!)
      await readBody(c, confirmationOf(name))
      await files.remove(ctx, id)
      return c.redirect(href(urls.workspaceFiles, { id: ctx.workspace.id }), 303)
    },
    (deletion, status) => drawFile(ctx, c, { deletion, status }),
  )

const submitReading: Handler<WorkspaceCtx> = (ctx, c) =>
  submit(
    c,
    async () => {
      const fileId = c.req.param('fileId')!
      await rereading.reread(ctx, fileId, await readBody(c, dialectForm))
      return c.redirect(href(urls.workspaceFile, { id: ctx.workspace.id, fileId }), 303)
    },
    (form, status) =>
      drawFile(ctx, c, { rereading: { form: { ...form, problem: form.problem ?? sentence(form) } }, status }),
  )

const submitPreview: Handler<WorkspaceCtx> = (ctx, c) =>
  submit(
    c,
    async () => {
      const choices = await readBody(c, dialectForm)
      const preview = await rereading.preview(ctx, c.req.param('fileId')!, choices)
      return drawFile(ctx, c, { rereading: { form: emptyForm(formOf(choices)), preview } })
    },
    // A preview is asked for with each change: what is wrong belongs into its place.
    (form) =>
      drawFile(ctx, c, {
        rereading: { form: { ...form, problem: null }, previewProblem: form.problem ?? sentence(form) },
      }),
  )

const sentence = ({ errors }: FormState) => Object.values(errors)[0] ?? null

const submitCurrent: Handler<WorkspaceCtx> = async (ctx, c) => {
  const { id } = await versions.makeCurrent(ctx, c.req.param('fileId')!)
  return c.redirect(href(urls.workspaceFile, { id: ctx.workspace.id, fileId: id }), 303)
}

const submitStack: Handler<WorkspaceCtx> = (ctx, c) =>
  submit(
    c,
    async () => {
      const fileId = await stacks.accept(ctx, await files.get(ctx, c.req.param('fileId')!))
      return c.redirect(href(urls.workspaceFile, { id: ctx.workspace.id, fileId }), 303)
    },
    (offers, status) => drawFile(ctx, c, { offers, status }),
  )

export const fileRoutes = new Hono<Env>()
  .route('/', api.fileApi)
  .get(urls.workspaceFiles, mayInWorkspace('VIEW_FILES')(showFiles))
  .post(urls.workspaceFiles, mayInWorkspace('UPLOAD_FILES')(submitFile))
  .post(urls.workspaceSample, mayInWorkspace('UPLOAD_FILES')(submitSample))
  .get(urls.workspaceFile, mayInWorkspace('VIEW_FILES')(showFile))
  .post(urls.workspaceFileRead, mayInWorkspace('UPDATE_FILES')(submitReading))
  .post(urls.workspaceFilePreview, mayInWorkspace('UPDATE_FILES')(submitPreview))
  .post(urls.workspaceFileCurrent, mayInWorkspace('UPDATE_FILES')(submitCurrent))
  .post(urls.workspaceFileStack, mayInWorkspace('UPDATE_FILES')(submitStack))
  .post(urls.workspaceFileDelete, mayInWorkspace('DELETE_FILES')(submitDeletion))
  .get(
    urls.workspaceUpload,
    mayInWorkspace('VIEW_FILES', (c) => c.req.param('folder')!.replace('workspace_', ''))(api.downloadNamed),
  )
