import type { VisibleTable } from '#outside/remote.ts'
import { refuse, visibleTable } from '../gate.ts'
import { checked } from '../statement/statement.ts'
import { GRAMMAR, quotedName } from './functions.ts'

/**
 * Decides whether a statement of somebody may run on BigQuery; fails closed.
 * @param project the only project whose tables may be named
 * @returns the statement with a limit on its rows
 * @throws AppError unprocessable sql_error, sql_refused
 */
export function gate(sql: string, visible: readonly VisibleTable[], project: string, rows: number): string {
  const same = (a: string, b: string) => a === b
  return checked(sql, GRAMMAR, {
    visible,
    table(parts) {
      if (parts.length > 3 || (parts.length === 3 && parts[0] !== project) || parts.some((part) => /[*@$]/.test(part)))
        refuse(`There is no table "${parts.join('.')}" that can be read here.`)
      const [schema = null, name] = parts.length === 1 ? [null, parts[0]!] : parts.slice(-2)
      const home = visible.filter((table) => table.name === name)
      return visibleTable(visible, schema, name!, { home: home.length === 1 ? home[0]!.schema : '', same })
    },
    written: ({ schema, name }) => quotedName(`${project}.${schema}.${name}`),
  }).limited(rows)
}
