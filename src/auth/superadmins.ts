import { and, arrayContains, isNull, sql } from 'drizzle-orm'
import { conflict } from '#base/errors.ts'
import { users } from '#db/schema/index.ts'
import type { Ctx } from '../ctx.ts'

/** Any number: whoever may take a superadmin away waits for this lock. */
const LOCK = 7_203_117

/**
 * Does something that may take a superadmin away: the role, the account, or its use. Others who do the same at this moment wait, so that
 * two cannot both rely on the other one. Call it in a transaction.
 * @throws AppError conflict `only_admin` when nobody would be left who can make others admins; the change is rolled back with the transaction
 */
export async function keepingOne<T>(ctx: Ctx, message: string, work: () => Promise<T>): Promise<T> {
  await ctx.db.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
  const before = await anyOne(ctx)
  const done = await work()
  if (before && !(await anyOne(ctx))) throw conflict(message, 'only_admin')
  return done
}

async function anyOne(ctx: Ctx): Promise<boolean> {
  const [found] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(arrayContains(users.adminRoles, ['superadmin']), sql`admin_roles <> '{}'`, isNull(users.disabledAt)))
    .limit(1)
  return found !== undefined
}
