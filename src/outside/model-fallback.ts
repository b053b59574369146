import type { LanguageModelV4, LanguageModelV4StreamPart, LanguageModelV4StreamResult } from '@ai-sdk/provider'
import { APICallError } from '@ai-sdk/provider'
import { AppError } from '#base/errors.ts'
import type { Models, Voice } from './models.ts'

/** The model of one answer: it stays with whoever spoke first. */
export type Speaker = {
  language: LanguageModelV4
  readonly voice: Voice
  /** Name of the model that failed or rests; null where none does. */
  readonly insteadOf: string | null
}

/**
 * Who answers one question: the model, or once its provider fails before the first piece of the answer has come, the one to fall back on.
 * @param onFallback is told when that happens
 */
export function speakerOf(models: Models, onFallback: (error: unknown) => void = () => {}): Speaker {
  const { fallback } = models
  let voice: Voice = models
  if (!fallback) return { language: models.language, voice, insteadOf: null }
  const { health } = fallback
  let hasSpoken = false
  const first = async (options: Parameters<LanguageModelV4['doStream']>[0]): Promise<LanguageModelV4StreamResult> => {
    try {
      const result = await started(await models.language.doStream(options))
      health.worked()
      hasSpoken = true
      return result
    } catch (error) {
      if (options.abortSignal?.aborted || !isTheirs(error)) throw error
      health.failed()
      if (hasSpoken) throw error
      onFallback(error)
      voice = fallback
      return fallback.language.doStream(options)
    }
  }
  return {
    get voice() {
      return voice
    },
    get insteadOf() {
      return voice === models ? null : models.name
    },
    language: {
      specificationVersion: 'v4',
      provider: models.language.provider,
      modelId: models.language.modelId,
      supportedUrls: {},
      doGenerate: (options) => voice.language.doGenerate(options),
      async doStream(options) {
        if (!hasSpoken && health.restsUntil) voice = fallback
        return voice === models ? first(options) : voice.language.doStream(options)
      },
    },
  }
}

/** Parts of a stream that an answer is made of; what stands before them says nothing yet. */
const SAYS = new Set<LanguageModelV4StreamPart['type']>([
  'text-delta',
  'reasoning-delta',
  'tool-input-start',
  'tool-call',
  'finish',
])

/** Ends that a provider gives. Clients end a stream that they could not read, or that had no end, with one of their own. */
export const GIVEN_ENDS: ReadonlySet<string> = new Set(['stop', 'length', 'content-filter', 'tool-calls'])

/** The error of a stream that broke before it said anything. */
class BrokenStream extends Error {}

/** A stream once its first piece has come. @throws what the stream reports before that */
async function started(result: LanguageModelV4StreamResult): Promise<LanguageModelV4StreamResult> {
  const reader = result.stream.getReader()
  const held: LanguageModelV4StreamPart[] = []
  const broken = (cause: unknown) => new BrokenStream('The stream of the model broke off.', { cause })
  for (;;) {
    const { done, value } = await reader.read().catch((error) => {
      throw broken(error)
    })
    if (done) throw broken(null)
    if (value.type === 'error') {
      await reader.cancel().catch(() => {})
      throw broken(value.error)
    }
    if (value.type === 'finish' && !GIVEN_ENDS.has(value.finishReason.unified)) {
      await reader.cancel().catch(() => {})
      throw broken(value.finishReason)
    }
    held.push(value)
    if (SAYS.has(value.type)) break
  }
  const stream = new ReadableStream<LanguageModelV4StreamPart>({
    async pull(controller) {
      const next = held.shift()
      if (next) return controller.enqueue(next)
      const { done, value } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return { ...result, stream }
}

/** What a provider answers that is not the fault of our request: asked too often, no money, too slow, failing. */
const THEIRS = new Set([402, 408, 409, 424, 425, 429])

/**
 * Whether an error is the provider's and another one may do better. A refused key, an unknown model and a request that is not understood are not: they
 * are mistakes of the configuration, which somebody must see.
 */
function isTheirs(error: unknown): boolean {
  let isBroken = false
  for (let at = error, depth = 0; typeof at === 'object' && at !== null && depth < 6; depth++) {
    const { statusCode, code, kind, cause } = at as Partial<Record<'statusCode' | 'code' | 'kind' | 'cause', unknown>>
    if (typeof statusCode === 'number') return statusCode >= 500 || THEIRS.has(statusCode)
    if (at instanceof AppError)
      return kind === 'timeout' || code === 'model_unreachable' || code === 'connection_failed'
    isBroken ||= at instanceof BrokenStream || APICallError.isInstance(at)
    at = cause
  }
  return isBroken
}
