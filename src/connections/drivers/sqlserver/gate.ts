import type { VisibleTable } from '#outside/remote.ts'
import { refuse, visibleTable } from '../gate.ts'
import { checked } from '../statement/statement.ts'
import { GRAMMAR, quotedName } from './functions.ts'

/**
 * Decides whether a statement of somebody may run on SQL Server; fails closed. What it gives has no limit on its rows: the session
 * sets one, since TOP belongs to one SELECT of several.
 * @throws AppError unprocessable sql_error, sql_refused
 */
export function gate(sql: string, visible: readonly VisibleTable[], home: string): string {
  // Most databases compare names without case; the table is then written as it is called.
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  return checked(sql, GRAMMAR, {
    visible,
    table(parts) {
      if (parts.length > 2) refuse('Names of tables with a database or server cannot be used here.')
      const [schema, name] = parts.length === 1 ? [null, parts[0]!] : [parts[0]!, parts[1]!]
      const exact = visible.find((table) => table.name === name && table.schema === (schema ?? home))
      return exact ?? visibleTable(visible, schema, name, { home, same })
    },
    written: ({ schema, name }) => `${quotedName(schema)}.${quotedName(name)}`,
  }).text
}
