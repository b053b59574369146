import { type Case, json, made, ndjson } from '../case.ts'
import { rowsOf, tuned } from '../exported/file.ts'
import { table } from '../latest/table.ts'
import { type Column, column } from '../truth.ts'
import { objects, parquet, utf8 } from '../write.ts'

const ID: Column['roles'] = ['id', 'code', 'dimension', 'text', 'measure']
const LINK = /id|no|row|parent|index|order|item|school|class|code/i

const schools = table(`
  code | name | town
  code | text | text
  S-01 | Elm Grove | Ripley
  S-02 | St. Anne | Heanor`)
const classes = table(`
  class | teacher
  code | text
  1a | Mr. Boyd
  1b | Ms. Carr
  2a | Mrs. Dunn
  3c | Mr. Esposito`)
const pupils = table(`
  name | born | points
  text | @y-m-d | dec.
  Ada | 2016-04-02 | 12.5
  Ben | 2016-09-19 | 9.25
  Cas | 2016-01-30 | 14.75
  Dot | 2015-11-11 | 8.5
  Eli | 2015-07-07 | 11.25
  Fay | 2014-12-24 | 13.5
  Gus | 2014-03-08 | 7.75`)
const [schoolRows, classRows, pupilRows] = [schools, classes, pupils].map((one) => objects(one))
const nested = schoolRows!.map((school, at) => ({
  ...school,
  classes: classRows!.slice(at * 2, at * 2 + 2).map((one, place) => ({
    ...one,
    pupils: pupilRows!.slice([0, 2, 4, 5][at * 2 + place], [2, 4, 5, 7][at * 2 + place]),
  })),
}))

const quotes = table(`
  symbol ~ key ~ name ~ id | day ~ date ~ key ~ key_2 ~ key2 | open | close | volume
  code | @y-m-d | dec. | dec. | int
  AXL | 2024-03-04 | 12.25 | 12.5 | 10400
  AXL | 2024-03-05 | 12.45 | 12.05 | 8850
  AXL | 2024-03-06 | 12.15 | 12.35 | 9120
  BNQ | 2024-03-04 | 188.5 | 190.75 | 1502
  BNQ | 2024-03-05 | 190.25 | 187.5 | 1711
  CRV | 2024-03-05 | 0.85 | 0.95 | 200400
  CRV | 2024-03-06 | 0.95 | 0.75 | 318700`)

const weather = table(`
  time | temperature_2m ~ temperature 2m | rain | is_day
  @y-m-d h:i:s | dec. | dec. | int
  2024-06-01 00:00:00 | 11.2 | 0.4 | 0
  2024-06-01 01:00:00 | 10.9 | 1.3 | 0
  2024-06-01 02:00:00 | 10.7 |  | 0
  2024-06-01 03:00:00 | 10.8 | 2.6 | 0
  2024-06-01 04:00:00 | 11.4 | 0.2 | 1
  2024-06-01 05:00:00 | 12.6 | 0.1 | 1`).map((one, at): Column => (at === 3 ? { ...one, roles: ['flag'] } : one))

const devices = tuned(
  table(`
  ts ~ time | dev ~ device | data.t ~ data t ~ t | data.h ~ data h ~ h | data.door ~ data door ~ door | fw | batt
  @y-m-d h:i:s | code | dec. | int | text | text | int
  2024-05-05 10:00:00 | k1 | 21.3 | | | |
  2024-05-05 10:00:30 | k2 | | 48 | | |
  2024-05-05 10:01:00 | k1 | 21.4 | 47 | | |
  2024-05-05 10:02:10 | g7 | | | open | 1.4.2 |
  2024-05-05 10:02:55 | g7 | | | closed | | 81
  2024-05-05 10:03:00 | k1 | 21.7 | | | |
  2024-05-05 10:03:30 | k2 | | 49 | | | 64
  2024-05-05 10:04:00 | k1 | 21.8 | | | 2.0.0 |`),
  {
    'data.door': { roles: ['text', 'dimension', 'flag', 'code'] },
    fw: { roles: ['text', 'dimension', 'code'] },
    'data.h': { roles: ['measure', 'dimension'] },
  },
)

const goods = tuned(
  table(`
  id ~ g:id ~ g id | title | price ~ g:price ~ g price | availability ~ g:availability ~ g availability | gtin ~ g:gtin ~ g gtin
  code | text | dec. | text | code
  L-100 | Lamp, brass | 89.90 EUR | in_stock | 0401234567890
  L-117 | Lamp "Nova" | 120.50 EUR | out_of_stock | 0401234567906
  T-020 | Table & bench | 349.95 EUR | in_stock | 0401234567913
  T-021 | Stool | 45.25 EUR | preorder | 0401234567920
  V-003 | Vase | 18.75 EUR | in_stock | 0401234567937`),
  { availability: { roles: ['dimension', 'text', 'flag'] } },
)

const track = table(`
  lat | lon | ele | time
  geo. | geo. | dec. | @y-m-d h:i:s
  47.26921 | 11.40412 | 574.5 | 2024-05-20 06:30:01
  47.27015 | 11.40388 | 581.2 | 2024-05-20 06:31:04
  47.27133 | 11.40297 | 592.8 | 2024-05-20 06:32:02
  47.27240 | 11.40205 | 610.1 | 2024-05-20 06:33:07
  47.27311 | 11.40122 | 633.7 | 2024-05-20 06:34:00
  47.27402 | 11.40013 | 655.9 | 2024-05-20 06:35:03`).map(
  (one): Column => (['lat', 'lon'].includes(one.names[0]!) ? { ...one, roles: ['dimension'] } : one),
)

const entries = tuned(
  table(`
  NtryRef ~ Ntry NtryRef | Ccy ~ Amt Ccy ~ Amt.Ccy ~ Ntry Amt Ccy | Amt ~ Ntry Amt | CdtDbtInd ~ Ntry CdtDbtInd | BookgDt Dt ~ BookgDt ~ Ntry BookgDt Dt ~ Dt | NtryDtls TxDtls RltdPties Nm ~ Nm ~ RltdPties Nm ~ TxDtls Nm ~ NtryDtls TxDtls Nm | NtryDtls TxDtls RmtInf Ustrd ~ Ustrd ~ RmtInf Ustrd ~ TxDtls RmtInf Ustrd
  code | code | dec. | code | @y-m-d | text | text
  1 | EUR | 1250.50 | CRDT | 2024-04-02 | Hansen KG | RE 2024-117
  2 | EUR | 89.90 | DBIT | 2024-04-02 | Stadtwerke | Abschlag April
  3 | EUR | 2400.75 | DBIT | 2024-04-03 | Wohnbau eG | Miete 04/24
  4 | EUR | 15.25 | DBIT | 2024-04-05 | Bäckerei Ohm | Sammelrechnung
  5 | EUR | 730.10 | CRDT | 2024-04-08 | Ute Brandt | Honorar & Spesen`),
  { NtryRef: { types: ['text', 'integer'], roles: ID } },
)

const odd = tuned(
  table(`
  id | amount | counted | started | at | lasted | kind | big | size.w ~ size w ~ size_w | size.h ~ size h ~ size_h
  code | dec. | int | @y-m-d h:i:s | @h:i:s | span | text | int | dec. | dec.
  0b5c9f0e-7d7a-4b8e-9a51-0d4f7d2c1a01 | 12.3400000001 | 4000000001 | 2024-01-01 08:00:00 | 08:15:30 | 01:30:00 | low | 900719925474 | 1.5 | 2.25
  1c6daf1f-8e8b-4c9f-8b62-1e5a8e3d2b12 | 0.0000000003 | 4100000002 | 2024-01-02 09:30:00 | 23:59:59 | 00:00:45 | high | 900719925475 | 3.5 | 4.75
  2d7eb020-9f9c-4da0-9c73-2f6b9f4e3c23 | 99.9900000007 | 7 | 2024-01-03 10:45:00 | 00:00:01 | 26:10:05 | low | 12 | 0.25 | 0.5
  3e8fc131-a0ad-4eb1-8d84-307ca05f4d34 | 5.0000000009 | 12 | 2024-01-04 11:59:59 | 12:00:00 | 00:02:03 | mid | 34 | 7.5 | 8.25`),
  {
    id: { types: ['text', 'other'], roles: ID },
    big: { roles: ID },
    counted: { roles: ID },
    kind: { roles: ['dimension', 'text'] },
  },
)

const parcels = table(`
  tracking | state | weight_kg ~ weight kg | hub
  code | text | dec. | text
  PX100 | delivered | 1.25 | Gent
  PX101 | transit | 0.85 | Luik
  PX102 | delivered | 12.5 | Gent
  PX103 | lost | 3.75 |
  PX104 | transit | 2.15 | Brugge`)
const events = [
  column('code', 'text', ['in', 'out', 'in', 'in', 'out', 'in', 'in', 'scan'], {
    roles: ['code', 'dimension', 'text'],
  }),
  column('at', 'timestamp', [
    ...['2024-02-01 08:00:00', '2024-02-02 07:30:00', '2024-02-01 21:15:00', '2024-02-03 05:05:00'],
    ...['2024-02-03 23:50:00', '2024-02-04 12:00:00', '2024-02-05 06:45:00', '2024-02-05 18:20:00'],
  ]),
]
const EVENTS = [0, 2, 3, 5, 6, 8]

/** Trees of services, marks of banks and shops, and columns with odd types. */
export const TREES: Case[] = [
  json(
    'registers: schools, their classes and their pupils',
    [
      { columns: schools, spare: LINK },
      { columns: classes, spare: LINK },
      { columns: pupils, spare: LINK },
    ],
    nested,
  ),
  json('quotes: symbols of days', [quotes], {
    asOf: '2024-03-07',
    data: Object.fromEntries(
      [...Map.groupBy(objects(quotes), (one) => String(one.symbol))].map(([symbol, rows]) => [
        symbol,
        Object.fromEntries(rows.map(({ symbol: _, day, ...rest }) => [day, rest])),
      ]),
    ),
  }),
  json('forecasts: hours as lists beside their units', [{ columns: weather, spare: /latitude|longitude|unit|zone/i }], {
    latitude: 52.5,
    longitude: 13.4,
    timezone: 'GMT',
    hourly_units: { time: 'iso8601', temperature_2m: '°C', rain: 'mm', is_day: '' },
    hourly: Object.fromEntries(
      weather.map(({ names, values }) => [
        names[0]!,
        values.map((value) => (names[0] === 'time' ? String(value).replace(' ', 'T').slice(0, 16) : value)),
      ]),
    ),
  }),
  ndjson(
    'devices: messages whose keys change',
    [devices],
    rowsOf(devices).map(([ts, dev, t, h, door, fw, batt]) => ({
      ts: Date.parse(`${ts!.replace(' ', 'T')}Z`),
      dev,
      ...(t || h || door
        ? { data: { ...(t ? { t: Number(t) } : {}), ...(h ? { h: Number(h) } : {}), ...(door ? { door } : {}) } }
        : {}),
      ...(fw ? { fw } : {}),
      ...(batt ? { batt: Number(batt) } : {}),
    })),
  ),
  json(
    'parcels: states with what happened to each',
    [
      { columns: parcels, spare: LINK },
      { columns: events, spare: /tracking|parcel|id|no|row|index/i },
    ],
    {
      page: 1,
      total: 5,
      links: { self: '/parcels?page=1', next: null },
      items: objects(parcels).map((one, at) => ({
        ...one,
        events: objects(events)
          .slice(EVENTS[at], EVENTS[at + 1])
          .map(({ code, at: moment }) => ({ code, at: `${String(moment).replace(' ', 'T')}Z` })),
      })),
    },
  ),
  made('goods: a feed with names of two worlds', 'xml', [{ columns: goods, spare: /link|description|channel/i }], () =>
    utf8(
      `<?xml version="1.0"?>\n<rss xmlns:g="http://base.google.com/ns/1.0" version="2.0"><channel>\n<title>Lichthaus</title><link>https://lichthaus.example</link>\n${rowsOf(
        goods,
      )
        .map(
          ([id, title, price, availability, gtin]) =>
            `<item><g:id>${id}</g:id><title><![CDATA[${title}]]></title><g:price>${price}</g:price><g:availability>${availability}</g:availability><g:gtin>${gtin}</g:gtin></item>\n`,
        )
        .join('')}</channel></rss>\n`,
    ),
  ),
  made('tracks: points of a walk', 'xml', [{ columns: track, spare: /name|trk|creator|type/i }], () =>
    utf8(
      `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="watch" xmlns="http://www.topografix.com/GPX/1/1">\n<metadata><time>2024-05-20T06:30:00Z</time></metadata>\n<trk><name>Nordkette</name><trkseg>\n${rowsOf(
        track,
      )
        .map(
          ([lat, lon, ele, time]) =>
            `<trkpt lat="${lat}" lon="${lon}"><ele>${ele}</ele><time>${time!.replace(' ', 'T')}Z</time></trkpt>\n`,
        )
        .join('')}</trkseg></trk></gpx>\n`,
    ),
  ),
  made('statements: entries of a bank in marks', 'xml', [{ columns: entries, spare: /./ }], () =>
    utf8(
      `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>M-55</MsgId><CreDtTm>2024-04-09T06:00:00</CreDtTm></GrpHdr><Stmt><Id>S-55</Id><Acct><Id><IBAN>DE00100000000000000000</IBAN></Id></Acct>\n<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">3010.00</Amt></Bal><Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">2484.70</Amt></Bal>\n${rowsOf(
        entries,
      )
        .map(
          ([ref, currency, amount, sign, day, name, text]) =>
            `<Ntry><NtryRef>${ref}</NtryRef><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd><BookgDt><Dt>${day}</Dt></BookgDt><NtryDtls><TxDtls><RltdPties><Nm>${name}</Nm></RltdPties><RmtInf><Ustrd>${text!.replace('&', '&amp;')}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>\n`,
        )
        .join('')}</Stmt></BkToCstmrStmt></Document>\n`,
    ),
  ),
  made('frames: types that few programs write', 'parquet', [odd], (dir) =>
    parquet(
      objects(odd),
      `select id::uuid as id, amount::decimal(28, 10) as amount, counted::ubigint as counted, started::timestamp_ns as started, "at"::time as "at", lasted::varchar::interval as lasted, kind::enum('low', 'mid', 'high') as kind, big::hugeint as big, {w: "size.w"::float, h: "size.h"::double} as size from $rows`,
      dir,
    ),
  ),
]
