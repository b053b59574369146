import type { DatabaseSync } from 'node:sqlite'
import type { RemoteTable } from '#outside/remote.ts'
import { quotedName, quotedText } from '../text.ts'
import { census, duckTypes } from './types.ts'

/** The schema under which a SQLite file's tables are known. */
const SCHEMA = 'main'

type Listed = { name: string; type: string }
type Info = { name: string; type: string; notnull: number | bigint; pk: number | bigint; hidden: number | bigint }
type Key = { id: number | bigint; seq: number | bigint; table: string; from: string; to: string | null }
/** Columns whose values are counted in one pass. */
const AT_ONCE = 100

/** Tables and views of a file; the values of each column are counted, which decides its type. */
export async function introspect(database: DatabaseSync, pause: () => Promise<void>): Promise<RemoteTable[]> {
  const listed = database
    .prepare(
      `select name, type from pragma_table_list where schema = 'main' and type in ('table', 'view', 'virtual')
       and name not like 'sqlite!_%' escape '!' order by name`,
    )
    .all() as Listed[]
  const tables: RemoteTable[] = []
  for (const { name, type } of listed) {
    await pause()
    const table = tableOf(database, name, type)
    if (table) tables.push(table)
  }
  return tables
}

function tableOf(database: DatabaseSync, name: string, type: string): RemoteTable | null {
  try {
    const info = database.prepare(`select * from pragma_table_xinfo(${quotedText(name)})`).all() as Info[]
    const columns = info.filter(({ hidden }) => Number(hidden) !== 1)
    const { rows, types } = typesOf(database, name, columns)
    const keys = database
      .prepare(`select * from pragma_foreign_key_list(${quotedText(name)}) order by id, seq`)
      .all() as Key[]
    return {
      schema: SCHEMA,
      name,
      kind: type === 'view' ? 'view' : 'table',
      rows,
      comment: '',
      columns: columns.map((column, n) => ({
        name: column.name,
        type: types[n]!,
        native: column.type,
        nullable: Number(column.notnull) === 0 && Number(column.pk) === 0,
        comment: '',
      })),
      primaryKey: info
        .filter(({ pk }) => Number(pk) > 0)
        .sort((a, b) => Number(a.pk) - Number(b.pk))
        .map((column) => column.name),
      foreignKeys: [...Map.groupBy(keys, ({ id }) => Number(id)).values()].map((parts) => ({
        columns: parts.map(({ from }) => from),
        toSchema: SCHEMA,
        toTable: parts[0]!.table,
        toColumns: parts.map(({ to, from }) => to ?? from),
      })),
    }
  } catch {
    // A view of what is gone, a virtual table whose module is not here: it cannot be read, so it is not shown.
    return null
  }
}

function typesOf(database: DatabaseSync, table: string, columns: Info[]): { rows: number; types: string[] } {
  const types: string[] = []
  let rows = 0
  for (let from = 0; from < Math.max(columns.length, 1); from += AT_ONCE) {
    const some = columns.slice(from, from + AT_ONCE)
    const counts = some.flatMap(({ name }) => census(quotedName(name)))
    const statement = database.prepare(`select ${['count(*)', ...counts].join(', ')} from ${quotedName(table)}`)
    statement.setReturnArrays(true)
    const [all, ...found] = statement.get() as unknown as unknown[]
    rows = Number(all)
    types.push(...duckTypes(some, found))
  }
  return { rows, types }
}
