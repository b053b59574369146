import { mkdir, rm } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { MINUTE, SECOND } from '#base/time.ts'
import { type Child, spawnChild } from '#outside/child.ts'
import type { Ctx, World } from '../ctx.ts'
import type { IngestMethods } from './ingest/worker.ts'
import type { IngestLimits } from './rules/ingest.ts'

const ENTRY = join(import.meta.dir, 'ingest/worker.ts')
/** Files read at the same time by one server; others wait for their turn. */
const AT_ONCE = 2
/** What Bun and the readers written in TypeScript take beside the engine's own memory. */
const BESIDE_MB = 2048
/** How long a process that nothing has been read with waits for the next file. */
const SPARE_WAITS = 10 * MINUTE
/** When it is warmed up, which takes as long as reading some small files: files that follow each other at once go first. */
const WARM_AFTER = 3 * SECOND
/** A file of fewer bytes is read by one thread: more cost more than they save. */
const SMALL = 100_000

let running = 0
const waiting: (() => void)[] = []
/** Readers of files that are still arriving: they give their place to a file that is there. */
const ahead = new Set<Reader>()

/** A process that reads one file and is then thrown away: nothing that a file did to it reaches the next. */
export type Reader = Pick<Child<IngestMethods>, 'call' | 'alive'> & {
  /** Ends the process and gives its place to the next. */
  close(): Promise<void>
}

/** A reader for a file that is there; waits for its turn. */
export async function createReader(ctx: Ctx): Promise<Reader> {
  const [yielding] = running >= AT_ONCE ? ahead : []
  if (yielding) void yielding.close()
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  return startReader(ctx)
}

/**
 * A reader that begins with the file at `path` in the private folder `dir` while it arrives, its first megabyte being there. Null
 * when no place is free. It may end any time as long as nobody has called `claim`.
 */
export function readAhead(ctx: Ctx, dir: string, path: string): Reader | null {
  if (running >= AT_ONCE) return null
  running++
  const reader = startReader(ctx)
  ahead.add(reader)
  // Whether it began shows when it is claimed.
  reader.call('readAhead', { engine: readerEngine(ctx, dir), path, limits: ingestLimits(ctx) }).catch(() => {})
  return reader
}

/** Keeps a reader for the file that has now arrived. False when it is gone. */
export function claim(reader: Reader): boolean {
  ahead.delete(reader)
  return reader.alive
}

/** What of the world a process needs that no file is read with yet. */
type Ground = Pick<World, 'config' | 'log' | 'files'>

/** Starts a reader's process. */
export const readers = {
  start: (ctx: Ground): Child<IngestMethods> =>
    spawnChild<IngestMethods>({ entry: ENTRY, memoryMb: ctx.config.ENGINE_MEMORY_MB + BESIDE_MB, log: ctx.log }),
}

/** A process that has started and read nothing yet: half of what a small file takes is the start of its reader. */
let spare:
  | { child: Child<IngestMethods>; memoryMb: number; timer: Timer; warming: AbortController; warmed: Promise<void> }
  | undefined

/** Ends the process that waits for the next file; nothing of it is left on the disk then. */
export async function closeSpare(): Promise<void> {
  clearTimeout(spare?.timer)
  const { child, warming, warmed } = spare ?? {}
  spare = undefined
  warming?.abort()
  await child?.kill()
  await warmed
}

/** Starts the process that the next file will be read with, where none waits yet: a file that finds none takes several times as long. */
export function keepSpare(ctx: Ground) {
  if (spare?.child.alive) return
  const timer = setTimeout(closeSpare, SPARE_WAITS).unref()
  const warming = new AbortController()
  const child = readers.start(ctx)
  const warmed = warm(ctx, child, warming.signal)
  spare = { child, memoryMb: ctx.config.ENGINE_MEMORY_MB, timer, warming, warmed }
}

/** What the first file of a process compiles and loads is half of its time: the process reads some of its own until it is needed. */
async function warm(ctx: Ground, child: Child<IngestMethods>, signal: AbortSignal) {
  await wait(WARM_AFTER, undefined, { signal, ref: false }).catch(() => {})
  if (signal.aborted || !child.alive) return
  const dir = await ctx.files.scratch('ingest')
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    // Whoever needs the process cancels this, and it may take as long as it wants to end.
    await child.call('warm', { engine: readerEngine(ctx, dir) }, { signal, graceMs: SPARE_WAITS })
  } catch (error) {
    if (child.alive && !signal.aborted) ctx.log.warn('the process of the next reader was not warmed up', { error })
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

function takeSpare(ctx: Ground): Child<IngestMethods> | undefined {
  if (!spare?.child.alive || spare.memoryMb !== ctx.config.ENGINE_MEMORY_MB) return undefined
  const { child, timer, warming } = spare
  clearTimeout(timer)
  warming.abort()
  spare = undefined
  return child
}

function startReader(ctx: Ctx): Reader {
  const child = takeSpare(ctx) ?? readers.start(ctx)
  let open = true
  const reader: Reader = {
    call: child.call,
    get alive() {
      return child.alive
    },
    close() {
      if (open) {
        open = false
        ahead.delete(reader)
        const next = waiting.shift()
        if (next) next()
        else running--
        // Only now, so that its start slows no reading.
        keepSpare(ctx)
      }
      return child.kill()
    },
  }
  return reader
}

/** Settings of the engine that reads in the private folder `dir`. @param bytes of the file, where it is known */
export const readerEngine = (ctx: Ground, dir: string, readable: string[] = [], bytes = SMALL) => ({
  dir,
  readable,
  memoryMb: ctx.config.ENGINE_MEMORY_MB,
  threads: bytes < SMALL ? 1 : Math.max(1, Math.min(4, cpus().length)),
})

/** How far a packed file may unfold. */
export const ingestLimits = (ctx: Ctx): IngestLimits => ({
  inflatedBytes: Math.min(ctx.settings().limits.upload_mb * 8, 16_384) * 1_048_576,
  ratio: 200,
  entries: 2000,
  cells: 20_000_000,
})
