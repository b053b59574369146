import { expect, test } from 'bun:test'
import { form, join, json, leave, newPlace, signUp } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'

const post = (headers: Record<string, string>, body: BodyInit) => ({ method: 'POST', headers, body })

test.each([
  ['a NUL character', 'a\0b'],
  ['half a character', 'a\ud800b'],
])('%s in a text is refused', async (_name, name) => {
  const app = await testApp()
  const ada = await signUp(app)
  const { organization, workspace } = await newPlace(app, ada)
  const requests: [string, string, object][] = [
    ['POST', '/api/organizations', { name }],
    ['POST', '/api/workspaces', { organization_id: organization.id, name }],
    ['POST', '/api/workspaces', { organization_id: name, name: 'Sales' }],
    ['PUT', '/api/user/profile', { name }],
    ['POST', '/api/auth/login', { email: `${name}@example.com`, password: 'whatever' }],
    ['POST', '/api/auth/register', { email: `${name}@example.com`, password: 'correct horse battery' }],
    ['POST', `/api/workspaces/${workspace.id}/query-data`, { message: name }],
    ['POST', `/api/workspaces/${workspace.id}/query-data`, { message: 'x', context: { conversation_id: name } }],
    ['POST', `/api/workspaces/${workspace.id}/sql`, { sql: 'select 1', title: name }],
  ]
  for (const [method, path, body] of requests) {
    const answer = await app.request(path, json(body, ada.headers, method))
    expect([path, answer.status]).toEqual([path, 400])
  }
})

test('a form with such a text is drawn again without it', async () => {
  const app = await testApp()
  const ada = await signUp(app)
  const answer = await app.request('/organizations/new', form({ name: 'a\0b' }, ada.cookie))
  expect(answer.status).toBe(400)
  expect(await answer.text()).not.toContain('\0')
})

test('an id with a NUL character is not found, a query with one is refused', async () => {
  const app = await testApp()
  const { headers } = await signUp(app)
  for (const path of ['/api/workspaces/%00', '/api/organizations/a%00b', '/workspaces/%ff%00', '/first-admin/%00'])
    expect([path, (await app.request(path, { headers })).status]).toEqual([path, 404])
  for (const path of ['/api/organizations?cursor=%00', '/chat?conversation=%00', '/?%00=1'])
    expect([path, (await app.request(path, { headers })).status]).toEqual([path, 400])
})

test('a body that is no form is refused, by API and page', async () => {
  const app = await testApp()
  const { headers, cookie } = await signUp(app)
  for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x', 'multipart/form-data; boundary=']) {
    const api = await app.request('/api/organizations', post({ ...headers, 'content-type': type }, '--y\r\nnonsense'))
    expect([type, api.status]).toEqual([type, 400])
    const page = await app.request(
      '/organizations/new',
      post({ cookie, 'sec-fetch-site': 'same-origin', 'content-type': type }, '--y\r\nnonsense'),
    )
    expect([type, page.status]).toEqual([type, 400])
  }
})

test('JSON of the wrong shape is refused, however deep', async () => {
  const app = await testApp()
  const { headers } = await signUp(app)
  const deep = `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  for (const body of [
    'null',
    '[]',
    '1',
    '"x"',
    '{',
    '{"name":1}',
    '{"name":null}',
    '{"__proto__":{"name":"x"}}',
    deep,
  ]) {
    const answer = await app.request(
      '/api/organizations',
      post({ ...headers, 'content-type': 'application/json' }, body),
    )
    expect([body.slice(0, 30), answer.status]).toEqual([body.slice(0, 30), 400])
  }
})

test('who holds the end of a body back does nothing with it that they may no longer do', async () => {
  const [app, world] = [await testApp(), await testWorld()]
  const [owner, other] = [await signUp(app), await signUp(app)]
  const { organization } = await newPlace(app, owner)
  await join(world, organization.id, other.user.id, 'owner')
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await leave(world, organization.id, other.user.id)
        controller.enqueue(new TextEncoder().encode('{"name":"Mine"}'))
        controller.close()
      },
    },
    // Not read ahead: whoever reads has asked the guard before.
    { highWaterMark: 0 },
  )
  const headers = { ...other.headers, 'content-type': 'application/json', 'content-length': '15' }
  const answer = await app.request(`/api/organizations/${organization.id}`, { method: 'PUT', headers, body })
  expect(answer.status).toBe(404)
})

test('a body that does not say its length is read up to 1 MB and no further', async () => {
  const app = await testApp(await testWorld())
  const { headers } = await signUp(app)
  const server = Bun.serve({ port: 0, fetch: app.fetch })
  let sent = 0
  try {
    for (const [type, key] of [
      ['application/json', ''],
      ['application/x-www-form-urlencoded', ''],
      ['application/json', 'once'],
    ]) {
      sent = 0
      const answer = await fetch(new URL('/api/organizations', server.url), {
        method: 'POST',
        headers: { ...headers, 'content-type': type!, ...(key ? { 'idempotency-key': key } : {}) },
        body: new ReadableStream<Uint8Array>({
          async pull(controller) {
            sent += 100_000
            if (sent > 5_000_000) return controller.close()
            controller.enqueue(new TextEncoder().encode(' '.repeat(100_000)))
          },
        }),
      })
      expect([type, key, answer.status]).toEqual([type, key, 413])
    }
  } finally {
    await server.stop(true)
  }
})
