import { MAX_LIMIT, pageRequest } from '#base/paging.ts'
import * as edit from '#catalog/edit.ts'
import * as outline from '#catalog/outline.ts'
import * as kept from '#catalog/relations.ts'
import { namesQuery, relationInput, tableChange } from '#catalog/rules/input.ts'
import type { Handler } from '#web/handler.ts'
import { readBody, readQuery } from '#web/input.ts'
import { listAnswer } from '#web/response.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import * as relations from './catalog/relations.ts'
import { verifiedInput } from './rules/verified.ts'
import * as statements from './statements.ts'
import * as verified from './verified.ts'

export const listStatements: Handler<WorkspaceCtx> = async (ctx, c) =>
  listAnswer(c, await statements.list(ctx, pageRequest(c.req.query())))

export const listVerified: Handler<WorkspaceCtx> = async (ctx, c) => c.json(await verified.seen(ctx))

export const addVerified: Handler<WorkspaceCtx> = async (ctx, c) =>
  c.json(await verified.add(ctx, await readBody(c, verifiedInput)), 201)

export const removeVerified: Handler<WorkspaceCtx> = async (ctx, c) => {
  await verified.remove(ctx, c.req.param('queryId')!)
  return c.body(null, 204)
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
  listAnswer(c, await kept.list(ctx, pageRequest({ limit: String(MAX_LIMIT), ...c.req.query() })))

export const declareRelation: Handler<WorkspaceCtx> = async (ctx, c) =>
  c.json(await relations.declare(ctx, await readBody(c, relationInput)), 201)

export const removeRelation: Handler<WorkspaceCtx> = async (ctx, c) => {
  await kept.remove(ctx, c.req.param('relationId')!)
  return c.body(null, 204)
}
