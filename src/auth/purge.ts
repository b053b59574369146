import { and, eq, exists, inArray, lt, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { DAY } from '#base/time.ts'
import { type Db, inTransaction } from '#db/connect.ts'
import {
  accounts,
  apiKeys,
  conversations,
  creditAccounts,
  files,
  orders,
  organizationMembers,
  results,
  sessions,
  subscriptions,
  twoFactors,
  users,
} from '#db/schema/index.ts'
import type { World } from '../ctx.ts'

/** An address that was not proven for so long was somebody's mistake, or nobody's. */
const UNPROVEN_FOR = 30 * DAY
/** An account of an address that another one has proven was created by somebody who forgot that they have one, or by somebody else. */
const SECOND_FOR = DAY
const BATCH = 200
/** The ledger keeps what it has about an account: of one that was looked at, a row without a name stays. */
const GONE = 'deleted.invalid'

/** Accounts that never proved their address and hold nothing that somebody would miss. */
function emptyClaims(db: Db): SQL | undefined {
  // Who wanted to pay, or was given a membership, is no mistake.
  const held = [organizationMembers, conversations, results, orders, subscriptions].map((table) => table.userId)
  return and(
    eq(users.emailVerified, false),
    eq(users.adminRoles, []),
    ne(sql`split_part(${users.email}, '@', 2)`, GONE),
    ...[...held, files.uploadedBy].map((column) =>
      notExists(db.select({ one: sql`1` }).from(column.table).where(eq(column, users.id))),
    ),
  )
}

/** Forgets accounts that never proved their address and hold nothing; a job calls it. Returns how many. */
export async function sweepUnproven(world: World): Promise<number> {
  const before = (age: number) => lt(users.createdAt, new Date(Number(world.now()) - age))
  const owners = alias(users, 'owners')
  const owner = world.db
    .select({ one: sql`1` })
    .from(owners)
    .where(and(eq(owners.email, users.email), eq(owners.emailVerified, true)))
  return forget(world, and(emptyClaims(world.db), or(before(UNPROVEN_FOR), and(before(SECOND_FOR), exists(owner)))))
}

/**
 * Forgets accounts that only claim an address and hold nothing: once it is proven, one account is left.
 * @param who `email`: all of that address; `id`: this one
 */
export async function forgetClaims(
  ctx: Pick<World, 'db' | 'now'>,
  who: { email: string } | { id: string },
): Promise<void> {
  await forget(ctx, and(emptyClaims(ctx.db), 'id' in who ? eq(users.id, who.id) : eq(users.email, who.email)))
}

async function forget(world: Pick<World, 'db' | 'now'>, which: SQL | undefined): Promise<number> {
  const idle = await world.db.select({ id: users.id }).from(users).where(which).limit(BATCH)
  const ids = idle.map(({ id }) => id)
  if (ids.length === 0) return 0
  return inTransaction(world, async ({ db }) => {
    const held = await db
      .select({ id: creditAccounts.userId })
      .from(creditAccounts)
      .where(inArray(creditAccounts.userId, ids))
    const referenced = held.map(({ id }) => id)
    const deletable = ids.filter((id) => !referenced.includes(id))
    if (deletable.length > 0) await db.delete(users).where(and(inArray(users.id, deletable), which))
    if (referenced.length > 0) {
      for (const table of [sessions, accounts, apiKeys, twoFactors])
        await db.delete(table).where(inArray(table.userId, referenced))
      await db
        .update(users)
        .set({
          name: 'Deleted account',
          email: sql`'deleted-' || ${users.id} || '@deleted.invalid'`,
          image: null,
          twoFactorEnabled: false,
          disabledAt: world.now(),
        })
        .where(and(inArray(users.id, referenced), which))
    }
    return ids.length
  })
}
