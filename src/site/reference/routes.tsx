import { Hono } from 'hono'
import { visitor } from '#auth/guard.ts'
import type { Handler } from '#web/handler.ts'
import type { Env } from '#web/http-context.ts'
import { openApiDocument, type Route } from '#web/openapi.ts'
import { pageAnswer } from '#web/page.tsx'
import type { Ctx, User } from '../../ctx.ts'
import { urls } from '../../urls.ts'
import { document, GUIDES } from '../documents.ts'
import { ReferencePage } from '../pages/reference.tsx'
import { type Call, callsByTag } from '../rules/reference.ts'
import { wayTo } from '../site-data.ts'

/** @param routes all routes of the app that this one belongs to */
export function referenceRoutes(routes: () => Route[]) {
  let calls: Map<string, Call[]> | undefined
  const showReference: Handler<Ctx & { user: User | null }> = (ctx, c) => {
    calls ??= callsByTag(openApiDocument(routes(), '/'))
    return pageAnswer(
      c,
      ctx,
      {
        layout: 'site',
        title: 'API reference',
        description: 'Every call of the API with its fields and errors.',
        data: [wayTo(c, ['Documentation', urls.documentation], ['API reference', urls.apiReference])],
      },
      <ReferencePage
        guides={GUIDES.map((slug) => document(`guides/${slug}`))}
        calls={calls}
        group={c.req.query('group') ?? null}
      />,
    )
  }
  return new Hono<Env>().get(urls.apiReference, visitor(showReference))
}
