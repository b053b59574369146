import { expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { catalogTables } from '#db/schema/index.ts'
import * as query from '#query/run.ts'
import { newTeam } from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'
import { compared } from './compared.ts'

/** Statements that are told on 3 May 2026 and run again, over orders that change in between. */
const { ctx, world } = await newTeam('member')
const MAY = new Date('2026-05-03T09:00:00Z')

/** Puts another version of a table in place of the one that is there. */
async function put(name: string, columns: string, rows: string, hidden: string[] = []) {
  const { workspaceId, name: called } = catalogTables
  await world.db
    .update(catalogTables)
    .set({ current: false })
    .where(and(eq(workspaceId, ctx.workspace.id), eq(called, name)))
  await putTable(ctx, name, `SELECT * FROM (VALUES ${rows}) AS t(${columns})`, hidden)
}
const orders = (rows: string, columns = 'id, day, status, amount', hidden: string[] = []) =>
  put('orders', columns, rows.replaceAll(/'(\d{4}-\d\d-\d\d)'/g, "DATE '$1'"), hidden)

const FIRST =
  "(1, '2026-04-02', 'paid', 100), (2, '2026-04-09', 'paid', 40), (3, '2026-04-20', 'open', 60), (4, '2026-05-01', 'paid', 7)"
const APRIL = "day >= DATE '2026-04-01' AND day < DATE '2026-05-01'"
const TOTAL = `SELECT sum(amount) AS total FROM orders WHERE ${APRIL} AND status = 'paid'`

/** What is told of a statement after the tables changed. */
async function told(sql: string, change: () => Promise<unknown>, later = new Date('2026-05-10T09:00:00Z')) {
  const before = await query.run(ctx, { sql })
  await change()
  return compared(ctx, { result: before, at: MAY }, { result: await query.run(ctx, { sql }), at: later })
}
const fatesOf = ({ source }: Awaited<ReturnType<typeof told>>) =>
  source?.unknown ??
  source?.tables.flatMap(({ table, fates }) => fates.map(({ fate, rows }) => `${rows} ${table} ${fate}`)).toSorted()
const amounts = ({ source }: Awaited<ReturnType<typeof told>>) =>
  source!.cells.map(({ row, removed, corrected, added, moved }) => [...row, removed, corrected, added, moved])

test('rows that arrived late, were corrected and went are told with what each kind comes to', async () => {
  await orders(FIRST)
  const found = await told(TOTAL, () =>
    orders(
      "(1, '2026-04-02', 'paid', 130), (3, '2026-04-20', 'open', 60), (4, '2026-05-01', 'paid', 9), (5, '2026-04-30', 'paid', 200), (6, '2026-04-01', 'paid', 50), (7, '2026-05-09', 'paid', 1000)",
    ),
  )
  expect(fatesOf(found)).toEqual(['1 orders corrected', '1 orders removed', '2 orders added'])
  expect(amounts(found)).toEqual([[-40, 30, 250, null]])
  expect(found.because).toBe(
    'On 3 May 2026 you were told 140; now it is 380, because 2 orders of April 2026 arrived late (+250), 1 order of 2 Apr 2026 was corrected (+30) and 1 order of 9 Apr 2026 was removed (−40).',
  )
  const [table] = found.source!.tables
  expect(table).toMatchObject({ key: ['id'], columns: ['id', 'day', 'status', 'amount'] })
  expect(table!.rows).toEqual([
    { fate: 'added', before: null, now: [5, '2026-04-30', 'paid', 200] },
    { fate: 'added', before: null, now: [6, '2026-04-01', 'paid', 50] },
    { fate: 'corrected', before: [1, '2026-04-02', 'paid', 100], now: [1, '2026-04-02', 'paid', 130] },
    { fate: 'removed', before: [2, '2026-04-09', 'paid', 40], now: null },
  ])
})

test.each([
  ['a row that came', "(9, '2026-04-05', 'paid', 5)", ['1 orders added'], [null, null, 5, null]],
  [
    'several that came',
    "(9, '2026-04-05', 'paid', 5), (8, '2026-04-05', 'paid', 5)",
    ['2 orders added'],
    [null, null, 10, null],
  ],
])('%s', async (_, more, fates, amount) => {
  await orders(FIRST)
  const found = await told(TOTAL, () => orders(`${FIRST}, ${more}`))
  expect(fatesOf(found)).toEqual(fates)
  expect(amounts(found)).toEqual([amount])
})

test('a row that only now meets the filter, or no longer does, was corrected', async () => {
  await orders(FIRST)
  const found = await told(TOTAL, () =>
    orders(FIRST.replace("'open', 60", "'paid', 60").replace("'2026-04-09'", "'2026-05-09'")),
  )
  expect(fatesOf(found)).toEqual(['2 orders corrected'])
  expect(found.because).toContain('you were told 140; now it is 160, because 2 orders of 2026 were corrected (+20)')
})

test('nothing that the statement reads changed: nothing is told', async () => {
  await orders(FIRST)
  const found = await told(TOTAL, () => orders(`${FIRST}, (8, '2026-05-02', 'paid', 9)`))
  expect(found).toMatchObject({ same: true, source: null, because: '' })
  const note = 'id, day, status, amount, note'
  await orders("(1, '2026-04-02', 'paid', 100, 'a'), (2, '2026-04-03', 'paid', 1, 'a')", note)
  const other = await told(TOTAL, () =>
    orders("(1, '2026-04-02', 'paid', 100, 'b'), (2, '2026-04-03', 'paid', 2, 'a')", note),
  )
  expect(fatesOf(other)).toEqual(['1 orders corrected'])
})

const LAST_MONTH = `SELECT sum(amount) AS total FROM orders WHERE day >= date_trunc('month', current_date) - INTERVAL 1 MONTH AND day < date_trunc('month', current_date)`

test('a period that moved is told apart from rows that arrived late for the one of then', async () => {
  const march = new Date('2026-04-15T09:00:00Z')
  const rows = "(1, '2026-03-02', 'paid', 100), (2, '2026-04-02', 'paid', 30)"
  await orders(rows)
  const at = (moment: Date, sql = LAST_MONTH) =>
    sql.replaceAll('current_date', `DATE '${moment.toISOString().slice(0, 10)}'`)
  // The engine has no other day than today's, so what it says of each moment is said of a day that is written out.
  const run = async (moment: Date) => ({ ...(await query.run(ctx, { sql: at(moment) })), sql: LAST_MONTH })
  const before = await run(march)
  await orders(`${rows}, (3, '2026-03-30', 'paid', 7)`)
  const found = await compared(ctx, { result: before, at: march }, { result: await run(MAY), at: MAY })
  expect(found).toMatchObject({ moved: true, rows: [{ before: [100], now: [30] }] })
  expect(fatesOf(found)).toEqual(['1 orders added', '1 orders entered', '1 orders left'])
  expect(amounts(found)).toEqual([[null, null, 7, -77]])
  expect(found.because).toContain(
    '1 order of 30 Mar 2026 arrived late (+7) and 1 order of 2 Apr 2026 counts that did not and 1 order of 2 Mar 2026 counts no longer (−77); its period is another one.',
  )
  // The same month on another day is the same period.
  await orders(rows)
  const same = await run(march)
  await orders(`${rows}, (4, '2026-03-30', 'paid', 7)`)
  const later = new Date('2026-04-16T09:00:00Z')
  const told = await compared(ctx, { result: same, at: march }, { result: await run(later), at: later })
  expect([told.moved, fatesOf(told)]).toEqual([false, ['1 orders added']])
})

test('of rows that nothing names, a corrected one is one that went and one that came', async () => {
  const columns = 'day, status, amount'
  await orders("('2026-04-02', 'paid', 5), ('2026-04-02', 'paid', 5), ('2026-04-03', 'paid', 1)", columns)
  const found = await told(TOTAL, () =>
    orders("('2026-04-02', 'paid', 5), ('2026-04-02', 'paid', 6), ('2026-04-03', 'paid', 1)", columns),
  )
  expect(fatesOf(found)).toEqual(['1 orders added', '1 orders removed'])
  expect(found.source!.tables[0]!.key).toEqual([])
  expect(amounts(found)).toEqual([[-5, null, 6, null]])
})

test.each([
  ['count(*)', 2, 3],
  ['count(DISTINCT status)', 1, 2],
  ['avg(amount)', 70, 190 / 3],
  ['min(amount)', 40, 10],
  ['max(amount)', 100, 120],
  ['median(amount)', 70, 60],
  ['sum(amount) / count(*)', 70, 190 / 3],
])('%s: what each kind comes to adds up to the change', async (expression, then, now) => {
  await orders("(1, '2026-04-02', 'paid', 100), (2, '2026-04-09', 'paid', 40)")
  const found = await told(`SELECT ${expression} AS n FROM orders`, () =>
    orders("(1, '2026-04-02', 'paid', 120), (3, '2026-04-20', 'open', 60), (4, '2026-04-20', 'open', 10)"),
  )
  expect(found.rows).toEqual([{ kind: 'changed', before: [then], now: [now] }])
  expect([fatesOf(found)].flat().filter((fate) => !fate?.includes('corrected'))).toEqual([
    '1 orders removed',
    '2 orders added',
  ])
  expect(amounts(found)[0]!.reduce<number>((sum, one) => sum + Number(one), 0)).toBeCloseTo(now - then, 9)
})

test('joins that multiply rows tell rows of the tables, each once', async () => {
  await orders(FIRST)
  await put('tags', 'order_id, tag', "(1, 'a'), (1, 'b'), (2, 'a')")
  const sql = 'SELECT sum(o.amount) AS total FROM orders o JOIN tags t ON t.order_id = o.id'
  const found = await told(sql, () => orders(FIRST.replace("'paid', 100", "'paid', 110")))
  expect(fatesOf(found)).toEqual(['1 orders corrected'])
  expect(amounts(found)).toEqual([[null, 20, null, null]])
  const both = await told(sql, async () => {
    await orders(FIRST)
    await put('tags', 'order_id, tag', "(1, 'a'), (1, 'b'), (2, 'a'), (4, 'c')")
  })
  expect(fatesOf(both)).toEqual(['1 orders corrected', '1 tags added'])
})

test('of a period that moved the orders are told, not their customers, and a join by which others count is', async () => {
  await orders("(1, '2026-03-02', 'a', 100), (2, '2026-04-02', 'b', 30), (3, '2026-04-03', 'b', 5)")
  await put('people', 'key, vip', "('a', true), ('b', true), ('c', false)")
  const by = (month: string) =>
    `SELECT sum(amount) AS total FROM orders JOIN people ON key = status WHERE vip AND date_trunc('month', day) = DATE '${month}'`
  const run = async (month: string) => query.run(ctx, { sql: by(month) })
  const found = await compared(
    ctx,
    { result: await run('2026-03-01'), at: MAY },
    { result: await run('2026-04-01'), at: MAY },
  )
  expect(fatesOf(found)).toEqual(['1 orders left', '2 orders entered'])
  expect([found.filters_moved, found.because]).toEqual([
    true,
    'On 3 May 2026 you were told 100; now it is 35, because 2 orders of April 2026 count that did not and 1 order of 2 Mar 2026 counts no longer (−65); its filters choose other rows.',
  ])
  const joined = await told(by('2026-04-01'), () =>
    put('people', 'key, vip', "('a', true), ('b', false), ('c', false)"),
  )
  expect(fatesOf(joined)).toEqual(['1 people corrected'])
})

test('groups are told one by one, through common tables, sub-queries and results that it rests on', async () => {
  const by = (from: string) => `SELECT status, sum(amount) AS total FROM ${from} GROUP BY status ORDER BY status`
  for (const sql of [
    by('orders'),
    `WITH r1 AS (SELECT * FROM orders WHERE ${APRIL}) ${by('r1')}`,
    `SELECT * FROM (${by(`(SELECT status, amount FROM orders WHERE ${APRIL}) AS april`)}) WHERE total > 0`,
  ]) {
    await orders(FIRST)
    const found = await told(sql, () =>
      orders(
        FIRST.replace("'open', 60", "'open', 61").replace("'paid', 40)", "'paid', 40), (9, '2026-04-03', 'paid', 3)"),
      ),
    )
    expect(fatesOf(found)).toEqual(['1 orders added', '1 orders corrected'])
    expect(amounts(found).toSorted()).toEqual([
      ['open', null, 1, 0, null],
      ['paid', null, 0, 3, null],
    ])
    expect(found.because).toStartWith('Since 3 May 2026: 1 order')
  }
})

test('a table that only decides which rows count is named', async () => {
  await orders(FIRST)
  await put('paying', 'status', "('paid')")
  const found = await told('SELECT sum(amount) AS total FROM orders WHERE status IN (SELECT status FROM paying)', () =>
    put('paying', 'status', "('paid'), ('open')"),
  )
  expect(found.source).toMatchObject({ unknown: null, others: ['paying'] })
  expect(found.because).toContain('1 order counts that did not; other rows of paying decide which rows count.')
})

test('what is hidden now is not shown, and names no rows', async () => {
  await orders(FIRST)
  const found = await told(TOTAL, () =>
    orders(`${FIRST}, (9, '2026-04-05', 'paid', 5)`, 'id, day, status, amount', ['id']),
  )
  expect(found.source!.tables[0]).toMatchObject({ key: [], columns: ['day', 'status', 'amount'] })
  expect(fatesOf(found)).toEqual(['1 orders added'])
})

test('rows that are kept no longer, and those of databases, are said not to be known', async () => {
  await orders(FIRST)
  const gone = await told(TOTAL, async () => {
    await world.db.delete(catalogTables).where(eq(catalogTables.workspaceId, ctx.workspace.id))
    await orders("(1, '2026-04-02', 'paid', 1)")
  })
  expect(fatesOf(gone)).toBe('The rows that orders had then are kept no longer.')
  expect(gone.rows).toMatchObject([{ before: [140], now: [1] }])
  const { result, at } = { result: await query.run(ctx, { sql: TOTAL }), at: MAY }
  const remote = { ...result, source: 'shop', rows: [[2]] }
  const found = await compared(ctx, { result: { ...result, source: 'shop' }, at }, { result: remote, at })
  expect(fatesOf(found)).toBe('shop is a connected database: its rows of then are not kept.')
})
