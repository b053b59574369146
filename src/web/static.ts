import { Hono } from 'hono'
import { serveStatic } from 'hono/bun'
import { AppError } from '#base/errors.ts'
import { BUILT } from '#ui/assets.ts'
import type { Ctx } from '../ctx.ts'
import { urls } from '../urls.ts'
import { anyone } from './handler.ts'
import type { Env, HttpContext } from './http-context.ts'

/** Names of built files; the list of them is for the server. */
const ASSET = /^\/assets\/[\w.-]+(?<!\.json)$/

const serve = serveStatic<Env>({
  root: BUILT,
  rewriteRequestPath: (path) => path.slice('/assets'.length),
  precompressed: true,
  onFound: (_, c) => c.header('Cache-Control', 'public, max-age=31536000, immutable'),
})

/** Styles, scripts, fonts and images: compressed as the browser likes, kept by it for ever because the name carries the content. */
async function sendAsset(_ctx: Ctx, c: HttpContext): Promise<Response> {
  const answer = ASSET.test(c.req.path) && (await serve(c, async () => {}))
  if (!answer) throw new AppError('not_found', 'There is no such file.')
  return answer
}

export const staticRoutes = new Hono<Env>().get(urls.assets, anyone(sendAsset))
