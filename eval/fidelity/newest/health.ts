import { type Case, csv, made, xlsx } from '../case.ts'
import {
  COUNT,
  col,
  comma,
  dated,
  days,
  encoded,
  flags,
  hours,
  key,
  lines,
  minutes,
  part12,
  shares,
  slashes,
  texts,
  two,
  whole12,
  without,
  words,
} from '../columns.ts'
import { type Column, part, plain, rows } from '../truth.ts'
import { type Cell, cells, serial, utf16 } from '../write.ts'

const cycle = without(part12('CT', 740, 14, 38, 3), 'Undetermined', (row) => row === 4 || row === 10)
const runs: Column[] = [
  key('Sample', (row) => `00${31 + row}-B`),
  days('Received'),
  hours('Start', 741),
  shares('Purity', 742, 80, 99, (value) => `${value}%`),
  flags('Passed', 'Yes', 'No', (row) => row % 4 !== 2),
]
const laboratories: Case[] = [
  made(
    'laboratories: wells of an amplifier below lines about the run',
    'csv',
    [
      [
        col('Well', 'integer', (row) => row + 1, plain, ['id', 'code', 'dimension']),
        key('Well Position', (row) => `${'AB'[Math.floor(row / 6)]}${(row % 6) + 1}`),
        words('Sample Name', ['S1', 'S2, diluted', 'NTC']),
        words('Target Name', ['ACTB', 'GAPDH']),
        cycle,
        part12('Tm1', 743, 70, 89, 2),
      ],
    ],
    () =>
      lines(
        '* Block Type = 96-Well Block',
        '* Chemistry = SYBR_GREEN',
        '* Experiment Run End Time = 2023-02-21 14:02:11',
        '',
        '[Results]',
        'Well,Well Position,Sample Name,Target Name,CT,Tm1',
        ...rows(COUNT, (row) =>
          [
            row + 1,
            `${'AB'[Math.floor(row / 6)]}${(row % 6) + 1}`,
            ['S1', '"S2, diluted"', 'NTC'][row % 3],
            ['ACTB', 'GAPDH'][row % 2],
            cycle.written[row],
            part(row, 743, 70, 89, 2),
          ].join(','),
        ),
      ),
  ),
  csv(
    'laboratories: a spectrum with exponents and commas',
    [
      part12(['Wellenlänge [nm]', 'Wellenlänge'], 744, 380, 780, 1, comma),
      col(
        ['Extinktion [AU]', 'Extinktion'],
        'decimal',
        (row) => part(row, 745, 1, 9, 3) / 1000,
        (value) => comma(Number(value).toExponential(3).toUpperCase(), 0),
      ),
      part12(['Transmission [%]', 'Transmission'], 746, 1, 99, 2, comma),
    ],
    { delimiter: '\t', newline: '\r\n' },
    { ending: 'txt', encode: (content) => utf16(content) },
  ),
  xlsx(
    'laboratories: times, shares and yes by number formats',
    [runs],
    [
      {
        name: 'Runs',
        rows: cells(runs, {
          as: {
            Received: (value) => ({ number: serial(String(value)), style: 'day' }),
            Start: (value) => {
              const [hour, minute] = String(value).split(':').map(Number)
              return { number: (hour! * 60 + minute!) / 1440, style: 'time' }
            },
            Purity: (value) => ({ number: Number((Number(value) / 100).toFixed(3)), style: 'percent' }),
            Passed: (value): Cell => ({ number: value ? 1 : 0, style: 'yes' }),
          },
        }),
      },
    ],
  ),
]

const CITIES = ['חיפה', 'תל אביב', 'באר שבע']
const clinics: Case[] = [
  csv(
    'clinics: a Hebrew register of vaccines',
    [
      key('מספר זהות', (row) => `0${32_118_400 + row * 17}`),
      words('עיר', CITIES),
      days('תאריך', slashes, 6),
      col('מנה', 'integer', (row) => 1 + (row % 3), plain, ['dimension', 'measure', 'code']),
      flags('תופעות לוואי', 'כן', 'לא'),
    ],
    { newline: '\r\n' },
    { encode: encoded('windows-1255') },
  ),
  csv(
    'clinics: appointments in Brazil',
    [
      key('CPF', (row) => `0${10 + row}.345.678-${two(row * 7)}`),
      words('Paciente', ['Antônio Falcão', 'Conceição Araújo', 'Luís Sá']),
      key('Telefone', (row) => `(11) 9${8700 + row}-4${200 + row}`),
      minutes(
        'Agendado para',
        750,
        (value) => `${slashes(String(value).slice(0, 10), 0)} ${String(value).slice(11, 16)}`,
      ),
      words('Convênio', ['Particular', 'Unimed; nacional', 'SUS']),
      flags('Compareceu', 'Sim', 'Não'),
      texts('Observações', ['Trazer exames.\nJejum de 8 h', 'Retorno', 'Alergia: "dipirona"']),
    ],
    { delimiter: ';' },
  ),
  csv(
    'clinics: beds of a Finnish ward with tabs',
    [
      words('Osasto', ['Sisätaudit', 'Päivystys', 'Äitiyspoliklinikka']),
      days(
        'Päivä',
        dated((year, month, date) => `${date}.${month}.${year}`),
        2,
      ),
      whole12('Vuodepaikat', 751, 12, 40),
      shares('Käyttöaste', 752, 40, 98, (value) => `${comma(value, 0)} %`),
      without(whole12('Siirrot', 753, 1, 9), '-', (row) => row % 3 === 0),
      flags('Täynnä', 'Kyllä', 'Ei'),
    ],
    { delimiter: '\t' },
    { ending: 'txt', encode: (content) => utf16(content, { little: false }) },
  ),
]

export const HEALTH: Case[] = [...laboratories, ...clinics]
