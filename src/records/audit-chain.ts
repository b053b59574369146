import { createHash } from 'node:crypto'
import { and, asc, desc, eq, gt, isNull, lt, max, min, notExists, sql } from 'drizzle-orm'
import { firstIdAt, madeAt } from '#base/ids.ts'
import { HOUR } from '#base/time.ts'
import { type Db, inTransaction } from '#db/connect.ts'
import { auditChain, auditEvents } from '#db/schema/index.ts'
import type { World } from '../ctx.ts'
import type { Verdict } from './rules/audit-verdict.ts'

/** Any number: one process seals at a time. */
const LOCK = 7_203_118
/** The hash before the first. */
const GENESIS = '0'.repeat(64)
const BATCH = 1000
/** So many batches in one run of the job: a log that was never sealed is caught up within minutes, and no run lasts long. */
const MOST_BATCHES = 20
/** An event may be committed after others that were made later: so long it is looked for. What comes later was put in. */
const LATE = HOUR

/** An event as it is hashed: its columns as the database writes them, in this order. */
const { id, actorId, action, subject, organizationId, workspaceId, ip, requestId } = auditEvents
const columns = {
  ...{ id, actorId, action, subject, organizationId, workspaceId, ip, requestId },
  details: sql<string>`${auditEvents.details}::text`,
  createdAt: sql<string>`to_char(${auditEvents.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
}
type Canonical = { [name in keyof typeof columns]: string | null }

const COLUMNS = Object.keys(columns) as (keyof Canonical)[]

/** SHA-256 of the hash before and the event as a JSON array of its columns, in hex. */
const hashOf = (previous: string, event: Canonical): string =>
  createHash('sha256')
    .update(previous)
    .update(JSON.stringify(COLUMNS.map((name) => event[name])))
    .digest('hex')

/** Seals what is not sealed yet, in the order of the ids; a job calls it. Returns how many events. */
export async function seal(world: Pick<World, 'db'>): Promise<number> {
  let sealed = 0
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const count = await inTransaction(world, ({ db }) => sealBatch(db))
    sealed += count
    if (count < BATCH) break
  }
  return sealed
}

async function sealBatch(db: Db): Promise<number> {
  const [lock] = (await db
    .select({ isHeld: sql<boolean>`pg_try_advisory_xact_lock(${LOCK})` })
    .from(sql`(select 1) as one`)) as [{ isHeld: boolean }]
  if (!lock.isHeld) return 0
  const [head] = await db.select().from(auditChain).orderBy(desc(auditChain.sequence)).limit(1)
  const since = await latestSealed(db)
  const waiting = await db
    .select(columns)
    .from(auditEvents)
    .where(and(since ? gt(auditEvents.id, lateBound(since)) : undefined, unsealed(db)))
    .orderBy(asc(auditEvents.id))
    .limit(BATCH)
  if (waiting.length === 0) return 0
  let { sequence, hash } = head ?? { sequence: 0, hash: GENESIS }
  const links = waiting.map((event) => {
    sequence += 1
    hash = hashOf(hash, event)
    return { sequence, eventId: event.id, hash }
  })
  await db.insert(auditChain).values(links)
  return links.length
}

const unsealed = (db: Db) =>
  notExists(db.select({ one: sql`1` }).from(auditChain).where(eq(auditChain.eventId, auditEvents.id)))

async function latestSealed(db: Db): Promise<string | null> {
  const [row] = await db.select({ id: max(auditChain.eventId) }).from(auditChain)
  return row?.id ?? null
}
const lateBound = (id: string) => firstIdAt(new Date(Number(madeAt(id)) - LATE))

/**
 * Walks the whole chain and names the first place that does not hold: a seal or an event that is gone, an event that is not what was
 * sealed, an event that was put in later. Reads every event: seconds for a million.
 */
export async function verify({ db }: Pick<World, 'db'>): Promise<Verdict> {
  let [checked, hash] = [0, GENESIS]
  let broken: Verdict['broken'] = null
  let at: Date | null = null
  walk: for (let more = true; more; ) {
    const links = await db
      .select({
        sequence: auditChain.sequence,
        eventId: auditChain.eventId,
        hash: auditChain.hash,
        sealedAt: auditChain.createdAt,
        event: columns,
      })
      .from(auditChain)
      .leftJoin(auditEvents, eq(auditEvents.id, auditChain.eventId))
      .where(gt(auditChain.sequence, checked))
      .orderBy(asc(auditChain.sequence))
      .limit(BATCH)
    more = links.length === BATCH
    for (const link of links) {
      const event = link.event as Canonical | null
      const why =
        link.sequence !== checked + 1
          ? 'seal_missing'
          : event?.id == null
            ? 'event_missing'
            : hashOf(hash, event) !== link.hash
              ? 'changed'
              : null
      if (why) {
        const missing = why === 'seal_missing'
        broken = { sequence: checked + 1, why, event_id: missing ? null : link.eventId }
        break walk
      }
      checked = link.sequence
      hash = link.hash
      at = link.sealedAt
    }
  }
  const inserted = await putIn(db)
  if (inserted && (!broken || inserted.sequence < broken.sequence)) broken = inserted
  const head = checked > 0 && at ? { sequence: checked, hash, sealed_at: at.toISOString() } : null
  return { ok: broken === null, checked, waiting: await waitingFor(db), head, broken }
}

/** The first event that is not sealed although later ones have been for long: it was not there then. */
async function putIn(db: Db): Promise<Verdict['broken']> {
  const latest = await latestSealed(db)
  if (!latest) return null
  const [event] = await db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(and(lt(auditEvents.id, lateBound(latest)), unsealed(db)))
    .orderBy(asc(auditEvents.id))
    .limit(1)
  if (!event) return null
  const [next] = await db
    .select({ sequence: min(auditChain.sequence) })
    .from(auditChain)
    .where(gt(auditChain.eventId, event.id))
  return { sequence: next?.sequence ?? 1, why: 'inserted', event_id: event.id }
}

/** Events that the next runs of the job will seal. */
async function waitingFor(db: Db): Promise<number> {
  const latest = await latestSealed(db)
  const [row] = await db
    .select({ count: sql`count(*)`.mapWith(Number) })
    .from(auditEvents)
    .leftJoin(auditChain, eq(auditChain.eventId, auditEvents.id))
    .where(and(latest ? gt(auditEvents.id, lateBound(latest)) : undefined, isNull(auditChain.sequence)))
  return row?.count ?? 0
}
