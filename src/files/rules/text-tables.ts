import { type Block, blocksOf } from './blocks.ts'
import { type CsvDialect, RecordReader } from './csv.ts'
import { isFilled } from './head.ts'
import { recordTables } from './record-types.ts'
import { isAbout, sniffDialect } from './sniff-dialect.ts'
import { turned } from './turned.ts'

const EMPTY_LINES = /(?:\r?\n|\r)[\s,;|]*(?:\r?\n|\r)/

/** The tables of a text that holds several, or a column for each thing, and how it is written; null for others. */
export function tablesOf(text: string, isPlain: boolean): { dialect: CsvDialect; blocks: Block[] } | null {
  // Of tables that differ in their columns the longest tells what stands between values.
  const [longest = ''] = text.split(EMPTY_LINES).sort((a, b) => b.length - a.length)
  const { dialect, columns } = sniffDialect(longest, true)
  if (columns < 2) return null
  const records = [...new RecordReader(dialect).push(text, true)]
  if (records.some(({ error }) => error)) return null
  const rows = records.map(({ line, fields }) => ({ line, cells: fields }))
  const types = recordTables(rows.filter(({ cells }) => cells.some(isFilled)))
  if (types) return { dialect, blocks: types }
  const blocks = blocksOf(rows)
  // Names and values above a table are about it: "Account:;DE12…".
  const told = blocks.map((block, at) =>
    at < blocks.length - 1 &&
    block.rows.some(({ cells }) => isAbout(cells)) &&
    block.rows.every(({ cells }) => isAbout(cells) || cells.filter(isFilled).length === 1)
      ? { ...block, isAbout: true }
      : turned(block, isPlain),
  )
  const tables = told.filter(({ isAbout }) => !isAbout)
  return tables.length > 1 || tables.some(({ moved }) => moved) ? { dialect, blocks: told } : null
}
