import { afterAll, beforeAll, expect, test } from 'bun:test'
import { extractText, getDocumentProxy } from 'unpdf'
import { lookAtState } from '../support/browser.ts'
import type { ScriptedTurn } from '../support/model-server.ts'
import { SOON } from '../support/soon.ts'
import { addFile, ask, newEmail, openModelStage, PASSWORD, settleIn, type Visitor } from './visit.ts'

/** A model that takes its time: sixty words, 150 ms apart, after one query; a minute when it is asked again. */
const WORDS = Array.from({ length: 60 }, (_, index) => `word${index} `)

/** A model that refers to cells, of which one does not exist, also when it is asked again. */
const REFERRING = /Pune, year by year/
const CITY = 'select * from yearly_cities order by year'
const referring = (messages: { role: string }[]): ScriptedTurn =>
  messages.some(({ role }) => role === 'tool')
    ? {
        say: [
          'Pune had {{r1.ord',
          'ers[2025]}} orders, {{diff(r1.orders[city=Pune, year=2025], r1.orders[city=Pune, ye',
          'ar=2024])}} above those of before, and {',
          '{r1.refunds[2025]}} refunds.',
        ],
      }
    : { call: 'run_sql', input: { sql: CITY, title: 'Orders of Pune' } }

/** A model that says what it does, looks around, and finishes. */
const FINISHING = /Which city leads\?|Weather in Pune\?/
const CITIES = 'select * from leading_cities order by orders desc'
const finishing = (messages: { role: string; content?: unknown }[]): ScriptedTurn => {
  const question = messages.findLastIndex(({ content }) => FINISHING.test(String(content)))
  if (String(messages[question]!.content).includes('Weather'))
    return {
      call: 'finish',
      input: {
        status: 'cannot',
        text: 'Das Wetter steht nicht in diesen Daten.',
        follow_ups: [{ question: 'Bestellungen je Stadt?', columns: ['orders.city'] }],
      },
    }
  const turns: ScriptedTurn[] = [
    {
      say: 'First I look which cities there are.',
      ...{ call: 'run_sql', input: { sql: 'select distinct city from orders limit 3', title: 'Cities there are' } },
    },
    { say: 'Now the orders of each.', call: 'run_sql', input: { sql: CITIES, title: 'Orders by city' } },
    {
      ...{
        call: 'show_chart',
        input: { result: 'r1', kind: 'bar', x: 'city', y: ['orders'], title: 'Orders by city' },
      },
      also: [
        {
          call: 'finish',
          size: 9,
          input: {
            status: 'answered',
            text: 'Pune leads with {{r1.orders[Pune]}} orders, {{diff(r1.orders[Pune], r1.orders[Agra])}} ahead of Agra.',
            main_result: 'r1',
            assumptions: ['All {{count(r1)}} cities count, also those with refunds.', 'About 77 orders were returned.'],
            follow_ups: [
              { question: 'How did Pune grow by month?', columns: ['orders.city', 'orders.ordered_at'] },
              { question: 'Who is the boss?', columns: ['people.boss'] },
            ],
          },
        },
      ],
    },
  ]
  // The names of results go on through the conversation.
  const names = [...JSON.stringify(messages).matchAll(/r(\d+): 2 rows/g)].at(-1)?.[1] ?? '1'
  const turn = turns[messages.slice(question).filter(({ role }) => role === 'assistant').length]!
  return JSON.parse(JSON.stringify(turn).replaceAll(/\br1\b/g, `r${names}`))
}

/** A model that writes a report: a plan, three queries, and a text with figures, a chart and a grid between its paragraphs. */
const REPORTING = /How did the year go\?/
const MONTHS = Array.from({ length: 12 }, (_, i) => [
  `2025-${String(i + 1).padStart(2, '0')}-01`,
  120000 + 7000 * i - 9000 * (i % 3),
  80000 + 2500 * i,
])

/** What the queries of these models read: numbers that only a query says would not be bound. */
const FILES = {
  yearly_cities: 'city,year,orders\nPune,2024,121200\nPune,2025,141500\n',
  leading_cities: 'city,orders\nPune,1415\nAgra,902\n',
  report_years: 'year,revenue,orders\n2024,1404000,4210\n2025,1866000,5020\n',
  report_months: `month,revenue,cost\n${MONTHS.map((row) => row.join(',')).join('\n')}\n`,
  report_regions: `region,revenue,share_percent,remark
North,742000,39.8,On target
South,561000,30.1,"Below target since June, see the remarks of the team"
West,402000,21.5,New shops
East,161000,8.6,
`,
}
const REPORT = [
  'Revenue reached {{r1.revenue[2025]|compact}} in 2025, {{change(r1.revenue[2024], r1.revenue[2025])}} against the year before. North brought {{r3.share_percent[North]}}.\n\n',
  '{{kpi r1.revenue[2025]|inr, label="Revenue", before=r1.revenue[2024]}}\n{{kpi r1.orders[2025], label="Orders", before=r1.orders[2024]}}\n{{kpi r3.reven',
  'ue[North]|inr, label="North"}}\n\n## Month by month\n\nRevenue grew faster than cost.\n\n{{chart c1}}\n\nThe best month was {{r2.month[last]}}.\n\n## Regions\n\n',
  '{{grid r3}}\n\n| What | Whose |\n| --- | --- |\n| Shops | {{r3.region[#3]}} |\n\n### What limits this\n\n- December is not closed.\n- Returns are not in these figures.',
]
const CALLS: [string, object][] = [
  ['plan', { items: ['Compare the two years', 'Follow the months', 'Split by region', 'Forecast the next year'] }],
  ['run_sql', { sql: 'select * from report_years order by year', title: 'Revenue and orders by year' }],
  ['plan', { done: [1] }],
  ['run_sql', { sql: 'select * from report_months order by month', title: 'Revenue and cost by month' }],
  [
    'show_chart',
    {
      result: 'r2',
      kind: 'line',
      x: 'month',
      y: ['revenue', 'cost'],
      title: 'Revenue and cost by month',
      subtitle: 'In ₹ · 2025',
    },
  ],
  ['run_sql', { sql: 'select * from report_regions order by revenue desc', title: 'Revenue by region' }],
  ['plan', { done: [2, 3] }],
]
const reporting = (messages: { role: string }[]): ScriptedTurn => {
  const at = messages
    .slice(messages.findLastIndex(({ role }) => role === 'user'))
    .filter(({ role }) => role === 'tool').length
  const [call, input] = CALLS[at] ?? []
  return call ? { call, input } : { say: REPORT, every: 100 }
}

let stage: Awaited<ReturnType<typeof openModelStage>>
let asha: Visitor
let workspaceId: string
beforeAll(async () => {
  stage = await openModelStage(({ body }) =>
    REPORTING.test(JSON.stringify((body.messages as { role: string }[]).findLast(({ role }) => role === 'user')))
      ? reporting(body.messages as { role: string }[])
      : FINISHING.test(JSON.stringify(body))
        ? finishing(body.messages as { role: string; content?: unknown }[])
        : REFERRING.test(JSON.stringify(body))
          ? referring(body.messages as { role: string }[])
          : JSON.stringify((body.messages as unknown[]).at(-1)).includes('briefly')
            ? { say: `There is little to say. ${'A line of some length that fills the page. '.repeat(8)}` }
            : JSON.stringify(body).includes('run-call') || JSON.stringify(body).includes('order_total')
              ? { say: WORDS, every: JSON.stringify(body).includes('orders again') ? 1000 : 150 }
              : { call: 'run_sql', input: { sql: 'select count(*) as order_total from orders', title: 'Orders' } },
  )
  asha = await stage.visit()
  ;({ workspaceId } = await settleIn(asha.page))
  await asha.page.getByRole('button', { name: 'Add sample data' }).click()
  await asha.page.getByRole('heading', { name: 'What would you like to know?' }).waitFor()
  for (const [name, rows] of Object.entries(FILES)) await addFile(asha.page, workspaceId, `${name}.csv`, rows)
}, 300_000)
afterAll(() => stage.close())

async function begin(question: string) {
  const { page } = asha
  await page.getByLabel('Your question').fill(question)
  await page.getByLabel('Your question').press('Enter')
  await page.getByText('word3').last().waitFor()
}

test('a reload in the middle of an answer, and a second tab, go on with the same answer', async () => {
  const { page, context } = asha
  await begin('How many orders?')
  await page.waitForURL(/conversation=/)
  await page.reload()
  const second = await context.newPage()
  await second.goto(page.url())
  for (const tab of [page, second]) {
    await tab.getByText('word59').first().waitFor()
    const prose = await tab.getByRole('article', { name: 'Answer' }).last().locator('.prose').innerText()
    expect([...(prose.match(/word\d+/g) ?? [])]).toEqual(WORDS.map((word) => word.trim()))
  }
  await second.close()
  expect(asha.trouble).toEqual([])
})

test('a connection that drops is taken up again where it broke', async () => {
  const { page, context } = asha
  await begin('How many orders now?')
  await context.setOffline(true)
  await Bun.sleep(1200)
  await context.setOffline(false)
  await page.getByText('word59').nth(1).waitFor()
  const prose = await page.getByRole('article', { name: 'Answer' }).last().locator('.prose').innerText()
  expect([...(prose.match(/word\d+/g) ?? [])]).toEqual(WORDS.map((word) => word.trim()))
})

test('a question asked without a connection is not lost: it stands in the box again', async () => {
  const { page, context } = asha
  const answers = await page.getByRole('article', { name: 'Answer' }).count()
  await page.getByLabel('Your question').fill('How many orders by now?')
  // The last word of an answer comes before its end, and nothing is asked while one runs.
  await page.getByRole('button', { name: 'Ask', exact: true }).waitFor()
  await context.setOffline(true)
  await page.getByLabel('Your question').press('Enter')
  await page.getByText('You are offline.').waitFor()
  await context.setOffline(false)
  await page.getByText('Your question did not reach us').waitFor()
  expect(await page.getByLabel('Your question').inputValue()).toBe('How many orders by now?')
  expect(await page.getByRole('article', { name: 'Answer' }).count()).toBe(answers)
})

test('Stop ends an answer within a second and it costs nothing', async () => {
  const { page } = asha
  const before = (await (await page.request.get('/api/credits/balance')).json()) as { balance: number }
  await page.getByLabel('Your question').fill('How many orders again?')
  await page.getByLabel('Your question').press('Enter')
  const pressed = performance.now()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByText('This question cost nothing.').last().waitFor()
  expect(performance.now() - pressed).toBeLessThan(SOON)
  const after = (await (await page.request.get('/api/credits/balance')).json()) as { balance: number; held: number }
  expect(after).toMatchObject({ balance: before.balance, held: 0 })
})

test('a long conversation is read from its end, grows upwards without a jump, and opens at any of its messages', async () => {
  const { page } = asha
  // The tests before were offline on purpose, which the console tells.
  asha.trouble.length = 0
  let conversation_id: string | undefined
  for (let at = 0; at < 16; at++) {
    const data = { message: `Question ${at}, briefly`, ...(conversation_id && { context: { conversation_id } }) }
    const headers = { 'sec-fetch-site': 'same-origin' }
    const asked = await page.request.post(`/api/workspaces/${workspaceId}/query-data`, { data, headers })
    conversation_id = ((await asked.json()) as { conversation_id: string }).conversation_id
  }
  const address = `/workspaces/${workspaceId}?conversation=${conversation_id}`
  await page.goto(address)
  await page.locator('[data-island-ready]').waitFor()
  expect(await page.locator('.turn-question').count()).toBe(10)
  const sixth = page.locator('.question', { hasText: 'Question 6, briefly' })
  await page.getByRole('link', { name: 'Older messages' }).scrollIntoViewIfNeeded()
  await page.locator('.question', { hasText: 'Question 0, briefly' }).waitFor({ state: 'attached' })
  expect(await page.locator('.turn-question').count()).toBe(16)
  expect(await page.getByRole('link', { name: 'Older messages' }).count()).toBe(0)
  // What was read stays in sight.
  expect(await sixth.evaluate((element) => element.getBoundingClientRect().top)).toBeWithin(0, 600)

  const turn = page.locator('.turn-answer').nth(3)
  await turn.getByLabel('Share', { exact: true }).click()
  const link = turn.getByRole('link', { name: 'Copy the link to this answer' })
  await page.goto((await link.getAttribute('href'))!)
  const fourth = page.locator('.question', { hasText: 'Question 3, briefly' })
  await fourth.waitFor()
  expect(await page.locator('.turn-answer:target').evaluate((it) => it.getBoundingClientRect().top)).toBeWithin(0, 400)
  expect(asha.trouble).toEqual([])
})

test('what a model refers to is printed in the way of the reader, says where it comes from, and is a marked gap where there is nothing', async () => {
  const { page } = asha
  await page.goto('/chat')
  await ask(page, 'Orders of Pune, year by year?')
  const answer = page.getByRole('article', { name: 'Answer' }).last()
  expect(await answer.locator('.prose').innerText()).toBe(
    'Pune had 1,41,500 orders, 20,300 above those of before, and [missing] refunds.',
  )
  const card = page.getByRole('tooltip')
  await answer.locator('.number', { hasText: '1,41,500' }).hover()
  await card.getByText('Pune, 2025').waitFor()
  expect(await card.innerText()).toMatch(/orders Pune, 2025[\s\S]*1,41,500/)
  await answer.locator('.number', { hasText: '20,300' }).hover()
  await card.getByText('minus').waitFor()
  expect(await card.innerText()).toContain(
    'Orders of Pune, 2025 minus orders of Pune, 2024: 1,41,500 − 1,21,200 = 20,300',
  )
  const gap = answer.locator('.number-unbound')
  expect(await gap.innerText()).toBe('[missing]')
  await gap.hover()
  await card.getByText('No value').waitFor()
  expect(await card.innerText()).toContain('r1 has no column "refunds"')
  expect(await answer.innerText()).toContain('2 of 3 numbers bound')
  expect(asha.trouble).toEqual([])
})

test('an answer that a model finishes: thoughts and queries on the way are steps, the main result is open, what it assumed and what to ask next stand below', async () => {
  const { page } = asha
  await page.goto('/chat')
  await ask(page, 'Which city leads?')
  const answer = page.getByRole('article', { name: 'Answer' }).last()
  expect(await answer.locator('.prose').first().innerText()).toBe('Pune leads with 1,415 orders, 513 ahead of Agra.')
  const assumed = answer.getByRole('group', { name: 'Assumptions' })
  expect(await assumed.innerText()).toContain('All 2 cities count, also those with refunds.')
  expect(await assumed.locator('.number-unbound').innerText()).toBe('77')
  expect(await answer.getByRole('list', { name: 'Ask next' }).innerText()).toBe('How did Pune grow by month?')
  // One result stands in the answer and lies open; the other opens from its step.
  expect(await answer.locator('.answer-results li').allInnerTexts()).toEqual([
    expect.stringContaining('Orders by city'),
  ])
  const drawer = page.getByRole('tabpanel')
  await drawer.getByText('1,415').waitFor()
  expect(await page.getByRole('navigation', { name: 'Results of this answer' }).count()).toBe(0)
  await answer.locator('.steps summary').click()
  expect(await answer.locator('.step-said').allInnerTexts()).toEqual([
    'First I look which cities there are.',
    'Now the orders of each.',
  ])
  await lookAtState(page, 'answer-finished')
  await answer.getByRole('button', { name: 'Running: Cities there are' }).click()
  await page.getByRole('navigation', { name: 'Results of this answer' }).getByText('Cities there are').waitFor()

  const before = (await (await page.request.get('/api/credits/balance')).json()) as { balance: number }
  await ask(page, 'Weather in Pune?')
  const refusal = page.getByRole('article', { name: 'Answer' }).last()
  await refusal.locator('.prose').getByText('Das Wetter steht nicht in diesen Daten.', { exact: true }).waitFor()
  await refusal.getByRole('button', { name: 'Bestellungen je Stadt?' }).waitFor()
  expect(await refusal.locator('.receipt-text').innerText()).toContain('0 credits')
  expect(await (await page.request.get('/api/credits/balance')).json()).toMatchObject(before)
  expect(asha.trouble).toEqual([])
})

test('a report shows its price, ticks its plan off, stands in blocks, and is saved as PDF and Markdown', async () => {
  const { page } = asha
  await page.goto('/chat')
  const box = page.getByLabel('Your question')
  const choice = page.getByRole('button', { name: 'Report', exact: true })
  await choice.focus()
  await page.keyboard.press('Space')
  expect(await choice.getAttribute('aria-pressed')).toBe('true')
  await page.locator('.composer-price').getByText('5 credits').waitFor()
  await box.fill('How did the year go?')
  await box.press('Enter')
  const plan = page.locator('.report-plan')
  await plan.getByText('Forecast the next year').waitFor()
  const answer = page.getByRole('article', { name: 'Answer' }).last()
  await answer.locator('.receipt').getByText('5 credits').waitFor()
  expect(await choice.getAttribute('aria-pressed')).toBe('false')
  // The same in the same order after a reload, when the server has drawn it.
  for (const reload of [false, true]) {
    if (reload) await page.reload()
    await answer.locator('canvas').first().waitFor()
    const blocks = await answer.evaluate((element) =>
      [...element.querySelectorAll(':scope > :is(.prose, .tiles, .answer-chart, .answer-grid)')].map(
        ({ className }) => className,
      ),
    )
    expect(blocks).toEqual(['prose', 'tiles', 'prose', 'answer-chart', 'prose', 'answer-grid', 'prose'])
  }
  expect(await plan.getByText('3 of 4 done').isVisible()).toBe(true)
  expect(await plan.locator('.report-plan-open').innerText()).toContain('not done')
  const tile = answer.locator('.tiles > div').first()
  expect((await tile.innerText()).replace(/\s+/g, ' ')).toBe('Revenue ₹18,66,000 +32.9 % from ₹14,04,000')
  await tile.getByRole('link').nth(1).hover()
  await page.locator('#number-card').getByText('14,04,000 → 18,66,000').waitFor()
  await lookAtState(page, 'report', '.chat-main')
  await page.setViewportSize({ width: 1280, height: 820 })
  for (const [format, name] of [
    ['Markdown', 'How-did-the-year-go.md'],
    ['PDF', 'How-did-the-year-go.pdf'],
  ] as const) {
    await answer.locator('summary[title="Save as a file"]').click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Save as ${format}` }).click(),
    ])
    expect(file.suggestedFilename()).toBe(name)
    const bytes = new Uint8Array(await Bun.file(await file.path()).arrayBuffer())
    const text =
      format === 'PDF'
        ? (await extractText(await getDocumentProxy(bytes), { mergePages: true })).text.replace(/\s+/g, ' ')
        : new TextDecoder().decode(bytes)
    for (const part of [
      'How did the year go?',
      '₹18,66,000',
      '+32.9 %',
      'Month by month',
      'Revenue and cost by month',
      'Below target since June',
    ])
      expect(text).toContain(part)
  }
  expect(asha.trouble).toEqual([])
})

test('the receipt tells by kind what left the server; whoever asked has the requests, a colleague who may read the answer has not', async () => {
  const { page } = asha
  const headers = { 'sec-fetch-site': 'same-origin' }
  await page.goto('/chat')
  const before = stage.model.requests.length
  await ask(page, 'Which city leads?')
  const told = stage.model.requests.slice(before).map(({ body }) => JSON.stringify(body))
  const card = page.getByRole('article', { name: 'Answer' }).last().locator('.sent-card')
  await card.locator('summary').click()
  expect(await card.innerText()).toContain(`${told.length} requests`)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('button', { name: 'Download the requests' }).click(),
  ])
  type Kinds = Record<string, number>
  const { message_id, bytes, kinds, sent } = (await Bun.file(await file.path()).json()) as {
    message_id: string
    bytes: number
    kinds: Kinds
    sent: { body: object }[]
  }
  expect(sent.map(({ body }) => JSON.stringify(body))).toEqual(told)
  expect(bytes).toBe(told.reduce((sum, text) => sum + Buffer.byteLength(text), 0))
  expect(Object.values(kinds).reduce((sum, some) => sum + some, 0)).toBe(bytes)
  expect(await card.locator('dd').count()).toBe(Object.values(kinds).filter((some) => some > 0).length)
  await lookAtState(page, 'receipt')

  const conversation = new URL(page.url()).searchParams.get('conversation')!
  const { organization_id } = await (await page.request.get(`/api/workspaces/${workspaceId}`)).json()
  const ben = await stage.visit()
  const data = { email: newEmail('ben'), role: 'member' }
  const invited = await page.request.post(`/api/organizations/${organization_id}/invite`, { data, headers })
  expect(invited.status()).toBe(201)
  const [mail] = await (await page.request.get(`/api/outbox?to=${data.email}`)).json()
  await ben.page.goto(/\/invitations\/[\w-]+/.exec(mail.text)![0])
  await ben.page.getByLabel('Name').fill('Ben Okoye')
  await ben.page.getByLabel('Password').fill(PASSWORD)
  await ben.page.getByRole('button', { name: 'Register and join' }).click()
  await ben.page.getByRole('heading', { name: 'Acme Stores', level: 1 }).waitFor()
  const status = async () => (await ben.page.request.get(`/api/messages/${message_id}/sent`)).status()
  expect(await status()).toBe(404)
  await page.request.patch(`/api/conversations/${conversation}`, { data: { shared: true }, headers })
  expect(await status()).toBe(403)
  await ben.page.goto(`/workspaces/${workspaceId}?conversation=${conversation}`)
  const seen = ben.page.getByRole('article', { name: 'Answer' }).last().locator('.sent-card')
  await ben.page.locator('[data-island-ready]').waitFor()
  await seen.locator('summary').click()
  await seen.getByText(`${told.length} requests`).waitFor()
  expect(await seen.getByRole('button').count()).toBe(0)
  expect([...asha.trouble, ...ben.trouble]).toEqual([])
})
