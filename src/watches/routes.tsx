import { Hono } from 'hono'
import { z } from 'zod'
import { AppError } from '#base/errors.ts'
import { pageRequest } from '#base/paging.ts'
import { DAY } from '#base/time.ts'
import { isTimeZone } from '#base/zone.ts'
import { demand } from '#organizations/guard.ts'
import { emptyForm, type FormState, submitted } from '#web/form.ts'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody, readQuery } from '#web/input.ts'
import { pageAnswer } from '#web/page.tsx'
import { mayInWorkspace } from '#workspaces/guard.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { href, urls } from '../urls.ts'
import { watchesApi } from './api.ts'
import { ACTS, type Act } from './pages/parts.tsx'
import { WatchPage } from './pages/watch.tsx'
import { WatchesPage } from './pages/watches.tsx'
import { MadeWebhookPage, WebhookPage, WebhooksPage } from './pages/webhooks.tsx'
import { newWatch, newWebhook } from './rules/answers.ts'
import { runNow } from './runs.ts'
import * as watches from './watches.ts'
import * as webhooks from './webhooks.ts'

const SHOWN = '30'
const pageQuery = z.object({ cursor: z.string().max(100).optional(), done: z.enum([...ACTS, 'answer']).optional() })
const webhookQuery = pageQuery.pick({ cursor: true }).extend({ tested: z.string().max(10).optional() })
const webhookActForm = z.object({ act: z.enum(['test', 'remove']) })
const actForm = z.object({ act: z.enum(ACTS) })
const SAID: Partial<Record<Act | 'answer', string>> = {
  answer: 'You are told once the answer is another one. Change when it is looked at, and who is told, below.',
  run: 'It was run.',
  pause: 'It is paused.',
  resume: 'It goes on.',
  day: 'Nothing is run for a day.',
  week: 'Nothing is run for a week.',
  wake: 'It goes on.',
  allow: 'Mails go to these addresses from now on.',
}

const showList: Handler<WorkspaceCtx> = async (ctx, c) => {
  const { cursor } = readQuery(c, pageQuery)
  const list = await watches.list(ctx, pageRequest({ limit: SHOWN, cursor }))
  const body = <WatchesPage place={ctx} list={list} first={!cursor} />
  return pageAnswer(c, ctx, { layout: 'app', title: `Watches of ${ctx.workspace.name}` }, body)
}

const answerForm = z.object({
  ...{ message: z.string().max(40), result: z.string().max(64) },
  zone: z.string().refine(isTimeZone).catch('UTC'),
})
/** Watches a result of an answer each morning, for whoever wants it: when it is looked at and who is told is changed on its page. */
const submitAnswer: Handler<WorkspaceCtx> = async (ctx, c) => {
  const { message, result, zone } = await readBody(c, answerForm)
  const { id } = ctx.workspace
  const answer = { message_id: message, result_id: result }
  const made = await watches.create(
    ctx,
    newWatch.parse({
      ...{ answer, name: await watches.nameOf(ctx, answer), members: [ctx.user.id] },
      schedule: { every: 'day', at: '08:00', time_zone: zone },
    }),
  )
  return c.redirect(href(urls.workspaceWatch, { id, watchId: made.id }, { done: 'answer' }), 303)
}

async function drawOne(ctx: WorkspaceCtx, c: HttpContext, problem: string | null, status = 200) {
  const { cursor, done } = readQuery(c, pageQuery)
  const watchId = c.req.param('watchId')!
  const watch = await watches.get(ctx, watchId)
  const runs = watch.mayChange ? await watches.runs(ctx, watchId, pageRequest({ limit: SHOWN, cursor })) : null
  const body = (
    <WatchPage userId={ctx.user.id} place={ctx} {...{ watch, runs, problem }} done={(done && SAID[done]) ?? null} />
  )
  return pageAnswer(c, ctx, { layout: 'app', title: watch.name, status }, body)
}

const showOne: Handler<WorkspaceCtx> = (ctx, c) => drawOne(ctx, c, null)

const snoozed = (ctx: WorkspaceCtx, days: number) => new Date(Number(ctx.now()) + days * DAY).toISOString()
const DO: Record<Act, (ctx: WorkspaceCtx, id: string) => Promise<unknown>> = {
  run: runNow,
  pause: (ctx, id) => watches.update(ctx, id, { state: 'paused' }),
  resume: (ctx, id) => watches.update(ctx, id, { state: 'active' }),
  day: (ctx, id) => watches.update(ctx, id, { snoozed_until: snoozed(ctx, 1) }),
  week: (ctx, id) => watches.update(ctx, id, { snoozed_until: snoozed(ctx, 7) }),
  wake: (ctx, id) => watches.update(ctx, id, { snoozed_until: null }),
  allow: async (ctx, id) => {
    await demand(ctx, ctx.workspace.role, 'UPDATE_WORKSPACE')
    return watches.allow(ctx, id)
  },
  remove: watches.remove,
}

const submitAct: Handler<WorkspaceCtx> = async (ctx, c) => {
  const watchId = c.req.param('watchId')!
  const { act } = await readBody(c, actForm)
  try {
    await DO[act](ctx, watchId)
  } catch (error) {
    // That it runs at this moment, or ran too often, is said on the page.
    if (error instanceof AppError && ['conflict', 'rate_limited'].includes(error.kind))
      return drawOne(ctx, c, error.message, error.status)
    throw error
  }
  const { id } = ctx.workspace
  const next =
    act === 'remove' ? href(urls.workspaceWatches, { id }) : href(urls.workspaceWatch, { id, watchId }, { done: act })
  return c.redirect(next, 303)
}

async function drawWebhooks(ctx: WorkspaceCtx, c: HttpContext, form: FormState, status = 200) {
  const body = <WebhooksPage place={ctx} list={await webhooks.list(ctx)} form={form} />
  return pageAnswer(c, ctx, { layout: 'app', title: `Webhooks of ${ctx.workspace.name}`, status }, body)
}
const showWebhooks: Handler<WorkspaceCtx> = (ctx, c) => drawWebhooks(ctx, c, emptyForm())
const submitWebhook: Handler<WorkspaceCtx> = (ctx, c) =>
  submitted(ctx, c, drawWebhooks, async () => {
    const webhook = await webhooks.create(ctx, await readBody(c, newWebhook))
    c.header('Cache-Control', 'no-store')
    const title = webhook.name
    return pageAnswer(c, ctx, { layout: 'app', title }, <MadeWebhookPage place={ctx} webhook={webhook} />)
  })

const showWebhook: Handler<WorkspaceCtx> = async (ctx, c) => {
  const { cursor, tested } = readQuery(c, webhookQuery)
  const webhook = await webhooks.get(ctx, c.req.param('webhookId')!)
  const log = await webhooks.deliveries(ctx, webhook.id, pageRequest({ limit: SHOWN, cursor }))
  const body = <WebhookPage place={ctx} {...{ webhook, log }} done={tested !== undefined} />
  return pageAnswer(c, ctx, { layout: 'app', title: webhook.name }, body)
}

const submitWebhookAct: Handler<WorkspaceCtx> = async (ctx, c) => {
  const webhookId = c.req.param('webhookId')!
  const { act } = await readBody(c, webhookActForm)
  const { id } = ctx.workspace
  if (act === 'remove') {
    await webhooks.remove(ctx, webhookId)
    return c.redirect(href(urls.workspaceWebhooks, { id }), 303)
  }
  await webhooks.test(ctx, webhookId)
  return c.redirect(href(urls.workspaceWebhook, { id, webhookId }, { tested: 'yes' }), 303)
}

const owners = mayInWorkspace('UPDATE_WORKSPACE')
export const watchRoutes = new Hono<Env>()
  .route('/', watchesApi)
  .get(urls.workspaceWatches, mayInWorkspace('VIEW_CANVASES')(showList))
  .post(urls.workspaceWatches, mayInWorkspace('UPDATE_CANVASES')(submitAnswer))
  .get(urls.workspaceWatch, mayInWorkspace('VIEW_CANVASES')(showOne))
  .post(urls.workspaceWatchAct, mayInWorkspace('UPDATE_CANVASES')(submitAct))
  .get(urls.workspaceWebhooks, owners(showWebhooks))
  .post(urls.workspaceWebhooks, owners(submitWebhook))
  .get(urls.workspaceWebhook, owners(showWebhook))
  .post(urls.workspaceWebhookAct, owners(submitWebhookAct))
