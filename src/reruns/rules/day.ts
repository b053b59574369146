import { castNode, literalNode } from '#analyst/rules/chips/subject.ts'
import { columnNode, expressions, isAggregate, isColumn, isSubquery, nameOf, nodes } from '#analyst/rules/joins/tree.ts'
import type { Node } from '#query/rules/need.ts'

/** What asks the engine for the moment, as its parser names it, and the type of what it gives. */
const TYPES = new Map([
  ...['current_date', 'get_current_date', 'today'].map((name) => [name, 'DATE'] as const),
  ...['current_timestamp', 'get_current_timestamp', 'now', 'transaction_timestamp'].map(
    (name) => [name, 'TIMESTAMP WITH TIME ZONE'] as const,
  ),
  ...['localtimestamp', 'current_localtimestamp'].map((name) => [name, 'TIMESTAMP'] as const),
])

function typeOf(node: Node): string | undefined {
  const names = isColumn(node) ? (node.column_names as string[]) : []
  if (names.length === 1) return TYPES.get(names[0]!.toLowerCase())
  return node.class === 'FUNCTION' && nodes(node.children).length === 0 ? TYPES.get(nameOf(node)) : undefined
}
/** How long ago something was: it counts to the day without naming it. */
const isAge = (node: Node) => node.class === 'FUNCTION' && nameOf(node) === 'age' && nodes(node.children).length === 1
const TODAY = columnNode(['current_date'])

/**
 * What a statement computes of the moment alone, as `date_trunc('month', current_date)`: its periods begin and end there.
 * @param statement as `json_serialize_sql` gives it
 */
export function dayParts(statement: unknown): Node[] {
  const isOther = (node: Node) =>
    (isColumn(node) && !typeOf(node)) || isSubquery(node) || isAggregate(node) || node.class === 'WINDOW'
  const isPart = (node: Node) =>
    typeof node.class === 'string' &&
    expressions(node, (one) => typeOf(one) !== undefined).length > 0 &&
    expressions(node, isOther).length === 0
  return expressions(statement, (node) => isPart(node) || isAge(node)).map((node) => (isAge(node) ? TODAY : node))
}

/** A statement as if it was run at another moment. */
export function frozen<T>(value: T, at: Date): T {
  if (Array.isArray(value)) return value.map((item) => frozen(item, at)) as T
  if (typeof value !== 'object' || value === null) return value
  const node = value as Node
  const type = typeOf(node)
  if (type) {
    const text = at
      .toISOString()
      .replace('T', ' ')
      .replace('Z', type.endsWith('ZONE') ? '+00' : '')
    return { ...castNode(literalNode(text.slice(0, type === 'DATE' ? 10 : 40), 'text'), type), alias: node.alias } as T
  }
  const children = isAge(node) ? { children: [castNode(TODAY, 'TIMESTAMP'), ...nodes(node.children)] } : {}
  return Object.fromEntries(Object.entries({ ...node, ...children }).map(([key, one]) => [key, frozen(one, at)])) as T
}
