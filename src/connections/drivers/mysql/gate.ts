import type { VisibleTable } from '#outside/remote.ts'
import { refuse, visibleTable } from '../gate.ts'
import { checked } from '../statement/statement.ts'
import { GRAMMAR, quotedName } from './functions.ts'

/**
 * Decides whether a statement of somebody may run on MySQL or MariaDB; fails closed.
 * @param home the database in which names without one are looked up
 * @returns the statement with a limit on its rows
 * @throws AppError unprocessable sql_error, sql_refused
 */
export function gate(sql: string, visible: readonly VisibleTable[], home: string, rows: number): string {
  return checked(sql, GRAMMAR, {
    visible,
    table(parts) {
      if (parts.length > 2) refuse(`There is no table "${parts.join('.')}" that can be read here.`)
      const [schema, name] = parts.length === 1 ? [null, parts[0]!] : [parts[0]!, parts[1]!]
      return visibleTable(visible, schema, name, { home, same: (a, b) => a === b })
    },
    written: ({ schema, name }) => `${quotedName(schema)}.${quotedName(name)}`,
  }).limited(rows)
}
