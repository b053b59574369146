import { afterEach, beforeAll, describe, expect, test } from 'bun:test'
import type { Answer, AnswerChunk } from '#analyst/rules/answer.ts'
import { newId } from '#base/ids.ts'
import { DAY } from '#base/time.ts'
import * as credits from '#billing/credits.ts'
import { DEFAULT_XAI, type Explain } from '#records/rules/xai.ts'
import {
  type ModelApi,
  type ModelServer,
  type ScriptedTurn,
  scriptedModels,
  startModelServer,
} from '../../tests/support/model-server.ts'
import { call, json, newTeam } from '../../tests/support/people.ts'
import { upload } from '../../tests/support/upload.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'

// On the embedded database only: it is about what a model sends and what people are told of it.

const { app, owner, ctx } = await newTeam()
beforeAll(async () => {
  const expiresAt = new Date(Number(ctx.now()) + DAY)
  await credits.grant(ctx, owner.user.id, { kind: 'bonus', credits: 200, expiresAt, key: newId() })
  const rows = ['region,sold_at,revenue', 'North,2024-03-01,1200', 'South,2025-03-01,18493']
  expect((await upload(app, owner, ctx.workspace.id, 'sales.csv', rows.join('\n'))).status).toBe(201)
})

let server: ModelServer | undefined
afterEach(async () => {
  await server?.stop()
  server = undefined
})

const sql = (text: string, say?: string): ScriptedTurn => ({
  call: 'run_sql',
  input: { sql: text, title: 'Sales' },
  ...(say ? { say } : {}),
})
const BY_REGION = 'select region, revenue from sales order by revenue desc'
const finish = (input: object, more: object = {}): ScriptedTurn => ({
  call: 'finish',
  input: { status: 'answered', ...input },
  ...more,
})
const chart = {
  call: 'show_chart',
  input: { result: 'r1', kind: 'bar', x: 'region', y: ['revenue'], title: 'Revenue' },
}

type Asked = { explain?: Partial<Explain>; api?: ModelApi; question?: string; conversation?: string }
async function ask(turns: ScriptedTurn[], { explain, api, question = 'How is revenue?', conversation }: Asked = {}) {
  server = await startModelServer(turns)
  const models = { ...scriptedModels(server, api), explain: { ...DEFAULT_XAI.explain, ...explain } }
  const app = await testApp({ ...(await testWorld()), models })
  const context = conversation ? { conversation_id: conversation } : {}
  const response = await app.request(
    `/api/workspaces/${ctx.workspace.id}/query-data`,
    json({ message: question, context }, { ...owner.headers, accept: 'text/event-stream' }),
  )
  const chunks = (await response.text())
    .split('\n')
    .flatMap((line) => (line.startsWith('data: {') ? [JSON.parse(line.slice(6)) as AnswerChunk] : []))
  const answer = chunks.find((chunk) => chunk.type === 'data-answer')!.data as Answer
  return {
    app,
    answer,
    chunks,
    deltas: chunks.flatMap((chunk) => (chunk.type === 'text-delta' ? [chunk.delta] : [])),
    steps: answer.steps.map(({ tool, title }) => (tool === 'say' ? `“${title}”` : tool)),
    shown: answer.shown?.map((id) => answer.results.find((result) => result.id === id)!.name),
    main: answer.results.find(({ id }) => id === answer.main)?.name,
    asked: server.requests.length,
    last: JSON.stringify(server.requests.at(-1)!.body),
    conversation: (chunks[0] as { messageMetadata: { conversation_id: string } }).messageMetadata.conversation_id,
  }
}

describe.each(['chat', 'responses'] as const)('finish over the %s interface', (api) => {
  test.each([1, 5, 1000])('tells the answer as it is written, in pieces of %d letters', async (size) => {
    const text =
      'Two regions: "South" leads with {{r1.revenue[South]}},\nNorth has {{r1.revenue[North]|eur}}. Größe {{ok}}.'
    const { answer, deltas, steps, main } = await ask(
      [
        sql(BY_REGION, 'Let me look at sales first.'),
        finish(
          { text, main_result: 'r1', assumptions: ['All {{count(r1)}} regions, and {{r1.revenue[#1]}}.'] },
          { size },
        ),
      ],
      { api },
    )
    const told = 'Two regions: "South" leads with 18,493,\nNorth has €1,200. Größe {{ok}}.'
    expect([answer.status, answer.text, main]).toEqual(['answered', told, 'r1'])
    expect(steps).toEqual(['“Let me look at sales first.”', 'run_sql'])
    expect(deltas.join('')).toBe(`Let me look at sales first.\n\n${told}`)
    if (size === 1) expect(deltas.length).toBeGreaterThan(1)
    expect(answer.assumptions).toMatchObject([
      {
        text: 'All 2 regions, and 18,493.',
        numbers: [
          { text: '2', state: 'derived' },
          { text: '18,493', state: 'bound' },
        ],
      },
    ])
    for (const { text, start, end } of answer.assumptions![0]!.numbers)
      expect(answer.assumptions![0]!.text.slice(start, end)).toBe(text)
    expect(answer.receipt!.credits).toBe(1)
  })
})

describe('which text is the answer', () => {
  const WHOLE = 'South leads with {{r1.revenue[South]}}.'
  const TOLD = 'South leads with 18,493.'
  test.each<[string, ScriptedTurn[], string, string[]]>([
    ['what is said before finish without a text', [sql(BY_REGION), finish({}, { say: WHOLE })], TOLD, ['run_sql']],
    [
      'what is said before a chart, when finish has no text',
      [sql(BY_REGION), { ...chart, say: WHOLE }, finish({ text: null })],
      TOLD,
      ['run_sql', 'show_chart'],
    ],
    [
      'what is said before a chart, also when a remark follows it',
      [sql(BY_REGION), { ...chart, say: WHOLE }, { say: 'The chart is drawn.' }],
      TOLD,
      ['run_sql', 'show_chart', '“The chart is drawn.”'],
    ],
    [
      'what comes after a remark on the chart',
      [sql(BY_REGION), { ...chart, say: 'Now a chart.' }, { say: WHOLE }],
      TOLD,
      ['run_sql', '“Now a chart.”', 'show_chart'],
    ],
    [
      'the text of finish, whatever was said before it',
      [
        sql(BY_REGION, 'First.'),
        { ...chart, say: 'Then {{r1.revenue[North]}}.' },
        finish({ text: WHOLE }, { say: 'Done.' }),
      ],
      TOLD,
      ['“First.”', 'run_sql', '“Then 1,200.”', 'show_chart', '“Done.”'],
    ],
    ['the text of finish, said twice', [sql(BY_REGION), finish({ text: WHOLE }, { say: WHOLE })], TOLD, ['run_sql']],
    [
      'the text of finish beside a chart',
      [sql(BY_REGION), { ...chart, also: [{ call: 'finish', input: { status: 'answered', text: WHOLE } }] }],
      TOLD,
      ['run_sql', 'show_chart'],
    ],
    [
      'the last words of a model that knows no finish',
      [sql(BY_REGION, 'I look.'), { say: WHOLE }],
      TOLD,
      ['“I look.”', 'run_sql'],
    ],
  ])('%s', async (_, turns, text, steps) => {
    const asked = await ask(turns)
    expect([asked.answer.status, asked.answer.text]).toEqual(['answered', text])
    expect(asked.steps).toEqual(steps)
    expect(asked.answer.numbers).toMatchObject([{ text: '18,493', state: 'bound' }])
    expect(asked.main).toBe('r1')
  })

  test('finish beside a query is not told yet, since nobody has read what that gives', async () => {
    const { answer, asked, last } = await ask([
      {
        ...sql(BY_REGION),
        also: [{ call: 'finish', input: { status: 'answered', text: 'South has 5.' } }],
      } as ScriptedTurn,
      finish({ text: WHOLE }),
    ])
    expect([answer.text, asked]).toEqual([TOLD, 2])
    expect(last).toContain('Read what that gave, then call finish.')
  })

  test('finish without any text is asked for it once', async () => {
    const { answer, asked, last } = await ask([sql(BY_REGION), finish({}), finish({ text: WHOLE })])
    expect([answer.status, answer.text, asked]).toEqual(['answered', TOLD, 3])
    expect(last).toContain('there is no text')
    const silent = await ask([sql(BY_REGION), finish({}), finish({})])
    expect([silent.answer.status, silent.asked]).toEqual(['failed', 3])
  })

  test('a reference of finish without a value is given back once, with the tools still there', async () => {
    const { answer, asked, steps, last } = await ask([
      sql(BY_REGION),
      finish({ text: 'It is {{r1.profit[South]}}.' }),
      finish({ text: WHOLE, assumptions: ['Profit is not there.'] }),
    ])
    expect([answer.text, asked, answer.assumptions?.length]).toEqual([TOLD, 3, 1])
    expect(last).toContain('r1 has no column')
    expect(server!.requests[2]!.tools).toEqual(server!.requests[0]!.tools)
    expect(steps).toEqual(['run_sql', 'rewrite'])
    const stays = await ask([sql(BY_REGION), finish({ text: 'It is {{r1.profit[South]}}.' }), sql(BY_REGION)])
    expect([stays.answer.status, stays.answer.text, stays.answer.results.length]).toEqual([
      'answered',
      'It is [missing].',
      1,
    ])
  })

  test('what does not fit the form is left out, and the rest is told', async () => {
    const { answer, asked } = await ask([
      sql(BY_REGION),
      finish({ text: WHOLE, status: 'done', main_result: 7, assumptions: 'none', follow_ups: ['By month?', 3] }),
    ])
    expect([answer.status, answer.text, asked]).toEqual(['answered', TOLD, 2])
    const broken = await ask([
      sql(BY_REGION),
      { call: 'finish', input: '{"status":"answered","text":"South le' },
      { say: WHOLE },
    ])
    expect([broken.answer.status, broken.answer.text]).toEqual(['answered', TOLD])
  })
})

describe('status cannot', () => {
  test.each(['Das steht nicht in den Daten.', 'यह डेटा में नहीं है।', 'No profit is recorded.'])(
    'costs nothing in any language: %s',
    async (text) => {
      const before = (await ask([sql(BY_REGION), finish({ text: 'South {{r1.revenue[South]}}.' })])).answer.receipt!
        .balance
      const { answer, main, shown } = await ask([
        sql(BY_REGION),
        chart,
        finish({ status: 'cannot', text, follow_ups: [{ question: 'Umsatz je Region?', columns: ['sales.revenue'] }] }),
      ])
      expect([answer.status, answer.text, answer.receipt!.credits, answer.receipt!.balance]).toEqual([
        'refused',
        text,
        0,
        before,
      ])
      expect([answer.results.length, main, shown, answer.checks, answer.charts]).toEqual([1, undefined, [], [], []])
      expect(answer.suggestions).toEqual(['Umsatz je Region?'])
    },
  )

  test('offers what can be asked when the model offers nothing', async () => {
    const { answer } = await ask([finish({ status: 'cannot', text: 'Nein.\n- Secrets of the boss?' })])
    expect([answer.status, answer.receipt!.credits]).toEqual(['refused', 0])
    expect(answer.suggestions.length).toBeGreaterThan(0)
    expect(answer.suggestions).not.toContain('Secrets of the boss?')
  })

  test('an answer that rests on nothing costs nothing and says so', async () => {
    const { answer } = await ask([finish({ text: 'Hello! Ask me about sales.' })], { question: 'Hi' })
    expect([answer.status, answer.receipt!.credits]).toEqual(['answered', 0])
    expect(answer.checks).toMatchObject([{ name: 'No query', state: 'note' }])
  })

  test.each([
    'select 12.3 as pct',
    'select * from (values (1, 12.3)) t(n, pct)',
    'select count(*) as pct from range(12)',
  ])('neither does one whose queries read no data: %s', async (statement) => {
    const chart = { call: 'show_chart', input: { result: 'r1', kind: 'number', y: ['pct'], title: 'Refunds' } }
    const { answer, last } = await ask([sql(statement), chart, finish({ text: 'It is {{r1.pct[#1]}}.' })])
    expect([answer.status, answer.receipt!.credits]).toEqual(['answered', 0])
    expect(answer.checks).toMatchObject([{ name: 'No query', state: 'note' }])
    expect(last).toContain('typed by the statement, not read from data: ')
  })
})

describe('results', () => {
  const explore = [sql('select distinct region from sales'), sql(BY_REGION), sql('select count(*) as n from sales')]
  test.each<[string, ScriptedTurn, string, string[]]>([
    ['that the model names', finish({ text: 'Done.', main_result: 'R2' }), 'r2', ['r2']],
    ['that the text refers to', finish({ text: '{{r2.revenue[South]}}.' }), 'r2', ['r2']],
    ['of the last query, where nothing speaks of any', finish({ text: 'Done.', main_result: 'r9' }), 'r3', ['r3']],
    [
      'and all that are spoken of',
      finish({ text: '{{r2.revenue[South]}} of {{r3.n}}.', main_result: 'r2' }),
      'r2',
      ['r2', 'r3'],
    ],
    [
      'that an assumption refers to',
      finish({ text: 'Done.', main_result: 'r3', assumptions: ['{{r1.region[#1]}}.'] }),
      'r3',
      ['r1', 'r3'],
    ],
  ])('the main one is that %s', async (_, end, main, shown) => {
    const asked = await ask([...explore, end])
    expect([asked.main, asked.shown]).toEqual([main, shown])
    expect(asked.answer.results.map(({ name }) => name)).toEqual(['r1', 'r2', 'r3'])
    // Each opens from its step.
    expect(asked.answer.steps.map(({ result }) => result)).toEqual(asked.answer.results.map(({ id }) => id))
  })

  test('the API gives all results and charts, and says which is the main one', async () => {
    server = await startModelServer([
      ...explore,
      { ...chart, input: { ...chart.input, result: 'r2' } },
      finish({ text: 'Done.', main_result: 'r3' }),
    ])
    const app = await testApp({ ...(await testWorld()), models: scriptedModels(server) })
    const { body } = await call(app, owner, 'POST', `/api/workspaces/${ctx.workspace.id}/query-data`, {
      message: 'All?',
    })
    expect(
      body.results.map((one: { name: string; shown: boolean; rows: unknown[] }) => [
        one.name,
        one.shown,
        one.rows.length,
      ]),
    ).toEqual([
      ['r1', false, 0],
      ['r2', true, 2],
      ['r3', true, 1],
    ])
    expect([body.main, body.result.id]).toEqual([body.results[2].id, body.results[2].id])
    expect(body.charts).toMatchObject([{ kind: 'bar', result: body.results[1].id }])
    expect(body.chart).toEqual(body.charts[0])
    const kept = await call(app, owner, 'GET', `/api/messages/${body.message_id}`)
    expect(kept.body.answer).toMatchObject({ main: body.main, shown: [body.results[1].id, body.main] })
  })

  test('queries that fail between others that work are repaired for as long as there are steps', async () => {
    const wrong = sql('select nothing from sales')
    const { answer } = await ask([
      wrong,
      wrong,
      sql(BY_REGION),
      wrong,
      wrong,
      sql(BY_REGION),
      finish({ text: 'It is {{r2.revenue[South]}}.' }),
    ])
    expect([answer.status, answer.results.length]).toEqual(['answered', 2])
    const tired = await ask([
      sql(BY_REGION),
      wrong,
      wrong,
      wrong,
      sql(BY_REGION),
      finish({ text: 'It is {{r1.revenue[South]}}.' }),
    ])
    expect([tired.answer.results.length, tired.last.includes('failed 3 times in a row')]).toEqual([1, true])
  })
})

describe('follow-ups', () => {
  const ended = async (follow_ups: unknown[], more: Asked = {}) =>
    (await ask([sql(BY_REGION), finish({ text: 'South has {{r1.revenue[South]}}.', follow_ups })], more)).answer
      .suggestions
  const on = (question: string, ...columns: string[]) => ({ question, columns })

  test('are those of the model that name what is there, at most three', async () => {
    expect(
      await ended([
        on('Who sold it?', 'sales.seller'),
        on('Nothing named?'),
        on('  how is REVENUE ', 'sales.revenue'),
        on('Wie war der Umsatz je Monat?', 'sales.sold_at', 'Sales.Revenue'),
        on('Why is {{r1.region[#1]}} ahead?', 'sales'),
      ]),
    ).toEqual(['Wie war der Umsatz je Monat?', 'Why is South ahead?'])
    const many = Array.from({ length: 5 }, (_, at) => on(`Revenue of the last ${at + 2} months?`, 'sales.revenue'))
    expect(await ended(many)).toHaveLength(3)
  })

  test('claim no number that stands nowhere', async () => {
    const questions = [
      'Why did it fall by 37 %?',
      'Which are the top 10?',
      'Why has South 18,493?',
      'And {{r1.profit[#1]}}?',
    ]
    const list = questions.map((question) => on(question, 'sales.revenue'))
    expect(await ended(list)).toEqual(['Which are the top 10?', 'Why has South 18,493?'])
    expect(await ended(list, { explain: { verified_only: true } })).toEqual(['Why has South 18,493?'])
  })

  test('carry no values of results where the model may not see all of them', async () => {
    const list = [on('Why is {{r1.region[#1]}} ahead?', 'sales.region'), on('Revenue by year?', 'sales.sold_at')]
    for (const rows of ['none', 'samples'] as const)
      expect(await ended(list, { explain: { rows } })).toEqual(['Revenue by year?'])
    expect(JSON.stringify(await ended([], { explain: { rows: 'none' } }))).not.toContain('South')
  })

  test('are ours where the model has none', async () => {
    expect(await ended([])).toContain('By month')
    expect(await ended([on('What is hidden?', 'sales.secret')])).toContain('By month')
  })
})

test('verified only: what stands nowhere is withheld in assumptions and thoughts, too', async () => {
  const { answer, steps, chunks } = await ask(
    [
      sql(BY_REGION, 'I expect 77,777.'),
      finish({
        text: 'It is {{r1.revenue[South]}} or 66,666.',
        assumptions: ['Rates of 55,555 and {{r1.revenue[North]}}.'],
      }),
    ],
    { explain: { verified_only: true } },
  )
  expect(answer.text).toBe('It is 18,493 or [number withheld].')
  expect(answer.assumptions?.map(({ text }) => text)).toEqual(['Rates of [number withheld] and 1,200.'])
  expect(steps[0]).toBe('“I expect [number withheld].”')
  for (const number of ['77,777', '66,666', '55,555']) expect(JSON.stringify(chunks)).not.toContain(number)
})

test('the next question tells finish again with what the person read', async () => {
  const first = await ask([
    sql(BY_REGION, 'I look.'),
    {
      ...chart,
      also: [
        {
          call: 'finish',
          input: {
            status: 'answered',
            text: 'South has {{r1.revenue[South]}}, and 99,999.',
            assumptions: ['All time, {{count(r1)}} rows.'],
            follow_ups: [],
          },
        },
      ],
    },
  ])
  const next = await ask([finish({ text: 'As before: {{r1.revenue[South]}}.' })], { conversation: first.conversation })
  expect(next.answer.text).toBe('As before: 18,493.')
  expect(next.last).toContain('South has 18,493, and 99,999 (unconfirmed).')
  expect(next.last).toContain('- Assumed: All time, 2 rows.')
  expect(next.last).not.toContain('South has {{')
  expect(next.last).toContain('I look.')
})

test('Stop leaves what was told so far, and what led there', async () => {
  server = await startModelServer([sql(BY_REGION, 'I look.'), { stall: 'South has ' }])
  const app = await testApp({ ...(await testWorld()), models: scriptedModels(server) })
  const response = await app.request(
    `/api/workspaces/${ctx.workspace.id}/query-data`,
    json({ message: 'Revenue?' }, { ...owner.headers, accept: 'text/event-stream' }),
  )
  let seen = ''
  let conversation = ''
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    seen += piece
    conversation ||= /"conversation_id":"([^"]+)"/.exec(seen)?.[1] ?? ''
    if (seen.includes('South has') && !seen.includes('data-answer'))
      await call(app, owner, 'POST', `/api/conversations/${conversation}/stop`)
  }
  const line = seen.split('\n').find((one) => one.includes('"data-answer"'))!
  const { data } = JSON.parse(line.slice(6)) as { data: Answer }
  expect([data.status, data.text]).toEqual(['stopped', 'South has'])
  expect(data.steps.map(({ tool }) => tool)).toEqual(['say', 'run_sql'])
})
