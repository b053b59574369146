import { type Case, xlsx } from '../case.ts'
import { namesOf, tuned } from '../exported/file.ts'
import { table } from '../latest/table.ts'
import { type Column, stacked, type Truth, type Value } from '../truth.ts'
import { type Cell, cells, type Sheet, serial } from '../write.ts'
import { BESIDE, GROUP, TICK, YEARLESS } from './file.ts'

const clock = (value: Value): Cell =>
  value === null ? null : { number: serial(`1970-01-01 ${value}`) % 1, style: 'time' }
const share = (value: Value): Cell => (value === null ? null : { number: Number(value) / 100, style: 'percent' })
type As = Record<string, (value: Value) => Cell>
const body = (columns: Column[], as: As = {}) => cells(columns, { names: false, as })
const whole = (columns: Column[], as: As = {}): Cell[][] => [namesOf(columns), ...body(columns, as)]
/** Values that stand above are left out, as in merged cells. */
const once = (rows: Cell[][]) => rows.map((row, at) => (row[0] === rows[at - 1]?.[0] ? [null, ...row.slice(1)] : row))
const sum = ({ values }: Column) =>
  Number(values.reduce<number>((total, value) => total + Number(value ?? 0), 0).toFixed(2))
const day = (iso: string): Cell => ({ number: serial(iso), style: 'date' })
const book = (id: string, tables: (Column[] | Truth)[], ...sheets: Sheet[]): Case => xlsx(id, tables, sheets)

const MONTHS = ['Januar', 'Februar', 'März', 'April']
const takings = MONTHS.map((_, at) =>
  table(`
  Tag | Kasse | Bons | Umsatz bar | Umsatz Karte
  @y-m-d | code | int | dec. | dec.
  2024-0${at + 1}-02 | K1 | ${61 + at * 7} | ${410 + at * 31}.25 | ${777 + at * 12}.4
  2024-0${at + 1}-05 | K2 | ${38 + at * 5} | ${222 + at * 17}.75 | ${390 + at * 45}.1
  2024-0${at + 1}-11 | K1 | ${70 + at * 3} | ${505 + at * 9}.5 | ${812 + at * 28}.85
  2024-0${at + 1}-19 | K3 | ${12 + at * 2} | ${90 + at * 4}.05 | ${115 + at * 6}.95
  2024-0${at + 1}-27 | K2 | ${44 + at * 8} | ${301 + at * 13}.6 | ${455 + at * 33}.35`),
)

const beds = table(`
  Ward | Beds | 2023 Q1 Admissions | 2023 Q1 Occupancy % ~ 2023 Q1 Occupancy | 2023 Q2 Admissions | 2023 Q2 Occupancy % ~ 2023 Q2 Occupancy | 2024 Q1 Admissions | 2024 Q1 Occupancy % ~ 2024 Q1 Occupancy
  text | int | int | dec. | int | dec. | int | dec.
  Surgery | 32 | 410 | 84.2 | 398 | 81.7 | 421 | 86.3
  Medicine | 40 | 522 | 91.5 | 489 | 88.1 | 530 | 92.4
  Paediatrics | 18 | 260 | 70.9 | 231 | 66.6 | 244 | 68.3
  Maternity | 16 | 199 | 64.8 | 205 | 66.1 | 187 | 61.2
  Neurology | 20 | 144 | 79.3 | 150 | 80.6 | 151 | 80.9
  ICU | 10 | 88 | 93.7 | 91 | 95.2 | 97 | 96.8
  Geriatrics | 24 | 131 | 96.4 | 127 | 95.9 | 140 | 97.1`)

const income = table(`
  Source | Budget | Actual
  text | int | dec.
  Membership fees | 4200 | 4310.5
  Donations | 1500 | 1287.25
  Summer fete | 2600 | 3015.4
  Grants | 1000 | 1000.75
  Bar | 800 | 655.1`)
const spending = table(`
  Paid to | For | Amount | Paid on
  text | text | dec. | @y-m-d
  Town hall | Rent | 1900.5 | 2024-01-15
  Print shop | Posters | 214.75 | 2024-03-02
  Ferry Band | Fete | 650.25 | 2024-07-01
  Insurer | Liability | 388.9 | 2024-02-11
  Caterer | Fete | 1120.35 | 2024-07-03
  Post office | Stamps | 96.4 | 2024-09-20`)

const pivot = table(`
  Row Labels ~ Region | North ~ Sum of Amount North | South ~ Sum of Amount South | West ~ Sum of Amount West
  text | dec. | dec. | dec.
  Apples | 120.5 | 88.25 |
  Beans | 310.75 | | 45.5
  Carrots | 64.25 | 71.5 | 99.75
  Dates | | 18.75 | 22.25
  Eggs | 205.5 | 190.25 | 180.5
  Flour | 77.75 | 60.5 | 58.25
  Garlic | 12.25 | 14.75 |`)

const machines = table(`
  Machine ~ Property ~ Model | Serial no. | Bought | Power (kW) | Weight (kg) | Price (EUR) | Last service | Guard fitted
  text | code | @y-m-d | dec. | int | dec. | @y-m-d | yes yes
  Lathe L2 | 004471 | 2015-06-01 | 5.5 | 1240 | 18400.5 | 2024-01-10 | yes
  Mill M1 | 019902 | 2018-02-19 | 7.5 | 2310 | 32750.25 | 2024-02-14 | yes
  Drill D4 | 000317 | 2009-11-05 | 1.5 | 310 | 2190.75 | 2023-11-20 | no
  Saw S1 | 077120 | 2021-08-30 | 3.2 | 455 | 6899.9 | 2024-03-01 | yes
  Press P3 | 005563 | 2012-04-12 | 11.5 | 4100 | 41250.4 | 2023-12-05 | yes
  Grinder G2 | 008811 | 2019-09-09 | 2.2 | 190 | 1575.6 | 2024-01-22 | no
  Welder W1 | 030045 | 2022-05-17 | 9.4 | 88 | 3240.15 | 2024-02-27 | no`)

const fields = table(`
  Block | Row | Variety | Vines | Missing | Yield kg ~ Yield | Picked
  text | int | text | int | int | dec. | @y-m-d
  Upper | 1 | Riesling | 118 | 2 | 301.5 | 2023-09-18
  Upper | 2 | Riesling | 120 | | 318.25 | 2023-09-18
  Upper | 3 | Silvaner | 115 | 5 | 290.75 | 2023-09-21
  Middle | 4 | Silvaner | 122 | 1 | 345.5 | 2023-09-21
  Middle | 5 | Silvaner | 121 | | 339.25 | 2023-09-22
  Middle | 6 | Pinot noir | 110 | 9 | 251.5 | 2023-09-27
  Middle | 7 | Pinot noir | 112 | 3 | 262.75 | 2023-09-27
  Lower | 8 | Pinot noir | 98 | 12 | 199.5 | 2023-09-28
  Lower | 9 | Kerner | 104 | 4 | 280.25 | 2023-09-15
  Lower | 10 | Kerner | 101 | 2 | 276.5 | 2023-09-15`).map((one) =>
  one.names[0] === 'Row' ? { ...one, roles: ['id', 'dimension', 'code', 'measure'] as Column['roles'] } : one,
)

const quote = table(`
  Pos | Description | Unit | Qty | Unit price | Discount | Total
  no | text | text | dec. | dec. | pct. | dec.
  1 | Site set-up | lump | 1 | 850 | | 850
  2 | Excavation | m³ | 42.5 | 18.4 | | 782
  3 | Gravel bed | m³ | 12 | 39.5 | 5 | 450.3
  4 | Paving, grey | m² | 86 | 47.25 | 10 | 3657.15
  5 | Kerb stones | m | 38.5 | 21.6 | | 831.6
  6 | Drain | pcs | 3 | 129.9 | | 389.7
  7 | Waste disposal | t | 9.75 | 64 | | 624`).map((one) =>
  one.kind === 'decimal' ? { ...one, types: ['decimal', 'integer'] as Column['types'] } : one,
)

const attendance = tuned(
  table(`
  Child | Group | 04/03 ~ 4-Mar ~ 2024-03-04 ~ 4-Mar-24 | 05/03 ~ 5-Mar ~ 2024-03-05 ~ 5-Mar-24 | 06/03 ~ 6-Mar ~ 2024-03-06 ~ 6-Mar-24 | 07/03 ~ 7-Mar ~ 2024-03-07 ~ 7-Mar-24 | 08/03 ~ 8-Mar ~ 2024-03-08 ~ 8-Mar-24 | Days
  text | text | yes x | yes x | yes x | yes x | yes x | int
  Ada | Bees | x | x | x | x | x | 5
  Ben | Bees | x | | x | x | | 3
  Cleo | Bees | | | x | x | x | 3
  Dov | Owls | x | x | | x | x | 4
  Elif | Owls | x | x | x | | | 3
  Finn | Owls | | x | x | x | x | 4
  Gia | Foxes | x | x | x | x | | 4
  Hugo | Foxes | x | | | | x | 2`),
  Object.fromEntries(['04/03', '05/03', '06/03', '07/03', '08/03'].map((name) => [name, TICK])),
)

const energy = table(`
  Building | Area (m²) ~ Area ~ Area m² | Power (kWh) ~ Power ~ Power kWh | Heat (kWh) ~ Heat ~ Heat kWh | Water (m³) ~ Water ~ Water m³ | Change ~ Change (%) ~ Change %
  text | int | int | int | dec. | pct.
  Town hall | 2140 | 88400 | 190500 | 812.5 | -3.5
  Library | 960 | 41250 | 73300 | 120.25 | 1.2
  School North | 5300 | 151700 | 488000 | 2204.75 | -7.8
  School South | 4100 | 128300 | 402600 | 1877.5 | -5.1
  Fire station | 780 | 23900 | 81200 | 240.5 | 0.4
  Pool | 1890 | 402000 | 1210000 | 18340.25 | 2.9
  Depot | 1500 | 35600 | | 98.5 | 11.6`)

const loan = table(`
  No. | Due | Instalment | Interest | Principal | Balance
  no | @y-m-d | dec. | dec. | dec. | dec.
  ${Array.from({ length: 18 }, (_, at) => {
    const balance = 12000 - 500.25 * at
    const interest = Number((balance * 0.004).toFixed(2))
    const due = new Date(Date.UTC(2024, at + 1, 0)).toISOString().slice(0, 10)
    return `${at + 1} | ${due} | ${(500.25 + interest).toFixed(2)} | ${interest.toFixed(2)} | 500.25 | ${(balance - 500.25).toFixed(2)}`
  }).join('\n')}`)

const form = table(`
  Name of block | Schools | Pupils Boys ~ Boys | Pupils Girls ~ Girls | Teachers | Pass % ~ Pass
  text | int | int | int | int | dec.
  Ambad | 112 | 8410 | 7998 | 602 | 88.4
  Badnapur | 84 | 5220 | 5107 | 388 | 90.1
  Bhokardan | 131 | 9904 | 9012 | 655 | 83.7
  Ghansawangi | 97 | 6650 | 6481 | 470 | 86.2
  Jafrabad | 79 | 4408 | 4275 | 331 | 91.6
  Mantha | 88 | 5130 | 4890 | 379 | 79.9
  Partur | 90 | 5871 | 5602 | 402 | 84.5`)

const chart = table(`
  ${GROUP} ~ column 1 ~ column1 | Account | Name | Opening | Change | Closing
  text | no | text | dec. | dec. | dec.
  Assets | 1000 | Cash | 420.5 | 110.25 | 530.75
  Assets | 1100 | Bank | 18250.75 | -2040.5 | 16210.25
  Assets | 1400 | Stock | 9310.25 | 405.5 | 9715.75
  Liabilities | 2000 | Suppliers | -6120.5 | 880.25 | -5240.25
  Liabilities | 2200 | VAT | -1410.75 | -95.5 | -1506.25
  Equity | 3000 | Capital | -15000.25 | | -15000.25
  Equity | 3900 | Result carried on | -5450 | | -5450
  Equity | 3950 | Result of the year | | 740 | 740`).map((one) =>
  one.kind === 'decimal' ? { ...one, types: ['decimal', 'integer'] as Column['types'] } : one,
)

const rota = tuned(
  table(`
  Date | Day | Early | Late | Night
  text | text | text | text | text
  1.3. | Fri | Ross | Imai | Dahl
  2.3. | Sat | Keane | Imai | Dahl
  3.3. | Sun | Keane | Ross | Dahl
  4.3. | Mon | Ross | Weir | Imai
  5.3. | Tue | Weir | Keane | Imai
  6.3. | Wed | Weir | Keane | Imai
  7.3. | Thu | Dahl | Ross | Keane
  8.3. | Fri | Dahl | Ross | Keane`),
  { Date: YEARLESS, Day: { roles: ['dimension', 'text', 'time'] } },
).map((one) => (one.names[0] === 'Date' ? { ...one, values: one.written.map((text) => `2024-03-0${text[0]}`) } : one))

const pool = table(`
  Lane | Swimmer | Born | Entry time | Result
  rank | text | year | span | span
  1 | Alma Ruiz | 2009 | 00:01:12 | 00:01:11
  2 | Bo Lind | 2010 | 00:01:09 | 00:01:10
  3 | Cai Roe | 2009 | 00:01:04 | 00:01:02
  4 | Dee Moss | 2008 | 00:01:01 | 00:01:01
  5 | Eli Park | 2008 | 00:01:03 | 00:01:05
  6 | Fay Ono | 2010 | 00:01:08 | 00:01:06
  7 | Gus Hart | 2009 | 00:01:10 | 00:01:13`)

/** Workbooks of shops, wards, clubs, farms, schools and offices. */
export const BOOKS: Case[] = [
  book(
    'shops: takings on a sheet a month and a hidden list',
    [{ columns: stacked(takings), spare: /sheet|month|source|period/i }],
    ...takings.map((columns, at) => ({
      name: MONTHS[at]!,
      merged: ['A1:E1'],
      rows: [
        [`Einnahmen ${MONTHS[at]} 2024`],
        [],
        ...whole(columns),
        ['Summe', null, ...columns.slice(2).map((one): Cell => sum(one))],
      ],
    })),
    { name: 'Listen', hidden: true, rows: [['K1'], ['K2'], ['K3']] },
  ),
  book('hospitals: beds below years, quarters and figures', [beds], {
    name: 'Occupancy',
    merged: ['A1:H1', 'A3:A5', 'B3:B5', 'C3:F3', 'G3:H3', 'C4:D4', 'E4:F4', 'G4:H4'],
    rows: [
      ['Admissions and occupancy'],
      [],
      ['Ward', 'Beds', 2023, null, null, null, 2024],
      [null, null, 'Q1', null, 'Q2', null, 'Q1'],
      [null, null, ...[1, 2, 3].flatMap(() => ['Admissions', 'Occupancy %'])],
      ...body(beds),
      ['All wards', sum(beds[1]!), sum(beds[2]!), 84.1, sum(beds[4]!), 82.7, sum(beds[6]!), 85.0],
    ],
  }),
  book('clubs: income above spending with a sum each', [income, spending], {
    name: 'Accounts 2024',
    merged: ['A1:D1'],
    rows: [
      ['Village club - accounts for 2024'],
      [],
      ['INCOME'],
      ...whole(income),
      ['Total income', sum(income[1]!), sum(income[2]!)],
      [],
      ['SPENDING'],
      ...whole(spending),
      ['Total spending', null, sum(spending[2]!)],
      [],
      ['Surplus', null, Number((sum(income[2]!) - sum(spending[2]!)).toFixed(2))],
      [],
      ['Audited:', '__________', null, day('2025-01-20')],
    ],
  }),
  book('shops: a pivot with regions as columns', [{ columns: pivot, spare: /grand total/i }], {
    name: 'Sheet2',
    rows: [
      ['Year', 2024],
      [],
      ['Sum of Amount', 'Column Labels'],
      [...namesOf(pivot), 'Grand Total'],
      ...body(pivot).map((row): Cell[] => [
        ...row,
        row.slice(1).reduce<number>((total, value) => total + Number(value ?? 0), 0),
      ]),
      ['Grand Total', sum(pivot[1]!), sum(pivot[2]!), sum(pivot[3]!), sum(pivot[1]!) + sum(pivot[2]!) + sum(pivot[3]!)],
    ],
  }),
  book('workshops: machines with one a column', [machines], {
    name: 'Machines',
    merged: ['A1:H1'],
    rows: [
      ['Machine register'],
      [],
      ...namesOf(machines).map((name, at): Cell[] => [
        at === 0 ? 'Property' : name,
        ...body(machines, { 'Guard fitted': (value) => (value ? 'yes' : 'no') }).map((row) => row[at]!),
      ]),
    ],
  }),
  book('farms: rows of vines whose block is merged', [{ columns: fields, spare: BESIDE }], {
    name: '2023',
    merged: ['A3:A5', 'A6:A9', 'A10:A12'],
    hiddenRows: [6],
    hiddenColumns: [4],
    comments: { F10: 'hail in July' },
    rows: [
      ['Harvest 2023, "Sonnenhang"', null, null, null, null, null, null, null, 'Pickers: 14'],
      namesOf(fields),
      ...once(body(fields)).map((row, at): Cell[] => (at === 3 ? [...row, null, 'rain after noon'] : row)),
      ['Total', null, null, sum(fields[3]!), sum(fields[4]!), sum(fields[5]!)],
    ],
  }),
  book('builders: an offer with its form and sums', [quote], {
    name: 'Quote',
    merged: ['A1:C1', 'A2:C2', 'A22:G22'],
    rows: [
      ['STONE & SONS'],
      ['Paving - gardens - drains'],
      [],
      ['Client:', 'M. Arkwright', null, null, 'Quote no.:', 'Q-2024-031'],
      ['Address:', '12 Elm Row', null, null, 'Date:', day('2024-04-09')],
      ['Project:', 'Drive and path', null, null, 'Valid until:', day('2024-05-31')],
      [],
      namesOf(quote),
      ...body(quote, { Discount: share }),
      [],
      [null, null, null, null, null, 'Net', sum(quote[6]!)],
      [null, null, null, null, null, 'VAT 20%', 1516.95],
      [null, null, null, null, null, 'Gross', 9101.7],
      [],
      [],
      ['We look forward to your order. Prices hold for work in dry weather.'],
    ],
  }),
  book('schools: who came with a column a day', [attendance], {
    name: 'Week 10',
    merged: ['A1:H1'],
    rows: [
      ['After-school club: attendance'],
      ['Leader:', 'J. Ortiz', null, null, 'Week:', 10],
      [
        'Child',
        'Group',
        ...['04', '05', '06', '07', '08'].map((date): Cell => ({ number: serial(`2024-03-${date}`), style: 'day' })),
        'Days',
      ],
      ...body(attendance).map((row, at): Cell[] => [
        ...row.slice(0, 2),
        ...row.slice(2, 7).map((value): Cell => (value ? 'x' : null)),
        { formula: `COUNTIF(C${at + 4}:G${at + 4},"x")`, text: Number(row[7]) },
      ]),
      ['Present', null, 6, 5, 6, 6, 5, 28],
    ],
  }),
  book('municipalities: buildings and units with columns between', [energy], {
    name: 'Energy 2023',
    rows: [
      [null, 'Energy report of municipal buildings'],
      [null, 'Year:', null, 2023],
      [],
      [null, 'Building', null, 'Area', 'Power', 'Heat', null, 'Water', 'Change'],
      [null, null, null, 'm²', 'kWh', 'kWh', null, 'm³', '%'],
      ...body(energy).map((row): Cell[] => [null, row[0]!, null, ...row.slice(1, 4), null, ...row.slice(4)]),
      [],
      [null, 'Heat of the depot is not metered.'],
    ],
  }),
  book('banks: a plan of instalments below its terms', [loan], {
    name: 'Plan',
    rows: [
      ['Repayment plan'],
      ['Loan:', 12000, null, 'Contract:', '00-4471-8'],
      ['Interest p. a.:', { number: 0.048, style: 'percent' }, null, 'Start:', day('2024-01-01')],
      ['Borrower:', 'Mill Street Co-op'],
      [],
      whole(loan)[0]!,
      ...body(loan),
      ['Total', null, sum(loan[2]!), sum(loan[3]!), sum(loan[4]!)],
    ],
  }),
  book('governments: a form whose columns are numbered', [form], {
    name: 'Annex-II',
    merged: ['A1:F1', 'A2:F2', 'A3:A4', 'B3:B4', 'C3:D3', 'E3:E4', 'F3:F4'],
    rows: [
      ['ANNEXURE II'],
      ['Block-wise statement of schools, 2023-24'],
      ['Name of block', 'Schools', 'Pupils', null, 'Teachers', 'Pass %'],
      [null, null, 'Boys', 'Girls'],
      ['(1)', '(2)', '(3)', '(4)', '(5)', '(6)'],
      ...body(form),
      ['TOTAL', ...[1, 2, 3, 4].map((at): Cell => sum(form[at]!)), 86.3],
      [],
      [null, null, null, null, 'Sd/-'],
      [null, null, null, null, 'Education Officer'],
    ],
  }),
  book('bookkeeping: a balance with headings in a column of their own', [chart], {
    name: 'Trial balance',
    rows: [
      ['Trial balance', null, null, null, null, day('2024-12-31')],
      [],
      [null, ...namesOf(chart).slice(1)],
      ...body(chart).flatMap((row, at, all): Cell[][] => [
        ...(row[0] === all[at - 1]?.[0] ? [] : [[row[0]!]]),
        [null, ...row.slice(1)],
        ...(row[0] === all[at + 1]?.[0]
          ? []
          : [
              [
                null,
                null,
                `Total ${row[0]}`,
                ...[3, 4, 5].map((to) =>
                  all
                    .filter((one) => one[0] === row[0])
                    .reduce<number>((total, one) => total + Number(one[to] ?? 0), 0),
                ),
              ],
            ]),
      ]),
    ],
  }),
  book('companies: a rota with days that have no year', [rota], {
    name: 'March 24',
    merged: ['A1:E1'],
    rows: [
      ['ROTA MARCH 2024 - CONTROL ROOM'],
      ['Tel. 4410 / fax -'],
      [],
      ...whole(rota, { Date: (value) => `${Number(String(value).slice(8))}.3.` }),
      [],
      ['Swaps only with both signatures', null, null, null, 'Chief: ________'],
    ],
  }),
  book('clubs: heats of swimmers with times', [pool], {
    name: '100 m free',
    merged: ['A1:E1'],
    rows: [
      ['County gala 2024'],
      ['100 m freestyle, heat 2'],
      [],
      ...whole(pool, { 'Entry time': clock, Result: clock }),
      ['Officials: 2 timekeepers per lane'],
    ],
  }),
]
