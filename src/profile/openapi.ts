import { z } from 'zod'
import * as rules from '#auth/rules/account.ts'
import { newKey, SCOPE_NAMES } from '#auth/rules/api-key.ts'
import { type Described, describe, moment } from '#web/openapi.ts'
import { urls } from '../urls.ts'
import { accountDeletion, profileChange } from './rules/profile.ts'

const tag = 'Profile'
const profile = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  avatar_path: z.string().nullable(),
  two_factor_enabled: z.boolean(),
  email_verified: z.boolean(),
  theme: z.string(),
  locale: z.string(),
  currency: z.string(),
  keep_signed_in: z.boolean(),
})
const key = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.enum(SCOPE_NAMES)),
  expires_at: moment.nullable(),
  last_used_at: moment.nullable(),
  created_at: moment,
})
const session = z.object({
  id: z.string(),
  device: z.string(),
  address: z.string().nullable(),
  begun_at: moment,
  seen_at: moment,
  current: z.boolean(),
})
const backupCodes = z.object({ backup_codes: z.array(z.string()) })

export const profileApi: Described[] = [
  describe('get', urls.apiProfile, { tag, summary: 'Who is signed in', answer: profile }),
  describe('put', urls.apiProfile, {
    tag,
    summary: 'Change the profile',
    description:
      'What is given changes. As multipart/form-data it may carry a picture in the field `avatar`, of up to 5 MB.',
    body: profileChange,
    answer: profile,
    errors: ['too_large', 'unsupported', 'unprocessable', 'rate_limited'],
  }),
  describe('delete', urls.apiPicture, { tag, summary: 'Remove the picture' }),
  describe('put', urls.apiPassword, {
    tag,
    summary: 'Change the password',
    description: 'All other sessions end.',
    body: rules.passwordChange,
    errors: ['conflict', 'rate_limited'],
  }),
  describe('put', urls.apiEmail, {
    tag,
    summary: 'Ask for another email address',
    description: 'A link goes to the new address; nothing changes before it is opened.',
    body: rules.emailChange,
    status: 202,
    errors: ['rate_limited', 'unprocessable'],
  }),
  describe('get', urls.apiTwoFactor, {
    tag,
    summary: 'How two-factor authentication stands',
    answer: z.object({ enabled: z.boolean(), backup_codes_left: z.number(), since: moment.nullable() }),
  }),
  describe('post', urls.apiTwoFactor, {
    tag,
    summary: 'Begin with two-factor authentication',
    description: 'Nothing counts until a code of the app has been confirmed.',
    body: rules.passwordOnly,
    answer: z.object({ secret: z.string(), uri: z.string() }),
    status: 201,
    errors: ['conflict', 'rate_limited', 'unprocessable'],
  }),
  describe('post', urls.apiTwoFactorConfirm, {
    tag,
    summary: 'Turn two-factor authentication on',
    description: 'Answers the backup codes, which are told this once.',
    body: rules.appCode,
    answer: backupCodes,
    errors: ['conflict'],
  }),
  describe('post', urls.apiBackupCodes, {
    tag,
    summary: 'Make new backup codes',
    body: rules.passwordOnly,
    answer: backupCodes,
    errors: ['conflict', 'rate_limited', 'unprocessable'],
  }),
  describe('delete', urls.apiTwoFactor, {
    tag,
    summary: 'Turn two-factor authentication off',
    body: rules.passwordOnly,
    errors: ['conflict', 'rate_limited', 'unprocessable'],
  }),
  describe('get', urls.apiSessions, { tag, summary: 'Where the person is signed in', answer: z.array(session) }),
  describe('delete', urls.apiSession, { tag, summary: 'End a session' }),
  describe('delete', urls.apiSessions, { tag, summary: 'End all other sessions' }),
  describe('get', urls.apiKeys, { tag, summary: 'API keys', answer: z.array(key) }),
  describe('post', urls.apiKeys, {
    tag,
    summary: 'Make an API key',
    description: 'Its `key` is told this once. Send it as `Authorization: Bearer tt_…`.',
    body: newKey,
    answer: key.extend({ key: z.string() }),
    status: 201,
    errors: ['conflict'],
  }),
  describe('delete', urls.apiKey, { tag, summary: 'Revoke an API key' }),
  describe('get', urls.apiExport, {
    tag,
    summary: 'Everything that we know about the person',
    answer: z.string(),
    answerType: 'application/zip',
  }),
  describe('delete', urls.apiAccount, {
    tag,
    summary: 'Delete the account',
    description: '`confirm` is the email address. 409 `only_owner` names organizations that need another owner first.',
    body: accountDeletion,
    errors: ['conflict', 'rate_limited', 'unprocessable'],
  }),
]
