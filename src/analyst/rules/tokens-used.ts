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

/** Tokens of one request that are believed at most. */
const MOST = 1_000_000_000

/** What a provider says of tokens as a count that can be kept: it may say anything. */
const asCount = (tokens: number | undefined): number | undefined =>
  tokens === undefined || Number.isNaN(tokens) ? undefined : Math.trunc(Math.min(Math.max(tokens, 0), MOST))

/** @param usage of one request */
export function plusUsage(sum: TokensUsed, usage: LanguageModelUsage): TokensUsed {
  const { inputTokenDetails, outputTokenDetails } = usage
  const [cached, reasoning] = [asCount(inputTokenDetails.cacheReadTokens), asCount(outputTokenDetails.reasoningTokens)]
  return {
    ...sum,
    input_tokens: sum.input_tokens + (asCount(usage.inputTokens) ?? 0),
    output_tokens: sum.output_tokens + (asCount(usage.outputTokens) ?? 0),
    ...(cached === undefined ? {} : { cached_input_tokens: (sum.cached_input_tokens ?? 0) + cached }),
    ...(reasoning === undefined ? {} : { reasoning_tokens: (sum.reasoning_tokens ?? 0) + reasoning }),
  }
}
