import { SITE } from '#base/site.ts'
import { Empty } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Day, number, region } from '#ui/format.tsx'
import { Icon } from '#ui/icon.tsx'
import { Island } from '#ui/island.tsx'
import { Table } from '#ui/table.tsx'
import type { BuyCreditsProps } from '../../../islands/buy-credits.tsx'
import type { MembershipProps } from '../../../islands/membership.tsx'
import { href, urls } from '../../urls.ts'
import type { CreditBalance } from '../rules/answers.ts'
import { creditText } from '../rules/credit.ts'
import { topUp } from '../rules/pack.ts'
import { type UsageProps, UsageSection } from '../usage/pages/usage.tsx'
import { Details, type DetailsProps } from './details.tsx'
import { History, type HistoryProps } from './history.tsx'
import { Invoices, type InvoicesProps } from './invoices.tsx'
import { LowBalance, type LowBalanceProps } from './low-balance.tsx'
import { NextPlan, type NextPlanProps } from './next-plan.tsx'

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
      <div class="alert">
        <p>
          Nothing can be bought on this server yet: payments are not set up. Please write to{' '}
          <a href={`mailto:${SITE.email}`}>{SITE.email}</a>.
        </p>
      </div>
    )}
    <noscript>
      <div class="alert alert-warning">
        <p>Buying needs JavaScript, which is switched off in your browser: the payment window is made of it.</p>
      </div>
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
      <div class="alert alert-warning billing-low">
        <Icon name="warning" />
        <p>
          {credits.balance + credits.held > 0 ? 'Your credits are running low.' : 'Your credits are used up.'}{' '}
          <a href={href(urls.billing, {}, topUp())}>Buy Credits</a>
        </p>
      </div>
    )}
    {credits.expiring.length > 0 ? (
      <Table
        plain
        wide
        label="Credits by the day they expire"
        items={credits.expiring}
        columns={[
          { title: 'Good until', cell: (lot) => <Day at={lot.expires_at} /> },
          { title: 'Credits', num: true, cell: (lot) => number(lot.credits) },
        ]}
      />
    ) : (
      <Empty level="h3" title="No credits left" text="Credits given to you appear here with the day they expire." />
    )}
  </Card>
)
