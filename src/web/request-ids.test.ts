import { expect, test } from 'bun:test'
import { and, eq, sql } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { MINUTE } from '#base/time.ts'
import { asSystem } from '#billing/system.ts'
import * as webhooks from '#billing/webhooks.ts'
import { auditEvents, logLines, securityEvents, users } from '#db/schema/index.ts'
import { hmac } from '#outside/gateway.ts'
import { createLogStore, type FinishedLine } from '#outside/log-store.ts'
import { createLog, inRequest } from '#outside/logs.ts'
import { TEST_CARDS } from '#outside/sandbox/checkout.ts'
import { plan } from '#outside/sandbox/records.ts'
import { createSandbox } from '#outside/sandbox/sandbox.ts'
import * as audit from '#records/audit.ts'
import { confirmation, type Ordered, payAt } from '../../tests/support/buyer.ts'
import { call, newPlace, type Person, signUp } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import type { World } from '../ctx.ts'
import { startJobs } from '../jobs.ts'

/** Whoever has the id of a request, from a page, an answer or an event, finds what was written while it was done. */
const lines: FinishedLine[] = []
const base = await testWorld()
const logStore = createLogStore()
logStore.attach(base.db)
const log = createLog(
  { LOG_LEVEL: 'silent' },
  () => {},
  (line) => {
    lines.push(line)
    logStore.write(line)
  },
)
const sandbox = createSandbox({ ...base, log, authSecret: base.config.authSecret, timeoutMs: MINUTE })
const world: World = { ...base, log, sandbox, gateway: sandbox.gateway }
await webhooks.keepSecret(world)
const app = await testApp(world)
const ada = await signUp(app, { verified: true })

const linesOf = (requestId: string) => lines.filter(({ fields }) => fields.requestId === requestId)
const ask = async (method: string, path: string, who: Person | null = ada, body?: object) => {
  const headers = { ...(who?.headers ?? {}), accept: 'application/json', 'content-type': 'application/json' }
  const answer = await app.request(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  return { status: answer.status, id: answer.headers.get('x-request-id')! }
}

test.each([
  ['403', 'GET', '/api/admin/logs', undefined],
  ['400', 'POST', '/api/credits/create-order', { credits: 150 }],
  ['404', 'GET', '/api/organizations/01a2042c-02a8-7144-ac95-cba212e4bcfe', undefined],
])('a %s writes a line with the id of its request, and says why', async (status, method, path, body) => {
  const { id, ...answer } = await ask(method, path, ada, body)
  expect(String(answer.status)).toBe(status)
  expect(linesOf(id).filter(({ message }) => message === 'request refused')).toMatchObject([
    {
      level: 'info',
      fields: { method, path, status: Number(status), code: expect.any(String), reason: expect.any(String) },
    },
  ])
})

test('a 422 has a line, and what deep code warned of on the way has the same id', async () => {
  const { body } = await call(app, ada, 'POST', '/api/credits/create-order', { credits: 100 })
  const paidWith = async (card?: string) =>
    confirmation(sandbox, body as Ordered, await payAt(sandbox, body.order.id, card))
  const declined = await ask('POST', '/api/credits/purchase', ada, await paidWith(TEST_CARDS.declined))
  expect([declined.status, linesOf(declined.id).map(({ message }) => message)]).toEqual([422, ['request refused']])

  const said = await paidWith()
  await plan(sandbox, { on: 'payments.fetch', do: 'error', times: 1 })
  const late = await ask('POST', '/api/credits/purchase', ada, said)
  expect(late.status).toBe(504)
  expect(linesOf(late.id).map(({ level, message }) => `${level} ${message}`)).toEqual([
    'warn payment not verified yet',
    'info request refused',
  ])
})

test('what goes on after the answer, such as the work of a webhook, keeps the id in its lines and its records', async () => {
  const { body } = await call(app, ada, 'POST', '/api/credits/create-order', { credits: 100 })
  const payment = await payAt(sandbox, body.order.id)
  const event = JSON.stringify({ event: 'payment.authorized', payload: { payment: { entity: payment } } })
  const answer = await app.request('/api/webhooks/razorpay', {
    method: 'POST',
    body: event,
    headers: {
      'x-razorpay-event-id': newId(),
      'x-razorpay-signature': hmac(sandbox.gateway.webhookSecret, event),
    },
  })
  const id = answer.headers.get('x-request-id')!
  while (!linesOf(id).some(({ message }) => message === 'audit event')) await Bun.sleep(5)
  const recorded = () =>
    base.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.action, 'payment.credit'), eq(auditEvents.subject, payment.id)))
  // The line is written before the transaction of the record is over.
  while ((await recorded()).length === 0) await Bun.sleep(5)
  expect((await recorded())[0]!.requestId).toBe(id)
})

test('requests that run at the same time keep their own ids', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => ask('GET', `/api/organizations/${at}`)))
  for (const [at, { id }] of answers.entries())
    expect(linesOf(id)).toMatchObject([{ fields: { path: `/api/organizations/${at}` } }])
  const written: string[] = []
  const own = createLog({ LOG_LEVEL: 'info' }, (line) => written.push(line))
  await Promise.all(
    ['a', 'b'].map((id) =>
      inRequest(id, async () => {
        await Bun.sleep(1)
        own.warn('deep', { said: id })
      }),
    ),
  )
  own.warn('nobody asked')
  expect(written.map((line) => JSON.parse(line)).map(({ requestId, said }) => [requestId, said])).toEqual([
    ['a', 'a'],
    ['b', 'b'],
    [undefined, undefined],
  ])
})

test('lines and records of one run of a job have one id', async () => {
  const { promise: ran, resolve } = Promise.withResolvers<void>()
  const name = `test ${newId()}`
  const { stop } = startJobs(world, [
    {
      name,
      every: MINUTE,
      async run(world) {
        await audit.record(asSystem(world), 'test.run', name)
        resolve()
        return 1
      },
    },
  ])
  await ran
  await stop()
  const [recorded] = await base.db.select().from(auditEvents).where(eq(auditEvents.subject, name))
  expect(linesOf(recorded!.requestId!)).toMatchObject([
    { message: 'audit event' },
    { message: 'job', fields: { name } },
  ])
})

test('the link of a security event, of an audit event and of an error page leads to lines', async () => {
  const admin = await signUp(app, { verified: true })
  await base.db
    .update(users)
    .set({ adminRoles: ['support', 'security'] })
    .where(eq(users.id, admin.user.id))
  await newPlace(app, admin)
  await ask('GET', '/api/admin/billing/payments', admin)
  const refused = await app.request('/admin/billing', { headers: { cookie: admin.cookie } })
  const shown = /\/admin\/logs\?request=([\w-]+)/.exec(await refused.text())?.[1]
  expect([refused.status, shown]).toEqual([403, refused.headers.get('x-request-id')!])
  await logStore.flush()
  const noted = await base.db.select().from(securityEvents).where(eq(securityEvents.actorId, admin.user.id))
  const own = eq(auditEvents.actorId, admin.user.id)
  const recorded = await base.db.select().from(auditEvents).where(own).orderBy(auditEvents.id)
  expect([noted.length > 0, recorded.length > 0]).toEqual([true, true])
  for (const id of [shown!, ...[...noted, ...recorded].map(({ requestId }) => requestId!)]) {
    const answer = await app.request(`/api/admin/logs?request=${id}`, { headers: admin.headers })
    expect([id, ((await answer.json()) as unknown[]).length > 0]).toEqual([id, true])
  }
  const page = await (await app.request('/admin/security/audit-logs', { headers: { cookie: admin.cookie } })).text()
  expect(page).toContain(`/admin/logs?request=${recorded.at(-1)!.requestId}`)
})

test('who knocks without end does not fill the log', async () => {
  const own = await testApp({
    ...world,
    log: createLog(
      { LOG_LEVEL: 'silent' },
      () => {},
      (line) => kept.push(line),
    ),
  })
  const kept: FinishedLine[] = []
  // A minute may end between two of them.
  for (let knocks = 0; knocks < 1_300; knocks++) await own.request('/api/user/profile')
  expect(kept.length).toBeLessThanOrEqual(1_200)
  expect(kept.length).toBeGreaterThan(0)
  await base.db.delete(logLines).where(sql`request_id is not null`)
  await sandbox.close()
  await logStore.close()
})
