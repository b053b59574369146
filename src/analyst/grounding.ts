import type { Inquiry } from './inquiry.ts'
import type { BoundNumber } from './rules/answer.ts'
import { bindNumbers } from './rules/binding.ts'

/**
 * Binds the numbers of an answer's prose to the cells of its results and, behind these, of earlier results of the conversation.
 * @param said the question and the statements that ran; what stands there claims nothing
 */
export function groundNumbers(inquiry: Inquiry, text: string, said: string[]): BoundNumber[] {
  // Earlier results first: of equal cells, those of this answer win.
  const past = [...inquiry.past.values()].map((result) => ({ ...result, past: true }))
  const results = [...past, ...inquiry.results.map((result) => ({ ...result, past: false }))].map((result) => ({
    past: result.past,
    id: result.id,
    name: result.name,
    columns: result.columns,
    rows: result.rows,
    total_rows: result.total_rows,
    statistics: inquiry.statistics.get(result.id) ?? [],
  }))
  return bindNumbers(text, { results, said: [...said, inquiry.ctx.now().toISOString().slice(0, 10)] })
}
