import type { Case } from '../case.ts'
import { table } from '../latest/table.ts'
import { type Cell, cells, latin1, text, windows1252, workbook } from '../write.ts'
import { file, fixed, namesOf, rowsOf, tuned } from './file.ts'

const BANKS = 'bank statements'
const account = table(`
  Buchungsdatum | Wertstellung | Status | Zahlungspflichtige*r | Zahlungsempfänger*in | Verwendungszweck | Umsatztyp | IBAN | Betrag (€) | Mandatsreferenz
  @d.m.y | @d.m.y | text | text | text | text | text | code | dec, | code
  28.03.24 | 28.03.24 | Gebucht | Mara Holm | Stadtwerke Nord | Abschlag März; Vertrag 88-12 | Ausgang | DE02120300000000202051 | -84,5 | SWN-0012
  27.03.24 | 28.03.24 | Gebucht | Kontor GmbH | Mara Holm | Gehalt 03/2024 | Eingang | DE02500105170137075030 | 3.412,77 |
  25.03.24 | 25.03.24 | Gebucht | Mara Holm | Bäckerei "Korn" | VISA Debit | Ausgang |  | -7,35 |
  21.03.24 | 21.03.24 | Gebucht | Mara Holm | Hausverwaltung Lenz | Miete April | Ausgang | DE02100500000054540402 | -1.120 |
  19.03.24 | 19.03.24 | Vorgemerkt | Mara Holm | Bahn | Fahrkarte | Ausgang | DE02300209000106531065 | -59,9 | BHN-4410
  15.03.24 | 15.03.24 | Gebucht | Ole Holm | Mara Holm | Danke! | Eingang | DE88100900001234567892 | 40 |`)

const passbook = table(`
  Date | Narration | Chq./Ref.No. ~ Chq Ref No | Value Dt ~ Value Dt. | Withdrawal Amt. ~ Withdrawal Amt | Deposit Amt. ~ Deposit Amt | Closing Balance
  @d/m/y | text | code | @d/m/y | dec. | dec. | dec.
  01/02/24 | UPI-RAVI STORES-PAYMENT | 0000403211877245 | 01/02/24 | 540.00 | | 48210.35
  02/02/24 | NEFT CR-SALARY FEB | N033240281100 | 02/02/24 | | 65000.00 | 113210.35
  05/02/24 | ATW-512967XXXXXX1020 | 0000000000007011 | 05/02/24 | 10000.00 | | 103210.35
  09/02/24 | ACH D- HOME LOAN EMI | 0000009912045511 | 09/02/24 | 22450.50 | | 80759.85
  13/02/24 | UPI-METRO RECHARGE | 0000404455120098 | 13/02/24 | 200.00 | | 80559.85
  29/02/24 | CREDIT INTEREST CAPITALISED | 000000000000000 | 29/02/24 | | 612.15 | 81172.00`)

const BOOKS = 'books of accounts'
const postings = tuned(
  table(`
  Umsatz (ohne Soll/Haben-Kz) | Soll/Haben-Kennzeichen | WKZ Umsatz | Konto | Gegenkonto (ohne BU-Schlüssel) | BU-Schlüssel | Belegdatum | Belegfeld 1 | Buchungstext
  dec, | text | text | no | no | code | text | code | text
  119,00 | S | EUR | 4930 | 70012 | 9 | 0301 | RE-2024-018 | Büromaterial
  2380,00 | H | EUR | 10008 | 8400 |  | 0801 | 24-0001 | Erlöse Müller & Söhne
  53,55 | S | EUR | 4920 | 70003 | 9 | 1101 | 770012 | Telefon
  1785,00 | H | EUR | 10011 | 8400 |  | 1501 | 24-0002 | Erlöse Köhler
  640,10 | S | EUR | 4210 | 1200 |  | 3101 | D0131 | Miete Lager`),
  {
    Belegdatum: { roles: ['time', 'code', 'dimension', 'text', 'id'], types: ['text', 'date'] },
    'BU-Schlüssel': { types: ['text', 'integer'] },
  },
)

const items = tuned(
  table(`
  Account ~ Konto | Assignment | DocumentNo ~ DocumentNo. | Type ~ Ty | Doc. Date | Amount in LC | LCurr | Text
  no | code | no | text | @d.m.y | dec, | text | text
  113100 | 20240105 | 1800000123 | DR | 05.01.2024 | 1.200,50 | EUR | Invoice 4410
  113100 | 20240109 | 1400000088 | DZ | 09.01.2024 | 1.200,50- | EUR | Payment
  113100 | 20240116 | 1800000131 | DR | 16.01.2024 | 88,20 | EUR | Freight
  113100 | 20240124 | 1600000007 | DG | 24.01.2024 | 15,00- | EUR | Credit memo
  113105 | 20240125 | 1800000140 | DR | 25.01.2024 | 12.040,75 | EUR | Invoice 4415
  113105 | 20240131 | 1800000144 | DR | 31.01.2024 | 310,00 | EUR |`),
  // It is the day of the document throughout.
  {
    Assignment: {
      kind: 'date',
      types: ['date', 'text'],
      roles: ['time'],
      values: ['05', '09', '16', '24', '25', '31'].map((day) => `2024-01-${day}`),
    },
  },
)
const itemWidths = [-8, 11, 11, 4, 10, -16, 5, 14]
const itemLine = (fields: string[]) =>
  `|${fields.map((field, at) => fixed([[field]], [itemWidths[at]!])[0]!.padEnd(Math.abs(itemWidths[at]!))).join('|')}|`
const itemRule = '-'.repeat(89)

const TAXES = 'forms of tax offices'
const advance = table(`
  Kennzahl | Bezeichnung | Bemessungsgrundlage ohne Umsatzsteuer | Steuer
  code | text | int | dec,
  81 | Steuerpflichtige Umsätze zum Steuersatz von 19 % | 48.210 | 9.159,90
  86 | Steuerpflichtige Umsätze zum Steuersatz von 7 % | 3.115 | 218,05
  41 | Innergemeinschaftliche Lieferungen | 12.700 |
  89 | Innergemeinschaftliche Erwerbe 19 % | 2.400 | 456,00
  46 | Leistungen nach § 13b UStG | 880 | 167,20
  66 | Vorsteuerbeträge aus Rechnungen | | -5.310,44`)
const sales = table(`
  term ~ section ~ group ~ part ~ heading ~ category ~ block | Description of property | Date acquired | Date sold or disposed | Quantity | Proceeds | Cost or other basis | Gain or loss
  text | text | @m/d/y | @m/d/y | dec. | dec. | dec. | dec.
  SHORT-TERM TRANSACTIONS | ACME CORP COM | 02/14/2023 | 06/01/2023 | 10.000 | $1,204.50 | $1,010.25 | $194.25
  SHORT-TERM TRANSACTIONS | BLUE LAKE ETF | 03/02/2023 | 07/19/2023 | 2.375 | $310.10 | $333.40 | ($23.30)
  SHORT-TERM TRANSACTIONS | ORION INC CL A | 05/22/2023 | 11/30/2023 | 40.000 | $880.00 | $760.00 | $120.00
  LONG-TERM TRANSACTIONS | ACME CORP COM | 01/11/2018 | 06/01/2023 | 25.000 | $3,011.25 | $1,500.00 | $1,511.25
  LONG-TERM TRANSACTIONS | GREENFIELD REIT | 09/08/2020 | 12/15/2023 | 7.500 | $455.75 | $512.60 | ($56.85)`)
const ofTerm = (term: string) =>
  rowsOf(sales)
    .filter(([of]) => of === term)
    .map((line) =>
      line
        .slice(1)
        .map((one) => `"${one}"`)
        .join(','),
    )

const WAGES = 'payrolls of offices'
const payroll = table(`
  Department ~ section ~ group ~ heading ~ category ~ block ~ part | Emp No | Name | Hours Regular | Hours Overtime | Pay Gross | Pay Tax | Pay Net
  text | code | text | dec. | dec. | dec. | dec. | dec.
  Kitchen | 0017 | Abbot, Lee | 160.5 | 4.25 | 2811.4 | 402.35 | 2409.05
  Kitchen | 0021 | Castro, Ines | 152.25 |  | 2436.1 | 331.5 | 2104.6
  Kitchen | 0034 | Diallo, Binta | 120.75 | 10.5 | 2160.55 | 287.25 | 1873.3
  Front | 0008 | Evans, Tom | 158.5 | 1.75 | 2602.95 | 366.1 | 2236.85
  Front | 0040 | Farah, Idris | 80.25 |  | 1203.75 | 121.5 | 1082.25
  Office | 0011 | Goto, Mika | 140.5 | 2.25 | 3120.9 | 512.4 | 2608.5`)
const payrollRows = (department: string): Cell[][] =>
  cells(payroll, { names: false })
    .filter((line) => line[0] === department)
    .map((line) => line.slice(1))
const payrollSum = (word: string, of: string): Cell[] => {
  const lines = cells(payroll, { names: false }).filter((line) => of === '' || line[0] === of)
  const sum = (at: number) => Number(lines.reduce((total, line) => total + Number(line[at] ?? 0), 0).toFixed(2))
  return [word, null, ...[3, 4, 5, 6, 7].map(sum)]
}

const nomina = table(`
  Nº | Trabajador | NIF | Categoría | F. Alta | Devengado | IRPF % | Líquido
  rank | text | code | text | @d/m/y | dec, | pct, | dec,
  1 | ÁLVAREZ NÚÑEZ, JOSÉ | 12345678Z | Oficial 1ª | 03/05/2011 | 2.140,33 | 14,50 | 1.694,01
  2 | IBÁÑEZ PEÑA, LUCÍA | 87654321X | Peón | 17/09/2019 | 1.412,00 | 8,25 | 1.205,88
  3 | MUÑOZ GIL, RAÚL | 11223344B | Peón | 01/02/2024 | 1.390,40 | 7,10 | 1.202,71
  4 | SÁEZ ORTÍ, CARMEN | 55667788Z | Encargada | 22/11/2005 | 2.870,15 | 19,75 | 2.121,10
  5 | VEGA RUIZ, NOELIA | 99887766R | Oficial 2ª | 08/01/2017 | 1.804,60 | 12,00 | 1.473,43`)

/** What banks, accountants, tax offices and paymasters hand out. */
export const MONEY: Case[] = [
  file(
    BANKS,
    'a giro account',
    'csv',
    [account],
    text(account, {
      delimiter: ';',
      quotes: 'all',
      above: ['"Girokonto";"DE12 1203 0000 1020 3040 50"', '""', '"Kontostand vom 31.03.2024:";"4.210,55 €"', '""'],
    }),
  ),
  file(
    BANKS,
    'a statement between stars',
    'txt',
    [passbook],
    [
      '',
      'HDB BANK Ltd.                                   Page No .: 1',
      'Account No :50100012345678   Statement From : 01/02/2024 To : 29/02/2024',
      '',
      namesOf(passbook)
        .map((name) => ` ${name} `)
        .join(','),
      '**********,**********,**********,**********,**********,**********,**********',
      ...rowsOf(passbook).map((line) =>
        line.map((one, at) => ` ${at === 1 ? one.padEnd(30) : one.padStart(at > 3 ? 14 : 0)} `).join(','),
      ),
      '**********,**********,**********,**********,**********,**********,**********',
      'STATEMENT SUMMARY :-',
      'Opening Balance,Dr Count,Cr Count,Debits,Credits,Closing Bal',
      '48750.35,4,2,33190.50,65612.15,81172.00',
      'Generated On: 01-Mar-2024 09:12:44',
      'This is a computer generated statement and does not require signature.',
    ].join('\r\n'),
  ),
  file(
    BOOKS,
    'a batch of postings',
    'csv',
    [postings],
    windows1252(
      text(postings, {
        delimiter: ';',
        newline: '\r\n',
        above: [
          '"EXTF";700;21;"Buchungsstapel";13;20240402101512000;;"RE";"";"";1001;456;20240101;4;20240101;20240131;"Januar";"";1;0;0;"EUR"',
        ],
        line: (fields) => fields.map((field, at) => ([1, 2, 7, 8].includes(at) ? `"${field}"` : field)),
        quotes: 'none',
      }),
    ),
  ),
  file(
    BOOKS,
    'a list in a frame',
    'txt',
    [items],
    latin1(
      [
        '04.03.2024                       Dynamic List Display                                 1',
        '',
        'Customer line items',
        '',
        itemRule,
        itemLine(namesOf(items)),
        itemRule,
        ...rowsOf(items).map(itemLine),
        itemRule,
        itemLine(['*', '', '', '', '', '12.423,95', 'EUR', '']),
        itemRule,
        '',
      ].join('\r\n'),
    ),
  ),
  file(
    TAXES,
    'an advance return',
    'csv',
    [advance],
    text(advance, {
      delimiter: ';',
      above: [
        'Umsatzsteuer-Voranmeldung;;;',
        'Zeitraum:;2024-01;;',
        'Steuernummer:;21/815/08150;;',
        'Übertragen am:;09.02.2024 14:03;;',
        ';;;',
      ],
      below: [';;;', 'Verbleibende Umsatzsteuer-Vorauszahlung (Kz. 83);;;4.690,71'],
    }),
  ),
  file(
    TAXES,
    'sales of a broker',
    'csv',
    [sales],
    [
      'Tax Year 2023,,,,,,',
      '"Form 8949 / 1099-B Proceeds From Broker",,,,,,',
      'Account,XXXX-4417,,,,,',
      ',,,,,,',
      namesOf(sales).slice(1).join(','),
      'SHORT-TERM TRANSACTIONS,,,,,,',
      ...ofTerm('SHORT-TERM TRANSACTIONS'),
      'Total short-term,,,,"$2,394.60","$2,103.65","$290.95"',
      'LONG-TERM TRANSACTIONS,,,,,,',
      ...ofTerm('LONG-TERM TRANSACTIONS'),
      'Total long-term,,,,"$3,467.00","$2,012.60","$1,454.40"',
      '"* Amounts are reported to the tax office.",,,,,,',
      '',
    ].join('\n'),
  ),
  file(WAGES, 'a month by departments', 'xlsx', [payroll], () =>
    workbook([
      {
        name: 'Mar 2024',
        rows: [
          ['Payroll register March 2024', null, null, null, null, null, null],
          ['Emp No', 'Name', 'Hours', null, 'Pay', null, null],
          [null, null, 'Regular', 'Overtime', 'Gross', 'Tax', 'Net'],
          ['Kitchen', null, null, null, null, null, null],
          ...payrollRows('Kitchen'),
          payrollSum('Total Kitchen', 'Kitchen'),
          ['Front', null, null, null, null, null, null],
          ...payrollRows('Front'),
          payrollSum('Total Front', 'Front'),
          ['Office', null, null, null, null, null, null],
          ...payrollRows('Office'),
          payrollSum('Total Office', 'Office'),
          payrollSum('Grand total', ''),
        ],
        merged: ['A1:G1', 'A2:A3', 'B2:B3', 'C2:D2', 'E2:G2'],
      },
    ]),
  ),
  file(
    WAGES,
    'a Spanish summary',
    'csv',
    [nomina],
    latin1(
      text(nomina, {
        delimiter: ';',
        newline: '\r\n',
        above: ['RESUMEN DE NÓMINAS;;;;;;;', 'Empresa: Talleres Peña, S.L.;;;;Período: ENERO 2024;;;', ';;;;;;;'],
        below: [';;;TOTAL;;9.617,48;;7.697,13', ';;;;;;;', 'Fecha de emisión: 31/01/2024;;;;;;;'],
      }),
    ),
  ),
]
