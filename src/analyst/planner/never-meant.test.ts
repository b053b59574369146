import { expect, test } from 'bun:test'
import { column, figure, keyOf, plannerOver, refers, text, time } from '../../../tests/support/planner.ts'
import { confidenceOf, isAnswered } from './score.ts'

const key = keyOf(100)
const each = (name: string) => column({ name, distinct: 100 })

const garage = plannerOver(
  100,
  {
    owners: [key('owner_id'), each('name'), text('town', 'Bonn', 'Rom'), time('joined')],
    parts: [key('part_id'), each('label'), text('maker', 'Bosch', 'Valeo'), time('introduced_on'), figure('price')],
    repairs: [
      key('repair_id'),
      refers('owner_id'),
      time('started_on'),
      column({ name: 'finished_on', type: 'DATE', role: 'time', nulls: 9, min: '2024-01-01', max: '2025-12-20' }),
      text('status', 'done', 'waiting', 'cancelled'),
      figure('bill_eur'),
    ],
    used_parts: [key('line_id'), refers('repair_id'), refers('part_id'), figure('quantity')],
  },
  ['repairs.owner_id owners.owner_id', 'used_parts.repair_id repairs.repair_id', 'used_parts.part_id parts.part_id'],
)

test.each([
  // What changes has an order in time.
  ['growth of bill by town', /lag\(.*ORDER BY 1/],
  ['running total of bill by status', /OVER \(ORDER BY 1/],
  // From one year to another, and not from month to month.
  ['growth of the bill from 2024 to 2025', /date_trunc\('month'/],
  // What is popular is used most, and not what there are most of.
  ['most popular maker', /count\(\*\).* FROM parts GROUP BY/],
  // Every December, and not the last.
  ['repairs in december by year', /^SELECT year\((?!.*monthname)/],
  // Towns, and no owners of them.
  ['top 5 towns by bill per owner', /GROUP BY (?:.*owner_id|owners\.name).*LIMIT 5/],
  // Of what was used then, and not of what was new then.
  ['top 10 parts by quantity in 2025', /introduced_on/],
  ['how many parts were sold per month', /introduced_on/],
  // Of the owners of each town on average, for each is of one.
  ['bill per owner by town', /GROUP BY .*owners\.name/],
  // One of each town, and not of all.
  ['top owner in each town', /LIMIT 1$/],
  ['largest repair per town', /count\(\*\)/],
  // What was used, and not one of each that there is.
  ['total price of parts used', /^SELECT sum\(price\) AS \w+ FROM parts$/],
  // Pieces are no price.
  ['how many parts sold more than 100 units', /price > 100/],
  // What they bought, and not they.
  ['what did owners from Rom order', /^SELECT (?:\*|name) FROM owners/],
  // Whenever they joined.
  ['what share of owners had a repair in 2025', /joined/],
  // Of each status, and not of all that have any.
  ['share of repairs with used parts by status', /\) OVER \(\)/],
  // Keys have no size, and are no years.
  ['how many owners have more than one town', /owner_id > 1/],
] as const)('"%s" is not read so that nobody means it', (question, sql) => {
  const plan = garage.plan(question)
  if ('form' in plan && isAnswered(plan)) expect(plan.sql).not.toMatch(sql)
})

test('a gap between two figures is no time', () => {
  const flats = plannerOver(
    100,
    { rent_payments: [key('payment_id'), time('due_date'), time('paid_date'), figure('rent'), figure('market_rent')] },
    [],
  )
  const plan = flats.plan('average gap between rent and market rent')
  if ('form' in plan && isAnswered(plan)) expect(plan.sql).not.toMatch(/date/)
})

test.each([
  // For want of its end what was cancelled is open.
  'how many open repairs do we have',
  // Those who joined then, or those whose cars were repaired then.
  'number of owners by month',
])('"%s" is not answered surely', (question) => {
  const plan = garage.plan(question)
  expect('form' in plan && confidenceOf(plan)).not.toBe('sure')
})
