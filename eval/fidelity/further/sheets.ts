import { type Case, json, made, ndjson, xlsx } from '../case.ts'
import { table } from '../latest/table.ts'

import { cells, objects, parquet } from '../write.ts'

const claims = table(`
Claim    | Insured          | Incurred on | Reported on | Paid (EUR) | Reserve (EUR) | Closed
code     | text             | @y-m-d      | @y-m-d      | dec.       | dec.          | yes yes
SCH-0001 | Weber & Söhne    | 2023-11-02  | 2023-11-04  | 12500.75   | 0.25          | yes
SCH-0002 | Hotel Krone      | 2023-12-24  | 2024-01-03  | 0.5        | 80000.5       | no
SCH-0003 | Tischlerei Auer  | 2024-01-09  | 2024-01-09  | 3310.2     | 1500.5        | no
SCH-0004 | Hotel Krone      | 2024-02-17  | 2024-02-20  | 99.95      | 0.05          | yes
SCH-0005 | Kita "Bär"       | 2024-02-28  | 2024-03-05  | 0.1        | 2400.9        | no`)
const town = table(`
Код    | Наименование                  | План 2024 | Исполнено | %
code   | text                          | dec.      | dec.      | pct.
000101 | Налог на доходы               | 120500.5  | 31220.1   | 25.91
000103 | Акцизы                        | 8400.25   | 2011.75   | 23.95
000105 | Налоги на совокупный доход    | 15100.75  | 3305.4    | 21.89
000108 | Государственная пошлина       | 950.5     | 240.25    | 25.28
000111 | Доходы от имущества           | 22040.4   | 5106.35   | 23.17`)
const shifts = table(`
Employee       | Date       | Site     | Break (min) | Overtime | Note
text           | @y-m-d     | text     | int         | dec.     | text
Okafor, Chidi  | 2024-03-01 | Ikeja    | 30          | 0.5      |
Bello, Amina   | 2024-03-01 | Ikeja    | 45          | 1.25     | night shift
Eze, Ngozi     | 2024-03-02 | Apapa    | 30          | 2.75     |
Okafor, Chidi  | 2024-03-02 | Apapa    | 60          | 1.5      | "acting lead"
Musa, Ibrahim  | 2024-03-04 | Ikeja    | 30          | 0.25     |`)
const orders = table(`
order_no | placed_at           | customer       | currency | total
code     | @y-m-d h:i:s        | text           | text     | dec.
PO-1001  | 2024-03-01 08:15:00 | Café Zoë       | EUR      | 84.5
PO-1002  | 2024-03-01 11:02:31 | Bäckerei Groß  | EUR      | 210.25
PO-1003  | 2024-03-04 17:59:59 | Łukasz "LK" K. | PLN      | 99.9`)
const items = table(`
order_no | sku     | qty | price
code     | code    | int | dec.
PO-1001  | 0007-A  | 2   | 12.25
PO-1001  | 0013-B  | 5   | 12.0
PO-1002  | 0007-A  | 10  | 12.25
PO-1002  | 0021-C  | 3   | 29.25
PO-1003  | 0099-Z  | 1   | 99.9`)
const sensors = table(`
device | at                  | readings_temp | readings_rh | firmware | ok
code   | @y-m-d h:i:s        | dec.          | dec.        | text     | yes true
esp-01 | 2024-03-01 00:00:00 | 21.25         | 40.5        | 1.10     | true
esp-02 | 2024-03-01 00:00:05 | 19.75         |             | 1.9      | true
esp-01 | 2024-03-01 00:01:00 | 21.5          | 40.25       | 1.10     | true
esp-02 | 2024-03-01 00:01:05 |               |             | 1.9      | false
esp-03 | 2024-03-01 00:01:30 | 22.75         | 39.1        | 2.0      | true`)
const places = table(`
name          | kind    | capacity | opened
text          | text    | int      | year
Lac Léman     | harbour | 120      | 1931
Thunersee     | harbour | 45       | 1958
Vierwaldsee   | jetty   | 8        | 2004
Bodensee "W"  | jetty   | 12       |`)
const series = table(`
date       | station | level_cm | flow
@y-m-d     | text    | int      | dec.
2024-03-01 | Wien    | 231      | 1802.5
2024-03-01 | Linz    | 405      | 1510.25
2024-03-02 | Wien    | 244      | 1895.75
2024-03-02 | Linz    | 411      |
2024-03-03 | Wien    | 260      | 2010.5`)
const doses = table(`
patient | drug        | dose_mg | given_at            | weight | infused
code    | text        | dec.    | @y-m-d h:i:s        | dec.   | yes true
P00017  | Heparin     | 0.5     | 2024-03-01 07:30:00 | 70.5   | true
P00017  | Paracetamol | 1000.25 | 2024-03-01 08:00:00 | 70.5   | false
P00023  | Insulin     | 0.125   | 2024-03-01 12:10:45 |        | false
P00042  | Heparin     | 0.75    | 2024-03-02 07:31:00 | 92.25  | true`)
const blank = null

/** Workbooks, JSON and Parquet. */
export const SHEETS: Case[] = [
  xlsx(
    'claims',
    'names below headings over several columns, and a sum',
    [claims],
    [
      {
        name: 'Schäden',
        rows: [
          ['Schadenliste Q1', blank, blank, blank, blank, blank, blank],
          [],
          ...cells(claims),
          ['Total', blank, blank, blank, 15911.5, 83902.2, blank],
        ],
        merged: ['A1:G1'],
      },
    ],
  ),
  xlsx(
    'municipalities',
    'a Russian budget with its unit above on the right and the whole below',
    [town],
    [
      {
        name: 'Доходы',
        rows: [
          ['Исполнение бюджета на 01.04.2024', blank, blank, blank, blank],
          [blank, blank, blank, blank, 'тыс. руб.'],
          ...cells(town),
          ['Итого', blank, 166992.4, 41883.85, 25.08],
          [],
          ['Исполнитель: Иванова И.И., тел. 2-12-85'],
        ],
        merged: ['A1:E1'],
      },
    ],
  ),
  xlsx(
    'shifts',
    'a Nigerian roster beside a lookup table',
    [shifts],
    [
      { name: 'Roster', rows: cells(shifts) },
      { name: 'Info', rows: [['Exported by HR on 5 March 2024']] },
    ],
  ),
  xlsx(
    'stocks',
    'two tables below each other with titles',
    [series, places],
    [
      {
        name: 'Daten',
        rows: [['Pegel'], ...cells(series), [], ['Häfen'], ...cells(places)],
      },
    ],
  ),
  json('shops', 'orders with their lines within', [orders, { columns: items }], {
    exported: '2024-03-05',
    orders: objects(orders).map((order) => ({
      ...order,
      items: objects(items)
        .filter((item) => item.order_no === order.order_no)
        .map(({ order_no: _, ...item }) => item),
    })),
  }),
  ndjson(
    'devices',
    'messages of sensors with objects within',
    [sensors],
    objects(sensors).map(({ device, at, readings_temp, readings_rh, firmware, ok }) => ({
      device,
      at,
      readings: {
        ...(readings_temp === null ? {} : { temp: readings_temp }),
        ...(readings_rh === null ? {} : { rh: readings_rh }),
      },
      firmware: String(firmware),
      ok,
    })),
  ),
  json('rivers', 'columns beside rows of values', [series], {
    columns: series.map(({ names }) => names[0]),
    index: series[0]!.values.map((_, at) => at),
    data: series[0]!.values.map((_, at) => series.map(({ values }) => values[at])),
  }),
  json('harbours', 'a list of features', [{ columns: places, spare: /type|geometry|coordinates/i }], {
    type: 'FeatureCollection',
    features: objects(places).map((properties, at) => ({
      type: 'Feature',
      properties,
      geometry: { type: 'Point', coordinates: [6.5 + at, 46.25 + at / 8] },
    })),
  }),
  made('wards', 'doses with numbers that are none', 'parquet', [doses], (dir) =>
    parquet(
      objects(doses),
      "select patient, drug, dose_mg::double as dose_mg, given_at::timestamp_ns as given_at, coalesce(weight::double, 'nan'::double) as weight, infused from $rows",
      dir,
    ),
  ),
  made('gauges', 'levels as texts in dictionaries', 'parquet', [series], (dir) =>
    parquet(
      objects(series),
      'select date::varchar as date, station, level_cm::smallint as level_cm, flow::float as flow from $rows',
      dir,
    ),
  ),
]
