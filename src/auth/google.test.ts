import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { accounts, users } from '#db/schema/index.ts'
import { type OpenIdProvider, startOpenIdProvider } from '../../tests/support/openid-provider.ts'
import { type App, signUp } from '../../tests/support/people.ts'
import { watchedLog } from '../../tests/support/secrets.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'

let provider: OpenIdProvider
let app: App
const BACK = 'http://127.0.0.1:3000/auth/google/callback'

const appWith = async (change: Record<string, unknown> = {}, now?: () => Date) => {
  const world = await testWorld()
  const config = {
    ...world.config,
    GOOGLE_CLIENT_ID: provider.clientId,
    GOOGLE_CLIENT_SECRET: provider.clientSecret,
    GOOGLE_ISSUER: provider.issuer,
    ...change,
  }
  return testApp({ ...world, log: watchedLog({ LOG_LEVEL: 'silent' }), config, ...(now ? { now } : {}) })
}
beforeAll(async () => {
  provider = await startOpenIdProvider(BACK)
  app = await appWith()
})
afterAll(() => provider.close())

const cookieOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
const local = (address: string) => address.slice(new URL(address).origin.length)

/** Signs in with Google as a browser does. Answers the last response, of our callback. */
async function signIn(at = app, next = ''): Promise<Response> {
  const begun = await at.request(`/auth/google${next}`)
  const back = await provider.walk(begun.headers.get('location')!)
  return at.request(local(back), { headers: { cookie: cookieOf(begun) } })
}
const personOf = (email: string, more: object = {}) => ({
  sub: newId(),
  email,
  email_verified: true,
  name: 'Ada',
  ...more,
})
const newEmail = () => `google-${newId()}@example.com`
async function whoIs(answer: Response) {
  const me = await app.request('/api/auth/token', { headers: { cookie: cookieOf(answer) } })
  const { token } = (await me.json()) as { token: string }
  const profile = await app.request('/api/user/profile', { headers: { authorization: `Bearer ${token}` } })
  return (await profile.json()) as { id: string; email: string; name: string }
}

describe('signing in with Google', () => {
  test('makes a verified account at the first time and knows it at the second, whatever its address is then', async () => {
    const email = newEmail()
    provider.person = personOf(email)
    const first = await signIn(app, '?next=/chat')
    expect(first.headers.get('location')).toBe('/chat')
    const ada = await whoIs(first)
    expect(ada).toMatchObject({ email, name: 'Ada' })
    provider.person = { ...provider.person, email: newEmail() }
    const again = await signIn()
    expect(again.headers.get('location')).toBe('/organizations')
    expect(await whoIs(again)).toMatchObject({ id: ada.id, email })
  })

  test('leads new people to the first steps, and keeps them signed in unless they do not want it', async () => {
    provider.person = personOf(newEmail())
    const sessionCookie = (answer: Response) =>
      answer.headers.getSetCookie().find((line) => line.startsWith('tabletalk.session_token='))
    const first = await signIn()
    expect(first.headers.get('location')).toBe('/organizations/new')
    expect(sessionCookie(first)).toContain('Max-Age=34560000')
    const short = await signIn(app, '?remember=off')
    expect(sessionCookie(short)).toBeDefined()
    expect(sessionCookie(short)).not.toContain('Max-Age')
  })

  test('enters the account that has verified the address', async () => {
    const ada = await signUp(app, { verified: true })
    provider.person = personOf(ada.user.email)
    expect(await whoIs(await signIn())).toMatchObject({ id: ada.user.id })
    const { db } = await testWorld()
    const linked = await db
      .select()
      .from(accounts)
      .where(and(eq(accounts.userId, ada.user.id), eq(accounts.providerId, 'google')))
    expect(linked).toHaveLength(1)
  })

  test('never enters an account that only claims the address', async () => {
    const eve = await signUp(app)
    provider.person = personOf(eve.user.email)
    const ada = await whoIs(await signIn())
    expect(ada.email).toBe(eve.user.email)
    expect(ada.id).not.toBe(eve.user.id)
    expect((await app.request('/api/user/profile', { headers: eve.headers })).status).toBe(401)
  })

  test('of two first sign-ins at once comes one account', async () => {
    provider.person = personOf(newEmail())
    const both = await Promise.all([signIn(), signIn()])
    const [one, other] = await Promise.all(both.map(whoIs))
    expect(one!.id).toBe(other!.id)
  })
})

describe('what goes wrong ends on the login page with a sentence', () => {
  const problem = async (answer: Response) => {
    expect(answer.status).toBe(303)
    const location = answer.headers.get('location')!
    expect(location).toStartWith('/login?problem=')
    expect(answer.headers.getSetCookie().join()).not.toContain('session_token=')
    return (await (await app.request(location)).text()).replace(/[\s\S]*role="alert"[\s\S]*?<p>([^<]*)[\s\S]*/, '$1')
  }

  test('the person denies it', async () => {
    provider.person = null
    expect(await problem(await signIn())).toStartWith('You did not allow the sign-in with Google.')
  })

  test('Google has not verified the address', async () => {
    provider.person = personOf(newEmail(), { email_verified: false })
    expect(await problem(await signIn())).toStartWith('Google has not verified your email address.')
  })

  test('another browser comes back, the state is another, or it took too long', async () => {
    provider.person = personOf(newEmail())
    const begun = await app.request('/auth/google')
    const back = local(await provider.walk(begun.headers.get('location')!))
    const expired = 'The sign-in with Google took too long or was begun in another browser.'
    expect(await problem(await app.request(back))).toStartWith(expired)
    const forged = back.replace(/state=[^&]+/, 'state=another')
    expect(await problem(await app.request(forged, { headers: { cookie: cookieOf(begun) } }))).toStartWith(expired)
    const late = await appWith({}, () => new Date(Date.now() + 11 * 60_000))
    expect(await problem(await late.request(back, { headers: { cookie: cookieOf(begun) } }))).toStartWith(expired)
  })

  test('a code is used a second time, or the client’s secret is wrong', async () => {
    provider.person = personOf(newEmail())
    const begun = await app.request('/auth/google')
    const back = local(await provider.walk(begun.headers.get('location')!))
    const headers = { cookie: cookieOf(begun) }
    expect((await app.request(back, { headers })).headers.get('location')).toBe('/organizations/new')
    expect(await problem(await app.request(back, { headers }))).toStartWith('The sign-in with Google did not work.')
    const wrong = await appWith({ GOOGLE_CLIENT_SECRET: 'another' })
    expect(await problem(await signIn(wrong))).toStartWith('The sign-in with Google did not work.')
  })

  test('the provider is down', async () => {
    const down = await appWith({ GOOGLE_ISSUER: 'http://127.0.0.1:9' })
    expect(await problem(await down.request('/auth/google'))).toStartWith('Google does not answer at the moment.')
  })

  test('the account is disabled', async () => {
    const ada = await signUp(app, { verified: true })
    const { db } = await testWorld()
    await db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, ada.user.id))
    provider.person = personOf(ada.user.email)
    expect(await problem(await signIn())).toBe('This account is disabled. Write to hello@tabletalk.example.')
  })
})

test('the button stands on both pages where Google is configured, and nowhere else', async () => {
  const plain = await testApp()
  for (const path of ['/login', '/register']) {
    expect(await (await app.request(path)).text()).toContain('Continue with Google')
    expect(await (await plain.request(path)).text()).not.toContain('Continue with Google')
  }
  expect((await plain.request('/auth/google')).status).toBe(404)
})
