/** @jsxImportSource react */
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import type { AnswerResult } from '#analyst/rules/answer.ts'
import { counted } from '#base/format.ts'
import type { Cell, ResultColumn, ResultPage } from '#query/rules/answers.ts'
import {
  CHART_LIMITS,
  type ChartSpec,
  chartSubtitle,
  KIND_NAMES,
  kindsFor,
  spoken,
  withKind,
} from '#query/rules/chart.ts'
import { type ChartData, chartData } from '#query/rules/chart-data.ts'
import { chartTitle, namesGrouping } from '#query/rules/chart-title.ts'
import { isNumeric } from '#query/rules/result.ts'
import { Segments } from '../kit/parts.tsx'
import { useHydrated, useLocale } from '../kit/use-browser.ts'
import { cellText } from './answer-of.ts'
import { readRows } from './calls.ts'
import type { Drawing } from './chart-draw.ts'
import { useWorkspaceId } from './workspace.ts'

type Props = {
  spec: ChartSpec
  result: ResultPage | AnswerResult
  /** Given where the chart may be changed by clicking. */
  onChange?: (spec: ChartSpec) => void
  /** Leaves the table to the browser: of many charts on one page it would be much of its weight. */
  lean?: boolean
}

/** A chart with its title, what it shows, and the same numbers as a table for screen readers. */
export function Chart(props: Props) {
  const { spec, result } = props
  const locale = useLocale()
  const rows = useChartRows(result)
  const data = useMemo(
    () => chartData(spec, { columns: result.columns, rows }, locale),
    [spec, result.columns, rows, locale],
  )
  const id = useId()
  const hydrated = useHydrated()
  const subtitle = chartSubtitle(spec)
  const rowCount = spec.kind === 'number' ? null : counted(result.total_rows, 'row', 'rows', locale)
  const title = chartTitle(spec)
  const isInTitle = !title || title.toLowerCase().startsWith(subtitle.toLowerCase())
  const what = isInTitle || (spec.subtitle && namesGrouping({ ...spec, title })) ? null : subtitle
  return (
    <figure className="chart" aria-labelledby={`${id}-title`}>
      <figcaption>
        <h2 id={`${id}-title`}>{title || subtitle}</h2>
        <p>{[what, spec.subtitle, rowCount, data.cut].filter(Boolean).join(' · ')}</p>
      </figcaption>
      {spec.kind === 'number' ? (
        <BigNumbers {...{ spec, result, locale }} />
      ) : (
        <>
          <Drawn {...{ spec, data, locale }} />
          {(hydrated || !props.lean) && <DataTable spec={spec} data={data} />}
        </>
      )}
      {props.onChange && <ChartControls spec={spec} result={result} onChange={props.onChange} />}
    </figure>
  )
}

/** All rows that a chart may draw: the first ones came with the answer, the rest is fetched once. */
function useChartRows(result: ResultPage): Cell[][] {
  const workspaceId = useWorkspaceId()
  const [rows, setRows] = useState(result.rows)
  useEffect(() => {
    setRows(result.rows)
    if (result.rows.length >= Math.min(result.total_rows, CHART_LIMITS.rows)) return
    const abort = new AbortController()
    readRows(workspaceId, result.id, { limit: CHART_LIMITS.rows, signal: abort.signal }).then(
      (page) => setRows(page.rows),
      // The first rows stay: a chart of some rows is better than none, and its table says how many there are.
      () => {},
    )
    return () => abort.abort()
  }, [workspaceId, result])
  return rows
}

function Drawn({ spec, data, locale }: { spec: ChartSpec; data: ChartData; locale: string }) {
  const stage = useRef<HTMLDivElement>(null)
  const drawing = useRef<Drawing | null>(null)
  const [failed, setFailed] = useState(false)
  const update = useEffectEvent(() => drawing.current?.update(spec, data))
  useEffect(() => {
    let unmounted = false
    import('./chart-draw.ts').then(
      ({ draw }) => {
        if (unmounted || !stage.current) return
        drawing.current = draw(stage.current, locale)
        update()
      },
      () => setFailed(true),
    )
    return () => {
      unmounted = true
      drawing.current?.dispose()
      drawing.current = null
    }
  }, [locale])
  useEffect(() => drawing.current?.update(spec, data), [spec, data])
  const bars = spec.kind === 'bar' || spec.kind === 'share' ? data.axis.length : 0
  const size = bars > 16 ? 'chart-stage-tall' : bars > 9 ? 'chart-stage-high' : ''
  return (
    <div className={`chart-stage ${size}`} ref={stage} aria-hidden="true">
      {failed && <p className="hint">The chart could not be loaded. Its numbers are in the table.</p>}
    </div>
  )
}

function BigNumbers({ spec, result, locale }: { spec: ChartSpec; result: ResultPage; locale: string }) {
  return (
    <div className="big-numbers">
      {spec.y.map((name) => {
        const at = result.columns.findIndex((column) => column.name === name)
        return (
          at >= 0 && (
            <p key={name}>
              <strong>{cellText(result, 0, at, locale)}</strong>
              <span>{spoken(name)}</span>
            </p>
          )
        )
      })}
    </div>
  )
}

/** The numbers of the chart for people who cannot see it. */
function DataTable({ spec, data }: { spec: ChartSpec; data: ChartData }) {
  if (spec.kind === 'scatter')
    return <p className="quiet">{data.points.length} points. Their values are in the table of the result.</p>
  return (
    <div className="quiet">
      <table>
        <caption>Data of the chart {chartTitle(spec)}</caption>
        <thead>
          <tr>
            <th scope="col">{spoken(spec.x ?? '')}</th>
            {data.series.map((one, at) => (
              <th key={at} scope="col">
                {one.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.axis.slice(0, 100).map((value, at) => (
            <tr key={at}>
              <th scope="row">{value.label}</th>
              {data.series.map((one, series) => (
                <td key={series}>{data.label(one.values[at] ?? null)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Kind, axis, measure and split by clicking: the same spec that the analyst writes. */
function ChartControls({ spec, result: { columns, rows }, onChange }: Required<Omit<Props, 'lean'>>) {
  const namesOf = (fits: (column: ResultColumn) => boolean) => columns.filter(fits).map(({ name }) => name)
  const measures = namesOf(({ type }) => isNumeric(type))
  const others = namesOf(({ name }) => !spec.y.includes(name))
  const splits = namesOf(({ name, type }) => !isNumeric(type) && name !== spec.x)
  // Only choices under which every point is one row: of several, a chart would show any one.
  const single = (next: ChartSpec) => {
    const places = [next.x, next.series].map((name) => columns.findIndex((column) => column.name === name))
    return new Set(rows.map((row) => JSON.stringify(places.map((at) => row[at])))).size === rows.length
  }
  return (
    <div className="chart-controls">
      <Segments
        legend="Kind of chart"
        options={kindsFor(spec, columns)}
        chosen={spec.kind}
        onChoose={(kind) => onChange(withKind(spec, kind, columns) ?? spec)}
        label={(kind) => KIND_NAMES[kind]}
      />
      <Choice
        label="Measure"
        value={spec.y[0] ?? ''}
        options={measures.filter((name) => name !== spec.x)}
        onChoose={(name) => onChange({ ...spec, y: [name] })}
      />
      {spec.kind !== 'number' && (
        <Choice
          label={spec.kind === 'scatter' ? 'Against' : 'By'}
          value={spec.x ?? ''}
          options={
            spec.kind === 'scatter'
              ? measures.filter((name) => !spec.y.includes(name))
              : others.filter((name) => name !== spec.series && (name === spec.x || single({ ...spec, x: name })))
          }
          onChoose={(name) => onChange({ ...spec, x: name })}
        />
      )}
      {splits.length > 0 && spec.kind !== 'number' && spec.kind !== 'scatter' && (
        <Choice
          label="Split"
          value={spec.series ?? ''}
          options={['', ...splits].filter(
            (name) => name === (spec.series ?? '') || single({ ...spec, series: name || null }),
          )}
          onChoose={(name) => onChange({ ...spec, series: name || null, y: name ? spec.y.slice(0, 1) : spec.y })}
        />
      )}
    </div>
  )
}

function Choice(props: { label: string; value: string; options: string[]; onChoose: (name: string) => void }) {
  if (props.options.length < 2 && props.options[0] === props.value) return null
  return (
    <label className="choice">
      <span>{props.label}</span>
      <select value={props.value} onChange={(event) => props.onChoose(event.currentTarget.value)}>
        {props.options.map((name) => (
          <option key={name} value={name}>
            {name === '' ? 'none' : name.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
    </label>
  )
}
