import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { axe, keepPicture } from '../support/browser.ts'
import { closeStatus, openPacks, pay, payAndProve, prove, purchase, status, till } from './till.ts'
import { openStage, type Stage, settleIn, type Visitor } from './visit.ts'

/** Every state of the dialogs, in both themes and both widths. The page is opened in its theme, so that no colour is still on its way. */
let stage: Stage
let visitor: Visitor

beforeAll(async () => {
  stage = await openStage()
  visitor = await stage.visit()
  await settleIn(visitor.page, 'asha@example.com')
}, 300_000)
afterAll(() => stage.close())

const CHECKOUT = /\/sandbox-gateway\/checkout\.js/

/** Runs axe in both widths; pictures as payment-{name}-{theme}-{width}. */
async function look(page: Page, theme: string, name: string): Promise<void> {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 820 })
    expect([name, theme, width, ...(await axe(page))]).toEqual([name, theme, width])
    await keepPicture(page, `payment-${name}-${theme}-${width}`)
  }
}

test.each(['light', 'dark'] as const)(
  'in the %s theme',
  async (colorScheme) => {
    const { page } = visitor
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await openPacks(page)
    await look(page, colorScheme, 'packs')
    const { promise: waited, resolve: goOn } = Promise.withResolvers<void>()
    await page.route(CHECKOUT, (route) => waited.then(() => route.continue()), { times: 1 })
    await purchase(page)
    await status(page, 'Processing payment').getByText('Opening the payment window…').waitFor()
    await look(page, colorScheme, 'processing')
    goOn()
    await pay(page, 'Declined')
    await status(page, 'Payment failed').getByRole('button', { name: 'Try again', exact: true }).waitFor()
    await look(page, colorScheme, 'failed')
    await visitor.context.setOffline(true)
    await status(page, 'Payment failed').getByText('Offline', { exact: true }).waitFor()
    await look(page, colorScheme, 'offline')
    await visitor.context.setOffline(false)
    await closeStatus(page, 'Payment failed')
    await purchase(page)
    await till(page).getByRole('button', { name: 'Close' }).first().click()
    await status(page, 'Payment cancelled').waitFor()
    await look(page, colorScheme, 'cancelled')
    await closeStatus(page, 'Payment cancelled')
    await purchase(page)
    await pay(page, 'Timed out')
    await prove(page)
    await status(page, 'Payment timed out').getByRole('button', { name: 'Try again', exact: true }).waitFor()
    await look(page, colorScheme, 'timeout')
    await closeStatus(page, 'Payment timed out')
    await purchase(page)
    await payAndProve(page, 'Success')
    await status(page, 'Payment successful').waitFor()
    await look(page, colorScheme, 'success')
    await status(page, 'Payment successful').getByRole('button', { name: 'Done' }).click()
  },
  120_000,
)
