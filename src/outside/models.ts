// First: it removes blank variables, with which the next one cannot even be loaded.
import '#config.ts'
import { createOpenAI } from '@ai-sdk/openai'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { Config } from '#config.ts'
import type { Explain } from '#records/rules/xai.ts'
import { type ModelPatience, PATIENCE, patientFetch } from './model-fetch.ts'

/** The language model that answers. */
export type Models = {
  /** Name as shown on receipts. */
  name: string
  /** True for the built-in analyst, which is never labelled AI. */
  builtIn: boolean
  language: LanguageModelV4
  /** How far one answer may go; left out, as far as usual. */
  limits?: { steps: number; repairs: number; seconds: number; output_tokens: number }
  /** What it may see, and what people are shown; left out, everything. */
  explain?: Explain
}

/** Where a model is and how it is asked. */
export type ModelPlace = { address: string; name: string; key: string | null; api: 'responses' | 'chat' }

/** Any OpenAI-compatible model. @param send what makes one request @param patience how long a silent or failing server is waited for */
export function createModel(place: ModelPlace, send: typeof fetch = fetch, patience = PATIENCE): LanguageModelV4 {
  const provider = createOpenAI({
    apiKey: place.key ?? 'none',
    fetch: patientFetch(patience, send),
    ...(place.address ? { baseURL: place.address } : {}),
  })
  return place.api === 'chat' ? provider.chat(place.name) : provider.responses(place.name)
}

/**
 * Any OpenAI-compatible model by environment; null without key and address: the built-in analyst answers then.
 * @param patience how long a silent or failing server is waited for
 */
export function configuredModel(config: Config, patience: ModelPatience = PATIENCE): Models | null {
  if (!config.OPENAI_API_KEY && !config.OPENAI_BASE_URL) return null
  const { OPENAI_API_KEY, OPENAI_BASE_URL, AI_MODEL: name, AI_API: api } = config
  const place = { address: OPENAI_BASE_URL ?? '', name, key: OPENAI_API_KEY ?? null, api }
  return { name, builtIn: false, language: createModel(place, fetch, patience) }
}
