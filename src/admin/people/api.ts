import { z } from 'zod'
import { api, del, get, post, put } from '#web/api.ts'
import type { HttpContext } from '#web/http-context.ts'
import { urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { listCall, reasonCall } from '../list-response.ts'
import { reasonBody } from '../rules/action.ts'
import { readQuestion, rolesBody, userDeletion, userList, userView } from '../rules/user.ts'
import * as actions from './actions.ts'
import * as people from './list.ts'
import * as support from './support.ts'
import * as view from './view.ts'

/** Answers the person as they are then. */
const changed = { answer: userView, errors: ['conflict'], view: view.get } as const

export function zipOf(c: HttpContext, zip: ReadableStream): Response {
  c.header('Content-Disposition', 'attachment; filename="user-data.zip"')
  return c.body(zip, 200, { 'Content-Type': 'application/zip' })
}

export const peopleApi = api('Admin', [
  listCall(urls.apiAdminUsers, 'support', userList, people.list, {
    summary: 'Users',
    description:
      '`q` finds by the beginnings of words of the name or of the parts of the address, or by a whole id. As CSV all of them at once, at most 100,000 lines.',
  }),
  get(urls.apiAdminUser, admin('support'), {
    summary: 'A user',
    answer: userView,
    handle: (ctx, { id }) => view.get(ctx, id),
  }),
  del(urls.apiAdminUser, admin('superadmin'), {
    summary: 'Delete an account',
    description:
      '`confirm` is the email address of the account. What tells who somebody was is erased; the books stay without the name.',
    body: userDeletion,
    errors: ['conflict'],
    handle: async (ctx, { id, body }) => actions.remove(ctx, id, body.confirm, body.reason),
  }),
  reasonCall(post, urls.apiAdminUserPasswordReset, 'support', {
    ...changed,
    summary: 'Send a password reset',
    description: 'A link to choose a new password goes to the address of the account, and to nobody else.',
    work: support.sendPasswordReset,
  }),
  reasonCall(post, urls.apiAdminUserVerify, 'support', {
    ...changed,
    summary: 'Verify an address',
    description:
      'For somebody whom the link does not reach; they are told by mail. 409 `email_taken` when another account has verified it.',
    work: support.verifyEmail,
  }),
  reasonCall(post, urls.apiAdminUserDisable, 'superadmin', {
    ...changed,
    summary: 'Disable an account',
    description: 'Sessions end and API keys are refused at once.',
    work: actions.disable,
  }),
  reasonCall(post, urls.apiAdminUserEnable, 'superadmin', {
    ...changed,
    summary: 'Enable an account',
    work: actions.enable,
  }),
  reasonCall(del, urls.apiAdminUserSessions, 'superadmin', {
    ...changed,
    summary: 'Sign a user out everywhere',
    work: actions.endSessions,
  }),
  reasonCall(del, urls.apiAdminUserTwoFactor, 'superadmin', {
    ...changed,
    summary: 'Reset the second factor of a user',
    work: actions.resetTwoFactor,
  }),
  put(urls.apiAdminUserRoles, admin('superadmin'), {
    summary: 'Set the admin roles of a user',
    description: 'All of them: what is left out is taken away. The last superadmin keeps the role (`only_admin`).',
    body: rolesBody,
    answer: userView,
    errors: ['conflict', 'unprocessable'],
    handle: async (ctx, { id, body }) => {
      await actions.setRoles(ctx, id, body.roles, body.reason)
      return view.get(ctx, id)
    },
  }),
  post(urls.apiAdminUserExport, admin('superadmin'), {
    summary: 'Everything that is known of a user, as a ZIP file',
    body: reasonBody,
    answer: z.string(),
    answerType: 'application/zip',
    handle: async (ctx, { id, body }, c) => zipOf(c, await actions.exported(ctx, id, body.reason)),
  }),
  post(urls.apiAdminUserQuestions, admin('superadmin'), {
    summary: 'Read the texts of the latest questions of a user',
    description: 'Which ones were read, by whom and why stands in the audit log.',
    body: reasonBody,
    answer: z.array(readQuestion),
    handle: (ctx, { id, body }) => view.readQuestions(ctx, id, body.reason),
  }),
])
