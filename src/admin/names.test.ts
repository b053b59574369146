import { beforeAll, expect, test } from 'bun:test'
import { newId } from '#base/ids.ts'
import { logLines } from '#db/schema/index.ts'
import { call, newPlace, type Person, type Place, signUp } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import { urls } from '../urls.ts'
import { withNames } from './rules/names.ts'

const [app, world] = [await testApp(), await testWorld()]
let admin: Person
let ada: Person
let place: Place

beforeAll(async () => {
  admin = await signUp(app, { verified: true, adminRoles: ['superadmin'] })
  ada = await signUp(app, { name: 'Ada Lovelace', verified: true })
  place = await newPlace(app, ada)
  await call(app, ada, 'PUT', `/api/workspaces/${place.workspace.id}`, { name: 'North & South' })
})
const page = async (address: string) => (await app.request(address, { headers: { cookie: admin.cookie } })).text()

test('an entry of the audit log names who, what and where, as JSON, CSV and on the page', async () => {
  const { id } = place.workspace
  const path = `/api/admin/audit-logs?action=workspace.update&subject=${id}`
  const { body } = await call(app, admin, 'GET', path)
  expect(body).toMatchObject([{ actor: { name: 'Ada Lovelace' }, names: { [id]: 'North & South' } }])
  const csv = await app.request(`${path}&format=csv`, { headers: admin.headers })
  const [head, line] = (await csv.text()).split('\r\n')
  expect(head).toContain('subject,subject_name,actor_id,actor_name')
  expect(line).toContain(`${id},North & South,${ada.user.id},Ada Lovelace`)
  const shown = await page(`${urls.adminAuditLogs}?subject=${id}`)
  expect(shown).toContain('North &amp; South')
  expect(shown).toContain('>Ada Lovelace</a>')
  expect(shown).toContain('in Acme')
  // The id stands in addresses only, never as what is read.
  expect(shown.replace(/<[^>]*>/g, '')).not.toContain(id)
})

test('lines of the log name whose ids stand in them, and keep the ids to be found by', async () => {
  const requestId = newId()
  const fields = { user: ada.user.id, places: [{ workspace: place.workspace.id }], file: newId() }
  await world.db
    .insert(logLines)
    .values({ level: 'warn', message: `slow for ${ada.user.id}`, server: 's', requestId, fields })
  const path = `/api/admin/logs?request=${requestId}`
  const { body } = await call(app, admin, 'GET', path)
  expect(body).toMatchObject([
    { fields, names: { [ada.user.id]: 'Ada Lovelace', [place.workspace.id]: 'North & South' } },
  ])
  const csv = await (await app.request(`${path}&format=csv`, { headers: admin.headers })).text()
  expect(csv).toContain('Ada Lovelace; North & South')
  const shown = await page(`${urls.adminLogs}?request=${requestId}`)
  expect(shown).toContain(`slow for Ada Lovelace (…${ada.user.id.slice(-8)})`)
})

test('an id without a name stays as it is', () => {
  const [known, unknown] = [newId(), newId()]
  expect(withNames(`${known} and ${unknown}`, { [known]: 'Ada' })).toBe(`Ada (…${known.slice(-8)}) and ${unknown}`)
})
