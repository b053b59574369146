import { sql } from 'drizzle-orm'
import * as audit from '#admin/audit/list.ts'
import * as organizations from '#admin/organizations/list.ts'
import * as people from '#admin/people/list.ts'
import * as events from '#admin/security/events.ts'
import type { Page, PageRequest } from '#base/paging.ts'
import { systemClock } from '#base/time.ts'
import { connect, type Db } from '#db/connect.ts'
import * as auditChain from '#records/audit-chain.ts'
import type { AdminCtx } from '../src/ctx.ts'
import { startPostgres } from '../tests/support/postgres.ts'

/**
 * The lists of the admin panel at 10,000 and at 1,000,000 rows on a real PostgreSQL: milliseconds of a page (p50, p95) over first and
 * deep pages, searches, filters and orders, and the ratio of the p95. `bun bench/admin.ts [rows] [seconds a list]`.
 */
const MANY = Number(process.argv[2] ?? 1_000_000)
const FEW = 10_000
const SECONDS = Number(process.argv[3] ?? 2)

type Ask = (ctx: AdminCtx, page: PageRequest, salt: number) => Promise<Page<{ id: string }>>
const LISTS: Record<string, Ask> = {
  'users, newest': (ctx, page) => people.list(ctx, filter({}), page),
  'users, oldest': (ctx, page) => people.list(ctx, filter({ sort: 'created_asc' }), page),
  'users, last seen': (ctx, page) => people.list(ctx, filter({ sort: 'seen' }), page),
  'users, most credits': (ctx, page) => people.list(ctx, filter({ sort: 'credits' }), page),
  'users, search of one': (ctx, page, salt) => people.list(ctx, filter({ q: `person${salt}` }), page),
  'users, search of many': (ctx, page) => people.list(ctx, filter({ q: 'example' }), page),
  'users, disabled': (ctx, page) => people.list(ctx, filter({ disabled: 'yes' }), page),
  'users, admins': (ctx, page) => people.list(ctx, filter({ role: 'any' }), page),
  'users, premium': (ctx, page) => people.list(ctx, filter({ plan: 'premium' }), page),
  'organizations, newest': (ctx, page) => organizations.list(ctx, place({}), page),
  'organizations, search of one': (ctx, page, salt) => organizations.list(ctx, place({ q: `trading${salt}` }), page),
  'organizations, suspended': (ctx, page) => organizations.list(ctx, place({ status: 'suspended' }), page),
  'organizations, premium owner': (ctx, page) => organizations.list(ctx, place({ plan: 'premium' }), page),
  'security events, newest': (ctx, page) => events.list(ctx, {}, page),
  'security events, one kind': (ctx, page) => events.list(ctx, { kind: 'payment_tampered' }, page),
  'security events, open': (ctx, page) => events.list(ctx, { state: 'open' }, page),
  'security events, one address': (ctx, page, salt) => events.list(ctx, { ip: `10.0.${salt % 100}.1` }, page),
  'security events, one guest': (ctx, page, salt) => events.list(ctx, { person: `guest${salt}@example.com` }, page),
  'security events, one day': (ctx, page) => events.list(ctx, day(), page),
  'audit, newest': (ctx, page) => audit.list(ctx, entry({}), page),
  'audit, one action': (ctx, page) => audit.list(ctx, entry({ action: 'user.disable' }), page),
  'audit, actions of a noun': (ctx, page) => audit.list(ctx, entry({ action: 'user.' }), page),
  'audit, one subject': (ctx, page, salt) => audit.list(ctx, entry({ subject: `subject-${salt}` }), page),
  'audit, one day': (ctx, page) => audit.list(ctx, entry(day()), page),
}
const none = { from: undefined, to: undefined }
const filter = (given: object) => given as Parameters<typeof people.list>[1]
const place = (given: object) => given as Parameters<typeof organizations.list>[1]
const entry = (given: object) => ({ ...none, ...given }) as Parameters<typeof audit.list>[1]
/** A day in the middle of what there is. */
const day = () => ({ from: '2026-06-01', to: '2026-06-01' })

const sizes = [FEW, MANY]
const open: { db: Db; rows: number; close(): Promise<void> }[] = []
try {
  for (const rows of sizes) open.push(await filled(rows))
  print('list', 'p50 few', 'p95 few', 'p50 many', 'p95 many', 'ratio p95')
  for (const [name, ask] of Object.entries(LISTS)) {
    const [few, many] = (await time(ask)) as [Times, Times]
    const cells = [few.p50, few.p95, many.p50, many.p95].map((ms) => `${ms.toFixed(1)} ms`)
    print(name, ...cells, (many.p95 / few.p95).toFixed(2))
  }
  for (const { db } of open) {
    const start = performance.now()
    const { ok, checked } = await auditChain.verify({ db })
    console.info(`verify: ${ok ? 'holds' : 'broken'}, ${checked} in ${Math.round(performance.now() - start)} ms`)
  }
} finally {
  for (const it of open) await it.close()
}

async function filled(rows: number) {
  const server = await startPostgres()
  try {
    const began = performance.now()
    const database = await connect({ databaseUrl: server.url, dataDir: '' })
    await fill(database.db, rows)
    const seconds = Math.round((performance.now() - began) / 1000)
    console.info(`${rows.toLocaleString('en')} rows of each, made in ${seconds} s`)
    return { db: database.db, rows, close: () => database.close().then(server.stop) }
  } catch (error) {
    await server.stop()
    throw error
  }
}

type Times = { p50: number; p95: number }

/** Pages one after the other, ten deep, then from the beginning again; in turns, so that whatever else the machine does meets both. */
async function time(ask: Ask): Promise<Times[]> {
  const lanes = open.map(({ db, rows }) => ({
    ctx: { db, now: systemClock } as AdminCtx,
    rows,
    cursor: null as string | null,
    took: [] as number[],
  }))
  const end = performance.now() + SECONDS * 1000
  for (let n = 0; n < 30 || performance.now() < end; n++)
    for (const lane of lanes) {
      const begun = performance.now()
      const page = await ask(lane.ctx, { limit: 50, cursor: lane.cursor }, (n * 7919) % lane.rows)
      const ms = performance.now() - begun
      // The first ones find out how to ask.
      if (n >= 10) lane.took.push(ms)
      lane.cursor = n % 10 === 9 ? null : page.next
    }
  return lanes.map(({ took }) => {
    took.sort((a, b) => a - b)
    const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))]!
    return { p50: at(0.5), p95: at(0.95) }
  })
}

/** People, organizations with an owner, security events and audit events over 365 days, made by the database itself. */
async function fill(db: Db, rows: number): Promise<void> {
  await db.transaction(async (tx) => {
    // No trigger looks at rows that nothing would ever add up to.
    await tx.execute(sql`set local session_replication_role = replica`)
    await insert(tx as unknown as Db, rows)
  })
  while ((await auditChain.seal({ db })) > 0);
  await db.execute(sql`vacuum analyze`)
}

async function insert(db: Db, rows: number): Promise<void> {
  const n = sql.raw(String(rows))
  const at = sql.raw(`timestamptz '2026-01-01' + (i * (365.0 / ${rows})) * interval '1 day'`)
  const id = (kind: number) =>
    sql.raw(
      `(select substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-7${kind}00-8000-' || lpad(to_hex(i), 12, '0') from lpad(to_hex((extract(epoch from timestamptz '2026-01-01' + (i * (365.0 / ${rows})) * interval '1 day') * 1000)::bigint), 12, '0') h)`,
    )
  await db.execute(sql`insert into users (id, name, email, email_verified, admin_roles, disabled_at, last_seen_at, created_at, updated_at)
    select ${id(1)}, 'Person' || i || ' Surname' || i % 1000, 'mail' || i || '@example.com', i % 50 <> 0,
      case when i % ${n} < 20 then array['support'] else '{}'::text[] end,
      case when i % 500 = 0 then now() end, ${at} + (i % 97) * interval '1 hour', ${at}, ${at} from generate_series(1, ${n}) i`)
  await db.execute(
    sql`insert into credit_accounts (user_id, balance) select ${id(1)}, i::bigint * 7919 % 5000 from generate_series(1, ${n}) i`,
  )
  await db.execute(sql`insert into subscriptions (id, user_id, plan_type, is_annual, monthly_credits, current_period_end)
    select ${id(2)}, ${id(1)}, 'premium', false, 100, now() + interval '400 days' from generate_series(1, ${n}) i where i % 20 = 0`)
  await db.execute(sql`insert into organizations (id, name, status, created_at, updated_at)
    select ${id(3)}, 'Trading' || i || ' House', case when i % 500 = 0 then 'suspended' else 'active' end, ${at}, ${at} from generate_series(1, ${n}) i`)
  await db.execute(sql`insert into organization_members (id, organization_id, user_id, role)
    select ${id(4)}, ${id(3)}, ${id(1)}, 'owner' from generate_series(1, ${n}) i`)
  await db.execute(sql`insert into security_events (id, kind, actor_id, ip, request_id, details, acknowledged_at, created_at)
    select ${id(5)}, case when i % 1000 = 0 then 'payment_tampered' else 'sign_in_failed' end, case when i % 2 = 0 then ${id(1)} end,
      '10.0.' || i % 100 || '.' || i % 7, 'r' || i, jsonb_build_object('email', 'guest' || i || '@example.com'),
      case when i % 10 <> 0 then now() end, ${at} from generate_series(1, ${n}) i`)
  await db.execute(sql`insert into audit_events (id, actor_id, action, subject, details, created_at)
    select ${id(6)}, ${id(1)}, case when i % 1000 = 0 then 'user.disable' when i % 3 = 0 then 'user.update' else 'session.begin' end,
      'subject-' || i, jsonb_build_object('device', 'Chrome'), ${at} from generate_series(1, ${n}) i`)
}

function print(name: string, ...cells: string[]): void {
  console.info(name.padEnd(32) + cells.map((cell) => cell.padStart(12)).join(''))
}
