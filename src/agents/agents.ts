import { and, desc, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { AppError, conflict, forbidden, invalidFields, notFound } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import { cursorAt, type Page, type PageRequest, pageOf } from '#base/paging.ts'
import { SECOND } from '#base/time.ts'
import { hiddenNames, seesHidden } from '#catalog/hidden.ts'
import { outline } from '#catalog/outline.ts'
import { inTransaction } from '#db/connect.ts'
import { agents, users } from '#db/schema/index.ts'
import { sorted } from '#db/sorted.ts'
import type { Runner } from '#definitions/check.ts'
import { alone } from '#definitions/definitions.ts'
import { namesOne } from '#definitions/rules/definition.ts'
import { can } from '#organizations/rules/permission.ts'
import type { VerifiedQuery } from '#query/rules/answers.ts'
import * as audit from '#records/audit.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import {
  type AgentContent,
  type AgentInput,
  type AgentSaid,
  agentContent,
  DEFAULT_AGENT,
  mayAsk,
  scopeOf,
} from './rules/agent.ts'
import type { Agent } from './rules/answers.ts'
import type { AgentDraft } from './rules/form.ts'

/** Agents of a workspace, and versions of one that are kept. */
const MOST = 100
const MOST_VERSIONS = 50
/** Time for one of its queries to run when it is saved. */
const LONGEST = 20 * SECOND

const drafts = alias(agents, 'drafts')

const rowsOf = (ctx: WorkspaceCtx, where: SQL | undefined) =>
  ctx.db
    .select({ row: agents, by: { id: users.id, name: users.name }, draft: drafts.version })
    .from(agents)
    .innerJoin(users, eq(users.id, agents.savedBy))
    .leftJoin(drafts, and(eq(drafts.agentId, agents.agentId), eq(drafts.state, 'draft')))
    .where(and(eq(agents.workspaceId, ctx.workspace.id), where))
    .$dynamic()
type Row = Awaited<ReturnType<typeof rowsOf>>[number]

/** Rows as this person may read them: nothing names what is hidden, but for those who could show it again. */
async function seen(ctx: WorkspaceCtx, rows: Row[]): Promise<Agent[]> {
  const hidden = seesHidden(ctx) || rows.length === 0 ? new Set<string>() : await hiddenNames(ctx)
  return rows.map((row) => agentOf(ctx, row, hidden))
}

const withoutNames = (content: AgentContent, hidden: ReadonlySet<string>): AgentContent => ({
  ...content,
  tables: content.tables.filter((name) => !hidden.has(name.toLowerCase())),
  starters: content.starters.filter((text) => !namesOne(text, hidden)),
  queries: content.queries.filter(({ question, sql }) => !namesOne(`${question}\n${sql}`, hidden)),
})

const agentOf = ({ workspace }: WorkspaceCtx, { row, by, draft }: Row, hidden: ReadonlySet<string>): Agent => ({
  ...{ id: row.agentId, version: row.version, state: row.state, name: row.name },
  ...withoutNames(row.content, hidden),
  default: false,
  may_ask: row.state === 'published' ? mayAsk(row.content, workspace.role) : false,
  draft: can(workspace.role, 'UPDATE_AGENTS') ? draft : null,
  saved_by: by,
  published_at: row.publishedAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
})

/** The agent that every workspace has. */
const defaultAgent = (): Agent => ({
  ...{ ...DEFAULT_AGENT, version: null, state: 'published', ...agentContent.parse({}) },
  description: 'Knows all tables of the workspace.',
  ...{ default: true, may_ask: true, draft: null, saved_by: null, published_at: null, created_at: null },
})

/** Published agents, and for those who may change them drafts of which nothing is published yet. */
const listed = ({ workspace }: WorkspaceCtx) => {
  const isPublished = eq(agents.state, 'published')
  if (!can(workspace.role, 'UPDATE_AGENTS')) return isPublished
  const isNew = sql`not exists (select 1 from ${agents} p where p.agent_id = ${agents.agentId} and p.state = 'published')`
  return or(isPublished, and(eq(agents.state, 'draft'), isNew))
}

/** Agents by name; the one that every workspace has comes first. */
export async function list(ctx: WorkspaceCtx, { limit, cursor }: PageRequest): Promise<Page<Agent>> {
  const byName = { name: { by: sql`lower(${agents.name})`, type: 'text' } } as const
  const { order, after } = sorted(byName, agents.id, { sort: 'name_asc', cursor })
  const rows = await rowsOf(ctx, and(listed(ctx), after))
    .orderBy(...order)
    .limit(limit + 1)
  const { items, next } = pageOf(rows, limit, ({ row }) => cursorAt(row.name.toLowerCase(), row.id))
  const found = await seen(ctx, items)
  return { items: cursor ? found : [defaultAgent(), ...found], next }
}

/** Those that the person may choose for a question; there are never more than a workspace may have. */
export const choices = async (ctx: WorkspaceCtx): Promise<Agent[]> =>
  (await list(ctx, { limit: MOST, cursor: null })).items.filter((one) => one.may_ask)

/** The versions of an agent, newest first; people who may not change it see what is published. @throws AppError not_found */
export async function versions(ctx: WorkspaceCtx, id: string): Promise<Agent[]> {
  const which = can(ctx.workspace.role, 'UPDATE_AGENTS') ? undefined : eq(agents.state, 'published')
  // What is published may be older than all drafts that are kept.
  const rows = await rowsOf(ctx, and(eq(agents.agentId, id), which))
    .orderBy(desc(agents.version))
    .limit(MOST_VERSIONS + 1)
  if (rows.length === 0) throw notFound('Agent')
  return seen(ctx, rows)
}

/** The published version, or the newest where none is. @throws AppError not_found */
export async function get(ctx: WorkspaceCtx, id: string): Promise<Agent> {
  if (id === DEFAULT_AGENT.id) return defaultAgent()
  const all = await versions(ctx, id)
  return all.find(({ state }) => state === 'published') ?? all[0]!
}

/** `of`: the agent that it changes. */
export type Saving = { input: AgentInput; of?: string | undefined; publish?: boolean }

/**
 * Adds a version: a draft in place of an earlier one, or one that people may choose at once. Its queries are run first, over what it
 * may use.
 * @throws AppError invalid for tables and sources that are not there, and for queries that do not run; not_found; conflict `name_taken`, `too_many`
 */
export async function save(ctx: WorkspaceCtx, runner: Runner, { input, of, publish = false }: Saving): Promise<Agent> {
  if (of === DEFAULT_AGENT.id) throw isDefault()
  const { name, ...content } = await checked(ctx, runner, input, of ? await newest(ctx, of) : null)
  const id = of ?? newId()
  await alone(ctx, async (tx) => {
    const rows = await tx.db
      .selectDistinct({ agentId: agents.agentId })
      .from(agents)
      .where(and(eq(agents.workspaceId, tx.workspace.id), inArray(agents.state, ['draft', 'published'])))
    if (!rows.some(({ agentId }) => agentId === id) && rows.length >= MOST)
      throw conflict(`A workspace may have at most ${MOST} agents. Delete some first.`, 'too_many')
    await demandFree(tx, id, name)
    const [last] = await tx.db
      .select({ version: agents.version })
      .from(agents)
      .where(eq(agents.agentId, id))
      .orderBy(desc(agents.version))
      .limit(1)
    const version = (last?.version ?? 0) + 1
    const now = tx.now()
    await replace(tx, id, publish ? ['draft', 'published'] : ['draft'])
    await tx.db.insert(agents).values({
      ...{ agentId: id, workspaceId: tx.workspace.id, version, name, content },
      ...{ state: publish ? 'published' : 'draft', savedBy: tx.user.id, createdAt: now },
      publishedAt: publish ? now : null,
    })
    // Older ones than people can restore are of no use.
    await tx.db
      .delete(agents)
      .where(and(ofAgent(tx, id), lt(agents.version, version - MOST_VERSIONS + 1), eq(agents.state, 'replaced')))
    await audit.record(tx, of ? 'agent.update' : 'agent.create', id, { name, version, published: publish, content })
  })
  const found = await versions(ctx, id)
  return found[0]!
}

/** Lets people choose the draft. @throws AppError as `save`; not_found where there is no draft */
export async function publish(ctx: WorkspaceCtx, runner: Runner, id: string): Promise<Agent> {
  const draft = (await versions(ctx, id)).find(({ state }) => state === 'draft')
  if (!draft) throw notFound('Draft')
  await checked(ctx, runner, draft, await newest(ctx, id))
  await alone(ctx, async (tx) => {
    await demandFree(tx, id, draft.name)
    await replace(tx, id, ['published'])
    const done = await tx.db
      .update(agents)
      .set({ state: 'published', publishedAt: tx.now() })
      .where(and(ofAgent(tx, id), eq(agents.state, 'draft'), eq(agents.version, draft.version!)))
      .returning({ id: agents.id })
    if (done.length === 0) throw conflict('The draft was changed meanwhile. Load the page anew.')
    await audit.record(tx, 'agent.publish', id, { name: draft.name, version: draft.version })
  })
  return get(ctx, id)
}

/** Makes a draft of an older version. @throws AppError as `save` */
export async function restore(ctx: WorkspaceCtx, runner: Runner, id: string, version: number): Promise<Agent> {
  const old = (await versions(ctx, id)).find((one) => one.version === version)
  if (!old) throw notFound('Version')
  return save(ctx, runner, { input: old, of: id })
}

/** Nobody can ask it any more; its versions stay, and answers go on saying its name. @throws AppError not_found */
export const remove = (ctx: WorkspaceCtx, id: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    if (id === DEFAULT_AGENT.id) throw isDefault()
    const gone = await replace(tx, id, ['draft', 'published'], 'removed')
    if (gone.length === 0) throw notFound('Agent')
    await audit.record(tx, 'agent.delete', id, { name: gone[0]!.name })
  })

/** What a question is answered as; `said` stands with its answer. */
export type InPlay = {
  said: AgentSaid
  content: AgentContent
  queries: VerifiedQuery[]
}

/**
 * The agent that a question names; null for the one that every workspace has.
 * @param draft its draft is meant, which those may ask who may change it; they ask it as well where nothing is published
 * @throws AppError not_found; forbidden `agent_roles` for people whose role may not ask it
 */
export async function inPlay(ctx: WorkspaceCtx, id: string | null, draft = false): Promise<InPlay | null> {
  if (id === null || id === DEFAULT_AGENT.id) return null
  const all = await versions(ctx, id)
  const published = draft ? undefined : all.find(({ state }) => state === 'published')
  const one = published ?? all.find(({ state }) => state === 'draft')
  if (!one) throw notFound('Agent')
  if (published && !published.may_ask)
    throw forbidden(
      `The agent ${one.name} may be asked by these roles: ${[...new Set(['owner', ...one.roles])].join(', ')}. Choose another one.`,
      'agent_roles',
    )
  const at = one.published_at ?? one.created_at ?? ''
  // Models are told nothing that is hidden, whoever asks.
  const { queries } = withoutNames(one, await hiddenNames(ctx))
  return {
    said: { id, name: one.name, version: one.version },
    content: one,
    queries: queries.map((query, place) => ({
      ...{ id: `${id}:${place + 1}`, description: '', ...query },
      ...{ verified_by: one.saved_by!, created_at: at, updated_at: at },
    })),
  }
}

/** The ctx in which an agent acts: it knows the tables that it may use alone, and its model answers. */
export function acting<C extends WorkspaceCtx>(ctx: C, agent: InPlay | null): C {
  if (!agent) return ctx
  const { content } = agent
  const scope = scopeOf(content)
  const models = ctx.models.chosen?.(content) ?? ctx.models
  return { ...ctx, models, ...(scope ? { scope } : {}) }
}

/** What the newest version says, whoever asks. @throws AppError not_found */
async function newest(ctx: WorkspaceCtx, id: string): Promise<AgentContent> {
  const [row] = await ctx.db.select().from(agents).where(ofAgent(ctx, id)).orderBy(desc(agents.version)).limit(1)
  if (!row) throw notFound('Agent')
  return row.content
}

/**
 * The content with names as the catalog spells them, and its new queries run over what it may use.
 * @param before what it said until now: what of that the person does not see, since it is hidden, stays
 */
async function checked(ctx: WorkspaceCtx, runner: Runner, asked: AgentInput, before: AgentContent | null) {
  const hidden = seesHidden(ctx) || !before ? new Set<string>() : await hiddenNames(ctx)
  const visibleBefore = before && withoutNames(before, hidden)
  const unseen = <T>(all: T[] = [], visible: T[] = []) => all.filter((one) => !visible.includes(one))
  const input: AgentInput = {
    ...asked,
    tables: [...asked.tables, ...unseen(before?.tables, visibleBefore?.tables)],
    starters: [...asked.starters, ...unseen(before?.starters, visibleBefore?.starters)],
    queries: [...asked.queries, ...unseen(before?.queries, visibleBefore?.queries)],
  }
  const all = await outline(ctx)
  const wrong: Record<string, string> = {}
  const spelled = (field: 'sources' | 'tables', what: string, names: string[]) => {
    const byName = new Map(names.map((name) => [name.toLowerCase(), name]))
    return input[field].map((name) => {
      // What is gone, or hidden, may have been named while it was there.
      const found = names.includes(name) || before?.[field].includes(name) ? name : byName.get(name.toLowerCase())
      if (found === undefined) wrong[field] ??= `There is no ${what} “${name}”.`
      return found ?? name
    })
  }
  const sources = spelled('sources', 'source', [...new Set(all.map(({ source }) => source.name))])
  const tables = spelled(
    'tables',
    'table',
    all.map(({ name }) => name),
  )
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong)
  const scope = scopeOf({ sources, tables })
  const within: WorkspaceCtx = { ...ctx, ...(scope ? { scope } : {}) }
  const isAsBefore = (sql: string) => before?.queries.some((one) => one.sql === sql) ?? false
  for (const [at, { sql, source }] of input.queries.entries()) {
    if (isAsBefore(sql)) continue
    await runner.probe(within, { sql, source, limit: 1, signal: AbortSignal.timeout(LONGEST) }).catch((error) => {
      if (!(error instanceof AppError) || error.kind === 'internal') throw error
      const said = error.code === 'query_cancelled' ? `It took longer than ${LONGEST / SECOND} s.` : error.message
      throw invalidFields({ [`queries.${at}.sql`]: said })
    })
  }
  return { name: input.name, ...agentContent.parse({ ...input, sources, tables }) }
}

const ofAgent = (ctx: WorkspaceCtx, id: string) => and(eq(agents.workspaceId, ctx.workspace.id), eq(agents.agentId, id))

const isDefault = () =>
  conflict(`“${DEFAULT_AGENT.name}” is there in every workspace. Copy it instead.`, 'default_agent')

const replace = (
  tx: WorkspaceCtx,
  id: string,
  states: ('draft' | 'published')[],
  state: 'replaced' | 'removed' = 'replaced',
) =>
  tx.db
    .update(agents)
    .set({ state })
    .where(and(ofAgent(tx, id), inArray(agents.state, states)))
    .returning({ name: agents.name })

/** @throws AppError conflict `name_taken` where another one is published under the name */
async function demandFree(tx: WorkspaceCtx, id: string, name: string): Promise<void> {
  const [taken] = await tx.db
    .select({ agentId: agents.agentId })
    .from(agents)
    .where(
      and(
        eq(agents.workspaceId, tx.workspace.id),
        eq(agents.state, 'published'),
        sql`lower(${agents.name}) = lower(${name})`,
      ),
    )
  if (taken && taken.agentId !== id)
    throw conflict(`There is an agent called “${name}” already. Give this one another name.`, 'name_taken')
}

/** A starter question, and how the newest version of the agent answered it when the person tried it last. */
export type Tried = { question: string; last: { status: string; text: string; address: string } | null }

/** What conversations are needed for: the module `chat`, which stands to the right, so that `app.ts` hands it in. */
export type Conversations = {
  /** What a conversation of the person speaks for. @throws AppError not_found */
  draftFrom(ctx: WorkspaceCtx, conversationId: string): Promise<Partial<AgentDraft>>
  /** Asks the newest version of an agent. @returns the address where it is answered */
  tryOut(ctx: WorkspaceCtx, agent: Agent, question: string): Promise<string>
  tried(ctx: WorkspaceCtx, agent: Agent): Promise<Tried[]>
}
