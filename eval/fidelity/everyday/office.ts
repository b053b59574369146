import type { Case } from '../case.ts'
import { encoded } from '../columns.ts'
import { namesOf, rowsOf, tuned } from '../exported/file.ts'
import { table } from '../latest/table.ts'
import { utf16, windows1252 } from '../write.ts'
import { BESIDE, file, GROUP, grouped, join, LEVEL, linesOf, once, TICK } from './file.ts'

const semicolon = join(';')
const comma = join()
const tab = join('\t')
const total = (rows: string[][], at: number) => rows.reduce((sum, row) => sum + Number(row[at]!.replaceAll(',', '')), 0)

const lakhs = table(
  `
  Txn Date | Value Date | Description | Ref No. | Debit | Credit | Balance
  @d/m/y | @d/m/y | text | code | dec. | dec. | dec.
  02/04/2024 | 02/04/2024 | NEFT CR ANAND TRADERS | 000412345678 | - | 1,25,000.00 | 6,40,210.55
  03/04/2024 | 03/04/2024 | CHQ PAID 004417 | 004417 | 48,500.00 | - | 5,91,710.55
  05/04/2024 | 05/04/2024 | UPI/RAJU STORES | 409512000871 | 1,249.00 | - | 5,90,461.55
  08/04/2024 | 09/04/2024 | GST PAYMENT | 000098110023 | 1,02,336.00 | - | 4,88,125.55
  12/04/2024 | 12/04/2024 | RTGS CR METRO INFRA | 000500017766 | - | 12,75,000.00 | 17,63,125.55
  15/04/2024 | 15/04/2024 | SALARY APR | 000000311204 | 3,18,400.00 | - | 14,44,725.55
  22/04/2024 | 22/04/2024 | UPI/TEA, SNACKS | 411300450012 | 860.50 | - | 14,43,865.05
  30/04/2024 | 30/04/2024 | INT. CREDIT | 000000000117 | - | 3,112.00 | 14,46,977.05
  30/04/2024 | 30/04/2024 | SMS CHARGES | 000000000118 | 17.70 | - | 14,46,959.35`,
  /^-$/,
)

const ledger = table(`
  ${GROUP} ~ Account | Date | Entry | Memo | Debit | Credit | Balance
  text | @y-m-d | code | text | dec. | dec. | dec.
  1010 Cash at bank | 2024-01-04 | J-0101 | Membership fees | 1,240.00 | | 9,640.00
  1010 Cash at bank | 2024-01-12 | J-0107 | Hall rent | | 480.00 | 9,160.00
  1010 Cash at bank | 2024-01-29 | J-0122 | Grant, city | 3,000.00 | | 12,160.00
  4000 Fees | 2024-01-04 | J-0101 | Membership fees | | 1,240.00 | -1,240.00
  4000 Fees | 2024-01-19 | J-0115 | Late fees | | 35.00 | -1,275.00
  6100 Rent | 2024-01-12 | J-0107 | Hall rent | 480.00 | | 480.00
  6100 Rent | 2024-01-31 | J-0130 | Store room | 95.50 | | 575.50
  6100 Rent | 2024-01-31 | J-0131 | Correction | | 15.50 | 560.00
  7200 Printing | 2024-01-22 | J-0118 | Flyers "spring" | 212.40 | | 212.40`)

const sales = table(`
  ${GROUP} | PLU | Item | Qty | Gross | Share ~ % of dept | Void
  text | code | text | int | dec. | pct. | int
  Hot drinks | 0101 | Espresso | 184 | 460.00 | 28.8% | 2
  Hot drinks | 0102 | Cappuccino | 240 | 840.00 | 52.5% | 1
  Hot drinks | 0105 | Tea, pot | 75 | 300.00 | 18.8% | 0
  Bakery | 0201 | Croissant | 122 | 341.60 | 51.3% | 0
  Bakery | 0202 | Scone | 64 | 192.00 | 28.8% | 3
  Bakery | 0210 | Cake slice | 31 | 132.80 | 19.9% | 0
  Cold | 0301 | Cola 0.33 | 58 | 162.40 | 41.2% | 0
  Cold | 0302 | Water | 93 | 186.00 | 47.1% | 1
  Cold | 0309 | Iced tea | 14 | 46.20 | 11.7% | 0`)

const logger = tuned(
  table(
    `
  Time | Inlet °C ~ Inlet | Outlet °C ~ Outlet | Flow l/min ~ Flow | Pump | Valve %  ~ Valve
  @y-m-d h:i:s | dec. | dec. | dec. | yes on | int
  2024-03-05 10:00:00 | 18.42 | 24.91 | 3.10 | on | 40
  2024-03-05 10:05:00 | 18.44 | 25.03 | 3.12 | on | 40
  2024-03-05 10:10:00 | . | 25.11 | 3.11 | on | 45
  2024-03-05 10:15:00 | 18.51 | 25.02 | 3.35 | on | 45
  2024-03-05 10:20:00 | 18.50 | . | . | off | 0
  2024-03-05 10:25:00 | 18.47 | 23.68 | 0.00 | off | 0
  2024-03-05 10:30:00 | 18.41 | 22.07 | 0.00 | off | 0
  2024-03-05 10:35:00 | 18.43 | 21.15 | 1.52 | on | 20
  2024-03-05 10:40:00 | . | . | . | on | 20
  2024-03-05 10:45:00 | 18.46 | 22.80 | 2.98 | on | 40`,
    /^\.$/,
  ),
  { Pump: { roles: ['flag', 'dimension', 'text'] } },
)

const survey = tuned(
  table(`
  ID | Submitted | Which days suit you? Mon ~ Mon | Which days suit you? Wed ~ Wed | Which days suit you? Sat ~ Sat | Satisfaction (1-5) Food ~ Food | Satisfaction (1-5) Staff ~ Staff | Age group | Comment
  no | @d.m.y h:i | yes X | yes X | yes X | int | int | text | text
  1 | 04.03.2024 09:12 | X | | X | 4 | 5 | 25-34 |
  2 | 04.03.2024 09:40 | | X | | 3 | 4 | 35-44 | More vegetables please
  3 | 04.03.2024 11:05 | X | X | | 5 | 5 | 18-24 |
  4 | 05.03.2024 08:01 | | | X | 2 | 4 | 65+ | Too loud; "no quiet corner"
  5 | 05.03.2024 08:33 | | X | X | 4 | | 35-44 |
  6 | 05.03.2024 12:17 | X | | | | 3 | 45-54 | Queue!
  7 | 06.03.2024 10:10 | X | X | X | 5 | 5 | 25-34 |
  8 | 06.03.2024 15:48 | | | | 1 | 2 | 55-64 | Never again
  9 | 07.03.2024 07:59 | | X | | 4 | 4 | 18-24 |
  10 | 16.03.2024 19:20 | X | | X | 3 | 4 | 45-54 |`),
  {
    'Which days suit you? Mon': TICK,
    'Which days suit you? Wed': TICK,
    'Which days suit you? Sat': TICK,
    'Satisfaction (1-5) Food': LEVEL,
    'Satisfaction (1-5) Staff': LEVEL,
  },
)

const people = table(
  `
  Gemeinde | Einwohner 31.12.2021 ~ 31.12.2021 | Einwohner 31.12.2022 ~ 31.12.2022 | Einwohner 31.12.2023 ~ 31.12.2023 | Veränderung in % ~ Veränderung
  text | int | int | int | dec,
  Aldorf | 12 345 | 12 410 | 12 502 | 0,7
  Bergen | 3 870 | 3 851 | 3 846 | -0,1
  Cellau | 980 | 975 | – | –
  Dornbek | 45 118¹⁾ | 45 903 | 46 277 | 0,8
  Eschen | 7 702 | 7 699 | 7 745 | 0,6
  Feldau | 1 204 | 1 187 | 1 166²⁾ | -1,8
  Grünau | 22 640 | 22 815 | 23 020 | 0,9
  Hainstedt | 5 031 | 5 044 | 5 039 | -0,1`,
  /^–$/,
)
const footnote = people.map((one) => ({
  ...one,
  // Small figures are marks, no digits.
  values: one.values.map((value, row) =>
    /[¹²]/.test(one.written[row]!) ? Number(one.written[row]!.replace(/\D/g, '')) : value,
  ),
}))

const outline = table(`
  ${GROUP} | Posten ~ Position | Plan 2024 | Ist 2023 | Abw. %  ~ Abw.
  text | text | dec, | dec, | pct,
  Erträge | Steuern | 4.120,5 | 3.998,1 | 3,1 %
  Erträge | Zuweisungen | 2.310,0 | 2.405,7 | -4,0 %
  Erträge | Gebühren | 890,4 | 861,2 | 3,4 %
  Aufwendungen | Personal | -3.480,0 | -3.295,5 | 5,6 %
  Aufwendungen | Sachmittel | -1.705,2 | -1.688,9 | 1,0 %
  Aufwendungen | Transfers | -1.990,0 | -1.950,0 | 2,1 %
  Finanzergebnis | Zinserträge | 14,5 | 9,8 | 48,0 %
  Finanzergebnis | Zinsaufwand | -61,2 | -55,0 | 11,3 %`)
const german = (value: number) => value.toLocaleString('de-DE', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const sumOf = (rows: string[][], at: number) =>
  german(rows.reduce((sum, row) => sum + Number(row[at]!.replaceAll('.', '').replace(',', '.')), 0))

const lab = tuned(
  table(
    `
  Sample | Parameter | Result | Unit | Ref. range | Flag | Done
  code | text | dec. | text | text | text | @d.m.y h:i
  24-0117-01 | Haemoglobin | 13.9 | g/dl | 12.0-15.5 | | 17.01.2024 09:41
  24-0117-01 | Leucocytes | 11.2* | G/l | 4.0-10.0 | H | 17.01.2024 09:41
  24-0117-01 | Platelets | 250 | G/l | 150-400 | | 17.01.2024 09:41
  24-0117-01 | CRP | 24.6* | mg/l | <5 | H | 17.01.2024 10:15
  24-0117-01 | Potassium | n/d | mmol/l | 3.5-5.1 | | 17.01.2024 10:15
  24-0117-02 | Haemoglobin | 10.1* | g/dl | 12.0-15.5 | L | 17.01.2024 09:58
  24-0117-02 | Leucocytes | 6.4 | G/l | 4.0-10.0 | | 17.01.2024 09:58
  24-0117-02 | Platelets | 131* | G/l | 150-400 | L | 17.01.2024 09:58
  24-0117-02 | CRP | 1.3 | mg/l | <5 | | 17.01.2024 10:22
  24-0117-02 | Potassium | 4.4 | mmol/l | 3.5-5.1 | | 17.01.2024 10:22`,
    /^n\/d$/,
  ),
  { Sample: { types: ['text'] }, Flag: { roles: ['dimension', 'text', 'flag', 'code'] } },
)

const rates = tuned(
  table(`
  Currency | Code | Units | Buy | Sell | Change
  text | code | int | dec. | dec. | pct.
  US dollar | USD | 1 | 22.815 | 23.415 | +0.42%
  Euro | EUR | 1 | 24.900 | 25.480 | -0.11%
  Pound sterling | GBP | 1 | 29.102 | 29.871 | +0.07%
  Swiss franc | CHF | 1 | 25.760 | 26.404 | 0.00%
  Forint | HUF | 100 | 6.301 | 6.512 | -0.58%
  Yen | JPY | 100 | 15.044 | 15.498 | +1.20%
  Zloty | PLN | 1 | 5.744 | 5.921 | +0.03%
  Lira | TRY | 100 | 70.15 | 75.85 | -2.37%`),
  { Units: LEVEL },
)

const meters = table(`
  Zähler-Nr. | Ort | Ablesung | Stand kWh | Verbrauch | Art
  code | text | @d.m.y | dec, | dec, | code
  00034518 | Keller li. | 02.01.2024 | 18.204,5 | 311,2 | 01
  00034519 | Keller re. | 2.1.2024 | 9.870,0 | 120,8 | 01
  00081002 | 1. OG | 03.01.24 | 44.015,7 | 402,9 | 02
  00081003 | 2. OG | 03.01.24 | 51.300,2 | 377,4 | 02
  00081004 | 3. OG | 3.1.2024 | 38.117,9 | 298,1 | 01
  00090011 | Dach PV | 04.01.2024 | 102.450,0 | -812,6 | 09
  00090012 | Lift | 04.01.24 | 7.019,3 | 44,7 | 01
  00102230 | Laden | 05.01.2024 | 66.741,8 | 1.240,3 | 03
  00102231 | Lager | 5.1.2024 | 12.008,4 | 96,5 | 03`).map((one) =>
  one.names[0] === 'Ablesung'
    ? {
        ...one,
        values: one.written.map((text) => {
          const [day, month] = text.split('.')
          return `2024-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`
        }),
      }
    : one,
)

const access = table(
  `
  timestamp | door | badge | person | result | delay_ms
  @y-m-d h:i:s | code | code | text | text | int
  2024-05-02 06:58:11 | D-01 | 000417 | K. Moreau | granted | 212
  2024-05-02 07:01:45 | D-01 | 000420 | S. Dietz | granted | 198
  2024-05-02 07:02:02 | D-03 | 001033 | - | denied | 95
  2024-05-02 07:02:10 | D-03 | 001033 | - | denied | 97
  2024-05-02 07:44:36 | D-02 | 000388 | T. Nagy | granted | 240
  2024-05-02 12:00:01 | D-01 | 000417 | K. Moreau | granted | 201
  2024-05-02 12:47:53 | D-04 | 000771 | L. Abadi | granted | 388
  2024-05-02 18:05:20 | D-02 | 000388 | T. Nagy | granted | 233`,
  /^-$/,
)
const log = rowsOf(access).map(comma)

const stock = table(
  `
  Art.-Nr. | Bezeichnung | ME | Bestand | Mindest | EK | VK
  code | text | text | int | int | dec, | dec,
  0004711 | Schraube 4x40 | St | 4.200 | 1.000 | 0,02 € | 0,05 €
  0004712 | Schraube 5x60 | St | 860 | 1.000 | 0,04 € | 0,09 €
  0005003 | Leim, 1 kg | Fl | 35 | 12 | 6,40 € | 11,90 €
  0005010 | Schleifpapier | Bg | 1.340 | 200 | 0,18 € | 0,45 €
  0007750 | Scharnier | Pr | 212 | 50 | 3,15 € | 7,20 €
  0007751 | Griff | St | k. A. | 40 | 2,05 € | 4,90 €
  0009001 | Platte 19 mm | m² | 96 | 30 | 14,80 € | 27,50 €
  0009008 | Kante | m | 1.075 | 500 | 0,62 € | k. A.`,
  /^k\. A\.$/,
)

const courses = table(`
  Course | Title | Spring 2024 Enrolled | Spring 2024 Passed | Spring 2024 Mean | Autumn 2024 Enrolled | Autumn 2024 Passed | Autumn 2024 Mean
  code | text | int | int | dec. | int | int | dec.
  BIO101 | Cells | 118 | 97 | 6.8 | 131 | 110 | 6.9
  BIO210 | Genetics | 64 | 51 | 6.4 | 58 | 49 | 6.7
  CHE100 | Chemistry I | 142 | 101 | 5.9 | 150 | 112 | 6.1
  CHE220 | Lab methods | 37 | 35 | 7.6 | 41 | 38 | 7.5
  MAT105 | Statistics | 166 | 120 | 6.0 | 159 | 128 | 6.2
  MAT300 | Time series | 21 | 18 | 7.1 | 19 | 17 | 7.3
  PHY110 | Mechanics | 88 | 60 | 5.7 | 93 | 71 | 5.9`)

/** What offices, banks, tills, laboratories and devices put out. */
export const OFFICE: Case[] = [
  file(
    'banks: an Indian statement between two balances',
    'csv',
    [lakhs],
    [
      'SAHYADRI CO-OP BANK LTD,,,,,,',
      'Statement of account,,,,,,',
      'Account No :,="00120034567",,Branch :,PUNE CAMP,,',
      'Period :,01/04/2024 to 30/04/2024,,Currency :,INR,,',
      ',,,,,,',
      comma(namesOf(lakhs)),
      ',,OPENING BALANCE,,,,"5,15,210.55"',
      ...rowsOf(lakhs).map(comma),
      ',,CLOSING BALANCE,,"4,71,363.20","14,03,112.00","14,46,959.35"',
      ',,,,,,',
      '*** This is a computer generated statement ***,,,,,,',
    ],
  ),
  file(
    'bookkeeping: a general ledger by account',
    'csv',
    [ledger],
    [
      'General ledger,,,,,',
      'Tennis club,January 2024,,,,',
      '',
      namesOf(ledger).slice(1).join(','),
      ...grouped(
        ledger,
        comma,
        (account) => [`${account},,,,,`],
        (account, rows) => [`Total ${account},,,${total(rows, 4).toFixed(2)},${total(rows, 5).toFixed(2)},`, ',,,,,'],
      ),
      'Grand total,,,4927.90,1770.50,',
    ],
  ),
  file(
    'tills: items sold by department',
    'csv',
    [sales],
    [
      'CORNER CAFE,,,,,',
      'PLU REPORT,Z 000512,,,,',
      'From:,06/05/2024 06:00,To:,12/05/2024 19:00,,',
      '------,------,------,------,------,------',
      namesOf(sales).slice(1).join(','),
      ...grouped(
        sales,
        comma,
        (group) => [`${group},,,,,`],
        (_, rows) => [`,SUBTOTAL,${total(rows, 3)},${total(rows, 4).toFixed(2)},100.0%,`],
      ),
      ',TOTAL,881,2661.00,,7',
      '------,------,------,------,------,------',
      'Operator: 04,,,,,',
    ],
  ),
  file(
    'sensors: a loop of water below its comments',
    'txt',
    [logger],
    [
      '# Logger: FLOWBOX 3  SN 000871',
      '# Firmware: 2.14',
      '# Interval: 300 s',
      '# Columns: 6',
      '#',
      tab(['Time', 'Inlet', 'Outlet', 'Flow', 'Pump', 'Valve']),
      tab(['', '°C', '°C', 'l/min', '', '%']),
      ...rowsOf(logger).slice(0, 5).map(tab),
      '# power failure, restarted',
      ...rowsOf(logger).slice(5).map(tab),
      '# end',
    ],
  ),
  file(
    'surveys: ticks and marks below their questions',
    'tsv',
    [survey],
    [
      tab(['ID', 'Submitted', 'Which days suit you?', '', '', 'Satisfaction (1-5)', '', 'Age group', 'Comment']),
      tab(['', '', 'Mon', 'Wed', 'Sat', 'Food', 'Staff', '', '']),
      ...rowsOf(survey).map(tab),
    ],
    (content) => utf16(content),
    '\r\n',
  ),
  file(
    'municipalities: people of towns with footnotes on figures',
    'csv',
    [footnote],
    [
      'Tabelle 3: Bevölkerung am Jahresende;;;;',
      'Gemeinde;Einwohner;;;Veränderung',
      ';31.12.2021;31.12.2022;31.12.2023;in %',
      ...rowsOf(people).map(semicolon),
      'Kreis zusammen;98 890;99 884;99 595;.',
      '____;;;;',
      '1) nach Korrektur;;;;',
      '2) vorläufig;;;;',
      '– = noch nicht gemeldet;;;;',
    ],
  ),
  file(
    'municipalities: a budget indented below its headings',
    'csv',
    [outline],
    [
      'Stadt Erlbach;;;',
      'Ergebnisplan (in 1.000 EUR);;;',
      'Posten;Plan 2024;Ist 2023;Abw. %',
      ...grouped(
        outline,
        (fields) => `    ${semicolon(fields)}`,
        (group, rows) => [`${group};${sumOf(rows, 2)};${sumOf(rows, 3)};`],
      ),
      `Jahresergebnis;${sumOf(rowsOf(outline), 2)};${sumOf(rowsOf(outline), 3)};`,
    ],
    windows1252,
    '\r\n',
  ),
  file(
    'laboratories: results with stars and a legend',
    'csv',
    [lab],
    [
      'LABORATORY REPORT;;;;;;',
      'Sender:;Ward 4;;Received:;17.01.2024 08:55;;',
      'Material:;EDTA / serum;;;;;',
      ';;;;;;',
      semicolon(namesOf(lab)),
      ...once(rowsOf(lab)).map(semicolon),
      ';;;;;;',
      '* outside of the reference range;;;;;;',
      'n/d not determined, haemolytic;;;;;;',
      'Validated: Dr. X. Ample;;;;;;',
    ],
  ),
  file(
    'banks: rates of exchange with notes beside',
    'csv',
    [{ columns: rates, spare: BESIDE }],
    [
      'Exchange desk,,,,,,,',
      'Valid from,15/04/2024 08:00,,,,,,',
      ',,,,,,,',
      ...linesOf(rates).map(
        (line, at) => `${line},,${['', 'Cash only', 'Rates in CZK', '', '"No coins, please"'][at] ?? ''}`,
      ),
    ],
  ),
  file(
    'meters: readings with days in several forms',
    'csv',
    [meters],
    ['Hausverwaltung Nord;;;;;', 'Objekt:;Lindenweg 8;;;;', '', ...linesOf(meters, ';'), 'Summe;;;;2.079,3;'],
    encoded('macintosh'),
    '\r',
  ),
  file(
    'logs: doors with comments between the lines',
    'log',
    [access],
    [
      '// door controller export v5',
      '// site=HQ;tz=UTC',
      comma(namesOf(access)),
      ...log.slice(0, 4),
      '// clock synchronised',
      ...log.slice(4, 6),
      '// clock synchronised',
      ...log.slice(6),
      '// 8 records',
    ],
  ),
  file(
    'stores: stock with an empty column in the middle',
    'csv',
    [stock],
    [
      'Lagerliste;;;;;;;',
      ';;;;;;;',
      ...[namesOf(stock), ...rowsOf(stock)].map((fields) => semicolon([...fields.slice(0, 3), '', ...fields.slice(3)])),
      ';;;;;;;',
      'k. A. = keine Angabe;;;;;;;',
    ],
    encoded('windows-1252'),
  ),
  file(
    'universities: courses below terms and figures',
    'csv',
    [courses],
    [
      '"Results, Faculty of Science",,,,,,,',
      ',,Spring 2024,,,Autumn 2024,,',
      'Course,Title,Enrolled,Passed,Mean,Enrolled,Passed,Mean',
      ...rowsOf(courses).map(comma),
      'All,,636,482,,651,525,',
      'Source: examination office',
    ],
  ),
]
