import { beforeAll, expect, test } from 'bun:test'
import { DEFAULT_XAI } from '#records/rules/xai.ts'
import {
  type ModelServer,
  type ScriptedTurn,
  scriptedModels,
  startModelServer,
} from '../../tests/support/model-server.ts'
import { type App, call, newTeam, workspaceCtx } from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'

// What stands in statements alone: neither the question nor a result has it.
const SECRETS = ['471108', 'zebrafish', 'FROM sales', 'nonsuch', 'BETWEEN']

let server: ModelServer
let script: ScriptedTurn[] = []

const { owner, place } = await newTeam()
const workspace = place.workspace.id
beforeAll(async () => {
  server = await startModelServer(() => script.shift() ?? { status: 500 })
  const ctx = await workspaceCtx(await testWorld(), owner.user.id, workspace)
  await putTable(ctx, 'sales', `SELECT * FROM (VALUES ('North', 10), ('South', 20)) t(region, revenue)`)
})

const hiding = async (rows: 'all' | 'samples' | 'none', show_sql = false): Promise<App> =>
  testApp({
    ...(await testWorld()),
    models: { ...scriptedModels(server), explain: { ...DEFAULT_XAI.explain, rows, show_sql } },
  })
const sql = (text: string, title: string): ScriptedTurn => ({ call: 'run_sql', input: { sql: text, title } })
const GOOD = `SELECT region, revenue FROM sales WHERE region <> 'zebrafish' AND revenue NOT BETWEEN 471108 AND 4712 ORDER BY 1`
const BAD = `SELECT nonsuch FROM sales WHERE region = 'zebrafish'`
const LOOKS: ScriptedTurn[] = [
  { call: 'search_values', input: { text: 'zebrafish' }, say: 'I will leave out zebrafish and 471108.' },
  sql(BAD, `Without zebrafish: ${BAD}`),
  sql(GOOD, 'North and South without Zebrafish and 471108'),
  {
    call: 'show_chart',
    input: { result: 'r1', kind: 'bar', x: 'region', y: ['revenue'], title: 'Revenue without zebrafish' },
  },
]

type Chunk = { type: string; data?: Record<string, unknown> }
async function stream(app: App, turns: ScriptedTurn[]) {
  script = [...turns]
  const answer = await app.request(`/api/workspaces/${workspace}/query-data`, {
    method: 'POST',
    headers: { ...owner.headers, accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'How is North?' }),
  })
  const events = (await answer.text()).split('\n').flatMap((line) => /^data: (\{.*)/.exec(line)?.[1] ?? [])
  return events.map((text) => JSON.parse(text)) as Chunk[]
}
/** Of the prose nobody promises that: a model that is told not to may quote itself. */
const told = (chunks: Chunk[]) => JSON.stringify(chunks.filter(({ type }) => !type.startsWith('text-')))

test.each(['all', 'samples', 'none'] as const)(
  'where no SQL is shown, neither steps nor errors, titles, receipts or later looks tell any; the model sees %s',
  async (rows) => {
    const app = await hiding(rows)
    const chunks = await stream(app, [
      ...LOOKS,
      { call: 'finish', input: { status: 'answered', text: 'North has {{r1.revenue[#1]}}.', main_result: 'r1' } },
    ])
    const answer = chunks.find(({ type }) => type === 'data-answer')!.data as {
      status: string
      error: string | null
      results: { title: string }[]
    }
    expect([answer.status, answer.error]).toEqual(['answered', null])
    expect(answer.results[0]!.title).toBe('North and South without … and …')
    for (const secret of SECRETS) expect([secret, told(chunks).includes(secret)]).toEqual([secret, false])
    // Later on: the list of messages, the page, a page of the result, the requests.
    const history = await call(app, owner, 'GET', `/api/workspaces/${workspace}/agent-history`)
    const [talk] = history.body as { id: string; messages: { id: string; role: string }[] }[]
    const { id } = talk!.messages.find(({ role }) => role === 'assistant')!
    const page = await (
      await app.request(`/chat?conversation=${talk!.id}`, { headers: { cookie: owner.cookie } })
    ).text()
    const whole = JSON.stringify((await call(app, owner, 'GET', `/api/messages/${id}`)).body)
    for (const secret of SECRETS)
      expect([secret, page.includes(secret), whole.includes(secret)]).toEqual([secret, false, false])
    expect(page).toContain('North and South without')
    expect((await call(app, owner, 'GET', `/api/messages/${id}/sent`)).status).toBe(403)
  },
  60_000,
)

test('an answer that fails tells nothing of what the database said', async () => {
  const chunks = await stream(await hiding('all'), [
    sql(BAD, 'One'),
    sql(BAD, 'Two'),
    sql(BAD, 'Three'),
    { say: 'No.' },
  ])
  const { error } = chunks.find(({ type }) => type === 'data-answer')!.data as { error: string }
  expect(error).toBe('The data could not be queried. Please ask in other words.')
  for (const secret of SECRETS) expect([secret, told(chunks).includes(secret)]).toEqual([secret, false])
})

test('where SQL is shown, all of that is there', async () => {
  const chunks = await stream(await hiding('all', true), [...LOOKS, { say: 'North has {{r1.revenue[#1]}}.' }])
  for (const secret of SECRETS) expect([secret, told(chunks).includes(secret)]).toEqual([secret, true])
})
