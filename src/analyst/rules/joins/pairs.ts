import type { Node } from '#query/rules/need.ts'
import { columnsOf, lookUp, type Origin, originOf, outputOf, type Scope, type Source, unique } from './lineage.ts'
import { columnNode, conjuncts, expressions, isSubquery, joinNodes, nodes } from './tree.ts'

/** One side of an equation. `origin`: the stored column whose values it has as they are; `columns`: the stored ones it is made of. */
type Side = { origin: Origin | null; columns: Origin[] }
/** Two expressions over different tables that a statement holds to be equal. `isInner`: rows without a partner are left out. */
export type Pair = { left: Side; right: Side; isInner: boolean }

/** The equations by which a statement brings rows of different tables together: of joins, WHERE, USING and IN (SELECT …). */
export function pairsOf(scopes: Scope[]): Pair[] {
  // A sub-query may look at columns of the query around it.
  const around = scopes.flatMap(({ sources }) => sources)
  return scopes.flatMap((scope) =>
    [...equations(scope, around), ...shared(scope), ...memberships(scope, scopes)].filter(isOfTwoTables),
  )
}

const isOfTwoTables = ({ left, right }: Pair) =>
  left.columns.some(({ table }) => right.columns.some((other) => other.table !== table))

const sideOf = (node: Node, sources: Source[]): Side => ({
  origin: originOf(node, sources),
  columns: columnsOf(node, sources),
})

function equations({ select, sources, deciding }: Scope, around: Source[]): Pair[] {
  const reach = [...sources, ...deciding, ...around]
  const equal = (condition: unknown, isInner: boolean) =>
    conjuncts(condition).flatMap((node): Pair[] => {
      if (!/^COMPARE_(EQUAL|NOT_DISTINCT_FROM)$/.test(String(node.type))) return []
      return [{ left: sideOf(node.left as Node, reach), right: sideOf(node.right as Node, reach), isInner }]
    })
  const joins = joinNodes(select.from_table as Node)
  return [
    ...equal(select.where_clause, true),
    ...joins.flatMap(({ condition, join_type }) => equal(condition, join_type === 'INNER')),
  ]
}

/** The columns that USING names, or that NATURAL finds in several tables, each beside the first one of its name. */
function shared({ select, sources, deciding }: Scope): Pair[] {
  const reach = [...sources, ...deciding]
  return joinNodes(select.from_table as Node).flatMap(({ ref_type, using_columns, join_type }) => {
    const all = reach.flatMap(({ outputs }) => outputs?.map(({ name }) => name) ?? [])
    const names = ref_type === 'NATURAL' ? [...new Set(all)] : ((using_columns as string[] | undefined) ?? [])
    return names.flatMap((name) => {
      const origins = reach.flatMap((source) => lookUp(columnNode([name]), [source])?.origin ?? [])
      const [left, ...others] = unique(origins).map((origin): Side => ({ origin, columns: [origin] }))
      return others.map((right): Pair => ({ left: left!, right, isInner: join_type === 'INNER' }))
    })
  })
}

/** `a IN (SELECT b …)`: the rows of the one table that the other has. */
function memberships({ select, sources }: Scope, scopes: Scope[]): Pair[] {
  const conditions = [
    select.where_clause,
    select.having,
    joinNodes(select.from_table as Node).map((join) => join.condition),
  ]
  return expressions([select.select_list, conditions], isSubquery).flatMap(({ child, subquery }): Pair[] => {
    const inner = scopes.find((scope) => scope.select === (subquery as Node).node)
    const [item] = nodes(inner?.select.select_list)
    if (!child || !inner || !item || item.class === 'STAR') return []
    const { origin, columns } = outputOf(item, inner.sources)
    return [{ left: sideOf(child as Node, sources), right: { origin, columns }, isInner: false }]
  })
}
