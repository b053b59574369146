import { BREAKS, type Verdict } from '#records/rules/audit-verdict.ts'
import { number } from '#ui/format.tsx'
import { Icon } from '#ui/icon.tsx'
import { PostButton } from '#ui/post-button.tsx'
import { href, urls } from '../../urls.ts'
import type { ListState } from '../list-response.ts'
import { type AuditEntry, auditList, readDetails, valueText } from '../rules/audit.ts'
import { csvAddress } from '../rules/list.ts'
import { Email, ListHead, ListView, When } from './list.tsx'

type Props = ListState<AuditEntry> & {
  /** Whether the lines of the log may be read. */
  support: boolean
  /** What the walk along the chain found, when it was asked for. */
  verdict: Verdict | null
}

export const AuditPage = ({ support, verdict, ...state }: Props) => (
  <div class="page wide">
    <ListHead
      title="Audit Logs"
      intro="Who did what to what. Nothing here can be changed: each entry is sealed with the hash of all before it."
      csv={csvAddress(urls.apiAdminAuditLogs, state.shown)}
    >
      <PostButton to={urls.adminAuditVerify} label="Verify" />
    </ListHead>
    {verdict && <Found verdict={verdict} />}
    <ListView
      {...state}
      list={auditList}
      address={urls.adminAuditLogs}
      label="Audit log"
      empty={{ icon: 'book', title: 'Nothing was done yet', text: 'What people and admins do is listed here.' }}
      cells={{
        sequence: (entry) => <span title={entry.hash ?? 'Sealed within seconds'}>{entry.sequence ?? '…'}</span>,
        created_at: (entry) => (
          <>
            <When at={entry.created_at} />
            {entry.request_id && support && (
              <a class="cell-note" href={href(urls.adminLogs, {}, { request: entry.request_id })}>
                Log<span class="quiet"> of request {entry.request_id}</span>
              </a>
            )}
          </>
        ),
        actor_name: [
          'wrap',
          (entry) => (
            <>
              <Actor entry={entry} />
              {entry.ip && <span class="cell-note mono">{entry.ip}</span>}
            </>
          ),
        ],
        action: (entry) => (
          <>
            <a href={href(urls.adminAuditLogs, {}, { action: entry.action })}>
              <code>{entry.action}</code>
            </a>
            <a class="cell-note mono" href={href(urls.adminAuditLogs, {}, { subject: entry.subject })}>
              {entry.names[entry.subject] ?? entry.subject}
            </a>
            <Place entry={entry} />
          </>
        ),
        details: ['admin-details', (entry) => <Changed entry={entry} />],
      }}
    />
  </div>
)

/** Where it was done, unless that is what it was done to. */
const Place = ({ entry: { subject, organization_id, workspace_id, names } }: { entry: AuditEntry }) => {
  const places = [organization_id, workspace_id].filter((id) => id !== null && id !== subject && names[id])
  return places.length > 0 ? <span class="cell-note">in {places.map((id) => names[id!]).join(' / ')}</span> : null
}

const Actor = ({ entry: { actor } }: { entry: AuditEntry }) =>
  actor ? (
    <a href={href(urls.adminAuditLogs, {}, { actor: actor.id })}>
      {actor.name || (actor.email ? <Email of={actor.email} /> : 'Deleted account')}
    </a>
  ) : (
    <>The server</>
  )

/** Before and after, field by field; the rest below. */
const Changed = ({ entry }: { entry: AuditEntry }) => {
  const { changes, notes } = readDetails(entry.details)
  return (
    <div class="stack" data-gap="1">
      {changes.map(({ field, before, after }) => (
        <p>
          {field.replaceAll('_', ' ')}: <del>{valueText(before, entry.names)}</del>{' '}
          <ins>{valueText(after, entry.names)}</ins>
        </p>
      ))}
      {notes.map(([name, value]) => (
        <p>
          {name.replaceAll('_', ' ')}: {valueText(value, entry.names)}
        </p>
      ))}
      {changes.length + notes.length === 0 && '–'}
    </div>
  )
}

const Found = ({ verdict: { ok, checked, waiting, head, broken } }: { verdict: Verdict }) => (
  <div class={`alert ${ok ? 'alert-success' : 'alert-error'}`} role={ok ? 'status' : 'alert'}>
    <Icon name={ok ? 'success' : 'error'} />
    <div class="stack" data-gap="1">
      {broken ? (
        <>
          <h2>The chain breaks at seal {broken.sequence}</h2>
          <p>
            There, {BREAKS[broken.why]}. {number(checked)} entries before it hold.
            {broken.event_id && (
              <>
                {' '}
                Entry <code class="wrap">{broken.event_id}</code>.
              </>
            )}
          </p>
        </>
      ) : (
        <>
          <h2>The audit log holds</h2>
          <p>
            All {number(checked)} sealed entries are as they were written
            {waiting > 0 && `; ${waiting} more will be sealed within seconds`}.
          </p>
        </>
      )}
      {head && (
        <p>
          Last seal {head.sequence}: <code class="wrap">{head.hash}</code>. Kept elsewhere, it shows later that nothing
          was cut off.
        </p>
      )}
    </div>
  </div>
)
