import { z } from 'zod'
import type { Scope } from './api-key.ts'

/** What programs may ask for by OAuth 2.1; other scopes that they name are left out. */
export const OFFERED: readonly Scope[] = ['read', 'ask']
/** Days that a connection lasts. */
export const CONNECTED_DAYS = 90

/** Schemes by which a browser would run, read or fetch something instead of handing the code to a program. */
const NOT_PROGRAMS = /^(javascript|data|blob|file|filesystem|about|view-source|vbscript|ftp|wss?|mailto|tel|intent):$/
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** Where a code may be sent: to a site by HTTPS, to a program on the same machine, or to one that has a scheme of its own. */
export function isRedirect(uri: string): boolean {
  const url = URL.parse(uri)
  if (!url || uri.includes('#') || url.username || url.password || !/^[\x21-\x7e]+$/.test(uri)) return false
  if (url.protocol === 'https:') return true
  return url.protocol === 'http:' ? LOOPBACK.test(url.hostname) : !NOT_PROGRAMS.test(url.protocol)
}

/** Whether `uri` is one that was registered; programs on the same machine take any port. */
export const isRegistered = (registered: string[], uri: string): boolean =>
  registered.some((one) => one === uri || withoutPort(one) === withoutPort(uri))

function withoutPort(uri: string): string {
  const url = URL.parse(uri)
  if (url?.protocol !== 'http:' || !LOOPBACK.test(url.hostname)) return uri
  url.port = ''
  return url.href
}

/** Where somebody is sent, as people read it. */
export const placeOf = (uri: string): string => {
  const { protocol, host, hostname } = new URL(uri)
  if (protocol === 'https:') return host
  return protocol === 'http:' && LOOPBACK.test(hostname) ? 'a program on this computer' : `a program (${protocol}//)`
}

const redirect = z.string().max(300).refine(isRedirect, 'This is no address that a code may be sent to.')

/** What a program says of itself (RFC 7591); everything else that it says is passed over. */
export const registration = z.object({
  client_name: z.string().trim().min(1).max(60).catch('A program'),
  redirect_uris: z.array(redirect).min(1).max(12),
})
export type OAuthClient = z.infer<typeof registration>

/** An authorization request (RFC 6749 with PKCE of RFC 7636 and the resource of RFC 8707). */
export const request = z.object({
  client_id: z.string().max(6_000),
  redirect_uri: redirect,
  response_type: z.literal('code', 'Only codes are given here.'),
  code_challenge: z.string().regex(/^[\w-]{43}$/, 'A program has to send a challenge (PKCE, S256).'),
  code_challenge_method: z.literal('S256', 'A program has to send a challenge (PKCE, S256).'),
  scope: z.string().max(1_000).optional(),
  state: z.string().max(2_000).optional(),
  resource: z.string().max(500).optional(),
})
export type OAuthRequest = z.infer<typeof request>

/** Scopes that are asked for, of those that are offered; all of them where none is. */
export function askedScopes(scope: string | undefined): Scope[] {
  const named = scope?.split(' ') ?? []
  const asked = OFFERED.filter((one) => named.includes(one))
  return asked.length > 0 ? asked : [...OFFERED]
}

/** What a person answers on the page that asks them. */
export const consent = z
  .object({ answer: z.enum(['allow', 'deny']), 'scopes[]': z.union([z.string(), z.array(z.string())]).optional() })
  .transform(({ answer, 'scopes[]': scopes = [] }) => ({ allow: answer === 'allow', scopes: [scopes].flat() }))

export const tokenRequest = z.object({
  grant_type: z.string().max(100),
  client_id: z.string().max(6_000).optional(),
  code: z.string().max(200).optional(),
  code_verifier: z.string().max(200).optional(),
  redirect_uri: z.string().max(500).optional(),
  resource: z.string().max(500).optional(),
})
