import { and, desc, eq } from 'drizzle-orm'
import { accounts, users } from '#db/schema/index.ts'
import type { Ctx } from '../ctx.ts'
import { personColumns } from './identify.ts'
import { scrypt } from './identity.ts'

/** Accounts of one address that a sign-in looks at, and so the comparisons that each sign-in costs, whatever the address. */
const COMPARISONS = 3

/** The account whose password was right. */
export type Match = Awaited<ReturnType<typeof candidates>>[number]

/**
 * The account of this address with this password, or null. Always as many slow comparisons, so that neither their number nor the time
 * they take tells whether the address is known.
 * @param most looks at so many accounts
 */
export async function match(
  ctx: Ctx,
  email: string,
  password: string,
  most: number = COMPARISONS,
): Promise<Match | null> {
  const found = (await candidates(ctx, email)).slice(0, most)
  const decoy = await decoyHash()
  const hashes = Array.from({ length: most }, (_, n) => found[n]?.hash ?? decoy)
  const right = await Promise.all(hashes.map((hash) => scrypt.matches(hash, password)))
  return found.find((_, n) => right[n]) ?? null
}

/** Who signs in with this address: the one account that has proven it first, then the newest of those that have not. */
async function candidates(ctx: Ctx, email: string) {
  const rows = await ctx.db
    .select({ ...personColumns, disabledAt: users.disabledAt, hash: accounts.password })
    .from(users)
    .innerJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.providerId, 'credential')))
    .where(eq(users.email, email))
    .orderBy(desc(users.emailVerified), desc(users.id))
    .limit(COMPARISONS)
  return rows.flatMap(({ hash, ...row }) => (hash ? [{ ...row, hash }] : []))
}

/** What a password is compared with where there is no account. */
let decoy: Promise<string> | undefined
const decoyHash = (): Promise<string> => {
  decoy ??= scrypt.hash(crypto.randomUUID())
  return decoy
}
