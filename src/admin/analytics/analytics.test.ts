import { beforeAll, describe, expect, test } from 'bun:test'
import { like, lt } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { DAY, HOUR } from '#base/time.ts'
import {
  connections,
  conversations,
  creditUsage,
  dailyFigures,
  files,
  messages,
  orders,
  payments,
  trackingEvents,
  users,
} from '#db/schema/index.ts'
import { EVENT_NAMES } from '#records/rules/tracking.ts'
import { call, newPlace, type Person, type Place, signUp } from '../../../tests/support/people.ts'
import { testApp, testWorld } from '../../../tests/support/world.ts'
import { type Analytics, cohortsOf, STEPS, weekOf } from '../rules/analytics.ts'
import { PERIOD_NAMES, PERIODS, type PeriodName } from '../rules/period.ts'
import { keepWeeks } from './activity.ts'

const [app, world] = [await testApp(), await testWorld()]
let analyst: Person
let place: Place
const read = async (period: PeriodName): Promise<Analytics> => {
  const { status, body } = await call(app, analyst, 'GET', `/api/admin/analytics?period=${period}`)
  expect(status).toBe(200)
  return body
}
const page = async (query = '', on = app) =>
  (await on.request(`/admin/analytics${query}`, { headers: { cookie: analyst.cookie } })).text()

beforeAll(async () => {
  analyst = await signUp(app, { adminRoles: ['analyst'] })
})

test('without anything each part says so', async () => {
  // Long before any other test of this run did something.
  const text = await page('', await testApp({ ...world, now: () => new Date('2016-01-01') }))
  for (const empty of [
    'No questions in this time.',
    'No paid answers in this time.',
    'Nobody gave a reason in this time.',
    'No events in this time.',
  ])
    expect(text).toContain(empty)
  expect(await page('?period=1y')).toContain('the last 30 days')
  expect((await call(app, analyst, 'GET', '/api/admin/analytics?period=1y')).status).toBe(400)
})

test('only analysts and superadmins get in', async () => {
  for (const [roles, status] of [
    [['support'], 403],
    [['finance'], 403],
    [['security'], 403],
    [['superadmin'], 200],
  ] as const) {
    const ada = await signUp(app, { adminRoles: [...roles] })
    expect((await call(app, ada, 'GET', '/api/admin/analytics')).status).toBe(status)
  }
})

describe('the figures', () => {
  const ago = (ms: number) => new Date(Number(world.now()) - ms)
  const AGES = [HOUR, 20 * HOUR, 3 * DAY, 6 * DAY, 12 * DAY, 25 * DAY, 50 * DAY, 80 * DAY, 120 * DAY]

  /** Twenty-seven people of different ages, each of whom went a different way. */
  beforeAll(async () => {
    const host = await signUp(app)
    place = await newPlace(app, host)
    const workspaceId = place.workspace.id
    for (let n = 0; n < 27; n += 1) {
      const at = ago(AGES[n % AGES.length]!)
      const userId = newId()
      await world.db.insert(users).values({ id: userId, name: 'P', email: `${userId}@example.com`, createdAt: at })
      if (n % 2 === 0)
        await world.db.insert(files).values({
          workspaceId,
          name: 'a.csv',
          format: 'csv',
          sizeBytes: 1,
          status: 'ready',
          storeKey: newId(),
          rejectedKey: 'none',
          uploadedBy: userId,
          createdAt: at,
        })
      if (n % 5 === 0)
        await world.db.insert(connections).values({
          workspaceId,
          kind: 'external',
          engine: 'url',
          name: `c${n}`,
          settings: { url: 'https://x.invalid/' },
          status: 'ready',
          createdBy: userId,
        })
      const conversationId = newId()
      await world.db
        .insert(conversations)
        .values({ id: conversationId, workspaceId, userId, title: 'T', createdAt: at })
      for (let k = 0; k < n % 4; k += 1) {
        const moment = new Date(Math.min(Number(world.now()) - 1000, Number(at) + k * 8 * DAY))
        const messageId = newId()
        const status = (['answered', 'answered', 'refused', 'failed', 'clarify'] as const)[(n + k) % 5]!
        const rating = (['up', 'down', null] as const)[(n + k) % 3]!
        await world.db.insert(messages).values({
          id: messageId,
          conversationId,
          role: 'assistant',
          text: '',
          status,
          rating,
          ratingReason: rating === 'down' && n % 2 ? `Reason ${n}, "quoted"` : null,
          createdAt: moment,
        })
        if (status === 'answered')
          await world.db.insert(creditUsage).values({
            userId,
            organizationId: place.organization.id,
            workspaceId: k === 0 ? workspaceId : `gone-${n % 2}`,
            messageId,
            model: n % 3 ? 'built-in' : 'other-model',
            credits: 1 + (n % 2),
            inputTokens: 10 * n,
            outputTokens: k,
            createdAt: moment,
          })
      }
      if (n % 6 === 0) {
        const orderId = newId()
        await world.db.insert(orders).values({
          id: orderId,
          userId,
          gatewayOrderId: `order_${orderId}`,
          kind: 'credits',
          quote: { baseCredits: 100, bonusCredits: 5, totalCredits: 105 },
          amount: 9900,
          currency: 'INR',
          state: 'open',
        })
        await world.db.insert(payments).values({
          id: `pay_${orderId}`,
          orderId,
          userId,
          amount: 9900,
          currency: 'INR',
          state: n % 12 === 0 ? 'credited' : 'failed',
        })
      }
      const visitorId = newId()
      const told = ['visit', ...EVENT_NAMES.slice(0, 1 + (n % 15))]
      await world.db
        .insert(trackingEvents)
        .values(told.map((name) => ({ name, visitorId: n % 4 ? visitorId : 'shared', createdAt: at })))
    }
  })

  /** The same in plain loops over every row. */
  async function counted(of: Analytics) {
    const [from, to] = [new Date(of.from), new Date(of.to)]
    const inside = ({ createdAt }: { createdAt: Date }) => createdAt >= from && createdAt < to
    const [people, given, connected, used, paid, told, answers] = await Promise.all([
      world.db.select().from(users),
      world.db.select().from(files),
      world.db.select().from(connections),
      world.db.select().from(creditUsage),
      world.db.select().from(payments),
      world.db.select().from(trackingEvents),
      world.db.select().from(messages),
    ])
    const came = people.filter(inside)
    const those = (ids: (string | null)[]) => came.filter(({ id }) => ids.includes(id)).length
    const events = told.filter(inside)
    const usage = used.filter(inside)
    const questions = answers.filter((it) => it.role === 'assistant' && inside(it))
    const sum = (rows: number[]) => rows.reduce((a, b) => a + b, 0)
    const usedBy = (rows: typeof usage) => ({
      answers: rows.length,
      people: new Set(rows.map(({ userId }) => userId)).size,
      credits: sum(rows.map(({ credits }) => credits)),
      input_tokens: sum(rows.map(({ inputTokens }) => inputTokens)),
      output_tokens: sum(rows.map(({ outputTokens }) => outputTokens)),
    })
    const thumbs = (rows: typeof questions) => ({
      up: rows.filter(({ rating }) => rating === 'up').length,
      down: rows.filter(({ rating }) => rating === 'down').length,
    })
    return {
      funnel: {
        visit: new Set(events.filter(({ name }) => name === 'visit').map(({ visitorId }) => visitorId)).size,
        sign_up: came.length,
        connect: those([...given.map(({ uploadedBy }) => uploadedBy), ...connected.map(({ createdBy }) => createdBy)]),
        first_answer: those(used.map(({ userId }) => userId)),
        purchase: those(paid.filter(({ state }) => state === 'credited').map(({ userId }) => userId)),
      },
      models: Object.fromEntries(
        [...new Set(usage.map(({ model }) => model))].map((model) => {
          const mine = usage.filter((it) => it.model === model)
          const ids = mine.map(({ messageId }) => messageId)
          return [model, { ...usedBy(mine), ...thumbs(answers.filter(({ id }) => ids.includes(id))) }]
        }),
      ),
      // Those that use most: tests before this one may have made more of them than are told.
      workspaces: Object.fromEntries(
        [...Map.groupBy(usage, ({ workspaceId }) => workspaceId)]
          .toSorted(([a, mine], [b, others]) => others.length - mine.length || (a < b ? -1 : 1))
          .slice(0, 50)
          .map(([id, mine]) => [id, usedBy(mine)]),
      ),
      answers: Object.fromEntries(
        [...new Set(questions.map(({ status }) => status))].map((status) => {
          const mine = questions.filter((it) => it.status === status)
          return [status, { count: mine.length, ...thumbs(mine) }]
        }),
      ),
      feedback: { ...thumbs(questions), reasons: questions.filter(({ ratingReason }) => ratingReason).length },
      events: Object.fromEntries(
        EVENT_NAMES.map((name) => {
          const mine = events.filter((it) => it.name === name)
          const series = Array.from({ length: PERIODS[of.period].span / PERIODS[of.period].step }, () => 0)
          for (const { createdAt } of mine)
            series[Math.floor((Number(createdAt) - Number(from)) / PERIODS[of.period].step)]! += 1
          return [name, { count: mine.length, visitors: new Set(mine.map((it) => it.visitorId)).size, series }]
        }),
      ),
    }
  }

  test.each(PERIOD_NAMES)('of %s are those of a count by hand', async (period) => {
    const figures = await read(period)
    const by = <T extends object, K extends keyof T>(rows: T[], key: K) =>
      Object.fromEntries(rows.map(({ [key]: name, ...rest }) => [String(name), rest]))
    const usedOnly = Object.entries(by(figures.workspaces, 'workspace_id')).map(([id, row]) => {
      const { workspace: _, organization: __, organization_id: ___, ...used } = row
      return [id, used]
    })
    expect({
      funnel: Object.fromEntries(figures.funnel.map(({ step, people }) => [step, people])),
      models: by(figures.models, 'model'),
      workspaces: Object.fromEntries(usedOnly),
      answers: by(figures.answers, 'status'),
      feedback: { ...figures.feedback, reasons: figures.feedback.reasons.length },
      events: by(figures.events, 'name'),
    } as unknown).toEqual(await counted(figures))
    expect(figures.funnel.map(({ step }) => step)).toEqual([...STEPS])
  })

  test('retention counts each person once in the weeks in which they got an answer', async () => {
    // Another test may have kept weeks before the people above were there.
    await world.db.delete(dailyFigures).where(like(dailyFigures.name, 'active %'))
    // Other tests write while this one reads, and some with clocks that are ahead.
    const now = world.now()
    const still = await testApp({ ...world, now: () => now })
    const readThen = async (): Promise<Analytics> => (await call(still, analyst, 'GET', '/api/admin/analytics')).body
    const { retention } = await readThen()
    const [people, used] = await Promise.all([
      world.db.select().from(users).where(lt(users.createdAt, now)),
      world.db.select().from(creditUsage).where(lt(creditUsage.createdAt, now)),
    ])
    const week = (at: Date) => weekOf(at).toISOString().slice(0, 10)
    expect(retention).toHaveLength(8)
    expect(retention.at(-1)!.week).toBe(week(now))
    for (const cohort of retention) {
      const mine = people.filter(({ createdAt }) => week(createdAt) === cohort.week)
      expect(cohort.people).toBe(mine.length)
      for (const [after, count] of cohort.active.entries()) {
        const start = new Date(Date.parse(cohort.week) + after * 7 * DAY)
        const active = mine.filter(({ id }) =>
          used.some((it) => it.userId === id && week(it.createdAt) === week(start)),
        )
        expect(count).toBe(start > now ? null : active.length)
      }
    }
    expect(retention.some(({ active }) => (active[1] ?? 0) > 0)).toBe(true)
    // Weeks that are over are kept once, and say the same.
    expect(await keepWeeks(world)).toBeGreaterThan(0)
    expect(await keepWeeks(world)).toBe(0)
    expect((await readThen()).retention).toEqual(retention)
  })

  test('every part is a file, which no spreadsheet runs', async () => {
    const csv = async (part: string) => {
      const answer = await app.request(`/api/admin/analytics?period=90d&part=${part}&format=csv`, {
        headers: analyst.headers,
      })
      expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${part}-90d.csv"`)
      return (await answer.text()).trim().split('\r\n')
    }
    const figures = await read('90d')
    expect(await csv('funnel')).toEqual([
      'step,people,source',
      ...figures.funnel.map(({ step, people, source }) => `${step},${people},${source}`),
    ])
    expect((await csv('events')).length).toBe(1 + 15 * 30)
    expect((await csv('retention'))[0]).toBe('week,people,week_0,week_1,week_2,week_3,week_4,week_5,week_6,week_7')
    expect((await csv('retention')).length).toBe(9)
    expect((await csv('feedback')).slice(1).every((line) => line.includes('""quoted""'))).toBe(true)
    for (const part of ['models', 'workspaces', 'answers'] as const)
      expect((await csv(part)).length).toBe(1 + figures[part].length)
  })

  test('the page shows them, with what was written and nothing that was asked', async () => {
    const text = await page('?period=90d')
    for (const part of ['From visit to purchase', 'Who comes back', 'Reason', 'built-in', 'Sales', 'Gone', 'sign_up'])
      expect(text).toContain(part)
  })
})

test('weeks begin on Monday, and weeks to come are not yet', () => {
  expect(weekOf(new Date('2026-11-22T23:59:59Z')).toISOString()).toBe('2026-11-16T00:00:00.000Z')
  expect(weekOf(new Date('2026-11-23T00:00:00Z')).toISOString()).toBe('2026-11-23T00:00:00.000Z')
  const now = new Date('2026-11-21T10:00:00Z')
  const first = new Date(Number(weekOf(now)) - 7 * 7 * DAY)
  const cohorts = cohortsOf(first, now, new Map([[7, 3]]), [{ cohort: 7, week: 7, active: 2 }])
  expect(cohorts[7]).toEqual({ week: '2026-11-16', people: 3, active: [2, ...Array(7).fill(null)] })
  expect(cohorts[0]!.active).toEqual(Array(8).fill(0))
})
