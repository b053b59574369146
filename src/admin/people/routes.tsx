import { Hono } from 'hono'
import { z } from 'zod'
import { holds } from '#auth/rules/admin-role.ts'
import { notFound } from '#base/errors.ts'
import { api, del, get, post, put } from '#web/api.ts'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody } from '#web/input.ts'
import type { AdminCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { listCall, readList, reasonCall } from '../list-response.ts'
import { actionAnswer } from '../pages/action.tsx'
import { adminPage } from '../pages/page.tsx'
import { PeoplePage } from '../pages/people.tsx'
import { isPersonAction, type PersonActionName, PersonPage, personAction, Roles } from '../pages/person.tsx'
import { reasonBody } from '../rules/action.ts'
import {
  type ReadQuestion,
  readQuestion,
  rolesBody,
  rolesForm,
  userDeletion,
  userList,
  userView,
} from '../rules/user.ts'
import * as actions from './actions.ts'
import * as people from './list.ts'
import * as support from './support.ts'
import * as view from './view.ts'

/** Answers the person as they are then. */
const changed = { answer: userView, errors: ['conflict'], view: view.get } as const

function zipOf(c: HttpContext, zip: ReadableStream): Response {
  c.header('Content-Disposition', 'attachment; filename="user-data.zip"')
  return c.body(zip, 200, { 'Content-Type': 'application/zip' })
}

const peopleApi = api('Admin', [
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

const showPeople: Handler<AdminCtx> = async (ctx, c) => {
  const state = await readList(ctx, c, userList, people.list)
  return adminPage(c, ctx, 'User Management', <PeoplePage {...state} />)
}

async function draw(ctx: AdminCtx, c: HttpContext, read: ReadQuestion[] | null) {
  const user = await view.get(ctx, c.req.param('id')!)
  const body = (
    <PersonPage
      user={user}
      actions={holds(ctx.adminRoles, 'superadmin')}
      security={holds(ctx.adminRoles, 'security')}
      finance={holds(ctx.adminRoles, 'finance')}
      self={user.id === ctx.user.id}
      done={c.req.query('done')}
      read={read}
    />
  )
  return adminPage(c, ctx, user.name || user.email, body)
}

const showPerson: Handler<AdminCtx> = (ctx, c) => draw(ctx, c, null)

async function submitted(
  ctx: AdminCtx,
  c: HttpContext,
  id: string,
  name: PersonActionName,
): Promise<Response | string> {
  const back = href(urls.adminUser, { id }, { done: name })
  if (name === 'roles') {
    const { roles, reason } = await readBody(c, rolesForm)
    await actions.setRoles(ctx, id, roles, reason)
  } else if (name === 'delete') {
    const { confirm, reason } = await readBody(c, userDeletion)
    await actions.remove(ctx, id, confirm, reason)
  } else {
    const { reason } = await readBody(c, reasonBody)
    if (name === 'export') return zipOf(c, await actions.exported(ctx, id, reason))
    if (name === 'questions') return draw(ctx, c, await view.readQuestions(ctx, id, reason))
    await REASON_ACTIONS[name](ctx, id, reason)
  }
  return back
}

const REASON_ACTIONS = {
  'password-reset': support.sendPasswordReset,
  'verify-email': support.verifyEmail,
  disable: actions.disable,
  enable: actions.enable,
  sessions: actions.endSessions,
  'two-factor': actions.resetTwoFactor,
}

const submitUserAction: Handler<AdminCtx> = (ctx, c) => submitAction(ctx, c, c.req.param('action')!)
const submitPasswordReset: Handler<AdminCtx> = (ctx, c) => submitAction(ctx, c, 'password-reset')
const submitVerification: Handler<AdminCtx> = (ctx, c) => submitAction(ctx, c, 'verify-email')

function submitAction(ctx: AdminCtx, c: HttpContext, name: string) {
  const id = c.req.param('id')!
  if (!isPersonAction(name)) throw notFound('Page')
  return actionAnswer(c, ctx, {
    work: () => submitted(ctx, c, id, name),
    question: async () => {
      const user = await view.get(ctx, id)
      const fields =
        name === 'roles'
          ? (form: Parameters<typeof Roles>[0]['form']) => <Roles form={form} held={user.admin_roles} />
          : undefined
      return { action: personAction(name, user), back: href(urls.adminUser, { id }), ...(fields ? { fields } : {}) }
    },
  })
}

export const peopleRoutes = new Hono<Env>()
  .route('/', peopleApi)
  .get(urls.adminUsers, admin('support')(showPeople))
  .get(urls.adminUser, admin('support')(showPerson))
  .post(urls.adminUserPasswordReset, admin('support')(submitPasswordReset))
  .post(urls.adminUserVerify, admin('support')(submitVerification))
  .post(urls.adminUserAction, admin('superadmin')(submitUserAction))
