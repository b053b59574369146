import { tool } from 'ai'
import { AppError } from '#base/errors.ts'
import { counted } from '#base/format.ts'
import { SECOND } from '#base/time.ts'
import type { Cell } from '#query/rules/answers.ts'
import * as query from '#query/run.ts'
import { asStep, type Inquiry } from '../inquiry.ts'
import type { OfferedReading } from '../rules/answer.ts'
import { firstLine, isEmpty } from '../rules/first-line.ts'
import { type OfferReadingsOutput, offerReadingsInput, type ToolInputs } from '../rules/tools.ts'
import { toolSchema } from './tool-schema.ts'

/** All readings of a question together; those that are not looked at by then are offered without what they give. */
const MOST_TIME = 4 * SECOND
/** Rows by which two results are told apart. */
const COMPARED = 50

/** What of a result tells it from others: its first rows, in whatever order, and how many there are. */
const keyOf = (rows: Cell[][], total: number): string =>
  JSON.stringify([
    Math.min(total, COMPARED + 1),
    rows
      .slice(0, COMPARED)
      .map((row) => JSON.stringify(row))
      .sort(),
  ])

/** Runs each reading for the one who asks and keeps those that give something of their own. Nothing of it is stored or charged. */
export const offerReadingsTool = (inquiry: Inquiry) =>
  tool({
    description: 'Offer readings of the question with what each gives.',
    inputSchema: toolSchema(offerReadingsInput),
    execute: (input, { abortSignal }): Promise<OfferReadingsOutput> =>
      asStep(
        inquiry,
        'offer_readings',
        'Comparing readings of the question',
        () => offer(inquiry, input, abortSignal),
        ({ offered }) => ({ note: counted(offered, 'reading') }),
      ),
  })

async function offer(
  inquiry: Inquiry,
  { readings, question, least, most }: ToolInputs['offer_readings'],
  signal?: AbortSignal,
): Promise<OfferReadingsOutput> {
  const seen = new Set(question === null ? inquiry.results.map(({ rows, total_rows }) => keyOf(rows, total_rows)) : [])
  const within = AbortSignal.any([AbortSignal.timeout(MOST_TIME), ...(signal ? [signal] : [])])
  const found: (Omit<OfferedReading, 'id'> & { empty: boolean })[] = []
  for (const { title, sql, word, means } of readings) {
    const reading = { title, sql, ...(word ? { word } : {}), ...(means ? { means } : {}) }
    if (within.aborted) {
      found.push({ ...reading, first: '', empty: false })
      continue
    }
    try {
      const { columns, rows, totalRows } = await query.probe(inquiry.ctx, { sql, limit: COMPARED + 1, signal: within })
      const key = keyOf(rows, totalRows)
      if (seen.has(key)) continue
      seen.add(key)
      const first = firstLine({ columns, rows }, totalRows, inquiry.locale)
      found.push({ ...reading, first, empty: isEmpty({ columns, rows }) })
    } catch (error) {
      if (signal?.aborted) throw error
      if (within.aborted) found.push({ ...reading, first: '', empty: false })
      // A reading that does not run is none; an answer is no worse without it.
      else if (!(error instanceof AppError)) inquiry.ctx.log.error('a reading could not be compared', { error })
    }
  }
  // What finds nothing is hardly meant where something else is found.
  const full = found.filter(({ empty }) => !empty)
  const offered = (full.length > 0 ? full : found).slice(0, most)
  inquiry.readings = offered.map(({ empty: _, ...reading }, at) => ({ ...reading, id: `a${at + 1}` }))
  inquiry.emit({ type: 'data-readings', id: 'readings', data: inquiry.readings })
  const asked = question !== null && offered.length >= least
  if (asked) {
    inquiry.clarification = { question, options: inquiry.readings.map(({ title }) => title) }
    inquiry.emit({ type: 'data-clarification', id: 'clarification', data: inquiry.clarification })
  }
  return { offered: offered.length, asked }
}
