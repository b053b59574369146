import { Hono } from 'hono'
import { siteRoutes } from '#site/routes.tsx'
import { errorAnswer, notFoundAnswer } from '#web/errors.tsx'
import type { Env } from '#web/handler.ts'
import { begin, sameOrigin, securityHeaders } from '#web/middleware.ts'
import { staticRoutes } from '#web/static.ts'
import type { World } from './ctx.ts'
import { healthRoutes } from './health.ts'

/** The whole HTTP surface over one world. */
export function createApp(world: World): Hono<Env> {
  return new Hono<Env>()
    .onError(errorAnswer)
    .notFound(notFoundAnswer)
    .use(begin(world), securityHeaders, sameOrigin)
    .route('/', healthRoutes)
    .route('/', staticRoutes)
    .route('/', siteRoutes)
}
