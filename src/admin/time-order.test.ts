import { beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { DAY } from '#base/time.ts'
import * as refundRequests from '#billing/refund-requests.ts'
import {
  auditEvents,
  connections,
  creditAllocations,
  logLines,
  payments,
  securityEvents,
  users,
  webhookEvents,
} from '#db/schema/index.ts'
import { payingAs } from '../../tests/support/buyer.ts'
import { call, newPlace, type Person, signUp, userCtx } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'

const [app, world] = [await testApp(), await testWorld()]
let admin: Person
/** What finds exactly the rows of this test in each list. */
let mark: { user: string; payment: string; request: string; name: string }

beforeAll(async () => {
  admin = await signUp(app, { verified: true })
  const user = admin.user.id
  await world.db
    .update(users)
    .set({ adminRoles: ['superadmin'] })
    .where(eq(users.id, user))
  const { workspace } = await newPlace(app, admin)
  const ctx = await userCtx(world, user)
  mark = { user, payment: `pay_${newId().slice(-14)}`, request: newId(), name: `shop${newId().slice(-12)}` }
  for (let at = 0; at < 3; at++) await payingAs(world, ctx)
  const paid = await world.db.select().from(payments).where(eq(payments.userId, user))
  for (const { id } of paid) await refundRequests.request(ctx, id, 'We chose another way.')
  const three = [0, 1, 2].map((at) => new Date(Number(world.now()) - at * DAY))
  const { db } = world
  await db.insert(webhookEvents).values(
    three.map((createdAt) => ({
      eventId: newId(),
      type: 'payment.captured',
      body: '{}',
      state: 'done' as const,
      paymentId: mark.payment,
      createdAt,
    })),
  )
  await db.insert(creditAllocations).values(
    three.map((expiresAt) => ({
      key: newId(),
      userId: user,
      kind: 'grant' as const,
      credits: 1,
      expiresAt,
      reason: 'test',
      allocatedBy: user,
    })),
  )
  await db.insert(securityEvents).values(three.map(() => ({ kind: 'permission_denied', actorId: user })))
  await db.insert(auditEvents).values(three.map(() => ({ actorId: user, action: 'test.order', subject: mark.name })))
  await db.insert(logLines).values(
    three.map((createdAt) => ({
      level: 'info' as const,
      message: 'x',
      server: 's',
      requestId: mark.request,
      createdAt,
    })),
  )
  await db.insert(connections).values(
    three.map((_, at) => ({
      workspaceId: workspace.id,
      kind: 'database' as const,
      engine: 'postgres' as const,
      name: `${mark.name} ${at}`,
      settings: {},
      createdBy: user,
    })),
  )
})

/** Ids of a whole list, read one row at a time by the link to the next. */
async function ids(path: string): Promise<string[]> {
  const read: string[] = []
  for (let next: string | undefined = `/api/admin/${path}&limit=1`; next; ) {
    const { status, headers, body } = await call(app, admin, 'GET', next)
    expect([next, status]).toEqual([next, 200])
    read.push(...body.map(({ id }: { id: string }) => id))
    next = /<(.+)>/.exec(headers.get('link') ?? '')?.[1]
  }
  return read
}

test.each([
  ['refund-requests?q={user}'],
  ['credit-allocations?q={user}'],
  ['billing/orders?q={user}'],
  ['billing/payments?q={user}'],
  ['billing/invoices?q={user}'],
  ['billing/webhooks?q={payment}'],
  ['security-events?kind=permission_denied&person={user}'],
  ['audit-logs?subject={name}'],
  ['logs?request={request}'],
  ['data-sources?q={name}'],
])('%s is read from its newest row to its oldest, or the other way', async (path) => {
  const filled = path.replace(/\{(\w+)\}/, (_, name: keyof typeof mark) => mark[name])
  const newest = await ids(filled)
  expect(new Set(newest).size).toBe(3)
  expect(await ids(`${filled}&sort=created`)).toEqual(newest)
  expect(await ids(`${filled}&sort=created_asc`)).toEqual(newest.toReversed())
})
