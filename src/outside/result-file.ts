import type { ResultColumn } from '#query/rules/answers.ts'

/** How the rows of a result lie in a Parquet file: the engine writes such files, and whoever brings an answer from a database. */

/** Key of the Parquet metadata that holds the exact columns, as JSON. */
export const COLUMNS_KEY = 'tabletalk_columns'

const KEPT =
  /^(BOOLEAN|U?(TINY|SMALL|BIG)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL|VARCHAR|DATE|TIME|TIMESTAMP|TIMESTAMP_NS|BLOB|UUID|STRUCT|MAP|WITH|ZONE)$/

/** Whether Parquet keeps values of this type exactly and gives the same type back. */
const keptByParquet = (type: string): boolean =>
  !type.includes('TIME WITH TIME ZONE') &&
  (type.replace(/"(""|[^"])*"/g, '').match(/[A-Z_]+/g) ?? []).every((word) => KEPT.test(word))

/** Whether the rows have to be looked at before they are written: how wide they are decides about their form. */
export const isWide = ({ type }: ResultColumn): boolean => /^U?HUGEINT$/.test(type)

const quoted = (text: string, quote: string) => quote + text.replaceAll(quote, quote + quote) + quote

/**
 * Writes a result to `output`. What Parquet would round is kept as a wide decimal or as text, so that reading gives the exact value back.
 * @param ask runs a statement in the engine that has the rows
 * @param from what follows FROM; it is read more than once only when a column `isWide`
 * @param value SQL of the value of a column, in its type
 */
export async function writeResult(
  ask: (sql: string) => Promise<unknown[][]>,
  from: string,
  columns: ResultColumn[],
  value: (column: ResultColumn, index: number) => string,
  output: string,
): Promise<void> {
  const list: string[] = []
  for (const [index, column] of columns.entries()) {
    const sql = value(column, index)
    const type = keptByParquet(column.type) ? null : isWide(column) ? await widthOf(ask, from, sql) : 'VARCHAR'
    list.push(`${type === null ? sql : `CAST(${sql} AS ${type})`} AS ${quoted(column.name, '"')}`)
  }
  await ask(copyOf(`SELECT ${list.join(', ')} FROM ${from}`, columns, output))
}

/** SQL that writes the first rows of such a file, with the same columns, to `output`. */
export const shortened = (whole: string, columns: ResultColumn[], rows: number, output: string): string =>
  copyOf(`FROM read_parquet(${quoted(whole, "'")}) LIMIT ${rows}`, columns, output)

const copyOf = (select: string, columns: ResultColumn[], output: string): string =>
  `COPY (${select}) TO ${quoted(output, "'")}
   (FORMAT parquet, COMPRESSION snappy, KV_METADATA {${COLUMNS_KEY}: ${quoted(JSON.stringify(columns), "'")}})`

async function widthOf(ask: (sql: string) => Promise<unknown[][]>, from: string, value: string): Promise<string> {
  const fits = ['BIGINT', 'DECIMAL(38,0)'].map(
    (type) => `coalesce(bool_and(${value} IS NULL OR TRY_CAST(${value} AS ${type}) IS NOT NULL), true)`,
  )
  const [[small, decimal] = []] = await ask(`SELECT ${fits.join(', ')} FROM (FROM ${from})`)
  return small ? 'BIGINT' : decimal ? 'DECIMAL(38,0)' : 'VARCHAR'
}
