import { and, eq, inArray } from 'drizzle-orm'
import { SECOND } from '#base/time.ts'
import { keepHeld } from '#billing/holding.ts'
import type { Db } from '#db/connect.ts'
import { messages } from '#db/schema/index.ts'
import type { UserCtx } from '../ctx.ts'

/** How often this process says that it lives, and looks whether a stop was asked for elsewhere, should it not have heard. */
const HEARTBEAT = 5 * SECOND
/** A running answer whose heartbeat is older has lost its process. */
export const LOST_AFTER = 20 * SECOND

export type RunningAnswer = {
  ctx: UserCtx
  messageId: string
  holdId: string
  abort: AbortController
  done: Promise<void>
}
const running = new Map<string, RunningAnswer>()
let beating = false

export function register(answer: RunningAnswer): void {
  running.set(answer.messageId, answer)
  if (!beating) setTimeout(beat, HEARTBEAT)
  beating = true
  const letGo = keepHeld(answer.ctx, answer.holdId)
  void answer.done.finally(() => {
    letGo()
    running.delete(answer.messageId)
  })
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

/** One loop for all answers of the process, while there are any: keeps the heartbeats fresh, sees stops that were not heard of and answers that were erased. */
async function beat(): Promise<void> {
  for (const [db, answers] of Map.groupBy(running.values(), (answer) => answer.ctx.db))
    await beatFor(db, answers).catch((error) =>
      // The loop was started by one of them and serves all.
      answers[0]!.ctx.log.error('running answers could not be looked after', { requestId: undefined, error }),
    )
  beating = running.size > 0
  if (beating) setTimeout(beat, HEARTBEAT)
}

async function beatFor(db: Db, answers: RunningAnswer[]): Promise<void> {
  const ids = answers.map((answer) => answer.messageId)
  const { ctx } = answers[0]!
  const found = await db
    .update(messages)
    .set({ heartbeatAt: ctx.now() })
    .where(and(inArray(messages.id, ids), eq(messages.status, 'running')))
    .returning({ id: messages.id, stopRequestedAt: messages.stopRequestedAt })
  // What is not there any more, as after its person's account, is wanted by nobody.
  const wanted = new Set(found.filter((one) => !one.stopRequestedAt).map(({ id }) => id))
  for (const id of ids) if (!wanted.has(id)) abort(id, 'stopped')
}
