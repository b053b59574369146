import { expect, test } from 'bun:test'
import { newId } from '#base/ids.ts'
import { json, signUp } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'

const create = async (headers: Record<string, string>, name = 'Acme', path = '/api/organizations') =>
  (await testApp()).request(path, json({ name }, headers))

test('the same key does the same thing once', async () => {
  const app = await testApp()
  const ada = await signUp(app)
  const headers = { ...ada.headers, 'idempotency-key': newId() }
  const [first, second] = [await create(headers), await create(headers)]
  expect([first.status, second.status]).toEqual([201, 201])
  expect(await second.text()).toBe(await first.text())
  expect(second.headers.get('idempotent-replay')).toBe('true')
  expect(second.headers.get('content-type')).toStartWith('application/json')
  const list = await app.request('/api/organizations', { headers: ada.headers })
  expect(await list.json()).toHaveLength(1)
})

test('the same key with another body is a conflict', async () => {
  const ada = await signUp(await testApp())
  const headers = { ...ada.headers, 'idempotency-key': newId() }
  await create(headers)
  const other = await create(headers, 'Other')
  expect(other.status).toBe(409)
  expect(await other.json()).toMatchObject({ code: 'idempotency_mismatch' })
})

test('of many at the same moment one is done', async () => {
  const app = await testApp()
  const ada = await signUp(app)
  const headers = { ...ada.headers, 'idempotency-key': newId() }
  await Promise.all(Array.from({ length: 8 }, () => create(headers)))
  const list = await app.request('/api/organizations', { headers: ada.headers })
  expect(await list.json()).toHaveLength(1)
})

test('keys of different people have nothing to do with each other', async () => {
  const app = await testApp()
  const key = { 'idempotency-key': newId() }
  const [ada, bob] = [await signUp(app), await signUp(app)]
  const first = (await (await create({ ...ada.headers, ...key })).json()) as { id: string }
  const second = (await (await create({ ...bob.headers, ...key }, 'Other')).json()) as { id: string }
  expect(second.id).not.toBe(first.id)
})

test('a call that failed may be tried again with its key', async () => {
  const app = await testApp()
  const ada = await signUp(app)
  const headers = { ...ada.headers, 'idempotency-key': newId() }
  expect((await create(headers, '')).status).toBe(400)
  expect((await create(headers, 'Acme')).status).toBe(201)
})

test('after a day a key is new again', async () => {
  const world = await testWorld()
  const ada = await signUp(await testApp())
  const headers = { cookie: ada.cookie, 'sec-fetch-site': 'same-origin', 'idempotency-key': newId() }
  await create(headers)
  const tomorrow = await testApp({ ...world, now: () => new Date(Date.now() + 25 * 3_600_000) })
  const answer = await tomorrow.request('/api/organizations', json({ name: 'Other' }, headers))
  expect(answer.status).toBe(201)
})
