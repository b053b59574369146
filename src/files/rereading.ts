import { and, eq, inArray, isNotNull, isNull, like, lt, or } from 'drizzle-orm'
import { AppError, notFound } from '#base/errors.ts'
import { HOUR, SECOND } from '#base/time.ts'
import { columnsOf, lockNames, type NewTable, purgeTables, replaceTables } from '#catalog/publish.ts'
import { carryOver } from '#catalog/relations.ts'
import { inTransaction } from '#db/connect.ts'
import { catalogColumns, catalogTables, files } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import type { WorkspaceCtx, World } from '../ctx.ts'
import * as fileList from './files.ts'
import { ingestLimits, readerEngine } from './reader.ts'
import { choicesOf, type FileRow, type Read, read, SILENCE, waitFor, waitForReading, withOwnReader } from './reading.ts'
import { privateDir } from './receive.ts'
import { demandReplayed } from './replay.ts'
import type { FileEntity } from './rules/answers.ts'
import { type DialectChoices, WITH_TOTALS } from './rules/dialect.ts'
import { REPLACED, replacedOf } from './rules/file.ts'
import type { Preview } from './rules/ingest.ts'
import { follow } from './stacks.ts'

const PREVIEW_TIMEOUT = 20 * SECOND
/** How long tables of a replaced reading stay for answers that still use them. */
const KEPT_AFTER_REPLACEMENT = HOUR
/** What can be chosen for files that say themselves how they are written, too. */
const OF_SHAPE: Partial<Record<keyof DialectChoices, true>> = { set_apart: true }

/** The file, if its text can be read in another way. @throws AppError not_found, unprocessable, conflict */
async function rereadable(ctx: WorkspaceCtx, id: string, choices: DialectChoices): Promise<FileRow> {
  const file = await fileList.load(ctx, id)
  if (file.status !== 'ready') throw notFound('File')
  if (!file.current)
    throw new AppError('conflict', 'Go back to this version first: only the current one can be read again.', {
      code: 'not_current',
    })
  const isOfShape = WITH_TOTALS.has(file.format ?? '') && Object.keys(choices).every((name) => name in OF_SHAPE)
  if (file.format !== 'csv' && !isOfShape)
    throw new AppError(
      'unprocessable',
      'Only delimited text (CSV, TSV …) can be read in another way, and of Excel, JSON and Parquet only what is set apart.',
      {
        code: 'not_delimited',
      },
    )
  return file
}

/**
 * Reads the stored original once more as `choices` say: the tables of the new reading take the place of the old ones at once, under the
 * same version. When it cannot be read so, everything stays as it was.
 * @returns the file; `reading_again` while that takes longer
 * @throws AppError unprocessable, conflict code file_busy
 */
export async function reread(
  ctx: WorkspaceCtx,
  id: string,
  choices: DialectChoices,
  waitMs = waitForReading(ctx),
): Promise<FileEntity> {
  const file = await rereadable(ctx, id, choices)
  await alone(ctx, id, () => readStored(ctx, file, choices), waitMs)
  return fileList.get(ctx, id)
}

/**
 * Does something with a ready file that nobody else may do at the same time: what it publishes frees the file again.
 * @param waitMs how long the answer waits for it; it goes on afterwards
 * @throws AppError conflict code file_busy, and what the work throws while the answer waits
 */
export async function alone(ctx: WorkspaceCtx, id: string, work: () => Promise<void>, waitMs: number): Promise<void> {
  const silent = new Date(Number(ctx.now()) - SILENCE)
  const [claimed] = await ctx.db
    .update(files)
    .set({ rereadAt: ctx.now(), rereadError: null })
    .where(and(eq(files.id, id), eq(files.status, 'ready'), or(isNull(files.rereadAt), lt(files.rereadAt, silent))))
    .returning({ id: files.id })
  if (!claimed)
    throw new AppError('conflict', 'This file is being read already. Wait until that has ended.', { code: 'file_busy' })
  await waitFor(work(), waitMs, async (error, isWaiting) => {
    const isOurs = !(error instanceof AppError)
    if (isOurs) ctx.log.error('reading a file again failed', { file: id, error })
    const message = isOurs ? 'Something went wrong on our side while this file was read again.' : error.message
    await ctx.db
      .update(files)
      .set({ rereadAt: null, rereadError: isWaiting ? null : message })
      .where(eq(files.id, id))
      // The sweep frees it in a minute.
      .catch((error) => ctx.log.error('a failed reading was not saved', { file: id, error }))
  })
}

export const heartbeatOf = (ctx: WorkspaceCtx, id: string) => () =>
  ctx.db
    .update(files)
    .set({ rereadAt: ctx.now() })
    .where(and(eq(files.id, id), isNotNull(files.rereadAt)))

async function readStored(ctx: WorkspaceCtx, file: FileRow, choices: DialectChoices): Promise<void> {
  const path = await ctx.files.localPath(file.storeKey)
  return read(ctx, file, {
    source: { dir: await privateDir(ctx), path, name: file.name, size: file.sizeBytes },
    stored: true,
    choices,
    heartbeat: heartbeatOf(ctx, file.id),
    publish: (read) => swap(ctx, file, read),
  }).then(() => follow(ctx))
}

async function swap(ctx: WorkspaceCtx, file: FileRow, read: Read): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockNames(tx)
    const { fresh, relations } = read
    // The replaced tables are no version of their own: only the sweep finds them.
    const set = { sourceId: replacedOf(file.id), refreshedAt: ctx.now() }
    const { old, names } = await replaceTables(tx, { kind: 'file', id: file.id }, fresh, relations, { set })
    demandReplayed(old, fresh, names)
    await carryOver(tx, old, fresh, names)
    await keepHidden(tx, old, fresh)
    const [changed] = await tx.db
      .update(files)
      .set({ ...fileList.readingOf(read), rereadAt: null, rereadError: null })
      .where(and(eq(files.id, file.id), eq(files.status, 'ready'), eq(files.current, true)))
      .returning({ id: files.id })
    // It was deleted, or another version was made current.
    if (!changed)
      throw new AppError('conflict', 'This file was changed while it was read again.', { code: 'file_changed' })
    const rows = fresh.reduce((sum, table) => sum + table.rows, 0)
    await audit.record(tx, 'file.read', file.id, { name: file.name, version: file.version, rows, tables: names })
  })
}

/** A hidden column whose name the new reading has changed is the one in its place, and stays hidden. */
async function keepHidden(tx: WorkspaceCtx, old: { id: string }[], [table]: NewTable[]): Promise<void> {
  // In a file with several tables names do not change.
  if (!table || old.length !== 1) return
  // In the file: what does not fit a column has none of its own there.
  const places = (await columnsOf(tx, old))
    .filter(({ textOf }) => textOf === null)
    .sort((a, b) => a.position - b.position)
    .flatMap(({ name, hidden }, place) =>
      hidden && !table.columns.some((column) => column.name === name) ? [place] : [],
    )
  const own = table.columns.filter(({ text_of }) => text_of === undefined)
  const hidden = new Set(places.map((place) => own[place]?.name))
  const names = table.columns.filter(({ name, text_of }) => hidden.has(text_of ?? name)).map(({ name }) => name)
  if (names.length === 0) return
  await tx.db
    .update(catalogColumns)
    .set({ hidden: true })
    .where(and(eq(catalogColumns.tableId, table.id), inArray(catalogColumns.name, names)))
}

/** For the jobs: removes the tables of readings that others have replaced, and frees files whose reader died. @returns how many */
export async function sweepReplaced(world: World): Promise<number> {
  const now = Number(world.now())
  const freed = await world.db
    .update(files)
    .set({ rereadAt: null, rereadError: 'Reading this file again was interrupted. Please try again.' })
    .where(lt(files.rereadAt, new Date(now - SILENCE)))
    .returning({ id: files.id })
  const replaced = and(eq(catalogTables.sourceKind, 'file'), like(catalogTables.sourceId, `${REPLACED}%`))
  return freed.length + (await purgeTables(world, replaced, new Date(now - KEPT_AFTER_REPLACEMENT)))
}

/**
 * The first rows as `choices` would read them, without keeping anything.
 * @throws AppError unprocessable when it cannot be read so
 */
export async function preview(ctx: WorkspaceCtx, id: string, choices: DialectChoices): Promise<Preview> {
  const file = await rereadable(ctx, id, { ...choices, delimiter: ',' })
  return withOwnReader(ctx, async (reader, dir) => {
    const path = await ctx.files.localPath(file.storeKey)
    const input = { engine: readerEngine(ctx, dir, [path]), path, limits: ingestLimits(ctx), ...choicesOf(choices) }
    return reader.call('preview', input, { timeoutMs: PREVIEW_TIMEOUT })
  })
}
