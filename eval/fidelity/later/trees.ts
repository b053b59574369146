import { type Case, json, made, ndjson } from '../case.ts'
import { LEVEL } from '../everyday/file.ts'
import { namesOf, tuned } from '../exported/file.ts'
import { table } from '../latest/table.ts'
import type { Column, Value } from '../truth.ts'
import { objects, parquet } from '../write.ts'
import { ANY, valuesOf } from './file.ts'

/** A table whose names stand in objects, each of which may be told with or without its path. */
const paths = (columns: Column[]): Column[] =>
  columns.map((one) => {
    const parts = one.names[0]!.split('.')
    return { ...one, names: [...one.names, ...parts.map((_, at) => parts.slice(at).join('.'))] }
  })

/** The same with a path that may stand in front. */
const below = (path: string, columns: Column[]): Column[] =>
  columns.map((one) => ({ ...one, names: [...one.names, ...one.names.map((name) => `${path}.${name}`)] }))

/** Objects with the values at the paths of a table; `leaveOut`: without those that are none. */
const nested = (columns: Column[], leaveOut = false): Record<string, unknown>[] =>
  valuesOf(columns).map((values, row) => {
    const whole: Record<string, unknown> = {}
    for (const [at, name] of namesOf(columns).entries()) {
      if (leaveOut && values[at] === null) continue
      const parts = name.split('.')
      let here = whole
      for (const part of parts.slice(0, -1)) {
        here[part] ??= {}
        here = here[part] as Record<string, unknown>
      }
      const { kind, written } = columns[at]!
      here[parts.at(-1)!] = kind === 'timestamp' ? written[row] : values[at]
    }
    return whole
  })

const leads = paths(
  table(`
  id | created_at | contact.name | contact.email | contact.phone | owner.id | owner.name | value.amount | value.currency | is_hot
  no | @y-m-dTh:i:sZ | text | text | code | no | text | dec. | code | yes true
  9001 | 2024-03-01T08:00:12Z | Ines Faro | ines@example.pt | 0351910000111 | 7 | Kim | 1200.5 | EUR | true
  9002 | 2024-03-01T09:31:00Z | Bob | | | 7 | Kim | 90.25 | EUR | false
  9004 | 2024-03-02T17:45:59Z | Søren Dahl | sd@example.dk | 004520304050 | 12 | Lou | 15000.75 | DKK | true
  9005 | 2024-03-04T11:11:11Z | Ayu "AJ" Jaya | ayu@example.id | | 12 | Lou | 0.99 | USD | false
  9006 | 2024-03-05T00:00:00Z | Max Li | max@example.com | 0086130000222 | | | 310.4 | USD | false
  9009 | 2024-03-06T14:20:30Z | Eve, Ltd | hello@example.com | 02079460000 | 7 | Kim | 4800.1 | GBP | true
  9010 | 2024-03-07T23:59:59Z | Ola Nor | ola@example.no | | 15 | Mo | 77.7 | EUR | false
  9012 | 2024-03-08T06:07:08Z | Pia | pia@example.fi | 0358401234567 | 15 | Mo | 640.6 | EUR | true`).map((one) =>
    one.names[0] === 'is_hot' ? { ...one, types: ['boolean'] } : one,
  ),
)

const nodes = paths(
  table(`
  number | title | state | createdAt | author.login | comments.totalCount | milestone.title
  no | text | text | @y-m-dTh:i:sZ | text | int | text
  412 | Crash when file is empty | OPEN | 2024-03-01T10:00:00Z | mira-k | 4 | v2.1
  415 | Docs: typo in "Usage" | CLOSED | 2024-03-02T12:30:45Z | jo | 0 |
  416 | Support for commas, quotes | OPEN | 2024-03-02T18:01:10Z | tkumar | 17 | v2.2
  420 | Slow on 1e6 rows | OPEN | 2024-03-05T07:15:00Z | mira-k | 9 | v2.1
  423 | Bump deps | MERGED | 2024-03-06T00:20:00Z | bot | 1 |
  431 | Wrong week numbers | CLOSED | 2024-03-11T21:09:33Z | eelco | 3 | v2.1
  433 | Dark mode | OPEN | 2024-03-12T09:00:00Z | jo | 22 | v3.0`),
)

const assets = table(`
  id ~ key ~ name ~ code ~ asset ~ _key ~ tag | model | site | assigned_to | purchased | cost
  code | text | text | text | @y-m-d | dec.
  LT-00017 | ThinkPad T14 | Lyon | s.roux | 2022-05-11 | 1249.9
  LT-00018 | ThinkPad T14 | Lyon | | 2022-05-11 | 1249.9
  MN-00203 | U2720Q 27" | Nantes | p.bris | 2021-11-30 | 489.5
  PH-00090 | Pixel 7a | Lyon | a.kaya | 2023-08-02 | 379.05
  PH-00091 | Pixel 7a | Nantes | | 2023-08-02 | 379.05
  SV-00002 | R650 | Paris DC2 | ops | 2023-01-19 | 8740.25
  TB-00044 | iPad 10 | Nantes | accueil | 2024-02-01 | 459.99`)

const forecast = table(`
  time | temperature_2m | relative_humidity_2m | precipitation | weather_code
  @y-m-dTh:i | dec. | int | dec. | mark
  2024-03-04T00:00 | 4.1 | 88 | 0.0 | 3
  2024-03-04T01:00 | 3.8 | 90 | 0.2 | 61
  2024-03-04T02:00 | 3.6 | 91 | 0.5 | 61
  2024-03-04T03:00 | 3.5 | 93 | 1.1 | 63
  2024-03-04T04:00 | | 93 | 0.9 | 63
  2024-03-04T05:00 | 3.2 | | 0.1 | 51
  2024-03-04T06:00 | 3.3 | 92 | 0.0 | 3
  2024-03-04T07:00 | 4.9 | 85 | 0.0 | 2
  2024-03-04T08:00 | 6.4 | 79 | 0.0 | 1`)

const PLACE = /latitude|longitude|elevation|timezone|generationtime|offset|units/i

const articles = paths(
  table(`
  id | attributes.title | attributes.published-on | attributes.word-count | attributes.is-free
  code | text | @y-m-d | int | yes true
  301 | Rain in May | 2024-05-02 | 812 | true
  302 | A bridge, at last | 2024-05-03 | 1440 | false
  303 | "Not again" | 2024-05-03 | 377 | true
  307 | Budget vote | 2024-05-07 | 1021 | false
  308 | Choir turns 100 | 2024-05-09 | 655 | true
  311 | Letters | | 2010 | true`),
).map((one) => (one.names[0] === 'attributes.is-free' ? { ...one, types: ['boolean'] as const } : one)) as Column[]
const authors = paths(
  table(`
  id | attributes.name | attributes.desk
  code | text | text
  a-7 | Nell Orr | Local
  a-9 | Tom Vane | Politics
  a-12 | Ida Moe | Culture`),
)
const BY = ['a-7', 'a-7', 'a-9', 'a-9', 'a-12', 'a-7']
const RELATED = /type|relationships|author|links|self|^attributes$/i

const stops = tuned(
  paths(
    table(`
  properties.stop_id | properties.stop_name | properties.zone | properties.wheelchair | properties.lines
  code | text | code | mark | int
  008591 | Bahnhofplatz | 10 | 1 | 7
  008602 | Mühle, Abzw. | 10 | 0 | 2
  008603 | Spital Nord | 11 | 1 | 3
  008700 | Zoo | 11 | 2 | 1
  008701 | Universität "Mitte" | 10 | 1 | 5
  009004 | Hafen | 12 | 0 | 1
  009010 | Altstadt | 10 | 1 | 4`),
  ),
  { 'properties.stop_name': ANY },
)
const POINTS = [
  [7.4391, 46.9488],
  [7.4512, 46.9527],
  [7.4288, 46.9601],
  [7.4677, 46.9389],
  [7.4383, 46.9511],
  [7.4099, 46.9702],
  [7.4474, 46.9481],
]

const hits = paths(
  table(`
  _source.@timestamp | _source.service | _source.level | _source.http.status | _source.http.method | _source.duration_ms | _source.message
  @y-m-dTh:i:s.000Z | text | text | int | text | dec. | text
  2024-03-04T10:00:01.000Z | checkout | ERROR | 502 | POST | 3012.44 | upstream "pay" timed out
  2024-03-04T10:00:02.000Z | checkout | WARN | 200 | POST | 1980.1 | slow, retried
  2024-03-04T10:00:04.000Z | search | INFO | 200 | GET | 41.07 | ok
  2024-03-04T10:00:04.000Z | search | ERROR | 400 | GET | 2.5 | bad query: a&b
  2024-03-04T10:00:09.000Z | cron | INFO | | | 90001.9 | nightly done
  2024-03-04T10:00:15.000Z | checkout | ERROR | 502 | POST | 3009.03 | upstream "pay" timed out
  2024-03-04T10:00:21.000Z | login | WARN | 429 | POST | 1.2 | too many tries`),
).map((one) => (/status/.test(one.names[0]!) ? { ...one, roles: ['code', 'dimension', 'measure'] } : one)) as Column[]

const visitors = table(`
  country ~ dimensionValues.country | deviceCategory ~ dimensionValues.deviceCategory | sessions | bounceRate
  text | text | int | dec.
  Germany | mobile | 5120 | 0.4123
  Germany | desktop | 3301 | 0.3317
  Austria | mobile | 770 | 0.4519
  Austria | tablet | 41 | 0.5122
  (not set) | desktop | 12 | 0.9167
  Switzerland | mobile | 618 | 0.4009`)

const states = tuned(
  table(`
  NAME | B19013_001E | B19013_001M | state | county
  text | int | int | code | code
  Autauga County, Alabama | 68315 | 4582 | 01 | 001
  Baldwin County, Alabama | 71039 | 2421 | 01 | 003
  Barbour County, Alabama | 39712 | 3903 | 01 | 005
  Bibb County, Alabama | 50669 | 10204 | 01 | 007
  Kalawao County, Hawaii | | | 15 | 005
  Loving County, Texas | 98125 | 39541 | 48 | 301
  Orleans Parish, Louisiana | 51116 | 1308 | 22 | 071`),
  { NAME: ANY },
)

const indicator = paths(
  table(`
  indicator.id | indicator.value | country.id | country.value | countryiso3code | date | value | obs_status | decimal
  code | text | code | text | code | year | dec. | text | int
  EN.ATM.PM25.MC.M3 | PM2.5, mean annual exposure | CL | Chile | CHL | 2019 | 23.6 | | 1
  EN.ATM.PM25.MC.M3 | PM2.5, mean annual exposure | CL | Chile | CHL | 2018 | 23.9 | | 1
  EN.ATM.PM25.MC.M3 | PM2.5, mean annual exposure | CL | Chile | CHL | 2017 | | | 1
  EN.ATM.PM25.MC.M3 | PM2.5, mean annual exposure | PE | Peru | PER | 2019 | 28.5 | | 1
  EN.ATM.PM25.MC.M3 | PM2.5, mean annual exposure | PE | Peru | PER | 2018 | 29.1 | E | 1
  EN.ATM.PM25.MC.M3 | PM2.5, mean annual exposure | PE | Peru | PER | 2017 | 29.4 | E | 1
  EN.ATM.PM25.MC.M3 | PM2.5, mean annual exposure | VE | Venezuela, RB | VEN | 2019 | 21.2 | | 1`),
).map((one) =>
  one.names[0] === 'decimal' ? { ...one, roles: ['measure', 'dimension', 'code', 'flag'] } : one,
) as Column[]

const doors = paths(
  table(`
  ts | device | type | battery | payload.state | payload.temp | payload.user
  @y-m-d h:i:s | code | text | int | text | dec. | text
  2024-03-04 06:00:00 | d-01 | door | 97 | open | | anna
  2024-03-04 06:00:07 | d-01 | door | 97 | closed | |
  2024-03-04 06:05:00 | t-11 | climate | | | 19.5 |
  2024-03-04 06:10:00 | t-11 | climate | | | 19.75 |
  2024-03-04 06:11:30 | d-02 | door | 40 | open | | ben
  2024-03-04 06:12:00 | t-12 | climate | 88 | | 4.25 |
  2024-03-04 06:15:00 | gw | heartbeat | | | |
  2024-03-04 06:20:00 | t-11 | climate | | | 20.1 |
  2024-03-04 06:21:45 | d-02 | door | 39 | closed | | ben`),
)

const sales = table(`
  order | sku | qty | price | paid
  code | code | int | dec. | yes true
  A-1 | 0012 | 2 | 19.99 | true
  A-2 | 0450 | 1 | 5.5 | false
  A-3 | 0012 | 12 | 19.99 | true
  A-4 | 7001 | 3 | 1200.25 | true
  A-5 | 0450 | | 5.5 | false
  A-6 | 0099 | 40 | 0.75 | true
  A-7 | 7001 | 1 | 1180.4 | true
  A-8 | 0012 | 6 | 18.9 | false`)
const SAID = [2, '1', 12, '3', null, '40', 1, 6]

const steps = table(`
  date ~ dateTime ~ index ~ key ~ id | steps | distance_km | resting_hr
  @y-m-d | int | dec. | int
  2024-03-01 | 8120 | 5.91 | 58
  2024-03-02 | 12044 | 8.87 | 57
  2024-03-03 | 403 | 0.28 |
  2024-03-04 | 9911 | 7.23 | 59
  2024-03-05 | 10250 | 7.55 | 58
  2024-03-06 | 7004 | 5.02 | 60
  2024-03-07 | 15876 | 11.64 | 57`)

const trips = tuned(
  paths(
    table(`
  trip_id | vehicle.plate | vehicle.axles | started | fare | pay
  no | code | int | @y-m-d h:i:s | dec. | text
  70001 | B-KX 1204 | 2 | 2024-03-01 05:10:00 | 12.40 | card
  70002 | B-KX 1204 | 2 | 2024-03-01 06:02:31 | 7.15 | cash
  70003 | HH-T 77 | 3 | 2024-03-01 06:40:09 | 103.95 | invoice
  70004 | HH-T 77 | 3 | 2024-03-01 09:00:00 | | card
  70005 | M-LL 5050 | 2 | 2024-03-02 23:58:12 | 18.05 | card
  70006 | B-KX 1204 | 2 | 2024-03-03 00:01:44 | -7.15 | cash
  70007 | M-LL 5050 | 2 | 2024-03-03 12:00:00 | 44.35 | invoice`),
  ),
  { 'vehicle.axles': LEVEL },
)

const samples = tuned(
  table(`
  uuid | barcode | collected | at_time | ph | passed
  code | code | @y-m-d | @h:i:s | dec. | yes true
  0b9e7a52-4c1d-4e6b-9a10-1f2e3d4c5b60 | 00093415 | 2024-02-11 | 08:15:30 | 7.21 | true
  1c8f6b43-5d2e-4f7c-8b21-2a3f4e5d6c71 | 00093416 | 2024-02-11 | 08:40:00 | 6.98 | true
  2d7a5c34-6e3f-4a8d-9c32-3b4a5f6e7d82 | 00093417 | 2024-02-12 | 13:05:59 | 8.45 | false
  3e6b4d25-7f4a-4b9e-8d43-4c5b6a7f8e93 | 00093418 | 2024-02-13 | 00:00:01 | 7.05 | true
  4f5c3e16-8a5b-4cad-9e54-5d6c7b8a9fa4 | 00093420 | 2024-02-13 | 17:59:00 | 7.33 | true
  5a4d2f07-9b6c-4dbe-8f65-6e7d8c9ba0b5 | 00093421 | 2024-02-14 | 10:20:20 | | false
  6b3e1a98-ac7d-4ecf-9a76-7f8e9dacb1c6 | 00093422 | 2024-02-15 | 11:11:11 | 6.49 | true`),
  { uuid: { types: ['text', 'other'] } },
)

const ledger = table(`
  account | balance_minor | rate | opened | big_ref
  code | int | dec. | @y-m-d h:i:s.000000 | code
  0001-77 | 1250000000 | 0.0275 | 2019-05-01 12:00:00.000000 | 170141183460469231731687303715884105727
  0001-78 | -4050 | 0.1999 | 2020-01-31 23:59:59.000000 | 90071992547409931
  0002-01 | 0 | 0.0001 | 2021-07-15 08:30:00.000000 | 18446744073709551615
  0002-02 | 99 | 0.0450 | 2022-02-28 00:00:00.000000 | 340282366920938463463
  0003-10 | 7300250 | 0.0325 | 2023-11-11 11:11:11.000000 | 12345678901234567890123
  0003-11 | 512 | 0.0010 | 2024-02-29 17:45:00.000000 | 10000000000000000000000001`)
const baskets = table(`
  basket | customer | placed
  no | text | @y-m-d
  1 | Ana | 2024-03-01
  2 | Bo, jr. | 2024-03-01
  3 | Cy | 2024-03-02
  4 | Dee | 2024-03-04
  5 | Eli | 2024-03-05
  6 | Fay | 2024-03-05`)
const LINES = [
  [
    ['tea', 2, 3.25],
    ['mug', 1, 8.5],
  ],
  [['tea', 1, 3.25]],
  [
    ['pot', 1, 24.95],
    ['mug', 4, 8.5],
    ['tea', 6, 3.1],
  ],
  [['spoon', 12, 0.75]],
  [
    ['mug', 2, 8.5],
    ['pot', 1, 24.95],
  ],
  [['tea', 3, 3.25]],
] as [string, number, number][][]
const bought = (() => {
  const all = LINES.flat()
  const of = (name: string, kind: Column['kind'], values: Value[], roles: Column['roles']): Column => ({
    names: [name, `items.${name}`],
    kind,
    roles,
    values,
    written: values.map(String),
  })
  return [
    of(
      'item',
      'text',
      all.map(([item]) => item),
      ['dimension', 'text', 'id', 'code'],
    ),
    of(
      'qty',
      'integer',
      all.map(([, qty]) => qty),
      ['measure'],
    ),
    of(
      'price',
      'decimal',
      all.map(([, , price]) => price),
      ['measure'],
    ),
  ]
})()
const frame = tuned(
  table(`
  Unit price (€) ~ Unit price | order date | is.returned | ship mode | __index_level_0__ ~ index ~ level_0
  dec. | @y-m-d h:i:s | yes true | text | no
  4.99 | 2024-01-03 00:00:00 | false | Standard | 17
  129 | 2024-01-03 00:00:00 | false | Express | 3
  15.5 | 2024-01-09 00:00:00 | true | Standard | 44
  0.35 | 2024-01-17 00:00:00 | false | Pick-up | 8
  77.25 | 2024-02-02 00:00:00 | false | | 91
  1010.1 | 2024-02-05 00:00:00 | true | Express | 12
  12 | 2024-02-11 00:00:00 | false | Standard | 60
  3.05 | 2024-02-28 00:00:00 | false | Pick-up | 25`),
  {
    'order date': { types: ['timestamp', 'date'] },
    'is.returned': { types: ['boolean'] },
  },
)
const packets = tuned(
  table(`
  flow | seen | proto | src | bytes_up | bytes_down | flags
  no | @y-m-d h:i:s | mark | text | int | int | text
  5000000001 | 2024-03-04 12:00:00 | 6 | 10.0.0.4 | 1420 | 88012 | SYN
  5000000002 | 2024-03-04 12:00:01 | 17 | 10.0.0.9 | 74 | 120 |
  5000000003 | 2024-03-04 12:00:01 | 6 | fe80::1 | 4294967296 | 12 | FIN
  5000000004 | 2024-03-04 12:00:07 | 1 | 10.0.1.20 | 64 | 64 |
  5000000005 | 2024-03-04 12:00:30 | 6 | 10.0.0.4 | 0 | 40 | RST
  5000000006 | 2024-03-04 12:01:02 | 17 | 10.0.0.4 | 512 | 2048 |
  5000000007 | 2024-03-04 12:02:59 | 6 | 192.168.7.7 | 90210 | 7 | SYN`),
  { src: ANY, flags: { ...ANY, roles: ['dimension', 'text', 'code', 'flag'] } },
)

/** Answers of interfaces, logs in JSON, and Parquet files. */
export const TREES: Case[] = [
  json('crm answer: contacts in a page of pages', [leads], {
    success: true,
    data: nested(leads),
    additional_data: { pagination: { start: 0, limit: 8, more_items_in_collection: true, next_start: 8 } },
    related_objects: null,
  }),
  json(
    'graph answer: edges and nodes two levels down',
    [{ columns: below('node', nodes), spare: /cursor|typename/i }],
    {
      data: {
        repository: {
          nameWithOwner: 'example/reader',
          issues: {
            totalCount: 107,
            pageInfo: { hasNextPage: true, endCursor: 'Y3Vyc29yOjc=' },
            edges: nested(nodes).map((node, at) => ({
              cursor: `Y3Vyc29yOj${at}`,
              node: { ...node, milestone: nodes[6]!.values[at] === null ? null : node.milestone },
            })),
          },
        },
      },
    },
  ),
  json(
    'asset list: objects by their tag',
    [assets],
    Object.fromEntries(objects(assets).map(({ id, ...asset }) => [id, asset])),
  ),
  json('forecast answer: hours in arrays beside their units', [{ columns: below('hourly', forecast), spare: PLACE }], {
    latitude: 52.52,
    longitude: 13.419998,
    generationtime_ms: 0.0629425048828125,
    utc_offset_seconds: 0,
    timezone: 'GMT',
    elevation: 38,
    hourly_units: {
      time: 'iso8601',
      temperature_2m: '°C',
      relative_humidity_2m: '%',
      precipitation: 'mm',
      weather_code: 'wmo code',
    },
    hourly: Object.fromEntries(
      forecast.map(({ names, values, written }) => [names[0], names[0] === 'time' ? written : values]),
    ),
  }),
  json(
    'newsroom answer: articles with their authors included',
    [
      { columns: articles, spare: RELATED },
      { columns: authors, spare: /type|links|self/i },
    ],
    {
      jsonapi: { version: '1.1' },
      links: { self: 'https://api.example.org/articles?page=1', next: null },
      data: nested(articles).map((article, at) => ({
        type: 'articles',
        ...article,
        relationships: { author: { data: { type: 'people', id: BY[at] } } },
      })),
      included: nested(authors).map((author) => ({ type: 'people', ...author })),
    },
  ),
  json(
    'stops: points of a map with what is known of them',
    [{ columns: stops, spare: /^(type|id)$|geometry|coord|lat|lon|^x$|^y$/i }],
    {
      type: 'FeatureCollection',
      name: 'stops_2024',
      crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:OGC:1.3:CRS84' } },
      features: nested(stops).map(({ properties }, at) => ({
        type: 'Feature',
        properties,
        geometry: { type: 'Point', coordinates: POINTS[at] },
      })),
    },
  ),
  json('log search: hits with their source', [{ columns: hits, spare: /^_?(index|id|score|type)$|sort/i }], {
    took: 14,
    timed_out: false,
    _shards: { total: 5, successful: 5, skipped: 0, failed: 0 },
    hits: {
      total: { value: 7, relation: 'eq' },
      max_score: null,
      hits: valuesOf(hits).map(([, service, level, status, method, duration, message], at) => ({
        _index: 'logs-2024.03.04',
        _id: `kZ${at}x0AB`,
        _score: null,
        _source: {
          '@timestamp': hits[0]!.written[at],
          service,
          level,
          ...(status === null ? {} : { http: { status, method } }),
          duration_ms: duration,
          message,
        },
      })),
    },
  }),
  json('web report: values apart from their heads', [visitors], {
    kind: 'analyticsData#runReport',
    dimensionHeaders: [{ name: 'country' }, { name: 'deviceCategory' }],
    metricHeaders: [
      { name: 'sessions', type: 'TYPE_INTEGER' },
      { name: 'bounceRate', type: 'TYPE_FLOAT' },
    ],
    rows: valuesOf(visitors).map(([country, device, sessions, rate]) => ({
      dimensionValues: [{ value: country }, { value: device }],
      metricValues: [{ value: String(sessions) }, { value: String(rate) }],
    })),
    rowCount: 6,
    metadata: { currencyCode: 'EUR', timeZone: 'Europe/Berlin' },
  }),
  json(
    'income survey: rows whose first has the names',
    [states],
    [namesOf(states), ...valuesOf(states).map((values) => values.map((one) => (one === null ? null : String(one))))],
  ),
  json(
    'indicators: a page and its rows in one array',
    [indicator],
    [
      { page: 1, pages: 4, per_page: 7, total: 28, sourceid: '2', lastupdated: '2024-02-21' },
      nested(indicator).map((one) => ({ ...one, date: String(one.date), obs_status: one.obs_status ?? '' })),
    ],
  ),
  json(
    'steps: a frame with its days as keys of each column',
    [steps],
    Object.fromEntries(
      steps
        .slice(1)
        .map(({ names, values }) => [
          names[0],
          Object.fromEntries(values.map((value, at) => [steps[0]!.values[at], value])),
        ]),
    ),
  ),
  ndjson('house messages: lines whose shape depends on their type', [doors], nested(doors, true)),
  ndjson(
    'webhooks: quantities that are text now and then',
    [sales],
    valuesOf(sales).map(([order, sku, , price, paid], at) => ({ order, sku, qty: SAID[at], price, paid })),
  ),
  made('trips: vehicles in a structure and money to the cent', 'parquet', [trips], (dir) =>
    parquet(
      nested(trips),
      `select trip_id::integer as trip_id, {plate: vehicle.plate, axles: vehicle.axles::utinyint} as vehicle, started::timestamp_s as started,
        fare::decimal(9, 2) as fare, pay::enum ('card', 'cash', 'invoice') as pay from $rows`,
      dir,
    ),
  ),
  made('samples: keys, times of day and bytes for text', 'parquet', [samples], (dir) =>
    parquet(
      objects(samples),
      'select uuid::uuid as uuid, encode(barcode) as barcode, collected::date as collected, at_time::time as at_time, ph::float as ph, passed::boolean as passed from $rows',
      dir,
    ),
  ),
  made('ledger: numbers too large for most', 'parquet', [ledger], (dir) =>
    parquet(
      objects(ledger),
      'select account, balance_minor::bigint as balance_minor, rate::decimal(18, 4) as rate, opened::timestamp_ns as opened, big_ref::varchar as big_ref from $rows',
      dir,
    ),
  ),
  made(
    'baskets: lists of what was bought',
    'parquet',
    [
      { columns: baskets, spare: /items|count/i },
      { columns: bought, spare: /basket|index|id|row|parent|order|pos/i },
    ],
    (dir) =>
      parquet(
        objects(baskets).map((basket, at) => ({
          ...basket,
          items: LINES[at]!.map(([item, qty, price]) => ({ item, qty, price })),
        })),
        'select basket::integer as basket, customer, placed::date as placed, items from $rows',
        dir,
      ),
  ),
  made(
    'frame: an index that is no column and names with signs',
    'parquet',
    [{ columns: frame.slice(0, -1), spare: /index|level/i }],
    (dir) =>
      parquet(
        objects(frame),
        `select "Unit price (€)"::double as "Unit price (€)", "order date"::timestamp_ns as "order date", "is.returned"::boolean as "is.returned",
        "ship mode" as "ship mode", "__index_level_0__"::bigint as "__index_level_0__" from $rows`,
        dir,
      ),
  ),
  made('packets: unsigned counts and small codes', 'parquet', [packets], (dir) =>
    parquet(
      objects(packets),
      'select flow::ubigint as flow, seen::timestamptz as seen, proto::utinyint as proto, src, bytes_up::ubigint as bytes_up, bytes_down::uinteger as bytes_down, flags from $rows',
      dir,
    ),
  ),
]
