import { beforeAll, expect, test } from 'bun:test'
import { build } from '../../islands/build.ts'
import { testApp } from '../../tests/support/world.ts'

beforeAll(async () => {
  await build()
})

const compressed = async (path: string) => {
  const answer = await (await testApp()).request(path, { headers: { 'accept-encoding': 'gzip' } })
  const body = new Uint8Array(await answer.arrayBuffer())
  return answer.headers.get('content-encoding') ? body.length : Bun.gzipSync(body).length
}

test('the start page with its style and script weighs less than 40 KB, fonts apart', async () => {
  const html = await (await (await testApp()).request('/')).text()
  const parts = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+\.(?:css|js|svg))"/g)].map((found) => found[1]!)
  expect(parts.length).toBeGreaterThanOrEqual(3)
  let total = await compressed('/')
  for (const part of new Set(parts)) total += await compressed(part)
  expect(total).toBeLessThan(40_000)
})

test('no page carries an inline style, an inline script or the address of another host', async () => {
  for (const path of ['/', '/login', '/register', '/nothing']) {
    // Where the page itself is told to stand is no part of it.
    const html = (await (await (await testApp()).request(path)).text()).replace(/<link rel="canonical"[^>]*>/, '')
    expect(html).not.toMatch(
      / style="|<style|<script(?![^>]+(?:src="\/assets\/|type="application\/(?:ld\+)?json"))| on\w+="/,
    )
    expect(html).not.toMatch(/(?:src|href|action)="(?:https?:)?\/\//)
  }
})

test('the theme is kept by a cookie and goes back to the page it was chosen on', async () => {
  const app = await testApp()
  const chosen = await app.request('/theme', {
    method: 'POST',
    body: new URLSearchParams({ theme: 'dark' }),
    headers: { host: 'localhost', referer: 'http://localhost/login?next=%2Fchat' },
  })
  expect([chosen.status, chosen.headers.get('location')]).toEqual([303, '/login?next=%2Fchat'])
  const cookie = chosen.headers.get('set-cookie')!.split(';')[0]!
  expect(await (await app.request('/', { headers: { cookie } })).text()).toContain('<html lang="en" data-theme="dark"')
})

test('a theme chosen on another site leads home', async () => {
  const chosen = await (await testApp()).request('/theme', {
    method: 'POST',
    body: new URLSearchParams({ theme: 'light' }),
    headers: { host: 'localhost', referer: 'https://evil.example/x' },
  })
  expect(chosen.headers.get('location')).toBe('/')
})

test('a theme chosen on a page whose path is another site leads home', async () => {
  const chosen = await (await testApp()).request('/theme', {
    method: 'POST',
    body: new URLSearchParams({ theme: 'light' }),
    headers: { host: 'localhost', referer: 'http://localhost//evil.example/x' },
  })
  expect(chosen.headers.get('location')).toBe('/')
})
