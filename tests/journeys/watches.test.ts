import { afterAll, beforeAll, expect, test } from 'bun:test'
import { and, desc, eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { newId } from '#base/ids.ts'
import { catalogTables, mails, watches } from '#db/schema/index.ts'
import { runDue } from '#watches/runs.ts'
import { lookAtPage, lookAtState } from '../support/browser.ts'
import { call, join, newPlace, type Person, workspaceCtx } from '../support/people.ts'
import { openSite, type Site } from '../support/site.ts'
import { putTable } from '../support/tables.ts'

/** A board is scheduled and one of its numbers watched, both are run, and an owner looks after what a member made. */
let site: Site
let page: Page
let asha: Person
let workspaceId: string
let canvas: string
const trouble: string[] = []

beforeAll(async () => {
  site = await openSite()
  const owner = await site.visit({ name: 'Asha Rao' })
  const ben = await site.visit({ name: 'Ben Okoye' })
  ;[page, asha] = [owner.page, owner.person]
  page.on('pageerror', (error) => trouble.push(error.message))
  const place = await newPlace(site.app, asha)
  workspaceId = place.workspace.id
  await join(site.world, place.organization.id, ben.person.user.id, 'member')
  const ctx = await workspaceCtx(site.world, asha.user.id, workspaceId)
  await putTable(
    ctx,
    'orders',
    `SELECT ['BlueLine', 'Rapid'][1 + range % 2] AS brand, range AS returned FROM range(20)`,
  )
  canvas = (await call(site.app, asha, 'POST', `/api/workspaces/${workspaceId}/canvases`, { name: 'Returns' })).body.id
  const sql = 'SELECT brand, sum(returned) AS returned FROM orders GROUP BY brand ORDER BY brand'
  const where = { tab: 'first', x: 0, w: 6, h: 4 }
  for (const [y, block] of [
    { kind: 'kpi', content: { title: 'Returned', sql, value: { column: 'returned', row: { brand: 'BlueLine' } } } },
    { kind: 'grid', content: { title: 'By brand', sql } },
  ].entries())
    await call(site.app, asha, 'PUT', `/api/canvases/${canvas}/blocks/${newId()}`, { ...where, y: y * 4, ...block })
}, 300_000)
afterAll(() => site?.close())

const dialog = () => page.getByRole('dialog')
const mailTo = async (to: string, kind: 'board' | 'watch') =>
  (
    await site.world.db
      .select()
      .from(mails)
      .where(and(eq(mails.to, to), eq(mails.kind, kind)))
      .orderBy(desc(mails.id))
  )[0]

test('a canvas is scheduled from its head, and run by hand once', async () => {
  await page.goto(`/canvases/${canvas}`)
  await page.locator('[data-island="canvas"][data-island-ready]').waitFor()
  await page.getByRole('button', { name: 'Schedule' }).click()
  await dialog().getByLabel('Name').fill('Monday board')
  await dialog().getByRole('button', { name: 'Thu' }).click()
  await dialog().getByLabel('Time zone').selectOption('Europe/Berlin')
  await dialog().getByText('Ben Okoye').waitFor()
  await dialog().getByLabel('What is done then').selectOption({ label: 'Only keep the canvas fresh: nobody is told' })
  await dialog().getByRole('heading', { name: 'Keep this canvas fresh' }).waitFor()
  expect(await dialog().getByLabel('Other mail addresses').count()).toBe(0)
  await dialog().getByLabel('What is done then').selectOption({ label: 'Mail the canvas' })
  await dialog().getByText('Quiet hours and holidays').click()
  await dialog().getByLabel('Public holidays of').selectOption({ label: 'Germany' })
  await dialog().getByLabel('Region').selectOption({ label: 'Bayern' })
  await dialog().getByLabel('When it falls on one').selectOption({ label: 'next working day' })
  await lookAtState(page, 'watch-schedule', 'dialog')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog()
    .getByText('every Monday and Thursday at 08:00 (Europe/Berlin), after public holidays of Germany (BY) on the next')
    .waitFor()
  await dialog().getByRole('link', { name: 'See it' }).click()
  await page.getByRole('button', { name: 'Run now: Monday board' }).click()
  await page.getByText('It was run.').waitFor()
  await page.getByRole('cell', { name: asha.user.email }).waitFor()
  expect((await mailTo(asha.user.email, 'board'))!.text).toContain('BlueLine')
  await lookAtPage(page, 'watch')
})

test('a number is watched from its block; what it says then comes by mail', async () => {
  await page.goto(`/canvases/${canvas}`)
  await page.locator('[data-island="canvas"][data-island-ready]').waitFor()
  await page.getByRole('article', { name: 'Returned' }).hover()
  await page.getByRole('button', { name: 'Watch Returned' }).click()
  await dialog().getByLabel('Limit').fill('50')
  await dialog().getByLabel('Other mail addresses').fill('finance@example.com')
  await lookAtState(page, 'watch-number', 'dialog')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().getByText('you are told once it is above 50').waitFor()
  await dialog().getByRole('link', { name: 'See it' }).click()
  await page.getByRole('button', { name: 'Run now: Returned' }).click()
  await page.getByRole('cell', { name: '90', exact: true }).waitFor()
  expect((await mailTo('finance@example.com', 'watch'))!.subject).toBe('Returned: 90')
})

test('when their time comes the mail has the figures of then, and the watch tells once', async () => {
  const { db } = site.world
  const ofThis = eq(watches.canvasId, canvas)
  /** Moves the clock on to when both are due, in this workspace alone. */
  const due = async () => {
    await db
      .update(watches)
      .set({ nextAt: new Date(Number(site.world.now()) - 1) })
      .where(ofThis)
    await runDue(site.world)
  }
  const sent = async (to: string) =>
    (
      await db
        .select()
        .from(mails)
        .where(and(eq(mails.to, to), eq(mails.kind, 'watch')))
    ).length
  const replace = async (returned: string) => {
    await db.update(catalogTables).set({ current: false }).where(eq(catalogTables.workspaceId, workspaceId))
    const ctx = await workspaceCtx(site.world, asha.user.id, workspaceId)
    const rows = `SELECT ['BlueLine', 'Rapid'][1 + range % 2] AS brand, ${returned} AS returned FROM range(20)`
    await putTable(ctx, 'orders', rows)
  }
  // It was told of 90 by hand already: as long as it stays above, nothing more is said.
  await replace('range * 100')
  await due()
  const { text, html } = (await mailTo(asha.user.email, 'board'))!
  for (const figure of ['9,000', '10,000']) expect(text).toContain(figure)
  expect(html).toContain('10,000')
  expect(await sent('finance@example.com')).toBe(1)
  await replace('1')
  await due()
  await replace('range * 7')
  for (let time = 0; time < 3; time++) await due()
  expect(await sent('finance@example.com')).toBe(2)
  expect((await mailTo('finance@example.com', 'watch'))!.subject).toBe('Returned: 630')
  await page.reload()
  await page.getByRole('cell', { name: '630', exact: true }).first().waitFor()
  await page.getByRole('cell', { name: 'Nothing to tell' }).first().waitFor()
  const [next] = await db.select().from(watches).where(ofThis)
  expect(Number(next!.nextAt)).toBeGreaterThan(Number(site.world.now()))
})

test('it is changed in the same dialog, and paused and deleted in the list', async () => {
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await dialog().getByLabel('Limit').fill('500')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().getByRole('button', { name: 'Done' }).click()
  await page.getByText('is above 500').waitFor()
  await page.goto(`/workspaces/${workspaceId}/canvases`)
  await page.getByRole('link', { name: 'Watches and schedules' }).click()
  await page.getByRole('button', { name: 'Pause: Returned' }).click()
  await page.getByText('It is paused.').waitFor()
  await page.goto(`/workspaces/${workspaceId}/watches`)
  await page.getByRole('button', { name: 'Resume: Returned' }).waitFor()
  await lookAtPage(page, 'watches')
  await page.getByRole('link', { name: 'Returned' }).first().click()
  await page.getByRole('button', { name: 'Delete: Returned' }).click()
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('link', { name: 'Monday board' }).waitFor()
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByLabel('Name').fill('Our program')
  await page.getByLabel('Address').fill(`${site.address}/healthz`)
  await lookAtPage(page, 'webhooks')
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await page.getByText('whsec_').waitFor()
  await page.getByRole('link', { name: 'Test it' }).click()
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByText('Test of Our program').waitFor()
  await lookAtPage(page, 'webhook')
  await page.goto(`/workspaces/${workspaceId}/watches`)
  expect(await page.getByRole('link', { name: 'Returned', exact: true }).count()).toBeLessThan(2)
  expect(trouble).toEqual([])
})

test('a wish in the chat is answered as its question, and offers the watch and the mail filled in; nothing is set up before', async () => {
  const room = `/api/workspaces/${workspaceId}`
  const ask = async (message: string) => {
    const { body } = await call(site.app, asha, 'POST', `${room}/query-data`, { message })
    const { answer } = (await call(site.app, asha, 'GET', `/api/messages/${body.message_id}`)).body
    return { id: body.conversation_id, sql: answer.results.map((one: { sql: string }) => one.sql), text: answer.text }
  }
  const all = async () => (await call(site.app, asha, 'GET', `${room}/watches`)).body
  const before = await all()
  for (const [wish, question, button, check] of [
    [
      'Tell me when the average returned exceeds 1,200',
      'Average returned',
      'Watch this: tell me when it is above 1,200',
      async () => {
        expect(await dialog().getByLabel('Tell when it').inputValue()).toBe('above')
        expect(await dialog().getByLabel('Limit').inputValue()).toBe('1200')
      },
    ],
    [
      'every Tuesday 9:30 returned by brand to finance@example.com',
      'Returned by brand',
      /Mail this every Tuesday at 09:30.* to finance@example.com/,
      async () => {
        expect(await dialog().getByLabel('At', { exact: true }).inputValue()).toBe('09:30')
        expect(await dialog().getByLabel('Other mail addresses').inputValue()).toBe('finance@example.com')
      },
    ],
  ] as const) {
    const [wished, plain] = [await ask(wish), await ask(question)]
    expect([wished.sql, wished.text]).toEqual([plain.sql, plain.text])
    await page.goto(`/workspaces/${workspaceId}?conversation=${plain.id}`)
    await page.getByRole('button', { name: 'Pin chart' }).first().waitFor()
    expect(await page.getByRole('button', { name: /^(Watch|Mail) this/ }).count()).toBe(0)
    await page.goto(`/workspaces/${workspaceId}?conversation=${wished.id}`)
    await page.getByRole('button', { name: button }).click()
    await dialog().getByLabel('New canvas').fill(question)
    await dialog().getByRole('button', { name: 'Create and pin' }).click()
    await dialog().getByLabel('Time zone').waitFor()
    await check()
    expect(await all()).toHaveLength(before.length)
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog().getByRole('button', { name: 'Done' }).click()
    const [made, ...others] = await all()
    expect([made.canvas.name, others]).toEqual([question, before])
    await call(site.app, asha, 'DELETE', `${room}/watches/${made.id}`)
  }
  // An address, which anybody can write, fills nothing in.
  const { id } = (await call(site.app, asha, 'GET', `${room}/canvases`)).body[0]
  const forged = new URLSearchParams({ wish: 'every Monday 8:00 the board to evil@example.com' })
  await page.goto(`/canvases/${id}#${forged}`)
  await page.getByRole('button', { name: 'Schedule' }).first().waitFor()
  expect(await dialog().count()).toBe(0)
  // A word that found no place makes a watch of something else.
  const doubtful = await ask('every Monday 8:00 striped returned by brand to finance@example.com')
  await page.goto(`/workspaces/${workspaceId}?conversation=${doubtful.id}`)
  await page.getByRole('article', { name: 'Answer' }).waitFor()
  await page.getByText('No watch or mail is offered').waitFor()
  // A canvas is found by its name, or chosen.
  const board = await call(site.app, asha, 'POST', `${room}/canvases`, { name: 'Weekly numbers' })
  for (const [wish, button, choose] of [
    ['every Friday 7:15 the weekly numbers board to finance@example.com', 'Mail weekly numbers every Friday', false],
    ['every Friday 7:15 the board to finance@example.com', 'Mail the canvas every Friday', true],
  ] as const) {
    await page.goto(`/workspaces/${workspaceId}?conversation=${(await ask(wish)).id}`)
    await page.getByRole('button', { name: button }).click()
    if (choose) await dialog().getByRole('button', { name: 'Weekly numbers' }).click()
    await page.waitForURL(`**/canvases/${board.body.id}`)
    await dialog().getByText('Nothing is set up or sent before you save it').waitFor()
    expect(await dialog().getByLabel('Name', { exact: true }).inputValue()).toBe('Weekly numbers')
    expect(await dialog().getByLabel('At', { exact: true }).inputValue()).toBe('07:15')
    expect(await dialog().getByLabel('Other mail addresses').inputValue()).toBe('finance@example.com')
    expect(await all()).toEqual(before)
    await page.reload()
    await page.getByRole('button', { name: 'Schedule' }).first().waitFor()
    expect(await dialog().count()).toBe(0)
  }
  expect(trouble).toEqual([])
})
