// First: it removes blank variables, with which the next one cannot even be loaded.
import '#config.ts'
import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { MARK } from '#base/written-by.ts'
import type { Effort, Explain, ModelRole, XaiConfig } from '#records/rules/xai.ts'
import { retryingFetch, TIMEOUTS } from './model-fetch.ts'
import type { Health } from './model-health.ts'
import { CLIENTS, callOptions, type ModelPlace, promptFor } from './model-interfaces.ts'

/** A model that can be asked; `provider` of its `language` tells it from all others. */
export type Voice = {
  /** Name as shown on receipts. */
  name: string
  language: LanguageModelV4
}

export type Models = Voice & {
  /** True for the built-in analyst, which is never labelled AI. */
  builtIn: boolean
  /** How far one answer may go; left out, as far as usual. */
  limits?: XaiConfig['limits']
  /** What it may see, and what people are shown; left out, everything. */
  explain?: Explain
  /** Answers where the provider of the first fails. */
  fallback?: Voice & { health: Health }
  titles?: Voice
  /** The same with another of the models of the server, and how much it is to think; left out, there is no other. */
  chosen?(choice: ModelChoice): Models
}
/** Empty: as without a choice. */
export type ModelChoice = { model: '' | 'builtin' | Exclude<ModelRole, 'model'>; effort: Effort }

// What a client cannot do with a setting is told by the live test of the panel; in the log it would stand with each request.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

/**
 * A model outside, by the client of its interface.
 * @param send what makes one request: all that goes to a provider goes through it
 * @param timeouts how long a silent or failing server is waited for
 */
export function createModel(place: ModelPlace, send: typeof fetch = fetch, timeouts = TIMEOUTS): LanguageModelV4 {
  const asks = retryingFetch(timeouts, send)
  const whose = `${place.api} ${place.address} ${place.name}`
  let loading: Promise<LanguageModelV4> | undefined
  const client = () => {
    loading ??= CLIENTS[place.api](place, asks)
    return loading
  }
  const own = callOptions(place)
  const asked = (options: LanguageModelV4CallOptions): LanguageModelV4CallOptions => ({
    ...options,
    ...own,
    prompt: promptFor(place, withoutForeign(options.prompt, whose)),
  })
  return {
    specificationVersion: 'v4',
    provider: whose,
    modelId: place.name,
    supportedUrls: {},
    doGenerate: async (options) => (await client()).doGenerate(asked(options)),
    doStream: async (options) => (await client()).doStream(asked(options)),
  }
}

type Message = LanguageModelV4CallOptions['prompt'][number]

/** The conversation without what is meant for the providers of other models. */
function withoutForeign(prompt: Message[], whose: string): Message[] {
  return prompt.flatMap((message): Message[] => {
    const by = message.providerOptions?.[MARK]?.by
    if (by === undefined || by === whose) return [message]
    const { providerOptions: _, ...plain } = message
    if (plain.role !== 'assistant' && plain.role !== 'tool') return [plain]
    const content = plain.content.flatMap(({ providerOptions: _, ...part }) =>
      part.type === 'reasoning' ? [] : [part],
    )
    return content.length > 0 ? [{ ...plain, content } as Message] : []
  })
}
