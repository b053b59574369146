/** Sentence for the person, and whether asking again may help. */
export type ModelFailure = { message: string; code: string }

const tell = 'Please tell the administrator of this installation.'
const KEY: ModelFailure = { code: 'model_key', message: `The model refused our key. ${tell}` }
const UNKNOWN: ModelFailure = { code: 'model_unknown', message: `The configured model does not exist. ${tell}` }
const UNPAID: ModelFailure = {
  code: 'model_unpaid',
  message: `The account at the provider of the model has no money left. ${tell}`,
}
const TOO_LONG: ModelFailure = {
  code: 'model_too_long',
  message: 'The question and what it needs are too long for the model. Please ask for less at once.',
}
const BUSY: ModelFailure = {
  code: 'model_busy',
  message: 'The model is overloaded or out of quota. Please ask again in a minute.',
}
const FAILED: ModelFailure = { code: 'model_failed', message: 'The model failed. Please ask again in a minute.' }

const BY_STATUS: [(status: number) => boolean, ModelFailure][] = [
  [(status) => status === 401 || status === 403, KEY],
  [(status) => status === 402, UNPAID],
  [(status) => status === 404, UNKNOWN],
  [(status) => status === 413, TOO_LONG],
  // 529 is how Anthropic says it.
  [(status) => status === 429 || status === 529, BUSY],
  // 424 is how Amazon says that a model failed in the middle.
  [(status) => status >= 500 || status === 408 || status === 424, FAILED],
]
/** What providers say with 400, each in its own words, where others have a status for it. */
const BY_WORDS: [RegExp, ModelFailure][] = [
  [/context|too long|maximum.*tokens/i, TOO_LONG],
  [/\bapi[ _-]?key\b/i, KEY],
  [/credit balance|billing/i, UNPAID],
  [/\bmodel identifier\b/i, UNKNOWN],
]
const UNREADABLE: ModelFailure = {
  code: 'model_unreadable',
  message: 'The answer of the model broke off or could not be read. Please ask again.',
}

/** What a failed call of a model means to the person; never the model's own words, which may hold anything. */
export function modelFailure(error: unknown): ModelFailure {
  for (const cause of causes(error)) {
    const { code, kind, message, statusCode } = cause as Partial<Record<'code' | 'kind' | 'message', string>> & {
      statusCode?: number
    }
    if (kind && code?.startsWith('model_') && message) return { code, message }
    if (typeof statusCode !== 'number' || statusCode < 400) continue
    const known =
      statusCode === 400
        ? BY_WORDS.find(([words]) => words.test(message ?? ''))
        : BY_STATUS.find(([fits]) => fits(statusCode))
    if (known) return known[1]
    return { code: 'model_refused', message: 'The model refused this request. Please ask in other words.' }
  }
  return UNREADABLE
}

/** The error and what it was made from, at most 6 deep. */
function causes(error: unknown): object[] {
  const found: object[] = []
  for (let at: unknown = error; typeof at === 'object' && at !== null && found.length < 6; ) {
    found.push(at)
    const { cause, lastError } = at as { cause?: unknown; lastError?: unknown }
    at = cause ?? lastError
  }
  return found
}
