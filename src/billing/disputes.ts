import * as audit from '#records/audit.ts'
import type { Ctx } from '../ctx.ts'
import { observe } from './refunds.ts'

/** What the types of its webhooks begin with; the state follows. */
export const DISPUTE = 'payment.dispute.'

/** A dispute as the gateway writes it in its webhooks: a bank takes money back for its customer, unless the seller shows that it is theirs. */
export type Dispute = {
  id: string
  payment_id: string
  amount: number
  currency: string
  amount_deducted?: number
  reason_code?: string
  /** Unix seconds until which the seller may answer. */
  respond_by?: number | null
  status?: string
}

/**
 * A dispute is written down as it goes on, and Billing Management shows it while it is open. One that was lost is a refund that somebody
 * else made: its share of the credits is clawed back, once.
 */
export async function record(ctx: Ctx, type: string, dispute: Dispute): Promise<void> {
  const { id, payment_id: paymentId, amount, currency, reason_code: reason = '' } = dispute
  const state = type.replace(DISPUTE, '')
  await audit.record(ctx, 'payment.dispute', paymentId, { dispute: id, state, amount, currency, reason })
  const lost = dispute.amount_deducted || amount
  if (state === 'lost') await observe(ctx, { id, paymentId, amount: lost, currency, key: '', status: 'processed' })
}
