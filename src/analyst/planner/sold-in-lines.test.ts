import { expect, test } from 'bun:test'
import {
  column,
  each,
  figure,
  key,
  plannerOf,
  plannerOfTables,
  refers,
  text,
  time,
} from '../../../tests/support/planner.ts'

const day = (name: string, nulls = 0) => ({ ...time(name, nulls), type: 'DATE' })

const PLACES = {
  /** Goods that dealers order, in lines with a discount in percent. */
  nursery: plannerOfTables(
    {
      dealers: [
        key('dealer_no'),
        each('dealer_name'),
        text('sales_rep', 'Ida Holm', 'Bo Lind'),
        text('town', 'Ulm', 'Graz'),
      ],
      orders: [
        key('order_no'),
        refers('dealer_no'),
        day('ordered_on'),
        day('req_date'),
        day('ship_date', 9),
        text('channel', 'Rep', 'Web'),
      ],
      order_lines: [
        key('line_id'),
        refers('order_no'),
        refers('plant_no'),
        figure('qty'),
        figure('unit_price'),
        column({ name: 'disc_pct', type: 'BIGINT', role: 'measure', min: '0', max: '20' }),
      ],
      plants: [key('plant_no'), each('plant'), text('kind', 'Rose', 'Fern')],
    },
    [
      'orders.dealer_no dealers.dealer_no',
      'order_lines.order_no orders.order_no',
      'order_lines.plant_no plants.plant_no',
    ],
  ),
  /** Lines of receipts as a till writes them. */
  till: plannerOf(
    'sold_items',
    column({ name: 'Receipt no', type: 'BIGINT', role: 'id', distinct: 40 }),
    time('Day'),
    column({ name: 'Customer Email', distinct: 30 }),
    column({ name: 'Cashier', distinct: 4 }),
    text('Item', 'Latte', 'Mocha'),
    text('Milk', 'Oat', 'Soy'),
    column({ name: 'Qty', type: 'BIGINT', role: 'measure', min: '-2', max: '6' }),
    column({ name: 'Total', type: 'DOUBLE', role: 'measure', min: '-12.5', max: '80.5' }),
  ),
  /** What was noticed at a school. */
  school: plannerOf(
    'events',
    key('id'),
    time('noted_on'),
    text('event', 'Absent', 'Tardy'),
    text('coach', 'Ann Bell', 'Tom Carr'),
    text('camp', 'North', 'South'),
  ),
  pumps: plannerOf(
    'fills',
    key('id'),
    time('filled_on'),
    text('fuel', 'Petrol', 'Gas'),
    figure('PPL', { aggregation: 'average' }),
    figure('litres'),
    figure('total_cost'),
  ),
  goods: plannerOf(
    'products',
    key('id'),
    column({ name: 'product', distinct: 100 }),
    figure('unit_cost', { aggregation: 'average' }),
    figure('price', { aggregation: 'average' }),
  ),
}

const asked = (place: keyof typeof PLACES, question: string) => {
  const plan = PLACES[place].plan(question)
  return 'form' in plan ? plan.sql.replaceAll(/\s+/g, ' ') : JSON.stringify(plan)
}

test.each([
  // A discount in percent is taken off.
  [
    'nursery',
    'total sales',
    /qty \* .*unit_price \* \(1 - .*disc_pct \/ 100\.0\)|unit_price \* \(1 - disc_pct \/ 100\.0\)/,
  ],
  // "Rep" is whoever sells, and not a channel of that name.
  ['nursery', 'sales by rep', /GROUP BY dealers\.sales_rep/],
  ['nursery', 'how much did each rep sell in 2025?', /GROUP BY dealers\.sales_rep/],
  // Sales are no sales reps.
  ['nursery', 'top 5 dealers by sales', /dealers\.dealer_name, sum\(.*LIMIT 5/],
  // One of what a dealer bought, and none of another.
  [
    'nursery',
    'dealers who bought roses but not ferns',
    /IN \(SELECT .*kind = 'Rose'\).* NOT IN \(SELECT .*kind = 'Fern'\)/,
  ],
  ['nursery', 'dealers who bought roses and ferns', /IN \(SELECT .*kind = 'Rose'\).* IN \(SELECT .*kind = 'Fern'\)/],
  ['nursery', 'what share of orders were late', /ship_date > req_date/],
  // People whom no column is called by.
  ['till', 'how many clients came in 2025?', /count\(DISTINCT "Customer Email"\)/],
  [
    'till',
    'customers with more than 3 receipts',
    /GROUP BY "Customer Email" HAVING count\(DISTINCT "Receipt no"\) > 3/,
  ],
  // Pieces, and what comes back is no income.
  ['till', 'how many lattes did we sell with oat milk', /sum\(Qty\)/],
  ['till', 'how many people came in in 2025', /^(?!.*Qty > 0)/],
  ['school', 'how many absences were there in 2025', /event = 'Absent'/],
  ['pumps', 'price per litre by month', /avg\(PPL\)/],
  // What comes to the most, and what has the highest price.
  ['pumps', 'which fuel is costing us the most', /sum\(total_cost\)/],
  ['goods', 'which product costs the most', /ORDER BY price DESC/],
] as [keyof typeof PLACES, string, RegExp][])('%s: %s', (place, question, sql) => {
  expect(asked(place, question)).toMatch(sql)
})

test('a value that another reading has a place for is not left out', () => {
  for (const { sql } of PLACES.school.readings('absences in the north camp by coach')) expect(sql).toContain("'North'")
})
