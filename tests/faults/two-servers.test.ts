import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQL } from 'bun'
import { LOCKOUT } from '#auth/rules/lockout.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { type Product, startProduct } from '../support/product.ts'
import { SECRETS } from '../support/secrets.ts'
import { SOON } from '../support/soon.ts'

/** Two servers of one PostgreSQL, each with a disk of its own: everything but files is shared, and that is said. */
const dirs = ['one', 'two'].map((name) => mkdtempSync(join(tmpdir(), `tabletalk-${name}-`)))
const SLOW = Array.from({ length: 1500 }, (_, index) => `word${index} `)
const PASSWORD = 'correct horse battery'
const EMAIL = 'asha@example.com'

let postgres: PostgresServer
let model: ModelServer
let one: Product
let two: Product
let headers: Record<string, string> = {}
let workspace: string
beforeAll(async () => {
  ;[postgres, model] = await Promise.all([startPostgres(), startModelServer(() => ({ say: SLOW, every: 50 }))])
  const { url: OPENAI_BASE_URL } = model
  const env = { DATABASE_URL: postgres.url, OPENAI_BASE_URL, OPENAI_API_KEY: SECRETS.OPENAI_API_KEY, AI_API: 'chat' }
  ;[one, two] = (await Promise.all(
    dirs.map((DATA_DIR) => startProduct({ ...env, DATA_DIR, AUTH_SECRET: SECRETS['AUTH_SECRET of two servers'] })),
  )) as [Product, Product]
  const { token } = (await call(one, 'POST', '/api/auth/register', { email: EMAIL, password: PASSWORD })).body
  headers = { authorization: `Bearer ${token}` }
  const { id } = (await call(one, 'POST', '/api/organizations', { name: 'Acme' })).body
  workspace = `/api/workspaces/${(await call(one, 'POST', '/api/workspaces', { organization_id: id, name: 'Sales' })).body.id}`
}, 300_000)
afterAll(async () => {
  for (const product of [one, two]) product.process.kill('SIGKILL')
  await Promise.all([one.process.exited, two.process.exited])
  await Promise.all([postgres.stop(), model.stop()])
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
})

async function call(product: Product, method: string, path: string, body?: object) {
  const answer = await fetch(product.address + path, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  return { status: answer.status, body: text ? JSON.parse(text) : null }
}

/** Reads an event stream until it contains `mark`, or to its end. */
async function read(stream: ReadableStreamDefaultReader<Uint8Array>, mark?: string): Promise<string> {
  let text = ''
  while (!(mark && text.includes(mark))) {
    const { value, done } = await stream.read()
    if (done) break
    text += new TextDecoder().decode(value)
  }
  return text
}

test('an answer of one server is streamed and stopped through the other', async () => {
  const asked = await fetch(`${one.address}${workspace}/query-data`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ message: 'How many orders?' }),
  })
  const first = asked.body!.getReader()
  const conversation = /"conversation_id":"([^"]+)"/.exec(await read(first, 'word3'))![1]!
  const resumed = await fetch(`${two.address}/api/conversations/${conversation}/stream`, { headers })
  const second = resumed.body!.getReader()
  expect(await read(second, 'word6')).toContain('word0')
  const again = { message: 'And now?', context: { conversation_id: conversation } }
  expect(await call(two, 'POST', `${workspace}/query-data`, again)).toMatchObject({
    status: 409,
    body: { code: 'busy' },
  })

  const pressed = performance.now()
  expect((await call(two, 'POST', `/api/conversations/${conversation}/stop`)).body).toEqual({ stopped: true })
  expect(await read(first)).toContain('"status":"stopped"')
  expect(performance.now() - pressed).toBeLessThan(SOON)
  expect(await read(second)).toContain('[DONE]')
  expect((await call(two, 'GET', '/api/credits/balance')).body).toMatchObject({ balance: 25, held: 0 })
})

test('a statement of a board runs once, however many people look at it at however many servers', async () => {
  const { id } = (await call(one, 'POST', `${workspace}/canvases`, { name: 'Board' })).body
  const many = 'SELECT unnest(generate_series(1, 4000)) AS i'
  const sql = `SELECT sum(a.i * b.i) AS total FROM (${many}) AS a, (${many}) AS b`
  const block = { kind: 'grid', tab: 'first', x: 0, y: 0, w: 6, h: 4, content: { title: 'Total', sql } }
  const put = `/api/canvases/${id}/blocks/${crypto.randomUUID()}`
  expect((await call(one, 'PUT', put, block)).status).toBe(200)
  const looks = Array.from({ length: 20 }, (_, at) =>
    call(at % 2 ? one : two, 'POST', `/api/canvases/${id}/refresh`, {}),
  )
  const seen = (await Promise.all(looks)).map(({ body }) => body[0].data.results[0])
  expect(new Set(seen.map((result) => result.id)).size).toBe(1)
  expect(seen[0].rows).toEqual([[((4000 * 4001) / 2) ** 2]])
  const database = new SQL(postgres.url)
  expect([...(await database`select count(*)::int as runs from results where sql = ${sql}`)]).toEqual([{ runs: 1 }])
  await database.close()
})

test('who looks at a board at one server is seen at the other, until they leave', async () => {
  const { id } = (await call(one, 'POST', `${workspace}/canvases`, { name: 'Board' })).body
  const me = (await call(one, 'GET', '/api/user/profile')).body
  const account = { email: 'ben@example.com', password: PASSWORD, name: 'Ben Okoye' }
  const ben = (await call(two, 'POST', '/api/auth/register', account)).body
  const database = new SQL(postgres.url)
  await database`
    insert into organization_members (id, organization_id, user_id, role)
    select gen_random_uuid(), organization_id, ${ben.user.id}, 'viewer' from organization_members where user_id = ${me.id}`
  await database.close()
  const follow = async (product: Product, token: string) => {
    const stream = await fetch(`${product.address}/api/canvases/${id}/events`, { headers: { authorization: token } })
    return stream.body!.getReader()
  }
  const here = await follow(one, headers.authorization!)
  await read(here, `"people":[{"id":"${me.id}"`)
  const there = await follow(two, `Bearer ${ben.token}`)
  await Promise.all([read(here, '"Ben Okoye"'), read(there, `"id":"${me.id}"`)])
  await there.cancel()
  await read(here, `"people":[{"id":"${me.id}","name":"${me.name}"}]`)
  await here.cancel()
})

// After the board: its statement would be refused by the server without the bytes.
test('a file on the disk of the other server is named as missing, not as broken', async () => {
  const form = new FormData()
  form.set('file', new File(['a,b\n1,2\n'], 'far.csv'))
  const sent = await fetch(`${one.address}${workspace}/files/upload`, { method: 'POST', headers, body: form })
  expect(sent.status).toBe(201)
  const sql = { sql: 'select * from far' }
  expect((await call(one, 'POST', `${workspace}/sql`, sql)).status).toBe(200)
  expect(await call(two, 'POST', `${workspace}/sql`, sql)).toMatchObject({
    status: 503,
    body: { code: 'bytes_missing' },
  })
})

test('attempts to sign in are counted over both, and signing out of one is signing out of both', async () => {
  const wrong = { email: EMAIL, password: 'not the password' }
  let tried = 0
  for (let attempt = 0; attempt < 12; attempt++)
    if ((await call(attempt % 2 ? one : two, 'POST', '/api/auth/login', wrong)).status === 401) tried++
  // Registering was the first guess, four more are free: each server by itself would have let as many through.
  expect(tried).toBe(LOCKOUT.free.account - 1)
  await call(one, 'POST', '/api/auth/logout')
  expect((await call(two, 'GET', '/api/user/profile')).status).toBe(401)
})
