/** @jsxImportSource react */
import { IconButton } from '../chat/icon.tsx'
import { MOST_DRAFTS } from './editor-state.ts'
import type { Editor } from './use-editor.ts'

export function Tabs({ editor, onNew }: { editor: Editor; onNew: () => void }) {
  const { list, active } = editor.drafts
  return (
    <nav className="sql-tabs" aria-label="Statements at hand">
      <ul>
        {list.map(({ id, sql }, at) => (
          <li key={id} className={id === active ? 'sql-tab sql-tab-active' : 'sql-tab'}>
            <button
              type="button"
              aria-current={id === active ? 'true' : undefined}
              title={sql.slice(0, 300) || undefined}
              onClick={() => editor.choose(id)}
            >
              {editor.runs[id]?.state === 'running' && <span className="spinner" aria-hidden="true" />}
              <span className="truncate">{titleOf(sql) || `Query ${at + 1}`}</span>
            </button>
            {list.length > 1 && (
              <IconButton
                icon="cross"
                label={`Close ${titleOf(sql) || `query ${at + 1}`}`}
                className="sql-tab-close"
                onClick={() => editor.close(id)}
              />
            )}
          </li>
        ))}
      </ul>
      {list.length < MOST_DRAFTS && (
        <IconButton icon="plus" label="New statement" className="sql-tab-new" onClick={onNew} />
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
