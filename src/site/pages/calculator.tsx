import { type Mix, MOST_DAYS, MOST_QUESTIONS, mixes, mixText, perMonth, perQuestionText } from '#billing/rules/mix.ts'
import type { MonthlyCredits, Period } from '#billing/rules/plan.ts'
import { CURRENCIES, type Currency, priceText, SYMBOLS } from '#billing/rules/price.ts'
import { Field, type FieldForm } from '#ui/field.tsx'
import { number } from '#ui/written.tsx'
import { urls } from '../../urls.ts'

export type CalculatorProps = {
  /** What was typed, and what is wrong with it. */
  form: FieldForm
  /** Null when it cannot be reckoned with. */
  asked: { questions: number; days: number } | null
  currency: Currency
  period: Period
  /** Credits that an answer costs, and that the plans bring each month. */
  perAnswer: number
  monthly: MonthlyCredits
}

/**
 * "What do 40 questions a day cost": a form that answers by a page of its own address; where scripts run the answer changes while
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
        <p class="muted">The cheapest way to a year of questions.</p>
      </div>
      <input type="hidden" name="period" value={props.period} />
      <Field
        form={props.form}
        id="calculator-questions"
        name="questions"
        label="Questions a day"
        inputmode="numeric"
        hint={`Up to ${number(MOST_QUESTIONS)}, of everybody together.`}
      />
      <Field
        form={props.form}
        id="calculator-days"
        name="days"
        label="Working days a month"
        inputmode="numeric"
        hint={`Up to ${MOST_DAYS}; 22 in most offices.`}
      />
      <div class="field">
        <label for="calculator-currency">Currency</label>
        <select class="select" id="calculator-currency" name="currency">
          {CURRENCIES.map((it) => (
            <option value={it} selected={it === props.currency}>
              {SYMBOLS[it]} {it}
            </option>
          ))}
        </select>
      </div>
      <noscript>
        <button class="button" type="submit">
          Work it out
        </button>
      </noscript>
    </form>
    <Answer {...props} />
  </section>
)

const Answer = ({ asked, currency, form, ...priced }: CalculatorProps) => (
  <div class="calculator-answer" id="calculator-answer" aria-live="polite">
    {asked ? (
      <Reckoned {...asked} {...priced} currency={currency} />
    ) : (
      <p class="error">{Object.values(form.errors)[0] ?? 'Please give whole numbers.'}</p>
    )}
  </div>
)

const short = (minor: number, currency: Currency) => priceText(minor, currency, { short: true })

type Reckoning = { questions: number; days: number } & Pick<CalculatorProps, 'currency' | 'perAnswer' | 'monthly'>

const Reckoned = ({ questions, days, currency, perAnswer, monthly: plansBring }: Reckoning) => {
  const monthly = questions * days
  const credits = monthly * perAnswer
  const [best, ...others] = mixes(credits, currency, plansBring)
  return (
    <>
      <p class="calculator-line">
        {number(questions)} × {days} = {number(monthly)} questions, so {number(credits)} credits a month.
      </p>
      <p class="calculator-price">
        <b class="num">{short(perMonth(best!), currency)}</b>
        <span class="muted">a month, {perQuestionText(best!, monthly, currency)} a question</span>
      </p>
      <p>
        {mixText(best!)}
        {best!.bought > 0 && `, with ${number(best!.bonus)} more as a bonus`}. That is {short(best!.year, currency)} for
        the year.
      </p>
      <div class="table-wrap">
        <table class="table table-plain table-stack" aria-label="Every way, the cheapest first">
          <thead>
            <tr>
              <th scope="col">Way</th>
              <th scope="col" class="num">
                A month
              </th>
              <th scope="col" class="num">
                A question
              </th>
            </tr>
          </thead>
          <tbody>
            {[best!, ...others].map((mix: Mix) => (
              <tr>
                <td>{mixText(mix)}</td>
                <td class="num" data-label="A month">
                  {short(perMonth(mix), currency)}
                </td>
                <td class="num" data-label="A question">
                  {perQuestionText(mix, monthly, currency)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="muted small">
        Bought credits are valid for a year, so they are counted over one. {NOTE[currency === 'INR' ? 'INR' : 'other']}
      </p>
    </>
  )
}

const NOTE = {
  INR: 'What a plan brings beyond your need ends with its month.',
  other: 'Plans are charged in rupees; what they cost here is converted.',
}
