import { eq } from 'drizzle-orm'
import type { Config } from '#config.ts'
import { creditBudgets } from '#db/schema/index.ts'
import { ownersOf } from '#organizations/membership.ts'
import type { Mail } from '#outside/mail.ts'
import * as mails from '#records/mails.ts'
import { mailOf } from '#ui/mail.tsx'
import type { WorkspaceCtx } from '../../ctx.ts'
import { absolute, href, urls } from '../../urls.ts'
import {
  type BudgetUsage,
  type CalendarMonth,
  calendarMonth,
  monthText,
  noticeDue,
  renewalText,
} from '../rules/budget.ts'
import { creditText } from '../rules/credit.ts'
import { type BudgetRow, budgetUsage } from './budget-usage.ts'

/** A budget has come to 80 or 100 percent. @param about `of`: whose it is, in words; `share` in percent */
function budgetNotice(
  config: Config,
  about: {
    of: string
    organization: { id: string; name: string }
    share: number
    usage: BudgetUsage
    month: CalendarMonth
  },
): Omit<Mail, 'to'> {
  const { of, organization, share, usage, month } = about
  const spent = share >= 100
  return mailOf({
    title: spent
      ? `A budget in ${organization.name} is used up`
      : `A budget in ${organization.name} is ${share} % used`,
    paragraphs: [
      `The budget of ${of} for ${monthText(month)}: ${creditText(usage.used)} of ${creditText(usage.monthly)} are used.`,
      spent
        ? `Further questions are refused until it renews on ${renewalText(month)}. You can raise or remove it at any time.`
        : `When it is used up, further questions are refused until it renews on ${renewalText(month)}.`,
    ],
    action: {
      label: 'Usage & budgets',
      address: absolute(config, href(urls.organizationUsage, { id: organization.id })),
    },
    footnote: `You get this mail as an owner of ${organization.name}, once at 80 % and once at 100 % of a budget in a month.`,
  })
}

/** Writes to the owners when a budget has reached 80 or 100 percent: once each in a month. `ctx.db` is a transaction that holds its lock. */
export async function tell(ctx: WorkspaceCtx, locked: readonly BudgetRow[]): Promise<void> {
  const month = calendarMonth(ctx.now())
  for (const { budget, usage } of await budgetUsage(ctx, locked, month)) {
    const share = noticeDue(usage, { month: budget.toldMonth, share: budget.toldShare }, month)
    if (share === null) continue
    await ctx.db
      .update(creditBudgets)
      .set({ toldMonth: month.key, toldShare: share })
      .where(eq(creditBudgets.id, budget.id))
    const of = budget.workspaceId
      ? `the workspace ${ctx.workspace.name}`
      : `${ctx.user.name || ctx.user.email} (${ctx.user.email})`
    const mail = budgetNotice(ctx.config, { of, organization: ctx.organization, share, usage, month })
    for (const { email: to } of await ownersOf(ctx, ctx.organization.id))
      await mails.post(ctx, 'budget', { to, ...mail })
  }
}
