import { groupOf } from '../command.ts'
import { check, dismiss, reconcile, replay, retry, send } from './payments/actions.ts'
import { invoices, orders, received, webhooks } from './payments/lists.ts'
import { ownPayments, pdf } from './payments/own.ts'

export const payments = groupOf(
  'payments',
  'your invoices, and for finance the money of everybody',
  [ownPayments, pdf, orders, received, invoices, webhooks, check, reconcile, replay, retry, dismiss, send],
  ownPayments,
)
