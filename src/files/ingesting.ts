import { rm } from 'node:fs/promises'
import { and, eq } from 'drizzle-orm'
import { AppError, isStorageFull, storageFull } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import { MINUTE, SECOND } from '#base/time.ts'
import * as catalog from '#catalog/catalog.ts'
import { MOST_OPEN, outline } from '#catalog/outline.ts'
import type { CatalogTable } from '#catalog/rules/catalog.ts'
import { LEAST_MATCH, type RelationTable, relationCandidates } from '#catalog/rules/relation.ts'
import { files } from '#db/schema/index.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { chosenBefore } from './chosen-before.ts'
import { type FreshTable, folderKey, freshTables, type MeasuredRelation, publish } from './publish.ts'
import { claim, createReader, ingestLimits, type Reader, readerEngine } from './reader.ts'
import type { Received } from './receive.ts'
import type { DeclaredKey, Ingested } from './rules/ingest.ts'
import type { ReadingBefore } from './rules/reading-before.ts'

/** What is read: a received file, or nothing where the sample is made. */
export type Source = Received | { dir: string; path: null }

type FileRow = typeof files.$inferSelect

/** How often a process that reads a file says that it lives; the sweep takes one for dead after a minute without. */
const HEARTBEAT = 5 * SECOND
const PROGRESS_EVERY = SECOND
/** Longest that reading one file may take. */
const LONGEST = 15 * MINUTE

/**
 * Reads a received file, or makes the sample, and publishes its tables. The private folder is gone afterwards, however it went.
 * @throws AppError unprocessable with a sentence; then nothing has been kept
 */
export async function ingest(ctx: WorkspaceCtx, file: FileRow, source: Source): Promise<void> {
  let rows = 0
  let told = 0
  const beat = (force: boolean) => {
    if (!force && Date.now() - told < PROGRESS_EVERY) return
    told = Date.now()
    const living = and(eq(files.id, file.id), eq(files.status, 'processing'))
    ctx.db
      .update(files)
      .set({ progressRows: rows, updatedAt: ctx.now() })
      .where(living)
      .catch((error) => ctx.log.warn('progress of a file was not kept', { error }))
  }
  const beating = setInterval(beat, HEARTBEAT, true)
  const onProgress = (value: unknown) => {
    rows = Math.max(rows, Number(value))
    beat(false)
  }
  try {
    const before = source.path ? await chosenBefore(ctx, file) : null
    const reader = await readerFor(ctx, source, before)
    try {
      const engine = readerEngine(ctx, source.dir)
      const options = { timeoutMs: LONGEST, onProgress }
      const wanted = before ? { before } : {}
      const ingested = source.path
        ? await reader.call('read', { engine, path: source.path, limits: ingestLimits(ctx), ...wanted }, options)
        : await reader.call('sample', { engine }, options)
      const fresh = freshTables(ctx, { ...file, format: ingested.format }, ingested.tables, source.path)
      // The tables of the version before are about to leave.
      const leaving = (table: CatalogTable) => table.source.name === file.name
      const relations = await relationsOf(ctx, reader, source.dir, fresh, leaving, ingested.keys)
      const rejectedKey = await keepRejected(ctx, file, ingested)
      await keep(ctx, file, source, fresh)
      await publish(ctx, file, ingested, fresh, relations, rejectedKey)
    } finally {
      await reader.close()
    }
    void prepare(ctx)
  } catch (error) {
    await ctx.files.removeUnder(folderKey(ctx.workspace.id, file.id))
    throw sayable(error)
  } finally {
    clearInterval(beating)
    if (source.path !== null) await source.reader?.close()
    await rm(source.dir, { recursive: true, force: true })
  }
}

/** The reader that began while the file arrived, if it is still there and reads as is wanted; otherwise another. */
async function readerFor(ctx: WorkspaceCtx, source: Source, before: ReadingBefore | null): Promise<Reader> {
  const begun = source.path === null ? null : source.reader
  if (begun && claim(begun) && !before) return begun
  await begun?.close()
  return createReader(ctx)
}

/** Gets the engine ready for the first question while people still look at what they uploaded; a question that comes sooner waits for it. */
export async function prepare(ctx: WorkspaceCtx): Promise<void> {
  try {
    // Of so many tables only those are opened that a statement names.
    if ((await outline(ctx)).length > MOST_OPEN) return
    await ctx.engine.prepare({ workspaceId: ctx.workspace.id, tables: await catalog.engineTables(ctx) })
  } catch (error) {
    ctx.log.warn('tables were not prepared for the engine', { error })
  }
}

async function keep(ctx: WorkspaceCtx, file: FileRow, source: { path: string | null }, fresh: FreshTable[]) {
  for (const { storeKey, path } of fresh) await ctx.files.adopt(storeKey, path)
  const itself = fresh.some(({ storeKey }) => storeKey === file.storeKey)
  if (source.path && !itself) await ctx.files.adopt(file.storeKey, source.path)
}

/** Puts the rejected rows of a reading into the store. @returns their key; null where there are none */
export async function keepRejected(ctx: WorkspaceCtx, file: FileRow, { rejected }: Ingested): Promise<string | null> {
  if (!rejected.path) return null
  const key = `${folderKey(ctx.workspace.id, file.id)}/rejected-${newId()}.csv`
  await ctx.files.adopt(key, rejected.path)
  return key
}

/** Joins of fresh tables with each other and with those that are there, measured; `leaving` are tables that they replace. */
export async function relationsOf(
  ctx: WorkspaceCtx,
  reader: Reader,
  dir: string,
  fresh: FreshTable[],
  leaving: (table: CatalogTable) => boolean,
  keys: DeclaredKey[] = [],
): Promise<MeasuredRelation[]> {
  // Tables of databases have no file that could be measured here.
  const others = (await catalog.tables(ctx, { hidden: true })).filter(
    (table) => table.source.kind !== 'database' && !leaving(table),
  )
  const paths = new Map(fresh.map(({ id, path }) => [id, path]))
  const known: RelationTable[] = fresh.map(({ id, base, rows, columns }) => ({ id, name: base, rows, columns }))
  const said = keys.flatMap((key) => declaredPair(fresh, known, key))
  const same = (a: Candidate, b: Candidate) =>
    a.from.id === b.from.id && a.fromColumn === b.fromColumn && a.to.id === b.to.id && a.toColumn === b.toColumn
  const found = relationCandidates([...known, ...others], new Set(paths.keys()))
  const candidates = [...said, ...found.filter((one) => !said.some((other) => same(one, other)))]
  if (candidates.length === 0) return []
  const needed = new Set(candidates.flatMap(({ from, to }) => [from.id, to.id]))
  for (const [id, path] of await catalog.paths(
    ctx,
    [...needed].filter((one) => !paths.has(one)),
  ))
    paths.set(id, path)
  const pairs = candidates.map(({ from, fromColumn, to, toColumn }) => {
    return { fromPath: paths.get(from.id)!, fromColumn, toPath: paths.get(to.id)!, toColumn }
  })
  const rates = await reader.call(
    'relate',
    { engine: readerEngine(ctx, dir, [...paths.values()]), pairs },
    { timeoutMs: 2 * MINUTE },
  )
  return candidates.flatMap(({ from, fromColumn, to, toColumn }, index) => {
    const matchRate = rates[index]!
    const relation = { fromTableId: from.id, fromColumn, toTableId: to.id, toColumn, matchRate }
    if (index < said.length) return [{ ...relation, kind: 'declared' as const }]
    return matchRate >= LEAST_MATCH ? [relation] : []
  })
}

type Candidate = ReturnType<typeof relationCandidates>[number]

/** A join that the file declares, between tables of it. */
function declaredPair(fresh: FreshTable[], known: RelationTable[], key: DeclaredKey): Candidate[] {
  const from = known[fresh.findIndex(({ part }) => part === key.part)]
  const to = known[fresh.findIndex(({ part }) => part === key.toPart)]
  const has = (table: RelationTable, name: string) => table.columns.some((column) => column.name === name)
  if (!from || !to || !has(from, key.column) || !has(to, key.toColumn)) return []
  return [{ from, fromColumn: key.column, to, toColumn: key.toColumn }]
}

/** A reader that dies, or takes too long, does so because of the file. */
export function sayable(error: unknown): unknown {
  if (isStorageFull(error)) return storageFull(error)
  if (!(error instanceof AppError)) return error
  if (error.code === 'engine_failed')
    return new AppError(
      'unprocessable',
      'Reading this file needs more memory than one file may take. Split it, or upload it as Parquet or CSV.',
      { code: 'unreadable_file' },
    )
  if (error.kind === 'timeout')
    return new AppError('unprocessable', 'Reading this file took too long. Split it, or upload it as Parquet.', {
      code: 'unreadable_file',
    })
  return error
}
