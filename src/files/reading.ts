import { rm } from 'node:fs/promises'
import { extname } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { AppError, isStorageFull, storageFull } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import { MINUTE, SECOND } from '#base/time.ts'
import * as catalog from '#catalog/catalog.ts'
import { MOST_OPEN, outline } from '#catalog/outline.ts'
import { columnsOf, type MeasuredRelation } from '#catalog/publish.ts'
import type { OutlineTable } from '#catalog/rules/catalog.ts'
import { tableName } from '#catalog/rules/table-name.ts'
import { valuesKey } from '#catalog/value-file.ts'
import { catalogTables, files } from '#db/schema/index.ts'
import type { Ending } from '#outside/child.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { claim, createReader, ingestLimits, type Reader, readerEngine } from './reader.ts'
import { privateDir, type Received } from './receive.ts'
import { relationsOf } from './relations.ts'
import { type FreshTable, replay } from './replay.ts'
import { type DialectChoices, hasChoices } from './rules/dialect.ts'
import type { FileDialect, Ingested } from './rules/ingest.ts'
import { ownColumns, type ReadingBefore, unreadShare } from './rules/reading-before.ts'

export type FileRow = typeof files.$inferSelect
/** What is read: a received file, or nothing where the sample is made. */
export type Source = Received | { dir: string; path: null; reader?: null }
/** What reading a file gave, with everything in the store: to be written into the catalog. */
export type Read = Ingested & { fresh: FreshTable[]; relations: MeasuredRelation[]; rejectedKey: string | null }

type Reading = {
  source: Source
  stored?: boolean
  /** How somebody wants it to be read; without it as the version before, or as it looks. */
  choices?: DialectChoices
  heartbeat(rows: number): PromiseLike<unknown>
  publish(read: Read): Promise<void>
}

/** How often a process that reads a file writes a heartbeat; after a minute without one the sweep counts it as dead. */
const HEARTBEAT = 5 * SECOND
export const SILENCE = MINUTE
const PROGRESS_EVERY = SECOND
/** How long a call waits for a file to be read before it answers that reading continues, in milliseconds. */
export const waitForReading = ({ config }: Pick<WorkspaceCtx, 'config'>): number => config.READING_WAIT_S * SECOND
export const LONGEST = 15 * MINUTE

export const folderKey = (workspaceId: string, fileId: string) => `workspaces/${workspaceId}/files/${fileId}`

/**
 * Reads a file, or makes the sample, and publishes its tables. The private folder is removed afterwards, whatever happens.
 * @throws AppError unprocessable with a sentence; then nothing has been kept
 */
export async function read(ctx: WorkspaceCtx, file: FileRow, reading: Reading): Promise<void> {
  const { source, stored = false } = reading
  const { dir, path } = source
  let rows = 0
  let lastBeat = 0
  const beat = () => {
    lastBeat = Date.now()
    reading.heartbeat(rows).then(undefined, (error) => ctx.log.warn('a heartbeat of a reader was not saved', { error }))
  }
  const timer = setInterval(beat, HEARTBEAT)
  const onProgress = (value: unknown) => {
    rows = Math.max(rows, Number(value))
    if (Date.now() - lastBeat >= PROGRESS_EVERY) beat()
  }
  try {
    let before: ReadingBefore | null = null
    const start = async () => {
      if (path && !stored)
        before = await chosenBefore(ctx, file).catch(async (error) => {
          // The reader that began while the file arrived still writes into the folder.
          await source.reader?.close()
          throw error
        })
      return readerFor(ctx, source, before)
    }
    await withReader(ctx, dir, start, async (reader) => {
      const engine = readerEngine(ctx, dir, path ? [path] : [], path ? file.sizeBytes : undefined)
      const options = { timeoutMs: LONGEST, onProgress }
      const how = before ? { before } : choicesOf(reading.choices)
      const ingested = path
        ? await reader.call('read', { engine, path, limits: ingestLimits(ctx), ...how }, options)
        : await reader.call('sample', { engine }, options)
      const fresh = await replay(ctx, reader, eq(files.name, file.name), dir, freshTables(ctx, file, ingested, path))
      // The tables of the version before are about to leave.
      const leaving = ({ source }: OutlineTable) => source.kind === 'file' && source.name === file.name
      const relations = await relationsOf(ctx, reader, dir, fresh, leaving, ingested.keys)
      const indexes = await valueIndexes(ctx, reader, dir, fresh)
      const rejected = ingested.rejected.path
      const rejectedKey = rejected ? `${folderKey(ctx.workspace.id, file.id)}/rejected-${newId()}.csv` : null
      await storing(ctx, async (adopt) => {
        await adoptTables(adopt, fresh, indexes)
        // A file that is its own table is there already.
        if (path && !stored) await adopt(file.storeKey, path)
        if (rejectedKey) await adopt(rejectedKey, rejected!)
        await reading.publish({ ...ingested, fresh, relations, rejectedKey })
      })
    })
    void prepare(ctx)
  } finally {
    clearInterval(timer)
    await source.reader?.close()
  }
}

/** Nothing chosen: a file is read as it looks. */
export const choicesOf = (choices: DialectChoices = {}) => (hasChoices(choices) ? { choices } : {})

/**
 * Works with a reader; it and the private folder are gone afterwards.
 * @throws what the work throws, in words for the person whose file it is
 */
export async function withReader<T>(
  ctx: WorkspaceCtx,
  dir: string,
  start: () => Promise<Reader>,
  work: (reader: Reader) => Promise<T>,
): Promise<T> {
  let reader: Reader | undefined
  try {
    reader = await start()
    return await work(reader)
  } catch (error) {
    throw forPeople(error)
  } finally {
    await reader?.close()
    // What was read may be published by now: a folder that stays behind must not undo that.
    await rm(dir, { recursive: true, force: true }).catch((error) =>
      ctx.log.warn('a private folder stays', { dir, error }),
    )
  }
}

export async function withOwnReader<T>(
  ctx: WorkspaceCtx,
  work: (reader: Reader, dir: string) => Promise<T>,
): Promise<T> {
  const dir = await privateDir(ctx)
  return withReader(
    ctx,
    dir,
    () => createReader(ctx),
    (reader) => work(reader, dir),
  )
}

/** Moves a file into the store, where its key is not taken yet by what was moved before. */
type Adopt = (key: string, path: string) => Promise<void>

/** Moves files into the store, and out of it again with `discard`. */
export function storeOf(ctx: WorkspaceCtx): { adopt: Adopt; discard(): Promise<void> } {
  const stored = new Set<string>()
  return {
    async adopt(key, path) {
      if (stored.has(key)) return
      stored.add(key)
      await ctx.files.adopt(key, path)
    },
    async discard() {
      for (const key of stored) await ctx.files.remove(key)
    },
  }
}

/** Moves files into the store; they are removed from it again where `work` fails. */
export async function storing(ctx: WorkspaceCtx, work: (adopt: Adopt) => Promise<void>): Promise<void> {
  const { adopt, discard } = storeOf(ctx)
  try {
    await work(adopt)
  } catch (error) {
    await discard()
    throw error
  }
}

/** Moves the rows of tables into the store, with what was made of them: nothing can be read at their paths any more. */
export async function adoptTables(
  adopt: Adopt,
  fresh: Pick<FreshTable, 'storeKey' | 'path' | 'raw' | 'rawPath'>[],
  indexes: [key: string, path: string][],
): Promise<void> {
  for (const { storeKey, path, raw, rawPath } of fresh) {
    await adopt(storeKey, path)
    if (raw && rawPath) await adopt(raw.storeKey, rawPath)
  }
  for (const [key, index] of indexes) await adopt(key, index)
}

/** The reader that began while the file arrived, if it is still there and reads as is wanted; otherwise another. */
async function readerFor(ctx: WorkspaceCtx, { reader }: Source, before: ReadingBefore | null): Promise<Reader> {
  if (reader && claim(reader) && !before) return reader
  await reader?.close()
  return createReader(ctx)
}

/** How somebody chose to read the current version of the file of this name; null where nobody chose. */
async function chosenBefore(ctx: WorkspaceCtx, { name }: FileRow): Promise<ReadingBefore | null> {
  const same = and(eq(files.workspaceId, ctx.workspace.id), eq(files.name, name), eq(files.status, 'ready'))
  const [file] = await ctx.db
    .select()
    .from(files)
    .where(and(same, eq(files.current, true)))
  const { chosen } = (file?.dialect ?? {}) as FileDialect
  if (!file || !chosen || !hasChoices(chosen)) return null
  const ofFile = and(eq(catalogTables.sourceKind, 'file'), eq(catalogTables.sourceId, file.id))
  const tables = await ctx.db.select().from(catalogTables).where(ofFile)
  const columns = (await columnsOf(ctx, tables)).map(({ name, nulls, textOf }) => ({
    ...{ name, nulls },
    text_of: textOf ?? undefined,
  }))
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const before = { rows, rejected: file.rejectedRows, columns }
  return { choices: chosen, columns: ownColumns(before), unread: unreadShare(before) }
}

function freshTables(ctx: WorkspaceCtx, file: FileRow, { format, tables }: Ingested, original: string | null) {
  return tables.map((table): FreshTable => {
    const id = newId()
    const base = format === 'sample' ? table.part! : tableName(file.name, table.part)
    // A file that is its own table is kept once.
    const storeKey =
      table.path === original ? file.storeKey : `${folderKey(ctx.workspace.id, file.id)}/${id}${extname(table.path)}`
    return { ...table, id, base, storeKey }
  })
}

/** Milliseconds in which files of one workspace count as coming together. */
const TOGETHER = 250
/** The last of them, by their workspace. */
const lastOf = new Map<string, object>()

/**
 * Warms the engine up for the first question after an upload, once for files that come together: each time takes a process. A question
 * that comes sooner waits for it.
 */
export async function prepare(ctx: WorkspaceCtx): Promise<void> {
  const own = {}
  lastOf.set(ctx.workspace.id, own)
  await Bun.sleep(TOGETHER)
  if (lastOf.get(ctx.workspace.id) !== own) return
  lastOf.delete(ctx.workspace.id)
  try {
    // Of so many tables only those are opened that a statement names.
    if ((await outline(ctx)).length > MOST_OPEN) return
    await ctx.engine.prepare({ workspaceId: ctx.workspace.id, tables: await catalog.engineTables(ctx) })
  } catch (error) {
    ctx.log.warn('tables were not prepared for the engine', { error })
  }
}

/**
 * The indexes of the values of fresh tables: where each is to be kept, and its file in the private folder. A table without one is still
 * asked: its rows are looked through.
 */
export async function valueIndexes(
  ctx: WorkspaceCtx,
  reader: Reader,
  dir: string,
  fresh: Indexable[],
): Promise<[key: string, path: string][]> {
  const tables = fresh.map(({ id, path, columns }) => ({
    path,
    columns: columns.map(shapeOf),
    output: `${dir}/${id}.values`,
  }))
  const paths = fresh.map(({ path }) => path)
  const bytes = paths.reduce((sum, path) => sum + Bun.file(path).size, 0)
  const engine = readerEngine(ctx, dir, paths, bytes)
  try {
    const done = await reader.call('indexValues', { engine, tables }, { timeoutMs: 2 * MINUTE })
    return fresh.flatMap(({ storeKey }, at) => (done[at] ? [[valuesKey(storeKey), tables[at]!.output]] : []))
  } catch (error) {
    ctx.log.warn('the values of tables were not indexed', { error })
    return []
  }
}

/** A table whose rows are at `path`. */
type Indexable = Pick<FreshTable, 'id' | 'path' | 'storeKey'> & { columns: Parameters<typeof shapeOf>[0][] }
const shapeOf = ({ name, type, distinct }: { name: string; type: string; distinct: number }) => ({
  name,
  type,
  distinct,
})

/** What is told of a reader whose process ended. */
const ENDED: Record<Ending, string> = {
  memory: 'Reading this file needs more memory than one file may take. Split it, or upload it as Parquet or CSV.',
  killed:
    'The process that read this file was ended from outside, as happens when the server has too little memory. Upload it again; if that happens again, split it.',
  failed: 'The process that read this file failed. Upload it again; if that happens again, upload it as CSV.',
}

/** A reader that ends or takes too long mostly does so because of the file. */
export function forPeople(error: unknown): unknown {
  if (isStorageFull(error)) return storageFull(error)
  if (!(error instanceof AppError)) return error
  const unreadable = (message: string) => new AppError('unprocessable', message, { code: 'unreadable_file' })
  if (error.code === 'engine_failed') return unreadable(ENDED[error.details?.ending as Ending] ?? ENDED.failed)
  if (error.kind === 'timeout') return unreadable('Reading this file took too long. Split it, or upload it as Parquet.')
  return error
}

/**
 * Waits for work in the background, but not longer than `waitMs`.
 * @param fail notes an error; `isWaiting` when a request still waits for the answer and gets the error
 */
export async function waitFor(
  work: Promise<void>,
  waitMs: number,
  fail: (error: unknown, isWaiting: boolean) => Promise<unknown>,
): Promise<void> {
  let isWaiting = true
  const settled = work.catch(async (error) => {
    const wasWaiting = isWaiting
    await fail(error, wasWaiting)
    if (wasWaiting) throw error
  })
  const waitEnds = Bun.sleep(waitMs).then(() => {
    isWaiting = false
  })
  await Promise.race([settled, waitEnds])
}
