import { type Case, csv } from '../case.ts'
import { encoded } from '../columns.ts'
import { BESIDE, file, GROUP, grouped, join, linesOf, YEARLESS } from '../everyday/file.ts'
import { fixed, namesOf, rowsOf, tuned } from '../exported/file.ts'
import { headed } from '../later/file.ts'
import { table } from '../latest/table.ts'
import { latin1, utf8 } from '../write.ts'

const semicolon = join(';')
const comma = join()
const tab = join('\t')
const ansi = encoded('windows-1252')

const postings = tuned(
  table(`
  Umsatz (ohne Soll/Haben-Kz) ~ Umsatz | Soll/Haben-Kennzeichen | WKZ Umsatz | Konto | Gegenkonto (ohne BU-Schlüssel) ~ Gegenkonto | BU-Schlüssel | Belegdatum | Belegfeld 1 | Buchungstext
  dec, | code | code | code | code | code | text | code | text
  1190,00 | S | EUR | 10042 | 8400 | 3 | 0503 | RE-0417 | Müller GmbH, Wartung
  238,50 | S | EUR | 10007 | 8400 | 3 | 0703 | RE-0418 | Groß & Söhne
  45,20 | H | EUR | 1000 | 4910 | | 0803 | K-112 | Porto
  2380,00 | S | EUR | 10042 | 8400 | 3 | 1203 | RE-0421 | "Müller" Nachtrag
  99,99 | H | EUR | 1000 | 4930 | 9 | 1203 | K-113 | Büromaterial
  17,85 | H | EUR | 1200 | 4970 | | 2803 | BA-044 | Kontoführung
  714,00 | S | EUR | 10019 | 8400 | 3 | 3103 | RE-0425 | Äpfel & Co; Lieferung`),
  { Belegdatum: { ...YEARLESS, kind: 'text' }, 'BU-Schlüssel': { types: ['integer', 'text'] } },
)
const quoted = (fields: string[]) =>
  fields.map((one, at) => (at === 0 || [3, 4, 6].includes(at) ? one : `"${one.replaceAll('"', '""')}"`)).join(';')

const turnover = table(`
  Счет | Сальдо на начало периода Дебет | Сальдо на начало периода Кредит | Обороты за период Дебет | Обороты за период Кредит | Сальдо на конец периода Дебет | Сальдо на конец периода Кредит
  code | dec, | dec, | dec, | dec, | dec, | dec,
  10 | 145 200,00 | | 87 340,50 | 92 100,00 | 140 440,50 |
  41 | 512 000,00 | | 230 115,00 | 198 770,25 | 543 344,75 |
  50 | 12 345,67 | | 400 000,00 | 398 500,00 | 13 845,67 |
  51 | 1 020 500,10 | | 915 300,40 | 877 215,90 | 1 058 584,60 |
  60 | | 210 400,00 | 330 000,00 | 290 150,75 | | 170 550,75
  62 | 98 760,00 | | 640 200,00 | 655 000,00 | 83 960,00 |
  68 | | 45 116,00 | 45 116,00 | 51 230,00 | | 51 230,00
  70 | | 187 000,00 | 187 000,00 | 191 450,00 | | 191 450,00
  90 | | | 640 200,00 | 640 200,00 | |`)

const carried = table(`
  Boekdatum | Stuk | Omschrijving | Debet | Credit
  @d-m-y | code | text | dec, | dec,
  02-01-2024 | 24001 | Beginbalans kas | 1.250,00 |
  03-01-2024 | 24002 | Verkoop balie | 318,40 |
  05-01-2024 | 24003 | Briefpapier Jansen | | 64,95
  08-01-2024 | 24004 | Afstorting bank | | 900,00
  09-01-2024 | 24005 | Verkoop balie | 402,15 |
  11-01-2024 | 24006 | Bloemen jubileum | | 37,50
  15-01-2024 | 24007 | Verkoop balie | 275,80 |
  16-01-2024 | 24008 | Postzegels | | 48,00
  19-01-2024 | 24009 | Voorschot reis | | 150,00
  22-01-2024 | 24010 | Verkoop balie | 511,05 |
  25-01-2024 | 24011 | Terugbetaling reis | 21,35 |
  31-01-2024 | 24012 | Kasverschil | | 0,50`)
const page = (number: number, head: string[], body: string[][], foot: string[]) => [
  `Administratie 017 Bakkerij De Wolf;;;;Pagina ${number} van 3`,
  'Kasboek januari 2024;;;;Afdruk 05-02-2024 09:41',
  '',
  namesOf(carried).join(';'),
  ...head,
  ...body.map(semicolon),
  ...foot,
  '',
]
const cash = rowsOf(carried)

const ageing = table(`
  ${GROUP} ~ customer | Type | Date | Num | Due Date | Aging | Open Balance
  text | text | @m/d/y | code | @m/d/y | int | dec.
  Abercrombie Lumber | Invoice | 11/02/2023 | 1007 | 12/02/2023 | 59 | 1,240.00
  Abercrombie Lumber | Invoice | 12/14/2023 | 1019 | 01/13/2024 | 17 | 385.50
  Bright Dental | Invoice | 10/05/2023 | 0998 | 11/04/2023 | 87 | 94.25
  Bright Dental | Credit Memo | 12/20/2023 | CM-12 | 12/20/2023 | 41 | -94.25
  Bright Dental | Invoice | 01/03/2024 | 1031 | 02/02/2024 | | 610.75
  Cole, Dana | Invoice | 12/28/2023 | 1026 | 01/27/2024 | 3 | 72.10
  Drexel & Sons | Invoice | 09/18/2023 | 0981 | 10/18/2023 | 104 | 2,015.00
  Drexel & Sons | Payment | 01/09/2024 | 5561 | | | -1,000.00
  Drexel & Sons | Invoice | 01/22/2024 | 1040 | 02/21/2024 | | 318.85`)
const dollars = (rows: string[][]) =>
  rows
    .reduce((sum, row) => sum + Number(row[6]!.replace(',', '')), 0)
    .toLocaleString('en-US', { minimumFractionDigits: 2 })

const transfers = tuned(
  table(`
  Date | Time | TimeZone | Name | Type | Status | Currency | Gross | Fee | Net | Transaction ID
  @m/d/y | @h:i:s | text | text | text | text | code | dec. | dec. | dec. | code
  03/14/2024 | 08:15:02 | PDT | Nora Quill | Website Payment | Completed | USD | 1,250.00 | -36.55 | 1,213.45 | 9AB12345CD678901E
  03/14/2024 | 11:40:51 | PDT | | General Withdrawal | Completed | USD | -1,000.00 | 0.00 | -1,000.00 | 1XY98765ZW432109Q
  03/15/2024 | 02:03:44 | PDT | Tim "TJ" Jones | Website Payment | Completed | USD | 19.99 | -0.88 | 19.11 | 2KL55555MN000001P
  03/17/2024 | 19:22:10 | PDT | Åsa Berg | Refund | Completed | EUR | -45.50 | 1.40 | -44.10 | 7QW10101ER202020T
  03/18/2024 | 23:59:58 | PDT | Lee, Ana | Website Payment | Pending | USD | 310.00 | -9.29 | 300.71 | 4UI30303OP404040A
  03/20/2024 | 06:30:00 | PDT | Nora Quill | Website Payment | Completed | GBP | 88.20 | -3.36 | 84.84 | 6SD50505FG606060H`),
  { Name: { roles: ['text', 'dimension'] } },
)

const baht = tuned(
  table(`
  วันที่ | รายการ | ถอน | ฝาก | คงเหลือ
  text | text | dec. | dec. | dec.
  01/02/2567 | ยอดยกมา | | | 15,200.50
  03/02/2567 | เงินเดือน | | 32,000.00 | 47,200.50
  05/02/2567 | ค่าเช่า | 8,500.00 | | 38,700.50
  10/02/2567 | ค่าไฟฟ้า | 1,245.75 | | 37,454.75
  14/02/2567 | ร้านอาหาร | 860.25 | | 36,594.50
  25/02/2567 | โอนเข้า | | 2,150.00 | 38,744.50
  28/02/2567 | ค่าธรรมเนียม | 15.00 | | 38,729.50`),
  {
    วันที่: {
      kind: 'date',
      roles: ['time'],
      values: ['01', '03', '05', '10', '14', '25', '28'].map((day) => `2024-02-${day}`),
    },
  },
)

const balance = table(`
  Data | Histórico | Docto. | Valor (R$) ~ Valor R$ ~ Valor | Saldo (R$) ~ Saldo R$ ~ Saldo
  @d/m/y | text | code | dec, | dec,
  02/05/2024 | PIX RECEBIDO - JOÃO SOUZA | 020524 | 1.500,00 | 2.310,44
  03/05/2024 | PAGTO BOLETO ENERGIA | 118203 | 214,87- | 2.095,57
  06/05/2024 | COMPRA CARTÃO PADARIA | 771120 | 18,50- | 2.077,07
  06/05/2024 | TARIFA PACOTE | 000000 | 39,90- | 2.037,17
  10/05/2024 | SALÁRIO | 100524 | 4.820,33 | 6.857,50
  15/05/2024 | ALUGUEL | 150501 | 2.950,00- | 3.907,50
  20/05/2024 | PIX ENVIADO - MARIA | 200533 | 4.000,00- | 92,50-`)

const wages = headed(
  table(`
  ${GROUP} ~ Mitarbeiter ~ Personalnummer | Lohnart | Bezeichnung | 01/2024 | 02/2024 | 03/2024
  text | code | text | dec, | dec, | dec,
  00017 Ahmadi, Leyla | 1000 | Grundgehalt | 3.400,00 | 3.400,00 | 3.502,00
  00017 Ahmadi, Leyla | 1210 | Überstunden | 212,50 | | 85,00
  00017 Ahmadi, Leyla | 9010 | Lohnsteuer | -512,33 | -468,16 | -497,83
  00023 Bähr, Uwe | 1000 | Grundgehalt | 2.875,00 | 2.875,00 | 2.875,00
  00023 Bähr, Uwe | 3300 | Fahrgeld | 49,00 | 49,00 | 49,00
  00023 Bähr, Uwe | 9010 | Lohnsteuer | -331,91 | -331,91 | -331,91
  00041 Cruz, Inés | 1000 | Grundgehalt | | 1.937,50 | 3.875,00
  00041 Cruz, Inés | 9010 | Lohnsteuer | | -118,25 | -603,50`),
  'Personalnummer ',
)
const german = (value: number) => value.toLocaleString('de-DE', { minimumFractionDigits: 2 })

const journal = table(`
  No.Cédula | Nombre | Cargo | Días | Sueldo | Aux.Transp. | Salud | Pensión | Neto
  code | text | text | int | dec, | dec, | dec, | dec, | dec,
  1032456789 | ACOSTA RUIZ DIANA | Analista | 30 | 2.600.000,00 | 0,00 | 104.000,00 | 104.000,00 | 2.392.000,00
  79881234 | BERNAL PEÑA LUIS | Auxiliar | 30 | 1.300.000,00 | 162.000,00 | 52.000,00 | 52.000,00 | 1.358.000,00
  52123987 | CASTRO GIL ROSA | Auxiliar | 22 | 953.333,33 | 118.800,00 | 38.133,33 | 38.133,33 | 995.866,67
  1019283746 | DUQUE SANZ OMAR | Gerente | 30 | 8.450.000,00 | 0,00 | 338.000,00 | 338.000,00 | 7.774.000,00
  80765432 | ESPEJO MORA IVÁN | Técnico | 15 | 1.050.000,00 | 81.000,00 | 42.000,00 | 42.000,00 | 1.047.000,00`)
const WIDTHS = [-11, 18, 10, -5, -14, -12, -12, -12, -14]
const payroll = (lines: string[][]) =>
  fixed(
    lines.map((line) => line.map((field, at) => ([1, 2].includes(at) ? ` ${field}` : field))),
    WIDTHS,
    '',
  )

const cheques = table(`
  Cheque | Payee | Drawn | Payment
  code | text | @d-b-y | dec.
  000871 | Harbour Fuel | 04-Mar-24 | £120.50
  000872 | J. O'Neill | 04-Mar-24 | £88.25
  000873 | Void | 05-Mar-24 |
  000874 | Net Mending Co. | 11-Mar-24 | £940.00
  000875 | Ice Plant | 19-Mar-24 | £15.75
  000876 | Customs | 28-Mar-24 | £310.40`)

/** Exports of books, banks and pay, as the programs of several countries write them. */
export const LEDGERS: Case[] = [
  file(
    'postings: a batch with a line about itself',
    'csv',
    [postings],
    [
      '"EXTF";700;21;"Buchungsstapel";13;20240402101533127;;"RE";"";"";29098;55003;20240101;4;20240301;20240331;"Rechnungen März";"";1;0;0;"EUR"',
      'Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Konto;Gegenkonto (ohne BU-Schlüssel);BU-Schlüssel;Belegdatum;Belegfeld 1;Buchungstext',
      ...rowsOf(postings).map(quoted),
    ],
    ansi,
    '\r\n',
  ),
  file(
    'turnover of accounts: opening, movement and closing below each other',
    'csv',
    [turnover],
    [
      'ООО "Ромашка";;;;;;',
      'Оборотно-сальдовая ведомость за 1 квартал 2024 г.;;;;;;',
      ';;;;;;',
      'Счет;Сальдо на начало периода;;Обороты за период;;Сальдо на конец периода;',
      ';Дебет;Кредит;Дебет;Кредит;Дебет;Кредит',
      ...rowsOf(turnover).map(semicolon),
      'Итого;1 788 805,77;442 516,00;3 475 271,90;3 394 616,90;1 840 175,52;413 230,75',
      ';;;;;;',
      'Ответственный: _______________;;;;;;',
    ],
    encoded('windows-1251'),
    '\r\n',
  ),
  file(
    'cash books: pages that carry their sum over',
    'csv',
    [carried],
    [
      ...page(1, [], cash.slice(0, 4), [';;Transporteren;1.568,40;964,95']),
      ...page(2, [';;Transport;1.568,40;964,95'], cash.slice(4, 8), [';;Transporteren;2.246,35;1.050,45']),
      ...page(3, [';;Transport;2.246,35;1.050,45'], cash.slice(8), [';;Totaal;2.778,75;1.200,95']),
    ],
  ),
  file(
    'open items: customers with an ageing of their own',
    'csv',
    [{ columns: ageing, spare: BESIDE }],
    [
      '"Lakeside Supply, Inc."',
      'A/R Aging Detail',
      '"As of January 30, 2024"',
      '',
      ',Type,Date,Num,Due Date,Aging,Open Balance',
      ...grouped(
        ageing,
        (fields) => `,${comma(fields)}`,
        (group) => [`${comma([group])},,,,,,`],
        (group, rows) => [`${comma([`Total ${group}`])},,,,,,${comma([dollars(rows)])}`],
      ),
      `TOTAL,,,,,,${comma([dollars(rowsOf(ageing))])}`,
    ],
  ),
  csv(
    'payments: a wallet of several currencies',
    transfers,
    { quotes: 'all', newline: '\r\n' },
    {
      encode: (content) => utf8(content, true),
    },
  ),
  file(
    'statements: Thai years and a balance brought forward',
    'csv',
    [baht],
    ['ธนาคารตัวอย่าง,,,,', 'บัญชีเลขที่ 123-4-56789-0,,,,', '', ...linesOf(baht)],
    (content) => utf8(content, true),
    '\r\n',
  ),
  file(
    'statements: signs behind figures and text around them',
    'txt',
    [balance],
    [
      'BANCO EXEMPLO S.A.',
      'Agência 0123  Conta 45678-9',
      'Extrato mensal de 01/05/2024 a 31/05/2024',
      '',
      tab(['Data', 'Histórico', 'Docto.', 'Valor (R$)', 'Saldo (R$)']),
      tab(['', 'SALDO ANTERIOR', '', '', '810,44']),
      ...rowsOf(balance).map(tab),
      '',
      'Lançamentos futuros: não há',
      'SAC 0800 000 0000',
    ],
    latin1,
    '\r\n',
  ),
  file(
    'pay: kinds of wages by person and month',
    'csv',
    [wages],
    [
      'Lohnkonto;Mandant 4711;;;',
      'Auswertung 01/2024 - 03/2024;;;;',
      '',
      'Lohnart;Bezeichnung;01/2024;02/2024;03/2024',
      ...grouped(
        wages,
        semicolon,
        (group) => [`${group};;;;`],
        (_, rows) => [
          `;Auszahlungsbetrag;${[3, 4, 5].map((at) => german(rows.reduce((sum, row) => sum + Number(row[at]!.replace('.', '').replace(',', '.')), 0))).join(';')}`,
          ';;;;',
        ],
      ),
    ],
    ansi,
  ),
  file(
    'pay: a journal for a printer with pages',
    'txt',
    [journal],
    [
      'COMERCIALIZADORA DEL SUR S.A.S.          NIT 900.123.456-7                 Pág. 1',
      'NÓMINA DEL MES DE ABRIL DE 2024',
      '',
      ...payroll([namesOf(journal)]),
      '='.repeat(108),
      ...payroll(rowsOf(journal).slice(0, 3)),
      '\fCOMERCIALIZADORA DEL SUR S.A.S.          NIT 900.123.456-7                 Pág. 2',
      'NÓMINA DEL MES DE ABRIL DE 2024',
      '',
      ...payroll([namesOf(journal)]),
      '='.repeat(108),
      ...payroll(rowsOf(journal).slice(3)),
      '='.repeat(108),
      ...payroll([['', 'TOTALES', '', '', '14.353.333,33', '361.800,00', '574.133,33', '574.133,33', '13.566.866,67']]),
      '',
      'Elaboró: ______________________     Revisó: ______________________',
    ],
    latin1,
    '\r\n',
  ),
  file(
    'cheques: a register with the pound in front and one that is void',
    'csv',
    [cheques],
    ['CHEQUE REGISTER', 'Harbour Co-operative Ltd', ...linesOf(cheques), ',,,', ',,Total cheques,"£1,474.90"'],
    latin1,
  ),
]
