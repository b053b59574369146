import { type Case, xlsx } from '../case.ts'
import { BESIDE, GROUP, LEVEL, TICK } from '../everyday/file.ts'
import { namesOf, tuned } from '../exported/file.ts'
import { table } from '../latest/table.ts'
import type { Column, Value } from '../truth.ts'
import { type Cell, cells, serial } from '../write.ts'
import { ANY, LOOSE, SPAN, valuesOf, WHOLE } from './file.ts'

const body = (columns: Column[], as: Record<string, (value: Value) => Cell> = {}) =>
  cells(columns, { names: false, as })
/** A cell with a number of this style, or nothing. */
const styled =
  (style: Exclude<Extract<Cell, { style: unknown }>, null>['style']) =>
  (value: Value): Cell =>
    value === null ? null : { number: Number(value), style }
const clock = (value: Value): Cell => {
  if (value === null) return null
  const [hour = 0, minute = 0, second = 0] = String(value).split(':').map(Number)
  return { number: (hour * 3600 + minute * 60 + second) / 86_400, style: 'time' }
}
const long = (value: Value): Cell =>
  value === null ? null : { ...(clock(value) as { number: number }), style: 'hours' }
const total = (columns: Column[], name: string) =>
  Number(
    columns
      .find(({ names }) => names[0] === name)!
      .values.reduce<number>((sum, value) => sum + Number(value ?? 0), 0)
      .toFixed(2),
  )

const invoice = tuned(
  table(`
  Pos. | Artikelnr. | Bezeichnung | Menge | Einheit | Einzelpreis | Gesamt
  rank | code | text | dec. | text | dec. | dec.
  1 | 004711 | Dachlatte 24x48 mm | 120 | m | 1.15 | 138
  2 | 004790 | Dampfbremse, Rolle 75 m² | 3 | Rolle | 96.5 | 289.5
  3 | 010022 | Schrauben TX 6x120 | 5 | Pack | 24.9 | 124.5
  4 | 010045 | Schrauben TX 5x60 | 8 | Pack | 11.25 | 90
  5 | 099001 | Anfahrt | 1 | psch. | 45 | 45
  6 | 099010 | Monteurstunde | 14.5 | Std. | 58 | 841
  7 | 099011 | Helferstunde | 9.25 | Std. | 41 | 379.25
  8 | 200300 | Gutschrift Palette | -2 | Stk. | 12.5 | -25`),
  { Bezeichnung: ANY, Einheit: ANY },
)

const plan = tuned(
  table(`
  Task | Owner | Start | End | Days | Done | W10 ~ March W10 | W11 ~ March W11 | W12 ~ March W12 | W13 ~ March W13
  text | text | @y-m-d | @y-m-d | int | pct. | text | text | text | text
  1.1 Kick-off | Ana | 2024-03-04 | 2024-03-04 | 1 | 100 | x | | |
  1.2 Interviews | Ana | 2024-03-05 | 2024-03-13 | 7 | 85 | x | x | |
  1.3 Report, draft | Jo | 2024-03-12 | 2024-03-22 | 9 | 40 | | x | x |
  2.1 Wireframes | Mei | 2024-03-11 | 2024-03-19 | 7 | 50 | | x | x |
  2.2 Visual design | Mei | 2024-03-18 | 2024-03-28 | 9 | 0 | | | x | x
  2.3 Usability test | | 2024-03-25 | 2024-03-29 | 5 | 0 | | | | x
  3.1 Handover | Jo | 2024-03-29 | 2024-03-29 | 1 | 0 | | | | x
  3.2 Invoice | Ana | 2024-03-29 | | | | | | | x`),
  { Task: ANY, ...Object.fromEntries(['W10', 'W11', 'W12', 'W13'].map((week) => [week, TICK])) },
)

const cross = table(`
  Product line ~ Product | North 2022 | North 2023 | South 2022 | South 2023 | Total 2022 | Total 2023
  text | int | int | int | int | int | int
  Bakery | 4120 | 4388 | 3015 | 2990 | 7135 | 7378
  Beverages | 9920 | 10244 | 7718 | 8102 | 17638 | 18346
  Dairy | 6604 | 6590 | 5120 | 5411 | 11724 | 12001
  Frozen | 2230 | 2601 | 1998 | 2040 | 4228 | 4641
  Household | 1544 | 1490 | 1720 | 1811 | 3264 | 3301
  Produce | 8015 | 8233 | 6402 | 6377 | 14417 | 14610
  Snacks | 3380 | 3702 | 2911 | 3166 | 6291 | 6868`)

const budget = tuned(
  table(`
  ${GROUP} | Account | Cost centre | Budget | Actual | Variance | Var % ~ Var ~ Var pct
  text | text | code | dec. | dec. | dec. | pct.
  Income | Membership fees | 0100 | 48000 | 49120.5 | 1120.5 | 2.3
  Income | Donations | 0100 | 12000 | 8750 | -3250 | -27.1
  Income | Room hire | 0210 | 6500 | 7210.25 | 710.25 | 10.9
  Staff | Salaries | 0300 | 31000 | 30480 | -520 | -1.7
  Staff | Training | 0300 | 1500 | 2140 | 640 | 42.7
  Premises | Rent | 0400 | 14400 | 14400 | 0 | 0
  Premises | Heating & light | 0400 | 5200 | 6815.75 | 1615.75 | 31.1
  Premises | Repairs | 0410 | 3000 | 412.3 | -2587.7 | -86.3`),
  { Account: ANY, Budget: WHOLE },
)
const grouping = (
  columns: Column[],
  above: (group: string) => Cell[],
  below: (group: string, rows: Value[][]) => Cell[][],
  as: Record<string, (value: Value) => Cell> = {},
): Cell[][] => {
  const given = body(columns, as)
  const values = valuesOf(columns)
  return [...Map.groupBy(values.keys(), (row) => String(values[row]![0]))].flatMap(([group, rows]) => [
    above(group),
    ...rows.map((row) => given[row]!.slice(1)),
    ...below(
      group,
      rows.map((row) => values[row]!),
    ),
  ])
}
const add = (rows: Value[][], at: number) => Number(rows.reduce((sum, row) => sum + Number(row[at] ?? 0), 0).toFixed(2))

const regions = table(`
  Local authority ~ Authority | Code | Households | Owned | Rented | Vacant (%) ~ Vacant
  text | code | int | int | int | pct.
  Aberdale | E06000901 | 104210 | 61030 | 43180 | 3.1
  Bramley | E06000902 | 88015 | 59902 | 28113 | 2.4
  Colne Vale | E07000311 | 41990 | 30115 | 11875 |
  Dunmoor | E07000312 | 35642 | 26700 | 8942 | 4.8
  Eastwick | E08000044 | 210077 | 98450 | 111627 | 2.9
  Fenholm | E08000045 | 66108 | 41221 | 24887 | 3.6
  Garth and Isles | E06000910 | 9120 | | | 11.2
  Harrow Hill | E09000050 | 130554 | 52880 | 77674 | 1.9`).map((one, at) =>
  at > 0
    ? one
    : {
        ...one,
        ...LOOSE,
        written: one.written.map((name, row) =>
          row === 2 ? `${name} [note 2]` : row === 6 ? `${name} [note 3]` : name,
        ),
      },
)

const income = tuned(
  table(`
  Date ~ Income Date | From ~ Income From | Amount ~ Income Amount
  @y-m-d | text | dec.
  2024-03-01 | Salary Ana | 2840
  2024-03-01 | Salary Jo | 2312.5
  2024-03-09 | Flea market | 84
  2024-03-15 | Child benefit | 250
  2024-03-22 | Tax refund | 411.37`),
  { From: ANY },
)
const spending = tuned(
  table(`
  Date ~ Spending Date | What ~ Spending What | Category ~ Spending Category | Paid ~ Spending Paid
  @y-m-d | text | text | dec.
  2024-03-01 | Rent | Home | 1250
  2024-03-02 | Groceries | Food | 96.4
  2024-03-04 | Bus pass | Transport | 49
  2024-03-08 | Dentist | Health | 120
  2024-03-09 | Groceries | Food | 88.15
  2024-03-16 | Groceries, party | Food | 143.9
  2024-03-20 | Power | Home | 77.25
  2024-03-28 | Shoes | Clothes | 59.99`),
  { What: ANY },
)

const visits = tuned(
  table(`
  case_id | visit_dt | sex | smoker | region | bmi
  no | @y-m-d | mark | mark | mark | dec.
  2001 | 2024-01-08 | 1 | 0 | 3 | 24.1
  2002 | 2024-01-08 | 2 | 1 | 1 | 31.7
  2003 | 2024-01-09 | 2 | 9 | 2 | 22.9
  2004 | 2024-01-11 | 1 | 0 | 2 |
  2005 | 2024-01-15 | 1 | 1 | 1 | 27.3
  2006 | 2024-01-15 | 2 | 0 | 3 | 19.8
  2007 | 2024-01-22 | 2 | 0 | 1 | 25.6
  2008 | 2024-01-23 | 1 | 9 | 3 | 29.2`),
  { sex: LEVEL, smoker: { ...LEVEL, roles: ['flag', 'code', 'dimension', 'measure'] }, region: LEVEL },
)
const codes = table(`
  variable | code | meaning
  text | mark | text
  sex | 1 | male
  sex | 2 | female
  smoker | 0 | no
  smoker | 1 | yes
  smoker | 9 | not asked
  region | 1 | coast
  region | 2 | inland, hills
  region | 3 | capital`)

const month = tuned(
  table(`
  Date | Day | In | Out | Break | Hours | Note
  @y-m-d | text | @h:i:s | @h:i:s | @h:i:s | @h:i:s | text
  2024-03-01 | Fri | 08:30:00 | 17:00:00 | 00:30:00 | 08:00:00 |
  2024-03-02 | Sat | | | | | weekend
  2024-03-03 | Sun | | | | | weekend
  2024-03-04 | Mon | 08:15:00 | 16:45:00 | 00:45:00 | 07:45:00 |
  2024-03-05 | Tue | 09:00:00 | 19:30:00 | 01:00:00 | 09:30:00 | stock-take
  2024-03-06 | Wed | | | | | sick
  2024-03-07 | Thu | 08:30:00 | 12:30:00 | | 04:00:00 | half day
  2024-03-08 | Fri | 07:50:00 | 16:35:00 | 00:30:00 | 08:15:00 |`),
  { Break: SPAN, Hours: SPAN },
)

const lessons = table(`
  Period | Time | Monday | Tuesday | Wednesday | Thursday | Friday
  rank | text | text | text | text | text | text
  1 | 08:00-08:45 | Maths | German | PE | Maths | Biology
  2 | 08:50-09:35 | Maths | German | PE | English | Biology
  3 | 09:55-10:40 | Art | Maths | History | English | Music
  4 | 10:45-11:30 | Art | English | History | Physics | German
  5 | 11:45-12:30 | English | Physics | Maths | Physics | Maths
  6 | 12:35-13:20 | | Choir | German | |`)

const stock = tuned(
  table(`
  Range | Model | Colour | RRP | Trade | In stock | EAN
  text | text | text | dec. | dec. | int | code
  Alpine | Jacket M | red | 189 | 112.5 | 14 | 04012345000016
  Alpine | Jacket M | black | 189 | 112.5 | 0 | 04012345000023
  Alpine | Trousers L | black | 129.95 | 78 | 6 | 04012345000030
  Fjord | Parka | olive | 249 | 151 | 3 | 04012345000047
  Fjord | Hat | grey | 24.5 | 11.9 | 88 | 04012345000054
  Trail | Shoe 42 | blue | 139 | 84.2 | 11 | 04012345000061
  Trail | Shoe 43 | blue | 139 | 84.2 | 9 | 04012345000078
  Trail | Shoe 44 | blue | 139 | 84.2 | | 04012345000085
  Trail | Laces | mixed | 4.95 | 1.6 | 240 | 04012345000092`),
  { Model: ANY },
)

const TEAMS = ['Albion', 'Borough', 'City', 'Dynamo', 'Eagles', 'Forest', 'Garrison', 'Hotspur']
const results = table(
  `
  Home ~ Home \\ Away | ALB ~ Albion | BOR ~ Borough | CIT ~ City | DYN ~ Dynamo | EAG ~ Eagles | FOR ~ Forest | GAR ~ Garrison | HOT ~ Hotspur
  text | text | text | text | text | text | text | text | text
  Albion | — | 2–1 | 0–0 | 3–1 | 1–4 | 2–2 | | 1–0
  Borough | 1–1 | — | 2–0 | 0–3 | 1–0 | 0–1 | 2–5 | 3–3
  City | 4–2 | 1–0 | — | 1–1 | 0–2 | | 2–1 | 0–0
  Dynamo | 0–1 | 2–2 | 5–0 | — | 1–1 | 3–2 | 0–0 | 2–1
  Eagles | 1–0 | | 2–3 | 0–2 | — | 1–1 | 4–1 | a/w
  Forest | 0–0 | 1–2 | 1–1 | 2–1 | 3–0 | — | 0–2 | 1–3
  Garrison | 2–0 | 1–1 | 0–1 | | 2–2 | 1–0 | — | 6–0
  Hotspur | 3–2 | 0–1 | 2–2 | 1–0 | 0–1 | 2–1 | 1–1 | —`,
  /^—$/,
)

const WELLS = Array.from({ length: 12 }, (_, at) => String(at + 1))
const plate = (seed: number): Column[] => {
  const letters = [...'ABCDEFGH']
  const read = (row: number, at: number) => Number((0.05 + ((row * 37 + at * 53 + seed * 29) % 97) / 41).toFixed(3))
  const text: Column = {
    names: [''],
    kind: 'text',
    roles: ['dimension', 'id', 'code', 'text'],
    values: letters,
    written: letters,
  }
  return [
    text,
    ...WELLS.map((name, at): Column => {
      const values = letters.map((_, row) => read(row, at))
      return { names: [name], kind: 'decimal', roles: ['measure'], values, written: values.map(String) }
    }),
  ]
}
const [first, second] = [plate(1), plate(2)]
const wells = (columns: Column[]): Cell[][] => [[null, ...WELLS.map(Number)], ...body(columns)]

const members = tuned(
  table(`
  Mitglied-Nr. | Name | Anschrift | Telefon | geb. | Eintritt | Beitrag | SEPA
  no | text | text | code | @y-m-d | year | int | yes ja
  00007 | Adler, Ruth | Lindenweg 3↵01067 Dresden | 0351 5550112 | 1948-02-29 | 1979 | 60 | ja
  00019 | Böhm, Karl-Heinz | Am Markt 1a↵04109 Leipzig | 0341/555 0177 | 1955-11-05 | 1988 | 60 | nein
  00020 | Böhm, Renate | Am Markt 1a↵04109 Leipzig | 0341/555 0177 | 1958-07-30 | 1988 | 30 | nein
  00104 | Dahlke, Jonas | Ringstr. 44↵c/o Weiß↵06108 Halle | | 2003-01-12 | 2021 | 24 | ja
  00111 | Ertürk, Selin | Elbufer 9↵01326 Dresden | +49 171 5550198 | 1991-09-09 | 2022 | 60 | ja
  00112 | Fuchs, Dr. Ina | Bergstr. 2↵09111 Chemnitz | 0371 5550133 | 1970-12-24 | 2022 | 60 | ja
  00120 | Gruber GmbH | Postfach 10 01↵01075 Dresden | 0351 5550000 | | 2023 | 250 | nein`),
  { Name: ANY, Anschrift: ANY, Telefon: { types: ['text'] } },
)

const jobless = tuned(
  table(`
  Year | Month | Labour force | Unemployed | Rate % ~ Rate ~ Rate pct
  year | text | int | int | pct.
  2023 | Sep | 2841 | 131 | 4.6
  2023 | Oct | 2850 | 128 | 4.5
  2023 | Nov | 2847 | 125 | 4.4
  2023 | Dec | 2839 | 130 | 4.6
  2024 | Jan | 2812 | 149 | 5.3
  2024 | Feb | 2820 | 146 | 5.2
  2024 | Mar | 2836 | 139 | 4.9
  2024 | Apr | 2844 | 133 | 4.7`),
  { Month: { roles: ['time', 'dimension', 'text'], types: ['text', 'date'] } },
)

const loan = table(`
  No. | Due | Opening balance | Payment | Interest | Principal | Closing balance
  rank | @y-m-d | dec. | dec. | dec. | dec. | dec.
  1 | 2024-01-31 | 5000 | 860.66 | 45.83 | 814.83 | 4185.17
  2 | 2024-02-29 | 4185.17 | 860.66 | 38.36 | 822.3 | 3362.87
  3 | 2024-03-31 | 3362.87 | 860.66 | 30.83 | 829.83 | 2533.04
  4 | 2024-04-30 | 2533.04 | 860.66 | 23.22 | 837.44 | 1695.6
  5 | 2024-05-31 | 1695.6 | 860.66 | 15.54 | 845.12 | 850.48
  6 | 2024-06-30 | 850.48 | 858.28 | 7.8 | 850.48 | 0`)

const count = tuned(
  table(`
  Bin | Item | Book qty | Counted | Diff | Diff % ~ Diff pct ~ Diff % 2 ~ Diff 2 ~ Diff 1 | Counted by
  code | text | int | int | int | pct. | text
  A-01 | Hex bolt M8 | 1200 | 1188 | -12 | -1 | kv
  A-02 | Hex nut M8 | 950 | 950 | 0 | 0 | kv
  A-03 | Washer 8.4 | 0 | 40 | 40 | | kv
  B-11 | Cable tie 200 | 4000 | | | | 
  B-12 | Grease, 400 g | 36 | 34 | -2 | -5.6 | ml
  C-02 | Bearing 6204 | 18 | 19 | 1 | 5.6 | ml
  C-07 | V-belt A42 | 7 | 7 | 0 | 0 | ml
  D-01 | Pallet, EUR | 61 | 58 | -3 | -4.9 | ml`),
  { Item: ANY },
)

const beds = table(`
  Ward | Open beds | 2024-03-04 Occupied ~ 04/03/2024 Occupied | 2024-03-04 Discharged ~ 04/03/2024 Discharged | 2024-03-05 Occupied ~ 05/03/2024 Occupied | 2024-03-05 Discharged ~ 05/03/2024 Discharged | 2024-03-06 Occupied ~ 06/03/2024 Occupied | 2024-03-06 Discharged ~ 06/03/2024 Discharged
  text | int | int | int | int | int | int | int
  Cardiology | 28 | 26 | 3 | 27 | 2 | 28 | 5
  Intensive care | 12 | 11 | 1 | 11 | 0 | 12 | 2
  Maternity | 20 | 14 | 6 | 15 | 4 | 13 | 7
  Orthopaedics | 32 | 30 | 2 | 29 | 8 | 27 | 3
  Paediatrics | 18 | 9 | 4 | 10 | 1 | 12 | 0
  Stroke unit | 10 | 10 | 0 | 10 | 1 | 9 | 1
  Surgery | 40 | 37 | 9 | 33 | 5 | 36 | 6`).map((one) => ({
  ...one,
  names: one.names.flatMap((name) => {
    const [date, what] = name.split(' ')
    return /^2024/.test(date!) ? [name, `${date} 00:00:00 ${what}`, `${serial(date!)} ${what}`] : [name]
  }),
}))

/** Workbooks of offices, clubs, schools and workshops. */
export const SHEETS: Case[] = [
  xlsx(
    'bill: lines between the address and what is to pay',
    [invoice],
    [
      {
        name: 'Rechnung',
        rows: [
          ['Zimmerei Holz & Söhne', null, null, null, null, 'Rechnung Nr.', 'R-2024-0117'],
          [
            'Sägeweg 4, 83022 Rosenheim',
            null,
            null,
            null,
            null,
            'Datum',
            { number: serial('2024-03-18'), style: 'day' },
          ],
          [],
          ['Familie Obermaier'],
          ['Seestr. 12'],
          ['83209 Prien'],
          [],
          ['Für unsere Arbeiten erlauben wir uns zu berechnen:'],
          namesOf(invoice),
          ...body(invoice, { Einzelpreis: styled('euros'), Gesamt: styled('euros') }),
          [],
          [null, null, null, null, null, 'Netto', { number: total(invoice, 'Gesamt'), style: 'euros' }],
          [
            null,
            null,
            null,
            null,
            null,
            'MwSt 19 %',
            { number: Number((total(invoice, 'Gesamt') * 0.19).toFixed(2)), style: 'euros' },
          ],
          [
            null,
            null,
            null,
            null,
            null,
            'Brutto',
            { number: Number((total(invoice, 'Gesamt') * 1.19).toFixed(2)), style: 'euros' },
          ],
          [],
          ['Zahlbar binnen 14 Tagen ohne Abzug.'],
        ],
        merged: ['A8:G8'],
      },
    ],
  ),
  xlsx(
    'project plan: tasks with crosses for weeks',
    [plan],
    [
      {
        name: 'Plan',
        rows: [
          ['Website relaunch'],
          ['Status 15 March 2024', null, null, null, null, null, 'March'],
          namesOf(plan),
          ...body(plan, {
            Done: (value) => (value === null ? null : { number: Number(value) / 100, style: 'percent' }),
          }),
        ],
        merged: ['A1:J1', 'G2:J2'],
      },
    ],
  ),
  xlsx(
    'crosstab: regions over years with sums on two sides',
    [{ columns: cross.slice(0, 5), spare: /total/i }],
    [
      {
        name: 'Sales by region',
        rows: [
          ['Sales, thousand units'],
          ['Product line', 'North', null, 'South', null, 'Total', null],
          [null, 2022, 2023, 2022, 2023, 2022, 2023],
          ...body(cross),
          [
            'Total',
            ...namesOf(cross)
              .slice(1)
              .map((name) => total(cross, name)),
          ],
          ['Source: warehouse system'],
        ],
        merged: ['A1:G1', 'A2:A3', 'B2:C2', 'D2:E2', 'F2:G2'],
      },
    ],
  ),
  xlsx(
    'club budget: sections with sums and shares',
    [budget],
    [
      {
        name: '2024',
        rows: [
          ['Village Hall Trust'],
          ['Budget v actual, year to 31 March 2024'],
          [],
          namesOf(budget).slice(1),
          ...grouping(
            budget,
            (group) => [group],
            (group, rows) => [
              [
                `Total ${group.toLowerCase()}`,
                null,
                ...[3, 4, 5].map((at): Cell => ({ number: add(rows, at), style: 'ledger' })),
              ],
              [],
            ],
            {
              Budget: styled('ledger'),
              Actual: styled('ledger'),
              Variance: styled('ledger'),
              'Var %': (value) => ({ number: Number(value) / 100, style: 'share' }),
            },
          ),
          ['Surplus / (deficit)', null, { number: 11400, style: 'ledger' }, { number: 10832.7, style: 'ledger' }],
        ],
      },
    ],
  ),
  xlsx(
    'housing: marks of footnotes and their text below',
    [{ columns: regions, spare: BESIDE }],
    [
      {
        name: 'Table 7a',
        rows: [
          ['Table 7a: Households by tenure and local authority, 2023 [note 1]'],
          ['This worksheet contains one table. Some cells are suppressed.'],
          namesOf(regions),
          ...valuesOf(regions).map((values, row) =>
            values.map((value, at): Cell => {
              if (value === null) return at === 5 ? '[x]' : '[c]'
              return at === 0 ? regions[0]!.written[row]! : value
            }),
          ),
          [],
          ['[note 1] Figures are rounded.'],
          ['[note 2] Boundaries changed in April 2023.'],
          ['[note 3] Estimated from the 2021 survey.'],
          ['[c] = confidential'],
          ['[x] = not available'],
          ['Contact: statistics@example.gov'],
        ],
      },
    ],
  ),
  xlsx(
    'household: money in beside money out',
    [income, spending],
    [
      {
        name: 'March',
        rows: [
          ['Income', null, null, null, 'Spending'],
          [...namesOf(income), null, ...namesOf(spending)],
          ...body(spending).map((row, at) => [...(body(income)[at] ?? [null, null, null]), null, ...row]),
          [null, 'Total', total(income, 'Amount'), null, null, 'Total', null, total(spending, 'Paid')],
        ],
        merged: ['A1:C1', 'E1:H1'],
      },
    ],
  ),
  xlsx(
    'study: a cover, the data and what the codes mean',
    [visits, codes],
    [
      {
        name: 'README',
        rows: [['BREATHE study, wave 2'], ['Contact', 'data@example.edu'], ['Version', '2.3 of 1 March 2024']],
      },
      { name: 'data', rows: cells(visits) },
      { name: 'codebook', rows: cells(codes) },
    ],
  ),
  xlsx(
    'month of work: times of day, breaks and weekends',
    [month],
    [
      {
        name: 'Mar 24',
        rows: [
          ['Name', 'B. Rossi', null, 'Month', { number: serial('2024-03-01'), style: 'month' }],
          [],
          namesOf(month),
          ...body(month, { In: clock, Out: clock, Break: clock, Hours: long }),
          ['Total', null, null, null, null, long('37:30:00')],
          ['Approved by:'],
        ],
      },
    ],
  ),
  xlsx(
    'lessons: a week whose double hours are merged',
    [lessons],
    [
      {
        name: '7b',
        rows: [
          ['Timetable class 7b, room 114'],
          namesOf(lessons),
          ...body(lessons).map((row, at, all) =>
            row.map((cell, to) =>
              to > 1 && at > 0 && cell === all[at - 1]![to] && (at % 2 === 1 || to === 5) ? null : cell,
            ),
          ),
        ],
        merged: ['A1:G1', 'C3:C4', 'C5:C6', 'D3:D4', 'E3:E4', 'E5:E6', 'F4:F5', 'F6:F7', 'G3:G4'],
      },
    ],
  ),
  xlsx(
    'outdoor stock: ranges merged down and codes as text',
    [stock],
    [
      {
        name: 'Sheet1',
        rows: [
          [null, ...namesOf(stock)],
          ...body(stock).map((row, at) => [null, [0, 3, 5].includes(at) ? row[0]! : null, ...row.slice(1)]),
        ],
        merged: ['B2:B4', 'B5:B6', 'B7:B10'],
      },
    ],
  ),
  xlsx(
    'league: results of home against away',
    [results],
    [
      {
        name: 'Results',
        rows: [
          ['District League 2023/24'],
          ['Home \\ Away', ...namesOf(results).slice(1)],
          ...TEAMS.map((_, at) => results.map(({ written }): Cell => written[at] || null)),
        ],
        merged: ['A1:I1'],
      },
    ],
  ),
  xlsx(
    'plate reader: two plates below each other',
    [first, second],
    [
      {
        name: 'Result sheet',
        rows: [
          ['User:', 'LAB-2'],
          ['Date:', { number: serial('2024-03-12'), style: 'date' }],
          ['Plate:', 1],
          ['Wavelength:', 450, 'nm'],
          [],
          ...wells(first),
          [],
          [],
          ['Plate:', 2],
          ['Wavelength:', 450, 'nm'],
          [],
          ...wells(second),
          [],
          ['Temperature', '23.4 °C'],
        ],
      },
    ],
  ),
  xlsx(
    'members: addresses of several lines in a cell',
    [members],
    [
      {
        name: 'Mitglieder',
        rows: cells(members, { as: { 'Mitglied-Nr.': styled('zeros'), SEPA: (value) => (value ? 'ja' : 'nein') } }),
      },
    ],
  ),
  xlsx(
    'labour: a year told once and figures revised',
    [{ columns: jobless, spare: BESIDE }],
    [
      {
        name: 'T1',
        rows: [
          ['Labour market, seasonally unadjusted (thousands)'],
          [],
          [...namesOf(jobless), null],
          ...body(jobless).map((row, at) => [
            [0, 4].includes(at) ? row[0]! : null,
            ...row.slice(1),
            ['', 'r', '', '', 'r', '', 'p', 'p'][at] || null,
          ]),
          [],
          ['r revised   p provisional'],
          ['Updated', { number: serial('2024-05-14'), style: 'date' }],
        ],
      },
    ],
  ),
  xlsx(
    'loan: what was agreed above each payment',
    [loan],
    [
      {
        name: 'Schedule',
        rows: [
          ['Loan amount', { number: 5000, style: 'ledger' }],
          ['Annual rate', { number: 0.11, style: 'percent' }],
          ['Months', 6],
          ['First payment', { number: serial('2024-01-31'), style: 'date' }],
          [],
          namesOf(loan),
          ...body(loan).map((row, at) =>
            row.map((cell, to): Cell => {
              if (to === 6) return { formula: `C${at + 7}-F${at + 7}`, text: Number(cell) }
              return to > 1 && typeof cell === 'number' ? { number: cell, style: 'ledger' } : cell
            }),
          ),
          [null, 'Total', null, total(loan, 'Payment'), total(loan, 'Interest'), total(loan, 'Principal')],
        ],
      },
    ],
  ),
  xlsx(
    'stock-taking: figures as text and errors of formulas',
    [count],
    [
      {
        name: 'Count 2024-03',
        rows: [
          [...namesOf(count)],
          ...valuesOf(count).map(([bin, item, book, counted, diff, share, by], at): Cell[] => [
            bin!,
            item!,
            at % 3 === 1 ? String(book) : book!,
            counted!,
            counted === null ? { error: '#N/A' } : { formula: `D${at + 2}-C${at + 2}`, text: Number(diff) },
            share === null
              ? { error: counted === null ? '#N/A' : '#DIV/0!' }
              : { number: Number(share) / 100, style: 'share' },
            by!,
          ]),
        ],
        comments: { B4: 'found behind the rack' },
      },
    ],
  ),
  xlsx(
    'bed count: days over what happened to the beds',
    [beds],
    [
      {
        name: 'Week 10',
        rows: [
          ['Bed occupancy'],
          [
            'Ward',
            'Open beds',
            ...['2024-03-04', '2024-03-05', '2024-03-06'].flatMap((date): Cell[] => [
              { number: serial(date), style: 'date' },
              null,
            ]),
          ],
          [null, null, ...Array.from({ length: 3 }, () => ['Occupied', 'Discharged']).flat()],
          ...body(beds),
          ['Hospital', ...beds.slice(1).map(({ names }) => total(beds, names[0]!))],
        ],
        merged: ['A2:A3', 'B2:B3', 'C2:D2', 'E2:F2', 'G2:H2'],
      },
    ],
  ),
]
