import { Hono } from 'hono'
import { signedIn } from '#auth/guard.ts'
import { pageRequest } from '#base/paging.ts'
import { emptyForm, type FormState, submitted, withForm } from '#web/form.ts'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody, readQuery } from '#web/input.ts'
import { pageAnswer } from '#web/page.tsx'
import type { OrganizationCtx, UserCtx } from '../ctx.ts'
import { href, urls } from '../urls.ts'
import * as api from './api.ts'
import { inOrganization, may } from './guard.ts'
import * as members from './members.ts'
import * as organizations from './organizations.ts'
import { NewOrganizationPage, OrganizationSettingsPage, transferQuestion } from './pages/form.tsx'
import { OrganizationsPage } from './pages/list.tsx'
import { confirmPage } from './pages/people.tsx'
import { OrganizationPage } from './pages/show.tsx'
import { peopleRoutes } from './people/routes.tsx'
import { confirmationOf } from './rules/confirmation.ts'
import { newOrganization, organizationChange } from './rules/organization.ts'
import { searched, transferral } from './rules/request.ts'
import { suspendedNames } from './suspended.ts'

/** The page stays usable when the list cannot be read: it says so and tries again. */
const showOrganizations: Handler<UserCtx> = async (ctx, c) => {
  const { q } = readQuery(c, searched)
  const [page, suspended] = await Promise.all([
    organizations.list(ctx, pageRequest({ cursor: c.req.query('cursor') }), q),
    suspendedNames(ctx),
  ]).catch((error: unknown) => {
    ctx.log.error('organizations could not be listed', { error })
    return [{ items: null, next: null }, []] as const
  })
  const body = (
    <OrganizationsPage {...page} q={q} userId={ctx.user.id} done={c.req.query('done')} suspended={[...suspended]} />
  )
  return pageAnswer(c, ctx, { layout: 'app', title: 'Organizations' }, body)
}

const drawNew = async (ctx: UserCtx, c: HttpContext, form: FormState, status?: number) => {
  const { items } = await organizations.list(ctx, { limit: 1, cursor: null })
  const body = <NewOrganizationPage form={form} first={items.length === 0} />
  return pageAnswer(c, ctx, { layout: 'app', title: 'New organization', status }, body)
}

const showNewOrganization: Handler<UserCtx> = (ctx, c) => drawNew(ctx, c, emptyForm())

/** An organization without a workspace is of no use, so creating one comes next. */
const submitNewOrganization: Handler<UserCtx> = (ctx, c) =>
  submitted(ctx, c, drawNew, async () => {
    const { id } = await organizations.create(ctx, await readBody(c, newOrganization))
    return c.redirect(href(urls.newWorkspace, { id }), 303)
  })

const showOrganization: Handler<OrganizationCtx> = async (ctx, c) => {
  const [organization, number] = await Promise.all([organizations.get(ctx), members.number(ctx)])
  const { user } = ctx
  const body = (
    <OrganizationPage organization={organization} userId={user.id} members={number} done={c.req.query('done')} />
  )
  return pageAnswer(c, ctx, { layout: 'app', title: organization.name }, body)
}

async function drawSettings(
  ctx: OrganizationCtx,
  c: HttpContext,
  state: { form?: FormState; transfer?: FormState; deletion?: FormState; status?: number },
) {
  const [{ name, description, industry, size, website, location }, number] = await Promise.all([
    organizations.get(ctx),
    members.number(ctx),
  ])
  const { form = emptyForm({ name, description, industry, size, website, location }), transfer, deletion } = state
  const saved = c.req.query('saved') !== undefined
  const props = { organization: ctx.organization, members: number, form, transfer, deletion, saved }
  const about = { layout: 'app', title: `Settings of ${name}`, status: state.status } as const
  return pageAnswer(c, ctx, about, <OrganizationSettingsPage {...props} />)
}

const showSettings: Handler<OrganizationCtx> = (ctx, c) => drawSettings(ctx, c, {})

const submitSettings: Handler<OrganizationCtx> = (ctx, c) =>
  submitted(ctx, c, withForm(drawSettings, 'form'), async () => {
    const { id } = await organizations.update(ctx, await readBody(c, organizationChange))
    return c.redirect(`${href(urls.organizationSettings, { id })}?saved`, 303)
  })

const submitDelete: Handler<OrganizationCtx> = (ctx, c) =>
  submitted(ctx, c, withForm(drawSettings, 'deletion'), async () => {
    await readBody(c, confirmationOf(ctx.organization.name))
    await organizations.remove(ctx)
    return c.redirect(href(urls.organizations, {}, { done: 'deleted' }), 303)
  })

const submitTransfer: Handler<OrganizationCtx> = (ctx, c) =>
  submitted(ctx, c, withForm(drawSettings, 'transfer'), async () => {
    const { id, name } = ctx.organization
    const { email, confirmed } = await readBody(c, transferral)
    const member = await members.byEmail(ctx, email)
    if (confirmed) {
      await members.transfer(ctx, member.id)
      return c.redirect(href(urls.organizationMembers, { id }, { done: 'transferred' }), 303)
    }
    const paths = { address: href(urls.organizationTransfer, { id }), back: href(urls.organizationSettings, { id }) }
    return confirmPage(c, ctx, { question: transferQuestion(name), of: member.user, fields: { email }, ...paths })
  })

export const organizationRoutes = new Hono<Env>()
  .route('/', api.organizationApi)
  .route('/', peopleRoutes)
  .get(urls.organizations, signedIn(showOrganizations))
  .get(urls.newOrganization, signedIn(showNewOrganization))
  .post(urls.newOrganization, signedIn(submitNewOrganization))
  .get(urls.organization, inOrganization(showOrganization))
  .get(urls.organizationSettings, may('MANAGE_SETTINGS')(showSettings))
  .post(urls.organizationSettings, may('UPDATE_ORGANIZATION')(submitSettings))
  .post(urls.organizationTransfer, may('UPDATE_MEMBER_ROLES')(submitTransfer))
  .post(urls.organizationDelete, may('DELETE_ORGANIZATION')(submitDelete))
