import {
  type Anomaly,
  invoiceList,
  type ListedInvoice,
  type ListedOrder,
  type ListedPayment,
  type ListedWebhook,
  ORDER_STATES,
  orderList,
  paymentList,
  WEBHOOK_STATES,
  webhookList,
} from '../../src/admin/rules/billing.ts'
import { AppError } from '../../src/base/errors.ts'
import type { ListedInvoice as OwnInvoice } from '../../src/billing/rules/answers.ts'
import { href, urls } from '../../src/urls.ts'
import { actionCommand } from '../action.ts'
import { commandOf, groupOf } from '../command.ts'
import { declared, listCommand } from '../list.ts'
import { note, plain, say, sayJson } from '../print.ts'
import { money, sayItems, when } from '../record.ts'
import { save } from '../save.ts'

const refunded = (it: { refunded: number; currency: string }) =>
  it.refunded > 0 ? money(it.refunded, it.currency) : ''

const ownPayments = listCommand<OwnInvoice>(
  'mine',
  'list your own invoices',
  ['tabletalk payments mine', 'tabletalk payments mine --csv'],
  {
    path: urls.apiInvoices,
    columns: [
      { name: 'ID', of: (it) => it.id, whole: true },
      { name: 'NUMBER', of: (it) => it.number },
      { name: 'ISSUED (UTC)', of: (it) => it.issued_at, text: (it) => when(it.issued_at) },
      { name: 'FOR', of: (it) => it.line },
      { name: 'CURRENCY', of: (it) => it.currency },
      { name: 'PAID', of: (it) => it.gross, text: (it) => money(it.gross, it.currency), right: true },
      { name: 'REFUNDED', of: (it) => it.refunded, text: refunded, right: true },
    ],
    empty: 'You have no invoice yet.',
  },
)

const pdf = commandOf('pdf', 'save an invoice as a PDF', [
  'tabletalk payments pdf 0199d3c4-8f2a-7c31-9d52-1b7a60c0f3aa -o invoice.pdf',
  'tabletalk payments pdf 0199d3c4-8f2a-7c31-9d52-1b7a60c0f3aa --everybody -o - > invoice.pdf',
])
  .argument('<id>', 'as `payments mine` or `payments invoices` prints it')
  .option('--everybody', 'of anybody (finance)')
  .option('-o, --output <file>', 'where to save it; - is standard output', 'invoice.pdf')
  .does(async ({ client }, id: string, options: { output: string; everybody?: boolean }) => {
    const path = href(options.everybody ? urls.apiAdminInvoicePdf : urls.apiInvoice, { id })
    await save(await client.call(path, { headers: { accept: 'application/pdf' } }), options.output)
  })

const orders = listCommand<ListedOrder>(
  'orders',
  'list orders, the latest first (finance)',
  ['tabletalk payments orders --state open', 'tabletalk payments orders --search ada@example.com'],
  { path: urls.apiAdminOrders, ...declared(orderList), empty: 'No order fits.' },
)

const received = listCommand<ListedPayment>(
  'received',
  'list payments, the latest first (finance)',
  ['tabletalk payments received --state surplus', 'tabletalk payments received --all --csv'],
  { path: urls.apiAdminPayments, ...declared(paymentList, { 'went back': refunded }), empty: 'No payment fits.' },
)

const invoices = listCommand<ListedInvoice>(
  'invoices',
  'list invoices of everybody, the latest first (finance)',
  ['tabletalk payments invoices --year 26-27 --all --csv', 'tabletalk payments invoices --search TT/26-27/000001'],
  { path: urls.apiAdminInvoices, ...declared(invoiceList, { 'went back': refunded }), empty: 'No invoice fits.' },
)

const webhooks = listCommand<ListedWebhook>(
  'webhooks',
  'list what the gateway told by itself (finance)',
  ['tabletalk payments webhooks --state failed'],
  { path: urls.apiAdminWebhooks, ...declared(webhookList), empty: 'Nothing fits.' },
)

const check = commandOf(
  'check',
  'list what is not as it should be with money; ends with 65 when something is (finance)',
  ['tabletalk payments check'],
).does(async ({ client, json }) => {
  const { anomalies } = await client.json<{ anomalies: Anomaly[] }>(urls.apiAdminBilling)
  if (json) sayJson(anomalies)
  else if (anomalies.length === 0) return say('All is as it should be.')
  else {
    sayItems(anomalies, {
      WHAT: (it) => it.title,
      '*ID': (it) => it.id,
      WHO: (it) => it.user?.email,
      '#AMOUNT': (it) => (it.amount === null || it.currency === null ? '' : money(it.amount, it.currency)),
      'SINCE (UTC)': (it) => when(it.since),
      DETAIL: (it) => it.detail,
    })
    for (const [title, todo] of new Map(anomalies.map((it) => [it.title, it.todo]))) note(`${title}: ${todo}`)
  }
  if (anomalies.length > 0) throw new AppError('unprocessable', 'Not all is as it should be.')
})

const ID = 'as the list prints it'
const ANOMALY_ID = 'as `payments check` prints it'

const reconcile = actionCommand<ListedOrder>({
  name: 'reconcile',
  about: 'ask the gateway now what became of an order (finance)',
  example: 'payments reconcile 0199d3c4-8f2a-7c31-9d52-1b7a60c0f3aa --reason "Ticket 4711"',
  of: ['<order>', ID],
  title: ({ id }) => `Reconcile order ${id}`,
  url: urls.apiAdminReconcile,
  done: (it) => `${plain(it.what)} of ${plain(it.user.email)}: ${ORDER_STATES[it.state].toLowerCase()}.`,
})

const replay = actionCommand<ListedWebhook>({
  name: 'replay',
  about: 'process a webhook again (finance)',
  example: 'payments replay 0199d3c4-8f2a-7c31-9d52-1b7a60c0f3aa --reason "Mended"',
  of: ['<webhook>', ID],
  title: ({ id }) => `Replay webhook ${id}`,
  url: urls.apiAdminWebhookReplay,
  done: (it) => `${plain(it.type)}: ${WEBHOOK_STATES[it.state].toLowerCase()}.`,
  check({ state, last_error }) {
    if (state !== 'done')
      throw new AppError('unprocessable', `It failed again: ${plain(last_error ?? 'nobody knows why')}`)
  },
})

const send = actionCommand<{ to: string; number: string }>({
  name: 'send',
  about: 'mail an invoice to its person again (finance)',
  example: 'payments send 0199d3c4-8f2a-7c31-9d52-1b7a60c0f3aa --reason "Lost it"',
  of: ['<invoice>', ID],
  title: ({ id }) => `Mail invoice ${id}`,
  url: urls.apiAdminInvoiceSend,
  done: ({ number, to }) => `${number} is on its way to ${plain(to)}.`,
})

const retry = actionCommand({
  name: 'retry',
  about: 'pay back again what failed: `check` names it (finance)',
  example: 'payments retry 0199d3c4-8f2a-7c31-9d52-1b7a60c0f3aa --reason "The bank is back"',
  of: ['<refund>', ANOMALY_ID],
  title: ({ id }) => `Pay refund ${id} back again`,
  url: urls.apiAdminRefundRetry,
  done: () => 'Another refund is on its way to the gateway.',
})

const dismiss = actionCommand({
  name: 'dismiss',
  about: 'take a payment that was paid twice, and is back, off the list of `check` (finance)',
  example: 'payments dismiss pay_29QQoUBi66xm2f --reason "Told the customer"',
  of: ['<payment>', ANOMALY_ID],
  title: ({ id }) => `Dismiss payment ${id}`,
  url: urls.apiAdminSurplusDismiss,
  done: () => 'It is dismissed, until something new happens with it.',
})

export const payments = groupOf('payments', 'your invoices, and for finance the money of everybody', [
  ownPayments,
  pdf,
  orders,
  received,
  invoices,
  webhooks,
  check,
  reconcile,
  replay,
  retry,
  dismiss,
  send,
])
