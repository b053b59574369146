import { Hono } from 'hono'
import { may } from '#organizations/guard.ts'
import * as organizations from '#organizations/organizations.ts'
import { confirmationOf } from '#organizations/rules/confirmation.ts'
import { flashEvent } from '#web/flash-events.ts'
import { emptyForm, type FormState, submitted, withForm } from '#web/form.ts'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody } from '#web/input.ts'
import { pageAnswer } from '#web/page.tsx'
import type { OrganizationCtx, WorkspaceCtx } from '../ctx.ts'
import { href, urls } from '../urls.ts'
import * as api from './api.ts'
import { mayInWorkspace } from './guard.ts'
import { NewWorkspacePage, WorkspaceSettingsPage } from './pages/form.tsx'
import { workspacePeopleRoutes } from './people/routes.tsx'
import { privacyForm, workspaceForm } from './rules/workspace.ts'
import * as workspaces from './workspaces.ts'

const drawNew = async (ctx: OrganizationCtx, c: HttpContext, form: FormState, status?: number) => {
  const organization = await organizations.get(ctx)
  const body = <NewWorkspacePage organization={organization} form={form} first={organization.workspaces.length === 0} />
  return pageAnswer(c, ctx, { layout: 'app', title: 'New workspace', status }, body)
}

const showNewWorkspace: Handler<OrganizationCtx> = (ctx, c) => drawNew(ctx, c, emptyForm())

const submitNewWorkspace: Handler<OrganizationCtx> = (ctx, c) =>
  submitted(ctx, c, drawNew, async () => {
    const { id } = await workspaces.create(ctx, await readBody(c, workspaceForm))
    flashEvent(c, 'create_workspace', { workspace_id: id })
    return c.redirect(href(urls.workspace, { id }), 303)
  })

async function drawSettings(
  ctx: WorkspaceCtx,
  c: HttpContext,
  state: { form?: FormState; privacy?: FormState; deletion?: FormState; status?: number },
) {
  const workspace = await workspaces.get(ctx)
  const { name, description, restricted } = workspace
  const form = state.form ?? emptyForm({ name, description, restricted: restricted ? 'on' : '' })
  const body = (
    <WorkspaceSettingsPage
      workspace={{ ...workspace, role: ctx.workspace.role }}
      organization={ctx.organization}
      form={form}
      privacy={
        state.privacy ??
        emptyForm({ model_sees: workspace.modelSees, model_rows: workspace.modelRows?.toString() ?? '' })
      }
      server={{ sees: ctx.models.explain?.rows ?? 'all', builtIn: ctx.models.builtIn }}
      deletion={state.deletion}
      saved={c.req.query('saved') !== undefined}
    />
  )
  return pageAnswer(c, ctx, { layout: 'app', title: `Settings of ${name}`, status: state.status }, body)
}

const showSettings: Handler<WorkspaceCtx> = (ctx, c) => drawSettings(ctx, c, {})

const submitSettings: Handler<WorkspaceCtx> = (ctx, c) =>
  submitted(ctx, c, withForm(drawSettings, 'form'), async () => {
    const { id } = await workspaces.update(ctx, await readBody(c, workspaceForm))
    return c.redirect(`${href(urls.workspaceSettings, { id })}?saved`, 303)
  })

const submitPrivacy: Handler<WorkspaceCtx> = (ctx, c) =>
  submitted(ctx, c, withForm(drawSettings, 'privacy'), async () => {
    const { id } = await workspaces.update(ctx, await readBody(c, privacyForm))
    return c.redirect(`${href(urls.workspaceSettings, { id })}?saved#privacy`, 303)
  })

const submitDelete: Handler<WorkspaceCtx> = (ctx, c) =>
  submitted(ctx, c, withForm(drawSettings, 'deletion'), async () => {
    await readBody(c, confirmationOf(ctx.workspace.name))
    await workspaces.remove(ctx)
    return c.redirect(href(urls.organization, { id: ctx.organization.id }, { done: 'deleted' }), 303)
  })

export const workspaceRoutes = new Hono<Env>()
  .route('/', api.workspaceApi)
  .route('/', workspacePeopleRoutes)
  .get(urls.newWorkspace, may('CREATE_WORKSPACE')(showNewWorkspace))
  .post(urls.newWorkspace, may('CREATE_WORKSPACE')(submitNewWorkspace))
  .get(urls.workspaceSettings, mayInWorkspace('UPDATE_WORKSPACE')(showSettings))
  .post(urls.workspaceSettings, mayInWorkspace('UPDATE_WORKSPACE')(submitSettings))
  .post(urls.workspacePrivacy, mayInWorkspace('UPDATE_WORKSPACE')(submitPrivacy))
  .post(urls.workspaceDelete, mayInWorkspace('DELETE_WORKSPACE')(submitDelete))
