import type { Node } from '#query/rules/need.ts'
import { nodes } from './joins/tree.ts'

const MONTHS: Record<string, number> = { month: 1, mon: 1, quarter: 3, year: 12 }

/**
 * A day that was moved by whole months, as for years that begin in April: `d - INTERVAL 3 MONTH`.
 * @returns what was moved, and by how many months; zero where nothing was
 */
export function monthsAdded(node: Node): { input: Node; months: number } {
  if (node.class === 'CAST') return monthsAdded(node.child as Node)
  const [first, second, ...others] = nodes(node.children)
  const sign = { '+': 1, date_add: 1, '-': -1 }[String(node.function_name)]
  if (node.class !== 'FUNCTION' || !sign || !first || !second || others.length > 0) return { input: node, months: 0 }
  const [behind, before] = [monthsIn(second), sign > 0 ? monthsIn(first) : null]
  const moved = behind ?? before
  if (moved === null) return { input: node, months: 0 }
  const inner = monthsAdded(behind === null ? second : first)
  return { ...inner, months: inner.months + sign * moved }
}

/** The months of an interval that has nothing else. */
function monthsIn(node: Node): number | null {
  const [, unit] = /^to_(month|quarter|year)s$/.exec(String(node.function_name)) ?? []
  if (unit) {
    const value = constantIn(nodes(node.children)[0])
    return typeof value === 'number' && Number.isInteger(value) ? value * MONTHS[unit]! : null
  }
  if (node.class !== 'CAST' || (node.cast_type as Node).id !== 'INTERVAL') return null
  const [, count, of] = /^\s*([+-]?\d+)\s*(month|mon|quarter|year)s?\s*$/i.exec(String(constantIn(node))) ?? []
  return of ? Number(count) * MONTHS[of.toLowerCase()]! : null
}

/** The constant within casts, and the rounding that an interval is written with. */
function constantIn(node: Node | undefined): unknown {
  if (node?.class === 'CAST') return constantIn(node.child as Node)
  if (node?.class === 'FUNCTION' && node.function_name === 'trunc') return constantIn(nodes(node.children)[0])
  return node?.class === 'CONSTANT' ? (node.value as { value: unknown }).value : null
}
