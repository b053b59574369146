import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { users } from '#db/schema/index.ts'
import { type App, form, signUp } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import { firstAdminLink } from './first-admin.ts'

const cookieOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
const page = async (app: App, path: string, cookie?: string) =>
  app.request(path, cookie ? { headers: { cookie } } : undefined)

describe('pages without a script', () => {
  test('a guest is sent to the login page and comes back to the page that was asked for', async () => {
    const app = await testApp()
    const ada = await signUp(app)
    const sent = await page(app, '/profile?tab=name')
    expect(sent.status).toBe(302)
    expect(sent.headers.get('location')).toBe('/login?next=%2Fprofile%3Ftab%3Dname')
    const login = await (await page(app, sent.headers.get('location')!)).text()
    expect(login).toContain('name="next" value="/profile?tab=name"')
    const fields = { email: ada.user.email, password: ada.password, next: '/profile?tab=name' }
    const answer = await app.request('/login', form(fields))
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/profile?tab=name')
    const profile = await page(app, '/profile', cookieOf(answer))
    expect(await profile.text()).toContain(ada.user.email)
    expect(profile.headers.get('cache-control')).toBe('private, no-store')
  })

  test.each(['//evil.example', 'https://evil.example', '/\\evil.example'])(
    'signing in never leads to %s',
    async (next) => {
      const app = await testApp()
      const ada = await signUp(app)
      const answer = await app.request('/login', form({ email: ada.user.email, password: ada.password, next }))
      expect(answer.headers.get('location')).toBe('/organizations')
    },
  )

  test('whose session ended, or waits with a payment, is told so above the form, where scripts make a dialog of it', async () => {
    const app = await testApp()
    for (const [note, title, text] of [
      ['session_ended', 'Session ended', 'Your session has ended. Please log in again.'],
      ['payment_waits', 'Session ended', 'Please log in again: a payment that you made is confirmed then.'],
    ]) {
      const page = await (await app.request(`/login?next=%2Fbilling&note=${note}`)).text()
      expect(page).toMatch(new RegExp(`role="status" data-notice="${title}">.*${text}`))
    }
  })

  test('a wrong password draws the form again with the email and without the password', async () => {
    const app = await testApp()
    const ada = await signUp(app)
    const answer = await app.request('/login', form({ email: ada.user.email, password: 'not the right one' }))
    const html = await answer.text()
    expect(answer.status).toBe(401)
    expect(html).toContain('The email or the password is not right.')
    expect(html).toContain(`value="${ada.user.email}"`)
    expect(html).not.toContain('not the right one')
  })

  test('registering says what is wrong with which field, keeps what was typed, and leads on to an organization', async () => {
    const app = await testApp()
    const email = `somebody-${newId()}@example.com`
    const wrong = await app.request('/register', form({ name: 'Ada <b>', email, password: 'short' }))
    const html = await wrong.text()
    expect(wrong.status).toBe(400)
    expect(html).toContain('Use at least 10 characters for your password.')
    expect(html).toContain(`value="${email}"`)
    expect(html).toContain('value="Ada &lt;b&gt;"')
    const right = await app.request('/register', form({ name: 'Ada', email, password: 'a long enough one' }))
    expect(right.headers.get('location')).toBe('/organizations/new')
    expect((await page(app, '/login', cookieOf(right))).headers.get('location')).toBe('/organizations')
  })

  test('the session ends with the browser unless it is to be kept', async () => {
    const app = await testApp()
    const ada = await signUp(app)
    const fields = { email: ada.user.email, password: ada.password }
    const cookie = async (more: Record<string, string>) =>
      (await app.request('/login', form({ ...fields, ...more }))).headers.getSetCookie().join()
    expect(await cookie({})).not.toContain('Max-Age')
    expect(await cookie({ remember: 'on' })).toContain('Max-Age=34560000')
    // The box is ticked from the start, and stays as somebody left it when the form is drawn again.
    const ticked = /name="remember" value="on" checked/
    for (const path of ['/login', '/register']) expect(await (await page(app, path)).text()).toMatch(ticked)
    const again = await app.request('/login', form({ ...fields, password: 'not the right one' }))
    expect(await again.text()).not.toMatch(ticked)
  })

  test('signing out ends the session', async () => {
    const app = await testApp()
    const { cookie } = await signUp(app)
    expect(await (await page(app, '/logout', cookie)).text()).toContain('data-sign-out')
    const answer = await app.request('/logout', form({}, cookie))
    expect(answer.headers.get('location')).toBe('/')
    expect((await page(app, '/profile', cookie)).headers.get('location')).toBe('/login?next=%2Fprofile')
  })

  test('a name can be changed', async () => {
    const app = await testApp()
    const { cookie } = await signUp(app)
    const answer = await app.request('/profile', form({ name: 'Ada Lovelace' }, cookie))
    expect(answer.headers.get('location')).toBe('/profile?saved=profile')
    expect(await (await page(app, '/profile?saved=profile', cookie)).text()).toContain('value="Ada Lovelace"')
    const wrong = await app.request('/profile', form({ name: '' }, cookie))
    expect(await wrong.text()).toContain('Enter your name.')
  })

  test('the link of the first start makes one account the admin', async () => {
    const [app, world] = [await testApp(), await testWorld()]
    await world.db.update(users).set({ adminRoles: [] })
    const path = new URL((await firstAdminLink(world))!).pathname
    expect(await (await page(app, path)).text()).toContain('Create the administrator')
    const email = `first-${newId()}@example.com`
    const open = (email: string) => app.request(path, form({ name: 'Root', email, password: 'a long enough one' }))
    const answers = await Promise.all([open(email), open(`second-${email}`)])
    expect(answers.map((answer) => answer.status).sort()).toEqual([303, 404])
    const made = await world.db
      .select()
      .from(users)
      .where(eq(users.adminRoles, ['superadmin']))
    expect(made).toHaveLength(1)
    const others = await world.db
      .select()
      .from(users)
      .where(eq(users.email, made[0]!.email === email ? `second-${email}` : email))
    expect(others).toEqual([])
    expect((await page(app, path)).status).toBe(404)
  })

  test('htmx leaves the page when the session is over', async () => {
    const answer = await (await testApp()).request('/profile', { headers: { 'hx-request': 'true' } })
    expect(answer.headers.get('hx-redirect')).toBe('/login')
  })
})
