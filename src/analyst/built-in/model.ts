import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import type { Models } from '#outside/models.ts'
import type { ToolName } from '../rules/tools.ts'
import type { Turn } from './conversation.ts'
import { readConversation } from './conversation.ts'
import { createPlanning } from './planning.ts'

const NAME = 'built-in analyst'

/** Nothing is sent anywhere, so there are no tokens to count. */
const USAGE: LanguageModelV4Usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
}

function contentOf(turn: Turn, step: number): LanguageModelV4Content[] {
  if ('text' in turn) return [{ type: 'text', text: turn.text }]
  return turn.calls.map((call, index) => ({
    type: 'tool-call',
    toolCallId: `built-in-${step}-${index}`,
    toolName: call.name,
    input: JSON.stringify(call.input),
  }))
}

const reasonOf = (turn: Turn): LanguageModelV4FinishReason =>
  'text' in turn ? { unified: 'stop', raw: turn.ending ?? 'stop' } : { unified: 'tool-calls', raw: 'tool-calls' }

const planning = createPlanning()

async function turnOf({ prompt, tools, abortSignal }: LanguageModelV4CallOptions) {
  const able = (tools ?? []).map((tool) => tool.name as ToolName)
  const turn = await planning.decide(readConversation(prompt), able, abortSignal)
  return { turn, content: contentOf(turn, prompt.length) }
}

/** Prose in pieces of a few words, so that it streams like that of other models. */
function pieces(text: string): string[] {
  return text.match(/(?:\S+\s*){1,6}/g) ?? [text]
}

function* partsOf(content: LanguageModelV4Content[], turn: Turn): Generator<LanguageModelV4StreamPart> {
  yield { type: 'stream-start', warnings: [] }
  for (const part of content) {
    if (part.type === 'text') {
      yield { type: 'text-start', id: 'prose' }
      for (const delta of pieces(part.text)) yield { type: 'text-delta', id: 'prose', delta }
      yield { type: 'text-end', id: 'prose' }
    } else if (part.type === 'tool-call') {
      yield { type: 'tool-input-start', id: part.toolCallId, toolName: part.toolName }
      yield { type: 'tool-input-delta', id: part.toolCallId, delta: part.input }
      yield { type: 'tool-input-end', id: part.toolCallId }
      yield part
    }
  }
  yield { type: 'finish', usage: USAGE, finishReason: reasonOf(turn) }
}

/** The planner as a language model: a function of the transcript, without state, network or clock. */
const language: LanguageModelV4 = {
  specificationVersion: 'v4',
  provider: 'tabletalk',
  modelId: NAME,
  supportedUrls: {},
  doGenerate: async (options) => {
    const { content, turn } = await turnOf(options)
    return { content, finishReason: reasonOf(turn), usage: USAGE, warnings: [] }
  },
  doStream: async (options) => {
    options.abortSignal?.throwIfAborted()
    const { content, turn } = await turnOf(options)
    const stream = new ReadableStream<LanguageModelV4StreamPart>({
      start(controller) {
        for (const part of partsOf(content, turn)) controller.enqueue(part)
        controller.close()
      },
    })
    return { stream }
  },
}

/** The built-in analyst: answers when no model is configured. */
export function builtInModel(): Models {
  planning.warm()
  return { name: NAME, builtIn: true, language }
}
