import { afterAll, afterEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createModels } from '#analyst/models.ts'
import { settingVersions, users } from '#db/schema/index.ts'
import { createNetwork } from '#outside/network.ts'
import { DEFAULT_XAI } from '#records/rules/xai.ts'
import * as xai from '#records/xai.ts'
import { type ModelScript, type ModelServer, startModelServer } from '../../../tests/support/model-server.ts'
import { json, newPlace, signUp } from '../../../tests/support/people.ts'
import { SECRETS } from '../../../tests/support/secrets.ts'
import { upload } from '../../../tests/support/upload.ts'
import { testApp, worldOfItsOwn } from '../../../tests/support/world.ts'
import type { World } from '../../ctx.ts'
import type { TestOutcome, XaiView } from '../rules/config-request.ts'

// On the embedded database only: it is about what goes to the model; settings are kept and taken back on both in settings.test.ts.

const world = await worldOfItsOwn()
const network = createNetwork({ allowed: '127.0.0.0/8', refused: '' })
const models = createModels(world, network)
/** As a server has it: the model of the moment. */
const live: World = Object.defineProperty({ ...world }, 'models', { get: models, enumerable: true })
const app = await testApp(live)
const admin = await signUp(app, { verified: true })
await world.db
  .update(users)
  .set({ adminRoles: ['superadmin'] })
  .where(eq(users.id, admin.user.id))

const API = '/api/admin/xai-config'
const put = (config: object, more: object = {}) =>
  app.request(API, json({ config, reason: 'A test', ...more }, admin.headers, 'PUT'))
const model = (server: ModelServer) => ({
  model: { preset: 'custom', address: server.url, name: 'scripted', api: 'chat' },
})
afterEach(async () => void (await put(DEFAULT_XAI, { key: null })))
afterAll(async () => {
  await world.database.close()
})

const KEY = SECRETS['key of the model in the panel']
const CSV = 'customer,amount\nZebedee Quux,471108.25\nYolanda Vex,12.5\n'

/** Somebody with a file of two rows whose values are found in no other text. */
async function someone() {
  const person = await signUp(app)
  const { workspace } = await newPlace(app, person)
  await upload(app, person, workspace.id, 'sales.csv', CSV)
  const ask = async (message: string, conversation_id?: string) => {
    const body = { message, context: conversation_id ? { conversation_id } : undefined }
    const answer = await app.request(`/api/workspaces/${workspace.id}/query-data`, json(body, person.headers))
    return (await answer.json()) as {
      status: string
      answer: string
      conversation_id: string
      numbers: { text: string; state: string }[]
      queries: object[]
      checks: { name: string }[]
      receipt: { model: string }
      result: { rows: unknown[][] } | null
    }
  }
  return { person, workspace, ask }
}

test('without a version the environment says who answers; a saved one goes before it', async () => {
  const view = (await (await app.request(API, { headers: admin.headers })).json()) as XaiView
  expect(view.config.model.preset).toBe('builtin')
  const config = { ...world.config, OPENAI_BASE_URL: 'http://127.0.0.1:1/v1', OPENAI_API_KEY: KEY }
  const env = (await (
    await (await testApp({ ...world, config })).request(API, { headers: admin.headers })
  ).json()) as XaiView
  expect(env).toMatchObject({
    version: 0,
    key: 'environment',
    config: { model: { preset: 'custom', name: 'gpt-5-mini' } },
  })
  const server = await startModelServer([{ say: 'Nothing to add.' }])
  expect((await put(model(server), { key: KEY })).status).toBe(200)
  expect(models().name).toBe('scripted')
  const { ask } = await someone()
  expect((await ask('Hello there')).receipt.model).toBe('scripted')
})

test('the key is sealed, never returned, and goes to no other address', async () => {
  const server = await startModelServer([])
  const saved = await put(model(server), { key: KEY })
  expect(await saved.text()).not.toContain(KEY)
  const rows = await world.db.select().from(settingVersions).where(eq(settingVersions.kind, 'xai'))
  expect(JSON.stringify(rows)).not.toContain(KEY)
  const page = await app.request('/admin/xai-config', { headers: { cookie: admin.cookie } })
  expect(await page.text()).not.toContain(KEY)
  const moved = await put({ model: { address: 'http://127.0.0.1:9/v1' } })
  expect(moved.status).toBe(400)
  expect(await moved.json()).toMatchObject({ details: { fields: { key: 'Type the key for the new address.' } } })
  // Other fields go on with it.
  expect(await (await put({ limits: { steps: 7 } })).json()).toMatchObject({ key: 'saved' })
})

test('each model has a key for its own address; without one it uses that of the model at the same address only', async () => {
  const [one, two] = [await startModelServer([]), await startModelServer([{ say: 'Fine.' }])]
  const at = (server: ModelServer, name: string) => ({ ...model(server).model, name })
  const saved = await put({ ...model(one), titles: at(one, 'small'), fallback: at(two, 'other') }, { key: KEY })
  const view = (await saved.json()) as XaiView
  expect([view.key, view.titles.key, view.fallback.key]).toEqual(['saved', 'model', 'none'])
  const { health } = (await (await app.request(API, { headers: admin.headers })).json()) as XaiView
  expect(health).toEqual({ failures: 0, rests_until: null })
  const more = (await (await put({}, { fallback_key: SECRETS.OPENAI_API_KEY })).json()) as XaiView
  expect([more.key, more.titles.key, more.fallback.key]).toEqual(['saved', 'model', 'saved'])
  const moved = await put({ fallback: { address: one.url } })
  expect(await moved.json()).toMatchObject({
    details: { fields: { fallback_key: 'Type the key for the new address.' } },
  })
  // What is tried without a tool being called says nothing can be looked up.
  const tried = await app.request(`${API}/test`, json({ model: 'fallback' }, admin.headers))
  expect(await tried.json()).toMatchObject({ model: 'fallback', name: 'other', ok: false })
  expect(two.requests[0]!.headers.authorization).toBe(`Bearer ${SECRETS.OPENAI_API_KEY}`)
  for (const [wrong, field] of [
    [{ preset: 'bedrock', name: 'm' }, 'region'],
    [{ preset: 'bedrock', name: 'm', region: 'evil.example/' }, 'region'],
    [{ preset: 'azure', name: 'm', address: '' }, 'address'],
    [{ preset: 'anthropic', name: '', address: '' }, 'name'],
    [{ preset: 'builtin' }, 'preset'],
  ] as const) {
    const refused = await put({ fallback: { ...DEFAULT_XAI.fallback, ...wrong } }, { fallback_key: null })
    expect(Object.keys((await refused.json()).details.fields)).toEqual([
      `config.fallback.${field}`.replace('config.', ''),
    ])
  }
})

test('going back brings the model and its key back', async () => {
  const server = await startModelServer([
    { call: 'ready', input: {} },
    { say: ['one', ' two'], every: 80 },
  ])
  const { version } = (await (await put(model(server), { key: KEY })).json()) as XaiView
  await put(DEFAULT_XAI, { key: null })
  expect(models().builtIn).toBe(true)
  const back = await app.request(`${API}/versions`, json({ version, reason: 'It was better' }, admin.headers))
  expect(await back.json()).toMatchObject({ key: 'saved', config: { model: { name: 'scripted' } } })
  const outcome = (await (await app.request(`${API}/test`, json({}, admin.headers))).json()) as TestOutcome
  expect(outcome).toMatchObject({ ok: true, said: 'one two', input_tokens: 22, output_tokens: 14 })
  const first = await app.request(`${API}/versions`, json({ version: 0, reason: 'As it came' }, admin.headers))
  expect(await first.json()).toMatchObject({ key: 'none', config: DEFAULT_XAI })
  const versions = (await (await app.request(`${API}/versions`, { headers: admin.headers })).json()) as object[]
  expect(versions.at(-1)).toMatchObject({ version: 0, changed_by: null, created_at: null })
})

test('the key is sealed anew when the server has a newer one, and opens by both of them only', async () => {
  const server = await startModelServer([])
  await put(model(server), { key: KEY })
  const old = world.config.sealKeys
  const sealKeys = { ...old, named: [{ id: 'next', key: 'n'.repeat(40) }] }
  const next = { ...world, config: { ...world.config, sealKeys } }
  expect(await xai.reseal(next)).toBe(1)
  expect(await xai.reseal(next)).toBe(0)
  expect(xai.xaiNow(next).keys.model).toMatchObject({ key: KEY, source: 'saved' })
  expect(xai.xaiNow(world).keys.model).toMatchObject({ key: null, source: 'lost' })
})

test('the test names the step that fails, and repeats no key', async () => {
  const cases: [ModelScript, string, RegExp][] = [
    [[{ status: 401, body: { error: { message: `Bad key ${KEY}` } } }], 'Key', /401/],
    [[{ status: 404, body: { error: { message: 'no such model' } } }], 'Model', /404/],
    [[{ status: 402, body: { error: { message: 'pay' } } }], 'Answer', /no money/],
  ]
  for (const [script, name, note] of cases) {
    const body = { config: model(await startModelServer(script)), key: KEY }
    const text = await (await app.request(`${API}/test`, json(body, admin.headers))).text()
    expect(text).not.toContain(KEY)
    const outcome = JSON.parse(text) as TestOutcome
    expect(outcome.steps.find(({ state }) => state === 'fail')).toMatchObject({
      name,
      note: expect.stringMatching(note),
    })
  }
  const nowhere = { config: { model: { preset: 'custom', address: 'http://127.0.0.1:1/v1', name: 'x', api: 'chat' } } }
  const closed = (await (await app.request(`${API}/test`, json(nowhere, admin.headers))).json()) as TestOutcome
  expect(closed.steps.find(({ state }) => state === 'fail')?.name).toBe('Connection')
  const metadata = { config: { model: { ...nowhere.config.model, address: 'http://169.254.169.254/v1' } } }
  const refused = (await (await app.request(`${API}/test`, json(metadata, admin.headers))).json()) as TestOutcome
  expect(refused.steps[0]).toMatchObject({ name: 'Address', state: 'fail' })
})

const lookAndTell: ModelScript = (_, index) =>
  [
    { call: 'search_catalog', input: { query: 'sales' } },
    { call: 'describe_tables', input: { tables: ['sales'] } },
    { call: 'run_sql', input: { sql: 'select customer, amount from sales', title: 'Sales' } },
    { call: 'run_sql', input: { sql: 'select cast(customer as integer) from sales', title: 'A wrong cast' } },
    { say: 'Zebedee bought for 471108.25, which is 98765 more.' },
    { call: 'run_sql', input: { sql: 'select count(*) as n from r1', title: 'Count' } },
    { say: 'There are 2 rows.' },
  ][index] ?? { status: 500 }

test('with no rows allowed no value of the data reaches the model, in no request and no follow-up', async () => {
  const server = await startModelServer(lookAndTell)
  await put({ ...model(server), explain: { rows: 'none' } })
  const { ask } = await someone()
  const first = await ask('What did customers buy?')
  expect(first.result?.rows.length).toBe(2)
  await ask('And how many?', first.conversation_id)
  expect(server.requests.length).toBe(7)
  const sent = JSON.stringify(server.requests)
  expect(sent).toContain('customer')
  for (const value of ['Zebedee', 'Quux', '471108', 'Yolanda', 'Vex', '12.5']) expect(sent).not.toContain(value)
  expect(server.requests[0]!.tools).not.toContain('search_values')
})

test('with all rows allowed it reads them, with samples only a few', async () => {
  const rows = Array.from({ length: 40 }, (_, at) => `person-${at},${at}`).join('\n')
  for (const [seen, most] of [
    ['all', 40],
    ['samples', 5],
  ] as const) {
    const server = await startModelServer([
      { call: 'run_sql', input: { sql: 'select name from people order by age', title: 'Names' } },
      { say: 'Done.' },
    ])
    await put({ ...model(server), explain: { rows: seen } })
    const { ask, person, workspace } = await someone()
    await upload(app, person, workspace.id, 'people.csv', `name,age\n${rows}\n`)
    await ask('Who?')
    const told = JSON.stringify(server.requests[1]).match(/person-\d+/g) ?? []
    expect(new Set(told).size).toBeGreaterThanOrEqual(most)
    expect(new Set(told).size).toBeLessThanOrEqual(most + 2)
  }
})

test('verified only: a number that stands in no result is taken out, and no draft of it is streamed', async () => {
  const server = await startModelServer(lookAndTell)
  await put({ ...model(server), explain: { verified_only: true, show_sql: false, checks: ['Complete'] } })
  const { ask } = await someone()
  const { answer, numbers, queries, checks } = await ask('What did customers buy?')
  expect(answer).toContain('471108.25')
  expect(answer).toContain('[number withheld] more')
  expect(answer).not.toContain('98765')
  expect(numbers.map(({ state }) => state)).not.toContain('unbound')
  expect(queries).toEqual([])
  expect(new Set(checks.map(({ name }) => name))).toEqual(new Set(['Complete']))
})
