import { Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Child } from 'hono/jsx'
import { AppError } from '#base/errors.ts'
import { SECOND } from '#base/time.ts'
import * as outbox from '#records/outbox.ts'
import { emptyForm, type FormState, submit, submitted } from '#web/form.ts'
import { anyone, type Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody } from '#web/input.ts'
import { pageAnswer } from '#web/page.tsx'
import type { Ctx, User, UserCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { isSecure } from '../cookies.ts'
import { signedIn, visitor } from '../guard.ts'
import { LIFE } from '../links.ts'
import {
  DisownedPage,
  ForgotPasswordPage,
  ResetGonePage,
  ResetPasswordPage,
  ResetSentPage,
  VerifiedPage,
  VerifyElsewherePage,
  VerifyGonePage,
  VerifySentPage,
} from '../pages/recovery.tsx'
import * as recovery from '../recovery.ts'
import { emailOnly, resetForm, verifyForm } from '../rules/credentials.ts'
import { localPath } from '../rules/next.ts'
import * as verification from '../verification.ts'

type VisitorCtx = Ctx & { user: User | null }

const draw = (ctx: VisitorCtx, c: HttpContext, title: string, body: Child, status?: number) =>
  pageAnswer(c, ctx, { layout: 'site', title, status }, body)

/** Whether a link is not good any more, or never was. */
const isGone = (error: unknown): error is AppError =>
  error instanceof AppError && (error.code === 'link_gone' || error.code === 'email_taken')

const tokenOf = (c: HttpContext): string => c.req.param('token') ?? ''

const drawVerifyGone = (ctx: VisitorCtx, c: HttpContext, error: AppError) =>
  ctx.user?.emailVerified
    ? drawVerified(ctx, c, { email: ctx.user.email, here: true })
    : draw(
        ctx,
        c,
        'Verify your email address',
        <VerifyGonePage signedIn={ctx.user !== null} message={error.message} />,
        error.status,
      )

const drawVerified = (ctx: VisitorCtx, c: HttpContext, props: { email: string; here: boolean }) =>
  draw(ctx, c, 'Email address verified', <VerifiedPage {...props} />)

/** Who is signed in to the account of the link has nothing more to do; everybody else says whether it is theirs. */
const showVerify: Handler<VisitorCtx> = async (ctx, c) => {
  try {
    const claim = await verification.resolveLink(ctx, tokenOf(c))
    const { user } = ctx
    if (user?.id !== claim.userId)
      return draw(
        ctx,
        c,
        'Verify your email address',
        <VerifyElsewherePage claim={claim} token={tokenOf(c)} viewer={user?.email ?? null} />,
      )
    await verification.confirm(ctx, tokenOf(c))
    return drawVerified({ ...ctx, user: { ...user, emailVerified: true } }, c, { email: claim.email, here: true })
  } catch (error) {
    // A link that has ended is no error of the page: it says how to get another.
    if (isGone(error)) return drawVerifyGone(ctx, c, error)
    throw error
  }
}

const submitVerify: Handler<VisitorCtx> = async (ctx, c) => {
  try {
    const { email } = await verification.resolveLink(ctx, tokenOf(c))
    if ((await readBody(c, verifyForm)).answer === 'mine') {
      await verification.confirm(ctx, tokenOf(c))
      return drawVerified(ctx, c, { email, here: false })
    }
    await verification.disown(ctx, tokenOf(c))
    return draw(ctx, c, 'Verify your email address', <DisownedPage email={email} />)
  } catch (error) {
    // As above, when it ended while the page was read.
    if (isGone(error)) return drawVerifyGone(ctx, c, error)
    throw error
  }
}

const drawVerifySent = (ctx: UserCtx, c: HttpContext, problem: string | null, status?: number) =>
  draw(
    ctx,
    c,
    ctx.user.emailVerified ? 'Email address verified' : 'Check your mail',
    <VerifySentPage
      email={ctx.user.email}
      verified={ctx.user.emailVerified}
      sent={c.req.query('sent') !== undefined}
      problem={problem}
      outbox={outbox.isOpen(ctx)}
    />,
    status,
  )

const showVerifySent: Handler<UserCtx> = (ctx, c) => drawVerifySent(ctx, c, null)

const resendVerification: Handler<UserCtx> = (ctx, c) =>
  submit(
    c,
    async () => {
      if (!ctx.user.emailVerified) await verification.resend(ctx)
      return c.redirect(`${urls.sendVerification}?sent`, 303)
    },
    (form, status) => drawVerifySent(ctx, c, form.problem, status),
  )

const drawForgot = (ctx: VisitorCtx, c: HttpContext, form: FormState, status?: number) =>
  draw(ctx, c, 'Forgot password', <ForgotPasswordPage form={form} />, status)

const showForgot: Handler<VisitorCtx> = (ctx, c) =>
  c.req.query('sent') === undefined
    ? drawForgot(ctx, c, emptyForm({ email: c.req.query('email') ?? '' }))
    : draw(ctx, c, 'Check your mail', <ResetSentPage outbox={outbox.isOpen(ctx)} />)

const submitForgot: Handler<VisitorCtx> = (ctx, c) =>
  submitted(ctx, c, drawForgot, async () => {
    const { email } = await readBody(c, emailOnly)
    await recovery.request(ctx, email)
    return c.redirect(`${urls.forgotPassword}?sent`, 303)
  })

/** The cookie that carries a reset from the mail's link to its page, so that the secret stands in no address any more. */
const resetCookie = (ctx: Ctx) => `${isSecure(ctx.config) ? '__Secure-' : ''}tabletalk.reset`

/** Where the links of mails come in. The one that resets a password is checked here, and its page opens. */
const enterCallback: Handler<Ctx> = async (ctx, c) => {
  const next = localPath(c.req.query('next')) ?? urls.home
  const token = c.req.query('token')
  if (next === urls.resetPassword && token) {
    c.header('Cache-Control', 'no-store')
    c.header('Referrer-Policy', 'no-referrer')
    const living = await recovery.resolveLink(ctx, token).catch((error) => {
      if (isGone(error)) return null
      throw error
    })
    if (living)
      setCookie(c, resetCookie(ctx), token, {
        path: urls.resetPassword,
        httpOnly: true,
        sameSite: 'Lax',
        secure: isSecure(ctx.config),
        maxAge: LIFE['reset-password'] / SECOND,
      })
    else deleteCookie(c, resetCookie(ctx), { path: urls.resetPassword, secure: isSecure(ctx.config) })
  }
  return c.redirect(next, 303)
}

const drawResetGone = (ctx: VisitorCtx, c: HttpContext) => draw(ctx, c, 'Choose a new password', <ResetGonePage />, 404)

const showReset: Handler<VisitorCtx> = async (ctx, c) => {
  try {
    const { email } = await recovery.resolveLink(ctx, getCookie(c, resetCookie(ctx)) ?? '')
    c.header('Cache-Control', 'no-store')
    return draw(ctx, c, 'Choose a new password', <ResetPasswordPage form={emptyForm()} email={email} />)
  } catch (error) {
    // Says how to get another link.
    if (isGone(error)) return drawResetGone(ctx, c)
    throw error
  }
}

const submitReset: Handler<VisitorCtx> = async (ctx, c) => {
  const token = getCookie(c, resetCookie(ctx)) ?? ''
  try {
    const { email } = await recovery.resolveLink(ctx, token)
    return await submit(
      c,
      async () => {
        const { password } = await readBody(c, resetForm)
        await recovery.complete(ctx, token, password)
        deleteCookie(c, resetCookie(ctx), { path: urls.resetPassword, secure: isSecure(ctx.config) })
        return c.redirect(href(urls.login, {}, { email, note: 'password_changed' }), 303)
      },
      (form, status) => draw(ctx, c, 'Choose a new password', <ResetPasswordPage form={form} email={email} />, status),
    )
  } catch (error) {
    // As above, when it ended while the password was typed.
    if (isGone(error)) return drawResetGone(ctx, c)
    throw error
  }
}

export const recoveryRoutes = new Hono<Env>()
  .get(urls.sendVerification, signedIn(showVerifySent))
  .post(urls.sendVerification, signedIn(resendVerification))
  .get(urls.verifyEmail, visitor(showVerify))
  .post(urls.verifyEmail, visitor(submitVerify))
  .get(urls.forgotPassword, visitor(showForgot))
  .post(urls.forgotPassword, visitor(submitForgot))
  .get(urls.authCallback, anyone(enterCallback))
  .get(urls.resetPassword, visitor(showReset))
  .post(urls.resetPassword, visitor(submitReset))
