import { eq } from 'drizzle-orm'
import { AppError } from '#base/errors.ts'
import { MINUTE, SECOND } from '#base/time.ts'
import { users } from '#db/schema/index.ts'
import { watchAccess } from '#organizations/access.ts'
import type { UserCtx, WorkspaceCtx } from '../ctx.ts'
import * as workspaces from './workspaces.ts'

/** A comment now and then keeps proxies and servers from closing a silent stream. */
const KEEP_ALIVE = 5 * SECOND
/** Whether the person may still see the workspace is asked at every change of access that is heard of, and so often, should one have been lost. */
const ACCESS_LOOK = 15 * SECOND

export const EVENTS = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' }

/** What only waits for news is asked for anew so often, by whoever is signed in then. */
const LONGEST_WAIT = 30 * MINUTE

/** What ends the streams that have no end of their own. */
const endless = new Set<() => void>()

/** For a server that stops: ends the streams that only wait for news. Whoever follows them comes back by themselves, to another one. */
export function endWaiting(): void {
  for (const end of endless) end()
}

type About = { headers?: Record<string, string>; what: string; waits?: boolean; look?: () => Promise<unknown> }
type StreamCtx = UserCtx & Partial<Pick<WorkspaceCtx, 'workspace'> & { holds: () => Promise<boolean> }>

/**
 * Texts as a server-sent event stream, which ends with them, and when the person of the ctx has signed out or may no longer see the
 * workspace, if it is of one.
 * @param about what: stands in the log where it breaks; waits: it has no end, only news; look: refuses once they may not read what it is of
 */
export function eventStream(
  ctx: StreamCtx,
  texts: (signal: AbortSignal) => AsyncIterable<string>,
  { headers = EVENTS, what, waits = false, look }: About,
): Response {
  const encoder = new TextEncoder()
  const gone = new AbortController()
  let over = () => {}
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (text: string) => {
        if (!gone.signal.aborted) controller.enqueue(encoder.encode(text))
      }
      const end = (error?: Error) => {
        if (gone.signal.aborted) return
        gone.abort()
        if (error) controller.error(error)
        else controller.close()
      }
      if (waits) endless.add(end)
      const longest = waits ? setTimeout(end, LONGEST_WAIT) : undefined
      let looked = performance.now()
      const checkAccess = async () => {
        looked = performance.now()
        if (!gone.signal.aborted && !(await maySee(ctx, look))) end()
      }
      const keepAlive = setInterval(() => {
        send(': still here\n\n')
        if (performance.now() - looked >= ACCESS_LOOK) void checkAccess()
      }, KEEP_ALIVE)
      const unwatch = watchAccess(() => void checkAccess())
      over = () => {
        clearInterval(keepAlive)
        clearTimeout(longest)
        unwatch()
        endless.delete(end)
      }
      try {
        for await (const text of texts(gone.signal)) send(text)
        end()
      } catch (error) {
        ctx.log.error('an event stream broke', { what, error })
        // What is given here is printed as it is: the log has said it without secrets.
        end(new Error('an event stream broke'))
      } finally {
        over()
      }
    },
    cancel() {
      over()
      gone.abort()
    },
  })
  return new Response(body, { headers })
}

/** A look that fails says nothing: the next one, or the stream itself, will. */
async function maySee(ctx: StreamCtx, look: About['look']): Promise<boolean> {
  try {
    if (ctx.workspace) await workspaces.enter(ctx, ctx.workspace.id)
    await look?.()
    return await isEnabled(ctx)
  } catch (error) {
    return !(error instanceof AppError && (error.kind === 'not_found' || error.kind === 'forbidden'))
  }
}

async function isEnabled(ctx: StreamCtx): Promise<boolean> {
  // A session that ended, or a key that was revoked, opens nothing any more.
  if (ctx.holds && !(await ctx.holds())) return false
  const [person] = await ctx.db.select({ disabledAt: users.disabledAt }).from(users).where(eq(users.id, ctx.user.id))
  return person?.disabledAt === null
}
