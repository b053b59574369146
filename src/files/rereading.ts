import { mkdir, rm } from 'node:fs/promises'
import { and, eq, inArray, isNull, like, lt, or } from 'drizzle-orm'
import { AppError, notFound } from '#base/errors.ts'
import { HOUR, MINUTE, SECOND } from '#base/time.ts'
import { inTransaction } from '#db/connect.ts'
import { catalogColumns, catalogTables, files } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import type { WorkspaceCtx, World } from '../ctx.ts'
import * as fileList from './files.ts'
import { keepRejected, prepare, relationsOf, sayable } from './ingesting.ts'
import type { MeasuredRelation } from './publish.ts'
import {
  currentTables,
  type FreshTable,
  freshTables,
  insertRelations,
  insertTables,
  lockNames,
  namesOf,
  retire,
} from './publish.ts'
import { createReader, ingestLimits, readerEngine } from './reader.ts'
import { privateDir } from './receive.ts'
import { type DialectChoices, hasChoices } from './rules/dialect.ts'
import type { FileEntity } from './rules/file.ts'
import type { Ingested } from './rules/ingest.ts'
import type { Preview } from './rules/preview.ts'

type FileRow = typeof files.$inferSelect

/** How long a call waits for the reading before it answers that it goes on. */
const PATIENCE = 10 * SECOND
const LONGEST = 15 * MINUTE
const HEARTBEAT = 5 * SECOND
/** A reading that has not been heard of for so long has died with its process. */
const SILENCE = MINUTE
const PREVIEW_LONGEST = 20 * SECOND
/** What a replaced reading has written stays for answers that are being worked on. */
const KEPT_AFTER_REPLACEMENT = HOUR

/** The file, if its text can be read in another way. @throws AppError not_found, unprocessable, conflict */
async function rereadable(ctx: WorkspaceCtx, id: string): Promise<FileRow> {
  const file = await fileList.load(ctx, id)
  if (file.status !== 'ready') throw notFound('File')
  if (!file.current)
    throw new AppError('conflict', 'Go back to this version first: only the current one can be read again.', {
      code: 'not_current',
    })
  if (file.format !== 'csv')
    throw new AppError('unprocessable', 'Only delimited text (CSV, TSV …) can be read in another way.', {
      code: 'not_delimited',
    })
  return file
}

/**
 * Reads the kept original once more as `choices` say: the tables of the new reading take the place of the old ones at once, under the
 * same version. When it cannot be read so, everything stays as it was.
 * @returns the file; `reading_again` while that takes longer
 * @throws AppError unprocessable, conflict code file_busy
 */
export async function reread(
  ctx: WorkspaceCtx,
  id: string,
  choices: DialectChoices,
  patience = PATIENCE,
): Promise<FileEntity> {
  const file = await rereadable(ctx, id)
  const dead = new Date(Number(ctx.now()) - SILENCE)
  const [begun] = await ctx.db
    .update(files)
    .set({ rereadAt: ctx.now(), rereadError: null })
    .where(and(eq(files.id, id), eq(files.status, 'ready'), or(isNull(files.rereadAt), lt(files.rereadAt, dead))))
    .returning({ id: files.id })
  if (!begun)
    throw new AppError('conflict', 'This file is being read already. Wait until that has ended.', { code: 'file_busy' })
  let answered = false
  const work = run(ctx, file, choices).catch(async (error) => {
    const known = error instanceof AppError
    if (!known) ctx.log.error('reading a file again failed', { file: id, error })
    const message = known ? error.message : 'Something went wrong on our side while this file was read again.'
    await ctx.db
      .update(files)
      .set({ rereadAt: null, rereadError: answered ? message : null })
      .where(eq(files.id, id))
      // The sweep frees it in a minute.
      .catch((error) => ctx.log.error('a failed reading was not noted', { file: id, error }))
    if (!answered) throw error
  })
  await Promise.race([
    work,
    Bun.sleep(patience).then(() => {
      answered = true
    }),
  ])
  return fileList.get(ctx, id)
}

async function run(ctx: WorkspaceCtx, file: FileRow, choices: DialectChoices): Promise<void> {
  const beating = setInterval(() => {
    ctx.db
      .update(files)
      .set({ rereadAt: ctx.now() })
      .where(eq(files.id, file.id))
      .catch((error) => ctx.log.warn('the life sign of a reading was not kept', { error }))
  }, HEARTBEAT)
  const dir = await privateDir(ctx)
  const written: string[] = []
  try {
    const path = await ctx.files.localPath(file.storeKey)
    const reader = await createReader(ctx)
    try {
      const input = { engine: readerEngine(ctx, dir, [path]), path, limits: ingestLimits(ctx), ...wanted(choices) }
      const ingested = await reader.call('read', input, { timeoutMs: LONGEST })
      const fresh = freshTables(ctx, file, ingested.tables)
      const relations = await relationsOf(ctx, reader, dir, fresh, (table) => table.source.id === file.id)
      for (const { storeKey, path } of fresh) {
        written.push(storeKey)
        await ctx.files.adopt(storeKey, path)
      }
      const rejectedKey = await keepRejected(ctx, file, ingested)
      if (rejectedKey) written.push(rejectedKey)
      await swap(ctx, file, ingested, fresh, relations, rejectedKey)
    } finally {
      await reader.close()
    }
    void prepare(ctx)
  } catch (error) {
    for (const key of written) await ctx.files.remove(key)
    throw sayable(error)
  } finally {
    clearInterval(beating)
    await rm(dir, { recursive: true, force: true })
  }
}

async function swap(
  ctx: WorkspaceCtx,
  file: FileRow,
  { dialect, rejected }: Ingested,
  fresh: FreshTable[],
  relations: MeasuredRelation[],
  rejectedKey: string | null,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockNames(tx)
    const old = await tx.db.select().from(catalogTables).where(eq(catalogTables.sourceId, file.id))
    const names = namesOf(fresh, old, await currentTables(tx))
    await retire(tx, old)
    // They are no version of their own: nothing but the sweep finds them.
    const ids = old.map((table) => table.id)
    await tx.db
      .update(catalogTables)
      .set({ sourceId: replacedBy(file.id), refreshedAt: ctx.now() })
      .where(inArray(catalogTables.id, ids))
    await insertTables(tx, { kind: 'file', id: file.id }, fresh, names, old)
    await keepHidden(tx, ids, fresh)
    await insertRelations(tx, relations)
    const [made] = await tx.db
      .update(files)
      .set({
        dialect,
        rejectedRows: rejected.rows,
        rejectedSample: rejected.sample,
        rejectedKey,
        rereadAt: null,
        rereadError: null,
      })
      .where(and(eq(files.id, file.id), eq(files.status, 'ready'), eq(files.current, true)))
      .returning({ id: files.id })
    // It was deleted, or another version was made current.
    if (!made)
      throw new AppError('conflict', 'This file was changed while it was read again.', { code: 'file_changed' })
    const rows = fresh.reduce((sum, table) => sum + table.rows, 0)
    await audit.record(tx, 'file.read', file.id, { name: file.name, version: file.version, rows, tables: names })
  })
}

/** A hidden column whose name the new reading has changed is the one in its place, and stays hidden. */
async function keepHidden(tx: WorkspaceCtx, old: string[], fresh: FreshTable[]): Promise<void> {
  const [table] = fresh
  if (old.length === 0 || !table) return
  const hidden = await tx.db
    .select({ name: catalogColumns.name, position: catalogColumns.position })
    .from(catalogColumns)
    .where(and(inArray(catalogColumns.tableId, old), eq(catalogColumns.hidden, true)))
  const places = hidden
    .filter(({ name }) => !table.columns.some((column) => column.name === name))
    .map(({ position }) => position)
  if (places.length === 0) return
  await tx.db
    .update(catalogColumns)
    .set({ hidden: true })
    .where(and(eq(catalogColumns.tableId, table.id), inArray(catalogColumns.position, places)))
}

const REPLACED = 'replaced:'
const replacedBy = (fileId: string) => `${REPLACED}${fileId}`

/** For the jobs: removes the tables of readings that others have replaced, and frees files whose reader died. @returns how many */
export async function sweepReplaced(world: World): Promise<number> {
  const now = Number(world.now())
  const freed = await world.db
    .update(files)
    .set({ rereadAt: null, rereadError: 'Reading this file again was interrupted. Please try again.' })
    .where(lt(files.rereadAt, new Date(now - SILENCE)))
    .returning({ id: files.id })
  const old = await world.db
    .select({ id: catalogTables.id, key: catalogTables.storeKey, sourceId: catalogTables.sourceId })
    .from(catalogTables)
    .where(
      and(
        eq(catalogTables.sourceKind, 'file'),
        eq(catalogTables.current, false),
        lt(catalogTables.refreshedAt, new Date(now - KEPT_AFTER_REPLACEMENT)),
        like(catalogTables.sourceId, `${REPLACED}%`),
      ),
    )
    .limit(200)
  for (const { id, key } of old) {
    if (key) await world.files.remove(key)
    await world.db.delete(catalogTables).where(eq(catalogTables.id, id))
  }
  return old.length + freed.length
}

/**
 * The first rows as `choices` would read them, without keeping anything.
 * @throws AppError unprocessable when it cannot be read so
 */
export async function preview(ctx: WorkspaceCtx, id: string, choices: DialectChoices): Promise<Preview> {
  const file = await rereadable(ctx, id)
  const dir = await privateDir(ctx)
  await mkdir(dir, { recursive: true })
  try {
    const path = await ctx.files.localPath(file.storeKey)
    const reader = await createReader(ctx)
    try {
      const input = { engine: readerEngine(ctx, dir, [path]), path, limits: ingestLimits(ctx), ...wanted(choices) }
      return await reader.call('preview', input, { timeoutMs: PREVIEW_LONGEST })
    } finally {
      await reader.close()
    }
  } catch (error) {
    throw sayable(error)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** Nothing chosen: it is read as an upload would be. */
const wanted = (choices: DialectChoices) => (hasChoices(choices) ? { choices } : {})
