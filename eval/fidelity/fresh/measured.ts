import type { Case } from '../case.ts'
import { encoded } from '../columns.ts'
import { file, join, linesOf } from '../everyday/file.ts'
import { fixed, namesOf, rowsOf, tuned } from '../exported/file.ts'
import { ANY, meant, SPAN, utc, WHOLE, ZONED } from '../later/file.ts'
import { table } from '../latest/table.ts'
import { utf16 } from '../write.ts'
import { american, layered, marked, quoted, unnamed } from './file.ts'

const inverter = table(`
  Zeit | Total yield | Power
  @d.m.y h:i:s | dec, | dec,
  01.03.2024 06:45:00 | 12345,678 | 0,012
  01.03.2024 06:50:00 | 12345,681 | 0,036
  01.03.2024 06:55:00 | 12345,687 | 0,072
  01.03.2024 07:00:00 | 12345,699 | 0,144
  01.03.2024 07:05:00 | 12345,719 | 0,240
  01.03.2024 07:10:00 | |
  01.03.2024 07:15:00 | 12345,788 | 0,468
  01.03.2024 07:20:00 | 12345,831 | 0,516`).map((one, at) => ({
  ...one,
  names: [
    unnamed(1, 'dd.MM.yyyy HH:mm:ss', 'Zeit', 'Date', 'Datum', 'Time', 'Timestamp', 'Date time'),
    [
      ...layered(['SN: 2100456789', 'SB 3000TL-20', '2100456789', 'Total yield', 'Counter', 'kWh'], 3),
      'Total yield kWh',
    ],
    [...layered(['SN: 2100456789', 'SB 3000TL-20', '2100456789', 'Power', 'Analog', 'kW'], 3), 'Power kW'],
  ][at]!,
}))

const activities = tuned(
  meant(
    table(`
  Activity ID | Activity Date | Activity Name | Activity Type | Elapsed Time | Distance | Commute | Elapsed Time 2 ~ Elapsed Time.1 ~ Elapsed Time_1 ~ Elapsed Time | Moving Time | Distance 2 ~ Distance.1 ~ Distance_1 ~ Distance | Elevation Gain
  no | text | text | text | int | dec. | yes true | dec. | dec. | dec. | dec.
  10871112223 | Mar 1, 2024, 6:02:11 AM | Morning Run | Run | 2711 | 8.04 | false | 2711.0 | 2650.5 | 8043.2 | 61.4
  10880001114 | Mar 2, 2024, 4:45:00 PM | To work, via park | Ride | 1804 | 7.77 | true | 1804.0 | 1711.0 | 7770.9 | 22.1
  10891230001 | Mar 3, 2024, 12:07:59 PM | "Long" one | Run | 7820 | 21.31 | false | 7820.0 | 7702.5 | 21310.4 | 187.3
  10902220777 | Mar 5, 2024, 7:30:10 PM | Pool | Swim | 2400 | 1,500 | false | 2400.0 | 1990.0 | 1500.5 |
  10913335551 | Mar 8, 2024, 5:59:59 AM | Morning Run | Run | 2660 | 8.01 | false | 2660.0 | 2641.0 | 8012.7 | 58.9
  10924448882 | Mar 9, 2024, 9:00:00 AM | Gym | Weight Training | 3605 | 0.00 | false | 3605.0 | 3605.5 | 0.1 |`),
    { 'Activity Date': ['timestamp', (text) => new Date(`${text} UTC`).toISOString().slice(0, 19).replace('T', ' ')] },
  ),
  { 'Activity Name': ANY, 'Elapsed Time': SPAN, 'Elapsed Time 2': SPAN, 'Moving Time': SPAN },
)

const health = meant(
  table(`
  Date/Time | Active Energy (kcal) | Heart Rate [Avg] (count/min) ~ Heart Rate (count/min) | Step Count (count) ~ Step Count (steps) | Walking Asymmetry Percentage (%)
  text | dec. | dec. | int | pct.
  2024-03-01 00:00:00 +0100 | 411.27 | 61.5 | 8412 | 1.4
  2024-03-02 00:00:00 +0100 | 520.09 | 66.2 | 12033 | 0
  2024-03-03 00:00:00 +0100 | 87.5 | | 640 |
  2024-03-04 00:00:00 +0100 | 399.91 | 60.8 | 7990 | 2.75
  2024-03-05 00:00:00 +0100 | 610.33 | 71.1 | 15207 | 0.5
  2024-03-06 00:00:00 +0100 | 433.6 | 62.9 | 9018 | 3.1
  2024-03-07 00:00:00 +0100 | 0.4 | | 12 |`),
  {
    'Date/Time': [
      'timestamp',
      (text) => utc(text.slice(0, 19), 1),
      { ...ZONED, kind: 'timestamp', types: ['timestamp'] },
    ],
  },
)

const states = meant(
  table(
    `
  entity_id | state | last_changed
  code | dec. | text
  sensor.kueche_temperatur | 20.4 | 2024-03-01T05:00:00.000Z
  sensor.kueche_temperatur | 20.6 | 2024-03-01T05:17:42.000Z
  sensor.kueche_temperatur | unavailable | 2024-03-01T05:20:00.000Z
  sensor.kueche_temperatur | 20.9 | 2024-03-01T05:21:13.000Z
  sensor.bad_feuchte | 61 | 2024-03-01T05:00:00.000Z
  sensor.bad_feuchte | 78.5 | 2024-03-01T06:12:09.000Z
  sensor.bad_feuchte | unknown | 2024-03-01T06:40:00.000Z
  sensor.bad_feuchte | 66.5 | 2024-03-01T07:02:55.000Z`,
    /^un(available|known)$/,
  ),
  { last_changed: ['timestamp', (text) => text.slice(0, 19).replace('T', ' ')] },
)

const glucose = table(`
  Gerät | Seriennummer | Gerätezeitstempel | Aufzeichnungstyp | Glukosewert-Verlauf mg/dL | Glukose-Scan mg/dL | Schnellwirkendes Insulin (Einheiten) | Kohlenhydrate (Gramm) | Notizen
  text | code | @d-m-y h:i | mark | int | int | dec, | int | text
  FreeStyle LibreLink | 0A1B-2C3D | 21-03-2024 06:02 | 0 | 104 | | | |
  FreeStyle LibreLink | 0A1B-2C3D | 21-03-2024 06:17 | 0 | 99 | | | |
  FreeStyle LibreLink | 0A1B-2C3D | 21-03-2024 06:25 | 1 | | 97 | | |
  FreeStyle LibreLink | 0A1B-2C3D | 21-03-2024 07:10 | 4 | | | 4,5 | |
  FreeStyle LibreLink | 0A1B-2C3D | 21-03-2024 07:12 | 5 | | | | 45 |
  FreeStyle LibreLink | 0A1B-2C3D | 21-03-2024 07:17 | 0 | 131 | | | |
  FreeStyle LibreLink | 0A1B-2C3D | 21-03-2024 07:40 | 6 | | | | | Brötchen, Honig
  FreeStyle LibreLink | 0A1B-2C3D | 21-03-2024 07:55 | 1 | | 188 | | |
  FreeStyle LibreLink | 0A1B-2C3D | 21-03-2024 12:31 | 4 | | | 6,0 | |`)

const daily = table(
  `
  STATION | NAME | LATITUDE | LONGITUDE | ELEVATION | DATE | PRCP | PRCP_ATTRIBUTES | SNWD | TMAX | TMAX_ATTRIBUTES | TMIN
  code | text | geo. | geo. | dec. | @y-m-d | dec. | text | dec. | int | text | int
  USW00014739 | BOSTON, MA US | 42.36057 | -71.00975 | 3.2 | 2024-02-10 | 0.00 | ,,W,2400 | 0.0 | 57 | ,,W | 38
  USW00014739 | BOSTON, MA US | 42.36057 | -71.00975 | 3.2 | 2024-02-11 | 0.01 | T,,W,2400 | 0.0 | 49 | ,,W | 36
  USW00014739 | BOSTON, MA US | 42.36057 | -71.00975 | 3.2 | 2024-02-12 | 0.00 | ,,W,2400 | 0.0 | 47 | ,,W | 34
  USW00014739 | BOSTON, MA US | 42.36057 | -71.00975 | 3.2 | 2024-02-13 | 0.37 | ,,W,2400 | 1.2 | 38 | ,,W | 31
  USC00190120 | AMHERST, MA US | 42.38610 | -72.53500 | 45.7 | 2024-02-10 | 0.02 | ,,7,0800 | 0.0 | 54 | ,,7 | 29
  USC00190120 | AMHERST, MA US | 42.38610 | -72.53500 | 45.7 | 2024-02-11 | | | | | | 33
  USC00190120 | AMHERST, MA US | 42.38610 | -72.53500 | 45.7 | 2024-02-13 | 0.41 | ,S,7,0800 | 2.5 | 36 | ,I,7 | -2`,
)

const events = meant(
  table(`
  Level | Date and Time | Source | Event ID | Task Category | Message
  text | text | text | code | text | text
  Information | 3/13/2024 8:02:11 AM | Microsoft-Windows-Kernel-General | 16 | None | The access history in hive C:/Users/default was cleared, 4 keys updated.
  Error | 3/13/2024 8:05:40 AM | Service Control Manager | 7031 | None | The "Print Spooler" service terminated unexpectedly.↵↵It has done this 2 time(s).
  Warning | 3/13/2024 12:00:00 PM | DNS Client Events | 1014 | (1014) | Name resolution for the name wpad timed out, after none of the servers responded.
  Information | 3/13/2024 12:15:59 PM | Windows Update Agent | 19 | Windows Update Agent | Installation Successful: KB5034441
  Critical | 3/13/2024 11:59:01 PM | Kernel-Power | 41 | (63) | The system has rebooted↵without cleanly shutting down first.
  Error | 3/14/2024 12:00:03 AM | EventLog | 6008 | None | The previous shutdown at 11:58:44 PM was unexpected.
  Information | 3/14/2024 7:31:22 AM | Winlogon | 7001 | (1101) | User Logon Notification`),
  { 'Date and Time': ['timestamp', american] },
).map((one) => (one.names[0] === 'Message' ? { ...one, names: [''], roles: ANY.roles! } : one))

const log = table(`
  ts | level | component | msg | took_ms | status | bytes
  @y-m-dTh:i:sZ | text | text | text | dec. | code | int
  2024-03-01T08:00:00Z | info | http | listening on :8080 | | |
  2024-03-01T08:00:07Z | info | http | GET /api/orders?limit=10 | 12.4 | 200 | 18211
  2024-03-01T08:00:09Z | warn | db | slow query: select "id" from orders | 1840.7 | |
  2024-03-01T08:01:30Z | info | http | POST /api/orders | 33.1 | 201 | 412
  2024-03-01T08:02:02Z | error | http | GET /api/orders/17 | 5.9 | 500 | 96
  2024-03-01T08:02:03Z | error | mail | connection refused, retry in 5s | | |
  2024-03-01T08:02:08Z | info | mail | sent | 210.3 | |
  2024-03-01T08:05:00Z | info | http | GET /healthz | 0.2 | 200 | 2`)
const logLines = rowsOf(log).map((fields) =>
  namesOf(log)
    .map((name, at) => [name, fields[at]!] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${/[ "=]/.test(value) ? `"${value.replaceAll('"', '\\"')}"` : value}`)
    .join(' '),
)

const cast = table(
  `
  prDM | t090C | c0S/m | sbeox0Mm/L | flECO-AFL | flag
  dec. | dec. | dec. | dec. | dec. | dec.
  1.000 | 11.2043 | 3.841207 | 281.334 | 0.4127 | 0.000e+00
  2.000 | 11.2040 | 3.841311 | 281.290 | 0.4391 | 0.000e+00
  3.000 | 11.1987 | 3.840903 | 281.117 | 0.5012 | 0.000e+00
  4.000 | 11.0551 | 3.829114 | -9.990e-29 | 0.6680 | 0.000e+00
  5.000 | 10.8722 | 3.814420 | 279.882 | 0.9145 | 0.000e+00
  6.000 | 10.4019 | 3.772038 | 274.051 | 1.2038 | 0.000e+00
  7.000 | 9.8874 | 3.728815 | 268.709 | 1.0077 | 0.000e+00`,
  /^-9\.990e-29$/,
).map((one, at) => {
  const [short] = one.names as [string]
  const long = [
    'Pressure, Digiquartz [db]',
    'Temperature [ITS-90, deg C]',
    'Conductivity [S/m]',
    'Oxygen, SBE 43 [umol/l]',
    'Fluorescence, WET Labs ECO-AFL/FL [mg/m^3]',
    '0.000e+00',
  ][at]!
  const bare = long.replace(/ \[.*/, '')
  return {
    ...one,
    names: [short, `${short}: ${long}`, long, bare, `${short}: ${bare}`],
    ...(at === 5
      ? {
          values: one.values.map(() => 0),
          types: ['integer' as const, 'decimal' as const],
          roles: ['measure', 'flag', 'dimension', 'code'] as typeof one.roles,
        }
      : {}),
    ...(at === 0 ? WHOLE : {}),
  }
})

const diver = meant(
  table(`
  Time | Pressure | Temperature
  text | dec. | dec.
  2024/02/01 00:00:00.0 | 1023.450 | 9.870
  2024/02/01 01:00:00.0 | 1023.517 | 9.870
  2024/02/01 02:00:00.0 | 1024.008 | 9.863
  2024/02/01 03:00:00.0 | 1024.192 | 9.863
  2024/02/01 04:00:00.0 | 1025.333 | 9.857
  2024/02/01 05:00:00.0 | 1027.900 | 9.853
  2024/02/01 06:00:00.0 | 1031.275 | 9.847
  2024/02/01 07:00:00.0 | 1030.008 | 9.847`),
  { Time: ['timestamp', (text) => text.slice(0, 19).replaceAll('/', '-')] },
).map((one, at) => ({
  ...one,
  names: [
    unnamed(1, 'Time', 'Date', 'Date time', 'Timestamp', 'Datum'),
    unnamed(2, 'Pressure', 'Pressure cmH2O', 'Channel 1'),
    unnamed(3, 'Temperature', 'Temperature °C', 'Channel 2'),
  ][at]!,
}))

const spectrum = table(`
  Leaf A Wavelength (nm) ~ Wavelength (nm) | Leaf A Abs ~ Abs ~ Leaf A | Leaf B Wavelength (nm) ~ Wavelength (nm) 2 ~ Wavelength (nm).1 ~ Wavelength (nm) | Leaf B Abs ~ Abs 2 ~ Abs.1 ~ Abs ~ Leaf B
  dec. | dec. | dec. | dec.
  700.0700073 | 0.01244173 | 700.0700073 | 0.02011406
  690.0300293 | 0.11870982 | 690.0300293 | 0.17240055
  680.0099487 | 0.71209341 | 680.0099487 | 0.94811743
  670.0200195 | 0.88123709 | 670.0200195 | 1.10377121
  660.0599976 | 0.60017765 | 660.0599976 | 0.79160118
  650.0399780 | 0.47902283 | 650.0399780 | 0.61029947
  640.0599976 | 0.33390817 | 640.0599976 | 0.44187367`)

const dust = table(
  `
  Fecha | Hora | PM10 (µg/m³) | PM2,5 (µg/m³) | Humedad (%) | Batería (V) | Estado
  @d/m/y | @h:i | dec, | dec, | pct, | dec, | text
  13/03/2024 | 0:00 | 18,4 | 9,1 | 71 | 12,61 | OK
  13/03/2024 | 1:00 | 17,9 | 8,8 | 72 | 12,58 | OK
  13/03/2024 | 2:00 | -9999 | -9999 | 73 | 12,55 | FALLO BOMBA
  13/03/2024 | 3:00 | -9999 | -9999 | 73 | 12,51 | FALLO BOMBA
  13/03/2024 | 4:00 | 21,3 | 11,7 | 75 | 12,49 | CALIBRACIÓN
  13/03/2024 | 5:00 | 30,6 | 15,2 | 74 | 12,47 | OK
  13/03/2024 | 6:00 | 44,1 | 20,5 | 70 | 12,46 | OK
  13/03/2024 | 7:00 | 61,7 | 28,9 | 66 | 12,60 | OK`,
  /^-9999$/,
)

/** Instruments, watches, machines and what they log. */
export const MEASURED: Case[] = [
  file(
    'inverter: yields below six lines of names of which one is a pattern',
    'csv',
    [inverter],
    [
      'sep=;',
      'Version CSV1|Tool SE1.07|Linebreaks CR/LF|Delimiter semicolon|Decimalpoint comma|Precision 3',
      '',
      ';SN: 2100456789;SN: 2100456789',
      ';SB 3000TL-20;SB 3000TL-20',
      ';2100456789;2100456789',
      ';Total yield;Power',
      ';Counter;Analog',
      'dd.MM.yyyy HH:mm:ss;kWh;kW',
      ...rowsOf(inverter).map(join(';')),
    ],
    undefined,
    '\r\n',
  ),
  file(
    'training: activities with names that come twice in other units',
    'csv',
    [activities],
    [namesOf(activities).map((name) => name.replace(/ 2$/, '')), ...rowsOf(activities)].map(join()),
  ),
  file('health: days of a telephone with units in the names', 'csv', [health], linesOf(health), marked),
  file('smart home: states of sensors that are at times not there', 'csv', [states], linesOf(states)),
  file(
    'glucose: records of kinds in columns of their own',
    'csv',
    [glucose],
    ['Glukose-Werte,Erstellt am,22-03-2024 08:00 UTC,Erstellt von,Änne Müller', ...linesOf(glucose)],
    marked,
    '\r\n',
  ),
  file(
    'weather service: American days with attributes full of commas',
    'csv',
    [tuned(daily, { ELEVATION: { roles: ['measure', 'dimension'] } })],
    [namesOf(daily), ...rowsOf(daily)].map(quoted()),
  ),
  file(
    'events: a log of Windows whose texts have no name',
    'csv',
    [events],
    [namesOf(events).slice(0, 5).join(','), ...rowsOf(events).map(join())],
    marked,
    '\r\n',
  ),
  file('events: lines of keys and values', 'txt', [log], logLines),
  file(
    'ocean: a cast whose names stand in its head',
    'txt',
    [cast],
    [
      '* Sea-Bird SBE 9 Data File:',
      '* FileName = D:\\data\\st012.hex',
      '** Ship: RV Aurora',
      '** Station: 012',
      '# nquan = 6',
      '# nvalues = 7',
      ...cast.map(({ names }, at) => `# name ${at} = ${names[1]}`),
      '# interval = decibars: 1',
      '# bad_flag = -9.990e-29',
      '*END*',
      ...fixed(rowsOf(cast), [-11, -11, -11, -11, -11, -11]),
    ],
    undefined,
    '\r\n',
  ),
  file(
    'groundwater: a Dutch logger with channels in its head',
    'txt',
    [diver],
    [
      'Data file for DataLogger.',
      '==============================================================================',
      'COMPANY   : Waterschap De Dommel',
      'LOCATION  : B51C0044',
      '==========================    BEGINNING OF DATA     ==========================',
      '[Logger settings]',
      '  Instrument type           =Diver-Office',
      '  Serial number             =..00-K4417  22.',
      '  Number of channels        =2',
      '[Channel 1]',
      '  Identification            =PRESSURE',
      '  Range                     =2000.00 cmH2O',
      '[Channel 2]',
      '  Identification            =TEMPERATURE',
      '  Range                     =100.00  °C',
      '[Data]',
      '8',
      ...fixed(rowsOf(diver), [21, -12, -12]),
      'END OF DATA FILE OF DATALOGGER FOR WINDOWS',
    ],
    encoded('windows-1252'),
    '\r\n',
  ),
  file(
    'spectra: two scans beside each other above what was set',
    'csv',
    [spectrum],
    [
      'Leaf A,,Leaf B,,',
      'Wavelength (nm),Abs,Wavelength (nm),Abs,',
      ...rowsOf(spectrum).map((fields) => `${fields.join(',')},`),
      '',
      'Leaf A',
      'Collection Time: 3/5/2024 10:14:33 AM',
      'Operator Name   : lab2',
      'Scan Software Version: 4.20(468)',
      'Scan Rate (nm/min)    600.000',
      'Data Interval (nm)    10.0000',
      '',
      'Leaf B',
      'Collection Time: 3/5/2024 10:17:02 AM',
    ],
    undefined,
    '\r\n',
  ),
  file(
    'air: Spanish hours of dust between tabs in Unicode',
    'txt',
    [dust],
    ['Estación: Cádiz - Puerto', 'Nº serie: 0044-B', '', ...linesOf(dust, '\t')],
    (content) => utf16(content),
    '\r\n',
  ),
]
