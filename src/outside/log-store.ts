import { hostname } from 'node:os'
import { SECOND } from '#base/time.ts'
import type { Db } from '#db/connect.ts'
import { logLines } from '#db/schema/index.ts'

/** A line as the logger finished it: redacted, its moment in ISO 8601. */
export type FinishedLine = {
  time: string
  level: 'debug' | 'info' | 'warn' | 'error'
  message: string
  fields: Record<string, unknown>
}

/** Lines that wait for the database at most; what comes beyond is dropped and counted. */
const MOST_WAITING = 2000
const BATCH = 500
const EVERY = SECOND
const LONGEST_MESSAGE = 2000
const LONGEST_FIELDS = 8000

export type LogStore = {
  /** Takes a line. Never waits, never throws. */
  write(line: FinishedLine): void
  attach(db: Db): void
  flush(): Promise<void>
  dropped(): number
  close(): Promise<void>
}

/**
 * Keeps the lines of the log in the database, for the panel: gathered, and written in one statement a second. A database that is slow or
 * away holds nothing up: lines are dropped then, and their number is written down when it is back.
 * @param every milliseconds between two writes
 */
export function createLogStore(every = EVERY): LogStore {
  const server = `${hostname()}:${process.pid}`
  let waiting: FinishedLine[] = []
  let lost = 0
  let untold = 0
  let db: Db | null = null
  let writing: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | null = null

  const drop = (count: number) => {
    lost += count
    untold += count
  }
  const write = async () => {
    timer = null
    while (db && waiting.length > 0) {
      const batch = waiting.slice(0, BATCH)
      waiting = waiting.slice(BATCH)
      const dropped = untold
      const rows = batch.map((line) => rowOf(line, server))
      if (dropped > 0) rows.push(rowOf(droppedLine(dropped, batch.at(-1)!.time), server))
      try {
        await db.insert(logLines).values(rows)
        untold -= dropped
      } catch {
        // Not logged: that line would come back here. It is counted and told later.
        drop(batch.length)
        return
      }
    }
  }
  const flush = async () => {
    await writing
    writing = write().finally(() => {
      writing = null
    })
    await writing
  }
  return {
    write(line) {
      if (waiting.length >= MOST_WAITING) return drop(1)
      waiting.push(line)
      if (timer !== null) return
      timer = setTimeout(() => void flush(), every)
      timer.unref()
    },
    attach(to) {
      db = to
    },
    flush,
    dropped: () => lost,
    async close() {
      if (timer !== null) clearTimeout(timer)
      await flush()
      db = null
    },
  }
}

const droppedLine = (count: number, time: string): FinishedLine => ({
  time,
  level: 'warn',
  message: 'log lines were dropped',
  fields: { count },
})

function rowOf({ time, level, message, fields }: FinishedLine, server: string): typeof logLines.$inferInsert {
  const { requestId, ...rest } = fields
  return {
    level,
    message: message.slice(0, LONGEST_MESSAGE),
    requestId: typeof requestId === 'string' ? requestId.slice(0, 64) : null,
    server,
    fields: bounded(rest),
    createdAt: new Date(time),
  }
}

function bounded(fields: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(fields)
  return text.length <= LONGEST_FIELDS ? fields : { cut: text.slice(0, LONGEST_FIELDS) }
}
