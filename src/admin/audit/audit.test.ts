import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { auditEvents, users } from '#db/schema/index.ts'
import * as auditChain from '#records/audit-chain.ts'
import { call, form, signUp } from '../../../tests/support/people.ts'
import { testApp, testWorld } from '../../../tests/support/world.ts'
import { readDetails, valueText } from '../rules/audit.ts'

const [app, world] = [await testApp(), await testWorld()]
const mark = `q${newId().slice(-12)}`
const guard = await signUp(app, { name: `Guard ${mark}`, verified: true })
const byte = () => Math.floor(Math.random() * 256)
const [ip, requestId] = [`10.${byte()}.${byte()}.${byte()}`, newId()]
await world.db
  .update(users)
  .set({ adminRoles: ['security'] })
  .where(eq(users.id, guard.user.id))
const subject = `thing-${newId()}`
const organizationId = newId()
for (let n = 0; n < 4; n++)
  await world.db.insert(auditEvents).values({
    actorId: n < 3 ? guard.user.id : null,
    action: n % 2 ? 'thing.rename' : 'thingy.make',
    subject,
    organizationId: n === 0 ? organizationId : null,
    ip: n === 1 ? ip : null,
    requestId: n === 2 ? requestId : null,
    details: { name: { before: `<i>${n}</i>`, after: `new ${n}` }, reason: 'tidy', n },
  })
await auditChain.seal(world)
const ask = async (query: string) => {
  const { body } = await call(app, guard, 'GET', `/api/admin/audit-logs?${query}`)
  return (body as { details: { n: number } }[]).map(({ details }) => details.n)
}

test('entries are found by person, action, subject, organization and time, the latest first', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  for (const [query, found] of [
    [`subject=${subject}`, [3, 2, 1, 0]],
    [`subject=${subject}&actor=${guard.user.id}`, [2, 1, 0]],
    [`subject=${subject}&actor=${guard.user.email.toUpperCase()}`, [2, 1, 0]],
    [`subject=${subject}&actor=nobody@example.com`, []],
    [`subject=${subject}&action=thing.rename`, [3, 1]],
    [`subject=${subject}&action=thing`, []],
    [`subject=${subject}&action=thing*`, [3, 2, 1, 0]],
    [`subject=${subject}&action=thing.`, [3, 1]],
    [`organization=${organizationId}`, [0]],
    [`q=${subject}`, [3, 2, 1, 0]],
    [`q=${organizationId}`, [0]],
    [`q=${requestId}`, [2]],
    [`q=${ip}`, [1]],
    [`q=thingy.&subject=${subject}`, [2, 0]],
    [`q=thingy&subject=${subject}`, [2, 0]],
    [`q=${mark}&subject=${subject}`, [2, 1, 0]],
    [`q=${guard.user.email}&subject=${subject}`, [2, 1, 0]],
    ['q=nobodyatall', []],
    [`subject=${subject}&from=${today}&to=${today}`, [3, 2, 1, 0]],
    [`subject=${subject}&to=2020-01-01`, []],
    [`subject=${subject}&from=${tomorrow}`, []],
  ] as const)
    expect([query, await ask(query)]).toEqual([query, [...found]])
  expect((await call(app, guard, 'GET', '/api/admin/audit-logs?from=yesterday')).status).toBe(400)
})

test('the page shows what was before and after, escaped; CSV has the seals', async () => {
  const page = await app.request(`/admin/security/audit-logs?subject=${subject}`, { headers: { cookie: guard.cookie } })
  const html = await page.text()
  expect(html).toContain('name: <del>&lt;i&gt;3&lt;/i&gt;</del> <ins>new 3</ins>')
  expect(html).toContain('The server')
  const csv = await app.request(`/api/admin/audit-logs?subject=${subject}`, {
    headers: { ...guard.headers, accept: 'text/csv' },
  })
  const lines = (await csv.text()).trim().split('\r\n')
  expect(lines).toHaveLength(5)
  expect(lines[1]).toMatch(/^\d+,[0-9a-f-]{36},.*,[0-9a-f]{64}$/)
})

test('the chain is verified by button and by call', async () => {
  await auditChain.seal(world)
  const { body } = await call(app, guard, 'GET', '/api/admin/audit-logs/verify')
  expect(body).toMatchObject({ ok: true, broken: null })
  expect(body.head.sequence).toBe(body.checked)
  const page = await app.request('/admin/security/audit-logs/verify', form({}, guard.cookie))
  expect(await page.text()).toContain('The audit log holds')
})

test('details are changes and notes', () => {
  const read = readDetails({ a: { before: 1, after: null }, b: { before: 1 }, c: null })
  expect(read).toEqual({
    changes: [{ field: 'a', before: 1, after: null }],
    notes: [
      ['b', { before: 1 }],
      ['c', null],
    ],
  })
  const settings = { version: 2, before: { 'site.name': 'A', n: 1 }, after: { 'site.name': 'B', n: 1 }, reason: 'r' }
  expect(readDetails(settings)).toEqual({
    changes: [{ field: 'site.name', before: 'A', after: 'B' }],
    notes: [
      ['version', 2],
      ['reason', 'r'],
    ],
  })
  expect(readDetails({ before: 1, after: 2 }).notes).toEqual([
    ['before', 1],
    ['after', 2],
  ])
  expect([null, '', [], ['a', 1], { x: 1 }, false].map((value) => valueText(value, {}))).toEqual([
    '–',
    '–',
    'none',
    'a, 1',
    '{"x":1}',
    'false',
  ])
})
