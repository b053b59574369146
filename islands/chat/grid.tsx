/** @jsxImportSource react */
import { type UIEvent, useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { CellReference } from '#analyst/rules/answer.ts'
import { type ColumnFormat, columnFormat, toTsv, unitOf } from '#base/cell-format.ts'
import type { Cell, ResultPage } from '#query/rules/answers.ts'
import { Icon } from '../kit/icon.tsx'
import { LinkButton } from '../kit/parts.tsx'
import { useLocale } from '../kit/use-browser.ts'
import { PLAIN_VIEW, type RowView } from './calls.ts'
import { GridHead } from './grid-head.tsx'
import { useRows } from './use-rows.ts'
import { blockOf, type Place, type Selection, useSelection } from './use-selection.ts'

/** Height of a row in pixels; chat.css draws it the same (--row). */
const ROW = 35
/** Rows drawn beyond the visible ones, so that scrolling does not show gaps. */
const SPARE = 12
/** A table whose cells take the keyboard is a grid; it holds the focus itself and names its cell. */
const GRID = { role: 'grid', tabIndex: 0, 'aria-multiselectable': true } as const
const SELECTED = { 'aria-selected': true }

/**
 * A stored result as a grid: only rows in sight are drawn, the rest is fetched when it comes near. Keys move a cell, Shift
 * extends, Ctrl/Cmd+C copies exact values as TSV.
 */
export function Grid(props: {
  result: ResultPage
  lit?: CellReference[]
  goTo?: CellReference | null
  /** Somebody chose a cell, by a double click or Enter: its row, and the name of its column. */
  onChoose?: ((row: Record<string, Cell>, column: string) => void) | undefined
}) {
  const { result, goTo } = props
  const locale = useLocale()
  const [view, setView] = useState<RowView>(PLAIN_VIEW)
  const { rows, total, error, need, collect, retry } = useRows(result, view)
  const [span, setSpan] = useState({ from: 0, to: Math.min(result.rows.length, 60) })
  const [copied, setCopied] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const id = useId()

  const formats = useMemo(
    () =>
      result.columns.map((column, at) => {
        const values = result.rows.map((row) => row[at] ?? null)
        const format = columnFormat(column, values, locale)
        // A number that stands alone needs nothing to line up with.
        const align = result.columns.length === 1 ? ('start' as const) : format.align
        return { ...format, align, unit: unitOf(column, values) }
      }),
    [result, locale],
  )

  const updateSpan = useCallback(() => {
    const element = box.current
    if (!element) return
    const from = Math.max(0, Math.floor(element.scrollTop / ROW) - SPARE)
    const to = Math.min(total, Math.ceil((element.scrollTop + element.clientHeight) / ROW) + SPARE)
    setSpan((before) => (before.from === from && before.to === to ? before : { from, to }))
    need(from, to)
  }, [total, need])
  useEffect(() => {
    updateSpan()
    const watch = new ResizeObserver(updateSpan)
    if (box.current) watch.observe(box.current)
    return () => watch.disconnect()
  }, [updateSpan])

  const reveal = useCallback((place: Place) => {
    const element = box.current
    if (!element) return
    const head = element.querySelector('thead')?.clientHeight ?? 0
    const top = place.row * ROW
    const lowest = top + ROW + head - element.clientHeight
    element.scrollTop = Math.min(top, Math.max(lowest, element.scrollTop))
    element.querySelectorAll('thead th')[place.column]?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [])
  const copy = async (selection: Selection) => {
    const { top, bottom, left, right } = blockOf(selection)
    const copiedRows = await collect(top, Math.min(bottom + 1, top + 100_000))
    const block = copiedRows.map((row) => row.slice(left, right + 1))
    const header = block.length > 1 ? result.columns.slice(left, right + 1).map((column) => column.name) : null
    await navigator.clipboard.writeText(toTsv(header, block))
    setCopied(block.length === 1 && left === right ? 'Copied the cell' : `Copied ${block.length} rows`)
  }
  const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 350) / ROW) - 2)
  const size = { rows: total, columns: result.columns.length, page }
  const { selection, setSelection, onKeyDown, cellEvents } = useSelection(size, reveal, copy)

  const choose = ({ row, column }: Place) => {
    const cells = rows.get(row)
    if (!cells || !props.onChoose) return
    const byName = Object.fromEntries(result.columns.map(({ name }, at) => [name, cells[at] ?? null]))
    props.onChoose(byName, result.columns[column]!.name)
  }

  useEffect(() => {
    if (!goTo) return
    const place = { row: goTo.row, column: result.columns.findIndex((column) => column.name === goTo.column) }
    setView(PLAIN_VIEW)
    setSelection({ anchor: place, focus: place })
    reveal(place)
  }, [goTo, result, reveal, setSelection])

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(null), 2000)
    return () => clearTimeout(timer)
  }, [copied])

  const lit = new Set(props.lit?.map((cell) => `${cell.row} ${cell.column}`))
  const chosen = selection && blockOf(selection)
  const last = Math.min(span.to, total)
  const active =
    selection && selection.focus.row < total
      ? { 'aria-activedescendant': `${id}-${selection.focus.row}-${selection.focus.column}` }
      : {}
  const drawn = Array.from({ length: Math.max(0, last - span.from) }, (_, i) => span.from + i)
  return (
    <div className="grid-frame">
      {result.total_rows > 12 && (
        <input
          type="search"
          className="grid-filter"
          aria-label="Show only rows that contain"
          placeholder="Filter rows"
          onChange={(event) => {
            const filter = event.currentTarget.value.trim()
            clearTimeout(typing.current)
            typing.current = setTimeout(() => setView((before) => ({ ...before, filter })), 250)
          }}
        />
      )}
      <div
        className="grid-box"
        ref={box}
        onScroll={(event: UIEvent) => event.currentTarget === event.target && updateSpan()}
      >
        <table
          className="grid"
          {...GRID}
          {...active}
          aria-rowcount={total + 1}
          aria-colcount={result.columns.length}
          aria-label="Rows of the result"
          onKeyDown={(event) => {
            if (event.key === 'Enter' && selection && props.onChoose && event.target === event.currentTarget) {
              // What opens has the focus then, and the key is not for that.
              event.preventDefault()
              choose(selection.focus)
            } else onKeyDown(event)
          }}
        >
          <GridHead columns={result.columns} formats={formats} view={view} setView={setView} />
          <tbody>
            <Space rows={span.from} />
            {drawn.map((at) => {
              const row = rows.get(at)
              return (
                <tr key={at} aria-rowindex={at + 2}>
                  {result.columns.map((column, c) => {
                    const value = row?.[c]
                    const format = formats[c]!
                    const inside =
                      chosen && at >= chosen.top && at <= chosen.bottom && c >= chosen.left && c <= chosen.right
                    const focused = selection?.focus.row === at && selection.focus.column === c
                    const names = [
                      format.align === 'end' && 'end',
                      value === null && 'null',
                      lit.has(`${at} ${column.name}`) && 'lit',
                      inside && 'chosen',
                      focused && 'focused',
                    ].filter(Boolean)
                    return (
                      <td
                        key={column.name}
                        id={`${id}-${at}-${c}`}
                        {...(inside ? SELECTED : {})}
                        className={names.join(' ') || undefined}
                        title={typeof value === 'string' && value.length > 28 ? value : undefined}
                        {...cellEvents({ row: at, column: c })}
                        onDoubleClick={() => choose({ row: at, column: c })}
                      >
                        {row ? cellOr(value, format) : <span className="skeleton" />}
                      </td>
                    )
                  })}
                </tr>
              )
            })}
            <Space rows={total - last} />
          </tbody>
        </table>
        {total === 0 && !error && (
          <p className="grid-empty">{view.filter ? 'No row matches the filter.' : 'The query found no rows.'}</p>
        )}
        {error && (
          <p className="grid-empty" role="alert">
            {error.message} <LinkButton onClick={retry}>Retry</LinkButton>
          </p>
        )}
      </div>
      <output className="grid-copied" hidden={!copied}>
        <Icon name="check" /> {copied}
      </output>
    </div>
  )
}

const cellOr = (value: Cell | undefined, { text }: ColumnFormat) => (value == null ? 'null' : text(value))

/** Takes the room of rows that are not drawn. Its height is set by script: the page allows no style attributes. */
function Space({ rows }: { rows: number }) {
  const element = useRef<HTMLTableRowElement>(null)
  useLayoutEffect(() => {
    if (element.current) element.current.style.height = `${rows * ROW}px`
  }, [rows])
  return <tr ref={element} className="grid-space" hidden={rows === 0} />
}
