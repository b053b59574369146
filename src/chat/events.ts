import { and, asc, eq, gt, max } from 'drizzle-orm'
import type { AnswerChunk } from '#analyst/rules/answer.ts'
import type { Db } from '#db/connect.ts'
import { answerEvents } from '#db/schema/index.ts'

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
