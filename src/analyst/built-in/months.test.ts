import { expect, test } from 'bun:test'
import type { ColumnFacts, TableFacts } from '../rules/tools.ts'
import { Planner } from './plan.ts'

const column = (name: string, type: string, role: ColumnFacts['role'], values: string[]): ColumnFacts => ({
  ...{ name, type, role, description: '', nulls: 0, distinct: values.length },
  ...{ min: values[0]!, max: values.at(-1)!, top: [], sample: values },
})
/** Three sheets named by months, one below the other. */
const sheets = (...more: ColumnFacts[]): TableFacts[] => [
  {
    ...{ name: 'shop', rows: 60, description: '', source: 'shop', refreshed_at: '2024-01-01T00:00:00Z' },
    columns: [
      column('month', 'VARCHAR', 'dimension', ['Jan', 'Feb', 'March']),
      column('month_number', 'BIGINT', 'dimension', ['1', '2', '3']),
      column('product', 'VARCHAR', 'dimension', ['Lamp', 'Desk']),
      column('units', 'BIGINT', 'measure', ['4', '9']),
      ...more,
    ],
    ...{ referenced_by: [], relations: [] },
  },
]
const sqlOf = (question: string, tables = sheets()) => {
  const plan = new Planner({ tables, values: [], now: '2024-11-15' }).plan(question)
  return 'sql' in plan ? plan.sql.replaceAll('\n', ' ') : plan.reason
}

test.each([
  ['total units in March', `'March'`],
  ['how many units in January?', `'Jan'`],
  ['units by product in feb', `'Feb'`],
])('a month by its name is a value of a column of months: %s', (question, value) => {
  expect(sqlOf(question)).toMatch(new RegExp(`WHERE .*month.* = ${value}|WHERE .*${value}`))
  expect(sqlOf(question)).not.toContain('DATE')
})

test('where there are dates it is a period', () => {
  const dated = { ...column('sold_on', 'DATE', 'time', ['2024-01-01', '2024-03-31']) }
  expect(sqlOf('total units in March', sheets(dated))).toContain('DATE')
})
