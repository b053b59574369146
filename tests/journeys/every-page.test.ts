import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { users } from '#db/schema/index.ts'
import { finished } from '#evaluations/runs.ts'
import { PUBLIC_PAGES } from '#ui/rules/public-page.ts'
import { lookAtPage, lookAtState, openBrowser } from '../support/browser.ts'
import { call, newPlace, type Person, type Place, signUp } from '../support/people.ts'
import { openSite, type Site } from '../support/site.ts'
import { upload } from '../support/upload.ts'

/**
 * Every page in both themes and both widths: axe finds nothing, nothing is wider than the window. Dialogs and what stands on a page only
 * for a moment are looked at where somebody comes by them: in the journeys.
 */
let site: Site
let asha: Person
let place: Place
let page: Page
const trouble: string[] = []

beforeAll(async () => {
  site = await openSite()
  ;({ person: asha, page } = await site.visit({ name: 'Asha Rao' }))
  page.on('pageerror', ({ message }) => trouble.push(message))
  place = await newPlace(site.app, asha)
}, 300_000)
afterAll(() => site.close())

/**
 * Looks at pages one after the other, and tells of all that is wrong at once.
 * @param alike pages that have the parts of another one, with other words
 */
async function lookAtAll(page: Page, who: string, paths: readonly string[], alike: string[] = []): Promise<void> {
  const wrong: string[] = []
  for (const path of [...paths, ...alike]) {
    await page.goto(path)
    const look = alike.includes(path) ? lookAtState : lookAtPage
    await look(page, `${who}${path.replace(/\W+/g, '-')}`).catch((error: Error) => wrong.push(error.message))
  }
  expect(wrong).toEqual([])
}

/** In the dark a word is hard to read, on a phone the page is too wide and a button is small, and a picture has no text. */
const WRONG = `<!doctype html><html lang="en"><title>Wrong</title><style>
  body { background: #fff } p { color: #222 } button { width: 40px; height: 40px }
  @media (prefers-color-scheme: dark) { body { background: #000 } h1 { color: #fff } }
  @media (max-width: 400px) { div { width: 500px } button { padding: 0; width: 8px; height: 8px } }
</style><main><h1>A page</h1><p>Words</p><div><button>a</button><button>b</button></div><img src="data:,"></main></html>`

test('what is wrong with a page is told with its theme and width', async () => {
  const wrong = await (await openBrowser()).newPage()
  await wrong.setContent(WRONG)
  const told = (look: typeof lookAtPage) =>
    look(wrong, 'it').catch(({ message }: Error) =>
      message.match(/^it.*(?=:)/gm)!.map((line) => line.split(/: (?=[pb])/)[0]),
    )
  const dark = ['it dark 360: color-contrast', 'it dark 360: 148 px wider than the window']
  expect(await told(lookAtPage)).toEqual([
    ...['it light 360: target-size', 'it light 360: 148 px wider than the window', ...dark],
    ...['it dark 1280: color-contrast', 'it light 1280: image-alt'],
  ])
  expect(await told(lookAtState)).toEqual([dark[0], 'it dark 360: target-size', dark[1], 'it light 1280: image-alt'])
  await wrong.close()
})

test('who prefers reduced motion gets another theme at once, without a transition of each part of the page', async () => {
  await page.goto('/documentation')
  await page.evaluate(() => addEventListener('transitionrun', () => document.body.classList.add('moving'), true))
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  expect(await page.locator('.moving').count()).toBe(0)
})

test('the pages of guests', async () => {
  const context = await site.open(null)
  const guest = await context.newPage()
  guest.on('pageerror', ({ message }) => trouble.push(message))
  const legal = ['/terms', '/cookies', '/refund', '/cancellation']
  const more = ['/documentation/security', '/documentation?q=sql', '/nothing-here', '/outbox', '/forgot-password']
  const paths = [...PUBLIC_PAGES.filter((path) => !legal.includes(path)), ...more]
  await lookAtAll(guest, 'guest', paths, [...legal, '/documentation/people-and-roles'])
  await guest.goto('/forgot-password')
  await guest.getByLabel('Email address').fill(asha.user.email)
  await guest.locator('main form button[type=submit]').click()
  await guest.getByRole('link', { name: 'Open the outbox' }).waitFor()
  await context.close()
})

test('the pages of an owner, their organization and workspace', async () => {
  const organization = `/organizations/${place.organization.id}`
  const workspace = `/workspaces/${place.workspace.id}`
  await lookAtAll(page, 'owner', [
    '/',
    '/organizations',
    organization,
    ...['members', 'settings', 'delete', 'invite', 'workspaces/new'].map((path) => `${organization}/${path}`),
    workspace,
    ...['data', 'members', 'settings', 'embedding'].map((path) => `${workspace}/${path}`),
    '/invitations',
    '/billing',
    '/nowhere/else',
    '/admin/dashboard',
  ])
})

test('the pages of what a workspace means', async () => {
  const at = `/workspaces/${place.workspace.id}/definitions`
  const propose = async (name: string, synonyms: string[], approve: boolean) => {
    const made = await call(site.app, asha, 'POST', `/api${at}`, {
      ...{ note: 'We all need it.', approve },
      definition: { kind: 'term', name, synonyms, meaning: 'Who bought for more than 10,000 within a year.' },
    })
    expect(made.status).toBe(201)
    return made
  }
  const { body } = await propose('key account', ['VIP'], true)
  await call(site.app, asha, 'PUT', `/api${at}/${body.id}`, {
    definition: { kind: 'term', name: 'key account', meaning: 'Who bought for more than 20,000.' },
  })
  await propose('churn', ['lapse'], false)
  const paths = ['?tab=term', `/${body.id}`, '/new?kind=metric', '/new?kind=instructions', '/import']
  await lookAtAll(
    page,
    'definitions',
    paths.map((path) => at + path),
    [`${at}?tab=proposals`, `${at}?tab=instructions`],
  )
  await page.goto(`${at}/new?kind=instructions`)
  await page.getByLabel('Instructions').fill('Amounts are in rupees, and new words count at once.')
  await page.getByText('About 13 of 2,000 tokens.').waitFor()
})

test('the page of relations: drawn in a wide window, listed in all, and rejected by keyboard', async () => {
  const { id } = (await newPlace(site.app, asha)).workspace
  await upload(site.app, asha, id, 'towns.csv', 'Town,People\nPune,7\nAustin,1\nDelhi,30\n')
  await upload(site.app, asha, id, 'visits.csv', 'visit,TOWN\n1,PUNE\n2,delhi\n3,Austin\n4,delhi\n')
  await lookAtAll(page, 'relations', [`/workspaces/${id}/relations`])
  expect(await page.locator('.diagram-table').count()).toBe(2)
  await page.locator('button[name=remove]').press('Enter')
  await page.getByText('The relation was removed, and is not found again.').waitFor()
  await page.getByText('Rejected: 1 relation, not found again').waitFor()
})

test('the pages of evaluations, with cells that differ', async () => {
  const { id } = place.workspace
  const api = async (method: 'POST' | 'PUT', at: string, input: object) => {
    const { status, body } = await call(site.app, asha, method, `/api/workspaces/${id}/${at}`, input)
    expect([at, status]).toEqual([at, method === 'POST' ? 201 : 200])
    return body
  }
  await upload(site.app, asha, id, 'sales.csv', 'city,amount\nPune,10\nAustin,20\nDelhi,7\n')
  const verified = (sum: string) => {
    const sql = `select city, ${sum} as total from sales group by city`
    return { definition: { kind: 'query', name: 'Total amount by city?', sql }, approve: true }
  }
  const query = await api('POST', 'definitions', verified('sum(amount)'))
  const evaluated = async () => {
    const run = await api('POST', 'evaluations', {})
    await finished(run.id)
    return `/workspaces/${id}/evaluations/${run.id}`
  }
  await evaluated()
  await api('PUT', `definitions/${query.id}`, verified('sum(amount) + length(city)'))
  const run = await evaluated()
  await lookAtAll(page, 'evaluations', [`/workspaces/${id}/evaluations`, run])
  await page.getByRole('heading', { name: 'Beside the run of' }).waitFor()
  for (const summary of await page.locator('main summary').all()) await summary.click()
  await page.locator('main del').first().waitFor()
  await lookAtState(page, 'evaluation-cells', 'main')
})

test('the pages of a profile, two-factor included', async () => {
  await lookAtAll(page, 'profile', [
    ...['/profile', '/profile/api-keys', '/profile/account', '/profile/notifications', '/notifications'],
    '/profile/security',
  ])
  await page.getByLabel('Your password').first().fill(asha.password)
  await page.getByRole('button', { name: 'Set up two-factor' }).click()
  await page.getByRole('img', { name: /QR/i }).waitFor()
  await lookAtState(page, 'profile-two-factor', 'main')
})

test('the pages of the panel but those of money', async () => {
  const { person, page: admin, context } = await site.visit({ verified: true })
  admin.on('pageerror', ({ message }) => trouble.push(message))
  await site.world.db
    .update(users)
    .set({ adminRoles: ['superadmin'] })
    .where(eq(users.id, person.user.id))
  await signUp(site.app, { name: 'A name that goes on and on, as names of people in long lists sometimes do' })
  // Something for the security events.
  for (let at = 0; at < 3; at++)
    await call(site.app, null, 'POST', '/api/auth/login', { email: asha.user.email, password: 'not the right one' })
  await lookAtAll(
    admin,
    'admin',
    [
      'dashboard',
      'users',
      'users?q=nobodyatall',
      `users/${asha.user.id}`,
      'organizations',
      `organizations/${place.organization.id}`,
      'organizations/automation',
      'organizations/canvases',
      'organizations/watches',
      'analytics',
      'security',
      'security?by=ip',
      'security/audit-logs',
      'data-sources',
      'xai-config',
      'logs',
      'settings',
    ].map((path) => `/admin/${path}`),
    ['/admin/security?by=person'],
  )
  await context.close()
})

test('nothing failed behind the scenes', () => {
  expect(trouble).toEqual([])
})
