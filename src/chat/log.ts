import type { AnswerChunk } from '#analyst/rules/answer.ts'
import type { Db } from '#db/connect.ts'
import { appendRow } from './events.ts'
import { published } from './feed.ts'
import { merged } from './rules/event.ts'

/** Events that come within this time are written as one row; the first of them is written at once. */
const BATCH_MS = 50

/** The durable event log of one answer while it is being written. Listeners hear of events when these are kept, never before. */
export type AnswerLog = {
  append(chunk: AnswerChunk): void
  /** Waits until all that was appended is kept; nothing may be appended after it. @returns the number of the next row */
  drained(): Promise<number>
}

export function openLog(db: Db, messageId: string): AnswerLog {
  let waiting: AnswerChunk[] = []
  let seq = 0
  let lastWrite = Number.NEGATIVE_INFINITY
  let writing: Promise<void> | null = null
  let failure: unknown = null

  async function write() {
    while (waiting.length > 0 && failure === null) {
      const wait = lastWrite + BATCH_MS - performance.now()
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, wait)))
      const chunks = merged(waiting)
      waiting = []
      lastWrite = performance.now()
      try {
        await appendRow(db, messageId, seq, chunks)
        published(messageId, seq, chunks)
        seq++
      } catch (error) {
        failure = error
      }
    }
    writing = null
  }

  return {
    append(chunk) {
      waiting.push(chunk)
      writing ??= write()
    },
    async drained() {
      lastWrite = Number.NEGATIVE_INFINITY
      while (writing) await writing
      if (failure) throw failure
      return seq
    },
  }
}
