import { expect, test } from 'bun:test'
import { periodColumn, periodOf } from './period.ts'
import { describingColumns, stacksOf } from './stack.ts'

test.each([
  ['Jan', { unit: 'month_of_year', number: 1 }],
  ['März', { unit: 'month_of_year', number: 3 }],
  ['Feb 2024', { unit: 'month', date: '2024-02-01' }],
  ['2024-11', { unit: 'month', date: '2024-11-01' }],
  ['dez_23', null],
  ['Dez23', { unit: 'month', date: '2023-12-01' }],
  ['Q3 2024', { unit: 'quarter', date: '2024-07-01' }],
  ['q4', { unit: 'quarter_of_year', number: 4 }],
  ['2021', { unit: 'year', number: 2021 }],
  ['2024-05-17', { unit: 'day', date: '2024-05-17' }],
  ['17.05.2024', null],
  ['2024-13-01', null],
  ['May sales', null],
  ['1999 2000', null],
  ['2500', null],
  ['12', null],
])('the period of %s', (name, expected) => expect(periodOf(name)).toEqual(expected as never))

test('periods make a column only where all are of one kind and different', () => {
  expect(periodColumn(['Jan', 'Feb', 'March'])).toEqual({
    name: 'month_number',
    type: 'BIGINT',
    values: ['1', '2', '3'],
    called: 'month',
  })
  expect(periodColumn(['2020', '2021'])).toEqual({ name: 'year', type: 'BIGINT', values: ['2020', '2021'] })
  expect(periodColumn(['Jan', '2021'])).toBeNull()
  expect(periodColumn(['Jan', 'January'])).toBeNull()
})

const part = (name: string, columns: string) => ({
  part: name,
  columns: columns
    .split(' ')
    .map((column) => ({ name: column, type: column === 'name' || column === 'city' ? 'VARCHAR' : 'BIGINT' })),
})

test.each([
  ['sheets of months', [part('Jan', 'name units'), part('Feb', 'units name')], [[0, 1]]],
  [
    'sheets of regions with many columns',
    [part('N', 'name city units price'), part('S', 'name city units price')],
    [[0, 1]],
  ],
  ['two kinds of things with an id and a name', [part('Customers', 'id name'), part('Products', 'id name')], []],
  ['other columns', [part('Jan', 'name units'), part('Feb', 'name price')], []],
  ['one sheet', [part('Jan', 'name units')], []],
])('one below the other: %s', (_, parts, expected) =>
  expect(stacksOf(parts, 'sheet').map(({ members }) => members)).toEqual(expected),
)

test('the column for the part has a name of its own', () => {
  const [stack] = stacksOf([part('Jan', 'sheet month'), part('Feb', 'sheet month')], 'sheet')
  expect(stack).toMatchObject({ source: 'month_2', period: { name: 'month_number' } })
})

test('a table that describes columns', () => {
  expect(describingColumns(['Column name', 'Type', 'Description'])).toEqual({ name: 0, about: 2 })
  expect(describingColumns(['id', 'description'])).toBeNull()
})
