import { eq } from 'drizzle-orm'
import { creditBudgets } from '#db/schema/index.ts'
import { ownersOf } from '#organizations/membership.ts'
import * as mails from '#records/mails.ts'
import type { WorkspaceCtx } from '../../ctx.ts'
import { calendarMonth, noticeDue } from '../rules/budget.ts'
import { type BudgetRow, budgetUsage } from './budget-usage.ts'
import { budgetNotice } from './mail-texts.ts'

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
