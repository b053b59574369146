import { expect, test } from 'bun:test'
import { conversations, messages } from '#db/schema/index.ts'
import { call, join, leave, newPlace, newTeam, type Person, signUp } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'

/** A conversation of `person` in the workspace with one answer, as it would stand after asking. */
async function talk(workspaceId: string, person: Person) {
  const { db } = await testWorld()
  const [conversation] = await db
    .insert(conversations)
    .values({ workspaceId, userId: person.user.id, title: 'Private' })
    .returning()
  const { id } = conversation!
  const [message] = await db
    .insert(messages)
    .values({ conversationId: id, role: 'assistant', text: 'Secret', status: 'answered' })
    .returning()
  return { id, messageId: message!.id }
}

const routesOf = ({ id, messageId }: { id: string; messageId: string }): [string, string, object?][] => [
  ['GET', `/api/conversations/${id}/stream`],
  ['GET', `/api/conversations/${id}/stream?after=${messageId}:0.0`],
  ['POST', `/api/conversations/${id}/stop`],
  ['PATCH', `/api/conversations/${id}`, { title: 'Mine now' }],
  ['DELETE', `/api/conversations/${id}`],
  ['POST', `/api/messages/${messageId}/feedback`, { rating: 'up' }],
  ['GET', `/chat?conversation=${id}`],
]

const isApi = (path: string) => path.startsWith('/api/')

test.each(['owner', 'member', 'viewer'] as const)(
  'a conversation belongs to one person: another %s of its workspace does not find it, and is told by its page to ask whose it is',
  async (role) => {
    const [app, world] = [await testApp(), await testWorld()]
    const [ada, other] = [await signUp(app), await signUp(app)]
    const { organization, workspace } = await newPlace(app, ada)
    await join(world, organization.id, other.user.id, role)
    const talked = await talk(workspace.id, ada)
    const asked = { message: 'How many orders?', context: { conversation_id: talked.id } }
    for (const [method, path, body] of [
      ...routesOf(talked),
      ['POST', `/api/workspaces/${workspace.id}/query-data`, asked] as [string, string, object],
      ['GET', `/workspaces/${workspace.id}?conversation=${talked.id}`] as [string, string],
    ]) {
      const init = { method, headers: { ...other.headers, 'content-type': 'application/json' } }
      const answer = await app.request(path, body ? { ...init, body: JSON.stringify(body) } : init)
      const expected = isApi(path) ? 404 : 403
      expect([method, path, answer.status]).toEqual([method, path, expected])
      expect(await answer.text()).not.toContain('Private')
    }
    expect((await call(app, other, 'GET', `/api/workspaces/${workspace.id}/agent-history`)).body).toEqual([])
    const [kept] = (await call(app, ada, 'GET', `/api/workspaces/${workspace.id}/agent-history`)).body
    expect(kept).toMatchObject({ id: talked.id, title: 'Private' })
  },
)

test('whoever was taken out of the organization does not find their own conversations there any more', async () => {
  const { world, app, member: ben, place } = await newTeam('member')
  const { organization, workspace } = place
  const talked = await talk(workspace.id, ben)
  expect((await call(app, ben, 'GET', `/api/workspaces/${workspace.id}/agent-history`)).body).toHaveLength(1)
  await leave(world, organization.id, ben.user.id)
  for (const [method, path, body] of routesOf(talked)) {
    const init = { method, headers: { ...ben.headers, 'content-type': 'application/json' } }
    const answer = await app.request(path, body ? { ...init, body: JSON.stringify(body) } : init)
    expect([method, path, answer.status]).toEqual([method, path, 404])
  }
  expect((await call(app, ben, 'GET', `/api/workspaces/${workspace.id}/agent-history`)).status).toBe(404)
})

test('a result is open to the members of its workspace who know its id, as its tables are', async () => {
  const { world, app, owner: ada, viewer, place } = await newTeam('viewer')
  const stranger = await signUp(app)
  const { organization, workspace } = place
  const { body } = await call(app, ada, 'POST', `/api/workspaces/${workspace.id}/sql`, { sql: 'select 42 as n' })
  const path = `/api/workspaces/${workspace.id}/results/${body.id}`
  expect((await call(app, viewer, 'GET', path)).body.rows).toEqual([[42]])
  expect((await call(app, stranger, 'GET', path)).status).toBe(404)
  await leave(world, organization.id, viewer.user.id)
  expect((await call(app, viewer, 'GET', path)).status).toBe(404)
})
