import { AppError } from '#base/errors.ts'
import { MINUTE } from '#base/time.ts'
import type { EngineTable } from '#outside/engine.ts'
import type { Log } from '#outside/logs.ts'
import { engineFailed, isMemoryError, queryCancelled } from './failure.ts'
import type { Natives } from './natives.ts'
import { type EngineProcess, type EngineSettings, memoryOf, startProcess } from './process.ts'

/** Queries after which a process is replaced, so that nothing builds up in it. */
const QUERIES_PER_PROCESS = 500
/** Queries of one workspace that run at the same time; the others of it wait in order. */
const AT_ONCE = 2
/** Milliseconds after a query in which no other workspace's process is ended only to be ready for a question that may never come. */
const RECENTLY_USED = 5 * MINUTE
const MOST_WAITING = 100
const MOST_TURNS = 1000

type Task = {
  workspaceId: string
  tables: EngineTable[]
  /** Whether it runs as well where other tables are open. */
  anywhere: boolean
  signal: AbortSignal | undefined
  work: (process: EngineProcess) => Promise<unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
  /** True once another query ran beside it. */
  company: boolean
  /** True once it was run again because a neighbour's query ended its process. */
  retried: boolean
}

type Seat = {
  workspaceId: string
  /** The table set that it has open. */
  signature: string
  ready: Promise<EngineProcess>
  /** Once it is open. */
  process: EngineProcess | undefined
  running: number
  unsettled: Set<Task>
  served: number
  /** Its turn among all queries, and the moment of it. */
  usedAt: number
  usedAtMs: number
  /** Takes no more queries; ended once those running have settled. */
  leaving: boolean
}

const signatureOf = (tables: EngineTable[]) =>
  JSON.stringify(tables.map(({ name, path, columns }) => [name, path, columns]))

/**
 * Processes for busy workspaces: at most ENGINE_PROCESSES, one workspace each, one spare kept warm. Workspaces take turns: the
 * one that was served longest ago comes next, so many queries of one never hold up another for longer than one of them.
 */
export class Pool {
  private readonly seats = new Map<string, Seat>()
  private readonly waiting: Task[] = []
  private spare: EngineProcess | undefined
  private turn = 0
  private readonly turns = new Map<string, number>()
  private readonly ending = new Set<Promise<void>>()
  private closed = false

  constructor(
    private readonly settings: EngineSettings,
    private readonly log: Log,
    private readonly natives: Natives,
  ) {
    this.spare = startProcess(settings, log)
  }

  /** Runs `work` in the process of a workspace that has exactly `tables` open; `anywhere`: or others, since it reads none. */
  async run<T>(
    query: { workspaceId: string; tables: EngineTable[]; anywhere?: boolean; signal?: AbortSignal | undefined },
    work: (process: EngineProcess) => Promise<T>,
  ): Promise<T> {
    const { workspaceId, tables, anywhere = false, signal } = query
    if (this.closed) throw engineFailed()
    if (signal?.aborted) throw queryCancelled()
    if (this.waiting.filter((task) => task.workspaceId === workspaceId).length >= MOST_WAITING)
      throw new AppError('rate_limited', 'Too many queries of this workspace are waiting. Please try again soon.', {
        code: 'engine_busy',
      })
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const how = { tables, anywhere, signal, work }
    const task: Task = { workspaceId, ...how, resolve, reject, company: false, retried: false }
    const stopWaiting = () => {
      const at = this.waiting.indexOf(task)
      if (at < 0) return
      this.waiting.splice(at, 1)
      reject(queryCancelled())
    }
    signal?.addEventListener('abort', stopWaiting, { once: true })
    this.waiting.push(task)
    this.next()
    return promise as Promise<T>
  }

  /** Opens `tables` ahead of the first query over them, unless another workspace that was busy recently had to go for that. */
  async prepare(workspace: { workspaceId: string; tables: EngineTable[] }): Promise<void> {
    const free = this.seats.has(workspace.workspaceId) || this.seats.size < this.settings.ENGINE_PROCESSES
    const oldest = this.idle()[0]
    const isStale = oldest !== undefined && performance.now() - oldest.usedAtMs > RECENTLY_USED
    if (free || isStale) await this.run(workspace, async () => {})
  }

  async close(): Promise<void> {
    this.closed = true
    for (const task of this.waiting.splice(0)) task.reject(engineFailed())
    for (const seat of this.seats.values()) this.leave(seat, true)
    if (this.spare) this.end(Promise.resolve(this.spare))
    await Promise.all(this.ending)
  }

  /** Starts every waiting query that has a place. */
  private next(): void {
    for (let started = true; started && !this.closed; ) {
      started = false
      // First come within a workspace; among workspaces the one served longest ago.
      const heads = new Map<string, Task>()
      for (const task of this.waiting) if (!heads.has(task.workspaceId)) heads.set(task.workspaceId, task)
      const order = [...heads.values()].sort(
        (a, b) => (this.turns.get(a.workspaceId) ?? 0) - (this.turns.get(b.workspaceId) ?? 0),
      )
      for (const task of order) {
        const seat = this.seatFor(task)
        if (!seat) continue
        this.waiting.splice(this.waiting.indexOf(task), 1)
        void this.start(task, seat)
        started = true
        break
      }
    }
  }

  /** The seat in which `task` may start now. */
  private seatFor(task: Task): Seat | undefined {
    const signature = signatureOf(task.tables)
    const seat = this.seats.get(task.workspaceId)
    if (seat && !seat.leaving && (task.anywhere || seat.signature === signature))
      return seat.running < AT_ONCE ? seat : undefined
    // Its tables changed: the old process goes as soon as it is free.
    if (seat) this.leave(seat)
    if (this.seats.has(task.workspaceId)) return undefined
    if (this.seats.size >= this.settings.ENGINE_PROCESSES && !this.evictIdle()) return undefined
    const opened: Seat = {
      workspaceId: task.workspaceId,
      signature,
      ready: this.open(task.tables),
      process: undefined,
      running: 0,
      unsettled: new Set(),
      served: 0,
      usedAt: 0,
      usedAtMs: 0,
      leaving: false,
    }
    opened.ready.then(
      (process) => {
        opened.process = process
      },
      () => this.leave(opened),
    )
    this.seats.set(task.workspaceId, opened)
    return opened
  }

  /** Seats in which nothing runs, the one that was used longest ago first. */
  private idle(): Seat[] {
    return [...this.seats.values()].filter((seat) => seat.running === 0).sort((a, b) => a.usedAt - b.usedAt)
  }

  private evictIdle(): boolean {
    const [idle] = this.idle()
    if (!idle) return false
    this.leave(idle)
    return true
  }

  private async open(tables: EngineTable[]): Promise<EngineProcess> {
    const { locked, threads } = memoryOf(this.settings)
    let opened = await this.natives.opened(tables)
    const openIn = async (process: EngineProcess) => {
      try {
        await process.call('open', { tables: opened, memoryMb: locked, threads }, { timeoutMs: 60_000 })
        return process
      } catch (error) {
        void this.end(Promise.resolve(process))
        // A file of a few kilobytes may unfold to gigabytes. Its workspace must go on: the next process reads it from a copy.
        if (isMemoryError(String(error))) {
          this.natives.loadNone(tables)
          opened = await this.natives.opened(tables)
        }
        throw error
      }
    }
    const spare = this.spare
    this.spare = undefined
    // The spare may have ended unnoticed while it waited, or found the tables too large to load: a fresh process decides.
    const process = await openIn(spare ?? startProcess(this.settings, this.log)).catch(() =>
      openIn(startProcess(this.settings, this.log)),
    )
    // Only now, so that starting the next spare does not slow this one.
    if (!this.closed) this.spare ??= startProcess(this.settings, this.log)
    return process
  }

  private async start(task: Task, seat: Seat): Promise<void> {
    seat.running++
    seat.served++
    this.turns.set(task.workspaceId, ++this.turn)
    if (this.turns.size > MOST_TURNS) this.forgetTurns()
    seat.usedAt = this.turn
    seat.usedAtMs = performance.now()
    seat.unsettled.add(task)
    if (seat.unsettled.size > 1) for (const each of seat.unsettled) each.company = true
    try {
      const value = await task.work(await orCancelled(seat.ready, task.signal))
      seat.unsettled.delete(task)
      task.resolve(value)
    } catch (error) {
      seat.unsettled.delete(task)
      const failed = error instanceof AppError ? error.code === 'engine_failed' : true
      const gone = seat.process !== undefined && !seat.process.alive
      if (failed || gone) this.leave(seat)
      // It may have died of a neighbour's query.
      if (failed && gone && task.company && !task.retried && !this.closed && !task.signal?.aborted) {
        task.retried = true
        this.waiting.unshift(task)
      } else task.reject(error)
    } finally {
      if (await isWorn(seat)) this.leave(seat)
      seat.running--
      if (seat.served >= QUERIES_PER_PROCESS) this.leave(seat)
      if (seat.leaving && seat.running === 0) this.leave(seat)
      this.next()
    }
  }

  /** Keeps the turns of those who are here: for the others it is as if they had never come. */
  private forgetTurns(): void {
    const here = new Set([...this.seats.keys(), ...this.waiting.map((task) => task.workspaceId)])
    for (const workspaceId of this.turns.keys()) if (!here.has(workspaceId)) this.turns.delete(workspaceId)
  }

  /** Ends a seat now when nothing runs in it (or `now`), otherwise as soon as that is so. */
  private leave(seat: Seat, now = false): void {
    seat.leaving = true
    if (seat.running > 0 && !now) return
    if (this.seats.get(seat.workspaceId) === seat) this.seats.delete(seat.workspaceId)
    void this.end(seat.ready)
  }

  private end(ready: Promise<EngineProcess>): Promise<void> {
    const ending = ready.then(
      (process) => process.kill(),
      () => {},
    )
    this.ending.add(ending)
    return ending.finally(() => this.ending.delete(ending))
  }
}

/** Whether the process of a seat took more than it gives back. Asked when the answer is already on its way. */
const isWorn = async ({ process }: Seat): Promise<boolean | undefined> =>
  process?.call('isWorn', undefined as never, { timeoutMs: 1000 }).catch(() => true)

/** Waits for `work`, but not longer than the caller does. */
async function orCancelled<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const stop = () => reject(queryCancelled())
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop, { once: true })
  return Promise.race([work, aborted]).finally(() => signal?.removeEventListener('abort', stop))
}
