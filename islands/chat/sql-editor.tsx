/** @jsxImportSource react */

import { type KeyboardEvent, useEffect, useState } from 'react'
import { href, urls } from '../../src/urls.ts'
import { ApiError } from '../kit/api.ts'
import { Icon } from '../kit/icon.tsx'
import { Button, LinkButton } from '../kit/parts.tsx'
import { track } from '../kit/track.ts'
import { useNow } from '../kit/use-browser.ts'
import { duration } from './answer-of.ts'
import { sqlTokens } from './sql-tokens.ts'
import { useWorkspaceId } from './workspace.ts'

export function SqlText({ sql }: { sql: string }) {
  let at = 0
  return (
    <code>
      {sqlTokens(sql).map((token) => {
        const key = at
        at += token.text.length
        return token.kind === 'plain' ? (
          token.text
        ) : (
          <span key={key} className={`sql-${token.kind}`}>
            {token.text}
          </span>
        )
      })}
    </code>
  )
}

type Run =
  | { state: 'idle' }
  | { state: 'running'; since: number; abort: AbortController }
  | { state: 'failed'; error: Error }

export const isRunKey = ({ key, ctrlKey, metaKey }: KeyboardEvent) => key === 'Enter' && (ctrlKey || metaKey)

/** Characters of a statement that an address may carry. */
const MOST_IN_ADDRESS = 4_000
/** Whether a statement stands by itself: earlier results of a conversation are known in it alone. */
const isWhole = (sql: string) => sql.length <= MOST_IN_ADDRESS && !/\br[1-9]\d*\b/i.test(sql)

/** SQL to edit and run again: a plain text field over its own text in colours, so that everything the browser can do works. */
export function SqlEditor(props: {
  sql: string
  source?: string
  /** Runs the changed statement and shows what comes out; null where it can only be read. */
  run: ((sql: string, signal: AbortSignal) => Promise<void>) | null
}) {
  const workspaceId = useWorkspaceId()
  const [sql, setSql] = useState(props.sql)
  const [run, setRun] = useState<Run>({ state: 'idle' })
  useEffect(() => setSql(props.sql), [props.sql])
  const running = run.state === 'running'

  const tell = (status: 'done' | 'failed' | 'cancelled') =>
    track('execute_query', { workspace_id: workspaceId, surface: 'answer', status })
  const start = async () => {
    if (!props.run || running || sql.trim() === '') return
    const abort = new AbortController()
    setRun({ state: 'running', since: Date.now(), abort })
    try {
      await props.run(sql, abort.signal)
      setRun({ state: 'idle' })
      tell('done')
    } catch (reason) {
      tell(abort.signal.aborted ? 'cancelled' : 'failed')
      setRun(abort.signal.aborted ? { state: 'idle' } : { state: 'failed', error: reason as Error })
    }
  }
  const candidates = run.state === 'failed' && run.error instanceof ApiError ? run.error.details.candidates : null
  return (
    <div className="sql">
      <div className="sql-field">
        <pre aria-hidden="true">
          <SqlText sql={sql} />
          {'\n'}
        </pre>
        <textarea
          aria-label="SQL of this result"
          value={sql}
          readOnly={!props.run}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          onChange={(event) => setSql(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (isRunKey(event)) {
              event.preventDefault()
              void start()
            } else if (event.key === 'Escape' && running) {
              event.stopPropagation()
              run.abort.abort()
            }
          }}
        />
      </div>
      {run.state === 'failed' && (
        <div className="sql-error" role="alert">
          <p>{run.error.message}</p>
          {Array.isArray(candidates) && candidates.length > 0 && (
            <p>
              Did you mean{' '}
              {candidates.slice(0, 5).map((name, at) => (
                <span key={String(name)}>
                  {at > 0 && ', '}
                  <code>{String(name)}</code>
                </span>
              ))}
              ?
            </p>
          )}
        </div>
      )}
      <div className="sql-actions">
        {running ? (
          <>
            <Button onClick={() => run.abort.abort()}>
              <Icon name="stop" /> Cancel
            </Button>
            <Elapsed since={run.since} />
          </>
        ) : (
          props.run && (
            <>
              <Button look="primary" onClick={start} disabled={sql.trim() === ''}>
                <Icon name="play" /> Run
              </Button>
              <span className="hint">Ctrl/Cmd + Enter runs it. Running SQL is free, and the answer keeps it.</span>
            </>
          )
        )}
        {sql !== props.sql && !running && <LinkButton onClick={() => setSql(props.sql)}>Undo changes</LinkButton>}
        {isWhole(sql) && !running && (
          <a className="link-button" href={href(urls.workspaceSql, { id: workspaceId }, { sql, source: props.source })}>
            Open in the SQL editor
          </a>
        )}
      </div>
    </div>
  )
}

/** Time that passed, counting while it stands on the screen. */
export function Elapsed({ since }: { since: number }) {
  return <span className="elapsed">{duration(Math.max(0, useNow(since, 100) - since))}</span>
}
