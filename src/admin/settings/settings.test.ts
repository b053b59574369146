import { afterAll, expect, test } from 'bun:test'
import { desc, eq } from 'drizzle-orm'
import { auditEvents } from '#db/schema/index.ts'
import { DEFAULT_SETTINGS } from '#records/rules/setting.ts'
import { json, signUp } from '../../../tests/support/people.ts'
import { testApp, testWorld } from '../../../tests/support/world.ts'
import { restoreAction, Versions } from '../pages/versions.tsx'
import { folded } from '../rules/config-field.ts'
import type { SettingsView } from '../rules/config-request.ts'
import type { Version } from '../rules/config-version.ts'

const world = await testWorld()
const app = await testApp()
const admin = await signUp(app, { verified: true, adminRoles: ['superadmin'] })

const API = '/api/admin/settings'
const put = (settings: object, more: object = {}) =>
  app.request(API, json({ settings, reason: 'A test', ...more }, admin.headers, 'PUT'))
const cookie = { cookie: admin.cookie, 'sec-fetch-site': 'same-origin' }
const post = (fields: Record<string, string>, path = '/admin/settings') =>
  app.request(path, {
    method: 'POST',
    headers: { ...cookie, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })
const read = async () => (await (await app.request(API, { headers: admin.headers })).json()) as SettingsView

afterAll(async () => void (await put(DEFAULT_SETTINGS)))

test('the API changes single fields, names wrong ones and refuses what it does not know', async () => {
  const answer = await put({ credits: { per_answer: 2 } })
  expect(answer.status).toBe(200)
  expect(world.settings().credits).toMatchObject({ per_answer: 2, trial: 25 })
  const wrong = await put({ credits: { per_answer: 0 }, mail: { sender: 'x' } })
  expect(wrong.status).toBe(400)
  expect(Object.keys(((await wrong.json()) as { details: { fields: object } }).details.fields)).toEqual([
    'credits.per_answer',
    'mail.sender',
  ])
  expect((await put({ credits: { price: 1 } })).status).toBe(400)
  expect((await put({}, { reason: '' })).status).toBe(400)
  expect((await put({ credits: { per_answer: 3 } }, { version: 0 })).status).toBe(409)
})

test('the form saves all of it, keeps what was typed when a field is wrong, and shows the banner before', async () => {
  const { version, settings } = await read()
  const fields = { ...folded(settings), version: String(version), reason: 'New name' }
  const wrong = await post({ ...fields, 'site.name': 'Rowspeak', 'site.email': 'nobody' })
  expect(wrong.status).toBe(400)
  const drawn = await wrong.text()
  expect(drawn).toContain('value="Rowspeak"')
  expect(drawn).toContain('Please give an email address.')
  const both = await (await post({ ...fields, 'site.email': 'nobody', 'credits.trial': '0', reason: '' })).text()
  for (const text of ['Please give an email address.', 'Please give at least 1.', 'Say why, in a few words.'])
    expect(both).toContain(text)
  expect(both).toContain('Nothing was saved: 3 fields need a look.')
  // The keyboard stands in the first of them on the page.
  expect(/<[^>]* autofocus[^>]*>/.exec(both)![0]).toContain('name="site.email"')
  const preview = await (await post({ ...fields, 'maintenance.text': 'Moving house', preview: 'yes' })).text()
  expect(preview).toContain('So it will stand above every page')
  expect((await read()).version).toBe(version)
  const saved = await post({ ...fields, 'site.name': 'Rowspeak', 'site.keywords': 'rows, speech\nanswers' })
  expect(saved.status).toBe(303)
  expect((await read()).settings.site).toMatchObject({ name: 'Rowspeak', keywords: ['rows', 'speech', 'answers'] })
  expect((await post({ ...fields, 'site.name': 'Other' })).status).toBe(409)
})

test('going back saves the earlier values again, and the list tells what each version changed', async () => {
  const { version } = await read()
  await put({ credits: { trial: 99 } }, { reason: 'More to try' })
  const back = await post({ reason: 'Too generous' }, `/admin/settings/versions/${version}/restore`)
  expect(back.status).toBe(303)
  expect(world.settings().credits.trial).toBe(25)
  const versions = (await (await app.request(`${API}/versions`, { headers: admin.headers })).json()) as object[]
  expect(versions.slice(0, 2)).toMatchObject([
    { version: version + 2, reason: 'Too generous', changes: [{ field: 'credits.trial', before: 99, after: 25 }] },
    { version: version + 1, reason: 'More to try', changed_by: { email: admin.user.email } },
  ])
  for (const nowhere of ['9999', '99999999999', 'first'])
    expect((await post({ reason: 'Nowhere' }, `/admin/settings/versions/${nowhere}/restore`)).status).toBe(404)
  const page = await (await app.request('/admin/settings', { headers: cookie })).text()
  expect(page).toContain('Too generous')
  expect(page).toContain('<del>99</del>')
})

test('version 0 are the defaults: last in the list, and a way back to them', async () => {
  await put({ site: { name: 'Rowspeak' }, credits: { trial: 40 } })
  const versions = (await (await app.request(`${API}/versions`, { headers: admin.headers })).json()) as object[]
  const last = versions.at(-1)
  expect(last).toMatchObject({ version: 0, reason: expect.stringContaining('defaults'), created_at: null, changes: [] })
  const page = await (await app.request('/admin/settings', { headers: cookie })).text()
  expect(page).toContain('/admin/settings/versions/0/restore')
  expect((await post({ reason: 'From the start' }, '/admin/settings/versions/0/restore')).status).toBe(303)
  expect((await read()).settings).toEqual(DEFAULT_SETTINGS)
  const [event] = await world.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.action, 'settings.roll_back'))
    .orderBy(desc(auditEvents.id))
    .limit(1)
  expect(event).toMatchObject({ details: { to: 0, reason: 'From the start' } })
})

test('what the environment decides is shown as such and wins', async () => {
  const fixed = await testApp({ ...world, config: { ...world.config, UPLOAD_MAX_MB: 7 } })
  const answer = (await (await fixed.request(API, { headers: admin.headers })).json()) as SettingsView
  expect(answer.by_environment).toEqual({ 'limits.upload_mb': 'UPLOAD_MAX_MB' })
  expect(await (await fixed.request('/admin/settings', { headers: cookie })).text()).toContain('UPLOAD_MAX_MB')
})

test('versions come page by page down to the defaults, as JSON, as a page and as CSV', async () => {
  for (const trial of [31, 32, 33])
    expect((await put({ credits: { trial } }, { reason: `=trial ${trial}` })).status).toBe(200)
  const seen: number[] = []
  let path = `${API}/versions?limit=2`
  for (;;) {
    const answer = await app.request(path, { headers: admin.headers })
    const items = (await answer.json()) as Version[]
    expect(items.length).toBeLessThanOrEqual(2)
    seen.push(...items.map(({ version }) => version))
    // Each is told against the one before, wherever the page ends.
    if (seen.length === 2) expect(items[1]!.changes).toEqual([{ field: 'credits.trial', before: 31, after: 32 }])
    const next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
    if (!next) break
    path = next
  }
  expect(seen).toEqual(Array.from({ length: seen.length }, (_, at) => seen.length - 1 - at))
  const csv = await app.request(`${API}/versions?format=csv`, { headers: admin.headers })
  expect((await csv.text()).split('\r\n')[1]).toMatch(/,'=trial 33,credits\.trial: 32 → 33$/)
  const cursor = /cursor=([^&>]+)/.exec(
    (await app.request(`${API}/versions?limit=1`, { headers: admin.headers })).headers.get('link')!,
  )![1]
  const page = await app.request(`/admin/settings?cursor=${cursor}`, { headers: { cookie: admin.cookie } })
  const html = await page.text()
  expect([html.includes('=trial 33'), html.includes('=trial 32'), html.includes('>Current<')]).toEqual([
    false,
    true,
    false,
  ])
  expect(html).toContain('Latest versions')
})

test('versions that cannot be read are said to be so, with a way to try again', () => {
  const action = (version: number) => restoreAction(version, '/')
  const html = String(Versions({ versions: null, cursor: null, address: '/admin/settings', csv: '/v.csv', action }))
  expect(html).toContain('This could not be read just now.')
  expect(html).toContain('<a class="button" href="/admin/settings#versions">Retry</a>')
})
