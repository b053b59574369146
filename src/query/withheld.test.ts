import { beforeAll, expect, test } from 'bun:test'
import { and, eq, inArray } from 'drizzle-orm'
import { catalogColumns, catalogTables, results as rows } from '#db/schema/index.ts'
import { call, json, newTeam, workspaceCtx } from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import * as query from './run.ts'

/** Results that were made before something of their tables was hidden, by their ids. */
const { world, app, owner, viewer, place, ctx } = await newTeam('viewer')
let theirs: WorkspaceCtx
const at = `/api/workspaces/${place.workspace.id}/results`
beforeAll(async () => {
  await putTable(ctx, 'sales', `SELECT 'North' AS region, range AS amount, 471108 AS margin FROM range(3)`)
  await putTable(ctx, 'plans', `SELECT 1 AS margin, 'North' AS region`)
  theirs = await workspaceCtx(world, viewer.user.id, place.workspace.id)
}, 300_000)

const hide = async (hidden: boolean, column: string | null = 'margin') => {
  const isThis = and(eq(catalogTables.workspaceId, place.workspace.id), eq(catalogTables.name, 'sales'))
  const ids = world.db.select({ id: catalogTables.id }).from(catalogTables).where(isThis)
  const isColumn = and(inArray(catalogColumns.tableId, ids), eq(catalogColumns.name, column ?? ''))
  if (column === null) await world.db.update(catalogTables).set({ hidden }).where(isThis)
  else await world.db.update(catalogColumns).set({ hidden }).where(isColumn)
}

/** The statuses of every way to what was kept of a result. */
async function ways(id: string, who = viewer): Promise<number[]> {
  const chart = { kind: 'number', x: null, y: ['x'], series: null, title: '', result: id }
  const all = [
    ...['', '?offset=1&limit=1', '?format=csv', '?format=xlsx', '?format=parquet', '?filter=4', '?sort=-x'].map(
      (tail) => app.request(`${at}/${id}${tail}`, { headers: who.headers }),
    ),
    app.request(`${at}/${id}/chart`, json(chart, who.headers)),
  ]
  return Promise.all(all.map(async (one) => (await one).status))
}
const NONE = [404, 404, 404, 404, 404, 404, 404, 404]

test.each([
  ['by name', 'SELECT sum(margin) AS x FROM sales'],
  ['by a star under other names', 'SELECT x FROM (SELECT * FROM sales) AS s(a, b, x)'],
  ['by a star of a part of a union', `SELECT 'a' AS a, 0 AS b, 1 AS x UNION ALL SELECT * FROM sales`],
  ['as whole rows', 'SELECT s AS x FROM sales s'],
  ['as texts of whole rows', 'SELECT to_json(sales) AS x FROM sales'],
  ['by a pattern of names', `SELECT max(COLUMNS('m.*')) AS x FROM sales`],
  ['by a table alone', 'SELECT x FROM (FROM sales) AS s(a, b, x)'],
  ['by joining columns of one name', 'SELECT 1 AS x FROM sales NATURAL JOIN plans'],
  ['in a condition', 'SELECT region AS x FROM sales WHERE margin > 1'],
])('what read a column %s is kept from who may not see it any more, whoever ran it', async (_, sql) => {
  for (const by of [ctx, theirs]) {
    const { id } = await query.run(by, { sql })
    const last = await query.run(by, { sql: 'SELECT x FROM r1', results: { r1: id } })
    const next = await query.run(by, { sql: 'SELECT count(x) AS x FROM r2', results: { r2: last.id } })
    for (const one of [id, last.id, next.id])
      expect((await ways(one)).slice(0, 6)).toEqual([200, 200, 200, 200, 200, 200])
    await hide(true)
    try {
      for (const one of [id, last.id, next.id]) expect(await ways(one)).toEqual(NONE)
      expect((await ways(id, owner)).slice(0, 6)).toEqual([200, 200, 200, 200, 200, 200])
      const again = { sql: 'SELECT * FROM r1', results: { r1: id } }
      await expect(query.run(theirs, again)).rejects.toMatchObject({ kind: 'not_found' })
    } finally {
      await hide(false)
    }
  }
})

test('what read other columns stays, also where a column of another table is called so, and what is made after it', async () => {
  const made = [
    await query.run(theirs, { sql: 'SELECT count(*) AS x, sum(amount * 2) FROM sales' }),
    await query.run(theirs, { sql: 'SELECT margin AS x FROM plans' }),
  ]
  await hide(true)
  made.push(await query.run(theirs, { sql: 'SELECT *, 1 AS margin, 2 AS x FROM sales' }))
  for (const { id } of made) expect((await ways(id)).slice(0, 6)).toEqual([200, 200, 200, 200, 200, 200])
  await hide(false)
})

test('a table that is hidden whole is kept, and what was made before results said what they read', async () => {
  const { id } = await query.run(theirs, { sql: 'SELECT count(*) AS x, max(amount) FROM sales' })
  const { id: old } = await query.run(theirs, { sql: 'SELECT max(margin) AS x FROM sales' })
  await world.db.update(rows).set({ origin: null }).where(eq(rows.id, old))
  await hide(true)
  expect(await ways(old)).toEqual(NONE)
  await hide(false)
  await hide(true, null)
  expect(await ways(id)).toEqual(NONE)
  await hide(false, null)
  expect((await call(app, viewer, 'GET', `${at}/${id}`)).status).toBe(200)
})
