import { type Case, csv } from './case.ts'
import { days, key } from './columns.ts'
import {
  type Column,
  changed,
  column,
  day,
  orders,
  part,
  products,
  readings,
  rows,
  staff,
  type Value,
  whole,
  writtenAs,
} from './truth.ts'
import { serial } from './write.ts'

const grouped = (value: Value, locale: string, digits = 2) =>
  Number(value).toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
const amounts = (write: (value: number, row: number) => string, more: Partial<Column> = {}, layout = {}) =>
  [
    changed(orders(), { amount: (one) => writtenAs(one, (value, row) => write(Number(value), row), more) }),
    layout,
  ] as const
/** Every other amount negative. */
const signed = (write: (value: number) => string) =>
  changed(orders(), {
    amount: (one) => {
      const values = one.values.map((value, row) => (row % 2 === 0 ? -Number(value) : Number(value)))
      return { ...one, values, written: values.map(write) }
    },
  })
const percents = (write: (value: number) => string, least = 1) =>
  changed(orders(), {
    amount: () =>
      column('margin', 'decimal', [24, (row) => part(row, 80, least, 60, 1)], {
        write: (value) => write(Number(value)),
        factor: 100,
      }),
  })

/** Amounts of some hundred thousands and millions, in hundreds. */
const large = (write: (value: number, row: number) => string, delimiter = ',') =>
  [
    changed(orders(), {
      amount: () =>
        column('revenue', 'integer', [24, (row) => whole(row, 81, 2_000, 90_000) * 100], {
          write: (value, row) => write(Number(value), row),
        }),
    }),
    { delimiter },
  ] as const

/** Lengths of which some are only estimated, which their authors say by brackets. */
const RADII = [
  column('element', 'text', [24, (row) => `E${'abcdefghijklmnopqrstuvwxyz'[row]}`], {
    roles: ['text', 'dimension', 'id'],
  }),
  column('atomic_radius', 'integer', [24, (row) => whole(row, 90, 31, 260)], {
    write: (value, row) => (row % 6 === 2 ? `(${value})` : String(value)),
  }),
]
const STATEMENT = [
  column('branch', 'text', [24, (row) => `Branch ${'abcdefghijklmnopqrstuvwxyz'[row]}`], {
    roles: ['text', 'dimension', 'id'],
  }),
  column('net_result', 'integer', [24, (row) => whole(row, 91, 31, 260) * (row % 6 === 2 ? -1 : 1)], {
    write: (value) => (Number(value) < 0 ? `(${-Number(value)})` : String(value)),
  }),
]

const numbers: Case[] = [
  csv('numbers: decimal commas', ...amounts((value) => String(value).replace('.', ','), {}, { delimiter: ';' })),
  csv('numbers: thousands with commas', ...amounts((value) => grouped(value, 'en-US'))),
  csv('numbers: thousands with points', ...amounts((value) => grouped(value, 'de-DE'), {}, { delimiter: ';' })),
  csv(
    'numbers: thousands with spaces',
    ...amounts((value) => grouped(value, 'fr-FR').replace(/\s/g, '\u202f'), {}, { delimiter: ';' }),
  ),
  csv('numbers: thousands with apostrophes', ...amounts((value) => grouped(value, 'en-US').replaceAll(',', "'"))),
  csv(
    'numbers: lakhs and crores',
    ...amounts((value) => grouped(value * 100, 'en-IN', 2), {
      values: orders()[4]!.values.map((value) => Math.round(Number(value) * 10_000) / 100),
    }),
  ),
  csv('numbers: dollars', ...amounts((value) => `$${grouped(value, 'en-US')}`)),
  csv('numbers: euros behind', ...amounts((value) => `${grouped(value, 'de-DE')} €`, {}, { delimiter: ';' })),
  csv('numbers: rupees', ...amounts((value) => `₹${grouped(value, 'en-IN')}`)),
  csv('numbers: a currency by its code', ...amounts((value) => `INR ${grouped(value, 'en-IN')}`)),
  csv('numbers: a currency code behind', ...amounts((value) => `${value} USD`)),
  csv(
    'numbers: negatives in brackets',
    signed((value) => (value < 0 ? `(${grouped(-value, 'en-US')})` : grouped(value, 'en-US'))),
  ),
  csv('numbers: estimates in brackets', RADII, {}, { spare: /as_written/ }),
  csv('numbers: a statement with losses in brackets', STATEMENT),
  csv(
    'numbers: a minus behind',
    signed((value) => (value < 0 ? `${-value}-` : String(value))),
  ),
  csv(
    'numbers: a true minus sign',
    signed((value) => String(value).replace('-', '\u2212')),
  ),
  csv(
    'numbers: dollars in brackets',
    signed((value) => (value < 0 ? `($${grouped(-value, 'en-US')})` : `$${grouped(value, 'en-US')}`)),
  ),
  csv(
    'numbers: per cents',
    percents((value) => `${value}%`),
  ),
  csv(
    'numbers: per cents with signs',
    percents((value) => `${value > 0 ? '+' : ''}${value}%`, -30),
  ),
  csv(
    'numbers: per cents with a space and a comma',
    percents((value) => `${String(value).replace('.', ',')} %`),
    { delimiter: ';' },
  ),
  csv('numbers: exponents', ...amounts((value) => value.toExponential())),
  csv('numbers: words for noughts', ...large((value) => `$${value / 1e6}M`)),
  csv('numbers: thousands and millions', ...large((value, row) => (row % 2 ? `${value / 1e6}M` : `${value / 1e3}k`))),
  csv('numbers: millions in German', ...large((value) => `${String(value / 1e6).replace('.', ',')} Mio. €`, ';')),
  csv(
    'numbers: crores in words',
    ...large((value, row) => (row % 2 ? `₹${value / 1e7} crore` : `₹${value / 1e5} lakh`)),
  ),
  csv('numbers: plus signs', ...amounts((value) => `+${value}`)),
  csv(
    'numbers: twenty digits',
    changed(orders(), {
      order_id: () => column('order_id', 'text', [24, (row) => `9007199254740993${1000 + row}`], { roles: ['id'] }),
    }),
  ),
]

const holes = (words: string[]) => (one: Column) => ({
  ...one,
  values: one.values.map((value, row) => (row % 6 === 3 ? null : value)),
  written: one.written.map((value, row) => (row % 6 === 3 ? words[Math.floor(row / 6) % words.length]! : value)),
})
/** @param value what the word says */
const rarely =
  (word: string, said: Value = null) =>
  (one: Column) => ({
    ...one,
    values: one.values.map((value, row) => (row === 7 ? said : value)),
    written: one.written.map((value, row) => (row === 7 ? word : value)),
  })
const yes = (name: string, words: [string, string]) =>
  column(name, 'flag', [24, (row) => whole(row, 90, 0, 1) === 1], { write: (value) => words[value ? 0 : 1] })
const texts = (name: string, value: (row: number) => string, roles?: Column['roles']) =>
  column(name, 'text', [24, value], roles ? { roles } : {})

const words: Case[] = [
  csv('words for nothing: NA', changed(orders(), { quantity: holes(['NA']), amount: holes(['NA']) })),
  csv(
    'words for nothing: NULL, N/A and dashes',
    changed(orders(), { quantity: holes(['NULL', 'N/A', '-']), ordered_on: holes(['-', 'NULL']) }),
  ),
  csv(
    'words for nothing: unknown, not available',
    changed(orders(), { quantity: holes(['unknown', 'not available']), ordered_on: holes(['TBD']) }),
  ),
  csv(
    'words for nothing: a word in one row',
    changed(orders(), { quantity: rarely('Indef.'), amount: rarely('approx. 1200', 1200) }),
  ),
  csv('words for nothing: a date that is none', changed(orders(), { ordered_on: rarely('last week') })),
  csv('words for nothing: a hash of errors', changed(orders(), { amount: holes(['#DIV/0!', '#REF!']) })),
  csv('yes and no: English', [...products(24), yes('in sale', ['yes', 'no'])]),
  csv('yes and no: letters', [...products(24), yes('active', ['Y', 'N'])]),
  csv('yes and no: German', [...products(24), yes('lieferbar', ['ja', 'nein'])]),
  csv('yes and no: French', [...products(24), yes('disponible', ['oui', 'non'])]),
  csv('yes and no: Spanish', [...products(24), yes('disponible', ['sí', 'no'])]),
  csv('yes and no: Hindi', [...products(24), yes('uplabdh', ['हाँ', 'नहीं'])]),
  csv('yes and no: Hindi in Latin letters', [...products(24), yes('uplabdh', ['haan', 'nahin'])]),
  csv('yes and no: ticks and crosses', [...products(24), yes('in sale', ['✓', '✗'])]),
  csv('yes and no: T and F', [...products(24), yes('in sale', ['T', 'F'])]),
  csv('yes and no: nought and one', [
    ...products(24),
    column('is_active', 'flag', [24, (row) => whole(row, 90, 0, 1) === 1], {
      write: (value) => (value ? '1' : '0'),
      types: ['boolean', 'integer'],
    }),
  ]),
  csv('yes and no: true and false in capitals', [...products(24), yes('in sale', ['TRUE', 'FALSE'])]),
  csv('codes: leading zeros', [
    ...products(24),
    texts('zip', (row) => `0${whole(row, 91, 1000, 9999)}`, ['dimension', 'id']),
  ]),
  csv('codes: telephone numbers', [
    ...products(24),
    texts('phone', (row) => `+91 ${whole(row, 92, 70_000, 99_999)} ${whole(row, 93, 10_000, 99_999)}`, [
      'text',
      'id',
      'dimension',
    ]),
  ]),
  csv('codes: mail addresses and links', [
    ...products(24),
    texts('mail', (row) => `p${row}@example.com`, ['text', 'id', 'dimension']),
    texts('page', (row) => `https://example.com/p/${row}?q=a,b`, ['text', 'id', 'dimension']),
  ]),
  csv('codes: FIPS', [
    ...products(24),
    texts(
      'fips',
      (row) => String(whole(row, 94, 1, 56)).padStart(2, '0') + String(whole(row, 95, 1, 199)).padStart(3, '0'),
      ['dimension', 'id'],
    ),
  ]),
  csv('codes: addresses of machines', [
    ...products(24),
    texts('host', (row) => `10.0.${whole(row, 98, 0, 255)}.${whole(row, 99, 1, 254)}`, ['text', 'id', 'dimension']),
    texts('uuid', (row) => Bun.randomUUIDv5(`${row}`, 'dns'), ['id']),
  ]),
  csv('codes: ISO codes that are digits', [
    ...products(24),
    texts('country code', (row) => ['004', '356', '276', '724', '250'][row % 5]!, ['dimension', 'id']),
  ]),
  csv('codes: digits with letters among them', [
    ...products(24),
    texts('flat', (row) => (row % 4 === 0 ? `${row + 1}b` : String(row + 1)), ['dimension', 'text', 'id']),
  ]),
]

const LONG = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const HINDI = 'janvari farvari maarch aprail mai joon julai agast sitambar aktubar navambar disambar'.split(' ')
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })
const ENDINGS: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
/** Dates with the name of the month in another language. */
const named =
  (locale: string, write: (date: number, month: string, year: number) => string) =>
  (year: number, month: number, date: number) =>
    write(
      date,
      new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(year, month - 1)),
      year,
    )
const split = (value: Value) =>
  String(value).split(/[- :]/).map(Number) as [number, number, number, number, number, number]
const two = (number: number) => String(number).padStart(2, '0')
const dated = (write: (year: number, month: number, date: number) => string, delimiter = ',') =>
  [
    changed(orders(), {
      ordered_on: (one) => writtenAs(one, (value) => write(...(split(value).slice(0, 3) as [number, number, number]))),
    }),
    { delimiter },
  ] as const
const timed = (write: (moment: ReturnType<typeof split>, value: string) => string, more: Partial<Column> = {}) =>
  changed(readings(), { measured_at: (one) => writtenAs(one, (value) => write(split(value), String(value)), more) })
const months = (write: (year: number, month: number) => string, kind: 'month' | 'text' = 'month') => {
  const values = rows(24, (row) => `${2022 + Math.floor(row / 12)}-${two((row % 12) + 1)}`)
  return [
    column('period', kind, values, {
      roles: ['time'],
      write: (value) => write(...(split(value).slice(0, 2) as [number, number])),
    }),
    ...products(24).slice(1),
  ]
}

const dates: Case[] = [
  csv('dates: day first', ...dated((year, month, date) => `${two(date)}/${two(month)}/${year}`)),
  csv('dates: month first', ...dated((year, month, date) => `${month}/${date}/${year}`)),
  csv('dates: points', ...dated((year, month, date) => `${two(date)}.${two(month)}.${year}`, ';')),
  csv(
    'dates: two digits of the year',
    ...dated((year, month, date) => `${two(date)}/${two(month)}/${two(year % 100)}`),
  ),
  csv(
    'dates: short names of months',
    ...dated((year, month, date) => `${date}-${LONG[month - 1]!.slice(0, 3)}-${year}`),
  ),
  csv(
    'dates: month day year without a comma',
    ...dated((year, month, date) => `${LONG[month - 1]!.slice(0, 3)} ${date} ${year}`),
  ),
  csv('dates: long names of months', ...dated((year, month, date) => `${LONG[month - 1]} ${date}, ${year}`)),
  csv('dates: day and long name', ...dated((year, month, date) => `${date} ${LONG[month - 1]} ${year}`)),
  csv(
    'dates: with the day of the week',
    ...dated(
      (year, month, date) =>
        `${new Date(Date.UTC(year, month - 1, date)).toUTCString().slice(0, 3)}, ${date} ${LONG[month - 1]!.slice(0, 3)} ${year}`,
    ),
  ),
  csv('dates: eight digits', ...dated((year, month, date) => `${year}${two(month)}${two(date)}`)),
  csv('dates: slashes, year first', ...dated((year, month, date) => `${year}/${two(month)}/${two(date)}`)),
  csv(
    'dates: German names of months',
    ...dated(
      (year, month, date) =>
        `${date}. ${['Januar', 'Februar', 'März', 'April', 'Mai', 'Juni', 'Juli', 'August', 'September', 'Oktober', 'November', 'Dezember'][month - 1]} ${year}`,
      ';',
    ),
  ),
  csv('dates: French names of months', ...dated(named('fr', (date, month, year) => `${date} ${month} ${year}`))),
  csv('dates: Spanish names of months', ...dated(named('es', (date, month, year) => `${date} de ${month} de ${year}`))),
  csv(
    'dates: Hindi names of months in Latin letters',
    ...dated((year, month, date) => `${date} ${HINDI[month - 1]} ${year}`),
  ),
  csv(
    'dates: days as ordinals',
    ...dated((year, month, date) => `${LONG[month - 1]} ${date}${ENDINGS[ordinals.select(date)]}, ${year}`),
  ),
  csv('dates: days as a workbook counts them', [
    key('ticket', (row) => `T-${row + 1}`),
    days('due date', (value) => String(serial(String(value)))),
  ]),
  csv(
    'moments: ISO with a T and a Z',
    timed((_, value) => `${value.replace(' ', 'T')}Z`),
  ),
  csv(
    'moments: with an offset',
    timed((_, value) => `${value.replace(' ', 'T')}+00:00`),
  ),
  csv(
    'moments: twelve hours',
    timed(
      ([year, month, date, hour, minute]) =>
        `${month}/${date}/${year} ${hour % 12 || 12}:${two(minute)} ${hour < 12 ? 'AM' : 'PM'}`,
      { values: readings()[1]!.values.map((value) => `${String(value).slice(0, 16)}:00`) },
    ),
  ),
  csv(
    'moments: seconds since 1970',
    timed((_, value) => String(Date.parse(`${value}Z`.replace(' ', 'T')) / 1000)),
  ),
  csv(
    'moments: milliseconds since 1970',
    timed((_, value) => String(Date.parse(`${value}Z`.replace(' ', 'T')))),
  ),
  csv(
    'moments: with parts of seconds',
    timed((_, value) => `${value}.000`),
  ),
  csv('moments: times of day', [
    ...staff(24),
    column('begins', 'time', [24, (row) => `${two(whole(row, 96, 0, 23))}:${two(whole(row, 97, 0, 59))}:00`], {
      write: (value) => String(value).slice(0, 5),
    }),
  ]),
  csv(
    'periods: year and month',
    months((year, month) => `${year}-${two(month)}`),
  ),
  csv(
    'periods: name and year',
    months((year, month) => `${LONG[month - 1]!.slice(0, 3)} ${year}`),
  ),
  csv(
    'periods: short month and year',
    months((year, month) => `${LONG[month - 1]!.slice(0, 3)}-${year % 100}`),
  ),
  csv(
    'periods: German months',
    months((year, month) => named('de', (_, name) => `${name} ${year}`)(year, month, 1)),
  ),
  csv(
    'periods: month and year',
    months((year, month) => `${two(month)}/${year}`),
  ),
  csv(
    'periods: quarters',
    changed(
      months((year, month) => `Q${Math.ceil(month / 3)} ${year}`),
      { period: (one) => quarters(one) },
    ),
  ),
  csv(
    'periods: weeks',
    changed(
      months(() => ''),
      { period: () => weeks() },
    ),
  ),
]

/** Each quarter by its first day. */
function quarters(one: Column): Column {
  const first = (value: Value) =>
    `${String(value).slice(0, 5)}${two(Math.floor((Number(String(value).slice(5)) - 1) / 3) * 3 + 1)}`
  return { ...one, values: one.values.map(first) }
}

/** Weeks by their Monday: that of the first week of 2023 is the second of January. */
function weeks(): Column {
  return column('period', 'month', [24, (row) => day(1 + 7 * row)], {
    roles: ['time'],
    write: (value) => `2023-W${two((Date.parse(String(value)) - Date.parse('2023-01-02')) / (7 * 86_400_000) + 1)}`,
  })
}

/** How single values are written: numbers, words, dates. */
export const VALUES: Case[] = [...numbers, ...words, ...dates]
