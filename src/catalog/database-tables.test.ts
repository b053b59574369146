import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as sourceCatalog from '#catalog/catalog.ts'
import * as query from '#query/run.ts'
import { connectDatabase } from '../../tests/support/connected.ts'
import { call, newTeam } from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'
import { declareRelation } from './declare-relation.ts'

/** The catalog over a table that stays in a database, beside one of a file. */
const folder = mkdtempSync(join(tmpdir(), 'tabletalk-catalog-'))
const { app, owner, place, ctx } = await newTeam()
beforeAll(async () => {
  const path = join(folder, 'shop.db')
  const db = new Database(path)
  db.run('create table customers (code text, salary integer)')
  db.run(
    "insert into customers select 'C-' || value, value * 10 from (with recursive n(value) as (select 1 union all select value + 1 from n where value < 60) select value from n)",
  )
  db.close()
  await connectDatabase(ctx, 'Shop', 'sqlite', { path })
  await putTable(ctx, 'visits', "SELECT 'c-' || (range + 1) AS code FROM range(80)")
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const api = (rest: string) => `/api/workspaces/${place.workspace.id}${rest}`
const customers = async () =>
  (await sourceCatalog.tables(ctx, { hidden: true })).find(({ source }) => source.kind === 'database')!

describe('a table of a database', () => {
  test('shows its rows a page at a time, and says what is only known of a sample', async () => {
    const { id } = await customers()
    const page = async (at: number) =>
      (
        await app.request(`/workspaces/${place.workspace.id}/tables/${id}?page=${at}`, {
          headers: { cookie: owner.cookie },
        })
      ).text()
    expect(await page(1)).toContain('C-1<')
    const second = await page(2)
    expect(second).toContain('C-26<')
    expect(second).not.toContain('>C-1<')
    expect(second).toContain('Next rows')
    expect(await page(3)).not.toContain('Next rows')
  })

  test('is related to a file by measured keys', async () => {
    const { name } = await customers()
    const wanted = { from_table: 'visits', from_column: 'code', to_table: name, to_column: 'code' }
    const { body } = await call(app, owner, 'POST', api('/catalog/relations'), wanted)
    expect(body).toMatchObject({ match_rate: 0, cleaned: { match_rate: expect.closeTo(0.75, 5) } })
  })

  test('of too many keys is measured by the first of them', async () => {
    const { name } = await customers()
    await putTable(ctx, 'codes', "SELECT upper('c-' || (range + 1)) AS code FROM range(45)")
    const small = { ...ctx, config: { ...ctx.config, REMOTE_MAX_ROWS: 50 } }
    const wanted = { from_table: name, from_column: 'code', to_table: 'codes', to_column: 'code' }
    expect(await declareRelation(small, query, wanted)).toMatchObject({ match_rate: expect.closeTo(0.9, 1) })
  })

  test('keeps a hidden column out of its own language and of joins, and of statements that are remembered', async () => {
    const { id, name } = await customers()
    const columns = [{ name: 'salary', hidden: true }]
    expect((await call(app, owner, 'PATCH', api(`/catalog/${id}`), { columns })).status).toBe(200)
    for (const request of [
      { sql: 'SELECT salary FROM customers', source: 'Shop' },
      { sql: 'SELECT max(salary) FROM customers', source: 'Shop' },
      { sql: `SELECT salary FROM ${name}` },
    ])
      expect(await query.run(ctx, request).catch(({ code }) => code)).toMatch(/^sql_/)
    const asked = { sql: 'SELECT count(*) AS n FROM customers', source: 'Shop', remember: true }
    expect((await call(app, owner, 'POST', api('/sql'), asked)).body.rows).toEqual([[60]])
    expect((await call(app, owner, 'GET', api('/statements'))).body).toMatchObject([{ source: 'Shop', status: 'ok' }])
  })

  test('is offered to the editor under the name that its database has for it', async () => {
    const page = await app.request(`/workspaces/${place.workspace.id}/sql`, { headers: { cookie: owner.cookie } })
    const html = await page.text()
    expect(html).toContain('<option value="Shop">')
    expect(html).not.toContain('salary')
  })

  test('can have verified queries in its own language', async () => {
    const wanted = { question: 'How many customers?', sql: 'SELECT count(*) AS n FROM customers', source: 'shop' }
    expect(await call(app, owner, 'POST', api('/verified-queries'), wanted)).toMatchObject({
      status: 201,
      body: { source: 'Shop' },
    })
  })
})
