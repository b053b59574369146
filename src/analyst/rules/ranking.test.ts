import { describe, expect, test } from 'bun:test'
import { IndexBuilder, rank, type SearchedTable, shortlist } from './ranking.ts'

type Told = { columns?: (string | SearchedTable['columns'][number])[]; description?: string; source?: string }

/** An index of tables by their names, and what is found in it by name. */
function search(tables: Record<string, Told>, joins: [string, string][] = []) {
  const names = Object.keys(tables)
  const builder = new IndexBuilder()
  for (const [name, { columns = [], description = '', source = '' }] of Object.entries(tables))
    builder.add({
      ...{ name, description, source },
      columns: columns.map((column) =>
        typeof column === 'string' ? { name: column, description: '', values: [] } : column,
      ),
    })
  const index = builder.done(joins.map(([a, b]) => [names.indexOf(a), names.indexOf(b)]))
  return (query: string, { values = true, question = query, ...more }: Partial<Options> = {}) =>
    rank(index, { query, question }, { values, ...more }).map(({ table }) => names[table]!)
}
type Options = Parameters<typeof rank>[2] & { question: string }

const FILLER = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`misc_${at}`, { columns: ['alpha', 'beta'] }]))

describe('a table is found', () => {
  const find = search({
    ...FILLER,
    customerorders: { columns: ['total'] },
    OrderLineItems: { columns: ['qty'] },
    staff: { columns: ['salary'], description: 'People on the payroll' },
    places: { columns: [{ name: 'city', description: 'Where a branch stands', values: ['Pune', 'New Delhi'] }] },
    leads: { columns: ['stage'], source: 'marketing funnel.csv' },
    shipments: { columns: ['carrier'] },
    q2024sales: { columns: ['v'] },
  })
  test.each([
    ['the words of camelCase names', 'line items', 'OrderLineItems'],
    ['a compound without a mark between its words', 'orders of each customer', 'customerorders'],
    ['an abbreviation', 'which quantity', 'OrderLineItems'],
    ['a description of the table', 'who is on the payroll?', 'staff'],
    ['a description of a column', 'branches', 'places'],
    ['a synonym', 'wages of employees', 'staff'],
    ['a frequent value', 'what about Pune', 'places'],
    ['the name of its file', 'marketing', 'leads'],
    ['another form of a word', 'what was shipped', 'shipments'],
    ['letters and digits that stand together', 'sales', 'q2024sales'],
  ])('by %s', (_, question, table) => expect(find(question)[0]).toBe(table))

  test('by what is searched before what the question says beside it', () => {
    expect(find('carriers', { question: 'compare salary and carriers' })[0]).toBe('shipments')
    expect(find('', { question: 'salary' })[0]).toBe('staff')
  })

  test('not by a value that the model may not know of', () => {
    expect(find('Pune', { values: false })).toEqual([])
  })
})

describe('questions and names of other languages', () => {
  const find = search({
    ...FILLER,
    orders: { columns: ['order_date'] },
    customers: { columns: ['name'] },
    revenue: { columns: ['amount'] },
    kundenauftraege: { columns: ['betrag'] },
    Umsätze: { columns: ['filiale'] },
    заказы: { columns: ['сумма', 'датаДоставки'] },
    订单明细: { columns: ['客户名称', '金额'] },
    ग्राहक: { columns: ['शहर'] },
    売上データ: { columns: ['店舗'] },
  })
  test.each([
    ['Wie viele Bestellungen gab es 2025?', 'orders'],
    ['Kundenbestellungen', 'customers'],
    ['Quel est le chiffre d’affaires par commande ? commandes', 'orders'],
    ['UMSATZE je Filiale', 'Umsätze'],
    ['сколько заказов', 'заказы'],
    ['дата доставки', 'заказы'],
    ['每个客户的订单', '订单明细'],
    ['किस शहर में सबसे ज़्यादा ग्राहक हैं', 'ग्राहक'],
    ['店舗ごとの売上', '売上データ'],
  ])('%s', (question, table) => expect(find(question)[0]).toBe(table))
})

describe('joined tables', () => {
  const find = search(
    {
      ...FILLER,
      students: { columns: ['first_name'] },
      enrolments: { columns: ['a', 'b'] },
      courses: { columns: ['title'] },
      films: { columns: ['title'] },
      students_of_art: { columns: ['first_name'] },
    },
    [
      ['enrolments', 'students'],
      ['enrolments', 'courses'],
    ],
  )
  test('a table between two that are named is found although nothing in it is', () => {
    expect(find('which students take which courses').slice(0, 3).toSorted()).toEqual([
      'courses',
      'enrolments',
      'students',
    ])
  })
  test('of two tables that fit alike, the one that is joined to others that fit comes first', () => {
    const found = find('title of the courses of students')
    expect(found.indexOf('students')).toBeLessThan(found.indexOf('students_of_art'))
  })
  test('a hub does not lift everything that is joined to it', () => {
    const spokes = Array.from({ length: 300 }, (_, at) => `spoke_${at}`)
    const around = search(
      { ...FILLER, hub: {}, weather: {}, ...Object.fromEntries(spokes.map((name) => [name, {}])) },
      [...spokes.map((name): [string, string] => [name, 'hub'])],
    )
    expect(around('hub weather').slice(0, 2).toSorted()).toEqual(['hub', 'weather'])
  })
})

describe('names letter for letter', () => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`orders_${at}`, { columns: ['order_id'] }]))
  const find = search({ ...many, readings: { columns: Array.from({ length: 3_000 }, (_, at) => `column_${at}`) } })
  test('come first, tables and columns that few tables have', () => {
    expect(find('how many orders_120 are there')[0]).toBe('orders_120')
    expect(find('sum of Column_2477')).toEqual(['readings'])
    // A column that all tables have names none of them.
    expect(find('order_id').length).toBeGreaterThan(100)
  })
})

describe('what is not found', () => {
  const find = search({ ...FILLER, orders: { columns: ['amount'] } })
  test('nothing is, by no words, by words that no table has, and by names of objects of the language', () => {
    for (const query of ['', '   ', '?!…', 'zzyzx', 'constructor __proto__ toString', '\u0000\ud800', 'the of and'])
      expect([query, find(query)]).toEqual([query, []])
    expect(search({})('orders')).toEqual([])
  })
  test('what stands beyond what is read of a long question', () => {
    expect(find(`orders ${'lorem ipsum dolor '.repeat(600)}`)[0]).toBe('orders')
    expect(find(`${'x'.repeat(10_000)} orders`)).toEqual([])
    expect(find('a_'.repeat(5_000))).toEqual([])
  })
  test('tables that may not be found', () => {
    expect(find('orders amount', { only: () => false })).toEqual([])
  })
})

test('a table of a verified query is found without a word in common', () => {
  const find = search({ ...FILLER, orders: { columns: ['amount'] }, loyalty: { columns: ['points'] } })
  expect(find('orders', { favoured: new Map([[31, 0.5]]) })).toEqual(['orders', 'loyalty'])
})

test('of two tables that speak as much, the one of better standing comes first, and no other because of it', () => {
  const find = search({ ...FILLER, sales_old: { columns: ['amount'] }, sales_new: { columns: ['amount'] }, staff: {} })
  const [old, fresh, staff] = [30, 31, 32]
  const standing = (...shares: [number, number][]) => ({ standing: new Map(shares) })
  expect(find('sales')).toEqual(['sales_old', 'sales_new'])
  expect(find('sales', standing([fresh, 1], [staff, 1]))).toEqual(['sales_new', 'sales_old'])
  expect(find('sales', standing([fresh, 0.1]))).toEqual(['sales_new', 'sales_old'])
  expect(find('sales', standing([old, -0.5]))).toEqual(['sales_new', 'sales_old'])
  expect(find('amount sales_old', standing([old, -0.5], [fresh, 1]))[0]).toBe('sales_old')
})

test('a shortlist ends where tables speak less than half as much as the best, and is never longer than twenty', () => {
  const ranked = (scores: number[], named = 0) => scores.map((score, table) => ({ table, score, named: table < named }))
  const shown = (scores: number[], named = 0) => shortlist(ranked(scores, named)).length
  expect(shown([10, 9, 6, 5, 4.9, 4, 3])).toBe(4)
  expect(shown([10, 1, 1, 1, 1])).toBe(4)
  expect(shown(Array(50).fill(7))).toBe(20)
  expect(shown([0, 0, 0, 0, 0, 0, 9, 5], 6)).toBe(8)
  expect(shown([])).toBe(0)
})
