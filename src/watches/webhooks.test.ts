import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { MINUTE } from '#base/time.ts'
import { auditEvents, organizations, watchDeliveries, watches } from '#db/schema/index.ts'
import {
  type App,
  call,
  form,
  join,
  leave,
  newPlace,
  type Person,
  type Place,
  signUp,
} from '../../tests/support/people.ts'
import { type TestWorld, testApp, testWorld } from '../../tests/support/world.ts'
import { bodyOf, type WatchEvent } from './rules/payload.ts'
import { deliver } from './webhooks.ts'

/** A server that takes what it is sent, and answers as the test says; the clock is moved by the test. */
type Taken = { headers: Headers; body: string }
const taken: Taken[] = []
let answers: Response[] = []
const receiver = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch(request) {
    taken.push({ headers: request.headers, body: await request.text() })
    return answers.shift() ?? new Response('fine')
  },
})
let app: App
let world: TestWorld
let [owner, member]: Person[] = []
let path: string
let watchId: string
let now = new Date()
beforeAll(async () => {
  world = { ...(await testWorld()), now: () => now }
  app = await testApp(world)
  ;[owner, member] = [await signUp(app), await signUp(app)]
  const { organization, workspace } = await newPlace(app, owner)
  await join(world, organization.id, member.user.id, 'member')
  path = `/api/workspaces/${workspace.id}`
  const canvas = (await call(app, owner, 'POST', `${path}/canvases`, { name: 'Board' })).body.id
  const content = { title: 'Answer', sql: 'SELECT 42 AS answer', value: { column: 'answer', row: null } }
  const block = { kind: 'kpi', tab: 'first', x: 0, y: 0, w: 3, h: 3, content }
  await call(app, owner, 'PUT', `/api/canvases/${canvas}/blocks/${newId()}`, block)
  const schedule = { every: 'month', time_zone: 'UTC' }
  const made = await call(app, owner, 'POST', `${path}/watches`, {
    canvas_id: canvas,
    name: 'Board',
    schedule,
    members: [owner.user.id],
  })
  watchId = made.body.id
})
afterAll(() => receiver.stop(true))

const create = (more: object = {}, who = owner!) =>
  call(app, who, 'POST', `${path}/watch-webhooks`, { name: 'Ours', url: `${receiver.url}hook`, ...more })
const log = async (id: string) => (await call(app, owner!, 'GET', `${path}/watch-webhooks/${id}/deliveries`)).body

test('a run tells the webhook, signed; what is not taken is tried again, later each time', async () => {
  const { body: webhook, status, headers } = await create()
  expect([status, headers.get('cache-control')]).toEqual([201, 'no-store'])
  await call(app, member!, 'PATCH', `${path}/watches/${watchId}`, { webhooks: [webhook.id] })
  const changed = await call(app, owner!, 'PATCH', `${path}/watches/${watchId}`, { webhooks: [webhook.id] })
  expect(changed.body.webhooks).toEqual([{ id: webhook.id, name: 'Ours' }])
  const run = await call(app, owner!, 'POST', `${path}/watches/${watchId}/run`)
  expect(run.body.sent).toEqual([
    { kind: 'mail', to: owner!.user.email },
    { kind: 'webhook', to: 'Ours' },
  ])
  answers = [new Response('not now', { status: 503 }), Response.redirect('https://example.com/elsewhere')]
  await deliver(world)
  expect(await log(webhook.id)).toMatchObject([
    { state: 'waiting', attempts: 1, status: 503, error: expect.stringContaining('answered 503: not now') },
  ])
  await deliver(world)
  expect(taken).toHaveLength(1)
  now = new Date(Number(now) + MINUTE / 2)
  await deliver(world)
  expect(await log(webhook.id)).toMatchObject([
    { state: 'waiting', attempts: 2, error: expect.stringContaining('redirects') },
  ])
  now = new Date(Number(now) + MINUTE)
  await deliver(world)
  expect(await log(webhook.id)).toMatchObject([{ state: 'sent', attempts: 3, status: 200, error: null }])
  now = new Date(Number(now) + 10 * MINUTE)
  await deliver(world)
  expect(taken).toHaveLength(3)

  const { headers: sent, body } = taken.at(-1)!
  const key = Buffer.from(webhook.secret.replace('whsec_', ''), 'base64')
  const content = `${sent.get('webhook-id')}.${sent.get('webhook-timestamp')}.${body}`
  expect(sent.get('webhook-signature')).toBe(`v1,${createHmac('sha256', key).update(content).digest('base64')}`)
  // Each attempt has the id of the first, by which whoever receives knows it again.
  expect(new Set(taken.map(({ headers }) => headers.get('webhook-id'))).size).toBe(1)
  expect(JSON.parse(body)).toMatchObject({
    type: 'canvas.scheduled',
    watch: { id: watchId, name: 'Board' },
    facts: [{ name: 'Answer', value: '42' }],
    address: expect.stringContaining('/canvases/'),
  })
})

/** What ends a watch while something of it waits to be sent. */
const ENDS: [string, (of: { place: Place; canvas: string; watch: string; maker: Person }) => Promise<unknown>][] = [
  [
    'its organization was suspended',
    ({ place }) =>
      world.db.update(organizations).set({ status: 'suspended' }).where(eq(organizations.id, place.organization.id)),
  ],
  ['its workspace was deleted', ({ place }) => call(app, owner!, 'DELETE', `/api/workspaces/${place.workspace.id}`)],
  ['its canvas was deleted', ({ canvas }) => call(app, owner!, 'DELETE', `/api/canvases/${canvas}`)],
  [
    'it was deleted',
    ({ place, watch }) => call(app, owner!, 'DELETE', `/api/workspaces/${place.workspace.id}/watches/${watch}`),
  ],
  ['an admin stopped it', ({ watch }) => world.db.update(watches).set({ stoppedAt: now }).where(eq(watches.id, watch))],
  ['its maker left', ({ place, maker }) => leave(world, place.organization.id, maker.user.id)],
  ['its maker is a viewer now', ({ place, maker }) => join(world, place.organization.id, maker.user.id, 'viewer')],
]
test.each(ENDS)('what waits is not sent any more once %s', async (_, end) => {
  const place = await newPlace(app, owner!)
  const maker = await signUp(app)
  await join(world, place.organization.id, maker.user.id, 'member')
  const inside = `/api/workspaces/${place.workspace.id}`
  const canvas = (await call(app, owner!, 'POST', `${inside}/canvases`, { name: 'Board' })).body.id
  const content = { title: 'Answer', sql: 'SELECT 42 AS answer', value: { column: 'answer', row: null } }
  const block = { kind: 'kpi', tab: 'first', x: 0, y: 0, w: 3, h: 3, content }
  await call(app, owner!, 'PUT', `/api/canvases/${canvas}/blocks/${newId()}`, block)
  const hook = { name: 'Ours', url: `${receiver.url}hook` }
  const webhook = (await call(app, owner!, 'POST', `${inside}/watch-webhooks`, hook)).body.id
  const about = { canvas_id: canvas, name: 'Board', schedule: { every: 'month', time_zone: 'UTC' }, members: [] }
  const watch = (await call(app, maker, 'POST', `${inside}/watches`, { ...about, webhooks: [webhook] })).body.id
  const run = async () => call(app, maker, 'POST', `${inside}/watches/${watch}/run`)
  const before = taken.length
  expect((await run()).body.sent).toEqual([{ kind: 'webhook', to: 'Ours' }])
  await deliver(world)
  expect(taken).toHaveLength(before + 1)
  await run()
  await end({ place, canvas, watch, maker })
  await deliver(world)
  expect(taken).toHaveLength(before + 1)
  const rows = await world.db.select().from(watchDeliveries).where(eq(watchDeliveries.webhookId, webhook))
  expect(rows.map(({ state }) => state).sort()).toEqual(['failed', 'sent'])
})

test('a test is sent at once, once, and says how it went', async () => {
  const { body: webhook } = await create({ format: 'slack' })
  const tested = () => call(app, owner!, 'POST', `${path}/watch-webhooks/${webhook.id}/test`)
  expect((await tested()).body).toMatchObject({ state: 'sent', status: 200, event: { type: 'test' } })
  expect(JSON.parse(taken.at(-1)!.body)).toMatchObject({
    text: 'Test of Ours',
    blocks: [{ type: 'header' }, {}, {}, {}],
  })
  answers = [new Response('gone', { status: 410 })]
  expect((await tested()).body).toMatchObject({ state: 'failed', status: 410, next_at: null })
})

test('addresses inside of our network are refused, and their secrets told nobody again', async () => {
  for (const url of ['http://169.254.169.254/latest', 'http://10.0.0.1/', 'http://[fd00::1]/'])
    expect((await create({ url })).body).toMatchObject({ code: 'connection_failed' })
  expect((await create({ url: 'file:///etc/passwd' })).body).toMatchObject({ code: 'invalid' })
  const { body: webhook } = await create({ name: 'Quiet' })
  const listed = await call(app, member!, 'GET', `${path}/watch-webhooks`)
  expect(listed.body.find(({ id }: { id: string }) => id === webhook.id)).toEqual({
    ...{
      id: webhook.id,
      name: 'Quiet',
      format: 'json',
      host: new URL(receiver.url).host,
      created_at: webhook.created_at,
    },
  })
  expect((await create({}, member!)).status).toBe(403)
  const other = await call(app, owner!, 'PATCH', `${path}/watches/${watchId}`, { webhooks: ['none'] })
  expect(other.body.error).toContain('not of this workspace')
})

test('its page makes, tests and deletes it; what is gone is told nothing', async () => {
  const page = path.replace('/api', '')
  const made = await app.request(
    `${page}/webhooks`,
    form({ name: 'By form', url: receiver.url.href, format: 'teams' }, owner!.cookie),
  )
  expect(await made.text()).toContain('whsec_')
  const bad = await app.request(
    `${page}/webhooks`,
    form({ name: 'Bad', url: 'nowhere', format: 'json' }, owner!.cookie),
  )
  expect([bad.status, await bad.text()]).toEqual([400, expect.stringContaining('Write an address like')])
  const { id } = (await call(app, owner!, 'GET', `${path}/watch-webhooks`)).body.find(
    (one: { name: string }) => one.name === 'By form',
  )
  const act = (act: string) => app.request(`${page}/webhooks/${id}/act`, form({ act }, owner!.cookie))
  expect((await act('test')).headers.get('location')).toContain('tested=yes')
  const html = await (await app.request(`${page}/webhooks/${id}`, { headers: { cookie: owner!.cookie } })).text()
  expect(html).toContain('Test of By form')
  await call(app, owner!, 'PATCH', `${path}/watches/${watchId}`, { webhooks: [id] })
  expect((await act('remove')).status).toBe(303)
  expect((await call(app, owner!, 'POST', `${path}/watches/${watchId}/run`)).body.sent).toHaveLength(1)
  const written = await world.db.select().from(auditEvents).where(eq(auditEvents.subject, id))
  expect(written.map(({ action }) => action).toSorted()).toEqual(['watch_webhook.create', 'watch_webhook.delete'])
})

describe('what Slack and Teams are sent', () => {
  const event: WatchEvent = {
    ...{ type: 'watch.fired', at: '2026-11-30T08:00:00Z', workspace: { id: 'w', name: 'Sales' } },
    ...{ watch: { id: 'x', name: 'Returns' }, canvas: { id: 'c' }, value: 22, title: 'Returns: 22' },
    paragraphs: ['<!channel> of R&D'],
    facts: [{ name: 'Brand', value: '*bold* [link](https://example.com)' }],
    tables: [{ title: 'Rows', columns: ['brand', 'n'], rows: [['BlueLine', '22']] }],
    address: 'https://example.com/canvases/c',
  }
  test('has a fallback text and blocks, in which nothing of the data mentions anybody', () => {
    expect(JSON.parse(bodyOf('slack', event))).toMatchObject({
      text: 'Returns: 22',
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: 'Returns: 22' } },
        { text: { text: '&lt;!channel&gt; of R&amp;D' } },
        { fields: [{ type: 'mrkdwn' }] },
        { text: { text: 'Rows\nbrand | n\nBlueLine | 22' } },
        { type: 'actions', elements: [{ url: event.address }] },
      ],
    })
  })

  test('is an adaptive card, in which nothing of the data is a link', () => {
    const { type, attachments } = JSON.parse(bodyOf('teams', event))
    expect([type, attachments[0].contentType]).toEqual(['message', 'application/vnd.microsoft.card.adaptive'])
    const { body, actions } = attachments[0].content
    expect(body.map((one: { type: string }) => one.type)).toEqual([
      'TextBlock',
      'TextBlock',
      'FactSet',
      'TextBlock',
      'Table',
    ])
    expect(body[2].facts[0].value).toBe('\\*bold\\* \\[link\\]\\(https://example.com\\)')
    expect(actions).toEqual([{ type: 'Action.OpenUrl', title: 'Open', url: event.address }])
  })
})
