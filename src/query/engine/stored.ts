import type { DuckDBConnection, DuckDBResult } from '@duckdb/node-api'
import { AppError, invalid } from '#base/errors.ts'
import { identifier, literal } from '#base/sql.ts'
import type { ResultRead } from '#outside/engine.ts'
import { COLUMNS_KEY, writeResult } from '#outside/result-file.ts'
import type { Cell, ResultColumn } from '../rules/answers.ts'
import { cellExpression, distinctNames, restored, toCell } from '../rules/cell.ts'

const FIRST_ROWS = 200
/** Characters that the rows of one answer may have in all. */
const MOST_CHARACTERS = 16_000_000
const ROW_NUMBER = 'file_row_number'
/** The table that holds a result while it is written down: temporary, so that nothing has to be done to get rid of it. */
const TAKEN = 'taken'

export type Stored = { columns: ResultColumn[]; rows: Cell[][]; totalRows: number; truncated: boolean }

/**
 * Takes the rows of a running query into the trusted instance, at most `maxRows` of them, and writes them to a Parquet file if `output` names one.
 * `trusted` is a connection for this one result, which goes with it.
 * Rows cross as the engine's own chunks, so no value is formatted on the way.
 */
export async function store(
  trusted: DuckDBConnection,
  result: DuckDBResult,
  { maxRows, output }: { maxRows: number; output: string | null },
): Promise<Stored> {
  const names = distinctNames(result.columnNames())
  const columns = result.columnTypes().map((type, i) => ({ name: names[i]!, type: String(type) }))
  const list = columns.map(({ name, type }) => `${identifier(name)} ${type}`).join(', ')
  await trusted.run(`CREATE TEMP TABLE ${TAKEN} (${list})`)
  const fetched = await take(trusted, TAKEN, result, maxRows)
  if (output !== null) {
    const ask = async (sql: string) => (await trusted.runAndReadAll(sql)).getRowsJS() as unknown[][]
    await writeResult(ask, `${TAKEN}${limit(fetched, maxRows)}`, columns, ({ name }) => identifier(name), output)
  }
  const rows = within(await cells(trusted, columns, `FROM ${TAKEN}${limit(fetched, Math.min(FIRST_ROWS, maxRows))}`))
  return { columns, rows, totalRows: Math.min(fetched, maxRows), truncated: fetched > maxRows }
}

/** A limit only where it leaves something out: on a small result it takes longer than everything else. */
const limit = (rows: number, most: number): string => (rows > most ? ` LIMIT ${most}` : '')

/** Appends chunks until the query ends or more than `maxRows` rows came. Returns how many came. */
export async function take(
  trusted: DuckDBConnection,
  table: string,
  result: DuckDBResult,
  maxRows: number,
): Promise<number> {
  const appender = await trusted.createAppender(table)
  let fetched = 0
  while (fetched <= maxRows) {
    const chunk = await result.fetchChunk()
    if (!chunk || chunk.rowCount === 0) break
    appender.appendDataChunk(chunk)
    fetched += chunk.rowCount
  }
  appender.closeSync()
  return fetched
}

/** Reads `columns` of `from` (FROM and what follows) as exact cells. */
async function cells(
  trusted: DuckDBConnection,
  columns: ResultColumn[],
  from: string,
  values: Record<string, string> = {},
): Promise<Cell[][]> {
  const reader = await trusted.runAndReadAll(`SELECT ${columns.map(cellExpression).join(', ')} ${from}`, values)
  return reader.getRows().map((row) => row.map(toCell))
}

/** The first of the rows, as many as fit: whoever shows them must not be flooded by one query. */
function within(rows: Cell[][]): Cell[][] {
  let left = MOST_CHARACTERS
  const end = rows.findIndex((row) => {
    for (const cell of row) left -= typeof cell === 'string' ? cell.length : 8
    return left < 0
  })
  return end < 0 ? rows : rows.slice(0, end)
}

/** The columns of a Parquet file with their exact types: those it was stored with, or else its own. */
export async function storedColumns(trusted: DuckDBConnection, path: string): Promise<ResultColumn[]> {
  const metadata = await trusted.runAndReadAll(
    `SELECT decode(value) FROM parquet_kv_metadata(${literal(path)}) WHERE decode(key) = ${literal(COLUMNS_KEY)}`,
  )
  const json = metadata.getRowsJS()[0]?.[0]
  if (typeof json === 'string') return JSON.parse(json) as ResultColumn[]
  const described = await trusted.runAndReadAll(`DESCRIBE SELECT * FROM read_parquet(${literal(path)})`)
  return described.getRowsJS().map(([name, type]) => ({ name: String(name), type: String(type) }))
}

/** SQL that selects the named columns of a Parquet file (all when the list is empty), each in its exact type; `numbered` adds the row's place. */
export async function storedSelect(
  trusted: DuckDBConnection,
  path: string,
  names: readonly string[] = [],
  numbered = false,
): Promise<string> {
  const columns = await storedColumns(trusted, path)
  const wanted =
    names.length === 0
      ? columns
      : names.map((name) => columns.find((column) => column.name === name) ?? missing(name, path))
  const list = wanted.map(restored).join(', ')
  return numbered
    ? `SELECT ${list}, ${ROW_NUMBER} FROM read_parquet(${literal(path)}, ${ROW_NUMBER}=true)`
    : `SELECT ${list} FROM read_parquet(${literal(path)})`
}

const missing = (name: string, path: string): never => {
  throw new Error(`no column ${name} in ${path}`)
}

/** One page of a stored result, sorted (nulls last, ties in stored order) and filtered as asked. */
export async function readPage(trusted: DuckDBConnection, read: Omit<ResultRead, 'signal'>) {
  const columns = await storedColumns(trusted, read.path)
  const numbered = !columns.some(({ name }) => name.toLowerCase() === ROW_NUMBER)
  const source = await storedSelect(trusted, read.path, [], numbered)
  const where = read.filter
    ? `WHERE ${columns.map(({ name }) => `contains(lower(CAST(${identifier(name)} AS VARCHAR)), lower($filter::VARCHAR))`).join(' OR ')}`
    : ''
  const values: Record<string, string> = read.filter ? { filter: read.filter } : {}
  const order = read.sort ? `ORDER BY ${sortTerm(columns, read.sort)}${numbered ? `, ${ROW_NUMBER}` : ''}` : ''
  const page = `LIMIT ${Math.trunc(read.limit)} OFFSET ${Math.trunc(read.offset)}`
  const found = await cells(trusted, columns, `FROM (${source}) ${where} ${order} ${page}`, values)
  const rows = within(found)
  if (rows.length < found.length && !read.cut)
    throw new AppError('too_large', 'These rows are too large for one page. Ask for fewer, or download the result.')
  const counted = await trusted.runAndReadAll(`SELECT count(*) FROM (${source}) ${where}`, values)
  return { columns, rows, totalRows: Number(counted.getRowsJS()[0]![0]) }
}

function sortTerm(columns: ResultColumn[], sort: { column: string; descending: boolean }): string {
  if (!columns.some(({ name }) => name === sort.column))
    throw invalid(`There is no column "${sort.column}" to sort by.`)
  return `${identifier(sort.column)} ${sort.descending ? 'DESC' : 'ASC'} NULLS LAST`
}
