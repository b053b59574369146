import type { ChatTransport, UIMessageChunk } from 'ai'
import type { ChatMessage } from '#analyst/rules/answer.ts'
import { href, urls } from '../../src/urls.ts'
import { ApiError, call } from '../kit/api.ts'
import { textOf } from './answer-of.ts'

/** What the transport must know at the moment of asking. */
export type Asking = {
  workspaceId: string
  conversationId(): string | null
  /** Ids of the sources in play; null for all of the workspace. */
  sources(): string[] | null
}

/** Asks over POST query-data and continues running answers from the durable log of the server. */
export function askTransport(asking: Asking): ChatTransport<ChatMessage> {
  return {
    // The server replays an answer from its first event, so a reconnection rebuilds the message.
    resumeStreamIsReplay: true,
    async sendMessages({ messages, abortSignal }) {
      const message = messages.findLast((one) => one.role === 'user')
      const sources = asking.sources()
      const context = {
        ...(asking.conversationId() ? { conversation_id: asking.conversationId() } : {}),
        ...(sources ? { sources } : {}),
      }
      const response = await call(href(urls.apiQueryData, { id: asking.workspaceId }), {
        method: 'POST',
        headers: { Accept: 'text/event-stream' },
        body: { message: message ? textOf(message) : '', context },
        ...(abortSignal && { signal: abortSignal }),
      })
      return chunksOf(response)
    },
    async reconnectToStream({ abortSignal }) {
      const id = asking.conversationId()
      if (!id) return null
      const response = await call(href(urls.apiConversationStream, { id }), {
        headers: { Accept: 'text/event-stream' },
        ...(abortSignal && { signal: abortSignal }),
      }).catch((error) => {
        // A server that is just starting again is a lost connection, to be tried again.
        if (error instanceof ApiError && (error.status >= 500 || error.status === 429))
          throw new TypeError('network error')
        throw error
      })
      return response.status === 204 ? null : chunksOf(response)
    },
  }
}

/** Reads server-sent events as chunks of a message. A stream that ends without its end is a lost connection. */
function chunksOf(response: Response): ReadableStream<UIMessageChunk> {
  if (!response.body) throw new ApiError('Invalid response from server', response.status)
  let rest = ''
  let ended = false
  return response.body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>)
    .pipeThrough(
      new TransformStream<string, UIMessageChunk>({
        transform(text, controller) {
          const lines = (rest + text).split(/\r?\n/)
          rest = lines.pop() ?? ''
          for (const line of lines) {
            if (!line.startsWith('data:')) continue
            const data = line.slice(5).trim()
            if (data === '[DONE]') ended = true
            else {
              const chunk = JSON.parse(data) as UIMessageChunk
              if (chunk.type === 'finish' || chunk.type === 'error' || chunk.type === 'abort') ended = true
              controller.enqueue(chunk)
            }
          }
        },
        flush() {
          // useChat knows a lost connection by the words of the browser's own error.
          if (!ended) throw new TypeError('network error: the stream ended early')
        },
      }),
    )
}
