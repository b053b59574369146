import { expect, test } from 'bun:test'
import { newId } from './ids.ts'
import { cursorAt, cursorValue, pageOf, pageRequest } from './paging.ts'

test('a page has a next cursor only when more rows were fetched than it shows', () => {
  expect(pageOf([1, 2, 3], 2, String)).toEqual({ items: [1, 2], next: '2' })
  expect(pageOf([1, 2], 2, String)).toEqual({ items: [1, 2], next: null })
  expect(pageOf([], 2, String)).toEqual({ items: [], next: null })
})

test.each(['0', '201', '1.5', 'many', ''])('a limit of "%s" is refused', (limit) => {
  expect(() => pageRequest({ limit })).toThrow('limit must be a whole number from 1 to 200.')
})

test('fifty rows are asked for unless another limit is given', () => {
  expect(pageRequest({})).toEqual({ limit: 50, cursor: null })
  expect(pageRequest({ limit: '200' })).toEqual({ limit: 200, cursor: null })
})

test.each([newId(), `1763690000000_${newId()}`])('%s is a cursor', (cursor) => {
  expect(pageRequest({ cursor }).cursor).toBe(cursor)
})

test.each([
  [null, null, true],
  ['José', 'text', true],
  ['', 'text', true],
  ['-7', 'bigint', true],
  ['2026-11-22 17:00:00.123456+00', 'timestamptz', true],
  ['2026-11-22 17:00:00+00', null, false],
  [null, 'bigint', false],
  ['1e9', 'bigint', false],
  ['99999999999999999999', 'bigint', false],
  ['2026-99-99 00:00:00+00', 'timestamptz', false],
  ['a\0', 'text', false],
] as const)('the cursor of a row with %j is read as %s: %s', (value, type, fits) => {
  const id = newId()
  const { cursor } = pageRequest({ cursor: cursorAt(value, id) })
  if (fits) expect(cursorValue(cursor!, type)).toEqual({ value, id })
  else expect(() => cursorValue(cursor!, type)).toThrow('cursor is not one of ours.')
})

test.each(['x', '_', '1_2', 'a\0b', `+1_${newId()}`, ` ${newId()}`])('%j is no cursor', (cursor) => {
  expect(() => pageRequest({ cursor })).toThrow('cursor is not one of ours.')
})
