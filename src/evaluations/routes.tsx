import { Hono } from 'hono'
import { z } from 'zod'
import { pageRequest } from '#base/paging.ts'
import { type Again, problemOf, submitted } from '#web/form.ts'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody, readQuery } from '#web/input.ts'
import { pageAnswer } from '#web/page.tsx'
import { mayInWorkspace } from '#workspaces/guard.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { href, urls } from '../urls.ts'
import { evaluationsApi } from './api.ts'
import * as evaluations from './evaluations.ts'
import { EvaluationPage } from './pages/evaluation.tsx'
import { EvaluationsPage } from './pages/evaluations.tsx'
import { evaluationRequest } from './rules/answers.ts'
import * as runs from './runs.ts'

const SHOWN = 30
const pageQuery = z.object({ cursor: z.string().max(100).optional() })
const owners = mayInWorkspace(evaluations.RUNS)

async function drawList(ctx: WorkspaceCtx, c: HttpContext, problem: string | null = null, status = 200) {
  const { cursor } = readQuery(c, pageQuery)
  const request = pageRequest({ limit: String(SHOWN), cursor })
  const [offer, list] = await Promise.all([evaluations.offer(ctx), evaluations.list(ctx, request)])
  const body = <EvaluationsPage place={ctx} {...{ offer, list, problem, first: !cursor }} />
  return pageAnswer(c, ctx, { layout: 'app', title: `Evaluations of ${ctx.workspace.name}`, status }, body)
}

const drawRefused: Again<WorkspaceCtx> = (ctx, c, form, status) => drawList(ctx, c, problemOf(form), status)

const showList: Handler<WorkspaceCtx> = (ctx, c) => drawList(ctx, c)

const submitRun: Handler<WorkspaceCtx> = (ctx, c) =>
  submitted(ctx, c, drawRefused, async () => {
    const { id } = await runs.start(ctx, await readBody(c, evaluationRequest))
    return c.redirect(href(urls.workspaceEvaluation, { id: ctx.workspace.id, evaluationId: id }), 303)
  })

const showRun: Handler<WorkspaceCtx> = async (ctx, c) => {
  const id = c.req.param('evaluationId')!
  const { cursor } = readQuery(c, pageQuery)
  const run = await evaluations.get(ctx, id)
  const items = await evaluations.items(ctx, id, pageRequest({ limit: String(SHOWN), cursor }))
  const [earlier] = (await evaluations.list(ctx, pageRequest({ limit: '1', cursor: id }))).items
  const before = earlier && run.status !== 'running' ? earlier : null
  const body = (
    <EvaluationPage
      place={ctx}
      {...{ run, items, first: !cursor }}
      before={before && { run: before, changes: await evaluations.changes(ctx, id, before.id) }}
    />
  )
  return pageAnswer(c, ctx, { layout: 'app', title: `Evaluation of ${ctx.workspace.name}` }, body)
}

const submitStop: Handler<WorkspaceCtx> = async (ctx, c) => {
  const { id } = await runs.stop(ctx, c.req.param('evaluationId')!)
  return c.redirect(href(urls.workspaceEvaluation, { id: ctx.workspace.id, evaluationId: id }), 303)
}

export const evaluationRoutes = new Hono<Env>()
  .route('/', evaluationsApi)
  .get(urls.workspaceEvaluations, owners(showList))
  .post(urls.workspaceEvaluations, owners(submitRun))
  .get(urls.workspaceEvaluation, owners(showRun))
  .post(urls.workspaceEvaluationStop, owners(submitStop))
