import { AppError } from '#base/errors.ts'
import { identifier } from '#base/sql.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import type { Query } from './query.ts'
import type { CatalogTable } from './rules/answers.ts'
import type { Sample } from './rules/sample.ts'

/** Rows of a page, and how far one can page: each page of a database is a query of its own, which reads all rows before it. */
const SAMPLE_ROWS = 25
const LAST_ROW = { local: 100_000, database: 200 }

/** A page counts from 1; `unread` as below. */
type Wanted = { page: number; unread?: string | undefined }
/**
 * A page of the visible rows of a table, as they are stored.
 * @param wanted page: counts from 1; unread: only rows without a value in this column, since it could not be read; that and what is
 * written there come first
 */
export async function rowsOf(
  ctx: WorkspaceCtx,
  query: Query,
  table: CatalogTable,
  { page, unread }: Wanted,
): Promise<Sample> {
  const remote = table.source.kind === 'database'
  const visible = table.columns.filter(({ hidden }) => !hidden)
  const beside = visible.find(({ text_of }) => text_of !== undefined && text_of === unread)
  const first = beside ? [beside, ...visible.filter(({ name }) => name === unread)] : []
  const columns = [...first, ...visible.filter((column) => !first.includes(column))]
  const none = { columns: [], rows: [], page: 1, more: false }
  if (table.hidden || columns.length === 0) return { ...none, problem: 'Rows of a hidden table cannot be read.' }
  const offset = (page - 1) * SAMPLE_ROWS
  // One row more tells whether there is another page. Databases are sent a limit but no offset: the rows before come as well.
  const limit = remote ? `LIMIT ${offset + SAMPLE_ROWS + 1}` : `LIMIT ${SAMPLE_ROWS + 1} OFFSET ${offset}`
  const where = first.map(({ name, text_of }) => `${identifier(name)} IS ${text_of === undefined ? '' : 'NOT '}NULL`)
  const sql = `SELECT ${columns.map(({ name }) => identifier(name)).join(', ')} FROM ${identifier(table.name)}${where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''} ${limit}`
  try {
    const found = await query.probe(ctx, { sql })
    const rows = remote ? found.rows.slice(offset) : found.rows
    const end = offset + SAMPLE_ROWS >= (remote ? LAST_ROW.database - SAMPLE_ROWS : LAST_ROW.local)
    const more = rows.length > SAMPLE_ROWS && !end
    return {
      columns: found.columns,
      rows: rows.slice(0, SAMPLE_ROWS),
      page,
      more,
      problem: null,
      ...(beside && { unread }),
    }
  } catch (error) {
    // The page of a table is of use without its rows: a database may be unreachable for a while.
    if (!(error instanceof AppError)) throw error
    return { ...none, problem: error.message }
  }
}
