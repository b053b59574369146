import { beforeAll, expect, test } from 'bun:test'
import * as catalog from '#catalog/catalog.ts'
import * as query from '#query/run.ts'
import { type App, newPlace, type Person, signUp, workspaceCtx } from '../../tests/support/people.ts'
import { upload } from '../../tests/support/upload.ts'
import { workbook } from '../../tests/support/workbook.ts'
import { type TestWorld, testApp, testWorld } from '../../tests/support/world.ts'

let world: TestWorld
let app: App
let owner: Person
beforeAll(async () => {
  world = await testWorld()
  app = await testApp()
  owner = await signUp(app)
})

/** Uploads a file and gives its workspace. */
async function uploaded(name: string, content: string | Uint8Array<ArrayBuffer>) {
  const place = await newPlace(app, owner)
  const { status, body } = await upload(app, owner, place.workspace.id, name, content)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return workspaceCtx(world, owner.user.id, place.workspace.id)
}
const asked = async (ctx: Awaited<ReturnType<typeof uploaded>>, sql: string) => (await query.run(ctx, { sql })).rows

const COLUMNS: [name: string, texts: string[], meaning: Record<string, unknown>][] = [
  ['revenue', ['$1.2M', '$800k', '$950k'], { type: 'BIGINT', role: 'measure', unit: '$', aggregation: 'sum' }],
  ['rate', ['12.5%', '3%', '0.5%'], { role: 'measure', unit: '%', aggregation: 'average' }],
  ['weight_kg', ['12', '7', '80'], { role: 'measure', unit: 'kg' }],
  ['trip', ['26:30:00', '0:45:10', '100:00:59'], { type: 'BIGINT', unit: 's' }],
  ['zip', ['01234', '80331', '10115'], { type: 'VARCHAR', kind: 'postcode' }],
  ['plz', ['12345', '80331', '10115'], { type: 'BIGINT', role: 'code', kind: 'postcode' }],
  ['home', ['India', 'France', 'Spain'], {}],
  ['country', ['India', 'France', 'Spain'], { kind: 'country' }],
  ['lat', ['52.52', '48.13', '-33.86'], { type: 'DECIMAL(18,2)', role: 'dimension', kind: 'latitude' }],
  ['contact', ['a@b.de', 'c@d.org', 'e@f.in'], { kind: 'email' }],
]
const names = COLUMNS.map(([name]) => name)
const rows = [0, 1, 2].map((at) => COLUMNS.map(([, texts]) => texts[at]!))

test.each<[string, string | Uint8Array<ArrayBuffer>]>([
  ['a.csv', [names, ...rows].map((row) => row.join(',')).join('\n')],
  ['a.json', JSON.stringify(rows.map((row) => Object.fromEntries(row.map((text, at) => [names[at]!, text]))))],
  ['a.xlsx', workbook([{ name: 'a', rows: [names, ...rows] }])],
])('unit, kind and role of each column stand in the catalog with a reason: %s', async (name, content) => {
  const [table] = await catalog.tables(await uploaded(name, content))
  const found = new Map(table!.columns.map((column) => [column.name, column]))
  for (const [name, , meaning] of COLUMNS) expect(found.get(name)).toMatchObject({ name, ...meaning })
  expect(found.get('home')).not.toHaveProperty('kind')
  expect(table!.columns.every(({ reason }) => reason)).toBe(true)
})

test('codes, yes and no and figures among whole numbers are told by names and values, slips by noughts before them', async () => {
  const lines = [
    'Beleg;Werk;Auftrag;Erledigt;Zimmer',
    ...[1, 2, 3, 4, 5, 6].map((at) => `000${at};1000;2031${at};${at % 2};${at}`),
  ]
  const [table] = await catalog.tables(await uploaded('auftraege.csv', lines.join('\n')))
  expect(table!.columns.map(({ name, role }) => `${name} ${role}`)).toEqual([
    'Beleg id',
    'Werk dimension',
    'Auftrag id',
    'Erledigt flag',
    'Zimmer measure',
  ])
})

test('texts beside numbers in JSON have no quotes, so that a condition finds them', async () => {
  const films = [{ Title: 'Titanic' }, { Title: 1917 }, { Title: 'Up' }, { Title: 300 }]
  const ctx = await uploaded('films.json', JSON.stringify(films))
  expect(await asked(ctx, `select count(*) from films where Title = 'Titanic' or Title = '1917'`)).toEqual([[2]])
})

test('lists of objects in JSON are tables of their own, which are related to their parent and can be asked', async () => {
  const orders = [1, 2, 3].map((id) => ({
    ...{ order_id: id, buyer: { city: 'Pune' } },
    lines: [1, 2].map((n) => ({ sku: `S${n}`, pieces: id * n, taxes: [{ code: 'GST', amount: n }] })),
  }))
  const ctx = await uploaded('orders.json', JSON.stringify(orders))
  const tables = await catalog.tables(ctx)
  const child = tables.find(({ columns }) => columns.some(({ name }) => name === 'pieces'))!
  const parent = tables.find(({ columns }) => columns.some(({ name }) => name === 'buyer_city'))!
  expect(child.rows).toBe(6)
  expect(child.relations).toMatchObject([
    { column: 'order_id', to_table: parent.name, to_column: 'order_id', match_rate: 1 },
  ])
  const sql = `select p.order_id, sum(c.pieces)::int from ${parent.name} p join ${child.name} c using (order_id) group by 1 order by 1`
  expect(await asked(ctx, sql)).toEqual([
    [1, 3],
    [2, 6],
    [3, 9],
  ])
})
