import { z } from 'zod'
import * as apiKeys from '#auth/api-keys.ts'
import { expiredCookies } from '#auth/cookies.ts'
import * as emailChange from '#auth/email-change.ts'
import { signedIn } from '#auth/guard.ts'
import type { SessionCtx } from '#auth/identify.ts'
import * as passwordChange from '#auth/password-change.ts'
import * as rules from '#auth/rules/account.ts'
import { newKey } from '#auth/rules/api-key.ts'
import * as sessionList from '#auth/session-list.ts'
import * as twoFactor from '#auth/two-factor.ts'
import { api, del, get, post, put } from '#web/api.ts'
import type { Handler } from '#web/handler.ts'
import type { HttpContext } from '#web/http-context.ts'
import { readForm } from '#web/input.ts'
import type { Ctx, User } from '../ctx.ts'
import { urls } from '../urls.ts'
import * as deletion from './deletion.ts'
import { exportData } from './export.ts'
import * as picture from './picture.ts'
import * as preferences from './preferences.ts'
import * as answers from './rules/answers.ts'
import { accountDeletion, profileChange } from './rules/profile.ts'

const profileOf = (user: User) => ({ ...user, avatarPath: user.image })

/** The file of a multipart body's field `avatar`, if there is one. */
export async function pictureOf(c: HttpContext): Promise<File | null> {
  if (!c.req.header('content-type')?.startsWith('multipart/form-data')) return null
  const { avatar } = await readForm(c)
  return avatar instanceof File ? avatar : null
}

/** A picture never changes under its name, so that browsers keep it; what is sent is nothing but a picture, whatever it claims. */
export const sendPicture: Handler<Ctx> = async (ctx, c) =>
  c.body(await picture.read(ctx, c.req.param('file') ?? ''), 200, {
    'Content-Type': 'image/webp',
    'Cache-Control': 'private, max-age=31536000, immutable',
    'Content-Security-Policy': "default-src 'none'; sandbox",
  })

export const sendExport: Handler<SessionCtx> = async (ctx, c) =>
  c.body(await exportData(ctx), 200, {
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="tabletalk-${ctx.now().toISOString().slice(0, 10)}.zip"`,
  })

export const profileApi = api('Profile', [
  get(urls.apiProfile, signedIn, {
    summary: 'Who is signed in',
    answer: answers.profile,
    handle: ({ user }) => profileOf(user),
  }),
  put(urls.apiProfile, signedIn, {
    summary: 'Change the profile',
    description:
      'What is given changes. As multipart/form-data it may carry a picture in the field `avatar`, of up to 5 MB.',
    body: profileChange,
    answer: answers.profile,
    errors: ['too_large', 'unsupported', 'unprocessable', 'rate_limited'],
    handle: async (ctx, { body }, c) => {
      const given = await pictureOf(c)
      const image = given ? await picture.change(ctx, given) : ctx.user.image
      return profileOf({ ...(await preferences.update(ctx, body)), image })
    },
  }),
  del(urls.apiPicture, signedIn, { summary: 'Remove the picture', handle: picture.remove }),
  put(urls.apiPassword, signedIn, {
    summary: 'Change the password',
    description: 'All other sessions end.',
    body: rules.passwordChange,
    errors: ['conflict', 'rate_limited'],
    handle: (ctx, { body }) => passwordChange.change(ctx, body),
  }),
  put(urls.apiEmail, signedIn, {
    summary: 'Ask for another email address',
    description: 'A link goes to the new address; nothing changes before it is opened.',
    body: rules.emailChange,
    status: 202,
    errors: ['rate_limited', 'unprocessable'],
    handle: (ctx, { body }) => emailChange.request(ctx, body),
  }),
  get(urls.apiTwoFactor, signedIn, {
    summary: 'How two-factor authentication stands',
    answer: answers.twoFactor,
    handle: twoFactor.status,
  }),
  post(urls.apiTwoFactor, signedIn, {
    summary: 'Begin with two-factor authentication',
    description: 'Nothing counts until a code of the app has been confirmed.',
    body: rules.passwordOnly,
    answer: answers.enrolment,
    status: 201,
    secret: true,
    errors: ['conflict', 'rate_limited', 'unprocessable'],
    handle: (ctx, { body }) => twoFactor.begin(ctx, body.password),
  }),
  post(urls.apiTwoFactorConfirm, signedIn, {
    summary: 'Turn two-factor authentication on',
    description: 'Answers the backup codes, which are told this once.',
    body: rules.appCode,
    answer: answers.backupCodes,
    secret: true,
    errors: ['conflict'],
    handle: async (ctx, { body }) => ({ backup_codes: await twoFactor.confirm(ctx, body.code) }),
  }),
  post(urls.apiBackupCodes, signedIn, {
    summary: 'Make new backup codes',
    body: rules.passwordOnly,
    answer: answers.backupCodes,
    secret: true,
    errors: ['conflict', 'rate_limited', 'unprocessable'],
    handle: async (ctx, { body }) => ({ backup_codes: await twoFactor.newBackupCodes(ctx, body.password) }),
  }),
  del(urls.apiTwoFactor, signedIn, {
    summary: 'Turn two-factor authentication off',
    body: rules.passwordOnly,
    errors: ['conflict', 'rate_limited', 'unprocessable'],
    handle: (ctx, { body }) => twoFactor.disable(ctx, body.password),
  }),
  get(urls.apiSessions, signedIn, {
    summary: 'Where the person is signed in',
    answer: z.array(answers.session),
    handle: async (ctx) => (await sessionList.list(ctx)).map((it) => ({ ...it, current: it.here })),
  }),
  del(urls.apiSession, signedIn, {
    summary: 'End a session',
    handle: (ctx, { id }) => sessionList.end(ctx, id),
  }),
  del(urls.apiSessions, signedIn, {
    summary: 'End all other sessions',
    handle: (ctx) => sessionList.endOthers(ctx),
  }),
  get(urls.apiKeys, signedIn, { summary: 'API keys', answer: z.array(answers.key), handle: apiKeys.list }),
  post(urls.apiKeys, signedIn, {
    summary: 'Make an API key',
    description: 'Its `key` is told this once. Send it as `Authorization: Bearer tt_…`.',
    body: newKey,
    answer: answers.key.extend({ key: z.string() }),
    status: 201,
    secret: true,
    errors: ['conflict'],
    handle: (ctx, { body }) => apiKeys.create(ctx, body),
  }),
  del(urls.apiKey, signedIn, { summary: 'Revoke an API key', handle: (ctx, { id }) => apiKeys.revoke(ctx, id) }),
  get(urls.apiExport, signedIn, {
    summary: 'Everything that we know about the person',
    answer: z.string(),
    answerType: 'application/zip',
    handle: (ctx, _input, c) => sendExport(ctx, c),
  }),
  del(urls.apiAccount, signedIn, {
    summary: 'Delete the account',
    description: '`confirm` is the email address. 409 `only_owner` names organizations that need another owner first.',
    body: accountDeletion,
    errors: ['conflict', 'rate_limited', 'unprocessable'],
    handle: async (ctx, { body }, c) => {
      await deletion.remove(ctx, body)
      for (const cookie of expiredCookies(ctx)) c.header('Set-Cookie', cookie, { append: true })
    },
  }),
])
