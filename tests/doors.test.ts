import { expect, test } from 'bun:test'
import { join, newPlace, signUp } from './support/people.ts'
import { testApp, testWorld } from './support/world.ts'

/** Every route with its guard, as the golden table shows them: what is new is tested without being named here. */
const routes = async () =>
  (await testApp()).routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path, handler }) => ({ method, path, guard: handler.name.split(' -> ')[0]! }))

const filled = (path: string, id: string) => path.replace(':id', id).replace(/:\w+/g, 'no-such-thing')
const isApi = (path: string) => path.startsWith('/api/')

test('requests from other sites are refused at every door that changes something', async () => {
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
      const answer = await app.request(filled(path, 'x'), { method, headers: { ...headers, cookie }, body: '{}' })
      if (answer.status !== 403) admitted.push(`${method} ${path} ${name}: ${answer.status}`)
    }
  }
  expect(admitted).toEqual([])
})

test('guests are sent to sign in wherever a guard asks for somebody', async () => {
  const app = await testApp()
  const open: string[] = []
  for (const { method, path, guard } of await routes()) {
    if (guard === 'anyone' || guard === 'visitor') continue
    const answer = await app.request(filled(path, 'x'), { method })
    const sent = answer.status === 302 && answer.headers.get('location')?.startsWith('/login')
    if (isApi(path) ? answer.status !== 401 : !sent) open.push(`${method} ${path}: ${answer.status}`)
  }
  expect(open).toEqual([])
})

test('viewers are told which role every door needs that is not open to them', async () => {
  const [app, world] = [await testApp(), await testWorld()]
  const [owner, viewer] = [await signUp(app), await signUp(app)]
  const { organization, workspace } = await newPlace(app, owner)
  await join(world, organization.id, viewer.user.id, 'viewer')
  const wrong: string[] = []
  let doors = 0
  for (const { method, path, guard } of await routes()) {
    const place = /^(in|mayIn)Workspace/.test(guard)
      ? workspace
      : /^(inOrganization|may )/.test(guard)
        ? organization
        : null
    if (!place) continue
    const needs = guard.split(' ')[1]
    if (!needs || needs.startsWith('VIEW_')) continue
    doors += 1
    const denied = await app.request(filled(path, place.id), { method, headers: viewer.headers })
    const text = `Permission ${needs} requires one of these roles: owner`
    if (denied.status !== 403 || !(await denied.text()).includes(text))
      wrong.push(`viewer ${method} ${path}: ${denied.status}`)
  }
  expect(wrong).toEqual([])
  expect(doors).toBeGreaterThan(10)
})

test('the admin panel is closed to guests and to whoever is no admin, at every door', async () => {
  const app = await testApp()
  // Somebody who owns an organization is still no admin of the platform.
  const owner = await signUp(app, { verified: true })
  await newPlace(app, owner)
  const open: string[] = []
  let doors = 0
  for (const { method, path } of await routes()) {
    if (!/^(\/api)?\/admin(\/|$)/.test(path) || path === '/api/admin/login') continue
    doors += 1
    const guest = await app.request(filled(path, 'x'), { method })
    const sent = guest.status === 302 && guest.headers.get('location')?.startsWith('/login')
    if (isApi(path) ? guest.status !== 401 : !sent) open.push(`guest ${method} ${path}: ${guest.status}`)
    // The header for the API, the cookie for pages: both ways in are somebody's who is no admin.
    for (const headers of [owner.headers, { cookie: owner.cookie, 'sec-fetch-site': 'same-origin' }]) {
      const { status } = await app.request(filled(path, 'x'), { method, headers })
      if (status !== 403) open.push(`no admin ${method} ${path}: ${status}`)
    }
  }
  expect(open).toEqual([])
  expect(doors).toBeGreaterThan(7)
})
