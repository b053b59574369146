import { expect, test } from 'bun:test'
import { newId } from './ids.ts'
import { pageOf, pageRequest } from './paging.ts'

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

test.each(['x', '_', '1_2', 'a\0b', `99999999999999999_${newId()}`, `-1_${newId()}`, ` ${newId()}`])(
  '%j is no cursor',
  (cursor) => {
    expect(() => pageRequest({ cursor })).toThrow('cursor is not one of ours.')
  },
)
