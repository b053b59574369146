import { Hono } from 'hono'
import { percent } from '#base/format.ts'
import { pageRequest } from '#base/paging.ts'
import * as edit from '#catalog/edit.ts'
import { listing } from '#catalog/listing.ts'
import * as origin from '#catalog/origin.ts'
import { outline } from '#catalog/outline.ts'
import { TablesPage } from '#catalog/pages/tables.tsx'
import * as kept from '#catalog/relations.ts'
import { relationForm, tableForm } from '#catalog/rules/input.ts'
import { can } from '#organizations/rules/permission.ts'
import { emptyForm, type FormState, submit } from '#web/form.ts'
import type { Env, Handler, HttpContext } from '#web/handler.ts'
import { readBody, readForm, readQuery } from '#web/input.ts'
import { pageAnswer } from '#web/page.tsx'
import { mayInWorkspace } from '#workspaces/guard.ts'
import type { WorkspaceCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { sampleQuery } from '../rules/sample.ts'
import { TablePage } from './pages/table.tsx'
import * as relations from './relations.ts'
import { histogramsOf, rowsOf } from './sample.ts'

/** Owners see what they hid, marked as such: to everybody else it does not exist. */
const seen = ({ workspace }: WorkspaceCtx) => ({ hidden: can(workspace.role, 'UPDATE_FILES') })

/** Tables on a page of their list. */
const TABLES_SHOWN = 30

const showTables: Handler<WorkspaceCtx> = async (ctx, c) => {
  const q = (c.req.query('q') ?? '').trim().slice(0, 200)
  const request = pageRequest({ limit: String(TABLES_SHOWN), cursor: c.req.query('cursor') })
  const list = await listing(ctx, { q, values: c.req.query('in') === 'values', ...seen(ctx), ...request })
  const body = <TablesPage place={ctx} list={list} q={q} first={!request.cursor} />
  return pageAnswer(c, ctx, { layout: 'app', title: `Tables of ${ctx.workspace.name}` }, body)
}

/** Relations on the page of a table. */
const MOST_RELATIONS = 20
/** Columns that the form suggests to lead to. */
const MOST_SUGGESTED = 100

/** What was just done, as the address says it: a word, or the id of a relation. */
const SAID: Record<string, string> = {
  saved: 'Saved.',
  hidden: 'Hidden: nobody can read it from now on.',
  shown: 'Shown again.',
  removed: 'The relation was removed.',
}

async function drawTable(ctx: WorkspaceCtx, c: HttpContext, id: string, form: FormState, status = 200) {
  const table = await edit.tableOf(ctx, id, seen(ctx))
  const [all, related, ends, from, sample, histograms] = await Promise.all([
    outline(ctx),
    kept.around(ctx, table.id, MOST_RELATIONS + 1),
    can(ctx.workspace.role, 'UPDATE_FILES') ? kept.ends(ctx, table.id, MOST_SUGGESTED) : [],
    origin.originOf(ctx, table),
    rowsOf(ctx, table, readQuery(c, sampleQuery).page),
    histogramsOf(ctx, table),
  ])
  const done = c.req.query('done') ?? ''
  const declared = related.find((one) => one.id === done)
  const said = declared
    ? `Declared: ${percent(declared.match_rate)} of the values of ${declared.from_column} are found in ${declared.to_table}.${declared.to_column}.`
    : (SAID[done] ?? null)
  const relations = {
    list: related.slice(0, MOST_RELATIONS),
    more: related.length > MOST_RELATIONS,
    ids: new Map(all.map(({ name, id }) => [name, id])),
    ends,
  }
  const body = <TablePage {...{ place: ctx, table, relations, histograms, sample, origin: from, form, said }} />
  return pageAnswer(c, ctx, { layout: 'app', title: table.name, status }, body)
}

const showTable: Handler<WorkspaceCtx> = async (ctx, c) => {
  const id = c.req.param('tableId')!
  const { id: current } = await edit.tableOf(ctx, id, seen(ctx))
  // An address of an older version leads to what took its place.
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
      if (typeof remove !== 'string') return back((await relations.declare(ctx, await readBody(c, relationForm))).id)
      await kept.remove(ctx, remove)
      return back('removed')
    },
    (form, status) => drawTable(ctx, c, id, form, status),
  )
}

export const catalogRoutes = new Hono<Env>()
  .get(urls.workspaceTables, mayInWorkspace('VIEW_FILES')(showTables))
  .get(urls.workspaceTable, mayInWorkspace('VIEW_FILES')(showTable))
  .post(urls.workspaceTableEdit, mayInWorkspace('UPDATE_FILES')(submitTable))
  .post(urls.workspaceRelations, mayInWorkspace('UPDATE_FILES')(submitRelation))
