import { AsyncLocalStorage } from 'node:async_hooks'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { z } from 'zod'
import { newId } from '#base/ids.ts'
import type { Config } from '#config.ts'
import type { Db } from '#db/connect.ts'
import * as schema from '#db/schema/index.ts'
import type { Ctx, World } from '../ctx.ts'
import { isSecure } from './cookies.ts'
import { SESSION } from './rules/session.ts'

/**
 * Everything that better-auth does for us: no other file imports it. docs/identity.md says what that is, what we do ourselves, and why.
 */

/** How a person signs in: by a password, of which only the hash is kept, or by a provider that has an id for them. */
export type SignInMethod = { hash: string } | { provider: string; accountId: string }

/** Creates a person who signs in this way, in the transaction of `ctx`. Returns their id. */
export function createPerson(
  ctx: Ctx,
  person: { name: string; email: string; emailVerified: boolean },
  method: SignInMethod,
): Promise<string> {
  return inside(ctx, async ({ $context }) => {
    const { internalAdapter } = await $context
    const { id } = await internalAdapter.createUser(person, { method: 'sign-up' })
    await internalAdapter.linkAccount(accountOf(id, method))
    return id
  })
}

/** Lets a person sign in this way too, in the transaction of `ctx`. */
export async function addSignInMethod(ctx: Ctx, userId: string, method: SignInMethod): Promise<void> {
  await inside(ctx, async ({ $context }) => (await $context).internalAdapter.linkAccount(accountOf(userId, method)))
}

/** Creates a session in the transaction of `ctx`. `cookies` are the Set-Cookie lines that carry it to the browser. */
export function startSession(
  ctx: Ctx,
  userId: string,
  { remember, userAgent }: { remember: boolean; userAgent: string },
): Promise<{ sessionId: string; cookies: string[] }> {
  // better-auth notes browser and address of a session from these; nothing else of the request reaches it.
  const headers = new Headers({ 'user-agent': userAgent.slice(0, 500) })
  if (ctx.actor.ip) headers.set(ADDRESS_HEADER, ctx.actor.ip)
  return inside(ctx, async ({ api }) => {
    const answer = await api.startSession({ body: { userId, remember }, headers, returnHeaders: true })
    return { sessionId: answer.response.sessionId, cookies: answer.headers.getSetCookie() }
  })
}

/** The two slow steps of a password, each some tens of milliseconds: what a request does of them must not depend on what is known. */
export const scrypt = {
  hash: (password: string): Promise<string> => hashPassword(password),
  matches: (hash: string, password: string): Promise<boolean> => verifyPassword({ hash, password }),
}

/** Loads better-auth ahead of the first sign-in, which would otherwise wait a quarter of a second for it. */
export async function warmUp(world: World): Promise<void> {
  await betterAuthOf(world)
}

const ADDRESS_HEADER = 'x-client-address'
const TABLES = {
  users: schema.users,
  sessions: schema.sessions,
  accounts: schema.accounts,
  verifications: schema.verifications,
}

const accountOf = (userId: string, method: SignInMethod) =>
  'hash' in method
    ? { userId, providerId: 'credential', accountId: userId, password: method.hash }
    : { userId, providerId: method.provider, accountId: method.accountId }

/** The transaction that a running call of better-auth writes to. */
const transaction = new AsyncLocalStorage<Db>()

async function inside<T>(ctx: Ctx, work: (auth: Awaited<ReturnType<typeof load>>) => Promise<T>): Promise<T> {
  const auth = await betterAuthOf(ctx)
  return transaction.run(ctx.db, () => work(auth))
}

const loaded = new WeakMap<Config, ReturnType<typeof load>>()

function betterAuthOf(world: World): ReturnType<typeof load> {
  let auth = loaded.get(world.config)
  if (!auth) {
    auth = load(world)
    loaded.set(world.config, auth)
  }
  return auth
}

async function load(world: World) {
  const [{ betterAuth }, { drizzleAdapter }, { createAuthEndpoint }, { setSessionCookie }] = await Promise.all([
    import('better-auth'),
    import('better-auth/adapters/drizzle'),
    import('better-auth/api'),
    import('better-auth/cookies'),
  ])
  const startSession = createAuthEndpoint.serverOnly(
    { method: 'POST', requireHeaders: true, body: z.object({ userId: z.string(), remember: z.boolean() }) },
    async (call) => {
      const { userId, remember } = call.body
      const { internalAdapter } = call.context
      const user = await internalAdapter.findUserById(userId)
      const session = await internalAdapter.createSession(userId, !remember)
      if (!user || !session) throw new Error(`No session could begin for ${userId}.`)
      await setSessionCookie(call, { session, user }, !remember)
      return { sessionId: session.id }
    },
  )
  return betterAuth({
    appName: 'tabletalk',
    baseURL: world.config.BASE_URL ?? `http://${world.config.HOST}:${world.config.PORT}`,
    secret: world.config.authSecret,
    database: drizzleAdapter(databaseOfCall(world.db), { provider: 'pg', schema: TABLES, transaction: false }),
    user: { modelName: 'users' },
    session: { modelName: 'sessions', expiresIn: SESSION.cookieMaxAge },
    account: { modelName: 'accounts' },
    verification: { modelName: 'verifications' },
    advanced: {
      cookiePrefix: 'tabletalk',
      useSecureCookies: isSecure(world.config),
      database: { generateId: () => newId() },
      // Our own middleware has found the address; no header of the request is believed here.
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      // Requests are checked and limited by our own middleware before they come here.
      disableCSRFCheck: true,
      disableOriginCheck: true,
    },
    plugins: [{ id: 'tabletalk', endpoints: { startSession } }],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // Its messages quote emails; what matters is in audit and security events.
    logger: { disabled: true },
  })
}

/** A database that is the transaction of the running call where there is one: the adapter is given one database for good. */
function databaseOfCall(db: Db): Db {
  return new Proxy(db, {
    get(target, property) {
      const used = transaction.getStore() ?? target
      const value: unknown = Reflect.get(used, property, used)
      return typeof value === 'function' ? value.bind(used) : value
    },
  })
}
