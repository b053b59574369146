import { createHash } from 'node:crypto'
import { and, eq, gt, isNull, lte, ne } from 'drizzle-orm'
import { invalid } from '#base/errors.ts'
import { seal, unseal } from '#base/seal.ts'
import { ago, DAY, MINUTE, SECOND } from '#base/time.ts'
import { claimWaiting } from '#db/claim.ts'
import { inTransaction } from '#db/connect.ts'
import { forget } from '#db/forget.ts'
import { webhookEvents, webhookSecrets } from '#db/schema/index.ts'
import { GatewayError, isSigned } from '#outside/gateway.ts'
import { asPayment, asRefund } from '#outside/razorpay.ts'
import * as security from '#records/security.ts'
import * as rateLimit from '#web/rate-limit.ts'
import type { Ctx, World } from '../ctx.ts'
import * as disputes from './disputes.ts'
import { gatewayOf } from './orders.ts'
import * as payments from './payments.ts'
import * as refunds from './refunds.ts'
import { asSystem } from './system.ts'

/** A secret that was replaced still counts for so long. */
const GRACE = DAY
const CLAIM = MINUTE
/** Those that were done are forgotten after so long. */
const KEPT = 90 * DAY
const FIRST_PAUSE = 5 * SECOND
const MOST_ATTEMPTS = 12
/** Forged webhooks that are noted from one address in an hour. */
const NOTED = { most: 20, window: 60 * MINUTE }

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Keeps what the gateway says, once; `process` does something about it after it was answered.
 * @param headers signature and name of the event, as the gateway sends them
 * @throws AppError invalid `webhook_refused` when nobody we know signed it
 */
export async function receive(ctx: Ctx, body: string, headers: { signature: string; eventId: string }): Promise<void> {
  const { webhookSecret } = gatewayOf(ctx)
  if (!isSigned(webhookSecret, body, headers.signature) && !(await isSignedBefore(ctx, body, headers.signature))) {
    await note(ctx, headers.eventId)
    throw invalid('This webhook is not signed by the payment gateway.', 'webhook_refused')
  }
  const now = ctx.now()
  await ctx.db
    .insert(webhookEvents)
    .values({ eventId: headers.eventId || sha256(body), ...aboutOf(body), body, nextAt: now, createdAt: now })
    .onConflictDoNothing({ target: webhookEvents.eventId })
}

/** What an event says of itself: its type, and what it is about. */
function aboutOf(body: string) {
  let read: { event?: unknown; payload?: Entities | null } | null
  try {
    read = JSON.parse(body)
  } catch {
    throw invalid('The request body is not valid JSON.')
  }
  const { payment, order } = read?.payload ?? {}
  const idOf = (id: unknown) => (typeof id === 'string' ? id.slice(0, 100) : null)
  return {
    type: String(read?.event ?? ''),
    paymentId: idOf(payment?.entity?.id),
    gatewayOrderId: idOf(payment?.entity?.order_id) ?? idOf(order?.entity?.id),
  }
}

/** Noted as a security event, but not as often as somebody likes. */
async function note(ctx: Ctx, eventId: string): Promise<void> {
  const within = await rateLimit.take(ctx, `webhook:${ctx.actor.ip}`, NOTED).then(
    () => true,
    () => false,
  )
  if (within) await security.record(ctx, 'webhook_refused', { event: eventId.slice(0, 100) })
}

/** Whether the secret before this one signed it, less than a day after it was replaced. */
async function isSignedBefore(ctx: Ctx, body: string, signature: string): Promise<boolean> {
  const since = new Date(Number(ctx.now()) - GRACE)
  const before = await ctx.db.select().from(webhookSecrets).where(gt(webhookSecrets.supersededAt, since))
  return before.some(({ id, secret }) => isSigned(unseal(ctx.config.authSecret, place(id), secret), body, signature))
}

const place = (id: string) => `webhook_secrets:${id}:secret`

/** Remembers the secret of this start, and when it replaced another. Called once, when the server starts. */
export async function keepSecret(world: World): Promise<void> {
  const { gateway, config } = world
  if (!gateway) return
  const id = sha256(gateway.webhookSecret)
  const secret = seal(config.authSecret, place(id), gateway.webhookSecret)
  await inTransaction(world, async ({ db, now }) => {
    await db
      .insert(webhookSecrets)
      .values({ id, secret, createdAt: now() })
      .onConflictDoUpdate({ target: webhookSecrets.id, set: { supersededAt: null } })
    await db
      .update(webhookSecrets)
      .set({ supersededAt: now() })
      .where(and(ne(webhookSecrets.id, id), isNull(webhookSecrets.supersededAt)))
  })
}

/** Does what waiting webhooks tell of; a job calls it, and every webhook that was just kept. @returns how many were done */
export async function process(world: World): Promise<number> {
  let done = 0
  for await (const event of claimWaiting(world, webhookEvents, CLAIM, 100)) done += await attempt(world, event)
  return done
}

type Event = typeof webhookEvents.$inferSelect

async function attempt(world: World, event: Event): Promise<number> {
  const { id, attempts } = event
  try {
    await handle(asSystem(world), event)
    const done = { state: 'done' as const, processedAt: world.now(), nextAt: null, lastError: null }
    await world.db.update(webhookEvents).set(done).where(eq(webhookEvents.id, id))
    return 1
  } catch (error) {
    // It comes again with a pause; what it tells of is found by the reconciler too.
    const over = attempts >= MOST_ATTEMPTS
    const nextAt = over ? null : new Date(Number(world.now()) + FIRST_PAUSE * 2 ** (attempts - 1))
    const lastError = (error as Error).message.slice(0, 500)
    const failed = { state: over ? ('failed' as const) : ('waiting' as const), nextAt, lastError }
    await world.db.update(webhookEvents).set(failed).where(eq(webhookEvents.id, id))
    world.log[over ? 'error' : 'warn']('webhook not processed', { event: event.eventId, type: event.type, error })
    return 0
  }
}

type Entities = {
  payment?: { entity: Parameters<typeof asPayment>[0] }
  order?: { entity: { id: string } }
  refund?: { entity: Parameters<typeof asRefund>[0] }
  dispute?: { entity: disputes.Dispute }
}

/** The event says what to look at; what is true is asked of the gateway, since events come late and out of order. */
async function handle(ctx: Ctx, { type, body }: Event): Promise<void> {
  const { payload = {} } = JSON.parse(body) as { payload?: Entities }
  if (type.startsWith('refund.') && payload.refund) {
    const seen = asRefund(payload.refund.entity)
    await refunds.observe(ctx, type === 'refund.failed' ? { ...seen, status: 'failed' } : seen)
    return
  }
  if (type.startsWith(disputes.DISPUTE) && payload.dispute) return disputes.record(ctx, type, payload.dispute.entity)
  if (!/^(payment|order)\./.test(type)) return
  try {
    if (payload.payment) await payments.settle(ctx, asPayment(payload.payment.entity).id)
    // An event of an order may name no payment: those of the order are looked up.
    else if (payload.order)
      for (const { id } of await gatewayOf(ctx).paymentsOf(payload.order.entity.id)) await payments.settle(ctx, id)
  } catch (error) {
    // A payment that the gateway does not know is not asked for again.
    if (!(error instanceof GatewayError) || error.kind !== 'refused') throw error
    ctx.log.warn('webhook of an unknown payment', { type, error })
  }
}

/**
 * Does once more what an event tells of, whatever became of it: what was done stays done once.
 * @returns the event as it stands after; null when there is none
 */
export async function replay(world: World, id: string): Promise<Event | null> {
  const [event] = await world.db
    .update(webhookEvents)
    .set({ state: 'waiting', attempts: 1, nextAt: new Date(Number(world.now()) + CLAIM) })
    .where(eq(webhookEvents.id, id))
    .returning()
  if (!event) return null
  await attempt(world, event)
  const [after] = await world.db.select().from(webhookEvents).where(eq(webhookEvents.id, id))
  return after ?? null
}

/** Forgets webhooks that were done long ago. @returns how many */
export const sweep = (world: Pick<World, 'db' | 'now'>): Promise<number> =>
  forget(world, webhookEvents, and(ne(webhookEvents.state, 'waiting'), lte(webhookEvents.createdAt, ago(world, KEPT))))
