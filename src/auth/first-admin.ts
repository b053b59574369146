import { arrayContains, eq, sql } from 'drizzle-orm'
import { AppError } from '#base/errors.ts'
import { inTransaction } from '#db/connect.ts'
import { users } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import * as security from '#records/security.ts'
import type { Ctx, UserCtx, World } from '../ctx.ts'
import { href, urls } from '../urls.ts'
import * as links from './links.ts'
import type { AdminRole } from './rules/admin-role.ts'

/** Any number: everybody who opens a link at the same moment waits for this lock. */
const CLAIM_LOCK = 7_203_116
const FIRST: AdminRole = 'superadmin'

/**
 * A new one-time link which makes the account that opens it the platform's first admin, or null once there is one.
 * @param base public address; default BASE_URL, or HOST and PORT
 */
export async function firstAdminLink(world: World, base?: string): Promise<string | null> {
  if (await hasAdmin(world)) return null
  const token = await links.issue(world, 'first-admin', { userId: null, email: '' })
  const { BASE_URL, HOST, PORT } = world.config
  return (base ?? BASE_URL ?? `http://${HOST}:${PORT}`).replace(/\/$/, '') + href(urls.firstAdmin, { token })
}

async function hasAdmin(world: Pick<World, 'db'>): Promise<boolean> {
  const [admin] = await world.db
    .select({ id: users.id })
    .from(users)
    .where(arrayContains(users.adminRoles, [FIRST]))
    .limit(1)
  return admin !== undefined
}

const gone = () =>
  new AppError('not_found', 'This link has been used or is no longer good. Start the server again to get a new one.')

/** @throws AppError not_found when the link is not good (any more) */
export async function check(ctx: Ctx, token: string): Promise<void> {
  if ((await links.find(ctx, 'first-admin', token)) && !(await hasAdmin(ctx))) return
  await security.record(ctx, 'first_admin_refused')
  throw gone()
}

/**
 * Makes the person of the ctx the first admin and every link worthless. Of two at the same moment one succeeds.
 * @throws AppError not_found for the other
 */
export const claim = (ctx: UserCtx, token: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    await ctx.db.execute(sql`select pg_advisory_xact_lock(${CLAIM_LOCK})`)
    if (!(await links.useAll(ctx, 'first-admin', token)) || (await hasAdmin(ctx))) throw gone()
    await ctx.db
      .update(users)
      .set({ adminRoles: [FIRST] })
      .where(eq(users.id, ctx.user.id))
    await audit.record(ctx, 'admin.claim', ctx.user.id)
  })
