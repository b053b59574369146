import { Hono } from 'hono'
import { signedIn } from '#auth/guard.ts'
import type { CanvasCtx } from '#canvases/canvases.ts'
import { mayInCanvas } from '#canvases/guard.ts'
import { filtersQuery } from '#canvases/rules/answers.ts'
import { api, post } from '#web/api.ts'
import type { Handler } from '#web/handler.ts'
import type { Env } from '#web/http-context.ts'
import { readBody } from '#web/input.ts'
import { pageAnswer } from '#web/page.tsx'
import type { UserCtx } from '../ctx.ts'
import { urls } from '../urls.ts'
import { rerunBlock } from './blocks.ts'
import { RerunPage } from './pages/rerun.tsx'
import * as reruns from './reruns.ts'
import { rerun, rerunRequest } from './rules/answers.ts'

const rerunsApi = api('Conversations', [
  post(urls.apiMessageRerun, signedIn, {
    summary: 'Run the statement of an answer again, and say what changed',
    description:
      'Rows that came, went and changed, found again by their key; whether its period moved, and which definitions changed. It needs no model and no credits.',
    body: rerunRequest,
    answer: rerun,
    errors: ['unprocessable', 'timeout', 'unavailable'],
    handle: (ctx, { id, body }) => reruns.rerun(ctx, id, body.result),
  }),
  post(urls.apiCanvasBlockRerun, mayInCanvas('VIEW_CANVASES'), {
    summary: 'Refresh a block, and say what changed',
    description:
      'Since it showed something else under the same filters: as for results of answers, and whether filters choose other rows now. It needs no model and no credits.',
    body: filtersQuery,
    answer: rerun,
    errors: ['unprocessable', 'timeout', 'unavailable', 'conflict'],
    handle: (ctx, { blockId, body }) => rerunBlock(ctx, blockId, body.filters),
  }),
])

const submitRerun: Handler<UserCtx> = async (ctx, c) => {
  const { result } = await readBody(c, rerunRequest)
  const { workspace, ...done } = await reruns.rerun(ctx, c.req.param('id')!, result)
  const title = done.title || 'Asked again'
  return pageAnswer(c, ctx, { layout: 'app', title }, <RerunPage place={{ workspace }} rerun={done} />)
}

const submitBlockRerun: Handler<CanvasCtx> = async (ctx, c) => {
  const { filters } = await readBody(c, filtersQuery)
  const done = await rerunBlock(ctx, c.req.param('blockId')!, filters)
  const board = { id: ctx.canvas.id, name: ctx.canvas.name }
  return pageAnswer(c, ctx, { layout: 'app', title: done.title }, <RerunPage place={ctx} rerun={done} board={board} />)
}

export const rerunRoutes = new Hono<Env>()
  .route('/', rerunsApi)
  .post(urls.messageRerun, signedIn(submitRerun))
  .post(urls.canvasBlockRerun, mayInCanvas('VIEW_CANVASES')(submitBlockRerun))
