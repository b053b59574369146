import type { Child } from 'hono/jsx'
import { SortHead } from '#ui/sort-head.tsx'
import { href, urls } from '../../urls.ts'
import {
  type ListedInvoice,
  type ListedOrder,
  type ListedPayment,
  type ListedWebhook,
  ORDER_KINDS,
  ORDER_STATES,
  PAYMENT_STATES,
  timesText,
  WEBHOOK_STATES,
} from '../rules/billing.ts'
import type { Shown } from '../rules/list.ts'
import { ActButton } from './act.tsx'
import { reconcileAct, replayAct, sendInvoiceAct } from './billing-acts.ts'
import { Email, ListBody, ListForm, ListInput, ListSelect, When } from './list.tsx'
import { moneyText } from './refund-acts.tsx'

type Props<T> = { page: { items: T[]; next: string | null } | null; shown: Shown; cursor: string | undefined }
const SEARCH = { search: 'Person, order or payment', hint: 'ada, pay_…, order_…, id' }
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
const State = ({ state, label }: { state: string; label: string }) => (
  <span class={`badge ${TONES[state] ?? ''}`}>{label}</span>
)
/** Whose it is; leads to all of theirs. */
const PersonCell = ({ user }: { user: ListedOrder['user'] }) => (
  <td data-label="Person" class="wrap">
    <a href={href(urls.adminBilling, {}, { q: user.id })}>{user.name || 'No name'}</a>
    <span class="cell-note">
      <Email of={user.email} />
    </span>
  </td>
)
const AmountCell = (props: { label?: string; amount: number; currency: string; children?: Child }) => (
  <td data-label={props.label ?? 'Amount'} class="num">
    {moneyText(props.amount, props.currency)}
    {props.children}
  </td>
)
type Back = { refunded: number; currency: string; notes?: ListedInvoice['credit_notes'] }
const BackCell = ({ refunded, currency, notes = [] }: Back) => (
  <td data-label="Went back" class="num">
    {refunded > 0 ? moneyText(refunded, currency) : '–'}
    {notes.map((note) => (
      <a class="cell-note" href={note.pdf}>
        {note.number} (PDF{note.failed ? ', void' : ''})
      </a>
    ))}
  </td>
)
const Id = ({ id, to }: { id: string; to?: string }) =>
  to ? (
    <a class="cell-note mono" href={to}>
      {id}
    </a>
  ) : (
    <span class="cell-note mono">{id}</span>
  )
/** One currency and a span of days, for a file that can be added up. */
const MoneyFilters = ({ shown }: { shown: Shown }) => (
  <>
    <ListSelect name="currency" label="Currency" all="All" options={CURRENCIES} shown={shown} />
    <ListInput name="from" label="From (UTC)" type="date" shown={shown} />
    <ListInput name="to" label="To (UTC)" type="date" shown={shown} />
  </>
)
const CURRENCIES = { INR: 'INR', USD: 'USD', EUR: 'EUR', GBP: 'GBP' }
const Acts = () => (
  <th scope="col">
    <span class="quiet">Acts</span>
  </th>
)

export const OrderList = ({ page, shown, cursor }: Props<ListedOrder>) => {
  const place = { address: urls.adminBilling, shown }
  return (
    <>
      <ListForm {...place} {...SEARCH}>
        <ListSelect name="state" label="State" all="All" options={ORDER_STATES} shown={shown} />
        <ListSelect name="kind" label="What" all="Both" options={ORDER_KINDS} shown={shown} />
      </ListForm>
      <ListBody
        {...place}
        {...{ page, cursor }}
        label="Orders"
        empty={{
          icon: 'credit',
          title: 'Nothing was ordered yet',
          text: 'Orders of credits and plans are listed here.',
        }}
        head={
          <>
            <SortHead {...place} label="What" by="what" text />
            <SortHead {...place} label="Person" by="person" text />
            <SortHead {...place} label="Amount" by="amount" num />
            <SortHead {...place} label="State" by="state" text />
            <SortHead {...place} label="Ordered (UTC)" by="created" usual />
            <Acts />
          </>
        }
        row={(it) => (
          <tr>
            <td>
              <strong>{it.what}</strong>
              <Id id={it.gateway_order_id ?? it.id} to={href(urls.adminBillingPayments, {}, { q: it.id })} />
            </td>
            <PersonCell user={it.user} />
            <AmountCell amount={it.amount} currency={it.currency} />
            <td data-label="State">
              <State state={it.state} label={ORDER_STATES[it.state]} />
              {it.state !== 'paid' && it.checks > 0 && <span class="cell-note">asked {timesText(it.checks)}</span>}
            </td>
            <td data-label="Ordered">
              <When at={it.created_at} />
            </td>
            <td>
              <ActButton act={reconcileAct(it.id)} small />
            </td>
          </tr>
        )}
      />
    </>
  )
}

export const PaymentList = ({ page, shown, cursor }: Props<ListedPayment>) => {
  const place = { address: urls.adminBillingPayments, shown }
  return (
    <>
      <ListForm {...place} {...SEARCH}>
        <ListSelect name="state" label="State" all="All" options={PAYMENT_STATES} shown={shown} />
        <MoneyFilters shown={shown} />
      </ListForm>
      <ListBody
        {...place}
        {...{ page, cursor }}
        label="Payments"
        empty={{
          icon: 'credit',
          title: 'Nobody has paid yet',
          text: 'Attempts to pay are listed here, those that failed too.',
        }}
        head={
          <>
            <SortHead {...place} label="Payment" by="payment" text />
            <SortHead {...place} label="Person" by="person" text />
            <SortHead {...place} label="Amount" by="amount" num />
            <SortHead {...place} label="State" by="state" text />
            <SortHead {...place} label="Went back" by="back" num />
            <SortHead {...place} label="When (UTC)" by="created" usual />
          </>
        }
        row={(it) => (
          <tr>
            <td>
              <strong class="mono wrap">{it.id}</strong>
              <a class="cell-note" href={href(urls.adminBilling, {}, { q: it.order_id })}>
                {it.what}
              </a>
            </td>
            <PersonCell user={it.user} />
            <AmountCell amount={it.amount} currency={it.currency}>
              {it.method && <span class="cell-note">{it.method}</span>}
            </AmountCell>
            <td data-label="State">
              <State state={it.state} label={PAYMENT_STATES[it.state]} />
              {it.reason && <span class="cell-note">{it.reason.replaceAll('_', ' ')}</span>}
            </td>
            <BackCell refunded={it.refunded} currency={it.currency} />
            <td data-label="When">
              <When at={it.created_at} />
            </td>
          </tr>
        )}
      />
    </>
  )
}

export const InvoiceList = ({ page, shown, cursor, years }: Props<ListedInvoice> & { years: string[] }) => {
  const place = { address: urls.adminBillingInvoices, shown }
  return (
    <>
      <ListForm {...place} search="Person, number, order or payment" hint="TT/26-27/000001, ada, pay_…">
        <ListSelect
          name="year"
          label="Financial year"
          all="All"
          options={Object.fromEntries(years.map((year) => [year, `20${year}`]))}
          shown={shown}
        />
        <MoneyFilters shown={shown} />
      </ListForm>
      <ListBody
        {...place}
        {...{ page, cursor }}
        label="Invoices"
        empty={{ icon: 'file', title: 'No invoice yet', text: 'One is issued with each payment that is credited.' }}
        head={
          <>
            <SortHead {...place} label="Invoice" by="number" text />
            <SortHead {...place} label="Person" by="person" text />
            <SortHead {...place} label="Gross" by="gross" num />
            <SortHead {...place} label="Tax in it" by="tax" num />
            <SortHead {...place} label="Went back" by="back" num />
            <SortHead {...place} label="Issued (UTC)" by="created" usual />
            <Acts />
          </>
        }
        row={(it) => (
          <tr>
            <td>
              <a class="main" href={href(urls.adminBillingInvoicePdf, { file: `${it.id}.pdf` })}>
                {it.number} (PDF)
              </a>
              <span class="cell-note">{it.line}</span>
              <Id id={it.payment_id} to={href(urls.adminBillingPayments, {}, { q: it.payment_id })} />
            </td>
            <PersonCell user={it.user} />
            <AmountCell label="Gross" amount={it.gross} currency={it.currency} />
            <AmountCell label="Tax in it" amount={it.tax} currency={it.currency} />
            <BackCell refunded={it.refunded} currency={it.currency} notes={it.credit_notes} />
            <td data-label="Issued">
              <When at={it.issued_at} />
            </td>
            <td>
              <ActButton act={sendInvoiceAct(it.id, it.number)} small />
            </td>
          </tr>
        )}
      />
    </>
  )
}

export const WebhookList = ({ page, shown, cursor }: Props<ListedWebhook>) => {
  const place = { address: urls.adminBillingWebhooks, shown }
  return (
    <>
      <ListForm {...place} search="Event, order or payment" hint="a whole id: pay_…, order_…">
        <ListSelect name="state" label="State" all="All" options={WEBHOOK_STATES} shown={shown} />
      </ListForm>
      <ListBody
        {...place}
        {...{ page, cursor }}
        label="Webhooks"
        empty={{
          icon: 'info',
          title: 'The gateway has told nothing yet',
          text: 'Its webhooks are listed here for 90 days as they come.',
        }}
        head={
          <>
            <SortHead {...place} label="Event" by="type" text />
            <SortHead {...place} label="State" by="state" text />
            <SortHead {...place} label="About" by="about" text />
            <SortHead {...place} label="Tries" by="tries" num />
            <SortHead {...place} label="Came (UTC)" by="created" usual />
            <Acts />
          </>
        }
        row={(it) => (
          <tr>
            <td>
              <strong>{it.type}</strong>
              <Id id={it.event_id} />
            </td>
            <td data-label="State">
              <State state={it.state} label={WEBHOOK_STATES[it.state]} />
              {it.last_error && <span class="cell-note wrap">{it.last_error}</span>}
            </td>
            <td data-label="About">
              {it.payment_id ? (
                <Id id={it.payment_id} to={href(urls.adminBillingPayments, {}, { q: it.payment_id })} />
              ) : it.gateway_order_id ? (
                <Id id={it.gateway_order_id} to={href(urls.adminBilling, {}, { q: it.gateway_order_id })} />
              ) : (
                '–'
              )}
            </td>
            <td data-label="Tries" class="num">
              {it.attempts}
            </td>
            <td data-label="Came">
              <When at={it.created_at} />
            </td>
            <td>
              <ActButton act={replayAct(it.id)} small />
            </td>
          </tr>
        )}
      />
    </>
  )
}
