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
import { leftOver } from './ledger.ts'

const PLANNERS = {
  bakery: plannerOf(
    'orders',
    time('ordered_on'),
    text('cake', 'Tart', 'Strudel', 'Eclair'),
    text('branch', 'Harbour', 'Station'),
    text('baker', 'Ana', 'Tom'),
    figure('amount'),
  ),
  catches: plannerOf(
    'catches',
    time('caught_on'),
    text('species', 'cod', 'eel'),
    text('boat', 'Nora', 'Tern'),
    figure('weight_kg'),
  ),
  vets: plannerOfTables(
    {
      owners: [key('owner_id'), each('name'), text('town', 'Graz', 'Linz')],
      visits: [key('visit_id'), refers('owner_id'), time('visited_on'), text('animal', 'dog', 'cat'), figure('fee')],
    },
    ['visits.owner_id owners.owner_id'],
  ),
}
const read = (place: keyof typeof PLANNERS, question: string) => {
  const plan = PLANNERS[place].plan(question)
  if (!('form' in plan)) throw new Error(`${question} was not read`)
  return { sql: plan.sql, left: leftOver(plan) }
}

test.each([
  [
    'bakery',
    'which cakes were not ordered in 2023',
    /cake NOT IN \(SELECT cake FROM orders WHERE ordered_on >= DATE '2023-01-01' AND ordered_on < DATE '2024-01-01'\)/,
  ],
  [
    'bakery',
    'branches without orders in March 2024',
    /branch NOT IN \(SELECT branch FROM orders WHERE ordered_on >= DATE '2024-03-01'/,
  ],
  [
    'bakery',
    'which cakes did the Harbour branch never order',
    /cake NOT IN \(SELECT cake FROM orders WHERE branch = 'Harbour'\)/,
  ],
  [
    'bakery',
    "how many cakes weren't ordered at the Station branch?",
    /count\(DISTINCT cake\).* cake NOT IN \(SELECT cake FROM orders WHERE branch = 'Station'\)/,
  ],
  [
    'bakery',
    'which cakes were never ordered at the Harbour branch in May 2024',
    /cake NOT IN \(SELECT cake FROM orders WHERE branch = 'Harbour' AND ordered_on >= DATE '2024-05-01' .*\)$/,
  ],
  [
    'bakery',
    'cakes never ordered in 2024',
    /cake NOT IN \(SELECT cake FROM orders WHERE ordered_on >= DATE '2024-01-01'/,
  ],
  ['catches', 'boats that caught no eel', /boat NOT IN \(SELECT boat FROM catches WHERE species = 'eel'\)/],
  [
    'catches',
    'which boats caught nothing in 2022',
    /boat NOT IN \(SELECT boat FROM catches WHERE caught_on >= DATE '2022-01-01'/,
  ],
] as const)('%s: %s are those of no such row', (place, question, sql) => {
  expect(read(place, question)).toEqual({ sql: expect.stringMatching(sql), left: [] })
})

test('what has a table of its own is looked for there', () => {
  expect(read('vets', 'owners without visits in 2024').sql).toContain('owner_id NOT IN (SELECT owner_id FROM visits')
})

test('what is not known is in no list of those to leave out', () => {
  const planner = plannerOf(
    'orders',
    time('ordered_on'),
    { ...text('cake', 'Tart', 'Eclair'), nulls: 3 },
    column({ name: 'note' }),
  )
  expect(planner.plan('which cakes were not ordered in 2023')).toMatchObject({
    sql: expect.stringContaining("2024-01-01' AND cake IS NOT NULL)"),
  })
})
