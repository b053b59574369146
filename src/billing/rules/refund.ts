import { DAY, MINUTE } from '#base/time.ts'

export const REFUND_STATES = ['requested', 'approved', 'rejected', 'refunded'] as const
export type RefundState = (typeof REFUND_STATES)[number]
/** One word for each, for the person and for admins alike. */
export const STATE_LABELS: Record<RefundState, string> = {
  requested: 'Requested',
  approved: 'Approved',
  rejected: 'Rejected',
  refunded: 'Refunded',
}

const STEPS = {
  approve: { from: 'requested', to: 'approved' },
  reject: { from: ['requested', 'approved'], to: 'rejected' },
  refund: { from: 'approved', to: 'refunded' },
} as const satisfies Record<string, { from: RefundState | readonly RefundState[]; to: RefundState }>
export type RefundVerb = keyof typeof STEPS

/** The state after a verb; null when the verb is not possible in this state. */
export function stateAfter(verb: RefundVerb, state: RefundState): RefundState | null {
  const from: readonly RefundState[] = [STEPS[verb].from].flat()
  return from.includes(state) ? STEPS[verb].to : null
}

/**
 * What is paid back: credits already used are not refunded, the bonus is void. Of a plan, what `purchased` counts are the credits of
 * all its months, and months that are over count as used.
 * @param amount minor units that were paid
 * @param used credits of the purchase that are no longer there, those of the bonus included
 */
export const refundable = (amount: number, purchased: number, used: number): number =>
  Number((BigInt(amount) * BigInt(purchased - Math.min(purchased, used))) / BigInt(purchased))

/** Credits that are taken back for a refund that was made without us: its share of what was purchased, rounded up. */
export const clawedBackFor = (refunded: number, amount: number, purchased: number): number =>
  Math.min(purchased, Number((BigInt(refunded) * BigInt(purchased) + BigInt(amount) - 1n) / BigInt(amount)))

const FIRST_WATCH = 10 * MINUTE
const LONGEST_WATCH = DAY
/** A bank that has not sent the money back by then keeps it. */
const WATCHED = 30 * DAY

/** When the gateway is first asked whether a refund that it made has failed after all. */
export const firstWatch = (refundedAt: Date): Date => new Date(Number(refundedAt) + FIRST_WATCH)

/** When it is asked next: ever more rarely, for thirty days; null then. */
export function nextWatch(refundedAt: Date, now: Date): Date | null {
  const age = Number(now) - Number(refundedAt)
  if (age > WATCHED) return null
  return new Date(Number(now) + Math.min(Math.max(age, FIRST_WATCH), LONGEST_WATCH))
}

/** Characters that a reason may have. */
export const REASON_LENGTH = 2000
