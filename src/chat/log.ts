import type { AnswerChunk } from '#analyst/rules/answer.ts'
import type { Db } from '#db/connect.ts'
import { appendRows, type NewRow } from './events.ts'
import { published } from './feed.ts'
import { merged } from './rules/event.ts'

/** Events of one answer that come within this time are written as one row; the first after a pause is written at once. */
const BATCH_MS = 50
/** Between two writes of a process, whatever the number of its answers: all that waits goes in one statement. */
const BREATH_MS = 10

/** The durable event log of one answer while it is being written. Listeners hear of events when these are kept, never before. */
export type AnswerLog = {
  append(chunk: AnswerChunk): void
  /** Ends the writing: what a cancelled step still says after it is dropped. @returns the next row's number, and the events that are not kept yet */
  close(): Promise<{ seq: number; rest: AnswerChunk[] }>
}

type OpenLog = {
  messageId: string
  waiting: AnswerChunk[]
  seq: number
  lastWrite: number
  failure: unknown
  closed: boolean
}
/** One writer for all answers of a process over one database. */
type Writer = {
  db: Db
  dirty: Set<OpenLog>
  lastWrite: number
  writing: Promise<void> | null
  busy: Promise<void> | null
}
const writers = new WeakMap<Db, Writer>()

/** @param seq number of the next row: rows may have been written before */
export function openLog(db: Db, messageId: string, seq: number): AnswerLog {
  const log: OpenLog = {
    messageId,
    waiting: [],
    seq,
    lastWrite: Number.NEGATIVE_INFINITY,
    failure: null,
    closed: false,
  }
  const writer = writers.get(db) ?? newWriter(db)
  writers.set(db, writer)
  return {
    append(chunk) {
      if (log.closed) return
      log.waiting.push(chunk)
      writer.dirty.add(log)
      writer.writing ??= write(writer)
    },
    async close() {
      log.closed = true
      writer.dirty.delete(log)
      await writer.busy
      if (log.failure) throw log.failure
      return { seq: log.seq, rest: merged(log.waiting) }
    },
  }
}

const newWriter = (db: Db): Writer => ({
  db,
  dirty: new Set(),
  lastWrite: Number.NEGATIVE_INFINITY,
  writing: null,
  busy: null,
})

async function write(writer: Writer): Promise<void> {
  while (writer.dirty.size > 0) {
    const now = performance.now()
    const soonest = Math.min(...[...writer.dirty].map((log) => log.lastWrite + BATCH_MS))
    const wait = Math.max(soonest, writer.lastWrite + BREATH_MS) - now
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, wait)))
    writer.lastWrite = performance.now()
    writer.busy = keep(writer, [...writer.dirty])
    await writer.busy
    writer.busy = null
  }
  writer.writing = null
}

async function keep(writer: Writer, logs: OpenLog[]): Promise<void> {
  writer.dirty.clear()
  const rows = logs.map((log): NewRow => ({ messageId: log.messageId, seq: log.seq, chunks: merged(log.waiting) }))
  for (const log of logs) {
    log.waiting = []
    log.lastWrite = performance.now()
  }
  const tell = (log: OpenLog, row: NewRow) => {
    log.seq++
    published(row.messageId, row.seq, row.chunks)
  }
  try {
    await appendRows(writer.db, rows)
    for (const [at, log] of logs.entries()) tell(log, rows[at]!)
  } catch {
    // One answer may be gone; the others are kept without it.
    for (const [at, log] of logs.entries())
      await appendRows(writer.db, [rows[at]!]).then(
        () => tell(log, rows[at]!),
        (error) => {
          log.failure = error
        },
      )
  }
}
