import { afterAll, beforeAll, expect, test } from 'bun:test'
import { lookAtState } from '../support/browser.ts'
import { type ModelServer, type ScriptedTurn, startModelServer } from '../support/model-server.ts'
import { SECRETS } from '../support/secrets.ts'
import { SOON } from '../support/soon.ts'
import { ask, openStage, type Stage, settleIn, type Visitor } from './visit.ts'

/** A model that takes its time: sixty words, 150 ms apart, after one query; a minute when it is asked again. */
const WORDS = Array.from({ length: 60 }, (_, index) => `word${index} `)

/** A model that refers to cells, of which one does not exist, also when it is asked again. */
const REFERRING = /Pune, year by year/
const CITY = "select * from (values ('Pune', 2024, 121200), ('Pune', 2025, 141500)) t(city, year, orders)"
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
const CITIES = "select * from (values ('Pune', 1415), ('Agra', 902)) t(city, orders) order by orders desc"
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

let model: ModelServer
let stage: Stage
let asha: Visitor
beforeAll(async () => {
  model = await startModelServer(({ body }) =>
    FINISHING.test(JSON.stringify(body))
      ? finishing(body.messages as { role: string; content?: unknown }[])
      : REFERRING.test(JSON.stringify(body))
        ? referring(body.messages as { role: string }[])
        : JSON.stringify((body.messages as unknown[]).at(-1)).includes('briefly')
          ? { say: `There is little to say. ${'A line of some length that fills the page. '.repeat(8)}` }
          : JSON.stringify(body).includes('run-call') || JSON.stringify(body).includes('order_total')
            ? { say: WORDS, every: JSON.stringify(body).includes('orders again') ? 1000 : 150 }
            : { call: 'run_sql', input: { sql: 'select count(*) as order_total from orders', title: 'Orders' } },
  )
  stage = await openStage({
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: SECRETS.OPENAI_API_KEY,
    AI_API: 'chat',
    AI_MODEL: 'scripted-model',
  })
  asha = await stage.visit()
  await settleIn(asha.page, 'asha@example.com')
  await asha.page.getByRole('button', { name: 'Add sample data' }).click()
  await asha.page.getByRole('heading', { name: 'What would you like to know?' }).waitFor()
}, 300_000)
afterAll(async () => {
  await stage.close()
  await model.stop()
})

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
}, 300_000)

test('a connection that drops is taken up again where it broke', async () => {
  const { page, context } = asha
  await begin('How many orders now?')
  await context.setOffline(true)
  await Bun.sleep(1200)
  await context.setOffline(false)
  await page.getByText('word59').nth(1).waitFor()
  const prose = await page.getByRole('article', { name: 'Answer' }).last().locator('.prose').innerText()
  expect([...(prose.match(/word\d+/g) ?? [])]).toEqual(WORDS.map((word) => word.trim()))
}, 300_000)

test('a question asked without a connection is not lost: it stands in the box again', async () => {
  const { page, context } = asha
  const answers = await page.getByRole('article', { name: 'Answer' }).count()
  await context.setOffline(true)
  await page.getByLabel('Your question').fill('How many orders by now?')
  await page.getByLabel('Your question').press('Enter')
  await page.getByText('You are offline.').waitFor()
  await context.setOffline(false)
  await page.getByText('Your question did not reach us').waitFor()
  expect(await page.getByLabel('Your question').inputValue()).toBe('How many orders by now?')
  expect(await page.getByRole('article', { name: 'Answer' }).count()).toBe(answers)
}, 300_000)

test('Stop ends an answer within a second and it costs nothing', async () => {
  const { page } = asha
  const before = (await (await page.request.get('/api/credits/balance')).json()) as { balance: number }
  await begin('How many orders again?')
  const pressed = performance.now()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByText('This question cost nothing.').last().waitFor()
  expect(performance.now() - pressed).toBeLessThan(SOON)
  const after = (await (await page.request.get('/api/credits/balance')).json()) as { balance: number; held: number }
  expect(after).toMatchObject({ balance: before.balance, held: 0 })
}, 300_000)

test('a long conversation is read from its end, grows upwards without a jump, and opens at any of its messages', async () => {
  const { page } = asha
  // The tests before were offline on purpose, which the console tells.
  asha.trouble.length = 0
  const workspaceId = /workspaces\/([^/?]+)/.exec(page.url())![1]!
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
}, 300_000)

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
}, 300_000)

test('an answer that a model finishes: thoughts and queries on the way are steps, the main result is open, what it assumed and what to ask next stand below', async () => {
  const { page } = asha
  await page.goto('/chat')
  await ask(page, 'Which city leads?')
  const answer = page.getByRole('article', { name: 'Answer' }).last()
  expect(await answer.locator('.prose').first().innerText()).toBe('Pune leads with 1,415 orders, 513 ahead of Agra.')
  const assumed = answer.getByRole('region', { name: 'Assumptions' })
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
  expect(await refusal.locator('.prose').innerText()).toBe('Das Wetter steht nicht in diesen Daten.')
  await refusal.getByRole('button', { name: 'Bestellungen je Stadt?' }).waitFor()
  expect(await refusal.locator('.receipt-text').innerText()).toContain('0 credits')
  expect(await (await page.request.get('/api/credits/balance')).json()).toMatchObject(before)
  expect(asha.trouble).toEqual([])
}, 300_000)
