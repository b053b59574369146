import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { subscriptions, users } from '#db/schema/index.ts'
import { axe } from '../../tests/support/browser.ts'
import { call, newPlace, type Person } from '../../tests/support/people.ts'
import { openSite, type Site } from '../../tests/support/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
}, 300_000)
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
    const { person, page, context } = await site.visit()
    /** Opens the page as if for the first time since the plan is this one. */
    const openWith = async (planType: string, ends?: number) => {
      await give(person, planType, ends)
      const answered = page.waitForResponse('**/api/billing/subscription')
      await page.goto('/about-us')
      await answered
    }
    for (const [planType, text, colour] of [
      ['premium', 'Premium', 'badge-blue'],
      ['flexible', 'Flexible', 'badge-green'],
      ['team', 'Team', 'badge-purple'],
    ] as const) {
      await openWith(planType)
      await plan(page).getByText(text, { exact: true }).waitFor()
      expect(await plan(page).locator('.badge').getAttribute('class')).toContain(colour)
      await page.evaluate(() => sessionStorage.clear())
    }
    for (const [planType, ends] of [
      ['free', Date.UTC(2040, 0, 1)],
      ['premium', Date.now() - 86_400_000],
    ] as const) {
      await openWith(planType, ends)
      await page.waitForLoadState('networkidle')
      expect(await plan(page).innerText()).toBe('')
      await page.evaluate(() => sessionStorage.clear())
    }
    await context.close()
  })

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

describe('the frame around the menus', () => {
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
  }, 300_000)

  test('a balance that cannot be had says so with the status', async () => {
    const { context, page } = await site.visit()
    await page.route('**/api/credits/balance', (route) => route.fulfill({ status: 503, json: { error: 'Away' } }))
    await page.goto('/about-us')
    const balance = page.locator('[data-balance][data-state="error"]')
    await balance.waitFor()
    expect(await balance.getAttribute('title')).toBe('Failed to fetch credit balance: 503')
    await context.close()
  }, 300_000)

  test('the logo falls back to the drawn icon, the brand word stays', async () => {
    const context = await site.open(null)
    const page = await context.newPage()
    await page.route(/logo-.*\.svg/, (route) => route.abort())
    await page.goto('/about-us')
    await page.locator('.header .logo svg').waitFor()
    expect(await page.locator('.header .logo img').isHidden()).toBe(true)
    expect(await page.locator('.header .logo').innerText()).toBe('Tabletalk')
    await context.close()
  }, 300_000)

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
  }, 300_000)

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
  }, 300_000)

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
  }, 300_000)

  test('open menus are clean for axe, wide and narrow, light and dark, and nothing overflows', async () => {
    const { person, context, page } = await site.visit({ name: 'Asha Rao' })
    await newPlace(site.app, person)
    await page.goto('/about-us')
    await page.locator('.header-nav [data-organizations] > summary').click()
    await page.getByRole('link', { name: 'Acme' }).hover()
    await side(page).getByRole('link', { name: 'Sales' }).waitFor()
    const wrong: string[] = []
    const check = async (what: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        for (const found of [...(await axe(page, '.header')), ...(over > 0 ? [`${over} px too wide`] : [])])
          wrong.push(`${colorScheme} ${what}: ${found}`)
      }
    }
    await check('organizations')
    await page.locator('.user > summary').click()
    await check('user menu')
    await page.setViewportSize(SMALL)
    await page.locator('.mobile > summary').click()
    await page.locator('.fold > summary').first().click()
    await page.locator('.mobile').getByRole('link', { name: 'Acme' }).waitFor()
    await check('mobile menu')
    expect(wrong).toEqual([])
    await context.close()
  })
})

describe('the palette', () => {
  test('in a workspace the palette offers what can be connected, or says why it cannot tell', async () => {
    const { person, page, context } = await site.visit()
    const { workspace } = await newPlace(site.app, person)
    const palette = page.getByRole('dialog', { name: 'Go to' })
    await page.goto(`/workspaces/${workspace.id}/sources`)
    await page.locator('[data-palette]:not([data-waits])').first().click()
    await palette.getByRole('combobox').fill('connect post')
    await palette.getByRole('option', { name: 'Connect PostgreSQL' }).waitFor()
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/workspaces/${workspace.id}/sources/new/postgres`)

    await page.route('**/api/data-sources/config', (route) =>
      route.fulfill({ status: 503, json: { error: 'away', code: 'unavailable' } }),
    )
    await page.keyboard.press('Control+k')
    await palette.getByText('Failed to fetch data source config: Service Unavailable').waitFor()
    await palette.getByRole('combobox').fill('connect')
    expect(await palette.getByRole('option', { name: /^Connect / }).count()).toBe(0)
    expect(await axe(page)).toEqual([])
    await context.close()
  }, 300_000)
})
