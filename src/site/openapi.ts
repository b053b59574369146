import { Hono } from 'hono'
import { z } from 'zod'
import { anyone, type Handler } from '#web/handler.ts'
import type { Env } from '#web/http-context.ts'
import { type Described, describe, openApiDocument, type Route } from '#web/openapi.ts'
import type { Ctx } from '../ctx.ts'
import { urls } from '../urls.ts'

/** Every call of the API, as its module describes it. */
export const API: Described[] = [
  describe('get', urls.openapi, { tag: 'API', summary: 'This document', answer: z.looseObject({}) }),
]

/** @param routes all routes of the app that this one belongs to */
export function openApiRoutes(routes: () => Route[]) {
  let text: string | undefined
  const sendOpenApi: Handler<Ctx> = (ctx, c) => {
    text ??= JSON.stringify(openApiDocument(routes(), API, ctx.config.BASE_URL ?? '/'))
    return c.body(text, 200, { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=300' })
  }
  return new Hono<Env>().get(urls.openapi, anyone(sendOpenApi))
}
