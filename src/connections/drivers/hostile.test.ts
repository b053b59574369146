import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '#base/errors.ts'
import type { DatabaseEngine, SslMode } from '#connections/rules/connection.ts'
import { contextOf } from '../../../tests/support/drivers.ts'
import { driverOf } from './registry.ts'

/** Servers that mean harm: each must end in an error in time, with bounded memory, and get nothing of ours. */
const dir = mkdtempSync(join(tmpdir(), 'tabletalk-hostile-'))
const canary = join(dir, 'canary')
writeFileSync(canary, 'the canary sings')
const closers: (() => void)[] = []
afterAll(() => {
  for (const close of closers) close()
  rmSync(dir, { recursive: true, force: true })
})

async function listening(serve: (socket: Socket) => void): Promise<{ port: number; heard: () => string }> {
  let heard = ''
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      heard += bytes.toString('latin1')
    })
    serve(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as { port: number }).port, heard: () => heard }
}

/** Opens a connection and asks for rows; what comes of it is an error. */
async function outcome(
  engine: DatabaseEngine,
  port: number,
  timeoutMs = 1500,
  ssl: { mode: SslMode } = { mode: 'prefer' },
): Promise<AppError> {
  const settings = { host: '127.0.0.1', port, username: 'x', database: 'x', ssl }
  const begun = performance.now()
  const error = await (async () => {
    const session = await (await driverOf(engine)).open(
      { engine, settings, secrets: { password: 'x' } },
      contextOf({ timeoutMs }),
    )
    try {
      for await (const _ of (await session.stream('select 1 as a')).csv);
    } finally {
      await session.close()
    }
  })().catch((thrown) => thrown)
  expect(performance.now() - begun).toBeLessThan(30_000)
  expect(error).toBeInstanceOf(AppError)
  return error
}

const message = (type: string, body: Buffer) => {
  const head = Buffer.alloc(5)
  head.write(type, 0, 'latin1')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const READY = message('Z', Buffer.from('I'))
const WELCOME = Buffer.concat([message('R', Buffer.alloc(4)), message('K', Buffer.alloc(8)), READY])
const ROW = message('D', Buffer.concat([Buffer.from([0, 1, 0, 0, 0, 1]), Buffer.from('x')]))
const FIELDS = message('T', Buffer.concat([Buffer.from([0, 1]), Buffer.from('a\0'), Buffer.alloc(18)]))

/** A PostgreSQL server that lets everybody in and then does what it wants. */
const postgres = (evil: (socket: Socket) => void) =>
  listening((socket) => {
    let state: 'ssl' | 'startup' | 'in' = 'ssl'
    socket.on('data', (bytes) => {
      if (state === 'ssl' && bytes.length === 8) {
        state = 'startup'
        socket.write('N')
      } else if (state !== 'in') {
        state = 'in'
        socket.write(WELCOME)
      } else evil(socket)
    })
  })

/** Writes for as long as somebody reads. */
const endlessly = (socket: Socket, bytes: Buffer) => {
  const big = Buffer.concat(Array(Math.ceil((1 << 20) / bytes.length)).fill(bytes))
  const more = () => {
    while (!socket.destroyed && socket.write(big));
  }
  socket.on('drain', more)
  more()
}
const dripping = (socket: Socket, bytes: Buffer) => {
  let at = 0
  const timer = setInterval(() => socket.write(bytes.subarray(at % bytes.length, (at++ % bytes.length) + 1)), 50)
  socket.on('close', () => clearInterval(timer))
}

test('a PostgreSQL server that sends rows without end is stopped', async () => {
  const before = process.memoryUsage().rss
  const { port } = await postgres((socket) => endlessly(socket, Buffer.concat([FIELDS, ROW])))
  expect((await outcome('postgres', port)).code).toMatch(/source_failed|query_timeout|connection_failed/)
  expect(process.memoryUsage().rss - before).toBeLessThan(1 << 30)
})

test('a PostgreSQL message of two gigabytes is not waited for', async () => {
  const before = process.memoryUsage().rss
  const head = Buffer.from([0x44, 0x7f, 0xff, 0xff, 0xff])
  const { port } = await postgres((socket) => {
    socket.write(head)
    endlessly(socket, Buffer.alloc(1 << 16))
  })
  expect((await outcome('postgres', port)).code).toMatch(/source_failed|query_timeout|connection_failed/)
  expect(process.memoryUsage().rss - before).toBeLessThan(1 << 30)
})

test('a server that sends a byte now and then cannot hold anybody', async () => {
  const inside = await postgres((socket) => dripping(socket, message('N', Buffer.alloc(100_000))))
  expect((await outcome('postgres', inside.port)).code).toMatch(/query_timeout|source_failed|connection_failed/)
  for (const engine of ['postgres', 'mysql'] as const) {
    const { port } = await listening((socket) => dripping(socket, Buffer.alloc(1000, 0x4e)))
    expect((await outcome(engine, port)).code).toBe('connection_failed')
  }
})

test('silence, noise and a closed port each end in an error that names a step', async () => {
  const noise = Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * 7919) % 256))
  for (const engine of ['postgres', 'mysql'] as const)
    for (const serve of [
      () => {},
      (socket: Socket) => void socket.write(noise),
      (socket: Socket) => void socket.end(),
      (socket: Socket) => void socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
      // Offers encryption, then sends what is none.
      (socket: Socket) =>
        void socket.once('data', () => {
          socket.write('S')
          socket.once('data', () => socket.write(noise))
        }),
      // Plain text together with the answer: somebody in between speaks for the server.
      (socket: Socket) => void socket.once('data', () => socket.write(Buffer.concat([Buffer.from('S'), WELCOME]))),
    ]) {
      const { port } = await listening(serve)
      const error = await outcome(engine, port, 700)
      expect([engine, error.code, error.details?.step]).toEqual([engine, 'connection_failed', expect.any(String)])
    }
})

const packet = (sequence: number, body: Buffer) => {
  const head = Buffer.from([body.length & 255, (body.length >> 8) & 255, body.length >> 16, sequence])
  return Buffer.concat([head, body])
}
const GREETING = packet(
  0,
  Buffer.concat([
    Buffer.from([10]),
    Buffer.from('8.0.0\0'),
    Buffer.from([1, 0, 0, 0]),
    Buffer.alloc(8, 0x41),
    // Everything is offered, files of the client and several statements among it; encryption is not.
    Buffer.from([0, 0xff, 0xf7, 45, 2, 0, 0xff, 0x0f, 21]),
    Buffer.alloc(10),
    Buffer.alloc(12, 0x42),
    Buffer.from('\0mysql_native_password\0'),
  ]),
)
const OK = Buffer.from([0, 0, 0, 2, 0, 0, 0])
const PREPARED = Buffer.from([0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
const PLEASE = Buffer.concat([Buffer.from([0xfb]), Buffer.from(canary)])

/** A MySQL server that lets everybody in; `evil` answers each command by its first byte. */
const mysql = (evil: (socket: Socket, command: number) => void) =>
  listening((socket) => {
    let signedIn = false
    socket.write(GREETING)
    socket.on('data', (bytes: Buffer) => {
      if (!signedIn) {
        signedIn = true
        socket.write(packet(bytes[3]! + 1, OK))
      } else evil(socket, bytes[4]!)
    })
  })

test('a MySQL server that asks for a file of ours gets none, whenever it asks', async () => {
  const asks: ((socket: Socket, command: number) => void)[] = [
    (socket) => socket.write(packet(1, PLEASE)),
    (socket, command) => socket.write(packet(1, command === 0x16 ? PREPARED : PLEASE)),
    (socket, command) => socket.write(packet(1, command === 0x17 ? PLEASE : command === 0x16 ? PREPARED : OK)),
  ]
  for (const ask of asks) {
    const { port, heard } = await mysql(ask)
    await outcome('mysql', port)
    expect(heard()).not.toContain('canary sings')
  }
  const { port, heard } = await listening((socket) => {
    socket.write(GREETING)
    socket.once('data', (bytes: Buffer) => socket.write(packet(bytes[3]! + 1, PLEASE)))
  })
  await outcome('mysql', port)
  expect(heard()).not.toContain('canary sings')
})

test('a MySQL answer without end is stopped', async () => {
  const before = process.memoryUsage().rss
  const { port } = await mysql((socket) => {
    socket.write(Buffer.from([0xff, 0xff, 0xff, 1]))
    endlessly(socket, Buffer.alloc(1 << 16, 0xff))
  })
  expect((await outcome('mysql', port)).code).toMatch(/source_failed|query_timeout|connection_failed/)
  expect(process.memoryUsage().rss - before).toBeLessThan(1 << 30)
})

test('where encryption is demanded and not offered, nothing is sent in the open', async () => {
  for (const mode of ['require', 'verify-ca', 'verify-full'] as const) {
    const pg = await postgres(() => {})
    expect((await outcome('postgres', pg.port, 1500, { mode })).details?.step).toBe('tls')
    // The eight bytes that ask for encryption, and no more.
    expect(pg.heard().length).toBe(8)
    const my = await mysql(() => {})
    expect((await outcome('mysql', my.port, 1500, { mode })).details?.step).toBe('tls')
    expect(my.heard()).toBe('')
  }
})
