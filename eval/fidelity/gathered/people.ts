import { type Case, csv, xlsx } from '../case.ts'
import { encoded } from '../columns.ts'
import { BESIDE, file, join, LEVEL, linesOf, TICK } from '../everyday/file.ts'
import { fixed, htmlRows, namesOf, rowsOf, tuned } from '../exported/file.ts'
import { utc } from '../later/file.ts'
import { table } from '../latest/table.ts'
import { type Column, column } from '../truth.ts'
import { utf8 } from '../write.ts'

const semicolon = join(';')
const comma = join()
const tab = join('\t')

const GRADE: Partial<Column> = { roles: ['dimension', 'text', 'code', 'measure'] }
const report = tuned(
  table(`
  Nr. | Name, Vorname ~ Name | Deutsch | Mathe | Englisch | Sport | Fehltage | davon unentsch. ~ davon unentschuldigt | Bemerkung
  no | text | text | text | text | text | int | int | text
  1 | Aydin, Cem | 2+ | 3 | 2- | 1 | 4 | 0 |
  2 | Becker, Lena | 1- | 2 | 1 | 2 | 0 | 0 | Klassensprecherin
  3 | Costa, Rui | 4 | 3- | 3 | 1- | 11 | 3 |
  4 | Dietz, Mara | 3 | 4+ | 2 | befr. | 2 | 0 | Sport befreit
  5 | Engel, Jo | 5 | 5+ | 4- | 3 | 23 | 14 | Gespräch 12.6.
  6 | Frey, Nils | 2 | 1 | 2+ | 2 | 1 | 0 |
  7 | Gashi, Arta | 3+ | 2- | 1- | 2+ | 6 | 1 |`),
  { Deutsch: GRADE, Mathe: GRADE, Englisch: GRADE, Sport: GRADE, Fehltage: LEVEL, 'davon unentsch.': LEVEL },
)

const week = table(`
  Std. | Zeit | Montag | Dienstag | Mittwoch | Donnerstag | Freitag
  no | text | text | text | text | text | text
  1 | 7:50-8:35 | Mathe 12 | Bio 31 | Deutsch 12 | Mathe 12 | Sport TH
  2 | 8:40-9:25 | Mathe 12 | Bio 31 | Englisch 12 | Physik 33 | Sport TH
  3 | 9:45-10:30 | Deutsch 12 | Englisch 12 | Kunst 05 | Physik 33 | Deutsch 12
  4 | 10:35-11:20 | Deutsch 12 | Mathe 12 | Kunst 05 | Religion 14 | Englisch 12
  5 | 11:40-12:25 | Englisch 12 | Musik 02 | Mathe 12 | Deutsch 12 | Geschichte 12
  6 | 12:30-13:15 | Erdkunde 12 | Musik 02 | | Geschichte 12 |`).map((one, at) =>
  at === 0 ? { ...one, roles: ['id', 'code', 'dimension', 'time', 'measure'] as Column['roles'] } : one,
)

const buses = table(
  `
  Haltestelle | 101 ~ Fahrt 101 | 103 S ~ 103 ~ Fahrt 103 S | 105 ~ Fahrt 105 | 107 F ~ 107 ~ Fahrt 107 F | 109 ~ Fahrt 109
  text | @h:i | @h:i | @h:i | @h:i | @h:i
  Bahnhof | 05:42 | 06:12 | 06:42 | 07:12 | 07:42
  Rathaus | 05:45 | 06:15 | 06:45 | 07:15 | 07:45
  Schulzentrum | \u01c0 | 06:21 | \u01c0 | \u01c0 | 07:51
  Kirchplatz | 05:51 | 06:25 | 06:51 | 07:21 | 07:55
  Siedlung Nord | 05:54 | 06:28 | 06:54 | | 07:58
  Gewerbepark | 06:01 | 06:35 | 07:01 | | 08:05
  Endstation See | 06:04 | \u01c0 | 07:04 | | 08:08`,
  /^\u01c0$/,
).map((one) => ({ ...one, written: one.written.map((text) => (text === '\u01c0' ? '|' : text)) }))

const teams = ['Falke', 'Adler', 'Möwe', 'Kranich', 'Dohle']
const SCORES = ['2:1', '0:0', '3:2', '1:4', '10:8', '1:1', '0:2', '5:3', '2:2', '12:11']
const cross: Column[] = [
  column(['', 'Heim'], 'text', teams, { roles: ['text', 'dimension', 'id'] }),
  ...teams.map((name, guest) =>
    column(
      name,
      'text',
      teams.map((_, home) => (home === guest ? 'x' : SCORES[(home * 5 + guest * 3) % SCORES.length]!)),
      { roles: ['text', 'dimension', 'code'] },
    ),
  ),
]

const cards = tuned(
  table(`
  Name | Adresse | PLZ/Ort ~ PLZ Ort | Telefon | Mitglied seit | Sparte | Beitrag
  text | text | text | text | year | text | dec,
  Anna Lorenz | Am Deich 4 | 26434 Wangerland | 04463 1209 | 1998 | Segeln | 84,00
  Bernd Tjarks | Mühlenweg 11a | 26409 Wittmund | | 2011 | Rudern | 60,00
  Cora Ubben | Hafenstr. 2 | 26434 Wangerland | 04463 77815 | 2016 | Segeln, Rudern | 96,00
  Dirk Memmen | Süderpad 9 | 26427 Esens | 04971 4410 | 2003 | Angeln | 48,00
  Edda Harms | Lange Str. 70 | 26409 Wittmund | 0171 5550123 | 2020 | Rudern | 30,00`),
  { 'Mitglied seit': { roles: ['time', 'dimension'] } },
)

const forms = table(`
  Timestamp | What is your age group? | How do you get here? | How satisfied are you with... [Price] | How satisfied are you with... [Opening hours] | Anything else?
  @y-m-d h:i:s | text | text | text | text | text
  2024-03-05 09:12:44 | 18–25 | Bus;Walk | Satisfied | Very satisfied |
  2024-03-05 09:40:01 | 26–40 | Car | Neutral | Satisfied | Please open on Sunday,↵even for two hours.
  2024-03-05 18:03:27 | 41–60 | Bus;Bike;Walk | Dissatisfied | Neutral | "Fine", my son says
  2024-03-06 07:55:10 | 26–40 | Bike | Satisfied | Satisfied |
  2024-03-06 12:00:00 | over 60 | Walk | Very satisfied | Very satisfied | Thank you!
  2024-03-07 22:31:59 | 18–25 | Car;Walk | Neutral | Dissatisfied | none`)
const american = (iso: string) => {
  const [date, clock] = iso.split(' ')
  const [hours, ...rest] = clock!.split(':')
  return `${date!.replaceAll('-', '/')} ${Number(hours) % 12 || 12}:${rest.join(':')} ${Number(hours) < 12 ? 'AM' : 'PM'} GMT+1`
}
const answered = forms.map((one, at) =>
  at === 0 ? { ...one, written: one.written.map(american), values: one.written.map((iso) => utc(iso, 1)) } : one,
)

const panel = tuned(
  table(`
  StartDate ~ Start Date | Duration (in seconds) ~ Duration | Finished | ResponseId ~ Response ID | Q1 ~ How old are you? | Q2_1 ~ Which do you own? - Selected Choice - Car ~ Which do you own? - Car | Q2_2 ~ Which do you own? - Selected Choice - Bike ~ Which do you own? - Bike | Q3 ~ Why?
  @y-m-d h:i:s | int | yes 1 | code | int | text | text | text
  2024-01-15 10:02:11 | 187 | 1 | R_1aB2c | 34 | Car | | It rains
  2024-01-15 10:07:45 | 95 | 1 | R_2Qx9z | 51 | Car | Bike |
  2024-01-15 11:30:20 | 412 | 0 | R_3mmK1 | 29 | | Bike | Cheap, healthy
  2024-01-16 08:15:59 | 233 | 1 | R_0pLw7 | 44 | Car | Bike | Both have a use
  2024-01-16 19:48:03 | 61 | 0 | R_2zzT4 | 19 | | |
  2024-01-17 07:05:37 | 158 | 1 | R_1ooU8 | 62 | Car | | Habit`),
  { Finished: { types: ['boolean', 'integer', 'text'], values: [1, 1, 0, 1, 0, 1], kind: 'integer', roles: ['flag'] } },
)
const tag = (name: string) => JSON.stringify({ ImportId: name })
const QUESTIONS = [
  'Start Date',
  'Duration (in seconds)',
  'Finished',
  'Response ID',
  'How old are you?',
  'Which do you own? - Selected Choice - Car',
  'Which do you own? - Selected Choice - Bike',
  'Why?',
]

const league = tuned(
  table(`
  Miejsce | Drużyna | Mecze | Zwycięstwa ~ Wyniki Zwycięstwa | Remisy ~ Wyniki Remisy | Porażki ~ Wyniki Porażki | Bramki | Punkty
  rank | text | int | int | int | int | text | int
  1 | Orzeł Łódź | 18 | 13 | 3 | 2 | 41:15 | 42
  2 | Gwiazda Śrem | 18 | 12 | 4 | 2 | 38:19 | 40
  3 | Błyskawica Żary | 18 | 9 | 5 | 4 | 30:22 | 32
  4 | Unia Ćmielów | 18 | 8 | 2 | 8 | 27:29 | 26
  5 | Piast Nysa | 18 | 5 | 5 | 8 | 21:30 | 20
  6 | Warta Koło | 18 | 3 | 4 | 11 | 16:35 | 13
  7 | Sokół Łęczna | 18 | 1 | 3 | 14 | 9:32 | 6`),
  { Bramki: { roles: ['text', 'dimension', 'code'] } },
)

const presence = tuned(
  table(`
  번호 | 이름 | 3/4 | 3/11 | 3/18 | 3/25 | 출석률
  no | text | text | text | text | text | pct.
  1 | 김민준 | O | O | X | O | 75%
  2 | 이서연 | O | O | O | O | 100%
  3 | 박도윤 | X | O | O | △ | 62.5%
  4 | 최지우 | O | X | X | O | 50%
  5 | 정하은 | O | O | △ | O | 87.5%
  6 | 강시우 | O | O | O | X | 75%`),
  Object.fromEntries(['3/4', '3/11', '3/18', '3/25'].map((name) => [name, TICK])),
)

const wiki = table(`
  Key | Summary | Assignee | Story Points | Due
  code | text | text | int | @y-m-d
  WEB-12 | Login fails on old phones | mara | 5 | 2024-06-03
  WEB-15 | Dark colours | | 3 | 2024-06-10
  WEB-19 | Export as CSV | jules | 8 |
  WEB-22 | Typo in footer | mara | 1 | 2024-05-31
  WEB-30 | Slow search | ines | 13 | 2024-07-01`)

const heats = table(`
  Bahn | Name | Verein | Meldezeit | Endzeit
  no | text | text | span | span
  1 | Ida Kraft | SV Nord | 1:12,40 | 1:11,87
  2 | Tess Vogel | SG West | 1:10,05 | 1:10,62
  3 | Mila Roth | SV Nord | 1:08,91 | 1:07,33
  4 | Lia Hansen | TSV | 1:09,77 | 1:09,80
  5 | Pia Schulz | SG West | 1:13,20 | 1:12,15`).map((one) =>
  one.kind === 'time'
    ? {
        ...one,
        kind: 'decimal' as const,
        types: ['decimal', 'time', 'other'] as Column['types'] & object,
        values: one.written.map((text) => {
          const [minutes, seconds] = text.split(':')
          return Number((Number(minutes) * 60 + Number(seconds!.replace(',', '.'))).toFixed(2))
        }),
      }
    : one,
)

/** Lists, marks, timetables and answers of schools, clubs and surveys. */
export const PEOPLE: Case[] = [
  xlsx(
    'school marks: grades with signs below a title over all columns',
    [report],
    [
      {
        name: 'Klasse 7b',
        rows: [
          ['Notenübersicht Klasse 7b', null, null, null, null, null, null, null, null],
          ['Schuljahr 2023/24, 2. Halbjahr', null, null, null, null, 'Klassenlehrer: Fr. Ott', null, null, null],
          [],
          namesOf(report),
          ...rowsOf(report).map((fields) =>
            fields.map((one, at) =>
              one === '' ? null : [0, 6, 7].includes(at) || /^\d$/.test(one) ? Number(one) : one,
            ),
          ),
          [],
          [null, 'Schnitt', null, null, null, null, 6.7, 2.6, null],
        ],
        merged: ['A1:I1', 'A2:E2', 'F2:I2'],
        hiddenColumns: [7],
      },
    ],
  ),
  xlsx(
    'timetables: lessons of two hours that are merged',
    [week],
    [
      {
        name: 'Stundenplan',
        rows: [
          ['Stundenplan 8c, gültig ab 12.02.2024'],
          namesOf(week),
          ...rowsOf(week).map((fields, row) =>
            fields.map((one, at) =>
              at === 0 ? Number(one) : one === '' || (at > 1 && one === rowsOf(week)[row - 1]?.[at]) ? null : one,
            ),
          ),
        ],
        merged: ['A1:G1', 'C3:C4', 'D3:D4', 'G3:G4', 'C5:C6', 'E5:E6', 'F4:F5', 'D7:D8'],
      },
    ],
  ),
  file(
    'timetables: a bus line with trips as columns',
    'csv',
    [buses],
    [
      'Linie 12 Bahnhof - See;;;;;',
      'gültig ab 10.12.2023, Montag bis Freitag;;;;;',
      ';;;;;',
      'Fahrt;101;103;105;107;109',
      'Haltestelle;;S;;F;',
      ...rowsOf(buses).map(semicolon),
      ';;;;;',
      'S = nur an Schultagen;;;;;',
      'F = nicht in den Ferien;;;;;',
      '| = Bus hält hier nicht;;;;;',
    ],
  ),
  file(
    'club lists: who played whom',
    'csv',
    [cross],
    ['Hinrunde 2023/24', ['', ...teams].join(';'), ...rowsOf(cross).map(semicolon)],
    encoded('windows-1252'),
    '\r\n',
  ),
  file(
    'club lists: members as blocks of names and values',
    'txt',
    [cards],
    rowsOf(cards).flatMap((fields) => [
      ...fields.map((one, at) => `${`${namesOf(cards)[at]}:`.padEnd(16)}${one}`.trimEnd()),
      '',
    ]),
  ),
  csv('surveys: a form with questions that have parts', answered, {
    quotes: 'all',
  }),
  file(
    'surveys: names, questions and marks of import above each other',
    'csv',
    [panel],
    [
      comma(namesOf(panel)),
      comma(QUESTIONS),
      comma(
        ['startDate', 'duration', 'finished', '_recordId', 'QID1', 'QID2_1', 'QID2_2', 'QID3'].map((one) => tag(one)),
      ).replaceAll(/(^|,)(\{"ImportId":"\w+"\})/g, (_, before, json) => `${before}"${json.replaceAll('"', '""')}"`),
      ...rowsOf(panel).map(comma),
    ],
  ),
  file(
    'club lists: a league in a page',
    'html',
    [league],
    [
      '<!DOCTYPE html><html lang="pl"><head><meta charset="iso-8859-2"><title>Tabela</title></head><body>',
      '<table class="nav"><tr><td><a href="/">Start</a></td><td><a href="/kluby">Kluby</a></td></tr></table>',
      '<h2>Klasa A, runda jesienna</h2>',
      '<table border="1"><caption>Tabela po 18. kolejce</caption>',
      '<thead><tr><th rowspan="2">Miejsce</th><th rowspan="2">Drużyna</th><th rowspan="2">Mecze</th><th colspan="3">Wyniki</th><th rowspan="2">Bramki</th><th rowspan="2">Punkty</th></tr>',
      '<tr><th>Zwycięstwa</th><th>Remisy</th><th>Porażki</th></tr></thead>',
      `<tbody>${htmlRows(rowsOf(league))}</tbody></table>`,
      '<p>Źródło: OZPN</p></body></html>',
    ],
    encoded('iso-8859-2'),
  ),
  file(
    'school marks: who was there by day',
    'csv',
    [presence],
    ['2024학년도 출석부,,,,,,', '담임: 한지민,,,,,,', ...linesOf(presence), '"O 출석, X 결석, △ 지각",,,,,,'],
    encoded('euc-kr'),
    '\r\n',
  ),
  file(
    'work lists: a table of a wiki',
    'txt',
    [wiki],
    [
      'h2. Sprint 14',
      '',
      `||${namesOf(wiki).join('||')}||`,
      ...rowsOf(wiki).map((fields) => `|${fields.map((one) => one || ' ').join('|')}|`),
      '',
      'Done by: team blue',
    ],
  ),
  file(
    'club lists: a heat of swimmers in columns of blanks',
    'txt',
    [heats],
    [
      'Wettkampf 14 - 100 m Freistil weiblich',
      'Lauf 2/3',
      '',
      ...fixed([namesOf(heats), ...rowsOf(heats)], [-5, 14, 10, -10, -10], ' '),
      '',
      'Kampfgericht: A. Thiel',
    ],
  ),
  file(
    'calls: tabs with an empty first column and lines that end early',
    'tsv',
    [
      {
        columns: table(`
  Ext | Caller | Started | Length | Cost
  code | text | @y-m-d h:i:s | span | dec.
  201 | +44 20 7946 0018 | 2024-05-13 09:00:12 | 00:04:31 | 0.12
  204 | withheld | 2024-05-13 09:02:40 | 00:00:08 |
  201 | 0049 30 901820 | 2024-05-13 09:31:55 | 00:17:02 | 2.45
  377 | +44 7700 900123 | 2024-05-13 10:10:10 | 00:01:59 |
  204 | +33 1 70 18 99 00 | 2024-05-13 11:48:09 | 01:02:03 | 8.3
  377 | withheld | 2024-05-13 12:15:00 | 00:00:41 |`),
        spare: BESIDE,
      },
    ],
    [
      '\tExt\tCaller\tStarted\tLength\tCost',
      '\t201\t+44 20 7946 0018\t2024-05-13 09:00:12\t00:04:31\t0.12',
      '\t204\twithheld\t2024-05-13 09:02:40\t00:00:08',
      '\t201\t0049 30 901820\t2024-05-13 09:31:55\t00:17:02\t2.45',
      '\t377\t+44 7700 900123\t2024-05-13 10:10:10\t00:01:59',
      '\t204\t+33 1 70 18 99 00\t2024-05-13 11:48:09\t01:02:03\t8.3',
      '\t377\twithheld\t2024-05-13 12:15:00\t00:00:41',
      tab(['', '6 calls']),
    ],
    (content) => utf8(content),
    '\r\n',
  ),
]
