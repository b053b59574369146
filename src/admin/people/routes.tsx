import { Hono } from 'hono'
import { holds } from '#auth/rules/admin-role.ts'
import { notFound } from '#base/errors.ts'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody } from '#web/input.ts'
import type { AdminCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { readList } from '../list-response.ts'
import { actionAnswer } from '../pages/action.tsx'
import { adminPage } from '../pages/page.tsx'
import { PeoplePage } from '../pages/people.tsx'
import { isPersonAction, type PersonActionName, PersonPage, personAction, Roles } from '../pages/person.tsx'
import { reasonBody } from '../rules/action.ts'
import { type ReadQuestion, rolesForm, userDeletion, userList } from '../rules/user.ts'
import * as actions from './actions.ts'
import { peopleApi, zipOf } from './api.ts'
import * as people from './list.ts'
import * as support from './support.ts'
import * as view from './view.ts'

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
  return actionAnswer(
    c,
    ctx,
    () => submitted(ctx, c, id, name),
    async () => {
      const user = await view.get(ctx, id)
      const fields =
        name === 'roles'
          ? (form: Parameters<typeof Roles>[0]['form']) => <Roles form={form} held={user.admin_roles} />
          : undefined
      return { action: personAction(name, user), back: href(urls.adminUser, { id }), ...(fields ? { fields } : {}) }
    },
  )
}

export const peopleRoutes = new Hono<Env>()
  .route('/', peopleApi)
  .get(urls.adminUsers, admin('support')(showPeople))
  .get(urls.adminUser, admin('support')(showPerson))
  .post(urls.adminUserPasswordReset, admin('support')(submitPasswordReset))
  .post(urls.adminUserVerify, admin('support')(submitVerification))
  .post(urls.adminUserAction, admin('superadmin')(submitUserAction))
