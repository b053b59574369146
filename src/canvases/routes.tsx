import { Hono } from 'hono'
import type { Env } from '#web/http-context.ts'
import { canvasesApi } from './api.ts'

export const canvasRoutes = new Hono<Env>().route('/', canvasesApi)
