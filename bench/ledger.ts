import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { DAY, systemClock } from '#base/time.ts'
import * as credits from '#billing/credits.ts'
import { connect, type Database, type Db } from '#db/connect.ts'
import { users } from '#db/schema/index.ts'
import { DEFAULT_SETTINGS } from '#records/rules/setting.ts'
import type { UserCtx } from '../src/ctx.ts'
import { startPostgres } from '../tests/support/postgres.ts'

/**
 * The ledger on a real PostgreSQL and on the embedded one: questions paid for (hold and settle) a second, and what reading a balance
 * takes for a person with a long past beside one with a short past: the ratio says whether a past costs anything.
 * `bun bench/ledger.ts [lines] [seconds] [postgres|embedded]`: 1,000,000 lines against 10,000, 3 seconds a measurement, both by default.
 */
const MANY = Number(process.argv[2] ?? 1_000_000)
const FEW = 10_000
const seconds = Number(process.argv[3] ?? 3)
const wanted = process.argv[4]
/** Ledger lines of one question: two deeds with two entries each. */
const LINES = 4
/** Questions that one lot paid for: the smallest pack. Half of the lots are used up but not past their date. */
const LOT = 105
/** Other people of the installation. */
const CROWD = 20_000

let db: Db
if (wanted !== 'embedded') await measure('PostgreSQL', await onServer())
if (wanted !== 'postgres') await measure('embedded', await onDisk())

async function onServer(): Promise<Database> {
  const server = await startPostgres()
  const database = await connect({ databaseUrl: server.url, dataDir: '' })
  return { ...database, close: () => database.close().then(server.stop) }
}

async function onDisk(): Promise<Database> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tabletalk-ledger-'))
  const database = await connect({ dataDir })
  return { ...database, close: () => database.close().then(() => rmSync(dataDir, { recursive: true, force: true })) }
}

async function measure(name: string, database: Database): Promise<void> {
  db = database.db
  try {
    await crowd()
    const [short, long] = [await personWith(FEW), await personWith(MANY)]
    await db.execute(sql`vacuum analyze`)
    print(name, `${FEW} lines`, `${MANY} lines`, 'ratio')
    const rates: [name: string, lanes: number, work: (ctx: UserCtx) => Promise<unknown>][] = [
      ['balance reads a second', 8, (ctx) => credits.balance(ctx)],
      ['hold + settle a second', 1, question],
    ]
    for (const [name, lanes, work] of rates) {
      // Rounds alternate, so that whatever else the machine does meets both; the middle one counts.
      const rounds: [number[], number[]] = [[], []]
      for (let round = 0; round < 5; round++)
        for (const [index, ctx] of [short, long].entries()) rounds[index]!.push(await rate(lanes, () => work(ctx)))
      const [few, many] = rounds.map((each) => each.sort((a, b) => a - b)[2]!) as [number, number]
      print(name, few.toFixed(0), many.toFixed(0), (few / many).toFixed(2))
    }
    const people = await Promise.all(Array.from({ length: 16 }, () => personWith(0)))
    let next = 0
    print(
      'hold + settle a second, 16 people',
      (await rate(16, () => question(people[next++ % 16]!))).toFixed(0),
      '',
      '',
    )
  } finally {
    await database.close()
  }
}

async function question(ctx: UserCtx): Promise<void> {
  const { id } = await credits.hold(ctx, 1, newId())
  await credits.settle(ctx, id)
}

/** How often a second `work` gets done by so many lanes. */
async function rate(lanes: number, work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  let done = 0
  const lane = async () => {
    while (performance.now() - started < seconds * 1000) {
      await work()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return done / ((performance.now() - started) / 1000)
}

/** Somebody who has asked and paid for as many questions as make `lines`; written at once, as the ledger would have. */
async function personWith(lines: number): Promise<UserCtx> {
  const id = newId()
  await db.insert(users).values({ id, email: `${id}@bench.test`, name: 'Bench' })
  const actor = { userId: id, via: 'session' as const, ip: null, requestId: id }
  const user = { id, email: '', name: '', emailVerified: true, image: null, adminRoles: [] }
  const ctx = { db, now: systemClock, settings: () => DEFAULT_SETTINGS, user, actor } as unknown as UserCtx
  const expiresAt = new Date(Date.now() + 365 * DAY)
  await credits.grant(ctx, id, { kind: 'purchased', credits: 1_000_000, expiresAt, key: newId() })
  const questions = lines / LINES
  if (questions > 0) await db.transaction((tx) => past(tx as unknown as Db, id, questions))
  return ctx
}

/** Everybody else: so many people, each with credits of their own. */
async function crowd(): Promise<void> {
  await db.transaction(async (tx) => {
    const names = sql`generate_series(1, ${CROWD}::int) as name`
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(
      sql`insert into users (id, email, name) select 'crowd' || name, name || '@crowd.test', '' from ${names}`,
    )
    await tx.execute(sql`insert into credit_accounts (user_id, balance) select 'crowd' || name, 25 from ${names}`)
    await tx.execute(sql`insert into credit_lots (id, user_id, kind, granted, remaining, expires_at)
      select 'crowd' || name, 'crowd' || name, 'trial', 25, 25, now() + interval '50 days' from ${names}`)
  })
}

/** The past is written without triggers: it balances by construction, and a million checks would take minutes. */
async function past(tx: Db, userId: string, questions: number): Promise<void> {
  const asks = sql`generate_series(1, ${questions}::int) as ask`
  const deed = (name: string) => sql`${userId} || ${name} || lpad(ask::text, 9, '0')`
  const lot = sql`${userId} || ':lot:' || (ask / ${LOT}::int)`
  await tx.execute(sql`set local session_replication_role = replica`)
  await tx.execute(sql`insert into credit_lots (id, user_id, kind, granted, remaining, held, expires_at)
    select distinct ${lot}, ${userId}, 'purchased', ${LOT}::int, 0, 0,
      now() + case when ask / ${LOT}::int % 2 = 0 then interval '100 days' else interval '-1 day' end from ${asks}`)
  for (const [name, kind] of [
    [':hold:', 'hold'],
    [':settle:', 'settle'],
  ] as const) {
    await tx.execute(sql`insert into credit_transactions (id, user_id, kind, idempotency_key)
      select ${deed(name)}, ${userId}, ${kind}, ${deed(name)} from ${asks}`)
    const [from, to] = kind === 'hold' ? ['free', 'held'] : ['held', 'spent']
    await tx.execute(sql`insert into credit_entries (id, transaction_id, user_id, side, lot_id, amount)
      select ${deed(name)} || ':' || side, ${deed(name)}, ${userId}, side, ${lot}, amount
      from ${asks}, (values (${from}, -1), (${to}, 1)) as entry(side, amount)`)
  }
  await tx.execute(sql`insert into credit_holds (id, user_id, amount, state, purpose, closed_at)
    select ${deed(':hold:')}, ${userId}, 1, 'settled', 'past', now() from ${asks}`)
}

function print(...cells: string[]): void {
  process.stdout.write(`${cells.map((cell, i) => (i === 0 ? cell.padEnd(36) : cell.padStart(16))).join('')}\n`)
}
