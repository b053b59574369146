import { keepsRows, probeOf, scopesOf } from '#analyst/rules/joins/lineage.ts'
import { columnNode, nodes } from '#analyst/rules/joins/tree.ts'
import { identifier } from '#base/sql.ts'
import type { Node } from '#query/rules/need.ts'

/**
 * A table of ours that a statement reads, in two versions that the engine opens as `old` and `now`. `key`: the columns that name a row in
 * both; none where nothing does. `used`: the other columns that the statement names. `mark`: what its rows are told apart by.
 */
export type Versions = {
  name: string
  columns: string[]
  old: string
  now: string
  key: string[]
  used: string[]
  day: string | null
  mark: string
}
type Version = 'old' | 'now'

const MOST_ROWS = 40

const list = (columns: string[], of = '') => columns.map((name) => `${of}${identifier(name)}`).join(', ')

/** The rows of a version, each with what tells it apart: its key, or else all that the statement reads of it, and how often that came before. */
function marked({ key, used, mark, ...table }: Versions, version: Version): string {
  const named = key.length > 0 ? key : used.length > 0 ? used : table.columns
  const text = `to_json([${named.map((name) => `CAST(${identifier(name)} AS VARCHAR)`).join(', ')}])`
  const again = `|| '#' || row_number() OVER (PARTITION BY ${list(named)})`
  return `SELECT *, ${text}::VARCHAR ${key.length > 0 ? '' : again} AS ${mark} FROM ${table[version]}`
}

const standing = (tables: [string, string][], sql: string) =>
  `WITH ${tables.map(([name, rows]) => `${identifier(name)} AS (${rows})`).join(', ')} SELECT * FROM (\n${sql.trim().replace(/;$/, '')}\n)`

/** Whether a statement makes values of many rows. */
export const isGrouped = (statement: Node): boolean => scopesOf(statement, []).some(({ select }) => !keepsRows(select))

/** Statements that give the marks of the rows of each table which count in a statement, as it reads them; none of tables that only decide. */
export function countedRows(statement: Node, tables: Versions[]) {
  const known = tables.map(({ name, columns, mark }) => ({ name, columns, isStored: true, key: mark }))
  // Rows of a SELECT that passes them on count where they are taken.
  const scopes = scopesOf(statement, known).filter(({ select, isOutermost }) => isOutermost || !keepsRows(select))
  return tables.map(({ name }) =>
    scopes.flatMap((scope) =>
      scope.sources.flatMap(({ rows }) =>
        rows.filter(({ table }) => table === name).map(({ ref }) => probeOf(scope, [columnNode(ref, 'mark')])),
      ),
    ),
  )
}

/**
 * What became of the rows of a table that counted then, or count now. `counted`: statements of their marks then, over the later rows as of
 * then, and now.
 */
export function fatesSql(
  table: Versions,
  tables: Versions[],
  counted: Record<'old' | 'late' | 'now', string[]>,
): string {
  const over = (version: Version) => tables.map((one): [string, string] => [one.name, marked(one, version)])
  const rows = Object.entries(counted).flatMap(([when, all]) =>
    all.map((sql) => `SELECT mark, '${when}' AS counted FROM (${standing(over(when === 'old' ? 'old' : 'now'), sql)})`),
  )
  const { mark, key, used, day } = table
  const differs =
    used.map((name) => `t.${identifier(name)} IS DISTINCT FROM n.${identifier(name)}`).join(' OR ') || 'false'
  const date = day ? `CAST(coalesce(n.${identifier(day)}, t.${identifier(day)}) AS DATE)` : 'NULL::DATE'
  const shown = [...key, ...used]
  return `
    WITH t AS (${marked(table, 'old')}), n AS (${marked(table, 'now')}),
    counted AS (
      SELECT mark, bool_or(counted = 'old') AS a, bool_or(counted = 'late') AS b, bool_or(counted = 'now') AS c
      FROM (${rows.join(' UNION ALL ')}) GROUP BY mark
    ),
    fates AS (
      SELECT CASE
          WHEN t.${mark} IS NULL AND b THEN 'added'
          WHEN n.${mark} IS NULL THEN 'removed'
          WHEN t.${mark} IS NOT NULL AND (a OR b) AND (${differs}) THEN 'corrected'
          WHEN a AND NOT c THEN 'left'
          WHEN c AND NOT a THEN 'entered'
        END AS fate, ${date} AS day, counted.mark, t.${mark} IS NOT NULL AS was, n.${mark} IS NOT NULL AS is_there
        ${shown.map((name, at) => `, t.${identifier(name)} AS t${at}, n.${identifier(name)} AS n${at}`).join('')}
      FROM counted LEFT JOIN t ON t.${mark} = counted.mark LEFT JOIN n ON n.${mark} = counted.mark
    )
    SELECT fate, count(*) OVER kind AS rows, min(day) OVER kind AS first, max(day) OVER kind AS last, was, is_there
      ${shown.map((_, at) => `, t${at}, n${at}`).join('')}
    FROM fates WHERE fate IS NOT NULL
    WINDOW kind AS (PARTITION BY fate)
    QUALIFY row_number() OVER (PARTITION BY fate ORDER BY mark) <= ${MOST_ROWS}
    ORDER BY fate, mark`
}

/**
 * The statement over rows between the two versions: `removed` has those of then that are still there, `corrected` the same as they are now,
 * `added` all of now.
 */
export function between(tables: Versions[], step: 'removed' | 'corrected' | 'added', sql: string): string {
  const rowsOf = (table: Versions): string => {
    if (step === 'added') return `SELECT ${list(table.columns)} FROM ${table.now}`
    const [own, other]: Version[] = step === 'removed' ? ['old', 'now'] : ['now', 'old']
    return `SELECT ${list(table.columns)} FROM (${marked(table, own!)}) WHERE ${table.mark} IN (SELECT ${table.mark} FROM (${marked(table, other!)}))`
  }
  return standing(
    tables.map((table) => [table.name, rowsOf(table)]),
    sql,
  )
}

/** Whether a table is read by another name than its own, as that of a schema: then no other rows can be put in its place. */
export const isQualified = (table: Node): boolean =>
  Boolean(table.schema_name || table.catalog_name || table.at_clause || nodes(table.column_name_alias).length)
