import { beforeAll, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { outline } from '#catalog/outline.ts'
import { catalogColumns, catalogRelations, catalogTables, definitions } from '#db/schema/index.ts'
import type { RowsSeen } from '#records/rules/xai.ts'
import { scriptedModels, startModelServer } from '../../tests/support/model-server.ts'
import { call, newPlace, newTeam, signUp, workspaceCtx } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { createInquiry } from './inquiry.ts'
import { ANSWER_LIMITS } from './rules/limits.ts'
import type { SearchCatalogOutput } from './rules/tools.ts'
import { tableIndex } from './table-index.ts'
import { searchCatalogTool } from './tools/catalog.ts'

let other: WorkspaceCtx

type Column = { name: string; hidden?: boolean; top?: string[]; description?: string }
/** Tables as the catalog knows them; no rows are ever read of them here. */
async function put(
  ctx: WorkspaceCtx,
  tables: Record<string, Column[]>,
  more: { hidden?: boolean; sourceId?: string } = {},
) {
  const rows = Object.keys(tables).map((name) => ({
    ...{ id: newId(), workspaceId: ctx.workspace.id, sourceKind: 'file' as const, sourceId: newId(), name, rows: 10 },
    ...{ storeKey: `tables/${name}`, ...more },
  }))
  await ctx.db.insert(catalogTables).values(rows)
  const columns = rows.flatMap(({ id, name }) =>
    tables[name]!.map(({ top = [], ...column }, position) => ({
      ...{ tableId: id, position, type: 'VARCHAR', role: 'dimension' as const, nulls: 0, distinct: top.length },
      ...{ ...column, top: top.map((value) => ({ value, count: 1 })) },
    })),
  )
  for (let at = 0; at < columns.length; at += 500)
    await ctx.db.insert(catalogColumns).values(columns.slice(at, at + 500))
  return new Map(rows.map(({ id, name }) => [name, id]))
}
const columns = (...names: string[]): Column[] => names.map((name) => ({ name }))
const FILLER = Object.fromEntries(Array.from({ length: 240 }, (_, at) => [`misc_${at}`, columns('alpha', 'beta')]))

let chosen: string

const { world, app, owner, ctx } = await newTeam()
const stranger = await signUp(app)
beforeAll(async () => {
  other = await workspaceCtx(world, stranger.user.id, (await newPlace(app, stranger)).workspace.id)
  chosen = newId()
  await put(ctx, FILLER)
  await put(ctx, { salaries: columns('amount') }, { hidden: true })
  await put(ctx, { parcels: columns('weight') }, { sourceId: chosen })
  const ids = await put(ctx, {
    orders: [{ name: 'id' }, { name: 'buyer' }, { name: 'margin', hidden: true, top: ['topsecret'] }],
    people: [
      { name: 'id' },
      { name: 'city', top: ['Pune'], description: 'Where somebody lives' },
      { name: 'token', hidden: true },
    ],
    keys: columns('token'),
    readings: columns(...Array.from({ length: 3_000 }, (_, at) => `column_${at}`)),
    loyalty: columns('points'),
  })
  const relation = (from: string, fromColumn: string, to: string, toColumn: string) => ({
    ...{ workspaceId: ctx.workspace.id, fromTableId: ids.get(from)!, fromColumn, toTableId: ids.get(to)!, toColumn },
    ...{ matchRate: 1, kind: 'declared' as const },
  })
  await ctx.db
    .insert(catalogRelations)
    .values([relation('orders', 'buyer', 'people', 'id'), relation('keys', 'token', 'people', 'token')])
  const verify = (name: string, sql: string) => {
    const id = newId()
    return ctx.db.insert(definitions).values({
      ...{ id, definitionId: id, version: 1, workspaceId: ctx.workspace.id, proposedBy: owner.user.id },
      ...{ kind: 'query', name, state: 'approved', content: { description: '', source: 'workspace', sql } },
    })
  }
  await verify('Who comes back most often?', 'SELECT max("points") FROM "loyalty"')
  await verify('What is the largest entry of the seventh book?', 'SELECT max(x) FROM MISC_7')
  await put(other, { ...FILLER, ledgers: columns('entry') })
})

type Options = { in?: WorkspaceCtx; sees?: RowsSeen; sources?: string[] | null; question?: string }
const inquiryOf = ({ in: where = ctx, sees = 'all', sources = null, question = '' }: Options = {}) =>
  createInquiry(where, {
    ...{ limits: ANSWER_LIMITS, sees, past: new Map(), lastResult: 0, question, locale: 'en', sources, emit: () => {} },
  })
const search = (query: string, options?: Options) =>
  searchCatalogTool(inquiryOf(options)).execute!({ query }, {} as never) as Promise<SearchCatalogOutput>
const names = async (query: string, options?: Options) => (await search(query, options)).tables.map(({ name }) => name)

describe('of many tables', () => {
  test('those that fit are shown with their columns, those that come next are named, and all are counted', async () => {
    const found = await search('orders')
    expect(found).toMatchObject({ complete: false, total_tables: 246 })
    expect(found.tables.map(({ name }) => name)).toEqual(['orders', 'people'])
    expect(found.tables[0]!.relations).toMatchObject([{ column: 'buyer', to_table: 'people' }])
    const { tables, also } = await search('alpha')
    expect([tables.length, also!.length]).toEqual([20, 20])
  })

  test('values and descriptions speak for a table, values only to a model that may see some', async () => {
    expect(await names('Pune')).toContain('people')
    expect(await names('where do they live: lives')).toContain('people')
    expect(await names('Pune', { sees: 'samples' })).toContain('people')
    expect(await names('Pune', { sees: 'none' })).not.toContain('people')
  })

  test('a verified query leads to its tables', async () => {
    expect(await names('Who comes back often?')).toContain('loyalty')
    expect(await names('Who comes back often?', { sources: [chosen] })).not.toContain('loyalty')
  })

  test('of tables that speak as much, one that any verified query reads comes first', async () => {
    expect((await names('alpha'))[0]).toBe('misc_7')
    expect((await names('alpha', { sources: [chosen] }))[0]).not.toBe('misc_7')
  })

  test('only tables of the chosen sources are found, and counted', async () => {
    expect(await search('weight of parcels and orders', { sources: [chosen] })).toMatchObject({
      complete: true,
      total_tables: 1,
    })
    expect(await inquiryOf({ sources: [chosen] }).names()).toBeNull()
  })

  test('of a table of 3,000 columns those are shown that are asked for, and how many more there are', async () => {
    const { tables } = await search('sum of column_2477')
    expect(tables).toMatchObject([{ name: 'readings', more_columns: 2_960 }])
    expect(tables[0]!.columns.map(({ name }) => name)).toContain('column_2477')
  })

  test('where nothing fits some are shown', async () => {
    for (const query of ['', 'zzyzx', '?'.repeat(500)]) expect((await search(query)).tables).toHaveLength(12)
    expect((await search('', { question: 'orders '.repeat(1_500) })).tables[0]).toMatchObject({ name: 'orders' })
  })
})

describe('what is hidden', () => {
  test('is neither found nor named nor counted, and joins nothing', async () => {
    for (const query of ['salaries', 'margin', 'topsecret', 'token']) {
      const told = JSON.stringify(await search(query))
      expect([query, /salaries|"margin"|topsecret/.test(told)]).toEqual([query, false])
    }
    expect(await names('topsecret')).not.toContain('orders')
    // The relation of keys with people goes through a hidden column.
    expect(await names('keys')).not.toContain('people')
    expect((await inquiryOf().names())!.named).not.toContain('salaries')
  })

  test('is found as soon as it is shown again, and no longer when it is hidden', async () => {
    const hide = (hidden: boolean) =>
      ctx.db
        .update(catalogTables)
        .set({ hidden })
        .where(and(eq(catalogTables.workspaceId, ctx.workspace.id), eq(catalogTables.name, 'salaries')))
    await hide(false)
    expect(await names('salaries')).toContain('salaries')
    expect((await inquiryOf().names())!.named).toContain('salaries')
    await hide(true)
    expect(await names('salaries')).not.toContain('salaries')
  })
})

test('a workspace finds nothing of another', async () => {
  expect(await names('ledgers', { in: other })).toContain('ledgers')
  expect(await names('ledgers')).not.toContain('ledgers')
  expect(await names('orders', { in: other })).not.toContain('orders')
  expect((await inquiryOf({ in: other }).names())!.named).not.toContain('orders')
})

test('the index is made once for each state of the catalog', async () => {
  const { index } = await tableIndex(other, await outline(other))
  expect((await tableIndex(other, await outline(other))).index).toBe(index)
  await put(other, { invoices: columns('due') })
  const now = await tableIndex(other, await outline(other))
  expect([now.index === index, now.index.size]).toEqual([false, index.size + 1])
})

describe('the names of all tables', () => {
  test('stand at the end of the instructions, the same from question to question', async () => {
    const server = await startModelServer([{ say: 'Hello.' }, { say: 'Hello again.' }])
    const withModel = await testApp({ ...(await testWorld()), models: scriptedModels(server, 'chat') })
    for (const message of ['Hello', 'And what else is there?'])
      await call(withModel, owner, 'POST', `/api/workspaces/${ctx.workspace.id}/query-data`, { message })
    await server.stop()
    const [first, second] = server.requests.map(({ body }) => (body.messages as { content: string }[])[0]!.content)
    const list = first!.split('nothing else.\n')[1]!
    expect(list).toBe('keys, loyalty, misc_0 … misc_99 (240 alike), orders, parcels, people, readings')
    expect(second!.split('nothing else.\n')[1]).toBe(list)
  })

  test('are not told where search_catalog gives all tables', async () => {
    const few = await workspaceCtx(await testWorld(), owner.user.id, (await newPlace(app, owner)).workspace.id)
    await put(few, { orders: columns('id') })
    expect(await inquiryOf({ in: few }).names()).toBeNull()
    expect(await search('x', { in: few })).toMatchObject({ complete: true, total_tables: 1 })
  })
})
