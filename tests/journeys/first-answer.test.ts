import { afterAll, beforeAll, expect, test } from 'bun:test'
import { CONSENT_COOKIE } from '#records/rules/consent.ts'
import { axe, lookAtPage, lookAtState } from '../support/browser.ts'
import { addFile, ask, newEmail, openStage, PASSWORD, type Stage, settleInByHand, type Visitor } from './visit.ts'

let stage: Stage
let asha: Visitor
let workspaceId: string
const EMAIL = newEmail('asha')
beforeAll(async () => {
  stage = await openStage()
  asha = await stage.visit()
}, 300_000)
afterAll(() => stage.close())

test('somebody new registers, makes a workspace, adds the sample and gets a first answer with bound numbers', async () => {
  const { page } = asha
  await page.goto('/')
  await page.getByRole('link', { name: 'Get Started' }).first().click()
  await page.waitForURL(/\/register/)
  ;({ workspaceId } = await settleInByHand(page, EMAIL))
  // A button that is pressed before the script of the page has come does what it says once it has.
  const script = Promise.withResolvers<void>()
  await page.route('**/assets/chat-*.js', (route) => script.promise.then(() => route.continue()))
  await page.reload({ waitUntil: 'domcontentloaded' })
  await page.locator('[data-island="chat"]:not([data-island-ready])').waitFor()
  await page.getByRole('button', { name: 'Add sample data' }).click()
  script.resolve()
  await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor()
  await ask(page, 'How many orders are there?')
  const answer = page.getByRole('article', { name: 'Answer' })
  expect(await answer.innerText()).toContain('50,214')
  expect(await answer.innerText()).toContain('built-in analyst')
  expect(asha.trouble).toEqual([])
})

test('Enter before the script of the page has come asks once it has', async () => {
  const { page } = asha
  const script = Promise.withResolvers<void>()
  await page.route('**/assets/chat-*.js', (route) => script.promise.then(() => route.continue()))
  await page.goto(`/workspaces/${workspaceId}`, { waitUntil: 'domcontentloaded' })
  await page.locator('[data-island="chat"]:not([data-island-ready])').waitFor()
  await page.getByLabel('Your question').fill('How many customers are there?')
  await page.getByLabel('Your question').press('Enter')
  script.resolve()
  const answer = page.getByRole('article', { name: 'Answer' })
  // Its steps name the table, too, and are hidden once it is there.
  await answer.getByText('customers').filter({ visible: true }).first().waitFor()
  expect(await page.getByLabel('Your question').inputValue()).toBe('')
  expect(asha.trouble).toEqual([])
})

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
})

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
  expect([png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(['PNG', 1920, 1024])
  await page.getByRole('tab', { name: 'SQL' }).click()
  expect(asha.trouble).toEqual([])
})

test('a chart that was changed by clicks stays so after a reload, until the change is undone', async () => {
  const { page } = asha
  const drawn = (kind: string) => page.locator(`.drawer-chart [data-drawn="${kind}"] canvas`).waitFor()
  const kept = () =>
    page.waitForResponse((answer) => answer.url().endsWith('/chart') && answer.request().method() === 'PUT')
  await page.getByRole('tab', { name: 'Chart' }).click()
  await drawn('line')
  const kind = page.getByLabel('Kind')
  await Promise.all([kept(), kind.selectOption({ label: 'Waterfall' })])
  await drawn('waterfall')
  await Promise.all([kept(), kind.selectOption({ label: 'Line' })])
  await Promise.all([kept(), page.getByLabel('median').check()])
  await page
    .getByText(/median/)
    .last()
    .waitFor()
  await lookAtState(page, 'chart-editor', '.drawer-chart')
  await page.reload()
  await page.getByRole('tab', { name: 'Chart' }).click()
  await drawn('line')
  expect(await page.getByLabel('median').isChecked()).toBe(true)
  await Promise.all([kept(), page.getByRole('button', { name: 'Undo changes' }).click()])
  expect(await page.getByLabel('median').isChecked()).toBe(false)
  await page.getByRole('tab', { name: 'SQL' }).click()
  expect(asha.trouble).toEqual([])
})

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
  expect(await axe(page, '.share-menu')).toEqual([])
  await page.getByRole('button', { name: 'People and links' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('There is no link to this conversation.').waitFor()
  await dialog.getByRole('button', { name: 'Make a link' }).click()
  const link = new URL(await dialog.getByLabel('Link', { exact: true }).inputValue()).pathname
  await lookAtState(page, 'conversation-sharing', 'dialog')
  await page.keyboard.press('Escape')
  const stranger = await stage.visit()
  await stranger.page.goto(link)
  await stranger.page.locator('.shared-flow').first().waitFor()
  expect(await stranger.page.locator('script').count()).toBe(0)
  await lookAtPage(stranger.page, 'shared-conversation')
  expect(stranger.trouble).toEqual([])
  await stranger.context.close()
  await page.keyboard.press('Escape')
  expect(asha.trouble).toEqual([])
})

test('a follow-up changes the last question, and all of it is there after a reload, a rating until it is taken back', async () => {
  const { page } = asha
  await ask(page, 'only for Pune')
  const answer = page.getByRole('article', { name: 'Answer' }).last()
  const text = await answer.locator('.prose').innerText()
  const rated = (rating: boolean) => answer.getByRole('button', { name: 'Good answer', pressed: rating })
  for (const rating of [true, false]) {
    const [sent] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/feedback')),
      rated(!rating).click(),
    ])
    expect(sent.status()).toBe(200)
    await rated(rating).waitFor()
    await page.reload()
    await page.locator('article.answer[aria-busy="false"]').nth(2).waitFor()
    await rated(rating).waitFor()
  }
  expect(await answer.locator('.prose').innerText()).toBe(text)
  expect(asha.trouble).toEqual([])
})

test('the price is said before asking and the receipt after; the balance in the header follows', async () => {
  const { page } = asha
  expect(await page.locator('.composer-price').innerText()).toContain('1 credit')
  expect(await page.getByRole('article', { name: 'Answer' }).last().innerText()).toMatch(/1 credit\b/)
  await page.locator('[data-balance]').getByText('21 credits').waitFor()
})

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
    // The page makes room for the bars a moment after they or the window changed.
    for (const part of [question, page.locator('.composer-ask')])
      await page.waitForFunction(
        ({ part, width, height }) => {
          const { top, right, bottom } = part!.getBoundingClientRect()
          return innerWidth === width && top >= 52 && bottom <= height && right <= width
        },
        { part: await part.elementHandle(), width, height },
      )
  }
  await page.setViewportSize({ width: 1280, height: 820 })
  await page.getByRole('button', { name: 'Decline analytics' }).click()
  await page.locator('.consent').waitFor({ state: 'detached' })
  expect(asha.trouble).toEqual([])
})

test('every source can be left out and taken in again, and @ with a few letters makes a question about one', async () => {
  const { page } = asha
  for (const name of ['shops', 'staff', 'stock', 'tolls', 'towns'])
    await addFile(page, workspaceId, `${name}.csv`, 'town,visits\nPune,3\nDelhi,4\n')
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
})

test('no list, tab or step is wider than a phone, however long the names are', async () => {
  const { page } = asha
  const chat = page.url()
  await addFile(page, workspaceId, `${'visits_of_all_towns_'.repeat(4)}.csv`, 'a,b\n1,2\n')
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
})

test('the conversation and its data are in order for everybody', async () => {
  const { page } = asha
  for (const path of ['', '/data']) {
    await page.goto(`/workspaces/${workspaceId}${path}`)
    await lookAtPage(page, `workspace${path.replace('/', '-')}`)
  }
  expect(asha.trouble).toEqual([])
})

test('signing out ends it, and signing in again leads back', async () => {
  const { page } = asha
  await page.goto(`/workspaces/${workspaceId}/data`)
  await page.evaluate(() => localStorage.setItem('kept', 'by somebody else'))
  await page.goto('/logout')
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor()
  await page.waitForFunction(() => !localStorage.getItem('authToken') && !sessionStorage.getItem('authToken'))
  await page.goto(`/workspaces/${workspaceId}/data`)
  await page.waitForURL(/\/login\?next=/)
  await page.getByLabel('Email address').fill(EMAIL)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(new RegExp(`/workspaces/${workspaceId}/data`))
})

test('a new person verifies on a phone, and registering again leaves them one account', async () => {
  const email = newEmail('ben')
  const mail = async () => {
    const answer = await fetch(`${stage.product.address}/api/outbox?to=${email}`)
    const [newest] = (await answer.json()) as { subject: string; text: string }[]
    return { subject: newest!.subject, link: /https?:\/\/\S+/.exec(newest!.text)![0] }
  }
  const register = async (password: string) => {
    const visitor = await stage.visit()
    await visitor.page.goto('/register')
    await visitor.page.getByLabel('Email address').fill(email)
    await visitor.page.getByLabel('Password').fill(password)
    await visitor.page.getByRole('button', { name: 'Get Started' }).click()
    await visitor.page.waitForURL('**/organizations/new')
    return visitor
  }
  const ben = await register(PASSWORD)
  const cookies = await ben.context.cookies()
  const days = (cookies.find(({ name }) => name.endsWith('session_token'))!.expires - Date.now() / 1000) / 86_400
  expect(Math.round(days)).toBe(400)
  await ben.page.goto('/chat')
  await ben.page.getByText('You chat in a workspace, and there is none yet that you can open.').waitFor()

  const phone = await stage.visit()
  await phone.page.goto((await mail()).link)
  await lookAtPage(phone.page, 'verify-elsewhere')
  await phone.page.getByRole('button', { name: 'It was me: verify' }).click()
  await phone.page.getByRole('heading', { name: 'Your email address is verified' }).waitFor()
  expect((await phone.context.cookies()).filter(({ name }) => name.includes('session'))).toEqual([])
  await ben.page.goto('/verify-email')
  await ben.page.getByRole('heading', { name: 'Your email address is verified' }).waitFor()

  const again = await register('another secret of mine')
  const told = await mail()
  expect(told.subject).toContain('You already have an account')
  await phone.page.goto(told.link)
  await phone.page.getByLabel('Email address').fill(email)
  await phone.page.getByLabel('Password').fill(PASSWORD)
  await phone.page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await phone.page.waitForURL('**/organizations')
  // What was made by mistake is gone with its session.
  await again.page.goto('/profile')
  await again.page.waitForURL('**/login?next=*')
  for (const { context, trouble } of [ben, phone, again]) {
    expect(trouble).toEqual([])
    await context.close()
  }
})
