import { Hono } from 'hono'
import { signedIn } from '#auth/guard.ts'
import { pageRequest } from '#base/paging.ts'
import { emptyForm, type FormState, submit } from '#web/form.ts'
import type { Env, Handler, HttpContext } from '#web/handler.ts'
import { readBody } from '#web/input.ts'
import { pageAnswer } from '#web/page.tsx'
import type { OrganizationCtx, UserCtx } from '../ctx.ts'
import { href, urls } from '../urls.ts'
import * as api from './api.ts'
import { inOrganization, may } from './guard.ts'
import * as organizations from './organizations.ts'
import { NewOrganizationPage, OrganizationSettingsPage } from './pages/form.tsx'
import { OrganizationsPage } from './pages/list.tsx'
import { OrganizationPage } from './pages/show.tsx'
import { confirmationOf } from './rules/confirmation.ts'
import { newOrganization, organizationChange } from './rules/organization.ts'

/** The page stays usable when the list cannot be read: it says so and tries again. */
const showOrganizations: Handler<UserCtx> = async (ctx, c) => {
  const page = await organizations.list(ctx, pageRequest(c.req.query())).catch((error: unknown) => {
    ctx.log.error('organizations could not be listed', { requestId: ctx.actor.requestId, error })
    return { items: null, next: null }
  })
  return pageAnswer(c, ctx, { layout: 'app', title: 'Organizations' }, <OrganizationsPage {...page} />)
}

const drawNew = async (ctx: UserCtx, c: HttpContext, form: FormState, status?: number) => {
  const { items } = await organizations.list(ctx, { limit: 1, cursor: null })
  const body = <NewOrganizationPage form={form} first={items.length === 0} />
  return pageAnswer(c, ctx, { layout: 'app', title: 'New organization', status }, body)
}

const showNewOrganization: Handler<UserCtx> = (ctx, c) => drawNew(ctx, c, emptyForm())

/** An organization without a workspace is of no use, so creating one comes next. */
const submitNewOrganization: Handler<UserCtx> = (ctx, c) =>
  submit(
    c,
    async () => {
      const { id } = await organizations.create(ctx, await readBody(c, newOrganization))
      return c.redirect(href(urls.newWorkspace, { id }), 303)
    },
    (form, status) => drawNew(ctx, c, form, status),
  )

const showOrganization: Handler<OrganizationCtx> = async (ctx, c) => {
  const organization = await organizations.get(ctx)
  return pageAnswer(
    c,
    ctx,
    { layout: 'app', title: organization.name },
    <OrganizationPage organization={organization} />,
  )
}

async function drawSettings(
  ctx: OrganizationCtx,
  c: HttpContext,
  state: { form?: FormState; deletion?: FormState; status?: number },
) {
  const { id, name, description, industry, size, website, location } = await organizations.get(ctx)
  const form = state.form ?? emptyForm({ name, description, industry, size, website, location })
  const saved = c.req.query('saved') !== undefined
  const body = <OrganizationSettingsPage id={id} name={name} form={form} deletion={state.deletion} saved={saved} />
  return pageAnswer(c, ctx, { layout: 'app', title: `Settings of ${name}`, status: state.status }, body)
}

const showSettings: Handler<OrganizationCtx> = (ctx, c) => drawSettings(ctx, c, {})

const submitSettings: Handler<OrganizationCtx> = (ctx, c) =>
  submit(
    c,
    async () => {
      const { id } = await organizations.update(ctx, await readBody(c, organizationChange))
      return c.redirect(`${href(urls.organizationSettings, { id })}?saved`, 303)
    },
    (form, status) => drawSettings(ctx, c, { form, status }),
  )

const submitDelete: Handler<OrganizationCtx> = (ctx, c) =>
  submit(
    c,
    async () => {
      await readBody(c, confirmationOf(ctx.organization.name))
      await organizations.remove(ctx)
      return c.redirect(urls.organizations, 303)
    },
    (deletion, status) => drawSettings(ctx, c, { deletion, status }),
  )

export const organizationRoutes = new Hono<Env>()
  .get(urls.organizations, signedIn(showOrganizations))
  .get(urls.newOrganization, signedIn(showNewOrganization))
  .post(urls.newOrganization, signedIn(submitNewOrganization))
  .get(urls.organization, inOrganization(showOrganization))
  .get(urls.organizationSettings, may('UPDATE_ORGANIZATION', showSettings))
  .post(urls.organizationSettings, may('UPDATE_ORGANIZATION', submitSettings))
  .post(urls.organizationDelete, may('DELETE_ORGANIZATION', submitDelete))
  .get(urls.apiOrganizations, signedIn(api.listOrganizations))
  .post(urls.apiOrganizations, signedIn(api.createOrganization))
  .get(urls.apiUserOrganizations, signedIn(api.listOrganizations))
  .get(urls.apiOrganization, inOrganization(api.sendOrganization))
  .put(urls.apiOrganization, may('UPDATE_ORGANIZATION', api.updateOrganization))
  .delete(urls.apiOrganization, may('DELETE_ORGANIZATION', api.deleteOrganization))
  .get(urls.apiOrganizationMembers, may('VIEW_MEMBERS', api.listMembers))
  .put(urls.apiOrganizationMembers, may('UPDATE_MEMBER_ROLES', api.changeMemberRole))
  .delete(urls.apiOrganizationMembers, may('REMOVE_MEMBERS', api.removeMember))
  .post(urls.apiOrganizationLeave, inOrganization(api.leaveOrganization))
  .post(urls.apiOrganizationTransfer, may('UPDATE_MEMBER_ROLES', api.transferOrganization))
