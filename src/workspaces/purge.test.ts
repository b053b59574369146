import { beforeEach, describe, expect, test } from 'bun:test'
import { eq, getTableColumns, inArray, is } from 'drizzle-orm'
import { type PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { newId } from '#base/ids.ts'
import { DAY, HOUR } from '#base/time.ts'
import * as schema from '#db/schema/index.ts'
import {
  answerEvents,
  auditEvents,
  catalogTables,
  conversations,
  creditHolds,
  creditUsage,
  evaluationItems,
  evaluations,
  files,
  messages,
  organizationMembers,
  organizations,
  results,
  workspaces,
} from '#db/schema/index.ts'
import { type App, call, json, newPlace, type Person, type Place, signUp } from '../../tests/support/people.ts'
import { upload } from '../../tests/support/upload.ts'
import { type TestWorld, testApp, testWorld } from '../../tests/support/world.ts'
import type { World } from '../ctx.ts'
import { purgeDeleted } from './purge.ts'

let app: App
let world: TestWorld
let owner: Person

beforeEach(async () => {
  app = await testApp()
  world = await testWorld()
  owner = await signUp(app)
})

const later = (ms: number): World => ({ ...world, now: () => new Date(Date.now() + ms) })
const all = async (world: World) => {
  while ((await purgeDeleted(world)) > 0);
}

/** A workspace with a file, an answered question and its result, each with bytes in the store. */
async function lived(): Promise<Place & { bytes: string[] }> {
  const place = await newPlace(app, owner)
  const { id } = place.workspace
  await upload(app, owner, id, 'shops.csv', 'city,sales\nPune,10\nDelhi,20\n')
  await app.request(`/api/workspaces/${id}/query-data`, json({ message: 'total sales' }, owner.headers))
  const [run] = await world.db
    .insert(evaluations)
    .values({ workspaceId: id, startedBy: owner.user.id, model: 'm', definitions: '', catalog: '', questions: 1 })
    .returning()
  const counts = { credits: 0, tokens: 0, sentBytes: 0, elapsedMs: 0 }
  const item = { evaluationId: run!.id, position: 0, queryId: 'q', question: 'Total?', sql: 'select 30', ...counts }
  await world.db.insert(evaluationItems).values({ ...item, outcome: 'same' })
  const at = `/api/workspaces/${id}`
  await call(app, owner, 'POST', `${at}/agents`, { name: 'Sales', publish: true })
  const { body: canvas } = await call(app, owner, 'POST', `${at}/canvases`, { name: 'Board' })
  const block = { kind: 'text', tab: 'first', x: 0, y: 0, w: 6, h: 2, content: { text: 'Words' } }
  await call(app, owner, 'PUT', `/api/canvases/${canvas.id}/blocks/${newId()}`, block)
  await call(app, owner, 'POST', `/api/canvases/${canvas.id}/links`, {})
  await call(app, owner, 'POST', `/api/canvases/${canvas.id}/comments`, { text: 'Look.' })
  const schedule = { every: 'day', at: '08:00', time_zone: 'UTC' }
  await call(app, owner, 'POST', `${at}/watches`, {
    canvas_id: canvas.id,
    name: 'Fresh',
    schedule,
    only_refreshes: true,
  })
  await call(app, owner, 'POST', `${at}/embedding/secret`)
  const kept = [
    ...(await world.db.select({ key: files.storeKey }).from(files).where(eq(files.workspaceId, id))),
    ...(await world.db
      .select({ key: catalogTables.storeKey })
      .from(catalogTables)
      .where(eq(catalogTables.workspaceId, id))),
    ...(await world.db.select({ key: results.storeKey }).from(results).where(eq(results.workspaceId, id))),
  ]
  expect(kept.length).toBeGreaterThan(2)
  return { ...place, bytes: kept.flatMap(({ key }) => key ?? []) }
}

const there = async (keys: string[]) =>
  (
    await Promise.all(
      keys.map((key) =>
        world.files.localPath(key).then(
          () => 1,
          () => 0,
        ),
      ),
    )
  ).reduce<number>((a, b) => a + b, 0)

/** What was paid and done outlives what it was for. */
const KEPT = new Set<PgTable>([auditEvents, creditHolds, creditUsage])
/** Every table whose rows belong to a workspace, also one that is added later. */
const OWNED = Object.values(schema).flatMap((table) => {
  const { workspaceId } =
    is(table, PgTable) && !KEPT.has(table) ? (getTableColumns(table) as Record<string, PgColumn>) : {}
  return workspaceId ? [{ table: table as PgTable, workspaceId }] : []
})

/** How many rows of a workspace are left. */
async function rowsOf({ workspace: { id } }: Place) {
  const talks = world.db.select({ id: conversations.id }).from(conversations).where(eq(conversations.workspaceId, id))
  const said = world.db.select({ id: messages.id }).from(messages).where(inArray(messages.conversationId, talks))
  const counts = await Promise.all([
    world.db.$count(workspaces, eq(workspaces.id, id)),
    world.db.$count(messages, inArray(messages.conversationId, talks)),
    world.db.$count(answerEvents, inArray(answerEvents.messageId, said)),
    ...OWNED.map(({ table, workspaceId }) => world.db.$count(table, eq(workspaceId, id))),
  ])
  return counts.reduce((sum, count) => sum + count, 0)
}

describe('what was deleted', () => {
  test('is kept for 30 days and erased then: rows, bytes and, with its organization, who was in it', async () => {
    const [gone, stays] = [await lived(), await lived()]
    expect((await call(app, owner, 'DELETE', `/api/organizations/${gone.organization.id}`)).status).toBe(204)
    await all(later(30 * DAY - HOUR))
    expect(await there(gone.bytes)).toBe(gone.bytes.length)
    expect(await rowsOf(gone)).toBeGreaterThan(12)
    await all(later(30 * DAY + HOUR))
    expect(await there(gone.bytes)).toBe(0)
    expect(await rowsOf(gone)).toBe(0)
    const { id } = gone.organization
    expect(await world.db.$count(organizations, eq(organizations.id, id))).toBe(0)
    expect(await world.db.$count(organizationMembers, eq(organizationMembers.organizationId, id))).toBe(0)
    expect(await there(stays.bytes)).toBe(stays.bytes.length)
    expect((await call(app, owner, 'GET', `/api/workspaces/${stays.workspace.id}`)).status).toBe(200)
    const written = await world.db
      .select({ action: auditEvents.action })
      .from(auditEvents)
      .where(inArray(auditEvents.subject, [id, gone.workspace.id]))
    expect(written.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['organization.delete', 'workspace.purge', 'organization.purge']),
    )
  })

  test('of a workspace goes alone: its organization and the others in it stay', async () => {
    const place = await lived()
    const { body: other } = await call(app, owner, 'POST', '/api/workspaces', {
      organization_id: place.organization.id,
      name: 'Other',
    })
    await call(app, owner, 'DELETE', `/api/workspaces/${place.workspace.id}`)
    await all(later(31 * DAY))
    expect(await rowsOf(place)).toBe(0)
    const { body } = await call(app, owner, 'GET', `/api/organizations/${place.organization.id}`)
    expect(body.workspaces.map(({ id }: { id: string }) => id)).toEqual([other.id])
  })
})

test('a run does so much and no more; the next goes on, also after one that died between bytes and rows', async () => {
  const place = await newPlace(app, owner)
  const workspaceId = place.workspace.id
  await world.db
    .insert(conversations)
    .values(Array.from({ length: 120 }, (_, at) => ({ workspaceId, userId: owner.user.id, title: `${at}` })))
  await call(app, owner, 'DELETE', `/api/workspaces/${workspaceId}`)
  const world31 = later(31 * DAY)
  const most = { workspaces: 100, conversations: 70 }
  const broken: World = { ...world31, files: { ...world.files, removeUnder: () => Promise.reject(new Error('disk')) } }
  await expect(purgeDeleted(broken, most)).rejects.toThrow('disk')
  const left = () => world.db.$count(conversations, eq(conversations.workspaceId, workspaceId))
  expect(await left()).toBe(120)
  await purgeDeleted(world31, most)
  expect(await left()).toBe(50)
  await purgeDeleted(world31, most)
  expect(await world.db.$count(workspaces, eq(workspaces.id, workspaceId))).toBe(0)
})
