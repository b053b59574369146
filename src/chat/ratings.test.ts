import { beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { standings } from '#catalog/ratings.ts'
import { catalogColumns, catalogTables, tableRatings } from '#db/schema/index.ts'
import {
  type ModelServer,
  type ScriptedTurn,
  scriptedModels,
  startModelServer,
} from '../../tests/support/model-server.ts'
import { type App, call, newPlace, type Person, signUp, workspaceCtx } from '../../tests/support/people.ts'
import { upload } from '../../tests/support/upload.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import type { WorkspaceCtx } from '../ctx.ts'

let app: App
let owner: Person
let ctx: WorkspaceCtx
let server: ModelServer
let script: ScriptedTurn[] = []

beforeAll(async () => {
  server = await startModelServer(() => script.shift() ?? { status: 500 })
  const world = await testWorld()
  app = await testApp({ ...world, models: scriptedModels(server) })
  owner = await signUp(app)
  ctx = await workspaceCtx(world, owner.user.id, (await newPlace(app, owner)).workspace.id)
  for (const name of ['Orders', 'people', 'amount'])
    await upload(app, owner, ctx.workspace.id, `${name}.csv`, 'id,amount\n1,10\n2,20\n')
  // So many that the catalog is searched, and only the tables of a statement are opened.
  const more = Array.from({ length: 240 }, (_, at) => ({ id: newId(), name: `sales_${at}` }))
  await ctx.db.insert(catalogTables).values(
    more.map(({ id, name }) => ({
      ...{ id, name, workspaceId: ctx.workspace.id, sourceKind: 'file' as const, sourceId: newId(), rows: 1 },
      storeKey: `tables/${name}`,
    })),
  )
  const column = { position: 0, type: 'VARCHAR', role: 'text' as const, nulls: 0, distinct: 1 }
  await ctx.db
    .insert(catalogColumns)
    .values(more.flatMap(({ id }) => ['a', 'b'].map((name, position) => ({ ...column, position, tableId: id, name }))))
})

const sql = (text: string): ScriptedTurn => ({ call: 'run_sql', input: { sql: text, title: 'Asked' } })
async function ask(...statements: string[]) {
  script = [...statements.map(sql), { say: 'It is {{r1.total[#1]}}.' }]
  const path = `/api/workspaces/${ctx.workspace.id}/query-data`
  const { body } = await call(app, owner, 'POST', path, { message: 'What is the total?' })
  expect([body.status, body.error]).toEqual(['answered', null])
  return body as { message_id: string; conversation_id: string }
}
const rate = (id: string, rating: unknown, reason?: string) =>
  call(app, owner, 'POST', `/api/messages/${id}/feedback`, { rating, reason })
const said = async () => Object.fromEntries(await standings(ctx))

test('a rating counts for the tables that the answer was read from, until it is changed or taken back', async () => {
  const one = await ask(`select sum(amount) as total from ORDERS where id in (select id from "people")`)
  expect(await rate(one.message_id, 'up')).toMatchObject({ status: 200, body: { rating: 'up' } })
  expect(await said()).toEqual({ orders: 1 / 3, people: 1 / 3 })
  await rate(one.message_id, 'up')
  expect(await said()).toEqual({ orders: 1 / 3, people: 1 / 3 })
  await rate(one.message_id, 'down', 'Wrong year')
  expect(await said()).toEqual({ orders: -1 / 6, people: -1 / 6 })
  const other = await ask('select id, amount as total from orders', 'select sum(total) as total from r1')
  await rate(other.message_id, 'up')
  expect(await said()).toEqual({ orders: 0, people: -1 / 6 })
  expect(await rate(one.message_id, null)).toMatchObject({ status: 200, body: { rating: null } })
  expect(await said()).toEqual({ orders: 1 / 3 })
  expect((await rate(one.message_id, 'sideways')).body.details.fields).toEqual({
    rating: 'rating is up, down or null.',
  })
  expect((await call(app, owner, 'DELETE', `/api/conversations/${other.conversation_id}`)).status).toBe(204)
  expect(await said()).toEqual({})
})

test('a rating stays with a new version of its table, and goes with the file', async () => {
  const { message_id } = await ask('select sum(amount) as total from orders')
  await rate(message_id, 'up')
  await upload(app, owner, ctx.workspace.id, 'Orders.csv', 'id,amount\n1,10\n2,20\n3,30\n')
  expect(await said()).toEqual({ orders: 1 / 3 })
  const files = (await call(app, owner, 'GET', `/api/workspaces/${ctx.workspace.id}/files`)).body as {
    id: string
    name: string
  }[]
  const file = files.find(({ name }) => name === 'Orders.csv')!
  expect((await call(app, owner, 'DELETE', `/api/workspaces/${ctx.workspace.id}/files/${file.id}`)).status).toBe(204)
  expect(await said()).toEqual({})
})

test('of tables that speak as much of a question, those of liked answers are shown first', async () => {
  const first = async () => {
    script = [{ call: 'search_catalog', input: { query: 'sales' } }, { say: 'I see.' }]
    const path = `/api/workspaces/${ctx.workspace.id}/query-data`
    await call(app, owner, 'POST', path, { message: 'What was sold?' })
    const { messages } = server.requests.at(-1)!.body as { messages: { role: string; content: string }[] }
    return /sales_\d+/.exec(messages.findLast(({ role }) => role === 'tool')!.content)![0]
  }
  const before = await first()
  const { message_id } = await ask('select 1 as total')
  const count = (tableName: string, up: boolean) =>
    ctx.db.insert(tableRatings).values({ messageId: message_id, workspaceId: ctx.workspace.id, tableName, up })
  await count('sales_77', true)
  expect(await first()).toBe('sales_77')
  await ctx.db.delete(tableRatings).where(eq(tableRatings.messageId, message_id))
  expect(await first()).toBe(before)
  await count(before, false)
  expect(await first()).not.toBe(before)
})
