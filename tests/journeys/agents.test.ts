import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { lookAtPage, lookAtState } from '../support/browser.ts'
import { newPlace, workspaceCtx } from '../support/people.ts'
import { openSite, type Site } from '../support/site.ts'
import { putTable } from '../support/tables.ts'
import { ask } from './visit.ts'

/** An agent is made, tried, published and chosen by its name where a question is asked; another is made of a conversation. */
let site: Site
let page: Page
let workspace: string
const trouble: string[] = []
beforeAll(async () => {
  site = await openSite()
  const asha = await site.visit({ name: 'Asha Rao' })
  page = asha.page
  page.on('pageerror', (error) => trouble.push(error.message))
  const place = await newPlace(site.app, asha.person)
  workspace = place.workspace.id
  const ctx = await workspaceCtx(site.world, asha.person.user.id, workspace)
  await putTable(
    ctx,
    'trips',
    `SELECT ['rainy', 'sunny'][1 + range % 2] AS weather, 12 + range * 2 AS fare FROM range(20)`,
  )
  await putTable(ctx, 'salaries', 'SELECT range AS person, 1000 AS salary FROM range(5)')
}, 300_000)
afterAll(() => site?.close())

const chatReady = () => page.locator('[data-island="chat"][data-island-ready]').waitFor()

test('an agent is made with a colour, tables and a starter question, tried as a draft and published', async () => {
  await page.goto(`/workspaces/${workspace}/agents`)
  await lookAtPage(page, 'agents-none')
  await page.getByRole('link', { name: 'New agent' }).first().click()
  await page.getByLabel('Name', { exact: true }).fill('Fares')
  await page.getByLabel('Colour').selectOption({ label: 'Green' })
  await page.getByLabel('What it is for').fill('What trips cost')
  await page.getByLabel('trips', { exact: true }).check()
  await page.getByLabel('Starter questions').fill('What is the average fare by weather?')
  await lookAtPage(page, 'agent-new')
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await page.getByText('Saved as a draft. Try it, then publish it.').waitFor()
  await page.getByRole('button', { name: 'Ask: What is the average fare by weather?' }).click()
  await page.waitForURL(/conversation=/)
  await page.getByRole('article', { name: 'Answer' }).last().locator('.number-bound').first().waitFor()
  await page.goto(`/workspaces/${workspace}/agents`)
  await page.getByRole('link', { name: 'Fares', exact: true }).click()
  await page.locator('.agent-tries').getByText('answered').waitFor()
  await lookAtPage(page, 'agent-tried')
  await page.getByRole('button', { name: 'Publish version 1' }).click()
  await page.getByText('Published. People can choose it where they ask.').waitFor()
})

test('it is chosen by @ where a question is asked, and answers within its tables', async () => {
  await page.goto(`/workspaces/${workspace}`)
  await chatReady()
  const box = page.locator('#question')
  await box.fill('@Far')
  await page.getByRole('option', { name: /Fares/ }).waitFor()
  await lookAtState(page, 'agent-mention', '[role="listbox"]')
  await page.keyboard.press('Enter')
  await page.locator('.agent-green').first().waitFor()
  expect(await box.inputValue()).toBe('')
  await ask(page, 'What is the average fare by weather?')
  const answer = page.getByRole('article', { name: 'Answer' }).last()
  await answer.getByText('Fares').first().waitFor()
  // The menu gives the question to another one, and back.
  for (const name of ['Analyst', 'Fares']) {
    await page.getByTitle('Who answers').click()
    await page.locator('.agent-menu').getByRole('button', { name }).click()
    await page.getByTitle('Who answers').getByText(name).waitFor()
  }
  await ask(page, 'What is the total salary?')
  await page.getByRole('article', { name: 'Answer' }).last().waitFor()
  expect(await page.getByRole('article', { name: 'Answer' }).last().textContent()).not.toContain('5,000')
})

test('another is made of a conversation, with its tables and questions to begin with', async () => {
  await page.getByRole('article', { name: 'Answer' }).first().getByLabel('Share', { exact: true }).click()
  await page.getByRole('link', { name: 'Make an agent of this' }).click()
  await page.getByRole('heading', { name: 'New agent' }).waitFor()
  expect(await page.getByLabel('Starter questions').inputValue()).toContain('What is the average fare by weather?')
  expect(await page.getByLabel('trips', { exact: true }).isChecked()).toBe(true)
  await page.getByLabel('Name', { exact: true }).fill('Weather')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Published. People can choose it where they ask.').waitFor()
  await page.goto(`/workspaces/${workspace}/agents`)
  for (const name of ['Analyst', 'Fares', 'Weather']) await page.getByRole('link', { name, exact: true }).waitFor()
  await lookAtPage(page, 'agents')
  expect(trouble).toEqual([])
})
