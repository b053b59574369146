import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { DAY, MINUTE } from '#base/time.ts'
import * as catalog from '#catalog/catalog.ts'
import { files as filesTable } from '#db/schema/index.ts'
import { call, form, newPlace, signUp, workspaceCtx } from '../../tests/support/people.ts'
import { upload } from '../../tests/support/upload.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import * as files from './files.ts'
import { privateDir } from './receive.ts'

const world = await testWorld()
const app = await testApp()
const owner = await signUp(app)

async function place() {
  const { workspace } = await newPlace(app, owner)
  return { id: workspace.id, ctx: await workspaceCtx(world, owner.user.id, workspace.id) }
}

async function received(ctx: Awaited<ReturnType<typeof place>>['ctx'], name: string, content: string) {
  const dir = await privateDir(ctx)
  await Bun.write(`${dir}/upload`, content)
  return { dir, path: `${dir}/upload`, name, size: content.length }
}

async function settled(ctx: Awaited<ReturnType<typeof place>>['ctx'], id: string) {
  for (;;) {
    const file = await files.get(ctx, id)
    if (file.status !== 'processing') return file
    await Bun.sleep(20)
  }
}

test('a file that takes long goes on in the background and is ready later', async () => {
  const { ctx } = await place()
  const begun = await files.add(ctx, await received(ctx, 'slow.csv', 'a,b\n1,2\n'), { waitMs: 0 })
  expect([begun.status, begun.progress, begun.tables]).toEqual(['processing', { rows: 0 }, []])
  const file = await settled(ctx, begun.id)
  expect([file.status, file.progress, file.tables[0]?.rows]).toEqual(['ready', null, 1])
})

test('a file that fails in the background says why, without bytes or tables', async () => {
  const { ctx, id } = await place()
  const begun = await files.add(ctx, await received(ctx, 'bad.csv', '\n'), { waitMs: 0 })
  const file = await settled(ctx, begun.id)
  expect([file.status, file.error]).toEqual(['failed', 'The file is empty.'])
  expect(existsSync(join(world.config.dataDir, 'files/workspaces', id, 'files', file.id))).toBe(false)
  await files.remove(ctx, file.id)
  expect((await files.list(ctx, { limit: 10, cursor: null })).items).toEqual([])
})

test('a file whose reader died with its server becomes failed and its bytes go', async () => {
  const { ctx, id } = await place()
  const fileId = newId()
  const silent = new Date(world.now().getTime() - 2 * MINUTE)
  const row = { workspaceId: id, name: 'lost.csv', format: '', sizeBytes: 1, storeKey: 'x', uploadedBy: owner.user.id }
  await world.db
    .insert(filesTable)
    .values({ ...row, id: fileId, status: 'processing', current: false, updatedAt: silent })
  const bytes = join(world.config.dataDir, 'files/workspaces', id, 'files', fileId, 'original')
  await Bun.write(bytes, 'x')
  expect(await files.sweepAbandoned(world)).toBe(1)
  expect(await files.get(ctx, fileId)).toMatchObject({
    status: 'failed',
    error: 'Reading this file was interrupted. Please upload it again.',
  })
  expect(existsSync(bytes)).toBe(false)
})

test('the bytes of a deleted file are purged after thirty days', async () => {
  const { ctx, id } = await place()
  const { body } = await upload(app, owner, id, 'old.csv', 'a,b\n1,2\n')
  const folder = join(world.config.dataDir, 'files/workspaces', id, 'files', body.id)
  await files.remove(ctx, body.id)
  expect(await files.purgeDeleted(world)).toBe(0)
  expect(existsSync(folder)).toBe(true)
  expect(await files.purgeDeleted({ ...world, now: () => new Date(Date.now() + 31 * DAY) })).toBeGreaterThan(0)
  expect(existsSync(folder)).toBe(false)
  expect(await world.db.select().from(filesTable).where(eq(filesTable.id, body.id))).toEqual([])
})

test('the sample store is attached in one click, once, and is the same everywhere', async () => {
  const { ctx, id } = await place()
  const cookie = owner.cookie
  // A double click is two at once.
  const click = () => app.request(`/workspaces/${id}/sample-data`, form({}, cookie))
  const [clicked] = await Promise.all([click(), click()])
  expect([clicked.status, clicked.headers.get('location')]).toEqual([303, `/workspaces/${id}/data`])
  const { items } = await files.list(ctx, { limit: 10, cursor: null })
  expect(items).toHaveLength(1)
  const [clickedFile] = items
  await settled(ctx, clickedFile!.id)
  const again = await call(app, owner, 'POST', `/api/workspaces/${id}/files/sample`)
  expect([again.status, again.body.id, again.body.name]).toEqual([201, clickedFile!.id, 'Sample: online store'])
  const tables = await catalog.tables(ctx)
  expect(Object.fromEntries(tables.map(({ name, rows }) => [name, rows]))).toEqual({
    customers: 8402,
    order_items: 143134,
    orders: 50214,
    products: 420,
    returns: 3039,
  })
  const orders = tables.find(({ name }) => name === 'orders')!
  const facts = orders.columns.filter(({ name }) => ['ordered_at', 'total_inr', 'courier'].includes(name))
  expect(facts.map(({ min, max, role }) => [min, max, role])).toEqual([
    ['2023-04-01 09:49:38', '2026-03-31 21:42:46', 'time'],
    ['BlueLine', 'Swift', 'dimension'],
    ['87.20', '33053.10', 'measure'],
  ])
  const relations = tables.flatMap(({ name, relations }) =>
    relations.map(({ column, to_table, match_rate }) => `${name}.${column} -> ${to_table} ${match_rate.toFixed(4)}`),
  )
  expect(relations).toEqual([
    'order_items.order_id -> orders 1.0000',
    'order_items.product_id -> products 1.0000',
    'orders.customer_id -> customers 1.0000',
    'returns.order_id -> orders 0.9865',
  ])
})

test('the page of the data shows files, and a file its columns and rejected rows', async () => {
  const { id } = await place()
  const lines = Array.from({ length: 100 }, (_, n) => `${n},${n === 40 ? 'oops' : `${n}.5${n === 50 ? ',x' : ''}`}`)
  const { body } = await upload(app, owner, id, '<b>sales.csv', `id,total\n${lines.join('\n')}\n`)
  const page = async (path: string) => {
    const answer = await app.request(path, { headers: { cookie: owner.cookie } })
    return { status: answer.status, html: await answer.text() }
  }
  const list = await page(`/workspaces/${id}/data`)
  expect(list.status).toBe(200)
  expect(list.html).toContain('&lt;b&gt;sales.csv')
  expect(list.html).not.toContain('<b>sales')
  expect(list.html).toContain('data-island="upload"')
  const file = await page(`/workspaces/${id}/data/${body.id}`)
  expect(file.html).toContain('1 row rejected')
  expect(file.html).toContain('The row has 3 values where 2 are expected.')
  expect(file.html).toContain('1 value is not a number, the first is &quot;oops&quot; in line 42.')
  expect(file.html).toContain('DECIMAL(18,1)')
})

test('without script a file is uploaded by a form, and deleted by one after its name was typed', async () => {
  const { id } = await place()
  const body = new FormData()
  body.set('file', new File(['a,b\n1,2\n'], 'plain.csv'))
  const headers = { cookie: owner.cookie, 'sec-fetch-site': 'same-origin' }
  const sent = await app.request(`/workspaces/${id}/data`, { method: 'POST', headers, body })
  expect(sent.status).toBe(303)
  const path = sent.headers.get('location')!
  const refused = await app.request(`${path}/delete`, form({ confirmation: 'other' }, owner.cookie))
  expect(refused.status).toBe(400)
  const deleted = await app.request(`${path}/delete`, form({ confirmation: 'plain.csv' }, owner.cookie))
  expect([deleted.status, deleted.headers.get('location')]).toEqual([303, `/workspaces/${id}/data`])
  const bad = new FormData()
  bad.set('file', new File([''], 'empty.csv'))
  const failed = await app.request(`/workspaces/${id}/data`, { method: 'POST', headers, body: bad })
  expect(failed.status).toBe(422)
  expect(await failed.text()).toContain('The file is empty.')
})
