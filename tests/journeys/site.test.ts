import { afterAll, beforeAll, expect, test } from 'bun:test'
import { PUBLIC_PAGES } from '#ui/rules/public-page.ts'
import { axe, screenshots } from '../support/browser.ts'
import { openSite, type Site } from '../support/site.ts'

/** Public pages as visitors see them: the demo with and without a script, search, contact, and how all of them look. */
let site: Site
beforeAll(async () => {
  site = await openSite()
}, 120_000)
afterAll(() => site?.close())

test('a visitor asks the demo, sees its steps, and follows a number to its cell', async () => {
  const context = await site.open(null)
  const page = await context.newPage()
  const trouble: string[] = []
  page.on('pageerror', ({ message }) => trouble.push(message))
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  const stage = page.locator('[data-demo-stage]')
  expect(await stage.textContent()).toContain('October 2025')
  await page.keyboard.press('/')
  await page.keyboard.type('Which courier has the most returns?')
  await page.keyboard.press('Enter')
  await stage.getByText('Which courier has the most returns?').waitFor()
  expect(await stage.textContent()).toContain('Swift')
  await page.getByRole('button', { name: 'How many returns were there by reason?' }).click()
  await stage.locator('.demo-question', { hasText: 'by reason' }).waitFor()
  expect(await page.getByLabel('Your question').inputValue()).toBe('How many returns were there by reason?')
  const number = stage.locator('a.bound').first()
  const said = await number.textContent()
  const cell = page.locator((await number.getAttribute('href'))!)
  await number.click()
  expect(await cell.textContent()).toBe(said)
  expect(await cell.evaluate((element) => element.matches(':target'))).toBe(true)
  await page.getByLabel('Your question').fill('<img src=x onerror=alert(1)>')
  await page.keyboard.press('Enter')
  await stage.locator('.demo-question', { hasText: '<img' }).waitFor()
  expect(trouble).toEqual([])
  await context.close()
}, 120_000)

test('on a phone the answer of the demo comes into sight, and no names of its chart lie over each other', async () => {
  const context = await site.open(null, { viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  const boxes = await page
    .locator('.chart-rules text, .chart-name')
    .evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect()).map(({ x, y, right, bottom }) => ({ x, y, right, bottom })),
    )
  expect(boxes.length).toBeGreaterThan(4)
  for (const [at, a] of boxes.entries())
    for (const b of boxes.slice(at + 1))
      expect(a.x < b.right && b.x < a.right && a.y < b.bottom && b.y < a.bottom).toBe(false)
  await page.getByLabel('Your question').fill('Which courier has the most returns?')
  await page.keyboard.press('Enter')
  await page.locator('.demo-question', { hasText: 'courier' }).waitFor()
  const told = (await page.locator('.demo-prose').boundingBox())!
  expect([told.y > 52, told.y + told.height < 740]).toEqual([true, true])
  await context.close()
}, 60_000)

test('a visitor searches the guides, copies code and reads on', async () => {
  const context = await site.open(null)
  const page = await context.newPage()
  await page.goto('/documentation', { waitUntil: 'networkidle' })
  await page.keyboard.press('/')
  await page.keyboard.type('budget')
  await page.keyboard.press('Enter')
  const first = page.locator('.doc-hits a').first()
  expect(await first.textContent()).toBe('Budgets')
  await first.click()
  await page.waitForURL(/#budgets$/)
  await page.getByRole('navigation', { name: 'Guides before and after' }).getByRole('link').last().click()
  await page.waitForURL(/\/documentation\/(security|usage-and-budgets)$/)
  await page.goto('/documentation/connecting-databases')
  await page.getByRole('button', { name: 'Copy' }).first().waitFor()
  await context.close()
}, 60_000)

test('a logo that cannot be loaded becomes the drawn icon', async () => {
  const context = await site.open(null)
  const page = await context.newPage()
  await page.route(/logo-[0-9a-f]+\.svg/, (route) => route.abort())
  await page.goto('/')
  await page.locator('.header .logo svg').waitFor({ state: 'visible' })
  expect(await page.locator('.header .logo').textContent()).toContain('Tabletalk')
  await context.close()
}, 60_000)

const LOOKED: string[] = [...PUBLIC_PAGES, '/documentation/security', '/documentation?q=sql', '/nothing-here']

test.each(LOOKED)(
  '%s is readable by everybody, in both themes and on a phone',
  async (path) => {
    const context = await site.open(null)
    const page = await context.newPage()
    await page.goto(path)
    const name = `site${path.replace(/\W+/g, '-').replace(/-$/, '') || '-home'}`
    await screenshots(page, name, async (look) => {
      expect({ look, found: await axe(page) }).toEqual({ look, found: [] })
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    })
    await context.close()
  },
  120_000,
)

test('a call of the list leads to its fields', async () => {
  const context = await site.open(null, { javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/documentation/api')
  await page.getByRole('link', { name: 'Ask the sample online store' }).click()
  await page.getByText('What the start page does').waitFor()
  await context.close()
}, 60_000)
