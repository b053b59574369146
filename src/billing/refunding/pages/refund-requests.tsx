import { ButtonLink, Empty } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field, Saved } from '#ui/field.tsx'
import { Day, number, region } from '#ui/format.tsx'
import { Icon } from '#ui/icon.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { PostForm } from '#ui/post-form.tsx'
import { emptyForm, type FormState } from '#web/form.ts'
import { href, urls } from '../../../urls.ts'
import { Pages } from '../../pages/parts.tsx'
import type { RefundRequest } from '../../rules/answers.ts'
import { creditText } from '../../rules/credit.ts'
import { type Currency, priceText } from '../../rules/price.ts'
import { REASON_LENGTH, STATE_LABELS } from '../../rules/refund.ts'
import type { Paid } from '../paid.ts'

/** A part of a list; `next`: cursor of what is older, `first`: whether nothing newer was left out. */
type Part<T> = { items: T[]; next: string | null; first: boolean }
/** `refused`: the form of one payment as it was sent. */
export type RefundsProps = {
  payments: Part<Paid>
  requests: Part<RefundRequest>
  refused: FormState | null
  asked: boolean
}

/** Everybody reads the rules; whoever is signed in sees their payments and asks here. */
export const RefundRequestsPage = ({ own }: { own: RefundsProps | null }) => (
  <div class="page refunds">
    <PageHead
      title="Refund requests"
      text="What you bought and did not use can be paid back. You see what it would be before you ask."
    />
    {own ? (
      <>
        <Saved show={own.asked}>
          Your request is with us. We answer by mail within five working days, and its state stands below.
        </Saved>
        <Requests {...own.requests} />
        <Payments {...own} />
      </>
    ) : (
      <section class="card" aria-labelledby="refunds-sign-in">
        <div class="card-body refunds-guest">
          <div>
            <h2 id="refunds-sign-in">Sign in to ask for a refund</h2>
            <p class="muted">You see your payments, what each would bring back now, and the state of your requests.</p>
          </div>
          <ButtonLink look="primary" to={href(urls.login, {}, { next: urls.refundRequests })} label="Login" />
        </div>
      </section>
    )}
    <Rules />
  </div>
)

const money = (amount: number, currency: string) => priceText(amount, currency as Currency)

const BADGES: Record<RefundRequest['state'], string> = {
  requested: 'badge-blue',
  approved: 'badge-green',
  rejected: 'badge-red',
  refunded: 'badge-green',
}

const Requests = ({ items, next, first }: Part<RefundRequest>) =>
  items.length === 0 ? null : (
    <Card id="requests" title="Your requests">
      <ul class="refunds-list">
        {items.map((request) => (
          <Request request={request} />
        ))}
      </ul>
      <Pages name="requests" label="Pages of your requests" address={urls.refundRequests} {...{ next, first }} />
    </Card>
  )

const Request = ({ request }: { request: RefundRequest }) => {
  return (
    <li class="refund">
      <div class="refund-head">
        <div>
          <h3>{money(request.refund?.amount ?? request.amount, request.currency)}</h3>
          <p class="muted small">
            {request.refund ? `of ${money(request.amount, request.currency)} paid, ` : 'paid, '}
            <code>{request.payment_id}</code>
          </p>
        </div>
        <span class={`badge ${BADGES[request.state]}`}>{STATE_LABELS[request.state]}</span>
      </div>
      <ol class="refund-steps">
        {stepsOf(request).map(({ text, moment, against }) => (
          <li data-against={against}>
            <Icon name={against ? 'cross' : 'check'} />
            <span>
              {text}
              {moment && (
                <>
                  {' '}
                  on <Day at={moment} />
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
      <p>
        <span class="muted">You wrote: </span>
        {request.reason}
      </p>
      {request.note && (
        <p>
          <span class="muted">We answered: </span>
          {request.note}
        </p>
      )}
    </li>
  )
}

function stepsOf({ state, created_at, approved_at, decided_at, refund }: RefundRequest) {
  const steps: { text: string; moment: string | null; against?: true }[] = [{ text: 'Requested', moment: created_at }]
  if (approved_at) steps.push({ text: 'Approved', moment: approved_at })
  if (state === 'rejected') steps.push({ text: 'Rejected', moment: decided_at, against: true })
  if (state === 'refunded')
    steps.push({
      text: refund ? `${creditText(refund.credits, region())} taken back, refund under way` : 'Refund under way',
      moment: decided_at,
    })
  if (refund?.state === 'failed')
    steps.push({
      text: `The bank did not take the money: ${creditText(refund.credits, region())} given back, we pay it back again`,
      moment: null,
      against: true,
    })
  if (refund?.state === 'refunded') steps.push({ text: 'Sent by the payment gateway', moment: refund.refunded_at })
  return steps
}

const Payments = ({ payments: { items, next, first }, refused }: RefundsProps) => (
  <Card
    id="payments"
    title="Your payments"
    intro="What would be refunded at this moment. It shrinks with the credits of a payment that you use."
  >
    {items.length > 0 ? (
      <ul class="refunds-list">
        {items.map((it) => (
          <Payment paid={it} refused={refused?.values.payment_id === it.id ? refused : null} />
        ))}
      </ul>
    ) : (
      <Empty level="h3" title="No payments" text="Whatever you buy under Billing & Credits appears here." />
    )}
    <Pages name="payments" label="Pages of your payments" address={urls.refundRequests} {...{ next, first }} />
  </Card>
)

const Payment = ({ paid, refused }: { paid: Paid; refused: FormState | null }) => (
  <li class="refund">
    <div class="refund-head">
      <div>
        <h3>{paid.what}</h3>
        <p class="muted small">
          {money(paid.amount, paid.currency)} on <Day at={paid.paid_at} />, <code>{paid.id}</code>
        </p>
      </div>
      {paid.request === 'refunded' ? (
        <span class="badge badge-green">Refunded</span>
      ) : (
        <p>
          <b class="num">{money(paid.refundable, paid.currency)}</b>
          <span class="muted small"> refundable</span>
        </p>
      )}
    </div>
    {paid.request !== 'refunded' && (
      <p class="muted small num">
        {money(paid.amount + paid.credit, paid.currency)} × ({number(paid.purchased)} bought −{' '}
        {number(paid.purchased - paid.unused)} used) ÷ {number(paid.purchased)}
        {paid.credit > 0 && ` − ${money(paid.credit, paid.currency)} credit`} = {money(paid.refundable, paid.currency)}
      </p>
    )}
    {paid.request === null && paid.refundable > 0 && (
      <details class="refund-ask" open={refused !== null}>
        <summary>
          Ask for a refund<span class="quiet"> of {paid.what}</span>
        </summary>
        <PostForm action={urls.refundRequests} form={refused ?? emptyForm()} submit="Request refund" look="primary">
          <input type="hidden" name="payment_id" value={paid.id} />
          <Field
            form={refused ?? emptyForm()}
            id={`reason-${paid.id}`}
            name="reason"
            type="textarea"
            label="Why do you want it back?"
            maxlength={REASON_LENGTH}
            hint="A sentence is enough. Your unused credits of this payment and its bonus end when it is refunded."
          />
        </PostForm>
      </details>
    )}
    {paid.request !== null && paid.request !== 'refunded' && (
      <p class="small">A refund of this payment is {paid.request}. Its state stands under your requests.</p>
    )}
    {paid.request === null && paid.refundable === 0 && (
      <p class="small">Nothing of it is left to refund: as much as was bought has been used or has ended.</p>
    )}
  </li>
)

const Rules = () => (
  <section class="stack" aria-labelledby="refund-rules">
    <h2 id="refund-rules">How much comes back</h2>
    <p class="refunds-formula">price × (purchased credits − used credits) ÷ purchased credits</p>
    <ul class="refunds-rules">
      <li>Used are all credits of the payment that are gone: spent or ended, those of its bonus included.</li>
      <li>Bonus credits have no price. They are spent first, and what is left of them ends with the refund.</li>
      <li>
        Of a plan, months that are over count as used; what they left over stays yours. The plan ends with the refund.
      </li>
      <li>
        Of an upgrade, what was credited for the plan before is not paid back: that plan goes on with what was left of
        it.
      </li>
      <li>
        An example: with 200 credits for ₹198 came 10 as a bonus, and you used 50 of the 210. 200 − 50 = 150 are
        refunded, ₹198 × 150 ÷ 200 = ₹148.50, and the 160 that you still have end.
      </li>
      <li>It is worked out again when it is paid back: what you use until then is not refunded.</li>
      <li>
        When you were charged twice, or did not get what you paid for, you get everything back. Please{' '}
        <a href={urls.contactUs}>write to us</a>.
      </li>
    </ul>
    <p class="muted small">
      We answer within five working days; banks take five to seven more. All of it in the{' '}
      <a href={urls.refund}>refund policy</a> and the <a href={urls.cancellation}>cancellation policy</a>.
    </p>
  </section>
)
