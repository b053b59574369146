import { describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { auditEvents, organizationMembers, organizations, securityEvents, workspaces } from '#db/schema/index.ts'
import { call, join, leave, newPlace, signUp } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import type { OrganizationRole } from '../ctx.ts'

type Json = Record<string, unknown>
/** An organization of an owner, with a member, a viewer and somebody who has left. */
async function office() {
  const [app, world] = [await testApp(), await testWorld()]
  const [owner, member, viewer, left, stranger] = await Promise.all(
    ['Olga', 'Max', 'Vera', 'Lea', 'Eve'].map((name) => signUp(app, { name })),
  )
  const place = await newPlace(app, owner!)
  const { id } = place.organization
  await join(world, id, member!.user.id, 'member')
  await join(world, id, viewer!.user.id, 'viewer')
  await join(world, id, left!.user.id, 'member')
  await leave(world, id, left!.user.id)
  return { app, world, owner: owner!, member: member!, viewer: viewer!, left: left!, stranger: stranger!, ...place }
}

describe('an organization', () => {
  test('is made with its maker as owner and shown as the API says', async () => {
    const app = await testApp()
    const ada = await signUp(app)
    const input = {
      name: ' Acme ',
      description: 'Anvils',
      industry: 'Retail',
      size: '11-50',
      website: 'https://acme.example',
      location: 'Pune',
    }
    const made = await call(app, ada, 'POST', '/api/organizations', input)
    expect(made.status).toBe(201)
    const organization = {
      ...input,
      name: 'Acme',
      id: expect.any(String),
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      updated_at: expect.stringMatching(/Z$/),
      status: 'active',
      role: 'owner',
      workspaces: [],
    }
    expect(made.body).toEqual(organization)
    expect((await call(app, ada, 'GET', `/api/organizations/${made.body.id}`)).body).toEqual(organization)
    expect((await call(app, ada, 'GET', '/api/user/organizations')).body).toEqual([organization])
  })

  test('keeps what a change leaves out, and every change is written down', async () => {
    const { app, world, owner, organization } = await office()
    const path = `/api/organizations/${organization.id}`
    await call(app, owner, 'PUT', path, { description: 'Anvils' })
    const changed = await call(app, owner, 'PUT', path, { location: 'Pune' })
    expect(changed.body).toMatchObject({ name: 'Acme', description: 'Anvils', location: 'Pune' })
    const events = await world.db
      .select({ action: auditEvents.action, details: auditEvents.details })
      .from(auditEvents)
      .where(eq(auditEvents.subject, organization.id))
      .orderBy(auditEvents.id)
    expect(events).toEqual([
      { action: 'organization.create', details: { name: 'Acme' } },
      { action: 'organization.update', details: { description: { before: '', after: 'Anvils' } } },
      { action: 'organization.update', details: { location: { before: '', after: 'Pune' } } },
    ])
  })

  test('vanishes with its workspaces when it is deleted, and its rows stay', async () => {
    const { app, world, owner, organization, workspace } = await office()
    expect((await call(app, owner, 'DELETE', `/api/organizations/${organization.id}`)).status).toBe(204)
    expect((await call(app, owner, 'GET', `/api/organizations/${organization.id}`)).status).toBe(404)
    expect((await call(app, owner, 'GET', `/api/workspaces/${workspace.id}`)).status).toBe(404)
    expect((await call(app, owner, 'GET', '/api/organizations')).body).toEqual([])
    const refused = await call(app, owner, 'POST', '/api/workspaces', {
      organization_id: organization.id,
      name: 'Late',
    })
    expect(refused.status).toBe(404)
    const [row] = await world.db.select().from(organizations).where(eq(organizations.id, organization.id))
    const [inside] = await world.db.select().from(workspaces).where(eq(workspaces.id, workspace.id))
    expect([row!.status, inside!.status]).toEqual(['deleted', 'deleted'])
    expect(row!.deletedAt).toBeInstanceOf(Date)
  })

  test.each([
    [{}, 'name', 'Enter a name.'],
    [{ name: '   ' }, 'name', 'Enter a name.'],
    [{ name: 'x'.repeat(101) }, 'name', 'Use at most 100 characters for the name.'],
    [{ name: 'Acme', website: 'javascript:alert(1)' }, 'website', 'Enter an address such as https://example.com.'],
  ])('%j is refused', async (input, field, reason) => {
    const app = await testApp()
    const answer = await call(app, await signUp(app), 'POST', '/api/organizations', input)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ details: { fields: { [field]: reason } } })
  })

  test('lists come newest first in pages', async () => {
    const app = await testApp()
    const ada = await signUp(app)
    for (const name of ['one', 'two', 'three']) await call(app, ada, 'POST', '/api/organizations', { name })
    const first = await call(app, ada, 'GET', '/api/organizations?limit=2')
    expect(first.body.map((it: Json) => it.name)).toEqual(['three', 'two'])
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')![1]!
    const second = await call(app, ada, 'GET', next)
    expect(second.body.map((it: Json) => it.name)).toEqual(['one'])
    expect(second.headers.get('link')).toBeNull()
  })

  test('members are listed with their names and roles', async () => {
    const { app, viewer, owner, organization } = await office()
    const answer = await call(app, viewer, 'GET', `/api/organizations/${organization.id}/members`)
    expect(answer.body.map((it: Json) => [(it.users as Json).name, it.role])).toEqual([
      ['Olga', 'owner'],
      ['Max', 'member'],
      ['Vera', 'viewer'],
    ])
    expect(answer.body[0]).toEqual({
      id: expect.any(String),
      organization_id: organization.id,
      user_id: owner.user.id,
      status: 'active',
      role: 'owner',
      users: { id: owner.user.id, name: 'Olga', email: owner.user.email, avatar_path: null },
    })
  })

  test('cannot lose its last owner, even when two owners go at the same moment', async () => {
    const { world, owner, member, organization } = await office()
    await join(world, organization.id, member.user.id, 'owner')
    const demote = (userId: string) =>
      world.db
        .update(organizationMembers)
        .set({ role: 'viewer' })
        .where(and(eq(organizationMembers.organizationId, organization.id), eq(organizationMembers.userId, userId)))
    const results = await Promise.allSettled([demote(owner.user.id), demote(member.user.id)])
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('who may do what', () => {
  const organizationCalls = (id: string): [string, string, Json | undefined, OrganizationRole[], string][] => [
    ['GET', `/api/organizations/${id}`, undefined, ['owner', 'member', 'viewer'], 'VIEW_ORGANIZATION'],
    ['GET', `/api/organizations/${id}/members`, undefined, ['owner', 'member', 'viewer'], 'VIEW_MEMBERS'],
    ['PUT', `/api/organizations/${id}`, { name: 'New' }, ['owner'], 'UPDATE_ORGANIZATION'],
    ['POST', '/api/workspaces', { organization_id: id, name: 'New' }, ['owner'], 'CREATE_WORKSPACE'],
    ['DELETE', `/api/organizations/${id}`, undefined, ['owner'], 'DELETE_ORGANIZATION'],
  ]

  test('members by their role, with the deny text; strangers and those who left find nothing; guests sign in first', async () => {
    const place = await office()
    for (const [method, path, input, roles, permission] of organizationCalls(place.organization.id)) {
      for (const role of ['viewer', 'member'] as const) {
        const answer = await call(place.app, place[role], method, path, input)
        expect([permission, role, answer.status < 300]).toEqual([permission, role, roles.includes(role)])
        if (roles.includes(role)) continue
        expect(answer.status).toBe(403)
        expect(answer.body).toEqual({
          error: `Permission ${permission} requires one of these roles: ${roles.join(', ')}`,
          code: 'forbidden',
        })
      }
      expect((await call(place.app, place.stranger, method, path, input)).status).toBe(404)
      expect((await call(place.app, place.left, method, path, input)).status).toBe(404)
      expect((await call(place.app, null, method, path, input)).status).toBe(401)
      expect((await call(place.app, place.owner, method, path, input)).status).toBeLessThan(300)
    }
    const noted = await place.world.db
      .select()
      .from(securityEvents)
      .where(and(eq(securityEvents.kind, 'permission_denied'), eq(securityEvents.actorId, place.viewer.user.id)))
    expect(noted.map((event) => event.details.permission)).toContain('DELETE_ORGANIZATION')
  })

  test('what is not there and what is not theirs look the same', async () => {
    const { app, stranger, organization } = await office()
    const theirs = await call(app, stranger, 'GET', `/api/organizations/${organization.id}`)
    const nothing = await call(app, stranger, 'GET', '/api/organizations/no-such-id')
    expect(theirs).toMatchObject({ status: nothing.status, body: nothing.body })
  })
})
