import type { VisibleTable } from '#outside/remote.ts'
import { visibleTable } from '../gate.ts'
import { whole } from '../select.ts'
import { checked } from '../statement/statement.ts'
import { GRAMMAR } from './functions.ts'
import { quotedName } from './select.ts'

/**
 * Decides whether a statement of somebody may run on ClickHouse. Fails closed: every word must belong to a SELECT as it is known
 * here, every function to those that only compute, every table to `visible` or a CTE in reach; clauses that set, write or format
 * are not known.
 * @param home the database in which names without one are looked up
 * @throws AppError unprocessable sql_error, sql_refused
 */
export function gate(sql: string, visible: readonly VisibleTable[], home: string, rows: number): string {
  const { text } = checked(sql, GRAMMAR, {
    visible,
    table: (parts) => {
      const [schema, name] = parts.length === 1 ? [null, parts[0]!] : [parts.slice(0, -1).join('.'), parts.at(-1)!]
      return visibleTable(visible, schema, name, { home, same: (a, b) => a === b })
    },
    written: ({ schema, name }) => `${quotedName(schema)}.${quotedName(name)}`,
  })
  return `select * from (${text}) limit ${whole(rows)}`
}
