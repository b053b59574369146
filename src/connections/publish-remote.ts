import { and, eq, inArray, or } from 'drizzle-orm'
import {
  columnsOf,
  currentTables,
  insertRelations,
  type MeasuredRelation,
  retire,
  STEP,
  shapesOf,
} from '#catalog/publish.ts'
import { turned } from '#catalog/relations.ts'
import { schemaChanges } from '#catalog/rules/schema-changes.ts'
import { freeName, tableName } from '#catalog/rules/table-name.ts'
import type { ConnectionRow } from '#db/schema/connections.ts'
import { catalogColumns, catalogRelations, catalogTables } from '#db/schema/index.ts'
import type { RemoteTable } from '#outside/remote.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { remoteKey } from './rules/relevance.ts'
import type { KnownTable } from './rules/remote-column.ts'

/** A table of a database as a refresh found it; `id` is new until it is matched with a table of the catalog. */
export type FreshRemoteTable = KnownTable & { id: string; remote: RemoteTable }
type TableRow = typeof catalogTables.$inferSelect
type OldColumn = typeof catalogColumns.$inferSelect
type NewColumn = typeof catalogColumns.$inferInsert

const keyOf = ({ remoteSchema, remoteName }: TableRow) => remoteKey({ schema: remoteSchema ?? '', name: remoteName! })

/**
 * Brings the tables of a database up to date, in the transaction of its look: a table that is known keeps its id and name, and whatever
 * owners wrote about it or hid; one that is gone leaves the catalog, and is still hidden if it ever comes back.
 * @returns what is different, as sentences; nothing at the first look
 */
export async function publishRemote(
  tx: WorkspaceCtx,
  row: ConnectionRow,
  fresh: FreshRemoteTable[],
  relations: MeasuredRelation[],
): Promise<string[]> {
  const existing = await tx.db
    .select()
    .from(catalogTables)
    .where(and(eq(catalogTables.workspaceId, tx.workspace.id), eq(catalogTables.sourceId, row.id)))
    // Whoever hides something just now comes before or after, never in between.
    .for('update')
  const byKey = new Map(existing.map((table) => [keyOf(table), table]))
  const oldColumns = await columnsOf(tx, existing)
  const oldByName = new Map(oldColumns.map((column) => [`${column.tableId} ${column.name}`, column]))
  const names = namesOf(row, fresh, byKey, await currentTables(tx))
  const ids = new Map(fresh.map((table) => [table.id, byKey.get(remoteKey(table.remote))?.id ?? table.id]))
  await retire(tx, existing)
  const inserted: (typeof catalogTables.$inferInsert)[] = []
  const columns: NewColumn[] = []
  const unchanged: string[] = []
  const current = { current: true, refreshedAt: tx.now() }
  for (const [index, table] of fresh.entries()) {
    const { remote, rows, estimated } = table
    const id = ids.get(table.id)!
    const before = byKey.get(remoteKey(remote))
    const description = before?.description || remote.comment
    const values = { name: names[index]!, rows, rowsEstimated: estimated, description }
    const isSame =
      before && Object.entries(values).every(([key, value]) => before[key as keyof typeof values] === value)
    if (isSame) unchanged.push(id)
    else if (before)
      await tx.db
        .update(catalogTables)
        .set({ ...values, ...current })
        .where(eq(catalogTables.id, id))
    else
      inserted.push({
        ...{ id, workspaceId: tx.workspace.id, sourceKind: 'database' as const, sourceId: row.id },
        ...{ ...values, ...current, remoteSchema: remote.schema, remoteName: remote.name },
      })
    columns.push(...newColumns(id, table, oldByName))
  }
  if (unchanged.length > 0) await tx.db.update(catalogTables).set(current).where(inArray(catalogTables.id, unchanged))
  const all = [...ids.values()]
  const changed = await changedColumns(tx, columns, oldColumns, all)
  await insertAll(tx, inserted, changed)
  const { id, workspaceId, relatedAt } = catalogTables
  const rowsBefore = new Map(existing.map((table) => [table.id, table.rows]))
  const before = Map.groupBy(oldColumns, ({ tableId }) => tableId)
  const columnsNow = Map.groupBy(columns, ({ tableId }) => tableId)
  const others = all.filter((id, index) => {
    const rows = Math.min(rowsBefore.get(id) ?? 0, fresh[index]!.rows)
    return contentsOf(before.get(id) ?? [], rows) !== contentsOf(columnsNow.get(id) ?? [], rows)
  })
  await tx.db
    .update(catalogTables)
    .set({ relatedAt: null })
    .where(and(eq(workspaceId, tx.workspace.id), or(inArray(id, others), eq(relatedAt, UNFINISHED))))
  const declared = relations.map((relation) => ({
    ...relation,
    fromTableId: ids.get(relation.fromTableId)!,
    toTableId: ids.get(relation.toTableId)!,
  }))
  const keys = new Set(declared.map(({ fromTableId, fromColumn }) => `${fromTableId} ${fromColumn}`))
  await replaceGuesses(tx, declared, ({ fromTableId, fromColumn }) => keys.has(`${fromTableId} ${fromColumn}`))
  const wereCurrent = existing.filter(({ current }) => current)
  const after = fresh.map(({ columns }, index) => ({ name: names[index]!, columns }))
  return schemaChanges(shapesOf(wereCurrent, oldColumns), after)
}

/** `relatedAt` of a table whose relations could not be found to the end: the next refresh searches them again. */
export const UNFINISHED = new Date(0)
/** First rows of a table that its relations are found by. A table that has no more is read as a whole. */
export const MOST_READ = 10_000

/** What relations are found by, as far as a refresh sees it: a table that grows behind its first rows is the same. */
const contentsOf = (columns: (OldColumn | NewColumn)[], rows: number): string =>
  JSON.stringify(
    columns
      .toSorted((a, b) => a.position - b.position)
      .map(({ name, type, hidden, min, max, sample, nulls, distinct }) => [
        ...[name, type, hidden, min, max, sample],
        ...(rows <= MOST_READ ? [nulls, distinct] : []),
      ]),
  )

/** What an earlier refresh measured, for a table that this one did not sample. */
const figuresOf = ({
  role,
  unit = null,
  kind = null,
  reason = null,
  nulls,
  distinct,
  min,
  max,
  top,
  sample,
}: OldColumn) => ({
  ...{ role, unit, kind, reason, nulls, distinct, min, max, top, sample },
})

/** The name that a table had, or one of its own: with its schema, then with the connection's name in front where others have it. */
function namesOf(
  row: ConnectionRow,
  fresh: FreshRemoteTable[],
  existing: Map<string, TableRow>,
  current: TableRow[],
): string[] {
  const taken = new Set(current.filter(({ sourceId }) => sourceId !== row.id).map(({ name }) => name))
  const keep = fresh.map(({ remote }) => {
    const was = existing.get(remoteKey(remote))
    if (!was || taken.has(was.name)) return null
    taken.add(was.name)
    return was.name
  })
  return fresh.map(({ remote: { schema, name } }, index) => {
    if (keep[index]) return keep[index]
    const candidates = [tableName(name), tableName(schema, name), tableName(row.name, name)]
    const free = candidates.find((one) => !taken.has(one)) ?? freeName(candidates[2]!, taken)
    taken.add(free)
    return free
  })
}

/** The columns of a table with what owners wrote about them and hid. */
const newColumns = (id: string, table: FreshRemoteTable, before: Map<string, OldColumn>): NewColumn[] =>
  table.columns.map((column, position) => {
    const old = before.get(`${id} ${column.name}`)
    return {
      ...column,
      ...(old && !table.sampled && old.type === column.type ? figuresOf(old) : {}),
      tableId: id,
      position,
      description: old?.description || column.description,
      edits: old?.edits ?? {},
      hidden: old?.hidden ?? false,
    }
  })

/** Removes the columns of tables in which one has changed. @returns those that are to be inserted in their place */
async function changedColumns(
  tx: WorkspaceCtx,
  columns: NewColumn[],
  old: OldColumn[],
  ids: string[],
): Promise<NewColumn[]> {
  const written = (list: (OldColumn | NewColumn)[]) =>
    JSON.stringify(
      list
        .sort((a, b) => a.position - b.position)
        .map(({ name, type, nativeType, description, hidden, ...rest }) => [
          ...[name, type, nativeType, description, hidden],
          figuresOf(rest as OldColumn),
        ]),
    )
  const before = Map.groupBy(old, ({ tableId }) => tableId)
  const after = Map.groupBy(columns, ({ tableId }) => tableId)
  const changed = new Set(ids.filter((id) => written(before.get(id) ?? []) !== written(after.get(id) ?? [])))
  if (changed.size > 0) await tx.db.delete(catalogColumns).where(inArray(catalogColumns.tableId, [...changed]))
  return columns.filter(({ tableId }) => changed.has(tableId))
}

async function insertAll(
  tx: WorkspaceCtx,
  tables: (typeof catalogTables.$inferInsert)[],
  columns: NewColumn[],
): Promise<void> {
  for (let at = 0; at < tables.length; at += STEP) await tx.db.insert(catalogTables).values(tables.slice(at, at + STEP))
  for (let at = 0; at < columns.length; at += STEP)
    await tx.db.insert(catalogColumns).values(columns.slice(at, at + STEP))
}

/**
 * Puts relations in the place of guesses that are over. What somebody declared stays, and is not declared twice; what was rejected is not
 * found the other way round either.
 */
export async function replaceGuesses(
  tx: WorkspaceCtx,
  relations: MeasuredRelation[],
  isOver: (guess: typeof catalogRelations.$inferSelect) => boolean,
): Promise<void> {
  type Ends = Pick<MeasuredRelation, 'fromTableId' | 'fromColumn' | 'toTableId' | 'toColumn'>
  const same = (one: Ends) => `${one.fromTableId} ${one.fromColumn} ${one.toTableId} ${one.toColumn}`
  const before = await tx.db.select().from(catalogRelations).where(eq(catalogRelations.workspaceId, tx.workspace.id))
  const over = new Set(before.filter((one) => one.kind === 'inferred' && isOver(one)))
  const ids = [...over].map(({ id }) => id)
  if (ids.length > 0) await tx.db.delete(catalogRelations).where(inArray(catalogRelations.id, ids))
  const carriedOver = before
    .filter((one) => !over.has(one))
    .flatMap((one) => (one.kind === 'rejected' ? [one, turned(one)] : [one]))
  const isKnown = new Set(carriedOver.map(same))
  await insertRelations(
    tx,
    relations.filter((relation) => !isKnown.has(same(relation))),
  )
}

export type Found = {
  /** Runs in the transaction that ends the refresh; returns what changed, as sentences. */
  publish(tx: WorkspaceCtx): Promise<string[]>
  /** Takes away what was kept for it, when it does not enter the catalog after all. */
  discard?(): Promise<void>
  /** Runs afterwards, when nobody waits any more. */
  done?(): Promise<void>
  set: Partial<Pick<ConnectionRow, 'warnings' | 'serverVersion' | 'settings' | 'etag' | 'lastModified'>>
}
