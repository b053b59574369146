import { expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { compress } from './compress.ts'
import type { Env } from './http-context.ts'

const LONG = JSON.stringify(Array.from({ length: 200 }, (_, n) => `row ${n}`))
const app = new Hono<Env>()
  .use(compress)
  .get('/long', (c) => c.body(LONG, 201, { 'Content-Type': 'application/json', 'Set-Cookie': 'a=b' }))
  .get('/huge', (c) => c.json(LONG.repeat(2_000)))
  .get('/short', (c) => c.json({ short: true }))
  .get('/stream', (c) => c.body(LONG, 200, { 'Content-Type': 'text/event-stream' }))
  .get('/file', (c) =>
    c.body(LONG, 200, { 'Content-Type': 'application/json', 'Content-Disposition': 'attachment; filename="a.json"' }),
  )
  .get('/packed', (c) => c.body(LONG, 200, { 'Content-Type': 'text/html', 'Content-Encoding': 'br' }))
const get = (path: string, accepted: string) => app.request(path, { headers: { 'Accept-Encoding': accepted } })

test('a long page or JSON is compressed for who takes it, and stays what it was otherwise', async () => {
  const answer = await get('/long', 'br, gzip')
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([201, 'gzip'])
  expect([answer.headers.get('set-cookie'), answer.headers.get('vary')]).toEqual(['a=b', 'Accept-Encoding'])
  const bytes = await answer.bytes()
  expect(bytes.length).toBeLessThan(LONG.length / 2)
  expect(gunzipSync(bytes).toString()).toBe(LONG)
})

test('an answer of any size is compressed', async () => {
  const answer = await get('/huge', 'gzip')
  expect(answer.headers.get('content-encoding')).toBe('gzip')
  const bytes = await answer.bytes()
  expect(JSON.parse(gunzipSync(bytes).toString())).toBe(LONG.repeat(2_000))
  expect(bytes.length).toBeLessThan(200_000)
})

test('who does not take gzip gets it plain, and caches are told that it depends', async () => {
  const answer = await get('/long', 'identity')
  expect([answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual([null, 'Accept-Encoding'])
  expect(await answer.text()).toBe(LONG)
})

test.each(['/short', '/stream', '/file'])('%s is sent as it is', async (path) => {
  const answer = await get(path, 'gzip')
  expect(answer.headers.get('content-encoding')).toBeNull()
  expect((await answer.text()).length).toBeGreaterThan(10)
})

test('what is compressed already is not compressed again', async () => {
  const answer = await get('/packed', 'gzip, br')
  expect(answer.headers.get('content-encoding')).toBe('br')
})
