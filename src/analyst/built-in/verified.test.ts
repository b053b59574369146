import { describe, expect, test } from 'bun:test'
import type { VerifiedQuery } from '#query/rules/answers.ts'
import { fitting, likeness, namesOfAll } from '../rules/same-question.ts'
import { matchingQueries } from '../rules/search.ts'
import type { KnownQuery, RunSqlOutput } from '../rules/tools.ts'
import type { Conversation } from './conversation.ts'
import { nextTurn } from './turn.ts'

const query = (question: string, sql = `SELECT '${question.length}'`): VerifiedQuery => ({
  ...{ id: question, question, description: '', source: 'workspace', sql },
  verified_by: { id: 'ada', name: 'Ada' },
  created_at: '',
  updated_at: '',
})

describe('two questions', () => {
  test.each([
    ['How many orders are there?', 'how many orders are there', 1],
    ['Show me the revenue by month', 'revenue by month', 1],
    ['revenue by month', 'revenues by months', 1],
    ['orders before 2024', 'orders after 2024', 0.5],
    ['flights from Paris to Rome', 'flights from Rome to Paris', 0.9],
    ['customers without orders', 'customers with orders', 0.5],
    ['revenue by month', 'weather tomorrow', 0],
    // Asked in other words.
    ['How many clients are there?', 'Number of customers', 1],
    ['List the number of orders', 'how many orders do we have', 1],
    ['revenue by month in 2024', 'Revenue in 2024 per month', 1],
    ['In 2024, revenue by month', 'revenue by month in 2024', 1],
    ['revenue by month and region', 'revenue per region and month', 1],
    ['average order value', 'What is the mean order value?', 1],
    ['customers with 1,000 orders', 'customers with 1000 orders', 1],
    // Nearly so.
    ['revenue by month in 2024', 'revenue by month in 2025', 0.67],
    ['orders this month', 'orders last month', 0.5],
    ['products over 5 kg', 'products under 5 kg', 0.6],
    ['price > 5', 'price < 5', 0.5],
    ['price of 5 $', 'price of 5 €', 0.5],
    ['balance -5', 'balance 5', 0.67],
    ['rate of 1.5', 'rate of 15', 0.25],
    ["customers who don't pay", 'customers who pay', 0.75],
    ['customers that never ordered', 'customers that ordered', 0.67],
    ['customers who bought products', 'products customers bought', 0.75],
    ['orders per customer', 'customers per order', 0.9],
    ['sales in US', 'sales', 0.33],
    ['total cost by product', 'total price by product', 0.6],
    ['revenue', 'income', 0],
    ['returned orders', 'orders', 0.5],
    ['first order of each customer', 'last order of each customer', 0.6],
    ['who are the stores', 'where are the stores', 0.33],
    ['customers with orders in Paris', 'customers in Paris with orders', 0.9],
  ] as const)('%j and %j are alike by %d', (a, b, expected) => {
    expect(likeness(a, b)).toBeCloseTo(expected, 1)
  })

  test('are the same by the names that a workspace gives to one thing', () => {
    const names = namesOfAll([{ name: 'net_revenue', synonyms: ['net sales', 'Turnover'] }])
    expect(likeness('turnover by month', 'Net sales per month', names)).toBe(1)
    expect(likeness('net revenue by month', 'Net sales per month', names)).toBe(1)
    expect(likeness('sales by month', 'Net sales per month', names)).toBeLessThan(1)
  })

  test('that fit are given best first, and few', () => {
    const all = ['revenue by month', 'revenue by month and city', 'revenue by city', 'revenue by year', 'returns']
    expect(
      fitting(
        all.map((one) => query(one)),
        'revenue by month',
      ).map(({ question }) => question),
    ).toEqual(['revenue by month', 'revenue by month and city', 'revenue by city'])
  })
})

describe('what is told of verified queries', () => {
  test('is the same query only when the person asked just that, not when a model searched so', () => {
    const all = [query('revenue by month')]
    expect(matchingQueries(all, ['Revenue by month?', 'revenue'])).toMatchObject([{ same: true }])
    expect(matchingQueries(all, ['why did revenue drop by half this month', 'revenue by month'])).toMatchObject([
      { same: false },
    ])
    expect(matchingQueries(all, ['weather', 'weather'])).toEqual([])
  })

  test('is bounded: long statements crowd others out, but never the one that was asked for', () => {
    const long = `SELECT '${'x'.repeat(9_000)}'`
    const all = [query('revenue by month', long), query('revenue by month and city')]
    expect(matchingQueries(all, ['revenue by month', '']).map(({ question }) => question)).toEqual(['revenue by month'])
    expect(matchingQueries([query('revenue by month and year', long)], ['revenue by month', ''])).toEqual([])
  })
})

const known: KnownQuery = { question: 'How loyal are we?', source: 'workspace', sql: 'SELECT 7 AS loyal', same: true }
const searched = {
  name: 'search_catalog',
  input: { query: 'x' },
  output: { complete: true, total_tables: 0, tables: [], verified_queries: [known] },
} as const
const talk = (...calls: unknown[]) =>
  ({ now: null, question: 'how loyal are we', earlier: [], calls: [searched, ...calls] }) as Conversation
const ran = (output: Partial<RunSqlOutput>) => ({ name: 'run_sql', input: { sql: known.sql, title: '' }, output })

describe('the built-in analyst', () => {
  test('runs the verified query of the question as it is', () => {
    expect(nextTurn(talk(), () => true)).toEqual({
      calls: [{ name: 'run_sql', input: { source: 'workspace', sql: known.sql, title: known.question } }],
    })
  })

  test('tells what it found, and that it is the verified one', () => {
    const result = {
      ok: true,
      name: 'r1',
      id: 'a',
      title: '',
      columns: [{ name: 'loyal', type: 'INTEGER' }],
      row_count: 1,
      truncated: false,
      rows: [[7]],
      statistics: [],
    } as const
    const turn = nextTurn(talk(ran(result as unknown as RunSqlOutput)), (tool) => tool !== 'show_chart')
    expect(turn).toEqual({ text: 'Loyal 7. This is the verified query for “How loyal are we”.' })
  })

  test('reads the question itself when the query does not run any more', () => {
    const turn = nextTurn(talk(ran({ ok: false })), () => true)
    expect('text' in turn && turn.ending).toBe('refused')
  })
})
