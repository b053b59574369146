import type { DuckDBConnection } from '@duckdb/node-api'
import type { ColumnFacts, TableFacts } from '#analyst/rules/tools.ts'
import { columnRole } from '#catalog/rules/column-role.ts'

type Relation = TableFacts['relations'][number] & { table: string }

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

async function rows(duck: DuckDBConnection, sql: string): Promise<(string | null)[][]> {
  const reader = await duck.runAndReadAll(sql)
  return reader.getRows().map((row) => row.map((value) => (value === null ? null : String(value))))
}

async function column(duck: DuckDBConnection, table: string, name: string, type: string): Promise<ColumnFacts> {
  const c = quoted(name)
  const [facts] = await rows(
    duck,
    `select count(*) - count(${c}), count(distinct ${c}), min(${c})::varchar, max(${c})::varchar, count(*) from ${quoted(table)}`,
  )
  const [nulls, distinct, min, max, count] = facts!
  const top = await rows(
    duck,
    `select ${c}::varchar, count(*) from ${quoted(table)} where ${c} is not null group by 1 order by 2 desc, 1 limit 20`,
  )
  const [[length]] = (await rows(
    duck,
    `select coalesce(avg(length(${c}::varchar)), 0)::varchar from ${quoted(table)}`,
  )) as [[string]]
  const { role } = columnRole(name, type, {
    filled: Number(count) - Number(nulls),
    distinct: Number(distinct),
    length: type === 'VARCHAR' ? Number(length) : 0,
    top: Number(distinct) < Number(count) - Number(nulls) ? top.map(([value]) => value!) : [],
  })
  return {
    name,
    type,
    role,
    nulls: Number(nulls),
    distinct: Number(distinct),
    min: min ?? null,
    max: max ?? null,
    top: top.map(([value, n]) => ({ value: value!, count: Number(n) })),
    sample: top.slice(0, 5).map(([value]) => value!),
  }
}

/** What the catalog of the product would say of the tables of a DuckDB database. */
export async function measure(duck: DuckDBConnection, relations: Relation[]): Promise<TableFacts[]> {
  const names = (
    await rows(
      duck,
      "select table_name from information_schema.tables where table_schema = 'main' and table_type = 'BASE TABLE' order by 1",
    )
  ).map(([name]) => name!)
  const tables: TableFacts[] = []
  for (const name of names) {
    const columns = await rows(
      duck,
      `select column_name, data_type from information_schema.columns where table_name = '${name}' order by ordinal_position`,
    )
    const [[count]] = (await rows(duck, `select count(*) from ${quoted(name)}`)) as [[string]]
    const facts: ColumnFacts[] = []
    for (const [columnName, type] of columns) facts.push(await column(duck, name, columnName!, type!))
    tables.push({
      name,
      rows: Number(count),
      description: '',
      source: `${name}.csv`,
      refreshed_at: '2026-01-01T00:00:00.000Z',
      columns: facts,
      relations: relations.filter((relation) => relation.table === name).map(({ table: _, ...relation }) => relation),
      referenced_by: [],
    })
  }
  return tables
}

export const relation = (from: string, to: string): Relation => {
  const [table, column] = from.split('.') as [string, string]
  const [to_table, to_column] = to.split('.') as [string, string]
  return { table, column, to_table, to_column, match_rate: 1, kind: 'inferred' }
}
