/** @jsxImportSource react */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import type { BlockJson } from '#canvases/rules/answers.ts'
import type { Placement } from '#canvases/rules/block.ts'
import { COLUMNS } from '#canvases/rules/board.ts'
import { compacted, moved, stepped } from '#canvases/rules/layout.ts'
import { Icon } from '../kit/icon.tsx'
import { listen } from '../kit/listen.ts'
import { useMedia } from '../kit/use-browser.ts'
import type { Place } from './calls.ts'

/** Height of a row and the gap, in pixels; canvas.css has the same. */
const ROW = 48
const GAP = 12

type Props = {
  blocks: BlockJson[]
  editing: boolean
  onPlace: (places: Place[]) => void
  nameOf: (block: BlockJson) => string
  children: (block: BlockJson) => ReactNode
}

const KEYS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const isSame = (a: Placement, b: Placement) => a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h

/** The blocks of a tab on their grid, moved and resized by pointer and by keyboard. CSS lays them out: no script is needed to read them. */
export function Board({ blocks, editing, onPlace, nameOf, children }: Props) {
  const grid = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState<{ id: string; blocks: BlockJson[] } | null>(null)
  const [told, setTold] = useState('')
  const phone = useMedia('(width < 860px)')
  const shown = dragged?.blocks ?? compacted(blocks)

  const commit = (next: BlockJson[], id: string) => {
    const before = new Map(compacted(blocks).map((block) => [block.id, block]))
    const places = next.flatMap(({ id, tab, x, y, w, h }) =>
      isSame(before.get(id)!, { tab, x, y, w, h }) ? [] : [{ id, tab, x, y, w, h }],
    )
    if (places.length > 0) onPlace(places)
    const block = next.find((one) => one.id === id)
    if (block) setTold(`${nameOf(block)}: column ${block.x + 1}, row ${block.y + 1}, ${block.w} wide, ${block.h} high`)
  }
  const onKeyDown = (block: BlockJson) => (event: KeyboardEvent) => {
    const step = KEYS[event.key]
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const { id, w, h } = block
    commit(event.shiftKey ? moved(shown, id, { w: w + step[0], h: h + step[1] }) : stepped(shown, id, step), id)
  }
  const startDrag = (block: BlockJson, how: 'move' | 'size') => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !grid.current) return
    const handle = event.currentTarget
    const [column, row] = [(grid.current.clientWidth + GAP) / COLUMNS, ROW + GAP]
    const from = { x: event.pageX, y: event.pageY }
    const start = compacted(blocks)
    let next = start
    handle.setPointerCapture(event.pointerId)
    event.preventDefault()
    handle.focus()
    const move = (at: globalThis.PointerEvent) => {
      const dx = Math.round((at.pageX - from.x) / column)
      const dy = Math.round((at.pageY - from.y) / row)
      const to =
        how === 'move'
          ? { x: block.x + dx, y: block.y + dy }
          : { w: Math.min(COLUMNS - block.x, block.w + dx), h: block.h + dy }
      next = moved(start, block.id, to)
      setDragged({ id: block.id, blocks: next })
    }
    const end = ({ type }: Event) => {
      for (const deafen of ends) deafen()
      setDragged(null)
      if (type === 'pointerup') commit(next, block.id)
    }
    const ends = [listen(handle, 'pointermove', move), listen(handle, 'pointerup pointercancel', end)]
  }
  return (
    <>
      <div className="canvas-grid" ref={grid}>
        {shown.map((block) => (
          <article
            key={block.id}
            className="canvas-block"
            data-kind={block.kind}
            data-x={block.x}
            data-w={block.w}
            data-h={block.h}
            data-dragged={dragged?.id === block.id || undefined}
            // The row by script, which the policy of the pages allows; without it rows follow each other by themselves.
            ref={(element) => {
              if (element) element.style.gridRowStart = phone ? '' : String(block.y + 1)
            }}
            aria-label={nameOf(block)}
          >
            {children(block)}
            {editing && (
              <button
                type="button"
                className="canvas-grip"
                aria-label={`Move ${nameOf(block)}`}
                title="Drag to move. Arrow keys move, with Shift they resize."
                onKeyDown={onKeyDown(block)}
                onPointerDown={phone ? undefined : startDrag(block, 'move')}
              >
                <Icon name="grip" />
              </button>
            )}
            {editing && !phone && (
              <span className="canvas-size" aria-hidden="true" onPointerDown={startDrag(block, 'size')} />
            )}
          </article>
        ))}
      </div>
      <p className="quiet" role="status">
        {told}
      </p>
    </>
  )
}
