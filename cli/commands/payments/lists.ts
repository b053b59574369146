import {
  invoiceList,
  type ListedInvoice,
  type ListedOrder,
  type ListedPayment,
  type ListedWebhook,
  orderList,
  paymentList,
  webhookList,
} from '../../../src/admin/rules/billing.ts'
import { urls } from '../../../src/urls.ts'
import { declared, listCommand } from '../../list.ts'
import { money } from '../../record.ts'

const refunded = (it: { refunded: number; currency: string }) =>
  it.refunded > 0 ? money(it.refunded, it.currency) : ''

export const orders = listCommand<ListedOrder>(
  'orders',
  'list orders, the latest first (finance)',
  ['tabletalk payments orders --state open', 'tabletalk payments orders --search ada@example.com'],
  { path: urls.apiAdminOrders, ...declared(orderList), empty: 'No order fits.' },
)

export const received = listCommand<ListedPayment>(
  'received',
  'list payments, the latest first (finance)',
  ['tabletalk payments received --state surplus', 'tabletalk payments received --all --csv'],
  { path: urls.apiAdminPayments, ...declared(paymentList, { 'went back': refunded }), empty: 'No payment fits.' },
)

export const invoices = listCommand<ListedInvoice>(
  'invoices',
  'list invoices of everybody, the latest first (finance)',
  ['tabletalk payments invoices --year 26-27 --all --csv', 'tabletalk payments invoices --search TT/26-27/000001'],
  { path: urls.apiAdminInvoices, ...declared(invoiceList, { 'went back': refunded }), empty: 'No invoice fits.' },
)

export const webhooks = listCommand<ListedWebhook>(
  'webhooks',
  'list what the gateway told by itself (finance)',
  ['tabletalk payments webhooks --state failed'],
  { path: urls.apiAdminWebhooks, ...declared(webhookList), empty: 'Nothing fits.' },
)
