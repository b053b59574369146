import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { DAY, systemClock } from '#base/time.ts'
import * as credits from '#billing/credits.ts'
import * as budgets from '#billing/usage/budgets.ts'
import * as paying from '#billing/usage/paying.ts'
import { connect, type Database } from '#db/connect.ts'
import { creditHolds, creditUsage, mails } from '#db/schema/index.ts'
import * as organizations from '#organizations/organizations.ts'
import { DEFAULT_SETTINGS } from '#records/rules/setting.ts'
import * as workspaces from '#workspaces/workspaces.ts'
import type { OrganizationCtx, WorkspaceCtx, World } from '../../src/ctx.ts'
import { newBuyer } from '../support/buyer.ts'
import { join, userCtx } from '../support/people.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { watchedLog } from '../support/secrets.ts'

/** Budgets on a real PostgreSQL, where questions are truly asked at the same time: nothing over, nobody stuck. */
let server: PostgresServer
let database: Database
let world: World
beforeAll(async () => {
  server = await startPostgres()
  database = await connect({ databaseUrl: server.url, dataDir: '' })
  const config = { LOG_LEVEL: 'silent', HOST: '127.0.0.1', PORT: 3000 } as World['config']
  const settings = () => DEFAULT_SETTINGS
  world = {
    db: database.db,
    now: systemClock,
    config,
    log: watchedLog(config),
    settings,
    mailer: null,
  } as unknown as World
}, 300_000)
afterAll(async () => {
  await database?.close()
  await server?.stop()
})

/** An organization of `people` members with `rooms` workspaces; everybody has a thousand credits. */
async function scene(people: number, rooms: number) {
  const owner = await newBuyer(world)
  const { id } = await organizations.create(owner, {
    name: 'Acme',
    description: '',
    industry: '',
    size: '',
    website: '',
    location: '',
  })
  const managing: OrganizationCtx = await organizations.enter(owner, id)
  const places = []
  for (let n = 0; n < rooms; n++)
    places.push(await workspaces.create(managing, { name: `Room ${n}`, description: '', restricted: false }))
  const members = []
  for (let n = 0; n < people; n++) {
    const { user } = await newBuyer(world)
    await join(world, id, user.id, 'member')
    const ctx = await userCtx(world, user.id)
    const expiresAt = new Date(Date.now() + 30 * DAY)
    await credits.grant(ctx, user.id, { kind: 'granted', credits: 1000, expiresAt, key: newId() })
    members.push(ctx)
  }
  const inside: WorkspaceCtx[][] = []
  for (const member of members) {
    const seats = []
    for (const place of places) seats.push(await workspaces.enter(member, place.id))
    inside.push(seats)
  }
  return { managing, places, members, inside }
}

const taken = { model: 'a-model', inputTokens: 1, outputTokens: 1 }
const code = (error: unknown) => (error as { code?: string }).code ?? String(error)

test('of 120 questions at once exactly as many are taken as the budget holds', async () => {
  const { managing, places, inside } = await scene(6, 1)
  await budgets.set(managing, { workspace_id: places[0]!.id }, 37)
  const asked = await Promise.allSettled(
    Array.from({ length: 120 }, (_, n) => paying.hold(inside[n % 6]![0]!, 1, newId())),
  )
  const refused = asked.filter((it) => it.status === 'rejected').map(({ reason }) => code(reason))
  expect([asked.length - refused.length, [...new Set(refused)]]).toEqual([37, ['budget_exceeded']])
})

test('answers that are paid at once tell owners of 80 and of 100 percent once', async () => {
  const { managing, places, inside } = await scene(5, 1)
  await budgets.set(managing, { workspace_id: places[0]!.id }, 20)
  const asked = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const ctx = inside[n % 5]![0]!
      const messageId = newId()
      return { ctx, messageId, hold: await paying.hold(ctx, 1, messageId) }
    }),
  )
  await Promise.all(asked.map(({ ctx, messageId, hold }) => paying.settle(ctx, hold.id, messageId, taken)))
  expect(await toldTo(managing)).toEqual(['A budget in Acme is 80 % used', 'A budget in Acme is used up'])
})

test('asking, paying, giving up and changing budgets at once ends within every budget, without a deadlock', async () => {
  const { managing, places, members, inside } = await scene(6, 3)
  const limit = { room: 60, person: 40 }
  for (const { id } of places) await budgets.set(managing, { workspace_id: id }, limit.room)
  for (const { user } of members) await budgets.set(managing, { user_id: user.id }, limit.person)
  const failures: string[] = []
  const lane = async (seed: number) => {
    for (let n = 0; n < 30; n++) {
      const ctx = inside[(seed + n) % 6]![(seed * 7 + n) % 3]!
      try {
        const messageId = newId()
        const hold = await paying.hold(ctx, 1, messageId)
        if ((seed + n) % 5 === 0) await credits.release(ctx, hold.id)
        else await paying.settle(ctx, hold.id, messageId, taken)
      } catch (error) {
        if (code(error) !== 'budget_exceeded') failures.push(String((error as Error).cause ?? error))
      }
    }
  }
  const changing = async () => {
    for (let n = 0; n < 30; n++) {
      await budgets.set(managing, { workspace_id: places[n % 3]!.id }, limit.room - (n % 2))
      await budgets.set(managing, { user_id: members[n % 6]!.user.id }, limit.person - (n % 2))
    }
  }
  await Promise.all([...Array.from({ length: 16 }, (_, seed) => lane(seed)), changing()])
  expect(failures).toEqual([])
  const organization = managing.organization.id
  const byRoom = await sums(organization, sql`workspace_id`)
  const byPerson = await sums(organization, sql`user_id`)
  expect(Math.max(...byRoom)).toBeLessThanOrEqual(limit.room)
  expect(Math.max(...byPerson)).toBeLessThanOrEqual(limit.person)
  // The storm is bigger than the budgets, so that they were truly met.
  expect(byRoom.reduce((sum, used) => sum + used, 0)).toBeGreaterThan(3 * (limit.room - 10))
  expect(await world.db.select().from(creditHolds).where(eq(creditHolds.state, 'open'))).toHaveLength(37)
  expect((await toldTo(managing)).length).toBeGreaterThanOrEqual(3)
})

async function toldTo({ user }: OrganizationCtx): Promise<string[]> {
  const rows = await world.db.select().from(mails).where(eq(mails.to, user.email)).orderBy(mails.id)
  return rows.map(({ subject }) => subject)
}

async function sums(organizationId: string, by: ReturnType<typeof sql>): Promise<number[]> {
  const rows = await world.db
    .select({ used: sql<string>`sum(${creditUsage.credits})` })
    .from(creditUsage)
    .where(eq(creditUsage.organizationId, organizationId))
    .groupBy(by)
  return rows.map(({ used }) => Number(used))
}
