import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { newId } from '#base/ids.ts'
import { LIMITS } from '#canvases/rules/board.ts'
import { lookAtState } from '../support/browser.ts'
import { call, join, newPlace, type Person, workspaceCtx } from '../support/people.ts'
import { openSite, type Site } from '../support/site.ts'
import { putStars } from '../support/tables.ts'

/** Boards that are changed in the browser, where something comes between: another person, a limit, a right that was taken, leaving. */
let site: Site
let page: Page
let other: Page
let owner: Person
let member: Person
let organizationId: string
let workspaceId: string
const trouble: string[] = []
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

beforeAll(async () => {
  site = await openSite()
  const [asha, cleo] = [await site.visit({ name: 'Asha Rao' }), await site.visit({ name: 'Cleo Diaz' })]
  ;[page, other, owner, member] = [asha.page, cleo.page, asha.person, cleo.person]
  for (const one of [page, other]) one.on('pageerror', (error) => trouble.push(error.message))
  const place = await newPlace(site.app, owner)
  organizationId = place.organization.id
  workspaceId = place.workspace.id
  await join(site.world, organizationId, member.user.id, 'member')
}, 300_000)
afterAll(() => site?.close())

const block = (name: string, of = page) => of.getByRole('article', { name, exact: true })
const saved = (of = page) => of.locator('.canvas-status', { hasText: 'Saved' }).waitFor()
const refusal = (of: Page) => of.getByRole('alert').filter({ hasText: 'Not saved, and taken back' })

/** A board with headings of these texts, one below the other, open at both people. */
async function openBoard(...texts: string[]) {
  const { id } = (await call(site.app, owner, 'POST', `/api/workspaces/${workspaceId}/canvases`, { name: 'Plan' })).body
  for (const [y, text] of texts.entries())
    await call(site.app, owner, 'PUT', `/api/canvases/${id}/blocks/${newId()}`, {
      ...{ kind: 'heading', tab: 'first', x: 0, y, w: 12, h: 1, content: { text } },
    })
  for (const one of [page, other]) await open(one, id)
  return id as string
}
async function open(of: Page, id: string) {
  await of.goto(`/canvases/${id}`)
  await of.locator('[data-island="canvas"][data-island-ready]').waitFor()
}
async function rename(of: Page, before: string, after: string) {
  await block(before, of).hover()
  await of.getByRole('button', { name: `Change ${before}`, exact: true }).click()
  await of.getByRole('dialog').getByLabel('Heading').fill(after)
  await of.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
}
/** Holds back what a page sends to change blocks. @returns sent: once something waits; release: lets it through */
async function hold(of: Page) {
  const [held, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await of.route('**/blocks/*', async (route) => {
    sent.resolve()
    await held.promise
    await route.continue()
  })
  return { sent: sent.promise, release: held.resolve }
}

test('blocks stand on tabs, which are added, renamed and removed, and go from one to another; all is undone and done again', async () => {
  const id = await openBoard('Mine', 'Yours')
  const tabs = page.getByRole('navigation', { name: 'Tabs of this canvas' })
  const tab = (name: string, of: Page = page) =>
    of.getByRole('navigation', { name: 'Tabs of this canvas' }).getByRole('button', { name, exact: true })
  const dialog = page.getByRole('dialog')
  await tabs.getByRole('button', { name: 'Add a tab' }).click()
  await page.getByText('Nothing stands here yet').waitFor()
  await tabs.getByRole('button', { name: 'Rename or remove this tab' }).click()
  await dialog.getByLabel('Name').fill('Later')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await tab('Later', other).waitFor()

  await tab('Board').click()
  await block('Mine').hover()
  await page.getByRole('button', { name: 'Move Mine to another tab' }).click()
  await lookAtState(page, 'canvas-move', 'dialog')
  await dialog.getByRole('button', { name: 'Later' }).click()
  await block('Mine').waitFor({ state: 'detached' })
  await tab('Later', other).click()
  await block('Mine', other).waitFor()
  await page.keyboard.press('Control+z')
  await block('Mine').waitFor()
  await block('Mine', other).waitFor({ state: 'detached' })
  await page.keyboard.press('Control+Shift+z')
  await block('Mine', other).waitFor()

  // The tab that is shown elsewhere goes: what stood on it stands on the first.
  await tab('Later').click()
  await tabs.getByRole('button', { name: 'Rename or remove this tab' }).click()
  await dialog.getByRole('button', { name: 'Remove the tab' }).click()
  for (const of of [page, other]) for (const name of ['Mine', 'Yours']) await block(name, of).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await tab('Later', other).waitFor()
  // Both look at that tab again.
  await block('Yours', other).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Redo' }).click()
  await block('Yours', other).waitFor()
  await saved()
  await open(page, id)
  for (const name of ['Mine', 'Yours']) await block(name).waitFor()
})

test('a picture and a line are added, and a board is duplicated with them', async () => {
  const id = await openBoard('Title')
  await page.getByText('Add', { exact: true }).click()
  await page.getByRole('button', { name: 'Image' }).click()
  const buffer = Buffer.from(PIXEL, 'base64')
  await page.getByRole('dialog').getByLabel('Picture').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
  await page.getByLabel('What it shows, for those who cannot see it').fill('Our tram')
  await page.getByRole('dialog').locator('.canvas-preview').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Add', { exact: true }).click()
  await page.getByRole('button', { name: 'Line' }).click()
  await other.getByRole('img', { name: 'Our tram' }).waitFor()
  await other.locator('.canvas-block hr').waitFor()
  await saved()
  await page.getByRole('button', { name: 'Duplicate this canvas' }).click()
  await page.getByRole('heading', { name: 'Plan (copy)' }).waitFor()
  expect(page.url()).not.toContain(id)
  expect(await page.locator('.canvas-block').count()).toBe(3)
  await page.getByRole('img', { name: 'Our tram' }).waitFor()
})

test('of an overview the blocks that cannot run stand there with the reason, beside those that can', async () => {
  await putStars(await workspaceCtx(site.world, owner.user.id, workspaceId))
  await page.goto(`/workspaces/${workspaceId}/canvases`)
  await page.getByLabel('Table').selectOption('stars')
  await page.getByRole('button', { name: 'Create table overview' }).click()
  await page.getByRole('heading', { name: 'Overview of stars' }).waitFor()
  await block('Rows of stars').getByText('9', { exact: true }).waitFor()
  for (const name of ['Weight', 'Weight by kind']) {
    await block(name).getByRole('heading', { name, exact: true }).waitFor()
    await block(name).getByRole('alert').filter({ hasText: 'verflow' }).waitFor()
  }
  await lookAtState(page, 'canvas-template-failing', '.canvas-grid')
  await page.setViewportSize({ width: 360, height: 740 })
  const fits = page.locator('.canvas-error').evaluateAll((all) => all.map((one) => one.scrollWidth <= one.clientWidth))
  expect(await fits).toEqual([true, true])
  await page.setViewportSize({ width: 1280, height: 820 })
})

test('what the menus of a board offer stands in them, one below the other', async () => {
  await page.getByText('Rows of stars').first().waitFor()
  for (const summary of await page.locator('.canvas-head summary').all()) {
    await summary.click()
    const lefts = await page.locator('.canvas-head details[open] .menu-list').evaluate((menu) => {
      const [whole, all] = [menu.getBoundingClientRect(), [...menu.children].map((one) => one.getBoundingClientRect())]
      return all.map(({ left, width, bottom }) => width > whole.width / 2 && bottom <= whole.bottom && Math.round(left))
    })
    expect([lefts.length > 3, lefts[0], new Set(lefts).size]).toEqual([true, expect.any(Number), 1])
    await summary.click()
  }
})

test('no button of a block lies on another one, however low it is', async () => {
  const id = await openBoard('Low')
  await block('Low').hover()
  const overlapping = () =>
    block('Low').evaluate((one) => {
      const boxes = [...one.querySelectorAll('button')].map((button) => button.getBoundingClientRect())
      const meet = (a: DOMRect, b: DOMRect) =>
        a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
      return boxes.flatMap((a, at) => boxes.slice(at + 1).filter((b) => meet(a, b))).length
    })
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 820 })
    expect([width, await overlapping()]).toEqual([width, 0])
  }
  await page.setViewportSize({ width: 1280, height: 820 })
  await call(site.app, owner, 'DELETE', `/api/canvases/${id}`)
})

test('who only looks is seen by the others, and is gone with their page', async () => {
  const id = await openBoard('Seen')
  const others = (of: Page) => of.getByRole('list', { name: 'Also looking at this canvas' })
  await others(page).getByText('Cleo Diaz').waitFor()
  await others(other).getByText('Asha Rao').waitFor()
  expect(await others(page).getByRole('listitem').count()).toBe(1)
  await lookAtState(page, 'canvas-people', '.canvas-head')
  await other.goto('/organizations')
  await others(page).waitFor({ state: 'detached' })
  await open(other, id)
  await others(page).getByText('Cleo Diaz').waitFor()
})

test('two remove one block, and both go on', async () => {
  await openBoard('First', 'Second')
  const { sent, release } = await hold(other)
  await other.getByRole('button', { name: 'Remove First' }).click()
  await sent
  await page.getByRole('button', { name: 'Remove First' }).click()
  await saved()
  release()
  await rename(other, 'Second', 'Second, by Cleo')
  await block('Second, by Cleo').waitFor()
  await saved(other)
  expect(await refusal(other).count()).toBe(0)
  await rename(page, 'Second, by Cleo', 'Second, by Asha')
  await block('Second, by Asha', other).waitFor()
  await other.unroute('**/blocks/*')
})

test('a block beyond the last that a board has room for is taken back with the reason, and later changes are saved', async () => {
  const texts = Array.from({ length: LIMITS.blocks }, (_, at) => `Block ${at}`)
  const id = await openBoard(...texts)
  await page.getByText('Add', { exact: true }).click()
  await page.getByRole('button', { name: 'Line' }).click()
  await refusal(page)
    .filter({ hasText: `A canvas has at most ${LIMITS.blocks} blocks.` })
    .waitFor()
  // The reason is told first; then the board is read as it is kept.
  await page.locator('.canvas-block').nth(LIMITS.blocks).waitFor({ state: 'detached' })
  expect(await page.locator('.canvas-block').count()).toBe(LIMITS.blocks)
  await expectNothingToUndo()
  await rename(page, 'Block 1', 'Block one')
  await block('Block one', other).waitFor()
  await refusal(page).getByRole('button', { name: 'Close' }).click()
  await saved()
  await open(page, id)
  await block('Block one').waitFor()
})
const expectNothingToUndo = () => page.locator('button[aria-label="Undo"]:disabled').waitFor()

test('who leaves while a change is on its way is asked first, and loses it neither way', async () => {
  const id = await openBoard('Stays')
  const asked: string[] = []
  let leaves = false
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void (leaves ? dialog.accept() : dialog.dismiss())
  })
  const first = await hold(page)
  await rename(page, 'Stays', 'Stayed')
  await first.sent
  await page.evaluate(() => location.reload())
  first.release()
  await saved()
  await block('Stayed', other).waitFor()
  await page.unroute('**/blocks/*')
  leaves = true
  const second = await hold(page)
  await rename(page, 'Stayed', 'Left')
  await second.sent
  await page.goto('/organizations')
  second.release()
  await block('Left', other).waitFor()
  expect(asked).toEqual(['beforeunload', 'beforeunload'])
  // Nothing waits: nobody is asked.
  await open(page, id)
  await page.reload()
  expect(asked).toHaveLength(2)
})

test('what may not be changed any more is as it was, with the reason', async () => {
  const id = await openBoard('Kept')
  const share = (level: string) => call(site.app, owner, 'PUT', `/api/canvases/${id}/sharing`, { level })
  await share('view')
  await rename(other, 'Kept', 'Lost')
  await refusal(other).filter({ hasText: 'You can view this canvas, not edit it.' }).waitFor()
  await block('Kept', other).waitFor()
  await share('edit')
  await rename(other, 'Kept', 'Changed')
  await block('Changed').waitFor()
  await join(site.world, organizationId, member.user.id, 'viewer')
  await rename(other, 'Changed', 'Lost')
  await other.getByText('Your role has changed').waitFor()
  await block('Changed', other).waitFor()
  await other.getByRole('button', { name: 'Change Changed' }).waitFor({ state: 'detached' })
  expect(trouble).toEqual([])
})
