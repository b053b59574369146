import { type Case, json, made, ndjson, xlsx } from '../case.ts'
import { namesOf, rowsOf } from '../exported/file.ts'
import { table } from '../latest/table.ts'
import { cells, objects, parquet, utf8 } from '../write.ts'

const people = table(`
id | attributes.first-name ~ first-name | attributes.last-name ~ last-name | attributes.born ~ born | attributes.height ~ height
code | text | text | @y-m-d | dec.
9 | Dan | Gebhardt | 1976-03-04 | 1.81
11 | Åse | Kleveland | 1949-03-18 |
12 | Mo | Ibn "Zed" | 2001-12-30 | 1.685
17 | Dan | Oyelaran | 1990-07-07 | 1.702`)
const hits = table(`
_id | _score | _source.host ~ host | _source.took_ms ~ took_ms | _source.@timestamp ~ @timestamp
code | dec. | text | int | @y-m-d h:i:s
aX1 | 1.204 | web-1 | 17 | 2024-03-01 10:00:00
aX2 | 1.117 | web-2 | 2041 | 2024-03-01 10:00:04
aX7 | 0.993 | web-1 | 8 | 2024-03-01 10:01:59`)
const edges = table(`
number | title | author.login ~ author | createdAt | comments.totalCount ~ comments ~ totalCount
no | text | code | @y-m-d h:i:s | int
418 | Crash, on save | ada | 2024-03-01 08:00:01 | 4
421 | Typo | bo-b | 2024-03-02 17:30:40 | 0
433 | Dark mode? | cy | 2024-03-09 23:59:59 | 12`)
const crates = table(`
id | createdTime | Crate ~ fields.Crate ~ fields_Crate | Kilos ~ fields.Kilos ~ fields_Kilos | Ripe ~ fields.Ripe ~ fields_Ripe
code | @y-m-d h:i:s | text | dec. | yes true
rec01 | 2024-03-01 06:00:00 | Plums | 12.25 | true
rec02 | 2024-03-01 06:10:00 | Figs | 4.75 |
rec03 | 2024-03-02 06:05:00 | Plums | | true
rec04 | 2024-03-03 06:30:00 | Quinces | 31.5 |`)
const series = table(`
host | time | usage_idle | usage_user
text | @y-m-d h:i:s | dec. | dec.
a1 | 2024-03-01 10:00:00 | 91.25 | 4.5
a1 | 2024-03-01 10:00:10 | 88.75 | 7.25
a2 | 2024-03-01 10:00:20 | | 11.5
a2 | 2024-03-01 10:00:30 | 79.5 | 13.75`)
const sheet = table(`
Item | Bought | Price | In stock
text | @y-m-d | dec. | yes TRUE
Lamp | 2024-01-05 | 12.5 | TRUE
Desk, oak | 2024-02-11 | 340.25 | FALSE
Chair | 2024-02-28 | 89.9 | TRUE
Rug | 2024-03-01 | 120.75 | FALSE`)
const jobs = table(`
job.id ~ job_id | job.queue ~ job_queue | attempts | took_s | error.class ~ error_class
no | text | int | dec. | text
90001 | mail | 1 | 0.417 |
90002 | mail | 3 | 12.05 | Timeout
90003 | pdf | 1 | 4.881 |
90004 | mail | 2 | 0.733 | SMTPError`)
const vans = table(`
order_id | placed_at | customer.name ~ customer_name | customer.city ~ customer_city | total
no | @y-m-d h:i:s | text | text | dec.
5001 | 2024-03-01 10:15:00 | Ivo | Brno | 118.25
5002 | 2024-03-01 11:40:30 | Jana | Plzeň | 20.5
5003 | 2024-03-02 09:05:10 | Kamil | | 77.75`)
const frame = table(`
ticker | close | volume
code | dec. | int
AAA | 10.25 | 1204
BBB | 99.75 | 88
CCC | 4.5 | 310417`)
const feed = table(`
g:id ~ id | title | g:price ~ price | g:availability ~ availability | g:gtin ~ gtin
code | text | text | text | code
SKU-1 | Lamp & shade | 12.50 EUR | in stock | 0401234567890
SKU-2 | Desk | 340.25 EUR | out of stock | 0401234567906
SKU-3 | Chair | 89.90 EUR | in stock | 0401234567913`).map((one) =>
  one.names.includes('price')
    ? {
        ...one,
        kind: 'decimal' as const,
        roles: ['measure'] as typeof one.roles,
        values: one.values.map((value) => Number.parseFloat(String(value))),
      }
    : one,
)
const notes = table(`
number | customer | issued | net
no | text | @y-m-d | dec.
7001 | Öz & Co | 2024-03-01 | 118.25
7002 | Lind AB | 2024-03-04 | 1204.5
7003 | Öz & Co | 2024-03-28 | 77.75`)
const pivot = table(`
Row Labels | East | West
text | dec. | dec.
Bolts | 118.25 | 20.5
Nuts | 77.75 | 310.25
Washers | 4.5 | 9.75`)
const [plan, actual] = [
  table(`
Month | Units planned | Cost planned
text | int | dec.
January | 1200 | 310.5
February | 1150 | 301.25
March | 1310 | 333.75`),
  table(`
Shop | Manager | Staff
text | text | int
Kiel | Öz | 14
Brno | Novák | 9
Lyon | Petit | 22`),
]
const shifts = table(`
Ward | Nurse | Nights | Hours
text | text | int | dec.
North | Ada | 4 | 38.5
North | Bo | 2 | 20.25
North | Cy | 5 | 40.75
South | Di | 3 | 31.5
South | Ed | 1 | 8.25`)
const line = table(`
Pos | Article | Qty | Unit price | Amount
rank | text | int | dec. | dec.
1 | Bolt M6 | 400 | 0.09 | 36.36
2 | Oil, 5 l | 3 | 24.75 | 74.25
3 | Gasket | 12 | 4.5 | 54.18`)

const iso = (moment: unknown) => `${String(moment).replace(' ', 'T')}Z`

export const TREES: Case[] = [
  json('answers of services: resources with attributes', [{ columns: people, spare: /./ }], {
    jsonapi: { version: '1.0' },
    links: { self: 'https://example.com/people?page=1', next: null },
    data: rowsOf(people).map(([id, first, last, born, height]) => ({
      type: 'people',
      id,
      attributes: { 'first-name': first, 'last-name': last, born, height: height ? Number(height) : null },
      links: { self: `https://example.com/people/${id}` },
    })),
    meta: { total: 4 },
  }),
  json('answers of services: hits of a search', [{ columns: hits, spare: /_index|_type/ }], {
    took: 5,
    timed_out: false,
    _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
    hits: {
      total: { value: 3, relation: 'eq' },
      max_score: 1.204,
      hits: objects(hits).map((row) => ({
        _index: 'logs-2024',
        _id: row._id,
        _score: row._score,
        _source: {
          host: row['_source.host'],
          took_ms: row['_source.took_ms'],
          '@timestamp': iso(row['_source.@timestamp']),
        },
      })),
    },
  }),
  json('answers of services: edges of a graph', [{ columns: edges, spare: /cursor/ }], {
    data: {
      repository: {
        issues: {
          totalCount: 3,
          pageInfo: { hasNextPage: false, endCursor: 'Y3' },
          edges: objects(edges).map((row, at) => ({
            cursor: `Y${at + 1}`,
            node: {
              number: row.number,
              title: row.title,
              author: { login: row['author.login'] },
              createdAt: iso(row.createdAt),
              comments: { totalCount: row['comments.totalCount'] },
            },
          })),
        },
      },
    },
  }),
  json('answers of services: records with fields', [crates], {
    records: objects(crates).map(({ id, createdTime, Crate, Kilos, Ripe }, at) => ({
      id,
      createdTime: iso(createdTime),
      fields: { Crate, ...(Kilos === null ? {} : { Kilos }), ...(at % 2 ? {} : { Ripe }) },
    })),
    offset: 'itr417/rec04',
  }),
  json('answers of services: series by host', [{ columns: series, spare: /./ }], {
    results: [
      {
        statement_id: 0,
        series: ['a1', 'a2'].map((host) => ({
          name: 'cpu',
          tags: { host },
          columns: ['time', 'usage_idle', 'usage_user'],
          values: objects(series)
            .filter((row) => row.host === host)
            .map((row) => [iso(row.time), row.usage_idle, row.usage_user]),
        })),
      },
    ],
  }),
  json('answers of services: values of a sheet', [sheet], {
    range: 'Sheet1!A1:D5',
    majorDimension: 'ROWS',
    values: [namesOf(sheet), ...rowsOf(sheet)],
  }),
  ndjson(
    'answers of services: jobs of which some failed',
    [jobs],
    objects(jobs).map((row) => ({
      job: { id: row['job.id'], queue: row['job.queue'] },
      attempts: row.attempts,
      took_s: row.took_s,
      ...(row['error.class'] ? { error: { class: row['error.class'] } } : {}),
    })),
  ),
  made('columns of programs: orders with their lines', 'parquet', [{ columns: vans, spare: /lines|tags/ }], (dir) =>
    parquet(
      objects(vans),
      `select order_id::bigint as order_id, placed_at::timestamptz as placed_at, {'name': "customer.name", 'city': "customer.city"} as customer, total::decimal(9,2) as total, [{'sku': 'A' || order_id, 'n': 2}] as lines, map(['gift'], ['no']) as tags from $rows`,
      dir,
    ),
  ),
  made('columns of programs: a frame with its index', 'parquet', [{ columns: frame, spare: /index/ }], (dir) =>
    parquet(
      objects(frame),
      `select ticker, close::double as close, volume::uinteger as volume, (row_number() over ()) - 1 as __index_level_0__ from $rows`,
      dir,
    ),
  ),
  made('trees of marks: a feed of goods', 'xml', [{ columns: feed, spare: /./ }], () =>
    utf8(
      `<?xml version="1.0"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title><link>https://example.com</link><description>All goods</description>\n${rowsOf(
        feed,
      )
        .map(
          (fields) =>
            `<item>${namesOf(feed)
              .map((name, at) => `<${name}>${fields[at]!.replace('&', '&amp;')}</${name}>`)
              .join('')}</item>\n`,
        )
        .join('')}</channel></rss>\n`,
    ),
  ),
  made('trees of marks: invoices with lists within', 'xml', [{ columns: notes, spare: /line|tag/ }], () =>
    utf8(
      `<?xml version="1.0" encoding="UTF-8"?>\n<export generated="2024-03-29"><invoices>\n${rowsOf(notes)
        .map(
          ([number, customer, issued, net]) =>
            `<invoice number="${number}"><customer>${customer!.replace('&', '&amp;')}</customer><issued>${issued}</issued><net>${net}</net><tag>new</tag><tag>paper</tag></invoice>\n`,
        )
        .join('')}</invoices></export>\n`,
    ),
  ),
  xlsx(
    'workbooks of programs: a pivot with totals',
    [pivot],
    [
      {
        name: 'Pivot',
        rows: [
          ['Region', '(All)'],
          [null],
          ['Sum of Amount', 'Column Labels'],
          ['Row Labels', 'East', 'West'],
          ...cells(pivot, { names: false }),
          ['Grand Total', 200.5, 340.5],
        ],
      },
    ],
  ),
  xlsx(
    'workbooks of programs: two tables side by side',
    [plan!, actual!],
    [
      {
        name: 'Q1',
        rows: [
          ['Plan', null, null, null, 'Shops'],
          ...cells(plan!).map((row, at) => [...row, null, ...cells(actual!)[at]!]),
        ],
        merged: ['A1:C1', 'E1:G1'],
      },
    ],
  ),
  xlsx(
    'workbooks of programs: wards merged over rows',
    [shifts],
    [
      {
        name: 'März',
        rows: [
          ['Shifts of March 2024', null, null, null],
          ...cells(shifts).map((row, at) => (at > 1 && at !== 4 ? [null, ...row.slice(1)] : row)),
          ['Sum', null, 15, 139.25],
        ],
        merged: ['A1:D1', 'A3:A5', 'A6:A7'],
      },
    ],
  ),
  xlsx(
    'workbooks of programs: an invoice as a form',
    [line],
    [
      {
        name: 'Invoice',
        rows: [
          ['INVOICE'],
          ['Bolts & Sons Ltd.', null, null, 'No.', 'R-2024-0417'],
          ['1 Forge Lane', null, null, 'Date', '29.03.2024'],
          [null],
          ['Bill to:', 'Öz GmbH'],
          [null, 'Kiel'],
          [null],
          ...cells(line),
          [null, null, null, 'Net', 164.79],
          [null, null, null, 'VAT 19 %', 31.31],
          [null, null, null, 'Total', 196.1],
          [null],
          ['Payable within 14 days.'],
        ],
      },
    ],
  ),
]
