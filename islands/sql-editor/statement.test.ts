import { describe, expect, test } from 'bun:test'
import { placeOf, sqlName, statementAt } from './statement.ts'

describe('the statement at a place', () => {
  const text = "SELECT ';' AS a;\n-- then; this\nSELECT 2\n;\n"
  const at = (place: number) => {
    const { from, to } = statementAt(text, place)
    return text.slice(from, to)
  }

  test.each([
    [0, "SELECT ';' AS a"],
    [15, "SELECT ';' AS a"],
    [20, '-- then; this\nSELECT 2'],
    [text.length, '-- then; this\nSELECT 2'],
  ])('at %i', (place, expected) => {
    expect(at(place)).toBe(expected)
  })

  test('is the first one above it, and all of a text without any', () => {
    expect(statementAt('\n\nSELECT 1', 0)).toEqual({ from: 2, to: 10 })
    expect(statementAt('  ', 1)).toEqual({ from: 0, to: 2 })
  })
})

describe('the place of an error', () => {
  const error = (message: string, position: number | null = null) => ({ message, candidates: [], position })
  test.each([
    ['SELECT citi FROM t', error('column "citi" not found'), 'citi'],
    ['SELECT cities, citi FROM t', error('column "citi" not found'), 'citi'],
    ['SELEC 1', error('syntax error at or near "SELEC"', 0), 'SELEC'],
    ['SELECT a FROM a a b', error('syntax error at or near "b"', 18), 'b'],
    ['SELECT (1', error('syntax error at end of input', 7), '(1'],
  ])('%j', (sql, problem, expected) => {
    const place = placeOf(sql, problem)
    expect(place && sql.slice(place.from, place.to)).toBe(expected)
  })

  test('is nowhere when nothing tells it', () => {
    expect(placeOf('SELECT 1', error('The query took too long.'))).toBeNull()
    expect(placeOf('SELECT 1', error('syntax error at end of input', 40))).toBeNull()
  })
})

test.each([
  ['orders', 'orders'],
  ['Order Items', '"Order Items"'],
  ['say "x"', '"say ""x"""'],
  ['2024', '"2024"'],
])('%j is written as %j', (name, expected) => {
  expect(sqlName(name)).toBe(expected)
})
