import { afterAll, expect, spyOn, test } from 'bun:test'
import { newId } from '#base/ids.ts'
import { json, signUp } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import { scrypt } from './identity.ts'

await testWorld()
/** They are counted and done all the same. */
const [hash, matches] = [spyOn(scrypt, 'hash'), spyOn(scrypt, 'matches')]
afterAll(() => {
  hash.mockRestore()
  matches.mockRestore()
})

async function cost(work: () => Promise<unknown>) {
  hash.mockClear()
  matches.mockClear()
  await work()
  return { hashed: hash.mock.calls.length, compared: matches.mock.calls.length }
}

test('signing in and registering cost the same whatever is known of the address', async () => {
  const app = await testApp()
  const ada = await signUp(app, { verified: true })
  const crowded = await signUp(app)
  const post = (path: string, email: string, password: string) => async () =>
    app.request(path, json({ email, password }))
  for (let n = 0; n < 2; n += 1) await post('/api/auth/register', crowded.user.email, `another secret number ${n}x`)()
  const addresses = [ada.user.email, crowded.user.email, `nobody-${newId()}@example.com`]
  for (const email of addresses) {
    expect(await cost(post('/api/auth/login', email, 'not the right one'))).toEqual({ hashed: 0, compared: 3 })
    expect(await cost(post('/api/auth/register', email, 'quite another secret'))).toEqual({ hashed: 1, compared: 1 })
  }
  const right = post('/api/auth/login', ada.user.email, ada.password)
  expect(await cost(right)).toEqual({ hashed: 0, compared: 3 })
})
