import { Hono } from 'hono'
import { AppError } from '#base/errors.ts'
import { pageRequest } from '#base/paging.ts'
import * as catalog from '#catalog/catalog.ts'
import { tableOf } from '#catalog/edit.ts'
import { seesHidden, visibleFiles } from '#catalog/hidden.ts'
import { confirmationOf } from '#organizations/rules/confirmation.ts'
import { emptyForm, type FormState, submit, submitted } from '#web/form.ts'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody, readForm, readQuery } from '#web/input.ts'
import { pageAnswer } from '#web/page.tsx'
import { demandStill, mayInWorkspace } from '#workspaces/guard.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { href, urls } from '../urls.ts'
import * as api from './api.ts'
import * as files from './files.ts'
import * as mending from './mending.ts'
import { FilePage } from './pages/file.tsx'
import { FilesPage } from './pages/files.tsx'
import { formOf, type Rereading } from './pages/reading.tsx'
import { RepairPage } from './pages/repair.tsx'
import { keepSpare } from './reader.ts'
import { receive } from './receive.ts'
import * as rereading from './rereading.ts'
import { dialectForm } from './rules/dialect.ts'
import { rawQuery, stepForm } from './rules/recipe.ts'
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

const showFiles: Handler<WorkspaceCtx> = (ctx, c) => {
  // Whoever looks at this page may upload a file in a moment.
  keepSpare(ctx)
  return drawFiles(ctx, c, null)
}

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

const DONE: Record<string, string> = {
  mended: 'Mended. Every question sees it from now on.',
  undone: 'Undone.',
}

async function drawRepair(ctx: WorkspaceCtx, c: HttpContext, form = emptyForm(), status = 200) {
  const table = await tableOf(ctx, c.req.param('tableId')!, { hidden: true })
  const { raw: page } = readQuery(c, rawQuery)
  const recipe = await mending.recipeOf(ctx, table.id)
  const body = (
    <RepairPage
      {...{ place: ctx, table, recipe, form }}
      found={c.req.query('look') ? await mending.odditiesOf(ctx, table.id) : null}
      raw={page ? { ...(await mending.rawRows(ctx, table.id, page)), page } : null}
      message={DONE[c.req.query('done') ?? ''] ?? null}
    />
  )
  return pageAnswer(c, ctx, { layout: 'app', title: `Repair ${table.name}`, status }, body)
}

const showRepair: Handler<WorkspaceCtx> = (ctx, c) => drawRepair(ctx, c)

/** Does something with the recipe of a table and leads back to its page. */
const submitRecipe =
  (
    done: string,
    work: (ctx: WorkspaceCtx, c: HttpContext, tableId: string) => Promise<unknown>,
  ): Handler<WorkspaceCtx> =>
  (ctx, c) =>
    submitted(ctx, c, drawRepair, async () => {
      const tableId = c.req.param('tableId')!
      await work(ctx, c, tableId)
      return c.redirect(href(urls.workspaceTableRepair, { id: ctx.workspace.id, tableId }, { done }), 303)
    })

const submitStep = submitRecipe('mended', async (ctx, c, tableId) =>
  mending.add(ctx, tableId, await readBody(c, stepForm)),
)
const submitUndo = submitRecipe('undone', async (ctx, c, tableId) => {
  const { step } = await readForm(c)
  return mending.undo(ctx, tableId, typeof step === 'string' ? step : null)
})

export const fileRoutes = new Hono<Env>()
  .route('/', api.fileApi)
  .get(urls.workspaceFiles, mayInWorkspace('VIEW_FILES')(showFiles))
  .post(urls.workspaceFiles, mayInWorkspace('UPLOAD_FILES')(submitFile))
  .post(urls.workspaceSample, mayInWorkspace('UPLOAD_FILES')(submitSample))
  .get(urls.workspaceFile, mayInWorkspace('VIEW_FILES')(showFile))
  .post(urls.workspaceFileRead, mayInWorkspace('UPDATE_FILES')(submitReading))
  .post(urls.workspaceFilePreview, mayInWorkspace('UPDATE_FILES')(submitPreview))
  .get(urls.workspaceTableRepair, mayInWorkspace('UPDATE_FILES')(showRepair))
  .post(urls.workspaceTableRepair, mayInWorkspace('UPDATE_FILES')(submitStep))
  .post(urls.workspaceTableUndo, mayInWorkspace('UPDATE_FILES')(submitUndo))
  .post(urls.workspaceFileCurrent, mayInWorkspace('UPDATE_FILES')(submitCurrent))
  .post(urls.workspaceFileStack, mayInWorkspace('UPDATE_FILES')(submitStack))
  .post(urls.workspaceFileDelete, mayInWorkspace('DELETE_FILES')(submitDeletion))
  .get(
    urls.workspaceUpload,
    mayInWorkspace('VIEW_FILES', (c) => c.req.param('folder')!.replace('workspace_', ''))(api.downloadNamed),
  )
