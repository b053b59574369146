import { Hono } from 'hono'
import { z } from 'zod'
import { AppError, notFound } from '#base/errors.ts'
import { pageRequest } from '#base/paging.ts'
import { outline } from '#catalog/outline.ts'
import type { Runner } from '#definitions/check.ts'
import { demand } from '#organizations/guard.ts'
import { can } from '#organizations/rules/permission.ts'
import { type Again, emptyForm, type FormState, problemOf, submitted } from '#web/form.ts'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody, readForm, readQuery } from '#web/input.ts'
import { pageAnswer } from '#web/page.tsx'
import { mayInWorkspace } from '#workspaces/guard.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { href, urls } from '../urls.ts'
import * as agents from './agents.ts'
import { agentsApi } from './api.ts'
import { AgentPage, NewAgentPage } from './pages/agent.tsx'
import { AgentsPage } from './pages/agents.tsx'
import type { AgentFormProps } from './pages/form.tsx'
import { agentInput } from './rules/agent.ts'
import { type AgentDraft, draftOf, draftTyped, inputOf, NO_DRAFT } from './rules/form.ts'

const SHOWN = 30
const SAID: Record<string, string> = {
  draft: 'Saved as a draft. Try it, then publish it.',
  publish: 'Published. People can choose it where they ask.',
  restore: 'The older version is the draft now.',
  remove: 'Deleted.',
}

const pageQuery = z.object({ cursor: z.string().max(300).optional(), done: z.string().max(20).optional() })
const newQuery = z.object({ copy: z.string().max(64).optional(), conversation: z.string().max(64).optional() })
const actForm = z.object({
  act: z.enum(['publish', 'restore', 'remove']),
  version: z.coerce.number().int().min(1).catch(1),
})
const saveForm = z.object({ act: z.enum(['draft', 'publish']).catch('draft') })
const tryForm = z.object({ question: z.string().trim().min(1).max(500) })

const showList: Handler<WorkspaceCtx> = async (ctx, c) => {
  const { cursor, done = '' } = readQuery(c, pageQuery)
  const list = await agents.list(ctx, pageRequest({ limit: String(SHOWN), cursor }))
  const body = <AgentsPage place={ctx} list={list} first={!cursor} message={SAID[done] ?? null} />
  return pageAnswer(c, ctx, { layout: 'app', title: `Agents of ${ctx.workspace.name}` }, body)
}

/** @param runner how queries are run */
export function agentRoutes(runner: Runner, conversations: agents.Conversations): Hono<Env> {
  const formOf = async (
    ctx: WorkspaceCtx,
    { draft, form, address, published }: Pick<AgentFormProps, 'draft' | 'form' | 'address' | 'published'>,
  ): Promise<AgentFormProps> => {
    const { chosen, builtIn, name, fallback, titles } = ctx.models
    const models = {
      '': `As usual (${builtIn ? 'built-in analyst' : name})`,
      ...(chosen && !builtIn ? { builtin: 'Built-in analyst' } : {}),
      ...(chosen && fallback ? { fallback: fallback.name } : {}),
      ...(chosen && titles ? { titles: titles.name } : {}),
    }
    return { draft, form, address, published, models, tables: await outline(ctx) }
  }

  async function drawNew(ctx: WorkspaceCtx, c: HttpContext, draft: AgentDraft, form: FormState, status = 200) {
    const address = href(urls.workspaceNewAgent, { id: ctx.workspace.id })
    const fields = await formOf(ctx, { draft, form, address, published: false })
    return pageAnswer(c, ctx, { layout: 'app', title: 'New agent', status }, <NewAgentPage place={ctx} form={fields} />)
  }

  const showNew: Handler<WorkspaceCtx> = async (ctx, c) => {
    const { copy, conversation } = readQuery(c, newQuery)
    const from = copy ? await agents.get(ctx, copy) : null
    const draft = from
      ? { ...draftOf(from), name: `${from.name} copy`.slice(0, 60) }
      : { ...NO_DRAFT, ...(conversation ? await conversations.draftFrom(ctx, conversation) : {}) }
    return drawNew(ctx, c, draft, emptyForm())
  }

  async function drawOne(
    ctx: WorkspaceCtx,
    c: HttpContext,
    { draft, form = emptyForm() }: { draft?: AgentDraft; form?: FormState } = {},
    status = 200,
  ) {
    const agentId = c.req.param('agentId')!
    const current = await agents.get(ctx, agentId)
    const changes = can(ctx.workspace.role, 'UPDATE_AGENTS') && !current.default
    const versions = current.default ? [] : await agents.versions(ctx, agentId)
    const newest = versions[0] ?? current
    const address = href(urls.workspaceAgent, { id: ctx.workspace.id, agentId })
    const published = versions.some(({ state }) => state === 'published')
    const body = (
      <AgentPage
        place={ctx}
        {...{ current, versions }}
        form={changes ? await formOf(ctx, { draft: draft ?? draftOf(newest), form, address, published }) : null}
        tried={changes ? await conversations.tried(ctx, newest) : []}
        price={ctx.settings().credits.per_answer}
        problem={draft ? null : form.problem}
        message={SAID[c.req.query('done') ?? ''] ?? null}
      />
    )
    return pageAnswer(c, ctx, { layout: 'app', title: current.name, status }, body)
  }

  const showOne: Handler<WorkspaceCtx> = (ctx, c) => drawOne(ctx, c)

  const addressOf = (ctx: WorkspaceCtx, agentId: string, done: string) =>
    href(urls.workspaceAgent, { id: ctx.workspace.id, agentId }, { done })

  /** Saves what the form says: a new agent, or a version of what the address names. */
  const submitForm: Handler<WorkspaceCtx> = async (ctx, c) => {
    const of = c.req.param('agentId')
    const draft = draftTyped(await readForm(c))
    const again: Again<WorkspaceCtx> = (ctx, c, form, status) =>
      of ? drawOne(ctx, c, { draft, form }, status) : drawNew(ctx, c, draft, form, status)
    return submitted(ctx, c, again, async () => {
      const { act } = await readBody(c, saveForm)
      const saved = of ? (await agents.versions(ctx, of))[0]!.queries : []
      // The form has no place for the source of a query: one that is there keeps it.
      const queries = draft.queries.map((one) => ({
        source: saved.find(({ sql }) => sql === one.sql)?.source,
        ...one,
      }))
      const input = parsed({ ...inputOf(draft), queries })
      const { id } = await agents.save(ctx, runner, { input, of, publish: act === 'publish' })
      return c.redirect(addressOf(ctx, id, act), 303)
    })
  }

  const again: Again<WorkspaceCtx> = (ctx, c, form, status) =>
    drawOne(ctx, c, { form: { ...form, problem: problemOf(form) } }, status)

  const submitAct: Handler<WorkspaceCtx> = (ctx, c) =>
    submitted(ctx, c, again, async () => {
      const id = c.req.param('agentId')!
      const { act, version } = await readBody(c, actForm)
      if (act === 'remove') {
        await demand(ctx, ctx.workspace.role, 'DELETE_AGENTS')
        await agents.remove(ctx, id)
        return c.redirect(href(urls.workspaceAgents, { id: ctx.workspace.id }, { done: act }), 303)
      }
      if (act === 'publish') await agents.publish(ctx, runner, id)
      else await agents.restore(ctx, runner, id, version)
      return c.redirect(addressOf(ctx, id, act), 303)
    })

  const submitTry: Handler<WorkspaceCtx> = (ctx, c) =>
    submitted(ctx, c, again, async () => {
      const { question } = await readBody(c, tryForm)
      const [newest] = await agents.versions(ctx, c.req.param('agentId')!)
      if (!newest || newest.state === 'removed') throw notFound('Agent')
      return c.redirect(await conversations.tryOut(ctx, newest, question), 303)
    })

  return new Hono<Env>()
    .route('/', agentsApi(runner))
    .get(urls.workspaceAgents, mayInWorkspace('VIEW_AGENTS')(showList))
    .get(urls.workspaceNewAgent, mayInWorkspace('CREATE_AGENTS')(showNew))
    .post(urls.workspaceNewAgent, mayInWorkspace('CREATE_AGENTS')(submitForm))
    .get(urls.workspaceAgent, mayInWorkspace('VIEW_AGENTS')(showOne))
    .post(urls.workspaceAgent, mayInWorkspace('UPDATE_AGENTS')(submitForm))
    .post(urls.workspaceAgentAct, mayInWorkspace('UPDATE_AGENTS')(submitAct))
    .post(urls.workspaceAgentTest, mayInWorkspace('UPDATE_AGENTS')(submitTry))
}

/** @throws AppError invalid with what is wrong in which field */
function parsed(typed: object) {
  const { success, data, error } = agentInput.safeParse(typed)
  if (success) return data
  const fields: Record<string, string> = {}
  for (const { path, message } of error.issues) fields[path.join('.')] ??= message
  throw new AppError('invalid', 'Some fields need a look.', { details: { fields } })
}
