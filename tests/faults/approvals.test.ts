import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq, inArray } from 'drizzle-orm'
import * as allocations from '#admin/allocations/actions.ts'
import { decline } from '#admin/approvals/approvals.ts'
import { confirm } from '#admin/approvals/confirm.ts'
import * as people from '#admin/people/actions.ts'
import { decide } from '#admin/refunds/actions.ts'
import type { Approval } from '#admin/rules/approval.ts'
import { allocationBody } from '#admin/rules/credit-allocation.ts'
import type { AppError } from '#base/errors.ts'
import { DAY, MINUTE, systemClock } from '#base/time.ts'
import * as credits from '#billing/credits.ts'
import { settle } from '#billing/payments.ts'
import * as refundRequests from '#billing/refund-requests.ts'
import { asSystem } from '#billing/system.ts'
import { connect, type Database } from '#db/connect.ts'
import { auditEvents, refunds, users } from '#db/schema/index.ts'
import { createSandbox, type Sandbox } from '#outside/sandbox/sandbox.ts'
import { DEFAULT_SETTINGS } from '#records/rules/setting.ts'
import type { AdminCtx, World } from '../../src/ctx.ts'
import { newBuyer, paying } from '../support/buyer.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { SECRETS, watchedLog } from '../support/secrets.ts'

/** Two admins at the same moment, on a real PostgreSQL: what needs a second one is carried out once or not at all, and nobody is stuck. */
let server: PostgresServer
let database: Database
let sandbox: Sandbox
let world: World & { sandbox: Sandbox }
beforeAll(async () => {
  server = await startPostgres()
  database = await connect({ databaseUrl: server.url, dataDir: '' })
  const config = { LOG_LEVEL: 'silent', HOST: '127.0.0.1', PORT: 3000, authSecret: SECRETS.AUTH_SECRET }
  const ctx = { db: database.db, now: systemClock, log: watchedLog(config as World['config']) }
  sandbox = createSandbox({ ...ctx, authSecret: SECRETS.AUTH_SECRET, timeoutMs: MINUTE })
  const settings = () => DEFAULT_SETTINGS
  world = { ...ctx, config, settings, sandbox, gateway: sandbox.gateway, mailer: null } as unknown as typeof world
}, 300_000)
afterAll(async () => {
  await sandbox?.close()
  await database?.close()
  await server?.stop()
})

async function admin(role = 'finance'): Promise<AdminCtx> {
  const ctx = await newBuyer(world)
  await world.db
    .update(users)
    .set({ adminRoles: [role] })
    .where(eq(users.id, ctx.user.id))
  return { ...ctx, adminRoles: [role] }
}
/** What became of each: `done`, or the code of the refusal. */
const outcomes = async (works: Promise<unknown>[]) =>
  (await Promise.allSettled(works))
    .map((it) => (it.status === 'fulfilled' ? 'done' : ((it.reason as AppError).code ?? String(it.reason))))
    .sort()
const until = () => new Date(Date.now() + 30 * DAY).toISOString()

async function gift(by: AdminCtx) {
  const { user, ...ctx } = await newBuyer(world)
  const order = allocationBody.parse({ person: user.id, credits: 6000, expires_at: until(), reason: 'an outage' })
  const { id } = (await allocations.allocate(by, order)) as Approval
  return { id, balance: async () => (await credits.balance({ ...ctx, user })).balance }
}

test('of many who confirm and decline at once, whoever asked among them, one decides', async () => {
  const [ada, bob, carol] = [await admin(), await admin(), await admin()]
  for (let round = 0; round < 8; round++) {
    const { id, balance } = await gift(ada)
    const found = await outcomes([
      ...[bob, carol, bob, ada].map((who) => confirm(who, id, 'as agreed')),
      decline(carol, id, 'too much'),
    ])
    expect(found).toEqual(['approval_decided', 'approval_decided', 'approval_decided', 'done', 'own_account'])
    const events = await world.db.select().from(auditEvents)
    const ends = events.filter(({ action, details }) => details.approval === id && action.startsWith('approval.'))
    const [last] = ends.filter(({ action }) => action !== 'approval.request')
    expect([ends.length, await balance()]).toEqual([2, last!.action === 'approval.confirm' ? 6025 : 25])
  }
})

test('a role that is taken away at the same moment is taken away before or after, never between', async () => {
  const boss = await admin('superadmin')
  for (let round = 0; round < 8; round++) {
    const [ada, bob] = [await admin(), await admin()]
    const { id, balance } = await gift(ada)
    const whose = round % 2 === 0 ? ada : bob
    const found = await outcomes([
      people.setRoles(boss, whose.user.id, [], 'left the desk'),
      confirm(bob, id, 'as agreed'),
    ])
    const done = found.every((it) => it === 'done')
    expect(['done', 'done,requester_lost_role', 'done,not_admin']).toContain(done ? 'done' : found.join(','))
    expect(await balance()).toBe(done ? 6025 : 25)
  }
})

test('a refund that is rejected, asked for again and confirmed at once goes back once or not at all', async () => {
  const [ada, bob, carol] = [await admin(), await admin(), await admin()]
  for (let round = 0; round < 6; round++) {
    const { ctx, payment } = await paying(world, sandbox, 20_000)
    await settle(asSystem(world), payment.id)
    const { id } = await refundRequests.request(ctx, payment.id, 'Not what I needed.')
    await decide(ada, id, 'approve', '', 'as agreed')
    const { id: approval } = (await decide(ada, id, 'refund', '', 'as agreed')) as Approval
    const found = await outcomes([
      confirm(bob, approval, 'as agreed'),
      decide(carol, id, 'reject', 'Sorry.', 'a mistake'),
      confirm(carol, approval, 'as agreed'),
      decide(carol, id, 'refund', '', 'as agreed'),
    ])
    expect(found.filter((it) => it === 'done')).toHaveLength(1)
    const known = ['done', 'approval_decided', 'approval_waiting', 'wrong_state']
    expect(found.filter((it) => !known.includes(it))).toEqual([])
    const back = await world.db
      .select()
      .from(refunds)
      .where(inArray(refunds.paymentId, [payment.id]))
    expect(back.length).toBeLessThanOrEqual(1)
    const { request } = await refundRequests.find(ada, id)
    expect(request.state).toBe(back.length === 1 ? 'refunded' : 'rejected')
  }
})
