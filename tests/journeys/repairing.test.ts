import { afterAll, beforeAll, expect, test } from 'bun:test'
import { lookAtState } from '../support/browser.ts'
import { ask, openStage, type Stage, settleIn, type Visitor } from './visit.ts'

/** Tables that people mend and put together, from their disk to a right answer. */
const CRM = [
  'CRM-Export;;;;',
  'Stand: 31.12.2024;;;;',
  ';;;;',
  'Kunde;Stadt;Umsatz;Status;Datum',
  'Acme GmbH;Bremen;1.200,50;aktiv;01.02.2024',
  'ACME GmbH;Bremen;800,00;aktiv;05.02.2024',
  'Weber KG;Bremen ;2.000,00;n/a;13.02.2024',
  'Weber KG;Hamburg;499,50;aktiv;20.02.2024',
  'Fischer AG;Hamburg;300,00;inaktiv;21.02.2024',
  'Fischer AG;hamburg;200,00;aktiv;22.02.2024',
  'Summe;;5.000,00;;',
].join('\r\n')
const month = (factor: number) =>
  `product,units,revenue\nTea,${factor},${10 * factor}\nCoffee,${2 * factor},${25 * factor}\n`
const WIDE = 'country,2019,2020,2021,2022\nIndia,10,20,30,40\nFrance,1,2,3,4\nKenya,5,6,7,8\n'

let stage: Stage
let asha: Visitor
beforeAll(async () => {
  stage = await openStage()
  asha = await stage.visit()
}, 300_000)
afterAll(() => stage.close())

const answer = () => asha.page.getByRole('article', { name: 'Answer' }).last().innerText()

async function upload(workspaceId: string, name: string, content: string): Promise<void> {
  const { page } = asha
  await page.goto(`/workspaces/${workspaceId}/data`)
  await page.locator('[data-island="upload"][data-island-ready]').waitFor()
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
  await page.locator('.upload-line[data-state="ready"]', { hasText: name }).waitFor()
}

/** Asks in a new conversation. */
async function asked(workspaceId: string, question: string): Promise<string> {
  await asha.page.goto(`/workspaces/${workspaceId}`)
  await ask(asha.page, question)
  return answer()
}

async function openTable(workspaceId: string, name: string): Promise<void> {
  await asha.page.goto(`/workspaces/${workspaceId}/tables`)
  await asha.page.getByRole('link', { name, exact: true }).first().click()
  await asha.page.getByRole('heading', { name, level: 1 }).waitFor()
}

test('spellings of an export are merged from its profile, a new version is mended alike, and undoing brings them back', async () => {
  const { page } = asha
  const { workspaceId } = await settleIn(page)
  await upload(workspaceId, 'crm.csv', CRM)
  await openTable(workspaceId, 'crm')
  await lookAtState(page, 'profile-odd')
  await page.getByRole('link', { name: /^Stadt: spellings of one thing/ }).click()
  await page.getByRole('heading', { name: 'Repair crm' }).waitFor()
  await lookAtState(page, 'repair-desk')
  await page.locator('#odd-spellings-Stadt').waitFor()
  await page.getByRole('button', { name: 'Merge into Hamburg' }).click()
  await page.getByText('Mended. Every question sees it from now on.').waitFor()
  await page.getByRole('button', { name: 'Trim: Stadt' }).click()
  await page.getByRole('heading', { name: 'Recipe' }).waitFor()
  await page.getByText('2 steps, applied in this order').waitFor()
  await lookAtState(page, 'repair-recipe')
  expect(await asked(workspaceId, 'Total Umsatz by Stadt')).toMatch(/Hamburg[^\d]+999\.5/)
  await upload(workspaceId, 'crm.csv', CRM.replace('200,00;aktiv', '250,00;aktiv').replace('5.000,00', '5.050,00'))
  expect(await asked(workspaceId, 'Total Umsatz by Stadt')).toMatch(/Hamburg[^\d]+1,049\.5/)
  await openTable(workspaceId, 'crm')
  await page.getByRole('link', { name: 'Repair', exact: true }).click()
  await page.getByRole('button', { name: 'Undo all' }).click()
  await page.getByText('Undone.').waitFor()
  expect(await asked(workspaceId, 'Total Umsatz by Stadt')).toMatch(/hamburg[^\d]+250/)
  expect(asha.trouble).toEqual([])
})

test('months that were uploaded apart are one table by one click, and are asked by month', async () => {
  const { page } = asha
  const { workspaceId } = await settleIn(page)
  for (const [name, factor] of [
    ['Jan.csv', 1],
    ['Feb.csv', 10],
    ['March.csv', 100],
  ] as const)
    await upload(workspaceId, name, month(factor))
  await page.goto(`/workspaces/${workspaceId}/data`)
  await page.getByRole('link', { name: 'March.csv' }).first().click()
  await page.getByRole('heading', { name: '3 files have the same columns' }).waitFor()
  await lookAtState(page, 'files-alike')
  await page.getByRole('button', { name: 'Put them into one table' }).click()
  await page.getByRole('heading', { name: 'All months (together)' }).waitFor()
  await lookAtState(page, 'files-together')
  expect(await asked(workspaceId, 'Total revenue by month')).toMatch(/Jan\s+35\s+Feb\s+350\s+March\s+3,500\b/)
  expect(asha.trouble).toEqual([])
})

test('columns that are years become rows by one click, and are asked by year', async () => {
  const { page } = asha
  const { workspaceId } = await settleIn(page)
  await upload(workspaceId, 'exports.csv', WIDE)
  await page.goto(`/workspaces/${workspaceId}/data`)
  await page.getByRole('link', { name: 'exports.csv' }).first().click()
  await page.getByRole('heading', { name: '4 columns of exports are periods' }).waitFor()
  await lookAtState(page, 'columns-are-periods')
  await page.getByRole('button', { name: 'Make rows of periods' }).click()
  await page.getByText('Make rows of the columns that are periods').waitFor()
  await page.getByText(/^3 lines · /).waitFor()
  expect(await asked(workspaceId, 'Total exports by year')).toMatch(/2022[^\d]+52/)
  expect(asha.trouble).toEqual([])
})
