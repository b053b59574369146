import type { ToolName } from '../rules/tools.ts'
import type { Conversation, Turn } from './conversation.ts'
import { nextTurn } from './turn.ts'

/** One step to decide; `able` are the tools that are still there. */
export type ThreadRequest = { id: number; conversation: Conversation; able: ToolName[] }
export type ThreadAnswer = { id: number; turn: Turn } | { id: number; error: string }
/** Said once, when all is loaded. */
export type ThreadReady = { ready: true }

/** The planner's thread: decides one step a message, one after the other. */
declare const self: Worker
self.onmessage = ({ data }: MessageEvent<ThreadRequest>) => {
  const { id, conversation, able } = data
  try {
    self.postMessage({ id, turn: nextTurn(conversation, (tool) => able.includes(tool)) } satisfies ThreadAnswer)
  } catch (error) {
    self.postMessage({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}
self.postMessage({ ready: true } satisfies ThreadReady)
