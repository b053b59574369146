import type { StoredTable } from '#catalog/rules/catalog.ts'
import { namesOne } from '#definitions/rules/definition.ts'
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

/** The reads of several statements as one. */
export function together(all: Reads[]): Reads {
  const merged = new Map<string, Set<string>>()
  for (const [name, columns] of all.flatMap(Object.entries<string[]>))
    for (const column of columns) merged.getOrInsertComputed(name, () => new Set()).add(column)
  return Object.fromEntries([...merged].map(([name, columns]) => [name, [...columns]]))
}

/** Whether a table or a column of what was read is hidden now. */
export const isHiddenSince = (reads: Reads, { visible, all }: Sources): boolean =>
  Object.entries(reads).some(([name, columns]) => {
    const whole = all.find((table) => table.name === name)
    const open = visible.find((table) => table.name === name)
    return (
      whole && (!open || columns.some((column) => whole.columns.includes(column) && !open.columns.includes(column)))
    )
  })

/** Of what a statement read, the tables and the columns which it names that are there no more, hidden or not; in words. */
export const goneSince = ({ sql }: Pick<Statement, 'sql'>, reads: Reads, { all }: Sources): string[] => {
  const names = (name: string) => namesOne(sql, new Set([name.toLowerCase()]))
  return Object.entries(reads).flatMap(([name, columns]) => {
    const now = all.find((table) => table.name === name)
    return now
      ? columns.filter((one) => !now.columns.includes(one) && names(one)).map((one) => `column ${one} of ${name}`)
      : names(name)
        ? `table ${name}`
        : []
  })
}

/** Parts of a statement that read columns without naming them, or give them other names by their places. */
const UNNAMED = (node: Node) =>
  ['STAR', 'POSITIONAL_REFERENCE'].includes(String(node.class)) ||
  ['PIVOT', 'SHOW_REF'].includes(String(node.type)) ||
  node.ref_type === 'NATURAL' ||
  (node.type === 'BASE_TABLE' && (node.column_name_alias as unknown[]).length > 0)

/** Of what a statement reads, the columns that may be in what it gives. @param tree as the engine parses it */
export function mayRead(tree: unknown, reads: Reads): Reads {
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
      rows.add(parts.at(-1)!)
    }
    // Of joins by columns that both sides have, their names stand alone.
    if (Array.isArray(node.using_columns)) for (const name of node.using_columns) names.add(String(name).toLowerCase())
    Object.values(node).forEach(visit)
  }
  visit(tree)
  // The name of a table as a value is all of its row.
  if (isUnnamed || !tables.isDisjointFrom(rows)) return reads
  const named = Object.entries(reads).filter(([name]) => tables.has(name.toLowerCase()))
  return Object.fromEntries(
    named.map(([name, columns]) => [name, columns.filter((column) => names.has(column.toLowerCase()))]),
  )
}
