import { type Case, json, made, ndjson } from './case.ts'
import { type Column, column, day, rows } from './truth.ts'
import { utf8 } from './write.ts'

/** What consoles, statistics offices, statistics programs and services print and answer. */
const COUNT = 12
const NAMES = 'Asha Ben Carla Dev Emil Fay Gus Hana Ida Jon Kim Lea'.split(' ')
const CITIES = 'Pune Lyon Pune Oslo Lyon Pune Oslo Lyon Pune Oslo Lyon Pune'.split(' ')
const amounts = rows(COUNT, (row) => (row * 137 + 251) / 10)
const counts = rows(COUNT, (row) => (row * 7) % 23)
const days = rows(COUNT, (row) => day(row * 9))
const TEXT = { roles: ['dimension', 'text', 'id'] as Column['roles'] }

const id = column('id', 'integer', [COUNT, (row) => row + 101], { roles: ['id'] })
const name = column('name', 'text', NAMES, TEXT)
const city = column('city', 'text', CITIES)
const amount = column('amount', 'decimal', amounts, { write: (value) => Number(value).toFixed(1) })
const visits = column('visits', 'integer', counts)
const since = column('since', 'date', days)
const PEOPLE = [id, name, city, amount, since]
const called = (of: Column, ...names: string[]): Column => ({ ...of, names })

const records = (columns: Column[]): string[][] => rows(COUNT, (row) => columns.map(({ written }) => written[row]!))
const header = (columns: Column[]): string[] => columns.map(({ names }) => names[0]!)
const printed = (...all: string[]) => utf8(`${all.join('\n')}\n`)
const widths = (columns: Column[]) =>
  columns.map(({ written, names }) => Math.max(names[0]!.length, ...written.map((text) => text.length)))
/** Cells filled up with spaces to the width of their column. */
const padded = (columns: Column[], between: string) => (cells: string[]) =>
  cells.map((cell, at) => cell.padEnd(widths(columns)[at]!)).join(between)
const lined = (columns: Column[], between: string) =>
  [header(columns), ...records(columns)].map(padded(columns, between))
const text = (kind: string, title: string, ending: string, columns: Column[], ...all: string[]) =>
  made(`${kind}: ${title}`, ending, [columns], () => printed(...all))

const [first, ...below] = lined(PEOPLE, ' | ')
const dashes = (corner: string, columns = PEOPLE) =>
  widths(columns)
    .map((width) => '-'.repeat(width + 2))
    .join(corner)
const console: Case[] = [
  text(
    'console',
    'psql',
    'txt',
    PEOPLE,
    ` ${first} `,
    dashes('+'),
    ...below.map((line) => ` ${line} `),
    '(12 rows)',
    '',
  ),
  text(
    'console',
    'mysql',
    'txt',
    PEOPLE,
    `+${dashes('+')}+`,
    `| ${first} |`,
    `+${dashes('+')}+`,
    ...below.map((line) => `| ${line} |`),
    `+${dashes('+')}+`,
    '12 rows in set (0.00 sec)',
  ),
  text(
    'console',
    'a table of Markdown',
    'txt',
    PEOPLE,
    '# People',
    '',
    `| ${first} |`,
    `|${dashes('|')}|`,
    ...below.map((line) => `| ${line} |`),
  ),
  text('console', 'columns of fixed width', 'txt', PEOPLE, ...lined(PEOPLE, '  ')),
  text(
    'console',
    'records of keys and values',
    'txt',
    PEOPLE,
    ...records(PEOPLE).flatMap((cells) => [...header(PEOPLE).map((name, at) => `${name}: ${cells[at]}`), '']),
  ),
  text(
    'console',
    'a log of a web server',
    'log',
    [
      column(['column1', 'address', 'ip', 'host', 'client'], 'text', [COUNT, (row) => `10.0.0.${(row % 4) + 1}`]),
      column(
        ['time', 'timestamp'],
        'timestamp',
        days.map((one) => `${one} 10:00:00`),
      ),
      column(['request'], 'text', [COUNT, (row) => `GET /page/${row % 5} HTTP/1.1`], TEXT),
      column(['status'], 'integer', [COUNT, (row) => (row % 5 ? 200 : 404)], { roles: ['dimension', 'code'] }),
      column(['bytes', 'size'], 'integer', [COUNT, (row) => 512 + row * 31]),
    ],
    ...rows(COUNT, (row) => {
      const [year, month, date] = days[row]!.split('-')
      const name = 'Jan Feb Mar Apr May Jun'.split(' ')[Number(month) - 1]
      return `10.0.0.${(row % 4) + 1} - - [${date}/${name}/${year}:10:00:00 +0000] "GET /page/${row % 5} HTTP/1.1" ${row % 5 ? 200 : 404} ${512 + row * 31}`
    }),
  ),
]

const YEARS = ['2019', '2020', '2021', '2022']
const GEO = 'AT BE DE ES FR IT NL PL PT RO SE SK'.split(' ')
const figure = (row: number, year: number) => (row * 53 + year * 17 + 101) / 10
const offices: Case[] = [
  text(
    'offices',
    'Eurostat with flags',
    'tsv',
    [
      column('unit', 'text', [COUNT, () => 'PC'], TEXT),
      column(['geo', 'geo\\time', 'geo\\TIME_PERIOD'], 'text', GEO, TEXT),
      ...YEARS.map((year, at) =>
        column(year, 'decimal', [COUNT, (row) => (at === 0 && row === 2 ? null : figure(row, at))]),
      ),
    ],
    `unit,geo\\time\t${YEARS.map((year) => `${year} `).join('\t')}`,
    ...rows(COUNT, (row) =>
      [
        `PC,${GEO[row]}`,
        ...YEARS.map((_, at) =>
          at === 0 && row === 2 ? ': ' : `${figure(row, at)} ${at === 3 && row === 5 ? 'b' : ''}`,
        ),
      ].join('\t'),
    ),
  ),
  text(
    'offices',
    'World Bank',
    'csv',
    [
      column('Country Name', 'text', NAMES, TEXT),
      column('Country Code', 'text', GEO, TEXT),
      column('Indicator Name', 'text', [COUNT, () => 'Population, total'], TEXT),
      ...YEARS.map((year, at) => column(year, 'integer', [COUNT, (row) => 1000 + row * 31 + at * 7])),
    ],
    '"Data Source","World Development Indicators",',
    '',
    '"Last Updated Date","2024-03-28",',
    '',
    `"Country Name","Country Code","Indicator Name",${YEARS.map((year) => `"${year}",`).join('')}`,
    ...rows(
      COUNT,
      (row) =>
        `"${NAMES[row]}","${GEO[row]}","Population, total",${YEARS.map((_, at) => `"${1000 + row * 31 + at * 7}",`).join('')}`,
    ),
  ),
  text(
    'offices',
    'a station with its names in a remark',
    'txt',
    [called(since, 'date'), called(amount, 'tmax'), called(visits, 'rain')],
    '# Station: Pune (18.5 N, 73.8 E)',
    '# Height above sea: 560 m',
    '# date       tmax  rain',
    ...rows(
      COUNT,
      (row) => `${days[row]}  ${amounts[row]!.toFixed(1).padStart(5)}  ${String(counts[row]).padStart(4)}`,
    ),
  ),
]

const statistics: Case[] = [
  made(
    "statistics: R's names of rows",
    'txt',
    [{ columns: [name, city, amount], spare: /row|^column|^id$|^unnamed|^$/i }],
    () =>
      printed(
        '"name" "city" "amount"',
        ...rows(COUNT, (row) => `"${row + 1}" "${NAMES[row]}" "${CITIES[row]}" ${amounts[row]!.toFixed(1)}`),
      ),
  ),
  text(
    'statistics',
    'pandas with names of an index on a line of their own',
    'csv',
    [city, name, called(amount, 'amount sum', 'amount_sum'), called(visits, 'visits max', 'visits_max')],
    ',,amount,visits',
    ',,sum,max',
    'city,name,,',
    ...records([city, name, amount, visits]).map((cells) => cells.join()),
  ),
  made(
    'statistics: annotated lines of InfluxDB',
    'csv',
    [
      {
        spare: /^result$/,
        columns: [
          column('table', 'integer', [COUNT, () => 0], { roles: ['measure', 'dimension', 'id', 'code'] }),
          column(
            '_time',
            'timestamp',
            days.map((one) => `${one} 00:00:00`),
          ),
          called(amount, '_value'),
          called(city, 'location'),
        ],
      },
    ],
    () =>
      printed(
        '#group,false,false,false,false,true',
        '#datatype,string,long,dateTime:RFC3339,double,string',
        '#default,_result,,,,',
        ',result,table,_time,_value,location',
        ...rows(COUNT, (row) => `,,0,${days[row]}T00:00:00Z,${amounts[row]!.toFixed(1)},${CITIES[row]}`),
      ),
  ),
]

const services: Case[] = [
  json(
    'services: features of GeoJSON',
    [
      {
        columns: [called(name, 'name', 'properties_name'), called(visits, 'visits', 'properties_visits')],
        spare: /type|geometry|coordinates|properties_type|long|lat|id/i,
      },
    ],
    {
      type: 'FeatureCollection',
      crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:OGC:1.3:CRS84' } },
      features: rows(COUNT, (row) => ({
        type: 'Feature',
        properties: { name: NAMES[row], visits: counts[row] },
        geometry: { type: 'Point', coordinates: [73 + row / 10, 18 + row / 10] },
      })),
    },
  ),
  json(
    'services: bindings of SPARQL',
    [
      {
        columns: [called(name, 'name', 'name_value'), called(visits, 'visits', 'visits_value')],
        spare: /type|datatype|lang/i,
      },
    ],
    {
      head: { vars: ['name', 'visits'] },
      results: {
        bindings: rows(COUNT, (row) => ({
          name: { type: 'literal', value: NAMES[row] },
          visits: {
            datatype: 'http://www.w3.org/2001/XMLSchema#integer',
            type: 'literal',
            value: String(counts[row]),
          },
        })),
      },
    },
  ),
  json(
    'services: hits of a search engine',
    [
      {
        columns: [
          called(name, 'name', '_source_name', 'source_name'),
          called(amount, 'amount', '_source_amount', 'source_amount'),
        ],
        spare: /index|score|id|type/i,
      },
    ],
    {
      took: 3,
      timed_out: false,
      _shards: { total: 1, successful: 1, failed: 0 },
      hits: {
        total: { value: COUNT, relation: 'eq' },
        max_score: 1,
        hits: rows(COUNT, (row) => ({
          _index: 'people',
          _id: `p${row}`,
          _score: 1,
          _source: { name: NAMES[row], amount: amounts[row] },
        })),
      },
    },
  ),
  ndjson(
    'services: lists whose first names the columns',
    [PEOPLE],
    [header(PEOPLE), ...rows(COUNT, (row) => PEOPLE.map(({ values }) => values[row]))],
  ),
]

export const PROGRAMS: Case[] = [...console, ...offices, ...statistics, ...services]
