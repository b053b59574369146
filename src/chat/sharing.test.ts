import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { and, eq, inArray } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import * as credits from '#billing/credits.ts'
import { auditEvents, catalogColumns, catalogTables, conversations, messages } from '#db/schema/index.ts'
import { type ModelServer, scriptedModels, startModelServer } from '../../tests/support/model-server.ts'
import {
  type App,
  call,
  form,
  join,
  newPlace,
  type Person,
  type Place,
  signUp,
  userCtx,
  workspaceCtx,
} from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'
import { type TestWorld, testApp, testWorld } from '../../tests/support/world.ts'
import { sweepInterrupted } from './interrupted.ts'

/** What people may do with a conversation that is shared with their workspace, or with them by name. */
let world: TestWorld
let app: App
let [owner, maker, member, viewer, stranger]: Person[] = []
let place: Place

beforeAll(async () => {
  world = await testWorld()
  app = await testApp(world)
  ;[owner, maker, member, viewer, stranger] = await Promise.all(
    ['Olga', 'Mia', 'Ben', 'Vera', 'Stan'].map((name) => signUp(app, { name })),
  )
  place = await newPlace(app, owner!)
  await newPlace(app, stranger!)
  for (const who of [maker!, member!]) await join(world, place.organization.id, who.user.id, 'member')
  await join(world, place.organization.id, viewer!.user.id, 'viewer')
  const rows = `SELECT range AS id, ['Norrland', 'South', 'East'][1 + range % 3] AS region, range * 2 AS amount FROM range(99)`
  await putTable(await workspaceCtx(world, owner!.user.id, place.workspace.id), 'orders', rows)
}, 300_000)

const ask = (who: Person, conversation_id: string | null = null, message = 'How many orders?', to = app) =>
  call(to, who, 'POST', `/api/workspaces/${place.workspace.id}/query-data`, { message, context: { conversation_id } })
type Talk = { id: string; path: string; answer: string; result: string }
/** A conversation of Mia with one answer, and what the workspace may do with it. */
async function newTalk(level: string | null, who = maker!, message?: string): Promise<Talk> {
  const { body } = await ask(who, null, message)
  const talk = { id: body.conversation_id, path: `/api/conversations/${body.conversation_id}`, answer: body.message_id }
  const set = await call(app, who, 'PUT', `${talk.path}/sharing`, { level })
  expect(set.body).toMatchObject({ workspace: level, workspace_id: place.workspace.id, may: true })
  return { ...talk, result: body.main }
}
const share = (talk: Talk, who: Person, level: string) =>
  call(app, maker!, 'PUT', `${talk.path}/sharing/${who.user.id}`, { level })
const lines = async (talk: Talk, who: Person) => (await call(app, who, 'GET', `${talk.path}/messages`)).body
const balance = async (who: Person) => (await call(app, who, 'GET', '/api/credits/balance')).body.balance
/** The statuses of reading, commenting and asking. */
async function tries({ id, path, answer }: Talk, who: Person): Promise<number[]> {
  const read = await call(app, who, 'GET', `${path}/messages`)
  const said = await call(app, who, 'POST', `${path}/comments`, { message_id: answer, text: 'Why?' })
  return [read.status, said.status, (await ask(who, id)).status]
}

test('everybody may do what the workspace was given, viewers too; whose it is everything, and nobody else unshared', async () => {
  const statuses = { view: [200, 403, 403], comment: [200, 201, 403], edit: [200, 201, 200] }
  for (const [level, expected] of Object.entries(statuses)) {
    const talk = await newTalk(level)
    for (const who of [member!, viewer!, owner!]) expect(await tries(talk, who)).toEqual(expected)
    expect(await tries(talk, maker!)).toEqual([200, 201, 200])
    expect(await tries(talk, stranger!)).toEqual([404, 404, 404])
  }
  const closed = await newTalk(null)
  for (const who of [member!, owner!, stranger!]) expect(await tries(closed, who)).toEqual([404, 404, 404])
})

test('a name gives more than the workspace has, never less, is told, and taken back', async () => {
  const talk = await newTalk('view')
  expect((await share(talk, viewer!, 'edit')).body.people).toMatchObject([{ user: { name: 'Vera' }, level: 'edit' }])
  expect(await tries(talk, viewer!)).toEqual([200, 201, 200])
  expect(await tries(talk, member!)).toEqual([200, 403, 403])
  const [told] = (await call(app, viewer!, 'GET', '/api/notifications?limit=1')).body
  expect(told).toMatchObject({ kind: 'share', text: 'You can edit it.' })
  const open = async (who: Person) => (await app.request(told.path, { headers: { cookie: who.cookie } })).text()
  expect(await open(viewer!)).toContain('id="question"')
  expect(await open(member!)).not.toContain('id="question"')
  await call(app, maker!, 'PUT', `${talk.path}/sharing`, { level: 'edit' })
  await share(talk, viewer!, 'view')
  expect(await tries(talk, viewer!)).toEqual([200, 201, 200])
  await call(app, maker!, 'PUT', `${talk.path}/sharing`, { level: null })
  expect(await tries(talk, viewer!)).toEqual([200, 403, 403])
  await call(app, maker!, 'DELETE', `${talk.path}/sharing/${viewer!.user.id}`)
  expect(await tries(talk, viewer!)).toEqual([404, 404, 404])
  const events = await world.db.select().from(auditEvents).where(eq(auditEvents.subject, talk.id))
  const levels = events.flatMap(({ action, details }) =>
    /share$/.test(action) ? [(details as { level?: object }).level] : [],
  )
  expect(levels).toContainEqual({ before: 'view', after: 'edit' })
})

test('what others share is listed for those who may read it, in pages, and what is hidden in it is withheld', async () => {
  const [mine, ofAll, byName, closed, gone] = [
    await newTalk('view', member!),
    await newTalk('view', maker!, 'What is the total amount of orders?'),
    await newTalk(null),
    await newTalk(null),
    await newTalk('view'),
  ]
  await share(byName, viewer!, 'comment')
  await call(app, maker!, 'DELETE', gone.path)
  const all = [mine, ofAll, byName, closed, gone]
  const history = `/api/workspaces/${place.workspace.id}/agent-history`
  const list = async (who: Person, query = '?shared=true&limit=200') => {
    const { status, body } = await call(app, who, 'GET', history + query)
    return status === 200 ? body.filter(({ id }: Talk) => all.some((one) => one.id === id)) : status
  }
  const idsFor = async (who: Person) => (await list(who)).map(({ id }: Talk) => id)
  expect(await idsFor(viewer!)).toEqual([byName.id, ofAll.id, mine.id])
  expect(await idsFor(owner!)).toEqual([ofAll.id, mine.id])
  expect(await idsFor(member!)).toEqual([ofAll.id])
  expect(await idsFor(maker!)).toEqual([mine.id])
  expect(await list(stranger!)).toBe(404)
  // One's own stay as they were.
  expect((await list(member!, '')).map(({ id, by }: Talk & { by: unknown }) => [id, by])).toEqual([
    [mine.id, undefined],
  ])
  // Page by page.
  const first = await call(app, viewer!, 'GET', `${history}?shared=true&limit=1`)
  expect(first.body).toMatchObject([{ id: byName.id, by: { name: 'Mia' } }])
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link')!)![1]!
  expect((await call(app, viewer!, 'GET', next)).body).toMatchObject([{ id: ofAll.id }])
  // The chat has them beside one's own.
  const page = await app.request(`/workspaces/${place.workspace.id}`, { headers: { cookie: viewer!.cookie } })
  expect(await page.text()).toContain('Shared with you')
  const tables = world.db.select({ id: catalogTables.id }).from(catalogTables)
  const isAmount = and(
    inArray(catalogColumns.tableId, tables.where(eq(catalogTables.workspaceId, place.workspace.id))),
    eq(catalogColumns.name, 'amount'),
  )
  const said = async () => (await list(viewer!)).find(({ id }: Talk) => id === ofAll.id).messages.at(-1).text
  const before = await said()
  await world.db.update(catalogColumns).set({ hidden: true }).where(isAmount)
  expect(await said()).toContain('hidden since')
  await world.db.update(catalogColumns).set({ hidden: false }).where(isAmount)
  expect(await said()).toBe(before)
})

test('whoever may ask changes nothing else of it: what is made of it belongs to whose it is', async () => {
  const talk = await newTalk('edit')
  const calls = [
    ['PATCH', talk.path, { title: 'Mine' }],
    ['PATCH', talk.path, { shared: false }],
    ['DELETE', talk.path],
    ['PUT', `${talk.path}/sharing`, { level: null }],
    ['PUT', `${talk.path}/sharing/${viewer!.user.id}`, { level: 'edit' }],
    ['DELETE', `${talk.path}/sharing/${viewer!.user.id}`],
    ['GET', `${talk.path}/links`],
    ['POST', `${talk.path}/links`, {}],
    ['POST', `/api/messages/${talk.answer}/feedback`, { rating: 'down' }],
    ['POST', `/api/messages/${talk.answer}/sql`, { result: talk.result, sql: 'select 1' }],
    ['POST', `/api/messages/${talk.answer}/chips`, { result: talk.result, edits: null }],
    ['POST', `/api/messages/${talk.answer}/reading`, { reading: null }],
    ['PUT', `/api/messages/${talk.answer}/chart`, { of: 0, chart: null }],
    ['GET', `/api/messages/${talk.answer}/thoughts`],
  ] as const
  for (const who of [member!, owner!, stranger!])
    for (const [method, path, body] of calls)
      expect([method, path, (await call(app, who, method, path, body)).status]).toEqual([method, path, 404])
})

test('who asked stands at each question, pays for it, and may change their own answer as long as they may ask', async () => {
  const talk = await newTalk('edit')
  const before = [await balance(maker!), await balance(viewer!)]
  const { body } = await ask(viewer!, talk.id, 'Total amount by region')
  expect(body.status).toBe('answered')
  expect(await balance(maker!)).toBe(before[0])
  expect(await balance(viewer!)).toBeLessThan(before[1])
  expect((await lines(talk, member!)).map(({ by }: { by: { name: string } }) => by.name)).toEqual([
    ...['Vera', 'Vera', 'Mia', 'Mia'],
  ])
  const page = await app.request(`/workspaces/${place.workspace.id}?conversation=${talk.id}`, {
    headers: { cookie: maker!.cookie },
  })
  expect(await page.text()).toMatch(/<small>You<\/small>How many orders\?[\s\S]*<small>Vera<\/small>Total amount/)
  const edit = (who: Person) =>
    call(app, who, 'POST', `/api/messages/${body.message_id}/sql`, { result: body.main, sql: 'select 7 as n' })
  expect([(await edit(viewer!)).status, (await edit(maker!)).status, (await edit(member!)).status]).toEqual([
    200, 200, 404,
  ])
  // Their agent's history is that of their own conversations.
  const history = await call(app, viewer!, 'GET', `/api/workspaces/${place.workspace.id}/agent-history`)
  expect(history.body.map(({ id }: { id: string }) => id)).not.toContain(talk.id)
  await call(app, maker!, 'PUT', `${talk.path}/sharing`, { level: 'comment' })
  expect((await edit(viewer!)).status).toBe(404)
  const events = `${talk.path}/stream?after=${body.message_id}:0.0`
  expect((await call(app, viewer!, 'GET', events)).status).toBe(403)
})

test('what somebody asked and said in it stays without their name when they delete their account', async () => {
  const talk = await newTalk('edit')
  const guest = await signUp(app, { name: 'Gina Unmistakable', verified: true })
  await join(world, place.organization.id, guest.user.id, 'viewer')
  expect(await tries(talk, guest)).toEqual([200, 201, 200])
  const deletion = form({ confirm: guest.user.email, password: guest.password }, guest.cookie)
  expect((await app.request('/profile/account/delete', deletion)).status).toBe(200)
  const said = [await lines(talk, maker!), (await call(app, maker!, 'GET', `${talk.path}/comments`)).body]
  expect(JSON.stringify(said)).not.toContain('Unmistakable')
  expect(said.map(([{ by }]) => by.name)).toEqual(['Deleted account', 'Deleted account'])
})

describe('one question at a time', () => {
  let server: ModelServer
  let modelled: App
  beforeAll(async () => {
    server = await startModelServer(() => ({ hang: true }))
    modelled = await testApp({ ...world, models: scriptedModels(server) })
  })
  afterAll(() => server.stop())
  const running = async (talk: Talk) => {
    for (;;) {
      const [row] = await world.db
        .select({ id: messages.id })
        .from(messages)
        .where(and(eq(messages.conversationId, talk.id), eq(messages.status, 'running')))
      if (row) return row.id
      await Bun.sleep(5)
    }
  }

  test('whoever asks: it is stopped by who asked and by whose conversation it is, and holds their credits alone', async () => {
    const talk = await newTalk('edit')
    const before = await balance(viewer!)
    const asked = ask(viewer!, talk.id, 'Slow?', modelled)
    const id = await running(talk)
    expect((await ask(member!, talk.id)).body).toMatchObject({ code: 'busy' })
    expect((await ask(maker!, talk.id)).body).toMatchObject({ code: 'busy' })
    expect((await call(app, member!, 'POST', `${talk.path}/stop`)).status).toBe(403)
    // Others may follow what runs, not what others were answered before.
    expect((await call(app, member!, 'GET', `${talk.path}/stream?after=${talk.answer}:0.0`)).status).toBe(404)
    const stream = await modelled.request(`${talk.path}/stream`, { headers: member!.headers })
    expect(stream.status).toBe(200)
    expect((await call(modelled, maker!, 'POST', `${talk.path}/stop`)).body).toEqual({ stopped: true })
    expect(await stream.text()).toContain(id)
    expect((await asked).body.status).toBe('stopped')
    expect(await balance(viewer!)).toBe(before)
  })

  test('it is followed no longer than the conversation is shared', async () => {
    const unshare: ((talk: Talk) => ReturnType<typeof call>)[] = [
      (talk) => call(app, maker!, 'DELETE', `${talk.path}/sharing/${member!.user.id}`),
      (talk) => call(app, maker!, 'PUT', `${talk.path}/sharing`, { level: null }),
    ]
    for (const [at, end] of unshare.entries()) {
      const talk = await newTalk(at === 0 ? null : 'edit')
      if (at === 0) await share(talk, member!, 'edit')
      const asked = ask(maker!, talk.id, 'Slow?', modelled)
      await running(talk)
      const stream = await modelled.request(`${talk.path}/stream`, { headers: member!.headers })
      expect(stream.status).toBe(200)
      expect((await end(talk)).status).toBeLessThan(300)
      expect(await stream.text()).not.toContain('[DONE]')
      await call(modelled, maker!, 'POST', `${talk.path}/stop`)
      await asked
    }
  })

  test('others do not follow what may read what is hidden from them', async () => {
    const talk = await newTalk('edit', owner!)
    const asked = ask(owner!, talk.id, 'Slow?', modelled)
    const id = await running(talk)
    const isRegion = eq(catalogColumns.name, 'region')
    const tables = world.db.select({ id: catalogTables.id }).from(catalogTables)
    const ours = inArray(catalogColumns.tableId, tables.where(eq(catalogTables.workspaceId, place.workspace.id)))
    const hide = (hidden: boolean) => world.db.update(catalogColumns).set({ hidden }).where(and(isRegion, ours))
    await hide(true)
    try {
      expect((await call(modelled, member!, 'GET', `${talk.path}/stream`)).status).toBe(204)
      expect((await call(modelled, member!, 'GET', `${talk.path}/stream?after=${id}:0.0`)).status).toBe(404)
    } finally {
      await hide(false)
    }
    await call(modelled, owner!, 'POST', `${talk.path}/stop`)
    await asked
  })

  test('it counts among the questions of who asked', async () => {
    const talk = await newTalk('edit')
    const most = world.settings().limits.answers_at_once
    const own = await Promise.all(Array.from({ length: most }, () => newTalk(null, viewer!)))
    const slow = [ask(viewer!, talk.id, 'Slow?', modelled)]
    const id = await running(talk)
    for (const one of own.slice(1)) {
      slow.push(ask(viewer!, one.id, 'Slow?', modelled))
      await running(one)
    }
    expect((await ask(viewer!, own[0]!.id)).body).toMatchObject({ code: 'too_many_answers' })
    // Mia's own are not counted with it.
    expect((await ask(maker!)).body.status).toBe('answered')
    for (const one of own.slice(1)) await call(modelled, viewer!, 'POST', `${one.path}/stop`)
    await call(modelled, viewer!, 'POST', `${talk.path}/stop`)
    await Promise.all(slow)
    expect((await call(app, viewer!, 'GET', `/api/messages/${id}`)).body).toMatchObject({ status: 'stopped' })
  })

  test('what was held of who asked comes back when the process is lost', async () => {
    const talk = await newTalk('edit')
    const before = await balance(viewer!)
    const id = newId()
    const running = { id, conversationId: talk.id, role: 'assistant' as const, text: '', status: 'running' as const }
    await world.db.insert(messages).values({ ...running, askedBy: viewer!.user.id, heartbeatAt: new Date(0) })
    await world.db.update(conversations).set({ runningMessageId: id }).where(eq(conversations.id, talk.id))
    await credits.hold(await userCtx(world, viewer!.user.id), 1, `message:${id}`)
    expect(await balance(viewer!)).toBe(before - 1)
    await sweepInterrupted(world)
    expect(await balance(viewer!)).toBe(before)
    expect((await ask(maker!, talk.id)).body.status).toBe('answered')
  })
})

describe('what was hidden since', () => {
  const tables = () =>
    world.db
      .select({ id: catalogTables.id })
      .from(catalogTables)
      .where(eq(catalogTables.workspaceId, place.workspace.id))
  const hide = (hidden: boolean) =>
    world.db
      .update(catalogColumns)
      .set({ hidden })
      .where(and(eq(catalogColumns.name, 'region'), inArray(catalogColumns.tableId, tables())))

  test('is withheld wherever others read it, go on with it or speak of it, and stays for who was answered', async () => {
    const talk = await newTalk('edit', owner!, 'Total amount by region')
    const cell = { result: talk.result, column: 'region', row: null }
    const secret = { message_id: talk.answer, text: 'Norrland is low', cell }
    const comment = (await call(app, owner!, 'POST', `${talk.path}/comments`, secret)).body
    const said = async (who: Person) => {
      const page = await app.request(`/workspaces/${place.workspace.id}?conversation=${talk.id}`, {
        headers: { cookie: who.cookie },
      })
      return JSON.stringify([
        await page.text(),
        await lines(talk, who),
        (await call(app, who, 'GET', `${talk.path}/comments`)).body,
        (await call(app, who, 'GET', `/api/messages/${talk.answer}`)).body,
        await (await app.request(`/api/messages/${talk.answer}/export?format=md`, { headers: who.headers })).text(),
      ])
    }
    expect(await said(member!)).toContain('Norrland')
    await hide(true)
    try {
      for (const who of [member!, viewer!]) {
        const text = await said(who)
        expect(text).not.toMatch(/Norrland|GROUP BY/i)
        expect(text).toContain('hidden since')
        const again = { message_id: talk.answer, text: 'More' }
        expect((await call(app, who, 'POST', `${talk.path}/comments`, again)).status).toBe(404)
        expect((await call(app, who, 'PATCH', `${talk.path}/comments/${comment.id}`, { resolved: true })).status).toBe(
          404,
        )
        const copy = (await call(app, who, 'POST', `${talk.path}/fork`)).body
        expect(JSON.stringify(copy)).not.toContain('Norrland')
        const [copied] = (await call(app, who, 'GET', `/api/conversations/${copy.id}/messages`)).body
        expect(JSON.stringify((await call(app, who, 'GET', `/api/messages/${copied.id}`)).body)).not.toContain(
          'Norrland',
        )
      }
      expect(await said(owner!)).toContain('Norrland')
      // Neither a model is told of it, nor does its name open it.
      const server = await startModelServer(() => ({ say: 'Nothing to say.' }))
      const modelled = await testApp({ ...world, models: scriptedModels(server) })
      const next = (await ask(member!, talk.id, 'And now?', modelled)).body
      expect(JSON.stringify(server.requests)).not.toContain('Norrland')
      await server.stop()
      const own = (await ask(member!, talk.id)).body
      const sql = { result: own.main, sql: 'select * from r1' }
      expect((await call(app, member!, 'POST', `/api/messages/${own.message_id}/sql`, sql)).status).toBe(422)
      expect(next.conversation_id).toBe(talk.id)
      // A member who is named by the owner is not told the words.
      const told = { message_id: talk.answer, text: 'Norrland again', mentions: [member!.user.id] }
      expect((await call(app, owner!, 'POST', `${talk.path}/comments`, told)).status).toBe(400)
    } finally {
      await hide(false)
    }
    expect(await said(member!)).toContain('Norrland')
  })

  test('is withheld from a copy that was made before, as from the original, and from a copy of that', async () => {
    const talk = await newTalk('edit', owner!, 'Total amount by region')
    const copy = (await call(app, viewer!, 'POST', `${talk.path}/fork`)).body.id
    const again = (await call(app, viewer!, 'POST', `/api/conversations/${copy}/fork`)).body.id
    const own = (await ask(viewer!, copy, 'Total amount by region')).body
    const said = async (id: string, who: Person) => {
      const [page, told] = await Promise.all([
        app.request(`/workspaces/${place.workspace.id}?conversation=${id}`, { headers: { cookie: who.cookie } }),
        lines({ ...talk, path: `/api/conversations/${id}` }, who),
      ])
      const copied = told.find(
        ({ role, id }: { role: string; id: string }) => role === 'assistant' && id !== own.message_id,
      )
      return [await page.text(), JSON.stringify((await call(app, who, 'GET', `/api/messages/${copied.id}`)).body)]
    }
    for (const id of [copy, again]) for (const text of await said(id, viewer!)) expect(text).toContain('Norrland')
    await hide(true)
    try {
      expect((await said(again, viewer!)).join('')).not.toContain('Norrland')
      expect((await said(copy, viewer!))[1]).not.toContain('Norrland')
      // What they asked in it themselves stays.
      expect((await call(app, viewer!, 'GET', `/api/messages/${own.message_id}`)).status).toBe(200)
    } finally {
      await hide(false)
    }
    for (const id of [copy, again]) for (const text of await said(id, viewer!)) expect(text).toContain('Norrland')
  })

  test('of answers to others is withheld from whose conversation it is, and not what they were answered themselves', async () => {
    const talk = await newTalk('edit', maker!, 'Total amount by region')
    const other = (await ask(owner!, talk.id, 'Number of orders by region')).body
    await hide(true)
    try {
      const texts = (await lines(talk, maker!)).map(({ text }: { text: string }) => /hidden since/.test(text))
      expect(texts).toEqual([true, false, false, false])
      expect((await call(app, maker!, 'GET', `/api/messages/${other.message_id}`)).status).toBe(404)
      const [own] = (await call(app, maker!, 'GET', `/api/workspaces/${place.workspace.id}/agent-history`)).body
      expect(own.id).toBe(talk.id)
      expect(JSON.stringify(own.messages.at(-1))).toContain('hidden since')
    } finally {
      await hide(false)
    }
  })
})
