import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { lookAtPage, lookAtState } from '../support/browser.ts'
import { newEmail, openStage, PASSWORD, type Stage, settleIn, type Visitor } from './visit.ts'

/** Two people at two browsers: Asha owns an organization and shares it, Ben is invited. */
let stage: Stage
let asha: Visitor
let ben: Visitor
let organizationPage: string
const [ASHA, BEN, CLEO, DORA] = ['asha', 'ben', 'cleo', 'dora'].map(newEmail) as [string, string, string, string]
/** As long as addresses get. */
const LONG = newEmail('a.very.long.address.of.somebody.at.a.subsidiary')

beforeAll(async () => {
  stage = await openStage()
  ;[asha, ben] = await Promise.all([stage.visit(), stage.visit()])
  await settleIn(asha.page, ASHA)
  await asha.page.goto('/organizations')
  await asha.page.getByRole('link', { name: 'Acme Stores', exact: true }).click()
  await asha.page.waitForURL(/\/organizations\/[0-9a-f-]{36}/)
  organizationPage = new URL(asha.page.url()).pathname
}, 300_000)
afterAll(() => stage.close())

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Share Acme Stores' })
const banner = (page: Page) => dialogOf(page).locator('.alert-error p')
const row = (page: Page, text: string) => dialogOf(page).locator('.entry', { hasText: text })

async function openDialog(page: Page, path = organizationPage) {
  await page.goto(path)
  await page.locator('[data-island="share-organization"][data-island-ready]').waitFor({ state: 'attached' })
  await page
    .getByRole('link', { name: /^Share/ })
    .first()
    .click()
  await dialogOf(page)
    .getByRole('heading', { name: /^Members \(/ })
    .waitFor()
  // Whole, not a strip of itself: its style sheet is one with those of all other pages.
  expect((await dialogOf(page).boundingBox())!.height).toBeGreaterThan(400)
}

/** Comes back to the window: the dialog looks for what others did without waiting for its next turn. */
const comeBack = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('focus')))

/** Path of the link in the newest mail to an address. */
async function invitationLink(to: string): Promise<string> {
  const answer = await fetch(`${stage.product.address}/api/outbox?to=${encodeURIComponent(to)}`)
  const mails = (await answer.json()) as { subject: string; text: string }[]
  const mail = mails.find((it) => it.subject.includes('invites you to'))
  return /\/invitations\/[\w-]+/.exec(mail?.text ?? '')![0]
}

test('the owner invites somebody with nothing but the keyboard', async () => {
  const { page } = asha
  await page.goto(organizationPage)
  await page.locator('[data-island="share-organization"][data-island-ready]').waitFor({ state: 'attached' })
  const share = page.getByRole('link', { name: 'Share', exact: true })
  await share.focus()
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page)
  await dialog.getByRole('heading', { name: 'Members (1)' }).waitFor()
  await dialog.getByRole('heading', { name: 'Pending Invitations (0)' }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('share-title')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Invite User')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Email Address').waitFor()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('share-email')
  expect(await dialog.getByLabel('Role', { exact: true }).locator('option').allTextContents()).toEqual([
    'Owner',
    'Member',
    'Viewer',
  ])
  expect(await dialog.getByLabel('Role', { exact: true }).inputValue()).toBe('member')
  await page.keyboard.type(BEN)
  await page.keyboard.press('Enter')
  await dialog.getByRole('heading', { name: 'Pending Invitations (1)' }).waitFor()
  const pending = row(page, BEN)
  expect(await pending.innerText()).toMatch(/Invited by Asha Rao/)
  expect(await pending.getByText('Pending', { exact: true }).count()).toBe(1)
  expect(await pending.getByText('member', { exact: true }).count()).toBe(1)
  await page.waitForFunction(() => document.activeElement?.textContent === 'Invite User')
  // The keyboard stays inside.
  for (let n = 0; n < 12; n += 1) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('dialog, body')?.tagName)).toMatch(/DIALOG|BODY/)
  }
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Share')
})

test('the invited register from the mail and are in the organization, also in the open dialog of the owner', async () => {
  await openDialog(asha.page)
  const { page } = ben
  await page.goto(await invitationLink(BEN))
  await page.getByRole('heading', { name: 'Join Acme Stores' }).waitFor()
  const text = await page.locator('main').innerText()
  for (const part of ['Asha Rao', 'member', 'Good until']) expect(text).toContain(part)
  expect(await page.getByLabel('Email address').inputValue()).toBe(BEN)
  await page.getByLabel('Name').fill('Ben Okoye')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Register and join' }).click()
  await page.waitForURL(new RegExp(organizationPage))
  await page.getByRole('heading', { name: 'Acme Stores', level: 1 }).waitFor()
  await comeBack(asha.page)
  await row(asha.page, 'Ben Okoye').waitFor()
  await dialogOf(asha.page).getByRole('heading', { name: 'Members (2)' }).waitFor()
  await dialogOf(asha.page).getByRole('heading', { name: 'Pending Invitations (0)' }).waitFor()
  await page.goto(await invitationLink(BEN))
  await page.getByRole('heading', { name: 'You are in Acme Stores' }).waitFor()
})

test('a picture that somebody uploads is beside their name', async () => {
  const { page } = ben
  await page.goto('/profile')
  const buffer = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  await page.locator('input[type="file"]').setInputFiles({ name: 'ben.gif', mimeType: 'image/gif', buffer })
  await page.getByRole('button', { name: 'Upload' }).click()
  await page.getByText('Your picture is saved.').waitFor()
  await comeBack(asha.page)
  const picture = row(asha.page, 'Ben Okoye').locator('.avatar img')
  await picture.waitFor()
  expect(await picture.evaluate((it: HTMLImageElement) => it.decode().then(() => it.naturalWidth))).toBe(256)
})

test('a member sees what members may do, and a change of role with the next act', async () => {
  const { page } = ben
  await openDialog(page)
  expect(await row(page, 'Asha Rao').getByRole('combobox').count()).toBe(0)
  expect(
    await dialogOf(page)
      .getByRole('button', { name: /^Remove/ })
      .count(),
  ).toBe(0)
  await dialogOf(page).getByRole('button', { name: 'Invite User' }).click()
  const roles = dialogOf(page).getByLabel('Role', { exact: true }).locator('option')
  expect(await roles.allTextContents()).toEqual(['Member', 'Viewer'])
  await dialogOf(page).getByLabel('Email Address').fill(CLEO)
  // Meanwhile Ben becomes a viewer.
  await openDialog(asha.page)
  const select = row(asha.page, 'Ben Okoye').getByRole('combobox')
  expect(await select.locator('option').allTextContents()).toEqual(['Owner', 'Member', 'Viewer'])
  expect(await row(asha.page, 'Asha Rao').getByRole('combobox').count()).toBe(0)
  await select.selectOption('viewer')
  await row(asha.page, 'Ben Okoye').getByText('viewer', { exact: true }).waitFor()
  const send = dialogOf(page).getByRole('button', { name: 'Send Invitation' })
  const denied = 'Permission INVITE_MEMBERS requires one of these roles: owner, member'
  // Either the act is refused, or the dialog has heard of it before: both say why.
  if (await send.isVisible()) await send.click({ timeout: 2000 }).catch(() => {})
  await dialogOf(page).getByText(denied).first().waitFor()
  await send.waitFor({ state: 'detached' })
  const button = dialogOf(page).getByRole('button', { name: 'Invite User' })
  expect(await button.getAttribute('aria-disabled')).toBe('true')
  expect(await row(page, 'Ben Okoye').getByText('viewer', { exact: true }).count()).toBe(1)
})

test('removing asks first, and ends access at once', async () => {
  const { page } = asha
  await openDialog(page)
  await row(page, 'Ben Okoye').getByRole('button', { name: 'Remove Ben Okoye' }).focus()
  await page.keyboard.press('Enter')
  const confirm = page.getByRole('dialog', { name: 'Remove Member' })
  await confirm.getByText('Are you sure you want to remove this member from the organization?').waitFor()
  expect(await confirm.getByRole('button').allTextContents()).toEqual(['Cancel', 'Remove'])
  await page.keyboard.press('Escape')
  await confirm.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Remove Ben Okoye')
  await page.keyboard.press('Enter')
  await confirm.waitFor()
  await page.keyboard.press('Enter')
  await dialogOf(page).getByRole('heading', { name: 'Members (1)' }).waitFor()
  await page.waitForFunction(() => document.activeElement?.id === 'share-members')
  expect(await row(page, 'Ben Okoye').count()).toBe(0)
  // Ben still has the page open: whatever he does next is over.
  const answer = await ben.page.request.get(`/api${organizationPage}`)
  expect(answer.status()).toBe(404)
  await comeBack(ben.page)
  await banner(ben.page).getByText('Organization not found.').waitFor()
})

test('every refusal is shown in the banner: the words of the server, or those of the dialog', async () => {
  const { page } = asha
  const path = `**/api${organizationPage}`
  await openDialog(page)
  const dialog = dialogOf(page)
  const invite = async (email: string) => {
    if (!(await dialog.getByLabel('Email Address').isVisible()))
      await dialog.getByRole('button', { name: 'Invite User' }).click()
    await dialog.getByLabel('Email Address').fill(email)
    await dialog.getByLabel('Email Address').press('Enter')
  }
  const told = async (text: string) => {
    await banner(page).getByText(text, { exact: true }).waitFor()
  }
  await invite(ASHA)
  await told(`${ASHA} is already a member of Acme Stores.`)
  await invite(CLEO)
  await row(page, CLEO).waitFor()
  await invite(CLEO)
  await told(`${CLEO} has already been invited. Resend the invitation instead.`)
  await dialog.locator('.alert-error').getByRole('button', { name: 'Resend' }).click()
  await banner(page).waitFor({ state: 'detached' })
  // An answer that says nothing: the dialog has words of its own.
  const silence = async (pattern: string, method: string, act: () => Promise<void>, text: string) => {
    await page.route(pattern, (route) =>
      route.request().method() === method ? route.fulfill({ status: 502, body: '' }) : route.fallback(),
    )
    await act()
    await told(text)
    await page.unroute(pattern)
  }
  await silence(`${path}/invite`, 'POST', () => invite(DORA), 'Failed to send invitation')
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  const cancel = dialog.getByRole('button', { name: `Cancel the invitation of ${CLEO}` })
  await silence(`${path}/invite`, 'DELETE', () => cancel.click(), 'Failed to cancel invitation')
  await cancel.click()
  await dialog.getByRole('heading', { name: 'Pending Invitations (0)' }).waitFor()
  await bringBack(page, BEN)
  const select = row(page, 'Ben Okoye').getByRole('combobox')
  const demote = async () => void (await select.selectOption('viewer'))
  await silence(`${path}/members`, 'PUT', demote, 'Failed to update member role')
  await row(page, 'Ben Okoye').locator('select:enabled').waitFor()
  expect(await select.inputValue()).toBe('member')
  const remove = async () => {
    await row(page, 'Ben Okoye').getByRole('button', { name: 'Remove Ben Okoye' }).click()
    await page.getByRole('dialog', { name: 'Remove Member' }).getByRole('button', { name: 'Remove' }).click()
  }
  await silence(`${path}/members?*`, 'DELETE', remove, 'Failed to remove member')
  await row(page, 'Ben Okoye').waitFor()
  for (const list of ['members?*', 'invite?*']) {
    await page.route(`${path}/${list}`, (route) => route.abort())
    await page.goto(organizationPage)
    await page.locator('[data-island-ready]').first().waitFor({ state: 'attached' })
    await page.getByRole('link', { name: 'Share', exact: true }).click()
    await told('Failed to load organization data')
    await page.unroute(`${path}/${list}`)
    await dialogOf(page).getByRole('button', { name: 'Retry' }).click()
    await row(page, 'Ben Okoye').waitFor()
    await banner(page).waitFor({ state: 'detached' })
  }
})

test('without a role there is nothing to do but close, and without a token nothing is loaded', async () => {
  const { page } = asha
  await page.route(`**/api${organizationPage}`, async (route) => {
    const answer = await route.fetch()
    const { role: _, ...organization } = await answer.json()
    await route.fulfill({ json: organization })
  })
  await page.goto(organizationPage)
  await page.locator('[data-island-ready]').first().waitFor({ state: 'attached' })
  await page.getByRole('link', { name: 'Share', exact: true }).click()
  await dialogOf(page).getByText('Error: User role not found', { exact: true }).waitFor()
  await dialogOf(page).getByRole('button', { name: 'Close' }).last().click()
  await dialogOf(page).waitFor({ state: 'hidden' })
  await page.unroute(`**/api${organizationPage}`)
  await page.route('**/api/auth/token', (route) => route.fulfill({ status: 401, json: { error: 'Please sign in.' } }))
  await page.evaluate(() => {
    localStorage.removeItem('authToken')
    sessionStorage.removeItem('authToken')
  })
  await page.getByRole('link', { name: 'Share', exact: true }).click()
  await banner(page).getByText('No session token available', { exact: true }).waitFor()
  await page.unroute('**/api/auth/token')
})

test('the dialog and the page behind a link are in order for everybody', async () => {
  const { page } = asha
  await openDialog(page)
  await dialogOf(page).getByRole('button', { name: 'Invite User' }).click()
  await dialogOf(page).getByLabel('Email Address').fill(LONG)
  await dialogOf(page).getByRole('button', { name: 'Send Invitation' }).click()
  await dialogOf(page).getByRole('heading', { name: 'Pending Invitations (1)' }).waitFor()
  await lookAtState(page, 'share-dialog', 'dialog[open]')
  await dialogOf(page).getByRole('button', { name: 'Invite User' }).click()
  await dialogOf(page).getByLabel('Email Address').fill(ASHA)
  await dialogOf(page).getByRole('button', { name: 'Send Invitation' }).click()
  await banner(page).waitFor()
  await lookAtState(page, 'share-dialog-form', 'dialog[open]')
  await page.keyboard.press('Escape')
  const link = await invitationLink(LONG)
  await page.goto(link)
  await page.getByText(`You are signed in as ${ASHA}`, { exact: false }).waitFor()
  await lookAtPage(page, 'invitation-other')
  const guest = await stage.visit()
  await guest.page.goto(link)
  await lookAtPage(guest.page, 'invitation-guest')
  expect(
    [...asha.trouble, ...ben.trouble, ...guest.trouble].filter((it) => !/ERR_FAILED|status of 502/.test(it)),
  ).toEqual([])
})

/** Invites Ben again, and he accepts on /invitations. */
async function bringBack(page: Page, email: string) {
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: 'Invite User' }).click()
  await dialog.getByLabel('Email Address').fill(email)
  await dialog.getByRole('button', { name: 'Send Invitation' }).click()
  await row(page, email).waitFor()
  await ben.page.goto('/invitations')
  await ben.page.getByRole('button', { name: 'Accept the invitation to Acme Stores' }).click()
  await ben.page.waitForURL(new RegExp(organizationPage))
  await comeBack(page)
  await row(page, 'Ben Okoye').waitFor()
}
