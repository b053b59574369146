import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page, Route } from 'playwright-core'
import {
  again,
  closeStatus,
  headerSays,
  measureCountdown,
  openPacks,
  packs,
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

/**
 * What goes wrong while somebody pays is told in the words of the specification, and tried again by its rules; also when nobody answers:
 * no network, no payment window, no confirmation. The clock of the page stands still, and is moved by the millisecond.
 */
let stage: Stage
let visitor: Visitor
const orders: string[] = []

/** Somebody new, at a page whose clock can be stopped. */
async function arrive(): Promise<void> {
  visitor = await stage.visit()
  await settleIn(visitor.page)
  await visitor.page.emulateMedia({ reducedMotion: 'reduce' })
  await visitor.page.clock.install()
}
beforeAll(async () => {
  stage = await openStage()
  await arrive()
  visitor.page.on('response', async (answer) => {
    if (!answer.url().endsWith('/create-order')) return
    const made = (await answer.json().catch(() => ({}))) as Made
    if (made.order) orders.push(made.order.id)
  })
}, 300_000)
afterAll(() => stage.close())

const FAULT = { on: 'orders.create', do: 'error', times: 1 }
type Made = { order?: { id: string } }
const says = (page: Page, name: string, text: string) => status(page, name).getByText(text, { exact: true }).waitFor()
const offersRetry = (page: Page) => page.getByRole('button', { name: /^Try again/ }).count()
const answering = (page: Page, path: string, answer: Parameters<Route['fulfill']>[0]) =>
  page.route(`**/api/credits/${path}`, (route) => route.fulfill(answer), { times: 1 })
const json = (status: number, body: object) => ({ status, contentType: 'application/json', body: JSON.stringify(body) })

test('a declined order is tried three times after 3 s each, and never a fourth; each time it is the same order', async () => {
  const { page } = visitor
  await openPacks(page)
  await stopClock(page)
  await purchase(page)
  for (let retries = 0; retries <= 3; retries++) {
    await pay(page, 'Declined')
    await says(page, 'Payment failed', 'Your card was declined. Please try a different card or contact your bank.')
    if (retries === 3) break
    expect(await measureCountdown(page)).toBe(3)
    await again(page).click()
  }
  expect(await offersRetry(page)).toBe(0)
  expect(orders).toHaveLength(1)
  const support = status(page, 'Payment failed').getByRole('link', { name: 'Contact Support' })
  const address = new URL((await support.getAttribute('href'))!)
  expect([address.protocol, address.searchParams.get('subject')]).toEqual(['mailto:', 'Payment Issue'])
  expect(address.searchParams.get('body')).toContain(orders[0]!)
  // Closing resets everything: another purchase is another order, with all its tries.
  await closeStatus(page, 'Payment failed')
  await purchase(page)
  await pay(page, 'Insufficient funds')
  await prove(page)
  await says(
    page,
    'Payment failed',
    'Insufficient funds. Please check your account balance or use a different payment method.',
  )
  expect(await measureCountdown(page)).toBe(3)
  await again(page).click()
  await payAndProve(page, 'Success')
  await status(page, 'Payment successful').getByText('105 credits were added. You have 130 credits now.').waitFor()
  expect(orders).toHaveLength(2)
  await status(page, 'Payment successful').getByRole('button', { name: 'Done' }).click()
  // After a success the packs are closed with it.
  await packs(page).waitFor({ state: 'hidden' })
  await page.clock.resume()
  await headerSays(page, '130 credits')
})

test('a payment that timed out may be tried after 5 s, wrong passwords after 3 s, a closed window not at all', async () => {
  const { page } = visitor
  await openPacks(page)
  await stopClock(page)
  await purchase(page)
  await pay(page, 'Timed out')
  await prove(page)
  await says(
    page,
    'Payment timed out',
    'Payment timed out. Your payment may still be processing. Please check your account or try again.',
  )
  expect(await measureCountdown(page)).toBe(5)
  await again(page).click()
  await pay(page, 'Success')
  for (const wrong of ['1', '2', '3']) {
    await prove(page, wrong)
    if (wrong !== '3') await till(page).getByText('That is not right.').waitFor()
  }
  await says(page, 'Payment failed', 'Payment failed. Please try again or use a different payment method.')
  expect(await measureCountdown(page)).toBe(3)
  await again(page).click()
  await till(page).getByRole('button', { name: 'Close' }).first().click()
  await says(page, 'Payment cancelled', 'Payment was cancelled. No charges have been made.')
  expect(await offersRetry(page)).toBe(0)
  await closeStatus(page, 'Payment cancelled')
})

test('what an order is answered has its text, its countdown, or no retry at all', async () => {
  const { page } = visitor
  const SERVER = 'Server error occurred. Please try again in a few minutes.'
  const answers: [answer: Parameters<Route['fulfill']>[0], text: string, countdown: number | null][] = [
    [json(500, {}), SERVER, 2],
    [{ status: 200, body: 'oops' }, 'Invalid response from server', 2],
    [json(404, {}), 'Failed to create order', null],
    [json(400, {}), 'Invalid payment details. Please check your information and try again.', null],
    [json(400, { error: 'Unsupported currency: JPY', code: 'invalid' }), 'Unsupported currency: JPY', null],
  ]
  for (const [answer, text, countdown] of answers) {
    await answering(page, 'create-order', answer)
    await purchase(page)
    await says(page, 'Payment failed', text)
    if (countdown === null) expect([text, await offersRetry(page)]).toEqual([text, 0])
    else expect([text, await measureCountdown(page)]).toEqual([text, countdown])
    await closeStatus(page, 'Payment failed')
  }
  // The gateway itself is down, and comes back.
  const planned = await page.evaluate(async (fault) => {
    const headers = { 'Content-Type': 'application/json' }
    return (await fetch('/sandbox-gateway/faults', { method: 'POST', headers, body: JSON.stringify(fault) })).status
  }, FAULT)
  expect(planned).toBe(204)
  await purchase(page)
  await says(page, 'Payment failed', SERVER)
  expect(await measureCountdown(page)).toBe(2)
  await again(page).click()
  await till(page).getByRole('button', { name: 'Close' }).first().click()
  await closeStatus(page, 'Payment cancelled')
})

test('what a confirmation is answered has its text; a forged one names the payment and is not tried again', async () => {
  const { page } = visitor
  const forged = async (route: Route) => {
    const said = route.request().postDataJSON() as Record<string, unknown>
    await route.continue({ postData: JSON.stringify({ ...said, razorpay_signature: 'f'.repeat(64) }) })
  }
  await page.route('**/api/credits/purchase', forged, { times: 1 })
  await purchase(page)
  await payAndProve(page, 'Success')
  const failed = status(page, 'Payment not confirmed yet')
  await failed.getByText(/contact support and give them this payment ID: pay_\w+$/).waitFor()
  expect(await offersRetry(page)).toBe(0)
  expect(await failed.getByRole('link', { name: 'Contact Support' }).getAttribute('href')).toMatch(/Payment%3A%20pay_/)
  await closeStatus(page, 'Payment not confirmed yet')

  await answering(page, 'purchase', json(404, {}))
  await purchase(page)
  await payAndProve(page, 'Success')
  await says(page, 'Payment not confirmed yet', 'Purchase failed (404)')
  expect(await offersRetry(page)).toBe(0)
  await closeStatus(page, 'Payment not confirmed yet')

  await page.route('**/api/credits/purchase', (route) => route.abort(), { times: 1 })
  await purchase(page)
  await payAndProve(page, 'Success')
  await says(page, 'Payment not confirmed yet', 'Network error during payment verification. Please try again.')
  expect(await measureCountdown(page)).toBe(2)
  await answering(page, 'purchase', json(401, { error: 'Please sign in.', code: 'unauthorized' }))
  await again(page).click()
  await failed.getByText('Please log in again: your payment is confirmed then.').waitFor()
  expect(await failed.getByRole('link', { name: 'Log in again' }).getAttribute('href')).toBe(
    '/login?next=%2Fbilling&note=payment_waits',
  )
  expect(await offersRetry(page)).toBe(0)
  expect(visitor.trouble.filter((line) => !/status of 50[03]|ERR_FAILED/.test(line))).toEqual([])
})

describe('when nobody answers', () => {
  beforeAll(arrive, 300_000)

  const mentions = (page: Page, name: string, text: string) => status(page, name).getByText(text).waitFor()
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
    await mentions(page, 'Payment failed', 'The payment window could not be loaded.')
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
    await mentions(page, 'Payment failed', 'The payment window could not be loaded.')
    expect(await measureCountdown(page)).toBe(2)
    await page.unroute(WINDOW)
    await again(page).click()
    await till(page).getByRole('button', { name: 'Close' }).first().click()
    await closeStatus(page, 'Payment cancelled')
  })

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
    await mentions(page, 'Payment failed', 'Your card was declined.')
    await page.route('**/api/credits/purchase', (route) => route.abort(), { times: 1 })
    await page.evaluate(() => {
      const { opened } = window as unknown as {
        opened: { options: { order_id: string; handler(proof: object): void } }
      }
      const { order_id } = opened.options
      opened.options.handler({ razorpay_order_id: order_id, razorpay_payment_id: 'pay_1', razorpay_signature: 'x' })
    })
    await mentions(page, 'Payment not confirmed yet', 'Network error during payment verification.')
    await page.unroute(WINDOW)
    await closeStatus(page, 'Payment not confirmed yet')
  })

  test('a payment window that breaks is something nobody foresaw', async () => {
    const { page } = visitor
    await page.clock.resume()
    const broken = 'window.Razorpay = class { on() {} open() { throw new Error("broken") } }'
    await page.route(WINDOW, (route) => route.fulfill({ contentType: 'text/javascript', body: broken }))
    await openPacks(page)
    await stopClock(page)
    await purchase(page)
    await mentions(page, 'Payment failed', 'An unexpected error occurred. Please try again or contact support.')
    expect(await measureCountdown(page)).toBe(2)
    await page.unroute(WINDOW)
  })

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
    await mentions(page, 'Payment failed', 'You are offline, so the payment window could not be loaded.')
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
    await mentions(
      page,
      'Payment failed',
      'Network connection failed. Please check your internet connection and try again.',
    )
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
    await mentions(page, 'Payment successful', '105 credits were added. You have 130 credits now.')
    await status(page, 'Payment successful').getByRole('button', { name: 'Done' }).click()
    await page.clock.resume()
    await headerSays(page, '130 credits')
  })

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
    await mentions(page, 'Processing payment', 'Confirming your payment…')
    await pass(page, 29_999)
    expect(await status(page, 'Processing payment').count()).toBe(1)
    await pass(page, 1)
    await mentions(page, 'Payment not confirmed yet', 'Payment verification timed out. Please check your credits.')
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
    await mentions(page, 'Payment successful', '105 credits were added. You have 235 credits now.')
    await status(page, 'Payment successful').getByRole('button', { name: 'Done' }).click()
    await page.clock.resume()
    await headerSays(page, '235 credits')
    const lines = visitor.trouble.filter((line) => !/ERR_(FAILED|INTERNET_DISCONNECTED|ABORTED)/.test(line))
    expect(lines).toEqual([])
  })
})
