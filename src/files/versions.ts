import { and, desc, eq, inArray } from 'drizzle-orm'
import { AppError } from '#base/errors.ts'
import { demandWhole, seesHidden } from '#catalog/hidden.ts'
import { carryOver } from '#catalog/relations.ts'
import { inTransaction } from '#db/connect.ts'
import { catalogColumns, catalogTables, files } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import * as fileList from './files.ts'
import { prepare } from './ingesting.ts'
import { currentTables, lockNames, retire } from './publish.ts'
import type { FileEntity } from './rules/file.ts'
import { freeName } from './rules/table-name.ts'

const MOST_VERSIONS = 100

/** Every version of a file that is ready, the newest first. @throws AppError not_found */
export async function list(ctx: WorkspaceCtx, id: string): Promise<FileEntity[]> {
  const { name } = await fileList.load(ctx, id)
  const rows = await ctx.db
    .select()
    .from(files)
    .where(and(eq(files.workspaceId, ctx.workspace.id), eq(files.name, name), eq(files.status, 'ready')))
    .orderBy(desc(files.version))
    .limit(MOST_VERSIONS)
  const versions = await fileList.entities(ctx, rows)
  if (seesHidden(ctx)) return versions
  // What is hidden of one version stands in the others as well, under any name.
  const whole = await demandWhole(ctx, id).then(
    () => true,
    () => false,
  )
  return whole
    ? versions
    : versions.map((file) => ({
        ...file,
        tables: [],
        dialect: {},
        schema_changes: [],
        rejected: { ...file.rejected, sample: [] },
      }))
}

/**
 * Makes a version current: its tables can be asked from now on, those of the version that was current no longer. What owners hid stays
 * hidden.
 * @throws AppError not_found, conflict
 */
export async function makeCurrent(ctx: WorkspaceCtx, id: string): Promise<FileEntity> {
  await inTransaction(ctx, async (tx) => {
    await lockNames(tx)
    const file = await fileList.load(tx, id)
    if (file.status !== 'ready') throw new AppError('conflict', 'This version is not ready.', { code: 'file_busy' })
    if (file.current) return
    const same = and(eq(files.workspaceId, ctx.workspace.id), eq(files.name, file.name), eq(files.current, true))
    const [before] = await tx.db
      .select()
      .from(files)
      .where(and(same, eq(files.status, 'ready')))
    const current = await currentTables(tx)
    const leaving = current.filter(({ sourceId }) => before && sourceId === before.id)
    await retire(tx, leaving)
    if (before) await tx.db.update(files).set({ current: false }).where(eq(files.id, before.id))
    await tx.db.update(files).set({ current: true }).where(eq(files.id, id))
    const coming = await tx.db.select().from(catalogTables).where(eq(catalogTables.sourceId, id))
    const gone = new Set(leaving.map((table) => table.id))
    const taken = new Set(current.filter((table) => !gone.has(table.id)).map(({ name }) => name))
    const names: string[] = []
    for (const table of coming) {
      const name = freeName(table.name, taken)
      taken.add(name)
      names.push(name)
      const was = leaving.find((one) => one.name === table.name)
      await tx.db
        .update(catalogTables)
        .set({ current: true, name, ...(was ? { hidden: was.hidden, description: was.description } : {}) })
        .where(eq(catalogTables.id, table.id))
      if (was) await keepWritten(tx, was.id, table.id)
    }
    const columns = await tx.db
      .select()
      .from(catalogColumns)
      .where(inArray(catalogColumns.tableId, coming.map(idOf)))
    const shapes = coming.map(({ id }) => ({ id, columns: columns.filter(({ tableId }) => tableId === id) }))
    await carryOver(tx, leaving, shapes, names)
    const { name, version } = file
    await audit.record(tx, 'file.restore', id, { name, version, before: before?.version ?? null, tables: names })
  })
  void prepare(ctx)
  return fileList.get(ctx, id)
}

const idOf = ({ id }: { id: string }) => id

/** Columns are hidden and described as in the table that was there last. */
async function keepWritten(tx: WorkspaceCtx, from: string, to: string): Promise<void> {
  const columns = await tx.db
    .select()
    .from(catalogColumns)
    .where(inArray(catalogColumns.tableId, [from, to]))
  for (const column of columns.filter(({ tableId }) => tableId === to)) {
    const was = columns.find(({ tableId, name }) => tableId === from && name === column.name)
    if (!was || (was.hidden === column.hidden && was.description === column.description)) continue
    await tx.db
      .update(catalogColumns)
      .set({ hidden: was.hidden, description: was.description })
      .where(eq(catalogColumns.id, column.id))
  }
}
