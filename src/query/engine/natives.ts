import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { type EngineTable, isNative } from '#outside/engine.ts'
import type { OpenTable } from './locked.ts'

const MB = 1024 * 1024
/** Parquet files up to this size are loaded into memory when a workspace opens … */
const LOADED_BYTES = 2 * MB
/** … as long as all of them together stay below this. */
const LOADED_BYTES_IN_ALL = 32 * MB
/** Copies are removed, longest unused first, when they take more than this. */
const CACHE_BYTES = 50_000 * MB

/**
 * Large tables in the engine's own format. A locked engine may open no file, so it cannot read Parquet; what is attached before the
 * lock stays readable and is scanned two to four times faster. Large uploads are kept in this format; copies are made of Parquet
 * and of tables of which some columns are hidden.
 */
export class Natives {
  private readonly making = new Map<string, Promise<string>>()
  /** Files that are small and yet did not fit into memory together: they unfold to many times their size. */
  private readonly unfolding = new Set<string>()
  /** Copies are made one after the other: each takes all the memory and processors that it may have. */
  private last: Promise<unknown> = Promise.resolve()

  /** @param make copies a table to a path, in a process of its own */
  constructor(
    private readonly folder: string,
    private readonly make: (table: EngineTable, output: string) => Promise<void>,
  ) {}

  /** Decides how each table is opened, making the copies that are missing. */
  async opened(tables: EngineTable[]): Promise<OpenTable[]> {
    const alreadyNative = tables.filter((table) => isNative(table.path) && !table.partial)
    const sized = await Promise.all(
      tables
        .filter((table) => !alreadyNative.includes(table))
        .map(async (table) => ({ table, size: (await stat(table.path)).size })),
    )
    let inMemory = 0
    const large = new Set<EngineTable>()
    for (const { table, size } of sized.toSorted((a, b) => a.size - b.size)) {
      const fits = !isNative(table.path) && size <= LOADED_BYTES && inMemory + size <= LOADED_BYTES_IN_ALL
      if (fits && !this.unfolding.has(table.path)) inMemory += size
      else large.add(table)
    }
    return Promise.all(
      tables.map(async (table) => {
        if (alreadyNative.includes(table)) return { ...table, native: table.path }
        return { ...table, native: large.has(table) ? await this.copyOf(table) : null }
      }),
    )
  }

  /** From now on none of these tables is loaded; each is read from a copy. */
  loadNone(tables: EngineTable[]): void {
    for (const { path } of tables) this.unfolding.add(path)
  }

  private copyOf(table: EngineTable): Promise<string> {
    const key = new Bun.CryptoHasher('sha256').update(JSON.stringify([table.path, table.columns])).digest('hex')
    const existing = this.making.get(key)
    if (existing) return existing
    const making = this.findOrMake(table, key).finally(() => this.making.delete(key))
    this.making.set(key, making)
    return making
  }

  private async findOrMake(table: EngineTable, key: string): Promise<string> {
    const file = join(this.folder, `${key}.duckdb`)
    const now = new Date()
    const found = await utimes(file, now, now).then(
      () => true,
      () => false,
    )
    if (found) return file
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
    const partial = join(this.folder, `${key}-${Bun.randomUUIDv7()}.partial`)
    try {
      const copied = this.last.then(() => this.make(table, partial))
      this.last = copied.catch(() => {})
      await copied
      await rename(partial, file)
    } finally {
      for (const left of [partial, `${partial}.wal`]) await rm(left, { force: true })
    }
    await this.trim(file)
    return file
  }

  /** Removes the copies that were not used for longest, never the one at `inUse`. A worker that still reads one keeps its open file. */
  private async trim(inUse: string): Promise<void> {
    const names = await readdir(this.folder)
    const files = await Promise.all(
      names.map(async (name) => {
        const path = join(this.folder, name)
        const { size, mtimeMs } = await stat(path).catch(() => ({ size: 0, mtimeMs: 0 }))
        return { path, size, mtimeMs }
      }),
    )
    let total = files.reduce((sum, { size }) => sum + size, 0)
    for (const { path, size } of files.toSorted((a, b) => a.mtimeMs - b.mtimeMs)) {
      if (total <= CACHE_BYTES) return
      if (path === inUse || !path.endsWith('.duckdb')) continue
      await rm(path, { force: true })
      total -= size
    }
  }
}
