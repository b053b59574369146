import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { messages, tableRatings } from '#db/schema/index.ts'
import type { WorkspaceCtx, World } from '../ctx.ts'
import { ratingWeight } from './rules/rating-weight.ts'

/**
 * Counts the rating of an answer for the tables that it was read from, in place of what it counted before; null counts nothing any more.
 * Joins the transaction of the ctx.
 * @param names of the tables, as the catalog calls them
 */
export async function count(
  ctx: WorkspaceCtx,
  messageId: string,
  rating: 'up' | 'down' | null,
  names: string[],
): Promise<void> {
  await withdraw(ctx, eq(tableRatings.messageId, messageId))
  if (!rating || names.length === 0) return
  const row = { messageId, workspaceId: ctx.workspace.id, up: rating === 'up' }
  await ctx.db.insert(tableRatings).values(names.map((tableName) => ({ ...row, tableName })))
}

/** What the answers of a conversation counted, counts no more; joins the transaction of the ctx. */
export const withdrawConversation = (ctx: Pick<World, 'db'>, id: string) =>
  withdraw(
    ctx,
    inArray(
      tableRatings.messageId,
      ctx.db.select({ id: messages.id }).from(messages).where(eq(messages.conversationId, id)),
    ),
  )

const withdraw = (ctx: Pick<World, 'db'>, which: SQL) => ctx.db.delete(tableRatings).where(which)

/** How much ratings speak for the tables of the workspace that have some, by their names in small letters: −0.5 to 1. */
export async function standings(ctx: WorkspaceCtx): Promise<Map<string, number>> {
  const times = (up: boolean) => sql`count(*) filter (where ${tableRatings.up} = ${up})`.mapWith(Number)
  const rows = await ctx.db
    .select({ name: tableRatings.tableName, ups: times(true), downs: times(false) })
    .from(tableRatings)
    .where(eq(tableRatings.workspaceId, ctx.workspace.id))
    .groupBy(tableRatings.tableName)
  return new Map(rows.map(({ name, ups, downs }) => [name.toLowerCase(), ratingWeight(ups, downs)]))
}
