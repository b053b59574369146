import { expect, test } from 'bun:test'
import { Planner } from '../built-in/plan.ts'
import type { ColumnFacts, TableFacts } from '../rules/tools.ts'

const ROWS = 400
const column = (about: Partial<ColumnFacts> & { name: string }): ColumnFacts => ({
  ...{ type: 'VARCHAR', role: 'dimension', distinct: 40, nulls: 0, min: null, max: null, top: [], sample: [] },
  ...about,
})
const key = (name: string) => column({ name, type: 'BIGINT', role: 'id', distinct: ROWS })
const text = (name: string, ...values: string[]) =>
  column({ name, distinct: values.length, top: values.map((value) => ({ value, count: 20 })) })
const figure = (name: string) => column({ name, type: 'DOUBLE', role: 'measure', min: '1', max: '900' })
const time = (name: string, nulls = 0) =>
  column({ name, type: 'DATE', role: 'time', nulls, min: '2024-01-01', max: '2025-12-20' })
const plannerOf = (name: string, ...columns: ColumnFacts[]) =>
  new Planner({
    tables: [
      {
        ...{ name, rows: ROWS, description: '', source: 'file', refreshed_at: '2026-01-01T00:00:00.000Z', columns },
        ...{ relations: [], referenced_by: [] },
      } as TableFacts,
    ],
    values: [],
    now: '2026-01-01',
  })

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
  ),
  teachers: plannerOf(
    'teachers',
    key('teacher_id'),
    column({ name: 'name', distinct: ROWS, top: [{ value: 'Ines Falk', count: 1 }] }),
    text('school', 'Northside', 'Hillcrest'),
    figure('pay'),
  ),
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
  // A place that is not the first.
  ['repairs', 'which ship had the second most expensive repair', 'ORDER BY cost DESC NULLS LAST LIMIT 1 OFFSET 1'],
  ['teachers', 'who has the third highest pay', 'ORDER BY pay DESC NULLS LAST LIMIT 1 OFFSET 2'],
  // The first of each group, and one figure for all groups.
  ['repairs', 'most common fault per dock', 'QUALIFY rank() OVER (PARTITION BY dock ORDER BY count(*) DESC) <= 1'],
  ['repairs', 'average number of repairs per ship', 'count(*) / nullif(count(DISTINCT ship), 0)'],
  // Of how many there are so many rows.
  [
    'flights',
    'how many pilots have more than 5 flights',
    'IN (SELECT pilot FROM flights GROUP BY pilot HAVING count(*) > 5)',
  ],
  ['repairs', 'share of hours by dock', 'sum(hours) / sum(sum(hours)) OVER ()'],
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
