import { expect, test } from 'bun:test'
import {
  call,
  join,
  leave,
  listInWorkspace,
  newPlace,
  type Person,
  signUp,
  userCtx,
  workspaceCtx,
} from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import * as workspaces from './workspaces.ts'

type Json = Record<string, unknown>
async function place(about: { restricted?: boolean } = {}) {
  const [app, world] = [await testApp(), await testWorld()]
  const [owner, other] = await Promise.all([signUp(app), signUp(app)])
  const { organization, workspace } = await newPlace(app, owner, about)
  return { app, world, owner, other, organization, workspace, path: `/api/workspaces/${workspace.id}` }
}

test('the maker of a workspace enters it as its owner', async () => {
  const { world, owner, organization, workspace } = await place()
  const ctx = await workspaceCtx(world, owner.user.id, workspace.id)
  expect(ctx.organization).toEqual({ id: organization.id, name: 'Acme', role: 'owner' })
  expect(ctx.workspace).toEqual({
    id: workspace.id,
    name: 'Sales',
    organizationId: organization.id,
    restricted: false,
    role: 'owner',
  })
})

test('a workspace is shown and changed as the API says', async () => {
  const { app, owner, organization, path } = await place()
  const shown = await call(app, owner, 'GET', path)
  expect(shown.body).toEqual({
    id: expect.any(String),
    name: 'Sales',
    description: '',
    organization_id: organization.id,
    model_sees: 'all',
    model_rows: null,
    restricted: false,
    created_at: expect.any(String),
    updated_at: expect.any(String),
    status: 'active',
    role: 'owner',
  })
  const changed = await call(app, owner, 'PUT', path, { description: 'Shop data', restricted: true })
  expect(changed.body).toMatchObject({ name: 'Sales', description: 'Shop data', restricted: true })
})

test('strangers find nothing and guests sign in first', async () => {
  const { app, other, path } = await place()
  for (const [method, input] of [['GET'], ['PUT', { name: 'Mine' }], ['DELETE']] as [string, Json?][]) {
    expect((await call(app, other, method, path, input)).status).toBe(404)
    expect((await call(app, null, method, path, input)).status).toBe(401)
  }
})

test('a viewer sees a workspace and may not change it', async () => {
  const { app, world, other, organization, path } = await place()
  await join(world, organization.id, other.user.id, 'viewer')
  expect(await call(app, other, 'GET', path)).toMatchObject({ status: 200, body: { role: 'viewer' } })
  expect(await call(app, other, 'PUT', path, { name: 'Mine' })).toMatchObject({
    status: 403,
    body: { error: 'Permission UPDATE_WORKSPACE requires one of these roles: owner', code: 'forbidden' },
  })
  expect((await call(app, other, 'DELETE', path)).status).toBe(403)
})

test('a role listed in the workspace counts instead of the role in the organization', async () => {
  const { app, world, other, organization, workspace, path } = await place()
  await join(world, organization.id, other.user.id, 'viewer')
  await listInWorkspace(world, workspace.id, other.user.id, 'owner')
  expect((await call(app, other, 'PUT', path, { name: 'Ours' })).status).toBe(200)
  await leave(world, organization.id, other.user.id)
  expect((await call(app, other, 'GET', path)).status).toBe(404)
})

test('a restricted workspace is seen by owners and listed members only', async () => {
  const { app, world, owner, other, organization, workspace, path } = await place({ restricted: true })
  await join(world, organization.id, other.user.id, 'member')
  const listed = async (who: Person) => {
    const answer = await app.request('/api/user/organizations', { headers: who.headers })
    return ((await answer.json()) as { workspaces: Json[] }[]).flatMap((it) => it.workspaces.map(({ id }) => id))
  }
  expect((await call(app, other, 'GET', path)).status).toBe(404)
  expect(await listed(other)).toEqual([])
  expect(workspaces.enter(await userCtx(world, other.user.id), workspace.id)).rejects.toMatchObject({ status: 404 })
  expect(await listed(owner)).toEqual([workspace.id])
  await listInWorkspace(world, workspace.id, other.user.id, 'viewer')
  expect(await call(app, other, 'GET', path)).toMatchObject({ status: 200, body: { role: 'viewer' } })
  expect(await listed(other)).toEqual([workspace.id])
})

test('a deleted workspace is gone for everybody', async () => {
  const { app, world, owner, workspace, path } = await place()
  expect((await call(app, owner, 'DELETE', path)).status).toBe(204)
  expect((await call(app, owner, 'GET', path)).status).toBe(404)
  expect(workspaceCtx(world, owner.user.id, workspace.id)).rejects.toMatchObject({ kind: 'not_found' })
})
