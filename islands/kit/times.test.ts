import { afterEach, beforeEach, expect, jest, setSystemTime, test } from 'bun:test'
import { SESSION } from '#auth/rules/session.ts'
import { badgeCount, TIMES } from '#ui/rules/times.ts'
import { clearCaches } from './caches.ts'
import { announceSpent, balanceOf, showBalance } from './credit-balance.ts'
import { fillUserMenu } from './user-menu.ts'

/** Caches and delays of the specification's section 9 on a clock of our own, where no journey measures them in a browser. */
class MemoryStorage {
  private readonly entries = new Map<string, string>()
  getItem = (key: string) => this.entries.get(key) ?? null
  setItem = (key: string, value: string) => void this.entries.set(key, value)
  removeItem = (key: string) => void this.entries.delete(key)
}
const START = new Date('2026-01-05T08:00:00Z').getTime()
const before = {
  fetch: globalThis.fetch,
  document: Reflect.get(globalThis, 'document') as unknown,
  BroadcastChannel: globalThis.BroadcastChannel,
}
let calls: string[]

beforeEach(() => {
  const token = `x.${btoa(JSON.stringify({ exp: START / 1000 + 100_000 }))}.y`
  const localStorage = new MemoryStorage()
  localStorage.setItem('authToken', token)
  const page = Object.assign(new EventTarget(), { querySelectorAll: () => [], querySelector: () => null, cookie: '' })
  // No other tab is there.
  const BroadcastChannel = class extends EventTarget {
    postMessage() {}
  }
  Object.assign(globalThis, { localStorage, sessionStorage: new MemoryStorage(), document: page, BroadcastChannel })
  calls = []
  globalThis.fetch = (async (path: string) => {
    calls.push(path)
    if (path.endsWith('/balance')) return Response.json({ balance: 25, low_at: null })
    if (path.endsWith('/subscription')) return Response.json({ subscription: null })
    return Response.json(path.endsWith('admin-status') ? { isAdmin: false } : [])
  }) as typeof fetch
  jest.useFakeTimers()
  setSystemTime(START)
})
afterEach(() => {
  clearCaches()
  jest.useRealTimers()
  setSystemTime()
  Object.assign(globalThis, before)
})

const settle = async () => {
  for (let turn = 0; turn < 40; turn += 1) await Promise.resolve()
}
const pass = async (ms: number) => {
  jest.advanceTimersByTime(ms)
  await settle()
}
const asked = (path: string) => calls.filter((call) => call === path).length

test('the credit balance is kept for 30 s, for each person by themselves', async () => {
  await balanceOf('anna')
  setSystemTime(START + 29_999)
  await balanceOf('anna')
  expect(asked('/api/credits/balance')).toBe(1)
  setSystemTime(START + 30_000)
  await balanceOf('anna')
  expect(asked('/api/credits/balance')).toBe(2)
  await balanceOf('ben')
  expect(asked('/api/credits/balance')).toBe(3)
})

test('a burst of news about the balance makes one call, 100 ms after the last', async () => {
  const host = { dataset: { user: 'anna' }, removeAttribute() {}, toggleAttribute() {}, textContent: '' }
  showBalance(host as unknown as HTMLAnchorElement)
  await pass(100)
  expect([asked('/api/credits/balance'), host.textContent]).toEqual([1, '25 credits'])
  for (let n = 0; n < 5; n += 1) {
    announceSpent()
    await pass(99)
  }
  expect(asked('/api/credits/balance')).toBe(1)
  await pass(1)
  expect(asked('/api/credits/balance')).toBe(2)
  // What a receipt tells is shown without asking.
  announceSpent(7)
  await pass(100)
  expect([asked('/api/credits/balance'), host.textContent]).toEqual([2, '7 credits'])
})

test('the subscription is asked for after 100 ms and kept for 30 s', async () => {
  fillUserMenu('anna')
  await pass(99)
  expect(asked('/api/billing/subscription')).toBe(0)
  await pass(1)
  expect(asked('/api/billing/subscription')).toBe(1)
  const again = async (at: number) => {
    setSystemTime(START + at - 100)
    fillUserMenu('anna')
    await pass(100)
    return asked('/api/billing/subscription')
  }
  expect(await again(30_099)).toBe(1)
  expect(await again(30_100)).toBe(2)
})

test('the constants are those of the specification', () => {
  expect(TIMES).toMatchObject({
    toast: 5000,
    notice: { success: 3000, info: 3000, warning: 4000, error: null },
    sideList: 150,
    spinner: 3000,
    organizationsCache: 30_000,
    organizationsRetry: 3000,
    balanceCache: 30_000,
    balanceDebounce: 100,
    subscriptionCache: 30_000,
    subscriptionDelay: 100,
  })
  expect(SESSION).toMatchObject({
    cookieMaxAge: 34_560_000,
    tick: 30_000,
    refreshAtTicks: 3,
    expiryMargin: 90_000,
    keyCache: 600_000,
    backoffStart: 200,
    backoffLimit: 30_000,
  })
  expect([0, 9, 10].map(badgeCount)).toEqual(['0', '9', '9+'])
})
