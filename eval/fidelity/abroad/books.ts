import { type Case, csv, made } from '../case.ts'
import { encoded, lines } from '../columns.ts'
import { fixed, namesOf, rowsOf } from '../exported/file.ts'
import { table } from '../latest/table.ts'
import { utf16 } from '../write.ts'

const windows = { delimiter: ';', newline: '\r\n' }
const ansi = { encode: encoded('windows-1252') }

const giro = table(`
Buchung | Wertstellungsdatum | Auftraggeber/Empfänger | Buchungstext | Verwendungszweck | Saldo | Währung | Betrag | Währung ~ Währung_2 ~ Währung_1 ~ Währung 2
@d.m.y | @d.m.y | text | text | text | dec, | text | dec, | text
28.03.2024 | 28.03.2024 | Stadtwerke Kiel | Lastschrift | Abschlag 03/24 | 2.104,55 | EUR | -87,00 | EUR
27.03.2024 | 28.03.2024 | Bäckerei Öz GmbH | Gehalt/Rente | Lohn März; Danke | 2.191,55 | EUR | 1.940,12 | EUR
21.03.2024 | 21.03.2024 | VISA KARTENUMSATZ | Lastschrift | NR 4111 KAUFHAUS | 251,43 | EUR | -19,99 | EUR
15.03.2024 | 15.03.2024 | Müller, Jörg | Überweisung | Miete "EG links" | 271,42 | EUR | -640,00 | EUR
04.03.2024 | 04.03.2024 | Ümit Acar | Gutschrift | Flohmarkt | 911,42 | EUR | 45,50 | EUR
01.03.2024 | 01.03.2024 | Stadtwerke Kiel | Lastschrift | Abschlag 02/24 | 865,92 | EUR | -87,00 | EUR`)

const wallet = table(`
Date | Time | TimeZone | Name | Type | Status | Currency | Gross | Fee | Net | From Email Address | Transaction ID | Balance
@m/d/y | @h:i:s | text | text | text | text | text | dec. | dec. | dec. | code | code | dec.
03/28/2024 | 09:14:05 | PDT | Ann Lee | Website Payment | Completed | USD | 1,204.50 | -35.23 | 1,169.27 | ann@example.com | 9AB12345CD678901E | 3,310.44
03/27/2024 | 22:40:51 | PDT |  | General Withdrawal | Pending | USD | -900.00 | 0.00 | -900.00 |  | 1XY98765ZW432109A | 2,141.17
03/21/2024 | 13:00:00 | PDT | Bo's Bikes, Inc. | Website Payment | Completed | USD | 18.00 | -0.82 | 17.18 | bo@example.com | 5KL11111MN222222B | 3,041.17
03/20/2024 | 07:31:12 | PDT | Chi Ngo | Payment Refund | Refunded | USD | -64.25 | 2.16 | -62.09 | chi@example.com | 7QR33333ST444444C | 3,023.99
02/29/2024 | 17:05:44 | PST | Dee Um | Website Payment | Completed | USD | 250.75 | -7.57 | 243.18 | dee@example.com | 2UV55555WX666666D | 3,086.08`)

const compte = table(`
Date | Libellé | Débit euros | Crédit euros
@d/m/y | text | dec, | dec,
28/03/2024 | CARTE 27/03 MONOPRIX LYON | 42,18 |
27/03/2024 | VIREMENT EN VOTRE FAVEUR↵EMPLOYEUR SA | | 2 310,07
22/03/2024 | PRELEVEMENT EDF CLIENTS | 96,40 |
20/03/2024 | CHEQUE EMIS 0004417 | 1 250,00 |
11/03/2024 | REMBOURSEMENT SECU | | 18,75
04/03/2024 | COTISATION CARTE | 3,95 |`)

const konto = table(`
Bokföringsdag | Belopp | Avsändare | Mottagare | Namn | Rubrik | Saldo | Valuta
@y/m/d | dec, | code | code | text | text | dec, | text
2024/03/28 | -125,00 | 1234 56 78901 | | | Swish betalning ÅSA | 9877,50 | SEK
2024/03/27 | 24310,25 | | 1234 56 78901 | Lön | Lön mars | 10002,50 | SEK
2024/03/25 | -14307,75 | 1234 56 78901 | 8327-9 | Hyra | Överföring, hyra | -14307,75 | SEK
2024/03/02 | -49,00 | 1234 56 78901 | | | Kortköp ICA Örebro | 0,00 | SEK`)

const salida = table(`
Fecha Operación | Fecha Valor | Concepto | Importe | Divisa | Saldo | Nº Apunte
@d-m-y | @d-m-y | text | dec, | text | dec, | rank
28-03-2024 | 28-03-2024 | RECIBO AGUA ENE/FEB | 31,07- | EUR | 1.560,40 | 118
26-03-2024 | 27-03-2024 | NÓMINA MARZO | 1.402,66 | EUR | 1.591,47 | 117
19-03-2024 | 19-03-2024 | CAJERO C/ PEÑA | 60,00- | EUR | 188,81 | 116
12-03-2024 | 12-03-2024 | BIZUM DE ÍÑIGO | 22,50 | EUR | 248,81 | 115
01-03-2024 | 01-03-2024 | COMISIÓN | 3,00- | EUR | 226,31 | 114`)

const debtors = table(`
A/C | Name | Credit Limit | Turnover | Balance | Current | Period 1 | Older
code | text | dec. | dec. | dec. | dec. | dec. | dec.
ABS001 | ABS Garages Ltd | 4000.00 | 2533.31 | 2223.46 | -100.00 | 0.00 | 2323.46
BBS001 | Bobs Building Supplies | 4000.00 | 3309.25 | 2997.19 | 174.39 | 2822.80 | 0.00
CGS001 | County Golf Syndicate, The | 6000.00 | 510.00 | 349.13 | 0.00 | 118.08 | 231.05
PIC001 | Picture Frame Centre | 1000.00 | 14.25 | 70.50 | 0.00 | 70.50 | 0.00
SDE001 | S D Enterprises | 5000.00 | 3196.05 | 2920.25 | 46.95 | 0.00 | 2873.30`)

const journal = table(`
ID No. | Account No. | Account Name | Debit | Credit | Job No.
code | code | text | dec. | dec. | code
GJ000041 | 1-1110 | Cheque Account | | 880.00 |
GJ000041 | 6-2100 | Rent | 800.00 | | 104
GJ000041 | 2-1330 | GST Paid | 80.00 | |
GJ000042 | 1-1110 | Cheque Account | 1650.00 | |
GJ000042 | 4-1000 | Sales, "north" | | 1500.00 | 117
GJ000042 | 2-1310 | GST Collected | | 150.00 |`)

const sales = table(`
Date | Transaction Type | Num | Product/Service | Qty | Rate | Amount
@m/d/y | text | code | text | int | dec. | dec.
01/05/2024 | Invoice | 1031 | Mulching | 3 | 75.25 | 225.75
01/19/2024 | Invoice | 1038 | Pump | 1 | 15.50 | 15.50
01/08/2024 | Credit Memo | 1026 | Mulching | -1 | 75.25 | -75.25
02/02/2024 | Invoice | 1040 | Trimming | 4 | 35.75 | 143.00
02/11/2024 | Sales Receipt | 1044 | Pump | 2 | 15.50 | 31.00`)
const bySale = rowsOf(sales).map((fields) => ['', ...fields])

const stock = table(`
Material | Materialkurztext | Werk | LOrt | Frei verwendbar | ME | Wert unbeschr.
code | text | code | code | dec, | text | dec,
100-0401 | Schraube M6 vz | 1000 | 0001 | 12.400,000 | ST | 1.116,00
100-0402 | Mutter M6 | 1000 | 0001 | 9.850,500 | ST | 492,53
100-0577 | Dichtung, oval | 1000 | 0002 | 310,000 | ST | 1.395,00
200-0010 | Öl HLP 46 | 1100 | 0001 | 1.204,750 | L | 3.011,88
200-0011 | Fett weiß | 1100 | 0001 | 86,250 | KG | 776,25`)
const sapped = (line: string[]) =>
  `|${line.map((field, at) => field[at > 3 && at !== 5 ? 'padStart' : 'padEnd']([9, 17, 5, 5, 16, 3, 14][at]!)).join('|')}|`
const rule = '-'.repeat(sapped(namesOf(stock)).length)

const dynamic = table(`
DocumentNo | Doc.Type | Pstng Date | Amount in LC | Crcy | Clrng doc. | Text
no | code | @m/d/y | dec. | text | code | text
1900000417 | KR | 03/01/2024 | 1,190.00- | EUR | 1500000031 | Rent 03/24
1900000418 | KR | 03/04/2024 | 87.55- | EUR | | Phone
1500000031 | KZ | 03/08/2024 | 1,190.00 | EUR | 1500000031 |
1700000002 | KG | 03/15/2024 | 12.50 | EUR | | Returned, dented
1900000431 | KR | 03/28/2024 | 2,044.10- | EUR | | Timber`)

const depreciation = table(`
Asset | Description | Acquired | Cost | Accum. Depr. | Net Book Value
code | text | @d-b-y | dec. | dec. | dec.
FA-0007 | Forklift, diesel | 12-Mar-2019 | 24,500.00 | (19,600.00) | 4,900.00
FA-0011 | Shelving | 01-Apr-2021 | 8,120.50 | (2,436.15) | 5,684.35
FA-0015 | Server room A/C | 28-Feb-2022 | 13,999.99 | (4,200.00) | 9,799.99
FA-0021 | Van MB-417 | 09-Apr-2023 | 31,250.00 | (6,250.00) | 25,000.00`)

const cash = table(`
Податок | Контрагент | Дата | Сума без ПДВ | ПДВ | Разом
code | text | @d.m.y | dec, | dec, | dec,
000417 | ТОВ "Світанок" | 04.03.2024 | 12 400,50 | 2 480,10 | 14 880,60
000418 | ФОП Їжак О.П. | 05.03.2024 | 990,00 | 198,00 | 1 188,00
000421 | Аптека №7 | 12.03.2024 | 3 015,25 | 603,05 | 3 618,30
000430 | ТОВ "Ґанок" | 29.03.2024 | 108 000,00 | 21 600,00 | 129 600,00`)

export const BOOKS: Case[] = [
  csv(
    'accounts of banks: a giro account below what it is',
    giro,
    {
      ...windows,
      above: [
        'Umsatzanzeige;Datei erstellt am: 29.03.2024 10:12',
        ';Letztes Update: aktuell',
        '',
        'IBAN;DE12 5001 0517 0000 1234 56',
        'Kontoname;Girokonto',
        'Bank;ING',
        'Kunde;Zoë Groß',
        'Zeitraum;01.03.2024 - 29.03.2024',
        'Saldo;2.104,55;EUR',
        '',
        'Sortierung;Datum absteigend',
        '',
        'In der CSV-Datei finden Sie alle bereits gebuchten Umsätze. Die vorgemerkten Umsätze werden nicht aufgenommen.',
        '',
      ],
    },
    ansi,
  ),
  csv(
    'accounts of banks: payments of a wallet',
    wallet,
    { quotes: 'all', newline: '\r\n' },
    { encode: (content) => Buffer.from(`\ufeff${content}`) },
  ),
  csv(
    'accounts of banks: debits beside credits in French',
    compte,
    {
      ...windows,
      quotes: 'needed',
      above: [
        'Téléchargement du 29/03/2024;',
        '',
        'Compte Chèque carte n° 09123456789;',
        'Solde au 28/03/2024 3 404,11 €',
        '',
        'Liste des opérations du compte entre le 01/03/2024 et le 28/03/2024;',
        '',
      ],
    },
    ansi,
  ),
  csv('accounts of banks: a Swedish account', konto, { delimiter: ';' }),
  csv(
    'accounts of banks: minus behind, with a sum',
    salida,
    {
      delimiter: '\t',
      above: ['CONSULTA DE MOVIMIENTOS', 'Cuenta: 0049 0001 51 2110009876\tTitular: PEÑA LÓPEZ, ANA', ''],
      below: ['', 'Total ingresos\t\t\t1.425,16', 'Total gastos\t\t\t94,07-'],
    },
    { ...ansi, ending: 'txt' },
  ),
  csv('ledgers: aged debtors', debtors, {
    above: [
      'Date:,29/03/2024,,Stationery & Computer Mart UK,,,Page:,1',
      'Time:,10:15:02,,Aged Debtors Analysis (Summary),,,,',
      '',
      'Report Date:,31/03/2024',
      'Include future transactions:,No',
      '',
    ],
    below: ['', ',Totals:,20000.00,9562.86,8560.53,121.34,3011.38,5427.81'],
  }),
  csv(
    'ledgers: a journal of two dates',
    journal,
    {
      delimiter: '\t',
      above: ['Clearwater Pty. Ltd.', 'General Journal', 'March 2024', ''],
      below: ['\t\tGrand Total:\t2530.00\t2530.00\t'],
    },
    { ending: 'txt' },
  ),
  made('ledgers: sales by customer', 'csv', [{ columns: sales, spare: /./ }], () => {
    const line = (fields: string[]) => fields.map((field) => (field.includes(',') ? `"${field}"` : field)).join(',')
    return lines(
      "Craig's Design,,,,,,,",
      'Sales by Customer Detail,,,,,,,',
      '"January - February, 2024",,,,,,,',
      ',,,,,,,',
      line(['', ...namesOf(sales)]),
      "Amy's Bird Sanctuary,,,,,,,",
      ...bySale.slice(0, 3).map(line),
      "Total for Amy's Bird Sanctuary,,,,,3,,166.00",
      'Weiskopf Consulting,,,,,,,',
      ...bySale.slice(3).map(line),
      'Total for Weiskopf Consulting,,,,,6,,174.00',
      'TOTAL,,,,,9,,$340.00',
      ',,,,,,,',
      '"Accrual basis Friday, March 29, 2024 10:02 AM GMT-07:00",,,,,,,',
    )
  }),
  made('lists of an ERP: stock in frames with sums', 'txt', [stock], () => {
    const all = rowsOf(stock).map(sapped)
    return encoded('windows-1252')(
      [
        `29.03.2024            Bestandsliste               1`,
        rule,
        sapped(namesOf(stock)),
        rule,
        ...all.slice(0, 3),
        rule,
        sapped(['*', '', '1000', '', '', '', '3.003,53']),
        rule,
        ...all.slice(3),
        rule,
        sapped(['*', '', '1100', '', '', '', '3.788,13']),
        rule,
        sapped(['**', '', '', '', '', '', '6.791,66']),
        rule,
        '',
      ].join('\r\n'),
    )
  }),
  made('lists of an ERP: open items with tabs', 'txt', [{ columns: dynamic, spare: /^(column_?\d*|F\d+)$/i }], () =>
    utf16(
      [
        '03/29/2024\t\t\tDynamic List Display\t\t\t\t\t1',
        '',
        '',
        '',
        ['', ...namesOf(dynamic)].join('\t'),
        '',
        ...rowsOf(dynamic).map((fields) => ['', ...fields].join('\t')),
        '',
      ].join('\r\n'),
    ),
  ),
  made('lists of an ERP: assets in fixed width with pages', 'prn', [depreciation], () => {
    const widths = [10, 22, 13, -14, -16, -16]
    const head = (page: number) => [
      'ACME FABRICATION LTD                 FIXED ASSET REGISTER                 PAGE   '.concat(String(page)),
      'AS OF 31-MAR-2024',
      '',
      ...fixed([namesOf(depreciation)], widths),
      ...fixed([['-----', '-----------', '--------', '----', '------------', '--------------']], widths),
    ]
    const all = fixed(rowsOf(depreciation), widths)
    return lines(
      ...head(1),
      ...all.slice(0, 2),
      '',
      '\f'.concat(head(2)[0]!),
      ...head(2).slice(1),
      ...all.slice(2),
      ...fixed([['', '', '', '==========', '============', '==========']], widths),
      ...fixed([['', 'GRAND TOTAL', '', '77,870.49', '(32,486.15)', '45,384.34']], widths),
      '',
      '*** END OF REPORT ***',
    )
  }),
  csv(
    'lists of an ERP: Ukrainian invoices in one byte a letter',
    cash,
    {
      ...windows,
      above: ['Реєстр виданих накладних за березень 2024 р.', ''],
      below: ['Усього;;;124 405,75;24 881,15;149 286,90'],
    },
    { encode: encoded('windows-1251') },
  ),
]
