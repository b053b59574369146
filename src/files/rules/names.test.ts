import { expect, test } from 'bun:test'
import { freeName, tableName } from '#catalog/rules/table-name.ts'
import { fileName, writtenName } from './file-name.ts'
import { columnNames, hasHeader } from './header.ts'
import { bytesText, rateOf, timeLeft } from './transfer.ts'

test.each([
  ['My Orders (2024).csv', null, 'my_orders_2024'],
  ['orders.csv.gz', null, 'orders'],
  ['2024 sales.xlsx', 'Q1', 't_2024_sales_q1'],
  ['order.csv', null, 'order_data'],
  ['r1.csv', null, 'r1_data'],
  ['größe.json', null, 'größe'],
  ['***', null, 'data'],
])('the table of "%s" with part %p is named %s', (file, part, name) => {
  expect(tableName(file, part)).toBe(name)
})

test('a taken name gets the next free number', () => {
  expect(freeName('a', new Set(['a', 'a_2']))).toBe('a_3')
})

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\data\\sales.csv', 'sales.csv'],
  ['.env', 'env'],
  ['a\u202egpj.csv', 'agpj.csv'],
  ['売上 2024.csv', '売上 2024.csv'],
  ['', 'file'],
  [`${'x'.repeat(300)}.csv`, `${'x'.repeat(196)}.csv`],
])('a file given as %p is kept as %p', (given, kept) => {
  expect(fileName(given)).toBe(kept)
})

test.each([
  ['say %22hi%22.csv', 'say "hi".csv'],
  ['two%0d%0Alines.csv', 'two\r\nlines.csv'],
  ['100%25 of %2e%2e%2fthem %.csv', '100%25 of %2e%2e%2fthem %.csv'],
])('what a form carries as %p was named %p', (sent, written) => {
  expect(writtenName(sent)).toBe(written)
})

test('columns keep the names of the file; empty and repeated ones get their own', () => {
  expect(columnNames(['Order Date', ' id ', 'ID', '', 'a\nb'], 6)).toEqual([
    'Order Date',
    'id',
    'ID_2',
    'column_4',
    'a b',
    'column_6',
  ])
})

test.each<[what: string, rows: string[][], header: boolean]>([
  [
    'names above numbers',
    [
      ['id', 'n'],
      ['1', '2'],
    ],
    true,
  ],
  [
    'numbers only',
    [
      ['1', '2'],
      ['3', '4'],
    ],
    false,
  ],
  [
    'years above numbers',
    [
      ['city', '2023', '2024'],
      ['Pune', '5', '6'],
      ['Delhi', '7', '8'],
    ],
    true,
  ],
  [
    'text above text',
    [
      ['name', 'city'],
      ['Asha', 'Pune'],
      ['Dev', 'Delhi'],
    ],
    true,
  ],
  [
    'a value that comes again below',
    [
      ['Pune', 'Asha'],
      ['Delhi', 'Dev'],
      ['Pune', 'Tara'],
    ],
    false,
  ],
])('%s: header or not', (_what, rows, header) => {
  expect(hasHeader(rows)).toBe(header)
})

test('bytes, rate and time left are told as people read them', () => {
  expect([0, 1, 999, 1500, 233_160_225, 2_100_000_000].map(bytesText)).toEqual([
    '0 bytes',
    '1 byte',
    '999 bytes',
    '1.5 kB',
    '233 MB',
    '2.1 GB',
  ])
  expect(rateOf([{ at: 0, sent: 0 }])).toBeNull()
  expect(
    rateOf([
      { at: 0, sent: 0 },
      { at: 1000, sent: 500 },
    ]),
  ).toBe(500)
  expect([timeLeft(100, null), timeLeft(100, 10), timeLeft(1250, 10), timeLeft(36_600, 1)]).toEqual([
    '',
    '10 s left',
    '2 min 5 s left',
    '10 h 10 min left',
  ])
})
