/** @jsxImportSource react */

import { useRef } from 'react'
import type { ResultPage } from '#query/rules/answers.ts'
import type { ChartSpec } from '#query/rules/chart.ts'
import { CHART_LIMITS } from '#query/rules/chart.ts'
import { chartData } from '#query/rules/chart-data.ts'
import { track } from '../kit/track.ts'
import { useAction } from '../kit/use-action.ts'
import { useLocale } from '../kit/use-browser.ts'
import { download, type ExportFormat, exportResult, readRows } from './calls.ts'
import { Icon } from './icon.tsx'
import { PLAIN_VIEW } from './use-rows.ts'

type Props = { workspaceId: string; result: ResultPage; title: string; chart: ChartSpec | null }
const FILES: [ExportFormat, string][] = [
  ['csv', 'CSV'],
  ['xlsx', 'Excel (XLSX)'],
  ['parquet', 'Parquet'],
]

/** The whole result as a file, or its chart as a picture. */
export function ExportMenu(props: Props) {
  const menu = useRef<HTMLDetailsElement>(null)
  const { busy, error, run } = useAction()
  const locale = useLocale()
  const name =
    props.title
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 60) || 'result'

  const save = (make: () => Promise<Blob>, ending: string) =>
    run(async () => {
      download(await make(), `${name}.${ending}`)
      track('download_file', { file_extension: ending, content: /^(svg|png)$/.test(ending) ? 'chart' : 'result' })
      if (menu.current) menu.current.open = false
    })
  const picture = async (format: 'svg' | 'png') => {
    const { chart, result } = props
    if (!chart) throw new Error('There is no chart to export.')
    const rows =
      result.rows.length < result.total_rows
        ? (await readRows(props.workspaceId, result.id, 0, CHART_LIMITS.rows, PLAIN_VIEW)).rows
        : result.rows
    const { picture: paint } = await import('./chart-picture.ts')
    return paint(
      chart,
      chartData(chart, { columns: result.columns, rows }, locale),
      format,
      menu.current ?? document.body,
      locale,
    )
  }
  return (
    <details className="menu export" ref={menu}>
      <summary>
        Export <Icon name="down" />
      </summary>
      <div className="menu-list">
        {FILES.map(([format, label]) => (
          <button
            key={format}
            type="button"
            disabled={busy}
            onClick={() => save(() => exportResult(props.workspaceId, props.result.id, format), format)}
          >
            {label}
          </button>
        ))}
        {props.chart && props.chart.kind !== 'number' && (
          <>
            <hr />
            <button type="button" disabled={busy} onClick={() => save(() => picture('png'), 'png')}>
              Chart as PNG
            </button>
            <button type="button" disabled={busy} onClick={() => save(() => picture('svg'), 'svg')}>
              Chart as SVG
            </button>
          </>
        )}
        {error && (
          <p className="sql-error" role="alert">
            {error}
          </p>
        )}
      </div>
    </details>
  )
}
