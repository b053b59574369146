import type { AnswerChunk } from '#analyst/rules/answer.ts'
import { type Db, inTransaction } from '#db/connect.ts'
import type { World } from '../ctx.ts'
import { appendRows, type LogRow, type NewRow } from './events.ts'
import { begin, type Feed, finish, handOver, heard } from './feed.ts'
import { merged } from './rules/event.ts'

/** Listeners get what comes within this time at once; the first after a pause comes without waiting. */
const SHOWN_EVERY = 40
/** What was shown is written so often, that of all answers in the same statement; the end of a step nearly at once. */
const KEPT_EVERY = 400
const KEPT_SOON = 20
/** Answers whose rows go in one statement: a larger one would hold up the others. */
const ROWS_AT_ONCE = 200

type OpenLog = {
  messageId: string
  feed: Feed
  /** Not shown yet. */
  waiting: AnswerChunk[]
  /** Shown and not kept yet; null when there is nothing. */
  row: LogRow | null
  seq: number
  shownAt: number
  timer: ReturnType<typeof setTimeout> | null
  failure: unknown
  closed: boolean
}
/** One writer for all answers of a process over one database. */
type Writer = {
  world: Pick<World, 'db' | 'bus'>
  dirty: Set<OpenLog>
  /** When rows are written next; null when none wait. */
  due: { at: number; timer: ReturnType<typeof setTimeout> } | null
  busy: Promise<void> | null
}
const writers = new WeakMap<Db, Writer>()

/**
 * The event log of one answer while it is being written. Listeners of this process hear of events as they come. They are durable a moment
 * later: a process that dies takes with it what it told last, and the answer, which is then told to be interrupted.
 * @param opening the first row, which is kept already
 */
export function createAnswerLog(world: Pick<World, 'db' | 'bus'>, messageId: string, opening: LogRow) {
  const log: OpenLog = {
    messageId,
    feed: begin(messageId, opening),
    waiting: [],
    row: null,
    seq: opening.seq + 1,
    shownAt: Number.NEGATIVE_INFINITY,
    timer: null,
    failure: null,
    closed: false,
  }
  const writer = writers.get(world.db) ?? { world, dirty: new Set(), due: null, busy: null }
  writers.set(world.db, writer)
  return {
    append(chunk: AnswerChunk) {
      if (log.closed) return
      log.waiting.push(chunk)
      if (isStepEnd(chunk) || performance.now() - log.shownAt >= SHOWN_EVERY) show(writer, log)
      else log.timer ??= setTimeout(() => show(writer, log), log.shownAt + SHOWN_EVERY - performance.now())
      if (isStepEnd(chunk)) writeIn(writer, KEPT_SOON)
    },
    /** Ends the writing: what a cancelled step still says after it is dropped. @returns the next row's number, and the events that are not kept yet */
    async close() {
      show(writer, log)
      log.closed = true
      writer.dirty.delete(log)
      await writer.busy
      if (log.failure) throw log.failure
      return { seq: log.row?.seq ?? log.seq, rest: log.row?.chunks.slice() ?? [] }
    },
    /** Tells the last events, which were kept after those that `close` gave. */
    end(last: AnswerChunk[]) {
      rowOf(log).chunks.push(...last)
      finish(messageId, log.feed)
    },
    /** Ends the streams without an end of the answer: it could not be kept. */
    fail: (error: unknown) => finish(messageId, log.feed, error),
    /** The answer was ended by another process: the rest is read from its log. */
    handOver: () => handOver(world.db, messageId, log.feed),
  }
}
export type AnswerLog = ReturnType<typeof createAnswerLog>

const isStepEnd = (chunk: AnswerChunk): boolean => chunk.type === 'data-step' && chunk.data.state !== 'running'

/** Gives what waits to the listeners, and to the writer. */
function show(writer: Writer, log: OpenLog): void {
  if (log.timer) clearTimeout(log.timer)
  log.timer = null
  if (log.closed || log.waiting.length === 0) return
  log.shownAt = performance.now()
  rowOf(log).chunks.push(...merged(log.waiting))
  log.waiting = []
  heard(log.feed)
  writer.dirty.add(log)
  writeIn(writer, KEPT_EVERY)
}

/** The row that grows until it is written. */
function rowOf(log: OpenLog): LogRow {
  if (!log.row) {
    log.row = { seq: log.seq++, chunks: [] }
    log.feed.rows.push(log.row)
  }
  return log.row
}

/** Sees to it that what waits is written within `ms`. */
function writeIn(writer: Writer, ms: number): void {
  if (writer.busy) return
  const at = performance.now() + ms
  if (writer.due && writer.due.at <= at) return
  if (writer.due) clearTimeout(writer.due.timer)
  writer.due = { at, timer: setTimeout(() => void write(writer), ms) }
}

async function write(writer: Writer): Promise<void> {
  writer.due = null
  const logs = [...writer.dirty].slice(0, ROWS_AT_ONCE)
  for (const log of logs) writer.dirty.delete(log)
  if (logs.length === 0) return
  writer.busy = keep(writer, logs)
  await writer.busy
  writer.busy = null
  if (writer.dirty.size > 0) writeIn(writer, logs.length === ROWS_AT_ONCE ? KEPT_SOON : KEPT_EVERY)
}

async function keep({ world }: Writer, logs: OpenLog[]): Promise<void> {
  // What is shown from here on begins another row.
  const rows = logs.map((log): NewRow => {
    const row = { messageId: log.messageId, ...log.row! }
    log.row = null
    return row
  })
  try {
    await insert(world, rows)
  } catch {
    // One answer may be gone; the others are kept without it.
    for (const [at, log] of logs.entries())
      await insert(world, [rows[at]!]).catch((error) => {
        log.failure = error
      })
  }
}

const insert = (world: Writer['world'], rows: NewRow[]): Promise<void> =>
  inTransaction(world, async ({ db, bus }) => {
    await appendRows(db, rows)
    await bus.tell(
      db,
      'answers',
      rows.map(({ messageId }) => messageId),
    )
  })
