import type { Case } from '../case.ts'
import { encoded } from '../columns.ts'
import { file, join, LEVEL, linesOf } from '../everyday/file.ts'
import { namesOf, rowsOf, tuned } from '../exported/file.ts'
import { ANY, meant, SPAN, utc, WHOLE } from '../later/file.ts'
import { table } from '../latest/table.ts'
import { marked, quoted } from './file.ts'

const form = tuned(
  meant(
    table(`
  Timestamp | Email Address | What is your full name? | Which workshops would you like to attend? (tick all that apply) | Will you need parking? | How many guests will you bring? | Anything else?
  text | text | text | text | yes Yes | int | text
  2024/03/01 9:12:33 AM GMT+1 | ann@example.com | Ann Lee | Pottery;Bread, basic;Bees | Yes | 2 |
  2024/03/01 11:47:02 AM GMT+1 | o.brien@example.ie | Siobhán O'Brien | Bees | No | 0 | Vegan, please
  2024/03/02 7:05:59 PM GMT+1 | kofi@example.com | Kofi A. | Pottery | No | 1 | I said "maybe" last year↵but now I'm sure
  2024/03/05 12:30:00 PM GMT+1 | ann@example.com | Ann Lee | Pottery;Bees | Yes | 3 | replaces my first answer
  2024/03/09 12:00:41 AM GMT+1 | zw@example.com | 张伟 | Bread, basic | No | | -
  2024/03/11 3:21:15 PM GMT+1 | m@example.de | Max Groß | Bread, basic;Bees | Yes | 1 |
  2024/03/15 8:08:08 AM GMT+1 | t@example.org | T. Novák | | No | 0 | Can't come after all`),
    {
      Timestamp: [
        'timestamp',
        (text) => {
          const [year, month, day, hour, minute, second] = text.match(/\d+/g)!
          const two = (number: number) => String(number).padStart(2, '0')
          const hours = (Number(hour) % 12) + (text.includes('PM') ? 12 : 0)
          return utc(`${year}-${month}-${day} ${two(hours)}:${minute}:${second}`, 1)
        },
      ],
    },
  ),
  { 'Email Address': ANY, 'What is your full name?': ANY, 'Anything else?': ANY },
)

const study = table(`
  StartDate | EndDate | Progress | Duration (in seconds) | Finished | ResponseId | Q1 | Q2_1 | Q2_2 | Q3_TEXT
  @y-m-d h:i:s | @y-m-d h:i:s | int | int | yes True | code | text | rank | rank | text
  2024-02-12 08:01:10 | 2024-02-12 08:06:02 | 100 | 292 | True | R_1aB2cD3eF4gH5iJ | Daily | 4 | 5 | The app, mostly
  2024-02-12 09:15:44 | 2024-02-12 09:16:01 | 33 | 17 | False | R_2bC3dE4fG5hI6jK | Never | | |
  2024-02-13 12:00:00 | 2024-02-13 12:11:30 | 100 | 690 | True | R_3cD4eF5gH6iJ7kL | Weekly | 2 | 1 | "Too many" mails
  2024-02-13 17:42:05 | 2024-02-13 17:49:59 | 100 | 474 | True | R_1dE5fG6hI7jK8lM | Daily | 5 | 5 |
  2024-02-14 06:30:21 | 2024-02-14 06:38:00 | 100 | 459 | True | R_2eF6gH7iJ8kL9mN | Monthly | 3 | 4 | price
  2024-02-15 21:09:09 | 2024-02-15 21:10:10 | 67 | 61 | False | R_3fG7hI8jK9lM0nO | Weekly | 3 | |
  2024-02-16 10:10:10 | 2024-02-16 10:20:31 | 100 | 621 | True | R_1gH8iJ9kL0mN1oP | Never | 1 | 2 | Nothing`)
const ASKED = [
  'Start Date',
  'End Date',
  'Progress',
  'Duration (in seconds)',
  'Finished',
  'Response ID',
  'How often do you use the service?',
  'Please rate each of these. - Speed',
  'Please rate each of these. - Support',
  'What do you use it for? - Text',
]
const IMPORTED = [
  'startDate',
  'endDate',
  'progress',
  'duration',
  'finished',
  '_recordId',
  'QID1',
  'QID2_1',
  'QID2_2',
  'QID3_TEXT',
].map((name, at) => `{"ImportId":"${name}"${at < 2 ? ',"timeZone":"America/Denver"' : ''}}`)

const poll = table(
  `
  id. Antwort ID ~ Antwort ID | submitdate. Datum Abgeschickt ~ Datum Abgeschickt | lastpage. Letzte Seite ~ Letzte Seite | startlanguage. Start-Sprache ~ Start-Sprache | G01Q01. Ihr Alter? ~ Ihr Alter? | G01Q02[SQ001]. Was nutzen Sie? [Bus] | G01Q02[SQ002]. Was nutzen Sie? [Rad] | G02Q03. Zufriedenheit ~ Zufriedenheit | G02Q04. Anmerkung ~ Anmerkung
  no | @y-m-d h:i:s | int | text | int | yes Ja | yes Ja | text | text
  1 | 2024-01-15 10:02:33 | 3 | de | 41 | Ja | Nein | eher zufrieden |
  2 | | 1 | de | 67 | N/A | N/A | N/A | N/A
  3 | 2024-01-15 18:20:01 | 3 | en | 23 | Nein | Ja | sehr zufrieden | Mehr Ständer, bitte
  5 | 2024-01-16 07:44:50 | 3 | de | 35 | Ja | Ja | unzufrieden | Der 31er ist "immer" zu spät
  6 | 2024-01-17 22:13:12 | 3 | de | 52 | Nein | Nein | keine Angabe |
  8 | | 2 | en | 30 | Ja | Nein | N/A | N/A
  9 | 2024-01-20 09:00:00 | 3 | de | 78 | Ja | Nein | eher zufrieden | Danke!`,
  /^N\/A$/,
)

const marks = tuned(
  table(
    `
  Élève | Devoir 1 (/20) ~ Devoir 1 | Interro (/10) ~ Interro | Oral (/20) ~ Oral | DS n°2 (/40) ~ DS n°2 | Moyenne | Appréciation
  text | dec, | dec, | dec, | dec, | dec, | text
  AMRANI Yasmine | 14,5 | 7 | 16 | 31,5 | 15,06 | Très bon trimestre ; continuez.
  BŒUF Léo | 8 | 4,5 | Abs | 17 | 8,52 | Des efforts à fournir
  DE LA TOUR Inès | 17,5 | 9,75 | 18 | 38 | 18,63 | Excellent !
  FERRAND Tom | 11 | Disp | 12,5 | 22,5 | 11,42 |
  GÜNER Elif | Abs | 8,25 | 15 | 29 | 15,00 | Sérieuse
  LAURENT Zoé | 12,25 | 6 | N.Not | 24 | 12,07 | Peut mieux faire
  N'GUESSAN Paul | 9,5 | 5,5 | 10 | 20,5 | 10,27 | « Bavard »
  PETIT Hugo | 15 | 8 | 13,5 | Abs | 14,90 | Bien`,
    /^(Abs|Disp|N\.Not)$/,
  ),
  { Élève: ANY },
)

const shares = table(`
  Fração | Condómino | Permilagem | Quota mensal | Em dívida | Último pagamento | Débito direto
  code | text | dec, | dec, | dec, | @d-m-y | yes Sim
  A - r/c Esq. | Araújo & Irmão, Lda. | 84,50 | 42,25 € | 0,00 € | 05-03-2024 | Sim
  B - r/c Dto. | Conceição Brandão | 71,25 | 35,63 € | 106,89 € | 04-12-2023 | Não
  C - 1.º Esq. | Inês Falcão | 118,00 | 59,00 € | 0,00 € | 01-03-2024 | Sim
  D - 1.º Dto. | José M. Simões | 118,00 | 59,00 € | -59,00 € | 28-02-2024 | Não
  E - 2.º Esq. | Herdeiros de A. Leitão | 121,75 | 60,88 € | 1.217,60 € | 11-07-2022 | Não
  F - 2.º Dto. | Zulmira Sá | 121,75 | 60,88 € | 0,00 € | 01-03-2024 | Sim
  G - 3.º | Nuno Vaz | 364,75 | 182,38 € | 182,38 € | 02-02-2024 | Sim`)

const chess = tuned(
  table(`
  Rg. | Snr | Titel | Name | Land | Elo | Verein/Ort | Pkt. | Wtg1 | Wtg2
  rank | no | text | text | code | int | text | dec, | dec, | dec,
  1 | 2 | FM | Öhler, Niklas | GER | 2311 | SC Möwe Kiel | 6,5 | 30,5 | 27,75
  2 | 1 | IM | Szabó, Péter | HUN | 2402 | | 6,0 | 31,0 | 26,50
  3 | 5 | | Kraus, Jana | GER | 2104 | TSV Schönau | 5,5 | 28,0 | 21,25
  4 | 3 | CM | van Dijk, Bas | NED | 2240 | Zukertort | 5,0 | 29,5 | 19,75
  5 | 11 | | Akça, Mert | TUR | 1877 | SC Möwe Kiel | 4,5 | 24,0 | 15,50
  6 | 4 | WFM | Lindgren, Åsa | SWE | 2188 | | 4,0 | 27,0 | 14,00
  7 | 9 | | Peters, Klaus-D. | GER | 0 | | 1,5 | 22,5 | 3,25
  8 | 14 | | Bye-Müller, Jo | GER | 1420 | SG "Turm" | 0,5 | 20,0 | 0,75`),
  { Titel: ANY },
)

const box = tuned(
  table(`
  No | Player | MIN | FG | 3PT | FT | REB | AST | +/- | PTS
  code | text | text | text | text | text | int | int | int | int
  4 | M. Okoye (C) | 34:12 | 9-17 | 2-5 | 5-6 | 11 | 3 | +12 | 25
  7 | D. Reyes | 31:40 | 5-11 | 3-7 | 0-0 | 2 | 9 | +8 | 13
  11 | L. Brandt | 28:05 | 4-9 | 0-1 | 2-4 | 7 | 1 | -3 | 10
  15 | J. St. Pierre | 22:59 | 3-8 | 1-4 | 1-2 | 3 | 2 | +1 | 8
  00 | A. Whitley | 9:30 | 1-2 | 1-2 | 0-0 | 0 | 1 | 0 | 3
  23 | T. Vuković | 0:44 | 0-0 | 0-0 | 0-0 | 0 | 0 | -2 | 0
  31 | R. Hale | DNP | | | | | | |`),
  { No: { types: ['text'] }, Player: ANY, FG: ANY, '3PT': ANY, FT: ANY },
).map((one) =>
  one.names[0] === 'MIN'
    ? {
        ...one,
        kind: 'time' as const,
        values: one.written.map((text) => (text === 'DNP' ? null : `00:${text.padStart(5, '0')}`)),
        ...SPAN,
        types: ['integer' as const, 'decimal' as const, 'time' as const, 'other' as const],
      }
    : one,
)

const timed = table(`
  User | Client | Project | Task | Description | Billable | Start date | Start time | End date | End time | Duration | Tags | Amount (USD)
  text | text | text | text | text | yes Yes | @y-m-d | @h:i:s | @y-m-d | @h:i:s | span | text | dec.
  Mira Kent | Harbor Tools | Website | | Kick-off call | Yes | 2024-03-04 | 09:00:00 | 2024-03-04 | 09:47:30 | 00:47:30 | call, client | 71.25
  Mira Kent | Harbor Tools | Website | Wireframes | Home page, v2 | Yes | 2024-03-04 | 10:05:12 | 2024-03-04 | 13:20:12 | 03:15:00 | | 292.50
  Jo Park | | Internal | | Timesheets | No | 2024-03-04 | 16:30:00 | 2024-03-04 | 16:41:03 | 00:11:03 | admin | 0.00
  Jo Park | Łoś Sp. z o.o. | Migration | DB | Dump & restore | Yes | 2024-03-05 | 22:10:00 | 2024-03-06 | 01:40:00 | 03:30:00 | night | 420.00
  Mira Kent | Harbor Tools | Website | Wireframes | | Yes | 2024-03-06 | 08:30:45 | 2024-03-06 | 11:00:45 | 02:30:00 | | 225.00
  Sam "Sly" Oh | Łoś Sp. z o.o. | Migration | DB | Fix encodings | Yes | 2024-03-07 | 14:00:00 | 2024-03-07 | 14:59:59 | 00:59:59 | bug | 119.99
  Jo Park | | Internal | | 1:1 | No | 2024-03-08 | 11:00:00 | 2024-03-08 | 11:30:00 | 00:30:00 | |`)

const attendance = tuned(
  table(`
  م | الاسم | القسم | تاريخ التعيين | أيام الحضور | ساعات إضافية | الراتب (ج.م) ~ الراتب | مؤمن عليه
  rank | text | text | @y/m/d | int | dec. | dec. | yes نعم
  ١ | أحمد عبد السلام | الإنتاج | ٢٠١٥/٠٤/٠١ | ٢٦ | 4.5 | ٧,٢٥٠.٥٠ | نعم
  ٢ | منى الشافعي | الحسابات | ٢٠١٩/١١/١٨ | ٢٤ | 0.0 | ٩,١٠٠.٢٥ | نعم
  ٣ | يوسف مراد | الإنتاج | ٢٠٢١/٠٢/٠٧ | ٢٦ | 12.25 | ٦,٤٨٠.٧٥ | لا
  ٤ | هبة الله كمال | المخازن | ٢٠٢٢/٠٩/٣٠ | ١٩ | 0.0 | ٥,٩٩٠.١٠ | لا
  ٥ | سامي جرجس | الصيانة | ٢٠٠٨/٠٦/١٥ | ٢٥ | 8.75 | ١١,٣٠٥.٩٠ | نعم
  ٦ | رانيا فؤاد | الحسابات | ٢٠٢٣/٠١/٠٢ | ٢٦ | 2.5 | ٧,٠١٠.٣٥ | نعم`),
  { الاسم: ANY },
)

const vaccines = table(`
  Nom | Prénom | Né(e) le | N° Sécu | Vaccin | Dose | Lot | Date d'injection | Site | Rappel
  text | text | @d/m/y | code | text | code | code | @d/m/y | text | @m/y
  ABADIE | Rose | 02/11/1948 | 2 48 11 31 555 123 45 | FLUARIX TETRA | 1 | AFLBA714AA | 18/10/2023 | deltoïde G | 10/2024
  BEN SALAH | Karim | 30/06/1971 | 1 71 06 99 351 004 12 | REVAXIS | R2 | U3K41V | 20/10/2023 | deltoïde D | 06/2046
  COSTE | Jean-Yves | 14/07/1939 | 1 39 07 12 202 017 88 | PNEUMOVAX | 1 | W019204 | 20/10/2023 | deltoïde G |
  COSTE | Odette | 01/01/1941 | 2 41 01 12 202 044 31 | FLUARIX TETRA | 1 | AFLBA714AA | 20/10/2023 | deltoïde G | 10/2024
  DA SILVA | Éva | 19/09/2022 | | PRIORIX | 2 | A69CD112B | 06/11/2023 | cuisse D |
  FAURE | Maël | 25/12/2012 | | GARDASIL 9 | 1 | X011223 | 06/11/2023 | deltoïde D | 05/2024
  KÉRAVEC | Soizic | 08/03/1966 | 2 66 03 29 019 233 07 | BOOSTRIX | R1 | AC37B384AE | 13/11/2023 | deltoïde G | 11/2043`)

/** What is asked of people, and lists of them. */
export const PEOPLE: Case[] = [
  file('forms: answers with a zone behind the time', 'csv', [form], [namesOf(form), ...rowsOf(form)].map(quoted())),
  file(
    'forms: three lines of names of which one is for machines',
    'csv',
    [
      study.map((one, at) => {
        const [short] = one.names as [string]
        return {
          ...one,
          names: [short, ASKED[at]!, `${short} ${ASKED[at]}`, `${short} ${ASKED[at]} ${IMPORTED[at]}`, ...one.names],
        }
      }),
    ],
    [namesOf(study), ASKED, IMPORTED, ...rowsOf(study)].map(join()),
    marked,
  ),
  file(
    'forms: German answers whose names hold code and question',
    'csv',
    [poll],
    [namesOf(poll), ...rowsOf(poll)].map(quoted(';')),
    marked,
  ),
  file(
    'marks: a French class with the most of each test and means below',
    'csv',
    [marks],
    [
      'Collège Rosa-Parks - 3e B;;;;;;',
      'MATHÉMATIQUES - 2e trimestre - M. Kessler;;;;;;',
      ';;;;;;',
      ...linesOf(marks, ';'),
      'Moyenne de la classe;12,54;7;14,17;26,07;13,23;',
      'Note la plus haute;17,5;9,75;18;38;18,63;',
      'Note la plus basse;8;4,5;10;17;8,52;',
    ],
    encoded('windows-1252'),
    '\r\n',
  ),
  file(
    'condominium: Portuguese shares, debts and who signs',
    'csv',
    [tuned(shares, { Condómino: ANY })],
    [
      'Condomínio do Edifício Miramar',
      'Rua das Flores, 14 - Póvoa de Varzim',
      'Situação em 15-03-2024',
      '',
      ...linesOf(shares, ';'),
      'TOTAL;;1000,00;500,02 €;1.447,87 €;;',
      '',
      'O administrador,',
      '_______________________',
    ],
    encoded('windows-1252'),
    '\r\n',
  ),
  file(
    'chess: final ranking with points and halves',
    'csv',
    [tuned(chess, { Elo: LEVEL, Wtg2: WHOLE })],
    [
      'Stadtmeisterschaft 2024;;;;;;;;;',
      'Endstand nach 7 Runden;;;;;;;;;',
      ';;;;;;;;;',
      ...linesOf(chess, ';'),
      ';;;;;;;;;',
      'Anmerkung:;;;;;;;;;',
      'Wtg1: Buchholz-Wertung;;;;;;;;;',
      'Wtg2: Sonneborn-Berger;;;;;;;;;',
    ],
    encoded('windows-1252'),
  ),
  file(
    'basketball: a box of scores with made and tried',
    'csv',
    [box],
    [
      'HARBOR CITY 59, Northfield 55 (FINAL)',
      'HARBOR CITY (18-6)',
      ...linesOf(box),
      ',TOTALS,,22-47,7-19,8-12,23,16,,59',
      ',,,46.8%,36.8%,66.7%,,,,',
      '"Officials: K. Ames, P. Roy. Attendance: 1,204"',
    ],
  ),
  file('time sheets: entries of a tracker over midnight', 'csv', [timed], linesOf(timed), marked),
  file(
    'attendance: Arabic workers with figures of two kinds',
    'csv',
    [attendance],
    [
      'شركة النيل للنسيج;;;;;;;',
      'كشف حضور شهر فبراير ٢٠٢٤;;;;;;;',
      ...linesOf(attendance, ';'),
      'الإجمالي;;;;١٤٦;28.0;٤٧,١٣٧.٨٥;',
    ],
    marked,
    '\r\n',
  ),
  file(
    'vaccines: French injections with lots',
    'csv',
    [vaccines],
    linesOf(vaccines, ';'),
    encoded('windows-1252'),
    '\r\n',
  ),
]
