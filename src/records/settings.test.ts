import { afterEach, expect, spyOn, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { DEFAULT_SITE, SITE } from '#base/site.ts'
import { checked } from '#base/validation-message.ts'
import { auditEvents, conversations, creditLots, messages } from '#db/schema/index.ts'
import { json, newPlace, signUp, userCtx } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import type { UserCtx } from '../ctx.ts'
import {
  bannerOf,
  DEFAULT_SETTINGS,
  differences,
  merged,
  type SystemSettings,
  systemSettings,
} from './rules/setting.ts'
import * as settings from './settings.ts'

const world = await testWorld()
const app = await testApp()
const admin = await signUp(app)
const ctx: UserCtx = await userCtx(world, admin.user.id)

type Change = { [K in keyof SystemSettings]?: Partial<SystemSettings[K]> }
const change = (it: Change, from: number | null = null) =>
  settings.save(ctx, {
    kind: 'system',
    values: systemSettings.parse(merged<unknown>(settings.storedSettings(ctx), it)),
    reason: 'A test',
    from,
  })

afterEach(() => change(DEFAULT_SETTINGS))

test('without any version the constants of the specification hold', () => {
  expect(systemSettings.parse(DEFAULT_SETTINGS)).toEqual(DEFAULT_SETTINGS)
})

test('a version is audited with what it changed, and one made from an old version is refused', async () => {
  const { version } = await change({ credits: { per_answer: 3 } })
  const [event] = await world.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.actorId, admin.user.id))
    .then((rows) => rows.filter(({ details }) => details.version === version))
  expect(event).toMatchObject({
    action: 'settings.change',
    details: { reason: 'A test', before: { 'credits.per_answer': 1 }, after: { 'credits.per_answer': 3 } },
  })
  await expect(change({ credits: { per_answer: 4 } }, version - 1)).rejects.toMatchObject({ code: 'settings_changed' })
  expect(world.settings().credits.per_answer).toBe(3)
})

test('two who save at once get two versions', async () => {
  const rows = await Promise.all([1, 2, 3].map((per_answer) => change({ credits: { per_answer } })))
  expect(new Set(rows.map(({ version }) => version)).size).toBe(3)
})

test('the name stands on pages and in letters as soon as it is changed', async () => {
  await change({
    site: { name: 'Rowspeak', title: 'Rowspeak', tagline: 'Speak to rows.', email: 'hi@rowspeak.example' },
  })
  const html = await (await app.request('/')).text()
  expect(html).toContain('Speak to rows.')
  expect(html).not.toContain('Tabletalk')
  const api = (await (await app.request('/api/openapi.json')).json()) as { info: { title: string } }
  expect(api.info.title).toBe('Rowspeak API')
  await change({ site: DEFAULT_SETTINGS.site })
  expect(SITE).toEqual(DEFAULT_SITE)
})

test('new accounts get the trial that settings say', async () => {
  await change({ credits: { trial: 40, trial_days: 10, low_balance: 7 } })
  const person = await signUp(app)
  const answer = await app.request('/api/credits/balance', { headers: person.headers })
  expect(await answer.json()).toMatchObject({ balance: 40, low_at: 7 })
  const [lot] = await world.db.select().from(creditLots).where(eq(creditLots.userId, person.user.id))
  expect(Math.round((Number(lot!.expiresAt) - Number(lot!.createdAt)) / 86_400_000)).toBe(10)
  expect(await (await app.request('/pricing')).text()).toContain('40 trial credits for 10 days')
})

test('the price of an answer is what is held, and what an account cannot pay is refused', async () => {
  await change({ credits: { per_answer: 30 } })
  const person = await signUp(app)
  const { workspace } = await newPlace(app, person)
  const path = `/api/workspaces/${workspace.id}/query-data`
  const answer = await app.request(path, json({ message: 'How many orders?' }, person.headers))
  expect(answer.status).toBe(402)
  expect(await answer.json()).toMatchObject({ error: expect.stringContaining('30 credits') })
  const long = await app.request(path, json({ message: 'x'.repeat(4001) }, person.headers))
  expect(await long.json()).toMatchObject({ error: 'A question may have at most 4,000 characters.' })
})

test('plans bring what settings say, on the price list and in the order', async () => {
  await change({ plans: { premium: 1234 } })
  expect(await (await app.request('/pricing')).text()).toContain('1,234 credits a month')
  const person = await signUp(app)
  const body = { plan_type: 'premium', period: 'monthly' }
  const order = await app.request('/api/billing/subscribe', json(body, person.headers))
  expect(await order.json()).toMatchObject({ quote: { monthly_credits: 1234 } })
})

test('plans cost what settings say: on the price list, for search engines, on the start page and in the order', async () => {
  const prices = { premium_monthly: 2000.5, premium_annual: 18_004.5, flexible_monthly: 1200, flexible_annual: 12_000 }
  await change({ prices, seats: { flexible: 77 }, carry_over: { flexible: 5 } })
  const page = await (await app.request('/pricing?period=annual')).text()
  for (const text of ['₹18,004.50', '₹12,000', 'Annual, save 25 %', '77 people an organization', 'for 5 more months'])
    expect(page).toContain(text)
  expect(page).toContain('"name":"Premium, monthly","price":"2000.50"')
  expect(page).not.toContain('Both cost the same')
  expect(await (await app.request('/')).text()).toContain('plans at ₹1,200 a month')
  const person = await signUp(app)
  const body = { plan_type: 'flexible', period: 'annual' }
  const order = await app.request('/api/billing/subscribe', json(body, person.headers))
  expect(await order.json()).toMatchObject({
    order: { amount: 1_200_000 },
    quote: { amount: 1_200_000, carry_months: 5 },
  })
})

test.each([
  ['prices.premium_annual', { prices: { premium_annual: 20_000 } }, 'A year must not cost more than twelve months.'],
  ['prices.flexible_monthly', { prices: { flexible_monthly: 1599.995 } }, 'Please give at most two decimals.'],
  ['prices.flexible_monthly', { prices: { flexible_monthly: 0 } }, 'Please give at least 1 rupee.'],
  [
    'prices.flexible_monthly',
    { prices: { flexible_monthly: 'free' } },
    'Please give an amount in rupees, for example 1599 or 15350.40.',
  ],
  ['seats.free', { seats: { free: 0 } }, 'Please give at least 1.'],
  ['carry_over.premium', { carry_over: { premium: 12 } }, 'Please give at most 11.'],
])('%s is refused: %j', (field, it, message) => {
  const [issue] = systemSettings.safeParse(merged<unknown>(DEFAULT_SETTINGS, it)).error!.issues
  expect([issue!.path.join('.'), issue!.message]).toEqual([field, message])
})

test('a banner stands on pages and in a header while it is time, and may stop changes', async () => {
  await change({ maintenance: { text: 'Back at 22:00 – thanks', read_only: true } })
  expect(await (await app.request('/')).text()).toContain('Back at 22:00 – thanks')
  const person = await app.request('/api/organizations', json({ name: 'Acme' }, admin.headers))
  expect(person.status).toBe(503)
  expect(person.headers.get('x-maintenance')).toBe('Back at 22:00 %E2%80%93 thanks')
  expect(person.headers.get('retry-after')).toBe('60')
  expect(await person.json()).toMatchObject({ code: 'read_only', error: 'Back at 22:00 – thanks' })
  expect((await app.request('/api/organizations', { headers: admin.headers })).status).toBe(200)
  // Whoever is in the payment window is not left without what they paid for.
  const paid = await app.request('/api/credits/purchase', json({}, admin.headers))
  expect(paid.status).toBe(400)
  await change({ maintenance: DEFAULT_SETTINGS.maintenance })
  expect(await (await app.request('/')).text()).not.toContain('Back at 22:00')
})

test('with tracking switched off nobody is asked and nothing is kept', async () => {
  expect(await (await app.request('/')).text()).toContain('Decline analytics')
  await change({ analytics: { enabled: false } })
  const page = await (await app.request('/')).text()
  expect(page).not.toContain('Decline analytics')
  expect(page).toContain('data-privacy="off"')
})

test('one person has so many answers at once as settings say', async () => {
  await change({ limits: { answers_at_once: 1 } })
  const person = await signUp(app)
  const { workspace } = await newPlace(app, person)
  const [id, runningMessageId] = [newId(), newId()]
  const about = { workspaceId: workspace.id, userId: person.user.id, title: 'Still running' }
  await world.db.insert(conversations).values({ id, ...about, runningMessageId })
  const running = { role: 'assistant', status: 'running', text: '' } as const
  await world.db.insert(messages).values({ id: runningMessageId, conversationId: id, ...running })
  const body = json({ message: 'How many orders?' }, person.headers)
  const answer = await app.request(`/api/workspaces/${workspace.id}/query-data`, body)
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([409, 'too_many_answers'])
})

test('a banner has a beginning and an end', () => {
  const maintenance = { text: 'Soon', from: '2026-01-01T10:00:00Z', until: '2026-01-01T11:00:00Z', read_only: false }
  const at = (time: string) => bannerOf({ ...DEFAULT_SETTINGS, maintenance }, new Date(`2026-01-01T${time}Z`))?.text
  expect(['09:59:59', '10:00:00', '10:59:59', '11:00:00'].map(at)).toEqual([undefined, 'Soon', 'Soon', undefined])
})

test('wrong settings are named by their fields', () => {
  const wrong = merged<unknown>(DEFAULT_SETTINGS, {
    credits: { per_answer: '0' },
    mail: { sender: 'nobody' },
    site: { email: 'x', offices: [{ name: '', lines: 'A' }] },
    maintenance: { text: '', read_only: 'yes' },
    extra: 1,
  })
  const fields = () => {
    try {
      checked(systemSettings, wrong)
    } catch (error) {
      return Object.keys((error as { details: { fields: object } }).details.fields)
    }
  }
  expect(fields()?.sort()).toEqual(
    [
      'body',
      'credits.per_answer',
      'mail.sender',
      'maintenance.text',
      'site.email',
      'site.offices',
      'site.offices.0.name',
    ].sort(),
  )
})

test('a server looks for what another one saved at least every ten seconds', async () => {
  const ticks: [() => void, number][] = []
  const timer = spyOn(globalThis, 'setInterval').mockImplementation(((look: () => void, every: number) => {
    ticks.push([look, every])
    return { unref() {} }
  }) as typeof setInterval)
  const other = await settings.loadSettings(world)
  timer.mockRestore()
  const [[look, every]] = ticks as [[() => void, number]]
  expect(every).toBeLessThanOrEqual(10_000)
  const before = other.system().credits.trial
  await change({ credits: { trial: before + 1 } })
  expect(other.system().credits.trial).toBe(before)
  look()
  while (other.system().credits.trial === before) await Bun.sleep(5)
  expect(other.system().credits.trial).toBe(before + 1)
  other.close()
})

test('a form is unfolded into what it means', () => {
  const form = { 'site.name': 'A', 'site.offices.0.name': 'B', 'site.offices.1.name': 'C', reason: 'D' }
  expect(settings.unfolded(form)).toEqual({ site: { name: 'A', offices: [{ name: 'B' }, { name: 'C' }] }, reason: 'D' })
})

test('differences name fields, and lists as a whole', () => {
  expect(differences({ a: { b: 1, c: [1] } }, { a: { b: 1, c: [1, 2] }, d: 3 })).toEqual([
    { field: 'a.c', before: [1], after: [1, 2] },
    { field: 'd', before: undefined, after: 3 },
  ])
})
