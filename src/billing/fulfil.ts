import { eq } from 'drizzle-orm'
import type { OrderRow } from '#db/schema/index.ts'
import { users } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import * as mails from '#records/mails.ts'
import type { Ctx } from '../ctx.ts'
import * as credits from './credits.ts'
import { attachmentOf } from './invoice-files.ts'
import * as invoices from './invoices.ts'
import * as mailTexts from './mail-texts.tsx'
import { creditText } from './rules/credit.ts'
import { addMonths, PLAN_NAMES, type PlanQuote } from './rules/plan.ts'
import type { CreditQuote } from './rules/price.ts'
import * as subscriptions from './subscriptions.ts'

/** Months after which bought credits and their bonus expire. */
const LIFETIME = 12

export const purchaseKeys = (paymentId: string) => ({
  purchased: `payment:${paymentId}:purchased`,
  bonus: `payment:${paymentId}:bonus`,
})

/**
 * Gives what a payment bought: credits with their bonus, or a period of a plan; then the invoice and the mail. `ctx.db` is the
 * transaction in which the order becomes paid, so that all of it happens once or not at all.
 */
export async function fulfil(ctx: Ctx, order: OrderRow, paymentId: string): Promise<void> {
  const what = order.kind === 'plan' ? await givePlan(ctx, order, paymentId) : await giveCredits(ctx, order, paymentId)
  const { amount, currency, userId } = order
  await audit.record(ctx, 'payment.credit', paymentId, { order: order.id, user: userId, amount, currency, what })
  const [person] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  const invoice = await invoices.issue(ctx, order, paymentId, what)
  const bought = { what, amount, currency, paymentId, invoice: invoice.number, paidAt: ctx.now() }
  const mail = mailTexts.receipt(ctx.config, bought)
  await mails.post(ctx, 'receipt', { to: person!.email, ...mail }, [attachmentOf(invoice)])
}

async function giveCredits(ctx: Ctx, { userId, quote }: OrderRow, paymentId: string): Promise<string> {
  const { baseCredits, bonusCredits, totalCredits } = quote as CreditQuote
  const expiresAt = addMonths(ctx.now(), LIFETIME)
  const keys = purchaseKeys(paymentId)
  const note = `payment:${paymentId}`
  await credits.grant(ctx, userId, {
    kind: 'purchased',
    credits: baseCredits,
    expiresAt,
    key: keys.purchased,
    note,
  })
  if (bonusCredits > 0)
    await credits.grant(ctx, userId, { kind: 'bonus', credits: bonusCredits, expiresAt, key: keys.bonus, note })
  return `${creditText(totalCredits)}, ${bonusCredits} of them as a bonus`
}

async function givePlan(ctx: Ctx, { userId, quote }: OrderRow, paymentId: string): Promise<string> {
  const plan = quote as PlanQuote
  await credits.ensureAccount(ctx, userId)
  const { startsAt, endsAt } = await subscriptions.extend(ctx, userId, paymentId, plan)
  const day = (moment: Date) => moment.toISOString().slice(0, 10)
  return `${PLAN_NAMES[plan.plan_type]}, ${plan.period}, ${day(startsAt)} to ${day(endsAt)}`
}
