import { UI_MESSAGE_STREAM_HEADERS } from 'ai'
import { eq } from 'drizzle-orm'
import { chunkWithoutStatements } from '#analyst/rules/without-statements.ts'
import { AppError } from '#base/errors.ts'
import { SECOND } from '#base/time.ts'
import { users } from '#db/schema/index.ts'
import { watchAccess } from '#organizations/access.ts'
import * as workspaces from '#workspaces/workspaces.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { follow } from './feed.ts'
import { type AnswerEvent, type EventPlace, sseText } from './rules/event.ts'

/** A comment now and then keeps proxies and servers from closing a silent stream. */
const KEEP_ALIVE = 5 * SECOND
/** Whether the person may still see the workspace is asked at every change of access that is heard of, and so often, should one have been lost. */
const ACCESS_LOOK = 15 * SECOND

/**
 * The events of an answer after `from` as a server-sent event stream; every event carries its id, so that any can be resumed from. It ends
 * when the person of the ctx may no longer see the workspace.
 */
export function sseAnswer(ctx: WorkspaceCtx, from: EventPlace): Response {
  const shows = ctx.models.explain?.show_sql ?? true
  const texts = async function* (signal: AbortSignal) {
    for await (const events of follow(ctx.db, from, signal)) yield sseText(shows ? events : events.map(withoutSql))
    yield 'data: [DONE]\n\n'
  }
  return eventStream(ctx, texts, { headers: UI_MESSAGE_STREAM_HEADERS, what: `answer ${from.messageId}` })
}

/**
 * Texts as a server-sent event stream, which ends with them, and when the person of the ctx may no longer see the workspace.
 * @param about what: stands in the log where it breaks
 */
export function eventStream(
  ctx: WorkspaceCtx,
  texts: (signal: AbortSignal) => AsyncIterable<string>,
  { headers, what }: { headers: Record<string, string>; what: string },
): Response {
  const encoder = new TextEncoder()
  const gone = new AbortController()
  let over = () => {}
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (text: string) => {
        if (!gone.signal.aborted) controller.enqueue(encoder.encode(text))
      }
      let looked = performance.now()
      const checkAccess = async () => {
        looked = performance.now()
        if (gone.signal.aborted || (await maySee(ctx))) return
        if (gone.signal.aborted) return
        gone.abort()
        controller.close()
      }
      const keepAlive = setInterval(() => {
        send(': still here\n\n')
        if (performance.now() - looked >= ACCESS_LOOK) void checkAccess()
      }, KEEP_ALIVE)
      const unwatch = watchAccess(() => void checkAccess())
      over = () => {
        clearInterval(keepAlive)
        unwatch()
      }
      try {
        for await (const text of texts(gone.signal)) send(text)
        if (!gone.signal.aborted) controller.close()
      } catch (error) {
        ctx.log.error('an event stream broke', { what, error })
        // What is given here is printed as it is: the log has said it without secrets.
        if (!gone.signal.aborted) controller.error(new Error('an event stream broke'))
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

const withoutSql = ({ place, chunk }: AnswerEvent): AnswerEvent => ({ place, chunk: chunkWithoutStatements(chunk) })

/** A look that fails says nothing: the next one, or the stream itself, will. */
const maySee = (ctx: WorkspaceCtx): Promise<boolean> =>
  workspaces
    .enter(ctx, ctx.workspace.id)
    .then(() => isEnabled(ctx))
    .catch((error) => !(error instanceof AppError && (error.kind === 'not_found' || error.kind === 'forbidden')))

async function isEnabled(ctx: WorkspaceCtx): Promise<boolean> {
  const [person] = await ctx.db.select({ disabledAt: users.disabledAt }).from(users).where(eq(users.id, ctx.user.id))
  return person?.disabledAt === null
}
