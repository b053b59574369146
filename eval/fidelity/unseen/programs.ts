import { type Case, made } from '../case.ts'
import { table } from '../latest/table.ts'
import type { Column } from '../truth.ts'
import { latin1, text, utf8, utf16 } from '../write.ts'

const file = (
  name: string,
  ending: string,
  tables: Column[][],
  content: string,
  encode: (content: string) => Uint8Array = utf8,
): Case => made(`what programs write: ${name}`, ending, tables, () => encode(content))

const list = table(`
  Material | Plant ~ Plnt | Posted ~ Pstng Date | Quantity ~ Qty | Unit ~ BUn | Value ~ Amount in LC
  code | code | @d.m.y | int | text | dec,
  100-210 | 1000 | 03.01.2024 | 12 | EA | 1.204,50
  100-215 | 1000 | 04.01.2024 | 3- | EA | 310,20-
  100-340 | 1000 | 09.01.2024 | 40 | KG | 88,00
  200-010 | 1010 | 02.01.2024 | 7 | EA | 2.415,75
  200-011 | 1010 | 11.01.2024 | 1- | EA | 345,10-
  200-090 | 1010 | 15.01.2024 | 25 | M | 612,25
  200-095 | 1010 | 18.01.2024 | 8 | M | 195,90`)

const spool = table(`
  EMPNO | ENAME | JOB | HIREDATE | SAL | COMM
  no | text | text | text | int | int
  7369 | SMITH | CLERK | 17-DEC | 800 |
  7499 | ALLEN | SALESMAN | 20-FEB | 1600 | 300
  7521 | WARD | SALESMAN | 22-FEB | 1250 | 500
  7566 | JONES | MANAGER | 02-APR | 2975 |
  7654 | MARTIN | SALESMAN | 28-SEP | 1250 | 1400
  7698 | BLAKE | MANAGER | 01-MAY | 2850 |
  7782 | CLARK | MANAGER | 09-JUN | 2450 |
  7788 | SCOTT | ANALYST | 19-APR | 3000 | `)
const spoolLine = (row: number) =>
  spool
    .map(({ written }, at) => (at === 0 || at > 3 ? written[row]!.padStart(9) : written[row]!.padEnd(10)))
    .join(' ')
    .trimEnd()
const spoolHead = [
  '    EMPNO ENAME      JOB        HIREDATE         SAL      COMM',
  '--------- ---------- ---------- ---------- --------- ---------',
]

const server = table(
  `
  ticket | opened | queue | minutes
  no | @y-m-d h:i:s | text | int
  90211 | 2024-05-02 08:14:00 | printers | 25
  90212 | 2024-05-02 08:40:11 | mail | 10
  90213 | 2024-05-02 09:03:50 | network | 130
  90214 | 2024-05-03 11:21:33 | mail | NULL
  90215 | 2024-05-03 12:55:08 | printers | 45
  90216 | 2024-05-06 07:59:59 | network | 12`,
  /^NULL$/,
)

const frame = table(
  `
  | sepal ~ Sepal.Length | species | kept | seen
  code | dec. | text | yes TRUE | @y-m-d
  obs1 | 5.1 | setosa | TRUE | 2023-04-01
  obs2 | 4.9 | setosa | FALSE | 2023-04-02
  obs3 | NA | setosa | TRUE | 2023-04-02
  obs4 | 7.0 | versicolor | TRUE | 2023-04-05
  obs5 | 6.4 | versicolor | TRUE | NA
  obs6 | 6.3 | virginica | FALSE | 2023-04-09
  obs7 | 5.8 | virginica | TRUE | 2023-04-11`,
  /^NA$/,
)

const pivot = table(`
  region | 2022 kept | 2022 lost | 2023 kept | 2023 lost
  text | int | dec. | int | dec.
  Alto | 14 | 2.5 | 19 | 1.25
  Basso | 22 | 0.5 | 24 | 0.75
  Centro | 9 | 3.25 | 11 | 2.5
  Isole | 31 | 1.75 | 28 | 4.5
  Riviera | 5 | 0.25 | 8 | 0.5`)

const booking = table(`
  Umsatz (ohne Soll/Haben-Kz) | Soll/Haben-Kennzeichen | Konto | Gegenkonto (ohne BU-Schlüssel) | Belegdatum | Belegfeld 1 | Buchungstext
  dec, | code | code | code | code | code | text
  119,00 | S | 4930 | 70001 | 0301 | RE-1001 | Bürobedarf
  59,50 | S | 4920 | 70014 | 0501 | RE-1002 | Telefon
  2380,00 | H | 8400 | 10020 | 0801 | AR-2201 | Beratung Januar
  1190,00 | H | 8400 | 10031 | 1001 | AR-2202 | Schulung
  35,70 | S | 4910 | 70002 | 1201 | RE-1003 | Porto
  892,50 | S | 4210 | 70003 | 1501 | RE-1004 | Miete Lager`)

const variants = table(
  `
  CHROM ~ #CHROM | POS | ID | REF | ALT | QUAL | FILTER | INFO
  code | int | code | text | text | dec. | text | text
  20 | 14370 | rs6054257 | G | A | 29 | PASS | NS=3;DP=14;AF=0.5
  20 | 17330 | . | T | A | 3.5 | q10 | NS=3;DP=11;AF=0.017
  20 | 1110696 | rs6040355 | A | G,T | 67 | PASS | NS=2;DP=10
  20 | 1230237 | . | T | . | 47 | PASS | NS=3;DP=13
  21 | 1234567 | microsat1 | GTC | G | 50.5 | PASS | NS=3;DP=9
  21 | 1239001 | . | A | C | 12 | q10 | NS=1;DP=4
  22 | 2000410 | rs11449 | C | T | 99 | PASS | NS=3;DP=40`,
  /^\.$/,
).map((one) =>
  one.names[0] === 'POS'
    ? { ...one, roles: ['measure', 'id', 'code', 'dimension'] as Column['roles'] }
    : one.names[0] === 'CHROM'
      ? { ...one, types: ['text', 'integer'] as Column['types'] }
      : one,
)

const whole = table(`
  Artikel | Bezeichnung | Preis | Bestand
  code | text | dec, | int
  A-10 | Schraube, verzinkt | 0,12 | 4000
  A-11 | Mutter M8 | 0,09 | 2500
  A-12 | Scheibe "groß" | 0,05 | 9000
  B-20 | Dübel, 8 mm | 0,21 | 1200
  B-21 | Haken | 1,35 | 310
  C-07 | Winkel, 90° | 2,80 | 75`)
const quoted = (fields: string[]) => {
  const inner = fields.map((field) => (/[",]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(',')
  return `"${inner.replaceAll('"', '""')}"`
}

const shop = table(`
  Order | Customer | City | Total
  no | text | text | dec.
  5501 | M. Ellery & Sons | York | 120.00
  5502 | Haddon <Trade> | Leeds | 75.50
  5503 | Ana Prieto | Hull | 19.99
  5504 | J. O'Neil | York | 240.10
  5505 | Café Rouge | Leeds | 61.75`)
const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const rowsOf = (columns: Column[]) => columns[0]!.written.map((_, row) => columns.map(({ written }) => written[row]!))

const containers = table(`
  NAME | IMAGE | STATUS | PORTS | SIZE
  code | text | text | text | dec.
  gateway | nginx:1.25 | Up 3 days | 80->80, 443->443 | 12.5
  worker-1 | acme/worker:latest | Up 3 days | | 230.1
  worker-2 | acme/worker:latest | Exited (137) 2 hours ago | | 229.4
  store | postgres:16 | Up 3 weeks | 5432->5432 | 1804.7
  cache | redis:7 | Up 3 weeks | 6379->6379 | 55.2
  cron | acme/cron:14 | Created | | 8.9`)
const widths = [11, 21, 27, 19, 0]

const people = table(`
  dn | cn | mail | telephoneNumber | employeeNumber
  code | text | text | code | no
  uid=awolf,ou=people,dc=example | Anna Wolf | awolf@example.org | +49 30 5501 | 1041
  uid=bkaya,ou=people,dc=example | Berk Kaya | bkaya@example.org | +49 30 5502 | 1042
  uid=clind,ou=people,dc=example | Cora Lind | clind@example.org | | 1043
  uid=dmora,ou=people,dc=example | Dario Mora | dmora@example.org | +49 30 5504 | 1047
  uid=efrey,ou=people,dc=example | Ella Frey | efrey@example.org | +49 30 5509 | 1051`)

const load = table(`
  procs r ~ r | procs b ~ b | memory swpd ~ swpd | memory free ~ free | memory cache ~ cache | io bi ~ bi | io bo ~ bo | cpu us ~ us | cpu sy ~ sy | cpu id ~ id
  int | int | int | int | int | int | int | int | int | int
  1 | 0 | 0 | 812040 | 1190224 | 12 | 88 | 3 | 1 | 96
  0 | 0 | 0 | 811800 | 1190300 | 0 | 24 | 2 | 1 | 97
  2 | 0 | 0 | 809112 | 1190388 | 104 | 0 | 21 | 4 | 75
  4 | 1 | 0 | 790004 | 1201004 | 4092 | 1288 | 55 | 12 | 30
  3 | 0 | 128 | 788420 | 1201420 | 512 | 760 | 48 | 9 | 42
  0 | 0 | 128 | 788416 | 1201424 | 0 | 16 | 2 | 0 | 98`).map((one) => ({
  ...one,
  roles: ['measure', 'dimension', 'code', 'flag', 'id'] as Column['roles'],
}))
const loadWidths = [2, 3, 7, 7, 8, 6, 6, 3, 3, 3]

const catalogue = table(`
  Signatur | Titel | Verfasser | Jahr | Ausleihen
  code | text | text | year | int
  Ma 12/3 | Algebra für Anfänger | Kohl, R. | 1998 | 14
  Ma 12/7 | Analysis; Band 1 | Heuser, H. | 2003 | 61
  Ph 3/1 | Optik | Hecht, E. | 2014 | 40
  Ph 3/9 | Wärmelehre | Müller, I. | 1985 | 3
  Ch 8/2 | Organische Chemie | Vollhardt, P. | 2011 | 77
  Ch 8/5 | Säuren und Basen | Groß, A. | 1979 | 0`)

/** Lists, spools, dumps and screens of programs. */
export const WRITTEN: Case[] = [
  file(
    'an ALV list with stars for sums',
    'txt',
    [list],
    (() => {
      const width = [3, 10, 6, 11, 9, 6, 13]
      const bar = (fields: string[]) =>
        `|${fields.map((field, at) => (at === 4 || at === 6 ? field.padStart(width[at]!) : field.padEnd(width[at]!))).join('|')}|`
      const rule = '-'.repeat(66)
      const body = rowsOf(list).map((fields) => bar(['', ...fields]))
      return [
        '02.02.2024                 Dynamic List Display                1',
        rule,
        bar(['', 'Material', 'Plnt', 'Pstng Date', 'Qty', 'BUn', 'Amount in LC']),
        rule,
        ...body.slice(0, 3),
        bar(['*', '', '1000', '', '', '', '982,30']),
        rule,
        ...body.slice(3),
        bar(['*', '', '1010', '', '', '', '2.878,80']),
        rule,
        bar(['**', '', '', '', '', '', '3.861,10']),
        rule,
        '',
      ].join('\r\n')
    })(),
    latin1,
  ),
  file(
    'a spool of SQL with pages',
    'lst',
    [spool],
    [
      '',
      ...spoolHead,
      ...[0, 1, 2, 3].map(spoolLine),
      '',
      ...spoolHead,
      ...[4, 5, 6, 7].map(spoolLine),
      '',
      '8 rows selected.',
      '',
    ].join('\n'),
  ),
  file(
    'a statement at the command line',
    'txt',
    [server],
    (() => {
      const width = [11, 23, 12, 11]
      const put = (fields: string[]) => fields.map((field, at) => field.padEnd(width[at]!)).join(';')
      return [
        "Changed database context to 'Desk'.",
        put(server.map(({ names }) => names[0]!)),
        width.map((n) => '-'.repeat(n)).join(';'),
        ...rowsOf(server).map(put),
        '',
        '(6 rows affected)',
        '',
      ].join('\r\n')
    })(),
  ),
  file(
    'write.table with names of rows',
    'txt',
    [frame],
    [
      '"Sepal.Length" "species" "kept" "seen"',
      ...rowsOf(frame).map(([row, length, kind, kept, seen]) => `"${row}" ${length} "${kind}" ${kept} ${seen}`),
      '',
    ].join('\n'),
  ),
  file(
    'a pivot of a data frame',
    'csv',
    [pivot],
    [
      'year,2022,2022,2023,2023',
      'kind,kept,lost,kept,lost',
      'region,,,,',
      ...rowsOf(pivot).map((fields) => fields.join(',')),
      '',
    ].join('\n'),
  ),
  file(
    'a batch of bookings',
    'csv',
    [booking],
    [
      '"EXTF";700;21;"Buchungsstapel";12;20240131101500000;;"RE";"";"";29098;55003;20240101;4;20240101;20240131;"Januar";"";1;0;0;"EUR"',
      text(booking, { delimiter: ';', newline: '\r\n' }),
    ].join('\r\n'),
    latin1,
  ),
  file(
    'variants with meta lines',
    'vcf',
    [variants],
    [
      '##fileformat=VCFv4.2',
      '##fileDate=20240105',
      '##INFO=<ID=NS,Number=1,Type=Integer,Description="Number of Samples With Data">',
      '##FILTER=<ID=q10,Description="Quality below 10">',
      '#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO',
      ...rowsOf(variants).map((fields) => fields.join('\t')),
      '',
    ].join('\n'),
  ),
  file(
    'lines quoted as a whole',
    'csv',
    [whole],
    ['"Artikel,Bezeichnung,Preis,Bestand"', ...rowsOf(whole).map(quoted), ''].join('\r\n'),
  ),
  file(
    'a page that is called a workbook',
    'xls',
    [shop],
    [
      '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta charset="utf-8"><style>td{mso-number-format:"\\@"}</style></head>',
      '<body><table border="1">',
      '<tr><td colspan="4"><b>Orders of March</b></td></tr>',
      `<tr>${shop.map(({ names }) => `<th>${names[0]}</th>`).join('')}</tr>`,
      ...rowsOf(shop).map((fields) => `<tr>${fields.map((field) => `<td>${escaped(field)}</td>`).join('')}</tr>`),
      '</table></body></html>',
      '',
    ].join('\n'),
  ),
  file(
    'a screen of containers',
    'txt',
    [containers],
    [['NAME', 'IMAGE', 'STATUS', 'PORTS', 'SIZE'], ...rowsOf(containers)]
      .map((fields) =>
        fields
          .map((field, at) => field.padEnd(widths[at]!))
          .join('')
          .trimEnd(),
      )
      .concat('')
      .join('\n'),
  ),
  file(
    'a directory as records',
    'ldif',
    [people],
    [
      'version: 1',
      '',
      ...rowsOf(people).map(
        (fields) =>
          `${fields.flatMap((field, at) => (field ? [`${people[at]!.names[0]}: ${field}`] : [])).join('\n')}\n`,
      ),
    ].join('\n'),
  ),
  file(
    'load of a machine',
    'txt',
    [load],
    [
      'procs -----memory-----------  ----io---- ---cpu---',
      ['r', 'b', 'swpd', 'free', 'cache', 'bi', 'bo', 'us', 'sy', 'id']
        .map((name, at) => name.padStart(loadWidths[at]!))
        .join(' '),
      ...rowsOf(load).map((fields) => fields.map((field, at) => field.padStart(loadWidths[at]!)).join(' ')),
      '',
    ].join('\n'),
  ),
  file(
    'a library as Unicode',
    'txt',
    [catalogue],
    text(catalogue, {
      delimiter: '\t',
      newline: '\r\n',
      above: ['Bestandsliste Fachbereich', 'Stand:\t31.12.2023', ''],
      below: ['', 'Ende der Liste'],
    }),
    utf16,
  ),
]
