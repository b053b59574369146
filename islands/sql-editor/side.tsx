/** @jsxImportSource react */
import type { MouseEvent, ReactNode } from 'react'
import { counted } from '#base/format.ts'
import type { VerifiedQuery } from '#query/rules/answers.ts'
import type { EditorScreen } from '#query/rules/editor.ts'
import { href, urls } from '../../src/urls.ts'
import { ago, duration } from '../chat/answer-of.ts'
import { DataTree } from '../chat/data-tree.tsx'
import { confirmDialog } from '../kit/dialog.ts'
import { Icon, IconButton } from '../kit/icon.tsx'
import { useLocale, useNow } from '../kit/use-browser.ts'
import { removeVerified } from './calls.ts'
import type { Editor } from './use-editor.ts'
import type { TablesHere } from './use-knowledge.ts'

type Query = { source: string; sql: string }
type Props = {
  screen: EditorScreen
  editor: Editor
  here: TablesHere
  onInsert: (name: string) => void
  onOpen: (query: Query) => void
}

/** Beside the editor: what can be asked, what was run, and what is known to be right. */
export function Side(props: Props) {
  const { statements, verified } = props.editor
  const { tables, total, nameOf } = props.here
  return (
    <aside className="sql-side" aria-label="Tables, history and verified queries">
      <Section title="Tables" count={total} open>
        {total > 0 ? (
          <DataTree tables={tables} total={total} nameOf={nameOf} onInsert={props.onInsert} />
        ) : (
          <p className="side-empty">No tables here yet.</p>
        )}
        <p className="side-empty">
          <a href={href(urls.workspaceTables, { id: props.screen.workspaceId })}>Descriptions, values and relations</a>
        </p>
      </Section>
      <Section title="History" count={statements.length}>
        <History {...props} />
      </Section>
      <Section title="Verified queries" count={verified.length}>
        <Verified {...props} />
      </Section>
    </aside>
  )
}

type SectionProps = { title: string; count: number; open?: boolean; children: ReactNode }

const Section = ({ title, count, open, children }: SectionProps) => (
  <details className="sql-section" open={open}>
    <summary>
      <h2>{title}</h2>
      <span className="muted num">{count || ''}</span>
    </summary>
    {children}
  </details>
)

type LinkProps = { query: Query; address: string; onOpen: Props['onOpen']; children: ReactNode }

/** Opens a statement in a tab of the editor; without script, or with Ctrl, as a page. */
function QueryLink({ query, address, onOpen, children }: LinkProps) {
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onOpen(query)
  }
  return (
    <a href={address} title={query.sql} onClick={open}>
      {children}
    </a>
  )
}

const sourceNote = ({ source }: Query) => source !== 'workspace' && ` · ${source}`

const ENDING_ICONS = { ok: 'check', failed: 'warn', cancelled: 'stop' } as const

function History({ editor: { statements }, screen, onOpen }: Props) {
  const locale = useLocale()
  const now = useNow(screen.now)
  if (statements.length === 0)
    return <p className="side-empty">What you run is kept here for 90 days. Only you see it.</p>
  const { workspaceId: id } = screen
  return (
    <ol className="sql-list" reversed>
      {statements.map((one) => (
        <li key={one.id}>
          <QueryLink query={one} address={href(urls.workspaceSql, { id }, { statement: one.id })} onOpen={onOpen}>
            <code>{one.sql.replace(/\s+/g, ' ').slice(0, 120)}</code>
            <span className={`sql-ending sql-ending-${one.status}`}>
              <Icon name={ENDING_ICONS[one.status]} />
              {one.status !== 'ok' ? one.status : one.rows === null ? 'ran' : counted(one.rows, 'row', 'rows', locale)}
              {` · ${duration(one.elapsed_ms)} · ${ago(one.created_at, now)}`}
              {sourceNote(one)}
            </span>
          </QueryLink>
        </li>
      ))}
    </ol>
  )
}

function Verified({ editor: { verified, removeVerified: onRemoved }, screen, onOpen }: Props) {
  if (verified.length === 0)
    return (
      <p className="side-empty">
        Save a query with the question that it answers: the analyst prefers it when somebody asks just that.
      </p>
    )
  const { workspaceId } = screen
  const remove = ({ id, question }: VerifiedQuery) =>
    confirmDialog({
      type: 'danger',
      title: 'Remove Verified Query',
      message: `The analyst will answer “${question}” by itself again.`,
      confirm: 'Remove',
      act: () => removeVerified(workspaceId, id),
    }).then((removed) => removed && onRemoved(id))
  return (
    <ul className="sql-list">
      {verified.map((one) => (
        <li key={one.id} className="sql-verified">
          <QueryLink
            query={one}
            address={href(urls.workspaceSql, { id: workspaceId }, { query: one.id })}
            onOpen={onOpen}
          >
            <span>{one.question}</span>
            <span className="sql-ending">
              by {one.verified_by.name || 'somebody'}
              {sourceNote(one)}
            </span>
          </QueryLink>
          {screen.mayVerify && (
            <IconButton icon="trash" label={`Remove ${one.question}`} title="Remove" onClick={() => remove(one)} />
          )}
        </li>
      ))}
    </ul>
  )
}
