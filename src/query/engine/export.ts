import { copyFile } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { NEUTRALISED, neutralised } from '#base/formula.ts'
import { identifier, literal } from '#base/sql.ts'
import type { ExportFormat } from '#outside/engine.ts'
import type { ResultColumn } from '../rules/answers.ts'
import { cellExpression } from '../rules/cell.ts'
import { storedColumns, storedSelect } from './stored.ts'
import { writeXlsx } from './xlsx.ts'

/** Writes a stored result to `output` in `format`. */
export async function exportStored(
  trusted: DuckDBConnection,
  { path, format, output, notes }: { path: string; format: ExportFormat; output: string; notes: string[] },
  signal: AbortSignal,
): Promise<void> {
  if (format === 'parquet') return copyFile(path, output)
  const columns = await storedColumns(trusted, path)
  const source = await storedSelect(trusted, path)
  if (format === 'xlsx') return exportXlsx(trusted, columns, source, { output, notes }, signal)
  const list = columns.map((column) => `${csvExpression(column)} AS ${identifier(neutralised(column.name))}`).join(', ')
  await trusted.run(`COPY (SELECT ${list} FROM (${source})) TO ${literal(output)} (FORMAT csv, HEADER true)`)
}

const SAFE_IN_CSV = /^(BOOLEAN|U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|DOUBLE|FLOAT|DECIMAL.*|DATE|TIME.*|UUID)$/

/** Text that a spreadsheet would run as a formula gets an apostrophe in front; numbers, even as text, stay as they are. */
function csvExpression({ name, type }: ResultColumn): string {
  const column = identifier(name)
  if (SAFE_IN_CSV.test(type)) return column
  const text = `CAST(${column} AS VARCHAR)`
  return `CASE WHEN ${harmless(text)} THEN ${text} WHEN regexp_matches(${text}, ${literal(NEUTRALISED)}) AND TRY_CAST(${text} AS DOUBLE) IS NULL THEN '''' || ${text} ELSE ${text} END`
}

/** Most texts begin with a digit or a letter: no signs that begin a formula lie between these, and comparing is far quicker than a pattern. */
const harmless = (text: string) => `${text} >= '0' AND ${text} < ':' OR ${text} >= 'A' AND ${text} < '＋'`

async function exportXlsx(
  trusted: DuckDBConnection,
  columns: ResultColumn[],
  source: string,
  { output, notes }: { output: string; notes: string[] },
  signal: AbortSignal,
) {
  const result = await trusted.stream(`SELECT ${columns.map(cellExpression).join(', ')} FROM (${source})`)
  await writeXlsx(output, columns, notes, async () => {
    if (signal.aborted) throw signal.reason
    const chunk = await result.fetchChunk()
    return chunk && chunk.rowCount > 0 ? chunk.getRows() : null
  })
}
