import { beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { catalogColumns, catalogTables } from '#db/schema/index.ts'
import { call, newTeam } from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'

// On the embedded database only: what is asked goes to the engine.

/** A workspace with more tables than are opened, and one table with more columns than are told. */
let path: string
const TABLES = 240

const { app, owner, ctx } = await newTeam()
beforeAll(async () => {
  path = `/api/workspaces/${ctx.workspace.id}`
  await putTable(ctx, 'orders_0', 'SELECT range AS id, range * 2 AS amount FROM range(100)')
  const [first] = await ctx.db.select().from(catalogTables).where(eq(catalogTables.workspaceId, ctx.workspace.id))
  const columns = await ctx.db.select().from(catalogColumns).where(eq(catalogColumns.tableId, first!.id))
  const copies = Array.from({ length: TABLES }, (_, n) => ({ ...first!, id: newId(), name: `orders_${n + 1}` }))
  await ctx.db.insert(catalogTables).values(copies)
  await ctx.db
    .insert(catalogColumns)
    .values(copies.flatMap(({ id }) => columns.map((column) => ({ ...column, id: newId(), tableId: id }))))
  const list = Array.from({ length: 600 }, (_, n) => `range * ${n} AS column_${n}`)
  await putTable(ctx, 'readings', `SELECT ${list.join(', ')} FROM range(10)`)
})

const ask = async (message: string) => (await call(app, owner, 'POST', `${path}/query-data`, { message })).body

test('a table that is named letter for letter is found among hundreds that are called nearly so', async () => {
  const body = await ask('How many orders_120 are there?')
  expect([body.status, body.result?.rows, body.queries?.[0]?.sql]).toEqual([
    'answered',
    [[100]],
    expect.stringContaining('orders_120'),
  ])
})

test('a column that is named letter for letter is found among hundreds', async () => {
  const body = await ask('What is the total column_477?')
  expect([body.status, body.result?.rows]).toEqual(['answered', [[45 * 477]]])
})

test('a statement reads whichever tables it names, and a wrong name is answered with the nearest', async () => {
  const run = (sql: string) => call(app, owner, 'POST', `${path}/sql`, { sql })
  const both = await run('WITH a AS (SELECT * FROM orders_7) SELECT count(*) FROM a JOIN "ORDERS_231" b USING (id)')
  expect(both.body.rows).toEqual([[100]])
  expect(await run('SELECT * FROM orders_12x')).toMatchObject({
    status: 422,
    body: { code: 'sql_error', details: { candidates: expect.arrayContaining(['orders_12']) } },
  })
})
