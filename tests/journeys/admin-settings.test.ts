import { afterAll, beforeAll, expect, test } from 'bun:test'
import { axe, screenshots } from '../support/browser.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { openStage, type Stage, settleIn, type Visitor } from './visit.ts'

let stage: Stage
let asha: Visitor
let model: ModelServer
let workspaceId: string
beforeAll(async () => {
  model = await startModelServer((_, index) =>
    index === 0 ? { say: 'ready' } : { status: 401, body: { error: { message: 'no' } } },
  )
  stage = await openStage({ ALLOWED_PRIVATE_HOSTS: '127.0.0.0/8' })
  asha = await stage.visit()
  workspaceId = (await settleIn(asha.page, 'asha@example.com')).workspaceId
  await asha.page.goto(/\/first-admin\/\S+/.exec(stage.product.greeting)![0])
  await asha.page.getByRole('button', { name: /admin/i }).click()
}, 120_000)
afterAll(async () => {
  await stage.close()
  await model.stop()
})

const look = (name: string) =>
  screenshots(asha.page, name, async (at) => expect([at, await axe(asha.page)]).toEqual([at, []]))

test('a name, a price and a banner change the site; a wrong field says what is wrong', async () => {
  const { page } = asha
  await page.goto('/admin/settings')
  await page.getByLabel('Name', { exact: true }).fill('Rowspeak')
  await page.getByLabel('Credits per answer').fill('0')
  await page.getByLabel('Reason').fill('A new name')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('Please give at least 1.').first().waitFor()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Rowspeak')
  await page.getByLabel('Credits per answer').fill('2')
  await page.getByLabel('Text', { exact: false }).first().fill('We move house tonight from 22:00 to 23:00 UTC.')
  await page.getByRole('button', { name: 'Preview banner' }).click()
  await page.getByText('So it will stand above every page').waitFor()
  await look('admin-settings')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('Saved. Every server follows').waitFor()
  await page.goto('/pricing')
  await page.getByText('One answered question costs 2 credits.').first().waitFor()
  expect(await page.locator('footer').innerText()).toContain('© 2025 Rowspeak')
  expect(await page.locator('.maintenance').innerText()).toContain('We move house tonight')
  await look('maintenance-site')
  await page.goto(`/workspaces/${workspaceId}`)
  await page.locator('.maintenance').waitFor()
  expect(await page.title()).toContain('Rowspeak')
  await look('maintenance-app')
  expect(asha.trouble).toEqual([])
}, 240_000)

test('going back to an earlier version brings everything of it back', async () => {
  const { page } = asha
  await page.goto('/admin/settings')
  await page.getByLabel('Text', { exact: false }).first().fill('')
  await page.locator('#field-reason').fill('We are back')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('Saved. Every server follows').waitFor()
  expect(await page.locator('.maintenance').count()).toBe(0)
  await page.getByText('1 change').click()
  await page.getByRole('button', { name: 'Go back to 1' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Not yet')
  await dialog.getByRole('button', { name: 'Go back to 1' }).click()
  await page.getByText('Version 3', { exact: true }).waitFor()
  await page.locator('.maintenance').waitFor()
  expect(asha.trouble).toEqual([])
}, 120_000)

test('a model is tried before it is saved; a key that is refused is named as the step that failed', async () => {
  const { page } = asha
  await page.goto('/admin/xai-config')
  await page.getByLabel('Server', { exact: true }).selectOption('custom')
  await page.getByRole('combobox', { name: 'Model Optional' }).fill('scripted')
  await page.getByLabel('Address').fill(model.url)
  await page.locator('#field-key').fill('planted-model-key')
  await page.getByRole('button', { name: 'Test without saving' }).click()
  await page.getByRole('heading', { name: 'The model answers' }).waitFor()
  expect(await page.locator('#field-key').inputValue()).toBe('')
  await look('admin-xai')
  await page.getByRole('button', { name: 'Test without saving' }).click()
  await page.getByRole('heading', { name: 'The model does not answer' }).waitFor()
  expect(await page.locator('.step-list [data-state=fail]').innerText()).toContain('Key')
  await page.getByLabel('Verified only').check()
  await page.locator('#field-key').fill('planted-model-key')
  await page.getByLabel('Reason').fill('Try this model')
  await page.getByRole('button', { name: 'Save configuration' }).click()
  await page.getByText('Saved. Every server follows').waitFor()
  expect(await page.content()).not.toContain('planted-model-key')
  await page.goto(`/chat?workspace=${workspaceId}`)
  await page.getByText('Answered by scripted.').waitFor()
  expect(asha.trouble).toEqual([])
}, 240_000)

test('logs are read and followed live; kinds of sources are switched off', async () => {
  const { page } = asha
  await page.goto('/admin/logs')
  await page.getByText('server started').first().waitFor()
  await page.getByRole('button', { name: 'Live tail' }).click()
  await page
    .getByText('Waiting for new lines…')
    .or(page.getByText(/Live: \d+ new/))
    .waitFor()
  await look('admin-logs')
  await page.goto('/admin/data-sources')
  await look('admin-data-sources')
  await page.getByRole('checkbox', { name: /MySQL/ }).uncheck()
  await page.getByLabel('Reason').fill('Nobody has one here')
  await page.getByRole('button', { name: 'Save kinds' }).click()
  await page.getByText('Saved. Every server follows').waitFor()
  await page.goto(`/workspaces/${workspaceId}/sources`)
  expect(await page.content()).not.toContain('MySQL')
  expect(asha.trouble).toEqual([])
}, 240_000)
