import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import { SITE } from '#base/site.ts'
import type { Mail } from '#outside/mail.ts'

/** `address` holds its bytes; `alt`: what it shows, for whoever does not see it. Pixels of the page. */
export type MailPicture = { address: string; width: number; height: number; alt: string }
/** `picture` stands above the rows: they say the same. */
export type MailTable = {
  title: string
  columns: { name: string; numeric: boolean }[]
  rows: string[][]
  note: string
  picture?: MailPicture | undefined
}

/** What a mail says; both of its bodies are made from this. */
export type MailText = {
  /** @default the title */
  subject?: string
  title: string
  /** Text without markup; blank lines are made between them. */
  paragraphs: string[]
  /** The one thing to do, as a button. `address` is absolute. */
  action?: { label: string; address: string } | undefined
  /** A second, quieter way on. */
  alternative?: { label: string; address: string } | undefined
  /** Short facts in a table, such as when, from where and with what. */
  facts?: [name: string, value: string][]
  /** Small tables of data: `numeric` columns stand on the right. */
  tables?: MailTable[]
  /** Who did not expect this mail reads here what to do. */
  footnote?: string
}

/** The same as it is written down: what is empty of it is left out. */
export type MailDraft = Omit<MailText, 'paragraphs' | 'facts'> & {
  paragraphs: (string | false | null | undefined)[]
  facts?: MailText['facts'] | Record<string, string | null | undefined>
}

/** A mail in plain text and HTML. People's names come in as they are: none of it is taken as markup. */
export function mailOf(draft: MailDraft): Omit<Mail, 'to'> {
  const facts = Array.isArray(draft.facts) ? draft.facts : Object.entries(draft.facts ?? {})
  const mail: MailText = {
    ...draft,
    paragraphs: draft.paragraphs.filter((text): text is string => Boolean(text)),
    facts: facts.filter((fact): fact is [string, string] => Boolean(fact[1])),
  }
  return {
    // A line break in a name must not begin another header.
    subject: (mail.subject ?? mail.title).replace(/\s+/g, ' ').trim(),
    text: textOf(mail),
    html: `<!doctype html>${<Document mail={mail} />}`,
  }
}

export const mailTo = (to: string, draft: MailDraft): Mail => ({ to, ...mailOf(draft) })

function textOf({ title, paragraphs, action, alternative, facts = [], tables, footnote }: MailText): string {
  const widest = Math.max(0, ...facts.map(([name]) => name.length))
  const blocks = [
    title,
    ...paragraphs,
    facts.map(([name, value]) => `${`${name}:`.padEnd(widest + 2)}${value}`).join('\n'),
    ...(tables ?? []).map(tableText),
    action && `${action.label}:\n${action.address}`,
    alternative && `${alternative.label}:\n${alternative.address}`,
    footnote,
    `--\n${SITE.name} · ${SITE.tagline}\n${SITE.email}`,
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

function tableText({ title, columns, rows, note }: MailTable): string {
  const lines = [columns.map(({ name }) => name), ...rows]
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]!.length)))
  const line = (cells: string[]) =>
    cells.map((cell, at) => (columns[at]!.numeric ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!))).join('  ')
  return [title, ...lines.map((cells) => line(cells).trimEnd()), note].filter(Boolean).join('\n')
}

/** Readers of mail drop style sheets as they like: what is seen by day is inline, the sheet only turns it dark or narrow. */
const SHEET = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  a { color: #4338ca; }
  @media (max-width: 560px) { .card { padding: 24px 20px !important; } .outer { padding: 16px 10px !important; } }
  @media (prefers-color-scheme: dark) {
    .page { background: #0f1015 !important; }
    .card { background: #16181f !important; border-color: #282b36 !important; }
    .ink, .ink a { color: #eceef4 !important; }
    .muted, .muted a { color: #a4aabb !important; }
    .line { border-color: #282b36 !important; }
    .link { color: #a5a0ff !important; }
    .button { background: #5b52ec !important; color: #ffffff !important; }
  }
`
const FONT = "font-family:Inter,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
/** Long names and addresses break, or the table of a mail grows wider than a phone. */
const INK = `${FONT};font-size:15px;line-height:1.6;word-break:break-word;color:#14161f`
const MUTED = `${FONT};font-size:13px;line-height:1.55;word-break:break-word;color:#535969`

const Table = (props: { class?: string; style?: string; children: Child }) => (
  <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border={0} {...props} />
)

const Document = ({ mail }: { mail: MailText }) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
      <title>{mail.title}</title>
      <style>{raw(SHEET)}</style>
    </head>
    <body class="page" style="margin:0;padding:0;background:#f7f8fa">
      <div style="display:none;max-height:0;overflow:hidden">{mail.paragraphs[0]}</div>
      <Table class="page" style="background:#f7f8fa">
        <tr>
          <td class="outer" align="center" style="padding:40px 16px">
            <Table style="max-width:560px">
              <tr>
                <td style="padding:0 4px 20px">
                  <Brand />
                </td>
              </tr>
              <tr>
                <td
                  class="card"
                  style="padding:36px 40px;background:#ffffff;border:1px solid #e4e6ec;border-radius:10px"
                >
                  <Body {...mail} />
                </td>
              </tr>
              <tr>
                <td class="muted" style={`padding:20px 4px 0;${MUTED}`}>
                  {SITE.name} · {SITE.tagline}
                  <br />
                  Questions? Write to{' '}
                  <a href={`mailto:${SITE.email}`} style="color:#535969">
                    {SITE.email}
                  </a>
                </td>
              </tr>
            </Table>
          </td>
        </tr>
      </Table>
    </body>
  </html>
)

/** The mark is drawn from cells: pictures from elsewhere tell who reads a mail, and many readers hide them. */
const Brand = () => (
  <table role="presentation" cellpadding="0" cellspacing="0" border={0}>
    <tr>
      <td
        width="28"
        height="28"
        align="center"
        style={`width:28px;height:28px;border-radius:7px;background:#5b52ec;color:#ffffff;${FONT};font-size:16px;font-weight:700;line-height:28px`}
      >
        {SITE.name.charAt(0)}
      </td>
      <td class="ink" style={`padding-left:10px;${FONT};font-size:17px;font-weight:600;color:#14161f`}>
        {SITE.name}
      </td>
    </tr>
  </table>
)

const Body = ({ title, paragraphs, action, alternative, facts = [], tables, footnote }: MailText) => (
  <>
    <h1
      class="ink"
      style={`margin:0 0 16px;${FONT};font-size:22px;line-height:1.3;word-break:break-word;font-weight:650;color:#14161f`}
    >
      {title}
    </h1>
    {paragraphs.map((text) => (
      <p class="ink" style={`margin:0 0 16px;${INK}`}>
        {text}
      </p>
    ))}
    {facts.length > 0 && <Facts facts={facts} />}
    {tables?.map((table) => (
      <Rows table={table} />
    ))}
    {action && <Button action={action} />}
    {alternative && (
      <p class="ink" style={`margin:0 0 16px;${INK}`}>
        <a class="link" href={alternative.address} style="color:#4338ca">
          {alternative.label}
        </a>
      </p>
    )}
    {action && (
      <p class="muted" style={`margin:0;${MUTED}`}>
        If the button does not work, open this address:
        <br />
        <a class="link" href={action.address} style="color:#4338ca;word-break:break-all">
          {action.address}
        </a>
      </p>
    )}
    {footnote && (
      <p class="muted line" style={`margin:24px 0 0;padding-top:16px;border-top:1px solid #e4e6ec;${MUTED}`}>
        {footnote}
      </p>
    )}
  </>
)

const Button = ({ action }: { action: { label: string; address: string } }) => (
  <table role="presentation" cellpadding="0" cellspacing="0" border={0} style="margin:24px 0">
    <tr>
      <td style="border-radius:6px;background:#4f46e5">
        <a
          class="button"
          href={action.address}
          style={`display:inline-block;padding:11px 22px;border-radius:6px;background:#4f46e5;color:#ffffff;${FONT};font-size:15px;font-weight:600;text-decoration:none`}
        >
          {action.label}
        </a>
      </td>
    </tr>
  </table>
)

const Facts = ({ facts }: { facts: [string, string][] }) => (
  <Table class="line" style="margin:0 0 16px;border-top:1px solid #e4e6ec">
    {facts.map(([name, value]) => (
      <tr>
        <td
          class="muted line"
          width="120"
          valign="top"
          style={`padding:8px 12px 8px 0;border-bottom:1px solid #e4e6ec;${MUTED}`}
        >
          {name}
        </td>
        <td class="ink line" valign="top" style={`padding:8px 0;border-bottom:1px solid #e4e6ec;${INK};font-size:14px`}>
          {value}
        </td>
      </tr>
    ))}
  </Table>
)

/** Its bytes are in its address: they are attached when the mail leaves, and mails that are only kept show them. */
const Picture = ({ of: { address, width, height, alt } }: { of: MailPicture }) => (
  <img
    src={address}
    alt={alt}
    width={width}
    height={height}
    style="display:block;width:100%;max-width:100%;height:auto;margin:0 0 8px;border-radius:6px"
  />
)

const Rows = ({ table: { title, columns, rows, note, picture } }: { table: MailTable }) => {
  const align = (at: number) => (columns[at]!.numeric ? 'right' : 'left')
  const cell = `padding:6px 10px 6px 0;border-bottom:1px solid #e4e6ec;${INK};font-size:13px`
  return (
    <div style="margin:0 0 24px">
      <h2 class="ink" style={`margin:0 0 6px;${FONT};font-size:15px;font-weight:600;color:#14161f`}>
        {title}
      </h2>
      {picture && <Picture of={picture} />}
      <table width="100%" cellpadding="0" cellspacing="0" border={0}>
        <tr>
          {columns.map(({ name }, at) => (
            <th class="muted line" align={align(at)} style={`${cell};color:#535969;font-weight:500`}>
              {name}
            </th>
          ))}
        </tr>
        {rows.map((row) => (
          <tr>
            {row.map((text, at) => (
              <td class="ink line" align={align(at)} valign="top" style={cell}>
                {text}
              </td>
            ))}
          </tr>
        ))}
      </table>
      {note && (
        <p class="muted" style={`margin:6px 0 0;${MUTED}`}>
          {note}
        </p>
      )}
    </div>
  )
}
