import type { Case } from '../case.ts'
import { table } from '../latest/table.ts'
import type { Column } from '../truth.ts'
import { type Cell, cells, latin1, objects, parquet, text, workbook } from '../write.ts'
import { file, fixed, htmlRows, namesOf, rowsOf, tuned } from './file.ts'

const TIMETABLES = 'timetables'
const stops = tuned(
  table(`
  trip_id | arrival_time | departure_time | stop_id | stop_sequence | stop_headsign | pickup_type | shape_dist_traveled | timepoint
  code | text | text | code | rank | text | mark | dec. | mark
  14A-0512-WK | 5:12:00 | 5:12:00 | 0411 | 1 | Harbour | 0 | 0.0 | 1
  14A-0512-WK | 5:19:30 | 5:20:00 | 0418 | 2 | | 0 | 2.35 | 0
  14A-0512-WK | 5:31:00 | 5:31:00 | 1002 | 3 | | 1 | 7.81 | 1
  N3-2340-WK | 23:40:00 | 23:40:00 | 1002 | 1 | Hill | 0 | 0.0 | 1
  N3-2340-WK | 23:58:10 | 23:58:40 | 0418 | 2 | | 0 | 5.42 | 0
  N3-2340-WK | 24:11:00 | 24:11:00 | 0411 | 3 | | 1 | 7.77 | 1
  N3-2340-WK | 25:02:00 | 25:02:00 | 0093 | 4 | Depot | 3 | 12.04 | 1`),
  Object.fromEntries(
    ['arrival_time', 'departure_time'].map((name) => [
      name,
      {
        roles: ['time', 'measure', 'text', 'dimension'] as Column['roles'],
        types: ['text', 'time', 'integer', 'decimal', 'other'] as Column['types'],
      },
    ]),
  ),
)
const lessons = table(`
  Stunde | Zeit | Montag | Dienstag | Mittwoch | Donnerstag | Freitag
  rank | period | text | text | text | text | text
  1 | 08:00-08:45 | Mathe↵R 104 | Deutsch↵R 12 | Sport↵Halle | Englisch↵R 110 | Mathe↵R 104
  2 | 08:50-09:35 | Mathe↵R 104 | Deutsch↵R 12 | Sport↵Halle | Bio↵R 201 | Musik↵R 7
  3 | 09:55-10:40 | Englisch↵R 110 | Physik↵R 203 | Kunst↵R 9 | Mathe↵R 104 | Deutsch↵R 12
  4 | 10:45-11:30 | Erdkunde↵R 15 | Physik↵R 203 | Kunst↵R 9 | | Englisch↵R 110
  5 | 11:50-12:35 | | Geschichte↵R 15 | | Religion↵R 3 |`)

const SPORTS = 'results of races'
const finishers = table(`
  Pos | Bib | Name | Club | Cat | Gun Time | Chip Time | Cat Pos
  rank | code | text | text | text | span | span | rank
  1 | 104 | Haile T. | Valley AC | M | 02:19:07 | 02:19:06 | 1
  2 | 7 | Ruiz & Co Marta | Sierra | F | 02:31:44 | 02:31:40 | 1
  3 | 231 | Olsen Pål | | M40 | 02:33:59 | 02:33:51 | 1
  4 | 88 | Dube S. | Township RC | M | 02:41:10 | 02:41:02 | 2
  5 | 1042 | Kurz Ilse | TSV 1860 | F45 | 02:58:33 | 02:57:19 | 1`)
const swims = tuned(
  table(`
  Event ~ section ~ group ~ heading ~ category ~ block ~ part | Place ~ column ~ Pl ~ column 1 ~ column 2 ~ row_id ~ | Name | Age | School | Seed Time | Finals Time | Points
  text | rank | text | int | text | dec. | dec. | int
  Event 1  Girls 50 Yard Freestyle | 1 | Amato, Pia | 15 | North | 25.14 | 24.98 | 6
  Event 1  Girls 50 Yard Freestyle | 2 | Brandt, Joy | 17 | Lakeside | 25.60 | 25.71 | 4
  Event 1  Girls 50 Yard Freestyle | 3 | Cho, Min | 14 | North | 27.02 | 26.40 | 3
  Event 2  Boys 50 Yard Freestyle | 1 | Diaz, Leo | 16 | Lakeside | 22.80 | 22.41 | 6
  Event 2  Boys 50 Yard Freestyle | 2 | Egan, Rob | 18 | Lakeside | 23.15 | 23.09 | 4`),
  { Age: { roles: ['measure', 'dimension'] } },
)
const swimsOf = (event: string) =>
  fixed(
    rowsOf(swims)
      .filter(([of]) => of === event)
      .map((line) => line.slice(1)),
    [-3, 24, -3, 14, -10, -12, -7],
    ' ',
  )

const SERVICES = 'lists of services'
const charges = table(`
  id | object | amount | created | currency | customer | description | paid | billing_details.name ~ billing_details_name ~ billing details name | billing_details.address.postal_code ~ billing_details_address_postal_code ~ billing details address postal code | metadata.order ~ metadata_order ~ metadata order
  code | text | int | @y-m-d h:i:s | text | code | text | yes true | text | code | code
  ch_3Oa1 | charge | 4500 | 2024-03-01 08:00:00 | eur | cus_A1 | Plan M | true | Ida Voss | 04109 | 1041
  ch_3Oa2 | charge | 1250 | 2024-03-01 09:30:00 | eur | cus_B7 | | true | | 20095 | 1042
  ch_3Oa7 | charge | 99900 | 2024-03-02 17:45:10 | usd | | Invoice 77 | false | Ray Hill | | 1050
  ch_3Ob0 | charge | 4500 | 2024-03-04 23:59:59 | eur | cus_A1 | Plan M | true | Ida Voss | 04109 | 1061`)
const nodes = table(`
  type | id | lat | lon | tags.amenity ~ tags_amenity ~ tags amenity ~ amenity | tags.name ~ tags_name ~ tags name ~ name | tags.opening_hours ~ tags_opening_hours ~ tags opening_hours ~ opening_hours | tags.capacity ~ tags_capacity ~ tags capacity ~ capacity
  text | no | geo. | geo. | text | text | text | int
  node | 240109189 | 52.5152 | 13.3911 | cafe | Kaffee & Kuchen | Mo-Fr 08:00-18:00 |
  node | 240109190 | 52.5161 | 13.3925 | bicycle_parking | | | 24
  node | 312200145 | 52.5177 | 13.3899 | cafe | Nord | Tu-Su 09:00-19:00; Mo off |
  node | 4411200071 | 52.5203 | 13.3871 | bicycle_parking | | | 8
  node | 5500771002 | 52.5210 | 13.3866 | library | Stadtteilbücherei | Mo,We 14:00-18:00 |`)

const COLUMNAR = 'columns of lakes and clouds'
const moorings = tuned(
  table(
    `
  mooring | deployed | depth_m | temp_c | sal_psu | qc | remark
  code | @y-m-d | int | dec. | dec. | rank | text
  M-01 | 2023-05-01 | 50 | 8.125 | 34.5 | 1 | ok
  M-01 | 2023-05-01 | 100 | -999 | 34.75 | 4 | probe lost
  M-01 | 2023-05-01 | 200 | 5.25 | -999 | 3 | .
  M-02 | 2023-05-03 | 50 | 9.5 | 34.25 | 1 | ok
  M-02 | 2023-05-03 | 100 | 7.75 | 34.625 | 1 | ok
  M-02 | 2023-05-03 | 200 | -999 | -999 | 9 | .
  M-03 | 2023-05-09 | 50 | 9.125 | 34.375 | 2 | noisy
  M-03 | 2023-05-09 | 100 | 8.5 | 34.5 | 1 | ok`,
    /^(-999|\.)$/,
  ),
  { qc: { roles: ['measure', 'dimension', 'code', 'id', 'flag'] } },
)
const trips = table(`
  VendorID | pickup | dropoff | passengers | trip_distance | store_and_fwd_flag | PULocationID | total_amount | airport
  rank | @y-m-d h:i:s | @y-m-d h:i:s | int | dec. | yes Y | no | dec. | yes true
  1 | 2024-01-01 00:57:55 | 2024-01-01 01:17:43 | 1 | 1.72 | N | 186 | 22.7 | false
  1 | 2024-01-01 00:03:00 | 2024-01-01 00:09:36 | 1 | 1.8 | N | 140 | 18.75 | false
  2 | 2024-01-01 00:17:06 | 2024-01-01 00:35:01 | 2 | 4.7 | Y | 236 | 31.3 | true
  2 | 2024-01-01 00:36:38 | 2024-01-01 00:44:56 | | 1.4 | N | 79 | 17.5 | false
  6 | 2024-01-01 00:46:51 | 2024-01-01 00:52:57 | 1 | 0.8 | | 211 | 16.1 | false`).map(
  (one): Column =>
    one.names[0] === 'PULocationID' || one.names[0] === 'VendorID'
      ? { ...one, roles: ['id', 'code', 'dimension', 'measure'] }
      : one,
)

const CENSUS = 'tables of a census'
const tracts = table(
  `
  GEO_ID ~ Geography | NAME ~ Geographic Area Name | B01001_001E ~ Estimate!!Total ~ Estimate!!Total: | B01001_001M ~ Margin of Error!!Total ~ Margin of Error!!Total: | B19013_001E ~ Estimate!!Median household income
  code | text | int | int | int
  1400000US25001010100 | Census Tract 101; Barnstable County; Massachusetts | 3028 | 344 | 60125
  1400000US25001010206 | Census Tract 102.06; Barnstable County; Massachusetts | 3255 | 310 | 78450
  1400000US25001010208 | Census Tract 102.08; Barnstable County; Massachusetts | 1510 | 221 | -
  1400000US25001010304 | Census Tract 103.04; Barnstable County; Massachusetts | 2440 | 198 | 250,000+
  1400000US25001010306 | Census Tract 103.06; Barnstable County; Massachusetts | 2613 | 240 | 92031`,
  /^-$/,
)
const wards = table(`
  2021 super output area - lower layer | mnemonic | 2021 | %
  text | code | int | pct.
  City of London 001A | E01000001 | 1,473 | 22.4
  City of London 001B | E01000002 | 1,384 | 21.1
  City of London 001C | E01000003 | 1,613 | 24.6
  City of London 001E | E01000005 | 1,101 | 16.8
  Barking 016A | E01000006 | 1,842 | 28.1`)

const MINISTRIES = 'workbooks of ministries'
const schools = table(`
  Land | Schulen | Schüler
  text | int | int
  Bayern | 4521 | 1320410
  Berlin | 1102 | 402118
  Hessen | 1870 | 611205
  Sachsen | 1499 | 420733`)
const teachers = table(`
  Land | Lehrkräfte | Anteil Frauen in %
  text | int | dec.
  Bayern | 98211 | 70.5
  Berlin | 34120 | 72.25
  Hessen | 50118 | 71.75
  Sachsen | 33044 | 76.5`)
const rates = tuned(
  table(
    `
  freq | unit | age | geo\\TIME_PERIOD ~ geo ~ geo TIME_PERIOD | 2021 | 2022 | 2023
  text | text | text | text | dec. | dec. | dec.
  A | PC | Y15-24 | AT | 11.0 | 9.5 | 10.4 p
  A | PC | Y15-24 | BE | 18.2 b | 16.4 | 16.1
  A | PC | Y15-24 | BG | 15.8 b | 10.7 | :
  A | PC | Y15-24 | CY | 17.1 | 18.6 u | 16.8
  A | PC | Y15-24 | EL | 35.5 | 31.4 | 26.7`,
    /^:$/,
  ),
  { freq: { types: ['text'] } },
)

/** What offices of statistics, ministries, carriers, clubs and services publish. */
export const PUBLIC: Case[] = [
  file(TIMETABLES, 'stops after midnight', 'txt', [stops], text(stops, { newline: '\r\n' })),
  file(TIMETABLES, 'a week of a class', 'xlsx', [lessons], () =>
    workbook([
      {
        name: 'Plan 8a',
        rows: [
          ['Stundenplan 8a', ...Array.from({ length: 6 }, () => null)],
          ['gültig ab 05.02.2024'],
          [],
          ...cells(lessons),
        ],
        merged: ['A1:G1'],
      },
    ]),
  ),
  file(
    SPORTS,
    'finishers in a page',
    'xls',
    [finishers],
    `<html>\n<head><meta charset="utf-8"><title>Results</title></head>\n<body>\n<h2>City Marathon 2024</h2>\n<table border="1" cellspacing="0">\n${htmlRows([namesOf(finishers)], 'th')}${htmlRows(rowsOf(finishers))}</table>\n<p>Timing by Chip Ltd.</p></body></html>\n`,
  ),
  file(
    SPORTS,
    'events of a meet',
    'txt',
    [swims],
    [
      'Lakeside Swim Club                     MEET MANAGER - 9:41 PM  3/2/2024  Page 1',
      '                      North vs. Lakeside - 3/2/2024',
      '                                  Results',
      '',
      ...['Event 1  Girls 50 Yard Freestyle', 'Event 2  Boys 50 Yard Freestyle'].flatMap((event) => [
        event,
        '='.repeat(79),
        ...fixed(
          [['', 'Name', 'Age', 'School', 'Seed Time', 'Finals Time', 'Points']],
          [-3, 24, -3, 14, -10, -12, -7],
          ' ',
        ),
        '='.repeat(79),
        ...swimsOf(event),
        '',
      ]),
    ].join('\n'),
  ),
  file(
    SERVICES,
    'charges with details',
    'json',
    [charges],
    JSON.stringify(
      {
        object: 'list',
        url: '/v1/charges',
        has_more: false,
        data: rowsOf(charges).map((_, row) => {
          const [id, object, amount, created, currency, customer, description, paid, name, postal_code, order] =
            charges.map(({ values }) => values[row])
          return {
            id,
            object,
            amount,
            created: Date.parse(`${String(created).replace(' ', 'T')}Z`) / 1000,
            currency,
            customer,
            description,
            paid,
            billing_details: { name, address: { postal_code } },
            metadata: { order },
          }
        }),
      },
      null,
      2,
    ),
  ),
  file(
    SERVICES,
    'places with tags',
    'json',
    [nodes],
    JSON.stringify(
      {
        version: 0.6,
        generator: 'Overpass API 0.7.62',
        osm3s: { timestamp_osm_base: '2024-03-01T10:00:00Z', copyright: 'The data is made available under ODbL.' },
        elements: rowsOf(nodes).map((_, row) => {
          const [type, id, lat, lon, amenity, name, opening_hours, capacity] = nodes.map(({ values }) => values[row])
          return {
            type,
            id,
            lat,
            lon,
            tags: {
              amenity,
              ...(name ? { name } : {}),
              ...(capacity ? { capacity: String(capacity) } : {}),
              ...(opening_hours ? { opening_hours } : {}),
            },
          }
        }),
      },
      null,
      2,
    ),
  ),
  file(COLUMNAR, 'moorings with codes for nothing', 'parquet', [moorings], (dir) =>
    parquet(
      objects(moorings).map((one) => ({
        ...one,
        temp_c: one.temp_c ?? -999,
        sal_psu: one.sal_psu ?? -999,
        remark: one.remark ?? '.',
      })),
      'select mooring, deployed::date as deployed, depth_m::smallint as depth_m, temp_c::float as temp_c, sal_psu::double as sal_psu, qc::tinyint as qc, remark from $rows',
      dir,
    ),
  ),
  file(COLUMNAR, 'trips', 'parquet', [trips], (dir) =>
    parquet(
      objects(trips).map((one) => ({
        ...one,
        store_and_fwd_flag: one.store_and_fwd_flag === null ? null : one.store_and_fwd_flag ? 'Y' : 'N',
      })),
      'select VendorID::int as VendorID, epoch_ms(epoch_ms(pickup::timestamp)) as pickup, dropoff::timestamp as dropoff, passengers::double as passengers, trip_distance::double as trip_distance, store_and_fwd_flag, PULocationID::int as PULocationID, total_amount::double as total_amount, airport from $rows',
      dir,
    ),
  ),
  file(
    CENSUS,
    'names twice',
    'csv',
    [tracts],
    text(tracts, {
      quotes: 'all',
      header: [
        ['GEO_ID', 'NAME', 'B01001_001E', 'B01001_001M', 'B19013_001E'],
        [
          'Geography',
          'Geographic Area Name',
          'Estimate!!Total:',
          'Margin of Error!!Total:',
          'Estimate!!Median household income',
        ],
      ],
    }),
  ),
  file(
    CENSUS,
    'a query',
    'csv',
    [wards],
    text(wards, {
      quotes: 'all',
      above: [
        '"TS001 - Number of usual residents"',
        '"ONS Crown Copyright Reserved [from Nomis on 1 March 2024]"',
        '',
        '"Population :","All usual residents"',
        '"Units      :","Persons"',
        '',
      ],
      below: [
        '',
        '"In order to protect against disclosure of personal information, records have been swapped between different areas."',
      ],
    }),
  ),
  file(MINISTRIES, 'two tables side by side', 'xlsx', [schools, teachers], () =>
    workbook([
      {
        name: 'Tab. 1',
        rows: [
          ['Tab. 1: Schulen und Lehrkräfte 2022/23', null, null, null, null, null, null],
          [],
          [...namesOf(schools), null, ...namesOf(teachers)],
          ...cells(schools, { names: false }).map((line, row): Cell[] => [
            ...line,
            null,
            ...cells(teachers, { names: false })[row]!,
          ]),
          ['Zusammen', 8992, 2754466, null, 'Zusammen', 215493, null],
          [],
          ['Quelle: Ministerium. Ohne Förderschulen.'],
        ],
        merged: ['A1:G1'],
      },
    ]),
  ),
  file(
    MINISTRIES,
    'figures with flags',
    'tsv',
    [rates],
    latin1(
      [
        'freq,unit,age,geo\\TIME_PERIOD\t2021 \t2022 \t2023 ',
        ...rowsOf(rates).map((line) =>
          [line.slice(0, 4).join(','), ...line.slice(4).map((one) => `${one} `)].join('\t'),
        ),
        '',
      ].join('\n'),
    ),
  ),
]
