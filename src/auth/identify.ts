import { and, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import { getSignedCookie } from 'hono/cookie'
import { AppError } from '#base/errors.ts'
import type { Db } from '#db/connect.ts'
import { apiKeys, sessions, users } from '#db/schema/index.ts'
import type { HttpContext } from '#web/http-context.ts'
import type { Ctx, User, UserCtx } from '../ctx.ts'
import { isSecure } from './cookies.ts'
import { digest } from './links.ts'
import { KEY_PREFIX, neededScope } from './rules/api-key.ts'
import { sessionCookieName } from './rules/session.ts'
import * as tokens from './tokens.ts'

/** How a request proves who it is: by the session inside an access token, the secret of the session cookie, or an API key. */
type Proof = { by: 'token' | 'session' | 'key'; value: string }

const { id, name, email, emailVerified, image, adminRoles, twoFactorEnabled, keepSignedIn } = users
const { theme, locale, currency, instructions } = users
export const personColumns = {
  ...{ id, name, email, emailVerified, image, adminRoles, twoFactorEnabled, keepSignedIn },
  ...{ theme, locale, currency, instructions },
}

/**
 * The ctx of a request whose person is known; `sessionId` is empty when an API key speaks for them. `holds`: whether what proved who they
 * are still does, for what goes on after the request.
 */
export type SessionCtx = UserCtx & { sessionId: string; holds?: () => Promise<boolean> }

const now = sql.placeholder('now')
const proof = sql.placeholder('proof')

/**
 * What a guard's query selects from: the person behind a proof that is good now, no row otherwise. Ended sessions, revoked and
 * expired keys and disabled accounts prove nothing. Its columns come from `whoColumns`; placeholders are `proof` and `now`.
 */
function livingPerson(db: Db, by: Proof['by']) {
  const enabled = and(eq(users.id, by === 'key' ? apiKeys.userId : sessions.userId), isNull(users.disabledAt))
  return by === 'key'
    ? db
        .select(personOf(sql`''`, sql`array_to_string(${apiKeys.scopes}, ' ')`, sql`${apiKeys.lastUsedAt}`))
        .from(users)
        .innerJoin(apiKeys, enabled)
        .where(
          and(
            eq(apiKeys.hash, proof),
            isNull(apiKeys.revokedAt),
            or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)),
          ),
        )
        .as('person')
    : db
        .select(personOf(sql`${sessions.id}`, sql`null`, sql`${sessions.updatedAt}`))
        .from(users)
        .innerJoin(sessions, enabled)
        .where(and(eq(by === 'token' ? sessions.id : sessions.token, proof), gt(sessions.expiresAt, now)))
        .as('person')
}

const personOf = (sessionId: SQL, scopes: SQL, usedAt: SQL) => ({
  ...personColumns,
  sessionId: sql<string>`${sessionId}::text`.as('session_id'),
  /** Scopes of the key, parted by blanks; null for a session, which may do everything. */
  scopes: sql<string | null>`${scopes}::text`.as('key_scopes'),
  unnoted: sql<boolean>`(${usedAt} is null or ${usedAt} < ${now}::timestamptz - interval '${sql.raw(NOTED_EACH)}')`.as(
    'unnoted',
  ),
})

/** Uses of a session or a key are noted this often, so that reading does not mean writing. */
const NOTED_EACH = '5 minutes'

type Person = ReturnType<typeof livingPerson>
const PERSON = Object.keys(personColumns) as (keyof User)[]
/** What of `from` says who somebody is. */
const personIn = <T extends { [K in keyof User]: unknown }>(from: T) =>
  Object.fromEntries(PERSON.map((name) => [name, from[name]])) as Pick<T, keyof User>

/** The person's columns of a guard's query. */
export const whoColumns = (person: Person) => ({
  sessionId: person.sessionId,
  scopes: person.scopes,
  unnoted: person.unnoted,
  ...personIn(person),
})
type Who = User & { sessionId: string; scopes: string | null; unnoted: boolean }

/** A query that is parsed once and asked many times. */
type Prepared<Row> = { execute(values: Record<string, string>): Promise<Row[]> }

/**
 * The look-up of a guard: one query, prepared once for each database and kind of proof.
 * @param build the query, whose columns begin with `whoColumns(person)`
 * @returns the row, and the ctx widened by its person; null where nothing proves who is asking
 */
export function personLookup<Row extends Who>(
  name: string,
  build: (db: Db, person: Person) => { prepare(name: string): Prepared<Row> },
) {
  const prepared = new WeakMap<Db, Partial<Record<Proof['by'], Prepared<Row>>>>()
  return async (ctx: Ctx, c: HttpContext, values: Record<string, string> = {}) => {
    const proof = await proofOf(ctx, c)
    if (!proof) return null
    const { by, value } = proof
    const statements = prepared.getOrInsertComputed(ctx.db, () => ({}))
    statements[by] ??= build(ctx.db, livingPerson(ctx.db, by)).prepare(`guard_${name}_${by}`)
    const asked = statements[by]
    const look = () => asked.execute({ proof: value, now: ctx.now().toISOString(), ...values })
    const [row] = await look()
    const holds = async () => (await look()).length > 0
    return row ? { row, identity: { ...identified(ctx, c, proof, row), holds } } : null
  }
}

/**
 * Reads the proof of a request: the bearer token or key, or without one the session cookie. Null when there is none or it is not ours.
 * A bad bearer token never falls back to the cookie.
 */
async function proofOf(ctx: Ctx, c: HttpContext): Promise<Proof | null> {
  const authorization = c.req.header('authorization')
  if (authorization !== undefined) {
    const token = /^Bearer (\S+)$/i.exec(authorization)?.[1]
    if (token?.startsWith(KEY_PREFIX)) return { by: 'key', value: digest(token) }
    const sessionId = token ? await tokens.sessionOf(ctx, token) : null
    return sessionId ? { by: 'token', value: sessionId } : null
  }
  // better-auth signs its cookie the way Hono does: `value.signature`.
  const secret = await getSignedCookie(c, ctx.config.authSecret, sessionCookieName(isSecure(ctx.config)))
  return secret ? { by: 'session', value: secret } : null
}

/**
 * Widens a ctx by the person that a guard's query found, and remembers them for error pages and logs. The one place where the scopes
 * of a key are looked at: every guard comes through here.
 * @throws AppError forbidden `scope_missing`
 */
function identified(ctx: Ctx, c: HttpContext, proof: Proof, row: Who): SessionCtx {
  const { sessionId, scopes, unnoted, id } = row
  // The query of a guard brings its place too.
  const user: User = personIn(row)
  const actor = { ...ctx.actor, userId: id, via: proof.by }
  c.set('actor', actor)
  c.set('user', user)
  // What a person sees is theirs: no cache keeps it, and Back after signing out asks again.
  c.header('Cache-Control', 'private, no-store')
  if (unnoted) noteUse(ctx, proof, id)
  if (scopes !== null) demandScope(c, scopes.split(' '))
  return { ...ctx, actor, user, sessionId }
}

function demandScope(c: HttpContext, scopes: string[]): void {
  const needed = neededScope(c.req.method, c.req.path)
  if (needed === 'any' || (needed && scopes.includes(needed))) return
  const message = needed
    ? `This API key may not do that. It needs the scope ${needed}.`
    : 'API keys may not do that. Sign in instead.'
  throw new AppError('forbidden', message, { code: 'scope_missing', ...(needed ? { details: { scope: needed } } : {}) })
}

/** Nobody waits for this, and an answer does not fail by it. */
function noteUse(ctx: Ctx, { by, value }: Proof, userId: string): void {
  const now = ctx.now()
  const noted =
    by === 'key'
      ? ctx.db.update(apiKeys).set({ lastUsedAt: now }).where(eq(apiKeys.hash, value))
      : ctx.db
          .update(sessions)
          .set({ updatedAt: now })
          .where(eq(by === 'token' ? sessions.id : sessions.token, value))
  const seen = () =>
    ctx.db
      .update(users)
      .set({ lastSeenAt: now, updatedAt: sql`${users.updatedAt}` })
      .where(eq(users.id, userId))
  noted.then(seen).catch((error) => ctx.log.warn('use not noted', { by, error }))
}

export const signInFirst = () => new AppError('unauthenticated', 'Please sign in to continue.')
