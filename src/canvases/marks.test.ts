import { beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { catalogColumns } from '#db/schema/index.ts'
import { call, newTeam, signUp } from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'
import type { Filter } from './rules/filter.ts'

/** Somebody points at what a board shows: what that filters by, and the rows behind it. */
const { world, app, owner, viewer, place, ctx } = await newTeam('viewer')
const stranger = await signUp(app)
const workspace = place.workspace.id

const FILTERS: Filter[] = [
  { id: 'area', name: 'Area', kind: 'values', places: [{ table: 'sales', column: 'area' }], except: [] },
  { id: 'when', name: 'When', kind: 'date_range', places: [{ table: 'sales', column: 'sold_on' }], except: [] },
]

beforeAll(async () => {
  await putTable(
    ctx,
    'sales',
    `SELECT range AS id, ['Hill', 'Coast', NULL][1 + range % 3] AS area, range % 2 = 0 AS online, (range % 5)::INT AS size,
      DATE '2026-01-01' + range::INT AS sold_on, range * 3 AS margin FROM range(60)`,
  )
}, 300_000)

const newBlock = async (sql: string, more: object = {}) => {
  const { id } = (await call(app, owner, 'POST', `/api/workspaces/${workspace}/canvases`, { name: 'Board' })).body
  await call(app, owner, 'PATCH', `/api/canvases/${id}`, { filters: FILTERS })
  const block = newId()
  const content = { title: 'Rows', sql, ...more }
  await call(app, owner, 'PUT', `/api/canvases/${id}/blocks/${block}`, {
    ...{ kind: 'grid', tab: 'first', x: 0, y: 0, w: 6, h: 4, content },
  })
  const refresh = (filters = '') => call(app, owner, 'POST', `/api/canvases/${id}/refresh`, { filters })
  await refresh()
  const at = `/api/canvases/${id}/blocks/${block}`
  const ask = (what: 'mark' | 'rows', cells: object, filters = '', who = viewer) =>
    call(app, who, 'POST', `${at}/${what}`, { cells, filters })
  return { ask, refresh }
}

describe('a click', () => {
  const sql = `SELECT area, online, date_trunc('month', sold_on)::DATE AS month, size, sum(margin) AS margin FROM sales GROUP BY ALL`
  test.each<[object, object[]]>([
    [{ area: 'Hill' }, [{ id: 'area', value: { kind: 'values', values: ['Hill'] } }]],
    [{ area: null }, [{ id: 'area', value: { kind: 'values', values: [null] } }]],
    [{ month: '2026-02-01' }, [{ id: 'when', value: { kind: 'date_range', from: '2026-02-01', to: '2026-02-28' } }]],
    [{ online: true }, [{ id: 'sales.online', value: { kind: 'values', values: ['true'] } }]],
    [{ size: 3 }, [{ id: 'sales.size', value: { kind: 'number_range', from: '3', to: '3' } }]],
    [{ margin: 12, gone: 1 }, []],
  ])('on %j sets %j', async (cells, filters) => {
    const { ask } = await newBlock(sql)
    expect((await ask('mark', cells)).body).toEqual({ filters, why: null })
  })
})

describe('the rows behind', () => {
  test('a group are those of it that the filters leave', async () => {
    const { ask, refresh } = await newBlock(
      `SELECT upper(area) AS area, count(*) AS n FROM sales WHERE size < 4 GROUP BY upper(sales.area) HAVING n > 1 ORDER BY n LIMIT 2`,
    )
    const { body } = await ask('rows', { area: 'HILL' })
    expect(body).toMatchObject({ total_rows: 16 })
    expect(body.columns.map(({ name }: { name: string }) => name)).toContain('margin')
    await refresh('when:2026-01-01..2026-01-10')
    expect((await ask('rows', { area: 'HILL' }, 'when:2026-01-01..2026-01-10')).body).toMatchObject({ total_rows: 3 })
    expect((await ask('rows', { area: `' OR 1=1 --` })).body).toMatchObject({ total_rows: 0 })
  })

  test('a period, an empty group and a total are found', async () => {
    const { ask } = await newBlock(
      `WITH s AS (SELECT * FROM sales) SELECT area, date_trunc('month', sold_on) AS month, count(*) AS n FROM s GROUP BY 1, 2`,
    )
    expect((await ask('rows', { month: '2026-01-01 00:00:00' })).body).toMatchObject({ total_rows: 31 })
    expect((await ask('rows', { area: null })).body).toMatchObject({ total_rows: 20 })
    const { ask: askTotal } = await newBlock('SELECT sum(margin) AS margin FROM sales WHERE online')
    expect((await askTotal('rows', {})).body).toMatchObject({ total_rows: 30 })
  })

  test('are not offered where there are none, and the reason is told', async () => {
    const { ask: plain } = await newBlock('SELECT * FROM sales')
    const rows = 'These are the rows themselves: nothing lies behind them.'
    expect((await plain('mark', { area: 'Hill' })).body).toMatchObject({ filters: [{ id: 'area' }], why: rows })
    expect((await plain('rows', {})).body).toMatchObject({ code: 'no_rows_behind', error: rows })
    const { ask: union } = await newBlock('SELECT area FROM sales UNION ALL SELECT area FROM sales')
    expect((await union('mark', { area: 'Hill' })).body).toMatchObject({
      filters: [],
      why: expect.stringContaining('several'),
    })
    const { ask: elsewhere } = await newBlock('SELECT 1', { source: 'Shop' })
    expect((await elsewhere('mark', {})).body.why).toBe('This asks Shop in the language of that database.')
  })

  test('are what the one who clicks may see', async () => {
    const { ask, refresh } = await newBlock('SELECT area, count(*) AS n FROM sales GROUP BY area')
    expect((await ask('rows', { area: 'Hill' }, '', stranger)).status).toBe(404)
    const hide = (hidden: boolean) =>
      world.db.update(catalogColumns).set({ hidden }).where(eq(catalogColumns.name, 'margin'))
    await hide(true)
    await refresh()
    const { body } = await ask('rows', { area: 'Hill' })
    expect(body.total_rows).toBe(20)
    expect(body.columns.map(({ name }: { name: string }) => name)).not.toContain('margin')
    await hide(false)
  })
})
