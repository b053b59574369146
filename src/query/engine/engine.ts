import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '#outside/engine.ts'
import type { Log } from '#outside/logs.ts'
import { engineFailed } from './failure.ts'
import { Natives } from './natives.ts'
import { Pool } from './pool.ts'
import { type EngineProcess, type EngineSettings, startProcess } from './process.ts'

/** Longest that copying one large table may take. */
const COPY_TIMEOUT_MS = 30 * 60_000
/** Longest that reading or exporting a stored result may take. */
const READ_TIMEOUT_MS = 5 * 60_000
/** How much longer a query's process lives than the query may, for an interrupt to be heard. */
const GRACE_MS = 700

/** The engine: DuckDB in child processes. `close` ends them all. */
export function createEngine(settings: EngineSettings, log: Log): Engine {
  let closed = false
  const copiers = new Set<EngineProcess>()
  const natives = new Natives(join(settings.dataDir, 'cache', 'tables'), async (table, output) => {
    if (closed) throw engineFailed()
    // A process of its own, which goes with everything it took.
    const copier = startProcess(settings, log, settings.ENGINE_MEMORY_MB)
    copiers.add(copier)
    try {
      await copier.call('copyNative', { table, output }, { timeoutMs: COPY_TIMEOUT_MS })
    } finally {
      copiers.delete(copier)
      await copier.kill()
    }
  })
  removeLeftovers(join(settings.dataDir, 'scratch'))
  const pool = new Pool(settings, log, natives)
  const timeoutMs = settings.ENGINE_TIMEOUT_S * 1000
  let reader: EngineProcess | undefined

  /** One process reads all stored results: it runs no SQL but ours. */
  const trusted = (): EngineProcess => {
    if (closed) throw new Error('the engine is closed')
    if (!reader?.alive) reader = startProcess(settings, log, settings.ENGINE_MEMORY_MB)
    return reader
  }

  return {
    explain: ({ workspaceId, tables, results = [], sql, signal }) =>
      pool.run({ workspaceId, tables, signal }, (process) =>
        process.call('explain', { sql, results }, { timeoutMs, signal, graceMs: GRACE_MS }),
      ),
    plan: ({ workspaceId, tables, stubs, sql, maxRows, signal }) =>
      pool.run({ workspaceId, tables, anywhere: true, signal }, (process) =>
        process.call('plan', { sql, stubs, maxRows }, { timeoutMs, signal, graceMs: GRACE_MS }),
      ),
    run: ({ workspaceId, tables, results = [], overResults = false, sql, maxRows, output = null, signal }) =>
      pool.run({ workspaceId, tables, anywhere: overResults, signal }, (process) =>
        process.call('run', { sql, results, maxRows, output, gated: true }, { timeoutMs, signal, graceMs: GRACE_MS }),
      ),
    parse: (sql) => trusted().call('parse', { sql }, { timeoutMs }),
    unparse: (tree) => trusted().call('unparse', { tree }, { timeoutMs }),
    read: ({ signal, ...read }) => trusted().call('read', read, { timeoutMs: READ_TIMEOUT_MS, signal }),
    export: ({ signal, ...wanted }) => trusted().call('export', wanted, { timeoutMs: READ_TIMEOUT_MS, signal }),
    searchValues: ({ signal, ...search }) => trusted().call('searchValues', search, { timeoutMs, signal }),
    async prepare(workspace) {
      // Copied before a place is taken: copying may take long, and others need the place.
      await natives.opened(workspace.tables)
      await pool.prepare(workspace)
    },
    async close() {
      closed = true
      await Promise.all([pool.close(), reader?.kill(), ...[...copiers].map((copier) => copier.kill())])
    },
  }
}

/** Removes the folders of processes that ended together with an earlier server. */
function removeLeftovers(folder: string): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const pid = Number(/^engine-(\d+)-/.exec(name)?.[1])
    if (pid > 0 && !isRunning(pid)) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
