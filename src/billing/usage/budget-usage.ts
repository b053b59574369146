import { and, asc, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import { creditBudgets, creditHolds, creditUsage } from '#db/schema/index.ts'
import type { Ctx, WorkspaceCtx } from '../../ctx.ts'
import type { BudgetUsage, CalendarMonth } from '../rules/budget.ts'

export type BudgetRow = typeof creditBudgets.$inferSelect

/** The budgets that apply to a question of the person in the workspace, locked until the transaction ends. */
export const lockBudgets = (ctx: WorkspaceCtx): Promise<BudgetRow[]> =>
  ctx.db
    .select()
    .from(creditBudgets)
    .where(
      and(
        eq(creditBudgets.organizationId, ctx.organization.id),
        or(eq(creditBudgets.workspaceId, ctx.workspace.id), eq(creditBudgets.userId, ctx.user.id)),
      ),
    )
    .orderBy(asc(creditBudgets.id))
    .for('update')

/**
 * How budgets stand in a month. Paid answers and open holds are read by one statement: what is settled meanwhile is seen as one of both,
 * never as none or twice.
 */
export async function budgetUsage(
  ctx: Pick<Ctx, 'db'>,
  budgets: readonly BudgetRow[],
  month: CalendarMonth,
): Promise<{ budget: BudgetRow; usage: BudgetUsage }[]> {
  const found: { budget: BudgetRow; usage: BudgetUsage }[] = []
  for (const budget of budgets) {
    const [row] = await ctx.db
      .select({ used: usedOf(budget, month), held: heldOf(budget) })
      .from(sql`(select 1) as one`)
    const usage = { monthly: budget.monthlyCredits, used: Number(row!.used), held: Number(row!.held) }
    found.push({ budget, usage })
  }
  return found
}

type OfBudget = Pick<BudgetRow, 'organizationId' | 'workspaceId' | 'userId'>

function usedOf(budget: OfBudget, { from, to }: CalendarMonth): SQL<string> {
  const { organizationId, workspaceId, userId, createdAt, credits } = creditUsage
  // A workspace never leaves its organization, and an index of its own answers this.
  const theirs = budget.workspaceId
    ? eq(workspaceId, budget.workspaceId)
    : and(eq(organizationId, budget.organizationId), eq(userId, budget.userId!))
  const where = and(theirs, gte(createdAt, from), lt(createdAt, to))
  return sql`(select coalesce(sum(${credits}), 0) from ${creditUsage} where ${where})`
}

/** Whatever month a running question began in: it is paid in the month in which it ends. */
function heldOf(budget: OfBudget): SQL<string> {
  const { organizationId, workspaceId, userId, state, amount } = creditHolds
  const theirs = budget.workspaceId ? eq(workspaceId, budget.workspaceId) : eq(userId, budget.userId!)
  const where = and(eq(state, 'open'), eq(organizationId, budget.organizationId), theirs)
  return sql`(select coalesce(sum(${amount}), 0) from ${creditHolds} where ${where})`
}
