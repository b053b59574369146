import { beforeAll, describe, expect, test } from 'bun:test'
import {
  type ModelServer,
  type ScriptedTurn,
  scriptedModels,
  startModelServer,
} from '../../tests/support/model-server.ts'
import { newPlace, signUp, workspaceCtx } from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { answer } from './answer-question.ts'

// Numbers that a statement says itself, however it dresses them up, beside arithmetic over data as analysts write it.

let ctx: WorkspaceCtx
let server: ModelServer
let script: ScriptedTurn[] = []
beforeAll(async () => {
  const base = await testApp()
  const owner = await signUp(base)
  const { id } = (await newPlace(base, owner)).workspace
  server = await startModelServer(() => script.shift() ?? { status: 500 })
  ctx = await workspaceCtx({ ...(await testWorld()), models: scriptedModels(server) }, owner.user.id, id)
  await putTable(
    ctx,
    'orders',
    `SELECT * FROM (VALUES
      (1, 'North', 'paid', 120.5, 80.25, 3, DATE '2024-01-15', 68.0),
      (2, 'North', 'paid', 310.0, 200.0, 5, DATE '2024-02-03', 75.2),
      (3, 'South', 'open', 87.9, 61.0, 2, DATE '2024-02-21', 59.9),
      (4, 'South', 'paid', 455.25, 301.7, 7, DATE '2024-03-09', 81.5),
      (5, 'East', 'void', 64.0, 50.1, 1, DATE '2024-03-30', 64.4),
      (6, 'East', 'paid', 219.75, 140.3, 4, DATE '2024-04-11', 70.7),
      (7, 'West', 'open', 150.6, 99.9, 3, DATE '2024-05-02', 62.1)
    ) t(id, region, status, amount, cost, qty, day, heat)`,
  )
})

/** The state of the figure of an answer that refers to `v` of the last of these statements, or to what else is given. */
async function stateOf(statements: string, refers?: string): Promise<string | undefined> {
  const all = statements.split(';').map((one) => one.trim())
  script = [
    ...all.map((sql): ScriptedTurn => ({ call: 'run_sql', input: { sql, title: 'Refunds' } })),
    { call: 'finish', input: { status: 'answered', text: `It is {{${refers ?? `r${all.length}.v[#1]`}}}.` } },
  ]
  const asked = { question: 'How did refunds go?', at: ctx.now(), history: [], signal: new AbortController().signal }
  const { numbers, error, steps } = (await answer(ctx, { ...asked, emit: () => {} })).answer
  return numbers[0]?.gap ?? numbers[0]?.state ?? error ?? steps.at(-1)?.note
}

/** Written before anything was tuned by them, and after. */
const TYPED = {
  before: [
    'SELECT sum(amount) * 0 + 12.3 AS v FROM orders',
    'SELECT max(amount) - max(amount) + 12.3 AS v FROM orders',
    'SELECT coalesce(NULL, 12) AS v FROM orders',
    'SELECT CASE WHEN true THEN 12.3 END AS v FROM orders',
    'SELECT CASE WHEN count(*) > 0 THEN 12.3 ELSE 0 END AS v FROM orders',
    "SELECT CASE WHEN region = 'North' THEN 12.3 ELSE 8.1 END AS v FROM orders ORDER BY id",
    'SELECT nullif(12.3, amount) AS v FROM orders',
    'SELECT least(sum(amount), 12.3) AS v FROM orders',
    'SELECT greatest(min(amount), 9999.5) AS v FROM orders',
    'WITH c AS (SELECT 12.3 AS k) SELECT k AS v FROM c, orders',
    'WITH c AS (SELECT 12.3 AS k), d AS (SELECT k + 1 AS k2 FROM c) SELECT max(k2) AS v FROM d, orders',
    'SELECT (SELECT 12.3) AS v FROM orders',
    'SELECT t.v FROM orders JOIN (VALUES (1, 12.3)) t(id, v) ON t.id = orders.id',
    'SELECT avg(12.3) OVER () AS v FROM orders',
    'SELECT first_value(12.3) OVER (ORDER BY id) AS v FROM orders',
    'SELECT max(12.3) AS v FROM orders',
    'SELECT sum(12.3) / count(*) AS v FROM orders',
    'SELECT sum(amount) / sum(amount) * 12.3 AS v FROM orders',
    'SELECT sum(amount * 12.3) / sum(amount) AS v FROM orders',
    'SELECT round(avg(amount) * 0, 2) + 12.3 AS v FROM orders',
    'SELECT min(id) * 12.3 AS v FROM orders',
    'SELECT 12.3 AS x; SELECT x AS v FROM r1',
    'SELECT region, 12.3 AS x FROM orders; SELECT avg(x) AS v FROM r1',
    "SELECT region, sum(amount) AS v FROM orders GROUP BY 1 UNION ALL SELECT 'A', 12.3 ORDER BY 1",
    'SELECT count(*) AS v FROM range(12)',
    'SELECT count(*) AS v FROM (SELECT * FROM orders LIMIT 5)',
    "SELECT CASE WHEN sum(amount) > 1 THEN '12.3 %' ELSE '8 %' END AS v FROM orders",
    'SELECT sum(amount) * 0.0000001 + 12.3 AS v FROM orders',
  ],
  after: [
    'SELECT sum(amount) * (1 - 1) + 12.3 AS v FROM orders',
    'SELECT * REPLACE (12.3 AS amount) FROM orders; SELECT amount AS v FROM r1',
    'SELECT region, 12.3 AS v, * EXCLUDE (region, amount) FROM orders',
    'SELECT (SELECT max(k) FROM (VALUES (11.1), (12.3)) t(k)) AS v FROM orders',
    'SELECT ifnull(max(amount) FILTER (WHERE false), 12.3) AS v FROM orders',
    "SELECT max(CASE WHEN region = 'North' THEN 12.3 END) AS v FROM orders",
    "SELECT avg(CASE WHEN region = 'North' THEN 12.3 ELSE 12.3 END) AS v FROM orders",
    "SELECT sum(CASE WHEN region = 'North' THEN 7.1 ELSE 5.2 END) AS v FROM orders",
    'SELECT if(sum(amount) > 10, 12.3, 4.5) AS v FROM orders',
    'SELECT (count(*) > 3)::INT * 12.3 AS v FROM orders',
    'SELECT sign(sum(amount)) * 12.3 AS v FROM orders',
    'SELECT pow(sum(amount), 0) * 12.3 AS v FROM orders',
    'SELECT sum(amount) * 0 + 10 + 2.3 AS v FROM orders',
    'SELECT min(amount) + 0.7 - min(amount) AS v FROM orders',
    'SELECT [12.3, 14][1] AS v FROM orders',
    'SELECT unnest([12.3, 14]) AS v FROM orders LIMIT 2',
    "SELECT {'a': 12.3}.a AS v FROM orders",
    "SELECT '12.3'::DOUBLE AS v FROM orders",
    "SELECT region || ' rose by 12.3 %' AS v FROM orders",
    "SELECT concat('up ', 12.3, ' %') AS v FROM orders",
    "SELECT format('{} %', 12.3) AS v FROM orders",
    'SELECT lag(12.3) OVER (ORDER BY id) AS w, lead(12.3, 1, 12.3) OVER (ORDER BY id) AS v FROM orders',
    'SELECT lag(amount, 99, 12.3) OVER (ORDER BY id) AS v FROM orders',
    'SELECT 12.3 AS v, sum(amount) FROM orders HAVING sum(amount) > 0',
    'WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 12) SELECT count(*) AS v FROM n',
    'WITH c AS (SELECT sum(amount) * 12.3 AS a, sum(amount) AS b FROM orders) SELECT a / b AS v FROM c',
    'SELECT sum(amount) * 12.3 AS a, sum(amount) AS b FROM orders; SELECT round(a / b, 1) AS v FROM r1',
    'SELECT median(12.3) AS v FROM orders',
    'SELECT exp(ln(12.3)) AS v FROM orders',
    'SELECT floor(sum(amount) * 12.3) / sum(amount) AS v FROM orders',
    'SELECT count(*) AS v FROM (SELECT unnest(range(12)))',
    'SELECT total AS v FROM (SELECT region, 12.3 AS total FROM orders GROUP BY region) GROUP BY 1',
    'SELECT avg(coalesce(amount * NULL, 12.3)) AS v FROM orders',
    'SELECT amount + 3000 AS v FROM orders',
    'SELECT r.v FROM orders CROSS JOIN (SELECT 12.3 AS v) r',
    'SELECT max(v) AS v FROM (SELECT amount * 0 AS v FROM orders UNION ALL SELECT 12.3)',
    'SELECT x + 2.3 AS v FROM (SELECT 10 AS x FROM orders)',
    'SELECT sum(amount) AS s, 12.3 AS t FROM orders; SELECT t AS v FROM r1; SELECT v * 1 AS v FROM r2',
    'SELECT least(greatest(sum(amount), 12.3), 12.3) AS v FROM orders',
    "SELECT CASE region WHEN 'North' THEN 471108 WHEN 'South' THEN 4712 ELSE 4713 END AS v FROM orders",
  ],
}
const READ = {
  before: [
    'SELECT sum(amount) AS v FROM orders',
    'SELECT sum(amount) * 100.0 / sum(cost) AS v FROM orders',
    'SELECT amount * 1.18 AS v FROM orders',
    "SELECT coalesce(sum(amount) FILTER (WHERE region = 'Nowhere'), 0) AS v FROM orders",
    "SELECT count(*) FILTER (WHERE status = 'paid') AS v FROM orders",
    "SELECT sum(CASE WHEN status = 'paid' THEN 1 ELSE 0 END) AS v FROM orders",
    "SELECT 100.0 * sum(CASE WHEN status = 'paid' THEN 1 ELSE 0 END) / count(*) AS v FROM orders",
    "SELECT sum(CASE WHEN status = 'paid' THEN amount ELSE 0 END) / sum(amount) AS v FROM orders",
    "SELECT sum(CASE WHEN status = 'paid' THEN amount END) / sum(amount) AS v FROM orders",
    "SELECT count(CASE WHEN status = 'paid' THEN id END) * 1.0 / count(id) AS v FROM orders",
    "SELECT avg((status = 'paid')::INT) AS v FROM orders",
    'SELECT round(avg(amount), 2) AS v FROM orders',
    'SELECT round(sum(amount) / 1000, 1) AS v FROM orders',
    'SELECT (sum(amount) - sum(cost)) / nullif(sum(cost), 0) AS v FROM orders',
    'SELECT (sum(amount) / sum(cost) - 1) * 100 AS v FROM orders',
    'SELECT 1 - sum(cost) / sum(amount) AS v FROM orders',
    'SELECT (max(heat) - 32) * 5 / 9 AS v FROM orders',
    'SELECT sum(amount) * 83.2 AS v FROM orders',
    'SELECT count(DISTINCT region) AS v FROM orders',
    'SELECT region, sum(amount) / sum(sum(amount)) OVER () AS v FROM orders GROUP BY 1 ORDER BY 1',
    'SELECT v FROM (SELECT sum(amount) - lag(sum(amount)) OVER (ORDER BY month(day)) AS v FROM orders GROUP BY month(day)) WHERE v > 0',
    'SELECT amount, row_number() OVER (ORDER BY amount DESC) AS v FROM orders ORDER BY 1',
    'WITH m AS (SELECT region, sum(amount) AS s FROM orders GROUP BY 1) SELECT max(s) AS v FROM m',
    'SELECT sum(amount) / (SELECT sum(amount) FROM orders WHERE qty > 2) AS v FROM orders WHERE qty > 3',
    'SELECT a.s / b.s AS v FROM (SELECT sum(amount) AS s FROM orders WHERE qty > 3) a, (SELECT sum(amount) AS s FROM orders) b',
    'SELECT region, sum(amount) AS s FROM orders GROUP BY 1; SELECT max(s) * 100 / sum(s) AS v FROM r1',
    'SELECT year(max(day)) AS v FROM orders',
    'SELECT quantile_cont(amount, 0.9) AS v FROM orders',
    "SELECT sum(amount * t.rate) AS v FROM orders JOIN (VALUES ('North', 83.2), ('South', 90.1)) t(region, rate) USING (region)",
    'SELECT sum(qty * amount) / sum(qty) AS v FROM orders',
  ],
  after: [
    "SELECT CASE WHEN amount > 200 THEN 'large' ELSE 'small' END AS size, sum(amount) AS v FROM orders GROUP BY 1",
    'SELECT floor(qty / 2) * 2 AS lower, floor(qty / 2) * 2 + 1 AS v FROM orders ORDER BY qty DESC',
    'SELECT greatest(sum(amount) - sum(cost), 0) AS v FROM orders',
    'SELECT least(100, sum(cost) * 100 / sum(amount)) AS v FROM orders',
    'SELECT coalesce(amount, 0) + coalesce(cost, 0) AS v FROM orders',
    'SELECT sum(coalesce(amount, 0)) / count(*) AS v FROM orders',
    'SELECT amount * (1 - 0.15) AS v FROM orders',
    'SELECT amount / 1.18 AS v FROM orders',
    'SELECT sum(amount) * 1.0 / count(DISTINCT region) AS v FROM orders',
    "SELECT date_diff('day', min(day), max(day)) + 1 AS v FROM orders",
    'SELECT max(day) + INTERVAL 30 DAY AS v FROM orders',
    'SELECT extract(month FROM max(day)) AS v FROM orders',
    'SELECT 0.3 * max(amount) + 0.7 * max(cost) AS v FROM orders',
    'SELECT sqrt(sum(power(amount - cost, 2)) / count(*)) AS v FROM orders',
    'SELECT stddev(amount) / avg(amount) * 100 AS v FROM orders',
    'SELECT corr(amount, cost) AS v FROM orders',
    "SELECT count(*) AS v FROM orders WHERE day >= DATE '2024-02-01'",
    'SELECT count(*) AS v FROM (SELECT region FROM orders GROUP BY 1 HAVING count(*) > 1)',
    'SELECT sum(amount) FILTER (WHERE qty > 2) * 100 / sum(amount) AS v FROM orders',
    'SELECT sum(s) AS v FROM (SELECT amount AS s FROM orders UNION ALL SELECT cost FROM orders)',
    "SELECT region, sum(amount) AS v FROM orders GROUP BY 1 UNION ALL SELECT 'All', sum(amount) FROM orders ORDER BY 2",
    'WITH a AS (SELECT month(day) AS m, sum(amount) AS s FROM orders GROUP BY 1) SELECT x.s / y.s - 1 AS v FROM a x JOIN a y ON y.m = x.m - 1',
    'SELECT avg(amount) OVER (ORDER BY day ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS v FROM orders',
    'SELECT ntile(4) OVER (ORDER BY amount DESC) AS v FROM orders ORDER BY amount',
    "SELECT max(strftime(day, '%Y-%m')) AS v FROM orders",
    'SELECT region AS v FROM orders',
    "SELECT region || ' (' || count(*) || ')' AS v FROM orders GROUP BY region",
    "SELECT (floor(amount / 100) * 100)::INT || '-' || (floor(amount / 100) * 100 + 99)::INT AS v FROM orders",
    'SELECT amount - floor(amount) AS v FROM orders ORDER BY 1 DESC',
    'SELECT sum(amount) AS s FROM orders; SELECT s / (SELECT count(*) FROM orders) AS v FROM r1',
    'SELECT region, sum(amount) AS s FROM orders GROUP BY 1; SELECT a.s / b.s AS v FROM r1 a, r1 b WHERE a.region < b.region ORDER BY 1',
    'SELECT sum(amount) / (max(day) - min(day)) AS v FROM orders',
    'SELECT abs(sum(cost) - sum(amount)) AS v FROM orders',
    'SELECT max(amount) - min(amount) AS v FROM orders',
    'SELECT sum(amount) AS v FROM orders LIMIT 1',
    'SELECT 100 - sum(cost) * 100 / sum(amount) AS v FROM orders',
    'SELECT sum(amount) / 7 AS v FROM orders',
    'SELECT percent_rank() OVER (ORDER BY amount) AS v FROM orders ORDER BY amount DESC',
    'SELECT mode(qty) AS v FROM orders',
  ],
}

const all = (half: { before: string[]; after: string[] }) => [...half.before, ...half.after]

describe('a number that a statement says itself is not proven', () => {
  test.each(all(TYPED))('%s', async (statement) => {
    expect(await stateOf(statement)).toBe('unbound')
  })
  test.each([
    ["SELECT * FROM (VALUES (471108, 'North'), (4712, 'South')) t(v, region)", 'count(r1)'],
    ['SELECT id FROM orders ORDER BY 1 LIMIT 4', 'count(r1)'],
    ['SELECT sum(amount) AS v, 12.3 AS k FROM orders', 'ratio(r1.v, r1.k)'],
  ])('%s by %s', async (statement, refers) => {
    expect(await stateOf(statement, refers)).toBe('unbound')
  })
})

describe('arithmetic over data is', () => {
  test.each(all(READ))('%s', async (statement) => {
    expect(await stateOf(statement)).toBe('bound')
  })
  test.each([
    ['SELECT region, sum(amount) AS v FROM orders GROUP BY 1', 'count(r1)'],
    ['SELECT region, sum(amount) AS v, 0 AS none FROM orders GROUP BY 1', 'sum(r1.v)'],
  ])('%s by %s', async (statement, refers) => {
    expect(await stateOf(statement, refers)).toBe('derived')
  })
})
