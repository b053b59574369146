import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { users } from '#db/schema/index.ts'
import { axe } from '../../tests/support/browser.ts'
import { call, join, newPlace, signUp, workspaceCtx } from '../../tests/support/people.ts'
import { openSite, type Site } from '../../tests/support/site.ts'
import { putTable } from '../../tests/support/tables.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const menu = (page: Page) => page.locator('.header-nav [data-organizations]')
const openOrganizations = (page: Page) => menu(page).locator('summary').click()
const side = (page: Page) => page.locator('.header-nav .orgs-side:visible')

describe('the Organizations menu', () => {
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

describe('the frame around the menus', () => {
  const SMALL = { width: 360, height: 740 }

  test('a picture that cannot be loaded gives way to the initial, and the logo to the drawn icon', async () => {
    const { person, page, context } = await site.visit({ name: 'asha' })
    await site.world.db
      .update(users)
      .set({ image: '/uploads/profile_pictures/gone.webp' })
      .where(eq(users.id, person.user.id))
    await page.route(/logo-.*\.svg/, (route) => route.abort())
    await page.goto('/about-us')
    await page.locator('.user > summary .avatar img').waitFor({ state: 'detached' })
    expect(await page.locator('.user > summary .avatar').innerText()).toBe('A')
    await page.locator('.header .logo svg').waitFor()
    expect(await page.locator('.header .logo img').isHidden()).toBe(true)
    expect(await page.locator('.header .logo').innerText()).toBe('Tabletalk')
    await context.close()
  })

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
  })

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
  })

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
  })

  test('open menus are clean for axe, wide and narrow, light and dark, and nothing overflows', async () => {
    const { person, context, page } = await site.visit({ name: 'Asha Rao', verified: true })
    await newPlace(site.app, person)
    const olga = await signUp(site.app, { verified: true })
    const { id } = (await newPlace(site.app, olga)).organization
    const invitation = { email: person.user.email, role: 'member' }
    await call(site.app, olga, 'POST', `/api/organizations/${id}/invite`, invitation)
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
    await page.emulateMedia({ colorScheme: 'light' })
    await page.locator('.user > summary').click()
    const badge = page.locator('.user [data-invitations]')
    await badge.getByText('1', { exact: true }).waitFor()
    // Colours of the other scheme come a moment after it.
    await page.waitForFunction(() =>
      /^rgb\(20\d, 42, 30\)$/.test(
        getComputedStyle(document.querySelector('.user [data-invitations]')!).backgroundColor,
      ),
    )
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
  test('on a canvas it has what the workspace holds by name, and pages that the role may open', async () => {
    const { person, page, context } = await site.visit()
    const { workspace, organization } = await newPlace(site.app, person)
    const make = async (what: string, body: object) => {
      const made = await call(site.app, person, 'POST', `/api/workspaces/${workspace.id}/${what}`, body)
      expect([what, made.status]).toEqual([what, 201])
      return made.body.id as string
    }
    const agent = await make('agents', { name: 'Quarterly closer', publish: true })
    const canvas = await make('canvases', { name: 'Quarterly board' })
    const schedule = { every: 'day', time_zone: 'UTC' }
    const watch = await make('watches', {
      ...{ canvas_id: canvas, name: 'Quarterly mail', schedule, members: [person.user.id] },
    })
    await putTable(await workspaceCtx(site.world, person.user.id, workspace.id), 'orders', 'SELECT 7 AS amount')
    const room = `/api/workspaces/${workspace.id}/query-data`
    const { message_id } = (await call(site.app, person, 'POST', room, { message: 'Total amount of orders?' })).body
    const { answer } = (await call(site.app, person, 'GET', `/api/messages/${message_id}`)).body
    const answerWatch = await make('watches', {
      ...{ answer: { message_id, result_id: answer.results[0].id }, name: 'Quarterly total' },
      ...{ schedule, members: [person.user.id] },
    })
    const palette = (of: Page) => of.getByRole('dialog', { name: 'Go to' })
    const found = async (typed: string, of = page) => {
      await of.goto(`/canvases/${canvas}`)
      await of.locator('[data-palette]:not([data-waits])').first().waitFor()
      await of.keyboard.press('Control+k')
      await palette(of).getByRole('combobox').fill(typed)
    }
    await found('quarterly')
    for (const [group, name, address] of [
      ['Agents', 'Quarterly closer', `/workspaces/${workspace.id}?agent=${agent}`],
      ['Canvases', 'Quarterly board', `/canvases/${canvas}`],
      ['Watches', 'Quarterly mail', `/workspaces/${workspace.id}/watches/${watch}`],
      ['Watches', 'Quarterly total', `/workspaces/${workspace.id}/watches/${answerWatch}`],
    ] as const) {
      const option = palette(page).getByRole('group', { name: group }).getByRole('option', { name })
      expect(await option.getAttribute('href')).toBe(address)
    }
    const groups = palette(page).getByRole('group')
    expect(await groups.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual([
      ...['Agents', 'Canvases', 'Watches'],
    ])
    expect(await axe(page)).toEqual([])
    await found('new agent')
    await palette(page).getByRole('option', { name: 'New agent' }).waitFor()
    await context.close()

    const ben = await site.visit()
    await join(site.world, organization.id, ben.person.user.id, 'viewer')
    await found('agent', ben.page)
    await palette(ben.page).getByRole('option', { name: 'Agents of this workspace' }).waitFor()
    expect(await palette(ben.page).getByRole('option', { name: 'New agent' }).count()).toBe(0)
    await ben.context.close()
  })

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
  })
})
