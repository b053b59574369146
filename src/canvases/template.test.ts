import { beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { catalogTables } from '#db/schema/index.ts'
import { type App, call, form, newPlace, type Person, signUp, workspaceCtx } from '../../tests/support/people.ts'
import { putStars } from '../../tests/support/tables.ts'
import { upload } from '../../tests/support/upload.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import type { BlockJson } from './rules/answers.ts'

/** The sales overview over data of several shapes, as files bring them. */
let app: App
let owner: Person
beforeAll(async () => {
  app = await testApp()
  owner = await signUp(app)
})

const day = (at: number) => new Date(Date.UTC(2025, 0, 1 + at)).toISOString().slice(0, 10)
const csv = (names: string, row: (at: number) => unknown[], rows = 120) =>
  [names, ...Array.from({ length: rows }, (_, at) => row(at).join(','))].join('\n')
const FILES = {
  orders: csv('order_id,order_date,amount,region', (at) => [at, day(at), 20 + ((at * 7) % 90), 'NSW'[at % 3]]),
  'Web visits': csv('visit,day,minutes,page', (at) => [at, day(at), 1 + (at % 9), 'abc'[at % 3]], 400),
  'Rechnungen 2025': csv('Nr,Month,"Net ""total""",Kunde', (at) => [at, day(at), `${at % 50}.5`, 'XYZ'[at % 3]]),
  sensors: csv('sensor,room,temperature', (at) => [at, 'ABC'[at % 3], 18 + (at % 7)]),
  // What is paid for it adds up; what is owed for leaving it on the pavement is no sale.
  rides: csv('ride,started,fare,zone', (at) => [at, day(at), `${2 + (at % 9)}.5`, 'KLM'[at % 3]]),
  fines: csv('fine,issued,amount,reason', (at) => [at, day(at), 25 + ((at * 7) % 90), 'FGH'[at % 3]]),
  people: csv('id,joined,city', (at) => [at, day(at), 'PQR'[at % 3]]),
}

/** A board of the template in a workspace with these files, refreshed. */
const overview = (...names: (keyof typeof FILES)[]) => made({ template: 'sales' }, ...names)
async function made(template: object, ...names: (keyof typeof FILES)[]): Promise<BlockJson[]> {
  const { workspace } = await newPlace(app, owner)
  for (const name of names) await upload(app, owner, workspace.id, `${name}.csv`, FILES[name])
  const made = await call(app, owner, 'POST', `/api/workspaces/${workspace.id}/canvases`, {
    ...{ name: 'Overview', ...template },
  })
  if (made.status !== 201) return made.body
  return (await call(app, owner, 'POST', `/api/canvases/${made.body.id}/refresh`, {})).body as BlockJson[]
}
const told = (blocks: BlockJson[]) => blocks.map(({ content }) => content.title ?? content.text)

const ORDERS = [
  ...['Amount of orders', 'Amount by month', 'Rows of orders by month', 'Average amount by month'],
  ...['Amount over time', 'Amount by region', 'Newest rows of orders'],
]

test('figures, their course, what they are made of and the last rows, of the table that is about sales, all of which run', async () => {
  const blocks = await overview('Web visits', 'people', 'orders')
  expect(told(blocks)).toEqual(ORDERS)
  expect(blocks.filter(({ kind }) => kind === 'kpi').map(({ content }) => content.trend)).toEqual([
    'month',
    'month',
    'month',
  ])
  expect(blocks.flatMap(({ data }) => data?.error ?? [])).toEqual([])
  expect(blocks.flatMap(({ data }) => data?.results.map(({ rows }) => rows.length) ?? [])).toEqual([4, 4, 4, 4, 3, 50])
})

test('figures are those of the last whole month, or of the only one', async () => {
  for (const [days, months] of [
    [110, 3],
    [120, 4],
    [20, 1],
  ] as const) {
    const { workspace } = await newPlace(app, owner)
    const orders = csv('order_id,order_date,amount,region', (at) => [at, day(at), 20 + at, 'NSW'[at % 3]], days)
    await upload(app, owner, workspace.id, 'orders.csv', orders)
    const name = { name: 'Overview', template: 'sales' }
    const { body } = await call(app, owner, 'POST', `/api/workspaces/${workspace.id}/canvases`, name)
    const blocks = (await call(app, owner, 'POST', `/api/canvases/${body.id}/refresh`, {})).body as BlockJson[]
    const figures = blocks.filter(({ kind }) => kind === 'kpi')
    expect(figures.map(({ data }) => data?.results[0]?.rows.length)).toEqual([months, months, months])
  }
})

test('names of columns as people write them', async () => {
  const blocks = await overview('Rechnungen 2025')
  expect(told(blocks).slice(0, 2)).toEqual(['Net "total" of rechnungen 2025', 'Net "total" by month'])
  expect(blocks.flatMap(({ data }) => data?.error ?? [])).toEqual([])
})

test('sales are what each row was sold for, and no money that is owed', async () => {
  expect(told(await overview('fines', 'rides')).slice(0, 2)).toEqual(['Fare of rides', 'Fare by month'])
  expect(told(await overview('fines')).slice(0, 1)).toEqual(['Amount of fines'])
})

test('no title and no column says a word twice, whatever tables and columns are called', async () => {
  const { workspace } = await newPlace(app, owner)
  const file = csv('id,day,total,average,part', (at) => [at, day(at), 20.5 + ((at * 7) % 90), at % 7, 'NSW'[at % 3]])
  for (const name of ['total', 'rows']) await upload(app, owner, workspace.id, `${name}.csv`, file)
  for (const template of [{ template: 'sales' }, ...['total', 'rows'].map((table) => ({ template: 'table', table }))]) {
    const path = `/api/workspaces/${workspace.id}/canvases`
    const { id } = (await call(app, owner, 'POST', path, { name: 'Overview', ...template })).body
    const blocks = (await call(app, owner, 'POST', `/api/canvases/${id}/refresh`, {})).body as BlockJson[]
    expect(blocks.flatMap(({ data }) => data?.error ?? [])).toEqual([])
    const columns = blocks.flatMap(
      ({ data }) => data?.results.flatMap((one) => one.columns.map(({ name }) => name)) ?? [],
    )
    for (const words of [...told(blocks), ...columns].map(String))
      expect(words).not.toMatch(/\b([a-z]+)(?:_| | of )\1\b/i)
    expect(told(blocks)).toContain('Total by month')
  }
})

test('a block that fails stays and says why, as the answer does; where nothing runs that is said', async () => {
  const { workspace } = await newPlace(app, owner)
  const ctx = await workspaceCtx(await testWorld(), owner.user.id, workspace.id)
  await putStars(ctx)
  const create = () =>
    call(app, owner, 'POST', `/api/workspaces/${workspace.id}/canvases`, {
      ...{ name: 'Stars', template: 'table', table: 'stars' },
    })
  const { body } = await create()
  const why = expect.stringContaining('verflow')
  expect(body.failed).toEqual(['Weight', 'Weight by kind'].map((block) => ({ block, error: why })))
  const blocks = (await call(app, owner, 'POST', `/api/canvases/${body.id}/refresh`, {})).body as BlockJson[]
  const failing = blocks.filter(({ data }) => data?.error)
  expect([told(failing), told(blocks)]).toEqual([
    ['Weight', 'Weight by kind'],
    expect.arrayContaining(['Rows of stars', 'Columns of stars', 'First rows of stars']),
  ])
  const [stars] = await ctx.db.select().from(catalogTables).where(eq(catalogTables.workspaceId, workspace.id))
  await ctx.files.remove(stars!.storeKey!)
  const none = await create()
  expect([none.status, none.body]).toEqual([503, expect.objectContaining({ code: 'bytes_missing' })])
})

test.each([['sensors'], ['people']] as const)(
  '%s have no dates or no amounts that add up: that is said',
  async (name) => {
    expect(await overview(name)).toMatchObject({ code: 'no_template_data' })
  },
)

test.each([
  [
    'orders',
    'orders',
    [
      ...['Orders', 'Rows of orders', 'Rows of orders by month', 'Amount by month', 'Amount over time'],
      ...['Amount by region', 'Columns of orders', 'Newest rows of orders'],
    ],
  ],
  ['Web visits', 'web_visits', ['Web visits', 'Rows of web visits', 'Newest rows of web visits']],
  ['Rechnungen 2025', 'rechnungen_2025', ['Rechnungen 2025', 'Net "total" by month', 'Columns of rechnungen 2025']],
  ['sensors', 'sensors', ['Sensors', 'Average temperature', 'Average temperature by room', 'First rows of sensors']],
  ['people', 'people', ['People', 'Rows of people by month', 'Rows of people over time', 'Rows of people by city']],
] as const)('of any table an overview is made, each block of which runs: %s', async (file, table, some) => {
  const blocks = await made({ template: 'table', table }, file)
  expect(told(blocks)).toEqual(expect.arrayContaining([...some]))
  expect(blocks.flatMap(({ data }) => data?.error ?? [])).toEqual([])
  expect(blocks.filter(({ data }) => data).every(({ data }) => data!.results[0]!.rows.length > 0)).toBe(true)
  const held = blocks.find(({ content }) => String(content.title).startsWith('Columns of'))!.data!.results[0]!
  expect(held.rows[0]!.slice(1, 3)).toEqual([0, FILES[file].split('\n').length - 1])
})

test('an overview is made of a table that is there, and holds what can be shown of it', async () => {
  expect(await made({ template: 'table', table: 'gone' }, 'orders')).toMatchObject({ error: 'Table not found.' })
  expect(await made({ template: 'table' }, 'orders')).toMatchObject({ error: 'Table not found.' })
})

test('on the page a template names its canvas where nobody does, and an empty one needs a name', async () => {
  const { workspace } = await newPlace(app, owner)
  await upload(app, owner, workspace.id, 'orders.csv', FILES.orders)
  const send = (fields: Record<string, string>) =>
    app.request(`/workspaces/${workspace.id}/canvases`, form({ name: ' ', ...fields }, owner.cookie))
  for (const fields of [{ template: 'sales' }, { template: 'table', table: 'orders' }] as Record<string, string>[])
    expect((await send(fields)).status).toBe(303)
  expect((await send({})).status).toBe(400)
  const { body } = await call(app, owner, 'GET', `/api/workspaces/${workspace.id}/canvases`)
  expect(body.map(({ name }: { name: string }) => name).toSorted()).toEqual(['Overview of orders', 'Sales overview'])
})
