import { createHmac, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import { getCookie } from 'hono/cookie'
import { AppError } from '#base/errors.ts'
import type { Db } from '#db/connect.ts'
import { sessions, users } from '#db/schema/index.ts'
import type { HttpContext } from '#web/handler.ts'
import type { Ctx, User, UserCtx } from '../ctx.ts'
import { isSecure } from './identity.ts'
import { sessionCookieName } from './rules/session.ts'
import * as tokens from './tokens.ts'

/** How a request proves its session: by the id inside an access token, or by the secret of the session cookie. */
export type Proof = { by: 'token' | 'session'; value: string }

/** The user's columns of a guard's query; users and sessions must be joined. */
export const userColumns = {
  sessionId: sessions.id,
  id: users.id,
  name: users.name,
  email: users.email,
  emailVerified: users.emailVerified,
  image: users.image,
  adminRoles: users.adminRoles,
}

/** The ctx of a request whose session is known. */
export type SessionCtx = UserCtx & { sessionId: string }

/**
 * Keeps a guard's query prepared, once for each database and kind of proof.
 * @param prepare builds it
 */
export function keptPrepared<S>(prepare: (db: Db, by: Proof['by']) => S): (db: Db, by: Proof['by']) => S {
  const kept = new WeakMap<Db, Record<Proof['by'], S>>()
  return (db, by) => {
    let statements = kept.get(db)
    if (!statements) {
      statements = { token: prepare(db, 'token'), session: prepare(db, 'session') }
      kept.set(db, statements)
    }
    return statements[by]
  }
}

/** The condition of a guard's query: a living session with this proof. */
export const livingSession = (by: Proof['by']): SQL | undefined =>
  and(
    eq(by === 'token' ? sessions.id : sessions.token, sql.placeholder('proof')),
    gt(sessions.expiresAt, sql.placeholder('now')),
  )

/**
 * Reads the proof of a request: the bearer token, or without one the session cookie. Null when there is none or it is not ours.
 * A bad bearer token never falls back to the cookie.
 */
export async function proofOf(ctx: Ctx, c: HttpContext): Promise<Proof | null> {
  const authorization = c.req.header('authorization')
  if (authorization !== undefined) {
    const token = /^Bearer (\S+)$/i.exec(authorization)?.[1]
    const sessionId = token ? await tokens.sessionOf(ctx, token) : null
    return sessionId ? { by: 'token', value: sessionId } : null
  }
  const cookie = getCookie(c, sessionCookieName(isSecure(ctx.config)))
  const secret = cookie ? signedValue(cookie, ctx.config.authSecret) : null
  return secret ? { by: 'session', value: secret } : null
}

/** The value of a cookie that better-auth signed (`value.signature`), or null when the signature is not ours. */
function signedValue(cookie: string, secret: string): string | null {
  const dot = cookie.lastIndexOf('.')
  if (dot < 1) return null
  const value = cookie.slice(0, dot)
  const given = Buffer.from(cookie.slice(dot + 1), 'base64')
  const right = createHmac('sha256', secret).update(value).digest()
  return given.length === right.length && timingSafeEqual(given, right) ? value : null
}

/** Widens a ctx by the person that a guard's query found, and remembers them for error pages and logs. */
export function identified(ctx: Ctx, c: HttpContext, proof: Proof, row: User & { sessionId: string }): SessionCtx {
  const { sessionId, id, name, email, emailVerified, image, adminRoles } = row
  const user: User = { id, name, email, emailVerified, image, adminRoles }
  const actor = { ...ctx.actor, userId: id, via: proof.by }
  c.set('actor', actor)
  c.set('user', user)
  // What a person sees is theirs: no cache keeps it, and Back after signing out asks again.
  c.header('Cache-Control', 'private, no-store')
  return { ...ctx, actor, user, sessionId }
}

export const signInFirst = () => new AppError('unauthenticated', 'Please sign in to continue.')
