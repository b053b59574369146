import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { axe } from '../support/browser.ts'
import { newPlace } from '../support/people.ts'
import { openSite, type Site } from '../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
}, 120_000)
afterAll(() => site.close())

const SMALL = { width: 360, height: 740 }
const spinner = (page: Page) => page.locator('[data-spinner]')

test('nothing moves when balance, plan and picture arrive late', async () => {
  const { context, page } = await site.visit()
  let answer = () => {}
  const held = new Promise<void>((done) => {
    answer = done
  })
  await page.route(/\/api\/(credits|billing|user)\//, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/about-us')
  await page.evaluate(() => {
    const moved: number[] = []
    Object.assign(window, { moved })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const places = () =>
    page.$$eval('.header-nav > *, .header-end > *:not(.mobile)', (all) =>
      all.map((it) => Math.round(it.getBoundingClientRect().x)),
    )
  const before = await places()
  answer()
  await page.locator('[data-balance][data-state="ready"]').waitFor()
  // A plan with a name as long as they get.
  await page.evaluate(() => {
    for (const place of document.querySelectorAll('[data-plan]'))
      place.innerHTML = '<span class="badge badge-purple">Enterprise research</span>'
  })
  expect(await places()).toEqual(before)
  // Fonts that arrive late move letters by parts of a pixel; people notice ten times as much as is allowed here.
  const moved = await page.evaluate(() => (window as unknown as { moved: number[] }).moved)
  expect(moved.reduce((sum, one) => sum + one, 0)).toBeLessThan(0.01)
  await context.close()
}, 60_000)

test('a balance that cannot be had says so with the status', async () => {
  const { context, page } = await site.visit()
  await page.route('**/api/credits/balance', (route) => route.fulfill({ status: 503, json: { error: 'Away' } }))
  await page.goto('/about-us')
  const balance = page.locator('[data-balance][data-state="error"]')
  await balance.waitFor()
  expect(await balance.getAttribute('title')).toBe('Failed to fetch credit balance: 503')
  await context.close()
}, 60_000)

test('the logo falls back to the drawn icon, the brand word stays', async () => {
  const context = await site.open(null)
  const page = await context.newPage()
  await page.route(/logo-.*\.svg/, (route) => route.abort())
  await page.goto('/about-us')
  await page.locator('.header .logo svg').waitFor()
  expect(await page.locator('.header .logo img').isHidden()).toBe(true)
  expect(await page.locator('.header .logo').innerText()).toBe('Tabletalk')
  await context.close()
}, 60_000)

test('the navigation spinner gives up after three seconds', async () => {
  const context = await site.open(null)
  const page = await context.newPage()
  await page.clock.install()
  await page.goto('/about-us')
  await page.waitForLoadState('networkidle')
  // An answer without a page, as a download has: the page stays.
  await page.route('**/contact-us', (route) => route.fulfill({ status: 204 }))
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('link', { name: 'Contact' }).first().click({ noWaitAfter: true })
  expect(await spinner(page).getAttribute('data-on')).toBe('')
  await page.clock.runFor(2999)
  expect(await spinner(page).getAttribute('data-on')).toBe('')
  await page.clock.runFor(1)
  expect(await spinner(page).getAttribute('data-on')).toBeNull()
  await context.close()
}, 60_000)

test('without script every menu opens and leads on, and signing out works', async () => {
  const { person, context: first } = await site.visit({ name: 'Asha Rao' })
  await first.close()
  const context = await site.open(person, { javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/about-us')
  await page.getByText('Organizations', { exact: true }).first().click()
  await page.getByRole('link', { name: 'View All Organizations' }).click()
  await page.waitForURL('**/organizations')
  await page.locator('.header-nav').getByText('Resources').click()
  await page.locator('.header-nav').getByRole('link', { name: 'Documentation' }).click()
  await page.waitForURL('**/documentation')
  await page.setViewportSize(SMALL)
  await page.locator('.mobile > summary').click()
  await page.locator('.fold > summary').first().click()
  await page.locator('.mobile').getByRole('link', { name: 'View All Organizations' }).waitFor()
  await page.locator('.mobile').getByRole('button', { name: 'Sign Out' }).click()
  await page.getByRole('link', { name: 'Get Started' }).first().waitFor()
  await context.close()
}, 60_000)

test('on a phone the menu holds everything, with the same list of organizations', async () => {
  const { person, context: first } = await site.visit({ name: 'Asha Rao' })
  await first.close()
  const { workspace } = await newPlace(site.app, person)
  const context = await site.open(person, { viewport: SMALL, hasTouch: true })
  const page = await context.newPage()
  const menu = page.locator('.mobile > nav')
  await page.goto('/about-us')
  await page.locator('.mobile > summary').tap()
  await menu.getByText('Asha Rao').waitFor()
  await menu.getByText('Organizations', { exact: true }).tap()
  await menu.getByRole('link', { name: 'Acme' }).tap()
  await menu.getByRole('link', { name: 'View all workspaces →' }).waitFor()
  await menu.getByRole('link', { name: 'Sales' }).tap()
  await page.waitForURL(`**/workspaces/${workspace.id}`)
  const guest = await (await site.open(null, { viewport: SMALL })).newPage()
  await guest.goto('/about-us')
  await guest.locator('.mobile > summary').click()
  await guest.locator('.mobile').getByRole('link', { name: 'Sign In' }).click()
  await guest.waitForURL('**/login')
  await guest.context().close()
  await context.close()
}, 60_000)

test('open menus and the public pages are clean for axe, wide and narrow, light and dark, and nothing overflows', async () => {
  const { person, context, page } = await site.visit({ name: 'Asha Rao' })
  await newPlace(site.app, person)
  const wrong: string[] = []
  const check = async (what: string) => {
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    for (const found of [...(await axe(page)), ...(over > 0 ? [`${over} px too wide`] : [])])
      wrong.push(`${what}: ${found}`)
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 1280, height: 820 })
    await page.goto('/pricing')
    await page.locator('.header-nav [data-organizations] > summary').click()
    await page.getByRole('link', { name: 'Acme' }).hover()
    await check(`${colorScheme} organizations`)
    await page.locator('.user > summary').click()
    await check(`${colorScheme} user menu`)
    await page.setViewportSize(SMALL)
    await page.goto('/documentation/people-and-roles')
    await page.locator('.mobile > summary').click()
    await page.locator('.fold > summary').first().click()
    await page.locator('.mobile').getByRole('link', { name: 'Acme' }).waitFor()
    await check(`${colorScheme} mobile menu`)
    for (const path of ['/about-us', '/contact-us', '/documentation', '/documentation/api', '/pricing', '/privacy']) {
      await page.goto(path)
      await check(`${colorScheme} ${path}`)
    }
  }
  expect(wrong).toEqual([])
  await context.close()
}, 180_000)
