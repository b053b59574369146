import { expect, test } from 'bun:test'
import { join, newPlace, signUp } from '../../tests/support/people.ts'
import { openSite } from '../../tests/support/site.ts'

test('a role that is chosen before htmx has come is saved once it has', async () => {
  const site = await openSite()
  const { person, page } = await site.visit()
  const { organization } = await newPlace(site.app, person)
  const ben = await signUp(site.app)
  await join(site.world, organization.id, ben.user.id, 'member')
  const script = Promise.withResolvers<void>()
  await page.route('**/htmx-*.js', (route) => script.promise.then(() => route.continue()))
  await page.goto(`/organizations/${organization.id}/members`, { waitUntil: 'domcontentloaded' })
  // The script of every page has come by now, and asks for those that the page needs.
  await page.locator('[data-palette]:not([data-waits])').waitFor()
  const saved = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await page.locator('.role-form select').last().selectOption('viewer')
  script.resolve()
  expect((await saved).status()).toBeLessThan(400)
  await page.reload()
  expect(await page.locator('.role-form select').last().inputValue()).toBe('viewer')
  await site.close()
})
