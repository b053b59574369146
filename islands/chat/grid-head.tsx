/** @jsxImportSource react */
import { type PointerEvent, useLayoutEffect, useRef } from 'react'
import type { ColumnFormat } from '#base/cell-format.ts'
import type { ResultColumn } from '#query/rules/answers.ts'
import { Icon } from '../kit/icon.tsx'
import { listen } from '../kit/listen.ts'
import type { RowView } from './calls.ts'

type Props = {
  columns: ResultColumn[]
  formats: (ColumnFormat & { unit: string })[]
  view: RowView
  setView: (view: RowView) => void
}

/** The head of the grid: name and type of each column, sorting by a click, edges that resize. */
export function GridHead(props: Props) {
  const { columns, formats, view } = props
  const head = useRef<HTMLTableSectionElement>(null)
  // Widths are kept from the first drawing on: other rows scrolling in must not move the columns.
  useLayoutEffect(() => {
    const row = head.current?.querySelector('tr')
    if (!row || columns.length === 0) return
    keepWidths(row)
    let unmounted = false
    document.fonts.ready.then(() => unmounted || keepWidths(row))
    return () => {
      unmounted = true
    }
  }, [columns])

  const sort = (column: string) => {
    const now = view.sort?.column === column ? view.sort : null
    const next = now === null ? { column, descending: false } : now.descending ? null : { column, descending: true }
    props.setView({ ...view, sort: next })
  }
  return (
    <thead ref={head}>
      <tr>
        {columns.map((column, at) => {
          const format = formats[at]
          const sorted = view.sort?.column === column.name ? view.sort : null
          return (
            <th
              key={column.name}
              scope="col"
              className={format?.align === 'end' ? 'end' : undefined}
              aria-sort={sorted ? (sorted.descending ? 'descending' : 'ascending') : undefined}
            >
              <button
                type="button"
                className="grid-sort"
                onClick={() => sort(column.name)}
                title={`${column.name}: ${column.type}`}
              >
                <span className="grid-name">{column.name}</span>
                {sorted && <Icon name={sorted.descending ? 'chevron' : 'up'} />}
                <span className="grid-type">{format?.unit || format?.kind}</span>
              </button>
              <span className="grid-edge" aria-hidden="true" onPointerDown={resize} />
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

/** Room for values a little longer than those at hand, in pixels, where the window has it to give. */
const SLACK = 10

/** Gives every column the width that its first rows need. */
function keepWidths(row: HTMLElement) {
  const table = row.closest('table')
  if (!table) return
  const cells = [...row.children] as HTMLElement[]
  table.style.tableLayout = 'auto'
  table.style.width = 'max-content'
  for (const cell of cells) cell.style.width = ''
  const natural = cells.map((cell) => Math.min(320, Math.max(60, cell.offsetWidth)))
  const spare = (table.parentElement?.clientWidth ?? 0) - natural.reduce((sum, width) => sum + width, 0)
  const slack = spare < 0 ? SLACK : Math.min(SLACK, Math.floor(spare / cells.length))
  const widths = natural.map((width) => width + slack)
  for (const [at, cell] of cells.entries()) cell.style.width = `${widths[at]}px`
  table.style.tableLayout = 'fixed'
  table.style.width = ''
}

function resize(event: PointerEvent<HTMLElement>) {
  const edge = event.currentTarget
  const cell = edge.closest('th')
  if (!cell) return
  event.preventDefault()
  const from = event.clientX
  const width = cell.offsetWidth
  edge.setPointerCapture(event.pointerId)
  const end = listen<globalThis.PointerEvent>(edge, 'pointermove', ({ clientX }) => {
    cell.style.width = `${Math.max(48, width + clientX - from)}px`
  })
  edge.addEventListener('pointerup', end, { once: true })
}
