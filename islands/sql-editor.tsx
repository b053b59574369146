/** @jsxImportSource react */
import { useMemo, useRef, useState } from 'react'
import { typeName } from '#base/cell-format.ts'
import type { TreeTable } from '#catalog/rules/catalog.ts'
import type { EditorScreen } from '#query/rules/editor.ts'
import { href, urls } from '../src/urls.ts'
import { Icon } from './chat/icon.tsx'
import { useAwake, useLocale, useNow } from './chat/place.ts'
import { Elapsed } from './chat/sql-editor.tsx'
import { useTables } from './chat/use-tables.ts'
import type { Knowledge, KnownTable } from './sql-editor/code.ts'
import { CodeField, type FieldHandle } from './sql-editor/code-field.tsx'
import { newDraft } from './sql-editor/drafts.ts'
import { Failure, Outcome } from './sql-editor/outcome.tsx'
import { Side } from './sql-editor/side.tsx'
import { placeOf, type Span, sqlName, statementAt } from './sql-editor/statement.ts'
import { Tabs } from './sql-editor/tabs.tsx'
import { useDrafts } from './sql-editor/use-drafts.ts'
import { useNamed } from './sql-editor/use-named.ts'
import { useRuns } from './sql-editor/use-runs.ts'
import { Verify } from './sql-editor/verify.tsx'

/** SQL by hand: over all tables of the workspace, or in a connected database in its own language. */
export default function SqlEditorPage(screen: EditorScreen) {
  const { workspaceId } = screen
  const locale = useLocale()
  const now = useNow(screen.now)
  const awake = useAwake()
  const { drafts, active, change, open, close, choose } = useDrafts(screen)
  const { runs, statements, run, cancel } = useRuns(screen)
  const [verified, setVerified] = useState(screen.verified)
  const field = useRef<FieldHandle>(null)
  const current = runs[active.id]
  const running = current?.state === 'running' ? current : null
  const failed = current?.state === 'failed' ? current : null

  const native = screen.databases.find(({ name }) => name === active.source)
  const tables = useTables(workspaceId, screen.data, native?.id)
  const total = native ? tablesIn(screen, native.id) : screen.data.total
  useNamed(active.sql, tables)
  const { known, find } = tables
  const knowledge = useMemo(
    (): Knowledge => ({
      engine: native?.engine ?? 'workspace',
      tables: known.map((table) => knownTable(table, native !== undefined, locale)),
      find: async (q) => (await find(q)).map((table) => knownTable(table, native !== undefined, locale)),
    }),
    [native, known, find, locale],
  )
  const problem = useMemo(() => {
    const place = failed && placeOf(failed.sql, failed.error)
    return place && { from: failed.at.from + place.from, to: failed.at.from + place.to, message: failed.error.message }
  }, [failed])

  // What has been edited since is not replaced.
  const same = failed && active.sql.slice(failed.at.from, failed.at.to) === failed.sql
  const misspelt = same ? problem : null

  /** What is selected, or else the statement that the cursor stands in. */
  const chosen = (): Span => {
    const selected = field.current?.selection() ?? { from: 0, to: 0 }
    return selected.to > selected.from ? selected : statementAt(active.sql, selected.from)
  }
  const start = () => {
    const at = chosen()
    void run(active, active.sql.slice(at.from, at.to), at)
  }
  const insert = (name: string) => {
    const table = native && known.find((one) => nativeName(one) === name)
    const parts = table?.database ? [table.database.schema, table.database.table] : [name]
    field.current?.insert(parts.filter(Boolean).map(sqlName).join('.'))
  }

  return (
    <div className="sql-layout">
      <form
        className="sql-main"
        method="post"
        action={href(urls.workspaceSql, { id: workspaceId })}
        onSubmit={(event) => {
          event.preventDefault()
          start()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && running && !event.defaultPrevented) cancel(active.id)
        }}
      >
        {screen.said && (
          <div className="alert alert-success" role="status">
            <p>{screen.said}</p>
          </div>
        )}
        <div className="card sql-card">
          {awake && (
            <Tabs
              drafts={drafts}
              running={Object.keys(runs).filter((id) => runs[id]?.state === 'running')}
              onChoose={choose}
              onNew={() => {
                open(newDraft(active.source))
                field.current?.focus()
              }}
              onClose={(id) => {
                cancel(id)
                close(id)
              }}
            />
          )}
          <CodeField
            handle={field}
            draft={active.id}
            text={active.sql}
            knowledge={knowledge}
            problem={problem}
            onChange={(sql) => change({ sql })}
            onRun={start}
          />
          <div className="sql-bar">
            {/* One button: were it another while a statement runs, the click that stops one could send the form again. */}
            <button
              type="submit"
              className={running ? 'button' : 'button button-primary'}
              name="act"
              value="run"
              onClick={(event) => {
                if (!running) return
                event.preventDefault()
                cancel(active.id)
              }}
            >
              <Icon name={running ? 'stop' : 'play'} /> {running ? 'Cancel' : 'Run'}
            </button>
            <label className="sql-source">
              <span aria-hidden="true">on</span>
              <select
                className="input"
                name="source"
                aria-label="Run on"
                value={active.source}
                onChange={(event) => change({ source: event.currentTarget.value })}
              >
                <option value="workspace">All tables (DuckDB SQL)</option>
                {screen.databases.map(({ name, engine }) => (
                  <option key={name} value={name}>
                    {name} ({ENGINES[engine] ?? engine})
                  </option>
                ))}
              </select>
            </label>
            {running ? (
              <Elapsed since={running.since} />
            ) : (
              <span className="hint">
                {current?.state === 'cancelled'
                  ? 'Cancelled.'
                  : 'Ctrl/Cmd + Enter runs what is selected, or the statement at the cursor.'}
              </span>
            )}
          </div>
        </div>
        <Verify
          workspaceId={workspaceId}
          may={screen.mayVerify}
          query={{ source: active.source, sql: active.sql }}
          onSaved={(query) =>
            setVerified((before) => [...before, query].sort((a, b) => a.question.localeCompare(b.question)))
          }
        />
        {failed && (
          <Failure
            error={failed.error}
            onCandidate={misspelt ? (name) => field.current?.replace(misspelt, sqlName(name)) : null}
          />
        )}
        {current?.state === 'done' && <Outcome workspaceId={workspaceId} result={current.result} locale={locale} />}
        {!current && <p className="sql-waiting">The rows of what you run are shown here. Running SQL is free.</p>}
      </form>
      <Side
        screen={screen}
        tables={tables}
        total={total}
        nameOf={native ? nativeName : plainName}
        statements={statements}
        verified={verified}
        locale={locale}
        now={now}
        onInsert={insert}
        onOpen={({ source, sql }) => {
          open(newDraft(source, sql))
          field.current?.focus()
        }}
        onRemoved={(id) => setVerified((before) => before.filter((one) => one.id !== id))}
      />
    </div>
  )
}

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

const plainName = ({ name }: TreeTable) => name
/** A table as its database calls it. */
const nativeName = ({ name, database }: TreeTable) =>
  database ? [database.schema, database.table].filter(Boolean).join('.') : name
const tablesIn = ({ data }: EditorScreen, id: string) => data.sources.find((source) => source.id === id)?.tables ?? 0

function knownTable({ name, database, rows, shown }: TreeTable, native: boolean, locale: string): KnownTable {
  return {
    schema: (native && database?.schema) || '',
    name: (native && database?.table) || name,
    rows: `${rows.toLocaleString(locale)} rows`,
    columns: (shown ?? []).map((column) => ({ name: column.name, type: typeName(column.type) })),
  }
}
