import { beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Answer } from '#analyst/rules/answer.ts'
import { catalogTables, messages } from '#db/schema/index.ts'
import * as definitions from '#definitions/definitions.ts'
import * as query from '#query/run.ts'
import { type ModelServer, scriptedModels, startModelServer } from '../../tests/support/model-server.ts'
import { type App, call, form, newTeam } from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'
import { testApp } from '../../tests/support/world.ts'

/** An answer with two results, of which the second rests on the first, over orders that change afterwards. */
let server: ModelServer
let app: App
let messageId: string
let answer: Answer

const SQL = 'SELECT id, status, amount, current_date >= day AS past FROM orders ORDER BY id'
const { world, owner, member: stranger, place, ctx } = await newTeam('member')
beforeAll(async () => {
  await put("(1, 'paid', 100), (2, 'open', 40), (3, 'paid', 60)")
  server = await startModelServer([
    { call: 'run_sql', input: { sql: SQL, title: 'Orders' } },
    { call: 'run_sql', input: { sql: 'SELECT sum(amount) AS total FROM r1', title: 'Total' } },
    { say: 'It is {{r2.total}}.' },
    { say: 'Nothing more.' },
  ])
  app = await testApp({ ...world, models: scriptedModels(server) })
  const asked = await call(app, owner, 'POST', `/api/workspaces/${place.workspace.id}/query-data`, {
    message: 'Total?',
  })
  messageId = asked.body.message_id
  answer = (await call(app, owner, 'GET', `/api/messages/${messageId}`)).body.answer
}, 300_000)

async function put(values: string, columns = 'id, status, amount') {
  await world.db.update(catalogTables).set({ current: false }).where(eq(catalogTables.workspaceId, ctx.workspace.id))
  await putTable(ctx, 'orders', `SELECT *, DATE '2026-04-30' AS day FROM (VALUES ${values}) AS t(${columns})`)
}
const rerun = (at: number, who = owner!) =>
  call(app, who, 'POST', `/api/messages/${messageId}/rerun`, { result: answer.results[at]!.id })

test('over the same data it gives the same, with the same digest, and the answer stays as it is', async () => {
  const { body } = await rerun(0)
  expect(body).toMatchObject({ same: true, title: 'Orders', added: 0, removed: 0, changed: 0, rows: [], moved: false })
  expect(body.now.digest).toBe(body.before.digest)
  expect((await call(app, owner!, 'GET', `/api/messages/${messageId}`)).body.answer).toEqual(answer)
})

test('rows that came late, were corrected and are gone are told apart by their key', async () => {
  await put("(1, 'paid', 100), (2, 'paid', 45), (4, 'open', 70)")
  const { body } = await rerun(0)
  expect(body).toMatchObject({ same: false, key: ['id'], added: 1, removed: 1, changed: 1, partly: false })
  expect(body.rows).toEqual([
    { kind: 'changed', before: [2, 'open', 40, true], now: [2, 'paid', 45, true] },
    { kind: 'added', before: null, now: [4, 'open', 70, true] },
    { kind: 'removed', before: [3, 'paid', 60, true], now: null },
  ])
  expect(body.now.digest).not.toBe(body.before.digest)
  // The second result rests on the first: what it read is known as well.
  const { body: total } = await rerun(1)
  expect(total.rows).toMatchObject([{ kind: 'changed', before: [200], now: [215] }])
  expect(total.because).toMatch(
    /^On .* you were told 200; now it is 215, because 1 order of 30 Apr 2026 arrived late \(\+70\), 1 order of 30 Apr 2026 was corrected \(\+5\) and 1 order of 30 Apr 2026 was removed \(−60\)\.$/,
  )
})

test('another day, and definitions that were used and changed since, are said', async () => {
  const at = new Date('2026-05-03T09:00:00Z')
  await world.db.update(messages).set({ createdAt: at }).where(eq(messages.id, messageId))
  const define = async (input: object, of?: string) =>
    definitions.propose({ ...ctx, now: () => (of ? ctx.now() : new Date('2026-04-01T00:00:00Z')) }, query, {
      input: input as Parameters<typeof definitions.propose>[2]['input'],
      ...{ approve: true, of },
    })
  const metric = (name: string, expression: string) => ({
    ...{ kind: 'metric', name, table: 'orders', expression, synonyms: [] },
    ...{ description: '', filters: '', grain: '', owner: '' },
  })
  const term = (name: string, meaning: string) => ({ kind: 'term', name, meaning, synonyms: [] })
  // What the question names, what neither it nor a statement does, and what is new.
  for (const [name, meaning] of [['total', 'Gross.'] as const, ['margin', 'Net.'] as const]) {
    const { id } = await define(term(name, meaning))
    await define(term(name, `${meaning} Paid.`), id)
  }
  await definitions.propose(ctx, query, { input: term('orders', 'Late.') as never, approve: true })
  const { id } = await define(metric('paid amount', 'sum(amount)'))
  await define(metric('paid amount', 'sum(amount) / 2'), id)
  expect((await rerun(0)).body).toMatchObject({
    moved: true,
    definitions: ['total'],
    before: { at: '2026-05-03T09:00:00.000Z' },
  })
  expect((await rerun(1)).body).toMatchObject({ moved: true })
})

test('a column that is gone refuses in words, and others find no answer', async () => {
  await put('(1, 100)', 'id, amount')
  expect((await rerun(0)).body).toMatchObject({ error: expect.stringContaining('status') })
  expect((await rerun(0, stranger!)).status).toBe(404)
  expect((await call(app, owner!, 'POST', `/api/messages/${messageId}/rerun`, { result: 'none' })).status).toBe(404)
})

test('the page shows then and now side by side', async () => {
  await put("(1, 'paid', 100), (2, 'paid', 45), (3, 'paid', 60)")
  const result = answer.results[0]!.id
  const page = await app.request(`/messages/${messageId}/rerun`, form({ result }, owner!.cookie))
  const html = await page.text()
  expect(html).toContain('1 row changed')
  expect(html).toContain('<del>40</del> <ins>45</ins>')
  const total = answer.results[1]!.id
  const sum = await app.request(`/messages/${messageId}/rerun`, form({ result: total }, owner!.cookie))
  const text = await sum.text()
  expect(text).toContain('you were told 200; now it is 205, because 1 order of 30 Apr 2026 was corrected (+5).')
  expect(text).toContain('<del>40</del> <ins>45</ins>')
})
