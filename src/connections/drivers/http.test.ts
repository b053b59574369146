import { afterEach, expect, test } from 'bun:test'
import { createServer, type Server, type Socket } from 'node:net'
import type { AppError } from '#base/errors.ts'
import { contextOf } from '../../../tests/support/drivers.ts'
import { exactNumbers, HttpPlace } from './http.ts'
import { openTransport } from './transport.ts'

/** Servers that mean harm, or are something else. */
let server: Server
const sockets = new Set<Socket>()
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  server?.close()
})

async function placeAt(serve: (socket: Socket) => void, { timeoutMs = 300, ...options } = {}) {
  server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => serve(socket))
  })
  const ready = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', ready.resolve)
  await ready.promise
  const { port } = server.address() as { port: number }
  const context = contextOf({ timeoutMs, ...options })
  const source = { engine: 'trino' as const, settings: { host: '127.0.0.1', port }, secrets: {} }
  return new HttpPlace(await openTransport(source, context), { mode: 'disable' }, context)
}
const failing = (place: HttpPlace) =>
  place.text({ method: 'GET', path: '/' }, { timeoutMs: 1 }).then(
    ({ status }) => status,
    (error: AppError) => error.code,
  )
const OK = 'HTTP/1.1 200 OK\r\n'

test('what is no HTTP, ends early or never ends is left with an error', async () => {
  const cases: [(socket: Socket) => void, string][] = [
    [(socket) => socket.end('220 smtp.example.com ESMTP\r\n'), 'source_failed'],
    [(socket) => socket.destroy(), 'source_failed'],
    [(socket) => socket.end(`${OK}Content-Length: 100\r\n\r\nshort`), 'source_failed'],
    [(socket) => socket.end(`${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\n`), 'source_failed'],
    [(socket) => socket.end(`${OK}${'X: y\r\n'.repeat(5000)}\r\n`), 'source_failed'],
    [(socket) => socket.write(OK + 'x'.repeat(200_000)), 'source_failed'],
    [(socket) => socket.end(`${OK}Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope`), 'source_failed'],
    [() => {}, 'query_timeout'],
    [(socket) => socket.write(`${OK}Content-Length: 10\r\n\r\nx`), 'query_timeout'],
  ]
  for (const [serve, code] of cases) {
    expect([serve.toString(), await failing(await placeAt(serve))]).toEqual([serve.toString(), code])
    server.close()
  }
})

test('a byte now and then does not hold anybody for ever', async () => {
  const place = await placeAt((socket) => {
    socket.write(`${OK}Content-Length: 100000\r\n\r\n`)
    const drip = setInterval(() => socket.write('x'), 50)
    socket.once('close', () => clearInterval(drip))
  })
  expect(await failing(place)).toBe('query_timeout')
})

test('a slow consumer holds the source back, and memory stays flat', async () => {
  let sent = 0
  const piece = Buffer.alloc(1 << 16, 'x')
  const place = await placeAt(
    (socket) => {
      socket.write(`${OK}\r\n`)
      const more = () => {
        while (sent < 1000 << 20) {
          sent += piece.length
          if (!socket.write(piece)) return void socket.once('drain', more)
        }
        socket.end()
      }
      more()
    },
    { timeoutMs: 20_000 },
  )
  const answer = await place.ask({ method: 'GET', path: '/' })
  const before = process.memoryUsage().rss
  let read = 0
  for await (const bytes of answer.body) {
    read += bytes.length
    // What the source has sent and nobody has read waits in buffers of the system and ours.
    if (read < 8 << 20) {
      await Bun.sleep(1)
      expect(sent - read).toBeLessThan(64 << 20)
    }
    if (read > 100 << 20) break
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(400 << 20)
})

test('a path or header cannot become a second request', async () => {
  const heard: string[] = []
  const place = await placeAt((socket) => socket.end(`${OK}Content-Length: 0\r\n\r\n`))
  server.on('connection', (socket) => socket.on('data', (bytes) => heard.push(String(bytes))))
  await place.text({ method: 'GET', path: '/a\r\nX-Evil: 1\r\n\r\nGET /b' })
  expect(heard.join('')).not.toMatch(/^X-Evil|^GET \/b/m)
  const error = await place
    .text({ method: 'GET', path: '/', headers: { 'X-User': 'a\r\nX-Evil: 1' } })
    .catch((thrown) => thrown)
  expect(error.code).toBe('source_failed')
})

test('whole numbers beyond doubles stay exact, texts stay as they are', () => {
  expect(
    JSON.parse(exactNumbers('[12345678901234567890,-9223372036854775808,1.5,"a \\"12345678901234567890\\"",1e20]')),
  ).toEqual(['12345678901234567890', '-9223372036854775808', 1.5, 'a "12345678901234567890"', 1e20])
})
