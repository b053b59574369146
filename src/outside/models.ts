import { createOpenAI } from '@ai-sdk/openai'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { Config } from '#config.ts'
import { type ModelPatience, PATIENCE, patientFetch } from './model-fetch.ts'

/** The language model that answers. */
export type Models = {
  /** Name as shown on receipts. */
  name: string
  /** True for the built-in analyst, which is never labelled AI. */
  builtIn: boolean
  language: LanguageModelV4
}

/**
 * Any OpenAI-compatible model by environment; null without key and address: the built-in analyst answers then.
 * @param patience how long a silent or failing server is waited for
 */
export function configuredModel(config: Config, patience: ModelPatience = PATIENCE): Models | null {
  if (!config.OPENAI_API_KEY && !config.OPENAI_BASE_URL) return null
  const provider = createOpenAI({
    apiKey: config.OPENAI_API_KEY ?? 'none',
    fetch: patientFetch(patience),
    ...(config.OPENAI_BASE_URL ? { baseURL: config.OPENAI_BASE_URL } : {}),
  })
  const language = config.AI_API === 'chat' ? provider.chat(config.AI_MODEL) : provider.responses(config.AI_MODEL)
  return { name: config.AI_MODEL, builtIn: false, language }
}
