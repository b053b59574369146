import type { Inquiry } from './inquiry.ts'
import type { BoundNumber } from './rules/answer.ts'
import { bindNumbers } from './rules/binding.ts'

/**
 * Binds the numbers of an answer's prose to the cells of its results and, behind these, of earlier results of the conversation.
 * @param said the question and the statements that ran; what stands there claims nothing
 */
export function groundNumbers(inquiry: Inquiry, text: string, said: string[]): BoundNumber[] {
  // Earlier results first: of equal cells, those of this answer win.
  const results = [...inquiry.past.values(), ...inquiry.results].map((result, at) => ({
    ...result,
    past: at < inquiry.past.size,
    statistics: inquiry.statistics.get(result.id) ?? [],
  }))
  return bindNumbers(text, { results, said: [...said, inquiry.ctx.now().toISOString().slice(0, 10)] })
}
