import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { lookAtState } from '../support/browser.ts'
import { ask, openStage, type Stage, settleIn } from './visit.ts'

/** Questions that may be read in several ways: each way is a button with what it gives, by mouse on a phone and by keyboard. */
let stage: Stage
let page: Page
let trouble: string[]
beforeAll(async () => {
  stage = await openStage()
  const visitor = await stage.visit()
  page = visitor.page
  trouble = visitor.trouble
  const { workspaceId } = await settleIn(page)
  await page.goto(`/workspaces/${workspaceId}/data`)
  await page.locator('[data-island="upload"][data-island-ready]').waitFor()
  const file = { name: 'trips.csv', mimeType: 'text/csv', buffer: Buffer.from(TRIPS) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByText('Ready', { exact: true }).first().waitFor()
  await page.goto(`/workspaces/${workspaceId}`)
}, 300_000)
afterAll(() => stage?.close())

const WEATHER = ['rainy', 'sun', 'fog', 'snow']
const TRIPS = [
  'trip_id,weather,pickup_zone,dropoff_zone,fare,distance_km',
  ...Array.from({ length: 60 }, (_, at) =>
    [
      ...[at + 1, WEATHER[at % 4], at % 2 ? 'North' : 'South', ['North', 'South', 'East'][at % 3]],
      ...[12 + at * 1.5, 3 + at * 2.25],
    ].join(','),
  ),
].join('\n')

const answer = () => page.getByRole('article', { name: 'Answer' }).last()
const beside = () => answer().getByRole('group', { name: 'Readings' })
const back = () => answer().getByRole('group', { name: 'A question back to you' })

test('beside an answer that is only likely stand other readings, and one of them is shown in its place and undone', async () => {
  await ask(page, 'How many rides cost more than 20?')
  await beside().getByText('Did you mean something else?').waitFor()
  const likely = await answer().locator('.prose').first().textContent()
  await lookAtState(page, 'readings-beside', '.readings-of')

  await page.setViewportSize({ width: 360, height: 740 })
  await beside()
    .getByRole('button', { name: /distance km above 20/ })
    .click()
  await beside().getByText('You chose this reading: no model, no credits.').waitFor()
  await answer().locator('.prose', { hasText: '52' }).waitFor()
  await lookAtState(page, 'readings-chosen', '.readings-of')

  await beside().getByRole('button', { name: 'Undo' }).click()
  await beside().getByText('You chose this reading').waitFor({ state: 'detached' })
  expect(await answer().locator('.prose').first().textContent()).toBe(likely)
})

test('a word that names nothing is asked about, its near value is chosen by keyboard, and proposed', async () => {
  await page.setViewportSize({ width: 360, height: 740 })
  await ask(page, 'What is the average fare of rain trips?')
  await back().getByText('“rain” names nothing here as it is written.').waitFor()
  await lookAtState(page, 'readings-asked', '.clarification')

  await page.setViewportSize({ width: 360, height: 740 })
  await back().getByRole('button').nth(1).focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await beside().getByText('You chose this reading: no model, no credits.').waitFor()
  await answer().locator('.prose', { hasText: '54' }).waitFor()
  await beside().getByRole('button', { name: 'Propose “rain” as weather is rainy for everybody' }).waitFor()
  await lookAtState(page, 'readings-word', '.readings-of')
  expect(trouble).toEqual([])
})
