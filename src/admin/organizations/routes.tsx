import { Hono } from 'hono'
import { holds } from '#auth/rules/admin-role.ts'
import { notFound } from '#base/errors.ts'
import { api, get, post } from '#web/api.ts'
import type { Handler } from '#web/handler.ts'
import type { Env } from '#web/http-context.ts'
import type { AdminCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { listCall, readList, reasonCall } from '../list-response.ts'
import { reasonAnswer } from '../pages/action.tsx'
import { isOrganizationAction, OrganizationPage, organizationAction } from '../pages/organization.tsx'
import { OrganizationsPage } from '../pages/organizations.tsx'
import { adminPage } from '../pages/page.tsx'
import { organizationList, organizationView } from '../rules/organization.ts'
import * as actions from './actions.ts'
import * as organizations from './list.ts'
import * as view from './view.ts'

const changed = { answer: organizationView, errors: ['conflict'], view: view.get } as const

const organizationApi = api('Admin', [
  listCall(urls.apiAdminOrganizations, 'support', organizationList, organizations.list, {
    summary: 'Organizations',
    description:
      '`q` finds by the beginnings of words of the name, or by a whole id. As CSV all of them at once, at most 100,000 lines.',
  }),
  get(urls.apiAdminOrganization, admin('support'), {
    summary: 'An organization',
    answer: organizationView,
    handle: (ctx, { id }) => view.get(ctx, id),
  }),
  reasonCall(post, urls.apiAdminOrganizationSuspend, 'superadmin', {
    ...changed,
    summary: 'Suspend an organization',
    description:
      'Its members get 403 `organization_suspended`, running answers are stopped. Its owners are told by mail, without the reason.',
    work: actions.suspend,
  }),
  reasonCall(post, urls.apiAdminOrganizationRestore, 'superadmin', {
    ...changed,
    summary: 'Restore an organization',
    description: 'Everything in it is as it was.',
    work: actions.restore,
  }),
])

const showOrganizations: Handler<AdminCtx> = async (ctx, c) => {
  const state = await readList(ctx, c, organizationList, organizations.list)
  return adminPage(c, ctx, 'Organizations', <OrganizationsPage {...state} />)
}

const showOrganization: Handler<AdminCtx> = async (ctx, c) => {
  const organization = await view.get(ctx, c.req.param('id')!)
  const actions = holds(ctx.adminRoles, 'superadmin')
  const security = holds(ctx.adminRoles, 'security')
  const body = <OrganizationPage {...{ organization, actions, security }} done={c.req.query('done')} />
  return adminPage(c, ctx, organization.name, body)
}

const REASON_ACTIONS = { suspend: actions.suspend, restore: actions.restore }

const submitOrganizationAction: Handler<AdminCtx> = (ctx, c) => {
  const { id, action: name } = c.req.param() as { id: string; action: string }
  if (!isOrganizationAction(name)) throw notFound('Page')
  return reasonAnswer(c, ctx, {
    work: async (reason) => {
      await REASON_ACTIONS[name](ctx, id, reason)
      return href(urls.adminOrganization, { id }, { done: name })
    },
    question: async () => ({ action: organizationAction(name, id), back: href(urls.adminOrganization, { id }) }),
  })
}

export const organizationRoutes = new Hono<Env>()
  .route('/', organizationApi)
  .get(urls.adminOrganizations, admin('support')(showOrganizations))
  .get(urls.adminOrganization, admin('support')(showOrganization))
  .post(urls.adminOrganizationAction, admin('superadmin')(submitOrganizationAction))
