import { and, eq, lt } from 'drizzle-orm'
import { INTERRUPTED } from '#analyst/rules/ending.ts'
import * as credits from '#billing/credits.ts'
import { inTransaction } from '#db/connect.ts'
import { creditHolds, messages, users } from '#db/schema/index.ts'
import type { UserCtx, World } from '../ctx.ts'
import { appendRows, nextSeq, readRows } from './events.ts'
import { eventsSaved } from './feed.ts'
import { ended } from './messages.ts'
import { blankAnswer } from './rules/blank.ts'
import { finalChunks } from './rules/event.ts'
import { interruptAll, LOST_AFTER, runsHere } from './running.ts'

/** Rows that the lost process may have told and not kept: the one that it was writing and the one after. Listeners must get ours after theirs. */
const UNKEPT = 2

/**
 * Marks answers whose process is gone as interrupted, ends their streams and gives their credits back. Safe in many processes at once.
 * @returns how many
 */
export const sweepInterrupted = (world: World): Promise<number> =>
  sweep(world, new Date(Number(world.now()) - LOST_AFTER))

/**
 * At the start of a server: an embedded database has no other process, so that whatever ran before is over at once.
 * @returns how many answers were marked
 */
export const sweepAtStart = (world: World): Promise<number> =>
  world.config.DATABASE_URL ? sweepInterrupted(world) : sweep(world, new Date(Number(world.now()) + 1000))

/** Before the server goes away: ends what it is answering as interrupted. @returns how many answers */
export const interruptRunning = (world: World): Promise<number> => interruptAll(world.db)

async function sweep(world: World, silentSince: Date): Promise<number> {
  const lost = and(eq(messages.status, 'running'), lt(messages.heartbeatAt, silentSince))
  const found = await world.db.select({ id: messages.id }).from(messages).where(lost).limit(500)
  let swept = 0
  for (const { id } of found) if (!runsHere(id)) swept += (await interrupt(world, id, silentSince)) ? 1 : 0
  return swept
}

async function interrupt(world: World, messageId: string, silentSince: Date): Promise<boolean> {
  const [opening] = await readRows(world.db, messageId, -1)
  const [begin] = opening?.chunks ?? []
  const { report, agent } = (begin?.type === 'start' && begin.messageMetadata) || {}
  const answer = {
    ...blankAnswer('interrupted', INTERRUPTED),
    ...(report && { report }),
    ...(agent && { agent }),
  }
  const chunks = finalChunks(answer)
  const interrupted = await inTransaction(world, async (world) => {
    // Looked at again under the lock: another process may have been quicker, or its heartbeat was only late.
    const [message] = await world.db
      .select({ id: messages.id, conversationId: messages.conversationId, askedBy: messages.askedBy })
      .from(messages)
      .where(and(eq(messages.id, messageId), eq(messages.status, 'running'), lt(messages.heartbeatAt, silentSince)))
      .for('update')
    if (!message) return false
    const conversation = await ended(world, message, answer)
    if (conversation) await releaseHold(world, message.askedBy ?? conversation.userId, messageId)
    const seq = (await nextSeq(world.db, messageId)) + UNKEPT
    await appendRows(world.db, [{ messageId, seq, chunks }])
    await world.bus.tell(world.db, 'answers', [messageId])
    return true
  })
  if (interrupted) eventsSaved([messageId])
  return interrupted
}

async function releaseHold(world: World, userId: string, messageId: string): Promise<void> {
  const [user] = await world.db.select().from(users).where(eq(users.id, userId))
  const [hold] = await world.db
    .select({ id: creditHolds.id })
    .from(creditHolds)
    .where(and(eq(creditHolds.purpose, `message:${messageId}`), eq(creditHolds.userId, userId)))
  if (!user || !hold) return
  const ctx: UserCtx = { ...world, actor: { userId, via: 'system', ip: null, requestId: messageId }, user }
  await credits.release(ctx, hold.id)
}
