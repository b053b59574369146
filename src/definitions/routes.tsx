import { Hono } from 'hono'
import { invalid } from '#base/errors.ts'
import { pageRequest } from '#base/paging.ts'
import type { Query } from '#catalog/query.ts'
import { type Again, emptyForm, type FormState, problemOf, submitted } from '#web/form.ts'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody, readForm, readQuery } from '#web/input.ts'
import { boundedBody } from '#web/middleware.ts'
import { pageAnswer } from '#web/page.tsx'
import { mayInWorkspace } from '#workspaces/guard.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { href, urls } from '../urls.ts'
import { definitionsApi, MOST_BYTES, save } from './api.ts'
import type { Runner } from './check.ts'
import * as definitions from './definitions.ts'
import { importFile } from './exchange.ts'
import { DefinitionPage, NewDefinitionPage } from './pages/definition.tsx'
import { DefinitionsPage } from './pages/definitions.tsx'
import { valuesOf } from './pages/form.tsx'
import { ImportPage, type ImportShown } from './pages/import.tsx'
import { actForm, decideForm, definitionForm, importMode, newQuery, pageQuery } from './rules/input.ts'

const SHOWN = 30

/** Letters of a file that goes along with its preview. */
const MOST_KEPT = 1_000_000

const SAID: Record<string, string> = {
  saved: 'Saved. Answers use it from now on.',
  proposed: 'Proposed. An owner decides whether it counts.',
  approved: 'Approved. Answers use it from now on.',
  rejected: 'Rejected.',
  restored: 'The older version counts again.',
  removed: 'Removed. Its versions stay.',
}

const showList: Handler<WorkspaceCtx> = async (ctx, c) => {
  const { tab, q, cursor, done = '' } = readQuery(c, pageQuery)
  const request = pageRequest({ limit: String(SHOWN), cursor })
  const wanted = tab === 'proposals' ? { state: 'proposed' as const, q } : { kind: tab, q }
  const [list, counts] = await Promise.all([definitions.list(ctx, wanted, request), definitions.counts(ctx)])
  const body = (
    <DefinitionsPage place={ctx} {...{ tab, q, list, counts, first: !cursor, message: SAID[done] ?? null }} />
  )
  return pageAnswer(c, ctx, { layout: 'app', title: `Definitions of ${ctx.workspace.name}` }, body)
}

/** @param runner how metrics and queries are run */
export function definitionRoutes(runner: Runner & Query): Hono<Env> {
  const drawNew = (ctx: WorkspaceCtx, c: HttpContext, form: FormState, status = 200) => {
    const body = <NewDefinitionPage place={ctx} form={form} />
    return pageAnswer(c, ctx, { layout: 'app', title: 'New definition', status }, body)
  }

  const showNew: Handler<WorkspaceCtx> = (ctx, c) => drawNew(ctx, c, emptyForm(readQuery(c, newQuery)))

  async function drawOne(ctx: WorkspaceCtx, c: HttpContext, form: FormState | null, status = 200) {
    const id = c.req.param('definitionId')!
    const versions = await definitions.versions(ctx, id)
    const current = versions.find(({ state }) => state === 'approved') ?? versions[0]!
    const body = (
      <DefinitionPage
        place={ctx}
        {...{
          current,
          versions,
          form: form ?? emptyForm(valuesOf(current)),
          message: SAID[c.req.query('done') ?? ''] ?? null,
        }}
      />
    )
    return pageAnswer(c, ctx, { layout: 'app', title: current.name, status }, body)
  }

  const showOne: Handler<WorkspaceCtx> = (ctx, c) => drawOne(ctx, c, null)

  const addressOf = (ctx: WorkspaceCtx, definitionId: string, done: string) =>
    href(urls.workspaceDefinition, { id: ctx.workspace.id, definitionId }, { done })

  /** Saves or proposes what the form says: something new, or a version of what the address names. */
  const submitForm: Handler<WorkspaceCtx> = (ctx, c) => {
    const of = c.req.param('definitionId')
    const again: Again<WorkspaceCtx> = (ctx, c, form, status) =>
      of ? drawOne(ctx, c, form, status) : drawNew(ctx, c, form, status)
    return submitted(ctx, c, again, async () => {
      const input = await readBody(c, definitionForm)
      const { note, act } = await readBody(c, actForm)
      const approve = act === 'approve'
      const { id } = await save(ctx, runner, { input, note, approve, of })
      return c.redirect(addressOf(ctx, id, approve ? 'saved' : 'proposed'), 303)
    })
  }

  const submitDecision: Handler<WorkspaceCtx> = (ctx, c) => {
    const id = c.req.param('definitionId')!
    const again: Again<WorkspaceCtx> = async (ctx, c, refused, status) => {
      const form = emptyForm(valuesOf(await definitions.get(ctx, id)))
      return drawOne(ctx, c, { ...form, problem: problemOf(refused) }, status)
    }
    return submitted(ctx, c, again, async () => {
      const { act, version, reason } = await readBody(c, decideForm)
      if (act === 'remove') await definitions.remove(ctx, id)
      else if (act === 'restore') await definitions.restore(ctx, runner, id, version)
      else await definitions.decide(ctx, runner, { id, version, approve: act === 'approve', reason })
      const done = { approve: 'approved', reject: 'rejected', restore: 'restored', remove: 'removed' }[act]
      return c.redirect(addressOf(ctx, id, done), 303)
    })
  }

  const drawImport = (ctx: WorkspaceCtx, c: HttpContext, shown: Partial<ImportShown>, status = 200) => {
    const body = <ImportPage place={ctx} problem={null} found={null} text="" {...shown} />
    return pageAnswer(c, ctx, { layout: 'app', title: 'Import definitions', status }, body)
  }

  const showImport: Handler<WorkspaceCtx> = (ctx, c) => drawImport(ctx, c, {})

  /** Shows what a file would do, or does it; a small one goes along, so that it need not be chosen again. */
  const submitImport: Handler<WorkspaceCtx> = async (ctx, c) => {
    await boundedBody(c, MOST_BYTES)
    const { file, text, mode } = await readForm(c)
    const chosen = file instanceof File && file.size > 0 ? await file.text() : typeof text === 'string' ? text : ''
    const again: Again<WorkspaceCtx> = (ctx, c, { problem }, status) =>
      drawImport(ctx, c, { problem: problem ?? 'This file cannot be read.' }, status)
    return submitted(ctx, c, again, async () => {
      if (chosen.trim() === '') throw invalid('Choose a file.')
      const found = await importFile(ctx, runner, chosen, importMode.parse(mode))
      return drawImport(ctx, c, { found, text: found.applied || chosen.length > MOST_KEPT ? '' : chosen })
    })
  }

  return new Hono<Env>()
    .route('/', definitionsApi(runner))
    .get(urls.workspaceDefinitions, mayInWorkspace('VIEW_FILES')(showList))
    .get(urls.workspaceNewDefinition, mayInWorkspace('UPDATE_AGENTS')(showNew))
    .post(urls.workspaceNewDefinition, mayInWorkspace('UPDATE_AGENTS')(submitForm))
    .get(urls.workspaceDefinitionsImport, mayInWorkspace('UPDATE_FILES')(showImport))
    .post(urls.workspaceDefinitionsImport, mayInWorkspace('UPDATE_FILES')(submitImport))
    .get(urls.workspaceDefinition, mayInWorkspace('VIEW_FILES')(showOne))
    .post(urls.workspaceDefinition, mayInWorkspace('UPDATE_AGENTS')(submitForm))
    .post(urls.workspaceDefinitionDecide, mayInWorkspace('UPDATE_FILES')(submitDecision))
}
