import { afterAll, beforeEach, expect, test } from 'bun:test'
import { call, form, join, newPlace, signUp } from '../../tests/support/people.ts'
import { SECRETS } from '../../tests/support/secrets.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'

// On the embedded database only: it is about forms; what they do runs on both in connections.test.ts.

const app = await testApp()
const owner = await signUp(app)

let csv: string | null
let asked = 0
const site = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch(request) {
    asked++
    if (request.headers.get('authorization') === null) return new Response('who?', { status: 401 })
    return csv === null
      ? new Response('gone', { status: 404 })
      : new Response(csv, { headers: { 'content-type': 'text/csv' } })
  },
})
afterAll(() => site.stop(true))
beforeEach(() => {
  csv = 'id,city\n1,Pune\n2,Goa\n'
})

const TOKEN = SECRETS['password of a web address']
const fields = (about: Record<string, string> = {}) => ({
  name: 'Orders',
  url: `http://127.0.0.1:${site.port}/orders.csv`,
  basic: `ada:${TOKEN}`,
  refresh_every_minutes: '60',
  ...about,
})
/** The text of a page without its elements. */
const said = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

async function place() {
  const { workspace, organization } = await newPlace(app, owner)
  const path = `/workspaces/${workspace.id}/sources`
  const send = async (at: string, body: Record<string, string>, who = owner) => {
    const answer = await app.request(at, form(body, who.cookie))
    return { status: answer.status, location: answer.headers.get('location'), html: await answer.text() }
  }
  const page = async (at: string, who = owner) => {
    const answer = await app.request(at, { headers: { cookie: who.cookie } })
    return { status: answer.status, html: await answer.text() }
  }
  return { workspace, organization, path, send, page }
}

test('a test of what was typed says how far it came, keeps what is not secret, and connects nothing', async () => {
  const { path, send, page } = await place()
  const works = await send(`${path}/new/url`, { ...fields(), do: 'test' })
  expect([works.status, said(works.html)]).toEqual([200, expect.stringContaining('It works')])
  expect(works.html).toContain('value="Orders"')
  expect(works.html).not.toContain(TOKEN)
  csv = null
  const gone = await send(`${path}/new/url`, { ...fields(), do: 'test' })
  expect(said(gone.html)).toContain('It does not work yet')
  expect(gone.html).toMatch(/test-done[\s\S]*test-failed/)
  const before = asked
  const incomplete = await send(`${path}/new/url`, { name: '', url: 'no address', do: 'test' })
  expect(said(incomplete.html)).toContain('It does not work yet')
  expect(said(incomplete.html)).toContain('Find the host : failed')
  expect(said(incomplete.html)).toContain('This is not an address.')
  expect(asked).toBe(before)
  expect(said((await page(path)).html)).not.toContain('Orders')
})

test('a source is connected, changed, refreshed and deleted by forms alone', async () => {
  const { path, send, page, workspace } = await place()
  const connected = await send(`${path}/new/url`, { ...fields(), do: 'connect' })
  expect([connected.status, connected.location]).toEqual([303, expect.stringContaining(`${path}/`)])
  const at = connected.location!
  const settled = async () => {
    for (;;) {
      const { html } = await page(at)
      if (!html.includes('Looking…')) return html
      await Bun.sleep(20)
    }
  }
  expect(said(await settled())).toContain('orders')
  const renamed = await send(at, { ...fields({ name: 'Sales', basic: '' }), do: 'save' })
  expect([renamed.status, renamed.location]).toEqual([303, `${at}?saved=yes`])
  const saved = await page(renamed.location!)
  expect(said(saved.html)).toContain('The settings are saved.')
  // A secret that was left empty stays as it was: without it the site would answer 401.
  const tested = await send(at, { ...fields({ name: 'Sales', basic: '' }), do: 'test' })
  expect(said(tested.html)).toContain('It works')
  csv = 'id,city,total\n1,Pune,2\n2,Goa,3\n3,Delhi,4\n'
  const refreshed = await send(`${at}/refresh`, {})
  expect([refreshed.status, refreshed.location]).toEqual([303, at])
  await settled()
  const [table] = (await call(app, owner, 'GET', `/api/workspaces/${workspace.id}/catalog`)).body
  expect([table.rows, table.columns.length]).toEqual([3, 3])
  const refused = await send(`${at}/delete`, { confirmation: 'Orders' })
  expect(refused.status).toBe(400)
  const deleted = await send(`${at}/delete`, { confirmation: 'Sales' })
  expect([deleted.status, deleted.location]).toEqual([303, path])
  expect((await page(at)).status).toBe(404)
})

test('a source that cannot be reached is not connected, and the page says where it ended', async () => {
  const { path, send, page } = await place()
  csv = null
  const failed = await send(`${path}/new/url`, { ...fields(), do: 'connect' })
  expect([failed.status, said(failed.html)]).toEqual([422, expect.stringContaining('It does not work yet')])
  expect(failed.html).not.toContain(TOKEN)
  const wrong = await send(`${path}/new/url`, { ...fields({ refresh_every_minutes: '7' }), do: 'connect' })
  expect([wrong.status, said(wrong.html)]).toEqual([400, expect.stringMatching(/One of (\d+, )+\d+\./)])
  expect((await page(`${path}/new/nothing`)).status).toBe(404)
  csv = 'a\n1\n'
  await send(`${path}/new/url`, { ...fields(), do: 'connect' })
  const twice = await send(`${path}/new/url`, { ...fields(), do: 'connect' })
  expect([twice.status, twice.html.includes('Orders')]).toEqual([409, true])
})

test('a member sees sources and their tables, but no settings and nothing to change', async () => {
  const { path, send, page, organization } = await place()
  const { location } = await send(`${path}/new/url`, { ...fields(), do: 'connect' })
  const member = await signUp(app)
  await join(await testWorld(), organization.id, member.user.id, 'member')
  const { status, html } = await page(location!, member)
  expect([status, html.includes('Orders')]).toEqual([200, true])
  for (const absent of ['name="url"', `${location}/refresh`, `${location}/delete`, TOKEN])
    expect(html).not.toContain(absent)
  const list = await page(path, member)
  expect(list.html).toContain('Orders')
  expect(list.html).not.toContain(`${path}/new/`)
  for (const [at, body] of [
    [location!, fields()],
    [`${location}/refresh`, {}],
    [`${location}/delete`, { confirmation: 'Orders' }],
    [`${path}/new/url`, fields()],
  ] as const)
    expect([at, (await send(at, body, member)).status]).toEqual([at, 403])
})
