import { afterEach, beforeEach, expect, test } from 'bun:test'
import { clearCaches } from './caches.ts'
import { connectEntries, dataSourceConfig } from './palette-entries.ts'

const realFetch = globalThis.fetch
let answer: () => Response | Promise<Response>
beforeEach(() => {
  const empty = { getItem: () => null, setItem() {}, removeItem() {} }
  Object.assign(globalThis, { localStorage: empty, sessionStorage: empty })
  Object.assign(globalThis, { document: { querySelector: () => null } })
  const token = `x.${btoa(JSON.stringify({ exp: 4_000_000_000 }))}.y`
  Object.assign(globalThis, { sessionStorage: { ...empty, getItem: () => token } })
  globalThis.fetch = (async (path: string) =>
    path.endsWith('/organizations')
      ? Response.json([
          {
            id: 'o1',
            name: 'Acme',
            workspaces: [
              { id: 'w1', name: 'Sales', role: 'owner' },
              { id: 'w2', name: 'Costs', role: 'viewer' },
            ],
          },
        ])
      : answer()) as unknown as typeof fetch
})
test('a refused token is forgotten', async () => {
  const removed: string[] = []
  Object.assign(sessionStorage, { removeItem: (name: string) => void removed.push(name) })
  answer = () => new Response('', { status: 401, statusText: 'Unauthorized' })
  expect((await dataSourceConfig()).error).toBe('Failed to fetch data source config: Unauthorized')
  expect(removed).toEqual(['authToken'])
})

afterEach(() => {
  globalThis.fetch = realFetch
  Reflect.deleteProperty(globalThis, 'document')
  clearCaches()
})

test('what can be connected is offered in the palette; files and what this server cannot are not', async () => {
  const source = (kind: string, engine: string, available = true) => ({
    kind,
    engine,
    label: engine,
    fields: [],
    available,
  })
  answer = () =>
    Response.json({
      dataSources: [source('file', 'csv'), source('database', 'mysql'), source('database', 'oracle', false)],
    })
  expect(await connectEntries('w1')).toEqual({
    problem: null,
    entries: [{ group: 'Connect', label: 'Connect mysql', icon: 'plus', href: '/workspaces/w1/sources/new/mysql' }],
  })
  expect(await connectEntries('w2')).toEqual({ problem: null, entries: [] })
})

test.each([
  [
    'a server in trouble',
    () => new Response('', { status: 503, statusText: 'Service Unavailable' }),
    'Service Unavailable',
  ],
  ['a status without a text', () => new Response('', { status: 502 }), '502'],
  ['an answer that is none', () => new Response('<html>'), 'Invalid response from server'],
  ['no answer', () => Promise.reject(new TypeError('offline')), 'the server could not be reached'],
])('with %s the list is empty and says why', async (_, given, status) => {
  answer = given
  expect(await dataSourceConfig()).toEqual({
    dataSources: [],
    error: `Failed to fetch data source config: ${status}`,
  })
  expect(await connectEntries('w1')).toEqual({ entries: [], problem: `Failed to fetch data source config: ${status}` })
})
