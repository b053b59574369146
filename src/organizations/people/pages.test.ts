import { expect, test } from 'bun:test'
import { call, form, join, newPlace, type Person, signUp } from '../../../tests/support/people.ts'
import { testApp, testWorld } from '../../../tests/support/world.ts'

/** The pages as a browser without script sees them. */
async function office() {
  const [app, world] = [await testApp(), await testWorld()]
  const [olga, max, vera] = [
    await signUp(app, { name: 'Olga' }),
    await signUp(app, { name: 'Max' }),
    await signUp(app, { name: 'Vera' }),
  ]
  const { organization } = await newPlace(app, olga)
  await join(world, organization.id, max.user.id, 'member')
  await join(world, organization.id, vera.user.id, 'viewer')
  const page = `/organizations/${organization.id}`
  const get = async (who: Person, path: string) => (await app.request(path, { headers: { cookie: who.cookie } })).text()
  const post = (who: Person, path: string, fields: Record<string, string> = {}) =>
    app.request(path, form(fields, who.cookie))
  const { body } = await call(app, olga, 'GET', `/api${page}/members`)
  const idOf = (who: Person) => body.find((it: { user_id: string }) => it.user_id === who.user.id).id as string
  return { app, olga, max, vera, page, get, post, idOf }
}

test('the members page changes roles and removes after a question', async () => {
  const { olga, max, vera, page, get, post, idOf } = await office()
  const list = await get(olga, `${page}/members`)
  expect(list).toContain('Role of Max')
  expect(list).not.toContain('Role of Olga')
  const changed = await post(olga, `${page}/members?q=ma`, { memberId: idOf(max), role: 'viewer' })
  expect(changed.headers.get('location')).toBe(`${page}/members?q=ma&done=role`)
  expect(await get(olga, `${page}/members?q=ma&done=role`)).toContain('The role is changed.')
  const asked = await (await post(olga, `${page}/members/remove`, { memberId: idOf(vera) })).text()
  expect(asked).toContain('Remove Member')
  expect(asked).toContain('Are you sure you want to remove this member from the organization?')
  expect(asked).toContain(vera.user.email)
  const removed = await post(olga, `${page}/members/remove`, { memberId: idOf(vera), confirmed: 'yes' })
  expect(removed.headers.get('location')).toBe(`${page}/members?done=removed`)
  expect(await get(olga, `${page}/members`)).not.toContain(vera.user.email)
})

test('a viewer sees who is there and why they can change nothing', async () => {
  const { vera, page, get, post } = await office()
  const list = await get(vera, `${page}/members`)
  expect(list).not.toContain('<select')
  expect(list).not.toContain('/members/remove')
  expect(list).toContain('Permission UPDATE_MEMBER_ROLES requires one of these roles: owner')
  expect(await get(vera, page)).toContain('Permission CREATE_WORKSPACE requires one of these roles: owner')
  expect((await post(vera, `${page}/leave`)).status).toBe(200)
  const left = await post(vera, `${page}/leave`, { confirmed: 'yes' })
  expect(await get(vera, left.headers.get('location')!)).toContain('You left the organization.')
})

test('the last owner cannot leave, hands over by address, and then can', async () => {
  const { app, olga, max, page, get, post } = await office()
  expect(await get(olga, `${page}/members`)).toContain('You are the last owner.')
  const refused = await post(olga, `${page}/leave`, { confirmed: 'yes' })
  expect([refused.status, (await refused.text()).includes('You are the last owner of this organization.')]).toEqual([
    409,
    true,
  ])
  const nobody = await post(olga, `${page}/transfer`, { email: 'nobody@example.com' })
  expect(await nobody.text()).toContain('Nobody in this organization has that address.')
  const asked = await (await post(olga, `${page}/transfer`, { email: max.user.email })).text()
  expect(asked).toContain('Transfer ownership')
  await post(olga, `${page}/transfer`, { email: max.user.email, confirmed: 'yes' })
  expect((await call(app, max, 'GET', `/api${page}`)).body.role).toBe('owner')
  expect((await post(olga, `${page}/leave`, { confirmed: 'yes' })).status).toBe(303)
})

test('organizations are searched and paged', async () => {
  const { app, olga, get } = await office()
  for (const name of ['Bakery', 'Brewery', 'Butcher']) await call(app, olga, 'POST', '/api/organizations', { name })
  const found = await get(olga, '/organizations?q=b')
  expect(['Bakery', 'Brewery', 'Butcher', '>Acme<'].map((name) => found.includes(name))).toEqual([
    true,
    true,
    true,
    false,
  ])
  const none = await get(olga, '/organizations?q=zzz')
  expect(none).toContain('No organization matches “zzz”')
  expect(none).not.toContain('Create your first organization')
})
