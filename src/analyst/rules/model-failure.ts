/** Sentence for the person, and whether asking again may help. */
export type ModelFailure = { message: string; code: string }

const BY_STATUS: [(status: number) => boolean, ModelFailure][] = [
  [
    (status) => status === 401 || status === 403,
    { code: 'model_key', message: 'The model refused our key. Please tell the administrator of this installation.' },
  ],
  [
    (status) => status === 404,
    {
      code: 'model_unknown',
      message: 'The configured model does not exist. Please tell the administrator of this installation.',
    },
  ],
  [
    (status) => status === 413,
    {
      code: 'model_too_long',
      message: 'The question and what it needs are too long for the model. Please ask for less at once.',
    },
  ],
  [
    (status) => status === 429,
    { code: 'model_busy', message: 'The model is overloaded or out of quota. Please ask again in a minute.' },
  ],
  [(status) => status >= 500, { code: 'model_failed', message: 'The model failed. Please ask again in a minute.' }],
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
    if (statusCode === 400 && /context|too long|maximum.*tokens/i.test(message ?? '')) return BY_STATUS[2]![1]
    const known = BY_STATUS.find(([fits]) => fits(statusCode))
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
