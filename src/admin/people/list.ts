import { and, arrayContains, eq, exists, gt, isNotNull, isNull, not, notExists, type SQL, sql } from 'drizzle-orm'
import { answerOf } from '#base/answer.ts'
import { isId } from '#base/ids.ts'
import { hasWords, havingWords } from '#db/frequent-words.ts'
import { creditAccounts, subscriptions, users } from '#db/schema/index.ts'
import { byMoment, byNumber, byPerson, byText, sortedPage } from '#db/sorted.ts'
import type { AdminCtx } from '../../ctx.ts'
import { excludeDemo } from '../exclude-demo.ts'
import type { Read } from '../list-response.ts'
import type { FilterOf } from '../rules/list.ts'
import { userList } from '../rules/user.ts'

const { id, name, email, emailVerified, adminRoles, disabledAt, lastSeenAt, createdAt } = users
const { twoFactorEnabled: twoFactor } = users

/**
 * What the list shows of a person; `planUntil` is the end of what they paid for last. Whose account was never asked for has the credits
 * that it opens with.
 */
export const userColumns = (ctx: AdminCtx) => ({
  ...{ id, name, email, emailVerified, adminRoles, twoFactor, disabledAt, lastSeenAt, createdAt },
  credits: sql<number>`coalesce(${creditAccounts.balance}, ${ctx.settings().credits.trial}::bigint)`.mapWith(Number),
  planType: subscriptions.planType,
  planUntil: subscriptions.currentPeriodEnd,
})

export const planOf = ({ planType, planUntil }: { planType: string | null; planUntil: Date | null }, now: Date) =>
  planType && planUntil && planUntil > now ? planType : 'free'

export const named = (q: string): SQL => (isId(q) ? eq(users.id, q) : hasWords('users', q))

async function matching(ctx: AdminCtx, filter: FilterOf<typeof userList>): Promise<SQL | undefined> {
  const { q, role, verified, disabled, two_factor, plan } = filter
  const member = ctx.db
    .select({ one: sql`1` })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.userId, users.id),
        gt(subscriptions.currentPeriodEnd, ctx.now()),
        plan && plan !== 'free' ? eq(subscriptions.planType, plan) : undefined,
      ),
    )
  return and(
    excludeDemo.people,
    q ? (isId(q) ? eq(users.id, q) : await havingWords(ctx.db, 'users', q)) : undefined,
    role ? sql`${users.adminRoles} <> '{}'` : undefined,
    role && role !== 'any' ? arrayContains(users.adminRoles, [role]) : undefined,
    verified === 'yes' ? users.emailVerified : verified === 'no' ? not(users.emailVerified) : undefined,
    disabled === 'yes' ? isNotNull(users.disabledAt) : disabled === 'no' ? isNull(users.disabledAt) : undefined,
    two_factor === 'yes' ? users.twoFactorEnabled : two_factor === 'no' ? not(users.twoFactorEnabled) : undefined,
    plan === undefined ? undefined : plan === 'free' ? notExists(member) : exists(member),
  )
}

export const list: Read<typeof userList> = async (ctx, filter, request) => {
  const now = ctx.now()
  const columns = userColumns(ctx)
  const isMember = sql`${subscriptions.currentPeriodEnd} > ${now.toISOString()}::timestamptz`
  const sorts = {
    name: byPerson(users),
    plan: byText(sql`case when ${isMember} then ${subscriptions.planType} else 'free' end`),
    credits: byNumber(columns.credits),
    seen: byMoment(users.lastSeenAt),
  }
  const wanted = await matching(ctx, filter)
  const page = await sortedPage(sorts, users.id, { ...request, sort: filter.sort }, wanted, (at) =>
    ctx.db
      .select({ ...columns, at })
      .from(users)
      .leftJoin(creditAccounts, eq(creditAccounts.userId, users.id))
      .leftJoin(subscriptions, eq(subscriptions.userId, users.id)),
  )
  return { ...page, items: page.items.map((row) => answerOf(userList.item, { ...row, plan: planOf(row, now) })) }
}
