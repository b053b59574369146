import type { ChatMessage, EditedResult } from '#analyst/rules/answer.ts'
import type { ChatScreen, MessageWindow } from '#chat/rules/screen.ts'
import { ApiError } from '../kit/api.ts'

/**
 * What the conversation on the page does:
 * - `ready`: nothing runs; a question can be asked
 * - `running`: a question was asked, or its answer arrives
 * - `lost`: the connection broke while an answer was running, which goes on at the server
 * - `refused`: the question was not taken, for the reason in `refusal`
 */
export type Phase = 'ready' | 'running' | 'lost' | 'refused'

export type ThreadState = MessageWindow & {
  conversationId: string | null
  phase: Phase
  refusal: Error | null
  /** The person asked to stop the answer, and the server has not said yet how it ended. */
  stopping: boolean
  /** Attempts to connect again that failed since the connection broke, or since the browser came back online. */
  attempts: number
  /** The server knows more than this page can learn from a stream: load it again, or only if that was not just done. */
  reload: 'no' | 'now' | 'once'
}

export type ThreadEvent =
  | { type: 'asked'; question: ChatMessage }
  /** The answer as far as it has arrived: each time the whole of it. */
  | { type: 'arrived'; answer: ChatMessage }
  | { type: 'ended' }
  | { type: 'failed'; error: Error; resuming: boolean }
  | { type: 'nothingRuns' }
  | { type: 'cameOnline' }
  | { type: 'stopAsked' }
  | { type: 'stopRefused' }
  /** Another part of the conversation takes the place of the one shown. */
  | { type: 'replaced'; page: MessageWindow }
  | { type: 'extended'; end: 'older' | 'newer'; page: MessageWindow }
  /** The rest of a message that was there in part. */
  | { type: 'completed'; id: string; parts: ChatMessage['parts'] }
  | { type: 'edited'; answerId: string; result: EditedResult }

export const threadOf = ({ messages, older, newer, conversationId }: ChatScreen): ThreadState => ({
  ...{ messages, older, newer, conversationId },
  phase: 'ready',
  refusal: null,
  stopping: false,
  attempts: 0,
  reload: 'no',
})

/** The state after an event. Pure: what has to be done about a state is the business of `useThread`. */
export function threadState(state: ThreadState, event: ThreadEvent): ThreadState {
  const { messages, phase } = state
  switch (event.type) {
    case 'asked': {
      // A question that was refused stands last; asking again replaces it.
      const before = messages.at(-1)?.role === 'user' ? messages.slice(0, -1) : messages
      return { ...state, ...CALM, phase: 'running', messages: [...before, event.question] }
    }
    case 'arrived': {
      const { answer } = event
      const at = messages.findIndex(({ id }) => id === answer.id)
      return {
        ...state,
        phase: 'running',
        refusal: null,
        messages: at < 0 ? [...messages, answer] : messages.with(at, answer),
        conversationId: answer.metadata?.conversation_id ?? state.conversationId,
      }
    }
    case 'ended':
      // A stream that ends before its last event was cut off on its way.
      return isComplete(messages.at(-1)) ? { ...state, ...CALM } : threadState(state, { ...CUT_OFF, resuming: true })
    case 'failed': {
      const lost = isLost(event.error, event.resuming) && state.conversationId !== null
      if (!lost) return { ...state, ...CALM, phase: 'refused', refusal: event.error }
      return { ...state, refusal: null, phase: 'lost', attempts: phase === 'lost' ? state.attempts + 1 : 0 }
    }
    case 'nothingRuns':
      // The answer ended while nobody listened, or the question never arrived: the page of the server has the truth.
      if (phase === 'lost') return { ...state, ...CALM, reload: isComplete(messages.at(-1)) ? 'no' : 'now' }
      return { ...state, ...CALM, reload: messages.at(-1)?.role === 'user' ? 'once' : 'no' }
    case 'cameOnline':
      return { ...state, attempts: 0 }
    case 'stopAsked':
      return { ...state, stopping: true }
    case 'stopRefused':
      return { ...state, stopping: false }
    case 'replaced':
      return { ...state, ...windowOf(event.page) }
    case 'extended': {
      const { end, page } = event
      // A page that arrives after the thread has turned to its end belongs nowhere any more.
      if (!state[end]) return state
      const ids = new Set(messages.map(({ id }) => id))
      const fresh = page.messages.filter(({ id }) => !ids.has(id))
      const extended = end === 'older' ? [...fresh, ...messages] : [...messages, ...fresh]
      return { ...state, messages: extended, [end]: page[end] }
    }
    case 'completed':
      return changed(state, event.id, (message) => ({ ...withoutCut(message), parts: event.parts }))
    case 'edited':
      return changed(state, event.answerId, (message) => ({
        ...message,
        parts: message.parts.map((part) => withEdit(part, event.result)),
      }))
  }
}

const CALM = { phase: 'ready', refusal: null, stopping: false, attempts: 0, reload: 'no' } as const
const CUT_OFF = { type: 'failed', error: new TypeError('The connection was lost. Please ask again.') } as const

/** Whether an answer is on its way, also where the connection to it broke. */
export const isRunning = ({ phase }: Pick<ThreadState, 'phase'>): boolean => phase === 'running' || phase === 'lost'

/**
 * Whether a failure means that the connection broke, so that trying again may help. Browsers tell of a broken connection with a TypeError;
 * a server that is just starting refuses to continue an answer for a while.
 */
const isLost = (error: Error, resuming: boolean): boolean =>
  error instanceof ApiError
    ? resuming && (error.status === 0 || error.status === 429 || error.status >= 500)
    : error instanceof TypeError

/** The last event of every answer carries all of it. */
const isComplete = (message: ChatMessage | undefined): boolean =>
  message?.role === 'assistant' && message.parts.some((part) => part.type === 'data-answer')

const windowOf = ({ messages, older, newer }: MessageWindow): MessageWindow => ({ messages, older, newer })

const changed = (state: ThreadState, id: string, change: (message: ChatMessage) => ChatMessage): ThreadState => ({
  ...state,
  messages: state.messages.map((message) => (message.id === id ? change(message) : message)),
})

function withoutCut({ metadata, ...message }: ChatMessage): ChatMessage {
  if (!metadata) return message
  const { cut: _, ...rest } = metadata
  return { ...message, metadata: rest }
}

/** Puts the result of a changed statement into its answer, as the server keeps it: the last one for each original. */
function withEdit(part: ChatMessage['parts'][number], result: EditedResult): ChatMessage['parts'][number] {
  if (part.type !== 'data-answer') return part
  const others = (part.data.edited ?? []).filter(({ of }) => of !== result.of)
  return { ...part, data: { ...part.data, edited: [...others, result] } }
}
