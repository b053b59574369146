import type { Inquiry } from './inquiry.ts'
import type { Told } from './prose.ts'
import type { BoundNumber } from './rules/answer.ts'
import { bindNumbers } from './rules/binding.ts'
import { factsOfCatalog } from './rules/catalog-evidence.ts'
import { withPrinted } from './rules/print-reference.ts'

/**
 * Binds the numbers of an answer's prose: those printed in place of references by what they refer to, typed ones to the cells of its
 * results and, behind these, of earlier results of the conversation, or to what the catalog counted.
 * @param said the question and the statements that ran; what stands there claims nothing
 */
export async function groundNumbers(inquiry: Inquiry, { text, printed }: Told, said: string[]): Promise<BoundNumber[]> {
  // Earlier results first: of equal cells, those of this answer win.
  const results = [...inquiry.past.values(), ...inquiry.results].map((result, at) => ({
    ...result,
    past: at < inquiry.past.size,
    statistics: inquiry.statistics.get(result.id) ?? [],
  }))
  const catalog = factsOfCatalog(await inquiry.tables())
  const typed = bindNumbers(text, { results, catalog, said: [...said, inquiry.ctx.now().toISOString().slice(0, 10)] })
  return withPrinted(text, typed, printed)
}
