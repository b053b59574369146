import { expect, test } from 'bun:test'
import { and, eq, like } from 'drizzle-orm'
import { catalogColumns, catalogTables } from '#db/schema/index.ts'
import { call, newPlace, signUp } from '../../tests/support/people.ts'
import { upload } from '../../tests/support/upload.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import { sweepReplaced } from './rereading.ts'

async function settled(content: string, name = 'sales.csv') {
  const app = await testApp()
  const ada = await signUp(app)
  const { workspace } = await newPlace(app, ada)
  const path = `/api/workspaces/${workspace.id}`
  const { body: file } = await upload(app, ada, workspace.id, name, content)
  const read = (dialect: object, id = file.id) => call(app, ada, 'POST', `${path}/files/${id}/read`, { dialect })
  const sql = async (text: string) => (await call(app, ada, 'POST', `${path}/sql`, { sql: text })).body
  return { app, ada, workspace, path, file, read, sql }
}

const DATES = 'day,amount\n01/02/2024,1\n03/04/2024,2\n'

test('the order of ambiguous dates is said and can be changed; the tables change at once under the same version', async () => {
  const { app, ada, path, file, read, sql } = await settled(DATES)
  expect(file.dialect).toMatchObject({ dates: 'dmy', ambiguous_dates: ['day'] })
  const before = await sql('select min(day)::varchar from sales')
  expect(before.rows).toEqual([['2024-02-01']])
  const answer = await read({ dates: 'mdy' })
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ version: 1, current: true, dialect: { dates: 'mdy', chosen: { dates: 'mdy' } } })
  expect(answer.body.dialect.ambiguous_dates).toBeUndefined()
  expect((await sql('select min(day)::varchar from sales')).rows).toEqual([['2024-01-02']])
  const catalog = await call(app, ada, 'GET', `${path}/catalog`)
  expect(catalog.body.map((table: { name: string }) => table.name)).toEqual(['sales'])
})

test('a reading that fails leaves everything as it was', async () => {
  const { read, sql, file, app, ada, path } = await settled('name,city\nann,x\nbob,y\ncid,z\ndan,w\neve,v\n')
  const refused = await read({ types: { name: 'integer' } })
  expect(refused).toMatchObject({
    status: 422,
    body: { error: expect.stringContaining('"name" cannot be read as numbers') },
  })
  expect((await sql('select count(*) from sales')).rows).toEqual([[5]])
  const now = await call(app, ada, 'GET', `${path}/files/${file.id}`)
  expect(now.body).toMatchObject({ status: 'ready', reading_again: false, error: null })
})

test('delimiter, header, skipped lines, decimal comma and types are as somebody says', async () => {
  const { read, sql } = await settled('note\nx;y;z\n1;"2,5";007\n3;"4,5";008\n')
  const answer = await read({ delimiter: ';', skipped_lines: 1, header: true, decimal: ',', types: { z: 'text' } })
  expect(answer.body.tables[0].columns).toEqual([
    { name: 'x', type: 'BIGINT' },
    { name: 'y', type: 'DECIMAL(18,1)' },
    { name: 'z', type: 'VARCHAR' },
  ])
  expect((await sql('select sum(y)::varchar from sales')).rows).toEqual([['7.0']])
  const bare = await read({ delimiter: ';', skipped_lines: 2, header: false })
  expect(bare.body.tables[0].columns.map((column: { name: string }) => column.name)).toEqual([
    'column_1',
    'column_2',
    'column_3',
  ])
})

test('only delimited text has choices, and wrong ones are named', async () => {
  const { read } = await settled('[{"a":1}]', 'a.json')
  expect(await read({ delimiter: ';' })).toMatchObject({ status: 422, body: { code: 'not_delimited' } })
  const { read: readCsv } = await settled('a,b\n1,2\n')
  expect((await readCsv({ delimiter: '"' })).status).toBe(400)
  expect((await readCsv({ encoding: 'klingon' })).status).toBe(400)
})

test('rejected rows are all there to be downloaded, with no formula in them', async () => {
  const rows = Array.from({ length: 400 }, (_, row) => `${row},${row}`)
  for (let bad = 0; bad < 15; bad++) rows[bad * 20] = `=cmd|${bad},x,y,z`
  rows[7] = '7,oops'
  const { app, ada, path, file } = await settled(`a,b\n${rows.join('\n')}\n`)
  expect(file.rejected).toMatchObject({ rows: 16, downloadable: true })
  const answer = await app.request(`${path}/files/${file.id}/rejected`, { headers: ada.headers })
  expect(answer.headers.get('content-disposition')).toContain('sales rejected rows.csv')
  const lines = (await answer.text()).trim().split('\r\n')
  expect(lines).toHaveLength(17)
  expect(lines[1]).toBe(`2,"The row has 4 values where 2 are expected.","'=cmd|0,x,y,z"`)
  expect(lines[2]).toBe(`9,"b: ""oops"" is not a number.","7,oops"`)
  const { app: other, ada: bob, path: clean, file: fine } = await settled('a\n1\n')
  expect((await call(other, bob, 'GET', `${clean}/files/${fine.id}/rejected`)).status).toBe(404)
})

test('one goes back to an earlier version and forward again; what was hidden stays hidden', async () => {
  const { app, ada, workspace, path, file, sql } = await settled('a,b\n1,2\n')
  const { body: second } = await upload(app, ada, workspace.id, 'sales.csv', 'a,c\nx,5\ny,6\n')
  expect(second).toMatchObject({ version: 2, schema_changes: expect.arrayContaining(['Column "c" is new.']) })
  const versions = await call(app, ada, 'GET', `${path}/files/${second.id}/versions`)
  expect(versions.body.map((one: { version: number; current: boolean }) => [one.version, one.current])).toEqual([
    [2, true],
    [1, false],
  ])
  const world = await testWorld()
  await world.db.update(catalogTables).set({ description: 'Ours' }).where(eq(catalogTables.sourceId, second.id))
  const back = await call(app, ada, 'POST', `${path}/files/${file.id}/current`)
  expect(back.body).toMatchObject({ version: 1, current: true })
  expect((await sql('select b from sales')).rows).toEqual([[2]])
  const catalog = await call(app, ada, 'GET', `${path}/catalog`)
  expect(catalog.body).toMatchObject([{ name: 'sales', description: 'Ours' }])
  const old = await app.request(`${path}/files/${second.id}/download`, { headers: ada.headers })
  expect(await old.text()).toBe('a,c\nx,5\ny,6\n')
  expect((await call(app, ada, 'POST', `${path}/files/${second.id}/read`, { dialect: {} })).body.code).toBe(
    'not_current',
  )
  const named = async (query = '') => {
    const answer = await app.request(`/uploads/workspace_${workspace.id}/sales.csv${query}`, { headers: ada.headers })
    return answer.ok ? answer.text() : answer.status
  }
  expect(await named()).toBe('a,b\n1,2\n')
  expect([await named('?version=2'), await named('?version=3')]).toEqual(['a,c\nx,5\ny,6\n', 404])
  await call(app, ada, 'POST', `${path}/files/${second.id}/current`)
  expect(await named()).toBe('a,c\nx,5\ny,6\n')
  expect((await sql('select count(*) from sales')).rows).toEqual([[2]])
  const { body: third } = await upload(app, ada, workspace.id, 'sales.csv', 'a,c\nx,5\n')
  expect(third.version).toBe(3)
})

test('what a reading replaced stays for an hour and is then removed', async () => {
  const { file, read, sql } = await settled(DATES)
  await read({ dates: 'mdy' })
  const world = await testWorld()
  const replaced = and(like(catalogTables.sourceId, 'replaced:%'), eq(catalogTables.sourceId, `replaced:${file.id}`))
  expect(await world.db.select().from(catalogTables).where(replaced)).toHaveLength(1)
  await sweepReplaced(world)
  expect(await world.db.select().from(catalogTables).where(replaced)).toHaveLength(1)
  await sweepReplaced({ ...world, now: () => new Date(Date.now() + 2 * 3_600_000) })
  expect(await world.db.select().from(catalogTables).where(replaced)).toEqual([])
  expect((await sql('select count(*) from sales')).rows).toEqual([[2]])
})

test('a hidden column stays hidden under its new name', async () => {
  const { app, ada, path, file, read } = await settled('name,salary\nann,5\nbob,6\n')
  const world = await testWorld()
  const [table] = await world.db.select().from(catalogTables).where(eq(catalogTables.sourceId, file.id))
  await world.db
    .update(catalogColumns)
    .set({ hidden: true })
    .where(and(eq(catalogColumns.tableId, table!.id), eq(catalogColumns.name, 'salary')))
  await read({ header: false })
  const catalog = await call(app, ada, 'GET', `${path}/catalog`)
  expect(catalog.body[0].columns.map((column: { name: string }) => column.name)).toEqual(['column_1'])
})

test('a new version is read as was chosen for the one before, and says so; what nobody chose is found anew', async () => {
  const { app, ada, workspace, read, sql } = await settled('code;amount\n007;"1,5"\n008;"2,5"\n')
  const next = async (content: string) => (await upload(app, ada, workspace.id, 'sales.csv', content)).body
  const second = await next('code;amount\n006;"1,5"\n')
  expect(second.dialect.chosen).toBeUndefined()
  const chosen = { delimiter: ';', header: true, types: { code: 'text' as const } }
  await read(chosen, second.id)
  const third = await next('code;amount;more\n009;"3,5";x\n010;"4,5";y\n')
  expect(third).toMatchObject({
    version: 3,
    dialect: { chosen, notes: ['Read as was chosen for the version before.'] },
  })
  expect((await sql('select min(code), sum(amount)::varchar from sales')).rows).toEqual([['009', '8.0']])
  // And so is the version after that.
  expect((await next('code;amount\n011;"3,5"\n')).dialect.chosen).toEqual(chosen)
})

test.each([
  [
    'an export with another delimiter',
    { delimiter: ';' },
    'a;b\n1;2\n',
    'a,b\n3,4\n',
    '0 of its 2 columns would be found.',
  ],
  [
    'values that the chosen type leaves out',
    { types: { b: 'integer' } },
    'a,b\n1,2\n',
    `a,b\n${'1,2\n'.repeat(18)}1,x\n1,y\n`,
    '2 of 20 rows would be left out.',
  ],
  [
    'a file that cannot be read so at all',
    { types: { b: 'integer' } },
    'a,b\n1,2\n',
    `a,b\n${'1,x\n'.repeat(20)}`,
    '"b" cannot be read as numbers',
  ],
  [
    'text in another encoding',
    { encoding: 'windows-1251' },
    'a,b\n1,2\n',
    'a,b\n1,Привет\n',
    'its letters would be taken for windows-1251.',
  ],
])('%s is read afresh, and says why', async (_, chosen, first, second, why) => {
  const { app, ada, workspace, read } = await settled(first)
  expect((await read(chosen)).status).toBe(200)
  const { body: file } = await upload(app, ada, workspace.id, 'sales.csv', second)
  expect(file).toMatchObject({ status: 'ready', version: 2, rejected: { rows: 0 } })
  expect(file.dialect.chosen).toBeUndefined()
  const [note] = file.dialect.notes ?? []
  expect(note).toStartWith(
    'What was chosen for the version before does not fit this one, so it was read afresh. Read as before: ',
  )
  expect(note).toContain(why)
  expect(file.tables[0]!.columns.map(({ name }) => name)).toEqual(['a', 'b'])
})

test('a choice that left rows out before may leave out as many again', async () => {
  const text = (bad: number) => `a,b\n${'1,2\n'.repeat(20 - bad)}${'1,x\n'.repeat(bad)}`
  const { app, ada, workspace, read } = await settled(text(5))
  expect((await read({ types: { b: 'integer' } })).body.rejected.rows).toBe(5)
  const { body: same } = await upload(app, ada, workspace.id, 'sales.csv', text(4))
  expect(same).toMatchObject({ rejected: { rows: 4 }, dialect: { chosen: { types: { b: 'integer' } } } })
})
