import { beforeAll, describe, expect, test } from 'bun:test'
import { and, eq, inArray } from 'drizzle-orm'
import { catalogColumns, catalogTables, conversations, shareLinks } from '#db/schema/index.ts'
import { leaveLink } from '../../tests/support/link-attempts.ts'
import {
  type App,
  call,
  form,
  join,
  leave,
  listInWorkspace,
  newPlace,
  type Person,
  type Place,
  signUp,
  workspaceCtx,
} from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'
import { type TestWorld, testApp, testWorld } from '../../tests/support/world.ts'

/** Conversations that are read by a link, and by people by name. */
let world: TestWorld
let app: App
let [owner, asker, viewer, other, stranger]: Person[] = []
let place: Place
const MARKER = 'zq-marker'

beforeAll(async () => {
  world = await testWorld()
  app = await testApp(world)
  ;[owner, asker, viewer, other, stranger] = await Promise.all(
    [1, 2, 3, 4, 5].map((n) => signUp(app, { name: `${MARKER}-person-${n}` })),
  )
  place = await newPlace(app, owner!)
  for (const who of [asker!, other!]) await join(world, place.organization.id, who.user.id, 'member')
  await join(world, place.organization.id, viewer!.user.id, 'viewer')
  const rows = `SELECT range AS id, ['North', 'South', 'East'][1 + range % 3] AS region, range * 2 AS amount, '${MARKER}-row' AS secret, 'code-' || range AS code FROM range(99)`
  const ctx = await workspaceCtx(world, owner!.user.id, place.workspace.id)
  await putTable(ctx, 'orders', rows)
  await putTable(ctx, 'parcels', `SELECT range AS parcel, 'p' || range AS code FROM range(9)`)
}, 300_000)

const ask = async (message: string, who = asker!, conversation_id?: string): Promise<string> => {
  const path = `/api/workspaces/${place.workspace.id}/query-data`
  const answer = await call(app, who, 'POST', path, { message, context: conversation_id ? { conversation_id } : {} })
  expect(answer.body.status).toBe('answered')
  return answer.body.conversation_id
}
async function link(conversation: string, body: object = {}, who = asker!): Promise<{ id: string; path: string }> {
  const made = await call(app, who, 'POST', `/api/conversations/${conversation}/links`, body)
  expect(made.status).toBe(201)
  return { id: made.body.id, path: new URL(made.body.address).pathname }
}
const open = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await app.request(path, { headers })
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}

test('a stranger reads questions, answers, charts and first rows, and nothing else', async () => {
  const conversation = await ask('Total amount by region')
  await ask('How many orders?', asker!, conversation)
  const { path } = await link(conversation)
  const { status, text, headers } = await open(path)
  expect(status).toBe(200)
  for (const said of ['Total amount by region', 'How many orders?', 'North', '99']) expect(text).toContain(said)
  // A single figure stands as such, and not as a picture of a point.
  expect(text).toContain('data-kind="kpi"')
  expect(text).not.toContain(MARKER)
  expect(text).not.toMatch(/select |<script/i)
  expect(headers.get('content-security-policy')).not.toContain('script-src')
  expect(headers.get('x-robots-tag') ?? text).toContain('noindex')
  const chart = /\/shared\/conversations\/[\w-]+\/charts\/[\w-]+/.exec(text)![0]
  const picture = await open(`${chart}?width=340`)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
  expect((await open(`${path}/charts/none?width=340`)).status).toBe(404)
  // The secret opens the one kind alone.
  expect((await open(path.replace('conversations', 'canvases'))).status).toBe(404)
  expect((await call(app, asker!, 'GET', `/api/conversations/${conversation}/links`)).body).toMatchObject([
    { views: 1, state: 'works', is_current: true },
  ])
})

test('it stays as it was until it is published, whatever becomes of the data', async () => {
  const conversation = await ask('How many orders?')
  const { id, path } = await link(conversation)
  await ask('Total amount by region', asker!, conversation)
  expect((await open(path)).text).not.toContain('Total amount')
  const links = `/api/conversations/${conversation}/links`
  expect((await call(app, asker!, 'GET', links)).body).toMatchObject([{ is_current: false }])
  expect((await call(app, asker!, 'POST', `${links}/${id}/publish`)).body).toMatchObject({ is_current: true })
  expect((await open(path)).text).toContain('Total amount')
  expect((await call(app, asker!, 'DELETE', `${links}/${id}`)).status).toBe(204)
  expect((await open(path)).status).toBe(404)
})

test('a password is asked for before anything is told', async () => {
  const { path } = await link(await ask('How many orders?'), { password: 'correct horse' })
  const locked = await open(path)
  expect(locked.text).toContain('This conversation has a password')
  expect(locked.text).not.toContain('How many orders?')
  const right = await app.request(path, form({ password: 'correct horse' }))
  expect([right.status, right.headers.get('location')]).toEqual([303, path])
  const cookie = right.headers.getSetCookie()[0]!.split(';')[0]!
  expect((await open(path, { cookie })).text).toContain('How many orders?')
})

test.each([
  ['a column of its own name', 'Total amount by region', 'region', 'North'],
  ['a column that no statement names', 'Show all orders', 'secret', `${MARKER}-row`],
  ['a column whose name another table has too', 'Show all orders', 'code', 'code-7'],
])('what was hidden since is withheld: %s', async (_, question, column, value) => {
  const conversation = await ask(question)
  const { path } = await link(conversation)
  expect((await open(path)).text).toContain(value)
  const tables = world.db
    .select({ id: catalogTables.id })
    .from(catalogTables)
    .where(and(eq(catalogTables.workspaceId, place.workspace.id), eq(catalogTables.name, 'orders')))
  const hide = (hidden: boolean) =>
    world.db
      .update(catalogColumns)
      .set({ hidden })
      .where(and(eq(catalogColumns.name, column), inArray(catalogColumns.tableId, tables)))
  await hide(true)
  const { text } = await open(path)
  await hide(false)
  expect(text).not.toContain(value)
  expect((await open(path)).text).toContain(value)
})

test('it is dead once whoever asked deleted it, left, or is a viewer now', async () => {
  const conversation = await ask('How many orders?', other!)
  const { path } = await link(conversation, {}, other!)
  await listInWorkspace(world, place.workspace.id, other!.user.id, 'viewer')
  expect((await open(path)).status).toBe(404)
  const member = `/api/workspaces/${place.workspace.id}/members/${other!.user.id}`
  await call(app, owner!, 'PUT', member, { role: 'member' })
  expect((await open(path)).status).toBe(200)
  await call(app, other!, 'DELETE', `/api/conversations/${conversation}`)
  expect((await open(path)).status).toBe(404)
  await world.db.update(conversations).set({ deletedAt: null }).where(eq(conversations.id, conversation))
  expect((await open(path)).status).toBe(200)
  await leave(world, place.organization.id, other!.user.id)
  expect((await open(path)).status).toBe(404)
})

test('links are made by whoever asked, and not by viewers; their bounds are those of canvases', async () => {
  const mine = await ask('How many orders?')
  const links = `/api/conversations/${mine}/links`
  for (const who of [owner!, viewer!, stranger!]) {
    expect((await call(app, who, 'POST', links, {})).status).toBe(404)
    expect((await call(app, who, 'GET', links)).status).toBe(404)
  }
  expect((await call(app, null, 'GET', links)).status).toBe(401)
  const theirs = await ask('How many orders?', viewer!)
  expect((await call(app, viewer!, 'POST', `/api/conversations/${theirs}/links`, {})).status).toBe(403)
  for (const body of [{ expires_in_days: 366 }, { password: 'short' }])
    expect((await call(app, asker!, 'POST', links, body)).status).toBe(400)
  await link(mine)
  const [row] = await world.db.select().from(shareLinks).where(eq(shareLinks.conversationId, mine))
  const { id: _, tokenHash: __, ...values } = row!
  await world.db
    .insert(shareLinks)
    .values(Array.from({ length: 19 }, (_, n) => ({ ...values, tokenHash: `${mine}-${n}` })))
  expect((await call(app, asker!, 'POST', links, {})).body.code).toBe('too_many_links')
})

test('somebody by name reads it and is told so, others of the workspace are not let in, and it ends', async () => {
  const conversation = await ask('How many orders?')
  const path = `/api/conversations/${conversation}`
  const reads = async (who: Person) => (await call(app, who, 'GET', `${path}/messages`)).status
  expect(await reads(viewer!)).toBe(404)
  const shared = await call(app, asker!, 'PUT', `${path}/sharing/${viewer!.user.id}`, { level: 'view' })
  expect(shared.body).toMatchObject({ workspace: null, people: [{ user: { id: viewer!.user.id }, level: 'view' }] })
  expect([await reads(viewer!), await reads(owner!), await reads(stranger!)]).toEqual([200, 404, 404])
  const [told] = (await call(app, viewer!, 'GET', '/api/notifications?limit=1')).body
  expect(told).toMatchObject({ kind: 'share', text: 'You can view it.' })
  const page = await app.request(told.path, { headers: { cookie: viewer!.cookie } })
  expect([page.status, (await page.text()).includes('asked this and shared it with you.')]).toEqual([200, true])
  // They read it, and neither share it on nor change it.
  expect((await call(app, viewer!, 'GET', `${path}/sharing`)).body).toMatchObject({ may: false })
  expect((await call(app, viewer!, 'PUT', `${path}/sharing`, { level: 'view' })).status).toBe(404)
  expect((await call(app, viewer!, 'PATCH', path, { title: 'Mine' })).status).toBe(404)
  expect((await call(app, asker!, 'PUT', `${path}/sharing/${stranger!.user.id}`, { level: 'view' })).status).toBe(400)
  await call(app, asker!, 'DELETE', `${path}/sharing/${viewer!.user.id}`)
  expect(await reads(viewer!)).toBe(404)
  expect((await call(app, asker!, 'PUT', `${path}/sharing`, { level: 'view' })).body).toMatchObject({
    workspace: 'view',
  })
  expect([await reads(viewer!), await reads(owner!)]).toEqual([200, 200])
  await call(app, asker!, 'PUT', `${path}/sharing`, { level: null })
  expect(await reads(owner!)).toBe(404)
})

describe('with the secret of a link nobody gets', () =>
  leaveLink(async () => {
    const thing = await ask('Total amount by region')
    const other = await ask('Total amount by region', owner!)
    const answerOf = async (conversation: string, who = asker!) => {
      const { body } = await call(app, who, 'GET', `/api/conversations/${conversation}/messages`)
      const { id } = body.find((one: { role: string }) => one.role === 'assistant')
      return (await call(app, who, 'GET', `/api/messages/${id}`)).body
    }
    const [mine, theirs] = [await answerOf(thing), await answerOf(other, owner!)]
    return {
      ...{ app, kind: 'conversations', owner: asker!, workspace: place.workspace.id, thing, other },
      foreign: 'x',
      parts: { chart: `${mine.id}-1`, plain: `${mine.id}-0`, other: `${theirs.id}-1` },
      ...{ result: mine.answer.results[0].id, marker: MARKER, shown: 'North' },
    }
  }))
