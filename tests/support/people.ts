import { and, eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import { newId } from '#base/ids.ts'
import { organizationMembers, users, workspaceMembers } from '#db/schema/index.ts'
import type { Env } from '#web/http-context.ts'
import * as workspaces from '#workspaces/workspaces.ts'
import type { OrganizationRole, UserCtx, WorkspaceCtx, World } from '../../src/ctx.ts'
import { SECRETS } from './secrets.ts'
import { testApp, testWorld } from './world.ts'

export type App = Hono<Env>
/** A person who has registered: `headers` carry their access token, `cookie` their session cookie. */
export type Person = {
  user: { id: string; name: string; email: string }
  token: string
  headers: { authorization: string }
  cookie: string
  password: string
}
export type Place = { organization: { id: string; name: string }; workspace: { id: string; name: string } }

/** Registers somebody new through the API; `verified` people have proven their address, those with `adminRoles` enter the panel. */
export async function signUp(
  app: App,
  about: { name?: string; email?: string; password?: string; verified?: boolean; adminRoles?: string[] } = {},
): Promise<Person> {
  const email = about.email ?? `person-${newId()}@example.com`
  const { name = 'Ada', password = SECRETS.password } = about
  const answer = await app.request('/api/auth/register', json({ email, name, password }))
  if (answer.status !== 201) throw new Error(`Registering ${email} failed: ${answer.status} ${await answer.text()}`)
  const { token, user } = (await answer.json()) as { token: string; user: Person['user'] }
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const person = { user, token, headers: { authorization: `Bearer ${token}` }, cookie, password }
  const { verified = false, adminRoles = [] } = about
  if (verified || adminRoles.length > 0) {
    const { db } = await testWorld()
    await db.update(users).set({ emailVerified: verified, adminRoles }).where(eq(users.id, user.id))
  }
  return person
}

/** An organization of `person` with one workspace, made through the API. */
export async function newPlace(app: App, person: Person, about: { restricted?: boolean } = {}): Promise<Place> {
  const organization = await made(app, person, '/api/organizations', { name: 'Acme' })
  const workspace = await made(app, person, '/api/workspaces', {
    organization_id: organization.id,
    name: 'Sales',
    ...about,
  })
  return { organization, workspace }
}

/**
 * A new workspace for the tests of a file, with its owner and somebody of each role that is named.
 * @returns the people by their roles, and the ctx of the owner
 */
export async function newTeam<Role extends Exclude<OrganizationRole, 'owner'> = never>(...roles: Role[]) {
  const [world, app] = [await testWorld(), await testApp()]
  const owner = await signUp(app)
  const place = await newPlace(app, owner)
  const people: Partial<Record<Role, Person>> = {}
  for (const role of roles) {
    const person = await signUp(app)
    people[role] = person
    await join(world, place.organization.id, person.user.id, role)
  }
  const ctx = await workspaceCtx(world, owner.user.id, place.workspace.id)
  return { world, app, owner, place, ctx, ...(people as Record<Role, Person>) }
}

async function made(app: App, person: Person, path: string, body: object): Promise<{ id: string; name: string }> {
  const answer = await app.request(path, json(body, person.headers))
  if (answer.status !== 201) throw new Error(`POST ${path} failed: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as { id: string; name: string }
}

/** A request that posts JSON; `method` and headers may be others. */
export const json = (body: unknown, headers: Record<string, string> = {}, method = 'POST'): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** Calls the API as somebody, or as a guest, and reads the JSON answer (null when it is empty). */
export async function call(app: App, who: Person | null, method: string, path: string, input?: object) {
  const headers = who?.headers ?? {}
  const answer = await app.request(path, input ? json(input, headers, method) : { method, headers })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : null }
}

/** A form post from one of our own pages. */
export const form = (fields: Record<string, string>, cookie?: string): RequestInit => ({
  method: 'POST',
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'same-origin',
    ...(cookie ? { cookie } : {}),
  },
  body: new URLSearchParams(fields).toString(),
})

/** Puts somebody into an organization, as an accepted invitation would. */
export async function join(world: World, organizationId: string, userId: string, role: OrganizationRole) {
  await world.db
    .insert(organizationMembers)
    .values({ organizationId, userId, role })
    .onConflictDoUpdate({
      target: [organizationMembers.organizationId, organizationMembers.userId],
      set: { role, status: 'active' },
    })
}

/** Takes somebody out of an organization. */
export async function leave(world: World, organizationId: string, userId: string) {
  await world.db
    .update(organizationMembers)
    .set({ status: 'removed' })
    .where(and(eq(organizationMembers.organizationId, organizationId), eq(organizationMembers.userId, userId)))
}

/** Gives somebody a role of their own in one workspace. */
export const listInWorkspace = (world: World, workspaceId: string, userId: string, role: OrganizationRole) =>
  world.db.insert(workspaceMembers).values({ workspaceId, userId, role })

/** The ctx of a person, for tests that call operations. */
export async function userCtx(world: World, userId: string): Promise<UserCtx> {
  const [user] = await world.db.select().from(users).where(eq(users.id, userId))
  if (!user) throw new Error(`There is no user ${userId}.`)
  return { ...world, actor: { userId, via: 'session', ip: '127.0.0.1', requestId: newId() }, user }
}

/** The ctx of a person in a workspace, for tests that call operations. */
export const workspaceCtx = async (world: World, userId: string, workspaceId: string): Promise<WorkspaceCtx> =>
  workspaces.enter(await userCtx(world, userId), workspaceId)

/** An address of a route: `id` where the route has :id, or names the folder of a workspace, and what does not exist for everything else. */
export const fillPath = (path: string, id: string): string =>
  path
    .replace(':id', id)
    .replace(/:folder\{.*?\}/, `workspace_${/^[0-9a-f-]+$/.test(id) ? id : '0'}`)
    .replace(/:\w+/g, 'no-such-thing')
    .replace('*', 'x')

/** Whether a guard lets in who has no account: everybody, or who holds a link or a token of a board and is told otherwise that there is nothing. */
export const isForGuests = (guard: string | undefined): boolean =>
  /^(?:anyone|visitor|holdsLink|holdsToken)$/.test(guard ?? '')
