import { afterAll, beforeAll, expect, test } from 'bun:test'
import { CONSENT_COOKIE } from '#records/rules/consent.ts'
import { axe } from '../support/browser.ts'
import { ask, openStage, PASSWORD, type Stage, settleIn, settleInByHand, type Visitor } from './visit.ts'

let stage: Stage
let asha: Visitor
let workspaceId: string
beforeAll(async () => {
  stage = await openStage()
  asha = await stage.visit()
}, 120_000)
afterAll(() => stage.close())

test('somebody new registers, makes a workspace, adds the sample and gets a first answer with bound numbers', async () => {
  const { page } = asha
  await page.goto('/')
  await page.getByRole('link', { name: 'Get Started' }).first().click()
  await page.waitForURL(/\/register/)
  ;({ workspaceId } = await settleInByHand(page, 'asha@example.com'))
  await page.getByRole('button', { name: 'Add sample data' }).click()
  await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor()
  await ask(page, 'How many orders are there?')
  const answer = page.getByRole('article', { name: 'Answer' })
  expect(await answer.innerText()).toContain('50,214')
  expect(await answer.innerText()).toContain('built-in analyst')
  expect(asha.trouble).toEqual([])
}, 180_000)

test('a number shows the cell it is bound to, and the result stands beside the answer', async () => {
  const { page } = asha
  await ask(page, 'Orders per month in 2025')
  const number = page.getByRole('article', { name: 'Answer' }).last().getByRole('link', { name: /2,348/ }).first()
  await number.hover()
  await page.getByText('order_count').first().waitFor()
  await number.click()
  await page.getByRole('tab', { name: 'Table' }).waitFor()
  expect(await page.getByRole('grid').innerText()).toContain('2,348')
  await page.getByRole('tab', { name: 'SQL' }).click()
  expect(await page.getByRole('tabpanel').innerHTML()).toContain('date_trunc')
  expect(asha.trouble).toEqual([])
}, 120_000)

test('a chart is exported with its title, as a picture of points or of lines', async () => {
  const { page } = asha
  await page.getByRole('tab', { name: 'Chart' }).click()
  const title = await page.getByRole('tabpanel').getByRole('heading').innerText()
  const exported = async (button: string) => {
    await page.getByText('Export', { exact: true }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ])
    return Buffer.from(await Bun.file(await file.path()).arrayBuffer())
  }
  const svg = (await exported('Chart as SVG')).toString()
  expect(svg).toContain(`>${title}</text>`)
  const png = await exported('Chart as PNG')
  expect([png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(['PNG', 1920, 1080])
  await page.getByRole('tab', { name: 'SQL' }).click()
  expect(asha.trouble).toEqual([])
}, 60_000)

test('SQL that was changed stays after a reload, with the result that it changed, and the answer can be shared', async () => {
  const { page } = asha
  const answer = page.getByRole('article', { name: 'Answer' }).last()
  await page.getByLabel('SQL of this result').fill('select count(*) as shoppers from customers')
  await page.getByRole('button', { name: 'Run' }).click()
  await answer.getByRole('button', { name: /\(edited\)/ }).waitFor()
  await page.reload()
  await answer.getByRole('button', { name: /\(edited\)/ }).waitFor()
  expect(await page.getByRole('grid').innerText()).toContain('8,402')
  await page.locator('.drawer-results button').first().click()
  await page.getByRole('grid').getByText('2,348').first().waitFor()
  await answer.locator('summary[title=Share]').click()
  await page.getByRole('button', { name: 'Share with Sales' }).click()
  await answer.getByText('Whoever may see Sales can read this conversation.').waitFor()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Escape')
  expect(asha.trouble).toEqual([])
}, 120_000)

test('a follow-up changes the last question, and all of it is there after a reload', async () => {
  const { page } = asha
  await ask(page, 'only for Pune')
  const text = await page.getByRole('article', { name: 'Answer' }).last().locator('.prose').innerText()
  await page.reload()
  await page.locator('article.answer[aria-busy="false"]').nth(2).waitFor()
  expect(await page.getByRole('article', { name: 'Answer' }).last().locator('.prose').innerText()).toBe(text)
  expect(asha.trouble).toEqual([])
}, 120_000)

test('the price is said before asking and the receipt after; the balance in the header follows', async () => {
  const { page } = asha
  expect(await page.locator('.composer-price').innerText()).toContain('1 credit')
  expect(await page.getByRole('article', { name: 'Answer' }).last().innerText()).toMatch(/1 credit\b/)
  await page.locator('[data-balance]').getByText('22 credits').waitFor()
}, 60_000)

test('the bars about cookies and the address leave the question box and Ask in sight, also above an open keyboard', async () => {
  const { page, context } = asha
  const question = page.getByLabel('Your question')
  const sizes = {
    '360x740': false,
    '390x844': false,
    '1280x720': false,
    '740x360': false,
    '360x400': false,
    '360x300': true,
  }
  await context.clearCookies({ name: CONSENT_COOKIE })
  await page.goto(`/workspaces/${workspaceId}`)
  for (const [size, typing] of Object.entries(sizes)) {
    const [width = 0, height = 0] = size.split('x').map(Number)
    await page.setViewportSize({ width, height })
    await (typing ? question.focus() : question.blur())
    // Both bars stand there unless somebody types in a window that is too low for all.
    for (const bar of ['.consent', '.verify-banner'])
      expect([size, bar, await page.locator(bar).isVisible()]).toEqual([size, bar, !typing])
    for (const part of [question, page.locator('.composer-ask')]) {
      const box = (await part.boundingBox())!
      expect([size, box.y >= 52 && box.y + box.height <= height && box.x + box.width <= width]).toEqual([size, true])
    }
  }
  await page.setViewportSize({ width: 1280, height: 820 })
  await page.getByRole('button', { name: 'Decline analytics' }).click()
  await page.locator('.consent').waitFor({ state: 'detached' })
  expect(asha.trouble).toEqual([])
}, 60_000)

test('every source can be left out and taken in again, and @ with a few letters makes a question about one', async () => {
  const { page } = asha
  for (const name of ['shops', 'staff', 'stock', 'tolls', 'towns'])
    await page.request.post(`/api/workspaces/${workspaceId}/files/upload`, {
      headers: { 'sec-fetch-site': 'same-origin' },
      multipart: {
        file: { name: `${name}.csv`, mimeType: 'text/csv', buffer: Buffer.from('town,visits\nPune,3\nDelhi,4\n') },
      },
    })
  await page.goto(`/workspaces/${workspaceId}`)
  await page.getByText('+2 more sources').click()
  await page.getByRole('checkbox', { name: 'tolls.csv' }).uncheck()
  await page.getByText('5 of 6 sources in play').waitFor()
  await page.getByRole('button', { name: 'Use all sources' }).click()
  await page.keyboard.press('Escape')
  const question = page.getByLabel('Your question')
  await question.focus()
  await page.keyboard.type('How many rows are in @st')
  expect(await page.getByRole('option').allInnerTexts()).toEqual(['staff.csv', 'stock.csv', 'Sample: online store'])
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByText('Only stock.csv').waitFor()
  expect(await question.inputValue()).toBe('How many rows are in @stock.csv ')
  await page.keyboard.press('Enter')
  await page.locator('article.answer[aria-busy="false"]').waitFor()
  expect(await page.locator('.answer .prose').innerText()).toContain('2')
  expect(asha.trouble).toEqual([])
}, 120_000)

test('no list, tab or step is wider than a phone, however long the names are', async () => {
  const { page } = asha
  const chat = page.url()
  await page.request.post(`/api/workspaces/${workspaceId}/files/upload`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    multipart: {
      file: {
        name: `${'visits_of_all_towns_'.repeat(4)}.csv`,
        mimeType: 'text/csv',
        buffer: Buffer.from('a,b\n1,2\n'),
      },
    },
  })
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of [`/workspaces/${workspaceId}/data`, `/workspaces/${workspaceId}/tables`, chat]) {
    await page.goto(path)
    await page.locator('.steps').evaluateAll((all) => {
      for (const one of all) one.setAttribute('open', '')
    })
    const wide = await page
      .locator('main *:not(.chat-drawer, .chat-drawer *)')
      .evaluateAll((all) =>
        all
          .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth + 1)
          .map((one) => `${one.tagName}.${one.className}`),
      )
    const steps = await page
      .locator('.step-title')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent))
    expect([path, wide, steps]).toEqual([path, [], []])
  }
  await page.setViewportSize({ width: 1280, height: 820 })
}, 60_000)

test('a stranger sees nothing of it', async () => {
  const stranger = await stage.visit()
  await settleIn(stranger.page, 'stranger@example.com')
  for (const path of [
    `/workspaces/${workspaceId}`,
    `/workspaces/${workspaceId}/data`,
    `/api/workspaces/${workspaceId}/catalog`,
  ]) {
    const answer = await stranger.page.goto(path)
    expect([path, answer?.status()]).toEqual([path, 404])
    expect(await stranger.page.content()).not.toContain('50,214')
  }
  await stranger.context.close()
}, 120_000)

test('every page that one comes by is clean for axe in both themes', async () => {
  const { page } = asha
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const path of [
      '/',
      '/organizations',
      '/profile',
      `/workspaces/${workspaceId}`,
      `/workspaces/${workspaceId}/data`,
      `/workspaces/${workspaceId}/settings`,
      '/nowhere',
    ]) {
      await page.goto(path)
      expect([colorScheme, path, await axe(page)]).toEqual([colorScheme, path, []])
    }
  }
}, 180_000)

test('signing out ends it, and signing in again leads back', async () => {
  const { page } = asha
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`/workspaces/${workspaceId}/data`)
  await page.evaluate(() => localStorage.setItem('kept', 'by somebody else'))
  await page.goto('/logout')
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/logout'))
  expect(await page.evaluate(() => localStorage.getItem('authToken') ?? sessionStorage.getItem('authToken'))).toBeNull()
  await page.goto(`/workspaces/${workspaceId}/data`)
  await page.waitForURL(/\/login\?next=/)
  await page.getByLabel('Email address').fill('asha@example.com')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(new RegExp(`/workspaces/${workspaceId}/data`))
}, 120_000)
