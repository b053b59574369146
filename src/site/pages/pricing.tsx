import type { Child } from 'hono/jsx'
import { creditText, trialText } from '#billing/rules/credit.ts'
import { packs } from '#billing/rules/pack.ts'
import {
  type AllTerms,
  carryText,
  differenceText,
  PERIODS,
  type Period,
  PLAN_NAMES,
  PLANS,
  type Plan,
  type PlanTerms,
  periodText,
  planPriceIn,
} from '#billing/rules/plan.ts'
import { CURRENCIES, type Currency, priceText, SYMBOLS } from '#billing/rules/price.ts'
import { limitText } from '#files/rules/transfer.ts'
import type { SystemSettings } from '#records/rules/setting.ts'
import { ButtonLink } from '#ui/button.tsx'
import { number, region } from '#ui/format.tsx'
import { Icon } from '#ui/icon.tsx'
import { Table } from '#ui/table.tsx'
import { href, urls } from '../../urls.ts'
import { Calculator, type CalculatorProps } from './calculator.tsx'
import { PricingAnswers } from './pricing-answers.tsx'

/** `typed`: what the calculator was asked, kept while other things are chosen. */
type Choice = { period: Period; currency: Currency; typed?: Record<string, string> }

const address = ({ period, currency, typed }: Choice) => href(urls.pricing, {}, { period, currency, ...typed })

/** Plans and packs in one currency and for one period; both are chosen by links, so that a price has an address. */
export type PricingPageProps = Choice & {
  signedIn: boolean
  calculator: CalculatorProps
  credits: SystemSettings['credits']
  terms: AllTerms
  /** What an organization has whose owners have no plan. */
  free: Pick<PlanTerms, 'storage_mb' | 'seats'>
}

export const PricingPage = (props: PricingPageProps) => (
  <div class="page pricing" data-pricing data-currency={props.currency} data-period={props.period}>
    <header class="pricing-head">
      <h1>Pay for answers, not for each person.</h1>
      <p class="lead">
        One answered question costs {creditText(props.credits.per_answer, region())}. What failed or could not be
        answered costs nothing.
      </p>
      <Switches {...props} />
    </header>
    <ul class="pricing-plans" id="pricing-plans">
      <FreePlan {...props} />
      {PLANS.toReversed().map((plan) => (
        <PaidPlan plan={plan} {...props} />
      ))}
    </ul>
    <Difference {...props} />
    <Packs currency={props.currency} signedIn={props.signedIn} />
    <Calculator {...props.calculator} />
    <PricingAnswers credits={props.credits} terms={props.terms} />
  </div>
)

const Segments = (props: { label: string; children: Child }) => (
  <nav class="segments" aria-label={props.label}>
    {props.children}
  </nav>
)

const Switches = ({ period, currency, typed, terms }: Choice & { terms: AllTerms }) => (
  <div class="row pricing-switches" id="pricing-switches">
    <Segments label="Period">
      {PERIODS.map((it) => (
        <a href={address({ period: it, currency, typed })} aria-current={it === period ? 'true' : undefined}>
          {periodText(it, terms)}
        </a>
      ))}
    </Segments>
    <Segments label="Currency">
      {CURRENCIES.map((it) => (
        <a href={address({ period, currency: it, typed })} aria-current={it === currency ? 'true' : undefined}>
          {SYMBOLS[it]} {it}
        </a>
      ))}
    </Segments>
  </div>
)

const Points = (props: { points: string[] }) => (
  <ul class="pricing-points">
    {props.points.map((point) => (
      <li>
        <Icon name="check" />
        {point}
      </li>
    ))}
  </ul>
)

const ALL = ['Any number of organizations', 'Every kind of file', 'SQL, charts, exports and API']

const placeTexts = ({ seats, storage_mb }: Pick<PlanTerms, 'storage_mb' | 'seats'>) => [
  `${number(seats)} ${seats === 1 ? 'person' : 'people'} an organization`,
  `${limitText(storage_mb)} of files an organization`,
]

const FreePlan = (props: Pick<PricingPageProps, 'signedIn' | 'credits' | 'currency' | 'free'>) => (
  <li class="card pricing-plan">
    <h2>Free</h2>
    <p class="pricing-price">
      <strong>{priceText(0, props.currency, { short: true })}</strong>
    </p>
    <p class="muted">{trialText(props.credits, region())}, no card needed.</p>
    <Points points={[...placeTexts(props.free), ...ALL]} />
    <ButtonLink look="large" to={props.signedIn ? urls.chat : urls.register}>
      {props.signedIn ? 'Ask a question' : 'Get Started'}
    </ButtonLink>
  </li>
)

const SUITS: Record<Plan, string> = {
  flexible: 'For months that differ: what one leaves over, the next can spend.',
  premium: 'For teams that ask every day.',
}

const PaidPlan = ({ plan, period, currency, signedIn, terms }: PricingPageProps & { plan: Plan }) => (
  <li class="card pricing-plan" data-best={plan === 'premium' || undefined}>
    <h2>
      {PLAN_NAMES[plan]}
      {plan === mostCredits(terms) && <span class="badge badge-accent">Most credits</span>}
    </h2>
    <p class="pricing-price">
      <strong>{priceText(planPriceIn(terms[plan], period, currency), currency, { short: true })}</strong>
      <span class="muted">a {period === 'monthly' ? 'month' : 'year'}</span>
    </p>
    <p class="muted">{SUITS[plan]}</p>
    <Points
      points={[
        `${number(terms[plan].monthly_credits)} credits a month`,
        carryText(terms[plan].carry_months),
        ...placeTexts(terms[plan]),
        ...ALL,
      ]}
    />
    <a
      class={`button button-large ${plan === 'premium' ? 'button-primary' : ''}`}
      href={signedIn ? `${href(urls.billing, {}, { plan, period })}#plans` : urls.register}
    >
      {signedIn ? `Choose ${PLAN_NAMES[plan]}` : 'Get Started'}
    </a>
  </li>
)

const mostCredits = (terms: AllTerms): Plan | null =>
  terms.premium.monthly_credits === terms.flexible.monthly_credits
    ? null
    : PLANS.reduce((most, plan) => (terms[plan].monthly_credits > terms[most].monthly_credits ? plan : most))

/** Two plans at one price look like a mistake unless it is said what the difference is. */
const Difference = ({ terms }: Pick<PricingPageProps, 'terms'>) => (
  <p class="pricing-difference muted" id="pricing-difference">
    {differenceText(terms)} <a href="#calculator">Work out</a> which suits you.
  </p>
)

const Packs = ({ currency, signedIn }: { currency: Currency; signedIn: boolean }) => (
  <section class="stack" id="pricing-packs" aria-labelledby="packs">
    <div class="row spread">
      <div>
        <h2 id="packs">Credit packs</h2>
        <p class="muted">On top of any plan. 5 more for each hundred, valid for one year.</p>
      </div>
      <ButtonLink
        to={signedIn ? href(urls.billing, {}, { buy: 'credits', currency }) : urls.register}
        label="Buy credits"
      />
    </div>
    <Table
      wide
      label="Prices of credit packs"
      items={packs(currency)}
      columns={{
        '#Credits': (pack) => number(pack.baseCredits),
        '#Bonus': (pack) => `+${number(pack.bonusCredits)}`,
        '#Together': (pack) => number(pack.totalCredits),
        '#Price': (pack) => <strong>{priceText(pack.finalAmount, currency, { short: true })}</strong>,
      }}
    />
  </section>
)
