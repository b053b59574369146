import { Planner } from '../../src/analyst/built-in/plan.ts'
import { leftOver } from '../../src/analyst/planner/ledger.ts'
import type { ColumnFacts, TableFacts } from '../../src/analyst/rules/tools.ts'

/** Columns as the catalog describes them, for tests of the planner. */
export const column = (about: Partial<ColumnFacts> & { name: string }): ColumnFacts => ({
  ...{ type: 'VARCHAR', role: 'dimension', distinct: 40, nulls: 0, min: null, max: null, top: [], sample: [] },
  ...about,
})
export const text = (name: string, ...values: string[]) =>
  column({ name, distinct: values.length || 40, top: values.map((value) => ({ value, count: 20 })) })
/** Yes or no, as words. */
export const flag = (name: string) => text(name, 'Yes', 'No')
export const figure = (name: string, about: Partial<ColumnFacts> = {}) =>
  column({ name, type: 'DOUBLE', role: 'measure', aggregation: 'sum', min: '1', max: '900', ...about })
export const time = (name: string, nulls = 0, max = '2025-06-01') =>
  column({ name, type: 'TIMESTAMP', role: 'time', nulls, min: '2020-01-01', max })

/** What tells the rows of a table of so many apart. */
export const keyOf = (rows: number) => (name: string) => column({ name, type: 'BIGINT', role: 'id', distinct: rows })

const ROWS = 400
/** What tells the rows of a table of `plannerOfTables` apart, what refers to such, and a name that each row has for itself. */
export const key = keyOf(ROWS)
export const refers = (name: string) => column({ name, type: 'BIGINT', role: 'id' })
export const each = (name: string) => column({ name, distinct: ROWS })
/** A planner over several tables of 400 rows each. @param relations as in `plannerOver` */
export const plannerOfTables = (tables: Record<string, ColumnFacts[]>, relations: string[]) =>
  plannerOver(ROWS, tables, relations)

/**
 * A planner over tables of as many rows each, on the first day of 2026.
 * @param relations as `from.column to.column`
 */
export function plannerOver(rows: number, tables: Record<string, ColumnFacts[]>, relations: string[]) {
  const facts = Object.entries(tables).map(([name, columns]) => ({
    ...{ name, rows, description: '', source: 'file', refreshed_at: '2026-01-01T00:00:00.000Z', columns },
    relations: relations.flatMap((one) => {
      const [from, own, to, other] = one.split(/[ .]/)
      return from === name ? [{ column: own, to_table: to, to_column: other, match_rate: 1, kind: 'inferred' }] : []
    }),
    referenced_by: [],
  }))
  return new Planner({ tables: facts as unknown as TableFacts[], values: [], now: '2026-01-01' })
}

/** A planner over one table of a hundred rows, on the first day of 2026. */
export const plannerOf = (name: string, ...columns: ColumnFacts[]) => plannerOver(100, { [name]: columns }, [])

/** The statement of what is read with no word left over; nothing where there is none. */
export const sqlOf = (planner: Planner, question: string): string => {
  const plan = planner.plan(question)
  return 'form' in plan && leftOver(plan).length === 0 ? plan.sql : ''
}
