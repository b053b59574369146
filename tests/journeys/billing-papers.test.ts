import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { extractText, getDocumentProxy } from 'unpdf'
import { newId } from '#base/ids.ts'
import * as credits from '#billing/credits.ts'
import * as webhooks from '#billing/webhooks.ts'
import { axe, screenshots } from '../support/browser.ts'
import { payingAs } from '../support/buyer.ts'
import { type Person, userCtx } from '../support/people.ts'
import { openSite, type Site } from '../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
  await webhooks.keepSecret(site.world)
}, 120_000)
afterAll(() => site.close())

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
  await screenshots(page, 'billing-papers', async (look) => expect([look, ...(await axe(page))]).toEqual([look]))
  await context.close()
}, 120_000)

test('a low balance is said once in a toast, stands in the header, and leads to the modal with a pack chosen', async () => {
  const { page, person, context } = await site.visit({ name: 'Bo', verified: true })
  await spend(person, 22)
  await page.goto('/about-us')
  const toast = page.locator('.toast', { hasText: 'You have 3 credits left.' })
  await toast.waitFor()
  const balance = page.locator('header [data-balance]')
  expect(await balance.getAttribute('title')).toBe('Your credits are running low')
  await screenshots(page, 'low-balance', async (look) => expect([look, ...(await axe(page))]).toEqual([look]))
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
  await screenshots(page, 'billing-low', async (look) => expect([look, ...(await axe(page))]).toEqual([look]))
  const notice = card(page, 'Low balance notice')
  await notice.getByLabel('Tell me at').fill('2')
  await notice.getByRole('button', { name: 'Save notice' }).click()
  await notice.getByText('Your notice is saved.').waitFor()
  await page.locator('header [data-balance][data-state="ready"]:not([data-low])').waitFor()
  await context.close()
}, 120_000)
