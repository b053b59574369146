import type { Case } from '../case.ts'
import { file } from '../everyday/file.ts'
import { ANY, meant, PACE, SPAN } from '../later/file.ts'
import { table } from '../latest/table.ts'
import { utf8 } from '../write.ts'

const titration = meant(
  table(`
  No. | Volume [mL] ~ Volume | Potential [mV] ~ Potential | dE/dV [mV/mL] ~ dE/dV | Time [mm:ss] ~ Time
  rank | dec. | dec. | dec. | text
  1 | 0.000 | -212.4 | 0.0 | 00:00
  2 | 0.500 | -209.8 | 5.2 | 00:41
  3 | 1.000 | -204.1 | 11.4 | 01:20
  4 | 1.250 | -190.6 | 54.0 | 01:58
  5 | 1.300 | -121.3 | 1386.0 | 02:30
  6 | 1.350 | 12.9 | 2684.0 | 03:05
  7 | 1.400 | 48.7 | 716.0 | 03:31
  8 | 1.600 | 61.2 | 62.5 | 04:10`),
  { 'Time [mm:ss]': ['time', (text) => `00:${text}`, SPAN] },
)

const station = table(
  `
  Date | Time | Temp Out ~ Out | Hi Temp | Low Temp | Out Hum | Dew Pt. | Wind Speed | Wind Dir | Rain
  @d.m.y | @h:i | dec. | dec. | dec. | int | dec. | dec. | text | dec.
  13.05.24 | 00:30 | 11.2 | 11.4 | 11.1 | 88 | 9.3 | 1.6 | WSW | 0.00
  13.05.24 | 01:00 | 10.9 | 11.2 | 10.8 | 89 | 9.2 | 0.0 | --- | 0.00
  13.05.24 | 01:30 | 10.4 | 10.9 | 10.4 | 91 | 9.0 | 0.4 | W | 0.25
  13.05.24 | 02:00 | 10.1 | 10.4 | 10.0 | 92 | 8.9 | 2.1 | SW | 0.51
  13.05.24 | 02:30 | 9.8 | 10.1 | 9.8 | 93 | 8.7 | 1.8 | SW | 0.00
  13.05.24 | 03:00 | 9.6 | 9.8 | 9.5 | 93 | 8.5 | 0.0 | --- | 0.00`,
  /^---$/,
)

const nodes = meant(
  table(`
  dev | ts | bat | loc.lat ~ loc_lat ~ lat | loc.lon ~ loc_lon ~ lon | temp | status
  code | int | dec. | geo. | geo. | dec. | text
  a1 | 1715580000 | 3.61 | 60.1921 | 24.9458 | 21.5 | ok
  a1 | 1715580600 | 3.60 | 60.1921 | 24.9458 | 21.7 | ok
  b7 | 1715580012 | 3.02 | 60.2101 | 25.0814 | | low
  b7 | 1715580611 | 3.01 | 60.2101 | 25.0814 | 19.25 | low
  c3 | 1715580100 | | 60.1699 | 24.9384 | 22.05 | ok
  c3 | 1715580702 | 3.55 | 60.1699 | 24.9384 | 22.15 | ok`),
  { ts: ['timestamp', (text) => new Date(Number(text) * 1000).toISOString().slice(0, 19).replace('T', ' ')] },
)

const particles = table(`
  Datum | Uhrzeit | 0,3 µm | 0,5 µm | 5,0 µm | Feuchte (%) | Status
  @d.m.y | @h:i:s | int | int | int | dec, | text
  13.05.2024 | 08:00:00 | 10412 | 1204 | 12 | 41,5 | OK
  13.05.2024 | 08:05:00 | 9870 | 1188 | 9 | 41,7 | OK
  13.05.2024 | 08:10:00 | 15310 | 2290 | 31 | 42,2 | Tür offen
  13.05.2024 | 08:15:00 | 22018 | 3407 | 44 | 43,1 | ALARM
  13.05.2024 | 08:20:00 | 11902 | 1420 | 15 | 42,6 | OK
  13.05.2024 | 08:25:00 | 10077 | 1199 | 8 | 41,9 | OK`)

const bloods = table(`
  Sample ID | Collected | Analyte | Result | Unit | Ref. low | Ref. high | Flag
  code | @d-b-y h:i | text | dec. | text | dec. | dec. | text
  S-0012 | 13-Mar-2024 07:40 | Na | 141.0 | mmol/L | 135.0 | 145.0 |
  S-0012 | 13-Mar-2024 07:40 | CRP | <0.6 | mg/L | | 5.0 |
  S-0012 | 13-Mar-2024 07:40 | Ferritin | 402.5 | µg/L | 13.0 | 150.0 | H
  S-0013 | 13-Mar-2024 08:05 | Na | 133.0 | mmol/L | 135.0 | 145.0 | L
  S-0013 | 13-Mar-2024 08:05 | CRP | 48.2 | mg/L | | 5.0 | HH
  S-0013 | 13-Mar-2024 08:05 | Ferritin | >2000 | µg/L | 13.0 | 150.0 | HH
  S-0014 | 14-Mar-2024 09:30 | Na | 139.0 | mmol/L | 135.0 | 145.0 |
  S-0014 | 14-Mar-2024 09:30 | CRP | 1.4 | mg/L | | 5.0 |`)

const heat = table(`
  Time ~ Time [s] | Temp ~ Temp [°C] | HeatFlow ~ HeatFlow [mW] | Sigma ~ Sigma [-]
  dec. | dec. | dec. | dec.
  0.0 | 25.00 | -0.0121 | 1.00
  0.5 | 25.08 | -0.0134 | 1.00
  1.0 | 25.17 | -0.0150 | 0.98
  1.5 | 25.25 | -0.0163 | 0.98
  2.0 | 25.33 | -0.0171 | 0.97
  2.5 | 25.42 | -0.0188 | 0.95`)

const load = meant(
  table(`
  time ~ 12:00:01 AM ~ column 1 ~ column 0 | CPU | %user | %nice | %system | %iowait | %steal | %idle
  text | text | dec. | dec. | dec. | dec. | dec. | dec.
  12:10:01 AM | all | 3.12 | 0.00 | 1.04 | 0.22 | 0.00 | 95.62
  12:20:01 AM | all | 2.90 | 0.00 | 0.98 | 0.31 | 0.00 | 95.81
  12:30:01 AM | all | 11.47 | 0.02 | 3.60 | 1.90 | 0.01 | 83.00
  12:40:01 AM | all | 3.05 | 0.00 | 1.01 | 0.20 | 0.00 | 95.74
  12:50:01 AM | all | 2.88 | 0.00 | 0.95 | 0.19 | 0.00 | 95.98
  01:00:01 AM | all | 4.41 | 0.00 | 1.33 | 0.40 | 0.00 | 93.86`),
  { time: ['time', (text) => text.replace(' AM', '').replace(/^12/, '00')] },
)

const requests = meant(
  table(`
  time ~ ts | level | msg | method | path | status | dur
  text | text | text | text | text | rank | text
  2024-05-13T10:22:01Z | info | request done | GET | /api/items | 200 | 12ms
  2024-05-13T10:22:03Z | info | request done | POST | /api/items | 201 | 48ms
  2024-05-13T10:22:09Z | warn | slow query | GET | /api/search | 200 | 1804ms
  2024-05-13T10:23:40Z | error | upstream "db" gone | GET | /api/items | 502 | 30001ms
  2024-05-13T10:23:41Z | info | request done | GET | /health | 200 | 1ms
  2024-05-13T10:24:12Z | info | request done | GET | /api/items | 304 | 3ms`),
  {
    time: ['timestamp', (text) => text.replace('T', ' ').replace('Z', '')],
    dur: ['integer', (text) => Number.parseInt(text, 10), { roles: ['measure'], types: ['integer', 'decimal'] }],
    msg: ['text', (text) => text, ANY],
    path: ['text', (text) => text, ANY],
  },
)

const laps = meant(
  table(`
  Pos | No | Rider | Nation | Laps | Time | Gap | Best lap
  rank | no | text | text | int | text | text | text
  1 | 46 | A. Ricci | ITA | 22 | 38:12.504 | | 1:43.811
  2 | 93 | J. Puig | ESP | 22 | 38:14.117 | +1.613 | 1:43.790
  3 | 5 | L. Müller | GER | 22 | 38:20.930 | +8.426 | 1:44.002
  4 | 88 | P. Quint | FRA | 22 | 38:51.002 | +38.498 | 1:44.915
  5 | 12 | K. Tanaka | JPN | 21 | 37:58.440 | +1 Lap | 1:46.320
  6 | 7 | R. Sow | SEN | 21 | 38:40.218 | +1 Lap | 1:47.007`),
  {
    Rider: ['text', (text) => text, ANY],
    Time: ['time', (text) => `00:${text}`, PACE],
    'Best lap': ['time', (text) => `00:0${text}`, PACE],
    Gap: ['text', (text) => text, { types: ['text'], roles: ['dimension', 'text', 'measure', 'time'] }],
  },
)

const lines = (all: string[][], delimiter: string) => all.map((fields) => fields.join(delimiter))
const rows = (of: { written: string[] }[]) => of[0]!.written.map((_, row) => of.map(({ written }) => written[row]!))
const wide = (all: string[][], widths: number[]) =>
  all.map((fields) =>
    fields
      .map((field, at) => field.padStart(widths[at]!))
      .join('')
      .trimEnd(),
  )

/** What devices, loggers and programs put out. */
export const INSTRUMENTS: Case[] = [
  file(
    'titrator: a head of facts and units in brackets',
    'txt',
    [titration],
    [
      'Instrument: AT-710',
      'Operator: M. Sato',
      'Date: 2024/05/13 10:22',
      'Method: Acid value, blank corrected',
      'Temp [°C]: 23.4',
      '',
      'No.\tVolume [mL]\tPotential [mV]\tdE/dV [mV/mL]\tTime [mm:ss]',
      ...lines(rows(titration), '\t'),
      '',
      'EP1: 1.332 mL, -35.1 mV',
      'Result: 0.84 mg KOH/g',
    ],
  ),
  file(
    'weather station: names over two lines',
    'txt',
    [station],
    [
      '\t\tTemp\tHi\tLow\tOut\tDew\tWind\tWind\t',
      'Date\tTime\tOut\tTemp\tTemp\tHum\tPt.\tSpeed\tDir\tRain',
      ...lines(rows(station), '\t'),
    ],
  ),
  file(
    'nodes: a line of JSON with a place and an error in it',
    'jsonl',
    [{ columns: nodes, spare: /err|flags/ }],
    rows(nodes).map(([dev, ts, bat, lat, lon, temp, status], row) =>
      JSON.stringify({
        dev,
        ts: Number(ts),
        ...(bat ? { bat: Number(bat) } : {}),
        loc: { lat: Number(lat), lon: Number(lon) },
        temp: temp ? Number(temp) : null,
        status,
        flags: row === 2 ? ['nodata', 'retry'] : [],
      }),
    ),
  ),
  file(
    'particle counter: sizes as names below German facts',
    'csv',
    [particles],
    [
      'Gerät;PC-3016;;;;;',
      'Seriennummer;140901;;;;;',
      'Durchfluss;2,83 l/min;;;;;',
      'Beginn;13.05.2024 08:00:00;;;;;',
      ';;;;;;',
      'Datum;Uhrzeit;0,3 µm;0,5 µm;5,0 µm;Feuchte (%);Status',
      ...rows(particles).map((fields) =>
        fields.map((field, at) => (at === 2 || at === 3 ? field.replace(/(\d)(\d{3})$/, '$1.$2') : field)).join(';'),
      ),
    ],
    (content) => utf8(content, true),
    '\r\n',
  ),
  file(
    'bloods: results below and above what is measured',
    'csv',
    [bloods],
    [
      'LAB REPORT EXPORT,,,,,,,',
      'Printed by,n.khan,,,,,,',
      ',,,,,,,',
      bloods.map(({ names }) => names[0]).join(','),
      ...lines(rows(bloods), ','),
      ',,,,,,,',
      'H = above range; HH = critical,,,,,,,',
    ],
  ),
  file(
    'calorimeter: columns of fixed width with units below names',
    'dat',
    [heat],
    [
      '# run 0417  sample: PET-3',
      '# mass 8.412 mg',
      ...wide([['Time', 'Temp', 'HeatFlow', 'Sigma'], ['[s]', '[°C]', '[mW]', '[-]'], ...rows(heat)], [8, 10, 12, 8]),
    ],
  ),
  file(
    'system activity: processors with names in the place of a time',
    'txt',
    [load],
    [
      'Linux 5.15.0-105-generic (web-2) \t05/13/2024 \t_x86_64_\t(4 CPU)',
      '',
      ...[
        ['12:00:01 AM', 'CPU', '%user', '%nice', '%system', '%iowait', '%steal', '%idle'],
        ...rows(load).slice(0, 4),
      ].map(sar),
      '',
      ...[
        ['12:40:01 AM', 'CPU', '%user', '%nice', '%system', '%iowait', '%steal', '%idle'],
        ...rows(load).slice(4),
      ].map(sar),
      sar(['Average:', 'all', '4.64', '0.00', '1.49', '0.54', '0.00', '93.34']),
    ],
  ),
  file(
    'service log: pairs of keys and values',
    'log',
    [requests],
    rows(requests).map((fields) =>
      fields
        .map(
          (field, at) =>
            `${requests[at]!.names[0]}=${/[ "]/.test(field) ? `"${field.replaceAll('"', '\\"')}"` : field}`,
        )
        .join(' '),
    ),
  ),
  file(
    'race: gaps behind the first, and laps',
    'csv',
    [laps],
    [
      'GRAND PRIX OF THE LAKES;;;;;;;',
      'Classification;;;;;;;',
      laps.map(({ names }) => names[0]).join(';'),
      ...lines(rows(laps), ';'),
      'Fastest lap: J. Puig, 1:43.790 in lap 8;;;;;;;',
    ],
  ),
]

function sar(fields: string[]): string {
  return `${fields[0]!.padEnd(16)}${fields[1]!.padStart(3)}${fields
    .slice(2)
    .map((field) => field.padStart(10))
    .join('')}`
}
