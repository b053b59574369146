import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { SignJWT } from 'jose'
import { newId } from '#base/ids.ts'
import { organizations } from '#db/schema/index.ts'
import { call, join, json, leave, newTeam, type Person } from '../../tests/support/people.ts'

/** What works without anybody being signed in, and what ends it: an organization that is suspended, and whoever made it being let go. */
const { world, app, owner, member, place } = await newTeam('member')
const at = `/api/workspaces/${place.workspace.id}`
const WAYS = ['link', 'embedded', 'key', 'watch'] as const

/** Ways in of a person of the workspace, each with the status that it answers now. */
async function waysOf(who: Person) {
  const canvas = (await call(app, who, 'POST', `${at}/canvases`, { name: 'Board' })).body.id
  const content = { title: 'Answer', sql: 'SELECT 42 AS answer', value: { column: 'answer', row: null } }
  const block = { kind: 'kpi', tab: 'first', x: 0, y: 0, w: 3, h: 3, content }
  await call(app, who, 'PUT', `/api/canvases/${canvas}/blocks/${newId()}`, block)
  const link = new URL((await call(app, who, 'POST', `/api/canvases/${canvas}/links`, {})).body.address).pathname
  const secret = (await call(app, who, 'POST', `${at}/embedding/secret`)).body.secret
  const claims = new SignJWT({ canvas, exp: Math.floor(Number(world.now()) / 1000) + 600 })
  const token = await claims.setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret))
  const scopes = ['read', 'ask', 'write']
  const key = (await call(app, who, 'POST', '/api/user/api-keys', { name: 'Tools', scopes })).body.key
  const about = { canvas_id: canvas, name: 'Board', schedule: { every: 'month', time_zone: 'UTC' } }
  const watch = (await call(app, who, 'POST', `${at}/watches`, { ...about, members: [who.user.id] })).body.id
  const headers = { authorization: `Bearer ${key}`, accept: 'application/json, text/event-stream' }
  const tool = (name: string, input: object) =>
    json({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }, headers)
  const asked = [
    ['get_canvas', { canvas_id: canvas }],
    ['list_canvases', { workspace_id: place.workspace.id }],
    ['run_sql', { workspace_id: place.workspace.id, sql: 'SELECT 1' }],
  ] as const
  return async (): Promise<Record<string, boolean>> => ({
    link: (await app.request(link)).status === 200,
    embedded: (await app.request(`/embed/canvases/${token}`)).status === 200,
    key: (
      await Promise.all(asked.map(async ([name, input]) => (await app.request('/mcp', tool(name, input))).text()))
    ).some((text) => !text.includes('"isError":true')),
    watch: (await app.request(`${at}/watches/${watch}/run`, json({}, headers))).status === 200,
  })
}
const all = (works: boolean) => Object.fromEntries(WAYS.map((name) => [name, works]))

test('nothing works without being signed in while the organization is suspended, and all of it afterwards', async () => {
  const ways = await waysOf(owner)
  expect(await ways()).toEqual(all(true))
  const set = (status: 'active' | 'suspended') =>
    world.db.update(organizations).set({ status }).where(eq(organizations.id, place.organization.id))
  await set('suspended')
  expect(await ways()).toEqual(all(false))
  await set('active')
  expect(await ways()).toEqual(all(true))
})

test('nothing works of somebody who was let go, and all of it once they are back', async () => {
  await join(world, place.organization.id, member.user.id, 'owner')
  const ways = await waysOf(member)
  expect(await ways()).toEqual(all(true))
  await leave(world, place.organization.id, member.user.id)
  expect(await ways()).toEqual(all(false))
  await join(world, place.organization.id, member.user.id, 'owner')
  expect(await ways()).toEqual(all(true))
})
