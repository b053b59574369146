import type { StoredTable } from '#catalog/rules/catalog.ts'
import type { Node } from './need.ts'
import { WORKSPACE_SOURCE } from './request.ts'

/** Tables by their names, with the columns that could be seen when they were read. */
export type Reads = Record<string, string[]>
/** What a result was computed from: by its own statement, and by the earlier results that this names. */
export type Origin = { own: Reads; earlier: Reads }
/** The tables of a workspace as they are now, with and without what is hidden. */
export type Sources = { visible: StoredTable[]; all: StoredTable[] }
type Statement = { sql: string; source: string }

/** The tables that a statement may read: those that it names, in a database's own language all of that database where none is named. */
export function tablesNamed({ sql, source }: Statement, tables: StoredTable[]): StoredTable[] {
  const words = sql.toLowerCase()
  const called = (table: StoredTable) =>
    source === WORKSPACE_SOURCE ? table.name : table.source.name === source ? table.database?.table : undefined
  const names = (table: StoredTable) => {
    const name = called(table)?.toLowerCase()
    return name !== undefined && (words.includes(name) || words.includes(name.replaceAll('"', '""')))
  }
  const found = tables.filter(names)
  return found.length > 0 || source === WORKSPACE_SOURCE
    ? found
    : tables.filter((table) => table.source.name === source)
}

export const readsOf = (statement: Statement, tables: StoredTable[]): Reads =>
  Object.fromEntries(tablesNamed(statement, tables).map(({ name, columns }) => [name, columns]))

/** The columns of what was read that are hidden now. */
export const hiddenSince = (reads: Reads, { visible, all }: Sources): string[] =>
  Object.entries(reads).flatMap(([name, columns]) => {
    const whole = all.find((table) => table.name === name)
    const open = visible.find((table) => table.name === name)
    return columns.filter((column) => whole?.columns.includes(column) && !open?.columns.includes(column))
  })

/** Parts of a statement that read columns without naming them. */
const UNNAMED = (node: Node) =>
  node.class === 'STAR' || node.type === 'PIVOT' || node.type === 'SHOW_REF' || node.ref_type === 'NATURAL'

/** Whether a statement may read one of these columns. @param tree as the engine parses it */
export function mayRead(tree: unknown, columns: string[]): boolean {
  const names = new Set<string>()
  const tables = new Set<string>()
  const rows = new Set<string>()
  let isUnnamed = false
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    const node = value as Node
    if (UNNAMED(node)) isUnnamed = true
    if (node.type === 'BASE_TABLE')
      for (const name of [node.alias, node.table_name]) tables.add(String(name).toLowerCase())
    if (node.class === 'COLUMN_REF') {
      const parts = (node.column_names as string[]).map((name) => name.toLowerCase())
      for (const name of parts) names.add(name)
      if (parts.length === 1) rows.add(parts[0]!)
    }
    // Of joins by columns that both sides have, their names stand alone.
    if (Array.isArray(node.using_columns)) for (const name of node.using_columns) names.add(String(name).toLowerCase())
    Object.values(node).forEach(visit)
  }
  visit(tree)
  // The name of a table as a value is all of its row.
  return isUnnamed || !tables.isDisjointFrom(rows) || columns.some((name) => names.has(name.toLowerCase()))
}
