import type { Answer, AnswerResult, Clarification } from './answer.ts'
import type { AnswerLimits } from './limits.ts'
import { FILTERED, modelFailure } from './model-failure.ts'

export type Seen = {
  text: string
  /** Why the model's last step ended; null when it never did. */
  finish: { reason: string; raw: string | null } | null
  /** What the model ended its turn with; null where it only stopped to speak. */
  finished: { status: 'answered' | 'cannot' } | null
  error: unknown
  timedOut: boolean
  signal: { aborted: boolean; reason: unknown }
  /** Some number of the text stands in a cell. */
  rests: boolean
  /** What a database said may be told: it quotes statements. */
  showsSql: boolean
  inquiry: {
    results: AnswerResult[]
    clarification: Clarification | null
    failures: number
    lastError: string | null
    limits: AnswerLimits
  }
}

/**
 * What a model that never called finish says when the data cannot answer. Finish tells it by its status, the built-in analyst by the reason
 * its step ended for.
 */
const CANNOT =
  /^\W*(?:(?:unfortunately|sorry|apologies|I['’]m sorry|I am sorry)\W+(?:but )?)?(?:I|we) (?:can(?:no|['’])t|(?:am|are|was|were) (?:unable|not able)|could ?n(?:o|['’])t|do(?:n['’]t| not) (?:have|understand)|ha(?:d|ve) no)\b/i

/** The reason for which the built-in analyst ends an answer whose reading may be another than the person's. */
export const DOUBTFUL = 'doubtful'
/** The same, where the answer says nothing of a word of the question: that is no answer to be paid for. */
export const LEFT_OUT = 'left out'

/** How an answer ended, and the sentence for the person when it gave none. */
export function endingOf(seen: Seen): Pick<Answer, 'status' | 'error'> {
  const { inquiry, finish, finished, text } = seen
  if (seen.signal.aborted)
    return seen.signal.reason === 'interrupted'
      ? { status: 'interrupted', error: INTERRUPTED }
      : { status: 'stopped', error: 'Stopped. This question cost nothing.' }
  if (seen.timedOut)
    return failed(`No answer within ${Math.round(inquiry.limits.time / 1000)} seconds. Please ask for less at once.`)
  const failure = seen.error === null ? null : modelFailure(seen.error)
  if (failure?.code === FILTERED.code || (!failure && finish?.reason === 'content-filter'))
    return { status: 'refused', error: FILTERED.message }
  if (failure) return failed(failure.message)
  if (inquiry.clarification) return { status: 'clarify', error: null }
  if (finished?.status === 'cannot') return refused
  if (inquiry.results.length === 0 && inquiry.failures >= inquiry.limits.repairs)
    return failed(
      `The data could not be queried. ${seen.showsSql ? `The last error was: ${inquiry.lastError}` : 'Please ask in other words.'}`,
    )
  if (finish?.raw === 'refused') return refused
  if (finish?.reason === 'length') return failed('The answer grew longer than it may. Please ask for less at once.')
  if (!finish || !['stop', 'tool-calls'].includes(finish.reason)) return failed(modelFailure(null).message)
  if (!text) return failed(`The model came to no answer in ${inquiry.limits.steps} steps. Please ask in other words.`)
  if (finish.raw === 'failed') return unanswered
  if (!finished && inquiry.results.length === 0 && CANNOT.test(text)) return refused
  // No query worked and no number stands in the data: the text only tells what went wrong.
  if (inquiry.results.length === 0 && inquiry.lastError !== null && !seen.rests) return unanswered
  return { status: 'answered', error: null }
}

export const INTERRUPTED = 'The server was restarted while this was being answered. Please ask again; it cost nothing.'

const failed = (sentence: string) => ({ status: 'failed' as const, error: sentence })
const unanswered = failed('No query gave an answer to this. It cost nothing. Please ask in other words.')
const refused = { status: 'refused' as const, error: 'This could not be answered from your data. It cost nothing.' }
