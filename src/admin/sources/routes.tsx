import { Hono } from 'hono'
import { z } from 'zod'
import { holds } from '#auth/rules/admin-role.ts'
import { pageRequest } from '#base/paging.ts'
import { type FormState, submit } from '#web/form.ts'
import type { Env, Handler, HttpContext } from '#web/handler.ts'
import { readBody, readQuery } from '#web/input.ts'
import { type Described, describe, moment } from '#web/openapi.ts'
import type { AdminCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { listOrCsv, readOrNull } from '../answer.ts'
import { admin } from '../guard.ts'
import { DataSourcesPage } from '../pages/data-sources.tsx'
import { adminPage } from '../pages/page.tsx'
import { reason, reasonBody } from '../rules/act.ts'
import { leniently, shownOf } from '../rules/list.ts'
import { CONNECTION_STATES, HEALTH_COLUMNS, healthLine, healthQuery } from '../rules/source-health.ts'
import * as health from './health.ts'

async function draw(ctx: AdminCtx, c: HttpContext, form?: FormState, status?: number): Promise<Response> {
  const filters = readQuery(c, leniently(healthQuery))
  const request = pageRequest(c.req.query())
  const [page, kinds] = await Promise.all([
    readOrNull(ctx, () => health.list(ctx, filters, request)),
    health.kinds(ctx),
  ])
  const body = (
    <DataSourcesPage
      page={page}
      kinds={kinds}
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

const kindsBody = z.object({
  engines: z.array(z.string()).max(60).describe('The kinds to be offered; no others are.'),
  reason,
})

const listKinds: Handler<AdminCtx> = async (ctx, c) => c.json(await health.kinds(ctx))

const putKinds: Handler<AdminCtx> = async (ctx, c) => {
  const { engines, reason } = await readBody(c, kindsBody)
  return c.json(await health.offer(ctx, engines, reason))
}

export const sourceHealthRoutes = new Hono<Env>()
  .get(urls.adminDataSources, admin('support', showDataSources))
  .post(urls.adminDataSourceKinds, admin('superadmin', saveKinds))
  .get(urls.apiAdminDataSources, admin('support', listConnections))
  .get(urls.apiAdminDataSourceKinds, admin('support', listKinds))
  .put(urls.apiAdminDataSourceKinds, admin('superadmin', putKinds))

const place = z.object({ id: z.string(), name: z.string() })
const number = z.number().int()
const kinds = z.array(
  z.object({
    kind: z.enum(['database', 'external']),
    engine: z.string(),
    label: z.string(),
    offered: z.boolean(),
    possible: z.boolean().describe('False where this server could not connect it even if it were offered.'),
    connections: z.object({ ready: number, syncing: number, failed: number }),
  }),
)

export const sourceHealthApi: Described[] = [
  describe('get', urls.apiAdminDataSources, {
    tag: 'Admin',
    summary: 'How the connections of all organizations fare, the newest first',
    query: healthQuery,
    paged: true,
    forms: ['text/csv'],
    answer: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        kind: z.enum(['database', 'external']),
        engine: z.string(),
        status: z.enum(CONNECTION_STATES),
        error: z.string().nullable().describe('Why the last look at the source failed, without secrets.'),
        organization: place,
        workspace: place,
        last_synced_at: moment.nullable(),
        refresh_every_minutes: number.nullable(),
        created_at: moment,
      }),
    ),
  }),
  describe('get', urls.apiAdminDataSourceKinds, {
    tag: 'Admin',
    summary: 'Kinds of sources, and which are offered',
    answer: kinds,
  }),
  describe('put', urls.apiAdminDataSourceKinds, {
    tag: 'Admin',
    summary: 'Choose which kinds of sources are offered',
    description: 'A new version of the System Settings. Connections that exist go on.',
    body: kindsBody,
    answer: kinds,
  }),
]
