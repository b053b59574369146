import { beforeAll, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import type { Sent } from '#analyst/rules/sent.ts'
import { newId } from '#base/ids.ts'
import { DAY } from '#base/time.ts'
import { catalogColumns, catalogTables, sentRequests } from '#db/schema/index.ts'
import { type ModelApi, type ScriptedTurn, scriptedModels, startModelServer } from '../../tests/support/model-server.ts'
import { call, join, newPlace, newTeam, type Person, signUp, workspaceCtx } from '../../tests/support/people.ts'
import { SECRETS } from '../../tests/support/secrets.ts'
import { putTable } from '../../tests/support/tables.ts'
import { upload } from '../../tests/support/upload.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { sweep } from './sent.ts'

const SQL = 'select city, sum(amount) as total from orders group by city order by city'
const TURNS: ScriptedTurn[] = [
  { call: 'search_catalog', input: { query: 'amount' }, say: 'I will look.' },
  { call: 'describe_tables', input: { tables: ['orders'] } },
  { call: 'run_sql', input: { source: 'workspace', sql: SQL, title: 'Amount by city' } },
  { call: 'run_sql', input: { source: 'workspace', sql: 'select nothing from orders', title: 'Wrong' } },
  { say: 'See the “table” — 5 cities.\nDone.' },
]

const CITIES = ['Ünterhütte', 'Zürich |Süd|', 'Basel', 'Genève', '東京']

const { app, owner, member, viewer, place } = await newTeam('member', 'viewer')
const outsider = await signUp(app)
beforeAll(async () => {
  const rows = Array.from({ length: 100 }, (_, at) => `${CITIES[at % 5]},secret,${7000 + at}`)
  await upload(app, owner!, place.workspace.id, 'orders.csv', `city,note,amount\n${rows.join('\n')}\n`)
})

/** Asks as this person through a scripted model. */
async function ask(who: Person, api: ModelApi = 'chat', conversation_id?: string) {
  const server = await startModelServer(TURNS)
  const asking = await testApp({ ...(await testWorld()), models: scriptedModels(server, api) })
  const path = `/api/workspaces/${place.workspace.id}/query-data`
  const context = conversation_id ? { conversation_id } : {}
  const { body } = await call(asking, who, 'POST', path, { message: 'Amount by city?', context })
  return { ...body, sent: body.receipt.sent as Sent, server }
}
const download = (who: Person, id: string) => call(app, who, 'GET', `/api/messages/${id}/sent`)
const allow = (body: object) => call(app, owner!, 'PUT', `/api/workspaces/${place.workspace.id}`, body)
const sum = (kinds: Sent['kinds']) => Object.values(kinds).reduce((all, bytes) => all + bytes, 0)

/** A table as the catalog knows it, without rows. */
async function putRow({ db, workspace }: WorkspaceCtx, name: string) {
  const id = newId()
  await db.insert(catalogTables).values({
    ...{ id, name, workspaceId: workspace.id, sourceKind: 'file' as const, sourceId: id, rows: 0 },
    storeKey: `tables/${name}`,
  })
  await db.insert(catalogColumns).values({
    ...{ tableId: id, position: 0, name: 'x', type: 'VARCHAR', role: 'text' as const, nulls: 0, distinct: 0 },
  })
}

describe.each(['chat', 'responses'] as const)('what goes to the provider over the %s interface', (api) => {
  test('is told byte for byte, with all bytes by what they are of', async () => {
    const asked = await ask(owner!, api)
    const again = await ask(owner!, api, asked.conversation_id)
    for (const { sent, message_id, server } of [asked, again]) {
      const bodies = server.requests.map(({ body }: { body: object }) => JSON.stringify(body))
      const bytes = bodies.map((body: string) => Buffer.byteLength(body))
      expect(sent.requests).toBe(TURNS.length)
      expect(sent.bytes).toBe(bytes.reduce((all: number, one: number) => all + one, 0))
      expect(sum(sent.kinds)).toBe(sent.bytes)
      expect(sent.hosts).toEqual([new URL(server.url).host])
      const { body: file } = await download(owner!, message_id)
      expect(file.sent.map((one: { body: object }) => JSON.stringify(one.body))).toEqual(bodies)
      expect(file.sent.map((one: { bytes: number }) => one.bytes)).toEqual(bytes)
      for (const one of file.sent) expect(sum(one.kinds)).toBe(one.bytes)
      expect(JSON.stringify(file)).not.toContain(SECRETS.OPENAI_API_KEY)
      // What is told of each kind is there, and little is left over.
      expect(Object.keys(sent.kinds)).toEqual(
        expect.arrayContaining(['instructions', 'names', 'values', 'rows', 'conversation', 'calls', 'errors', 'other']),
      )
      expect(sent.kinds.other! / sent.bytes).toBeLessThan(0.16)
    }
    // The last request of the second question tells the rows of the first one again, and counts them as rows.
    const rowsOf = async (id: string, at: number) => (await download(owner!, id)).body.sent.at(at).kinds.rows
    expect(await rowsOf(again.message_id, 0)).toBe(await rowsOf(asked.message_id, -1))
  })
})

describe('what the owners of a workspace let a model see', () => {
  const told = async (id: string) =>
    JSON.stringify((await download(owner!, id)).body.sent.map((one: { body: object }) => one.body))

  test('may be the schema alone: then no value and no row leaves', async () => {
    expect((await allow({ model_sees: 'none' })).body).toMatchObject({ model_sees: 'none', model_rows: null })
    const { sent, message_id } = await ask(owner!)
    expect(sent).toMatchObject({ sees: 'none', rows: 0 })
    expect([sent.kinds.values, sent.kinds.rows]).toEqual([undefined, undefined])
    const text = await told(message_id)
    for (const value of ['Basel', '東京', 'Genève', '7000']) expect(text).not.toContain(value)
    expect(text).toContain('city')
  })

  test('may be a few rows, also in a conversation in which it saw more before', async () => {
    await allow({ model_sees: 'all', model_rows: null })
    const before = await ask(owner!)
    await allow({ model_rows: 2 })
    const { sent, message_id } = await ask(owner!, 'chat', before.conversation_id)
    expect(sent).toMatchObject({ sees: 'all', rows: 2 })
    const text = await told(message_id)
    const lines = (at: string) => text.includes(`\\n${at}|`)
    expect([lines('1'), lines('2'), lines('3')]).toEqual([true, true, false])
  })

  test('is never more than the server allows', async () => {
    await allow({ model_sees: 'all', model_rows: null })
    const server = await startModelServer(TURNS)
    const models = scriptedModels(server)
    const explain = { show_sql: true, show_steps: true, verified_only: false, rows: 'samples' as const, checks: [] }
    const strict = await testApp({ ...(await testWorld()), models: { ...models, explain } })
    const path = `/api/workspaces/${place.workspace.id}/query-data`
    const { body } = await call(strict, owner!, 'POST', path, { message: 'Amount by city?' })
    expect(body.receipt.sent).toMatchObject({ sees: 'samples', rows: 5 })
  })

  test('is chosen by owners alone, and within what there is', async () => {
    const path = `/api/workspaces/${place.workspace.id}`
    expect((await call(app, member!, 'PUT', path, { model_sees: 'all' })).status).toBe(403)
    for (const body of [{ model_sees: 'everything' }, { model_rows: 0 }, { model_rows: 51 }, { model_rows: 1.5 }])
      expect([body, (await allow(body)).status]).toEqual([body, 400])
  })

  test('is a form of the settings page', async () => {
    const path = `/workspaces/${place.workspace.id}`
    const send = (fields: Record<string, string>) =>
      app.request(`${path}/privacy`, {
        method: 'POST',
        headers: { cookie: owner!.cookie, 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams(fields),
      })
    expect((await send({ model_sees: 'samples', model_rows: '3' })).status).toBe(303)
    const html = await (await app.request(`${path}/settings`, { headers: { cookie: owner!.cookie } })).text()
    expect(html).toMatch(/value="samples" selected/)
    expect(html).toMatch(/name="model_rows"[^>]*value="3"/)
    expect(await (await send({ model_sees: 'all', model_rows: 'many' })).text()).toContain('whole number')
    expect((await send({ model_sees: 'all', model_rows: '' })).status).toBe(303)
  })
})

test('of the built-in analyst nothing leaves the server, and there is nothing to download', async () => {
  const path = `/api/workspaces/${place.workspace.id}/query-data`
  const { body } = await call(app, owner!, 'POST', path, { message: 'How many orders are there?' })
  expect(body.receipt).toMatchObject({ built_in: true, sent: null })
  expect((await download(owner!, body.message_id)).status).toBe(404)
})

describe('the requests of an answer', () => {
  test('are for whoever asked and for owners who may read the conversation', async () => {
    const asked = await ask(member!)
    const status = async (who: Person) => (await download(who, asked.message_id)).status
    expect([await status(member!), await status(owner!), await status(viewer!), await status(outsider!)]).toEqual([
      200, 404, 404, 404,
    ])
    await call(app, member!, 'PATCH', `/api/conversations/${asked.conversation_id}`, { shared: true })
    expect([await status(member!), await status(owner!), await status(viewer!), await status(outsider!)]).toEqual([
      200, 200, 403, 404,
    ])
  })

  test('tell nobody but owners of what was hidden since', async () => {
    const asked = await ask(member!)
    await call(app, member!, 'PATCH', `/api/conversations/${asked.conversation_id}`, { shared: true })
    const { db } = await testWorld()
    const [table] = await db.select().from(catalogTables).where(eq(catalogTables.workspaceId, place.workspace.id))
    const hide = (hidden: boolean) =>
      db
        .update(catalogColumns)
        .set({ hidden })
        .where(and(eq(catalogColumns.tableId, table!.id), eq(catalogColumns.name, 'note')))
    await hide(true)
    expect((await download(member!, asked.message_id)).status).toBe(403)
    expect((await download(owner!, asked.message_id)).status).toBe(200)
    await hide(false)
    expect((await download(member!, asked.message_id)).status).toBe(200)
  })

  test('tell nobody but owners of a table that was hidden since, however it was told: by its name alone, by a value, in an earlier answer, by a star', async () => {
    const wide = await newPlace(app, owner!)
    await join(await testWorld(), wide.organization.id, member!.user.id, 'member')
    const inWide = await workspaceCtx(await testWorld(), owner!.user.id, wide.workspace.id)
    await putTable(inWide, 'orders', `SELECT 'Pune' AS city, 7 AS amount`)
    await putTable(inWide, 'bonuses', `SELECT 'Anna' AS who, 9 AS bonus`)
    const names = Array.from(
      { length: 210 },
      (_, at) => `t${String.fromCharCode(97 + (at % 26))}${'x'.repeat(at / 26)}`,
    )
    for (const name of names) await putRow(inWide, name)
    const told = async (turns: ScriptedTurn[], context = {}) => {
      const server = await startModelServer([...turns, { say: 'I see.' }])
      const asking = await testApp({ ...(await testWorld()), models: scriptedModels(server) })
      const path = `/api/workspaces/${wide.workspace.id}/query-data`
      const { body } = await call(asking, member!, 'POST', path, { message: 'What is there?', context })
      return body as { message_id: string; conversation_id: string }
    }
    const sql = (text: string): ScriptedTurn => ({ call: 'run_sql', input: { sql: text, title: 'All' } })
    const byName = await told([])
    const byStar = await told([sql('select * from orders')])
    const later = await told([], { conversation_id: byStar.conversation_id })
    const byValue = await told([{ call: 'search_values', input: { text: 'Pune', table: 'orders' } }])
    const { db } = await testWorld()
    const hide = async (name: string, column: string | null, hidden: boolean) => {
      const tables = await db.select().from(catalogTables).where(eq(catalogTables.workspaceId, wide.workspace.id))
      const { id } = tables.find((table) => table.name === name)!
      if (column === null) await db.update(catalogTables).set({ hidden }).where(eq(catalogTables.id, id))
      else
        await db
          .update(catalogColumns)
          .set({ hidden })
          .where(and(eq(catalogColumns.tableId, id), eq(catalogColumns.name, column)))
    }
    const status = async (who: Person = member!) =>
      Promise.all([byName, byStar, later, byValue].map(async (one) => (await download(who, one.message_id)).status))
    expect(await status()).toEqual([200, 200, 200, 200])
    // Its name stands in the instructions of all of them.
    await hide('bonuses', null, true)
    expect(await status()).toEqual([403, 403, 403, 403])
    await hide('bonuses', null, false)
    await hide('orders', 'city', true)
    expect(await status()).toEqual([200, 403, 403, 403])
    await hide('orders', 'city', false)
    await hide('orders', 'amount', true)
    expect(await status()).toEqual([200, 403, 403, 200])
    await hide('orders', 'amount', false)
    expect(await status()).toEqual([200, 200, 200, 200])
  })

  test('go with their conversation, and after 30 days', async () => {
    const world = await testWorld()
    const keyOf = async (id: string) => {
      const [row] = await world.db.select().from(sentRequests).where(eq(sentRequests.messageId, id))
      return row?.storeKey
    }
    const [one, other] = [await ask(owner!), await ask(owner!)]
    const [key, otherKey] = [(await keyOf(one.message_id))!, (await keyOf(other.message_id))!]
    expect((await call(app, owner!, 'DELETE', `/api/conversations/${one.conversation_id}`)).status).toBe(204)
    expect((await download(owner!, one.message_id)).status).toBe(404)
    await sweep({ ...world, now: () => new Date(Date.now() + 1000) })
    expect(world.files.localPath(key)).rejects.toMatchObject({ code: 'bytes_missing' })
    expect(await world.files.localPath(otherKey)).toBeString()
    await sweep({ ...world, now: () => new Date(Date.now() + 31 * DAY) })
    expect(world.files.localPath(otherKey)).rejects.toMatchObject({ code: 'bytes_missing' })
    expect(await keyOf(other.message_id)).toBeUndefined()
  })
})
