import { afterAll, beforeAll, expect, test } from 'bun:test'
import { lookAtState } from '../support/browser.ts'
import { workbook } from '../support/workbook.ts'
import { ask, openStage, type Stage, settleIn, type Visitor } from './visit.ts'

/** Tables as people send them, from their disk to a right answer. */
const CRM = [
  'CRM-Export;;;;',
  'Stand: 31.12.2024;;;;',
  ';;;;',
  'Kunde;Region;Revenue;Orders;Date',
  'Müller;Nord;1.200,50;3;01.02.2024',
  'Schmidt;Süd;800,00;2;05.02.2024',
  'Weber;Nord;2.000,00;5;13.02.2024',
  'Fischer;West;499,50;1;20.02.2024',
  'Summe;;4.500,00;11;',
].join('\r\n')
const month = (name: string, factor: number) => ({
  name,
  rows: [
    [`Sales of ${name}`, null, null],
    ['product', 'units', 'revenue'],
    ['Tea', factor, 10 * factor],
    ['Coffee', 2 * factor, 25 * factor],
    ['Total', 3 * factor, 35 * factor],
  ],
})
const MONTHS = Buffer.from(workbook([month('Jan', 1), month('Feb', 10), month('March', 100)]))

let stage: Stage
let asha: Visitor
beforeAll(async () => {
  stage = await openStage()
  asha = await stage.visit()
}, 300_000)
afterAll(() => stage.close())

/** Adds a file in a new workspace and opens its page. */
async function added(name: string, buffer: Buffer): Promise<string> {
  const { page } = asha
  const { workspaceId } = await settleIn(page)
  await page.goto(`/workspaces/${workspaceId}/data`)
  await page.locator('[data-island="upload"][data-island-ready]').waitFor()
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  await page.locator('.upload-note', { hasText: 'set apart' }).waitFor()
  await page.goto(`/workspaces/${workspaceId}/data`)
  await page.getByRole('link', { name }).first().click()
  await page.getByRole('heading', { name: /set apart$/ }).waitFor()
  return workspaceId
}

const answer = () => asha.page.getByRole('article', { name: 'Answer' }).last().innerText()

test('an export with titles above and its sum below gives the right total, and the sum is a row when somebody says so', async () => {
  const { page } = asha
  const workspaceId = await added('crm.csv', Buffer.from(CRM))
  await page.getByRole('heading', { name: '1 total set apart' }).waitFor()
  await page.getByText('Summe;;4.500,00;11;').waitFor()
  await lookAtState(page, 'lines-set-apart')
  await page.getByRole('link', { name: 'Ask a question' }).click()
  await ask(page, 'What is the total revenue?')
  expect(await answer()).toMatch(/4,500/)
  await lookAtState(page, 'answer-of-export')
  await page.goto(`/workspaces/${workspaceId}/data`)
  await page.getByRole('link', { name: 'crm.csv' }).first().click()
  await page.getByRole('button', { name: 'Count totals and notes as rows' }).click()
  await page.getByText('Totals and notes count as rows, as you chose.').waitFor()
  await page.getByRole('button', { name: 'Set totals and notes apart' }).click()
  await page.getByRole('heading', { name: '1 total set apart' }).waitFor()
  expect(asha.trouble).toEqual([])
})

test('three sheets of months are asked as one table', async () => {
  const { page } = asha
  await added('sales.xlsx', MONTHS)
  await page.getByRole('heading', { name: '3 totals set apart' }).waitFor()
  await lookAtState(page, 'sheets-together')
  await page.getByRole('link', { name: 'Ask a question' }).click()
  await ask(page, 'What is the total revenue?')
  expect(await answer()).toMatch(/3,885/)
  await ask(page, 'Revenue by month')
  expect(await answer()).toMatch(/March.*3,500/s)
  await lookAtState(page, 'answer-of-months')
  expect(asha.trouble).toEqual([])
})
