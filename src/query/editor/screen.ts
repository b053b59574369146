import { and, asc, eq, ne } from 'drizzle-orm'
import { AppError } from '#base/errors.ts'
import { identifier } from '#base/sql.ts'
import { outline } from '#catalog/outline.ts'
import { dataTree } from '#catalog/tree.ts'
import { connections } from '#db/schema/index.ts'
import { can } from '#organizations/rules/permission.ts'
import type { WorkspaceCtx } from '../../ctx.ts'
import type { ResultPage } from '../rules/answers.ts'
import type { EditorError, EditorScreen } from '../rules/editor.ts'
import { WORKSPACE_SOURCE } from '../rules/request.ts'
import * as statements from '../statements.ts'
import * as verified from '../verified.ts'

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
  const [data, databases, listed, queries] = await Promise.all([
    dataTree(ctx),
    databasesOf(ctx),
    statements.list(ctx, { limit: LISTED, cursor: null }),
    verified.seen(ctx),
  ])
  const found = await namedStatement(ctx, asked)
  const isConnected = (source: string) => databases.some(({ name }) => name === source)
  return {
    workspaceId: ctx.workspace.id,
    data,
    databases,
    source: found && isConnected(found.source) ? found.source : WORKSPACE_SOURCE,
    sql: found?.sql ?? '',
    given: found !== null,
    result: asked.result ?? null,
    error: asked.error ?? null,
    statements: listed.items,
    verified: queries,
    mayVerify: can(ctx.workspace.role, 'UPDATE_FILES'),
    mayPin: can(ctx.workspace.role, 'UPDATE_CANVASES'),
    said: asked.said ?? null,
    now: ctx.now().toISOString(),
  }
}

async function namedStatement(ctx: WorkspaceCtx, asked: Asked) {
  if (asked.sql !== undefined) return { sql: asked.sql, source: asked.source ?? WORKSPACE_SOURCE }
  if (asked.statement) return statements.get(ctx, asked.statement)
  if (asked.query) return verified.get(ctx, asked.query)
  const table = asked.table ? (await outline(ctx)).find(({ id }) => id === asked.table) : undefined
  return table ? { sql: `SELECT *\nFROM ${nameOf(table.name)}\nLIMIT 100`, source: WORKSPACE_SOURCE } : null
}

const nameOf = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : identifier(name))

const databasesOf = (ctx: WorkspaceCtx): Promise<EditorScreen['databases']> =>
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
    .orderBy(asc(connections.name))

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
