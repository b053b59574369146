import { Hono } from 'hono'
import { renderSVG } from 'uqr'
import * as emailChange from '#auth/email-change.ts'
import { signedIn, visitor } from '#auth/guard.ts'
import type { SessionCtx } from '#auth/identify.ts'
import * as passwordChange from '#auth/password-change.ts'
import { passwordHash } from '#auth/reauthentication.ts'
import * as rules from '#auth/rules/account.ts'
import * as sessionList from '#auth/session-list.ts'
import * as twoFactor from '#auth/two-factor.ts'
import { emptyForm, type FormState, submit } from '#web/form.ts'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody, readForm } from '#web/input.ts'
import { pageAnswer } from '#web/page.tsx'
import type { Ctx, User } from '../../ctx.ts'
import { urls } from '../../urls.ts'
import { EmailChangedPage, NewEmailPage, type Refused, SecurityPage } from '../pages/security.tsx'
import { BackupCodesPage, SetUpPage } from '../pages/two-factor.tsx'

const about = (status?: number) => ({ layout: 'app', title: 'Security', status }) as const

const drawSecurity = async (ctx: SessionCtx, c: HttpContext, refused: Refused | null = null, status?: number) => {
  const [hash, factor, sessions] = await Promise.all([passwordHash(ctx), twoFactor.status(ctx), sessionList.list(ctx)])
  const body = (
    <SecurityPage
      user={ctx.user}
      hasPassword={hash !== null}
      twoFactor={factor}
      sessions={sessions}
      now={ctx.now()}
      saved={c.req.query('saved')}
      refused={refused}
    />
  )
  return pageAnswer(c, ctx, about(status), body)
}

/** A form of the security page: does its work, or draws the page with what was wrong. */
const securityForm = (ctx: SessionCtx, c: HttpContext, at: Refused['at'], work: () => Promise<Response>) =>
  submit(c, work, (form, status) => drawSecurity(ctx, c, { at, form }, status))

const saved = (c: HttpContext, what: string) => c.redirect(`${urls.profileSecurity}?saved=${what}`, 303)

const showSecurity: Handler<SessionCtx> = (ctx, c) => drawSecurity(ctx, c)

const submitPassword: Handler<SessionCtx> = (ctx, c) =>
  securityForm(ctx, c, 'password', async () => {
    await passwordChange.change(ctx, await readBody(c, rules.passwordChange))
    return saved(c, 'password')
  })

const submitEmail: Handler<SessionCtx> = (ctx, c) =>
  securityForm(ctx, c, 'email', async () => {
    await emailChange.request(ctx, await readBody(c, rules.emailChange))
    return saved(c, 'email')
  })

const drawSetUp = (ctx: SessionCtx, c: HttpContext, it: twoFactor.Enrolment, form: FormState, status?: number) =>
  pageAnswer(c, ctx, about(status), <SetUpPage {...it} qr={renderSVG(it.uri, { border: 2, ecc: 'M' })} form={form} />)

const showTwoFactor: Handler<SessionCtx> = async (ctx, c) => {
  const pending = await twoFactor.pendingEnrolment(ctx)
  return pending ? drawSetUp(ctx, c, pending, emptyForm()) : c.redirect(`${urls.profileSecurity}#two-factor`)
}

/** Posted three times on the way: to begin with the password, to confirm with a code, or to give up. */
const submitTwoFactor: Handler<SessionCtx> = async (ctx, c) => {
  const sent = await readForm(c)
  if (sent.abandon) {
    await twoFactor.abandon(ctx)
    return c.redirect(urls.profileSecurity, 303)
  }
  if (!('code' in sent))
    return securityForm(ctx, c, 'two-factor', async () => {
      await twoFactor.begin(ctx, (await readBody(c, rules.passwordOnly)).password)
      return c.redirect(urls.profileTwoFactor, 303)
    })
  return submit(
    c,
    async () => {
      const codes = await twoFactor.confirm(ctx, (await readBody(c, rules.appCode)).code)
      return drawCodes(ctx, c, codes, true)
    },
    async (form, status) => {
      const pending = await twoFactor.pendingEnrolment(ctx)
      return pending ? drawSetUp(ctx, c, pending, form, status) : c.redirect(urls.profileSecurity, 303)
    },
  )
}

const drawCodes = (ctx: SessionCtx, c: HttpContext, codes: string[], fresh: boolean) =>
  pageAnswer(c, ctx, about(), <BackupCodesPage codes={codes} email={ctx.user.email} fresh={fresh} />)

const submitBackupCodes: Handler<SessionCtx> = (ctx, c) =>
  securityForm(ctx, c, 'backup-codes', async () => {
    const { password } = await readBody(c, rules.passwordOnly)
    return drawCodes(ctx, c, await twoFactor.newBackupCodes(ctx, password), false)
  })

const submitTwoFactorOff: Handler<SessionCtx> = (ctx, c) =>
  securityForm(ctx, c, 'two-factor-off', async () => {
    await twoFactor.disable(ctx, (await readBody(c, rules.passwordOnly)).password)
    return saved(c, 'two-factor-off')
  })

/** Ends the session that is named, or all others. */
const submitSessionEnd: Handler<SessionCtx> = async (ctx, c) => {
  const { id } = await readForm(c)
  if (typeof id === 'string') await sessionList.end(ctx, id)
  else await sessionList.endOthers(ctx)
  return saved(c, typeof id === 'string' ? 'session' : 'sessions')
}

type VisitorCtx = Ctx & { user: User | null }

/** Mail programs look at links by themselves: only the button changes something. */
const showNewEmail: Handler<VisitorCtx> = async (ctx, c) => {
  const email = await emailChange.addressOf(ctx, c.req.param('token') ?? '')
  return pageAnswer(c, ctx, { layout: 'site', title: 'New email address' }, <NewEmailPage email={email} />)
}

const submitNewEmail: Handler<VisitorCtx> = async (ctx, c) => {
  const email = await emailChange.confirm(ctx, c.req.param('token') ?? '')
  const body = <EmailChangedPage email={email} signedIn={ctx.user !== null} />
  return pageAnswer(c, ctx, { layout: 'site', title: 'New email address' }, body)
}

export const securityRoutes = new Hono<Env>()
  .get(urls.profileSecurity, signedIn(showSecurity))
  .post(urls.profilePassword, signedIn(submitPassword))
  .post(urls.profileEmail, signedIn(submitEmail))
  .get(urls.profileTwoFactor, signedIn(showTwoFactor))
  .post(urls.profileTwoFactor, signedIn(submitTwoFactor))
  .post(urls.profileTwoFactorOff, signedIn(submitTwoFactorOff))
  .post(urls.profileBackupCodes, signedIn(submitBackupCodes))
  .post(urls.profileSessionEnd, signedIn(submitSessionEnd))
  .get(urls.confirmEmailChange, visitor(showNewEmail))
  .post(urls.confirmEmailChange, visitor(submitNewEmail))
