import { AppError } from '#base/errors.ts'
import { SECOND } from '#base/time.ts'
import type { ToolName } from '../rules/tools.ts'
import type { Conversation, Turn } from './conversation.ts'
import type { ThreadAnswer, ThreadReady, ThreadRequest } from './thread.ts'

/** Steps take milliseconds; only a question over a very wide table can take this long. */
const DEADLINE = 10 * SECOND
/** A thread loads in a second, on a busy machine in more: no question is to blame for that. */
const STARTING = 60 * SECOND

type Waiting = ThreadRequest & {
  resolve(turn: Turn): void
  reject(error: unknown): void
  signal: AbortSignal | undefined
}

/**
 * Decides steps in a thread of its own, one at a time, so that no question holds up the server: one that takes longer than its
 * deadline ends with its thread, and the next one gets a fresh thread.
 */
export function createPlanning(deadline = DEADLINE) {
  const queue: Waiting[] = []
  let thread: Worker | undefined
  let isReady = false
  let running: { request: Waiting; timer: Timer } | undefined
  let lastId = 0

  function start(): Worker {
    // `ref: false`: the thread keeps no process alive that has nothing else to do.
    const worker = new Worker(new URL('./thread.ts', import.meta.url).href, { ref: false })
    isReady = false
    worker.onmessage = ({ data }: MessageEvent<ThreadAnswer | ThreadReady>) => {
      if ('ready' in data) {
        isReady = true
        if (!running) return
        clearTimeout(running.timer)
        running.timer = setTimeout(stopAtDeadline, deadline)
        return
      }
      if (data.id !== running?.request.id) return
      const { request } = finish()
      if ('turn' in data) request.resolve(data.turn)
      else request.reject(new Error(`the planner failed: ${data.error}`))
      next()
    }
    worker.onerror = (event) => {
      thread = undefined
      if (running) finish().request.reject(new Error(`the planner's thread failed: ${event.message}`))
      next()
    }
    return worker
  }

  function finish() {
    const done = running!
    clearTimeout(done.timer)
    running = undefined
    return done
  }

  function next(): void {
    if (running) return
    const request = queue.shift()
    if (!request) return
    if (request.signal?.aborted) {
      request.reject(request.signal.reason)
      next()
      return
    }
    thread ??= start()
    running = { request, timer: setTimeout(stopAtDeadline, isReady ? deadline : STARTING) }
    const { id, conversation, able } = request
    thread.postMessage({ id, conversation, able } satisfies ThreadRequest)
  }

  function stopAtDeadline(): void {
    const { request } = finish()
    thread?.terminate()
    thread = undefined
    request.reject(
      new AppError(
        'timeout',
        'There is too much to choose from for this question. Name the table and the columns that you mean.',
        {
          code: 'model_slow',
        },
      ),
    )
    next()
  }

  return {
    /** Starts the thread before the first question needs it. */
    warm(): void {
      thread ??= start()
    },
    /** @throws AppError timeout code `model_slow`; the signal's reason when it was aborted while waiting */
    decide(conversation: Conversation, able: ToolName[], signal?: AbortSignal): Promise<Turn> {
      return new Promise((resolve, reject) => {
        queue.push({ id: ++lastId, conversation, able, resolve, reject, signal })
        next()
      })
    },
  }
}
