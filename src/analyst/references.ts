import { AppError } from '#base/errors.ts'
import * as results from '#query/results.ts'
import { MOST_PAGE_ROWS } from '#query/rules/request.ts'
import { addChart, type Inquiry, namesIn, saidIn } from './inquiry.ts'
import type { Printer } from './prose.ts'
import type { AnswerResult } from './rules/answer.ts'
import { type Given, resultsIn, type Table } from './rules/evaluate.ts'
import { place, resultsOfPlacement } from './rules/place.ts'
import { gap, type Printed, printed } from './rules/print-reference.ts'
import { parseReference, Unresolved } from './rules/reference.ts'

/** What is read of a stored result at most: references to longer ones go by place, within these rows. */
const MOST_ROWS = 10_000
const MOST_CELLS = 200_000
const MOST_REFERENCES = 200

/**
 * What evaluates the references and placements of an answer, on all rows of the stored results, whatever of them the model was shown. Each
 * result is read once.
 */
export function createPrinter(inquiry: Inquiry, signal: AbortSignal): Printer {
  const tables = new Map<string, Table>()
  let printedSoFar = 0
  const { locale, sees } = inquiry
  /** Evaluates one of them with the results that it needs; a gap where it has no value. */
  const evaluated = async <T>(
    source: string,
    names: () => string[],
    value: (given: Given) => T,
  ): Promise<T | Printed> => {
    try {
      if (++printedSoFar > MOST_REFERENCES) throw new Unresolved(`An answer may have ${MOST_REFERENCES} references.`)
      for (const name of names()) {
        const result = inquiry.results.find((one) => one.name === name) ?? inquiry.past.get(name)
        if (result && !tables.has(name)) tables.set(name, await tableOf(inquiry, result, signal))
      }
      const { instructions } = await inquiry.knowledge()
      return value({ tables, locale, currency: instructions?.currency ?? '', tells: sees === 'all' })
    } catch (error) {
      if (error instanceof Unresolved) return gap(source, error.message)
      // Results are kept for a while only.
      if (error instanceof AppError && error.kind !== 'internal' && !signal.aborted)
        return gap(source, 'The rows of this result cannot be read any more. Run the query again.')
      throw error
    }
  }
  return {
    print: (source, before) =>
      evaluated(
        source,
        () => resultsIn(parseReference(source).value),
        (given) => printed(source, before, given),
      ),
    place: async (source) => {
      // Only a label with a number needs them.
      const names = /label\s*=.*\p{Nd}/u.test(source) ? await namesIn(inquiry) : []
      return evaluated(
        source,
        () => resultsOfPlacement(source),
        (given) => {
          const { placed, drawn } = place(source, inquiry, given, { said: saidIn(inquiry), names })
          if (drawn) addChart(inquiry, drawn)
          return placed
        },
      )
    },
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
