import type { Page } from 'playwright-core'

/** What a person does while they buy: the dialogs of the billing page, the payment window of the sandbox, and a clock that stands still. */

export const packs = (page: Page) => page.getByRole('dialog', { name: 'Buy Credits' })
export const status = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
export const till = (page: Page) => page.frameLocator('iframe[title="Sandbox payment window"]')
export const again = (page: Page) => page.getByRole('button', { name: 'Try again', exact: true })
export const purchase = (page: Page) => packs(page).getByRole('button', { name: 'Purchase Credits' }).click()
export const headerSays = (page: Page, text: string) =>
  page.locator('header [data-balance]', { hasText: text }).waitFor()

/** Fills in a test card and pays; the bank asks for a password next, or declines. */
export async function pay(page: Page, card: string): Promise<void> {
  await till(page).getByRole('button', { name: card, exact: true }).click()
  await till(page).getByRole('button', { name: /^Pay / }).click()
}

export async function prove(page: Page, password = '1234'): Promise<void> {
  await till(page).getByLabel('One-time password').fill(password)
  await till(page).getByRole('button', { name: 'Submit' }).click()
}

export async function payAndProve(page: Page, card: string): Promise<void> {
  await pay(page, card)
  await prove(page)
}

/** Opens the packs on a page whose script has just begun. */
export async function openPacks(page: Page): Promise<void> {
  await page.goto('/billing?buy=credits')
  await packs(page).waitFor()
}

/** Closes the status and buys once more: the packs are there again. */
export async function closeStatus(page: Page, name: string): Promise<void> {
  await status(page, name).getByRole('button', { name: 'Close' }).click()
  await packs(page).waitFor()
}

/** Stops the clock of the page, which must have been installed before it was opened. */
export async function stopClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now())
  await page.clock.pauseAt(now + 1000)
}

/** Lets the page do what it does after drawing, such as starting a timer. */
export async function settleDown(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let turn = 0; turn < 3; turn++)
      await new Promise((done) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = done
        port2.postMessage(0)
      })
  })
}

/** Lets the stopped clock run on so far, and the page do what is due. @param ms milliseconds */
export async function pass(page: Page, ms: number): Promise<void> {
  await settleDown(page)
  await page.clock.runFor(ms)
  await settleDown(page)
}

/**
 * Watches the countdown of the retry button on a stopped clock, second by second: a millisecond before its time it still does not work.
 * @returns seconds after which it works
 */
export async function measureCountdown(page: Page): Promise<number> {
  const button = page.getByRole('button', { name: /^Try again/ })
  await button.waitFor()
  const words = async () => `${await button.innerText()}${(await button.isDisabled()) ? '' : ' works'}`
  let seconds = 0
  for (; (await words()) !== 'Try again works'; seconds++) {
    const before = await words()
    await pass(page, 999)
    if ((await words()) !== before) throw new Error(`"${before}" became "${await words()}" too early`)
    await pass(page, 1)
    if ((await words()) === before) throw new Error(`"${before}" stayed longer than a second`)
  }
  return seconds
}
