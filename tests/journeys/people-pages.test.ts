import { afterAll, beforeAll, expect, test } from 'bun:test'
import { axe, screenshots } from '../support/browser.ts'
import { openStage, PASSWORD, type Stage, settleIn, type Visitor } from './visit.ts'

/** Every page about people and places, in both themes and both widths: axe finds nothing, nothing is wider than the window. */
let stage: Stage
let asha: Visitor
let organizationId: string
let workspaceId: string

beforeAll(async () => {
  stage = await openStage()
  asha = await stage.visit()
  workspaceId = (await settleIn(asha.page, 'asha@example.com')).workspaceId
  const found = await asha.page.request.get('/api/user/organizations')
  organizationId = ((await found.json()) as { id: string }[])[0]!.id
}, 120_000)
afterAll(() => stage?.close())

const flaws: string[] = []
async function look({ page }: Visitor, name: string, path: string) {
  await page.goto(path)
  await screenshots(page, name, async (where) => {
    for (const line of await axe(page)) flaws.push(`${name} ${where}: ${line}`)
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (wider > 0) flaws.push(`${name} ${where}: ${wider} px wider than the window`)
  })
}

test('the pages of a guest', async () => {
  const guest = await stage.visit()
  for (const path of ['/login', '/register', '/forgot-password', '/outbox', '/pricing'])
    await look(guest, `guest${path.replaceAll('/', '-')}`, path)
  await guest.page.goto('/forgot-password')
  await guest.page.getByLabel('Email address').fill('asha@example.com')
  await guest.page.locator('main form button[type=submit]').click()
  await guest.page.getByRole('link', { name: 'Open the outbox' }).waitFor()
  expect(flaws).toEqual([])
  expect(guest.trouble).toEqual([])
}, 120_000)

test('a new person verifies on a phone, and registering again leaves them one account', async () => {
  const email = 'ben@example.com'
  const mail = async () => {
    const answer = await fetch(`${stage.product.address}/api/outbox?to=${email}`)
    const [newest] = (await answer.json()) as { subject: string; text: string }[]
    return { subject: newest!.subject, link: /https?:\/\/\S+/.exec(newest!.text)![0] }
  }
  const register = async (password: string) => {
    const visitor = await stage.visit()
    await visitor.page.goto('/register')
    await visitor.page.getByLabel('Email address').fill(email)
    await visitor.page.getByLabel('Password').fill(password)
    await visitor.page.getByRole('button', { name: 'Get Started' }).click()
    await visitor.page.waitForURL('**/organizations/new')
    return visitor
  }
  const ben = await register(PASSWORD)
  const cookies = await ben.context.cookies()
  const days = (cookies.find(({ name }) => name.endsWith('session_token'))!.expires - Date.now() / 1000) / 86_400
  expect(Math.round(days)).toBe(400)
  await ben.page.goto('/chat')
  await ben.page.getByText('You chat in a workspace, and there is none yet that you can open.').waitFor()

  const phone = await stage.visit()
  await look(phone, 'verify-elsewhere', (await mail()).link)
  await phone.page.getByRole('button', { name: 'It was me: verify' }).click()
  await phone.page.getByRole('heading', { name: 'Your email address is verified' }).waitFor()
  expect((await phone.context.cookies()).filter(({ name }) => name.includes('session'))).toEqual([])
  await ben.page.goto('/verify-email')
  await ben.page.getByRole('heading', { name: 'Your email address is verified' }).waitFor()

  const again = await register('another secret of mine')
  const told = await mail()
  expect(told.subject).toContain('You already have an account')
  await phone.page.goto(told.link)
  await phone.page.getByLabel('Email address').fill(email)
  await phone.page.getByLabel('Password').fill(PASSWORD)
  await phone.page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await phone.page.waitForURL('**/organizations')
  // What was made by mistake is gone with its session.
  await again.page.goto('/profile')
  await again.page.waitForURL('**/login?next=*')
  expect(flaws).toEqual([])
  for (const { context, trouble } of [ben, phone, again]) {
    expect(trouble).toEqual([])
    await context.close()
  }
}, 120_000)

test('the pages of an owner', async () => {
  const organization = `/organizations/${organizationId}`
  const pages = {
    organizations: '/organizations',
    organization,
    'organization-members': `${organization}/members`,
    'organization-settings': `${organization}/settings`,
    'organization-delete': `${organization}/delete`,
    'workspace-members': `/workspaces/${workspaceId}/members`,
    'workspace-settings': `/workspaces/${workspaceId}/settings`,
    invitations: '/invitations',
  }
  for (const [name, path] of Object.entries(pages)) await look(asha, name, path)
  expect(flaws).toEqual([])
}, 120_000)

test('the pages of a profile, two-factor included', async () => {
  for (const path of ['/profile', '/profile/security', '/profile/api-keys', '/profile/account'])
    await look(asha, path.slice(1).replaceAll('/', '-'), path)
  await asha.page.goto('/profile/security')
  await asha.page.getByLabel('Your password').first().fill(PASSWORD)
  await asha.page.getByRole('button', { name: 'Set up two-factor' }).click()
  await asha.page.getByRole('img', { name: /QR/i }).waitFor()
  await screenshots(asha.page, 'profile-two-factor', async (where) => {
    for (const line of await axe(asha.page)) flaws.push(`two-factor ${where}: ${line}`)
  })
  expect(flaws).toEqual([])
  expect(asha.trouble).toEqual([])
}, 120_000)
