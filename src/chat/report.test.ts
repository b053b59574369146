import { beforeAll, expect, test } from 'bun:test'
import { DEFAULT_SETTINGS } from '#records/rules/setting.ts'
import {
  type ModelServer,
  type ScriptedTurn,
  scriptedModels,
  startModelServer,
} from '../../tests/support/model-server.ts'
import { textOfPdf } from '../../tests/support/pdf.ts'
import { type App, call, newTeam, signUp, workspaceCtx } from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'
import { testApp } from '../../tests/support/world.ts'

const PRICE = DEFAULT_SETTINGS.credits.per_report

let app: App
let server: ModelServer
let script: ScriptedTurn[] = []

const { world, app: base, owner, place } = await newTeam()
const workspace = place.workspace.id
beforeAll(async () => {
  await putTable(
    await workspaceCtx(world, owner.user.id, workspace),
    'sales',
    `SELECT * FROM (VALUES ('North', 2024, 1000), ('North', 2025, 1200), ('<img src=x>|', 2025, 300), ('दक्षिण 南部', 2025, 250), ('ខ្មែរ', 2025, 50)) t(region, year, revenue)`,
  )
  server = await startModelServer(() => script.shift() ?? { status: 500 })
  app = await testApp({ ...world, models: scriptedModels(server) })
})

const ask = (context: object, at = app) =>
  call(at, owner, 'POST', `/api/workspaces/${workspace}/query-data`, {
    message: 'How did it go? Tell the board.',
    context,
  })
const balance = async () => (await call(base, owner, 'GET', '/api/credits/balance')).body.balance as number
const file = (id: string, format: string, who = owner) =>
  app.request(`/api/messages/${id}/export?format=${format}`, { headers: { cookie: who.cookie } })

const run = {
  call: 'run_sql',
  input: { sql: 'select region, year, revenue from sales order by revenue desc', title: 'Revenue by region and year' },
}
const TEXT = `Revenue of North reached {{r1.revenue[#1]}}.

{{kpi r1.revenue[region=North, year=2025]|usd, label="Revenue", before=r1.revenue[region=North, year=2024]}}
{{kpi sum(r1.revenue), label="All of it"}}

## Where it came from

{{chart c1}}

See [this](https://evil.example/x) and ![that](https://evil.example/y). There are 77 reasons.

{{grid r1, rows=2, columns=region|revenue}}`
const chart = {
  call: 'show_chart',
  input: { result: 'r1', kind: 'bar', x: 'region', y: ['revenue'], title: 'Revenue by region' },
}
const finish = { call: 'finish', input: { status: 'answered', text: TEXT, main_result: 'r1' } }
const plan = (input: object): ScriptedTurn => ({ call: 'plan', input })
const whole = () => [plan({ items: ['Look', 'Compare', 'Forecast'] }), run, chart, plan({ done: [1, 2] }), finish]

test('a report has a plan, more steps and a price of its own, and is told in blocks', async () => {
  const before = await balance()
  script = whole()
  const { status, body } = await ask({ mode: 'report' })
  expect([status, body.status, body.error]).toEqual([200, 'answered', null])
  expect(body.plan).toEqual([
    { text: 'Look', done: true },
    { text: 'Compare', done: true },
    { text: 'Forecast', done: false },
  ])
  expect(body.receipt.credits).toBe(PRICE)
  expect(await balance()).toBe(before - PRICE)
  expect(body.blocks.map(({ kind }: { kind: string }) => kind)).toEqual([
    'text',
    'figures',
    'text',
    'chart',
    'text',
    'grid',
  ])
  expect(body.blocks[1].figures).toMatchObject([
    {
      label: 'Revenue',
      value: { text: 'US$1,200', state: 'bound', row: 0 },
      before: { text: 'US$1,000' },
      change: { text: '+20 %', state: 'derived' },
    },
    { label: 'All of it', value: { text: '2,800' }, before: null, change: null },
  ])
  expect(body.blocks[5].grid).toMatchObject({
    columns: ['region', 'revenue'],
    rows: [
      ['North', 1200],
      ['North', 1000],
    ],
    total_rows: 5,
  })
  expect(body.answer).toContain('Revenue: US$1,200 (+20 % from US$1,000)')
  expect(body.answer).not.toContain('{{')
  const { content } = (server.requests.at(-1)!.body.messages as { content: string }[])[1]!
  expect(content).toContain('\nWanted: a report\n')
  // What people see after a reload has it, too.
  const { body: kept } = await call(app, owner, 'GET', `/api/messages/${body.message_id}`)
  expect(kept.answer).toMatchObject({ report: true, plan: { length: 3 }, placed: { length: 4 } })
})

test('a placement that shows nothing is told to the model once, and is marked then', async () => {
  script = [run, { say: 'It rose.\n\n{{chart c7}}' }, { say: 'It rose.\n\n{{chart c8}}' }]
  const { body } = await ask({})
  expect(JSON.stringify(server.requests.at(-1)!.body)).toContain('There is no chart c7: call show_chart first.')
  expect(body.answer).toBe('It rose.\n\n[missing]')
  expect(body.numbers).toMatchObject([{ state: 'unbound', gap: 'There is no chart c8: call show_chart first.' }])
})

test('an answer is a Markdown file and a PDF, in which cells are texts and unproven numbers are marked', async () => {
  script = whole()
  const id = (await ask({ mode: 'report' })).body.message_id as string
  const answer = await file(id, 'md')
  expect(answer.headers.get('content-disposition')).toContain('filename="How-did-it-go-Tell-the-board.md"')
  const text = await answer.text()
  expect(text).toContain('# How did it go? Tell the board.')
  expect(text).toContain('- Not done: Forecast')
  expect(text).toContain('Revenue: US$1,200 (+20 % from US$1,000)')
  expect(text).toContain('There are 77 (unconfirmed) reasons.')
  expect(text).toContain('| \\<img src=x>\\| |')
  expect(text).toContain('_Shows the first 2 of 5 rows._')
  expect(text).toContain('See this (evil.example) and that.')
  expect(text).not.toContain('https://')
  const pdf = await file(id, 'pdf')
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
  const words = (await textOfPdf(await pdf.bytes())).replace(/\s+/g, ' ')
  for (const part of [
    'How did it go?',
    'US$1,200',
    '+20 %',
    'Where it came from',
    'Revenue by region',
    '77 (unconfirmed)',
    '<img src=x>|',
    'Not done Forecast',
    // In the chart alone.
    'दक्षिण 南部',
    '5 characters are in no font of this file',
  ])
    expect(words).toContain(part)
  expect((await file(id, 'docx')).status).toBe(400)
})

test('whoever may read the conversation may export its answers, and nobody else', async () => {
  script = whole()
  const { message_id: id, conversation_id } = (await ask({})).body
  const stranger = await signUp(base)
  expect((await file(id, 'md', stranger)).status).toBe(404)
  await call(app, owner, 'PATCH', `/api/conversations/${conversation_id}`, { shared: true })
  expect((await file(id, 'pdf', stranger)).status).toBe(404)
  expect((await app.request(`/api/messages/${id}/export`)).status).toBe(401)
  script = [{ status: 400 }]
  const failed = (await ask({})).body
  expect((await file(failed.message_id, 'md')).status).toBe(422)
})

test('an ordinary question keeps no plan, and may place charts as well', async () => {
  script = [{ say: 'Nothing stands here.' }]
  const { conversation_id } = (await ask({ mode: 'report' })).body
  const before = await balance()
  script = whole()
  const { body } = await ask({ conversation_id })
  expect(body).toMatchObject({ status: 'answered', plan: null, receipt: { credits: 1 } })
  expect(await balance()).toBe(before - 1)
  expect(JSON.stringify(server.requests.at(-1)!.body)).toContain('Only a report has a plan')
})

test('what is said of reports is told from the first one of a conversation on', async () => {
  const told = () => {
    const { tools, body } = server.requests.at(-1)!
    return [tools.includes('plan'), JSON.stringify(body).includes('First call plan')]
  }
  const seen: boolean[][] = []
  let conversation_id: string | undefined
  for (const mode of ['answer', 'report', 'answer']) {
    script = [run, { say: 'It is {{r1.revenue[#1]}}.' }]
    const { body } = await ask({ mode, ...(conversation_id ? { conversation_id } : {}) })
    conversation_id = body.conversation_id
    seen.push(told())
  }
  expect(seen).toEqual([
    [false, false],
    [true, true],
    [true, true],
  ])
})

test('a report is refused before it begins where nobody writes one, or nobody could pay it', async () => {
  const asked = server.requests.length
  expect(await ask({ mode: 'report' }, base)).toMatchObject({ status: 400, body: { code: 'no_reports' } })
  expect((await ask({ mode: 'essay' })).status).toBe(400)
  expect((await ask({ mode: 'report', max_credits: PRICE - 1 })).body.error).toContain(
    `A report costs ${PRICE} credits`,
  )
  while ((await balance()) >= PRICE) {
    script = [run, { say: 'It rose to {{r1.revenue[#1]}}.' }]
    await ask({})
  }
  expect(await ask({ mode: 'report' })).toMatchObject({ status: 402, body: { code: 'insufficient_credits' } })
  expect(server.requests.length - asked).toBeGreaterThan(0)
})
