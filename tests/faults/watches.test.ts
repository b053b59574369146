import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { newId } from '#base/ids.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { type Product, startProduct } from '../support/product.ts'
import { SECRETS } from '../support/secrets.ts'

/** Two servers of one PostgreSQL, and two hundred schedules that are due at once. */
const DUE = 200
const dirs = ['one', 'two'].map((name) => mkdtempSync(join(tmpdir(), `tabletalk-watches-${name}-`)))
let server: PostgresServer
let sql: postgres.Sql
let one: Product
let two: Product
let headers: Record<string, string> = {}
beforeAll(async () => {
  server = await startPostgres()
  const env = { DATABASE_URL: server.url, AUTH_SECRET: SECRETS['AUTH_SECRET of two servers'] }
  ;[one, two] = (await Promise.all(dirs.map((DATA_DIR) => startProduct({ ...env, DATA_DIR })))) as [Product, Product]
  sql = postgres(server.url, { max: 2, onnotice: () => {} })
  const account = { email: 'asha@example.com', password: 'correct horse battery' }
  headers = { authorization: `Bearer ${(await call('POST', '/api/auth/register', account)).token}` }
}, 300_000)
afterAll(async () => {
  for (const product of [one, two]) product.process.kill('SIGKILL')
  await Promise.all([one.process.exited, two.process.exited])
  await sql.end()
  await server.stop()
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
})

async function call(method: string, path: string, body?: object) {
  const answer = await fetch(two.address + path, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}
const counted = async (query: postgres.PendingQuery<postgres.Row[]>) => Number((await query)[0]!.n)
/** Looks until it is so; somebody asks both servers meanwhile, as long as they live, so that their jobs come as often as they do. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  const path = '/api/user/profile'
  while (!(await isSo())) {
    await Promise.all([call('GET', path), fetch(one.address + path, { headers }).catch(() => null)])
    await Bun.sleep(20)
  }
}

test('each is mailed once, though one of the servers is killed while it runs some of them', async () => {
  const organization = await call('POST', '/api/organizations', { name: 'Acme' })
  const workspace = await call('POST', '/api/workspaces', { organization_id: organization.id, name: 'Sales' })
  const path = `/api/workspaces/${workspace.id}`
  const canvas = await call('POST', `${path}/canvases`, { name: 'Board' })
  const content = { title: 'Rows', sql: 'SELECT 42 AS answer' }
  const block = { kind: 'grid', tab: 'first', x: 0, y: 0, w: 6, h: 4, content }
  await call('PUT', `/api/canvases/${canvas.id}/blocks/${newId()}`, block)
  const { id: userId } = await call('GET', '/api/user/profile')
  const schedule = { every: 'month', day: 1, time_zone: 'UTC' }
  const watch = { canvas_id: canvas.id, schedule, members: [userId] }
  for (let n = 0; n < DUE; n += 10)
    await Promise.all(
      Array.from({ length: 10 }, (_, at) => call('POST', `${path}/watches`, { ...watch, name: `Board ${n + at}` })),
    )
  await sql`update watches set next_at = now() - interval '1 minute'`

  const running = () => sql`select id from watch_runs where status = 'running'`
  await until(async () => {
    const done = await counted(sql`select count(*) as n from watch_runs where status = 'sent'`)
    return done > 10 && (await running()).length > 3
  })
  one.process.kill('SIGKILL')
  await one.process.exited
  // The clock moves: what the dead server held runs out, and what the living one is in the middle of as well.
  await sql`update watches set claimed_until = now() - interval '1 second' where claimed_by is not null`
  await until(async () => (await counted(sql`select count(*) as n from watches where next_at < now()`)) === 0)
  await until(async () => (await running()).length === 0)

  const mails = await sql`select subject, count(*)::int as n from mails where kind = 'board' group by subject`
  expect(mails.filter(({ n }) => n !== 1)).toEqual([])
  expect(mails).toHaveLength(DUE)
  const sent = await sql`select watch_id from watch_runs where status = 'sent' group by watch_id having count(*) = 1`
  expect(sent).toHaveLength(DUE)
  expect(await counted(sql`select count(*) as n from watch_runs where status = 'interrupted'`)).toBeGreaterThan(0)
  expect(await counted(sql`select count(*) as n from watch_runs where status = 'failed'`)).toBe(0)
}, 300_000)
