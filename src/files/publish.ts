import { extname } from 'node:path'
import { and, eq, inArray, max } from 'drizzle-orm'
import { AppError } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import { carryOver } from '#catalog/relations.ts'
import { inTransaction } from '#db/connect.ts'
import { catalogColumns, catalogRelations, catalogTables, files, workspaces } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { schemaChanges } from './rules/file.ts'
import type { Ingested, IngestedTable } from './rules/ingest.ts'
import { freeName, tableName } from './rules/table-name.ts'

type FileRow = typeof files.$inferSelect
type TableRow = typeof catalogTables.$inferSelect
/** A table that is about to be published, with the id that it will have. */
export type FreshTable = IngestedTable & { id: string; storeKey: string; base: string }
/** A measured join between a fresh table and any current one. */
export type MeasuredRelation = {
  fromTableId: string
  fromColumn: string
  toTableId: string
  toColumn: string
  matchRate: number
  /** @default inferred */
  kind?: 'inferred' | 'declared'
}

/** Where everything of one file is kept. */
export const folderKey = (workspaceId: string, fileId: string) => `workspaces/${workspaceId}/files/${fileId}`
export const originalKey = (workspaceId: string, fileId: string) => `${folderKey(workspaceId, fileId)}/original`

/** @param original where the bytes of the file lie now */
export const freshTables = (
  ctx: WorkspaceCtx,
  file: FileRow,
  tables: IngestedTable[],
  original: string | null = null,
): FreshTable[] =>
  tables.map((table) => {
    const id = newId()
    const base = file.format === 'sample' ? table.part! : tableName(file.name, table.part)
    // A file that is its own table is kept once.
    const storeKey =
      table.path === original ? file.storeKey : `${folderKey(ctx.workspace.id, file.id)}/${id}${extname(table.path)}`
    return { ...table, id, base, storeKey }
  })

/** Makes a read file current: its tables and relations enter the catalog, those of its version before leave it, all at once. */
export async function publish(
  ctx: WorkspaceCtx,
  file: FileRow,
  { format, dialect, rejected }: Ingested,
  fresh: FreshTable[],
  relations: MeasuredRelation[],
  rejectedKey: string | null = null,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockNames(tx)
    const sameName = and(eq(files.workspaceId, ctx.workspace.id), eq(files.name, file.name), eq(files.status, 'ready'))
    const versions = await tx.db.select().from(files).where(sameName)
    const before = versions.find(({ current }) => current)
    const current = await currentTables(tx)
    const old = current.filter(({ sourceId }) => before && sourceId === before.id)
    const names = namesOf(fresh, old, current)
    const oldShapes = await shapesOf(tx, old)
    await retire(tx, old)
    if (before) await tx.db.update(files).set({ current: false }).where(eq(files.id, before.id))
    await insertTables(tx, { kind: 'file', id: file.id }, fresh, names, old)
    await insertRelations(tx, relations)
    await carryOver(tx, old, fresh, names)
    const version = Math.max(0, ...versions.map((one) => one.version)) + 1
    const changes = before
      ? schemaChanges(
          oldShapes,
          fresh.map(({ columns }, index) => ({ name: names[index]!, columns })),
        )
      : []
    const rows = fresh.reduce((sum, table) => sum + table.rows, 0)
    const made = await tx.db
      .update(files)
      .set({
        status: 'ready',
        format,
        version,
        current: true,
        dialect,
        rejectedRows: rejected.rows,
        rejectedSample: rejected.sample,
        rejectedKey,
        schemaChanges: changes,
        progressRows: rows,
      })
      .where(and(eq(files.id, file.id), eq(files.status, 'processing')))
      .returning({ id: files.id })
    // The sweep took this reader for dead and has removed the bytes.
    if (made.length === 0)
      throw new AppError('unprocessable', 'Reading this file was interrupted. Please upload it again.')
    await audit.record(tx, 'file.upload', file.id, { name: file.name, version, rows, tables: names })
  })
}

/** Names of tables are given one source at a time: to be called first in the transaction that gives some. */
export const lockNames = (tx: WorkspaceCtx) =>
  tx.db.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.id, tx.workspace.id)).for('update')

/** Locked, so that whoever hides or describes one just now comes before or after: what they said is not lost. */
export const currentTables = (tx: WorkspaceCtx): Promise<TableRow[]> =>
  tx.db
    .select()
    .from(catalogTables)
    .where(and(eq(catalogTables.workspaceId, tx.workspace.id), eq(catalogTables.current, true)))
    .for('update')

/** Takes tables out of the catalog; what is known about them stays. */
export async function retire(tx: WorkspaceCtx, old: Pick<TableRow, 'id'>[]): Promise<void> {
  const ids = old.map(({ id }) => id)
  if (ids.length > 0) await tx.db.update(catalogTables).set({ current: false }).where(inArray(catalogTables.id, ids))
}

export async function insertRelations(tx: WorkspaceCtx, relations: MeasuredRelation[]): Promise<void> {
  const rows = relations.map((relation) => ({ kind: 'inferred' as const, ...relation, workspaceId: tx.workspace.id }))
  for (let at = 0; at < rows.length; at += 200) await tx.db.insert(catalogRelations).values(rows.slice(at, at + 200))
}

/** A name for each table: the one that it had in the version before, or a free one. */
export function namesOf(fresh: FreshTable[], old: TableRow[], current: TableRow[]): string[] {
  const reusable = new Set(old.map(({ name }) => name))
  const taken = new Set(current.map(({ name }) => name).filter((name) => !reusable.has(name)))
  return fresh.map(({ base }) => {
    const again = [...reusable].find((name) => name === base || new RegExp(`^${escaped(base)}_\\d+$`).test(name))
    const name = again ?? freeName(base, taken)
    if (again) reusable.delete(again)
    taken.add(name)
    return name
  })
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

export async function shapesOf(ctx: WorkspaceCtx, tables: TableRow[]) {
  if (tables.length === 0) return []
  const columns = await ctx.db
    .select()
    .from(catalogColumns)
    .where(
      inArray(
        catalogColumns.tableId,
        tables.map(({ id }) => id),
      ),
    )
  return tables.map(({ id, name }) => ({ name, columns: columns.filter(({ tableId }) => tableId === id) }))
}

/** What owners wrote about tables and columns, and hid, stays with a new version. */
export async function insertTables(
  ctx: WorkspaceCtx,
  source: { kind: 'file' | 'external'; id: string },
  fresh: FreshTable[],
  names: string[],
  old: TableRow[],
) {
  const oldColumns =
    old.length === 0
      ? []
      : await ctx.db
          .select()
          .from(catalogColumns)
          .where(
            inArray(
              catalogColumns.tableId,
              old.map(({ id }) => id),
            ),
          )
  for (const [index, table] of fresh.entries()) {
    const name = names[index]!
    const was = old.find((one) => one.name === name)
    await ctx.db.insert(catalogTables).values({
      id: table.id,
      workspaceId: ctx.workspace.id,
      sourceKind: source.kind,
      sourceId: source.id,
      name,
      rows: table.rows,
      description: was?.description || table.description || '',
      hidden: was?.hidden ?? false,
      storeKey: table.storeKey,
      refreshedAt: ctx.now(),
    })
    const columns = table.columns.map((column, position) => {
      const known = oldColumns.find(({ tableId, name }) => tableId === was?.id && name === column.name)
      return {
        ...column,
        tableId: table.id,
        position,
        description: known?.description ?? '',
        hidden: known?.hidden ?? false,
      }
    })
    for (let at = 0; at < columns.length; at += 200)
      await ctx.db.insert(catalogColumns).values(columns.slice(at, at + 200))
  }
}

/** The next version that a file of this name would be; the one that is published decides. */
export async function nextVersion(ctx: WorkspaceCtx, name: string): Promise<number> {
  const [row] = await ctx.db
    .select({ version: max(files.version) })
    .from(files)
    .where(and(eq(files.workspaceId, ctx.workspace.id), eq(files.name, name), eq(files.status, 'ready')))
  return (row?.version ?? 0) + 1
}
