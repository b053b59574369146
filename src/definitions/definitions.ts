import { and, asc, count, desc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { conflict, invalidFields, notFound } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import { cursorAt, type Page, type PageRequest, pageOf } from '#base/paging.ts'
import { hiddenNames, seesHidden } from '#catalog/hidden.ts'
import { outline } from '#catalog/outline.ts'
import { inTransaction } from '#db/connect.ts'
import { definitions, users, workspaces } from '#db/schema/index.ts'
import { sorted } from '#db/sorted.ts'
import * as audit from '#records/audit.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { check, type Runner } from './check.ts'
import { tellProposer } from './notices.ts'
import type { Definition } from './rules/answers.ts'
import {
  type Checked,
  type DefinitionInput,
  type DefinitionKind,
  type Known,
  knownOf,
  namesOf,
  namesOne,
  plainName,
  textOf,
} from './rules/definition.ts'

/** Approved definitions of each kind that a workspace may have: all of them are compared with each question. */
const MOST = 500
const MOST_WAITING = 200
const MOST_VERSIONS = 50

const deciders = alias(users, 'deciders')

const rowsOf = (ctx: WorkspaceCtx, where: SQL | undefined) =>
  ctx.db
    .select({
      row: definitions,
      proposedBy: { id: users.id, name: users.name },
      decidedBy: { id: deciders.id, name: deciders.name },
    })
    .from(definitions)
    .innerJoin(users, eq(users.id, definitions.proposedBy))
    .leftJoin(deciders, eq(deciders.id, definitions.decidedBy))
    .where(and(eq(definitions.workspaceId, ctx.workspace.id), where))
    .$dynamic()

type Row = Awaited<ReturnType<typeof rowsOf>>[number]

/** What tables and columns there are now, by their names in small letters. */
async function present(ctx: WorkspaceCtx): Promise<Map<string, Set<string>>> {
  const all = await outline(ctx)
  return new Map(all.map(({ name, columns }) => [name.toLowerCase(), new Set(columns)]))
}

/** What something needs that is gone since it was run, in a sentence; null where all is there. */
function staleOf(checked: Checked | null, tables: Map<string, Set<string>>): string | null {
  const gone = checked?.tables.find((name) => !tables.has(name.toLowerCase()))
  if (gone !== undefined) return `The table ${gone} is not there any more.`
  const [table = ''] = checked?.tables ?? []
  const column = checked?.columns.find((name) => !tables.get(table.toLowerCase())?.has(name))
  return column === undefined ? null : `The table ${table} has no column ${column} any more.`
}

const definitionOf = ({ row, proposedBy, decidedBy }: Row, tables: Map<string, Set<string>>): Definition =>
  ({
    id: row.definitionId,
    version_id: row.id,
    version: row.version,
    kind: row.kind,
    name: row.name,
    content: row.content,
    state: row.state,
    note: row.note,
    proposed_by: proposedBy,
    decided_by: decidedBy,
    decided_at: row.decidedAt?.toISOString() ?? null,
    reason: row.reason,
    checked: row.checked ?? null,
    stale: staleOf(row.checked ?? null, tables),
    created_at: row.createdAt.toISOString(),
  }) as Definition

/**
 * Rows as this person may read them: what names something hidden is for those who could show it again. Instructions are their owner's
 * words to everybody.
 */
async function seen(ctx: WorkspaceCtx, rows: Row[], all = seesHidden(ctx)): Promise<Definition[]> {
  const tables = rows.some(({ row }) => row.checked) ? await present(ctx) : new Map()
  const hidden = all || rows.length === 0 ? new Set<string>() : await hiddenNames(ctx)
  return rows
    .filter(
      ({ row }) => row.kind === 'instructions' || !namesOne([textOf(row), row.note, row.reason].join('\n'), hidden),
    )
    .map((row) => definitionOf(row, tables))
}

export type Wanted = { kind?: DefinitionKind | undefined; state?: Definition['state']; q?: string | undefined }

/** Definitions in the order of their names; a page may have fewer than wanted where some are hidden. */
export async function list(
  ctx: WorkspaceCtx,
  { kind, state = 'approved', q = '' }: Wanted,
  { limit, cursor }: PageRequest,
): Promise<Page<Definition>> {
  const byName = { name: { by: sql`lower(${definitions.name})`, type: 'text' } } as const
  const { order, after } = sorted(byName, definitions.id, { sort: 'name_asc', cursor })
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  const rows = await rowsOf(
    ctx,
    and(
      eq(definitions.state, state),
      kind && eq(definitions.kind, kind),
      q ? sql`(${definitions.name} ilike ${pattern} or ${definitions.content}::text ilike ${pattern})` : undefined,
      after,
    ),
  )
    .orderBy(...order)
    .limit(limit + 1)
  const { items, next } = pageOf(rows, limit, ({ row }) => cursorAt(row.name.toLowerCase(), row.id))
  return { items: await seen(ctx, items), next }
}

export async function counts(ctx: WorkspaceCtx): Promise<{ waiting: number } & Record<DefinitionKind, number>> {
  const rows = await ctx.db
    .select({ kind: definitions.kind, state: definitions.state, count: count() })
    .from(definitions)
    .where(and(eq(definitions.workspaceId, ctx.workspace.id), inArray(definitions.state, ['approved', 'proposed'])))
    .groupBy(definitions.kind, definitions.state)
  const found = { waiting: 0, metric: 0, term: 0, query: 0, instructions: 0 }
  for (const { kind, state, count } of rows) {
    if (state === 'proposed') found.waiting += count
    else found[kind] = count
  }
  return found
}

/** Everything that was approved, by name. @param visible without what names something hidden, whoever asks: what models are told */
export async function approved(
  ctx: WorkspaceCtx,
  { kind, visible = false }: { kind?: DefinitionKind; visible?: boolean } = {},
): Promise<Definition[]> {
  const rows = await rowsOf(ctx, and(eq(definitions.state, 'approved'), kind && eq(definitions.kind, kind)))
    .orderBy(asc(definitions.name), asc(definitions.id))
    .limit(MOST * 4)
  const found = await seen(ctx, rows, visible ? false : undefined)
  // What needs a table out of scope is as stale as what needs one that is gone.
  return ctx.scope ? found.filter(({ stale }) => stale === null) : found
}

/** What counts and what waits, with what somebody brings compared: for owners. */
export const comparable = async (ctx: WorkspaceCtx): Promise<Definition[]> =>
  seen(ctx, await rowsOf(ctx, inArray(definitions.state, ['approved', 'proposed'])).limit(MOST * 4 + MOST_WAITING))

/** The versions of one, newest first. @throws AppError not_found */
export async function versions(ctx: WorkspaceCtx, id: string): Promise<Definition[]> {
  const rows = await rowsOf(ctx, eq(definitions.definitionId, id))
    .orderBy(desc(definitions.version))
    .limit(MOST_VERSIONS)
  const found = await seen(ctx, rows)
  if (found.length === 0) throw notFound('Definition')
  return found
}

/** Versions that counted at a moment, and in whose place others have come since. */
export async function replacedSince(ctx: WorkspaceCtx, moment: Date): Promise<Definition[]> {
  const decided = and(
    inArray(definitions.state, ['approved', 'replaced', 'removed']),
    lte(definitions.decidedAt, moment),
  )
  const rows = await rowsOf(ctx, decided).orderBy(definitions.name, desc(definitions.version))
  const counted = rows.filter(
    ({ row }, at) => rows.findIndex((one) => one.row.definitionId === row.definitionId) === at,
  )
  return seen(
    ctx,
    counted.filter(({ row }) => row.state === 'replaced'),
  )
}

/** One as it counts now, or its newest version where none does. @throws AppError not_found */
export async function get(ctx: WorkspaceCtx, id: string): Promise<Definition> {
  const all = await versions(ctx, id)
  return all.find(({ state }) => state === 'approved') ?? all[0]!
}

/** `of`: the definition that it changes; `approve`: it counts at once, for those who may decide. */
export type Proposal = { input: DefinitionInput; note?: string; of?: string | undefined; approve?: boolean }

/**
 * Adds a version: of something new, or of what is there. A metric or a query is run first; what does not run is not kept.
 * @throws AppError as `check`; not_found for an unknown definition; conflict `name_taken`, `too_many`
 */
export async function propose(
  ctx: WorkspaceCtx,
  runner: Runner,
  { input, note = '', of, approve = false }: Proposal,
): Promise<Definition> {
  const definition = knownOf(input)
  if (of && (await get(ctx, of)).kind !== definition.kind) throw invalidFields({ kind: 'A definition keeps its kind.' })
  const checked = await check(ctx, runner, definition)
  const id = newId()
  const definitionId = await alone(ctx, async (tx) => {
    const rows = await tx.db
      .select({ definitionId: definitions.definitionId, kind: definitions.kind, state: definitions.state })
      .from(definitions)
      .where(and(eq(definitions.workspaceId, tx.workspace.id), inArray(definitions.state, ['approved', 'proposed'])))
    const current = rows.filter(({ state, kind }) => state === 'approved' && kind === definition.kind)
    // There is one set of instructions.
    const definitionId =
      of ??
      (definition.kind === 'instructions' ? (rows.find(({ kind }) => kind === 'instructions')?.definitionId ?? id) : id)
    if (!current.some((row) => row.definitionId === definitionId) && current.length >= MOST)
      throw conflict(`A workspace may have at most ${MOST} of these. Remove some first.`, 'too_many')
    if (!approve && rows.filter(({ state }) => state === 'proposed').length >= MOST_WAITING)
      throw conflict(`${MOST_WAITING} proposals wait already. An owner has to decide some first.`, 'too_many')
    await demandFree(tx, definitionId, definition)
    const [last] = await tx.db
      .select({ version: definitions.version })
      .from(definitions)
      .where(eq(definitions.definitionId, definitionId))
      .orderBy(desc(definitions.version))
      .limit(1)
    const now = tx.now()
    if (approve) await replace(tx, definitionId)
    await tx.db.insert(definitions).values({
      ...{ id, definitionId, workspaceId: tx.workspace.id, version: (last?.version ?? 0) + 1 },
      ...{ ...definition, note, checked, state: approve ? 'approved' : 'proposed', createdAt: now },
      proposedBy: tx.user.id,
      ...(approve ? { decidedBy: tx.user.id, decidedAt: now } : {}),
    })
    const { kind, name, content } = definition
    await audit.record(tx, approve ? 'definition.save' : 'definition.propose', definitionId, { kind, name, content })
    return definitionId
  })
  const found = (await versions(ctx, definitionId)).find((one) => one.version_id === id)
  if (!found) throw notFound('Definition')
  return found
}

/**
 * Approves or rejects a version. What is approved is run again first, and takes the place of the version that counted until then.
 * @throws AppError as `check`; not_found; conflict when it was decided meanwhile, `name_taken`
 */
export async function decide(
  ctx: WorkspaceCtx,
  runner: Runner,
  { id, version, approve, reason = '' }: { id: string; version: string; approve: boolean; reason?: string },
): Promise<Definition> {
  const proposal = (await versions(ctx, id)).find((one) => one.version_id === version)
  if (!proposal) throw notFound('Definition')
  const checked = approve ? await check(ctx, runner, proposal as Known) : proposal.checked
  await alone(ctx, async (tx) => {
    if (approve) {
      await demandFree(tx, id, proposal as Known)
      await replace(tx, id)
    }
    const decided = await tx.db
      .update(definitions)
      .set({
        ...{ state: approve ? 'approved' : 'rejected', reason, checked },
        ...{ decidedBy: tx.user.id, decidedAt: tx.now() },
      })
      .where(and(eq(definitions.id, version), eq(definitions.state, 'proposed')))
      .returning({ id: definitions.id })
    if (decided.length === 0) throw conflict('This was decided meanwhile. Load the page anew.')
    const { kind, name } = proposal
    await audit.record(tx, approve ? 'definition.approve' : 'definition.reject', id, { kind, name, reason })
    await tellProposer(tx, proposal, { approve, reason })
  })
  return (await versions(ctx, id)).find((one) => one.version_id === version) ?? proposal
}

/** Makes an older version count again, as a new one. @throws AppError as `propose` */
export async function restore(ctx: WorkspaceCtx, runner: Runner, id: string, version: string): Promise<Definition> {
  const old = (await versions(ctx, id)).find((one) => one.version_id === version)
  if (!old) throw notFound('Definition')
  const input = { kind: old.kind, name: old.name, ...old.content } as DefinitionInput
  return propose(ctx, runner, { input, of: id, approve: true, note: `As in version ${old.version}.` })
}

/** Takes the version that counts away; its history stays. @throws AppError not_found */
export const remove = (ctx: WorkspaceCtx, id: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { kind, name, content, state } = await get(tx, id)
    if (state !== 'approved') throw notFound('Definition')
    await replace(tx, id, 'removed')
    await audit.record(tx, 'definition.remove', id, { kind, name, content })
  })

/** One at a time in a workspace: two at once could both see that a name is free. */
export const alone = <T>(ctx: WorkspaceCtx, work: (tx: WorkspaceCtx) => Promise<T>): Promise<T> =>
  inTransaction(ctx, async (tx) => {
    await tx.db.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.id, ctx.workspace.id)).for('update')
    return work(tx)
  })

const replace = (tx: WorkspaceCtx, definitionId: string, state: 'replaced' | 'removed' = 'replaced') =>
  tx.db
    .update(definitions)
    .set({ state })
    .where(
      and(
        eq(definitions.workspaceId, tx.workspace.id),
        eq(definitions.definitionId, definitionId),
        eq(definitions.state, 'approved'),
      ),
    )

/** @throws AppError conflict `name_taken` when another one of its kind goes by one of its names */
async function demandFree(tx: WorkspaceCtx, definitionId: string, definition: Known): Promise<void> {
  const wanted = new Set(namesOf(definition).map(plainName))
  const others = await tx.db
    .select()
    .from(definitions)
    .where(
      and(
        eq(definitions.workspaceId, tx.workspace.id),
        eq(definitions.kind, definition.kind),
        eq(definitions.state, 'approved'),
      ),
    )
  for (const other of others) {
    const taken = namesOf(other).find((name) => wanted.has(plainName(name)))
    if (taken === undefined || other.definitionId === definitionId) continue
    throw conflict(`“${taken}” is the name of another one already. Change that one instead.`, 'name_taken')
  }
}
