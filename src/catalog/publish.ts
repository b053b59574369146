import { and, eq, inArray, lt, or, type SQL } from 'drizzle-orm'
import { onceKept } from '#db/connect.ts'
import { catalogColumns, catalogRelations, catalogTables, tableProfiles, workspaces } from '#db/schema/index.ts'
import type { IngestedTable } from '#files/rules/ingest.ts'
import type { Recipe } from '#files/rules/recipe.ts'
import type { WorkspaceCtx, World } from '../ctx.ts'
import { inCatalog } from './catalog.ts'
import type { CleanedKeys, FoundBy } from './rules/answers.ts'
import { schemaChanges } from './rules/schema-changes.ts'
import { freeName } from './rules/table-name.ts'
import { valuesKey } from './value-file.ts'

type TableRow = typeof catalogTables.$inferSelect
/** A table that is about to enter the catalog, with the id that it will have; `base` is its name unless that is taken. */
export type NewTable = Pick<
  IngestedTable,
  'rows' | 'rejected' | 'apart' | 'totals' | 'dropped' | 'derived' | 'columns' | 'description'
> & {
  id: string
  base: string
  storeKey: string
  /** What it is mended from, and how; its rows are what that makes of them. */
  raw?: { storeKey: string; recipe: Recipe }
}
/** A measured join between a new table and any current one. */
export type MeasuredRelation = {
  fromTableId: string
  fromColumn: string
  toTableId: string
  toColumn: string
  matchRate: number
  backRate?: number | null
  multiplies?: number | null
  cleaned?: CleanedKeys | null
  foundBy?: FoundBy | null
  /** @default inferred */
  kind?: 'inferred' | 'declared'
}

/** Rows of one statement. */
export const STEP = 200

type Source = { kind: 'file' | 'external'; id: string }
type Leaving = { source?: string | undefined; set?: Partial<Pick<TableRow, 'sourceId' | 'refreshedAt'>> }

/**
 * Puts tables in the place of the current ones of a source. A table of the same name keeps what owners wrote about it and hid.
 * @param leaving source: whose tables leave, when it is another than the new one's; set: what is noted of them
 * @returns the tables that left, the names of the new ones, and what is different, as sentences
 */
export async function replaceTables(
  tx: WorkspaceCtx,
  source: Source,
  tables: NewTable[],
  relations: MeasuredRelation[],
  leaving: Leaving = {},
): Promise<{ old: TableRow[]; names: string[]; changes: string[] }> {
  const current = await currentTables(tx)
  const old = current.filter(({ sourceId }) => sourceId === (leaving.source ?? source.id))
  const names = namesOf(tables, old, current)
  const before = await columnsOf(tx, old)
  await retire(tx, old, leaving.set)
  for (const [
    index,
    { id, rows, rejected = 0, apart = 0, totals = null, dropped = 0, derived, storeKey, raw, description, columns },
  ] of tables.entries()) {
    const name = names[index]!
    const predecessor = old.find((table) => table.name === name)
    await tx.db.insert(catalogTables).values({
      ...{
        id,
        name,
        rows,
        rowsRejected: rejected,
        rowsApart: apart,
        rowsTotals: totals,
        storeKey,
        ...mendedFrom(raw, dropped),
        workspaceId: tx.workspace.id,
        sourceKind: source.kind,
        sourceId: source.id,
      },
      description: predecessor?.description || description || '',
      grain: predecessor?.grain ?? null,
      hidden: predecessor?.hidden ?? (derived === true && old.some(({ hidden }) => hidden)),
      refreshedAt: tx.now(),
    })
    const sameOf = (wanted?: string) =>
      before.find(({ tableId, name }) => tableId === predecessor?.id && name === wanted)
    // What is hidden of a table stays so where its rows are in another one as well.
    const hiddenBefore = (wanted: string) =>
      derived === true && before.some(({ name, hidden }) => hidden && name === wanted)
    const values = columns.map(({ text_of: textOf, description: found = '', ...column }, position) => {
      const about =
        textOf === undefined ? found : `What does not fit the type of "${textOf}", as it is written in the file.`
      const { description: written, hidden = hiddenBefore(column.name), edits = {} } = sameOf(column.name) ?? {}
      const description = written || about
      // What does not fit a column is hidden with it, also where it is new.
      const isHidden = hidden || sameOf(textOf)?.hidden === true
      return { ...column, tableId: id, position, description, edits, hidden: isHidden, textOf: textOf ?? null }
    })
    for (let at = 0; at < values.length; at += STEP)
      await tx.db.insert(catalogColumns).values(values.slice(at, at + STEP))
  }
  await insertRelations(tx, relations)
  const shapes = tables.map(({ columns }, index) => ({ name: names[index]!, columns }))
  return { old, names, changes: schemaChanges(shapesOf(old, before), shapes) }
}

/** @param dropped rows that the recipes of the tables which it was made of left out */
const mendedFrom = (raw: NewTable['raw'], dropped: number) => ({
  rawKey: raw?.storeKey ?? null,
  recipe: raw?.recipe ?? null,
  rowsDropped: dropped + (raw?.recipe.dropped ?? 0),
})

/**
 * Gives a current table other rows, made of the same raw ones: it stays the table that it is, with what people wrote of it.
 * @param replaced the source under which the rows before are kept for answers that still read them
 */
export async function replaceRows(
  tx: WorkspaceCtx,
  before: TableRow,
  { id, rows, storeKey, raw, columns }: NewTable,
  relations: MeasuredRelation[],
  replaced: string,
): Promise<void> {
  const old = await columnsOf(tx, [before])
  // What a hidden column held may stand in any that takes its place.
  const lost = old.some(({ name, hidden }) => hidden && !columns.some((column) => column.name === name))
  await tx.db.delete(catalogColumns).where(eq(catalogColumns.tableId, id))
  const values = columns.map(({ text_of: textOf, description = '', ...column }, position) => {
    const { id: _, ...same } = old.find(({ name }) => name === column.name) ?? { id: '', description, hidden: lost }
    const isHidden = same.hidden || old.some(({ name, hidden }) => hidden && name === textOf)
    return { ...same, ...column, tableId: id, position, hidden: isHidden, textOf: textOf ?? null }
  })
  for (let at = 0; at < values.length; at += STEP)
    await tx.db.insert(catalogColumns).values(values.slice(at, at + STEP))
  const ofTable = and(
    eq(catalogRelations.workspaceId, tx.workspace.id),
    or(eq(catalogRelations.fromTableId, id), eq(catalogRelations.toTableId, id)),
  )
  await tx.db.delete(catalogRelations).where(and(ofTable, eq(catalogRelations.kind, 'inferred')))
  const said = await tx.db.select().from(catalogRelations).where(ofTable)
  const endsOf = (one: Omit<MeasuredRelation, 'kind'>) =>
    [one.fromTableId, one.fromColumn, one.toTableId, one.toColumn].join('\n')
  const declared = new Set(said.map(endsOf))
  await insertRelations(
    tx,
    relations.filter((one) => !declared.has(endsOf(one))),
  )
  // Its facts may be others though its figures are the same.
  await tx.db.delete(tableProfiles).where(eq(tableProfiles.tableId, id))
  await tx.db
    .update(catalogTables)
    .set({ rows, storeKey, relatedAt: null, ...mendedFrom(raw, before.rowsDropped - (before.recipe?.dropped ?? 0)) })
    .where(eq(catalogTables.id, id))
  if (before.storeKey === before.rawKey || before.rawKey === null || before.storeKey === storeKey) return
  const { id: _, ...left } = before
  const noted = { sourceId: replaced, refreshedAt: tx.now(), current: false, rawKey: null, recipe: null }
  await tx.db.insert(catalogTables).values({ ...left, ...noted })
}

const watchers = new Set<(workspaces: string[]) => void>()

/** Calls `onChange` with workspaces whose tables may be others, here or in another process; with none where any may. @returns ends it */
export function watchTables(onChange: (workspaces: string[]) => void): () => void {
  watchers.add(onChange)
  return () => watchers.delete(onChange)
}

export function tablesChanged(ids: string[]): void {
  for (const onChange of watchers) onChange(ids)
}

/**
 * Names of tables are given one source at a time: to be called first in the transaction that gives some. Whoever watches the tables is told
 * once it is kept.
 */
export async function lockNames(tx: WorkspaceCtx): Promise<void> {
  const { id } = tx.workspace
  await tx.db.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.id, id)).for('update')
  await tx.bus.tell(tx.db, 'tables', [id])
  onceKept(tx.db, () => tablesChanged([id]))
}

/** Locked, so that whoever hides or describes one at the same time comes before or after, and no such change is lost. */
export const currentTables = (tx: WorkspaceCtx): Promise<TableRow[]> =>
  tx.db.select().from(catalogTables).where(inCatalog(tx, true)).for('update')

/** Takes tables out of the catalog; what is known about them stays. */
export async function retire(tx: WorkspaceCtx, old: { id: string }[], set: Leaving['set'] = {}): Promise<void> {
  if (old.length === 0) return
  await tx.db
    .update(catalogTables)
    .set({ current: false, ...set })
    .where(inArray(catalogTables.id, old.map(idOf)))
}

export async function insertRelations(tx: WorkspaceCtx, relations: MeasuredRelation[]): Promise<void> {
  const rows = relations.map((relation) => ({ kind: 'inferred' as const, ...relation, workspaceId: tx.workspace.id }))
  for (let at = 0; at < rows.length; at += STEP) await tx.db.insert(catalogRelations).values(rows.slice(at, at + STEP))
}

/** A name for each table: the one that it had in the version before, or a free one. */
function namesOf(tables: NewTable[], old: TableRow[], current: TableRow[]): string[] {
  const before = old.map(({ name }) => name)
  const taken = new Set(current.map(({ name }) => name).filter((name) => !before.includes(name)))
  return namesBefore(tables, before).map((nameBefore, index) => {
    const name = nameBefore ?? freeName(tables[index]!.base, taken)
    taken.add(name)
    return name
  })
}

/** The name that each table had in the version before, of those that its tables had. */
export function namesBefore(tables: Pick<NewTable, 'base'>[], before: string[]): (string | undefined)[] {
  const left = new Set(before)
  return tables.map(({ base }) => {
    const pattern = new RegExp(`^${RegExp.escape(base)}(_\\d+)?$`)
    const name = [...left].find((name) => pattern.test(name))
    if (name) left.delete(name)
    return name
  })
}

export const columnsOf = async (ctx: WorkspaceCtx, tables: { id: string }[]) =>
  tables.length === 0
    ? []
    : ctx.db
        .select()
        .from(catalogColumns)
        .where(inArray(catalogColumns.tableId, tables.map(idOf)))

/** Tables with their columns, as `schemaChanges` compares them. */
export function shapesOf<T extends { tableId: string }>(tables: { id: string; name: string }[], columns: T[]) {
  const byTable = Map.groupBy(columns, ({ tableId }) => tableId)
  return tables.map(({ id, name }) => ({ id, name, columns: byTable.get(id) ?? [] }))
}

/** Removes tables, with their bytes, that left the catalog before a moment. @returns how many */
export async function purgeTables(world: World, which: SQL | undefined, before: Date): Promise<number> {
  const old = await world.db
    .select({ id: catalogTables.id, key: catalogTables.storeKey, raw: catalogTables.rawKey })
    .from(catalogTables)
    .where(and(which, eq(catalogTables.current, false), lt(catalogTables.refreshedAt, before)))
    .limit(200)
  for (const { id, ...keys } of old) {
    for (const key of Object.values(keys))
      for (const one of key ? [key, valuesKey(key)] : []) await world.files.remove(one)
    await world.db.delete(catalogTables).where(and(eq(catalogTables.id, id), eq(catalogTables.current, false)))
  }
  return old.length
}

const idOf = ({ id }: { id: string }) => id
