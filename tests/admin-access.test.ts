import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { ADMIN_ROLES, type AdminRole, holds } from '#auth/rules/admin-role.ts'
import { newId } from '#base/ids.ts'
import { users } from '#db/schema/index.ts'
import { call, fillPath, isForGuests, newPlace, newTeam, type Person, signUp } from './support/people.ts'
import { testApp, testWorld } from './support/world.ts'

/** Every route with its guard, as the golden table shows them: what is new is tested without being named here. */
const routes = async () =>
  (await testApp()).routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path, handler }) => ({ method, path, guard: handler.name.split(' -> ')[0]! }))

const isApi = (path: string) => path.startsWith('/api/') || path === '/mcp'

test('requests from other sites are refused at every address that changes something', async () => {
  const app = await testApp()
  const { cookie } = await signUp(app)
  const forged: Record<string, Record<string, string>> = {
    form: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
    text: { 'content-type': 'text/plain', origin: 'https://evil.example' },
    JSON: { 'content-type': 'application/json', origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    'sibling site': { 'content-type': 'application/json', 'sec-fetch-site': 'same-site' },
    'no origin': { 'content-type': 'application/json' },
    'null origin': { 'content-type': 'application/json', origin: 'null' },
  }
  const admitted: string[] = []
  for (const { method, path } of await routes()) {
    if (method === 'GET') continue
    for (const [name, headers] of Object.entries(forged)) {
      const answer = await app.request(fillPath(path, 'x'), { method, headers: { ...headers, cookie }, body: '{}' })
      if (answer.status !== 403) admitted.push(`${method} ${path} ${name}: ${answer.status}`)
    }
  }
  expect(admitted).toEqual([])
})

test('guests are sent to sign in wherever a guard asks for somebody', async () => {
  const app = await testApp()
  const open: string[] = []
  for (const { method, path, guard } of await routes()) {
    if (isForGuests(guard)) continue
    const answer = await app.request(fillPath(path, 'x'), { method })
    const sent = answer.status === 302 && answer.headers.get('location')?.startsWith('/login')
    if (isApi(path) ? answer.status !== 401 : !sent) open.push(`${method} ${path}: ${answer.status}`)
  }
  expect(open).toEqual([])
})

test('viewers are told which role every address needs that is not open to them', async () => {
  const { app, viewer, place: made } = await newTeam('viewer')
  const { organization, workspace } = made
  const wrong: string[] = []
  let addresses = 0
  for (const { method, path, guard } of await routes()) {
    const place = /^(in|mayIn)Workspace/.test(guard)
      ? workspace
      : /^(inOrganization|may )/.test(guard)
        ? organization
        : null
    if (!place) continue
    const needs = guard.split(' ')[1]
    if (!needs || needs.startsWith('VIEW_')) continue
    addresses += 1
    const denied = await app.request(fillPath(path, place.id), { method, headers: viewer.headers })
    const text = `Permission ${needs} requires one of these roles: owner`
    if (denied.status !== 403 || !(await denied.text()).includes(text))
      wrong.push(`viewer ${method} ${path}: ${denied.status}`)
  }
  expect(wrong).toEqual([])
  expect(addresses).toBeGreaterThan(10)
})

test('the admin panel is closed to guests and to whoever is no admin, at every address', async () => {
  const app = await testApp()
  // Somebody who owns an organization is still no admin of the platform.
  const owner = await signUp(app, { verified: true })
  await newPlace(app, owner)
  const open: string[] = []
  let addresses = 0
  for (const { method, path } of await routes()) {
    if (!/^(\/api)?\/admin(\/|$)/.test(path) || path === '/api/admin/login') continue
    addresses += 1
    const guest = await app.request(fillPath(path, 'x'), { method })
    const sent = guest.status === 302 && guest.headers.get('location')?.startsWith('/login')
    if (isApi(path) ? guest.status !== 401 : !sent) open.push(`guest ${method} ${path}: ${guest.status}`)
    // The header for the API, the cookie for pages: both ways in are somebody's who is no admin.
    for (const headers of [owner.headers, { cookie: owner.cookie, 'sec-fetch-site': 'same-origin' }]) {
      const { status } = await app.request(fillPath(path, 'x'), { method, headers })
      if (status !== 403) open.push(`no admin ${method} ${path}: ${status}`)
    }
  }
  expect(open).toEqual([])
  expect(addresses).toBeGreaterThan(7)
})

test('each role of an admin opens the pages and calls that name it, and no others', async () => {
  const [app, world] = [await testApp(), await testWorld()]
  const admin = await signUp(app, { verified: true })
  const addresses = (await routes()).filter(({ guard }) => guard.startsWith('admin '))
  const wrong: string[] = []
  for (const role of ADMIN_ROLES) {
    await world.db
      .update(users)
      .set({ adminRoles: [role] })
      .where(eq(users.id, admin.user.id))
    for (const { method, path, guard } of addresses) {
      const needs = guard.slice('admin '.length) as AdminRole | 'any'
      const opens = needs === 'any' || holds([role], needs)
      // What is open is only looked at: actions have tests of their own.
      if (opens && method !== 'GET') continue
      const headers = isApi(path) ? admin.headers : { cookie: admin.cookie, 'sec-fetch-site': 'same-origin' }
      const answer = await app.request(fillPath(path, 'x'), { method, headers })
      const refused = answer.status === 403 && (await answer.text()).includes(`needs the admin role ${needs}`)
      // A stream would go on.
      if (!answer.bodyUsed) await answer.body?.cancel()
      if (refused === opens || answer.status >= 500) wrong.push(`${role} ${method} ${path}: ${answer.status}`)
    }
  }
  expect(wrong).toEqual([])
  expect(addresses.length).toBeGreaterThan(40)
})

/** Every page of the panel with its title and who opens it beside superadmins; what shares a title stands below it. */
const PAGES: [address: string, title: string, needs: AdminRole | 'any'][] = [
  ['/admin/dashboard', 'Dashboard', 'any'],
  ['/admin/users', 'User Management', 'support'],
  ['/admin/organizations', 'Organizations', 'support'],
  ['/admin/organizations/automation', 'Organizations', 'support'],
  ['/admin/organizations/canvases', 'Organizations', 'support'],
  ['/admin/organizations/watches', 'Organizations', 'support'],
  ['/admin/analytics', 'Analytics & Reports', 'analyst'],
  ['/admin/security', 'Security Events', 'security'],
  ['/admin/security?by=ip', 'Security Events', 'security'],
  ['/admin/security?by=person', 'Security Events', 'security'],
  ['/admin/security/audit-logs', 'Audit Logs', 'security'],
  ['/admin/refund-requests', 'Refund Requests', 'finance'],
  ['/admin/credit-allocation', 'Credit Allocation', 'finance'],
  ['/admin/billing', 'Billing Management', 'finance'],
  ['/admin/billing/payments', 'Billing Management', 'finance'],
  ['/admin/billing/invoices', 'Billing Management', 'finance'],
  ['/admin/billing/webhooks', 'Billing Management', 'finance'],
  ['/admin/data-sources', 'Data Sources', 'support'],
  ['/admin/xai-config', 'XAI Configuration', 'superadmin'],
  ['/admin/logs', 'Application Logs', 'support'],
  ['/admin/settings', 'System Settings', 'superadmin'],
]

test('each role finds its own pages in the sidebar of each of them, and reads which role the others need', async () => {
  const [app, world] = [await testApp(), await testWorld()]
  const admin = await signUp(app, { verified: true })
  for (const role of [...ADMIN_ROLES, null]) {
    await world.db
      .update(users)
      .set({ adminRoles: role ? [role] : [] })
      .where(eq(users.id, admin.user.id))
    const own = role ? PAGES.filter(([, , needs]) => needs === 'any' || [needs, 'superadmin'].includes(role)) : []
    for (const [address, title, needs] of PAGES) {
      const answer = await app.request(address, { headers: { cookie: admin.cookie } })
      const html = await answer.text()
      const heading = /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]
      if (own.some(([opens]) => opens === address)) {
        const side = /id="admin-side".*?<\/nav>/s.exec(html)![0]
        // How many requests wait there is another test's.
        const nameOf = (html: string) => plainText(html).replace(/\d+ waiting$/, '')
        const entries = [...side.matchAll(/<a [^>]*>(.*?)<\/a>/gs)].map(([, text]) => nameOf(text!))
        const expected = [...new Set(own.map(([, entry]) => entry))]
        expect([role, address, answer.status, plainText(heading!), entries]).toEqual([
          role,
          address,
          200,
          title,
          expected,
        ])
      } else {
        const told = role
          ? `This page needs the admin role ${needs}.`
          : 'The admin panel is open to platform admins only.'
        expect([role, address, answer.status, html.includes(told)]).toEqual([role, address, 403, true])
        expect(heading).not.toContain(title)
        expect(html).toContain('Error 403')
      }
    }
  }
})

/** What people read of HTML; the count of what waits beside an entry of the sidebar is not its name. */
const plainText = (html: string): string =>
  html
    .replace(/<svg.*?<\/svg>/gs, '')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&amp;', '&')
    .trim()

test('API keys open the panel with the scope admin only, and only for admins', async () => {
  const [app, world] = [await testApp(), await testWorld()]
  const [admin, owner] = [await signUp(app, { verified: true }), await signUp(app, { verified: true })]
  await world.db
    .update(users)
    .set({ adminRoles: ['superadmin'] })
    .where(eq(users.id, admin.user.id))
  const keyed = async (person: Person, scope: string) => {
    const made = await call(app, person, 'POST', '/api/user/api-keys', { name: 'cli', scopes: [scope] })
    const headers = { authorization: `Bearer ${made.body.key}` }
    return (path: string, method = 'GET') => app.request(path, { method, headers })
  }
  const [reader, full, stranger] = [
    await keyed(admin, 'read'),
    await keyed(admin, 'admin'),
    await keyed(owner, 'admin'),
  ]
  for (const { method, path, guard } of await routes()) {
    if (!guard.startsWith('admin ') || !isApi(path)) continue
    const codeOf = async (answer: Response) => [path, answer.status, ((await answer.json()) as { code: string }).code]
    expect(await codeOf(await reader(fillPath(path, 'x'), method))).toEqual([path, 403, 'scope_missing'])
    expect(await codeOf(await stranger(fillPath(path, 'x'), method))).toEqual([path, 403, 'not_admin'])
  }
  expect((await full('/api/admin/users')).status).toBe(200)
  expect((await full('/api/admin/audit-logs/verify')).status).toBe(200)
  expect((await full('/api/admin/login', 'POST')).status).not.toBe(200)
})

test('what no list and no form can read breaks no address of the panel', async () => {
  const [app, world] = [await testApp(), await testWorld()]
  const admin = await signUp(app, { verified: true })
  await world.db
    .update(users)
    .set({ adminRoles: ['superadmin'] })
    .where(eq(users.id, admin.user.id))
  const broken: string[] = []
  for (const { method, path, guard } of await routes()) {
    if (!guard.startsWith('admin ') || path.endsWith('/stream')) continue
    const headers = isApi(path) ? admin.headers : { cookie: admin.cookie, 'sec-fetch-site': 'same-origin' }
    const plain = method === 'GET' && isApi(path)
    const odd = plain
      ? [`cursor=${newId()}&sort=seen`, 'from=0000-01-01', 'to=9999-12-31', 'sort=1', 'limit=1e9']
      : ['']
    for (const query of odd) {
      const type: Record<string, string> = method === 'GET' ? {} : { 'content-type': 'multipart/form-data' }
      const answer = await app.request(`${fillPath(path, 'x')}?${query}`, { method, headers: { ...headers, ...type } })
      if (answer.status >= 500) broken.push(`${method} ${path} ${query}: ${answer.status}`)
      await answer.body?.cancel()
    }
  }
  expect(broken).toEqual([])
})
