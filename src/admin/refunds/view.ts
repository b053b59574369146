import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { answerOf } from '#base/answer.ts'
import { balanceOf } from '#billing/credits.ts'
import { financeAdmins } from '#billing/finance-admins.ts'
import * as refundRequests from '#billing/refund-requests.ts'
import { boughtText } from '#billing/refunding/paid.ts'
import { worth } from '#billing/refunds.ts'
import type { PlanQuote } from '#billing/rules/plan.ts'
import type { CreditQuote } from '#billing/rules/price.ts'
import { auditEvents, payments, refundRequests as requests, users } from '#db/schema/index.ts'
import type { AdminCtx } from '../../ctx.ts'
import { waitingFor } from '../approvals/list.ts'
import { moneyNeedsSecond } from '../rules/approval.ts'
import { type RefundRequestView, refundView } from '../rules/refund-request.ts'

const askers = alias(users, 'askers')
/** So many other requests and past decisions are shown; there are seldom more. */
const MOST = 50
const SHOWN = inArray(auditEvents.action, [
  ...['refund.request', 'refund.approve', 'refund.reject', 'refund.refund', 'refund.fail'],
  ...['approval.request', 'approval.decline', 'approval.withdraw', 'approval.expire'],
])

/** A request with its payment, what would go back for it now, what was decided and who asks. @throws AppError not_found */
export async function get(ctx: AdminCtx, id: string): Promise<RefundRequestView> {
  const { request, payment, order } = await refundRequests.find(ctx, id)
  const isOpen = request.state === 'requested' || request.state === 'approved'
  const [now, history, others, person, seconds, waiting] = await Promise.all([
    isOpen ? worth(ctx, order, payment.id) : null,
    historyOf(ctx, id),
    othersOf(ctx, request.user.id, id),
    personOf(ctx, request.user.id),
    financeAdmins(ctx, [ctx.user.id, request.user.id]),
    waitingFor(ctx, 'refund', id),
  ])
  return answerOf(refundView, {
    ...request,
    payment: {
      ...payment,
      what: boughtText(order.quote as CreditQuote | PlanQuote),
      paidAt: order.paidAt ?? payment.createdAt,
      gatewayOrderId: order.gatewayOrderId ?? '',
    },
    now: now && {
      paid: order.amount,
      purchased: now.purchased,
      used: now.used,
      unused: now.purchased - Math.min(now.purchased, now.used),
      refundable: now.amount,
    },
    history,
    others,
    person,
    second: {
      needed: now !== null && moneyNeedsSecond(ctx.settings(), now.amount, request.currency),
      missing: seconds.length === 0,
      waiting,
    },
  })
}

async function historyOf(ctx: AdminCtx, id: string) {
  const events = await ctx.db
    .select({
      at: auditEvents.createdAt,
      action: auditEvents.action,
      by: users.email,
      asker: askers.email,
      details: auditEvents.details,
    })
    .from(auditEvents)
    .leftJoin(users, eq(users.id, auditEvents.actorId))
    .leftJoin(
      askers,
      and(sql`${auditEvents.details} ->> 'requested_by' = ${askers.id}`, ne(askers.id, auditEvents.actorId)),
    )
    .where(and(eq(auditEvents.subject, id), SHOWN))
    .orderBy(asc(auditEvents.id))
    .limit(MOST)
  return events.map(({ at, action, by, asker, details }) => ({
    at,
    action,
    by: asker && by ? `${by}, asked by ${asker}` : by,
    reason: String(details.reason ?? ''),
    note: String(details.note ?? ''),
  }))
}

const othersOf = (ctx: AdminCtx, userId: string, id: string) =>
  ctx.db
    .select({
      id: requests.id,
      state: requests.state,
      amount: payments.amount,
      currency: payments.currency,
      createdAt: requests.createdAt,
    })
    .from(requests)
    .innerJoin(payments, eq(payments.id, requests.paymentId))
    .where(and(eq(requests.userId, userId), ne(requests.id, id)))
    .orderBy(desc(requests.id))
    .limit(MOST)

async function personOf(ctx: AdminCtx, userId: string): Promise<RefundRequestView['person']> {
  const [{ balance, held }, [bought]] = await Promise.all([
    balanceOf(ctx, userId),
    ctx.db
      .select({ count: sql`count(*)`.mapWith(Number) })
      .from(payments)
      .where(and(eq(payments.userId, userId), eq(payments.state, 'credited'))),
  ])
  return { credits: balance, held, payments: bought!.count }
}
