import { beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { DAY } from '#base/time.ts'
import { sweep } from '#canvases/memory.ts'
import { canvases, canvasMemories, catalogColumns, catalogTables, users } from '#db/schema/index.ts'
import * as definitions from '#definitions/definitions.ts'
import * as query from '#query/run.ts'
import { type App, call, form, join, newPlace, type Person, signUp, workspaceCtx } from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'
import { type TestWorld, testApp, testWorld } from '../../tests/support/world.ts'
import type { WorkspaceCtx } from '../ctx.ts'

/** Boards over orders that change while nobody looks, on a clock that only the test moves. */
let app: App
let world: TestWorld
let [owner, viewer, stranger]: Person[] = []
let ctx: WorkspaceCtx
let workspace: string
let moved = 0

const SQL = 'SELECT id, status, amount FROM orders ORDER BY id'
beforeAll(async () => {
  const base = await testWorld()
  world = { ...base, now: () => new Date(Number(base.now()) + moved) }
  app = await testApp(world)
  ;[owner, viewer, stranger] = [await newPerson(), await newPerson(), await newPerson()]
  const place = await newPlace(app, owner!)
  await newPlace(app, stranger!)
  workspace = place.workspace.id
  await join(world, place.organization.id, viewer!.user.id, 'viewer')
  ctx = await workspaceCtx(world, owner!.user.id, workspace)
}, 300_000)

/** Somebody with an API key, which no clock ends. */
async function newPerson(): Promise<Person> {
  const person = await signUp(app)
  const key = { name: 'Test', scopes: ['read', 'ask', 'write', 'admin'], expires_in_days: null }
  const { body } = await call(app, person, 'POST', '/api/user/api-keys', key)
  return { ...person, headers: { authorization: `Bearer ${body.key}` } }
}
const FIRST = "(1, 'paid', 100), (2, 'open', 40), (3, 'paid', 60)"
const SECOND = "(1, 'paid', 100), (2, 'paid', 45), (4, 'open', 70)"
async function orders(values: string, columns = 'id, status, amount') {
  await world.db.update(catalogTables).set({ current: false }).where(eq(catalogTables.workspaceId, workspace))
  await putTable(ctx, 'orders', `SELECT *, current_date AS day FROM (VALUES ${values}) AS t(${columns})`)
}
async function newBlock(content: object = { title: 'Orders', sql: SQL }, more: object = {}) {
  const { id } = (await call(app, owner!, 'POST', `/api/workspaces/${workspace}/canvases`, { name: 'Board' })).body
  await call(app, owner!, 'PATCH', `/api/canvases/${id}`, more)
  const block = newId()
  await put(id, block, content)
  return { board: id as string, block }
}
type At = { board: string; block: string }
const put = (board: string, block: string, content: object) =>
  call(app, owner!, 'PUT', `/api/canvases/${board}/blocks/${block}`, {
    ...{ kind: 'queries' in content ? 'prose' : 'grid', tab: 'first', x: 0, y: 0, w: 6, h: 4, content },
  })
const refresh = ({ board }: At, filters = '') =>
  call(app, viewer!, 'POST', `/api/canvases/${board}/refresh`, { filters, force: true })
const rerun = ({ board, block }: At, filters = '', who = viewer!) =>
  call(app, who, 'POST', `/api/canvases/${board}/blocks/${block}/rerun`, { filters })

test('rows that came late, were corrected and are gone are told by their key, and stay told', async () => {
  await orders(FIRST)
  const at = await newBlock()
  await refresh(at)
  expect((await rerun(at)).body).toMatchObject({
    same: true,
    title: 'Orders',
    rows: [],
    moved: false,
    filters_moved: false,
  })
  await orders(SECOND)
  const { body } = await rerun(at)
  expect(body).toMatchObject({ same: false, key: ['id'], added: 1, removed: 1, changed: 1, before: { rows: 3 } })
  expect(body.rows).toEqual([
    { kind: 'changed', before: [2, 'open', 40], now: [2, 'paid', 45] },
    { kind: 'added', before: null, now: [4, 'open', 70] },
    { kind: 'removed', before: [3, 'paid', 60], now: null },
  ])
  // What it showed before is remembered, however often it is refreshed without a change.
  await refresh(at)
  expect((await rerun(at)).body).toMatchObject({ same: false, changed: 1, before: body.before })
})

test('what was never refreshed is compared from now on, and another statement begins anew', async () => {
  await orders(FIRST)
  const at = await newBlock({ title: 'Orders', sql: `${SQL} -- ${newId()}` })
  expect((await rerun(at)).body.error).toContain('From now on it is remembered')
  expect((await rerun(at)).body.same).toBe(true)
  await put(at.board, at.block, { title: 'Orders', sql: `SELECT id FROM orders ORDER BY id -- ${newId()}` })
  expect((await rerun(at)).status).toBe(422)
  expect((await rerun(at)).body).toMatchObject({ same: true, columns: ['id'] })
})

test('a range of days that goes along chooses other rows another day, and definitions that changed are named', async () => {
  await orders("(1, DATE '2026-01-01')", 'id, ordered')
  const day = {
    id: 'day',
    name: 'Day',
    kind: 'date_range',
    places: [{ table: 'orders', column: 'ordered' }],
    except: [],
  }
  const at = await newBlock({ title: 'Count', sql: 'SELECT count(*) AS n FROM orders' }, { filters: [day] })
  await refresh(at, 'day:last_30_days')
  expect((await rerun(at, 'day:last_30_days')).body).toMatchObject({ same: true, filters_moved: false })
  const define = (expression: string, of?: string) =>
    definitions.propose({ ...ctx, now: world.now }, query, {
      input: {
        ...{ kind: 'metric', name: 'order count', table: 'orders', expression, synonyms: [] },
        ...{ description: '', filters: '', grain: '', owner: '' },
      },
      ...{ approve: true, of },
    })
  moved -= DAY
  const { id } = await define('count(*)')
  moved += 3 * DAY
  await define('count(*) / 2', id)
  expect((await rerun(at, 'day:last_30_days')).body).toMatchObject({
    filters_moved: true,
    definitions: ['order count'],
  })
  // Without filters it is another memory.
  expect((await rerun(at)).status).toBe(422)
  moved = 0
})

test('what was hidden since is compared with nothing', async () => {
  await orders(FIRST)
  const at = await newBlock({ title: 'Orders', sql: `SELECT * FROM orders ORDER BY id -- ${newId()}` })
  await refresh(at)
  await world.db.update(catalogColumns).set({ hidden: true }).where(eq(catalogColumns.name, 'status'))
  const { status, body } = await rerun(at)
  expect([status, JSON.stringify(body).includes('paid')]).toEqual([422, false])
  await world.db.update(catalogColumns).set({ hidden: false }).where(eq(catalogColumns.name, 'status'))
})

test('a block that fails says why, and others find no board', async () => {
  await orders(FIRST)
  const at = await newBlock()
  await refresh(at)
  await orders('(1, 100)', 'id, amount')
  expect((await rerun(at)).body.error).toContain('status')
  expect((await rerun({ ...at, block: newId() })).status).toBe(404)
  expect((await rerun(at, '', stranger!)).status).toBe(404)
  expect((await rerun(at, 'nothing:1')).status).toBe(400)
})

/** Pinned words over two statements: two figures of cells, and one that is evaluated anew. */
function words(text = 'In all 200, of which 160 is paid: 80 %.') {
  const place = (query: number, column: string, pinned: number) => ({ query, column, row: null, pinned })
  const number = (said: string, cells: object[], more: object = {}) => {
    const start = text.indexOf(said)
    return { text: said, start, end: start + said.length, state: 'bound', cells, ...more }
  }
  const [all, paid] = [place(0, 'total', 200), place(1, 'paid', 160)]
  return {
    text,
    numbers: [
      number('200', [all]),
      number('160', [paid]),
      number('80 %', [paid, all], { state: 'derived', reference: 'share(r2.paid, r1.total)' }),
    ],
    queries: [
      { name: 'r1', title: 'All', sql: 'SELECT sum(amount) AS total, count(*) AS n FROM orders' },
      { name: 'r2', title: 'Paid', sql: "SELECT sum(amount) AS paid FROM orders WHERE status = 'paid'" },
    ],
  }
}

test('of words the figures are compared, with the rows behind them, and nothing is told where none moved', async () => {
  await orders(FIRST)
  const at = await newBlock(words())
  await refresh(at)
  expect((await rerun(at)).body).toMatchObject({ same: true, rows: [], because: '', source: null })
  // What its statements give beside its figures is not what it says.
  await orders("(1, 'paid', 100), (2, 'open', 15), (3, 'paid', 60), (4, 'open', 25)")
  expect((await rerun(at)).body).toMatchObject({ same: true, because: '', before: { rows: 3 } })
  await orders("(1, 'paid', 120), (2, 'open', 40), (3, 'paid', 60)")
  const { body } = await rerun(at)
  expect(body).toMatchObject({ same: false, changed: 3, key: ['number'], title: words().text })
  expect(body.rows.map(({ before, now }: { before: string[]; now: string[] }) => [before[2], now[2]])).toEqual([
    ['200', '220'],
    ['160', '180'],
    ['80 %', '81.8 %'],
  ])
  expect(body.rows[1].now[1]).toBe(', of which … is paid:')
  expect(body.because).toContain('order was corrected')
  expect(body.source.tables).toHaveLength(1)
  // Whoever looks in another language is told no change for that.
  await world.db.update(users).set({ locale: 'de-DE' }).where(eq(users.id, viewer!.user.id))
  await refresh(at)
  expect((await rerun(at)).body).toMatchObject({ same: false, changed: 3 })
  const page = form({ filters: '' }, viewer!.cookie)
  const html = await (await app.request(`/canvases/${at.board}/blocks/${at.block}/rerun`, page)).text()
  expect(html).toContain('<del>200</del> <ins>220</ins>')
  // Other words begin anew.
  await put(at.board, at.block, words('Of 200, paid are 160: 80 %.'))
  expect((await rerun(at)).body.same).toBe(true)
  expect((await rerun(at)).body.same).toBe(true)
})

test('one figure of words that moved is told in a sentence, and none once it reads what was hidden', async () => {
  const { numbers, queries } = words()
  const content = { text: 'In all 200.', numbers: [numbers[0]], queries: [queries[0]] }
  await orders(FIRST)
  const at = await newBlock(content)
  await refresh(at)
  await orders(`${FIRST}, (4, 'open', 1)`)
  const { body } = await rerun(at)
  expect(body.because).toMatch(/^On .* you were told 200; now it is 201, because 1 order is new( \(\+1\))?\.$/)
  await world.db.update(catalogColumns).set({ hidden: true }).where(eq(catalogColumns.name, 'amount'))
  expect(JSON.stringify((await rerun(at)).body)).not.toMatch(/20[01]/)
  await world.db.update(catalogColumns).set({ hidden: false }).where(eq(catalogColumns.name, 'amount'))
})

test('the page shows then and now side by side, with the way back', async () => {
  await orders(FIRST)
  const at = await newBlock()
  await refresh(at)
  await orders(SECOND)
  const page = await app.request(
    `/canvases/${at.board}/blocks/${at.block}/rerun`,
    form({ filters: '' }, viewer!.cookie),
  )
  const html = await page.text()
  expect(html).toContain('<del>40</del> <ins>45</ins>')
  expect(html).toContain(`href="/canvases/${at.board}"`)
})

test('of many settings the last are remembered, and what nobody looks at is forgotten', async () => {
  await orders(FIRST)
  const parameters = [{ name: 'least', type: 'number', default: '0' }]
  const at = await newBlock({ title: 'Orders', sql: 'SELECT id FROM orders WHERE amount > {{least}}' }, { parameters })
  for (let n = 0; n < 24; n++) await refresh(at, `least:${n}`)
  const ofBoard = () => world.db.select().from(canvasMemories).where(eq(canvasMemories.canvasId, at.board))
  expect(await ofBoard()).toHaveLength(20)
  await sweep({ db: world.db, now: () => new Date(Number(world.now()) + 31 * DAY) })
  expect(await ofBoard()).toHaveLength(0)
})

test('statements that ran and failed are counted, and none runs of a board that an admin stopped', async () => {
  await orders(FIRST)
  const at = await newBlock({ title: 'Orders', sql: `${SQL} -- ${newId()}` })
  await refresh(at)
  await put(at.board, at.block, { title: 'Orders', sql: 'SELECT nothing FROM orders' })
  await refresh(at)
  const [row] = await world.db.select().from(canvases).where(eq(canvases.id, at.board))
  expect(row).toMatchObject({ refreshes: 2, failures: 1, refreshedAt: expect.any(Date) })
  await world.db
    .update(canvases)
    .set({ stoppedAt: world.now(), stoppedReason: 'Too much.' })
    .where(eq(canvases.id, at.board))
  expect((await refresh(at)).body).toMatchObject({
    code: 'canvas_stopped',
    error: expect.stringContaining('Too much.'),
  })
  expect((await rerun(at)).status).toBe(409)
})
