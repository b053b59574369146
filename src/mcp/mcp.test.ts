import { beforeAll, describe, expect, test } from 'bun:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult, Progress } from '@modelcontextprotocol/sdk/types.js'
import { and, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { SCOPE_NAMES, type Scope } from '#auth/rules/api-key.ts'
import * as credits from '#billing/credits.ts'
import { apiKeys, securityEvents } from '#db/schema/index.ts'
import type { Env } from '#web/http-context.ts'
import { begin } from '#web/middleware.ts'
import { scriptedModels, startModelServer } from '../../tests/support/model-server.ts'
import { call, join, json, newPlace, newTeam, type Person, signUp, workspaceCtx } from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'
import { testApp } from '../../tests/support/world.ts'
import { mcpRoutes } from './routes.ts'
import { TOOLS, type ToolName } from './rules/tools.ts'

/** A workspace with one table, of which a column is hidden, and people with a key each. */
const keys = new Map<Person, string>()

const ORDERS = `SELECT ['North', 'South', 'West'][1 + range % 3] AS region, range + 1 AS amount, range * 7 AS margin FROM range(90)`
const SUMS = 'SELECT region, sum(amount) AS amount FROM orders GROUP BY region ORDER BY amount DESC'

const { world, app, owner, place, ctx } = await newTeam()
const viewer = await signUp(app)
const stranger = await signUp(app)
beforeAll(async () => {
  await newPlace(app, stranger!)
  await join(world, place.organization.id, viewer!.user.id, 'viewer')
  await putTable(ctx, 'orders', ORDERS, ['margin'])
  for (const person of [owner!, viewer!, stranger!]) keys.set(person, (await keyOf(person)).key)
}, 240_000)

async function keyOf(person: Person, scopes: readonly Scope[] = ['read', 'ask']) {
  const { status, body } = await call(app, person, 'POST', '/api/user/api-keys', { name: 'Assistant', scopes })
  expect(status).toBe(201)
  return body as { id: string; key: string }
}

/** The protocol's own client at the product; each request of it goes to the next of `apps`. */
async function connect(key: string, apps = [app]): Promise<Client> {
  let requests = 0
  const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
    fetch: async (address, init) => apps[requests++ % apps.length]!.request(String(address), init),
  })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  // The client holds answers against the schemas that it was told.
  await client.listTools()
  return client
}

/** What a tool answers: its texts, and the second of them read. */
async function use(client: Client, name: ToolName, input: object = {}, told?: (progress: Progress) => void) {
  const options = told ? { onprogress: told } : {}
  const answer = (await client.callTool({ name, arguments: { ...input } }, undefined, options)) as CallToolResult
  const [text, json] = answer.content.map((one) => (one.type === 'text' ? one.text : ''))
  const value = JSON.parse(json!)
  if (answer.structuredContent) expect(value).toEqual(answer.structuredContent)
  return { text: text!, value, failed: answer.isError === true }
}
/** What a tool gives, where it gives something. */
async function given(client: Client, name: ToolName, input: object = {}) {
  const { failed, text, value } = await use(client, name, input)
  expect(failed ? text : '').toBe('')
  return value
}
/** What a tool says where it fails. */
async function failure(client: Client, name: ToolName, input: object = {}): Promise<string> {
  const { failed, text } = await use(client, name, input)
  expect(failed).toBe(true)
  return text
}
const of = (person: Person) => connect(keys.get(person)!)
const ACCEPT = { accept: 'application/json, text/event-stream' }
const here = () => ({ workspace_id: place.workspace.id })

async function withModel(...script: Parameters<typeof startModelServer>) {
  const server = await startModelServer(...script)
  return testApp({ ...world, models: scriptedModels(server) })
}

describe('a client', () => {
  test('is told what the tools take, give and change', async () => {
    const client = await of(owner!)
    expect(client.getInstructions()).toContain('list_workspaces')
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(TOOLS))
    const notReading = tools.filter(({ annotations }) => !annotations?.readOnlyHint).map(({ name }) => name)
    expect(notReading).toEqual(['ask'])
    for (const { description, inputSchema, outputSchema } of tools) {
      expect(description).toBeTruthy()
      expect([inputSchema.type, outputSchema!.type]).toEqual(['object', 'object'])
    }
    // What a model is told of the tools takes room in each of its conversations.
    expect(JSON.stringify(tools).length).toBeLessThan(60_000)
  })

  test('finds its way from workspaces to rows, at several servers', async () => {
    const client = await connect(keys.get(owner!)!, [app, await testApp()])
    const { id, name } = place.organization
    expect(await given(client, 'list_workspaces')).toEqual({
      workspaces: [
        { id: place.workspace.id, name: 'Sales', description: '', role: 'owner', organization: { id, name } },
      ],
      next_cursor: null,
    })
    const { tables } = await given(client, 'search_catalog', { ...here(), query: 'amou' })
    expect(tables).toMatchObject([{ name: 'orders', rows: 90, hits: ['amount'] }])
    const described = await given(client, 'describe_tables', { ...here(), tables: ['ORDERS'] })
    expect(described).toMatchObject({ tables: [{ name: 'orders', column_count: 2 }] })
    expect(await given(client, 'run_sql', { ...here(), sql: SUMS })).toMatchObject({
      columns: [{ name: 'region' }, { name: 'amount' }],
      rows: [
        ['West', '1395'],
        ['South', '1365'],
        ['North', '1335'],
      ].map(([name, sum]) => [name, Number(sum)]),
      total_rows: 3,
    })
    const many = await use(client, 'run_sql', { ...here(), sql: 'SELECT * FROM orders', limit: 60 })
    expect(many.text).toBe('60 rows, of which these are the first 50. There are more, which were not kept.')
  })

  test('pages lists', async () => {
    const ctx = await workspaceCtx(world, stranger!.user.id, await ownWorkspace())
    for (const name of ['first', 'second', 'third']) await putTable(ctx, name, 'SELECT 1 AS one')
    const client = await of(stranger!)
    const input = { workspace_id: ctx.workspace.id, limit: 2 }
    const first = await given(client, 'search_catalog', input)
    expect(first).toMatchObject({ tables: [{ name: 'first' }, { name: 'second' }] })
    const second = await given(client, 'search_catalog', { ...input, cursor: first.next_cursor })
    expect(second).toMatchObject({ tables: [{ name: 'third' }], next_cursor: null })
  })

  test('reads rows of a result from any place of it, sorted or searched', async () => {
    const client = await of(owner!)
    const { id, rows } = await given(client, 'run_sql', {
      ...here(),
      sql: 'SELECT amount, region FROM orders ORDER BY amount',
    })
    expect(rows).toHaveLength(50)
    const more = await use(client, 'get_rows', { ...here(), result_id: id, offset: 50 })
    expect([more.text, more.value.rows[0], more.value.next_offset]).toEqual([
      'Rows 51 to 90 of 90 rows.',
      [51, 'West'],
      null,
    ])
    const part = await given(client, 'get_rows', { ...here(), result_id: id, offset: 10, limit: 5, sort: '-amount' })
    expect([part.rows.map(([amount]: number[]) => amount), part.next_offset]).toEqual([[80, 79, 78, 77, 76], 15])
    expect(await given(client, 'get_rows', { ...here(), result_id: id, filter: 'south' })).toMatchObject({
      total_rows: 30,
    })
    const none = await use(client, 'get_rows', { ...here(), result_id: id, offset: 90 })
    expect([none.text, none.value.rows, none.value.next_offset]).toEqual(['None of 90 rows.', [], null])
    expect(await failure(client, 'get_rows', { ...here(), result_id: id, limit: 201 })).toContain('limit')
    expect(await failure(await of(stranger!), 'get_rows', { ...here(), result_id: id })).toBe('Workspace not found.')
    const theirs = { workspace_id: await ownWorkspace(), result_id: id }
    expect(await failure(await of(stranger!), 'get_rows', theirs)).toContain('There is no such result')
  })

  test('finds the agents that may be asked, and no draft of others', async () => {
    const path = `/api/workspaces/${place.workspace.id}/agents`
    const make = (name: string, more: object) =>
      call(app, owner!, 'POST', path, { name, instructions: 'Whisper.', ...more })
    await make('Ana', { publish: true, starters: ['Revenue by region'], description: 'Of sales.' })
    await make('Bo', { publish: true, roles: ['owner'] })
    await make('Draft', {})
    const { agents } = await given(await of(viewer!), 'list_agents', here())
    expect(agents).toMatchObject([
      { name: 'Analyst', default: true, may_ask: true },
      { name: 'Ana', description: 'Of sales.', starters: ['Revenue by region'], may_ask: true },
      { name: 'Bo', may_ask: false },
    ])
    expect(JSON.stringify(agents)).not.toContain('Whisper')
    const first = await given(await of(viewer!), 'list_agents', { ...here(), limit: 1 })
    expect(await given(await of(viewer!), 'list_agents', { ...here(), cursor: first.next_cursor })).toMatchObject({
      agents: [{ name: 'Bo' }],
      next_cursor: null,
    })
    expect(await failure(await of(stranger!), 'list_agents', here())).toBe('Workspace not found.')
  })

  const ownWorkspace = async () => (await call(app, stranger!, 'GET', '/api/organizations')).body[0].workspaces[0].id

  test('reads canvases', async () => {
    const path = `/api/workspaces/${place.workspace.id}/canvases`
    const { id } = (await call(app, owner!, 'POST', path, { name: 'Board' })).body
    const block = { tab: 'first', x: 0, y: 0, w: 6, h: 4 }
    const grid = { ...block, kind: 'grid', content: { title: 'Orders', sql: 'SELECT * FROM orders' } }
    const image = { ...block, y: 4, kind: 'image', content: { data: 'data:image/png;base64,AAAA', alt: 'A map' } }
    for (const content of [grid, image])
      expect(
        (await call(app, owner!, 'PUT', `/api/canvases/${id}/blocks/${crypto.randomUUID()}`, content)).status,
      ).toBe(200)
    await call(app, owner!, 'POST', `/api/canvases/${id}/refresh`, {})
    const client = await of(viewer!)
    expect(await given(client, 'list_canvases', here())).toMatchObject({ canvases: [{ id, name: 'Board', blocks: 2 }] })
    const { blocks } = await given(client, 'get_canvas', { canvas_id: id })
    expect(blocks).toMatchObject([
      { kind: 'grid', data: { results: [{ total_rows: 90, columns: [{ name: 'region' }, { name: 'amount' }] }] } },
      { kind: 'image', content: { alt: 'A map' } },
    ])
    expect(blocks[0]).toHaveProperty('data.results.0.rows.length', 20)
    expect(JSON.stringify(blocks)).not.toContain('base64')
    expect(await failure(await of(stranger!), 'get_canvas', { canvas_id: id })).toBe('Canvas not found.')
  })
})

describe('a question', () => {
  const script = () => [
    { call: 'run_sql', input: { sql: SUMS, title: 'Amounts by region' } },
    { say: 'West leads with {{r1.amount[West]}}.' },
    { say: 'Nothing more.' },
  ]

  test('is answered to its end, with its steps told and what it cost', async () => {
    const client = await connect(keys.get(owner!)!, [await withModel(script())])
    const balance = async () => (await call(app, owner!, 'GET', '/api/credits/balance')).body.balance as number
    const before = await balance()
    const steps: Progress[] = []
    const {
      text,
      value: answer,
      failed,
    } = await use(client, 'ask', { ...here(), question: 'Which region leads?' }, (step) => steps.push(step))
    expect(failed).toBe(false)
    expect(answer).toMatchObject({
      status: 'answered',
      answer: 'West leads with 1,395.',
      numbers: [{ text: '1,395', state: 'bound', column: 'amount' }],
      queries: [{ sql: SUMS }],
      receipt: { built_in: false, balance: await balance() },
    })
    expect(before - (await balance())).toBe(answer.receipt.credits)
    expect(text).toMatch(/^West leads with 1,395\.\nThis cost 1 credit; \d+ left\.$/)
    expect(steps.map(({ message }) => message)).toEqual(['Running: Amounts by region'])
    expect(steps.map(({ progress }) => progress)).toEqual(steps.map((_, at) => at + 1))
    expect(await given(client, 'get_answer', { message_id: answer.message_id })).toEqual(answer)
    const wrong = await failure(await of(stranger!), 'get_answer', { message_id: answer.message_id })
    expect(wrong).toBe('Message not found.')
  })

  test('goes on in its conversation and is answered by the agent that it names', async () => {
    const path = `/api/workspaces/${place.workspace.id}/agents`
    const about = { name: 'Regions', instructions: 'Say regions in capitals.', publish: true }
    const { status, body: agent } = await call(app, owner!, 'POST', path, about)
    expect(status).toBe(201)
    const client = await connect(keys.get(owner!)!, [await withModel([...script(), ...script()])])
    const first = await given(client, 'ask', { ...here(), question: 'Which region leads?', agent_id: agent.id })
    expect(first.agent).toMatchObject({ name: 'Regions' })
    const { conversation_id } = first
    const second = await given(client, 'ask', { ...here(), question: 'And now?', conversation_id })
    expect(second).toMatchObject({ conversation_id, agent: { name: 'Regions' } })
    const refused = await failure(client, 'ask', { ...here(), question: 'Which?', agent_id: 'nobody' })
    expect(refused).toBe('Agent not found.')
  })

  test('that takes long is fetched later, or stopped', async () => {
    const busy = await withModel(() => ({ hang: true }))
    const impatient = new Hono<Env>().use(begin(world)).route(
      '/',
      mcpRoutes((...request) => busy.request(...request), 0),
    )
    const client = await connect(keys.get(owner!)!, [impatient])
    const { text, value } = await use(client, 'ask', { ...here(), question: 'Which region leads?' })
    expect(value).toMatchObject({ status: 'running' })
    expect(text).toContain(`Call get_answer with the message_id ${value.message_id}.`)
    expect(await given(client, 'get_answer', { message_id: value.message_id })).toEqual(value)
    await call(busy, owner!, 'POST', `/api/conversations/${value.conversation_id}/stop`)
    const stopped = await use(await of(owner!), 'get_answer', { message_id: value.message_id })
    expect([stopped.failed, stopped.value.status]).toEqual([true, 'stopped'])
  })

  test('that fails is an error of the tool, and costs nothing', async () => {
    const client = await connect(keys.get(owner!)!, [await withModel([{ status: 401 }])])
    const { failed, text, value } = await use(client, 'ask', { ...here(), question: 'Which region?' })
    expect([failed, value.status]).toEqual([true, 'failed'])
    expect(text).toContain('This cost 0 credits')
  })

  test('of a person without credits says what to do', async () => {
    const poor = await signUp(app)
    await join(world, place.organization.id, poor.user.id, 'member')
    const client = await connect((await keyOf(poor)).key)
    const asked = { ...here(), question: 'How many orders are there?', max_credits: 0 }
    expect(await failure(client, 'ask', asked)).toContain('more than max_credits allows')
  })
})

test('a question costs as by the API, stands in usage, and is refused in its words beyond a budget and without credits', async () => {
  const person = await signUp(app, { verified: true })
  const own = await newPlace(app, person)
  const [organization_id, workspace_id] = [own.organization.id, own.workspace.id]
  await putTable(await workspaceCtx(world, person.user.id, workspace_id), 'orders', ORDERS)
  const { key } = await keyOf(person)
  const asked = { message: 'How many orders are there?' }
  const client = await connect(key)
  const byTool = () => use(client, 'ask', { workspace_id, question: asked.message })
  const byApi = () => call(app, person, 'POST', `/api/workspaces/${workspace_id}/query-data`, asked)
  const balance = async () => (await call(app, person, 'GET', '/api/credits/balance')).body.balance as number
  const costs: number[] = []
  for (const way of [byApi, byTool]) {
    const before = await balance()
    await way()
    costs.push(before - (await balance()))
  }
  expect(costs).toEqual([1, 1])
  const used = await call(app, person, 'GET', `/api/billing/usage?organization_id=${organization_id}&by=member`)
  expect(used.body.total).toMatchObject({ credits: 2, answers: 2 })
  const refused = async (code: string) => {
    const [tool, api] = [await byTool(), await byApi()]
    expect([tool.failed, tool.text, tool.value.code]).toEqual([true, api.body.error, code])
    expect([api.status, api.body.code]).toEqual([402, code])
    expect((await call(app, person, 'GET', `/api/workspaces/${workspace_id}/agent-history`)).body).toHaveLength(2)
  }
  const budgets = `/api/organizations/${organization_id}/budgets`
  expect((await call(app, person, 'PUT', budgets, { workspace_id, monthly_credits: 2 })).status).toBeLessThan(300)
  await refused('budget_exceeded')
  await call(app, person, 'PUT', budgets, { workspace_id, monthly_credits: 1000 })
  const payer = await workspaceCtx(world, person.user.id, workspace_id)
  await credits.hold(payer, await balance(), `all:${person.user.id}`)
  await refused('insufficient_credits')
})

describe('whoever may not', () => {
  test('is refused as by the API: strangers see nothing, viewers what they may', async () => {
    const client = await of(stranger!)
    for (const name of ['search_catalog', 'list_canvases'] as const)
      expect(await failure(client, name, here())).toBe('Workspace not found.')
    expect(await failure(client, 'describe_tables', { ...here(), tables: ['orders'] })).toBe('Workspace not found.')
    expect(await failure(client, 'run_sql', { ...here(), sql: 'SELECT 1' })).toBe('Workspace not found.')
    expect(await failure(client, 'ask', { ...here(), question: 'How many orders?' })).toBe('Workspace not found.')
    expect((await given(client, 'list_workspaces')).workspaces).not.toContainEqual(
      expect.objectContaining({ id: place.workspace.id }),
    )
    const reading = await of(viewer!)
    expect((await given(reading, 'list_workspaces')).workspaces).toMatchObject([{ role: 'viewer' }])
    expect(await given(reading, 'run_sql', { ...here(), sql: 'SELECT count(*) AS n FROM orders' })).toMatchObject({
      rows: [[90]],
    })
  })

  test('is kept within the scopes of the key', async () => {
    const reading = await connect((await keyOf(owner!, ['read'])).key)
    expect(await given(reading, 'search_catalog', here())).toMatchObject({ tables: [{ name: 'orders' }] })
    const { failed, text, value } = await use(reading, 'run_sql', { ...here(), sql: 'SELECT 1' })
    expect([failed, text]).toEqual([true, 'This API key may not do that. It needs the scope ask.'])
    expect(value).toEqual({ code: 'scope_missing', scope: 'ask' })
    const asking = await connect((await keyOf(owner!, ['ask'])).key)
    expect(await failure(asking, 'list_workspaces')).toBe('This API key may not do that. It needs the scope read.')
  })

  test('learns nothing of hidden columns', async () => {
    const client = await of(owner!)
    expect(JSON.stringify(await given(client, 'describe_tables', { ...here(), tables: ['orders'] }))).not.toContain(
      'margin',
    )
    expect((await given(client, 'search_catalog', { ...here(), query: 'margin' })).tables).toEqual([])
    expect(await failure(client, 'run_sql', { ...here(), sql: 'SELECT margin FROM orders' })).toContain('margin')
  })

  test('changes nothing: statements that write are refused and noted', async () => {
    const refused = await failure(await of(owner!), 'run_sql', { ...here(), sql: 'DROP TABLE orders' })
    expect(refused).toContain('SELECT')
    const path = `/api/workspaces/${place.workspace.id}/sql`
    await call(app, owner!, 'POST', path, { sql: 'DROP TABLE orders' })
    const isNoted = and(eq(securityEvents.kind, 'statement_refused'), eq(securityEvents.actorId, owner!.user.id))
    const noted = () => world.db.select().from(securityEvents).where(isNoted)
    // Nobody waits until it is written.
    while ((await noted()).length < 2) await Bun.sleep(10)
    expect((await noted()).map(({ details }) => (details as { path: string }).path)).toEqual([path, path])
  })
})

test('of too many tools in a minute the rest is told to wait, by whatever keys and however they are sent', async () => {
  const person = await signUp(app)
  const tools = (count: number) =>
    Array.from({ length: count }, (_, id) => ({
      ...{ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'list_workspaces', arguments: { limit: 0 } } },
    }))
  const used = async (at: typeof app, who: Person, count: number) => {
    const authorization = `Bearer ${(await keyOf(who)).key}`
    const text = await (await at.request('/mcp', json(tools(count), { ...ACCEPT, authorization }))).text()
    const refused = text.match(/Too many attempts[^"]*/g)?.length ?? 0
    expect(text.match(/"isError":true/g)).toHaveLength(count)
    if (refused > 0) expect(text).toMatch(/rate_limited.{1,50}retry_after/)
    return count - refused
  }
  expect([await used(app, person, 100), await used(app, person, 50)]).toEqual([100, 20])
  expect(await used(app, stranger!, 1)).toBe(1)
  const later = await testApp({ ...world, now: () => new Date(Date.now() + 61_000) })
  expect(await used(later, person, 50)).toBe(50)
})

/** Ids of a workspace that the stranger is not in, at every place of every tool where an id may stand. */
test('ids of others open nothing, wherever a tool takes one', async () => {
  const path = `/api/workspaces/${place.workspace.id}`
  const [table] = (await call(app, owner!, 'GET', `${path}/catalog/names`)).body
  const asked = (await call(app, owner!, 'POST', `${path}/query-data`, { message: 'What is the total amount?' })).body
  const canvas = (await call(app, owner!, 'POST', `${path}/canvases`, { name: 'Secret board' })).body
  const agent = (await call(app, owner!, 'POST', `${path}/agents`, { name: 'Spy', instructions: 'x', publish: true }))
    .body
  const result = (await call(app, owner!, 'POST', `${path}/sql`, { sql: SUMS })).body
  const theirs = {
    ...{ workspace_id: place.workspace.id, message_id: asked.message_id, conversation_id: asked.conversation_id },
    ...{ canvas_id: canvas.id, agent_id: agent.id, result_id: result.id, tables: [table.id], sources: [table.id] },
  }
  const [mine] = (await call(app, stranger!, 'GET', '/api/organizations')).body[0].workspaces
  const at = (id: string) => `/api/workspaces/${id}/sql`
  const { id: result_id } = (await call(app, stranger!, 'POST', at(mine.id), { sql: 'SELECT 1' })).body
  const own = { workspace_id: mine.id, sql: 'SELECT 1', question: 'What is the total amount?', tables: ['first'] }
  const client = await of(stranger!)
  const tried: string[] = []
  for (const [name, { input }] of Object.entries(TOOLS))
    for (const [field, foreign] of Object.entries(theirs))
      for (const value of field in input.shape ? [foreign, '..', '../../user', `${foreign}/..`] : []) {
        const wrong = Array.isArray(value) === Array.isArray(foreign) ? value : [value]
        const shape = Object.keys(input.shape)
        const given = Object.fromEntries(Object.entries({ ...own, result_id }).filter(([key]) => shape.includes(key)))
        const { text, failed } = await use(client, name as ToolName, { ...given, [field]: wrong })
        tried.push(`${name} ${field}`)
        expect([name, field, value, failed]).toEqual([name, field, value, true])
        if (wrong !== foreign) expect(text).toMatch(/not found|there is no/i)
        expect(text).not.toMatch(/Secret board|Spy|orders|1395|North/)
      }
  expect(new Set(tried).size).toBeGreaterThanOrEqual(13)
})

describe('input', () => {
  test('that is wrong is an error of the tool that names the field', async () => {
    const client = await of(owner!)
    expect(await failure(client, 'run_sql', { sql: 'SELECT 1' })).toBe('workspace_id: This is missing.')
    expect(await failure(client, 'run_sql', { ...here(), sql: ' ' })).toBe('sql: Write a statement.')
    expect(await failure(client, 'search_catalog', { ...here(), cursor: 'x' })).toBe('cursor is not one of ours.')
    expect(await failure(client, 'search_catalog', { ...here(), limit: 1_000 })).toContain('limit: ')
    expect(await failure(client, 'search_catalog', { ...here(), query: 'a\0b' })).toContain('NUL')
    expect(await failure(client, 'describe_tables', { ...here(), tables: ['none'] })).toBe(
      'There is no table "none". search_catalog finds tables by a part of their name.',
    )
    expect(await failure(client, 'run_sql', { ...here(), sql: 'SELECT a FROM order' })).toContain('order')
  })

  test('that is too large is refused', async () => {
    const client = await of(owner!)
    expect(await failure(client, 'ask', { ...here(), question: 'x'.repeat(20_001) })).toContain(
      'at most 20,000 characters',
    )
    const large = Array.from({ length: 11 }, () => 'orders')
    expect(await failure(client, 'describe_tables', { ...here(), tables: large })).toContain('at most 10')
    expect((await post('x'.repeat(1_000_001))).status).toBe(413)
  })

  test('of a tool that does not exist is an error of the protocol', async () => {
    const client = await of(owner!)
    for (const name of ['drop_everything', 'constructor', '__proto__'])
      await expect(client.callTool({ name })).rejects.toThrow(`There is no tool "${name}".`)
  })
})

const post = async (body: string | object, headers: Record<string, string> = {}) =>
  app.request('/mcp', {
    method: 'POST',
    headers: { ...ACCEPT, 'content-type': 'application/json', authorization: `Bearer ${keys.get(owner!)}`, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' }

describe('the transport', () => {
  test('takes messages by POST only, since nothing is kept between two of them', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const answer = await app.request('/mcp', {
        method,
        headers: { ...ACCEPT, authorization: `Bearer ${keys.get(owner!)}` },
      })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
    }
    const answer = await post(PING)
    expect(answer.headers.get('mcp-session-id')).toBeNull()
    expect(await answer.text()).toContain('"result":{}')
    expect((await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202)
  })

  test('refuses what is no message', async () => {
    const refused = async (answer: Response) => [
      answer.status,
      ((await answer.json()) as { error: { code: number } }).error.code,
    ]
    expect(await refused(await post('{'))).toEqual([400, -32700])
    expect(await refused(await post({ hello: 1 }))).toEqual([400, -32700])
    expect(await refused(await post(Array.from({ length: 101 }, (_, id) => ({ ...PING, id }))))).toEqual([400, -32600])
    expect(await refused(await post(PING, { 'mcp-protocol-version': '1999-01-01' }))).toEqual([400, -32000])
    expect(await refused(await post(PING, { accept: 'application/json' }))).toEqual([406, -32000])
    expect(await refused(await post(PING, { 'content-type': 'text/plain' }))).toEqual([415, -32000])
    const two = await (await post([PING, { ...PING, id: 2 }])).text()
    expect([...two.matchAll(/"id":(\d)/g)].map(([, id]) => id).sort()).toEqual(['1', '2'])
  })

  test('opens to keys and access tokens that hold, not to cookies', async () => {
    const refused = async (headers: Record<string, string>) => {
      const answer = await app.request('/mcp', json(PING, { ...ACCEPT, ...headers }))
      expect(answer.headers.get('www-authenticate')).toStartWith('Bearer')
      expect(await answer.json()).toMatchObject({ code: 'unauthenticated' })
      return answer.status
    }
    expect(await refused({})).toBe(401)
    expect(await refused({ authorization: 'Bearer tt_unknown' })).toBe(401)
    expect(await refused({ cookie: owner!.cookie, 'sec-fetch-site': 'same-origin' })).toBe(401)
    expect((await post(PING, owner!.headers)).status).toBe(200)
    const { id, key } = await keyOf(owner!, SCOPE_NAMES)
    const headers = { authorization: `Bearer ${key}` }
    expect((await post(PING, headers)).status).toBe(200)
    await world.db
      .update(apiKeys)
      .set({ expiresAt: new Date(0) })
      .where(eq(apiKeys.id, id))
    expect(await refused(headers)).toBe(401)
  })

  test('refuses pages of other sites, also where their name leads to this server', async () => {
    for (const origin of ['https://elsewhere.example', 'null', 'http://127.0.0.1.elsewhere.example:3000']) {
      const answer = await post(PING, { origin, host: origin.replace(/^https?:\/\//, '') })
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([403, 'cross_site'])
    }
  })
})
