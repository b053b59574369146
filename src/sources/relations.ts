import { and, asc, eq, inArray } from 'drizzle-orm'
import { AppError, notFound } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import { inTransaction } from '#db/connect.ts'
import { catalogRelations, workspaces } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import * as catalog from './catalog.ts'
import type { CatalogTable, Relation } from './rules/catalog.ts'
import type { RelationInput } from './rules/catalog-input.ts'
import type { KeySide, Measured } from './rules/cleaning.ts'

/** Relations that a workspace may declare. */
const MOST_DECLARED = 1000

/** The relations of the workspace between things that are visible, by table and column. */
export async function list(ctx: WorkspaceCtx): Promise<Relation[]> {
  const [rows, tables] = await Promise.all([
    ctx.db
      .select()
      .from(catalogRelations)
      .where(eq(catalogRelations.workspaceId, ctx.workspace.id))
      .orderBy(asc(catalogRelations.fromColumn), asc(catalogRelations.id)),
    catalog.tables(ctx),
  ])
  const byId = new Map(tables.map((table) => [table.id, table]))
  const has = (table: CatalogTable | undefined, name: string) => table?.columns.some((column) => column.name === name)
  return rows
    .flatMap((row): Relation[] => {
      const [from, to] = [byId.get(row.fromTableId), byId.get(row.toTableId)]
      // A relation through something hidden would name it.
      if (!from || !to || !has(from, row.fromColumn) || !has(to, row.toColumn)) return []
      return [
        {
          id: row.id,
          from_table: from.name,
          from_column: row.fromColumn,
          to_table: to.name,
          to_column: row.toColumn,
          match_rate: row.matchRate,
          cleaned: row.cleaned,
          kind: row.kind,
        },
      ]
    })
    .sort((a, b) => a.from_table.localeCompare(b.from_table))
}

/** @throws AppError not_found */
export async function get(ctx: WorkspaceCtx, id: string): Promise<Relation> {
  const found = (await list(ctx)).find((relation) => relation.id === id)
  if (!found) throw notFound('Relation')
  return found
}

export type Ends = { from: KeySide & { tableId: string }; to: KeySide & { tableId: string }; remote: boolean }

/** Both ends of a relation as they are in the visible catalog. @throws AppError invalid naming the field that is wrong */
export async function endsOf(ctx: WorkspaceCtx, wanted: RelationInput): Promise<Ends> {
  const tables = await catalog.tables(ctx)
  const end = (side: 'from' | 'to') => {
    const [name, column] = [wanted[`${side}_table`], wanted[`${side}_column`]]
    const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
    const table = tables.find((one) => one.name === name) ?? tables.find((one) => same(one.name, name))
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

const wrong = (field: string, message: string) =>
  new AppError('invalid', message, { details: { fields: { [field]: message } } })

/** Keeps a relation that has been measured; one that was inferred or declared before between the same columns is replaced. */
export const declare = (ctx: WorkspaceCtx, { from, to }: Ends, { matchRate, cleaned }: Measured): Promise<string> =>
  inTransaction(ctx, async (tx) => {
    // Two at a time could both see that there is none yet.
    await tx.db.select().from(workspaces).where(eq(workspaces.id, ctx.workspace.id)).for('update')
    const all = await tx.db.select().from(catalogRelations).where(eq(catalogRelations.workspaceId, ctx.workspace.id))
    if (all.filter(({ kind }) => kind === 'declared').length >= MOST_DECLARED)
      throw new AppError('conflict', `A workspace may declare at most ${MOST_DECLARED} relations. Remove some first.`)
    const same = all.filter(
      (one) =>
        one.fromTableId === from.tableId &&
        one.fromColumn === from.column &&
        one.toTableId === to.tableId &&
        one.toColumn === to.column,
    )
    if (same.length > 0)
      await tx.db.delete(catalogRelations).where(
        inArray(
          catalogRelations.id,
          same.map(({ id }) => id),
        ),
      )
    const id = newId()
    await tx.db.insert(catalogRelations).values({
      id,
      workspaceId: ctx.workspace.id,
      fromTableId: from.tableId,
      fromColumn: from.column,
      toTableId: to.tableId,
      toColumn: to.column,
      matchRate,
      cleaned,
      kind: 'declared',
    })
    const name = `${from.table}.${from.column} = ${to.table}.${to.column}`
    await audit.record(tx, 'relation.declare', id, { name, match_rate: matchRate })
    return id
  })

/**
 * What somebody declared goes over to the new version of a table, as long as its column is still there. Its rate stays until it is
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
  const mine = eq(catalogRelations.workspaceId, tx.workspace.id)
  const ids = [...successors.keys()]
  const all = await tx.db.select().from(catalogRelations).where(mine)
  const declared = all.filter(
    ({ kind, fromTableId, toTableId }) => kind === 'declared' && (ids.includes(fromTableId) || ids.includes(toTableId)),
  )
  for (const relation of declared) {
    const [from, to] = [successors.get(relation.fromTableId), successors.get(relation.toTableId)]
    const lacks = (table: typeof from, column: string) => table && !table.columns.some(({ name }) => name === column)
    if (lacks(from, relation.fromColumn) || lacks(to, relation.toColumn)) continue
    const ends = { fromTableId: from?.id ?? relation.fromTableId, toTableId: to?.id ?? relation.toTableId }
    await tx.db
      .delete(catalogRelations)
      .where(
        and(
          mine,
          eq(catalogRelations.fromTableId, ends.fromTableId),
          eq(catalogRelations.fromColumn, relation.fromColumn),
          eq(catalogRelations.toTableId, ends.toTableId),
          eq(catalogRelations.toColumn, relation.toColumn),
        ),
      )
    await tx.db.update(catalogRelations).set(ends).where(eq(catalogRelations.id, relation.id))
  }
}

/** @throws AppError not_found */
export const remove = (ctx: WorkspaceCtx, id: string): Promise<Relation> =>
  inTransaction(ctx, async (tx) => {
    const relation = await get(tx, id)
    await tx.db
      .delete(catalogRelations)
      .where(and(eq(catalogRelations.id, id), eq(catalogRelations.workspaceId, ctx.workspace.id)))
    const { from_table, from_column, to_table, to_column } = relation
    await audit.record(tx, 'relation.remove', id, { name: `${from_table}.${from_column} = ${to_table}.${to_column}` })
    return relation
  })
