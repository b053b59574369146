/** @jsxImportSource react */
import type { EditorScreen } from '#query/rules/editor.ts'
import { Icon } from '../chat/icon.tsx'
import { Elapsed } from '../chat/sql-editor.tsx'
import { Button, Options } from '../kit/parts.tsx'
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
          className="input"
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
