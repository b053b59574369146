import type { VisibleTable } from '#outside/remote.ts'
import { refuse, visibleTable } from '../gate.ts'
import { checked } from '../statement/statement.ts'
import { quotedName } from '../text.ts'
import { GRAMMAR } from './functions.ts'

/**
 * Decides whether a statement of somebody may run on Snowflake; fails closed.
 * @param database the only database whose tables may be named
 * @returns the statement with a limit on its rows
 * @throws AppError unprocessable sql_error, sql_refused
 */
export function gate(sql: string, visible: readonly VisibleTable[], database: string, rows: number): string {
  return checked(sql, GRAMMAR, {
    visible,
    table(parts) {
      if (parts.length > 3 || (parts.length === 3 && parts[0] !== database))
        refuse(`There is no table "${parts.join('.')}" that can be read here.`)
      const [schema = null, name] = parts.length === 1 ? [null, parts[0]!] : parts.slice(-2)
      const home = visible.filter((table) => table.name === name)
      const only = home.length === 1 ? home[0]!.schema : ''
      return visibleTable(visible, schema, name!, { home: only, same: (a, b) => a === b })
    },
    written: ({ schema, name }) => [database, schema, name].map(quotedName).join('.'),
  }).limited(rows)
}
