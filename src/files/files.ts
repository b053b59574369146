import { rm } from 'node:fs/promises'
import { and, eq, inArray, lt, max, ne, or, sql } from 'drizzle-orm'
import { AppError, notFound } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import type { Page, PageRequest } from '#base/paging.ts'
import { DAY, HOUR, SECOND } from '#base/time.ts'
import { lockNames, replaceTables } from '#catalog/publish.ts'
import { carryOver } from '#catalog/relations.ts'
import { withoutEnding } from '#catalog/rules/table-name.ts'
import { inTransaction } from '#db/connect.ts'
import { catalogColumns, catalogTables, files } from '#db/schema/index.ts'
import { pageById } from '#db/sorted.ts'
import * as audit from '#records/audit.ts'
import type { WorkspaceCtx, World } from '../ctx.ts'
import { type FileRow, folderKey, type Read, read, SILENCE, type Source, waitFor, waitForReading } from './reading.ts'
import { privateDir, type Received } from './receive.ts'
import { demandReplayed, skippedSteps } from './replay.ts'
import type { FileEntity } from './rules/answers.ts'
import { SAMPLE_NAME } from './rules/file.ts'
import type { FileDialect, FileFormat } from './rules/ingest.ts'
import { follow } from './stacks.ts'
import { reserveStorage } from './storage.ts'

/** No upload, reading, query or download leaves its bytes untouched for longer. */
const LONGEST_WORK = 2 * HOUR
const KEPT_AFTER_DELETION = 30 * DAY

/**
 * Takes a received file into the workspace: its tables are in the catalog when this resolves with status ready. A large one goes on
 * in the background: status processing.
 * @throws AppError unprocessable when it cannot be read; then neither a row nor a byte of it is left
 */
export async function add(
  ctx: WorkspaceCtx,
  received: Received,
  { waitMs = waitForReading(ctx), ...upload }: { waitMs?: number; id?: string; uploadId?: string } = {},
): Promise<FileEntity> {
  return begin(ctx, { name: received.name, size: received.size, ...upload }, received, waitMs)
}

/** Attaches "Sample: online store"; a second time answers what is there. */
export async function addSample(ctx: WorkspaceCtx): Promise<FileEntity> {
  const existing = await sampleOf(ctx)
  if (existing) return get(ctx, existing.id)
  const source = { dir: await privateDir(ctx), path: null }
  return begin(ctx, { name: SAMPLE_NAME, size: 0, format: 'sample' }, source, waitForReading(ctx))
}

async function sampleOf(ctx: WorkspaceCtx): Promise<FileRow | undefined> {
  const isSample = and(eq(files.workspaceId, ctx.workspace.id), eq(files.name, SAMPLE_NAME), eq(files.format, 'sample'))
  const [existing] = await ctx.db
    .select()
    .from(files)
    .where(and(isSample, inArray(files.status, ['ready', 'processing'])))
    .limit(1)
  return existing
}

/** `id`: that the file will have; `uploadId`: the upload in parts that it comes from. */
type About = { name: string; size: number; id?: string; uploadId?: string }

async function begin(
  ctx: WorkspaceCtx,
  { format = '', id = newId(), ...about }: About & { format?: string },
  source: Source,
  waitMs: number,
): Promise<FileEntity> {
  const discard = async () => {
    await source.reader?.close()
    await rm(source.dir, { recursive: true, force: true })
  }
  const file = await beginRow(ctx, { ...about, id, format }).catch(async (error) => {
    await discard()
    throw error
  })
  if (file.id === id) {
    const work = read(ctx, file, {
      source,
      heartbeat: (rows) =>
        ctx.db
          .update(files)
          .set({ progressRows: rows, updatedAt: ctx.now() })
          .where(and(eq(files.id, id), eq(files.status, 'processing'))),
      publish: (read) => publish(ctx, file, read),
    }).then(() => follow(ctx))
    await waitFor(work, waitMs, (error, isWaiting) => fail(ctx, id, error, isWaiting))
  } else {
    // The sample is being made for another call already.
    await discard()
  }
  return get(ctx, file.id)
}

/** The row of a file that is about to be read; of the sample, which is there once, that of whoever was first. */
async function beginRow(
  ctx: WorkspaceCtx,
  { name, size, format, id, uploadId }: About & { id: string; format: string },
): Promise<FileRow> {
  const row = {
    id,
    workspaceId: ctx.workspace.id,
    name,
    format,
    sizeBytes: size,
    status: 'processing' as const,
    current: false,
    version: await nextVersion(ctx, name),
    storeKey: `${folderKey(ctx.workspace.id, id)}/original`,
    uploadedBy: ctx.user.id,
    createdAt: ctx.now(),
    updatedAt: ctx.now(),
  }
  return inTransaction(ctx, async (tx) => {
    if (size > 0) await reserveStorage(tx, size, uploadId)
    if (format === 'sample') {
      // Two at a time could both see that there is none yet.
      await lockNames(tx)
      const existing = await sampleOf(tx)
      if (existing) return existing
    }
    const [file] = await tx.db.insert(files).values(row).returning()
    return file!
  })
}

/** Nothing stays of a file whose upload still waits for its answer; otherwise the file itself says what went wrong. */
async function fail(ctx: WorkspaceCtx, id: string, error: unknown, isWaiting: boolean): Promise<void> {
  if (isWaiting) return void (await ctx.db.delete(files).where(eq(files.id, id)))
  const isOurs = !(error instanceof AppError)
  if (isOurs) ctx.log.error('reading a file failed', { file: id, error })
  const message = isOurs
    ? 'Something went wrong on our side while this file was read. Please upload it again.'
    : error.message
  // Where that cannot be saved either, the sweep says so in a minute.
  await ctx.db
    .update(files)
    .set({ status: 'failed', error: message })
    .where(eq(files.id, id))
    .catch((error) => ctx.log.error('a failed reading was not saved', { file: id, error }))
}

export const versionsOf = (ctx: WorkspaceCtx, name: string) =>
  and(eq(files.workspaceId, ctx.workspace.id), eq(files.name, name), eq(files.status, 'ready'))

/** The next version that a file of this name would be; the one that is published decides. */
async function nextVersion(ctx: WorkspaceCtx, name: string): Promise<number> {
  const [row] = await ctx.db
    .select({ version: max(files.version) })
    .from(files)
    .where(versionsOf(ctx, name))
  return (row?.version ?? 0) + 1
}

export const readingOf = ({ dialect, rejected, rejectedKey }: Read) => ({
  dialect,
  rejectedRows: rejected.rows,
  rejectedSample: rejected.sample,
  rejectedKey,
})

/** Makes a read file current: its tables and relations enter the catalog, those of its version before leave it, all at once. */
async function publish(ctx: WorkspaceCtx, file: FileRow, read: Read): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockNames(tx)
    const { fresh, relations, format } = read
    const versions = await tx.db.select().from(files).where(versionsOf(ctx, file.name))
    const before = versions.find(({ current }) => current)
    const source = { kind: 'file' as const, id: file.id }
    const { old, names, changes } = await replaceTables(tx, source, fresh, relations, { source: before?.id })
    demandReplayed(old, fresh, names)
    if (before) await tx.db.update(files).set({ current: false }).where(eq(files.id, before.id))
    await carryOver(tx, old, fresh, names)
    const version = Math.max(0, ...versions.map((one) => one.version)) + 1
    const rows = fresh.reduce((sum, table) => sum + table.rows, 0)
    const updated = await tx.db
      .update(files)
      .set({
        ...{ ...readingOf(read), status: 'ready', format, version, current: true },
        ...{ schemaChanges: [...changes, ...skippedSteps(fresh, names)], progressRows: rows },
      })
      .where(and(eq(files.id, file.id), eq(files.status, 'processing')))
      .returning({ id: files.id })
    // The sweep counted this reader as dead and has removed the bytes.
    if (updated.length === 0)
      throw new AppError('unprocessable', 'Reading this file was interrupted. Please upload it again.')
    await audit.record(tx, 'file.upload', file.id, { name: file.name, version, rows, tables: names })
  })
}

/** Files that people see: current ones, those being read, and those that failed after their upload was answered. */
const visible = (ctx: WorkspaceCtx) =>
  and(
    eq(files.workspaceId, ctx.workspace.id),
    or(inArray(files.status, ['processing', 'failed']), and(eq(files.status, 'ready'), eq(files.current, true))),
  )

export async function list(ctx: WorkspaceCtx, request: PageRequest): Promise<Page<FileEntity>> {
  const page = await pageById(ctx.db.select().from(files), files.id, visible(ctx), request, ({ id }) => id)
  return { ...page, items: await entities(ctx, page.items) }
}

/** @throws AppError not_found */
export async function get(ctx: WorkspaceCtx, id: string): Promise<FileEntity> {
  const [entity] = await entities(ctx, [await load(ctx, id)])
  return entity!
}

export async function load(ctx: WorkspaceCtx, id: string): Promise<FileRow> {
  const [row] = await ctx.db
    .select()
    .from(files)
    .where(and(eq(files.id, id), eq(files.workspaceId, ctx.workspace.id), ne(files.status, 'deleted')))
  if (!row) throw notFound('File')
  return row
}

type FileTable = FileEntity['tables'][number]

export async function entities(ctx: WorkspaceCtx, rows: FileRow[]): Promise<FileEntity[]> {
  const ids = rows.filter(({ status }) => status === 'ready').map(({ id }) => id)
  const tables =
    ids.length === 0
      ? []
      : await ctx.db
          .select({
            source: catalogTables.sourceId,
            name: catalogTables.name,
            rows: catalogTables.rows,
            columns: sql<FileTable['columns']>`json_agg(json_build_object('name', ${catalogColumns.name}, 'type',
              ${catalogColumns.type}) order by ${catalogColumns.position})`,
          })
          .from(catalogTables)
          .innerJoin(catalogColumns, eq(catalogColumns.tableId, catalogTables.id))
          .where(inArray(catalogTables.sourceId, ids))
          .groupBy(catalogTables.id)
          .orderBy(catalogTables.id)
  const bySource = Map.groupBy(tables, ({ source }) => source)
  return rows.map((row) =>
    entity(
      row,
      (bySource.get(row.id) ?? []).map(({ source: _, ...table }) => table),
    ),
  )
}

const entity = (row: FileRow, tables: FileTable[]): FileEntity => ({
  id: row.id,
  name: row.name,
  format: row.format as FileFormat | '',
  size_bytes: row.sizeBytes,
  status: row.status as FileEntity['status'],
  version: row.version,
  current: row.current,
  tables,
  rejected: { rows: row.rejectedRows, sample: row.rejectedSample, downloadable: row.rejectedKey !== null },
  dialect: row.dialect as FileDialect,
  schema_changes: row.schemaChanges,
  progress: row.status === 'processing' ? { rows: row.progressRows } : null,
  reading_again: row.rereadAt !== null,
  error: row.error ?? row.rereadError,
  created_at: row.createdAt.toISOString(),
})

/**
 * The file of this name: the version that is current, or that of a number.
 * @throws AppError not_found
 */
export async function idOfNamed(ctx: WorkspaceCtx, name: string, version?: number): Promise<string> {
  const [row] = await ctx.db
    .select({ id: files.id })
    .from(files)
    .where(and(versionsOf(ctx, name), version === undefined ? eq(files.current, true) : eq(files.version, version)))
  if (!row) throw notFound('File')
  return row.id
}

/** The original bytes. @throws AppError not_found, also for the sample, which has none */
export async function original(
  ctx: WorkspaceCtx,
  id: string,
): Promise<{ name: string; size: number; body: ReadableStream<Uint8Array> }> {
  const row = await load(ctx, id)
  if (row.status !== 'ready' || row.format === 'sample' || row.format === 'stack') throw notFound('File')
  return { name: row.name, size: row.sizeBytes, body: await ctx.files.read(row.storeKey) }
}

/** Every rejected row that was kept, as CSV. @throws AppError not_found where there is none */
export async function rejectedRows(
  ctx: WorkspaceCtx,
  id: string,
): Promise<{ name: string; body: ReadableStream<Uint8Array> }> {
  const row = await load(ctx, id)
  if (row.status !== 'ready' || row.rejectedKey === null) throw notFound('Rejected rows')
  return { name: `${withoutEnding(row.name)} rejected rows.csv`, body: await ctx.files.read(row.rejectedKey) }
}

/** Takes a file with all of its versions and tables out of the workspace; the bytes are purged 30 days later. */
export async function remove(ctx: WorkspaceCtx, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { name } = await load(tx, id)
    const versions = await tx.db
      .update(files)
      .set({ status: 'deleted', current: false, deletedAt: ctx.now() })
      .where(
        and(eq(files.workspaceId, ctx.workspace.id), eq(files.name, name), inArray(files.status, ['ready', 'failed'])),
      )
      .returning({ id: files.id })
    if (versions.length === 0)
      throw new AppError('conflict', 'This file is still being read. Wait until it is ready.', { code: 'file_busy' })
    const ids = versions.map((version) => version.id)
    await tx.db.update(catalogTables).set({ current: false }).where(inArray(catalogTables.sourceId, ids))
    await audit.record(tx, 'file.delete', id, { name, versions: versions.length })
  })
  await follow(ctx)
}

/**
 * For the jobs: files whose reader died with its server become failed and their bytes go away.
 * @param silentSince readers without a heartbeat since then count as dead
 * @returns how many
 */
export async function sweepAbandoned(
  world: World,
  silentSince = new Date(world.now().getTime() - SILENCE),
): Promise<number> {
  const abandoned = await world.db
    .update(files)
    .set({ status: 'failed', error: 'Reading this file was interrupted. Please upload it again.' })
    .where(and(eq(files.status, 'processing'), lt(files.updatedAt, silentSince)))
    .returning({ id: files.id, workspaceId: files.workspaceId })
  for (const { id, workspaceId } of abandoned) await world.files.removeUnder(folderKey(workspaceId, id))
  return abandoned.length
}

/** For the jobs: what uploads, queries and downloads of processes that are gone have left. @returns how many things */
export const sweepScratch = (world: World): Promise<number> =>
  world.files.sweepScratch(new Date(world.now().getTime() - LONGEST_WORK))

/** At the start of a server over an embedded database: no other process is at work, so that whatever one left is over. */
export async function sweepAtStart(world: World): Promise<void> {
  const soon = new Date(world.now().getTime() + SECOND)
  await sweepAbandoned(world, soon)
  await world.files.sweepScratch(soon)
}

/** For the jobs: bytes of files that were deleted 30 days ago. @returns how many files */
export async function purgeDeleted(world: World): Promise<number> {
  const before = new Date(world.now().getTime() - KEPT_AFTER_DELETION)
  const old = await world.db
    .select({ id: files.id, workspaceId: files.workspaceId })
    .from(files)
    .where(and(eq(files.status, 'deleted'), lt(files.deletedAt, before)))
    .limit(100)
  for (const { id, workspaceId } of old) {
    await world.files.removeUnder(folderKey(workspaceId, id))
    await inTransaction(world, async ({ db }) => {
      await db.delete(catalogTables).where(eq(catalogTables.sourceId, id))
      await db.delete(files).where(eq(files.id, id))
    })
  }
  return old.length
}
