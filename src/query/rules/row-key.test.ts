import { expect, test } from 'bun:test'
import { rowKeyOf } from './row-key.ts'

const column = (name: string, type: string) => ({ name, type })
const result = {
  columns: [column('region', 'VARCHAR'), column('year', 'BIGINT'), column('orders', 'BIGINT')],
  total_rows: 9,
}

test('a row is named by its words and by numbers that count, not by the column that is meant', () => {
  expect(rowKeyOf(result, ['North', 2024, 5], 'orders', 3)).toEqual({ region: 'North', year: 2024 })
  expect(rowKeyOf(result, ['North', 2024, 5], 'region', 3)).toEqual({ year: 2024 })
  expect(rowKeyOf({ ...result, total_rows: 1 }, ['North', 2024, 5], 'orders', 0)).toBeNull()
})

test('figures alone are named by the first of them, and the first itself by nothing', () => {
  const figures = { columns: [column('low', 'DOUBLE'), column('high', 'DOUBLE')], total_rows: 9 }
  expect(rowKeyOf(figures, [1, 2], 'high', 4)).toEqual({ low: 1 })
  expect(rowKeyOf(figures, [1, 2], 'low', 4)).toBeUndefined()
  expect(rowKeyOf(figures, [1, 2], 'low', 0)).toBeNull()
})
