import { expect, test } from 'bun:test'
import type { ColumnFacts, TableFacts } from '../rules/tools.ts'
import { Planner } from './plan.ts'

const text = (name: string, values: string[]): ColumnFacts => ({
  ...{ name, type: 'VARCHAR', role: 'dimension', nulls: 0, distinct: values.length, min: null, max: null },
  ...{ top: values.map((value) => ({ value, count: 4 })), sample: [] },
})
const number = (name: string): ColumnFacts => ({
  ...{ name, type: 'BIGINT', role: 'measure', nulls: 0, distinct: 20, min: '1', max: '90', top: [], sample: [] },
})
const catches: TableFacts = {
  ...{ name: 'catches', rows: 40, relations: [], referenced_by: [], description: '', refreshed_at: '2026-01-01' },
  source: 'files',
  columns: [
    text('river', ['Upper Mersey River', 'Lower Severn River', 'Tay']),
    text('angler', ['Woolf, Virginia', 'Eliot, George']),
    text('day', ['Mon', 'Tue', 'Sat']),
    text('realm', ['Asia', 'Africa']),
    number('catches'),
  ],
}
const planner = new Planner({ tables: [catches], values: [], now: '2026-01-01' })
const sqlOf = (question: string) => {
  const plan = planner.plan(question)
  return 'sql' in plan ? plan.sql : null
}

test.each([
  ['catches in the Severn', "river = 'Lower Severn River'"],
  ['total catches of Virginia Woolf', "angler = 'Woolf, Virginia'"],
  ['total catches on saturday', "day = 'Sat'"],
  ['total african catches', "realm = 'Africa'"],
])('%s has %s', (question, condition) => {
  expect(sqlOf(question)).toContain(condition)
})

test('a word that several values share, and one that is no name, mean none of them', () => {
  expect(planner.read('catches in a river').mentions.some(({ kind }) => kind === 'value')).toBe(false)
})

test('a measure is added up where its table has the same name', () => {
  expect(sqlOf('number of catches by river')).toContain('sum(catches)')
})
