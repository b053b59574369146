import { type Case, json, made } from '../case.ts'
import { table } from '../latest/table.ts'
import type { Column, Truth } from '../truth.ts'
import { objects, parquet, utf8 } from '../write.ts'

const KIND = 'what services answer'
const tree = (name: string, tables: (Column[] | Truth)[], content: unknown): Case =>
  json(`${KIND}: ${name}`, tables, content)
const lines = (name: string, tables: (Column[] | Truth)[], all: unknown[]): Case =>
  made(`${KIND}: ${name}`, 'ndjson', tables, () => utf8(all.map((line) => `${JSON.stringify(line)}\n`).join('')))
const rowsOf = (columns: Column[]) => columns[0]!.values.map((_, row) => columns.map(({ values }) => values[row]!))

const films = table(`
  id | title | released | minutes | rating | studio.name ~ studio_name ~ studio name ~ name
  code | text | @y-m-d | int | dec. | text
  f1 | Night Ferry | 2019-03-01 | 101 | 6.4 | Harbour
  f2 | Two Rivers | 2020-10-16 | 88 | 7.1 | Delta
  f3 | The Clerk | 2018-05-25 | 115 | 5.9 | Harbour
  f4 | Salt | 2021-08-13 | 97 | 8.2 | Northlight
  f5 | A Long Winter | 2022-01-28 | 142 | 7.7 | Delta
  f6 | Kite | 2017-11-03 | 79 | 6.6 | Northlight`)
const edges = rowsOf(films).map(([id, title, released, minutes, rating, name]) => ({
  cursor: Buffer.from(`cursor ${id}`).toString('base64'),
  node: { id, title, released, minutes, rating, studio: { name } },
}))

const hits = table(`
  _id ~ id | level | message | took_ms ~ took ms | host
  code | text | text | int | text
  aX1 | warn | Slow query on orders | 1204 | db-1
  aX2 | info | Started | 3 | web-1
  aX3 | error | Connection reset by peer | 88 | web-2
  aX4 | info | Stopped | 2 | web-1
  aX5 | warn | Disk at 91 percent | 15 | db-1`)

const permits = table(`
  permit | issued | kind | fee | ward
  code | @y-m-d | text | dec. | int
  B-2201 | 2023-02-14 | Porch | 75.5 | 4
  B-2202 | 2023-02-15 | Roof | 120.25 | 11
  B-2203 | 2023-02-21 | Fence | 40.75 | 4
  B-2204 | 2023-03-02 | Garage | 310.5 | 7
  B-2205 | 2023-03-09 | Roof | 118.25 | 2
  B-2206 | 2023-03-10 | Demolition | 555.5 | 7`).map((one) =>
  one.names[0] === 'ward' ? { ...one, roles: ['measure', 'dimension', 'id', 'code'] as Column['roles'] } : one,
)

const things = table(`
  pk | colour | weight | live
  code | text | dec. | yes true
  item#1 | red | 12.5 | true
  item#2 | teal | 0.75 | false
  item#3 | red | 3.25 | true
  item#4 | black | 8.5 | true
  item#5 | white | 19.25 | false`)

const trees = table(`
  species | height_m ~ height m | planted | longitude ~ lon ~ x ~ geometry longitude | latitude ~ lat ~ y ~ geometry latitude
  text | dec. | year | geo. | geo.
  Tilia cordata | 14.5 | 1931 | 10.0011 | 53.5502
  Quercus robur | 22.25 | 1890 | 10.0077 | 53.5523
  Acer platanoides | 9.5 | 1988 | 9.9904 | 53.5611
  Betula pendula | 11.75 | 2001 | 9.9871 | 53.5489
  Fagus sylvatica | 27.5 | 1902 | 10.0204 | 53.5602`)

const meters = table(`
  key ~ id ~ meter ~ name ~ meters | address | reading | since
  code | text | int | @y-m-d
  M-771 | 4 Mill Lane | 20418 | 2016-05-01
  M-772 | 6 Mill Lane | 18877 | 2016-05-01
  M-780 | 1 Church Street | 40102 | 2012-09-30
  M-791 | 9 Bridge Street | 9913 | 2020-02-11
  M-802 | 2 Bridge Street | 15544 | 2018-07-19`)

const hourly = table(`
  time | temperature_2m ~ temperature_2m °C | precipitation ~ precipitation mm | wind_speed_10m ~ wind_speed_10m km/h
  @y-m-d h:i | dec. | dec. | dec.
  2024-03-01 00:00 | 4.5 | 0.0 | 11.2
  2024-03-01 01:00 | 4.25 | 0.25 | 12.6
  2024-03-01 02:00 | 3.75 | 0.5 | 14.75
  2024-03-01 03:00 | 3.5 | | 15.5
  2024-03-01 04:00 | 3.25 | 0.1 | 13.9
  2024-03-01 05:00 | 3.5 | 0.0 | 12.25`)

const bills = table(`
  number | date | customer.name ~ customer_name ~ customer name ~ name | customer.vat ~ customer_vat ~ customer vat ~ vat | total
  code | @y-m-d | text | code | dec.
  2024-001 | 2024-01-05 | Berg AS | NO901 | 310.5
  2024-002 | 2024-01-09 | Fjell AB | SE556 | 99.75
  2024-003 | 2024-01-17 | Dal Oy | FI118 | 450.25`)
const positions = table(`
  sku | qty | unit_price ~ unit price
  code | int | dec.
  K-1 | 3 | 20.5
  K-9 | 10 | 24.9
  K-2 | 1 | 99.75
  K-1 | 5 | 20.05
  K-4 | 7 | 35.25
  K-7 | 2 | 51.625`)
const parts = rowsOf(positions).map(([sku, qty, unit_price]) => ({ sku, qty, unit_price }))

const jobs = table(`
  id | name | started | seconds | exit
  no | text | @y-m-d h:i:s | dec. | int
  51 | backup | 2024-02-01 01:00:00 | 812.5 | 0
  52 | reindex | 2024-02-01 02:10:05 | 64.25 | 0
  53 | mail digest | 2024-02-01 06:00:00 | 9.75 | 1
  54 | backup | 2024-02-02 01:00:00 | 799.5 | 0
  55 | reindex | 2024-02-02 02:09:58 | 71.5 | 0
  56 | thumbnails | 2024-02-02 03:30:41 | 240.25 | 137`).map((one, at) =>
  at === 4 ? { ...one, roles: ['measure', 'code', 'dimension', 'flag'] as Column['roles'] } : one,
)

const users = table(`
  id | email | plan | seats
  no | code | text | int
  7 | iris@example.net | team | 12
  8 | omar@example.net | free | 1
  11 | lucy@example.net | team | 40
  12 | jonas@example.net | solo | 1
  15 | mei@example.net | free | 2`)
const invoices = table(`
  invoice | user_id | amount
  code | no | dec.
  in_1 | 7 | 120.5
  in_2 | 11 | 400.25
  in_3 | 12 | 9.5`)

const series = table(`
  instance | job | time ~ timestamp ~ value 1 ~ values 1 ~ 0 | value ~ value 2 ~ values 2 ~ 1
  text | text | @y-m-d h:i:s | dec.
  a:9100 | node | 2024-03-01 12:00:00 | 0.25
  a:9100 | node | 2024-03-01 12:01:00 | 0.5
  a:9100 | node | 2024-03-01 12:02:00 | 0.75
  b:9100 | node | 2024-03-01 12:00:00 | 1.25
  b:9100 | node | 2024-03-01 12:01:00 | 1.5
  b:9100 | node | 2024-03-01 12:02:00 | 1.125`)
const stamp = (iso: unknown) => Date.parse(`${String(iso).replace(' ', 'T')}Z`) / 1000

const chart = table(`
  Month | Visits | Rate
  text | int | dec.
  January | 1200 | 0.125
  February | 1330 | 0.15
  March | 990 | 0.095
  April | 1404 | 0.175`).map((one, at) =>
  at === 0 ? { ...one, roles: ['time', 'dimension', 'text'] as Column['roles'] } : one,
)

const world = table(`
  country.value ~ country_value ~ country value ~ country | date | value
  text | year | dec.
  Kenya | 2022 | 2099.5
  Kenya | 2021 | 2081.25
  Kenya | 2020 |
  Peru | 2022 | 7125.75
  Peru | 2021 | 6635.5
  Peru | 2020 | 6056.25`)

const deliveries = table(`
  OrderID ~ Order ID | Customer | Shipped | Freight
  no | text | @y-m-d | dec.
  10248 | VINET | 2024-03-05 | 32.38
  10249 | TOMSP | 2024-03-08 | 11.61
  10250 | HANAR | 2024-03-11 | 65.83
  10251 | VICTE | | 41.34
  10252 | SUPRD | 2024-03-18 | 51.3`)

const sightings = table(`
  bird | count | at | place
  text | int | @y-m-d | text
  Dunlin | 40 | 2023-10-01 | North mud
  Curlew | 7 | 2023-10-01 | Saltmarsh
  Knot | 1200 | 2023-10-08 | North mud
  Teal | 61 | 2023-10-08 | Pool
  Avocet | 3 | 2023-10-15 | Pool`)

const buoys = table(
  `
  buoy | taken_at | wave_m | water_c | note
  code | @y-m-d h:i:s | dec. | dec. | text
  61001 | 2023-01-01 00:00:00 | 1.25 | 13.5 | ok
  61001 | 2023-01-01 01:00:00 | -9999 | 13.5 | sensor
  61001 | 2023-01-01 02:00:00 | 1.75 | 13.25 | ok
  61002 | 2023-01-01 00:00:00 | 0.75 | -9999 | sensor
  61002 | 2023-01-01 01:00:00 | 0.5 | 12.75 | ok
  61002 | 2023-01-01 02:00:00 | 0.5 | 12.75 | ok
  61003 | 2023-01-01 00:00:00 | -9999 | 14.25 | sensor
  61003 | 2023-01-01 01:00:00 | 2.25 | 14.25 | ok`,
  /^-9999$/,
)
const payments = table(`
  payment_id | paid_on | amount | currency | method
  code | @y-m-d | dec. | text | text
  p_0001 | 2024-01-03 | 1204.5 | EUR | card
  p_0002 | 2024-01-04 | 88.25 | EUR | transfer
  p_0003 | 2024-01-04 | 15.75 | USD | card
  p_0004 | 2024-01-09 | 310.25 | EUR | card
  p_0005 | 2024-01-11 | 99.5 | USD | transfer`)
const nests = table(`
  nest_id | area.name ~ area_name ~ area name ~ name | area.zone ~ area_zone ~ area zone ~ zone | eggs
  code | text | int | int
  N1 | Dune | 1 | 4
  N2 | Dune | 2 | 3
  N3 | Marsh | 1 | 4
  N4 | Marsh | 3 | 0
  N5 | Shore | 2 | 2`).map((one, at) =>
  at === 2 ? { ...one, roles: ['measure', 'dimension', 'code', 'id'] as Column['roles'] } : one,
)

/** Answers of services, their logs and columnar files. */
export const TREES: Case[] = [
  tree('edges and nodes', [{ columns: films, spare: /cursor/ }], {
    data: { films: { totalCount: 6, edges, pageInfo: { hasNextPage: false, endCursor: edges.at(-1)!.cursor } } },
  }),
  tree('hits of a search', [{ columns: hits, spare: /index|score/ }], {
    took: 5,
    timed_out: false,
    _shards: { total: 1, successful: 1 },
    hits: {
      total: { value: 5, relation: 'eq' },
      max_score: 1,
      hits: objects(hits).map(({ _id, ...source }) => ({ _index: 'logs', _id, _score: 1, _source: source })),
    },
  }),
  tree('columns told in meta', [{ columns: permits, spare: /sid/ }], {
    meta: {
      view: {
        id: 'ab12-cd34',
        name: 'Permits',
        columns: [
          { id: -1, name: 'sid', fieldName: ':sid', dataTypeName: 'meta_data' },
          ...permits.map(({ names }, at) => ({
            id: 100 + at,
            name: names[0],
            fieldName: names[0],
            dataTypeName: at === 3 || at === 4 ? 'number' : 'text',
          })),
        ],
      },
    },
    data: rowsOf(permits).map((fields, at) => [`row-${at}`, ...fields.map(String)]),
  }),
  tree('values with their types', [things], {
    Count: 5,
    Items: rowsOf(things).map(([pk, colour, weight, live]) => ({
      pk: { S: pk },
      colour: { S: colour },
      weight: { N: String(weight) },
      live: { BOOL: live },
    })),
    ScannedCount: 5,
  }),
  tree('features on a map', [{ columns: trees, spare: /type|geometry/ }], {
    type: 'FeatureCollection',
    name: 'trees',
    crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:OGC:1.3:CRS84' } },
    features: rowsOf(trees).map(([species, height_m, planted, x, y]) => ({
      type: 'Feature',
      properties: { species, height_m, planted },
      geometry: { type: 'Point', coordinates: [x, y] },
    })),
  }),
  tree('objects by their keys', [meters], {
    status: 'ok',
    meters: Object.fromEntries(
      rowsOf(meters).map(([key, address, reading, since]) => [key, { address, reading, since }]),
    ),
  }),
  tree('arrays by hour', [hourly], {
    latitude: 52.52,
    longitude: 13.41,
    timezone: 'GMT',
    hourly_units: { time: 'iso8601', temperature_2m: '°C', precipitation: 'mm', wind_speed_10m: 'km/h' },
    hourly: Object.fromEntries(
      hourly.map(({ names, values }, at) => [
        names[0],
        at === 0 ? values.map((value) => String(value).replace(' ', 'T').slice(0, 16)) : values,
      ]),
    ),
  }),
  tree(
    'bills with their positions',
    [
      { columns: bills, spare: /id/ },
      { columns: positions, spare: /id|bill|number|line|position/ },
    ],
    {
      exported: '2024-02-01',
      bills: rowsOf(bills).map(([number, date, name, vat, total], at) => ({
        number,
        date,
        customer: { name, vat },
        total,
        positions: at === 0 ? parts.slice(0, 2) : at === 1 ? parts.slice(2, 3) : parts.slice(3),
      })),
    },
  ),
  lines(
    'a head and a foot',
    [{ columns: jobs, spare: /^type$/ }],
    [
      { type: 'header', version: 2, generated: '2024-02-03T00:00:00Z' },
      ...objects(jobs),
      { type: 'footer', records: 6 },
    ],
  ),
  lines(
    'actions before their documents',
    [{ columns: sightings, spare: /index/ }],
    objects(sightings).flatMap((one, at) => [{ index: { _index: 'birds', _id: String(at + 1) } }, one]),
  ),
  lines(
    'messages of two streams',
    [
      { columns: users, spare: /type|stream/ },
      { columns: invoices, spare: /type|stream/ },
    ],
    [
      {
        type: 'SCHEMA',
        stream: 'users',
        schema: { properties: { id: { type: 'integer' }, email: { type: 'string' } } },
        key_properties: ['id'],
      },
      ...objects(users).map((record) => ({ type: 'RECORD', stream: 'users', record })),
      {
        type: 'SCHEMA',
        stream: 'invoices',
        schema: { properties: { invoice: { type: 'string' } } },
        key_properties: ['invoice'],
      },
      ...objects(invoices).map((record) => ({ type: 'RECORD', stream: 'invoices', record })),
      { type: 'STATE', value: { users: 15, invoices: 'in_3' } },
    ],
  ),
  lines('a line that sums up', [payments], [...objects(payments), { count: 5, next: null }]),
  tree('a metric over time', [series], {
    status: 'success',
    data: {
      resultType: 'matrix',
      result: ['a:9100', 'b:9100'].map((instance) => ({
        metric: { instance, job: 'node' },
        values: rowsOf(series)
          .filter(([of]) => of === instance)
          .map(([, , at, value]) => [stamp(at), String(value)]),
      })),
    },
  }),
  tree('cells of a chart', [chart], {
    version: '0.6',
    status: 'ok',
    table: {
      cols: [
        { id: 'A', label: 'Month', type: 'string' },
        { id: 'B', label: 'Visits', type: 'number' },
        { id: 'C', label: 'Rate', type: 'number' },
      ],
      rows: rowsOf(chart).map((fields) => ({ c: fields.map((v) => ({ v })) })),
    },
  }),
  tree(
    'a page and its rows',
    [world],
    [
      { page: 1, pages: 1, per_page: 50, total: 6 },
      rowsOf(world).map(([value, date, measured]) => ({ country: { value }, date: String(date), value: measured })),
    ],
  ),
  tree('days as a call', [deliveries], {
    d: {
      results: objects(deliveries).map((one) => ({
        ...one,
        Freight: String(one.Freight),
        Shipped: one.Shipped && `/Date(${Date.parse(`${one.Shipped}T00:00:00Z`)})/`,
      })),
      __count: '5',
    },
  }),
  made(`${KIND}: objects one after another`, 'json', [nests], () =>
    utf8(
      rowsOf(nests)
        .map(([nest_id, name, zone, eggs]) => JSON.stringify({ nest_id, area: { name, zone }, eggs }, null, 2))
        .join('\n'),
    ),
  ),
  made(`${KIND}: sensors with codes for nothing`, 'parquet', [buoys], (dir) =>
    parquet(
      objects(buoys).map((one) => ({ ...one, wave_m: one.wave_m ?? -9999, water_c: one.water_c ?? -9999 })),
      'select buoy, taken_at::timestamp as taken_at, wave_m::double as wave_m, water_c::double as water_c, note from $rows',
      dir,
    ),
  ),
  made(`${KIND}: texts that are values`, 'parquet', [payments], (dir) =>
    parquet(
      objects(payments),
      "select payment_id, strftime(paid_on::date, '%d.%m.%Y') as paid_on, replace(amount::varchar, '.', ',') as amount, currency, method from $rows",
      dir,
    ),
  ),
  made(`${KIND}: a record within`, 'parquet', [{ columns: nests, spare: /index/ }], (dir) =>
    parquet(
      rowsOf(nests).map(([nest_id, name, zone, eggs]) => ({ nest_id, name, zone, eggs })),
      "select nest_id, {'name': name, 'zone': zone} as area, eggs::smallint as eggs, row_number() over () - 1 as __index_level_0__ from $rows",
      dir,
    ),
  ),
]
