import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Cell } from '#query/rules/answers.ts'
import { openStore, type Shop } from '../../../eval/store.ts'
import { statisticsOf } from '../rules/statistics.ts'
import type { RunSqlOutput, ShowChartInput } from '../rules/tools.ts'
import type { Conversation } from './conversation.ts'
import { nextTurn } from './turn.ts'

let store: Shop
beforeAll(async () => {
  store = await openStore()
})
afterAll(() => store.close())

async function run(sql: string, title: string): Promise<RunSqlOutput> {
  const reader = await store.duck.runAndReadAll(sql)
  const columns = reader.columnNames().map((name, at) => ({ name, type: String(reader.columnTypes()[at]) }))
  const rows = reader.getRowsJson() as Cell[][]
  const statistics = statisticsOf(columns, rows)
  return {
    ok: true,
    name: 'r1',
    id: 'r1',
    title,
    columns,
    row_count: rows.length,
    truncated: false,
    rows: rows.slice(0, 50),
    statistics,
    cite: '',
  }
}

/** What the analyst says and draws in the last of several turns. */
async function told(...turns: string[]) {
  const earlier = turns.slice(0, -1)
  const facts = { complete: true, total_tables: store.facts.length, tables: store.facts }
  const calls: Conversation['calls'] = [
    { name: 'search_catalog', input: { query: '' }, output: facts },
    { name: 'describe_tables', input: { tables: [] }, output: { tables: store.facts, unknown: [] } },
    { name: 'search_values', input: { text: '-' }, output: { matches: [], searched: 0 } },
  ]
  let chart: ShowChartInput | null = null
  for (let step = 0; step < 6; step++) {
    const turn = nextTurn({ now: '2024-11-15', question: turns.at(-1)!, earlier, calls }, () => true)
    if ('text' in turn) return { ...turn, chart }
    for (const call of turn.calls) {
      if (call.name === 'show_chart') chart = call.input
      if (call.name === 'run_sql')
        calls.push({ name: 'run_sql', input: call.input, output: await run(call.input.sql, call.input.title) })
      if (call.name === 'offer_readings')
        calls.push({ name: 'offer_readings', input: call.input, output: { offered: 0, asked: false } })
      if (call.name === 'show_chart')
        calls.push({ name: 'show_chart', input: call.input, output: { ok: false, error: '' } })
    }
  }
  throw new Error('no end')
}

describe('how numbers are spread', () => {
  test('ranges stand from low to high, and their borders are told', async () => {
    const { text, chart } = await told('distribution of order amounts')
    expect(chart).toMatchObject({ kind: 'bar', x: 'total_amount_range', title: 'Number of orders by total amount' })
    expect(text).toContain('The largest group of orders has a total amount of 400 to 450 (231, 11.6 %)')
    expect(text).toContain('counts to the range above it')
  })

  test('a follow-up cuts the same numbers in another way', async () => {
    const { text } = await told('distribution of order amounts', 'in steps of 250')
    expect(text).toStartWith('The largest group of orders has a total amount of 250 to 500 (')
  })
})

test('weekends are compared by the day, since they are fewer days', async () => {
  const { text, chart } = await told('do we sell more on weekends?')
  expect(text).toContain('On weekends the average revenue per day is 557.21, on weekdays 566.31: 1.6 % less')
  expect(text).toContain('which are more days')
  expect(chart?.y).toEqual(['average_revenue_per_day'])
})

describe('people', () => {
  test('new and returning ones are told apart by a rule that is said', async () => {
    const { text } = await told('revenue from new and returning customers')
    expect(text).toContain('Revenue: returning customers 454,104.54 (86.4 %), new customers 71,762.25 (13.6 %).')
    expect(text).toEndWith('The first order of each customer counts as new, every later one as returning.')
  })

  test('retention leaves out what is not over yet', async () => {
    const { text, chart } = await told('retention by quarter')
    expect(chart?.y[0]).toBe('back_after_1_quarter_percent')
    expect(text).toContain('Of the 123 customers whose first order was in Q1 2022, 45.53 % came back after 1 quarter')
    expect(text).toContain('not over yet are left empty')
  })
})

test('this year is compared with the same days of last year', async () => {
  const { text, chart } = await told('revenue this year vs last year')
  expect(text).toContain('Today is 15 November 2024, so both years are counted up to the same day.')
  expect(chart?.title).toBe('Revenue by year from 1 January to 15 November of 2023 and 2024')
})

test('the whole is told beside its parts', async () => {
  const { text } = await told('how much did we refund, and for which reasons?')
  expect(text).toEndWith('In total: 22,702.')
})

test('what is to come is not made up', async () => {
  for (const question of ['forecast revenue for next month', 'what will sales be next quarter', 'predict orders']) {
    const { text, ending } = await told(question)
    expect(ending).toBe('refused')
    expect(text).toContain('the data only say what was')
    expect(text).toContain(' by month')
  }
})

test('a chart says its unit and its days where the title does not', async () => {
  expect((await told('revenue by channel')).chart?.subtitle).toBe('All data: 1 January 2022 to 30 December 2024')
  expect((await told('share of orders by channel in 2023')).chart?.subtitle).toBe('In %')
})

test('a long conversation keeps what it began with', async () => {
  const turns = ['revenue by channel', 'only 2024', 'as a pie', 'in percent', 'top 2', 'why?', 'as a bar', 'and 2023']
  expect((await told(...turns)).chart?.title).toBe('Top 2 channels by share of revenue in 2023')
})
