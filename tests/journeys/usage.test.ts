import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { extractText, getDocumentProxy } from 'unpdf'
import { newId } from '#base/ids.ts'
import { DAY } from '#base/time.ts'
import * as credits from '#billing/credits.ts'
import * as orders from '#billing/orders.ts'
import { settle } from '#billing/payments.ts'
import * as refundRequests from '#billing/refund-requests.ts'
import { asSystem } from '#billing/system.ts'
import * as webhooks from '#billing/webhooks.ts'
import { creditUsage, users, workspaces } from '#db/schema/index.ts'
import { axe, lookAtPage, lookAtState } from '../support/browser.ts'
import { newBuyer, payAt, payingAs } from '../support/buyer.ts'
import { join as joinOrganization, newPlace, type Person, userCtx } from '../support/people.ts'
import { openSite, type Site } from '../support/site.ts'

/** What answers cost, budgets, prices, invoices and refunds, as people see them, with a year of usage. */
let site: Site
let asha: Person
let page: Page
let workspaceId: string
let organizationId: string
const trouble: string[] = []

beforeAll(async () => {
  site = await openSite()
  await webhooks.keepSecret(site.world)
  ;({ person: asha, page } = await site.visit({ name: 'Asha Rao', verified: true }))
  page.on('pageerror', (error) => trouble.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(site.address) && !/^(data|blob):/.test(request.url())) trouble.push(request.url())
  })
  const { organization, workspace } = await newPlace(site.app, asha)
  organizationId = organization.id
  workspaceId = workspace.id
  await seed()
}, 300_000)
afterAll(() => site.close())

/** Three people in two workspaces with two models, more on working days and more of late. */
async function seed() {
  const { world } = site
  const second = newId()
  await world.db.insert(workspaces).values({ id: second, organizationId, name: 'Support' })
  const people = [asha.user.id]
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

const GSTIN = '29AAGCB7383J1Z4'
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Answers that cost so many credits. */
async function spend(person: Person, count: number) {
  const ctx = await userCtx(site.world, person.user.id)
  await credits.ensureAccount(ctx, person.user.id)
  await credits.settle(ctx, (await credits.hold(ctx, count, `message:${newId()}`)).id)
}
const buy = async (person: Person, count: number) =>
  payingAs(site.world, await userCtx(site.world, person.user.id), count)

test('the billing page draws usage, and switches it without leaving the page', async () => {
  await page.goto('/billing')
  const usage = page.getByRole('region', { name: 'Usage' })
  await usage.getByRole('link', { name: 'By model' }).click()
  await usage.getByRole('cell', { name: 'a-larger-model' }).waitFor()
  await usage.getByRole('link', { name: '12 months' }).click()
  await usage.getByText('Show each month as a table').click()
  await usage.getByRole('columnheader', { name: 'Month (UTC)' }).waitFor()
  expect(new URL(page.url()).search).toBe('?usage=12m&by=model')
  await lookAtPage(page, 'billing-usage')
})

test('owners see who used what, and set, change and remove budgets', async () => {
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
  await lookAtState(page, 'organization-usage-wrong', 'main')
  await page
    .locator('form', { hasText: 'New budget of a member' })
    .getByLabel('Email address of the member')
    .fill(asha.user.email)
  await page.getByRole('button', { name: 'Set member budget' }).click()
  await page.getByText('The budget is set.').waitFor()
  await page.getByRole('link', { name: '90 days' }).click()
  await lookAtPage(page, 'organization-usage')
})

test('somebody whose budget is used up reads that where they ask', async () => {
  await page.goto(`/workspaces/${workspaceId}/data`)
  await page
    .getByRole('button', { name: /sample/i })
    .first()
    .click()
  await page.getByText('Ready').first().waitFor()
  // The question is typed before the scripts of the page have come.
  const scripts = Promise.withResolvers<void>()
  await page.route('**/*.js', (route) => scripts.promise.then(() => route.continue()))
  await page.goto(`/chat?workspace=${workspaceId}`, { waitUntil: 'commit' })
  await page.getByLabel('Your question').fill('How many orders are there?')
  scripts.resolve()
  await page.getByRole('button', { name: 'Ask', exact: false }).last().click()
  const refusal = page.getByRole('alert').filter({ hasText: 'Over the budget' })
  await refusal.getByText(/used the budget of/).waitFor()
  expect(await refusal.getByRole('link').count()).toBe(0)
  await lookAtState(page, 'chat-budget')
})

test('the calculator answers while somebody types, and the page follows its currency', async () => {
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
  await lookAtState(page, 'pricing-calculator', 'main')
})

test('refunds are asked for and followed', async () => {
  const { world } = site
  const ctx = await userCtx(world, asha.user.id)
  const ids = []
  for (const credits of [200, 100, 500]) {
    const { order } = await orders.orderCredits(ctx, credits, 'INR')
    const payment = await payAt(world.sandbox, order.id)
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
  await lookAtPage(page, 'refund-requests')
})

test('billing details are corrected beside their fields and stand on the next invoice, which is a PDF', async () => {
  const { page, person, context } = await site.visit({ name: 'Asha Rao', verified: true })
  await page.goto('/billing')
  const details = card(page, 'Billing details')
  await details.getByLabel('Country').selectOption('Germany')
  expect(await details.getByLabel('GSTIN').isVisible()).toBe(false)
  await details.getByLabel('Country').selectOption('India')
  await details.getByLabel('Name or company').fill('Rao Analytics Private Limited')
  await details.getByLabel('Address').fill('12 MG Road')
  await details.getByLabel('City').fill('Bengaluru')
  await details.getByLabel('State').selectOption('07')
  await details.getByLabel('GSTIN').fill(GSTIN)
  await details.getByRole('button', { name: 'Save billing details' }).click()
  await details.getByText('This GSTIN belongs to Karnataka.').waitFor()
  expect(await axe(page)).toEqual([])
  await details.getByLabel('State').selectOption('29')
  await details.getByRole('button', { name: 'Save billing details' }).click()
  await details.getByText('Your billing details are saved.').waitFor()
  await buy(person, 1000)
  await page.goto('/billing')
  const download = page.waitForEvent('download')
  await card(page, 'Invoices')
    .getByRole('link', { name: /^Invoice TT/ })
    .click()
  const file = await (await download).path()
  const { text } = await extractText(await getDocumentProxy(await Bun.file(file).bytes()), { mergePages: true })
  expect(text).toContain('Rao Analytics Private Limited')
  expect(text).toContain(GSTIN)
  expect(text).toContain('₹990.00')
  await spend(person, 3)
  await page.reload()
  await lookAtState(page, 'billing-papers', '#invoices')
  await context.close()
})

test('a low balance is said once in a toast, stands in the header, and leads to the modal with a pack chosen', async () => {
  const { page, person, context } = await site.visit({ name: 'Bo', verified: true })
  await spend(person, 22)
  await page.goto('/about-us')
  const toast = page.locator('.toast', { hasText: 'You have 3 credits left.' })
  await toast.waitFor()
  const balance = page.locator('header [data-balance]')
  expect(await balance.getAttribute('title')).toBe('Your credits are running low')
  await lookAtState(page, 'low-balance', '.toast')
  await page.reload()
  await page.locator('header [data-balance][data-low]').waitFor()
  expect(await page.locator('.toast').count()).toBe(0)
  await balance.click()
  const packs = page.getByRole('dialog', { name: 'Buy Credits' })
  await packs.waitFor()
  expect(await packs.getByRole('radio', { checked: true }).inputValue()).toBe('500')
  // Asked for once.
  expect(new URL(page.url()).search).toBe('')
  await packs.getByRole('button', { name: 'Close' }).click()
  await card(page, '3 credits free to spend').getByText('Your credits are running low.').waitFor()
  await lookAtState(page, 'billing-low')
  const notice = card(page, 'Low balance notice')
  await notice.getByLabel('Tell me at').fill('2')
  await notice.getByRole('button', { name: 'Save notice' }).click()
  await notice.getByText('Your notice is saved.').waitFor()
  await page.locator('header [data-balance][data-state="ready"]:not([data-low])').waitFor()
  await context.close()
})

test('nothing failed behind the scenes', () => {
  expect(trouble).toEqual([])
})
