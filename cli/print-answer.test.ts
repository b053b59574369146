import { expect, test } from 'bun:test'
import type { AnswerResult } from '../src/analyst/rules/answer.ts'
import { gridLines } from './print-answer.ts'

const result = (about: Partial<AnswerResult>): AnswerResult => ({
  id: 'x',
  name: 'r1',
  title: 'Orders',
  source: 'workspace',
  sql: 'select 1',
  columns: [
    { name: 'city', type: 'VARCHAR' },
    { name: 'orders', type: 'BIGINT' },
    { name: 'revenue', type: 'DECIMAL(12,2)' },
  ],
  rows: [
    ['Pune', 1204, '10500.50'],
    [null, 8, null],
  ],
  total_rows: 2,
  truncated: false,
  elapsed_ms: 1,
  rows_read: 2,
  fresh_at: '2026-01-01T00:00:00Z',
  ...about,
})

test('a grid aligns numbers to the right, groups their digits and leaves what is missing empty', () => {
  expect(gridLines(result({}), 20, 80)).toEqual([
    'city  orders    revenue',
    '────  ──────  ─────────',
    'Pune   1,204  10,500.50',
    '           8',
  ])
})

test('a grid says how many rows it does not show', () => {
  expect(gridLines(result({ total_rows: 1500 }), 1, 80).at(-1)).toBe('… 1,499 more rows')
})

test('a cell cannot steer the terminal', () => {
  const hostile = result({ rows: [['\x1b]0;owned\x07Pune', 1, '1.00']] })
  expect(gridLines(hostile, 20, 80).join('')).not.toMatch(/\p{Cc}/u)
})
