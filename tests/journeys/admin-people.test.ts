import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ADMIN_ROLES, type AdminRole } from '#auth/rules/admin-role.ts'
import { axe, screenshots } from '../support/browser.ts'
import { openStage, PASSWORD, type Stage, settleIn, type Visitor } from './visit.ts'

let stage: Stage
/** The first admin; somebody whom she helps, and makes a helper. */
let [asha, ben]: Visitor[] = []
let workspaceId = ''
const BEN = 'ben@example.com'

beforeAll(async () => {
  stage = await openStage()
  asha = await stage.visit()
  ben = await stage.visit()
  ;({ workspaceId } = await settleIn(asha.page, 'asha@example.com'))
  await asha.page.goto(/\/first-admin\/\S+/.exec(stage.product.greeting)![0])
  await asha.page.getByRole('button', { name: /admin/i }).click()
  for (const [name, email] of [
    ['Ben Okafor', BEN],
    ['Cleo Marchetti', 'cleo@shop.example'],
    [
      'A name that goes on and on, as names of people in long lists sometimes do',
      'long.address.of.somebody@department.example.org',
    ],
  ])
    await fetch(`${stage.product.address}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, email, password: PASSWORD }),
    })
  // Something for the security events: a wrong password, a guest where only admins are let in.
  for (let at = 0; at < 3; at++) await signIn(ben.page, 'not the password')
  await signIn(ben.page, PASSWORD)
}, 180_000)
afterAll(() => stage.close())

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

/** Looks at a page in both themes and widths: clean for axe. */
const looks = (page: Visitor['page'], name: string) =>
  screenshots(page, name, async (look) => expect([name, look, await axe(page)]).toEqual([name, look, []]))

/** Every page of the panel with its title and who opens it beside superadmins; what shares a title stands below it. */
const PAGES: [address: string, title: string, needs: AdminRole | 'any'][] = [
  ['/admin/dashboard', 'Dashboard', 'any'],
  ['/admin/users', 'User Management', 'support'],
  ['/admin/organizations', 'Organizations', 'support'],
  ['/admin/analytics', 'Analytics & Reports', 'analyst'],
  ['/admin/security', 'Security Events', 'security'],
  ['/admin/security?by=ip', 'Security Events', 'security'],
  ['/admin/security?by=person', 'Security Events', 'security'],
  ['/admin/security/audit-logs', 'Audit Logs', 'security'],
  ['/admin/refund-requests', 'Refund Requests', 'finance'],
  ['/admin/credit-allocation', 'Credit Allocation', 'finance'],
  ['/admin/billing', 'Billing Management', 'finance'],
  ['/admin/billing/payments', 'Billing Management', 'finance'],
  ['/admin/billing/invoices', 'Billing Management', 'finance'],
  ['/admin/billing/webhooks', 'Billing Management', 'finance'],
  ['/admin/data-sources', 'Data Sources', 'support'],
  ['/admin/xai-config', 'XAI Configuration', 'superadmin'],
  ['/admin/logs', 'Application Logs', 'support'],
  ['/admin/settings', 'System Settings', 'superadmin'],
]

/** Answers the question of an act, which is open. */
async function because(page: Visitor['page'], button: string, reason: string) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: button }).click()
}

test('somebody is found, viewed and disabled, for a reason; and enabled again', async () => {
  const { page } = asha!
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: 'User Management' }).click()
  await page.getByRole('heading', { name: 'User Management' }).waitFor()
  await looks(page, 'admin-users')
  await page.getByRole('link', { name: 'Credits', exact: true }).click()
  await page.locator('th[aria-sort="descending"]', { hasText: 'Credits' }).waitFor()
  await page.getByLabel('Name, email or id').fill('oka')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('link', { name: 'Ben Okafor' }).click()
  await page.getByRole('heading', { name: 'Ben Okafor' }).waitFor()
  await looks(page, 'admin-user')
  await page.getByRole('button', { name: 'Export data' }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), because(page, 'Export data', 'Asked for a copy')])
  expect(file.suggestedFilename()).toBe('user-data.zip')
  await page.locator('dialog:popover-open').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Disable' }).click()
  await looks(page, 'admin-act')
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
  await looks(page, 'admin-users-none')
  expect(asha!.trouble).toEqual([])
}, 180_000)

test('each role finds and opens its own pages, and is refused all others', async () => {
  const { page } = asha!
  const mail = await ben!.page.request.get(`/api/outbox?to=${BEN}`)
  const link = /https?:\/\/\S+\/verify-email\/\S+/.exec(
    ((await mail.json()) as { text: string }[]).map((it) => it.text).join(' '),
  )![0]
  await ben!.page.goto(new URL(link).pathname)
  await page.goto('/admin/users?q=ben')
  await page.getByRole('link', { name: 'Ben Okafor' }).click()
  const id = new URL(page.url()).pathname.split('/').at(-1)!
  await page.getByRole('button', { name: 'Change roles' }).click()
  await page
    .getByRole('dialog')
    .getByRole('checkbox', { name: /support/ })
    .check()
  await because(page, 'Change roles', 'Joins the help desk')
  await page.getByText('The admin roles are changed').waitFor()
  for (const role of [...ADMIN_ROLES, null]) {
    const status = await page.evaluate(
      ([id, roles]) =>
        fetch(`/api/admin/users/${id}/roles`, {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ roles, reason: 'trying each' }),
        }).then((answer) => answer.status),
      [id, role ? [role] : []] as const,
    )
    expect([role, status]).toEqual([role, 200])
    const own = role ? PAGES.filter(([, , needs]) => needs === 'any' || [needs, 'superadmin'].includes(role)) : []
    for (const [address, title] of own) {
      expect([role, address, (await ben!.page.goto(address))!.status()]).toEqual([role, address, 200])
      expect(await ben!.page.getByRole('heading', { level: 1 }).innerText()).toBe(title)
      const entries = await ben!.page.locator('#admin-side').getByRole('link').allInnerTexts()
      expect([role, address, entries]).toEqual([role, address, [...new Set(own.map(([, entry]) => entry))]])
    }
    const closed = PAGES.filter((it) => !own.includes(it))
    for (const [address, title, needs] of closed) {
      const answer = await ben!.page.request.get(address)
      const told = role
        ? `This page needs the admin role ${needs}.`
        : 'The admin panel is open to platform admins only.'
      const text = await answer.text()
      expect([role, address, answer.status(), text.includes(told)]).toEqual([role, address, 403, true])
      expect(text).not.toContain(`<h1>${title}`)
    }
    if (closed[0]) await ben!.page.goto(closed[0][0])
    if (closed[0]) expect(await ben!.page.locator('.error-page').innerText()).toContain('Error 403')
  }
  expect(ben!.trouble).toEqual([])
}, 180_000)

test('an organization is suspended, which its members are told, and restored', async () => {
  const { page } = asha!
  await page.goto('/admin/organizations')
  await looks(page, 'admin-organizations')
  await page.getByRole('link', { name: 'Acme Stores' }).click()
  await page.getByRole('heading', { name: 'Acme Stores' }).waitFor()
  await page.getByRole('button', { name: 'Suspend' }).click()
  await because(page, 'Suspend', 'Unpaid since spring')
  await page.getByText('Unpaid since spring').waitFor()
  await looks(page, 'admin-organization')
  const address = page.url()
  expect((await page.goto(`/workspaces/${workspaceId}`))!.status()).toBe(403)
  await page.getByText('The organization Acme Stores is suspended.').waitFor()
  await looks(page, 'organization-suspended')
  await page.goto('/organizations')
  await page.getByText('Acme Stores is suspended.').waitFor()
  await page.goto(address)
  await page.getByRole('button', { name: 'Restore' }).click()
  await because(page, 'Restore', 'Paid')
  await page.getByText('The organization is open again.').waitFor()
  expect((await page.goto(`/workspaces/${workspaceId}`))!.status()).toBe(200)
  expect(asha!.trouble).toEqual([])
}, 180_000)

test('security events are counted and acknowledged', async () => {
  const { page } = asha!
  await page.goto('/admin/security')
  await page.getByText('What raises which event').click()
  await looks(page, 'admin-security-events')
  await page.getByRole('checkbox').first().check()
  await page.getByLabel('What you found').fill('Ben forgot his password')
  await page.getByRole('button', { name: 'Acknowledge chosen' }).click()
  await page.getByText('One event is acknowledged.').waitFor()
  await page.getByRole('link', { name: 'By address' }).click()
  await looks(page, 'admin-security-groups')
  await page.locator('tbody a').first().click()
  await page.getByRole('button', { name: 'Acknowledge all' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What you found').fill('All his')
  await dialog.getByRole('button', { name: 'Acknowledge all' }).click()
  await page.getByText('events are acknowledged.').waitFor()
  expect(asha!.trouble).toEqual([])
}, 120_000)

test('the audit log says what was done and why, and holds', async () => {
  const { page } = asha!
  await page.goto('/admin/security/audit-logs')
  await page.getByText('Unpaid since spring').waitFor()
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByRole('heading', { name: 'The audit log holds' }).waitFor()
  await looks(page, 'admin-audit')
  await page.getByLabel('Action').fill('user.')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByText('Lost the phone').waitFor()
  expect(await page.getByText('Unpaid since spring').count()).toBe(0)
  expect(asha!.trouble).toEqual([])
}, 120_000)
