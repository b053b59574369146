import type { Case } from '../case.ts'
import { file, grouped } from '../everyday/file.ts'
import { fixed, namesOf, rowsOf } from '../exported/file.ts'
import { unnamed } from '../fresh/file.ts'
import { ANY, meant } from '../later/file.ts'
import { table } from '../latest/table.ts'

const chat = meant(
  table(`
  time ~ date ~ timestamp ~ column 1 | sender ~ author ~ from ~ name ~ column 2 | message ~ text ~ column 3
  text | text | text
  13.05.24, 10:22 | Anna | Wer bringt den Grill mit?
  13.05.24, 10:24 | Bernd K. | Ich. Kohle: auch!
  13.05.24, 10:31 | Anna | Super, danke
  13.05.24, 18:02 | Cem | Bin erst um 19:30 da, fangt ruhig an
  14.05.24, 08:47 | Anna | Schön war's 😀
  14.05.24, 09:03 | Bernd K. | Wem gehört die blaue Jacke?`),
  {
    time: [
      'timestamp',
      (text) => text.replace(/(\d\d)\.(\d\d)\.(\d\d), (.+)/, '20$3-$2-$1 $4:00'),
      { types: ['timestamp', 'date'] },
    ],
    message: ['text', (text) => text, ANY],
  },
)

const listing = meant(
  table(`
  ${unnamed(1, 'mode', 'permissions').join(' ~ ')} | ${unnamed(2, 'links').join(' ~ ')} | ${unnamed(3, 'owner').join(' ~ ')} | ${unnamed(4, 'group').join(' ~ ')} | ${unnamed(5, 'size').join(' ~ ')} | ${unnamed(6, 'modified', 'date', 'time').join(' ~ ')} | ${unnamed(7, 'name', 'file').join(' ~ ')}
  text | rank | text | text | int | text | text
  -rw-r--r-- | 1 | mona | staff | 18204 | 2024-05-13 10:22 | budget 2024.xlsx
  -rw-r--r-- | 1 | mona | staff | 912 | 2024-05-11 08:00 | notes.txt
  drwxr-xr-x | 4 | root | staff | 4096 | 2024-02-29 23:59 | old
  -rwxr-x--- | 1 | mona | admin | 733184 | 2023-12-01 17:45 | sync.bin
  -rw-rw-r-- | 2 | olaf | staff | 55 | 2024-05-01 12:00 | todo
  lrwxrwxrwx | 1 | root | root | 11 | 2022-07-04 06:30 | latest`),
  {},
).map((one, at) =>
  at === 5
    ? {
        ...one,
        kind: 'timestamp' as const,
        types: ['timestamp' as const],
        roles: ['time' as const],
        values: one.written,
      }
    : { ...one, roles: [...one.roles, ...ANY.roles!] },
)

const fuel = table(`
  Kennzeichen ~ group ~ section ~ heading | Datum | Station | Produkt | Menge (l) ~ Menge | Preis/l | Betrag
  text | @d.m.y | text | text | dec, | dec, | dec,
  B-AB 123 | 02.05.2024 | Köln Nord | Diesel | 48,20 | 1,699 | 81,89
  B-AB 123 | 09.05.2024 | Hürth | Diesel | 51,75 | 1,719 | 88,96
  B-AB 123 | 17.05.2024 | Köln Nord | AdBlue | 10,05 | 0,899 | 9,03
  K-XY 77 | 03.05.2024 | Bonn | Super E10 | 36,10 | 1,789 | 64,58
  K-XY 77 | 22.05.2024 | Bonn | Super E10 | 33,42 | 1,769 | 59,12
  SU-M 901 | 14.05.2024 | Siegburg | Diesel | 62,85 | 1,705 | 107,16
  SU-M 901 | 28.05.2024 | Hürth | Diesel | 58,33 | 1,679 | 97,94`)

const frame = table(
  `
  ${unnamed(1, 'row', 'model').join(' ~ ')} | mpg | cyl | hp | wt | origin
  text | dec. | rank | int | dec. | text
  Mazda RX4 | 21.0 | 6 | 110 | 2.620 | jp
  Datsun 710 | 22.8 | 4 | 93 | 2.320 | jp
  Hornet 4 Drive | 21.4 | 6 | 110 | 3.215 | us
  Valiant | 18.1 | 6 | 105 | 3.460 | us
  Merc 240D | 24.4 | 4 | 62 | 3.190 | NA
  Fiat 128 | 32.4 | 4 | 66 | 2.235 | it`,
  /^NA$/,
).map((one, at) => (at === 0 ? { ...one, ...ANY } : one))

const jobs = meant(
  table(`
  id ~ job ~ job id | user | state | started | elapsed | nodes
  no | text | text | text | text | int
  80412 | mhall | COMPLETED | 2024-05-13T01:00:04 | 1-02:10:44 | 4
  80413 | mhall | FAILED | 2024-05-13T01:00:09 | 00:00:31 | 4
  80420 | tsato | COMPLETED | 2024-05-13T06:41:50 | 11:59:02 | 16
  80421 | tsato | TIMEOUT | 2024-05-13T07:00:00 | 2-00:00:17 | 16
  80433 | gruber | COMPLETED | 2024-05-14T18:12:33 | 00:42:08 | 1`),
  {
    started: ['timestamp', (text) => text.replace('T', ' ')],
    elapsed: [
      'time',
      (text) => text.replace(/^(\d+)-(\d+)/, (_, days, hours) => String(Number(days) * 24 + Number(hours))),
      { roles: ['measure', 'time'], types: ['integer', 'decimal', 'time', 'other'] },
    ],
  },
)

/** What programs write that are no spreadsheets: chats, listings, prints of tables. */
export const VARIED_PROGRAMS: Case[] = [
  file(
    'chat: messages with a moment and a name in front',
    'txt',
    [chat],
    rowsOf(chat).map(([time, sender, message]) => `${time} - ${sender}: ${message}`),
  ),
  file(
    'listing: files of a folder',
    'txt',
    [listing],
    [
      'total 760',
      ...fixed(rowsOf(listing), [10, -4, -6, -7, -8, -18, 20]).map((line) => line.replace(/(:\d\d)(?=\S)/, '$1 ')),
    ],
  ),
  file(
    'fuel: cards of vehicles with their sums',
    'csv',
    [fuel],
    [
      'Tankkartenabrechnung Mai 2024;;;;;',
      'Kunde 70114 Gruber Bau GmbH;;;;;',
      '',
      namesOf(fuel).slice(1).join(';'),
      ...grouped(
        fuel,
        (fields) => fields.join(';'),
        (plate) => [`Kennzeichen: ${plate};;;;;`],
        (_, rows) => [
          `Summe;;;${[3, 5]
            .map((at) =>
              rows
                .reduce((sum, row) => sum + Number(row[at + 1]!.replace(',', '.')), 0)
                .toFixed(2)
                .replace('.', ','),
            )
            .join(';;')}`,
        ],
      ),
      'Gesamtsumme;;;300,70;;508,68',
    ],
  ),
  file(
    'cars: a data frame with names of its rows',
    'txt',
    [frame],
    fixed([['', ...namesOf(frame).slice(1)], ...rowsOf(frame)], [15, -6, -4, -5, -6, -7]),
  ),
  file(
    'jobs: days in front of hours',
    'txt',
    [jobs],
    [namesOf(jobs).join('|'), ...rowsOf(jobs).map((fields) => fields.join('|'))],
  ),
]
