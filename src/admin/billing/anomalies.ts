import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { answerOf } from '#base/answer.ts'
import { ago, DAY, HOUR, MINUTE } from '#base/time.ts'
import { DISPUTE } from '#billing/disputes.ts'
import type { Db } from '#db/connect.ts'
import {
  dismissedPayments,
  invoices,
  orders,
  payments,
  refundRequests,
  refunds,
  users,
  webhookEvents,
} from '#db/schema/index.ts'
import type { AdminCtx } from '../../ctx.ts'
import { ANOMALIES, type Anomaly, type AnomalyKind, anomaly as anomalySchema, timesText } from '../rules/billing.ts'
import type { Person } from '../rules/names.ts'
import { personOf } from '../sql.ts'

/** So many of a kind are shown; when there are more, something bigger is broken. */
const MOST = 50
/** What runs by itself may take so long before somebody is asked to look. */
const LATE = 10 * MINUTE
const STUCK = HOUR
const RECENT = 7 * DAY
/** Nothing is done any more about what failed so long ago outside of the product. */
const LONG_AGO = 30 * DAY

type Order = typeof orders.$inferSelect
type Payment = typeof payments.$inferSelect
type Refund = typeof refunds.$inferSelect
/** What an anomaly may be about; the id and the amount are those of the first one that is there: refund, payment, order, event. */
type Subjects = {
  event?: { id: string; paymentId: string | null; createdAt: Date }
  order?: Order
  payment?: Payment
  refund?: Refund
  user?: Person
}

/** @param more what is known of it, and what the subjects do not tell */
function anomaly(
  kind: AnomalyKind,
  { event, order, payment, refund, user }: Subjects,
  more: { detail: string; since?: Date; id?: string; paymentId?: string | null; settled?: boolean },
): Anomaly {
  const subject = refund ?? payment ?? order
  const amount = subject ? { amount: subject.amount, currency: subject.currency } : { amount: null, currency: null }
  return answerOf(anomalySchema, {
    kind,
    ...ANOMALIES[kind],
    id: subject?.id ?? event!.id,
    orderId: payment?.orderId ?? order?.id ?? null,
    paymentId: payment?.id ?? event?.paymentId ?? null,
    webhookId: event?.id ?? null,
    user: user ?? null,
    ...amount,
    settled: false,
    since: (event ?? subject)!.createdAt,
    ...more,
  })
}

/** Everything about money that somebody has to look at, the gravest first. */
export async function anomalies(ctx: AdminCtx): Promise<Anomaly[]> {
  const found = await Promise.all([
    paidNotCredited(ctx),
    incomplete(ctx),
    failedRefunds(ctx),
    disputes(ctx),
    stuckRefunds(ctx),
    failedWebhooks(ctx),
    overdueOrders(ctx),
    surplus(ctx),
  ])
  return found.flat()
}

/** The gateway has told that money was taken, and the order is not paid here. */
async function paidNotCredited(ctx: AdminCtx): Promise<Anomaly[]> {
  const rows = await ctx.db
    .select({ event: webhookEvents, order: orders, user: personOf(users) })
    .from(webhookEvents)
    .innerJoin(orders, eq(orders.gatewayOrderId, webhookEvents.gatewayOrderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(
      and(
        inArray(webhookEvents.state, ['waiting', 'failed']),
        inArray(webhookEvents.type, ['payment.captured', 'order.paid']),
        lt(webhookEvents.createdAt, ago(ctx, LATE)),
        ne(orders.state, 'paid'),
      ),
    )
    .orderBy(asc(webhookEvents.id))
    .limit(MOST)
  const once = new Map(rows.map((row) => [row.order.id, row]))
  return [...once.values()].map((row) => {
    const { lastError, type, state } = row.event
    return anomaly('paid_not_credited', row, { detail: lastError ?? `The webhook ${type} is ${state}.` })
  })
}

/** What was found when everything recent was looked at, and the moment of payment before which all is well since. */
const lastChecks = new WeakMap<Db, { whole: Date; wellBefore: Date }>()

/**
 * Paid in the last days without the payment or the invoice that belong to it. What is complete stays so: after a look at all of the last
 * days only what was paid later is looked at, for an hour.
 */
async function incomplete(ctx: AdminCtx): Promise<Anomaly[]> {
  const last = lastChecks.get(ctx.db)
  const still = last && last.whole > ago(ctx, HOUR) && last.whole <= ctx.now() ? last : null
  const rows = await ctx.db
    .select({ order: orders, paymentId: payments.id, user: personOf(users) })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .leftJoin(payments, and(eq(payments.orderId, orders.id), eq(payments.state, 'credited')))
    .leftJoin(invoices, eq(invoices.paymentId, payments.id))
    .where(
      and(
        isNotNull(orders.paidAt),
        gte(orders.paidAt, still?.wellBefore ?? ago(ctx, RECENT)),
        or(isNull(payments.id), isNull(invoices.id)),
      ),
    )
    .orderBy(asc(orders.paidAt))
    .limit(MOST)
  const oldest = Math.min(Number(ago(ctx, LATE)), ...rows.slice(0, 1).map(({ order }) => Number(order.paidAt)))
  lastChecks.set(ctx.db, { whole: still?.whole ?? ctx.now(), wellBefore: new Date(oldest) })
  return rows.map(({ paymentId, ...row }) =>
    anomaly('incomplete', row, {
      paymentId,
      detail: paymentId ? 'There is no invoice of its payment.' : 'There is no payment that was credited.',
      since: row.order.paidAt!,
    }),
  )
}

/** Orders whose turn came and went: the job that looks at them stands still. */
async function overdueOrders(ctx: AdminCtx): Promise<Anomaly[]> {
  const rows = await ctx.db
    .select({ order: orders, user: personOf(users) })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(isNotNull(orders.nextCheckAt), lt(orders.nextCheckAt, ago(ctx, LATE))))
    .orderBy(asc(orders.nextCheckAt))
    .limit(MOST)
  return rows.map((row) =>
    anomaly('overdue_order', row, {
      detail: `It is ${row.order.state} and was looked at ${timesText(row.order.checks)}.`,
      since: row.order.nextCheckAt!,
    }),
  )
}

/** That no other refund has taken the place of one. */
const withoutLater = sql`not exists (select 1 from refunds later where later.payment_id = ${refunds.paymentId} and later.id > ${refunds.id})`

export const lastRefund = sql`(select max(r.id) from refunds r where r.payment_id = ${payments.id})`
/** How a surplus stands now: what an admin dismisses. */
export const standOf = sql<string>`${refunds.id} || ' ' || ${refunds.state}`

/** Second payments of an order in the last days, and earlier ones that are not paid back, with where their money stands. */
async function surplus(ctx: AdminCtx): Promise<Anomaly[]> {
  const recent = ago(ctx, RECENT)
  const those = { payment: payments, user: personOf(users), state: refunds.state }
  // Asked for apart, since each has an index.
  const [late, early] = await Promise.all([
    ctx.db
      .select(those)
      .from(payments)
      .innerJoin(users, eq(users.id, payments.userId))
      .leftJoin(refunds, eq(refunds.id, lastRefund))
      .where(
        and(
          eq(payments.state, 'surplus'),
          gte(payments.createdAt, recent),
          sql`not exists (select 1 from ${dismissedPayments} d where d.payment_id = ${payments.id} and d.stand = ${standOf})`,
        ),
      )
      .orderBy(desc(payments.createdAt))
      .limit(MOST),
    ctx.db
      .select(those)
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .innerJoin(users, eq(users.id, payments.userId))
      .where(
        and(
          or(eq(refunds.state, 'waiting'), eq(refunds.state, 'failed')),
          withoutLater,
          eq(payments.state, 'surplus'),
          lt(payments.createdAt, recent),
        ),
      )
      .orderBy(desc(payments.createdAt))
      .limit(MOST),
  ])
  return [...late, ...early].slice(0, MOST).map(({ state, ...row }) =>
    anomaly('surplus', row, {
      settled: state === 'refunded',
      detail: state ? SURPLUS_DETAILS[state] : 'No refund is written down.',
    }),
  )
}

const SURPLUS_DETAILS = {
  refunded: 'It is paid back.',
  failed: 'Its refund failed.',
  waiting: 'It is on its way back.',
} as const satisfies Record<Refund['state'], string>

const refundsWith = (ctx: AdminCtx) =>
  ctx.db
    .select({ refund: refunds, payment: payments, user: personOf(users) })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(users, eq(users.id, payments.userId))

/**
 * Refunds that failed and that no other has taken the place of. Those made in the gateway's own dashboard are made again there: only who
 * made them knows how much was meant.
 */
async function failedRefunds(ctx: AdminCtx): Promise<Anomaly[]> {
  const rows = await refundsWith(ctx)
    .leftJoin(refundRequests, eq(refundRequests.id, refunds.requestId))
    .where(
      and(
        eq(refunds.state, 'failed'),
        withoutLater,
        or(ne(refunds.cause, 'gateway'), gte(refunds.createdAt, ago(ctx, LONG_AGO))),
        or(isNull(refundRequests.id), ne(refundRequests.state, 'rejected')),
      ),
    )
    .orderBy(asc(refunds.createdAt))
    .limit(MOST)
  return rows.map((row) => {
    const kind = row.refund.cause === 'gateway' ? 'failed_elsewhere' : 'failed_refund'
    return anomaly(kind, row, { detail: row.refund.lastError ?? 'The gateway did not say why.' })
  })
}

/** Disputes of which the last word is not that they are over. */
async function disputes(ctx: AdminCtx): Promise<Anomaly[]> {
  const rows = await ctx.db
    .select({ event: webhookEvents, payment: payments, user: personOf(users) })
    .from(webhookEvents)
    .innerJoin(payments, eq(payments.id, webhookEvents.paymentId))
    .innerJoin(users, eq(users.id, payments.userId))
    // Written out, since the index holds disputes only.
    .where(sql`${webhookEvents.type} like ${sql.raw(`'${DISPUTE}%'`)}`)
    .orderBy(desc(webhookEvents.id))
    .limit(MOST)
  const last = new Map(rows.toReversed().map((row) => [row.payment.id, row]))
  const open = [...last.values()].filter(({ event }) => !/\.(won|lost|closed)$/.test(event.type))
  return open.map((row) => {
    const state = row.event.type.slice(DISPUTE.length).replaceAll('_', ' ')
    return anomaly('dispute', row, { id: row.event.id, detail: `Its state is ${state}.` })
  })
}

async function stuckRefunds(ctx: AdminCtx): Promise<Anomaly[]> {
  const rows = await refundsWith(ctx)
    .where(and(eq(refunds.state, 'waiting'), isNotNull(refunds.nextAt), lt(refunds.createdAt, ago(ctx, STUCK))))
    .orderBy(asc(refunds.createdAt))
    .limit(MOST)
  return rows.map((row) => {
    const { attempts, lastError } = row.refund
    const tried = attempts === 0 ? 'Nobody has tried to pay it back yet.' : `Tried ${timesText(attempts)}.`
    return anomaly('stuck_refund', row, {
      detail: lastError ? `Tried ${timesText(attempts)}: ${lastError}` : tried,
    })
  })
}

async function failedWebhooks(ctx: AdminCtx): Promise<Anomaly[]> {
  const those = (which: SQL | undefined) =>
    ctx.db.select().from(webhookEvents).where(which).orderBy(desc(webhookEvents.id)).limit(MOST)
  const [failed, late] = await Promise.all([
    those(eq(webhookEvents.state, 'failed')),
    those(and(eq(webhookEvents.state, 'waiting'), lt(webhookEvents.createdAt, ago(ctx, LATE)))),
  ])
  const rows = [...failed, ...late].sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, MOST)
  return rows.map((event) =>
    anomaly(
      'failed_webhook',
      { event },
      { detail: `${event.type}, tried ${timesText(event.attempts)}${event.lastError ? `: ${event.lastError}` : '.'}` },
    ),
  )
}
