import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { call } from '../../tests/support/people.ts'
import { settled, upload } from '../../tests/support/upload.ts'
import { testWorld } from '../../tests/support/world.ts'

const month = (factor: number) => `product,units\nTea,${factor}\nCoffee,${2 * factor}\n`

/** Somebody new with two files of months. */
async function months() {
  const place = await settled(month(1), 'Jan.csv')
  const { app, ada, workspace, path, file } = place
  const add = async (name: string, content: string) => (await upload(app, ada, workspace.id, name, content)).body
  const feb = await add('Feb.csv', month(10))
  const stackOf = (id: string) => call(app, ada, 'GET', `${path}/files/${id}/stack`)
  const accept = (id: string) => call(app, ada, 'POST', `${path}/files/${id}/stack`)
  const remove = (id: string) => call(app, ada, 'DELETE', `${path}/files/${id}`)
  const rows = async () =>
    (await place.sql('select month, month_number, sum(units) from all_months group by all order by 2')).rows
  return { ...place, jan: file, feb, add, stackOf, accept, remove, rows }
}

test('files of months are offered as one table, follow new versions, take others in, and are taken apart', async () => {
  const { workspace, jan, feb, add, stackOf, accept, remove, rows, sql } = await months()
  expect((await stackOf(jan.id)).body).toEqual({ files: ['Feb.csv', 'Jan.csv'], into: null, part_of: null })
  const { status, body: stack } = await accept(feb.id)
  expect([status, stack.name, stack.format, stack.status]).toEqual([200, 'All months (together)', 'stack', 'ready'])
  expect(await rows()).toEqual([
    ['Jan', 1, 3],
    ['Feb', 2, 30],
  ])
  expect((await stackOf(jan.id)).body).toMatchObject({ files: [], part_of: { id: stack.id } })
  const folder = join((await testWorld()).config.dataDir, 'files/workspaces', workspace.id, 'files', stack.id)
  expect(readdirSync(folder).filter((name) => name.endsWith('.values'))).toHaveLength(1)
  await add('Jan.csv', month(5))
  expect((await rows())[0]).toEqual(['Jan', 1, 15])
  const march = await add('March.csv', month(100))
  expect((await stackOf(march.id)).body).toMatchObject({ into: { id: stack.id } })
  expect((await accept(march.id)).body.id).toBe(stack.id)
  expect((await rows()).at(-1)).toEqual(['March', 3, 300])
  await remove(feb.id)
  expect((await rows()).map(([name]: [string]) => name)).toEqual(['Jan', 'March'])
  await remove(stack.id)
  expect((await sql('select * from all_months')).error).toBeTruthy()
  expect((await sql('select sum(units) from march')).rows).toEqual([[300]])
})

test('rows that the recipes of files leave out are told as such of their table, whatever its own recipe does', async () => {
  const { app, ada, path, feb, add, accept, rows } = await months()
  await add('Feb.csv', `${month(10)}Tea,10\n`)
  await accept(feb.id)
  const table = async (name: string) =>
    (await call(app, ada, 'GET', `${path}/catalog`)).body.find((one: { name: string }) => one.name === name)
  const recipe = async (name: string) => `${path}/catalog/${(await table(name)).id}/recipe`
  await call(app, ada, 'POST', await recipe('feb'), { step: { kind: 'rows' } })
  expect((await rows())[1]).toEqual(['Feb', 2, 30])
  expect(await table('all_months')).toMatchObject({ rows: 4, rows_dropped: 1 })
  expect(await table('all_months')).not.toHaveProperty('rows_apart')
  await call(app, ada, 'POST', await recipe('all_months'), {
    step: { kind: 'key', columns: ['product'], latest: null },
  })
  expect(await table('all_months')).toMatchObject({ rows: 2, rows_dropped: 3 })
  await call(app, ada, 'DELETE', await recipe('all_months'))
  expect(await table('all_months')).toMatchObject({ rows: 4, rows_dropped: 1 })
})

test('a table of files that do not fit any more is gone and says why, until they fit again', async () => {
  const { app, ada, path, feb, add, accept, rows, sql } = await months()
  const { body: stack } = await accept(feb.id)
  await add('Feb.csv', 'product,price\nTea,1\n')
  expect((await sql('select * from all_months')).error).toBeTruthy()
  expect((await call(app, ada, 'GET', `${path}/files/${stack.id}`)).body).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('have other columns now'),
  })
  await add('Feb.csv', month(7))
  expect((await rows())[1]).toEqual(['Feb', 2, 21])
})

test('files of other columns, and those with something hidden, are not offered', async () => {
  const { app, ada, path, jan, add, stackOf, accept } = await months()
  const other = await add('Mar.csv', 'product,price\nTea,1\n')
  expect((await stackOf(other.id)).body.files).toEqual([])
  expect(await accept(other.id)).toMatchObject({ status: 422, body: { code: 'nothing_alike' } })
  const tables = (await call(app, ada, 'GET', `${path}/catalog`)).body
  const { id } = tables.find(({ name }: { name: string }) => name === 'jan')
  await call(app, ada, 'PATCH', `${path}/catalog/${id}`, { columns: [{ name: 'units', hidden: true }] })
  expect((await stackOf(jan.id)).body.files).toEqual([])
})
