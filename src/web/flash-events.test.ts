import { describe, expect, test } from 'bun:test'
import { Hono } from 'hono'
import { choiceText } from '#records/rules/consent.ts'
import { form, json, newPlace, signUp } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import { flashEvent } from './flash-events.ts'
import type { Env } from './http-context.ts'

const [app, world] = [await testApp(), await testWorld()]
const on = world.now().toISOString().slice(0, 10)
const agreed = `consent=${choiceText({ analytics: true, on })}`
/** Moments that an answer hands over. */
const handed = (answer: Response) =>
  answer.headers.getSetCookie().flatMap((line) => {
    const [, id, text] = /^moment-([^=]+)=([^;]+); Max-Age=300; Path=\/; SameSite=Lax$/.exec(line) ?? []
    return text ? [{ id, ...JSON.parse(decodeURIComponent(text)) }] : []
  })
const told = (answer: Response) => handed(answer).map(({ id: _, ...event }) => event)
const OURS = { 'sec-fetch-site': 'same-origin' }

describe('what only the server knows goes to the next page', () => {
  test('signing up, in and out, by form and by call', async () => {
    const email = `moment-${crypto.randomUUID()}@example.com`
    const account = { name: 'Ada', email, password: 'correct horse battery' }
    const registered = await app.request('/register', form(account, agreed))
    expect([registered.status, told(registered)]).toEqual([303, [{ name: 'sign_up', params: { method: 'password' } }]])
    const person = await signUp(app)
    const { password } = person
    const login = { email: person.user.email, password }
    const entered = await app.request('/login', form(login, agreed))
    expect(told(entered)).toEqual([{ name: 'login', params: { method: 'password' } }])
    const called = await app.request('/api/auth/login', json(login, { ...OURS, cookie: agreed }))
    expect(told(called)).toEqual([{ name: 'login', params: { method: 'password' } }])
    const left = await app.request('/logout', form({}, `${agreed}; ${person.cookie}`))
    expect(told(left)).toEqual([{ name: 'logout', params: {} }])
    // Whoever is out already does not leave.
    expect(told(await app.request('/logout', form({}, agreed)))).toEqual([])
    expect(told(await app.request('/login', form({ ...login, password: 'wrong' }, agreed)))).toEqual([])
  })

  test('nothing is handed over without consent, or to a browser that declines by itself', async () => {
    const person = await signUp(app)
    const { organization } = await newPlace(app, person)
    const make = (headers: Record<string, string>) =>
      app.request(
        '/api/workspaces',
        json({ organization_id: organization.id, name: 'Costs' }, { ...person.headers, ...headers }),
      )
    expect(told(await make({}))).toEqual([])
    expect(told(await make({ cookie: `consent=${choiceText({ analytics: false, on })}` }))).toEqual([])
    expect(told(await make({ cookie: agreed, 'sec-gpc': '1', ...OURS }))).toEqual([])
    expect(told(await make({ cookie: agreed, ...OURS }))).toEqual([
      { name: 'create_workspace', params: { workspace_id: expect.any(String) } },
    ])
  })

  test('what may be answered twice is handed over under one name, moments at the same time under two', async () => {
    const small = new Hono<Env>()
      .use(async (c, next) => {
        c.set('world', world)
        await next()
      })
      .get('/', (c) => {
        flashEvent(c, 'logout', {}, 'order-1')
        flashEvent(c, 'logout', {})
        return c.text('')
      })
    const ask = async () => handed(await small.request('/', { headers: { cookie: agreed } })).map(({ id }) => id)
    const [first, second] = [await ask(), await ask()]
    expect(first[0]).toBe(second[0])
    expect(new Set([...first, ...second]).size).toBe(3)
  })
})
