import { beforeAll, describe, expect, test } from 'bun:test'
import { PLAIN } from '#base/format.ts'
import { type ScriptedTurn, scriptedModels, startModelServer } from '../../tests/support/model-server.ts'
import { call, newTeam } from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import { createInquiry } from './inquiry.ts'
import { coincidenceChecks, joinChecks } from './joins.ts'
import { ANSWER_LIMITS } from './rules/limits.ts'

// On the embedded database only: what is asked goes to the engine.

const { owner, ctx } = await newTeam()
beforeAll(async () => {
  // 20 customers, 100 orders, 300 items of 10 products in 3 categories, 2 tags an order.
  await putTable(
    ctx,
    'customers',
    `SELECT range AS customer_id, 'C' || range AS name, (range % 3) AS area FROM range(20)`,
  )
  await putTable(
    ctx,
    'orders',
    `SELECT range AS order_id, range % 20 AS customer_id, range + 1 AS total, (range % 7)::DOUBLE AS refund, DATE '2025-01-01' + (range % 90)::INT AS day FROM range(100)`,
  )
  await putTable(
    ctx,
    'items',
    `SELECT range AS item_id, range % 100 AS order_id, (range + range // 100) % 10 AS product_id, 1 + range % 3 AS quantity, 5 AS price FROM range(300)`,
  )
  await putTable(
    ctx,
    'products',
    `SELECT range AS product_id, 'P' || range AS name, 'K' || (range % 3) AS category, 2 AS cost FROM range(10)`,
  )
  await putTable(ctx, 'tags', `SELECT range % 100 AS order_id, 'T' || (range // 100) AS tag FROM range(200)`)
  // Of another system: calls that have numbers of their own, and one number that is the customer's.
  await putTable(
    ctx,
    'calls',
    `SELECT range AS id, range % 20 AS client_ref, 7919 * range AS customer_id, 'C' || (range % 25) AS caller FROM range(50)`,
  )
  await putTable(ctx, 'rates', `SELECT DATE '2025-01-01' + (range * 10)::INT AS day, 1.5 AS rate FROM range(10)`)
})

const inquiryOf = () =>
  createInquiry(ctx, {
    limits: ANSWER_LIMITS,
    sees: 'all',
    past: new Map(),
    lastResult: 0,
    question: '',
    locale: PLAIN,
    sources: null,
    emit: () => {},
  })
const checked = (sql: string) => joinChecks(inquiryOf(), { sql, results: {} })

const ITEMS = 'orders o JOIN items i ON i.order_id = o.order_id'

describe('a join that counts a measure more than once is warned of', () => {
  test.each([
    ['with ON', `SELECT sum(o.total) AS s FROM ${ITEMS}`, 'orders'],
    ['with USING', 'SELECT sum(total) FROM orders JOIN items USING (order_id)', 'orders'],
    ['that is NATURAL', 'SELECT avg(total) FROM orders NATURAL JOIN items', 'orders'],
    ['with a comma', 'SELECT sum(o.total) FROM orders o, items i WHERE i.order_id = o.order_id', 'orders'],
    ['without a condition', 'SELECT sum(o.total) FROM orders o CROSS JOIN products', 'orders'],
    ['that is outer', `SELECT sum(o.total) FROM orders o LEFT JOIN items i USING (order_id)`, 'orders'],
    [
      'of three tables, along the path',
      `SELECT p.category, sum(o.refund) AS refund FROM ${ITEMS} JOIN products p USING (product_id) GROUP BY 1`,
      'orders',
    ],
    [
      'in a common table',
      `WITH joined AS (SELECT o.refund, p.category FROM ${ITEMS} JOIN products p ON p.product_id = i.product_id) SELECT category, sum(refund) FROM joined GROUP BY category`,
      'orders',
    ],
    [
      'in a sub-query with a star',
      `SELECT sum(x.total) FROM (SELECT * FROM orders JOIN items USING (order_id)) x`,
      'orders',
    ],
    [
      'of a common table that joins, with another table',
      `WITH j AS (SELECT i.order_id, i.price FROM items i JOIN orders o USING (order_id)) SELECT sum(j.price) FROM j JOIN tags t ON t.order_id = j.order_id`,
      'items',
    ],
    [
      'of two common tables that have several rows a key',
      `WITH a AS (SELECT order_id, sum(price) AS s FROM items GROUP BY 1), b AS (SELECT order_id, tag FROM tags) SELECT sum(a.s) FROM a JOIN b USING (order_id)`,
      'a',
    ],
    ['between ranges', `SELECT sum(o.total) FROM orders o JOIN rates r ON r.day <= o.day`, 'orders'],
    ['inside of a window', `SELECT sum(o.total) OVER () FROM ${ITEMS}`, 'orders'],
    ['where only a part is counted', `SELECT sum(CASE WHEN i.price > 1 THEN o.total END) FROM ${ITEMS}`, 'orders'],
    ['where one term is of the other side', `SELECT sum(o.total + i.price) FROM ${ITEMS}`, 'orders'],
    [
      'that counts orders by category',
      `SELECT p.category, count(o.order_id) FROM ${ITEMS} JOIN products p USING (product_id) GROUP BY p.category`,
      'orders',
    ],
    ['of many with many, counted', `SELECT count(*) FROM items i JOIN tags t ON t.order_id = i.order_id`, 'items'],
    [
      'in one side of a union',
      `SELECT sum(o.total) AS s FROM ${ITEMS} UNION ALL SELECT sum(total) FROM orders`,
      'orders',
    ],
    ['in a query inside of an expression', `SELECT (SELECT sum(o.total) FROM ${ITEMS}) AS all_of_it`, 'orders'],
  ])('%s', async (_, sql, table) => {
    const [check, ...others] = await checked(sql)
    expect(check).toMatchObject({ name: 'Join', state: 'warn', note: expect.stringContaining(table) })
    expect(check!.probe).toMatch(/^(WITH|SELECT)/)
    expect(others.filter(({ state }) => state !== 'warn')).toEqual([])
  })
})

describe('a join that counts each row once passes', () => {
  test.each([
    ['measures of the side with several rows a key', `SELECT sum(i.price * i.quantity) FROM ${ITEMS}`],
    [
      'a price of the one side by a number of the other',
      'SELECT sum(i.quantity * p.cost) FROM items i JOIN products p USING (product_id)',
    ],
    [
      'rows counted with their one partner',
      'SELECT c.area, count(*) FROM orders o JOIN customers c USING (customer_id) GROUP BY 1',
    ],
    [
      'partners counted for each',
      'SELECT p.name, count(p.product_id) FROM items i JOIN products p USING (product_id) GROUP BY p.name',
    ],
    [
      'what was added up before',
      `WITH paid AS (SELECT order_id, sum(price) AS paid FROM items GROUP BY order_id) SELECT sum(o.total), sum(p.paid) FROM orders o JOIN paid p USING (order_id)`,
    ],
    [
      'rows beside one total',
      `SELECT sum(o.total / t.whole) FROM orders o, (SELECT sum(total) AS whole FROM orders) t`,
    ],
    [
      'a condition that is filtered to one row a key',
      `SELECT sum(o.total) FROM orders o JOIN tags t ON t.order_id = o.order_id WHERE t.tag = 'T0'`,
    ],
    ['the nearest before', `SELECT sum(o.total) FROM orders o ASOF JOIN rates r ON o.day >= r.day`],
    [
      'a sum by parts of one table',
      `SELECT c.area, sum(o.total) AS s, 100.0 * sum(o.total) / sum(sum(o.total)) OVER () FROM orders o JOIN customers c USING (customer_id) GROUP BY 1 ORDER BY s DESC LIMIT 3`,
    ],
    [
      'a table joined to itself',
      'SELECT sum(a.total - b.total) FROM orders a JOIN orders b ON b.order_id = a.order_id + 1',
    ],
  ])('%s', async (_, sql) => {
    const found = await checked(sql)
    expect(found.map(({ state }) => state).filter((state) => state !== 'pass')).toEqual([])
    expect(found[0]).toMatchObject({ name: 'Join', probe: expect.stringMatching(/^(WITH|SELECT)/) })
  })

  test('and the parts are told to make the whole', async () => {
    expect(
      await checked('SELECT c.area, sum(o.total) FROM orders o JOIN customers c USING (customer_id) GROUP BY 1'),
    ).toMatchObject([
      { name: 'Join', state: 'pass' },
      { name: 'Parts and whole', state: 'pass', note: 'The groups add up to all of orders.total: 5,050.' },
    ])
  })
})

test('a measure of which each row counts in several groups is told beside the whole', async () => {
  const distinct = `SELECT category, sum(refund) FROM (SELECT DISTINCT o.order_id, o.refund, p.category FROM ${ITEMS} JOIN products p USING (product_id)) GROUP BY 1`
  expect(await checked(distinct)).toMatchObject([
    { name: 'Parts and whole', state: 'warn', note: expect.stringContaining('orders.refund') },
  ])
})

test('the warning tells what it comes to and what all of it is', async () => {
  const [check] = await checked(`SELECT sum(o.total) FROM ${ITEMS}`)
  expect(check!.note).toBe(
    'sum(o.total) counts rows of orders more than once: the join makes 300 of 100. It comes to 15,150, and all of orders.total is 5,050.',
  )
})

test('a list whose rows repeat is noted, and a statement without a join has no check of one', async () => {
  expect(await checked(`SELECT o.total, i.price FROM ${ITEMS}`)).toMatchObject([{ state: 'note' }])
  expect(await checked('SELECT o.total, c.name FROM orders o JOIN customers c USING (customer_id)')).toMatchObject([
    { state: 'note' },
  ])
  expect(await checked('SELECT sum(total) FROM orders')).toEqual([])
  expect(await checked('SELECT sum(o.total) FROM orders o SEMI JOIN items i ON i.order_id = o.order_id')).toEqual([])
  expect(await checked(`SELECT count(DISTINCT o.order_id), max(o.total) FROM ${ITEMS}`)).toEqual([])
  expect(await checked('WITH o AS (SELECT * FROM orders WHERE total > 3) SELECT sum(total) FROM o')).toEqual([])
})

test('what could not be looked at is not passed', async () => {
  const correlated = `SELECT name, (SELECT sum(o.total) FROM ${ITEMS} WHERE o.customer_id = c.customer_id) AS s FROM customers c`
  expect(await checked(correlated)).toMatchObject([{ name: 'Join', state: 'unchecked' }])
  expect(await checked(`SELECT sum(x) FROM orders, unnest([order_id, total]) AS u(x)`)).toMatchObject([
    { state: 'unchecked' },
  ])
})

describe('a join between tables of different sources', () => {
  const coincident = (sql: string) => coincidenceChecks(inquiryOf(), { sql, results: {} })
  const numbers = [
    ['with ON', 'SELECT sum(o.total) FROM orders o JOIN calls c ON c.id = o.order_id'],
    ['in WHERE', 'SELECT count(*) FROM calls c, orders o WHERE o.order_id = c.id'],
    ['that is outer', 'SELECT o.total, c.id FROM orders o LEFT JOIN calls c ON c.id = o.order_id'],
    ['that only decides', 'SELECT count(*) FROM orders o SEMI JOIN calls c ON c.id = o.order_id'],
    ['with IN', 'SELECT count(*) FROM orders WHERE order_id IN (SELECT id FROM calls)'],
    ['with EXISTS', 'SELECT count(*) FROM orders o WHERE EXISTS (SELECT 1 FROM calls c WHERE c.id = o.order_id)'],
    ['with USING', 'SELECT count(*) FROM (SELECT id AS order_id FROM calls) JOIN orders USING (order_id)'],
    [
      'in a common table',
      'WITH x AS (SELECT c.id::BIGINT AS n FROM calls c) SELECT count(*) FROM x JOIN orders ON n = order_id',
    ],
  ] as const
  test.each(numbers)('by numbers that count up is warned of as coincidental, %s', async (_, sql) => {
    const found = await coincident(sql)
    const note = /may be coincidental: 100 % of the values of one are found in the other, as whole numbers in a row are/
    expect(found).toMatchObject([{ name: 'Join', state: 'warn', note: expect.stringMatching(note) }])
    expect(found[0]!.probe).toMatch(/^WITH a AS/)
  })

  test('by names that are alike counts when enough values meet, and is noted otherwise', async () => {
    expect(await coincident('SELECT count(*) FROM orders JOIN customers USING (customer_id)')).toEqual([])
    expect(await coincident('SELECT count(*) FROM calls JOIN customers USING (customer_id)')).toMatchObject([
      { name: 'Join', state: 'note', note: expect.stringContaining('5 % of the values') },
    ])
  })

  test('by texts that are called otherwise or are computed with is noted', async () => {
    expect(await coincident('SELECT 1 FROM calls JOIN customers c ON caller = c.name')).toMatchObject([
      { state: 'note', note: expect.stringContaining('100 % of the values of one are found in the other. Declare') },
    ])
    expect(await coincident('SELECT 1 FROM calls JOIN customers c ON lower(caller) = lower(c.name)')).toMatchObject([
      { state: 'note', note: expect.stringContaining('not measured') },
    ])
    const wide = await coincident('SELECT 1 FROM calls a JOIN customers b ON a.client_ref + 1 = b.customer_id')
    expect(wide).toMatchObject([{ state: 'note' }])
  })

  test('that somebody declared is a join', async () => {
    const relation = { from_table: 'calls', from_column: 'client_ref', to_table: 'customers', to_column: 'customer_id' }
    const sql = 'SELECT count(*) FROM calls JOIN customers ON client_ref = customers.customer_id'
    expect(await coincident(sql)).toMatchObject([{ state: 'warn' }])
    const path = `/api/workspaces/${ctx.workspace.id}/catalog/relations`
    expect((await call(await testApp(), owner, 'POST', path, relation)).status).toBe(201)
    expect(await coincident(sql)).toEqual([])
  })
})

describe('an answer whose join counts rows twice', () => {
  const asked = (sql: string): ScriptedTurn => ({ call: 'run_sql', input: { sql, title: 'Refunds' } })
  const WRONG = `SELECT p.category, sum(o.refund) AS refund FROM ${ITEMS} JOIN products p USING (product_id) GROUP BY 1`
  const RIGHT = 'SELECT sum(refund) AS refund FROM orders'

  async function answer(turns: ScriptedTurn[]) {
    const server = await startModelServer([...turns, { say: 'Here it is.' }])
    const models = scriptedModels(server, 'chat')
    const app = await testApp({ ...(await testWorld()), models })
    const { body } = await call(app, owner, 'POST', `/api/workspaces/${ctx.workspace.id}/query-data`, {
      message: 'Refunds?',
    })
    await server.stop()
    const last = server.requests.at(-1)!.body as { messages: { role: string; content: string }[] }
    const told = last.messages.filter(({ role }) => role === 'tool').map(({ content }) => content)
    return { body, told, joins: body.checks.filter(({ name }: { name: string }) => name === 'Join') }
  }

  test('is given back to the model, which adds up first; what it ran before is no part of the answer', async () => {
    const { body, told, joins } = await answer([asked(WRONG), asked(RIGHT)])
    expect(told).toEqual([
      expect.stringMatching(/^error join_multiplies: .*Add up before the join[\s\S]*\n2 more failures allowed$/),
      expect.stringMatching(/^r1: 1 row · refer to a cell as {{r1.refund}}\n/),
    ])
    expect([body.status, body.queries.length, joins]).toEqual(['answered', 1, []])
  })

  test('is given back once only, and then told with a warning', async () => {
    const { body, told, joins } = await answer([asked(WRONG), asked(WRONG)])
    expect(told).toEqual([
      expect.stringMatching(/^error join_multiplies/),
      expect.stringMatching(/^r1: .*\nwarning: .*orders/),
    ])
    expect(body.status).toBe('answered')
    expect(joins).toMatchObject([{ state: 'warn', note: expect.stringContaining('all of orders.refund is 295') }])
  })

  test('that may be coincidental is told to the model and beside the answer, and never passed', async () => {
    const { told, joins } = await answer([
      asked('SELECT count(*) AS n FROM orders o JOIN calls c ON c.id = o.order_id'),
    ])
    expect(told).toEqual([
      expect.stringMatching(/^r1: .*\nwarning: calls.id and orders.order_id .*may be coincidental/),
    ])
    expect(joins).toMatchObject([{ state: 'warn', note: expect.stringContaining('may be coincidental') }])
  })

  test.each([
    'SELECT count(*) AS n FROM r1 JOIN r2 ON r1.k = r2.k',
    'SELECT count(*) AS n FROM r1 JOIN r2 USING (k)',
    'SELECT count(*) AS n FROM r1 WHERE k IN (SELECT k FROM r2)',
    'SELECT count(*) AS n FROM r2 JOIN orders o ON o.order_id = r2.k',
    'SELECT k AS other FROM r2; SELECT count(*) AS n FROM r3 JOIN r1 ON other = k',
  ])('that may be coincidental is told by way of earlier results: %s', async (statements) => {
    const earlier = ['SELECT order_id AS k, sum(refund) AS refund FROM orders GROUP BY 1', 'SELECT id AS k FROM calls']
    const { told } = await answer([...earlier, ...statements.split('; ')].map(asked))
    expect(told.at(-1)).toMatch(
      /\nwarning: (calls.id and orders.order_id|orders.order_id and calls.id) .*may be coincidental/,
    )
    expect(told.slice(0, -1).join()).not.toContain('coincidental')
  })
})
