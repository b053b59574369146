import { and, asc, count, desc, eq, gt, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import { AppError, conflict, invalid, invalidFields, notFound, unprocessable } from '#base/errors.ts'
import { isId, newId } from '#base/ids.ts'
import { type Page, type PageRequest, pageOf } from '#base/paging.ts'
import { MINUTE } from '#base/time.ts'
import * as catalog from '#catalog/catalog.ts'
import { inTransaction } from '#db/connect.ts'
import { canvasBlocks, canvases, canvasVersions, users } from '#db/schema/index.ts'
import { byMoment, sortedPage } from '#db/sorted.ts'
import * as query from '#query/run.ts'
import * as audit from '#records/audit.ts'
import { changed } from '#records/rules/change.ts'
import type { Ctx, WorkspaceCtx } from '../ctx.ts'
import { keepReads, readsNow, readsWith } from './block-reads.ts'
import { canvasesChanged } from './live.ts'
import type { CanvasChange, NewCanvas } from './rules/answers.ts'
import type { Block, Placement, Snapshot } from './rules/block.ts'
import { blockName } from './rules/block-name.ts'
import { LIMITS } from './rules/board.ts'
import { freePlace } from './rules/layout.ts'
import { tableOverview } from './rules/table-overview.ts'
import { salesOverview, type TemplateBlocks } from './rules/template.ts'

export type Canvas = typeof canvases.$inferSelect
/** A board that the person may see, with its workspace. */
export type CanvasCtx = WorkspaceCtx & { canvas: Canvas }
type By = { id: string; name: string }
export type Listed = Canvas & { by: By; blocks: number }
/** `failed`: blocks of a template that could not be run. */
export type Made = Listed & { failed: { block: string; error: string }[] }
export type StoredBlock = typeof canvasBlocks.$inferSelect & { by: By }

/** Changes of one person within so long are one version. */
const VERSION_AFTER = 10 * MINUTE
const FIRST_TAB = { id: 'first', name: 'Board' }

const ofWorkspace = (ctx: WorkspaceCtx) => and(eq(canvases.workspaceId, ctx.workspace.id), isNull(canvases.deletedAt))
const by = { id: users.id, name: users.name }
const idsOf = (all: { id: string }[]) => all.map(({ id }) => id)

/** The boards of the workspace, the last changed first. */
export async function list(ctx: WorkspaceCtx, page: PageRequest): Promise<Page<Listed>> {
  const columns = { changed: byMoment(canvases.updatedAt) }
  const request = { ...page, sort: 'changed' }
  const { items, next } = await sortedPage(columns, canvases.id, request, ofWorkspace(ctx), (at) =>
    ctx.db.select({ at, canvas: canvases, by }).from(canvases).innerJoin(users, eq(users.id, canvases.updatedBy)),
  )
  const { canvasId } = canvasBlocks
  const ids = items.map(({ canvas }) => canvas.id)
  const counted = await ctx.db
    .select({ canvasId, blocks: count() })
    .from(canvasBlocks)
    .where(inArray(canvasId, ids))
    .groupBy(canvasId)
  const blocksOf = (id: string) => counted.find((one) => one.canvasId === id)?.blocks ?? 0
  return { items: items.map(({ canvas, by }) => ({ ...canvas, by, blocks: blocksOf(canvas.id) })), next }
}

/**
 * Makes a board: empty, of a template, or as a copy of another one.
 * @throws AppError conflict `too_many_canvases`; unprocessable `no_template_data` where no table fits the template; not_found for the table or the board to copy
 */
export async function create(ctx: WorkspaceCtx, given: NewCanvas): Promise<Made> {
  const { name, description, template, copy_of } = given
  const { blocks, failed } = template ? await templateBlocks(ctx, given) : { blocks: [], failed: [] }
  return inTransaction(ctx, async (ctx) => {
    const [row] = await ctx.db.select({ all: count() }).from(canvases).where(ofWorkspace(ctx))
    if (row!.all >= LIMITS.canvases)
      throw conflict(`A workspace has at most ${LIMITS.canvases} canvases. Delete one first.`, 'too_many_canvases')
    const copied = copy_of ? await snapshotOf(ctx, await find(ctx, copy_of)) : null
    const people = { createdBy: ctx.user.id, updatedBy: ctx.user.id }
    const times = { createdAt: ctx.now(), updatedAt: ctx.now() }
    const fresh = new Map(copied?.blocks.map(({ id }) => [id, newId()]))
    const filters = copied?.filters?.map((one) => ({ ...one, except: one.except.flatMap((id) => fresh.get(id) ?? []) }))
    const [made] = await ctx.db
      .insert(canvases)
      .values({
        ...{ id: newId(), workspaceId: ctx.workspace.id, name, description: description ?? copied?.description ?? '' },
        ...{ tabs: copied?.tabs ?? [FIRST_TAB], filters: filters ?? [], parameters: copied?.parameters ?? [] },
        ...people,
        ...times,
      })
      .returning()
    const all = [
      ...(copied?.blocks ?? []).map((block) => ({ ...block, id: fresh.get(block.id)! })),
      ...blocks.map((block) => ({ ...block, id: newId(), tab: FIRST_TAB.id })),
    ]
    await insertBlocks({ ...ctx, canvas: made! }, all)
    const from = copy_of ? { copy_of } : template ? { template } : {}
    await audit.record(ctx, 'canvas.create', made!.id, { name, ...from })
    return { ...made!, by: ctx.user, blocks: all.length, failed }
  })
}

/**
 * The blocks of a template that have rows as the data are now. One that fails stays, and says why as every block does.
 * @throws AppError as its statements, where fewer than two of its blocks have anything to show
 */
async function templateBlocks(ctx: WorkspaceCtx, { template, table }: NewCanvas) {
  const tables = (await catalog.tables(ctx)).filter((one) => template === 'sales' || one.name === table)
  if (template === 'table' && !tables[0]) throw notFound('Table')
  const blocks = (template === 'table' ? tableOverview(tables[0]!) : salesOverview(tables)) ?? []
  const tried: { block: TemplateBlocks[number]; gave: boolean | AppError }[] = []
  for (const block of blocks)
    tried.push({ block, gave: 'sql' in block.content ? await hasRows(ctx, block.content.sql) : true })
  const failed = tried.flatMap(({ block, gave }) => (typeof gave === 'boolean' ? [] : { block, error: gave }))
  if (tried.filter(({ gave }) => gave === true).length < 2)
    throw (
      failed[0]?.error ??
      unprocessable(
        template === 'table'
          ? 'There are no rows in this table to make an overview of. Add data, or begin with an empty canvas.'
          : 'There is no table with dates and amounts for this template. Add such data, or begin with an empty canvas.',
        'no_template_data',
      )
    )
  return {
    blocks: tried.flatMap(({ block, gave }) => (gave ? block : [])),
    failed: failed.map(({ block, error }) => ({ block: blockName(block), error: error.message })),
  }
}

const hasRows = (ctx: WorkspaceCtx, sql: string): Promise<boolean | AppError> =>
  query.probe(ctx, { sql }).then(
    ({ rows }) => rows.length > 0,
    (error) => {
      if (error instanceof AppError) return error
      throw error
    },
  )

/** @throws AppError not_found */
async function find(ctx: WorkspaceCtx, id: string): Promise<Canvas> {
  const canvas = await workspaceOf(ctx, id)
  if (canvas?.workspaceId !== ctx.workspace.id) throw notFound('Canvas')
  return canvas
}

/** A board before it is known who asks. */
export async function workspaceOf(ctx: Ctx, id: string): Promise<Canvas | null> {
  const [canvas] = await ctx.db
    .select()
    .from(canvases)
    .where(and(eq(canvases.id, id), isNull(canvases.deletedAt)))
  return canvas ?? null
}

/** The blocks of a board as they are read, from its top. @param since only those that changed after this version of it */
export async function blocks(ctx: CanvasCtx, since = 0): Promise<StoredBlock[]> {
  const rows = await ctx.db
    .select({ block: canvasBlocks, by })
    .from(canvasBlocks)
    .innerJoin(users, eq(users.id, canvasBlocks.updatedBy))
    .where(and(eq(canvasBlocks.canvasId, ctx.canvas.id), gt(canvasBlocks.version, since)))
    .orderBy(asc(canvasBlocks.y), asc(canvasBlocks.x), asc(canvasBlocks.id))
    .limit(LIMITS.blocks)
  return rows.map(({ block, by }) => ({ ...block, by }))
}

export async function blockIds(ctx: CanvasCtx): Promise<string[]> {
  const { id, canvasId } = canvasBlocks
  const isOne = eq(canvasId, ctx.canvas.id)
  return idsOf(await ctx.db.select({ id }).from(canvasBlocks).where(isOne).orderBy(asc(id)).limit(LIMITS.blocks))
}

/**
 * Changes a board in one transaction: it gets a new version, what it was before is kept now and then, and everybody who looks at it hears of it.
 * Changes of one board wait for each other, so of two of the same block the later one stays, and nothing else is lost.
 * @param how keeps: it is kept as it was, whoever changed it last; quiet: what stands on it stays, so that neither a version nor an event is written
 */
export async function change<T>(
  ctx: CanvasCtx,
  how: audit.Action | { action: audit.Action; keeps?: boolean; quiet?: boolean },
  work: (ctx: CanvasCtx) => Promise<{ result: T; details?: Record<string, unknown> }>,
): Promise<T> {
  const { action, keeps = false, quiet = false } = typeof how === 'string' ? { action: how } : how
  const done = await inTransaction(ctx, async (ctx) => {
    const isThis = and(eq(canvases.id, ctx.canvas.id), isNull(canvases.deletedAt))
    const [before] = await ctx.db.select().from(canvases).where(isThis).for('update')
    if (!before) throw notFound('Canvas')
    if (!quiet) await keepVersion({ ...ctx, canvas: before }, keeps)
    const moment = quiet ? {} : { updatedAt: ctx.now(), updatedBy: ctx.user.id }
    const [canvas] = await ctx.db
      .update(canvases)
      .set({ version: before.version + 1, updatedAt: before.updatedAt, ...moment })
      .where(isThis)
      .returning()
    const { result, details } = await work({ ...ctx, canvas: canvas! })
    if (!quiet) await audit.record(ctx, action, canvas!.id, details)
    await ctx.bus.tell(ctx.db, 'canvases', [canvas!.id])
    return result
  })
  canvasesChanged([ctx.canvas.id])
  return done
}

export const update = (
  ctx: CanvasCtx,
  { name, description, tabs, filters, parameters }: CanvasChange,
): Promise<Canvas> =>
  change(ctx, 'canvas.update', async (ctx) => {
    const { id } = ctx.canvas
    const set = { name, description, tabs, filters, parameters }
    const ids = (filters ?? ctx.canvas.filters).map((one) => one.id)
    const taken = (parameters ?? ctx.canvas.parameters).find((one) => ids.includes(one.name))
    if (taken)
      throw invalidFields({ parameters: `A filter is called ${taken.name} in addresses: choose another name.` })
    const [canvas] = await ctx.db
      .update(canvases)
      .set({ ...set, updatedAt: ctx.now() })
      .where(eq(canvases.id, id))
      .returning()
    // What stood on a tab that is gone stands on the first.
    if (tabs)
      await ctx.db
        .update(canvasBlocks)
        .set({ tab: tabs[0]!.id, version: ctx.canvas.version })
        .where(and(eq(canvasBlocks.canvasId, id), notInArray(canvasBlocks.tab, idsOf(tabs))))
    return { result: canvas!, details: changed(ctx.canvas, { name, description }) }
  })

/** Deletes a board; with its workspace it is purged. */
export const remove = (ctx: CanvasCtx): Promise<void> =>
  change(ctx, 'canvas.delete', async (ctx) => {
    await ctx.db.update(canvases).set({ deletedAt: ctx.now() }).where(eq(canvases.id, ctx.canvas.id))
    return { result: undefined, details: { name: ctx.canvas.name } }
  })

/** Puts a block where and as it is given, whether it is there or not: of two people the later one stays. */
export async function putBlock(ctx: CanvasCtx, id: string, block: Omit<Block, 'id'>): Promise<StoredBlock> {
  if (!isId(id)) throw invalid('The id of a block is a UUID in small letters.')
  const now = await readsNow(ctx, block)
  return change(ctx, 'canvas.put_block', async (ctx) => {
    const [there] = await ctx.db.select().from(canvasBlocks).where(eq(canvasBlocks.id, id))
    if (there && there.canvasId !== ctx.canvas.id) throw notFound('Block')
    if (!there) await demandRoom(ctx)
    const reads = await readsWith(ctx, block, now, there)
    const values = valuesOf(ctx, { ...block, tab: tabOf(ctx, block.tab), id, reads })
    const [row] = await ctx.db
      .insert(canvasBlocks)
      .values(values)
      .onConflictDoUpdate({ target: canvasBlocks.id, set: values })
      .returning()
    return { result: { ...row!, by: ctx.user }, details: { block: id, kind: block.kind } }
  })
}

/** Adds a block where a tab has room for it. */
export async function append(ctx: CanvasCtx, block: Omit<Block, 'id' | 'x' | 'y'>): Promise<StoredBlock> {
  const tab = tabOf(ctx, block.tab)
  return putBlock(ctx, newId(), { ...block, tab, ...freePlace(await blocks(ctx), { ...block, tab }) })
}

/** Moves blocks, or makes them larger or smaller; those that are gone meanwhile stay so. */
export const place = (ctx: CanvasCtx, placed: (Placement & { id: string })[]): Promise<void> =>
  change(ctx, 'canvas.move_blocks', async (ctx) => {
    for (const { id, tab, x, y, w, h } of placed)
      await ctx.db
        .update(canvasBlocks)
        .set({ ...{ x, y, w, h }, tab: tabOf(ctx, tab), ...changeOf(ctx) })
        .where(and(eq(canvasBlocks.id, id), eq(canvasBlocks.canvasId, ctx.canvas.id)))
    return { result: undefined, details: { blocks: placed.length } }
  })

/** @throws AppError not_found */
export const removeBlock = (ctx: CanvasCtx, id: string): Promise<void> =>
  change(ctx, 'canvas.remove_block', async (ctx) => {
    const [gone] = await ctx.db
      .delete(canvasBlocks)
      .where(and(eq(canvasBlocks.id, id), eq(canvasBlocks.canvasId, ctx.canvas.id)))
      .returning()
    if (!gone) throw notFound('Block')
    await keepReads(ctx, [gone])
    return { result: undefined, details: { block: id, kind: gone.kind } }
  })

/** Tells everybody who looks at a board that blocks show something new. */
export const touch = (ctx: CanvasCtx, ids: string[]): Promise<void> =>
  change(ctx, { action: 'canvas.refresh', quiet: true }, async (ctx) => {
    const those = and(eq(canvasBlocks.canvasId, ctx.canvas.id), inArray(canvasBlocks.id, ids))
    await ctx.db.update(canvasBlocks).set({ version: ctx.canvas.version }).where(those)
    return { result: undefined }
  })

/** Boards as they were, the last first. */
export async function versions(ctx: CanvasCtx, { limit, cursor }: PageRequest) {
  const { id, number, createdAt, snapshot } = canvasVersions
  const about = {
    name: sql<string>`${snapshot} ->> 'name'`,
    blocks: sql<number>`jsonb_array_length(${snapshot} -> 'blocks')`,
  }
  const rows = await ctx.db
    .select({ id, number, createdAt, ...about, by })
    .from(canvasVersions)
    .innerJoin(users, eq(users.id, canvasVersions.createdBy))
    .where(eq(canvasVersions.canvasId, ctx.canvas.id))
    .orderBy(desc(number))
    .limit(LIMITS.versions)
  const from = cursor ? rows.findIndex((row) => row.id === cursor) + 1 : 0
  return pageOf(rows.slice(from, from + limit + 1), limit, (row) => row.id)
}

/** Puts a board back as it was; what it is now is kept as a version. @throws AppError not_found */
export const restore = (ctx: CanvasCtx, versionId: string): Promise<Canvas> =>
  change(ctx, { action: 'canvas.restore', keeps: true }, async (ctx) => {
    const { id } = ctx.canvas
    const [version] = await ctx.db
      .select()
      .from(canvasVersions)
      .where(and(eq(canvasVersions.id, versionId), eq(canvasVersions.canvasId, id)))
    if (!version) throw notFound('Version')
    const { blocks, filters = [], parameters = [], ...about } = version.snapshot
    await keepReads(ctx, await ctx.db.delete(canvasBlocks).where(eq(canvasBlocks.canvasId, id)).returning())
    // Of what was removed, somebody may have put another one on their own board under its id.
    const isOne = inArray(canvasBlocks.id, idsOf(blocks))
    const taken = idsOf(await ctx.db.select({ id: canvasBlocks.id }).from(canvasBlocks).where(isOne))
    const own = blocks.map((block) => (taken.includes(block.id) ? { ...block, id: newId() } : block))
    await insertBlocks(ctx, own)
    const [canvas] = await ctx.db
      .update(canvases)
      .set({ ...about, filters, parameters, updatedAt: ctx.now() })
      .where(eq(canvases.id, id))
      .returning()
    return { result: canvas!, details: { version: version.number } }
  })

const tabOf = ({ canvas: { tabs } }: CanvasCtx, wanted: string): string =>
  tabs.some(({ id }) => id === wanted) ? wanted : tabs[0]!.id

const changeOf = ({ canvas: { version }, user, now }: CanvasCtx) => ({ version, updatedBy: user.id, updatedAt: now() })
const valuesOf = (ctx: CanvasCtx, { id, kind, tab, x, y, w, h, content, reads }: Block) => ({
  ...{ id, canvasId: ctx.canvas.id, kind, tab, x, y, w, h, content, reads: reads ?? null },
  ...changeOf(ctx),
})

async function demandRoom(ctx: CanvasCtx): Promise<void> {
  const [row] = await ctx.db.select({ all: count() }).from(canvasBlocks).where(eq(canvasBlocks.canvasId, ctx.canvas.id))
  if (row!.all >= LIMITS.blocks)
    throw conflict(
      `A canvas has at most ${LIMITS.blocks} blocks. Remove one, or begin another canvas.`,
      'too_many_blocks',
    )
}

async function insertBlocks(ctx: CanvasCtx, all: Block[]): Promise<void> {
  if (all.length > 0) await ctx.db.insert(canvasBlocks).values(all.map((block) => valuesOf(ctx, block)))
}

/** A board with all that stands on it now. */
export async function snapshotOf(ctx: WorkspaceCtx, canvas: Canvas): Promise<Snapshot> {
  const { name, description, tabs, filters, parameters } = canvas
  const all = await blocks({ ...ctx, canvas })
  return {
    ...{ name, description, tabs, filters, parameters },
    blocks: all.map(({ id, kind, tab, x, y, w, h, content, reads }) => ({ id, kind, tab, x, y, w, h, content, reads })),
  }
}

/** Keeps what a board is now, before it changes: once in a while, when another person goes on, and before it is put back. */
async function keepVersion(ctx: CanvasCtx, always: boolean): Promise<void> {
  const { id, version, updatedBy, updatedAt } = ctx.canvas
  const [last] = await ctx.db
    .select()
    .from(canvasVersions)
    .where(eq(canvasVersions.canvasId, id))
    .orderBy(desc(canvasVersions.number))
    .limit(1)
  const since = last?.createdAt ?? new Date(0)
  if (!always && updatedBy === ctx.user.id && ctx.now().getTime() - since.getTime() < VERSION_AFTER) return
  await ctx.db
    .insert(canvasVersions)
    .values({
      ...{ id: newId(), canvasId: id, number: version, snapshot: await snapshotOf(ctx, ctx.canvas) },
      ...{ createdBy: updatedBy, createdAt: updatedAt },
    })
    .onConflictDoNothing()
  const kept = ctx.db
    .select({ id: canvasVersions.id })
    .from(canvasVersions)
    .where(eq(canvasVersions.canvasId, id))
    .orderBy(desc(canvasVersions.number))
    .limit(LIMITS.versions)
  await ctx.db.delete(canvasVersions).where(and(eq(canvasVersions.canvasId, id), notInArray(canvasVersions.id, kept)))
}
