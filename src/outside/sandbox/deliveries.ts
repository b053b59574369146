import { and, eq, lte } from 'drizzle-orm'
import { DAY, MINUTE, SECOND } from '#base/time.ts'
import { claimDue } from '#db/claim.ts'
import { sandboxRecords } from '#db/schema/index.ts'
import { hmac } from '../gateway.ts'
import { gatewayId, insert, type SandboxCtx, takeFault } from './records.ts'

type Delivery = { id: string; event: string; payload: string; attempts: number }

/** How long `delay` and `reorder` keep an event back, and the first pause after a refusal; it doubles. */
const LATE = 3 * SECOND
const FIRST_PAUSE = 5 * SECOND
const GIVEN_UP = DAY
/** While one process delivers an event, no other does. */
const CLAIM = MINUTE

/** Writes a webhook down, in the transaction of what it tells of. Faults make it come twice, late, after the next, or never. */
export async function emit(ctx: SandboxCtx, event: string, things: Record<string, object>): Promise<void> {
  const fault = await takeFault(ctx, 'webhook')
  if (fault === 'drop') return
  const now = Number(ctx.now())
  const contains = Object.keys(things)
  const payload = JSON.stringify({
    entity: 'event',
    account_id: 'acc_sandbox',
    event,
    contains,
    payload: Object.fromEntries(Object.entries(things).map(([name, entity]) => [name, { entity }])),
    created_at: Math.floor(now / 1000),
  })
  const id = gatewayId('event')
  const late = fault === 'delay' || fault === 'reorder' ? LATE : 0
  const delivery: Delivery = { id, event, payload, attempts: 0 }
  await insert(ctx, 'delivery', id, event, delivery, new Date(now + late))
  if (fault === 'duplicate') await insert(ctx, 'delivery', gatewayId('event'), event, delivery, new Date(now))
}

/** Hands a webhook to the product: how is up to whoever started it. */
export type Send = (body: string, headers: Record<string, string>) => Promise<{ status: number }>

/** Delivers what is due, and again later what was not answered with 2xx. @returns how many were taken */
export async function deliver(ctx: SandboxCtx, webhookSecret: string, send: Send): Promise<number> {
  const now = Number(ctx.now())
  const due = claimDue(ctx, sandboxRecords, {
    isDue: and(eq(sandboxRecords.kind, 'delivery'), lte(sandboxRecords.dueAt, new Date(now))),
    claim: () => ({ dueAt: new Date(now + CLAIM) }),
    by: sandboxRecords.dueAt,
    limit: 100,
  })
  let delivered = 0
  for await (const { id, body } of due) {
    const delivery = body as Delivery
    const accepted = await attempt(delivery, webhookSecret, send)
    const pause = FIRST_PAUSE * 2 ** delivery.attempts
    const dueAt = accepted || pause > GIVEN_UP ? null : new Date(now + pause)
    const tried = { ...delivery, attempts: delivery.attempts + 1 }
    await ctx.db.update(sandboxRecords).set({ dueAt, body: tried }).where(eq(sandboxRecords.id, id))
    delivered += 1
  }
  return delivered
}

async function attempt({ id, payload }: Delivery, webhookSecret: string, send: Send): Promise<boolean> {
  const headers = {
    'content-type': 'application/json',
    'x-razorpay-event-id': id,
    'x-razorpay-signature': hmac(webhookSecret, payload),
  }
  try {
    const { status } = await send(payload, headers)
    return status >= 200 && status < 300
  } catch {
    // Nobody was there: it comes again.
    return false
  }
}
