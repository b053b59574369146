import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import { firstIdAt, newId } from '#base/ids.ts'
import { HOUR } from '#base/time.ts'
import type { Db } from '#db/connect.ts'
import { auditChain, auditEvents } from '#db/schema/index.ts'
import { worldOfItsOwn } from '../../tests/support/world.ts'
import * as chain from './audit-chain.ts'

const world = await worldOfItsOwn()
const event = (n: number, id = newId()) => ({
  id,
  actorId: `actor-${n}`,
  action: 'thing.change',
  subject: `thing-${n}`,
  details: { n: { before: n - 1, after: n }, text: `„${n}“` },
})

afterAll(() => world.database.close())
beforeAll(async () => {
  // Old enough that what is put in between is not merely late.
  const ago = (n: number) => firstIdAt(new Date(Date.now() - 9 * HOUR + n * HOUR)).replace(/0{12}$/, newId().slice(-12))
  for (let n = 1; n <= 8; n++) await world.db.insert(auditEvents).values(event(n, ago(n)))
  await chain.seal(world)
})

test('events are sealed once, in order, each hash made of the one before', async () => {
  await world.db.insert(auditEvents).values(event(100))
  expect((await chain.verify(world)).waiting).toBe(1)
  expect(await Promise.all([chain.seal(world), chain.seal(world)]).then((all) => all.reduce((a, b) => a + b))).toBe(1)
  expect(await chain.seal(world)).toBe(0)
  const links = await world.db.select().from(auditChain).orderBy(asc(auditChain.sequence))
  expect(links.map(({ sequence }) => sequence)).toEqual(links.map((_, at) => at + 1))
  const [first] = await world.db.select().from(auditEvents).where(eq(auditEvents.id, links[0]!.eventId))
  const [{ details, at }] = (await world.db
    .select({
      details: sql<string>`details::text`,
      at: sql<string>`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    })
    .from(auditEvents)
    .where(eq(auditEvents.id, first!.id))) as [{ details: string; at: string }]
  const parts = [first!.id, first!.actorId, first!.action, first!.subject, null, null, null, null, details, at]
  const hash = createHash('sha256').update('0'.repeat(64)).update(JSON.stringify(parts)).digest('hex')
  expect(links[0]!.hash).toBe(hash)
  const verdict = await chain.verify(world)
  expect(verdict).toMatchObject({ ok: true, checked: links.length, waiting: 0, broken: null })
  expect(verdict.head).toMatchObject({ sequence: links.length, hash: links.at(-1)!.hash })
})

/** Does as the owner of the database could, triggers switched off; looks, and takes it back. */
async function tampered(change: (db: Db) => Promise<unknown>) {
  const back = Symbol('back')
  let verdict: Awaited<ReturnType<typeof chain.verify>> | undefined
  await world.db
    .transaction(async (tx) => {
      const db = tx as unknown as Db
      await db.execute(sql`alter table audit_events disable trigger user`)
      await db.execute(sql`alter table audit_chain disable trigger user`)
      await change(db)
      verdict = await chain.verify({ db })
      throw back
    })
    .catch((error) => {
      if (error !== back) throw error
    })
  return verdict!.broken
}
const eventOf = async (sequence: number) => {
  const [link] = await world.db.select().from(auditChain).where(eq(auditChain.sequence, sequence))
  return link!.eventId
}

describe('tampering is found, and its first place named', () => {
  test('a changed event, in any of its columns', async () => {
    const id = await eventOf(3)
    for (const change of [
      { actorId: null },
      { action: 'thing.other' as const },
      { subject: 'other' },
      { organizationId: 'x' },
      { workspaceId: 'x' },
      { ip: '10.0.0.1' },
      { requestId: 'x' },
      { details: { n: { before: 2, after: 4 } } },
      { createdAt: new Date(0) },
    ]) {
      const broken = await tampered((db) => db.update(auditEvents).set(change).where(eq(auditEvents.id, id)))
      expect([Object.keys(change), broken]).toEqual([
        Object.keys(change),
        { sequence: 3, why: 'changed', event_id: id },
      ])
    }
  })

  test('a removed event, with its seal and without', async () => {
    const id = await eventOf(4)
    const lone = await tampered(async (db) => {
      await db.execute(sql`alter table audit_chain drop constraint audit_chain_event_id_audit_events_id_fk`)
      await db.delete(auditEvents).where(eq(auditEvents.id, id))
    })
    expect(lone).toEqual({ sequence: 4, why: 'event_missing', event_id: id })
    const both = await tampered(async (db) => {
      await db.delete(auditChain).where(eq(auditChain.sequence, 4))
      await db.delete(auditEvents).where(eq(auditEvents.id, id))
    })
    expect(both).toEqual({ sequence: 4, why: 'seal_missing', event_id: null })
    const closed = await tampered(async (db) => {
      await db.delete(auditChain).where(eq(auditChain.sequence, 4))
      await db.delete(auditEvents).where(eq(auditEvents.id, id))
      await db.execute(sql`update audit_chain set sequence = -sequence where sequence > 4`)
      await db.execute(sql`update audit_chain set sequence = -sequence - 1 where sequence < 0`)
    })
    expect(closed).toMatchObject({ sequence: 4, why: 'changed' })
  })

  test('an inserted event, with a seal and without', async () => {
    const [before, after] = [await eventOf(5), await eventOf(6)]
    const between = `${after.slice(0, 13)}-0000-0000-000000000000`
    expect([before < between, between < after]).toEqual([true, true])
    const lone = await tampered((db) => db.insert(auditEvents).values(event(55, between)))
    expect(lone).toEqual({ sequence: 6, why: 'inserted', event_id: between })
    const sealed = await tampered(async (db) => {
      await db.insert(auditEvents).values(event(55, between))
      await db.execute(sql`update audit_chain set sequence = -sequence where sequence > 5`)
      await db.execute(sql`update audit_chain set sequence = -sequence + 1 where sequence < 0`)
      await db.insert(auditChain).values({ sequence: 6, eventId: between, hash: 'f'.repeat(64) })
    })
    expect(sealed).toEqual({ sequence: 6, why: 'changed', event_id: between })
  })

  test('two events in each other’s place', async () => {
    const [two, seven] = [await eventOf(2), await eventOf(7)]
    const swapped = await tampered(async (db) => {
      const put = (sequence: number, eventId: string) =>
        db.update(auditChain).set({ eventId }).where(eq(auditChain.sequence, sequence))
      await db.execute(sql`alter table audit_chain drop constraint audit_chain_event_id_unique`)
      await put(2, seven)
      await put(7, two)
    })
    expect(swapped).toEqual({ sequence: 2, why: 'changed', event_id: seven })
  })

  test('with the triggers on, nobody can begin', async () => {
    const id = await eventOf(1)
    const change = async () => world.db.update(auditEvents).set({ subject: 'x' }).where(eq(auditEvents.id, id))
    await expect(change()).rejects.toThrow()
    await expect((async () => world.db.delete(auditChain))()).rejects.toThrow()
    expect((await chain.verify(world)).ok).toBe(true)
  })
})
