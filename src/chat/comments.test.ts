import { beforeAll, expect, test } from 'bun:test'
import { and, desc, eq } from 'drizzle-orm'
import type { CommentJson } from '#comments/rules/comment.ts'
import { auditEvents, mails } from '#db/schema/index.ts'
import {
  type App,
  call,
  join,
  leave,
  newPlace,
  type Person,
  type Place,
  signUp,
  workspaceCtx,
} from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'
import { type TestWorld, testApp, testWorld } from '../../tests/support/world.ts'

/** What is said of answers of a conversation: by the code of comments of canvases, whose own tests stand there. */
let world: TestWorld
let app: App
let [owner, maker, member, viewer, stranger]: Person[] = []
let place: Place
let path: string
let answer: string
let question: string
let result: string

beforeAll(async () => {
  world = await testWorld()
  app = await testApp(world)
  ;[owner, maker, member, viewer, stranger] = await Promise.all(
    ['Olga', 'Mia', 'Ben', 'Vera', 'Stan'].map((name) => signUp(app, { name })),
  )
  place = await newPlace(app, owner!)
  for (const who of [maker!, member!]) await join(world, place.organization.id, who.user.id, 'member')
  await join(world, place.organization.id, viewer!.user.id, 'viewer')
  const rows = `SELECT range AS id, ['North', 'South', 'East'][1 + range % 3] AS region FROM range(99)`
  await putTable(await workspaceCtx(world, owner!.user.id, place.workspace.id), 'orders', rows)
  const asked = await ask()
  path = `/api/conversations/${asked.conversation_id}`
  answer = asked.message_id
  result = asked.main
  question = (await call(app, maker!, 'GET', `${path}/messages`)).body.at(-1).id
  for (const who of [member!, viewer!]) await share(who, 'comment')
}, 300_000)

const ask = async () =>
  (
    await call(app, maker!, 'POST', `/api/workspaces/${place.workspace.id}/query-data`, {
      message: 'How many orders by region?',
    })
  ).body
const share = (who: Person, level: string) => call(app, maker!, 'PUT', `${path}/sharing/${who.user.id}`, { level })
const say = (who: Person, more: object = {}, at = path) =>
  call(app, who, 'POST', `${at}/comments`, { message_id: answer, text: 'Why?', ...more })
const listed = async (who: Person): Promise<CommentJson[]> => (await call(app, who, 'GET', `${path}/comments`)).body
const mailsTo = (who: Person) =>
  world.db
    .select()
    .from(mails)
    .where(and(eq(mails.to, who.user.email), eq(mails.kind, 'conversation_mention')))
    .orderBy(desc(mails.id))

test('an answer and a cell of one of its results are commented on, and read by all who may read the conversation', async () => {
  const cell = { result, column: 'orders', row: { region: 'North' } }
  const whole = await say(viewer!)
  const one = await say(member!, { cell })
  expect(whole).toMatchObject({ status: 201, body: { message_id: answer, cell: null, by: { name: 'Vera' } } })
  expect(one).toMatchObject({ status: 201, body: { cell, may: { edit: true, end: true } } })
  const all = await listed(maker!)
  expect(all.map(({ id }) => id)).toEqual([whole.body.id, one.body.id])
  expect(all.map(({ may }) => may)).toEqual([
    { edit: false, end: true },
    { edit: false, end: true },
  ])
  for (const wrong of [{ message_id: question }, { message_id: 'none' }])
    expect((await say(viewer!, wrong)).status).toBe(404)
  for (const wrong of [{ cell: { ...cell, result: 'none' } }, { cell: { column: 'orders', row: null } }, { text: ' ' }])
    expect((await say(viewer!, wrong)).status).toBe(400)
  const other = await ask()
  expect((await say(maker!, { message_id: other.message_id })).status).toBe(404)
  const otherPath = `/api/conversations/${other.conversation_id}/comments/${one.body.id}`
  expect((await call(app, maker!, 'DELETE', otherPath)).status).toBe(404)
})

test('words are changed by their author alone; it is ended by them and by whose conversation it is', async () => {
  const { id } = (await say(viewer!)).body
  const one = `${path}/comments/${id}`
  for (const who of [maker!, member!]) expect((await call(app, who, 'PATCH', one, { text: 'Mine' })).status).toBe(403)
  expect((await call(app, member!, 'PATCH', one, { resolved: true })).status).toBe(403)
  expect((await call(app, viewer!, 'PATCH', one, { text: 'Why so?' })).body).toMatchObject({ text: 'Why so?' })
  expect((await call(app, maker!, 'PATCH', one, { resolved: true })).body).toMatchObject({
    resolved_by: { name: 'Mia' },
  })
  expect((await call(app, member!, 'DELETE', one)).status).toBe(403)
  expect((await call(app, maker!, 'DELETE', one)).status).toBe(204)
  const events = await world.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.subject, path.split('/').at(-1)!))
  const of = events.filter(({ details }) => (details as { comment?: string }).comment === id)
  expect(of.map(({ action }) => action).sort()).toEqual([
    'conversation.change_comment',
    'conversation.change_comment',
    'conversation.comment',
    'conversation.delete_comment',
  ])
})

test('who is mentioned is told where it stands, whose conversation it is as well, and nobody who may not read it', async () => {
  const told = async (who: Person) => (await call(app, who, 'GET', '/api/notifications?limit=1')).body[0]
  await say(viewer!, { text: '@Ben look', mentions: [member!.user.id] })
  expect(await told(member!)).toMatchObject({
    kind: 'mention',
    text: '@Ben look',
    title: expect.stringMatching(/^Vera mentioned you on /),
  })
  expect((await told(member!)).path).toBe(
    `/workspaces/${place.workspace.id}?conversation=${path.split('/').at(-1)}&message=${answer}#m-${answer}`,
  )
  expect((await mailsTo(member!))[0]!.text).toContain('Conversation')
  expect(await told(maker!)).toMatchObject({ kind: 'comment', text: '@Ben look' })
  for (const outside of [owner!, stranger!])
    expect((await say(viewer!, { mentions: [outside.user.id] })).status).toBe(400)
  // Who commented before, and whom it is not shared with any more, hears nothing.
  await say(member!, { text: 'Before' })
  await call(app, maker!, 'DELETE', `${path}/sharing/${member!.user.id}`)
  await say(viewer!, { text: 'After' })
  expect((await told(member!))?.text).not.toBe('After')
  await share(member!, 'comment')
})

test('nobody else reads or writes: not to view only, not from another organization, not once they left', async () => {
  const { id } = (await say(member!)).body
  await call(app, maker!, 'DELETE', `${path}/sharing/${viewer!.user.id}`)
  await share(viewer!, 'view')
  expect((await listed(viewer!)).length).toBeGreaterThan(0)
  for (const [who, status] of [
    [viewer!, 403],
    [owner!, 404],
    [stranger!, 404],
  ] as const) {
    expect((await say(who)).status).toBe(status)
    for (const method of ['PATCH', 'DELETE'])
      expect((await call(app, who, method, `${path}/comments/${id}`, { text: 'x' })).status).toBe(status)
    if (status === 404) expect((await call(app, who, 'GET', `${path}/comments`)).status).toBe(404)
  }
  await leave(world, place.organization.id, member!.user.id)
  expect((await call(app, member!, 'GET', `${path}/comments`)).status).toBe(404)
  await call(app, maker!, 'DELETE', path)
  expect((await call(app, maker!, 'GET', `${path}/comments`)).status).toBe(404)
})
