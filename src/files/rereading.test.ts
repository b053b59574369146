import { expect, test } from 'bun:test'
import { and, eq, like } from 'drizzle-orm'
import { catalogColumns, catalogTables } from '#db/schema/index.ts'
import { call } from '../../tests/support/people.ts'
import { settled, upload } from '../../tests/support/upload.ts'
import { testWorld } from '../../tests/support/world.ts'
import { sweepReplaced } from './rereading.ts'

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

const BROKEN = `age,name,salary\n${Array.from({ length: 10 }, (_, n) => `${n},p${n},${n * 7}`).join('\n')}\nIndef.,bob,6\n`

test.each([
  ['in a plain table', 'name,salary\nann,5\nbob,6\n', ['column_1']],
  ['where a column before it had another one beside it', BROKEN, ['column_1', 'column_2']],
])('a hidden column stays hidden under its new name: %s', async (_, content, visible) => {
  const { app, ada, path, file, read } = await settled(content)
  const world = await testWorld()
  const [table] = await world.db.select().from(catalogTables).where(eq(catalogTables.sourceId, file.id))
  await world.db
    .update(catalogColumns)
    .set({ hidden: true })
    .where(and(eq(catalogColumns.tableId, table!.id), eq(catalogColumns.name, 'salary')))
  await read({ header: false })
  const catalog = await call(app, ada, 'GET', `${path}/catalog`)
  expect(catalog.body[0].columns.map((column: { name: string }) => column.name)).toEqual(visible)
})

test('a new version is read as was chosen for the one before, and says so; what nobody chose is found anew', async () => {
  const { app, ada, workspace, path, read, sql } = await settled('code;amount\n007;"1,5"\n008;"2,5"\n')
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
  // What was chosen for a column that is gone is said, and what was said of it.
  const [table] = (await call(app, ada, 'GET', `${path}/catalog`)).body
  const columns = [{ name: 'code', role: 'dimension', label: 'Article' }]
  expect((await call(app, ada, 'PATCH', `${path}/catalog/${table.id}`, { columns })).status).toBe(200)
  const last = await next('article;amount\n011;"3,5"\n')
  expect(last.schema_changes).toContain(
    'Column "code" is gone, and with it what was said of it (role dimension, label Article).',
  )
  expect(last.dialect.notes).toEqual([
    'Read as was chosen for the version before. "code" as text could not be kept: there are no such columns now.',
  ])
})
