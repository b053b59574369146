import { Hono } from 'hono'
import { z } from 'zod'
import { holds } from '#auth/rules/admin-role.ts'
import { pageRequest } from '#base/paging.ts'
import { type FormState, submit } from '#web/form.ts'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody, readQuery } from '#web/input.ts'
import type { AdminCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { listOrCsv, readOrNull } from '../list-response.ts'
import { DataSourcesPage } from '../pages/data-sources.tsx'
import { adminPage } from '../pages/page.tsx'
import { reasonBody } from '../rules/act.ts'
import { leniently, shownOf } from '../rules/list.ts'
import { HEALTH_COLUMNS, healthLine, healthQuery, kindsBody } from '../rules/source-health.ts'
import * as health from './health.ts'
import { quotas } from './quotas.ts'

async function draw(ctx: AdminCtx, c: HttpContext, form?: FormState, status?: number): Promise<Response> {
  const filters = readQuery(c, leniently(healthQuery))
  const request = pageRequest(c.req.query())
  const [page, kinds, full] = await Promise.all([
    readOrNull(ctx, () => health.list(ctx, filters, request)),
    readOrNull(ctx, () => health.kinds(ctx)),
    readOrNull(ctx, () => quotas(ctx)),
  ])
  const body = (
    <DataSourcesPage
      page={page}
      kinds={kinds}
      quotas={full}
      shown={shownOf(filters)}
      cursor={request.cursor ?? undefined}
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
  submit(
    c,
    async () => {
      const typed = await readBody(c, z.looseObject(reasonBody.shape))
      const engines = Object.keys(typed).flatMap((name) => (name.startsWith('engine.') ? [name.slice(7)] : []))
      await health.offer(ctx, engines, typed.reason)
      return c.redirect(href(urls.adminDataSources, {}, { done: 'saved' }), 303)
    },
    (form, status) => draw(ctx, c, form, status),
  )

const listConnections: Handler<AdminCtx> = (ctx, c) => {
  const filters = readQuery(c, healthQuery)
  return listOrCsv(c, {
    name: 'connections',
    columns: HEALTH_COLUMNS,
    line: healthLine,
    read: (page) => health.list(ctx, filters, page),
  })
}

const listKinds: Handler<AdminCtx> = async (ctx, c) => c.json(await health.kinds(ctx))

const sendQuotas: Handler<AdminCtx> = async (ctx, c) => c.json(await quotas(ctx))

const putKinds: Handler<AdminCtx> = async (ctx, c) => {
  const { engines, reason } = await readBody(c, kindsBody)
  return c.json(await health.offer(ctx, engines, reason))
}

export const sourceHealthRoutes = new Hono<Env>()
  .get(urls.adminDataSources, admin('support', showDataSources))
  .post(urls.adminDataSourceKinds, admin('superadmin', saveKinds))
  .get(urls.apiAdminDataSources, admin('support', listConnections))
  .get(urls.apiAdminDataSourceKinds, admin('support', listKinds))
  .get(urls.apiAdminStorageQuotas, admin('support', sendQuotas))
  .put(urls.apiAdminDataSourceKinds, admin('superadmin', putKinds))
