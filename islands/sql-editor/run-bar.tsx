/** @jsxImportSource react */
import type { EditorScreen } from '#query/rules/editor.ts'
import { Elapsed } from '../chat/sql-editor.tsx'
import { Icon, IconButton } from '../kit/icon.tsx'
import { Button, Options } from '../kit/parts.tsx'
import { MOST_DRAFTS } from './editor-state.ts'
import type { Editor } from './use-editor.ts'

const ENGINES: Record<string, string> = {
  postgres: 'PostgreSQL',
  mysql: 'MySQL or MariaDB',
  clickhouse: 'ClickHouse',
  sqlserver: 'SQL Server',
  sqlite: 'SQLite',
  snowflake: 'Snowflake',
  bigquery: 'BigQuery',
  trino: 'Trino',
}

/** Below the statement: runs or cancels it, and says where it runs. */
export function RunBar({ editor, databases }: { editor: Editor; databases: EditorScreen['databases'] }) {
  const { active, outcome } = editor
  const running = outcome?.state === 'running' ? outcome : null
  return (
    <div className="sql-bar">
      {/* One button: were it another while a statement runs, the click that stops one could send the form again. */}
      <Button
        type="submit"
        look={running ? undefined : 'primary'}
        name="act"
        value="run"
        onClick={(event) => {
          if (!running) return
          event.preventDefault()
          editor.cancel(active.id)
        }}
      >
        <Icon name={running ? 'stop' : 'play'} /> {running ? 'Cancel' : 'Run'}
      </Button>
      <label className="sql-source">
        <span aria-hidden="true">on</span>
        <select
          className="select"
          name="source"
          aria-label="Run on"
          value={active.source}
          onChange={(event) => editor.edit({ source: event.currentTarget.value })}
        >
          <option value="workspace">All tables (DuckDB SQL)</option>
          <Options of={databases.map(({ name, engine }) => [name, `${name} (${ENGINES[engine] ?? engine})`])} />
        </select>
      </label>
      {running ? (
        <Elapsed since={running.since} />
      ) : (
        <span className="hint">
          {outcome?.state === 'cancelled'
            ? 'Cancelled.'
            : 'Ctrl/Cmd + Enter runs what is selected, or the statement at the cursor.'}
        </span>
      )}
    </div>
  )
}

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
