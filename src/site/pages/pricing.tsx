import type { Child } from 'hono/jsx'
import { PACKS, packs } from '#billing/rules/pack.ts'
import {
  ANNUAL_SAVING,
  MONTHLY_CREDITS,
  PERIODS,
  type Period,
  PLAN_NAMES,
  PLANS,
  type Plan,
  planPriceIn,
} from '#billing/rules/plan.ts'
import { CURRENCIES, type Currency, priceText, SYMBOLS } from '#billing/rules/price.ts'
import { Icon } from '#ui/icon.tsx'
import { href, urls } from '../../urls.ts'

type Choice = { period: Period; currency: Currency }

const address = ({ period, currency }: Choice) => href(urls.pricing, {}, { period, currency })

/** Plans and packs in one currency and for one period; both are chosen by links, so that a price has an address. */
export const PricingPage = (props: Choice & { signedIn: boolean }) => (
  <div class="page pricing">
    <header class="pricing-head">
      <h1>Pay for answers, not for seats.</h1>
      <p class="lead">One answered question costs one credit. What failed or could not be answered costs nothing.</p>
      <Switches period={props.period} currency={props.currency} />
    </header>
    <ul class="pricing-plans">
      <FreePlan signedIn={props.signedIn} />
      {PLANS.toReversed().map((plan) => (
        <PaidPlan plan={plan} {...props} />
      ))}
    </ul>
    <Packs currency={props.currency} signedIn={props.signedIn} />
    <Notes />
  </div>
)

const Segments = (props: { label: string; children: Child }) => (
  <nav class="segments" aria-label={props.label}>
    {props.children}
  </nav>
)

const Switches = ({ period, currency }: Choice) => (
  <div class="row pricing-switches">
    <Segments label="Period">
      {PERIODS.map((it) => (
        <a href={address({ period: it, currency })} aria-current={it === period ? 'true' : undefined}>
          {it === 'monthly' ? 'Monthly' : `Annual, save ${ANNUAL_SAVING} %`}
        </a>
      ))}
    </Segments>
    <Segments label="Currency">
      {CURRENCIES.map((it) => (
        <a href={address({ period, currency: it })} aria-current={it === currency ? 'true' : undefined}>
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

const FreePlan = (props: { signedIn: boolean }) => (
  <li class="card pricing-plan">
    <h2>Free</h2>
    <p class="pricing-price">
      <strong>0</strong>
    </p>
    <p class="muted">25 trial credits for 90 days, no card needed.</p>
    <Points points={ALL} />
    <a class="button button-large" href={props.signedIn ? urls.chat : urls.register}>
      {props.signedIn ? 'Ask a question' : 'Get Started'}
    </a>
  </li>
)

const SUITS: Record<Plan, string> = {
  flexible: 'For a question now and then, topped up with packs.',
  premium: 'For teams that ask every day.',
}

const PaidPlan = ({ plan, period, currency, signedIn }: Choice & { plan: Plan; signedIn: boolean }) => (
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
    <Points points={[`${MONTHLY_CREDITS[plan].toLocaleString('en')} credits a month`, ...ALL]} />
    <a
      class={`button button-large ${plan === 'premium' ? 'button-primary' : ''}`}
      href={signedIn ? `${href(urls.billing, {}, { plan, period })}#plans` : urls.register}
    >
      {signedIn ? `Choose ${PLAN_NAMES[plan]}` : 'Get Started'}
    </a>
  </li>
)

const Packs = ({ currency, signedIn }: { currency: Currency; signedIn: boolean }) => (
  <section class="stack" aria-labelledby="packs">
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
              <td class="num">{pack.baseCredits.toLocaleString('en')}</td>
              <td class="num">+{pack.bonusCredits.toLocaleString('en')}</td>
              <td class="num">{pack.totalCredits.toLocaleString('en')}</td>
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

const NOTES = [
  [
    'Does anything renew by itself?',
    'No. Plans are paid in advance and end unless you renew them. We remind you before.',
  ],
  [
    'In which currency am I charged?',
    'Plans are charged in rupees; other currencies show what that is. Packs are charged in the currency you choose.',
  ],
  ['What if I need more than a pack?', `Credits can be bought in any number of hundreds from ${PACKS[0]} up.`],
  ['Can I get money back?', 'Yes, for purchased credits that are not used.'],
] as const

const Notes = () => (
  <section class="stack" aria-labelledby="notes">
    <h2 id="notes">Good to know</h2>
    <dl class="pricing-notes">
      {NOTES.map(([question, answer]) => (
        <div>
          <dt>{question}</dt>
          <dd>{answer}</dd>
        </div>
      ))}
    </dl>
    <p class="muted small">
      More in <a href={`${urls.documentation}/credits-and-plans`}>Credits and plans</a>, the{' '}
      <a href={urls.refund}>refund policy</a> and the <a href={urls.cancellation}>cancellation policy</a>.
    </p>
  </section>
)
