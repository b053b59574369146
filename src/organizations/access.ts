import { sql } from 'drizzle-orm'
import { inTransaction } from '#db/connect.ts'
import { messages } from '#db/schema/index.ts'
import type { Ctx } from '../ctx.ts'

/** Told when it has changed who may see what: whoever keeps a stream open checks access again. */
const watchers = new Set<() => void>()

/** Calls `onChange` after every change of access that this process makes or hears of. @returns ends it */
export function watchAccess(onChange: () => void): () => void {
  watchers.add(onChange)
  return () => watchers.delete(onChange)
}

/**
 * A change that may take access away, in one transaction: running answers of people who may no longer see their workspace are stopped with
 * it, wherever they run, and open streams check access again once it is committed.
 */
export async function changingAccess<C extends Ctx, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  const done = await inTransaction(ctx, async (ctx) => {
    const result = await work(ctx)
    const stopped = await stopUnseen(ctx)
    if (stopped.length > 0)
      await ctx.bus.tell(
        ctx.db,
        'stops',
        stopped.map(({ id }) => id),
      )
    await ctx.bus.tell(ctx.db, 'access')
    return result
  })
  accessChanged()
  return done
}

/** Lets everybody who keeps a stream open check access. */
export function accessChanged(): void {
  for (const onChange of watchers) onChange()
}

/** Few answers run at a time, so all of them are asked: whose person may not see the workspace any more. @returns their ids */
const stopUnseen = (ctx: Ctx) =>
  ctx.db
    .update(messages)
    .set({ stopRequestedAt: ctx.now() })
    .where(sql`
      messages.status = 'running' and messages.stop_requested_at is null
      and not exists (
        select 1 from conversations c
        join workspaces w on w.id = c.workspace_id and w.status = 'active'
        join organizations o on o.id = w.organization_id and o.status = 'active'
        join organization_members m on m.organization_id = o.id and m.user_id = coalesce(messages.asked_by, c.user_id) and m.status = 'active'
        join users u on u.id = m.user_id and u.disabled_at is null
        left join workspace_members l on l.workspace_id = w.id and l.user_id = m.user_id
        where c.id = messages.conversation_id and (m.role = 'owner' or l.id is not null or not w.restricted)
      )`)
    .returning({ id: messages.id })
