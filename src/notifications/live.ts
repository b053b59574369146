import { eventStream } from '#workspaces/event-stream.ts'
import type { UserCtx } from '../ctx.ts'

const waiting = new Map<string, Set<() => void>>()

/** These people were told something, or read it, here or in another process; any of them, when nobody is named. */
export function notificationsChanged(ids: string[]): void {
  for (const id of ids.length > 0 ? ids : waiting.keys()) for (const wake of waiting.get(id) ?? []) wake()
}

/**
 * How many notifications the person has not read, as a server-sent event stream: now, and after each change.
 * @param unread counts them
 */
export const events = (ctx: UserCtx, unread: (ctx: UserCtx) => Promise<number>): Response =>
  eventStream(ctx, (signal) => counts(ctx, unread, signal), { what: 'notifications', waits: true })

async function* counts(ctx: UserCtx, unread: (ctx: UserCtx) => Promise<number>, signal: AbortSignal) {
  let news = Promise.withResolvers<void>()
  const wake = () => news.resolve()
  const all = waiting.get(ctx.user.id) ?? new Set()
  waiting.set(ctx.user.id, all.add(wake))
  signal.addEventListener('abort', wake, { once: true })
  try {
    while (!signal.aborted) {
      news = Promise.withResolvers()
      yield `data: ${JSON.stringify({ unread: await unread(ctx) })}\n\n`
      await news.promise
    }
  } finally {
    signal.removeEventListener('abort', wake)
    all.delete(wake)
    if (all.size === 0) waiting.delete(ctx.user.id)
  }
}
