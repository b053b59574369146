import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { newId } from '#base/ids.ts'
import { DAY, HOUR } from '#base/time.ts'
import * as orders from '#billing/orders.ts'
import { settle } from '#billing/payments.ts'
import { asSystem } from '#billing/system.ts'
import { orders as orderRows, webhookEvents } from '#db/schema/index.ts'
import { lookAtPage, lookAtState } from '../support/browser.ts'
import { newBuyer, payAt } from '../support/buyer.ts'
import { type Person, userCtx } from '../support/people.ts'
import { openSite, type Site } from '../support/site.ts'

/** A person asks for their money back and finance gives it; credits for many; a payment that nobody told of. */
let site: Site
let asha: Page
let person: Person
let fin: Page
/** Nobody else in the lists has this name. */
const NAME = `Asha ${newId()}`
const trouble: string[] = []
const soon = () => new Date(Number(site.world.now()) + 90 * DAY).toISOString().slice(0, 10)
const look = (name: string, within?: string) => lookAtState(fin, name, within)

const ordered = async (credits: number, currency = 'INR') => {
  const ctx = await userCtx(site.world, person.user.id)
  const { order } = await orders.orderCredits(ctx, credits, currency)
  return { gatewayOrderId: order.id, payment: await payAt(site.world.sandbox, order.id) }
}

beforeAll(async () => {
  site = await openSite()
  ;({ person, page: asha } = await site.visit({ name: NAME }))
  const finance = await site.visit({ verified: true, adminRoles: ['finance'] })
  fin = finance.page
  for (const page of [asha, fin]) page.on('pageerror', (error) => trouble.push(error.message))
}, 300_000)
afterAll(() => site.close())

test('a person asks for a refund, finance approves it and pays it back, the person sees it', async () => {
  const { payment } = await ordered(200)
  await settle(asSystem(site.world), payment.id)
  await asha.goto('/refund-requests')
  const paid = asha.locator('.refund', { hasText: '200 credits' })
  await paid.getByText('Ask for a refund').click()
  await paid.getByLabel('Why do you want it back?').fill('We chose another way to work.')
  await paid.getByRole('button', { name: 'Request refund' }).click()
  await asha.getByText('Your request is with us.').waitFor()

  await fin.goto('/admin/dashboard')
  await fin.getByRole('link', { name: /^Refund Requests \d+ waiting$/ }).click()
  await fin.getByRole('heading', { name: 'Refund Requests' }).waitFor()
  await lookAtPage(fin, 'admin-refunds')
  await fin.getByRole('link', { name: NAME }).click()
  await fin.getByText('What would go back now').waitFor()
  await fin.getByText('We chose another way to work.').waitFor()
  await lookAtPage(fin, 'admin-refund')
  await fin.getByRole('button', { name: 'Approve' }).click()
  const asked = fin.getByRole('dialog', { name: 'Approve this request?' })
  await asked.getByLabel('Reason').fill('Within the rules.')
  await asked.getByRole('button', { name: 'Approve' }).click()
  await fin.getByText('The request is approved').waitFor()
  await fin.getByRole('button', { name: 'Pay back' }).click()
  const paying = fin.getByRole('dialog', { name: 'Pay the money back?' })
  await paying.getByLabel('Told to the person').fill('Thank you for trying it.')
  await paying.getByLabel('Reason').fill('Approved before.')
  await paying.getByRole('button', { name: 'Pay back' }).click()
  await fin.getByText('the money is on its way').waitFor()
  expect(await fin.getByRole('region', { name: 'History' }).innerText()).toContain('Within the rules.')
  await asha.reload()
  await asha.getByText('Thank you for trying it.').waitFor()
})

test('credits are given to one person and, after a preview, to many', async () => {
  await fin.goto('/admin/credit-allocation')
  await fin.getByRole('button', { name: 'Give credits' }).click()
  const giving = fin.getByRole('dialog', { name: 'Give credits' })
  await giving.getByLabel('Email address or id').fill(person.user.email)
  await giving.getByLabel('Credits', { exact: true }).fill('40')
  await giving.getByLabel('Expire at the end of').fill(soon())
  await giving.getByLabel('Reason').fill('An outage on Friday.')
  await look('admin-allocation-act', 'dialog:popover-open')
  await giving.getByRole('button', { name: 'Give credits' }).click()
  await fin.getByText('The credits are given.').waitFor()
  await fin.getByRole('link', { name: 'Give by CSV' }).click()
  const chosen = (csv: string) =>
    fin.getByLabel('CSV file').setInputFiles({ name: 'beta.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  const head = 'email,credits,expiry,reason\n'
  await chosen(`${head}${person.user.email},5,${soon()},beta\nnobody@example.com,x,2020-01-01,\n`)
  await fin.getByRole('button', { name: 'Preview' }).click()
  await fin.getByText('1 line is wrong').waitFor()
  await look('admin-allocation-preview')
  expect(await fin.getByRole('button', { name: /^Give / }).count()).toBe(0)
  await fin.getByRole('link', { name: 'Choose another file' }).click()
  // Nobody gives themselves credits, so somebody else stands in the file too.
  const { user } = await newBuyer(site.world)
  await chosen(`${head}${person.user.email},5,${soon()},beta\n${user.email},6,${soon()},beta\n`)
  await fin.getByRole('button', { name: 'Preview' }).click()
  await fin.getByRole('button', { name: 'Give 11 credits' }).click()
  await fin.getByText('The file is given').waitFor()
  await lookAtPage(fin, 'admin-allocations')
  expect(await fin.getByRole('region', { name: 'Allocations' }).getByRole('row').count()).toBe(3)
})

test('a payment that nobody told of is found on top and reconciled', async () => {
  const { gatewayOrderId, payment } = await ordered(500, 'USD')
  const { db, now } = site.world
  await db.insert(webhookEvents).values({
    eventId: newId(),
    type: 'payment.captured',
    body: '{}',
    paymentId: payment.id,
    gatewayOrderId,
    state: 'failed',
    attempts: 12,
    lastError: 'HTTP 502',
    createdAt: new Date(Number(now()) - HOUR),
  })
  await fin.goto('/admin/billing')
  const wrong = fin.getByRole('region', { name: 'To look at' })
  await wrong.getByText('Paid but not credited').waitFor()
  await lookAtPage(fin, 'admin-billing')
  await wrong.getByRole('button', { name: 'Reconcile' }).click()
  const asked = fin.locator('dialog:popover-open')
  await asked.getByLabel('Reason').fill('The person wrote to us.')
  await asked.getByRole('button', { name: 'Reconcile' }).click()
  await fin.getByText('The gateway was asked').waitFor()
  expect(await fin.getByText('Paid but not credited').count()).toBe(0)
  const [order] = await db.select().from(orderRows).where(eq(orderRows.gatewayOrderId, gatewayOrderId))
  expect(order!.state).toBe('paid')
  for (const tab of ['Payments', 'Invoices', 'Webhooks']) {
    await fin.getByRole('navigation', { name: 'Lists of money' }).getByRole('link', { name: tab }).click()
    await fin.getByRole('region', { name: tab }).waitFor()
    await lookAtPage(fin, `admin-billing-${tab.toLowerCase()}`)
  }
  await fin.goto('/admin/dashboard?period=30d')
  await fin.getByRole('heading', { name: 'Revenue in INR' }).waitFor()
  await look('admin-dashboard-money')
})

test('nothing failed behind the scenes', () => {
  expect(trouble).toEqual([])
})
