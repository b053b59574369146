import { Submit } from '#ui/button.tsx'
import { Saved } from '#ui/field.tsx'
import { Day } from '#ui/format.tsx'
import { PostButton } from '#ui/post-button.tsx'
import { href, urls } from '../../urls.ts'
import type { Subscription } from '../rules/answers.ts'
import { planName } from '../rules/membership.ts'
import { type AllTerms, PERIODS, PLAN_NAMES, PLANS } from '../rules/plan.ts'
import { priceText } from '../rules/price.ts'
import { periodOf } from '../rules/upgrade.ts'

export type NextPlanProps = { subscription: Subscription | null; now: Date; terms: AllTerms; saved: boolean }

/** What comes after the membership, and how to change that: to cancel it, or to go on with another plan. */
export const NextPlan = ({ subscription, now, terms, saved }: NextPlanProps) => {
  const runs = subscription !== null && new Date(subscription.current_period_end) > now
  return (
    <div id="next-plan" data-refresh class="next-plan">
      {saved && <Saved show>Your choice is saved.</Saved>}
      {runs && <Follows subscription={subscription} terms={terms} />}
    </div>
  )
}

type Props = { subscription: Subscription; terms: AllTerms }

const Follows = ({ subscription, terms }: Props) => {
  const { next, follows } = subscription
  return (
    <>
      {follows && (
        <p>
          {named(follows.plan_type, follows.is_annual)} follows on <Day at={follows.starts_at} />. It is paid for.
        </p>
      )}
      {next ? <Chosen {...{ subscription, terms }} /> : <Choice {...{ subscription, terms }} />}
    </>
  )
}

const named = (plan: string, isAnnual: boolean) => `${planName(plan)}, ${periodOf({ isAnnual })}`

const Chosen = ({ subscription: { next, current_period_end, plan_type }, terms }: Props) => (
  <>
    {next!.plan_type === 'free' || !next!.period ? (
      <p>
        <strong>Cancelled.</strong> {planName(plan_type)} ends on <Day at={current_period_end} />. Until then it stays
        as it is; we send no reminders.
      </p>
    ) : (
      <p>
        You want to go on with{' '}
        <strong>
          {PLAN_NAMES[next!.plan_type]}, {next!.period}
        </strong>{' '}
        on <Day at={current_period_end} />. It is not paid for: we remind you, or{' '}
        <a href={`${href(urls.billing, {}, { plan: next!.plan_type, period: next!.period })}#plans`}>
          pay {priceText(terms[next!.plan_type].prices[next!.period], 'INR', { short: true })} now
        </a>{' '}
        for it to begin then.
      </p>
    )}
    <PostButton to={urls.billingNextPlan} look="small" name="next" value="" label="Undo" />
  </>
)

const Choice = ({ subscription, terms }: Props) => {
  const { plan_type, is_annual, current_period_end } = subscription
  const others = PLANS.flatMap((plan) => PERIODS.map((period) => ({ plan, period }))).filter(
    ({ plan, period }) => plan !== plan_type || period !== periodOf({ isAnnual: is_annual }),
  )
  return (
    <>
      <p class="muted small">
        It ends on <Day at={current_period_end} /> unless you renew it; we remind you before. Nothing is charged by
        itself.
      </p>
      <form class="row" method="post" action={urls.billingNextPlan}>
        <label class="quiet" for="next-plan-choice">
          Plan after that
        </label>
        <select class="select select-small" id="next-plan-choice" name="next">
          {others.map(({ plan, period }) => (
            <option value={`${plan} ${period}`}>
              {PLAN_NAMES[plan]}, {period}, {priceText(terms[plan].prices[period], 'INR', { short: true })}
            </option>
          ))}
        </select>
        <Submit look="small" label="Plan for afterwards" />
      </form>
      <PostButton
        to={urls.billingNextPlan}
        ask={{
          title: 'Cancel membership',
          message: `${planName(plan_type)} stays with its credits until its end; we send no reminders. Nothing would be charged by itself either way, and you can undo this.`,
          action: 'Cancel membership',
          type: 'danger',
        }}
        {...{ look: 'small', name: 'next', value: 'free', label: 'Cancel membership' }}
      />
    </>
  )
}
