import { href, urls } from '../../urls.ts'
import type { ListState } from '../list-response.ts'
import {
  invoiceList,
  type ListedInvoice,
  type ListedOrder,
  type ListedPayment,
  type ListedWebhook,
  ORDER_STATES,
  orderList,
  PAYMENT_STATES,
  paymentList,
  timesText,
  WEBHOOK_STATES,
  webhookList,
} from '../rules/billing.ts'
import type { Person } from '../rules/names.ts'
import { ActionButton } from './action.tsx'
import { reconcileAction, replayAction, sendInvoiceAction } from './billing-actions.ts'
import { ListView, PersonLink } from './list.tsx'
import { moneyText } from './refund-actions.tsx'

const TONES: Record<string, string> = {
  paid: 'badge-green',
  credited: 'badge-green',
  done: 'badge-green',
  open: 'badge-accent',
  creating: 'badge-accent',
  waiting: 'badge-amber',
  surplus: 'badge-amber',
  refused: 'badge-red',
  failed: 'badge-red',
}
const State = ({ state, label, note }: { state: string; label: string; note?: string | false | null }) => (
  <>
    <span class={`badge ${TONES[state] ?? ''}`}>{label}</span>
    {note && <span class="cell-note wrap">{note}</span>}
  </>
)
/** Whose it is; leads to all of theirs. */
const Payer = ({ user }: { user: Person }) => (
  <PersonLink user={user} to={href(urls.adminBilling, {}, { q: user.id })} />
)
const Id = ({ id, to }: { id: string; to?: string }) =>
  to ? (
    <a class="cell-note mono" href={to}>
      {id}
    </a>
  ) : (
    <span class="cell-note mono">{id}</span>
  )
const toPayments = (q: string) => href(urls.adminBillingPayments, {}, { q })
const backText = (it: { refunded: number; currency: string }) =>
  it.refunded > 0 ? moneyText(it.refunded, it.currency) : '–'

export const OrderList = (state: ListState<ListedOrder>) => (
  <ListView
    {...state}
    list={orderList}
    address={urls.adminBilling}
    label="Orders"
    empty={{
      icon: 'credit',
      title: 'Nothing was ordered yet',
      text: 'Orders of credits and plans are listed here.',
    }}
    cells={{
      what: (it) => (
        <>
          <strong>{it.what}</strong>
          <Id id={it.gateway_order_id ?? it.id} to={toPayments(it.id)} />
        </>
      ),
      email: ['wrap', (it) => <Payer user={it.user} />],
      amount: true,
      state: (it) => (
        <State
          state={it.state}
          label={ORDER_STATES[it.state]}
          note={it.state !== 'paid' && it.checks > 0 && `asked ${timesText(it.checks)}`}
        />
      ),
      created_at: true,
      Actions: (it) => <ActionButton action={reconcileAction(it.id)} small />,
    }}
  />
)

export const PaymentList = (state: ListState<ListedPayment>) => (
  <ListView
    {...state}
    list={paymentList}
    address={urls.adminBillingPayments}
    label="Payments"
    empty={{
      icon: 'credit',
      title: 'Nobody has paid yet',
      text: 'Attempts to pay are listed here, those that failed too.',
    }}
    cells={{
      id: (it) => (
        <>
          <strong class="mono wrap">{it.id}</strong>
          <a class="cell-note" href={href(urls.adminBilling, {}, { q: it.order_id })}>
            {it.what}
          </a>
        </>
      ),
      email: ['wrap', (it) => <Payer user={it.user} />],
      amount: (it) => (
        <>
          {moneyText(it.amount, it.currency)}
          {it.method && <span class="cell-note">{it.method}</span>}
        </>
      ),
      state: (it) => <State state={it.state} label={PAYMENT_STATES[it.state]} note={it.reason.replaceAll('_', ' ')} />,
      'went back': backText,
      created_at: true,
    }}
  />
)

export const InvoiceList = ({ years, ...state }: ListState<ListedInvoice> & { years: string[] }) => (
  <ListView
    {...state}
    list={invoiceList}
    address={urls.adminBillingInvoices}
    label="Invoices"
    options={{ year: Object.fromEntries(years.map((year) => [year, `20${year}`])) }}
    empty={{ icon: 'file', title: 'No invoice yet', text: 'One is issued with each payment that is credited.' }}
    cells={{
      number: (it) => (
        <>
          <a class="main" href={href(urls.adminBillingInvoicePdf, { file: `${it.id}.pdf` })}>
            {it.number} (PDF)
          </a>
          <span class="cell-note">{it.line}</span>
          <Id id={it.payment_id} to={toPayments(it.payment_id)} />
        </>
      ),
      email: ['wrap', (it) => <Payer user={it.user} />],
      gross: true,
      tax: true,
      'went back': (it) => (
        <>
          {backText(it)}
          {it.credit_notes.map((note) => (
            <a class="cell-note" href={note.pdf}>
              {note.number} (PDF{note.failed ? ', void' : ''})
            </a>
          ))}
        </>
      ),
      issued_at: true,
      Actions: (it) => <ActionButton action={sendInvoiceAction(it.id, it.number)} small />,
    }}
  />
)

export const WebhookList = (state: ListState<ListedWebhook>) => (
  <ListView
    {...state}
    list={webhookList}
    address={urls.adminBillingWebhooks}
    label="Webhooks"
    empty={{
      icon: 'info',
      title: 'The gateway has told nothing yet',
      text: 'Its webhooks are listed here for 90 days as they come.',
    }}
    cells={{
      type: (it) => (
        <>
          <strong>{it.type}</strong>
          <Id id={it.event_id} />
        </>
      ),
      state: (it) => <State state={it.state} label={WEBHOOK_STATES[it.state]} note={it.last_error} />,
      payment_id: ({ payment_id: payment, gateway_order_id: order }) =>
        payment ? (
          <Id id={payment} to={toPayments(payment)} />
        ) : order ? (
          <Id id={order} to={href(urls.adminBilling, {}, { q: order })} />
        ) : (
          '–'
        ),
      attempts: true,
      created_at: true,
      Actions: (it) => <ActionButton action={replayAction(it.id)} small />,
    }}
  />
)
