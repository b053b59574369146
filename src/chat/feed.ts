import { eq } from 'drizzle-orm'
import type { AnswerChunk } from '#analyst/rules/answer.ts'
import { SECOND } from '#base/time.ts'
import type { Db } from '#db/connect.ts'
import { messages } from '#db/schema/index.ts'
import { type LogRow, readRows } from './events.ts'
import { type AnswerEvent, after, type EventPlace, finalChunks } from './rules/event.ts'

/** How often the log of another process's answer is looked at, should what it told have been lost. */
const LOOK = 2 * SECOND
/** After so many looks without news the message is asked whether it still runs. */
const SILENT_LOOKS = 5

/**
 * What one process knows of one answer, for all who listen here. The feed of an answer that this process writes is filled by its writer, and
 * is there as long as the answer runs; that of any other is read from its log, as long as somebody listens.
 */
export type Feed = ReturnType<typeof newFeed>
const feeds = new Map<string, Feed>()

function newFeed(messageId: string, rows: LogRow[], written: boolean) {
  const feed = {
    ...{ rows, written, ended: false, failure: null as unknown, listeners: new Set<() => void>() },
    /** Something happened since the last look. */
    woken: false,
    resume() {},
  }
  feeds.set(messageId, feed)
  return feed
}

export const begin = (messageId: string, opening: LogRow): Feed => newFeed(messageId, [opening], true)

/** Ends the feed of an answer written here; `failure` when its end could not be kept. */
export function finish(messageId: string, feed: Feed, failure: unknown = null): void {
  feed.failure = failure
  feeds.delete(messageId)
  end(feed)
}

/** Reads the rest of an answer that was started here from its log: another process has finished it. */
export function handOver(db: Db, messageId: string, feed: Feed): void {
  feed.written = false
  void read(db, messageId, feed)
}

/** Rows of these answers were kept; of all, when none is named. */
export function eventsSaved(ids: string[]): void {
  for (const id of ids.length > 0 ? ids : feeds.keys()) {
    const feed = feeds.get(id)
    if (feed && !feed.written) wake(feed)
  }
}

/**
 * The events of an answer after `from`, in batches as they come, until its last one. Any number may listen, in any process, before, while
 * and after the answer is written.
 */
export async function* follow(db: Db, from: EventPlace, signal: AbortSignal): AsyncGenerator<AnswerEvent[]> {
  const { messageId } = from
  const feed = feeds.get(messageId) ?? createFeed(db, messageId)
  let news = Promise.withResolvers<void>()
  const listener = () => news.resolve()
  feed.listeners.add(listener)
  signal.addEventListener('abort', listener, { once: true })
  try {
    for (let [row, chunk] = [0, 0]; !signal.aborted; ) {
      news = Promise.withResolvers<void>()
      const events: AnswerEvent[] = []
      for (; row < feed.rows.length; row++, chunk = 0) {
        const { seq, chunks } = feed.rows[row]!
        for (; chunk < chunks.length; chunk++)
          events.push({ place: { messageId, seq, index: chunk }, chunk: chunks[chunk]! })
        // The last row may still grow.
        if (row === feed.rows.length - 1) break
      }
      const wanted = events.filter(({ place }) => after(from, place))
      if (wanted.length > 0) yield wanted
      const last = feed.rows[row]
      if (last && (row < feed.rows.length - 1 || chunk < last.chunks.length)) continue
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
    if (feed.listeners.size === 0 && !feed.written) {
      if (feeds.get(messageId) === feed) feeds.delete(messageId)
      wake(feed)
    }
  }
}

function createFeed(db: Db, messageId: string): Feed {
  const feed = newFeed(messageId, [], false)
  void read(db, messageId, feed)
  return feed
}

/** The one loop that reads the log for all listeners of this process. */
async function read(db: Db, messageId: string, feed: Feed): Promise<void> {
  try {
    for (let silent = 0; !feed.ended && feeds.get(messageId) === feed; silent++) {
      const lastSeq = feed.rows.at(-1)?.seq ?? -1
      // Asked before reading: an answer that has ended has written its last row before.
      const ask = lastSeq < 0 || silent % SILENT_LOOKS === SILENT_LOOKS - 1
      const running = !ask || (await isRunning(db, messageId))
      const rows = await readRows(db, messageId, lastSeq)
      push(feed, rows)
      if (rows.length > 0) silent = 0
      if (!running) end(feed)
      if (!feed.ended) await pause(feed)
    }
  } catch (error) {
    feed.failure = error
    end(feed)
  } finally {
    if (feed.ended && feeds.get(messageId) === feed) feeds.delete(messageId)
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
async function pause(feed: Feed): Promise<void> {
  if (!feed.woken)
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LOOK)
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
  feed.rows.push(...rows)
  if (feed.rows.at(-1)?.chunks.at(-1)?.type === 'finish') end(feed)
  else if (rows.length > 0) heard(feed)
}

function end(feed: Feed): void {
  feed.ended = true
  heard(feed)
  wake(feed)
}

export function heard(feed: Feed): void {
  for (const listener of feed.listeners) listener()
}

async function isRunning(db: Db, messageId: string): Promise<boolean> {
  const [row] = await db.select({ status: messages.status }).from(messages).where(eq(messages.id, messageId))
  return row?.status === 'running'
}
