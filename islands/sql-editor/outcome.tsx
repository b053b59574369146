/** @jsxImportSource react */

import { useMemo, useState } from 'react'
import { counted } from '#base/format.ts'
import type { ResultPage } from '#query/rules/answers.ts'
import { type ChartSpec, chooseChart } from '#query/rules/chart.ts'
import type { EditorError } from '#query/rules/editor.ts'
import { href, urls } from '../../src/urls.ts'
import { duration } from '../chat/answer-of.ts'
import { Chart } from '../chat/chart.tsx'
import { ExportMenu } from '../chat/export-menu.tsx'
import { Grid } from '../chat/grid.tsx'
import { useLocale } from '../kit/use-browser.ts'

const VIEWS = ['Table', 'Chart'] as const

/** What a statement gave: rows to sort, filter and copy, or a chart of them, and all of it as a file. */
export function Outcome({ workspaceId, result }: { workspaceId: string; result: ResultPage }) {
  const locale = useLocale()
  const [view, setView] = useState<(typeof VIEWS)[number]>('Table')
  const chosen = useMemo(() => chooseChart(result, ''), [result])
  const [edited, setEdited] = useState<ChartSpec | null>(null)
  const chart = edited?.result === result.id ? edited : chosen
  const shownView = chart ? view : 'Table'
  return (
    <section className="card sql-outcome" aria-label="Result">
      <header className="sql-outcome-head">
        {chart && (
          <fieldset className="segments">
            <legend className="quiet">Show as</legend>
            {VIEWS.map((name) => (
              <button key={name} type="button" aria-pressed={shownView === name} onClick={() => setView(name)}>
                {name}
              </button>
            ))}
          </fieldset>
        )}
        <p className="muted small" role="status">
          {counted(result.total_rows, 'row', 'rows', locale)}
          {result.truncated && ', cut: there were more than are kept'} · {duration(result.elapsed_ms)}
        </p>
        <ExportMenu workspaceId={workspaceId} result={result} title="" chart={chart} />
      </header>
      {shownView === 'Chart' && chart ? (
        <Chart workspaceId={workspaceId} spec={chart} result={result} onChange={setEdited} />
      ) : (
        <Grid key={result.id} workspaceId={workspaceId} result={result} lit={[]} goTo={null} />
      )}
      <noscript>
        <p className="sql-noscript">
          {result.total_rows > result.rows.length && `The first ${result.rows.length} rows are shown. `}
          All of it as{' '}
          {['csv', 'xlsx', 'parquet'].map((format) => (
            <a key={format} href={href(urls.apiResult, { id: workspaceId, resultId: result.id }, { format })}>
              {` ${format.toUpperCase()} `}
            </a>
          ))}
        </p>
      </noscript>
    </section>
  )
}

/** Why a statement did not run, with the names that were perhaps meant: a click puts one in. */
export function Failure({ error, onCandidate }: { error: EditorError; onCandidate: ((name: string) => void) | null }) {
  return (
    <div className="sql-error sql-failure" role="alert">
      <p>{error.message}</p>
      {onCandidate && error.candidates.length > 0 && (
        <p className="row" data-gap="2">
          <span>Use instead:</span>
          {error.candidates.slice(0, 5).map((name) => (
            <button key={name} type="button" className="button button-small" onClick={() => onCandidate(name)}>
              <code>{name}</code>
            </button>
          ))}
        </p>
      )}
    </div>
  )
}
