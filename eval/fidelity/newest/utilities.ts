import { type Case, csv, made, ndjson, xlsx } from '../case.ts'
import {
  COUNT,
  clock,
  col,
  comma,
  days,
  digits,
  encoded,
  flags,
  hours,
  inWords,
  key,
  minutes,
  moments,
  NUMBERED,
  part12,
  points,
  slashes,
  spans,
  two,
  whole12,
  without,
  words,
} from '../columns.ts'
import { day, part, plain, rows, whole } from '../truth.ts'
import { cells, latin1 } from '../write.ts'

const HALVES = rows(8, (at) => `${two(Math.floor(at / 2))}:${at % 2 ? '30' : '00'}`)
const inverter = [
  minutes('Time', 570),
  part12('DC voltage (V)', 571, 300, 620, 1),
  part12('AC power (kW)', 572, 1, 9, 3),
  without(part12('Temperature (°C)', 573, 12, 55, 1), '', (row) => row === 7),
  words('State', ['Running', 'Standby', 'Fault 0x21']),
].map((one) => ({ ...one, names: [one.names[0]!, one.names[0]!.replace(/ \(.*/, '')] }))
const meters: Case[] = [
  csv(
    'meters: a German load profile',
    [
      key('Zählernummer', (row) => `1EMH00${String(7_712_345 + (row % 2))}`),
      words('OBIS', ['1-1:1.8.0', '1-1:2.8.0']),
      minutes(
        'Zeitstempel',
        574,
        (value) => `${points(String(value).slice(0, 10), 0)} ${String(value).slice(11, 16)}`,
        1,
      ),
      part12(['Verbrauch [kWh]', 'Verbrauch'], 575, 0, 4, 3, comma),
      words('Status', ['W', 'V', 'E']),
    ],
    { delimiter: ';', newline: '\r\n', line: (fields) => [...fields, ''] },
    { encode: latin1, spare: /^(column|col|unnamed|field)?[_ ]?\d*$/i },
  ),
  csv(
    'meters: hours of a Spanish supply',
    [
      key('CUPS', () => 'ES0021000001234567QX0F'),
      days('Fecha', slashes, 3),
      col('Hora', 'integer', (row) => row * 2 + 1, plain, NUMBERED),
      part12('Consumo_kWh', 576, 0, 3, 3, comma),
      words('Metodo_obtencion', ['R', 'E', 'R']),
    ],
    { delimiter: ';' },
  ),
  csv('meters: half hours beside each other', [
    digits(key('MPAN', (row) => `12000${whole(row, 577, 10_000_000, 99_999_999)}`)),
    days('Settlement Date', slashes, 2),
    ...HALVES.map((name, at) => col(name, 'decimal', (row) => part(row, 580 + at, 0, 2, 3))),
  ]),
  xlsx(
    'meters: an inverter with units in brackets',
    [inverter],
    [
      {
        name: 'Inverter 1',
        rows: [
          ['Plant: Roof South', null, null, null, null],
          ['Serial number: 0012345678', null, null, null, null],
          [null],
          ...cells(inverter),
        ],
      },
      { name: 'Legend', rows: [['Running = feeds the grid'], ['Fault 0x21 = no grid']] },
    ],
  ),
]

const compact = moments('start_time', (value) => String(value).replace(/\D/g, ''))
const telecoms: Case[] = [
  csv(
    'telecoms: records of calls with moments without marks',
    [
      key('record_id', (row) => `CDR${String(row + 1).padStart(6, '0')}`),
      key('calling_number', (row) => `+1415555${String(100 + row * 7).padStart(4, '0')}`),
      key('called_number', (row) => `+9198${whole(row, 590, 10_000_000, 99_999_999)}`),
      compact,
      whole12('duration_sec', 591, 1, 3900),
      words('cell_id', ['310-410-0A1F', '310-410-0B22', '310-260-01C4']),
      words('release_cause', ['normal clearing', 'user busy', 'no answer']),
    ],
    { delimiter: '|' },
    { ending: 'txt' },
  ),
  csv(
    'telecoms: a bill in rupees',
    [
      col('S.No', 'integer', (row) => row + 1, plain, ['id', 'code', 'dimension']),
      days(
        'Date',
        inWords('en', (date, month, year) => `${two(date)}-${month}-${year.slice(2)}`),
        1,
      ),
      hours('Time', 592),
      key('Number', (row) => `98${two(row + 10)}**${1200 + row}`),
      spans('Duration', 593),
      part12('Charges', 594, 0, 40, 2, (value) => `₹${value}`),
      words('Type', ['STD', 'Local', 'Roaming']),
    ],
    {
      above: ['Itemised usage of voice,,,,,,', 'Bill period: 01-Feb-23 to 28-Feb-23,,,,,,', ''],
      below: ['', '"* Charges are without GST",,,,,,'],
    },
  ),
  ndjson(
    'telecoms: messages of routers with dots in names',
    [
      [
        moments('@timestamp'),
        words(['host.name', 'host_name'], ['edge-1', 'edge-2', 'core-1']),
        words(['log.level', 'log_level'], ['info', 'warning', 'error']),
        key(['source.ip', 'source_ip'], (row) => `10.0.${row % 4}.${row + 1}`),
        without(whole12(['event.duration', 'event_duration'], 595, 100, 90_000), '', (row) => row % 4 === 2),
        col(
          ['http.response.status_code', 'http_response_status_code'],
          'integer',
          (row) => [200, 404, 503][row % 3]!,
          plain,
          NUMBERED,
        ),
      ],
    ],
    rows(COUNT, (row) => ({
      '@timestamp': `${String(moments('').values[row]).replace(' ', 'T')}Z`,
      'host.name': ['edge-1', 'edge-2', 'core-1'][row % 3],
      'log.level': ['info', 'warning', 'error'][row % 3],
      'source.ip': `10.0.${row % 4}.${row + 1}`,
      ...(row % 4 === 2 ? {} : { 'event.duration': whole(row, 595, 100, 90_000) }),
      'http.response.status_code': [200, 404, 503][row % 3],
    })),
  ),
]

/** Parts of a day in columns of their own, some with zeros in front. */
const parts = (name: string, from: number, to: number, write: (part: string) => string) => ({
  ...col(
    name,
    'integer',
    rows(COUNT, (row) => Number(day(40 + row * 17).slice(from, to))),
    (value) => write(String(value)),
    NUMBERED,
  ),
  types: ['integer', 'text'] as ('integer' | 'text')[],
})
const weather: Case[] = [
  csv('weather: rain in Australia with parts of days', [
    words('Product code', ['IDCJAC0009']),
    key(['Bureau of Meteorology station number', 'station number'], () => '066062'),
    parts('Year', 0, 4, plain),
    parts('Month', 5, 7, (of) => of.padStart(2, '0')),
    parts('Day', 8, 10, (of) => of.padStart(2, '0')),
    without(part12('Rainfall amount (millimetres)', 606, 0, 40, 1), '', (row) => row === 8),
    flags('Quality', 'Y', 'N'),
  ]),
  csv(
    'weather: padded values of a German station',
    [
      { ...digits(key('STATIONS_ID', () => '44')), roles: ['id', 'code', 'dimension', 'text', 'measure'] },
      col(
        'MESS_DATUM',
        'date',
        (row) => day(40 + row * 3),
        (value) => String(value).replaceAll('-', ''),
      ),
      part12('TMK', 607, -9, 19, 1),
      part12('RSK', 608, 0, 30, 1),
      whole12('UPM', 609, 40, 99),
      words('eor', ['eor']),
    ],
    {
      delimiter: ';',
      header: [['STATIONS_ID', 'MESS_DATUM', ' TMK', ' RSK', ' UPM', 'eor']],
      line: (fields) => fields.map((field, at) => (at === 1 || at === 5 ? field : field.padStart(11 - at))),
    },
    { ending: 'txt' },
  ),
  made(
    'weather: a Czech station with its place above',
    'csv',
    [
      [
        days('Datum', undefined, 1),
        hours('Čas', 611),
        part12(['Teplota (°C)', 'Teplota'], 612, -9, 20, 1, comma),
        part12(['Tlak (hPa)', 'Tlak'], 613, 980, 1040, 1, comma),
        flags('Sníh', 'ano', 'ne'),
      ],
    ],
    () =>
      encoded('windows-1250')(
        [
          'Stanice;Příbram',
          'Nadmořská výška;555 m',
          '',
          'Datum;Čas;Teplota (°C);Tlak (hPa);Sníh',
          ...rows(COUNT, (row) => {
            const [year, month, date] = day(40 + row).split('-')
            const [warm, air] = [part(row, 612, -9, 20, 1), part(row, 613, 980, 1040, 1)].map((one) => comma(one, 0))
            return `${Number(date)}. ${Number(month)}. ${year};${clock(row, 611).slice(0, 5)};${warm};${air};${row % 3 === 1 ? 'ano' : 'ne'}`
          }),
          '',
        ].join('\r\n'),
      ),
  ),
]

export const UTILITIES: Case[] = [...meters, ...telecoms, ...weather]
