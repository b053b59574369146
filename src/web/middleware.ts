import { getConnInfo } from 'hono/bun'
import { createMiddleware } from 'hono/factory'
import { AppError, forbidden, invalid } from '#base/errors.ts'
import { newId, newToken } from '#base/ids.ts'
import { isPlain, isPlainText } from '#base/text.ts'
import { MINUTE } from '#base/time.ts'
import { inRequest } from '#outside/logs.ts'
import { bannerOf } from '#records/rules/setting.ts'
import type { World } from '../ctx.ts'
import { urls } from '../urls.ts'
import type { Env, HttpContext } from './http-context.ts'
import { MAX_BODY_BYTES } from './input.ts'
import { isApi } from './response.ts'

/** Lines of one minute about requests that were refused: nobody fills the log by knocking. */
const MOST_REFUSED = 600

/** First of all: request id, client address, nonce, world; logs the request when it ends, one that was refused so that the panel has it. */
export const begin = (world: World) => {
  let minute = 0
  let refused = 0
  const isWorthIt = (status: number) => {
    if (status < 400) return false
    const now = Math.floor(performance.now() / MINUTE)
    refused = now === minute ? refused + 1 : 1
    minute = now
    return refused <= MOST_REFUSED
  }
  return createMiddleware<Env>(async (c, next) => {
    const started = performance.now()
    const requestId = newId()
    c.set('world', world)
    c.set('nonce', newToken(16))
    c.set('actor', { userId: null, via: 'guest', ip: clientAddress(c, world), requestId })
    await inRequest(requestId, next)
    c.header('X-Request-Id', requestId)
    const banner = bannerOf(world.settings(), world.now())
    // Headers are ASCII: other characters are written as in an address.
    if (banner && isApi(c)) c.header('X-Maintenance', banner.text.replace(/[^ -~]/gu, encodeURIComponent))
    const { status } = c.res
    const worthIt = isWorthIt(status)
    world.log[worthIt ? 'info' : 'debug'](worthIt ? 'request refused' : 'request', {
      requestId,
      method: c.req.method,
      path: c.req.path,
      status,
      ...c.var.refusal,
      ms: Math.round(performance.now() - started),
    })
  })
}

/** The peer's address; `X-Forwarded-For` counts only when the peer is one of TRUSTED_PROXIES, then its last untrusted entry. */
function clientAddress(c: HttpContext, world: World): string | null {
  const trusted = new Set(
    (world.config.TRUSTED_PROXIES ?? '')
      .split(',')
      .map((address) => address.trim())
      .filter(Boolean),
  )
  let address: string | null = null
  try {
    address = getConnInfo(c).remote.address ?? null
  } catch {
    // Requests made in process (tests) have no connection.
  }
  if (!address || !trusted.has(address)) return address
  const chain = (c.req.header('x-forwarded-for') ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
  return chain.findLast((entry) => !trusted.has(entry)) ?? address
}

/** Hosts that a page may use beside our own. */
export type Guests = { scripts: string[]; frames: string[]; connects: string[]; images: string[] }
const NOBODY: Guests = { scripts: [], frames: [], connects: [], images: [] }

function contentPolicy(nonce: string, { scripts, frames, connects, images }: Guests): string {
  return [
    "default-src 'none'",
    `script-src ${["'self'", `'nonce-${nonce}'`, ...scripts].join(' ')}`,
    "style-src 'self'",
    "font-src 'self'",
    `img-src ${["'self'", 'data:', 'blob:', ...images].join(' ')}`,
    `connect-src ${["'self'", ...connects].join(' ')}`,
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
}

/** Lets this one page open the payment window: its script, its frames, and the pop-ups of banks. */
export function allowCheckout(c: HttpContext, guests: Guests): void {
  c.header('Content-Security-Policy', contentPolicy(c.var.nonce, guests))
  c.header('Cross-Origin-Opener-Policy', 'same-origin-allow-popups')
}

/** For addresses that are secrets themselves: no search engine lists them, nobody keeps what they answer, and no link tells them on. */
export function secretAddress(c: HttpContext): void {
  c.header('Referrer-Policy', 'no-referrer')
  c.header('X-Robots-Tag', 'noindex, nofollow, noarchive')
  c.header('Cache-Control', 'private, no-store')
}

/** For pages that need no script: none runs in them. @param ancestors hosts that may show the page in a frame; left out, none may */
export function withoutScripts(c: HttpContext, ancestors: string[] = []): void {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    `frame-ancestors ${ancestors.join(' ') || "'none'"}`,
    "base-uri 'none'",
    "form-action 'self'",
  ]
  c.header('Content-Security-Policy', policy.join('; '))
}

/** Headers of every answer. Scripts come from here only; styles too, so no inline style is written anywhere. */
export const securityHeaders = createMiddleware<Env>(async (c, next) => {
  await next()
  const headers = c.res.headers
  if (!headers.has('Content-Security-Policy'))
    headers.set('Content-Security-Policy', contentPolicy(c.var.nonce, NOBODY))
  if (!headers.has('Cross-Origin-Opener-Policy')) headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  headers.set('X-Content-Type-Options', 'nosniff')
  if (!headers.has('Referrer-Policy')) headers.set('Referrer-Policy', 'same-origin')
  headers.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=()')
  if (c.var.world.config.BASE_URL?.startsWith('https:')) headers.set('Strict-Transport-Security', 'max-age=31536000')
})

/**
 * Unsafe requests that a browser sends must come from our own pages, whatever their content type: with a cookie they would act for
 * its owner, without one they could sign a person in as somebody else. A bearer token cannot be sent by another site, and clients
 * that are no browsers send neither cookie nor origin.
 */
export const sameOrigin = createMiddleware<Env>(async (c, next) => {
  const unsafe = !['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)
  if (unsafe && mayBeForged(c) && !fromOurPages(c))
    throw forbidden('This request came from another site and was refused.', 'cross_site')
  await next()
})

function mayBeForged(c: HttpContext): boolean {
  if (c.req.header('cookie')) return true
  return !c.req.header('authorization') && Boolean(c.req.header('origin') || c.req.header('sec-fetch-site'))
}

function fromOurPages(c: HttpContext): boolean {
  const site = c.req.header('sec-fetch-site')
  if (site) return site === 'same-origin'
  const origin = c.req.header('origin')
  if (!origin) return false
  const host = c.req.header('host')
  const allowed = [c.var.world.config.BASE_URL, host && `http://${host}`, host && `https://${host}`]
  return allowed.some((address) => address && URL.parse(address)?.origin === origin)
}

/** What goes on while nothing may be changed: signing in and out, the panel, payments under way, and tools, whose own calls are looked at. */
const KEPT_OPEN = /^\/(api\/)?(admin|auth|login|logout|webhooks|events|consent|mcp)(\/|$)/
const PAID: string[] = [urls.apiCreditPurchase, urls.apiSubscribeConfirm, urls.apiOrderCheck]

/** Refuses changes while the settings say so; admins still make them in the panel. */
export const readOnly = createMiddleware<Env>(async (c, next) => {
  const unsafe = !['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)
  const { settings, now } = c.var.world
  const banner = unsafe ? bannerOf(settings(), now()) : null
  if (banner?.read_only && !KEPT_OPEN.test(c.req.path) && !PAID.includes(c.req.path))
    throw new AppError('unavailable', banner.text, { code: 'read_only', details: { retry_after: 60 } })
  await next()
})

/** Text in the address that no text of ours can hold names nothing: such an id is not found, such a query is refused. */
export const plainAddress = createMiddleware<Env>(async (c, next) => {
  if (!isPlainText(decoded(c.req.path))) throw new AppError('not_found', 'There is nothing at this address.')
  if (!isPlain(c.req.queries())) throw invalid('The address may not contain NUL characters.')
  await next()
})

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // No UTF-8: such ids are compared as they are written.
    return path.replaceAll('%00', '\0')
  }
}

/** Where files come in; their routes stream them to disk and count, or read them by `boundedBody`. */
const UPLOADS = [
  ...[urls.apiFileUpload, urls.apiUploadParts, urls.workspaceFiles],
  ...[urls.apiDefinitionsImport, urls.workspaceDefinitionsImport],
].map((url) => new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`))

/** Where a profile picture may come along, in a body of up to so many bytes. */
const PICTURES: string[] = [urls.apiProfile, urls.profilePictureForm]
const MOST_WITH_PICTURE = 6_000_000

const BODY_TIMEOUT = 2 * MINUTE

/**
 * Bodies of all other requests are read whole, so that none may be large: also none that does not say its length before. They are read
 * before anybody is asked who they are, or whoever holds the end of one back would do later what they might do when it began.
 */
export const smallBodies = createMiddleware<Env>(async (c, next) => {
  if (UPLOADS.some((upload) => upload.test(c.req.path))) return next()
  await boundedBody(c, PICTURES.includes(c.req.path) ? MOST_WITH_PICTURE : MAX_BODY_BYTES)
  await next()
})

/** Reads the body whole, so that what follows reads it from memory. @throws AppError too_large */
export async function boundedBody(c: Pick<HttpContext, 'req'>, most: number): Promise<void> {
  const { body, headers, signal } = c.req.raw
  if (!body) return
  if (Number(headers.get('content-length') ?? 0) > most) throw tooLarge(most)
  c.req.raw = new Request(c.req.raw, { body: await readAll(body, most), signal })
}

async function readAll(body: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader()
  const late = setTimeout(() => void reader.cancel().catch(() => {}), BODY_TIMEOUT)
  const start = performance.now()
  const pieces: Uint8Array[] = []
  let bytes = 0
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      bytes += piece.value.byteLength
      if (bytes > most) throw tooLarge(most)
      pieces.push(piece.value)
    }
  } catch (error) {
    throw error instanceof AppError ? error : brokenOff()
  } finally {
    clearTimeout(late)
  }
  if (performance.now() - start >= BODY_TIMEOUT) throw brokenOff()
  return Buffer.concat(pieces)
}

const brokenOff = () => invalid('The request body did not come to its end.')

const tooLarge = (most: number) => new AppError('too_large', `The request body is larger than ${most / 1_000_000} MB.`)
