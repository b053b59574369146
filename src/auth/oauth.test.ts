import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { newToken } from '#base/ids.ts'
import { auditEvents, users } from '#db/schema/index.ts'
import { call, form, json, type Person, signUp } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'

const REDIRECT = 'http://127.0.0.1:4711/callback'
const [app, world] = [await testApp(), await testWorld()]

async function registered(body: object = {}) {
  const answer = await app.request(
    '/oauth/register',
    json({ client_name: 'Editor', redirect_uris: [REDIRECT], ...body }),
  )
  return { status: answer.status, body: await answer.json() }
}
/** A program that asks somebody: the address it sends them to, and what proves later that it was the one. */
async function asking(more: Record<string, string | undefined> = {}) {
  const client_id: string = (await registered()).body.client_id
  const verifier = newToken()
  const asked = {
    ...{ client_id, redirect_uri: REDIRECT, response_type: 'code', state: 'state & more', scope: 'read ask' },
    ...{ code_challenge: createHash('sha256').update(verifier).digest('base64url'), code_challenge_method: 'S256' },
    ...more,
  }
  const given = Object.entries(asked).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return { client_id, verifier, address: `/oauth/authorize?${new URLSearchParams(given)}` }
}
const answer = (address: string, who: Person, fields: Record<string, string> | [string, string][]) => {
  const request = form({}, who.cookie)
  return app.request(address, { ...request, body: new URLSearchParams(fields).toString() })
}
/** Where the page leads on. */
const leadsTo = (page: Response) => new URL(/^0; url=(.*)$/.exec(page.headers.get('refresh') ?? '')![1]!)
const allow = async (address: string, who: Person, ...scopes: string[]) =>
  leadsTo(
    await answer(address, who, [['answer', 'allow'], ...scopes.map((one): [string, string] => ['scopes[]', one])]),
  )
const exchange = async (fields: Record<string, string>) => {
  const body = new URLSearchParams({ grant_type: 'authorization_code', ...fields }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const token = await app.request('/oauth/token', { method: 'POST', headers, body })
  return { status: token.status, cache: token.headers.get('cache-control'), body: await token.json() }
}

test('this server says where programs register, ask and get tokens', async () => {
  const resource = await (await app.request('/.well-known/oauth-protected-resource/mcp')).json()
  expect(resource).toMatchObject({ resource: expect.stringMatching(/\/mcp$/), scopes_supported: ['read', 'ask'] })
  const server = await (await app.request('/.well-known/oauth-authorization-server')).json()
  expect(server).toMatchObject({
    issuer: resource.authorization_servers[0],
    code_challenge_methods_supported: ['S256'],
  })
  expect(server.token_endpoint).toBe(`${server.issuer}/oauth/token`)
})

describe('a program', () => {
  test('that somebody allows gets a key of theirs with the scopes they left, once', async () => {
    const ada = await signUp(app)
    const { client_id, verifier, address } = await asking()
    const guest = await app.request(address)
    expect(guest.headers.get('location')).toBe(`/login?next=${encodeURIComponent(address).replaceAll('%20', '+')}`)
    const page = await (await app.request(address, { headers: { cookie: ada.cookie } })).text()
    expect(page).toContain('Connect Editor?')
    expect(page).toContain('a program on this computer')
    const back = await allow(address, ada, 'read', 'admin')
    expect(back.origin + back.pathname).toBe(REDIRECT)
    expect(back.searchParams.get('state')).toBe('state & more')
    expect(back.searchParams.get('iss')).toBe(new URL(back.searchParams.get('iss')!).origin)
    const proof = { client_id, code: back.searchParams.get('code')!, code_verifier: verifier, redirect_uri: REDIRECT }
    const { status, cache, body } = await exchange(proof)
    expect([status, cache]).toEqual([200, 'no-store'])
    expect(body).toEqual({
      access_token: expect.stringMatching(/^tt_/),
      token_type: 'Bearer',
      expires_in: 90 * 86_400,
      scope: 'read',
    })
    const headers = { authorization: `Bearer ${body.access_token}` }
    expect((await app.request('/api/organizations', { headers })).status).toBe(200)
    expect((await app.request('/api/workspaces/x/sql', json({ sql: 'SELECT 1' }, headers))).status).toBe(403)
    expect((await exchange(proof)).body).toMatchObject({ error: 'invalid_grant' })
    const [key] = (await call(app, ada, 'GET', '/api/user/api-keys')).body
    expect(key).toMatchObject({ name: 'Editor', scopes: ['read'] })
    const events = await world.db.select().from(auditEvents).where(eq(auditEvents.actorId, ada.user.id))
    expect(events.map(({ action }) => action)).toContain('api_key.create')
    await call(app, ada, 'DELETE', `/api/user/api-keys/${key.id}`)
    expect((await app.request('/api/organizations', { headers })).status).toBe(401)
  })

  test('that is denied, or left without a scope, is told so', async () => {
    const ada = await signUp(app)
    const { address } = await asking()
    for (const fields of [
      { answer: 'deny', 'scopes[]': 'read' },
      { answer: 'allow', 'scopes[]': '' },
    ])
      expect(leadsTo(await answer(address, ada, fields)).searchParams.get('error')).toBe('access_denied')
    expect((await call(app, ada, 'GET', '/api/user/api-keys')).body).toEqual([])
  })

  test.each([
    ['another verifier', { code_verifier: newToken() }],
    ['no verifier', { code_verifier: '' }],
    ['another address', { redirect_uri: 'http://127.0.0.1:4712/callback' }],
    ['the id of another program', { client_id: '' }],
    ['another code', { code: newToken() }],
  ])('gets nothing for %s, and the code is spent', async (what, wrong) => {
    const ada = await signUp(app)
    const { client_id, verifier, address } = await asking()
    const code = (await allow(address, ada, 'read')).searchParams.get('code')!
    const right = { client_id, code, code_verifier: verifier, redirect_uri: REDIRECT }
    const other =
      'client_id' in wrong ? { client_id: (await registered({ client_name: 'Other' })).body.client_id } : wrong
    expect(await exchange({ ...right, ...other })).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect((await exchange(right)).status).toBe(what === 'another code' ? 200 : 400)
  })

  test('gets nothing of a code that has expired, and nothing for somebody who was disabled', async () => {
    const ada = await signUp(app)
    const { client_id, verifier, address } = await asking()
    const code = (await allow(address, ada, 'read')).searchParams.get('code')!
    const late = await testApp({ ...world, now: () => new Date(Date.now() + 6 * 60_000) })
    const body = new URLSearchParams({ grant_type: 'authorization_code', client_id, code, code_verifier: verifier })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await late.request('/oauth/token', { method: 'POST', headers, body: body.toString() })
    expect([answer.status, (await answer.json()).error]).toEqual([400, 'invalid_grant'])
    await world.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, ada.user.id))
    expect((await exchange({ client_id, code, code_verifier: verifier })).body).toMatchObject({
      error: 'invalid_grant',
    })
  })

  test('is told what is wrong with its requests in the words of OAuth', async () => {
    expect((await exchange({ grant_type: 'password' })).body).toMatchObject({ error: 'unsupported_grant_type' })
    expect((await exchange({ resource: 'https://elsewhere.example/mcp' })).body).toMatchObject({
      error: 'invalid_target',
    })
    for (const redirect_uris of [[], ['javascript:alert(1)'], ['http://elsewhere.example/'], undefined])
      expect(await registered({ redirect_uris })).toMatchObject({
        status: 400,
        body: { error: 'invalid_client_metadata' },
      })
    const { status, body } = await registered({ token_endpoint_auth_method: 'client_secret_post', logo_uri: 'x' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ client_name: 'Editor', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' })
    expect(body).not.toHaveProperty('logo_uri')
  })
})

test.each([
  ['whose id was made up', { client_id: 'v1.a.b.c' }],
  ['that did not register its address', { redirect_uri: 'https://elsewhere.example/' }],
  ['without a challenge', { code_challenge: undefined }],
  ['with a challenge that proves nothing', { code_challenge_method: 'plain' }],
  ['for another kind of answer', { response_type: 'token' }],
  ['for another server', { resource: 'https://elsewhere.example/mcp' }],
])('a request %s is answered here and leads nowhere', async (_, more) => {
  const ada = await signUp(app)
  const { address } = await asking(more)
  const page = await app.request(address, { headers: { cookie: ada.cookie } })
  expect([page.status, page.headers.get('location'), page.headers.get('refresh')]).toEqual([400, null, null])
  const posted = await answer(address, ada, { answer: 'allow', 'scopes[]': 'read' })
  expect([posted.status, posted.headers.get('refresh')]).toEqual([400, null])
})

test('nobody else answers for a person: another site, a key, a page in a frame', async () => {
  const ada = await signUp(app)
  const { address } = await asking()
  const body = 'answer=allow&scopes[]=read'
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const cross = { ...type, cookie: ada.cookie, 'sec-fetch-site': 'cross-site' }
  expect((await app.request(address, { method: 'POST', headers: cross, body })).status).toBe(403)
  const { key } = (await call(app, ada, 'POST', '/api/user/api-keys', { name: 'x', scopes: ['read', 'ask'] })).body
  const keyed = { ...type, authorization: `Bearer ${key}` }
  expect((await app.request(address, { method: 'POST', headers: keyed, body })).status).toBe(403)
  const page = await app.request(address, { headers: { cookie: ada.cookie } })
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})
