import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type CommandLine, commandLine } from '../tests/support/command-line.ts'
import { csvRecords } from './list.ts'

/** A server that speaks the protocol of the API in ways that a healthy product seldom does. */
const TOTAL = 450
let busy = 0
let asked: string[] = []
const odd = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    const url = new URL(request.url)
    asked.push(url.pathname + url.search)
    const mode = request.headers.get('authorization')?.replace('Bearer ', '')
    if (mode === 'busy' && busy-- > 0) return problem(429, 'Too many requests.', { 'retry-after': '0' })
    if (mode === 'closed') return problem(429, 'Too many requests.', { 'retry-after': '3600' })
    if (mode === 'forbidden') return problem(403, 'This needs the admin role support.')
    if (mode === 'ended') return problem(401, 'Your session has ended.')
    if (mode === 'broken')
      return new Response('<h1>Bad gateway</h1>', { status: 500, headers: { 'x-request-id': 'r-1' } })
    if (mode === 'another') return new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } })
    if (mode === 'elsewhere') return Response.json([], { headers: { link: '<https://evil.example/x>; rel="next"' } })
    const limit = Number(url.searchParams.get('limit'))
    const from = Number(url.searchParams.get('cursor') ?? 0)
    const rows = Array.from({ length: Math.min(limit, TOTAL - from) }, (_, i) => line(from + i))
    const next = from + limit < TOTAL
    url.searchParams.set('cursor', String(from + limit))
    const link: Record<string, string> = next ? { link: `<${url.pathname}${url.search}>; rel="next"` } : {}
    if (!request.headers.get('accept')?.startsWith('text/csv')) return Response.json(rows, { headers: link })
    const csv = `id,message\r\n${rows.map((it) => `${it.id},"${it.message}\nagain"`).join('\r\n')}\r\n`
    return new Response(csv, { headers: { 'content-type': 'text/csv; charset=utf-8', ...link } })
  },
})
const problem = (status: number, error: string, headers: Record<string, string> = {}) =>
  Response.json({ error, code: 'x' }, { status, headers })
const line = (at: number) => ({
  id: `l${at}`,
  level: 'info',
  message: at === 1 ? '東京の注文 👩‍👩‍👧 ünïcödé' : `line ${at}`,
  request_id: null,
  server: 's',
  fields: {},
  created_at: '2026-11-21T20:29:19.123Z',
})

/** One whose connections break: in the middle of what is read, and before an answer to what changes something. */
const breaking = Bun.listen({
  hostname: '127.0.0.1',
  port: 0,
  socket: {
    data(socket, request) {
      if (String(request).startsWith('GET'))
        socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n[{"id":')
      socket.end()
    },
  },
})

let cli: CommandLine
beforeAll(async () => {
  cli = await commandLine()
})
afterAll(async () => {
  await cli.close()
  await odd.stop(true)
  breaking.stop(true)
})
const logs = (key: string, ...args: string[]) => {
  asked = []
  return cli.run(['logs', 'list', ...args], '', {
    env: { TABLETALK_URL: `http://127.0.0.1:${odd.port}`, TABLETALK_API_KEY: key },
  })
}

describe('a long list', () => {
  test('prints fifty unless asked, and says that there are more', async () => {
    const { out, err, code } = await logs('fine')
    expect([code, err]).toEqual([0, 'There are more: --limit or --all.\n'])
    expect(out.trimEnd().split('\n').length).toBe(52)
    expect(out).toContain('東京の注文 👩‍👩‍👧 ünïcödé')
    expect(asked).toEqual(['/api/admin/logs?limit=50'])
  })

  test('follows its pages to the end, as JSON and as CSV of one head', async () => {
    const all = await logs('fine', '--all', '--json')
    expect(JSON.parse(all.out).map((it: { id: string }) => it.id)).toEqual(
      Array.from({ length: TOTAL }, (_, i) => `l${i}`),
    )
    expect([all.err, asked.length]).toEqual(['', 3])
    const csv = csvRecords((await logs('fine', '--all', '--csv')).out)
    expect([csv.length, csv[0], csv[1], csv.at(-1)]).toEqual([
      TOTAL + 1,
      'id,message\r\n',
      'l0,"line 0\nagain"\r\n',
      `l${TOTAL - 1},"line ${TOTAL - 1}\nagain"\r\n`,
    ])
  })

  test('ends where it was told to, in the middle of a page', async () => {
    expect(JSON.parse((await logs('fine', '--limit', '210', '--json')).out).length).toBe(210)
    expect(asked[1]).toContain('limit=10')
    const csv = await logs('fine', '--limit', '3', '--csv')
    expect([csvRecords(csv.out).length, csv.err]).toEqual([4, 'There are more: --limit or --all.\n'])
    for (const wrong of ['0', '-1', '1.5', 'many']) expect((await logs('fine', '--limit', wrong)).code).toBe(64)
  })

  test('sends its filters, and refuses those that there are none of', async () => {
    await logs('fine', '--level', 'warn', '-q', 'a b&c', '--request', 'r', '--sort', 'created_asc')
    expect(asked).toEqual(['/api/admin/logs?level=warn&q=a+b%26c&request=r&sort=created_asc&limit=50'])
    expect((await logs('fine', '--level', 'loud')).code).toBe(64)
  })

  test('follows no link to another server', async () => {
    expect(await logs('elsewhere', '--all')).toEqual({ out: 'No line fits.\n', err: '', code: 0 })
  })
})

describe('a server in trouble', () => {
  test('is waited for when it says for how long, and left when that is long', async () => {
    busy = 2
    const waited = await logs('busy', '--limit', '1', '--json')
    expect([waited.code, asked.length, JSON.parse(waited.out).length]).toEqual([0, 3, 1])
    const closed = await logs('closed')
    expect([closed.code, closed.err, asked.length]).toEqual([75, 'Too many requests. Try again in 3600 s.\n', 1])
  })

  test('is told apart by its exit codes, in its own words', async () => {
    expect(await logs('forbidden')).toEqual({ out: '', err: 'This needs the admin role support.\n', code: 77 })
    const ended = await logs('ended')
    expect([ended.code, ended.err]).toEqual([77, expect.stringContaining('does not accept this API key')])
    const another = await logs('another')
    expect([another.code, another.err]).toEqual([69, expect.stringContaining('is not Tabletalk. Name the address')])
    const broken = await logs('broken')
    expect([broken.code, broken.err]).toEqual([70, 'The server answered 500 Internal Server Error. (request r-1)\n'])
  })

  test('that breaks off is told apart from one that is not there: what may have been done is not done again', async () => {
    const env = { TABLETALK_URL: `http://127.0.0.1:${breaking.port}`, TABLETALK_API_KEY: 'fine' }
    const read = await cli.run(['logs'], '', { env })
    expect([read.code, read.err]).toEqual([69, expect.stringMatching(/^The connection broke before the whole answer/)])
    const changed = await cli.run(['security', 'acknowledge', 'x', '--note', 'Seen', '--yes'], '', { env })
    expect([changed.code, changed.err]).toEqual([69, expect.stringContaining('Look whether this was done')])
  })
})
