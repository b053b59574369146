import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openStore, type Shop } from '../../../eval/store.ts'
import { Planner } from '../built-in/plan.ts'
import { Resolver } from '../built-in/resolve.ts'
import { tag } from '../built-in/tag.ts'
import { tidy } from '../built-in/tidy.ts'
import { assemble } from './assemble.ts'
import { readings } from './beam.ts'
import { sharesOf } from './choose.ts'
import { itemsOf } from './items.ts'
import { linkLoosely } from './link.ts'
import type { RoleWeights } from './role-model.ts'
import { ROLES } from './roles.ts'

let store: Shop
let planner: Planner
beforeAll(async () => {
  store = await openStore()
  planner = new Planner({ tables: store.facts, values: [], now: '2024-11-15' })
})
afterAll(() => store.close())

function lineOf(question: string) {
  const { tokens, mentions } = planner.read(question)
  const { schema, index } = planner
  const linked = linkLoosely(tokens, mentions, question, schema, index)
  return { tokens, linked, line: itemsOf(tag(tokens, linked), schema) }
}

/** SQL of a question whose parts have these roles; null where they do not fit. */
function written(question: string, roles: string, choice?: Map<string, number>): string | null {
  const { line, linked } = lineOf(question)
  const resolver = new Resolver(planner.schema, linked)
  const built = assemble({ line, roles: roles.split(' '), schema: planner.schema, resolver, question, choice })
  return built && (planner.write(tidy(built.form))?.replaceAll(/\s+/g, ' ') ?? null)
}

describe('the parts of a question', () => {
  test.each([
    ['names of customers from France or Germany', 'C T V V'],
    ['number of orders per month', 'T G'],
    ['orders above the average amount', 'T AVG C'],
    ['the most expensive product', 'S T'],
    ["products whose name contains 'oil'", 'T C Q'],
    ['customers who ordered twice', 'T N'],
    ['how many different countries', 'COUNT DISTINCT C'],
  ])('%s: %s', (question, kinds) => {
    expect(
      lineOf(question)
        .line.items.map(({ kind }) => kind)
        .join(' '),
    ).toBe(kinds)
  })

  test('a word that is one word of a longer name is a weak link', () => {
    const { linked } = lineOf('orders with a large refunding')
    const loose = linked.find(({ columns }) => columns.some(({ column }) => column.name === 'refund_amount'))!
    expect(loose.score).toBeLessThan(0.6)
  })
})

describe('every part has a role', () => {
  test('the likeliest first, at most as many as asked for, none twice', () => {
    const { line } = lineOf('names of customers from France or Germany')
    const found = readings(line, 20, null)
    expect(found).toHaveLength(20)
    expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).toSorted((a, b) => b - a))
    expect(new Set(found.map(({ roles }) => roles.join(' '))).size).toBe(20)
    for (const { roles } of found)
      for (const [at, role] of roles.entries()) expect(ROLES[line.items[at]!.kind]).toContain(role)
  })

  test('by rules alone, and by what was learned', () => {
    const { line } = lineOf('orders from Germany')
    expect(readings(line, 1, null)[0]!.roles).toEqual(['base', 'eq'])
    const learned: RoleWeights = { V: { 'a:from': [ROLES.V.indexOf('ne'), 90] } }
    expect(readings(line, 1, learned)[0]!.roles).toEqual(['base', 'ne'])
  })
})

describe('roles become a query', () => {
  const FRANCE = "customers.country = 'France'"
  test.each([
    // What is shown
    ['names of customers', 'out base', 'SELECT name FROM customers'],
    ['number of orders per month', 'count group', /^SELECT count\(\*\) AS order_count, .*month.* GROUP BY/],
    [
      'how many different countries',
      'skip distinct count',
      'SELECT count(DISTINCT country) AS country_count FROM customers',
    ],
    ['smallest price of products', 'min base', 'SELECT min(price) AS lowest_price FROM products'],
    ['price of products', 'med base', 'SELECT median(price) AS median_price FROM products'],
    ['status of orders', 'group count', 'SELECT status, count(*) AS order_count FROM orders GROUP BY status'],
    // What narrows
    ['names of customers from France or Germany', 'out base eq or', /WHERE country IN \('France', 'Germany'\)/],
    ['status of orders from France', 'out base eq', new RegExp(`JOIN customers .* WHERE ${FRANCE}`)],
    ['channel of orders not from France', 'out base ne', /country <> 'France'/],
    [
      'customers without returns',
      'base none',
      /customer_id NOT IN \(SELECT orders\.customer_id FROM orders JOIN returns/,
    ],
    [
      'orders above the average amount',
      'base average cond',
      /total_amount > \(SELECT avg\(total_amount\) FROM orders\)/,
    ],
    [
      'orders below the highest amount from France',
      'base beyond cond with',
      /total_amount < \(SELECT max\(orders\.total_amount\) .*FROM orders JOIN customers .* WHERE customers\.country = 'France'\)/,
    ],
    [
      'customers from the most common country',
      'base ecommon',
      /country = \(SELECT country FROM customers GROUP BY country ORDER BY count\(\*\) DESC NULLS LAST LIMIT 1\)/,
    ],
    [
      'how many customers have at least 3 orders',
      'count have have',
      /^SELECT count\(\*\) .* IN \(SELECT customer_id FROM orders GROUP BY customer_id HAVING count\(\*\) >= 3\)/,
    ],
    [
      'customers with orders that are shipped from the web but not cancelled in the store',
      'base join eq with never with',
      /status = 'shipped' AND orders\.channel = 'web' .* NOT IN \(SELECT .*status = 'cancelled' AND .*channel = 'store'/,
    ],
    ['orders with a total amount between 100 and 200', 'base cond low high', /total_amount BETWEEN 100 AND 200/],
    ['orders with a total amount not over 400', 'base cond cmp', /total_amount <= 400/],
    ['how many orders in 2023', 'count cmp', /order_date >= DATE '2023-01-01' AND order_date < DATE '2024-01-01'/],
    ["products whose name contains 'oil'", 'base cond like', /name ILIKE '%oil%'/],
    ['customers with at least 3 orders', 'base have have', /GROUP BY .* HAVING count\(\*\) >= 3/],
    ['the most expensive product', 'ext base', /price = \(SELECT max\(price\)/],
    // What is ranked
    ['the most expensive product', 'top base', 'SELECT name FROM products ORDER BY price DESC NULLS LAST LIMIT 1'],
    ['names of products by price', 'out base asc', 'SELECT name FROM products ORDER BY price'],
    ['top 3 products by price', 'top limit have group', /GROUP BY price ORDER BY count\(\*\) DESC NULLS LAST LIMIT 3/],
    ['country with the most customers', 'group top', /GROUP BY country ORDER BY count\(\*\) DESC NULLS LAST LIMIT 1/],
  ] as [string, string, string | RegExp][])('%s: %s', (question, roles, expected) => {
    const sql = written(question, roles)
    if (typeof expected === 'string') expect(sql).toBe(expected)
    else expect(sql).toMatch(expected)
  })

  test.each([
    ['a column that waits for a comparison which does not come', 'names of customers', 'cond base'],
    ['the sum of a date', 'order date of orders', 'sum base'],
    ['a limit without an order', 'top 3 products by price', 'skip limit show skip'],
    ['a figure beside nothing that it could be ranked among', 'price of products', 'max desc'],
  ])('none fits: %s', (_, question, roles) => {
    expect(written(question, roles)).toBeNull()
  })

  test('a doubtful place takes its next choice', () => {
    const first = written('how many orders in 2023', 'count cmp')
    const other = written('how many orders in 2023', 'count cmp', new Map([['counted', 1]]))
    expect(other).not.toBe(first)
  })
})

test.each([
  [
    'how many more orders came from France than from Germany',
    /^SELECT count\((?:\*|orders\.order_id)\) FILTER \(WHERE customers\.country = 'France'\) - count\((?:\*|orders\.order_id)\) FILTER \(WHERE customers\.country = 'Germany'\)/,
  ],
  [
    'difference in total amount of orders between France and Germany',
    /^SELECT sum\(orders\.total_amount\) FILTER \(.* 'France'\) - sum\(orders\.total_amount\) FILTER \(.* 'Germany'\)/,
  ],
  [
    'what share of the orders from France was cancelled',
    /FILTER \(WHERE orders\.status = 'cancelled'\).* WHERE customers\.country = 'France'$/,
  ],
  [
    'share of cancelled orders in France',
    /FILTER \(WHERE orders\.status = 'cancelled'\).* WHERE customers\.country = 'France'$/,
  ],
])('%s: what comes off what, and what is a share of what', (question, sql) => {
  expect(planner.readings(question)[0]!.sql).toMatch(sql)
})

test('no query comes twice, and none after a better one', () => {
  const { candidates } = planner.composed('number of orders from France per month', 12)
  expect(candidates.length).toBeGreaterThan(3)
  expect(new Set(candidates.map(({ sql }) => sql)).size).toBe(candidates.length)
  expect(candidates.map(({ score }) => score)).toEqual(candidates.map(({ score }) => score).toSorted((a, b) => b - a))
})

describe('how likely a reading is among the others', () => {
  test('all of them and none of them are one whole', () => {
    const shares = sharesOf([2, 1, -30])
    expect(shares.reduce((sum, share) => sum + share, 0) + Math.exp(-2) * shares[0]!).toBeCloseTo(1)
    expect(shares[0]! / shares[1]!).toBeCloseTo(Math.E)
  })
  test('where none fits, each is unlikely', () => expect(Math.max(...sharesOf([-4, -5]))).toBeLessThan(0.05))
})

test('the readings of a question start with its plan, each with its probability', () => {
  const question = 'average total amount of orders from Germany'
  const [first, ...others] = planner.readings(question)
  expect(planner.plan(question)).toMatchObject({ sql: first!.sql, score: first!.score })
  expect(others.map(({ score }) => score)).toEqual(others.map(({ score }) => score).toSorted((a, b) => b - a))
  for (const { score } of [first!, ...others]) expect(score >= 0 && score <= 1).toBe(true)
})
