import { expect, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { mergeRows } from './merge.ts'

const message = (type: string, body: string) => {
  const head = Buffer.alloc(5)
  head.write(type, 0, 'latin1')
  head.writeInt32BE(Buffer.byteLength(body) + 4, 1)
  return Buffer.concat([head, Buffer.from(body)])
}
const rows = Array.from({ length: 300 }, (_, n) => `${n},"${'é'.repeat(n % 40)}"\n`)

test.each([1, 2, 5, 61, 4096, 1 << 20])(
  'rows that come in pieces of %d bytes are the same, everything else goes on',
  (size) => {
    const all = Buffer.concat([
      message('H', 'copy out'),
      ...rows.flatMap((row, n) => [message('d', row), ...(n % 100 === 50 ? [message('N', `notice ${n}`)] : [])]),
      message('d', ''),
      message('c', ''),
      message('Z', 'T'),
    ])
    const stream = new PassThrough()
    const connection = new EventEmitter()
    const heard: string[] = []
    let others = ''
    stream.on('data', (bytes: Buffer) => {
      others += bytes.toString('latin1')
      heard.push('other')
    })
    let text = Buffer.alloc(0)
    connection.on('copyData', ({ chunk }: { chunk: Buffer }) => {
      text = Buffer.concat([text, chunk])
      heard.push('rows')
    })
    mergeRows(stream, connection)
    // Each piece is memory of its own, as a socket gives it.
    for (let at = 0; at < all.length; at += size) stream.emit('data', Buffer.from(all.subarray(at, at + size)))
    expect(text.toString()).toBe(rows.join(''))
    const expected = [
      message('H', 'copy out'),
      ...[50, 150, 250].map((n) => message('N', `notice ${n}`)),
      message('c', ''),
      message('Z', 'T'),
    ]
    expect(others).toBe(Buffer.concat(expected).toString('latin1'))
    // In one piece: what stands between two others is one event.
    if (size > all.length)
      expect(heard).toEqual(['other', 'rows', 'other', 'rows', 'other', 'rows', 'other', 'rows', 'other', 'other'])
  },
)
