import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { json } from '../support/people.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { type Product, startProduct } from '../support/product.ts'
import { SECRETS } from '../support/secrets.ts'

/** Two servers of one PostgreSQL: what is saved at one holds at the other. */
const dirs = ['one', 'two'].map((name) => mkdtempSync(join(tmpdir(), `tabletalk-settings-${name}-`)))
let postgres: PostgresServer
let model: ModelServer
let one: Product
let two: Product
let headers: Record<string, string>

beforeAll(async () => {
  postgres = await startPostgres()
  model = await startModelServer((_, index) =>
    index === 0 ? { call: 'ready', input: {} } : { say: 'Nothing to count here.' },
  )
  const env = {
    DATABASE_URL: postgres.url,
    AUTH_SECRET: SECRETS['AUTH_SECRET of two servers'],
    ALLOWED_PRIVATE_HOSTS: '127.0.0.0/8',
  }
  one = await startProduct({ ...env, DATA_DIR: dirs[0]! })
  two = await startProduct({ ...env, DATA_DIR: dirs[1]! })
  const body = { email: 'asha@example.com', password: 'correct horse battery' }
  const answer = await fetch(`${one.address}/api/auth/register`, json(body))
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  headers = { authorization: `Bearer ${((await answer.json()) as { token: string }).token}` }
  const link = /\/first-admin\/\S+/.exec(one.greeting)![0]
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
  const made = await fetch(one.address + link, { method: 'POST', headers: { ...form, cookie }, redirect: 'manual' })
  expect(made.status).toBeLessThan(400)
}, 300_000)
afterAll(async () => {
  for (const product of [one, two]) product.process.kill('SIGKILL')
  await Promise.all([one.process.exited, two.process.exited])
  await Promise.all([postgres.stop(), model.stop()])
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
})

const change = (path: string, body: object) =>
  fetch(one.address + path, json({ reason: 'A test', ...body }, headers, 'PUT'))

/** Looks at the other server until it says so; a test that waits too long ends by itself. */
async function until(look: () => Promise<boolean>): Promise<void> {
  while (!(await look())) await Bun.sleep(200)
}
const page = async (path: string, init: RequestInit = {}) => (await fetch(two.address + path, init)).text()

test('a name, a price and a banner that are saved at one server stand on the pages of the other', async () => {
  const settings = {
    site: { name: 'Rowspeak' },
    credits: { per_answer: 3 },
    maintenance: { text: 'Back at ten', read_only: true },
  }
  expect((await change('/api/admin/settings', { settings })).status).toBe(200)
  expect(await (await fetch(`${one.address}/pricing`)).text()).toContain('Back at ten')
  await until(async () => (await page('/pricing')).includes('Back at ten'))
  const pricing = await page('/pricing')
  expect(pricing).toContain('One answered question costs 3 credits.')
  expect(pricing).toContain('© 2025 Rowspeak')
  const refused = await fetch(`${two.address}/api/organizations`, json({ name: 'Acme' }, headers))
  expect([refused.status, refused.headers.get('x-maintenance')]).toEqual([503, 'Back at ten'])
  await change('/api/admin/settings', { settings: { maintenance: { text: '', read_only: false } } })
  await until(async () => !(await page('/pricing')).includes('Back at ten'))
})

test('a model that is configured at one server answers at the other, and its key is known to both', async () => {
  const config = { model: { preset: 'custom', address: model.url, name: 'scripted', api: 'chat' } }
  expect((await change('/api/admin/xai-config', { config, key: 'k-1234567890' })).status).toBe(200)
  const view = async () =>
    JSON.parse(await page('/api/admin/xai-config', { headers })) as { version: number; key: string }
  await until(async () => (await view()).version === 1)
  expect((await view()).key).toBe('saved')
  const tested = await fetch(`${two.address}/api/admin/xai-config/test`, json({}, headers))
  expect(await tested.json()).toMatchObject({ ok: true, said: 'Nothing to count here.' })
})

test('lines of both servers stand in the logs of either', async () => {
  const servers = async () => {
    const lines = JSON.parse(await page('/api/admin/logs?limit=200', { headers })) as { server: string }[]
    return new Set(lines.map(({ server }) => server)).size
  }
  await until(async () => (await servers()) >= 2)
})
