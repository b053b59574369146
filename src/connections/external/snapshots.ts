import { rm } from 'node:fs/promises'
import { extname } from 'node:path'
import { and, eq, lt } from 'drizzle-orm'
import { AppError } from '#base/errors.ts'
import { counted } from '#base/format.ts'
import { newId } from '#base/ids.ts'
import { DAY, HOUR, SECOND } from '#base/time.ts'
import { purgeTables, replaceTables } from '#catalog/publish.ts'
import { carryOver } from '#catalog/relations.ts'
import { tableName } from '#catalog/rules/table-name.ts'
import { inTransaction } from '#db/connect.ts'
import type { ConnectionRow } from '#db/schema/connections.ts'
import { catalogTables, connections } from '#db/schema/index.ts'
import { createReader, ingestLimits, type Reader, readerEngine } from '#files/reader.ts'
import { adoptTables, forPeople, LONGEST, prepare, storeOf, valueIndexes, withReader } from '#files/reading.ts'
import { privateDir } from '#files/receive.ts'
import { relationsOf } from '#files/relations.ts'
import { demandReplayed, type FreshTable, replay, skippedSteps } from '#files/replay.ts'
import type { Ingested, IngestedTable } from '#files/rules/ingest.ts'
import { createWeb } from '#outside/guarded-fetch.ts'
import { createNetwork } from '#outside/network.ts'
import type { Ctx, WorkspaceCtx, World } from '../../ctx.ts'
import { ownDatabase } from '../drivers/pool.ts'
import type { Found } from '../publish-remote.ts'
import type { ExternalKind, ExternalSecrets, ExternalSettings } from '../rules/connection.ts'
import { bySameShape, sharedBeginning } from '../rules/same-shape.ts'
import { unsealed } from '../secrets.ts'
import { bucketCollector } from './bucket.ts'
import type { Collected, Collector, Part, Place } from './collector.ts'
import { fileCollector } from './file.ts'
import { sheetCollector } from './google-sheet.ts'
import { restCollector } from './rest.ts'

/** How long files stay after their table was replaced: queries that began before may still read them. */
const REPLACED_RETENTION = HOUR
const DELETED_RETENTION = 30 * DAY
const MOST_WARNINGS = 20

const COLLECTORS: Record<ExternalKind, Collector> = {
  url: fileCollector,
  google_sheet: sheetCollector(),
  s3: bucketCollector,
  rest: restCollector,
}

const folderKey = (workspaceId: string, id: string) => `workspaces/${workspaceId}/connections/${id}`

/** @param target which address, with which access; where its files go */
function placeOf(ctx: Ctx, target: Pick<Place, 'settings' | 'secrets' | 'dir' | 'signal'>): Place {
  const { ALLOWED_PRIVATE_HOSTS: allowed = '', DATABASE_URL, REMOTE_MAX_MB, REMOTE_TIMEOUT_S } = ctx.config
  const bytes = REMOTE_MAX_MB * 1_048_576
  const network = createNetwork({ allowed, refused: ownDatabase(DATABASE_URL) })
  return { ...target, web: createWeb(network, { bytes, waitMs: REMOTE_TIMEOUT_S * SECOND }), bytes, now: ctx.now }
}

/** Tests an address. @throws AppError connection_failed */
export async function probe(ctx: Ctx, kind: ExternalKind, settings: ExternalSettings, secrets: ExternalSecrets) {
  const startedAt = performance.now()
  const signal = AbortSignal.timeout(2 * ctx.config.REMOTE_TIMEOUT_S * SECOND)
  const tables = await COLLECTORS[kind].probe(placeOf(ctx, { settings, secrets, dir: '', signal }))
  const latency_ms = Math.round(performance.now() - startedAt)
  return { ok: true as const, latency_ms, tables, server_version: '', warnings: [] }
}

/**
 * Reads an address and makes tables of what is there. An address that says it has not changed is not read again.
 * @throws AppError connection_failed, unreadable_file: then the tables stay as they are
 */
export async function refreshSnapshot(ctx: WorkspaceCtx, row: ConnectionRow, signal: AbortSignal): Promise<Found> {
  const dir = await privateDir(ctx)
  const secrets = unsealed(ctx, row) as ExternalSecrets
  try {
    const place = placeOf(ctx, { settings: row.settings as ExternalSettings, secrets, dir, signal })
    const collected = await COLLECTORS[row.engine as ExternalKind].collect(place, row)
    if (!collected) return { publish: (tx) => touch(tx, row), set: {} }
    return await readParts(ctx, row, collected, dir, signal)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

function readParts(
  ctx: WorkspaceCtx,
  row: ConnectionRow,
  { parts, warnings, etag, lastModified }: Collected,
  dir: string,
  signal: AbortSignal,
): Promise<Found> {
  return withReader(
    ctx,
    dir,
    () => createReader(ctx),
    async (reader) => {
      const notes: string[] = []
      const tables: Named[] = []
      for (const part of parts) {
        const ingested = await readPart(ctx, reader, part, signal)
        notes.push(...notesOf(part, ingested))
        tables.push(...ingested.tables.map((table) => ({ ...table, file: part.name })))
      }
      const read = freshTables(ctx, row, await united(ctx, reader, row, tables, dir))
      const fresh = await replay(ctx, reader, eq(catalogTables.sourceId, row.id), dir, read)
      const relations = await relationsOf(ctx, reader, dir, fresh, ({ source }) => source.id === row.id)
      const indexes = await valueIndexes(ctx, reader, dir, fresh)
      const { adopt, discard } = storeOf(ctx)
      await adoptTables(adopt, fresh, indexes)
      const source = { kind: 'external' as const, id: row.id }
      return {
        publish: async (tx) => {
          const leaving = { set: { refreshedAt: tx.now() } }
          const { old, names, changes } = await replaceTables(tx, source, fresh, relations, leaving)
          demandReplayed(old, fresh, names)
          await carryOver(tx, old, fresh, names)
          return [...changes, ...skippedSteps(fresh, names)]
        },
        discard,
        done: () => prepare(ctx),
        set: { warnings: [...warnings, ...notes].slice(0, MOST_WARNINGS), etag, lastModified },
      }
    },
  )
}

async function readPart(ctx: WorkspaceCtx, reader: Reader, part: Part, signal: AbortSignal): Promise<Ingested> {
  try {
    const input = { engine: readerEngine(ctx, part.dir), path: part.path, limits: ingestLimits(ctx) }
    return await reader.call('read', input, { timeoutMs: LONGEST, signal })
  } catch (error) {
    const readable = forPeople(error)
    if (part.name === null || !(readable instanceof AppError)) throw readable
    throw new AppError(readable.kind, `${part.name}: ${readable.message}`, { code: readable.code })
  }
}

/** What was left out of a file, and how it was read where that is worth knowing. */
function notesOf({ name }: Part, { rejected, dialect }: Ingested): string[] {
  const where = name === null ? '' : ` of ${name}`
  const [first] = rejected.sample
  return [
    ...(rejected.rows > 0 && first
      ? [`${counted(rejected.rows, 'row')}${where} could not be read; the first is line ${first.line}: ${first.reason}`]
      : []),
    ...(dialect.notes ?? []),
  ]
}

type Named = IngestedTable & { file: string | null; base?: string }

/** Files of a folder with the same columns become one table. */
async function united(
  ctx: WorkspaceCtx,
  reader: Reader,
  row: ConnectionRow,
  tables: Named[],
  dir: string,
): Promise<Named[]> {
  const groups = bySameShape(tables)
  const found: Named[] = []
  for (const [index, group] of groups.entries()) {
    if (group.length === 1 || group.some(({ file }) => file === null)) {
      found.push(...group)
      continue
    }
    const paths = group.map(({ path }) => path)
    const format = paths.map((path) => extname(path)).find((ending) => ending !== '.parquet') ?? '.parquet'
    const output = `${dir}/united-${index}${format}`
    const table = await reader.call('unite', { engine: readerEngine(ctx, dir), paths, output }, { timeoutMs: LONGEST })
    const name = groups.length === 1 ? row.name : sharedBeginning(group.map(({ file }) => file!)) || row.name
    const description = `The rows of ${counted(group.length, 'file')}.`
    found.push({ ...table, file: null, base: tableName(name), description })
  }
  return found
}

/** A table has the name of its file, or that of the connection when it is the only one. */
const freshTables = (ctx: WorkspaceCtx, row: ConnectionRow, tables: Named[]): FreshTable[] =>
  tables.map(({ file, base, ...table }) => {
    const id = newId()
    const storeKey = `${folderKey(ctx.workspace.id, row.id)}/${id}${extname(table.path)}`
    return { ...table, id, base: base ?? tableName(file ?? row.name, table.part), storeKey }
  })

const currentOf = (id: string) => and(eq(catalogTables.sourceId, id), eq(catalogTables.current, true))

/** Takes the tables of a connection out of the catalog; the sweep goes by the moment. */
export async function retireSnapshot(tx: WorkspaceCtx, id: string): Promise<void> {
  await tx.db.update(catalogTables).set({ current: false, refreshedAt: tx.now() }).where(currentOf(id))
}

/** Nothing has changed: the tables are as fresh as now. */
async function touch(tx: WorkspaceCtx, row: ConnectionRow): Promise<string[]> {
  await tx.db.update(catalogTables).set({ refreshedAt: tx.now() }).where(currentOf(row.id))
  return row.changes
}

/** For the jobs: bytes of tables that were replaced or deleted an hour ago, and what is left of connections deleted 30 days ago. @returns how many */
export async function sweep(world: World): Promise<number> {
  const before = new Date(Number(world.now()) - REPLACED_RETENTION)
  return (await purgeTables(world, eq(catalogTables.sourceKind, 'external'), before)) + (await purgeDeleted(world))
}

async function purgeDeleted(world: World): Promise<number> {
  const before = new Date(Number(world.now()) - DELETED_RETENTION)
  const gone = await world.db
    .select({ id: connections.id, workspaceId: connections.workspaceId })
    .from(connections)
    .where(and(eq(connections.status, 'deleted'), lt(connections.deletedAt, before)))
    .limit(100)
  for (const { id, workspaceId } of gone) {
    await world.files.removeUnder(folderKey(workspaceId, id))
    await inTransaction(world, async ({ db }) => {
      await db.delete(catalogTables).where(eq(catalogTables.sourceId, id))
      await db.delete(connections).where(eq(connections.id, id))
    })
  }
  return gone.length
}
