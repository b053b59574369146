/** @jsxImportSource react */
import { Icon } from '../chat/icon.tsx'
import { type Drafts, MOST_DRAFTS } from './drafts.ts'

type Props = {
  drafts: Drafts
  /** Tabs whose statement runs. */
  running: string[]
  onChoose: (id: string) => void
  onNew: () => void
  onClose: (id: string) => void
}

/** The statements at hand, kept in this browser. */
export function Tabs({ drafts: { list, active }, running, onChoose, onNew, onClose }: Props) {
  return (
    <nav className="sql-tabs" aria-label="Statements at hand">
      <ul>
        {list.map(({ id, sql }, at) => (
          <li key={id} className={id === active ? 'sql-tab sql-tab-active' : 'sql-tab'}>
            <button
              type="button"
              aria-current={id === active ? 'true' : undefined}
              title={sql.slice(0, 300) || undefined}
              onClick={() => onChoose(id)}
            >
              {running.includes(id) && <span className="spinner" aria-hidden="true" />}
              <span className="truncate">{titleOf(sql) || `Query ${at + 1}`}</span>
            </button>
            {list.length > 1 && (
              <button
                type="button"
                className="sql-tab-close"
                aria-label={`Close ${titleOf(sql) || `query ${at + 1}`}`}
                onClick={() => onClose(id)}
              >
                <Icon name="cross" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {list.length < MOST_DRAFTS && (
        <button type="button" className="sql-tab-new" aria-label="New statement" title="New statement" onClick={onNew}>
          <Icon name="plus" />
        </button>
      )}
    </nav>
  )
}

/** A statement in few words: its first comment, or what it reads. */
function titleOf(sql: string): string {
  const comment = /^\s*--\s*(.+)/.exec(sql)?.[1]
  const table = /\bfrom\s+("[^"]+"|[\p{L}\p{N}_.]+)/iu.exec(sql)?.[1]
  return (comment ?? table ?? '').replaceAll('"', '').slice(0, 40)
}
