import type { Child } from 'hono/jsx'
import { Alert, Done, Problem } from '#ui/field.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { href, urls } from '../../urls.ts'
import { ANOMALIES, type Anomaly, type AnomalyKind } from '../rules/billing.ts'
import { ActionButton } from './action.tsx'
import { dismissAction, reconcileAction, replayAction, retryAction } from './billing-actions.ts'
import { ListHead, When } from './list.tsx'
import { moneyText } from './refund-actions.tsx'

const TABS = [
  [urls.adminBilling, 'Orders'],
  [urls.adminBillingPayments, 'Payments'],
  [urls.adminBillingInvoices, 'Invoices'],
  [urls.adminBillingWebhooks, 'Webhooks'],
  [urls.adminApprovals, 'Approvals'],
] as const
const DONE: Record<string, string> = {
  reconcile: 'The gateway was asked: the order below is as it stands now.',
  replay: 'The webhook was processed again: it is below as it stands now.',
  retry: 'Another refund is on its way to the gateway.',
  dismiss: 'It is dismissed: it returns only when something new happens with it.',
  send: 'The invoice is on its way to the person.',
  asked: 'It waits for a second finance admin, who was told by mail. Nothing is done before that.',
  confirmed: 'It is confirmed and carried out.',
  declined: 'It is declined: nothing was done.',
  withdrawn: 'It is withdrawn: nothing was done.',
}

type Props = {
  here: string
  csv: string
  done: string | undefined
  /** Null when they could not be read. */
  anomalies: Anomaly[] | null
  children: Child
}

/** What the lists of money share: what is wrong on top, and the way between them. */
export const BillingFrame = ({ here, csv, done, anomalies, children }: Props) => (
  <div class="page wide">
    <ListHead
      title="Billing Management"
      intro="What was ordered, paid and invoiced, and what the gateway told. Amounts include taxes."
      csv={csv}
    />
    <Done texts={DONE} done={done} />
    <Anomalies anomalies={anomalies} />
    <Tabs label="Lists of money" here={here} of={TABS} />
    {children}
  </div>
)

const Anomalies = ({ anomalies }: { anomalies: Anomaly[] | null }) => {
  if (!anomalies) return <Problem text="What is wrong with money could not be read just now." />
  if (anomalies.length === 0)
    return (
      <Alert type="success" icon="success">
        Nothing is late, stuck, or paid without being credited.
      </Alert>
    )
  const kinds = Map.groupBy(anomalies, ({ kind }) => kind)
  return (
    <section class="card anomalies" aria-labelledby="anomalies-title">
      <header class="card-head">
        <h2 id="anomalies-title">To look at</h2>
        <span class="badge badge-red">{anomalies.length}</span>
      </header>
      {[...kinds].map(([kind, found]) => (
        <Kind kind={kind} found={found} />
      ))}
    </section>
  )
}

const Kind = ({ kind, found }: { kind: AnomalyKind; found: Anomaly[] }) => (
  <details open={kind !== 'surplus'}>
    <summary>
      {ANOMALIES[kind].title} <span class="badge badge-amber">{found.length}</span>
    </summary>
    <p class="anomaly-todo">{ANOMALIES[kind].todo}</p>
    <ul>
      {found.map((it) => (
        <li>
          <div>
            <Subject it={it} />
            <span class="cell-note wrap">
              {it.user && <a href={href(urls.adminBilling, {}, { q: it.user.id })}>{it.user.email}</a>}{' '}
              {it.detail.replace(/\.?$/, '.')} Since <When at={it.since} /> UTC.
            </span>
          </div>
          {it.kind === 'failed_webhook' ? (
            <ActionButton action={replayAction(it.id)} small />
          ) : it.kind === 'failed_refund' ? (
            <ActionButton action={retryAction(it.id)} small />
          ) : it.settled ? (
            <ActionButton action={dismissAction(it.id)} small />
          ) : it.order_id && (it.kind === 'paid_not_credited' || it.kind === 'overdue_order') ? (
            <ActionButton action={reconcileAction(it.order_id)} small />
          ) : null}
        </li>
      ))}
    </ul>
  </details>
)

const Subject = ({ it }: { it: Anomaly }) => {
  const money = it.amount !== null && it.currency ? `${moneyText(it.amount, it.currency)}, ` : ''
  const [address, name] = it.payment_id
    ? [href(urls.adminBillingPayments, {}, { q: it.payment_id }), `payment ${it.payment_id}`]
    : it.order_id
      ? [href(urls.adminBilling, {}, { q: it.order_id }), `order ${it.order_id}`]
      : [href(urls.adminBillingWebhooks, {}, { q: it.id }), `webhook ${it.id}`]
  return (
    <a class="wrap" href={address}>
      {money}
      {name}
    </a>
  )
}
