import { afterAll, beforeAll, expect, test } from 'bun:test'
import { axe } from '../support/browser.ts'
import { newPlace } from '../support/people.ts'
import { openSite, type Site } from '../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
}, 120_000)
afterAll(() => site?.close())

test('in a workspace the palette offers what can be connected, or says why it cannot tell', async () => {
  const { person, page, context } = await site.visit()
  const { workspace } = await newPlace(site.app, person)
  const palette = page.getByRole('dialog', { name: 'Go to' })
  await page.goto(`/workspaces/${workspace.id}/sources`)
  await page.locator('[data-palette]:not([data-waits])').first().click()
  await palette.getByRole('combobox').fill('connect post')
  await palette.getByRole('option', { name: 'Connect PostgreSQL' }).waitFor()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/workspaces/${workspace.id}/sources/new/postgres`)

  await page.route('**/api/data-sources/config', (route) =>
    route.fulfill({ status: 503, json: { error: 'away', code: 'unavailable' } }),
  )
  await page.keyboard.press('Control+k')
  await palette.getByText('Failed to fetch data source config: Service Unavailable').waitFor()
  await palette.getByRole('combobox').fill('connect')
  expect(await palette.getByRole('option', { name: /^Connect / }).count()).toBe(0)
  expect(await axe(page)).toEqual([])
  await context.close()
}, 60_000)
