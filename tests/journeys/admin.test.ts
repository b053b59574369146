import { afterAll, beforeAll, expect, test } from 'bun:test'
import { lookAtState, startServer } from '../support/browser.ts'
import { type ModelServer, type ScriptedTurn, startModelServer } from '../support/model-server.ts'
import { ask, openStage, PASSWORD, type Stage, settleIn, type Visitor } from './visit.ts'

/** The first admin of a new product: the panel, people and organizations, what is noted of them, and the settings of the whole site. */
let stage: Stage
/** The first admin; somebody whom she helps, and makes a helper. */
let [asha, ben]: Visitor[] = []
let model: ModelServer
let workspaceId = ''
const BEN = 'ben@example.com'

beforeAll(async () => {
  const turns: ScriptedTurn[] = [{ call: 'ready', input: {} }, { say: 'one, two' }]
  model = await startModelServer((_, index) => turns[index] ?? { status: 401, body: { error: { message: 'no' } } })
  stage = await openStage(startServer({ env: { ALLOWED_PRIVATE_HOSTS: '127.0.0.0/8' } }))
  asha = await stage.visit()
  ben = await stage.visit()
  for (const [name, email] of [
    ['Ben Okafor', BEN],
    ['Cleo Marchetti', 'cleo@shop.example'],
  ])
    await fetch(`${stage.product.address}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, email, password: PASSWORD }),
    })
  // Something for the security events: a wrong password, a guest where only admins are let in.
  for (let at = 0; at < 3; at++) await signIn(ben.page, 'not the password')
  await signIn(ben.page, PASSWORD)
}, 300_000)
afterAll(async () => {
  await stage.close()
  await model.stop()
})

async function signIn(page: Visitor['page'], password: string) {
  await page.goto('/login')
  await page.getByLabel('Email address').fill(BEN)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page
    .getByText(password === PASSWORD ? 'Organizations' : 'is not right')
    .first()
    .waitFor()
}

const look = (name: string, within?: string) => lookAtState(asha!.page, name, within)

/** Answers the question of an act, which is open. */
async function because(page: Visitor['page'], button: string, reason: string) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: button }).click()
}

test('the first admin opens the panel from the menu and sees what was asked', async () => {
  const { page } = asha!
  ;({ workspaceId } = await settleIn(page, 'asha@example.com'))
  await page.goto(/\/first-admin\/\S+/.exec(stage.product.greeting!)![0])
  await page.getByRole('button', { name: /admin/i }).click()
  await page.goto(`/workspaces/${workspaceId}`)
  await page.getByRole('button', { name: 'Add sample data' }).click()
  await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor()
  await ask(page, 'How many orders are there?')
  await ask(page, 'who won the world cup')
  await page.locator('details.menu.user > summary').click()
  await page.getByRole('link', { name: 'Admin Portal' }).first().click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  expect(await page.getByRole('heading', { name: 'Admin Panel' }).isVisible()).toBe(true)
  expect(await page.locator('.tile-row').innerText()).toMatch(/Asked\s+2\s.*Success rate\s+50 %/s)
  await page.getByRole('link', { name: '24 hours' }).click()
  await page.getByText('The last 24 hours against').waitFor()
  expect(asha!.trouble).toEqual([])
})

test('a group that was folded stays so, and opens on its own page', async () => {
  const { page } = asha!
  const group = page.locator('#admin-side details').filter({ hasText: 'Security Events' })
  const entry = group.getByRole('link', { name: 'Security Events' })
  await entry.click()
  await page.getByRole('heading', { name: 'Security Events' }).waitFor()
  await page.goto('/admin/dashboard')
  await group.locator('summary').click()
  await entry.waitFor({ state: 'hidden' })
  await page.reload()
  await entry.waitFor({ state: 'hidden' })
  await page.goto('/admin/security')
  await entry.waitFor()
  expect(asha!.trouble).toEqual([])
})

test('on a small screen the sidebar is a drawer; Escape and a touch beside it close it', async () => {
  const { page } = asha!
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/dashboard')
  const drawer = page.locator('#admin-side')
  expect(await drawer.isVisible()).toBe(false)
  const opener = page.getByRole('button', { name: 'Admin Panel' })
  await opener.click()
  await drawer.waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  expect(await opener.evaluate((it) => it === document.activeElement)).toBe(true)
  await opener.click()
  await page.mouse.click(350, 400)
  await drawer.waitFor({ state: 'hidden' })
  await opener.click()
  await look('admin-drawer', '#admin-side')
  await page.setViewportSize({ width: 1280, height: 820 })
})

test('the drawer works without a script', async () => {
  const { context } = asha!
  const state = await context.storageState()
  const plain = await stage.browser.newContext({
    baseURL: stage.product.address,
    javaScriptEnabled: false,
    storageState: state,
    viewport: { width: 360, height: 740 },
  })
  const page = await plain.newPage()
  await page.goto('/admin/dashboard')
  await page.getByRole('button', { name: 'Admin Panel' }).click()
  await page.locator('#admin-side').getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await plain.close()
})

test('somebody is found, viewed and disabled, for a reason; and enabled again', async () => {
  const { page } = asha!
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: 'User Management' }).click()
  await page.getByRole('heading', { name: 'User Management' }).waitFor()
  await page.getByRole('link', { name: 'Credits', exact: true }).click()
  await page.locator('th[aria-sort="descending"]', { hasText: 'Credits' }).waitFor()
  await page.getByLabel('Name, email or id').fill('oka')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('link', { name: 'Ben Okafor' }).click()
  await page.getByRole('heading', { name: 'Ben Okafor' }).waitFor()
  await page.getByRole('button', { name: 'Export data' }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), because(page, 'Export data', 'Asked for a copy')])
  expect(file.suggestedFilename()).toBe('user-data.zip')
  await page.locator('dialog:popover-open').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Disable' }).click()
  await look('admin-act', 'dialog:popover-open')
  await because(page, 'Disable', 'Lost the phone')
  await page.getByText('The account is disabled').waitFor()
  const refused = await ben!.page.goto('/organizations')
  expect(refused!.url()).toContain('/login')
  await page.getByRole('button', { name: 'Enable' }).click()
  await because(page, 'Enable', 'Found it again')
  await page.getByText('The account is open again').waitFor()
  await signIn(ben!.page, PASSWORD)
  await page.goto('/admin/users?q=nobodyatall')
  await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
  expect(asha!.trouble).toEqual([])
})

test('who proved their address becomes a helper, and finds the way to what helpers do', async () => {
  const { page } = asha!
  const mail = await ben!.page.request.get(`/api/outbox?to=${BEN}`)
  const link = /https?:\/\/\S+\/verify-email\/\S+/.exec(
    ((await mail.json()) as { text: string }[]).map((it) => it.text).join(' '),
  )![0]
  await ben!.page.goto(new URL(link).pathname)
  await page.goto('/admin/users?q=ben')
  await page.getByRole('link', { name: 'Ben Okafor' }).click()
  await page.getByRole('button', { name: 'Change roles' }).click()
  await page
    .getByRole('dialog')
    .getByRole('checkbox', { name: /support/ })
    .check()
  await because(page, 'Change roles', 'Joins the help desk')
  await page.getByText('The admin roles are changed').waitFor()
  await ben!.page.goto('/admin/dashboard')
  await ben!.page.locator('#admin-side').getByRole('link', { name: 'User Management' }).click()
  await ben!.page.getByRole('heading', { name: 'User Management' }).waitFor()
  expect(ben!.trouble).toEqual([])
})

test('an organization is suspended, which its members are told, and restored', async () => {
  const { page } = asha!
  await page.goto('/admin/organizations')
  await page.getByRole('link', { name: 'Acme Stores' }).click()
  await page.getByRole('heading', { name: 'Acme Stores' }).waitFor()
  await page.getByRole('button', { name: 'Suspend' }).click()
  await because(page, 'Suspend', 'Unpaid since spring')
  await page.getByText('Unpaid since spring').waitFor()
  const address = page.url()
  expect((await page.goto(`/workspaces/${workspaceId}`))!.status()).toBe(403)
  await page.getByText('The organization Acme Stores is suspended.').waitFor()
  await look('organization-suspended')
  await page.goto('/organizations')
  await page.getByText('Acme Stores is suspended.').waitFor()
  await page.goto(address)
  await page.getByRole('button', { name: 'Restore' }).click()
  await because(page, 'Restore', 'Paid')
  await page.getByText('The organization is open again.').waitFor()
  expect((await page.goto(`/workspaces/${workspaceId}`))!.status()).toBe(200)
  expect(asha!.trouble).toEqual([])
})

test('security events are counted and acknowledged', async () => {
  const { page } = asha!
  await page.goto('/admin/security')
  await page.getByText('What raises which event').click()
  await look('admin-security-events')
  await page.getByRole('checkbox').first().check()
  await page.getByLabel('What you found').fill('Ben forgot his password')
  await page.getByRole('button', { name: 'Acknowledge chosen' }).click()
  await page.getByText('One event is acknowledged.').waitFor()
  await page.getByRole('link', { name: 'By address' }).click()
  await page.locator('tbody a').first().click()
  await page.getByRole('button', { name: 'Acknowledge all' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What you found').fill('All his')
  await dialog.getByRole('button', { name: 'Acknowledge all' }).click()
  await page.getByText('events are acknowledged.').waitFor()
  expect(asha!.trouble).toEqual([])
})

test('the audit log says what was done and why, and holds', async () => {
  const { page } = asha!
  await page.goto('/admin/security/audit-logs')
  await page.getByText('Unpaid since spring').waitFor()
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByRole('heading', { name: 'The audit log holds' }).waitFor()
  await look('admin-audit', 'main')
  await page.getByLabel('Action').fill('user.')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByText('Lost the phone').waitFor()
  expect(await page.getByText('Unpaid since spring').count()).toBe(0)
  expect(asha!.trouble).toEqual([])
})

test('a name, a price and a banner change the site; a wrong field says what is wrong', async () => {
  const { page } = asha!
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
  expect(asha!.trouble).toEqual([])
})

test('going back to an earlier version brings everything of it back', async () => {
  const { page } = asha!
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
  expect(asha!.trouble).toEqual([])
})

test('a model is tried before it is saved; a key that is refused is named as the step that failed', async () => {
  const { page } = asha!
  await page.goto('/admin/xai-config')
  await page.getByLabel('Server', { exact: true }).selectOption('custom')
  await page.getByRole('combobox', { name: 'Model Optional' }).fill('scripted')
  await page.locator('#field-model-address').fill(model.url)
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
  expect(asha!.trouble).toEqual([])
})

test('logs are read and followed live; kinds of sources are switched off', async () => {
  const { page } = asha!
  await page.goto('/admin/logs?q=server+started')
  await page.getByText('server started').first().waitFor()
  await page.getByRole('button', { name: 'Live tail' }).click()
  await page
    .getByText('Waiting for new lines…')
    .or(page.getByText(/Live: \d+ new/))
    .waitFor()
  await look('admin-logs')
  await page.goto('/admin/data-sources')
  await page.getByRole('checkbox', { name: /MySQL/ }).uncheck()
  await page.getByLabel('Reason').fill('Nobody has one here')
  await page.getByRole('button', { name: 'Save kinds' }).click()
  await page.getByText('Saved. Every server follows').waitFor()
  await page.goto(`/workspaces/${workspaceId}/sources`)
  expect(await page.content()).not.toContain('MySQL')
  expect(asha!.trouble).toEqual([])
})
