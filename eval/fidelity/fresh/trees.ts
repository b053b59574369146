import { type Case, json, ndjson } from '../case.ts'
import { LEVEL } from '../everyday/file.ts'
import { namesOf, tuned } from '../exported/file.ts'
import { ANY, valuesOf } from '../later/file.ts'
import { table } from '../latest/table.ts'
import type { Column, Value } from '../truth.ts'

/** Names with their way through objects, with or without each step of it. */
const paths = (columns: Column[], ...ways: string[]): Column[] =>
  columns.map((one) => {
    const steps = one.names[0]!.split('.')
    const names = [...one.names, ...steps.map((_, at) => steps.slice(at).join('.'))]
    return { ...one, names: [...new Set([...names, ...ways.flatMap((way) => names.map((name) => `${way}.${name}`))])] }
  })
type Row = Record<string, Value>
/** Rows as objects; moments as they are written. */
const flat = (columns: Column[]): Row[] =>
  valuesOf(columns).map((values, row) =>
    Object.fromEntries(
      values.map((value, at) => [
        namesOf(columns)[at]!,
        columns[at]!.kind === 'timestamp' && value !== null ? columns[at]!.written[row]! : value,
      ]),
    ),
  )
const seconds = (value: Value) => Date.parse(`${String(value).replace(' ', 'T')}Z`) / 1000

const rates = paths(
  table(`
  date ~ key ~ id ~ day ~ _key ~ name ~ rates.key ~ rates key | CHF | GBP | JPY | USD
  @y-m-d | dec. | dec. | dec. | dec.
  2024-03-01 | 0.9566 | 0.85573 | 162.72 | 1.0813
  2024-03-04 | 0.9594 | 0.85583 | 163.19 | 1.0846
  2024-03-05 | 0.9613 | 0.8557 | 162.92 | 1.0849
  2024-03-06 | 0.9611 | 0.8559 | 162.62 | 1.0874
  2024-03-07 | 0.9587 | 0.85424 | 161.33 | 1.0895
  2024-03-08 | 0.9588 | 0.8517 | 160.99 | 1.0932`),
  'rates',
)

const quotes = paths(
  table(`
  timestamp | open | high | low | close | volume | adjclose
  @y-m-d h:i:s | dec. | dec. | dec. | dec. | int | dec.
  2024-03-01 08:00:00 | 178.12 | 179.4 | 177.02 | 178.88 | 1204411 | 175.337
  2024-03-04 08:00:00 | 179.02 | 181.26 | 178.9 | 180.64 | 998107 | 177.062
  2024-03-05 08:00:00 | 180.1 | 180.22 | 176.48 | 176.9 | 1433020 | 173.396
  2024-03-06 08:00:00 | | | | | |
  2024-03-07 08:00:00 | 177.5 | 179.92 | 177.36 | 179.7 | 1100984 | 176.141
  2024-03-08 08:00:00 | 179.66 | 180.58 | 178.04 | 178.14 | 870233 | 174.612`),
  'quote',
  'indicators.quote',
  'adjclose',
  'indicators.adjclose',
  'chart.result.indicators.quote',
  'result.indicators.quote',
)

const orders = table(`
  OrderID | CustomerID | OrderDate | ShippedDate | ShipCity | Freight | IsExpress | Notes
  no | code | @y-m-dTh:i:sZ | @y-m-dTh:i:sZ | text | dec. | yes true | text
  10248 | VINET | 2024-03-04T00:00:00Z | 2024-03-16T00:00:00Z | Reims | 32.38 | false |
  10249 | TOMSP | 2024-03-05T00:00:00Z | 2024-03-10T00:00:00Z | Münster | 11.61 | true | "fragile"
  10250 | HANAR | 2024-03-08T00:00:00Z | 2024-03-12T00:00:00Z | Rio de Janeiro | 65.83 | false |
  10251 | VICTE | 2024-03-08T00:00:00Z | | Lyon | 41.34 | false | wait for stock, then ship
  10252 | SUPRD | 2024-03-09T00:00:00Z | 2024-03-11T00:00:00Z | Charleroi | 51.3 | true |
  10253 | HANAR | 2024-03-10T00:00:00Z | | Rio de Janeiro | 58.17 | false |`).map((one) =>
  one.names[0] === 'IsExpress' ? { ...one, types: ['boolean' as const] } : one,
)

const buckets = tuned(
  table(`
  key_as_string | key | doc_count | avg_took.value ~ avg_took | users.value ~ users
  @y-m-d | int | int | dec. | int
  2024-03-01 | 1709251200000 | 4120 | 38.2214 | 311
  2024-03-02 | 1709337600000 | 1988 | 41.9077 | 190
  2024-03-03 | 1709424000000 | 1745 | 40.0512 | 171
  2024-03-04 | 1709510400000 | 0 | | 0
  2024-03-05 | 1709596800000 | 5210 | 36.7781 | 402
  2024-03-06 | 1709683200000 | 5004 | 37.1135 | 398`),
  {
    key: { kind: 'month', types: ['timestamp', 'date', 'integer'], roles: ['time', 'dimension', 'id', 'code'] },
  },
).map((one) =>
  one.names[0] === 'key'
    ? { ...one, values: one.values.map((value) => new Date(Number(value)).toISOString().slice(0, 10)) }
    : one,
)

const series = table(`
  name ~ measurement ~ series.name ~ series name | host ~ tags.host ~ tags host ~ series.tags.host | region ~ tags.region ~ tags region ~ series.tags.region | time | mean_usage | max_temp
  text | text | text | @y-m-dTh:i:sZ | dec. | dec.
  cpu | web-01 | eu | 2024-03-01T00:00:00Z | 12.41 | 54.5
  cpu | web-01 | eu | 2024-03-01T01:00:00Z | 14.02 | 55.25
  cpu | web-01 | eu | 2024-03-01T02:00:00Z | | 55.75
  cpu | db-01 | us | 2024-03-01T00:00:00Z | 71.33 | 66.5
  cpu | db-01 | us | 2024-03-01T01:00:00Z | 68.9 | 65.25
  cpu | db-01 | us | 2024-03-01T02:00:00Z | 70.07 |`).map((one, at) => (at < 3 ? { ...one, ...ANY } : one))
const points = (host: string) =>
  flat(series.slice(1))
    .filter((row) => row.host === host)
    .map(({ time, mean_usage, max_temp }) => [time, mean_usage, max_temp])

const tasks = paths(
  table(`
  id | createdTime | Name | Owner | Estimate (h) | Done | Due | Tags
  code | @y-m-dTh:i:s.000Z | text | text | dec. | yes true | @y-m-d | text
  recA1 | 2024-02-01T09:00:00.000Z | Paint the hull | Ana | 12.5 | true | 2024-03-10 | boat, spring
  recB2 | 2024-02-01T09:05:12.000Z | Order "antifouling" | Ana | 0.5 | true | 2024-02-12 |
  recC3 | 2024-02-03T18:44:01.000Z | Rigging check | Søren | 3.25 | | 2024-03-20 | boat
  recD4 | 2024-02-10T07:30:00.000Z | Insurance | | | | |
  recE5 | 2024-02-11T12:12:12.000Z | Liferaft service | Ana | 1.5 | | 2024-04-01 | safety
  recF6 | 2024-02-19T20:00:30.000Z | Varnish, 3 coats | Søren | 9.75 | true | 2024-03-02 |`),
  'fields',
).map((one) =>
  one.names[0] === 'Done'
    ? { ...one, types: ['boolean' as const] }
    : one.names[0] === 'Name'
      ? { ...one, ...ANY }
      : one,
)

const stations = table(
  `
  _id | estacion | fecha | tmed | prec | tmin | horatmin | dir | velmedia | racha
  no | text | @y-m-d | dec, | dec, | dec, | text | code | dec, | dec,
  1 | A CORUÑA | 2024-02-26 | 10,4 | 12,6 | 7,9 | 23:59 | 31 | 5,8 | 19,2
  2 | A CORUÑA | 2024-02-27 | 9,6 | Ip | 6,2 | 06:50 | 02 | 3,1 | 10,3
  3 | A CORUÑA | 2024-02-28 | 10,1 | 0,0 | 5,5 | 07:10 | 99 | 1,7 | 6,4
  4 | ALBACETE, BASE AÉREA | 2024-02-26 | 7,2 | 0,4 | 2,8 | 07:20 | 28 | 8,1 | 22,5
  5 | ALBACETE, BASE AÉREA | 2024-02-27 | 5,9 | 0,0 | -2,3 | 06:40 | 30 | 4,2 | 13,9
  6 | ALBACETE, BASE AÉREA | 2024-02-28 | 6,8 | 0,0 | -3,1 | Varias | | | 9,7`,
  /^Ip$/,
)

const unit = table(`
  __REALTIME_TIMESTAMP | _HOSTNAME | PRIORITY | SYSLOG_IDENTIFIER | _PID | MESSAGE
  @y-m-d h:i:s | text | code | text | no | text
  2024-03-01 05:00:01 | nas | 6 | CRON | 1204 | pam_unix(cron:session): session opened for user root
  2024-03-01 05:00:02 | nas | 4 | smartd | 811 | Device: /dev/sda, 8 Currently unreadable sectors
  2024-03-01 05:02:40 | nas | 3 | kernel | | ata3.00: exception Emask 0x0 "SAct" 0x0
  2024-03-01 05:02:41 | nas | 6 | sshd | 20417 | Accepted publickey for ana from 192.168.1.7 port 50122
  2024-03-01 05:10:00 | nas | 5 | sudo | 20433 | ana : TTY=pts/0 ; COMMAND=/usr/bin/apt
  2024-03-01 05:10:33 | nas | 6 | systemd | 1 | Starting Daily apt download activities...`)

const unemployment = table(`
  geo ~ Geopolitical entity | age ~ Age class | time ~ Time | value
  text | text | year | dec.
  Denmark | From 15 to 24 years | 2021 | 10.8
  Denmark | From 15 to 24 years | 2022 | 10.6
  Denmark | From 15 to 24 years | 2023 | 11.7
  Denmark | From 25 to 74 years | 2021 | 4.1
  Denmark | From 25 to 74 years | 2022 | 3.5
  Denmark | From 25 to 74 years | 2023 | 4.1
  Malta | From 15 to 24 years | 2021 | 9.4
  Malta | From 15 to 24 years | 2022 |
  Malta | From 15 to 24 years | 2023 | 9.1
  Malta | From 25 to 74 years | 2021 | 2.9
  Malta | From 25 to 74 years | 2022 | 2.6
  Malta | From 25 to 74 years | 2023 | 2.4`)
const CODES: Record<string, string> = {
  Denmark: 'DK',
  Malta: 'MT',
  'From 15 to 24 years': 'Y15-24',
  'From 25 to 74 years': 'Y25-74',
}

const groups = paths(
  table(`
  group ~ name ~ groups.name ~ group.name ~ group_name ~ groups_name | rank | team.name ~ team | team.code | played | goals.for | goals.against | points
  text | rank | text | code | int | int | int | int
  Grupa A | 1 | Wisła Żółte | WIZ | 3 | 7 | 2 | 9
  Grupa A | 2 | Orły Łeba | ORL | 3 | 4 | 3 | 4
  Grupa A | 3 | Piorun "Młodzi" | PIO | 3 | 2 | 5 | 3
  Grupa A | 4 | Sokół | SOK | 3 | 1 | 4 | 1
  Grupa B | 1 | Gwiazda | GWI | 3 | 5 | 0 | 7
  Grupa B | 2 | Ślęza | SLE | 3 | 3 | 3 | 5
  Grupa B | 3 | Mewa, Hel | MEW | 3 | 2 | 4 | 3
  Grupa B | 4 | Unia | UNI | 3 | 1 | 4 | 1`),
  'teams',
)

const streams = table(`
  time ~ time.data | distance ~ distance.data | heartrate ~ heartrate.data | altitude ~ altitude.data | moving ~ moving.data
  int | dec. | int | dec. | yes true
  0 | 0.5 | 96 | 120.4 | false
  5 | 14.2 | 101 | 120.6 | true
  10 | 30.8 | 109 | 121.2 | true
  15 | 47.1 | 117 | 122.4 | true
  20 | 47.1 | 116 | 122.4 | false
  25 | 62.9 | 121 | 123.8 | true
  30 | 80.3 | 128 | 124.2 | true`)

const chat = table(`
  id | type | date | from | from_id | text | reply_to_message_id
  no | text | @y-m-dTh:i:s | text | code | text | no
  4101 | message | 2024-03-01T09:00:12 | Лена | user10001 | Кто забирает заказ? |
  4102 | message | 2024-03-01T09:01:40 | Игорь К. | user10002 | Я, после 18:00 | 4101
  4103 | message | 2024-03-01T18:22:05 | Игорь К. | user10002 | Закрыто: "учёт" |
  4105 | message | 2024-03-02T08:15:00 | Лена | user10001 | Тогда завтра; спасибо! | 4103
  4106 | message | 2024-03-02T08:15:31 | Böri | user10003 | 👍 | 4105
  4110 | message | 2024-03-04T21:47:59 | Böri | user10003 | Счёт: 1 204,50 ₽↵две позиции |`)

const budget = table(`
  _id | 年度 | 機関名 | 案件名 | 契約日 | 金額 | 公開
  no | text | text | text | @y/m/d | int | yes ○
  1 | 令和5年度 | 東京都 | 庁舎清掃業務 | 2023/4/3 | 12,408,000 | ○
  2 | 令和5年度 | 東京都 | 印刷用紙（A4）購入 | 2023/5/18 | 1,045,550 | ○
  3 | 令和5年度 | 大阪府 | システム保守 | 2023/6/1 | 98,230,000 | ×
  4 | 令和5年度 | 大阪府 | 橋梁点検, 3橋 | 2023/9/29 | 7,700,000 | ○
  5 | 令和5年度 | 沖縄県 | 離島航路補助 | 2023/12/11 | 240,000,000 | ×
  6 | 令和5年度 | 沖縄県 | 除草 | 2024/1/15 | 318,120 | ○`)

/** Answers of services and what programs write as JSON. */
export const TREES: Case[] = [
  json('exchange rates: currencies under days', [{ columns: rates, spare: /amount|base|_date/ }], {
    amount: 1.0,
    base: 'EUR',
    start_date: '2024-03-01',
    end_date: '2024-03-08',
    rates: Object.fromEntries(flat(rates).map(({ date, ...rest }) => [date, rest])),
  }),
  json(
    'share prices: lists of a chart beside its seconds',
    [{ columns: quotes, spare: /meta|currency|symbol|exchange|range|granularity|zone|gmt|price|type|error/i }],
    {
      chart: {
        result: [
          {
            meta: {
              currency: 'EUR',
              symbol: 'SAP.DE',
              exchangeName: 'GER',
              instrumentType: 'EQUITY',
              gmtoffset: 3600,
              timezone: 'CET',
              regularMarketPrice: 178.14,
              dataGranularity: '1d',
              range: '5d',
            },
            timestamp: quotes[0]!.values.map(seconds),
            indicators: {
              quote: [Object.fromEntries(quotes.slice(1, 6).map(({ names, values }) => [names[0]!, values]))],
              adjclose: [{ adjclose: quotes[6]!.values }],
            },
          },
        ],
        error: null,
      },
    },
  ),
  json('orders: a page of OData with its context', [{ columns: orders, spare: /odata/ }], {
    '@odata.context': 'https://example.com/odata/$metadata#Orders',
    '@odata.count': 830,
    value: flat(orders),
    '@odata.nextLink': 'https://example.com/odata/Orders?$skip=6',
  }),
  json('log counts: buckets of days', [{ columns: buckets, spare: /took|timed|shards|hits|total/ }], {
    took: 12,
    timed_out: false,
    _shards: { total: 5, successful: 5, failed: 0 },
    hits: { total: { value: 18067, relation: 'eq' }, max_score: null, hits: [] },
    aggregations: {
      per_day: {
        buckets: buckets[0]!.values.map((date, row) => ({
          key_as_string: date,
          key: Number(buckets[1]!.written[row]),
          doc_count: buckets[2]!.values[row],
          avg_took: { value: buckets[3]!.values[row] },
          users: { value: buckets[4]!.values[row] },
        })),
      },
    },
  }),
  json('metrics: series of machines with columns and values', [{ columns: series, spare: /statement|partial/ }], {
    results: [
      {
        statement_id: 0,
        series: [
          {
            name: 'cpu',
            tags: { host: 'web-01', region: 'eu' },
            columns: ['time', 'mean_usage', 'max_temp'],
            values: points('web-01'),
          },
          {
            name: 'cpu',
            tags: { host: 'db-01', region: 'us' },
            columns: ['time', 'mean_usage', 'max_temp'],
            values: points('db-01'),
          },
        ],
      },
    ],
  }),
  json('jobs: records whose empty fields are left out', [{ columns: tasks, spare: /offset/ }], {
    records: flat(tasks).map(({ id, createdTime, ...fields }) => ({
      id,
      createdTime,
      fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)),
    })),
    offset: 'itrX/recF6',
  }),
  json(
    'weather service: Spanish days with commas in texts',
    [stations],
    valuesOf(stations).map((_, row) =>
      Object.fromEntries(
        stations
          .map(({ names, written, values }) => [names[0]!, names[0] === '_id' ? values[row] : written[row]] as const)
          .filter(([, value]) => value !== ''),
      ),
    ),
  ),
  ndjson(
    'events: a journal with microseconds as text',
    [tuned(unit, { PRIORITY: LEVEL, MESSAGE: ANY })],
    flat(unit).map((row) =>
      Object.fromEntries(
        Object.entries({
          ...row,
          __REALTIME_TIMESTAMP: `${seconds(row.__REALTIME_TIMESTAMP!)}000000`,
          _PID: row._PID === null ? null : String(row._PID),
        }).filter(([, value]) => value !== null),
      ),
    ),
  ),
  json(
    'unemployment: a cube of dimensions and values in a row',
    [
      {
        columns: unemployment.map((one, at) =>
          at < 2
            ? {
                ...one,
                ...ANY,
                kind: 'month' as const,
                types: ['text' as const],
                written: one.values.map((value) => CODES[String(value)]!),
              }
            : one,
        ),
        spare: /label|code|unit|freq|source|updated|status|^(geo|age|time)/i,
      },
    ],
    {
      version: '2.0',
      class: 'dataset',
      label: 'Unemployment by age - annual data',
      source: 'ESTAT',
      updated: '2024-03-14T23:00:00+0100',
      id: ['geo', 'age', 'time'],
      size: [2, 2, 3],
      dimension: {
        geo: {
          label: 'Geopolitical entity',
          category: { index: { DK: 0, MT: 1 }, label: { DK: 'Denmark', MT: 'Malta' } },
        },
        age: {
          label: 'Age class',
          category: {
            index: { 'Y15-24': 0, 'Y25-74': 1 },
            label: { 'Y15-24': 'From 15 to 24 years', 'Y25-74': 'From 25 to 74 years' },
          },
        },
        time: {
          label: 'Time',
          category: {
            index: { '2021': 0, '2022': 1, '2023': 2 },
            label: { '2021': '2021', '2022': '2022', '2023': '2023' },
          },
        },
      },
      value: unemployment[3]!.values,
    },
  ),
  json(
    'standings: Polish teams within their groups',
    [{ columns: groups.slice(1), spare: /group|season|competition|index|no|parent|name|id|row/i }],
    {
      competition: 'Puchar Bałtyku',
      season: 2024,
      groups: ['Grupa A', 'Grupa B'].map((name) => ({
        name,
        teams: flat(groups)
          .filter(({ group }) => group === name)
          .map((row) => ({
            rank: row.rank!,
            team: { name: row['team.name']!, code: row['team.code']! },
            played: row.played!,
            goals: { for: row['goals.for']!, against: row['goals.against']! },
            points: row.points!,
          })),
      })),
    },
  ),
  json(
    'ride: streams of a watch by their kind',
    [{ columns: streams, spare: /type|size|resolution/ }],
    Object.fromEntries(
      streams.map(({ names, values }) => [
        names[0]!,
        { data: values, series_type: 'distance', original_size: values.length, resolution: 'high' },
      ]),
    ),
  ),
  json('chat: messages of a group in Russian', [{ columns: tuned(chat, { text: ANY }), spare: /^(name|group)/ }], {
    name: 'Общий заказ',
    type: 'private_group',
    id: 900417,
    messages: flat(chat).map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))),
  }),
  json(
    'contracts: Japanese records of an open data portal with their fields',
    [{ columns: tuned(budget, { 年度: { roles: ['time', 'dimension', 'text'] } }), spare: /help|success|total|limit/ }],
    {
      help: 'https://example.jp/api/3/action/help_show?name=datastore_search',
      success: true,
      result: {
        include_total: true,
        limit: 100,
        records_format: 'objects',
        fields: namesOf(budget).map((id) => ({ id, type: id === '_id' ? 'int' : 'text' })),
        records: valuesOf(budget).map((values, row) =>
          Object.fromEntries(
            budget.map(({ names, written }, at) => [names[0]!, at === 0 ? values[0]! : written[row]!]),
          ),
        ),
        total: 6,
      },
    },
  ),
]
