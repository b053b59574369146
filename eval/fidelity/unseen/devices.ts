import { type Case, made } from '../case.ts'
import { table } from '../latest/table.ts'
import { type Column, column, part, whole } from '../truth.ts'
import { type TextLayout, text, utf8 } from '../write.ts'

const device = (name: string, ending: string, tables: Column[][], content: string): Case =>
  made(`what devices and offices of statistics put out: ${name}`, ending, tables, () => utf8(content))
const rowsOf = (columns: Column[]) => columns[0]!.written.map((_, row) => columns.map(({ written }) => written[row]!))
const out = (columns: Column[], layout?: TextLayout) => text(columns, layout)

const absorbance = table(
  `
  Well | Sample | Abs 450 ~ Abs 450 AU | Time ~ Time s | Temp ~ Temp °C
  code | text | dec. | int | dec.
  A1 | Blank | 0.041 | 12 | 36.9
  A2 | Std 1 | 0.215 | 14 | 36.9
  A3 | Std 2 | 0.433 | 16 | 37.0
  A4 | Unknown 1 | 0.388 | 18 | 37.0
  A5 | Unknown 2 | 1.207 | 20 | 37.1
  A6 | Unknown 3 | OVRFLW | 22 | 37.1
  A7 | Unknown 4 | 0.902 | 24 | 37.1
  A8 | Unknown 5 | 0.117 | 26 | 37.2`,
  /^OVRFLW$/,
)
const plate = table(`
  | 1 | 2 | 3 | 4
  code | dec. | dec. | dec. | dec.
  A | 0.041 | 0.215 | 0.433 | 0.388
  B | 0.044 | 0.220 | 0.429 | 0.391
  C | 0.039 | 0.208 | 0.441 | 0.402
  D | 0.040 | 0.211 | 0.437 | 0.399`)

const hobo = table(`
  # | Date Time, GMT+01:00 | Temp, °C (LGR S/N: 20123456, SEN S/N: 20123456) ~ Temp, °C ~ Temp | RH, % (LGR S/N: 20123456, SEN S/N: 20123456) ~ RH, % ~ RH | Host Connected (LGR S/N: 20123456) ~ Host Connected | End Of File (LGR S/N: 20123456) ~ End Of File
  no | @m/d/y h:i:s | dec. | dec. | text | text
  1 | 05/17/2023 10:00:00 | 21.342 | 44.1 | |
  2 | 05/17/2023 10:30:00 | 21.509 | 43.8 | |
  3 | 05/17/2023 11:00:00 | 21.772 | 43.2 | |
  4 | 05/17/2023 11:30:00 | 22.010 | 42.7 | |
  5 | 05/17/2023 12:00:00 | 22.344 | 41.9 | |
  6 | 05/17/2023 12:30:00 | 22.417 | 41.5 | |
  7 | 05/17/2023 12:47:12 | | | Logged | Logged`).map((one, at) =>
  at > 3 ? { ...one, roles: ['dimension', 'text', 'flag', 'code'] as Column['roles'] } : one,
)

const tower = table(
  `
  TIMESTAMP ~ TIMESTAMP TS | RECORD ~ RECORD RN | AirTC_Avg ~ AirTC_Avg Deg C ~ AirTC_Avg Deg C Avg | WS_ms_Max ~ WS_ms_Max meters/second ~ WS_ms_Max meters/second Max | Rain_mm_Tot ~ Rain_mm_Tot mm ~ Rain_mm_Tot mm Tot
  @y-m-d h:i:s | no | dec. | dec. | dec.
  2023-11-02 00:00:00 | 4410 | 3.412 | 2.15 | 0.0
  2023-11-02 00:30:00 | 4411 | 3.288 | 2.94 | 0.2
  2023-11-02 01:00:00 | 4412 | NAN | 3.02 | 0.4
  2023-11-02 01:30:00 | 4413 | 2.901 | NAN | 0.0
  2023-11-02 02:00:00 | 4414 | 2.777 | 1.88 | 0.0
  2023-11-02 02:30:00 | 4415 | 2.640 | 1.73 | 0.1`,
  /^NAN$/,
)

const gauge = [
  column('station', 'text', [14, (row) => ['LUND', 'YSTAD'][row % 2]!], { roles: ['dimension', 'code', 'text'] }),
  column('yyyymmdd', 'date', [14, (row) => `2021-02-${String(1 + (row >> 1)).padStart(2, '0')}`], {
    write: (value) => String(value).replaceAll('-', ''),
  }),
  column('tmax', 'decimal', [14, (row) => (row === 5 || row === 8 ? null : part(row, 71, -8, 9, 1))], {
    write: (value) => (value === null ? '-999.9' : Number(value).toFixed(1)),
  }),
  column('snow', 'integer', [14, (row) => (row === 2 || row === 9 || row === 10 ? null : whole(row, 72, 0, 40))], {
    write: (value) => String(value ?? -999),
  }),
  column('sun_min', 'integer', [14, (row) => (row === 3 ? null : whole(row, 73, 0, 480))], {
    write: (value) => String(value ?? 9999),
  }),
]

const stats = table(
  `
  | 2019 | 2020 | 2021 | 2022 ~ 2022 1)
  text | int | int | int | int
  Agriculture | 1 204 | 1 180 | 1 199 | 1 240
  Mining | 88 | 85 | .. | ..
  Manufacturing | 5 610 | 5 102 | 5 390 | 5 477
  Construction | 2 045 | 2 001 | 2 118 | 2 230
  Trade | 4 870 | 4 411 | 4 702 | 4 903
  Transport | 1 730 | 1 402 | 1 498 | 1 655
  Lodging | 902 | 455 | 610 | 848`,
  /^\.\.$/,
)

const euro = table(
  `
  freq | geo | TIME_PERIOD | OBS_VALUE | OBS_FLAG
  code | code | year | dec. | code
  A | AT | 2020 | 8.2 | p
  A | AT | 2021 | 8.7 | 
  A | BE | 2020 | : | c
  A | BE | 2021 | 9.4 | b
  A | CZ | 2020 | 5.1 | 
  A | CZ | 2021 | 5.9 | 
  A | DK | 2020 | : | c
  A | DK | 2021 | 7.7 | e
  A | EE | 2020 | 6.0 |
  A | EE | 2021 | 6.3 |`,
  /^:$/,
)

const party = table(`
  District | Eligible | Turnout % | Blue Votes ~ Blue Votes % | Blue % | Green Votes | Green % | Free List Votes | Free List %
  text | int | pct. | int | pct. | int | pct. | int | pct.
  Docks | 4,120 | 61.4 | 1,011 | 40.0 | 820 | 32.4 | 698 | 27.6
  Old Town | 2,877 | 70.2 | 640 | 31.7 | 1,102 | 54.6 | 278 | 13.8
  Hillside | 6,045 | 55.9 | 1,780 | 52.7 | 904 | 26.8 | 695 | 20.6
  Mills | 3,310 | 58.0 | 702 | 36.6 | 711 | 37.0 | 507 | 26.4
  Parks | 5,002 | 73.3 | 1,466 | 40.0 | 1,800 | 49.1 | 400 | 10.9`)

const income = table(
  `
  state | ident | AGEP | SCHL | PINCP
  code | no | int | int | int
  01 | 100001 | 34 | 21 | 48000
  01 | 100002 | 99 | . | .
  01 | 100003 | 51 | 16 | 9999999
  02 | 100004 | 27 | 22 | 61200
  02 | 100005 | 66 | 18 | 23100
  04 | 100006 | 8 | . | .
  04 | 100007 | 42 | 20 | 75050
  05 | 100008 | 39 | 19 | 39900`,
  /^\.$|^9999999$/,
).map((one, at) => (at === 3 ? { ...one, roles: ['measure', 'code', 'dimension'] as Column['roles'] } : one))

const spectrum = [
  column([''], 'decimal', [12, (row) => 400 + row * 2.5], {
    roles: ['measure', 'dimension', 'id'],
    types: ['decimal', 'integer'],
  }),
  column([''], 'decimal', [12, (row) => part(row, 74, 1, 9, 5)], {}),
]

const chrom = table(`
  Peak ~ Peak # | RetTime [min] ~ RetTime | Type | Width [min] ~ Width | Area [mAU*s] ~ Area | Area %
  no | dec. | code | dec. | dec. | pct.
  1 | 1.842 | BV | 0.0612 | 152.30981 | 4.8812
  2 | 2.410 | VB | 0.0701 | 1204.11523 | 38.5890
  3 | 3.077 | BB | 0.0688 | 88.70411 | 2.8427
  4 | 4.955 | BV R | 0.0923 | 1590.22009 | 50.9625
  5 | 6.120 | BB | 0.1012 | 85.01930 | 2.7246`)
const units = ['', '[min]', '', '[min]', '[mAU*s]', '%']

const scale = table(`
  | date | time | weight | status
  no | @y-m-d | @h:i:s | dec. | code
  0001 | 2024-02-05 | 07:58:10 | 1204.5 g | S
  0002 | 2024-02-05 | 07:58:55 | 1198.0 g | S
  0003 | 2024-02-05 | 08:00:02 | 12.5 g | D
  0004 | 2024-02-05 | 08:01:40 | 1201.0 g | S
  0005 | 2024-02-06 | 06:59:31 | -0.5 g | S
  0006 | 2024-02-06 | 07:00:12 | 1199.5 g | S`).map((one) => ({ ...one, names: [''] }))

const prices = table(`
  Date | ALFA PX_LAST ~ ALFA SE Equity PX_LAST ~ PX_LAST
  @d/m/y | dec.
  28/12/2023 | 14.21
  29/12/2023 | 14.35
  02/01/2024 | 14.10
  03/01/2024 | 13.92`)
const rates = table(`
  Date | BETA PX_LAST ~ BETA GB Equity PX_LAST ~ PX_LAST
  @d/m/y | dec.
  29/12/2023 | 220.5
  02/01/2024 | 219.0
  03/01/2024 | 221.5
  04/01/2024 | 224.0
  05/01/2024 | 223.5
  08/01/2024 | 225.0`)

const clinic = table(
  `
  Patient | Visit | Analyte | Result | Unit | Ref | Flag
  code | @d-b-y | text | dec. | text | text | code
  P-0012 | 14-mar-2023 | Glucose | 5.4 | mmol/L | 3.9-6.1 | 
  P-0012 | 14-mar-2023 | CRP | <0.6 | mg/L | 0-5 | 
  P-0012 | 14-mar-2023 | Ferritin | 412 | µg/L | 30-400 | H
  P-0019 | 20-mar-2023 | Glucose | 3.1 | mmol/L | 3.9-6.1 | L
  P-0019 | 20-mar-2023 | CRP | 12.8 | mg/L | 0-5 | H
  P-0019 | 20-mar-2023 | Ferritin | 88 | µg/L | 30-400 | 
  P-0023 | 02-apr-2023 | Glucose | 5.0 | mmol/L | 3.9-6.1 | 
  P-0023 | 02-apr-2023 | CRP | 1.1 | mg/L | 0-5 | 
  P-0023 | 02-apr-2023 | Ferritin | hemolyzed | µg/L | 30-400 | `,
  /^hemolyzed$/,
)

/** Laboratories, loggers, and offices that count. */
export const DEVICES: Case[] = [
  device(
    'a plate reader with two blocks',
    'txt',
    [absorbance, plate],
    [
      'Instrument:\tMultiread 5',
      'Serial:\t88-0142',
      'Operator:\tlk',
      'Wavelength:\t450 nm',
      '',
      'Well\tSample\tAbs 450\tTime\tTemp',
      '\t\tAU\ts\t°C',
      ...rowsOf(absorbance).map((fields) => fields.join('\t')),
      '~End',
      '',
      'Plate layout\t\t\t\t',
      '\t1\t2\t3\t4',
      ...rowsOf(plate).map((fields) => fields.join('\t')),
      '~End',
      '',
    ].join('\r\n'),
  ),
  device('a logger that says when it was read out', 'csv', [hobo], out(hobo, { above: ['"Plot Title: cellar"'] })),
  device(
    'a tower with four head lines',
    'dat',
    [tower],
    out(tower, {
      above: ['"TOA5","CR1000","CR1000","5512","CR1000.Std.32","CPU:tower.CR1","41022","Half"'],
      header: [
        ['TIMESTAMP', 'RECORD', 'AirTC_Avg', 'WS_ms_Max', 'Rain_mm_Tot'],
        ['TS', 'RN', 'Deg C', 'meters/second', 'mm'],
        ['', '', 'Avg', 'Max', 'Tot'],
      ],
    }),
  ),
  device(
    'gauges with codes for nothing',
    'txt',
    [gauge],
    [
      ...[['station', 'yyyymmdd', 'tmax', 'snow', 'sun_min'], ...rowsOf(gauge)].map(
        ([first, ...fields]) => first!.padEnd(9) + fields.map((field) => field.padStart(10)).join(''),
      ),
      '',
    ].join('\n'),
  ),
  device(
    'a table of a statistical office',
    'csv',
    [stats],
    out(stats, {
      delimiter: ';',
      above: ['Table 12: Persons employed by section, 1 000 persons', ''],
      header: [['', '2019', '2020', '2021', '2022 1)']],
      within: { 0: ['Total;16 449;14 636;..;..'] },
      below: ['', '1) preliminary', '.. confidential', 'Source: Register of enterprises'],
    }),
  ),
  device('observations with flags', 'csv', [euro], out(euro)),
  device(
    'votes under parties',
    'csv',
    [party],
    out(party, {
      above: ['Official result,,,,,,,,'],
      header: [
        ['District', 'Eligible', 'Turnout', 'Blue', '', 'Green', '', 'Free List', ''],
        ['', '', '%', 'Votes', '%', 'Votes', '%', 'Votes', '%'],
      ],
      below: [
        'City,"21,354",62.9,"5,599",41.4,"5,337",39.5,"2,578",19.1',
        '"Results are provisional until certified",,,,,,,,',
      ],
    }),
  ),
  device('a sample of persons with periods', 'csv', [income], out(income)),
  device(
    'a spectrum of its own format',
    'csv',
    [spectrum],
    [
      'TITLE,leaf 4',
      'DATA TYPE,UV-VIS',
      'DATE,24/02/05',
      'RESOLUTION,2.5',
      'XUNITS,NANOMETERS',
      'YUNITS,ABSORBANCE',
      'NPOINTS,12',
      'XYDATA',
      ...rowsOf(spectrum).map((fields) => fields.join(',')),
      '',
      '[Comments]',
      'Cuvette,quartz',
      '',
    ].join('\n'),
  ),
  device(
    'a report of a chromatograph',
    'txt',
    [chrom],
    (() => {
      const width = [5, 10, 6, 10, 12, 10]
      const put = (fields: string[]) =>
        fields.map((field, at) => (at === 2 ? ` ${field}`.padEnd(width[at]!) : field.padStart(width[at]!))).join('')
      return [
        'Data File C:\\DATA\\0412.D',
        'Sample Name: extract b',
        '='.repeat(53),
        '              Area Percent Report',
        '='.repeat(53),
        '',
        put(['Peak', 'RetTime', 'Type', 'Width', 'Area', 'Area']),
        put(['#', ...units.slice(1)]),
        put(width.map((n, at) => '-'.repeat(at === 2 ? n - 2 : n - 1))),
        ...rowsOf(chrom).map(put),
        'Totals :                         3120.36854',
        '',
        '*** End of Report ***',
        '',
      ].join('\n')
    })(),
  ),
  device('a scale without names', 'csv', [scale], out(scale, { header: [], newline: '\r\n' })),
  device(
    'series beside each other',
    'csv',
    [prices, rates],
    [
      'Start Date,28/12/2023,,,',
      'ALFA SE Equity,,,BETA GB Equity,',
      'Date,PX_LAST,,Date,PX_LAST',
      ...rowsOf(rates).map((right, row) => [...(rowsOf(prices)[row] ?? ['', '']), '', ...right].join(',')),
      '',
    ].join('\n'),
  ),
  device('results of a laboratory', 'csv', [clinic], out(clinic, { delimiter: ';', quotes: 'all' })),
]
