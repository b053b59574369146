import { type Case, csv } from './case.ts'
import { dated, days, encoded, spelled, whole12, words } from './columns.ts'
import {
  type Column,
  changed,
  column,
  orders,
  places,
  plain,
  products,
  readings,
  staff,
  survey,
  whole,
  writtenAs,
} from './truth.ts'
import { latin1, utf8, utf16, windows1252 } from './write.ts'

/** Texts that Latin-1 can write. */
const western = (columns: Column[]) =>
  columns.map((one) =>
    one.kind === 'text'
      ? { ...one, values: one.values.map(latin), written: one.written.map((value) => latin(value)!) }
      : one,
  )
const latin = <T>(value: T): T => (typeof value === 'string' ? (value.replaceAll('Ł', 'É') as T) : value)
const commas = (one: Column) => writtenAs(one, (value) => plain(value).replace('.', ','))

const encodings: Case[] = [
  csv('encodings: utf-8 with a mark', staff(), {}, { encode: (content) => utf8(content, true) }),
  csv(
    'encodings: utf-16 little endian',
    staff(),
    { delimiter: '\t', newline: '\r\n' },
    { encode: utf16, ending: 'txt' },
  ),
  csv('encodings: utf-16 big endian', readings(), {}, { encode: (content) => utf16(content, { little: false }) }),
  csv('encodings: utf-16 without a mark', staff(), {}, { encode: (content) => utf16(content, { mark: false }) }),
  csv('encodings: latin-1', western(orders()), {}, { encode: latin1 }),
  csv(
    'encodings: latin-1 with semicolons',
    changed(western(readings()), { temperature: commas, pressure: commas }),
    { delimiter: ';', newline: '\r\n' },
    { encode: latin1 },
  ),
  csv(
    'encodings: windows-1252 with euro signs',
    changed(products(), { price: (one) => writtenAs(one, (value) => `€${value}`) }),
    {},
    { encode: windows1252 },
  ),
  csv(
    'encodings: utf-16 with a title',
    orders(),
    { delimiter: '\t', above: ['Orders', ''] },
    { encode: utf16, ending: 'txt' },
  ),
  csv(
    'encodings: euc-kr',
    [
      days(
        '날짜',
        dated((year, month, date) => `${year}년 ${month}월 ${date}일`),
      ),
      words('상품', ['커피', '녹차', '빵']),
      whole12('가격', 367, 1500, 89_000, (value) => `${spelled('ko-KR', 0)(value, 0)}원`),
    ],
    {},
    { encode: encoded('euc-kr') },
  ),
  csv('encodings: zero bytes behind values', staff(), {
    line: (fields) => fields.map((field, at) => (at === 1 ? `${field}\0\0\0` : field)),
  }),
]

const delimiters: Case[] = [
  csv('delimiters: semicolons', orders(), { delimiter: ';' }),
  csv(
    'delimiters: tabs, commas in values',
    changed(survey(), {
      comment: (one) => ({
        ...one,
        values: one.values.map(listed),
        written: one.values.map((value) => String(listed(value))),
      }),
    }),
    { delimiter: '\t' },
    { ending: 'tsv' },
  ),
  csv('delimiters: bars', staff(), { delimiter: '|' }),
  csv('delimiters: two bars', products(), { delimiter: '||' }),
  csv('delimiters: carets', readings(), { delimiter: '^' }),
  csv('delimiters: carriage returns between lines', orders(), { newline: '\r' }),
  csv(
    'delimiters: both kinds of line ends',
    staff(),
    {},
    {
      change: (content) =>
        content
          .split('\n')
          .map((line, at) => (at % 3 === 0 ? `${line}\r` : line))
          .join('\n'),
    },
  ),
  csv('delimiters: quoted decimal commas', changed(products(), { price: commas })),
  csv('delimiters: no line end at the end', places(), {}, { change: (content) => content.trimEnd() }),
]

function listed(value: Column['values'][number]) {
  return `${value}, and so on`
}

const broken = (one: Column, change: (text: string, row: number) => string): Column => {
  const values = one.values.map((value, row) => change(String(value), row))
  return { ...one, values, written: values }
}
const comment = (change: (text: string, row: number) => string, count = 20) =>
  changed(survey(count), { comment: (one) => broken(one, change) })

const quotes: Case[] = [
  csv(
    'quotes: line breaks in values',
    comment((text, row) => (row % 3 === 0 ? `${text}\nsecond line, with a comma` : text)),
  ),
  csv(
    'quotes: doubled',
    comment((text) => `He said "${text}", twice`),
  ),
  csv(
    'quotes: escaped with a backslash',
    comment((text) => `said "${text}", yes`),
    { escape: '\\' },
  ),
  csv(
    'quotes: single',
    comment((text) => `${text}, you know`),
    { quote: "'" },
  ),
  csv(
    'quotes: inches',
    changed(products(), { title: (one) => broken(one, (text, row) => `${text} ${row + 3}" wide`) }),
    { quotes: 'none' },
  ),
  csv('quotes: around everything', orders(), { quotes: 'all' }),
  csv(
    'quotes: spaces before them',
    comment((text) => `${text}, maybe`),
    {},
    { change: (content) => content.replace(/,"/g, ', "') },
  ),
  csv(
    'quotes: a very long value',
    comment((text, row) => (row === 4 ? `${text}, `.repeat(4_000).trim() : text)),
  ),
  csv(
    'quotes: only in some rows',
    comment((text, row) => (row > 15 ? `${text}; or, well` : text), 30),
  ),
  csv(
    'quotes: line breaks with carriage returns',
    comment((text, row) => (row % 4 === 1 ? `${text}\r\nmore` : text)),
    { newline: '\r\n' },
  ),
]

const empty = (one: Column, from: number): Column => ({
  ...one,
  values: one.values.map((value, row) => (row % 4 === from ? null : value)),
  written: one.written.map((value, row) => (row % 4 === from ? '' : value)),
})

const ragged: Case[] = [
  csv('ragged: rows without their last value', changed(products(), { stock: (one) => empty(one, 1) }), {
    line: (fields) => (fields.at(-1) === '' ? fields.slice(0, -1) : fields),
  }),
  csv(
    'ragged: rows without their last two values',
    changed(orders(), { amount: (one) => empty(one, 2), region: (one) => empty(one, 2) }),
    { line: (fields) => fields.slice(0, fields.at(-1) === '' ? -2 : undefined) },
  ),
  csv('ragged: more delimiters in some rows', staff(), {
    line: (fields, row) => (row % 5 === 2 ? [...fields, '', ''] : fields),
  }),
  csv('ragged: a delimiter behind each row', readings(), { line: (fields) => [...fields, ''] }),
  csv('ragged: one delimiter more in the names', orders(), {
    header: [[...orders().map(({ names }) => names[0]!), '']],
  }),
  csv('ragged: spaces around values', places(), { line: (fields) => fields.map((field) => ` ${field}  `) }),
  csv('ragged: one column', [column('reading', 'integer', [30, (row) => whole(row, 70, 1, 999)])]),
]

/** How text is written down: bytes, delimiters, quotes, uneven lines. */
export const TEXTS: Case[] = [...encodings, ...delimiters, ...quotes, ...ragged]
