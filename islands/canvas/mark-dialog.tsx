/** @jsxImportSource react */
import { useEffect, useEffectEvent, useState } from 'react'
import { columnFormat } from '#base/cell-format.ts'
import type { BlockJson, Mark } from '#canvases/rules/answers.ts'
import type { Contents } from '#canvases/rules/block.ts'
import { blockName } from '#canvases/rules/block-name.ts'
import { cellsOf } from '#canvases/rules/figure.ts'
import { type FilterValues, filtersText } from '#canvases/rules/filter-address.ts'
import { valueWords } from '#canvases/rules/filter-words.ts'
import type { Cell, QueryResult, ResultPage } from '#query/rules/answers.ts'
import { spoken } from '#query/rules/chart.ts'
import type { CellPlace } from '#query/rules/place.ts'
import { Grid } from '../chat/grid.tsx'
import { placeOf } from '../comments/cells.ts'
import { TitledModal } from '../kit/modal.tsx'
import { Button, Problem, SelectField } from '../kit/parts.tsx'
import { useAction } from '../kit/use-action.ts'
import { useLocale } from '../kit/use-browser.ts'
import { readMark, readRows } from './calls.ts'
import type { CanvasControl } from './use-canvas.ts'

/** What somebody points at: cells of one row of a block; null to choose a row first. `column`: the one that is meant, where it is one. */
export type Marked = { block: BlockJson; cells: Record<string, Cell> | null; column?: string | undefined }
type Props = {
  marked: Marked
  control: CanvasControl
  nameOf: (filter: string) => string
  /** Comments on a cell, for who may. */
  onComment: ((cell: CellPlace) => void) | null
  onClose: () => void
}

/** What can be done with a mark of a chart or a row of a table: filter the canvas by its values, or show the rows behind it. */
export function MarkDialog({ marked: { block, cells: given, column }, control, nameOf, onComment, onClose }: Props) {
  const result = block.data?.results[0]
  const isTotal = block.kind === 'kpi'
  const [cells, setCells] = useState(given ?? firstCells(block))
  const [mark, setMark] = useState<Mark | null>(null)
  const [rows, setRows] = useState<ResultPage | null>(null)
  const asking = useAction()
  const { busy, error, run } = useAction()
  const locale = useLocale()
  const { canvas, filters, filter } = control
  const text = filtersText(filters)
  const meant = column && given ? { [column]: given[column] ?? null } : cells
  const ask = useEffectEvent(() =>
    asking.run(async () => setMark(await readMark(canvas.id, block.id, { cells: meant, filters: text }))),
  )
  useEffect(() => void ask(), [cells])
  const set = (values: FilterValues) =>
    run(async () => {
      await filter({ ...filters, ...values })
      onClose()
    })
  const cell = block.kind === 'grid' && given && column && result ? placeOf(result, given, column) : null
  const title = given && !isTotal ? words(meant, result, locale) : blockName(block)
  return (
    <TitledModal
      className={`canvas-dialog ${rows ? 'canvas-rows-dialog' : ''}`}
      title={rows ? `Rows behind ${title}` : title}
      onClose={onClose}
    >
      {rows ? (
        <div className="dialog-body canvas-rows">
          <p className="hint">
            {rows.total_rows === 1 ? '1 row' : `${rows.total_rows.toLocaleString(locale)} rows`}, as you may see them.
          </p>
          <Grid result={rows} />
        </div>
      ) : (
        <div className="dialog-body">
          {!given && !isTotal && result && result.rows.length > 1 && (
            <SelectField
              label="Row"
              of={result.rows.map((_, at) => [String(at), words(rowAt(result, at), result, locale)] as const)}
              onChoose={(at) => {
                setMark(null)
                setCells(rowAt(result, Number(at)))
              }}
            />
          )}
          <div className="canvas-mark-acts">
            {mark?.filters.map((one) => (
              <Button key={one.id} disabled={busy} onClick={() => set({ [one.id]: one.value })}>
                Filter by {nameOf(one.id)}: {valueWords(one.value, locale)}
              </Button>
            ))}
            {mark?.why === null && (
              <Button
                look="primary"
                disabled={busy}
                aria-busy={busy}
                onClick={() => run(async () => setRows(await readRows(canvas.id, block.id, { cells, filters: text })))}
                label="Show rows"
              />
            )}
            {cell && onComment && <Button onClick={() => onComment(cell)}>Comment on this cell</Button>}
          </div>
          {mark === null && !asking.error && <p role="status">Looking what lies behind it …</p>}
          {mark?.why && <p className="hint">{mark.why}</p>}
          <Problem text={asking.error ?? error} />
        </div>
      )}
      <footer className="dialog-foot">
        <Button look="quiet" onClick={onClose} label="Close" />
      </footer>
    </TitledModal>
  )
}

/** Of a number the row that it stands in, else the first row. */
function firstCells({ kind, content, data }: BlockJson): Record<string, Cell> {
  const [result] = data?.results ?? []
  if (kind === 'kpi' && result) return cellsOf(content as Contents['kpi'], result).value.row ?? {}
  return result ? rowAt(result, 0) : {}
}

/** Cells of a row, as many as can be asked about at once. */
const rowAt = ({ columns, rows }: QueryResult, at: number): Record<string, Cell> =>
  Object.fromEntries(columns.slice(0, 100).map(({ name }, column) => [name, rows[at]?.[column] ?? null]))

const SHOWN = 3
/** A row by what is in its first columns. */
function words(cells: Record<string, Cell>, result: QueryResult | undefined, locale: string): string {
  const told = Object.entries(cells).slice(0, SHOWN)
  return told
    .map(([name, cell]) => {
      const at = result?.columns.findIndex((column) => column.name === name) ?? -1
      const column = result?.columns[at]
      if (cell === null || !column) return `no ${spoken(name)}`
      const values = result!.rows.map((row) => row[at] ?? null)
      return columnFormat(column, values, locale).text(cell)
    })
    .join(', ')
}
