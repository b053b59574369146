import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { subscriptions, users } from '#db/schema/index.ts'
import { call, newPlace, type Person } from '../support/people.ts'
import { openSite, type Site } from '../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
}, 120_000)
afterAll(() => site.close())

const menu = (page: Page) => page.locator('.header-nav [data-organizations]')
const openOrganizations = (page: Page) => menu(page).locator('summary').click()
const side = (page: Page) => page.locator('.header-nav .orgs-side:visible')
const plan = (page: Page) => page.locator('.user > summary [data-plan]')
/** Counts the calls of an address. */
function count(page: Page, path: string) {
  const calls: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) calls.push(request.method())
  })
  return calls
}
const fail = (page: Page, path: string, error = 'The database is away.') =>
  page.route(`**${path}`, (route) => route.fulfill({ status: 503, json: { error, code: 'unavailable' } }))

describe('the Organizations menu', () => {
  test('lists organizations with their descriptions, once in 30 s', async () => {
    const { person, page, context } = await site.visit()
    const place = await newPlace(site.app, person)
    await call(site.app, person, 'PUT', `/api/organizations/${place.organization.id}`, { description: 'Shops in Pune' })
    await page.clock.install()
    const calls = count(page, '/api/user/organizations')
    await page.goto('/about-us')
    await openOrganizations(page)
    await page.getByRole('link', { name: 'Acme Shops in Pune' }).waitFor()
    expect(await menu(page).getByRole('link').first().innerText()).toBe(
      'View All Organizations\nManage your organizations',
    )
    // The next page of this tab knows it still; half a minute later it asks again.
    await page.goto('/contact-us')
    await openOrganizations(page)
    await page.getByRole('link', { name: 'Acme Shops in Pune' }).waitFor()
    expect(calls).toHaveLength(1)
    await openOrganizations(page)
    await page.clock.fastForward(30_000)
    const again = page.waitForResponse('**/api/user/organizations')
    await openOrganizations(page)
    await again
    expect(calls).toHaveLength(2)
    await context.close()
  })

  test('shows that it loads, then that there is none yet', async () => {
    const { page, context } = await site.visit()
    let answer = () => {}
    const held = new Promise<void>((done) => {
      answer = done
    })
    await page.route('**/api/user/organizations', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/about-us')
    await openOrganizations(page)
    await menu(page).getByText('Loading organizations').waitFor({ state: 'attached' })
    expect(await menu(page).locator('.skeleton').count()).toBe(2)
    answer()
    await menu(page).getByText('No organizations found').waitFor()
    await menu(page).getByRole('link', { name: 'Create your first organization' }).click()
    await page.waitForURL('**/organizations/new')
    await context.close()
  })

  test('reads a second path when the first fails: what is active, newest first', async () => {
    const { person, page, context } = await site.visit()
    await newPlace(site.app, person)
    const listed = (name: string, status: string, day: number, workspaces: object[] = []) => {
      const created_at = `2026-01-0${day}T00:00:00Z`
      return { id: crypto.randomUUID(), name, status, created_at, workspaces }
    }
    await fail(page, '/api/user/organizations')
    const sales = [listed('Old', 'active', 1), listed('New', 'active', 2), listed('Gone', 'deleted', 3)]
    await page.route('**/api/organizations', (route) =>
      route.fulfill({
        json: [listed('First', 'active', 1, sales), listed('Closed', 'deleted', 2), listed('Last', 'active', 3)],
      }),
    )
    await page.goto('/about-us')
    await openOrganizations(page)
    await page.getByRole('link', { name: 'First' }).hover()
    await side(page).getByRole('link', { name: 'Old' }).waitFor()
    expect(await menu(page).locator('.orgs-item > a').allInnerTexts()).toEqual(['Last', 'First'])
    expect(await side(page).getByRole('link').allTextContents()).toEqual(['New', 'Old', 'View all workspaces →'])
    await context.close()
  })

  test('says that loading failed, tries again by itself after 3 s and at once with Retry', async () => {
    const { person, page, context } = await site.visit()
    await newPlace(site.app, person)
    await page.clock.install()
    await fail(page, '/api/user/organizations')
    await fail(page, '/api/organizations')
    const calls = count(page, '/api/user/organizations')
    await page.goto('/about-us')
    await page.waitForLoadState('networkidle')
    await page.clock.pauseAt(Date.now() + 60_000)
    await openOrganizations(page)
    await menu(page).getByText('Failed to load organizations').waitFor()
    const before = calls.length
    await menu(page)
      .locator('.menu-note')
      .evaluate((note) => Object.assign(window, { note }))
    await menu(page).getByRole('button', { name: 'Retry' }).click()
    // It says so anew once both paths have failed again.
    await page.waitForFunction(() => !(window as unknown as { note: Element }).note.isConnected)
    await page.clock.runFor(2999)
    expect(calls).toHaveLength(before + 1)
    await page.unroute('**/api/user/organizations')
    await page.clock.runFor(1)
    await menu(page).getByRole('link', { name: 'Acme' }).waitFor()
    await context.close()
  })

  test('without a session token it asks nobody and says so', async () => {
    const { page, context } = await site.visit()
    await fail(page, '/api/auth/token')
    const calls = count(page, '/api/user/organizations')
    await page.goto('/about-us')
    await openOrganizations(page)
    await menu(page).getByText('No session token available').waitFor()
    await menu(page).getByRole('button', { name: 'Retry' }).waitFor()
    expect(calls).toEqual([])
    await context.close()
  })

  test('the side list opens for the pointer and goes 150 ms after it left', async () => {
    const { person, page, context } = await site.visit()
    await newPlace(site.app, person)
    await page.clock.install()
    await page.goto('/about-us')
    await openOrganizations(page)
    await page.getByRole('link', { name: 'Acme' }).hover()
    await side(page).getByRole('link', { name: 'Sales' }).waitFor()
    expect(await side(page).getByRole('link').last().textContent()).toBe('View all workspaces →')
    await side(page).getByRole('link', { name: 'Sales' }).hover()
    await page.clock.pauseAt(Date.now() + 60_000)
    expect(await side(page).count()).toBe(1)
    await page.mouse.move(900, 700)
    await page.clock.runFor(149)
    expect(await side(page).count()).toBe(1)
    await page.clock.runFor(1)
    expect(await side(page).count()).toBe(0)
    await context.close()
  })

  test('works by keyboard alone', async () => {
    const { person, page, context } = await site.visit()
    const { organization, workspace } = await newPlace(site.app, person)
    await page.goto('/about-us')
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim())
    await menu(page).locator('summary').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Acme' }).waitFor()
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toStartWith('View All Organizations')
    await page.keyboard.press('End')
    expect(await focused()).toBe('Acme')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowUp')
    expect(await focused()).toBe('Acme')
    await page.keyboard.press('ArrowRight')
    expect(await focused()).toBe('Sales')
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe('View all workspaces →')
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe('Sales')
    await page.keyboard.press('Escape')
    expect([await focused(), await side(page).count()]).toEqual(['Acme', 0])
    await page.keyboard.press('Escape')
    expect([await focused(), await menu(page).getAttribute('open')]).toEqual(['Organizations', null])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/workspaces/${workspace.id}`)
    expect(organization.name).toBe('Acme')
    await context.close()
  })

  test('for a finger the first tap opens the side list and the second follows the link', async () => {
    const { person, context: first } = await site.visit()
    await first.close()
    const { organization } = await newPlace(site.app, person)
    const context = await site.open(person, { hasTouch: true })
    const page = await context.newPage()
    await page.goto('/about-us')
    await menu(page).locator('summary').tap()
    await page.getByRole('link', { name: 'Acme' }).tap()
    await side(page).getByRole('link', { name: 'Sales' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/about-us')
    await page.getByRole('link', { name: 'Acme' }).tap()
    await page.waitForURL(`**/organizations/${organization.id}`)
    await context.close()
  })
})

describe('the user menu', () => {
  async function give(person: Person, planType: string, ends = Date.UTC(2040, 0, 1)) {
    const about = { planType, isAnnual: false, monthlyCredits: 300, currentPeriodEnd: new Date(ends) }
    await site.world.db
      .insert(subscriptions)
      .values({ userId: person.user.id, ...about })
      .onConflictDoUpdate({ target: subscriptions.userId, set: about })
  }

  test('shows the plan beside the name in its colour, and none for free or ended ones', async () => {
    for (const [planType, text, colour] of [
      ['premium', 'Premium', 'badge-blue'],
      ['flexible', 'Flexible', 'badge-green'],
      ['team', 'Team', 'badge-purple'],
    ] as const) {
      const { person, page, context } = await site.visit()
      await give(person, planType)
      await page.goto('/about-us')
      await plan(page).getByText(text, { exact: true }).waitFor()
      expect(await plan(page).locator('.badge').getAttribute('class')).toContain(colour)
      await context.close()
    }
    for (const [planType, ends] of [
      ['free', Date.UTC(2040, 0, 1)],
      ['premium', Date.now() - 86_400_000],
    ] as const) {
      const { person, page, context } = await site.visit()
      await give(person, planType, ends)
      const answered = page.waitForResponse('**/api/billing/subscription')
      await page.goto('/about-us')
      await answered
      await page.waitForLoadState('networkidle')
      expect(await plan(page).innerText()).toBe('')
      await context.close()
    }
  }, 60_000)

  test('asks for the plan after 100 ms with the cookie alone, and says what went wrong beside the name', async () => {
    const { page, context } = await site.visit()
    await page.clock.install()
    await fail(page, '/api/billing/subscription', 'Billing sleeps.')
    const calls = count(page, '/api/billing/subscription')
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.goto('/about-us')
    await page.locator('[data-balance][data-state]').waitFor()
    await page.waitForLoadState('networkidle')
    await page.clock.runFor(99)
    expect(calls).toEqual([])
    const asked = page.waitForRequest('**/api/billing/subscription')
    await page.clock.runFor(1)
    expect((await asked).headers().authorization).toBeUndefined()
    await plan(page).getByText('Error: Billing sleeps.').waitFor()
    // The bar may have room for a part only; the menu has the whole of both.
    await page.locator('.user > summary').click()
    await page.locator('.user .menu-list').getByText('Error: Billing sleeps.').waitFor()
    await page.locator('.user .menu-list').getByText('Ada', { exact: true }).waitFor()
    await context.close()
  })

  test('counts invitations in red, as 9+ above nine', async () => {
    const { person, page, context } = await site.visit({ verified: true })
    const owner = await site.visit({ name: 'Olga' })
    const badge = page.locator('.user [data-invitations]')
    const invite = async () => {
      const { organization } = await newPlace(site.app, owner.person)
      const body = { email: person.user.email, role: 'member' }
      const sent = await call(site.app, owner.person, 'POST', `/api/organizations/${organization.id}/invite`, body)
      expect(sent.status).toBe(201)
    }
    await invite()
    await page.goto('/about-us')
    await page.locator('.user > summary').click()
    await badge.getByText('1', { exact: true }).waitFor()
    expect(await badge.evaluate((it) => getComputedStyle(it).backgroundColor)).toMatch(/^rgb\(20\d, 42, 30\)$/)
    for (let more = 0; more < 9; more += 1) await invite()
    await page.evaluate(() => sessionStorage.clear())
    await page.reload()
    await page.locator('.user > summary').click()
    await badge.getByText('9+', { exact: true }).waitFor()
    await context.close()
    await owner.context.close()
  })

  test('ignores in silence that invitations cannot be counted', async () => {
    const { page, context } = await site.visit()
    const said: string[] = []
    page.on('console', (message) => {
      if (!message.text().includes('status of')) said.push(message.text())
    })
    await fail(page, '/api/user/invitations')
    const answered = page.waitForResponse('**/api/user/invitations')
    await page.goto('/about-us')
    await answered
    await page.waitForLoadState('networkidle')
    expect(await page.locator('.user [data-invitations]').isHidden()).toBe(true)
    expect(said).toEqual([])
    await context.close()
  })

  test('leads admins to their panel; who cannot be checked is no admin', async () => {
    const { person, page, context } = await site.visit()
    const entry = page.locator('.user').getByRole('link', { name: 'Admin Portal' })
    const summary = page.locator('.user > summary')
    await page.goto('/about-us')
    await summary.click()
    await page.waitForFunction(() => Object.keys(sessionStorage).some((name) => name.includes('admin')))
    expect(await entry.count()).toBe(0)
    // Somebody who has become one since finds the way without another sign-in.
    await page.route('**/about-us', async (route) => {
      const answer = await route.fetch()
      await site.world.db
        .update(users)
        .set({ adminRoles: ['support'] })
        .where(eq(users.id, person.user.id))
      await route.fulfill({ response: answer })
    })
    await page.evaluate(() => sessionStorage.clear())
    await page.reload()
    await summary.click()
    await entry.waitFor()
    await page.unroute('**/about-us')
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    await fail(page, '/api/user/admin-status', 'Bearer abcdefghijk was refused')
    await page.evaluate(() => sessionStorage.clear())
    await page.reload()
    await summary.click()
    await entry.waitFor({ state: 'detached' })
    const line = said.find((text) => text.startsWith('Failed to check admin permissions'))
    expect(line).toContain('[redacted]')
    expect(said.join('\n')).not.toContain('abcdefghijk')
    await context.close()
  })

  test('shows the picture, or the initial when it cannot be loaded', async () => {
    const { person, page, context } = await site.visit({ name: 'asha' })
    const picture = page.locator('.user > summary .avatar img')
    await site.world.db
      .update(users)
      .set({ image: '/uploads/profile_pictures/gone.webp' })
      .where(eq(users.id, person.user.id))
    await page.goto('/about-us')
    await picture.waitFor({ state: 'detached' })
    expect(await page.locator('.user > summary .avatar').innerText()).toBe('A')
    await context.close()
  })
})
