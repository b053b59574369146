import type { Case } from '../case.ts'
import { table } from '../latest/table.ts'
import { latin1, text, utf16 } from '../write.ts'
import { file, namesOf, rewritten, rowsOf, tuned } from './file.ts'

const BODIES = 'watches and scales'
const activities = table(
  `
  Activity Type | Date | Favorite | Title | Distance | Calories | Time | Avg HR | Max HR | Avg Pace | Total Ascent | Steps
  text | @y-m-d h:i:s | yes true | text | dec. | int | span | int | int | span | int | int
  Running | 2024-03-02 07:12:44 | false | Morning Run | 10.02 | 655 | 00:52:18 | 148 | 171 | 5:13 | 84 | 8,904
  Cycling | 2024-03-03 10:01:09 | true | Round the lake | 61.37 | 1,402 | 02:31:07 | 131 | 166 | 2:27 | 512 | --
  Open Water Swimming | 2024-03-05 18:30:00 | false | Evening, cold | 1.45 | 320 | 00:33:40 | -- | -- | 23:13 | -- | --
  Running | 2024-03-09 08:00:31 | false | Half "race" | 21.11 | 1,380 | 01:44:55 | 163 | 182 | 4:58 | 120 | 18,211
  Hiking | 2024-03-10 09:45:12 | false | Ridge | 14.60 | 1,120 | 04:10:26 | 112 | 149 | 17:09 | 1,044 | 22,480`,
  /^--$/,
)
const sleep = table(`
  logId | dateOfSleep | startTime | minutesAsleep | efficiency | levels.summary.deep.minutes ~ levels_summary_deep_minutes ~ levels summary deep minutes | levels.summary.rem.minutes ~ levels_summary_rem_minutes ~ levels summary rem minutes
  no | @y-m-d | @y-m-d h:i:s | int | int | int | int
  40112233001 | 2024-03-01 | 2024-02-29 23:10:30 | 412 | 93 | 71 | 90
  40112233002 | 2024-03-02 | 2024-03-02 00:41:00 | 355 | 88 | 52 | 81
  40112233003 | 2024-03-03 | 2024-03-02 22:58:30 | 440 | 95 | 88 | 101
  40112233004 | 2024-03-04 | 2024-03-03 23:30:00 | 398 | 90 | 64 | 77`)

const WEATHER = 'stations of weather'
const hourly = tuned(
  rewritten(
    table(
      `
  STATION | DATE | SOURCE | LATITUDE | LONGITUDE | ELEVATION | NAME | REPORT_TYPE | TMP | VIS | PRCP
  code | @y-m-d h:i:s | rank | geo. | geo. | dec. | text | code | dec. | dec. | dec.
  72508014740 | 2024-01-01 00:51:00 | 7 | 41.93806 | -72.68225 | 53.3 | HARTFORD BRADLEY INTERNATIONAL AIRPORT, CT US | FM-15 | 2.8 | 16093 | 0.0
  72508014740 | 2024-01-01 01:51:00 | 7 | 41.93806 | -72.68225 | 53.3 | HARTFORD BRADLEY INTERNATIONAL AIRPORT, CT US | FM-15 | 2.2 | 16093 | -9999
  72508014740 | 2024-01-01 02:51:00 | 7 | 41.93806 | -72.68225 | 53.3 | HARTFORD BRADLEY INTERNATIONAL AIRPORT, CT US | FM-15 | -9999 | 14484.5 | 0.3
  72508014740 | 2024-01-01 03:00:00 | 4 | 41.93806 | -72.68225 | 53.3 | HARTFORD BRADLEY INTERNATIONAL AIRPORT, CT US | FM-12 | 1.5 | 12874.25 | 0.5
  72508014740 | 2024-01-01 03:51:00 | 7 | 41.93806 | -72.68225 | 53.3 | HARTFORD BRADLEY INTERNATIONAL AIRPORT, CT US | FM-15 | -1.1 | -9999 | 0.0
  72508014740 | 2024-01-01 04:51:00 | 7 | 41.93806 | -72.68225 | 53.3 | HARTFORD BRADLEY INTERNATIONAL AIRPORT, CT US | FM-15 | -1.7 | 16093 | -9999`,
      /^-9999$/,
    ),
    { DATE: (value) => String(value).replace(' ', 'T') },
  ),
  { ELEVATION: { roles: ['measure', 'dimension'] }, SOURCE: { roles: ['code', 'dimension', 'measure', 'id'] } },
)
const synop = table(
  `
  STATIONS_ID | MESS_DATUM | QN_9 | TT_TU | RF_TU
  code | @y-m-d h:i:s | rank | dec. | dec.
  44 | 2024020100 | 3 | 4.7 | 91.0
  44 | 2024020101 | 3 | 4.5 | 92.0
  44 | 2024020102 | 3 | -999 | -999
  44 | 2024020103 | 3 | 3.9 | 95.0
  44 | 2024020104 | 1 | 3.6 | 96.5
  44 | 2024020105 | 1 | 3.1 | -999`,
  /^-999$/,
).map((one) =>
  one.names[0] === 'MESS_DATUM'
    ? {
        ...one,
        values: one.written.map(
          (text) => `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)} ${text.slice(8)}:00:00`,
        ),
      }
    : one.names[0] === 'QN_9'
      ? { ...one, roles: ['code', 'dimension', 'measure', 'id'] as typeof one.roles }
      : one,
)

const LABS = 'instruments of laboratories'
const wells = table(
  `
  Well | Sample | Dye | Cq | Quantity | Tm °C ~ Tm
  code | text | text | dec. | dec. | dec.
  A1 | Std 1 | FAM | 18.02 | 1000000.5 | 84.25
  A2 | Std 2 | FAM | 21.44 | 100000.25 | 84.5
  A3 | Std 3 | FAM | 24.81 | 10000.125 | 84.25
  B1 | Patient 0012 | FAM | 29.37 | 412.5 | 84.75
  B2 | Patient 0013 | FAM | Undetermined | | 
  B3 | NTC | FAM | Undetermined | |`,
  /^Undetermined$/,
)
const plate = table(`
  Row ~ row_id ~ column 1 ~ <> ~ | 1 | 2 | 3 | 4 | 5 | 6
  code | dec. | dec. | dec. | dec. | dec. | dec.
  A | 0.112 | 0.254 | 0.498 | 0.911 | 1.502 | 0.048
  B | 0.115 | 0.249 | 0.503 | 0.905 | 1.498 | 0.047
  C | 0.204 | 0.377 | 0.661 | 1.104 | 1.733 | 0.049
  D | 0.198 | 0.381 | 0.655 | 1.099 | 1.741 | 0.051`)

const METERS = 'meters'
const profile = table(`
  Zählpunkt | Datum | Uhrzeit von | Uhrzeit bis | Verbrauch (kWh) | Status
  code | @d.m.y | @h:i | @h:i | dec, | text
  AT0010000000000000001000004388216 | 01.02.2024 | 00:00 | 00:15 | 0,125 | VALID
  AT0010000000000000001000004388216 | 01.02.2024 | 00:15 | 00:30 | 0,118 | VALID
  AT0010000000000000001000004388216 | 01.02.2024 | 00:30 | 00:45 | | FEHLT
  AT0010000000000000001000004388216 | 01.02.2024 | 00:45 | 01:00 | 0,131 | ERSATZWERT
  AT0010000000000000001000004388216 | 01.02.2024 | 01:00 | 01:15 | 0,099 | VALID
  AT0010000000000000001000004388216 | 01.02.2024 | 01:15 | 01:30 | 1,204 | VALID`)
const usage = rewritten(
  table(`
  TYPE | DATE | START TIME | END TIME | USAGE (kWh) | COST | NOTES
  text | @y-m-d | @h:i | @h:i | dec. | dec. | text
  Electric usage | 2024-02-01 | 00:00 | 00:59 | 0.42 | $0.11 |
  Electric usage | 2024-02-01 | 01:00 | 01:59 | 0.38 | $0.10 |
  Electric usage | 2024-02-01 | 02:00 | 02:59 | 0.35 | $0.09 | estimated
  Electric usage | 2024-02-01 | 03:00 | 03:59 | 0.37 | $0.10 |
  Electric usage | 2024-02-01 | 04:00 | 04:59 | 1.91 | $0.52 |`),
  {},
)

const ENERGY = 'plants and grids'
const inverter = rewritten(
  table(`
  Time | Upv1(V) | Ipv1(A) | Pac(W) | E-Day(kWh) | Temperature(℃) | Status
  @d.m.y h:i:s | dec. | dec. | int | dec. | dec. | text
  01.03.2024 08:00:05 | 231.4 | 0.6 | 138 | 0.1 | 18.2 | Normal
  01.03.2024 08:05:06 | 240.9 | 0.9 | 216 | 0.1 | 18.9 | Normal
  01.03.2024 08:10:05 | 244.7 | 1.4 | 342 | 0.2 | 19.6 | Normal
  01.03.2024 08:15:07 | 0.0 | 0.0 | 0 | 0.2 | 20.1 | Grid fault
  01.03.2024 08:20:05 | 247.3 | 2.2 | 544 | 0.3 | 21.3 | Normal`),
  {},
)
const loads = table(
  `
  Time (CET/CEST) | Day-ahead Total Load Forecast [MW] - Austria (AT) ~ Day-ahead Total Load Forecast [MW] | Actual Total Load [MW] - Austria (AT) ~ Actual Total Load [MW]
  period | int | int
  01.03.2024 00:00 - 01.03.2024 01:00 | 5980 | 6012
  01.03.2024 01:00 - 01.03.2024 02:00 | 5811 | 5790
  01.03.2024 02:00 - 01.03.2024 03:00 | 5733 | N/A
  01.03.2024 03:00 - 01.03.2024 04:00 | 5790 | 5802
  01.03.2024 04:00 - 01.03.2024 05:00 | 6104 | -`,
  /^(N\/A|-)$/,
)

const TRACKS = 'tracks'
const flight = table(`
  offset_ms | lat | lon | height_m | speed_mps | battery_pct | message
  int | geo. | geo. | dec. | dec. | pct. | text
  0 | 47.3769001 | 8.5417002 | 0.0 | 0.0 | 98 | Motors started
  100 | 47.3769003 | 8.5417005 | 0.4 | 0.2 | 98 |
  200 | 47.3769011 | 8.5417011 | 1.1 | 0.9 | 97 |
  300 | 47.3769025 | 8.5417021 | 2.3 | 1.8 | 97 | Home point set
  400 | 47.3769048 | 8.5417033 | 3.9 | 2.6 | 96 |`).map((one, at) =>
  at === 0 ? { ...one, roles: ['measure', 'time', 'id'] as typeof one.roles } : one,
)
const points = table(`
  lat | lon | ele | time | hr ~ extensions hr
  geo. | geo. | dec. | @y-m-d h:i:s | int
  46.57608 | 8.89241 | 2376.25 | 2024-02-18 07:00:44 | 112
  46.57619 | 8.89252 | 2375.5 | 2024-02-18 07:01:02 | 118
  46.57653 | 8.89287 | 2372.75 | 2024-02-18 07:01:31 | 121
  46.57697 | 8.89303 | 2370.5 | 2024-02-18 07:02:10 | 117`)

const WARDS = 'wards and surgeries'
const results = table(`
  ORDER_ID | PAT_ID | TEST_CODE | TEST_NAME | RESULT | UNIT | REF_RANGE | FLAG | COLLECTED
  no | code | code | text | dec. | text | text | text | @y-m-d h:i:s
  900114 | 00123456 | 718-7 | Hemoglobin | 13.2 | g/dL | 12.0-16.0 | | 2024-03-01 08:10:00
  900114 | 00123456 | 2345-7 | Glucose | 141.5 | mg/dL | 70-99 | H | 2024-03-01 08:10:00
  900115 | 00077120 | 2160-0 | Creatinine | 0.95 | mg/dL | 0.6-1.2 | | 2024-03-01 09:02:00
  900116 | 00099001 | 718-7 | Hemoglobin | 9.8 | g/dL | 12.0-16.0 | L | 2024-03-01 09:40:00
  900116 | 00099001 | 6690-2 | Leukocytes | 11.4 | 10*3/uL | 4.0-11.0 | H | 2024-03-01 09:40:00`)
const doses = table(`
  接種日 | 氏名 | 生年月日 | 性別 | 接種回数 | ワクチン | ロット番号 | 体温
  @y/m/d | text | @y/m/d | text | rank | text | code | dec.
  2024/02/05 | 山田 花子 | 1958/04/01 | 女 | 1 | インフルエンザ | FK0102 | 36.4℃
  2024/02/05 | 佐藤 健 | 1990/12/24 | 男 | 2 | インフルエンザ | FK0102 | 36.7℃
  2024/02/06 | 鈴木 一郎 | 2015/07/15 | 男 | 1 | 麻しん風しん | MR3301 | 37.1℃
  2024/02/07 | 高橋 みゆき | 1949/01/30 | 女 | 3 | 肺炎球菌 | PN0044 | 36.2℃`)

const SERVERS = 'logs of servers'
const requests = table(
  `
  date | time | s-ip | cs-method | cs-uri-stem | cs-uri-query | s-port | cs-username | c-ip | sc-status | time-taken
  @y-m-d | @h:i:s | code | text | text | text | code | text | code | code | int
  2024-03-01 | 00:00:04 | 10.0.0.4 | GET | /index.html | - | 443 | - | 203.0.113.9 | 200 | 15
  2024-03-01 | 00:00:09 | 10.0.0.4 | POST | /api/login | retry=1 | 443 | - | 198.51.100.7 | 401 | 112
  2024-03-01 | 00:01:30 | 10.0.0.4 | GET | /api/me | - | 443 | mlee | 198.51.100.7 | 200 | 44
  2024-03-01 | 00:02:02 | 10.0.0.4 | GET | /old | - | 80 | - | 203.0.113.20 | 301 | 0
  2024-03-01 | 00:03:59 | 10.0.0.4 | GET | /report | y=2023&m=12 | 443 | mlee | 198.51.100.7 | 500 | 30011`,
  /^-$/,
)
const events = table(`
  ts | level | svc | msg | http.status ~ http_status ~ http status ~ status | http.ms ~ http_ms ~ http ms ~ ms | user
  @y-m-d h:i:s | text | text | text | code | dec. | code
  2024-03-01 12:00:00 | INFO | api | started | | |
  2024-03-01 12:00:07 | INFO | api | request | 200 | 12.5 | u_1
  2024-03-01 12:00:09 | WARN | api | slow request | 200 | 1804.25 | u_7
  2024-03-01 12:00:31 | ERROR | worker | job failed: timeout | | | u_7
  2024-03-01 12:01:02 | INFO | api | request | 404 | 3.75 |`)

/** What watches, stations, instruments, meters and servers put out. */
export const MEASURED: Case[] = [
  file(BODIES, 'activities of a watch', 'csv', [activities], text(activities)),
  file(
    BODIES,
    'nights',
    'json',
    [{ columns: sleep, spare: /levels|summary|isMainSleep|infoCode|type/i }],
    JSON.stringify({
      sleep: rowsOf(sleep).map((_, row) => {
        const [logId, dateOfSleep, start, minutesAsleep, efficiency, deep, rem] = sleep.map(({ values }) => values[row])
        return {
          logId,
          dateOfSleep,
          startTime: `${String(start).replace(' ', 'T')}.000`,
          minutesAsleep,
          efficiency,
          levels: { summary: { deep: { minutes: deep }, rem: { minutes: rem } } },
        }
      }),
      summary: { totalMinutesAsleep: 1605, totalSleepRecords: 4 },
    }),
  ),
  file(WEATHER, 'hours of an airport', 'csv', [hourly], text(hourly, { quotes: 'all' })),
  file(
    WEATHER,
    'a product with an end of record',
    'txt',
    [{ columns: synop, spare: /eor/i }],
    latin1(
      [
        `${namesOf(synop).join(';')};eor`,
        ...rowsOf(synop).map(
          ([station, ...rest]) =>
            `${station!.padStart(11)};${rest.map((one, at) => (at === 0 ? one : one.padStart(at === 1 ? 5 : 6))).join(';')};eor`,
        ),
        '',
      ].join('\r\n'),
    ),
  ),
  file(
    LABS,
    'cycles with facts above',
    'txt',
    [wells],
    [
      '* Block Type = 96 fast',
      '* Chemistry = SYBR',
      '* Experiment File Name = D:\\runs\\2024-03-01.eds',
      '* Experiment Run End Time = 2024-03-01 14:22:10 PM CET',
      '* Instrument Type = QS5',
      '',
      '[Results]',
      text(wells, { delimiter: '\t' }).trimEnd(),
      '',
      'Analysis Type\tSinglePlex',
      'Endogenous Control\tGAPDH',
      'Number of Replicates\t1',
      '',
    ].join('\r\n'),
  ),
  file(
    LABS,
    'a plate',
    'csv',
    [plate],
    latin1(
      [
        'User: lab2;Path: C:\\Reader\\Data;Test ID: 118;;;;',
        'Test Name: ELISA 450;Date: 01.03.2024;Time: 10:04:31;;;;',
        'Absorbance;Absorbance values are displayed as OD;;;;;',
        ';;;;;;',
        ';1;2;3;4;5;6',
        ...rowsOf(plate).map((line) => line.join(';')),
        '',
      ].join('\r\n'),
    ),
  ),
  file(
    METERS,
    'quarters of an hour',
    'csv',
    [profile],
    text(profile, {
      delimiter: ';',
      newline: '\r\n',
      line: (fields) => [...fields, ''],
      header: [[...namesOf(profile), '']],
    }),
  ),
  file(
    METERS,
    'hours with cost',
    'csv',
    [usage],
    text(usage, {
      above: [
        'Name,JORDAN DOE',
        'Address,"12 ELM ST APT 4, OAKLAND CA 94601"',
        'Account Number,0012345678',
        'Service,Service 1',
        '',
      ],
    }),
  ),
  file(
    ENERGY,
    'an inverter',
    'csv',
    [inverter],
    utf16(text(inverter, { delimiter: '\t', above: ['Inverter SN:\tGW5000A1122', 'Plant:\tBarn roof', ''] })),
  ),
  file(ENERGY, 'loads of a grid', 'csv', [loads], text(loads, { quotes: 'all' })),
  file(TRACKS, 'a flight', 'csv', [flight], ['#device: AX4 sn 0092', '#firmware 1.8.2', text(flight)].join('\n')),
  file(
    TRACKS,
    'points in XML',
    'gpx',
    [points],
    `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Watch" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Pass</name><trkseg>\n${rowsOf(
      points,
    )
      .map(
        ([lat, lon, ele, time, hr]) =>
          `<trkpt lat="${lat}" lon="${lon}"><ele>${ele}</ele><time>${time!.replace(' ', 'T')}Z</time><extensions><hr>${hr}</hr></extensions></trkpt>\n`,
      )
      .join('')}</trkseg></trk></gpx>\n`,
  ),
  file(
    WARDS,
    'results between bars',
    'txt',
    [results],
    text(results, { delimiter: '|', newline: '\r\n', below: ['TRAILER|5'] }),
  ),
  file(WARDS, 'doses of a surgery', 'csv', [doses], () =>
    Buffer.from(text(doses, { above: ['接種台帳,,,,,,,', '医療機関：みなと医院,,,,,,,'] })),
  ),
  file(
    SERVERS,
    'requests with fields told',
    'log',
    [requests],
    [
      '#Software: Web Server 10.0',
      '#Version: 1.0',
      '#Date: 2024-03-01 00:00:04',
      `#Fields: ${namesOf(requests).join(' ')}`,
      ...rowsOf(requests)
        .slice(0, 3)
        .map((line) => line.join(' ')),
      '#Software: Web Server 10.0',
      '#Version: 1.0',
      '#Date: 2024-03-01 00:02:00',
      `#Fields: ${namesOf(requests).join(' ')}`,
      ...rowsOf(requests)
        .slice(3)
        .map((line) => line.join(' ')),
      '',
    ].join('\r\n'),
  ),
  file(
    SERVERS,
    'events with records within',
    'ndjson',
    [events],
    rowsOf(events)
      .map((_, row) => {
        const [ts, level, svc, msg, status, ms, user] = events.map(({ values }) => values[row])
        return `${JSON.stringify({ ts: `${String(ts).replace(' ', 'T')}Z`, level, svc, msg, ...(status ? { http: { status: Number(status), ms } } : {}), ...(user ? { user } : {}) })}\n`
      })
      .join(''),
  ),
]
