import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { anyone, type Env, type HttpContext } from '#web/handler.ts'
import type { Ctx } from './ctx.ts'
import { urls } from './urls.ts'

/** The process answers. */
const healthz = (_ctx: Ctx, c: HttpContext) => c.json({ status: 'ok' })

/** The process can do its work: the database answers. */
async function readyz(ctx: Ctx, c: HttpContext) {
  try {
    await ctx.db.execute(sql`select 1`)
    return c.json({ status: 'ready' })
  } catch (error) {
    ctx.log.error('not ready', { error })
    return c.json({ status: 'not ready', reason: 'The database does not answer.' }, 503)
  }
}

export const healthRoutes = new Hono<Env>().get(urls.healthz, anyone(healthz)).get(urls.readyz, anyone(readyz))
