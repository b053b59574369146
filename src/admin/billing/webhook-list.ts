import { and, eq, getTableColumns, or, sql } from 'drizzle-orm'
import { answerOf } from '#base/answer.ts'
import type { Page, PageRequest } from '#base/paging.ts'
import { anyOf } from '#db/frequent-words.ts'
import { orders, webhookEvents } from '#db/schema/index.ts'
import { byNumber, byText, sortedPage } from '#db/sorted.ts'
import type { AdminCtx } from '../../ctx.ts'
import { type ListedWebhook, listedWebhook, type webhookList } from '../rules/billing.ts'
import type { FilterOf, Sorts } from '../rules/list.ts'

const it = webhookEvents
/** Without the body: it is long, and names cards and contacts. */
const { body: _, ...columns } = getTableColumns(it)

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
  request: PageRequest,
): Promise<Page<ListedWebhook>> {
  const wanted = and(
    q
      ? or(
          ...[it.id, it.eventId, it.paymentId, it.gatewayOrderId].map((column) => eq(column, q)),
          anyOf(it.gatewayOrderId, sql`select ${orders.gatewayOrderId} from ${orders} where ${orders.id} = ${q}`),
        )
      : undefined,
    state ? eq(it.state, state) : undefined,
  )
  const page = await sortedPage(SORTS, it.id, { ...request, sort }, wanted, (at) =>
    ctx.db.select({ ...columns, at }).from(it),
  )
  return { ...page, items: page.items.map((row) => answerOf(listedWebhook, row)) }
}
