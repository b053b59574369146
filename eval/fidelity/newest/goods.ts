import { type Case, csv, json, xlsx } from '../case.ts'
import {
  col,
  comma,
  dated,
  days,
  encoded,
  flags,
  grouped,
  inWords,
  key,
  minutes,
  part12,
  points,
  sum,
  texts,
  two,
  whole12,
  without,
  words,
} from '../columns.ts'
import { type Column, part, rows, whole } from '../truth.ts'
import { type Cell, cells } from '../write.ts'

const worth = col(
  'Wert',
  'decimal',
  (row) => part(row, 700, 1100, 9800, 2) * (row % 4 === 2 ? -1 : 1),
  (value) => grouped('.', ',', 2)(Math.abs(Number(value)), 0) + (Number(value) < 0 ? '-' : ''),
)
const counted: Column[] = [
  key('Bin', (row) => `0${1 + (row % 3)}-${two(row + 1)}-A`),
  key('SKU', (row) => String(702 + row * 31).padStart(6, '0')),
  texts('Description', ['Bolt M8x40', 'Washer, 8 mm', 'Nut "lock" M8']),
  whole12(['Counted (pcs)', 'Counted'], 701, 0, 4000),
  part12(['Weight (kg)', 'Weight'], 702, 1, 90, 3),
]
const [STORED, BOUGHT] = ['Stock', 'Bought'].map((name, at): Column[] => [
  key(`${name} item`, (row) => `${'PQ'[at]}-${row + 1}`),
  whole12(`${name} pieces`, 703 + at, 1, 900),
]) as [Column[], Column[]]
const warehouses: Case[] = [
  csv(
    'warehouses: stock with minus behind the sums',
    [
      key('Material', (row) => `0000000000${71_004_410 + row * 7}`.slice(-18)),
      texts('Bezeichnung', ['Schraube M8', 'Öse; verzinkt', 'Mutter']),
      words('Lagerort', ['0001', '0088', '0001']),
      whole12('Bestand', 705, 1100, 2_300_000, grouped('.', ',', 0)),
      words('ME', ['ST', 'KG', 'M']),
      worth,
    ],
    { delimiter: ';', newline: '\r\n' },
    { encode: encoded('windows-1252') },
  ),
  xlsx(
    'warehouses: a count with instructions on a sheet of its own',
    [counted],
    [
      {
        name: 'Read me',
        rows: [['How to count'], ['1. Count each bin twice.'], ['2. Write down pieces, not boxes.']],
      },
      {
        name: 'Count',
        rows: [
          ...cells(counted),
          [null],
          ['Total', null, null, sum(counted[3]!), sum(counted[4]!)],
          ['Counted by:', 'M. Lund', 'Signature:'],
        ],
      },
      { name: 'Lists', hidden: true, rows: [['Units'], ['pcs'], ['kg']] },
    ],
  ),
  xlsx(
    'warehouses: two tables side by side',
    [STORED, BOUGHT],
    [
      {
        name: 'Both',
        rows: cells(STORED).map((row, at): Cell[] => [...row, null, ...cells(BOUGHT)[at]!]),
      },
    ],
  ),
]

const logistics: Case[] = [
  csv(
    'logistics: shipments whose lines end early',
    [
      key('Container', (row) => `MSKU${whole(row, 712, 1_000_000, 9_999_999)}`),
      words('POL', ['CNSHA', 'SGSIN', 'NLRTM']),
      days(
        'ETD',
        inWords('en', (date, month, year) => `${two(date)}-${month}-${year}`),
        3,
      ),
      whole12(['Gross weight (kg)', 'Gross weight'], 713, 2200, 28_000, grouped(',', '.', 0)),
      part12(['Volume (m3)', 'Volume'], 714, 9, 66, 3),
      without(words('Seal', ['ML-0012', 'EU2299', 'H 7781']), '', (row) => row % 4 >= 2),
      without(texts('Remarks', ['reefer, -18 °C', 'hold']), '', (row) => row % 4 !== 1),
    ],
    {
      line: (fields) => {
        const last = fields.findLastIndex((field) => field !== '')
        return fields.slice(0, last + 1)
      },
    },
  ),
  json(
    'logistics: rates as a list of pages',
    [
      {
        columns: [
          words(['lane', 'results_lane'], ['HAM-NYC', 'RTM-SIN', 'SHA-LAX']),
          words(['container', 'results_container'], ['20GP', '40HC']),
          part12(['usd', 'results_usd'], 716, 900, 6000, 2),
          days(['valid_to', 'results_valid_to']),
        ],
        spare: /./,
      },
    ],
    rows(3, (page) => ({
      page: page + 1,
      results: rows(4, (at) => page * 4 + at).map((row) => ({
        lane: ['HAM-NYC', 'RTM-SIN', 'SHA-LAX'][row % 3],
        container: ['20GP', '40HC'][row % 2],
        usd: part(row, 716, 900, 6000, 2),
        valid_to: days('').values[row],
      })),
    })),
  ),
]

const farms: Case[] = [
  csv(
    'farms: fields in Hungary',
    [
      words('Helyrajzi szám', ['0123/4', '045/12', '0907']),
      words('Tábla', ['Öregszőlő', 'Kút melletti', 'Felső rét']),
      words('Növény', ['őszi búza', 'kukorica', 'napraforgó']),
      days(
        'Vetés',
        dated((year, month, date) => `${year}. ${two(month)}. ${two(date)}.`),
        9,
      ),
      part12(['Terület (ha)', 'Terület'], 724, 1, 90, 2, comma),
      whole12('Támogatás', 725, 110_000, 4_900_000, (value) => `${grouped(' ', ',', 0)(value, 0)} Ft`),
      flags('Öntözött', 'igen', 'nem'),
    ],
    { delimiter: ';', newline: '\r\n' },
    { encode: encoded('windows-1250') },
  ),
  csv(
    'farms: prices of a Vietnamese market',
    [
      days(
        'Ngày',
        dated((year, month, date) => `${two(date)}/${two(month)}/${year}`),
        3,
      ),
      words('Mặt hàng', ['Cà phê nhân', 'Hồ tiêu', 'Gạo ST25']),
      words('Tỉnh', ['Đắk Lắk', 'Gia Lai', 'Sóc Trăng']),
      whole12('Đơn giá', 726, 1_100_000, 9_800_000, (value) => `${grouped('.', ',', 0)(value, 0)} ₫`),
      flags('Còn hàng', 'Có', 'Không'),
    ],
    { quotes: 'all' },
  ),
  csv(
    'farms: weights of lambs between tildes',
    [
      key('tag', (row) => `UK0${741_200 + row * 3}`),
      words('breed', ['Texel', 'Suffolk x Mule', 'Lleyn']),
      minutes('weighed', 729, (value) => `${points(String(value).slice(0, 10), 0)} ${String(value).slice(11, 16)}`),
      part12('kg', 730, 18, 48, 1),
      without(words('treatment', ['wormer 5 ml', 'none given', 'foot trim']), '', (row) => row % 4 === 0),
    ],
    { delimiter: '~' },
    { ending: 'txt' },
  ),
]

export const GOODS: Case[] = [...warehouses, ...logistics, ...farms]
