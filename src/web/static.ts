import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { Hono } from 'hono'
import { AppError } from '#base/errors.ts'
import { BUILT } from '#ui/assets.ts'
import type { Ctx } from '../ctx.ts'
import { urls } from '../urls.ts'
import { anyone } from './handler.ts'
import type { Env, HttpContext } from './http-context.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}
const cache = new Map<string, Uint8Array<ArrayBuffer> | null>()

/** A built file by its hashed name; kept in memory, since there are few and none ever changes. */
function built(name: string): Uint8Array<ArrayBuffer> | null {
  if (cache.has(name)) return cache.get(name)!
  let content: Uint8Array<ArrayBuffer> | null = null
  try {
    content = new Uint8Array(readFileSync(join(BUILT, name)))
  } catch {
    // Not cached: anybody could fill the memory with names that do not exist.
    return null
  }
  cache.set(name, content)
  return content
}

/** Styles, scripts, fonts and images: compressed as the browser likes, kept by it for ever because the name carries the content. */
function sendAsset(_ctx: Ctx, c: HttpContext): Response {
  const name = c.req.path.slice('/assets/'.length)
  const type = TYPES[extname(name)]
  const plain = /^[\w.-]+$/.test(name) && type ? built(name) : null
  if (!plain || !type) throw new AppError('not_found', 'There is no such file.')
  const accepted = c.req.header('accept-encoding') ?? ''
  const brotli = /\bbr\b/.test(accepted) ? built(`${name}.br`) : null
  const gzip = !brotli && /\bgzip\b/.test(accepted) ? built(`${name}.gz`) : null
  return c.body(brotli ?? gzip ?? plain, 200, {
    'Content-Type': type,
    'Cache-Control': 'public, max-age=31536000, immutable',
    Vary: 'Accept-Encoding',
    ...(brotli ? { 'Content-Encoding': 'br' } : gzip ? { 'Content-Encoding': 'gzip' } : {}),
  })
}

export const staticRoutes = new Hono<Env>().get(urls.assets, anyone(sendAsset))
