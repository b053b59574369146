import { type Case, csv, xlsx } from '../case.ts'
import {
  ANY,
  COUNT,
  col,
  comma,
  days,
  digits,
  encoded,
  flags,
  grouped,
  hours,
  inWords,
  key,
  part12,
  shares,
  slashes,
  sum,
  texts,
  whole12,
  without,
  words,
} from '../columns.ts'
import { type Column, plain, rows, whole } from '../truth.ts'
import { type Cell, cells } from '../write.ts'

const booth = col('Polling Station No.', 'integer', (row) => row + 1, plain, ['id', 'code', 'dimension'])
const CANDIDATES = ['A. Rao', 'B. Khan', 'NOTA']
const votes = CANDIDATES.map((name, at) => ({
  ...whole12(name, 620 + at, 3, 700),
  names: [`Valid votes cast in favour of ${name}`, name],
}))
const cast = col('Total', 'integer', (row) => votes.reduce((total, { values }) => total + Number(values[row]), 0))
const elections: Case[] = [
  csv('elections: wards of a council', [
    key('ons_code', (row) => `E0500${9317 + row}`),
    words('ward', ['Abbey', "St. John's", 'Mill, North']),
    texts('candidate', ['SMITH, Jane', "O'NEILL, Liam", 'PATEL, Nisha']),
    words('party', ['Labour and Co-operative', 'Independent', 'Green']),
    whole12('votes', 625, 1000, 9800, grouped(',', '.', 0)),
    shares('share', 626, 9, 61, (value) => `${value}%`),
    flags('elected', 'TRUE', 'FALSE'),
    without(words('result', ['hold', 'gain from Green']), '', (row) => row % 3 !== 1),
  ]),
  xlsx(
    'elections: votes by booth below merged names',
    [[booth, ...votes, { ...cast, names: ['Total', 'Total votes'] }]],
    [
      {
        name: 'FORM 20',
        merged: ['A1:E1', 'A2:E2', 'A3:A4', 'B3:D3', 'E3:E4'],
        rows: [
          ['FINAL RESULT SHEET', null, null, null, null],
          ['Election to the Legislative Assembly, 12 - Pune North', null, null, null, null],
          ['Polling Station No.', 'Valid votes cast in favour of', null, null, 'Total'],
          [null, ...CANDIDATES, null],
          ...rows(COUNT, (row): Cell[] => [booth, ...votes, cast].map(({ values }) => values[row]!)),
          ['Total', ...[...votes, cast].map((one): Cell => sum(one))],
        ],
      },
    ],
  ),
]

const universities: Case[] = [
  csv(
    'universities: a Spanish transcript',
    [
      digits(key('Código', (row) => String(24_101 + row * 3))),
      texts('Asignatura', ['Cálculo I', 'Álgebra', 'Física; laboratorio']),
      part12('ECTS', 637, 3, 9, 1, comma),
      words('Convocatoria', ['Ordinaria', 'Extraordinaria']),
      days(
        'Fecha',
        inWords('es', (date, month, year) => `${date} de ${month} de ${year}`),
        31,
      ),
      without(part12('Nota', 638, 4, 9, 1, comma), 'NP', (row) => row === 4),
      flags('Superada', 'Sí', 'No', (row) => row !== 4 && row % 4 !== 1),
    ],
    { delimiter: ';' },
  ),
]

const libraries: Case[] = [
  csv(
    'libraries: a catalogue of many scripts',
    [
      key('Barcode', (row) => `3${String(whole(row, 640, 1_000_000, 9_999_999))}${String(row).padStart(6, '0')}`),
      texts('Title', ['Война и мир', '紅樓夢', 'ألف ليلة وليلة', 'Der Prozeß : Roman']),
      words('Author', ['Tolstoj, Lev, 1828-1910', 'Cao, Xueqin', 'Kafka, Franz, 1883-1924 | Brod, Max']),
      key('ISBN', (row) => `0${306_406_15 + row * 13}${row % 3 ? row % 9 : 'X'}`),
      words('Call number', ['891.733 T65', '895.1348', 'PT2621.A26 1999']),
      words('Published', ['c1998', '[2003?]', '1967-1971', '2010']),
      whole12('Loans', 641, 0, 140),
    ].map((one) => (one.names[0] === 'Barcode' ? digits(one) : one)),
    { delimiter: '\t', newline: '\r\n' },
    { ending: 'tsv' },
  ),
  csv(
    'libraries: Greek loans',
    [
      key('Κωδικός', (row) => `00${551 + row}`),
      words('Τίτλος', ['Ζορμπάς', 'Άξιον Εστί', 'Η Φόνισσα']),
      days('Ημερομηνία', slashes, 4),
      hours('Ώρα', 642),
      flags('Επιστράφηκε', 'Ναι', 'Όχι'),
      without(
        part12('Πρόστιμο', 643, 1, 9, 2, (value) => `${comma(value, 0)} €`),
        '',
        (row) => row % 3 !== 0,
      ),
    ],
    { delimiter: ';', newline: '\r\n' },
    { encode: encoded('windows-1253') },
  ),
]

const answers: Column[] = [
  col('RESP', 'integer', (row) => 501 + row, plain, ['id']),
  words('Q1', ['1 - Never', '2 - Sometimes', '3 - Often']),
  col('Q2', 'integer', (row) => whole(row, 645, 0, 10), plain, ['measure', 'dimension', 'code']),
  without(texts('Q3_other', ['too dear', 'more "vegan" food']), '', (row) => row % 4 !== 2),
]
const book: Column[] = [
  ['Variable', 'RESP', 'Q1', 'Q2', 'Q3_other'],
  ['Label', 'Number of respondent', 'How often do you visit us?', 'How likely are you to come again?', 'Other reasons'],
  ['Type', 'numeric', 'single choice', 'scale 0-10', 'open'],
].map(([name, ...values]) => col(name!, 'text', values, plain, ANY))
const surveys: Case[] = [
  xlsx(
    'surveys: answers and a sheet that tells the questions',
    [answers, book],
    [
      { name: 'Data', rows: cells(answers) },
      { name: 'Codebook', rows: cells(book) },
    ],
  ),
]

export const SOCIETY: Case[] = [...elections, ...universities, ...libraries, ...surveys]
