import { afterAll, beforeAll, expect, test } from 'bun:test'
import { lookAtPage, lookAtState } from '../support/browser.ts'
import { closeStatus, headerSays, packs, pay, payAndProve, prove, status, till } from './till.ts'
import { openStage, PASSWORD, type Stage, settleIn, type Visitor } from './visit.ts'

/** One person buys with the cards of the sandbox: the trial of 25 credits grows. */
let stage: Stage
let visitor: Visitor
let email: string
const orders: string[] = []

beforeAll(async () => {
  stage = await openStage()
  visitor = await stage.visit()
  ;({ email } = await settleIn(visitor.page))
  visitor.page.on('response', async (answer) => {
    if (!/create-order|billing\/subscribe$/.test(answer.url())) return
    const { order } = (await answer.json()) as { order: { id: string } }
    orders.push(order.id)
  })
}, 300_000)
afterAll(() => stage.close())

const CHECKOUT = /\/sandbox-gateway\/checkout\.js/
const lookAtDialog = (name: string) => lookAtState(visitor.page, name, 'dialog[open]')

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
  await lookAtDialog('buy-credits')
  const { promise: waited, resolve: redirectSignedIn } = Promise.withResolvers<void>()
  await page.route(CHECKOUT, (route) => waited.then(() => route.continue()), { times: 1 })
  await packs(page).getByRole('button', { name: 'Purchase Credits' }).click()
  await status(page, 'Processing payment').getByText('Opening the payment window…').waitFor()
  await lookAtDialog('payment-processing')
  redirectSignedIn()
  await payAndProve(page, 'Success')
  await status(page, 'Payment successful').getByText('105 credits were added. You have 130 credits now.').waitFor()
  await lookAtDialog('payment-successful')
  await headerSays(page, '130 credits')
  await status(page, 'Payment successful').getByRole('button', { name: 'Done' }).click()
  await packs(page).waitFor({ state: 'hidden' })
  await page.getByRole('heading', { name: '130 credits free to spend' }).waitFor()
  expect(await page.locator('#history').innerText()).toContain('Credits bought')
  expect(await page.locator('#invoices').innerText()).toMatch(/TT\/\d\d-\d\d\/\d{6}/)
})

test('a declined card is told in words, and the next try pays the same order', async () => {
  const { page } = visitor
  orders.length = 0
  await page.getByRole('button', { name: 'Buy Credits' }).click()
  await packs(page).getByText('200 credits').click()
  await packs(page).getByRole('button', { name: 'Purchase Credits' }).click()
  // Watched in the page itself from before it appears: the countdown is short.
  const counting = page.waitForSelector('button:disabled:has-text("Try again in")')
  await pay(page, 'Declined')
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
  await failed.getByRole('button', { name: 'Try again', exact: true }).waitFor()
  await lookAtDialog('payment-offline')
  await visitor.context.setOffline(false)
  await failed.getByText('Online', { exact: true }).waitFor()
  await lookAtDialog('payment-failed')
  await failed.getByRole('button', { name: 'Try again', exact: true }).click()
  await payAndProve(page, 'Success')
  await status(page, 'Payment successful').getByText('210 credits were added. You have 340 credits now.').waitFor()
  await headerSays(page, '340 credits')
  expect(orders).toHaveLength(1)
  await status(page, 'Payment successful').getByRole('button', { name: 'Done' }).click()
})

test('a number of one’s own is bought as the address asks for it; what cannot be bought is refused in words', async () => {
  const { page } = visitor
  const own = packs(page).getByLabel('Or a number of your own')
  await page.goto('/billing?buy=150')
  await packs(page).getByText('Credits must be a multiple of 100 and at least 100').waitFor()
  await packs(page).getByRole('button', { name: 'Purchase Credits' }).click()
  expect([await own.inputValue(), await own.evaluate((it) => it === document.activeElement)]).toEqual(['150', true])
  await own.fill('200000')
  await packs(page).getByText('One order may have at most 100,000 credits.').waitFor()
  await own.fill('700')
  expect(await packs(page).locator('.buy-own').innerText()).toMatch(/\+35 bonus\s+₹693\s+INR/)
  expect(await packs(page).getByRole('radio', { checked: true }).count()).toBe(0)
  await lookAtDialog('buy-own')
  await packs(page).getByRole('button', { name: 'Purchase Credits' }).click()
  await till(page)
    .getByRole('button', { name: /^Pay INR\s693\.00$/ })
    .waitFor()
  // In the middle, wherever the page's own styles put things.
  const box = (await page.locator('dialog.sandbox-checkout').boundingBox())!
  expect([box.x + box.width / 2, box.y + box.height / 2].map(Math.round)).toEqual([640, 410])
  await till(page).getByRole('button', { name: 'Close' }).first().click()
  await status(page, 'Payment cancelled').getByRole('button', { name: 'Close' }).click()
  await packs(page).getByRole('button', { name: 'Close' }).click()
})

test('what was paid while the window could not tell is found when it is closed', async () => {
  const { page } = visitor
  await page.getByRole('button', { name: 'Buy Credits' }).click()
  await packs(page).getByText('100 credits', { exact: true }).click()
  await packs(page).getByRole('button', { name: 'Purchase Credits' }).click()
  await pay(page, 'Success')
  await page.route('**/sandbox-gateway/otp', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await prove(page)
  await till(page).getByText('The payment window could not reach its server.').waitFor()
  await till(page).getByRole('button', { name: 'Cancel payment' }).click()
  await status(page, 'Payment successful').getByText('105 credits were added. You have 445 credits now.').waitFor()
  await page.unroute('**/sandbox-gateway/otp')
  await status(page, 'Payment successful').getByRole('button', { name: 'Done' }).click()
})

test('a session that ends during the payment: the login page asks to log in again, and then it is confirmed', async () => {
  const { page } = visitor
  await page.getByRole('button', { name: 'Buy Credits' }).click()
  await packs(page).getByRole('button', { name: 'Purchase Credits' }).click()
  await pay(page, 'Success')
  await page.request.post('/api/auth/logout', { headers: { 'sec-fetch-site': 'same-origin' } })
  await prove(page)
  await page.waitForURL('**/login?next=%2Fbilling&note=payment_waits')
  const ended = page.getByRole('dialog', { name: 'Session ended' })
  await ended.getByText('Please log in again: a payment that you made is confirmed then.').waitFor()
  await ended.getByRole('button', { name: 'OK' }).click()
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await status(page, 'Payment successful').getByText('105 credits were added. You have 550 credits now.').waitFor()
  await status(page, 'Payment successful').getByRole('button', { name: 'Done' }).click()
  await headerSays(page, '550 credits')
})

test('closing the payment window, or letting it time out, costs nothing and leads back to the packs', async () => {
  const { page } = visitor
  await page.getByRole('button', { name: 'Buy Credits' }).click()
  await packs(page).getByRole('button', { name: 'Purchase Credits' }).click()
  await till(page).getByRole('button', { name: 'Close' }).first().click()
  const cancelled = status(page, 'Payment cancelled')
  await cancelled.getByText('Payment was cancelled. No charges have been made.', { exact: true }).waitFor()
  expect(await cancelled.getByRole('button', { name: /Try again/ }).count()).toBe(0)
  await lookAtDialog('payment-cancelled')
  await closeStatus(page, 'Payment cancelled')
  await packs(page).getByRole('button', { name: 'Purchase Credits' }).click()
  await pay(page, 'Timed out')
  await prove(page)
  await status(page, 'Payment timed out').getByRole('button', { name: 'Try again', exact: true }).waitFor()
  await lookAtDialog('payment-timed-out')
  await closeStatus(page, 'Payment timed out')
  await packs(page).getByRole('button', { name: 'Close' }).click()
  await headerSays(page, '550 credits')
})

/** Credits after the upgrade: how many go back depends on the days of the month. */
let after = 0
const written = (credits: number) => credits.toLocaleString('en-US')

test('a plan is chosen on the pricing page and paid here; an upgrade is shown first and begins at once', async () => {
  const { page } = visitor
  await page.goto('/pricing')
  await page.getByRole('link', { name: 'Choose Flexible' }).click()
  await page.getByText('No membership').waitFor()
  await page.getByRole('button', { name: 'Choose Flexible' }).click()
  await payAndProve(page, 'Success')
  await status(page, 'Payment successful').getByText('your membership is up to date').waitFor()
  await status(page, 'Payment successful').getByRole('button', { name: 'Done' }).click()
  await page.getByText('Flexible Monthly').waitFor()
  await headerSays(page, '2,550 credits')
  await page.getByRole('button', { name: /^Annual/ }).click()
  await page.getByRole('button', { name: 'Upgrade now to Premium' }).click()
  const offer = page.getByRole('dialog', { name: 'Upgrade to Premium, annual' })
  const text = await offer.getByText(/unused credits of this month go back/).innerText()
  after = 550 + 2500 + 2000 - Number(/([\d,]+) unused/.exec(text)![1]!.replace(',', ''))
  expect(await offer.innerText()).toMatch(/Credit for \d+ of \d+ days of Flexible, monthly\s+-₹1,5\d\d\.\d\d/)
  await lookAtDialog('upgrade')
  await offer.getByRole('button', { name: /^Pay ₹13,8/ }).click()
  await payAndProve(page, 'Success')
  await status(page, 'Payment successful').getByRole('button', { name: 'Done' }).click()
  await page.getByText('Premium Annual').waitFor()
  await headerSays(page, `${written(after)} credits`)
  await page.getByRole('heading', { name: `${written(after)} credits free to spend` }).waitFor()
  await lookAtPage(page, 'billing')
  const csv = await page.request.get(
    (await page.locator('#history').getByRole('link', { name: 'Download CSV' }).getAttribute('href'))!,
  )
  expect(await csv.text()).toStartWith('id,created_at,kind,')
  await page.getByRole('button', { name: 'Cancel membership' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel membership' }).click()
  await page.getByText('Cancelled.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Nothing is charged by itself').waitFor()
  expect(visitor.trouble.filter((line) => !/ERR_(FAILED|INTERNET_DISCONNECTED)/.test(line))).toEqual([])
})

test('a lost confirmation is repeated without paying again; a membership that cannot be loaded is told', async () => {
  const { page } = visitor
  await page.route('**/api/credits/purchase', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Buy Credits' }).click()
  await packs(page).getByRole('button', { name: 'Purchase Credits' }).click()
  await payAndProve(page, 'Success')
  const failed = status(page, 'Payment not confirmed yet')
  await failed.getByText('Network error during payment verification. Please try again.', { exact: true }).waitFor()
  await failed.getByRole('button', { name: 'Try again', exact: true }).click()
  await status(page, 'Payment successful')
    .getByText(`105 credits were added. You have ${written(after + 105)} credits now.`)
    .waitFor()
  await page.route('**/api/billing/subscription', (route) => route.abort())
  await page.goto('/billing')
  const card = page.locator('#plans')
  await card.getByText('Error loading membership', { exact: true }).waitFor()
  await page.unroute('**/api/billing/subscription')
  await card.getByRole('button', { name: 'Retry' }).click()
  await card.getByText('Premium Annual').waitFor()
})
