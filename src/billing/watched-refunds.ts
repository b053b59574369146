import { and, asc, eq, lte } from 'drizzle-orm'
import { refunds } from '#db/schema/index.ts'
import type { Gateway } from '#outside/gateway.ts'
import type { World } from '../ctx.ts'
import { observe } from './refunds.ts'
import { nextWatch } from './rules/refund.ts'
import { asSystem } from './system.ts'

/**
 * Asks the gateway what became of refunds that it made: a bank may send money back days later, and the webhook that tells of it may be
 * lost. A job calls it; safe in many processes at once. @returns how many were asked about
 */
export async function watch(world: World): Promise<number> {
  const { gateway } = world
  if (!gateway) return 0
  const now = world.now()
  const isDue = and(eq(refunds.state, 'refunded'), lte(refunds.nextAt, now))
  const due = await world.db.select().from(refunds).where(isDue).orderBy(asc(refunds.nextAt)).limit(50)
  let asked = 0
  for (const { id, paymentId, refundedAt } of due) {
    const [claimed] = await world.db
      .update(refunds)
      .set({ nextAt: nextWatch(refundedAt!, now) })
      .where(and(eq(refunds.id, id), isDue))
      .returning({ id: refunds.id })
    if (!claimed) continue
    asked += 1
    await watchPayment(world, gateway, paymentId).catch((error) => {
      // The next turn comes by itself.
      world.log.warn('refund not reconciled', { refund: id, error })
    })
  }
  return asked
}

/** Takes note of every refund of a payment as the gateway tells it now. @throws GatewayError when it cannot be asked */
export async function watchPayment(world: World, gateway: Gateway, paymentId: string): Promise<void> {
  for (const refund of await gateway.refundsOf(paymentId)) await observe(asSystem(world), refund)
}
