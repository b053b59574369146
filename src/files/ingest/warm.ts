import type { IngestEngine } from './engine.ts'
import { readFile } from './read.ts'
import { indexValues } from './values.ts'

const ROWS = Array.from({ length: 40 }, (_, at) => ({
  id: `K${at}`,
  name: `Name ${at % 7}`,
  day: `2024-01-${10 + (at % 20)}`,
  amount: at * 1.5,
  count: at,
}))
const FILES = {
  csv: [Object.keys(ROWS[0]!), ...ROWS.map(Object.values)].map((cells) => cells.join(',')).join('\n'),
  json: JSON.stringify(ROWS),
}

/** Reads small files of its own: what the first file of a process compiles and loads is then there for the one that comes. */
export async function warm(engine: IngestEngine): Promise<void> {
  for (const [kind, text] of Object.entries(FILES)) {
    const path = `${engine.dir}/warm.${kind}`
    await Bun.write(path, text)
    const limits = { inflatedBytes: 1e6, ratio: 1, entries: 1, cells: 1e4 }
    const { tables } = await readFile({ engine, path, limits, progress() {} })
    await indexValues(
      engine,
      tables.map(({ path, columns }) => ({ path, columns, output: `${path}.values` })),
    )
  }
}
