import { describe, expect, test } from 'bun:test'
import { and, desc, eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { DAY } from '#base/time.ts'
import * as credits from '#billing/credits.ts'
import * as refundRequests from '#billing/refund-requests.ts'
import {
  auditEvents,
  creditAllocations,
  mails,
  refunds,
  secondApprovals,
  securityEvents,
  users,
} from '#db/schema/index.ts'
import * as buyer from '../../../tests/support/buyer.ts'
import { call, form, type Person, signUp, userCtx } from '../../../tests/support/people.ts'
import { testApp, testWorld, worldOfItsOwn } from '../../../tests/support/world.ts'
import type { AdminCtx } from '../../ctx.ts'
import { expire } from './approvals.ts'
import { confirm } from './confirm.ts'

const [app, world] = [await testApp(), await testWorld()]
const setRoles = (id: string, adminRoles: string[]) =>
  world.db.update(users).set({ adminRoles }).where(eq(users.id, id))
const admin = async (role: string) => {
  const person = await signUp(app, { verified: true })
  await setRoles(person.user.id, [role])
  return person
}
const [ada, bob, boss] = [await admin('finance'), await admin('finance'), await admin('superadmin')]
const adminCtx = async (person: Person): Promise<AdminCtx> => ({
  ...(await userCtx(world, person.user.id)),
  adminRoles: ['finance'],
})
const soon = new Date(Number(world.now()) + 30 * DAY).toISOString().slice(0, 10)
const reason = 'as agreed'

/** A request for the money of so many credits; 20,000 of them cost more than one admin may pay back alone. */
async function asked(amount = 20_000, as?: Person) {
  const ctx = as ? await userCtx(world, as.user.id) : await buyer.newBuyer(world)
  await buyer.payingAs(world, ctx, amount)
  const [payment] = (await call(app, ada, 'GET', `/api/admin/billing/payments?q=${ctx.user.id}`)).body
  const { id } = await refundRequests.request(ctx, payment.id, 'Not what I needed.')
  return { ctx, id, paymentId: payment.id as string }
}
const decide = (who: Person, id: string, verb: string, note = '') =>
  call(app, who, 'POST', `/api/admin/refund-requests/${id}/${verb}`, { reason, note })
const allocate = (who: Person, input: object) =>
  call(app, who, 'POST', '/api/admin/credit-allocations', { reason, expires_at: soon, ...input })
const answer = (who: Person, id: string, verb: string) =>
  call(app, who, 'POST', `/api/admin/approvals/${id}/${verb}`, { reason })
const auditOf = (action: string, subject: string) =>
  world.db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.action, action), eq(auditEvents.subject, subject)))
    .orderBy(desc(auditEvents.id))
const balanceOf = async (id: string) => (await credits.balance(await userCtx(world, id))).balance

/** An approved request above the limit that waits for a second admin, asked for by Ada. */
async function waiting() {
  const it = await asked()
  await decide(ada, it.id, 'approve')
  const { status, body } = await decide(ada, it.id, 'refund')
  expect(status).toBe(202)
  return { ...it, approval: body.second_approval }
}

describe('nobody decides about their own money', () => {
  test('not their refund request, by page or API, whatever its amount; another admin may', async () => {
    const { id } = await asked(100, ada)
    for (const verb of ['approve', 'reject', 'refund']) {
      const { status, body } = await decide(ada, id, verb, 'It is mine.')
      expect([status, body.code]).toEqual([403, 'own_account'])
    }
    const posted = await app.request(`/admin/refund-requests/${id}/approve`, form({ reason, note: '' }, ada.cookie))
    expect(posted.status).toBe(403)
    const page = await app.request(`/admin/refund-requests/${id}`, { headers: { cookie: ada.cookie } })
    const html = await page.text()
    expect(html).toContain('This is your own request')
    expect(html).not.toContain('>Approve</button>')
    const noted = await world.db
      .select()
      .from(securityEvents)
      .where(and(eq(securityEvents.kind, 'own_account_refused'), eq(securityEvents.actorId, ada.user.id)))
    expect(noted.length).toBe(4)
    expect((await decide(bob, id, 'approve')).status).toBe(200)
    expect((await decide(ada, id, 'refund')).status).toBe(403)
    expect((await decide(boss, id, 'refund')).body.state).toBe('refunded')
  })

  test('not their credits, one by one or in a file, as a superadmin neither', async () => {
    const before = await balanceOf(boss.user.id)
    for (const kind of ['grant', 'deduct']) {
      const { status, body } = await allocate(boss, { person: boss.user.email, kind, credits: 5 })
      expect([status, body.code]).toEqual([403, 'own_account'])
    }
    const csv = `email,credits,expiry,reason\n${boss.user.email},5,${soon},a prize\n`
    const file = await call(app, boss, 'POST', '/api/admin/credit-allocations', { csv })
    expect([file.status, file.body.code]).toEqual([422, 'file_wrong'])
    expect(file.body.details.lines[0].problem).toContain('You cannot give yourself credits')
    expect(await balanceOf(boss.user.id)).toBe(before)
  })
})

describe('above the limit a second finance admin confirms', () => {
  test('a refund moves when somebody else confirms it, once, and both are named', async () => {
    const { ctx, id, paymentId, approval } = await waiting()
    expect(approval).toMatchObject({
      kind: 'refund',
      what: 'Pay ₹19,800.00 back',
      state: 'waiting',
      requested_by: { id: ada.user.id },
      user: { id: ctx.user.id },
    })
    expect(await world.db.select().from(refunds).where(eq(refunds.paymentId, paymentId))).toEqual([])
    const told = await world.db.select().from(mails).where(eq(mails.kind, 'second_approval'))
    expect(told.map(({ to }) => to)).toContain(bob.user.email)
    expect(told.map(({ to }) => to)).not.toContain(ada.user.email)

    const again = await decide(bob, id, 'refund')
    expect([again.status, again.body.code]).toEqual([409, 'approval_waiting'])
    const own = await answer(ada, approval.id, 'confirm')
    expect([own.status, own.body.code]).toEqual([403, 'own_account'])
    const confirmed = await answer(bob, approval.id, 'confirm')
    expect(confirmed.body).toMatchObject({ state: 'confirmed', decided_by: { id: bob.user.id } })
    const late = await answer(boss, approval.id, 'confirm')
    expect([late.status, late.body.code]).toEqual([409, 'approval_decided'])
    expect(await world.db.select().from(refunds).where(eq(refunds.paymentId, paymentId))).toMatchObject([
      { amount: 1_980_000 },
    ])
    const [event] = await auditOf('refund.refund', id)
    expect(event).toMatchObject({ actorId: bob.user.id, details: { requested_by: ada.user.id, approval: approval.id } })
    const { body } = await call(app, ada, 'GET', `/api/admin/refund-requests/${id}`)
    expect(body.history.at(-1).by).toBe(`${bob.user.email}, asked by ${ada.user.email}`)
    expect(body.second).toMatchObject({ needed: false, waiting: null })
  })

  test('two who confirm at once carry it out once', async () => {
    const { paymentId, approval } = await waiting()
    const both = await Promise.all([answer(bob, approval.id, 'confirm'), answer(boss, approval.id, 'confirm')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await world.db.select().from(refunds).where(eq(refunds.paymentId, paymentId))).toHaveLength(1)
  })

  test('both look after money at the moment of the confirmation', async () => {
    const { paymentId, approval } = await waiting()
    const carol = await admin('finance')
    const late = await adminCtx(carol)
    await setRoles(carol.user.id, [])
    await expect(confirm(late, approval.id, reason)).rejects.toMatchObject({ code: 'not_admin' })
    await setRoles(ada.user.id, [])
    const { status, body } = await answer(bob, approval.id, 'confirm')
    await setRoles(ada.user.id, ['finance'])
    expect([status, body.code]).toEqual([409, 'requester_lost_role'])
    expect(await world.db.select().from(refunds).where(eq(refunds.paymentId, paymentId))).toEqual([])
    expect((await answer(bob, approval.id, 'decline')).body.state).toBe('declined')
  })

  test('a request that is rejected meanwhile waits no more, and what is smaller goes at once', async () => {
    const { id, approval } = await waiting()
    expect((await decide(bob, id, 'reject', 'Asked by mistake.')).status).toBe(200)
    expect((await call(app, bob, 'GET', `/api/admin/approvals/${approval.id}`)).body.state).toBe('declined')
    const small = await asked(1000)
    await decide(ada, small.id, 'approve')
    expect((await decide(ada, small.id, 'refund')).status).toBe(200)
  })

  test('credits wait, are given once under their key, and can be taken back or expire', async () => {
    const { user } = await signUp(app)
    const input = { person: user.id, credits: 6000, key: newId() }
    const [first, second] = [await allocate(ada, input), await allocate(ada, input)]
    expect([first.status, second.status]).toEqual([202, 202])
    const { id } = first.body.second_approval
    expect(second.body.second_approval.id).toBe(id)
    expect(await balanceOf(user.id)).toBe(25)
    expect((await answer(bob, id, 'confirm')).status).toBe(200)
    expect((await allocate(ada, input)).body).toMatchObject({ repeated: true, balance: { after: 6025 } })
    const { body } = await call(app, ada, 'GET', `/api/admin/credit-allocations?q=${user.id}`)
    expect(body).toMatchObject([{ allocated_by: { id: ada.user.id }, confirmed_by: { id: bob.user.id } }])

    const back = await allocate(ada, { person: user.id, credits: 6000 })
    expect((await answer(ada, back.body.second_approval.id, 'decline')).body.state).toBe('withdrawn')
    const late = await allocate(ada, { person: user.id, credits: 6000 })
    const waits = eq(secondApprovals.id, late.body.second_approval.id)
    await world.db.update(secondApprovals).set({ expiresAt: world.now() }).where(waits)
    const confirmed = await answer(bob, late.body.second_approval.id, 'confirm')
    expect([confirmed.status, confirmed.body.code]).toEqual([409, 'approval_expired'])
    expect(await expire(world)).toBe(1)
    expect((await world.db.select().from(secondApprovals).where(waits))[0]!.state).toBe('expired')
    expect(await balanceOf(user.id)).toBe(6025)
  })

  test('many small gifts to one person count as one', async () => {
    const { user } = await signUp(app)
    expect((await allocate(ada, { person: user.id, credits: 4000 })).status).toBe(200)
    expect((await allocate(bob, { person: user.id, credits: 1001 })).status).toBe(202)
    expect((await allocate(bob, { person: user.id, credits: 1000 })).status).toBe(200)
  })

  test('a file waits as a whole, and neither admin stands in it', async () => {
    const [one, two] = [await signUp(app), await signUp(app)]
    const csv = (...people: Person[]) =>
      ['email,credits,expiry,reason', ...people.map((it) => `${it.user.email},3000,${soon},a prize ${newId()}`)].join(
        '\n',
      )
    const give = (text: string) => call(app, ada, 'POST', '/api/admin/credit-allocations', { csv: text })
    const mine = await give(csv(one, bob))
    const refused = await answer(bob, mine.body.second_approval.id, 'confirm')
    expect([refused.status, refused.body.code]).toEqual([422, 'file_wrong'])
    const theirs = await give(csv(one, two))
    expect((await answer(bob, theirs.body.second_approval.id, 'confirm')).status).toBe(200)
    const given = await world.db.select().from(creditAllocations).where(eq(creditAllocations.userId, two.user.id))
    expect(given).toMatchObject([{ credits: 3000, allocatedBy: ada.user.id, confirmedBy: bob.user.id }])
  })
})

test('whoever is alone is told what is missing, in words', async () => {
  const own = await worldOfItsOwn()
  const alone = await testApp(own)
  const only = await signUp(alone, { email: `only-${newId()}@example.com` })
  await own.db
    .update(users)
    .set({ adminRoles: ['superadmin'], emailVerified: true })
    .where(eq(users.id, only.user.id))
  const ctx = await buyer.newBuyer(own)
  const { status, body } = await call(alone, only, 'POST', '/api/admin/credit-allocations', {
    ...{ reason, expires_at: soon, person: ctx.user.id, credits: 6000 },
  })
  expect([status, body.code]).toEqual([409, 'second_admin_missing'])
  expect(body.error).toContain('give somebody the role finance')
  const page = await alone.request('/admin/credit-allocation', { headers: { cookie: only.cookie } })
  expect(await page.text()).toContain('You are the only finance admin')
})
