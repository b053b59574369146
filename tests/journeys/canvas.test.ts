import { afterAll, beforeAll, expect, test } from 'bun:test'
import { copyFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { decode } from 'fast-png'
import { SignJWT } from 'jose'
import type { Page } from 'playwright-core'
import { newId } from '#base/ids.ts'
import { lockNames } from '#catalog/publish.ts'
import { inTransaction } from '#db/connect.ts'
import { catalogTables } from '#db/schema/index.ts'
import { lookAtPage, lookAtState } from '../support/browser.ts'
import { call, join, newPlace, type Person, workspaceCtx } from '../support/people.ts'
import { openSite, type Site } from '../support/site.ts'
import { putTable } from '../support/tables.ts'
import { ask } from './visit.ts'

/** A board made of one conversation, changed by keyboard, by pointer and by two at once, seen by a third person and on a phone. */
let site: Site
let page: Page
let viewer: Page
let editor: Page
let workspaceId: string
let asha: Person
const trouble: string[] = []

const listen = (of: Page) => {
  of.on('pageerror', (error) => trouble.push(`script: ${error.message}`))
  of.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) trouble.push(message.text())
  })
}

beforeAll(async () => {
  site = await openSite()
  const owner = await site.visit({ name: 'Asha Rao' })
  asha = owner.person
  const ben = await site.visit({ name: 'Ben Okoye' })
  const cleo = await site.visit({ name: 'Cleo Diaz' })
  ;[page, viewer, editor] = [owner.page, ben.page, cleo.page]
  for (const one of [page, viewer, editor]) listen(one)
  const place = await newPlace(site.app, asha)
  workspaceId = place.workspace.id
  await join(site.world, place.organization.id, ben.person.user.id, 'viewer')
  await join(site.world, place.organization.id, cleo.person.user.id, 'member')
  const ctx = await workspaceCtx(site.world, asha.user.id, workspaceId)
  await putTable(
    ctx,
    'trips',
    `SELECT ['rainy', 'sunny', 'foggy'][1 + range % 3] AS weather, ['North', 'South'][1 + range % 2] AS zone, 12 + range * 1.5 AS fare FROM range(60)`,
  )
}, 300_000)
afterAll(() => site?.close())

const dialog = () => page.getByRole('dialog')
const block = (name: string | RegExp, of = page) => of.getByRole('article', { name })
const answer = () => page.getByRole('article', { name: 'Answer' }).last()
const saved = () => page.locator('.canvas-status', { hasText: 'Saved' }).waitFor()

async function pin(button: string, canvas: string) {
  await answer().getByRole('button', { name: button }).first().click()
  await dialog().getByRole('button', { name: canvas, exact: true }).click()
  await dialog().getByText('Pinned to').waitFor()
  await page.keyboard.press('Escape')
}

test('a board of six blocks is made of one conversation', async () => {
  await page.goto(`/workspaces/${workspaceId}`)
  await page.locator('[data-island="chat"][data-island-ready]').waitFor()
  await ask(page, 'What is the average fare by weather?')
  await answer().getByRole('button', { name: 'Pin chart' }).first().click()
  await dialog().getByLabel('New canvas').fill('Trips')
  await lookAtState(page, 'canvas-pin', 'dialog')
  await dialog().getByRole('button', { name: 'Create and pin' }).click()
  await dialog().getByText('Pinned to').waitFor()
  await page.keyboard.press('Escape')
  await pin('Pin the text', 'Trips')
  await answer().locator('.number-bound').first().click()
  await page.getByRole('region', { name: 'Results' }).or(page.locator('#results')).first().waitFor()
  for (const what of ['Pin number', 'Pin table']) {
    if (what === 'Pin table') await page.locator('#results').getByRole('tab', { name: 'Table' }).click()
    await page.locator('#results').getByRole('button', { name: what }).click()
    await dialog().getByRole('button', { name: 'Trips', exact: true }).click()
    await dialog().getByRole('link', { name: 'Trips' }).waitFor()
    if (what === 'Pin number') await page.keyboard.press('Escape')
  }
  await dialog().getByRole('link', { name: 'Trips' }).click()
  await page.waitForURL(/\/canvases\//)
  await page.locator('[data-island="canvas"][data-island-ready]').waitFor()

  await page.getByText('Add', { exact: true }).click()
  await page.getByRole('button', { name: 'Heading' }).click()
  await dialog().getByLabel('Heading').fill('Trips by weather')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await page.getByText('Add', { exact: true }).click()
  await page.locator('.menu-list').getByRole('button', { name: 'Chart' }).click()
  await dialog().getByLabel('Title').fill('Trips by zone')
  await dialog().getByLabel('SQL').fill('SELECT zone, count(*) AS trips FROM trips GROUP BY zone')
  await dialog().getByRole('button', { name: 'Run' }).click()
  await dialog().getByRole('group', { name: 'Shown as' }).waitFor()
  await lookAtState(page, 'canvas-edit', 'dialog')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await saved()
  expect(await page.locator('.canvas-block').count()).toBe(6)
  await page.locator('.canvas-block [data-drawn]').first().waitFor()
  await lookAtPage(page, 'canvas')
})

test('it is moved and resized with the keyboard, undone, and stands so after a reload; somebody else sees it at once', async () => {
  await viewer.goto(page.url())
  await viewer.locator('[data-island="canvas"][data-island-ready]').waitFor()
  expect(await viewer.getByRole('button', { name: /^(Move|Remove|Change) / }).count()).toBe(0)

  const grip = page.getByRole('button', { name: 'Move Trips by zone', exact: true })
  await grip.focus()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await block('Trips by zone').and(page.locator('[data-w="8"]')).waitFor()
  await block('Trips by zone', viewer).and(viewer.locator('[data-w="8"]')).waitFor()
  await viewer.getByText('changed this canvas').waitFor()
  await page.keyboard.press('Control+z')
  await block('Trips by zone').and(page.locator('[data-w="7"]')).waitFor()

  const heading = page.getByRole('button', { name: 'Move Trips by weather', exact: true })
  // The block that moves is drawn elsewhere, and has the focus again once it is.
  for (let step = 0; step < 6; step++) await heading.press('ArrowUp')
  const first = () => page.locator('.canvas-block').first().and(block('Trips by weather')).waitFor()
  await first()
  await saved()
  await page.reload()
  await page.locator('[data-island="canvas"][data-island-ready]').waitFor()
  await first()
  await block('Trips by zone').and(page.locator('[data-w="7"]')).waitFor()
})

test('it is moved and resized with the pointer', async () => {
  const chart = block('Trips by zone')
  /** Drags what has this selector by so many columns and rows. */
  const drag = async (handle: string, columns: number, rows: number) => {
    await chart.hover()
    const { x, y, width, height } = (await chart.locator(handle).boundingBox())!
    const [fromX, fromY] = [x + width / 2, y + height / 2]
    const { width: board } = (await page.locator('.canvas-grid').boundingBox())!
    await page.mouse.move(fromX, fromY)
    await page.mouse.down()
    await page.mouse.move(fromX + (columns * (board + 12)) / 12, fromY + rows * 60, { steps: 4 })
    await page.mouse.up()
  }
  const placed = (attributes: string, of = page) => block('Trips by zone', of).and(of.locator(attributes)).waitFor()
  await drag('.canvas-size', -2, -1)
  await placed('[data-w="5"][data-h="5"]')
  await placed('[data-w="5"][data-h="5"]', viewer)
  await drag('.canvas-grip', -3, 0)
  await placed('[data-x="2"][data-w="5"]')
  await placed('[data-x="2"][data-w="5"]', viewer)
  await saved()
  for (const after of ['[data-x="5"][data-w="5"]', '[data-w="7"][data-h="6"]']) {
    await page.getByRole('button', { name: 'Undo' }).click()
    await placed(after)
  }
  await saved()
})

test('two change it at once: each sees what the other did, and of one block the later change stays', async () => {
  await editor.goto(page.url())
  await editor.locator('[data-island="canvas"][data-island-ready]').waitFor()
  const rename = async (of: Page, before: string, after: string) => {
    await block(before, of).hover()
    await of.getByRole('button', { name: `Change ${before}`, exact: true }).click()
    await of.getByRole('dialog').getByLabel('Heading').fill(after)
    await of.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  }
  // What Cleo does is on its way until Asha has changed the same block, and another one.
  const held = Promise.withResolvers<void>()
  const sent = Promise.withResolvers<void>()
  await editor.route('**/blocks/*', async (route) => {
    sent.resolve()
    await held.promise
    await route.continue()
  })
  await rename(editor, 'Trips by weather', 'Weather, by Cleo')
  await sent.promise
  await rename(page, 'Trips by weather', 'Weather, by Asha')
  await page.getByRole('button', { name: 'Move Trips by zone', exact: true }).focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await saved()
  await editor.getByText('Asha Rao changed this canvas').waitFor()
  await block('Trips by zone', editor).and(editor.locator('[data-w="6"]')).waitFor()
  await block('Weather, by Asha', viewer).waitFor()
  // Her own is not taken away from under her hands.
  await block('Weather, by Cleo', editor).waitFor()
  held.resolve()
  await page.getByText('Cleo Diaz changed this canvas').waitFor()
  for (const one of [page, viewer, editor]) {
    await block('Weather, by Cleo', one).waitFor()
    await block('Trips by zone', one).and(one.locator('[data-w="6"]')).waitFor()
  }
  await editor.unroute('**/blocks/*')
  await rename(editor, 'Weather, by Cleo', 'Trips by weather')
  await block('Trips by weather').waitFor()
  await editor.close()
})

test('what was removed comes back by undo, and an earlier version by its button', async () => {
  await page.getByRole('button', { name: 'Remove Trips by zone' }).click()
  await block('Trips by zone').waitFor({ state: 'detached' })
  await block('Trips by zone', viewer).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await block('Trips by zone').waitFor()
  await block('Trips by zone', viewer).waitFor()
  await page.getByRole('button', { name: 'Earlier versions' }).click()
  await dialog().getByRole('button', { name: 'Restore' }).last().click()
  await page.locator('.canvas-block').first().waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Earlier versions' }).click()
  await dialog().getByRole('button', { name: 'Restore' }).first().click()
  await block('Trips by zone').waitFor()
})

test('new data is shown on a board that is open', async () => {
  const snow = viewer.locator('.canvas-block td', { hasText: 'snowy' }).first()
  const ctx = await workspaceCtx(site.world, asha.user.id, workspaceId)
  const { db } = site.world
  const ofTrips = eq(catalogTables.workspaceId, workspaceId)
  const [before] = await db.update(catalogTables).set({ current: false }).where(ofTrips).returning()
  await putTable(ctx, 'trips', `SELECT 'snowy' AS weather, 'North' AS zone, 20.5 AS fare`)
  await inTransaction(ctx, lockNames)
  await snow.waitFor()
  await db.update(catalogTables).set({ current: false }).where(ofTrips)
  await db.update(catalogTables).set({ current: true }).where(eq(catalogTables.id, before!.id))
  await inTransaction(ctx, lockNames)
  await snow.waitFor({ state: 'detached' })
})

test('without script it can be read, with what its blocks show', async () => {
  const context = await site.browser.newContext({ baseURL: site.address, javaScriptEnabled: false })
  await context.addCookies(await page.context().cookies())
  const plain = await context.newPage()
  await plain.goto(page.url())
  await plain.getByRole('article', { name: 'Trips by weather' }).waitFor()
  expect(await plain.locator('.grid td', { hasText: 'rainy' }).count()).toBeGreaterThan(0)
  await context.close()
  await page.goto(`/workspaces/${workspaceId}/canvases`)
  await lookAtPage(page, 'canvases')
  expect(trouble).toEqual([])
})

test('a board is shared by a link with a password, read by a stranger on a phone, and the link revoked', async () => {
  await page.getByRole('link', { name: 'Trips' }).click()
  await page.locator('[data-island="canvas"][data-island-ready]').waitFor()
  await page.getByRole('button', { name: 'Share this canvas' }).click()
  await dialog().getByText('There is no link to this board.').waitFor()
  await dialog().getByLabel('Password').fill('fare and weather')
  await dialog().getByRole('button', { name: 'Make a link' }).click()
  const address = await dialog().getByLabel('Link', { exact: true }).inputValue()
  await lookAtState(page, 'canvas-share', 'dialog')

  const context = await site.browser.newContext({ baseURL: site.address, viewport: { width: 360, height: 740 } })
  const stranger = await context.newPage()
  listen(stranger)
  await stranger.goto(new URL(address).pathname)
  await stranger.getByRole('heading', { name: 'This board has a password' }).waitFor()
  await lookAtPage(stranger, 'shared-canvas-password')
  await stranger.getByLabel('Password').fill('weather and fare')
  await stranger.keyboard.press('Enter')
  await stranger.getByText('This is not the password of this link.').waitFor()
  await stranger.getByLabel('Password').fill('fare and weather')
  await stranger.keyboard.press('Enter')
  await stranger.getByRole('heading', { name: 'Trips', exact: true }).waitFor()
  await stranger.getByRole('article', { name: 'Trips by weather' }).waitFor()
  await stranger.waitForFunction(() => {
    const pictures = [...document.querySelectorAll<HTMLImageElement>('.shared-chart img')]
    for (const picture of pictures) picture.loading = 'eager'
    return pictures.length > 0 && pictures.every((picture) => picture.complete && picture.naturalWidth > 0)
  })
  await lookAtPage(stranger, 'shared-canvas')
  expect(await stranger.locator('script').count()).toBe(0)
  expect(await stranger.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  // On a phone the blocks stand in one column.
  await stranger.setViewportSize({ width: 360, height: 740 })
  const boxes = await stranger
    .locator('main article')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()))
  expect(boxes.length).toBeGreaterThan(1)
  expect(new Set(boxes.map(({ left }) => Math.round(left))).size).toBe(1)
  expect(boxes.slice(1).every(({ top }, at) => top >= boxes[at]!.bottom)).toBe(true)

  await dialog()
    .getByRole('button', { name: /^Revoke the link/ })
    .click()
  await dialog().getByText('Revoked').waitFor()
  await page.keyboard.press('Escape')
  await stranger.reload()
  await stranger.getByText('This link does not work.').waitFor()
  await context.close()
  expect(trouble).toEqual([])
})

test('a board saved as a file is whole without the server', async () => {
  await page.goto(`/workspaces/${workspaceId}/canvases`)
  await page.getByRole('link', { name: 'Trips' }).click()
  await page.locator('[data-island="canvas"][data-island-ready]').waitFor()
  await page.locator('.canvas-export > summary').click()
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Save as HTML' }).click()
  const path = `${await (await saving).path()}.html`
  await copyFile(path.replace(/\.html$/, ''), path)
  const context = await site.browser.newContext({ offline: true })
  const file = await context.newPage()
  await file.goto(`file://${path}`)
  await file.getByRole('article', { name: 'Trips by weather' }).waitFor()
  expect(
    await file
      .locator('.shared-chart img')
      .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth > 0)),
  ).toEqual([true, true])
  await lookAtPage(file, 'canvas-file')
  await context.close()
})

test('a board is saved as one picture, in the theme that is shown, unless it is too long for one', async () => {
  const savePicture = async () => {
    await page.locator('.canvas-export > summary').click()
    await page.getByRole('button', { name: 'Save as PNG' }).click()
  }
  await page.reload()
  await page.locator('[data-island="canvas"][data-island-ready]').waitFor()
  const drawn: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const saving = page.waitForEvent('download')
    await savePicture()
    const file = await saving
    expect(file.suggestedFilename()).toBe('Trips.png')
    const { data, width, height, channels } = decode(await Bun.file(await file.path()).bytes())
    const colours = new Set<string>()
    for (let at = 0; at < data.length; at += channels)
      colours.add(Buffer.from(data.subarray(at, at + 3)).toString('hex'))
    // Twice the size of the widest page, and longer than the window: ground and bars are of the theme.
    expect([width, height > 2 * 820]).toEqual([2 * 1248, true])
    drawn.push(...[...colours].filter((colour) => ['ffffff', '4f46e5', '16181f', '8f89ff'].includes(colour)).toSorted())
  }
  expect(drawn).toEqual(['4f46e5', 'ffffff', '16181f', '8f89ff'])
  await page.emulateMedia({ colorScheme: null })

  const { id } = (await call(site.app, asha, 'POST', `/api/workspaces/${workspaceId}/canvases`, { name: 'Tower' })).body
  const grid = { kind: 'grid', content: { title: 'All', sql: 'SELECT weather FROM trips' } }
  for (let at = 0; at < 12; at++)
    await call(site.app, asha, 'PUT', `/api/canvases/${id}/blocks/${newId()}`, {
      ...{ tab: 'first', x: 0, y: 24 * at, w: 6, h: 24 },
      ...grid,
    })
  await page.goto(`/canvases/${id}`)
  await page.locator('[data-island="canvas"][data-island-ready]').waitFor()
  await savePicture()
  await page.getByText('This canvas is too long for one picture. Save it as PDF or HTML.').waitFor()
  await call(site.app, asha, 'DELETE', `/api/canvases/${id}`)
  expect(trouble).toEqual([])
})

test('a viewer comments on a block and mentions the owner, who sees it at once, answers and resolves it', async () => {
  await page.goto(`/workspaces/${workspaceId}/canvases`)
  await page.getByRole('link', { name: 'Trips' }).click()
  await page.locator('[data-island="canvas"][data-island-ready]').waitFor()
  await page.getByRole('button', { name: 'Share this canvas' }).click()
  await dialog().getByLabel('Everybody in the workspace').selectOption('can view')
  await dialog().getByLabel('Person').selectOption({ label: 'Ben Okoye' })
  await dialog().getByLabel('What they can do').selectOption('can edit')
  await dialog().getByRole('button', { name: 'Share', exact: true }).click()
  await dialog().getByText('A viewer of this workspace can comment at most.').waitFor()
  await dialog().getByLabel('What they can do').selectOption('can comment')
  await dialog().getByRole('button', { name: 'Share', exact: true }).click()
  await dialog().getByLabel('What Ben Okoye can do').waitFor()
  await lookAtState(page, 'canvas-sharing', 'dialog')
  await page.keyboard.press('Escape')
  await viewer.goto('/notifications')
  await viewer.getByRole('link', { name: 'Asha Rao shared “Trips” with you' }).first().click()
  await viewer.locator('[data-island="canvas"][data-island-ready]').waitFor()
  const chart = viewer.getByRole('article', { name: 'Trips by zone' })
  await chart.hover()
  await chart.getByRole('button', { name: 'Comment on Trips by zone' }).click()
  await viewer.getByRole('dialog').getByLabel('Your comment').fill('Why are both the same?')
  await viewer.getByRole('dialog').getByLabel('Mention').selectOption({ label: 'Asha Rao' })
  await viewer.getByRole('dialog').getByRole('button', { name: 'Comment', exact: true }).click()
  await viewer.getByRole('dialog').getByText('Why are both the same? @Asha Rao').waitFor()

  const bell = page.locator('.bell')
  await bell.getByLabel('Notifications, 1 not read').click()
  await bell.getByRole('link', { name: 'Ben Okoye mentioned you on Trips' }).waitFor()
  await lookAtState(page, 'notifications-panel', '.bell .menu-list')
  await bell.getByRole('button', { name: 'Mark all as read' }).click()
  await bell.getByLabel('Notifications', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '1 comment on Trips by zone' }).click()
  await dialog().getByLabel('Your comment').fill('Trips go to and fro.')
  await dialog().getByRole('button', { name: 'Comment', exact: true }).click()
  await viewer.getByRole('dialog').getByText('Trips go to and fro.').waitFor()
  await lookAtState(page, 'canvas-comments', 'dialog')
  await dialog().getByRole('button', { name: 'Resolve the comment of Ben Okoye' }).click()
  await dialog().getByRole('button', { name: 'Show 1 resolved' }).waitFor()
  await page.keyboard.press('Escape')
  await lookAtPage(page, 'canvas-commented')

  // A cell of a table, by keyboard: it is marked for everybody who looks.
  await viewer.keyboard.press('Escape')
  const grid = viewer.getByRole('grid', { name: 'Rows of the result' }).first()
  await grid.locator('td').first().click()
  await viewer.keyboard.press('Enter')
  await viewer.getByRole('button', { name: 'Comment on this cell' }).click()
  await viewer.getByRole('dialog').getByText('About the whole block instead').waitFor()
  await viewer.getByRole('dialog').getByLabel('Your comment').fill('Is this one right?')
  await viewer.getByRole('dialog').getByRole('button', { name: 'Comment', exact: true }).click()
  await viewer.getByRole('dialog').locator('li .comment-cell').waitFor()
  await page.getByRole('grid', { name: 'Rows of the result' }).first().locator('td.lit').waitFor()
  expect(trouble).toEqual([])
})

test('a conversation is shared to be asked in: who asked stands at each question, and a cell is commented on', async () => {
  const share = async (level: string) => {
    await answer().getByLabel('Share', { exact: true }).click()
    await answer().getByRole('button', { name: 'People and links' }).click()
    // What is chosen can be chosen again at once, before anybody else may see it.
    const shared = page.waitForResponse((one) => one.url().endsWith('/sharing') && one.request().method() === 'PUT')
    await dialog()
      .getByLabel(/^Everybody in /)
      .selectOption(level)
    await shared
  }
  await page.goto(`/workspaces/${workspaceId}`)
  await page.locator('[data-island="chat"][data-island-ready]').waitFor()
  await ask(page, 'What is the average fare by weather?')
  await share('can comment')
  await viewer.goto(page.url())
  await viewer.locator('[data-island="chat"][data-island-ready]').waitFor()
  await viewer.getByText('Asha Rao asked this and shared it with the workspace.').waitFor()
  expect(await viewer.locator('#question').count()).toBe(0)
  await viewer.getByRole('grid', { name: 'Rows of the result' }).locator('td').nth(1).click()
  await viewer.keyboard.press('Enter')
  const comments = viewer.getByRole('dialog', { name: 'Comments on this answer' })
  await comments.getByLabel('Your comment').fill('So little?')
  await comments.getByRole('button', { name: 'Comment', exact: true }).click()
  await comments.locator('li .comment-cell').waitFor()
  await lookAtState(viewer, 'chat-comments', 'dialog')
  await viewer.keyboard.press('Escape')
  await viewer.locator('#results td.lit').waitFor()
  // Whose conversation it is is told, and sees it where it stands.
  await page.locator('.receipt-acts [data-open]', { hasText: '1' }).waitFor()

  await dialog().getByLabel('Person').selectOption({ label: 'Ben Okoye' })
  await dialog().getByLabel('What they can do').selectOption('can edit')
  await dialog().getByRole('button', { name: 'Share', exact: true }).click()
  await dialog().getByLabel('What Ben Okoye can do').waitFor()
  await lookAtState(page, 'chat-sharing', 'dialog')
  await page.keyboard.press('Escape')
  await viewer.reload()
  await viewer.locator('[data-island="chat"][data-island-ready]').waitFor()
  await viewer.getByText('Asha Rao shares this conversation.').waitFor()
  await ask(viewer, 'What is the average fare by zone?')
  await viewer.getByText('Asha Rao', { exact: true }).first().waitFor()
  await lookAtState(viewer, 'chat-shared-to-edit', '.chat-main')

  // Whoever comes back sees what others asked; it is not looked for at every turn to the window.
  await page.waitForFunction(
    () => {
      dispatchEvent(new Event('focus'))
      return [...document.querySelectorAll('.question')].some((one) => one.textContent?.includes('Ben Okoye'))
    },
    null,
    { polling: 500 },
  )
  const bubble = page.getByRole('button', { name: '1 comment on this answer' })
  await bubble.click()
  await dialog().getByText('So little?').waitFor()
  await dialog().getByRole('button', { name: 'Resolve the comment of Ben Okoye' }).click()
  await page.keyboard.press('Escape')
  await bubble.waitFor({ state: 'detached' })
  expect(trouble).toEqual([])
})

test('a board is embedded in the site that its owner named, and no other site can show it', async () => {
  await page.goto(`/workspaces/${workspaceId}/embedding`)
  await page.getByRole('button', { name: 'Make a secret' }).click()
  const secret = (await page.locator('#embedding-secret').innerText()).trim()
  const canvas = (await call(site.app, asha, 'GET', `/api/workspaces/${workspaceId}/canvases`)).body[0].id
  const claims = { canvas, exp: Math.floor(Date.now() / 1000) + 600, filters: { 'trips.weather': ['sunny'] } }
  const token = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret))
  const address = `${site.address}/embed/canvases/${token}`
  const headers = { 'content-type': 'text/html' }
  const other = Bun.serve({
    port: 0,
    fetch: () => new Response(`<iframe src="${address}" width="900" height="900">`, { headers }),
  })
  await page.getByLabel('Sites that may show a canvas').fill(`http://localhost:${other.port}`)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('It is saved.').waitFor()

  const context = await site.browser.newContext()
  const shown = await context.newPage()
  await shown.goto(`http://localhost:${other.port}/`)
  const frame = shown.frameLocator('iframe')
  await frame.getByRole('article', { name: 'Trips by zone' }).waitFor()
  expect(await frame.getByText('rainy').count()).toBe(0)
  await shown.goto(address)
  await lookAtPage(shown, 'canvas-embedded')
  // The same machine by another name is another site.
  await shown.goto(`http://127.0.0.1:${other.port}/`)
  await shown.waitForFunction(() => frames.length === 1)
  await shown
    .frames()
    .at(-1)!
    .waitForURL(/^chrome-error:/)
  await context.close()
  await other.stop(true)
})
