/** @jsxImportSource react */
import { useMemo, useRef } from 'react'
import type { CellReference, Check } from '#analyst/rules/answer.ts'
import { isOf } from '#analyst/rules/presented.ts'
import { counted, numberText } from '#base/format.ts'
import { type ChartSpec, chooseChart } from '#query/rules/chart.ts'
import { href, urls } from '../../src/urls.ts'
import { commentedIn } from '../comments/cells.ts'
import { Icon, IconButton } from '../kit/icon.tsx'
import { Problem, SCROLLS } from '../kit/parts.tsx'
import { useAction } from '../kit/use-action.ts'
import { useLocale } from '../kit/use-browser.ts'
import { ago, checksOf, duration } from './answer-of.ts'
import { keepChart } from './calls.ts'
import { Chart } from './chart.tsx'
import { cellIn, useTalk } from './comments.tsx'
import { type Choice, chartKey, chartShown, type Opened, TABS } from './drawer-state.ts'
import { ExportMenu } from './export-menu.tsx'
import { Grid } from './grid.tsx'
import { LeftOut, ShowLines } from './left-out.tsx'
import { Pin, WatchButton } from './pin.tsx'
import { Propose } from './propose.tsx'
import { SqlEditor, SqlText } from './sql-editor.tsx'
import { laidOut } from './sql-tokens.ts'
import type { DrawerControl } from './use-drawer.ts'

type Props = {
  opened: Opened
  drawer: DrawerControl
  showSql: boolean
  lit: CellReference[]
  now: number
  /** Runs the changed SQL of a result and shows what comes out; null where the conversation can only be read. */
  onEdit: ((result: string, sql: string, signal: AbortSignal) => Promise<void>) | null
  onClose: () => void
}

/** Everything behind an answer: rows, chart, SQL and checks of one of its results. */
export function Drawer(props: Props) {
  const { opened, drawer, onEdit } = props
  const { answerId, resultId, tab, answer, result, results } = opened
  const locale = useLocale()
  const tabList = useRef<HTMLDivElement>(null)
  const tabs = TABS.filter((name) => name !== 'SQL' || props.showSql)
  const own = answer.charts.flatMap((chart, at) => (isOf(chart, result) ? [at] : []))
  const chartAt = own.find((at) => at === opened.chart) ?? own[0]
  const key = chartKey(answerId, chartAt ?? result.id)
  const given = chartShown({ id: answerId, answer }, chartAt ?? result.id, drawer.charts)
  const chart = useMemo(() => given.chart ?? chooseChart(result, result.title), [given.chart, result])
  const keeping = useAction()
  const talk = useTalk()
  const changeChart = (changed: ChartSpec | null) => {
    drawer.changeChart(key, changed)
    // Whoever only reads the conversation looks at it in another way, and changes nothing.
    if (onEdit) keeping.run(() => keepChart(answerId, chartAt ?? result.id, changed))
  }
  const checks = checksOf(answer)
  const few = result.total_rows <= 12
  const choose = (choice: Partial<Choice>) => drawer.choose({ answerId, resultId, tab, ...choice })
  return (
    <>
      <header className="drawer-head">
        <div
          className="tabs"
          role="tablist"
          aria-label="What stands behind the answer"
          ref={tabList}
          onKeyDown={(event) => {
            const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
            if (step === 0) return
            const next = (tabs.indexOf(tab) + step + tabs.length) % tabs.length
            choose({ tab: tabs[next]! })
            tabList.current?.querySelectorAll('button')[next]?.focus()
          }}
        >
          {tabs.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`tab-${name}`}
              aria-selected={tab === name}
              aria-controls="drawer-panel"
              tabIndex={tab === name ? 0 : -1}
              onClick={() => choose({ tab: name })}
            >
              {name}
              {name === 'Checks' && checks.some((check) => check.state === 'warn') && (
                <span className="tab-dot" title="There are warnings" />
              )}
            </button>
          ))}
        </div>
        <Pin
          answerId={answerId}
          icon
          {...(drawer.cell && tab === 'Table'
            ? { of: drawer.cell, label: 'Pin number' }
            : tab === 'Chart' && chartAt !== undefined
              ? { of: { chart: chartAt }, label: 'Pin chart' }
              : { of: { result: result.id }, label: 'Pin table' })}
        />
        <form method="post" action={href(urls.messageRerun, { id: answerId })} target="_blank" rel="noopener">
          <input type="hidden" name="result" value={result.id} />
          <IconButton
            icon="compare"
            type="submit"
            label="What changed?"
            title="What changed? Run it again now, and see"
          />
        </form>
        <WatchButton answerId={answerId} result={result.id} />
        <ExportMenu result={result} title={result.title} chart={chart} />
        <IconButton icon="cross" label="Close the results" onClick={props.onClose} />
      </header>
      {results.length > 1 && (
        <nav className="drawer-results" aria-label="Results of this answer">
          {results.map((one) => (
            <button
              key={one.id}
              type="button"
              aria-pressed={one.id === result.id}
              ref={one.id === result.id ? inSight : undefined}
              onClick={() => choose({ resultId: one.id })}
              title={one.title}
            >
              <code>{one.name}</code> {one.title}
            </button>
          ))}
        </nav>
      )}
      {/* On each tab: the rows of what was corrected are shown first. */}
      {props.showSql && 'of' in result && (
        <Propose
          key={result.id}
          id={answerId}
          proposal={{ from: 'sql', result: result.of }}
          label="Propose as a verified query"
        />
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
              result={result}
              lit={[...props.lit, ...commentedIn(answerId, result, talk.comments)]}
              goTo={drawer.cell}
              onChoose={(row, column) => talk.open(answerId, cellIn(result, row, column))}
            />
            {few && props.showSql && result.sql && (
              <pre className="sql-beside" {...SCROLLS}>
                <SqlText sql={laidOut(result.sql)} />
              </pre>
            )}
          </>
        )}
        {tab === 'Chart' && own.length > 1 && (
          <nav className="drawer-results" aria-label="Charts of this result">
            {own.map((at) => (
              <button key={at} type="button" aria-pressed={at === chartAt} onClick={() => choose({ chart: at })}>
                {chartShown({ id: answerId, answer }, at, drawer.charts).chart?.title}
              </button>
            ))}
          </nav>
        )}
        {tab === 'Chart' &&
          (chart ? (
            <>
              <Chart spec={chart} result={result} onChange={changeChart} changed={given.changed} />
              <Problem className="sql-error" text={keeping.error && `The change is not kept: ${keeping.error}`} />
            </>
          ) : (
            <p className="drawer-none">This result has no shape that a chart would make clearer.</p>
          ))}
        {tab === 'SQL' && props.showSql && (
          <SqlEditor
            sql={laidOut(result.sql)}
            source={result.source}
            run={onEdit && ((sql, signal) => onEdit('of' in result ? result.of : result.id, sql, signal))}
          />
        )}
        {tab === 'Checks' && <Checks checks={checks} />}
      </div>
      <LeftOut items={result.left_out} />
      <footer className="drawer-foot">
        <span>
          {counted(result.total_rows, 'row', 'rows', locale)}
          {result.truncated && ' (cut)'}
          {result.rows_read > 0 && ` · ${numberText(result.rows_read, locale)} read`} · {duration(result.elapsed_ms)}
        </span>
        {result.fresh_at && <span>fresh {ago(result.fresh_at, props.now)}</span>}
      </footer>
    </>
  )
}

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
          <p>
            {check.note} <ShowLines {...(check.show && { show: check.show })} />
          </p>
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
