import { and, arrayContains, eq, exists, gt, isNotNull, isNull, not, notExists, type SQL, sql } from 'drizzle-orm'
import { isId } from '#base/ids.ts'
import { cursorAt, type Page, type PageRequest, pageOf } from '#base/paging.ts'
import { hasWords, havingWords } from '#db/frequent-words.ts'
import { creditAccounts, subscriptions, users } from '#db/schema/index.ts'
import { byMoment, byNumber, byPerson, byText, sorted } from '#db/sorted.ts'
import type { AdminCtx } from '../../ctx.ts'
import { excludeDemo } from '../exclude-demo.ts'
import type { FilterOf } from '../rules/list.ts'
import type { ListedUser, userList } from '../rules/user.ts'

/**
 * What the list shows of a person; `planUntil` is the end of what they paid for last. Whose account was never asked for has the credits
 * that it opens with.
 */
export const userColumns = (ctx: AdminCtx) => ({
  id: users.id,
  name: users.name,
  email: users.email,
  emailVerified: users.emailVerified,
  adminRoles: users.adminRoles,
  twoFactorEnabled: users.twoFactorEnabled,
  disabledAt: users.disabledAt,
  lastSeenAt: users.lastSeenAt,
  createdAt: users.createdAt,
  balance: sql<number>`coalesce(${creditAccounts.balance}, ${ctx.settings().credits.trial}::bigint)`.mapWith(Number),
  planType: subscriptions.planType,
  planUntil: subscriptions.currentPeriodEnd,
})

type Row = Pick<
  typeof users.$inferSelect,
  | 'id'
  | 'name'
  | 'email'
  | 'emailVerified'
  | 'adminRoles'
  | 'twoFactorEnabled'
  | 'disabledAt'
  | 'lastSeenAt'
  | 'createdAt'
> & { balance: number; planType: string | null; planUntil: Date | null }

/** What the list shows of a row. */
export const listedOf = (row: Row, now: Date): ListedUser => ({
  id: row.id,
  name: row.name,
  email: row.email,
  email_verified: row.emailVerified,
  admin_roles: row.adminRoles,
  two_factor: row.twoFactorEnabled,
  plan: row.planType && row.planUntil && row.planUntil > now ? row.planType : 'free',
  credits: row.balance,
  disabled_at: row.disabledAt?.toISOString() ?? null,
  last_seen_at: row.lastSeenAt.toISOString(),
  created_at: row.createdAt.toISOString(),
})

/** People by the beginnings of the words of their name or address, or by their id. */
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

/** Everybody who has an account. */
export async function list(
  ctx: AdminCtx,
  filter: FilterOf<typeof userList>,
  { limit, cursor }: PageRequest,
): Promise<Page<ListedUser>> {
  const now = ctx.now()
  const columns = userColumns(ctx)
  const isMember = sql`${subscriptions.currentPeriodEnd} > ${now.toISOString()}::timestamptz`
  const sorts = {
    name: byPerson(users),
    plan: byText(sql`case when ${isMember} then ${subscriptions.planType} else 'free' end`),
    credits: byNumber(columns.balance),
    seen: byMoment(users.lastSeenAt),
  }
  const { key, after, order } = sorted(sorts, users.id, { sort: filter.sort, cursor })
  const rows = await ctx.db
    .select({ ...columns, key })
    .from(users)
    .leftJoin(creditAccounts, eq(creditAccounts.userId, users.id))
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(and(await matching(ctx, filter), after))
    .orderBy(...order)
    .limit(limit + 1)
  const page = pageOf(rows, limit, (row) => cursorAt(row.key, row.id))
  return { ...page, items: page.items.map((row) => listedOf(row, now)) }
}
