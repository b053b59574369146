import { and, eq, inArray, isNull } from 'drizzle-orm'
import { SECOND } from '#base/time.ts'
import * as credits from '#billing/credits.ts'
import type { Db } from '#db/connect.ts'
import { messages } from '#db/schema/index.ts'
import type { UserCtx } from '../ctx.ts'

/** How often this process looks whether a stop was asked for elsewhere. */
const STOP_LOOK = 400
/** How often it says that it lives. */
const HEARTBEAT = 5 * SECOND
/** A running answer whose heartbeat is older has lost its process. */
export const LOST_AFTER = 20 * SECOND

/** An answer that this process is writing. */
export type RunningAnswer = {
  ctx: UserCtx
  messageId: string
  holdId: string
  abort: AbortController
  done: Promise<void>
}
const running = new Map<string, RunningAnswer>()
let looking = false
let lastHeartbeat = 0

export function register(answer: RunningAnswer): void {
  running.set(answer.messageId, answer)
  lastHeartbeat ||= performance.now()
  if (!looking) setTimeout(look, STOP_LOOK)
  looking = true
  void answer.done.finally(() => running.delete(answer.messageId))
}

export const runsHere = (messageId: string): boolean => running.has(messageId)

/** Ends an answer that this process writes; fine when it does not. */
export const abort = (messageId: string, reason: 'stopped' | 'interrupted'): void =>
  running.get(messageId)?.abort.abort(reason)

/** The end of an answer that this process writes; at once when it writes none. */
export const finished = (messageId: string): Promise<void> => running.get(messageId)?.done ?? Promise.resolve()

/** Ends all answers of this process over `db` as interrupted and waits until that is kept: before the server goes away. */
export async function interruptAll(db: Db): Promise<number> {
  const own = [...running.values()].filter((answer) => answer.ctx.db === db)
  for (const answer of own) answer.abort.abort('interrupted')
  await Promise.allSettled(own.map((answer) => answer.done))
  return own.length
}

/** One loop for all answers of the process: sees stops that were asked for in another and answers that were erased, and keeps the heartbeats fresh. */
async function look(): Promise<void> {
  const beat = performance.now() - lastHeartbeat >= HEARTBEAT
  if (beat) lastHeartbeat = performance.now()
  for (const [db, answers] of Map.groupBy(running.values(), (answer) => answer.ctx.db))
    await lookAt(db, answers, beat).catch((error) =>
      // The loop was started by one of them and serves all.
      answers[0]!.ctx.log.error('running answers could not be looked after', { requestId: undefined, error }),
    )
  looking = running.size > 0
  if (looking) setTimeout(look, STOP_LOOK)
}

async function lookAt(db: Db, answers: RunningAnswer[], beat: boolean): Promise<void> {
  const ids = answers.map((answer) => answer.messageId)
  const wanted = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(inArray(messages.id, ids), isNull(messages.stopRequestedAt)))
  // What is not there any more, as after its person's account, is wanted by nobody.
  const kept = new Set(wanted.map(({ id }) => id))
  for (const id of ids) if (!kept.has(id)) abort(id, 'stopped')
  if (!beat) return
  const now = answers[0]!.ctx.now()
  await db
    .update(messages)
    .set({ heartbeatAt: now })
    .where(and(inArray(messages.id, ids), eq(messages.status, 'running')))
  for (const answer of answers) await credits.heartbeat(answer.ctx, answer.holdId)
}
