import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/connect.ts'
import { inTransaction } from '#db/connect.ts'
import type { Ctx } from '../ctx.ts'

/** Told when this process has changed who may see what: whoever holds a door open for long looks again. */
const watchers = new Set<() => void>()

/** Calls `look` after every change of access that this process makes. @returns ends it */
export function watchAccess(look: () => void): () => void {
  watchers.add(look)
  return () => watchers.delete(look)
}

/**
 * A deed that may take access away, in one transaction: running answers of people who may no longer see their workspace are stopped with
 * it, wherever they run, and open streams are looked at again once it is kept.
 */
export async function changingAccess<C extends Ctx, T>(ctx: C, deed: (ctx: C) => Promise<T>): Promise<T> {
  const done = await inTransaction(ctx, async (ctx) => {
    const result = await deed(ctx)
    await stopUnseen(ctx.db, sql`${ctx.now().toISOString()}::timestamptz`)
    return result
  })
  for (const look of watchers) look()
  return done
}

/** Few answers run at a time, so all of them are asked: whose person may not see the workspace any more. */
const stopUnseen = (db: Db, now: SQL) =>
  db.execute(sql`
    update messages set stop_requested_at = ${now}
    from conversations c
    where messages.status = 'running' and messages.stop_requested_at is null and c.id = messages.conversation_id
      and not exists (
        select 1 from workspaces w
        join organizations o on o.id = w.organization_id and o.status = 'active'
        join organization_members m on m.organization_id = o.id and m.user_id = c.user_id and m.status = 'active'
        join users u on u.id = c.user_id and u.disabled_at is null
        left join workspace_members l on l.workspace_id = w.id and l.user_id = c.user_id
        where w.id = c.workspace_id and w.status = 'active' and (m.role = 'owner' or l.id is not null or not w.restricted)
      )`)
