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
  ['a list of notes', '# To do\n- call: Ann\n- write the letter\n- buy tea\n'],
  ['numbers that are masked', '4111....1111\n4222....2222\n4333....3333\n'],
  ['values between signs with dots in one', 'a;card ....11;1\nb;card ....22;2\nc;card ....33;3\n'],
  ['sentences that end in dots', 'So it went ....\nWho knows .....\nNobody ....\n'],
  ['sentences that trail off', 'So it ended.... or not\nWho knows\nand then....\n'],
])('%s are none', (_, text) => {
  expect(printedCells(text)).toBeNull()
})

test('records of a list begin with a dash, below what is said of all', () => {
  expect(
    rows('pets:\n  - name: Rex\n    age: 3\n  - name: Tom\n    age: 5\n')!.filter((line) => line !== null),
  ).toEqual([
    ['name', 'age'],
    ['Rex', '3'],
    ['Tom', '5'],
  ])
})

test.each([
  'Soup .......... 3.50\nRice .... 4.20\nTea ........... 1.10\n',
  'Soup . . . . . 3.50\nRice . . . . . 4.20\nTea ......1.10\n',
])('dots lead from a name to its value', (text) =>
  expect(rows(`Lunch\n\n${text}\nAsk us.\n`)!.filter((line) => line !== null)).toEqual([
    ['Lunch'],
    ['Soup', '3.50'],
    ['Rice', '4.20'],
    ['Tea', '1.10'],
  ]),
)

test('a title over the beginnings of columns hides none of them', () => {
  const table =
    '    DAY   LOW  HIGH\n  05-01   4.2  14.2\n  05-02   6.4  11.0\n  05-03   5.9  12.6\n  05-04   7.0   9.9\n'
  expect(printedCells(`STATION 044 BERGEN\n${table}`)!.filter(Boolean).slice(1, 3)).toEqual([
    ['DAY', 'LOW', 'HIGH'],
    ['05-01', '4.2', '14.2'],
  ])
})
