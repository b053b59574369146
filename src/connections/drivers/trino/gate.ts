import type { VisibleTable } from '#outside/remote.ts'
import { refuse, visibleTable } from '../gate.ts'
import { checked } from '../statement/statement.ts'
import { quotedName } from '../text.ts'
import { GRAMMAR } from './functions.ts'

/**
 * Decides whether a statement of somebody may run on Trino; fails closed.
 * @param catalog the only catalog whose tables may be named
 * @returns the statement with a limit on its rows
 * @throws AppError unprocessable sql_error, sql_refused
 */
export function gate(sql: string, visible: readonly VisibleTable[], catalog: string, rows: number): string {
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  return checked(sql, GRAMMAR, {
    visible,
    table(parts) {
      if (parts.length > 3 || (parts.length === 3 && !same(parts[0]!, catalog)))
        refuse(`There is no table "${parts.join('.')}" that can be read here.`)
      const [schema = null, name] = parts.length === 1 ? [null, parts[0]!] : parts.slice(-2)
      // Without a schema, only one table of that name can be meant.
      const home = visible.filter((table) => same(table.name, name!))
      return visibleTable(visible, schema, name!, { home: home.length === 1 ? home[0]!.schema : '', same })
    },
    written: ({ schema, name }) => [catalog, schema, name].map(quotedName).join('.'),
  }).limited(rows)
}
