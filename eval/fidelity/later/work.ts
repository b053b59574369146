import type { Case } from '../case.ts'
import { encoded } from '../columns.ts'
import { BESIDE, file, GROUP, grouped, join, linesOf } from '../everyday/file.ts'
import { fixed, namesOf, rowsOf, tuned } from '../exported/file.ts'
import { table } from '../latest/table.ts'
import type { Column } from '../truth.ts'
import { latin1, utf16 } from '../write.ts'
import { ANY, english, headed, meant, NAMELESS, SPAN } from './file.ts'

const comma = join()
const semicolon = join(';')
const tab = join('\t')
const all = (fields: string[]) => fields.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')

const punches = headed(
  tuned(
    table(`
  employee ~ ${GROUP} | Date | Day | In | Out | Hours | Remark
  text | @m/d/y | text | @h:i | @h:i | @h:i | text
  0042 Kowalski, Jan | 02/26/2024 | Mon | 07:58 | 16:31 | 8:03 |
  0042 Kowalski, Jan | 02/27/2024 | Tue | 08:02 | 16:30 | 7:58 |
  0042 Kowalski, Jan | 02/28/2024 | Wed | 08:00 | | | missed punch
  0042 Kowalski, Jan | 02/29/2024 | Thu | 07:45 | 16:45 | 8:30 |
  0051 Obi, Grace | 02/26/2024 | Mon | 13:55 | 22:05 | 7:40 |
  0051 Obi, Grace | 02/27/2024 | Tue | 14:00 | 22:00 | 7:30 | shift swap
  0051 Obi, Grace | 03/01/2024 | Fri | 13:50 | 21:20 | 7:00 |
  0107 Tran, Minh | 02/26/2024 | Mon | 05:59 | 14:29 | 8:00 |
  0107 Tran, Minh | 02/28/2024 | Wed | 06:00 | 14:45 | 8:15 | overtime ok`),
    { Hours: SPAN },
  ),
  'Employee: ',
)
const worked = (rows: string[][]) => {
  const minutes = rows.reduce((sum, row) => {
    const [hour = 0, minute = 0] = row[5]!.split(':').map(Number)
    return sum + hour * 60 + minute
  }, 0)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

const tickets = tuned(
  table(`
  Ticket ID | Subject | Description | Requester | Status | Priority | Created at | Solved at | First reply (min) | Tags | Satisfaction
  no | text | text | text | text | text | @y-m-d h:i | @y-m-d h:i | int | text | text
  48211 | Cannot log in | Hi,↵since the update I get "Error 403".↵Thanks, Mia | mia.k@example.com | Solved | High | 2024-03-04 08:12 | 2024-03-04 10:40 | 14 | login web | Good
  48215 | Invoice, second copy | Please send invoice no. 2024-017 again. | billing@example.org | Closed | Normal | 2024-03-04 09:55 | 2024-03-05 07:03 | 231 | billing |
  48216 | RE: RE: Delivery?? | > Where is it↵> On its way↵Still nothing! | p.osei@example.net | Open | Urgent | 2024-03-04 11:30 | | 9 | delivery complaint vip |
  48230 | app crashes; steps inside | 1. open↵2. tap "Save, again"↵3. crash | dev+test@example.com | Pending | Low | 2024-03-05 16:21 | | 1102 | app bug | Bad
  48233 | (no subject) | | 0170 5550133 | New | Normal | 2024-03-06 06:00 | | | |
  48240 | Refund of 45,00 € | Wrong size, sent back 01/03. | lena@example.de | Solved | Normal | 2024-03-06 13:44 | 2024-03-08 09:00 | 57 | refund billing | Good
  48251 | Address change | New address:↵Hauptstr. 5↵04103 Leipzig | l.meyer@example.de | Solved | Low | 2024-03-07 10:02 | 2024-03-07 10:09 | 6 | account | Good
  48260 | Feature request - dark mode | It would be nice. | sam@example.io | Hold | Low | 2024-03-08 22:15 | | 640 | feature app |`),
  { Subject: ANY, Description: ANY, Requester: ANY, Tags: ANY },
)

const deals = tuned(
  table(`
  Opportunity Owner | Account Name | Opportunity Name | Stage | Fiscal Period | Amount Currency | Amount | Probability (%) | Age | Close Date | Lead Source
  text | text | text | text | period | code | dec. | pct. | int | @m/d/y | text
  Dana Whitfield | Acme, Inc. | Acme - 200 seats | Negotiation | Q1-2024 | USD | 48000.00 | 75 | 62 | 3/29/2024 | Web
  Dana Whitfield | Burlington Textiles | Renewal "24" | Closed Won | Q1-2024 | USD | 12500.50 | 100 | 31 | 2/14/2024 | Partner
  Dana Whitfield | Contoso Ltd | Pilot | Qualification | Q2-2024 | GBP | 7200.00 | 20 | 8 | 5/3/2024 |
  Ravi Menon | Delta Foods | Expansion | Proposal | Q2-2024 | USD | 99000.00 | 50 | 90 | 6/30/2024 | Trade Show
  Ravi Menon | Express Logistics | SLA upgrade | Closed Lost | Q1-2024 | EUR | 3100.25 | 0 | 144 | 1/31/2024 | Phone Inquiry
  Ravi Menon | Fjord A/S | New business | Prospecting | Q3-2024 | EUR | | 10 | 2 | 9/1/2024 | Web
  Sue Ellis | GenePoint | Lab add-on | Proposal | Q2-2024 | USD | 15750.00 | 50 | 45 | 4/12/2024 | Other
  Sue Ellis | Hooli | Hooli XYZ | Negotiation | Q1-2024 | USD | 250000.00 | 90 | 120 | 3/31/2024 | Partner`),
  { 'Account Name': ANY, 'Opportunity Name': ANY },
)

const applicants = tuned(
  table(`
  Imię i nazwisko | Stanowisko | Data zgłoszenia | Źródło | Oczekiwania finansowe | Zgoda RODO | Telefon
  text | text | @d.m.y | text | int | yes TAK | code
  Agnieszka Żak | Księgowa | 05.02.2024 | Pracuj.pl | 8 500 zł | TAK | 048601200300
  Michał Wójcik | Magazynier | 07.02.2024 | Polecenie | 5 200 zł | TAK | 048512400500
  Olena Шевченко | Księgowa | 07.02.2024 | LinkedIn | 9 000 zł | NIE | 048730111222
  Łukasz Gęś | Kierowca kat. C | 12.02.2024 | OLX | 7 100 zł | TAK |
  Ewa Dąb-Nowak | Kadrowa | 19.02.2024 | Pracuj.pl | | TAK | 048888999000
  Piotr Ćwik | Magazynier | 26.02.2024 | OLX | 4 900 zł | NIE | 048600700800
  Zofia Ślęzak | Kierownik zmiany | 01.03.2024 | Polecenie | 11 250 zł | TAK | 048501502503
  Jan Źrebiec | Kierowca kat. C | 04.03.2024 | Urząd pracy | 6 800 zł | TAK | 048694333222`),
  { 'Imię i nazwisko': ANY, Telefon: { types: ['text'] } },
)

const rota = table(`
  Name | Band | Mon 04/03 ~ Mon ~ 04/03 | Tue 05/03 ~ Tue ~ 05/03 | Wed 06/03 ~ Wed ~ 06/03 | Thu 07/03 ~ Thu ~ 07/03 | Fri 08/03 ~ Fri ~ 08/03 | Sat 09/03 ~ Sat ~ 09/03 | Sun 10/03 ~ Sun ~ 10/03 | Hrs
  text | code | text | text | text | text | text | text | text | dec.
  Adeyemi F | B5 | E | E | L | OFF | N | N | OFF | 37.5
  Bright T | B6 | LD | LD | LD | OFF | OFF | OFF | OFF | 34.5
  Castillo M | B5 | A/L | A/L | A/L | A/L | A/L | OFF | OFF | 37.5
  Doyle K (p/t) | B2 | L | OFF | L | OFF | L | OFF | OFF | 22.5
  Evans R | B7 | E | E | E | E | SD | OFF | OFF | 37.5
  Farooq S | B5 | N | N | N | OFF | OFF | L | E | 45.0
  Green P | B3 | | | | | E | LD | LD | 30.5
  Hassan O | B6 | OFF | L | E | E | L | E | L | 45.0`)
const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

const UNIQUE: Partial<Column> = { roles: ['id', 'code', 'dimension', 'measure'], types: ['decimal', 'text'] }
const calls = table(`
  accountcode | src | dst | dcontext | clid | channel | lastapp | start | answer | end | duration | billsec | disposition | uniqueid
  code | code | code | text | text | code | text | @y-m-d h:i:s | @y-m-d h:i:s | @y-m-d h:i:s | int | int | text | dec.
  sales | 1001 | 02075550142 | from-internal | "Ann Lee" <1001> | SIP/1001-0000001a | Dial | 2024-03-04 09:12:33 | 2024-03-04 09:12:41 | 2024-03-04 09:15:02 | 149 | 141 | ANSWERED | 1709543553.26
  sales | 1001 | 02075550199 | from-internal | "Ann Lee" <1001> | SIP/1001-0000001c | Dial | 2024-03-04 09:20:10 | | 2024-03-04 09:20:40 | 30 | 0 | NO ANSWER | 1709544010.28
  | 07700900123 | 600 | from-trunk | 07700900123 | SIP/trunk-0000001e | Queue | 2024-03-04 09:31:00 | 2024-03-04 09:31:01 | 2024-03-04 09:44:59 | 839 | 838 | ANSWERED | 1709544660.30
  office | 1014 | 1001 | from-internal | "Raj, Desk 4" <1014> | SIP/1014-00000020 | Dial | 2024-03-04 10:02:47 | 2024-03-04 10:02:50 | 2024-03-04 10:03:15 | 28 | 25 | ANSWERED | 1709546567.32
  office | 1014 | 00353915550107 | from-internal | "Raj, Desk 4" <1014> | SIP/1014-00000022 | Dial | 2024-03-04 10:15:05 | | 2024-03-04 10:15:06 | 1 | 0 | FAILED | 1709547305.34
  | 07700900456 | 1001 | from-trunk | 07700900456 | SIP/trunk-00000024 | VoiceMail | 2024-03-04 11:48:20 | 2024-03-04 11:48:35 | 2024-03-04 11:49:20 | 60 | 45 | ANSWERED | 1709552900.36
  sales | 1002 | 02075550142 | from-internal | "Bo Ek" <1002> | SIP/1002-00000026 | Dial | 2024-03-04 12:30:00 | | 2024-03-04 12:30:12 | 12 | 0 | BUSY | 1709555400.38
  sales | 1002 | 02075550142 | from-internal | "Bo Ek" <1002> | SIP/1002-00000028 | Dial | 2024-03-04 12:41:19 | 2024-03-04 12:41:30 | 2024-03-04 13:10:04 | 1725 | 1714 | ANSWERED | 1709556079.40`).map(
  (one): typeof one => ({
    ...one,
    names: [''],
    ...(one.names[0] === 'uniqueid' ? UNIQUE : {}),
  }),
)
const NUMBERS = [10, 11]

const load = tuned(
  table(`
  time ~ timestamp ~ ${NAMELESS} ~ 00:00:01 | CPU | %user | %nice | %system | %iowait | %steal | %idle
  @h:i:s | text | dec. | dec. | dec. | dec. | dec. | dec.
  00:10:01 | all | 3.21 | 0.00 | 1.04 | 0.15 | 0.00 | 95.60
  00:20:01 | all | 2.87 | 0.00 | 0.98 | 0.22 | 0.01 | 95.92
  00:30:01 | all | 14.30 | 0.02 | 4.41 | 6.73 | 0.00 | 74.54
  00:40:01 | all | 61.08 | 0.00 | 12.57 | 9.10 | 0.04 | 17.21
  00:50:01 | all | 58.66 | 0.00 | 11.92 | 8.84 | 0.03 | 20.55
  01:00:01 | all | 5.13 | 0.31 | 1.66 | 0.40 | 0.00 | 92.50
  01:10:01 | all | 2.95 | 0.00 | 1.01 | 0.18 | 0.00 | 95.86
  01:20:01 | all | 3.02 | 0.00 | 1.07 | 0.16 | 0.00 | 95.75
  01:30:01 | all | 3.11 | 0.00 | 1.12 | 0.12 | 0.02 | 95.63`),
  Object.fromEntries(
    ['%user', '%nice', '%system', '%iowait', '%steal', '%idle'].map((name) => [
      name,
      { factor: 100, names: [name, `pct ${name.slice(1)}`, `percent ${name.slice(1)}`] },
    ]),
  ),
)
const sar = (lines: string[][]) => fixed(lines, [8, -8, -10, -10, -10, -10, -10, -10])
const sarHead = (at: string) => sar([[at, ...namesOf(load).slice(1)]])

const sheet = tuned(
  table(`
  Projekt | Tätigkeit | Mo 04.03. ~ Mo | Di 05.03. ~ Di | Mi 06.03. ~ Mi | Do 07.03. ~ Do | Fr 08.03. ~ Fr | Summe
  text | text | dec, | dec, | dec, | dec, | dec, | dec,
  P-114 Neubau Kita | Entwurf | 4,50 | 2,00 | | 6,25 | | 12,75
  P-114 Neubau Kita | Bauleitung | | 3,50 | 1,75 | | | 5,25
  P-120 Sanierung Rathaus | Ausschreibung | 3,00 | 2,50 | 5,25 | 1,50 | 4,00 | 16,25
  P-131 Brandschutz | Gutachten | | | 1,00 | | 2,25 | 3,25
  intern | Besprechung | 0,50 | | | 0,25 | 0,50 | 1,25
  intern | Urlaub | | | | | 1,25 | 1,25`),
  { Projekt: ANY },
)

const again = (name: string, at: number) => [name, `${name} ~ ${name} ${at} ~ ${name} ${at - 1}`].join(' ~ ')
const issues = meant(
  table(`
  Issue key | Issue id | Issue Type | Summary | Assignee | Created | Due date | Labels | ${again('Labels', 2)} | ${again('Labels', 3)} | Sprint | ${again('Sprint', 2)} | Custom field (Story Points) ~ Story Points
  code | no | text | text | text | text | text | text | text | text | text | text | dec.
  WEB-101 | 20451 | Story | Basket keeps items, even after log-out | akim | 04/Mar/24 9:12 AM | 15/Mar/24 12:00 AM | basket | frontend | | Sprint 11 | Sprint 12 | 5.0
  WEB-102 | 20452 | Bug | "Back" leads nowhere | jroy | 04/Mar/24 3:40 PM | | frontend | | | Sprint 11 | | 2.0
  WEB-105 | 20460 | Task | Rotate keys | | 06/Mar/24 11:05 AM | 31/Mar/24 12:00 AM | ops | security | q1 | | |
  WEB-106 | 20461 | Bug | 500 on empty search | akim | 07/Mar/24 12:20 PM | | search | | | Sprint 12 | | 3.0
  WEB-110 | 20488 | Story | Sort by price | lsoto | 11/Mar/24 8:00 AM | 02/Apr/24 12:00 AM | search | frontend | wish | Sprint 12 | Sprint 13 | 8.0
  WEB-111 | 20490 | Sub-task | Index column price | lsoto | 11/Mar/24 8:03 AM | | | | | Sprint 12 | Sprint 13 | 0.5
  WEB-114 | 20502 | Epic | Checkout 2.0 | | 18/Mar/24 4:59 PM | 28/Jun/24 12:00 AM | checkout | | | | |
  OPS-7 | 20510 | Task | Disk full on ci-03; clean up | jroy | 20/Mar/24 1:01 AM | | ops | | | | | 1.0`),
  {
    Created: ['timestamp', (text) => english(text.replace(/(\d+)\/(\w+)\/(\d+)/, '$1 $2 20$3'))],
    'Due date': [
      'timestamp',
      (text) => english(text.replace(/(\d+)\/(\w+)\/(\d+)/, '$1 $2 20$3')),
      { types: ['timestamp', 'date'] },
    ],
  },
)

const leave = tuned(
  table(
    `
  Emp ID | Name | Entitlement (days) ~ Entitlement ~ Entitlement days | Taken (days) ~ Taken ~ Taken days | Sick (hours) ~ Sick ~ Sick hours | Carry-over expires
  code | text | dec. | dec. | dec. | @y-m-d
  00012 | Achterberg, W. | 25.0 | 11.5 | 16.0 | 2024-07-01
  00019 | Bos, Femke | 28.0 | 3.0 | 0.0 | 2024-07-01
  00020 | Çelik, Ayşe | 25.0 | 25.0 | 52.5 | n/a
  00033 | de Vries, H. | 12.5 | 4.5 | 8.0 | 2024-07-01
  00034 | Eriksen, Pål | 25.0 | 0.0 | 120.0 | n/a
  00051 | Fischer, Eva | 30.0 | 17.0 | 4.0 | 2024-12-31
  00058 | Gómez, Luz | 20.0 | 8.5 | 0.0 | 2024-07-01
  00060 | Haas, T. | 25.0 | 14.0 | 24.0 | 2024-07-01`,
    /^n\/a$/,
  ),
  { Name: ANY },
)

/** People at work: clocks, tickets, deals, rotas, calls and machines. */
export const WORK: Case[] = [
  file(
    'clocking: employees with their punches and hours',
    'txt',
    [{ columns: punches, spare: BESIDE }],
    [
      'TIME & ATTENDANCE   Period 02/26/2024 - 03/03/2024',
      'Location: Plant 2',
      '',
      ...grouped(
        punches,
        semicolon,
        (group) => [`${group};;;;;`, namesOf(punches).slice(1).join(';')],
        (_, rows) => [`;;;Total;${worked(rows)};`, ''],
      ),
      'Printed 03/04/2024 06:00 by system',
    ],
  ),
  file('helpdesk: tickets whose text has lines and quotes', 'csv', [tickets], linesOf(tickets)),
  file(
    'pipeline: a report with its confidentiality below',
    'csv',
    [deals],
    [
      all(namesOf(deals)),
      ...rowsOf(deals).map(all),
      '',
      '',
      '"Q1/Q2 open and closed - EMEA + US"',
      '"Copyright (c) 2000-2024 example.com, inc. All rights reserved."',
      '"Confidential Information - Do Not Distribute"',
      '"Generated By:  Dana Whitfield  3/11/2024 4:02 PM"',
      '"Example Corp"',
    ],
    latin1,
    '\r\n',
  ),
  file(
    'recruiting: applicants as Unicode text of a spreadsheet',
    'txt',
    [applicants],
    linesOf(applicants, '\t'),
    (content) => utf16(content),
    '\r\n',
  ),
  file(
    'ward rota: days over their dates and what the letters mean',
    'csv',
    [rota],
    [
      'Ward 7B Nursing Rota,,,,,,,,,',
      'w/c 04/03/2024,,,,,,,,,v3 (final)',
      `,,${days.join(',')},`,
      'Name,Band,04/03,05/03,06/03,07/03,08/03,09/03,10/03,Hrs',
      ...rowsOf(rota).map(comma),
      ',,,,,,,,,',
      'E = early 07:00-15:00,,,,L = late 13:00-21:00,,,,N = night,',
      'LD = long day,,,,A/L = annual leave,,,,SD = study day,',
    ],
    latin1,
    '\r\n',
  ),
  file(
    'exchange: calls without a line of names',
    'csv',
    [calls],
    rowsOf(calls).map((fields) =>
      fields.map((one, at) => (NUMBERS.includes(at) ? one : `"${one.replaceAll('"', '""')}"`)).join(','),
    ),
  ),
  file(
    'processor load: names that begin with a time and come again',
    'txt',
    [load],
    [
      'Linux 5.15.0-97-generic (web01) \t03/04/2024 \t_x86_64_\t(4 CPU)',
      '',
      ...sarHead('00:00:01'),
      ...sar(rowsOf(load).slice(0, 5)),
      '',
      ...sarHead('00:50:01'),
      ...sar(rowsOf(load).slice(5)),
      ...sar([['Average:', 'all', '17.25', '0.04', '4.09', '2.88', '0.01', '75.73']]),
    ],
  ),
  file(
    'week of work: hours by project and day',
    'csv',
    [sheet],
    [
      'Stundenzettel;;;;;;;',
      'Mitarbeiterin:;Jäger, Ute;;;KW;10/2024;;',
      'Personalnr.:;00318;;;Soll:;40,00;;',
      ';;;;;;;',
      namesOf(sheet).join(';'),
      ...rowsOf(sheet).map(semicolon),
      'Summe;;8,00;8,00;8,00;8,00;8,00;40,00',
      ';;;;;;;',
      'Datum, Unterschrift:;;;;geprüft:;;;',
    ],
    encoded('windows-1252'),
    '\r\n',
  ),
  file(
    'tracker: issues with names that come several times',
    'csv',
    [issues],
    [namesOf(issues).map((name) => name.trim()), ...rowsOf(issues)].map(comma),
  ),
  file(
    'leave balances: a list with its units in a line of their own',
    'tsv',
    [leave],
    [
      'Leave balances as of 2024-03-31',
      tab(['Emp ID', 'Name', 'Entitlement', 'Taken', 'Sick', 'Carry-over expires']),
      tab(['', '', 'days', 'days', 'hours', '']),
      ...rowsOf(leave).map(tab),
    ],
  ),
]
