import { expect, test } from 'bun:test'
import { and, eq, inArray } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { DAY } from '#base/time.ts'
import { settle } from '#billing/payments.ts'
import * as refundRequests from '#billing/refund-requests.ts'
import { asSystem } from '#billing/system.ts'
import { mails, users } from '#db/schema/index.ts'
import { createSandbox } from '#outside/sandbox/sandbox.ts'
import { paying } from '../../tests/support/buyer.ts'
import { call, signUp } from '../../tests/support/people.ts'
import { testApp, worldOfItsOwn } from '../../tests/support/world.ts'
import type { World } from '../ctx.ts'
import { countText } from './rules/waiting.ts'
import { tellWaiting } from './waiting.ts'

const base = await worldOfItsOwn()
const sandbox = createSandbox({ ...base, authSecret: base.config.authSecret, timeoutMs: 60_000 })
const world: World = { ...base, sandbox, gateway: sandbox.gateway }
const app = await testApp(world)
const admin = async (role: string) => {
  const person = await signUp(app, { email: `${role}-${newId()}@example.com` })
  await world.db
    .update(users)
    .set({ adminRoles: [role], emailVerified: true })
    .where(eq(users.id, person.user.id))
  return person
}
const [finance, second, helper] = [await admin('finance'), await admin('superadmin'), await admin('support')]

async function asked() {
  const { ctx, payment } = await paying(world, sandbox)
  await settle(asSystem(world), payment.id)
  return refundRequests.request(ctx, payment.id, 'Not what I needed.')
}
const mailed = () =>
  world.db
    .select()
    .from(mails)
    .where(
      and(
        eq(mails.kind, 'finance_waiting'),
        inArray(mails.to, [finance.user.email, second.user.email, helper.user.email]),
      ),
    )
const page = async (path: string, cookie: string) => (await app.request(path, { headers: { cookie } })).text()

test('what waits for finance is told once a day each, counted beside the sidebar and on the dashboard', async () => {
  expect([await tellWaiting(world), (await mailed()).length]).toEqual([0, 0])
  const [{ id }] = [await asked(), await asked()]
  const days = (many: number): World => ({ ...world, now: () => new Date(Date.now() + many * DAY) })
  // As many servers at once.
  await Promise.all(Array.from({ length: 4 }, () => tellWaiting(world)))
  const first = await mailed()
  expect(first.map(({ to }) => to).sort()).toEqual([finance.user.email, second.user.email].sort())
  expect(first[0]!.text).toContain('2 refund requests wait for a decision.')
  await tellWaiting(world)
  expect((await mailed()).length).toBe(2)
  await tellWaiting(days(1))
  expect((await mailed()).length).toBe(4)
  const off = {
    ...days(2),
    settings: () => ({ ...base.settings(), finance: { ...base.settings().finance, daily_mail: false } }),
  }
  expect([await tellWaiting(off), (await mailed()).length]).toEqual([0, 4])

  await call(app, finance, 'POST', `/api/admin/refund-requests/${id}/approve`, { reason: 'as agreed' })
  const { body } = await call(app, helper, 'GET', '/api/admin/dashboard')
  expect(body.waiting).toEqual({ requested: 1, approved: 1, approvals: 0 })
  const html = await page('/admin/dashboard', finance.cookie)
  expect(html).toMatch(/Refund Requests<span class="badge badge-red">2<span class="quiet"> waiting<\/span>/)
  expect(html).toContain('1 refund request waits for a decision, 1 approved refund is not paid back yet.')
  expect(await page('/admin/dashboard', helper.cookie)).not.toContain('class="quiet"> waiting')
})

test('more than anybody counts is said so', () => {
  expect([countText(3), countText(99), countText(100)]).toEqual(['3', '99', '99+'])
})
