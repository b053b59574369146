import { beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { DAY } from '#base/time.ts'
import * as refundRequests from '#billing/refund-requests.ts'
import {
  auditEvents,
  canvases,
  connections,
  creditAllocations,
  logLines,
  organizations,
  payments,
  securityEvents,
  users,
  watches,
  webhookEvents,
} from '#db/schema/index.ts'
import { schedule } from '#watches/rules/schedule.ts'
import { payingAs } from '../../tests/support/buyer.ts'
import { call, newPlace, type Person, signUp, userCtx } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import { urls } from '../urls.ts'

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
  for (const credits of [200, 100, 500]) await payingAs(world, ctx, credits)
  const paid = await world.db.select().from(payments).where(eq(payments.userId, user))
  for (const { id } of paid) await refundRequests.request(ctx, id, 'We chose another way.')
  // Nobody has looked at their credits.
  for (const name of ['Ana', 'José', 'Åsa'])
    await world.db.insert(users).values({ email: `${newId()}@names.test`, name: `${name} ${mark.name}` })
  for (const name of ['José', 'Café', 'Łódź'])
    await world.db.insert(organizations).values({ name: `${name} ${mark.name}` })
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
  const people = { createdBy: user, updatedBy: user }
  const boards = three.map((_, at) => ({
    id: newId(),
    workspaceId: workspace.id,
    name: `${mark.name} ${at}`,
    tabs: [],
    ...people,
  }))
  await db.insert(canvases).values(boards)
  const daily = schedule.parse({ every: 'day', time_zone: 'UTC' })
  await db.insert(watches).values(
    boards.map(({ id, name }) => ({
      ...{
        workspaceId: workspace.id,
        canvasId: id,
        name,
        schedule: daily,
        createdBy: user,
      },
      recipients: { members: [], addresses: [], webhooks: [] },
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

const LISTS: [path: string, ...columns: string[]][] = [
  ['refund-requests?q={user}', 'person', 'state', 'paid', 'back', 'reason'],
  ['credit-allocations?q={user}', 'person', 'what', 'credits', 'reason', 'by'],
  ['billing/orders?q={user}', 'what', 'person', 'amount', 'state'],
  ['billing/payments?q={user}', 'payment', 'person', 'amount', 'state', 'back'],
  ['billing/invoices?q={user}', 'number', 'person', 'gross', 'tax', 'back'],
  ['billing/webhooks?q={payment}', 'type', 'state', 'about', 'tries'],
  ['security-events?kind=permission_denied&person={user}', 'what', 'person', 'ip'],
  ['audit-logs?subject={name}', 'seal', 'person', 'action'],
  ['logs?request={request}', 'level', 'message', 'request', 'server'],
  ['data-sources?q={name}', 'name', 'organization', 'kind', 'state', 'looked'],
  ['users?q={name}', 'name', 'plan', 'credits', 'seen'],
  ['organizations?q={name}', 'name', 'owner', 'plan', 'members', 'workspaces'],
  ['automation?q={name}', 'name', 'agents', 'canvases', 'watches', 'schedules', 'refreshes', 'runs', 'failures', 'run'],
  ['canvases?q={name}', 'organization', 'name', 'refreshes', 'failures', 'run'],
  ['watches?q={name}', 'organization', 'name', 'runs', 'failures', 'run', 'next'],
]
const filled = (path: string) => path.replace(/\{(\w+)\}/, (_, name: keyof typeof mark) => mark[name])

test.each(LISTS)('%s is read by each of its columns, one way or the other, to its end', async (path) => {
  const newest = await ids(filled(path))
  expect(new Set(newest).size).toBe(3)
  expect(await ids(`${filled(path)}&sort=created`)).toEqual(newest)
  expect(await ids(`${filled(path)}&sort=created_asc`)).toEqual(newest.toReversed())
  const [, ...columns] = LISTS.find(([it]) => it === path)!
  for (const column of columns) {
    const down = await ids(`${filled(path)}&sort=${column}`)
    expect([column, down.toSorted()]).toEqual([column, newest.toSorted()])
    expect([column, await ids(`${filled(path)}&sort=${column}_asc`)]).toEqual([column, down.toReversed()])
  }
})

test('what is sorted by stands in order, and a cursor of another order is refused', async () => {
  const values = async (path: string, of: (row: Record<string, never>) => unknown) =>
    (await call(app, admin, 'GET', `/api/admin/${filled(path)}`)).body.map(of)
  expect(await values('billing/orders?q={user}&sort=amount_asc', (it) => it.amount)).toEqual([9900, 19_800, 49_500])
  expect(await values('billing/orders?q={user}&sort=amount', (it) => it.amount)).toEqual([49_500, 19_800, 9900])
  expect(await values('users?q={name}&sort=credits', (it) => it.credits)).toEqual([25, 25, 25])
  expect(await values('users?q={name}&sort=name_asc', (it) => it.name)).toEqual(
    ['Ana', 'José', 'Åsa'].map((name) => `${name} ${mark.name}`),
  )
  for (const cursor of [`${Buffer.from('x').toString('base64url')}_${newId()}`, newId(), 'x']) {
    const { status, body } = await call(app, admin, 'GET', `/api/admin/users?sort=credits&cursor=${cursor}`)
    expect([status, body.error]).toEqual([400, 'cursor is not one of ours.'])
  }
})

test('names are found without their accents, and accents without theirs', async () => {
  const found = async (path: string) => (await ids(path)).length
  for (const q of ['jose', 'Jose', 'JOSÉ', 'jose\u0301']) {
    expect([q, await found(`users?q=${encodeURIComponent(`${q} ${mark.name}`)}`)]).toEqual([q, 1])
    expect([q, await found(`organizations?q=${encodeURIComponent(`${q} ${mark.name}`)}`)]).toEqual([q, 1])
  }
  expect(await found(`users?q=${encodeURIComponent(`asa ${mark.name}`)}`)).toBe(1)
  expect(await found(`organizations?q=${encodeURIComponent(`cafe ${mark.name}`)}`)).toBe(1)
  expect(await found(`organizations?q=${encodeURIComponent(`lodz ${mark.name}`)}`)).toBe(1)
})

test('people sort their own invoices and history on the billing page', async () => {
  const page = async (query: string) =>
    (await app.request(`${urls.billing}?${query}`, { headers: { cookie: admin.cookie } })).text()
  const sums = (html: string) => [...html.matchAll(/data-label="Paid"[^>]*>₹([\d.,]+)/g)].map(([, sum]) => sum)
  expect(sums(await page(''))).toEqual(['495.00', '99.00', '198.00'])
  const sorted = await page('invoices_sort=gross_asc&history_sort=credits')
  expect(sums(sorted)).toEqual(['99.00', '198.00', '495.00'])
  const changes = [...sorted.matchAll(/data-label="Credits"[^>]*>([+-]\d+)/g)].map(([, change]) => Number(change))
  expect(changes).toEqual(changes.toSorted((a, b) => b - a))
  expect(sums(await page('invoices_sort=nothing&history_sort=x'))).toHaveLength(3)
})

test('payments of one order at one moment are all read, page after page', async () => {
  const [paid] = await world.db.select().from(payments).where(eq(payments.userId, mark.user))
  const again = ['a', 'b', 'c'].map((it) => ({
    ...paid!,
    id: `pay_${it}${newId().slice(-12)}`,
    state: 'surplus' as const,
  }))
  await world.db.insert(payments).values(again)
  for (const sort of ['created', 'created_asc', 'amount', 'state_asc'])
    expect([sort, new Set(await ids(`billing/payments?q=${mark.user}&sort=${sort}`)).size]).toEqual([sort, 6])
})
