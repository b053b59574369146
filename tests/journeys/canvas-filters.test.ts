import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { newId } from '#base/ids.ts'
import { lookAtPage, lookAtState } from '../support/browser.ts'
import { call, join, newPlace, type Person, workspaceCtx } from '../support/people.ts'
import { openSite, type Site } from '../support/site.ts'
import { putTable } from '../support/tables.ts'

/** A board gets filters, is filtered, and the link shows somebody else the same. */
let site: Site
let page: Page
let viewer: Page
let canvasId: string
let owner: Person
const trouble: string[] = []
const AMOUNTS = Array.from({ length: 600 }, (_, at) => 20 + ((at * 37) % 400))
const WHOLE = AMOUNTS.reduce((sum, one) => sum + one).toLocaleString('en-IN')

beforeAll(async () => {
  site = await openSite()
  const asha = await site.visit({ name: 'Asha Rao' })
  const ben = await site.visit({ name: 'Ben Okoye' })
  ;[page, viewer, owner] = [asha.page, ben.page, asha.person]
  for (const one of [page, viewer]) one.on('pageerror', (error) => trouble.push(error.message))
  const place = await newPlace(site.app, asha.person)
  await join(site.world, place.organization.id, ben.person.user.id, 'viewer')
  const ctx = await workspaceCtx(site.world, asha.person.user.id, place.workspace.id)
  await putTable(
    ctx,
    'orders',
    `SELECT range AS id, ['North', 'South', 'East', 'West'][1 + range % 4] AS region, range % 30 AS customer_id,
      DATE '2026-01-01' + (range % 120)::INT AS ordered_on, 20 + (range * 37) % 400 AS amount FROM range(600)`,
  )
  await putTable(
    ctx,
    'customers',
    `SELECT range AS id, ['Retail', 'Wholesale'][1 + range % 2] AS segment, ['North', 'South', 'East', 'West'][1 + range % 4] AS region FROM range(30)`,
  )
  const post = (path: string, body: object, method = 'POST') => call(site.app, asha.person, method, path, body)
  canvasId = (await post(`/api/workspaces/${place.workspace.id}/canvases`, { name: 'Sales' })).body.id
  const put = (x: number, y: number, w: number, h: number, kind: string, content: object) =>
    post(`/api/canvases/${canvasId}/blocks/${newId()}`, { kind, tab: 'first', x, y, w, h, content }, 'PUT')
  const total = 'SELECT sum(amount) AS total FROM orders'
  await put(0, 0, 4, 3, 'kpi', { title: 'Revenue', sql: total, value: { column: 'total', row: null } })
  const customers = 'SELECT count(*) AS n FROM customers'
  await put(4, 0, 4, 3, 'kpi', { title: 'Customers', sql: customers, value: { column: 'n', row: null } })
  await put(8, 0, 4, 3, 'kpi', {
    ...{ title: 'Days of the year', sql: 'SELECT 365 AS days', value: { column: 'days', row: null } },
  })
  await put(0, 3, 6, 6, 'chart', {
    ...{
      title: 'Revenue by region',
      sql: 'SELECT region, sum(amount) AS revenue FROM orders GROUP BY region ORDER BY 2 DESC',
    },
    chart: { kind: 'bar', title: 'Revenue by region', x: 'region', y: ['revenue'], series: null },
  })
  const monthly = `SELECT date_trunc('month', ordered_on)::DATE AS month, sum(amount) AS revenue FROM orders GROUP BY 1 ORDER BY 1`
  await put(6, 3, 6, 6, 'chart', {
    ...{ title: 'Revenue by month', sql: monthly },
    chart: { kind: 'line', title: 'Revenue by month', x: 'month', y: ['revenue'], series: null },
  })
  await put(0, 9, 12, 6, 'grid', { title: 'Orders', sql: 'SELECT * FROM orders ORDER BY id' })
}, 300_000)
afterAll(() => site?.close())

const ready = (of: Page) => of.locator('[data-island="canvas"][data-island-ready]').waitFor()
const dialog = () => page.getByRole('dialog')
const filters = (of = page) => of.getByRole('region', { name: 'Filters' })
const figure = (name: string, text: string, of = page) =>
  of.getByRole('article', { name, exact: true }).locator('strong', { hasText: text }).waitFor()
const chip = (name: string) => filters().locator('summary', { hasText: name })
const saved = () => page.locator('.canvas-status', { hasText: 'Saved' }).waitFor()

async function addFilter(table: string, column: string) {
  await filters().getByRole('button', { name: 'Filter', exact: true }).click()
  const select = dialog().getByLabel('Column')
  const value = await select.locator(`optgroup[label="${table}"] option`, { hasText: column }).getAttribute('value')
  await select.selectOption(value!)
}

test('a filter is made of a column, and proposed for the other tables', async () => {
  await page.goto(`/canvases/${canvasId}`)
  await ready(page)
  await figure('Revenue', WHOLE)
  await addFilter('orders', 'region')
  await dialog().getByLabel('customers').locator('option:checked', { hasText: 'region' }).waitFor({ state: 'attached' })
  await lookAtState(page, 'canvas-filter-dialog', 'dialog')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await saved()
  await addFilter('orders', 'ordered on')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await saved()
  expect(await chip('Region').textContent()).toContain('all')
})

test('blocks follow what is chosen by keyboard, and say what it does to them', async () => {
  await chip('Region').focus()
  await page.keyboard.press('Enter')
  await filters().getByLabel('Values').getByText('North').waitFor()
  await filters().getByLabel('Search values').press('Tab')
  await page.keyboard.press('Space')
  await lookAtState(page, 'canvas-filter-values', '.canvas-filters')
  await filters().getByRole('button', { name: 'Apply' }).press('Enter')
  await page.waitForURL(/\?filters=region:/)
  await page.getByRole('article', { name: 'Customers' }).getByText('Filtered by Region').waitFor()
  await page
    .getByRole('article', { name: 'Days of the year' })
    .getByText(/Not filtered by Region: it does not read/)
    .waitFor()
  await chip('Ordered on').click()
  await filters().getByLabel('Days').selectOption('between')
  await filters().getByLabel('From').fill('2026-01-01')
  await filters().getByLabel('To').fill('2026-02-28')
  await filters().getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL(/ordered-on:2026-01-01\.\.2026-02-28/)
  await page.getByRole('article', { name: 'Orders', exact: true }).getByText('Filtered by Region, Ordered on').waitFor()
  await page.locator('[data-waiting]').first().waitFor({ state: 'detached' })
  await lookAtPage(page, 'canvas-filtered')
})

test('a press on the word of a value chooses it, and the menu stays', async () => {
  await chip('Region').click()
  const values = filters().getByRole('list', { name: 'Values' })
  for (const isChosen of [true, false]) {
    await values.getByText('South', { exact: true }).click()
    expect(await values.getByRole('checkbox', { name: 'South' }).isChecked()).toBe(isChosen)
  }
  await page.keyboard.press('Escape')
  await values.waitFor({ state: 'detached' })
})

test('a click on a mark filters by it, and shows the rows behind it', async () => {
  await filters().getByText('Clear all').click()
  await page.waitForURL((url) => url.search === '')
  await figure('Revenue', WHOLE)
  const stage = page.getByRole('article', { name: 'Revenue by region' }).locator('[data-drawn] canvas').first()
  const { width, height } = (await stage.boundingBox())!
  await stage.click({ position: { x: width * 0.18, y: height * 0.7 } })
  await dialog().getByRole('button', { name: 'Filter by Region: East' }).waitFor()
  await lookAtState(page, 'canvas-mark', 'dialog')
  await dialog().getByRole('button', { name: 'Show rows' }).click()
  await dialog().getByText('150 rows, as you may see them.').waitFor()
  await dialog()
    .getByRole('gridcell', { name: 'East' })
    .or(dialog().locator('td', { hasText: 'East' }))
    .first()
    .waitFor()
  await lookAtState(page, 'canvas-rows', 'dialog')
  await dialog().getByRole('button', { name: 'Close' }).last().click()
  const orders = page.getByRole('article', { name: 'Orders', exact: true })
  await orders.locator('td', { hasText: 'South' }).first().dblclick()
  await dialog().getByRole('button', { name: 'Filter by Region: South' }).click()
  await page.waitForURL(/\?filters=region:South/)
  await orders.getByText('Filtered by Region').waitFor()
  await page.locator('[data-waiting]').first().waitFor({ state: 'detached' })
  await orders.getByRole('grid').focus()
  // The cell that was chosen before the rows changed still is.
  for (const key of ['ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await dialog()
    .getByRole('button', { name: /^Filter by customer id/ })
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('article', { name: 'Revenue', exact: true }).hover()
  await page.getByRole('button', { name: 'Filter by Revenue or show its rows' }).click()
  await dialog().getByRole('button', { name: 'Show rows' }).click()
  await dialog().getByText('150 rows, as you may see them.').waitFor()
  await page.keyboard.press('Escape')
  await chip('Ordered on').click()
  await filters().getByLabel('From').fill('2026-02-01')
  await filters().getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL(/ordered-on:2026-02-01\.\./)
  const revenue = page.getByRole('article', { name: 'Revenue', exact: true })
  await revenue.getByText('Filtered by Region, Ordered on').waitFor()
  await page.locator('[data-waiting]').first().waitFor({ state: 'detached' })
})

test('the link shows somebody else the same, also without script', async () => {
  const link = page.url()
  const shown = await page.getByRole('article', { name: 'Revenue', exact: true }).locator('strong').textContent()
  await viewer.goto(link)
  await ready(viewer)
  await figure('Revenue', shown!, viewer)
  expect(await filters(viewer).getByRole('button', { name: 'Filter', exact: true }).count()).toBe(0)
  await viewer.reload()
  await figure('Revenue', shown!, viewer)
  await filters(viewer).getByRole('button', { name: 'Clear Region' }).click()
  await viewer.waitForURL((url) => !url.href.includes('region'))
  await filters(viewer).getByText('Clear all').click()
  await viewer.waitForURL((url) => url.search === '')
  await figure('Revenue', WHOLE, viewer)
  // What one person chooses is nobody else's.
  await figure('Revenue', shown!)
  const context = await site.browser.newContext({ baseURL: site.address, javaScriptEnabled: false })
  await context.addCookies(await page.context().cookies())
  const plain = await context.newPage()
  await plain.goto(link)
  await figure('Revenue', shown!, plain)
  await plain.getByText('Clear all').click()
  await plain.waitForURL((url) => url.search === '?' || url.search === '')
  await context.close()
})

test('a number is compared with the row before and has its course beside it', async () => {
  await page.getByRole('article', { name: 'Days of the year' }).hover()
  await page.getByRole('button', { name: 'Change Days of the year', exact: true }).click()
  await dialog().getByLabel('Title').fill('Newest month')
  const monthly = `SELECT date_trunc('month', ordered_on)::DATE AS month, sum(amount) AS revenue FROM orders GROUP BY 1 ORDER BY 1`
  await dialog().getByLabel('SQL').fill(monthly)
  await dialog().getByRole('button', { name: 'Run' }).click()
  await dialog().getByLabel('Course along').selectOption('month')
  await dialog()
    .getByLabel('Row of number')
    .locator('option:checked', { hasText: 'last row' })
    .waitFor({ state: 'attached' })
  await lookAtState(page, 'canvas-edit-course', 'dialog')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await saved()
  const tile = page.getByRole('article', { name: 'Newest month' })
  await tile.getByRole('img', { name: /^From .* to .*, between / }).waitFor()
  await tile.getByText(/% from/).waitFor()
  await lookAtState(page, 'canvas-course')
})

test('a stranger who opens a link of it on a phone sees the same figures, and cannot set others', async () => {
  const shown = (of: Page, name: string) => of.getByRole('article', { name, exact: true })
  const revenue = await shown(page, 'Revenue').locator('strong').textContent()
  expect(revenue).not.toBe(WHOLE)
  await page.getByRole('button', { name: 'Share this canvas' }).click()
  await dialog().getByRole('button', { name: 'Make a link' }).click()
  const address = await dialog().getByLabel('Link', { exact: true }).inputValue()
  await page.keyboard.press('Escape')
  const context = await site.open(null, { viewport: { width: 360, height: 740 } })
  const stranger = await context.newPage()
  await stranger.goto(new URL(address).pathname)
  await figure('Revenue', revenue!, stranger)
  await stranger.getByText(/^Of Region: South; Ordered on:/).waitFor()
  expect(await shown(stranger, 'Customers').locator('strong').textContent()).toBe(
    await shown(page, 'Customers').locator('strong').textContent(),
  )
  await shown(stranger, 'Newest month')
    .getByRole('img', { name: /^From / })
    .waitFor()
  // Nothing that is typed into the address counts.
  await stranger.goto(`${new URL(address).pathname}?filters=region:North`)
  await figure('Revenue', revenue!, stranger)
  await lookAtPage(stranger, 'shared-canvas-filtered')
  await context.close()
})

test('a statement has a value that is set above the board, and what has the focus keeps it', async () => {
  await filters().getByText('Clear all').click()
  await page.waitForURL((url) => url.search === '')
  await page.locator('[data-waiting]').first().waitFor({ state: 'detached' })
  await filters().getByRole('button', { name: 'Parameter', exact: true }).click()
  await dialog().getByLabel('Name in statements').fill('least')
  await dialog().getByLabel('What people call it').fill('Least amount')
  await dialog().getByLabel('Type').selectOption('number')
  await dialog().getByLabel('Usual value').fill('many')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().getByText('“many” is no number').waitFor()
  await dialog().getByLabel('Usual value').fill('400')
  await lookAtState(page, 'canvas-parameter-dialog', 'dialog')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await saved()
  const orders = page.getByRole('article', { name: 'Orders', exact: true })
  await orders.hover()
  await orders.getByRole('button', { name: 'Change Orders' }).click()
  await dialog().getByLabel('SQL').fill('SELECT * FROM orders WHERE amount >= {{least}} ORDER BY id')
  await dialog().getByRole('button', { name: 'Run' }).click()
  await dialog().getByText('29 rows, 5 columns.').waitFor()
  await dialog().getByRole('button', { name: 'Save' }).click()
  await saved()
  const rows = (n: number) => orders.getByRole('grid').and(orders.locator(`[aria-rowcount="${n}"]`))
  await rows(30).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const least = filters().getByLabel('Least amount', { exact: true })
  await least.fill('410')
  await least.press('Enter')
  await page.waitForURL(/\?filters=least:410/)
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
  await orders.getByRole('grid').focus()
  await rows(15).waitFor()
  await page.locator('[data-waiting]').first().waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('grid')
  await lookAtPage(page, 'canvas-parameters')
  // Somebody's statement names one that is not there yet.
  const { id, content, ...where } = (await call(site.app, owner, 'GET', `/api/canvases/${canvasId}`)).body.blocks.find(
    ({ content }: { content: { title?: string } }) => content.title === 'Orders',
  )
  const sql = 'SELECT * FROM orders WHERE amount >= {{floor}} ORDER BY id'
  await call(site.app, owner, 'PUT', `/api/canvases/${canvasId}/blocks/${id}`, {
    ...where,
    content: { ...content, sql },
  })
  await orders.getByText('This canvas has no parameter called floor.').waitFor()
  await orders.hover()
  await orders.getByRole('button', { name: 'Add the parameter floor for Orders' }).click()
  expect(await dialog().getByLabel('Name in statements').inputValue()).toBe('floor')
  await dialog().getByLabel('Type').selectOption('number')
  await dialog().getByLabel('Usual value').fill('400')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await rows(30).waitFor()
  expect(await orders.getByRole('button', { name: /^Add the parameter/ }).count()).toBe(0)
  expect(trouble).toEqual([])
})
