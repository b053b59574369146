import { afterEach, beforeEach, expect, jest, setSystemTime, test } from 'bun:test'
import { ApiError, api } from './api.ts'
import { cached, clearCaches } from './caches.ts'
import { closesAfter } from './dialog.ts'
import { refresh, startTokenRefresh } from './token-refresh.ts'
import { keepSignedIn, readToken, tokenEnd, writeToken } from './token-store.ts'

/** Web storage for tests: what the browser has and Bun has not. */
class MemoryStorage {
  private readonly entries = new Map<string, string>()
  getItem = (key: string) => this.entries.get(key) ?? null
  setItem = (key: string, value: string) => void this.entries.set(key, value)
  removeItem = (key: string) => void this.entries.delete(key)
}

const START = new Date('2026-01-05T08:00:00Z').getTime()
const realFetch = globalThis.fetch
let calls: { path: string; headers: Headers }[]
let answer: () => Response

beforeEach(() => {
  Object.assign(globalThis, { localStorage: new MemoryStorage(), sessionStorage: new MemoryStorage() })
  calls = []
  answer = () => new Response('{}')
  globalThis.fetch = (async (path: string, init?: RequestInit) => {
    calls.push({ path, headers: new Headers(init?.headers) })
    return answer()
  }) as typeof fetch
  jest.useFakeTimers()
  setSystemTime(START)
})
afterEach(() => {
  jest.useRealTimers()
  setSystemTime()
  globalThis.fetch = realFetch
  clearCaches()
})

const token = (seconds: number) => `x.${btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + seconds }))}.y`
const tokenAnswer = (seconds: number) => () => Response.json({ token: token(seconds) })
/** Lets promises that are ready run, however many wait in line. */
const settle = async () => {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve()
}
async function pass(ms: number, step = 100) {
  await settle()
  for (let gone = 0; gone < ms; gone += step) {
    jest.advanceTimersByTime(step)
    await settle()
  }
}

test('a call carries the kept token and gives the JSON of the answer', async () => {
  writeToken(token(900))
  answer = () => Response.json({ name: 'Søn' })
  expect(await api<{ name: string }>('/user/profile')).toEqual({ name: 'Søn' })
  expect(calls[0]?.path).toBe('/api/user/profile')
  expect(calls[0]?.headers.get('authorization')).toBe(`Bearer ${readToken()}`)
})

test('a 401 clears the token from both storages and says what the server said', async () => {
  localStorage.setItem('authToken', 'a')
  sessionStorage.setItem('authToken', 'b')
  answer = () =>
    Response.json(
      { error: 'Please sign in.', code: 'unauthenticated' },
      { status: 401, headers: { 'x-request-id': 'r7' } },
    )
  const error = await api('/organizations').catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ message: 'Please sign in.', status: 401, code: 'unauthenticated', requestId: 'r7' })
  expect([localStorage.getItem('authToken'), sessionStorage.getItem('authToken')]).toEqual([null, null])
})

test('calls go below /api, or where the page says that the API is', async () => {
  const paths = ['/user/profile', '/api/credits/balance']
  for (const path of paths) await api(path)
  Object.assign(globalThis, { document: { querySelector: () => ({ content: '/gateway/api/' }) } })
  for (const path of paths) await api(path)
  Reflect.deleteProperty(globalThis, 'document')
  expect(calls.map(({ path }) => path)).toEqual([
    '/api/user/profile',
    '/api/credits/balance',
    '/gateway/api/user/profile',
    '/gateway/api/credits/balance',
  ])
})

test('an answer that is not JSON is an invalid response', async () => {
  answer = () => new Response('<html>', { status: 502 })
  expect(api('/organizations')).rejects.toThrow('Invalid response from server')
})

test('the token goes to local storage, unless somebody does not want to stay signed in', () => {
  const places = () => [localStorage.getItem('authToken'), sessionStorage.getItem('authToken')]
  writeToken('long')
  expect(places()).toEqual(['long', null])
  keepSignedIn(false)
  writeToken('short')
  expect(places()).toEqual([null, 'short'])
  expect(tokenEnd('garbage')).toBeNull()
})

test('the token is checked every 30 s and refreshed when three ticks or fewer are left', async () => {
  writeToken(token(240))
  answer = tokenAnswer(900)
  const stop = startTokenRefresh()
  await settle()
  expect(calls).toHaveLength(0)
  await pass(120_000, 30_000)
  expect(calls).toHaveLength(0)
  await pass(30_000, 30_000)
  expect(calls.map(({ path }) => path)).toEqual(['/api/auth/token'])
  expect(tokenEnd(readToken())).toBe(START + 150_000 + 900_000)
  stop()
})

test('a failing refresh is tried after 200 ms, then twice as long each time, for about 30 s', async () => {
  answer = () => new Response('', { status: 503 })
  const times: number[] = []
  const inner = globalThis.fetch
  globalThis.fetch = ((...all: Parameters<typeof fetch>) => {
    times.push(Date.now() - START)
    return inner(...all)
  }) as typeof fetch
  const done = refresh()
  await pass(40_000)
  expect(await done).toBe(false)
  expect(times).toEqual([0, 200, 600, 1400, 3000, 6200, 12_600, 25_400])
})

test('a session that has ended is not asked for again', async () => {
  writeToken(token(10))
  answer = () => Response.json({ error: 'Please sign in.' }, { status: 401 })
  startTokenRefresh()
  await pass(120_000, 30_000)
  expect(calls).toHaveLength(1)
  expect(readToken()).toBeNull()
})

test('a cache makes one call per key in 30 s, another for another key, and none keeps a failure', async () => {
  const asked: string[] = []
  const cache = cached(async (key) => {
    asked.push(key)
    if (key === 'broken') throw new Error('down')
    return key
  }, 30_000)
  await Promise.all([cache.get('anna'), cache.get('anna')])
  setSystemTime(START + 29_999)
  await cache.get('anna')
  expect(asked).toEqual(['anna'])
  setSystemTime(START + 30_000)
  await cache.get('anna')
  await cache.get('ben')
  expect(asked).toEqual(['anna', 'anna', 'ben'])
  await cache.get('broken').catch(() => {})
  await cache.get('broken').catch(() => {})
  expect(asked.slice(3)).toEqual(['broken', 'broken'])
  await cache.get('ben')
  clearCaches()
  await cache.get('ben')
  expect(asked.slice(5)).toEqual(['ben', 'ben'])
})

test.each([
  ['success', 3000],
  ['info', 3000],
  ['warning', 4000],
  ['error', null],
] as const)('a dialog of type %s closes by itself after %p ms', (type, ms) => {
  expect(closesAfter({ type })).toBe(ms)
  expect(closesAfter({ type, autoClose: 500 })).toBe(500)
})
