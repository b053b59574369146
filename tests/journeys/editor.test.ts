import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { lookAtPage, lookAtState } from '../support/browser.ts'
import { ask, openStage, type Stage, settleIn } from './visit.ts'

/** SQL by hand and the catalog, at a real browser: what a person writes, runs, stops, keeps and describes. */
let stage: Stage
let page: Page
let trouble: string[]
let workspaceId: string
beforeAll(async () => {
  stage = await openStage()
  const visitor = await stage.visit()
  page = visitor.page
  trouble = visitor.trouble
  workspaceId = (await settleIn(page)).workspaceId
  await page.goto(`/workspaces/${workspaceId}/data`)
  await page.getByRole('button', { name: 'Add sample data' }).click()
  await page.getByText('Ready', { exact: true }).first().waitFor()
}, 300_000)
afterAll(() => stage?.close())

const code = () => page.getByRole('textbox', { name: 'SQL statement' })
/** Writes into a tab of its own and runs it by the keyboard. */
async function run(sql: string) {
  await page.getByRole('button', { name: 'New statement' }).click()
  await page.keyboard.insertText(sql)
  await page.keyboard.press('Control+Enter')
}
/** Axe reads the editor's own tree with a style of its own, which the page refuses: that is no trouble of ours. */
async function withoutTrouble(look: Promise<void>) {
  const before = trouble.length
  await look
  trouble.length = before
}

test('a statement is completed, run, sorted and kept in the history', async () => {
  await page.goto(`/workspaces/${workspaceId}/sql`)
  await page.locator('.cm-content').waitFor()
  await code().click()
  await page.keyboard.type('SELECT tier, count(*) AS people FROM custo')
  // By a click: for a moment after they appear, Enter is not yet for them.
  await page
    .getByRole('option', { name: /customers/ })
    .first()
    .click()
  await page.keyboard.type(' GROUP BY tier')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Enter')
  const grid = page.getByRole('grid')
  await grid.waitFor()
  expect(await code().textContent()).toContain('FROM customers GROUP BY tier')
  expect(
    await page
      .getByText(/^3 rows/)
      .first()
      .isVisible(),
  ).toBe(true)
  await grid.getByRole('button', { name: /people/ }).click()
  await page.locator('th[aria-sort="ascending"]').waitFor()
  await grid.locator('tbody tr[aria-rowindex="2"] td', { hasText: 'Gold' }).waitFor()
  await page.getByRole('button', { name: 'Chart' }).click()
  await page.locator('.chart-stage canvas').first().waitFor()
  await page.getByText('History').click()
  await page.getByRole('link', { name: /SELECT tier.*3 rows/ }).waitFor()
  await withoutTrouble(lookAtPage(page, 'sql-editor'))
})

test('what a statement gave is pinned to a canvas as it is shown: a chart, a table, a number', async () => {
  const pin = async (title: string, choose: () => Promise<void>) => {
    await page.getByRole('button', { name: 'Pin to canvas' }).click()
    const dialog = page.getByRole('dialog', { name: `${title} to a canvas` })
    await choose()
    await dialog.getByText('Pinned to People.').waitFor()
    return dialog
  }
  await page.getByLabel('target').fill('3000')
  await page.getByRole('button', { name: 'Set' }).click()
  const dialog = await pin('Pin chart', async () => {
    await page.getByLabel('New canvas').fill('People')
    await withoutTrouble(lookAtState(page, 'sql-editor-pin', 'dialog'))
    await page.keyboard.press('Enter')
  })
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Table' }).click()
  const known = () => page.getByRole('button', { name: 'People', exact: true }).click()
  await (await pin('Pin table', known)).getByRole('button', { name: 'Close' }).click()
  await run('SELECT count(*) AS all_people FROM customers')
  await page.getByRole('button', { name: /^all.people/ }).waitFor()
  await (await pin('Pin number', known)).getByRole('link', { name: 'People' }).click()
  await page
    .locator('[data-kind="kpi"]', { hasText: 'all people' })
    .getByText(/^[\d,]+$/)
    .waitFor()
  await page.locator('[data-kind="chart"] canvas').first().waitFor()
  await page.locator('[data-kind="grid"]', { hasText: 'Gold' }).waitFor()
  await page.goto(`/workspaces/${workspaceId}/sql`)
  await page.locator('.cm-content').waitFor()
  await page.getByText('History').click()
})

test('an error stands at its place, and the name that was meant is put in by a click', async () => {
  await run('SELECT citi FROM customers LIMIT 5')
  const alert = page.getByRole('alert').filter({ hasText: 'citi' })
  await alert.waitFor()
  expect(await page.locator('.cm-lintRange-error').textContent()).toBe('citi')
  await withoutTrouble(lookAtState(page, 'sql-editor-error'))
  await alert.getByRole('button', { name: 'city', exact: true }).click()
  expect(await code().textContent()).toContain('SELECT city FROM customers')
  await page.keyboard.press('Control+Enter')
  await page
    .getByText(/^5 rows/)
    .first()
    .waitFor()
})

test('of several statements the one at the cursor runs, or what is selected', async () => {
  await run("SELECT 'first; one' AS a;\nSELECT 'second' AS b")
  await page.getByRole('button', { name: /^b/ }).waitFor()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: /^a/ }).waitFor()
})

test('a long statement is cancelled where it runs, and the history says so', async () => {
  // What is cancelled before the browser sent it was never run.
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/sql'))
  await run('SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE hash(a.range + b.range) = 42')
  await sent
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Cancelled.').waitFor()
  await page.getByRole('link', { name: /range\(1000000\).*cancelled/ }).waitFor()
  await run('SELECT 42 AS answer')
  await page.getByRole('button', { name: /^answer/ }).waitFor()
})

test('tabs come back after a reload, and the history opens what was run', async () => {
  await page.reload()
  await page.locator('.cm-content').waitFor()
  expect(await code().textContent()).toContain('SELECT 42 AS answer')
  await page.getByText('History').click()
  await page.getByRole('link', { name: /SELECT tier/ }).click()
  expect(await code().textContent()).toContain('GROUP BY tier')
})

test('a verified query is saved with its question, and the analyst answers by it', async () => {
  await run("SELECT count(*) AS loyal_people FROM customers WHERE tier = 'Gold'")
  await page.getByText('Save as verified query').click()
  await page.getByLabel('The question that it answers').fill('How loyal are our people?')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved. The analyst prefers it').waitFor()
  await page.getByText('Verified queries').click()
  await page.getByRole('link', { name: /How loyal are our people/ }).waitFor()
  await page.goto(`/workspaces/${workspaceId}`)
  await ask(page, 'how loyal are our people')
  const answer = page.getByRole('article', { name: 'Answer' }).last()
  expect(await answer.textContent()).toContain('834')
})

test('tables are found by a value, described, hidden and related', async () => {
  await page.goto(`/workspaces/${workspaceId}/tables`)
  // What is typed before htmx listens is found with the next letter.
  await page.waitForLoadState('networkidle')
  await page.getByRole('searchbox').fill('bengaluru')
  await page.getByText(/2 tables of 5 found|1 table of 5 found/).waitFor()
  await lookAtState(page, 'catalog-search', 'main')
  await page.getByRole('searchbox').fill('')
  await page.getByRole('link', { name: 'customers', exact: true }).click()
  await page.getByText('Measured on all').waitFor()
  const city = page.locator('#column-city')
  await city.getByText('Edit').click()
  await city.getByLabel('Description').fill('Where parcels are sent')
  await city.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  expect(await page.locator('#column-city').textContent()).toContain('Where parcels are sent')
  await page.getByRole('link', { name: 'Next rows' }).click()
  await page.getByText('Page 2').waitFor()
  await lookAtPage(page, 'catalog-table')
  const email = page.locator('#column-email')
  await email.getByText('Edit').click()
  await email.getByRole('button', { name: 'Hide column' }).click()
  await page.getByText('Hidden: nobody can read it').waitFor()
  expect(await page.locator('#rows thead').textContent()).not.toContain('email')
  const declared = page.locator('.relation-form')
  await declared.getByLabel('Column').selectOption('city')
  await declared.getByLabel('Leads to').fill('orders.city')
  await page.getByRole('button', { name: 'Declare and measure' }).click()
  await page.getByText(/Declared: .* of the values of city are found/).waitFor()
  await page.goto(`/workspaces/${workspaceId}/sql`)
  await page.locator('.cm-content').waitFor()
  await run('SELECT email FROM customers')
  await page.getByRole('alert').filter({ hasText: 'email' }).waitFor()
  expect(trouble).toEqual([])
})

test('what is typed before the script of the editor has come is in the editor', async () => {
  const script = Promise.withResolvers<void>()
  await page.route('**/sql-editor-*.js', (route) => script.promise.then(() => route.continue()))
  await page.goto(`/workspaces/${workspaceId}/sql`, { waitUntil: 'domcontentloaded' })
  await page.locator('textarea[name=sql]').fill('SELECT 471108 AS early')
  script.resolve()
  await page.locator('.cm-content', { hasText: '471108' }).waitFor()
})
