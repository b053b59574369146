import { expect, test } from 'bun:test'
import { mayBePrinted, printedCells } from './printed.ts'

const rows = (text: string) => {
  const cells = printedCells(text)
  expect(mayBePrinted(text)).toBe(cells !== null)
  return cells
}
const TABLE = [
  ['id', 'full name', 'n'],
  ['1', 'New York', ''],
  ['22', 'Pune', '7'],
]

test.each<[string, string[], number[]]>([
  ['psql', [' id | full name | n ', '----+-----------+---', '  1 | New York  |   ', ' 22 | Pune      | 7 '], [1]],
  [
    'MySQL',
    [
      '+--+---+--+',
      '| id | full name | n |',
      '+--+---+--+',
      '| 1 | New York | |',
      '+--+---+--+',
      '| 22 | Pune | 7 |',
      '+--+---+--+',
    ],
    [0, 2, 4, 6],
  ],
  ['Markdown', ['|id|full name|n|', '|--:|:--|--|', '|1|New York||', '|22|Pune|7|'], [1]],
  ['DuckDB', ['│ id │ full name │ n │', '├────┼──────┼───┤', '│ 1 │ New York │ │', '│ 22 │ Pune │ 7 │'], [1]],
  ['fixed width', ['id  full name  n', ' 1  New York    ', '22  Pune       7'], []],
])('a table of %s keeps its lines', (_, lines, rules) => {
  const cells = rows(lines.join('\n'))!
  expect(cells.flatMap((line, at) => (line ? [] : [at]))).toEqual(rules)
  expect(cells.filter((line) => line !== null)).toEqual(TABLE)
})

test.each([
  ['a rule', 'id full name n  \n-- --------- -  \n1  New York     \n22 Pune      7  \n'],
  ['figures', 'id full name n\n1  New York   \n22 Pune      7\n33 Old  York 8\n44 Pune      9\n55 Bonn      9\n'],
])('columns with one blank between them are told by %s', (_, text) =>
  expect(
    rows(text)!
      .filter((line) => line !== null)
      .slice(0, 3),
  ).toEqual(TABLE),
)

test.each([
  ['empty lines', 'id: 1\nname: A\n\nid: 2\nname: B\n', 4],
  ['psql', '-[ RECORD 1 ]-\nid   | 1\nname | A\n-[ RECORD 2 ]-\nid   | 2\nname | B\n', 5],
  ['MySQL', '*** 1. row ***\n  id: 1\nname: A\n*** 2. row ***\n  id: 2\nname: B\n', 5],
])('records between %s are rows on the line where they end', (_, text, last) => {
  const cells = printedCells(text)!
  expect(cells.filter((line) => line !== null)).toEqual([
    ['id', 'name'],
    ['1', 'A'],
    ['2', 'B'],
  ])
  expect(cells[last]).toEqual(['2', 'B'])
})

test.each([
  ['a hash', '#   Driver      Car   Gap', ['#', 'Driver', 'Car', 'Gap']],
  ['a hash within', 'No  Driver      Car   #', ['No', 'Driver', 'Car', '#']],
])('%s may be a name over a column of fixed width', (_, line, names) => {
  const text = `${line}\n 1  Ann Lee     Ford  0.0\n 2  Bo Ek       Opel  1.5\n 3  Cy Dorn     Ford  9.1\n`
  expect(printedCells(text)![0]).toEqual(names)
})

test.each([
  ['delimited lines', 'a,b\n1,x  y\n2,z  w\n3,u  v\n'],
  ['bars without a rule', 'a|b\n1|2\n3|4\n'],
  ['prose', 'Dear all,\nplease find below: the report.\nKind regards\n'],
  ['a letter of mail', 'From: a\nTo: b\n\nSubject: x\nDate: y\n'],
  [
    'lines that begin with words of one length',
    'To the sea  we\nGo the way of\nBe the one to\nDo the old or\nOf the day at\n',
  ],
  ['words with single blanks', 'one two\nthree four\nfive six\n'],
])('%s are none', (_, text) => {
  expect(printedCells(text)).toBeNull()
})
