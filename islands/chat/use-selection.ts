import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

export type Place = { row: number; column: number }
/** A block of cells; `focus` is the cell the keyboard moves. */
export type Selection = { anchor: Place; focus: Place }

type Size = { rows: number; columns: number; page: number }
const FIRST: Place = { row: 0, column: 0 }

const MOVES: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** First and last row and column of a selection, both included. */
export const blockOf = ({ anchor, focus }: Selection) => ({
  top: Math.min(anchor.row, focus.row),
  bottom: Math.max(anchor.row, focus.row),
  left: Math.min(anchor.column, focus.column),
  right: Math.max(anchor.column, focus.column),
})

/** Where a key moves the focused cell; null when it is no key of the grid. */
export function moved(focus: Place, key: string, jump: boolean, size: Size): Place | null {
  const clamp = (row: number, column: number) => ({
    row: Math.max(0, Math.min(size.rows - 1, row)),
    column: Math.max(0, Math.min(size.columns - 1, column)),
  })
  const move = MOVES[key]
  if (move) {
    const far = jump ? Number.MAX_SAFE_INTEGER : 1
    return clamp(focus.row + move[0] * far, focus.column + move[1] * far)
  }
  if (key === 'Home') return clamp(jump ? 0 : focus.row, 0)
  if (key === 'End') return clamp(jump ? size.rows - 1 : focus.row, size.columns - 1)
  if (key === 'PageUp') return clamp(focus.row - size.page, focus.column)
  if (key === 'PageDown') return clamp(focus.row + size.page, focus.column)
  return null
}

/** Selecting cells with the mouse and the keyboard, as spreadsheets do. */
export function useSelection(size: Size, reveal: (place: Place) => void, copy: (selection: Selection) => void) {
  const [selection, setSelection] = useState<Selection | null>(null)
  const dragging = useRef(false)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    const mod = event.ctrlKey || event.metaKey
    const key = event.key.toLowerCase()
    const focus = moved(selection?.focus ?? FIRST, event.key, mod, size)
    if (mod && key === 'a') setSelection({ anchor: FIRST, focus: { row: size.rows - 1, column: size.columns - 1 } })
    else if (mod && key === 'c' && selection) copy(selection)
    else if (focus) {
      setSelection({ anchor: event.shiftKey && selection ? selection.anchor : focus, focus })
      reveal(focus)
    } else return
    event.preventDefault()
  }

  const cellEvents = (place: Place) => ({
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return
      dragging.current = event.pointerType === 'mouse'
      setSelection((before) => ({ anchor: event.shiftKey && before ? before.anchor : place, focus: place }))
    },
    onPointerEnter: (event: PointerEvent) => {
      if (event.buttons !== 1) dragging.current = false
      if (dragging.current) setSelection((before) => ({ anchor: before?.anchor ?? place, focus: place }))
    },
  })

  return { selection, setSelection, onKeyDown, cellEvents }
}
