import { pageRequest } from '#base/paging.ts'
import type { Handler } from '#web/handler.ts'
import { readBody } from '#web/input.ts'
import { listAnswer } from '#web/response.ts'
import type { WorkspaceCtx } from '../ctx.ts'
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
