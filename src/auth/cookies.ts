import type { Config } from '#config.ts'
import type { World } from '../ctx.ts'
import { sessionCookieName } from './rules/session.ts'

/** Whether people come over https, so that cookies may be marked Secure. */
export const isSecure = (config: Config): boolean => config.BASE_URL?.startsWith('https:') ?? false

/** Set-Cookie lines that end the session in a browser. */
export const expiredCookies = (world: World): string[] => {
  const secure = isSecure(world.config)
  const prefix = secure ? '__Secure-' : ''
  return [sessionCookieName(secure), `${prefix}tabletalk.dont_remember`].map(
    (name) => `${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
  )
}
