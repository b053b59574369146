import type { LanguageModelUsage } from 'ai'

/**
 * Tokens that an answer took. Those that the provider had in its cache are among those read, those of thinking among those written; left out
 * where the provider tells none.
 */
export type TokensUsed = {
  input_tokens: number
  output_tokens: number
  cached_input_tokens?: number
  reasoning_tokens?: number
}
export const NO_TOKENS: TokensUsed = { input_tokens: 0, output_tokens: 0 }

/** @param usage of one request */
export function plusUsage(sum: TokensUsed, usage: LanguageModelUsage): TokensUsed {
  const { inputTokens, outputTokens, inputTokenDetails, outputTokenDetails } = usage
  const cached = inputTokenDetails.cacheReadTokens
  const reasoning = outputTokenDetails.reasoningTokens
  return {
    ...sum,
    input_tokens: sum.input_tokens + (inputTokens ?? 0),
    output_tokens: sum.output_tokens + (outputTokens ?? 0),
    ...(cached === undefined ? {} : { cached_input_tokens: (sum.cached_input_tokens ?? 0) + cached }),
    ...(reasoning === undefined ? {} : { reasoning_tokens: (sum.reasoning_tokens ?? 0) + reasoning }),
  }
}
