import { Hono } from 'hono'
import { pageRequest } from '#base/paging.ts'
import { type FormState, submitted } from '#web/form.ts'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody, readQuery } from '#web/input.ts'
import { pageAnswer } from '#web/page.tsx'
import type { OrganizationCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { inOrganization, may } from '../guard.ts'
import * as members from '../members.ts'
import { leaveQuestion, MembersPage } from '../pages/members.tsx'
import { confirmPage } from '../pages/people.tsx'
import { REMOVE_MEMBER } from '../rules/member.ts'
import { leaving, removal, roleChange, searched } from '../rules/request.ts'
import { seatsOf } from '../seats.ts'

async function draw(ctx: OrganizationCtx, c: HttpContext, form?: FormState, status?: number) {
  const { q } = readQuery(c, searched)
  const cursor = c.req.query('cursor') || undefined
  const [page, seats, owners] = await Promise.all([
    members.list(ctx, pageRequest({ cursor }), q),
    seatsOf(ctx),
    ctx.organization.role === 'owner' ? members.number(ctx, 'owner') : 2,
  ])
  const body = (
    <MembersPage
      place={ctx}
      page={page}
      shown={{ q, cursor }}
      seats={seats}
      lastOwner={owners < 2}
      done={form ? undefined : c.req.query('done')}
      problem={form?.problem ?? (form ? 'Choose one of the roles.' : null)}
    />
  )
  return pageAnswer(c, ctx, { layout: 'app', title: `Members of ${ctx.organization.name}`, status }, body)
}

const back = (ctx: OrganizationCtx, c: HttpContext, done: string) => {
  const { q, cursor } = c.req.query()
  return c.redirect(href(urls.organizationMembers, { id: ctx.organization.id }, { q, cursor, done }), 303)
}

const showMembers: Handler<OrganizationCtx> = (ctx, c) => draw(ctx, c)

const submitRole: Handler<OrganizationCtx> = (ctx, c) =>
  submitted(ctx, c, draw, async () => {
    const { memberId, role } = await readBody(c, roleChange)
    await members.changeRole(ctx, memberId, role)
    return back(ctx, c, 'role')
  })

/** Without script the question is a page of its own. */
const submitRemoval: Handler<OrganizationCtx> = (ctx, c) =>
  submitted(ctx, c, draw, async () => {
    const { memberId, confirmed } = await readBody(c, removal)
    if (confirmed) {
      await members.remove(ctx, memberId)
      return back(ctx, c, 'removed')
    }
    const { id } = ctx.organization
    const { user } = await members.get(ctx, memberId)
    const paths = { address: href(urls.organizationMemberRemove, { id }), back: href(urls.organizationMembers, { id }) }
    return confirmPage(c, ctx, { question: REMOVE_MEMBER, of: user, fields: { memberId }, ...paths })
  })

const submitLeave: Handler<OrganizationCtx> = (ctx, c) =>
  submitted(ctx, c, draw, async () => {
    const { id, name } = ctx.organization
    if ((await readBody(c, leaving)).confirmed) {
      await members.leave(ctx)
      return c.redirect(href(urls.organizations, {}, { done: 'left' }), 303)
    }
    const paths = { address: href(urls.organizationLeave, { id }), back: href(urls.organizationMembers, { id }) }
    return confirmPage(c, ctx, { question: leaveQuestion(name), ...paths })
  })

export const peopleRoutes = new Hono<Env>()
  .get(urls.organizationMembers, may('VIEW_MEMBERS')(showMembers))
  .post(urls.organizationMembers, may('UPDATE_MEMBER_ROLES')(submitRole))
  .post(urls.organizationMemberRemove, may('REMOVE_MEMBERS')(submitRemoval))
  .post(urls.organizationLeave, inOrganization(submitLeave))
