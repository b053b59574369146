import { and, asc, eq, gt, inArray, lt, max, ne } from 'drizzle-orm'
import type { AnswerChunk } from '#analyst/rules/answer.ts'
import { DAY } from '#base/time.ts'
import type { Db } from '#db/connect.ts'
import { answerEvents, messages } from '#db/schema/index.ts'
import type { World } from '../ctx.ts'

/** How long the events of an answer are kept: any client that still follows it has lost its connection by then. */
const KEPT = DAY

export type NewRow = { messageId: string; seq: number; chunks: AnswerChunk[] }

/** Writes rows of one or more logs; joins the transaction of `db`. */
export const appendRows = (db: Db, rows: NewRow[]) => db.insert(answerEvents).values(rows)

export type LogRow = { seq: number; chunks: AnswerChunk[] }

/** Rows of the log after row `after`, in order. */
export async function readRows(db: Db, messageId: string, after: number): Promise<LogRow[]> {
  const rows = await db
    .select({ seq: answerEvents.seq, chunks: answerEvents.chunks })
    .from(answerEvents)
    .where(and(eq(answerEvents.messageId, messageId), gt(answerEvents.seq, after)))
    .orderBy(asc(answerEvents.seq))
  return rows as LogRow[]
}

/** Number of the row that comes next, for a log whose writer is gone. */
export async function nextSeq(db: Db, messageId: string): Promise<number> {
  const [row] = await db
    .select({ last: max(answerEvents.seq) })
    .from(answerEvents)
    .where(eq(answerEvents.messageId, messageId))
  return (row?.last ?? -1) + 1
}

/** Removes the events of old answers, the oldest first; their answers stay whole on their messages. @returns of how many answers */
export async function sweep(world: Pick<World, 'db' | 'now'>, most = 500): Promise<number> {
  const old = await world.db
    .select({ id: messages.id })
    .from(answerEvents)
    .innerJoin(messages, eq(messages.id, answerEvents.messageId))
    .where(
      and(
        eq(answerEvents.seq, 0),
        lt(messages.createdAt, new Date(Number(world.now()) - KEPT)),
        ne(messages.status, 'running'),
      ),
    )
    .orderBy(asc(answerEvents.messageId))
    .limit(most)
  const ids = old.map(({ id }) => id)
  if (ids.length > 0) await world.db.delete(answerEvents).where(inArray(answerEvents.messageId, ids))
  return ids.length
}
