import { isNumeric, isTemporal } from '#base/engine-type.ts'
import { identifier } from '#base/sql.ts'
import type { IngestEngine } from './engine.ts'

/** Two columns of the files of two tables. */
export type Pair = { fromPath: string; fromColumn: string; toPath: string; toColumn: string }

/** Share (0 to 1) of the non-null values of each pair's `from` that are found in its `to`. */
export async function matchRates(engine: IngestEngine, pairs: Pair[]): Promise<number[]> {
  const rates: number[] = []
  for (const { fromPath, fromColumn, toPath, toColumn } of pairs) {
    const [fromRows, toRows] = [await engine.relation(fromPath), await engine.relation(toPath)]
    const [from, to] = await comparable(engine, [
      { rows: fromRows, column: identifier(fromColumn) },
      { rows: toRows, column: identifier(toColumn) },
    ])
    const [row] = await engine.rows(
      `with keys as (select distinct ${to} as key from ${toRows}),
        used as (select ${from} as key, count(*) as n from ${fromRows} where ${from} is not null group by 1)
      select coalesce(sum(n) filter (key in (from keys)) / sum(n), 0)::double from used`,
    )
    rates.push(row![0] as number)
  }
  return rates
}

/** Two columns as they can be compared: a key that a file declares may join a text with a number. */
async function comparable(engine: IngestEngine, columns: { rows: string; column: string }[]): Promise<string[]> {
  const types: string[] = []
  for (const { rows, column } of columns)
    for (const [, type] of await engine.describe(`select ${column} from ${rows}`)) types.push(type)
  const isAlike = new Set(types).size === 1 || types.every(isNumeric) || types.every(isTemporal)
  return columns.map(({ column }) => (isAlike ? column : `${column}::varchar`))
}
