import type { Column, Edge, Schema } from './schema.ts'

/** A step of a join: `near` is in a table that is already there, `far` in the new one. `by`: their SQL where they are written differently. */
export type Step = {
  near: Column
  far: Column
  /** One row of the near table may meet many of the far one. */
  many: boolean
  by?: { near: string; far: string }
  /** What both sides have in common is a value and no key: into a table that many share, or out of it. */
  loose?: 'into' | 'outOf'
}

const cost = (step: Step, rate: number) => (step.many ? 1.01 : 1) + (1 - rate) * 0.5

const FAN = 0.5

const stepOf = ({ from, to, by, isLoose, multiplies = false }: Edge, forward: boolean): Step => ({
  ...(forward ? { near: from, far: to, many: multiplies } : { near: to, far: from, many: !from.unique }),
  ...(by ? { by: forward ? { near: by.from, far: by.to } : { near: by.to, far: by.from } } : {}),
  ...(isLoose ? { loose: forward ? 'into' : 'outOf' } : {}),
})

/**
 * The shortest way from any of `from` to `to` over known joins, preferring joins whose values really match; null without one. Two tables
 * that have a value in common with a third, as orders and shops have a state, are not joined by way of that.
 * @param shared tables of `from` that were reached by a value
 */
export function path(schema: Schema, from: string[], to: string, shared?: ReadonlySet<string>): Step[] | null {
  const ways = found.getOrInsertComputed(schema, () => new Map())
  return ways.getOrInsertComputed([to, ...from, '', ...(shared ?? [])].join('\n'), () =>
    search(schema, from, to, shared),
  )
}

/** The ways over a schema that were looked for: every reading of a question asks for the same few. */
const found = new WeakMap<Schema, Map<string, Step[] | null>>()

function search(schema: Schema, from: string[], to: string, shared?: ReadonlySet<string>): Step[] | null {
  const best = new Map<string, { cost: number; steps: Step[] }>(from.map((table) => [table, { cost: 0, steps: [] }]))
  const open = [...from]
  while (open.length) {
    open.sort((a, b) => best.get(b)!.cost - best.get(a)!.cost)
    const table = open.pop()!
    const here = best.get(table)!
    if (table === to) return here.steps
    for (const edge of schema.edges) {
      const forward = edge.from.table === table
      if (!forward && edge.to.table !== table) continue
      if (edge.from.table === edge.to.table) continue
      const step = stepOf(edge, forward)
      const isShared = here.steps.length > 0 ? here.steps.at(-1)!.loose === 'into' : shared?.has(table)
      if (step.loose === 'outOf' && isShared) continue
      // By way of what both belong to, rows of one meet all others of it: a member is in the classes of bookings, not in all of the club.
      const isFan = step.many && here.steps.length > 0 && !here.steps.at(-1)!.many
      const total = here.cost + cost(step, edge.rate) + (isFan ? FAN : 0)
      const known = best.get(step.far.table)
      if (known && known.cost <= total) continue
      best.set(step.far.table, { cost: total, steps: [...here.steps, step] })
      open.push(step.far.table)
    }
  }
  return null
}

/** Joins that connect `base` with every table of `tables`; null when one cannot be reached. */
export function joinTree(schema: Schema, base: string, tables: Iterable<string>): Step[] | null {
  const steps: Step[] = []
  const there = [base]
  const shared = new Set<string>()
  const waiting = new Set(tables)
  waiting.delete(base)
  while (waiting.size) {
    const ways = [...waiting].map((table) => ({ table, way: path(schema, there, table, shared) }))
    const nearest = ways.filter((x) => x.way !== null).toSorted((a, b) => a.way!.length - b.way!.length)[0]
    if (!nearest) return null
    for (const step of nearest.way!) {
      if (there.includes(step.far.table)) continue
      steps.push(step)
      there.push(step.far.table)
      if (step.loose === 'into') shared.add(step.far.table)
      waiting.delete(step.far.table)
    }
    waiting.delete(nearest.table)
  }
  return steps
}

/** Whether rows of `table` are repeated by the joins of a tree. */
export function repeats(steps: Step[], table: string): boolean {
  const seen = new Set([table])
  const open = [table]
  while (open.length) {
    const here = open.pop()!
    for (const step of steps) {
      if (step.near.table === here && !seen.has(step.far.table)) {
        if (step.many) return true
        seen.add(step.far.table)
        open.push(step.far.table)
      } else if (step.far.table === here && !seen.has(step.near.table)) {
        // Walking a to-one join backwards meets many rows, walking a to-many join backwards meets one.
        if (!step.many && !step.far.unique) return true
        if (!step.many && !step.near.unique) return true
        seen.add(step.near.table)
        open.push(step.near.table)
      }
    }
  }
  return false
}
