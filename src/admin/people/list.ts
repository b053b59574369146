import {
  and,
  arrayContains,
  asc,
  desc,
  eq,
  exists,
  gt,
  isNotNull,
  isNull,
  lt,
  not,
  notExists,
  type SQL,
  sql,
} from 'drizzle-orm'
import { isId } from '#base/ids.ts'
import { momentCursor, type Page, type PageRequest, pageOf } from '#base/paging.ts'
import { hasWords, havingWords } from '#db/frequent-words.ts'
import { creditAccounts, subscriptions, users } from '#db/schema/index.ts'
import type { AdminCtx } from '../../ctx.ts'
import { real } from '../real.ts'
import type { ListedUser, UserFilter, UserSort } from '../rules/user.ts'

/** What the list shows of a person; `planUntil` is the end of what they paid for last. */
export const userColumns = {
  id: users.id,
  name: users.name,
  email: users.email,
  emailVerified: users.emailVerified,
  adminRoles: users.adminRoles,
  twoFactorEnabled: users.twoFactorEnabled,
  disabledAt: users.disabledAt,
  lastSeenAt: users.lastSeenAt,
  createdAt: users.createdAt,
  balance: creditAccounts.balance,
  planType: subscriptions.planType,
  planUntil: subscriptions.currentPeriodEnd,
}

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
> & { balance: number | null; planType: string | null; planUntil: Date | null }

/** What the list shows of a row. */
export const listedOf = (row: Row, now: Date): ListedUser => ({
  id: row.id,
  name: row.name,
  email: row.email,
  email_verified: row.emailVerified,
  admin_roles: row.adminRoles,
  two_factor: row.twoFactorEnabled,
  plan: row.planType && row.planUntil && row.planUntil > now ? row.planType : 'free',
  credits: row.balance ?? 0,
  disabled_at: row.disabledAt?.toISOString() ?? null,
  last_seen_at: row.lastSeenAt.toISOString(),
  created_at: row.createdAt.toISOString(),
})

/** People by the beginnings of the words of their name or address, or by their id. */
export const named = (q: string): SQL => (isId(q) ? eq(users.id, q) : hasWords('users', q))

async function matching(ctx: AdminCtx, filter: UserFilter): Promise<SQL | undefined> {
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
    real.people,
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
export async function list(ctx: AdminCtx, filter: UserFilter, page: PageRequest): Promise<Page<ListedUser>> {
  const wanted = await matching(ctx, filter)
  const sort = filter.sort ?? 'created'
  const rows = sort === 'credits' ? await byCredits(ctx, wanted, page) : await ordered(ctx, wanted, page, ORDERS[sort])
  const now = ctx.now()
  return pageOf(
    rows.map((row) => listedOf(row, now)),
    page.limit,
    (user) => cursorOf(sort, user, rows),
  )
}

type Order = { by: SQL[]; after: (cursor: string) => SQL | undefined }
const seenAt = (cursor: string) => {
  const { at, id } = momentCursor(cursor)
  return { at: at.toISOString(), id }
}
const seenKey = sql`(${users.lastSeenAt}, ${users.id})`
const ORDERS: Record<Exclude<UserSort, 'credits'>, Order> = {
  created: { by: [desc(users.id)], after: (cursor) => lt(users.id, cursor) },
  created_asc: { by: [asc(users.id)], after: (cursor) => gt(users.id, cursor) },
  seen: {
    by: [desc(users.lastSeenAt), desc(users.id)],
    after: (cursor) => {
      const { at, id } = seenAt(cursor)
      return sql`${seenKey} < (${at}::timestamptz, ${id})`
    },
  },
  seen_asc: {
    by: [asc(users.lastSeenAt), asc(users.id)],
    after: (cursor) => {
      const { at, id } = seenAt(cursor)
      return sql`${seenKey} > (${at}::timestamptz, ${id})`
    },
  },
}

const people = (ctx: AdminCtx) =>
  ctx.db
    .select(userColumns)
    .from(users)
    .leftJoin(creditAccounts, eq(creditAccounts.userId, users.id))
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))

const ordered = (ctx: AdminCtx, wanted: SQL | undefined, { limit, cursor }: PageRequest, order: Order) =>
  people(ctx)
    .where(and(wanted, cursor ? order.after(cursor) : undefined))
    .orderBy(...order.by)
    .limit(limit + 1)

/**
 * Most credits first, by the index of the accounts; after those the people who never had any, who have no account. A cursor with a
 * number stands among the first, one without among the others.
 */
async function byCredits(ctx: AdminCtx, wanted: SQL | undefined, { limit, cursor }: PageRequest): Promise<Row[]> {
  const [balance, id] = cursor?.includes('_') ? cursor.split('_') : [null, null]
  const holding =
    cursor && balance === null
      ? []
      : await ctx.db
          .select(userColumns)
          .from(creditAccounts)
          .innerJoin(users, eq(users.id, creditAccounts.userId))
          .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
          .where(
            and(
              wanted,
              balance === null
                ? undefined
                : sql`(${creditAccounts.balance}, ${creditAccounts.userId}) < (${balance}::bigint, ${id})`,
            ),
          )
          .orderBy(desc(creditAccounts.balance), desc(creditAccounts.userId))
          .limit(limit + 1)
  if (holding.length > limit) return holding
  const account = ctx.db.select({ one: sql`1` }).from(creditAccounts).where(eq(creditAccounts.userId, users.id))
  const without = await people(ctx)
    .where(and(wanted, notExists(account), cursor && balance === null ? lt(users.id, cursor) : undefined))
    .orderBy(desc(users.id))
    .limit(limit + 1 - holding.length)
  return [...holding, ...without]
}

function cursorOf(sort: UserSort, user: ListedUser, rows: Row[]): string {
  if (sort === 'seen' || sort === 'seen_asc') return `${Date.parse(user.last_seen_at)}_${user.id}`
  if (sort !== 'credits' || rows.find(({ id }) => id === user.id)?.balance == null) return user.id
  return `${user.credits}_${user.id}`
}
