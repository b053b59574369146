import type { Case } from '../case.ts'
import { encoded } from '../columns.ts'
import { BESIDE, file, GROUP, grouped, join, LEVEL, linesOf, once } from '../everyday/file.ts'
import { fixed, namesOf, rowsOf, tuned } from '../exported/file.ts'
import { table } from '../latest/table.ts'
import { latin1, utf8 } from '../write.ts'
import { ANY, headed, meant, PACE, SPAN } from './file.ts'

const comma = join()
const semicolon = join(';')
const tab = join('\t')
const marked = (content: string) => utf8(content, true)

const votes = tuned(
  table(`
  Nr ~ Nr. | Wahlkreis | Wahlberechtigte | Erststimmen Anzahl | Erststimmen % ~ Erststimmen Prozent ~ Erststimmen pct | Zweitstimmen Anzahl | Zweitstimmen % ~ Zweitstimmen Prozent ~ Zweitstimmen pct
  code | text | int | int | pct, | int | pct,
  001 | Flensburg – Schleswig | 225 659 | 171 905 | 76,2 | 172 100 | 76,3
  002 | Nordfriesland | 186 384 | 139 200 | 74,7 | 139 356 | 74,8
  003 | Steinburg | 175 950 | 132 016 | 75,0 | 132 188 | 75,1
  004 | Rendsburg | 199 632 | 156 744 | 78,5 | 156 901 | 78,6
  005 | Kiel | 204 650 | 151 038 | 73,8 | 151 244 | 73,9
  006 | Plön – Neumünster | 174 937 | 132 460 | 75,7 | 132 655 | 75,8
  007 | Pinneberg | 238 519 | 186 002 | 78,0 | 186 209 | 78,1
  008 | Segeberg | 250 183 | 191 540 | 76,6 | 191 774 | 76,7`),
  { Wahlkreis: ANY },
)

const people = tuned(
  table(
    `
  Area ~ Region | Age group ~ Age ~ Group ~ Age band | Male | Female | Persons | Median income ($) ~ Median income
  text | text | int | int | int | int
  Greater Town | 0-14 | 10,412 | 9,980 | 20,392 | ..
  Greater Town | 15-24 | 7,730 | 7,511 | 15,241 | 18,200
  Greater Town | 25-64 | 31,006 | 32,118 | 63,124 | 61,450
  Greater Town | 65+ | 8,115 | 9,904 | 18,019 | 29,870
  North Shire | 0-14 | 1,204 | 1,166 | 2,370 | ..
  North Shire | 15-24 | 655 | 640 | 1,295 | np
  North Shire | 25-64 | 3,010 | 2,954 | 5,964 | 48,030
  North Shire | 65+ | 1,102 | 1,250 | 2,352 | 26,500
  Outer Isles | 0-14 | 41 | 38 | 79 | ..
  Outer Isles | 15-24 | np | np | 22 | np
  Outer Isles | 25-64 | 130 | 121 | 251 | 39,990
  Outer Isles | 65+ | 60 | 71 | 131 | np`,
    /^(\.\.|np)$/,
  ),
  { 'Age group': { roles: ['dimension', 'text', 'code'] } },
)

const climate = tuned(
  table(
    `
  STATIONS_ID | MESS_DATUM | QN_3 | FX | FM | QN_4 | RSK | SDK | TMK | TXK | TNK
  code | text | mark | dec. | dec. | mark | dec. | dec. | dec. | dec. | dec.
  433 | 20240226 | 10 | 11.8 | 3.9 | 3 | 0.0 | 1.650 | 4.9 | 7.4 | 1.3
  433 | 20240227 | 10 | 9.2 | 2.7 | 3 | 0.0 | 7.217 | 3.8 | 9.1 | -1.2
  433 | 20240228 | 10 | -999 | -999 | 3 | 0.2 | 0.000 | 5.0 | 6.6 | 2.9
  433 | 20240229 | 10 | 8.1 | 2.2 | 3 | 4.1 | 0.083 | 6.8 | 8.3 | 5.5
  433 | 20240301 | 10 | 7.9 | 2.5 | 3 | -999 | 3.400 | 8.6 | 13.7 | 4.4
  433 | 20240302 | 10 | 12.4 | 4.6 | 3 | 0.0 | 9.133 | 10.1 | 16.2 | 3.1
  433 | 20240303 | 10 | 14.0 | 5.3 | 3 | 0.0 | 8.767 | 9.9 | 15.8 | 4.0
  433 | 20240304 | 10 | 10.7 | 3.8 | 3 | 0.6 | 0.517 | 7.2 | 9.5 | 5.1
  433 | 20240305 | 10 | -999 | 2.9 | 3 | 1.3 | 0.000 | 5.6 | 7.0 | 4.2`,
    /^-999$/,
  ),
  {
    QN_3: LEVEL,
    QN_4: LEVEL,
    MESS_DATUM: {
      kind: 'date',
      roles: ['time'],
      types: ['date'],
      values: [26, 27, 28, 29].map((day) => `2024-02-${day}`).concat([1, 2, 3, 4, 5].map((day) => `2024-03-0${day}`)),
    },
  },
)
const DWD = [11, 8, 5, 7, 7, 5, 7, 8, 7, 7, 7]
const padded = (fields: string[]) => `${fields.map((one, at) => one.padStart(DWD[at]!)).join(';')};eor`

const air = tuned(
  table(
    `
  Date/Time ~ Date Time ~ DateTime | NO2 ~ NO2 µg/m³ ~ NO2 ug m3 | PM10 ~ PM10 µg/m³ ~ PM10 ug m3 | O3 ~ O3 µg/m³ ~ O3 ug m3 | Wind ~ Wind m/s | Status
  @d/m/y h:i | dec. | int | dec. | dec. | text
  14/03/2024 01:00 | 21.4 | 14 | 48.2 | 2.1 | V
  14/03/2024 02:00 | 19.9 | 13 | 50.7 | 1.8 | V
  14/03/2024 03:00 | 18.3 | 11 | 52.0 | 1.7 | V
  14/03/2024 04:00 | No data | No data | 51.6 | 1.9 | V
  14/03/2024 05:00 | No data | 12 | 49.9 | 2.4 | P
  14/03/2024 06:00 | 33.0 | 17 | 38.1 | 2.2 | P
  14/03/2024 07:00 | 47.8 | 24 | 22.6 | 1.5 | P
  14/03/2024 08:00 | 55.1 | 29 | 15.3 | No data | P
  14/03/2024 09:00 | 40.2 | 26 | 27.4 | 2.8 | P`,
    /^No data$/,
  ),
  { Status: { roles: ['dimension', 'code', 'flag', 'text'] } },
)

const blood = tuned(
  table(`
  Prontuário | Paciente | Nasc. | Coleta | Exame | Resultado | Unidade | Referência | Flag
  code | text | @d/m/y | @d/m/y h:i | text | text | text | text | text
  0012044 | ARAÚJO, MARIA | 14/02/1961 | 14/03/2024 07:12 | Hemoglobina | 11,8 | g/dL | 12,0 - 16,0 | L
  0012044 | ARAÚJO, MARIA | 14/02/1961 | 14/03/2024 07:12 | Glicose | 99 | mg/dL | 70 - 99 |
  0012044 | ARAÚJO, MARIA | 14/02/1961 | 14/03/2024 07:12 | TSH | < 0,01 | µUI/mL | 0,40 - 4,30 | LL
  0031870 | BRITO, JOSÉ | 30/11/1949 | 14/03/2024 07:40 | Potássio | 6,1 | mmol/L | 3,5 - 5,1 | HH
  0031870 | BRITO, JOSÉ | 30/11/1949 | 14/03/2024 07:40 | HIV 1/2 | Não reagente | | Não reagente |
  0031870 | BRITO, JOSÉ | 30/11/1949 | 14/03/2024 07:40 | Urina - aspecto | Turvo | | Límpido | A
  0045002 | COSTA E SILVA, RN DE ANA | 13/03/2024 | 14/03/2024 08:05 | Bilirrubina total | 12,4 | mg/dL | até 10,0 | H
  0045002 | COSTA E SILVA, RN DE ANA | 13/03/2024 | 14/03/2024 08:05 | Tipo sanguíneo | O Rh+ | | |
  0051119 | DIAS, LÚCIA | 09/07/1988 | 14/03/2024 09:31 | Beta-hCG | > 10.000 | mUI/mL | < 5 | H`),
  {
    Paciente: ANY,
    Resultado: { roles: ['dimension', 'text', 'measure'] },
    Flag: { roles: ['dimension', 'code', 'flag', 'text'] },
  },
)

const grades = tuned(
  table(`
  Student | ID | SIS User ID | Section | Essay 1 (48213) ~ Essay 1 48213 | Quiz: Cells (48220) ~ Quiz: Cells 48220 | Project (48231) ~ Project 48231 | Current Score | Final Grade
  text | no | code | text | dec. | dec. | dec. | dec. | text
  Abbott, Lena | 90112 | s0040112 | BIO-1 (A) | 18.50 | 9.00 | 44.00 | 89.38 | B+
  Berg, Oskar | 90119 | s0040119 | BIO-1 (A) | 14.00 | 7.50 | 38.00 | 74.38 | C
  Chen, Wei | 90204 | s0040204 | BIO-1 (B) | 20.00 | 10.00 | | 100.00 | A+
  D'Souza, Ria | 90207 | s0040207 | BIO-1 (B) | | 6.00 | 41.50 | 79.17 | B-
  Ek, Åke | 90233 | s0040233 | BIO-1 (A) | 11.25 | 0.00 | 29.00 | 50.31 | F
  Ford, Jo | 90240 | s0040240 | BIO-1 (B) | 16.00 | 8.25 | 47.25 | 89.38 | B+
  Grant, Ulysses | 90251 | s0040251 | BIO-1 (A) | 17.75 | 9.50 | 43.00 | 87.81 | B+`),
  { Student: ANY },
)

const race = meant(
  table(
    `
  Category ~ ${GROUP} | Pl ~ Pos | Bib | Name | Club | Time | Gap
  text | rank | no | text | text | text | text
  Men 40-49 | 1 | 214 | Okello Ben | Lakeside Harriers | 1:14:22 |
  Men 40-49 | 2 | 7 | Storey Mark | Unattached | 1:15:09 | +0:47
  Men 40-49 | 3 | 188 | van Dijk P | AV Sparta | 1:21:40 | +7:18
  Men 40-49 | 4 | 301 | O'Hara Sean | Lakeside Harriers | 1:22:01 | +7:39
  Men 40-49 | | 95 | Quist Jan | AV Sparta | DNF |
  Women 40-49 | 1 | 42 | Lind Eva | Unattached | 1:19:58 |
  Women 40-49 | 2 | 260 | Mbeki Thandi | City Runners | 1:25:30 | +5:32
  Women 40-49 | 3 | 261 | Mbeki Zola | City Runners | 1:25:31 | +5:33
  Women 40-49 | | 18 | Ruiz Ana | CA Norte | DNS |`,
    /^(DNF|DNS)$/,
  ),
  {
    Time: ['time', (text) => `0${text}`, SPAN],
    Gap: ['month', (text) => `00:0${text.slice(1)}`, PACE],
  },
)
const raceLine = (lines: string[][]) =>
  fixed(lines, [-3, -6, 18, 21, -8, -8]).map((line) => line.replace(/^(.{9})/, '$1  '))

const books = tuned(
  table(`
  Sys. č. ~ Sys č | Signatura | ISBN | Autor | Název | Rok vyd. ~ Rok vyd | Předmět | Poznámka
  code | code | code | text | text | text | text | text
  000104417 | 821.162.3 ČAP | 80-204-0105-9 | Čapek, Karel, 1890-1938 | Válka s mloky | 1989 | román ; sci-fi | Vyřazeno?
  000104418 | 821.162.3 ČAP | | Čapek, Karel, 1890-1938 | R.U.R. : "kolektivní drama" | [1920] | drama |
  000211903 | 94(437) PAL | 80-7185-048-X | Palacký, František | Dějiny národu českého ; díl 2 | c1998 | dějiny ; Čechy ; 15. stol. | 3 sv.
  000219940 | 58 ŘÍH | 978-80-00-01234-5 | Říha, Jiří; Šťastný, Ó. | Rostliny | 2004 | botanika | poškozeno, viz s. 12
  000300018 | 087.5 LAD | | Lada, Josef | Mikeš | 1934-1936 | pro děti |
  000300019 | 087.5 LAD | 80-00-00455-1 | Lada, Josef | O chytré kmotře lišce | 1993 | pro děti ; pohádky | 2 výtisky
  000412556 | 929 ŽEN | 80-85-12345-0 | | Ženy v českých zemích : slovník | [199-?] | biografie |`),
  { Autor: ANY, Název: ANY, Předmět: ANY, Poznámka: ANY, 'Rok vyd.': { roles: ['time', 'dimension', 'text'] } },
)

const objects = tuned(
  table(`
  Αρ. ευρ. | Τίτλος | Χρονολογία | Υλικό | Διαστάσεις (εκ.) ~ Διαστάσεις εκ | Βάρος (γρ.) ~ Βάρος γρ | Πλάτος | Μήκος | Εκτίθεται
  code | text | text | text | text | dec, | geo. | geo. | yes Ναι
  ΑΜ 00217 | Κύλικα, μελανόμορφη | περ. 530 π.Χ. | πηλός | 12,3 x 30,5 | 640,5 | 37.9838 | 23.7275 | Ναι
  ΑΜ 00218 | Λυχνάρι | 2ος αι. μ.Χ. | πηλός | 4 x 9,1 x 6 | 112,0 | 37.9715 | 23.7257 | Όχι
  ΑΜ 00301 | Νόμισμα | 168/7 π.Χ. | άργυρος | διάμ. 1,8 | 4,25 | 40.5193 | 22.9709 | Ναι
  ΑΜ 00455 | Εικόνα του Αγίου Γεωργίου | 17ος αι. (;) | ξύλο, αυγοτέμπερα | 41 x 33 | | 39.6243 | 19.9217 | Ναι
  ΑΜ 01002 | Περόνη | 1000-900 π.Χ. | χαλκός | μ. 14,7 | 22,75 | 35.3387 | 25.1442 | Όχι
  ΑΜ 01003 | Όστρακο με επιγραφή | 5ος αι. π.Χ. | πηλός | 5,2 x 4,4 | 31,5 | 37.9838 | 23.7275 | Όχι`),
  {
    Τίτλος: ANY,
    Χρονολογία: { roles: ['time', 'dimension', 'text'] },
    'Διαστάσεις (εκ.)': ANY,
  },
)

const kin = headed(
  tuned(
    table(`
  Generation ~ ${GROUP} | No. | Name | Born | Place | Died | Married
  text | no | text | text | text | text | text
  II | 2 | Harald Voss | 12 MAR 1931 | Stade, Hannover | 4 JAN 2002 | 1957
  II | 3 | Greta Lund | ABT 1934 | Malmö | |
  III | 4 | Johann Voss | 1 APR 1899 | Stade | KIA 1944 | 1925
  III | 5 | Anna Behn | 30 NOV 1903 | Jork | 17 DEC 1988 | 1925
  III | 6 | Nils Lund | BEF 1905 | Ystad | AFT 1970 |
  III | 7 | (unknown) | | | |
  IV | 8 | Claus Voss | BET 1868 AND 1870 | Stade | 22 OCT 1918 | 1895
  IV | 9 | Metta Köser | 9 SEP 1872 | Twielenfleth | 1951 | 1895
  IV | 10 | Hinrich Behn | 6 FEB 1866 | Jork | 3 MAY 1929 | 1890`),
    {
      Name: ANY,
      Place: ANY,
      Born: { roles: ['time', 'dimension', 'text'] },
      Died: { roles: ['time', 'dimension', 'text'] },
      Married: { roles: ['time', 'dimension', 'text'], types: ['text', 'integer', 'date'] },
    },
  ),
  'Generation ',
)

const harvest = tuned(
  table(`
  Köy | Parsel | Ürün | Ekim tarihi | Alan (da) ~ Alan ~ Alan da | Verim | Nem | Fiyat
  text | code | text | @d.m.y | dec, | int | pct, | dec,
  Çiftlikköy | 112/04 | Buğday | 21.10.2023 | 42,50 | 412 kg/da | %11,8 | 9,25 TL
  Çiftlikköy | 112/05 | Arpa | 24.10.2023 | 18,00 | 388 kg/da | %12,1 | 7,60 TL
  Gölbaşı | 003/11 | Ayçiçeği | 02.04.2023 | 60,75 | 231 kg/da | %8,4 | 14,10 TL
  Gölbaşı | 003/12 | Şeker pancarı | 15.03.2023 | 25,00 | 6.150 kg/da | | 1,85 TL
  İğdeli | 077/01 | Mısır | 28.04.2023 | 33,20 | 1.105 kg/da | %14,0 | 6,95 TL
  İğdeli | 077/02 | Buğday | 19.10.2023 | 51,10 | 395 kg/da | %11,5 | 9,25 TL
  Üçpınar | 140/09 | Nohut | 11.03.2023 | 12,40 | 142 kg/da | %10,9 | 27,40 TL`),
  { Köy: ANY, Ürün: ANY },
)

const MODES = 'Which do you use to get to work? (Select all that apply)'
const picks = tuned(
  meant(
    table(`
  Respondent ID | Start Date | Where do you live? Response ~ Where do you live? | ${['Bus', 'Train', 'Bicycle', 'Other (please specify)'].map((mode) => `${mode} ~ ${MODES} ${mode}`).join(' | ')} | How satisfied are you? (1 = not at all, 5 = very) Response ~ How satisfied are you? (1 = not at all, 5 = very)
  code | text | text | text | text | text | text | rank
  118820410011 | 03/04/2024 08:01:22 AM | Leith | Bus | | Bicycle | | 4
  118820410012 | 03/04/2024 08:40:09 AM | Gorgie | Bus | Train | | | 2
  118820410013 | 03/04/2024 12:15:30 PM | Leith | | | | I walk, mostly | 5
  118820410014 | 03/04/2024 05:59:59 PM | Outside the city | | Train | | |
  118820410015 | 03/05/2024 07:22:10 AM | Marchmont | | | Bicycle | | 5
  118820410016 | 03/05/2024 11:48:00 PM | | Bus | | | car share | 1
  118820410017 | 03/16/2024 09:30:45 AM | Gorgie | | | | |
  118820410018 | 03/16/2024 09:31:12 AM | Portobello | Bus | Train | Bicycle | | 3`),
    {
      'Start Date': [
        'timestamp',
        (text) =>
          `2024-${text.slice(0, 5).replace('/', '-')} ${String((Number(text.slice(11, 13)) % 12) + (text.endsWith('PM') ? 12 : 0)).padStart(2, '0')}${text.slice(13, 19)}`,
      ],
    },
  ),
  Object.fromEntries(['Bus', 'Train', 'Bicycle'].map((mode) => [mode, { roles: ['flag', 'dimension', 'text'] }])),
)

const peaks = table(`
  Peak# | R.Time | I.Time | F.Time | Area | Height | A/H | Conc. | Mark | Name
  no | dec. | dec. | dec. | int | int | dec. | dec. | text | text
  1 | 1.204 | 1.110 | 1.341 | 10482 | 2211 | 4.741 | 0.000 | S |
  2 | 2.875 | 2.760 | 3.102 | 884210 | 120044 | 7.366 | 25.113 | M | Caffeine
  3 | 3.340 | 3.102 | 3.590 | 40118 | 5302 | 7.567 | 1.207 | V M | Theobromine
  4 | 5.018 | 4.870 | 5.255 | 1200771 | 133090 | 9.022 | 49.880 | | Vanillin, syn.
  5 | 6.667 | 6.580 | 6.801 | 9030 | 1180 | 7.653 | 0.000 | |
  6 | 8.141 | 7.990 | 8.433 | 310552 | 28874 | 10.755 | 10.024 | | Benzoic acid`)
const compounds = table(`
  ID# | Name | Ret. Time | Area | Conc. | Unit | Group
  no | text | dec. | int | dec. | text | mark
  1 | Caffeine | 2.875 | 884210 | 25.113 | mg/L | 0
  2 | Theobromine | 3.340 | 40118 | 1.207 | mg/L | 0
  3 | Vanillin, syn. | 5.018 | 1200771 | 49.880 | mg/L | 1
  4 | Benzoic acid | 8.141 | 310552 | 10.024 | mg/L | 1`)

const runs = tuned(
  meant(
    table(
      `
  Activity Type | Date | Favorite | Title | Distance | Calories | Time | Avg HR | Avg Pace | Total Ascent | Min Temp
  text | @y-m-d h:i:s | yes true | text | dec. | int | span | int | text | int | dec.
  Running | 2024-03-10 08:02:11 | false | Morning Run, easy | 10.02 | 641 | 00:55:30 | 142 | 5:32 | 84 | 4.0
  Running | 2024-03-08 18:40:00 | true | Intervals 6x800 | 9.48 | 702 | 00:47:05 | 161 | 4:58 | 31 | 7.5
  Treadmill Running | 2024-03-06 06:15:42 | false | Treadmill | 5.00 | 330 | 00:28:20 | 138 | 5:40 | -- | --
  Running | 2024-03-03 07:30:05 | true | Long one "to the sea" | 28.31 | 1,904 | 02:51:11 | 139 | 6:03 | 412 | 2.0
  Running | 2024-02-29 12:10:33 | false | Lunch | 6.20 | 388 | 00:33:40 | -- | 5:26 | 40 | 9.0
  Running | 2024-02-25 08:59:59 | false | parkrun | 5.01 | 345 | 00:22:19 | 171 | 4:27 | 12 | -1.5
  Track Running | 2024-02-21 19:05:00 | false | Track | 8.00 | 560 | 00:39:04 | 155 | 4:53 | 0 | 3.5
  Running | 2024-02-18 09:20:18 | false | Hills | 14.77 | 1,020 | 01:27:09 | 148 | 5:54 | 530 | 5.0`,
      /^--$/,
    ),
    {
      'Avg Pace': ['month', (text) => `00:0${text}`, PACE],
    },
  ),
  { Title: ANY },
)

/** Offices, schools, clinics, collections and measurements. */
export const PUBLIC: Case[] = [
  file(
    'elections: turnout under heads of two lines with thin spaces',
    'csv',
    [votes],
    [
      'Wahl zum 20. Deutschen Bundestag;;;;;;',
      'Endgültige Ergebnisse ¹;;;;;;',
      ';;;;;;',
      'Nr;Wahlkreis;Wahlberechtigte;Erststimmen;;Zweitstimmen;',
      ';;;Anzahl;%;Anzahl;%',
      ...rowsOf(votes).map((fields) =>
        semicolon(fields.map((one, at) => (at > 1 ? one.replaceAll(' ', '\u202f') : one))),
      ),
      ';Land insgesamt;1\u202f655\u202f914;1\u202f260\u202f905;76,1;1\u202f262\u202f427;76,2',
      '',
      '¹ Ohne Berücksichtigung der Nachzählung.',
    ],
    marked,
  ),
  file(
    'census: areas told once and what is not published',
    'csv',
    [people],
    [
      '"Table 3. Persons by area, age and sex, 2021 Census"',
      '"Source: Office for Statistics"',
      '',
      comma(['Area', 'Age group', 'Male', 'Female', 'Persons', 'Median income ($)']),
      ...once(rowsOf(people)).map(comma),
      '',
      '.. not applicable',
      'np not available for publication but included in totals where applicable',
      '"© Office for Statistics, 2022"',
    ],
    latin1,
    '\r\n',
  ),
  file(
    'climate: days of a station with a mark at the end of each line',
    'txt',
    [{ columns: climate, spare: /^eor$/i }],
    [`${namesOf(climate).join(';')};eor`, ...rowsOf(climate).map(padded)],
    utf8,
    '\r\n',
  ),
  file(
    'air: hours of a site with units below the names',
    'csv',
    [air],
    [
      'Site: Riverside Rd,,,,,',
      'Provisional data flagged P,,,,,',
      ',,,,,',
      'Date/Time,NO2,PM10,O3,Wind,Status',
      ',µg/m³,µg/m³,µg/m³,m/s,',
      ...rowsOf(air).map(comma),
      'End,,,,,',
    ],
    latin1,
  ),
  file('clinic: results in words, figures and limits', 'csv', [blood], linesOf(blood, ';'), latin1, '\r\n'),
  file(
    'school: grades with the points possible above the pupils',
    'csv',
    [grades],
    [
      namesOf(grades).join(','),
      '    Points Possible,,,,20.00,10.00,50.00,(read only),(read only)',
      ...rowsOf(grades).map(comma),
    ],
    marked,
  ),
  file(
    'race: finishers by category in columns of spaces',
    'txt',
    [race],
    [
      'LAKESIDE HALF  -  Provisional results',
      'Sunday 3 March 2024',
      '',
      ...raceLine([namesOf(race).slice(1)]),
      ...grouped(
        race,
        (fields) => raceLine([fields])[0]!,
        (group) => ['', group],
      ),
      '',
      'DNF = did not finish   DNS = did not start',
    ],
  ),
  file(
    'holdings: books with signs of a union catalogue',
    'tsv',
    [books],
    linesOf(books, '\t'),
    encoded('windows-1250'),
  ),
  file('museum: objects with doubtful dates', 'csv', [objects], linesOf(objects, ';'), encoded('windows-1253'), '\r\n'),
  file(
    'ancestors: generations with uncertain days',
    'tsv',
    [{ columns: kin, spare: BESIDE }],
    ['Ancestors of Ingrid Voss', tab(namesOf(kin).slice(1)), ...grouped(kin, tab, (group) => [group])],
  ),
  file(
    'harvest: yields with their units and signs in front',
    'csv',
    [harvest],
    ['2023 YILI ÜRETİM TABLOSU;;;;;;;', ...linesOf(harvest, ';'), ';;;;242,95;;;'],
    encoded('windows-1254'),
    '\r\n',
  ),
  file(
    'poll: questions above the answers to choose from',
    'csv',
    [picks],
    [
      comma([
        'Respondent ID',
        'Start Date',
        'Where do you live?',
        MODES,
        '',
        '',
        '',
        'How satisfied are you? (1 = not at all, 5 = very)',
      ]),
      comma(['', '', 'Response', 'Bus', 'Train', 'Bicycle', 'Other (please specify)', 'Response']),
      ...rowsOf(picks).map(comma),
    ],
    marked,
  ),
  file(
    'chromatogram: peaks and compounds in sections of a report',
    'txt',
    [peaks, compounds],
    [
      '[Header]',
      'Application Name\tLabSolutions',
      'Version\t5.97',
      'Type\tData File',
      '',
      '[Sample Information]',
      'Operator Name\tSystem Administrator',
      'Sample ID\tQC-03',
      'Vial#\t14',
      'Injection Volume\t10',
      '',
      '[Peak Table(Detector A-Ch1)]',
      '# of Peaks\t6',
      ...linesOf(peaks, '\t'),
      '',
      '[Compound Results(Detector A-Ch1)]',
      '# of IDs\t4',
      ...linesOf(compounds, '\t'),
    ],
    utf8,
    '\r\n',
  ),
  file('training: runs with what a watch did not measure', 'csv', [runs], linesOf(runs), marked),
]
