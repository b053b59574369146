import { Hono } from 'hono'
import { z } from 'zod'
import { holds } from '#auth/rules/admin-role.ts'
import { notFound } from '#base/errors.ts'
import { api, post } from '#web/api.ts'
import type { Handler } from '#web/handler.ts'
import type { Env } from '#web/http-context.ts'
import type { AdminCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { listCall, readList, reasonCall } from '../list-response.ts'
import { reasonAnswer } from '../pages/action.tsx'
import { AutomationPage, isRunAction, RanCanvasesPage, RanWatchesPage, runAction } from '../pages/automation.tsx'
import { adminPage } from '../pages/page.tsx'
import { automationList, ranCanvasList, ranWatchList } from '../rules/automation.ts'
import * as actions from './actions.ts'
import * as lists from './lists.ts'

const done = { answer: z.object({ ok: z.literal(true) }), errors: ['conflict' as const] }

const automationApi = api('Admin', [
  listCall(urls.apiAdminAutomation, 'support', automationList, lists.uses, {
    summary: 'Agents, canvases, watches and schedules of organizations, and how much they run',
  }),
  listCall(urls.apiAdminCanvases, 'support', ranCanvasList, lists.ranCanvases, {
    summary: 'Canvases of all organizations, and how often their statements run and fail',
    description: 'Nothing of what stands on them.',
  }),
  reasonCall(post, urls.apiAdminCanvasStop, 'superadmin', {
    ...done,
    summary: 'Stop the refreshing of a canvas',
    description:
      'It shows what it did last, and says why, to everybody who refreshes it. Its schedules and watches fail.',
    work: actions.stopCanvas,
  }),
  reasonCall(post, urls.apiAdminCanvasResume, 'superadmin', {
    ...done,
    summary: 'Let a canvas be refreshed again',
    work: actions.allowCanvas,
  }),
  listCall(urls.apiAdminWatches, 'support', ranWatchList, lists.ranWatches, {
    summary: 'Watches and schedules of all organizations, and how their runs end',
    description: 'Neither whom they tell nor what they saw.',
  }),
  reasonCall(post, urls.apiAdminWatchStop, 'superadmin', {
    ...done,
    summary: 'Stop a watch or schedule',
    description: 'It is paused, and nobody of its workspace resumes it.',
    work: actions.stopWatch,
  }),
  reasonCall(post, urls.apiAdminWatchResume, 'superadmin', {
    ...done,
    summary: 'Let a watch or schedule run again',
    work: actions.allowWatch,
  }),
])

const showUse: Handler<AdminCtx> = async (ctx, c) =>
  adminPage(c, ctx, 'Organizations', <AutomationPage {...(await readList(ctx, c, automationList, lists.uses))} />)

const shownWith = (ctx: AdminCtx, done: string | undefined) => ({ done, mayStop: holds(ctx.adminRoles, 'superadmin') })

const showCanvases: Handler<AdminCtx> = async (ctx, c) => {
  const state = await readList(ctx, c, ranCanvasList, lists.ranCanvases)
  const body = <RanCanvasesPage {...state} {...shownWith(ctx, c.req.query('done'))} />
  return adminPage(c, ctx, 'Organizations', body)
}

const showWatches: Handler<AdminCtx> = async (ctx, c) => {
  const state = await readList(ctx, c, ranWatchList, lists.ranWatches)
  const body = <RanWatchesPage {...state} {...shownWith(ctx, c.req.query('done'))} />
  return adminPage(c, ctx, 'Organizations', body)
}

const submitted =
  (
    what: 'canvas' | 'watch',
    back: string,
    work: Record<'stop' | 'resume', (ctx: AdminCtx, id: string, reason: string) => Promise<void>>,
  ): Handler<AdminCtx> =>
  (ctx, c) => {
    const { id, action } = c.req.param() as { id: string; action: string }
    if (!isRunAction(action)) throw notFound('Page')
    return reasonAnswer(c, ctx, {
      work: async (reason) => {
        await work[action](ctx, id, reason)
        return href(back, {}, { done: action })
      },
      question: async () => ({ action: runAction(what, action, { id, name: '' }), back }),
    })
  }

const act = admin('superadmin')
export const automationRoutes = new Hono<Env>()
  .route('/', automationApi)
  .get(urls.adminAutomation, admin('support')(showUse))
  .get(urls.adminCanvases, admin('support')(showCanvases))
  .get(urls.adminWatches, admin('support')(showWatches))
  .post(
    urls.adminCanvasAction,
    act(submitted('canvas', urls.adminCanvases, { stop: actions.stopCanvas, resume: actions.allowCanvas })),
  )
  .post(
    urls.adminWatchAction,
    act(submitted('watch', urls.adminWatches, { stop: actions.stopWatch, resume: actions.allowWatch })),
  )
