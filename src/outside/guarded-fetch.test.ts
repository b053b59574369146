import { afterAll, describe, expect, test } from 'bun:test'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createRawServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { AppError } from '#base/errors.ts'
import { makeCertificates } from '../../tests/support/certificates.ts'
import { createWeb, download, readText, type WebRequest } from './guarded-fetch.ts'
import { createNetwork } from './network.ts'

const closing: (() => void)[] = []
afterAll(() => {
  for (const close of closing) close()
})

async function http(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A server that says exactly what it is told to. */
async function raw(speak: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createRawServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    speak(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const LIMITS = { bytes: 100_000, waitMs: 20_000, wholeMs: 25_000 }
const network = createNetwork({ allowed: '127.0.0.1', refused: '127.0.0.1:9' })
const web = createWeb(network, LIMITS)
/** For servers that never answer, or never end. */
const hasty = createWeb(network, { ...LIMITS, waitMs: 300, wholeMs: 1500 })

async function text(request: WebRequest, client = web): Promise<{ status: number; text: string }> {
  const answer = await client.get(request)
  return { status: answer.status, text: await readText(answer, 1_000_000) }
}
async function failure(request: Promise<unknown>): Promise<{ code: string; step: unknown; message: string }> {
  const error = await request.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(error instanceof AppError)) throw new Error(`not the error that was expected: ${String(error)}`)
  return { code: error.code, step: error.details?.step, message: error.message }
}

describe('what is asked is answered', () => {
  test('plain, chunked, packed, without a length, and without a body', async () => {
    const at = await http((request, response) => {
      if (request.url === '/plain') return response.end('plain')
      if (request.url === '/none') return response.writeHead(204).end()
      if (request.url === '/packed')
        return response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('packed'.repeat(100)))
      response.write('one ')
      return response.end('two')
    })
    expect(await text({ url: `${at}/plain` })).toEqual({ status: 200, text: 'plain' })
    expect(await text({ url: `${at}/chunked` })).toEqual({ status: 200, text: 'one two' })
    expect(await text({ url: `${at}/packed` })).toEqual({ status: 200, text: 'packed'.repeat(100) })
    expect(await text({ url: `${at}/none` })).toEqual({ status: 204, text: '' })
    const old = await raw((socket) => socket.end('HTTP/1.0 200 OK\r\n\r\nuntil the end'))
    expect(await text({ url: old })).toEqual({ status: 200, text: 'until the end' })
    const early = await raw((socket) =>
      socket.end('HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'),
    )
    expect(await text({ url: early })).toEqual({ status: 200, text: 'ok' })
  })

  test('into a file', async () => {
    const at = await http((_, response) => response.end('x'.repeat(50_000)))
    const path = join(tmpdir(), `guarded-${crypto.randomUUID()}`)
    expect(await download(await web.get({ url: at }), path)).toBe(50_000)
    expect(await Bun.file(path).text()).toHaveLength(50_000)
    await Bun.file(path).delete()
  })

  test('over TLS, by whoever can prove their name only', async () => {
    const made = await makeCertificates()
    const [key, cert] = [await Bun.file(made.key).text(), await Bun.file(made.cert).text()]
    const server = createTlsServer({ key, cert }, (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nsecret'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => server.close())
    const { port } = server.address() as AddressInfo
    const here = createNetwork({ allowed: '127.0.0.1,::1', refused: '' })
    const trusting = createWeb(here, { ...LIMITS, ca: made.ca })
    expect(await text({ url: `https://localhost:${port}/` }, trusting)).toMatchObject({ text: 'secret' })
    for (const [client, host] of [
      [createWeb(here, LIMITS), 'localhost'],
      [createWeb(here, { ...LIMITS, ca: made.otherCa }), 'localhost'],
      // The certificate is good, but for another name.
      [trusting, '127.0.0.1'],
    ] as const)
      expect(await failure(client.get({ url: `https://${host}:${port}/` }))).toMatchObject({
        code: 'connection_failed',
        step: 'tls',
      })
  })
})

describe('redirects', () => {
  test('are followed three times, and secrets stay with their host', async () => {
    const seen: (string | undefined)[] = []
    const other = await http((request, response) => {
      seen.push(request.headers.authorization, request.headers['x-key'] as string | undefined)
      response.end('there')
    })
    const at = await http((request, response) => {
      seen.push(request.headers.authorization)
      if (request.url === '/own') return response.writeHead(302, { location: '/away' }).end()
      const hop = Number(/^\/hop(\d)/.exec(request.url!)?.[1] ?? 0)
      if (hop > 0) return response.writeHead(307, { location: `/hop${hop - 1}` }).end()
      if (request.url === '/away') return response.writeHead(301, { location: other }).end()
      return response.end('here')
    })
    const secretHeaders = { Authorization: 'Bearer canary', 'X-Key': 'canary' }
    expect(await text({ url: `${at}/own`, secretHeaders })).toMatchObject({ text: 'there' })
    expect(seen).toEqual(['Bearer canary', 'Bearer canary', undefined, undefined])
    expect(await text({ url: `${at}/hop3` })).toMatchObject({ text: 'here' })
    expect(await failure(web.get({ url: `${at}/hop4` }))).toMatchObject({ code: 'connection_failed', step: 'database' })
    expect(await failure(web.get({ url: `${at}/hop1`, method: 'POST', body: 'x' }))).toMatchObject({ step: 'database' })
  })

  test.each([
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]:80/',
    'http://[::ffff:10.0.0.1]/',
    'http://0.0.0.0/',
    'http://2130706433:81/',
    'http://168.63.129.16/',
    'http://127.0.0.1:9/',
    'file:///etc/passwd',
    'ftp://example.com/',
    'gopher://127.0.0.1/',
    'data:text/plain,x',
    'http://user:secret@example.com/',
  ])('to %s lead nowhere', async (location) => {
    const narrow = createWeb(createNetwork({ allowed: '', refused: '127.0.0.1:9' }), LIMITS)
    expect((await failure(narrow.get({ url: location }))).code).toBe('connection_failed')
    if (/127\.0\.0\.1|2130706433/.test(location)) return
    const at = await http((_, response) => response.writeHead(302, { location }).end())
    expect((await failure(web.get({ url: at }))).code).toBe('connection_failed')
  })

  test('the address that was checked is the one that is connected', async () => {
    let asked = 0
    const at = await http((_, response) => response.end('inside'))
    const rebinding = {
      ...network,
      connect: async (host: string, port: number) => {
        asked++
        expect([host, port]).toEqual(['rebound.example', 80])
        return network.connect('127.0.0.1', Number(new URL(at).port), { timeoutMs: 1000 })
      },
    }
    // The client never looks a name up by itself: it takes the socket that the network gives, once for each request.
    expect(await text({ url: 'http://rebound.example/' }, createWeb(rebinding, LIMITS))).toMatchObject({
      text: 'inside',
    })
    expect(asked).toBe(1)
  })
})

describe('what never ends, or ends too soon', () => {
  const head = 'HTTP/1.1 200 OK\r\n'
  test('a body without end, and one that unfolds without end', async () => {
    const endless = await raw((socket) => {
      socket.write(`${head}\r\n`)
      const more = () => socket.writable && socket.write('x'.repeat(16_384), () => setImmediate(more))
      more()
    })
    expect(await failure(text({ url: endless }))).toMatchObject({ code: 'too_much' })
    const bomb = await http((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000))),
    )
    expect(await failure(text({ url: bomb }))).toMatchObject({ code: 'too_much' })
  })

  test('silence at the beginning, in the middle, and a byte now and then', async () => {
    const silent = await raw(() => {})
    expect(await failure(hasty.get({ url: silent }))).toMatchObject({ step: 'tcp' })
    const stalled = await raw((socket) => socket.write(`${head}Content-Length: 10\r\n\r\nhalf`))
    expect(await failure(text({ url: stalled }, hasty))).toMatchObject({ step: 'tcp' })
    const drip = (begin: string) =>
      raw((socket) => {
        socket.write(begin)
        const timer = setInterval(() => (socket.writable ? socket.write('x') : clearInterval(timer)), 50)
        socket.on('close', () => clearInterval(timer))
      })
    expect(await failure(hasty.get({ url: await drip('HTTP/1.1 200 OK\r\nX: ') }))).toMatchObject({ step: 'tcp' })
    expect(await failure(text({ url: await drip(`${head}\r\n`) }, hasty))).toMatchObject({ step: 'tcp' })
  })

  test('cut bodies, broken chunks, broken packing and what is no HTTP', async () => {
    for (const said of [
      `${head}Content-Length: 100\r\n\r\ncut`,
      `${head}Transfer-Encoding: chunked\r\n\r\n5\r\nabc`,
      `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
      `${head}Transfer-Encoding: chunked\r\n\r\n3\r\nabcdef`,
      `${head}Content-Length: -1\r\n\r\n`,
      `${head}Content-Length: 1, 2\r\n\r\nab`,
      `${head}Transfer-Encoding: gzip\r\n\r\n`,
      `${head}Content-Encoding: zz\r\n\r\nx`,
      `${head}Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope`,
      `${head}: nameless\r\n\r\n`,
      `${head}X: ${'x'.repeat(100_000)}\r\n\r\n`,
      'SSH-2.0-OpenSSH_9.2\r\n',
      '',
    ]) {
      const at = await raw((socket) => socket.end(said))
      expect([said.slice(0, 60), (await failure(text({ url: at }))).code]).toEqual([
        said.slice(0, 60),
        'connection_failed',
      ])
    }
  })

  test('is cancelled by whoever asked', async () => {
    const silent = await raw(() => {})
    const cancel = new AbortController()
    const asked = failure(web.get({ url: silent }, cancel.signal))
    setTimeout(() => cancel.abort(), 20)
    expect(await asked).toMatchObject({ code: 'cancelled' })
  })
})

test('headers cannot end their line', async () => {
  const at = await http((_, response) => response.end())
  const evil = { 'X-A': 'b\r\nX-Evil: 1' }
  expect(await failure(web.get({ url: at, headers: evil }))).toMatchObject({ code: 'connection_failed' })
  expect(await failure(web.get({ url: at, headers: { 'X A: b\r\n': '1' } }))).toMatchObject({
    code: 'connection_failed',
  })
})
