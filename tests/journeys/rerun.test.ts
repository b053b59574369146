import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { newId } from '#base/ids.ts'
import { catalogTables } from '#db/schema/index.ts'
import type { WorkspaceCtx } from '../../src/ctx.ts'
import { lookAtPage } from '../support/browser.ts'
import { call, newPlace, type Person, workspaceCtx } from '../support/people.ts'
import { openSite, type Site } from '../support/site.ts'
import { putTable } from '../support/tables.ts'
import { ask } from './visit.ts'

/** An answer is asked again after its data changed: then and now stand side by side. */
let site: Site
let page: Page
let asha: Person
let ctx: WorkspaceCtx
beforeAll(async () => {
  site = await openSite()
  const visitor = await site.visit({ name: 'Asha Rao' })
  ;({ page, person: asha } = visitor)
  const { workspace } = await newPlace(site.app, asha)
  ctx = await workspaceCtx(site.world, asha.user.id, workspace.id)
  await putTrips(12)
}, 300_000)
afterAll(() => site?.close())

const putTrips = (fare: number) =>
  putTable(
    ctx,
    'trips',
    `SELECT ['rainy', 'sunny'][1 + range % 2] AS weather, ${fare} + range * 2 AS fare FROM range(20)`,
  )

test('a click runs the statement of an answer again, and says which cells changed', async () => {
  await page.goto(`/workspaces/${ctx.workspace.id}`)
  await page.locator('[data-island="chat"][data-island-ready]').waitFor()
  await ask(page, 'What is the average fare by weather?')
  await site.world.db
    .update(catalogTables)
    .set({ current: false })
    .where(eq(catalogTables.workspaceId, ctx.workspace.id))
  await putTrips(40)
  await page.getByRole('article', { name: 'Answer' }).last().locator('.number-bound').first().click()
  const opened = page.waitForEvent('popup')
  await page.locator('#results').getByRole('button', { name: 'What changed?' }).click()
  const again = await opened
  await again.getByText('2 rows changed').waitFor()
  const cells = again.getByRole('region', { name: 'What changed' })
  expect(await cells.locator('del').allTextContents()).toEqual(['32', '30'])
  expect(await cells.locator('ins').allTextContents()).toEqual(['60', '58'])
  await lookAtPage(again, 'rerun')
  const watched = page.waitForEvent('popup')
  await page.locator('#results').getByRole('button', { name: 'Tell me when this changes' }).click()
  await (await watched).waitForURL(/done=answer/)
})

test('a block of a board is compared with what it showed before, from its own menu', async () => {
  const { workspace } = ctx
  const api = (method: string, path: string, body?: object) => call(site.app, asha, method, path, body)
  const { id } = (await api('POST', `/api/workspaces/${workspace.id}/canvases`, { name: 'Trips' })).body
  const sql = 'SELECT weather, avg(fare)::INT AS fare FROM trips GROUP BY weather ORDER BY weather'
  await api('PUT', `/api/canvases/${id}/blocks/${newId()}`, {
    ...{ kind: 'grid', tab: 'first', x: 0, y: 0, w: 6, h: 5, content: { title: 'Fares', sql } },
  })
  await api('POST', `/api/canvases/${id}/refresh`, {})
  await page.goto(`/canvases/${id}`)
  await page.locator('[data-island="canvas"][data-island-ready]').waitFor()
  await site.world.db.update(catalogTables).set({ current: false }).where(eq(catalogTables.workspaceId, workspace.id))
  await putTrips(70)
  await page.getByRole('article', { name: 'Fares' }).hover()
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'What changed in Fares?' }).click()
  const again = await opened
  await again.getByText('2 rows changed').waitFor()
  const cells = again.getByRole('region', { name: 'What changed' })
  expect(await cells.locator('del').allTextContents()).toEqual(['58', '60'])
  await lookAtPage(again, 'rerun-block')
  await again.getByRole('link', { name: 'Trips' }).click()
  await again.locator('[data-island="canvas"][data-island-ready]').waitFor()
})
