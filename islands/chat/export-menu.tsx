/** @jsxImportSource react */
import { useRef } from 'react'
import { fileStem } from '#base/text.ts'
import type { ResultPage } from '#query/rules/answers.ts'
import type { ChartSpec } from '#query/rules/chart.ts'
import { Icon } from '../kit/icon.tsx'
import { Problem } from '../kit/parts.tsx'
import { track } from '../kit/track.ts'
import { useAction } from '../kit/use-action.ts'
import { useLocale } from '../kit/use-browser.ts'
import { download, type ExportFormat, exportResult } from './calls.ts'
import { chartTableOf } from './use-chart-table.ts'
import { useWorkspaceId } from './workspace.ts'

type Props = { result: ResultPage; title: string; chart: ChartSpec | null }
const FILES: [ExportFormat, string][] = [
  ['csv', 'CSV'],
  ['xlsx', 'Excel (XLSX)'],
  ['parquet', 'Parquet'],
]

/** The whole result as a file, or its chart as a picture. */
export function ExportMenu({ result, title, chart }: Props) {
  const workspaceId = useWorkspaceId()
  const menu = useRef<HTMLDetailsElement>(null)
  const { busy, error, run } = useAction()
  const locale = useLocale()
  const name = fileStem(title) || 'result'

  const save = (make: () => Promise<Blob>, ending: string) =>
    run(async () => {
      download(await make(), `${name}.${ending}`)
      track('download_file', { file_extension: ending, content: /^(svg|png)$/.test(ending) ? 'chart' : 'result' })
      if (menu.current) menu.current.open = false
    })
  const picture = async (format: 'svg' | 'png') => {
    if (!chart) throw new Error('There is no chart to export.')
    const table = await chartTableOf(workspaceId, chart, result)
    const { picture: paint } = await import('./chart-picture.ts')
    return paint(chart, table, format, menu.current ?? document.body, locale)
  }
  return (
    <details className="menu export" ref={menu}>
      <summary>
        Export <Icon name="chevron" />
      </summary>
      <div className="menu-list">
        {FILES.map(([format, label]) => (
          <button
            key={format}
            type="button"
            disabled={busy}
            onClick={() => save(() => exportResult(workspaceId, result.id, format), format)}
          >
            {label}
          </button>
        ))}
        {chart && (
          <>
            <hr />
            {(['png', 'svg'] as const).map((format) => (
              <button key={format} type="button" disabled={busy} onClick={() => save(() => picture(format), format)}>
                Chart as {format.toUpperCase()}
              </button>
            ))}
          </>
        )}
        <Problem className="sql-error" text={error} />
      </div>
    </details>
  )
}
