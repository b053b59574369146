import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { asc, eq } from 'drizzle-orm'
import type { BrowserContext, Page } from 'playwright-core'
import { trackingEvents, users } from '#db/schema/index.ts'
import { EVENT_NAMES } from '#records/rules/tracking.ts'
import { lookAtPage, lookAtState } from '../support/browser.ts'
import { whenDemoIsReady } from '../support/demo.ts'
import { call, newPlace, signUp } from '../support/people.ts'
import { openSite, type Site } from '../support/site.ts'
import { openPacks, payAndProve, purchase, status } from './till.ts'
import { ask, PASSWORD, TIMEOUT } from './visit.ts'

/** Visitors: what the public site shows them, whether they may be counted, and what is counted of whoever agrees. */
let site: Site
let csvAt: string
let stop: () => void
beforeAll(async () => {
  site = await openSite()
  await whenDemoIsReady(site.world)
  const web = createServer((_, response) => response.end('currency,rate\nUSD,0.012\nEUR,0.011\n'))
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  csvAt = `http://127.0.0.1:${(web.address() as AddressInfo).port}/rates.csv`
  stop = () => web.close()
}, 300_000)
afterAll(async () => {
  stop?.()
  await site?.close()
})

type Told = { event: string } & Record<string, unknown>
type Watched = { context: BrowserContext; page: Page; told: Told[]; sent: string[] }

/** A browser that was never asked. `told`: what came to `window.dataLayer` of any page; `sent`: requests to /api/events. */
async function newcomer(options?: Parameters<Site['open']>[1]): Promise<Watched> {
  const context = await site.open(null, options)
  await context.clearCookies()
  const [told, sent]: [Told[], string[]] = [[], []]
  await context.exposeFunction('tell', (event: Told) => void told.push(event))
  await context.addInitScript(() => {
    type Heard = { tell(event: unknown): void; dataLayer?: unknown[] }
    const window = globalThis as unknown as Heard
    let layer: unknown[] | undefined
    Object.defineProperty(window, 'dataLayer', {
      get: () => layer,
      set(made: unknown[]) {
        layer = made
        const push = made.push.bind(made)
        made.push = (...events) => {
          for (const event of events) window.tell(event)
          return push(...events)
        }
      },
    })
  })
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/events') sent.push(request.method())
  })
  return { context, page: await context.newPage(), told, sent }
}
const bar = (page: Page) => page.getByRole('region', { name: 'Cookie choice' })
const agree = async (page: Page) => {
  await bar(page).getByRole('button', { name: 'Accept analytics' }).click()
  await bar(page).waitFor({ state: 'detached' })
}
const named = (told: Told[], name: string) => told.filter(({ event }) => event === name)
/** Waits until an event came. */
async function heard(told: Told[], name: string): Promise<Told> {
  const until = Date.now() + TIMEOUT
  while (named(told, name).length === 0) {
    if (Date.now() > until) throw new Error(`${name} did not come; there were ${told.map((it) => it.event).join(', ')}`)
    await Bun.sleep(50)
  }
  return named(told, name)[0]!
}
const cookieNames = async (context: BrowserContext) => (await context.cookies()).map(({ name }) => name).sort()

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
})

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
})

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
})

describe('consent', () => {
  test('the bar covers nothing, is clean for axe, and its answers look the same', async () => {
    const { page, context } = await newcomer()
    await page.goto('/about-us')
    await lookAtState(page, 'consent-bar', '.consent')
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 })
      const [asked, next] = await Promise.all([bar(page).boundingBox(), page.locator('h1').boundingBox()])
      expect(asked!.y + asked!.height).toBeLessThanOrEqual(next!.y)
      const looks = await bar(page)
        .getByRole('button')
        .evaluateAll((buttons) =>
          buttons.map((button) => {
            const { color, backgroundColor, fontWeight, borderColor } = getComputedStyle(button)
            return [color, backgroundColor, fontWeight, borderColor, button.clientHeight].join()
          }),
        )
      expect(new Set(looks).size).toBe(1)
    }
    await context.close()
  })

  test('before an answer and after a no nothing is counted, sent or kept', async () => {
    const { page, context, told, sent } = await newcomer()
    await page.goto('/pricing')
    await page.waitForLoadState('networkidle')
    expect(await cookieNames(context)).toEqual([])
    await bar(page).getByRole('button', { name: 'Decline analytics' }).press('Enter')
    await bar(page).waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
    await page.reload()
    await page.waitForLoadState('networkidle')
    expect(await bar(page).count()).toBe(0)
    expect(await cookieNames(context)).toEqual(['consent'])
    expect(await page.evaluate(() => 'dataLayer' in globalThis && window.dataLayer !== undefined)).toBe(false)
    expect([told, sent]).toEqual([[], []])
    await context.close()
  })
})

test('all fifteen events come in their moment, each once, with their parameters, to the page and to the server', async () => {
  const { page, context, told } = await newcomer()
  await page.goto('/pricing')
  await agree(page)
  expect(await heard(told, 'view_pricing')).toEqual({ event: 'view_pricing', currency: 'INR', period: 'monthly' })
  // Looking again by reloading or going back is no second look.
  await page.reload()
  await page.goto('/register')
  await page.getByLabel('Name').fill('Asha Rao')
  const email = `asha-${Date.now()}@example.com`
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Get Started' }).click()
  expect(await heard(told, 'sign_up')).toEqual({ event: 'sign_up', method: 'password' })
  await page.reload()
  await page.getByLabel('Name').fill('Acme Stores')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await page.getByLabel('Name').fill('Sales')
  await page.getByRole('button', { name: 'Create workspace' }).click()
  await page.waitForURL(/\/workspaces\/[0-9a-f-]{36}/)
  const workspace_id = /\/workspaces\/([^/?]+)/.exec(page.url())![1]!
  expect(await heard(told, 'create_workspace')).toEqual({ event: 'create_workspace', workspace_id })
  await page.goBack()
  await page.goForward()

  await page.goto(`/workspaces/${workspace_id}/data`)
  await page.locator('[data-island="upload"][data-island-ready]').waitFor()
  const csv = `city,total\n${Array.from({ length: 40 }, (_, n) => `${['Pune', 'Goa'][n % 2]},${n}`).join('\n')}\n`
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'Asha secret sales.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  expect(await heard(told, 'upload_file')).toEqual({
    event: 'upload_file',
    workspace_id,
    file_extension: 'csv',
    size_bytes: csv.length,
  })

  await page.goto(`/workspaces/${workspace_id}/sources/new/url`)
  await page.getByLabel(/^Name/).first().fill('Rates')
  await page
    .getByLabel(/^Address/)
    .first()
    .fill(csvAt)
  await page.getByRole('button', { name: 'Connect' }).click()
  expect(await heard(told, 'connect_data_source')).toEqual({
    event: 'connect_data_source',
    workspace_id,
    engine: 'url',
    kind: 'external',
  })

  await page.goto(`/workspaces/${workspace_id}/sql`)
  await page.locator('.cm-content').waitFor()
  await page.getByRole('textbox', { name: 'SQL statement' }).click()
  await page.keyboard.insertText('SELECT 42 AS answer')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('grid').waitFor()
  expect(await heard(told, 'execute_query')).toEqual({
    event: 'execute_query',
    workspace_id,
    surface: 'editor',
    status: 'done',
  })

  await page.goto(`/chat?workspace=${workspace_id}`)
  await ask(page, 'Total by city?')
  expect(await heard(told, 'ai_response')).toEqual({ event: 'ai_response', workspace_id, status: 'answered' })
  expect(await heard(told, 'send_message')).toEqual({ event: 'send_message', workspace_id, message_length: 14 })
  expect(await heard(told, 'start_chat')).toEqual({ event: 'start_chat', workspace_id })
  const order = told.map(({ event }) => event)
  expect(order.indexOf('start_chat')).toBeLessThan(order.indexOf('send_message'))
  await page.locator('details.export summary').first().click()
  await page.locator('details.export').getByRole('button', { name: 'CSV', exact: true }).first().click()
  expect(await heard(told, 'download_file')).toEqual({
    event: 'download_file',
    file_extension: 'csv',
    content: 'result',
  })

  await openPacks(page)
  await purchase(page)
  const items = [{ item_id: 'credits_100', item_name: '100 credits', item_category: 'credits', price: 99, quantity: 1 }]
  expect(await heard(told, 'begin_checkout')).toEqual({ event: 'begin_checkout', currency: 'INR', value: 99, items })
  await payAndProve(page, 'Success')
  await status(page, 'Payment successful').waitFor()
  expect(await heard(told, 'purchase')).toEqual({
    event: 'purchase',
    transaction_id: expect.any(String),
    currency: 'INR',
    value: 99,
    items,
  })
  await page.reload()

  // Somebody invites her, she takes it after signing in again.
  const host = await signUp(site.app)
  const { organization } = await newPlace(site.app, host)
  await site.world.db.update(users).set({ emailVerified: true }).where(eq(users.email, email))
  await site.world.db.update(users).set({ emailVerified: true }).where(eq(users.id, host.user.id))
  await call(site.app, host, 'POST', `/api/organizations/${organization.id}/invite`, { email, role: 'member' })
  await page.goto('/about-us')
  await page.locator('.user > summary').click()
  await page.getByRole('button', { name: 'Sign Out' }).first().click()
  await page.getByRole('link', { name: 'Login' }).first().waitFor()
  await page.waitForLoadState('networkidle')
  expect(await heard(told, 'logout')).toEqual({ event: 'logout' })
  await page.goto('/login')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
  expect(await heard(told, 'login')).toEqual({ event: 'login', method: 'password' })
  await page.goto('/invitations')
  await page.getByRole('button', { name: 'Accept' }).click()
  expect(await heard(told, 'join_workspace')).toEqual({
    event: 'join_workspace',
    organization_id: organization.id,
    method: 'invitation',
  })
  await page.reload()
  await page.waitForLoadState('networkidle')

  expect(told.map(({ event }) => event).sort()).toEqual([...EVENT_NAMES].sort())
  const visitor = (await context.cookies()).find(({ name }) => name === 'visitor')!.value
  await context.close()
  const rows = await site.world.db
    .select({ name: trackingEvents.name, params: trackingEvents.params })
    .from(trackingEvents)
    .where(eq(trackingEvents.visitorId, visitor))
    .orderBy(asc(trackingEvents.createdAt))
  const kept = rows.filter(({ name }) => name !== 'visit').map(({ name, params }) => ({ event: name, ...params }))
  const ordered = (events: Told[]) => [...events].sort((a, b) => (a.event < b.event ? -1 : 1))
  expect(ordered(kept as Told[])).toEqual(ordered(told))
  expect(JSON.stringify(rows)).not.toMatch(/asha|secret|Rao|Acme/i)
})

test('an analyst reads it in the panel', async () => {
  const { person, page, context } = await site.visit({ verified: true })
  await site.world.db
    .update(users)
    .set({ adminRoles: ['analyst'] })
    .where(eq(users.id, person.user.id))
  await page.goto('/admin/analytics')
  await page.getByRole('heading', { name: 'Analytics & Reports' }).waitFor()
  expect(await page.locator('#admin-side').getByRole('link').allInnerTexts()).toEqual([
    'Dashboard',
    'Analytics & Reports',
  ])
  await page.getByRole('link', { name: '7 days' }).click()
  await page.getByText('the last 7 days').waitFor()
  expect(await page.locator('.funnel').innerText()).toMatch(/Visited\s+\d.*Signed up\s+\d.*Paid/s)
  expect(await page.getByRole('row', { name: /^purchase 1 1/ }).count()).toBe(1)
  await lookAtPage(page, 'analytics')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Events as CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('events-7d.csv')
  await context.close()
})
