import { Hono } from 'hono'
import { z } from 'zod'
import { pageRequest } from '#base/paging.ts'
import { outline } from '#catalog/outline.ts'
import { can } from '#organizations/rules/permission.ts'
import { emptyForm, type FormState, submitted } from '#web/form.ts'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody, readQuery } from '#web/input.ts'
import { pageAnswer } from '#web/page.tsx'
import { mayInWorkspace } from '#workspaces/guard.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { absolute, href, urls } from '../urls.ts'
import { canvasesApi } from './api.ts'
import * as canvases from './canvases.ts'
import * as embedding from './embedding.ts'
import { exportsApi } from './exports/routes.tsx'
import { filtering } from './filters.ts'
import { mayInCanvas } from './guard.ts'
import { CanvasPage } from './pages/canvas.tsx'
import { CanvasesPage } from './pages/canvases.tsx'
import { EmbeddingPage } from './pages/embedding.tsx'
import { read } from './read.ts'
import { filtersQuery, newCanvas } from './rules/answers.ts'
import { embeddingForm } from './rules/embedding.ts'
import { linksApi } from './shared/api.ts'
import { sharedRoutes } from './shared/routes.tsx'
import { levelOf } from './sharing.ts'

const SHOWN = '30'
const pageQuery = z.object({ cursor: z.string().max(2_000).optional() })

/** Tables that can be chosen on the page; by the API any can. */
const MOST_CHOICES = 500

async function drawList(ctx: WorkspaceCtx, c: HttpContext, form: FormState, status?: number) {
  const { cursor } = readQuery(c, pageQuery)
  const list = await canvases.list(ctx, pageRequest({ limit: SHOWN, cursor }))
  const tables = (await outline(ctx)).slice(0, MOST_CHOICES).map(({ name }) => name)
  const body = <CanvasesPage place={ctx} first={!cursor} {...{ list, form, tables }} />
  return pageAnswer(c, ctx, { layout: 'app', title: `Canvases of ${ctx.workspace.name}`, status }, body)
}

const showList: Handler<WorkspaceCtx> = (ctx, c) => drawList(ctx, c, emptyForm())

/** Who makes a canvas of a template need not name it. */
const formOfNew = z.preprocess(
  (given) => {
    const { name, template, table } = given as Record<string, string | undefined>
    const usual =
      template === 'sales' ? 'Sales overview' : template && table ? `Overview of ${table}`.slice(0, 120) : ''
    return { ...(given as object), name: name?.trim() || usual }
  },
  newCanvas.omit({ copy_of: true }),
)

const submitNew: Handler<WorkspaceCtx> = (ctx, c) =>
  submitted(ctx, c, drawList, async () => {
    const { id } = await canvases.create(ctx, await readBody(c, formOfNew))
    return c.redirect(href(urls.canvas, { id }), 303)
  })

const showCanvas: Handler<canvases.CanvasCtx> = async (ctx, c) => {
  const { role } = ctx.workspace
  const level = await levelOf(ctx)
  // A link may have filters that are gone: the rest of it holds.
  const set = await filtering(ctx, readQuery(c, filtersQuery).filters)
  const screen = {
    canvas: await read(ctx, { set }),
    filters: Object.fromEntries(set.set.map(({ id, value }) => [id, value])),
    wrongFilters: [...set.wrong, ...set.problems],
    may: { update: level === 'edit', comment: level !== 'view', create: can(role, 'CREATE_CANVASES') },
    userId: ctx.user.id,
    linkHosts: ctx.settings().answers.link_hosts,
    now: ctx.now().toISOString(),
  }
  return pageAnswer(c, ctx, { layout: 'app', title: ctx.canvas.name }, <CanvasPage place={ctx} screen={screen} />)
}

const submitDelete: Handler<canvases.CanvasCtx> = async (ctx, c) => {
  await canvases.remove(ctx)
  return c.redirect(href(urls.workspaceCanvases, { id: ctx.workspace.id }), 303)
}

const embeddingQuery = z.object({ saved: z.string().optional() })
const embeddingAct = z.object({ act: z.enum(['hosts', 'secret', 'remove']) })

async function drawEmbedding(
  ctx: WorkspaceCtx,
  c: HttpContext,
  form: FormState | null,
  status?: number,
  made: string | null = null,
) {
  const found = await embedding.get(ctx)
  const saved = readQuery(c, embeddingQuery).saved !== undefined && !form && !made
  const address = absolute(ctx.config, href(urls.embeddedCanvas, { token: '' }))
  const body = (
    <EmbeddingPage
      place={ctx}
      embedding={found}
      form={form ?? emptyForm({ hosts: found.hosts.join('\n') })}
      {...{ made, saved, address }}
    />
  )
  return pageAnswer(c, ctx, { layout: 'app', title: 'Embedding', status }, body)
}

const showEmbedding: Handler<WorkspaceCtx> = (ctx, c) => drawEmbedding(ctx, c, null)

const submitEmbedding: Handler<WorkspaceCtx> = (ctx, c) =>
  submitted(ctx, c, drawEmbedding, async () => {
    const { act } = await readBody(c, embeddingAct)
    if (act === 'secret') {
      c.header('Cache-Control', 'no-store')
      return drawEmbedding(ctx, c, null, undefined, (await embedding.renewSecret(ctx)).secret)
    }
    if (act === 'remove') await embedding.remove(ctx)
    else await embedding.allow(ctx, (await readBody(c, embeddingForm)).hosts)
    return c.redirect(href(urls.workspaceEmbedding, { id: ctx.workspace.id }, { saved: '' }), 303)
  })

export const canvasRoutes = new Hono<Env>()
  .route('/', canvasesApi)
  .route('/', exportsApi)
  .route('/', linksApi)
  .route('/', sharedRoutes)
  .get(urls.workspaceCanvases, mayInWorkspace('VIEW_CANVASES')(showList))
  .post(urls.workspaceCanvases, mayInWorkspace('CREATE_CANVASES')(submitNew))
  .get(urls.workspaceEmbedding, mayInWorkspace('UPDATE_WORKSPACE')(showEmbedding))
  .post(urls.workspaceEmbedding, mayInWorkspace('UPDATE_WORKSPACE')(submitEmbedding))
  .get(urls.canvas, mayInCanvas('VIEW_CANVASES')(showCanvas))
  .post(urls.canvasDelete, mayInCanvas('DELETE_CANVASES')(submitDelete))
