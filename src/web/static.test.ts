import { beforeAll, expect, test } from 'bun:test'
import { build } from '../../islands/build.ts'
import { testApp } from '../../tests/support/world.ts'
import { asset } from '../ui/assets.ts'

beforeAll(async () => {
  await build()
})

const get = async (path: string, encoding = '') =>
  (await testApp()).request(path, { headers: { 'accept-encoding': encoding } })

test('an asset has a hashed name and may be kept for ever', async () => {
  expect(asset('app.css')).toMatch(/^\/assets\/app-\w{8}\.css$/)
  const answer = await get(asset('app.css'))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
})

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['', null],
])('a browser that accepts "%s" gets %p', async (accepts, encoding) => {
  const answer = await get(asset('boot.js'), accepts)
  expect(answer.headers.get('content-encoding')).toBe(encoding)
})

test.each(['/assets/manifest.json', '/assets/..%2f..%2fpackage.json', '/assets/nothing.js', '/assets/a/b.js'])(
  '%s is not found',
  async (path) => expect((await get(path)).status).toBe(404),
)

test('the script of every page stays under 1 KB', async () => {
  const answer = await get(asset('boot.js'), 'gzip')
  expect((await answer.arrayBuffer()).byteLength).toBeLessThan(1024)
})

test('a second build finds nothing to do', async () => expect(await build()).toBe(false))
