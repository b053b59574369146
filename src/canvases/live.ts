import { eq } from 'drizzle-orm'
import { SECOND } from '#base/time.ts'
import { canvases } from '#db/schema/index.ts'
import { eventStream } from '#workspaces/event-stream.ts'
import type { WorkspaceCtx } from '../ctx.ts'

type WatchedCtx = WorkspaceCtx & { canvas: { id: string } }

/** How often a board is looked at, should what another process told have been lost. */
const LOOK = 15 * SECOND

const watchers = new Map<string, Set<() => void>>()

/** These boards changed, here or in another process; any of them, when none is named. */
export function canvasesChanged(ids: string[]): void {
  for (const id of ids.length > 0 ? ids : watchers.keys()) for (const wake of watchers.get(id) ?? []) wake()
}

/** The versions of a board as a server-sent event stream: the one of now, then each that follows. */
export const events = (ctx: WatchedCtx): Response =>
  eventStream(ctx, (signal) => versions(ctx, signal), { what: `canvas ${ctx.canvas.id}`, waits: true })

async function* versions({ db, canvas: { id } }: WatchedCtx, signal: AbortSignal): AsyncGenerator<string> {
  let news = Promise.withResolvers<void>()
  const wake = () => news.resolve()
  const all = watchers.get(id) ?? new Set()
  watchers.set(id, all.add(wake))
  signal.addEventListener('abort', wake, { once: true })
  try {
    for (let last = 0; !signal.aborted; ) {
      news = Promise.withResolvers()
      const { version, deletedAt } = canvases
      const [row] = await db.select({ version, deletedAt }).from(canvases).where(eq(canvases.id, id))
      if (!row || row.deletedAt) return yield 'event: gone\ndata: {}\n\n'
      if (row.version > last) yield `data: ${JSON.stringify({ version: row.version })}\n\n`
      last = row.version
      const timer = setTimeout(wake, LOOK)
      await news.promise
      clearTimeout(timer)
    }
  } finally {
    signal.removeEventListener('abort', wake)
    all.delete(wake)
    if (all.size === 0) watchers.delete(id)
  }
}
