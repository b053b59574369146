import { z } from 'zod'
import { type Described, describe, moment } from '#web/openapi.ts'
import { urls } from '../../urls.ts'
import { reasonBody } from '../rules/act.ts'
import { listedUser, rolesBody, userDeletion, userList } from '../rules/user.ts'

const count = z.number().int()
const asked = z.object({
  message_id: z.string(),
  workspace_id: z.string(),
  workspace_name: z.string(),
  status: z.string(),
  credits: count,
  created_at: moment,
})
const user = listedUser.extend({
  signs_in_with: z.array(z.string()),
  locale: z.string(),
  currency: z.string(),
  plan_until: moment.nullable(),
  organizations: z.array(
    z.object({ id: z.string(), name: z.string(), status: z.string(), role: z.string(), since: moment }),
  ),
  held: count,
  lots: z.array(
    z.object({ id: z.string(), kind: z.string(), granted: count, remaining: count, held: count, expires_at: moment }),
  ),
  sessions: z.array(
    z.object({ id: z.string(), device: z.string(), address: z.string().nullable(), begun_at: moment, seen_at: moment }),
  ),
  api_keys: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        prefix: z.string(),
        scopes: z.array(z.string()),
        expires_at: moment.nullable(),
        last_used_at: moment.nullable(),
        revoked_at: moment.nullable(),
      }),
    )
    .describe('Without their secrets, which are not kept.'),
  questions: z.array(asked).describe('The latest, without their texts.'),
})

const act = (method: 'post' | 'delete', url: string, summary: string, description?: string) =>
  describe(method, url, {
    tag: 'Admin',
    summary,
    ...(description ? { description } : {}),
    body: reasonBody,
    answer: user,
    errors: ['forbidden', 'conflict'],
  })

export const peopleApi: Described[] = [
  describe('get', urls.apiAdminUsers, {
    tag: 'Admin',
    summary: 'Users',
    description:
      '`q` finds by the beginnings of words of the name or of the parts of the address, or by a whole id. As CSV all of them at once, at most 100,000 lines.',
    query: userList.query,
    paged: true,
    forms: ['text/csv'],
    answer: z.array(listedUser),
    errors: ['forbidden'],
  }),
  describe('get', urls.apiAdminUser, { tag: 'Admin', summary: 'A user', answer: user, errors: ['forbidden'] }),
  describe('delete', urls.apiAdminUser, {
    tag: 'Admin',
    summary: 'Delete an account',
    description:
      '`confirm` is the email address of the account. What tells who somebody was is erased; the books stay without the name.',
    body: userDeletion,
    errors: ['forbidden', 'conflict'],
  }),
  act(
    'post',
    urls.apiAdminUserPasswordReset,
    'Send a password reset',
    'A link to choose a new password goes to the address of the account, and to nobody else.',
  ),
  act(
    'post',
    urls.apiAdminUserVerify,
    'Verify an address',
    'For somebody whom the link does not reach; they are told by mail. 409 `email_taken` when another account has verified it.',
  ),
  act('post', urls.apiAdminUserDisable, 'Disable an account', 'Sessions end and API keys are refused at once.'),
  act('post', urls.apiAdminUserEnable, 'Enable an account'),
  act('delete', urls.apiAdminUserSessions, 'Sign a user out everywhere'),
  act('delete', urls.apiAdminUserTwoFactor, 'Reset the second factor of a user'),
  describe('put', urls.apiAdminUserRoles, {
    tag: 'Admin',
    summary: 'Set the admin roles of a user',
    description: 'All of them: what is left out is taken away. The last superadmin keeps the role (`only_admin`).',
    body: rolesBody,
    answer: user,
    errors: ['forbidden', 'conflict', 'unprocessable'],
  }),
  describe('post', urls.apiAdminUserExport, {
    tag: 'Admin',
    summary: 'Everything that is known of a user, as a ZIP file',
    body: reasonBody,
    answer: z.string(),
    answerType: 'application/zip',
    errors: ['forbidden'],
  }),
  describe('post', urls.apiAdminUserQuestions, {
    tag: 'Admin',
    summary: 'Read the texts of the latest questions of a user',
    description: 'Which ones were read, by whom and why stands in the audit log.',
    body: reasonBody,
    answer: z.array(asked.extend({ question: z.string(), answer: z.string() })),
    errors: ['forbidden'],
  }),
]
