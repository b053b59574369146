import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { lookAtState } from '../support/browser.ts'
import { ask, openStage, type Stage, settleIn } from './visit.ts'

/** Answers that are changed by chips: by keyboard, on a phone, and from nothing. */
let stage: Stage
let page: Page
let trouble: string[]
let workspaceId: string
beforeAll(async () => {
  stage = await openStage()
  const visitor = await stage.visit()
  page = visitor.page
  trouble = visitor.trouble
  workspaceId = (await settleIn(page)).workspaceId
  await page.goto(`/workspaces/${workspaceId}/data`)
  await page.getByRole('button', { name: 'Add sample data' }).click()
  await page.getByText('Ready', { exact: true }).first().waitFor()
}, 300_000)
afterAll(() => stage?.close())

const chips = () => page.getByRole('group', { name: 'What was asked of the data' })
const chip = (name: string | RegExp) => chips().getByRole('button', { name })
const dialog = () => page.getByRole('dialog')
const answer = () => page.getByRole('article', { name: 'Answer' })
const run = () => dialog().getByRole('button', { name: 'Run' })

test('an answer is changed part by part with the keyboard, and undone', async () => {
  await page.goto(`/workspaces/${workspaceId}`)
  await ask(page, 'How many customers are there by tier?')
  await chip('By tier').waitFor()
  const before = await answer().locator('.prose').first().textContent()
  await lookAtState(page, 'chips', '.chips-of')

  await chip(/^Figure/).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await dialog().getByLabel('Column').selectOption({ label: 'city' })
  await dialog().getByLabel('Column').press('Enter')
  await run().click()
  await chip('By city').waitFor()
  await answer().locator('.prose', { hasText: 'by city' }).waitFor()
  expect(await answer().textContent()).not.toContain(before)
  await chips().getByText('no model, no credits').waitFor()

  await chip('Add').press('Enter')
  await dialog().getByLabel('What').selectOption({ label: 'Where' })
  await dialog().getByLabel('Column').selectOption({ label: 'tier' })
  await dialog().getByLabel('Value', { exact: true }).fill('Gold')
  await lookAtState(page, 'chips-dialog', 'dialog')
  await run().press('Enter')
  await chip('Where tier is Gold').waitFor()
  await answer().locator('.prose', { hasText: 'where tier is Gold' }).waitFor()

  await chip('Where tier is Gold').press('Enter')
  await dialog().waitFor()
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  await chip('Where tier is Gold').press('Delete')
  await chip('Where tier is Gold').waitFor({ state: 'detached' })

  await chips().getByRole('button', { name: 'Undo' }).press('Enter')
  await chip('By tier').waitFor()
  expect(await answer().locator('.prose').first().textContent()).toBe(before)
})

test('a query is built from nothing on a phone, changed there, and what a word means is proposed', async () => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/workspaces/${workspaceId}`)
  await page.getByRole('button', { name: 'Build a query' }).click()
  await dialog().getByLabel('Table').fill('customers')
  await dialog().getByRole('button', { name: 'Next' }).click()
  await dialog().getByRole('button', { name: 'Add a group' }).click()
  await dialog().getByLabel('Column').selectOption({ label: 'tier' })
  await run().click()
  await page.waitForURL(/conversation=/)
  await chip('By tier').waitFor()
  await answer().locator('.prose', { hasText: 'Number of rows by tier: ' }).waitFor()
  await lookAtState(page, 'chips-phone', '.chips-of')
  await page.setViewportSize({ width: 360, height: 740 })

  await chip('By tier').click()
  await dialog().getByLabel('Column').selectOption({ label: 'city' })
  await dialog().getByLabel('Remember for this workspace').check()
  await dialog()
    .getByLabel(/The word/)
    .fill('place')
  await run().click()
  await chip('By city').waitFor()
  await dialog().waitFor({ state: 'detached' })
  await page.goto(`/workspaces/${workspaceId}/definitions?tab=proposals`)
  await page.getByText('place').first().waitFor()
  expect(trouble).toEqual([])
})
