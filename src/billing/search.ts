import { eq, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { isId } from '#base/ids.ts'
import type { Db } from '#db/connect.ts'
import { anyOf, areFrequent, hasWords } from '#db/frequent-words.ts'
import { orders, payments, users } from '#db/schema/index.ts'
import { wordsLike } from '#db/schema/words.ts'

/** Ids of the gateway, and numbers of invoices. */
const NAMED = /^((pay|order|rfnd|evt)_\w+|TT\/.+)$/

/**
 * Finds money by what people have in hand: a whole id, ours or the gateway's, the number of an invoice, or the beginnings of the words
 * of a person's name or address.
 * @param columns of one table, so that its indexes answer: `person` is their id; `ids` are ids and numbers that `q` may be; `payment`
 *   names one that may be of an order whose id `q` is
 */
export async function searchCondition(
  db: Db,
  q: string,
  { person, ids, payment }: { person: PgColumn; ids: PgColumn[]; payment?: PgColumn },
): Promise<SQL> {
  const ofOrder = payment && (isId(q) || q.startsWith('order_')) ? [anyOf(payment, paymentsOf(q))] : []
  if (isId(q)) return or(eq(person, q), ...ids.map((id) => eq(id, q)), ...ofOrder)!
  if (NAMED.test(q)) return or(...ids.map((id) => eq(id, q)), ...ofOrder) ?? sql`false`
  const like = wordsLike(q)
  if (!like) return sql`false`
  const named = hasWords('users', q)
  return (await areFrequent(db, 'users', like))
    ? sql`(select ${named} from ${users} where ${users.id} = ${person})`
    : anyOf(person, sql`select ${users.id} from ${users} where ${named}`)
}

const paymentsOf = (order: string): SQL => sql`
  select ${payments.id} from ${payments} join ${orders} on ${orders.id} = ${payments.orderId}
  where ${order.startsWith('order_') ? orders.gatewayOrderId : orders.id} = ${order}`
