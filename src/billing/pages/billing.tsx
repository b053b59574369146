import { SITE } from '#base/site.ts'
import { ButtonLink, Empty } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Alert, Field, Problem, Saved } from '#ui/field.tsx'
import { Day, number, region } from '#ui/format.tsx'
import { Island } from '#ui/island.tsx'
import { PostForm } from '#ui/post-form.tsx'
import { Table } from '#ui/table.tsx'
import type { FormState } from '#web/form.ts'
import type { BuyCreditsProps } from '../../../islands/buy-credits.tsx'
import type { MembershipProps } from '../../../islands/membership.tsx'
import { href, urls } from '../../urls.ts'
import type { CreditBalance, LedgerLine } from '../rules/answers.ts'
import { COUNTRIES } from '../rules/country.ts'
import { creditText } from '../rules/credit.ts'
import { changeOf, lineText } from '../rules/history.ts'
import { INDIAN_STATES } from '../rules/invoice.ts'
import { topUp } from '../rules/pack.ts'
import { type UsageProps, UsageSection } from '../usage/pages/usage.tsx'
import { Invoices, type InvoicesProps } from './invoices.tsx'
import { NextPlan, type NextPlanProps } from './next-plan.tsx'
import { type ListPart, Pages, type SortedColumn, SortedTable } from './parts.tsx'

type DetailsProps = { form: FormState; saved: boolean }

const STATES = Object.entries(INDIAN_STATES)
  .map(([code, name]) => [code, `${name} (${code})`] as const)
  .sort(([, a], [, b]) => a.localeCompare(b, 'en'))

/** Whom invoices are addressed to. Style hides what only India has from other countries. */
const Details = ({ form, saved }: DetailsProps) => (
  <Card id="details" title="Billing details" intro="Printed on your next invoices. Those you have stay as they are.">
    <PostForm class="card-body form billing-details" action={urls.billingDetails} submit="Save billing details">
      <Saved show={saved}>Your billing details are saved. The next invoice has them.</Saved>
      <Problem text={form.problem} />
      <Field form={form} name="name" label="Name or company" autocomplete="billing organization" maxlength={200} />
      <Field
        form={form}
        name="address"
        label="Address"
        type="textarea"
        autocomplete="billing street-address"
        maxlength={400}
      />
      <div class="form-columns">
        <Field
          form={form}
          name="postal_code"
          label="Postal code"
          autocomplete="billing postal-code"
          maxlength={20}
          optional
        />
        <Field form={form} name="city" label="City" autocomplete="billing address-level2" maxlength={100} />
      </div>
      <Field form={form} name="country" label="Country" options={[...COUNTRIES]} autocomplete="billing country" />
      <div class="form-columns india-only">
        <Field form={form} name="state_code" label="State" options={[['', 'Choose a state'], ...STATES]} />
        <Field
          form={form}
          name="gstin"
          label="GSTIN"
          maxlength={20}
          optional
          hint="15 characters; its first two digits are those of the state."
        />
      </div>
    </PostForm>
  </Card>
)

type HistoryProps = ListPart & { lines: LedgerLine[] }

/** "+100", "-1", "0" */
const change = (count: number) => `${count > 0 ? '+' : ''}${number(count)}`

const COLUMNS: SortedColumn<LedgerLine>[] = [
  { title: 'What', by: 'what', text: true, cell: lineText },
  { title: 'Day', by: 'created', usual: true, cell: (line) => <Day at={line.created_at} /> },
  { title: 'Credits', by: 'credits', num: true, cell: (line) => change(changeOf(line)) },
]

const History = ({ lines, ...list }: HistoryProps) => (
  <Card
    id="history"
    data-refresh
    title="History"
    beside={
      <ButtonLink look="small" to={href(urls.apiCreditHistory, {}, { format: 'csv' })} download label="Download CSV" />
    }
  >
    {lines.length > 0 ? (
      <SortedTable name="history" label="Every change of your credits" columns={COLUMNS} items={lines} {...list} />
    ) : (
      <Empty level="h3" title="Nothing yet" text="Every change of your credits appears here." />
    )}
    <Pages name="history" label="Pages of the history" address={urls.billing} {...list} />
  </Card>
)

/** `usual`: where the notice stands until somebody changes it. */
type LowBalanceProps = { form: FormState; saved: boolean; usual: number }

const LowBalance = ({ form, saved, usual }: LowBalanceProps) => (
  <Card
    id="low-balance"
    title="Low balance notice"
    intro="One mail when your credits fall to this number, and again only after you have had more."
  >
    <PostForm class="card-body form" action={urls.billingLowBalance} submit="Save notice">
      <Saved show={saved}>
        {form.values.threshold ? 'Your notice is saved.' : 'You get no notice when your credits run low.'}
      </Saved>
      <Problem text={form.problem} />
      <Field
        form={form}
        name="threshold"
        label="Tell me at"
        inputmode="numeric"
        maxlength={7}
        optional
        placeholder="Never"
        hint={`Credits, ${usual} at first. Leave it empty to get no notice.`}
      />
    </PostForm>
  </Card>
)

export type BillingPageProps = {
  credits: CreditBalance
  usage: UsageProps
  history: HistoryProps
  invoices: InvoicesProps
  membership: MembershipProps
  next: NextPlanProps
  /** Null where payments are not set up. */
  buy: BuyCreditsProps | null
  details: DetailsProps
  lowBalance: LowBalanceProps
}

export const BillingPage = ({
  credits,
  buy,
  membership,
  next,
  usage,
  history,
  invoices,
  ...forms
}: BillingPageProps) => (
  <div class="page billing">
    <header class="page-head">
      <div>
        <h1>Billing &amp; Credits</h1>
        <p>Only answered questions cost credits: what fails, is stopped or cannot be answered costs nothing.</p>
      </div>
      {buy && <Island name="buy-credits" class="page-head-actions" props={buy} />}
    </header>
    {!buy && (
      <Alert>
        Nothing can be bought on this server yet: payments are not set up. Please write to{' '}
        <a href={`mailto:${SITE.email}`}>{SITE.email}</a>.
      </Alert>
    )}
    <noscript>
      <Alert type="warning">
        Buying needs JavaScript, which is switched off in your browser: the payment window is made of it.
      </Alert>
    </noscript>
    <div class="billing-top">
      <div class="stack" data-gap="6">
        <Balance credits={credits} />
        <LowBalance {...forms.lowBalance} />
      </div>
      <Card id="plans" title="Membership">
        <Island name="membership" props={membership} />
        <NextPlan {...next} />
      </Card>
    </div>
    <UsageSection {...usage} />
    <History {...history} />
    <Invoices {...invoices} />
    <p class="muted small">
      Money back for what you did not use: <a href={urls.refundRequests}>Refund requests</a>. What others in an
      organization of yours use stands under <a href={urls.organizations}>its Usage</a>.
    </p>
    <Details {...forms.details} />
  </div>
)

const Balance = ({ credits }: { credits: CreditBalance }) => (
  <Card
    id="balance"
    data-refresh
    title={`${creditText(credits.balance, region())} free to spend`}
    intro={
      credits.held > 0
        ? `${creditText(credits.held, region())} more set aside for questions that are running.`
        : 'No question is running.'
    }
  >
    {credits.low && (
      <Alert type="warning" icon="warning" class="billing-low">
        {credits.balance + credits.held > 0 ? 'Your credits are running low.' : 'Your credits are used up.'}{' '}
        <a href={href(urls.billing, {}, topUp())}>Buy Credits</a>
      </Alert>
    )}
    {credits.expiring.length > 0 ? (
      <Table
        plain
        wide
        label="Credits by the day they expire"
        items={credits.expiring}
        columns={{ 'Good until': (lot) => <Day at={lot.expires_at} />, '#Credits': (lot) => number(lot.credits) }}
      />
    ) : (
      <Empty level="h3" title="No credits left" text="Credits given to you appear here with the day they expire." />
    )}
  </Card>
)
