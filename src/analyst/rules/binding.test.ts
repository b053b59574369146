import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { bindNumbers } from './binding.ts'
import type { BindableResult } from './cell.ts'

const regions: BindableResult = {
  id: 'a',
  name: 'r1',
  columns: [
    { name: 'region', type: 'VARCHAR' },
    { name: 'revenue', type: 'DECIMAL(12,2)' },
    { name: 'orders', type: 'BIGINT' },
  ],
  rows: [
    ['North', '1200.00', 12],
    ['South', '800.50', 8],
    ['East', '499.50', 12],
  ],
  total_rows: 3,
  statistics: [
    { column: 'revenue', nulls: 0, distinct: 3, min: '499.50', max: '1200.00', sum: '2500.00', avg: 833.33333 },
  ],
}
const months: BindableResult = {
  id: 'b',
  name: 'r2',
  columns: [
    { name: 'month', type: 'DATE' },
    { name: 'returns', type: 'BIGINT' },
    { name: 'rate', type: 'DOUBLE' },
  ],
  rows: [
    ['2024-01-01', 200, 0.125],
    ['2024-02-01', 250, 0.1333333],
    ['2024-03-01', 225, -0.02],
  ],
  total_rows: 3,
  statistics: [],
}
const bind = (text: string, results = [regions], said: string[] = []) =>
  bindNumbers(text, { results, said }).map(({ text, state, cells, derivation }) => ({ text, state, cells, derivation }))
const one = (text: string, results?: BindableResult[], said?: string[]) => bind(text, results, said)[0]!

test('a number that equals a cell is bound to it', () => {
  expect(one('North made $1,200.')).toMatchObject({
    state: 'bound',
    cells: [{ result: 'a', row: 0, column: 'revenue' }],
  })
})

test('of equal cells the row that the sentence names is meant', () => {
  expect(one('East had 12 orders.').cells).toEqual([{ result: 'a', row: 2, column: 'orders' }])
  expect(bind('North had 12 orders and East had 12 orders.').map((number) => number.cells[0]!.row)).toEqual([0, 2])
})

test('large integers and decimals are compared digit by digit', () => {
  const big: BindableResult = {
    ...regions,
    columns: [{ name: 'views', type: 'HUGEINT' }],
    rows: [['9007199254740993']],
    total_rows: 1,
    statistics: [],
  }
  expect(one('It has 9,007,199,254,740,993 views.', [big]).state).toBe('bound')
  expect(one('It has 9,007,199,254,740,992 views.', [big]).state).not.toBe('bound')
})

test.each([
  ['South made about 801.', 'rounded from 800.5'],
  ['North made 1.2k.', null],
  ['All regions made 2,500 in total.', 'sum of revenue in r1: 2500.00'],
  ['That is 833.33 on average.', 'mean of revenue in r1: 833.33333'],
  ['There are 3 regions.', 'rows of r1'],
  ['North made 399.50 more than South.', 'difference: 1200 − 800.5'],
  ['The revenue of North is 1.5x that of South.', 'ratio: 1200 / 800.5'],
  ['North holds 48% of revenue.', 'share: 1200 of the total 2500 of revenue'],
  ['North is 49.9% above South.', 'percent change: 1200 against 800.5'],
  ['North and South together made 2,000.50.', 'sum: 1200 + 800.5'],
])('%j is recomputed from cells', (text, derivation) => {
  const number = one(text)
  if (derivation === null) expect(number.state).toBe('bound')
  else expect(number).toMatchObject({ state: 'derived', derivation })
})

test('the first rows together are a share of the total', () => {
  expect(one('The top two make up 80.02%.')).toMatchObject({ state: 'derived', cells: [{ row: 0 }, { row: 1 }] })
})

test('dates and months are bound to date cells, percent to shares', () => {
  const numbers = bind('In February 2024 the rate was 13.3% with 250 returns, 25% more than in January 2024.', [months])
  expect(numbers.map((number) => [number.text, number.state, number.cells[0]?.row])).toEqual([
    ['February 2024', 'bound', 1],
    ['13.3%', 'derived', 1],
    ['250', 'bound', 1],
    ['25%', 'derived', 1],
    ['January 2024', 'bound', 0],
  ])
})

test('a fall may be told without its sign', () => {
  expect(one('The rate fell by 2% in March 2024.', [months])).toMatchObject({ state: 'derived', cells: [{ row: 2 }] })
})

test('numbers of the question and of filters claim nothing', () => {
  const said = ['top 5 regions since 2023', "select * from t where d >= '2023-01-01' and amount > 640"]
  const states = bind('The top 5 regions since 2023 above 640:\n1. North', [regions], said).map(
    (number) => number.state,
  )
  expect(states).toEqual(['quoted', 'quoted', 'quoted', 'quoted'])
})

test('digits of a name are part of the name', () => {
  const products: BindableResult = {
    ...regions,
    rows: [
      ['Knife Set 101', '12.00', 4.97],
      [null, '13.00', 4.5],
    ],
    total_rows: 2,
  }
  expect(
    bind('Knife Set 101 made 12; without a name it is 4.50 %.', [products]).map(({ state, cells }) => [
      state,
      cells[0]?.row,
      cells[0]?.column,
    ]),
  ).toEqual([
    ['bound', 0, 'region'],
    ['bound', 0, 'revenue'],
    ['unbound', undefined, undefined],
  ])
})

test('a number that stands nowhere is marked', () => {
  expect(one('North made 1,201.').state).toBe('unbound')
  expect(one('Revenue will be 99,999 next year.').state).toBe('unbound')
  expect(one('The margin is 17%.', []).state).toBe('unbound')
})

test('a difference is not found where the sentence speaks of none', () => {
  expect(one('The price is 399.50 for North and South.').state).toBe('unbound')
})

const table = fc.array(fc.tuple(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 8 }), fc.integer()), {
  minLength: 1,
  maxLength: 20,
})
const resultOf = (rows: [string, number][]): BindableResult => ({
  id: 'p',
  name: 'r1',
  columns: [
    { name: 'name', type: 'VARCHAR' },
    { name: 'amount', type: 'BIGINT' },
  ],
  rows,
  total_rows: rows.length,
  statistics: [],
})

test('a bound number always equals its cell, whatever the prose and the cells', () => {
  fc.assert(
    fc.property(table, fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer(), (rows, words, extra) => {
      const result = resultOf(rows)
      const text = `${words} ${rows[0]![1]} and ${extra.toLocaleString('en-US')}. ${words}`
      for (const number of bindNumbers(text, { results: [result], said: [] })) {
        expect(text.slice(number.start, number.end)).toBe(number.text)
        for (const cell of number.cells) expect(result.rows[cell.row]).toBeDefined()
        if (number.state !== 'bound') continue
        const cell = String(result.rows[number.cells[0]!.row]![number.cells[0]!.column === 'name' ? 0 : 1])
        const digits = (written: string) => written.replace(/[^\d]/g, '').replace(/^0+(?=\d)/, '')
        if (/^[-\d,]+$/.test(number.text)) expect(digits(number.text)).toBe(digits(cell))
      }
    }),
  )
})

test('every cell of a small result told as it stands is bound', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 10 }), { minLength: 1, maxLength: 12 }), (values) => {
      const rows = values.map((value, at): [string, number] => [`item-${String.fromCharCode(97 + at)}`, value])
      const text = rows.map(([name, value]) => `- ${name}: ${value.toLocaleString('en-US')}`).join('\n')
      const numbers = bindNumbers(text, { results: [resultOf(rows)], said: [] })
      expect(numbers.map((number) => [number.state, number.cells[0]?.row])).toEqual(
        values.map((_, at) => ['bound', at]),
      )
    }),
  )
})

describe('days and times of cells', () => {
  const visits: BindableResult = {
    id: 'visits',
    name: 'r1',
    columns: [
      { name: 'shop', type: 'VARCHAR' },
      { name: 'last_visit', type: 'TIMESTAMP' },
    ],
    rows: [
      ['Pune', '2024-03-05 14:05:00'],
      ['Agra', '2024-05-03 09:30:00'],
    ],
    total_rows: 2,
    statistics: [],
  }
  const hours: BindableResult = {
    id: 'hours',
    name: 'r2',
    columns: [
      { name: 'order_hour', type: 'BIGINT' },
      { name: 'orders', type: 'BIGINT' },
    ],
    rows: [
      [18, 3655],
      [9, 120],
    ],
    total_rows: 2,
    statistics: [],
  }
  test.each<[string, string, string[]]>([
    ['Pune was visited at 14:05.', 'visits', ['bound']],
    ['Agra was visited at 9:30 am on 3 May.', 'visits', ['bound', 'bound']],
    ['Pune was visited at 14:06.', 'visits', ['unbound']],
    ['Pune was visited on 05/03/2024.', 'visits', ['bound']],
    ['Pune was visited on 06/03/2024.', 'visits', ['unbound']],
    ['Pune was visited on 6 March.', 'visits', ['unbound']],
    ['The busiest hour is 18:00.', 'hours', ['bound']],
    ['The busiest hour is 6 pm.', 'hours', ['bound']],
    ['The busiest hour is 17:00.', 'hours', ['unbound']],
    ['The shop opens at 18:00.', 'hours', ['unbound']],
  ])('%s', (text, of, states) => {
    const results = [visits, hours].filter(({ id }) => id === of)
    expect(bindNumbers(text, { results, said: [] }).map(({ state }) => state)).toEqual(states as never)
  })
})

test('names of ranges are bound as they stand, and no number is for being a part of one', () => {
  const ages: BindableResult = {
    ...regions,
    columns: [
      { name: 'age group', type: 'VARCHAR' },
      { name: 'average', type: 'DOUBLE' },
    ],
    rows: [
      ['50-59', 71.5],
      ['60+', 82.25],
      ['< 18', 64],
    ],
    statistics: [],
  }
  const states = (text: string) => bind(text, [ages]).map(({ text, state }) => [text, state])
  expect(
    states('60+ is highest (82.25), then 50-59 (71.5) and < 18 (64).').every(([, state]) => state === 'bound'),
  ).toBe(true)
  expect(states('There are 59 of them, and 150-59 are gone.').map(([, state]) => state)).not.toContain('bound')
})
