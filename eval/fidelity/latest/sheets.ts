import { type Case, xlsx } from '../case.ts'
import type { Column, Value } from '../truth.ts'
import { type Cell, cells, type Sheet, serial } from '../write.ts'
import { table } from './table.ts'

const styled =
  (style: Extract<Cell, { style: string }>['style']) =>
  (value: Value): Cell =>
    value === null ? null : { number: typeof value === 'number' ? value : serial(String(value)), style }
const clock = (value: Value): Cell => ({ number: serial(`1970-01-01 ${value}`) % 1, style: 'time' })
/** A line of sums of these columns, whose values begin in row `from` of the sheet, counted from 1. */
function totals(columns: Column[], from: number, words: Record<number, string>, summed: number[]): Cell[] {
  return columns.slice(0, summed.at(-1)! + 1).map(({ values }, at): Cell => {
    if (!summed.includes(at)) return words[at] ?? null
    const letter = 'ABCDEFGHIJ'[at]
    const sum = values.reduce<number>((total, value) => total + Number(value), 0)
    return { formula: `SUM(${letter}${from}:${letter}${from + values.length - 1})`, text: Number(sum.toFixed(3)) }
  })
}

const standings = table(`
Pos | Squadra         | G   | V   | N   | P   | GF  | GS  | DR  | Pt
rank | text           | int | int | int | int | int | int | int | int
1   | Virtus Entella  | 14  | 10  | 3   | 1   | 31  | 11  | 20  | 33
2   | Città di Castello | 14 | 9  | 2   | 3   | 27  | 15  | 12  | 29
3   | Sant'Angelo     | 14  | 7   | 4   | 3   | 22  | 16  | 6   | 25
4   | Forlì           | 14  | 6   | 2   | 6   | 19  | 19  | 0   | 20
5   | Cantù 1924      | 14  | 3   | 5   | 6   | 12  | 18  | -6  | 14
6   | Mondovì         | 14  | 2   | 4   | 8   | 11  | 24  | -13 | 10
7   | Lecco*          | 14  | 1   | 4   | 9   | 8   | 27  | -19 | 5`)

const members = table(`
Mitgl.-Nr. | Name            | Geboren    | Eintritt   | Telefon           | Riege      | Beitrag (CHF) | bezahlt | Bemerkung
no         | text            | @y-m-d     | @y-m-d     | code              | text       | dec.          | yes ja  | text
00042      | Zürcher, Urs    | 1958-02-11 | 1976-05-01 | +41 44 668 18 00  | Männer     | 120.5         | ja      | Ehrenmitglied
00077      | Bühlmann, Käthi | 1990-07-30 | 2012-01-15 | 079 555 01 23     | Damen      | 180.25        | nein    |
00108      | Favre, Loïc     | 2011-12-03 | 2019-08-20 | 079 555 88 10     | Jugend     | 60.75         | ja      | Rabatt: 2. Kind
00109      | Favre, Chloé    | 2013-10-09 | 2019-08-20 | 079 555 88 10     | Jugend     | 60.75         | ja      | Rabatt: 3. Kind
00131      | Pedretti, Gian  | 1971-04-17 | 2003-03-01 | +41 81 555 70 01  | Männer     | 180.25        | nein    | Mahnung 1
00140      | Öztürk, Selin   | 2001-01-22 | 2021-09-11 | 076 555 33 44     | Damen      | 90.5          | ja      | Studentin
00155      | Räber, Ruedi    | 1944-09-05 | 1960-06-01 |                   | Senioren   |               | ja      | beitragsfrei`)

const packing = table(`
Collo | Artikelcode | Omschrijving            | HS-code  | Aantal | Netto (kg) | Bruto (kg) | Prijs (EUR)
rank  | code        | text                    | code     | int    | dec.       | dec.       | dec.
1     | 007-118     | Stroopwafels, blik      | 19053211 | 240    | 96.4       | 118.25     | 3.15
2     | 007-121     | Speculaas "mini"        | 19053199 | 600    | 150.6      | 171.5      | 1.49
3     | 011-004     | Hagelslag puur          | 18069050 | 320    | 128.3      | 139.75     | 2.05
4     | 011-005     | Hagelslag melk          | 18069050 | 320    | 128.3      | 139.75     | 2.05
5     | 030-900     | Drop zout               | 17049010 | 96     | 48.2       | 53.4       | 7.95
6     | 041-010     | Mosterd (glas)          | 21033090 | 144    | 36.7       | 62.15      | 2.89
7     | 099-001     | Displaydoos karton      | 48191000 | 12     | 6.1        | 7.3        | 0.01`)

const arrivals = table(
  `
NHS No       | Surname   | DOB        | Arrived  | Triaged  | Category | Pain (0-10) | Temp °C | Wait (min) | Presenting Complaint
code         | text      | @y-m-d     | @h:i     | @h:i     | text     | rank        | dec.    | int        | text
485 777 3456 | O'Connell | 1951-03-09 | 18:02:00 | 18:09:00 | Orange   | 8           | 37.4    | 7          | Chest pain, radiating
943 476 5919 | Begum     | 2019-11-28 | 18:10:00 | 18:31:00 | Yellow   | 4           | 39.6    | 21         | Fever / rash
010 001 2233 | Jones-Ap  | 1988-06-17 | 18:15:00 | 19:40:00 | Green    | 3           | 36.7    | 85         | Ankle inj.
602 118 0907 | Kowalska  | 1974-01-02 | 18:22:00 | 18:24:00 | Red      | Not recorded | 34.9   | 2          | Collapse ?cause
733 990 4110 | Mbeki     | 2002-09-23 | 18:40:00 | 20:55:00 | Blue     | 1           | Not recorded | 135   | Repeat prescription
418 260 7788 | Singh     | 1939-12-12 | 19:01:00 | 19:12:00 | Orange   | 6           | 38.8    | 11         | SOB; known COPD
550 307 6612 | Evans     | 1996-04-05 | 19:33:00 | 20:14:00 | Yellow   | 7           | 37.9    | 41         | Abdo pain`,
  /^Not recorded$/,
)

const herd = table(
  `
Levensnummer   | Naam      | Lactatie | Melk (kg) ochtend | Melk (kg) avond | Gehalten (%) vet | Gehalten (%) eiwit | Celgetal
code           | text      | rank     | dec.  | dec.  | dec. | dec. | int
NL 412345678   | Bertha 12 | 3        | 16.4  | 12.7  | 4.35 | 3.51 | 88
NL 412345685   | Klaske    | 1        | 13.9  | 11.2  | 4.12 | 3.44 | 45
NL 598700123   | Roosje 4  | 5        | droog | droog |      |      |
NL 598700130   | Sjoukje   | 2        | 18.1  | 14.3  | 3.98 | 3.37 | 412
NL 601122334   | Tine      | 2        | 15.5  | 13.6  | 4.51 | 3.62 | 130
NL 601122341   | Geertje 9 | 4        | 12.2  | 9.8   | 4.77 | 3.71 | 1250
NL 700455661   | Aaltje    | 1        | 11.7  | 10.9  | 4.05 | 3.39 | 61`,
  /^droog$/,
)

const spot = table(`
Timme | SE1 Luleå ~ EUR/MWh SE1 Luleå | SE2 Sundsvall ~ EUR/MWh SE2 Sundsvall | SE3 Stockholm ~ EUR/MWh SE3 Stockholm | SE4 Malmö ~ EUR/MWh SE4 Malmö
period | dec.     | dec.          | dec.          | dec.
00-01 | 21.35     | 21.35         | 48.07         | 55.12
01-02 | 20.91     | 20.91         | 46.33         | 51.78
02-03 | 18.44     | 18.44         | 40.02         | 47.65
03-04 | -0.57     | -0.57         | 12.26         | 33.81
04-05 | 5.03      | 5.03          | 22.19         | 39.94
05-06 | 24.72     | 24.72         | 61.48         | 78.21
06-07 | 35.66     | 35.66         | 104.83        | 131.57`)

const rooms = table(`
Salle           | N° d'inventaire | Titre                     | Artiste           | Année | Assurance (€) | Dernier constat
text            | code            | text                      | text              | year  | dec.          | @y-m-d
Salle 1, Flandre | 1892.04.001    | Nature morte aux huîtres  | Atelier de Heda   | 1641  | 45000.5       | 2022-11-08
Salle 1, Flandre | 1892.04.007    | Kermesse                  |                   | 1660  | 23100.75      | 2022-11-08
Salle 1, Flandre | 1901.11.002    | Vue de Gand               | J. van Goyen (?)  | 1638  | 18750.25      | 2023-02-14
Salle 2, XIXe   | 1933.02.015     | Étude d'âne               | R. Bonheur        | 1852  | 9800.1        | 2021-06-30
Salle 2, XIXe   | D.2004.1.3      | Port de Sète              | Anonyme           | 1871  |               | 2023-09-19
Salle 3, Dépôts | D.2004.1.4      | « L'Œil »                 | O. Redon          | 1883  | 76000.9       |
Salle 3, Dépôts | 2015.06.001     | Sans titre, n° 4          | S. Hantaï         | 1967  | 310000.35     | 2024-01-05`)

const pupils = table(`
INE         | Nom et prénom      | Né(e) le   | Régime
code        | text               | @y-m-d     | text
070123456AB | AÏT-OUALI Sofiane  | 2008-05-14 | DP
070123457CD | BÉRENGER Maëlle    | 2008-12-01 | EXT
080004411EF | D'HAENE Gaspard    | 2009-02-27 | INT
080004412GH | LE GOFF Anaïs      | 2008-08-08 | DP
080010099JK | NGUYỄN Théo        | 2008-10-19 | DP`)
const absences = table(`
INE         | Du         | Au         | Demi-journées | Motif                    | Justifiée
code        | @y-m-d     | @y-m-d     | dec.          | text                     | yes Oui
070123456AB | 2024-01-09 | 2024-01-10 | 3.5           | Maladie                  | Oui
080004411EF | 2024-01-11 | 2024-01-11 | 0.5           | RDV médical              | Oui
080004411EF | 2024-01-22 | 2024-01-26 | 9.5           | Séjour; « convenance »   | Non
070123457CD | 2024-02-01 | 2024-02-01 | 1.5           |                          | Non
080010099JK | 2024-02-05 | 2024-02-09 | 8.5           | Grippe                   | Oui
080010099JK | 2024-03-04 | 2024-03-04 | 0.5           | Transport                | Oui`)

const wages = table(
  `
Emp Code | Name           | Designation    | DOJ        | Basic (₹) | HRA (₹) | Arrears (₹) | PF (₹)  | Net Pay (₹)
code     | text           | text           | @y-m-d     | dec.      | dec.    | dec.        | dec.    | dec.
00017    | R. Subramaniam | Sr. Accountant | 2011-04-01 | 45200.5   | 18080.2 | NIL         | -5424.06 | 57856.64
00023    | Farida Shaikh  | Clerk          | 2016-07-18 | 22450.75  | 8980.3  | 1200.45     | -2694.09 | 29937.41
00031    | Gurpreet Kaur  | Manager        | 2009-01-05 | 90125.25  | 36050.1 | -3500.35    | -10815.03 | 111859.97
00044    | T. Lalrinpuia  | Driver         | 2020-11-23 | 15300.6   | 6120.24 | NIL         | -1836.07 | 19584.77
00045    | Kavita Joshi   | Clerk          | 2021-02-01 | 21980.9   | 8792.36 | 650.55      | -2637.71 | 28786.1
00052    | M. Venkatesh   | Peon           | 2023-09-11 | 13010.15  | 5204.06 | NIL         | -1561.22 | 16652.99`,
  /^NIL$/,
)

const guests = table(`
رقم الغرفة | اسم النزيل      | الجنسية  | تاريخ الوصول | تاريخ المغادرة | الليالي | سعر الليلة (درهم) | إفطار   | ملاحظات
code       | text            | text     | @y-m-d       | @y-m-d         | int     | dec.              | yes نعم | text
0501       | محمد العامري    | الإمارات | 2024-02-01   | 2024-02-04     | 3       | 455.5             | نعم     |
0502       | ليلى بن يوسف    | تونس     | 2024-02-01   | 2024-02-11     | 10      | 389.75            | لا      | طابق هادئ، بعيد عن المصعد
0610       | جورج خوري       | لبنان    | 2024-02-03   | 2024-02-05     | 2       | 512.25            | نعم     |
0611       | سارة المنصوري   | قطر      | 2024-02-07   | 2024-02-08     | 1       | 610.9             | نعم     | VIP
0702       | عبد الله الحسن  | السودان  | 2024-02-10   | 2024-02-24     | 14      | 340.15            | لا      |
0715       | هدى مرعي        | مصر      | 2024-02-12   | 2024-02-15     | 3       | 455.5             | نعم     | وصول متأخر`)

const water = table(`
お客様番号 | 氏名       | 検針日     | 前回指針（m³） | 今回指針（m³） | 使用水量（m³） | 料金（円） | 状況
no         | text       | @y-m-d     | int            | int            | int            | int        | text
1002003    | 山田 太郎  | 2024-02-05 | 1204           | 1231           | 27             | 4312       | 確定
1002010    | 高橋 花子  | 2024-02-05 | 887            | 899            | 12             | 2046       | 確定
1002027    | ㈱みどり   | 2024-02-06 | 30112          | 30590          | 478            | 98230      | 確定
1002034    | 渡邊 一郎  | 2024-02-06 | 410            | 428            | 18             | 2970       | 推定
1002041    | 空家       | 2024-02-06 | 95             | 95             | 0              | 1089       | 閉栓
1002058    | 中村 薫    | 2024-02-07 | 7021           | 7060           | 39             | 6215       | 確定`)

const booths = table(`
Sección | Casilla       | Lista nominal | Total de votos | Votos nulos | Participación | Observaciones
code    | text          | int           | int            | int         | pct.          | text
0412    | Básica        | 702           | 421            | 9           | 59.97         |
0412    | Contigua 1    | 701           | 398            | 14          | 56.78         | Acta ilegible
0413    | Básica        | 655           | 377            | 11          | 57.56         |
0413    | Extraordinaria | 120          | 88             | 2           | 73.33         | Llegó tarde; «sin sello»
0420    | Básica        | 588           | 301            | 8           | 51.19         |
0421    | Básica        | 744           | 466            | 21          | 62.63         |`)

type Page = Partial<Omit<Sheet, 'rows'>> & {
  as?: Record<string, (value: Value) => Cell>
  above?: Cell[][]
  below?: Cell[][]
  names?: boolean
}
const page = (columns: Column[], { as = {}, above = [], below = [], names = true, ...rest }: Page): Sheet => ({
  name: 'Sheet1',
  rows: [...above, ...cells(columns, { as, names }), ...below],
  ...rest,
})
const book = (kind: string, name: string, columns: Column[], more: Page, beside: Sheet[] = []): Case =>
  xlsx(`${kind}: ${name}`, [columns], [page(columns, more), ...beside])
const or = (word: string) => (value: Value) => value ?? word

export const SHEETS: Case[] = [
  book(
    'leagues',
    'Italian standings with plus signs as text and a penalty',
    standings,
    {
      name: 'Girone B',
      merged: ['A1:J1'],
      above: [['Classifica Girone B, 14ª giornata'], [null]],
      as: { DR: (value) => (Number(value) > 0 ? `+${value}` : value) },
      below: [[null], ['* 2 punti di penalizzazione']],
    },
    [{ name: 'Note', rows: [['Aggiornata al 3/12/2023']] }],
  ),
  book('clubs', 'Swiss gymnasts with padded numbers and a hidden column', members, {
    name: 'Mitglieder',
    merged: ['A1:I1'],
    hiddenColumns: [2],
    comments: { G4: 'bis 30.6. mahnen' },
    above: [['TV Hinterwil: Mitgliederliste 2024']],
    as: { 'Mitgl.-Nr.': styled('zeros'), Geboren: styled('day'), 'Beitrag (CHF)': or('–') },
    below: [totals(members, 3, { 1: 'Total' }, [6])],
  }),
  book('manifests', 'a Dutch packing list below its consignee', packing, {
    name: 'Paklijst',
    merged: ['A1:H1'],
    above: [
      ['PAKLIJST'],
      ['Geadresseerde:', null, 'Holland Deli GmbH'],
      ['Datum:', null, styled('date')('2024-03-12')],
      ['Incoterm:', null, 'DAP Köln'],
      [null],
    ],
    below: [totals(packing, 7, { 0: 'Totaal' }, [4, 5, 6]), [null], ['Handtekening:', null, '____________']],
  }),
  book('triage', 'British arrivals with times and words for what is missing', arrivals, {
    name: 'ED 14 Mar',
    above: [
      ['Emergency Department - arrivals'],
      ['Shift:', 'Late', null, 'Printed:', styled('moment')('2024-03-14 22:05')],
      [null],
    ],
    as: {
      DOB: styled('day'),
      Arrived: clock,
      Triaged: clock,
      'Pain (0-10)': or('Not recorded'),
      'Temp °C': or('Not recorded'),
    },
  }),
  book('harvests', 'milk of a Dutch herd below two lines of heads', herd, {
    name: 'MPR',
    merged: ['D1:E1', 'F1:G1'],
    above: [
      ['Levensnummer', 'Naam', 'Lactatie', 'Melk (kg)', null, 'Gehalten (%)', null, 'Celgetal'],
      [null, null, null, 'ochtend', 'avond', 'vet', 'eiwit', null],
    ],
    names: false,
    as: { 'Melk (kg) ochtend': or('droog'), 'Melk (kg) avond': or('droog') },
  }),
  book('energy markets', 'hours of Swedish areas with least, most and mean', spot, {
    name: 'Spot 2024-02-24',
    merged: ['B2:E2'],
    above: [['Elspotpriser, 2024-02-24'], [null, 'EUR/MWh']],
    below: [
      [null],
      ['Min', -0.57, -0.57, 12.26, 33.81],
      ['Max', 35.66, 35.66, 104.83, 131.57],
      ['Medel', 17.93, 17.93, 47.88, 62.65],
    ],
  }),
  xlsx(
    'museums: French works whose room is merged over its rows',
    [rooms],
    [
      {
        name: 'Récolement',
        merged: ['A3:A5', 'A6:A7', 'A8:A9'],
        comments: { C5: 'attribution à revoir' },
        rows: [
          ['Récolement décennal'],
          ...cells(rooms, { as: { 'Assurance (€)': styled('euros') } }).map(([room, ...rest], at, all) => [
            room === all[at - 1]?.[0] ? null : room!,
            ...rest,
          ]),
        ],
      },
    ],
  ),
  xlsx(
    'class registers: pupils and absences of a French lycée on two sheets',
    [pupils, absences],
    [
      page(pupils, { name: '2nde 4', above: [['Lycée Jean-Moulin', null, 'Année 2023-2024'], [null]] }),
      page(absences, {
        name: 'Absences',
        as: { Du: styled('day'), Au: styled('day') },
        below: [totals(absences, 2, { 0: 'Total' }, [3])],
      }),
    ],
  ),
  book('wages', 'an Indian register with negatives in brackets', wages, {
    name: 'Feb-24',
    merged: ['A1:I1', 'A2:I2'],
    above: [['SHREE TEXTILES PVT LTD'], ['Salary Register for the month of Feb 2024'], [null]],
    as: {
      'Arrears (₹)': (value) => (value === null ? 'NIL' : styled('ledger')(value)),
      'PF (₹)': styled('ledger'),
      'Net Pay (₹)': styled('money'),
    },
    below: [totals(wages, 5, { 0: 'Total' }, [4, 5, 6, 7, 8])],
  }),
  book('hotels', 'Arabic guests below two titles', guests, {
    name: 'النزلاء',
    merged: ['A1:I1', 'A2:I2'],
    above: [['فندق الواحة'], ['كشف النزلاء - فبراير 2024']],
    below: [totals(guests, 4, { 4: 'المجموع' }, [5])],
  }),
  book('meter readings', 'Japanese water with yen and days of its country', water, {
    name: '検針',
    merged: ['A1:H1'],
    above: [['水道メーター検針表（令和6年2月）']],
    as: { 検針日: styled('japanese'), '料金（円）': styled('yen') },
    below: [totals(water, 3, { 0: '合計' }, [5, 6])],
  }),
  book('ballots', 'Mexican booths with the whole in the first row', booths, {
    name: 'Cómputo',
    above: [
      ['Distrito 07, cómputo preliminar'],
      [null],
      booths.map(({ names }) => names[0]!),
      [...totals(booths, 5, { 0: 'Total' }, [2, 3, 4]), { number: 0.5843, style: 'share' }],
    ],
    names: false,
    as: { Participación: (value) => styled('share')(Number(value) / 100) },
    below: [[null], ['Corte: 21:30 h']],
  }),
]
