import { type AuditEntry, auditList, readDetails, valueText } from '../../src/admin/rules/audit.ts'
import { AppError } from '../../src/base/errors.ts'
import { SECOND } from '../../src/base/time.ts'
import { BREAKS, type Verdict } from '../../src/records/rules/audit-verdict.ts'
import { href, urls } from '../../src/urls.ts'
import { commandOf, groupOf } from '../command.ts'
import { declared, listCommand, tailCommand } from '../list.ts'
import { bold, dim, plain, say, sayJson } from '../print.ts'
import { number, when } from '../record.ts'
import { following } from '../tail.ts'

/** What an entry says in one line: `roles: none → support; reason: Joined`. */
function toldBy(entry: AuditEntry): string {
  const { changes, notes } = readDetails(entry.details)
  return [
    ...changes.map(
      ({ field, before, after }) => `${field}: ${valueText(before, entry.names)} → ${valueText(after, entry.names)}`,
    ),
    ...notes.map(([name, value]) => `${name}: ${valueText(value, entry.names)}`),
  ].join('; ')
}
const actorOf = ({ actor }: AuditEntry): string => actor?.email ?? actor?.id ?? 'the server'

const list = listCommand<AuditEntry>(
  'list',
  'list what was done, the latest first',
  ['tabletalk audit --actor ada@example.com', 'tabletalk audit list --action user. --from 2026-11-01 --all --csv'],
  {
    path: urls.apiAdminAuditLogs,
    ...declared(auditList, { actor_email: actorOf, details: toldBy }),
    empty: 'No entry fits.',
  },
)

const verify = commandOf('verify', 'check that nothing in the log was changed, removed or slipped in', [
  'tabletalk audit verify',
  'tabletalk audit verify || mail -s "The audit log is broken" security@example.com',
]).does(async ({ client, json }) => {
  const verdict = await client.json<Verdict>(urls.apiAdminAuditVerify)
  const { ok, checked, waiting, head, broken } = verdict
  if (json) sayJson(verdict)
  else if (ok) {
    say(`The chain holds: ${number(checked)} entries${waiting > 0 ? `, ${number(waiting)} more not sealed yet` : ''}.`)
    if (head) say(dim(`Last seal: ${number(head.sequence)}, ${when(head.sealed_at)}, ${head.hash}`))
  }
  if (!ok)
    throw new AppError(
      'unprocessable',
      broken
        ? `The chain breaks at entry ${number(broken.sequence)}: ${BREAKS[broken.why]}. ${number(checked)} before it hold.`
        : 'The chain does not hold.',
    )
})

const INTERVAL = 2
/** Entries of one page; a look goes back page by page to what it knows. */
const AT_ONCE = 200
/** So many are fetched by one look at most. */
const MOST_AT_ONCE = 10_000

const tail = tailCommand(auditList, 'print what is done as it is done, until Ctrl-C', [
  'tabletalk audit tail',
  'tabletalk audit tail --action refund --json',
]).does(async ({ client, json }, options: Record<string, string | undefined>) => {
  const { search: q, actor, action, subject, organization } = options
  const pageBefore = (cursor?: string) =>
    client.json<AuditEntry[]>(
      href(urls.apiAdminAuditLogs, {}, { q, actor, action, subject, organization, cursor, limit: String(AT_ONCE) }),
    )
  let printed: Set<string> | null = null
  await following(async () => {
    const seen = printed
    let page = await pageBefore()
    const entries = [...page]
    // The first look finds where to begin. What came since may be more than a page.
    while (seen && page.length === AT_ONCE && !page.some(({ id }) => seen.has(id)) && entries.length < MOST_AT_ONCE) {
      page = await pageBefore(page.at(-1)!.id)
      entries.push(...page)
    }
    if (seen) for (const entry of entries.filter(({ id }) => !seen.has(id)).reverse()) sayEntry(entry, json)
    printed = new Set(entries.map(({ id }) => id))
    await Bun.sleep(INTERVAL * SECOND)
  })
})

function sayEntry(entry: AuditEntry, json: boolean): void {
  if (json) say(JSON.stringify(entry))
  else
    say(
      `${dim(when(entry.created_at))} ${plain(actorOf(entry))} ${bold(plain(entry.action))} ${plain(entry.subject)} ${dim(plain(toldBy(entry)))}`.trimEnd(),
    )
}

export const audit = groupOf('audit', 'the audit log (security)', [list, verify, tail])
