import { beforeAll, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import * as credits from '#billing/credits.ts'
import { conversations, messages } from '#db/schema/index.ts'
import { accessChanged, changingAccess } from '#organizations/access.ts'
import { type ModelServer, scriptedModels, startModelServer } from '../../tests/support/model-server.ts'
import {
  type App,
  call,
  join,
  json,
  leave,
  listInWorkspace,
  newPlace,
  type Person,
  type Place,
  signUp,
  userCtx,
} from '../../tests/support/people.ts'
import { type TestWorld, testApp, testWorld, worldOfItsOwn } from '../../tests/support/world.ts'
import { abort, finished } from './running.ts'

/**
 * Somebody asks something that takes minutes to answer; meanwhile their access ends in one of the ways there are. Their stream ends at
 * once; the answer itself is stopped within five seconds, which is waited for once for all of them.
 */
let world: TestWorld
let app: App
let server: ModelServer
let admin: Person

beforeAll(async () => {
  world = await testWorld()
  server = await startModelServer(() => ({ say: Array.from({ length: 6000 }, (_, at) => `word${at} `), every: 20 }))
  app = await testApp({ ...world, models: scriptedModels(server) })
  admin = await signUp(await testApp(), { verified: true, adminRoles: ['superadmin'] })
})

async function asking(about: { restricted?: boolean } = {}) {
  const base = await testApp()
  const [owner, max] = [await signUp(base, { name: 'Olga' }), await signUp(base, { name: 'Max' })]
  const place = await newPlace(base, owner, about)
  await join(world, place.organization.id, max.user.id, 'member')
  if (about.restricted) await listInWorkspace(world, place.workspace.id, max.user.id, 'member')
  return { owner, max, ...place }
}

const ask = (who: Person, place: Place, accept: string) =>
  app.request(
    `/api/workspaces/${place.workspace.id}/query-data`,
    json({ message: 'Tell me' }, { ...who.headers, accept }),
  )

/** Reads until prose comes; what is left can be read to its end. */
async function begun(response: Response) {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes('text-delta')) text += (await reader.read()).value ?? ''
  const rest = async () => {
    let left = ''
    for (let it = await reader.read(); !it.done; it = await reader.read()) left += it.value
    return left
  }
  return { messageId: /"messageId":"([^"]+)"/.exec(text)![1]!, rest }
}

const membersOf = async (owner: Person, { organization }: Place, who: Person) => {
  const { body } = await call(app, owner, 'GET', `/api/organizations/${organization.id}/members`)
  return body.find((it: { user_id: string }) => it.user_id === who.user.id).id as string
}

type Deed = (owner: Person, max: Person, place: Place) => Promise<{ status: number }>
const REASON = { reason: 'Ticket 471108' }
/** `after`: what looking at it again is answered. */
const WAYS: [string, { restricted?: boolean; after?: number }, Deed][] = [
  [
    'they are removed from the organization',
    {},
    async (owner, max, place) =>
      call(
        app,
        owner,
        'DELETE',
        `/api/organizations/${place.organization.id}/members?memberId=${await membersOf(owner, place, max)}`,
      ),
  ],
  ['they leave', {}, (_, max, place) => call(app, max, 'POST', `/api/organizations/${place.organization.id}/leave`)],
  [
    'the workspace becomes restricted',
    {},
    (owner, _, place) => call(app, owner, 'PUT', `/api/workspaces/${place.workspace.id}`, { restricted: true }),
  ],
  [
    'they are taken off the list of a restricted workspace',
    { restricted: true },
    (owner, max, place) => call(app, owner, 'DELETE', `/api/workspaces/${place.workspace.id}/members/${max.user.id}`),
  ],
  [
    'the workspace is deleted',
    {},
    (owner, _, place) => call(app, owner, 'DELETE', `/api/workspaces/${place.workspace.id}`),
  ],
  [
    'the organization is deleted',
    {},
    (owner, _, place) => call(app, owner, 'DELETE', `/api/organizations/${place.organization.id}`),
  ],
  [
    'an admin suspends the organization',
    {},
    (_, __, place) => call(app, admin, 'POST', `/api/admin/organizations/${place.organization.id}/suspend`, REASON),
  ],
  [
    'an admin disables their account',
    { after: 401 },
    (_, max) => call(app, admin, 'POST', `/api/admin/users/${max.user.id}/disable`, REASON),
  ],
]

type Ended = { max: Person; messageId: string; before: Awaited<ReturnType<typeof credits.balance>> }
const ended = new Map<string, Ended>()

describe.each(WAYS)('while an answer runs and %s', (way, about, takeAway) => {
  test('its stream ends', async () => {
    const { owner, max, ...place } = await asking(about)
    const before = await credits.balance(await userCtx(world, max.user.id))
    const { messageId, rest } = await begun(await ask(max, place, 'text/event-stream'))
    expect((await takeAway(owner, max, place)).status).toBeLessThan(300)
    // The answer is stopped, too, and may say so before its stream ends.
    expect(await rest()).not.toContain('"status":"answered"')
    ended.set(way, { max, messageId, before })
  })
})

describe.each(WAYS)('after %s', (way, about) => {
  test('the answer was stopped and costs nothing', async () => {
    const { max, messageId, before } = ended.get(way)!
    await finished(messageId)
    const [message] = await world.db.select().from(messages).where(eq(messages.id, messageId))
    expect(message!.status).toBe('stopped')
    const [conversation] = await world.db
      .select()
      .from(conversations)
      .where(eq(conversations.id, message!.conversationId))
    expect(conversation!.runningMessageId).toBeNull()
    const again = await call(app, max, 'GET', `/api/conversations/${conversation!.id}/stream`)
    expect(again.status).toBe(about.after ?? 404)
    expect(await credits.balance(await userCtx(world, max.user.id))).toEqual({ ...before, held: 0 })
  })
})

test('an account that is deleted takes its running answer along', async () => {
  const { max, ...place } = await asking()
  const { messageId, rest } = await begun(await ask(max, place, 'text/event-stream'))
  const gone = { ...REASON, confirm: max.user.email }
  expect((await call(app, admin, 'DELETE', `/api/admin/users/${max.user.id}`, gone)).status).toBe(204)
  expect(await rest()).not.toContain('"status":"answered"')
  await finished(messageId)
})

test('a stream ends too once the key that it was asked for by is revoked', async () => {
  const { owner, ...place } = await asking()
  const made = await call(app, owner, 'POST', '/api/user/api-keys', { name: 'Ours', scopes: ['ask'] })
  const key = { ...owner, headers: { authorization: `Bearer ${made.body.key}` } }
  const { messageId, rest } = await begun(await ask(key, place, 'text/event-stream'))
  await call(app, owner, 'DELETE', `/api/user/api-keys/${made.body.id}`)
  accessChanged()
  expect(await rest()).not.toContain('[DONE]')
  abort(messageId, 'stopped')
  await finished(messageId)
})

test('what somebody asked in a conversation of another is stopped with their access, and not with that of the other', async () => {
  const { owner, max, organization, workspace } = await asking()
  const stopped = async (who: Person, by: Person) => {
    const [talk] = await world.db
      .insert(conversations)
      .values({ workspaceId: workspace.id, userId: owner.user.id, title: 'Ours' })
      .returning()
    const about = { role: 'assistant' as const, text: '', status: 'running' as const, askedBy: by.user.id }
    const [message] = await world.db
      .insert(messages)
      .values({ ...about, conversationId: talk!.id })
      .returning()
    await leave(world, organization.id, who.user.id)
    await changingAccess({ ...world, actor: { userId: null, via: 'guest', ip: null, requestId: '' } }, async () => {})
    const [now] = await world.db.select().from(messages).where(eq(messages.id, message!.id))
    await world.db.update(messages).set({ status: 'stopped' }).where(eq(messages.id, message!.id))
    await join(world, organization.id, who.user.id, 'owner')
    return now!.stopRequestedAt !== null
  }
  expect([await stopped(max, max), await stopped(owner, max)]).toEqual([true, false])
})

test('a stream ends too when another process has ended the access', async () => {
  const { max, ...place } = await asking()
  const { messageId, rest } = await begun(await ask(max, place, 'text/event-stream'))
  await leave(world, place.organization.id, max.user.id)
  // As a server does that hears of it.
  accessChanged()
  const heard = await rest()
  expect(heard.includes('[DONE]')).toBe(false)
  abort(messageId, 'stopped')
  await finished(messageId)
})

test('somebody who waited for the whole answer is told that there is nothing', async () => {
  const { max, ...place } = await asking()
  const waiting = ask(max, place, 'application/json')
  const runs = async () =>
    (await world.db.select().from(conversations).where(eq(conversations.workspaceId, place.workspace.id))).length > 0
  while (!(await runs())) await Bun.sleep(20)
  await call(app, max, 'POST', `/api/organizations/${place.organization.id}/leave`)
  const answer = await waiting
  expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'not_found' }])
})

test('others go on: the answer of somebody who stays is not touched', async () => {
  const { owner, max, ...place } = await asking()
  const { messageId } = await begun(await ask(owner, place, 'text/event-stream'))
  await call(app, max, 'POST', `/api/organizations/${place.organization.id}/leave`)
  const [message] = await world.db.select().from(messages).where(eq(messages.id, messageId))
  expect(message!.stopRequestedAt).toBeNull()
  await call(app, owner, 'POST', `/api/conversations/${message!.conversationId}/stop`)
  await finished(messageId)
})

test('a conversation that cannot be read just now is no conversation that there is none of', async () => {
  const world = await worldOfItsOwn()
  const app = await testApp(world)
  const person = await signUp(app)
  const path = `/api/conversations/${newId()}/messages`
  expect((await call(app, person, 'GET', path)).status).toBe(404)
  await world.db.execute(sql`alter table conversations rename to elsewhere`)
  expect((await call(app, person, 'GET', path)).status).toBe(500)
})
