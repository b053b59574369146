import { type Case, xlsx } from '../case.ts'
import { table } from '../latest/table.ts'
import type { Column, Truth } from '../truth.ts'
import { type Cell, cells, type Sheet, serial } from '../write.ts'

const book = (name: string, tables: (Column[] | Truth)[], sheets: Sheet[]): Case =>
  xlsx(`what workbooks hold: ${name}`, tables, sheets)
/** The rows of a table as cells, with or without the names. */
const body = (columns: Column[], as: Record<string, (value: unknown) => Cell> = {}) =>
  cells(columns, { names: false, as: as as never })
const group = 'group ~ section ~ heading ~ category ~ block ~ part'
const styled =
  (style: Extract<Cell, { style: unknown }>['style']) =>
  (value: unknown): Cell =>
    value === null ? null : { number: Number(value), style }

const quarters = table(`
  Branch | Manager | 2023 Q3 Plan | 2023 Q3 Actual | 2023 Q4 Plan | 2023 Q4 Actual
  text | text | int | int | int | int
  Lyon | Petit | 120 | 118 | 130 | 141
  Nice | Roux | 80 | 91 | 85 | 88
  Lille | Blanc | 60 | 44 | 60 | 52
  Brest | Morel | 45 | 46 | 50 | 39
  Metz | Simon | 30 | 28 | 33 | 35`)

const crops = table(`
  Region | Farm | Crop | Hectares | Yield t ~ Yield
  text | text | text | dec. | dec.
  East | Hill Farm | Wheat | 40.5 | 301.2
  East | Hill Farm | Barley | 12.25 | 80.4
  East | Oak Farm | Wheat | 22.5 | 170.1
  West | Brook | Oats | 9.75 | 41.3
  West | Brook | Wheat | 31.5 | 222.8
  West | Lea | Barley | 14.5 | 92.6
  West | Lea | Oats | 6.25 | 29.9`)

const boxes = table(`
  Box | Weight | Value | Filled | Share
  code | dec. | dec. | @y-m-d | dec.
  K-01 | 12.5 | 1200.5 | 2024-01-08 | 0.125
  K-02 | 9.75 | 310.25 | 2024-01-09 | 0.25
  K-03 | 20.25 | 45.5 | 2024-01-11 | 0.055
  K-04 | 3.5 | 999.99 | 2024-01-15 | 0.4
  K-05 | 15.75 | 78.4 | 2024-01-15 | 0.17`).map((one) => (one.names[0] === 'Share' ? { ...one, factor: 0.01 } : one))

const visits = (month: number) =>
  table(`
  Day | Guide | Visitors | Fee
  @y-m-d | text | int | dec.
  2024-0${month}-03 | Ines | ${month * 7 + 3} | ${month}2.5
  2024-0${month}-09 | Tom | ${month * 4 + 9} | ${month}0.25
  2024-0${month}-17 | Ines | ${month * 5 + 1} | ${month}7.75
  2024-0${month}-24 | Rosa | ${month * 6 + 2} | ${month}1.5`)
const months = [1, 2, 3].map(visits)
const allVisits = months[0]!.map((one, at) => ({
  ...one,
  values: months.flatMap((columns) => columns[at]!.values),
  written: months.flatMap((columns) => columns[at]!.written),
}))
const fees = table(`
  Ticket | Price | Valid
  text | dec. | text
  Adult | 12.5 | one day
  Child | 6.25 | one day
  Family | 28.75 | one day
  Annual | 60.5 | one year`)

const request = table(`
  No. ~ No | Description | Qty | Unit price | Amount
  no | text | int | dec. | dec.
  1 | Microscope lamp | 2 | 89.5 | 179
  2 | Slides, box of 50 | 10 | 7.25 | 72.5
  3 | Immersion oil | 3 | 15.75 | 47.25
  4 | Cover slips | 12 | 3.5 | 42`).map((one, at) =>
  at > 2 ? { ...one, types: ['decimal', 'integer'] as Column['types'] } : one,
)

const menu = table(`
  ${group} | Dish | Price | Allergens
  text | text | dec. | text
  Soups | Tomato | 4.5 | a
  Soups | Fish | 6.75 | d, g
  Mains | Goulash | 12.5 | a, i
  Mains | Trout | 16.25 | d
  Mains | Dumplings | 10.5 | a, c
  Sweets | Strudel | 5.25 | a, c, g
  Sweets | Sorbet | 4.75 |`)

const hours = table(`
  Person | Project | 4-Mar ~ 2024-03-04 ~ 4-Mar-24 | 5-Mar ~ 2024-03-05 ~ 5-Mar-24 | 6-Mar ~ 2024-03-06 ~ 6-Mar-24 | 7-Mar ~ 2024-03-07 ~ 7-Mar-24
  text | text | dec. | dec. | dec. | dec.
  Aline | Bridge | 7.5 | 8 | | 4
  Aline | Office | 0.5 | | 1.5 | 4
  Bruno | Bridge | 8 | 8 | 8 | 8
  Chloé | Dam | | 6.5 | 7.25 | 7.5
  Denis | Dam | 4 | 4.5 | 4 | `)

const compact = table(`
  ${group} ~ Region | Row Labels ~ Product | Sum of Amount | Count of Orders
  text | text | dec. | int
  East | Pens | 110.5 | 4
  East | Paper | 240.25 | 9
  East | Glue | 19.75 | 2
  North | Pens | 80.5 | 3
  North | Tape | 31.25 | 5
  South | Paper | 300.5 | 11
  South | Glue | 44.25 | 4`)

const tabular = table(`
  Year | Channel | Customer | Sum of Net
  year | text | text | dec.
  2022 | Shop | Abel | 1200.5
  2022 | Shop | Bina | 340.25
  2022 | Web | Abel | 90.75
  2022 | Web | Cora | 415.5
  2023 | Shop | Bina | 380.5
  2023 | Web | Abel | 120.25
  2023 | Web | Cora | 510.75`)

const stock = table(`
  Shelf | Item | Counted | Checked
  code | text | int | @y-m-d
  R1-04 | Gaskets | 120 | 2024-02-01
  R1-05 | Valves | 18 | 2024-02-01
  R2-01 | Pumps | 3 | 2024-02-02
  R2-02 | Hoses | 44 | 2024-02-02
  R3-09 | Filters | 61 | 2024-02-05
  R3-10 | Seals | 250 | 2024-02-05`)

const left = table(`
  Team | Points
  text | int
  Reds | 41
  Blues | 38
  Greens | 22
  Whites | 17`)
const right = table(`
  Player | Team | Goals
  text | text | int
  Ito | Reds | 14
  Kamara | Blues | 12
  Silva | Reds | 9
  Berg | Whites | 8
  Ndiaye | Greens | 8
  Olsen | Blues | 7`)

const mixed = table(`
  Kunde | Bestellt | Menge | Betrag
  no | @d.m.y | int | dec,
  10021 | 04.01.2024 | 3 | 120,50
  10022 | 09.01.2024 | 11 | 88,25
  10023 | 17.01.2024 | 2 | 1.410,75
  10024 | 22.01.2024 | 7 | 63,40
  10025 | 30.01.2024 | 5 | 240,15
  10026 | 02.02.2024 | 1 | 19,95`)

const accounts = table(`
  Account | Name | Debit | Credit
  no | text | dec. | dec.
  1000 | Cash | 5210.5 |
  1100 | Receivables | 12040.25 |
  1500 | Machines | 30500.75 |
  2000 | Payables | | 8120.5
  2400 | Loan | | 20000.25
  3000 | Capital | | 19630.75`)

const balances: Cell[][] = body(accounts)
const some = (columns: Column[], from: number, to: number, as?: Record<string, (value: unknown) => Cell>) =>
  body(columns, as).slice(from, to)

/** Workbooks as people keep them. */
export const BOOKS: Case[] = [
  book(
    'three rows of names',
    [quarters],
    [
      {
        name: 'Plan',
        rows: [
          ['Branch plan', null, null, null, null, null],
          ['Branch', 'Manager', 2023, null, null, null],
          [null, null, 'Q3', null, 'Q4', null],
          [null, null, 'Plan', 'Actual', 'Plan', 'Actual'],
          ...body(quarters),
          [
            null,
            null,
            ...[335, 327, 358, 355].map((text, at): Cell => ({ formula: `SUM(${'CDEF'[at]}5:${'CDEF'[at]}9)`, text })),
          ],
        ],
        merged: ['A1:F1', 'A2:A4', 'B2:B4', 'C2:F2', 'C3:D3', 'E3:F3'],
      },
    ],
  ),
  book(
    'merged regions and sums',
    [crops],
    [
      {
        name: 'Harvest',
        rows: [
          ['Region', 'Farm', 'Crop', 'Hectares', 'Yield t'],
          ...some(crops, 0, 3),
          ['East', null, null, { formula: 'SUM(D2:D4)', text: 75.25 }, { formula: 'SUM(E2:E4)', text: 551.7 }],
          ...some(crops, 3, 7),
          ['West', null, null, { formula: 'SUM(D6:D9)', text: 62 }, { formula: 'SUM(E6:E9)', text: 386.6 }],
        ].map(
          (row, at, all) =>
            (at > 1 && row[2] !== null
              ? [
                  row[0] === all[at - 1]![0] ? null : row[0]!,
                  row[1] === all[at - 1]![1] ? null : row[1]!,
                  ...row.slice(2),
                ]
              : row) as Cell[],
        ),
        merged: ['A2:A4', 'B2:B3', 'A6:A9', 'B6:B7', 'B8:B9'],
      },
    ],
  ),
  book(
    'formats as the only units',
    [boxes],
    [
      {
        name: 'Sheet1',
        rows: [
          boxes.map(({ names }) => names[0]!),
          ...body(boxes, { Weight: styled('weight'), Value: styled('euros'), Share: styled('percent') }),
        ],
      },
    ],
  ),
  book(
    'months, prices and notes',
    [{ columns: allVisits, spare: /sheet|month|source|period/i }, fees],
    [
      ...months.map((columns, at) => ({
        name: ['January', 'February', 'March'][at]!,
        rows: [
          [`Visits ${['January', 'February', 'March'][at]} 2024`, null, null, null],
          columns.map(({ names }) => names[0]!),
          ...body(columns),
          [
            'Sum',
            null,
            columns[2]!.values.reduce<number>((sum, value) => sum + Number(value), 0),
            columns[3]!.values.reduce<number>((sum, value) => sum + Number(value), 0),
          ],
        ] as Cell[][],
      })),
      { name: 'Prices', rows: [fees.map(({ names }) => names[0]!), ...body(fees)] },
      { name: 'Read me', rows: [['Kept by the front desk.'], ['Ask Rosa before changing prices.']] },
    ],
  ),
  book(
    'a request with its form',
    [request],
    [
      {
        name: 'Form',
        rows: [
          ['Purchase request', null, null, null, null],
          ['Requested by', 'K. Lund', null, 'Date', { number: serial('2024-03-11'), style: 'date' }],
          ['Cost centre', 4410, null, 'Needed by', { number: serial('2024-04-01'), style: 'date' }],
          [],
          request.map(({ names }) => names[0]!),
          ...body(request),
          [null, null, null, 'Net', { formula: 'SUM(E6:E9)', text: 340.75 }],
          [null, null, null, 'VAT 25 %', 85.1875],
          [null, null, null, 'Gross', 425.9375],
          [],
          ['Approved', '____________'],
          ['Budget holder', null],
        ],
        merged: ['A1:E1'],
      },
    ],
  ),
  book(
    'a menu under headings',
    [menu],
    [
      {
        name: 'Menu',
        rows: [
          ['Dish', 'Price', 'Allergens'],
          ...body(menu).flatMap((row, at, all) => [
            ...(row[0] === all[at - 1]?.[0] ? [] : [[row[0]!, null, null]]),
            row.slice(1),
          ]),
          [],
          ['a gluten, c egg, d fish, g milk, i celery', null, null],
        ],
        merged: ['A2:C2', 'A5:C5', 'A9:C9'],
      },
    ],
  ),
  book(
    'days as names',
    [hours],
    [
      {
        name: 'Hours',
        rows: [
          ['Timesheet', null, null, null, null, null],
          [
            'Person',
            'Project',
            ...['2024-03-04', '2024-03-05', '2024-03-06', '2024-03-07'].map(
              (iso): Cell => ({ number: serial(iso), style: 'day' }),
            ),
          ],
          ...body(hours),
        ],
      },
    ],
  ),
  book(
    'a pivot in compact form',
    [compact],
    [
      {
        name: 'Pivot',
        rows: [
          ['Row Labels', 'Sum of Amount', 'Count of Orders'],
          ...body(compact).flatMap((row, at, all) => {
            const sum = (column: number) =>
              all.filter((one) => one[0] === row[0]).reduce((total, one) => total + Number(one[column]), 0)
            return [...(row[0] === all[at - 1]?.[0] ? [] : [[row[0]!, sum(2), sum(3)]]), row.slice(1)]
          }),
          ['Grand Total', 827, 38],
        ],
      },
    ],
  ),
  book(
    'a pivot in tabular form',
    [tabular],
    [
      {
        name: 'Sheet4',
        rows: [
          ['Category', '(All)', null, null],
          [],
          ['Year', 'Channel', 'Customer', 'Sum of Net'],
          [2022, 'Shop', 'Abel', 1200.5],
          [null, null, 'Bina', 340.25],
          [null, 'Shop Total', null, 1540.75],
          [null, 'Web', 'Abel', 90.75],
          [null, null, 'Cora', 415.5],
          [null, 'Web Total', null, 506.25],
          ['2022 Total', null, null, 2047],
          [2023, 'Shop', 'Bina', 380.5],
          [null, 'Shop Total', null, 380.5],
          [null, 'Web', 'Abel', 120.25],
          [null, null, 'Cora', 510.75],
          [null, 'Web Total', null, 631],
          ['2023 Total', null, null, 1011.5],
          ['Grand Total', null, null, 3058.5],
        ],
      },
    ],
  ),
  book(
    'a list away from the corner',
    [stock],
    [
      {
        name: 'Count',
        rows: [
          [],
          [null, 'Stocktaking', null, null, null, null],
          [],
          [null, null, null, null, null, null],
          [null, 'Shelf', null, 'Item', 'Counted', 'Checked'],
          ...body(stock).map(([shelf, ...row]): Cell[] => [null, shelf!, null, ...row]),
        ],
        hiddenColumns: [0],
      },
    ],
  ),
  book(
    'two tables with titles side by side',
    [left, right],
    [
      {
        name: 'Season',
        rows: [
          ['Standings', null, null, 'Scorers', null, null],
          ['Team', 'Points', null, 'Player', 'Team', 'Goals'],
          ...body(right).map((row, at): Cell[] => [...(body(left)[at] ?? [null, null]), null, ...row]),
        ],
      },
    ],
  ),
  book(
    'numbers and days as text',
    [mixed],
    [
      {
        name: 'Export',
        rows: [
          mixed.map(({ names }) => names[0]!),
          ...mixed[0]!.written.map((_, row): Cell[] => [
            mixed[0]!.written[row]!,
            row % 3 === 1 ? { number: serial(String(mixed[1]!.values[row])), style: 'date' } : mixed[1]!.written[row]!,
            row % 2 ? Number(mixed[2]!.values[row]) : mixed[2]!.written[row]!,
            mixed[3]!.written[row]!,
          ]),
        ],
      },
    ],
  ),
  book(
    'a trial balance with rows put away',
    [accounts],
    [
      {
        name: 'TB',
        rows: [
          ['Trial balance 31 Dec 2023', null, null, null],
          accounts.map(({ names }) => names[0]!),
          ...balances,
          [null, null, { formula: 'SUM(C3:C8)', text: 47751.5 }, { formula: 'SUM(D3:D8)', text: 47751.5 }],
        ],
        hiddenRows: [3, 6],
        merged: ['A1:D1'],
      },
    ],
  ),
]
