import { type Case, xlsx } from '../case.ts'
import { BESIDE, GROUP } from '../everyday/file.ts'
import { namesOf, rowsOf, tuned } from '../exported/file.ts'
import { table } from '../latest/table.ts'
import { type Column, column, stacked, type Value } from '../truth.ts'
import { type Cell, cells, serial } from '../write.ts'

type As = Record<string, (value: Value) => Cell>
const body = (columns: Column[], as: As = {}) => cells(columns, { names: false, as })
const whole = (columns: Column[], as: As = {}): Cell[][] => [namesOf(columns), ...body(columns, as)]
const beside = (...parts: Cell[][][]): Cell[][] => {
  const widths = parts.map((part) => Math.max(...part.map((row) => row.length)))
  return Array.from({ length: Math.max(...parts.map((part) => part.length)) }, (_, row) =>
    parts.flatMap((part, at) => [
      ...(at > 0 ? [null] : []),
      ...Array.from({ length: widths[at]! }, (_, column) => part[row]?.[column] ?? null),
    ]),
  )
}

const plan = table(`
  Kostenart | Jan Plan | Jan Ist | Jan Abw. % ~ Jan Abw | Feb Plan | Feb Ist | Feb Abw. % ~ Feb Abw | Mrz Plan | Mrz Ist | Mrz Abw. % ~ Mrz Abw
  text | int | dec. | dec. | int | dec. | dec. | int | dec. | dec.
  Personal | 42000 | 41250.5 | -1.8 | 42000 | 43010.25 | 2.4 | 43500 | 43499.9 | 0.1
  Miete | 6500 | 6500.1 | 0.1 | 6500 | 6500.1 | 0.1 | 6500 | 6725.1 | 3.5
  Energie | 2100 | 2544.75 | 21.2 | 2000 | 2310.4 | 15.5 | 1800 | 1712.35 | -4.9
  Reisen | 1200 | 310.2 | -74.2 | 1200 | 1875.6 | 56.3 | 1500 | 902.05 | -39.9
  Werbung | 3000 | 2999.5 | -0.1 | 3500 | 4120.8 | 17.7 | 2500 | 2610.45 | 4.4`)

const rooms = table(`
  Room | Seats | Projector
  text | int | yes yes
  Atrium | 120 | yes
  Blue | 12 | no
  Cedar | 30 | yes
  Delta | 8 | no
  Elm | 16 | yes`)
const people = table(`
  Ext. | Contact | Desk
  code | text | text
  4401 | Mo Farrow | Front
  4402 | Ina Petrov | IT
  4417 | Sam Oduya | Catering`)
const rates = table(`
  From (h) ~ From h ~ From | To (h) ~ To h ~ To | Rate
  int | int | dec.
  0 | 2 | 45.5
  2 | 4 | 80.25
  4 | 8 | 130.75
  8 | 24 | 210.5`).map(
  (one): Column => (one.kind === 'integer' ? { ...one, roles: ['measure', 'dimension', 'time'] } : one),
)

const staffed = table(`
  Month | Hired | Left
  @y-m | int | int
  2024-01 | 3 | 1
  2024-02 | 0 | 2
  2024-03 | 5 | 0
  2024-04 | 1 | 1`)
const open = table(`
  Position | Team | Open since | Budget
  text | text | @y-m-d | int
  Data engineer | Platform | 2024-01-10 | 72000
  Buyer | Operations | 2023-11-02 | 48500
  Nurse | Health | 2024-02-27 | 51250
  Controller | Finance | 2024-03-15 | 66000
  Driver | Operations | 2023-12-18 | 35500`)

const filtered = table(`
  Rep | Deal | Closed | Amount | Margin
  text | code | @y-m-d | dec. | pct.
  Ana | D-201 | 2024-01-05 | 12000.5 | 21.5
  Ana | D-204 | 2024-01-19 | 880.25 | 30.25
  Ana | D-219 | 2024-02-02 | 15400.75 | 18.5
  Boris | D-202 | 2024-01-08 | 4310.4 | 12.75
  Boris | D-221 | 2024-02-11 | 9905.1 | 25.5
  Chloe | D-207 | 2024-01-22 | 21050.6 | 17.25
  Chloe | D-208 | 2024-01-23 | 640.9 | 41.5
  Chloe | D-230 | 2024-03-01 | 7777.7 | 22.75`)
const deals = body(filtered, { Margin: (value) => ({ number: Number(value) / 100, style: 'percent' }) })
const subtotal = (name: string, from: number, to: number): Cell[] => [
  `${name} Total`,
  null,
  null,
  {
    formula: `SUBTOTAL(9,D${from}:D${to})`,
    text: Number(
      filtered[3]!.values
        .filter((_, row) => filtered[0]!.values[row] === name)
        .reduce<number>((sum, value) => sum + Number(value), 0)
        .toFixed(2),
    ),
  },
  null,
]

const weeks = [12, 13, 14].map((week) =>
  table(`
  Ward | Early | Late | Night | On call
  text | int | int | int | text
  Surgery | ${week - 7} | ${week - 8} | 2 | Dr. Ahn
  Medicine | ${week - 6} | ${week - 9} | 3 | Dr. Bose
  ICU | ${week - 8} | ${week - 8} | 4 | Dr. Cuyp
  Maternity | 3 | ${week - 10} | 2 | Dr. Dietl`),
)

const invoices = table(`
  Invoice | Client | Issued | Paid | Amount EUR
  code | text | @y-m-d | @y-m-d | dec.
  F-3301 | Atelier Roux | 2024-03-01 | 2024-03-28 | 1450.5
  F-3302 | Boulangerie Noë | 2024-03-04 | | 210.75
  F-3303 | Cave 12 | 2024-03-11 | 2024-04-02 | 3999.9
  F-3304 | Garage Petit | 2024-03-15 | 2024-03-16 | 88.25
  F-3305 | Hôtel du Lac | 2024-03-22 | | 6120.4
  F-3306 | Imprimerie Sud | 2024-03-29 | 2024-04-30 | 745.1`)
/** Some days were typed as text, as people of France do. */
const typed =
  (rows: number[]) =>
  (columns: Column[]): Cell[][] =>
    body(columns).map((row, at) =>
      row.map((cell, column) => {
        const iso = columns[column]!.values[at]
        return rows.includes(at) && columns[column]!.kind === 'date' && typeof iso === 'string'
          ? iso.split('-').reverse().join('/')
          : cell
      }),
    )

const works = tuned(
  table(`
  ${GROUP} | Pos. | Leistung | Menge | Einheit | EP | GP
  text | text | text | dec. | text | dec. | dec.
  01 Erdarbeiten | 01.01 | Oberboden abtragen | 120.5 | m² | 4.25 | 512.13
  01 Erdarbeiten | 01.02 | Aushub Klasse 3 | 85.25 | m³ | 18.5 | 1577.13
  01 Erdarbeiten | 01.03 | Abfuhr | 60.75 | m³ | 22.4 | 1360.8
  02 Beton | 02.01 | Sauberkeitsschicht | 40.5 | m² | 9.75 | 394.88
  02 Beton | 02.02 | Fundament C25/30 | 12.25 | m³ | 212.6 | 2604.35
  03 Entwässerung | 03.01 | Rohr DN 110 | 36.5 | m | 14.9 | 543.85
  03 Entwässerung | 03.02 | Schacht | 2.5 | St | 480.5 | 1201.25`),
  { 'Pos.': { roles: ['code', 'id', 'dimension', 'text'] } },
)
const groups = [...Map.groupBy(rowsOf(works), ([group]) => group!)]

const energy = tuned(
  table(`
  Year | Coal TWh ~ Coal | Gas TWh ~ Gas | Wind TWh ~ Wind | Share of wind % ~ Share of wind
  year | dec. | dec. | dec. | dec.
  2018 | 16.8 | 131.5 | 57.1 | 17.2
  2019 | 6.9 | 131.9 | 63.8 | 19.8
  2020 | 5.4 | 111.4 | 75.4 | 24.2
  2021 | 6.5 | 123.2 | 64.7 | 21.1
  2022 | 5.6 | 125.3 | 80.3 | 24.8
  2023 | 3.8 | 98.5 | 82.3 | 28.7`),
  { Year: { types: ['integer', 'date', 'text'] } },
)

const shifts = tuned(
  table(`
  Name | Mon 3.6. | Tue 4.6. | Wed 5.6. | Thu 6.6. | Fri 7.6. | Hours
  text | text | text | text | text | text | dec.
  Ayse | F | F | S | S | - | 30.8
  Bodo | S | S | N | N | - | 34.2
  Cleo | - | - | F | F | F | 23.1
  Dmitri | N | N | - | U | U | 37.5
  Ewa | F | S | F | S | F | 38.5`),
  {},
).map(
  (one): Column =>
    one.kind === 'text' && one.names[0] !== 'Name'
      ? {
          ...one,
          values: one.written.map((text) => (text === '-' ? null : text)),
          roles: ['dimension', 'code', 'text', 'flag'],
        }
      : one,
)

const audit = [
  column('Asset', 'text', ['Press', 'Lathe', 'Saw', 'Kiln', 'Crane', 'Drill'], { roles: ['text', 'dimension', 'id'] }),
  column('Bought', 'date', ['2019-05-02', '2020-11-17', '2018-01-09', '2022-07-30', '2016-03-21', '2023-02-14']),
  column('Cost', 'integer', [12_500, 8_400, 3_150, 22_750, 41_900, 1_980]),
  column('Useful life', 'integer', [8, 10, 5, 15, 20, 4], {
    write: (value) => `${value} years`,
    types: ['text', 'integer', 'decimal'],
    roles: ['measure', 'text', 'dimension'],
  }),
]

/** Workbooks as offices, wards, builders and shops keep them. */
export const SHEETS: Case[] = [
  xlsx(
    'plans: plan, actual and difference below merged months',
    [plan],
    [
      {
        name: 'Q1',
        rows: [
          ['Soll-Ist-Vergleich Q1/2024 (EUR)'],
          [],
          [null, 'Jan', null, null, 'Feb', null, null, 'Mrz', null, null],
          ['Kostenart', ...[1, 2, 3].flatMap(() => ['Plan', 'Ist', 'Abw. %'])],
          ...body(plan),
          ['Summe', 54_800, 53_605.05, -2.2, 55_200, 57_817.15, 4.7, 55_800, 55_449.85, -0.6],
        ],
        merged: ['A1:J1', 'B3:D3', 'E3:G3', 'H3:J3'],
      },
    ],
  ),
  xlsx(
    'rooms: three lists beside each other below their titles',
    [rooms, people, rates],
    [
      {
        name: 'Info',
        rows: [
          ...beside(
            [['Rooms', null, null], ...whole(rooms, { Projector: (value) => (value ? 'yes' : 'no') })],
            [['Contacts', null, null], ...whole(people)],
            [['Prices', null, null], ...whole(rates)],
          ),
        ],
      },
    ],
  ),
  xlsx(
    'people: two lists below each other with words around',
    [staffed, open],
    [
      {
        name: 'HR',
        rows: [
          ['HR dashboard'],
          ['Headcount', 212, null, 'as of', { number: serial('2024-04-30'), style: 'date' }],
          [],
          ['Movements'],
          ...whole(staffed, { Month: (value) => ({ number: serial(`${value}-01`), style: 'month' }) }),
          ['Total', 9, 4],
          [],
          ['Open positions'],
          ...whole(open),
          [],
          ['Source: HR system. Budget per year before tax.'],
        ],
      },
    ],
  ),
  xlsx(
    'deals: rows that a filter hides between sums',
    [filtered],
    [
      {
        name: 'Deals',
        rows: [
          namesOf(filtered),
          ...deals.slice(0, 3),
          subtotal('Ana', 2, 4),
          ...deals.slice(3, 5),
          subtotal('Boris', 6, 7),
          ...deals.slice(5),
          subtotal('Chloe', 9, 11),
          ['Grand Total', null, null, { formula: 'SUBTOTAL(9,D2:D11)', text: 71_966.2 }, null],
        ],
        hiddenRows: [2, 5, 10],
      },
    ],
  ),
  xlsx(
    'wards: a sheet a week below a title of its own',
    [{ columns: stacked(weeks), spare: /sheet|week|source|period|title/i }],
    weeks.map((one, at) => ({
      name: `Week ${12 + at}`,
      rows: [[`Staffing plan week ${12 + at}`], [], ...whole(one), [], ['* on call from 20:00']],
    })),
  ),
  xlsx(
    'invoices: days of which some are text',
    [invoices],
    [{ name: 'Factures', rows: [namesOf(invoices), ...typed([1, 3, 5])(invoices)] }],
  ),
  xlsx(
    'builders: a bill of works by title with sums',
    [{ columns: works, spare: BESIDE }],
    [
      {
        name: 'LV',
        merged: ['A1:F1'],
        rows: [
          ['Leistungsverzeichnis Neubau Garage'],
          ['Bauherr: Fam. Kern', null, null, null, 'Stand', { number: serial('2024-05-06'), style: 'date' }],
          [],
          namesOf(works).slice(1),
          ...groups.flatMap(([group, rows]): Cell[][] => {
            const [number, name] = group.split(' ')
            const from = rowsOf(works).findIndex(([one]) => one === group)
            const sum = rows.reduce((total, row) => total + Number(row[6]), 0)
            return [
              [number!, name!, null, null, null, null],
              ...body(works)
                .slice(from, from + rows.length)
                .map((row) => row.slice(1)),
              [null, `Summe ${number}`, null, null, null, Number(sum.toFixed(2))],
            ]
          }),
          [null, 'Gesamt netto', null, null, null, 8194.39],
          [null, 'MwSt. 19 %', null, null, null, 1556.93],
          [null, 'Gesamt brutto', null, null, null, 9751.32],
        ],
      },
    ],
  ),
  xlsx(
    'energy: units below names and notes below the table',
    [energy],
    [
      {
        name: 'Table 1',
        rows: [
          ['Table 1: Electricity by fuel'],
          [null, 'Coal', 'Gas', 'Wind', 'Share of wind'],
          ['Year', 'TWh', 'TWh', 'TWh', '%'],
          ...body(energy).map((row) => [String(row[0]), ...row.slice(1)]),
          ['Notes'],
          ['1. Gas includes colliery methane.'],
          ['2. 2023 is provisional.'],
        ],
      },
      {
        name: 'Contents',
        rows: [['Contents'], ['Table 1', 'Electricity by fuel'], ['Contact', 'statistics@example.org']],
      },
    ],
  ),
  xlsx(
    'rotas: letters for shifts with a key beside',
    [{ columns: shifts, spare: /^(column_?\d*|key)$/i }],
    [
      {
        name: 'KW 23',
        rows: beside(
          [namesOf(shifts), ...rowsOf(shifts).map((fields) => fields.map((one, at) => (at === 6 ? Number(one) : one)))],
          [['Key'], ['F = early'], ['S = late'], ['N = night'], ['U = leave']],
        ),
      },
    ],
  ),
  xlsx(
    'assets: a table that begins far from the corner',
    [audit],
    [
      {
        name: 'Register',
        rows: [
          [],
          [null, null, 'Asset register'],
          [null, null, 'checked', { number: serial('2024-01-31'), style: 'date' }],
          [],
          ...whole(audit, { 'Useful life': (value) => `${value} years` }).map((row): Cell[] => [null, null, ...row]),
          [null, null, 'Total', null, 90_680],
          [],
          [null, null, null, null, 'Signed: K. Olsen'],
        ],
        comments: { E8: 'net of grant' },
      },
    ],
  ),
]
