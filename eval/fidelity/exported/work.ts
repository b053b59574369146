import type { Case } from '../case.ts'
import { table } from '../latest/table.ts'
import type { Column } from '../truth.ts'
import { type Cell, cells, objects, serial, text, utf8, workbook } from '../write.ts'
import { file, namesOf, rewritten, rowsOf } from './file.ts'

const BOARDS = 'boards and trackers'
const issues = table(`
  Summary | Issue key | Issue id | Issue Type | Status | Priority | Assignee | Created | Due date | Story Points | Labels | Labels ~ Labels_2 ~ Labels_1 ~ Labels 2 | Sprint | Sprint ~ Sprint_2 ~ Sprint_1 ~ Sprint 2
  text | code | no | text | text | text | text | @d/m/y h:i | @d/m/y | dec. | text | text | text | text
  Login fails, sometimes | WEB-118 | 20418 | Bug | Done | High | r.lee | 04/03/2024 09:12 | 11/03/2024 | 3.0 | auth | urgent | Sprint 7 | Sprint 8
  Dark theme | WEB-120 | 20433 | Story | In Progress | Medium | m.abe | 05/03/2024 16:40 | | 8.0 | ui | | Sprint 8 |
  Crash on "Save"↵Steps: open, save | WEB-121 | 20440 | Bug | To Do | Highest | | 06/03/2024 08:01 | 08/03/2024 | 2.5 | | | Sprint 8 |
  Update licences | WEB-125 | 20502 | Task | To Do | Low | r.lee | 13/03/2024 11:30 | 29/03/2024 | 0.5 | legal | | |
  Export as PDF | WEB-130 | 20561 | Story | Done | Medium | k.osei | 18/03/2024 14:55 | 25/03/2024 | 5.0 | export | ui | Sprint 7 | Sprint 8`)
const cards = table(`
  id | name | idList | due | dueComplete | pos | badges.comments ~ badges_comments ~ badges comments ~ comments
  code | text | code | @y-m-d h:i:s | yes true | dec. | int
  65f0a1b2c3 | Order paint | 65aa01 | 2024-03-20 09:00:00 | false | 16384.5 | 2
  65f0a1b2c4 | Call the council | 65aa01 | | false | 32768.25 | 0
  65f0a1b2c9 | Book the hall | 65aa02 | 2024-03-15 12:00:00 | true | 65535.5 | 5
  65f0a1b2d0 | Print flyers | 65aa03 | 2024-03-28 17:30:00 | false | 16384.75 | 1`)
const lists = table(`
  id | name | closed
  code | text | yes true
  65aa01 | To do | false
  65aa02 | Done | false
  65aa03 | Waiting | true`)

const FORMS = 'answers to forms'
const form = rewritten(
  table(`
  Zeitstempel | E-Mail-Adresse | Wie heißt du? | Kommst du zum Sommerfest? | Wie viele Gäste bringst du mit? | Was bringst du mit? (Mehrfachauswahl) | Wie zufrieden warst du letztes Jahr? [Essen] | Wie zufrieden warst du letztes Jahr? [Musik] | Anmerkungen
  @d.m.y h:i:s | code | text | text | int | text | text | text | text
  02.03.2024 08:14:09 | jo@example.org | Jo | Ja | 2 | Salat, Getränke | sehr | eher | Danke für die Mühe!
  02.03.2024 12:40:51 | kim@example.org | Kim | Nein | 0 | | eher | nicht | Bin im Urlaub,↵leider.
  03.03.2024 19:05:30 | lu@example.org | Lu | Ja | 1 | Kuchen | | | 
  03.03.2024 21:22:17 | mo@example.org | Mo | Vielleicht | 3 | Getränke | sehr | sehr | vegetarisch
  05.03.2024 07:59:44 | ni@example.org | Ni | Ja | 0 | Salat, Kuchen, Getränke | eher | sehr |`),
  {},
)
const responses = table(`
  StartDate ~ Start Date | Status ~ Response Type | Progress | Duration (in seconds) | Finished | ResponseId ~ Response ID | Q1 ~ How old are you? | Q2_1 ~ How satisfied are you with - Price | Q2_2 ~ How satisfied are you with - Service | Q3 ~ Anything else?
  @y-m-d h:i:s | text | int | int | yes True | code | int | rank | rank | text
  2024-03-01 10:00:12 | IP Address | 100 | 184 | True | R_1a2B3c4D | 34 | 4 | 5 | no
  2024-03-01 10:14:55 | IP Address | 100 | 240 | True | R_9zYxW7vU | 51 | 2 | 3 | Too dear, sadly
  2024-03-01 11:41:03 | Survey Preview | 43 | 61 | False | R_3kLmN0pQ | 28 | 3 | |
  2024-03-02 08:20:40 | IP Address | 100 | 155 | True | R_7hJkL1mN | 45 | 5 | 5 |
  2024-03-02 21:09:18 | IP Address | 100 | 301 | True | R_2sDfG5hJ | 62 | 1 | 4 | "Fine"`)

const SURVEYS = 'coded surveys'
const coded = table(
  `
  id | submitdate | lastpage | startlanguage | G1Q1. Gender ~ G1Q1 | G1Q2. Year of birth ~ G1Q2 | G2Q1[SQ1]. Trust in courts ~ G2Q1[SQ1] | G2Q1[SQ2]. Trust in press ~ G2Q1[SQ2] | G2Q2. Income ~ G2Q2
  no | @y-m-d h:i:s | int | text | text | year | rank | rank | int
  1 | 2024-02-01 09:00:10 | 4 | de | A1 | 1980 | 3 | 4 | 2400
  2 | 2024-02-01 09:31:44 | 4 | de | A2 | 1962 | 5 | 2 | N/A
  3 | | 2 | fr | A2 | 1999 | 1 | | 
  5 | 2024-02-02 14:20:33 | 4 | de | A1 | 1975 | 4 | 4 | 3100
  8 | 2024-02-03 20:01:05 | 4 | fr | A3 | 2001 | 2 | 3 | 1250
  9 | 2024-02-04 07:48:59 | 4 | de | A2 | 1948 | 5 | 5 | 1900`,
  /^N\/A$/,
)
const panel = table(
  `
  caseid | wave | sex | age | hhsize | satis | weight
  no | rank | mark | int | int | rank | dec.
  10001 | 3 | 1 | 44 | 3 | 7 | 0.9875
  10002 | 3 | 2 | 61 | 1 | 8 | 1.1250
  10003 | 3 | 2 | 999 | 4 | 99 | 0.8125
  10004 | 3 | 1 | 29 | 2 | 5 | 1.0625
  10005 | 3 | 1 | 999 | 2 | 6 | 1.0435
  10006 | 3 | 2 | 38 | 5 | 99 | 0.9415
  10007 | 3 | 1 | 52 | 2 | 9 | 1.2205`,
  /^(999|99)$/,
)
const codebook = table(`
  Variable | Label | Values
  text | text | text
  caseid | Number of the case |
  wave | Wave of the panel |
  sex | Sex | 1 = male; 2 = female
  age | Age in years | 999 = no answer
  hhsize | Persons in the household |
  satis | Satisfaction with life | 0 to 10; 99 = no answer
  weight | Weight of the case |`)

const SCHOOLS = 'books of marks'
const grades = table(
  `
  First name | Last name | ID number | Email address | Assignment: Essay 1 (Real) ~ Assignment: Essay 1 | Quiz: Week 3 (Real) ~ Quiz: Week 3 | Course total (Real) ~ Course total | Last downloaded from this course
  text | text | code | code | dec. | dec. | dec. | no
  Amina | Bello | 0042217 | a.bello@example.edu | 78.50 | 9.25 | 81.13 | 1710064800
  Bartek | Nowak | 0042218 | b.nowak@example.edu | - | 7.75 | 41.27 | 1710064800
  Chloe | Tan | 0042230 | c.tan@example.edu | 91.25 | - | 55.08 | 1710064800
  Dario | Rossi | 0042241 | d.rossi@example.edu | 64.75 | 8.50 | 70.96 | 1710064800
  Efua | Mensah | 0042255 | e.mensah@example.edu | - | - | - | 1710064800`,
  /^-$/,
).map(
  (one, at): Column =>
    at === 7 ? { ...one, roles: ['id', 'code', 'time', 'measure'], types: ['integer', 'text', 'timestamp'] } : one,
)
const marks = table(`
  Nr. ~ Nr | Schüler/in ~ Schüler in | Deutsch SA1 ~ SA1 | Deutsch mdl. ~ mdl. | Mathe SA1 ~ SA1_2 | Mathe mdl. ~ mdl._2 | Fehltage entsch. ~ entsch. | Fehltage unentsch. ~ unentsch.
  rank | text | dec. | dec. | dec. | dec. | int | int
  1 | Ahrens, Till | 2.5 | 2.25 | 3.5 | 3.25 | 4 | 0
  2 | Çelik, Nur | 1.5 | 1.75 | 2.5 | 1.5 | 0 | 0
  3 | Dorn, Ida | 3.25 | 2.75 | | 4.25 | 11 | 2
  4 | Groß, Paul | 4.5 | 3.5 | 2.25 | 2.75 | 2 | 1
  5 | Önder, Kaya | 2.75 | 2.5 | 4.75 | 3.5 | 1 | 0`)

const CLUBS = 'registers of clubs'
const members = table(`
  Section ~ group ~ heading ~ category ~ block ~ part | No. ~ No | Member | Joined | Phone | Fee | Paid
  text | no | text | @y-m-d | code | dec. | yes x
  Seniors | 4 | Hansen, Per | 1988-05-01 | +47 22 55 01 01 | 45.5 | x
  Seniors | 9 | Lund, Grete | 1991-09-15 | +47 22 55 01 09 | 45.5 |
  Adults | 31 | Berg, Ola | 2010-01-10 | +47 90 55 03 31 | 90.25 | x
  Adults | 38 | Dahl, Siri | 2014-06-03 | | 90.25 | x
  Adults | 40 | Moen, Kai | 2019-03-22 | +47 90 55 03 40 | 90.25 |
  Juniors | 77 | Lie, Emma | 2022-08-30 | +47 90 55 07 77 | 20.75 | x`).map(
  (one, at): Column =>
    at === 6
      ? {
          ...one,
          values: one.written.map((text) => text || null),
          kind: 'text',
          roles: ['flag', 'dimension', 'text'],
          types: ['text', 'boolean'],
        }
      : one,
)
const membersOf = (section: string): Cell[][] =>
  cells(members, { names: false })
    .filter(([of]) => of === section)
    .map((line) => line.slice(1))
const duties = table(`
  Date | Opening | Bar | Cleaning
  @y-m-d | text | text | text
  2024-04-05 | Hansen | Berg | Lie
  2024-04-12 | Dahl | Moen | Berg
  2024-04-19 | Lund | | Hansen
  2024-04-26 | Berg | Dahl | Moen`)
const keys = table(`
  Key | Holder | Since
  code | text | @y-m-d
  K1 | Hansen | 2001-03-01
  K2 | Dahl | 2018-11-20
  K3 | Berg | 2020-02-02`)

const LIBRARIES = 'shelves and libraries'
const books = rewritten(
  table(`
  Book Id | Title | Author | ISBN | ISBN13 | My Rating | Average Rating | Number of Pages | Original Publication Year | Date Read | Date Added | Exclusive Shelf
  no | text | text | code | code | rank | dec. | int | year | @y/m/d | @y/m/d | text
  77203 | The Long Quay | Ada Fenn | 0141439513 | 9780141439518 | 4 | 4.28 | 279 | 1813 | 2024/02/11 | 2024/01/02 | read
  5107 | Salt, and After (Coast, #2) | Noor Haddad | 0316769177 | 9780316769174 | 5 | 3.81 | 277 | 1951 | 2024/03/30 | 2024/02/14 | read
  99561 | Looking North | Jon Greve | | | 0 | 4.01 | 221 | 2005 | | 2024/03/01 | to-read
  11870085 | Faults | Iris Bloom | 0525478817 | 9780525478812 | 3 | 4.19 | 313 | 2012 | 2023/12/24 | 2023/11/05 | read
  41865 | Dusk "II" | S. Meyer-Koch | 0316015849 | 9780316015844 | 0 | 3.62 | 498 | 2005 | | 2023/10/10 | currently-reading`),
  {
    ISBN: (value) => `="${value ?? ''}"`,
    ISBN13: (value) => `="${value ?? ''}"`,
  },
)
const loans = table(
  `
  Mediennummer | Titel | Verfasser | Signatur | Leser-Nr. ~ Leser-Nr | Ausgeliehen | Fällig | Mahnstufe | Gebühr
  code | text | text | code | code | @d.m.y | @d.m.y | rank | dec,
  $00112233 | Das Boot in der Bucht | Ahlers, K. | Rom Ahl | 0007712 | 02.02.2024 | 01.03.2024 | 0 | 0,00
  $00112240 | Algen; Tange | Institut | Nat 4.1 | 0007712 | 02.02.2024 | 01.03.2024 | 1 | 1,50
  $00118001 | Kochen ohne Herd | Zander, P. | Hau 12 | 0010034 | 15.01.2024 | 12.02.2024 | 3 | 7,50
  $00120455 | Atlas der Gezeiten | – | Geo 0.2 | 0000519 | 20.02.2024 | 19.03.2024 | 0 | 0,00`,
  /^–$/,
)

/** What trackers, forms, schools, clubs and libraries export. */
export const WORK: Case[] = [
  file(
    BOARDS,
    'issues with names twice',
    'csv',
    [issues],
    text(rewritten(issues, { Created: (_, row) => issues[7]!.written[row]! }), { newline: '\n' }),
  ),
  file(
    BOARDS,
    'a board with its lists',
    'json',
    [cards, lists],
    JSON.stringify({
      id: '65a9ff',
      name: 'Spring fair',
      desc: '',
      closed: false,
      dateLastActivity: '2024-03-18T10:00:00.000Z',
      prefs: { permissionLevel: 'private', voting: 'disabled' },
      labels: [],
      cards: rowsOf(cards).map((_, row) => {
        const [id, name, idList, due, dueComplete, pos, comments] = cards.map(({ values }) => values[row])
        return {
          id,
          name,
          idList,
          due: due && `${String(due).replace(' ', 'T')}.000Z`,
          dueComplete,
          pos,
          badges: { comments },
        }
      }),
      lists: objects(lists),
    }),
  ),
  file(FORMS, 'questions as names', 'csv', [form], utf8(text(form, { quotes: 'all' }), true)),
  file(
    FORMS,
    'three lines of names',
    'csv',
    [responses],
    text(responses, {
      header: [
        [
          'StartDate',
          'Status',
          'Progress',
          'Duration (in seconds)',
          'Finished',
          'ResponseId',
          'Q1',
          'Q2_1',
          'Q2_2',
          'Q3',
        ],
        [
          'Start Date',
          'Response Type',
          'Progress',
          'Duration (in seconds)',
          'Finished',
          'Response ID',
          'How old are you?',
          'How satisfied are you with - Price',
          'How satisfied are you with - Service',
          'Anything else?',
        ],
        [
          'startDate',
          'status',
          'progress',
          'duration',
          'finished',
          '_recordId',
          'QID1_TEXT',
          'QID2_1',
          'QID2_2',
          'QID3_TEXT',
        ].map((id) => `{"ImportId":"${id}"}`),
      ],
    }),
  ),
  file(SURVEYS, 'answers with codes of questions', 'csv', [coded], utf8(text(coded, { quotes: 'all' }), true)),
  file(SURVEYS, 'a wave with its code book', 'xlsx', [panel, codebook], () =>
    workbook([
      { name: 'data', rows: [namesOf(panel), ...rowsOf(panel).map((line) => line.map(Number))] },
      { name: 'codebook', rows: cells(codebook) },
    ]),
  ),
  file(SCHOOLS, 'a course online', 'csv', [grades], text(grades)),
  file(SCHOOLS, 'a class with two lines of names', 'xlsx', [marks], () =>
    workbook([
      {
        name: '7b',
        rows: [
          ['Notenliste Klasse 7b', null, null, null, null, null, null, null],
          [
            'Schuljahr 2023/24',
            null,
            null,
            null,
            'Stand:',
            { number: serial('2024-02-02'), style: 'date' },
            null,
            null,
          ],
          [],
          ['Nr.', 'Schüler/in', 'Deutsch', null, 'Mathe', null, 'Fehltage', null],
          [null, null, 'SA1', 'mdl.', 'SA1', 'mdl.', 'entsch.', 'unentsch.'],
          ...cells(marks, { names: false }),
          [null, 'Durchschnitt', 2.9, 2.55, 3.25, 3.05, null, null],
        ],
        merged: ['A1:H1', 'A4:A5', 'B4:B5', 'C4:D4', 'E4:F4', 'G4:H4'],
      },
    ]),
  ),
  file(CLUBS, 'members in sections', 'xlsx', [members], () =>
    workbook([
      {
        name: 'Members',
        rows: [
          ['Rowing club', null, null, null, null, null],
          ['No.', 'Member', 'Joined', 'Phone', 'Fee', 'Paid'],
          ...['Seniors', 'Adults', 'Juniors'].flatMap((section) => [
            [section, null, null, null, null, null] as Cell[],
            ...membersOf(section),
          ]),
          [],
          ['Fees in all', null, null, null, 382.5, null],
        ],
        merged: ['A1:F1', 'A3:F3', 'A6:F6', 'A10:F10'],
      },
    ]),
  ),
  file(CLUBS, 'duties and keys one below the other', 'xlsx', [duties, keys], () =>
    workbook([
      {
        name: 'Sheet1',
        rows: [['Duties in April'], ...cells(duties), [], ['Keys'], ...cells(keys), [], ['Lost keys: tell Per.']],
      },
    ]),
  ),
  file(
    LIBRARIES,
    'numbers as formulas',
    'csv',
    [books],
    text(books, {
      line: (fields) =>
        fields.map((field) =>
          /[",]/.test(field) && !field.startsWith('=') ? `"${field.replaceAll('"', '""')}"` : field,
        ),
      quotes: 'none',
    }),
  ),
  file(
    LIBRARIES,
    'loans with codes',
    'txt',
    [loans],
    text(loans, {
      delimiter: '\t',
      newline: '\r\n',
      above: ['Ausleihliste\tStadtbücherei\tStand 21.02.2024'],
      below: ['', 'Anzahl: 4\tGebühren: 9,00'],
    }),
  ),
]
