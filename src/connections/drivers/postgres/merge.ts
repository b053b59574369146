import type { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'

/** A message of the protocol: one byte for its kind, four for its length without that byte. */
const HEAD = 5
const COPY_DATA = 'd'.charCodeAt(0)

/**
 * Puts the rows that arrive together into one message. A server sends each row of a COPY as a message of its own, and pg makes an
 * object of each: that took three times as long as everything else that is done to a row. All other bytes go to pg as they come.
 * @param stream to a server that is signed in, which pg reads already
 */
export function mergeRows(stream: Duplex, connection: EventEmitter): void {
  // pg listens since it was told to connect: nobody came after it.
  const parser = stream.listeners('data').at(-1) as (bytes: Buffer) => void
  stream.removeListener('data', parser)
  let begun = Buffer.alloc(0)
  /** Bytes of the present message that are still to come. */
  let left = 0
  let isRow = false
  stream.on('data', (arrived: Buffer) => {
    const bytes = begun.length > 0 ? Buffer.concat([begun, arrived]) : arrived
    begun = Buffer.alloc(0)
    // Rows move together in place: what stands before `at` was taken.
    let rows = 0
    let filled = 0
    const give = (next: number) => {
      if (filled > rows) connection.emit('copyData', { name: 'copyData', chunk: bytes.subarray(rows, filled) })
      rows = filled = next
    }
    for (let at = 0; at < bytes.length; ) {
      if (left === 0) {
        if (bytes.length - at < HEAD) {
          begun = Buffer.from(bytes.subarray(at))
          break
        }
        isRow = bytes[at] === COPY_DATA
        const length = bytes.readUInt32BE(at + 1)
        left = isRow ? Math.max(length - 4, 0) : length + 1
        if (isRow) {
          at += HEAD
          continue
        }
      }
      const end = Math.min(at + left, bytes.length)
      left -= end - at
      if (isRow) {
        bytes.copyWithin(filled, at, end)
        filled += end - at
      } else {
        give(end)
        parser(bytes.subarray(at, end))
      }
      at = end
    }
    give(0)
  })
}
