import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { auditEvents, users } from '#db/schema/index.ts'
import { call, form, join, leave, listInWorkspace, newPlace, type Person, signUp } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'

/** A workspace of Olga; Max is member and Vera viewer of the organization, Eve is in another one. */
async function team(about: { restricted?: boolean } = {}) {
  const [app, world] = [await testApp(), await testWorld()]
  const [olga, max, vera, eve] = [
    await signUp(app, { name: 'Olga' }),
    await signUp(app, { name: 'Max' }),
    await signUp(app, { name: 'Vera' }),
    await signUp(app, { name: 'Eve' }),
  ]
  const place = await newPlace(app, olga, about)
  await join(world, place.organization.id, max.user.id, 'member')
  await join(world, place.organization.id, vera.user.id, 'viewer')
  await newPlace(app, eve)
  const path = `/api/workspaces/${place.workspace.id}`
  const list = async (who: Person = olga, search = '') => {
    const { body } = await call(app, who, 'GET', `${path}/members${search}`)
    return body.map((it: { users: { name: string }; role: string; source: string }) =>
      [it.users.name, it.role, it.source].join(' '),
    )
  }
  return { app, world, olga, max, vera, eve, path, list, ...place }
}

describe('people of a workspace', () => {
  test('are everybody of the organization with their role there, in an open one', async () => {
    const { list } = await team()
    expect(await list()).toEqual(['Olga owner organization', 'Max member organization', 'Vera viewer organization'])
    expect(await list(undefined, '?q=ver')).toEqual(['Vera viewer organization'])
  })

  test('show the picture that they have, as in the organization', async () => {
    const { app, world, olga, max, path, organization } = await team()
    const image = '/uploads/profile_pictures/max.webp'
    await world.db.update(users).set({ image }).where(eq(users.id, max.user.id))
    for (const list of [`${path}/members`, `/api/organizations/${organization.id}/members`]) {
      const { body } = await call(app, olga, 'GET', list)
      expect(body.slice(0, 2).map((it: { users: object }) => it.users)).toEqual([
        { id: olga.user.id, name: 'Olga', email: olga.user.email, avatar_path: null },
        { id: max.user.id, name: 'Max', email: max.user.email, avatar_path: image },
      ])
    }
    const page = await app.request(`${path.replace('/api', '')}/members`, { headers: { cookie: olga.cookie } })
    expect(await page.text()).toContain(`src="${image}"`)
  })

  test('are owners and those listed, in a restricted one', async () => {
    const { app, olga, max, vera, path, list } = await team({ restricted: true })
    expect(await list()).toEqual(['Olga owner organization'])
    const added = await call(app, olga, 'POST', `${path}/members`, {
      email: max.user.email.toUpperCase(),
      role: 'viewer',
    })
    expect(added).toMatchObject({
      status: 201,
      body: { user_id: max.user.id, role: 'viewer', source: 'workspace', users: { name: 'Max' } },
    })
    expect(await list()).toEqual(['Olga owner organization', 'Max viewer workspace'])
    expect((await call(app, max, 'GET', path)).body.role).toBe('viewer')
    expect((await call(app, vera, 'GET', path)).status).toBe(404)
    expect((await call(app, olga, 'DELETE', `${path}/members/${max.user.id}`)).status).toBe(204)
    expect((await call(app, max, 'GET', path)).status).toBe(404)
  })

  test('a role given here counts instead of the one of the organization, until it is taken back', async () => {
    const { app, world, olga, vera, path, list, workspace } = await team()
    const changed = await call(app, olga, 'PUT', `${path}/members/${vera.user.id}`, { role: 'owner' })
    expect(changed).toMatchObject({ status: 200, body: { role: 'owner', source: 'workspace' } })
    expect((await call(app, vera, 'PUT', path, { name: 'Ours' })).status).toBe(200)
    expect(await list()).toContain('Vera owner workspace')
    expect((await call(app, olga, 'DELETE', `${path}/members/${vera.user.id}`)).status).toBe(204)
    expect(await list()).toContain('Vera viewer organization')
    const events = await world.db
      .select({ action: auditEvents.action, details: auditEvents.details })
      .from(auditEvents)
      .where(eq(auditEvents.workspaceId, workspace.id))
      .orderBy(auditEvents.id)
    expect(events.filter(({ action }) => action.startsWith('workspace_member'))).toEqual([
      {
        action: 'workspace_member.role',
        details: { user_id: vera.user.id, role: { before: 'viewer', after: 'owner' } },
      },
      {
        action: 'workspace_member.remove',
        details: { user_id: vera.user.id, role: { before: 'owner', after: 'viewer' } },
      },
    ])
  })

  test('who is taken out of the organization is on no list any more', async () => {
    const { app, world, olga, max, path, list, organization } = await team({ restricted: true })
    await call(app, olga, 'POST', `${path}/members`, { user_id: max.user.id })
    expect(await list()).toContain('Max member workspace')
    expect((await call(app, max, 'POST', `/api/organizations/${organization.id}/leave`)).status).toBe(204)
    await join(world, organization.id, max.user.id, 'member')
    expect(await list()).toEqual(['Olga owner organization'])
  })
})

describe('a member of the workspace', () => {
  test('lets others in, but gives nobody who is in another role, and makes no owners', async () => {
    const { app, world, max, vera, path, workspace } = await team({ restricted: true })
    await listInWorkspace(world, workspace.id, max.user.id, 'member')
    const add = (role: string) => call(app, max, 'POST', `${path}/members`, { user_id: vera.user.id, role })
    expect((await add('owner')).body.error).toBe(
      'Permission INVITE_WORKSPACE_OWNERS requires one of these roles: owner',
    )
    expect((await add('member')).status).toBe(201)
    expect((await add('viewer')).status).toBe(409)
    const open = await team()
    const lowered = await call(open.app, open.max, 'POST', `${open.path}/members`, {
      user_id: open.vera.user.id,
      role: 'member',
    })
    expect([lowered.status, lowered.body.error]).toEqual([
      403,
      'Permission UPDATE_WORKSPACE_MEMBER_ROLES requires one of these roles: owner',
    ])
  })
})

describe('is refused', () => {
  test('somebody outside of the organization, whether they have an account or not', async () => {
    const { app, world, olga, max, eve, path, organization } = await team({ restricted: true })
    const text = 'Nobody in this organization has that address. Invite them to the organization first.'
    for (const email of [eve.user.email, 'nobody@example.com'])
      expect(await call(app, olga, 'POST', `${path}/members`, { email })).toMatchObject({
        status: 400,
        body: { details: { fields: { email: text } } },
      })
    await leave(world, organization.id, max.user.id)
    expect((await call(app, olga, 'POST', `${path}/members`, { user_id: max.user.id })).status).toBe(400)
    expect((await call(app, olga, 'POST', `${path}/members`, { role: 'viewer' })).body.details.fields).toEqual({
      email: 'Enter an email address.',
    })
  })

  test('a change of one’s own row, and of owners of the organization', async () => {
    const { app, world, olga, max, vera, path, workspace } = await team()
    await listInWorkspace(world, workspace.id, max.user.id, 'owner')
    const own = await call(app, max, 'PUT', `${path}/members/${max.user.id}`, { role: 'viewer' })
    expect(own).toMatchObject({ status: 403, body: { code: 'own_row' } })
    expect((await call(app, max, 'DELETE', `${path}/members/${max.user.id}`)).body.code).toBe('own_row')
    for (const role of ['viewer', 'member'])
      expect(await call(app, max, 'PUT', `${path}/members/${olga.user.id}`, { role })).toMatchObject({
        status: 409,
        body: { error: 'Owners of the organization are owners of all its workspaces.' },
      })
    expect((await call(app, max, 'DELETE', `${path}/members/${vera.user.id}`)).body.code).toBe('not_listed')
    expect((await call(app, max, 'DELETE', `${path}/members/no-such-id`)).status).toBe(404)
  })
})

test('the page lists people, changes roles, asks before it removes, and offers a viewer none of it', async () => {
  const { app, world, olga, max, vera, workspace } = await team({ restricted: true })
  const page = `/workspaces/${workspace.id}/members`
  const get = async (who: Person, path = page) => (await app.request(path, { headers: { cookie: who.cookie } })).text()
  const post = (path: string, fields: Record<string, string>) => app.request(path, form(fields, olga.cookie))
  const wrong = await post(`${page}/add`, { email: 'nobody@example.com', role: 'viewer' })
  expect(wrong.status).toBe(400)
  expect(await wrong.text()).toContain('Invite them to the organization first.')
  const added = await post(`${page}/add`, { email: max.user.email, role: 'member' })
  expect(added.headers.get('location')).toBe(`${page}?done=added`)
  expect(await get(olga, `${page}?done=added`)).toContain('The member is added.')
  await post(page, { user_id: max.user.id, role: 'viewer' })
  await listInWorkspace(world, workspace.id, vera.user.id, 'viewer')
  const seen = await get(vera)
  expect(seen).toContain('Listed here')
  expect(seen).not.toContain('<select')
  expect(seen).not.toContain('Remove<')
  expect(seen).toContain('Permission INVITE_WORKSPACE_MEMBERS requires one of these roles: owner, member')
  const asked = await (await post(`${page}/remove`, { user_id: max.user.id })).text()
  expect(asked).toContain('Are you sure you want to remove this member from the workspace?')
  expect(await get(olga)).toContain(max.user.email)
  const removed = await post(`${page}/remove`, { user_id: max.user.id, confirmed: 'yes' })
  expect(removed.headers.get('location')).toBe(`${page}?done=removed`)
  expect(await get(olga)).not.toContain(max.user.email)
})
