import { expect, test } from 'bun:test'
import { column, each, figure, plannerOf, plannerOfTables, refers, text, time } from '../../../tests/support/planner.ts'
import { titleOf } from '../built-in/wording/title.ts'

const key = (name: string) => column({ name, role: 'id', distinct: 100 })

const TABLES = {
  repairs: plannerOf(
    'repairs',
    key('repair_no'),
    text('ship', 'Vega', 'Lyra'),
    text('dock', 'Kiel', 'Emden'),
    text('fault', 'hull', 'engine'),
    figure('cost'),
    figure('hours'),
    time('promised_on'),
    time('completed_on', 30),
  ),
  flights: plannerOf(
    'flights',
    key('flight_id'),
    text('pilot', 'Okoye', 'Brandt'),
    text('departure_town', 'Lagos', 'Accra'),
    text('arrival_town', 'Lagos', 'Accra'),
    text('aircraft', 'glider', 'jet'),
    figure('fuel'),
    figure('distance_km'),
  ),
  teachers: plannerOf(
    'teachers',
    key('teacher_id'),
    column({ name: 'name', distinct: 100, top: [{ value: 'Ines Falk', count: 1 }] }),
    text('school', 'Northside', 'Hillcrest'),
    figure('pay'),
  ),
  trips: plannerOf(
    'trips',
    key('trip_id'),
    text('captain', 'Vega', 'Lyra'),
    time('sailed_on'),
    figure('passengers', { distinct: 9, max: '9' }),
    figure('fare'),
    figure('rating', { aggregation: 'average', distinct: 5 }),
  ),
  races: plannerOf(
    'results',
    key('bib'),
    text('runner'),
    text('club', 'Lyra', 'Vega'),
    text('sex', 'F', 'M'),
    figure('fee'),
    figure('finish_time', { unit: 's', aggregation: 'average' }),
  ),
  farms: plannerOfTables(
    {
      farms: [key('farm_id'), each('farm'), text('county', 'Kerry', 'Cork'), figure('hectares')],
      harvests: [key('harvest_id'), refers('farm_id'), text('crop', 'oats', 'rye'), figure('tonnes'), time('cut_on')],
    },
    ['harvests.farm_id farms.farm_id'],
  ),
  jobs: plannerOf('jobs', text('client', 'Acme', 'Zeta'), text('status', 'Open', 'Billed'), time('closed_on', 30)),
}

test.each([
  // A date after another.
  ['repairs', 'how many repairs were completed after the promised date', 'completed_on > promised_on'],
  ['repairs', 'how many repairs were completed late', 'completed_on > promised_on'],
  ['repairs', 'repairs completed on time', 'completed_on <= promised_on'],
  // An average of those alike.
  ['repairs', 'how many repairs cost more than the average of their dock', 'WHERE alike.dock = repairs.dock'],
  ['teachers', 'who earns more than the average of their school', 'WHERE alike.school = teachers.school'],
  [
    'teachers',
    'teachers in the same school as Ines Falk',
    "school IN (SELECT school FROM teachers WHERE name = 'Ines Falk')",
  ],
  // Groups against all rows, or against the average group.
  [
    'teachers',
    'which schools have an average pay above the overall average',
    'GROUP BY school HAVING avg(pay) > (SELECT avg(pay) AS average_pay FROM teachers)',
  ],
  ['trips', 'captains with a lower average rating than overall', 'HAVING avg(rating) < (SELECT avg(rating) AS'],
  ['repairs', 'docks whose average cost is below average', 'GROUP BY dock HAVING avg(cost) < (SELECT avg(cost) AS'],
  [
    'flights',
    'which pilots have more flights than average',
    'HAVING count(*) > (SELECT avg(flight_count) FROM (SELECT pilot',
  ],
  [
    'trips',
    'captains with an above average number of trips',
    'HAVING count(*) > (SELECT avg(trip_count) FROM (SELECT captain',
  ],
  [
    'farms',
    'farms with more harvests than average',
    'HAVING count(*) > (SELECT avg(harvest_count) FROM (SELECT farms.farm',
  ],
  [
    'farms',
    'which counties have average tonnes above the overall average',
    'GROUP BY farms.county HAVING avg(harvests.tonnes) > (SELECT avg(tonnes) AS average_tonnes FROM harvests)',
  ],
  // Who is faster took less time.
  ['races', 'runners faster than average', 'WHERE finish_time < (SELECT avg(finish_time) FROM results)'],
  ['races', 'runners slower than average', 'WHERE finish_time > (SELECT avg(finish_time) FROM results)'],
  [
    'races',
    'how many women were faster than the average man',
    "WHERE sex = 'F' AND finish_time < (SELECT avg(finish_time) AS average_finish_time FROM results WHERE sex = 'M')",
  ],
  // A place that is not the first.
  ['repairs', 'which ship had the second most expensive repair', 'ORDER BY cost DESC NULLS LAST LIMIT 1 OFFSET 1'],
  ['teachers', 'who has the third highest pay', 'ORDER BY pay DESC NULLS LAST LIMIT 1 OFFSET 2'],
  // The first of each group, and one figure for all groups.
  ['repairs', 'average number of repairs per ship', 'count(*) / nullif(count(DISTINCT ship), 0)'],
  // Of how many there are so many rows.
  [
    'flights',
    'how many pilots have more than 5 flights',
    'IN (SELECT pilot FROM flights GROUP BY pilot HAVING count(*) > 5)',
  ],
  ['repairs', 'share of hours by dock', 'sum(hours) / sum(sum(hours)) OVER ()'],
  ['flights', 'which aircraft has the highest fuel per km', 'ORDER BY fuel_per_distance_km DESC NULLS LAST LIMIT 1'],
  ['flights', 'fuel per km by pilot', 'sum(fuel) / nullif(sum(distance_km), 0)'],
  ['flights', 'which pilots flew more than one aircraft', 'GROUP BY pilot HAVING count(DISTINCT aircraft) > 1'],
  ['flights', 'pilots who only flew gliders', "pilot NOT IN (SELECT pilot FROM flights WHERE aircraft <> 'glider')"],
  ['flights', 'departure towns where nobody flew a jet', 'departure_town NOT IN (SELECT'],
  ['repairs', 'which repair was completed last', 'ORDER BY completed_on DESC NULLS LAST LIMIT 1'],
  ['repairs', 'which repair was completed first in Kiel', "dock = 'Kiel' ORDER BY completed_on LIMIT 1"],
  // What a column says itself need not be worked out of a date.
  ['jobs', 'number of open and billed jobs', "status IN ('Open', 'Billed')"],
  // What stands in several rows is told apart by itself.
  [
    'flights',
    'pilots who flew both a glider and a jet',
    "pilot IN (SELECT pilot FROM flights WHERE aircraft = 'glider')",
  ],
  ['flights', 'pilots who never flew a jet', "pilot NOT IN (SELECT pilot FROM flights WHERE aircraft = 'jet')"],
  ['flights', 'how many flights from Lagos to Accra', "departure_town = 'Lagos' AND arrival_town = 'Accra'"],
] as const)('of %s, "%s" is read', (table, question, sql) => {
  const found = TABLES[table].composed(question).candidates.map((one) => one.sql)
  expect(found.filter((one) => one.includes(sql)).length, found.join('\n')).toBeGreaterThan(0)
})

test.each([
  ['repairs', 'which ship had the second most expensive repair', /OFFSET 1/],
  ['repairs', 'which repairs were completed late', /completed_on > promised_on/],
  ['repairs', 'share of cost by dock', /sum\(sum\(cost\)\)/],
] as const)('of %s, "%s" is answered with that or not at all', (table, question, sql) => {
  const plan = TABLES[table].plan(question)
  if ('sql' in plan) expect(plan.sql).toMatch(sql)
  else expect(plan.unknown.length).toBeGreaterThan(0)
})

test.each([
  ['teachers', 'which schools have an average pay above the overall average'],
  ['flights', 'which pilots have more flights than average'],
  ['farms', 'farms with more harvests than average'],
] as const)('of %s, "%s" compares groups, and no single rows', (table, question) => {
  const found = TABLES[table].readings(question)
  expect(found.length).toBeGreaterThan(0)
  for (const { sql } of found) expect(sql).toMatch(/HAVING/)
})

test.each([
  ['teachers', 'which schools have an average pay above the overall average', 'average pay above that of all together'],
  ['flights', 'pilots with more flights than average', 'a number of flights above the average of all pilots'],
] as const)('of %s, "%s" says what with', (table, question, said) => {
  expect(titleOf(TABLES[table].readings(question)[0]!.form)).toContain(said)
})

test.each([
  ['flights', 'which pilots flew a jet', "SELECT DISTINCT pilot FROM flights WHERE aircraft = 'jet'"],
  ['teachers', 'which teachers earn more than 300', 'SELECT name FROM teachers WHERE pay > 300'],
] as const)('of %s, "%s" names each once', (table, question, sql) => {
  expect(TABLES[table].composed(question).candidates[0]!.sql).toBe(sql)
})

test.each([
  [
    'jobs',
    'what share of jobs was closed by client',
    /^SELECT client, .*FILTER \(WHERE closed_on IS NOT NULL\).* GROUP BY client/,
  ],
  ['jobs', 'share of jobs billed per client', /^SELECT client, .*FILTER \(WHERE status = 'Billed'\).* GROUP BY client/],
  [
    'jobs',
    'highest share of jobs closed per client',
    /^SELECT client, .*FILTER \(WHERE closed_on IS NOT NULL\).* GROUP BY client ORDER BY percent DESC/,
  ],
  [
    'flights',
    'what percentage of flights were gliders by pilot',
    /^SELECT pilot, .*FILTER \(WHERE aircraft = 'glider'\).* GROUP BY pilot/,
  ],
] as const)('of %s, "%s" is the part of each group', (table, question, sql) => {
  const plan = TABLES[table].plan(question)
  expect('sql' in plan && plan.sql).toMatch(sql)
})

test.each([
  ['teachers', 'what school was it for Ines Falk', 'school', false],
  ['repairs', 'in which dock is the most expensive repair', 'dock', false],
  ['jobs', 'how many jobs have no client', 'client', true],
] as const)('of %s, "%s" asks where %s is missing: %p', (table, question, name, isMissing) => {
  const found = TABLES[table].composed(question).candidates.map((one) => one.sql)
  expect(
    found.some((sql) => sql.includes(`${name} IS NULL`)),
    found.join('\n'),
  ).toBe(isMissing)
})

test.each([
  [
    'trips',
    'what is the average fare per passenger',
    /^SELECT 1.0 \* sum\(fare\) \/ nullif\(sum\(passengers\), 0\) AS fare_per_passenger FROM trips$/,
  ],
  ['trips', 'average fare by passengers', /avg\(fare\).* GROUP BY passengers/],
  ['trips', 'average rating per passenger', /avg\(rating\).* GROUP BY passengers/],
] as const)('of %s, "%s" is of units or of groups', (table, question, sql) => {
  const plan = TABLES[table].plan(question)
  expect('sql' in plan && plan.sql).toMatch(sql)
})
