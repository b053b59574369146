import type { Case } from '../case.ts'
import { file, GROUP, grouped } from '../everyday/file.ts'
import { fixed, rowsOf } from '../exported/file.ts'
import { unnamed } from '../fresh/file.ts'
import { ANY, meant } from '../later/file.ts'
import { table } from '../latest/table.ts'

const stock = table(`
  Part No | Description | Bin | Qty | Unit Cost | Value
  code | text | code | int | dec. | dec.
  10-4471 | HEX BOLT M8 X 40 | A01 | 120 | 0.14 | 16.80
  10-4472 | HEX BOLT M8 X 60 | A01 | 95 | 0.19 | 18.05
  10-5010 | WASHER M8 ZINC | A02 | 1,400 | 0.03 | 42.00
  22-0003 | BEARING 6204-2RS | C11 | 18 | 4.85 | 87.30
  22-0007 | BEARING 6305-ZZ | C11 | 6 | 7.10 | 42.60
  31-1190 | V-BELT A48 | D03 | 11 | 6.25 | 68.75
  31-1191 | V-BELT A52 | D03 | 2 | 6.75 | 13.50
  40-0220 | GREASE EP2 400G | F01 | 48 | 3.40 | 163.20`)

const branches = table(`
  ${GROUP} ~ Region | Branch | Manager | Orders | Revenue
  text | text | text | int | dec.
  North | Leeds | Alice Hart | 210 | 18,440.20
  North | York | Ben Shaw | 96 | 7,120.00
  North | Hull | Cara Moss | 71 | 5,018.75
  South | Bath | Dev Anand | 133 | 11,920.40
  South | Hove | Eve Lowe | 88 | 9,004.10
  West | Truro | Finn Gray | 45 | 3,310.05
  West | Exeter | Gia Brand | 102 | 8,777.65`)

const POLISH = ['stycznia', 'lutego', 'marca', 'kwietnia', 'maja', 'czerwca']
const invoices = meant(
  table(`
  Nr faktury | Data wystawienia | Kontrahent | Netto | VAT | Brutto
  code | text | text | dec, | dec, | dec,
  FV/001/24 | 3 stycznia 2024 | Młyn Górny sp. z o.o. | 1 200,00 zł | 276,00 zł | 1 476,00 zł
  FV/002/24 | 18 stycznia 2024 | Żabka Dolna | 340,50 zł | 78,32 zł | 418,82 zł
  FV/003/24 | 5 lutego 2024 | Piekarnia "Okruszek" | 89,90 zł | 20,68 zł | 110,58 zł
  FV/004/24 | 29 lutego 2024 | Śledź i Syn | 2 415,00 zł | 555,45 zł | 2 970,45 zł
  FV/005/24 | 14 marca 2024 | Młyn Górny sp. z o.o. | 600,00 zł | 138,00 zł | 738,00 zł
  FV/006/24 | 2 kwietnia 2024 | Łąka S.A. | 12 050,00 zł | 2 771,50 zł | 14 821,50 zł`),
  {
    'Data wystawienia': [
      'date',
      (text) => {
        const [date, month, year] = text.split(' ')
        return `${year}-0${POLISH.indexOf(month!) + 1}-${date!.padStart(2, '0')}`
      },
    ],
    Kontrahent: ['text', (text) => text, ANY],
  },
)

const HINDI = ['जनवरी', 'फ़रवरी', 'मार्च', 'अप्रैल', 'मई', 'जून']
const dues = meant(
  table(`
  क्रमांक | सदस्य | भुगतान तिथि | राशि (₹) ~ राशि | माध्यम
  rank | text | text | int | text
  1 | सीता देवी | 5 जनवरी 2024 | 1,500 | नकद
  2 | रमेश यादव | 12 जनवरी 2024 | 12,000 | चेक
  3 | फ़ातिमा बेगम | 28 फ़रवरी 2024 | 2,500 | यूपीआई
  4 | अर्जुन सिंह | 3 मार्च 2024 | 1,05,000 | बैंक
  5 | मीना कुमारी | 17 अप्रैल 2024 | 900 | नकद
  6 | जॉन डिसूज़ा | 2 मई 2024 | 4,750 | यूपीआई`),
  {
    'भुगतान तिथि': [
      'date',
      (text) => {
        const [date, month, year] = text.split(' ')
        return `${year}-0${HINDI.indexOf(month!) + 1}-${date!.padStart(2, '0')}`
      },
    ],
    सदस्य: ['text', (text) => text, ANY],
  },
)

const items = table(`
  Belegnr | Art | Bu.datum | Nettofäll. | Betrag HW ~ Betrag in HW | S/H | Text
  code | text | @d.m.y | @d.m.y | dec, | text | text
  1900000417 | KR | 13.05.2024 | 12.06.2024 | 1.234,56- | H | Büro Müller
  1900000418 | KR | 14.05.2024 | 13.06.2024 | 88,00- | H | Porto
  1500000031 | KZ | 17.05.2024 | 17.05.2024 | 1.322,56 | S | Zahllauf 20
  1900000430 | KR | 21.05.2024 | 20.06.2024 | 12.410,09- | H | Stahl, 4 t
  1700000006 | KG | 22.05.2024 | 22.05.2024 | 410,09 | S | Gutschrift
  1900000433 | KR | 28.05.2024 | 27.06.2024 | 65,50- | H |`)

const members = table(`
  Lidnr | Naam | Woonplaats | Sinds | Bijdrage | Opmerking
  code | text | text | @d/m/y | dec, | text
  0041 | Peeters, An | Sint-Niklaas | 04/09/2019 | 45,00 | 
  0042 | D'hondt, Luc | Gent; Ledeberg | 13/01/2020 | 45,00 | lid van 't bestuur
  0057 | El Amrani, Sofia | Mechelen | 30/03/2021 | 22,50 | student
  0063 | Claes, Wim | Aalst | 21/11/2021 | 45,00 | 
  0070 | Maes, Ilse | 's-Gravenvoeren | 02/02/2023 | 37,25 | betaalt per kwartaal
  0078 | Bauwens, Jo | Brugge | 17/08/2023 | 45,00 | `)

const menu = table(`
  ${[...unnamed(1), 'item', 'drink'].join(' ~ ')} | ${[...unnamed(2), 'price', 'price (€)', 'column 2'].join(' ~ ')}
  text | dec,
  Espresso | 2,40 €
  Cappuccino | 3,60 €
  Latte macchiato, groß | 4,20 €
  Tee (Kanne) | 5,10 €
  Heiße Schokolade | 3,90 €
  Apfelsaft 0,2 l | 2,80 €`).map((one, at) => (at === 0 ? { ...one, ...ANY } : one))

const contacts = table(`
  Name | Company | Phone | City | Since
  text | text | code | text | @y-m-d
  Ingrid Vik | Fjord Lakes AS | +47 22 33 44 55 | Bergen | 2019-04-01
  Tom Okafor | | 0044 20 7946 0018 | London | 2020-11-15
  Mei Lin | Jade Paper Co. | +886 2 2345 6789 | Taipei | 2021-02-28
  Paul Roux | Roux & Fils | +33 4 91 00 00 01 | Marseille | 2021-09-30
  Ana Prado | | | Porto | 2023-06-12`)

const bank = table(`
  FECHA | CONCEPTO | CARGO | ABONO | SALDO
  @d/m/y | text | dec, | dec, | dec,
  02/05/2024 | RECIBO LUZ IBERIA | 84,20 | | 1.120,35
  06/05/2024 | NÓMINA MAYO | | 2.450,00 | 3.570,35
  09/05/2024 | ALQUILER | 900,00 | | 2.670,35
  15/05/2024 | BIZUM DE MARTA | | 35,50 | 2.705,85
  21/05/2024 | SUPERMERCADO | 112,80 | | 2.593,05
  30/05/2024 | COMISIÓN | 4,00 | | 2.589,05`)

const [stockWidths, pages] = [
  [10, 23, 5, -7, -11, -11],
  [rowsOf(stock).slice(0, 4), rowsOf(stock).slice(4)],
]
/** Lists as they are printed, and exports of banks and offices. */
export const PRINTS: Case[] = [
  file(
    'valuation: a printed list with page numbers and sums carried over',
    'prn',
    [stock],
    pages.flatMap((rows, at) => [
      `${at === 0 ? '' : '\f'}ACME WHOLESALE LTD            STOCK VALUATION              Page    ${at + 1}`,
      'Run 13/05/24 18:02',
      '',
      ...fixed(
        [
          ['Part No', 'Description', 'Bin', 'Qty', 'Unit Cost', 'Value'],
          ['---------', '----------------------', '----', '------', '----------', '----------'],
        ],
        stockWidths,
      ),
      ...(at === 1 ? [`${' '.repeat(33)}Brought forward${'164.15'.padStart(19)}`] : []),
      ...fixed(rows, stockWidths),
      `${' '.repeat(33)}${at === 0 ? 'Carried forward' : 'Total value    '}${(at === 0 ? '164.15' : '452.20').padStart(19)}`,
    ]),
  ),
  file(
    'branches: rows between the name of a region and its sum',
    'csv',
    [branches],
    [
      'Sales by branch,,,',
      'Q1 2024,,,',
      '',
      'Branch,Manager,Orders,Revenue',
      ...grouped(
        branches,
        (fields) => fields.map((one) => (one.includes(',') ? `"${one}"` : one)).join(','),
        (group) => [`Region: ${group},,,`],
        (group, rows) => [
          `Subtotal ${group},,${rows.reduce((sum, row) => sum + Number(row[3]), 0)},"${rows.reduce((sum, row) => sum + Number(row[4]!.replace(',', '')), 0).toLocaleString('en', { minimumFractionDigits: 2 })}"`,
          '',
        ],
      ),
      'Grand total,,745,"63,591.15"',
    ],
  ),
  file(
    'invoices: Polish days in words',
    'csv',
    [invoices],
    [
      invoices.map(({ names }) => names[0]).join(';'),
      ...rowsOf(invoices).map((fields) =>
        fields.map((one) => (one.includes('"') ? `"${one.replaceAll('"', '""')}"` : one)).join(';'),
      ),
      'Razem;;;16 695,40 zł;3 839,95 zł;20 535,35 zł',
    ],
  ),
  file(
    'dues: Hindi days in words and lakhs',
    'csv',
    [dues],
    [
      'ग्राम सहकारी समिति,,,,',
      'वर्ष 2023-24,,,,',
      dues.map(({ names }) => names[0]).join(','),
      ...rowsOf(dues).map((fields) => fields.map((one) => (one.includes(',') ? `"${one}"` : one)).join(',')),
      ',कुल योग,,"1,26,650",',
    ],
  ),
  file(
    'line items: a framed list with a minus behind amounts',
    'txt',
    [items],
    (() => {
      const widths = [10, 3, 10, 10, -14, 3, 14]
      const row = (fields: string[]) =>
        `|${fields.map((field, at) => (widths[at]! < 0 ? field.padStart(-widths[at]!) : field.padEnd(widths[at]!))).join('|')}|`
      const rule = '-'.repeat(72)
      return [
        '13.05.2024                  Einzelpostenliste                     1',
        '',
        'Kreditor  100417  Buchungskreis 1000',
        rule,
        row(items.map(({ names }) => names[0]!)),
        rule,
        ...rowsOf(items).map(row),
        rule,
        row(['*', '', '', '', '12.065,50-', '', '']),
        rule,
      ]
    })(),
  ),
  file(
    'members: texts in single quotes with semicolons in them',
    'csv',
    [members],
    [
      members.map(({ names }) => `'${names[0]}'`).join(';'),
      ...rowsOf(members).map((fields) =>
        fields
          .map((one, at) => (at === 3 || at === 4 || one === '' ? one : `'${one.replaceAll("'", "''")}'`))
          .join(';'),
      ),
    ],
  ),
  file(
    'menu: prices behind dots',
    'txt',
    [menu],
    [
      'CAFÉ AM MARKT',
      'Getränke',
      '',
      ...rowsOf(menu).map(([item, price]) => `${`${item} `.padEnd(34, '.')} ${price}`),
      '',
      'Alle Preise inkl. MwSt.',
    ],
  ),
  file(
    'contacts: a line for each field and a gap between people',
    'txt',
    [contacts],
    rowsOf(contacts).flatMap((fields) => [
      ...fields.flatMap((field, at) => (field ? [`${contacts[at]!.names[0]}: ${field}`] : [])),
      '',
    ]),
  ),
  file(
    'statement: balances before and after in Spanish',
    'csv',
    [bank],
    [
      'Titular;MARTA RUIZ GIL;;;',
      'Cuenta;ES12 0049 0001 1122 3344;;;',
      'Periodo;01/05/2024 - 31/05/2024;;;',
      '',
      'FECHA;CONCEPTO;CARGO;ABONO;SALDO',
      '01/05/2024;SALDO INICIAL;;;1.204,55',
      ...rowsOf(bank).map((fields) => fields.join(';')),
      '31/05/2024;SALDO FINAL;;;2.589,05',
      ';TOTALES;1.101,00;2.485,50;',
    ],
  ),
]
