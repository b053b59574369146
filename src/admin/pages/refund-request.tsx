import { creditText } from '#billing/rules/credit.ts'
import type { RefundVerb } from '#billing/rules/refund.ts'
import { Breadcrumb } from '#organizations/pages/parts.tsx'
import { Facts } from '#ui/facts.tsx'
import { Alert, Done, Problem } from '#ui/field.tsx'
import { counted, number, region } from '#ui/format.tsx'
import { href, urls } from '../../urls.ts'
import { nobodyElse } from '../rules/approval.ts'
import type { RefundRequestView } from '../rules/refund-request.ts'
import { ActionButton } from './action.tsx'
import { ApprovalButtons } from './approvals.tsx'
import { When } from './list.tsx'
import { Part, TablePart } from './parts.tsx'
import { moneyText, refundAction, Told } from './refund-actions.tsx'
import { RefundBadge } from './refund-requests.tsx'

const DONE: Record<string, string> = {
  approve: 'The request is approved, and the person was told. Pay the money back when you are ready.',
  reject: 'The request is rejected, and the person was told why.',
  refund: 'The credits are taken back and the money is on its way. The person was told.',
  asked: 'It waits for a second finance admin, who was told by mail. Nothing moves before that.',
}
const OPEN_ACTS: Record<string, RefundVerb[]> = { requested: ['approve', 'reject'], approved: ['refund', 'reject'] }

/** @param viewer id of whoever looks */
type Props = { request: RefundRequestView; viewer: string; done: string | undefined }

export const RefundRequestPage = ({ request, viewer, done }: Props) => {
  // Nothing is on its way any more, whatever the address says was done.
  const failed = request.state === 'approved' && request.refund?.state === 'failed' ? request.refund : null
  return (
    <div class="page wide">
      <Breadcrumb up={[['Refund Requests', urls.adminRefundRequests]]} here={request.user.name || request.user.email} />
      <div class="page-head">
        <div>
          <h1>Refund of {moneyText(request.amount, request.currency)}</h1>
          <p class="wrap">
            Asked by <a href={href(urls.adminBilling, {}, { q: request.user.id })}>{request.user.email}</a>,{' '}
            <When at={request.created_at} /> UTC
          </p>
          <RefundBadge request={request} />
        </div>
        <div class="page-head-actions">
          {possible(request, viewer).map((verb) => (
            <ActionButton action={refundAction(verb, request)} fields={(form) => <Told form={form} verb={verb} />} />
          ))}
        </div>
      </div>
      {!failed && <Done texts={DONE} done={done} />}
      <Second request={request} viewer={viewer} />
      {failed && (
        <Problem
          text={`The gateway could not pay back ${moneyText(failed.amount, request.currency)}, so ${creditText(failed.credits, region())} went back to the person. Find out why in its dashboard, then pay back again or reject.`}
        />
      )}
      <Part title="What they wrote">
        <p class="card-body wrap pre-line">{request.reason}</p>
      </Part>
      <Sum request={request} />
      <Payment request={request} />
      <TablePart
        title="History"
        empty="Nothing is written down about it."
        items={request.history}
        cells={{
          'When (UTC)': (it) => <When at={it.at} />,
          What: (it) => ACTION_LABELS[it.action] ?? it.action,
          Who: ['wrap', (it) => it.by ?? '–'],
          Reason: ['wrap', (it) => it.reason || '–'],
          'Told to the person': ['wrap', (it) => it.note || '–'],
        }}
      />
      {request.others.length > 0 && <Others request={request} />}
    </div>
  )
}

/** What this viewer may do with it. Nobody decides about their own; what waits for a second admin, or would wait in vain, is not paid back here. */
function possible({ state, user, second }: RefundRequestView, viewer: string): RefundVerb[] {
  if (user.id === viewer) return []
  const stuck = second.waiting !== null || (second.needed && second.missing)
  return (OPEN_ACTS[state] ?? []).filter((verb) => verb !== 'refund' || !stuck)
}

/** Who else has to decide, and who is missing. */
const Second = ({ request, viewer }: { request: RefundRequestView; viewer: string }) => {
  const { state, user, second } = request
  if (!OPEN_ACTS[state]) return null
  if (user.id === viewer)
    return (
      <Alert type="info" icon="info">
        This is your own request, so you cannot decide it. {second.missing && nobodyElse('to decide it')}
      </Alert>
    )
  if (second.waiting)
    return (
      <Alert type="info" icon="info" actions={<ApprovalButtons it={second.waiting} viewer={viewer} />}>
        {second.waiting.requested_by.email} asked to {lowerFirst(second.waiting.what)}: a second finance admin has to
        confirm it.
      </Alert>
    )
  if (!second.needed) return null
  return (
    <Alert type="info" icon="info">
      {second.missing
        ? nobodyElse('to pay so much back')
        : 'So much is paid back once a second finance admin has confirmed it.'}
    </Alert>
  )
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** What goes back and how that comes about: in figures of this moment, or what was paid back. */
const Sum = ({ request }: { request: RefundRequestView }) => {
  const { now, refund, currency } = request
  if (refund && refund.state !== 'failed')
    return (
      <Part title="What goes back" intro="Worked out when it was decided; what was used until then is not refunded.">
        <Facts
          class="card-body"
          of={{
            Amount: moneyText(refund.amount, currency),
            'Credits taken back': creditText(refund.credits, region()),
            'At the gateway': refund.refunded_at ? (
              <>
                paid back, <When at={refund.refunded_at} /> UTC
              </>
            ) : (
              'on its way; it is tried again by itself until it is done'
            ),
          }}
        />
      </Part>
    )
  if (!now) return null
  return (
    <Part
      title="What would go back now"
      intro="Each used credit takes one purchased credit off, those of the bonus too. It is worked out again when it is paid back."
    >
      <Facts
        class="card-body"
        of={{
          Purchased: creditText(now.purchased, region()),
          'Used, bonus included': creditText(now.used, region()),
          'Counts as unused': creditText(now.unused, region()),
          Sum: (
            <span class="num">
              {moneyText(now.paid, currency)} × {number(now.unused)} ÷ {number(now.purchased)} ={' '}
              <strong>{moneyText(now.refundable, currency)}</strong>, rounded down
            </span>
          ),
        }}
      />
      {now.refundable === 0 && (
        <p class="card-foot">As much as was bought is used or has expired: nothing is left to pay back.</p>
      )}
    </Part>
  )
}

const Payment = ({ request: { payment, user, person, ...request } }: { request: RefundRequestView }) => (
  <Part title="Payment and person">
    <Facts
      class="card-body"
      of={{
        Bought: payment.what,
        Paid: (
          <>
            {moneyText(request.amount, request.currency)}
            {payment.method && `, ${payment.method}`}, <When at={payment.paid_at} /> UTC
          </>
        ),
        Payment: (
          <a class="mono" href={href(urls.adminBillingPayments, {}, { q: payment.id })}>
            {payment.id}
          </a>
        ),
        Order: (
          <a class="mono" href={href(urls.adminBilling, {}, { q: payment.order_id })}>
            {payment.order_id}
          </a>
        ),
        Person: (
          <>
            <a href={href(urls.adminBilling, {}, { q: user.id })}>{user.name || user.email}</a>:{' '}
            {creditText(person.credits, region())} free, {creditText(person.held, region())} set aside,{' '}
            {counted(person.payments, 'payment')} in all
          </>
        ),
      }}
    />
  </Part>
)

const ACTION_LABELS: Record<string, string> = {
  'refund.request': 'Asked for',
  'refund.approve': 'Approved',
  'refund.reject': 'Rejected',
  'refund.refund': 'Paid back',
  'refund.fail': 'Failed at the gateway',
  'approval.request': 'Asked a second admin',
  'approval.decline': 'Second admin declined',
  'approval.withdraw': 'Asked back from the second admin',
  'approval.expire': 'No second admin in time',
}

const Others = ({ request: { others } }: { request: RefundRequestView }) => (
  <TablePart
    title="Other requests of this person"
    empty="This person asked for no other refund."
    items={others}
    cells={{
      'Asked (UTC)': (it) => (
        <a href={href(urls.adminRefundRequest, { id: it.id })}>
          <When at={it.created_at} />
        </a>
      ),
      State: (it) => <RefundBadge request={{ state: it.state, refund: null }} />,
      '#Paid': (it) => moneyText(it.amount, it.currency),
    }}
  />
)
