import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { users } from '#db/schema/index.ts'
import { signUp } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'

const headerOf = async (cookie = '') => {
  const html = await (await (await testApp()).request('/about-us', { headers: { cookie } })).text()
  return html.slice(html.indexOf('<header'), html.indexOf('</header>'))
}
/** Links, buttons and openers of menus in the order of the page, as `text address`. */
function entries(html: string): string[] {
  const plain = (text: string) =>
    text
      .replace(/<small>.*?<\/small>/g, '')
      .replace(/<[^>]+>/g, ' ')
      .replaceAll('&amp;', '&')
      .replace(/\s+/g, ' ')
      .trim()
  return [...html.matchAll(/<(a|summary|button)\b([^>]*)>([\s\S]*?)<\/\1>/g)].map(([, tag, attributes, inside]) => {
    const label = /aria-label="([^"]*)"/.exec(attributes!)?.[1]
    const href = /href="([^"]*)"/.exec(attributes!)?.[1]
    return [label ?? plain(inside!), tag === 'a' ? href : `(${tag})`].join(' ')
  })
}
const parts = (header: string) => {
  const mobile = header.indexOf('<details class="menu mobile"')
  return { bar: entries(header.slice(0, mobile)), mobile: entries(header.slice(mobile)) }
}
const THEMES = ['System (button)', 'Light (button)', 'Dark (button)']

describe('guests', () => {
  test('have the entries of the specification, and no others', async () => {
    expect(parts(await headerOf()).bar).toEqual([
      'Tabletalk /',
      'Home /',
      'About Us /about-us',
      'Documentation /documentation',
      'Pricing /pricing',
      'Contact /contact-us',
      'Login /login',
      'Get Started /register',
    ])
  })

  test('have the same in the mobile menu, with Sign In', async () => {
    expect(parts(await headerOf()).mobile).toEqual([
      'Menu (summary)',
      'Home /',
      'About Us /about-us',
      'Documentation /documentation',
      'Pricing /pricing',
      'Contact /contact-us',
      'Sign In /login',
      'Get Started /register',
    ])
  })

  test('get no script of the session and no data of anybody', async () => {
    expect(await headerOf()).not.toMatch(/data-viewer|data-balance|data-plan/)
  })
})

const PERSON = [
  'Profile /profile',
  'Settings /profile',
  'Billing & Credits /billing',
  'Invitations /invitations',
  'Sign Out (button)',
  ...THEMES,
]
const NAVIGATION = [
  'Home /',
  'Organizations (summary)',
  'View All Organizations /organizations',
  'Resources (summary)',
  'Documentation /documentation',
  'Pricing /pricing',
  'Chat /chat',
]

describe('somebody signed in', () => {
  test('has the navigation, the balance and the user menu', async () => {
    const { cookie, user } = await signUp(await testApp(), { name: 'Asha Rao' })
    const header = await headerOf(cookie)
    expect(parts(header).bar).toEqual([
      'Tabletalk /',
      ...NAVIGATION,
      '… credits /billing',
      'Notifications (summary)',
      'Mark all as read (button)',
      'All notifications /notifications',
      'Go to (button)',
      'A Account of Asha Rao (summary)',
      ...PERSON,
    ])
    expect(parts(header).mobile).toEqual(['Menu (summary)', ...NAVIGATION, ...PERSON])
    expect(header).toContain('<small>Manage your organizations</small>')
    expect(header).toContain(`data-balance="true" data-user="${user.id}"`)
  })

  test('sees their picture over the initial, and an admin the way to the panel', async () => {
    const [app, { db }] = [await testApp(), await testWorld()]
    const { cookie, user } = await signUp(app, { name: 'Asha Rao' })
    const image = '/uploads/profile_pictures/asha.webp'
    await db
      .update(users)
      .set({ image, adminRoles: ['support'] })
      .where(eq(users.id, user.id))
    const header = await headerOf(cookie)
    expect(header).toContain(`A<img src="${image}" alt="" width="28" height="28"/>`)
    expect(parts(header).bar).toContain('Admin Portal /admin/dashboard')
  })
})

test('a page names the path of the API where the operator has set another', async () => {
  const world = await testWorld()
  const page = async (API_BASE?: string) => {
    const app = await testApp({ ...world, config: { ...world.config, ...(API_BASE ? { API_BASE } : {}) } })
    return (await app.request('/about-us')).text()
  }
  expect(await page()).not.toContain('api-base')
  expect(await page('/gateway/api')).toContain('<meta name="api-base" content="/gateway/api"/>')
})
