import { Hono } from 'hono'
import { percent } from '#base/format.ts'
import { pageRequest } from '#base/paging.ts'
import { can } from '#organizations/rules/permission.ts'
import { emptyForm, type FormState, submit } from '#web/form.ts'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody, readForm, readQuery } from '#web/input.ts'
import { pageAnswer } from '#web/page.tsx'
import { mayInWorkspace } from '#workspaces/guard.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { href, urls } from '../urls.ts'
import { catalogApi } from './api.ts'
import { declareRelation as declare } from './declare-relation.ts'
import * as edit from './edit.ts'
import { seesHidden } from './hidden.ts'
import { listing } from './listing.ts'
import * as origin from './origin.ts'
import { outline } from './outline.ts'
import { TablePage } from './pages/table.tsx'
import { TablesPage } from './pages/tables.tsx'
import type { Query } from './query.ts'
import * as relations from './relations.ts'
import { relationForm, tableForm } from './rules/input.ts'
import { sampleQuery } from './rules/sample.ts'
import { histogramsOf, rowsOf } from './sample.ts'

/** Tables on a page of their list. */
const TABLES_SHOWN = 30
/** Relations on the page of a table. */
const MOST_RELATIONS = 20
/** Columns that the form suggests to lead to. */
const MOST_SUGGESTED = 100

/** What was just done, as the address says it: a word, or the id of a relation. */
const DONE: Record<string, string> = {
  saved: 'Saved.',
  hidden: 'Hidden: nobody can read it from now on.',
  shown: 'Shown again.',
  removed: 'The relation was removed.',
}

/** Owners see what they hid, marked as such: to everybody else it does not exist. */
const visibleTo = (ctx: WorkspaceCtx) => ({ hidden: seesHidden(ctx) })

const showTables: Handler<WorkspaceCtx> = async (ctx, c) => {
  const q = (c.req.query('q') ?? '').trim().slice(0, 200)
  const request = pageRequest({ limit: String(TABLES_SHOWN), cursor: c.req.query('cursor') })
  const list = await listing(ctx, { q, values: c.req.query('in') === 'values', ...visibleTo(ctx), ...request })
  const body = <TablesPage place={ctx} list={list} q={q} first={!request.cursor} />
  return pageAnswer(c, ctx, { layout: 'app', title: `Tables of ${ctx.workspace.name}` }, body)
}

/** @param query how rows are read for the page of a table and for measuring relations */
export function catalogRoutes(query: Query): Hono<Env> {
  async function drawTable(ctx: WorkspaceCtx, c: HttpContext, id: string, form: FormState, status = 200) {
    const table = await edit.tableOf(ctx, id, visibleTo(ctx))
    const [all, related, ends, from, sample, histograms] = await Promise.all([
      outline(ctx),
      relations.around(ctx, table.id, MOST_RELATIONS + 1),
      can(ctx.workspace.role, 'UPDATE_FILES') ? relations.ends(ctx, table.id, MOST_SUGGESTED) : [],
      origin.originOf(ctx, table),
      rowsOf(ctx, query, table, readQuery(c, sampleQuery).page),
      histogramsOf(ctx, query, table),
    ])
    const done = c.req.query('done') ?? ''
    const declared = related.find((relation) => relation.id === done)
    const message = declared
      ? `Declared: ${percent(declared.match_rate)} of the values of ${declared.from_column} are found in ${declared.to_table}.${declared.to_column}.`
      : (DONE[done] ?? null)
    const body = (
      <TablePage
        {...{ place: ctx, table, histograms, sample, origin: from, form, message }}
        relations={{
          list: related.slice(0, MOST_RELATIONS),
          more: related.length > MOST_RELATIONS,
          ids: new Map(all.map(({ name, id }) => [name, id])),
          ends,
        }}
      />
    )
    return pageAnswer(c, ctx, { layout: 'app', title: table.name, status }, body)
  }

  const showTable: Handler<WorkspaceCtx> = async (ctx, c) => {
    const id = c.req.param('tableId')!
    const { id: current } = await edit.tableOf(ctx, id, visibleTo(ctx))
    // An address of an older version leads to the current one.
    if (current !== id) return c.redirect(href(urls.workspaceTable, { id: ctx.workspace.id, tableId: current }))
    return drawTable(ctx, c, id, emptyForm())
  }

  const submitTable: Handler<WorkspaceCtx> = (ctx, c) => {
    const id = c.req.param('tableId')!
    return submit(
      c,
      async () => {
        const change = await readBody(c, tableForm)
        await edit.change(ctx, id, change)
        const part = change.columns?.[0] ?? change
        const done = part.hidden === undefined ? 'saved' : part.hidden ? 'hidden' : 'shown'
        const at = change.columns ? `#column-${encodeURIComponent(change.columns[0]!.name)}` : ''
        return c.redirect(href(urls.workspaceTable, { id: ctx.workspace.id, tableId: id }, { done }) + at, 303)
      },
      (form, status) => drawTable(ctx, c, id, form, status),
    )
  }

  /** Declares a relation, measures it again, or removes it: `table` is the page that the form stands on. */
  const submitRelation: Handler<WorkspaceCtx> = async (ctx, c) => {
    const { table, remove } = await readForm(c)
    const id = String(table ?? '')
    const back = (done: string) =>
      c.redirect(`${href(urls.workspaceTable, { id: ctx.workspace.id, tableId: id }, { done })}#relations`, 303)
    return submit(
      c,
      async () => {
        if (typeof remove !== 'string') return back((await declare(ctx, query, await readBody(c, relationForm))).id)
        await relations.remove(ctx, remove)
        return back('removed')
      },
      (form, status) => drawTable(ctx, c, id, form, status),
    )
  }

  return new Hono<Env>()
    .route('/', catalogApi(query))
    .get(urls.workspaceTables, mayInWorkspace('VIEW_FILES')(showTables))
    .get(urls.workspaceTable, mayInWorkspace('VIEW_FILES')(showTable))
    .post(urls.workspaceTableEdit, mayInWorkspace('UPDATE_FILES')(submitTable))
    .post(urls.workspaceRelations, mayInWorkspace('UPDATE_FILES')(submitRelation))
}
