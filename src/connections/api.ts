import { z } from 'zod'
import { signedIn } from '#auth/guard.ts'
import { can } from '#organizations/rules/permission.ts'
import { api, del, get, patch, post } from '#web/api.ts'
import { flashEvent } from '#web/flash-events.ts'
import { mayInWorkspace } from '#workspaces/guard.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { urls } from '../urls.ts'
import * as connections from './connections.ts'
import { dataSources, demandAvailable, withRestingNote } from './data-sources.ts'
import * as answers from './rules/answers.ts'
import type { ConnectionEngine } from './rules/connection.ts'
import { type ConnectionInput, databaseChange, externalChange, newDatabase, newExternal } from './rules/input.ts'
import { databaseEntity, externalEntity } from './rules/view.ts'

const FAILS =
  'A source that cannot be reached or read answers 422 `connection_failed`, with `details.step` (dns, tcp, tls, auth, database or permission) and `details.hint`.'
const SECRETS = 'Passwords, keys and values of headers are kept sealed and never answered.'

/** What the calls on database and on external connections differ in. */
type Kind<Input, Change> = {
  kind: connections.Kind
  words: { connect: string; one: string; many: string }
  input: z.ZodType<Input>
  change: z.ZodType<Change>
  engineOf: (input: Input) => ConnectionEngine
  entity: z.ZodType<object, object>
  toEntity: (ctx: WorkspaceCtx, connection: connections.Connection) => object
}

const callsOn = <Input extends ConnectionInput, Change extends ConnectionInput>(
  { kind, words, input, change, engineOf, entity, toEntity }: Kind<Input, Change>,
  paths: { all: string; test: string; one: `${string}/:connId`; refresh: `${string}/:connId/refresh` },
) => {
  const idOf = async (ctx: WorkspaceCtx, connId: string) => (await connections.get(ctx, connId, kind)).id
  const connecting = mayInWorkspace('CONNECT_DATABASE')
  return [
    get(paths.all, mayInWorkspace('VIEW_FILES'), {
      summary: `The ${words.many} of a workspace`,
      paged: true,
      answer: z.array(entity),
      handle: async (ctx, { page }) => {
        const { items, next } = await connections.list(ctx, kind, page)
        return { items: items.map((connection) => toEntity(ctx, connection)), next }
      },
    }),
    post(paths.all, connecting, {
      summary: words.connect,
      description: `${FAILS} ${SECRETS} Status \`syncing\` where looking at its tables takes longer.`,
      body: input,
      answer: entity,
      status: 201,
      errors: ['conflict', 'unprocessable', 'rate_limited'],
      handle: async (ctx, { body }, c) => {
        const engine = engineOf(body)
        demandAvailable(ctx, engine)
        const connection = await connections.create(ctx, engine, body)
        flashEvent(c, 'connect_data_source', { workspace_id: ctx.workspace.id, engine, kind })
        return toEntity(ctx, connection)
      },
    }),
    post(paths.test, connecting, {
      summary: `Try ${words.one} without keeping it`,
      description: FAILS,
      body: input,
      answer: answers.tested,
      errors: ['unprocessable', 'rate_limited'],
      handle: (ctx, { body }) => {
        demandAvailable(ctx, engineOf(body))
        return connections.test(ctx, engineOf(body), body)
      },
    }),
    get(paths.one, mayInWorkspace('VIEW_FILES'), {
      summary: `One of the ${words.many}`,
      answer: entity,
      handle: async (ctx, { connId }) => toEntity(ctx, await connections.get(ctx, connId, kind)),
    }),
    patch(paths.one, connecting, {
      summary: `Change ${words.one}`,
      description: `What is left out stays as it is. Secrets must be sent again when the change leads elsewhere: another host, port, user or weaker encryption. ${FAILS}`,
      body: change,
      answer: entity,
      errors: ['conflict', 'unprocessable', 'rate_limited'],
      handle: async (ctx, { connId, body }) =>
        toEntity(ctx, await connections.update(ctx, await idOf(ctx, connId), body)),
    }),
    del(paths.one, connecting, {
      summary: `Delete ${words.one}`,
      description: 'Its tables leave the catalog and its secrets are forgotten at once.',
      handle: async (ctx, { connId }) => connections.remove(ctx, await idOf(ctx, connId)),
    }),
    post(paths.refresh, connecting, {
      summary: 'Look at the source again',
      description: 'In the background: ask for the connection until its status changes.',
      answer: entity,
      status: 202,
      errors: ['conflict', 'rate_limited'],
      handle: async (ctx, { connId }) => toEntity(ctx, await connections.refresh(ctx, await idOf(ctx, connId))),
    }),
  ]
}

export const connectionApi = api('Data', [
  ...callsOn(
    {
      kind: 'database',
      words: { connect: 'Connect a database', one: 'a database connection', many: 'database connections' },
      input: newDatabase,
      change: databaseChange,
      engineOf: ({ engine }) => engine,
      entity: answers.database,
      toEntity: (ctx, connection) => databaseEntity(withRestingNote(ctx, connection)),
    },
    {
      all: urls.apiDatabaseConnections,
      test: urls.apiDatabaseConnectionTest,
      one: urls.apiDatabaseConnection,
      refresh: urls.apiDatabaseConnectionRefresh,
    },
  ),
  ...callsOn(
    {
      kind: 'external',
      words: { connect: 'Connect an address', one: 'an external connection', many: 'external connections' },
      input: newExternal,
      change: externalChange,
      engineOf: ({ kind }) => kind,
      entity: answers.external,
      toEntity: (ctx, connection) => externalEntity(connection, can(ctx.workspace.role, 'CONNECT_DATABASE')),
    },
    {
      all: urls.apiExternalConnections,
      test: urls.apiExternalConnectionTest,
      one: urls.apiExternalConnection,
      refresh: urls.apiExternalConnectionRefresh,
    },
  ),
  get(urls.apiDataSourceConfig, signedIn, {
    summary: 'What can be connected',
    answer: answers.dataSourceConfig,
    handle: (ctx) => ({ dataSources: dataSources(ctx) }),
  }),
])
