import { AppError, conflict, isStorageFull, storageFull } from '#base/errors.ts'
import { listed } from '#base/text.ts'
import { type GateTable, sqlError } from '../rules/gate.ts'
import { nearest } from '../rules/nearest.ts'

const FAILED = 'The query engine failed on this query and was restarted. Please try again or simplify it.'
export const engineFailed = (cause?: unknown) => new AppError('unavailable', FAILED, { code: 'engine_failed', cause })

export const queryCancelled = () => conflict('The query was cancelled.', 'query_cancelled')

/**
 * What DuckDB says of a statement, as an error for a person and a model: a plain sentence where a column or table is missing, else its own
 * words. @param tables those that could be named @param reads names of those that are
 */
export function engineError(error: unknown, tables: readonly GateTable[], reads: readonly string[] = []): AppError {
  if (error instanceof AppError) return error
  const text = error instanceof Error ? error.message : String(error)
  // After either of these the whole instance is unusable.
  if (/^(INTERNAL|FATAL) Error/i.test(text)) return engineFailed(error)
  if (/^INTERRUPT Error/i.test(text)) return queryCancelled()
  if (/^IO Error/i.test(text)) return isStorageFull(error) ? storageFull(error) : engineFailed(error)
  if (isMemoryError(text))
    return sqlError(
      'This query needs more memory than one query may use. Filter or aggregate earlier, or select fewer columns.',
    )
  const read = tables.filter(({ name }) => reads.includes(name))
  return missing(text, read) ?? sqlError(plain(text))
}

/** Whether memory ran out: that of the engine, or what the operating system gives its process. */
export const isMemoryError = (text: string): boolean => /^Out of Memory Error|bad_?alloc|out of memory/i.test(text)

/** Without the engine's advice on settings and stack traces. */
const plain = (text: string): string => text.split(/\n\n(?:Stack Trace|Possible solutions|LINE)/)[0]!.trim()

/** That a column or table is not there which a statement names; null where it is something else. @param read the tables that it reads */
function missing(text: string, read: readonly GateTable[]): AppError | null {
  const columns = read.flatMap((table) => table.columns)
  const absent = (name: string, where: string) =>
    sqlError(`There is no column "${name}"${where}.`, nearest(name, columns))
  const [, of, ofTable] = /"(.+)" does not have a column named "(.+)"/.exec(text) ?? []
  if (of && ofTable) return absent(ofTable, ` in ${of}`)
  const [, column = /Column "(.+)" does not exist on \w+ side of join/.exec(text)?.[1]] =
    /column "?(.+?)"? (?:in \w+ list )?not found in FROM/i.exec(text) ?? []
  if (column) {
    // A query within the statement may not pass on what its table has.
    const isThere = read.length === 0 || columns.some((one) => one.toLowerCase() === column.toLowerCase())
    return absent(column, isThere ? ' where the statement names it' : ` in ${listed(read.map(({ name }) => name))}`)
  }
  const [, table] = /Referenced table "(.+)" not found/.exec(text) ?? []
  if (!table) return null
  const names = read.map(({ name }) => name)
  return sqlError(`There is no table "${table}" in the FROM of the statement.`, nearest(table, names))
}
