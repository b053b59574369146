import { and, eq, or, sql } from 'drizzle-orm'
import { cursorAt, type Page, type PageRequest, pageOf } from '#base/paging.ts'
import { anyOf } from '#db/frequent-words.ts'
import { orders, webhookEvents } from '#db/schema/index.ts'
import { byNumber, byText, sorted } from '#db/sorted.ts'
import type { AdminCtx } from '../../ctx.ts'
import type { ListedWebhook, webhookList } from '../rules/billing.ts'
import type { FilterOf, Sorts } from '../rules/list.ts'

const it = webhookEvents
/** Without the body: it is long, and names cards and contacts. */
const columns = {
  id: it.id,
  eventId: it.eventId,
  type: it.type,
  state: it.state,
  paymentId: it.paymentId,
  gatewayOrderId: it.gatewayOrderId,
  attempts: it.attempts,
  lastError: it.lastError,
  nextAt: it.nextAt,
  processedAt: it.processedAt,
  createdAt: it.createdAt,
}
type Row = Omit<typeof webhookEvents.$inferSelect, 'body'>

const SORTS = {
  type: byText(it.type),
  state: byText(it.state),
  about: byText(sql`coalesce(${it.paymentId}, ${it.gatewayOrderId})`),
  tries: byNumber(it.attempts),
} satisfies Sorts<typeof webhookList>

/** What the gateway told by itself. @param filter q: an event, a payment or an order, by its whole id */
export async function webhookPage(
  ctx: AdminCtx,
  { q, state, sort }: FilterOf<typeof webhookList>,
  { limit, cursor }: PageRequest,
): Promise<Page<ListedWebhook>> {
  const { key, after, order } = sorted(SORTS, it.id, { sort, cursor })
  const rows = await ctx.db
    .select({ ...columns, key })
    .from(it)
    .where(
      and(
        q
          ? or(
              eq(it.id, q),
              eq(it.eventId, q),
              eq(it.paymentId, q),
              eq(it.gatewayOrderId, q),
              anyOf(it.gatewayOrderId, sql`select ${orders.gatewayOrderId} from ${orders} where ${orders.id} = ${q}`),
            )
          : undefined,
        state ? eq(it.state, state) : undefined,
        after,
      ),
    )
    .orderBy(...order)
    .limit(limit + 1)
  const page = pageOf(rows, limit, (row) => cursorAt(row.key, row.id))
  return { ...page, items: page.items.map(listedWebhook) }
}

/** What the list shows of an event. */
export const listedWebhook = (row: Row): ListedWebhook => ({
  id: row.id,
  event_id: row.eventId,
  type: row.type,
  state: row.state,
  payment_id: row.paymentId,
  gateway_order_id: row.gatewayOrderId,
  attempts: row.attempts,
  last_error: row.lastError,
  next_at: row.nextAt?.toISOString() ?? null,
  processed_at: row.processedAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
})
