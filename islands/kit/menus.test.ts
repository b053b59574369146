import { expect, test } from 'bun:test'
import { Field } from '#ui/field.tsx'
import { Header } from '#ui/header.tsx'
import { type Answers, openTab } from '../../tests/support/page.ts'

/** What the scripts of the header do by themselves. How it looks, and keys, fingers and pointers at it, are tested in a browser: header.test.ts. */
const VIEWER = { id: 'p1', name: 'Ada', email: 'ada@example.com', image: null, admin: false }
const place = (name: string, more: object = {}) => ({ id: name.toLowerCase(), name, ...more })
const ANSWERS: Answers = {
  '/api/auth/token': { json: { token: `x.${btoa(JSON.stringify({ exp: 4e9, sub: 'p1' }))}.y` } },
  '/api/user/organizations': {
    json: [place('Acme', { description: 'Shops in Pune', workspaces: [place('Sales', { role: 'owner' })] })],
  },
  '/api/user/invitations': { json: [] },
  '/api/user/admin-status': { json: { isAdmin: false } },
  '/api/credits/balance': { json: { balance: 25, low_at: null } },
  '/api/billing/subscription': { json: { subscription: null } },
}
const AWAY = { status: 503, json: { error: 'The database is away.', code: 'unavailable' } }

async function open(answers: Answers = {}) {
  const html = String(
    Header({ frame: { title: '', viewer: VIEWER, theme: 'system', locale: 'en-IN', path: '/about-us' } }),
  )
  const tab = await openTab(html, { ...ANSWERS, ...answers })
  const page = await tab.go('/about-us')
  return { tab, page, asked: (path: string) => tab.calls.filter((call) => call === path).length }
}
type Opened = Awaited<ReturnType<typeof open>>['page']
const MENU = '.header-nav [data-organizations]'
/** Opens or closes the Organizations menu. */
async function toggle(page: Opened) {
  page.find(`${MENU} summary`)!.click()
  await page.pass(0)
}
const listed = (page: Opened) => page.find(`${MENU} [data-organizations-list]`)!.textContent
const links = (page: Opened, selector: string) =>
  [...page.document.querySelectorAll(`${MENU} ${selector}`)].map((it) => it.textContent)

test('organizations are listed with their descriptions, and asked for once in 30 s, by all pages of a tab', async () => {
  const { tab, page, asked } = await open()
  const ORGANIZATIONS = '/api/user/organizations'
  await toggle(page)
  expect(links(page, '.orgs-item > a')).toEqual(['AcmeShops in Pune'])
  const next = await tab.go('/contact-us')
  await toggle(next)
  expect([listed(next), asked(ORGANIZATIONS)]).toEqual([listed(page), 1])
  await toggle(next)
  await next.pass(30_000)
  await toggle(next)
  expect(asked(ORGANIZATIONS)).toBe(2)
})

test('the menu shows that it loads, then that there is no organization yet', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { page } = await open({ '/api/user/organizations': () => promise.then(() => ({ json: [] })) })
  await toggle(page)
  expect(listed(page)).toBe('Loading organizations')
  expect(page.document.querySelectorAll(`${MENU} .skeleton`).length).toBe(2)
  resolve()
  await page.pass(0)
  expect(listed(page)).toBe('No organizations foundCreate your first organization')
  expect(page.find(`${MENU} [data-organizations-list] a`)!.getAttribute('href')).toBe('/organizations/new')
})

test('a second path is read when the first fails: what is active, newest first', async () => {
  const dated = (name: string, status: string, day: number, workspaces: object[] = []) =>
    place(name, { status, created_at: `2026-01-0${day}T00:00:00Z`, workspaces })
  const sales = [dated('Old', 'active', 1), dated('New', 'active', 2), dated('Gone', 'deleted', 3)]
  const { page } = await open({
    '/api/user/organizations': AWAY,
    '/api/organizations': {
      json: [dated('First', 'active', 1, sales), dated('Closed', 'deleted', 2), dated('Last', 'active', 3)],
    },
  })
  await toggle(page)
  expect(links(page, '.orgs-item > a')).toEqual(['Last', 'First'])
  expect(links(page, '.orgs-side a')).toEqual(['View all workspaces →', 'New', 'Old', 'View all workspaces →'])
})

test('a list that cannot be loaded says so, and is tried again by itself after 3 s and at once with Retry', async () => {
  const { tab, page, asked } = await open({ '/api/user/organizations': AWAY, '/api/organizations': AWAY })
  await toggle(page)
  expect(listed(page)).toBe('Failed to load organizationsRetry')
  expect(asked('/api/user/organizations')).toBe(1)
  page.find(`${MENU} button`, 'Retry')!.click()
  await page.pass(2999)
  expect(asked('/api/user/organizations')).toBe(2)
  tab.answers['/api/user/organizations'] = ANSWERS['/api/user/organizations']!
  await page.pass(1)
  expect(links(page, '.orgs-item > a')).toEqual(['AcmeShops in Pune'])
})

test('without a session token the menu asks nobody and says so', async () => {
  const { page, asked } = await open({ '/api/auth/token': AWAY })
  await toggle(page)
  expect(listed(page)).toBe('No session token availableRetry')
  expect(asked('/api/user/organizations')).toBe(0)
})

test.each([
  ['premium', 'Premium', 'badge-blue'],
  ['flexible', 'Flexible', 'badge-green'],
  ['team', 'Team', 'badge-purple'],
  ['free', '', ''],
])(
  'the plan %s stands beside the name in its colour; free ones and those that have ended do not',
  async (plan_type, text, look) => {
    for (const [current_period_end, label] of [
      ['2040-01-01T00:00:00Z', text],
      ['2026-01-05T08:00:00Z', ''],
    ]) {
      const { page } = await open({
        '/api/billing/subscription': { json: { subscription: { id: 's', plan_type, current_period_end } } },
      })
      await page.pass(100)
      const plan = page.find('.user > summary [data-plan]')!
      expect(plan.textContent).toBe(label!)
      if (label) expect(plan.querySelector('.badge')!.className).toContain(look)
    }
  },
)

test('the plan is asked for after 100 ms with the cookie alone; what went wrong stands beside the name and in the menu', async () => {
  const SUBSCRIPTION = '/api/billing/subscription'
  const { tab, page, asked } = await open({ [SUBSCRIPTION]: { status: 503, json: { error: 'Billing sleeps.' } } })
  await page.pass(99)
  expect(asked(SUBSCRIPTION)).toBe(0)
  await page.pass(1)
  expect(tab.headers.get(SUBSCRIPTION)!.get('authorization')).toBeNull()
  expect(tab.headers.get('/api/user/invitations')!.get('authorization')).toStartWith('Bearer ')
  for (const place of ['.user > summary [data-plan]', '.user .menu-list [data-plan-error]'])
    expect(page.find(place)!.textContent).toBe('Error: Billing sleeps.')
})

test('invitations are counted, as 9+ above nine; that they cannot be counted is ignored in silence', async () => {
  for (const [answer, text] of [
    [{ json: [{}] }, '1'],
    [{ json: Array(10).fill({}) }, '9+'],
    [AWAY, ''],
  ] as const) {
    const { tab, page } = await open({ '/api/user/invitations': answer })
    const badge = page.find('.user [data-invitations]')!
    expect([badge.textContent, badge.hidden, tab.said]).toEqual([text, text === '', []])
  }
})

test('whoever is an admin now finds the way to the panel; who cannot be checked is none, and the log names no secret', async () => {
  const entry = (page: Opened) => page.find('.user a[data-admin]')?.textContent
  const { tab, page } = await open()
  expect(entry(page)).toBeUndefined()
  tab.answers['/api/user/admin-status'] = { json: { isAdmin: true } }
  await page.pass(3_600_000)
  expect(entry(await tab.go('/about-us'))).toBe('Admin Portal')
  tab.answers['/api/user/admin-status'] = { status: 503, json: { error: 'Bearer abcdefghijk was refused' } }
  await page.pass(3_600_000)
  expect(entry(await tab.go('/about-us'))).toBeUndefined()
  expect(tab.said.join()).toStartWith('Failed to check admin permissions')
  expect(tab.said.join()).toContain('[redacted]')
  expect(tab.said.join()).not.toContain('abcdefghijk')
})

test('a balance that cannot be had says so with the status', async () => {
  const { page } = await open({ '/api/credits/balance': AWAY })
  await page.pass(1000)
  const balance = page.find('[data-balance]')!
  expect([balance.dataset.state, balance.title]).toEqual(['error', 'Failed to fetch credit balance: 503'])
})

test('the navigation spinner gives up after three seconds', async () => {
  const { page } = await open()
  const spinner = page.find('[data-spinner]')!
  // The page stays, as it does when a download is the answer.
  page.document.defaultView!.addEventListener('click', (event) => event.preventDefault())
  page.find('a[href="/organizations"]')!.click()
  expect(spinner.dataset.on).toBe('')
  await page.pass(2999)
  expect(spinner.dataset.on).toBe('')
  await page.pass(1)
  expect(spinner.dataset.on).toBeUndefined()
})

test('a sign-out that the server cannot do still clears what is stored, is logged without secrets, and is left to the form', async () => {
  const error = { error: 'password=hunter2 is wrong', code: 'internal' }
  const { tab, page } = await open({ '/api/auth/logout': { status: 500, json: error } })
  await toggle(page)
  await page.pass(1000)
  const { localStorage, sessionStorage } = tab.stored
  expect([localStorage.has('authToken'), sessionStorage.has('kept:organizations')]).toEqual([true, true])
  let sent = 0
  Object.assign(page.find('.user [data-sign-out]')!, { submit: () => sent++ })
  page.find('.user [data-sign-out] button')!.click()
  await page.pass(0)
  expect([
    localStorage.has('authToken'),
    [...sessionStorage.keys()].filter((name) => name.startsWith('kept:')),
    sent,
  ]).toEqual([false, [], 1])
  expect(tab.said.join()).toMatch(/^Failed to sign out.*\[redacted\]/)
  expect(tab.said.join()).not.toContain('hunter2')
})

test('a session that was ended elsewhere leads to the login page at the next call, which says why', async () => {
  const { tab, page } = await open()
  for (const path of Object.keys(ANSWERS)) tab.answers[path] = { status: 401, json: { error: 'Please sign in.' } }
  await toggle(page)
  await page.pass(0)
  expect(page.left).toEqual(['/login?next=%2Fabout-us&note=session_ended'])
  expect(tab.stored.localStorage.has('authToken')).toBe(false)
  // As the server marks it on that page.
  const marked = '<p role="alert" data-notice="Session ended">Please log in again.</p>'
  const login = await (await openTab(marked, {})).go(page.left[0]!)
  await login.pass(0)
  expect(login.find('dialog')!.textContent).toContain('Session endedPlease log in again.')
})

test('what is typed as a password can be looked at, and is hidden again when it is sent', async () => {
  const field = Field({ form: { values: {}, errors: {} }, name: 'password', type: 'password', label: 'Password' })
  const page = await (await openTab(`<form>${field}<button id="send"></button></form>`, {})).go('/login')
  const type = () => page.find('#field-password')!.getAttribute('type')
  const show = page.find('[data-show-password]')!
  show.click()
  expect([type(), show.getAttribute('aria-pressed')]).toEqual(['text', 'true'])
  page.document.addEventListener('submit', (event) => event.preventDefault())
  page.find('#field-password')!.setAttribute('value', 'not the right one')
  page.find('#send')!.click()
  expect([type(), show.getAttribute('aria-pressed')]).toEqual(['password', 'false'])
})
