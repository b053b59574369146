import { type Case, csv } from '../case.ts'
import { encoded } from '../columns.ts'
import { BESIDE, file, GROUP, grouped, join, linesOf } from '../everyday/file.ts'
import { fixed, namesOf, rowsOf, tuned } from '../exported/file.ts'
import { table } from '../latest/table.ts'
import { type Column, column, part, stacked } from '../truth.ts'
import { latin1, utf8 } from '../write.ts'

const semicolon = join(';')
const comma = join()
const tab = join('\t')

const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F']
const plate = (name: string, from: number): Column[] => [
  column([...GROUP.split(' ~ '), 'label', 'table'], 'text', [6, () => name], { roles: ['dimension', 'text'] }),
  column(['<>', '', 'row'], 'text', LETTERS, { roles: ['dimension', 'code', 'id', 'text'] }),
  ...[1, 2, 3, 4, 5].map((well) => column(String(well), 'decimal', [6, (row) => part(row, from + well, 0, 2, 4)])),
]
const plates = [plate('Label: OD450', 700), plate('Label: OD620', 800)]

const peaks = table(`
  Peak # ~ Peak | RetTime [min] ~ RetTime | Type | Width [min] ~ Width | Area [mAU*s] ~ Area | Height [mAU] ~ Height | Area %
  rank | dec. | code | dec. | dec. | dec. | dec.
  1 | 1.204 | BB | 0.0512 | 123.45678 | 36.81204 | 4.1907
  2 | 2.877 | BV | 0.0634 | 1804.22119 | 431.90121 | 61.2433
  3 | 3.015 | VB | 0.0701 | 488.10455 | 101.77310 | 16.5682
  4 | 5.660 | MM | 0.1188 | 77.91023 | 10.93002 | 2.6446
  5 | 7.142 | BB | 0.0895 | 452.30087 | 78.04418 | 15.3532`)

const logger = table(`
  # | Date Time, GMT+01:00 ~ Date Time | Temp, °C (LGR S/N: 10234567, SEN S/N: 10234567) ~ Temp, °C ~ Temp | RH, % (LGR S/N: 10234567, SEN S/N: 10234567) ~ RH, % ~ RH | Host Connected (LGR S/N: 10234567) ~ Host Connected | End Of File (LGR S/N: 10234567) ~ End Of File
  rank | @m/d/y h:i:s | dec. | dec. | text | text
  1 | 06/14/2023 08:00:00 | 21.342 | 48.71 | |
  2 | 06/14/2023 08:15:00 | 21.509 | 48.12 | |
  3 | 06/14/2023 08:30:00 | 21.843 | 47.66 | |
  4 | 06/14/2023 08:45:00 | 22.178 | 46.93 | |
  5 | 06/14/2023 09:00:00 | 22.561 | 46.05 | |
  6 | 06/14/2023 09:15:00 | 22.944 | 45.38 | |
  7 | 06/14/2023 09:21:37 | | | Logged |
  8 | 06/14/2023 09:21:40 | | | | Logged`).map((one, at) =>
  at === 0 ? { ...one, names: ['#', ''], roles: ['id', 'code', 'measure', 'dimension'] as Column['roles'] } : one,
)
const clock = ([number, moment, ...rest]: string[]) => {
  const [date, time] = moment!.split(' ')
  const [hours, ...more] = time!.split(':')
  const half = Number(hours) < 12 ? 'AM' : 'PM'
  return [number!, `${date!.replace('/2023', '/23')} ${hours}:${more.join(':')} ${half}`, ...rest]
}

const water = table(
  `
  Probe | Entnahmestelle | Nitrat [mg/l] ~ Nitrat mg l ~ Nitrat | Blei [µg/l] ~ Blei µg l ~ Blei | Coliforme [KBE/100ml] ~ Coliforme KBE 100ml ~ Coliforme | pH
  code | text | dec, | dec, | int | dec,
  24-1187 | Brunnen 1 | 18,4 | <1,0 | 0 | 7,41
  24-1188 | Brunnen 2 | 31,7 | <1,0 | 0 | 7,28
  24-1189 | Netz Süd | 22,9 | 2,3 | 0 | 7,52
  24-1190 | Netz Nord | 23,5 | 4,8 | >200 | 7,49
  24-1191 | Schule | 21,1 | <1,0 | 3 | 7,55
  24-1192 | Hochbehälter | <0,5 | 1,6 | 0 | n.b.
  24-1193 | Werk | 25,2 | 1,2 | 1 | 7,38`,
  /^n\.b\.$/,
)

const load = [
  column('Datum', 'date', ['2024-01-15', '2024-01-16', '2024-01-17', '2024-01-18', '2024-01-19'], {
    write: (value) => String(value).split('-').reverse().join('.'),
  }),
  ...['00:15', '00:30', '00:45', '01:00', '01:15', '01:30'].map((name, at) =>
    column(name, 'decimal', [5, (row) => Number((11.25 + row * 1.5 + at * 0.375).toFixed(3))], {
      write: (value) => Number(value).toFixed(3).replace('.', ','),
    }),
  ),
]

const prices = tuned(
  table(
    `
  ${GROUP} | Art.-Nr. | Bezeichnung | VE | ab 1 | ab 10 | ab 100
  text | code | text | int | dec, | dec, | dec,
  Schrauben | 10-0045 | Senkkopf 4x40 | 200 | 7,95 | 7,20 | 6,45
  Schrauben | 10-0050 | Senkkopf 5x50 | 200 | 9,80 | 8,90 | 7,95
  Schrauben | 10-0112 | Sechskant M8x60 | 50 | 12,40 | 11,30 | auf Anfrage
  Dübel | 22-0006 | Universal 6 mm | 100 | 3,15 | 2,85 | 2,40
  Dübel | 22-0008 | Universal 8 mm | 100 | 4,25 | 3,90 | 3,35
  Dübel | 22-0110 | Schwerlast M10 | 10 | 28,90 | auf Anfrage | auf Anfrage
  Beschläge | 35-0301 | Scharnier 60 mm | 2 | 5,60 | 5,10 | 4,70
  Beschläge | 35-0302 | Scharnier 80 mm | 2 | 6,75 | 6,20 | 5,80
  Beschläge | 35-0415 | Topfband 110° | 1 | 3,99 | 3,60 | 3,10`,
    /^auf Anfrage$/,
  ),
  { VE: { roles: ['measure', 'dimension'] } },
)

const stock = table(`
  Artikelnr | Benaming | Magazijn | Voorraad | Waarde
  code | text | code | int | dec,
  100017 | Pomp 2 bar | A1 | 12 | 1.884,00
  100023 | Slang 15 m | A1 | 140 | 2.093,00
  100031 | Koppeling 1/2" | B4 | 905 | 1.737,60
  100058 | Filter fijn | B4 | 33 | 412,50
  100064 | Manometer | A2 | 18 | 538,20
  100092 | Kraan messing | C1 | 61 | 945,50
  100105 | Dichting set | C1 | 400 | 316,00`)

const ratings = [
  column('', 'integer', [1, 1, 1, 2, 2, 3, 3, 3, 4, 5], { roles: ['id', 'code', 'dimension', 'measure'] }),
  column('', 'integer', [1193, 661, 914, 3408, 2355, 1197, 1287, 2804, 594, 919], {
    roles: ['id', 'code', 'dimension', 'measure'],
  }),
  column('', 'integer', [5, 3, 3, 4, 5, 3, 5, 5, 4, 4], { roles: ['measure', 'dimension', 'code'] }),
  column(
    '',
    // Without a name nothing says that these are seconds since 1970.
    'integer',
    [0, 59, 132, 301, 377, 400, 512, 677, 801, 990].map((seconds) => 978_300_760 + seconds),
    { roles: ['time', 'measure', 'id', 'code'] },
  ),
]

const stations = tuned(
  table(`
  ID | LATITUDE | LONGITUDE | ELEVATION | STATE | NAME
  code | geo. | geo. | dec. | code | text
  ACW00011604 | 17.1167 | -61.7833 | 10.1 | | ST JOHNS COOLIDGE FLD
  AE000041196 | 25.3330 | 55.5170 | 34.0 | | SHARJAH INTER. AIRP
  AGM00060360 | 36.8220 | 7.8090 | 4.9 | | ANNABA
  CA001011500 | 48.9333 | -123.7500 | 75.0 | BC | CHEMAINUS
  CA006158355 | 43.6667 | -79.4000 | 113.0 | ON | TORONTO
  USC00044534 | 36.0042 | -119.9625 | 73.2 | CA | KETTLEMAN CITY
  USW00094728 | 40.7789 | -73.9692 | 42.7 | NY | NEW YORK CNTRL PK TWR`),
  {
    ELEVATION: { roles: ['measure', 'dimension'] },
    LATITUDE: { roles: ['dimension'] },
    LONGITUDE: { roles: ['dimension'] },
  },
)

const guests = table(`
  id | gæst | by | ankomst | nætter | pris
  no | text | text | @d-m-y | int | dec,
  1 | Søren Ø. Åby | Århus | 03-05-2024 | 2 | 1.790,00
  2 | Jürgen Weiß | Lübeck | 04-05-2024 | 5 | 4.475,50
  3 | Zoë Brontë | York | 10-05-2024 | 1 | 895,00
  4 | Lærke Næss | Ærø | 11-05-2024 | 3 | 2.685,25
  5 | André Müller | Köln | 17-05-2024 | 2 | 1.790,00
  6 | Åse Bjørn | Tromsø | 24-05-2024 | 7 | 6.265,75
  7 | Pål Kvåle | Bodø | 25-05-2024 | 2 | 1.990,00
  8 | Íris Þór | Höfn | 30-05-2024 | 4 | 3.580,40`)

const units = table(`
  unit | rack | opened | state | note
  code | code | @y-m-d h:i:s | text | text
  U-118 | r01 | 2024-02-01 04:11:09 | ok | first, of many
  U-119 | r01 | 2024-02-01 04:12:44 | ok |
  U-123 | r02 | 2024-02-02 17:00:31 | warn | fan; 2nd; slow
  U-131 | r07 | 2024-02-05 23:59:59 | down | see "U-118"
  U-140 | r07 | 2024-02-06 00:00:00 | ok | line↵break`)

const traffic = table(`
  Day | Users | Sessions
  @m/d/y | int | int
  3/1/24 | 1204 | 1533
  3/2/24 | 988 | 1190
  3/3/24 | 1011 | 1277
  3/4/24 | 1544 | 1980
  3/5/24 | 1602 | 2044`).map((one, at) => (at === 0 ? { ...one, names: ['Day Index', 'Day'] } : one))
const channels = table(`
  Channel | Users | Bounce Rate | Avg. Session Duration | Revenue
  text | int | pct. | span | dec.
  Organic Search | 3,120 | 41.22% | 00:02:11 | $1,204.50
  Direct | 1,877 | 55.03% | 00:01:02 | $688.00
  Email | 904 | 30.17% | 00:03:40 | $2,310.75
  Referral | 448 | 61.90% | 00:00:49 | $91.20`)

const sales = table(`
  대리점 | 2월 수량 | 2월 금액 | 3월 수량 | 3월 금액 | 합계 수량 | 합계 금액
  text | int | int | int | int | int | int
  서울 | 120 | 3,600,000 | 131 | 3,930,000 | 251 | 7,530,000
  부산 | 84 | 2,520,000 | 79 | 2,370,000 | 163 | 4,890,000
  대구 | 51 | 1,530,000 | 66 | 1,980,000 | 117 | 3,510,000
  광주 | 47 | 1,410,000 | 40 | 1,200,000 | 87 | 2,610,000
  제주 | 19 | 570,000 | 28 | 840,000 | 47 | 1,410,000`)

const eras = table(`
  日付 | 項目 | 支出(円) ~ 支出 円 ~ 支出 | 残高(円) ~ 残高 円 ~ 残高
  text | text | int | int
  令和6年4月1日 | 食費 | 3,240 | 96,760
  令和6年4月3日 | 電気代 | 8,105 | 88,655
  令和6年4月10日 | 交通費 | 1,980 | 86,675
  令和6年4月18日 | 医療費 | 4,500 | 82,175
  令和6年5月2日 | 食費 | 2,760 | 79,415
  令和6年5月7日 | 本 | 1,650 | 77,765`).map(
  (one, at): Column =>
    at === 0
      ? {
          ...one,
          kind: 'date',
          roles: ['time'],
          values: ['04-01', '04-03', '04-10', '04-18', '05-02', '05-07'].map((day) => `2024-${day}`),
        }
      : one,
)

/** What instruments, loggers, stores and servers write, and lists of prices. */
export const MACHINES: Case[] = [
  file(
    'laboratory: two plates of wells below their labels',
    'csv',
    [{ columns: stacked(plates), spare: BESIDE }],
    [
      'Device: infinite 200Pro;;;;;',
      'Plate;24 wells;;;;',
      'Start Time:;2024-05-02 10:14:55;;;;',
      ...plates.flatMap((one) => [
        '',
        one[0]!.written[0]!,
        '<>;1;2;3;4;5',
        ...rowsOf(one).map((fields) => fields.slice(1).join(';')),
      ]),
      '',
      'End Time:;2024-05-02 10:16:20;;;;',
    ],
  ),
  file(
    'laboratory: peaks in a report of a chromatograph',
    'txt',
    [peaks],
    [
      'Data File C:\\CHEM32\\1\\DATA\\RUN0412.D',
      'Sample Name: Extract B',
      '=====================================================================',
      'Acq. Operator   : lab2',
      'Injection Date  : 12-Apr-24, 14:02:11        Inj Volume : 5.000 µl',
      '=====================================================================',
      '                         Area Percent Report',
      '=====================================================================',
      '',
      'Signal 1: DAD1 A, Sig=254,4 Ref=360,100',
      '',
      'Peak RetTime Type  Width     Area      Height     Area  ',
      '  #   [min]        [min]   [mAU*s]     [mAU]        %   ',
      '----|-------|----|-------|----------|----------|--------|',
      ...fixed(rowsOf(peaks), [-4, -7, 4, -7, -10, -10, -8], ' '),
      'Totals :                  2945.99362  659.46055',
      '',
      '                          *** End of Report ***',
    ],
    latin1,
    '\r\n',
  ),
  file(
    'sensors: a logger with marks of what happened',
    'csv',
    [logger],
    [
      '"Plot Title: Cellar north"',
      `"#",${namesOf(logger)
        .slice(1)
        .map((name) => `"${name}"`)
        .join(',')}`,
      ...rowsOf(logger).map(clock).map(comma),
    ],
    (content) => utf8(content, true),
    '\r\n',
  ),
  file(
    'laboratory: below and above what can be told',
    'csv',
    [water],
    [
      'Prüfbericht 2024/118;;;;;',
      'Auftraggeber:;Wasserverband Heide;;;;',
      '',
      semicolon(namesOf(water).map((name) => name.replace(/ \[.*/, ''))),
      ';;[mg/l];[µg/l];[KBE/100ml];',
      ...rowsOf(water).map(semicolon),
      'Grenzwert;;50;10;0;6,5-9,5',
      '',
      'n.b. = nicht bestimmt;;;;;',
    ],
    latin1,
    '\r\n',
  ),
  file(
    'meters: a day a line and a quarter of an hour a column',
    'csv',
    [load],
    ['Zählpunkt;DE0001234567890000000000000012345;;;;;', 'Einheit;kWh;;;;;', ...linesOf(load, ';')],
  ),
  file(
    'price lists: prices by quantity below headings',
    'csv',
    [prices],
    [
      'Preisliste 2/2024 - alle Preise in EUR zzgl. MwSt.;;;;;',
      ';;;Preis je VE;;',
      'Art.-Nr.;Bezeichnung;VE;ab 1;ab 10;ab 100',
      ...grouped(prices, semicolon, (group) => [`${group};;;;;`]),
    ],
    latin1,
    '\r\n',
  ),
  file(
    'lists of stock: bars and rules of a printout with a sum',
    'txt',
    [stock],
    [
      'Voorraadlijst                                   Datum: 31.03.2024',
      'Vestiging 02',
      '-------------------------------------------------------------------',
      ...fixed([namesOf(stock)], [10, 18, 9, -9, -12], ' |').map((line) => `|${line} |`),
      '-------------------------------------------------------------------',
      ...fixed(rowsOf(stock), [10, 18, 9, -9, -12], ' |').map((line) => `|${line} |`),
      '-------------------------------------------------------------------',
      ...fixed([['*', '', '', '1.569', '7.926,80']], [10, 18, 9, -9, -12], ' |').map((line) => `|${line} |`),
      '-------------------------------------------------------------------',
    ],
  ),
  file(
    'dumps: two colons between fields and no names',
    'dat',
    [ratings],
    rowsOf(ratings).map((one) => one.join('::')),
  ),
  file(
    'dumps: stations at places of their own',
    'txt',
    [stations],
    [namesOf(stations), ...rowsOf(stations)].map(
      ([id, latitude, longitude, elevation, state, name]) =>
        `${id!.padEnd(11)} ${latitude!.padStart(9)} ${longitude!.padStart(9)} ${elevation!.padStart(9)} ${state!.padEnd(5)} ${name}`,
    ),
  ),
  file('dumps: lines of two encodings in one file', 'csv', [guests], linesOf(guests, ';'), (content) => {
    const lines = content.trimEnd().split('\n')
    return Buffer.concat(lines.map((line, at) => Buffer.from(at < 5 ? utf8(`${line}\n`) : latin1(`${line}\n`))))
  }),
  file(
    'dumps: signs for fields and records that nobody types',
    'txt',
    [units],
    [namesOf(units), ...rowsOf(units)].map((fields) => fields.join('\x1f')),
    utf8,
    '\x1e',
  ),
  file(
    'traffic: two tables below lines of comment',
    'csv',
    [channels, traffic],
    [
      '# ----------------------------------------',
      '# All Web Site Data',
      '# Channels',
      '# 20240301-20240305',
      '# ----------------------------------------',
      ...linesOf(channels),
      ',"6,349",47.84%,00:01:58,"$4,294.45"',
      '',
      'Day Index,Users,Sessions',
      ...rowsOf(traffic).map((fields) =>
        comma(fields.map((one, at) => (at > 0 ? Number(one).toLocaleString('en-US') : one))),
      ),
      ',"6,349","8,024"',
    ],
  ),
  file(
    'sales: months over figures with sums beside and below',
    'csv',
    [sales],
    [
      '대리점별 판매 현황,,,,,,',
      ',2월,,3월,,합계,',
      '대리점,수량,금액,수량,금액,수량,금액',
      ...rowsOf(sales).map(comma),
      '합계,321,"9,630,000",344,"10,320,000",665,"19,950,000"',
    ],
    (content) => utf8(content, true),
  ),
  csv('household books: years of an emperor', eras, { newline: '\r\n' }, { encode: encoded('shift_jis') }),
  file(
    'logs: a caret between fields and quotes of one stroke',
    'txt',
    [
      table(`
  when | who | action | target | ms
  @y-m-d h:i:s | text | text | text | int
  2024-06-01 00:00:03 | root | open | /srv/a^b | 12
  2024-06-01 00:00:09 | o'hara | read | /srv/c | 3
  2024-06-01 00:01:40 | anna | write | /srv/d, copy | 208
  2024-06-01 00:02:00 | root | close | /srv/a^b | 1
  2024-06-01 00:07:31 | bot-7 | read | /srv/e | 44`),
    ],
    [
      'when^who^action^target^ms',
      "2024-06-01 00:00:03^root^open^'/srv/a^b'^12",
      "2024-06-01 00:00:09^'o''hara'^read^/srv/c^3",
      '2024-06-01 00:01:40^anna^write^/srv/d, copy^208',
      "2024-06-01 00:02:00^root^close^'/srv/a^b'^1",
      '2024-06-01 00:07:31^bot-7^read^/srv/e^44',
    ],
  ),
  file(
    'sensors: comments, units below names and a rest that was cut off',
    'tsv',
    [
      table(`
  time ~ time UTC | depth_m ~ depth m ~ depth ~ depth_m m | oxygen_mgl ~ oxygen ~ oxygen_mgl mg/l | flag
  @y-m-d h:i:s | dec. | dec. | code
  2024-07-01 06:00:00 | 1.5 | 9.82 | A
  2024-07-01 06:10:00 | 3 | 9.41 | A
  2024-07-01 06:20:00 | 4.5 | 8.77 | A
  2024-07-01 06:30:00 | 6 | 6.05 | B
  2024-07-01 06:40:00 | 7.5 | 3.2 | B
  2024-07-01 06:50:00 | 9 |  |`),
    ],
    [
      '// buoy 4, deployed 2024-06-28',
      '// contact: lake lab',
      tab(['time', 'depth_m', 'oxygen_mgl', 'flag']),
      tab(['UTC', 'm', 'mg/l', '-']),
      tab(['2024-07-01T06:00:00Z', '1.5', '9.82', 'A']),
      tab(['2024-07-01T06:10:00Z', '3.0', '9.41', 'A']),
      tab(['2024-07-01T06:20:00Z', '4.5', '8.77', 'A']),
      tab(['2024-07-01T06:30:00Z', '6.0', '6.05', 'B']),
      tab(['2024-07-01T06:40:00Z', '7.5', '3.20', 'B']),
      tab(['2024-07-01T06:50:00Z', '9.0']),
    ],
  ),
]
