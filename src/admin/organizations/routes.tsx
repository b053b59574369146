import { Hono } from 'hono'
import { holds } from '#auth/rules/admin-role.ts'
import { notFound } from '#base/errors.ts'
import type { Handler } from '#web/handler.ts'
import type { Env } from '#web/http-context.ts'
import { readBody } from '#web/input.ts'
import type { AdminCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { readList } from '../list-response.ts'
import { actAnswer } from '../pages/act.tsx'
import { isOrganizationAct, OrganizationPage, organizationAct } from '../pages/organization.tsx'
import { OrganizationsPage } from '../pages/organizations.tsx'
import { adminPage } from '../pages/page.tsx'
import { reasonBody } from '../rules/act.ts'
import { organizationList } from '../rules/organization.ts'
import * as acts from './acts.ts'
import { organizationApi } from './api.ts'
import * as organizations from './list.ts'
import * as view from './view.ts'

const showOrganizations: Handler<AdminCtx> = async (ctx, c) => {
  const state = await readList(ctx, c, organizationList, organizations.list)
  return adminPage(c, ctx, 'Organizations', <OrganizationsPage {...state} />)
}

const showOrganization: Handler<AdminCtx> = async (ctx, c) => {
  const organization = await view.get(ctx, c.req.param('id')!)
  const acts = holds(ctx.adminRoles, 'superadmin')
  const security = holds(ctx.adminRoles, 'security')
  const body = <OrganizationPage {...{ organization, acts, security }} done={c.req.query('done')} />
  return adminPage(c, ctx, organization.name, body)
}

const REASON_ACTS = { suspend: acts.suspend, restore: acts.restore }

const submitOrganizationAct: Handler<AdminCtx> = (ctx, c) => {
  const { id, act: name } = c.req.param() as { id: string; act: string }
  if (!isOrganizationAct(name)) throw notFound('Page')
  return actAnswer(
    c,
    ctx,
    async () => {
      const { reason } = await readBody(c, reasonBody)
      await REASON_ACTS[name](ctx, id, reason)
      return href(urls.adminOrganization, { id }, { done: name })
    },
    async () => ({ act: organizationAct(name, id), back: href(urls.adminOrganization, { id }) }),
  )
}

export const organizationRoutes = new Hono<Env>()
  .route('/', organizationApi)
  .get(urls.adminOrganizations, admin('support')(showOrganizations))
  .get(urls.adminOrganization, admin('support')(showOrganization))
  .post(urls.adminOrganizationAct, admin('superadmin')(submitOrganizationAct))
