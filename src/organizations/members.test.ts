import { describe, expect, test } from 'bun:test'
import { and, eq, inArray } from 'drizzle-orm'
import { auditEvents, organizationMembers, workspaceMembers } from '#db/schema/index.ts'
import {
  call,
  join,
  leave,
  listInWorkspace,
  newPlace,
  type Person,
  signUp,
  userCtx,
} from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import type { OrganizationRole } from '../ctx.ts'
import * as members from './members.ts'
import * as organizations from './organizations.ts'

/** An organization of Olga with the people named, each with their role and the id of their membership. */
async function office<Name extends string>(people: Record<Name, OrganizationRole>) {
  const [app, world] = [await testApp(), await testWorld()]
  const olga = await signUp(app, { name: 'Olga' })
  const { organization, workspace } = await newPlace(app, olga)
  const who = {} as Record<Name, Person & { memberId: string }>
  for (const [name, role] of Object.entries(people) as [Name, OrganizationRole][]) {
    const person = await signUp(app, { name })
    await join(world, organization.id, person.user.id, role)
    who[name] = { ...person, memberId: await memberIdOf(organization.id, person) }
  }
  const path = `/api/organizations/${organization.id}`
  const olgaId = await memberIdOf(organization.id, olga)
  return { app, world, olga: { ...olga, memberId: olgaId }, organization, workspace, path, ...who }
}

async function memberIdOf(organizationId: string, { user }: Person): Promise<string> {
  const { id, organizationId: of, userId } = organizationMembers
  const rows = await (await testWorld()).db
    .select({ id })
    .from(organizationMembers)
    .where(and(eq(of, organizationId), eq(userId, user.id)))
  return rows[0]!.id
}

/** What was written down of one thing, oldest first. */
async function eventsOf(subject: string) {
  const { action, actorId, details } = auditEvents
  const { db } = await testWorld()
  return db
    .select({ action, actorId, details })
    .from(auditEvents)
    .where(eq(auditEvents.subject, subject))
    .orderBy(auditEvents.id)
}

describe('a role', () => {
  test('is changed by an owner and written down with before and after', async () => {
    const { app, olga, max, path } = await office({ max: 'member' })
    const changed = await call(app, olga, 'PUT', `${path}/members`, { memberId: max.memberId, role: 'viewer' })
    expect(changed).toMatchObject({ status: 200, body: { id: max.memberId, role: 'viewer', users: { name: 'max' } } })
    expect((await call(app, max, 'GET', path)).body.role).toBe('viewer')
    expect(await eventsOf(max.memberId)).toEqual([
      {
        action: 'member.role',
        actorId: olga.user.id,
        details: { user_id: max.user.id, role: { before: 'member', after: 'viewer' } },
      },
    ])
  })

  test('that stays the same is no action', async () => {
    const { app, olga, max, path } = await office({ max: 'member' })
    await call(app, olga, 'PUT', `${path}/members`, { memberId: max.memberId, role: 'member' })
    expect(await eventsOf(max.memberId)).toEqual([])
  })

  test('of one’s own row stays as it is', async () => {
    const { app, olga, path } = await office({ ann: 'owner' })
    const answer = await call(app, olga, 'PUT', `${path}/members`, { memberId: olga.memberId, role: 'viewer' })
    expect(answer).toMatchObject({
      status: 403,
      body: { error: 'You cannot change your own role. Another owner can.', code: 'own_row' },
    })
  })

  test.each([
    [{ memberId: 'x' }, 'role', 'Choose a role: owner, member, viewer.'],
    [{ memberId: 'x', role: 'admin' }, 'role', 'Choose a role: owner, member, viewer.'],
    [{ role: 'viewer' }, 'memberId', 'Name the member.'],
  ])('%j is refused', async (input, field, reason) => {
    const { app, olga, path } = await office({})
    const answer = await call(app, olga, 'PUT', `${path}/members`, input)
    expect(answer).toMatchObject({ status: 400, body: { details: { fields: { [field]: reason } } } })
  })

  test('of somebody elsewhere or gone is not found', async () => {
    const here = await office({ max: 'member' })
    const there = await office({ eve: 'member' })
    await leave(here.world, here.organization.id, here.max.user.id)
    for (const memberId of [there.eve.memberId, here.max.memberId, 'no-such-id']) {
      const asked = [
        await call(here.app, here.olga, 'PUT', `${here.path}/members`, { memberId, role: 'viewer' }),
        await call(here.app, here.olga, 'DELETE', `${here.path}/members?memberId=${memberId}`),
        await call(here.app, here.olga, 'POST', `${here.path}/transfer`, { memberId }),
      ]
      expect(asked.map(({ status }) => status)).toEqual([404, 404, 404])
    }
  })
})

describe('removing', () => {
  test('ends every access at once, listings in workspaces with it', async () => {
    const { app, world, olga, max, organization, workspace, path } = await office({ max: 'member' })
    await listInWorkspace(world, workspace.id, max.user.id, 'owner')
    expect((await call(app, olga, 'DELETE', `${path}/members?memberId=${max.memberId}`)).status).toBe(204)
    for (const address of [path, `${path}/members`, `/api/workspaces/${workspace.id}`])
      expect((await call(app, max, 'GET', address)).status).toBe(404)
    expect((await call(app, max, 'GET', '/api/user/organizations')).body).toEqual([])
    expect(await world.db.select().from(workspaceMembers).where(eq(workspaceMembers.userId, max.user.id))).toEqual([])
    expect(await eventsOf(max.memberId)).toMatchObject([
      { action: 'member.remove', details: { status: { before: 'active', after: 'removed' }, role: 'member' } },
    ])
    // Whoever is invited again begins anew, with the role of the new invitation.
    await members.admit(await userCtx(world, max.user.id), organization.id, 'viewer')
    expect((await call(app, max, 'GET', path)).body.role).toBe('viewer')
    expect(members.admit(await userCtx(world, max.user.id), organization.id, 'owner')).rejects.toMatchObject({
      code: 'already_member',
    })
  })

  test('of oneself is leaving, which is its own action', async () => {
    const { app, olga, path } = await office({ ann: 'owner' })
    const answer = await call(app, olga, 'DELETE', `${path}/members?memberId=${olga.memberId}`)
    expect(answer).toMatchObject({
      status: 403,
      body: { error: 'You cannot remove yourself. Leave the organization instead.', code: 'own_row' },
    })
    expect((await call(app, olga, 'DELETE', `${path}/members`)).status).toBe(400)
  })
})

describe('the last owner', () => {
  test('cannot leave; others can', async () => {
    const { app, olga, vera, path } = await office({ vera: 'viewer' })
    expect(await call(app, olga, 'POST', `${path}/leave`)).toMatchObject({
      status: 409,
      body: {
        error:
          'You are the last owner of this organization. Make somebody else an owner first, or delete the organization.',
        code: 'last_owner',
      },
    })
    expect((await call(app, vera, 'POST', `${path}/leave`)).status).toBe(204)
    expect((await call(app, vera, 'GET', path)).status).toBe(404)
    expect(await eventsOf(vera.memberId)).toMatchObject([{ action: 'member.leave', actorId: vera.user.id }])
  })

  test('hands over: the member becomes owner, the owner member', async () => {
    const { app, olga, max, organization, path } = await office({ max: 'member' })
    const handed = await call(app, olga, 'POST', `${path}/transfer`, { memberId: max.memberId })
    expect(handed).toMatchObject({ status: 200, body: { id: max.memberId, role: 'owner' } })
    expect((await call(app, olga, 'GET', path)).body.role).toBe('member')
    expect((await call(app, max, 'GET', path)).body.role).toBe('owner')
    expect((await eventsOf(organization.id)).at(-1)).toMatchObject({
      action: 'organization.transfer',
      details: { owner: { before: olga.user.id, after: max.user.id } },
    })
    expect((await call(app, olga, 'POST', `${path}/transfer`, { memberId: olga.memberId })).status).toBe(403)
    expect((await call(app, max, 'POST', `${path}/transfer`, { memberId: max.memberId })).status).toBe(409)
  })

  test('is kept by the database too, whoever writes; a deleted organization needs none', async () => {
    const { world, olga, organization, path, app } = await office({ ann: 'owner' })
    const owners = and(eq(organizationMembers.organizationId, organization.id), eq(organizationMembers.role, 'owner'))
    const refused = (work: Promise<unknown>) =>
      expect(work.catch((error) => `${error} ${error.cause}`)).resolves.toMatch(/would have no owner/)
    await refused(world.db.update(organizationMembers).set({ role: 'member' }).where(owners))
    await refused(world.db.update(organizationMembers).set({ status: 'removed' }).where(owners))
    await refused(world.db.delete(organizationMembers).where(owners))
    expect((await call(app, olga, 'DELETE', path)).status).toBe(204)
    await world.db.update(organizationMembers).set({ status: 'removed' }).where(owners)
  })

  test('a right that was lost between the check of the guard and the action does not count', async () => {
    const { world, olga, ann, max, organization } = await office({ ann: 'owner', max: 'member' })
    const before = await organizations.enter(await userCtx(world, ann.user.id), organization.id)
    const owner = await organizations.enter(await userCtx(world, olga.user.id), organization.id)
    await members.changeRole(owner, ann.memberId, 'viewer')
    expect(members.remove(before, max.memberId)).rejects.toMatchObject({
      message: 'Permission REMOVE_MEMBERS requires one of these roles: owner',
    })
  })
})

test('members are searched by name and address, signs of patterns stand for themselves', async () => {
  const { app, olga, path } = await office({ 'Max 100%': 'member', Vera_V: 'viewer', Zoe: 'viewer' })
  const found = async (q: string) => {
    const { body } = await call(app, olga, 'GET', `${path}/members?q=${encodeURIComponent(q)}`)
    return body.map((it: { users: { name: string } }) => it.users.name)
  }
  expect(await found('MAX')).toEqual(['Max 100%'])
  expect(await found('%')).toEqual(['Max 100%'])
  expect(await found('_')).toEqual(['Vera_V'])
  expect(await found(olga.user.email.slice(7, 30))).toEqual(['Olga'])
  expect(await found('nobody')).toEqual([])
})

/**
 * Owners of small organizations leave, demote, remove and delete at once, each also against those who do it to them. On PostgreSQL a
 * thousand at a time, over twenty connections; the embedded database runs one transaction after the other, so fewer do.
 */
test('no storm of changes leaves an organization without an owner', async () => {
  const world = await testWorld()
  const places = world.database.kind === 'postgres' ? 50 : 4
  const crowd = await Promise.all(Array.from({ length: places }, () => office({ a: 'owner', b: 'owner', c: 'member' })))
  const actions = crowd.flatMap((place, at) => {
    const { app, olga, a, b, c, path } = place
    const put = (who: Person, memberId: string, role: string) =>
      call(app, who, 'PUT', `${path}/members`, { memberId, role })
    const remove = (who: Person, memberId: string) => call(app, who, 'DELETE', `${path}/members?memberId=${memberId}`)
    const exit = (who: Person) => call(app, who, 'POST', `${path}/leave`)
    return [
      () => put(olga, a.memberId, 'member'),
      () => put(a, b.memberId, 'viewer'),
      () => put(b, olga.memberId, 'member'),
      () => put(olga, b.memberId, 'member'),
      () => put(a, olga.memberId, 'viewer'),
      () => put(b, a.memberId, 'viewer'),
      () => remove(olga, a.memberId),
      () => remove(a, b.memberId),
      () => remove(b, olga.memberId),
      () => remove(olga, b.memberId),
      () => remove(a, olga.memberId),
      () => remove(b, a.memberId),
      () => exit(olga),
      () => exit(a),
      () => exit(b),
      () => exit(c),
      () => call(app, olga, 'POST', `${path}/transfer`, { memberId: a.memberId }),
      () => call(app, a, 'POST', `${path}/transfer`, { memberId: c.memberId }),
      () => put(olga, c.memberId, 'owner'),
      at % 5 === 0 ? () => call(app, b, 'DELETE', path) : () => exit(b),
    ]
  })
  // In an order that is neither by place nor by action, the same each time.
  const shuffled = actions
    .map((action, at) => ({ action, key: (at * 7919) % actions.length }))
    .sort((x, y) => x.key - y.key)
  const answers = await Promise.all(shuffled.map(({ action }) => action()))
  const statuses = Map.groupBy(answers, ({ status }) => status)
  expect([...statuses.keys()].filter((status) => ![200, 204, 403, 404, 409].includes(status))).toEqual([])
  // Which of them come first, and so which find anybody left to change, is not said.
  expect(statuses.has(200) || statuses.has(204)).toBe(true)
  const ids = crowd.map(({ organization }) => organization.id)
  const rows = await world.db
    .select({ id: organizationMembers.organizationId })
    .from(organizationMembers)
    .where(
      and(
        inArray(organizationMembers.organizationId, ids),
        eq(organizationMembers.role, 'owner'),
        eq(organizationMembers.status, 'active'),
      ),
    )
  const owned = new Set(rows.map(({ id }) => id))
  // A deleted organization keeps its owner too: nothing changes in it any more.
  expect(ids.filter((id) => !owned.has(id))).toEqual([])
})
