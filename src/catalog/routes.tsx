import { Hono } from 'hono'
import { percent } from '#base/format.ts'
import { pageRequest } from '#base/paging.ts'
import { can } from '#organizations/rules/permission.ts'
import { type Again, emptyForm, type FormState, submitted } from '#web/form.ts'
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
import { RelationsPage } from './pages/diagram.tsx'
import { TablePage } from './pages/table.tsx'
import { TablesPage } from './pages/tables.tsx'
import type { Looking, Query } from './query.ts'
import * as relations from './relations.ts'
import type { Relation } from './rules/answers.ts'
import { bestRate } from './rules/diagram.ts'
import { relationForm, tableForm } from './rules/input.ts'
import { sampleQuery } from './rules/sample.ts'
import { rowsOf } from './sample.ts'
import { profileOf } from './table-profile.ts'

const TABLES_SHOWN = 30
const MOST_RELATIONS = 20
const MOST_DRAWN = 100
const MOST_SUGGESTED = 100

/** What was just done, as the address says it: a word, or the id of a relation. */
const DONE: Record<string, string> = {
  saved: 'Saved.',
  hidden: 'Hidden: nobody can read it from now on.',
  shown: 'Shown again.',
  removed: 'The relation was removed, and is not found again.',
}

function messageOf(done: string, list: Relation[]): string | null {
  const declared = list.find((relation) => relation.id === done)
  if (!declared) return DONE[done] ?? null
  const { from_column, to_table, to_column } = declared
  return `Declared: ${percent(bestRate(declared))} of the values of ${from_column} are found in ${to_table}.${to_column}.`
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

/** @param query how rows are read for the page of a table and for measuring relations, and looked at */
export function catalogRoutes(query: Query & Looking): Hono<Env> {
  async function drawTable(ctx: WorkspaceCtx, c: HttpContext, id: string, form: FormState, status = 200) {
    const table = await edit.tableOf(ctx, id, visibleTo(ctx))
    const [all, related, ends, from, sample, profile] = await Promise.all([
      outline(ctx),
      relations.around(ctx, table.id, MOST_RELATIONS + 1),
      can(ctx.workspace.role, 'UPDATE_FILES') ? relations.ends(ctx, table.id, MOST_SUGGESTED) : [],
      origin.originOf(ctx, table),
      rowsOf(ctx, query, table, readQuery(c, sampleQuery)),
      profileOf(ctx, query, table),
    ])
    const done = c.req.query('done') ?? ''
    const message = messageOf(done, related)
    const body = (
      <TablePage
        {...{ place: ctx, table, profile, sample, origin: from, form, message }}
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
    const { unread } = readQuery(c, sampleQuery)
    const at = { id: ctx.workspace.id, tableId: current }
    if (current !== id) return c.redirect(href(urls.workspaceTable, at, unread ? { unread } : {}))
    return drawTable(ctx, c, id, emptyForm())
  }

  const submitTable: Handler<WorkspaceCtx> = (ctx, c) => {
    const id = c.req.param('tableId')!
    const again: Again<WorkspaceCtx> = (ctx, c, form, status) => drawTable(ctx, c, id, form, status)
    return submitted(ctx, c, again, async () => {
      const change = await readBody(c, tableForm)
      await edit.change(ctx, id, change)
      const part = change.columns?.[0] ?? change
      const done = part.hidden === undefined ? 'saved' : part.hidden ? 'hidden' : 'shown'
      const at = change.columns ? `#column-${encodeURIComponent(change.columns[0]!.name)}` : ''
      return c.redirect(href(urls.workspaceTable, { id: ctx.workspace.id, tableId: id }, { done }) + at, 303)
    })
  }

  async function drawRelations(ctx: WorkspaceCtx, c: HttpContext, form: FormState, status = 200) {
    const q = (c.req.query('q') ?? '').trim().slice(0, 200)
    const may = can(ctx.workspace.role, 'UPDATE_FILES')
    const [all, list, rejected, ends] = await Promise.all([
      outline(ctx),
      relations.named(ctx, q, MOST_DRAWN + 1),
      may ? relations.rejected(ctx, MOST_DRAWN) : [],
      may ? relations.ends(ctx, '', MOST_SUGGESTED) : [],
    ])
    const done = c.req.query('done') ?? ''
    const diagram = {
      ...{ list: list.slice(0, MOST_DRAWN), more: list.length > MOST_DRAWN, ends },
      ids: new Map(all.map(({ name, id }) => [name, id])),
    }
    const message = messageOf(done, list)
    const body = <RelationsPage {...{ place: ctx, relations: diagram, rejected, table: q, form, message }} />
    return pageAnswer(c, ctx, { layout: 'app', title: `Relations of ${ctx.workspace.name}`, status }, body)
  }

  const showRelations: Handler<WorkspaceCtx> = (ctx, c) => drawRelations(ctx, c, emptyForm())

  /** Declares a relation, measures it again, changes its keys, or rejects it: `table` is the page of a table that the form stands on. */
  const submitRelation: Handler<WorkspaceCtx> = async (ctx, c) => {
    const { table, remove } = await readForm(c)
    const id = typeof table === 'string' && table !== '' ? table : null
    const back = (done: string) => {
      const page = id
        ? href(urls.workspaceTable, { id: ctx.workspace.id, tableId: id }, { done })
        : href(urls.workspaceRelations, { id: ctx.workspace.id }, { done })
      return c.redirect(`${page}#relations`, 303)
    }
    const again: Again<WorkspaceCtx> = (ctx, c, form, status) =>
      id ? drawTable(ctx, c, id, form, status) : drawRelations(ctx, c, form, status)
    return submitted(ctx, c, again, async () => {
      if (typeof remove === 'string') {
        await relations.remove(ctx, remove)
        return back('removed')
      }
      const { ends, replaces } = await readBody(c, relationForm)
      const declared = await declare(ctx, query, ends)
      // The same keys again are measured anew, and there is nothing to replace.
      if (replaces) await relations.removeReplaced(ctx, replaces)
      return back(declared.id)
    })
  }

  return new Hono<Env>()
    .route('/', catalogApi(query))
    .get(urls.workspaceTables, mayInWorkspace('VIEW_FILES')(showTables))
    .get(urls.workspaceTable, mayInWorkspace('VIEW_FILES')(showTable))
    .post(urls.workspaceTableEdit, mayInWorkspace('UPDATE_FILES')(submitTable))
    .get(urls.workspaceRelations, mayInWorkspace('VIEW_FILES')(showRelations))
    .post(urls.workspaceRelations, mayInWorkspace('UPDATE_FILES')(submitRelation))
}
