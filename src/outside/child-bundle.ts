import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Child processes start for every workspace and every file, and half of a start is reading two hundred modules. `bun run build` joins
 * the modules of the two that start most often; a child runs its bundle as long as none of them has changed since, its TypeScript otherwise.
 */
const ROOT = join(import.meta.dir, '../..')
const OUT = join(ROOT, 'dist/children')
const ENTRIES = ['src/query/engine/worker.ts', 'src/files/ingest/worker.ts']
/** Finds its native library from its own place. */
const EXTERNAL = ['@duckdb/node-bindings']

/** By the path of an input, relative to the root: hash of what the build read. */
type Stamp = Record<string, string>

const bundleOf = (entry: string) => join(OUT, entry.replaceAll('/', '-').replace(/\.ts$/, '.js'))
const stampOf = (entry: string) => `${bundleOf(entry)}.json`
const hashOf = (path: string) => Bun.hash(readFileSync(join(ROOT, path))).toString(36)

/** Writes a bundle for each entry, and beside it what it was made of. */
export async function bundleChildren(): Promise<void> {
  mkdirSync(OUT, { recursive: true })
  for (const entry of ENTRIES.filter((entry) => !isFresh(entry))) {
    const result = await Bun.build({
      entrypoints: [join(ROOT, entry)],
      root: ROOT,
      target: 'bun',
      external: EXTERNAL,
      minify: { whitespace: true, syntax: true },
      metafile: true,
    })
    const { inputs } = result.metafile as unknown as { inputs: Stamp }
    const stamp: Stamp = Object.fromEntries(Object.keys(inputs).map((path) => [path, hashOf(path)]))
    // In this order: with what an earlier bundle was made of, a new one counts as changed.
    put(bundleOf(entry), await result.outputs[0]!.text())
    put(stampOf(entry), JSON.stringify(stamp))
  }
}

/** Replaces a file whole: nobody reads a part of it. */
function put(path: string, content: string): void {
  const partial = `${path}.${process.pid}.part`
  writeFileSync(partial, content)
  renameSync(partial, path)
}

function isFresh(entry: string): boolean {
  try {
    readFileSync(bundleOf(entry))
    const stamp = JSON.parse(readFileSync(stampOf(entry), 'utf8')) as Stamp
    return Object.entries(stamp).every(([path, hash]) => hashOf(path) === hash)
  } catch {
    return false
  }
}

/** By the path of an entry: what is run for it. Looked up once in a process, whose own modules stay what they were as well. */
const runnable = new Map<string, string>()

/** What to run for a child's TypeScript entry: its bundle, or the entry itself. */
export const bundled = (entry: string): string =>
  runnable.getOrInsertComputed(entry, () => {
    const bundled = ENTRIES.find((path) => join(ROOT, path) === entry)
    return bundled && isFresh(bundled) ? bundleOf(bundled) : entry
  })
