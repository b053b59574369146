import type { Answer, BoundNumber, Check } from './answer.ts'
import { figuresOf } from './blocks.ts'

/** Numbers of the prose that say something of the data. What refuses or asks back says nothing: it names tables and columns. */
export const claimsOf = ({ status, numbers }: Pick<Answer, 'status' | 'numbers'>): BoundNumber[] =>
  status === 'refused' || status === 'clarify' ? [] : numbers.filter((number) => number.state !== 'quoted')

/** How many numbers of an answer are bound to results, as a check; null where it has none, or says so already. */
export function numberCheck(
  answer: Pick<Answer, 'status' | 'numbers' | 'assumptions' | 'checks' | 'placed'>,
): Check | null {
  const { numbers, assumptions = [] } = answer
  const all = [...numbers, ...assumptions.flatMap((one) => one.numbers)]
  // Words of cells are bound as well, and are no numbers.
  const claims = [...claimsOf({ ...answer, numbers: all }), ...figuresOf(answer)].filter(
    ({ text, gap }) => /\p{Nd}/u.test(text) || gap !== undefined,
  )
  if (claims.length === 0 || answer.checks.some((check) => /number/i.test(check.name))) return null
  const bound = claims.filter((number) => number.state !== 'unbound').length
  const whole = bound === claims.length
  const name = `${bound} of ${claims.length} ${claims.length === 1 ? 'number' : 'numbers'} bound`
  const note = whole
    ? 'Every number in the text was matched to a cell of the results, or recomputed from cells.'
    : 'The numbers in amber were found in no result of this answer. Do not rely on them.'
  return { name, state: whole ? 'pass' : 'warn', note }
}
