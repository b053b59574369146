import { AppError } from '#base/errors.ts'
import { inTransaction } from '#db/connect.ts'
import { creditUsage } from '#db/schema/index.ts'
import type { WorkspaceCtx } from '../../ctx.ts'
import * as credits from '../credits.ts'
import { calendarMonth, exceededText, fits } from '../rules/budget.ts'
import { budgetUsage, lockBudgets } from './budget-usage.ts'
import * as notices from './notices.ts'

/**
 * Sets credits aside for a question in a workspace, if the budgets that apply to it allow that. Budgets are locked before the account, in
 * the order of their ids, here and in `settle`: nobody waits in a circle.
 * @throws AppError insufficient_credits with the code `budget_exceeded`; what `credits.hold` throws
 */
export const hold = (ctx: WorkspaceCtx, amount: number, messageId: string): Promise<credits.Hold> =>
  inTransaction(ctx, async (ctx) => {
    const { organization, workspace } = ctx
    const locked = await lockBudgets(ctx)
    const month = calendarMonth(ctx.now())
    for (const { budget, usage } of await budgetUsage(ctx, locked, month)) {
      if (fits(usage, amount)) continue
      const kind = budget.workspaceId ? ('workspace' as const) : ('member' as const)
      const of = { kind, name: workspace.name, organization: organization.name }
      throw new AppError('insufficient_credits', exceededText(of, usage, month), {
        code: 'budget_exceeded',
        details: { budget: kind, ...usage, renews_at: month.to.toISOString() },
      })
    }
    const place = { organizationId: organization.id, workspaceId: workspace.id }
    return credits.hold(ctx, amount, `message:${messageId}`, place)
  })

/** What an answer took, as its line of usage keeps it; cached tokens are among those of the input, those of thinking among those of the output. */
export type Taken = {
  model: string
  inputTokens: number
  outputTokens: number
  cachedInputTokens?: number | undefined
  reasoningTokens?: number | undefined
  /** Of the model that named the conversation, read and written. */
  titleTokens?: number
}

/**
 * Pays for an answer: charges its hold, writes its line of usage, and tells owners whose budget comes to its end. Joins the transaction of
 * the ctx. An answer that cost nothing leaves no line.
 */
export const settle = (ctx: WorkspaceCtx, holdId: string, messageId: string, taken: Taken): Promise<credits.Closed> =>
  inTransaction(ctx, async (ctx) => {
    const locked = await lockBudgets(ctx)
    const closed = await credits.settle(ctx, holdId)
    if (closed.charged === 0) return closed
    await ctx.db.insert(creditUsage).values({
      userId: ctx.user.id,
      organizationId: ctx.organization.id,
      workspaceId: ctx.workspace.id,
      messageId,
      credits: closed.charged,
      ...taken,
      createdAt: ctx.now(),
    })
    await notices.tell(ctx, locked)
    return closed
  })
