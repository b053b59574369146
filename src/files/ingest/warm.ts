import { strToU8, zipSync } from 'fflate'
import { guessEncoding } from '../rules/encoding.ts'
import type { IngestEngine } from './engine.ts'
import { readFile } from './read.ts'
import { relate } from './relations.ts'
import { indexValues } from './values.ts'

const ROWS = Array.from({ length: 40 }, (_, at) => ({
  id: `K${at}`,
  name: `Name ${at % 7}`,
  day: `2024-01-${10 + (at % 20)}`,
  amount: at * 1.5,
  count: at,
}))
const CELLS = [Object.keys(ROWS[0]!), ...ROWS.map((row) => Object.values(row))]
const SHEET = CELLS.map(
  (cells) => `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`,
)
const FILES = {
  csv: CELLS.map((cells) => cells.join(',')).join('\n'),
  json: JSON.stringify(ROWS),
  xlsx: zipSync({
    'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="Rows" r:id="a"/></sheets></workbook>'),
    'xl/_rels/workbook.xml.rels': strToU8('<Relationship Id="a" Type="/worksheet" Target="a.xml"/>'),
    'xl/a.xml': strToU8(`<worksheet><sheetData>${SHEET.join('')}</sheetData></worksheet>`),
  }),
}

/** Reads small files of its own: what the first file of a process compiles and loads is then there for the one that comes. */
export async function warm(engine: IngestEngine): Promise<void> {
  guessEncoding(Buffer.from('Größe', 'latin1'))
  const columns = []
  for (const [kind, content] of Object.entries(FILES)) {
    const path = `${engine.dir}/warm.${kind}`
    await Bun.write(path, content)
    const limits = { inflatedBytes: 1e6, ratio: 200, entries: 10, cells: 1e4 }
    const { tables } = await readFile({ engine, path, limits, progress() {} })
    for (const { path, columns: found } of tables) {
      await indexValues(engine, [{ path, columns: found, output: `${path}.values` }])
      columns.push({ id: kind, path, column: 'id', table: kind, isKey: true, distinct: ROWS.length, fresh: true })
    }
  }
  await relate(engine, [], columns)
}
