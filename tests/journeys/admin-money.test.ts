import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import type { Browser, Page } from 'playwright-core'
import { newId } from '#base/ids.ts'
import { DAY, HOUR } from '#base/time.ts'
import * as orders from '#billing/orders.ts'
import { settle } from '#billing/payments.ts'
import { asSystem } from '#billing/system.ts'
import { orders as orderRows, users, webhookEvents } from '#db/schema/index.ts'
import { readConfig } from '../../src/config.ts'
import { type RunningServer, startServer } from '../../src/server.ts'
import { axe, openBrowser, screenshots } from '../support/browser.ts'
import { newBuyer, payAt } from '../support/buyer.ts'
import { newDataFolder } from '../support/data-folder.ts'
import { userCtx } from '../support/people.ts'
import { PATIENCE, settleIn } from './visit.ts'

/** A person asks for their money back and finance gives it; credits for many; a payment that nobody told of. */
let server: RunningServer
let browser: Browser
let asha: Page
let fin: Page
let dataDir = ''
const trouble: string[] = []
const soon = () => new Date(Number(server.world.now()) + 90 * DAY).toISOString().slice(0, 10)
const look = (page: Page, name: string) =>
  screenshots(page, name, async (theme) => expect([theme, ...(await axe(page))]).toEqual([theme]))
const wide = (page: Page) => page.setViewportSize({ width: 1280, height: 820 })

async function visitor(email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.address, viewport: { width: 1280, height: 820 } })
  context.setDefaultTimeout(PATIENCE)
  const page = await context.newPage()
  page.on('pageerror', (error) => trouble.push(error.message))
  await settleIn(page, email)
  return page
}
const idOf = async (email: string) => {
  const [user] = await server.world.db.select().from(users).where(eq(users.email, email))
  return user!.id
}
const ordered = async (credits: number, currency = 'INR') => {
  const ctx = await userCtx(server.world, await idOf('asha@example.com'))
  const { order } = await orders.orderCredits(ctx, credits, currency)
  return { gatewayOrderId: order.id, payment: await payAt(server.world.sandbox!, order.id) }
}

beforeAll(async () => {
  dataDir = await newDataFolder()
  server = await startServer(readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' }))
  browser = await openBrowser()
  asha = await visitor('asha@example.com')
  fin = await visitor('fin@example.com')
  await server.world.db
    .update(users)
    .set({ adminRoles: ['finance'] })
    .where(eq(users.email, 'fin@example.com'))
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('a person asks for a refund, finance approves it and pays it back, the person sees it', async () => {
  const { payment } = await ordered(200)
  await settle(asSystem(server.world), payment.id)
  await asha.goto('/refund-requests')
  const paid = asha.locator('.refund', { hasText: '200 credits' })
  await paid.getByText('Ask for a refund').click()
  await paid.getByLabel('Why do you want it back?').fill('We chose another way to work.')
  await paid.getByRole('button', { name: 'Request refund' }).click()
  await asha.getByText('Your request is with us.').waitFor()

  await fin.goto('/admin/dashboard')
  await fin.getByRole('link', { name: 'Refund Requests 1 waiting' }).click()
  await fin.getByRole('heading', { name: 'Refund Requests' }).waitFor()
  await look(fin, 'admin-refunds')
  await wide(fin)
  await fin.getByRole('link', { name: 'Asha Rao' }).first().click()
  await fin.getByText('What would go back now').waitFor()
  await fin.getByText('We chose another way to work.').waitFor()
  await look(fin, 'admin-refund')
  await wide(fin)
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
}, 120_000)

test('credits are given to one person and, after a preview, to many', async () => {
  await fin.goto('/admin/credit-allocation')
  await fin.getByRole('button', { name: 'Give credits' }).click()
  const giving = fin.getByRole('dialog', { name: 'Give credits' })
  await giving.getByLabel('Email address or id').fill('asha@example.com')
  await giving.getByLabel('Credits', { exact: true }).fill('40')
  await giving.getByLabel('Expire at the end of').fill(soon())
  await giving.getByLabel('Reason').fill('An outage on Friday.')
  await look(fin, 'admin-allocation-act')
  await wide(fin)
  await giving.getByRole('button', { name: 'Give credits' }).click()
  await fin.getByText('The credits are given.').waitFor()
  await fin.getByRole('link', { name: 'Give by CSV' }).click()
  const chosen = (csv: string) =>
    fin.getByLabel('CSV file').setInputFiles({ name: 'beta.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  const head = 'email,credits,expiry,reason\n'
  await chosen(`${head}asha@example.com,5,${soon()},beta\nnobody@example.com,x,2020-01-01,\n`)
  await fin.getByRole('button', { name: 'Preview' }).click()
  await fin.getByText('1 line is wrong').waitFor()
  await look(fin, 'admin-allocation-preview')
  await wide(fin)
  expect(await fin.getByRole('button', { name: /^Give / }).count()).toBe(0)
  await fin.getByRole('link', { name: 'Choose another file' }).click()
  // Nobody gives themselves credits, so somebody else stands in the file too.
  const { user } = await newBuyer(server.world)
  await chosen(`${head}asha@example.com,5,${soon()},beta\n${user.email},6,${soon()},beta\n`)
  await fin.getByRole('button', { name: 'Preview' }).click()
  await fin.getByRole('button', { name: 'Give 11 credits' }).click()
  await fin.getByText('The file is given').waitFor()
  await look(fin, 'admin-allocations')
  await wide(fin)
  expect(await fin.getByRole('region', { name: 'Allocations' }).getByRole('row').count()).toBe(3)
}, 120_000)

test('a payment that nobody told of is found on top and reconciled', async () => {
  const { gatewayOrderId, payment } = await ordered(500, 'USD')
  const { db, now } = server.world
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
  await look(fin, 'admin-billing')
  await wide(fin)
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
    await look(fin, `admin-billing-${tab.toLowerCase()}`)
    await wide(fin)
  }
  await fin.goto('/admin/dashboard?period=30d')
  await fin.getByRole('heading', { name: 'Revenue in INR' }).waitFor()
  await look(fin, 'admin-dashboard-money')
  await wide(fin)
}, 180_000)

test('nothing failed behind the scenes', () => {
  expect(trouble).toEqual([])
})
