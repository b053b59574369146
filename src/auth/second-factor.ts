import { and, eq, gt } from 'drizzle-orm'
import { parse, serialize } from 'hono/utils/cookie'
import { newToken } from '#base/ids.ts'
import { DAY, SECOND } from '#base/time.ts'
import { verifications } from '#db/schema/index.ts'
import type { Ctx, World } from '../ctx.ts'
import { isSecure } from './cookies.ts'
import * as links from './links.ts'

/**
 * A sign-in that waits for its second step: `cookies` are the Set-Cookie lines by which that step knows who started, `challenge` is
 * the same for clients without cookies.
 */
export type SecondStep = { cookies: string[]; challenge: string }
/** How long a trusted browser is not asked. */
const TRUST = 30 * DAY
const WAITING = 'second_step'
const TRUSTED = 'trusted_browser'

const trustOf = (userId: string) => `trusted-browser:${userId}`

/**
 * Asked when a password was right and before a session begins: the step that this person still has to take, or null when there is none.
 * The API then answers 200 `{two_factor_required: true, challenge}`, the form goes on to /login/second-step. Once the step is taken,
 * `sessions.start` creates the session.
 * @param how `remember` is for the session that follows; `requestCookies` is the Cookie header, for browsers that are trusted
 */
export async function secondStep(
  ctx: Ctx,
  person: { id: string; twoFactorEnabled: boolean },
  how: { remember: boolean; requestCookies: string | null },
): Promise<SecondStep | null> {
  if (!person.twoFactorEnabled || (await isTrusted(ctx, person.id, how.requestCookies))) return null
  const challenge = await links.issue(ctx, 'second-step', { userId: person.id, remember: how.remember })
  return { challenge, cookies: [cookie(ctx, WAITING, challenge, links.LIFE['second-step'])] }
}

/** The challenge that a browser carries from the first step to the second. */
export const carriedChallenge = (world: World, requestCookies: string | null): string | null =>
  cookieOf(world, WAITING, requestCookies)

/** The Set-Cookie line that forgets the challenge in a browser. */
export const forgottenChallenge = (world: World): string => cookie(world, WAITING, '', 0)

/** Trusts this browser for 30 days: the Set-Cookie line by which it will be known. */
export async function trust(ctx: Ctx, userId: string): Promise<string> {
  const token = newToken()
  const expiresAt = new Date(Number(ctx.now()) + TRUST)
  await ctx.db
    .insert(verifications)
    .values({ identifier: trustOf(userId), value: links.digest(token), expiresAt, createdAt: ctx.now() })
  return cookie(ctx, TRUSTED, token, TRUST)
}

/** No browser of this person is trusted any more. */
export async function trustNone(ctx: Ctx, userId: string): Promise<void> {
  await ctx.db.delete(verifications).where(eq(verifications.identifier, trustOf(userId)))
}

async function isTrusted(ctx: Ctx, userId: string, requestCookies: string | null): Promise<boolean> {
  const token = cookieOf(ctx, TRUSTED, requestCookies)
  if (!token) return false
  const [row] = await ctx.db
    .select({ id: verifications.id })
    .from(verifications)
    .where(
      and(
        eq(verifications.identifier, trustOf(userId)),
        eq(verifications.value, links.digest(token)),
        gt(verifications.expiresAt, ctx.now()),
      ),
    )
  return row !== undefined
}

const nameOf = (world: World, name: string) => `${isSecure(world.config) ? '__Secure-' : ''}tabletalk.${name}`
const cookieOf = (world: World, name: string, header: string | null): string | null =>
  (header && parse(header, nameOf(world, name))[nameOf(world, name)]) || null
/** @param life milliseconds; 0 removes it */
const cookie = (world: World, name: string, value: string, life: number): string =>
  serialize(nameOf(world, name), value, {
    maxAge: life / SECOND,
    path: '/',
    httpOnly: true,
    secure: isSecure(world.config),
    sameSite: 'Lax',
  })
