import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { logFailure } from './browser-log.ts'
import { onSession, type SessionEvent, tellSession } from './session-events.ts'

/** Another tab: the same channel from the other end. */
const other = new BroadcastChannel('tabletalk:session')
const stored: string[] = []
const stops: (() => void)[] = []
beforeAll(() => {
  Object.assign(globalThis, {
    localStorage: {
      setItem: (_key: string, value: string) => stored.push(value),
      removeItem: () => {},
      getItem: () => null,
    },
  })
})
afterAll(() => other.close())
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const heard = () => {
  const events: [SessionEvent, boolean][] = []
  stops.push(onSession((event, here) => events.push([event, here])))
  return events
}
const arrival = () =>
  new Promise<{ id: string; event: SessionEvent }>((done) => {
    other.addEventListener('message', (message) => done((message as MessageEvent).data), { once: true })
  })

const EVENTS: SessionEvent[] = [
  { type: 'signed_in', userId: 'u1' },
  { type: 'signed_out' },
  { type: 'token_refreshed', userId: 'u1', expiresAt: 1 },
  { type: 'password_recovery' },
  { type: 'user_updated', user: { id: 'u1', name: 'Asha', image: null } },
  { type: 'mfa_challenge_verified', userId: 'u1' },
]

test.each(EVENTS.map((event) => [event.type, event] as const))(
  '%s reaches this tab, the others and storage',
  async (_, event) => {
    const events = heard()
    const arrived = arrival()
    tellSession(event)
    expect(events).toEqual([[event, true]])
    expect((await arrived).event).toEqual(event)
    expect(JSON.parse(stored.at(-1)!).event).toEqual(event)
  },
)

test('an event of another tab comes once, whichever way is first', async () => {
  const events = heard()
  const event: SessionEvent = { type: 'signed_out' }
  const again = new Promise<void>((done) => stops.push(onSession((it) => it.type === 'password_recovery' && done())))
  const letter = { id: 'letter-1', event }
  other.postMessage(letter)
  other.postMessage(letter)
  other.postMessage({ id: 'letter-2', event: { type: 'password_recovery' } })
  await again
  expect(events).toEqual([
    [event, false],
    [{ type: 'password_recovery' }, false],
  ])
})

test('what the browser logs carries no bearer tokens, passwords, keys or secrets', () => {
  const lines: string[] = []
  const before = console.warn
  console.warn = (...parts: unknown[]) => void lines.push(parts.join(' '))
  try {
    const cause = Object.assign(new Error('Bearer abc.def was refused, password=hunter2'), {
      details: { api_key: 'k-123456', token: 't', secret: 's3', user: 'asha' },
    })
    logFailure('Failed with secret=opensesame', cause)
  } finally {
    console.warn = before
  }
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('asha')
  for (const secret of ['abc.def', 'hunter2', 'k-123456', '"t"', 's3', 'opensesame'])
    expect(lines[0]).not.toContain(secret)
})
