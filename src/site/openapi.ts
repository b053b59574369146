import type { Hono } from 'hono'
import { z } from 'zod'
import { api, get } from '#web/api.ts'
import { anyone } from '#web/handler.ts'
import type { Env } from '#web/http-context.ts'
import { openApiDocument, type Route } from '#web/openapi.ts'
import { urls } from '../urls.ts'

/** @param routes all routes of the app that this one belongs to */
export function openApiRoutes(routes: () => Route[]): Hono<Env> {
  let text: string | undefined
  return api('API', [
    get(urls.openapi, anyone, {
      summary: 'This document',
      answer: z.looseObject({}),
      handle: (ctx, _input, c) => {
        text ??= JSON.stringify(openApiDocument(routes(), ctx.config.BASE_URL ?? '/'))
        return c.body(text, 200, { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=300' })
      },
    }),
  ])
}
