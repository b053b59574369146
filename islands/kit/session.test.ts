import { afterAll, beforeAll, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import type { BrowserContext, Page } from 'playwright-core'
import { organizationMembers, sessions, users } from '#db/schema/index.ts'
import { join, leave, newPlace, type Person, signUp } from '../../tests/support/people.ts'
import { cookiesOf, openSite, type Site } from '../../tests/support/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
}, 300_000)
afterAll(() => site.close())

/** What this tab keeps about anybody. */
const keptIn = (page: Page) =>
  page.evaluate(() => ({
    token: localStorage.getItem('authToken') ?? sessionStorage.getItem('authToken'),
    caches: Object.keys(sessionStorage).filter((name) => name.startsWith('kept:')),
  }))
const NOTHING = { token: null, caches: [] }
const name = (page: Page) => page.locator('.user > summary [data-viewer-name]')

/** Opens a page and waits until it has asked for everything that it keeps. */
async function openTab(context: BrowserContext, path = '/about-us'): Promise<Page> {
  const page = await context.newPage()
  await page.goto(path)
  await page.locator('[data-balance][data-state="ready"]').waitFor()
  return page
}
async function signOut(page: Page) {
  await page.locator('.user > summary').click()
  await page.locator('.user').getByRole('button', { name: 'Sign Out' }).click()
  await page.getByRole('link', { name: 'Login' }).first().waitFor()
}
async function signIn(page: Page, person: Person) {
  await page.getByLabel('Email address').fill(person.user.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
}
const QUESTION = 'Which courier has the most returns?'
async function typeQuestion(page: Page) {
  await page.locator('[data-island-ready]').first().waitFor()
  await page.getByLabel('Your question').fill(QUESTION)
}

test('signing out in one tab clears what the others keep and brings them to the login page, which leads back', async () => {
  const { person, context, page } = await site.visit()
  const { workspace } = await newPlace(site.app, person)
  await page.goto('/about-us')
  const other = await openTab(context, `/workspaces/${workspace.id}`)
  expect((await keptIn(other)).caches).toContain('kept:balance')
  await typeQuestion(other)
  await signOut(page)
  expect(await keptIn(page)).toEqual(NOTHING)
  await other.waitForURL(`**/login?next=${encodeURIComponent(`/workspaces/${workspace.id}`)}`)
  expect(await keptIn(other)).toEqual(NOTHING)
  expect(await site.world.db.select().from(sessions).where(eq(sessions.userId, person.user.id))).toEqual([])
  // What was typed is there again for the same person.
  await signIn(other, person)
  await other.waitForURL(`**/workspaces/${workspace.id}`)
  await other.waitForFunction((text) => document.querySelector('textarea')?.value === text, QUESTION)
  await other.getByRole('button', { name: 'Ask', exact: false }).last().waitFor()
  await context.close()
})

test('signing out by a form that no script has reached yet clears what the tab keeps, on the page that follows', async () => {
  const { context } = await site.visit()
  const page = await openTab(context)
  expect((await keptIn(page)).token).not.toBeNull()
  await page.route('**/page-*.js', (route) => route.abort())
  await page.goto('/logout')
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click()
  await page.getByRole('link', { name: 'Login' }).first().waitFor()
  await page.unroute('**/page-*.js')
  await page.reload()
  await page.waitForFunction(() => !localStorage.getItem('authToken') && !sessionStorage.getItem('authToken'))
  expect(await keptIn(page)).toEqual(NOTHING)
  await context.close()
})

test('what one person typed is not put back for another, and not after signing out', async () => {
  const { person, context, page } = await site.visit()
  const place = await newPlace(site.app, person)
  const ben = await signUp(site.app)
  await join(site.world, place.organization.id, ben.user.id, 'member')
  await page.goto(`/workspaces/${place.workspace.id}`)
  await typeQuestion(page)
  const other = await openTab(context)
  await signOut(other)
  await page.waitForURL('**/login?next=*')
  await signIn(page, ben)
  await page.waitForURL(`**/workspaces/${place.workspace.id}`)
  await page.locator('[data-island-ready]').first().waitFor()
  expect(await page.getByLabel('Your question').inputValue()).toBe('')
  await context.close()
})

test('a new name and picture appear in the other tabs without a reload', async () => {
  const { person, context, page } = await site.visit({ name: 'Asha Rao' })
  await page.goto('/about-us')
  const other = await openTab(context)
  await other.evaluate(() => Object.assign(window, { stayed: true }))
  const image = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
  await site.world.db.update(users).set({ name: 'Asha Rao-Mehta', image }).where(eq(users.id, person.user.id))
  await page.reload()
  await name(other).getByText('Asha Rao-Mehta').waitFor()
  expect(await other.locator('.user > summary .avatar img').getAttribute('src')).toBe(image)
  expect(await other.evaluate(() => 'stayed' in window)).toBe(true)
  await context.close()
})

test('somebody else signing in takes the other tabs along, with nothing of the first left', async () => {
  const { context, page } = await site.visit({ name: 'Asha Rao' })
  const ben = await signUp(site.app, { name: 'Ben Okri' })
  await page.goto('/about-us')
  const other = await openTab(context)
  const before = (await keptIn(other)).token
  await context.clearCookies()
  await context.addCookies(cookiesOf(ben, site.address))
  await page.reload()
  await name(other).getByText('Ben Okri').waitFor()
  await other.locator('[data-balance][data-state="ready"]').waitFor()
  const after = (await keptIn(other)).token
  expect(after).not.toBeNull()
  expect(after).not.toBe(before)
  await context.close()
})

test('a role taken away while a page is open: the call says what is needed, the page is made anew', async () => {
  const { person, context, page } = await site.visit()
  const other = await signUp(site.app)
  const { organization, workspace } = await newPlace(site.app, person)
  await join(site.world, organization.id, other.user.id, 'owner')
  await page.goto(`/workspaces/${workspace.id}/data`)
  await page.locator('[data-island="upload"][data-island-ready]').waitFor()
  await site.world.db
    .update(organizationMembers)
    .set({ role: 'viewer' })
    .where(and(eq(organizationMembers.organizationId, organization.id), eq(organizationMembers.userId, person.user.id)))
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') })
  await page.locator('[data-island="upload"]').waitFor({ state: 'detached' })
  await page
    .getByRole('dialog', { name: 'Your role has changed' })
    .getByText('Permission UPLOAD_FILES requires one of these roles: owner')
    .waitFor()
  await context.close()
})

test('somebody removed while a page is open is led away from it and told so', async () => {
  const { person, context, page } = await site.visit()
  const owner = await signUp(site.app)
  const { organization, workspace } = await newPlace(site.app, owner)
  await join(site.world, organization.id, person.user.id, 'member')
  await page.goto(`/workspaces/${workspace.id}`)
  await typeQuestion(page)
  await leave(site.world, organization.id, person.user.id)
  await page.getByRole('button', { name: 'Ask', exact: false }).last().click()
  await page.waitForURL('**/organizations')
  await page.getByRole('dialog').getByText('Workspace not found.').waitFor()
  await context.close()
})
