import { MAX_LIMIT, pageRequest } from '#base/paging.ts'
import { demand } from '#organizations/guard.ts'
import type { Handler } from '#web/handler.ts'
import { readBody, readQuery } from '#web/input.ts'
import { listAnswer } from '#web/response.ts'
import type { WorkspaceSessionCtx } from '#workspaces/guard.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import * as catalog from './catalog.ts'
import * as edit from './edit.ts'
import * as outline from './outline.ts'
import * as relations from './relations.ts'
import { catalogQuery, namesQuery, tableChange } from './rules/input.ts'

/** What is hidden is for those who may show it again. Who asks for no page gets all of a small workspace. */
export const sendCatalog: Handler<WorkspaceSessionCtx> = async (ctx, c) => {
  const query = readQuery(c, catalogQuery)
  const hidden = query.hidden === 'true'
  if (hidden) await demand(ctx, ctx.workspace.role, 'UPDATE_FILES')
  const request = pageRequest(query.limit || query.cursor ? query : { limit: String(MAX_LIMIT) })
  const { items: ids, next } = await catalog.page(ctx, request, { hidden })
  return listAnswer(c, { items: await catalog.tables(ctx, { hidden, ids }), next })
}

export const listNames: Handler<WorkspaceCtx> = async (ctx, c) => {
  const { q, source, ...page } = readQuery(c, namesQuery)
  return listAnswer(c, await outline.names(ctx, { q, source, ...pageRequest(page) }))
}

export const sendTable: Handler<WorkspaceCtx> = async (ctx, c) =>
  c.json(await edit.tableOf(ctx, c.req.param('tableId')!))

export const changeTable: Handler<WorkspaceCtx> = async (ctx, c) =>
  c.json(await edit.change(ctx, c.req.param('tableId')!, await readBody(c, tableChange)))

export const listRelations: Handler<WorkspaceCtx> = async (ctx, c) =>
  listAnswer(c, await relations.list(ctx, pageRequest({ limit: String(MAX_LIMIT), ...c.req.query() })))

export const removeRelation: Handler<WorkspaceCtx> = async (ctx, c) => {
  await relations.remove(ctx, c.req.param('relationId')!)
  return c.body(null, 204)
}
