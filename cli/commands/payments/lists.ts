import {
  type ListedInvoice,
  type ListedOrder,
  type ListedPayment,
  type ListedWebhook,
  ORDER_KINDS,
  ORDER_STATES,
  PAYMENT_STATES,
  WEBHOOK_STATES,
} from '../../../src/admin/rules/billing.ts'
import { urls } from '../../../src/urls.ts'
import { type ListColumn, listCommand, SORT } from '../../list.ts'
import { money, number, when } from '../../record.ts'

const search = (about: string) => ({ flags: '-q, --search <text>', about })
const WORDS = 'or beginnings of words of a name or address'

type Sum = { amount: number; currency: string }
const amount = <T extends Sum>(name: string): ListColumn<T> => ({
  name,
  of: (it) => it.amount,
  shown: (it) => money(it.amount, it.currency),
  right: true,
})
const refunded = <T extends { refunded: number; currency: string }>(): ListColumn<T> => ({
  name: 'REFUNDED',
  of: (it) => it.refunded,
  shown: (it) => (it.refunded > 0 ? money(it.refunded, it.currency) : ''),
  right: true,
})

export const orders = listCommand<ListedOrder>(
  'orders',
  'list orders, the latest first (finance)',
  ['tabletalk payments orders --state open', 'tabletalk payments orders --search ada@example.com'],
  {
    path: urls.apiAdminOrders,
    filters: [
      search(`a whole id of an order, a payment or a person, ${WORDS}`),
      { flags: '--state <state>', about: 'by state', choices: Object.keys(ORDER_STATES) },
      { flags: '--kind <kind>', about: 'what was ordered', choices: Object.keys(ORDER_KINDS) },
      SORT,
    ],
    columns: [
      { name: 'ID', of: (it) => it.id, whole: true },
      { name: 'TIME (UTC)', of: (it) => it.created_at, shown: (it) => when(it.created_at) },
      { name: 'WHO', of: (it) => it.user.email },
      { name: 'WHAT', of: (it) => it.what },
      amount('AMOUNT'),
      { name: 'STATE', of: (it) => it.state, shown: (it) => ORDER_STATES[it.state] },
      { name: 'CHECKS', of: (it) => it.checks, shown: (it) => number(it.checks), right: true },
    ],
    empty: 'No order fits.',
  },
)

export const received = listCommand<ListedPayment>(
  'received',
  'list payments, the latest first (finance)',
  ['tabletalk payments received --state surplus', 'tabletalk payments received --all --csv'],
  {
    path: urls.apiAdminPayments,
    filters: [
      search(`a whole id of a payment, an order or a person, ${WORDS}`),
      { flags: '--state <state>', about: 'by state', choices: Object.keys(PAYMENT_STATES) },
      SORT,
    ],
    columns: [
      { name: 'ID', of: (it) => it.id, whole: true },
      { name: 'TIME (UTC)', of: (it) => it.created_at, shown: (it) => when(it.created_at) },
      { name: 'WHO', of: (it) => it.user.email },
      { name: 'WHAT', of: (it) => it.what },
      amount('AMOUNT'),
      { name: 'STATE', of: (it) => it.state, shown: (it) => PAYMENT_STATES[it.state] },
      { name: 'METHOD', of: (it) => it.method },
      refunded(),
    ],
    empty: 'No payment fits.',
  },
)

export const invoices = listCommand<ListedInvoice>(
  'invoices',
  'list invoices of everybody, the latest first (finance)',
  ['tabletalk payments invoices --year 26-27 --all --csv', 'tabletalk payments invoices --search TT/26-27/000001'],
  {
    path: urls.apiAdminInvoices,
    filters: [
      search(`a number, a whole id of a payment or a person, ${WORDS}`),
      { flags: '--year <year>', about: 'a financial year, as 26-27' },
      SORT,
    ],
    columns: [
      { name: 'ID', of: (it) => it.id, whole: true },
      { name: 'NUMBER', of: (it) => it.number },
      { name: 'ISSUED (UTC)', of: (it) => it.issued_at, shown: (it) => when(it.issued_at) },
      { name: 'WHO', of: (it) => it.user.email },
      { name: 'FOR', of: (it) => it.line },
      { name: 'GROSS', of: (it) => it.gross, shown: (it) => money(it.gross, it.currency), right: true },
      { name: 'TAX', of: (it) => it.tax, shown: (it) => money(it.tax, it.currency), right: true },
      refunded(),
    ],
    empty: 'No invoice fits.',
  },
)

export const webhooks = listCommand<ListedWebhook>(
  'webhooks',
  'list what the gateway told by itself (finance)',
  ['tabletalk payments webhooks --state failed'],
  {
    path: urls.apiAdminWebhooks,
    filters: [
      search('a whole id of an event, a payment or an order'),
      { flags: '--state <state>', about: 'by state', choices: Object.keys(WEBHOOK_STATES) },
      SORT,
    ],
    columns: [
      { name: 'ID', of: (it) => it.id, whole: true },
      { name: 'TIME (UTC)', of: (it) => it.created_at, shown: (it) => when(it.created_at) },
      { name: 'TYPE', of: (it) => it.type },
      { name: 'STATE', of: (it) => it.state, shown: (it) => WEBHOOK_STATES[it.state] },
      { name: 'PAYMENT', of: (it) => it.payment_id },
      { name: 'ATTEMPTS', of: (it) => it.attempts, shown: (it) => number(it.attempts), right: true },
      { name: 'ERROR', of: (it) => it.last_error },
    ],
    empty: 'Nothing fits.',
  },
)
