import { and, asc, desc, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { conflict, invalidFields, notFound } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import { type Page, type PageRequest, pageOf } from '#base/paging.ts'
import { inTransaction } from '#db/connect.ts'
import { catalogColumns, catalogRelations, catalogTables, workspaces } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import * as catalog from './catalog.ts'
import { outline } from './outline.ts'
import type { Relation } from './rules/answers.ts'
import { type KeySide, type Measured, spelledOut } from './rules/cleaning.ts'
import type { RelationInput } from './rules/input.ts'

const MOST_DECLARED = 1000

const [starts, targets] = [alias(catalogTables, 'starts'), alias(catalogTables, 'targets')]
const [startColumns, targetColumns] = [alias(catalogColumns, 'start_columns'), alias(catalogColumns, 'target_columns')]

const holds = ne(catalogRelations.kind, 'rejected')

/**
 * Relations between things that are visible: one through something hidden would name it.
 * @param limit how many at most
 */
async function visible(
  ctx: WorkspaceCtx,
  which: SQL | undefined,
  limit: number,
  ...order: (SQL | PgColumn)[]
): Promise<Relation[]> {
  const rows = await ctx.db
    .select({
      id: catalogRelations.id,
      from_table: starts.name,
      from_column: catalogRelations.fromColumn,
      to_table: targets.name,
      to_column: catalogRelations.toColumn,
      match_rate: catalogRelations.matchRate,
      cleaned: catalogRelations.cleaned,
      ...{ backRate: catalogRelations.backRate, multiplies: catalogRelations.multiplies },
      ...{ foundBy: catalogRelations.foundBy, kind: catalogRelations.kind },
    })
    .from(catalogRelations)
    .innerJoin(starts, and(eq(starts.id, catalogRelations.fromTableId), current(starts)))
    .innerJoin(startColumns, visibleColumn(startColumns, starts.id, catalogRelations.fromColumn))
    .innerJoin(targets, and(eq(targets.id, catalogRelations.toTableId), current(targets)))
    .innerJoin(targetColumns, visibleColumn(targetColumns, targets.id, catalogRelations.toColumn))
    .where(and(eq(catalogRelations.workspaceId, ctx.workspace.id), which))
    .orderBy(...order, asc(starts.name), asc(catalogRelations.fromColumn), asc(catalogRelations.id))
    .limit(limit)
  return rows.map(({ backRate, multiplies, foundBy, cleaned, kind, ...row }) => ({
    ...row,
    cleaned: cleaned && spelledOut(cleaned, row.from_table, row.to_table),
    ...catalog.evidenceOf({ backRate, multiplies, foundBy }),
    kind: kind === 'inferred' ? 'inferred' : 'declared',
  }))
}

const current = (table: typeof starts | typeof targets) => and(eq(table.current, true), eq(table.hidden, false))
const visibleColumn = (columns: typeof startColumns | typeof targetColumns, table: PgColumn, name: PgColumn) =>
  and(eq(columns.tableId, table), eq(columns.name, name), eq(columns.hidden, false))

/** The relations of the workspace between things that are visible, by table and column, a page of them. */
export async function list(ctx: WorkspaceCtx, { limit, cursor }: PageRequest): Promise<Page<Relation>> {
  const last = sql`(select t.name, r.from_column, r.id from ${catalogRelations} r join ${catalogTables} t on t.id = r.from_table_id
    where r.id = ${cursor} and r.workspace_id = ${ctx.workspace.id})`
  const { fromColumn, id } = catalogRelations
  const after = cursor ? sql`(${starts.name}, ${fromColumn}, ${id}) > ${last}` : undefined
  return pageOf(await visible(ctx, and(holds, after), limit + 1), limit, (relation) => relation.id)
}

/** The visible relations of one table: those that start in it, then those that lead to it. @param limit how many at most */
export const around = (ctx: WorkspaceCtx, tableId: string, limit: number): Promise<Relation[]> => {
  const { fromTableId, toTableId } = catalogRelations
  const ofTable = and(holds, or(eq(fromTableId, tableId), eq(toTableId, tableId)))
  return visible(ctx, ofTable, limit, sql`${fromTableId} <> ${tableId}`)
}

/** Relations of visible tables with a part of a name, or all; the best of them are drawn. @param limit how many at most */
export function named(ctx: WorkspaceCtx, part: string, limit: number): Promise<Relation[]> {
  const has = (name: PgColumn) => sql`position(${part.trim().toLowerCase()} in lower(${name})) > 0`
  return visible(ctx, and(holds, part.trim() ? or(has(starts.name), has(targets.name)) : undefined), limit)
}

/** @throws AppError not_found */
export async function get(ctx: WorkspaceCtx, id: string): Promise<Relation> {
  const [found] = await visible(ctx, and(holds, eq(catalogRelations.id, id)), 1)
  if (!found) throw notFound('Relation')
  return found
}

/** Relations that somebody rejected, which are not found again until they are declared. @param limit how many at most */
export const rejected = (ctx: WorkspaceCtx, limit: number): Promise<Relation[]> =>
  visible(ctx, eq(catalogRelations.kind, 'rejected'), limit)

/** Visible columns of other tables that a relation may lead to, as `table.column`: keys first. @param limit how many at most */
export async function ends(ctx: WorkspaceCtx, tableId: string, limit: number): Promise<string[]> {
  const { name, hidden, position, role } = catalogColumns
  const rows = await ctx.db
    .select({ table: catalogTables.name, column: name })
    .from(catalogTables)
    .innerJoin(catalogColumns, and(eq(catalogColumns.tableId, catalogTables.id), eq(hidden, false)))
    .where(and(catalog.inCatalog(ctx), ne(catalogTables.id, tableId)))
    .orderBy(desc(eq(role, 'id')), asc(catalogTables.name), asc(position))
    .limit(limit)
  return rows.map(({ table, column }) => `${table}.${column}`)
}

export type Ends = { from: KeySide & { tableId: string }; to: KeySide & { tableId: string }; remote: boolean }

/** Both ends of a relation as they are in the visible catalog. @throws AppError invalid naming the field that is wrong */
export async function endsOf(ctx: WorkspaceCtx, wanted: RelationInput): Promise<Ends> {
  const all = await outline(ctx)
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  const named = (name: string) => all.find((one) => one.name === name) ?? all.find((one) => same(one.name, name))
  const both = { from: named(wanted.from_table), to: named(wanted.to_table) }
  const tables = await catalog.tables(ctx, { ids: Object.values(both).flatMap((one) => one?.id ?? []) })
  const end = (side: 'from' | 'to') => {
    const [name, column] = [wanted[`${side}_table`], wanted[`${side}_column`]]
    const table = tables.find(({ id }) => id === both[side]?.id)
    if (!table) throw wrong(`${side}_table`, `There is no table "${name}".`)
    const found =
      table.columns.find((one) => one.name === column) ?? table.columns.find((one) => same(one.name, column))
    if (!found) throw wrong(`${side}_column`, `${table.name} has no column "${column}".`)
    return {
      key: { tableId: table.id, table: table.name, column: found.name, type: found.type },
      remote: table.source.kind === 'database',
    }
  }
  const [from, to] = [end('from'), end('to')]
  if (from.key.tableId === to.key.tableId && from.key.column === to.key.column)
    throw wrong('to_column', 'A column cannot lead to itself.')
  return { from: from.key, to: to.key, remote: from.remote || to.remote }
}

const wrong = (field: string, message: string) => invalidFields({ [field]: message })

/** Saves a relation that has been measured. @returns its id; one between the same columns is replaced */
export const save = (ctx: WorkspaceCtx, { from, to }: Ends, measured: Measured): Promise<string> =>
  inTransaction(ctx, async (tx) => {
    // Two at a time could both see that there is none yet.
    await tx.db.select().from(workspaces).where(eq(workspaces.id, ctx.workspace.id)).for('update')
    const all = await tx.db.select().from(catalogRelations).where(eq(catalogRelations.workspaceId, ctx.workspace.id))
    if (all.filter(({ kind }) => kind === 'declared').length >= MOST_DECLARED)
      throw conflict(`A workspace may declare at most ${MOST_DECLARED} relations. Remove some first.`)
    const ends = { fromTableId: from.tableId, fromColumn: from.column, toTableId: to.tableId, toColumn: to.column }
    await removeBetween(tx, ends)
    const id = newId()
    const { values: _, ...shares } = measured
    await tx.db
      .insert(catalogRelations)
      .values({ ...ends, ...shares, id, workspaceId: ctx.workspace.id, kind: 'declared' })
    const name = `${from.table}.${from.column} = ${to.table}.${to.column}`
    await audit.record(tx, 'relation.declare', id, { name, match_rate: measured.matchRate })
    return id
  })

/**
 * What somebody declared or rejected goes over to the new version of a table, as long as its column is still there. Its rate stays until it is
 * measured again; what was guessed or read anew between the same columns gives way to it.
 * @param fresh tables of the new version, each by the name at the same place of `names`
 */
export async function carryOver(
  tx: WorkspaceCtx,
  old: { id: string; name: string }[],
  fresh: { id: string; columns: { name: string }[] }[],
  names: string[],
): Promise<void> {
  const successors = new Map(
    old.flatMap(({ id, name }) => {
      const table = fresh[names.indexOf(name)]
      return table ? [[id, table] as const] : []
    }),
  )
  if (successors.size === 0) return
  const ofWorkspace = eq(catalogRelations.workspaceId, tx.workspace.id)
  const ids = [...successors.keys()]
  const all = await tx.db.select().from(catalogRelations).where(ofWorkspace)
  const declared = all.filter(
    ({ kind, fromTableId, toTableId }) => kind !== 'inferred' && (ids.includes(fromTableId) || ids.includes(toTableId)),
  )
  for (const relation of declared) {
    const [from, to] = [successors.get(relation.fromTableId), successors.get(relation.toTableId)]
    const lacks = (table: typeof from, column: string) => table && !table.columns.some(({ name }) => name === column)
    if (lacks(from, relation.fromColumn) || lacks(to, relation.toColumn)) continue
    const { fromColumn, toColumn } = relation
    const tables = { fromTableId: from?.id ?? relation.fromTableId, toTableId: to?.id ?? relation.toTableId }
    await removeBetween(tx, { ...tables, fromColumn, toColumn })
    if (relation.kind === 'rejected') await removeGuess(tx, turned({ ...tables, fromColumn, toColumn }))
    await tx.db.update(catalogRelations).set(tables).where(eq(catalogRelations.id, relation.id))
  }
}

type Columns = Pick<typeof catalogRelations.$inferSelect, 'fromTableId' | 'fromColumn' | 'toTableId' | 'toColumn'>

/** The same columns, led to the other way. */
export const turned = ({ fromTableId, fromColumn, toTableId, toColumn }: Columns): Columns => ({
  ...{ fromTableId: toTableId, fromColumn: toColumn, toTableId: fromTableId, toColumn: fromColumn },
})

const between = (tx: WorkspaceCtx, ends: Columns) =>
  and(
    eq(catalogRelations.workspaceId, tx.workspace.id),
    eq(catalogRelations.fromTableId, ends.fromTableId),
    eq(catalogRelations.fromColumn, ends.fromColumn),
    eq(catalogRelations.toTableId, ends.toTableId),
    eq(catalogRelations.toColumn, ends.toColumn),
  )

const removeBetween = (tx: WorkspaceCtx, ends: Columns) => tx.db.delete(catalogRelations).where(between(tx, ends))
const removeGuess = (tx: WorkspaceCtx, ends: Columns) =>
  tx.db.delete(catalogRelations).where(and(between(tx, ends), eq(catalogRelations.kind, 'inferred')))

/** Rejects a relation: it is not found again until somebody declares it. @throws AppError not_found */
export const remove = (ctx: WorkspaceCtx, id: string): Promise<Relation> =>
  inTransaction(ctx, async (tx) => {
    const relation = await get(tx, id)
    await tx.db
      .update(catalogRelations)
      .set({ kind: 'rejected' })
      .where(and(eq(catalogRelations.id, id), eq(catalogRelations.workspaceId, ctx.workspace.id)))
    const { from_table, from_column, to_table, to_column } = relation
    await audit.record(tx, 'relation.remove', id, { name: `${from_table}.${from_column} = ${to_table}.${to_column}` })
    return relation
  })

/** Rejects the relation whose keys were changed; one between the same columns has been replaced already. */
export async function removeReplaced(ctx: WorkspaceCtx, id: string): Promise<void> {
  const [found] = await visible(ctx, and(holds, eq(catalogRelations.id, id)), 1)
  if (found) await remove(ctx, id)
}
