import { expect, test } from 'bun:test'
import { call } from '../../tests/support/people.ts'
import { settled, upload } from '../../tests/support/upload.ts'
import type { Step } from './rules/recipe.ts'

const ORDERS = `id,city,amount,day
1,New York,10,2024-01-01
2,New York,20,2024-01-02
3,N. York,30,2024-01-03
4,"New York  ",40,2024-01-04
5,Boston,50000,2024-01-05
5,Boston,50000,2024-01-05
`
const MERGE: Step = { kind: 'replace', column: 'city', from: ['N. York', 'New York '], to: 'New York' }
const TRIM: Step = { kind: 'trim', column: 'city' }

/** Somebody new with an uploaded file and the recipe of its table. */
async function desk(content = ORDERS, name = 'orders.csv') {
  const place = await settled(content, name)
  const { app, ada, path } = place
  const table = async () => (await call(app, ada, 'GET', `${path}/catalog`)).body[0]
  const at = async (rest = '') => `${path}/catalog/${(await table()).id}/recipe${rest}`
  const recipe = async () => (await call(app, ada, 'GET', await at())).body
  /** The answer once the work is done: a busy machine is told "202, working" or, where another works, "409, busy" meanwhile. */
  async function done(ask: () => ReturnType<typeof call>): ReturnType<typeof call> {
    let answer = await ask()
    while (answer.body.code === 'file_busy') answer = await Bun.sleep(50).then(ask)
    if (answer.status !== 202) return answer
    let body = await recipe()
    while (body.working) body = await Bun.sleep(50).then(recipe)
    return { ...answer, status: 200, body }
  }
  const mend = (step: object) => done(async () => call(app, ada, 'POST', await at(), { step }))
  const undo = (rest = '') => done(async () => call(app, ada, 'DELETE', await at(rest)))
  const cities = async () =>
    (await place.sql('select city, count(*) from orders group by city order by 2 desc, 1')).rows
  return { ...place, table, mend, recipe, undo, cities }
}

test('spellings that are merged are one value for everything that reads the table, until the step is undone', async () => {
  const { mend, cities, undo, table, recipe } = await desk()
  const { id } = await table()
  expect((await mend(TRIM)).body.steps).toMatchObject([{ step: TRIM, changed: 1 }])
  expect((await mend(MERGE)).body.steps).toMatchObject([{ changed: 1 }, { step: MERGE, changed: 1 }])
  expect(await cities()).toEqual([
    ['New York', 4],
    ['Boston', 2],
  ])
  const mended = await table()
  expect(mended).toMatchObject({ id, mended: 2, rows: 6 })
  expect(mended.columns[1]).toMatchObject({ name: 'city', distinct: 2, top: [{ value: 'New York', count: 4 }, {}] })
  const { steps } = await recipe()
  expect((await undo(`/${steps[0].id}`)).body.steps).toMatchObject([{ id: steps[1].id, changed: 1 }])
  expect(await cities()).toEqual([
    ['New York', 3],
    ['Boston', 2],
    ['New York  ', 1],
  ])
  expect((await undo()).body.steps).toEqual([])
  expect((await cities()).length).toBe(4)
  expect(await table()).not.toHaveProperty('mended')
})

test('a new version is mended in the same way; a step whose column is gone is skipped and said', async () => {
  const { app, ada, workspace, mend, cities, recipe, path } = await desk()
  await mend(TRIM)
  await mend(MERGE)
  await mend({ kind: 'hide', column: 'day' })
  const next = 'id,city,amount\n7,N. York,1\n8,  New York,2\n'
  const { body } = await upload(app, ada, workspace.id, 'orders.csv', next)
  expect(await cities()).toEqual([['New York', 2]])
  expect(body.schema_changes).toContain(
    'A step of the recipe of orders was skipped: Leave out the column day. There is no column "day".',
  )
  expect((await recipe()).steps.map(({ skipped }: { skipped?: string }) => skipped)).toEqual([
    undefined,
    undefined,
    'There is no column "day".',
  ])
  const reread = await call(app, ada, 'POST', `${path}/files/${body.id}/read`, { dialect: { types: { id: 'text' } } })
  expect(reread.status).toBe(200)
  expect(await cities()).toEqual([['New York', 2]])
})

test('rows that are left out are told by the check of an answer', async () => {
  const { app, ada, path, mend, table, sql } = await desk()
  expect((await mend({ kind: 'rows' })).body).toMatchObject({ rows: 5, rows_dropped: 1 })
  expect(await table()).toMatchObject({ rows: 5, rows_dropped: 1 })
  expect((await sql('select count(*), min(id), max(id) from orders')).rows).toEqual([[5, 1, 5]])
  const { body } = await call(app, ada, 'POST', `${path}/query-data`, { message: 'How many orders are there?' })
  expect(body.checks.map(({ note }: { note: string }) => note).join()).toContain('5 of 6 lines of orders counted')
})

test.each<[what: string, step: Step, sql: string, rows: unknown[][]]>([
  ['no value', { kind: 'replace', column: 'amount', from: ['10', '20'], to: null }, 'sum(amount)', [[100_070]]],
  ['a number by another', { kind: 'replace', column: 'amount', from: ['10'], to: '11' }, 'min(amount)', [[11]]],
  [
    'a unit slip',
    { kind: 'scale', column: 'amount', how: 'divide', by: 1000, from: 1000 },
    'sum(amount)',
    [['200.000']],
  ],
  ['a factor', { kind: 'scale', column: 'amount', how: 'multiply', by: 2 }, 'min(amount)', [[20]]],
  ['a key', { kind: 'key', columns: ['city'], latest: 'day' }, 'sum(id)', [[14]]],
  ['dates too late', { kind: 'clear', column: 'day', above: '2024-01-04' }, 'count(day)', [[4]]],
])('%s', async (_what, step, sql, rows) => {
  const { mend, sql: ask } = await desk()
  const { status, body } = await mend(step)
  expect([status, body.error]).toEqual([200, null])
  expect((await ask(`select ${sql} from orders`)).rows).toEqual(rows)
})

test('a text becomes a number, and what is none is kept beside it', async () => {
  const { mend, sql, undo } = await desk('name,price\na,"1,200"\nb,x\nc,y\nd,7.5\ne,z\n', 'prices.csv')
  expect((await mend({ kind: 'number', column: 'price', decimals: 2 })).status).toBe(200)
  expect((await sql('select price, price_as_written from prices')).rows).toEqual([
    ['1200.00', null],
    [null, 'x'],
    [null, 'y'],
    ['7.50', null],
    [null, 'z'],
  ])
  await undo()
  expect((await sql('select price from prices limit 1')).rows).toEqual([['1,200']])
})

test('a step that does not fit, or changes nothing, is refused and leaves everything as it was', async () => {
  const { mend, recipe } = await desk()
  const refused = async (step: object) => {
    const { status, body } = await mend(step)
    return [status, body.code ?? body.error]
  }
  expect(await refused({ kind: 'hide', column: 'none' })).toEqual([422, 'step_does_not_fit'])
  expect(await refused({ kind: 'replace', column: 'amount', from: ['10'], to: 'ten' })).toEqual([
    422,
    'step_does_not_fit',
  ])
  expect(await refused({ kind: 'replace', column: 'city', from: ['Paris'], to: 'x' })).toEqual([422, 'changes_nothing'])
  expect(await refused({ kind: 'trim', column: 'amount' })).toEqual([422, 'step_does_not_fit'])
  expect((await mend({ kind: 'scale', column: 'amount', how: 'divide', by: 0 })).status).toBe(400)
  expect((await mend({ kind: 'burn' })).status).toBe(400)
  expect(await recipe()).toMatchObject({ steps: [], working: false, error: null })
})

test('names and values with quotes of every kind are names and values', async () => {
  const column = `a"b'; drop table x; --`
  const { mend, sql } = await desk(`"a""b'; drop table x; --",n\n"it's ""so""",1\n"it's ""so""",2\nb,3\n`, 'q.csv')
  const step = { kind: 'replace', column, from: [`it's "so"`], to: `');--"` }
  expect((await mend(step)).body.steps).toMatchObject([{ changed: 2 }])
  expect((await sql('select * from q where n = 1')).rows).toEqual([[`');--"`, 1]])
})

test('of two people who mend at once both steps are kept', async () => {
  const { mend, recipe } = await desk()
  const both = await Promise.all([mend(TRIM), mend({ kind: 'rows' })])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect((await recipe()).steps.map(({ step }: { step: Step }) => step.kind).sort()).toEqual(['rows', 'trim'])
})
