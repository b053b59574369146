import {
  type Calculation,
  heldText,
  type Mix,
  MOST_MONTHS,
  MOST_QUESTIONS,
  mixes,
  mixText,
  needsOf,
  perMonth,
  perQuestionText,
  RHYTHM_NAMES,
} from '#billing/rules/mix.ts'
import { type AllTerms, type Period, PLAN_NAMES, PLANS } from '#billing/rules/plan.ts'
import { CURRENCIES, type Currency, priceText, SYMBOLS } from '#billing/rules/price.ts'
import { Submit } from '#ui/button.tsx'
import { Field, type FieldForm } from '#ui/field.tsx'
import { number } from '#ui/format.tsx'
import { Table } from '#ui/table.tsx'
import { urls } from '../../urls.ts'

export type CalculatorProps = {
  form: FieldForm
  /** Null when it cannot be reckoned with. */
  asked: Calculation | null
  currency: Currency
  period: Period
  perAnswer: number
  terms: AllTerms
}

/**
 * "What do 1,000 questions a month cost": a form that answers by a page of its own address; where scripts run the answer changes while
 * somebody types.
 */
export const Calculator = (props: CalculatorProps) => (
  <section class="card calculator" id="calculator" aria-labelledby="calculator-head">
    <form
      class="card-body form"
      method="get"
      action={`${urls.pricing}#calculator`}
      hx-get={urls.pricing}
      hx-trigger="input delay:250ms, submit"
      hx-select="#calculator-answer"
      hx-target="#calculator-answer"
      hx-swap="outerHTML"
      hx-select-oob="#pricing-switches,#pricing-plans,#pricing-packs"
      hx-replace-url="true"
    >
      <div>
        <h2 id="calculator-head">What would it cost you?</h2>
        <p class="muted">The cheapest way to your questions: packs, a plan, or both.</p>
      </div>
      <input type="hidden" name="period" value={props.period} />
      <Field
        form={props.form}
        id="calculator-questions"
        name="questions"
        label="Questions a month"
        inputmode="numeric"
        hint={`On average, of everybody together. Up to ${number(MOST_QUESTIONS)}.`}
      />
      <Field
        form={props.form}
        id="calculator-months"
        name="months"
        label="Months"
        inputmode="numeric"
        hint={`Up to ${MOST_MONTHS}.`}
      />
      <Field
        form={props.form}
        id="calculator-rhythm"
        name="rhythm"
        label="How even they are"
        options={RHYTHM_NAMES}
        usual="even"
        hint="A busy month has three or four times the questions of the others."
      />
      <Field
        form={{ values: { currency: props.currency }, errors: {} }}
        id="calculator-currency"
        name="currency"
        label="Currency"
        options={CURRENCIES.map((it) => [it, `${SYMBOLS[it]} ${it}`])}
      />
      <noscript>
        <Submit label="Work it out" />
      </noscript>
    </form>
    <Answer {...props} />
  </section>
)

const Answer = ({ asked, form, ...priced }: CalculatorProps) => (
  <div class="calculator-answer" id="calculator-answer" aria-live="polite">
    {asked ? (
      <Reckoned asked={asked} {...priced} />
    ) : (
      <p class="error">{Object.values(form.errors)[0] ?? 'Please give whole numbers.'}</p>
    )}
  </div>
)

const short = (minor: number, currency: Currency) => priceText(minor, currency, { short: true })

type Reckoning = { asked: Calculation } & Pick<CalculatorProps, 'currency' | 'perAnswer' | 'terms'>

const Reckoned = ({ asked, currency, perAnswer, terms }: Reckoning) => {
  const needs = needsOf(asked, perAnswer)
  const credits = needs.reduce((sum, need) => sum + need, 0)
  const questions = credits / perAnswer
  const [best, ...others] = mixes(needs, currency, terms)
  const held = heldText(best!)
  return (
    <>
      <p class="calculator-line">
        {number(questions)} questions need {number(credits)} credits
        {asked.rhythm !== 'even' && `, up to ${number(Math.max(...needs))} in a month`}.
      </p>
      <p class="calculator-price">
        <b class="num">{short(perMonth(best!), currency)}</b>
        <span class="muted">a month, {perQuestionText(best!, questions, currency)} a question</span>
      </p>
      <p>
        {mixText(best!)}
        {best!.bought > 0 && `, with ${number(best!.bonus)} more as a bonus`}. That is {short(best!.total, currency)}{' '}
        together.
        {held && ` Buy the plan in ${held}, since it never renews by itself.`}
      </p>
      <Table
        label="Every way, the cheapest first"
        items={[best!, ...others]}
        columns={{
          Way: mixText,
          '#Together': (mix: Mix) => short(mix.total, currency),
          '#A question': (mix: Mix) => perQuestionText(mix, questions, currency),
        }}
      />
      <p class="muted small">
        {noteOf(terms)} Seats and storage of the plans are not counted.
        {currency !== 'INR' && ' Plans are charged in rupees; what they cost here is converted.'}
      </p>
    </>
  )
}

/** Which credits end with their month, by what the plans say. */
function noteOf(terms: AllTerms): string {
  const ending = PLANS.filter((plan) => terms[plan].carry_months === 0).map((plan) => PLAN_NAMES[plan])
  const end = ending.length > 0 ? ` What ${ending.join(' and ')} brings beyond your need ends with its month.` : ''
  return `Bought credits last a year.${end}`
}
