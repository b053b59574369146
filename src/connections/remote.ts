import { and, eq, ne, sql } from 'drizzle-orm'
import { notFound } from '#base/errors.ts'
import { connections } from '#db/schema/index.ts'
import type { RemoteSource } from '#outside/remote.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { demandAwake } from './data-sources.ts'
import type { DatabaseEngine, DatabaseSecrets, DatabaseSettings } from './rules/connection.ts'
import * as secrets from './secrets.ts'

/** A connected database of the workspace with its secrets opened, for asking it now. */
export type OpenSource = { id: string; name: string; source: RemoteSource }

/** @throws AppError not_found for a connection that is not there, or no database; unprocessable `source_unavailable` for a preview that is switched off */
export const sourceOf = (ctx: WorkspaceCtx, id: string): Promise<OpenSource> => opened(ctx, eq(connections.id, id))

/** The same by the name that people write in `source`. */
export const sourceNamed = (ctx: WorkspaceCtx, name: string): Promise<OpenSource> =>
  opened(ctx, sql`lower(${connections.name}) = lower(${name})`)

async function opened(ctx: WorkspaceCtx, which: ReturnType<typeof eq>): Promise<OpenSource> {
  const [row] = await ctx.db
    .select()
    .from(connections)
    .where(
      and(
        which,
        eq(connections.workspaceId, ctx.workspace.id),
        eq(connections.kind, 'database'),
        ne(connections.status, 'deleted'),
      ),
    )
  if (!row) throw notFound('Connection')
  return { id: row.id, name: row.name, source: remoteSource(ctx, row) }
}

/** A connected database with its secrets opened, for one call. @throws AppError unprocessable `source_unavailable` */
export function remoteSource(ctx: WorkspaceCtx, row: typeof connections.$inferSelect): RemoteSource {
  demandAwake(ctx, row.engine)
  return {
    engine: row.engine as DatabaseEngine,
    settings: row.settings as DatabaseSettings,
    secrets: secrets.unsealed(ctx, row) as DatabaseSecrets,
  }
}
