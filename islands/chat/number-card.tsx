/** @jsxImportSource react */
import { useLayoutEffect, useRef } from 'react'
import type { Answer, CellReference } from '#analyst/rules/answer.ts'
import { isOf } from '#analyst/rules/presented.ts'
import { isNumeric } from '#base/engine-type.ts'
import { dayText } from '#base/format.ts'
import { useLocale } from '../kit/use-browser.ts'
import { ago, cellText } from './answer-of.ts'
import type { NumberShown } from './evidence.ts'

/** The card beside a number: what was computed from what, its cells with their rows, the query that made them and how fresh the data are. */
export function NumberCard({ shown, now }: { shown: NumberShown | null; now: number }) {
  const card = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (card.current && shown) place(card.current, shown.anchor)
  }, [shown])
  return (
    <div id="number-card" role="tooltip" ref={card} className="number-card" hidden={shown === null}>
      {shown && <CardText shown={shown} now={now} />}
    </div>
  )
}

/** Above the number where there is room, below it otherwise, and never over the edge of the window. */
function place(card: HTMLElement, anchor: HTMLElement) {
  const at = anchor.getClientRects()[0] ?? anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = card
  const left = Math.max(8, Math.min(at.left + at.width / 2 - width / 2, innerWidth - width - 8))
  const above = at.top - height - 8
  card.style.left = `${left}px`
  card.style.top = `${above > 8 ? above : at.bottom + 8}px`
}

function CardText({ shown: { number, answer }, now }: { shown: NumberShown; now: number }) {
  const locale = useLocale()
  if (number.gap !== undefined)
    return (
      <>
        <p className="number-card-warn">No value</p>
        <p className="number-card-foot">The analyst referred to what the results do not hold. {number.gap}</p>
      </>
    )
  if (number.catalog) {
    const { table, column, fact, measured_at } = number.catalog
    const what = {
      ...{ rows: 'Rows', first: 'First date', last: 'Last date', distinct: 'Different values' },
      profile: 'Measured on all rows',
    }[fact]
    return (
      <>
        <p className="number-card-how">
          {what} of {column === null ? table : `${column} in ${table}`}
        </p>
        <p className="number-card-foot">Counted when the data was read on {dayText(measured_at, locale)}.</p>
      </>
    )
  }
  if (number.state === 'unbound')
    return (
      <>
        <p className="number-card-warn">{number.derivation ?? 'Not found in the results'}</p>
        <p className="number-card-foot">
          {number.derivation ? '' : `No cell of this answer holds ${number.text}. `}Do not rely on it.
        </p>
      </>
    )
  const cells = number.cells.slice(0, 3).flatMap((cell) => describe(cell, answer, locale) ?? [])
  const result = answer.results.find((one) => number.cells.some((cell) => isOf(cell, one)))
  return (
    <>
      {number.derivation && <p className="number-card-how">{number.derivation}</p>}
      {cells.map((cell) => (
        <dl key={cell.key}>
          <dt>
            {cell.column} <span>{cell.row}</span>
          </dt>
          <dd>{cell.value}</dd>
        </dl>
      ))}
      {number.cells.length > 3 && <p className="number-card-foot">and {number.cells.length - 3} more cells</p>}
      {result && (
        <p className="number-card-foot">
          {result.title} · {result.name}
          {result.fresh_at && ` · fresh ${ago(result.fresh_at, now)}`}
        </p>
      )}
    </>
  )
}

/** A cell in words: its value and what its row is called by the other columns. */
function describe(cell: CellReference, answer: Answer, locale: string) {
  const result = answer.results.find((one) => isOf(cell, one))
  if (!result) return null
  const at = result.columns.findIndex((column) => column.name === cell.column)
  const row = result.rows[cell.row]
  const key = `${cell.result}-${cell.row}-${cell.column}`
  if (!row || at < 0) return { key, column: cell.column, row: `row ${cell.row + 1}`, value: '' }
  const write = (column: number) => cellText(result, cell.row, column, locale)
  const words = result.columns.flatMap((column, i) =>
    i !== at && (!isNumeric(column.type) || /year/i.test(column.name)) ? [write(i)] : [],
  )
  return { key, column: cell.column, row: words.slice(0, 3).join(', ') || `row ${cell.row + 1}`, value: write(at) }
}
