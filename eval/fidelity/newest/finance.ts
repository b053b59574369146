import { type Case, csv, xlsx } from '../case.ts'
import {
  american,
  COUNT,
  col,
  days,
  flags,
  grouped,
  inWords,
  key,
  moments,
  POSITION,
  part12,
  shares,
  sum,
  texts,
  two,
  whole12,
  without,
  words,
} from '../columns.ts'
import { type Column, part, rows, whole } from '../truth.ts'
import { type Cell, cells, utf8 } from '../write.ts'

const cents = grouped(',', '.', 2)
const sums = ['Sum insured Building', 'Sum insured Contents'].map((name, at) =>
  part12(name, 660 + at, 90_000, 900_000, 2),
)
const risks: Column[] = [
  key('Risk Policy', (row) => `00${7_781_200 + row}`),
  words('Risk Country', ['Kenya', 'Peru', 'Malta']),
  days('Risk Inception', undefined, 30),
  ...sums,
]
const insurance: Case[] = [
  xlsx(
    'insurance: risks below two rows of heads',
    [
      risks.map((one) => ({
        ...one,
        names: [one.names[0]!, one.names[0]!.replace('Risk ', '').replace('Sum insured ', '')],
      })),
    ],
    [
      {
        name: 'Bordereau',
        merged: ['A4:C4', 'D4:E4'],
        rows: [
          ['Binder B0999', null, null, null, null],
          ['Currency: USD', null, null, null, null],
          [null],
          ['Risk', null, null, 'Sum insured', null],
          ['Policy', 'Country', 'Inception', 'Building', 'Contents'],
          ...cells(risks, { names: false }),
          ['Total', null, null, ...sums.map((one): Cell => sum(one))],
          [null],
          ['Inception = first day of cover'],
        ],
      },
    ],
  ),
  csv(
    'insurance: Mexican policies',
    [
      key('Póliza', (row) => `0012-${4400 + row}`),
      words('Asegurado', ['José Núñez', 'María Peña', 'Iñaki Güemes']),
      days(
        'Vigencia',
        inWords('es', (date, month, year) => `${two(date)}-${month.slice(0, 3)}-${year}`),
        29,
      ),
      part12('Prima neta', 664, 1100, 9800, 2, (value) => `$${cents(value, 0)}`),
      shares('Descuento', 665, 2, 30, (value) => `${value} %`),
      flags('Pagada', 'SÍ', 'NO'),
    ],
    {},
    { encode: (content) => utf8(content, true) },
  ),
]

const homes: Case[] = [
  csv('real estate: homes for sale', [
    key('MLS#', (row) => `0${7_300_412 + row * 3}`),
    texts('Address', ['12 Elm St, Apt 4', '"The Oaks", 9 Hill Rd', '7 Bay Ave']),
    key('ZIP', (row) => `0${2108 + row * 11}`),
    whole12('List Price', 666, 190_000, 2_400_000, (value) => `$${grouped(',', '.', 0)(value, 0)}`),
    without(whole12('Sq Ft', 667, 1000, 4200, grouped(',', '.', 0)), '', (row) => row === 5),
    col('Baths', 'decimal', (row) => 1.5 + (row % 3)),
    days('Listed', american, 5),
    { ...part12('Lat', 668, 41, 42, 5), roles: POSITION },
    flags('Garage', 'Yes', 'No'),
  ]),
]

const QUARTERS = rows(6, (at) => `${2022 + Math.floor(at / 4)} Q${1 + (at % 4)}`)
const budget: Column[] = [
  key('Code', (row) => `0${410 + row * 5}`),
  texts('Cost centre', ['Roads', 'Parks & play', 'Libraries']),
  ...QUARTERS.map((name, at) =>
    col(name, 'decimal', (row) => part(row, 671 + at, 20, 900, 1) * ((row + at) % 5 === 0 ? -1 : 1)),
  ),
]
const budgets: Case[] = [
  xlsx(
    'budgets: quarters of two years below merged years',
    [budget],
    [
      {
        name: 'Budget',
        merged: ['A1:H1', 'C3:F3', 'G3:H3'],
        rows: [
          ['Borough budget, EUR thousand', ...rows(7, () => null)],
          [null],
          [null, null, '2022', null, null, null, '2023', null],
          ['Code', 'Cost centre', 'Q1', 'Q2', 'Q3', 'Q4', 'Q1', 'Q2'],
          ...rows(COUNT, (row): Cell[] =>
            budget.map(
              ({ values }, at): Cell => (at < 2 ? values[row]! : { number: Number(values[row]), style: 'ledger' }),
            ),
          ),
          ['Total', null, ...budget.slice(2).map((one): Cell => sum(one))],
        ],
      },
    ],
  ),
  csv(
    'budgets: months with dashes for nothing',
    [
      key('Kostenart', (row) => `${['Personal', 'Miete', 'Reisen'][row % 3]} ${row + 1}`),
      ...['Jan', 'Feb', 'Mrz', 'Apr'].map((name, at) =>
        without(whole12(name, 680 + at, 1100, 2_400_000, grouped('.', ',', 0)), '–', (row) => (row + at) % 5 === 0),
      ),
      without(texts('Bemerkung', ['ab März höher', 'einmalig']), '', (row) => row % 3 !== 0),
    ],
    { delimiter: ';', above: ['Budget 2023 in Euro', ''] },
  ),
]

const pay: Case[] = [
  csv(
    'payslips: American checks with numbers hidden',
    [
      key('File #', (row) => `00${1201 + row}`),
      words('Employee', ['Stone, Pat', 'Lund, Mia', "O'Hara, Kit"]),
      key('SSN', (row) => `***-**-${4100 + row * 13}`),
      days('Check Date', american, 14),
      part12('Reg Hours', 688, 60, 80, 2),
      part12('Gross', 689, 1100, 6900, 2, (value) => `$${cents(value, 0)}`),
      without(
        part12('Garnishment', 690, 10, 90, 2, (value) => `($${value})`),
        '',
        (row) => row % 4 !== 2,
      ),
      key('Check #', (row) => `000${88_120 + row}`),
    ].map((one) =>
      one.names[0] === 'Garnishment'
        ? { ...one, values: one.values.map((value) => (value === null ? null : -Number(value))) }
        : one,
    ),
    { quotes: 'all' },
  ),
]

const trading: Case[] = [
  csv(
    'trading: trades of an exchange with small parts',
    [
      moments('Date(UTC)'),
      words('Pair', ['BTCEUR', 'ETHBTC', 'ADAUSDT']),
      words('Side', ['BUY', 'SELL', 'BUY']),
      col(
        'Price',
        'decimal',
        (row) => part(row, 691, 0, 3, 8),
        (value) => Number(value).toFixed(8),
      ),
      col(
        'Executed',
        'decimal',
        (row) => (whole(row, 692, 1, 90) * 10 + 1) / 1e7,
        (value) => Number(value).toExponential(),
      ),
      words('Fee coin', ['BNB', 'EUR']),
    ].map((one) => (one.names[0] === 'Date(UTC)' ? { ...one, names: ['Date(UTC)', 'Date'] } : one)),
  ),
]

export const FINANCE: Case[] = [...insurance, ...homes, ...budgets, ...pay, ...trading]
