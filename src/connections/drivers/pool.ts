import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '#base/ids.ts'
import { MINUTE, SECOND } from '#base/time.ts'
import type { Config } from '#config.ts'
import { type Child, spawnChild } from '#outside/child.ts'
import type { Log } from '#outside/logs.ts'
import type { CallLimits, RemoteSource, Remotes } from '#outside/remote.ts'
import { sourceFailed } from './failure.ts'
import type { methods } from './worker.ts'

type Methods = typeof methods
const PROCESSES = 4
/** A process that nobody needed for so long is ended. */
const IDLE = MINUTE
const RUNTIME_MB = 1024
/** How long a source may take to hear a cancel before its process is ended. */
const GRACE_MS = 900
/** Longest that bringing rows in, or looking at many tables, may take. */
const LONGEST = 10 * MINUTE

type Seat = {
  child: Child<Methods>
  ready: Promise<void>
  running: number
  usedAt: number
  dir: string
}

export type RemoteSettings = Pick<
  Config,
  'dataDir' | 'ENGINE_MEMORY_MB' | 'ALLOWED_PRIVATE_HOSTS' | 'DATABASE_URL' | 'SQLITE_FOLDERS' | 'REMOTE_TIMEOUT_S'
>

/** Databases of people behind child processes. `close` ends them all. */
export function createRemotes(config: RemoteSettings, log: Log): Remotes {
  const seats = new Map<string, Seat>()
  let closed = false

  const start = (workspaceId: string): Seat => {
    const child = spawnChild<Methods>({
      entry: join(import.meta.dir, 'worker.ts'),
      memoryMb: config.ENGINE_MEMORY_MB + RUNTIME_MB,
      log,
    })
    const dir = join(config.dataDir, 'scratch', `remote-${child.pid}-${newId()}`)
    const ready = child.call('begin', {
      dir,
      allowedPrivateHosts: config.ALLOWED_PRIVATE_HOSTS ?? '',
      refusedHosts: ownDatabase(config.DATABASE_URL),
      sqliteFolders: (config.SQLITE_FOLDERS ?? '')
        .trim()
        .split(/\s*,\s*/)
        .filter(Boolean),
      timeoutMs: config.REMOTE_TIMEOUT_S * SECOND,
      memoryMb: Math.floor(config.ENGINE_MEMORY_MB / 2),
      threads: 2,
    })
    // If the process ends at once, the first call reports it.
    ready.catch(() => {})
    const seat: Seat = { child, ready, running: 0, usedAt: 0, dir }
    void child.ended.then(() => {
      if (seats.get(workspaceId) === seat) seats.delete(workspaceId)
      return rm(dir, { recursive: true, force: true })
    })
    return seat
  }

  const seatOf = (workspaceId: string): Seat => {
    if (closed) throw sourceFailed('The server is stopping.')
    const seat = seats.get(workspaceId)
    if (seat?.child.alive) return seat
    const idle = [...seats.values()].filter(({ running }) => running === 0).sort((a, b) => a.usedAt - b.usedAt)
    if (seats.size >= PROCESSES && idle[0]) void idle[0].child.kill()
    const fresh = start(workspaceId)
    seats.set(workspaceId, fresh)
    return fresh
  }

  const sweeping = setInterval(() => {
    for (const seat of seats.values())
      if (seat.running === 0 && performance.now() - seat.usedAt > IDLE) void seat.child.kill()
  }, IDLE / 2)
  sweeping.unref()

  const onSeat = async <K extends keyof Methods & string>(
    workspaceId: string,
    method: K,
    input: Parameters<Methods[K]>[0] & { source: RemoteSource },
    call?: CallLimits,
  ): Promise<Awaited<ReturnType<Methods[K]>>> => {
    // A file is read inside the process, where no step of it can be interrupted: its time is the process's.
    const usual = input.source.engine === 'sqlite' ? 2 * config.REMOTE_TIMEOUT_S * SECOND : LONGEST
    const { signal, timeoutMs = usual } = call ?? {}
    const seat = seatOf(workspaceId)
    seat.running++
    try {
      await seat.ready
      return await seat.child.call(method, input, { timeoutMs, signal, graceMs: GRACE_MS })
    } finally {
      seat.running--
      seat.usedAt = performance.now()
    }
  }

  return {
    test: (workspaceId, source, call) => onSeat(workspaceId, 'test', { source }, call),
    introspect: (workspaceId, source, call) => onSeat(workspaceId, 'introspect', { source }, call),
    sample: (workspaceId, source, needs, rows, call) => onSeat(workspaceId, 'sample', { source, needs, rows }, call),
    fetch: (workspaceId, source, need, output, limits, call) =>
      onSeat(workspaceId, 'fetch', { source, need, output, limits }, call),
    query: (workspaceId, source, asked, output, limits, call) =>
      onSeat(workspaceId, 'query', { source, ...asked, output, limits }, call),
    async close() {
      closed = true
      clearInterval(sweeping)
      await Promise.all([...seats.values()].map(({ child }) => child.kill()))
    },
  }
}

/** host:port of our own database, which no connection may reach. */
export function ownDatabase(url: string | undefined): string {
  if (!url) return ''
  const { hostname, port } = new URL(url)
  return `${hostname}:${port || 5432}`
}
