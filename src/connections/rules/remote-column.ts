import { columnRole } from '#catalog/rules/column-role.ts'
import type { MeasuredColumn } from '#files/rules/ingest.ts'
import type { RemoteColumn, RemoteTable, Sampled } from '#outside/remote.ts'

type KnownColumn = MeasuredColumn & { nativeType: string; description: string }
/** `estimated`: the rows were not counted. `sampled`: its columns were measured in a sample. */
export type KnownTable = { rows: number; estimated: boolean; sampled: boolean; columns: KnownColumn[] }

/**
 * What is known of a table from its first rows: counts are those of the sample, grown to the size of the table, so that shares hold.
 * @param asked rows that the sample was to have: fewer are all that there are
 */
export function estimateTable(table: RemoteTable, sampled: Sampled | null, asked: number): KnownTable {
  const whole = sampled !== null && sampled.rows < asked
  const rows = whole ? sampled.rows : Math.max(table.rows ?? 0, sampled?.rows ?? 0)
  const key = table.primaryKey.length === 1 ? table.primaryKey[0] : undefined
  const columns = table.columns.map((column, index) =>
    knownColumn(column, sampled?.columns[index] ?? null, sampled?.rows ?? 0, rows, column.name === key),
  )
  return { rows, estimated: !whole, sampled: sampled !== null, columns }
}

function knownColumn(
  { name, type, native, comment }: RemoteColumn,
  seen: MeasuredColumn | null,
  sample: number,
  rows: number,
  isKey: boolean,
): KnownColumn {
  const about = { name, type, nativeType: native, description: comment }
  if (!seen || sample === 0) {
    const guessed = columnRole(name, type, { filled: 0, distinct: 0, length: 0, top: [] })
    return { ...about, ...guessed, nulls: 0, distinct: isKey ? rows : 0, min: null, max: null, top: [], sample: [] }
  }
  const grown = (count: number) => Math.round((count / sample) * rows)
  const filled = sample - seen.nulls
  // Values that hardly repeat in the sample go on like that; few values are all that there are.
  const distinct = isKey
    ? rows
    : seen.distinct >= filled * 0.9 && filled > 1
      ? Math.min(grown(seen.distinct), rows)
      : seen.distinct
  const top = seen.top.map(({ value, count }) => ({ value, count: grown(count) }))
  return { ...seen, ...about, nulls: isKey ? 0 : grown(seen.nulls), distinct, top }
}
