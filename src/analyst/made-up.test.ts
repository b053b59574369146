import { beforeAll, describe, expect, test } from 'bun:test'
import { DEFAULT_XAI } from '#records/rules/xai.ts'
import {
  type ModelServer,
  type ScriptedTurn,
  scriptedModels,
  startModelServer,
} from '../../tests/support/model-server.ts'
import { type App, call, newTeam, workspaceCtx } from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'
import { upload } from '../../tests/support/upload.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'

// A model that brings figures of its own into places where nobody types numbers: they are never shown as proven.

let app: App
let server: ModelServer
let script: ScriptedTurn[] = []
const { world, owner, place } = await newTeam()
const workspace = place.workspace.id
beforeAll(async () => {
  await putTable(
    await workspaceCtx(world, owner.user.id, workspace),
    'sales',
    `SELECT * FROM (VALUES ('North', 2024, 1000), ('North', 2025, 1200), ('South', 2025, 300)) t(region, year, revenue)`,
  )
  server = await startModelServer(() => script.shift() ?? { status: 500 })
  app = await testApp({ ...world, models: scriptedModels(server) })
})

type Reply = {
  answer: string
  status: string
  numbers: { text: string; state: string }[]
  assumptions: Pick<Reply, 'numbers'>[]
  blocks: { figures?: { value: { state: string } }[] }[]
  charts: { title: string }[]
  plan: { text: string }[] | null
  queries: unknown[]
  suggestions: string[]
}
const ask = async (turns: ScriptedTurn[], message = 'How did refunds go?', context = {}): Promise<Reply> => {
  script = turns
  return (await call(app, owner, 'POST', `/api/workspaces/${workspace}/query-data`, { message, context })).body
}
const sql = (text: string): ScriptedTurn => ({ call: 'run_sql', input: { sql: text, title: 'Refunds' } })
const finish = (text: string, more = {}): ScriptedTurn => ({
  call: 'finish',
  input: { status: 'answered', text, ...more },
})
const TOLD = finish('Refunds rose by {{r1.pct[#1]}}.\n\n{{kpi r1.pct[#1], label="Refunds"}}\n', {
  assumptions: ['Refunds of {{r1.pct[#1]}} are meant.'],
})
/** States of the same figure in the text, in an assumption and in a tile. */
const states = ({ numbers, assumptions, blocks }: Reply) => [
  numbers[0]?.state,
  assumptions[0]?.numbers[0]?.state,
  blocks.find(({ figures }) => figures)?.figures?.[0]?.value.state,
]

describe('a figure that the statement only says', () => {
  test.each([
    'SELECT 12.3 AS pct',
    "SELECT * FROM (VALUES (471108, 'North')) t(pct, region)",
    'SELECT 12.3 AS pct, region FROM sales LIMIT 1',
    'WITH t AS (SELECT 12.3 AS pct, region FROM sales) SELECT pct FROM t',
    'SELECT 12.3 * 2 AS pct FROM range(1)',
    'SELECT 12.3 AS pct UNION ALL SELECT 14',
  ])('is not proven by its result: %s', async (statement) => {
    const reply = await ask([sql(statement), TOLD])
    expect([reply.status, ...states(reply)]).toEqual(['answered', 'unbound', 'unbound', 'unbound'])
    expect(reply.answer).toContain('(unconfirmed)')
  })

  test('is none by way of another statement either', async () => {
    const reply = await ask([
      sql('SELECT 12.3 AS made_up'),
      sql('SELECT made_up AS pct FROM r1'),
      finish('Refunds rose by {{r2.pct[#1]}}.'),
    ])
    expect(reply.numbers[0]?.state).toBe('unbound')
  })

  test.each([
    ['count(*) FROM sales', 'bound'],
    ['sum(revenue) * 1.5 FROM sales', 'bound'],
    ['(SELECT max(revenue) FROM sales)', 'bound'],
    ['1200 AS pct FROM sales LIMIT 1', 'quoted'],
    ['1200 * 0.5 AS pct', 'quoted'],
    ['2025 AS pct', 'quoted'],
  ])('is told from what is read or asked: SELECT %s is %s', async (statement, state) => {
    const written = statement.includes(' AS pct') ? statement : statement.replace(/( FROM sales)?$/, ' AS pct$1')
    const reply = await ask([sql(`SELECT ${written}`), TOLD], 'Is 1200 times 0.5 in 2025 much?')
    expect(new Set(states(reply))).toEqual(new Set([state]))
  })
})

test('where SQL is not to be shown, checks tell none either', async () => {
  const world = {
    ...(await testWorld()),
    models: { ...scriptedModels(server), explain: { ...DEFAULT_XAI.explain, show_sql: false } },
  }
  script = [sql('SELECT sum(revenue) AS pct FROM sales'), TOLD]
  const hiding = await testApp(world)
  const { body } = await call(hiding, owner, 'POST', `/api/workspaces/${workspace}/query-data`, { message: 'Refunds?' })
  expect(body.checks.length).toBeGreaterThan(0)
  expect(JSON.stringify(body)).not.toContain('FROM sales')
})

describe('names that a model gives tell no figures that nobody looked up', () => {
  const REVENUE = sql('SELECT region, sum(revenue) AS revenue FROM sales WHERE year = 2025 GROUP BY 1 LIMIT 1000')
  const named = (title: string): ScriptedTurn => ({
    call: 'run_sql',
    input: { sql: 'SELECT region, revenue FROM sales WHERE year = 2025', title },
  })
  const chart = (title: string, more: object = {}): ScriptedTurn => ({
    call: 'show_chart',
    input: { result: 'r1', kind: 'bar', x: 'region', y: ['revenue'], title, ...more },
  })
  const lines = (...lines: string[]) => ({ look: { lines } })

  test('in charts, plans, and labels of reference lines', async () => {
    const reply = await ask(
      [
        { call: 'plan', input: { items: ['Refunds rose by 45 %'] } },
        { call: 'plan', input: { items: ['Look at the top 10 of 2025'] } },
        REVENUE,
        chart('Revenue up 45 %'),
        chart('Revenue is 471108'),
        chart('Revenue in 2019'),
        chart('Lines', lines('450 target')),
        chart('Lines', lines('mean up 45 %')),
        chart('Revenue of the top 1,000 in 2025', lines('1000 target')),
        finish('{{r1.region[#1]}} leads.'),
      ],
      'How did it go, with a target of 1000?',
      { mode: 'report' },
    )
    expect(reply.status).toBe('answered')
    expect(reply.plan?.map(({ text }) => text)).toEqual(['Look at the top 10 of 2025'])
    expect(reply.charts.map(({ title }) => title)).toEqual(['Revenue of the top 1,000 in 2025'])
  })

  test.each(['Refunds up 45 %', 'Refunds of 471108', 'Revenue in 2019'])('in titles of results: %s', async (title) => {
    const reply = await ask([named(title), finish('Nothing.')], 'How is it?')
    expect(reply.queries).toEqual([])
    const other = await ask([named('Revenue in 2025'), finish('{{r1.region[#1]}} leads.')], 'How is it?')
    expect(other.queries).toHaveLength(1)
  })

  test('in questions to ask next', async () => {
    const next = ['Why did 471108 leave?', 'Which are the top 10?', 'How was it in 2024?', 'Who has more than 300?']
    const follow_ups = next.map((question) => ({ question, columns: ['sales.revenue'] }))
    const reply = await ask([REVENUE, finish('{{r1.region[#1]}} leads.', { follow_ups })], 'Who has less than 300?')
    expect(reply.suggestions).toEqual(next.slice(1))
  })

  test('but what the data call things, as far as the model sees them', async () => {
    const rows = 'cause,age,n\nCOVID-19,Over 65,12\nFlu,18-24,3\n'
    expect((await upload(app, owner, workspace, 'cases.csv', rows)).status).toBe(201)
    const titles = ['Covid 19 of those over 65', 'Ages 18 to 24']
    for (const title of [...titles, 'Flu 12', 'Over 65 %', '18 fell ill']) {
      const reply = await ask(
        [
          { call: 'run_sql', input: { sql: 'SELECT cause, sum(n) AS n FROM cases GROUP BY 1', title } },
          finish('{{r1.cause[#1]}}.'),
        ],
        'How is it?',
      )
      expect([title, reply.queries.length]).toEqual([title, titles.includes(title) ? 1 : 0])
    }
  })

  test('but years between those of a statement, and how many are ranked, are no figures', async () => {
    const years = 'SELECT year, revenue FROM sales WHERE year >= 2023 AND year < 2026'
    for (const title of [
      'Revenue 2024 to 2025',
      'The 5 highest',
      'Les 10 meilleurs',
      'Die 10 umsatzstärksten',
      'Rolling 12 months',
    ]) {
      const reply = await ask(
        [{ call: 'run_sql', input: { sql: years, title } }, finish('{{r1.year[#1]}} it is.')],
        'How is it?',
      )
      expect(reply.queries).toHaveLength(1)
    }
  })
})
