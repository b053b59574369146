import type { VisibleTable } from '#outside/remote.ts'
import { notSelect, sqlError, sqlRefused } from './failure.ts'

/** Longest statement that is checked, in characters. */
const MAX_SQL_LENGTH = 200_000

/** What is asked of every statement before it is read. @throws AppError sql_error */
export function checkText(sql: string): void {
  if (sql.length > MAX_SQL_LENGTH) throw sqlError(`A statement may have at most ${MAX_SQL_LENGTH} characters.`)
  // Servers end the text there, or not: what follows would be seen by only one of us.
  if (sql.includes('\0')) throw sqlError('A statement may not contain a NUL character.')
  if (!sql.isWellFormed()) throw sqlError('The statement has characters that are not Unicode.')
  if (sql.trim() === '') throw sqlError('There is no statement to run.')
}

export const refuse = (message: string): never => {
  throw sqlRefused(message)
}

/** Checks once more, right before a statement is sent, that it is a SELECT. @throws AppError sql_refused */
export function demandSelect(sql: string): void {
  if (!/^[\s(]*(select|with)\b/i.test(sql)) throw notSelect()
}

/**
 * The table that a name in FROM means.
 * @param home schema of names without one; left out when the only visible table of that name is meant then
 * @throws AppError sql_error, sql_refused
 */
export function visibleTable(
  visible: readonly VisibleTable[],
  schema: string | null,
  name: string,
  { home, anyCase = false }: { home?: string; anyCase?: boolean },
): VisibleTable {
  const same = (a: string, b: string) => a === b || (anyCase && a.toLowerCase() === b.toLowerCase())
  const namesakes = visible.filter((table) => same(table.name, name))
  const wanted = schema ?? home
  const found = namesakes.filter((table) => wanted === undefined || same(table.schema, wanted))
  const exact = found.find((table) => table.name === name && table.schema === wanted)
  if (exact) return exact
  if (found[0] && (found.length === 1 || wanted !== undefined)) return found[0]
  const qualified = namesakes.map((table) => `${table.schema}.${table.name}`)
  if (schema === null && qualified.length > 0) throw sqlError(`Write ${qualified.join(' or ')} instead of ${name}.`)
  throw sqlRefused(`There is no table "${schema ? `${schema}.` : ''}${name}" that can be read here.`)
}

/** Said wherever a table with hidden columns would show them. */
export const NAME_COLUMNS =
  'This table has columns that are hidden: name the columns that you need instead of the whole row.'
export const hiddenColumn = (name: string): never => refuse(`The column "${name}" is hidden in this workspace.`)
