import { expect, test } from 'bun:test'
import { byDay } from './side.tsx'
import { laidOut, sqlTokens } from './sql-tokens.ts'
import { blockOf, moved } from './use-selection.ts'

test('coloured SQL is the same text', () => {
  for (const sql of [`select 'it''s' as "a ""b""", 1.5e3 -- end`, "select '", 'with /* open', 'sélect ☃ from t', ''])
    expect(
      sqlTokens(sql)
        .map(({ text }) => text)
        .join(''),
    ).toBe(sql)
})

test('words of SQL are keywords only outside of names, strings and comments', () => {
  const kinds = sqlTokens(`select "from", 'where' -- group`).filter(({ kind }) => kind !== 'plain')
  expect(kinds.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'keyword select',
    'name "from"',
    "string 'where'",
    'comment -- group',
  ])
})

test('conversations are grouped by day in the time zone of the reader', () => {
  const line = (id: string, updated_at: string) => ({ id, title: id, updated_at })
  const list = [line('a', '2026-04-02T00:30:00Z'), line('b', '2026-04-01T20:00:00Z'), line('c', '2026-03-01T00:00:00Z')]
  const groups = (zone: string) =>
    byDay(list, '2026-04-02T10:00:00Z', zone).map(
      ({ title, conversations }) => `${title} ${conversations.map(({ id }) => id)}`,
    )
  expect(groups('UTC')).toEqual(['Today a', 'Yesterday b', 'Earlier c'])
  expect(groups('Asia/Kolkata')).toEqual(['Today a,b', 'Earlier c'])
})

const size = { rows: 100, columns: 3, page: 10 }
test.each([
  ['ArrowDown', false, { row: 6, column: 1 }],
  ['ArrowRight', true, { row: 5, column: 2 }],
  ['ArrowUp', true, { row: 0, column: 1 }],
  ['Home', false, { row: 5, column: 0 }],
  ['End', true, { row: 99, column: 2 }],
  ['PageDown', false, { row: 15, column: 1 }],
  ['a', false, null],
] as const)('%s (jump %p) moves the cell of the grid', (key, jump, place) => {
  expect(moved({ row: 5, column: 1 }, key, jump, size)).toEqual(place)
})

test('a selection is the block between its corners, whichever came first', () => {
  expect(blockOf({ anchor: { row: 4, column: 2 }, focus: { row: 1, column: 3 } })).toEqual({
    top: 1,
    bottom: 4,
    left: 2,
    right: 3,
  })
})

test('SQL of one line gets a line for each clause, and nothing but white space changes', () => {
  const sql =
    "select name, sum(x) over (order by y) as s from a left join b using (id) where c = 'from  x' group by 1 order by 2 desc limit 5"
  expect(laidOut(sql).split('\n')).toEqual([
    'select name, sum(x) over (order by y) as s',
    'from a',
    'left join b using (id)',
    "where c = 'from  x'",
    'group by 1',
    'order by 2 desc',
    'limit 5',
  ])
  expect(laidOut('select 1')).toBe('select 1')
  expect(
    laidOut("select date_trunc('month', a) as m, 'a, b' as c, sum(x) as s\nfrom t\norder by m, c").split('\n'),
  ).toEqual([
    "select date_trunc('month', a) as m,",
    "       'a, b' as c,",
    '       sum(x) as s',
    'from t',
    'order by m, c',
  ])
})
