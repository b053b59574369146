import { Hono } from 'hono'
import { setCookie } from 'hono/cookie'
import * as apiKeys from '#auth/api-keys.ts'
import { expiredCookies } from '#auth/cookies.ts'
import { signedIn } from '#auth/guard.ts'
import type { SessionCtx } from '#auth/identify.ts'
import { passwordHash } from '#auth/reauthentication.ts'
import { rememberChoice } from '#auth/remember-choice.ts'
import { newKeyForm } from '#auth/rules/api-key.ts'
import { AppError, invalidFields } from '#base/errors.ts'
import * as notifications from '#notifications/notifications.ts'
import { KIND_NAMES, settingsChange } from '#notifications/rules/notification.ts'
import { emptyForm, type FormState, submit, submitted, withForm } from '#web/form.ts'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody, readForm } from '#web/input.ts'
import { pageAnswer } from '#web/page.tsx'
import type { UserCtx } from '../ctx.ts'
import { urls } from '../urls.ts'
import * as api from './api.ts'
import * as deletion from './deletion.ts'
import { AccountPage, DeletedPage } from './pages/account.tsx'
import { KeysPage } from './pages/keys.tsx'
import { NotificationSettingsPage } from './pages/notifications.tsx'
import { formOf, ProfilePage } from './pages/profile.tsx'
import * as picture from './picture.ts'
import * as preferences from './preferences.ts'
import { accountDeletion, profileChange } from './rules/profile.ts'
import { securityRoutes } from './security/routes.tsx'

type Forms = { form?: FormState; picture?: FormState; status?: number }

const drawProfile = (ctx: UserCtx, c: HttpContext, { form, picture, status }: Forms) => {
  const saved = c.req.query('saved')
  const forms = { form: form ?? formOf(ctx.user), picture: picture ?? emptyForm() }
  const body = <ProfilePage user={ctx.user} {...forms} saved={saved} />
  return pageAnswer(c, ctx, { layout: 'app', title: 'Profile', status }, body)
}

const showProfile: Handler<UserCtx> = (ctx, c) => drawProfile(ctx, c, {})

const submitProfile: Handler<UserCtx> = (ctx, c) =>
  submitted(ctx, c, withForm(drawProfile, 'form'), async () => {
    const change = await readBody(c, profileChange)
    // A box that is not ticked is not sent.
    const keep = change.keep_signed_in ?? false
    await preferences.update(ctx, { ...change, keep_signed_in: keep })
    rememberChoice(c, keep)
    if (change.theme) keepTheme(c, change.theme)
    return c.redirect(`${urls.profile}?saved=profile`, 303)
  })

/** The pages of guests follow the choice too. */
function keepTheme(c: HttpContext, theme: string): void {
  const secure = new URL(c.req.url).protocol === 'https:'
  setCookie(c, 'theme', theme, { path: '/', maxAge: 31_536_000, sameSite: 'Lax', httpOnly: true, secure })
}

const submitPicture: Handler<UserCtx> = (ctx, c) =>
  submitted(ctx, c, withForm(drawProfile, 'picture'), async () => {
    const given = await api.pictureOf(c)
    if (given) await picture.change(ctx, given).catch(asMendable)
    else if ((await readForm(c)).remove === 'yes') await picture.remove(ctx)
    return c.redirect(`${urls.profile}?saved=${given ? 'picture' : 'removed'}`, 303)
  })

/** Another file mends it, so that the form is drawn again. */
const asMendable = (error: unknown): never => {
  const mendable = error instanceof AppError && (error.kind === 'unsupported' || error.kind === 'too_large')
  throw mendable ? invalidFields({ avatar: error.message }) : error
}

type KeysShown = { form?: FormState; chosen?: string[]; made?: string; status?: number }

const drawKeys = async (ctx: UserCtx, c: HttpContext, { form, chosen, made, status }: KeysShown) =>
  pageAnswer(
    c,
    ctx,
    { layout: 'app', title: 'API keys', status },
    <KeysPage
      keys={await apiKeys.list(ctx)}
      made={made ?? null}
      form={form ?? emptyForm({ expires_in_days: '90' })}
      chosen={chosen ?? ['read', 'ask']}
      now={ctx.now()}
      revoked={c.req.query('revoked') !== undefined}
    />,
  )

const showKeys: Handler<UserCtx> = (ctx, c) => drawKeys(ctx, c, {})

/** The page that answers shows the key: it is nowhere to be read again. */
const submitKey: Handler<UserCtx> = (ctx, c) =>
  submit(
    c,
    async () => drawKeys(ctx, c, { made: (await apiKeys.create(ctx, await readBody(c, newKeyForm))).key }),
    async (form, status) => {
      const chosen = (await readForm(c))['scopes[]'] ?? []
      return drawKeys(ctx, c, { form, chosen: [chosen].flat().map(String), status })
    },
  )

const submitRevocation: Handler<UserCtx> = async (ctx, c) => {
  const { id } = await readForm(c)
  await apiKeys.revoke(ctx, String(id))
  return c.redirect(`${urls.profileKeys}?revoked`, 303)
}

const showNotifications: Handler<UserCtx> = async (ctx, c) => {
  const settings = await notifications.settings(ctx)
  const body = <NotificationSettingsPage settings={settings} saved={c.req.query('saved') !== undefined} />
  return pageAnswer(c, ctx, { layout: 'app', title: 'Notifications by mail' }, body)
}

const timesForm = settingsChange.pick({ digest: true, time_zone: true })

const submitNotifications: Handler<UserCtx> = async (ctx, c) => {
  const ticked = await readForm(c)
  const times = await readBody(c, timesForm)
  // A box that is not ticked is not sent.
  const mails = Object.fromEntries(KIND_NAMES.map((kind) => [kind, ticked[kind] !== undefined]))
  await notifications.choose(ctx, { mails, ...times, watches_at_once: ticked.watches_at_once !== undefined })
  return c.redirect(`${urls.profileNotifications}?saved`, 303)
}

const drawAccount = async (ctx: SessionCtx, c: HttpContext, form: FormState, status?: number) => {
  const [owned, hash] = await Promise.all([deletion.owned(ctx), passwordHash(ctx)])
  const body = <AccountPage user={ctx.user} hasPassword={hash !== null} {...owned} form={form} />
  return pageAnswer(c, ctx, { layout: 'app', title: 'Account', status }, body)
}

const showAccount: Handler<SessionCtx> = (ctx, c) => drawAccount(ctx, c, emptyForm())

const submitDeletion: Handler<SessionCtx> = (ctx, c) =>
  submitted(ctx, c, drawAccount, async () => {
    await deletion.remove(ctx, await readBody(c, accountDeletion))
    for (const cookie of expiredCookies(ctx)) c.header('Set-Cookie', cookie, { append: true })
    return pageAnswer(c, { ...ctx, user: null }, { layout: 'site', title: 'Account deleted' }, <DeletedPage />)
  })

export const profileRoutes = new Hono<Env>()
  .route('/', api.profileApi)
  .get(urls.profile, signedIn(showProfile))
  .post(urls.profile, signedIn(submitProfile))
  .post(urls.profilePictureForm, signedIn(submitPicture))
  .get(urls.profilePicture, signedIn(api.sendPicture))
  .get(urls.profileNotifications, signedIn(showNotifications))
  .post(urls.profileNotifications, signedIn(submitNotifications))
  .get(urls.profileKeys, signedIn(showKeys))
  .post(urls.profileKeys, signedIn(submitKey))
  .post(urls.profileKeyRevoke, signedIn(submitRevocation))
  .get(urls.profileAccount, signedIn(showAccount))
  .post(urls.profileExport, signedIn(api.sendExport))
  .post(urls.profileDelete, signedIn(submitDeletion))
  .route('/', securityRoutes)
