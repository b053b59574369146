import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { securityEvents, users } from '#db/schema/index.ts'
import { call, signUp } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import { detailLine, labelOf } from './rules/security-event.ts'

const [app, world] = [await testApp(), await testWorld()]
const ada = await signUp(app)
const setRoles = (adminRoles: string[]) => world.db.update(users).set({ adminRoles }).where(eq(users.id, ada.user.id))
const eve = await signUp(app, { email: `eve_${newId()}@example.com` })
const ip = `test-${newId()}`
await setRoles(['security'])
for (let at = 0; at < 5; at++)
  await world.db.insert(securityEvents).values({
    kind: at % 2 ? 'statement_refused' : 'permission_denied',
    actorId: at < 4 ? eve.user.id : null,
    ip,
    requestId: `request-${ip}-${at}`,
    details: { permission: '<b>X</b>', at },
  })
const ask = async (query: string) => {
  const answer = await call(app, ada, 'GET', `/api/admin/security-events?${query}`)
  const items = answer.body as { details: { at: number }; actor: { email: string } | null }[]
  return { ...answer, at: Array.isArray(items) ? items.map(({ details }) => details.at) : [] }
}

test('events come latest first, page by page', async () => {
  const first = await ask(`q=${ip}&limit=3`)
  expect(first.at).toEqual([4, 3, 2])
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link')!)![1]!
  expect((await ask(next.split('?')[1]!)).at).toEqual([1, 0])
  expect(first.body[0]).toMatchObject({ actor: null, ip })
  expect(first.body[1]).toMatchObject({ actor: { id: eve.user.id, email: eve.user.email } })
})

test('they are found by kind, person, network address and request; a wildcard is a character', async () => {
  expect((await ask(`q=${ip}&kind=statement_refused`)).at).toEqual([3, 1])
  expect((await ask(`q=${eve.user.email.slice(2, 20)}`)).at).toEqual([3, 2, 1, 0])
  expect((await ask(`q=request-${ip}-2`)).at).toEqual([2])
  expect((await ask(`q=${eve.user.email.replace('_', '%25')}`)).at).toEqual([])
  expect((await ask('kind=nothing')).status).toBe(400)
})

test('the page shows them escaped, to the role that the page needs', async () => {
  const open = () => app.request(`/admin/security?kind=&q=${ip}`, { headers: { cookie: ada.cookie } })
  const html = await (await open()).text()
  expect(html).toContain('Permission denied')
  expect(html).toContain('permission: &lt;b&gt;X&lt;/b&gt;')
  expect(html).toContain('aria-current="page"')
  await setRoles(['analyst'])
  const refused = await open()
  expect([refused.status, await refused.text()]).toEqual([
    403,
    expect.stringContaining('needs the admin role security'),
  ])
})

test('details are one line, kinds of another version keep their name', () => {
  expect(detailLine({ path: '/admin', roles: [], note: null, n: 2 })).toBe('path: /admin, n: 2')
  expect([labelOf('sign_in_failed'), labelOf('new_kind'), labelOf('constructor')]).toEqual([
    'Failed sign-in',
    'new_kind',
    'constructor',
  ])
})
