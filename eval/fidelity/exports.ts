import { type Case, json, made, ndjson, xlsx } from './case.ts'
import { type Column, column, type Kind, type Truth, type Value } from './truth.ts'
import { latin1, objects, parquet, utf8 } from './write.ts'

type Roles = NonNullable<Parameters<typeof column>[3]>['roles']
/** A column of an export: its names, what it is, its values, and how they are written where that differs. */
type Spec = [names: string | string[], kind: Kind, values: Value[], written?: string[], roles?: Roles]

const table = (...specs: Spec[]): Column[] =>
  specs.map(([names, kind, values, written, roles]) =>
    column(names, kind, values, {
      ...(written ? { write: (_, row) => written[row]! } : {}),
      ...(roles ? { roles } : {}),
    }),
  )
const lines = (...all: string[]) => utf8(`${all.join('\n')}\n`)
const repeated = <T>(times: number, values: T[]): T[] => Array.from({ length: times }, () => values).flat()
const ANY_TEXT: Roles = ['text', 'dimension', 'id']
const CODE: Roles = ['id', 'dimension', 'text']

const DAYS = ['2024-01-02', '2024-01-15', '2024-02-01', '2024-02-28', '2024-03-05', '2024-03-29']
const german = (day: Value) => String(day).split('-').reverse().join('.')
const american = (day: Value) => String(day).replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1')

const bank: Case[] = [
  made(
    'bank: statement of a German bank',
    'csv',
    [
      table(
        ['Buchungstag', 'date', DAYS, DAYS.map((day) => german(day).replace('.20', '.'))],
        [
          'Verwendungszweck',
          'text',
          ['Miete Januar', 'Gehalt', 'Bäckerei; bar', 'Strom', 'Rückzahlung', 'Gebühr'],
          undefined,
          ANY_TEXT,
        ],
        [
          ['Betrag (EUR)', 'Betrag EUR'],
          'decimal',
          [-850, 2345.67, -4.2, -61.5, 1200.05, -3.9],
          ['-850,00', '2.345,67', '-4,20', '-61,50', '1.200,05', '-3,90'],
        ],
        [
          'Saldo',
          'decimal',
          [150, 2495.67, 2491.47, 2429.97, 3630.02, 3626.12],
          ['150,00', '2.495,67', '2.491,47', '2.429,97', '3.630,02', '3.626,12'],
        ],
      ),
    ],
    () =>
      latin1(
        [
          'Kontonummer:;DE12 5001 0517 0648 4898 90;;',
          'Zeitraum:;01.01.2024 - 31.03.2024;;',
          'Anfangssaldo:;;;"1.000,00"',
          '',
          'Buchungstag;Verwendungszweck;Betrag (EUR);Saldo',
          '02.01.24;Miete Januar;-850,00;150,00',
          '15.01.24;Gehalt;2.345,67;2.495,67',
          '01.02.24;"Bäckerei; bar";-4,20;2.491,47',
          '28.02.24;Strom;-61,50;2.429,97',
          '05.03.24;Rückzahlung;1.200,05;3.630,02',
          '29.03.24;Gebühr;-3,90;3.626,12',
          '',
          'Endsaldo;;;3.626,12',
          '',
        ].join('\r\n'),
      ),
  ),
  made(
    'bank: debit and credit apart',
    'csv',
    [
      table(
        ['Date', 'date', DAYS, DAYS.map(american)],
        [
          'Description',
          'text',
          ['PAYROLL', 'RENT, MARCH', 'POS 1234', 'ATM', 'CHECK 88', 'INTEREST'],
          undefined,
          ANY_TEXT,
        ],
        [
          'Debit',
          'decimal',
          [null, 1850, 23.15, 200, 1045.5, null],
          ['', '$1,850.00', '$23.15', '$200.00', '$1,045.50', ''],
        ],
        ['Credit', 'decimal', [4210.33, null, null, null, null, 0.42], ['$4,210.33', '', '', '', '', '$0.42']],
        [
          'Balance',
          'decimal',
          [4210.33, 2360.33, 2337.18, 2137.18, 1091.68, 1092.1],
          ['$4,210.33', '$2,360.33', '$2,337.18', '$2,137.18', '$1,091.68', '$1,092.10'],
        ],
      ),
    ],
    () =>
      lines(
        '"Date","Description","Debit","Credit","Balance"',
        '"01/02/2024","PAYROLL","","$4,210.33","$4,210.33"',
        '"01/15/2024","RENT, MARCH","$1,850.00","","$2,360.33"',
        '"02/01/2024","POS 1234","$23.15","","$2,337.18"',
        '"02/28/2024","ATM","$200.00","","$2,137.18"',
        '"03/05/2024","CHECK 88","$1,045.50","","$1,091.68"',
        '"03/29/2024","INTEREST","","$0.42","$1,092.10"',
      ),
  ),
]

const HOURS = ['08:05:09', '09:00:00', '12:30:15', '13:45:59', '17:20:00', '23:59:58']
const moments = DAYS.map((day, at) => `${day} ${HOURS[at]}`)
/** A moment so many hours before what a clock shows. */
const earlier = (moment: string, hours: number) =>
  new Date(Date.parse(`${moment.replace(' ', 'T')}Z`) - hours * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
const twelve = (clock: string) => {
  const [hour, ...rest] = clock.split(':')
  return `${Number(hour) % 12 || 12}:${rest.join(':')} ${Number(hour) < 12 ? 'AM' : 'PM'}`
}
const NOTES = ['Called, no answer', 'Said "yes"\nthen hung up', 'ok', 'Line 1\n\nLine 3; end', 'a,b;c', '–']

const people: Case[] = [
  made(
    'CRM: contacts with notes over lines',
    'csv',
    [
      table(
        ['Contact ID', 'text', DAYS.map((_, at) => `0035g00000XyZa${'ABCDEF'[at]}`), undefined, CODE],
        [
          'Name',
          'text',
          ['Díaz, Carla', 'Ito Ben', 'Rao Asha', 'Groß Emil', 'Nair Dev', "O'Neil Pat"],
          undefined,
          ANY_TEXT,
        ],
        ['Phone', 'text', DAYS.map((_, at) => `+49 170 55501${at}0`), undefined, ANY_TEXT],
        [
          'Created Date',
          'timestamp',
          moments.map((one) => earlier(one, 0)),
          moments.map((one) => `${one.replace(' ', 'T')}.000+0000`),
        ],
        ['Notes', 'text', NOTES, undefined, ANY_TEXT],
        ['Tags', 'text', ['vip;north', 'north', 'vip', 'vip;south', 'south', 'north;south'], undefined, ANY_TEXT],
      ),
    ],
    () =>
      utf8(
        [
          '"Contact ID","Name","Phone","Created Date","Notes","Tags"',
          ...moments.map((one, at) =>
            [
              `0035g00000XyZa${'ABCDEF'[at]}`,
              ['Díaz, Carla', 'Ito Ben', 'Rao Asha', 'Groß Emil', 'Nair Dev', "O'Neil Pat"][at]!,
              `+49 170 55501${at}0`,
              `${one.replace(' ', 'T')}.000+0000`,
              NOTES[at]!,
              ['vip;north', 'north', 'vip', 'vip;south', 'south', 'north;south'][at]!,
            ]
              .map((field) => `"${field.replaceAll('"', '""')}"`)
              .join(','),
          ),
          '',
        ].join('\r\n'),
        true,
      ),
  ),
  made(
    'survey tools: answers of a form with a zone',
    'csv',
    [
      table(
        [
          'Timestamp',
          'timestamp',
          moments.map((one) => earlier(one, 1)),
          moments.map((one) => `${one.slice(0, 10).replaceAll('-', '/')} ${twelve(one.slice(11))} GMT+1`),
        ],
        [
          'Which of these do you use? (all that apply)',
          'text',
          ['Mail, Chat', 'Mail', 'Chat', 'Mail, Chat, Phone', 'Phone', 'Mail'],
          undefined,
          ANY_TEXT,
        ],
        ['How satisfied are you? [Speed]', 'integer', [5, 4, 3, 5, 1, 2], undefined, ['measure', 'dimension']],
      ),
    ],
    () =>
      lines(
        '"Timestamp","Which of these do you use? (all that apply)","How satisfied are you? [Speed]"',
        ...moments.map(
          (one, at) =>
            `"${one.slice(0, 10).replaceAll('-', '/')} ${twelve(one.slice(11))} GMT+1","${['Mail, Chat', 'Mail', 'Chat', 'Mail, Chat, Phone', 'Phone', 'Mail'][at]}","${[5, 4, 3, 5, 1, 2][at]}"`,
        ),
      ),
  ),
  made(
    'survey tools: three lines above the answers',
    'csv',
    [
      table(
        [['StartDate', 'StartDate Start Date'], 'timestamp', moments],
        [['Q1', 'How old are you?', 'Q1 How old are you?'], 'integer', [31, 44, 28, 65, 19, 52]],
        [
          ['Q2_TEXT', 'Anything else?', 'Q2_TEXT Anything else?'],
          'text',
          ['no', 'More tea', 'no', 'Too slow, sorry', 'Great', 'no'],
          undefined,
          ANY_TEXT,
        ],
      ),
    ],
    () =>
      lines(
        'StartDate,Q1,Q2_TEXT',
        'Start Date,How old are you?,Anything else?',
        '"{""ImportId"":""startDate""}","{""ImportId"":""QID1""}","{""ImportId"":""QID2_TEXT""}"',
        ...moments.map(
          (one, at) =>
            `${one},${[31, 44, 28, 65, 19, 52][at]},${['no', 'More tea', 'no', '"Too slow, sorry"', 'Great', 'no'][at]}`,
        ),
      ),
  ),
  made(
    'survey tools: kinds of answers below the questions',
    'csv',
    [
      table(
        [['Respondent ID', 'RespondentID'], 'integer', [11401, 11402, 11403, 11404, 11405, 11406], undefined, ['id']],
        [
          ['How did you hear of us? Response', 'How did you hear of us?'],
          'text',
          ['Friend', 'Web', 'Web', 'Friend', 'Print', 'Web'],
          undefined,
          ANY_TEXT,
        ],
        [
          ['How did you hear of us? Other (please specify)', 'Other (please specify)'],
          'text',
          [null, 'a blog', null, null, 'the post', null],
          undefined,
          ANY_TEXT,
        ],
        [
          ['Would you recommend us? Response', 'Would you recommend us?', 'Response'],
          'integer',
          [9, 7, 10, 8, 3, 6],
          undefined,
          ['measure', 'dimension'],
        ],
      ),
    ],
    () =>
      lines(
        'Respondent ID,How did you hear of us?,,Would you recommend us?',
        ',Response,Other (please specify),Response',
        '11401,Friend,,9',
        '11402,Web,a blog,7',
        '11403,Web,,10',
        '11404,Friend,,8',
        '11405,Print,the post,3',
        '11406,Web,,6',
      ),
  ),
]

const PARTS = ['Schraube M8', 'Mutter M8', 'Blech 2mm', 'Rohr', 'Dichtung', 'Öl 5l']
const erp: Case[] = [
  made(
    'ERP: a list with bars and lines',
    'txt',
    [
      table(
        ['Material', 'text', DAYS.map((_, at) => `1000-${at}7`), undefined, CODE],
        ['Beschreibung', 'text', PARTS, undefined, ANY_TEXT],
        [
          'Menge',
          'decimal',
          [1200, 350.5, 12, -4, 90, 7.25],
          ['1.200,000', '350,500', '12,000', '4,000-', '90,000', '7,250'],
        ],
        ['ME', 'text', ['ST', 'ST', 'KG', 'M', 'ST', 'L'], undefined, ANY_TEXT],
        [
          'Wert',
          'decimal',
          [480, 70.1, 96, -18.4, 45, 36.25],
          ['480,00', '70,10', '96,00', '18,40-', '45,00', '36,25'],
        ],
      ),
    ],
    () => {
      const bar = '-'.repeat(60)
      const line = (...cells: string[]) => `|${cells.join('|')}|`
      return lines(
        'Bestandsliste                                   05.03.2024',
        '',
        bar,
        line('Material ', 'Beschreibung ', '      Menge', 'ME', '    Wert '),
        bar,
        line('1000-07  ', 'Schraube M8  ', '  1.200,000', 'ST', '  480,00 '),
        line('1000-17  ', 'Mutter M8    ', '    350,500', 'ST', '   70,10 '),
        line('1000-27  ', 'Blech 2mm    ', '     12,000', 'KG', '   96,00 '),
        line('1000-37  ', 'Rohr         ', '      4,000-', 'M ', '   18,40-'),
        line('1000-47  ', 'Dichtung     ', '     90,000', 'ST', '   45,00 '),
        line('1000-57  ', 'Öl 5l        ', '      7,250', 'L ', '   36,25 '),
        bar,
        line('*        ', '             ', '           ', '  ', '  708,95 '),
        bar,
      )
    },
  ),
  made(
    'ERP: sums of cost centres and a note',
    'csv',
    [
      table(
        ['Kostenstelle', 'text', ['KS10', 'KS10', 'KS10', 'KS20', 'KS20', 'KS20'], undefined, CODE],
        ['Konto', 'integer', [4100, 4120, 4930, 4100, 4120, 4930], undefined, ['id', 'dimension']],
        [
          'Betrag',
          'decimal',
          [12_500.5, 830, 99.95, 8_000, 410.1, 12.3],
          ['12.500,50', '830,00', '99,95', '8.000,00', '410,10', '12,30'],
        ],
      ),
    ],
    () =>
      lines(
        'Kostenstelle;Konto;Betrag',
        'KS10;4100;12.500,50',
        'KS10;4120;830,00',
        'KS10;4930;99,95',
        'Summe KS10;;13.430,45',
        '',
        'KS20;4100;8.000,00',
        'KS20;4120;410,10',
        'KS20;4930;12,30',
        'Summe KS20;;8.422,40',
        '',
        'Gesamtsumme;;21.852,85',
        'Alle Beträge in EUR, Stand 05.03.2024;;',
      ),
  ),
  made(
    'ERP: prices in kronor',
    'csv',
    [
      table(
        ['Artikel', 'text', ['Lampa', 'Stol', 'Bord', 'Hylla', 'Säng', 'Matta'], undefined, ANY_TEXT],
        [
          'Pris',
          'decimal',
          [1234.5, 899, 12_000, 450.25, 7890.9, 95],
          ['1 234,50 kr', '899,00 kr', '12 000,00 kr', '450,25 kr', '7 890,90 kr', '95,00 kr'],
        ],
        ['I lager', 'flag', [true, false, true, true, false, true], ['Ja', 'Nej', 'Ja', 'Ja', 'Nej', 'Ja']],
      ),
    ],
    () =>
      lines(
        'Artikel;Pris;I lager',
        'Lampa;1 234,50 kr;Ja',
        'Stol;899,00 kr;Nej',
        'Bord;12 000,00 kr;Ja',
        'Hylla;450,25 kr;Ja',
        'Säng;7 890,90 kr;Nej',
        'Matta;95,00 kr;Ja',
      ),
  ),
]

const shop = ['#1001', '#1001', '#1002', '#1003', '#1003', '#1003']
const logs: Case[] = [
  made(
    'logs: keys and values',
    'log',
    [
      table(
        ['ts', 'timestamp', moments, moments.map((one) => `${one.replace(' ', 'T')}Z`)],
        ['level', 'text', ['info', 'warn', 'info', 'error', 'info', 'info'], undefined, ANY_TEXT],
        [
          'msg',
          'text',
          ['user logged in', 'slow query', 'ok', 'disk "sda" full', 'user logged out', 'a=b'],
          undefined,
          ANY_TEXT,
        ],
        ['user', 'integer', [42, null, 7, null, 42, 7], undefined, ['id', 'measure', 'dimension']],
        ['ms', 'decimal', [12.5, 1830.25, 3.75, 0.5, 9.125, 4.5]],
      ),
    ],
    () =>
      lines(
        ...moments.map(
          (one, at) =>
            `ts=${one.replace(' ', 'T')}Z level=${['info', 'warn', 'info', 'error', 'info', 'info'][at]} msg=${['"user logged in"', '"slow query"', 'ok', '"disk \\"sda\\" full"', '"user logged out"', '"a=b"'][at]}${['user=42', '', 'user=7', '', 'user=42', 'user=7'][at] && ` ${['user=42', '', 'user=7', '', 'user=42', 'user=7'][at]}`} ms=${[12.5, 1830.25, 3.75, 0.5, 9.125, 4.5][at]}`,
        ),
      ),
  ),
  made(
    'logs: of an instrument, with words for faults',
    'csv',
    [
      table(
        [
          ['Zeit'],
          'timestamp',
          moments.map((one) => `${one.slice(0, 16)}:00`),
          moments.map((one) => `${german(one.slice(0, 10))} ${one.slice(11, 16)}`),
        ],
        [
          ['Temp', 'Temp (°C)'],
          'decimal',
          [21.5, 21.7, null, 22.1, 20.9, null],
          ['21,5', '21,7', '---', '22,1', '20,9', 'ERR'],
        ],
        [['Feuchte', 'Feuchte (%)'], 'integer', [45, 46, null, 47, 44, 43], ['45', '46', '---', '47', '44', '43']],
      ),
    ],
    () =>
      lines(
        '# Logger 7',
        '# Firmware 2.1; build 9',
        'Zeit;Temp;Feuchte',
        ';°C;%',
        ...moments.map(
          (one, at) =>
            `${german(one.slice(0, 10))} ${one.slice(11, 16)};${['21,5', '21,7', '---', '22,1', '20,9', 'ERR'][at]};${['45', '46', '---', '47', '44', '43'][at]}`,
        ),
      ),
  ),
  made(
    'encodings: two encodings in one file',
    'csv',
    [
      table(
        ['city', 'text', repeated(3, ['Zürich', 'Málaga']), undefined, ANY_TEXT],
        ['year', 'integer', [2020, 2021, 2022, 2020, 2021, 2022], undefined, ['time', 'dimension', 'measure']],
        ['visitors', 'integer', [1200, 3400, 5600, 7800, 9100, 2300]],
      ),
    ],
    () => {
      const row = (at: number) =>
        `${['Zürich', 'Málaga'][at % 2]},${[2020, 2021, 2022, 2020, 2021, 2022][at]},${[1200, 3400, 5600, 7800, 9100, 2300][at]}\n`
      return Buffer.concat([
        utf8(`city,year,visitors\n${row(0)}${row(1)}${row(2)}`),
        latin1(`${row(3)}${row(4)}${row(5)}`),
      ])
    },
  ),
  made(
    'shop: orders over several lines',
    'csv',
    [
      table(
        ['Name', 'text', shop, undefined, CODE],
        [
          'Paid at',
          'timestamp',
          [moments[0]!, null, moments[1]!, moments[2]!, null, null].map((one) => one && earlier(one, 1)),
          [moments[0]!, '', moments[1]!, moments[2]!, '', ''].map((one) => one && `${one} +0100`),
        ],
        ['Total', 'decimal', [59.9, null, 15.5, 120.25, null, null]],
        ['Lineitem quantity', 'integer', [1, 2, 1, 3, 1, 4]],
        ['Lineitem name', 'text', ['Tea - 100 g', 'Cup', 'Tea - 250 g', 'Pot', 'Cup', 'Spoon'], undefined, ANY_TEXT],
        [
          'Billing Zip',
          'text',
          ['02134', null, '10115', '07001', null, null],
          ["'02134", '', "'10115", "'07001", '', ''],
          CODE,
        ],
      ),
    ],
    () =>
      lines(
        'Name,Paid at,Total,Lineitem quantity,Lineitem name,Billing Zip',
        `#1001,${moments[0]} +0100,59.9,1,Tea - 100 g,'02134`,
        '#1001,,,2,Cup,',
        `#1002,${moments[1]} +0100,15.5,1,Tea - 250 g,'10115`,
        `#1003,${moments[2]} +0100,120.25,3,Pot,'07001`,
        '#1003,,,1,Cup,',
        '#1003,,,4,Spoon,',
      ),
  ),
  made(
    'words for nothing: one word among four numbers',
    'csv',
    [
      table(
        ['team', 'text', ['Red', 'Blue', 'Green', 'Black', 'White'], undefined, ANY_TEXT],
        ['points', 'integer', [120, 98, null, 77, 101], ['120', '98', 'disqualified', '77', '101']],
      ),
    ],
    () => lines('team,points', 'Red,120', 'Blue,98', 'Green,disqualified', 'Black,77', 'White,101'),
  ),
  made(
    'words for nothing: one word among five decimals',
    'csv',
    [
      table(
        ['Proben', 'text', ['A-1', 'A-2', 'B-1', 'B-2', 'C-1', 'C-2'], undefined, CODE],
        ['Wert', 'decimal', [0.25, 1.75, null, 12.5, 3.05, 0.9], ['0,25', '1,75', 'n. n.', '12,5', '3,05', '0,9']],
      ),
    ],
    () => lines('Proben;Wert', 'A-1;0,25', 'A-2;1,75', 'B-1;n. n.', 'B-2;12,5', 'C-1;3,05', 'C-2;0,9'),
  ),
]

const REGIONS = ['North', 'North', 'North', 'South', 'South', 'West']
const workbooks: Case[] = [
  xlsx(
    'workbook: merged names, and a sheet that is hidden',
    [
      table(
        ['Product', 'text', ['Lamp', 'Chair', 'Desk', 'Shelf'], undefined, ANY_TEXT],
        ['2023 Sold', 'integer', [120, 80, 45, 60]],
        ['2023 Returned', 'integer', [3, 1, 0, 7]],
        ['2024 Sold', 'integer', [140, 75, 50, 66]],
        ['2024 Returned', 'integer', [2, 4, 1, 5]],
      ),
    ],
    [
      {
        name: 'Report',
        rows: [
          ['Units by year', null, null, null, null],
          [],
          ['Product', 2023, null, 2024, null],
          [null, 'Sold', 'Returned', 'Sold', 'Returned'],
          ['Lamp', 120, 3, 140, 2],
          ['Chair', 80, 1, 75, 4],
          ['Desk', 45, 0, 50, 1],
          ['Shelf', 60, 7, 66, 5],
          ['Total', 305, 11, 331, 12],
        ],
        merged: ['A1:E1', 'A3:A4', 'B3:C3', 'D3:E3'],
      },
      { name: 'lists', rows: [['Lamp'], ['Chair'], ['Desk'], ['Shelf']], hidden: true },
    ],
  ),
  xlsx(
    'workbook: a region merged over its rows',
    [
      table(
        ['Region', 'text', REGIONS, ['North', '', '', 'South', '', 'West'], ['dimension']],
        ['City', 'text', ['Hull', 'York', 'Leeds', 'Bath', 'Dover', 'Truro'], undefined, ANY_TEXT],
        ['Sales', 'integer', [120, 340, 560, 780, 910, 230]],
      ),
    ],
    [
      {
        name: 'Sales',
        rows: [
          ['Region', 'City', 'Sales'],
          ['North', 'Hull', 120],
          [null, 'York', 340],
          [null, 'Leeds', 560],
          ['South', 'Bath', 780],
          [null, 'Dover', 910],
          ['West', 'Truro', 230],
        ],
        merged: ['A2:A4', 'A5:A6'],
      },
    ],
  ),
  xlsx(
    'workbook: dates of which some are texts',
    [
      table(
        ['Invoice', 'text', DAYS.map((_, at) => `R-${at + 1}0`), undefined, CODE],
        ['Due', 'date', DAYS],
        [
          'Net',
          'decimal',
          [1234.5, 99.95, 5000.25, 12.1, 780.4, 64.05],
          ['1234.5', '99.95', '5,000.25', '12.1', '780.4', '64.05'],
        ],
      ),
    ],
    [
      {
        name: 'Invoices',
        rows: [
          ['Invoice', 'Due', 'Net'],
          ['R-10', { number: 45293, style: 'date' }, 1234.5],
          ['R-20', { number: 45306, style: 'date' }, 99.95],
          ['R-30', '2024-02-01', '5,000.25'],
          ['R-40', { number: 45350, style: 'date' }, 12.1],
          ['R-50', '2024-03-05', 780.4],
          ['R-60', { number: 45380, style: 'date' }, 64.05],
        ],
      },
    ],
  ),
  xlsx(
    'workbook: groups with sums, empty rows and a source',
    [
      table(
        ['Team', 'text', ['Ops', 'Ops', 'Ops', 'Lab', 'Lab', 'Lab'], undefined, ANY_TEXT],
        ['Person', 'text', ['Ann', 'Bo', 'Cy', 'Di', 'Ed', 'Fay'], undefined, ANY_TEXT],
        ['Hours', 'decimal', [12.5, 8.25, 30.5, 17.75, 22.5, 9.5]],
      ),
    ],
    [
      {
        name: 'Hours',
        rows: [
          ['Hours of March'],
          ['Team', 'Person', 'Hours'],
          ['Ops', 'Ann', 12.5],
          ['Ops', 'Bo', 8.25],
          ['Ops', 'Cy', 30.5],
          ['Ops Total', null, 51.25],
          [],
          ['Lab', 'Di', 17.75],
          ['Lab', 'Ed', 22.5],
          ['Lab', 'Fay', 9.5],
          ['Lab Total', null, 49.75],
          ['Grand Total', null, 101],
          [],
          ['Source: time sheets'],
        ],
      },
    ],
  ),
]

const documents: Case[] = [
  json(
    'JSON: a report whose columns are described beside',
    [
      table(
        [['ga:country', 'country'], 'text', ['India', 'Japan', 'Peru', 'Chile'], undefined, ANY_TEXT],
        [['ga:sessions', 'sessions'], 'integer', [120, 340, 56, 78]],
        [['ga:bounceRate', 'bounceRate'], 'decimal', [12.5, 33.25, 8.75, 40.5]],
      ),
    ],
    {
      kind: 'analytics#gaData',
      query: { 'start-date': '2024-01-01', 'end-date': '2024-01-31' },
      columnHeaders: [
        { name: 'ga:country', columnType: 'DIMENSION' },
        { name: 'ga:sessions', columnType: 'METRIC' },
        { name: 'ga:bounceRate', columnType: 'METRIC' },
      ],
      totalsForAllResults: { 'ga:sessions': '594', 'ga:bounceRate': '23.75' },
      rows: [
        ['India', '120', '12.5'],
        ['Japan', '340', '33.25'],
        ['Peru', '56', '8.75'],
        ['Chile', '78', '40.5'],
      ],
    },
  ),
  ndjson(
    'JSON: documents of a store with types beside values',
    [
      table(
        [
          ['_id', '_id.$oid', '_id $oid', 'id'],
          'text',
          DAYS.map((_, at) => `65e6f0c2a1b2c3d4e5f6078${at}`),
          undefined,
          CODE,
        ],
        [['created', 'created.$date'], 'timestamp', moments, moments.map((one) => `${one.replace(' ', 'T')}Z`)],
        [['price', 'price.$numberDecimal'], 'decimal', [12.55, 3.45, 99.95, 0.75, 18.15, 7.35]],
        [['qty', 'qty.$numberLong'], 'integer', [3, 1, 12, 5, 8, 2]],
      ),
    ],
    moments.map((one, at) => ({
      _id: { $oid: `65e6f0c2a1b2c3d4e5f6078${at}` },
      created: { $date: `${one.replace(' ', 'T')}Z` },
      price: { $numberDecimal: String([12.55, 3.45, 99.95, 0.75, 18.15, 7.35][at]) },
      qty: { $numberLong: String([3, 1, 12, 5, 8, 2][at]) },
    })),
  ),
  json(
    'JSON: a page of a service with dates of old',
    [
      {
        columns: table(
          [['OrderID'], 'integer', [10248, 10249, 10250, 10251], undefined, ['id']],
          [
            'OrderDate',
            'timestamp',
            moments.slice(0, 4),
            moments.slice(0, 4).map((one) => `/Date(${Date.parse(`${one.replace(' ', 'T')}Z`)})/`),
          ],
          ['Freight', 'decimal', [32.38, 11.61, 65.83, 41.34]],
        ),
        spare: /^@odata/,
      },
    ],
    {
      '@odata.context': 'https://example.com/$metadata#Orders',
      value: moments.slice(0, 4).map((one, at) => ({
        '@odata.etag': `W/"${at}"`,
        OrderID: 10248 + at,
        OrderDate: `/Date(${Date.parse(`${one.replace(' ', 'T')}Z`)})/`,
        Freight: [32.38, 11.61, 65.83, 41.34][at],
      })),
      '@odata.nextLink': 'https://example.com/Orders?$skip=4',
    },
  ),
  json(
    'JSON: features of a map',
    [
      {
        columns: table(
          [
            ['name', 'properties_name', 'properties.name'],
            'text',
            ['Pune', 'Quito', 'Oslo', 'Lima'],
            undefined,
            ANY_TEXT,
          ],
          [
            ['people', 'properties_people', 'properties.people'],
            'integer',
            [3_124_000, 1_978_000, 709_000, 10_092_000],
          ],
        ),
        spare: /type|geometry|coordinates|longitude|latitude/i,
      },
    ],
    {
      type: 'FeatureCollection',
      features: ['Pune', 'Quito', 'Oslo', 'Lima'].map((name, at) => ({
        type: 'Feature',
        properties: { name, people: [3_124_000, 1_978_000, 709_000, 10_092_000][at] },
        geometry: {
          type: 'Point',
          coordinates: [
            [73.85, 18.52],
            [-78.46, -0.18],
            [10.75, 59.91],
            [-77.04, -12.04],
          ][at],
        },
      })),
    },
  ),
]

const texts = (): Truth => ({
  columns: table(
    ['trip', 'integer', [1, 2, 3, 4, 5, 6], undefined, ['id']],
    ['started', 'timestamp', moments],
    ['fare', 'decimal', [12.55, 3.45, 99.95, 0.75, 18.15, 7.35]],
    ['zip', 'text', ['02134', '10115', '07001', '94103', '60601', '33101'], undefined, CODE],
  ),
})
const parquets: Case[] = [
  made('Parquet: everything as text', 'parquet', [texts()], (dir) =>
    parquet(
      objects(texts().columns),
      'select trip::varchar as trip, started::timestamp::varchar as started, fare::varchar as fare, zip::varchar as zip from $rows',
      dir,
    ),
  ),
  made('Parquet: a frame with its index', 'parquet', [{ ...texts(), spare: /index/i }], (dir) =>
    parquet(
      objects(texts().columns),
      'select trip, started::timestamp as started, fare, zip::varchar as zip, (trip - 1)::bigint as __index_level_0__ from $rows',
      dir,
    ),
  ),
]

/** What programs export: banks, shops, surveys, instruments, stores of documents. */
export const EXPORTS: Case[] = [...bank, ...people, ...erp, ...logs, ...workbooks, ...documents, ...parquets]
