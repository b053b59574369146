import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { SECOND } from '#base/time.ts'
import { anyone } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import type { Ctx } from './ctx.ts'
import { urls } from './urls.ts'

const healthz = (_ctx: Ctx, c: HttpContext) => c.json({ status: 'ok' })

/** How long the database may take for an answer. */
const TIMEOUT = 3 * SECOND

async function readyz(ctx: Ctx, c: HttpContext) {
  try {
    const answered = ctx.db.execute(sql`select 1`).then(() => true)
    // What comes too late is nobody's.
    answered.catch(() => {})
    if (!(await Promise.race([answered, Bun.sleep(TIMEOUT)]))) throw new Error('The database is silent.')
    return c.json({ status: 'ready' })
  } catch (error) {
    ctx.log.error('not ready', { error })
    return c.json({ status: 'not ready', reason: 'The database does not answer.' }, 503)
  }
}

export const healthRoutes = new Hono<Env>().get(urls.healthz, anyone(healthz)).get(urls.readyz, anyone(readyz))
