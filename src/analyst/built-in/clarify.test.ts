import { expect, test } from 'bun:test'
import type { ColumnFacts, TableFacts } from '../rules/tools.ts'
import { asksWhy, breakdowns, insteadOf, whichOne } from './clarify.ts'
import { Planner } from './plan.ts'

const column = (name: string, about: Partial<ColumnFacts>): ColumnFacts => ({
  name,
  type: 'VARCHAR',
  role: 'dimension',
  nulls: 0,
  distinct: 4,
  min: null,
  max: null,
  top: [],
  sample: [],
  ...about,
})
const cities = { top: ['Pune', 'Delhi', 'Kochi', 'Agra'].map((value) => ({ value, count: 25 })) }
const trips: TableFacts = {
  name: 'trips',
  rows: 100,
  description: '',
  source: 'trips.csv',
  refreshed_at: '2026-01-01T00:00:00.000Z',
  columns: [
    column('trip_id', { type: 'BIGINT', role: 'id', distinct: 100 }),
    column('left_at', { type: 'TIMESTAMP', role: 'time', distinct: 100, min: '2025-01-01', max: '2025-12-31' }),
    column('origin_city', cities),
    column('destination_city', cities),
    column('fare', { type: 'DOUBLE', role: 'measure', distinct: 80 }),
  ],
  relations: [],
  referenced_by: [],
}
const planner = new Planner({ tables: [trips], values: [], now: '2026-01-15' })
const read = (question: string) => {
  const plan = planner.plan(question)
  if (!('form' in plan)) throw new Error(`not understood: ${question}`)
  return plan
}

test('a value that stands in two columns is asked about, and each choice is then answered as asked', () => {
  const question = 'How many trips for Pune?'
  const back = whichOne(question, read(question), null, planner)
  expect(back?.offers.map(({ word, means }) => [word, means])).toEqual([
    ['Pune', 'origin city is Pune'],
    ['Pune', 'destination city is Pune'],
  ])
  expect(new Set(back!.offers.map(({ sql }) => sql)).size).toBe(2)
})

test('nothing is asked when the column is named or there is only one reading', () => {
  for (const question of ['How many trips with origin city Pune?', 'How many trips are there?', 'average fare'])
    expect(whichOne(question, read(question), null, planner)).toBeNull()
})

test('a word that is missing is replaced by its nearest relatives only', () => {
  expect(insteadOf('How many trips by destination country?', ['country'], planner).length).toBeGreaterThan(0)
  expect(insteadOf('How many trips by weather?', ['weather'], planner)).toEqual([])
})

test('reasons are not made up: breakdowns that work are offered instead', () => {
  expect(asksWhy('Why did trips fall in March 2025?')).toBe(true)
  expect(asksWhy('What is the most common reason for returns?')).toBe(false)
  const back = breakdowns('Why did trips fall in March 2025?', null, planner)
  expect(back?.question).toContain('not why')
  for (const option of back!.options) expect(read(option).unknown).toEqual([])
})
