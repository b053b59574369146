import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider'
import type { Effort, ModelApi } from '#records/rules/xai.ts'

export type ModelPlace = {
  /** Empty: the provider's own. */
  address: string
  name: string
  key: string | null
  api: ModelApi
  region?: string
  /** How much it thinks; left out, as much as its provider finds right. */
  effort?: Effort
}

/**
 * The clients of the interfaces, each loaded when a model is asked by it. Address and key are always given, so that none takes them from
 * variables of the environment that were meant for something else.
 * @param fetch what every request goes through
 */
export const CLIENTS: Record<
  ModelApi,
  (place: ModelPlace, fetch: typeof globalThis.fetch) => Promise<LanguageModelV4>
> = {
  responses: async (place, fetch) => (await openai(place, fetch)).responses(place.name),
  chat: async (place, fetch) => (await openai(place, fetch)).chat(place.name),
  anthropic: async ({ address, key, name }, fetch) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic({ baseURL: address, apiKey: key ?? 'none', fetch })(name)
  },
  google: async ({ address, key, name }, fetch) => {
    const { createGoogle } = await import('@ai-sdk/google')
    return createGoogle({ baseURL: address, apiKey: key ?? 'none', fetch })(name)
  },
  azure: async (place, fetch) => (await azure(place, fetch)).responses(place.name),
  azure_chat: async (place, fetch) => (await azure(place, fetch)).chat(place.name),
  bedrock: async ({ address, key, name, region = '' }, fetch) => {
    const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock')
    return createAmazonBedrock({ baseURL: address, region, ...amazonKey(key ?? 'none'), fetch })(name)
  },
}

async function openai({ address, key }: ModelPlace, fetch: typeof globalThis.fetch) {
  const { createOpenAI } = await import('@ai-sdk/openai')
  return createOpenAI({ apiKey: key ?? 'none', fetch, ...(address ? { baseURL: address } : {}) })
}

async function azure({ address, key }: ModelPlace, fetch: typeof globalThis.fetch) {
  const { createAzure } = await import('@ai-sdk/azure')
  return createAzure({ baseURL: address, apiKey: key ?? 'none', fetch })
}

/** A key of Bedrock, or `access key id:secret access key`, with a session token behind them where they are temporary: those sign requests. */
function amazonKey(key: string) {
  const [accessKeyId, secretAccessKey, ...rest] = key.split(':')
  if (!secretAccessKey || !/^A[A-Z0-9]{15,}$/.test(accessKeyId!)) return { apiKey: key }
  // The empty one says that requests are signed, whatever key the environment has.
  return {
    apiKey: '',
    accessKeyId: accessKeyId!,
    secretAccessKey,
    ...(rest.length > 0 ? { sessionToken: rest.join(':') } : {}),
  }
}

export function callOptions({
  api,
  effort = '',
}: ModelPlace): Pick<LanguageModelV4CallOptions, 'reasoning' | 'providerOptions'> {
  return { providerOptions: PROVIDER_OPTIONS[api](effort), ...(effort ? { reasoning: effort } : {}) }
}

type Options = NonNullable<LanguageModelV4CallOptions['providerOptions']>

/** Whole messages instead of references to what the provider keeps: not every server keeps anything. */
const KEPT_NOWHERE = { store: false }
/** A model of a name that the client does not know may think as well; one that was told how much, does. */
const thinking = (effort: Effort) => (effort ? { forceReasoning: true, systemMessageMode: 'system' } : {})

const PROVIDER_OPTIONS: Record<ModelApi, (effort: Effort) => Options> = {
  responses: (effort) => ({ openai: { ...KEPT_NOWHERE, ...thinking(effort) } }),
  chat: () => ({ openai: KEPT_NOWHERE }),
  azure: (effort) => ({ azure: { ...KEPT_NOWHERE, ...thinking(effort) } }),
  azure_chat: () => ({ openai: KEPT_NOWHERE }),
  // It keeps the beginning of a conversation in its cache where it is asked to.
  anthropic: () => ({ anthropic: { cacheControl: { type: 'ephemeral' } } }),
  google: (effort): Options => (effort ? { google: { thinkingConfig: { includeThoughts: true } } } : {}),
  bedrock: () => ({}),
}

/** Models of Bedrock that have a cache; others refuse a request that asks for one. Of an inference profile by its ARN the model is not known. */
const HAS_CACHE =
  /^(?:[a-z-]+\.)?(?:anthropic\.claude-(?:3-5-haiku|3-7-sonnet|(?:opus|sonnet|haiku)-\d)|amazon\.nova-(?:micro|lite|pro|premier))/
/** Of these, models that keep conversations as well as instructions. */
const KEEPS_TALKS = /anthropic/
const CACHE_POINT = { bedrock: { cachePoint: { type: 'default' } } }

type Message = LanguageModelV4CallOptions['prompt'][number]

/**
 * The conversation with what an interface has to be told in its messages: Bedrock keeps in its cache what stands before a point, here
 * behind the instructions and behind what was said last.
 */
export function promptFor({ api, name }: ModelPlace, prompt: Message[]): Message[] {
  if (api !== 'bedrock' || !HAS_CACHE.test(name)) return prompt
  const last = KEEPS_TALKS.test(name) ? prompt.length - 1 : -1
  const system = prompt.findLastIndex(({ role }) => role === 'system')
  return prompt.map((message, at) =>
    at === system || at === last
      ? { ...message, providerOptions: { ...message.providerOptions, ...CACHE_POINT } }
      : message,
  )
}
