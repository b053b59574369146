import { and, desc, eq } from 'drizzle-orm'
import { AppError } from '#base/errors.ts'
import { demandWhole, seesHidden } from '#catalog/hidden.ts'
import { columnsOf, currentTables, lockNames, retire, shapesOf } from '#catalog/publish.ts'
import { carryOver } from '#catalog/relations.ts'
import { freeName } from '#catalog/rules/table-name.ts'
import { inTransaction } from '#db/connect.ts'
import { catalogColumns, catalogTables, files } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import * as fileList from './files.ts'
import { prepare } from './reading.ts'
import type { FileEntity } from './rules/answers.ts'
import { follow } from './stacks.ts'

const MOST_VERSIONS = 100

/** Every version of a file that is ready, the newest first. @throws AppError not_found */
export async function list(ctx: WorkspaceCtx, id: string): Promise<FileEntity[]> {
  const { name } = await fileList.load(ctx, id)
  const rows = await ctx.db
    .select()
    .from(files)
    .where(fileList.versionsOf(ctx, name))
    .orderBy(desc(files.version))
    .limit(MOST_VERSIONS)
  const versions = await fileList.entities(ctx, rows)
  if (seesHidden(ctx)) return versions
  // What is hidden of one version stands in the others as well, under any name.
  const isWhole = await demandWhole(ctx, id).then(
    () => true,
    () => false,
  )
  const bare = { tables: [], dialect: {}, schema_changes: [] }
  return isWhole ? versions : versions.map((file) => ({ ...file, ...bare, rejected: { ...file.rejected, sample: [] } }))
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
    const [before] = await tx.db
      .select()
      .from(files)
      .where(and(fileList.versionsOf(ctx, file.name), eq(files.current, true)))
    const current = await currentTables(tx)
    const leaving = current.filter(({ sourceId }) => sourceId === before?.id)
    await retire(tx, leaving)
    if (before) await tx.db.update(files).set({ current: false }).where(eq(files.id, before.id))
    await tx.db.update(files).set({ current: true }).where(eq(files.id, id))
    const coming = await tx.db.select().from(catalogTables).where(eq(catalogTables.sourceId, id))
    const columns = await columnsOf(tx, [...leaving, ...coming])
    const taken = new Set(current.filter((table) => !leaving.includes(table)).map(({ name }) => name))
    const names: string[] = []
    for (const table of coming) {
      const name = freeName(table.name, taken)
      taken.add(name)
      names.push(name)
      const predecessor = leaving.find((one) => one.name === table.name)
      await tx.db
        .update(catalogTables)
        .set({ current: true, name, ...(predecessor ? writtenOf(predecessor) : {}) })
        .where(eq(catalogTables.id, table.id))
      // Columns are hidden and described as in the table that was current.
      for (const column of columns.filter(({ tableId }) => tableId === table.id)) {
        const sameOf = (wanted: string | null) =>
          columns.find(({ tableId, name }) => tableId === predecessor?.id && name === wanted)
        const same = sameOf(column.name) ?? column
        const wanted = { ...writtenOf(same), hidden: same.hidden || sameOf(column.textOf)?.hidden === true }
        if (wanted.hidden !== column.hidden || wanted.description !== column.description)
          await tx.db.update(catalogColumns).set(wanted).where(eq(catalogColumns.id, column.id))
      }
    }
    await carryOver(tx, leaving, shapesOf(coming, columns), names)
    const { name, version } = file
    await audit.record(tx, 'file.restore', id, { name, version, before: before?.version ?? null, tables: names })
  })
  await follow(ctx)
  void prepare(ctx)
  return fileList.get(ctx, id)
}

const writtenOf = ({ hidden, description }: { hidden: boolean; description: string }) => ({ hidden, description })
