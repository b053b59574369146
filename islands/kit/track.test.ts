import { afterEach, beforeEach, expect, jest, setSystemTime, test } from 'bun:test'
import { beginTracking, downloadOf, takeMoments, track } from './track.ts'

/** A page without a browser: cookies, storage and a clock of our own. */
const START = new Date('2026-01-05T08:00:00Z').getTime()
const before = {
  fetch: globalThis.fetch,
  document: Reflect.get(globalThis, 'document') as unknown,
  window: Reflect.get(globalThis, 'window') as unknown,
  location: Reflect.get(globalThis, 'location') as unknown,
}
let sent: { page: string; events: { name: string; params: object; page: string }[] }[]
let jar: Map<string, string>
let layer: () => unknown[] | undefined
let answer: () => Promise<Response>
const says = (about: Record<string, unknown>) => {
  for (const [name, value] of Object.entries(about))
    Object.defineProperty(navigator, name, { value, configurable: true })
}

beforeEach(() => {
  jar = new Map([['consent', '1.granted.2026-01-05']])
  const dataset: Record<string, string> = {}
  const page = {
    documentElement: { dataset },
    querySelector: () => null,
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(line: string) {
      if (/Max-Age=0/.test(line)) jar.delete(line.slice(0, line.indexOf('=')))
    },
  }
  const window: { dataLayer?: unknown[] } = {}
  layer = () => window.dataLayer
  const kept = new Map<string, string>()
  Object.assign(globalThis, {
    document: page,
    window,
    location: { pathname: '/chat', search: '?secret=1' },
    sessionStorage: { getItem: (key: string) => kept.get(key) ?? null, setItem: kept.set.bind(kept) },
  })
  sent = []
  answer = async () => new Response(null, { status: 202 })
  globalThis.fetch = (async (_path: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)))
    return answer()
  }) as unknown as typeof fetch
  jest.useFakeTimers()
  setSystemTime(START)
})
afterEach(() => {
  jest.advanceTimersByTime(5000)
  jest.useRealTimers()
  setSystemTime()
  says({ doNotTrack: undefined, globalPrivacyControl: undefined })
  Object.assign(globalThis, before)
})

test('events go to the data layer at once and to the server together, a second after the first', () => {
  track('login', { method: 'password' })
  track('logout', {})
  expect(layer()).toEqual([{ event: 'login', method: 'password' }, { event: 'logout' }])
  jest.advanceTimersByTime(999)
  expect(sent).toEqual([])
  jest.advanceTimersByTime(1)
  expect(sent.map(({ events }) => events.map(({ name, page }) => [name, page]))).toEqual([
    [
      ['login', '/chat'],
      ['logout', '/chat'],
    ],
  ])
})

test('more than twenty events do not wait', () => {
  for (let n = 0; n < 21; n += 1) track('logout', {})
  expect(sent.map(({ events }) => events.length)).toEqual([20])
  jest.advanceTimersByTime(1000)
  expect(sent.map(({ events }) => events.length)).toEqual([20, 1])
})

test.each([
  ['nothing was chosen', () => jar.delete('consent')],
  ['it was declined', () => jar.set('consent', '1.denied.2026-01-05')],
  ['the choice is too old', () => jar.set('consent', '1.granted.2025-01-05')],
  ['the browser sends Do Not Track', () => says({ doNotTrack: '1' })],
  ['the browser sends Global Privacy Control', () => says({ globalPrivacyControl: true })],
])('nothing happens when %s', (_, given) => {
  given()
  jar.set('moment-0198a000-0000-7000-8000-000000000000', encodeURIComponent('{"name":"logout","params":{}}'))
  track('logout', {})
  beginTracking()
  jest.advanceTimersByTime(5000)
  expect([layer(), sent]).toEqual([undefined, []])
})

test('what another tab took back meanwhile is not sent', () => {
  track('logout', {})
  jar.set('consent', '1.denied.2026-01-05')
  jest.advanceTimersByTime(1000)
  expect(sent).toEqual([])
})

test('a moment that the server handed over is told once, and one that cannot be read is dropped', () => {
  const hand = (id: string, text: string) => jar.set(`moment-${id}`, encodeURIComponent(text))
  const id = crypto.randomUUID()
  hand(id, '{"name":"sign_up","params":{"method":"google"}}')
  hand('x', 'not JSON')
  takeMoments()
  takeMoments()
  // A purchase that is confirmed again is handed over under the same name.
  hand(id, '{"name":"sign_up","params":{"method":"google"}}')
  takeMoments()
  expect(layer()).toEqual([{ event: 'sign_up', method: 'google' }])
  expect([...jar.keys()]).toEqual(['consent'])
})

test('nothing that fails here is noticed by whoever tells', async () => {
  answer = () => Promise.reject(new TypeError('offline'))
  Object.assign(globalThis, { window: Object.freeze({}) })
  expect(() => track('logout', {})).not.toThrow()
  Object.assign(globalThis, { document: undefined })
  expect(() => track('logout', {})).not.toThrow()
  expect(() => takeMoments()).not.toThrow()
})

test('of a download the kind is told, never the name', () => {
  const of = (pathname: string, search = '', download = '') => downloadOf({ pathname, search, download })
  expect(of('/api/workspaces/1/files/2/download', '', 'My Orders.csv')).toEqual({
    file_extension: 'csv',
    content: 'file',
  })
  expect(of('/billing/invoices/0198a000.pdf')).toEqual({ file_extension: 'pdf', content: 'invoice' })
  expect(of('/api/credits/history', '?format=csv')).toEqual({ file_extension: 'csv', content: 'list' })
  expect(of('/x', '', 'backup-codes.TXT')).toEqual({ file_extension: 'txt', content: 'list' })
})
