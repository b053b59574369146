import { describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { auditEvents, mails, securityEvents, twoFactors, users } from '#db/schema/index.ts'
import { type App, call, form, json, type Person, signUp } from '../../tests/support/people.ts'
import { type TestWorld, testApp, testWorld } from '../../tests/support/world.ts'
import { codeOf, stepAt } from './totp.ts'

/** The world with a clock that a test sets: codes change with time. */
async function withClock() {
  const clock = { now: Date.now() }
  const world: TestWorld = { ...(await testWorld()), now: () => new Date(clock.now) }
  return { clock, world, app: await testApp(world) }
}
type Scene = Awaited<ReturnType<typeof withClock>>
const code = (scene: Scene, secret: string) => codeOf(secret, stepAt(scene.world.now()))
const later = (scene: Scene, seconds: number) => {
  scene.clock.now += seconds * 1000
}

/** Somebody with two-factor on; the clock stands where no code was used yet. */
async function enrolled(scene: Scene) {
  const person = await signUp(scene.app)
  const begun = await call(scene.app, person, 'POST', '/api/user/two-factor', { password: person.password })
  const { secret } = begun.body as { secret: string; uri: string }
  const confirmed = await call(scene.app, person, 'POST', '/api/user/two-factor/confirm', { code: code(scene, secret) })
  later(scene, 30)
  return { person, secret, codes: confirmed.body.backup_codes as string[], uri: begun.body.uri as string }
}

const signIn = async (app: App, { user, password }: Person, headers: Record<string, string> = {}) => {
  const answer = await app.request('/api/auth/login', json({ email: user.email, password }, headers))
  return { answer, body: (await answer.json()) as { challenge: string; two_factor_required?: true; token?: string } }
}
const step = (app: App, input: object) => call(app, null, 'POST', '/api/auth/two-factor', input)
const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

describe('turning two-factor on', () => {
  test('counts only once a code of the app was typed', async () => {
    const scene = await withClock()
    const person = await signUp(scene.app)
    const { status, body, headers } = await call(scene.app, person, 'POST', '/api/user/two-factor', {
      password: person.password,
    })
    expect(status).toBe(201)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body.uri).toBe(
      `otpauth://totp/Tabletalk:${encodeURIComponent(person.user.email)}?issuer=Tabletalk&secret=${body.secret}&algorithm=SHA1&digits=6&period=30`,
    )
    expect((await signIn(scene.app, person)).body.token).toBeString()
    const wrong = await call(scene.app, person, 'POST', '/api/user/two-factor/confirm', { code: '000000' })
    expect(wrong).toMatchObject({ status: 400, body: { details: { fields: { code: expect.any(String) } } } })
    const right = await call(scene.app, person, 'POST', '/api/user/two-factor/confirm', {
      code: code(scene, body.secret),
    })
    expect(new Set(right.body.backup_codes).size).toBe(10)
    expect((await call(scene.app, person, 'GET', '/api/user/profile')).body).toMatchObject({ two_factor_enabled: true })
    expect((await signIn(scene.app, person)).body).toEqual({ two_factor_required: true, challenge: expect.any(String) })
  })

  test('needs the password, and cannot be begun twice', async () => {
    const scene = await withClock()
    const { person } = await enrolled(scene)
    const wrong = await call(scene.app, person, 'POST', '/api/user/two-factor', { password: 'not mine at all' })
    expect(wrong).toMatchObject({
      status: 400,
      body: { details: { fields: { password: 'This is not your password.' } } },
    })
    const twice = await call(scene.app, person, 'POST', '/api/user/two-factor', { password: person.password })
    expect(twice).toMatchObject({ status: 409, body: { code: 'two_factor_on' } })
  })

  test('leaves neither secret nor codes readable in the database, and is written down and mailed', async () => {
    const scene = await withClock()
    const { person, secret, codes } = await enrolled(scene)
    const { db } = scene.world
    const kept = JSON.stringify(await db.select().from(twoFactors).where(eq(twoFactors.userId, person.user.id)))
    for (const secretText of [secret, ...codes, ...codes.map((it) => it.replace('-', ''))])
      expect(kept).not.toContain(secretText)
    const events = await db.select().from(auditEvents).where(eq(auditEvents.actorId, person.user.id))
    expect(events.map((event) => event.action)).toContain('two_factor.enable')
    expect(JSON.stringify(events)).not.toContain(secret)
    const sent = await db
      .select()
      .from(mails)
      .where(and(eq(mails.to, person.user.email), eq(mails.kind, 'two_factor_changed')))
    expect(sent.map((mail) => mail.subject)).toEqual(['Two-factor authentication is on'])
  })
})

describe('the second step', () => {
  test('begins a session with a code of the app, and the same code does not do it twice', async () => {
    const scene = await withClock()
    const { person, secret } = await enrolled(scene)
    const first = await signIn(scene.app, person)
    expect(first.answer.status).toBe(200)
    expect(cookiesOf(first.answer)).not.toContain('session_token')
    const input = { code: code(scene, secret), challenge: first.body.challenge }
    const answer = await scene.app.request('/api/auth/two-factor', json(input))
    expect(answer.status).toBe(200)
    const { token, user } = (await answer.json()) as { token: string; user: { id: string } }
    expect(user.id).toBe(person.user.id)
    expect(cookiesOf(answer)).toContain('tabletalk.session_token=')
    const me = await scene.app.request('/api/user/profile', { headers: { authorization: `Bearer ${token}` } })
    expect(me.status).toBe(200)
    expect((await step(scene.app, input)).status).toBe(401)
    const again = await signIn(scene.app, person)
    const replayed = await step(scene.app, { ...input, challenge: again.body.challenge })
    expect(replayed.status).toBe(400)
    later(scene, 30)
    const fresh = { code: code(scene, secret), challenge: again.body.challenge }
    expect((await step(scene.app, fresh)).status).toBe(200)
  })

  test('of two at the same moment with one code one begins a session', async () => {
    const scene = await withClock()
    const { person, secret } = await enrolled(scene)
    const [one, two] = [await signIn(scene.app, person), await signIn(scene.app, person)]
    const typed = code(scene, secret)
    const answers = await Promise.all(
      [one, two].map(({ body }) => step(scene.app, { code: typed, challenge: body.challenge })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400])
  })

  test('takes each backup code once, however it is typed, and tells the person', async () => {
    const scene = await withClock()
    const { person, codes } = await enrolled(scene)
    const use = async (typed: string) => {
      const { body } = await signIn(scene.app, person)
      return (await step(scene.app, { code: typed, challenge: body.challenge })).status
    }
    expect(await use(codes[0]!.replace('-', ' ').toUpperCase())).toBe(200)
    expect(await use(codes[0]!)).toBe(400)
    expect(await use(codes[1]!)).toBe(200)
    const { body } = await call(scene.app, person, 'GET', '/api/user/two-factor')
    expect(body).toMatchObject({ enabled: true, backup_codes_left: 8 })
    const sent = await scene.world.db.select().from(mails).where(eq(mails.to, person.user.email))
    expect(sent.filter((mail) => mail.subject === 'A backup code was used')).toHaveLength(2)
  })

  test('locks after five wrong codes, twice as long each time, and notes it', async () => {
    const scene = await withClock()
    const { person, secret } = await enrolled(scene)
    const { body } = await signIn(scene.app, person)
    const attempt = (typed: string) => step(scene.app, { code: typed, challenge: body.challenge })
    for (let n = 0; n < 4; n += 1) expect((await attempt('000000')).status).toBe(400)
    const locked = await attempt('000000')
    expect(locked.status).toBe(429)
    expect(locked.headers.get('retry-after')).toBe('60')
    expect((await attempt(code(scene, secret))).status).toBe(429)
    later(scene, 61)
    expect((await attempt('000000')).headers.get('retry-after')).toBe('120')
    later(scene, 121)
    expect((await attempt(code(scene, secret))).status).toBe(200)
    const noted = await scene.world.db.select().from(securityEvents).where(eq(securityEvents.actorId, person.user.id))
    expect(noted.map((event) => event.kind)).toContain('second_step_failed')
    expect(noted.map((event) => event.kind)).toContain('second_step_locked')
  })

  test('is over after ten minutes, and a made-up challenge never began', async () => {
    const scene = await withClock()
    const { person, secret } = await enrolled(scene)
    const { body } = await signIn(scene.app, person)
    later(scene, 601)
    for (const challenge of [body.challenge, 'made-up', ''])
      expect(await step(scene.app, { code: code(scene, secret), challenge })).toMatchObject({
        status: 401,
        body: { code: 'challenge_over' },
      })
  })

  test('is not asked of a trusted browser for 30 days, until two-factor is turned off and on', async () => {
    const scene = await withClock()
    const { person, secret } = await enrolled(scene)
    const first = await signIn(scene.app, person)
    const input = { code: code(scene, secret), challenge: first.body.challenge, trust_browser: true }
    const answer = await scene.app.request('/api/auth/two-factor', json(input))
    const cookie = cookiesOf(answer)
      .split('; ')
      .find((it) => it.startsWith('tabletalk.trusted_browser='))!
    const asked = async () =>
      (await signIn(scene.app, person, { cookie, 'sec-fetch-site': 'same-origin' })).body.two_factor_required ?? false
    expect(await asked()).toBe(false)
    const other = await enrolled(scene)
    const elsewhere = await signIn(scene.app, other.person, { cookie, 'sec-fetch-site': 'same-origin' })
    expect(elsewhere.body.two_factor_required).toBe(true)
    later(scene, 30 * 86_400)
    expect(await asked()).toBe(true)
  })

  test('works on a page without script', async () => {
    const scene = await withClock()
    const { person, secret } = await enrolled(scene)
    const fields = { email: person.user.email, password: person.password, next: '/billing' }
    const login = await scene.app.request('/login', form(fields))
    expect(login.headers.get('location')).toBe('/login/second-step?next=%2Fbilling')
    const cookie = cookiesOf(login)
    const page = await scene.app.request(login.headers.get('location')!, { headers: { cookie } })
    expect(await page.text()).toContain('data-second-step')
    const wrong = await scene.app.request('/login/second-step', form({ code: '000000', next: '/billing' }, cookie))
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('This code is not right')])
    const right = await scene.app.request(
      '/login/second-step',
      form({ code: code(scene, secret), next: '/billing' }, cookie),
    )
    expect(right.headers.get('location')).toBe('/billing')
    const billing = await scene.app.request('/billing', { headers: { cookie: cookiesOf(right) } })
    expect(billing.status).toBe(200)
    const again = await scene.app.request('/login/second-step', { headers: { cookie } })
    expect(again.headers.get('location')).toBe('/login')
  })
})

describe('turning two-factor off', () => {
  test('needs the password, and signing in asks for nothing more', async () => {
    const scene = await withClock()
    const { person } = await enrolled(scene)
    const off = (password: string) => call(scene.app, person, 'DELETE', '/api/user/two-factor', { password })
    expect((await off('not mine at all')).status).toBe(400)
    expect((await off(person.password)).status).toBe(204)
    expect((await off(person.password)).status).toBe(409)
    expect((await signIn(scene.app, person)).body.token).toBeString()
    const [row] = await scene.world.db.select().from(users).where(eq(users.id, person.user.id))
    expect(row!.twoFactorEnabled).toBe(false)
  })

  test('new backup codes replace the old ones', async () => {
    const scene = await withClock()
    const { person, codes } = await enrolled(scene)
    const made = await call(scene.app, person, 'POST', '/api/user/two-factor/backup-codes', {
      password: person.password,
    })
    expect(made.body.backup_codes).toHaveLength(10)
    const use = async (typed: string) => {
      const { body } = await signIn(scene.app, person)
      return (await step(scene.app, { code: typed, challenge: body.challenge })).status
    }
    expect(await use(codes[0]!)).toBe(400)
    expect(await use(made.body.backup_codes[0])).toBe(200)
  })
})

test('setting up works on pages without script, with a QR code that we draw ourselves', async () => {
  const scene = await withClock()
  const { cookie, password } = await signUp(scene.app)
  const post = (fields: Record<string, string>) =>
    scene.app.request('/profile/security/two-factor', form(fields, cookie))
  expect((await post({ password })).headers.get('location')).toBe('/profile/security/two-factor')
  const page = await (await scene.app.request('/profile/security/two-factor', { headers: { cookie } })).text()
  expect(page).toContain('<svg')
  const secret = /id="secret">\s*([A-Z2-7 ]+?)\s*</.exec(page)![1]!.replaceAll(' ', '')
  const wrong = await post({ code: '000000' })
  expect(await wrong.text()).toContain('This code is not right.')
  const done = await (await post({ code: code(scene, secret) })).text()
  expect(done).toContain('keep your backup codes')
  expect(done).toContain('download="tabletalk-backup-codes.txt"')
  const security = await (await scene.app.request('/profile/security', { headers: { cookie } })).text()
  expect(security).toContain('10 backup codes are left.')
})
