import { Hono } from 'hono'
import { AppError, notFound } from '#base/errors.ts'
import * as catalog from '#catalog/catalog.ts'
import { outline } from '#catalog/outline.ts'
import * as files from '#files/files.ts'
import { confirmationOf } from '#organizations/rules/confirmation.ts'
import { can } from '#organizations/rules/permission.ts'
import { flashEvent } from '#web/flash-events.ts'
import { emptyForm, type FormState, submit, submitted, withForm } from '#web/form.ts'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody, readForm } from '#web/input.ts'
import { pageAnswer } from '#web/page.tsx'
import { mayInWorkspace } from '#workspaces/guard.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { href, urls } from '../urls.ts'
import { connectionApi } from './api.ts'
import * as connections from './connections.ts'
import { connectionSources, withRestingNote } from './data-sources.ts'
import { NewSourcePage } from './pages/new-source.tsx'
import { SourcePage } from './pages/source.tsx'
import { SourcesPage } from './pages/sources.tsx'
import type { Tested } from './rules/answers.ts'
import type { ConnectionStep } from './rules/connection.ts'
import { type ConnectionSource, sourceOf } from './rules/data-source.ts'
import { connectionForm, formValues } from './rules/form.ts'
import type { TestOutcome } from './rules/test-steps.ts'
import { connectionCard } from './rules/view.ts'

const NOT_TESTED = { state: 'none' } as TestOutcome

const showSources: Handler<WorkspaceCtx> = async (ctx, c) => {
  const [found, tables, { items }] = await Promise.all([
    connections.all(ctx),
    outline(ctx, { hidden: true }),
    files.list(ctx, { limit: 200, cursor: null }),
  ])
  const body = (
    <SourcesPage
      place={ctx}
      connections={found.map((connection) => connectionCard(withRestingNote(ctx, connection)))}
      files={{ count: items.length, tables: tables.filter(({ source }) => source.kind === 'file').length }}
      engines={connectionSources(ctx).filter(({ available }) => available)}
    />
  )
  return pageAnswer(c, ctx, { layout: 'app', title: `Sources of ${ctx.workspace.name}` }, body)
}

function engineOf(ctx: WorkspaceCtx, c: HttpContext): ConnectionSource {
  const source = connectionSources(ctx).find(({ engine }) => engine === c.req.param('engine'))
  if (!source?.available) throw notFound('Source')
  return source
}

function drawNew(ctx: WorkspaceCtx, c: HttpContext, form: FormState, outcome = NOT_TESTED, status = 200) {
  const source = engineOf(ctx, c)
  const body = <NewSourcePage place={ctx} source={source} form={form} outcome={outcome} />
  return pageAnswer(c, ctx, { layout: 'app', title: `Connect ${source.label}`, status }, body)
}

const showNewSource: Handler<WorkspaceCtx> = (ctx, c) => drawNew(ctx, c, emptyForm())

const submitNewSource: Handler<WorkspaceCtx> = (ctx, c) => {
  const { kind, engine } = engineOf(ctx, c)
  const input = () => readBody(c, connectionForm(kind))
  return testOrSave(c, {
    test: async () => connections.test(ctx, engine, await input()),
    save: async () => {
      const { id } = await connections.create(ctx, engine, await input())
      flashEvent(c, 'connect_data_source', { workspace_id: ctx.workspace.id, engine, kind })
      return href(urls.workspaceSource, { id: ctx.workspace.id, connId: id })
    },
    draw: (form, outcome, status) => drawNew(ctx, c, form, outcome, status),
  })
}

type SourceForm = {
  test(): Promise<Tested>
  /** @returns where to go then */
  save(): Promise<string>
  draw(form: FormState, outcome: TestOutcome, status?: number): Response | Promise<Response>
}

/** Does what the pressed button of the form of a source says; how a test or the way to the source went is drawn beside the form. */
async function testOrSave(c: HttpContext, { test, save, draw }: SourceForm): Promise<Response> {
  const fields = await readForm(c)
  if (fields.do === 'test') {
    const typed = Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    const form = emptyForm(Object.fromEntries(typed))
    try {
      const { tables, latency_ms: latencyMs, server_version: serverVersion, warnings } = await test()
      return draw(form, { state: 'ok', tables, latencyMs, serverVersion, warnings })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const errors = (error.details?.fields ?? {}) as Record<string, string>
      return draw({ ...form, errors }, failureOf(error, Object.values(errors).join(' ') || error.message))
    }
  }
  let outcome: TestOutcome = NOT_TESTED
  return submit(
    c,
    async () => {
      try {
        return c.redirect(await save(), 303)
      } catch (error) {
        // The form itself says what is wrong with what was typed.
        if (error instanceof AppError && error.kind !== 'invalid' && error.kind !== 'conflict')
          outcome = failureOf(error)
        throw error
      }
    },
    (form, status) => draw(outcome.state === 'none' ? form : { ...form, problem: null }, outcome, status),
  )
}

function failureOf({ details, message: own }: AppError, message = own): TestOutcome {
  const { step = null, hint = '' } = (details ?? {}) as { step?: ConnectionStep; hint?: string }
  return { state: 'failed', step, message, hint }
}

type Drawn = { form?: FormState; deletion?: FormState; outcome?: TestOutcome; status?: number }

async function drawSource(ctx: WorkspaceCtx, c: HttpContext, { form, deletion, outcome, status }: Drawn = {}) {
  const [connection, tables] = await Promise.all([
    connections.get(ctx, c.req.param('connId')!),
    catalog.tables(ctx, { hidden: can(ctx.workspace.role, 'CONNECT_DATABASE'), source: c.req.param('connId')! }),
  ])
  const may = can(ctx.workspace.role, 'CONNECT_DATABASE')
  const body = (
    <SourcePage
      place={ctx}
      source={connectionCard(withRestingNote(ctx, connection))}
      version={connection.serverVersion}
      engine={sourceOf(connection.engine)!}
      tables={tables}
      form={may ? (form ?? emptyForm(formValues(connection))) : null}
      deletion={deletion ?? emptyForm()}
      outcome={outcome ?? NOT_TESTED}
      saved={c.req.query('saved') === 'yes'}
    />
  )
  return pageAnswer(c, ctx, { layout: 'app', title: connection.name, status: status ?? 200 }, body)
}

const showSource: Handler<WorkspaceCtx> = (ctx, c) => drawSource(ctx, c)

const submitSource: Handler<WorkspaceCtx> = async (ctx, c) => {
  const { id, kind, engine } = await connections.get(ctx, c.req.param('connId')!)
  const input = () => readBody(c, connectionForm(kind))
  return testOrSave(c, {
    test: async () => connections.test(ctx, engine, await input(), id, true),
    save: async () => {
      await connections.update(ctx, id, await input(), true)
      return href(urls.workspaceSource, { id: ctx.workspace.id, connId: id }, { saved: 'yes' })
    },
    draw: (form, outcome, status) => drawSource(ctx, c, { form, outcome, ...(status ? { status } : {}) }),
  })
}

const submitRefresh: Handler<WorkspaceCtx> = async (ctx, c) => {
  const { id } = await connections.get(ctx, c.req.param('connId')!)
  await connections.refresh(ctx, id).catch((error) => {
    // A concurrent refresh has begun: the page shows it.
    if (!(error instanceof AppError) || error.code !== 'connection_busy') throw error
  })
  return c.redirect(href(urls.workspaceSource, { id: ctx.workspace.id, connId: id }), 303)
}

const submitSourceDeletion: Handler<WorkspaceCtx> = (ctx, c) =>
  submitted(ctx, c, withForm(drawSource, 'deletion'), async () => {
    const { id, name } = await connections.get(ctx, c.req.param('connId')!)
    await readBody(c, confirmationOf(name))
    await connections.remove(ctx, id)
    return c.redirect(href(urls.workspaceSources, { id: ctx.workspace.id }), 303)
  })

export const connectionRoutes = new Hono<Env>()
  .route('/', connectionApi)
  .get(urls.workspaceSources, mayInWorkspace('VIEW_FILES')(showSources))
  .get(urls.workspaceNewSource, mayInWorkspace('CONNECT_DATABASE')(showNewSource))
  .post(urls.workspaceNewSource, mayInWorkspace('CONNECT_DATABASE')(submitNewSource))
  .get(urls.workspaceSource, mayInWorkspace('VIEW_FILES')(showSource))
  .post(urls.workspaceSource, mayInWorkspace('CONNECT_DATABASE')(submitSource))
  .post(urls.workspaceSourceRefresh, mayInWorkspace('CONNECT_DATABASE')(submitRefresh))
  .post(urls.workspaceSourceDelete, mayInWorkspace('CONNECT_DATABASE')(submitSourceDeletion))
