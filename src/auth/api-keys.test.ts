import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { apiKeys, auditEvents, users } from '#db/schema/index.ts'
import { call, fillPath, form, isForGuests, json, newPlace, type Person, signUp } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import { neededScope, SCOPE_NAMES, type Scope } from './rules/api-key.ts'

type Made = { id: string; key: string; prefix: string; expires_at: string | null }

async function keyOf(person: Person, scopes: readonly Scope[], more: object = {}): Promise<Made> {
  const { status, body } = await call(await testApp(), person, 'POST', '/api/user/api-keys', {
    name: 'Report',
    scopes,
    ...more,
  })
  expect(status).toBe(201)
  return body as Made
}
const bearer = ({ key }: Made) => ({ authorization: `Bearer ${key}` })

describe('an API key', () => {
  test('speaks for its maker within its scopes, and is noted in the log as such', async () => {
    const [app, world] = [await testApp(), await testWorld()]
    const ada = await signUp(app)
    const place = await newPlace(app, ada)
    const key = await keyOf(ada, ['read'])
    expect(key.key).toMatch(/^tt_[\w-]{43}$/)
    const headers = bearer(key)
    const me = await app.request('/api/user/profile', { headers })
    expect(await me.json()).toMatchObject({ id: ada.user.id })
    const path = `/api/workspaces/${place.workspace.id}`
    expect((await app.request(path, { headers })).status).toBe(200)
    const change = await app.request(path, json({ name: 'Other' }, headers, 'PUT'))
    expect(change.status).toBe(403)
    expect(await change.json()).toMatchObject({ code: 'scope_missing', details: { scope: 'write' } })
    const may = bearer(await keyOf(ada, ['write']))
    expect((await app.request(path, json({ name: 'Other' }, may, 'PUT'))).status).toBe(200)
    const events = await world.db.select().from(auditEvents).where(eq(auditEvents.actorId, ada.user.id))
    expect(events.map((event) => event.action)).toContain('workspace.update')
    expect(JSON.stringify(events)).not.toContain(key.key)
  })

  test('is kept as a digest only, shown once, and listed with its last use', async () => {
    const [app, world] = [await testApp(), await testWorld()]
    const ada = await signUp(app)
    const key = await keyOf(ada, ['read', 'ask'], { expires_in_days: 30 })
    expect(Date.parse(key.expires_at!)).toBeGreaterThan(Date.now() + 29 * 86_400_000)
    expect(JSON.stringify(await world.db.select().from(apiKeys))).not.toContain(key.key)
    const listed = async () => (await call(app, ada, 'GET', '/api/user/api-keys')).body
    expect(await listed()).toMatchObject([
      { id: key.id, prefix: key.key.slice(0, 8), scopes: ['read', 'ask'], last_used_at: null },
    ])
    expect(JSON.stringify(await listed())).not.toContain(key.key)
    await app.request('/api/user/profile', { headers: bearer(key) })
    while ((await listed())[0].last_used_at === null) await Bun.sleep(10)
  })

  test('opens nothing once it is revoked, has expired, or its maker is disabled', async () => {
    const [app, world] = [await testApp(), await testWorld()]
    const ada = await signUp(app)
    const [revoked, expired, kept] = [
      await keyOf(ada, ['read']),
      await keyOf(ada, ['read']),
      await keyOf(ada, ['read']),
    ]
    const status = async (key: Made) => (await app.request('/api/user/profile', { headers: bearer(key) })).status
    expect((await call(app, ada, 'DELETE', `/api/user/api-keys/${revoked.id}`)).status).toBe(204)
    expect((await call(app, ada, 'DELETE', `/api/user/api-keys/${revoked.id}`)).status).toBe(404)
    await world.db
      .update(apiKeys)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(apiKeys.id, expired.id))
    expect([await status(revoked), await status(expired), await status(kept)]).toEqual([401, 401, 200])
    await world.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, ada.user.id))
    expect(await status(kept)).toBe(401)
    for (const headers of [ada.headers, { cookie: ada.cookie }])
      expect((await app.request('/api/user/profile', { headers })).status).toBe(401)
  })

  test.each(['tt_', 'tt_made-up', `tt_${'a'.repeat(43)}`])('%s is nobody’s', async (key) => {
    const app = await testApp()
    const { cookie } = await signUp(app)
    const answer = await app.request('/api/user/profile', { headers: { authorization: `Bearer ${key}`, cookie } })
    expect(answer.status).toBe(401)
  })

  test('gives no right that its maker does not have', async () => {
    const app = await testApp()
    const [ada, eve] = [await signUp(app), await signUp(app)]
    const { workspace } = await newPlace(app, ada)
    const headers = bearer(await keyOf(eve, SCOPE_NAMES))
    expect((await app.request(`/api/workspaces/${workspace.id}`, { headers })).status).toBe(404)
    expect((await app.request('/api/admin/dashboard', { headers })).status).toBe(403)
  })

  test('is not written down with the answer that told it', async () => {
    const app = await testApp()
    const ada = await signUp(app)
    const headers = { ...ada.headers, 'idempotency-key': crypto.randomUUID() }
    const make = () => app.request('/api/user/api-keys', json({ name: 'Once', scopes: ['read'] }, headers))
    expect((await make()).status).toBe(201)
    expect(await (await make()).json()).toMatchObject({ code: 'already_done' })
    expect((await call(app, ada, 'GET', '/api/user/api-keys')).body).toHaveLength(1)
  })
})

test('every route asks a key for the scope that the rules name; signing in, keys, the account and pages are closed to all', async () => {
  const app = await testApp()
  const ada = await signUp(app)
  const all = bearer(await keyOf(ada, SCOPE_NAMES))
  const single = Object.fromEntries(
    await Promise.all(SCOPE_NAMES.map(async (scope) => [scope, bearer(await keyOf(ada, [scope]))])),
  )
  const wrong: string[] = []
  for (const { method, path, handler } of app.routes) {
    const guard = handler.name.split(' -> ')[0]
    if (method === 'ALL' || isForGuests(guard)) continue
    const address = fillPath(path, 'no-such-thing')
    const needed = neededScope(method, address)
    const refused = async (headers: Record<string, string>) => {
      const answer = await app.request(address, { method, headers })
      return answer.status === 403 && (await answer.text()).includes('API key')
    }
    if ((await refused(all)) !== (needed === null)) wrong.push(`${method} ${path}: all scopes`)
    const other = SCOPE_NAMES.find((scope) => scope !== needed)!
    if (needed && needed !== 'any' && !(await refused(single[other]!)))
      wrong.push(`${method} ${path}: opened by ${other}`)
    if (/^\/api\/(auth|user)\//.test(path) && method !== 'GET' && needed) wrong.push(`${method} ${path}: open to keys`)
  }
  expect(wrong).toEqual([])
})

test('keys are made and revoked on a page without script', async () => {
  const app = await testApp()
  const { cookie } = await signUp(app)
  const empty = await app.request('/profile/api-keys', form({ name: '', expires_in_days: '90' }, cookie))
  expect([empty.status, await empty.text()]).toEqual([400, expect.stringContaining('Choose at least one thing')])
  const made = await (
    await app.request('/profile/api-keys', {
      ...form({}, cookie),
      body: 'name=Nightly+%3Cb%3E&scopes%5B%5D=read&scopes%5B%5D=ask&expires_in_days=never',
    })
  ).text()
  const key = /id="new-api-key">\s*(tt_[\w-]+)/.exec(made)![1]!
  expect(made).toContain('Nightly &lt;b&gt;')
  expect(made).toContain('Never expires')
  expect(made.match(/class="badge">(read|ask)</g)).toHaveLength(2)
  const id = /name="id" value="([^"]+)"/.exec(made)![1]!
  const answer = await app.request('/profile/api-keys/revoke', form({ id }, cookie))
  expect(answer.headers.get('location')).toBe('/profile/api-keys?revoked')
  const after = await app.request('/api/user/profile', { headers: { authorization: `Bearer ${key}` } })
  expect(after.status).toBe(401)
})
