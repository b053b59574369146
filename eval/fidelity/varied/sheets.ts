import { type Case, json, xlsx } from '../case.ts'
import { file, GROUP, join, linesOf, once, TICK } from '../everyday/file.ts'
import { namesOf, rowsOf, tuned } from '../exported/file.ts'
import { ANY, meant, SPAN } from '../later/file.ts'
import { table } from '../latest/table.ts'
import type { Column } from '../truth.ts'
import { type Cell, cells } from '../write.ts'

const figures = (columns: Column[]): Cell[][] => cells(columns, { names: false })
const sum = (rows: Cell[][], at: number) =>
  Number(rows.reduce<number>((all, row) => all + Number(row[at] ?? 0), 0).toFixed(2))

const pivot = table(`
  Channel | Product | Q1 | Q2 | Grand Total
  text | text | int | int | int
  Online | Lamp | 412 | 388 | 800
  Online | Chair | 120 | 155 | 275
  Online | Shelf | 64 | 71 | 135
  Retail | Lamp | 910 | 874 | 1784
  Retail | Shelf | 205 | | 205
  Trade | Chair | 33 | 47 | 80
  Trade | Desk | 12 | 19 | 31`)

const answers = table(`
  id | submitdate | A1 | A2 | A3 | A4
  no | @y-m-d h:i | text | rank | yes Y | text
  1 | 2024-05-02 10:11 | Female | 4 | Y | More buses, please
  2 | 2024-05-02 11:40 | Male | 2 | N | 
  3 | 2024-05-03 09:02 | Female | 5 | Y | "Fine"; nothing else
  5 | 2024-05-03 18:27 | Other | 3 | Y | Too cold in winter
  6 | 2024-05-05 07:55 | Male | 4 | N | 
  8 | 2024-05-06 21:14 | Female | 1 | N | Nobody answers the phone`)
const QUESTIONS = [
  'Response ID',
  'Date submitted',
  'What is your gender?',
  'How content are you with the service (1 to 5)?',
  'Would you come again?',
  'What else would you like to tell us?',
]

const plan = table(`
  Item | Q1 | Q2 | Q3 | Q4 | Total | Notes
  text | int | int | int | int | int | text
  Salaries | 42000 | 42000 | 43500 | 43500 | 171000 | raise from July
  Rent | 9000 | 9000 | 9000 | 9000 | 36000 |
  Travel | 1200 | 3400 | 800 | 2600 | 8000 | fair in June (see mail)
  Licences | 5100 | | | 400 | 5500 |
  Training | | 1500 | | 1500 | 3000 | tbc
  Repairs | 300 | 250 | 900 | 300 | 1750 |`)

const shelves = tuned(
  table(`
  Shelf | Article | Expected | Counted | Checked | Reorder
  code | text | int | int | yes ☑ | yes ☑
  A-1 | Tape 50 m | 24 | 24 | ☑ | ☐
  A-1 | Tape 25 m | 40 | 38 | ☑ | ☐
  A-2 | Cutter | 12 | 3 | ☑ | ☑
  B-1 | Label roll | 60 | 61 | ☑ | ☐
  B-2 | Stretch film | 18 | 0 | ☐ | ☑
  B-2 | Marker, black | 30 | 29 | ☐ | ☐
  C-1 | Gloves L | 25 | 7 | ☑ | ☑`),
  { Checked: TICK, Reorder: TICK, Article: ANY },
)

const span = ['time', (text: string) => `${text}:00`, SPAN] as ['time', (text: string) => string, Partial<Column>]
const sheet = meant(
  table(`
  Employee | Week | Contract | Worked | Overtime | Approved by
  text | rank | text | text | text | text
  Brandt, Ute | 18 | 38:30 | 41:15 | 2:45 | ck
  Brandt, Ute | 19 | 38:30 | 38:30 | 0:00 | ck
  Cole, Sam | 18 | 20:00 | 27:40 | 7:40 | ck
  Cole, Sam | 19 | 20:00 | 19:05 | | 
  Duarte, Rui | 18 | 38:30 | 52:10 | 13:40 | jm
  Duarte, Rui | 19 | 38:30 | 40:00 | 1:30 | jm`),
  { Contract: span, Worked: span, Overtime: span, Employee: ['text', (text) => text, ANY] },
)

const people = table(`
  Name | Team | Ext. | Started
  text | text | no | @y-m-d
  Hanna Berg | Sales | 211 | 2018-03-01
  Igor Wilk | Sales | 214 | 2020-09-15
  June Park | Support | 305 | 2021-01-04
  Karl Otto | Support | 306 | 2021-06-01
  Lea Blum | Finance | 401 | 2015-11-01
  Max Frey | Finance | 402 | 2023-02-13`).map((one, at) => (at === 0 ? { ...one, ...ANY } : one))
const centres = table(`
  Cost centre | Owner | Budget
  no | text | int
  4100 | Hanna Berg | 120000
  4200 | June Park | 88000
  4900 | Lea Blum | 45500
  5000 | Max Frey | 9000`).map((one, at) => (at === 1 ? { ...one, ...ANY } : one))

const MONTHS = ['janv.', 'févr.', 'mars', 'avr.', 'mai', 'juin']
const quotes = meant(
  table(`
  Réf. | Désignation | Valable jusqu'au | Qté | P.U. HT | Total HT
  code | text | text | int | dec, | dec,
  D-118 | Porte vitrée 2 vantaux | 12 févr. 2024 | 2 | 1·234,50 € | 2·469,00 €
  D-119 | Serrure 3 points | 28 févr. 2024 | 14 | 89,90 € | 1·258,60 €
  D-120 | Pose (forfait) | 3 mars 2024 | 1 | 640,00 € | 640,00 €
  D-124 | Vitrage isolant | 15 avr. 2024 | 8 | 210,25 € | 1·682,00 €
  D-131 | Seuil aluminium | 30 juin 2024 | 6 | 47,15 € | 282,90 €
  D-133 | Volet roulant | 7 mai 2024 | 4 | 512,00 € | 2·048,00 €`),
  {
    "Valable jusqu'au": [
      'date',
      (text) => {
        const [date, month, year] = text.split(' ')
        return `${year}-0${MONTHS.indexOf(month!) + 1}-${date!.padStart(2, '0')}`
      },
    ],
    Désignation: ['text', (text) => text, ANY],
  },
)

const medicines = table(`
  code ~ id ~ key ~ name | name ~ name_2 ~ title | strength | price | stock.central ~ stock_central ~ central | stock.north ~ stock_north ~ north | rx
  code | text | text | dec. | int | int | yes true
  00417 | Amoxil | 500 mg | 7.85 | 120 | 14 | true
  00533 | Ibudol | 400 mg | 3.20 | 900 | 210 | false
  01002 | Salbu | 100 µg | 5.55 | 64 | | true
  01180 | Omepra | 20 mg | 6.10 | 310 | 55 | false
  02091 | Levothy | 75 µg | 4.95 | 188 | 41 | true`).map((one, at) => (at < 3 ? { ...one, ...ANY } : one))

const rates = table(`
  date ~ day ~ key ~ name ~ rates | USD ~ rates.USD ~ rates_USD | GBP ~ rates.GBP ~ rates_GBP | JPY ~ rates.JPY ~ rates_JPY
  @y-m-d | dec. | dec. | dec.
  2024-05-13 | 1.0792 | 0.8592 | 168.21
  2024-05-14 | 1.0801 | 0.8603 | 168.88
  2024-05-15 | 1.0832 | 0.8589 | 168.45
  2024-05-16 | 1.0866 | 0.8579 | 168.62
  2024-05-17 | 1.0844 | 0.8567 | 168.95`)

const boreholes = table(`
  Hole | From (m) ~ From | To (m) ~ To | Lithology | Colour | Au ppm ~ Assays Au ppm | Cu % ~ Assays Cu %
  code | dec. | dec. | text | text | dec. | pct.
  BH-01 | 0.0 | 1.5 | Soil | brown | |
  BH-01 | 1.5 | 12.4 | Clay | grey | 0.02 | 0.01
  BH-01 | 12.4 | 30.1 | Schist | green | 1.37 | 0.44
  BH-02 | 0.0 | 2.2 | Soil | red | |
  BH-02 | 2.2 | 19.8 | Schist | green | 0.88 | 0.31
  BH-02 | 19.8 | 41.5 | Quartz | white | 12.05 | 0.02`)

const tasks = table(`
  ${GROUP} ~ phase | Task | Owner | Start | End | % done
  text | text | text | @y-m-d | @y-m-d | pct.
  1 Preparation | 1.1 Survey of the site | Ortiz | 2024-03-04 | 2024-03-08 | 100
  1 Preparation | 1.2 Permits | Ortiz | 2024-03-06 | 2024-04-12 | 80
  1 Preparation | 1.3 Fence, signs | Bell | 2024-04-08 | 2024-04-10 | 0
  2 Ground works | 2.1 Excavation | Bell | 2024-04-15 | 2024-04-26 | 0
  2 Ground works | 2.2 Drainage | Khan | 2024-04-22 | 2024-05-03 | 0
  3 Building | 3.1 Slab | Khan | 2024-05-06 | 2024-05-17 | 0
  3 Building | 3.2 Frame | Ortiz | 2024-05-20 | 2024-06-28 | 0`).map((one, at) => (at < 2 ? { ...one, ...ANY } : one))

const told = once(rowsOf(pivot))
const groups = [
  ...Map.groupBy(
    figures(pivot).map((row, at): Cell[] => [told[at]![0] || null, ...row.slice(1)]),
    (_, at) => rowsOf(pivot)[at]![0]!,
  ),
]
const left = [['Staff'], [], ...cells(people)] as Cell[][]
const right = [['Cost centres 2024'], [], ...cells(centres)] as Cell[][]

/** Sheets that people keep, and trees of services. */
export const VARIED_SHEETS: Case[] = [
  xlsx(
    'pivot: merged groups with their sums',
    [pivot],
    [
      {
        name: 'Pivot',
        merged: ['A4:A6', 'A8:A9', 'A11:A12'],
        rows: [
          ['Sum of Units', null, 'Quarter'],
          [null],
          namesOf(pivot),
          ...groups.flatMap(([name, rows]): Cell[][] => [
            ...rows,
            [`${name} Total`, null, sum(rows, 2), sum(rows, 3), sum(rows, 4)],
          ]),
          ['Grand Total', null, 1756, 1554, 3310],
        ],
      },
    ],
  ),
  file(
    'answers: questions below short names',
    'csv',
    [tuned(answers, { A4: ANY, A2: { roles: ['measure', 'dimension'] } })],
    [
      namesOf(answers)
        .map((one) => `"${one}"`)
        .join(';'),
      QUESTIONS.map((one) => `"${one}"`).join(';'),
      ...rowsOf(answers).map((fields) => fields.map((one) => `"${one.replaceAll('"', '""')}"`).join(';')),
    ],
  ),
  xlsx(
    'plan: notes behind sums of each row',
    [tuned(plan, { Item: ANY, Notes: ANY })],
    [
      {
        name: '2024',
        merged: ['A1:G1'],
        rows: [
          ['Operating plan 2024 (EUR)'],
          [null],
          namesOf(plan),
          ...figures(plan),
          ['Total', ...[1, 2, 3, 4, 5].map((at) => sum(figures(plan), at)), null],
          [null],
          ['Prepared by: L. Blum', null, null, null, null, null, 'draft 3'],
        ],
      },
    ],
  ),
  xlsx(
    'shelves: boxes that are ticked or not',
    [shelves],
    [
      {
        name: 'Count',
        rows: [
          ['Stock-take', null, null, 'Date:', '2024-05-31'],
          ['Counted by:', 'M. Adeyemi'],
          [null],
          namesOf(shelves),
          ...rowsOf(shelves).map((row) => row.map((one, at) => (at === 2 || at === 3 ? Number(one) : one))),
        ],
      },
    ],
  ),
  file(
    'hours: weeks of more than a day',
    'csv',
    [sheet],
    ['Time sheet;May 2024;;;;', '', ...linesOf(sheet, ';'), 'Total;;194:00;218:40;25:35;'],
  ),
  xlsx(
    'office: people beside cost centres',
    [people, centres],
    [
      {
        name: 'Lists',
        rows: left.map((row, at) => [...row, ...Array(4 - row.length).fill(null), null, ...(right[at] ?? [])]),
      },
    ],
  ),
  file(
    'quotes: French days and narrow blanks',
    'csv',
    [quotes],
    [
      'Devis n° 2024-118;;;;;',
      'Client :;Mairie de Sète;;;;',
      ';;;;;',
      ...linesOf(quotes, ';'),
      ';;;;Total HT;8\u00a0380,50 €',
      ';;;;TVA 20 %;1\u00a0676,10 €',
      ';;;;Total TTC;10\u00a0056,60 €',
    ],
  ),
  json('medicines: a thing under each number', [medicines], {
    updated: '2024-05-13',
    medicines: Object.fromEntries(
      medicines[0]!.values.map((code, row) => {
        const [, name, strength, price, central, north, rx] = medicines.map(({ values }) => values[row])
        return [code, { name, strength, price, stock: { central, ...(north === null ? {} : { north }) }, rx }]
      }),
    ),
  }),
  json('rates: currencies under each day', [{ columns: rates, spare: /amount|base/ }], {
    amount: 1,
    base: 'EUR',
    start_date: '2024-05-13',
    end_date: '2024-05-17',
    rates: Object.fromEntries(
      rates[0]!.values.map((day, row) => [
        day,
        Object.fromEntries(rates.slice(1).map((one) => [one.names[0], one.values[row]])),
      ]),
    ),
  }),
  xlsx(
    'boreholes: assays below a name over them',
    [boreholes],
    [
      {
        name: 'Logs',
        merged: ['F3:G3'],
        rows: [
          ['Project:', 'Kite Hill'],
          [null],
          [null, null, null, null, null, 'Assays'],
          namesOf(boreholes),
          ...figures(boreholes),
          [null],
          ['EOH = end of hole; assays by fire (Au) and ICP (Cu)'],
        ],
      },
    ],
  ),
  file(
    'tasks: phases above their tasks',
    'csv',
    [tasks],
    [
      'Task,Owner,Start,End,% done',
      ...[...Map.groupBy(rowsOf(tasks), ([phase]) => phase!)].flatMap(([phase, rows]) => [
        join()([
          phase,
          '',
          rows.map((row) => row[3]!).toSorted()[0]!,
          rows
            .map((row) => row[4]!)
            .toSorted()
            .at(-1)!,
          '',
        ]),
        ...rows.map((row) => join()(row.slice(1))),
      ]),
    ],
  ),
]
