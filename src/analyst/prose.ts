import { cut } from '#base/text.ts'
import type { AnswerChunk, BoundNumber } from './rules/answer.ts'
import type { Printed } from './rules/print-reference.ts'
import { isReference, LONGEST } from './rules/reference.ts'

/** Prose as it was printed, with what stands in place of its references. */
export type Told = { text: string; printed: BoundNumber[] }
const NOTHING: Told = { text: '', printed: [] }

/**
 * Prose as text parts, one for each step of the model; the answer is the last of them. A reference is held back until it closes and
 * printed by `print` (null: nothing is one); the rest goes on at once. After the first reference without a value nothing more of the step is emitted until
 * it ends: the model may be asked for the text again.
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
  let last: Told = NOTHING
  /** The end of `last` that is not emitted while the model is asked again. */
  let unshown = ''

  const show = (delta: string) => {
    if (!delta) return
    const id = `t${parts}`
    if (emitted === 0) emit({ type: 'text-start', id })
    // What a model says before it looks something up stands as a paragraph of its own.
    emit({ type: 'text-delta', id, delta: emitted === 0 && parts > 0 && !unshown ? `\n\n${delta}` : delta })
    emitted += delta.length
  }
  const gaps = ({ printed }: Told) => printed.filter(({ gap }) => gap !== undefined)
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
      const close = waiting.indexOf('}}')
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
    show(current.text.slice(emitted, gaps(current)[0]?.start))
    return fits
  }
  return {
    /** @returns false when that was more than there may be; what fits is written */
    async write(text: string): Promise<boolean> {
      unshown = ''
      waiting += text
      return take(false)
    },
    /** Ends a step. @param asksAgain the model is asked for a text with gaps again, so the rest of it is not emitted yet */
    async endStep(asksAgain = false) {
      await take(true)
      if (asksAgain) unshown = current.text.slice(emitted)
      else show(current.text.slice(emitted))
      if (emitted > 0) emit({ type: 'text-end', id: `t${parts++}` })
      last = current.text ? current : last
      waiting = ''
      current = NOTHING
      emitted = 0
    },
    /** References of the last text that have no value. */
    gaps: () => gaps(last),
    /** Emits what was kept for another text that did not come. */
    settle() {
      show(unshown)
      if (emitted > 0) emit({ type: 'text-end', id: `t${parts++}` })
      emitted = 0
    },
    told(): Told {
      const from = last.text.length - last.text.trimStart().length
      const move = ({ start, end, ...mark }: BoundNumber) => ({ ...mark, start: start - from, end: end - from })
      return { text: last.text.trim(), printed: last.printed.map(move) }
    },
  }
}
