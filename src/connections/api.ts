import { pageRequest } from '#base/paging.ts'
import { can } from '#organizations/rules/permission.ts'
import { flashEvent } from '#web/flash-events.ts'
import type { Handler } from '#web/handler.ts'
import type { HttpContext } from '#web/http-context.ts'
import { readBody } from '#web/input.ts'
import { listAnswer } from '#web/response.ts'
import type { Ctx, WorkspaceCtx } from '../ctx.ts'
import * as connections from './connections.ts'
import { dataSources, demandAvailable, withRestingNote } from './data-sources.ts'
import type { ConnectionEngine } from './rules/connection.ts'
import { type ConnectionInput, databaseChange, externalChange, newDatabase, newExternal } from './rules/input.ts'
import { databaseEntity, externalEntity } from './rules/view.ts'

type Made = { engine: ConnectionEngine; input: ConnectionInput }

/** Database and external connections are the same five verbs over different fields. */
const KINDS = {
  database: {
    async made(c: HttpContext): Promise<Made> {
      const { engine, ...input } = await readBody(c, newDatabase)
      return { engine, input }
    },
    change: databaseChange,
    shown: (ctx: WorkspaceCtx, connection: connections.Connection) => databaseEntity(withRestingNote(ctx, connection)),
  },
  external: {
    async made(c: HttpContext): Promise<Made> {
      const { kind, ...input } = await readBody(c, newExternal)
      return { engine: kind, input }
    },
    change: externalChange,
    shown: (ctx: WorkspaceCtx, connection: connections.Connection) =>
      externalEntity(connection, can(ctx.workspace.role, 'CONNECT_DATABASE')),
  },
} as const

const connectionApi = (kind: connections.Kind) => {
  const { made: readNew, change, shown: entity } = KINDS[kind]
  const idOf = async (ctx: WorkspaceCtx, c: HttpContext) =>
    (await connections.get(ctx, c.req.param('connId')!, kind)).id
  const listConnections: Handler<WorkspaceCtx> = async (ctx, c) => {
    const page = await connections.list(ctx, kind, pageRequest(c.req.query()))
    return listAnswer(c, { ...page, items: page.items.map((connection) => entity(ctx, connection)) })
  }
  const createConnection: Handler<WorkspaceCtx> = async (ctx, c) => {
    const { engine, input } = await readNew(c)
    demandAvailable(ctx, engine)
    const connection = await connections.create(ctx, engine, input)
    flashEvent(c, 'connect_data_source', { workspace_id: ctx.workspace.id, engine, kind })
    return c.json(entity(ctx, connection), 201)
  }
  const testConnection: Handler<WorkspaceCtx> = async (ctx, c) => {
    const { engine, input } = await readNew(c)
    demandAvailable(ctx, engine)
    return c.json(await connections.test(ctx, engine, input))
  }
  const sendConnection: Handler<WorkspaceCtx> = async (ctx, c) =>
    c.json(entity(ctx, await connections.get(ctx, c.req.param('connId')!, kind)))
  const updateConnection: Handler<WorkspaceCtx> = async (ctx, c) => {
    const id = await idOf(ctx, c)
    return c.json(entity(ctx, await connections.update(ctx, id, await readBody(c, change))))
  }
  const deleteConnection: Handler<WorkspaceCtx> = async (ctx, c) => {
    await connections.remove(ctx, await idOf(ctx, c))
    return c.body(null, 204)
  }
  const refreshConnection: Handler<WorkspaceCtx> = async (ctx, c) =>
    c.json(entity(ctx, await connections.refresh(ctx, await idOf(ctx, c))), 202)
  return {
    listConnections,
    createConnection,
    testConnection,
    sendConnection,
    updateConnection,
    deleteConnection,
    refreshConnection,
  }
}

export const databaseConnections = connectionApi('database')
export const externalConnections = connectionApi('external')

export const sendDataSources: Handler<Ctx> = (ctx, c) => c.json({ dataSources: dataSources(ctx) })
