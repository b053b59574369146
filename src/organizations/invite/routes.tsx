import { Hono } from 'hono'
import { carry, requester } from '#auth/api.ts'
import { signedIn, visitor } from '#auth/guard.ts'
import { REMEMBERED } from '#auth/remember-choice.ts'
import { pageRequest } from '#base/paging.ts'
import { flashEvent } from '#web/flash-events.ts'
import { emptyForm, type FormState, submitted } from '#web/form.ts'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody } from '#web/input.ts'
import { pageAnswer } from '#web/page.tsx'
import type { Ctx, OrganizationCtx, User, UserCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { may } from '../guard.ts'
import * as answers from '../invitation-answers.ts'
import * as invitations from '../invitations.ts'
import { InvitationPage } from '../pages/invitation.tsx'
import { InvitationsPage } from '../pages/invitations.tsx'
import { InvitePage } from '../pages/invite.tsx'
import { joining, linkAnswer, listAnswer, newInvitation, pendingAnswer } from '../rules/request.ts'
import { seatsOf } from '../seats.ts'
import * as api from './api.ts'

type VisitorCtx = Ctx & { user: User | null }

const drawMine = async (ctx: UserCtx, c: HttpContext, form: FormState, status?: number) => {
  const page = await answers.list(ctx, pageRequest(c.req.query()))
  const { email, emailVerified: verified } = ctx.user
  const declined = c.req.query('declined') !== undefined
  const body = <InvitationsPage {...page} {...{ email, verified, declined }} problem={form.problem} />
  return pageAnswer(c, ctx, { layout: 'app', title: 'Invitations', status }, body)
}

const showMine: Handler<UserCtx> = (ctx, c) => drawMine(ctx, c, emptyForm())

const submitMine: Handler<UserCtx> = (ctx, c) =>
  submitted(ctx, c, drawMine, async () => {
    const { invitation, answer } = await readBody(c, listAnswer)
    if (answer === 'accept') return joined(c, await answers.accept(ctx, invitation))
    await answers.decline(ctx, invitation)
    return c.redirect(`${urls.invitations}?declined`, 303)
  })

const tokenOf = (c: HttpContext) => c.req.param('token') ?? ''

const drawLink = async (ctx: VisitorCtx, c: HttpContext, form: FormState, status?: number) => {
  const token = tokenOf(c)
  const invitation = await answers.findByLink(ctx, token)
  const standing = await answers.standingOf(ctx, invitation)
  const body = <InvitationPage {...{ invitation, token, standing, form }} viewer={ctx.user?.email ?? null} />
  return pageAnswer(c, ctx, { layout: 'site', title: `Join ${invitation.organization.name}`, status }, body)
}

const showLink: Handler<VisitorCtx> = (ctx, c) => drawLink(ctx, c, emptyForm(REMEMBERED))

const submitLink: Handler<VisitorCtx> = (ctx, c) =>
  submitted(ctx, c, drawLink, async () => {
    const token = tokenOf(c)
    const { answer } = await readBody(c, linkAnswer)
    if (answer === 'register') return join(ctx, c, token)
    // Signed out meanwhile: the page says how to go on.
    if (!ctx.user) return c.redirect(href(urls.invitation, { token }), 303)
    const [userCtx, { id }] = [{ ...ctx, user: ctx.user }, await answers.findByLink(ctx, token)]
    if (answer === 'accept') return joined(c, await answers.accept(userCtx, id))
    await answers.decline(userCtx, id)
    return c.redirect(`${urls.invitations}?declined`, 303)
  })

async function join(ctx: Ctx, c: HttpContext, token: string): Promise<Response> {
  const { remember = false, ...input } = await readBody(c, joining)
  const { cookies, organizationId } = await answers.register(ctx, token, { ...input, remember }, requester(c))
  carry(c, cookies)
  flashEvent(c, 'sign_up', { method: 'invitation' })
  return joined(c, organizationId)
}

function joined(c: HttpContext, id: string): Response {
  flashEvent(c, 'join_workspace', { organization_id: id, method: 'invitation' })
  return c.redirect(href(urls.organization, { id }, { done: 'joined' }), 303)
}

const drawInvite = async (ctx: OrganizationCtx, c: HttpContext, form: FormState, status?: number) => {
  const [page, seats] = await Promise.all([invitations.list(ctx, pageRequest(c.req.query())), seatsOf(ctx)])
  const { organization, user } = ctx
  const done = form.problem ? undefined : c.req.query('done')
  const body = <InvitePage {...page} {...{ organization, seats, form, done }} userId={user.id} />
  return pageAnswer(c, ctx, { layout: 'app', title: `Share ${organization.name}`, status }, body)
}

const showInvite: Handler<OrganizationCtx> = (ctx, c) => drawInvite(ctx, c, emptyForm())

const back = (ctx: OrganizationCtx, c: HttpContext, done: 'sent' | 'cancelled') =>
  c.redirect(href(urls.organizationInvite, { id: ctx.organization.id }, { done }), 303)

const submitInvite: Handler<OrganizationCtx> = (ctx, c) =>
  submitted(ctx, c, drawInvite, async () => {
    await invitations.create(ctx, await readBody(c, newInvitation))
    return back(ctx, c, 'sent')
  })

const submitPending: Handler<OrganizationCtx> = (ctx, c) =>
  submitted(ctx, c, drawInvite, async () => {
    const id = c.req.param('invitationId') ?? ''
    const { answer } = await readBody(c, pendingAnswer)
    if (answer === 'resend') await invitations.resend(ctx, id)
    else await invitations.cancel(ctx, id)
    return back(ctx, c, answer === 'resend' ? 'sent' : 'cancelled')
  })

export const invitationRoutes = new Hono<Env>()
  .route('/', api.invitationApi)
  .get(urls.invitations, signedIn(showMine))
  .post(urls.invitations, signedIn(submitMine))
  .get(urls.invitation, visitor(showLink))
  .post(urls.invitation, visitor(submitLink))
  .get(urls.organizationInvite, may('VIEW_MEMBERS')(showInvite))
  .post(urls.organizationInvite, may('INVITE_MEMBERS')(submitInvite))
  .post(urls.organizationInvitation, may('INVITE_MEMBERS')(submitPending))
