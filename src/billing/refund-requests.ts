import { and, eq, sql } from 'drizzle-orm'
import type { SelectedFields } from 'drizzle-orm/pg-core'
import { answerOf } from '#base/answer.ts'
import { AppError, conflict, notFound, unprocessable } from '#base/errors.ts'
import type { Page, PageRequest } from '#base/paging.ts'
import { inTransaction } from '#db/connect.ts'
import { orders, payments, refundRequests, refunds, users } from '#db/schema/index.ts'
import { byNumber, byPerson, byText, pageById, sortedPage } from '#db/sorted.ts'
import * as audit from '#records/audit.ts'
import * as mails from '#records/mails.ts'
import type { AdminCtx, Ctx, UserCtx } from '../ctx.ts'
import * as mailTexts from './mail-texts.tsx'
import { takeBack, worth } from './refunds.ts'
import { type RefundRequest, refundRequest } from './rules/answers.ts'
import { type RefundState, type RefundVerb, stateAfter } from './rules/refund.ts'
import { searchCondition } from './search.ts'

type Row = typeof refundRequests.$inferSelect
type Money = { amount: number; currency: string }

/** One request as the API shows it; `refund` once the money is on its way. */
const asJson = (row: Row, { amount, currency }: Money, refund: RefundRow | null): RefundRequest =>
  answerOf(refundRequest, { ...row, amount, currency, refund })
type RefundRow = Pick<typeof refunds.$inferSelect, 'amount' | 'credits' | 'state' | 'refundedAt'>

/** A request whose refund failed may have several: the last one tells how it stands. */
const latestRefund = sql`(select max(r.id) from refunds r where r.request_id = ${refundRequests.id})`

const COLUMNS = { request: refundRequests, payment: payments, refund: refunds, email: users.email, name: users.name }
/** @param more columns */
const joined = <More extends SelectedFields>(ctx: Pick<Ctx, 'db'>, more: More = {} as More) =>
  ctx.db
    .select({ ...COLUMNS, ...more })
    .from(refundRequests)
    .innerJoin(payments, eq(payments.id, refundRequests.paymentId))
    .innerJoin(users, eq(users.id, refundRequests.userId))
    .leftJoin(refunds, eq(refunds.id, latestRefund))

export async function list(ctx: UserCtx, page: PageRequest): Promise<Page<RefundRequest>> {
  const own = eq(refundRequests.userId, ctx.user.id)
  const { items, next } = await pageById(joined(ctx), refundRequests.id, own, page, ({ request }) => request.id)
  return { items: items.map(({ request, payment, refund }) => asJson(request, payment, refund)), next }
}

/**
 * Asks for money back. One request of a payment at a time; after a rejection another may follow.
 * @throws AppError not_found; conflict `refund_requested`; unprocessable `nothing_to_refund`
 */
export function request(ctx: UserCtx, paymentId: string, reason: string): Promise<RefundRequest> {
  return inTransaction(ctx, async (ctx) => {
    const [found] = await ctx.db
      .select({ payment: payments, order: orders })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(and(eq(payments.id, paymentId), eq(payments.userId, ctx.user.id), eq(payments.state, 'credited')))
      .for('update', { of: payments })
    if (!found) throw notFound('Payment')
    const { amount } = await worth(ctx, found.order, paymentId)
    if (amount === 0) throw nothingLeft()
    const now = ctx.now()
    const [made] = await ctx.db
      .insert(refundRequests)
      .values({ userId: ctx.user.id, paymentId, reason, createdAt: now, updatedAt: now })
      .onConflictDoNothing()
      .returning()
    if (!made) throw conflict('A refund of this payment has been requested already.', 'refund_requested')
    await audit.record(ctx, 'refund.request', made.id, { payment: paymentId })
    return asJson(made, found.payment, null)
  })
}

const nothingLeft = () =>
  unprocessable(
    'Nothing of this payment is left to refund: as much as was bought has been used or has ended.',
    'nothing_to_refund',
  )

export type AdminRefundRequest = RefundRequest & { user: { id: string; name: string; email: string } }

const SORTS = {
  person: byPerson(users),
  state: byText(refundRequests.state),
  paid: byNumber(payments.amount),
  back: byNumber(sql`${refunds.amount}`),
  reason: byText(refundRequests.reason),
}

/** Every request. @param q as `searchCondition` finds it: a person, a request, a payment or an order */
export async function listAll(
  ctx: AdminCtx,
  { q, state, sort }: { q?: string | undefined; state?: RefundState | undefined; sort?: string | undefined },
  request: PageRequest,
): Promise<Page<AdminRefundRequest>> {
  const wanted = and(
    state ? eq(refundRequests.state, state) : undefined,
    q ? await searchCondition(ctx.db, q, SEARCHED) : undefined,
  )
  const page = await sortedPage(SORTS, refundRequests.id, { ...request, sort }, wanted, (at) => joined(ctx, { at }))
  return { ...page, items: page.items.map(forAdmin) }
}

const SEARCHED = {
  person: refundRequests.userId,
  ids: [refundRequests.id, refundRequests.paymentId],
  payment: refundRequests.paymentId,
}

type Joined = { request: Row; payment: Money; refund: RefundRow | null; email: string; name: string }
const forAdmin = ({ request, payment, refund, email, name }: Joined): AdminRefundRequest => ({
  ...asJson(request, payment, refund),
  user: { id: request.userId, name, email },
})

/** One request with the payment and the order that it is about. @throws AppError not_found */
export async function find(ctx: AdminCtx, id: string) {
  const [row] = await joined(ctx).where(eq(refundRequests.id, id))
  if (!row) throw notFound('Refund request')
  const [order] = await ctx.db.select().from(orders).where(eq(orders.id, row.payment.orderId))
  return { request: forAdmin(row), payment: row.payment, order: order! }
}

/**
 * An admin decides. `refund` claws the credits back and pays the money back after; what is refunded is worked out at that moment.
 * @param note told to the person
 * @param about for the audit log: the reason, and who else signed
 * @throws AppError not_found; conflict `wrong_state`; unprocessable `nothing_to_refund`
 */
export function decide(
  ctx: AdminCtx,
  id: string,
  verb: RefundVerb,
  note: string,
  about: Record<string, string> = {},
): Promise<RefundRequest> {
  return inTransaction(ctx, async (ctx) => {
    const [found] = await ctx.db
      .select({ request: refundRequests, payment: payments, order: orders, email: users.email })
      .from(refundRequests)
      .innerJoin(payments, eq(payments.id, refundRequests.paymentId))
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .innerJoin(users, eq(users.id, refundRequests.userId))
      .where(eq(refundRequests.id, id))
      .for('update', { of: [refundRequests, payments] })
    if (!found) throw notFound('Refund request')
    const { request, payment, order, email } = found
    const state = stateAfter(verb, request.state)
    if (!state) {
      const message = `This request is ${request.state}, so it cannot be ${stateAfter(verb, fromOf(verb))} now.`
      throw new AppError('conflict', message, { code: 'wrong_state', details: { state: request.state } })
    }
    const back = verb === 'refund' ? await takeBack(ctx, order, payment.id, id) : null
    if (back?.amount === 0) throw nothingLeft()
    const now = ctx.now()
    const decided = {
      state,
      note: note || request.note,
      decidedBy: ctx.user.id,
      decidedAt: now,
      updatedAt: now,
      ...(verb === 'approve' ? { approvedAt: now } : {}),
    }
    const [changed] = await ctx.db.update(refundRequests).set(decided).where(eq(refundRequests.id, id)).returning()
    const change = { state: { before: request.state, after: state } }
    const it = { payment: payment.id, user: request.userId, ...(note ? { note } : {}) }
    await audit.record(ctx, `refund.${verb}`, id, { ...about, ...change, ...it, ...back })
    const { currency } = payment
    const mail = mailTexts.decision(
      ctx.config,
      state as Exclude<RefundState, 'requested'>,
      note,
      payment.id,
      back ? { ...back, currency } : undefined,
    )
    await mails.post(ctx, 'refund_decided', { to: email, ...mail })
    return asJson(changed!, payment, back && { ...back, state: 'waiting', refundedAt: null })
  })
}

const fromOf = (verb: RefundVerb): RefundState => (verb === 'refund' ? 'approved' : 'requested')
