import { literal } from '#base/sql.ts'
import type { CsvDialect } from '../rules/csv.ts'
import { TextFile } from './text-file.ts'

/** How a `CanonicalFile` is written. */
export const CANONICAL: CsvDialect = { delimiter: ',', quote: '"', escape: '"', newline: '\n' }

/**
 * Rows of text in the one form that the engine reads without a doubt: UTF-8, comma, doubled quotes, the line of the original file
 * first, every row with every column.
 */
export class CanonicalFile extends TextFile {
  rows = 0

  constructor(
    path: string,
    private readonly columns: number,
  ) {
    super(path)
  }

  /** Adds a row; missing values at its end are empty. */
  add(line: number, fields: readonly (string | null)[]) {
    let row = String(line)
    for (let index = 0; index < this.columns; index++) row += `,${quoted(fields[index])}`
    this.append(`${row}\n`)
    this.rows++
  }

  /** The rows as a SQL relation with `line`, c0, c1 … */
  get relation(): string {
    return textRelation(this.path, CANONICAL, this.columns, { line: true, skip: 0 })
  }
}

/** A line of values without a number in front. */
export const csvLine = (fields: readonly string[]): string => `${fields.map(quoted).join()}\n`

function quoted(value: string | null | undefined): string {
  if (value === null || value === undefined || value === '') return ''
  return /[",\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

/** The engine takes a quarter of a buffer at a time, groups its rows by this many and writes what is less than a group twice. */
const ROWS_PER_GROUP = 122_880
const USUAL_BUFFER = 32_000_000

/** Bytes of a buffer out of which whole groups of rows come, as long as it takes a small part of the memory. */
export function bufferFor(rowBytes: number, memoryMb: number): number {
  const wanted = Math.ceil(rowBytes * ROWS_PER_GROUP * 4 * 1.05)
  return Math.max(USUAL_BUFFER, Math.min(wanted, 64_000_000, memoryMb * 62_500))
}

/** A delimited file as a SQL relation of text columns; anything irregular in it fails the statement. */
export function textRelation(
  path: string,
  dialect: { delimiter: string; quote: string | null; escape: string | null },
  columns: number,
  { line, skip, bufferBytes = USUAL_BUFFER }: { line: boolean; skip: number; bufferBytes?: number },
): string {
  const names = Array.from({ length: columns }, (_, index) => `'c${index}': 'VARCHAR'`)
  if (line) names.unshift(`'line': 'BIGINT'`)
  const options = [
    'auto_detect = false',
    'header = false',
    `delim = ${literal(dialect.delimiter)}`,
    `quote = ${literal(dialect.quote ?? '')}`,
    `escape = ${literal(dialect.escape ?? '')}`,
    `skip = ${skip}`,
    `columns = {${names.join(', ')}}`,
    // What databases write for no value, in texts as well.
    `nullstr = ['', '\\N']`,
    "compression = 'none'",
    `buffer_size = ${bufferBytes}`,
  ]
  return `read_csv(${literal(path)}, ${options.join(', ')})`
}
