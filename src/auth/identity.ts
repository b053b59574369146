import { AsyncLocalStorage } from 'node:async_hooks'
import { newId } from '#base/ids.ts'
import type { Config } from '#config.ts'
import type { Db } from '#db/connect.ts'
import * as schema from '#db/schema/index.ts'
import type { World } from '../ctx.ts'
import { ownEndpoints } from './endpoints.ts'
import { SESSION, sessionCookieName } from './rules/session.ts'

/** The database that a call of better-auth writes to: that of the transaction around it. */
const current = new AsyncLocalStorage<Db>()

/** Runs `work` so that better-auth writes through `db`. */
export const withDeed = <T>(db: Db, work: () => Promise<T>): Promise<T> => current.run(db, work)

/** Loaded when it is first needed: it takes a quarter of a second, and no page waits for it but the first sign-in. */
async function open(world: World) {
  const [{ betterAuth }, { drizzleAdapter }, own] = await Promise.all([
    import('better-auth'),
    import('better-auth/adapters/drizzle'),
    ownEndpoints(),
  ])
  return betterAuth({
    appName: 'tabletalk',
    baseURL: world.config.BASE_URL ?? `http://${world.config.HOST}:${world.config.PORT}`,
    secret: world.config.authSecret,
    database: drizzleAdapter(currentDb(world.db), { provider: 'pg', schema: TABLES, transaction: false }),
    user: { modelName: 'users' },
    session: { modelName: 'sessions', expiresIn: SESSION.cookieMaxAge },
    account: { modelName: 'accounts' },
    verification: { modelName: 'verifications' },
    advanced: {
      cookiePrefix: 'tabletalk',
      useSecureCookies: isSecure(world.config),
      database: { generateId: () => newId() },
      // Our own middleware has found the address; no header of the request is believed here.
      ipAddress: { ipAddressHeaders: ['x-client-address'] },
      // Requests are checked and limited by our own middleware before they come here.
      disableCSRFCheck: true,
      disableOriginCheck: true,
    },
    plugins: [own],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // Its messages quote emails; what matters is in audit and security events.
    logger: { disabled: true },
  })
}

const TABLES = {
  users: schema.users,
  sessions: schema.sessions,
  accounts: schema.accounts,
  verifications: schema.verifications,
}

/** Whether people come over https, so that cookies may be marked Secure. */
export const isSecure = (config: Config): boolean => config.BASE_URL?.startsWith('https:') ?? false

const opened = new WeakMap<Config, ReturnType<typeof open>>()

/** better-auth of this world. It is used for identity only: passwords, sessions and their cookies. Asked for before a transaction begins. */
export function identityOf(world: World): ReturnType<typeof open> {
  let auth = opened.get(world.config)
  if (!auth) {
    auth = open(world)
    opened.set(world.config, auth)
  }
  return auth
}

/** A database that is the running deed's transaction where there is one. */
function currentDb(db: Db): Db {
  return new Proxy(db, {
    get(target, property) {
      const deed = current.getStore() ?? target
      const value: unknown = Reflect.get(deed, property, deed)
      return typeof value === 'function' ? value.bind(deed) : value
    },
  })
}

/** Set-Cookie lines that end the session in a browser. */
export const expiredCookies = (world: World): string[] => {
  const secure = isSecure(world.config)
  const prefix = secure ? '__Secure-' : ''
  return [sessionCookieName(secure), `${prefix}tabletalk.dont_remember`].map(
    (name) => `${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
  )
}
