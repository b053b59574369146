import { describe, expect, test } from 'bun:test'
import { and, asc, eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { auditEvents, mails, securityEvents, sessions, users } from '#db/schema/index.ts'
import { json, signUp } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import type { Ctx, World } from '../ctx.ts'
import * as lockout from './lockout.ts'
import { SESSION } from './rules/session.ts'
import { login, sweep } from './sessions.ts'

const from = { userAgent: 'test', cookies: null }
const newEmail = () => `somebody-${newId()}@example.com`
const mailsTo = (world: World, email: string) =>
  world.db.select().from(mails).where(eq(mails.to, email)).orderBy(asc(mails.id))
const body = async (answer: Response) => (await answer.json()) as Record<string, unknown>

describe('registering', () => {
  test('makes an account, a session and a token, and writes both down', async () => {
    const [app, world] = [await testApp(), await testWorld()]
    const email = newEmail()
    const answer = await app.request(
      '/api/auth/register',
      json({ email: ` ${email.toUpperCase()} `, password: 'a long enough one', name: 'Ada' }),
    )
    expect(answer.status).toBe(201)
    const { token, expires_at, user } = (await body(answer)) as {
      token: string
      expires_at: string
      user: { id: string; name: string; email: string }
    }
    expect(user).toEqual({ id: expect.any(String), name: 'Ada', email })
    expect(Date.parse(expires_at)).toBeGreaterThan(Date.now())
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('tabletalk.session_token='))
    expect(cookie).toContain('Max-Age=34560000')
    expect(cookie!.split(';')[0]!.length).toBeLessThan(SESSION.cookieChunk)
    expect(cookie).toContain('HttpOnly')
    expect(cookie).toContain('SameSite=Lax')
    expect(cookie).not.toContain('Secure')
    const acts = await world.db.select().from(auditEvents).where(eq(auditEvents.actorId, user.id))
    expect(acts.map(({ action }) => action).sort()).toEqual(['session.begin', 'user.register'])
    const profile = await app.request('/api/user/profile', { headers: { authorization: `Bearer ${token}` } })
    expect(await body(profile)).toMatchObject({ ...user, avatar_path: null, two_factor_enabled: false })
  })

  test('the cookie is marked Secure where people come over https', async () => {
    const world = await testWorld()
    const app = await testApp({ ...world, config: { ...world.config, BASE_URL: 'https://tables.example' } })
    const { cookie } = await signUp(app)
    expect(cookie).toStartWith('__Secure-tabletalk.session_token=')
    const token = await app.request('/api/auth/token', { headers: { cookie } })
    expect(token.status).toBe(200)
  })

  test('with a known email looks the same, is told to the owner by mail, and leaves no second account once they sign in', async () => {
    const [app, world] = [await testApp(), await testWorld()]
    const ada = await signUp(app, { verified: true })
    const { email } = ada.user
    const register = (email: string) =>
      app.request('/api/auth/register', json({ email, name: 'Eve', password: 'quite another secret' }))
    const [known, unknown] = [await register(email), await register(newEmail())]
    expect([known.status, unknown.status]).toEqual([201, 201])
    expect([...known.headers.keys()].sort()).toEqual([...unknown.headers.keys()].sort())
    const { user } = (await body(known)) as { user: { id: string; name: string; email: string } }
    expect(user).toEqual({ id: expect.any(String), name: 'Eve', email })
    expect(user.id).not.toBe(ada.user.id)
    const kinds = (await mailsTo(world, email)).map((mail) => mail.kind)
    expect(kinds).toEqual(['verify_email', 'already_registered'])
    expect((await mailsTo(world, email)).at(-1)!.text).toContain('You already have an account')
    const signIn = async (password: string) => (await app.request('/api/auth/login', json({ email, password }))).status
    expect(await signIn('quite another secret')).toBe(200)
    expect(await signIn(ada.password)).toBe(200)
    expect(await signIn('quite another secret')).toBe(401)
    expect(await world.db.$count(users, eq(users.email, email))).toBe(1)
  })

  test('again with the same password signs in', async () => {
    const app = await testApp()
    const ada = await signUp(app)
    const again = await signUp(app, { email: ada.user.email })
    expect(again.user).toEqual(ada.user)
    expect(again.token).not.toBe(ada.token)
  })

  test('is no way around the second factor, nor into a disabled account', async () => {
    const [app, world] = [await testApp(), await testWorld()]
    for (const state of [{ twoFactorEnabled: true }, { disabledAt: new Date() }]) {
      const ada = await signUp(app)
      await world.db.update(users).set(state).where(eq(users.id, ada.user.id))
      const again = await signUp(app, { email: ada.user.email })
      expect(again.user.id).not.toBe(ada.user.id)
    }
  })

  test('is no way to guess passwords while an account waits', async () => {
    const app = await testApp()
    const ada = await signUp(app)
    for (let n = 0; n < 5; n += 1)
      await app.request('/api/auth/register', json({ email: ada.user.email, password: `not the right one ${n}` }))
    const guessed = await signUp(app, { email: ada.user.email })
    expect(guessed.user.id).not.toBe(ada.user.id)
  })

  test.each([
    [{ email: 'nobody', password: 'a long enough one' }, 'email', 'Enter an email address such as name@example.com.'],
    [{ email: 'a@example.com', password: 'short' }, 'password', 'Use at least 10 characters for your password.'],
    [{ email: 'a@example.com' }, 'password', 'Choose a password.'],
    [{ password: 'a long enough one' }, 'email', 'Enter your email address.'],
  ])('%j is refused with a reason for the field %s', async (input, field, reason) => {
    const answer = await (await testApp()).request('/api/auth/register', json(input))
    expect(answer.status).toBe(400)
    expect(await body(answer)).toMatchObject({ details: { fields: { [field]: reason } } })
  })
})

describe('signing in', () => {
  test('gives a session and a token', async () => {
    const app = await testApp()
    const ada = await signUp(app)
    const answer = await app.request('/api/auth/login', json({ email: ada.user.email, password: ada.password }))
    expect(answer.status).toBe(200)
    const { token } = (await body(answer)) as { token: string }
    const me = await app.request('/api/user/profile', { headers: { authorization: `Bearer ${token}` } })
    expect(await body(me)).toMatchObject({ id: ada.user.id })
  })

  test('that is not to be remembered sets a cookie that ends with the browser', async () => {
    const app = await testApp()
    const ada = await signUp(app)
    const answer = await app.request(
      '/api/auth/login',
      json({ email: ada.user.email, password: ada.password, remember: false }),
    )
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('tabletalk.session_token='))
    expect(cookie).toBeDefined()
    expect(cookie).not.toContain('Max-Age')
  })

  test('an unknown email and a wrong password get the same answer, and the attempt is noted', async () => {
    const [app, world] = [await testApp(), await testWorld()]
    const ada = await signUp(app)
    const wrong = await app.request('/api/auth/login', json({ email: ada.user.email, password: 'not the right one' }))
    const unknown = await app.request('/api/auth/login', json({ email: newEmail(), password: 'not the right one' }))
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(await wrong.text()).toBe(await unknown.text())
    expect([...wrong.headers.keys()].sort()).toEqual([...unknown.headers.keys()].sort())
    const noted = await world.db.select().from(securityEvents).where(eq(securityEvents.kind, 'sign_in_failed'))
    expect(noted.map((event) => event.details.email)).toContain(ada.user.email)
    expect(JSON.stringify(noted)).not.toContain('not the right one')
  })

  test('after five failures an account waits, known or not, even with the right password; each more doubles the wait', async () => {
    const world = await testWorld()
    let now = Date.now()
    const app = await testApp({ ...world, now: () => new Date(now) })
    const ada = await signUp(app)
    await app.request('/api/auth/login', json({ email: ada.user.email, password: ada.password }))
    for (const email of [ada.user.email, newEmail()]) {
      const attempt = async (password: string) => {
        const answer = await app.request('/api/auth/login', json({ email, password }))
        return [answer.status, Number(answer.headers.get('retry-after'))]
      }
      for (let n = 0; n < 5; n += 1) expect(await attempt('not the right one')).toEqual([401, 0])
      expect(await attempt(ada.password)).toEqual([429, 60])
      now += 61_000
      expect(await attempt('not the right one')).toEqual([401, 0])
      expect(await attempt(ada.password)).toEqual([429, 120])
      now += 121_000
    }
    const right = () => app.request('/api/auth/login', json({ email: ada.user.email, password: ada.password }))
    expect((await right()).status).toBe(200)
    const wrong = await app.request('/api/auth/login', json({ email: ada.user.email, password: 'not the right one' }))
    expect(wrong.status).toBe(401)
    expect((await right()).status).toBe(200)
  })

  test('a burst of guesses at one moment is no way around the wait', async () => {
    const app = await testApp()
    const email = newEmail()
    const guess = () => app.request('/api/auth/login', json({ email, password: 'not the right one' }))
    const answers = await Promise.all(Array.from({ length: 12 }, guess))
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(5)
  })

  test('an address that failed fifty times waits, whatever account it tries; others do not', async () => {
    const world = await testWorld()
    const ip = `192.0.2.1/${newId()}`
    const now = world.now()
    const ctx: Ctx = { ...world, now: () => now, actor: { userId: null, via: 'guest', ip, requestId: newId() } }
    for (let n = 0; n < 50; n += 1) await lockout.attempt(ctx, newEmail())
    const ada = await signUp(await testApp())
    const attempt = login(ctx, { email: ada.user.email, password: ada.password }, from)
    expect(attempt).rejects.toMatchObject({ kind: 'rate_limited', details: { retry_after: 60 } })
    const elsewhere = { ...ctx, actor: { ...ctx.actor, ip: null } }
    expect(await login(elsewhere, { email: ada.user.email, password: ada.password }, from)).toBeDefined()
  })

  test('a disabled account hears so after the right password only', async () => {
    const [app, world] = [await testApp(), await testWorld()]
    const ada = await signUp(app)
    await world.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, ada.user.id))
    const attempt = (password: string) => app.request('/api/auth/login', json({ email: ada.user.email, password }))
    expect((await attempt('not the right one')).status).toBe(401)
    const refused = await attempt(ada.password)
    expect(refused.status).toBe(403)
    expect(await body(refused)).toMatchObject({
      code: 'account_disabled',
      error: 'This account is disabled. Write to hello@tabletalk.example.',
    })
  })

  test('from a browser that a verified account has not seen before is told by mail, at the first sign-in not', async () => {
    const [app, world] = [await testApp(), await testWorld()]
    const ada = await signUp(app, { verified: true })
    const signIn = (agent: string) =>
      app.request('/api/auth/login', json({ email: ada.user.email, password: ada.password }, { 'user-agent': agent }))
    const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
    await signIn('')
    for (let n = 0; n < 2; n += 1) await signIn(firefox)
    const told = (await mailsTo(world, ada.user.email)).filter((mail) => mail.kind === 'new_sign_in')
    expect(told).toHaveLength(1)
    expect(told[0]!.text).toContain('Firefox on Windows')
  })

  test('successes do not count against the limit', async () => {
    const app = await testApp()
    const ada = await signUp(app)
    for (let n = 0; n < 12; n += 1) {
      const answer = await app.request('/api/auth/login', json({ email: ada.user.email, password: ada.password }))
      expect(answer.status).toBe(200)
    }
  })

  test('at the admin sign-in lets admins in only', async () => {
    const [app, world] = [await testApp(), await testWorld()]
    const ada = await signUp(app)
    const attempt = () => app.request('/api/admin/login', json({ email: ada.user.email, password: ada.password }))
    const refused = await attempt()
    expect(refused.status).toBe(403)
    expect(await body(refused)).toMatchObject({ code: 'not_admin' })
    expect(refused.headers.getSetCookie()).toEqual([])
    await world.db
      .update(users)
      .set({ adminRoles: ['support'] })
      .where(eq(users.id, ada.user.id))
    expect((await attempt()).status).toBe(200)
    const status = await app.request('/api/user/admin-status', { headers: ada.headers })
    expect(await body(status)).toEqual({ isAdmin: true, roles: ['support'] })
  })
})

describe('a session', () => {
  test('that ends takes its tokens along', async () => {
    const [app, world] = [await testApp(), await testWorld()]
    const ada = await signUp(app)
    const other = await app.request('/api/auth/login', json({ email: ada.user.email, password: ada.password }))
    const { token } = (await body(other)) as { token: string }
    const answer = await app.request('/api/auth/logout', { method: 'POST', headers: ada.headers })
    expect(answer.status).toBe(204)
    expect(answer.headers.getSetCookie().join()).toContain('tabletalk.session_token=; Max-Age=0')
    expect((await app.request('/api/user/profile', { headers: ada.headers })).status).toBe(401)
    expect((await app.request('/api/auth/token', { headers: { cookie: ada.cookie } })).status).toBe(401)
    const still = await app.request('/api/user/profile', { headers: { authorization: `Bearer ${token}` } })
    expect(still.status).toBe(200)
    await world.db.delete(sessions).where(eq(sessions.userId, ada.user.id))
    const revoked = await app.request('/api/user/profile', { headers: { authorization: `Bearer ${token}` } })
    expect(revoked.status).toBe(401)
  })

  test('signing out without one is fine', async () => {
    const answer = await (await testApp()).request('/api/auth/logout', { method: 'POST' })
    expect(answer.status).toBe(204)
  })

  test('gets new tokens by its cookie and not by an old token', async () => {
    const app = await testApp()
    const ada = await signUp(app)
    const fresh = await app.request('/api/auth/token', { headers: { cookie: ada.cookie } })
    expect(await body(fresh)).toEqual({ token: expect.any(String), expires_at: expect.any(String) })
    expect((await app.request('/api/auth/token', { headers: ada.headers })).status).toBe(401)
  })

  test('tokens end after fifteen minutes', async () => {
    const world = await testWorld()
    const ada = await signUp(await testApp())
    const later = (minutes: number) => testApp({ ...world, now: () => new Date(Date.now() + minutes * 60_000) })
    expect((await (await later(14)).request('/api/user/profile', { headers: ada.headers })).status).toBe(200)
    expect((await (await later(16)).request('/api/user/profile', { headers: ada.headers })).status).toBe(401)
  })

  test.each(['Bearer nonsense', 'Bearer eyJhbGciOiJub25lIn0.eyJzaWQiOiJ4In0.', 'Basic YTpi', ''])(
    'the authorization "%s" is refused, even beside a good cookie',
    async (authorization) => {
      const app = await testApp()
      const ada = await signUp(app)
      const answer = await app.request('/api/user/profile', { headers: { authorization, cookie: ada.cookie } })
      expect(answer.status).toBe(401)
    },
  )

  test('a cookie whose signature is not ours is refused', async () => {
    const [app, world] = [await testApp(), await testWorld()]
    const ada = await signUp(app)
    const [session] = await world.db.select().from(sessions).where(eq(sessions.userId, ada.user.id))
    for (const value of [session!.token, `${session!.token}.`, `${session!.token}.c2lnbmF0dXJl`]) {
      const headers = { cookie: `tabletalk.session_token=${encodeURIComponent(value)}` }
      expect((await app.request('/api/auth/token', { headers })).status).toBe(401)
    }
  })

  test('that is over is swept away, and no other', async () => {
    const [app, world] = [await testApp(), await testWorld()]
    const [ada, bob] = [await signUp(app), await signUp(app)]
    await world.db
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(sessions.userId, ada.user.id))
    expect((await app.request('/api/user/profile', { headers: ada.headers })).status).toBe(401)
    expect(await sweep(world)).toBeGreaterThan(0)
    expect(await world.db.select().from(sessions).where(eq(sessions.userId, ada.user.id))).toEqual([])
    expect((await app.request('/api/user/profile', { headers: bob.headers })).status).toBe(200)
  })

  test('tokens of one process are good in another', async () => {
    const world = await testWorld()
    const ada = await signUp(await testApp())
    const elsewhere = await testApp({ ...world, config: { ...world.config } })
    expect((await elsewhere.request('/api/user/profile', { headers: ada.headers })).status).toBe(200)
    const bob = await signUp(elsewhere)
    expect((await (await testApp()).request('/api/user/profile', { headers: bob.headers })).status).toBe(200)
  })
})

describe('requests from other sites', () => {
  const forged = { 'content-type': 'text/plain', origin: 'https://evil.example' }
  test.each([
    ['a form', { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' }],
    ['a sibling site', { 'content-type': 'application/json', 'sec-fetch-site': 'same-site' }],
    ['another origin', forged],
    ['no origin', { 'content-type': 'application/json' }],
    ['a null origin', { 'content-type': 'application/json', origin: 'null' }],
  ] as [string, Record<string, string>][])('with the cookie: %s is refused', async (_name, headers) => {
    const app = await testApp()
    const ada = await signUp(app)
    const answer = await app.request('/api/user/profile', {
      method: 'PUT',
      headers: { ...headers, cookie: ada.cookie },
      body: '{"name":"Eve"}',
    })
    expect(answer.status).toBe(403)
    expect(await body(answer)).toMatchObject({ code: 'cross_site' })
  })

  test('cannot sign a person in as somebody else', async () => {
    const app = await testApp()
    const ada = await signUp(app)
    const request = json({ email: ada.user.email, password: ada.password }, { 'sec-fetch-site': 'cross-site' })
    expect((await app.request('/api/auth/login', request)).status).toBe(403)
  })

  test('our own pages may use the cookie', async () => {
    const app = await testApp()
    const ada = await signUp(app)
    const answer = await app.request(
      '/api/user/profile',
      json({ name: 'Ada L.' }, { cookie: ada.cookie, 'sec-fetch-site': 'same-origin' }, 'PUT'),
    )
    expect(await body(answer)).toMatchObject({ name: 'Ada L.' })
  })
})

test('what was written into the audit log can be neither changed nor removed', async () => {
  const world = await testWorld()
  const ada = await signUp(await testApp())
  const mine = and(eq(auditEvents.actorId, ada.user.id), eq(auditEvents.action, 'user.register'))
  const refusal = async (work: PromiseLike<unknown>) => {
    try {
      await work
      return 'done'
    } catch (error) {
      return String((error as Error).cause)
    }
  }
  const changed = await refusal(world.db.update(auditEvents).set({ action: 'user.nothing' }).where(mine))
  expect(changed).toContain('audit_events is append-only')
  expect(await refusal(world.db.delete(auditEvents).where(mine))).toContain('audit_events is append-only')
  expect(await world.db.select().from(auditEvents).where(mine)).toHaveLength(1)
})
