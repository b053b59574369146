import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import { IngestEngine } from '#files/ingest/engine.ts'
import { measure } from '#files/ingest/statistics.ts'
import { type ServedCall, serveChild } from '#outside/child.ts'
import { createNetwork } from '#outside/network.ts'
import type {
  Diagnosis,
  Fetched,
  RemoteLimits,
  RemoteNeed,
  RemoteSource,
  RemoteStatement,
  RemoteTable,
  Sampled,
} from '#outside/remote.ts'
import { bound } from './bound.ts'
import type { RemoteRows, Session } from './driver.ts'
import { load, loadResult } from './load.ts'
import { driverOf } from './registry.ts'

/** The process that asks the databases of one workspace: a driver that throws inside its socket takes nothing else along. */
export type Settings = {
  dir: string
  allowedPrivateHosts: string
  refusedHosts: string
  sqliteFolders: string[]
  timeoutMs: number
  memoryMb: number
  threads: number
}
let settings: Settings | undefined

type OnSource = { source: RemoteSource }
type ToFile = OnSource & { output: string; limits: RemoteLimits }

export const methods = {
  async begin(input: Settings): Promise<void> {
    settings = input
    await mkdir(input.dir, { recursive: true, mode: 0o700 })
  },

  test: ({ source }: OnSource, call: ServedCall): Promise<Diagnosis> => {
    const start = performance.now()
    return inSession(source, call, async (session) => {
      const { serverVersion, warnings, sshHostKey } = await session.facts()
      const latency_ms = Math.round(performance.now() - start)
      const tables = (await session.introspect(source.settings.schemas)).length
      const found = { server_version: serverVersion, latency_ms, tables, warnings }
      return { ...found, ...(sshHostKey ? { ssh_host_key: sshHostKey } : {}) }
    })
  },

  introspect: ({ source }: OnSource, call: ServedCall): Promise<RemoteTable[]> =>
    inSession(source, call, (session) => session.introspect(source.settings.schemas)),

  fetch: ({ source, need, output, limits }: ToFile & { need: RemoteNeed }, call: ServedCall): Promise<Fetched> =>
    inSession(source, call, async (session) => {
      const rows = await session.stream(
        session.selectOf(need, Math.min(need.limit ?? Number.POSITIVE_INFINITY, limits.rows + 1)),
      )
      const own = { ...rows, columns: columnsOf(need) }
      return withEngine(dirname(output), call, (engine) =>
        need.as ? loadResult(engine, own, need.as, output, limits) : load(engine, own, output, limits),
      )
    }),

  query: (input: ToFile & RemoteStatement, call: ServedCall): Promise<Fetched> =>
    inSession(input.source, call, async (session) => {
      const { sql, visible, as, output, limits, values } = input
      const text = values ? await bound((await driverOf(input.source.engine)).values, sql, values) : sql
      const rows = await session.stream(await session.gated(text, visible, limits.rows + 1))
      return withEngine(dirname(output), call, (engine) =>
        loadResult(engine, { ...rows, columns: distinctNames(rows.columns) }, as, output, limits),
      )
    }),

  /** Statistics of the first rows of tables, in the order of `needs`; null for one that could not be read. */
  sample: (
    { source, needs, rows }: OnSource & { needs: RemoteNeed[]; rows: number },
    call: ServedCall,
  ): Promise<(Sampled | null)[]> =>
    inSession(source, call, async (session) => {
      const found: (Sampled | null)[] = []
      for (const need of needs) found.push(await sampleOf(session, need, rows, call))
      return found
    }),
}

/** The need's own names and types hold, whatever the source calls them in its answer. */
const columnsOf = (need: RemoteNeed) => need.columns.map(({ name, type }) => ({ name, type }))

async function sampleOf(session: Session, need: RemoteNeed, rows: number, call: ServedCall): Promise<Sampled | null> {
  const output = join(settings!.dir, newId())
  try {
    const { csv } = await session.stream(session.selectOf(need, rows))
    return await withEngine(settings!.dir, call, async (engine) => {
      const { path } = await load(engine, { columns: columnsOf(need), csv }, output, { rows, bytes: 64 << 20 })
      const measured = await measure(engine, path)
      await engine.finish()
      await rm(path, { force: true })
      return { ...measured, rows: Math.min(measured.rows, rows) }
    })
  } catch (error) {
    // A view that fails by itself must not keep the other tables away; a source that is gone does.
    if (error instanceof AppError && error.kind === 'unprocessable' && error.code !== 'connection_failed') return null
    throw error
  }
}

async function inSession<T>(
  source: RemoteSource,
  { signal }: ServedCall,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const { timeoutMs, allowedPrivateHosts, refusedHosts, sqliteFolders } = settings!
  const driver = await driverOf(source.engine)
  const network = createNetwork({ allowed: allowedPrivateHosts, refused: refusedHosts })
  const session = await driver.open(source, { network, sqliteFolders, timeoutMs, signal })
  try {
    return await work(session)
  } finally {
    await session.close()
  }
}

async function withEngine<T>(
  dir: string,
  { signal }: ServedCall,
  work: (engine: IngestEngine) => Promise<T>,
): Promise<T> {
  const { memoryMb, threads } = settings!
  const engine = await IngestEngine.open({ dir, memoryMb, threads }, signal)
  try {
    return await work(engine)
  } finally {
    engine.close()
  }
}

/** Two columns of one name would be one in the file: the second gets a number. */
export function distinctNames(columns: RemoteRows['columns']): RemoteRows['columns'] {
  const taken = new Set<string>()
  return columns.map(({ name, type }, index) => {
    const base = name || `column_${index + 1}`
    let free = base
    for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${base}_${n}`
    taken.add(free.toLowerCase())
    return { name: free, type }
  })
}

if (process.send) serveChild(methods)
