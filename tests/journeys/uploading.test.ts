import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lookAtPage, lookAtState } from '../support/browser.ts'
import { ask, openStage, type Stage, settleIn, type Visitor } from './visit.ts'

/** Files from a person's disk to an answer about them: large ones, interrupted ones, those that were read in another way than meant. */
const MEGABYTES = 65
const BIG = join(tmpdir(), `visits-${process.pid}.csv`)
/** Bytes a second that leave the browser: slow enough to be interrupted, and to be seen going. */
const [SLOW, FAST] = [12_000_000, 50_000_000]

let stage: Stage
let asha: Visitor
let workspaceId: string
let rows = 0
beforeAll(async () => {
  ;[stage, rows] = await Promise.all([openStage(), writeBigFile(BIG)])
  asha = await stage.visit()
  ;({ workspaceId } = await settleIn(asha.page))
}, 300_000)
afterAll(async () => {
  await stage.close()
  rmSync(BIG, { force: true })
})

async function openData() {
  const { page } = asha
  await page.goto(`/workspaces/${workspaceId}/data`)
  await page.locator('[data-island="upload"][data-island-ready]').waitFor()
  return page
}

test('a large file survives a cut connection, a pause and a reload, shows its progress in bytes, then rows, and can be asked', async () => {
  const page = await openData()
  // As over a network: on this machine alone the bytes would be there before anybody could see them go.
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  const pace = (offline: boolean, uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput: -1, uploadThroughput })
  await pace(false, SLOW)
  await page.locator('input[type=file]').setInputFiles(BIG)
  await page.getByText(/[1-9]\d(\.\d)? MB of 6\d(\.\d)? MB/).waitFor()
  await pace(true, SLOW)
  await page.locator('.upload-note', { hasText: 'Waiting for the connection' }).waitFor()
  await pace(false, SLOW)
  await page.getByText(/MB\/s/).waitFor()
  await page.getByRole('button', { name: /^Pause the upload/ }).click()
  await page.getByText(/^Paused · /).waitFor()
  // What is there already stays there, whatever happens to the page.
  await page.reload()
  await page.locator('[data-island="upload"][data-island-ready]').waitFor()
  const left = page.getByRole('list', { name: 'Unfinished uploads' })
  await left.getByText(/MB of 6\d(\.\d)? MB are there/).waitFor()
  await lookAtState(page, 'upload-unfinished')
  const sent: number[] = []
  page.on('request', (request) => {
    const offset = request.headers()['upload-offset']
    if (offset) sent.push(Number(offset))
  })
  await pace(false, FAST)
  await page.evaluate(recordNotes)
  await page.locator('input[type=file]').setInputFiles(BIG)
  // The file is read as fast as the machine can; how fast is the benchmark's business.
  await page.locator('.upload-line[data-state="ready"]').waitFor({ timeout: 180_000 })
  await network.detach()
  expect(Math.min(...sent)).toBeGreaterThan(0)
  expect(await left.count()).toBe(0)
  const notes = await page.evaluate(() => (window as unknown as { notes: string[] }).notes)
  expect(notes.some((note) => /MB of .*MB\/s/.test(note))).toBe(true)
  expect(notes.some((note) => /^Uploaded · reading rows|^Reading · .* rows so far/.test(note))).toBe(true)
  const count = new RegExp(`${rows.toLocaleString('en-IN')} rows|${rows.toLocaleString('en')} rows`)
  await page.getByText(count).first().waitFor()
  const files = (await (await page.request.get(`/api/workspaces/${workspaceId}/files`)).json()) as {
    tables: { rows: number }[]
  }[]
  expect(files.map((file) => file.tables[0]!.rows)).toEqual([rows])
  // The page follows: what is used, and the way to the first question.
  await page.locator('#storage strong', { hasText: /^6\d(\.\d)? MB$/ }).waitFor()
  await page.locator('#data-actions').getByRole('link', { name: 'Ask a question' }).click()
  await ask(page, 'How many visits are there?')
  const text = await page.getByRole('article', { name: 'Answer' }).innerText()
  expect(text.replaceAll(',', '')).toContain(String(rows))
  expect(asha.trouble.filter((line) => !/ERR_INTERNET_DISCONNECTED|ERR_ABORTED/.test(line))).toEqual([])
})

test('rows whose number is a word are kept, and an answer says how many it could not count', async () => {
  const page = await openData()
  const rows = Array.from({ length: 60 }, (_, n) => `Player ${n},${n < 3 ? 'Indef.' : n % 10}`)
  const buffer = Buffer.from(`name,games\n${rows.join('\n')}\n`)
  await page.locator('input[type=file]').setInputFiles({ name: 'suspensions.csv', mimeType: 'text/csv', buffer })
  await page.locator('.upload-line[data-state="ready"]').getByRole('link', { name: 'suspensions.csv' }).click()
  await page.getByText('3 values are not numbers, the first is "Indef." in line 2.').waitFor()
  await lookAtState(page, 'file-with-words-among-numbers')
  await page.goto(`/workspaces/${workspaceId}`)
  await ask(page, 'What are the average games of suspensions?')
  const answer = page.getByRole('article', { name: 'Answer' }).last()
  await answer
    .getByRole('note')
    .getByText('57 of 60 lines of suspensions counted; 3 have no games that could be read')
    .waitFor()
  expect(await answer.innerText()).toMatch(/average games is 4\.68/)
  await lookAtState(page, 'answer-with-values-left-out')
})

test('a file without anything in it says so and leaves nothing behind', async () => {
  const page = await openData()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.from('') })
  await page.getByText('The file is empty.').first().waitFor()
  const files = (await (await page.request.get(`/api/workspaces/${workspaceId}/files`)).json()) as { name: string }[]
  expect(files.map((file) => file.name)).not.toContain('empty.csv')
})

test('a file that was read in another way than it was meant is corrected on its page', async () => {
  const page = await openData()
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
  await page.locator('#reading-preview').getByRole('columnheader', { name: 'column_1 DATE' }).waitFor()
  await page.getByLabel('First row').selectOption('')
  await page.locator('#reading-preview th', { hasText: 'amount' }).waitFor()
  await lookAtState(page, 'file-reading')
  await page.getByRole('button', { name: 'Read again' }).click()
  await page.getByText('How it was read').click()
  expect(await page.getByLabel('amount', { exact: true }).inputValue()).toBe('text')
  expect(await page.getByLabel('Order in dates').inputValue()).toBe('mdy')
  const again = Buffer.from('day,region,amount,note\n2024-01-02,North,1,x\n')
  await openData()
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: again })
  await page.locator('.upload-line[data-state="ready"]').getByRole('link', { name }).click()
  await page.getByRole('button', { name: 'Make current: version 1' }).click()
  await page.getByRole('button', { name: 'Make current: version 2' }).waitFor()
  await lookAtPage(page, 'file-versions')
})

/** Runs in the page: keeps every text that stands beside an upload. */
function recordNotes() {
  const notes: string[] = []
  Object.assign(window, { notes })
  new MutationObserver(() => {
    for (const note of document.querySelectorAll('.upload-note')) notes.push(note.textContent ?? '')
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
}

/** @returns how many rows it has */
async function writeBigFile(path: string): Promise<number> {
  const writer = Bun.file(path).writer()
  writer.write('visit_id,visited_on,city,channel,pages,amount\n')
  const cities = ['Pune', 'Delhi', 'Chennai', 'Kolkata', 'Jaipur']
  const channels = ['web', 'app', 'store']
  let count = 0
  let bytes = 0
  while (bytes < MEGABYTES * 1_000_000) {
    let block = ''
    for (let i = 0; i < 20_000; i++) {
      count++
      const day = `2025-${String((count % 12) + 1).padStart(2, '0')}-${String((count % 28) + 1).padStart(2, '0')}`
      block += `${count},${day},${cities[count % 5]},${channels[count % 3]},${(count * 7) % 40},${((count * 31) % 100_000) / 100}\n`
    }
    writer.write(block)
    bytes += block.length
    await writer.flush()
  }
  await writer.end()
  return count
}
