import { expect, test } from 'bun:test'
import type { ColumnFacts, TableFacts } from '../../rules/tools.ts'
import { Planner } from '../plan.ts'
import { readSchema } from '../read-schema.ts'
import { titleOf } from './title.ts'

const column = (name: string, type: string, role: ColumnFacts['role'], distinct: number): ColumnFacts => ({
  ...{ name, type, role, nulls: 0, distinct, min: null, max: null, top: [], sample: [] },
})
const table = (name: string, columns: ColumnFacts[]): TableFacts => ({
  ...{
    name,
    source: 'workspace',
    rows: 4,
    description: '',
    refreshed_at: '2024-11-15T00:00:00Z',
    columns,
    relations: [],
    referenced_by: [],
  },
})
const amount = column('amount', 'BIGINT', 'measure', 4)

test.each<[string, TableFacts, string]>([
  // Each region stands in one row, as in a summary: it is still a region and no sale.
  ['Total amount by region', table('sales', [column('region', 'VARCHAR', 'dimension', 4), amount]), 'by region'],
  [
    'Total amount by region name',
    table('sales', [column('region_name', 'VARCHAR', 'text', 4), amount]),
    'by region name',
  ],
  ['Total amount by name', table('shops', [column('name', 'VARCHAR', 'text', 4), amount]), 'by shop'],
  ['Total amount by shop name', table('shops', [column('shop_name', 'VARCHAR', 'text', 4), amount]), 'by shop'],
])('%s of a table is called so', (question, facts, by) => {
  const plan = new Planner({ tables: [facts], values: [], now: '2024-11-15' }).plan(question)
  if (!('form' in plan)) throw new Error(`not understood: ${JSON.stringify(plan)}`)
  expect(titleOf(plan.form, readSchema([facts]))).toEndWith(by)
})
