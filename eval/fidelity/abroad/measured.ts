import { type Case, csv, made } from '../case.ts'
import { encoded, lines } from '../columns.ts'
import { fixed, namesOf, rowsOf } from '../exported/file.ts'
import { table } from '../latest/table.ts'

const pond = table(`
# | Date Time, GMT+01:00 ~ Date Time | Temp, °C (LGR S/N: 20417, SEN S/N: 20417, LBL: pond) ~ Temp, °C ~ Temp | Intensity, Lux (LGR S/N: 20417, SEN S/N: 20417) ~ Intensity, Lux ~ Intensity | Coupler Attached (LGR S/N: 20417) ~ Coupler Attached | End Of File (LGR S/N: 20417) ~ End Of File
rank | @d/m/y h:i:s | dec. | dec. | text | text
1 | 03/01/24 00:00:00 | 7.983 | 0.5 | |
2 | 03/01/24 00:30:00 | 7.882 | 0.5 | |
3 | 03/01/24 01:00:00 | 7.682 | 10.8 | |
4 | 03/01/24 01:30:00 | 7.582 | 118.4 | |
5 | 03/01/24 02:00:00 | 7.481 | 4477.8 | |
6 | 03/01/24 02:07:11 | | | Logged | Logged`)

const tower = table(
  `
TIMESTAMP | RECORD | BattV_Min | AirTC_Avg | RH | WS_ms_S_WVT | WindDir_D1_WVT
@y-m-d h:i:s | rank | dec. | dec. | dec. | dec. | dec.
2024-03-01 00:10:00 | 4170 | 12.61 | -3.41 | 88.7 | 2.114 | 211.4
2024-03-01 00:20:00 | 4171 | 12.61 | -3.52 | 89.1 | 2.346 | 208.9
2024-03-01 00:30:00 | 4172 | 12.59 | NAN | 89.4 | 1.902 | 215.2
2024-03-01 00:40:00 | 4173 | 12.58 | -3.77 | 89.8 | NAN | 219.7
2024-03-01 00:50:00 | 4174 | 12.57 | -3.91 | 90.3 | 0.413 | 1.6`,
  /^NAN$/,
)

const fridge = table(`
fridge 2 | Time | Celsius(°C) ~ Celsius | Humidity(%rh) ~ Humidity | Dew Point(°C) ~ Dew Point | Serial Number
rank | @d/m/y h:i:s | dec. | dec. | dec. | code
1 | 14/03/2024 08:00:00 | 4.5 | 61.5 | -2.3 | 010117423
2 | 14/03/2024 08:05:00 | 4.5 | 62.5 | -2.1 |
3 | 14/03/2024 08:10:00 | 5.5 | 60.5 | -1.6 |
4 | 14/03/2024 08:15:00 | 6.5 | 58.5 | -1.1 |
5 | 14/03/2024 08:20:00 | 5.5 | 60.5 | -1.6 |`)

const bench = table(`
X_Value | Voltage | Current | Comment
dec. | dec. | dec. | text
0.000001 | 1.204417 | 0.013120 | start
0.001001 | 1.198113 | 0.013094 |
0.002001 | 1.187742 | 0.012987 |
0.003001 | 1.201009 | 0.013101 |
0.004001 | 1.210558 | 0.013166 |`)

const drive = table(
  `
GPS Time | Longitude | Latitude | Speed (OBD)(km/h) ~ Speed | Engine RPM(rpm) ~ Engine RPM | Fuel Rail Pressure(psi) ~ Fuel Rail Pressure
code | geo. | geo. | dec. | dec. | dec.
Fri Mar 01 08:00:01 CET 2024 | 13.40512 | 52.52001 | 0.5 | 812.25 | 36.1
Fri Mar 01 08:00:02 CET 2024 | 13.40518 | 52.52004 | 7.5 | 1204.75 | 36.3
Fri Mar 01 08:00:03 CET 2024 | 13.40531 | 52.52011 | 14.25 | 1688.5 | -
Fri Mar 01 17:31:40 CET 2024 | 13.37704 | 52.51627 | 0.5 | 798.5 | 35.9
Fri Mar 01 17:31:41 CET 2024 | 13.37711 | 52.51629 | 5.75 | 1133.25 | -`,
  /^-$/,
).map((one) =>
  one.names[0] === 'GPS Time'
    ? {
        ...one,
        roles: ['time', 'text', 'dimension', 'id', 'code'] as typeof one.roles,
        types: ['text' as const, 'timestamp' as const],
      }
    : one,
)

const meter = table(`
Sample ID | Cell Line | Viable/mL | Viability (%) | Mean Diam (µm) | Read at
code | text | int | dec. | dec. | @y-m-d h:i
B-0041 | CHO-K1 | 2,410,000 | 97.4 | 14.2 | 2024-03-01 09:12
B-0042 | CHO-K1 | 1,180,000 | 88.1 | 14.9 | 2024-03-01 09:15
B-0043 | HEK 293 | <50,000 | 12.5 | 11.1 | 2024-03-01 09:19
B-0044 | HEK 293 | 3,905,000 | 99.2 | 13.7 | 2024-03-01 09:24
B-0045 | HEK 293 | >10,000,000 | 96.6 | 13.9 | 2024-03-01 09:30`)

const tides = table(`
Date | Time | Height (m) | Type
@y/m/d | @h:i | dec. | text
2024/03/01 | 01:14 | 4.91 | H
2024/03/01 | 07:22 | 1.08 | L
2024/03/01 | 13:31 | 4.77 | H
2024/03/01 | 19:40 | 1.21 | L
2024/03/02 | 01:49 | 4.70 | H`)

const queries = table(`
pid | usename | state | calls | mean_ms | query_start
no | text | text | int | dec. | @y-m-d h:i:s
4107 | app | active | 17 | 2.41 | 2024-03-01 10:00:01
4111 | app | idle | 20418 | 0.37 | 2024-03-01 09:59:58
4120 | etl | active | 3 | 8812.06 | 2024-03-01 08:12:40
4133 | | | 1 | 0.02 |`)
const employees = table(`
EMPNO | ENAME | JOB | HIREDATE | SAL | COMM
no | text | text | @d-b-y | dec. | dec.
7369 | SMITH | CLERK | 17-APR-80 | 800.5 |
7499 | ALLEN | SALESMAN | 20-FEB-81 | 1600.25 | 300.5
7521 | WARD | SALESMAN | 22-FEB-81 | 1250.75 | 500.25
7566 | JONES | MANAGER | 02-APR-81 | 2975.5 |
7654 | MARTIN | SALESMAN | 28-MAR-81 | 1250.75 | 1400.5
7698 | BLAKE | MANAGER | 01-APR-81 | 2850.25 |`).map((one) =>
  one.names[0] === 'HIREDATE' ? { ...one, values: one.values.map((value) => String(value).replace('20', '19')) } : one,
)
const boxes = table(`
VMID | NAME | STATUS | MEM(MB) ~ MEM | BOOTDISK(GB) ~ BOOTDISK | PID
no | text | text | int | dec. | rank
100 | gate | running | 2048 | 32.25 | 1177
101 | mail-old | stopped | 4096 | 80.50 | 0
104 | ci runner | running | 16384 | 120.75 | 24418
110 | db1 | running | 32768 | 500.25 | 1932`)
const gap = (line: string[], widths: number[]) =>
  ` ${line.map((field, at) => (widths[at]! < 0 ? field.padStart(-widths[at]!) : field.padEnd(widths[at]!))).join(' | ')} `

const kobo = table(`
start | end | hh/name | hh/size | hh/crops | hh/crops/maize | hh/crops/beans | gps/_gps_latitude | gps/_gps_longitude | _id | _uuid
@y-m-d h:i:s | @y-m-d h:i:s | text | int | text | mark | mark | geo. | geo. | no | code
2024-03-01 08:01:12 | 2024-03-01 08:19:40 | Achieng O. | 5 | maize beans | 1 | 1 | -0.102206 | 34.761713 | 3301417 | 5f1c-a0
2024-03-01 09:10:03 | 2024-03-01 09:25:17 | Wanjiru, P. | 3 | maize | 1 | 0 | -0.303099 | 36.080026 | 3301418 | 7b2d-11
2024-03-02 07:48:55 | 2024-03-02 08:11:02 | Otieno | 8 | | 0 | 0 | | | 3301502 | 91e4-c2
2024-03-02 10:30:41 | 2024-03-02 10:44:09 | Chebet | 4 | beans | 0 | 1 | 0.514277 | 35.269779 | 3301533 | 0a77-f9`)

const monkey = table(`
Respondent ID | Start Date | How did you hear of us? - Friend ~ How did you hear of us? Friend ~ Friend | How did you hear of us? - Web ~ How did you hear of us? Web ~ Web | How likely are you to return? ~ How likely are you to return? Response | Comments ~ Comments Open-Ended Response ~ Open-Ended Response
no | @m/d/y h:i:s | text | text | rank | text
118203304417 | 03/01/2024 10:04:22 | Friend | | 9 | Lovely staff
118203304590 | 03/01/2024 11:37:09 | | Web | 7 |
118203306001 | 03/02/2024 08:15:50 | Friend | Web | 10 | Will be back, promise
118203307755 | 03/13/2024 19:20:31 | | Web | 3 | Cold soup`)

export const MEASURED: Case[] = [
  csv(
    'loggers: a pond',
    pond,
    { above: ['"Plot Title: pond"'], newline: '\r\n', quotes: 'needed' },
    { encode: (content) => Buffer.from(`\ufeff${content}`) },
  ),
  csv(
    'loggers: a tower with units and how it was reckoned',
    tower,
    {
      newline: '\r\n',
      above: ['"TOA5","tower","CR1000","20417","CR1000.Std.32.02","CPU:tower.CR1","51240","TenMin"'],
      header: [
        tower.map(({ names }) => names[0]!),
        ['TS', 'RN', 'Volts', 'Deg C', '%', 'meters/second', 'Deg'],
        ['', '', 'Min', 'Avg', 'Smp', 'WVc', 'WVc'],
      ],
    },
    { ending: 'dat' },
  ),
  csv(
    'loggers: a fridge with its number once',
    fridge,
    { newline: '\r\n' },
    { encode: encoded('windows-1252'), ending: 'txt' },
  ),
  csv(
    'loggers: volts below two heads',
    bench,
    {
      delimiter: '\t',
      above: [
        'LabVIEW Measurement\t',
        'Writer_Version\t2',
        'Reader_Version\t2',
        'Separator\tTab',
        'Decimal_Separator\t.',
        'Multi_Headings\tNo',
        'Operator\tlab2',
        'Date\t2024/03/01',
        'Time\t10:15:30.417',
        '***End_of_Header***\t',
        '\t',
        'Channels\t2\t',
        'Samples\t5\t5',
        'Y_Unit_Label\tVolt\tAmpere',
        'Delta_X\t0.001000\t0.001000',
        '***End_of_Header***\t\t',
      ],
    },
    { ending: 'lvm' },
  ),
  csv('loggers: two drives with names again', drive, { within: { 3: [namesOf(drive).join(',')] } }),
  csv('loggers: counts beyond what can be counted', meter, {
    above: ['Cell counter SN 0417', 'Operator,lab2', ''],
    quotes: 'needed',
  }),
  made('loggers: tides in fixed width', 'txt', [tides], () =>
    lines(
      'PORT OF AVONMOUTH',
      'Latitude 51 30.7 N  Longitude 2 42.9 W',
      'Heights in metres above chart datum. Times GMT.',
      '',
      ...fixed([namesOf(tides), ...rowsOf(tides)], [13, 8, -10, 6], '  '),
      '',
      'Predictions are provided as is.',
    ),
  ),
  made('consoles: what runs in a database', 'txt', [queries], () => {
    const widths = [-5, 8, 7, -6, -8, 20]
    return lines(
      gap(namesOf(queries), widths).trimEnd(),
      widths.map((width) => '-'.repeat(Math.abs(width) + 2)).join('+'),
      ...rowsOf(queries).map((line) => gap(line, widths).trimEnd()),
      '(4 rows)',
      '',
    )
  }),
  made('consoles: a spool with pages of three', 'lst', [employees], () => {
    const widths = [-10, 11, 10, 10, -11, -11]
    const head = [
      ...fixed([namesOf(employees)], widths),
      ...fixed([['---------', '----------', '---------', '---------', '----------', '----------']], widths),
    ]
    const all = fixed(rowsOf(employees), widths)
    return lines('', ...head, ...all.slice(0, 3), '', ...head, ...all.slice(3), '', '6 rows selected.', '')
  }),
  made('consoles: machines in columns', 'txt', [boxes], () =>
    lines(...fixed([namesOf(boxes), ...rowsOf(boxes)], [-10, 21, 11, -11, -18, -11], ' ')),
  ),
  csv('questions asked: a household survey of the field', kobo, { delimiter: ';', quotes: 'all' }),
  csv('questions asked: choices below questions', monkey, {
    header: [
      ['Respondent ID', 'Start Date', 'How did you hear of us?', '', 'How likely are you to return?', 'Comments'],
      ['', '', 'Friend', 'Web', 'Response', 'Open-Ended Response'],
    ],
  }),
]
