/** @jsxImportSource react */
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import type { AnswerResult } from '#analyst/rules/answer.ts'
import { withUnit } from '#base/cell-format.ts'
import { counted } from '#base/format.ts'
import type { Cell, ResultPage } from '#query/rules/answers.ts'
import { MAP_CREDITS } from '#query/rules/boundaries.ts'
import { type ChartSpec, chartSubtitle, spoken } from '#query/rules/chart.ts'
import { type ChartData, cellsOfMark, chartData, type Table } from '#query/rules/chart-data.ts'
import { heightOf } from '#query/rules/chart-height.ts'
import { chartTitle, namesGrouping } from '#query/rules/chart-title.ts'
import { pivotOf } from '#query/rules/pivot.ts'
import { SCROLLS } from '../kit/parts.tsx'
import { useHydrated, useLocale } from '../kit/use-browser.ts'
import { cellText } from './answer-of.ts'
import type { Drawing } from './chart-draw.ts'
import { ChartEditor } from './chart-editor.tsx'
import { useChartTable } from './use-chart-table.ts'

type Props = {
  spec: ChartSpec
  result: ResultPage | AnswerResult
  /** Given where the chart may be changed by clicking; null puts it back as it was made. */
  onChange?: (spec: ChartSpec | null) => void
  changed?: boolean
  /** Leaves the table to the browser: of many charts on one page it would be much of its weight. */
  lean?: boolean
  /** Somebody clicked a mark: the cells that it stands for. */
  onMark?: ((cells: Record<string, Cell>) => void) | undefined
}

/** A chart with its title, what it shows, and the same numbers as a table for screen readers. */
export function Chart(props: Props) {
  const { spec, result } = props
  const locale = useLocale()
  const { table, problem } = useChartTable(spec, result)
  const data = useMemo(() => (table ? chartData(spec, table, locale) : null), [spec, table, locale])
  const id = useId()
  const hydrated = useHydrated()
  const subtitle = chartSubtitle(spec)
  const isFigure = spec.kind === 'number' && spec.x === null
  const rowCount = isFigure ? null : counted(result.total_rows, 'row', 'rows', locale)
  const title = chartTitle(spec)
  const isInTitle = !title || title.toLowerCase().startsWith(subtitle.toLowerCase())
  const what = isInTitle || (spec.subtitle && namesGrouping({ ...spec, title })) ? null : subtitle
  const refused = problem ?? data?.refused
  const hasData = !isFigure && spec.kind !== 'pivot'
  return (
    <figure className="chart" aria-labelledby={`${id}-title`}>
      <figcaption>
        <h2 id={`${id}-title`}>{title || subtitle}</h2>
        <p>{[what, spec.subtitle, rowCount, data?.cut].filter(Boolean).join(' · ')}</p>
      </figcaption>
      {spec.kind === 'number' && <Figures {...{ spec, result, data, locale }} />}
      {refused && (
        <p className="chart-refused" role="status">
          {refused}
        </p>
      )}
      {!refused && spec.kind === 'pivot' && table && <PivotTable {...{ spec, table, locale, title }} />}
      {!refused && hasData && spec.kind !== 'number' && (
        <Drawn {...{ spec, data, locale, table }} onMark={props.onMark} />
      )}
      {data && data.missing.length > 0 && (
        <p className="chart-note">
          Not on the map: {data.missing.slice(0, MISSING).join(', ')}
          {data.missing.length > MISSING && ` and ${counted(data.missing.length - MISSING, 'other', 'others', locale)}`}
          .
        </p>
      )}
      {data?.map && <p className="chart-note">{MAP_CREDITS[data.map]}</p>}
      {hasData && data && !refused && (hydrated || !props.lean) && <DataTable spec={spec} data={data} />}
      {props.onChange && (
        <ChartEditor {...{ spec, result }} onChange={props.onChange} changed={props.changed ?? false} />
      )}
    </figure>
  )
}

/** Places that are not on a map, as many as are named. */
const MISSING = 30

type DrawnProps = {
  spec: ChartSpec
  data: ChartData | null
  locale: string
  table?: Table | null
  onMark?: Props['onMark']
}

function Drawn({ spec, data, locale, table, onMark }: DrawnProps) {
  const stage = useRef<HTMLDivElement>(null)
  const drawing = useRef<Drawing | null>(null)
  const [failed, setFailed] = useState(false)
  const [width, setWidth] = useState(USUAL_WIDTH)
  const update = useEffectEvent(() => data && drawing.current?.update(spec, data))
  const mark = useEffectEvent((at: { place: number; series: string }) => {
    const cells = data && table && onMark ? cellsOfMark(spec, table, data, at, locale) : null
    if (cells) onMark?.(cells)
  })
  useEffect(() => {
    let unmounted = false
    setWidth(stage.current?.clientWidth || USUAL_WIDTH)
    import('./chart-draw.ts').then(
      ({ draw }) => {
        if (unmounted || !stage.current) return
        drawing.current = draw(stage.current, locale, () => setFailed(true), mark)
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
  useEffect(() => {
    if (data) drawing.current?.update(spec, data)
  }, [spec, data])
  return (
    <div className="chart-stage" aria-hidden="true">
      {/* The height, by an attribute: the policy of the pages refuses styles in them. */}
      <svg width="1" height={data ? heightOf(spec, data, width) : 204} />
      {/* The library empties what it draws into. */}
      <div className="chart-canvas" ref={stage} />
      {failed && <p className="hint">The chart could not be loaded. Its numbers are in the table.</p>}
    </div>
  )
}

/** Pixels that a chart has in a thread, until it is known. */
const USUAL_WIDTH = 560

/** The figures of the first row; of figures over time the newest, how it changed, and the course. */
function Figures(props: { spec: ChartSpec; result: ResultPage; data: ChartData | null; locale: string }) {
  const { spec, result, data, locale } = props
  if (spec.x !== null) return data && <Newest {...{ spec, data, locale }} />
  return (
    <div className="big-numbers">
      {spec.y.map((name, series) => {
        const at = result.columns.findIndex((column) => column.name === name)
        const value = data?.series[series]?.values[0] ?? null
        return (
          at >= 0 && (
            <div key={name}>
              <strong>{spec.format && data ? data.label(value, series) : cellText(result, 0, at, locale)}</strong>
              <span>{spoken(name)}</span>
            </div>
          )
        )
      })}
    </div>
  )
}

function Newest({ spec, data, locale }: { spec: ChartSpec; data: ChartData; locale: string }) {
  const signed = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, signDisplay: 'exceptZero' })
  return (
    <div className="big-numbers">
      {data.series.map(({ name, values }, series) => {
        const last = values.findLastIndex((value) => value !== null)
        const before = values.findLastIndex((value, at) => value !== null && at < last)
        const [now, then] = [values[last] ?? null, values[before] ?? null]
        return (
          <div key={name}>
            <strong>{data.label(now, series)}</strong>
            <span>
              {spoken(name)}, {data.axis[last]?.label}
              {now !== null && then !== null && then > 0 && (
                <>
                  {' '}
                  · {withUnit(signed.format((100 * (now - then)) / then), '%')} from {data.axis[before]?.label}
                </>
              )}
            </span>
            {series === 0 && before >= 0 && <Drawn spec={spec} data={data} locale={locale} />}
          </div>
        )
      })}
    </div>
  )
}

/** A pivot table: exact values, totals of all rows. */
function PivotTable({ spec, table, locale, title }: { spec: ChartSpec; table: Table; locale: string; title: string }) {
  const { corner, columns, rows } = useMemo(() => pivotOf(spec, table, locale), [spec, table, locale])
  return (
    <div className="pivot" {...SCROLLS}>
      <table aria-label={title || 'Pivot table'}>
        <thead>
          <tr>
            <th scope="col">{corner}</th>
            {columns.map(({ label, isTotal }, at) => (
              <th key={at} scope="col" data-total={isTotal || undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, isTotal, cells }, row) => (
            <tr key={row} data-total={isTotal || undefined}>
              <th scope="row">{label}</th>
              {cells.map((cell, at) => (
                <td key={at} data-total={columns[at]!.isTotal || undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The numbers of the chart for people who cannot see it. */
function DataTable({ spec, data }: { spec: ChartSpec; data: ChartData }) {
  if (spec.kind === 'scatter')
    return (
      <p className="quiet">
        {data.points.length} points{data.trend && `, ${data.trend.label}`}. Their values are in the table of the result.
      </p>
    )
  return (
    <div className="quiet">
      <table>
        <caption>Data of the chart {chartTitle(spec)}</caption>
        <thead>
          <tr>
            <th scope="col">{spoken(spec.x ?? spec.y[0] ?? '')}</th>
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
                <td key={series}>{data.label(one.values[at] ?? null, series)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {data.marks.map(({ label, value }) => (
        <p key={label}>
          {label}: {data.label(value)}
        </p>
      ))}
    </div>
  )
}
