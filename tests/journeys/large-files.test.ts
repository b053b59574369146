import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { axe, screenshots } from '../support/browser.ts'
import { openStage, type Stage, settleIn, type Visitor } from './visit.ts'

const BIG = join(tmpdir(), `parts-${process.pid}.csv`)
/** Bytes a second that leave the browser: slow enough to be interrupted. */
const UPLINK = 12_000_000

let stage: Stage
let asha: Visitor
let workspaceId: string
let rows = 0
beforeAll(async () => {
  stage = await openStage()
  rows = await writeBigFile(BIG)
  asha = await stage.visit()
  ;({ workspaceId } = await settleIn(asha.page, 'asha@example.com'))
}, 180_000)
afterAll(async () => {
  await stage.close()
  rmSync(BIG, { force: true })
})

async function openData() {
  const { page } = asha
  await page.goto(`/workspaces/${workspaceId}/data`)
  await page.locator('[data-island="upload"][data-island-ready]').waitFor()
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  const pace = (offline: boolean, uploadThroughput = UPLINK) =>
    network.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput: -1, uploadThroughput })
  return { page, network, pace }
}

const moving = /[1-9]\d(\.\d)? MB of 4\d\.\d MB/

test('a large file survives a cut connection, a pause and a reload of the page', async () => {
  const { page, network, pace } = await openData()
  await pace(false)
  await page.locator('input[type=file]').setInputFiles(BIG)
  await page.getByText(moving).waitFor()
  await pace(true)
  await page.locator('.upload-note', { hasText: 'Waiting for the connection' }).waitFor()
  await pace(false)
  await page.getByText(/MB\/s/).waitFor()
  await page.getByRole('button', { name: /^Pause the upload/ }).click()
  await page.getByText(/^Paused · /).waitFor()
  // What is there already stays there, whatever happens to the page.
  await page.reload()
  await page.locator('[data-island="upload"][data-island-ready]').waitFor()
  const left = page.getByRole('list', { name: 'Unfinished uploads' })
  await left.getByText(/MB of 4\d\.\d MB are there/).waitFor()
  await screenshots(page, 'upload-unfinished', async (theme) => expect([theme, await axe(page)]).toEqual([theme, []]))
  const sent: number[] = []
  page.on('request', (request) => {
    const offset = request.headers()['upload-offset']
    if (offset) sent.push(Number(offset))
  })
  await network.detach()
  await page.locator('input[type=file]').setInputFiles(BIG)
  await page.locator('.upload-line[data-state="ready"]').waitFor({ timeout: 120_000 })
  expect(Math.min(...sent)).toBeGreaterThan(0)
  expect(await left.count()).toBe(0)
  const files = (await (await page.request.get(`/api/workspaces/${workspaceId}/files`)).json()) as {
    tables: { rows: number }[]
  }[]
  expect(files.map((file) => file.tables[0]!.rows)).toEqual([rows])
  expect(asha.trouble.filter((line) => !/ERR_INTERNET_DISCONNECTED|ERR_ABORTED/.test(line))).toEqual([])
}, 240_000)

test('a file that was read in another way than it was meant is corrected on its page', async () => {
  const { page } = await openData()
  const name = 'orders.csv'
  const buffer = Buffer.from(
    'day,region,amount\n01/02/2024,North,"1,5"\n03/04/2024,South,"2,5"\n05/06/2024,West,"3,5"\n',
  )
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
  await page.locator('.upload-line[data-state="ready"]').getByRole('link', { name }).click()
  await page.getByText('were read as day, month, year').waitFor()
  await page.getByRole('button', { name: 'Read as month, day, year' }).click()
  await page.getByText('dates as month, day, year · as you chose').waitFor()
  await page.getByText('How it was read').click()
  await page.getByText('Types of columns').click()
  await page.getByLabel('amount', { exact: true }).selectOption('text')
  await page.locator('#reading-preview').getByText('VARCHAR').first().waitFor()
  await page.getByLabel('First row').selectOption('false')
  await page.locator('#reading-preview').getByText('column_1').waitFor()
  await page.getByLabel('First row').selectOption('')
  await page.locator('#reading-preview th', { hasText: 'amount' }).waitFor()
  await screenshots(page, 'file-reading', async (theme) => expect([theme, await axe(page)]).toEqual([theme, []]))
  await page.getByRole('button', { name: 'Read again' }).click()
  await page.getByText('How it was read').click()
  expect(await page.getByLabel('amount', { exact: true }).inputValue()).toBe('text')
  expect(await page.getByLabel('Order in dates').inputValue()).toBe('mdy')
  const again = Buffer.from('day,region,amount,note\n2024-01-02,North,1,x\n')
  const { page: data } = await openData()
  await data.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: again })
  await data.locator('.upload-line[data-state="ready"]').getByRole('link', { name }).click()
  await data.getByRole('button', { name: 'Make current: version 1' }).click()
  await data.getByRole('button', { name: 'Make current: version 2' }).waitFor()
  await screenshots(data, 'file-versions', async (theme) => expect([theme, await axe(data)]).toEqual([theme, []]))
}, 120_000)

/** Some 45 MB. @returns how many rows it has */
async function writeBigFile(path: string): Promise<number> {
  const writer = Bun.file(path).writer()
  writer.write('visit,day,city,amount\n')
  let count = 0
  while (count < 1_400_000) {
    let block = ''
    for (let i = 0; i < 20_000; i++) {
      count++
      block += `${count},2025-${String((count % 12) + 1).padStart(2, '0')}-15,Chennai,${(count % 9000) + 1000}.5\n`
    }
    writer.write(block)
    await writer.flush()
  }
  await writer.end()
  return count
}
