/** @jsxImportSource react */
import { useCallback, useEffect, useState } from 'react'
import { counted, dayText, numberText } from '#base/format.ts'
import { systemClock } from '#base/time.ts'
import type { Subscription } from '#billing/rules/answers.ts'
import {
  daysUntilExpiry,
  MEMBERSHIP_ERROR,
  type MembershipColor,
  planName,
  SUBSCRIPTION_DELAY,
  statusColor,
  statusText,
} from '#billing/rules/membership.ts'
import {
  type AllTerms,
  carryText,
  PERIODS,
  type Period,
  PLAN_NAMES,
  PLANS,
  type Plan,
  type PlanTerms,
  periodText,
} from '#billing/rules/plan.ts'
import { priceText } from '#billing/rules/price.ts'
import { isUpgrade, periodOf } from '#billing/rules/upgrade.ts'
import { limitText } from '#files/rules/transfer.ts'
import { urls } from '../src/urls.ts'
import { api } from './kit/api.ts'
import { announceSpent } from './kit/credit-balance.ts'
import { Icon } from './kit/icon.tsx'
import { Button, Segments } from './kit/parts.tsx'
import { redraw } from './kit/read-page.ts'
import { region } from './kit/region.ts'
import { useHydrated, useLocale } from './kit/use-browser.ts'
import { confirmPlan, type Opened, orderPlan, type PlanChoice, type PlanOrder } from './payment/calls.ts'
import { StatusDialog } from './payment/status-dialog.tsx'
import { UpgradeDialog } from './payment/upgrade-dialog.tsx'
import { type Till, usePayment, type Wanted } from './payment/use-payment.ts'

/** `till` is null where payments are not set up. */
export type MembershipProps = { till: Till | null; period: Period; plan: Plan | null; terms: AllTerms }
type Loaded = { state: 'loading' } | { state: 'error' } | { state: 'active'; membership: Subscription | null }

export default function Membership({ till, period, plan, terms }: MembershipProps) {
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' })
  const load = useCallback(async () => {
    try {
      // The cookie says who asks: the one call that carries no token.
      const answer = await api<{ subscription: Subscription | null }>(urls.apiSubscription, { withoutToken: true })
      setLoaded({ state: 'active', membership: answer.subscription })
    } catch {
      setLoaded({ state: 'error' })
    }
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => void load(), SUBSCRIPTION_DELAY)
    return () => clearTimeout(timer)
  }, [load])
  const current = loaded.state === 'active' ? loaded.membership : null
  return (
    <>
      <Card loaded={loaded} retry={load} />
      {till && <Plans {...{ till, current, load, plan, terms, period }} />}
    </>
  )
}

const COLORS: Record<MembershipColor, string> = { red: 'badge-red', yellow: 'badge-amber', green: 'badge-green' }

function Card({ loaded, retry }: { loaded: Loaded; retry: () => Promise<void> }) {
  if (loaded.state === 'loading')
    return (
      <div className="membership" role="status">
        <span className="quiet">Loading your membership</span>
        <span className="skeleton-lines grow" aria-hidden="true">
          <span className="skeleton" />
          <span className="skeleton" />
        </span>
      </div>
    )
  if (loaded.state === 'error')
    return (
      <div className="membership" role="alert">
        <Icon name="error" />
        <p className="grow">{MEMBERSHIP_ERROR}</p>
        <Button look="small" onClick={retry} label="Retry" />
      </div>
    )
  const { membership } = loaded
  const locale = region()
  if (!membership || membership.plan_type === 'free')
    return (
      <div className="membership">
        <p className="grow">
          <strong>No membership</strong>
          <span className="muted small">A plan brings credits every month, on top of what you have.</span>
        </p>
      </div>
    )
  const days = daysUntilExpiry(membership.current_period_end, systemClock())
  return (
    <div className="membership">
      <p className="grow">
        <strong>
          {planName(membership.plan_type)} {membership.is_annual ? 'Annual' : 'Monthly'}
        </strong>
        <span className="muted small">
          {numberText(membership.monthly_credits, locale)} credits a month, until{' '}
          {dayText(membership.current_period_end, locale)}
        </span>
      </p>
      <span className={`badge ${COLORS[statusColor(days)]}`}>{statusText(days)}</span>
    </div>
  )
}

type PlansProps = MembershipProps & { till: Till; current: Subscription | null; load: () => Promise<void> }

function Plans({ till, current, period: first, plan: asked, terms, load }: PlansProps) {
  const [period, setPeriod] = useState(first)
  const orderOf = (plan: Plan, period: Period): PlanOrder => {
    return { plan, period, starts: 'after', amount: terms[plan].prices[period] }
  }
  const [order, setOrder] = useState(() => orderOf(asked ?? PLANS[0], first))
  const [upgrade, setUpgrade] = useState<PlanChoice | null>(null)
  const hydrated = useHydrated()
  const payment = usePayment(till, wantedOf(order, load))
  const pay = (it: PlanOrder) => {
    setOrder(it)
    payment.start()
  }
  return (
    <div className="plans">
      <Segments
        legend="Period"
        className="plans-periods"
        options={PERIODS}
        chosen={period}
        onChoose={setPeriod}
        label={(it) => periodText(it, terms)}
        disabled={!hydrated}
      />
      <ul className="plans-list">
        {PLANS.toReversed().map((plan) => (
          <PlanCard
            key={plan}
            {...{ plan, period, current }}
            terms={terms[plan]}
            asked={plan === asked}
            order={() => pay(orderOf(plan, period))}
            upgrade={() => setUpgrade({ plan, period })}
          />
        ))}
      </ul>
      <p className="muted small">
        Paid in rupees for the whole period and never renewed by itself. What you buy early begins when the time paid
        for ends; an upgrade begins at once. <a href={`${urls.pricing}#calculator`}>Work out</a> which plan suits you.
      </p>
      {upgrade && (
        <UpgradeDialog
          choice={upgrade}
          onClose={() => setUpgrade(null)}
          onPay={(amount) => {
            setUpgrade(null)
            pay({ ...upgrade, starts: 'now', amount })
          }}
        />
      )}
      <StatusDialog payment={payment} onClose={payment.close}>
        {() => <p>Your payment is confirmed, and your membership is up to date.</p>}
      </StatusDialog>
    </div>
  )
}

type PlanCardProps = PlanChoice & {
  terms: PlanTerms
  current: Subscription | null
  asked: boolean
  order: () => void
  upgrade: () => void
}

function PlanCard({ plan, period, terms, current, asked, order, upgrade }: PlanCardProps) {
  const hydrated = useHydrated()
  const locale = useLocale()
  const running = isRunning(current) ? current : null
  const better =
    running &&
    isUpgrade({ plan: running.plan_type, period: periodOf({ isAnnual: running.is_annual }) }, { plan, period })
  return (
    <li className="plan-choice" data-asked={asked || undefined}>
      <h3>{PLAN_NAMES[plan]}</h3>
      <p>
        <strong className="plan-price num">{priceText(terms.prices[period], 'INR', { short: true })}</strong>{' '}
        <span className="muted">a {period === 'monthly' ? 'month' : 'year'}</span>
      </p>
      <p className="muted small">
        {numberText(terms.monthly_credits, locale)} credits a month. {carryText(terms.carry_months)}. Up to{' '}
        {counted(terms.seats, 'person', 'people', locale)} and {limitText(terms.storage_mb)} of files in each
        organization that you own.
      </p>
      {better && (
        <Button look="primary" disabled={!hydrated} onClick={upgrade}>
          Upgrade now<span className="quiet"> to {PLAN_NAMES[plan]}</span>
        </Button>
      )}
      <Button look={asked && !better ? 'primary' : undefined} disabled={!hydrated} onClick={order}>
        {running === null
          ? `Choose ${PLAN_NAMES[plan]}`
          : running.plan_type === plan
            ? `Extend ${PLAN_NAMES[plan]}`
            : `${PLAN_NAMES[plan]} afterwards`}
      </Button>
    </li>
  )
}

const isRunning = (it: Subscription | null): it is Subscription =>
  it !== null && daysUntilExpiry(it.current_period_end, systemClock())! > 0

const wantedOf = (order: PlanOrder, load: () => Promise<void>): Wanted<Opened, unknown> => ({
  kind: 'plan',
  description: `${PLAN_NAMES[order.plan]}, ${order.period === 'monthly' ? 'one month' : 'one year'}`,
  order: () => orderPlan(order),
  confirm: confirmPlan,
  done: () => {
    announceSpent()
    void load()
    void redraw('[data-refresh]')
  },
})
