import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import {
  again,
  closeStatus,
  headerSays,
  measureCountdown,
  openPacks,
  pass,
  pay,
  payAndProve,
  prove,
  purchase,
  settleDown,
  status,
  stopClock,
  till,
} from './till.ts'
import { openStage, type Stage, settleIn, type Visitor } from './visit.ts'

/** Nobody answers: no network, no payment window, no confirmation. The clock of the page stands still, and is moved by the millisecond. */
let stage: Stage
let visitor: Visitor

beforeAll(async () => {
  stage = await openStage()
  visitor = await stage.visit()
  await settleIn(visitor.page, 'asha@example.com')
  await visitor.page.emulateMedia({ reducedMotion: 'reduce' })
  await visitor.page.clock.install()
}, 300_000)
afterAll(() => stage.close())

const says = (page: Page, name: string, text: string | RegExp) => status(page, name).getByText(text).waitFor()
const WINDOW = /\/sandbox-gateway\/checkout\.js/
/** An attempt to load the payment window is over, and the pause after it has begun. */
const attemptOver = async (page: Page) => {
  await page.waitForFunction(() => !document.querySelector('script[src*="checkout.js"]'), null, { polling: 50 })
  await settleDown(page)
}

test('the payment window is asked for three times, after one and two more seconds', async () => {
  const { page } = visitor
  let attempts = 0
  await page.route(WINDOW, (route) => {
    attempts += 1
    return route.abort()
  })
  await openPacks(page)
  await stopClock(page)
  await purchase(page)
  for (const [seconds, made] of [
    [1, 1],
    [2, 2],
  ] as const) {
    await page.waitForFunction(() => document.querySelector('dialog[data-status="processing"]') !== null)
    await attemptOver(page)
    await pass(page, seconds * 1000 - 1)
    expect(attempts).toBe(made)
    const next = page.waitForRequest(WINDOW)
    await pass(page, 1)
    await next
  }
  await says(page, 'Payment failed', 'The payment window could not be loaded.')
  expect(attempts).toBe(3)
  expect(await measureCountdown(page)).toBe(2)
  await page.unroute(WINDOW)
  // Now it never answers: ten seconds for each attempt.
  await page.route(WINDOW, () => {})
  const first = page.waitForRequest(WINDOW)
  await again(page).click()
  await first
  for (const pause of [1000, 2000, 0]) {
    await pass(page, 9999)
    expect(await status(page, 'Processing payment').count()).toBe(1)
    const next = pause > 0 ? page.waitForRequest(WINDOW) : null
    await pass(page, 1)
    if (pause > 0) await pass(page, pause)
    await next
  }
  await says(page, 'Payment failed', 'The payment window could not be loaded.')
  expect(await measureCountdown(page)).toBe(2)
  await page.unroute(WINDOW)
  await again(page).click()
  await till(page).getByRole('button', { name: 'Close' }).first().click()
  await closeStatus(page, 'Payment cancelled')
}, 120_000)

test('a failure counts at once although the window stays; what it takes after all is confirmed', async () => {
  const { page } = visitor
  await page.clock.resume()
  // It cannot be closed from outside.
  const staying = `window.Razorpay = class {
    constructor(options) { this.options = options }
    on(_event, heard) { this.heard = heard }
    open() { window.opened = this; this.heard({ error: { reason: 'card_declined' } }) }
  }`
  await page.route(WINDOW, (route) => route.fulfill({ contentType: 'text/javascript', body: staying }))
  await openPacks(page)
  await purchase(page)
  await says(page, 'Payment failed', 'Your card was declined.')
  await page.route('**/api/credits/purchase', (route) => route.abort(), { times: 1 })
  await page.evaluate(() => {
    const { opened } = window as unknown as { opened: { options: { order_id: string; handler(proof: object): void } } }
    const { order_id } = opened.options
    opened.options.handler({ razorpay_order_id: order_id, razorpay_payment_id: 'pay_1', razorpay_signature: 'x' })
  })
  await says(page, 'Payment not confirmed yet', 'Network error during payment verification.')
  await page.unroute(WINDOW)
  await closeStatus(page, 'Payment not confirmed yet')
}, 120_000)

test('a payment window that breaks is something nobody foresaw', async () => {
  const { page } = visitor
  await page.clock.resume()
  const broken = 'window.Razorpay = class { on() {} open() { throw new Error("broken") } }'
  await page.route(WINDOW, (route) => route.fulfill({ contentType: 'text/javascript', body: broken }))
  await openPacks(page)
  await stopClock(page)
  await purchase(page)
  await says(page, 'Payment failed', 'An unexpected error occurred. Please try again or contact support.')
  expect(await measureCountdown(page)).toBe(2)
  await page.unroute(WINDOW)
}, 120_000)

test('somebody who is offline is told so, before they buy and while they pay, and goes on once they are back', async () => {
  const { page, context } = visitor
  await page.clock.resume()
  await openPacks(page)
  await stopClock(page)
  await context.setOffline(true)
  await purchase(page)
  const processing = status(page, 'Processing payment')
  await processing.getByText('Offline', { exact: true }).waitFor()
  for (const pause of [1000, 2000]) {
    await attemptOver(page)
    await pass(page, pause)
  }
  await says(page, 'Payment failed', 'You are offline, so the payment window could not be loaded.')
  await status(page, 'Payment failed').getByText('Offline', { exact: true }).waitFor()
  expect(await measureCountdown(page)).toBe(2)
  await context.setOffline(false)
  await status(page, 'Payment failed').getByText('Online', { exact: true }).waitFor()
  await again(page).click()
  await till(page).getByRole('button', { name: 'Close' }).first().click()
  await closeStatus(page, 'Payment cancelled')
  // The window is loaded now: offline, the order is what fails.
  await context.setOffline(true)
  await purchase(page)
  await says(page, 'Payment failed', 'Network connection failed. Please check your internet connection and try again.')
  expect(await measureCountdown(page)).toBe(2)
  await context.setOffline(false)
  await again(page).click()
  await pay(page, 'Success')
  await till(page).getByLabel('One-time password').waitFor()
  await context.setOffline(true)
  await prove(page)
  await till(page).getByText('The payment window could not reach its server. Please try again.').waitFor()
  await context.setOffline(false)
  await prove(page)
  await says(page, 'Payment successful', '105 credits were added. You have 130 credits now.')
  await status(page, 'Payment successful').getByRole('button', { name: 'Done' }).click()
  await page.clock.resume()
  await headerSays(page, '130 credits')
}, 120_000)

test('a confirmation that takes 30 s is given up, and the page goes on asking until the money is there', async () => {
  const { page } = visitor
  await page.clock.resume()
  await openPacks(page)
  await stopClock(page)
  const CONFIRMATION = '**/api/credits/purchase'
  let asked = 0
  await page.route(CONFIRMATION, () => {
    asked += 1
  })
  await purchase(page)
  const first = page.waitForRequest(CONFIRMATION)
  await payAndProve(page, 'Success')
  await first
  await says(page, 'Processing payment', 'Confirming your payment…')
  await pass(page, 29_999)
  expect(await status(page, 'Processing payment').count()).toBe(1)
  await pass(page, 1)
  await says(page, 'Payment not confirmed yet', 'Payment verification timed out. Please check your credits.')
  await status(page, 'Payment not confirmed yet').getByText('We keep asking').waitFor()
  expect(await page.getByRole('button', { name: 'Try again in 5 s' }).isDisabled()).toBe(true)
  await pass(page, 4_999)
  expect(asked).toBe(1)
  const second = page.waitForRequest(CONFIRMATION)
  await pass(page, 1)
  await second
  // The second takes too long too; the third is answered, and nobody has pressed anything.
  await pass(page, 30_000)
  await page.unroute(CONFIRMATION)
  await pass(page, 5_000)
  await says(page, 'Payment successful', '105 credits were added. You have 235 credits now.')
  await status(page, 'Payment successful').getByRole('button', { name: 'Done' }).click()
  await page.clock.resume()
  await headerSays(page, '235 credits')
  const lines = visitor.trouble.filter((line) => !/ERR_(FAILED|INTERNET_DISCONNECTED|ABORTED)/.test(line))
  expect(lines).toEqual([])
}, 120_000)
