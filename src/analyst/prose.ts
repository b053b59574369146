import { cut } from '#base/text.ts'
import type { AnswerChunk, BoundNumber, Placed } from './rules/answer.ts'
import { moved } from './rules/blocks.ts'
import { isPlacement } from './rules/placement.ts'
import { gap, type Printed } from './rules/print-reference.ts'
import { closingAt, isReference, LONGEST } from './rules/reference.ts'

/** Prose as it was printed, with what stands in place of its references and between its paragraphs. */
export type Told = { text: string; printed: BoundNumber[]; placed: Placed[] }
export const NOTHING: Told = { text: '', printed: [], placed: [] }

/** What evaluates references, and what stands on a line of its own between paragraphs: a gap where it would show nothing. */
export type Printer = {
  print(source: string, before: string): Promise<Printed>
  place(source: string): Promise<Placed | Printed>
}

export const gapsIn = ({ printed }: Pick<Told, 'printed'>): BoundNumber[] =>
  printed.filter(({ gap }) => gap !== undefined)

/** How much of a text was emitted: characters, and placements. */
type Shown = { told: Told; text: number; blocks: number }
const fresh = (told: Told): Shown => ({ told, text: 0, blocks: 0 })

/** Emits a text piece by piece, and what is placed in it between the pieces. */
function createTeller(emit: (chunk: AnswerChunk) => void) {
  let parts = 0
  let blocks = 0
  let isOpen = false
  const close = () => {
    if (isOpen) emit({ type: 'text-end', id: `t${parts++}` })
    isOpen = false
  }
  const say = (delta: string) => {
    if (!delta) return
    const id = `t${parts}`
    if (!isOpen) emit({ type: 'text-start', id })
    isOpen = true
    emit({ type: 'text-delta', id, delta })
  }
  return {
    close,
    /** Emits a text up to an offset, `lead` before its first piece. @returns what was emitted of it by now */
    show({ told, text, blocks: from }: Shown, to = told.text.length, lead = ''): Shown {
      const due = told.placed.slice(from).filter(({ at }) => at <= to)
      let at = text
      for (const placed of due) {
        say((at === 0 && placed.at > 0 ? lead : '') + told.text.slice(at, placed.at))
        at = Math.max(at, placed.at)
        close()
        emit({ type: 'data-block', id: `b${++blocks}`, data: placed })
      }
      const rest = told.text.slice(at, to)
      say((at === 0 && rest ? lead : '') + rest)
      return { told, text: Math.max(at, to), blocks: from + due.length }
    },
  }
}

export function tellAll(told: Told, emit: (chunk: AnswerChunk) => void): void {
  const teller = createTeller(emit)
  teller.show(fresh(told))
  teller.close()
}

/**
 * Prose as text parts, one after the other. A reference is held back until it closes and printed by `printer` (null: nothing is one); the
 * rest goes on at once. After the first reference without a value nothing more of a text is emitted until it ends: the model may be
 * asked for it again.
 */
export function createProse(longest: number, emit: (chunk: AnswerChunk) => void, printer: Printer | null) {
  const teller = createTeller(emit)
  /** May be the beginning of a reference. */
  let waiting = ''
  let current = fresh(NOTHING)
  /** A text stands before this one, of which it is set off. */
  let stands = false
  /** The last text as far as it was emitted, while the model may be asked again. */
  let held: Shown | null = null

  const show = (to?: number) => {
    current = teller.show(current, to, stands ? '\n\n' : '')
  }
  const add = (text: string, of?: Printed): boolean => {
    const { told } = current
    const start = told.text.length
    const fits = cut(text, longest - start)
    const isWhole = fits === text
    // Half a number is another one.
    if (of && !isWhole) return false
    const printed = of ? [...told.printed, { ...of, start, end: start + text.length }] : told.printed
    current.told = { ...told, text: told.text + fits, printed }
    return isWhole
  }
  /** Puts a placement where the text has come to; a gap where it stands within a line. */
  const put = async (source: string): Promise<boolean> => {
    const { text } = current.told
    const isAlone = text.slice(text.lastIndexOf('\n') + 1).trim() === ''
    const found = isAlone ? await printer!.place(source) : gap(source, 'It does not stand on a line of its own.')
    if (!('kind' in found)) return add(found.text, found)
    // What follows is another paragraph, also where nothing is drawn between the two.
    const fits = text === '' || add('\n\n'.slice(/\n*$/.exec(text)![0].length))
    const { told } = current
    current.told = { ...told, placed: [...told.placed, { ...found, at: told.text.length }] }
    return fits
  }
  /** Takes what is certain from what waits. */
  const take = async (isEnd: boolean): Promise<boolean> => {
    let fits = true
    while (fits && waiting) {
      const open = printer ? waiting.indexOf('{{') : -1
      if (open !== 0) {
        // A brace at the end may be half of two.
        const end = open > 0 ? open : printer && waiting.endsWith('{') && !isEnd ? waiting.length - 1 : waiting.length
        if (end === 0) break
        fits = add(waiting.slice(0, end))
        waiting = waiting.slice(end)
        continue
      }
      const closed = closingAt(waiting)
      // A quote that never closes is none.
      const isOver = isEnd || waiting.length > LONGEST + 2 || waiting.includes('\n')
      const close = closed < 0 && isOver ? waiting.indexOf('}}') : closed
      const inside = close < 0 ? waiting.slice(2) : waiting.slice(2, close)
      const isOpen = !inside.includes('\n') && inside.length <= LONGEST
      if (close < 0 && isOpen && !isEnd) break
      const isWhole = printer !== null && close >= 0 && isOpen
      if (isWhole && isPlacement(inside)) {
        fits = await put(inside.trim())
        waiting = waiting.slice(close + 2)
      } else if (isWhole && isReference(inside)) {
        const printed = await printer.print(inside.trim(), current.told.text)
        fits = add(printed.text, printed)
        waiting = waiting.slice(close + 2)
      } else {
        fits = add('{{')
        waiting = waiting.slice(2)
      }
    }
    if (!fits) waiting = ''
    show(gapsIn(current.told)[0]?.start)
    return fits
  }
  return {
    /** @returns false when that was more than there may be; what fits is written */
    async write(text: string): Promise<boolean> {
      held = null
      waiting += text
      return take(false)
    },
    /** Ends a text. @param holds a text with gaps may be asked for again, so the rest of it is not emitted yet */
    async end(holds = false): Promise<Told> {
      await take(true)
      if (!current.told.text) return NOTHING
      if (holds) held = current
      else show()
      teller.close()
      stands ||= current.text > 0
      const { told } = current
      waiting = ''
      current = fresh(NOTHING)
      return trimmed(told)
    },
    /** Emits what was kept for another text that did not come. */
    settle() {
      // It goes on where the text was left.
      if (held) teller.show(held)
      held = null
      teller.close()
    },
    /** No other text is waited for: what was kept for it is not wanted. */
    forget() {
      held = null
    },
  }
}

function trimmed({ text, printed, placed }: Told): Told {
  const from = text.length - text.trimStart().length
  const inside = text.trim()
  const move = ({ start, end, ...mark }: BoundNumber) => ({ ...mark, start: start - from, end: end - from })
  const place = (at: number) => Math.min(inside.length, Math.max(0, at - from))
  return { text: inside, printed: printed.map(move), placed: moved(placed, place) }
}
