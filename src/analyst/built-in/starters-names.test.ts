import { expect, test } from 'bun:test'
import type { ColumnRole } from '#catalog/rules/answers.ts'
import { isAnswered } from '../planner/score.ts'
import type { ColumnFacts, TableFacts } from '../rules/tools.ts'
import { Planner } from './plan.ts'
import { questionsFor } from './starters.ts'

const column = (name: string, type: string, role: ColumnRole, distinct: number, more: Partial<ColumnFacts> = {}) => ({
  ...{ name, type, role, nulls: 0, distinct, min: null, max: null, top: [], sample: [], description: '' },
  ...more,
})
const table = (name: string): TableFacts => ({
  name,
  source: 'workspace',
  rows: 40,
  description: '',
  refreshed_at: '2024-11-15T00:00:00Z',
  columns: [
    column('region', 'VARCHAR', 'dimension', 4, { top: [{ value: 'North', count: 10 }] }),
    column('amount', 'BIGINT', 'measure', 40, { min: '1', max: '118' }),
    column('day', 'DATE', 'time', 40, { min: '2024-01-11', max: '2024-09-11' }),
  ],
  relations: [],
  referenced_by: [],
})
/** A second table, so that a question must say which one it is about. */
const OTHER = { ...table('invoices'), rows: 10, columns: [column('country', 'VARCHAR', 'dimension', 4)] }

/** A table's name, how its rows are said and, where they are counted, how one of them is; null where the name cannot be said. */
const NAMES: [name: string, said: string | null, one?: string][] = [
  ...['orders', 'Orders', 'ORDERS', 'raw_orders', 'stg_orders', 'fct_orders', 'tbl_Orders'].map(
    (name): [string, string, string] => [name, 'orders', 'order'],
  ),
  ['order_items', 'order items', 'order item'],
  ['orderItems', 'order items', 'order item'],
  ['OrderItems', 'order items', 'order item'],
  ['customers', 'customers', 'customer'],
  ['employees', 'employees', 'employee'],
  ['people', 'people', 'person'],
  ['children', 'children', 'child'],
  ['countries', 'countries', 'country'],
  ['cities', 'cities', 'city'],
  ['boxes', 'boxes', 'box'],
  ['branches', 'branches', 'branch'],
  ['movies', 'movies', 'movie'],
  ['bonuses', 'bonuses', 'bonus'],
  ['addresses', 'addresses', 'address'],
  ['series', 'series', 'series'],
  ['species', 'species', 'species'],
  ['sales', 'sales', 'sale'],
  ['credit_card_payments', 'credit card payments', 'credit card payment'],
  ['xes', 'xes'],
  ['data', 'data'],
  ['ibm', 'ibm'],
  ['IBM', 'ibm'],
  ['aws', 'aws'],
  ['gps', 'gps'],
  ['sms', 'sms'],
  ['weather', 'weather'],
  ['news', 'news'],
  ['stock', 'stock'],
  ['staff', 'staff'],
  ['equipment', 'equipment'],
  ['feedback', 'feedback'],
  ['sheep', 'sheep'],
  ['bonus', 'bonus'],
  ['status', 'status'],
  ['analysis', 'analysis'],
  ['kansas', 'kansas'],
  ['iris', 'iris'],
  ['titanic', 'titanic'],
  ['Titanic train', 'titanic train'],
  ['customer', 'customer'],
  ['employee_list', 'employee list'],
  ['monthlySalesReport', 'monthly sales report'],
  ['staff list (final)', 'staff list final'],
  ['price_table', 'price'],
  ['clientes', 'clientes'],
  ['ventas', 'ventas'],
  ['commandes', 'commandes'],
  ['bestellungen', 'bestellungen'],
  ['händler', 'händler'],
  ['заказы', 'заказы'],
  ['売上', '売上'],
  ['orders_2024', null],
  ['export_1', null],
  ['x', null],
  ['sales_by_region', null],
  ['sales_of_the_last_twelve_months_final_version', null],
  ['q3-results', null],
]

const CASES = NAMES.map(([name, said, one = null]) => ({ name, said, one }))
test.each(CASES)('a table $name is said as a person would', ({ name, said, one }) => {
  const tables = [table(name), OTHER]
  const questions = questionsFor(tables, 20).filter((question) => !question.includes('invoices'))
  const counted = [
    `How many ${said} are there?`,
    `What is the total ${one} amount by region?`,
    `What share of ${said} does each region have?`,
    `Which region has the most ${said}?`,
  ]
  const other = [
    `What is the total amount by region in the ${said} table?`,
    `What is the total amount by month in the ${said} table?`,
    `Which region has the highest total amount in the ${said} table?`,
    `How many rows are there by region in the ${said} table?`,
    `How many rows are in the ${said} table?`,
  ]
  expect(questions.toSorted()).toEqual((one ? counted : said ? other : []).toSorted())
  const planner = new Planner({ tables, values: [], now: '2024-11-15' })
  for (const question of questions) {
    const plan = planner.plan(question)
    const sure = 'sql' in plan && isAnswered(plan) && plan.unknown.length === 0 && plan.sql.includes(name)
    expect({ question, sure }).toEqual({ question, sure: true })
  }
})

test('a table alone needs no name, however it is called', () => {
  for (const name of ['export_1', 'sales_by_region', 'ibm'])
    expect(questionsFor([table(name)])).toEqual([
      'What is the total amount by region?',
      'What is the total amount by month?',
      'Which region has the highest total amount?',
      'How many rows are there by region?',
      'How many rows are there?',
    ])
})

test('columns are asked about only as what they are', () => {
  const odd = {
    ...table('stores'),
    columns: [
      column('is_open', 'VARCHAR', 'flag', 2),
      column('q3_score_2', 'BIGINT', 'measure', 30),
      column('latitude', 'DOUBLE', 'measure', 30),
      column('founded_year', 'BIGINT', 'measure', 30),
      column('staff_age', 'BIGINT', 'measure', 30),
      column('shopType', 'VARCHAR', 'dimension', 3),
    ],
  }
  expect(questionsFor([odd])).toEqual([
    'How many stores are there?',
    'What is the average staff age by shop type?',
    'What share of stores does each shop type have?',
    'Which shop type has the most stores?',
  ])
})

test('tables that are called alike are left out: nobody could tell which one is meant', () => {
  expect(questionsFor([table('orders'), table('stg_orders'), OTHER]).join()).not.toContain('orders')
})
