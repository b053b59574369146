/** @jsxImportSource react */
import { useMemo, useState } from 'react'
import { isNumeric } from '#base/engine-type.ts'
import { counted } from '#base/format.ts'
import type { Statement } from '#canvases/rules/block.ts'
import type { ResultPage } from '#query/rules/answers.ts'
import { type ChartSpec, chooseChart } from '#query/rules/chart.ts'
import { chartTitle } from '#query/rules/chart-title.ts'
import type { EditorError } from '#query/rules/editor.ts'
import { href, urls } from '../../src/urls.ts'
import { duration } from '../chat/answer-of.ts'
import { Chart } from '../chat/chart.tsx'
import { ExportMenu } from '../chat/export-menu.tsx'
import { Grid } from '../chat/grid.tsx'
import { LeftOut } from '../chat/left-out.tsx'
import { PinDialog } from '../chat/pin-dialog.tsx'
import { useWorkspaceId } from '../chat/workspace.ts'
import { IconButton } from '../kit/icon.tsx'
import { Button, Segments } from '../kit/parts.tsx'
import { useHydrated, useLocale } from '../kit/use-browser.ts'
import { pinStatement } from './calls.ts'

const VIEWS = ['Table', 'Chart'] as const

type Props = { result: ResultPage; sql: string; source: string; mayPin: boolean }

/** What a statement gave: rows to sort, filter and copy, or a chart of them, and all of it as a file. */
export function Outcome({ result, sql, source, mayPin }: Props) {
  const workspaceId = useWorkspaceId()
  const locale = useLocale()
  const hydrated = useHydrated()
  const [view, setView] = useState<(typeof VIEWS)[number]>('Table')
  const chosen = useMemo(() => chooseChart(result, ''), [result])
  const [edited, setEdited] = useState<ChartSpec | null>(null)
  const chart = edited?.result === result.id ? edited : chosen
  const [pinning, setPinning] = useState(false)
  const shownView = chart ? view : 'Table'
  const made = blockOf(result, { sql, source }, shownView === 'Chart' ? chart : null)
  return (
    <section className="card sql-outcome" aria-label="Result">
      <header className="sql-outcome-head">
        {chart && <Segments legend="Show as" options={VIEWS} chosen={shownView} onChoose={setView} />}
        <p className="muted small" role="status">
          {counted(result.total_rows, 'row', 'rows', locale)}
          {result.truncated && ', cut: there were more than are kept'} · {duration(result.elapsed_ms)}
        </p>
        {hydrated && mayPin && (
          <IconButton icon="pin" className="pin-button" label="Pin to canvas" onClick={() => setPinning(true)} />
        )}
        <ExportMenu result={result} title="" chart={chart} />
      </header>
      {pinning && (
        <PinDialog
          title={`Pin ${PINNED[made.kind]}`}
          pinOn={(canvas) => pinStatement(canvas, made)}
          onClose={() => setPinning(false)}
        />
      )}
      <LeftOut items={result.left_out} />
      {shownView === 'Chart' && chart ? (
        <Chart spec={chart} result={result} onChange={setEdited} changed={chart === edited} />
      ) : (
        <Grid key={result.id} result={result} />
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

const PINNED = { chart: 'chart', grid: 'table', kpi: 'number' }
/** What is put on a canvas: the chart that is shown, a number that stands alone, or the rows. */
function blockOf({ columns, total_rows }: ResultPage, statement: Statement, chart: ChartSpec | null) {
  if (chart) {
    const { result: _, ...spec } = chart
    return { kind: 'chart' as const, content: { title: chartTitle(chart), ...statement, chart: spec } }
  }
  const [only, ...others] = columns
  if (total_rows !== 1 || !only || others.length > 0 || !isNumeric(only.type))
    return { kind: 'grid' as const, content: { title: '', ...statement } }
  const value = { column: only.name, row: null }
  return { kind: 'kpi' as const, content: { title: only.name.replaceAll('_', ' '), ...statement, value, before: null } }
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
            <Button key={name} look="small" onClick={() => onCandidate(name)}>
              <code>{name}</code>
            </Button>
          ))}
        </p>
      )}
    </div>
  )
}
