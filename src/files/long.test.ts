import { expect, test } from 'bun:test'
import { call } from '../../tests/support/people.ts'
import { settled, upload } from '../../tests/support/upload.ts'

const SALES = `region,2019,2020,2021,Total
North,10,20,30,60
South,1,2,Unknown,3
East,5,6,7,18
,100,1,1,102,9
`
const LONG = { step: { kind: 'long', figures: 'sales' } }

async function wide(content = SALES) {
  const place = await settled(content, 'sales.csv')
  const { app, ada, path } = place
  const table = async () => (await call(app, ada, 'GET', `${path}/catalog?hidden=true`)).body[0]
  const recipe = `${path}/catalog/${(await table()).id}/recipe`
  const ask = async (message: string) => (await call(app, ada, 'POST', `${path}/query-data`, { message })).body
  return { ...place, table, recipe, ask, make: () => call(app, ada, 'POST', recipe, LONG) }
}

test('columns of years become rows that are asked by year, in new versions too, until that is undone', async () => {
  const { app, ada, workspace, table, make, sql, ask, recipe } = await wide()
  expect((await make()).body.steps).toMatchObject([{ ...LONG, changed: 3 }])
  const found = await table()
  expect(found).toMatchObject({ rows: 9, lines: 3, rows_rejected: 1 })
  expect(found.columns.map(({ name, type }: Record<string, string>) => [name, type])).toEqual([
    ['region', 'VARCHAR'],
    ['year', 'BIGINT'],
    ['sales', 'BIGINT'],
    ['sales_as_written', 'VARCHAR'],
  ])
  expect((await sql('select * from sales order by region, year')).rows).toEqual([
    ['East', 2019, 5, null],
    ['East', 2020, 6, null],
    ['East', 2021, 7, null],
    ['North', 2019, 10, null],
    ['North', 2020, 20, null],
    ['North', 2021, 30, null],
    ['South', 2019, 1, null],
    ['South', 2020, 2, null],
    ['South', 2021, null, 'Unknown'],
  ])
  const { answer, checks } = await ask('Total sales in 2020')
  expect(answer).toContain('28')
  expect(checks.map(({ note }: { note: string }) => note).join('\n')).toContain('3 of 4 lines of sales counted')
  await upload(app, ada, workspace.id, 'sales.csv', 'region,2019,2020,2021,2022\nNorth,10,20,30,40\n')
  expect((await sql('select year, sales from sales order by year')).rows.at(-1)).toEqual([2022, 40])
  const { steps } = (await call(app, ada, 'GET', recipe.replace(found.id, (await table()).id))).body
  await call(app, ada, 'DELETE', `${recipe.replace(found.id, (await table()).id)}/${steps[0].id}`)
  expect((await sql('select * from sales')).rows).toEqual([['North', 10, 20, 30, 40]])
})

test('what is hidden of a year stays so in the column that takes its place, and back', async () => {
  const { app, ada, path, table, make, sql, recipe } = await wide()
  const { id } = await table()
  const hide = (name: string, hidden: boolean) =>
    call(app, ada, 'PATCH', `${path}/catalog/${id}`, { columns: [{ name, hidden }] })
  await hide('2020', true)
  expect((await make()).status).toBe(200)
  expect((await sql('select * from sales')).columns.map(({ name }: { name: string }) => name)).toEqual(['region'])
  await hide('sales', false)
  await hide('sales', true)
  await call(app, ada, 'DELETE', recipe)
  expect((await sql('select "2019" from sales')).error).toBeTruthy()
})

test('a table without periods is not made long', async () => {
  const { make } = await wide('region,a,b,c\nNorth,1,2,3\n')
  expect(await make()).toMatchObject({ status: 422, body: { code: 'step_does_not_fit' } })
})
