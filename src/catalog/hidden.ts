import { and, eq, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import { forbidden } from '#base/errors.ts'
import { catalogColumns, catalogTables, files } from '#db/schema/index.ts'
import type { FileEntity } from '#files/rules/answers.ts'
import { can, denyText } from '#organizations/rules/permission.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { inScope } from './catalog.ts'
import { hiddenLeft, outline } from './outline.ts'

/** Whether a person may know what was hidden: those who can show it again. */
export const seesHidden = ({ workspace }: Pick<WorkspaceCtx, 'workspace'>): boolean =>
  can(workspace.role, 'UPDATE_FILES')

/** The hidden columns of these tables, and all columns of those that are hidden themselves or out of scope (`whole`). */
function hiddenColumns(ctx: WorkspaceCtx, which: SQL) {
  const within = inScope(ctx)
  const whole = within ? sql<boolean>`${or(catalogTables.hidden, not(within))}` : catalogTables.hidden
  return ctx.db
    .select({
      ...{ sourceId: catalogTables.sourceId, table: catalogTables.name, remote: catalogTables.remoteName },
      ...{ whole, column: catalogColumns.name },
    })
    .from(catalogTables)
    .innerJoin(catalogColumns, eq(catalogColumns.tableId, catalogTables.id))
    .where(and(eq(catalogTables.workspaceId, ctx.workspace.id), which, or(whole, catalogColumns.hidden)))
}

const ofSources = (ids: string[]) => inArray(catalogTables.sourceId, ids)

/**
 * `names`: hidden tables and columns that nothing visible is called like; `tables`: those that are hidden whole; `byTable`: all that is
 * hidden of each table, by its name and by that in its database. In lower case.
 */
export type Hidden = { names: Set<string>; tables: Set<string>; byTable: Map<string, Set<string>> }

/** What is hidden of the current tables, and was of those that left, for texts that are looked through for it. */
export async function hiddenParts(ctx: WorkspaceCtx): Promise<Hidden> {
  const [current, left] = await Promise.all([hiddenColumns(ctx, eq(catalogTables.current, true)), hiddenLeft(ctx)])
  const all = left.length > 0 ? await outline(ctx, { hidden: true }) : []
  const before = left.flatMap(({ name: table, columns }) => {
    const whole = !all.some(({ name }) => name === table)
    return columns.map((column) => ({ table, remote: null, whole, column }))
  })
  const hidden = [...current, ...before]
  const names = new Set<string>()
  const tables = new Set<string>()
  const byTable: Hidden['byTable'] = new Map()
  for (const { table, remote, whole, column } of hidden) {
    for (const name of whole ? [table, column] : [column]) names.add(name.toLowerCase())
    for (const name of new Set([table, remote ?? table])) {
      if (whole) tables.add(name.toLowerCase())
      byTable.getOrInsertComputed(name.toLowerCase(), () => new Set()).add(column.toLowerCase())
    }
  }
  if (names.size > 0)
    for (const { name, columns } of await outline(ctx))
      for (const one of [name, ...columns]) names.delete(one.toLowerCase())
  return { names, tables, byTable }
}

/** Whether a person may know all that the workspace has. */
export const hidesNothing = async (ctx: WorkspaceCtx): Promise<boolean> =>
  seesHidden(ctx) || (await hiddenParts(ctx)).byTable.size === 0

/** Names of hidden tables and columns that nothing visible has too, in lower case. */
export const hiddenNames = async (ctx: WorkspaceCtx): Promise<Set<string>> => (await hiddenParts(ctx)).names

/** Files as this person may see them: without hidden tables and columns for those who could not show them again. */
export async function visibleFiles(ctx: WorkspaceCtx, entities: FileEntity[]): Promise<FileEntity[]> {
  if (seesHidden(ctx)) return entities
  const hidden = await hiddenColumns(ctx, ofSources(entities.map(({ id }) => id)))
  return entities.map((file) => {
    const of = hidden.filter(({ sourceId }) => sourceId === file.id)
    if (of.length === 0) return file
    const tables = file.tables
      .filter(({ name }) => !of.some(({ table, whole }) => whole && table === name))
      .map((table) => ({
        ...table,
        columns: table.columns.filter(({ name }) => !of.some((one) => one.table === table.name && one.column === name)),
      }))
    // What was rejected and what changed speak of any column.
    const { rows, ...rejected } = file.rejected
    const { notes: _notes, ambiguous_dates: _dates, chosen: _chosen, apart, ...read } = file.dialect
    const dialect = apart ? { ...read, apart: { ...apart, sample: [] } } : read
    return { ...file, tables, dialect, schema_changes: [], rejected: { ...rejected, rows, sample: [] } }
  })
}

/**
 * The bytes of a file hold what is hidden of its tables too, in all of its versions.
 * @throws AppError forbidden for people who may not know that
 */
export async function demandWhole(ctx: WorkspaceCtx, fileId: string): Promise<void> {
  if (seesHidden(ctx)) return
  // What is hidden of one version stands in the others as well.
  const named = ctx.db.select({ name: files.name }).from(files).where(eq(files.id, fileId))
  const versions = await ctx.db
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.workspaceId, ctx.workspace.id), inArray(files.name, named)))
  const hidden = await hiddenColumns(ctx, ofSources(versions.map(({ id }) => id)))
  if (hidden.length === 0) return
  throw forbidden(`Parts of this file are hidden. ${denyText('UPDATE_FILES')}`)
}
