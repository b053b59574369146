import { afterAll, beforeAll, expect, test } from 'bun:test'
import { lookAtState } from '../support/browser.ts'
import { ask, openStage, type Stage, settleIn, type Visitor } from './visit.ts'

/** From a file to what stands out in it, and from what somebody says of a column to another answer. */
const CSV = [
  'sold_on,shop,points,price',
  ...Array.from({ length: 480 }, (_, at) => {
    const [month, day] = [Math.floor(at / 20), (at % 20) + 1]
    const date = `${2022 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}`
    return `${date},${at % 5 < 3 ? 'Pune' : ['Goa', 'Delhi'][at % 2]},${10 + month},${at === 200 ? 9999 : 10 + (at % 5)}`
  }),
].join('\n')

let stage: Stage
let asha: Visitor
let workspaceId: string
beforeAll(async () => {
  stage = await openStage()
  asha = await stage.visit()
  ;({ workspaceId } = await settleIn(asha.page))
}, 300_000)
afterAll(() => stage.close())

test('a table tells what stands out, and answers follow what its owner says a column is', async () => {
  const { page } = asha
  await page.goto(`/workspaces/${workspaceId}/data`)
  await page.locator('[data-island="upload"][data-island-ready]').waitFor()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'deals.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) })
  await page.locator('.upload-line[data-state="ready"]').waitFor()
  await page.goto(`/workspaces/${workspaceId}/tables`)
  await page.getByRole('link', { name: 'deals', exact: true }).first().click()
  const profile = page.locator('#profile')
  await profile.getByText('480 rows × 4 columns').waitFor()
  await profile.getByText('The largest price is 9,999').waitFor()
  await lookAtState(page, 'table-profile')
  const points = page.locator('#column-points')
  await points.getByText('Edit').click()
  await points.getByLabel('Role').selectOption('measure average')
  await lookAtState(page, 'column-meaning', '#column-points')
  await points.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Averaged, never added up.').first().waitFor()
  await page.goto(`/workspaces/${workspaceId}`)
  await ask(page, 'points by shop')
  await page
    .getByText(/average points/i)
    .filter({ visible: true })
    .first()
    .waitFor()
  expect(asha.trouble).toEqual([])
})
