import type { VisibleTable } from '#outside/remote.ts'
import { checkText } from '../gate.ts'
import { whole } from '../select.ts'
import { SelectParser } from './parser.ts'
import { tokenize } from './tokens.ts'

/**
 * Decides whether a statement of somebody may run on MySQL or MariaDB. Fails closed: every token must belong to a SELECT as it is
 * known here, every function to those that only compute, every table to `visible` or a CTE in reach.
 * @param home the database in which names without one are looked up
 * @returns the statement with a limit on its rows
 * @throws AppError unprocessable sql_error, sql_refused
 */
export function gate(sql: string, visible: readonly VisibleTable[], home: string, rows: number): string {
  checkText(sql)
  const tokens = tokenize(sql)
  const parser = new SelectParser(tokens, visible, home)
  parser.statement()
  const end = tokens.at(-2)!.end
  const most = whole(rows)
  const { limit } = parser
  if (!limit) return `${sql.slice(0, end)}\nlimit ${most}`
  const count = BigInt(limit.text) < BigInt(most) ? limit.text : String(most)
  return sql.slice(0, limit.start) + count + sql.slice(limit.end, end)
}
