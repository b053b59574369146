import { type Condition, columnsOf, type Form, isMeasure, type Key, type Output, sameKey } from './form.ts'
import { sameOutput } from './names.ts'
import type { Column } from './schema.ts'

/**
 * Takes out of a form what no question means: a column that must equal two values at once (names in a list are alternatives), and a
 * date as a group of its own beside its months.
 */
export function tidy(form: Form): Form {
  const grains = new Set(
    [...form.group, ...form.outputs.flatMap(keyOf)].filter(({ grain }) => grain).map(({ column }) => column),
  )
  const keeps = (key: Key) => key.grain !== undefined || !grains.has(key.column)
  const shows = (output: Output) => keyOf(output).every(keeps)
  return {
    ...form,
    outputs: form.outputs.filter(
      (output, at) => shows(output) && form.outputs.findIndex((other) => sameOutput(other, output)) === at,
    ),
    group: grouped(form).filter(keeps),
    order: form.order.filter(({ by }) => shows(by)),
    where: apart([
      ...alternatives(
        direct(form)
          .filter((one) => !isImplied(one, form.where))
          .map(listed),
      ),
      ...known(form),
    ]),
  }
}

/** Rows that say nothing of what is ranked or picked are no group of it: "companies with more than one entry". */
function known({ group: [key, other], outputs, where, having, limit }: Form): Condition[] {
  if (!key || other || (having.length === 0 && limit === null) || key.column.nulls === 0 || key.column.made) return []
  const isShown = outputs.some((output) => 'key' in output && sameKey(output.key, key))
  const isSaid = where.some((one) => columnsOf(one).includes(key.column))
  return isShown && !isSaid ? [{ kind: 'null', column: key.column, not: true }] : []
}

/** What stands beside a figure is what the figure is of: no engine takes the one without the group. */
const grouped = ({ group, outputs }: Form): Key[] =>
  group.length || !outputs.some(isMeasure) ? group : outputs.flatMap(keyOf)

const keyOf = (output: Output): Key[] => ('key' in output ? [output.key] : [])

/** Conditions on related rows as such, without a look at the rows themselves by their own key. */
const direct = ({ base, where }: Form): Condition[] =>
  where.map((one) => {
    if (one.kind !== 'among' || !one.column.unique || one.column.table !== base) return one
    const tables = new Set(one.where.flatMap(columnsOf).map(({ table }) => table))
    const [table] = tables
    const isOfOne = table !== undefined && tables.size === 1 && table !== base
    return isOfOne ? { kind: 'related', table, not: one.not, where: one.where } : one
  })

/** One value of a column or another of the same, as a list. */
function listed(one: Condition): Condition {
  if (one.kind !== 'any') return one
  const parts = one.parts.map(named)
  const [first] = parts
  const values = parts.flatMap((part) => (part && part.column === first?.column ? [part.values] : []))
  return first && values.length === parts.length
    ? { kind: 'in', column: first.column, values: [...new Set(values.flat())], not: false }
    : one
}

const isImplied = (condition: Condition, where: Condition[]): boolean =>
  condition.kind === 'null' &&
  condition.not &&
  where.some((one) => (one.kind === 'compare' || one.kind === 'contains') && one.column === condition.column)

/** One condition for all values that the same column may have, where the first of them stood. */
export function alternatives(where: Condition[]): Condition[] {
  const byColumn = Map.groupBy(
    where.map(named).filter((one) => one !== null),
    ({ column }) => column,
  )
  const done = new Set<Column>()
  return where.flatMap((condition): Condition[] => {
    const one = named(condition)
    const all = one ? byColumn.get(one.column)! : []
    if (!one || all.length === 1) return [condition]
    if (done.has(one.column)) return []
    done.add(one.column)
    return [{ kind: 'in', column: one.column, values: [...new Set(all.flatMap(({ values }) => values))], not: false }]
  })
}

/** Periods that exclude each other are alternatives as well: in 1854 and in 1855. */
function apart(where: Condition[]): Condition[] {
  const isPeriod = (one: Condition): one is Condition & { kind: 'period' } =>
    one.kind === 'period' && !one.not && one.from !== null && one.to !== null
  const periods = where.filter(isPeriod)
  const clashing = periods.filter((one) =>
    periods.some((other) => other.column === one.column && (other.from! >= one.to! || one.from! >= other.to!)),
  )
  const [first] = clashing
  if (!first) return where
  return where.flatMap((one) =>
    one === first ? [{ kind: 'any' as const, parts: clashing }] : clashing.includes(one as never) ? [] : [one],
  )
}

type Named = { column: Column; values: (string | number)[] }

/** The values that a condition asks its column to be one of; null for other conditions. */
function named(condition: Condition): Named | null {
  if (condition.kind === 'in' && !condition.not) return { column: condition.column, values: condition.values }
  if (condition.kind === 'compare' && condition.operator === '=' && typeof condition.value !== 'boolean')
    return { column: condition.column, values: [condition.value] }
  return null
}
