import { csvOf } from '#billing/rules/csv.ts'
import type { RefundState } from '#billing/rules/refund.ts'

/** A request as an export needs it. Amounts in minor units. */
type Line = {
  id: string
  created_at: string
  state: RefundState
  user: { name: string; email: string }
  payment_id: string
  amount: number
  currency: string
  refund: { amount: number; credits: number; state: string; refunded_at: string | null } | null
  reason: string
  note: string
  approved_at: string | null
  decided_at: string | null
}

const COLUMNS = [
  'id',
  'created_at',
  'state',
  'name',
  'email',
  'payment_id',
  'amount',
  'currency',
  'refunded_amount',
  'refunded_credits',
  'refund_state',
  'refunded_at',
  'reason',
  'note',
  'approved_at',
  'decided_at',
] as const

export const refundRequestsCsv = (lines: readonly Line[]): string =>
  csvOf(
    COLUMNS,
    lines.map(({ user, refund, ...line }) => ({
      ...line,
      name: user.name,
      email: user.email,
      refunded_amount: refund?.amount ?? null,
      refunded_credits: refund?.credits ?? null,
      refund_state: refund?.state ?? null,
      refunded_at: refund?.refunded_at ?? null,
    })),
  )
