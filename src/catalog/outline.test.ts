import { beforeAll, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { catalogColumns, catalogTables } from '#db/schema/index.ts'
import { call, newTeam, signUp } from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'
import { outline } from './outline.ts'
import type { TableName } from './rules/answers.ts'

let path: string

const { app, owner, ctx } = await newTeam()
beforeAll(async () => {
  path = `/api/workspaces/${ctx.workspace.id}/catalog`
  await putTable(ctx, 'orders_1', 'SELECT 1 AS id, 2 AS total, 3 AS secret', ['secret'])
  await putTable(ctx, 'orders_12', 'SELECT 1 AS id, 2 AS total')
  await putTable(ctx, 'old_orders_1', 'SELECT 1 AS id')
  await putTable(ctx, 'visits', 'SELECT 1 AS id, 2 AS orders_1_count, 3 AS total')
})

const names = async (query: string): Promise<string[]> =>
  (await call(app, owner, 'GET', `${path}/names?${query}`)).body.map(({ name }: TableName) => name)

describe('names of tables', () => {
  test('come with their number of columns, without what is hidden', async () => {
    const { body } = await call(app, owner, 'GET', `${path}/names`)
    expect(body.map(({ name, columns, rows }: TableName) => [name, columns, rows])).toEqual([
      ['old_orders_1', 1, 1],
      ['orders_1', 2, 1],
      ['orders_12', 2, 1],
      ['visits', 3, 1],
    ])
  })

  test('are found letter for letter first, then by their beginning, then by a part, and by their columns', async () => {
    expect(await names('q=orders_1')).toEqual(['orders_1', 'orders_12', 'visits', 'old_orders_1'])
    expect(await names('q=ORDERS_12')).toEqual(['orders_12'])
    expect(await names('q=secret')).toEqual([])
    const [found] = (await call(app, owner, 'GET', `${path}/names?q=orders_1_count`)).body
    expect(found).toMatchObject({ name: 'visits', hits: ['orders_1_count'] })
  })

  test('come by pages that the Link header names', async () => {
    const seen: string[] = []
    let next: string | null = `${path}/names?limit=3`
    while (next) {
      const answer: Response = await app.request(next, { headers: owner.headers })
      seen.push(...((await answer.json()) as TableName[]).map(({ name }) => name))
      next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('Link') ?? '')?.[1] ?? null
    }
    expect(seen).toEqual(['old_orders_1', 'orders_1', 'orders_12', 'visits'])
    expect((await call(app, owner, 'GET', `${path}/names?limit=0`)).status).toBe(400)
    expect((await call(app, owner, 'GET', `${path}/names?cursor=${crypto.randomUUID()}`)).status).toBe(400)
  })

  test('are for people of the workspace', async () => {
    const stranger = await signUp(app)
    expect((await call(app, stranger, 'GET', `${path}/names`)).status).toBe(404)
    const [{ id }] = (await call(app, owner, 'GET', `${path}/names`)).body
    expect((await call(app, stranger, 'GET', `${path}/${id}`)).status).toBe(404)
    expect((await call(app, owner, 'GET', `${path}/${id}`)).body).toMatchObject({ id, columns: [{ name: 'id' }] })
  })
})

test('the catalog is paged where that is asked for, and whole without', async () => {
  const page = await app.request(`${path}?limit=2`, { headers: owner.headers })
  expect(((await page.json()) as TableName[]).map(({ name }) => name)).toEqual(['old_orders_1', 'orders_1'])
  const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('Link')!)![1]!
  expect((await call(app, owner, 'GET', next)).body).toMatchObject([{ name: 'orders_12' }, { name: 'visits' }])
  const whole = await app.request(path, { headers: owner.headers })
  expect([((await whole.json()) as unknown[]).length, whole.headers.get('Link')]).toEqual([4, null])
})

test('the outline is kept until the catalog changes, whoever changes it', async () => {
  const before = await outline(ctx)
  expect(await outline(ctx)).toBe(before)
  const own = and(eq(catalogTables.workspaceId, ctx.workspace.id), eq(catalogTables.name, 'visits'))
  const [table] = await ctx.db.select().from(catalogTables).where(own)
  await ctx.db
    .update(catalogColumns)
    .set({ hidden: true })
    .where(and(eq(catalogColumns.tableId, table!.id), eq(catalogColumns.name, 'total')))
  const after = await outline(ctx)
  expect(after.find(({ name }) => name === 'visits')?.columns).toEqual(['id', 'orders_1_count'])
  await ctx.db.delete(catalogTables).where(eq(catalogTables.id, table!.id))
  expect((await outline(ctx)).map(({ name }) => name)).not.toContain('visits')
})
