import { describe, expect, test } from 'bun:test'
import { and, desc, eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { apiKeys, mails, users } from '#db/schema/index.ts'
import { type App, form, json, type Person, signUp } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import { sweepUnproven } from './purge.ts'

const newEmail = () => `somebody-${newId()}@example.com`
const cookieOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

async function lastMail(to: string, kind: string) {
  const { db } = await testWorld()
  const [mail] = await db
    .select()
    .from(mails)
    .where(and(eq(mails.to, to), eq(mails.kind, kind)))
    .orderBy(desc(mails.id))
  return mail ?? null
}

/** Path and query of the first link in the last mail of this kind. */
async function linkTo(to: string, kind: string): Promise<string> {
  const mail = await lastMail(to, kind)
  const { pathname, search } = new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')![0])
  return pathname + search
}

const get = (app: App, path: string, cookie = '') => app.request(path, { headers: { cookie } })
const isVerified = async (person: Person) => {
  const { db } = await testWorld()
  const [row] = await db.select({ it: users.emailVerified }).from(users).where(eq(users.id, person.user.id))
  return row!.it
}

describe('verifying an address', () => {
  test('in the browser that registered, the link is enough, and works once', async () => {
    const app = await testApp()
    const ada = await signUp(app)
    const link = await linkTo(ada.user.email, 'verify_email')
    expect(await (await get(app, link, ada.cookie)).text()).toContain('Your email address is verified')
    expect(await isVerified(ada)).toBe(true)
    const again = await get(app, link)
    expect(again.status).toBe(404)
    expect(await again.text()).toContain('This link has expired or was already used.')
  })

  test('elsewhere it says whose account it is, proves the address without a password, and signs nobody in', async () => {
    const app = await testApp()
    const ada = await signUp(app)
    const link = await linkTo(ada.user.email, 'verify_email')
    const question = await (await get(app, link)).text()
    expect(question).toContain('Did you make this account?')
    expect(question).toContain('This does not sign you in here')
    expect(question).not.toContain('type="password"')
    // Programs that look through mails open links too.
    expect(await isVerified(ada)).toBe(false)
    const verified = await app.request(link, form({ answer: 'mine' }))
    expect(await verified.text()).toContain('Your email address is verified')
    expect(verified.headers.getSetCookie().filter((line) => line.includes('session'))).toEqual([])
    expect(await isVerified(ada)).toBe(true)
    expect((await app.request(link, form({ answer: 'mine' }))).status).toBe(404)
  })

  test('who did not make the account says so: it is signed out everywhere and forgotten', async () => {
    const app = await testApp()
    const eve = await signUp(app)
    const link = await linkTo(eve.user.email, 'verify_email')
    expect(await (await app.request(link, form({ answer: 'not_mine' }))).text()).toContain('signed out everywhere')
    expect((await app.request('/api/user/profile', { headers: eve.headers })).status).toBe(401)
    const login = json({ email: eve.user.email, password: eve.password })
    expect((await app.request('/api/auth/login', login)).status).toBe(401)
    expect((await get(app, link)).status).toBe(404)
  })

  test('a program proves only the address of its own account', async () => {
    const app = await testApp()
    const [ada, eve] = [await signUp(app), await signUp(app)]
    const token = (await linkTo(ada.user.email, 'verify_email')).split('/').at(-1)
    expect((await app.request('/api/auth/verify-email', json({ token }, eve.headers))).status).toBe(404)
    expect(await isVerified(ada)).toBe(false)
  })

  test('a link ends after a day', async () => {
    const world = await testWorld()
    const ada = await signUp(await testApp())
    const link = await linkTo(ada.user.email, 'verify_email')
    const tomorrow = await testApp({ ...world, now: () => new Date(Date.now() + 25 * 3_600_000) })
    expect((await get(tomorrow, link, ada.cookie)).status).toBe(404)
    expect(await isVerified(ada)).toBe(false)
  })

  test('of accounts with one address the first to prove it has it; of the others stay only those that hold something', async () => {
    const app = await testApp()
    const email = newEmail()
    const eve = await signUp(app, { email })
    const eveLink = await linkTo(email, 'verify_email')
    const idle = await signUp(app, { email, password: 'nothing to lose at all' })
    expect((await app.request('/api/organizations', json({ name: 'Acme' }, eve.headers))).status).toBe(201)
    const register = json({ email, name: 'Ada', password: 'a different secret of hers' })
    const owner = await app.request('/api/auth/register', register)
    expect((await lastMail(email, 'verify_email'))!.text).toContain('You have an account with this address already')
    await get(app, await linkTo(email, 'verify_email'), cookieOf(owner))
    for (const late of [await get(app, eveLink, eve.cookie), await app.request(eveLink, form({ answer: 'mine' }))]) {
      expect(late.status).toBe(409)
      expect(await late.text()).toContain('Another account has verified this address.')
    }
    expect(await isVerified(eve)).toBe(false)
    const statuses = [eve, idle].map(
      async ({ headers }) => (await app.request('/api/user/profile', { headers })).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 401])
  })

  test('of two that are verified at the same moment one is told that the other was first', async () => {
    const [app, world] = [await testApp(), await testWorld()]
    const email = newEmail()
    await signUp(app, { email })
    const first = await linkTo(email, 'verify_email')
    await signUp(app, { email, password: 'a different secret of hers' })
    const links = [first, await linkTo(email, 'verify_email')]
    const answers = await Promise.all(links.map((link) => app.request(link, form({ answer: 'mine' }))))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect([404, 409]).toContain(answers.find((answer) => !answer.ok)!.status)
    expect(await world.db.$count(users, eq(users.email, email))).toBe(1)
  })

  test('people are reminded on their pages, and have the link sent again, five times an hour', async () => {
    const app = await testApp()
    const ada = await signUp(app)
    expect(await (await get(app, '/organizations', ada.cookie)).text()).toContain('verify-banner')
    const resend = () => app.request('/verify-email', form({}, ada.cookie))
    expect((await resend()).headers.get('location')).toBe('/verify-email?sent')
    for (let n = 0; n < 4; n += 1) await resend()
    const limited = await resend()
    expect(limited.status).toBe(429)
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
    await get(app, await linkTo(ada.user.email, 'verify_email'), ada.cookie)
    expect(await (await get(app, '/organizations', ada.cookie)).text()).not.toContain('verify-banner')
  })

  test('programs do both through the API', async () => {
    const app = await testApp()
    const ada = await signUp(app)
    const send = await app.request('/api/auth/send-verification', { method: 'POST', headers: ada.headers })
    expect(send.status).toBe(204)
    const token = (await linkTo(ada.user.email, 'verify_email')).split('/').at(-1)
    const verify = await app.request('/api/auth/verify-email', json({ token }, ada.headers))
    expect(verify.status).toBe(204)
    expect(await isVerified(ada)).toBe(true)
  })
})

describe('choosing a new password by mail', () => {
  const ask = async (app: App, email: string) => app.request('/api/auth/forgot-password', json({ email }))
  const NEW = 'seven brown lamps humming'

  test('every address is answered alike and gets one mail', async () => {
    const app = await testApp()
    const ada = await signUp(app, { verified: true })
    const stranger = newEmail()
    const [known, unknown] = [await ask(app, ada.user.email), await ask(app, stranger)]
    expect([known.status, unknown.status]).toEqual([204, 204])
    expect([...known.headers.keys()].sort()).toEqual([...unknown.headers.keys()].sort())
    expect((await lastMail(ada.user.email, 'reset_password'))!.text).toContain('/auth/callback?next=%2Freset-password')
    const told = (await lastMail(stranger, 'reset_password'))!
    expect(told.text).toContain('No account has this address')
    expect(told.text).not.toContain('token=')
  })

  test('the link leads through the callback to the page; the new password signs in, every session has ended, the old one is worth nothing', async () => {
    const app = await testApp()
    const ada = await signUp(app, { verified: true })
    const asked = await app.request('/forgot-password', form({ email: ada.user.email }))
    expect(asked.headers.get('location')).toBe('/forgot-password?sent')
    const callback = await get(app, await linkTo(ada.user.email, 'reset_password'))
    expect(callback.headers.get('location')).toBe('/reset-password')
    const cookie = cookieOf(callback)
    expect(await (await get(app, '/reset-password', cookie)).text()).toContain(`For ${ada.user.email}`)
    const weak = await app.request('/reset-password', form({ password: 'password12345' }, cookie))
    expect(await weak.text()).toContain('This password is easy to guess.')
    const done = await app.request('/reset-password', form({ password: NEW }, cookie))
    expect(done.headers.get('location')).toStartWith('/login?email=')
    expect((await app.request('/api/user/profile', { headers: ada.headers })).status).toBe(401)
    const signIn = (password: string) => app.request('/api/auth/login', json({ email: ada.user.email, password }))
    expect([(await signIn(ada.password)).status, (await signIn(NEW)).status]).toEqual([401, 200])
    expect(await lastMail(ada.user.email, 'password_changed')).not.toBeNull()
    const used = await app.request('/reset-password', form({ password: NEW }, cookie))
    expect(used.status).toBe(404)
    expect(await used.text()).toContain('Send a new link')
  })

  test('an expired link sends nobody to a form', async () => {
    const world = await testWorld()
    const ada = await signUp(await testApp(), { verified: true })
    await ask(await testApp(), ada.user.email)
    const link = await linkTo(ada.user.email, 'reset_password')
    const later = await testApp({ ...world, now: () => new Date(Date.now() + 61 * 60_000) })
    const callback = await get(later, link)
    expect(callback.headers.get('location')).toBe('/reset-password')
    const page = await get(later, '/reset-password', cookieOf(callback))
    expect(page.status).toBe(404)
    expect(await page.text()).toContain('This link has ended')
  })

  test('it proves the address, and a stranger who had registered with it keeps no key', async () => {
    const [app, world] = [await testApp(), await testWorld()]
    const eve = await signUp(app)
    await world.db.update(users).set({ twoFactorEnabled: true }).where(eq(users.id, eve.user.id))
    await world.db
      .insert(apiKeys)
      .values({ userId: eve.user.id, name: 'k', prefix: 'k', hash: newId(), scopes: [], createdAt: world.now() })
    await ask(app, eve.user.email)
    const token = new URLSearchParams((await linkTo(eve.user.email, 'reset_password')).split('?')[1]).get('token')
    const done = await app.request('/api/auth/reset-password', json({ token, password: NEW }))
    expect(done.status).toBe(204)
    expect(await isVerified(eve)).toBe(true)
    const keys = await world.db.select().from(apiKeys).where(eq(apiKeys.userId, eve.user.id))
    expect(keys.map((key) => key.revokedAt !== null)).toEqual([true])
    const login = await app.request('/api/auth/login', json({ email: eve.user.email, password: NEW }))
    expect(await login.json()).toMatchObject({ user: { id: eve.user.id } })
  })

  test('it ends the wait after failures', async () => {
    const app = await testApp()
    const ada = await signUp(app, { verified: true })
    const { email } = ada.user
    for (let n = 0; n < 6; n += 1) await app.request('/api/auth/login', json({ email, password: 'not the right one' }))
    expect((await app.request('/api/auth/login', json({ email, password: ada.password }))).status).toBe(429)
    await ask(app, email)
    const token = new URLSearchParams((await linkTo(email, 'reset_password')).split('?')[1]).get('token')
    await app.request('/api/auth/reset-password', json({ token, password: NEW }))
    expect((await app.request('/api/auth/login', json({ email, password: NEW }))).status).toBe(200)
  })

  test('nobody is flooded with mails by strangers', async () => {
    const app = await testApp()
    const world = await testWorld()
    const email = newEmail()
    for (let n = 0; n < 8; n += 1) expect((await ask(app, email)).status).toBe(204)
    expect(await world.db.select().from(mails).where(eq(mails.to, email))).toHaveLength(5)
  })
})

test('accounts that never proved their address and hold nothing are forgotten after thirty days', async () => {
  const [app, world] = [await testApp(), await testWorld()]
  const [idle, looked, busy, proven] = [
    await signUp(app),
    await signUp(app),
    await signUp(app),
    await signUp(app, { verified: true }),
  ]
  await app.request('/api/credits/balance', { headers: looked.headers })
  await app.request('/api/organizations', json({ name: 'Acme' }, busy.headers))
  const emailOf = async (person: Person) =>
    (await world.db.select({ email: users.email }).from(users).where(eq(users.id, person.user.id)))[0]?.email ?? null
  await sweepUnproven({ ...world, now: () => new Date(Date.now() + 29 * 86_400_000) })
  expect(await emailOf(idle)).toBe(idle.user.email)
  await sweepUnproven({ ...world, now: () => new Date(Date.now() + 31 * 86_400_000) })
  expect(await emailOf(idle)).toBeNull()
  expect(await emailOf(looked)).toBe(`deleted-${looked.user.id}@deleted.invalid`)
  expect([await emailOf(busy), await emailOf(proven)]).toEqual([busy.user.email, proven.user.email])
})

test('a second account of a proven address that holds nothing is forgotten after a day', async () => {
  const [app, world] = [await testApp(), await testWorld()]
  const owner = await signUp(app, { verified: true })
  const { email } = owner.user
  const again = await app.request(
    '/api/auth/register',
    json({ email, password: 'another long one 7 rivers', name: 'Ada again' }),
  )
  const { user } = (await again.json()) as { user: { id: string } }
  expect(user.id).not.toBe(owner.user.id)
  const ids = async () =>
    (await world.db.select({ id: users.id }).from(users).where(eq(users.email, email))).map(({ id }) => id).sort()
  const after = (hours: number) => ({ ...world, now: () => new Date(Date.now() + hours * 3_600_000) })
  await sweepUnproven(after(23))
  expect(await ids()).toEqual([owner.user.id, user.id].sort())
  await sweepUnproven(after(25))
  expect(await ids()).toEqual([owner.user.id])
})
