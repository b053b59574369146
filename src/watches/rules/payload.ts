import { shortened } from '#base/text.ts'
import type { MailText } from '#ui/mail.tsx'

export const FORMATS = ['json', 'slack', 'teams'] as const
export type Format = (typeof FORMATS)[number]

/** What a webhook is told. `address` leads to the canvas, or to what is to be done. */
export type WatchEvent = {
  type: 'canvas.scheduled' | 'watch.fired' | 'test'
  at: string
  workspace: { id: string; name: string }
  watch: { id: string; name: string } | null
  canvas: { id: string } | null
  value: number | null
  title: string
  paragraphs: string[]
  facts: { name: string; value: string }[]
  tables: { title: string; columns: string[]; rows: string[][] }[]
  address: string
}

/** The texts of a mail as an event has them. */
export const saidBy = ({ title, subject, paragraphs, facts, tables, action }: MailText) => ({
  title: subject ?? title,
  paragraphs,
  facts: (facts ?? []).map(([name, value]) => ({ name, value })),
  tables: (tables ?? []).map(({ title, columns, rows }) => ({ title, columns: columns.map(({ name }) => name), rows })),
  address: action?.address ?? '',
})

/** Texts of people and data, of which Slack would make mentions and links: https://docs.slack.dev/messaging/formatting-message-text */
const slackText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
/** Characters of a section of Slack, and fields that one has. */
const SLACK = { section: 2_900, fields: 10, field: 1_900 }

function slack({ title, paragraphs, facts, tables, address }: WatchEvent) {
  const section = (text: string) => ({
    type: 'section',
    text: { type: 'mrkdwn', text: shortened(slackText(text), SLACK.section) },
  })
  const lines = ({ title, columns, rows }: WatchEvent['tables'][number]) =>
    [title, ...[columns, ...rows].map((row) => row.join(' | '))].join('\n')
  const field = ({ name, value }: WatchEvent['facts'][number]) => ({
    type: 'mrkdwn',
    text: shortened(`*${slackText(name)}*\n${slackText(value)}`, SLACK.field),
  })
  const button = { type: 'button', text: { type: 'plain_text', text: 'Open' }, url: address }
  return {
    text: slackText(title),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: shortened(title, 150) } },
      ...paragraphs.map(section),
      ...(facts.length > 0 ? [{ type: 'section', fields: facts.slice(0, SLACK.fields).map(field) }] : []),
      ...tables.map((table) => section(lines(table))),
      ...(address ? [{ type: 'actions', elements: [button] }] : []),
    ],
  }
}

/** Of Markdown that cards of Teams read, only what is not text of people or data: https://learn.microsoft.com/adaptive-cards/authoring-cards/text-features */
const cardText = (text: string) => text.replace(/[\\*_[\]()#`>-]/g, '\\$&')

function teams({ title, paragraphs, facts, tables, address }: WatchEvent) {
  const words = (text: string, more: object = {}) => ({ type: 'TextBlock', text: cardText(text), wrap: true, ...more })
  const cell = (text: string) => ({ type: 'TableCell', items: [words(text)] })
  const row = (cells: string[]) => ({ type: 'TableRow', cells: cells.map(cell) })
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    ...{ type: 'AdaptiveCard', version: '1.5' },
    body: [
      words(title, { weight: 'Bolder', size: 'Medium' }),
      ...paragraphs.map((text) => words(text)),
      ...(facts.length > 0
        ? [
            {
              type: 'FactSet',
              facts: facts.map(({ name, value }) => ({ title: cardText(name), value: cardText(value) })),
            },
          ]
        : []),
      ...tables.flatMap(({ title, columns, rows }) => [
        words(title, { weight: 'Bolder' }),
        { type: 'Table', columns: columns.map(() => ({ width: 1 })), rows: [columns, ...rows].map(row) },
      ]),
    ],
    ...(address ? { actions: [{ type: 'Action.OpenUrl', title: 'Open', url: address }] } : {}),
  }
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  }
}

/** The body of the request: the event itself, or what Slack and Teams show of it. */
export const bodyOf = (format: Format, event: WatchEvent): string =>
  JSON.stringify({ json: event, slack: slack(event), teams: teams(event) }[format])
