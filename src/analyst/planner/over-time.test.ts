import { expect, test } from 'bun:test'
import { column, figure, keyOf, plannerOf, text, time } from '../../../tests/support/planner.ts'
import { Planner } from '../built-in/plan.ts'
import type { TableFacts } from '../rules/tools.ts'

const key = keyOf(100)

/** Sailors, each with the captain that they sail under, who is one of them. */
const crew: TableFacts = {
  ...{ name: 'sailors', rows: 100, description: '', source: 'file', refreshed_at: '2026-01-01T00:00:00.000Z' },
  columns: [
    key('sailor_id'),
    column({ name: 'name', distinct: 100 }),
    column({ name: 'boss', type: 'BIGINT', role: 'id', distinct: 12 }),
    figure('pay'),
  ],
  relations: [
    {
      ...{ column: 'boss', to_table: 'sailors', to_column: 'sailor_id', match_rate: 1, match_back: 0.1, multiplies: 1 },
      ...{ found_by: 'key', kind: 'inferred' },
    },
  ],
  referenced_by: [],
}

const TABLES = {
  sailors: new Planner({ tables: [crew], values: [], now: '2026-01-01' }),
  members: plannerOf(
    'memberships',
    key('membership_id'),
    text('plan', 'Gold', 'Basic'),
    time('started_on'),
    time('ended_on', 40),
    figure('fee'),
  ),
  catches: plannerOf(
    'catches',
    text('boat', 'Gull', 'Tern'),
    text('harbour', 'Skagen', 'Bergen'),
    time('landed_at'),
    figure('cod_tons'),
    figure('herring_tons'),
    figure('cost'),
  ),
  parcels: plannerOf(
    'parcels',
    key('parcel_id'),
    text('carrier', 'Hermes', 'Swift'),
    time('ordered_at'),
    time('shipped_at', 4),
    time('delivered_at', 9),
    figure('weight_kg'),
  ),
  meters: plannerOf(
    'readings',
    text('building', 'Pool', 'School'),
    text('solar', 'Yes', 'No'),
    time('month'),
    figure('cost_eur'),
  ),
  plays: plannerOf(
    'plays',
    column({ name: 'title', distinct: 100 }),
    text('genre', 'farce', 'tragedy'),
    figure('stars'),
  ),
}

test.each([
  [
    'sailors',
    'who earns more than their boss',
    'pay > (SELECT max(pay) FROM sailors AS alike WHERE alike.sailor_id = sailors.boss)',
  ],
  [
    'sailors',
    'sailors with less pay than their boss',
    'pay < (SELECT max(pay) FROM sailors AS alike WHERE alike.sailor_id = sailors.boss)',
  ],
  ['members', 'active memberships by quarter', "unnest(generate_series(date_trunc('quarter', memberships.started_on)"],
  [
    'members',
    'number of active memberships per month in 2025',
    'INTERVAL 1 month)) AS month FROM memberships) AS memberships WHERE month >=',
  ],
  ['members', 'since when is membership 12 active', 'started_on FROM memberships WHERE membership_id = 12'],
  [
    'catches',
    'which boats landed in 2024 but not in 2025',
    'boat NOT IN (SELECT boat FROM catches WHERE landed_at >= ',
  ],
  ['catches', 'which boats landed more in 2025 than in 2024', 'GROUP BY boat HAVING '],
  ['catches', 'cod plus herring per harbour', 'sum((cod_tons + herring_tons))'],
  ['catches', 'average of cod and herring together by boat', 'avg((cod_tons + herring_tons))'],
  ['catches', 'cod minus herring by boat', 'sum((cod_tons - herring_tons))'],
  ['catches', "each boat's share of all cod", 'sum(cod_tons) / sum(sum(cod_tons)) OVER ()'],
  ['catches', 'share of each harbour in the total cost', 'sum(cost) / sum(sum(cost)) OVER ()'],
  ['catches', '75th percentile of cost by boat', 'quantile_cont(cost, 0.75)'],
  ['catches', 'what was the cheapest month', 'ORDER BY total_cost LIMIT 1'],
] as const)('of %s, "%s" is read', (table, question, sql) => {
  const found = TABLES[table].readings(question).map((one) => one.sql)
  expect(found.filter((one) => one.includes(sql)).length, found.join('\n')).toBeGreaterThan(0)
})

test.each([
  ['catches', 'growth of cost over the previous month', /lag\(sum\(cost\)\)/],
  ['catches', 'cost growth month over month', /lag\(sum\(cost\)\)/],
  ['catches', 'change in the number of catches compared with the month before', /lag\(count\(\*\)\)/],
  ['catches', 'cost per month and its running total', /sum\(cost\) AS total_cost, .*sum\(sum\(cost\)\) OVER/],
  ['catches', 'on which weekday do most boats land', /dayname\(landed_at\)/],
  ['plays', 'best rated play of each genre', /max\(stars\)|ORDER BY stars DESC|PARTITION BY genre ORDER BY/],
] as const)('of %s, "%s" is answered with that or not at all', (table, question, sql) => {
  const plan = TABLES[table].plan(question)
  if ('sql' in plan) expect(plan.sql).toMatch(sql)
  else expect(plan.unknown.length).toBeGreaterThan(0)
})

test.each([
  ['sailors', 'wer verdient mehr als sein Chef?', /alike\.sailor_id = sailors\.boss/],
  ['sailors', 'qui gagne plus que son chef ?', /alike\.sailor_id = sailors\.boss/],
  ['catches', 'Kostensumme pro Monat', /sum\(cost\).* GROUP BY CAST\(date_trunc\('month'/],
  ['catches', 'coût médian par bateau', /median\(cost\)/],
  ['catches', 'which month was most expensive', /sum\(cost\)/],
] as const)('of %s, "%s" is read so', (table, question, sql) => {
  const plan = TABLES[table].readings(question)[0]
  expect(plan?.sql).toMatch(sql)
})

test.each([
  // The same month of all years, and months that keep their year.
  [
    'parcels',
    'in which month of the year do we get the most parcels',
    /^SELECT monthname\(ordered_at\) AS month_of_the_year/,
  ],
  ['catches', 'total cost by calendar month', /GROUP BY monthname\(landed_at\) ORDER BY min\(month\(landed_at\)\)$/],
  ['members', 'memberships started per quarter of the year', /GROUP BY 'Q' \|\| quarter\(started_on\)/],
  [
    'meters',
    'in which calendar month is the average cost the highest',
    /avg\(cost_eur\).* GROUP BY monthname\(month\) ORDER BY \w+ DESC/,
  ],
  ['parcels', 'parcels per month', /date_trunc\('month', ordered_at\)/],
  ['meters', 'average monthly cost by solar', /^SELECT (?:solar, )?avg\(cost_eur\)[^()]* FROM readings GROUP BY solar/],
  // From one moment of a row to another.
  [
    'parcels',
    'longest gap between order and delivery',
    /^SELECT (?:DISTINCT )?date_diff\('second', ordered_at, delivered_at\).* DESC NULLS LAST LIMIT 1$/,
  ],
  [
    'parcels',
    'which parcel took the longest from order to shipping',
    /^SELECT parcel_id.* ORDER BY date_diff\('second', ordered_at, shipped_at\) .* DESC/,
  ],
  [
    'parcels',
    'how many parcels were delivered within 3 days',
    /date_diff\('second', ordered_at, delivered_at\) \/ 86400\.0 <= 3/,
  ],
  [
    'parcels',
    'which carrier has the longest average time from order to delivery',
    /^SELECT carrier.*GROUP BY carrier ORDER BY (?:average_days|avg\(.*\)) DESC NULLS LAST LIMIT 1$/,
  ],
  ['members', 'average time between start and end by plan', /avg\(date_diff\(.*started_on, ended_on\).* GROUP BY plan/],
] as const)('of %s, "%s" is of that time', (table, question, sql) => {
  expect(TABLES[table].readings(question)[0]?.sql).toMatch(sql)
})

test('a time is no plain number', () => {
  for (const { sql } of TABLES.parcels.readings('parcels shipped 12')) expect(sql).not.toContain("shipped_at = '12'")
})
