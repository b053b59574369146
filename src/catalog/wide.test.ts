import { beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { catalogColumns, catalogRelations, catalogTables } from '#db/schema/index.ts'
import { call, newTeam } from '../../tests/support/people.ts'
import { copyTable, putTable } from '../../tests/support/tables.ts'

const TABLES = 900
const MOST_BYTES = 100_000

let ids: Map<string, string>

const { app, owner, ctx } = await newTeam()
beforeAll(async () => {
  const columns = Array.from({ length: 11 }, (_, n) => `${n} AS measure_${n}`)
  await putTable(ctx, 'orders_0', `SELECT 1 AS id, ${columns.join(', ')}`)
  const names = Array.from({ length: TABLES - 1 }, (_, n) => `orders_${n + 1}`)
  await copyTable(ctx, 'orders_0', names, { top: [{ value: 'Gold & silver', count: 3 }], sample: ['Bronze'] })
  const tables = await ctx.db.select().from(catalogTables).where(eq(catalogTables.workspaceId, ctx.workspace.id))
  ids = new Map(tables.map(({ name, id }) => [name, id]))
  const ends = { fromColumn: 'id', toTableId: ids.get('orders_0')!, toColumn: 'id', matchRate: 1 }
  await ctx.db.insert(catalogRelations).values(
    names.map((name) => ({
      ...ends,
      workspaceId: ctx.workspace.id,
      fromTableId: ids.get(name)!,
      kind: 'inferred' as const,
    })),
  )
})

async function read(rest: string): Promise<string> {
  const answer = await app.request(`/workspaces/${ctx.workspace.id}${rest}`, { headers: { cookie: owner.cookie } })
  expect(answer.status).toBe(200)
  const html = await answer.text()
  expect(html.length).toBeLessThan(MOST_BYTES)
  return html
}

describe('in a workspace of several hundred tables', () => {
  test('the page of a table tells of its own relations, and leads to some of those that lead to it', async () => {
    const html = await read(`/tables/${ids.get('orders_7')}`)
    expect(html.match(/<li class="relation"/g)).toHaveLength(1)
    expect(html).toContain(`/tables/${ids.get('orders_0')}"`)
    expect(html).toContain('<option value="orders_0.id"')
    const target = await read(`/tables/${ids.get('orders_0')}`)
    expect(target.match(/<li class="relation"/g)).toHaveLength(20)
    expect(target).toContain('The first 20 are shown')
  })

  test('the list of tables begins with a page of them and names the next', async () => {
    const html = await read('/tables')
    expect(html).toContain(`${TABLES} tables · ${(TABLES * 12).toLocaleString('en')} columns`)
    const names = (page: string) => [...page.matchAll(/<a class="mono"[^>]*>(orders_\d+)</g)].map(([, name]) => name!)
    const seen = names(html)
    expect(seen).toHaveLength(30)
    const [, next] = /href="[^"]*(\/tables\?[^"]*)" rel="next"/.exec(html)!
    const second = await read(next!)
    expect(new Set([...seen, ...names(second)]).size).toBe(60)
    expect(second).toContain('First page')
  })

  test('a table is found by its name, its columns, and what they hold', async () => {
    const named = await read('/tables?q=orders_317')
    expect(named).toContain('1 table of 900 found')
    expect(named).toContain(`/tables/${ids.get('orders_317')}"`)
    const short = await read('/tables?q=ORDERS_3')
    expect(short).toContain('111 tables of 900 found')
    expect(short.indexOf('>orders_3<')).toBeLessThan(short.indexOf('>orders_30<'))
    expect(await read('/tables?q=measure')).toContain('900 tables of 900 found')
    expect(await read('/tables?q=silver+orders_317&in=values')).toContain('<mark>Gold &amp; silver</mark>')
    expect(await read('/tables?q=bronze&in=values')).toContain('899 tables of 900 found')
    const names = await read('/tables?q=bronze')
    expect(names).toContain('>0 tables of 900 found')
    expect(names).toContain('/tables?q=bronze&amp;in=values"')
    expect(await read('/tables?q=bronze&in=values')).toMatch(/q=bronze&amp;in=values&amp;cursor=[^"]*" rel="next"/)
    // What JSON writes around values is no value.
    for (const nothing of ['value', 'count', '%5B', '%22', '%25'])
      expect(await read(`/tables?q=${nothing}&in=values`)).toContain(
        nothing === '%00_' ? '900 tables of' : '0 tables of 900 found',
      )
  })

  test('relations come by pages, and without those through something hidden', async () => {
    const seen: string[] = []
    let next: string | null = `/api/workspaces/${ctx.workspace.id}/catalog/relations?limit=150`
    while (next) {
      const answer: Response = await app.request(next, { headers: owner.headers })
      seen.push(...((await answer.json()) as { from_table: string }[]).map(({ from_table }) => from_table))
      next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('Link') ?? '')?.[1] ?? null
    }
    expect([seen.length, new Set(seen).size]).toEqual([TABLES - 1, TABLES - 1])
    const whole = `/api/workspaces/${ctx.workspace.id}/catalog/relations`
    expect((await call(app, owner, 'GET', whole)).body).toHaveLength(200)
    const key = ids.get('orders_1')!
    await ctx.db.update(catalogColumns).set({ hidden: true }).where(eq(catalogColumns.tableId, key))
    const names = (await call(app, owner, 'GET', whole)).body.map(
      ({ from_table }: { from_table: string }) => from_table,
    )
    expect(names).not.toContain('orders_1')
    await ctx.db.update(catalogColumns).set({ hidden: false }).where(eq(catalogColumns.tableId, key))
  })
})
