import { type Case, json, made, ndjson } from '../case.ts'
import { rowsOf, tuned } from '../exported/file.ts'
import { table } from '../latest/table.ts'
import { objects, parquet, utf8 } from '../write.ts'
import { LEVEL, TICK } from './file.ts'

const boxes = table(`
  no | customer.name ~ customer name ~ name | customer.city ~ customer city ~ city | placed | delivery | paid
  code | text | text | @y-m-d h:i:s | @y-m-d | yes true
  B-0091 | Hof Altmann | Ulm | 2024-03-04 07:12:45 | 2024-03-06 | true
  B-0092 | Kita Regenbogen | Blaubeuren | 2024-03-04 09:30:02 | 2024-03-06 | true
  B-0093 | Familie Ott | Ulm | 2024-03-05 19:55:10 | 2024-03-08 | false
  B-0094 | Café Linde | Ehingen | 2024-03-06 06:01:33 | 2024-03-08 | true
  B-0095 | WG Talstraße | Ulm | 2024-03-06 22:48:27 | 2024-03-13 | false`)
const crates = table(`
  product | kg | price
  text | dec. | dec.
  Potatoes | 12.5 | 1.15
  Leek | 3.25 | 2.4
  Carrots | 8.5 | 1.35
  Apples | 10.25 | 2.1
  Kale | 1.5 | 3.2
  Eggs | 0.75 | 5.6
  Potatoes | 25.5 | 1.05
  Onions | 5.25 | 1.1
  Apples | 2.5 | 2.1`)
const BOX = [2, 2, 1, 3, 1]
const contents = BOX.map((count, at) => {
  const from = BOX.slice(0, at).reduce((total, one) => total + one, 0)
  return objects(crates).slice(from, from + count)
})

const weather = table(`
  day ~ date ~ key ~ id ~ name ~ days | min | max | rain_mm | sky
  @y-m-d | dec. | dec. | dec. | text
  2024-05-01 | 6.4 | 19.8 | 0.2 | fair
  2024-05-02 | 8.1 | 17.5 | 4.6 | showers
  2024-05-03 | 7.7 | 14.2 | 11.3 | rain
  2024-05-04 | 5.9 | 16.6 | 0.4 | cloudy
  2024-05-05 | 4.8 | 20.3 | | fair
  2024-05-06 | 9.2 | 21.1 | 0.1 | fair
  2024-05-07 | 10.5 | 18.4 | 7.9 | storm
  2024-05-08 | 7.3 | 15.7 | 2.5 | showers
  2024-05-09 | 6.6 | 19.2 | 0.3 | cloudy
  2024-05-10 | 8.8 | 22.6 | | fair`)

const washes = tuned(
  table(`
  ts ~ time | machine | event | program | temp_c | coin | minutes | error
  @y-m-d h:i:s | code | text | text | int | dec. | int | code
  2024-02-10 08:00:12 | W1 | start | cotton | 60 | 3.5 |  |
  2024-02-10 08:03:40 | W2 | start | wool | 30 | 2.5 |  |
  2024-02-10 08:49:01 | W2 | end |  |  |  | 45 |
  2024-02-10 09:31:30 | W1 | end |  |  |  | 91 |
  2024-02-10 09:40:00 | W3 | start | eco | 40 | 3.25 |  |
  2024-02-10 09:58:17 | W3 | fault |  |  |  |  | E21
  2024-02-10 10:15:44 | W1 | start | cotton | 90 | 3.75 |  |
  2024-02-10 10:20:05 | D1 | start | dry |  | 1.25 |  |
  2024-02-10 11:02:59 | D1 | end |  |  |  | 42 |
  2024-02-10 12:05:13 | W1 | end |  |  |  | 109 |`),
  { error: { roles: ['code', 'id', 'dimension', 'text', 'flag'] } },
)

const lessons = tuned(
  table(`
  id | subject | teacher | room | day | period | pupils
  code | text | text | code | text | int | int
  L01 | Maths | BRA | 104 | Mon | 1 | 27
  L02 | Maths | BRA | 104 | Wed | 2 | 27
  L03 | French | OLI | 212 | Mon | 2 | 19
  L04 | French | OLI | 007 | Thu | 4 | 19
  L05 | Physics | KEM | 301 | Tue | 3 | 24
  L06 | Physics | KEM | 301 | Fri | 1 | 24
  L07 | Music | ADE | 012 | Tue | 5 | 31
  L08 | PE | STO | | Thu | 6 | 30
  L09 | History | FUR | 108 | Fri | 2 | 26`),
  { day: { roles: ['dimension', 'text', 'time'] }, period: { roles: ['measure', 'dimension', 'time', 'code', 'id'] } },
)

const animals = tuned(
  table(`
  tag | species | born | weight_kg | vaccinated | visits | fee
  code | text | @y-m-d | dec. | yes true | int | dec.
  0941000017 | dog | 2016-04-11 | 24.5 | true | 4 | 212.4
  0941000023 | cat | 2019-09-02 | 4.25 | true | 2 | 88.75
  0941000031 | cat | 2021-01-30 | 3.75 | false | 1 | 39.5
  0941000048 | horse | 2008-05-19 | 520.5 | true | 7 | 940.25
  0941000052 | dog | 2022-11-08 | 8.25 | true | 3 | 131.6
  0941000066 | rabbit | 2023-03-21 | 1.5 | | 1 | 28.9
  0941000079 | goat | 2017-06-14 | 61.75 | false | 2 | 76.2
  0941000085 | dog | 2013-12-25 | 31.25 | true | 9 | 1204.35
  0941000090 | cat | 2020-07-07 | 5.5 | | 2 | 64.15`),
  { vaccinated: TICK, visits: LEVEL },
)

/** Trees and columnar files of shops, stations, laundries, schools and vets. */
export const TREES: Case[] = [
  json(
    'farm shops: boxes with what is in them',
    [boxes, { columns: crates, spare: /id|box|no|row|parent|index|item/ }],
    {
      exported: '2024-03-07T05:00:00Z',
      shop: 'Biohof Alb',
      boxes: rowsOf(boxes).map(([no, name, city, placed, delivery, paid], at) => ({
        no,
        customer: { name, city },
        placed: `${placed!.replace(' ', 'T')}Z`,
        delivery,
        paid: paid === 'true',
        items: contents[at],
      })),
    },
  ),
  json('weather: days as keys', [weather], {
    station: { name: 'Garden', altitude_m: 412 },
    days: Object.fromEntries(objects(weather).map(({ day: date, ...rest }) => [date, rest])),
  }),
  ndjson(
    'laundries: events with the keys that they need',
    [washes],
    objects(washes).map((one) => Object.fromEntries(Object.entries(one).filter(([, value]) => value !== null))),
  ),
  made('schools: a timetable in marks', 'xml', [{ columns: lessons, spare: /school|year|created/ }], () =>
    utf8(
      `<?xml version="1.0" encoding="UTF-8"?>\n<timetable school="Hill Road" year="2024">\n  <created by="planner 4.2">2024-08-01</created>\n${rowsOf(
        lessons,
      )
        .map(
          ([id, subject, teacher, room, day, period, pupils]) =>
            `  <lesson id="${id}"><subject>${subject}</subject><teacher>${teacher}</teacher>${room ? `<room>${room}</room>` : '<room/>'}<day>${day}</day><period>${period}</period><pupils>${pupils}</pupils></lesson>\n`,
        )
        .join('')}</timetable>\n`,
    ),
  ),
  made('vets: animals in columns', 'parquet', [animals], (dir) =>
    parquet(
      objects(animals),
      `select tag, species, born::date as born, weight_kg::double as weight_kg, vaccinated::boolean as vaccinated, visits::int as visits, fee::decimal(9, 2) as fee from $rows`,
      dir,
    ),
  ),
]
