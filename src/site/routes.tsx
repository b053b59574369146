import { Hono } from 'hono'
import { SITE } from '#base/site.ts'
import { anyone, type Env, type HttpContext } from '#web/handler.ts'
import { pageAnswer } from '#web/page.tsx'
import type { Ctx } from '../ctx.ts'
import { urls } from '../urls.ts'
import { HomePage } from './pages/home.tsx'

const showHome = (ctx: Ctx, c: HttpContext) => pageAnswer(c, ctx, { layout: 'site', title: SITE.title }, <HomePage />)

export const siteRoutes = new Hono<Env>().get(urls.home, anyone(showHome))
