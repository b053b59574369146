import { describe, expect, test } from 'bun:test'
import { desc, eq, inArray } from 'drizzle-orm'
import { agentContent } from '#agents/rules/agent.ts'
import { newId } from '#base/ids.ts'
import * as webhooks from '#billing/webhooks.ts'
import type { Filter } from '#canvases/rules/filter.ts'
import {
  agents,
  apiKeys,
  canvasBlocks,
  canvases,
  canvasVersions,
  catalogColumns,
  catalogRelations,
  catalogTables,
  comments,
  connections,
  conversations,
  definitions,
  evaluations,
  files,
  invitations,
  invoices,
  messages,
  results,
  sessions,
  shareLinks,
  uploads,
  watches,
  watchWebhooks,
} from '#db/schema/index.ts'
import { can, type Permission } from '#organizations/rules/permission.ts'
import { schedule } from '#watches/rules/schedule.ts'
import { payingAs } from './support/buyer.ts'
import { call, join, leave, newPlace, type Person, type Place, signUp, userCtx } from './support/people.ts'
import type { TestWorld } from './support/world.ts'
import { testApp, testWorld } from './support/world.ts'

const SECRET_FILTER: Filter = { id: 'secret', name: 'Secret', kind: 'values', places: [], except: [] }

/**
 * Every address with an id, taken from the route table: guests and members of another organization learn nothing, a new route is swept
 * as soon as it is mounted. The ids exist, so that a missing guard would show.
 */
const app = await testApp()
const world = await testWorld()
const owner = await signUp(app)
const stranger = await signUp(app)
const place = await newPlace(app, owner)
const elsewhere = await newPlace(app, stranger)
/** Was in the organization until yesterday; the viewer is in it. */
const removed = await signUp(app)
const viewer = await signUp(app)
await join(world, place.organization.id, removed.user.id, 'owner')
await leave(world, place.organization.id, removed.user.id)
const things = await fill(world, owner, place)

/** Addresses that carry a secret of their own: their modules test who gets in with it; what everybody may read; what is for admins only. */
const SECRETS = [
  '/admin/',
  '/api/admin/',
  '/documentation/',
  '/first-admin/',
  '/verify-email/',
  '/outbox/',
  '/invitations/',
  '/change-email/',
  '/shared/',
  '/embed/',
]

const routes = app.routes.filter(
  ({ method, path }) => method !== 'ALL' && path.includes(':') && !SECRETS.some((secret) => path.startsWith(secret)),
)

/** Names that mean another thing below one kind of address than elsewhere. */
const OF_KIND: Record<string, string> = { 'billing/:file': `${things.invoiceId}.pdf` }

/** Fills a pattern: `:id` by the kind of thing it names, the others by their own name. */
function address(pattern: string, workspace = place): string {
  const kind = /^\/(?:api\/)?([\w-]+)/.exec(pattern)![1]
  const id = {
    organizations: place.organization.id,
    workspaces: workspace.workspace.id,
    conversations: things.conversationId,
    messages: things.messageId,
    canvases: things.canvasId,
    billing: things.invoiceId,
    user: /api-keys/.test(pattern) ? things.keyId : /sessions/.test(pattern) ? things.sessionId : things.invitationId,
  }[kind!]
  const named = pattern.replace('external-connections/:connId', `external-connections/${things.externalId}`)
  const filled = named.replace(
    /:(\w+)(?:\{.+?\})?/g,
    (_, name: string) => (name === 'id' ? id : (OF_KIND[`${kind}/:${name}`] ?? things[name as keyof typeof things]))!,
  )
  if (/undefined/.test(filled))
    throw new Error(`tests/cross-tenant-access.test.ts does not know how to fill ${pattern}`)
  return filled
}

/** Of a chart. */
const CHART = { kind: 'bar', x: 'region', y: ['amount'], series: null, of: 0, chart: null }
/** Fields that are right for every call that has them: what is wrong with an input is said before anything is looked for. */
const BODY = {
  ...{ role: 'viewer', title: 'Theirs', rating: 'up', result: 'none', sql: 'select 1' },
  ...{
    definition: { kind: 'term', name: 'Theirs', meaning: 'Not ours.' },
    version_id: 'none',
    name: 'Theirs',
    version: 1,
    approve: false,
    from: 'clarification',
  },
  edits: null,
  reading: null,
  step: { kind: 'rows' },
  ...CHART,
}
const PLACE = { tab: 'first', x: 0, y: 0, w: 2, h: 1 }
/** Schedules name people and a canvas. */
const WATCH_BODY = {
  name: 'Theirs',
  canvas_id: 'none',
  schedule: { every: 'day', time_zone: 'UTC' },
  members: ['none'],
  act: 'pause',
}
const WEBHOOK_BODY = { name: 'Theirs', url: 'https://example.com/hook', act: 'test' }
/** Blocks of canvases have a kind and a place, and so have charts, but others. */
const CANVAS_BODY = {
  ...{ ...BODY, kind: 'heading', content: { text: 'Theirs' }, ...PLACE },
  ...{ text: 'Theirs', block_id: things.blockId, mentions: [] },
  ...{ message_id: 'none', blocks: [{ id: 'none', ...PLACE }] },
}
const bodyOf = (path: string) =>
  path.includes('/canvases')
    ? CANVAS_BODY
    : path.includes('/watches')
      ? WATCH_BODY
      : /\/(watch-)?webhooks/.test(path)
        ? WEBHOOK_BODY
        : BODY
const request = (method: string, path: string, headers: Record<string, string>) =>
  app.request(path, {
    method,
    headers: { ...headers, ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) },
    ...(method === 'GET' ? {} : { body: JSON.stringify(bodyOf(path)) }),
  })

describe.each(routes.map((route) => [route.method, route.path, route.handler.name] as const))(
  '%s %s',
  (method, path, handler) => {
    test('a guest is sent to sign in', async () => {
      const answer = await request(method, address(path), {})
      const login = answer.status === 302 && answer.headers.get('location')?.startsWith('/login')
      expect(answer.status === 401 || login ? 'refused' : answer.status).toBe('refused')
    })

    test('for a stranger it does not exist', async () => {
      expect((await request(method, address(path), stranger.headers)).status).toBe(404)
    })

    test('for somebody who was removed it does not exist any more', async () => {
      expect((await request(method, address(path), removed.headers)).status).toBe(404)
    })

    test('a viewer gets what their role holds, and nothing of other people', async () => {
      // Some calls end the membership.
      await join(world, place.organization.id, viewer.user.id, 'viewer')
      const { status } = await request(method, address(path), viewer.headers)
      const permission = /^may(?:InWorkspace|InCanvas)? (\w+)/.exec(handler)?.[1] as Permission | undefined
      const inside = /^in(Organization|Workspace) /.test(handler)
      const expected = permission ? (can('viewer', permission) ? 'let in' : 403) : inside ? 'let in' : 404
      expect(status === 403 || status === 404 ? status : 'let in').toBe(expected)
    })
  },
)

// An engine is no thing of a workspace.
const nested = routes.filter((route) => /:id\/.*:/.test(route.path.replace('/:engine', '')))
test.each(nested.map((route) => [route.method, route.path] as const))(
  '%s %s: the things of another workspace are not found through one’s own',
  async (method, path) => {
    expect((await request(method, address(path, elsewhere), stranger.headers)).status).toBe(404)
  },
)

/** Ids of others in what somebody sends to things of their own. */
const own = (await call(app, stranger, 'POST', `/api/workspaces/${elsewhere.workspace.id}/canvases`, { name: 'Own' }))
  .body
const ownBlock = { kind: 'kpi', ...PLACE, content: { sql: 'SELECT 1 AS n', value: { column: 'n', row: null } } }
const ownBlockId = newId()
await call(app, stranger, 'PUT', `/api/canvases/${own.id}/blocks/${ownBlockId}`, ownBlock)
const ofOwn = { ...WATCH_BODY, canvas_id: own.id, members: [stranger.user.id] }
const told = { kind: 'heading', content: { text: 'Theirs' }, ...PLACE }
const condition = { is: 'above', than: 0, cell: { column: 'n', row: null } }
const { canvasId, blockId, messageId, conversationId, resultId, agentId, webhookId, userId } = things
const BODIES: [string, 'POST' | 'PUT', string, object][] = [
  ['a canvas to copy', 'POST', 'WORKSPACE/canvases', { name: 'Copy', copy_of: canvasId }],
  ['a table for a template', 'POST', 'WORKSPACE/canvases', { name: 'It', template: 'table', table: 'secret' }],
  ['an answer to pin', 'POST', 'CANVAS/pin', { message_id: messageId, of: { text: true } }],
  ['a block to write', 'PUT', `CANVAS/blocks/${blockId}`, told],
  ['a block to speak of', 'POST', 'CANVAS/comments', { text: 'Theirs', block_id: blockId, mentions: [] }],
  ['a person to mention', 'POST', 'CANVAS/comments', { text: '@Ada', block_id: ownBlockId, mentions: [userId] }],
  ['a person to share with', 'PUT', `CANVAS/sharing/${userId}`, { level: 'view' }],
  ['a canvas to send', 'POST', 'WORKSPACE/watches', { ...ofOwn, canvas_id: canvasId }],
  ['a block to watch', 'POST', 'WORKSPACE/watches', { ...ofOwn, condition: { ...condition, block: blockId } }],
  [
    'an answer to watch',
    'POST',
    'WORKSPACE/watches',
    { ...ofOwn, canvas_id: undefined, answer: { message_id: messageId, result_id: resultId } },
  ],
  ['a person to tell', 'POST', 'WORKSPACE/watches', { ...ofOwn, members: [userId] }],
  ['a webhook to tell', 'POST', 'WORKSPACE/watches', { ...ofOwn, webhooks: [webhookId] }],
  [
    'a conversation to go on with',
    'POST',
    'WORKSPACE/query-data',
    { message: 'Hi', context: { conversation_id: conversationId } },
  ],
  ['an agent to ask', 'POST', 'WORKSPACE/query-data', { message: 'Hi', context: { agent_id: agentId } }],
]
test.each(BODIES)('%s that is of another organization is not found', async (_, method, path, body) => {
  const at = `/api/${path.replace('WORKSPACE', `workspaces/${elsewhere.workspace.id}`).replace('CANVAS', `canvases/${own.id}`)}`
  const answer = await call(app, stranger, method, at, body)
  expect([400, 404]).toContain(answer.status)
  expect(JSON.stringify(answer.body)).not.toContain('Secret')
})

test('blocks of others are not moved along with those of a canvas of one’s own', async () => {
  const blocks = [ownBlockId, blockId].map((id) => ({ id, ...PLACE, x: 5 }))
  await call(app, stranger, 'PATCH', `/api/canvases/${own.id}/blocks`, { blocks })
  const stored = await world.db
    .select({ id: canvasBlocks.id, x: canvasBlocks.x })
    .from(canvasBlocks)
    .where(inArray(canvasBlocks.id, [ownBlockId, blockId]))
  expect(new Map(stored.map(({ id, x }) => [id, x]))).toEqual(
    new Map([
      [ownBlockId, 5],
      [blockId, 0],
    ]),
  )
})

// The id of a thing is no secret, and neither is one of the right length.
const bySecret = app.routes.filter(({ method, path }) => method !== 'ALL' && /^\/(shared|embed)\/.*:token/.test(path))
test('there are addresses with a secret of their own', () => expect(bySecret.length).toBeGreaterThan(5))
test.each(bySecret.map(({ method, path }) => [method, path] as const))(
  '%s %s: a secret that nobody has opens nothing, to nobody',
  async (method, path) => {
    for (const token of [things.canvasId, things.conversationId, things.linkId, 'A'.repeat(43), 'e30.e30.AAAA'])
      for (const who of [{}, stranger.headers, owner.headers]) {
        const at = path.replace(':token', token).replace(':blockId', things.blockId)
        expect((await request(method, at, who)).status).toBe(404)
      }
  },
)

async function fill(world: TestWorld, person: Person, { organization, workspace }: Place) {
  const workspaceId = workspace.id
  const inserted = <T>(rows: T[]): T => rows[0]!
  const file = inserted(
    await world.db
      .insert(files)
      .values({
        rejectedKey: 'none',
        workspaceId,
        name: 'secret.csv',
        format: 'csv',
        sizeBytes: 1,
        status: 'ready',
        storeKey: 'x/secret',
        uploadedBy: person.user.id,
      })
      .returning(),
  )
  const connection = (kind: 'database' | 'external') => ({
    workspaceId,
    kind,
    engine: kind === 'database' ? ('postgres' as const) : ('url' as const),
    name: `Secret ${kind}`,
    settings: { host: 'secret.invalid', url: 'https://secret.invalid/' },
    status: 'ready' as const,
    createdBy: person.user.id,
  })
  const database = inserted(await world.db.insert(connections).values(connection('database')).returning())
  const external = inserted(await world.db.insert(connections).values(connection('external')).returning())
  const table = inserted(
    await world.db
      .insert(catalogTables)
      .values({
        workspaceId,
        sourceKind: 'file',
        sourceId: file.id,
        name: 'secret',
        rows: 1,
        storeKey: 'x/secret.parquet',
      })
      .returning(),
  )
  await world.db
    .insert(catalogColumns)
    .values({ tableId: table.id, position: 0, name: 'secret', type: 'VARCHAR', role: 'text', nulls: 0, distinct: 1 })
  const ends = { fromTableId: table.id, fromColumn: 'secret', toTableId: table.id, toColumn: 'secret' }
  const relation = inserted(
    await world.db
      .insert(catalogRelations)
      .values({ ...ends, workspaceId, matchRate: 1, kind: 'declared' })
      .returning(),
  )
  const evaluation = inserted(
    await world.db
      .insert(evaluations)
      .values({
        ...{ workspaceId, startedBy: person.user.id, status: 'done', model: 'm', definitions: 'd', catalog: 'c' },
        questions: 1,
      })
      .returning(),
  )
  const people = { createdBy: person.user.id, updatedBy: person.user.id }
  const tabs = [{ id: 'first', name: 'Secret' }]
  const canvas = inserted(
    await world.db
      .insert(canvases)
      .values({ ...people, workspaceId, name: 'Secret', tabs, filters: [SECRET_FILTER] })
      .returning(),
  )
  const block = inserted(
    await world.db
      .insert(canvasBlocks)
      .values({
        ...{ canvasId: canvas.id, kind: 'heading', content: { text: 'Secret' }, tab: 'first', x: 0, y: 0, w: 2, h: 1 },
        ...{ version: 1, updatedBy: person.user.id },
      })
      .returning(),
  )
  const snapshot = { name: 'Secret', description: '', tabs, blocks: [] }
  const version = inserted(
    await world.db
      .insert(canvasVersions)
      .values({ canvasId: canvas.id, number: 1, snapshot, createdBy: person.user.id })
      .returning(),
  )
  const watch = inserted(
    await world.db
      .insert(watches)
      .values({
        ...{ workspaceId, canvasId: canvas.id, name: 'Secret', createdBy: person.user.id },
        ...{
          schedule: schedule.parse({ every: 'day', time_zone: 'UTC' }),
          recipients: { members: [], addresses: [], webhooks: [] },
        },
      })
      .returning(),
  )
  const comment = inserted(
    await world.db
      .insert(comments)
      // Only its author may change it, whom the sweep asks for as a viewer.
      .values({ canvasId: canvas.id, partId: block.id, text: 'Secret', mentions: [], createdBy: viewer.user.id })
      .returning(),
  )
  const link = inserted(
    await world.db
      .insert(shareLinks)
      .values({
        ...{ canvasId: canvas.id, tokenHash: 'secret', snapshot, createdBy: person.user.id },
        ...{ publishedAt: world.now(), expiresAt: new Date(Date.UTC(2040, 0, 1)) },
      })
      .returning(),
  )
  const webhook = inserted(
    await world.db
      .insert(watchWebhooks)
      .values({ workspaceId, name: 'Secret', host: 'example.com', secrets: 'sealed', createdBy: person.user.id })
      .returning(),
  )
  const agent = inserted(
    await world.db
      .insert(agents)
      .values({
        ...{ id: 'secret', agentId: 'secret', version: 1, workspaceId, savedBy: person.user.id, name: 'Secret' },
        ...{ state: 'published', publishedAt: world.now(), content: agentContent.parse({ instructions: 'Secret' }) },
      })
      .returning(),
  )
  const definition = inserted(
    await world.db
      .insert(definitions)
      .values({
        ...{ id: 'secret', definitionId: 'secret', version: 1, workspaceId, proposedBy: person.user.id },
        ...{ kind: 'query', name: 'Secret?', state: 'approved' },
        content: { description: '', source: 'workspace', sql: 'select 1' },
      })
      .returning(),
  )
  const moment = new Date(Date.UTC(2030, 0, 1))
  const result = inserted(
    await world.db
      .insert(results)
      .values({
        workspaceId,
        userId: person.user.id,
        source: 'files',
        sql: 'select 1',
        columns: [],
        totalRows: 0,
        truncated: false,
        rowsRead: 0,
        elapsedMs: 0,
        storeKey: 'x/result.parquet',
        freshAt: moment,
        expiresAt: moment,
      })
      .returning(),
  )
  const conversation = inserted(
    await world.db.insert(conversations).values({ workspaceId, userId: person.user.id, title: 'Secret' }).returning(),
  )
  const message = inserted(
    await world.db
      .insert(messages)
      .values({ conversationId: conversation.id, role: 'assistant', text: 'Secret', status: 'answered' })
      .returning(),
  )
  const invitation = inserted(
    await world.db
      .insert(invitations)
      .values({
        organizationId: organization.id,
        email: 'secret@example.com',
        role: 'member',
        tokenHash: 'secret',
        invitedBy: person.user.id,
        expiresAt: moment,
        sentAt: moment,
      })
      .returning(),
  )
  const upload = inserted(
    await world.db
      .insert(uploads)
      .values({ workspaceId: workspace.id, userId: person.user.id, name: 'big.csv', sizeBytes: 5 })
      .returning(),
  )
  const key = inserted(
    await world.db
      .insert(apiKeys)
      .values({ userId: person.user.id, name: 'Secret', prefix: 'tt_', hash: 'secret', scopes: ['read'] })
      .returning(),
  )
  const [session] = await world.db.select().from(sessions).where(eq(sessions.userId, person.user.id))
  await webhooks.keepSecret(world)
  await payingAs(world, await userCtx(world, person.user.id))
  const newest = desc(invoices.id)
  const [invoice] = await world.db.select().from(invoices).where(eq(invoices.userId, person.user.id)).orderBy(newest)
  return {
    userId: person.user.id,
    invoiceId: invoice!.id,
    keyId: key.id,
    sessionId: session!.id,
    folder: `workspace_${workspace.id}`,
    file: file.name,
    invitationId: invitation.id,
    fileId: file.id,
    uploadId: upload.id,
    tableId: table.id,
    connId: database.id,
    externalId: external.id,
    engine: 'postgres',
    relationId: relation.id,
    stepId: 'none',
    queryId: definition.definitionId,
    definitionId: definition.definitionId,
    agentId: agent.agentId,
    evaluationId: evaluation.id,
    otherId: evaluation.id,
    resultId: result.id,
    conversationId: conversation.id,
    messageId: message.id,
    canvasId: canvas.id,
    blockId: block.id,
    filterId: SECRET_FILTER.id,
    versionId: version.id,
    watchId: watch.id,
    webhookId: webhook.id,
    linkId: link.id,
    commentId: comment.id,
  }
}
