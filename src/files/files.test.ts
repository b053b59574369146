import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import type { CatalogTable } from '#catalog/rules/answers.ts'
import { files } from '#db/schema/index.ts'
import { merged } from '#records/rules/setting.ts'
import { call, join, newPlace, signUp } from '../../tests/support/people.ts'
import { settled, upload } from '../../tests/support/upload.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import { closeSpare } from './reader.ts'

// On the embedded database only: it is about how files become tables; what is kept of them runs on both in uploads.test.ts, background.test.ts and rereading.test.ts.

const world = await testWorld()
const app = await testApp()
const owner = await signUp(app)
const { workspace, organization } = await newPlace(app, owner)
const [workspaceId, organizationId] = [workspace.id, organization.id]

const catalogOf = async (workspace = workspaceId): Promise<CatalogTable[]> =>
  (await call(app, owner, 'GET', `/api/workspaces/${workspace}/catalog`)).body
/** What is left of files while they are read; the process that waits for the next one has something there as well. */
async function leftBehind(): Promise<string[]> {
  await closeSpare()
  return readdirSync(joinPath(world.config.dataDir, 'files/scratch'))
}
const kept = (workspace: string) => joinPath(world.config.dataDir, 'files/workspaces', workspace, 'files')

/** Where a file lies by its name. */
const uploaded = (name: string) => `/uploads/workspace_${workspaceId}/${encodeURIComponent(name)}`

describe('an upload', () => {
  test('becomes a table of the catalog with types, figures and roles', async () => {
    const csv = 'order_id,city,total,ordered_on\n1,Pune,10.50,2024-01-05\n2,Delhi,3.25,2024-02-01\n3,Pune,,2024-02-03\n'
    const { status, body } = await upload(app, owner, workspaceId, 'My Orders.csv', csv)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'My Orders.csv',
      format: 'csv',
      size_bytes: csv.length,
      status: 'ready',
      version: 1,
      rejected: { rows: 0, sample: [] },
      tables: [{ name: 'my_orders', rows: 3 }],
    })
    const table = (await catalogOf()).find(({ name }) => name === 'my_orders')!
    expect(
      table.columns.map(({ name, type, role, nulls, distinct, min, max }) => [
        name,
        type,
        role,
        nulls,
        distinct,
        min,
        max,
      ]),
    ).toEqual([
      ['order_id', 'BIGINT', 'id', 0, 3, '1', '3'],
      ['city', 'VARCHAR', 'dimension', 0, 2, 'Delhi', 'Pune'],
      ['total', 'DECIMAL(18,2)', 'measure', 1, 2, '3.25', '10.50'],
      ['ordered_on', 'DATE', 'time', 0, 3, '2024-01-05', '2024-02-03'],
    ])
    expect(table.columns[1]!.top).toEqual([
      { value: 'Pune', count: 2 },
      { value: 'Delhi', count: 1 },
    ])
    expect(table.source).toEqual({ kind: 'file', id: body.id, name: 'My Orders.csv' })
  })

  test('is listed, described, downloaded as it was, and deleted', async () => {
    const { body } = await upload(app, owner, workspaceId, 'größe „1“.csv', 'a,b\n1,x\n')
    const path = `/api/workspaces/${workspaceId}/files`
    expect((await call(app, owner, 'GET', path)).body[0]).toMatchObject({ id: body.id, name: 'größe „1“.csv' })
    expect((await call(app, owner, 'GET', `${path}/${body.id}`)).body).toEqual(body)
    for (const address of [`${path}/${body.id}/download`, uploaded(body.name)]) {
      const download = await app.request(address, { headers: owner.headers })
      expect(await download.text()).toBe('a,b\n1,x\n')
      expect(download.headers.get('content-disposition')).toStartWith(
        'attachment; filename="gr__e _1_.csv"; filename*=UTF-8',
      )
      expect(download.headers.get('content-security-policy')).toContain('sandbox')
      expect(download.headers.get('x-content-type-options')).toBe('nosniff')
    }
    expect((await call(app, owner, 'DELETE', `${path}/${body.id}`)).status).toBe(204)
    expect((await call(app, owner, 'GET', `${path}/${body.id}`)).status).toBe(404)
    expect((await app.request(uploaded(body.name), { headers: owner.headers })).status).toBe(404)
    expect((await catalogOf()).map(({ source }) => source.id)).not.toContain(body.id)
  })

  test('of a name that is there makes a version, with what changed in words', async () => {
    await upload(app, owner, workspaceId, 'stock.csv', 'id,name,price\n1,Tea,5\n2,Coffee,7\n')
    const { body } = await upload(app, owner, workspaceId, 'stock.csv', 'id,name,price,colour\n1,Tea,5.50,green\n')
    expect(body.version).toBe(2)
    expect(body.schema_changes).toEqual([
      'Column "price" was BIGINT and is now DECIMAL(18,2).',
      'Column "colour" is new.',
    ])
    const tables = (await catalogOf()).filter(({ name }) => name.startsWith('stock'))
    expect(tables.map(({ name, rows }) => [name, rows])).toEqual([['stock', 1]])
    const listed = (await call(app, owner, 'GET', `/api/workspaces/${workspaceId}/files`)).body as { name: string }[]
    expect(listed.filter(({ name }) => name === 'stock.csv')).toHaveLength(1)
  })

  test('whose table name is taken by another file gets a number', async () => {
    await upload(app, owner, workspaceId, 'names.csv', 'a,b\n1,2\n')
    const { body } = await upload(app, owner, workspaceId, 'Names.TSV', 'a\tb\n1\t2\n')
    expect(body.tables[0]!.name).toBe('names_2')
  })

  test('three related files are joined by what their names and values say', async () => {
    const place = await newPlace(app, owner)
    const id = place.workspace.id
    const rows = (count: number, row: (n: number) => string) =>
      Array.from({ length: count }, (_, n) => row(n + 1)).join('\n')
    await upload(app, owner, id, 'raw_customers.csv', `id,first_name\n${rows(20, (n) => `${n},Name${n}`)}\n`)
    await upload(
      app,
      owner,
      id,
      'raw_orders.csv',
      `id,user_id,status\n${rows(40, (n) => `${n},${(n % 20) + 1},done`)}\n`,
    )
    await upload(
      app,
      owner,
      id,
      'raw_payments.csv',
      `id,order_id,amount\n${rows(50, (n) => `${n},${n <= 45 ? ((n - 1) % 40) + 1 : n + 900},${n}`)}\n`,
    )
    const relations = (await catalogOf(id)).flatMap(({ name, relations }) =>
      relations.map((relation) => [name, relation.column, relation.to_table, relation.to_column, relation.match_rate]),
    )
    expect(relations).toEqual([
      ['raw_orders', 'user_id', 'raw_customers', 'id', 1],
      ['raw_payments', 'order_id', 'raw_orders', 'id', expect.closeTo(0.9, 5)],
    ])
  })
})

describe('a file that cannot be read', () => {
  test.each([
    ['empty.csv', '', 'The file is empty.'],
    ['blank.csv', '  \n\n', 'The file is empty.'],
    ['header.csv', 'id,name\n', 'The file has column names but no rows.'],
    [
      'picture.csv',
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
      'This is a PNG picture',
    ],
    ['page.csv', '<!DOCTYPE html><html><body>Sign in</body></html>', 'This is a web page'],
    ['broken.json', '[{"a" 1}, "b": }', 'This JSON could not be read as a table.'],
    ['oops.json', '{oops}', 'This JSON could not be read as a table. It has an error at character 2 of the file'],
    ['broken.parquet', 'PAR1 and then nothing of the kind PAR1', 'This Parquet file is damaged'],
    ['archive.xlsx', new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0, 1, 2, 3]), 'This ZIP archive is damaged'],
    ['cut.csv.gz', Bun.gzipSync('a,b\n1,2\n').slice(0, 15), 'This packed file is damaged'],
    ['binary.csv', new Uint8Array([97, 44, 98, 10, 1, 0, 0, 0, 2, 200, 3, 0, 255, 254, 10]), 'This is not a text file'],
  ])('%s is refused in words and leaves nothing behind', async (name, content, message) => {
    const place = await newPlace(app, owner)
    const { status, body } = await upload(app, owner, place.workspace.id, name, content)
    expect(status).toBe(422)
    expect(body.error).toStartWith(message)
    expect(body.code).toBe('unreadable_file')
    expect(await world.db.select().from(files).where(eq(files.workspaceId, place.workspace.id))).toEqual([])
    expect(existsSync(kept(place.workspace.id)) ? readdirSync(kept(place.workspace.id)) : []).toEqual([])
    expect(await leftBehind()).toEqual([])
  })

  test('a version that cannot be read leaves the one before as it was', async () => {
    await upload(app, owner, workspaceId, 'prices.csv', 'id,price\n1,5\n')
    expect((await upload(app, owner, workspaceId, 'prices.csv', '')).status).toBe(422)
    expect((await catalogOf()).find(({ name }) => name === 'prices')?.rows).toBe(1)
  })
})

describe('uploading', () => {
  test('is for those who may: a member is told so, a stranger sees nothing', async () => {
    const [viewer, stranger] = [await signUp(app), await signUp(app)]
    await join(world, organizationId, viewer.user.id, 'viewer')
    const refused = await upload(app, viewer, workspaceId, 'a.csv', 'a,b\n1,2\n')
    expect(refused.status).toBe(403)
    expect(refused.body.error).toBe('Permission UPLOAD_FILES requires one of these roles: owner')
    expect((await upload(app, stranger, workspaceId, 'a.csv', 'a,b\n1,2\n')).status).toBe(404)
    expect((await call(app, viewer, 'GET', `/api/workspaces/${workspaceId}/files`)).status).toBe(200)
    expect((await call(app, stranger, 'GET', `/api/workspaces/${workspaceId}/files`)).status).toBe(404)
    expect((await call(app, viewer, 'POST', `/api/workspaces/${workspaceId}/files/sample`)).status).toBe(403)
  })

  test('needs a multipart body with a file in it', async () => {
    const path = `/api/workspaces/${workspaceId}/files/upload`
    expect((await app.request(path, { method: 'POST', headers: owner.headers, body: 'a,b' })).status).toBe(415)
    const body = new FormData()
    body.set('other', 'x')
    expect((await app.request(path, { method: 'POST', headers: owner.headers, body })).status).toBe(400)
    const cut = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b\n1,2\n'
    const headers = { ...owner.headers, 'content-type': 'multipart/form-data; boundary=x' }
    const broken = await app.request(path, { method: 'POST', headers, body: cut })
    expect([broken.status, ((await broken.json()) as { code: string }).code]).toEqual([400, 'upload_broken'])
    expect(await leftBehind()).toEqual([])
  })

  test('more than the limit is refused', async () => {
    const small = await testApp({ ...world, settings: () => merged(world.settings(), { limits: { upload_mb: 1 } }) })
    const { status, body } = await upload(small, owner, workspaceId, 'large.csv', `a,b\n${'1,2\n'.repeat(300_000)}`)
    expect([status, body.error]).toEqual([413, 'Files may have up to 1 MB. Split it, or upload it packed with gzip.'])
    expect(await leftBehind()).toEqual([])
  })
})

test('what files can be uploaded is told', async () => {
  const { body } = await call(app, owner, 'GET', '/api/data-sources/config')
  const files = body.dataSources.filter(({ kind }: { kind: string }) => kind === 'file')
  expect(files.map(({ engine }: { engine: string }) => engine)).toEqual([
    'csv',
    'xlsx',
    'json',
    'ndjson',
    'parquet',
    'sqlite',
    'zip',
  ])
})

test('a key that a database declares between a text and a number does not keep its file from being read', async () => {
  const path = joinPath(tmpdir(), `keys-${newId()}.sqlite`)
  const db = new Database(path)
  db.run('create table customers (id integer primary key, name text)')
  db.run('create table orders (id integer, customer text references customers)')
  db.run("insert into customers values (1, 'Ann'), (2, 'Bob')")
  db.run("insert into orders values (10, '1'), (11, '1'), (12, 'nobody'), (13, '2')")
  db.close()
  const { file, path: at, app, ada } = await settled(await Bun.file(path).bytes(), 'shop.sqlite')
  rmSync(path)
  expect(file.status).toBe('ready')
  const { body } = await call(app, ada, 'GET', `${at}/catalog/relations`)
  expect(body).toMatchObject([{ from_column: 'customer', to_column: 'id', match_rate: 0.75, kind: 'declared' }])
})
