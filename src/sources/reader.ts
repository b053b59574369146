import { cpus } from 'node:os'
import { join } from 'node:path'
import { type Child, spawnChild } from '#outside/child.ts'
import type { Ctx } from '../ctx.ts'
import type { IngestMethods } from './ingest/worker.ts'
import type { IngestLimits } from './rules/ingest.ts'

const ENTRY = join(import.meta.dir, 'ingest/worker.ts')
/** Files read at the same time by one server; others wait for their turn. */
const AT_ONCE = 2
/** What Bun reserves (1.2 GB with the settings below) and the readers written in TypeScript take beside the engine's own memory. */
const BESIDE_MB = 2048
/** Without these Bun reserves a share of whatever the limit is, and leaves the engine 400 MB of a limit of 2.5 GB. */
const RESERVE_LITTLE = { BUN_JSC_structureHeapSizeInKB: '131072', BUN_JSC_jitMemoryReservationSize: '33554432' }

let running = 0
const waiting: (() => void)[] = []

/** A process that reads one file and is then thrown away: nothing that a file did to it reaches the next. */
export async function withReader<T>(ctx: Ctx, work: (reader: Child<IngestMethods>) => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  running++
  const reader = spawnChild<IngestMethods>({
    entry: ENTRY,
    memoryMb: ctx.config.ENGINE_MEMORY_MB + BESIDE_MB,
    env: RESERVE_LITTLE,
    log: ctx.log,
  })
  try {
    return await work(reader)
  } finally {
    running--
    waiting.shift()?.()
    await reader.kill()
  }
}

/** Settings of the engine that reads in the private folder `dir`. */
export const readerEngine = (ctx: Ctx, dir: string, readable: string[] = []) => ({
  dir,
  readable,
  memoryMb: ctx.config.ENGINE_MEMORY_MB,
  threads: Math.max(1, Math.min(4, cpus().length)),
})

/** How far a packed file may unfold. */
export const ingestLimits = (ctx: Ctx): IngestLimits => ({
  inflatedBytes: Math.min(ctx.config.UPLOAD_MAX_MB * 8, 16_384) * 1_048_576,
  ratio: 200,
  entries: 2000,
  cells: 20_000_000,
})
