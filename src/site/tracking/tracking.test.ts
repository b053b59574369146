import { describe, expect, test } from 'bun:test'
import { asc, eq } from 'drizzle-orm'
import { DAY, HOUR } from '#base/time.ts'
import { trackingEvents } from '#db/schema/index.ts'
import { choiceOf, choiceText } from '#records/rules/consent.ts'
import { EVENT_NAMES, EVENT_PARAMS } from '#records/rules/tracking.ts'
import * as tracking from '#records/tracking.ts'
import { form, json, signUp } from '../../../tests/support/people.ts'
import { testApp, testWorld } from '../../../tests/support/world.ts'

const [app, world] = [await testApp(), await testWorld()]
const OURS = { 'sec-fetch-site': 'same-origin' }
/** The cookies of an answer as a browser sends them; those that are taken away are not. */
const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .filter((line) => !/Max-Age=0/.test(line))
    .map((line) => line.split(';')[0])
    .join('; ')
const choose = (analytics: boolean, headers: Record<string, string> = {}) =>
  app.request('/api/consent', json({ analytics }, { ...OURS, ...headers }, 'PUT'))
const consented = async () => cookiesOf(await choose(true))
const visitorIn = (cookie: string) => /visitor=([^;]+)/.exec(cookie)![1]!
const send = (cookie: string, events: object[], page = '/') =>
  app.request('/api/events', json({ events, page }, { ...OURS, cookie }))
const event = (name: string, params: object, about: object = {}) => ({
  id: crypto.randomUUID(),
  name,
  params,
  page: '/chat',
  ...about,
})
const rowsOf = (visitorId: string) =>
  world.db.select().from(trackingEvents).where(eq(trackingEvents.visitorId, visitorId)).orderBy(asc(trackingEvents.id))

describe('consent', () => {
  test('nothing is chosen at first: pages ask, set nothing, and events are refused', async () => {
    const page = await app.request('/about-us')
    expect(await page.text()).toContain('Decline analytics')
    expect(page.headers.getSetCookie()).toEqual([])
    expect(await (await app.request('/api/consent')).json()).toEqual({
      necessary: true,
      analytics: false,
      decided_on: null,
      days: 180,
      version: 1,
      signal: null,
    })
    const refused = await app.request('/api/events', json({ events: [event('logout', {})] }))
    expect([refused.status, (await refused.json()).code]).toEqual([403, 'no_consent'])
  })

  test('a yes is kept for 180 days with its version and day, and gives the browser a random name scripts cannot read', async () => {
    const answer = await choose(true)
    expect(await answer.json()).toMatchObject({ analytics: true, decided_on: world.now().toISOString().slice(0, 10) })
    const [consent, visitor] = answer.headers.getSetCookie()
    expect(consent).toMatch(/^consent=1\.granted\.\d{4}-\d\d-\d\d; Max-Age=15552000; Path=\/; SameSite=Lax$/)
    expect(visitor).toMatch(/^visitor=[0-9a-f-]{36}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/)
    const page = await app.request('/about-us', { headers: { cookie: cookiesOf(answer) } })
    expect(await page.text()).not.toContain('Decline analytics')
  })

  test('taking it back forgets the name of the browser, here and in what was kept', async () => {
    const person = await signUp(app)
    const cookie = await consented()
    const both = `${cookie}; ${person.cookie}`
    await send(both, [event('logout', {})])
    const back = await choose(false, { cookie: `${both}; moment-x=1` })
    const lines = back.headers.getSetCookie().join('\n')
    expect(lines).toMatch(/consent=1\.denied\./)
    expect(lines).toMatch(/visitor=; Max-Age=0/)
    expect(lines).toMatch(/moment-x=; Max-Age=0/)
    expect(await rowsOf(visitorIn(cookie))).toEqual([])
    const mine = eq(trackingEvents.userId, person.user.id)
    expect(await world.db.select().from(trackingEvents).where(mine)).toEqual([])
  })

  test('a choice that is too old, of another version or garbage is none', () => {
    const at = new Date('2026-06-01T12:00:00Z')
    const kept = choiceText({ analytics: true, on: '2026-05-30' })
    expect(choiceOf(kept, at)).toEqual({ analytics: true, on: '2026-05-30' })
    expect(choiceOf(kept, new Date(Number(at) + 181 * DAY))).toBeNull()
    for (const text of [undefined, '', '0.granted.2026-05-30', '1.yes.2026-05-30', '1.granted.2027-01-01'])
      expect(choiceOf(text, at)).toBeNull()
  })

  test.each([
    ['sec-gpc', 'Global Privacy Control'],
    ['dnt', 'Do Not Track'],
  ])('%s is a no without asking, whatever was chosen', async (header, name) => {
    const signal = { [header]: '1' }
    const page = await (await app.request('/about-us', { headers: signal })).text()
    expect(page).not.toContain('Decline analytics')
    const cookie = await consented()
    const asked = await app.request('/api/consent', { headers: { ...signal, cookie } })
    expect(await asked.json()).toMatchObject({ analytics: false, signal: header.replace('sec-', '') })
    expect((await app.request('/api/events', json({ events: [] }, { ...OURS, ...signal, cookie }))).status).toBe(403)
    expect((await choose(true, signal)).status).toBe(409)
    const preferences = await (await app.request('/cookie-preferences', { headers: signal })).text()
    expect(preferences).toContain(`Your browser sends ${name}`)
    expect(preferences).toMatch(/<fieldset [^>]*disabled=""><legend>Analytics/)
  })

  test('the page works without a script, and the bar leads back to where it asked', async () => {
    const saved = await app.request('/cookie-preferences', form({ analytics: 'on' }))
    expect([saved.status, saved.headers.get('location')]).toEqual([303, '/cookie-preferences?saved'])
    const cookie = cookiesOf(saved)
    const page = await (await app.request('/cookie-preferences?saved', { headers: { cookie } })).text()
    expect(page).toContain('Saved. Analytics is on.')
    const off = await app.request('/cookie-preferences', form({ analytics: 'off' }, cookie))
    const after = await app.request('/cookie-preferences?saved', { headers: { cookie: cookiesOf(off) } })
    expect(await after.text()).toContain('Saved. Analytics is off.')
    const init = form({ analytics: 'off', from: 'bar' })
    const back = (referer: string) =>
      app.request('http://localhost/cookie-preferences', {
        ...init,
        headers: { ...init.headers, referer, host: 'localhost' },
      })
    expect((await back('http://localhost/pricing?period=annual')).headers.get('location')).toBe(
      '/pricing?period=annual',
    )
    expect((await back('https://evil.example/x')).headers.get('location')).toBe('/')
    expect((await app.request('/cookie-preferences', form({}))).status).toBe(400)
  })
})

describe('events', () => {
  const ID = '0198a000-0000-7000-8000-000000000000'
  const SALE = {
    currency: 'INR',
    value: 99,
    items: [{ item_id: 'credits_100', item_name: '100 credits', item_category: 'credits', price: 99, quantity: 1 }],
  }
  const GOOD: Record<string, object> = {
    login: { method: 'password' },
    sign_up: { method: 'google' },
    logout: {},
    create_workspace: { workspace_id: ID },
    join_workspace: { organization_id: ID, method: 'invitation' },
    start_chat: { workspace_id: ID },
    send_message: { workspace_id: ID, message_length: 12 },
    ai_response: { workspace_id: ID, status: 'answered' },
    connect_data_source: { workspace_id: ID, engine: 'postgres', kind: 'database' },
    execute_query: { workspace_id: ID, surface: 'editor', status: 'done' },
    upload_file: { workspace_id: ID, file_extension: 'csv', size_bytes: 4 },
    download_file: { file_extension: 'xlsx', content: 'result' },
    view_pricing: { currency: 'INR', period: 'annual' },
    begin_checkout: SALE,
    purchase: { transaction_id: 'pay_1', ...SALE },
  }

  test('are the fifteen of the specification, each kept once with its parameters, the person and the page', async () => {
    expect(Object.keys(GOOD).sort()).toEqual([...EVENT_NAMES].sort())
    const person = await signUp(app)
    const cookie = await consented()
    const events = Object.entries(GOOD).map(([name, params]) => event(name, params))
    const both = `${cookie}; ${person.cookie}`
    const [first, again] = [await send(both, events), await send(both, events)]
    expect([first.status, await first.json(), await again.json()]).toEqual([202, { accepted: 15 }, { accepted: 0 }])
    const rows = (await rowsOf(visitorIn(cookie))).filter(({ name }) => name !== 'visit')
    expect(Object.fromEntries(rows.map(({ name, params }) => [name, params]))).toEqual(
      GOOD as Record<string, Record<string, unknown>>,
    )
    expect(new Set(rows.map(({ userId, page }) => `${userId} ${page}`))).toEqual(new Set([`${person.user.id} /chat`]))
  })

  test('other names, other parameters and anything that a person typed are refused', async () => {
    const cookie = await consented()
    const bad = [
      event('page_view', {}),
      event('visit', {}),
      event('login', { method: 'password', email: 'a@b.example' }),
      event('login', { method: 'asha@example.com' }),
      event('upload_file', { workspace_id: ID, file_extension: 'my secret.csv', size_bytes: 4 }),
      event('purchase', { ...GOOD.purchase, currency: 'USD' }),
      event('logout', {}, { id: 'x' }),
      event('logout', {}, { page: 'https://evil.example' }),
    ]
    for (const one of bad) expect([one.name, (await send(cookie, [one])).status]).toEqual([one.name, 400])
    expect((await send(cookie, Array(21).fill(event('logout', {})))).status).toBe(400)
    for (const name of EVENT_NAMES)
      expect(EVENT_PARAMS[name].safeParse({ ...GOOD[name], name: 'Asha' }).success).toBe(false)
    expect(await rowsOf(visitorIn(cookie))).toEqual([])
  })

  test('keep the pattern of a page, never the ids and secrets of its address', () => {
    expect(tracking.pageOf('/invitations/s3cr3t-token')).toBe('/invitations/:token')
    expect(tracking.pageOf(`/workspaces/${ID}`)).toBe('/workspaces/:id')
    expect(tracking.pageOf('/documentation/api')).toBe('/documentation/api')
    expect(tracking.pageOf('/elsewhere/asha@example.com')).toBe('')
  })

  test('a visit is noted when a browser comes, and again after half an hour of silence', async () => {
    const visitor = { id: crypto.randomUUID(), userId: null }
    const at = (ms: number) => ({ db: world.db, now: () => new Date(Date.UTC(2026, 0, 5) + ms) })
    await tracking.keep(at(0), visitor, [], '/pricing')
    await tracking.keep(at(HOUR / 4), visitor, [], '/')
    await tracking.keep(at(HOUR), visitor, [], '/chat')
    expect((await rowsOf(visitor.id)).map(({ name, page }) => [name, page])).toEqual([
      ['visit', '/pricing'],
      ['visit', '/chat'],
    ])
  })

  test('too many batches of one browser are refused', async () => {
    const cookie = await consented()
    let status = 202
    for (let n = 0; n < 125 && status === 202; n += 1) status = (await send(cookie, [])).status
    expect(status).toBe(429)
  })

  test('what is older than thirteen months is forgotten', async () => {
    const visitor = { id: crypto.randomUUID(), userId: null }
    const old = new Date(Number(world.now()) - 397 * DAY)
    await tracking.keep({ db: world.db, now: () => old }, visitor, [], '/')
    await tracking.keep(world, visitor, [], '/')
    expect(await tracking.sweep(world)).toBeGreaterThan(0)
    expect(await rowsOf(visitor.id)).toHaveLength(1)
  })

  test('deleting an account erases what its person did, also before they signed in', async () => {
    const person = await signUp(app)
    const cookie = await consented()
    await send(cookie, [event('view_pricing', GOOD.view_pricing!)])
    await send(`${cookie}; ${person.cookie}`, [event('login', GOOD.login!)])
    expect(await rowsOf(visitorIn(cookie))).toHaveLength(3)
    const gone = await app.request('/api/user', {
      ...json({ confirm: person.user.email, password: person.password }, person.headers, 'DELETE'),
    })
    expect(gone.status).toBe(204)
    expect(await rowsOf(visitorIn(cookie))).toEqual([])
  })
})
