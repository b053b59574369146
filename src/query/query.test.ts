import { beforeAll, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { DAY } from '#base/time.ts'
import * as schema from '#db/schema/index.ts'
import { call, json, newPlace, newTeam, signUp, workspaceCtx } from '../../tests/support/people.ts'
import { SOON } from '../../tests/support/soon.ts'
import { copyTable, putTable } from '../../tests/support/tables.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import * as results from './results.ts'
import * as query from './run.ts'

let other: WorkspaceCtx
const { world, app, owner, ctx } = await newTeam()
const stranger = await signUp(app)
beforeAll(async () => {
  other = await workspaceCtx(world, stranger.user.id, (await newPlace(app, stranger)).workspace.id)
  await putTable(
    ctx,
    'orders',
    `SELECT range AS id, (range * 7) % 50 AS amount, CASE WHEN range % 10 = 0 THEN NULL ELSE 'Customer ' || range END AS customer, 'hush' AS secret FROM range(500)`,
    ['secret'],
  )
  await putTable(other, 'orders', `SELECT 'theirs' AS canary`)
})

test('the last table is read by nobody once it is gone, hidden, or of no use to an agent, alone and beside a result', async () => {
  const own = await workspaceCtx(world, owner.user.id, (await newPlace(app, owner)).workspace.id)
  await putTable(own, 'letters', `SELECT 'read me' AS letter`)
  const isLetters = eq(schema.catalogTables.workspaceId, own.workspace.id)
  const set = (change: Partial<typeof schema.catalogTables.$inferInsert>) =>
    world.db.update(schema.catalogTables).set(change).where(isLetters)
  const r1 = (await query.run(own, { sql: 'SELECT letter FROM letters' })).id
  const isRefused = (as: WorkspaceCtx) =>
    Promise.all(
      ['SELECT letter FROM letters', 'SELECT letters.letter FROM letters, r1'].map((sql) =>
        expect(query.run(as, { sql, results: { r1 } })).rejects.toThrow('There is no table "letters"'),
      ),
    )
  const works = () => query.run(own, { sql: 'SELECT letter FROM letters' })
  await isRefused({ ...own, scope: { sources: [], tables: ['another'] } })
  await works()
  await set({ hidden: true })
  await isRefused(own)
  await set({ hidden: false })
  await works()
  await set({ current: false })
  await isRefused(own)
  // Of more tables than are opened at once those that a statement names are.
  await set({ current: true })
  await copyTable(
    own,
    'letters',
    [...Array(201).keys()].map((n) => `copy_${n}`),
  )
  await works()
  await world.db
    .update(schema.catalogTables)
    .set({ hidden: true })
    .where(and(isLetters, eq(schema.catalogTables.name, 'letters')))
  await isRefused(own)
  expect(await query.run(own, { sql: 'SELECT letter FROM r1', results: { r1 } })).toMatchObject({ rows: [['read me']] })
})

const sqlPath = (to = ctx) => `/api/workspaces/${to.workspace.id}/sql`
const resultPath = (id: string, search = '', to = ctx) => `/api/workspaces/${to.workspace.id}/results/${id}${search}`
const post = (body: object, headers: Record<string, string> = {}, search = '') =>
  app.request(sqlPath() + search, json(body, { ...owner.headers, ...headers }))

describe('a query', () => {
  test('comes back with its first rows and is kept', async () => {
    const found = await query.run(ctx, { sql: 'SELECT * FROM orders ORDER BY id', title: 'All orders' })
    expect(found).toMatchObject({
      total_rows: 500,
      truncated: false,
      title: 'All orders',
      source: 'workspace',
      rows_read: 500,
    })
    expect(found.columns.map(({ name }) => name)).toEqual(['id', 'amount', 'customer'])
    expect(found.rows).toHaveLength(50)
    expect(found.rows[3]).toEqual([3, 21, 'Customer 3'])
    expect(await results.get(ctx, found.id)).toMatchObject({ totalRows: 500, sql: 'SELECT * FROM orders ORDER BY id' })
  })

  test('may name an earlier result of the same workspace as a table', async () => {
    const r1 = await query.run(ctx, { sql: 'SELECT amount, count(*) AS n FROM orders GROUP BY amount' })
    const found = await query.run(ctx, { sql: 'SELECT sum(n) AS n FROM r1', results: { r1: r1.id } })
    expect(found.rows).toEqual([[500]])
    expect(found.fresh_at).toBe(r1.fresh_at)
    expect(found.left_out).toBeUndefined()
    const leftOut = [{ counted: 463, of: 467, note: '463 of 467 lines counted' }]
    await ctx.db.update(schema.results).set({ leftOut }).where(eq(schema.results.id, r1.id))
    const less = await query.run(ctx, { sql: 'SELECT sum(n) AS n FROM r1', results: { r1: r1.id } })
    expect(less.left_out).toEqual(leftOut)
    const theirs = query.run(other, { sql: 'SELECT * FROM r1', results: { r1: r1.id } })
    await expect(theirs).rejects.toMatchObject({ kind: 'not_found' })
  })

  test('never sees a hidden column', async () => {
    await expect(query.run(ctx, { sql: 'SELECT secret FROM orders' })).rejects.toMatchObject({ code: 'sql_error' })
  })

  test('keeps no file when it fails', async () => {
    const scratch = async () => Array.from(new Bun.Glob('*').scanSync(`${world.config.dataDir}/files/scratch`)).length
    const before = await scratch()
    await expect(query.run(ctx, { sql: 'SELECT error_here FROM orders' })).rejects.toThrow()
    expect(await scratch()).toBe(before)
  })
})

describe('the API', () => {
  test('runs a statement', async () => {
    const answer = await call(app, owner, 'POST', sqlPath(), { sql: 'SELECT count(*) AS n FROM orders;', limit: 10 })
    expect(answer).toMatchObject({
      status: 200,
      body: { columns: [{ name: 'n', type: 'BIGINT' }], rows: [[500]], total_rows: 1, truncated: false },
    })
    expect(Object.keys(answer.body).sort()).toEqual(['columns', 'elapsed_ms', 'id', 'rows', 'total_rows', 'truncated'])
  })

  test.each([
    [{ sql: '' }, 400, 'invalid'],
    [{ sql: 'SELECT * FROM order_s' }, 422, 'sql_error'],
    [{ sql: 'SELEC 1' }, 422, 'sql_error'],
    [{ sql: 'DROP TABLE orders' }, 422, 'sql_refused'],
    [{ sql: "SELECT * FROM '/etc/passwd'" }, 422, 'sql_refused'],
  ])('answers %j with %i %s', async (body, status, code) => {
    expect(await call(app, owner, 'POST', sqlPath(), body)).toMatchObject({ status, body: { code } })
  })

  test('gives nothing to strangers and guests', async () => {
    const { id } = await query.run(ctx, { sql: 'SELECT 1' })
    expect((await call(app, stranger, 'POST', sqlPath(), { sql: 'SELECT 1' })).status).toBe(404)
    expect((await call(app, stranger, 'GET', resultPath(id))).status).toBe(404)
    expect((await call(app, stranger, 'GET', resultPath(id, '', other))).status).toBe(404)
    expect((await call(app, null, 'POST', sqlPath(), { sql: 'SELECT 1' })).status).toBe(401)
  })

  test('cancels the query of a client that goes away', async () => {
    await query.run(ctx, { sql: 'SELECT 1' })
    const client = new AbortController()
    const endless = 'SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE hash(a.range + b.range) = 42'
    const running = app.request(
      new Request(`http://local${sqlPath()}`, { ...json({ sql: endless }, owner.headers), signal: client.signal }),
    )
    await Bun.sleep(200)
    client.abort()
    const startedAt = performance.now()
    expect((await running).status).toBe(409)
    expect(performance.now() - startedAt).toBeLessThan(SOON)
  })
})

describe('a kept result', () => {
  let id: string
  const page = async (search: string) => (await call(app, owner, 'GET', resultPath(id, search))).body
  const firsts = (body: { rows: unknown[][] }) => body.rows.map((row) => row[0])
  beforeAll(async () => {
    id = (await query.run(ctx, { sql: 'SELECT * FROM orders ORDER BY id' })).id
  })

  test('is paged', async () => {
    expect(firsts(await page('?offset=120&limit=3'))).toEqual([120, 121, 122])
    expect(firsts(await page('?offset=499'))).toEqual([499])
    expect(await page('?offset=10000')).toMatchObject({ rows: [], total_rows: 500 })
    expect((await call(app, owner, 'GET', resultPath(id, '?limit=5000'))).status).toBe(400)
  })

  test('is sorted, nulls last, ties in stored order', async () => {
    expect(firsts(await page('?sort=amount&limit=3'))).toEqual([0, 50, 100])
    expect(firsts(await page('?sort=-id&limit=3'))).toEqual([499, 498, 497])
    expect(firsts(await page('?sort=customer&offset=449&limit=3'))).toEqual([99, 0, 10])
    expect(firsts(await page('?sort=-customer&offset=450&limit=2'))).toEqual([0, 10])
    expect((await call(app, owner, 'GET', resultPath(id, '?sort=nothing'))).status).toBe(400)
  })

  test('is filtered by text in any column, whatever its case', async () => {
    expect(await page('?filter=CUSTOMER+11&limit=1')).toMatchObject({ total_rows: 10, rows: [[11, 27, 'Customer 11']] })
    expect(await page(`?filter=${encodeURIComponent("' OR 1=1 --")}`)).toMatchObject({ total_rows: 0 })
  })

  test('of another kind than asked for is named', async () => {
    const answer = await call(app, owner, 'GET', resultPath(id, '?format=pdf'))
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } })
  })

  test('that has expired is gone, and swept with its file', async () => {
    const old = await query.run(ctx, { sql: 'SELECT 1' })
    const later = { ...ctx, now: () => new Date(Date.now() + 31 * DAY) }
    await expect(results.page(later, old.id)).rejects.toMatchObject({ kind: 'not_found' })
    const { storeKey } = await results.get(ctx, old.id)
    await world.db
      .update(schema.results)
      .set({ expiresAt: new Date(0) })
      .where(eq(schema.results.id, old.id))
    // Other files of this worker leave results that have expired, too.
    expect(await results.sweep(world)).toBeGreaterThan(0)
    await expect(world.files.localPath(storeKey)).rejects.toThrow()
    expect(firsts(await page('?limit=1'))).toEqual([0])
  })
})

describe('an export', () => {
  const HOSTILE = `SELECT * FROM (VALUES
    (1, '=1+1', -5, '-12.5', 9007199254740993, 1.10::DECIMAL(10,2), DATE '2024-02-29', TIMESTAMP '2024-02-29 12:00:00', true),
    (2, '+cmd|'' /C calc''!A0', 6, '@SUM(A1)', 3, 2.20, NULL, NULL, false),
    (3, '  =1', 7, 'a "quoted", text & <b>', 4, 3.30, DATE '0001-01-01', TIMESTAMP '1899-01-01 00:00:00', NULL)
  ) AS t(id, "=name", n, s, big, price, day, moment, ok) ORDER BY id`

  test('as CSV keeps numbers and takes the sting out of formulas', async () => {
    const answer = await post({ sql: HOSTILE }, { accept: 'text/csv' })
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="result-[\d-]+\.csv"/)
    expect((await answer.text()).trimEnd().split('\n')).toEqual([
      `id,'=name,n,s,big,price,day,moment,ok`,
      `1,'=1+1,-5,-12.5,9007199254740993,1.10,2024-02-29,2024-02-29 12:00:00,true`,
      `2,'+cmd|' /C calc'!A0,6,'@SUM(A1),3,2.20,,,false`,
      `3,'  =1,7,"a ""quoted"", text & <b>",4,3.30,0001-01-01,1899-01-01 00:00:00,`,
    ])
  })

  test('as XLSX has typed cells', async () => {
    const answer = await post({ sql: HOSTILE, title: 'Umsatz für März' }, {}, '?format=xlsx')
    expect(answer.headers.get('content-disposition')).toContain(`filename*=UTF-8''Umsatz-f%C3%BCr-M%C3%A4rz.xlsx`)
    const parts = unzipSync(new Uint8Array(await answer.arrayBuffer()))
    expect(Object.keys(parts).sort()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ])
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml']!)
    expect(sheet).toContain('<c r="A2"><v>1</v></c>')
    expect(sheet).toContain('<c r="B2" s="4" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>')
    expect(sheet).toContain('<c r="E2" t="inlineStr"><is><t xml:space="preserve">9007199254740993</t></is></c>')
    expect(sheet).toContain('<c r="F2"><v>1.10</v></c>')
    expect(sheet).toContain('<c r="G2" s="1"><v>45351</v></c>')
    expect(sheet).toContain('<c r="H2" s="2"><v>45351.5</v></c>')
    expect(sheet).toContain('<c r="I3" t="b"><v>0</v></c>')
    expect(sheet).toContain('a "quoted", text &amp; &lt;b&gt;')
  })

  test('as Parquet has the stored bytes', async () => {
    const { id } = await query.run(ctx, { sql: HOSTILE })
    const answer = await app.request(resultPath(id), {
      headers: { ...owner.headers, accept: 'application/vnd.apache.parquet' },
    })
    expect(answer.status).toBe(200)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect(strFromU8(bytes.slice(0, 4))).toBe('PAR1')
    const { storeKey } = await results.get(ctx, id)
    expect(bytes).toEqual(await Bun.file(await world.files.localPath(storeKey)).bytes())
  })

  test('leaves nothing in the scratch folder', async () => {
    await Bun.sleep(50)
    expect(Array.from(new Bun.Glob('*export*').scanSync(`${world.config.dataDir}/files/scratch`))).toEqual([])
  })
})
