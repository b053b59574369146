import { grained } from '#catalog/rules/facts.ts'
import { tableText } from '#catalog/rules/table-text.ts'
import { measured } from '#catalog/table-profile.ts'
import type { Inquiry } from './inquiry.ts'
import type { Told } from './prose.ts'
import type { BoundNumber, CatalogFact } from './rules/answer.ts'
import { bindNumbers } from './rules/binding.ts'
import { factsOfCatalog } from './rules/catalog-evidence.ts'
import { sentencesOf } from './rules/cell.ts'
import { withPrinted } from './rules/print-reference.ts'

/** What stands between passages that are looked through together: it ends a sentence. */
const BETWEEN = '\n\n'

/**
 * Binds the numbers of what an answer says: those printed in place of references by what they refer to, typed ones to the cells of its
 * results and, behind these, of earlier results of the conversation, or to what the catalog counted.
 * @param said the question and the statements that ran; what stands there claims nothing
 * @returns the numbers of each passage
 */
export async function groundNumbers(inquiry: Inquiry, passages: Told[], said: string[]): Promise<BoundNumber[][]> {
  // Earlier results first: of equal cells, those of this answer win.
  const results = [...inquiry.past.values(), ...inquiry.results].map((result, at) => ({
    ...result,
    past: at < inquiry.past.size,
    statistics: inquiry.statistics.get(result.id) ?? [],
  }))
  const tables = await inquiry.tables()
  const profiles = await measured(inquiry.ctx, tables)
  const standing = tables.flatMap((one): CatalogFact[] =>
    tableText(grained(one, profiles.get(one.id)), profiles.get(one.id))
      .flatMap(sentencesOf)
      .map((value) => ({
        ...{ table: one.name, column: null, fact: 'profile', value, measured_at: one.refreshed_at },
      })),
  )
  const catalog = [...factsOfCatalog(tables), ...standing]
  const text = passages.map((passage) => passage.text).join(BETWEEN)
  const typed = bindNumbers(text, { results, catalog, said: [...said, inquiry.ctx.now().toISOString().slice(0, 10)] })
  const moved = <N extends BoundNumber>(number: N, by: number): N => ({
    ...number,
    start: number.start + by,
    end: number.end + by,
  })
  let from = 0
  return passages.map(({ text, printed }) => {
    const own = typed.filter(({ start, end }) => start >= from && end <= from + text.length)
    const numbers = withPrinted(
      text,
      own.map((number) => moved(number, -from)),
      printed,
    )
    from += text.length + BETWEEN.length
    return numbers
  })
}
