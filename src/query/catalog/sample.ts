import { AppError } from '#base/errors.ts'
import type { CatalogTable } from '#catalog/rules/catalog.ts'
import { countable, type Histogram, histogramSql, readHistograms } from '#catalog/rules/profile.ts'
import type { WorkspaceCtx } from '../../ctx.ts'
import { identifier } from '../rules/cell.ts'
import type { Sample } from '../rules/sample.ts'
import * as query from '../run.ts'

/** Rows of a page, and how far one can page: in a database that has to be asked for each page, only through the first. */
export const SAMPLE_ROWS = 25
const FAR = { local: 100_000, database: 200 }

/** Rows of a file that are counted for a picture, and how long a page waits for it, in milliseconds. */
const MOST_COUNTED = 3_000_000
const PATIENCE = 2_000

/**
 * A page of the visible rows of a table, as they are stored.
 * @param page counts from 1
 */
export async function rowsOf(ctx: WorkspaceCtx, table: CatalogTable, page: number): Promise<Sample> {
  const remote = table.source.kind === 'database'
  const columns = table.columns.filter(({ hidden }) => !hidden)
  const none = { columns: [], rows: [], page: 1, more: false }
  if (table.hidden || columns.length === 0) return { ...none, problem: 'Rows of a hidden table cannot be read.' }
  const offset = (page - 1) * SAMPLE_ROWS
  // One row more tells whether there is another page. A database gives the rows before as well: only a limit reaches it.
  const limit = remote ? `LIMIT ${offset + SAMPLE_ROWS + 1}` : `LIMIT ${SAMPLE_ROWS + 1} OFFSET ${offset}`
  const sql = `SELECT ${columns.map(({ name }) => identifier(name)).join(', ')} FROM ${identifier(table.name)} ${limit}`
  try {
    const found = await query.probe(ctx, { sql })
    const rows = remote ? found.rows.slice(offset) : found.rows
    const end = offset + SAMPLE_ROWS >= (remote ? FAR.database - SAMPLE_ROWS : FAR.local)
    const more = rows.length > SAMPLE_ROWS && !end
    return { columns: found.columns, rows: rows.slice(0, SAMPLE_ROWS), page, more, problem: null }
  } catch (error) {
    // The page of a table is of use without its rows: a database may be away for a while.
    if (!(error instanceof AppError)) throw error
    return { ...none, problem: error.message }
  }
}

/** How the numbers and dates of a table of a file are spread; nothing where that would take long. */
export async function histogramsOf(ctx: WorkspaceCtx, table: CatalogTable): Promise<Histogram[]> {
  const columns = countable(table)
  if (table.source.kind === 'database' || table.hidden || table.rows > MOST_COUNTED || columns.length === 0) return []
  const sql = histogramSql(table.name, columns)
  // Pictures are a help, never a reason for the page to fail.
  const found = await query.probe(ctx, { sql, signal: AbortSignal.timeout(PATIENCE) }).catch((error) => {
    if (!(error instanceof AppError)) throw error
    return null
  })
  return found ? readHistograms(columns, found.rows) : []
}
