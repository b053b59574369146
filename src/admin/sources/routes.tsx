import { Hono } from 'hono'
import { z } from 'zod'
import { holds } from '#auth/rules/admin-role.ts'
import { type FormState, submitted } from '#web/form.ts'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody } from '#web/input.ts'
import type { AdminCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { readList, readOrNull } from '../list-response.ts'
import { DataSourcesPage } from '../pages/data-sources.tsx'
import { adminPage } from '../pages/page.tsx'
import { reasonBody } from '../rules/action.ts'
import { healthList } from '../rules/source-health.ts'
import { sourceHealthApi } from './api.ts'
import * as health from './health.ts'
import { quotas } from './quotas.ts'

async function draw(ctx: AdminCtx, c: HttpContext, form?: FormState, status?: number): Promise<Response> {
  const [state, kinds, full] = await Promise.all([
    readList(ctx, c, healthList, health.list),
    readOrNull(ctx, () => health.kinds(ctx)),
    readOrNull(ctx, () => quotas(ctx)),
  ])
  const body = (
    <DataSourcesPage
      state={state}
      kinds={kinds}
      quotas={full}
      form={form ?? { values: {}, errors: {}, problem: null }}
      mayChange={holds(ctx.adminRoles, 'superadmin')}
      saved={c.req.query('done') === 'saved' && !form}
      now={ctx.now()}
    />
  )
  return adminPage(c, ctx, 'Data Sources', body, status)
}

const showDataSources: Handler<AdminCtx> = (ctx, c) => draw(ctx, c)

const saveKinds: Handler<AdminCtx> = (ctx, c) =>
  submitted(ctx, c, draw, async () => {
    const typed = await readBody(c, z.looseObject(reasonBody.shape))
    const engines = Object.keys(typed).flatMap((name) => (name.startsWith('engine.') ? [name.slice(7)] : []))
    await health.offer(ctx, engines, typed.reason)
    return c.redirect(href(urls.adminDataSources, {}, { done: 'saved' }), 303)
  })

export const sourceHealthRoutes = new Hono<Env>()
  .route('/', sourceHealthApi)
  .get(urls.adminDataSources, admin('support')(showDataSources))
  .post(urls.adminDataSourceKinds, admin('superadmin')(saveKinds))
