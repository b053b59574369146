import type { FileEntity } from '#files/rules/answers.ts'
import type { Mark } from '#files/rules/transfer.ts'
import { IN_PARTS_FROM } from '#files/rules/upload.ts'

/**
 * A file of the queue, and what becomes of it:
 * - `waiting`: files before it are sent first
 * - `sending`, `paused`, `offline`: a part of it is sent
 * - `reading`: all of it is sent, and its rows are being read
 * - `ready`, `failed`: it is over
 */
export type Item = {
  key: number
  name: string
  /** Bytes. */
  size: number
  state: 'waiting' | 'sending' | 'paused' | 'offline' | 'reading' | 'ready' | 'failed'
  /** It is sent in parts: it can be paused and taken up again. */
  inParts: boolean
  /** How much was sent when, for the speed: what was sent before a pause says nothing about the speed after it. */
  marks: Mark[]
  rows: number
  error: string | null
  file: FileEntity | null
}

type Change =
  /** @param at milliseconds of any clock that only goes forward */
  | { type: 'sent'; bytes: number; at: number }
  | { type: 'sending' | 'paused' | 'offline' }
  | { type: 'reading'; rows: number }
  /** Rows that somebody else counted: they matter only while the file is read. */
  | { type: 'counted'; rows: number }
  | { type: 'ready'; file: FileEntity }
  | { type: 'failed'; error: string }
export type QueueEvent = { type: 'added'; items: Item[] } | (Change & { key: number })

const MOST_MARKS = 60

/** A file as it comes into the queue. @param most bytes of a file at most */
export const itemOf = (key: number, { name, size }: Pick<File, 'name' | 'size'>, most: number): Item => ({
  ...{ key, name, size, marks: [], rows: 0, file: null, inParts: size >= IN_PARTS_FROM },
  ...(size > most ? { state: 'failed', error: TOO_LARGE } : { state: 'waiting', error: null }),
})
const TOO_LARGE = 'The file is larger than what can be uploaded. Split it, or pack it with gzip.'

export const queueState = (items: Item[], event: QueueEvent): Item[] =>
  event.type === 'added'
    ? [...items, ...event.items]
    : items.map((item) => (item.key === event.key ? changed(item, event) : item))

function changed(item: Item, change: Change): Item {
  switch (change.type) {
    case 'sent': {
      const marks = [...item.marks, { at: change.at, sent: change.bytes }].slice(-MOST_MARKS)
      return { ...item, marks, state: change.bytes >= item.size ? 'reading' : 'sending' }
    }
    case 'sending':
    case 'paused':
    case 'offline': {
      const goesOn = change.type === 'sending' && item.state === 'reading'
      return item.state === change.type || goesOn ? item : { ...item, state: change.type, marks: item.marks.slice(-1) }
    }
    case 'reading':
      return { ...item, state: 'reading', rows: change.rows }
    case 'counted':
      return item.state === 'reading' ? { ...item, rows: change.rows } : item
    case 'ready':
      return { ...item, state: 'ready', file: change.file }
    case 'failed':
      return { ...item, state: 'failed', error: change.error }
  }
}

export const isUnderWay = ({ state }: Item): boolean => state === 'sending' || state === 'paused' || state === 'offline'
