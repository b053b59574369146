import { eq } from 'drizzle-orm'
import { inTransaction } from '#db/connect.ts'
import { users } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import type { User, UserCtx } from '../ctx.ts'
import type { ProfileChange } from './rules/profile.ts'

/** Changes what is given of the person's name and choices, leaves the rest. */
export const update = (ctx: UserCtx, change: ProfileChange): Promise<User> =>
  inTransaction(ctx, async (ctx) => {
    const { keep_signed_in: keepSignedIn, ...rest } = change
    const given = { ...rest, ...(keepSignedIn === undefined ? {} : { keepSignedIn }) }
    const changed = Object.entries(given).filter(
      ([name, value]) => value !== undefined && value !== ctx.user[name as keyof User],
    )
    if (changed.length === 0) return ctx.user
    const set = Object.fromEntries(changed) as Partial<User>
    await ctx.db
      .update(users)
      .set({ ...set, updatedAt: ctx.now() })
      .where(eq(users.id, ctx.user.id))
    // What somebody calls themselves must be forgotten one day: the log says that it changed, not to what.
    await audit.record(ctx, 'user.update', ctx.user.id, { changed: changed.map(([name]) => name) })
    return { ...ctx.user, ...set }
  })
