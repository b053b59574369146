import { expect, test } from 'bun:test'
import { each, figure, key, plannerOf, plannerOfTables, refers, text, time } from '../../../tests/support/planner.ts'
import { titleOf } from '../built-in/wording/title.ts'

const TABLES = {
  garage: plannerOfTables(
    {
      vans: [key('plate'), each('driver'), text('make', 'Fiat', 'Ford'), figure('price_eur'), figure('odometer_km')],
      repairs: [
        key('repair_no'),
        refers('plate'),
        text('workshop', 'North', 'South'),
        figure('parts_eur'),
        figure('labour_eur'),
        time('repaired_on'),
      ],
    },
    ['repairs.plate vans.plate'],
  ),
  travels: plannerOf(
    'travels',
    text('employee', 'Ines', 'Olaf'),
    text('city', 'Rome', 'Oslo'),
    figure('hotel_eur'),
    figure('travel_eur', { nulls: 9 }),
    figure('meals_eur'),
    time('started_on'),
  ),
  plots: plannerOf('plots', text('village'), figure('seed_cost'), figure('water_cost'), figure('harvest_kg')),
  cellar: plannerOf(
    'wines',
    each('wine'),
    text('country', 'Spain', 'Chile'),
    figure('price_eur', { aggregation: 'average' }),
    figure('stock_bottles'),
  ),
  tools: plannerOf('tools', each('tool'), text('shelf', 'A', 'B'), figure('unit_price'), figure('quantity')),
  houses: plannerOfTables(
    {
      houses: [
        key('house_id'),
        each('house'),
        text('district', 'East', 'West'),
        figure('area_m2'),
        figure('residents'),
      ],
      readings: [key('reading_id'), refers('house_id'), time('read_on'), figure('water_m3'), figure('cost_eur')],
    },
    ['readings.house_id houses.house_id'],
  ),
  matches: plannerOf(
    'matches',
    text('team', 'Reds', 'Blues'),
    text('season', '2021', '2022'),
    figure('goals'),
    figure('shots'),
  ),
  orders: plannerOf('orders', text('shop', 'North', 'South'), figure('revenue'), time('sold_on')),
  projects: plannerOf('projects', text('team', 'Red', 'Blue'), figure('estimated_cost'), figure('actual_cost')),
  ads: plannerOf('ads', text('site', 'News', 'Games'), figure('cost_per_click'), figure('cost_per_lead')),
  shelves: plannerOf('shelves', text('aisle', 'A', 'B'), figure('price'), figure('stock'), figure('stock_value')),
  goals: plannerOf('campaigns', each('campaign'), figure('goal_eur'), figure('raised_eur')),
}

test.each([
  // What costs are made of, where no column has all of them.
  ['garage', 'total repair cost per workshop', /^SELECT workshop, sum\(\(parts_eur \+ labour_eur\)\)/],
  ['garage', 'what did all repairs cost in total', /^SELECT sum\(\(parts_eur \+ labour_eur\)\) AS \w+ FROM repairs$/],
  [
    'garage',
    'what did all repairs cost in total (parts plus labour)',
    /^SELECT sum\(\(parts_eur \+ labour_eur\)\) AS \w+ FROM repairs$/,
  ],
  ['garage', 'repair costs per year', /sum\(\(parts_eur \+ labour_eur\)\)/],
  ['garage', 'total labour cost', /^SELECT sum\(labour_eur\)/],
  [
    'travels',
    'total cost by city',
    /sum\(\(\(hotel_eur \+ coalesce\(travel_eur, 0\)\) \+ meals_eur\)\).* GROUP BY city/,
  ],
  ['plots', 'total cost per village', /sum\(\(seed_cost \+ water_cost\)\)/],
  ['goals', 'total cost of campaigns', null],
  // What rows are worth.
  ['cellar', 'what is our stock worth in total', /^SELECT sum\(\(price_eur \* stock_bottles\)\) AS \w+ FROM wines$/],
  ['cellar', 'stock value per country', /sum\(\(price_eur \* stock_bottles\)\).* GROUP BY country/],
  ['cellar', 'which wine has the highest stock value', /ORDER BY \(price_eur \* stock_bottles\) DESC/],
  ['tools', 'unit price times quantity by shelf', /sum\(\(unit_price \* quantity\)\).* GROUP BY shelf/],
] as const)('of %s, "%s" is of what columns come to together', (table, question, sql) => {
  const found = TABLES[table].readings(question)
  if (sql) expect(found[0]?.sql).toMatch(sql)
  else expect(found.filter((one) => /goal_eur \+ raised_eur/.test(one.sql))).toEqual([])
})

test.each([
  ['projects', 'total cost by team'],
  ['ads', 'total cost by site'],
  ['shelves', 'total stock value by aisle'],
] as const)('of %s, "%s" adds up nothing that is no part of it', (table, question) => {
  const found = TABLES[table].readings(question)
  for (const { sql } of found) expect(sql).not.toMatch(/ \+ | \* /)
})

test('a title says of what the costs are', () => {
  const [first] = TABLES.garage.readings('total repair cost per workshop')
  expect(titleOf(first!.form)).toBe('Total parts plus labour by workshop')
})

test.each([
  ['garage', 'labour as a share of the repair cost', /sum\(labour_eur\) \/ nullif\(sum\(\(parts_eur \+ labour_eur\)\)/],
  [
    'garage',
    'what share of the repair bill is labour',
    /sum\(labour_eur\) \/ nullif\(sum\(\(parts_eur \+ labour_eur\)\)/,
  ],
] as const)('of %s, "%s" is a part of the whole, and never the other way', (table, question, sql) => {
  const found = TABLES[table].composed(question).candidates
  expect(found.length).toBeGreaterThan(0)
  for (const one of found) expect(one.sql).toMatch(sql)
})

const SIDES =
  /FROM \(SELECT .*sum\(\(?readings\.(?:cost_eur|water_m3)\)?\) .* GROUP BY .*\) AS side_of_1 JOIN \(SELECT .*sum\((?:houses\.)?(?:area_m2|residents)\) .* FROM houses(?: WHERE .*)? GROUP BY .*\) AS side_of_2 USING/
test.each([
  ['cost per square metre by district', SIDES],
  ['water per resident by house', SIDES],
  [
    'which house is the most expensive per square metre',
    /side_of_2 USING \(k1\) ORDER BY 1\.0 \* part \/ nullif\(whole, 0\) DESC NULLS LAST LIMIT 1$/,
  ],
  ['cost per resident', /side_of_1 CROSS JOIN .*sum\(residents\).* FROM houses\) AS side_2\) AS side_of_2$/],
] as const)('"%s" counts what each side has once', (question, sql) => {
  const found = TABLES.houses.composed(question).candidates.map((one) => one.sql)
  expect(
    found.some((one) => sql.test(one)),
    found.join('\n'),
  ).toBe(true)
})

test('nothing ranks by what it is to be divided by', () => {
  const found = TABLES.houses.readings('which house is the most expensive per square metre')
  for (const { sql } of found) expect(sql).not.toMatch(/ORDER BY (?:houses\.)?area_m2/)
})

test.each([
  ['matches', 'goals per match by team', /^SELECT (?:team, )?avg\(goals\)[^()]* GROUP BY team/],
  ['matches', 'which team has the most goals per match', /avg\(goals\).* DESC NULLS LAST LIMIT 1$/],
  ['orders', 'revenue per order by month', /avg\(revenue\).* GROUP BY CAST\(date_trunc\('month'/],
  ['orders', 'revenue per shop', /sum\(revenue\).* GROUP BY shop/],
  ['matches', 'goals per shot by team', /sum\(goals\) \/ nullif\(sum\(shots\), 0\).* GROUP BY team/],
  [
    'matches',
    'teams with more goals than average',
    /GROUP BY team HAVING sum\(goals\) > \(SELECT avg\(total_goals\) FROM/,
  ],
] as const)('of %s, "%s" is of rows, of groups or of figures', (table, question, sql) => {
  expect(TABLES[table].readings(question)[0]?.sql).toMatch(sql)
})
