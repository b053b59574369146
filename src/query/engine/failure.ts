import { AppError, isStorageFull, storageFull } from '#base/errors.ts'
import { type GateTable, sqlError } from '../rules/gate.ts'
import { nearest } from '../rules/nearest.ts'

const FAILED = 'The query engine failed on this query and was restarted. Please try again or simplify it.'
export const engineFailed = (cause?: unknown) => new AppError('unavailable', FAILED, { code: 'engine_failed', cause })

export const queryCancelled = () => new AppError('conflict', 'The query was cancelled.', { code: 'query_cancelled' })

/** What DuckDB says of a statement, as an error for a person and a model: its own words plus the names that were perhaps meant. */
export function engineError(error: unknown, tables: readonly GateTable[]): AppError {
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
  return sqlError(plain(text), candidates(text, tables))
}

/** Whether memory ran out: that of the engine, or what the operating system gives its process. */
export const isMemoryError = (text: string): boolean => /^Out of Memory Error|bad_?alloc|out of memory/i.test(text)

/** Without the engine's advice on settings and stack traces. */
const plain = (text: string): string => text.split(/\n\n(?:Stack Trace|Possible solutions|LINE)/)[0]!.trim()

function candidates(text: string, tables: readonly GateTable[]): string[] {
  const columns = tables.flatMap((table) => table.columns)
  const column =
    /column "([^"]+)" not found/i.exec(text) ??
    /does not have a column named "([^"]+)"/i.exec(text) ??
    /Referenced table "[^"]+" not found.*column "([^"]+)"/i.exec(text)
  if (column) return nearest(column[1]!, columns)
  const table =
    /Table with name "?([^"\s!]+)"? does not exist/i.exec(text) ?? /Referenced table "([^"]+)" not found/i.exec(text)
  return table
    ? nearest(
        table[1]!,
        tables.map((each) => each.name),
      )
    : []
}
