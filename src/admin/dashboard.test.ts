import { beforeAll, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import type { Answer } from '#analyst/rules/answer.ts'
import type { AdminRole } from '#auth/rules/admin-role.ts'
import { newId } from '#base/ids.ts'
import { DAY, HOUR } from '#base/time.ts'
import * as credits from '#billing/credits.ts'
import {
  conversations,
  creditUsage,
  dailyFigures,
  files,
  logLines,
  messages,
  orders,
  organizations,
  payments,
  refunds,
  securityEvents,
  users,
} from '#db/schema/index.ts'
import { call, newPlace, type Person, signUp, userCtx } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import * as dashboard from './dashboard.ts'
import { nearlyFull, recordToday } from './gauges.ts'
import { DashboardPage } from './pages/dashboard.tsx'
import type { Dashboard } from './rules/dashboard.ts'

const [app, world] = [await testApp(), await testWorld()]
const become = (person: Person, roles: AdminRole[]) =>
  world.db.update(users).set({ adminRoles: roles }).where(eq(users.id, person.user.id))
const page = (person: Person | null, query = '') =>
  app.request(`/admin/dashboard${query}`, person ? { headers: { cookie: person.cookie } } : {})

describe('who may enter the panel', () => {
  test('guests sign in first and come back', async () => {
    const answer = await page(null)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/login?next=%2Fadmin%2Fdashboard'])
    expect((await call(app, null, 'GET', '/api/admin/dashboard')).status).toBe(401)
  })

  test('whoever is no admin is refused, and the attempt is noted with what they asked for', async () => {
    const eve = await signUp(app)
    const refused = await page(eve)
    expect(refused.status).toBe(403)
    expect(await refused.text()).toContain('open to platform admins only')
    const { status, body } = await call(app, eve, 'GET', '/api/admin/dashboard')
    expect([status, body.code]).toEqual([403, 'not_admin'])
    const noted = await world.db
      .select({ details: securityEvents.details })
      .from(securityEvents)
      .where(and(eq(securityEvents.kind, 'admin_refused'), eq(securityEvents.actorId, eve.user.id)))
      .orderBy(securityEvents.id)
    expect(noted.map(({ details }) => details)).toEqual([
      { needs: 'any', roles: [], path: '/admin/dashboard' },
      { needs: 'any', roles: [], path: '/api/admin/dashboard' },
    ])
  })

  test('the figures are a file, too: a line for each step, with money by currency', async () => {
    const admin = await signUp(app)
    await become(admin, ['analyst'])
    const answer = await app.request('/api/admin/dashboard?period=24h&format=csv', { headers: admin.headers })
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="dashboard-24h.csv"')
    const [head, ...lines] = (await answer.text()).trim().split('\r\n')
    expect(head).toStartWith('from,people,organizations,workspaces,asked,answered,refused,failed,other,taken_inr,')
    expect(lines).toHaveLength(24)
    const { body } = await call(app, admin, 'GET', '/api/admin/dashboard?period=24h')
    const { people } = body as Dashboard
    const sum = lines.reduce((total, line) => total + Number(line.split(',')[1]), 0)
    expect([sum > 0, sum]).toEqual([true, people.added.value])
    expect(await (await page(admin, '?period=24h')).text()).toContain('/api/admin/dashboard?period=24h&amp;format=csv')
  })

  test('a role that is taken away is gone at once', async () => {
    const ada = await signUp(app)
    await become(ada, ['analyst'])
    const seen = await page(ada)
    expect(seen.status).toBe(200)
    expect(await seen.text()).toMatch(/Admin Panel<\/h2><p>Tabletalk Platform</)
    await become(ada, [])
    expect((await page(ada)).status).toBe(403)
  })

  test('a period that there is none of is an error of the call; the page shows the usual one', async () => {
    const ada = await signUp(app)
    await become(ada, ['support'])
    expect((await call(app, ada, 'GET', '/api/admin/dashboard?period=1y')).status).toBe(400)
    expect(await (await page(ada, '?period=1y')).text()).toContain('The last 7 days')
  })
})

test('figures that cannot be read are said to be so, with a way to try again', () => {
  const html = String(DashboardPage({ figures: null, period: '30d', link: () => undefined }))
  expect(html).toContain('This could not be read just now.')
  expect(html).toContain('<a class="button" href="/admin/dashboard?period=30d">Retry</a>')
})

describe('the figures', () => {
  /** A year that no other test of this process lives in. */
  const now = new Date('2031-05-20T12:00:00Z')
  const ago = (ms: number) => new Date(Number(now) - ms)
  let figures: (period: '24h' | '7d' | '30d' | '90d') => Promise<Dashboard>

  beforeAll(async () => {
    const ada = await signUp(app)
    const { organization, workspace } = await newPlace(app, ada)
    const ctx = await userCtx(world, ada.user.id)
    figures = (period) => dashboard.read({ ...ctx, now: () => now, adminRoles: ['analyst'] }, period)
    await world.db
      .update(users)
      .set({ createdAt: ago(3 * DAY) })
      .where(eq(users.id, ada.user.id))
    await world.db
      .update(organizations)
      .set({ createdAt: ago(9 * DAY) })
      .where(eq(organizations.id, organization.id))
    const [conversation] = await world.db
      .insert(conversations)
      .values({ workspaceId: workspace.id, userId: ada.user.id, title: 'x' })
      .returning()
    const said = (status: typeof messages.$inferInsert.status, ms: number) => [
      {
        conversationId: conversation!.id,
        role: 'user' as const,
        text: 'q',
        status: 'sent' as const,
        createdAt: ago(ms),
      },
      { conversationId: conversation!.id, role: 'assistant' as const, text: 'a', status, createdAt: ago(ms) },
    ]
    await world.db
      .insert(messages)
      .values([
        ...said('answered', HOUR / 2),
        ...said('answered', 2 * DAY),
        ...said('refused', 2 * DAY),
        ...said('interrupted', 6 * DAY),
        ...said('clarify', 6.5 * DAY),
        ...said('answered', 8 * DAY),
        ...said('failed', 13 * DAY),
        ...said('answered', 15 * DAY),
      ])
    const file = { workspaceId: workspace.id, name: 'f.csv', format: 'csv', storeKey: 'x', uploadedBy: ada.user.id }
    await world.db.insert(files).values([
      { ...file, sizeBytes: 3_000_000_000, status: 'ready', createdAt: ago(DAY / 2) },
      { ...file, sizeBytes: 50, status: 'deleted', createdAt: ago(8 * DAY) },
    ])
  })

  test('of a week count what happened in it and in the week before, day by day', async () => {
    const week = await figures('7d')
    expect(week).toMatchObject({
      from: '2031-05-13T12:00:00.000Z',
      to: '2031-05-20T12:00:00.000Z',
      step_seconds: 86_400,
      people: { added: { value: 1, before: 0, series: [0, 0, 0, 0, 1, 0, 0] } },
      organizations: { added: { value: 0, before: 1 } },
      questions: {
        asked: { value: 5, before: 2, series: [1, 1, 0, 0, 0, 2, 1] },
        answered: { value: 2, before: 1, series: [0, 0, 0, 0, 0, 1, 1] },
        refused: { value: 1, before: 0 },
        failed: { value: 1, before: 1 },
        other: { value: 1, before: 0 },
        success_rate: { value: 50, before: 50 },
      },
      storage: { added_bytes: { value: 3_000_000_000, before: 50, series: [0, 0, 0, 0, 0, 0, 3_000_000_000] } },
    })
    expect(week.storage.bytes).toBeGreaterThanOrEqual(3_000_000_000)
    expect(week.people.total).toBeGreaterThan(0)
  })

  test('of a day go hour by hour, of a quarter by three days', async () => {
    const day = await figures('24h')
    expect(day.questions.asked).toEqual({ value: 1, before: 2, series: [...Array(23).fill(0), 1] })
    expect(day.questions.success_rate).toEqual({ value: 100, before: 50 })
    const quarter = await figures('90d')
    expect([quarter.questions.asked.value, quarter.questions.asked.series.length]).toEqual([8, 30])
  })

  test('a total of very many is the one kept last, as long as that is not long ago', async () => {
    const at = new Date('2035-03-01T12:00:00Z')
    const totals = async (hours: number) => {
      const ctx = { ...(await userCtx(world, (await signUp(app)).user.id)), adminRoles: ['analyst'] }
      return dashboard.read({ ...ctx, now: () => new Date(Number(at) + hours * HOUR) }, '24h')
    }
    const kept = { day: '2035-03-01', value: 250_000, createdAt: at }
    await world.db.insert(dailyFigures).values([
      { ...kept, name: 'people' },
      { ...kept, name: 'organizations', value: 20 },
    ])
    const { people, organizations: places } = await totals(1)
    expect(people.total).toBe(250_000)
    const active = await world.db.select().from(organizations).where(eq(organizations.status, 'active'))
    expect(places.total).toBe(active.length)
    expect((await totals(3)).people.total).toBeLessThan(250_000)
  })

  test('which organizations have little room is looked up each hour where there are very many files', async () => {
    const at = new Date('2035-04-01T12:00:00Z')
    const full = { ...world, now: () => at }
    const { organization } = await newPlace(app, await signUp(app))
    const kept = { day: '2035-04-01', createdAt: at }
    await world.db.insert(dailyFigures).values([
      { ...kept, name: 'storage_files', value: 250_000 },
      { ...kept, name: `nearly full ${organization.id}`, value: 1 },
    ])
    expect(await nearlyFull(full)).toEqual([organization.id])
    expect(await nearlyFull({ ...full, now: () => new Date(Number(at) + 3 * HOUR) })).not.toContain(organization.id)
  })

  test('credits are counted as they are granted and as answers are paid', async () => {
    const ada = await signUp(app)
    await become(ada, ['finance'])
    const before = (await call(app, ada, 'GET', '/api/admin/dashboard')).body as Dashboard
    await call(app, ada, 'GET', '/api/credits/balance')
    const { body } = await call(app, ada, 'GET', '/api/admin/dashboard')
    expect(body.credits.granted.value).toBe(before.credits.granted.value + 25)
    expect(body.credits.open).toBe(before.credits.open + 25)
    expect(body.credits.used.value).toBe(before.credits.used.value)
  })

  test('money, credits, times and errors are those of an independent count', async () => {
    const person = await signUp(app)
    const ctx = await userCtx(world, person.user.id)
    const later = new Date('2033-03-10T00:00:00Z')
    const at = (ms: number) => new Date(Number(later) - ms)
    const order = (amount: number, currency: 'INR' | 'USD', ms: number) => ({
      userId: person.user.id,
      gatewayOrderId: `order_${newId()}`,
      kind: 'credits' as const,
      quote: { baseCredits: 100, bonusCredits: 5, totalCredits: 105 },
      amount,
      currency,
      state: 'paid' as const,
      paidAt: at(ms),
      createdAt: at(ms),
    })
    const sold = [
      order(9900, 'INR', DAY),
      order(19800, 'INR', 6 * DAY),
      order(9900, 'INR', 8 * DAY),
      order(199, 'USD', DAY),
    ]
    const [first] = await world.db.insert(orders).values(sold).returning()
    const paymentId = `pay_${newId().slice(-14)}`
    const payment = {
      orderId: first!.id,
      userId: person.user.id,
      amount: 9900,
      currency: 'INR',
      state: 'credited' as const,
    }
    await world.db.insert(payments).values({ id: paymentId, ...payment, createdAt: at(DAY) })
    const refund = { paymentId, currency: 'INR', state: 'refunded' as const }
    await world.db.insert(refunds).values([
      { ...refund, amount: 4000, cause: 'request', createdAt: at(DAY) },
      { ...refund, amount: 9900, cause: 'surplus', createdAt: at(DAY) },
    ])
    const granting = { ...ctx, now: () => at(2 * DAY) }
    const give = (kind: 'purchased' | 'bonus', amount: number, days: number) =>
      credits.grant(granting, person.user.id, {
        kind,
        credits: amount,
        expiresAt: new Date(Number(later) + days * DAY),
        key: newId(),
      })
    await give('purchased', 100, 3)
    await give('bonus', 5, 3)
    await give('purchased', 200, 300)
    const { workspace, organization } = await newPlace(app, person)
    const usage = { userId: person.user.id, organizationId: organization.id, workspaceId: workspace.id, model: 'm' }
    const tokens = { inputTokens: 1, outputTokens: 1 }
    await world.db.insert(creditUsage).values([
      { ...usage, ...tokens, messageId: newId(), credits: 3, createdAt: at(DAY) },
      { ...usage, ...tokens, messageId: newId(), credits: 4, createdAt: at(9 * DAY) },
    ])
    const [conversation] = await world.db
      .insert(conversations)
      .values({ workspaceId: workspace.id, userId: person.user.id, title: 'x' })
      .returning()
    const times = [900, 100, 300, 200, 10_000, 500, 400, 600, 800, 700]
    const answered = (ms: number, elapsed: number) => ({
      conversationId: conversation!.id,
      role: 'assistant' as const,
      text: 'a',
      status: 'answered' as const,
      answer: { receipt: { elapsed_ms: elapsed } } as Answer,
      createdAt: at(ms),
    })
    await world.db
      .insert(messages)
      .values([...times.map((ms, n) => answered((n % 6) * DAY + HOUR, ms)), answered(8 * DAY, 50)])
    const line = { level: 'error' as const, message: 'x', server: 's' }
    await world.db.insert(logLines).values([
      { ...line, createdAt: at(HOUR) },
      { ...line, createdAt: at(2 * DAY) },
      { ...line, createdAt: at(10 * DAY) },
      { ...line, level: 'warn', createdAt: at(HOUR) },
    ])
    const keeping = { ...world, now: () => at(7 * DAY) }
    await recordToday(keeping)
    await recordToday(keeping)
    const {
      revenue,
      credits: money,
      latency,
      errors,
      storage,
    } = await dashboard.read({ ...ctx, now: () => later, adminRoles: ['finance'] }, '7d')
    expect(revenue).toMatchObject([
      {
        currency: 'INR',
        taken: { value: 29_700, before: 9900, series: [0, 19_800, 0, 0, 0, 0, 9900] },
        refunded: { value: 4000 },
      },
      { currency: 'USD', taken: { value: 199, before: 0 }, refunded: { value: 0 } },
    ])
    expect(money).toMatchObject({ sold: { value: 300, before: 0 }, used: { value: 3, before: 4 } })
    expect(money.expiring).toBeGreaterThanOrEqual(105)
    const sorted = times.toSorted((a, b) => a - b)
    expect(latency).toMatchObject({ p50: { value: sorted[4], before: 50 }, p95: { value: sorted[9], before: 50 } })
    // The slowest answer of each day; there was none on the first of the seven.
    expect(latency.p95.series).toEqual([null, 500, 10_000, 700, 800, 600, 900])
    expect(errors).toMatchObject({ value: 2, before: 1 })
    expect(storage.before).toBe(storage.bytes)
  })
})
