import type { Node } from '#query/rules/need.ts'
import { expressions } from './joins/tree.ts'
import { type NumberToken, numberTokens } from './number-token.ts'

/** Whether what was typed says only what the question says: the figure itself, or figures of the question that are computed with. */
export function isAsked(figure: string, statement: Node | null, question: string): boolean {
  const asked = new Set(numberTokens(question).map(({ exact }) => exact))
  const claims = numberTokens(figure).filter(({ kind, date }) => kind !== 'date' && kind !== 'time' && !date)
  const said = ({ exact }: Pick<NumberToken, 'exact'>) => asked.has(exact)
  if (claims.every(said)) return true
  if (!statement) return false
  const constants = expressions(statement, ({ class: kind }) => kind === 'CONSTANT')
  return constants.flatMap(({ value }) => numberTokens(plainValue(value as Node))).every(said)
}

/** The numbers that a text says. */
export const numbersIn = (text: string): Set<number> =>
  new Set(numberTokens(text).flatMap(({ value, date, text }) => [value, ...(date === text ? [Number(text)] : [])]))

/** The numbers that a statement says. */
export const typedNumbers = (statement: Node): number[] =>
  expressions(statement, ({ class: kind }) => kind === 'CONSTANT')
    .map(({ value }) => Number(plainValue(value as Node) || 'none'))
    .filter(Number.isFinite)

/** A constant of a statement as it was written: decimals are kept without their point. */
function plainValue({ value, type }: Node): string {
  const { scale = 0 } = ((type as Node | undefined)?.type_info ?? {}) as { scale?: number }
  if (typeof value !== 'number' && typeof value !== 'string') return ''
  return scale > 0 ? String(Number(value) / 10 ** scale) : String(value)
}

/** "Top 10", "in 2024": what is named, and no claim. */
export const IS_PARAMETER = /^\p{Nd}{1,4}$/u

/**
 * Figures in the name of something, as of a chart or a tile, where nothing is looked up: "Refunds up 45 %".
 * @param said the question and the statements: what stands there may be named
 */
export function figuresNamed(name: string, said: string[]): string[] {
  const known = new Set(said.flatMap((text) => numberTokens(text).map(({ exact }) => exact)))
  return numberTokens(name)
    .filter(
      ({ kind, date, text, exact }) =>
        !date && !['date', 'time', 'position'].includes(kind) && !IS_PARAMETER.test(text) && !known.has(exact),
    )
    .map(({ text }) => text)
}
