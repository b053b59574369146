import { type Case, csv, made, xlsx } from './case.ts'
import {
  COUNT,
  col,
  comma,
  days,
  hours,
  key,
  lines,
  moments,
  part12,
  points,
  slashes,
  sum,
  texts,
  two,
  whole12,
  without,
  words,
} from './columns.ts'
import { type Column, called, plain, rows, whole, wide } from './truth.ts'
import { cells } from './write.ts'

/** Files whose lines say what they are, that were printed by pages, and whose times and figures are written as programs and people do. */

const compact = (value: unknown) => String(value).replaceAll('-', '')
const amount = part12('amount', 900, 10, 9000, 2)
const payments = (code: string): Column[] => [
  words('record', [code]),
  days('booked', compact, 3),
  key('account', (row) => `DE${10 + row}5001${row}`),
  amount,
  words('text', ['Rent, May', 'Salary', 'Energy']),
]
const nameless = (columns: Column[]) => columns.map((one) => ({ ...one, names: [''] }))
const results: Column[] = [
  words('FTR', ['H', 'D', 'D', 'A', 'D', 'H']),
  words('Home', ['Leeds', 'Derby', 'Hull']),
  whole12('Goals', 901, 0, 6),
]
const bank: Case[] = [
  csv('record types: H, D and T without names', nameless(payments('D')), {
    header: [],
    above: ['H,20230201,ACME BANK,000123'],
    below: [`T,${COUNT},${sum(amount).toFixed(2)}`],
  }),
  csv('record types: HDR, DTL and TRL around names', payments('DTL'), {
    delimiter: '|',
    above: ['HDR|2023-02-01|ACME|v2|'],
    below: [`TRL|${COUNT}|${sum(amount).toFixed(2)}||`],
  }),
  csv('record types: names above the header', payments('DETAIL'), {
    quotes: 'all',
    within: { 0: ['"HEADER","20230201","ACME","",""'] },
    below: [`"TRAILER","${COUNT}","${sum(amount).toFixed(2)}","",""`],
  }),
  csv('record types: numbers with their count at the end', nameless(payments('10')), {
    delimiter: ';',
    header: [],
    above: ['00;20230201;SENDER GMBH;EUR;'],
    below: [`99;${COUNT};${sum(amount).toFixed(2)};;`],
  }),
  csv('record types: batches within a file', nameless(payments('D')), {
    header: [],
    above: ['FH,20230201,ACME,7', 'BH,0001,Rents'],
    within: { 6: ['BT,0001,6', 'BH,0002,Salaries'] },
    below: ['BT,0002,6', `FT,2,${COUNT}`],
  }),
  xlsx(
    'record types: on a sheet',
    [payments('D')],
    [{ name: 'Out', rows: [['H', '20230201', 'ACME'], ...cells(payments('D')), ['T', COUNT, sum(amount)]] }],
  ),
  csv('record types: letters that are results of games', results),
]

const years = called(wide(['a', 'b', 'c', 'd'], 30), [
  'product',
  '2022 Sales',
  '2022 Units',
  '2023 Sales',
  '2023 Units',
])
const TWO = [
  ['', '2022', '', '2023', ''],
  ['product', 'Sales', 'Units', 'Sales', 'Units'],
]
const answers: Column[] = [
  key('Station Id', (row) => `0${710 + row}`),
  whole12('Air Low', 903, 1, 19),
  whole12('Air High', 904, 20, 39),
  part12('Rain Sum', 905, 0, 40, 1),
]
const HEADINGS = [
  ['Station', 'Air', '', 'Rain'],
  ['Id', 'Low', 'High', 'Sum'],
]
const printed = TWO.map((line) => line.join(','))
const pages: Case[] = [
  csv('names over two lines on each page: years over names', years, {
    header: TWO,
    within: { 10: printed, 20: printed },
  }),
  csv('names over two lines on each page: below the number of the page', years, {
    header: TWO,
    above: ['Sales by product,,,,', ''],
    within: { 12: ['', 'Page 2,,,,', ...printed], 24: ['', 'Page 3,,,,', ...printed] },
  }),
  csv('names over two lines on each page: headings of texts with semicolons', answers, {
    delimiter: ';',
    header: HEADINGS,
    within: Object.fromEntries([3, 6, 9].map((row) => [row, HEADINGS.map((line) => line.join(';'))])),
  }),
  xlsx(
    'names over two lines on each page: on a sheet',
    [answers],
    [
      {
        name: 'Print',
        rows: [
          ...HEADINGS,
          ...cells(answers, { names: false }).flatMap((row, at) =>
            at > 0 && at % 4 === 0 ? [...HEADINGS, row] : [row],
          ),
        ],
      },
    ],
  ),
]

const charges: Column[] = [
  whole12('No', 906, 1, 999, undefined, ['measure', 'id', 'code', 'dimension']),
  days('Date', slashes, 2),
  words('Type', ['Local', 'Roaming']),
  part12('Charge', 907, 1, 90, 2),
  part12('Tax', 908, 0, 9, 2),
]
const notes: Case[] = [
  csv('notes with marks: cut by their commas and filled up', charges, {
    below: ['* Charges are net, without GST,,,', '** as billed, in euros,,,'],
  }),
  csv('notes with marks: beside their mark', charges, {
    below: ['', '*,Charges are without GST,,,', '(1),Roaming outside the union,,,'],
  }),
  csv(
    'notes with marks: directly below, below texts',
    [...charges.slice(2, 3), ...charges.slice(0, 2), ...charges.slice(3)],
    {
      below: ['"* Charges, as billed, are without GST",,,,'],
    },
  ),
  csv('notes with marks: below the second column', charges, { below: [',"* estimated, see below",,,'] }),
]

const moment = (row: number) => Date.parse(`${String(moments('').values[row]).replace(' ', 'T')}Z`)
const since = (name: string, digits: number) =>
  moments(name, (value) => `${Date.parse(`${String(value).replace(' ', 'T')}Z`) / 1000}${'0'.repeat(digits)}`)
const nanos = (row: number) => String(100_203_300 + row * 2_002)
const figures = part12('reading', 909, 1, 90, 2)
const fine = (name: string, write: (value: string, row: number) => string) =>
  col(
    name,
    'timestamp',
    (row) => `${moments('').values[row]}.${nanos(row).slice(0, 6)}`,
    (value, row) => write(String(value), row),
  )
const mixed = (write: ((value: string) => string)[]) =>
  days('delivered', (value, row) => write[row % write.length]!(String(value)), 5)
const dashes = (value: string) => value.split('-').toReversed().join('-')
const times: Case[] = [
  csv('moments: seconds of epoch_s', [since('epoch_s', 0), figures]),
  csv('moments: microseconds since 1970', [since('ts_us', 6), figures]),
  csv('moments: nanoseconds since 1970', [fine('time_ns', (_, row) => `${moment(row) / 1000}${nanos(row)}`), figures]),
  csv('moments: parts of a second with nine digits', [
    fine('at', (value, row) => `${value.slice(0, 19).replace(' ', 'T')}.${nanos(row)}Z`),
    figures,
  ]),
  csv('mixed days: ISO and day first', [mixed([plain, dashes]), figures]),
  csv('mixed days: ISO, and a few with points', [mixed([plain, plain, plain, (value) => points(value, 0)]), figures]),
  csv('mixed days: ISO and names of months', [
    mixed([
      plain,
      (value) =>
        new Date(value).toLocaleDateString('en-GB', {
          day: 'numeric',
          month: 'short',
          year: 'numeric',
          timeZone: 'UTC',
        }),
    ]),
    figures,
  ]),
]

/** How long something took, less than a day: in seconds as it is read. */
const spent = (name: string, least: number, most: number, write: (seconds: number) => string): Column => ({
  ...col(
    name,
    'time',
    rows(COUNT, (row) => new Date(whole(row, 910, least, most) * 1000).toISOString().slice(11, 19)),
    (value) => write(Date.parse(`1970-01-01T${value}Z`) / 1000),
    ['measure'],
  ),
  types: ['integer'],
})
const minutes = (seconds: number) => `${Math.floor(seconds / 60)}:${two(seconds % 60)}`
const lengths: Case[] = [
  csv('lengths of time: songs', [texts('title', ['One', 'Two, too']), spent('length', 95, 420, minutes)]),
  csv('lengths of time: films of which some have hours', [
    texts('title', ['One', 'Two']),
    spent('duration', 1800, 9000, (seconds) =>
      seconds < 3600
        ? minutes(seconds)
        : `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`,
    ),
  ]),
  csv('lengths of time: flights', [
    key('flight', (row) => `LH0${40 + row}`),
    {
      ...spent('flight duration', 95, 420, minutes),
      values: rows(
        COUNT,
        (row) => `0${Math.floor(whole(row, 910, 95, 420) / 60)}:${two(whole(row, 910, 95, 420) % 60)}:00`,
      ),
    },
  ]),
  csv('lengths of time: times of day', [hours('opens', 911), words('day', ['Mon', 'Tue'])]),
]

const SAID = ['by agreement', 'see contract', 'on request', 'confidential (board)', 'unpaid', 'shares only']
const salary = whole12('salary', 912, 30_000, 98_000)
const paid: Column[] = [
  key('person', (row) => `P-${row + 1}`, 40),
  {
    ...salary,
    values: rows(40, (row) => (row % 7 === 3 ? null : whole(row, 912, 30_000, 98_000))),
    written: rows(40, (row) => (row % 7 === 3 ? SAID[Math.floor(row / 7)]! : String(whole(row, 912, 30_000, 98_000)))),
  },
]
const among: Case[] = [
  csv('words among figures: six in forty, each another', paid),
  csv('words among figures: sizes that are classes', [
    key('item', (row) => `I-${row + 1}`, 24),
    words('grade', ['K', '1', '2', '3', '4', '5'], 24),
  ]),
]

const wares: Column[] = [
  key('CODE', (row) => `0${100 + row * 7}`),
  texts('NAME', ['Bolt', 'Long washer', 'Nut']),
  whole12('PIECES', 913, 1, 9999),
  part12('PRICE', 914, 1, 90, 2),
]
const widths = wares.map(({ names, written }) => Math.max(names[0]!.length, ...written.map(({ length }) => length)))
const padded = (texts: string[]) =>
  texts.map((text, at) => (at < 2 ? text.padEnd(widths[at]!) : text.padStart(widths[at]!))).join(' ')
const head = wares.map(({ names }) => names[0]!)
const body = rows(COUNT, (row) => padded(wares.map(({ written }) => written[row]!)))
const forms: Case[] = [
  made('fixed width: one blank between columns', 'txt', [wares], () => lines(padded(head), ...body)),
  made('fixed width: a rule that shows the widths', 'txt', [wares], () =>
    lines(padded(head), widths.map((width) => '-'.repeat(width)).join(' '), ...body.slice(0, COUNT)),
  ),
  ...['~|~', '|~|', '^^', '||'].map((delimiter) =>
    csv(`delimiters of several signs: with ${delimiter}`, charges, { delimiter }),
  ),
  csv(
    'delimiters of several signs: beside decimal commas',
    [
      key('Konto', (row) => `00${row}1`),
      without(words('Text', ['Miete; Mai', 'Gehalt']), '', (row) => row % 3 === 1),
      part12('Betrag', 915, 10, 900, 2, comma),
      part12('Saldo', 916, 10, 900, 2, comma),
    ],
    { delimiter: '~|~' },
  ),
]

export const RECORDS: Case[] = [...bank, ...pages, ...notes, ...times, ...lengths, ...among, ...forms]
