import { eq, lte, sql } from 'drizzle-orm'
import { DAY, HOUR, MINUTE } from '#base/time.ts'
import { claimDue } from '#db/claim.ts'
import type { OrderRow } from '#db/schema/index.ts'
import { orders, payments } from '#db/schema/index.ts'
import type { Gateway } from '#outside/gateway.ts'
import type { World } from '../ctx.ts'
import { confirmCreated } from './orders.ts'
import { ORDER_LIFETIME, settle } from './payments.ts'
import { asSystem } from './system.ts'
import { watchPayment } from './watched-refunds.ts'

const FIRST_PAUSE = MINUTE
const LONGEST_PAUSE = DAY
/** An order that the gateway does not know after so long was never made. */
const GIVEN_UP = HOUR

/**
 * Asks the gateway what became of orders, for the times when neither the browser nor a webhook told: at first every minute, then
 * ever more rarely, for ten days. A job calls it; safe in many processes at once. @returns how many orders were looked at
 */
export async function reconcile(world: World): Promise<number> {
  const { gateway } = world
  if (!gateway) return 0
  const now = world.now()
  const due = claimDue(world, orders, {
    isDue: lte(orders.nextCheckAt, now),
    claim: () => ({ checks: sql`${orders.checks} + 1`, nextCheckAt: nextCheck(now) }),
    by: orders.nextCheckAt,
    limit: 50,
  })
  let checked = 0
  for await (const order of due) {
    checked += 1
    await check(world, gateway, order).catch((error) => {
      // The next turn comes by itself.
      world.log.warn('order not reconciled', { order: order.id, error })
    })
  }
  return checked
}

/**
 * Asks the gateway now what became of one order and of what went back of it, however long ago it was made.
 * @throws GatewayError when it cannot be asked
 */
export async function reconcileOne(world: World, gateway: Gateway, id: string): Promise<OrderRow | null> {
  const [order] = await world.db
    .update(orders)
    .set({ checks: sql`${orders.checks} + 1` })
    .where(eq(orders.id, id))
    .returning()
  if (!order) return null
  await check(world, gateway, order)
  const theirs = await world.db.select({ id: payments.id }).from(payments).where(eq(payments.orderId, id))
  for (const payment of theirs) await watchPayment(world, gateway, payment.id)
  const [after] = await world.db.select().from(orders).where(eq(orders.id, id))
  return after ?? null
}

/** In SQL, since it depends on how often and how long the order was looked at. */
function nextCheck(now: Date) {
  const at = sql`${now.toISOString()}::timestamptz`
  const pause = sql`least(${FIRST_PAUSE} * power(2, least(${orders.checks}, 20)), ${LONGEST_PAUSE})`
  const over = sql`${orders.createdAt} < ${new Date(Number(now) - ORDER_LIFETIME).toISOString()}::timestamptz`
  return sql`case when ${over} then null else ${at} + ${pause} * interval '1 millisecond' end`
}

async function check(world: World, gateway: Gateway, order: OrderRow): Promise<void> {
  const gatewayOrderId = order.gatewayOrderId ?? (await adopt(world, gateway, order))
  if (!gatewayOrderId) return
  for (const payment of await gateway.paymentsOf(gatewayOrderId))
    if (payment.status !== 'created') await settle(asSystem(world), payment.id, payment)
}

/** An order whose making was interrupted: the gateway may have it all the same. */
async function adopt(world: World, gateway: Gateway, order: OrderRow): Promise<string | null> {
  const found = await gateway.orderByReceipt(order.id)
  if (found) await confirmCreated(world, order.id, found.id)
  else if (Number(world.now()) - Number(order.createdAt) > GIVEN_UP)
    await world.db.update(orders).set({ state: 'failed', nextCheckAt: null }).where(eq(orders.id, order.id))
  return found?.id ?? null
}
