import { beforeAll, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { agentContent } from '#agents/rules/agent.ts'
import { newId } from '#base/ids.ts'
import { agents, canvases, connections, files, organizationMembers, securityEvents } from '#db/schema/index.ts'
import {
  can,
  ORGANIZATION_PERMISSIONS,
  type Permission,
  WORKSPACE_PERMISSIONS,
} from '#organizations/rules/permission.ts'
import type { OrganizationRole } from '../src/ctx.ts'
import { type App, call, join, listInWorkspace, newPlace, type Person, type Place, signUp } from './support/people.ts'
import { type TestWorld, testApp, testWorld } from './support/world.ts'

/**
 * Section 6 of the specification, cell by cell over HTTP. The tables below are copied from it by hand and share nothing with the code: a
 * role that holds a permission gets what it asks for, another reads which roles would do, and nobody of another organization finds out
 * that there is anything.
 */
type Cells = `${'yes' | 'no'} ${'yes' | 'no'} ${'yes' | 'no'}`
type Scene = Place & {
  target: { userId: string; memberId: string }
  fileId: string
  connectionId: string
  canvasId: string
  agentId: string
}
/** What shows the permission; null for those of features that have no address yet, or none at all (see WITHOUT_CALL). */
type Call = ((scene: Scene) => [method: string, path: string, body?: object | FormData]) | null

const organization = (scene: Scene) => `/api/organizations/${scene.organization.id}`
const workspace = (scene: Scene) => `/api/workspaces/${scene.workspace.id}`
const invite =
  (role: string): Call =>
  (at) => ['POST', `${organization(at)}/invite`, { email: `guest-${newId()}@example.com`, role }]
const letIn =
  (role: string): Call =>
  (at) => ['POST', `${workspace(at)}/members`, { user_id: at.target.userId, role }]

/** Permission; owner, member, viewer; the call. */
const ORGANIZATION: [Permission, Cells, Call][] = [
  ['CREATE_ORGANIZATION', 'yes no no', null],
  ['DELETE_ORGANIZATION', 'yes no no', (at) => ['DELETE', organization(at)]],
  ['UPDATE_ORGANIZATION', 'yes no no', (at) => ['PUT', organization(at), { location: 'Pune' }]],
  ['REMOVE_MEMBERS', 'yes no no', (at) => ['DELETE', `${organization(at)}/members?memberId=${at.target.memberId}`]],
  [
    'UPDATE_MEMBER_ROLES',
    'yes no no',
    (at) => ['PUT', `${organization(at)}/members`, { memberId: at.target.memberId, role: 'member' }],
  ],
  ['INVITE_OWNERS', 'yes no no', invite('owner')],
  ['MANAGE_BILLING', 'yes no no', (at) => ['GET', `${organization(at)}/budgets`]],
  ['MANAGE_SETTINGS', 'yes no no', (at) => ['GET', `/organizations/${at.organization.id}/settings`]],
  ['INVITE_MEMBERS', 'yes yes no', invite('member')],
  ['VIEW_ORGANIZATION', 'yes yes yes', (at) => ['GET', organization(at)]],
  ['VIEW_MEMBERS', 'yes yes yes', (at) => ['GET', `${organization(at)}/members`]],
]

const WORKSPACE: [Permission, Cells, Call][] = [
  [
    'CREATE_WORKSPACE',
    'yes no no',
    (at) => ['POST', '/api/workspaces', { organization_id: at.organization.id, name: 'New' }],
  ],
  ['DELETE_WORKSPACE', 'yes no no', (at) => ['DELETE', workspace(at)]],
  ['UPDATE_WORKSPACE', 'yes no no', (at) => ['PUT', workspace(at), { description: 'Shop data' }]],
  ['INVITE_WORKSPACE_OWNERS', 'yes no no', letIn('owner')],
  ['REMOVE_WORKSPACE_MEMBERS', 'yes no no', (at) => ['DELETE', `${workspace(at)}/members/${at.target.userId}`]],
  [
    'UPDATE_WORKSPACE_MEMBER_ROLES',
    'yes no no',
    (at) => ['PUT', `${workspace(at)}/members/${at.target.userId}`, { role: 'member' }],
  ],
  ['UPLOAD_FILES', 'yes no no', (at) => ['POST', `${workspace(at)}/files/upload`, csv()]],
  ['CONNECT_DATABASE', 'yes no no', (at) => ['DELETE', `${workspace(at)}/database-connections/${at.connectionId}`]],
  ['DELETE_FILES', 'yes no no', (at) => ['DELETE', `${workspace(at)}/files/${at.fileId}`]],
  [
    'UPDATE_FILES',
    'yes no no',
    (at) => ['POST', `${workspace(at)}/verified-queries`, { question: 'What is one?', sql: 'SELECT 1' }],
  ],
  ['DELETE_AGENTS', 'yes no no', (at) => ['DELETE', `${workspace(at)}/agents/${at.agentId}`]],
  ['CREATE_AGENTS', 'yes yes no', (at) => ['POST', `${workspace(at)}/agents`, { name: 'Sales' }]],
  ['DELETE_CANVASES', 'yes no no', (at) => ['DELETE', `/api/canvases/${at.canvasId}`]],
  [
    'UPDATE_AGENTS',
    'yes yes no',
    (at) => ['POST', `${workspace(at)}/definitions`, { definition: { kind: 'term', name: 'churn', meaning: 'Gone.' } }],
  ],
  ['CREATE_CANVASES', 'yes yes no', (at) => ['POST', `${workspace(at)}/canvases`, { name: 'Sales' }]],
  ['UPDATE_CANVASES', 'yes yes no', (at) => ['PATCH', `/api/canvases/${at.canvasId}`, { name: 'Sales' }]],
  ['INVITE_WORKSPACE_MEMBERS', 'yes yes no', letIn('viewer')],
  ['VIEW_WORKSPACE', 'yes yes yes', (at) => ['GET', workspace(at)]],
  ['VIEW_WORKSPACE_MEMBERS', 'yes yes yes', (at) => ['GET', `${workspace(at)}/members`]],
  ['VIEW_AGENTS', 'yes yes yes', (at) => ['GET', `${workspace(at)}/agents`]],
  ['VIEW_CANVASES', 'yes yes yes', (at) => ['GET', `/api/canvases/${at.canvasId}`]],
  ['VIEW_FILES', 'yes yes yes', (at) => ['GET', `${workspace(at)}/files`]],
]

/**
 * No call asks for it, so its cells are shown by the rule alone: whoever is signed in may make an organization and is its owner. A
 * route that asks for it fails the last test here until the tables above call it.
 */
const WITHOUT_CALL: Permission[] = ['CREATE_ORGANIZATION']

const ROLES: OrganizationRole[] = ['owner', 'member', 'viewer']
const TABLES = [...ORGANIZATION, ...WORKSPACE]
const cells = (table: typeof TABLES) =>
  table.flatMap(([permission, row, ask]) =>
    ROLES.map((role, at) => ({ permission, role, allowed: row.split(' ')[at] === 'yes', row, ask })),
  )
type Cell = ReturnType<typeof cells>[number]
type CalledCell = Cell & { ask: NonNullable<Call> }
const called = (table: typeof TABLES) => cells(table).filter((cell): cell is CalledCell => cell.ask !== null)

let app: App
let world: TestWorld
/** Makes the places; nobody asks as this person. */
let host: Person
let target: Person
const here = {} as Record<OrganizationRole, Person>
const elsewhere = {} as Record<OrganizationRole, Person>

beforeAll(async () => {
  app = await testApp()
  world = await testWorld()
  host = await signUp(app, { name: 'Host' })
  target = await signUp(app, { name: 'Target' })
  const other = await newPlace(app, host)
  for (const role of ROLES) {
    here[role] = await signUp(app, { name: `The ${role}` })
    elsewhere[role] = await signUp(app, { name: `An ${role} of another organization` })
    await join(world, other.organization.id, elsewhere[role].user.id, role)
  }
})

/**
 * A place of its own for each cell, so that what one does is not met by the next.
 * @param listed gives the person the role in the workspace only, as its list does, and keeps it shut for others
 */
async function scene(who: Person, role: OrganizationRole, listed: boolean, permission: Permission): Promise<Scene> {
  // Somebody can be let in only where not everybody is in already.
  const restricted = listed || permission.startsWith('INVITE_WORKSPACE')
  const place = await newPlace(app, host, { restricted })
  await join(world, place.organization.id, who.user.id, listed ? 'viewer' : role)
  await join(world, place.organization.id, target.user.id, 'viewer')
  if (restricted && role !== 'owner') await listInWorkspace(world, place.workspace.id, who.user.id, role)
  else if (listed) await listInWorkspace(world, place.workspace.id, who.user.id, role)
  if (/^(REMOVE|UPDATE)_WORKSPACE_MEMBER/.test(permission))
    await listInWorkspace(world, place.workspace.id, target.user.id, 'viewer')
  return {
    ...place,
    target: { userId: target.user.id, memberId: await memberId(place) },
    fileId: await file(place),
    connectionId: await connection(place),
    canvasId: await canvas(place),
    agentId: await agent(place),
  }
}

async function memberId({ organization: { id } }: Place): Promise<string> {
  const rows = await world.db
    .select({ id: organizationMembers.id })
    .from(organizationMembers)
    .where(and(eq(organizationMembers.organizationId, id), eq(organizationMembers.userId, target.user.id)))
  return rows[0]!.id
}

async function file({ workspace: { id } }: Place): Promise<string> {
  const about = { name: 'a.csv', format: 'csv', sizeBytes: 1, status: 'ready' as const, storeKey: 'x/a' }
  const rows = await world.db
    .insert(files)
    .values({ workspaceId: id, uploadedBy: host.user.id, ...about })
    .returning({ id: files.id })
  return rows[0]!.id
}

async function connection({ workspace: { id } }: Place): Promise<string> {
  const about = { kind: 'database' as const, engine: 'postgres' as const, name: 'Shop', settings: {} }
  const rows = await world.db
    .insert(connections)
    .values({ workspaceId: id, createdBy: host.user.id, status: 'ready', ...about })
    .returning({ id: connections.id })
  return rows[0]!.id
}

async function canvas({ workspace: { id } }: Place): Promise<string> {
  const about = { name: 'Board', tabs: [{ id: 'first', name: 'Board' }] }
  const rows = await world.db
    .insert(canvases)
    .values({ workspaceId: id, createdBy: host.user.id, updatedBy: host.user.id, ...about })
    .returning({ id: canvases.id })
  return rows[0]!.id
}

async function agent({ workspace: { id } }: Place): Promise<string> {
  const agentId = newId()
  const about = { name: `Agent ${agentId}`, content: agentContent.parse({}), state: 'published' as const }
  await world.db.insert(agents).values({ agentId, workspaceId: id, version: 1, savedBy: host.user.id, ...about })
  return agentId
}

function csv(): FormData {
  const body = new FormData()
  body.set('file', new File(['a,b\n1,2\n'], 'new.csv'))
  return body
}

async function ask(who: Person | null, at: Scene, { ask }: CalledCell) {
  const [method, path, body] = ask(at)
  if (!(body instanceof FormData)) {
    const page = !path.startsWith('/api/')
    if (!page) return call(app, who, method, path, body)
    const answer = await app.request(path, {
      headers: { accept: 'application/json', ...(who ? { cookie: who.cookie } : {}) },
    })
    return { status: answer.status, body: await answer.text() }
  }
  const answer = await app.request(path, { method, headers: who?.headers ?? {}, body })
  return { status: answer.status, body: await answer.json() }
}

const denial = ({ permission, row }: Cell) => {
  const roles = ROLES.filter((_, at) => row.split(' ')[at] === 'yes')
  return `Permission ${permission} requires one of these roles: ${roles.join(', ')}`
}
/** Who may invite nobody reads that before they read that they may not invite owners. */
const WIDER: Partial<Record<Permission, string>> = {
  INVITE_OWNERS: 'Permission INVITE_MEMBERS requires one of these roles: owner, member',
  INVITE_WORKSPACE_OWNERS: 'Permission INVITE_WORKSPACE_MEMBERS requires one of these roles: owner, member',
}

async function shows(cell: CalledCell, listed: boolean) {
  const who = here[cell.role]
  const answer = await ask(who, await scene(who, cell.role, listed, cell.permission), cell)
  if (cell.allowed) {
    expect({ status: answer.status, body: answer.status < 300 ? null : answer.body }).toMatchObject({ body: null })
    return
  }
  expect(answer.status).toBe(403)
  const text = cell.role === 'viewer' ? (WIDER[cell.permission] ?? denial(cell)) : denial(cell)
  if (typeof answer.body === 'string') expect(answer.body).toContain(text)
  else expect(answer.body).toEqual({ error: text, code: 'forbidden' })
  const noted = await world.db
    .select({ details: securityEvents.details })
    .from(securityEvents)
    .where(and(eq(securityEvents.kind, 'permission_denied'), eq(securityEvents.actorId, who.user.id)))
  expect(noted.map(({ details }) => details.permission)).toContain(/Permission (\w+)/.exec(text)![1])
}

const line = ({ permission, role, allowed }: Cell) => `${role} ${allowed ? 'may' : 'may not'} ${permission}`
const named = (table: CalledCell[]) => table.map((cell) => [line(cell), cell] as const)

describe('by the role in the organization', () => {
  test.each(named(called(TABLES)))('%s', (_, cell) => shows(cell, false), 60_000)
})

describe('by the role that a restricted workspace lists', () => {
  const inside = called(WORKSPACE).filter(({ permission }) => permission !== 'CREATE_WORKSPACE')
  test.each(named(inside))('%s', (_, cell) => shows(cell, true), 60_000)
})

describe('of another organization', () => {
  test.each(named(called(TABLES)))('%s there, and finds nothing here', async (_, cell) => {
    const at = await scene(here.viewer, 'viewer', false, cell.permission)
    expect((await ask(elsewhere[cell.role], at, cell)).status).toBe(404)
  })
})

describe('by the rule alone', () => {
  test.each(cells(TABLES).map((cell) => [line(cell), cell] as const))('%s', (_, { permission, role, allowed }) => {
    expect(can(role, permission)).toBe(allowed)
  })
})

describe('nothing is left out', () => {
  test('every permission of the code stands in the tables, and every one of the tables in the code', () => {
    const known = [...Object.keys(ORGANIZATION_PERMISSIONS), ...Object.keys(WORKSPACE_PERMISSIONS)]
    expect(TABLES.map(([permission]) => permission as string).sort()).toEqual(known.sort())
  })

  test('permissions without a call are the ones named, and no route asks for one of them', () => {
    const uncalled = TABLES.filter(([, , ask]) => ask === null).map(([permission]) => permission)
    expect(uncalled.sort()).toEqual([...WITHOUT_CALL].sort())
    const asked = app.routes.flatMap(
      ({ handler }) => /^may(?:InWorkspace|InCanvas)? (\w+)/.exec(handler.name)?.[1] ?? [],
    )
    expect(asked.filter((permission) => WITHOUT_CALL.includes(permission as Permission))).toEqual([])
  })
})
