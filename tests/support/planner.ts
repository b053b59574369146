import { Planner } from '../../src/analyst/built-in/plan.ts'
import type { ColumnFacts, TableFacts } from '../../src/analyst/rules/tools.ts'

/** Columns as the catalog describes them, for tests of the planner. */
export const column = (about: Partial<ColumnFacts> & { name: string }): ColumnFacts => ({
  ...{ type: 'VARCHAR', role: 'dimension', distinct: 40, nulls: 0, min: null, max: null, top: [], sample: [] },
  ...about,
})
export const text = (name: string, ...values: string[]) =>
  column({ name, distinct: values.length || 40, top: values.map((value) => ({ value, count: 20 })) })
export const figure = (name: string, about: Partial<ColumnFacts> = {}) =>
  column({ name, type: 'DOUBLE', role: 'measure', aggregation: 'sum', min: '1', max: '900', ...about })
export const time = (name: string, nulls = 0, max = '2025-06-01') =>
  column({ name, type: 'TIMESTAMP', role: 'time', nulls, min: '2020-01-01', max })
/** A planner over one table of a hundred rows, on the first day of 2026. */
export const plannerOf = (name: string, ...columns: ColumnFacts[]) =>
  new Planner({
    tables: [
      {
        ...{ name, rows: 100, description: '', source: 'file', refreshed_at: '2026-01-01T00:00:00.000Z', columns },
        ...{ relations: [], referenced_by: [] },
      } as TableFacts,
    ],
    values: [],
    now: '2026-01-01',
  })
