/** @jsxImportSource react */
import { useMemo, useRef } from 'react'
import type { Answer, AnswerResult, CellReference, Check, EditedResult } from '#analyst/rules/answer.ts'
import { type ChartSpec, chooseChart } from '#query/rules/chart.ts'
import { ago, checksOf, duration } from './answer-of.ts'
import { Chart } from './chart.tsx'
import { ExportMenu } from './export-menu.tsx'
import { Grid } from './grid.tsx'
import { Icon } from './icon.tsx'
import { SqlEditor, SqlText } from './sql-editor.tsx'
import { laidOut } from './sql-tokens.ts'

const TABS = ['Table', 'Chart', 'SQL', 'Checks'] as const
export type Tab = (typeof TABS)[number]

type Props = {
  workspaceId: string
  answer: Answer
  /** Whether people see the statements behind results. */
  showSql: boolean
  /** The result shown; it may be one that the person made by editing the SQL. */
  result: AnswerResult | EditedResult
  results: (AnswerResult | EditedResult)[]
  tab: Tab
  chart: ChartSpec | null
  lit: CellReference[]
  goTo: CellReference | null
  locale: string
  now: number
  onTab: (tab: Tab) => void
  onResult: (id: string) => void
  onChart: (spec: ChartSpec) => void
  /** Runs the changed SQL of a result and shows what comes out; null where the conversation can only be read. */
  onEdit: ((result: string, sql: string, signal: AbortSignal) => Promise<void>) | null
  onClose: () => void
}

/** Everything behind an answer: rows, chart, SQL and checks of one of its results. */
export function Drawer(props: Props) {
  const { answer, result, tab, locale, onEdit } = props
  const tabs = useRef<HTMLDivElement>(null)
  const shown = TABS.filter((name) => name !== 'SQL' || props.showSql)
  const chart = useMemo(() => props.chart ?? chooseChart(result, result.title), [props.chart, result])
  const checks = checksOf(answer)
  const few = result.total_rows <= 12
  return (
    <>
      <header className="drawer-head">
        <div
          className="tabs"
          role="tablist"
          aria-label="What stands behind the answer"
          ref={tabs}
          onKeyDown={(event) => {
            const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
            if (step === 0) return
            const next = (shown.indexOf(tab) + step + shown.length) % shown.length
            props.onTab(shown[next]!)
            tabs.current?.querySelectorAll('button')[next]?.focus()
          }}
        >
          {shown.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`tab-${name}`}
              aria-selected={tab === name}
              aria-controls="drawer-panel"
              tabIndex={tab === name ? 0 : -1}
              onClick={() => props.onTab(name)}
            >
              {name}
              {name === 'Checks' && checks.some((check) => check.state === 'warn') && (
                <span className="tab-dot" title="There are warnings" />
              )}
            </button>
          ))}
        </div>
        <ExportMenu
          workspaceId={props.workspaceId}
          result={result}
          title={result.title}
          chart={chart}
          locale={locale}
        />
        <button type="button" className="drawer-close" aria-label="Close the results" onClick={props.onClose}>
          <Icon name="cross" />
        </button>
      </header>
      {props.results.length > 1 && (
        <nav className="drawer-results" aria-label="Results of this answer">
          {props.results.map((one) => (
            <button
              key={one.id}
              type="button"
              aria-pressed={one.id === result.id}
              ref={one.id === result.id ? inSight : undefined}
              onClick={() => props.onResult(one.id)}
              title={one.title}
            >
              <code>{one.name}</code> {one.title}
            </button>
          ))}
        </nav>
      )}
      <div
        className={`drawer-panel drawer-${tab.toLowerCase()}`}
        role="tabpanel"
        id="drawer-panel"
        aria-labelledby={`tab-${tab}`}
      >
        {tab === 'Table' && (
          <>
            <Grid
              // A result that was there in part is drawn anew when it is whole.
              key={`${result.id} ${result.columns.length} ${result.rows.length}`}
              workspaceId={props.workspaceId}
              result={result}
              lit={props.lit}
              locale={locale}
              goTo={props.goTo}
            />
            {few && props.showSql && result.sql && (
              <pre className="sql-beside" {...SCROLLS}>
                <SqlText sql={laidOut(result.sql)} />
              </pre>
            )}
          </>
        )}
        {tab === 'Chart' &&
          (chart ? (
            <Chart
              workspaceId={props.workspaceId}
              spec={chart}
              result={result}
              locale={locale}
              onChange={props.onChart}
            />
          ) : (
            <p className="drawer-none">This result has no shape that a chart would make clearer.</p>
          ))}
        {tab === 'SQL' && props.showSql && (
          <SqlEditor
            workspaceId={props.workspaceId}
            sql={laidOut(result.sql)}
            source={result.source}
            run={onEdit && ((sql, signal) => onEdit('of' in result ? result.of : result.id, sql, signal))}
          />
        )}
        {tab === 'Checks' && <Checks checks={checks} />}
      </div>
      <footer className="drawer-foot">
        <span>
          {result.total_rows.toLocaleString(locale)} {result.total_rows === 1 ? 'row' : 'rows'}
          {result.truncated && ' (cut)'}
          {result.rows_read > 0 && ` · ${result.rows_read.toLocaleString(locale)} read`} · {duration(result.elapsed_ms)}
        </span>
        {result.fresh_at && <span>fresh {ago(result.fresh_at, props.now)}</span>}
      </footer>
    </>
  )
}

/** What scrolls for itself must be reached by keyboard. */
const SCROLLS = { tabIndex: 0 }

const inSight = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

export const CHECK_WORDS = { pass: 'passed', note: 'note', warn: 'warning', unchecked: 'not checked' } as const
export const CHECK_ICONS = { pass: 'check', note: 'note', warn: 'warn', unchecked: 'unknown' } as const

function Checks({ checks }: { checks: Check[] }) {
  if (checks.length === 0) return <p className="drawer-none">No check applies to this answer.</p>
  return (
    <ul className="checks-list">
      {checks.map((check) => (
        <li key={`${check.name} ${check.note}`} className={`check-${check.state}`}>
          <h2>
            <span className="check-mark">
              <Icon name={CHECK_ICONS[check.state]} />
            </span>
            {check.name} <span className="quiet">({CHECK_WORDS[check.state]})</span>
          </h2>
          <p>{check.note}</p>
          {check.probe && (
            <details>
              <summary>How it was checked</summary>
              <pre>
                <SqlText sql={check.probe} />
              </pre>
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}
