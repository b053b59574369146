import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Table } from '#analyst/rules/evaluate.ts'
import type { Cell } from '#query/rules/answers.ts'
import type { PinnedNumber } from './block.ts'
import { composed } from './compose.ts'
import { comparedFigure } from './figure.ts'
import { compacted, moved, type Placed, stepped } from './layout.ts'
import { refreshed, writtenLike } from './prose.ts'

const block = (id: string, x: number, y: number, w: number, h: number): Placed => ({ id, tab: 't', x, y, w, h })
const told = (blocks: Placed[]) => blocks.map(({ id, x, y, w, h }) => `${id} ${x},${y} ${w}x${h}`)

describe('a layout', () => {
  const board = [block('a', 0, 0, 6, 4), block('b', 6, 0, 6, 4), block('c', 0, 4, 12, 3)]

  test('closes gaps, and keeps the order in which it is read', () => {
    expect(told(compacted([block('c', 0, 9, 12, 3), block('a', 0, 2, 6, 4)]))).toEqual(['a 0,0 6x4', 'c 0,4 12x3'])
  })

  test('a block that is moved onto another goes before it above its middle, else behind it', () => {
    expect(told(moved(board, 'c', { y: 1 }))).toEqual(['c 0,0 12x3', 'a 0,3 6x4', 'b 6,3 6x4'])
    expect(told(moved(board, 'a', { y: 6 }))).toEqual(['b 6,0 6x4', 'c 0,4 12x3', 'a 0,7 6x4'])
  })

  test('a block that grows pushes what is below and beside it, and stays on the board', () => {
    expect(told(moved(board, 'a', { w: 8 }))).toEqual(['a 0,0 8x4', 'b 6,4 6x4', 'c 0,8 12x3'])
    expect(told(moved(board, 'b', { x: 11, w: 20 }))).toEqual(['b 0,0 12x4', 'a 0,4 6x4', 'c 0,8 12x3'])
  })

  test('by keyboard a block changes places with the one above or below', () => {
    expect(told(stepped(board, 'c', [0, -1]))).toEqual(['c 0,0 12x3', 'a 0,3 6x4', 'b 6,3 6x4'])
    expect(told(stepped(board, 'a', [0, 1]))).toEqual(['b 6,0 6x4', 'c 0,4 12x3', 'a 0,7 6x4'])
    expect(told(stepped(board, 'a', [0, -1]))).toEqual(told(board))
    const uneven = [block('a', 0, 0, 6, 8), block('b', 6, 0, 6, 5), block('d', 6, 5, 6, 3), block('c', 0, 8, 12, 1)]
    expect(told(stepped(uneven, 'c', [0, -1]))[0]).toBe('c 0,0 12x1')
  })

  test('no two blocks ever lie on each other, and none is lost', () => {
    const box = fc.record({
      x: fc.nat(11),
      y: fc.nat(30),
      w: fc.integer({ min: 1, max: 12 }),
      h: fc.integer({ min: 1, max: 8 }),
    })
    fc.assert(
      fc.property(fc.array(box, { minLength: 1, maxLength: 12 }), fc.nat(), box, (boxes, at, to) => {
        const blocks = boxes.map(({ x, y, w, h }, id) => block(String(id), Math.min(x, 12 - w), y, w, h))
        const after = moved(blocks, String(at % blocks.length), to)
        expect(after.map(({ id }) => id).sort()).toEqual(blocks.map(({ id }) => id).sort())
        for (const [k, a] of after.entries())
          for (const b of after.slice(k + 1))
            expect(a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h).toBe(false)
      }),
    )
  })
})

describe('a statement that names earlier results', () => {
  const earlier = [
    { name: 'r1', sql: 'SELECT 1 AS a;' },
    { name: 'r2', sql: 'SELECT a FROM r1' },
  ]
  test.each([
    ['SELECT 2', 'SELECT 2'],
    ['SELECT * FROM r1', 'WITH r1 AS (\nSELECT 1 AS a\n)\nSELECT * FROM r1'],
    ['SELECT * FROM R2', 'WITH r1 AS (\nSELECT 1 AS a\n), r2 AS (\nSELECT a FROM r1\n)\nSELECT * FROM R2'],
    [
      'WITH x AS (SELECT * FROM r1) SELECT * FROM x',
      'WITH r1 AS (\nSELECT 1 AS a\n), x AS (SELECT * FROM r1) SELECT * FROM x',
    ],
    [
      'with recursive x as (select 1) select * from x, r1',
      'WITH RECURSIVE r1 AS (\nSELECT 1 AS a\n), x as (select 1) select * from x, r1',
    ],
  ])('%s stands alone', (sql, whole) => expect(composed(sql, earlier)).toBe(whole))
})

describe('a figure is written as the pinned one was', () => {
  test.each([
    ['1,395', 2410, '2,410'],
    ['12.5 %', 8.25, '8.3 %'],
    ['€4.12M', 4_310_000, '€4.31M'],
    ['1,23,456', 7_654_321, '76,54,321'],
    ['2024', 980, '980'],
    ['+3.4 %', 5, '+5.0 %'],
    ['1.234,50 €', 99.5, '99,50 €'],
  ])('%s becomes %d as %s', (pinned, value, text) => expect(writtenLike(pinned, value)).toBe(text))
})

describe('a number with its course', () => {
  const result = (values: Cell[]) => ({
    columns: [
      { name: 'month', type: 'DATE' },
      { name: 'revenue', type: 'BIGINT' },
    ],
    rows: values.map((value, at): Cell[] => [`2026-0${at + 1}-01`, value]),
  })
  const kpi = (more: object = {}) => ({
    ...{ value: { column: 'revenue', row: null }, before: null, trend: 'month', ...more },
  })
  const shown = (values: Cell[], content = kpi()) => comparedFigure(content, result(values), 'en-IN')

  test('is that of the last row that has one, compared with the one before', () => {
    expect(shown([100, 50, 80, null])).toMatchObject({ text: '80', where: 'Mar 2026', change: '+60 % from 50' })
    expect(shown([80])).toMatchObject({ text: '80', change: '', course: null })
    expect(shown([null])).toBeNull()
  })

  test('rows that are named stay, and without a course it is that of the first row', () => {
    const row = { month: '2026-01-01' }
    const value = { column: 'revenue', row }
    expect(shown([100, 50, 80], kpi({ value }))).toMatchObject({ text: '100', change: '' })
    expect(shown([100, 50, 80], kpi({ before: value }))).toMatchObject({ text: '80', change: '-20 % from 100' })
    expect(shown([100, 50, 80], kpi({ trend: undefined }))).toMatchObject({ text: '100', course: null })
    expect(shown([100, 50, 80], kpi({ trend: 'gone' }))).toMatchObject({ text: '100' })
  })

  test.each([
    ['newest first', [2, 1, 0]],
    ['by their value', [1, 2, 0]],
  ])('rows that a statement gives %s are those of their times', (_, order) => {
    const { columns, rows } = result([100, 50, 80])
    const turned = comparedFigure(kpi(), { columns, rows: order.map((at) => rows[at]!) }, 'en-IN')
    expect(turned).toEqual(shown([100, 50, 80]))
    // Along what is no time the order is that of the statement.
    const words = columns.with(0, { name: 'month', type: 'VARCHAR' })
    const last = rows[order.at(-1)!]![1]
    const kept = comparedFigure(kpi(), { columns: words, rows: order.map((at) => rows[at]!) }, 'en-IN')
    expect(kept).toMatchObject({ text: String(last) })
  })

  test('the line keeps its distances where a value is missing, and lies in its box', () => {
    const { points, words } = shown([10, null, 30, 20])!.course!
    expect(points).toBe('0.0,22.0 66.7,2.0 100.0,12.0')
    expect(words).toBe('From 10 to 20, between 10 and 30')
    expect(shown([5, 5])!.course!.points).toBe('0.0,22.0 100.0,22.0')
    expect(shown(['a', 'b'])?.course ?? null).toBeNull()
  })
})

describe('pinned prose', () => {
  const table = (rows: Cell[][]): Table => ({
    ...{ id: 'res', name: 'r1', total_rows: rows.length, statistics: [], truncated: false, partial: false, rows },
    columns: [
      { name: 'year', type: 'BIGINT' },
      { name: 'revenue', type: 'BIGINT' },
    ],
  })
  const number = (
    text: string,
    of: string,
    cells: [year: number, pinned: number][],
    more: Partial<PinnedNumber> = {},
  ) => ({
    ...{ text, start: of.indexOf(text), end: of.indexOf(text) + text.length },
    ...{
      state: 'bound' as const,
      cells: cells.map(([year, pinned]) => ({ query: 0, column: 'revenue', row: { year }, pinned })),
    },
    ...more,
  })
  const queries = [{ name: 'r1', title: '', sql: 'x', source: 'workspace' }]
  const now = (text: string, numbers: PinnedNumber[], rows: Cell[][]) =>
    refreshed({ text, numbers, queries }, [table(rows)], { locale: 'en', currency: '' })

  const rose = 'Revenue rose from 100 to 120. It is told here.'
  const both = [number('100', rose, [[2023, 100]]), number('120', rose, [[2024, 120]])]
  test('moves with its rows, wherever these stand now', () => {
    const after = now(rose, both, [
      [2025, 7],
      [2024, 1500],
      [2023, 90],
    ])
    expect(after.text).toBe('Revenue rose from 90 to 1,500. It is told here.')
    expect(after.numbers).toMatchObject([
      { cells: [{ row: 2 }], start: 18, end: 20 },
      { cells: [{ row: 1 }], start: 24, end: 29 },
    ])
    expect(after.contradicted).toEqual([])
  })

  test('a sentence whose words the figures deny is marked, and it alone', () => {
    const { text, contradicted } = now(rose, both, [
      [2023, 100],
      [2024, 80],
    ])
    expect(contradicted.map(({ start, end }) => text.slice(start, end))).toEqual(['Revenue rose from 100 to 80.'])
  })

  test('a change that is told without its cells is computed anew, and denied where it turned', () => {
    const fell = 'It fell by 20 % last year.'
    const share = number(
      '20 %',
      fell,
      [
        [2024, 80],
        [2023, 100],
      ],
      { state: 'derived', how: 'percent change' },
    )
    const down = now(
      fell,
      [share],
      [
        [2023, 100],
        [2024, 90],
      ],
    )
    expect(down).toMatchObject({ text: 'It fell by 10 % last year.', contradicted: [] })
    const up = now(
      fell,
      [share],
      [
        [2023, 100],
        [2024, 130],
      ],
    )
    expect(up.contradicted).toHaveLength(1)
  })

  test('the largest that is the largest no more denies "highest"', () => {
    const best = '2024 was highest with 120.'
    const top = number('120', best, [[2024, 120]], { extreme: 'max' })
    expect(
      now(
        best,
        [top],
        [
          [2024, 130],
          [2023, 100],
        ],
      ).contradicted,
    ).toEqual([])
    expect(
      now(
        best,
        [top],
        [
          [2024, 130],
          [2023, 140],
        ],
      ).contradicted,
    ).toHaveLength(1)
  })

  test('a number whose row is gone says so, and one that cannot be computed anew is bound no more', () => {
    expect(now(rose, both, [[2024, 120]]).numbers[0]).toMatchObject({
      text: '[missing]',
      state: 'unbound',
      gap: expect.any(String),
    })
    const sum = number(
      '220',
      'All of it: 220.',
      [
        [2023, 100],
        [2024, 120],
      ],
      { state: 'derived' },
    )
    expect(
      now(
        'All of it: 220.',
        [sum],
        [
          [2023, 100],
          [2024, 120],
        ],
      ).numbers[0],
    ).toMatchObject({ state: 'derived' })
    expect(
      now(
        'All of it: 220.',
        [sum],
        [
          [2023, 1],
          [2024, 120],
        ],
      ).numbers[0],
    ).toMatchObject({ state: 'unbound' })
  })
})
