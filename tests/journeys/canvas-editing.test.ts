import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { newId } from '#base/ids.ts'
import { LIMITS } from '#canvases/rules/board.ts'
import { lookAtState } from '../support/browser.ts'
import { call, join, newPlace, type Person } from '../support/people.ts'
import { openSite, type Site } from '../support/site.ts'

/** Boards that are changed in the browser, where something comes between: another person, a limit, a right that was taken, leaving. */
let site: Site
let page: Page
let other: Page
let owner: Person
let member: Person
let organizationId: string
let workspaceId: string
const trouble: string[] = []

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
