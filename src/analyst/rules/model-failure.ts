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
/** Also of a model whose stream ends by a filter. */
export const FILTERED: ModelFailure = {
  code: 'model_filtered',
  message:
    'The provider of the model lets it answer no such question, by rules of its own. It cost nothing. Please ask in other words.',
}
const FAILED: ModelFailure = { code: 'model_failed', message: 'The model failed. Please ask again in a minute.' }

const BY_STATUS: [(status: number) => boolean, ModelFailure][] = [
  [(status) => status === 401 || status === 403, KEY],
  [(status) => status === 402, UNPAID],
  [(status) => status === 404, UNKNOWN],
  [(status) => status === 413, TOO_LONG],
  // 529 is how Anthropic says it, 503 how most others do.
  [(status) => [429, 503, 529].includes(status), BUSY],
  // 424 is how Amazon says that a model failed in the middle.
  [(status) => status >= 500 || status === 408 || status === 424, FAILED],
]
/** What providers say with 400, each in its own words, where others have a status for it. */
const BY_WORDS: [RegExp, ModelFailure][] = [
  [/context|too long|maximum.*tokens/i, TOO_LONG],
  [/content[ _-]?(?:filter|management|polic)|blocked by|guardrail|\bsafety\b/i, FILTERED],
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
  for (const { code, kind, message, statusCode } of causes(error)) {
    if (kind && code?.startsWith('model_') && message) return { code, message }
    if (typeof statusCode !== 'number' || statusCode < 400) continue
    const cause =
      statusCode === 400
        ? BY_WORDS.find(([words]) => words.test(message ?? ''))
        : BY_STATUS.find(([fits]) => fits(statusCode))
    if (cause) return cause[1]
    return { code: 'model_refused', message: 'The model refused this request. Please ask in other words.' }
  }
  return UNREADABLE
}

/** The status with which a server refused or failed, also where it said so in its stream; null where none did. */
export const statusOf = (error: unknown): number | null =>
  causes(error).find(({ statusCode }) => typeof statusCode === 'number' && statusCode >= 400)?.statusCode ?? null

type Cause = Partial<Record<'code' | 'kind' | 'message', string>> & { statusCode?: number }

/** The error and what it was made from, at most 6 deep. */
function causes(error: unknown): Cause[] {
  const found: Cause[] = []
  for (let at: unknown = error; typeof at === 'object' && at !== null && found.length < 6; ) {
    found.push(at)
    const { cause, lastError } = at as { cause?: unknown; lastError?: unknown }
    at = cause ?? lastError
  }
  return found
}
