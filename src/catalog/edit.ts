import { and, eq, inArray } from 'drizzle-orm'
import { invalidFields, notFound } from '#base/errors.ts'
import { inTransaction } from '#db/connect.ts'
import { catalogColumns, catalogTables, tableProfiles } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import { changed } from '#records/rules/change.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import * as catalog from './catalog.ts'
import { columnsOf } from './publish.ts'
import type { CatalogTable } from './rules/answers.ts'
import type { TableChange } from './rules/input.ts'
import { editsAfter, rolesOf } from './rules/meaning.ts'

/**
 * A current table with everything of it. The id may be that of an older version: then its successor of the same name is given.
 * @param options hidden: true also finds what owners hid
 * @throws AppError not_found
 */
export async function tableOf(
  ctx: WorkspaceCtx,
  id: string,
  options: { hidden?: boolean } = {},
): Promise<CatalogTable> {
  const ofWorkspace = eq(catalogTables.workspaceId, ctx.workspace.id)
  const before = ctx.db
    .select({ name: catalogTables.name })
    .from(catalogTables)
    .where(and(eq(catalogTables.id, id), ofWorkspace))
  const [current] = await ctx.db
    .select({ id: catalogTables.id })
    .from(catalogTables)
    .where(and(ofWorkspace, eq(catalogTables.current, true), inArray(catalogTables.name, before)))
  const [found] = await catalog.tables(ctx, { ...options, ids: current ? [current.id] : [] })
  if (!found) throw notFound('Table')
  return found
}

/**
 * Describes, hides and shows a table and its columns.
 * @throws AppError not_found, invalid for a column that the table does not have, or that is hidden with another one
 */
export const change = (ctx: WorkspaceCtx, id: string, wanted: TableChange): Promise<CatalogTable> =>
  inTransaction(ctx, async (tx) => {
    const [table] = await tx.db
      .select()
      .from(catalogTables)
      .where(
        and(eq(catalogTables.id, id), eq(catalogTables.workspaceId, ctx.workspace.id), eq(catalogTables.current, true)),
      )
      .for('update')
    if (!table) throw notFound('Table')
    const { columns = [], ...own } = wanted
    const changes: Record<string, unknown> = changed(table, own)
    if (Object.keys(changes).length > 0) await tx.db.update(catalogTables).set(own).where(eq(catalogTables.id, id))
    const existing = columns.length === 0 ? [] : await columnsOf(tx, [table])
    for (const { name, description, hidden, ...meaning } of columns) {
      const column = existing.find((one) => one.name === name)
      if (!column) throw invalidFields({ columns: `${table.name} has no column "${name}".` })
      const { role } = meaning
      if (role && !rolesOf(column.type).includes(role))
        throw invalidFields({ role: `"${name}" is ${column.type}, which is never a ${role}.` })
      const edits = editsAfter(column.role, column.edits, meaning)
      const set = { description, hidden, edits: Bun.deepEquals(edits, column.edits) ? column.edits : edits }
      // What does not fit a column would tell of it.
      const owner = existing.find((one) => one.name === column.textOf)
      const ownerHidden = columns.find((one) => one.name === owner?.name)?.hidden ?? owner?.hidden
      if (set.hidden === false && ownerHidden)
        throw invalidFields({ columns: `"${name}" is hidden with "${owner!.name}": show that one.` })
      const different = changed(column, set)
      if (Object.keys(different).length === 0) continue
      changes[`column ${name}`] = different
      await tx.db.update(catalogColumns).set(set).where(eq(catalogColumns.id, column.id))
      const beside = existing.find(({ textOf }) => textOf === name)
      // What does not fit a column is hidden and shown with it.
      if (beside && set.hidden !== undefined)
        await tx.db.update(catalogColumns).set({ hidden: set.hidden }).where(eq(catalogColumns.id, beside.id))
    }
    if (Object.keys(changes).length > 0) {
      await audit.record(tx, 'table.update', id, { name: table.name, changes })
      // What stands out depends on what columns are.
      await tx.db.delete(tableProfiles).where(eq(tableProfiles.tableId, id))
      // Nothing of a database that is hidden is compared.
      const isSeenAnew = own.hidden !== undefined || columns.some(({ hidden }) => hidden !== undefined)
      if (isSeenAnew) await tx.db.update(catalogTables).set({ relatedAt: null }).where(eq(catalogTables.id, id))
    }
    return tableOf(tx, id, { hidden: true })
  })
