import { eq } from 'drizzle-orm'
import type { AnswerChunk } from '#analyst/rules/answer.ts'
import type { Db } from '#db/connect.ts'
import { messages } from '#db/schema/index.ts'
import { type LogRow, readRows } from './events.ts'
import { type AnswerEvent, after, type EventPlace, finalChunks } from './rules/event.ts'
import { runsHere } from './running.ts'

/** How often the log is looked at, in ms: a writer of another process cannot tell us, one of this process does. */
const LOOK = 100
const LOOK_AT_OWN = 1000
/** After so many looks without news the message is asked whether it still runs. */
const SILENT_LOOKS = 20

/** What one process knows of one answer: its rows so far, read by one loop for all who listen. */
type Feed = {
  rows: LogRow[]
  ended: boolean
  failure: unknown
  listeners: Set<() => void>
  /** Something happened since the last look. */
  woken: boolean
  resume: () => void
}
const feeds = new Map<string, Feed>()

/** Told by the writer of this process, after the row was kept. */
export function published(messageId: string, seq: number, chunks: AnswerChunk[]): void {
  const feed = feeds.get(messageId)
  if (!feed) return
  if (feed.rows.length === seq) push(feed, [{ seq, chunks }])
  else wake(feed)
}

/**
 * The events of an answer after `from`, in batches as they are kept, until its last one. Any number may listen, in any process, before,
 * while and after the answer is written.
 * @param known the first rows of the log, when the caller has them
 */
export async function* follow(
  db: Db,
  from: EventPlace,
  signal: AbortSignal,
  known: LogRow[] = [],
): AsyncGenerator<AnswerEvent[]> {
  const { messageId } = from
  const feed = feeds.get(messageId) ?? open(db, messageId, known)
  let news = Promise.withResolvers<void>()
  const listener = () => news.resolve()
  feed.listeners.add(listener)
  signal.addEventListener('abort', listener, { once: true })
  try {
    for (let at = 0; !signal.aborted; ) {
      news = Promise.withResolvers<void>()
      const rows = feed.rows.slice(at)
      at += rows.length
      const events = rows
        .flatMap(({ seq, chunks }) => chunks.map((chunk, index) => ({ place: { messageId, seq, index }, chunk })))
        .filter(({ place }) => after(from, place))
      if (events.length > 0) yield events
      if (at < feed.rows.length) continue
      if (feed.failure) throw feed.failure
      if (feed.ended) {
        if (feed.rows.length === 0) yield await endOf(db, from)
        return
      }
      await news.promise
    }
  } finally {
    signal.removeEventListener('abort', listener)
    feed.listeners.delete(listener)
    if (feed.listeners.size === 0) {
      feeds.delete(messageId)
      wake(feed)
    }
  }
}

function open(db: Db, messageId: string, known: LogRow[]): Feed {
  const feed: Feed = {
    rows: [...known],
    ended: false,
    failure: null,
    listeners: new Set(),
    woken: false,
    resume: () => {},
  }
  feeds.set(messageId, feed)
  void read(db, messageId, feed)
  return feed
}

/** The one loop that reads the log for all listeners of this process. */
async function read(db: Db, messageId: string, feed: Feed): Promise<void> {
  try {
    // Whoever knows the first rows is told of the next ones by the writer.
    if (feed.rows.length > 0 && runsHere(messageId)) await pause(feed, LOOK_AT_OWN)
    for (let silent = 0; !feed.ended && feeds.get(messageId) === feed; silent++) {
      const known = feed.rows.length
      // Asked before reading: an answer that has ended has written its last row before.
      const ask = known === 0 || silent % SILENT_LOOKS === SILENT_LOOKS - 1
      const running = !ask || (await isRunning(db, messageId))
      push(feed, await readRows(db, messageId, known - 1))
      if (feed.rows.length > known) silent = 0
      if (!running) end(feed)
      if (!feed.ended) await pause(feed, runsHere(messageId) ? LOOK_AT_OWN : LOOK)
    }
  } catch (error) {
    feed.failure = error
    end(feed)
  }
}

/** What an answer whose log is kept no longer ends with, as events after `from`: the log held nothing that these do not hold. */
async function endOf(db: Db, { messageId, seq }: EventPlace): Promise<AnswerEvent[]> {
  const [message] = await db
    .select({ answer: messages.answer, conversation_id: messages.conversationId, createdAt: messages.createdAt })
    .from(messages)
    .where(eq(messages.id, messageId))
  if (!message?.answer) return []
  const { answer, conversation_id, createdAt } = message
  const start: AnswerChunk[] =
    seq < 0
      ? [{ type: 'start', messageId, messageMetadata: { conversation_id, created_at: createdAt.toISOString() } }]
      : []
  return [...start, ...finalChunks(answer)].map((chunk, index) => ({
    place: { messageId, seq: seq + 1, index },
    chunk,
  }))
}

/** Waits for the next look; at once when it was woken since the last one. */
async function pause(feed: Feed, ms: number): Promise<void> {
  if (!feed.woken)
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      feed.resume = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  feed.woken = false
}

function wake(feed: Feed): void {
  feed.woken = true
  feed.resume()
}

function push(feed: Feed, rows: LogRow[]): void {
  // Rows may come from the writer and from a look at the same time; each counts once, in order.
  for (const row of rows) if (row.seq === feed.rows.length) feed.rows.push(row)
  if (feed.rows.at(-1)?.chunks.at(-1)?.type === 'finish') end(feed)
  else for (const listener of feed.listeners) listener()
}

function end(feed: Feed): void {
  feed.ended = true
  for (const listener of feed.listeners) listener()
  wake(feed)
}

async function isRunning(db: Db, messageId: string): Promise<boolean> {
  const [row] = await db.select({ status: messages.status }).from(messages).where(eq(messages.id, messageId))
  return row?.status === 'running'
}
