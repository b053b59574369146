import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { wrapLanguageModel } from 'ai'
import { type SentRequest, watchingRequests } from '#outside/egress.ts'
import {
  addKinds,
  bytesByKind,
  type Known,
  knowText,
  knowValue,
  readPieces,
  type Sent,
  type SentKind,
  type Shown,
  type Sight,
} from './rules/sent.ts'
import type { ToolName } from './rules/tools.ts'
import { readAsked } from './rules/transcript.ts'

/** Characters of the requests of one answer that are kept whole; what comes after is counted and not kept. */
const MOST_KEPT = 8_000_000

export type RecordedRequest = Omit<SentRequest, 'body'> & {
  /** ISO 8601 */
  at: string
  bytes: number
  kinds: Partial<Record<SentKind, number>>
  /** As it was sent; null beyond what is kept of one answer. */
  body: string | null
}

/** Which values the model may see; `shown`: tables and columns of the catalog that requests told so far. */
type Seen = Sight & { shown(): Shown }

/** Counts and keeps what goes to a model's provider for one answer. */
export type Egress = {
  /** The same model, whose requests are seen here. */
  through(model: LanguageModelV4, seen: Seen): LanguageModelV4
  requests: readonly RecordedRequest[]
  seen(): Seen | null
  /** What left so far; null where no provider was to be asked. */
  total(): Omit<Sent, 'kept_until'> | null
}

/** @param now the moment of a request */
export function createEgress(now: () => Date): Egress {
  const requests: RecordedRequest[] = []
  let seen: Seen | null = null
  let room = MOST_KEPT
  const take =
    (known: Known) =>
    ({ body, ...to }: SentRequest) => {
      room -= body.length
      requests.push({
        ...to,
        at: now().toISOString(),
        bytes: Buffer.byteLength(body),
        kinds: bytesByKind(body, known),
        body: room >= 0 ? body : null,
      })
    }
  return {
    requests,
    seen: () => seen,
    through(model, given) {
      // Beside the one that answers there may be one that only names the conversation.
      const before = seen
      const most = before && before.rows > given.rows ? before : given
      seen = { ...most, shown: () => [...(before?.shown() ?? []), ...given.shown()] }
      return wrapLanguageModel({
        model,
        middleware: {
          specificationVersion: 'v4',
          wrapStream: ({ params, doStream }) => watchingRequests(take(knownOf(params)), doStream),
          wrapGenerate: ({ params, doGenerate }) => watchingRequests(take(knownOf(params)), doGenerate),
        },
      })
    },
    total: () =>
      seen && {
        sees: seen.sees,
        rows: seen.rows,
        hosts: [...new Set(requests.map(({ host }) => host))],
        requests: requests.length,
        bytes: requests.reduce((sum, { bytes }) => sum + bytes, 0),
        kinds: requests.reduce((sum, { kinds }) => addKinds(sum, kinds), {}),
      },
  }
}

type Options = { providerOptions?: { tabletalk?: { kinds?: unknown } } }
const kindsOf = (of: object, text: string) => readPieces((of as Options).providerOptions?.tabletalk?.kinds, text)

/** What a request to the provider is made of, by what was given to the model. */
function knownOf({ prompt, tools = [] }: LanguageModelV4CallOptions): Known {
  const pieces: Known = new Map()
  for (const tool of tools) {
    if (tool.type !== 'function') continue
    knowText(pieces, tool.name, 'instructions')
    knowText(pieces, tool.description ?? '', 'instructions')
    knowValue(pieces, tool.inputSchema, 'instructions')
  }
  for (const message of prompt) {
    if (message.role === 'system') {
      knowText(pieces, message.content, kindsOf(message, message.content) ?? 'instructions')
      continue
    }
    for (const part of message.content) {
      // What stands in place of the person without being a question is a note of ours, which may hold anything.
      if (part.type === 'text')
        knowText(
          pieces,
          part.text,
          message.role === 'assistant' || readAsked(part.text).at !== null ? 'conversation' : 'other',
        )
      else if (part.type === 'reasoning') knowText(pieces, part.text, 'conversation')
      else if (part.type === 'tool-call') {
        knowText(pieces, part.toolName, 'calls')
        // What finish was called with is the answer as the person read it.
        knowValue(pieces, part.input, part.toolName === ('finish' satisfies ToolName) ? 'conversation' : 'calls')
      } else if (part.type === 'tool-result') {
        const { output } = part
        if (output.type === 'text') knowText(pieces, output.value, kindsOf(output, output.value) ?? 'other')
        else if (output.type === 'error-text') knowText(pieces, output.value, 'errors')
        else if ('value' in output) knowValue(pieces, output.value, 'other')
      }
    }
  }
  return pieces
}
