import { type Case, csv } from '../case.ts'
import { encoded } from '../columns.ts'
import { namesOf, rowsOf, tuned } from '../exported/file.ts'
import { table } from '../latest/table.ts'
import { utf8 } from '../write.ts'
import { BESIDE, file, GROUP, grouped, join, linesOf, once, TICK, YEARLESS } from './file.ts'

const semicolon = join(';')
const comma = join()
const ansi = encoded('windows-1252')

const household = table(`
  ${GROUP} | Posten | Jan | Feb | Mrz | Apr | Mai | Jun
  text | text | dec, | dec, | dec, | dec, | dec, | dec,
  Wohnen | Miete | 890,00 | 890,00 | 890,00 | 890,00 | 915,00 | 915,00
  Wohnen | Strom | 71,50 | 71,50 | 71,50 | 64,20 | 64,20 | 64,20
  Wohnen | Internet | 39,95 | 39,95 | 39,95 | 39,95 | 39,95 | 39,95
  Leben | Lebensmittel | 412,18 | 388,40 | 455,07 | 401,66 | 420,31 | 397,02
  Leben | Drogerie | 33,70 | 12,45 | 41,10 | 28,85 | 19,99 | 36,25
  Leben | Tierarzt | | | 118,60 | | | 45,00
  Mobil | Bahncard | 62,90 | | | | |
  Mobil | Benzin | 94,11 | 101,73 | 88,20 | 140,05 | 97,64 | 76,38
  Mobil | Werkstatt | | 310,40 | | | |`)
const inGerman = (value: number) => value.toFixed(2).replace('.', ',')
const sums = (rows: string[][], from: number) =>
  rows[0]!
    .slice(from)
    .map((_, at) => inGerman(rows.reduce((sum, row) => sum + Number(row[at + from]!.replace(',', '.')), 0)))

const choir = tuned(
  table(`
  Nr. | Name | Stimme | Eintritt | Vorstand | Newsletter | Beitrag | Bemerkung
  no | text | text | @d.m.y | yes x | yes x | dec, | text
  003 | Ahrens, Grete | Sopran | 01.09.1998 | x | x | 60,00 € |
  007 | Böttcher, Ulf | Bass | 15.01.2004 | | | 60,00 € | zahlt bar
  011 | Czerny, Ivo | Tenor | 01.02.2011 | x | x | 60,00 € |
  012 | Dörr, Hanna | Alt | 01.02.2011 | | x | 30,00 € | ermäßigt
  018 | Eßer, Paul | Bass | 20.08.2016 | | x | 60,00 € |
  021 | Fuchs, Mia | Sopran | 12.10.2019 | x | x | 30,00 € | Studentin; bis 2025
  022 | Gül, Aylin | Alt | 12.10.2019 | | | 60,00 € |
  025 | Höß, Karl | Tenor | 03.05.2022 | | x | 60,00 € |
  027 | Ilic, Dana | Sopran | 14.01.2024 | | x | 15,00 € | halbes Jahr`),
  { Vorstand: TICK, Newsletter: TICK },
)

const marks = table(
  `
  Pupil | Form | Maths Test 1 | Maths Test 2 | Maths Oral | English Essay | English Oral | Late (days) ~ Late
  text | code | dec. | dec. | dec. | dec. | dec. | int
  Abbot R. | 7B | 14.5 | 16.0 | 12.0 | 15.5 | 13.0 | 0
  Bello F. | 7B | 9.0 | abs | 11.5 | 12.0 | 14.5 | 3
  Castle J. | 7B | 17.5 | 18.0 | 16.0 | abs | 17.0 | 1
  Daly M. | 7B | 11.0 | 8.5 | 10.0 | 13.5 | 12.5 | 0
  Egan P. | 7C | 13.0 | 12.5 | abs | 10.0 | 9.5 | 6
  Farah S. | 7C | 19.0 | 17.5 | 18.5 | 18.0 | 19.5 | 0
  Grigor T. | 7C | 7.5 | 10.0 | 9.0 | 8.5 | 11.0 | 2
  Hale W. | 7C | 15.0 | 14.0 | 13.5 | 16.0 | 15.0 | 0`,
  /^abs$/,
)

const field = tuned(
  table(`
  Field | Date | Crop | Work | Area (ha) ~ Area ~ Area ha | Rate (kg/ha) ~ Rate ~ Rate kg/ha | Done by
  code | text | text | text | dec. | dec. | text
  F03 | 4/3 | W. wheat | Fertiliser N1 | 12.4 | 185 | Tom
  F03 | 11/4 | W. wheat | Fertiliser N2 | 12.4 | 160 | Tom
  F03 | 2/8 | W. wheat | Harvest | 12.4 | 8150 | contractor
  F07 | 19/3 | S. barley | Sowing | 8.75 | 172 | Ann
  F07 | 28/3 | S. barley | Rolling | 8.75 | | Ann
  F07 | 15/8 | S. barley | Harvest | 8.6 | 6240 | contractor
  F11 | 22/3 | Grass | Slurry | 5.2 | | Tom
  F11 | 21/5 | Grass | 1st cut | 5.2 | 4100 | Ann
  F11 | 9/7 | Grass | 2nd cut | 5.1 | 2900 | Ann
  F14 | 30/9 | Maize | Harvest | 6.3 | 41000 | contractor`),
  { Date: YEARLESS, 'Rate (kg/ha)': { types: ['integer', 'decimal'] }, Field: { types: ['text'] } },
)
const days = field.map((one) =>
  one.names[0] === 'Date'
    ? {
        ...one,
        values: one.written.map((text) => {
          const [day, month] = text.split('/')
          return `2023-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`
        }),
      }
    : one,
)

const offers = table(`
  Anbieter ~ Merkmal | Angebot vom | Preis netto | Lieferzeit (Wochen) | Garantie (Jahre) | Skonto | Ansprechpartner
  text | @d.m.y | dec, | int | int | pct, | text
  Alpha Küchen | 04.03.2024 | 8.450,00 € | 6 | 5 | 2 % | Frau Lenz
  Beta Holz | 07.03.2024 | 7.990,50 € | 9 | 2 | 3 % | Herr Amman
  Küchenhaus C | 08.03.2024 | 9.120,00 € | 4 | 10 | 0 % | Frau Idris
  Dreier & Co | 12.03.2024 | 8.805,75 € | 8 | 5 | 2 % | Herr Petry
  E-Design | 15.03.2024 | 11.300,00 € | 12 | 5 | 1,5 % | Frau Sato
  Fink | 18.03.2024 | 7.640,00 € | 10 | 2 | 0 % | Herr Fink`)

const runners = table(
  `
  ${GROUP} | Place | Bib | Name | Club | Time
  text | rank | no | text | text | span
  Women 10 km | 1 | 214 | Ines Roca | CA Nord | 0:37:12
  Women 10 km | 2 | 187 | Oda Lien | BUL | 0:38:40
  Women 10 km | 3 | 202 | Kim Parry | - | 0:41:05
  Women 10 km | 4 | 230 | Lea Kurz | TSV 09 | 0:44:58
  Men 10 km | 1 | 12 | Abel Tesfa | CA Nord | 0:31:50
  Men 10 km | 2 | 31 | Jon Vik | BUL | 0:33:27
  Men 10 km | 3 | 8 | Rui Sousa | TSV 09 | 0:33:29
  Men 10 km | 4 | 77 | Pat Moore | - | 0:40:16
  Men 10 km | 5 | 45 | Ian Webb | TSV 09 | 0:52:33
  Juniors 5 km | 1 | 301 | Nia Cole | CA Nord | 0:19:48
  Juniors 5 km | 2 | 305 | Tim Berg | BUL | 0:20:02
  Juniors 5 km | 3 | 309 | Eva Ruiz | - | 0:24:41`,
  /^-$/,
)

const plants = table(`
  Plant | Pot | Price
  text | text | dec.
  Aster | 9 cm | £2.50
  Bergenia | 1 l | £4.95
  Campanula | 9 cm | £2.75
  Dicentra | 2 l | £8.50
  Echinacea | 2 l | £7.95
  Fern, lady | 1 l | £5.25
  Geum | 1 l | £4.50
  Heuchera | 1 l | £5.95
  Iris, bearded | 2 l | £6.80
  Knautia | 9 cm | £2.95
  Lupin | 2 l | £6.25
  Mint | 9 cm | £1.95`)

const trips = table(`
  Date | From - to | Mode | Out | Duration | km | Cost | Receipt
  @d.m.y | text | text | @h:i | span | int | dec, | yes yes
  02.04.2024 | Ghent - Lille | train | 07:41 | 1:12:00 | 78 | € 23,40 | yes
  02.04.2024 | Lille - Ghent | train | 18:11 | 1:09:00 | 78 | € 23,40 | yes
  09.04.2024 | Ghent - Aalst | car | 08:30 | 0:34:00 | 31 | € 13,02 | no
  10.04.2024 | Ghent - Namur | car | 06:55 | 1:25:00 | 112 | € 47,04 | no
  10.04.2024 | Parking Namur | car | 09:00 | 7:40:00 | 0 | € 16,00 | yes
  17.04.2024 | Ghent - Cologne | train | 06:13 | 2:58:00 | 265 | € 61,90 | yes
  18.04.2024 | Cologne - Ghent | train | 16:44 | 3:21:00 | 265 | € 1.061,90 | yes
  24.04.2024 | Taxi, Brussels | taxi | 22:15 | 0:18:00 | 9 | € 27,50 | no`)

const library = table(`
  Loan | Borrower | Title | Out | Due | Note
  no | code | text | @y-m-d | @y-m-d | text
  5501 | 00417 | The Sea, the Sea | 2024-02-01 | 2024-02-22 |
  5502 | 00032 | Cooking for "one" | 2024-02-01 | 2024-02-22 | cover torn↵see desk
  5503 | 01288 | Maps of Wales | 2024-02-02 | 2024-02-23 |
  5504 | 00417 | Bees | 2024-02-02 | 2024-02-23 | renewed
  5505 | 00950 | A Short History↵of Nearly All | 2024-02-05 | 2024-02-26 |
  5506 | 00071 | Atlas, 3rd ed. | 2024-02-06 | 2024-02-27 | reserved
  5507 | 01288 | Fell walks | 2024-02-06 | 2024-02-27 |
  5508 | 00032 | Soup | 2024-02-08 | 2024-02-29 | by post,↵2 stamps
  5509 | 00604 | Ulysses | 2024-02-09 | 2024-03-01 |`)
/** Empty fields at the end are not there, as in files that were edited by hand. */
const ragged = (line: string) => line.replace(/,+$/, '')

const clinic = table(`
  Bed | Name | Admitted | Diet | Temp | Pulse | Mobile
  code | text | @d/m/y | text | dec. | int | yes Y
  A1 | Rowe, T | 11/03/2024 | normal | 36.8 | 72 | Y
  A2 | Okoye, B | 13/03/2024 | diabetic | 37.9 | 88 | N
  A3 | Lindgren, S | 09/03/2024 | soft | 36.5 | 64 | Y
  A4 | Petit, M | 14/03/2024 | nil by mouth | 38.4 | 101 | N
  B1 | Das, K | 02/03/2024 | normal | 37.0 | 70 | Y
  B2 | Munro, A | 13/03/2024 | vegan | 36.9 | 77 | Y
  B3 | Zhou, L | 14/03/2024 | normal | 37.3 | 93 | N
  B4 | Haas, G | 12/03/2024 | soft | 36.4 | 59 | Y
  C1 | Ferri, D | 10/03/2024 | normal | 36.7 | 81 | Y
  C2 | Novak, J | 15/03/2024 | diabetic | 37.1 | 66 | N`)
const pages = rowsOf(clinic).map(comma)
const pageHead = (page: number) => [
  'WARD LIST - ST ANNE,,,,,,',
  `Printed 15/03/2024 06:30,,,,,,Page ${page} of 3`,
  '',
  namesOf(clinic).join(','),
]

const shifts = table(`
  ${GROUP} ~ Employee | Day | Start | End | Hours | Job
  text | @d/m/y | @h:i | @h:i | dec. | code
  Nadia Brook | 01/07/2024 | 06:00 | 14:00 | 7.5 | 0410
  Nadia Brook | 02/07/2024 | 06:00 | 13:30 | 7.0 | 0410
  Nadia Brook | 04/07/2024 | 14:00 | 22:15 | 7.75 | 0388
  Oscar Lane | 01/07/2024 | 14:00 | 22:00 | 7.5 | 0388
  Oscar Lane | 03/07/2024 | 06:00 | 14:00 | 7.5 | 0410
  Priya Menon | 02/07/2024 | 09:00 | 12:30 | 3.5 | 0099
  Priya Menon | 03/07/2024 | 09:00 | 16:00 | 6.5 | 0099
  Priya Menon | 04/07/2024 | 09:00 | 16:15 | 6.75 | 0410
  Priya Menon | 05/07/2024 | 09:00 | 12:00 | 3.0 | 0388`)

const allotment = tuned(
  table(
    `
  Plot | Tenant | m² | Rent | Water | Paid on | Shed
  code | text | int | dec. | dec. | @d/m/y | yes ✓
  1a | Foley | 125 | £37.50 | £8.20 | 03/01/2024 | ✓
  1b | Grant | 125 | £37.50 | £8.20 | 19/01/2024 |
  2 | Hoang | 250 | £75.00 | £16.40 | 08/01/2024 | ✓
  3a | n/a | 125 | £37.50 | - | n/a |
  3b | Ibrahim | 125 | £37.50 | £8.20 | 22/02/2024 |
  4 | Jarvis | 240 | £72.00 | £16.40 | 05/01/2024 | ✓
  5a | Kemp | 120 | £36.00 | £8.20 | 30/01/2024 | ✓
  5b | n/a | 120 | £36.00 | - | n/a |
  6 | Lowe | 255 | £76.50 | £16.40 | 11/03/2024 | ✓`,
    /^(n\/a|-)$/,
  ),
  { Shed: TICK },
)

/** What households, clubs, schools, wards and farms keep. */
export const HOME: Case[] = [
  file(
    'households: a budget of half a year by kind',
    'csv',
    [household],
    [
      'Haushaltsbuch;1. Halbjahr 2024;;;;;',
      ';;;;;;',
      semicolon(namesOf(household).slice(1)),
      ...grouped(
        household,
        semicolon,
        (group) => [`${group};;;;;;`],
        (group, rows) => [`Summe ${group};${sums(rows, 2).join(';')}`],
      ),
      ';;;;;;',
      `Gesamt;${sums(rowsOf(household), 2).join(';')}`,
    ],
  ),
  file(
    'clubs: a choir with ticks below its address',
    'csv',
    [choir],
    [
      'Kammerchor Südstadt e. V.;;;;;;;',
      'Probenraum:;Gemeindehaus, Große Str. 4;;;;;;',
      'Stand:;01.03.2024;;Kassenwart:;P. Eßer;;;',
      '',
      ...linesOf(choir, ';'),
      ';;;;;Summe;435,00 €;',
      '',
      'geprüft am ____________;;;Unterschrift ____________;;;;',
    ],
    ansi,
    '\r\n',
  ),
  file(
    'schools: marks below subjects and their tests',
    'csv',
    [marks],
    [
      'Greenhill School,,,,,,,',
      'Mark sheet,Term 2,,Teacher:,Ms. Ward,,,',
      ',,,,,,,',
      ',,Maths,,,English,,Late',
      'Pupil,Form,Test 1,Test 2,Oral,Essay,Oral,(days)',
      ...rowsOf(marks).map(comma),
      'Class average,,13.3,13.8,12.9,13.4,14.0,1.5',
      'abs = absent,,,,,,,',
    ],
  ),
  file(
    'farms: works of fields with days without a year',
    'csv',
    [days],
    [
      'FIELD DIARY 2023,,,,,,',
      'Holding no.,12/345/0067,,,,,',
      ',,,,,,',
      'Field,Date,Crop,Work,Area,Rate,Done by',
      ',,,,ha,kg/ha,',
      ...once(rowsOf(days)).map(comma),
    ],
  ),
  file(
    'households: offers with a supplier a column',
    'csv',
    [offers],
    [
      'Küchenvergleich;;;;;;',
      '',
      ...offers.map(({ names, written }, at) => semicolon([at === 0 ? 'Merkmal' : names[0]!, ...written])),
    ],
  ),
  file(
    'clubs: a race with a title a class',
    'tsv',
    [runners],
    [
      'Harbour Run 2024 - official results',
      '',
      ...grouped(
        runners,
        join('\t'),
        (group) => [group, namesOf(runners).slice(1).join('\t')],
        () => [''],
      ),
      'Timing: Chip & Co. Protests until 18:00.',
    ],
  ),
  file(
    'households: a price list in two halves beside each other',
    'csv',
    [plants],
    [
      'Spring plants,,,,,,',
      ',,,,,,',
      [...namesOf(plants), '', ...namesOf(plants)].join(','),
      ...rowsOf(plants)
        .slice(0, 6)
        .map((fields, row) => comma([...fields, '', ...rowsOf(plants)[row + 6]!])),
    ],
  ),
  file(
    'households: travel costs with currency in front',
    'csv',
    [trips],
    [
      'Expense claim;;;;;;;',
      'Name;J. Peeters;;;;;;',
      'Month;April 2024;;;;;;',
      'IBAN;BE00 0000 0000 0000;;;;;;',
      '',
      semicolon(namesOf(trips)),
      ...once(rowsOf(trips)).map(semicolon),
      'TOTAL;;;;;838;€ 1.274,16;',
      ';;;;;;;',
      'Date and signature;;;;;;;',
    ],
  ),
  file(
    'libraries: loans with new lines and short lines',
    'csv',
    [library],
    linesOf(library).map(ragged),
    (content) => utf8(content, true),
    '\r\n',
  ),
  file(
    'hospitals: a ward list on three pages',
    'csv',
    [clinic],
    [
      ...pageHead(1),
      ...pages.slice(0, 4),
      '',
      ...pageHead(2),
      ...pages.slice(4, 8),
      '',
      ...pageHead(3),
      ...pages.slice(8),
      '',
      'End of list,,,,,,',
    ],
  ),
  file(
    'companies: hours by employee with a line of facts each',
    'csv',
    [shifts],
    [
      'Weekly hours,,,,',
      'Week,27/2024,,,',
      ...grouped(
        shifts,
        comma,
        (name) => ['', `Employee:,${name},,,`, 'Day,Start,End,Hours,Job'],
        (_, rows) => [`Total,,,${rows.reduce((sum, row) => sum + Number(row[4]), 0)},`],
      ),
    ],
  ),
  csv(
    'clubs: allotments with remarks beside the table',
    allotment,
    {
      above: ['Allotments,,,,,,,,', ',,,,,,,,'],
      header: [[...namesOf(allotment), '', '']],
      line: (fields, row) => [
        ...fields,
        '',
        ['', 'Rent is due on 1 Feb', 'Reminder sent to 6', '', 'Skip ordered'][row] ?? '',
      ],
      below: ['Total,,1485,£445.50,£82.00,,,,'],
    },
    { spare: BESIDE },
  ),
]
