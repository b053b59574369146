import { eq } from 'drizzle-orm'
import { SECOND } from '#base/time.ts'
import { tablesVersion } from '#catalog/outline.ts'
import { watchTables } from '#catalog/publish.ts'
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

/** The versions of a board and of the tables of its workspace as a server-sent event stream: those of now, then each that follows. */
export const events = (ctx: WatchedCtx): Response =>
  eventStream(ctx, (signal) => versions(ctx, signal), { what: `canvas ${ctx.canvas.id}`, waits: true })

async function* versions(ctx: WatchedCtx, signal: AbortSignal): AsyncGenerator<string> {
  const { id } = ctx.canvas
  let news = Promise.withResolvers<void>()
  const wake = () => news.resolve()
  const all = watchers.get(id) ?? new Set()
  watchers.set(id, all.add(wake))
  signal.addEventListener('abort', wake, { once: true })
  const unwatch = watchTables((ids) => (ids.length === 0 || ids.includes(ctx.workspace.id)) && wake())
  try {
    for (let last = ''; !signal.aborted; ) {
      news = Promise.withResolvers()
      const { version, deletedAt } = canvases
      const [row] = await ctx.db.select({ version, deletedAt }).from(canvases).where(eq(canvases.id, id))
      if (!row || row.deletedAt) return yield 'event: gone\ndata: {}\n\n'
      const now = JSON.stringify({ version: row.version, tables: await tablesVersion(ctx) })
      if (now !== last) yield `data: ${now}\n\n`
      last = now
      const timer = setTimeout(wake, LOOK)
      await news.promise
      clearTimeout(timer)
    }
  } finally {
    unwatch()
    signal.removeEventListener('abort', wake)
    all.delete(wake)
    if (all.size === 0) watchers.delete(id)
  }
}
