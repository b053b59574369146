import { afterAll, beforeAll, expect, test } from 'bun:test'
import { axe, screenshots } from '../support/browser.ts'
import { headerSays, packs, pay, payAndProve, status, till } from './till.ts'
import { openStage, type Stage, settleIn, type Visitor } from './visit.ts'

/** One person buys with the cards of the sandbox: the trial of 25 credits grows. */
let stage: Stage
let visitor: Visitor
const orders: string[] = []

beforeAll(async () => {
  stage = await openStage()
  visitor = await stage.visit()
  await settleIn(visitor.page, 'asha@example.com')
  visitor.page.on('response', async (answer) => {
    if (!/create-order|billing\/subscribe$/.test(answer.url())) return
    const { order } = (await answer.json()) as { order: { id: string } }
    orders.push(order.id)
  })
}, 300_000)
afterAll(() => stage.close())

test('a pack is bought: the balance of the header, the history and the invoices follow', async () => {
  const { page } = visitor
  await page.goto('/pricing?currency=USD')
  await page.getByRole('link', { name: 'Buy credits' }).click()
  await packs(page).waitFor()
  expect(await packs(page).getByRole('radio').count()).toBe(6)
  expect(await packs(page).getByRole('radio', { checked: true }).inputValue()).toBe('100')
  expect(await packs(page).locator('.pack').first().innerText()).toMatch(/\$1\.99\s+USD/)
  await packs(page).getByLabel('Currency').selectOption('INR')
  const first = await packs(page).locator('.pack').first().innerText()
  for (const part of ['100 credits', '+5 bonus', '₹99', 'INR', 'Base price ₹99']) expect(first).toContain(part)
  await screenshots(page, 'buy-credits', async (look) => expect([look, ...(await axe(page))]).toEqual([look]))
  await page.setViewportSize({ width: 1280, height: 820 })
  await packs(page).getByRole('button', { name: 'Purchase Credits' }).click()
  await payAndProve(page, 'Success')
  await status(page, 'Payment successful').getByText('105 credits were added. You have 130 credits now.').waitFor()
  await headerSays(page, '130 credits')
  await status(page, 'Payment successful').getByRole('button', { name: 'Done' }).click()
  await packs(page).waitFor({ state: 'hidden' })
  await page.getByRole('heading', { name: '130 credits free to spend' }).waitFor()
  expect(await page.locator('#history').innerText()).toContain('Credits bought')
  expect(await page.locator('#invoices').innerText()).toMatch(/TT\/\d\d-\d\d\/000001/)
}, 120_000)

test('a declined card is told in words, and the next try pays the same order', async () => {
  const { page } = visitor
  orders.length = 0
  await page.getByRole('button', { name: 'Buy Credits' }).click()
  await packs(page).getByText('200 credits').click()
  await packs(page).getByRole('button', { name: 'Purchase Credits' }).click()
  await pay(page, 'Declined')
  await till(page).getByText('Payment failed').waitFor()
  // Watched in the page itself from before it appears: the countdown is short.
  const counting = page.waitForSelector('button:disabled:has-text("Try again in")')
  await till(page).locator('[data-part="failed"]').getByRole('button', { name: 'Close' }).click()
  await counting
  const failed = status(page, 'Payment failed')
  await failed
    .getByText('Your card was declined. Please try a different card or contact your bank.', { exact: true })
    .waitFor()
  expect(await failed.getByRole('link', { name: 'Contact Support' }).getAttribute('href')).toMatch(
    /^mailto:hello@tabletalk\.example\?subject=Payment%20Issue&/,
  )
  await visitor.context.setOffline(true)
  await failed.getByText('Offline', { exact: true }).waitFor()
  await visitor.context.setOffline(false)
  await failed.getByText('Online', { exact: true }).waitFor()
  await screenshots(page, 'payment-failed', async (look) => expect([look, ...(await axe(page))]).toEqual([look]))
  await page.setViewportSize({ width: 1280, height: 820 })
  await failed.getByRole('button', { name: 'Try again', exact: true }).click()
  await payAndProve(page, 'Success')
  await status(page, 'Payment successful').getByText('210 credits were added. You have 340 credits now.').waitFor()
  await headerSays(page, '340 credits')
  expect(orders).toHaveLength(1)
  await status(page, 'Payment successful').getByRole('button', { name: 'Done' }).click()
}, 120_000)

test('closing the payment window costs nothing and leads back to the packs', async () => {
  const { page } = visitor
  await page.getByRole('button', { name: 'Buy Credits' }).click()
  await packs(page).getByRole('button', { name: 'Purchase Credits' }).click()
  await till(page).getByRole('button', { name: 'Close' }).first().click()
  const cancelled = status(page, 'Payment cancelled')
  await cancelled.getByText('Payment was cancelled. No charges have been made.', { exact: true }).waitFor()
  expect(await cancelled.getByRole('button', { name: /Try again/ }).count()).toBe(0)
  await cancelled.getByRole('button', { name: 'Close' }).click()
  await packs(page).waitFor()
  await packs(page).getByRole('button', { name: 'Close' }).click()
  await headerSays(page, '340 credits')
}, 120_000)

test('a plan is chosen on the pricing page and paid here', async () => {
  const { page } = visitor
  await page.goto('/pricing?period=annual')
  await page.getByRole('link', { name: 'Choose Premium' }).click()
  await page.getByText('No membership').waitFor()
  await page.getByText('₹15,350.40').first().waitFor()
  await page.getByRole('button', { name: 'Choose Premium' }).click()
  await payAndProve(page, 'Success')
  await status(page, 'Payment successful').getByText('Your membership is active').waitFor()
  await status(page, 'Payment successful').getByRole('button', { name: 'Done' }).click()
  await page.getByText('Premium Annual').waitFor()
  await headerSays(page, '1,340 credits')
  await page.getByRole('heading', { name: '1,340 credits free to spend' }).waitFor()
  await screenshots(page, 'billing', async (look) => expect([look, ...(await axe(page))]).toEqual([look]))
  const csv = await page.request.get(
    (await page.locator('#history').getByRole('link', { name: 'Download CSV' }).getAttribute('href'))!,
  )
  expect(await csv.text()).toStartWith('id,created_at,kind,')
  expect(visitor.trouble).toEqual([])
}, 120_000)

test('a lost confirmation is repeated without paying again; a membership that cannot be loaded is told', async () => {
  const { page } = visitor
  await page.route('**/api/credits/purchase', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Buy Credits' }).click()
  await packs(page).getByRole('button', { name: 'Purchase Credits' }).click()
  await payAndProve(page, 'Success')
  const failed = status(page, 'Payment failed')
  await failed.getByText('Network error during payment verification. Please try again.', { exact: true }).waitFor()
  await failed.getByRole('button', { name: 'Try again', exact: true }).click()
  await status(page, 'Payment successful').getByText('105 credits were added. You have 1,445 credits now.').waitFor()
  await page.route('**/api/billing/subscription', (route) => route.abort())
  await page.goto('/billing')
  const card = page.locator('#plans')
  await card.getByText('Error loading membership', { exact: true }).waitFor()
  await page.unroute('**/api/billing/subscription')
  await card.getByRole('button', { name: 'Retry' }).click()
  await card.getByText('Premium Annual').waitFor()
}, 120_000)
