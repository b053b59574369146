/** @jsxImportSource react */
import { useMemo, useRef } from 'react'
import type { EditorScreen } from '#query/rules/editor.ts'
import { href, urls } from '../src/urls.ts'
import { WorkspaceContext } from './chat/workspace.ts'
import { Form } from './kit/parts.tsx'
import { useHydrated } from './kit/use-browser.ts'
import { CodeField, type FieldHandle } from './sql-editor/code-field.tsx'
import { Failure, Outcome } from './sql-editor/outcome.tsx'
import { RunBar, Tabs } from './sql-editor/run-bar.tsx'
import { Side } from './sql-editor/side.tsx'
import { placeOf, sqlName, statementAt } from './sql-editor/statement.ts'
import { useEditor } from './sql-editor/use-editor.ts'
import { useKnowledge } from './sql-editor/use-knowledge.ts'
import { Verify } from './sql-editor/verify.tsx'

/** SQL by hand: over all tables of the workspace, or in a connected database in its own language. */
export default function SqlEditorPage(screen: EditorScreen) {
  const { workspaceId } = screen
  const hydrated = useHydrated()
  const editor = useEditor(screen)
  const { active, outcome } = editor
  const here = useKnowledge(screen, active)
  const field = useRef<FieldHandle>(null)
  const failed = outcome?.state === 'failed' ? outcome : null
  const problem = useMemo(() => {
    const place = failed && placeOf(failed.sql, failed.error)
    return place && { from: failed.at.from + place.from, to: failed.at.from + place.to, message: failed.error.message }
  }, [failed])
  // What has been edited since is not replaced.
  const misspelt = failed && active.sql.slice(failed.at.from, failed.at.to) === failed.sql ? problem : null

  /** Runs what is selected, or else the statement that the cursor stands in. */
  const start = () => {
    const selected = field.current?.selection() ?? { from: 0, to: 0 }
    void editor.run(selected.to > selected.from ? selected : statementAt(active.sql, selected.from))
  }
  const open = (source: string, sql?: string) => {
    editor.open(source, sql)
    field.current?.focus()
  }

  return (
    <WorkspaceContext value={workspaceId}>
      <div className="sql-layout">
        <div className="sql-main">
          <Form
            className="sql-form"
            method="post"
            action={href(urls.workspaceSql, { id: workspaceId })}
            onSend={start}
            onKeyDown={(event) => {
              if (event.key === 'Escape' && !event.defaultPrevented) editor.cancel(active.id)
            }}
          >
            {screen.said && (
              <div className="alert alert-success" role="status">
                <p>{screen.said}</p>
              </div>
            )}
            <div className="card sql-card">
              {hydrated && <Tabs editor={editor} onNew={() => open(active.source)} />}
              <CodeField
                handle={field}
                draft={active.id}
                text={active.sql}
                knowledge={here.knowledge}
                problem={problem}
                onChange={(sql) => editor.edit({ sql })}
                onRun={start}
              />
              <RunBar editor={editor} databases={screen.databases} />
            </div>
            <Verify may={screen.mayVerify} query={active} onSaved={editor.addVerified} />
            {failed && (
              <Failure
                error={failed.error}
                onCandidate={misspelt ? (name) => field.current?.replace(misspelt, sqlName(name)) : null}
              />
            )}
          </Form>
          {/* Has forms of its own, of which a browser tells nobody inside another one. */}
          {outcome?.state === 'done' && <Outcome {...outcome} mayPin={screen.mayPin} />}
          {!outcome && <p className="sql-waiting">The rows of what you run are shown here. Running SQL is free.</p>}
        </div>
        <Side
          {...{ screen, editor, here }}
          onInsert={(name) => field.current?.insert(here.written(name))}
          onOpen={({ source, sql }) => open(source, sql)}
        />
      </div>
    </WorkspaceContext>
  )
}
