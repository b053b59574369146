import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, jsonb, moment, oneOf, refers, updatedAt } from './columns.ts'
import { users } from './identity.ts'

/** Money in minor units (paise, cents): whole numbers, never floats. */
const minor = (name: string) => bigint(name, { mode: 'number' })
/** Whose money it is: kept as long as the books are, also when the account is emptied. */
const owner = () => refers('user_id', () => users.id, 'restrict')

/** What somebody wants to buy, with the price that they were shown: amounts that a browser sends are compared with it. */
export const orders = pgTable(
  'orders',
  {
    /** Also the receipt under which the gateway finds the order again. */
    id: id(),
    userId: owner(),
    /** Null until the gateway has answered. */
    gatewayOrderId: text('gateway_order_id').unique(),
    kind: text('kind', { enum: ['credits', 'plan'] }).notNull(),
    /** The whole quote as it was shown, see billing/rules/price.ts and plan.ts. */
    quote: jsonb('quote').$type<Record<string, unknown>>().notNull(),
    amount: minor('amount').notNull(),
    currency: text('currency', { enum: ['INR', 'USD', 'EUR', 'GBP'] }).notNull(),
    /** `creating` until the gateway knows it, `failed` when it never will. */
    state: oneOf('state', ['creating', 'open', 'paid', 'failed'], 'creating'),
    /** When the reconciler looks at it next; null once nothing can come any more. */
    nextCheckAt: moment('next_check_at'),
    checks: integer('checks').notNull().default(0),
    paidAt: moment('paid_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('orders_user').on(t.userId, t.id),
    index('orders_state').on(t.state, t.id),
    index('orders_kind').on(t.kind, t.id),
    index('orders_paid_at').on(t.paidAt, t.currency, t.amount).where(sql`paid_at is not null`),
    index('orders_due').on(t.nextCheckAt).where(sql`next_check_at is not null`),
    check('orders_amount_positive', sql`${t.amount} > 0`),
    check('orders_known_to_gateway', sql`${t.state} in ('creating', 'failed') or ${t.gatewayOrderId} is not null`),
    check('orders_paid', sql`(${t.state} = 'paid') = (${t.paidAt} is not null)`),
  ],
)

/** What the gateway said of each attempt to pay an order. One payment of an order is credited, whatever happens (unique index). */
export const payments = pgTable(
  'payments',
  {
    /** The gateway's id, `pay_…`: a payment exists once. */
    id: text('id').primaryKey(),
    orderId: refers('order_id', () => orders.id),
    userId: owner(),
    amount: minor('amount').notNull(),
    currency: text('currency').notNull(),
    /** `surplus`: a second capture of a paid order; `refused`: not what was ordered. Both are paid back. */
    state: text('state', { enum: ['failed', 'credited', 'surplus', 'refused'] }).notNull(),
    method: text('method').notNull().default(''),
    /** Why it failed, in the gateway's words. */
    reason: text('reason').notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('payments_user').on(t.userId, t.createdAt),
    uniqueIndex('payments_credited_once').on(t.orderId).where(sql`state = 'credited'`),
    index('payments_order').on(t.orderId),
    index('payments_time').on(t.createdAt, t.orderId),
    index('payments_state').on(t.state, t.createdAt, t.orderId),
    check('payments_amount_positive', sql`${t.amount} > 0`),
  ],
)

/** Payments of orders that were paid twice, which an admin has settled and taken off the list of what is wrong. */
export const dismissedPayments = pgTable('dismissed_payments', {
  paymentId: text('payment_id')
    .primaryKey()
    .references(() => payments.id),
  /** The refund and how it stood then: anything newer shows the payment again. */
  stand: text('stand').notNull(),
  createdAt: createdAt(),
})

/** What the gateway told us by itself: stored before it is answered, processed after. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: id(),
    /** The gateway's name of the event: the same one may come many times. */
    eventId: text('event_id').notNull().unique(),
    type: text('type').notNull(),
    body: text('body').notNull(),
    /** Ids of the gateway that it tells of; null where it names none. */
    paymentId: text('payment_id'),
    gatewayOrderId: text('gateway_order_id'),
    state: oneOf('state', ['waiting', 'done', 'failed'], 'waiting'),
    attempts: integer('attempts').notNull().default(0),
    nextAt: moment('next_at'),
    lastError: text('last_error'),
    processedAt: moment('processed_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('webhook_events_due').on(t.nextAt).where(sql`state = 'waiting'`),
    index('webhook_events_state').on(t.state, t.id),
    index('webhook_events_payment').on(t.paymentId).where(sql`payment_id is not null`),
    index('webhook_events_disputes').on(t.id).where(sql`type like 'payment.dispute.%'`),
    index('webhook_events_order').on(t.gatewayOrderId).where(sql`gateway_order_id is not null`),
  ],
)

/** Secrets that sign webhooks: one that was replaced counts for a day. */
export const webhookSecrets = pgTable('webhook_secrets', {
  /** SHA-256 of the secret. */
  id: text('id').primaryKey(),
  /** Sealed with AUTH_SECRET. */
  secret: text('secret').notNull(),
  supersededAt: moment('superseded_at'),
  createdAt: createdAt(),
})

export const refundRequests = pgTable(
  'refund_requests',
  {
    id: id(),
    userId: owner(),
    paymentId: refers('payment_id', () => payments.id),
    reason: text('reason').notNull(),
    state: oneOf('state', ['requested', 'approved', 'rejected', 'refunded'], 'requested'),
    /** What whoever decided wrote to the person. */
    note: text('note').notNull().default(''),
    decidedBy: text('decided_by').references(() => users.id, { onDelete: 'set null' }),
    /** When it was decided last; `approvedAt` stays when the money goes back. */
    decidedAt: moment('decided_at'),
    approvedAt: moment('approved_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('refund_requests_user').on(t.userId, t.id),
    index('refund_requests_state').on(t.state, t.id),
    index('refund_requests_payment').on(t.paymentId),
    uniqueIndex('refund_requests_once').on(t.paymentId).where(sql`state <> 'rejected'`),
    check('refund_requests_decided', sql`(${t.state} = 'requested') = (${t.decidedAt} is null)`),
  ],
)

/** Money on its way back. Written with the clawback of the credits; a job hands it to the gateway until that has answered. */
export const refunds = pgTable(
  'refunds',
  {
    /** Also the idempotency key at the gateway. */
    id: id(),
    paymentId: refers('payment_id', () => payments.id),
    requestId: text('request_id').references(() => refundRequests.id),
    gatewayRefundId: text('gateway_refund_id').unique(),
    /** `gateway`: made in the gateway's own dashboard, or a dispute that was lost. `again`: in place of one that failed. */
    cause: text('cause', { enum: ['request', 'surplus', 'refused', 'gateway', 'again'] }).notNull(),
    amount: minor('amount').notNull(),
    currency: text('currency').notNull(),
    /** Credits that were taken back for it. */
    credits: minor('credits').notNull().default(0),
    /** `failed` for good: the gateway could not pay it back after all. Another refund may take its place. */
    state: oneOf('state', ['waiting', 'refunded', 'failed'], 'waiting'),
    attempts: integer('attempts').notNull().default(0),
    /** When it is handed to the gateway next; of one that is refunded, when the gateway is asked next whether it failed after all. */
    nextAt: moment('next_at'),
    lastError: text('last_error'),
    refundedAt: moment('refunded_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('refunds_payment').on(t.paymentId),
    // The last one of a request is asked for, with each request that is listed.
    index('refunds_request').on(t.requestId, t.id),
    uniqueIndex('refunds_of_request').on(t.requestId).where(sql`state <> 'failed'`),
    index('refunds_failed').on(t.createdAt).where(sql`state = 'failed'`),
    index('refunds_time').on(t.createdAt),
    index('refunds_due').on(t.nextAt).where(sql`state = 'waiting'`),
    index('refunds_watched').on(t.nextAt).where(sql`state = 'refunded' and next_at is not null`),
    uniqueIndex('refunds_of_stray_payment').on(t.paymentId).where(sql`cause in ('surplus', 'refused')`),
    check('refunds_amount_positive', sql`${t.amount} > 0`),
    check('refunds_credits', sql`${t.credits} >= 0`),
  ],
)

/** The membership of a person as it stands: one row each, derived from the periods that they bought. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: id(),
    userId: owner().unique(),
    planType: text('plan_type').notNull(),
    isAnnual: boolean('is_annual').notNull(),
    monthlyCredits: integer('monthly_credits').notNull(),
    currentPeriodEnd: moment('current_period_end').notNull(),
    /** What the person was last told about: the end of a period, and how many days before it (30, 7, 0). */
    remindedOf: moment('reminded_of'),
    remindedDays: integer('reminded_days'),
    /** What the person wants after it: `free` for nothing and no reminders; null to be asked to go on with the same. */
    nextPlan: text('next_plan', { enum: ['free', 'premium', 'flexible'] }),
    nextPeriod: text('next_period', { enum: ['monthly', 'annual'] }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('subscriptions_end').on(t.currentPeriodEnd)],
)

/** A month or a year that was paid for; periods of one membership follow each other. */
export const subscriptionPeriods = pgTable(
  'subscription_periods',
  {
    id: id(),
    subscriptionId: refers('subscription_id', () => subscriptions.id),
    userId: owner(),
    /** Null for what an admin gave. */
    paymentId: text('payment_id')
      .unique()
      .references(() => payments.id),
    givenBy: text('given_by').references(() => users.id, { onDelete: 'restrict' }),
    planType: text('plan_type').notNull(),
    isAnnual: boolean('is_annual').notNull(),
    monthlyCredits: integer('monthly_credits').notNull(),
    /** Months after their own in which unused credits can still be spent. */
    carryMonths: integer('carry_months').notNull().default(0),
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    /** Months whose credits were given. */
    granted: integer('granted').notNull().default(0),
    /** When the credits of the next month are due; null when there are no more. */
    nextGrantAt: moment('next_grant_at'),
    /** When its money went back, or it was upgraded, and with which refund or payment; the other moments stay as planned, so that it can go on if the refund fails. */
    endedAt: moment('ended_at'),
    endedBy: text('ended_by'),
    createdAt: createdAt(),
  },
  (t) => [
    index('subscription_periods_user').on(t.userId, t.endsAt),
    index('subscription_periods_due').on(t.nextGrantAt).where(sql`next_grant_at is not null and ended_at is null`),
    check('subscription_periods_source', sql`(${t.paymentId} is null) <> (${t.givenBy} is null)`),
    check('subscription_periods_forward', sql`${t.endsAt} >= ${t.startsAt}`),
  ],
)

export const billingDetails = pgTable('billing_details', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  name: text('name').notNull(),
  address: text('address').notNull(),
  city: text('city').notNull(),
  postalCode: text('postal_code').notNull(),
  /** Two digits of the GST state code; empty outside India. */
  stateCode: text('state_code').notNull().default(''),
  /** ISO 3166, two letters. */
  country: text('country').notNull().default('IN'),
  gstin: text('gstin').notNull().default(''),
  updatedAt: updatedAt(),
})

/** The last invoice number of each Indian financial year: the row's lock makes the numbers follow each other without gaps. */
export const invoiceCounters = pgTable('invoice_counters', {
  financialYear: text('financial_year').primaryKey(),
  last: integer('last').notNull(),
})

/** Append-only (trigger): issued in the transaction that credits, with everything that is printed on it. */
export const invoices = pgTable(
  'invoices',
  {
    id: id(),
    /** `TT/26-27/000001` */
    number: text('number').notNull().unique(),
    financialYear: text('financial_year').notNull(),
    sequence: integer('sequence').notNull(),
    userId: owner(),
    paymentId: refers('payment_id', () => payments.id).unique(),
    currency: text('currency').notNull(),
    /** Minor units, taxes included. */
    gross: minor('gross').notNull(),
    cgst: minor('cgst').notNull(),
    sgst: minor('sgst').notNull(),
    igst: minor('igst').notNull(),
    line: text('line').notNull(),
    /** Of an upgrade: what of the price was credited for the plan before, and the words for it. The gross is without it. */
    credit: minor('credit').notNull().default(0),
    creditLine: text('credit_line').notNull().default(''),
    customer: jsonb('customer').$type<Record<string, string>>().notNull(),
    /** Who sold it, as it was then: name, address, state_code, gstin. Empty on invoices from before this was kept. */
    seller: jsonb('seller').$type<Record<string, string>>().notNull().default({}),
    issuedAt: moment('issued_at').notNull(),
  },
  (t) => [
    uniqueIndex('invoices_sequence').on(t.financialYear, t.sequence),
    index('invoices_user').on(t.userId, t.id),
    index('invoices_year').on(t.financialYear, t.id),
    check('invoices_number_length', sql`length(${t.number}) <= 16`),
    check('invoices_credit', sql`${t.credit} >= 0`),
    check('invoices_taxes', sql`${t.cgst} + ${t.sgst} + ${t.igst} between 0 and ${t.gross}`),
  ],
)

/** The last number of the credit notes of each Indian financial year, as for invoices. */
export const creditNoteCounters = pgTable('credit_note_counters', {
  financialYear: text('financial_year').primaryKey(),
  last: integer('last').notNull(),
})

/** Append-only (trigger): issued in the transaction that writes down that money of an invoice went back. Customer and seller are the invoice's. */
export const creditNotes = pgTable(
  'credit_notes',
  {
    id: id(),
    /** `CN/26-27/000001` */
    number: text('number').notNull().unique(),
    financialYear: text('financial_year').notNull(),
    sequence: integer('sequence').notNull(),
    invoiceId: refers('invoice_id', () => invoices.id),
    refundId: refers('refund_id', () => refunds.id).unique(),
    /** Minor units, taxes included. */
    gross: minor('gross').notNull(),
    cgst: minor('cgst').notNull(),
    sgst: minor('sgst').notNull(),
    igst: minor('igst').notNull(),
    issuedAt: moment('issued_at').notNull(),
  },
  (t) => [
    uniqueIndex('credit_notes_sequence').on(t.financialYear, t.sequence),
    index('credit_notes_invoice').on(t.invoiceId),
    check('credit_notes_number_length', sql`length(${t.number}) <= 16`),
    check('credit_notes_taxes', sql`${t.cgst} + ${t.sgst} + ${t.igst} between 0 and ${t.gross}`),
  ],
)

/** What the bundled stand-in of the gateway keeps: it is a program of its own that borrows our database. */
export const sandboxRecords = pgTable(
  'sandbox_records',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: ['order', 'payment', 'refund', 'delivery', 'fault'] }).notNull(),
    /** The order of a payment, the payment of a refund, the receipt of an order. */
    parent: text('parent').notNull().default(''),
    body: jsonb('body').$type<Record<string, unknown>>().notNull(),
    /** When a webhook is delivered next. */
    dueAt: moment('due_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('sandbox_records_parent').on(t.kind, t.parent),
    index('sandbox_records_due').on(t.dueAt).where(sql`due_at is not null`),
  ],
)
export type OrderRow = typeof orders.$inferSelect
export type InvoiceRow = typeof invoices.$inferSelect
