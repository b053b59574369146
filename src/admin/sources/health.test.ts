import { afterAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { connections, files } from '#db/schema/index.ts'
import { json, newPlace, signUp } from '../../../tests/support/people.ts'
import { testApp, testWorld } from '../../../tests/support/world.ts'
import type { ConnectionHealth, KindHealth, Quotas } from '../rules/source-health.ts'

const world = await testWorld()
const app = await testApp()
const boss = await signUp(app, { verified: true, adminRoles: ['superadmin'] })
const reader = await signUp(app, { verified: true, adminRoles: ['support'] })
const { workspace, organization } = await newPlace(app, reader)
const mark = crypto.randomUUID().replaceAll('-', '')
await world.db.insert(connections).values({
  workspaceId: workspace.id,
  kind: 'database',
  engine: 'postgres',
  name: `shop ${mark}`,
  settings: { engine: 'postgres', host: 'db.example', port: 5432, database: 'shop', username: 'app' } as never,
  status: 'failed',
  error: 'db.example refused postgres://app:pl4nted-secret@db.example/shop',
  createdBy: reader.user.id,
})

const KINDS = '/api/admin/data-sources/kinds'
const kinds = async () => (await (await app.request(KINDS, { headers: reader.headers })).json()) as KindHealth[]
const offer = (engines: string[], who = boss) =>
  app.request(KINDS, json({ engines, reason: 'A test' }, who.headers, 'PUT'))
/** The kinds that are offered before anything is changed. */
const all = (await kinds()).filter(({ offered }) => offered).map(({ engine }) => engine)
afterAll(async () => void (await offer(all)))

test('support sees how connections fare, with the error but no secret', async () => {
  const answer = await app.request(`/api/admin/data-sources?q=${mark}&status=failed`, { headers: reader.headers })
  const [found] = (await answer.json()) as ConnectionHealth[]
  expect(found).toMatchObject({
    name: `shop ${mark}`,
    status: 'failed',
    organization: { id: organization.id, name: 'Acme' },
    last_synced_at: null,
  })
  expect(found!.error).toBe('db.example refused postgres://app:[redacted]@db.example/shop')
  const headers = { cookie: reader.cookie }
  for (const id of [found!.id, workspace.id, organization.id]) {
    const byId = await app.request(`/api/admin/data-sources?q=${id}`, { headers: reader.headers })
    expect(await byId.json()).toEqual([found])
  }
  const page = await (await app.request(`/admin/data-sources?q=${mark}`, { headers })).text()
  expect(page).toContain(`shop ${mark}`)
  expect(page).not.toContain('pl4nted-secret')
  expect(page).not.toContain('Save kinds')
  expect((await offer(all, reader)).status).toBe(403)
})

test('quotas name organizations that are nearly full, as the refusal of a file reckons', async () => {
  const read = async () => {
    const answer = await app.request('/api/admin/data-sources/quotas', { headers: reader.headers })
    const { limits, nearly_full } = (await answer.json()) as Quotas
    return { limits, ours: nearly_full.find((it) => it.organization.id === organization.id) }
  }
  const { limits, ours } = await read()
  expect(ours).toBeUndefined()
  const { storage } = world.settings()
  expect(limits.free).toBe(storage.free_mb * 1_048_576)
  const file = { workspaceId: workspace.id, name: 'f.csv', format: 'csv', storeKey: 'x', uploadedBy: reader.user.id }
  const sizeBytes = Math.ceil(limits.free * 0.95)
  await world.db.insert(files).values({ ...file, sizeBytes, status: 'ready' })
  expect((await read()).ours).toEqual({
    organization: { id: organization.id, name: 'Acme' },
    plan: 'free',
    used: sizeBytes,
    limit: limits.free,
  })
  const page = await (await app.request('/admin/data-sources', { headers: { cookie: reader.cookie } })).text()
  expect(page).toContain('95 %')
  expect(page).not.toContain('Change the quotas')
  await world.db.update(files).set({ status: 'deleted' }).where(eq(files.workspaceId, workspace.id))
  expect((await read()).ours).toBeUndefined()
})

test('a kind that is switched off is offered nowhere and refused, and existing connections stay', async () => {
  expect((await offer(all.filter((engine) => engine !== 'postgres'))).status).toBe(200)
  const config = await (await app.request('/api/data-sources/config', { headers: reader.headers })).json()
  const { dataSources } = config as { dataSources: { engine: string; available: boolean }[] }
  expect(dataSources.find(({ engine }) => engine === 'postgres')?.available).toBe(false)
  expect(dataSources.find(({ engine }) => engine === 'mysql')?.available).toBe(true)
  const path = `/api/workspaces/${workspace.id}/database-connections`
  const refused = await app.request(path, json({ name: 'X', engine: 'postgres' }, reader.headers))
  expect(await refused.json()).toMatchObject({ code: 'source_unavailable' })
  const listed = (await (await app.request(path, { headers: reader.headers })).json()) as { name: string }[]
  expect(listed.map(({ name }) => name)).toEqual([`shop ${mark}`])
  const [postgres] = (await kinds()).filter(({ engine }) => engine === 'postgres')
  expect(postgres).toMatchObject({ offered: false, possible: true })
  expect((await offer([...all, 'abacus'])).status).toBe(400)
})

test('a preview is off until it is switched on', async () => {
  const trino = async () => (await kinds()).find(({ engine }) => engine === 'trino')
  expect(await trino()).toMatchObject({ preview: true, offered: false, possible: true })
  expect((await offer([...all, 'trino'])).status).toBe(200)
  expect(await trino()).toMatchObject({ preview: true, offered: true })
  const config = await (await app.request('/api/data-sources/config', { headers: reader.headers })).json()
  const { dataSources } = config as { dataSources: { engine: string; available: boolean; preview: boolean }[] }
  expect(dataSources.find(({ engine }) => engine === 'trino')).toMatchObject({ available: true, preview: true })
  const form = await (
    await app.request(`/workspaces/${workspace.id}/sources/new/trino`, { headers: { cookie: reader.cookie } })
  ).text()
  expect(form).toContain('Preview')
  expect((await offer(all)).status).toBe(200)
  expect(await trino()).toMatchObject({ offered: false })
})

test('the form does the same, and asks for a reason', async () => {
  const send = (fields: Record<string, string>) =>
    app.request(KINDS.replace('/api', ''), {
      method: 'POST',
      headers: {
        cookie: boss.cookie,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(fields).toString(),
    })
  const fields = Object.fromEntries(all.filter((it) => it !== 'mysql').map((it) => [`engine.${it}`, 'yes']))
  const asked = await send({ ...fields, reason: '' })
  expect(asked.status).toBe(400)
  expect(await asked.text()).toContain('Say why, in a few words.')
  expect((await send({ ...fields, reason: 'No MySQL here' })).status).toBe(303)
  const off = (await kinds()).filter(({ offered, preview }) => !offered && !preview)
  expect(off.map(({ engine }) => engine)).toEqual(['mysql'])
})
