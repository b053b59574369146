import type { LanguageModelV4Prompt, LanguageModelV4ToolResultPart } from '@ai-sdk/provider'
import type { DOUBTFUL, LEFT_OUT } from '../rules/ending.ts'
import type { ToolInputs, ToolName, ToolOutputs } from '../rules/tools.ts'
import { readAsked } from '../rules/transcript.ts'

export type Call<N extends ToolName = ToolName> = { name: N; input: ToolInputs[N]; output: ToolOutputs[N] }

/** The transcript as the built-in analyst needs it; everything it knows stands here. */
export type Conversation = {
  /** ISO time of the question as its message tells it; null when it does not. */
  now: string | null
  question: string
  /** Earlier questions, oldest first. */
  earlier: string[]
  calls: Call[]
}

export type Request = { [N in ToolName]: { name: N; input: ToolInputs[N] } }[ToolName]
/** What the analyst does next: calls of tools, or the text that ends the turn; `ending` when that is no answer, or none to be sure of. */
export type Turn =
  | { calls: Request[] }
  | { text: string; ending?: 'refused' | 'failed' | typeof DOUBTFUL | typeof LEFT_OUT }

function readOutput(part: LanguageModelV4ToolResultPart): unknown {
  if (part.output.type === 'json') return part.output.value
  if (part.output.type !== 'text') return null
  try {
    return JSON.parse(part.output.value)
  } catch {
    return null
  }
}

/** Reads the prompt of a call: the turn since the last question, and the questions before it. */
export function readConversation(prompt: LanguageModelV4Prompt): Conversation {
  const conversation: Conversation = { now: null, question: '', earlier: [], calls: [] }
  const inputs = new Map<string, unknown>()
  for (const message of prompt) {
    if (message.role === 'user') {
      if (conversation.question) conversation.earlier.push(conversation.question)
      const { at, question } = readAsked(
        message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n'),
      )
      conversation.now = at
      conversation.question = question
      conversation.calls = []
    }
    if (message.role === 'assistant')
      for (const part of message.content) if (part.type === 'tool-call') inputs.set(part.toolCallId, part.input)
    if (message.role === 'tool')
      for (const part of message.content) {
        if (part.type !== 'tool-result') continue
        const output = readOutput(part)
        if (output === null || typeof output !== 'object') continue
        const call = { name: part.toolName, input: inputs.get(part.toolCallId) ?? {}, output }
        conversation.calls.push(call as Call)
      }
  }
  return conversation
}

export const callsOf = <N extends ToolName>(conversation: Conversation, name: N) =>
  conversation.calls.filter((call): call is Call<N> => call.name === name)
