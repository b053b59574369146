import { afterAll, beforeAll, expect, test } from 'bun:test'
import { axe, screenshots } from '../support/browser.ts'
import { ask, openStage, type Stage, settleIn, type Visitor } from './visit.ts'

let stage: Stage
let asha: Visitor
beforeAll(async () => {
  stage = await openStage()
  asha = await stage.visit()
}, 120_000)
afterAll(() => stage.close())

test('the first admin opens the panel from the menu and sees what was asked', async () => {
  const { page } = asha
  const { workspaceId } = await settleIn(page, 'asha@example.com')
  await page.goto(/\/first-admin\/\S+/.exec(stage.product.greeting)![0])
  await page.getByRole('button', { name: /admin/i }).click()
  await page.goto(`/workspaces/${workspaceId}`)
  await page.getByRole('button', { name: 'Add sample data' }).click()
  await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor()
  await ask(page, 'How many orders are there?')
  await ask(page, 'who won the world cup')
  await page.locator('details.menu.user > summary').click()
  await page.getByRole('link', { name: 'Admin Portal' }).first().click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  expect(await page.getByRole('heading', { name: 'Admin Panel' }).isVisible()).toBe(true)
  expect(await page.locator('.tile-row').innerText()).toMatch(/Asked\s+2\s.*Success rate\s+50 %/s)
  await page.getByRole('link', { name: '24 hours' }).click()
  await page.getByText('The last 24 hours against').waitFor()
  await screenshots(page, 'admin-dashboard', async (look) => expect([look, await axe(page)]).toEqual([look, []]))
  expect(asha.trouble).toEqual([])
}, 180_000)

test('a group that was folded stays so, and opens on its own page', async () => {
  const { page } = asha
  const group = page.locator('#admin-side details').filter({ hasText: 'Security Events' })
  const entry = group.getByRole('link', { name: 'Security Events' })
  await entry.click()
  await page.getByRole('heading', { name: 'Security Events' }).waitFor()
  await screenshots(page, 'admin-security', async (look) => expect([look, await axe(page)]).toEqual([look, []]))
  await page.goto('/admin/dashboard')
  await group.locator('summary').click()
  await entry.waitFor({ state: 'hidden' })
  await page.reload()
  await entry.waitFor({ state: 'hidden' })
  await page.goto('/admin/security')
  await entry.waitFor()
  expect(asha.trouble).toEqual([])
}, 90_000)

test('on a small screen the sidebar is a drawer; Escape and a touch beside it close it', async () => {
  const { page } = asha
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/dashboard')
  const drawer = page.locator('#admin-side')
  expect(await drawer.isVisible()).toBe(false)
  const opener = page.getByRole('button', { name: 'Admin Panel' })
  await opener.click()
  await drawer.waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  expect(await opener.evaluate((it) => it === document.activeElement)).toBe(true)
  await opener.click()
  await page.mouse.click(350, 400)
  await drawer.waitFor({ state: 'hidden' })
  await opener.click()
  await screenshots(page, 'admin-drawer', async (look) => expect([look, await axe(page)]).toEqual([look, []]))
}, 60_000)

test('the drawer works without a script', async () => {
  const { context } = asha
  const state = await context.storageState()
  const plain = await stage.browser.newContext({
    baseURL: stage.product.address,
    javaScriptEnabled: false,
    storageState: state,
    viewport: { width: 360, height: 740 },
  })
  const page = await plain.newPage()
  await page.goto('/admin/dashboard')
  await page.getByRole('button', { name: 'Admin Panel' }).click()
  await page.locator('#admin-side').getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await plain.close()
}, 60_000)

test('somebody who is no admin is told so', async () => {
  const { page } = await stage.visit()
  await settleIn(page, 'eve@example.com')
  expect(await page.getByRole('link', { name: 'Admin Portal' }).count()).toBe(0)
  const answer = await page.goto('/admin/dashboard')
  expect(answer!.status()).toBe(403)
  await screenshots(page, 'forbidden', async (look) => expect([look, await axe(page)]).toEqual([look, []]))
  await page.goto('/nowhere/else')
  await screenshots(page, 'not-found', async (look) => expect([look, await axe(page)]).toEqual([look, []]))
}, 60_000)
