import { and, asc, eq, gte, isNotNull, lt, or, sql } from 'drizzle-orm'
import { answerOf } from '#base/answer.ts'
import { conflict, notFound } from '#base/errors.ts'
import { inTransaction } from '#db/connect.ts'
import { creditBudgets, creditHolds, creditUsage, organizationMembers, users, workspaces } from '#db/schema/index.ts'
import { isActiveMember } from '#organizations/membership.ts'
import * as audit from '#records/audit.ts'
import type { OrganizationCtx } from '../../ctx.ts'
import { type Budget, budget } from '../rules/answers.ts'
import { type BudgetSubject, type CalendarMonth, calendarMonth, percentUsed, shareReached } from '../rules/budget.ts'
import { type BudgetRow, budgetUsage } from './budget-usage.ts'

/** Every budget of living workspaces and of members, workspaces first, in the order of names. */
export async function list(ctx: OrganizationCtx): Promise<Budget[]> {
  const month = calendarMonth(ctx.now())
  const rows = await ctx.db
    .select({
      row: creditBudgets,
      workspace: { id: workspaces.id, name: workspaces.name },
      user: { id: users.id, name: users.name, email: users.email },
    })
    .from(creditBudgets)
    .leftJoin(workspaces, and(eq(workspaces.id, creditBudgets.workspaceId), eq(workspaces.status, 'active')))
    .leftJoin(organizationMembers, isActiveMember(creditBudgets.organizationId, creditBudgets.userId))
    .leftJoin(users, eq(users.id, organizationMembers.userId))
    .where(
      and(eq(creditBudgets.organizationId, ctx.organization.id), or(isNotNull(workspaces.id), isNotNull(users.id))),
    )
    .orderBy(asc(workspaces.name), asc(users.name), asc(creditBudgets.id))
  const sums = rows.length > 0 ? await totals(ctx, month) : null
  return rows.map(({ row, workspace, user }) => {
    const key = row.workspaceId ?? row.userId!
    const used = sums?.used.get(key) ?? 0
    const held = sums?.held.get(key) ?? 0
    const percent = percentUsed(used, row.monthlyCredits)
    return answerOf(budget, { ...row, workspace, user, used, held, percent, renewsAt: month.to })
  })
}

/** What is used and set aside in the organization, by workspace and by person. Their ids never meet. */
async function totals(ctx: OrganizationCtx, { from, to }: CalendarMonth) {
  const ours = eq(creditUsage.organizationId, ctx.organization.id)
  const used = await ctx.db
    .select({
      workspaceId: creditUsage.workspaceId,
      userId: creditUsage.userId,
      sum: sql<string>`sum(${creditUsage.credits})`.mapWith(Number),
    })
    .from(creditUsage)
    .where(and(ours, gte(creditUsage.createdAt, from), lt(creditUsage.createdAt, to)))
    .groupBy(creditUsage.workspaceId, creditUsage.userId)
  const held = await ctx.db
    .select({ workspaceId: creditHolds.workspaceId, userId: creditHolds.userId, sum: creditHolds.amount })
    .from(creditHolds)
    .where(and(eq(creditHolds.organizationId, ctx.organization.id), eq(creditHolds.state, 'open')))
  return { used: byKey(used), held: byKey(held) }
}

function byKey(rows: { workspaceId: string | null; userId: string; sum: number }[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { workspaceId, userId, sum } of rows)
    for (const key of [workspaceId, userId]) if (key) sums.set(key, (sums.get(key) ?? 0) + sum)
  return sums
}

/**
 * Sets or changes the budget of a workspace or a member. It counts from the next question on; what is used already stays used.
 * @throws AppError not_found for a workspace or a person that is not in the organization
 */
export const set = (ctx: OrganizationCtx, subject: BudgetSubject, monthlyCredits: number): Promise<Budget> =>
  inTransaction(ctx, async (ctx) => {
    await demandSubject(ctx, subject)
    const now = ctx.now()
    const values = { ...columns(ctx, subject), monthlyCredits, createdAt: now, updatedAt: now }
    const [made] = await ctx.db.insert(creditBudgets).values(values).onConflictDoNothing().returning()
    const row = made ?? (await lock(ctx, subject))
    if (!row) throw conflict('Somebody removed this budget at the same moment. Please try again.')
    await ctx.db
      .update(creditBudgets)
      .set({ monthlyCredits, updatedAt: now, ...(await toldAlready(ctx, row, monthlyCredits)) })
      .where(eq(creditBudgets.id, row.id))
    const before = made ? null : row.monthlyCredits
    if (before !== monthlyCredits)
      await audit.record(placed(ctx, subject), 'budget.set', row.id, {
        ...subject,
        monthly_credits: { before, after: monthlyCredits },
      })
    return (await list(ctx)).find(({ id }) => id === row.id)!
  })

/** Whoever changes a budget sees how it stands: owners are told of what it reaches after that. */
async function toldAlready(ctx: OrganizationCtx, row: BudgetRow, monthly: number) {
  const month = calendarMonth(ctx.now())
  const [found] = await budgetUsage(ctx, [row], month)
  return { toldMonth: month.key, toldShare: shareReached(found!.usage.used, monthly) }
}

/** @throws AppError not_found when there is none */
export const remove = (ctx: OrganizationCtx, subject: BudgetSubject): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const [gone] = await ctx.db.delete(creditBudgets).where(of(ctx, subject)).returning()
    if (!gone) throw notFound('Budget')
    await audit.record(placed(ctx, subject), 'budget.remove', gone.id, {
      ...subject,
      monthly_credits: { before: gone.monthlyCredits, after: null },
    })
  })

const columns = (ctx: OrganizationCtx, { workspace_id, user_id }: BudgetSubject) => ({
  organizationId: ctx.organization.id,
  workspaceId: workspace_id ?? null,
  userId: user_id ?? null,
})
const of = (ctx: OrganizationCtx, { workspace_id, user_id }: BudgetSubject) =>
  and(
    eq(creditBudgets.organizationId, ctx.organization.id),
    workspace_id === undefined ? eq(creditBudgets.userId, user_id ?? '') : eq(creditBudgets.workspaceId, workspace_id),
  )
const placed = (ctx: OrganizationCtx, { workspace_id }: BudgetSubject) =>
  workspace_id ? { ...ctx, workspace: { id: workspace_id } } : ctx

async function lock(ctx: OrganizationCtx, subject: BudgetSubject): Promise<BudgetRow | undefined> {
  const [row] = await ctx.db.select().from(creditBudgets).where(of(ctx, subject)).for('update')
  return row
}

async function demandSubject(ctx: OrganizationCtx, { workspace_id, user_id }: BudgetSubject): Promise<void> {
  const { id } = ctx.organization
  if (workspace_id !== undefined) {
    const living = and(eq(workspaces.id, workspace_id), eq(workspaces.status, 'active'))
    const [found] = await ctx.db
      .select({ id: workspaces.id })
      .from(workspaces)
      .where(and(living, eq(workspaces.organizationId, id)))
    if (!found) throw notFound('Workspace')
    return
  }
  const [found] = await ctx.db
    .select({ id: organizationMembers.id })
    .from(organizationMembers)
    .where(isActiveMember(id, user_id ?? ''))
  if (!found) throw notFound('Member')
}
