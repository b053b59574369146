import type { Answer, AnswerChunk, AnswerResult, Check, OfferedReading, Step } from './answer.ts'

/** What a server that shows no statements says in place of what might tell one. */
export const NOT_SHOWN = { error: 'The query did not work.', remark: 'A remark on the way', title: 'A query' }

const IS_STATEMENT = /\bselect\b[\s\S]*\bfrom\b|\bwith\b[\s\S]*\bselect\b/i
const LITERALS = /'((?:[^']|'')*)'|(?<![\p{L}\p{N}_])\d[\d.]*/gu

/** A name that a model gave to what a statement does, without the statement and those of its texts and figures that the question does not say. */
export function nameWithout(name: string, sql: string, question: string): string {
  if (IS_STATEMENT.test(name)) return NOT_SHOWN.title
  const asked = question.toLowerCase()
  const literals = [...sql.matchAll(LITERALS)]
    .map(([figure, text]) => (text ?? figure).replaceAll("''", "'").replace(/^%+|%+$/g, ''))
    .filter((literal) => literal.trim() !== '' && !asked.includes(literal.toLowerCase()))
    .toSorted((a, b) => b.length - a.length)
  return literals.reduce((told, literal) => told.replaceAll(new RegExp(RegExp.escape(literal), 'giu'), '…'), name)
}

const ofResult = <R extends AnswerResult>(result: R): R => ({ ...result, sql: '' })
const ofCheck = ({ probe: _, ...check }: Check): Check => check
const ofReading = (reading: OfferedReading): OfferedReading => ({ ...reading, sql: '' })
/** A step that failed says what the database did, which quotes the statement. */
const ofStep = (step: Step): Step =>
  step.tool === 'run_sql' && step.state === 'failed' ? { ...step, note: NOT_SHOWN.error } : step

export const withoutStatements = ({ reading: _, ...answer }: Answer): Answer => ({
  ...answer,
  steps: answer.steps.map(ofStep),
  results: answer.results.map(ofResult),
  ...(answer.earlier && { earlier: answer.earlier.map(ofResult) }),
  ...(answer.edited && { edited: answer.edited.map(ofResult) }),
  checks: answer.checks.map(ofCheck),
  ...(answer.readings && { readings: answer.readings.map(ofReading) }),
})

export function chunkWithoutStatements(chunk: AnswerChunk): AnswerChunk {
  switch (chunk.type) {
    case 'data-step':
      return { ...chunk, data: ofStep(chunk.data) }
    case 'data-result':
    case 'data-earlier':
      return { ...chunk, data: ofResult(chunk.data) }
    case 'data-checks':
      return { ...chunk, data: chunk.data.map(ofCheck) }
    case 'data-readings':
      return { ...chunk, data: chunk.data.map(ofReading) }
    case 'data-answer':
      return { ...chunk, data: withoutStatements(chunk.data) }
    default:
      return chunk
  }
}
