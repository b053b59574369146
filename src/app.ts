import { Hono } from 'hono'
import { adminRoutes } from '#admin/routes.tsx'
import { agentRoutes } from '#agents/routes.tsx'
import { visitor } from '#auth/guard.ts'
import { authRoutes } from '#auth/routes.tsx'
import { refundRequestRoutes } from '#billing/refunding/routes.tsx'
import { billingRoutes } from '#billing/routes.tsx'
import { usageRoutes } from '#billing/usage/routes.tsx'
import { canvasRoutes } from '#canvases/routes.tsx'
import { catalogRoutes } from '#catalog/routes.tsx'
import { forAgents } from '#chat/agents.ts'
import { chatRoutes } from '#chat/routes.tsx'
import { connectionRoutes } from '#connections/routes.tsx'
import { definitionRoutes } from '#definitions/routes.tsx'
import { evaluationRoutes } from '#evaluations/routes.tsx'
import { toldOddities } from '#files/mending.ts'
import { fileRoutes } from '#files/routes.tsx'
import { mcpRoutes } from '#mcp/routes.ts'
import { notificationRoutes } from '#notifications/routes.tsx'
import { invitationRoutes } from '#organizations/invite/routes.tsx'
import { organizationRoutes } from '#organizations/routes.tsx'
import { profileRoutes } from '#profile/routes.tsx'
import { withheldNotices } from '#profile/withheld-notices.ts'
import { queryApi } from '#query/api.ts'
import { editorRoutes } from '#query/editor/routes.tsx'
import * as query from '#query/run.ts'
import { rerunRoutes } from '#reruns/routes.tsx'
import { demoRoutes } from '#site/demo/routes.tsx'
import { openApiRoutes } from '#site/openapi.ts'
import { outboxRoutes } from '#site/outbox/routes.tsx'
import { referenceRoutes } from '#site/reference/routes.tsx'
import { siteRoutes } from '#site/routes.tsx'
import { seoRoutes } from '#site/seo/routes.ts'
import { trackingRoutes } from '#site/tracking/routes.tsx'
import { watchRoutes } from '#watches/routes.tsx'
import { compress } from '#web/compress.ts'
import { errorAnswer } from '#web/errors.tsx'
import type { Env } from '#web/http-context.ts'
import { begin, plainAddress, readOnly, sameOrigin, securityHeaders, smallBodies } from '#web/middleware.ts'
import { notFound } from '#web/not-found.ts'
import { staticRoutes } from '#web/static.ts'
import { workspaceRoutes } from '#workspaces/routes.tsx'
import type { World } from './ctx.ts'
import { healthRoutes } from './health.ts'

export function createApp(world: World): Hono<Env> {
  // Under a guard, so that the page knows who looks for what is not there.
  const unmatched = visitor(notFound(() => app.routes))
  const app: Hono<Env> = new Hono<Env>()
    .onError(errorAnswer)
    .notFound((c) => unmatched(c))
    .use(begin(world), securityHeaders, compress, sameOrigin, plainAddress, readOnly, smallBodies)
    .route('/', healthRoutes)
    .route('/', staticRoutes)
    .route('/', authRoutes)
    .route('/', organizationRoutes)
    .route('/', invitationRoutes)
    .route('/', workspaceRoutes)
    .route('/', notificationRoutes(withheldNotices))
    .route('/', billingRoutes)
    .route('/', usageRoutes)
    .route('/', refundRequestRoutes)
    .route('/', fileRoutes)
    .route('/', connectionRoutes)
    .route('/', queryApi)
    .route('/', catalogRoutes({ ...query, toldOddities }))
    .route('/', definitionRoutes(query))
    .route('/', agentRoutes(query, forAgents))
    .route('/', evaluationRoutes)
    .route('/', rerunRoutes)
    .route('/', editorRoutes)
    .route('/', chatRoutes)
    .route('/', canvasRoutes)
    .route('/', watchRoutes)
    .route(
      '/',
      mcpRoutes((...request) => app.request(...request)),
    )
    .route('/', adminRoutes)
    .route(
      '/',
      referenceRoutes(() => app.routes),
    )
    .route('/', profileRoutes)
    .route('/', siteRoutes)
    .route('/', demoRoutes)
    .route('/', seoRoutes)
    .route('/', trackingRoutes)
    .route('/', outboxRoutes)
  return app.route(
    '/',
    openApiRoutes(() => app.routes),
  )
}
