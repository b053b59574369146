import type { Child } from 'hono/jsx'
import { creditText, trialText } from '#billing/rules/credit.ts'
import { packs } from '#billing/rules/pack.ts'
import {
  ANNUAL_SAVING,
  type MonthlyCredits,
  PERIODS,
  type Period,
  PLAN_NAMES,
  PLANS,
  type Plan,
  planPriceIn,
} from '#billing/rules/plan.ts'
import { CURRENCIES, type Currency, priceText, SYMBOLS } from '#billing/rules/price.ts'
import type { SystemSettings } from '#records/rules/setting.ts'
import { limitText } from '#sources/rules/transfer.ts'
import { Icon } from '#ui/icon.tsx'
import { number, region } from '#ui/written.tsx'
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
  monthly: MonthlyCredits
  storage: SystemSettings['storage']
}

export const PricingPage = (props: PricingPageProps) => (
  <div class="page pricing" data-pricing data-currency={props.currency} data-period={props.period}>
    <header class="pricing-head">
      <h1>Pay for answers, not for seats.</h1>
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
    <PricingAnswers credits={props.credits} />
  </div>
)

const Segments = (props: { label: string; children: Child }) => (
  <nav class="segments" aria-label={props.label}>
    {props.children}
  </nav>
)

const Switches = ({ period, currency, typed }: Choice) => (
  <div class="row pricing-switches" id="pricing-switches">
    <Segments label="Period">
      {PERIODS.map((it) => (
        <a href={address({ period: it, currency, typed })} aria-current={it === period ? 'true' : undefined}>
          {it === 'monthly' ? 'Monthly' : `Annual, save ${ANNUAL_SAVING} %`}
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

const ALL = ['Unlimited organizations and members', 'Every kind of file', 'SQL, charts, exports and API']

const roomText = (mb: number) => `${limitText(mb)} of files an organization`

const FreePlan = (props: Pick<PricingPageProps, 'signedIn' | 'credits' | 'currency' | 'storage'>) => (
  <li class="card pricing-plan">
    <h2>Free</h2>
    <p class="pricing-price">
      <strong>{priceText(0, props.currency, { short: true })}</strong>
    </p>
    <p class="muted">{trialText(props.credits, region())}, no card needed.</p>
    <Points points={[roomText(props.storage.free_mb), ...ALL]} />
    <a class="button button-large" href={props.signedIn ? urls.chat : urls.register}>
      {props.signedIn ? 'Ask a question' : 'Get Started'}
    </a>
  </li>
)

const SUITS: Record<Plan, string> = {
  flexible: 'For a question now and then, topped up with packs.',
  premium: 'For teams that ask every day.',
}

const PaidPlan = ({ plan, period, currency, signedIn, monthly, storage }: PricingPageProps & { plan: Plan }) => (
  <li class="card pricing-plan" data-best={plan === 'premium' || undefined}>
    <h2>
      {PLAN_NAMES[plan]}
      {plan === 'premium' && <span class="badge badge-accent">Most credits</span>}
    </h2>
    <p class="pricing-price">
      <strong>{priceText(planPriceIn(period, currency), currency, { short: true })}</strong>
      <span class="muted">a {period === 'monthly' ? 'month' : 'year'}</span>
    </p>
    <p class="muted">{SUITS[plan]}</p>
    <Points points={[`${number(monthly[plan])} credits a month`, roomText(storage[`${plan}_mb`]), ...ALL]} />
    <a
      class={`button button-large ${plan === 'premium' ? 'button-primary' : ''}`}
      href={signedIn ? `${href(urls.billing, {}, { plan, period })}#plans` : urls.register}
    >
      {signedIn ? `Choose ${PLAN_NAMES[plan]}` : 'Get Started'}
    </a>
  </li>
)

/** Two plans at one price look like a mistake unless it is said what the difference is. */
const Difference = ({ monthly, storage }: Pick<PricingPageProps, 'monthly' | 'storage'>) => {
  const more = monthly.premium > monthly.flexible && storage.premium_mb > storage.flexible_mb
  return (
    <p class="pricing-difference muted" id="pricing-difference">
      Flexible and Premium cost the same and can do the same: what differs is how many credits come each month and how
      many files an organization keeps.
      {more && ' Premium brings more of both; if in doubt, choose Premium.'}
    </p>
  )
}

const Packs = ({ currency, signedIn }: { currency: Currency; signedIn: boolean }) => (
  <section class="stack" id="pricing-packs" aria-labelledby="packs">
    <div class="section-head">
      <div>
        <h2 id="packs">Credit packs</h2>
        <p class="muted">On top of any plan. 5 more for each hundred, valid for one year.</p>
      </div>
      <a class="button" href={signedIn ? href(urls.billing, {}, { buy: 'credits', currency }) : urls.register}>
        Buy credits
      </a>
    </div>
    <div class="table-wrap">
      <table class="table table-plain">
        <thead>
          <tr>
            <th scope="col" class="num">
              Credits
            </th>
            <th scope="col" class="num">
              Bonus
            </th>
            <th scope="col" class="num">
              Together
            </th>
            <th scope="col" class="num">
              Price
            </th>
          </tr>
        </thead>
        <tbody>
          {packs(currency).map((pack) => (
            <tr>
              <td class="num">{number(pack.baseCredits)}</td>
              <td class="num">+{number(pack.bonusCredits)}</td>
              <td class="num">{number(pack.totalCredits)}</td>
              <td class="num">
                <strong>{priceText(pack.finalAmount, currency, { short: true })}</strong>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
)
