import { AppError } from '#base/errors.ts'
import * as results from '#query/results.ts'
import { MOST_PAGE_ROWS } from '#query/rules/request.ts'
import type { Inquiry } from './inquiry.ts'
import type { AnswerResult } from './rules/answer.ts'
import { resultsIn, type Table } from './rules/evaluate.ts'
import { gap, type Printed, printed } from './rules/print-reference.ts'
import { parseReference, Unresolved } from './rules/reference.ts'

/** What is read of a stored result at most: references to longer ones go by place, within these rows. */
const MOST_ROWS = 10_000
const MOST_CELLS = 200_000
/** References of one answer. */
const MOST_REFERENCES = 200

/**
 * What evaluates the references of an answer, on all rows of the stored results, whatever of them the model was shown. Each result is
 * read once.
 */
export function createPrinter(inquiry: Inquiry, signal: AbortSignal) {
  const tables = new Map<string, Table>()
  let printedSoFar = 0
  return async (source: string, before: string): Promise<Printed> => {
    try {
      if (++printedSoFar > MOST_REFERENCES) throw new Unresolved(`An answer may have ${MOST_REFERENCES} references.`)
      for (const name of resultsIn(parseReference(source).value)) {
        const result = inquiry.results.find((one) => one.name === name) ?? inquiry.past.get(name)
        if (result && !tables.has(name)) tables.set(name, await tableOf(inquiry, result, signal))
      }
    } catch (error) {
      if (error instanceof Unresolved) return gap(source, error.message)
      // Results are kept for a while only.
      if (error instanceof AppError && error.kind !== 'internal' && !signal.aborted)
        return gap(source, 'The rows of this result cannot be read any more. Run the query again.')
      throw error
    }
    const { locale, sees } = inquiry
    return printed(source, before, { tables, locale, tells: sees === 'all' })
  }
}

async function tableOf(inquiry: Inquiry, result: AnswerResult, signal: AbortSignal): Promise<Table> {
  const { id, total_rows } = result
  const most = Math.min(total_rows, MOST_ROWS, Math.floor(MOST_CELLS / Math.max(1, result.columns.length)))
  const rows = result.rows.slice(0, most)
  while (rows.length < most) {
    const page = { offset: rows.length, limit: Math.min(MOST_PAGE_ROWS, most - rows.length), cut: true, signal }
    const more = (await results.page(inquiry.ctx, id, page)).rows
    if (more.length === 0) break
    rows.push(...more)
  }
  return { ...result, rows, statistics: [], partial: rows.length < total_rows, past: inquiry.past.has(result.name) }
}
