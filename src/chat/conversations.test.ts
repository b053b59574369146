import { beforeAll, describe, expect, test } from 'bun:test'
import * as credits from '#billing/credits.ts'
import { type ModelServer, scriptedModels, startModelServer } from '../../tests/support/model-server.ts'
import { type App, call, join, newPlace, type Person, signUp, userCtx } from '../../tests/support/people.ts'
import { type TestWorld, testApp, testWorld } from '../../tests/support/world.ts'

let world: TestWorld
let app: App
let server: ModelServer
let owner: Person
let stranger: Person
let place: Awaited<ReturnType<typeof newPlace>>

beforeAll(async () => {
  world = await testWorld()
  server = await startModelServer((request) =>
    JSON.stringify(request.body).includes('slowly')
      ? { say: Array(60).fill('on and on '), every: 30 }
      : { say: 'There is one table named orders.' },
  )
  app = await testApp({ ...world, models: scriptedModels(server) })
  const base = await testApp()
  owner = await signUp(base)
  stranger = await signUp(base)
  place = await newPlace(base, owner)
})

const ask = (message: unknown, context: object = {}, who: Person | null = owner) =>
  call(app, who, 'POST', `/api/workspaces/${place.workspace.id}/query-data`, { message, context })
const history = (who = owner, search = '') =>
  call(app, who, 'GET', `/api/workspaces/${place.workspace.id}/agent-history${search}`)

describe('a question', () => {
  test.each([
    ['', 'Ask a question.'],
    ['   ', 'Ask a question.'],
    ['x'.repeat(4001), 'A question may have at most 4,000 characters.'],
    [undefined, 'Ask a question.'],
  ])('must be one', async (message, sentence) => {
    const { status, body } = await ask(message)
    expect({ status, sentence: body.details.fields.message }).toEqual({ status: 400, sentence })
  })

  test('of 4,000 characters is asked', async () => {
    expect((await ask('x'.repeat(4000))).status).toBe(200)
  })

  test('that rests on no result is answered and costs nothing', async () => {
    const { body } = await ask('What tables are there?')
    expect(body).toMatchObject({ status: 'answered', receipt: { credits: 0 }, result: null })
  })

  test('may not cost more than it says', async () => {
    expect((await ask('Hello', { max_credits: 0 })).status).toBe(400)
  })

  test('of an agent that is not there is refused', async () => {
    expect((await ask('Hello', { agent_id: 'a' })).status).toBe(404)
  })

  test('while another of the conversation runs is refused as busy, and the conversation may not be deleted', async () => {
    const first = ask('Tell me slowly')
    let conversation: string | undefined
    while (!conversation) {
      const { body } = await history()
      conversation = body.find((it: { messages: { status: string }[] }) =>
        it.messages.some((message) => message.status === 'running'),
      )?.id
    }
    expect(await ask('And now?', { conversation_id: conversation })).toMatchObject({
      status: 409,
      body: { code: 'busy' },
    })
    expect((await call(app, owner, 'DELETE', `/api/conversations/${conversation}`)).status).toBe(409)
    await call(app, owner, 'POST', `/api/conversations/${conversation}/stop`)
    expect((await first).body.status).toBe('stopped')
    expect((await ask('And now?', { conversation_id: conversation })).status).toBe(200)
  })

  test('without credits runs nothing', async () => {
    const poor = await signUp(await testApp())
    await join(world, place.organization.id, poor.user.id, 'viewer')
    const ctx = await userCtx(world, poor.user.id)
    const { balance } = await credits.balance(ctx)
    await credits.settle(ctx, (await credits.hold(ctx, balance, 'all of it')).id)
    const asked = server.requests.length
    expect(await ask('Hello', {}, poor)).toMatchObject({ status: 402, body: { code: 'insufficient_credits' } })
    expect(server.requests.length).toBe(asked)
    expect((await history(poor)).body).toEqual([])
  })
})

describe('a conversation', () => {
  test('is listed newest first with its messages, renamed, rated and deleted', async () => {
    const { body: first } = await ask('What is there?')
    const { body: second } = await ask('what else is there?')
    const { body: list } = await history()
    expect(list.slice(0, 2).map((it: { id: string }) => it.id)).toEqual([second.conversation_id, first.conversation_id])
    expect(list[0]).toMatchObject({
      title: 'What else is there',
      messages: [
        { role: 'user', text: 'what else is there?', status: 'sent' },
        { role: 'assistant', text: 'There is one table named orders.', status: 'answered' },
      ],
    })
    const path = `/api/conversations/${first.conversation_id}`
    expect((await call(app, owner, 'PATCH', path, { title: ' Tables ' })).body.title).toBe('Tables')
    expect((await call(app, owner, 'PATCH', path, { title: '' })).status).toBe(400)
    expect((await history()).body[1]).toMatchObject({ id: first.conversation_id, title: 'Tables' })
    const rated = await call(app, owner, 'POST', `/api/messages/${first.message_id}/feedback`, { rating: 'up' })
    expect(rated).toMatchObject({ status: 200, body: { rating: 'up' } })
    expect((await call(app, owner, 'DELETE', path)).status).toBe(204)
    expect((await call(app, owner, 'DELETE', path)).status).toBe(404)
    expect((await history()).body.map((it: { id: string }) => it.id)).not.toContain(first.conversation_id)
  })

  test('is paged', async () => {
    for (const n of [1, 2, 3]) await ask(`Question ${n}`)
    const { body: whole } = await history()
    const seen: string[] = []
    for (let search: string | undefined = '?limit=2'; search; ) {
      const page = await history(owner, search)
      seen.push(...page.body.map((it: { id: string }) => it.id))
      search = /<[^?]*(\?[^>]*)>/.exec(page.headers.get('link') ?? '')?.[1]
    }
    expect(seen).toEqual(whole.map((it: { id: string }) => it.id))
  })

  test("is nobody else's: not a stranger's, not another member's", async () => {
    const { body } = await ask('What is there?')
    const member = await signUp(await testApp())
    await join(world, place.organization.id, member.user.id, 'owner')
    for (const who of [stranger, member]) {
      const calls = [
        call(app, who, 'GET', `/api/conversations/${body.conversation_id}/stream`),
        call(app, who, 'POST', `/api/conversations/${body.conversation_id}/stop`),
        call(app, who, 'PATCH', `/api/conversations/${body.conversation_id}`, { title: 'x' }),
        call(app, who, 'DELETE', `/api/conversations/${body.conversation_id}`),
        call(app, who, 'POST', `/api/messages/${body.message_id}/feedback`, { rating: 'up' }),
        ask('Mine?', { conversation_id: body.conversation_id }, who),
      ]
      expect((await Promise.all(calls)).map((answer) => answer.status)).toEqual([404, 404, 404, 404, 404, 404])
    }
    expect((await history(member)).body).toEqual([])
    expect((await history(stranger)).status).toBe(404)
    expect((await ask('Hello', {}, null)).status).toBe(401)
  })
})

describe('the screen', () => {
  const page = (path: string, who = owner) => app.request(path, { headers: { cookie: who.cookie } })

  test('opens the workspace with its conversation, and /chat where the person asked last', async () => {
    const { body } = await ask('What is there?')
    const answer = await page(`/workspaces/${place.workspace.id}?conversation=${body.conversation_id}`)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('There is one table named orders.')
    expect(await (await page('/chat')).text()).toContain(place.workspace.id)
  })

  test('sends somebody without a workspace to their organizations, and says why', async () => {
    const answer = await page('/chat', stranger)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/organizations?done=no_workspace'])
    expect(await (await page(answer.headers.get('location')!, stranger)).text()).toContain('You chat in a workspace')
  })

  test('of a conversation that is not theirs is not found', async () => {
    const { body } = await ask('What is there?')
    expect((await page(`/chat?conversation=${body.conversation_id}`, stranger)).status).toBe(404)
    expect((await page(`/workspaces/${place.workspace.id}`, stranger)).status).toBe(404)
  })
})
