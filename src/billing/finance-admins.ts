import { and, isNull, notInArray, sql } from 'drizzle-orm'
import { users } from '#db/schema/index.ts'
import type { Ctx } from '../ctx.ts'

/** Who looks after money. The database compares arrays of roles as they are: who has one of the two. */
const isFinance = and(
  sql`${users.adminRoles} && array['finance', 'superadmin']::text[]`,
  // As the index of those who have a role says it.
  sql`admin_roles <> '{}'`,
  isNull(users.disabledAt),
)

/** Everybody who looks after money, but for those with these ids. */
export const financeAdmins = (ctx: Pick<Ctx, 'db'>, but: string[] = []) =>
  ctx.db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(and(isFinance, but.length > 0 ? notInArray(users.id, but) : undefined))
    .limit(100)
