import { and, asc, eq, ne } from 'drizzle-orm'
import { AppError } from '#base/errors.ts'
import { connections } from '#db/schema/index.ts'
import { can } from '#organizations/rules/permission.ts'
import * as catalog from '#sources/catalog.ts'
import type { CatalogTable } from '#sources/rules/catalog.ts'
import type { WorkspaceCtx } from '../../ctx.ts'
import { identifier } from '../rules/cell.ts'
import type { EditorError, EditorScreen } from '../rules/editor.ts'
import { WORKSPACE_SOURCE } from '../rules/request.ts'
import type { ResultPage } from '../rules/result.ts'
import * as statements from '../statements.ts'
import * as verified from '../verified.ts'

/** Statements of the history that the page begins with. */
const LISTED = 50

export type Asked = {
  sql?: string | undefined
  source?: string | undefined
  statement?: string | undefined
  query?: string | undefined
  table?: string | undefined
  result?: ResultPage | null
  error?: EditorError | null
  said?: string | null
}

/** The SQL editor with the statement that the address names: one of the history, a verified query, or the first rows of a table. */
export async function screenOf(ctx: WorkspaceCtx, asked: Asked): Promise<EditorScreen> {
  const [tables, databases, listed, queries] = await Promise.all([
    catalog.tables(ctx),
    databasesOf(ctx),
    statements.list(ctx, { limit: LISTED, cursor: null }),
    verified.seen(ctx),
  ])
  const found = await namedStatement(ctx, asked, tables)
  const known = (source: string) => databases.some(({ name }) => name === source)
  return {
    workspaceId: ctx.workspace.id,
    catalog: outlines(tables),
    databases,
    source: found && known(found.source) ? found.source : WORKSPACE_SOURCE,
    sql: found?.sql ?? '',
    given: found !== null,
    result: asked.result ?? null,
    error: asked.error ?? null,
    statements: listed.items,
    verified: queries,
    mayVerify: can(ctx.workspace.role, 'UPDATE_FILES'),
    said: asked.said ?? null,
    now: ctx.now().toISOString(),
  }
}

async function namedStatement(ctx: WorkspaceCtx, asked: Asked, tables: CatalogTable[]) {
  if (asked.sql !== undefined) return { sql: asked.sql, source: asked.source ?? WORKSPACE_SOURCE }
  if (asked.statement) return statements.get(ctx, asked.statement)
  if (asked.query) return verified.get(ctx, asked.query)
  const table = tables.find(({ id }) => id === asked.table)
  return table ? { sql: `SELECT *\nFROM ${nameOf(table.name)}\nLIMIT 100`, source: WORKSPACE_SOURCE } : null
}

const nameOf = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : identifier(name))

async function databasesOf(ctx: WorkspaceCtx): Promise<EditorScreen['databases']> {
  const [rows, tables] = await Promise.all([
    ctx.db
      .select({ id: connections.id, name: connections.name, engine: connections.engine })
      .from(connections)
      .where(
        and(
          eq(connections.workspaceId, ctx.workspace.id),
          eq(connections.kind, 'database'),
          ne(connections.status, 'deleted'),
        ),
      )
      .orderBy(asc(connections.name)),
    catalog.databaseTables(ctx),
  ])
  return rows.map(({ id, name, engine }) => ({
    name,
    engine,
    tables: tables
      .filter(({ connectionId }) => connectionId === id)
      .map((table) => ({ id: table.id, schema: table.schema, name: table.table })),
  }))
}

/** Columns that the page carries; of tables beyond, it knows the names alone. */
const MOST_COLUMNS = 10_000

/** What tree and completion show of the tables: the values of every column would make most of the page's weight. */
function outlines(tables: CatalogTable[]): CatalogTable[] {
  let room = MOST_COLUMNS
  return tables.map((table) => {
    room -= table.columns.length
    const columns = room < 0 ? [] : table.columns
    return { ...table, relations: [], columns: columns.map((column) => ({ ...column, top: [], sample: [] })) }
  })
}

/** What an error says of a statement. @throws the error itself when it is about something else */
export function editorError(error: unknown): EditorError {
  if (!(error instanceof AppError) || error.kind === 'internal') throw error
  const { candidates, position } = error.details ?? {}
  return {
    message: error.message,
    candidates: Array.isArray(candidates) ? candidates.map(String) : [],
    position: typeof position === 'number' ? position : null,
  }
}
