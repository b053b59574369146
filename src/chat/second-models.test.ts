import { beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { modelsOf } from '#analyst/models.ts'
import { DAY } from '#base/time.ts'
import * as credits from '#billing/credits.ts'
import { conversations, creditUsage } from '#db/schema/index.ts'
import { createHealth } from '#outside/model-health.ts'
import type { Models } from '#outside/models.ts'
import { createNetwork } from '#outside/network.ts'
import { DEFAULT_XAI, type ModelRole, type XaiConfig } from '#records/rules/xai.ts'
import { SEAL } from '../../tests/support/model-formats.ts'
import {
  type ModelScript,
  type ModelServer,
  type ScriptedTurn,
  SHORT_TIMEOUTS,
  startModelServer,
  USAGE,
} from '../../tests/support/model-server.ts'
import { call, json, newPlace, newTeam, signUp, workspaceCtx } from '../../tests/support/people.ts'
import { modelsAt as at } from '../../tests/support/providers.ts'
import { upload } from '../../tests/support/upload.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import * as chat from './ask.ts'
import { answerOf } from './messages.ts'

// On the embedded database only: it is about who is asked, and what they are sent.

const network = createNetwork({ allowed: '127.0.0.0/8', refused: '' })

const { app, owner, place } = await newTeam()
const workspace = place.workspace.id
beforeAll(async () => {
  expect((await upload(app, owner, workspace, 'orders.csv', 'id,region\n1,North\n2,South\n')).status).toBe(201)
  const ctx = await workspaceCtx(await testWorld(), owner.user.id, workspace)
  await credits.grant(ctx, owner.user.id, {
    ...{ kind: 'granted', credits: 50, key: `granted:${owner.user.id}` },
    expiresAt: new Date(Number(ctx.now()) + DAY),
  })
})

/** The models at these servers, which speak Anthropic's interface. */
function modelsAt(places: Partial<Record<ModelRole, string>>, limits: Partial<XaiConfig['limits']> = {}): Models {
  const at = (role: ModelRole) =>
    places[role] === undefined
      ? DEFAULT_XAI[role]
      : { ...DEFAULT_XAI.titles, preset: 'anthropic' as const, address: places[role], name: `the-${role}` }
  const config = {
    ...DEFAULT_XAI,
    ...{ model: at('model'), titles: at('titles'), fallback: at('fallback') },
    limits: { ...DEFAULT_XAI.limits, ...limits },
  } as XaiConfig
  const key = { key: 'key-1', source: 'saved', trusted: false } as const
  return modelsOf({ version: 1, config, keys: { model: key, titles: key, fallback: key } }, network, SHORT_TIMEOUTS)
}

async function ask(
  models: Models,
  message: string,
  conversationId: string | null = null,
  agent: { id: string } | null = null,
) {
  const ctx = await workspaceCtx({ ...(await testWorld()), models }, owner.user.id, workspace)
  const asked = await chat.ask(ctx, { message, conversationId, ...(agent && { agent }) })
  await asked.done
  return { ...(await answerOf(ctx, asked.messageId)), ...asked }
}

const LOOK: ScriptedTurn = {
  call: 'run_sql',
  input: { title: 'Count', sql: 'select count(*) as n from orders', source: 'workspace' },
  think: 'They want a count.',
}
const TELL: ScriptedTurn = { say: 'There are 2 orders.' }

describe('a model to fall back on', () => {
  test.each([
    ['is overloaded', [{ status: 529 }, { status: 529 }, { status: 529 }], 120],
    ['says so in its stream', [{ overloaded: true }], 120],
    ['has no money left', [{ status: 402 }], 120],
    ['sends nothing that can be read', [{ garbage: 'Nothing' }], 120],
    ['falls silent before it said anything', [{ hang: true }], 10],
  ] satisfies [string, ScriptedTurn[], number][])(
    'answers when the provider of the first %s',
    async (_, turns, seconds) => {
      const first = await startModelServer(turns)
      const second = await startModelServer([LOOK, TELL])
      // Half of the time of the answer is left for it.
      const models = modelsAt({ model: first.url, fallback: second.url }, { seconds })
      const { status, text, receipt } = await ask(models, 'How many orders?')
      expect({ status, text }).toEqual({ status: 'answered', text: 'There are 2 orders.' })
      expect(receipt).toMatchObject({ model: 'the-fallback', instead_of: 'the-model' })
      expect([first.requests.length, second.requests.length]).toEqual([turns.length, 2])
      expect(models.fallback?.health.failures).toBe(1)
    },
  )

  test('answers when the first cannot be reached', async () => {
    const second = await startModelServer([LOOK, TELL])
    const { receipt } = await ask(modelsAt({ model: 'http://127.0.0.1:1', fallback: second.url }), 'How many orders?')
    expect(receipt).toMatchObject({ model: 'the-fallback', instead_of: 'the-model' })
  })

  test.each([
    ['its key is refused', [{ status: 401 }], /refused our key/],
    ['it does not exist', [{ status: 404 }], /does not exist/],
    ['it does not understand the request', [{ status: 400 }], /refused this request/],
    ['it has said something', [{ cut: 'There' }], /broke off/],
    ['a tool has run', [LOOK, { status: 500 }, { status: 500 }, { status: 500 }], /failed/],
  ] satisfies [string, ScriptedTurn[], RegExp][])('is not asked once %s', async (_, turns, words) => {
    const first = await startModelServer(turns)
    const second = await startModelServer([LOOK, TELL])
    const { status, error } = await ask(modelsAt({ model: first.url, fallback: second.url }), 'How many orders?')
    expect(status).toBe('failed')
    expect(error).toMatch(words)
    expect(second.requests).toHaveLength(0)
  })

  test('is sent nothing of what the first one thought, nor the first one of what it thought', async () => {
    let isWell = true
    const first = await startModelServer((request) =>
      isWell ? (JSON.stringify(request.body).includes('tool_result') ? TELL : LOOK) : { status: 402 },
    )
    const second = await startModelServer([{ ...LOOK, think: 'Second thoughts.' }, TELL])
    const models = modelsAt({ model: first.url, fallback: second.url })
    const { conversationId } = await ask(models, 'How many orders?')
    isWell = false
    await ask(models, 'And now?', conversationId)
    isWell = true
    await ask(models, 'Sure?', conversationId)
    const sent = (server: ModelServer) => server.requests.map(({ body }) => JSON.stringify(body))
    expect(sent(second)[0]).toContain('run_sql')
    expect(sent(second)[0]).not.toContain('They want')
    expect(sent(second)[0]).not.toContain(SEAL)
    expect(sent(second)[1]).toContain('Second thoughts.')
    expect(sent(first).at(-1)).toContain('They want')
    expect(sent(first).at(-1)).not.toContain('Second thoughts.')
  })

  test('answers alone for a minute after three failures in a row', async () => {
    let now = new Date('2026-11-20T10:00:00Z')
    const health = createHealth(() => now)
    health.failed()
    health.failed()
    health.worked()
    health.failed()
    health.failed()
    expect(health.restsUntil).toBeNull()
    health.failed()
    expect(health.restsUntil).toEqual(new Date('2026-11-20T10:01:00Z'))
    now = new Date('2026-11-20T10:01:01Z')
    expect(health.restsUntil).toBeNull()

    const first = await startModelServer(() => ({ status: 402 }))
    const second = await startModelServer(() => TELL)
    const models = modelsAt({ model: first.url, fallback: second.url })
    for (const message of ['One?', 'Two?', 'Three?', 'Four?']) await ask(models, message)
    expect([first.requests.length, second.requests.length]).toEqual([3, 4])
  })
})

describe('of an agent with a model of its own', () => {
  const agentOf = async (choice: object) => {
    const path = `/api/workspaces/${workspace}/agents`
    const made = await call(app, owner, 'POST', path, { name: JSON.stringify(choice), ...choice, publish: true })
    return { id: made.body.id as string }
  }

  test('a provider that fails rests for a minute, however much it is to think and whoever asks', async () => {
    const server = await startModelServer(() => ({ status: 402 }))
    const titles = await startModelServer(() => ({ status: 402 }))
    const second = await startModelServer(() => TELL)
    const models = modelsAt({ model: server.url, titles: titles.url, fallback: second.url })
    const [low, high, own] = [
      await agentOf({ effort: 'low' }),
      await agentOf({ effort: 'high' }),
      await agentOf({ model: 'titles' }),
    ]
    for (const agent of [low, high, low, high]) await ask(models, 'How many?', null, agent)
    expect(server.requests).toHaveLength(3)
    await ask(models, 'How many?')
    expect(server.requests).toHaveLength(3)
    // Another model has rested by itself.
    const questions = () => titles.requests.filter(({ tools }) => tools.length > 0).length
    for (let n = 1; n <= 4; n++) {
      const { receipt } = await ask(models, 'How many?', null, own)
      expect([receipt?.model, receipt?.instead_of, questions()]).toEqual(['the-fallback', 'the-titles', Math.min(n, 3)])
    }
  })

  test('that to fall back on does not fall back on itself', async () => {
    const model = await startModelServer(() => TELL)
    const second = await startModelServer(() => ({ status: 402 }))
    const { status, receipt } = await ask(
      modelsAt({ model: model.url, fallback: second.url }),
      'How many?',
      null,
      await agentOf({ model: 'fallback' }),
    )
    expect([status, receipt?.instead_of ?? null]).toEqual(['failed', null])
    expect([second.requests.length, model.requests.length]).toEqual([1, 0])
  })
})

describe('a model for titles', () => {
  const title = async (id: string) => {
    const { db } = await testWorld()
    const [row] = await db.select().from(conversations).where(eq(conversations.id, id))
    return row!.title
  }
  /** The model that answers waits until titles were asked. */
  const place = async (titles: ModelScript) => {
    const cheap = await startModelServer(titles)
    const model = await startModelServer((_, index) => (index === 0 ? LOOK : { say: ['There are ', '2.'], every: 300 }))
    return { cheap, models: modelsAt({ model: model.url, titles: cheap.url }) }
  }

  test('names a conversation by its first question, and is told of nothing else', async () => {
    const { cheap, models } = await place([{ say: '“Orders so far”\n' }])
    const { conversationId, messageId, receipt } = await ask(models, 'How many orders do we have?')
    expect(await title(conversationId)).toBe('Orders so far')
    expect(cheap.requests).toHaveLength(1)
    const { messages } = cheap.requests[0]!.body as { messages: { content: object[] }[] }
    expect(JSON.stringify(messages)).toContain('How many orders do we have?')
    expect(messages).toHaveLength(1)
    expect(receipt).toMatchObject({
      ...{ model: 'the-model', input_tokens: 2 * USAGE.input },
      title_tokens: USAGE.input + USAGE.output,
    })
    const { db } = await testWorld()
    const [line] = await db.select().from(creditUsage).where(eq(creditUsage.messageId, messageId))
    expect(line).toMatchObject({
      titleTokens: USAGE.input + USAGE.output,
      cachedInputTokens: 2 * USAGE.cached,
      inputTokens: 2 * USAGE.input,
    })
    await ask(models, 'And by region?', conversationId)
    expect(cheap.requests).toHaveLength(1)
  })

  test('tells on the receipt what a title took that came after its answer', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    const cheap = await startModelServer([{ say: 'Orders so far', after: answered }])
    const model = await startModelServer([LOOK, TELL])
    const { messageId, receipt } = await ask(modelsAt({ model: model.url, titles: cheap.url }), 'How many orders?')
    expect(receipt?.title_tokens).toBeUndefined()
    answer()
    const ctx = await workspaceCtx(await testWorld(), owner.user.id, workspace)
    const late = async () => (await answerOf(ctx, messageId)).receipt?.title_tokens
    while ((await late()) === undefined) await Bun.sleep(50)
    expect(await late()).toBe(USAGE.input + USAGE.output)
  })

  test.each([
    ['fails', [{ status: 401 }]],
    ['says more than a title', [{ say: 'Here are some titles:\n1. Orders\n2. Regions' }]],
    ['never answers', [{ hang: true }]],
  ] satisfies [string, ScriptedTurn[]][])('leaves the question as the title where it %s', async (_, turns) => {
    const { models } = await place(turns)
    const { conversationId, status } = await ask(models, 'How many orders?')
    expect([status, await title(conversationId)]).toEqual(['answered', 'How many orders'])
  })
})

describe('what a model thought', () => {
  test('is read by whoever asked, and by nobody once a column that it saw is hidden', async () => {
    const server = await startModelServer([
      { call: 'describe_tables', input: { tables: ['orders'] }, think: 'First I look.' },
      { ...TELL, think: 'It is two.' },
    ])
    const world = { ...(await testWorld()), models: modelsAt({ model: server.url }) }
    const app = await testApp(world)
    const asker = await signUp(app)
    const { workspace } = await newPlace(app, asker)
    await upload(app, asker, workspace.id, 'orders.csv', 'id,region\n1,North\n2,South\n')
    const path = `/api/workspaces/${workspace.id}`
    const { body } = await call(app, asker, 'POST', `${path}/query-data`, { message: 'How many orders?' })
    expect(JSON.stringify(body)).not.toContain('First I look')
    const address = `/api/messages/${body.message_id}/thoughts`
    expect((await call(app, asker, 'GET', address)).body).toEqual({ thoughts: ['First I look.', 'It is two.'] })
    expect((await call(app, owner, 'GET', address)).status).toBe(404)
    expect((await app.request(address)).status).toBe(401)
    const [table] = (await call(app, asker, 'GET', `${path}/catalog`)).body
    await app.request(
      `${path}/catalog/${table.id}`,
      json({ columns: [{ name: 'region', hidden: true }] }, asker.headers, 'PATCH'),
    )
    expect((await call(app, asker, 'GET', address)).status).toBe(404)
  })
})

describe('what a provider says of tokens', () => {
  const all = (tokens: number) => ({ input: tokens, output: tokens, cached: tokens, reasoning: tokens })
  const APIS = ['chat', 'responses', 'anthropic', 'google', 'bedrock'] as const
  test.each([
    // Servers that speak Chat completions often tell none.
    ['nothing', all(Number.NaN), APIS.slice(0, 1), [0, 0]],
    ['fewer than none', all(-5_000), APIS, [0, 0]],
    ['parts of them', { input: 11.5, output: 7.25, cached: 0.5, reasoning: 0.5 }, APIS, [22, 14]],
    ['more than there are', all(1e300), APIS, [2e9, 2e9]],
  ])('is %s: the answer is kept and paid for all the same', async (_, usage, apis, tokens) => {
    const { db } = await testWorld()
    for (const api of apis) {
      const turns = [LOOK, TELL].map((turn) => ({ ...turn, usage }))
      const models = at({ api, preset: 'custom', key: 'key-1' }, (await startModelServer(turns)).url)
      const { status, receipt, messageId, error } = await ask(models, 'How many orders?')
      expect([api, status, error, receipt?.credits]).toEqual([api, 'answered', null, 1])
      const [line] = await db.select().from(creditUsage).where(eq(creditUsage.messageId, messageId))
      expect([line?.credits, line?.inputTokens, line?.outputTokens]).toEqual([1, ...tokens])
    }
  })
})
