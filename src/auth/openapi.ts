import { z } from 'zod'
import { type Described, describe, moment } from '#web/openapi.ts'
import { urls } from '../urls.ts'
import { profileChange, registration, signIn } from './rules/credentials.ts'

const tag = 'Identity'
const user = z.object({ id: z.string(), name: z.string(), email: z.string() })
const session = z.object({ token: z.string(), expires_at: moment, user })
const profile = user.extend({ avatar_path: z.string().nullable(), two_factor_enabled: z.boolean() })

export const authApi: Described[] = [
  describe('post', urls.apiRegister, {
    tag,
    summary: 'Register',
    body: registration,
    answer: session,
    status: 201,
    errors: ['conflict', 'rate_limited'],
  }),
  describe('post', urls.apiLogin, {
    tag,
    summary: 'Sign in',
    body: signIn,
    answer: session,
    errors: ['unauthenticated', 'rate_limited'],
  }),
  describe('post', urls.apiAdminLogin, {
    tag,
    summary: 'Sign in as an admin',
    body: signIn,
    answer: session,
    errors: ['unauthenticated', 'forbidden', 'rate_limited'],
  }),
  describe('post', urls.apiLogout, { tag, summary: 'Sign out', description: 'Always succeeds.' }),
  describe('get', urls.apiToken, {
    tag,
    summary: 'Renew the access token',
    description: 'With the session cookie only: a token cannot renew itself.',
    answer: z.object({ token: z.string(), expires_at: moment }),
  }),
  describe('get', urls.apiProfile, { tag, summary: 'Who is signed in', answer: profile }),
  describe('put', urls.apiProfile, { tag, summary: 'Change the profile', body: profileChange, answer: profile }),
  describe('get', urls.apiAdminStatus, {
    tag,
    summary: 'Admin roles of who is signed in',
    answer: z.object({ isAdmin: z.boolean(), roles: z.array(z.string()) }),
  }),
]
