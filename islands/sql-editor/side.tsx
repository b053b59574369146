/** @jsxImportSource react */

import type { TreeTable } from '#catalog/rules/catalog.ts'
import type { EditorScreen } from '#query/rules/editor.ts'
import type { Statement } from '#query/rules/statement.ts'
import type { VerifiedQuery } from '#query/rules/verified.ts'
import { href, urls } from '../../src/urls.ts'
import { ago, duration } from '../chat/answer-of.ts'
import { DataTree } from '../chat/data-tree.tsx'
import { Icon } from '../chat/icon.tsx'
import type { Tables } from '../chat/use-tables.ts'
import { confirmDialog } from '../kit/dialog.ts'
import { removeVerified } from './calls.ts'

type Props = {
  screen: EditorScreen
  tables: Tables
  /** Tables that can be asked here. */
  total: number
  nameOf: (table: TreeTable) => string
  statements: Statement[]
  verified: VerifiedQuery[]
  locale: string
  now: number
  onInsert: (name: string) => void
  onOpen: (query: { source: string; sql: string }) => void
  onRemoved: (id: string) => void
}

/** Beside the editor: what can be asked, what was run, and what is known to be right. */
export function Side(props: Props) {
  return (
    <aside className="sql-side" aria-label="Tables, history and verified queries">
      <TablesSection {...props} />
      <details className="sql-section">
        <summary>
          <h2>History</h2>
          <span className="muted num">{props.statements.length || ''}</span>
        </summary>
        <History {...props} />
      </details>
      <details className="sql-section">
        <summary>
          <h2>Verified queries</h2>
          <span className="muted num">{props.verified.length || ''}</span>
        </summary>
        <Verified {...props} />
      </details>
    </aside>
  )
}

function TablesSection({ tables, total, nameOf, locale, onInsert, screen }: Props) {
  return (
    <details className="sql-section" open>
      <summary>
        <h2>Tables</h2>
        <span className="muted num">{total || ''}</span>
      </summary>
      {total > 0 ? (
        <DataTree tables={tables} total={total} nameOf={nameOf} locale={locale} onInsert={onInsert} />
      ) : (
        <p className="side-empty">No tables here yet.</p>
      )}
      <p className="side-empty">
        <a href={href(urls.workspaceTables, { id: screen.workspaceId })}>Descriptions, values and relations</a>
      </p>
    </details>
  )
}

const ENDINGS = { ok: 'check', failed: 'warn', cancelled: 'stop' } as const
const ENDED = { ok: 'ran', failed: 'failed', cancelled: 'cancelled' } as const

function History({ statements, screen, locale, now, onOpen }: Props) {
  if (statements.length === 0)
    return <p className="side-empty">What you run is kept here for 90 days. Only you see it.</p>
  return (
    <ol className="sql-list" reversed>
      {statements.map((one) => (
        <li key={one.id}>
          <a
            href={href(urls.workspaceSql, { id: screen.workspaceId }, { statement: one.id })}
            title={one.sql}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return
              event.preventDefault()
              onOpen(one)
            }}
          >
            <code>{one.sql.replace(/\s+/g, ' ').slice(0, 120)}</code>
            <span className={`sql-ending sql-ending-${one.status}`}>
              <Icon name={ENDINGS[one.status]} />
              {one.status === 'ok' && one.rows !== null
                ? `${one.rows.toLocaleString(locale)} ${one.rows === 1 ? 'row' : 'rows'}`
                : ENDED[one.status]}
              {` · ${duration(one.elapsed_ms)} · ${ago(one.created_at, now)}`}
              {one.source !== 'workspace' && ` · ${one.source}`}
            </span>
          </a>
        </li>
      ))}
    </ol>
  )
}

function Verified({ verified, screen, onOpen, onRemoved }: Props) {
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
          <a
            href={href(urls.workspaceSql, { id: workspaceId }, { query: one.id })}
            title={one.sql}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return
              event.preventDefault()
              onOpen(one)
            }}
          >
            <span>{one.question}</span>
            <span className="sql-ending">
              by {one.verified_by.name || 'somebody'}
              {one.source !== 'workspace' && ` · ${one.source}`}
            </span>
          </a>
          {screen.mayVerify && (
            <button type="button" aria-label={`Remove ${one.question}`} title="Remove" onClick={() => remove(one)}>
              <Icon name="trash" />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
