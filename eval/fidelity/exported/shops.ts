import type { Case } from '../case.ts'
import { table } from '../latest/table.ts'
import { cells, text, utf16, windows1252, workbook } from '../write.ts'
import { file, fixed, htmlRows, namesOf, rewritten, rowsOf, sheetXml, tuned } from './file.ts'

const ORDERS = 'orders of shops'
const lineItems = rewritten(
  table(`
  Name | Email | Financial Status | Paid at | Currency | Subtotal | Total | Lineitem quantity | Lineitem name | Lineitem price | Shipping Zip | Id
  code | code | text | @y-m-d h:i:s | text | dec. | dec. | int | text | dec. | code | no
  #1041 | ana@example.com | paid | 2024-03-05 10:11:12 | EUR | 84.50 | 89.40 | 2 | Mug - Blue | 14.50 | 04109 | 5511020031
  #1041 | ana@example.com | | | | | | 1 | Tray, large | 55.50 | |
  #1042 | bo@example.com | refunded | 2024-03-05 18:40:01 | EUR | 12.00 | 16.90 | 1 | Postcards (10) | 12.00 | 20095 | 5511020077
  #1043 | cy@example.com | paid | 2024-03-06 07:02:55 | EUR | 130.25 | 130.25 | 5 | Candle - "Pine" | 26.05 | 80331 | 5511020102
  #1044 | di@example.com | pending | | EUR | 41.00 | 45.90 | 1 | Tray, small | 29.00 | 01067 | 5511020140
  #1044 | di@example.com | | | | | | 1 | Postcards (10) | 12.00 | |`),
  {
    'Paid at': (value) => (value === null ? '' : `${value} +0000`),
    'Shipping Zip': (value) => (value === null ? '' : `'${value}`),
  },
)
const shipped = rewritten(
  table(`
  order-id | order-item-id | purchase-date | buyer-name | sku | product-name | quantity-purchased | item-price | ship-city | ship-postal-code | is-business-order
  code | no | @y-m-d h:i:s | text | code | text | int | dec. | text | code | yes true
  303-1184402-5512301 | 40112233445566 | 2024-02-11 08:15:01 | Jürgen Weiß | KX-01 | Küchenwaage, 5 kg | 1 | 24.99 | Köln | 50667 | false
  303-1184402-5512301 | 40112233445574 | 2024-02-11 08:15:01 | Jürgen Weiß | KX-09 | Ersatzbatterie | 2 | 3.98 | Köln | 50667 | false
  028-7741120-0099120 | 40112233449900 | 2024-02-11 21:44:30 | Café Möwe | KX-01 | Küchenwaage, 5 kg | 4 | 99.96 | Kiel | 24103 | true
  305-5500123-7781234 | 40112233451007 | 2024-02-12 06:00:12 | A. Roth | TM-77 | Thermometer | 1 | 17.49 | Gera | 07545 | false
  171-0098012-4455120 | 40112233457712 | 2024-02-13 12:30:00 | P. Groß | KX-02 | Küchenwaage, 10 kg | 1 | 39.90 | Ulm | 89073 | false`),
  { 'purchase-date': (value) => `${String(value).replace(' ', 'T')}+00:00` },
)

const TILLS = 'tills'
const sold = rewritten(
  table(`
  Date | Time | Time Zone | Category | Item | Qty | Price Point Name | SKU | Gross Sales | Discounts | Net Sales | Transaction ID
  @m/d/y | @h:i:s | text | text | text | dec. | text | code | dec. | dec. | dec. | code
  03/05/24 | 08:02:11 | Eastern Time (US & Canada) | Coffee | Flat White | 1.0 | Regular | FW-R | $4.50 | $0.00 | $4.50 | aB3xq0Z
  03/05/24 | 08:02:11 | Eastern Time (US & Canada) | Food | Scone | 2.0 | Regular | SC-1 | $7.00 | ($0.70) | $6.30 | aB3xq0Z
  03/05/24 | 08:14:53 | Eastern Time (US & Canada) | Coffee | Filter | 1.0 | Large | FI-L | $3.75 | $0.00 | $3.75 | aB3xrk1
  03/05/24 | 09:40:09 | Eastern Time (US & Canada) | Retail | Beans, 250g | 1.0 | Regular | BN-250 | $13.50 | ($1.35) | $12.15 | aB3xsP9
  03/05/24 | 16:31:47 | Eastern Time (US & Canada) | Coffee | Flat White | -1.0 | Regular | FW-R | ($4.50) | $0.00 | ($4.50) | aB3xtt4`),
  {},
)
const families = table(`
  Famille | Qté | CA HT | TVA | CA TTC
  text | int | dec, | dec, | dec,
  PAIN | 214 | 203,12 | 11,17 | 214,29
  VIENNOISERIE | 98 | 111,35 | 6,12 | 117,47
  PATISSERIE | 41 | 160,90 | 8,85 | 169,75
  BOISSONS | 33 | 52,50 | 5,25 | 57,75`)
const means = table(`
  Règlement | Nb | Montant
  text | int | dec,
  ESPECES | 121 | 301,16
  CB | 144 | 240,10
  TICKET RESTO | 3 | 18,00`)

const ADS = 'reports of campaigns'
const campaigns = table(
  `
  Campaign status ~ Status | Campaign | Budget | Clicks | Impr. | CTR | Avg. CPC | Cost | Conversions
  text | text | dec. | int | int | pct. | dec. | dec. | dec.
  Enabled | Brand - Search | 40.00 | 1,204 | 18,330 | 6.57% | 0.31 | 373.24 | 88.00
  Enabled | Shoes, generic | 120.00 | 3,015 | 91,204 | 3.31% | 0.72 | 2,170.80 | 101.50
  Paused | Remarketing | 15.50 | 88 | 40,112 | 0.22% | 0.19 | 16.72 | 2.00
  Enabled | Video "Spring" | 60.00 | 12 | 120,044 | 0.01% | 1.10 | 13.20 | --
  Removed | Test 2 | 5.25 | 0 | 0 | -- | -- | 0.00 | 0.00`,
  /^--$/,
)
const daily = tuned(
  table(`
  Nth day | Active users | New users
  code | int | int
  0000 | 312 | 120
  0001 | 298 | 99
  0002 | 405 | 188
  0003 | 377 | 141
  0004 | 120 | 33`),
  { 'Nth day': { roles: ['code', 'id', 'dimension', 'text', 'time'] } },
)
const channels = table(`
  First user primary channel group | Active users | Average engagement time per active user | Total revenue
  text | int | dec. | dec.
  Organic Search | 710 | 61.25 | 1204.5
  Direct | 455 | 40.125 | 880.25
  Referral | 201 | 95.5 | 120.75
  Email | 88 | 130.0625 | 310.5
  Unassigned | 58 | 3.5 | 0.25`)

const PHONES = 'itemised bills'
const calls = rewritten(
  table(`
  Line ~ section ~ group ~ heading ~ category ~ block ~ part | Date | Time | Number called ~ Number | Destination | Minutes | Charge
  text | @m/d/y | @h:i:s | code | text | int | dec.
  Line 555-0101 (front desk) | 02/03/2024 | 09:14:00 | 212-555-0188 | New York NY | 12 | $0.36
  Line 555-0101 (front desk) | 02/03/2024 | 16:02:00 | 011-44-20-7946-0101 | United Kingdom | 4 | $1.20
  Line 555-0101 (front desk) | 02/09/2024 | 12:45:00 | 800-555-0144 | Toll Free | 31 | $0.00
  Line 555-0102 (kitchen) | 02/04/2024 | 07:30:00 | 415-555-0177 | San Fran CA | 2 | $0.06
  Line 555-0102 (kitchen) | 02/21/2024 | 18:11:00 | 212-555-0188 | New York NY | 9 | $0.27`),
  {
    Time: (value) => {
      const [hour, minute] = String(value).split(':')
      return `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`
    },
  },
)
const callsOf = (line: string) =>
  rowsOf(calls)
    .filter(([of]) => of === line)
    .map((fields) => fields.slice(1).join(','))
const voice = table(`
  Rufnummer | Beginn | Dauer (Sek.) | Ziel | Netto (EUR)
  code | @y-m-d h:i:s | int | text | dec.
  0151 5550101 | 2024-02-01 08:12:44 | 192 | Mobilfunk | 0.125
  0151 5550101 | 2024-02-01 19:40:02 | 1265 | Festnetz | 0.075
  0151 5550102 | 2024-02-03 12:01:30 | 48 | Ausland | 1.25
  0151 5550102 | 2024-02-18 07:30:10 | 333 | Mobilfunk | 0.225`)
const data = table(`
  Rufnummer | Tag | Volumen (MB) | Roaming
  code | @y-m-d | dec. | yes ja
  0151 5550101 | 2024-02-01 | 120.5 | nein
  0151 5550101 | 2024-02-02 | 88.25 | nein
  0151 5550102 | 2024-02-02 | 1204.75 | ja
  0151 5550102 | 2024-02-03 | 3.5 | ja
  0151 5550102 | 2024-02-04 | 17.25 | nein`)

const ROOMS = 'rooms and guests'
const payouts = table(`
  Date | Type | Confirmation Code | Start Date | Nights | Guest | Listing | Currency | Amount | Paid Out | Host Fee
  @m/d/y | text | code | @m/d/y | int | text | text | text | dec. | dec. | dec.
  02/02/2024 | Payout | | | | | | EUR | | 412.30 |
  02/02/2024 | Reservation | HMABC12DE4 | 02/01/2024 | 3 | Paul Martin | Loft by the canal | EUR | 300.00 | | 9.00
  02/02/2024 | Reservation | HMZZX81QQ2 | 02/01/2024 | 1 | Yuki Abe | Attic room | EUR | 125.00 | | 3.70
  02/13/2024 | Payout | | | | | | EUR | | 582.00 |
  02/13/2024 | Reservation | HMK0P44RT9 | 02/12/2024 | 5 | Lena Fox | Loft by the canal | EUR | 600.00 | | 18.00
  02/20/2024 | Resolution Adjustment | HMK0P44RT9 | 02/12/2024 | 5 | Lena Fox | Loft by the canal | EUR | -45.50 | |`)
const stays = rewritten(
  table(`
  Book number | Booked by | Guest name(s) ~ Guest name | Check-in | Check-out | Booked on | Status | Rooms | Persons ~ People | Price | Commission % | Commission amount
  no | text | text | @y-m-d | @y-m-d | @y-m-d h:i:s | text | int | int | dec. | pct. | dec.
  3312045501 | Smith, Joan | Joan Smith | 2024-03-01 | 2024-03-04 | 2024-01-15 20:11:09 | ok | 1 | 2 | 330.00 EUR | 15 | 49.50 EUR
  3312045877 | Öz, Cem | Cem Öz | 2024-03-02 | 2024-03-03 | 2024-02-28 09:00:54 | ok | 1 | 1 | 95.50 EUR | 15 | 14.33 EUR
  3312046120 | Nagy, Éva | Éva Nagy, Béla Nagy | 2024-03-05 | 2024-03-12 | 2024-02-01 16:32:41 | cancelled_by_guest | 2 | 4 | 1,204.75 EUR | 12 | 0.00 EUR
  3312046903 | O'Hara, Finn | Finn O'Hara | 2024-03-09 | 2024-03-10 | 2024-03-08 23:58:00 | no_show | 1 | 2 | 120.25 EUR | 15 | 18.04 EUR`),
  {},
)

const FREIGHT = 'freight'
const parcels = table(`
  Sendungsnummer | Referenz | Empfänger | PLZ | Ort | Gewicht kg | Versanddatum | Zustellstatus
  code | code | text | code | text | dec. | @d.m.y | text
  00340434161094042557 | A-1001 | Möbel Kraft & Co. | 01127 | Dresden | 12.5 | 04.03.2024 | zugestellt
  00340434161094042564 | A-1002 | Praxis Dr. Lüth | 99084 | Erfurt | 0.75 | 04.03.2024 | zugestellt
  00340434161094042571 | A-1003 | Fa. Sauer <Lager> | 06108 | Halle | 31.25 | 05.03.2024 | Rücksendung
  00340434161094042588 | A-1005 | E. Yilmaz | 10997 | Berlin | 2.125 | 05.03.2024 | in Zustellung
  00340434161094042595 | A-1006 | Hof Brandt | 24837 | Schleswig | 8.5 | 06.03.2024 |`)
const boxes = table(`
  CNTR NO ~ CNTR NO. | SEAL | SIZE/TYPE | COMMODITY | PKGS | GROSS KGS | CBM
  code | code | code | text | int | dec. | dec.
  MSKU1234565 | ML-0091123 | 40HC | COTTON SHIRTS | 812 | 9,120.500 | 61.20
  TGHU7654320 | ML-0091124 | 20GP | CERAMIC TILES | 1,200 | 24,010.000 | 18.75
  CAIU3334447 | | 40HC | FURNITURE PARTS | 96 | 7,310.250 | 58.02
  OOLU5550008 | ML-0091131 | 20RF | FROZEN PRAWNS | 1,050 | 15,880.750 | 22.40`)

/** What tills, shops, campaigns, hotels and carriers export. */
export const SHOPS: Case[] = [
  file(ORDERS, 'line items below their order', 'csv', [lineItems], text(lineItems)),
  file(
    ORDERS,
    'a market place',
    'txt',
    [shipped],
    windows1252(text(shipped, { delimiter: '\t', newline: '\r\n', quotes: 'none' })),
  ),
  file(TILLS, 'items of a day', 'csv', [sold], text(sold, { quotes: 'needed' })),
  file(
    TILLS,
    'a report at closing time',
    'txt',
    [families, means],
    [
      'BOULANGERIE DU PORT',
      '12 QUAI DES BRUMES 29200 BREST',
      'RAPPORT Z N. 0118      05/03/2024 19:32',
      '',
      '--- FAMILLES ---',
      ...fixed([namesOf(families), ...rowsOf(families)], [16, -6, -10, -9, -10]),
      ...fixed([['TOTAL', '386', '527,87', '31,39', '559,26']], [16, -6, -10, -9, -10]),
      '',
      '--- REGLEMENTS ---',
      ...fixed([namesOf(means), ...rowsOf(means)], [16, -6, -10]),
      ...fixed([['TOTAL', '268', '559,26']], [16, -6, -10]),
      '',
      'NB TICKETS : 268',
      'FIN DE RAPPORT',
    ].join('\n'),
  ),
  file(
    ADS,
    'campaigns of a month',
    'csv',
    [campaigns],
    utf16(
      text(campaigns, {
        delimiter: '\t',
        above: ['Campaign report', '1 March 2024 - 31 March 2024'],
        below: [
          'Total: All enabled campaigns\t\t220.00\t4,231\t229,578\t1.84%\t0.61\t2,557.24\t189.50',
          'Total: Account\t\t240.75\t4,319\t269,690\t1.60%\t0.60\t2,573.96\t191.50',
        ],
      }),
    ),
  ),
  file(
    ADS,
    'two reports below comments',
    'csv',
    [daily, channels],
    [
      '# ----------------------------------------',
      '# Acquisition overview',
      '# Account: Harbour',
      '# ----------------------------------------',
      '',
      '# Start date: 20240301',
      '# End date: 20240305',
      text(daily).trimEnd(),
      '',
      '# Start date: 20240301',
      '# End date: 20240305',
      text(channels).trimEnd(),
      '',
    ].join('\n'),
  ),
  file(
    PHONES,
    'calls by line',
    'csv',
    [calls],
    [
      'Account Number,000-441-7781,,,,',
      'Bill Date,03/01/2024,,,,',
      ',,,,,',
      namesOf(calls).slice(1).join(','),
      'Line 555-0101 (front desk),,,,,',
      ...callsOf('Line 555-0101 (front desk)'),
      'Subtotal,,,,47,$1.56',
      'Line 555-0102 (kitchen),,,,,',
      ...callsOf('Line 555-0102 (kitchen)'),
      'Subtotal,,,,11,$0.33',
      'Total,,,,58,$1.89',
      '',
    ].join('\n'),
  ),
  file(PHONES, 'voice and data', 'xlsx', [voice, data], () =>
    workbook([
      {
        name: 'Deckblatt',
        rows: [['Einzelverbindungsnachweis'], ['Kunde', 'Möwe GmbH'], ['Zeitraum', 'Februar 2024']],
      },
      {
        name: 'Sprache',
        rows: [['Sprachverbindungen', null, null, null, null], [], ...cells(voice), ['Summe', null, 1838, null, 1.675]],
        merged: ['A1:E1'],
      },
      {
        name: 'Daten',
        rows: [['Datenverbindungen', null, null, null], [], ...cells(data), ['Summe', null, 1434.25, null]],
        merged: ['A1:D1'],
      },
    ]),
  ),
  file(ROOMS, 'payouts and reservations', 'csv', [payouts], text(payouts, { quotes: 'needed' })),
  file(
    ROOMS,
    'a page called a workbook',
    'xls',
    [stays],
    `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><style>td{mso-number-format:"\\@"}</style></head><body><table border="1">\n<thead>${htmlRows([namesOf(stays)], 'th')}</thead><tbody>${htmlRows(rowsOf(stays))}</tbody></table></body></html>\n`,
  ),
  file(FREIGHT, 'parcels in XML', 'xls', [parcels], sheetXml({ Sendungen: [namesOf(parcels), ...rowsOf(parcels)] })),
  file(
    FREIGHT,
    'a list of containers',
    'txt',
    [boxes],
    [
      'MANIFEST  MV NORTHERN STAR  V.114E',
      'POL: INNSA   POD: NLRTM',
      '',
      ...fixed([namesOf(boxes)], [13, 12, 11, 20, -7, -13, -9]),
      '='.repeat(85),
      ...fixed(rowsOf(boxes), [13, 12, 11, 20, -7, -13, -9]),
      '='.repeat(85),
      ...fixed([['TOTAL 4 CNTR', '', '', '', '3,158', '56,321.500', '160.37']], [13, 12, 11, 20, -7, -13, -9]),
      '',
    ].join('\r\n'),
  ),
]
