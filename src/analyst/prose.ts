import { cut } from '#base/text.ts'
import type { AnswerChunk, BoundNumber } from './rules/answer.ts'
import type { Printed } from './rules/print-reference.ts'
import { closingAt, isReference, LONGEST } from './rules/reference.ts'

/** Prose as it was printed, with what stands in place of its references. */
export type Told = { text: string; printed: BoundNumber[] }
export const NOTHING: Told = { text: '', printed: [] }

/** References of a text that have no value. */
export const gapsIn = ({ printed }: Told): BoundNumber[] => printed.filter(({ gap }) => gap !== undefined)

/**
 * Prose as text parts, one after the other. A reference is held back until it closes and printed by `print` (null: nothing is one); the
 * rest goes on at once. After the first reference without a value nothing more of a text is emitted until it ends: the model may be
 * asked for it again.
 */
export function createProse(
  longest: number,
  emit: (chunk: AnswerChunk) => void,
  print: ((source: string, before: string) => Promise<Printed>) | null,
) {
  let parts = 0
  /** May be the beginning of a reference. */
  let waiting = ''
  let current: Told = NOTHING
  let emitted = 0
  /** A text stands before this one, of which it is set off. */
  let stands = false
  /** The end of the last text that is not emitted while the model may be asked again. */
  let unshown = ''

  const show = (delta: string) => {
    if (!delta) return
    const id = `t${parts}`
    if (emitted === 0) emit({ type: 'text-start', id })
    emit({ type: 'text-delta', id, delta: emitted === 0 && stands ? `\n\n${delta}` : delta })
    emitted += delta.length
  }
  const close = () => {
    if (emitted > 0) emit({ type: 'text-end', id: `t${parts++}` })
    stands ||= emitted > 0
    emitted = 0
  }
  const add = (text: string, of?: Printed): boolean => {
    const start = current.text.length
    const fits = cut(text, longest - start)
    const isWhole = fits === text
    // Half a number is another one.
    if (of && !isWhole) return false
    const marks = of ? [...current.printed, { ...of, start, end: start + text.length }] : current.printed
    current = { text: current.text + fits, printed: marks }
    return isWhole
  }
  /** Takes what is certain from what waits. */
  const take = async (isEnd: boolean): Promise<boolean> => {
    let fits = true
    while (fits && waiting) {
      const open = print ? waiting.indexOf('{{') : -1
      if (open !== 0) {
        // A brace at the end may be half of two.
        const end = open > 0 ? open : print && waiting.endsWith('{') && !isEnd ? waiting.length - 1 : waiting.length
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
      if (print && close >= 0 && isOpen && isReference(inside)) {
        const printed = await print(inside.trim(), current.text)
        fits = add(printed.text, printed)
        waiting = waiting.slice(close + 2)
      } else {
        fits = add('{{')
        waiting = waiting.slice(2)
      }
    }
    if (!fits) waiting = ''
    show(current.text.slice(emitted, gapsIn(current)[0]?.start))
    return fits
  }
  return {
    /** @returns false when that was more than there may be; what fits is written */
    async write(text: string): Promise<boolean> {
      unshown = ''
      waiting += text
      return take(false)
    },
    /** Ends a text. @param holds a text with gaps may be asked for again, so the rest of it is not emitted yet */
    async end(holds = false): Promise<Told> {
      await take(true)
      if (!current.text) return NOTHING
      if (holds) unshown = current.text.slice(emitted)
      else show(current.text.slice(emitted))
      close()
      const told = trimmed(current)
      waiting = ''
      current = NOTHING
      return told
    },
    /** Emits what was kept for another text that did not come. */
    settle() {
      // It goes on where the text was left.
      stands &&= !unshown
      show(unshown)
      unshown = ''
      close()
    },
    /** No other text is waited for: what was kept for it is not wanted. */
    forget() {
      unshown = ''
    },
  }
}

function trimmed({ text, printed }: Told): Told {
  const from = text.length - text.trimStart().length
  const move = ({ start, end, ...mark }: BoundNumber) => ({ ...mark, start: start - from, end: end - from })
  return { text: text.trim(), printed: printed.map(move) }
}
