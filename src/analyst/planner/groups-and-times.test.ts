import { expect, test } from 'bun:test'
import {
  column,
  figure,
  key,
  keyOf,
  plannerOf,
  plannerOfTables,
  refers,
  text,
  time,
} from '../../../tests/support/planner.ts'
import { leftOver } from './ledger.ts'
import { isAnswered } from './score.ts'

/** What one table has that was kept over years, and three that belong together. */
const FARM = plannerOf(
  'deliveries',
  keyOf(100)('delivery_id'),
  time('delivered_on'),
  text('dairy', 'Alm', 'Berg', 'Tal'),
  text('driver', 'Ida Roth', 'Max Vogt'),
  text('milk', 'cow', 'goat', 'sheep'),
  figure('litres'),
  figure('amount'),
)
const CHOIR = plannerOfTables(
  {
    singers: [
      key('singer_id'),
      column({ name: 'name', distinct: 390 }),
      text('voice', 'Alto', 'Bass'),
      time('joined_on'),
    ],
    concerts: [
      key('concert_id'),
      column({ name: 'title', distinct: 400 }),
      text('hall', 'Dom', 'Aula'),
      time('held_on'),
    ],
    parts: [key('part_id'), refers('singer_id'), refers('concert_id'), time('sung_on')],
  },
  ['parts.singer_id singers.singer_id', 'parts.concert_id concerts.concert_id'],
)
const sqlOf = (planner: typeof FARM, question: string) => {
  const plan = planner.plan(question)
  return 'sql' in plan && isAnswered(plan) ? plan.sql : ''
}

const IN_2023 = "delivered_on >= DATE '2023-01-01' AND delivered_on < DATE '2024-01-01'"
const IN_2024 = "delivered_on >= DATE '2024-01-01' AND delivered_on < DATE '2025-01-01'"

test.each([
  [
    'litres in March by year',
    "year(delivered_on) AS year, sum(litres) AS total_litres FROM deliveries WHERE monthname(delivered_on) = 'March'",
  ],
  [
    'how many deliveries were there in June of each year',
    "count(*) AS delivery_count FROM deliveries WHERE monthname(delivered_on) = 'June' GROUP BY year(delivered_on)",
  ],
  ['amount in October over the years', "WHERE monthname(delivered_on) = 'October' GROUP BY year(delivered_on)"],
  ['amount in May', "delivered_on >= DATE '2025-05-01' AND delivered_on < DATE '2025-06-01'"],
  [
    'litres growth per dairy from 2023 to 2024',
    `dairy, sum(litres) FILTER (WHERE ${IN_2024}) - sum(litres) FILTER (WHERE ${IN_2023})`,
  ],
  [
    'how much did the amount grow in each dairy from 2023 to 2024',
    `dairy, sum(amount) FILTER (WHERE ${IN_2024}) - sum(amount) FILTER (WHERE ${IN_2023})`,
  ],
  [
    'which dairy declined the most between 2023 and 2024',
    `FILTER (WHERE ${IN_2024}) - count(*) FILTER (WHERE ${IN_2023})`,
  ],
  ['takings by dairy', 'SELECT dairy, sum(amount) AS revenue'],
  ['amount in Q3', "delivered_on >= DATE '2024-07-01' AND delivered_on < DATE '2024-10-01'"],
  ['amount in the first quarter of each year', "'Q' || quarter(delivered_on) = 'Q1' GROUP BY year(delivered_on)"],
  [
    'amount in March and April by dairy',
    "delivered_on >= DATE '2025-03-01' AND delivered_on < DATE '2025-04-01' OR delivered_on >= DATE '2025-04-01'",
  ],
  [
    'how much did the amount grow from February to March, in percent',
    "sum(amount) FILTER (WHERE delivered_on >= DATE '2025-03-01' AND delivered_on < DATE '2025-04-01') - sum(amount) FILTER (WHERE delivered_on >= DATE '2025-02-01'",
  ],
  [
    'total litres last month vs the month before',
    "delivered_on >= DATE '2025-05-01' AND delivered_on < DATE '2025-06-01' OR",
  ],
  ['litres since the end of February', "delivered_on >= DATE '2025-03-01'"],
  ['how many deliveries on March 8th', "delivered_on >= DATE '2025-03-08' AND delivered_on < DATE '2025-03-09'"],
  ['litres after April', "delivered_on >= DATE '2025-05-01'"],
  ['amount by milk as a percentage of the total', 'sum(amount) / sum(sum(amount)) OVER ()'],
  ['correlation between litres and amount', 'corr(litres, amount)'],
  ['compare the amount of 2023 and 2024 by dairy', 'year(delivered_on) AS year, dairy, sum(amount)'],
  [
    'drivers who delivered in both 2023 and 2024',
    `SELECT DISTINCT driver FROM deliveries WHERE ${IN_2023} AND driver IN (SELECT driver FROM deliveries WHERE ${IN_2024})`,
  ],
  [
    'dairies without goat milk',
    "SELECT DISTINCT dairy FROM deliveries WHERE dairy NOT IN (SELECT dairy FROM deliveries WHERE milk = 'goat')",
  ],
  [
    'which driver has no deliveries from Tal',
    "SELECT DISTINCT driver FROM deliveries WHERE driver NOT IN (SELECT driver FROM deliveries WHERE dairy = 'Tal')",
  ],
])('of deliveries, "%s" is read', (question, sql) => expect(sqlOf(FARM, question)).toContain(sql))

test.each([
  [
    'singers who sang in both 2023 and 2024',
    /SELECT .*name FROM singers WHERE singer_id IN \(SELECT singer_id FROM parts WHERE sung_on >= .*2023.*\) AND singer_id IN \(.*2024/,
  ],
  [
    'how many singers sang in both 2023 and 2024',
    /count\(\*\) .* FROM singers WHERE singer_id IN \(SELECT singer_id FROM parts WHERE sung_on >= .*2023.*\) AND singer_id IN \(.*2024/,
  ],
  ['singers whose name starts with K', /SELECT name FROM singers WHERE name ILIKE 'K%'/],
  ['concerts with spring in the title', /SELECT title FROM concerts WHERE title ILIKE '%spring%'/],
  [
    'singers who only sang in the Dom',
    /singer_id NOT IN \(SELECT parts\.singer_id FROM parts JOIN concerts .*concerts\.hall <> 'Dom'\)/,
  ],
  ['how many singers have names ending in mann', /count\(\*\) .* FROM singers WHERE name ILIKE '%mann'/],
])('of three tables, "%s" is read', (question, sql) => expect(sqlOf(CHOIR, question)).toMatch(sql))

const SHOP = plannerOfTables(
  {
    customers: [
      key('customer_id'),
      column({ name: 'name', distinct: 390 }),
      text('town', 'Ulm', 'Trier'),
      time('joined_on'),
    ],
    orders: [
      key('order_id'),
      refers('customer_id'),
      time('ordered_on'),
      figure('total_amount', { min: '2.50', max: '900.75' }),
    ],
    complaints: [key('complaint_id'), refers('order_id'), time('raised_on')],
  },
  ['orders.customer_id customers.customer_id', 'complaints.order_id orders.order_id'],
)

test.each([
  [
    'what share of customers placed an order in 2024',
    /FILTER \(WHERE customer_id IN \(SELECT customer_id FROM orders WHERE ordered_on >= DATE '2024-01-01'/,
  ],
  [
    'what percentage of customers made a complaint',
    /FILTER \(WHERE customer_id IN \(SELECT orders\.customer_id FROM orders JOIN complaints/,
  ],
  ['customers who spent more than average', /HAVING sum\(orders\.total_amount\) > \(SELECT avg\(/],
  ['towns with revenue below average', /GROUP BY customers\.town HAVING sum\(orders\.total_amount\) < \(SELECT avg\(/],
  [
    'standard deviation of total amount by town',
    /customers\.town, stddev_samp\(orders\.total_amount\) AS standard_deviation_of/,
  ],
  ['90th percentile of total amount', /quantile_cont\(total_amount, 0\.9\) AS percentile_90_of_/],
])('of a shop, "%s" is read', (question, sql) => expect(sqlOf(SHOP, question)).toMatch(sql))

test.each([
  ['customers who joined in 2024', /^SELECT count/],
  ['top 10% of customers by revenue', /LIMIT 10|= 10/],
  ['number of customers with and without orders', /IN \(SELECT/],
  ['what share of orders has no customer', /NOT IN \(SELECT customer_id FROM customers\)/],
  ['the first order each customer placed', /count\(/],
] as const)('of a shop, "%s" is not read so that nobody means it', (question, sql) => {
  const read = sqlOf(SHOP, question)
  if (read) expect(read).not.toMatch(sql)
})

test('things without rows of a kind have no such row, whatever else they have', () => {
  for (const { sql } of CHOIR.readings('concerts without Alto singers')) expect(sql).not.toContain("<> 'Alto'")
})

test.each([
  // Of every December, or not at all.
  ['deliveries in December of each year', /^(?!.*'December')/],
  // Rows of other kinds say nothing of a group that has both.
  ['which dairies have no sheep milk', /milk <> 'sheep'/],
  ['which drivers did not deliver cow milk', /milk <> 'cow'/],
  // No row has two times, and none is missing and there at once.
  ['drivers who delivered in both 2023 and 2024', / OR /],
  ['drivers not seen in 2024', /IS NULL/],
  // A list is no number.
  ['drivers who delivered in 2024', /^SELECT count/],
  // Nor are those one figure, or a key, that were asked what they changed, took or how far they are apart.
  ['did the amount go up in May', /^SELECT sum\(amount\) AS \w+ FROM deliveries WHERE [^|]*$/],
  ['what did Berg order', /^SELECT delivery_id/],
  ['how much more expensive is cow than goat milk', /count\(/],
  ['how much faster is Ida Roth than Max Vogt', /count\(/],
  ['cow vs goat milk litres per month', /^(?!.*GROUP BY.*milk)/],
  ['best and worst month', /LIMIT 1$/],
  ['cheapest and most expensive delivery', /LIMIT 1$/],
  ['twice as much cow as goat milk?', /^(?!.*GROUP BY.*milk|.*milk.*milk.*FILTER).*IN \('cow', 'goat'\)/],
  ['total value of cow milk', /sum\(litres\)/],
  ['average monthly amount', /GROUP BY .*avg\(amount\)|avg\(amount\).* GROUP BY/],
  ['amount of the five coldest deliveries', /= 5\b/],
  ['drivers whose name starts with I', /^SELECT count/],
] as const)('"%s" is not read so that nobody means it', (question, sql) => {
  const read = sqlOf(FARM, question)
  if (read) expect(read).not.toMatch(sql)
})

test.each([
  'litres by dairy this year',
  'amount last month by driver',
  'amount in the last quarter',
  'litres this year compared with last year',
  'amount this month compared with the same month last year',
  'how many deliveries were there in the last 30 days',
  'litres year to date',
])('"%s" is of the end of data that are older, and leaves nothing over', (question) => {
  const plan = FARM.plan(question)
  expect('sql' in plan ? leftOver(plan) : plan).toEqual([])
})

const HIRE = plannerOf(
  'hires',
  keyOf(100)('hire_id'),
  text('boat', 'Tern', 'Gull'),
  time('hired_on'),
  time('returned_on', 8),
)
test.each([
  ['hires longer than 3 days', "date_diff('second', hired_on, returned_on) / 86400.0 > 3"],
  ['hires shorter than two weeks', "date_diff('second', hired_on, returned_on) / 86400.0 < 14"],
  ['how many hires took longer than 48 hours', "date_diff('second', hired_on, returned_on) / 86400.0 > 2"],
])('"%s" is of what lasts from the first day to the other', (question, sql) =>
  expect(sqlOf(HIRE, question)).toContain(sql),
)
