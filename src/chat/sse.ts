import { UI_MESSAGE_STREAM_HEADERS } from 'ai'
import { SECOND } from '#base/time.ts'
import type { Ctx } from '../ctx.ts'
import type { LogRow } from './events.ts'
import { follow } from './feed.ts'
import { type EventPlace, sseText } from './rules/event.ts'

/** A comment now and then keeps proxies and servers from closing a silent stream. */
const KEEP_ALIVE = 5 * SECOND

/**
 * The events of an answer after `from` as a server-sent event stream; every event carries its id, so that any can be resumed from.
 * @param known the first rows of its log, when the caller has them
 */
export function sseAnswer(ctx: Ctx, from: EventPlace, known: LogRow[] = []): Response {
  const encoder = new TextEncoder()
  const gone = new AbortController()
  let keepAlive: ReturnType<typeof setInterval> | undefined
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (text: string) => {
        if (!gone.signal.aborted) controller.enqueue(encoder.encode(text))
      }
      keepAlive = setInterval(() => send(': still here\n\n'), KEEP_ALIVE)
      try {
        for await (const events of follow(ctx.db, from, gone.signal, known)) send(sseText(events))
        send('data: [DONE]\n\n')
        if (!gone.signal.aborted) controller.close()
      } catch (error) {
        ctx.log.error('an answer stream broke', { messageId: from.messageId, error })
        if (!gone.signal.aborted) controller.error(error)
      } finally {
        clearInterval(keepAlive)
      }
    },
    cancel() {
      clearInterval(keepAlive)
      gone.abort()
    },
  })
  return new Response(body, { headers: UI_MESSAGE_STREAM_HEADERS })
}
