import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import type { Browser, Page } from 'playwright-core'
import { newId } from '#base/ids.ts'
import { DAY } from '#base/time.ts'
import * as orders from '#billing/orders.ts'
import { settle } from '#billing/payments.ts'
import * as refundRequests from '#billing/refund-requests.ts'
import { asSystem } from '#billing/system.ts'
import { creditUsage, organizationMembers, users, workspaces } from '#db/schema/index.ts'
import { readConfig } from '../../src/config.ts'
import { type RunningServer, startServer } from '../../src/server.ts'
import { axe, openBrowser, screenshots } from '../support/browser.ts'
import { newBuyer, payAt } from '../support/buyer.ts'
import { newDataFolder } from '../support/data-folder.ts'
import { join as joinOrganization, userCtx } from '../support/people.ts'
import { PATIENCE, settleIn } from './visit.ts'

/** What answers cost, budgets, prices and refunds, as people see them. The server runs here, so that a year of usage can be put into it. */
let server: RunningServer
let browser: Browser
let page: Page
let workspaceId: string
let organizationId: string
let owner: string
let dataDir = ''
const trouble: string[] = []

beforeAll(async () => {
  dataDir = await newDataFolder()
  server = await startServer(readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' }))
  browser = await openBrowser()
  const context = await browser.newContext({ baseURL: server.address, viewport: { width: 1280, height: 820 } })
  context.setDefaultTimeout(PATIENCE)
  page = await context.newPage()
  page.on('pageerror', (error) => trouble.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(server.address) && !/^(data|blob):/.test(request.url())) trouble.push(request.url())
  })
  await settleIn(page, 'asha@example.com').then((settled) => {
    workspaceId = settled.workspaceId
  })
  const { db } = server.world
  const [place] = await db.select().from(workspaces).where(eq(workspaces.id, workspaceId))
  organizationId = place!.organizationId
  const [member] = await db.select().from(organizationMembers)
  owner = member!.userId
  await seed()
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Three people in two workspaces with two models, more on working days and more of late. */
async function seed() {
  const { world } = server
  const second = newId()
  await world.db.insert(workspaces).values({ id: second, organizationId, name: 'Support' })
  const people = [owner]
  for (const name of ['Ravi Menon', 'Mei Tanaka']) {
    const { user } = await newBuyer(world)
    await world.db.update(users).set({ name }).where(eq(users.id, user.id))
    await joinOrganization(world, organizationId, user.id, 'member')
    people.push(user.id)
  }
  const rows = Array.from({ length: 320 }, (_, n) => ({
    userId: people[n % 7 < 4 ? 0 : n % 2 ? 1 : 2]!,
    organizationId,
    workspaceId: n % 11 === 0 ? newId() : n % 3 ? workspaceId : second,
    messageId: newId(),
    model: n % 5 ? 'built-in' : 'a-larger-model',
    credits: 1 + (n % 13 === 0 ? 4 : 0),
    inputTokens: 900 + n,
    outputTokens: 120,
    createdAt: new Date(Number(world.now()) - ((n * 37) % (n % 3 ? 31 : 340)) * DAY),
  }))
  await world.db.insert(creditUsage).values(rows)
}

async function look(name: string) {
  await page.evaluate(() => scrollTo(0, 0))
  await screenshots(page, name, async (theme) => expect([theme, ...(await axe(page))]).toEqual([theme]))
}
const wide = () => page.setViewportSize({ width: 1280, height: 820 })

test('the billing page draws usage, and switches it without leaving the page', async () => {
  await page.goto('/billing')
  const usage = page.getByRole('region', { name: 'Usage' })
  await usage.getByRole('link', { name: 'By model' }).click()
  await usage.getByRole('cell', { name: 'a-larger-model' }).waitFor()
  await usage.getByRole('link', { name: '12 months' }).click()
  await usage.getByText('Show each month as a table').click()
  await usage.getByRole('columnheader', { name: 'Month (UTC)' }).waitFor()
  expect(new URL(page.url()).search).toBe('?usage=12m&by=model')
  await look('billing-usage')
}, 120_000)

test('owners see who used what, and set, change and remove budgets', async () => {
  await wide()
  await page.goto(`/organizations/${organizationId}`)
  await page.getByRole('navigation', { name: 'Organization' }).getByRole('link', { name: 'Usage' }).click()
  await page.getByRole('link', { name: 'By member' }).click()
  await page.getByRole('cell', { name: /Ravi Menon/ }).waitFor()
  const set = async (credits: string) => {
    const form = page.locator('form', { hasText: 'New budget of a workspace' })
    await form.getByLabel('Credits a month').fill(credits)
    await form.getByRole('button', { name: 'Set workspace budget' }).click()
    await page.getByText('The budget is set.').waitFor()
  }
  await set('20')
  await set('4000')
  const member = page.locator('form', { hasText: 'New budget of a member' })
  await member.getByLabel('Email address of the member').fill('nobody@example.com')
  await member.getByLabel('Credits a month').fill('9')
  await member.getByRole('button', { name: 'Set member budget' }).click()
  await page.getByText('Nobody in this organization has that address.').waitFor()
  await look('organization-usage-wrong')
  await wide()
  await page
    .locator('form', { hasText: 'New budget of a member' })
    .getByLabel('Email address of the member')
    .fill('asha@example.com')
  await page.getByRole('button', { name: 'Set member budget' }).click()
  await page.getByText('The budget is set.').waitFor()
  await page.getByRole('link', { name: '90 days' }).click()
  await look('organization-usage')
}, 120_000)

test('somebody whose budget is used up reads that where they ask', async () => {
  await wide()
  await page.goto(`/workspaces/${workspaceId}/data`)
  await page
    .getByRole('button', { name: /sample/i })
    .first()
    .click()
  await page.getByText('Ready').first().waitFor()
  await page.goto(`/chat?workspace=${workspaceId}`)
  await page.getByLabel('Your question').fill('How many orders are there?')
  await page.getByRole('button', { name: 'Ask', exact: false }).last().click()
  const refusal = page.getByRole('alert').filter({ hasText: 'Over the budget' })
  await refusal.getByText(/used the budget of/).waitFor()
  expect(await refusal.getByRole('link').count()).toBe(0)
  await look('chat-budget')
}, 120_000)

test('the calculator answers while somebody types, and the page follows its currency', async () => {
  await wide()
  await page.goto('/pricing')
  const calculator = page.getByRole('region', { name: 'What would it cost you?' })
  await calculator.getByLabel('Questions a month').fill('100')
  await calculator.getByText('1,200 questions need 1,200 credits').waitFor()
  await calculator.getByLabel('Currency').selectOption('EUR')
  await page.getByRole('region', { name: 'Credit packs' }).getByText('€1.99').waitFor()
  await calculator.getByLabel('Months').fill('99')
  await calculator.locator('.calculator-answer').getByText('At most 12 months').waitFor()
  await calculator.getByLabel('Months').fill('4')
  await calculator.getByText('400 questions need 400 credits').waitFor()
  await calculator.getByLabel('How even they are').selectOption('uneven')
  await calculator.getByText('up to 150 in a month').waitFor()
  await look('pricing')
}, 120_000)

test('refunds: guests read the rules, people ask and follow', async () => {
  await wide()
  const { world } = server
  const ctx = await userCtx(world, owner)
  const ids = []
  for (const credits of [200, 100, 500]) {
    const { order } = await orders.orderCredits(ctx, credits, 'INR')
    const payment = await payAt(world.sandbox!, order.id)
    await settle(asSystem(world), payment.id)
    ids.push(payment.id)
  }
  await page.goto('/refund-requests')
  const first = page.locator('.refund', { hasText: '200 credits' })
  await first.getByText('Ask for a refund').click()
  await first.getByLabel('Why do you want it back?').fill('We chose another way to work.')
  await first.getByRole('button', { name: 'Request refund' }).click()
  await page.getByText('Your request is with us.').waitFor()
  const admin = { ...ctx, adminRoles: ['finance'] }
  const rejected = await refundRequests.request(ctx, ids[1]!, 'Bought by mistake.')
  await refundRequests.decide(admin, rejected.id, 'reject', 'Please use the credits of the trial first.')
  const paid = await refundRequests.request(ctx, ids[2]!, 'Too many.')
  await refundRequests.decide(admin, paid.id, 'approve', '')
  await refundRequests.decide(admin, paid.id, 'refund', 'Thank you for trying it.')
  await page.reload()
  await page.locator('.refund', { hasText: '100 credits' }).getByText('Ask for a refund').click()
  await look('refund-requests')
  const guest = await (await browser.newContext({ baseURL: server.address })).newPage()
  await guest.goto('/refund-requests')
  await guest.getByRole('heading', { name: 'Sign in to ask for a refund' }).waitFor()
  await screenshots(guest, 'refund-requests-guest', async (theme) =>
    expect([theme, ...(await axe(guest))]).toEqual([theme]),
  )
}, 120_000)

test('nothing failed behind the scenes', () => {
  expect(trouble).toEqual([])
})
