import { expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { HOUR } from '#base/time.ts'
import { securityEvents, users } from '#db/schema/index.ts'
import * as security from '#records/security.ts'
import { call, form, newPlace, signUp } from '../../../tests/support/people.ts'
import { testApp, testWorld } from '../../../tests/support/world.ts'
import { detailLine, labelOf } from '../rules/security-event.ts'

const [app, world] = [await testApp(), await testWorld()]
const ada = await signUp(app)
const setRoles = (adminRoles: string[]) => world.db.update(users).set({ adminRoles }).where(eq(users.id, ada.user.id))
const eve = await signUp(app, { email: `eve_${newId()}@example.com` })
const byte = () => Math.floor(Math.random() * 256)
const ip = `10.${byte()}.${byte()}.${byte()}`
const requests = Array.from({ length: 5 }, newId)
await setRoles(['security'])
for (let at = 0; at < 5; at++)
  await world.db.insert(securityEvents).values({
    kind: at % 2 ? 'statement_refused' : 'permission_denied',
    actorId: at < 4 ? eve.user.id : null,
    ip,
    requestId: requests[at]!,
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
  expect((await ask(`q=${eve.user.email.slice(4, 30)}`)).at).toEqual([3, 2, 1, 0])
  expect((await ask(`person=${eve.user.email.toUpperCase()}`)).at).toEqual([3, 2, 1, 0])
  expect((await ask(`person=${eve.user.id}&ip=${ip}&kind=permission_denied`)).at).toEqual([2, 0])
  expect((await ask(`q=${requests[2]}`)).at).toEqual([2])
  expect((await ask(`ip=${ip}&from=2000-01-01&to=2001-01-01`)).at).toEqual([])
  expect((await ask(`ip=${ip}&from=${new Date().toISOString().slice(0, 10)}`)).at).toEqual([4, 3, 2, 1, 0])
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

test('a guest is found by the address that they tried', async () => {
  const email = `guest-${newId()}@example.com`
  await call(app, null, 'POST', '/api/auth/login', { email, password: 'a wrong one' })
  await setRoles(['security'])
  const { body } = await call(app, ada, 'GET', `/api/admin/security-events?person=${email}`)
  expect(body).toMatchObject([{ kind: 'sign_in_failed', actor: null, acknowledged: null }])
})

test('events are counted by address and by person', async () => {
  const groups = async (by: string) =>
    ((await call(app, ada, 'GET', `/api/admin/security-events/groups?by=${by}`)).body as { key: string }[]).find(
      ({ key }) => key === (by === 'ip' ? ip : eve.user.id),
    )
  const kinds = ['permission_denied', 'statement_refused']
  expect(await groups('ip')).toMatchObject({ count: 5, open: 5, kinds, name: null })
  expect(await groups('person')).toMatchObject({ count: 4, open: 4, kinds, name: eve.user.email })
  const html = await (await app.request('/admin/security?by=ip', { headers: { cookie: ada.cookie } })).text()
  expect(html).toContain(`ip=${ip}`)
})

test('and as a file', async () => {
  const answer = await app.request(`/api/admin/security-events/groups?by=ip&format=csv`, { headers: ada.headers })
  const lines = (await answer.text()).split('\r\n')
  expect([answer.headers.get('content-disposition'), lines[0]]).toEqual([
    'attachment; filename="security-events-by-ip.csv"',
    'key,name,count,open,kinds,latest',
  ])
  expect(lines.find((line) => line.startsWith(`${ip},`))).toMatch(/,permission_denied statement_refused,\d{4}-/)
  const page = await app.request('/admin/security?by=ip', { headers: { cookie: ada.cookie } })
  expect(await page.text()).toContain('/api/admin/security-events/groups?by=ip&amp;format=csv')
})

test('some are acknowledged with a note, then the rest at once; nothing twice', async () => {
  const post = (body: object) => call(app, ada, 'POST', '/api/admin/security-events/acknowledge', body)
  const all = (await call(app, ada, 'GET', `/api/admin/security-events?ip=${ip}`)).body as { id: string }[]
  expect((await post({ note: 'looked at it' })).status).toBe(400)
  expect((await post({ ids: [all[0]!.id] })).body.details.fields.note).toBe('Say what you found.')
  expect((await post({ ids: [all[0]!.id], note: 'a slip' })).body).toEqual({ acknowledged: 1 })
  expect((await ask(`ip=${ip}&state=open`)).at).toEqual([3, 2, 1, 0])
  const sent = await app.request('/admin/security/acknowledge', form({ ip, note: 'a scan' }, ada.cookie))
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `/admin/security?ip=${ip}&done=4`])
  const { body } = await call(app, ada, 'GET', `/api/admin/security-events?ip=${ip}&state=acknowledged`)
  expect(body.map((it: { acknowledged: { note: string } }) => it.acknowledged.note)).toEqual([
    'a slip',
    ...Array(4).fill('a scan'),
  ])
  expect(body[0].acknowledged.by).toBe(ada.user.email)
  const nothing = await app.request('/admin/security/acknowledge', form({ note: 'a scan' }, ada.cookie))
  expect([nothing.status, (await nothing.text()).includes('Choose events')]).toEqual([400, true])
  await setRoles(['analyst'])
})

test('refused statements and private addresses are noted, wherever they were asked', async () => {
  const person = await signUp(app, { verified: true })
  const { workspace } = await newPlace(app, person)
  const sql = await call(app, person, 'POST', `/api/workspaces/${workspace.id}/sql`, { sql: 'drop table x' })
  expect(sql.body.code).toBe('sql_refused')
  const at = `/api/workspaces/${workspace.id}/external-connections`
  const inside = await call(app, person, 'POST', at, { name: 'In', kind: 'url', url: 'http://10.1.2.3/x.csv' })
  expect(inside.body.details).toMatchObject({ step: 'dns' })
  // Nobody waits for the note.
  for (const kind of ['statement_refused', 'address_refused'])
    while ((await world.db.$count(securityEvents, noted(person, kind))) === 0) await Bun.sleep(5)
  const [event] = await world.db.select().from(securityEvents).where(noted(person, 'address_refused'))
  expect(event?.details).toEqual({ path: at, host: '10.1.2.3' })
})

const noted = (person: { user: { id: string } }, kind: string) =>
  and(eq(securityEvents.actorId, person.user.id), eq(securityEvents.kind, kind))

test('details are one line, kinds of another version keep their name', () => {
  expect(detailLine({ path: '/admin', roles: [], note: null, n: 2 })).toBe('path: /admin, n: 2')
  expect([labelOf('sign_in_failed'), labelOf('new_kind'), labelOf('constructor')]).toEqual([
    'Failed sign-in',
    'new_kind',
    'constructor',
  ])
})

test('whoever knocks on and on fills no disk: of each kind so many an hour are written down', async () => {
  const guest = {
    ...world,
    actor: { userId: null, ip: `10.9.${byte()}.${byte()}`, requestId: newId(), via: 'guest' as const },
  }
  const kinds = async () => {
    const rows = await world.db.select().from(securityEvents).where(eq(securityEvents.ip, guest.actor.ip))
    return { contact: rows.filter((it) => it.kind === 'contact_refused').length, all: rows.length, rows }
  }
  for (let at = 0; at < security.MOST_AN_HOUR + 3; at++) await security.record(guest, 'contact_refused', { at })
  await security.record(guest, 'sign_in_failed')
  const found = await kinds()
  expect([found.contact, found.all]).toEqual([security.MOST_AN_HOUR, security.MOST_AN_HOUR + 1])
  expect(found.rows.filter(({ details }) => 'more' in details).map(({ details }) => details.at)).toEqual([
    security.MOST_AN_HOUR - 1,
  ])
  // Another person there is not kept silent by it, and an hour later it is written down again.
  await security.record({ ...guest, actor: { ...guest.actor, userId: eve.user.id } }, 'contact_refused')
  await security.record({ ...guest, now: () => new Date(Date.now() + HOUR + 1) }, 'contact_refused')
  expect((await kinds()).contact).toBe(security.MOST_AN_HOUR + 2)
})
