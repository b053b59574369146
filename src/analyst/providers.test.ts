import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import * as chat from '#chat/ask.ts'
import { answerOf } from '#chat/messages.ts'
import { createNetwork } from '#outside/network.ts'
import { DEFAULT_XAI, type ModelApi, type Preset, type XaiConfig } from '#records/rules/xai.ts'
import { SEAL } from '../../tests/support/model-formats.ts'
import {
  IMPATIENT,
  type ModelScript,
  type ModelServer,
  type ScriptedTurn,
  startModelServer,
  USAGE,
} from '../../tests/support/model-server.ts'
import { newPlace, type Person, signUp, workspaceCtx } from '../../tests/support/people.ts'
import { upload } from '../../tests/support/upload.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import { modelsOf } from './models.ts'

// On the embedded database only: it is about what is sent to providers and what comes back.

let owner: Person
let workspace: string
const servers: ModelServer[] = []
const network = createNetwork({ allowed: '127.0.0.0/8', refused: '' })

beforeAll(async () => {
  const app = await testApp()
  owner = await signUp(app)
  workspace = (await newPlace(app, owner)).workspace.id
  expect((await upload(app, owner, workspace, 'orders.csv', 'id,region\n1,North\n2,South\n')).status).toBe(201)
})
afterAll(() => Promise.all(servers.map((server) => server.stop())))

const scripted = async (script: ModelScript) => {
  const server = await startModelServer(script)
  servers.push(server)
  return server
}

/** As Bedrock calls it, where the name tells which models think. */
const NAME = 'anthropic.some-model'

/** Each interface with its key, and what a request shows of it. */
const PROVIDERS: {
  api: ModelApi
  preset: Preset
  key: string
  path: string
  header: [name: string, value: string | RegExp]
}[] = [
  {
    api: 'responses',
    preset: 'custom',
    key: 'key-1',
    path: '/v1/responses',
    header: ['authorization', 'Bearer key-1'],
  },
  {
    api: 'chat',
    preset: 'custom',
    key: 'key-1',
    path: '/v1/chat/completions',
    header: ['authorization', 'Bearer key-1'],
  },
  { api: 'anthropic', preset: 'anthropic', key: 'key-1', path: '/v1/messages', header: ['x-api-key', 'key-1'] },
  {
    ...{ api: 'google', preset: 'google', key: 'key-1' },
    ...{ path: '/v1/models/anthropic.some-model:streamGenerateContent?alt=sse', header: ['x-goog-api-key', 'key-1'] },
  },
  { api: 'azure', preset: 'azure', key: 'key-1', path: '/v1/responses', header: ['api-key', 'key-1'] },
  { api: 'azure_chat', preset: 'azure', key: 'key-1', path: '/v1/chat/completions', header: ['api-key', 'key-1'] },
  {
    ...{ api: 'bedrock', preset: 'bedrock', key: 'key-1' },
    ...{ path: '/v1/model/anthropic.some-model/converse-stream', header: ['authorization', 'Bearer key-1'] },
  },
  {
    ...{ api: 'bedrock', preset: 'bedrock', key: 'AKIAEXAMPLE123456789:secret/+key' },
    path: '/v1/model/anthropic.some-model/converse-stream',
    header: [
      'authorization',
      /^AWS4-HMAC-SHA256 Credential=AKIAEXAMPLE123456789\/\d{8}\/eu-central-1\/bedrock\/aws4_request, .*Signature=[0-9a-f]{64}$/,
    ],
  },
]

/** The models of a configuration that asks this server. */
function modelsAt(
  server: ModelServer,
  { api, preset, key }: (typeof PROVIDERS)[number],
  change: Partial<XaiConfig> = {},
) {
  const model = { preset, address: server.url, name: NAME, api, region: 'eu-central-1', effort: 'low' as const }
  const config: XaiConfig = { ...DEFAULT_XAI, model, ...change }
  const none = { key: null, source: 'none', trusted: false } as const
  const keys = { model: { key, source: 'saved', trusted: false } as const, titles: none, fallback: none }
  return modelsOf({ version: 1, config, keys }, network, IMPATIENT)
}

async function ask(models: ReturnType<typeof modelsOf>, message: string, conversationId: string | null = null) {
  const ctx = await workspaceCtx({ ...(await testWorld()), models }, owner.user.id, workspace)
  const asked = await chat.ask(ctx, { message, conversationId })
  await asked.done
  return { ...(await answerOf(ctx, asked.messageId)), conversationId: asked.conversationId }
}

const sql = 'select count(*) as n from orders'
const LOOKS: ScriptedTurn[] = [
  { call: 'run_sql', input: { title: 'Grüße', sql, source: 'workspace' }, think: 'They want a count.' },
  { say: ['There are ', '2 orders.'], think: 'It is two.' },
]

describe.each(PROVIDERS)('$api with $key', (provider) => {
  const { path, header } = provider

  test('answers by calling tools', async () => {
    const server = await scripted([{ status: 529 }, { status: 429, headers: { 'retry-after': '0' } }, ...LOOKS])
    const { status, error, text, receipt } = await ask(modelsAt(server, provider), 'How many orders – Zürich?')
    expect({ status, error, text }).toEqual({ status: 'answered', error: null, text: 'There are 2 orders.' })
    const { input, output, cached } = USAGE
    expect(receipt).toMatchObject({
      model: NAME,
      input_tokens: 2 * input,
      output_tokens: 2 * output,
      cached_input_tokens: 2 * cached,
    })
    expect(server.requests.map(({ path }) => path)).toEqual([path, path, path, path])
    const [first, second] = server.requests.slice(2)
    const [name, value] = header
    expect(first!.headers[name]).toEqual(value instanceof RegExp ? expect.stringMatching(value) : value)
    expect(first!.tools).toContain('run_sql')
    expect(JSON.stringify(first!.body)).toContain('Zürich')
    expect(JSON.stringify(second!.body)).toContain('Grüße')
  })

  test('is sent back what it thought, by itself alone', async () => {
    const tellsThoughts = !/chat/.test(provider.api)
    const server = await scripted([...LOOKS, { say: 'Still 2.' }])
    const models = modelsAt(server, provider)
    const first = await ask(models, 'How many orders?')
    const thoughts = first.steps.filter(({ tool }) => tool === 'think')
    expect(thoughts.map(({ title, state, note, thoughts }) => [title, state, note, thoughts])).toEqual(
      tellsThoughts
        ? [
            ['Thought', 'done', undefined, true],
            ['Thought', 'done', undefined, true],
          ]
        : [],
    )
    expect(JSON.stringify(first)).not.toContain('They want')
    await ask(models, 'Sure?', first.conversationId)
    const [, second, third] = server.requests.map(({ body }) => JSON.stringify(body))
    // Each request begins with what the provider has read before.
    const [, before, after] = server.requests.map(({ body }) =>
      JSON.stringify(body.messages ?? body.input ?? body.contents),
    )
    expect(after!.startsWith(before!.slice(0, -1))).toBe(true)
    // Google signs the call, the others the thought.
    for (const request of [second, third])
      for (const back of provider.api === 'google' ? [SEAL] : ['They want a count.', SEAL])
        expect(request!.includes(back)).toBe(tellsThoughts)
    // Another model is told what was said and done, and nothing of what was thought.
    const other = await scripted([{ say: 'Yes, 2.' }])
    const stranger = provider.api === 'anthropic' ? PROVIDERS[0]! : PROVIDERS[2]!
    expect(await ask(modelsAt(other, stranger), 'Really?', first.conversationId)).toMatchObject({ status: 'answered' })
    const told = JSON.stringify(other.requests[0]!.body)
    expect(told).toContain('run_sql')
    expect(told).not.toContain('They want')
    expect(told).not.toContain(SEAL)
    expect(told).not.toContain('tabletalk"')
  })
})

/** One of each client. */
const CLIENTS = PROVIDERS.filter(({ api }, at) => !/chat|azure/.test(api) && at < 7)

describe.each(CLIENTS)('$api', (provider) => {
  test.each([
    [{ status: 401 }, /refused our key/, 1],
    [{ status: 429 }, /overloaded or out of quota/, 3],
    [{ overloaded: true }, /overloaded|failed|broke off/, 1],
    [{ cut: 'There' }, /broke off/, 1],
    [{ garbage: 'Nothing of this can be read' }, /broke off/, 1],
  ] as const)('says %o in plain words', async (turn, words, requests) => {
    const server = await scripted(() => turn)
    const { status, error } = await ask(modelsAt(server, provider), 'How many orders?')
    expect(status).toBe('failed')
    expect(error).toMatch(words)
    expect(server.requests).toHaveLength(requests)
  })
})
