import { AppError, unprocessable } from '#base/errors.ts'
import { identifier } from '#base/sql.ts'
import type { CatalogTable } from '#catalog/rules/answers.ts'
import type { Node } from '#query/rules/need.ts'
import type { Inquiry } from './inquiry.ts'
import type { AnswerResult } from './rules/answer.ts'
import type { KnownTable } from './rules/joins/lineage.ts'
import { expressions, isTable } from './rules/joins/tree.ts'
import { WORKSPACE_SOURCE } from './rules/tools.ts'

/** Columns of a connected table that are tried as its key. */
const MOST_KEYS = 3

/** `name`: of the result that came of it, where there is one. */
type Written = { sql: string; source?: string | null | undefined; name?: string }

/**
 * The tree of a statement, and the tables that it names.
 * @throws AppError unprocessable for one that cannot be read, or would not come back as it was
 */
export async function readStatement(inquiry: Inquiry, { sql, source }: Written): Promise<Read> {
  const tree = treeOf(await inquiry.parse(sql))
  return { tree, tables: await tablesOf(inquiry, tree, source && source !== WORKSPACE_SOURCE ? source : null) }
}
type Read = { tree: Node; tables: Named[] }

/** The same, with the statements behind the earlier results that it names; one of these that cannot be read is followed no further. */
export async function readToSources(inquiry: Inquiry, written: Written): Promise<Read> {
  const { tree, tables } = await readStatement(inquiry, written)
  const followed = tables.map(async (table): Promise<Named> => {
    if (table.table) return table
    const result = resultNamed(inquiry, table.name)
    // A statement can only name results that were there before it.
    const isEarlier = result && (written.name === undefined || placeOf(result.name) < placeOf(written.name))
    const made = isEarlier ? await readToSources(inquiry, result).catch(unread) : null
    // A statement in the language of a database calls its tables otherwise than the catalog.
    const called = made?.tables.map((one) => (one.table ? { ...one, called: one.table.name } : one))
    return { ...table, made: made && called ? { ...made, tables: called } : null }
  })
  return { tree, tables: await Promise.all(followed) }
}

const placeOf = (name: string) => Number(name.slice(1))
const unread = (error: unknown): null => {
  if (!(error instanceof AppError)) throw error
  return null
}

const resultNamed = ({ results, past }: Inquiry, name: string): AnswerResult | undefined =>
  results.find((one) => one.name === name.toLowerCase()) ?? past.get(name.toLowerCase())

/** The tree of the first statement, as the engine's parser gives it. @throws AppError unprocessable for one that cannot be read */
export function treeOf(text: string): Node {
  const { statements = [] } = JSON.parse(text, (key, value) => {
    // Places in the text count as far as a double does not.
    if (key === 'query_location') return 0
    if (Number.isInteger(value) && !Number.isSafeInteger(value))
      throw unprocessable('the statement has numbers of more than 15 digits')
    return value
  }) as { statements?: Node[] }
  return statements[0] ?? cannotRead()
}

const cannotRead = (): never => {
  throw unprocessable('the statement could not be read')
}

/**
 * A table as the statement calls it. `keys`: columns that may tell its rows apart without numbering them; `table`: null for an earlier
 * result, `made` is then what made it, where that was read.
 */
export type Named = KnownTable & { sql: string; keys: string[]; table: CatalogTable | null; made?: Read | null }

async function tablesOf(inquiry: Inquiry, tree: Node, source: string | null): Promise<Named[]> {
  const all = await inquiry.tables()
  const used = new Set(expressions(tree, isTable).map(({ table_name }) => String(table_name).toLowerCase()))
  const stored = all.flatMap((table): Named[] => {
    const { database } = table
    if (source && (!database || table.source.name !== source)) return []
    const own = source && database ? { name: database.table, schema: database.schema } : { name: table.name }
    const sql = [own.schema, own.name]
      .filter((part) => part !== undefined && part !== '')
      .map((part) => identifier(part!))
    const columns = table.columns.map(({ name }) => name)
    // Rows of a connected table would all have to be fetched to be numbered.
    const keys = database ? keysOf(table, all) : []
    return [{ ...own, columns, isStored: true, sql: sql.join('.'), keys, table }]
  })
  const results = [...inquiry.results, ...inquiry.past.values()].map(({ name, columns }): Named => {
    const own = { name, columns: columns.map((column) => column.name), isStored: false, sql: identifier(name) }
    return { ...own, keys: [], table: null }
  })
  return [...stored, ...results].filter(({ name }) => used.has(name.toLowerCase()))
}

/** Columns that are likely to be a key: those that others lead to, then those that are called so. */
export function keysOf(table: CatalogTable, all: CatalogTable[]): string[] {
  const meant = all.flatMap(({ relations }) =>
    relations.filter(({ to_table }) => to_table === table.name).map(({ to_column }) => to_column),
  )
  const called = table.columns.filter(({ name, role }) => role === 'id' || /(^|_)(id|key|code)$/i.test(name))
  const names = [...meant, ...called.map(({ name }) => name), ...table.columns.slice(0, 1).map(({ name }) => name)]
  return [...new Set(names)].slice(0, MOST_KEYS)
}
