import { Database } from 'bun:sqlite'
import { beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { SignJWT } from 'jose'
import { newId } from '#base/ids.ts'
import { catalogColumns } from '#db/schema/index.ts'
import { connectDatabase } from '../../tests/support/connected.ts'
import {
  type App,
  call,
  join as joinAs,
  newPlace,
  type Person,
  signUp,
  workspaceCtx,
} from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'
import { type TestWorld, testApp, testWorld } from '../../tests/support/world.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import type { BlockJson, CanvasJson } from './rules/answers.ts'
import type { Parameter } from './rules/parameter-value.ts'

/** A board whose statements have values that people set. */
let app: App
let world: TestWorld
let [owner, viewer, stranger]: Person[] = []
let ctx: WorkspaceCtx
let workspace: string

beforeAll(async () => {
  world = await testWorld()
  app = await testApp(world)
  ;[owner, viewer, stranger] = [await signUp(app), await signUp(app), await signUp(app)]
  const place = await newPlace(app, owner!)
  await newPlace(app, stranger!)
  workspace = place.workspace.id
  await joinAs(world, place.organization.id, viewer!.user.id, 'viewer')
  ctx = await workspaceCtx(world, owner!.user.id, workspace)
  await putTable(
    ctx,
    'orders',
    `SELECT range AS id, ['North', 'South', 'O''Brien; --'][1 + range % 3] AS region, (range * 10)::INT AS amount, range % 2 = 0 AS paid,
      DATE '2026-01-01' + range::INT AS day FROM range(60)`,
  )
}, 300_000)

const parameter = (name: string, type: Parameter['type'], usual: string, more: Partial<Parameter> = {}): Parameter => ({
  ...{ name, label: '', type, default: usual, choices: [], column: null, of: 'text' },
  ...more,
})
const LEAST = parameter('least', 'number', '100', { label: 'Least amount' })
const REGION = parameter('region', 'text', 'North')
const SINCE = parameter('since', 'date', '2026-02-01')
const PAID = parameter('paid', 'boolean', 'true')
const ALL = [LEAST, REGION, SINCE, PAID, parameter('top', 'choice', '3', { choices: ['3', '5'], of: 'number' })]

const newBoard = async (parameters: Parameter[] = ALL, more: object = {}) => {
  const { id } = (await call(app, owner!, 'POST', `/api/workspaces/${workspace}/canvases`, { name: 'Board' })).body
  const changed = await call(app, owner!, 'PATCH', `/api/canvases/${id}`, { parameters, ...more })
  expect(changed.status).toBe(200)
  return id as string
}
const put = async (canvas: string, sql: string, more: object = {}, id: string = newId()) => {
  const block = { kind: 'grid', tab: 'first', x: 0, y: 0, w: 6, h: 4, content: { title: 'Rows', sql, ...more } }
  expect((await call(app, owner!, 'PUT', `/api/canvases/${canvas}/blocks/${id}`, block)).status).toBe(200)
  return id
}
const refreshed = async (canvas: string, filters = '', who = viewer!) =>
  call(app, who, 'POST', `/api/canvases/${canvas}/refresh`, { filters })
const shown = async (canvas: string, filters = '') => {
  const { body } = await refreshed(canvas, filters)
  const [block] = body as BlockJson[]
  return block!.data!.error ?? block!.data!.results[0]?.rows
}

describe('values in statements', () => {
  const COUNT = 'SELECT count(*) AS n FROM orders WHERE'
  test.each<[string, string, string, unknown]>([
    ['a number, usual', `${COUNT} amount >= {{least}}`, '', [[50]]],
    ['a number, set', `${COUNT} amount >= {{ least }}`, 'least:550.5', [[4]]],
    ['a negative number', `SELECT {{least}} + 1 AS n`, 'least:-3', [[-2]]],
    ['a number less than one below zero', `SELECT 1 - {{least}} AS n`, 'least:-0.5', [['1.5']]],
    ['a text', `${COUNT} region = {{region}}`, 'region:South', [[20]]],
    ['a text with quotes', `${COUNT} region = {{region}}`, `region:${encodeURIComponent("O'Brien; --")}`, [[20]]],
    ['no text', `SELECT {{region}} = '' AS empty`, 'region:', [[true]]],
    ['a day', `${COUNT} day >= {{since}} AND day < {{since}} + INTERVAL 7 DAY`, 'since:2026-01-10', [[7]]],
    ['yes and no', `${COUNT} paid = {{paid}} AND id < 9`, 'paid:false', [[4]]],
    ['a limit', 'SELECT id FROM orders ORDER BY id LIMIT {{top}}', 'top:5', [[0], [1], [2], [3], [4]]],
    [
      'several at once',
      `${COUNT} (region = {{region}} OR amount < {{least}}) AND region <> {{region}}`,
      'least:60',
      [[4]],
    ],
    ['within a CASE', `SELECT CASE {{region}} WHEN 'North' THEN 1 ELSE 2 END AS n`, '', [[1]]],
    ['braces of a text', `SELECT '{{nobody}} {{' || {{region}} AS t`, '', [['{{nobody}} {{North']]],
    ['a scientific number beside it', 'SELECT 1e3 * {{top}} AS n', '', [[3000]]],
  ])('%s', async (_, sql, filters, rows) => {
    const board = await newBoard()
    await put(board, sql)
    expect(await shown(board, filters)).toEqual(rows as never)
  })

  test.each([
    ["SELECT * FROM orders WHERE region = '{{region}}'", 'Take it out of the quotes'],
    ['SELECT {{region}} AS a -- {{region}}', 'Take it out of the quotes'],
    ['SELECT {{other}} AS a', 'no parameter called other'],
    ['SELECT a{{top}} FROM orders', 'Take it out of the quotes'],
    ['SELECT FROM WHERE {{top}}', 'syntax error'],
    ['SELECT 12345678901234567 + {{top}} AS n', 'more than 15 digits'],
  ])('%s is not run, and says why', async (sql, why) => {
    const board = await newBoard()
    const id = await put(board, sql)
    expect(await shown(board)).toContain(why)
    const { body } = await call(app, viewer!, 'GET', `/api/canvases/${board}`)
    expect(body.blocks.find((one: BlockJson) => one.id === id).data).toMatchObject({ stale: false, results: [] })
  })

  const NASTY = [
    `'; DROP TABLE orders; --`,
    `' OR '1'='1`,
    `\\' OR 1=1 --`,
    '$1',
    '{{region}}',
    '\u2019 --',
    'a\nb',
    '/* */',
    '🙂',
  ]
  test.each(NASTY)('%j is a text and nothing else', async (nasty) => {
    const board = await newBoard()
    await put(board, 'SELECT {{region}} AS t, (SELECT count(*) FROM orders WHERE region = {{region}}) AS n')
    expect(await shown(board, `region:${encodeURIComponent(nasty)}`)).toEqual([[nasty, 0]] as never)
  })

  test.each([
    ['least:abc', 'Least amount: “abc” is no number'],
    ['least:1e9', 'no number'],
    ['least:1234567890123456', 'up to 15 digits'],
    ['since:2026-02-30', 'since: “2026-02-30” is no day'],
    ['paid:maybe', 'neither true nor false'],
    ['top:4', 'none of 3, 5'],
    [`region:${'x'.repeat(301)}`, 'at most 300 characters'],
  ])('%s does not fit its type, which is told', async (filters, why) => {
    const board = await newBoard()
    await put(board, 'SELECT {{least}} AS a')
    const { status, body } = await refreshed(board, filters)
    expect([status, body.code]).toEqual([400, 'parameter_invalid'])
    expect(body.error).toContain(why)
    const page = await app.request(`/canvases/${board}?filters=${encodeURIComponent(filters)}`, {
      headers: { cookie: viewer!.cookie },
    })
    expect([page.status, (await page.text()).includes('or cannot be set so')]).toEqual([200, true])
  })

  test('a day may be that of today, and goes along', async () => {
    const board = await newBoard([{ ...SINCE, default: 'today' }])
    await put(board, 'SELECT {{since}} AS day')
    const day = world.now().toISOString().slice(0, 10)
    expect(await shown(board)).toEqual([[day]] as never)
  })
})

test('filters reach a statement with values, rows lie behind it, and its tables can be filtered', async () => {
  const filters = [
    { id: 'area', name: 'Area', kind: 'values', places: [{ table: 'orders', column: 'region' }], except: [] },
  ]
  const board = await newBoard(ALL, { filters })
  const id = await put(
    board,
    'SELECT region, count(*) AS n FROM orders WHERE amount >= {{least}} GROUP BY region ORDER BY 1',
  )
  expect(await shown(board, 'area:South;least:500')).toEqual([['South', 3]] as never)
  const { body: columns } = await call(app, owner!, 'GET', `/api/canvases/${board}/columns`)
  expect(columns).toMatchObject([{ table: 'orders', blocks: [id] }])
  const at = { cells: { region: 'South', n: 3 }, filters: 'area:South;least:500' }
  const rows = await call(app, viewer!, 'POST', `/api/canvases/${board}/blocks/${id}/rows`, at)
  expect(rows.body.total_rows).toBe(3)
})

test('what is set is shared by its statement, told by default only, and kept in copies and versions', async () => {
  const board = await newBoard()
  await put(board, 'SELECT {{least}} AS n')
  const before = (await call(app, owner!, 'GET', `/api/canvases/${board}`)).body.version
  await refreshed(board, 'least:7')
  expect((await call(app, owner!, 'GET', `/api/canvases/${board}`)).body.version).toBe(before)
  const other = await newBoard([LEAST])
  await put(other, 'SELECT {{least}} AS n')
  const { body } = await call(app, viewer!, 'GET', `/api/canvases/${other}?filters=least:7`)
  expect(body.blocks[0].data.results[0].rows).toEqual([[7]])
  const copy = await call(app, owner!, 'POST', `/api/workspaces/${workspace}/canvases`, {
    name: 'Copy',
    copy_of: board,
  })
  const copied: CanvasJson = (await call(app, owner!, 'GET', `/api/canvases/${copy.body.id}`)).body
  expect(copied.parameters).toEqual(ALL)
})

test.each([
  [[parameter('A', 'text', '')], 'begins with a letter'],
  [[LEAST, LEAST], 'a name of its own'],
  [[parameter('n', 'number', 'many')], 'does not fit'],
  [[parameter('n', 'choice', 'a')], 'Write the values'],
  [[parameter('n', 'choice', 'b', { choices: ['a'] })], 'none of a'],
  [Array.from({ length: 13 }, (_, at) => parameter(`p${at}`, 'text', '')), 'at most 12'],
  [[parameter('area', 'text', '')], 'A filter is called area'],
])('parameters that cannot be are refused (%#)', async (parameters, why) => {
  const filters = [
    { id: 'area', name: 'Area', kind: 'values', places: [{ table: 'orders', column: 'region' }], except: [] },
  ]
  const board = await newBoard([], { filters })
  const { status, body } = await call(app, owner!, 'PATCH', `/api/canvases/${board}`, { parameters })
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain(why)
})

test('values of a column are offered to who may see them, and a hidden column is not told', async () => {
  await putTable(ctx, 'people', `SELECT unnest(['Ann', 'Bo', 'Ann']) AS name, 1 AS secret`)
  const who = parameter('who', 'choice', 'Ann', { column: { table: 'people', column: 'name' } })
  const board = await newBoard([who])
  await put(board, 'SELECT count(*) AS n FROM people WHERE name = {{who}}')
  expect(await shown(board, 'who:Bo')).toEqual([[1]] as never)
  const values = () => call(app, viewer!, 'GET', `/api/canvases/${board}/filters/who/values`)
  expect((await values()).body).toMatchObject({ values: [{ value: 'Ann', rows: 2 }, { value: 'Bo' }] })
  await world.db.update(catalogColumns).set({ hidden: true }).where(eq(catalogColumns.name, 'name'))
  expect((await values()).status).toBe(422)
  const { body } = await call(app, viewer!, 'GET', `/api/canvases/${board}`)
  expect(body.parameters[0].column).toBeNull()
  await world.db.update(catalogColumns).set({ hidden: false }).where(eq(catalogColumns.name, 'name'))
})

test('a statement is tried with values by those who may change the board, and by nobody else', async () => {
  const board = await newBoard()
  const asked = { sql: 'SELECT {{least}} AS n', filters: 'least:5' }
  expect((await call(app, owner!, 'POST', `/api/canvases/${board}/run`, asked)).body.rows).toEqual([[5]])
  expect((await call(app, viewer!, 'POST', `/api/canvases/${board}/run`, asked)).status).toBe(403)
  expect((await call(app, stranger!, 'POST', `/api/canvases/${board}/run`, asked)).status).toBe(404)
  expect((await call(app, viewer!, 'PATCH', `/api/canvases/${board}`, { parameters: [] })).status).toBe(403)
})

test('a link is frozen to the values it was made with, and whoever opens it sets none', async () => {
  const board = await newBoard()
  await put(board, "SELECT 'frozen at ' || {{least}}::INT || ' and ' || {{region}} AS t")
  const made = await call(app, owner!, 'POST', `/api/canvases/${board}/links`, { filters: 'least:77' })
  const path = new URL(made.body.address).pathname
  await call(app, owner!, 'PATCH', `/api/canvases/${board}`, { parameters: [] })
  for (const query of ['', '?filters=least:5', '?least=5']) {
    const html = await (await app.request(`${path}${query}`)).text()
    expect(html).toContain('frozen at 77 and North')
    expect(html).toContain('Least amount: 77')
  }
})

test('a token sets parameters by their names, each as one, and filters nothing by them', async () => {
  const board = await newBoard([LEAST, REGION])
  await put(board, "SELECT 'least ' || {{least}}::INT AS t, region FROM orders WHERE region = {{region}} LIMIT 1")
  const settings = `/api/workspaces/${workspace}/embedding`
  await call(app, owner!, 'PUT', settings, { hosts: ['https://app.example.com'] })
  const { secret } = (await call(app, owner!, 'POST', `${settings}/secret`)).body
  const opened = async (claims: object) => {
    const token = await new SignJWT({ canvas: board, ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(new Date(Number(world.now()) + 3_600_000))
      .sign(new TextEncoder().encode(secret))
    const page = await app.request(`/embed/canvases/${token}`)
    return { status: page.status, html: await page.text() }
  }
  const seen = await opened({ parameters: { least: '12', region: 'South' } })
  expect([seen.status, seen.html.includes('least 12'), seen.html.includes('South')]).toEqual([200, true, true])
  // Nothing of a value becomes a filter or another parameter.
  const sly = await opened({ parameters: { region: 'South;least:5' } })
  expect(sly.html).not.toContain('least 5')
  for (const claims of [{ parameters: { other: '1' } }, { filters: { least: ['5'] } }, { parameters: { least: 'x' } }])
    expect((await opened(claims)).status).toBe(400)
})

test('a statement in the language of a database has them, as literals that its own reader puts in', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parameters-'))
  const path = join(folder, 'shop.sqlite')
  const database = new Database(path)
  database.run('create table goods (name text, price real)')
  database.run(`insert into goods values ('tea', 3), ('it''s', 5), ('rice', 8)`)
  database.close()
  await connectDatabase(ctx, 'shop', 'sqlite', { path })
  const board = await newBoard([parameter('name', 'text', 'tea'), parameter('most', 'number', '9')])
  const sql = 'select name, price from goods where name = {{name}} or price > {{most}} order by price'
  const id = await put(board, sql, { source: 'shop' })
  expect(await shown(board)).toEqual([['tea', 3]])
  expect(await shown(board, `name:${encodeURIComponent("it's")};most:6`)).toEqual([
    ["it's", 5],
    ['rice', 8],
  ] as never)
  expect(await shown(board, `name:${encodeURIComponent(`' or 1=1 --`)}`)).toEqual([] as never)
  await put(board, "select '{{name}}' as a from goods", { source: 'shop' }, id)
  expect(await shown(board)).toContain('Take it out of the quotes')
  await put(board, 'select {{other}} as a from goods', { source: 'shop' }, id)
  expect(await shown(board)).toContain('no parameter called other')
  await rm(folder, { recursive: true })
})
