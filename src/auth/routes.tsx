import { Hono } from 'hono'
import { SITE } from '#base/site.ts'
import { emptyForm, type FormState, submitted } from '#web/form.ts'
import { anyone, type Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody } from '#web/input.ts'
import { pageAnswer } from '#web/page.tsx'
import type { Ctx, User, UserCtx } from '../ctx.ts'
import { urls } from '../urls.ts'
import * as accounts from './accounts.ts'
import * as api from './api.ts'
import * as firstAdmin from './first-admin.ts'
import { isConfigured } from './google.ts'
import { googleRoutes } from './google-sign-in/routes.tsx'
import { signedIn, visitor } from './guard.ts'
import { oauthRoutes } from './oauth/routes.tsx'
import { FirstAdminPage, LoginPage, LogoutPage, RegisterPage } from './pages/sign-in.tsx'
import { recoveryRoutes } from './recovery/routes.tsx'
import { nextOf, redirectSignedIn } from './redirect.ts'
import { REMEMBERED, rememberedChoice } from './remember-choice.ts'
import { registration, signIn } from './rules/credentials.ts'
import { noteOf, problemOf } from './rules/notes.ts'
import { secondStepRoutes } from './second-step/routes.tsx'
import * as sessions from './sessions.ts'

type VisitorCtx = Ctx & { user: User | null }

const drawLogin = async (ctx: Ctx, c: HttpContext, form: FormState, status?: number) =>
  pageAnswer(
    c,
    ctx,
    { layout: 'site', title: 'Login', description: `Sign in to ${SITE.name} and go on asking your data.`, status },
    <LoginPage
      form={form}
      next={await nextOf(c)}
      google={isConfigured(ctx.config)}
      note={noteOf(c.req.query('note'))}
    />,
  )

const drawRegister = async (ctx: Ctx, c: HttpContext, form: FormState, status?: number) => {
  const body = <RegisterPage form={form} next={await nextOf(c)} google={isConfigured(ctx.config)} />
  const description = `Make an account with ${SITE.name}: trial credits, no card needed.`
  return pageAnswer(c, ctx, { layout: 'site', title: 'Register', description, status }, body)
}

/** Who has a session already is sent on. */
const showLogin: Handler<VisitorCtx> = async (ctx, c) =>
  ctx.user
    ? c.redirect((await nextOf(c)) ?? urls.organizations, 303)
    : drawLogin(ctx, c, {
        ...emptyForm({ email: c.req.query('email') ?? '', remember: rememberedChoice(c) }),
        problem: problemOf(c.req.query('problem')),
      })

const showRegister: Handler<VisitorCtx> = async (ctx, c) =>
  ctx.user ? c.redirect((await nextOf(c)) ?? urls.organizations, 303) : drawRegister(ctx, c, emptyForm(REMEMBERED))

const submitLogin: Handler<Ctx> = (ctx, c) =>
  submitted(ctx, c, drawLogin, async () => {
    const input = await readBody(c, signIn)
    const answer = await sessions.login(ctx, { ...input, remember: input.remember ?? false }, api.requester(c))
    return redirectSignedIn(c, answer, urls.organizations, { login: 'password' })
  })

const submitRegister: Handler<Ctx> = (ctx, c) =>
  submitted(ctx, c, drawRegister, async () => {
    const input = await readBody(c, registration)
    const session = await accounts.register(ctx, { ...input, remember: input.remember ?? false }, api.requester(c))
    return redirectSignedIn(c, session, urls.newOrganization, { sign_up: 'password' })
  })

const drawFirstAdmin = (ctx: VisitorCtx, c: HttpContext, form: FormState, status?: number) => {
  const body = <FirstAdminPage form={form} token={c.req.param('token') ?? ''} email={ctx.user?.email ?? null} />
  return pageAnswer(c, ctx, { layout: 'site', title: 'Set up', status }, body)
}

const showFirstAdmin: Handler<VisitorCtx> = async (ctx, c) => {
  await firstAdmin.check(ctx, c.req.param('token') ?? '')
  return drawFirstAdmin(ctx, c, emptyForm(REMEMBERED))
}

const submitFirstAdmin: Handler<VisitorCtx> = async (ctx, c) => {
  const token = c.req.param('token') ?? ''
  await firstAdmin.check(ctx, token)
  const { user } = ctx
  if (user) {
    await firstAdmin.claim({ ...ctx, user }, token)
    return c.redirect(urls.organizations, 303)
  }
  return submitted(ctx, c, drawFirstAdmin, async () => {
    const input = await readBody(c, registration)
    const session = await accounts.register(ctx, { ...input, remember: input.remember ?? false }, api.requester(c), {
      within: (ctx) => firstAdmin.claim(ctx, token),
    })
    return redirectSignedIn(c, session, urls.newOrganization, { sign_up: 'password' })
  })
}

const showLogout: Handler<UserCtx> = (ctx, c) =>
  pageAnswer(c, ctx, { layout: 'site', title: 'Sign Out' }, <LogoutPage />)

/** `next` leads on, for instance to signing in as somebody else. */
const submitLogout: Handler<Ctx> = async (ctx, c) => {
  await api.logOut(ctx, c)
  return c.redirect((await nextOf(c)) ?? urls.home, 303)
}

export const authRoutes = new Hono<Env>()
  .route('/', api.authApi)
  .route('/', recoveryRoutes)
  .route('/', secondStepRoutes)
  .route('/', oauthRoutes)
  .route('/', googleRoutes)
  .get(urls.login, visitor(showLogin))
  .post(urls.login, anyone(submitLogin))
  .get(urls.register, visitor(showRegister))
  .post(urls.register, anyone(submitRegister))
  .get(urls.firstAdmin, visitor(showFirstAdmin))
  .post(urls.firstAdmin, visitor(submitFirstAdmin))
  .get(urls.logout, signedIn(showLogout))
  .post(urls.logout, anyone(submitLogout))
