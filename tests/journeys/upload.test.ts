import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ask, openStage, type Stage, settleIn, type Visitor } from './visit.ts'

const MEGABYTES = 200
/** Bytes a second that leave the browser. */
const UPLINK = 50_000_000
const BIG = join(tmpdir(), `visits-${process.pid}.csv`)

let stage: Stage
let asha: Visitor
let workspaceId: string
let rows = 0
beforeAll(async () => {
  ;[stage, rows] = await Promise.all([openStage(), writeBigFile(BIG)])
  asha = await stage.visit()
  ;({ workspaceId } = await settleIn(asha.page, 'asha@example.com'))
}, 180_000)
afterAll(async () => {
  await stage.close()
  rmSync(BIG, { force: true })
})

test('a file of 200 MB shows its progress in bytes, then in rows, and can be asked', async () => {
  const { page } = asha
  await page.goto(`/workspaces/${workspaceId}/data`)
  await page.locator('[data-island="upload"][data-island-ready]').waitFor()
  // As over a network: on this machine alone the bytes would be there before anybody could see them go.
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: UPLINK,
  })
  await page.evaluate(recordNotes)
  await page.locator('input[type=file]').setInputFiles(BIG)
  await page
    .getByText(`${rows.toLocaleString('en-IN')} rows`)
    .or(page.getByText(`${rows.toLocaleString('en')} rows`))
    .first()
    // The file is read as fast as the machine can; how fast is the benchmark's business.
    .waitFor({ timeout: 180_000 })
  await network.detach()
  const notes = await page.evaluate(() => (window as unknown as { notes: string[] }).notes)
  expect(notes.some((note) => /MB of .*MB\/s/.test(note))).toBe(true)
  expect(notes.some((note) => /^Uploaded · reading rows|^Reading · .* rows so far/.test(note))).toBe(true)
  await page.goto(`/workspaces/${workspaceId}`)
  await ask(page, 'How many visits are there?')
  const text = await page.getByRole('article', { name: 'Answer' }).innerText()
  expect(text.replaceAll(',', '')).toContain(String(rows))
  expect(asha.trouble).toEqual([])
}, 240_000)

test('an ugly file says which rows were left out and why; a broken one leaves nothing behind', async () => {
  const { page } = asha
  await page.goto(`/workspaces/${workspaceId}/data`)
  await page.locator('[data-island="upload"][data-island-ready]').waitFor()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.from('') })
  await page.getByText('The file is empty.').first().waitFor()
  const files = (await (await page.request.get(`/api/workspaces/${workspaceId}/files`)).json()) as { name: string }[]
  expect(files.map((file) => file.name)).not.toContain('empty.csv')
}, 120_000)

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
