import { Hono } from 'hono'
import { emptyForm, type FormState, submit } from '#web/form.ts'
import { anyone, type Env, type Handler, type HttpContext } from '#web/handler.ts'
import { readBody } from '#web/input.ts'
import { pageAnswer } from '#web/page.tsx'
import type { Ctx, User, UserCtx } from '../ctx.ts'
import { href, urls } from '../urls.ts'
import * as accounts from './accounts.ts'
import * as api from './api.ts'
import * as firstAdmin from './first-admin.ts'
import { sessionCtx, signedIn, visitor } from './guard.ts'
import { expiredCookies } from './identity.ts'
import { ProfilePage } from './pages/profile.tsx'
import { FirstAdminPage, LoginPage, LogoutPage, RegisterPage } from './pages/sign-in.tsx'
import { profileChange, registration, signIn } from './rules/credentials.ts'
import { localPath } from './rules/next.ts'
import type { SecondStep } from './second-factor.ts'
import * as sessions from './sessions.ts'

type VisitorCtx = Ctx & { user: User | null }

/**
 * Sends the browser on with the cookies of its new session, or to the second step that it still needs; `next` of the form is followed
 * when it stays on this site.
 */
async function goOn(c: HttpContext, answer: sessions.Beginning | SecondStep, otherwise: string): Promise<Response> {
  const next = await nextOf(c)
  api.carry(c, answer.cookies)
  if (sessions.isWaiting(answer)) return c.redirect(href(urls.signInSecondStep, {}, { next: next ?? undefined }), 303)
  return c.redirect(next ?? otherwise, 303)
}

const nextOf = async (c: HttpContext): Promise<string | null> => {
  const next = c.req.query('next') ?? (c.req.method === 'POST' ? (await c.req.parseBody()).next : null)
  return localPath(typeof next === 'string' ? next : null)
}

const drawLogin = async (ctx: Ctx, c: HttpContext, form: FormState, status?: number) =>
  pageAnswer(c, ctx, { layout: 'site', title: 'Login', status }, <LoginPage form={form} next={await nextOf(c)} />)

const drawRegister = async (ctx: Ctx, c: HttpContext, form: FormState, status?: number) =>
  pageAnswer(c, ctx, { layout: 'site', title: 'Register', status }, <RegisterPage form={form} next={await nextOf(c)} />)

/** Who has a session already is sent on. */
const showLogin: Handler<VisitorCtx> = async (ctx, c) =>
  ctx.user ? c.redirect((await nextOf(c)) ?? urls.organizations, 303) : drawLogin(ctx, c, emptyForm())

const showRegister: Handler<VisitorCtx> = async (ctx, c) =>
  ctx.user ? c.redirect((await nextOf(c)) ?? urls.organizations, 303) : drawRegister(ctx, c, emptyForm())

const submitLogin: Handler<Ctx> = (ctx, c) =>
  submit(
    c,
    async () => {
      const input = await readBody(c, signIn)
      const answer = await sessions.login(ctx, { ...input, remember: input.remember ?? false }, api.requester(c))
      return goOn(c, answer, urls.organizations)
    },
    (form, status) => drawLogin(ctx, c, form, status),
  )

const submitRegister: Handler<Ctx> = (ctx, c) =>
  submit(
    c,
    async () => {
      const input = await readBody(c, registration)
      const begun = await accounts.register(ctx, { ...input, remember: input.remember ?? false }, api.requester(c))
      return goOn(c, begun, urls.newOrganization)
    },
    (form, status) => drawRegister(ctx, c, form, status),
  )

const drawFirstAdmin = (ctx: VisitorCtx, c: HttpContext, form: FormState, status?: number) =>
  pageAnswer(
    c,
    ctx,
    { layout: 'site', title: 'Set up', status },
    <FirstAdminPage form={form} token={c.req.param('token') ?? ''} email={ctx.user?.email ?? null} />,
  )

const showFirstAdmin: Handler<VisitorCtx> = async (ctx, c) => {
  await firstAdmin.check(ctx, c.req.param('token') ?? '')
  return drawFirstAdmin(ctx, c, emptyForm())
}

const submitFirstAdmin: Handler<VisitorCtx> = async (ctx, c) => {
  const token = c.req.param('token') ?? ''
  await firstAdmin.check(ctx, token)
  const { user } = ctx
  if (user) {
    await firstAdmin.claim({ ...ctx, user }, token)
    return c.redirect(urls.organizations, 303)
  }
  return submit(
    c,
    async () => {
      const input = await readBody(c, registration)
      const begun = await accounts.register(ctx, { ...input, remember: input.remember ?? false }, api.requester(c), {
        within: (ctx) => firstAdmin.claim(ctx, token),
      })
      return goOn(c, begun, urls.newOrganization)
    },
    (form, status) => drawFirstAdmin(ctx, c, form, status),
  )
}

const showLogout: Handler<UserCtx> = (ctx, c) =>
  pageAnswer(c, ctx, { layout: 'site', title: 'Sign Out' }, <LogoutPage />)

/** `next` leads on, for instance to signing in as somebody else. */
const submitLogout: Handler<Ctx> = async (ctx, c) => {
  const session = await sessionCtx(ctx, c)
  if (session) await sessions.logout(session)
  api.carry(c, expiredCookies(ctx))
  return c.redirect((await nextOf(c)) ?? urls.home, 303)
}

const drawProfile = (ctx: UserCtx, c: HttpContext, form: FormState, status?: number) =>
  pageAnswer(
    c,
    ctx,
    { layout: 'app', title: 'Profile', status },
    <ProfilePage user={ctx.user} form={form} saved={c.req.query('saved') !== undefined} />,
  )

const showProfile: Handler<UserCtx> = (ctx, c) => drawProfile(ctx, c, emptyForm({ name: ctx.user.name }))

const submitProfile: Handler<UserCtx> = (ctx, c) =>
  submit(
    c,
    async () => {
      await accounts.updateProfile(ctx, await readBody(c, profileChange))
      return c.redirect(`${urls.profile}?saved`, 303)
    },
    (form, status) => drawProfile(ctx, c, form, status),
  )

export const authRoutes = new Hono<Env>()
  .get(urls.login, visitor(showLogin))
  .post(urls.login, anyone(submitLogin))
  .get(urls.register, visitor(showRegister))
  .post(urls.register, anyone(submitRegister))
  .get(urls.firstAdmin, visitor(showFirstAdmin))
  .post(urls.firstAdmin, visitor(submitFirstAdmin))
  .get(urls.logout, signedIn(showLogout))
  .post(urls.logout, anyone(submitLogout))
  .get(urls.profile, signedIn(showProfile))
  .post(urls.profile, signedIn(submitProfile))
  .post(urls.apiRegister, anyone(api.register))
  .post(urls.apiLogin, anyone(api.login))
  .post(urls.apiAdminLogin, anyone(api.adminLogin))
  .post(urls.apiLogout, anyone(api.logout))
  .get(urls.apiToken, signedIn(api.refreshToken))
  .get(urls.apiProfile, signedIn(api.sendProfile))
  .put(urls.apiProfile, signedIn(api.updateProfile))
  .get(urls.apiAdminStatus, signedIn(api.sendAdminStatus))
