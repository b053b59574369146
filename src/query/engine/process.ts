import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { AppError } from '#base/errors.ts'
import type { Config } from '#config.ts'
import { type Child, spawnChild } from '#outside/child.ts'
import type { Log } from '#outside/logs.ts'
import { queryCancelled } from './failure.ts'
import type { methods } from './worker.ts'

type Methods = typeof methods
export type EngineSettings = Pick<
  Config,
  'dataDir' | 'ENGINE_PROCESSES' | 'ENGINE_MEMORY_MB' | 'ENGINE_TIMEOUT_S' | 'ENGINE_MAX_ROWS'
>
export type EngineProcess = {
  readonly pid: number
  readonly alive: boolean
  call: Child<Methods>['call']
  kill(): Promise<void>
}

/** What the runtime takes before any query runs, and some room for what the engine does not count. */
const RUNTIME_MB = 1024
const THREADS = availableParallelism()

/** Memory of each of the two instances of a process: what people run and what keeps results seldom peak together. */
export const memoryOf = (settings: EngineSettings) => ({
  locked: Math.floor(settings.ENGINE_MEMORY_MB * 0.75),
  trusted: Math.floor(settings.ENGINE_MEMORY_MB * 0.5),
  threads: THREADS,
})

/** Starts a process of the engine; `memoryMb` is what its trusted instance may use. Its scratch folder goes when it ends. */
export function startProcess(settings: EngineSettings, log: Log, memoryMb = memoryOf(settings).trusted): EngineProcess {
  const limitMb = settings.ENGINE_MEMORY_MB + RUNTIME_MB
  const child = spawnChild<Methods>({
    entry: join(import.meta.dir, 'worker.ts'),
    memoryMb: limitMb,
    log,
  })
  const scratch = join(settings.dataDir, 'scratch', `engine-${child.pid}-${Bun.randomUUIDv7()}`)
  void child.ended.then(() => rm(scratch, { recursive: true, force: true }))
  const started = child.call('begin', { scratch, memoryMb, threads: THREADS, wornMb: limitMb * 0.75 })
  // A process that dies at once is reported by the first call.
  started.catch(() => {})
  const call = async (...[method, input, options]: Parameters<EngineProcess['call']>) => {
    try {
      await started
      return await child.call(method, input, options)
    } catch (error) {
      throw inQueryTerms(error)
    }
  }
  return {
    pid: child.pid,
    get alive() {
      return child.alive
    },
    call: call as EngineProcess['call'],
    kill: child.kill,
  }
}

/** The supervisor speaks of calls, people of queries. */
function inQueryTerms(error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  if (error.code === 'cancelled') return queryCancelled()
  if (error.code !== 'timeout') return error
  const message = 'The query took too long and was stopped. Filter or aggregate more, or ask for less.'
  return new AppError('timeout', message, { code: 'query_timeout' })
}
