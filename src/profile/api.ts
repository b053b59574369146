import * as apiKeys from '#auth/api-keys.ts'
import { expiredCookies } from '#auth/cookies.ts'
import * as emailChange from '#auth/email-change.ts'
import type { SessionCtx } from '#auth/identify.ts'
import * as passwordChange from '#auth/password-change.ts'
import * as rules from '#auth/rules/account.ts'
import { newKey } from '#auth/rules/api-key.ts'
import * as sessionList from '#auth/session-list.ts'
import * as twoFactor from '#auth/two-factor.ts'
import type { Handler, HttpContext } from '#web/handler.ts'
import { readBody, readForm } from '#web/input.ts'
import type { Ctx, User, UserCtx } from '../ctx.ts'
import * as deletion from './deletion.ts'
import { exportData } from './export.ts'
import * as picture from './picture.ts'
import * as preferences from './preferences.ts'
import { accountDeletion, profileChange } from './rules/profile.ts'

/** The answer holds a secret: nobody keeps it, we neither (web/idempotency.ts). */
const untold = (c: HttpContext) => c.header('Cache-Control', 'no-store')

const profileOf = (user: User) => ({
  id: user.id,
  name: user.name,
  email: user.email,
  avatar_path: user.image,
  two_factor_enabled: user.twoFactorEnabled,
  email_verified: user.emailVerified,
  theme: user.theme,
  locale: user.locale,
  currency: user.currency,
  keep_signed_in: user.keepSignedIn,
})

export const sendProfile: Handler<UserCtx> = (ctx, c) => c.json(profileOf(ctx.user))

export const updateProfile: Handler<UserCtx> = async (ctx, c) => {
  const change = await readBody(c, profileChange)
  const given = await pictureOf(c)
  const image = given ? await picture.change(ctx, given) : ctx.user.image
  return c.json(profileOf({ ...(await preferences.update(ctx, change)), image }))
}

/** The file of a multipart body's field `avatar`, if there is one. */
export async function pictureOf(c: HttpContext): Promise<File | null> {
  if (!c.req.header('content-type')?.startsWith('multipart/form-data')) return null
  const { avatar } = await readForm(c)
  return avatar instanceof File ? avatar : null
}

export const removePicture: Handler<UserCtx> = async (ctx, c) => {
  await picture.remove(ctx)
  return c.body(null, 204)
}

/** A picture never changes under its name, so that browsers keep it; what is sent is nothing but a picture, whatever it claims. */
export const sendPicture: Handler<Ctx> = async (ctx, c) =>
  c.body(await picture.read(ctx, c.req.param('file') ?? ''), 200, {
    'Content-Type': 'image/webp',
    'Cache-Control': 'private, max-age=31536000, immutable',
    'Content-Security-Policy': "default-src 'none'; sandbox",
  })

export const changePassword: Handler<SessionCtx> = async (ctx, c) => {
  await passwordChange.change(ctx, await readBody(c, rules.passwordChange))
  return c.body(null, 204)
}

export const changeEmail: Handler<SessionCtx> = async (ctx, c) => {
  await emailChange.request(ctx, await readBody(c, rules.emailChange))
  return c.body(null, 202)
}

export const sendTwoFactor: Handler<UserCtx> = async (ctx, c) => {
  const { enabled, backupCodesLeft, since } = await twoFactor.status(ctx)
  return c.json({ enabled, backup_codes_left: backupCodesLeft, since: since?.toISOString() ?? null })
}

export const beginTwoFactor: Handler<SessionCtx> = async (ctx, c) => {
  const { password } = await readBody(c, rules.passwordOnly)
  untold(c)
  return c.json(await twoFactor.begin(ctx, password), 201)
}

export const confirmTwoFactor: Handler<UserCtx> = async (ctx, c) => {
  const { code } = await readBody(c, rules.appCode)
  untold(c)
  return c.json({ backup_codes: await twoFactor.confirm(ctx, code) })
}

export const renewBackupCodes: Handler<SessionCtx> = async (ctx, c) => {
  const { password } = await readBody(c, rules.passwordOnly)
  untold(c)
  return c.json({ backup_codes: await twoFactor.newBackupCodes(ctx, password) })
}

export const disableTwoFactor: Handler<SessionCtx> = async (ctx, c) => {
  const { password } = await readBody(c, rules.passwordOnly)
  await twoFactor.disable(ctx, password)
  return c.body(null, 204)
}

export const listSessions: Handler<SessionCtx> = async (ctx, c) => {
  const list = await sessionList.list(ctx)
  return c.json(
    list.map(({ id, device, address, begunAt, seenAt, here }) => ({
      id,
      device,
      address,
      begun_at: begunAt.toISOString(),
      seen_at: seenAt.toISOString(),
      current: here,
    })),
  )
}

export const endSession: Handler<SessionCtx> = async (ctx, c) => {
  await sessionList.end(ctx, c.req.param('id') ?? '')
  return c.body(null, 204)
}

export const endOtherSessions: Handler<SessionCtx> = async (ctx, c) => {
  await sessionList.endOthers(ctx)
  return c.body(null, 204)
}

const keyOf = ({ id, name, prefix, scopes, expiresAt, lastUsedAt, createdAt }: apiKeys.ApiKey) => ({
  id,
  name,
  prefix,
  scopes,
  expires_at: expiresAt?.toISOString() ?? null,
  last_used_at: lastUsedAt?.toISOString() ?? null,
  created_at: createdAt.toISOString(),
})

export const listKeys: Handler<UserCtx> = async (ctx, c) => c.json((await apiKeys.list(ctx)).map(keyOf))

export const createKey: Handler<UserCtx> = async (ctx, c) => {
  const made = await apiKeys.create(ctx, await readBody(c, newKey))
  untold(c)
  return c.json({ ...keyOf(made), key: made.key }, 201)
}

export const revokeKey: Handler<UserCtx> = async (ctx, c) => {
  await apiKeys.revoke(ctx, c.req.param('id') ?? '')
  return c.body(null, 204)
}

export const sendExport: Handler<SessionCtx> = async (ctx, c) =>
  c.body(await exportData(ctx), 200, {
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="tabletalk-${ctx.now().toISOString().slice(0, 10)}.zip"`,
  })

export const deleteAccount: Handler<SessionCtx> = async (ctx, c) => {
  await deletion.remove(ctx, await readBody(c, accountDeletion))
  for (const cookie of expiredCookies(ctx)) c.header('Set-Cookie', cookie, { append: true })
  return c.body(null, 204)
}
