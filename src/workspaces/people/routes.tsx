import { Hono } from 'hono'
import { pageRequest } from '#base/paging.ts'
import { confirmPage } from '#organizations/pages/people.tsx'
import { searched } from '#organizations/rules/request.ts'
import { type Again, type FormState, problemOf, submitted, withForm } from '#web/form.ts'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody, readQuery } from '#web/input.ts'
import { pageAnswer } from '#web/page.tsx'
import type { WorkspaceCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { mayInWorkspace } from '../guard.ts'
import * as members from '../members.ts'
import { WorkspaceMembersPage } from '../pages/members.tsx'
import { admission, namedRemoval, namedRoleChange, removeFromWorkspace } from '../rules/member.ts'

type State = { admission?: FormState; problem?: string | null; status?: number }

async function draw(ctx: WorkspaceCtx, c: HttpContext, state: State = {}) {
  const { q } = readQuery(c, searched)
  const cursor = c.req.query('cursor') || undefined
  const page = await members.list(ctx, pageRequest({ cursor }), q)
  const body = (
    <WorkspaceMembersPage
      place={ctx}
      page={page}
      shown={{ q, cursor }}
      done={state.status ? undefined : c.req.query('done')}
      admission={state.admission}
      problem={state.problem ?? null}
    />
  )
  return pageAnswer(c, ctx, { layout: 'app', title: `Members of ${ctx.workspace.name}`, status: state.status }, body)
}

const back = (ctx: WorkspaceCtx, c: HttpContext, done: string) => {
  const { q, cursor } = c.req.query()
  return c.redirect(href(urls.workspaceMembers, { id: ctx.workspace.id }, { q, cursor, done }), 303)
}

const drawRefused: Again<WorkspaceCtx> = (ctx, c, form, status) => draw(ctx, c, { problem: problemOf(form), status })

const showMembers: Handler<WorkspaceCtx> = (ctx, c) => draw(ctx, c)

const submitRole: Handler<WorkspaceCtx> = (ctx, c) =>
  submitted(ctx, c, drawRefused, async () => {
    const { user_id, role } = await readBody(c, namedRoleChange)
    await members.changeRole(ctx, user_id, role)
    return back(ctx, c, 'role')
  })

const submitAdmission: Handler<WorkspaceCtx> = (ctx, c) =>
  submitted(ctx, c, withForm(draw, 'admission'), async () => {
    await members.add(ctx, await readBody(c, admission))
    return back(ctx, c, 'added')
  })

/** Without script the question is a page of its own. */
const submitRemoval: Handler<WorkspaceCtx> = (ctx, c) =>
  submitted(ctx, c, drawRefused, async () => {
    const { user_id, confirmed } = await readBody(c, namedRemoval)
    if (confirmed) {
      await members.remove(ctx, user_id)
      return back(ctx, c, 'removed')
    }
    const { id, restricted } = ctx.workspace
    const { user } = await members.get(ctx, user_id)
    const paths = { address: href(urls.workspaceMemberRemove, { id }), back: href(urls.workspaceMembers, { id }) }
    const question = removeFromWorkspace(restricted)
    return confirmPage(c, ctx, { question, of: user, fields: { user_id }, ...paths })
  })

export const workspacePeopleRoutes = new Hono<Env>()
  .get(urls.workspaceMembers, mayInWorkspace('VIEW_WORKSPACE_MEMBERS')(showMembers))
  .post(urls.workspaceMembers, mayInWorkspace('UPDATE_WORKSPACE_MEMBER_ROLES')(submitRole))
  .post(urls.workspaceMemberAdd, mayInWorkspace('INVITE_WORKSPACE_MEMBERS')(submitAdmission))
  .post(urls.workspaceMemberRemove, mayInWorkspace('REMOVE_WORKSPACE_MEMBERS')(submitRemoval))
