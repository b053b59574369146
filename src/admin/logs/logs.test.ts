import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { logLines, users } from '#db/schema/index.ts'
import { createLogStore, type FinishedLine } from '#outside/log-store.ts'
import { createLog } from '#outside/logs.ts'
import { errorAnswer } from '#web/errors.tsx'
import type { Env } from '#web/http-context.ts'
import { begin } from '#web/middleware.ts'
import { signUp } from '../../../tests/support/people.ts'
import { testApp, testWorld } from '../../../tests/support/world.ts'
import type { LogLine } from '../rules/log-line.ts'
import * as logs from './logs.ts'

const world = await testWorld()
const app = await testApp()
const reader = await signUp(app, { verified: true, adminRoles: ['support'] })
const { headers } = reader

const line = (message: string, more: Partial<FinishedLine> = {}): FinishedLine => ({
  time: new Date().toISOString(),
  level: 'info',
  message,
  fields: {},
  ...more,
})
const keep = async (lines: FinishedLine[]) => {
  const logStore = createLogStore()
  logStore.attach(world.db)
  for (const one of lines) logStore.write(one)
  await logStore.close()
}
const read = async (query: Record<string, string>) => {
  const answer = await app.request(`/api/admin/logs?${new URLSearchParams(query)}`, { headers })
  return { answer, lines: (await answer.json()) as LogLine[] }
}

test('lines are found by level, text and request, and paged from the latest on', async () => {
  const mark = crypto.randomUUID()
  const at = (second: number) => new Date(Date.now() - 60_000 + second * 1000).toISOString()
  await keep([
    line(`${mark} one`, { time: at(1), fields: { requestId: mark, path: '/x' } }),
    line(`${mark} two`, { time: at(2), level: 'warn' }),
    line(`${mark} three 100%`, { time: at(3), level: 'error' }),
  ])
  const messages = async (query: Record<string, string>) => (await read(query)).lines.map(({ message }) => message)
  expect(await messages({ q: mark })).toEqual([`${mark} three 100%`, `${mark} two`, `${mark} one`])
  expect(await messages({ q: mark, level: 'warn' })).toEqual([`${mark} three 100%`, `${mark} two`])
  expect(await messages({ q: 'three 100%', level: 'error' })).toContain(`${mark} three 100%`)
  expect(await messages({ q: `${mark} /X`, sort: 'created_asc' })).toEqual([`${mark} one`])
  expect(await messages({ q: `${mark} nowhere` })).toEqual([])
  expect(await messages({ q: '%' })).toEqual([])
  expect((await read({ request: mark })).lines).toMatchObject([{ fields: { path: '/x' }, request_id: mark }])
  const { answer, lines } = await read({ q: mark, limit: '2' })
  expect(lines.length).toBe(2)
  const next = new URL(/<(.+)>/.exec(answer.headers.get('link')!)![1]!, 'http://x').searchParams.get('cursor')!
  expect(await messages({ q: mark, limit: '2', cursor: next })).toEqual([`${mark} one`])
  const csv = await app.request(`/api/admin/logs?q=${mark}&format=csv`, { headers })
  expect((await csv.text()).split('\n')[0]).toStartWith('created_at,level,message,request_id')
  const page = await (await app.request(`/admin/logs?q=${mark}`, { headers: { cookie: reader.cookie } })).text()
  expect(page).toContain(`${mark} three 100%`)
  expect(page).toContain(`href="/admin/logs?request=${mark}"`)
})

test('a full queue and a database that is away drop lines, count them and say so when it is back', async () => {
  const mark = crypto.randomUUID()
  const logStore = createLogStore(60_000)
  for (let at = 0; at < 2100; at++) logStore.write(line(`${mark} ${at}`))
  expect(logStore.dropped()).toBe(100)
  const away = { insert: () => ({ values: () => Promise.reject(new Error('away')) }) } as unknown as typeof world.db
  logStore.attach(away)
  await logStore.flush()
  expect(logStore.dropped()).toBe(600)
  logStore.attach(world.db)
  await logStore.close()
  const [kept] = await world.db
    .select({ count: sql<number>`count(*)::int` })
    .from(logLines)
    .where(sql`${logLines.message} like ${`${mark}%`}`)
  expect(kept?.count).toBe(1500)
  const told = await read({ q: 'log lines were dropped' })
  expect(told.lines[0]?.fields).toEqual({ count: 600 })
})

test('long lines are cut, and what no text can hold is replaced', async () => {
  const mark = crypto.randomUUID()
  await keep([line(`${mark}\0${'x'.repeat(9000)}`, { fields: { requestId: mark, body: 'y'.repeat(20_000) } })])
  const [kept] = (await read({ request: mark })).lines
  expect(kept!.message.length).toBe(2000)
  expect(String(kept!.fields.cut).length).toBe(8000)
})

test('the tail sends what other servers write from now on, once', async () => {
  const mark = crypto.randomUUID()
  const answer = await app.request(`/api/admin/logs/stream?q=${mark}`, { headers })
  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  const reading = answer.body!.getReader()
  await keep([line(`${mark} first`)])
  let text = await readUntil(reading, 'first')
  await keep([line(`${mark} second`)])
  text += await readUntil(reading, 'second')
  await reading.cancel()
  expect(text.match(new RegExp(`${mark} first`, 'g'))?.length).toBe(1)
  const id = /id: (\S+)\ndata: .*first/.exec(text)![1]!
  const again = await app.request(`/api/admin/logs/stream?q=${mark}`, { headers: { ...headers, 'last-event-id': id } })
  const more = again.body!.getReader()
  expect(await readUntil(more, 'second')).not.toContain(`${mark} first`)
  await more.cancel()
})

test('the tail keeps up with a flood, and gets what another server kept late', async () => {
  const mark = crypto.randomUUID()
  const answer = await app.request(`/api/admin/logs/stream?q=${mark}`, { headers })
  const reading = answer.body!.getReader()
  await readUntil(reading, 'still here')
  await keep(Array.from({ length: 1600 }, (_, at) => line(`${mark} ${at}.`)))
  const text = await readUntil(reading, `${mark} 1599.`)
  await reading.cancel()
  const told = [...text.matchAll(/id: (\S+)\ndata: .*?"message":"\S+ (\d+)\./g)]
  expect(new Set(told.map(([, , number]) => number)).size).toBe(1600)
  expect(told.length).toBe(1600)
  await keep([line(`${mark} late`, { time: new Date(Date.now() - 4000).toISOString() })])
  const resumed = { ...headers, 'last-event-id': told.at(-1)![1]! }
  const again = (await app.request(`/api/admin/logs/stream?q=${mark}`, { headers: resumed })).body!.getReader()
  expect((await readUntil(again, `${mark} late`)).match(/data: /g)?.length).toBe(1)
  await again.cancel()
})

test('the tail ends when the role is taken away', async () => {
  const person = await signUp(app, { verified: true })
  const become = (adminRoles: string[]) =>
    world.db.update(users).set({ adminRoles }).where(eq(users.id, person.user.id))
  await become(['support'])
  const answer = await app.request('/api/admin/logs/stream', { headers: person.headers })
  const reading = answer.body!.getReader()
  await readUntil(reading, 'still here')
  await become(['finance'])
  // It looks once a second, for 15 seconds otherwise.
  let looks = 0
  while (!(await reading.read()).done) looks += 1
  expect(looks).toBeLessThan(5)
  expect((await app.request('/api/admin/logs/stream', { headers: person.headers })).status).toBe(403)
})

/** What a stream says until a word is in it. */
async function readUntil(reading: ReadableStreamDefaultReader<Uint8Array>, word: string): Promise<string> {
  let text = ''
  while (!text.includes(word)) {
    const { done, value } = await reading.read()
    if (done) throw new Error(`The stream ended without ${word}: ${text}`)
    text += new TextDecoder().decode(value)
  }
  return text
}

test('lines older than settings keep them are forgotten', async () => {
  const mark = crypto.randomUUID()
  const old = new Date(Date.now() - 20 * 86_400_000).toISOString()
  await keep([...Array.from({ length: 25 }, () => line(`${mark} old`, { time: old })), line(`${mark} new`)])
  // However many there are: each statement takes only some.
  expect(await logs.sweep(world, 10)).toBeGreaterThanOrEqual(25)
  expect((await read({ q: mark, from: '2000-01-01' })).lines.map(({ message }) => message)).toEqual([`${mark} new`])
})

/** Thirty secrets as they turn up in errors, each with the part that must not be found. */
const WORD = 'pl4nted'
const secrets = (n: (at: number) => string): [text: string, secret: string][] => [
  [`Authorization: Bearer ${n(1)}`, n(1)],
  [`authorization: Basic ${n(2)}==`, n(2)],
  [`password=${n(3)}`, n(3)],
  [`{"password":"${n(4)}"}`, n(4)],
  [`postgres://app:${n(5)}@db.example/x`, n(5)],
  [`mysql://root:${n(6)}@10.0.0.1:3306/shop`, n(6)],
  [`redis://:${n(7)}@cache:6379`, n(7)],
  [`Cookie: session_token=${n(8)}; theme=dark`, n(8)],
  [`set-cookie: __Host-session=${n(9)}; Path=/`, n(9)],
  [`sk-proj-${n(10)}`, n(10)],
  [`xai-${n(11)}`, n(11)],
  [`tt_${n(12)}aaaaaaaa`, n(12)],
  [`rzp_live_${n(13)}`, n(13)],
  [`ghp_${n(14)}`, n(14)],
  [`xoxb-${n(15)}`, n(15)],
  [`eyJhbGciOiJI.${n(16)}.c2lnbmF0dXJl`, n(16)],
  [`api_key: ${n(17)}`, n(17)],
  [`apiKey="${n(18)}"`, n(18)],
  [`client_secret=${n(19)}&grant_type=x`, n(19)],
  [`refresh_token=${n(20)}`, n(20)],
  [`https://x.example/cb?access_token=${n(21)}&a=1`, n(21)],
  [`X-Amz-Signature=${n(22)}`, n(22)],
  [`aws_secret_access_key = ${n(23)}`, n(23)],
  [`AccountKey=${n(24)};EndpointSuffix=core`, n(24)],
  [`-----BEGIN PRIVATE KEY-----\n${n(25)}\n-----END PRIVATE KEY-----`, n(25)],
  ['card 4111 1111 1111 1111 was refused', '4111 1111 1111 1111'],
  ['card 5555-5555-5555-4444 was refused', '5555-5555-5555-4444'],
  ['AKIAIOSFODNN7EXAMPLE', 'AKIAIOSFODNN7EXAMPLE'],
  [`passphrase: ${n(29)}`, n(29)],
  [`smtp://mailer:${n(30)}@mail.example:587`, n(30)],
]

test('thirty planted secrets stand in no log, no kept line, no answer and no page, whatever breaks', async () => {
  const planted = secrets((at) => `${WORD}${at}${'k'.repeat(16)}`)
  expect(planted.length).toBe(30)
  const written: string[] = []
  const logStore = createLogStore()
  logStore.attach(world.db)
  const log = createLog({ LOG_LEVEL: 'debug' }, (text) => written.push(text), logStore.write)
  const broken = (text: string) => {
    const cause = new Error(`inner ${text}`)
    const error = new Error(`Failed query: insert into x\nparams: ${text},${text}`, { cause })
    return error
  }
  const breaking = new Hono<Env>()
    .onError(errorAnswer)
    .use(begin({ ...world, log }))
    .get('/api/break/:at', (c) => {
      throw broken(planted[Number(c.req.param('at'))]![0])
    })
    .get('/break/:at', (c) => {
      const [text] = planted[Number(c.req.param('at'))]!
      c.var.world.log.warn(`connection failed: ${text}`, { requestId: c.var.actor.requestId, text, list: [text] })
      throw broken(text)
    })
  const bodies: string[] = []
  for (const at of planted.keys())
    for (const path of [`/api/break/${at}`, `/break/${at}`]) bodies.push(await (await breaking.request(path)).text())
  for (const [text, secret] of planted)
    log.error('by name', { password: secret, apiKey: secret, cookie: secret, headers: { authorization: secret }, text })
  await logStore.close()
  const rows = JSON.stringify(await world.db.select().from(logLines))
  const page = await (await app.request('/admin/logs?level=error', { headers: { cookie: reader.cookie } })).text()
  const api = await (await app.request('/api/admin/logs?limit=200', { headers })).text()
  expect(written.length).toBeGreaterThan(120)
  const places = { written: written.join(''), rows, page, api, bodies: bodies.join('') }
  const found = Object.entries(places).flatMap(([place, text]) =>
    planted.filter(([, secret]) => text.includes(secret)).map(([, secret]) => `${place}: ${secret}`),
  )
  expect(found).toEqual([])
  expect(rows).toContain('[redacted]')
})

test('what is no secret is left as it is', () => {
  const lines: string[] = []
  const log = createLog({ LOG_LEVEL: 'debug' }, (text) => lines.push(text))
  const plain = { input_tokens: 12, order: 'order_4111111111111112', ms: 1234567890123, note: 'A token of thanks' }
  log.info('passwords are never shown', plain)
  expect(JSON.parse(lines[0]!)).toMatchObject({ message: 'passwords are never shown', ...plain, input_tokens: 12 })
})
