import { type Case, csv, json, ndjson } from '../case.ts'
import {
  american,
  COUNT,
  col,
  days,
  digits,
  encoded,
  flags,
  GERMANS,
  grouped,
  inWords,
  key,
  minutes,
  moments,
  NUMBERED,
  part12,
  shares,
  slashes,
  spans,
  sum,
  texts,
  two,
  whole12,
  without,
  words,
} from '../columns.ts'
import { part, plain, rows, whole } from '../truth.ts'
import { utf16 } from '../write.ts'

const thousands = grouped(',', '.', 0)
const cents = grouped(',', '.', 2)
const clicks = whole12('Clicks', 540, 900, 98_000, thousands)
const users = whole12('Users', 541, 800, 64_000, thousands)
const NETWORKS = ['Organic Search', 'Direct', 'Paid Search', 'Email', 'Referral', 'Display']
const channels = [
  key(['Default Channel Grouping'], (row) => `${NETWORKS[row % 6]} ${row < 6 ? 'new' : 'returning'}`),
  users,
  shares('Bounce Rate', 542, 20, 80, (value) => `${value}%`),
  spans('Avg. Session Duration', 543),
  part12('Revenue', 544, 1100, 88_000, 2, (value) => `$${cents(value, 0)}`),
]
const ads: Case[] = [
  csv(
    'ads: a report of campaigns with tabs and sums',
    [
      words('Campaign status', ['Enabled', 'Paused', 'Removed']),
      key('Campaign', (row) => `Brand | DE | ${row + 1}`),
      words('Currency code', ['EUR']),
      clicks,
      whole12('Impr.', 545, 20_000, 990_000, thousands),
      shares('CTR', 546, 1, 9, (value) => `${value}%`),
      part12('Cost', 547, 1100, 9000, 2, cents),
      without(part12('Conv. value / cost', 548, 1, 9, 2), ' --', (row) => row % 4 === 2),
    ],
    {
      delimiter: '\t',
      above: ['Campaign performance report', '1 February 2023 - 28 February 2023'],
      below: [`Total: Campaigns\t --\tEUR\t"${thousands(sum(clicks), 0)}"\t"2,345,678"\t3.1%\t"45,678.90"\t2.22`],
    },
    { encode: (content) => utf16(content) },
  ),
  json(
    'ads: insights with numbers in quotes',
    [
      {
        columns: [
          digits(key('campaign_id', (row) => `12021${whole(row, 549, 100_000_000_000, 999_999_999_999)}`)),
          texts('campaign_name', ['Spring: lookalikes', 'Retargeting "cart"']),
          whole12('impressions', 550, 900, 90_000),
          part12('spend', 551, 10, 900, 2),
          days('date_start', undefined, 7),
        ],
        spare: /actions|paging|cursors/i,
      },
      {
        columns: [
          words(['action_type', 'actions_action_type'], ['link_click', 'purchase'], COUNT * 2),
          col(['value', 'actions_value'], 'integer', [COUNT * 2, (row) => whole(row, 552, 1, 900)]),
        ],
        spare: /./,
      },
    ],
    {
      data: rows(COUNT, (row) => ({
        campaign_id: `12021${whole(row, 549, 100_000_000_000, 999_999_999_999)}`,
        campaign_name: `${['Spring: lookalikes', 'Retargeting "cart"'][row % 2]} (${row + 1})`,
        impressions: String(whole(row, 550, 900, 90_000)),
        spend: String(part(row, 551, 10, 900, 2)),
        date_start: days('', undefined, 7).values[row],
        actions: [0, 1].map((at) => ({
          action_type: ['link_click', 'purchase'][at],
          value: String(whole(row * 2 + at, 552, 1, 900)),
        })),
      })),
      paging: { cursors: { before: 'QVFI', after: 'QVFJ' } },
    },
  ),
]

const analytics: Case[] = [
  csv('analytics: channels below remarks, above a sum without a name', channels, {
    above: [
      '# ----------------------------------------',
      '# All Web Site Data',
      '# Channels',
      '# 20230201-20230228',
      '# ----------------------------------------',
      '',
    ],
    below: [`,"${thousands(sum(users), 0)}",48.1%,00:52:10,"$${cents(sum(channels[4]!), 0)}"`],
  }),
  csv('analytics: queries with quotes and signs', [
    texts('Top queries', ['"green tea" recipe', 'matcha vs. sencha', '-decaf +tea', '緑茶 東京', 'tea, loose']),
    whole12('Clicks', 553, 1, 900),
    whole12('Impressions', 554, 1000, 90_000),
    { ...part12('CTR', 555, 1, 40, 2, (value) => `${value}%`), factor: 100 },
    part12('Position', 556, 1, 60, 2),
  ]),
]

const crm: Case[] = [
  csv(
    'CRM: deals with lines of the service below',
    [
      texts('Opportunity Name', ['Lund AG, renewal', 'Okafor Ltd', 'Stone & Sons "pilot"']),
      words('Opportunity Owner', ['Mia Lund', 'Pat Stone', 'Chidi Okafor']),
      part12('Amount', 557, 2000, 98_000, 2, cents),
      shares('Probability (%)', 558, 10, 90, (value) => `${value}%`),
      days('Close Date', american),
      words('Stage', ['Prospecting', 'Closed Won', 'Negotiation/Review']),
      without(texts('Next Step', ['call on Monday', 'send offer']), '', (row) => row % 3 === 0),
      whole12('Age', 559, 2, 400),
    ].map((one) => (one.names[0] === 'Probability (%)' ? { ...one, names: [...one.names, 'Probability'] } : one)),
    {
      quotes: 'all',
      newline: '\r\n',
      below: [
        '',
        '',
        '"Open deals by owner"',
        '"Copyright (c) 2000-2023 Example, inc. All rights reserved."',
        '"Confidential Information - Do Not Distribute"',
        '"Generated By:  Mia Lund  2/28/2023 9:14 AM"',
        '"Example Trading"',
      ],
    },
  ),
  csv('CRM: contacts with several values in a cell', [
    digits(key('Record ID', (row) => String(whole(row, 560, 10_000_000_000, 99_999_999_999)))),
    words('First Name', ['Zoë', 'Łukasz', "D'Arcy", 'Nguyễn']),
    key('Phone Number', (row) => `+49 151 ${two(row)}55 ${3000 + row * 7}`),
    words('Lead Status', ['NEW;OPEN', 'OPEN', 'ATTEMPTED;BAD_TIMING;NEW']),
    texts('Street Address', ['Hauptstr. 1\nHinterhaus', 'Am Markt 5', 'Ring 12\n3. OG, links']),
    key('Postal Code', (row) => `0${1067 + row * 11}`),
    minutes('Create Date', 561),
    flags('Unsubscribed', 'true', 'false', (row) => row % 5 === 0),
    without(whole12('Times Contacted', 562, 1, 40), '', (row) => row % 4 === 0),
  ]),
]

const born = minutes('Created', 563, (value) => {
  const [date, time] = String(value).split(' ')
  const [hour, minute] = time!.split(':')
  const said = inWords('en', (of, month, year) => `${two(of)}/${month}/${year.slice(2)}`)(date!, 0)
  return `${said} ${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`
})
const tickets: Case[] = [
  csv(
    'tickets: issues with the same name three times',
    [
      key('Issue key', (row) => `WEB-${118 + row}`),
      texts('Summary', ['Login loops', 'Export: wrong "sum"', 'Slow list, 2nd page']),
      words('Labels', ['ui', 'backend', 'ui']),
      without(words(['Labels_2', 'Labels 2', 'Labels_1', 'Labels 1'], ['urgent', 'later']), '', (row) => row % 3 === 0),
      without(words(['Labels_3', 'Labels 3', 'Labels_2', 'Labels 2'], ['customer']), '', (row) => row % 4 !== 1),
      born,
      texts('Description', ['Steps:\n1. open "Home"\n2. wait', '{code}\nselect a, b;\n{code}', 'See mail.']),
      {
        ...col(
          'Story Points',
          'integer',
          rows(COUNT, (row) => [1, 2, 3, 5, 8][row % 5]!),
          (value) => `${value}.0`,
          NUMBERED,
        ),
        types: ['integer', 'decimal'],
      },
    ],
    {
      header: [['Issue key', 'Summary', 'Labels', 'Labels', 'Labels', 'Created', 'Description', 'Story Points']],
    },
  ),
  csv(
    'tickets: a French help desk',
    [
      key('N° ticket', (row) => `000${318 + row}`),
      minutes('Ouvert le', 564, (value) => `${slashes(String(value).slice(0, 10), 0)} ${String(value).slice(11, 16)}`),
      words('Catégorie', ['Réseau', 'Accès', 'Matériel ; écran']),
      spans('Délai de réponse', 565),
      flags('Résolu', 'Oui', 'Non'),
      without(
        part12('Note', 566, 1, 4, 1, (value) => String(value).replace('.', ',')),
        '',
        (row) => row % 3 === 2,
      ),
      texts('Commentaire', ["Merci ! L'écran marche", 'Trop long…', 'Coût : 12 €']),
    ],
    { delimiter: ';', newline: '\r\n' },
    { encode: encoded('windows-1252') },
  ),
  ndjson(
    'tickets: tickets with scores that are missing',
    [
      [
        col('id', 'integer', (row) => 35_436 + row, plain, ['id']),
        moments('created_at'),
        texts('subject', ['Refund?', 'Où est mon colis', 'Rechnung fehlt']),
        words(['via_channel', 'channel'], ['email', 'web', 'chat']),
        without(words(['via_source_address', 'source_address', 'address'], GERMANS), '', (row) => row % 3 !== 0),
        without(words(['satisfaction_score', 'score'], ['good', 'bad', 'offered']), '', (row) => row % 4 === 1),
        col('is_public', 'flag', (row) => row % 2 === 0),
        without(words('priority', ['high', 'low', 'urgent']), '', (row) => row % 5 === 3),
      ],
    ],
    rows(COUNT, (row) => ({
      id: 35_436 + row,
      created_at: `${String(moments('').values[row]).replace(' ', 'T')}Z`,
      subject: `${['Refund?', 'Où est mon colis', 'Rechnung fehlt'][row % 3]} (${row + 1})`,
      via: {
        channel: ['email', 'web', 'chat'][row % 3],
        source: row % 3 === 0 ? { address: GERMANS[row % GERMANS.length] } : {},
      },
      satisfaction: row % 4 === 1 ? null : { score: ['good', 'bad', 'offered'][row % 3] },
      is_public: row % 2 === 0,
      priority: row % 5 === 3 ? null : ['high', 'low', 'urgent'][row % 3],
    })),
  ),
]

export const MARKETING: Case[] = [...ads, ...analytics, ...crm, ...tickets]
