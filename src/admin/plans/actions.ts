import { conflict } from '#base/errors.ts'
import { endGiven, give } from '#billing/given-plans.ts'
import * as mailTexts from '#billing/mail-texts.tsx'
import { PLAN_NAMES, type Plan, planQuote, planTerms } from '#billing/rules/plan.ts'
import { current } from '#billing/subscriptions.ts'
import { inTransaction } from '#db/connect.ts'
import * as audit from '#records/audit.ts'
import * as mails from '#records/mails.ts'
import type { AdminCtx } from '../../ctx.ts'
import { find } from '../allocations/person.ts'
import * as approvals from '../approvals/approvals.ts'
import { refuseOwn } from '../own.ts'
import { type Approval, creditsNeedSecond } from '../rules/approval.ts'
import type { ChangedPlan, PlanChange } from '../rules/plan-change.ts'

/**
 * Gives somebody else a plan from now on, or with `free` ends what was given. What they paid for goes on after it. Above the limit, by the
 * credits of all its months, it waits for a second admin.
 * @throws AppError invalid with `person`; forbidden `own_account`; conflict `no_given_plan`; what `approvals.ask` throws
 */
export async function change(ctx: AdminCtx, asked: PlanChange): Promise<ChangedPlan | Approval> {
  const user = await find(ctx, asked.person)
  await refuseOwn(ctx, user.id, 'change your own plan')
  const { plan, period, reason } = asked
  return inTransaction(ctx, async (ctx) => {
    await approvals.hold(ctx, user.id)
    if (plan === 'free') return changeNow(ctx, asked, null)
    const { monthly_credits, months } = planQuote(plan, period, planTerms(ctx.settings()))
    const amount = monthly_credits * months
    if (!creditsNeedSecond(ctx.settings(), amount)) return changeNow(ctx, asked, null)
    const what = `Give ${planText(plan, period)}`
    return approvals.ask(ctx, {
      ...{ kind: 'plan', subject: user.id, userId: user.id, what },
      // By id: an address may be another's when it is confirmed.
      ...{ body: { ...asked, person: user.id }, amount, reason },
    })
  })
}

const planText = (plan: Plan, period: PlanChange['period']) =>
  `${PLAN_NAMES[plan]} for ${period === 'annual' ? 'a year' : 'a month'}`

/** Does what one admin may do alone, or two signed. `ctx.db` is a transaction. */
export async function changeNow(
  ctx: AdminCtx,
  { person, plan, period, reason }: PlanChange,
  signed: approvals.Signed | null,
): Promise<ChangedPlan> {
  const user = await find(ctx, person)
  const theirs = { ...ctx, user: { ...ctx.user, id: user.id } }
  const before = await current(theirs)
  if (plan === 'free') {
    if (!(await endGiven(ctx, user.id, `admin:${ctx.user.id}`)))
      throw conflict(
        'This person has no plan that was given. What they paid for ends with its refund.',
        'no_given_plan',
      )
  } else {
    const quote = planQuote(plan, period, planTerms(ctx.settings()))
    await give(ctx, user.id, quote, signed?.requestedBy ?? ctx.user.id)
  }
  const after = await current(theirs)
  const isOver = !after || Date.parse(after.current_period_end) <= Number(ctx.now())
  const now = { plan: isOver ? 'free' : after.plan_type, until: isOver ? null : after.current_period_end }
  await audit.record(ctx, 'user.change_plan', user.id, {
    reason,
    plan: { before: before?.plan_type ?? 'free', after: now.plan },
    until: { before: before?.current_period_end ?? null, after: now.until },
    ...approvals.signedBy(signed),
  })
  await mails.post(ctx, 'plan_changed', { to: user.email, ...mailTexts.planChanged(ctx.config, now) })
  return { user, ...now }
}
