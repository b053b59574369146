import { type Case, csv, json, xlsx } from '../case.ts'
import {
  COUNT,
  col,
  days,
  digits,
  encoded,
  flags,
  grouped,
  hours,
  inWords,
  key,
  minutes,
  part12,
  points,
  shares,
  slashes,
  sum,
  texts,
  two,
  whole12,
  without,
  words,
} from '../columns.ts'
import { day, part, rows, whole } from '../truth.ts'
import { type Cell, serial } from '../write.ts'

const euros = grouped(' ', ',', 2)
const bookings: Case[] = [
  csv('bookings: stays of a hotel with commission', [
    digits(key('Book number', (row) => `38${whole(row, 500, 10_000_000, 99_999_999)}`)),
    words('Guest name(s)', ['Rossi, Paolo', 'Kim Min-jun, Kim Seo-yeon', "O'Brien, Aoife"]),
    days('Check-in', undefined, 3),
    col('Check-out', 'date', (row) => day(41 + row * 3 + (row % 4))),
    words('Status', ['ok', 'cancelled_by_guest', 'no_show']),
    whole12('Persons', 501, 1, 6),
    part12('Price', 502, 60, 900, 2, (value) => `${value} EUR`),
    shares('Commission %', 503, 12, 18, String),
    texts('Remarks', ['Late arrival,\nafter "22:00"', 'Two beds', 'Cot\r\nQuiet room, please']),
  ]),
  csv(
    'bookings: a Portuguese guest house',
    [
      key('Reserva', (row) => `000${417 + row}`),
      words('Hóspede', ['João Conceição', 'Inês Brandão', 'Gonçalo Leão']),
      days('Entrada', slashes, 5),
      whole12('Noites', 504, 1, 9),
      flags('Pequeno-almoço', 'Sim', 'Não'),
      part12('Total', 505, 900, 2900, 2, (value) => `${euros(value, 0)} €`),
    ],
    { delimiter: ';', newline: '\r\n' },
    { encode: encoded('windows-1252') },
  ),
  json(
    'bookings: events of a calendar',
    [
      {
        columns: [
          key('id', (row) => `7kq${row}f0example`),
          words('status', ['confirmed', 'tentative', 'cancelled']),
          texts('summary', ['Stand-up', 'Review, with client', 'Lunch']),
          without(words('location', ['Room 4', 'Harbour Café']), '', (row) => row % 4 === 3),
          minutes(['start_dateTime', 'start'], 509),
          words(['organizer_email', 'email'], ['mia@example.com', 'pat@example.com']),
        ],
        spare: /kind|etag|time_?zone|updated/i,
      },
    ],
    {
      kind: 'calendar#events',
      etag: '"p33g"',
      updated: '2023-04-01T08:00:00.000Z',
      timeZone: 'UTC',
      items: rows(COUNT, (row) => ({
        id: `7kq${row}f0example`,
        status: ['confirmed', 'tentative', 'cancelled'][row % 3],
        summary: `${['Stand-up', 'Review, with client', 'Lunch'][row % 3]} (${row + 1})`,
        ...(row % 4 === 3 ? {} : { location: ['Room 4', 'Harbour Café'][row % 2] }),
        start: { dateTime: `${String(minutes('', 509).values[row]).replace(' ', 'T')}Z` },
        organizer: { email: ['mia@example.com', 'pat@example.com'][row % 2] },
      })),
    },
  ),
]

const SERVED = ['Lunch Covers', 'Lunch Sales', 'Dinner Covers', 'Dinner Sales']
const served = [
  days('Day', undefined, 1),
  ...SERVED.map((name, at) => (at % 2 ? part12(name, 510 + at, 400, 4000, 2) : whole12(name, 510 + at, 20, 140))),
]
const restaurants: Case[] = [
  csv(
    'restaurants: payouts of a delivery service',
    [
      key('Order ID', (row) => `#${(whole(row, 515, 4096, 65_535) * 16 + row).toString(16).toUpperCase()}-${row}`),
      minutes(
        'Accepted at',
        516,
        (value) => `${slashes(String(value).slice(0, 10), 0)}, ${String(value).slice(11, 16)}`,
      ),
      words('Restaurant', ['Dumpling House', 'Taco, Taco!', 'Pie & Mash']),
      part12('Subtotal', 517, 9, 80, 2, (value) => `£${value}`),
      col(
        'Commission',
        'decimal',
        (row) => -part(row, 518, 1, 9, 2),
        (value) => `(£${-Number(value)})`,
      ),
      without(
        part12('Tip', 519, 1, 5, 2, (value) => `£${value}`),
        '-',
        (row) => row % 4 !== 1,
      ),
    ],
    { quotes: 'all' },
  ),
  xlsx(
    'restaurants: guests of two meals below merged heads',
    [served],
    [
      {
        name: 'Feb',
        merged: ['A1:E1', 'B3:C3', 'D3:E3'],
        rows: [
          ['Trattoria Sole: guests and sales', null, null, null, null],
          [null],
          [null, 'Lunch', null, 'Dinner', null],
          ['Day', 'Covers', 'Sales', 'Covers', 'Sales'],
          ...rows(COUNT, (row): Cell[] =>
            served.map(({ values }, at) => {
              const value = values[row]!
              return at === 0 ? { number: serial(String(value)), style: 'date' } : value
            }),
          ),
          [
            'Total',
            ...served
              .slice(1)
              .map((one, at): Cell => ({ formula: `SUM(${'BCDE'[at]}5:${'BCDE'[at]}16)`, text: sum(one) })),
          ],
        ],
      },
    ],
  ),
  csv('restaurants: dishes in two languages', [
    texts(['Dish / Plat', 'Dish', 'Plat'], ['Poutine', 'Tourtière', 'Pouding chômeur', 'Pea soup, ham']),
    words(['Course / Service', 'Course', 'Service'], ['Main', 'Starter', 'Dessert']),
    part12(['Price (CAD) / Prix (CAD)', 'Price (CAD)', 'Price'], 520, 6, 38, 2, (value) => `$${value}`),
    whole12(['Energy (kcal) / Énergie (kcal)', 'Energy (kcal)', 'Energy'], 521, 190, 1900, grouped(',', '.', 0)),
    flags(['Vegan / Végane', 'Vegan', 'Végane'], 'Yes', 'No'),
  ]),
]

const arrival = minutes(
  'ANKUNFTSZEIT',
  522,
  (value) => `${points(String(value).slice(0, 10), 0)} ${String(value).slice(11, 16)}`,
  1,
)
const STOPS = ['Zürich HB', 'Genève', 'Chur', 'Brig']
const transport: Case[] = [
  csv(
    'transport: stops of trains',
    [
      days('BETRIEBSTAG', points, 1),
      key('FAHRT_BEZEICHNER', (row) => `85:11:${1500 + row}:00${row % 3}`),
      words('LINIEN_TEXT', ['IR37', 'S3', 'RE48']),
      flags('FAELLT_AUS_TF', 'true', 'false', (row) => row % 5 === 4),
      words('HALTESTELLEN_NAME', STOPS),
      without(arrival, '', (row) => row % 6 === 0),
      {
        ...arrival,
        names: ['AN_PROGNOSE'],
        values: arrival.values.map((value, row) => `${String(value).slice(0, 17)}${two(row * 4 + 1)}`),
        written: arrival.written.map((value, row) => `${value}:${two(row * 4 + 1)}`),
      },
    ],
    { delimiter: ';' },
    { encode: (content) => new Uint8Array(Buffer.from(`\ufeff${content}`)) },
  ),
  csv(
    'transport: flights of a Turkish airport',
    [
      days(
        'Tarih',
        inWords('en', (date, month, year) => `${two(date)}${month.toUpperCase()}${year.slice(2)}`),
        2,
      ),
      key('Uçuş', (row) => `TK${String(whole(row, 526, 2, 99)).padStart(4, '0')}`),
      words('Varış', ['İstanbul', 'Diyarbakır', 'Muş', 'Şanlıurfa']),
      hours('Kalkış saati', 527),
      whole12('Yolcu', 528, 60, 340),
      shares('Doluluk', 529, 40, 98, (value) => `%${String(value).replace('.', ',')}`),
      flags('Gecikmeli', 'Evet', 'Hayır'),
      without(
        key('Gecikme kodu', (row) => `0${93 - row}`),
        '',
        (row) => row % 3 !== 1,
      ),
    ],
    { delimiter: ';' },
    { encode: encoded('windows-1254') },
  ),
]

export const TRAVEL: Case[] = [...bookings, ...restaurants, ...transport]
