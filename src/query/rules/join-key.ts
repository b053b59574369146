import { conjuncts, type Filter, type Node } from './need.ts'

/** Rows of `table` matter only where `column` has a value that `otherColumn` of `other` has: all others find no partner. */
export type JoinKey = { table: string; column: string; other: string; otherColumn: string }
type Table = { name: string; columns: { name: string }[] }
type Place = { alias: string; table: Table }

/**
 * Joins by which rows of one table can be left out before they are fetched: equal columns of an inner join, and of the right side of
 * a left join. Only for a plain SELECT, in which every name in FROM is a table.
 * @param tree the statement as `json_serialize_sql` gives it
 */
export function joinKeys(tree: Node, tables: Table[]): JoinKey[] {
  const node = tree.node as Node | undefined
  const ctes = (node?.cte_map as { map?: unknown[] } | undefined)?.map ?? []
  if (node?.type !== 'SELECT_NODE' || ctes.length > 0) return []
  const keys: JoinKey[] = []
  const found = placesOf(node.from_table as Node, tables, keys)
  const names = found?.map(({ table }) => table.name) ?? []
  // A table that stands there twice needs what either place needs.
  return keys.filter(({ table }) => names.filter((name) => name === table).length === 1)
}

/** The tables below a part of FROM, gathering keys on the way; null when something else than tables stands there. */
function placesOf(node: Node, tables: Table[], keys: JoinKey[]): Place[] | null {
  if (node?.type === 'BASE_TABLE') {
    const table = tables.find(({ name }) => same(name, String(node.table_name)))
    return table ? [{ alias: String(node.alias || table.name), table }] : null
  }
  if (node?.type !== 'JOIN') return null
  const left = placesOf(node.left as Node, tables, keys)
  const right = placesOf(node.right as Node, tables, keys)
  if (!left || !right) return null
  if (node.ref_type === 'REGULAR' && (node.join_type === 'INNER' || node.join_type === 'LEFT'))
    for (const [a, b] of equalColumns(node, left, right)) {
      keys.push({ table: b.table, column: b.column, other: a.table, otherColumn: a.column })
      if (node.join_type === 'INNER')
        keys.push({ table: a.table, column: a.column, other: b.table, otherColumn: b.column })
    }
  return [...left, ...right]
}

type Column = { table: string; column: string }

/** Pairs of columns, of the left and of the right side, that the join holds equal. */
function equalColumns(join: Node, left: Place[], right: Place[]): [Column, Column][] {
  const using = (join.using_columns as string[] | undefined) ?? []
  const pairs = using.map((name) => [columnOf([name], left), columnOf([name], right)] as const)
  for (const part of conjuncts(join.condition as Node | null)) {
    if (part.type !== 'COMPARE_EQUAL') continue
    const [a, b] = [namesOf(part.left as Node), namesOf(part.right as Node)]
    if (!a || !b) continue
    pairs.push([columnOf(a, left), columnOf(b, right)], [columnOf(b, left), columnOf(a, right)])
  }
  return pairs.filter((pair): pair is [Column, Column] => pair[0] !== null && pair[1] !== null)
}

const namesOf = (node: Node): string[] | null => (node.class === 'COLUMN_REF' ? (node.column_names as string[]) : null)

function columnOf(names: string[], places: Place[]): Column | null {
  const [qualifier, name] = names.length === 2 ? [names[0]!, names[1]!] : [null, names[0]!]
  if (names.length > 2) return null
  const found = places.flatMap(({ alias, table }) => {
    const column = table.columns.find((each) => same(each.name, name))
    return column && (qualifier === null || same(alias, qualifier)) ? [{ table: table.name, column: column.name }] : []
  })
  return found.length === 1 ? found[0]! : null
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** Adds a condition to what a table needs: each of its groups has to meet it too. */
export const alsoMeeting = (anyOf: Filter[][], filter: Filter): Filter[][] =>
  anyOf.length > 0 ? anyOf.map((group) => [...group, filter]) : [[filter]]
